"""Records on paper: everything that is to be ticked, logged, judged or filed is there, with a place for the signature."""

import tomllib
from datetime import date, datetime
from pathlib import Path

import pytest

from pitboss.desk.equipment import checklist
from pitboss.desk.fields import example, parse_record
from pitboss.desk.filing import check, filing_of
from pitboss.desk.register import read_register
from pitboss.desk.training import review
from pitboss.errors import PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.printing import Matter, filed, printed
from pitboss.printing.records import card_change_log, opening_checklist, petition, training_record
from pitboss.printing.table_tests import certificate, table_test
from pitboss.rulebook import chapter
from pitboss.school.dealing import Mark
from pitboss.school.judge import Verdict
from pitboss.school.lessons import lesson_of_seed
from pitboss.school.scripts import perfect
from pitboss.school.table_tests import Decision, read_criteria, score, usual_criteria
from tests.commands import pitboss
from tests.printing.reading import close, plain, reader

HERE = Path("a.toml")


def pages(matter: Matter) -> list[str]:
    """The words of every page."""
    return [plain(page.extract_text()) for page in reader(printed(matter, "pdf")[0]).pages]


@pytest.mark.parametrize("number", ["553", "645a"])
def test_a_checklist_has_every_thing_with_its_paragraphs_and_its_last_rows_beside_the_signature(number: str) -> None:
    each = filed(number)
    said = pages(opening_checklist(each))
    for item in checklist(each.house):
        assert close(item.section) in close(" ".join(said)), item
        assert item.thing == "layout" or close(item.here) in close(" ".join(said)), item
    assert "signature" in said[-1].lower() and "§" in said[-1]


def test_a_log_of_card_changes_is_one_sheet_and_says_when_the_next_is_due() -> None:
    (said,) = pages(card_change_log(filed("565"), datetime(2026, 3, 6, 20, 15)))
    assert "2026-03-06 20:15" in said and "2026-03-07 04:15 (cards)" in said and "SHIFT MANAGER, SIGNATURE" in said
    assert "20:15" not in pages(card_change_log(filed("565")))[0]


def test_a_training_record_has_every_dealer_game_test_and_gap(tmp_path: Path) -> None:
    path = tmp_path / "register.toml"
    path.write_text(example("training").replace("passed = true", "passed = false", 1), encoding="utf-8")
    register = read_register(path)
    found = review(register, date(2027, 3, 1))
    said = " ".join(pages(training_record(found, register)))
    assert "not passed 2026-05-01, Carl Example (pit boss)" in said and "SIGNATURE" in said
    for standing in found.standings:
        assert standing.dealer in said and standing.game in said
        assert all(close(gap.what) in close(said) for gap in standing.missing)


def test_a_scoring_sheet_is_judged_or_left_to_be_judged() -> None:
    acts = [
        Verdict("pay seat_2 Ante 1050", "right", "565.12(b)", "", ""),
        Verdict("discard stub", "wrong", "565.8(e)", "", "late"),
    ]
    judged, blank = (" ".join(pages(table_test(chapter("565"), acts, done, "Ann"))) for done in (True, False))
    assert "pay seat 2 Ante $10.50" in judged and "1 right, 1 wrong" in judged and "wrong: late" in judged
    assert "discard stub" in blank and "late" not in blank and "right" not in blank
    assert all("PIT BOSS OR HIGHER, NAME AND SIGNATURE" in sheet and "Ann" in sheet for sheet in (judged, blank))


def test_a_scoring_sheet_says_how_its_rounds_lie() -> None:
    """So that another examiner can deal them again: wagers, cards and decisions of every place, and totals said as points."""
    lesson = lesson_of_seed(game("633a"), House.of("633a"), 5, 3)
    acts = [Verdict(line.act, "", line.section, "", "") for line in perfect(lesson, frozenset()) if line.act]
    said = " ".join(pages(table_test(chapter("633a"), acts, False, "Ann", rounds=[lesson.round.steps], seed=5)))
    for words in ("by the shuffles of seed 5", "1 Seat 3 $25 Blackjack A♣ 9♦ stand", "1 Dealer 4♣ 2♠ 8♣ 5♣", "say seat 1 17"):
        assert words in said, said


