"""Choices that stand by a waiver of the Board (§ 521.5): a table is played with them, and printed matter says so."""

from pathlib import Path
from typing import Any

import pytest

from pitboss import printing
from pitboss.cli.verdict import verdict
from pitboss.desk.equipment import checklist
from pitboss.errors import NotAuthorized
from pitboss.felt import felt_of
from pitboss.games import game
from pitboss.house import House
from pitboss.house.rules import rules
from pitboss.money import Odds
from pitboss.printing.report import report
from pitboss.shoe import Chance
from pitboss.submissions.checking import check_document, check_file, check_folder, check_passes
from pitboss.submissions.diff import changes, told
from pitboss.submissions.reading import BadSubmission, document, house_for, read
from pitboss.table.drivers import bots, drive
from pitboss.table.in_force import house_of
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import FileStore
from pitboss.table.table import Table
from tests.strategies import release

DATED = {"effective": "2011-01-01"}
NAME = "petition 2010-17, granted 2010-12-01 (§ 521.5)"


def granted(*sections: str) -> list[dict[str, str]]:
    """Waivers that are in force."""
    return [{"section": section, "granted": "2010-12-01", "petition": "2010-17"} for section in sections]


def played(number: str, given: dict[str, Any], rounds: int = 2) -> Table:
    """A table with every seat taken, after some rounds."""
    house = check_passes(number, given)
    table = Table(game(number), House.of(number, house.given), Chance(seed=1), pauses=False)
    for seat in range(1, game(number).seats(house)[0] + 1):
        table.sit(seat, f"player {seat}", 1_000_000)
    for _ in range(rounds):
        for seat in list(table.seats):
            table.bet(seat, dict(game(number).suggest(house)))
        drive(table, bots)
    return table


@pytest.fixture
def eight(tmp_path: Path) -> Path:
    """A submission with eight seats, by a waiver of the holder's file."""
    waiver = '[[waivers]]\nsection = "565.2(a)"\npetition = "2010-17"\ngranted = 2010-12-01\n'
    (tmp_path / "holder.toml").write_text(f'holder = "Ann"\neffective = 2011-01-01\n{waiver}', encoding="utf-8")
    path = tmp_path / "a.toml"
    path.write_text('chapter = "565"\nseats = 8\n', encoding="utf-8")
    return path


@pytest.mark.cites("521.5")
def test_a_waiver_of_the_holder_for_one_game_is_nothing_to_the_files_of_others(eight: Path) -> None:
    other = eight.with_name("b.toml")
    other.write_text('chapter = "557"\nseats = 8\n', encoding="utf-8")
    found = {Path(report.file).name: report for report in check_folder(eight.parent)}
    assert found["a.toml"].ok and house_for("565", eight)["seats"] == 8
    assert [finding.rule for finding in found["b.toml"].findings if finding.level == "error"] == ["seats"]
    other.write_text('chapter = "557"\n', encoding="utf-8")
    assert "waivers" not in {finding.field for finding in check_file(other).findings}
    common = eight.with_name("holder.toml")
    common.write_text(common.read_text("utf-8").replace("565.2(a)", "999.2(a)"), encoding="utf-8")
    found = {Path(report.file).name: report for report in check_folder(eight.parent)}
    assert [(finding.rule, finding.line) for finding in found["holder.toml"].findings] == [("waiver-of-a-section", 3)]
    assert found["b.toml"].ok and [f.rule for f in found["a.toml"].findings if f.level == "error"] == ["seats"]


@pytest.mark.cites("521.5")
def test_waivers_of_the_holder_and_of_the_file_add_up(eight: Path) -> None:
    waiver = '[[waivers]]\nsection = "565.12(d)"\ngranted = 2010-12-01\n'
    eight.write_text(f'chapter = "565"\nseats = 8\n{waiver}[pair_plus]\n"Flush" = "2 to 1"\n', encoding="utf-8")
    report = check_file(eight)
    assert report.ok and {"seats", "pair_plus"} <= {finding.field for finding in report.findings if finding.waiver}
    assert house_for("565", eight)["seats"] == 8


