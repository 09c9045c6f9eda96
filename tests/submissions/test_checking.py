"""The check of files and folders: lines, waivers, dates, whose submission it is, and warnings that are priced exactly."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.desk.fields import example
from pitboss.games.pai_gow.house_way import house_ways
from pitboss.house import House
from pitboss.house.waivers import LISTED
from pitboss.rulebook import chapter, games
from pitboss.submissions.blank import blank
from pitboss.submissions.checking import Report, check_document, check_file, check_folder
from pitboss.submissions.findings import Finding
from pitboss.submissions.holds import hold_of, known
from pitboss.submissions.reading import BadSubmission, document_in


def report(words: str, name: str = "a.toml") -> Report:
    """What the check says of a text."""
    return check_document(document_in(words, Path(name)))


def errors(words: str, name: str = "a.toml") -> list[tuple[str, str, int]]:
    """The errors of a text: rule, section and line."""
    return [(f.rule, f.section, f.line) for f in report(words, name).findings if f.level == "error"]


def one(words: str, rule: str) -> Finding:
    """The finding of a rule."""
    (found,) = [f for f in report(words).findings if f.rule == rule]
    return found


# ---------------------------------------------------------------------------- lines


def test_a_finding_has_the_line_of_its_field() -> None:
    words = 'chapter = "565"\nseats = 9\n[house]\n\ndealing = "foot"\npair_plus."Flush" = "2 to 1"\n'
    assert errors(words) == [("seats", "565.2(a)", 2), ("dealing", "565.5(c)(1)", 5), ("table-floor", "565.12(d)", 6)]
    as_json = '{"chapter": "565",\n "house": {\n  "seats": 9,\n  "pair_plus": {\n   "Pair": "1 to 1",\n   "Flush": "2 to 1"}}}'
    assert errors(as_json, "a.json") == [("seats", "565.2(a)", 3), ("table-floor", "565.12(d)", 6)]


def test_everything_wrong_is_found_at_once() -> None:
    words = 'chapter = "655a"\ndealing = "hand"\nshuffler = false\nsecond_deck = true\npayout_limit = 9999999\nseets = 6\n'
    assert [rule for rule, _, _ in errors(words)] == ["hand-needs-shuffler", "payout-limit-most", "unknown-option"]


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        # a chip above the minimum says nothing about the payout limit
        (
            'chapter = "677a"\ntable_minimum = 500\nsmallest_chip = 600\npayout_limit = 4',
            ["chip-within-minimum", "payout_limit"],
        ),
        (
            'chapter = "655a"\ntable_minimum = 500\nsmallest_chip = 600\npayout_limit = 9999999',
            ["chip-within-minimum", "payout-limit-most"],
        ),
        # two rules about one number
        (
            'chapter = "633a"\ndecks = 3\nfrom_the_hand = true\ndouble_shoe = true\nroyal_match_21 = "A"',
            ["double-shoe-even", "hand-decks", "hand-or-shoe", "table-for-decks"],
        ),
        # a list that cannot be read says nothing about the blinds
        (
            'chapter = "637a"\nrake_levels = [7]\nsmall_bet = 1000\nbig_bet = 500\nstraddle = true\nstraddle_amount = 100',
            ["list-of-entries", "bets-in-order", "straddle-least"],
        ),
        # a conflict of two choices, and one of them with a third
        (
            'chapter = "677a"\ndealing = "hand"\nshuffler = false\ncommunity_first = true',
            ["hand-needs-shuffler", "community-first-shoe"],
        ),
    ],
)
def test_no_error_waits_for_another_to_be_mended(words: str, rules: list[str]) -> None:
    assert sorted(rule for rule, _, _ in errors(words)) == sorted(rules)


def test_what_comes_from_a_wrong_choice_is_not_found_again() -> None:
    assert errors('chapter = "678a"\nprogressive_jackpot = "A"\nprogressive_rate = "much"') == [
        ("kind-of-value", "678a.12(d)(3)", 3)
    ]


def test_json_may_not_state_an_option_twice() -> None:
    assert errors('{"chapter": "565",\n "seats": 7,\n "seats": 6}', "a.json") == [("stated-twice", "565.2(a)", 3)]
    by_two_names = 'chapter = "633a"\nlucky_ladies = true\ntwenty_point_bonus = true'
    assert errors(by_two_names) == [("stated-twice", "633a.6(e)(1)", 3)]


def test_the_record_is_the_contract() -> None:
    record = report('chapter = "677a"\ntrips_plus = "Q"').record()
    assert record["ok"] is False
    finding = record["findings"][0]
    assert (
        finding
        | {
            "level": "error",
            "section": "677a.12(e)",
            "field": "trips_plus",
            "given": "Q",
            "allowed": ["", "A", "B", "C", "D"],
            "line": 2,
            "rule": "trips_plus",
        }
        == finding
    )
    assert "trips_plus" in finding["message"] and '"A", "B", "C" or "D"' in finding["fix"]
    odd = 'chapter = "565"\nseats = [nan, 1979-05-27, {a = inf}]\n'
    assert json.loads(json.dumps(report(odd).record(), allow_nan=False))


# ---------------------------------------------------------------------------- waivers, § 521.5


@pytest.mark.cites("521.5")
def test_a_waiver_turns_an_error_of_its_section_into_a_warning() -> None:
    waiver = '{ section = "565.2", granted = 2011-01-05 }'
    words = f'chapter = "565"\neffective = 2011-06-01\nseats = 9\npair_plus."Flush" = "2 to 1"\nwaivers = [{waiver}]\n'
    found = {f.field: f for f in report(words).findings}
    assert (found["seats"].level, found["pair_plus"].level) == ("warning", "error")
    assert "waived by the waiver of 565.2, granted 2011-01-05 (§ 521.5)" in found["seats"].message
    named = '[[waivers]]\nsection = "565.2(a)"\npetition = "2010-17"\ngranted = 2011-01-05\n'
    (seats,) = [
        f for f in report(f'chapter = "565"\neffective = 2011-06-01\nseats = 9\n{named}').findings if f.field == "seats"
    ]
    assert (seats.level, seats.waiver) == ("warning", "petition 2010-17, granted 2011-01-05 (§ 521.5)")


@pytest.mark.cites("521.5")
@pytest.mark.parametrize(
    ("waiver", "why"),
    [
        ('"565.2(a)"', "has not been granted"),
        ('{ section = "565.2(a)", petition = "2010-17" }', "has not been granted"),
        ('{ section = "565.2(a)", petition = "2010-17", granted = "" }', "has not been granted"),
        ('{ section = "565.2(a)", petition = "2010-17", granted = "denied 2010-12-01" }', "has not been granted"),
        ('{ section = "565.2(a)", petition = "2010-17", granted = "2011-02-30" }', "has not been granted"),
        ('{ section = "565.2(a)", granted = 2010-12-01, until = "soon" }', "does not say until when it holds"),
        ('{ section = "565.2(a)", granted = 2011-06-02 }', "was granted on 2011-06-02, after the submission takes effect"),
        ('{ section = "565.2(a)", granted = 2010-06-02, until = 2011-05-31 }', "ended on 2011-05-31, before the submission"),
    ],
)
def test_a_waiver_that_is_not_in_force_leaves_the_error_and_says_why(waiver: str, why: str) -> None:
    words = f'chapter = "565"\neffective = 2011-06-01\nseats = 9\nwaivers = [{waiver}]\n'
    (seats,) = [f for f in report(words).findings if f.field == "seats"]
    assert seats.level == "error" and f"; the waiver of 565.2(a) {why}" in seats.message
    told = [f.message for f in report(words).findings if f.field == "waivers"]
    assert any(why in message or "is not a date" in message for message in told)
    assert errors(words.replace(waiver, '{ section = "565.2(a)", granted = 2011-06-01, until = 2011-06-01 }')) == []


@pytest.mark.cites("521.5")
def test_no_waiver_makes_sense_of_nonsense() -> None:
    waiver = 'effective = 2011-06-01\nwaivers = [{ section = "565.2(a)", granted = 2011-01-05 }]\n'
    words = f'chapter = "565"\nseats = "nine"\nseets = 9\n{waiver}'
    assert [rule for rule, _, _ in errors(words)] == ["kind-of-value", "unknown-option"]


@pytest.mark.cites("521.5(1)", "521.5(2)", "521.5(3)")
def test_a_petition_that_is_not_granted_yet_contains_its_three_parts() -> None:
    words = 'chapter = "565"\nseats = 9\n[[waivers]]\nsection = "565.2(a)"\n'
    found = [(rule, cite) for rule, cite, _ in errors(words)]
    assert found == [("seats", "565.2(a)"), *(("waiver-petition", f"521.5({n})") for n in (1, 2, 3))]


# ---------------------------------------------------------------------------- dates


@pytest.mark.parametrize(
    ("number", "day", "level", "rule"),
    [
        ("553", "2010-03-05", "error", "edition-there-yet"),
        ("553", "2010-03-06", "", ""),
        ("553", "2012-02-28", "", ""),
        ("553", "2012-02-29", "warning", "edition-being-replaced"),
        ("553", "2012-03-05", "warning", "edition-being-replaced"),
        ("553", "2012-03-06", "error", "edition-replaced"),
        ("561", "2011-08-13", "warning", "edition-being-replaced"),
        ("561", "2014-01-01", "error", "edition-replaced"),
        ("565", "2012-03-05", "", ""),
        ("565", "2012-03-06", "error", "edition-ran-out"),
        ("587", "2015-08-30", "", ""),
        ("587", "2015-08-31", "error", "edition-ran-out"),
        ("637a", "2012-02-28", "error", "edition-there-yet"),
        ("637a", "2026-01-01", "", ""),
        ("633a", "2026-01-01", "warning", "edition-proposed"),
        ("677a", "1999-01-01", "warning", "edition-proposed"),
    ],
)
def test_the_text_must_be_the_one_of_the_day(number: str, day: str, level: str, rule: str) -> None:
    for written in (day, f'"{day}"'):
        found = [f for f in report(f'chapter = "{number}"\neffective = {written}').findings if f.field == "effective"]
        assert [(f.level, f.rule, f.line) for f in found] == ([(level, rule, 2)] if rule else [])


def test_a_file_without_a_date_is_checked_as_of_its_edition() -> None:
    found = [f for f in report('chapter = "553"').findings if f.field in ("holder", "effective")]
    assert {(f.level, f.rule) for f in found} == {("warning", "holder-stated"), ("warning", "effective-stated")}


# ---------------------------------------------------------------------------- folders


def written(folder: Path, **files: str) -> Path:
    """A folder with files."""
    for name, words in files.items():
        (folder / f"{name}.toml").write_text(words, encoding="utf-8")
    return folder


def test_a_holder_is_said_once_for_a_folder(tmp_path: Path) -> None:
    written(tmp_path, holder='holder = "Keystone"\neffective = 2011-06-01\n', a='chapter = "565"', b='chapter = "637a"')
    a, b = check_folder(tmp_path)
    assert "holder" not in [f.field for f in (*a.findings, *b.findings)]
    assert (a.ok, b.ok) == (True, False)
    assert [f.rule for f in b.findings if f.level == "error"] == ["edition-there-yet"]


def test_a_table_is_run_by_one_submission_of_a_holder(tmp_path: Path) -> None:
    files = {"a": 'chapter = "565"\ntables = [1, 2]', "b": 'chapter = "677a"\ntables = ["2", 3]', "c": 'chapter = "587"'}
    a, b, _ = check_folder(written(tmp_path, **files))
    assert a.ok and not b.ok
    assert (b.findings[0].rule, b.findings[0].line, b.findings[0].message) == (
        *("table-in-one-file", 2),
        "table 2 is also run by a.toml",
    )
    elsewhere = {"b": 'chapter = "677a"\ntables = ["2", 3]\nfacility = "Elm Street"'}
    assert all(each.ok for each in check_folder(written(tmp_path, **elsewhere)))


def test_a_file_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    a, b = check_folder(written(tmp_path, a='chapter = "565', b='chapter = "565"'))
    assert a.unreadable and not a.ok and b.ok


def test_a_folder_without_submissions_is_refused(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("seats = 9", encoding="utf-8")
    with pytest.raises(BadSubmission, match="no submissions"):
        check_folder(tmp_path)


def test_a_casino_with_all_games_is_lawful(tmp_path: Path) -> None:
    for book in games():
        (tmp_path / f"{book.slug}.toml").write_text(blank(book), encoding="utf-8")
    (tmp_path / "holder.toml").write_text('holder = "Keystone Sample Casino"\n', encoding="utf-8")
    reports = check_folder(tmp_path)
    assert len(reports) == 16 and all(each.ok for each in reports)


# ---------------------------------------------------------------------------- lawful and odd


def test_own_tables_are_priced_exactly() -> None:
    words = 'chapter = "565"\npair_plus."Pair" = "2 to 1"'
    found = one(words, "players-edge")
    # 3,744 of 22,100 hands are a pair, and the printed table holds 707/5525
    assert Fraction(707, 5525) - Fraction(3744, 22100) == Fraction(-229, 5525)
    assert "favours the player: the house loses 4.14% (229/5525) of it" in found.message
    assert (found.level, found.section) == ("warning", "565.12(d)")


def test_a_limit_that_cuts_a_win_is_priced_exactly() -> None:
    found = one('chapter = "563"\naces_against_aces = true', "limit-cuts")
    # aces against aces once in 270,725 deals, 1,000 to 1 on $500, of which $50,000 are paid
    cost = Fraction(1, 270725) * (500_000 - 50_000) / 500
    assert f"once in 270,725 rounds, which costs the player {float(cost):.2%} ({cost})" in found.message
    assert not [
        f for f in report('chapter = "563"\naces_against_aces = true\ntable_maximum = 5000').findings if f.rule == "limit-cuts"
    ]


@pytest.mark.parametrize(("stated", "cut"), [(5_000, 0), (10_000, 1)])  # $50 and $100 at 1,000 to 1
def test_a_limit_cuts_an_optional_wager_by_its_own_maximum(stated: int, cut: int) -> None:
    words = f'chapter = "563"\naces_against_aces = true\noptional_wager_maximum = {stated}'
    found = [finding for finding in report(words).findings if finding.rule == "limit-cuts"]
    assert [finding.fix.partition(" (")[0] for finding in found] == ["set optional_wager_maximum to 5000"] * cut
    assert all("with $100 on the Bonus" in finding.message for finding in found)


def test_every_printed_table_of_a_side_wager_has_its_hold() -> None:
    assert len(known()) > 100
    for book in games():
        for table in book.paytables:
            if book.chapter in ("559", "563", "565", "587", "655a", "657a", "677a", "678a") and table.kind in ("odds", "floor"):
                if table.wager in ("Play", "Blind", "Odds", "Bad Beat Bonus", "Super Bonus", "Ante Bonus"):
                    continue  # part of another wager
                if table.wager in ("Let It Ride Poker", "Mississippi Stud"):
                    continue  # the main wager
                assert hold_of(House.of(book.chapter), table.wager, table.table, table.condition), table


def test_the_hold_of_every_wager_is_worked_out_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[House] = []

    def holds(house: House) -> dict[str, Fraction]:
        asked.append(house)
        return {"Ante": Fraction(-1, 100), "Pair Plus": Fraction(0)}

    monkeypatch.setattr("pitboss.submissions.oddities.holds", holds)
    found = check_document(document_in('chapter = "565"', Path("a.toml")), hold=True).findings
    assert {f.rule for f in found} >= {"players-edge", "even-wager"}
    assert [house.chapter.chapter for house in asked] == ["565"]


@pytest.mark.parametrize("number", [book.chapter for book in games()])
def test_the_default_of_every_chapter_passes(number: str, tmp_path: Path) -> None:
    assert report(f'chapter = "{number}"').ok
    path = tmp_path / "new.toml"
    path.write_text(blank(chapter(number)), encoding="utf-8")
    found = check_file(path)
    assert found.ok, [f.message for f in found.findings]
    assert found.house is not None and found.house.values == House.of(number).values
    assert "shall-specify" not in [
        f.rule for f in found.findings if f.field not in ("rake_method", "rake_maximum", "rake_percent")
    ]


@pytest.mark.cites("561.13(d)", "645a.11(c)")
@pytest.mark.parametrize("number", ["561", "645a"])
def test_a_house_way_is_known_or_says_how_hands_are_set(number: str) -> None:
    for words in ("two pair are split", "two pair are split unless an ace can be set in front; " * 20):
        (found,) = [f for f in report(f'chapter = "{number}"\nhouse_way = "{words}"').findings if f.field == "house_way"]
        assert (found.level, found.rule) == ("warning", "house-way-in-words")
    for unknown in ("tradional", "the Mohegan way", "as the dealer likes", "ways/mine.toml", "", "9" * 3000):
        (found,) = [f for f in report(f'chapter = "{number}"\nhouse_way = "{unknown}"').findings if f.field == "house_way"]
        assert (found.level, found.rule) == ("error", "house-way-readable")
        assert found.allowed == [way.name for way in house_ways()]


def test_what_a_file_says_beside_its_choices_is_no_choice() -> None:
    about: dict[str, Any] = {"holder": "x", "facility": "y", "tables": [1], "effective": "2011-01-01", "waivers": []}
    words = json.dumps({"chapter": "565", **about})
    found = document_in(words, Path("a.json"))
    assert (found.given, set(found.about)) == ({}, set(about))


def test_a_file_by_itself_has_what_the_holder_says_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "three.toml"
    file.write_text('chapter = "565"\neffective = 2011-01-01\npair_plus = "floor"\nante_bonus = "A"\n')
    assert [finding.field for finding in check_file(file).findings] == ["holder"]
    (tmp_path / "holder.toml").write_text('holder = "Elm Street Casino"\n')
    assert check_file(file).findings == ()


# ---------------------------------------------------------------------------- in the words of a file


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ('chapter = "677a"\nseats = true', "seats = true must be a whole number"),
        ('chapter = "677a"\ntrips_plus = "Q"', 'trips_plus = "Q" is not allowed; allowed are "", "A", "B", "C", "D"'),
        ('chapter = "677a"\ntrips_plus = { Flush = "9 to 1" }', "among its printed tables, and post none of its own"),
        ('chapter = "633a"\nblackjack_payout = "6 to 5"', "§ 633a.13(a) fixes 3 to 2 for a Blackjack"),
        ('chapter = "633a"\nwaiver = ["633a.2(a)"]', "did you mean waivers?"),
        ('chapter = "565"\ntable_minimum = 10\nsmallest_chip = 1', "table_minimum = 10 is $0.10; are $10 meant?"),
        ('chapter = "677a"\npayout_limit = 5000000\ntable_minimum = 100000', "the Ante of $1,000, a Raise of 3 times as much"),
        ('chapter = "559"\npayout_limit = 5000000\ntable_minimum = 50000', "3 Bets of $500 at 1000 to 1"),
        ('chapter = "633a"\nlucky_ladies = true\nboxes = 2\npayout_limit = 2500000', "$500 at 1,000 to 1 in each of 2 boxes"),
        ('chapter = "645a"\nfortune_bonus = "A"\npayout_limit = 5000000\ntable_minimum = 50000', "on the Fortune Bonus"),
        ('chapter = "635a"\ndealer_inscription = "Dealer hits soft 17"', "the layout would say that the dealer hits soft 17"),
    ],
)
def test_a_finding_speaks_as_the_file_does(words: str, says: str) -> None:
    assert any(says in f.message for f in report(words).findings), [f.message for f in report(words).findings]


@pytest.mark.cites("633a.2(b)(3)(iii)", "635a.2(b)(3)(iii)")
@pytest.mark.parametrize("number", ["633a", "635a"])
@pytest.mark.parametrize(
    ("said", "fine"),
    [
        ("Dealer shall draw to 16 and stand on all 17s", True),
        ("Dealer stands on 17, draws to 16", True),
        ("DEALER MUST DRAW TO SIXTEEN AND STAND ON ALL SEVENTEENS", True),
        ("Dealer hits 12 through 16 and stands on 17 or more", True),
        ("Dealer must hit 16 and below, stand on hard and soft 17 and above", True),
        ("Dealer draws until 17", True),
        ("Dealer never hits 17", True),
        ("", False),
        ("   ", False),
        ("Good luck to all players", False),
        ("Dealer hits soft 17", False),
        ("Dealer shall draw to 17 and stand on all 18s", False),
        ("Dealer shall draw to 15 and stand on all 16s", False),
        ("Dealer draws to 16 and stands on hard 17s", False),
        ("Dealer draws to 16 and does not stand on 17", False),
    ],
)
def test_the_layout_says_that_the_dealer_draws_to_16_and_stands_on_all_17s(number: str, said: str, fine: bool) -> None:
    found = report(f'chapter = "{number}"\ndealer_inscription = "{said}"')
    assert [f.section for f in found.findings if f.level == "error"] == ([] if fine else [f"{number}.2(b)(3)(iii)"])


@pytest.mark.parametrize("number", ["561", "645a"])
def test_a_new_file_names_the_house_ways_that_are_there(number: str) -> None:
    said = blank(chapter(number)).replace("\n# ", " ")
    names = ", ".join(f"'{way.name}'" for way in house_ways())
    assert f"One of {names}, or the path of a file with another." in said


@pytest.mark.parametrize(
    ("words", "field", "twice", "line"),
    [
        ('{"chapter":"565","house":{\n"pair_plus":{"Pair":"1 to 2",\n"Pair":"1 to 1"}}}', "pair_plus", "Pair", 3),
        ('{"chapter":"565","house":{"seats":9},\n"house":{"seats":5}}', "house", "house", 2),
        ('{"chapter":"565","seats":5,\n"seats":6}', "seats", "seats", 2),
    ],
)
def test_what_json_states_twice_is_found_however_deep_it_is(words: str, field: str, twice: str, line: int) -> None:
    found = check_document(document_in(words, Path("a.json")))
    (wrong,) = [finding for finding in found.findings if finding.rule == "stated-twice"]
    assert (wrong.field, wrong.message, wrong.line) == (field, f"{twice} is stated twice", line)


def test_numbers_of_a_printed_list_are_options() -> None:
    assert set(LISTED) <= {option.option for book in games() for option in book.options}


@pytest.mark.parametrize(
    ("words", "field", "says"),
    [
        ("table_maximum = 50\n", "table_maximum", "are $50 meant?"),
        ("table_minimum = 1000\ntable_maximum = 500\n", "table_maximum", "are $500 meant?"),
        ("table_minimum = 10\n", "table_minimum", "are $10 meant?"),
    ],
)
def test_dollars_written_for_cents_are_asked_about_where_they_were_written(words: str, field: str, says: str) -> None:
    found = report(f'chapter = "565"\n{words}').findings
    assert [f.line for f in found if f.rule == "cents-or-dollars" and f.field == field and says in f.message] == [
        words[: words.index(field)].count("\n") + 2
    ]
    assert all(f.line for f in found if f.rule == "limits-in-order")


def test_the_waiver_of_a_new_file_can_be_put_in_force() -> None:
    for book in games():
        words = blank(book).replace("# waivers", "waivers").replace("# effective", "effective")
        found = check_document(document_in(words, Path("a.toml"))).findings
        assert {finding.rule for finding in found if finding.field == "waivers"} == {"waiver-needed"}, book.chapter


@pytest.mark.parametrize(
    "header",
    [
        'effective = "next week"',
        "effective = 2016-01-01",
        "effective = 2009-12-31",
        "holder = 7",
        "tables = [1, 1]",
        "waivers = 7",
    ],
)
def test_what_is_odd_about_a_house_is_told_whatever_its_header_says(header: str) -> None:
    """A wrong date, holder, table or waiver says nothing about the choices: the warnings about them stay."""
    house = 'pair_plus = { "Pair" = "2 to 1", "Flush" = "6 to 1" }\n'
    found = report(f'chapter = "565"\n{header}\n{house}')
    assert not found.ok
    assert {"players-edge", "out-of-order"} <= {finding.rule for finding in found.findings}


def test_what_is_odd_about_a_house_is_not_told_where_its_choices_are_unlawful() -> None:
    found = report('chapter = "565"\nseats = 9\npair_plus = { "Pair" = "2 to 1" }\n')
    assert "players-edge" not in {finding.rule for finding in found.findings}


@pytest.mark.parametrize("letter", ["\x00", "\u202e", "\u2066", "\u200b", "\x1b"])
@pytest.mark.parametrize("field", ["holder", "facility", "tables"])
def test_names_have_no_character_that_nobody_can_see(field: str, letter: str) -> None:
    name = f"Elm{letter}Street"
    said = report(json.dumps({"chapter": "565", field: [name] if field == "tables" else name}), "a.json")
    (error,) = [finding for finding in said.findings if finding.level == "error"]
    assert error.field == field and f"U+{ord(letter):04X}" in error.message


def test_the_example_of_a_date_is_one_that_passes() -> None:
    for book in games():
        first = report(json.dumps({"chapter": book.chapter, "effective": "11/18/2026"}), "a.json")
        (error,) = [finding for finding in first.findings if finding.rule == "effective-a-date"]
        example = re.search(r"\d{4}-\d\d-\d\d", error.message)
        assert example is not None
        again = report(json.dumps({"chapter": book.chapter, "effective": example[0]}), "a.json")
        assert not [finding for finding in again.findings if finding.field == "effective" and finding.level == "error"]


def test_a_petition_and_a_training_register_are_no_submissions(tmp_path: Path) -> None:
    """A reviewer's folder has them beside the submissions: each is named, with what reads it."""
    (tmp_path / "tcp.toml").write_text('chapter = "565"\n', encoding="utf-8")
    for kind in ("waiver", "new-game", "training"):
        (tmp_path / f"{kind}.toml").write_text(example(kind), encoding="utf-8")
        with pytest.raises(BadSubmission, match=r"is no submission: a .*, which `pitboss (filing|training)` reads"):
            check_file(tmp_path / f"{kind}.toml")
    skipped = {Path(report.file).stem: report.skipped for report in check_folder(tmp_path)}
    assert skipped.pop("tcp") == "" and set(skipped) == {"waiver", "new-game", "training"}
    assert {words.split("`")[1] for words in skipped.values()} == {"pitboss filing", "pitboss training"}