def test_a_scoring_sheet_has_the_criteria_and_the_decision() -> None:
    """§ 527.5(a): the examiner's decision stands beside the points, which decide nothing."""
    marks = [Mark("pay", "565.12(b)", "", "right"), Mark("pay", "565.12(d)", "", "wrong")]
    scored = score(read_criteria(usual_criteria()), marks)
    decision = Decision(True, "Bo Kim", "pit boss", "2026-11-19", "calm hands")
    acts = [Verdict("pay seat_2 Ante 1050", "right", "565.12(b)", "", "")]
    said = " ".join(pages(table_test(chapter("565"), acts, True, "Ann", scored=scored, decision=decision)))
    assert "Winning wagers paid, to the cent 1 of 2 90% 10 of 20 not met" in said and "In all 80% 10 of 20 not met" in said
    assert "not demanded" in said and "Bo Kim, pit boss" in said and "Passed" in said and "calm hands" in said
    assert "November 19, 2026" in said


def test_a_certificate_is_for_those_who_may_deal(tmp_path: Path) -> None:
    path = tmp_path / "register.toml"
    path.write_text(example("training"), encoding="utf-8")
    register = read_register(path)
    day = date(2027, 3, 1)
    (dealer, *_) = register.dealers
    standings = review(register, day).standings
    said = " ".join(pages(certificate(register, standings, dealer, day)))
    games = [standing.game for standing in standings if standing.dealer == dealer.name and standing.may_deal]
    assert dealer.name in said and games and all(game in said for game in games)
    assert "§ 527.5(b)" in said and "Carl Example, pit boss" in said and "SIGNATURE" in said
    path.write_text(example("training").replace("passed = true", "passed = false"), encoding="utf-8")
    failed = read_register(path)
    with pytest.raises(PitbossError, match=r"may deal no game on 2027-03-01, and gets no certificate: .*not passed"):
        certificate(failed, review(failed, day).standings, failed.dealers[0], day)


@pytest.mark.parametrize("kind", ["new-game", "new-feature", "waiver"])
def test_a_petition_is_printed_whole_under_a_cover_and_says_what_it_lacks(kind: str) -> None:
    words = example(kind)
    filing = filing_of(parse_record(words, HERE))
    cover, *rest = pages(petition(filing, check(filing)))
    said = close(" ".join(rest))
    assert "Example Casino" in cover and "November 2, 2026 FILED ON" in cover and "RECEIVED FOR THE BOARD" in cover
    fields = ("description", "rules_of_play", "rules_of_wagering", "reason")
    assert all(close(value) in said for name, value in tomllib.loads(words).items() if name in fields)
    assert "Nevada" in rest[-1] and "SIGNATURE" in rest[-1] and "Not yet complete" not in rest[-1]
    bare = filing_of(parse_record(words.replace("reason =", "# reason ="), HERE))
    assert "it does not say why it is wanted" in " ".join(pages(petition(bare, check(bare))))


def test_records_are_printed_by_their_commands(tmp_path: Path) -> None:
    record, script = tmp_path / "petition.toml", tmp_path / "acts.txt"
    record.write_text(example("waiver"), encoding="utf-8")
    script.write_text("say no more bets\n", encoding="utf-8")
    for number, words in enumerate(
        (
            ("filing", str(record)),
            ("equipment", "565"),
            ("equipment", "565", "--log"),
            ("school", "565", "--answers"),
            ("school", "565", "--script", str(script), "--dealer", "Ann"),
        )
    ):
        out = tmp_path / f"{number}.pdf"
        done = pitboss(*words, "--out", str(out))
        assert done.returncode in (0, 1) and out.read_bytes()[:5] == b"%PDF-", done.stderr
    refused = pitboss("filing", str(record), "--out", str(record))
    assert refused.returncode == 2 and record.read_text(encoding="utf-8") == example("waiver")
    assert pitboss("equipment", "565", "--log").returncode == 2