@pytest.mark.cites("521.5")
@pytest.mark.parametrize(
    ("number", "given", "section"),
    [
        ("565", {"seats": 8}, "565.2(a)"),
        ("565", {"pair_plus": {"Flush": "2 to 1"}}, "565.12(d)"),
        ("559", {"three_card_bonus": {"Flush": "1 to 1"}}, "559.14(e)"),
        ("559", {"payout_limit": 1_000_000}, "559.14(c)"),
        ("563", {"payout_limit": 1_000_000}, "563.12(e)"),
        ("587", {"progressive_rate": 7.5, "progressive_wagers": "one"}, "587.12(e)(3)"),
        ("655a", {"payout_limit": 9_999_999}, "655a.12(b)"),
    ],
)
def test_a_table_is_played_with_what_is_waived_and_its_log_brings_it_back(
    number: str, given: dict[str, Any], section: str
) -> None:
    with pytest.raises(NotAuthorized):
        check_passes(number, given)
    table = played(number, {**given, "waivers": granted(section)})
    assert table.rounds == 2
    again = house_of(table.opening)
    assert again == table.house and again.waivers == table.house.waivers
    assert len(table.seats) == table.house.get("seats", len(table.seats))


@pytest.mark.cites("521.5")
def test_what_is_waived_is_what_the_table_uses() -> None:
    low = House.of("565", {"pair_plus": {"Flush": "2 to 1"}, "waivers": granted("565.12")})
    assert Odds.parse(dict(low.paytable("Pair Plus").rows)["Flush"]) == Odds.parse("2 to 1")
    limited = House.of("563", {"payout_limit": 1_000_000, "waivers": granted("563.12(e)")})
    assert (limited["payout_limit"], House.of("563")["payout_limit"]) == (1_000_000, 5_000_000)


@pytest.mark.cites("521.5")
@pytest.mark.parametrize(
    ("number", "given", "section"),
    [
        ("565", {"dealing": "foot"}, "565.5(c)(1)"),  # no procedure
        ("565", {"seats": 9}, "565.2(a)"),  # no room on the layout
        ("678a", {"seats": 7}, "678a.2(a)"),  # not enough cards
        ("635a", {"decks": 4}, "635a.3(a)"),  # no pay table for it
        ("565", {"dealing": "hand", "shuffler": False}, "565.9(a)(1)"),
    ],
)
def test_what_no_table_can_do_is_refused_in_one_sentence(number: str, given: dict[str, Any], section: str) -> None:
    with pytest.raises(NotAuthorized, match=r"waived by petition 2010-17.*not printed, compared or played"):
        House.of(number, {**given, "waivers": granted(section)})


@pytest.mark.cites("521.5")
@pytest.mark.parametrize("waivers", [7, ["565.2(a)"], [{"section": "565.2(a)"}], [{"section": "565", "granted": "x"}]])
def test_choices_have_only_waivers_that_are_granted(waivers: Any) -> None:
    with pytest.raises(NotAuthorized, match="a waiver among the choices") as caught:
        House.of("565", {"seats": 8, "waivers": waivers})
    assert caught.value.cite == "521.5"


@pytest.mark.cites("521.5")
def test_check_says_which_waived_choices_can_be_played(eight: Path) -> None:
    (seats,) = [
        f for f in check_document(document(eight), DATED | {"waivers": granted("565.2(a)")}).findings if f.field == "seats"
    ]
    assert (seats.level, seats.waiver, seats.playable) == ("warning", NAME, True)
    eight.write_text('chapter = "565"\ndealing = "foot"\n', encoding="utf-8")
    (foot,) = [
        f for f in check_document(document(eight), DATED | {"waivers": granted("565.5")}).findings if f.field == "dealing"
    ]
    assert (foot.level, foot.playable) == ("warning", False) and "not printed, compared or played" in foot.message


@pytest.mark.cites("521.5")
def test_sign_form_guide_and_comparison_show_the_waiver(eight: Path) -> None:
    filed = printing.filed(str(eight))
    assert filed.house["seats"] == 8 and len(felt_of(filed.house).seats) == 8
    (notice,) = [n for n in printing.sign([filed]).data["signs"][0]["notices"] if "waiver" in n["text"]]
    assert notice == {"text": f"Seats: by a waiver of § 565.2(a), {NAME}", "cite": "§ 565.2(a)"}
    (row,) = [row for row in printing.form(filed).data["rows"] if row["name"] == "Seats"]
    assert row["chosen"] == "8 players" and row["allowed"] == f"1 to 7. Waived by {NAME}"
    assert f"{notice['text']}." in printing.guide([filed]).data["games"][0]["choices"]
    lines = told(changes(read("565"), read(str(eight))))
    assert lines == ["Options", "  seats (§ 565.2(a)): 7 → 8", "Waived", f"  seats (§ 565.2(a)): new, {NAME}"]
    assert told(changes(read(str(eight)), read(str(eight)))) == []


@pytest.mark.cites("521.5")
def test_a_limit_below_its_floor_is_shown_too(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    waiver = '[[waivers]]\nsection = "633a.13(j)"\ngranted = 2011-01-05\n'
    words = 'chapter = "633a"\neffective = 2012-01-01\nlucky_ladies = true\npayout_limit = 2500000\n'
    path.write_text(words + waiver, encoding="utf-8")
    (row,) = [row for row in printing.form(printing.filed(str(path))).data["rows"] if row["name"] == "Payout limit"]
    assert "Waived by the waiver of 633a.13(j), granted 2011-01-05" in row["allowed"]
    path.write_text(words, encoding="utf-8")
    with pytest.raises(NotAuthorized, match="payout_limit"):
        printing.filed(str(path))


@pytest.mark.cites("521.5")
@pytest.mark.parametrize("payout", ["0 for 1", "10%", "100% of meter", "$50", "$0.01", "Push", "N/A", "9 for 10"])
@pytest.mark.parametrize(
    ("number", "option", "hand", "section"),
    [("565", "pair_plus", "Pair", "565.12(d)"), ("559", "three_card_bonus", "Pair", "559.14(e)")],
)
def test_no_waiver_makes_a_payout_of_another_kind(number: str, option: str, hand: str, section: str, payout: str) -> None:
    """The Board may let a house pay less, but odds stay odds: nobody loses more than his wager by winning."""
    given = {option: {hand: payout}, "waivers": granted(section)}
    with pytest.raises(NotAuthorized, match=r"must pay at least|odds are stated") as caught:
        House.of(number, given)
    assert "waived" not in caught.value.message
    assert House.of(number, {**given, option: {hand: "1 to 2"}}).paytable(option.replace("_", " ").title()).rows


@pytest.mark.cites("521.5")
@pytest.mark.parametrize(
    ("number", "given", "section", "rule"),
    [
        ("565", {"pair_plus": {"Pair": "1 to 20"}}, "565.12", "chips-pay"),
        ("565", {"smallest_chip": 3}, "565.7(b)", "chips-pay"),
        ("565", {"table_minimum": -1}, "565.7", "table_minimum"),
        ("565", {"seats": -1}, "565.2", "seats"),
        ("637a", {"rake_schedule": [-5]}, "637a.17", ""),
    ],
)
def test_chips_arithmetic_and_nonsense_are_not_waived(number: str, given: dict[str, Any], section: str, rule: str) -> None:
    with pytest.raises(NotAuthorized):
        check_passes(number, given | {"waivers": granted(section)})
    assert rule == "" or rule in given or not rules()[rule].waivable


@pytest.mark.cites("521.5")
def test_a_payout_limit_below_the_largest_wager_is_not_played() -> None:
    given = {"payout_limit": 1, "waivers": granted("559.14(c)")}
    with pytest.raises(NotAuthorized, match="not printed, compared or played"):
        game("559").check_house(House.of("559", given))


@pytest.mark.cites("521.5")
def test_a_waiver_without_a_date_of_the_submission_does_not_count(eight: Path) -> None:
    common = eight.with_name("holder.toml")
    common.write_text(common.read_text("utf-8").replace("effective = 2011-01-01\n", ""), encoding="utf-8")
    rules = {finding.rule for finding in check_file(eight).findings if finding.level == "error"}
    assert rules == {"seats", "waiver-in-time"}
    with pytest.raises(NotAuthorized, match="seats"):
        house_for("565", eight)


@pytest.mark.cites("521.5")
def test_a_waiver_is_for_the_holder_that_petitioned(eight: Path) -> None:
    eight.write_text('chapter = "565"\nholder = "Bob"\nseats = 8\n', encoding="utf-8")
    assert [finding.rule for finding in check_file(eight).findings if finding.level == "error"] == ["seats"]
    eight.write_text('chapter = "565"\nholder = "Ann"\nseats = 8\n', encoding="utf-8")
    assert check_file(eight).ok


@pytest.mark.cites("521.5")
def test_waivers_are_not_said_beside_a_submission(eight: Path) -> None:
    with pytest.raises(BadSubmission, match="stated in a submission"):
        house_for("565", eight, ['waivers=[{section="565.2(a)",granted="2010-12-01"}]'])


@pytest.mark.cites("521.5")
def test_a_grant_has_an_end_wherever_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    waiver = '[[waivers]]\nsection = "565.2(a)"\ngranted = 2010-12-01\nuntil = 2011-06-30\n'
    path.write_text(f'chapter = "565"\neffective = 2011-01-01\nseats = 8\n{waiver}', encoding="utf-8")
    (row,) = [row for row in printing.form(printing.filed(str(path))).data["rows"] if row["name"] == "Seats"]
    assert row["allowed"].endswith("granted 2010-12-01 until 2011-06-30 (§ 521.5)")
    assert house_for("565", path).given["waivers"] == [{"section": "565.2(a)", "granted": "2010-12-01", "until": "2011-06-30"}]


@pytest.mark.cites("521.5")
def test_a_replay_and_a_checklist_tell_what_was_waived(tmp_path: Path) -> None:
    house = House.of("565", {"seats": 8, "waivers": granted("565.2(a)")})
    log = tmp_path / "a.log"
    table = Table(game("565"), house, Chance(1), FileStore(log))
    table.close()
    release(table)
    found = verdict(log, replay(log, game), None, [])
    assert f"By leave of the Board: Seats: by a waiver of § 565.2(a), {NAME}." in found
    assert any("8 seats, by leave of the Board" in item.here for item in checklist(house))
    filed = report(House.of("565", {"pair_plus": {"Flush": "2 to 1"}, "waivers": granted("565.12(d)")}), [])
    assert filed["waived"] == [{"option": "pair_plus", "section": "565.12(d)", "by": NAME}]


@pytest.mark.cites("521.5")
def test_a_mistake_in_the_holders_file_is_told_there_and_nowhere_else(eight: Path) -> None:
    common = eight.with_name("holder.toml")
    common.write_text(common.read_text("utf-8").replace("granted =", "grantd ="), encoding="utf-8")
    found = {Path(report.file).name: report for report in check_folder(eight.parent)}
    (wrong,) = found["holder.toml"].findings
    assert (wrong.message, wrong.line, wrong.fix) == ('a waiver has no "grantd"; did you mean granted?', 3, "call it granted")
    assert [finding.rule for finding in found["a.toml"].findings if finding.level == "error"] == ["seats"]
    with pytest.raises(BadSubmission, match="check the folder"):
        check_file(common)


@pytest.mark.cites("521.5")
def test_a_date_that_is_none_is_the_only_thing_told_of_a_waiver(eight: Path) -> None:
    waiver = '[[waivers]]\nsection = "565.2(a)"\ngranted = "May 1, 2010"\n'
    eight.write_text(f'chapter = "565"\nholder = "Bob"\nseats = 8\n{waiver}', encoding="utf-8")
    found = [finding for finding in check_file(eight).findings if finding.field == "waivers"]
    assert [(finding.rule, finding.level) for finding in found] == [("waivers-listed", "error")]
    assert "2010-12-01" in found[0].fix


@pytest.mark.cites("521.5")
def test_one_file_is_asked_for_where_a_folder_is_named(eight: Path) -> None:
    with pytest.raises(BadSubmission, match="is a folder; name one file of it"):
        read(str(eight.parent))


@pytest.mark.cites("521.5")
@pytest.mark.parametrize(("section", "right"), [("565.2(a)", True), ("521.4", True), ("563.7(a)", False), ("565.99", False)])
def test_a_waiver_is_about_a_paragraph_of_its_own_chapter_or_a_general_one(tmp_path: Path, section: str, right: bool) -> None:
    path = tmp_path / "a.toml"
    waiver = f'[[waivers]]\nsection = "{section}"\npetition = "2010-17"\ngranted = 2010-12-01\n'
    path.write_text(f'chapter = "565"\neffective = 2011-01-01\n{waiver}', encoding="utf-8")
    wrong = [finding.rule for finding in check_file(path).findings if finding.level == "error"]
    assert wrong == ([] if right else ["waiver-of-a-section"])
