"""Payouts that the text gives in a sentence: which they are, and that the table pays them as they stand in the data."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cases.banked import play_case
from pitboss.cases.reading import read_case
from pitboss.games.pai_gow.vigorish import vigorish
from pitboss.house import House
from pitboss.money import Odds
from pitboss.rulebook import Paytable, chapter, games
from pitboss.rulebook.chapters import VIGORISH

CASES = Path(__file__).parents[1] / "cases"
STATED = [stated for book in games() for stated in book.stated]
EVEN = "1 to 1"
# Every sentence of the sixteen chapters that says what a wager is paid, found by reading them.
READ = {
    ("555.11(f)(2)", "Ante"): [EVEN],
    ("555.13(b)", "Ante"): [EVEN],
    ("557.12(a)(1)", "Ante"): [EVEN],
    ("557.12(a)(1)", "Play"): [EVEN],
    ("561.13(m)", "Pai Gow Poker"): [EVEN, "5% of the amount won"],
    ("563.12(b)", "Ante"): [EVEN],
    ("563.12(b)", "Flop"): [EVEN],
    ("563.12(b)", "Turn"): [EVEN],
    ("563.12(b)", "River"): [EVEN],
    ("563.12(d)", "Bonus"): ["1000 to 1"],
    ("565.12(a)", "Ante"): [EVEN],
    ("565.12(b)", "Ante"): [EVEN],
    ("565.12(b)", "Play"): [EVEN],
    ("587.12(b)", "Ante"): [EVEN],
    ("633a.12(a)(5)(i)", "Blackjack"): [EVEN],
    ("633a.13(a)", "Blackjack"): ["3 to 2", EVEN],
    ("633a.13(b)", "Insurance"): ["2 to 1"],
    ("635a.8(e)", "Spanish 21"): [EVEN],
    ("635a.12(a)", "Spanish 21"): ["3 to 2", EVEN],
    ("635a.12(b)", "Spanish 21"): [EVEN],
    ("635a.12(b)(1)", "Spanish 21"): ["3 to 2"],
    ("635a.12(b)(2)", "Spanish 21"): ["2 to 1", "3 to 1"],
    ("635a.12(b)(3)", "Spanish 21"): ["3 to 2"],
    ("635a.12(b)(4)", "Spanish 21"): ["2 to 1", "3 to 1"],
    ("635a.12(b)(5)", "Spanish 21"): ["3 to 2"],
    ("635a.12(b)(6)", "Spanish 21"): ["2 to 1"],
    ("635a.12(b)(7)", "Spanish 21"): ["3 to 1"],
    ("635a.12(c)(1)", "Additional fixed payout"): ["$1,000"],
    ("635a.12(c)(2)", "Additional fixed payout"): ["$5,000"],
    ("635a.12(c)(3)", "Additional fixed payout"): ["$50"],
    ("635a.12(d)", "Insurance"): ["2 to 1"],
    ("645a.12(j)", "Bank"): ["5% of the surplus"],
    ("645a.12(l)", "Bank"): ["5% of the bank's half of the surplus"],
    ("645a.12(m)", "Pai Gow Poker"): ["5% of the amount won"],
    ("645a.13(a)", "Pai Gow Poker"): [EVEN, "5% of the amount won"],
    ("657a.12(a)", "Ante"): [EVEN],
    ("657a.12(a)", "Play"): [EVEN],
    ("677a.12(a)", "Ante"): [EVEN],
    ("677a.12(a)", "Raise"): [EVEN],
    ("678a.12(a)", "Ante"): [EVEN],
    ("678a.12(a)", "Raise"): [EVEN],
}


def test_every_sentence_about_a_payout_is_listed() -> None:
    assert {(p.section, p.wager): [payout for _, payout in p.rows] for p in STATED} == READ
    assert len(STATED) == len(READ)
    assert {(p.kind, p.table) for p in STATED} == {("stated", "")}


@pytest.mark.parametrize("stated", STATED, ids=lambda p: f"{p.section}-{p.wager}")
def test_the_table_pays_what_is_stated(stated: Paytable) -> None:
    """In the rule cases of the paragraph every step that cites it pays one of its rows, and each row is paid in some case."""
    section, wager = stated.section, stated.wager
    if section == "635a.12(b)":
        section = "635a.12(a)"  # what is doubled is paid as everything else (§ 635a.10(c))
    rows = {_row(hand, payout) for hand, payout in stated.rows}
    paid: set[object] = set()
    for path in sorted((CASES / stated.chapter).glob("*.toml")):
        if f'"{stated.section}' not in path.read_text(encoding="utf-8"):
            continue
        _, finished = play_case(read_case(path))
        for step in finished.steps:
            if step.cite != section or not step.wager.startswith(wager):
                continue
            if step.act == "pay":
                paid.add(Odds.parse(step.note))
            elif step.act == "bonus":
                paid.add(Odds("amount", Fraction(step.cents)))
            elif step.act == "vigorish":
                paid.add(VIGORISH)
        if rows <= paid:
            break
    assert rows <= paid, f"no case pays {rows - paid}"
    others = {_row(hand, payout) for p in STATED if (p.section, p.wager) == (section, wager) for hand, payout in p.rows}
    assert paid <= rows | others


def _row(hand: str, payout: str) -> object:
    return VIGORISH if hand == VIGORISH else Odds.parse(payout)


@pytest.mark.parametrize("cite", [section for (section, _), rows in READ.items() if any("%" in row for row in rows)])
def test_the_vigorish_is_what_the_sentence_says(cite: str) -> None:
    """The house takes one dollar of twenty that are won, by every sentence that states a vigorish."""
    number = cite.partition(".")[0]
    assert chapter(number).vigorish(cite) == Fraction(1, 20)
    assert vigorish(House.of(number), 20_00, cite) == 1_00


def test_no_sentence_is_taken_for_a_printed_table() -> None:
    """A wager with both has its table, and a wager that only sentences are about has none."""
    assert House.of("563").paytable("Bonus").kind == "floor"
    assert House.of("587").paytable("Play").kind == "odds"
    printed = {(book.chapter, p.wager) for book in games() for p in book.paytables}
    only = {(p.chapter, p.wager) for p in STATED} - printed
    assert ("565", "Ante") in only and ("563", "Bonus") not in only
    for number, wager in only:
        assert not any(p.wager == wager for p in chapter(number).paytables)


def test_tables_and_sentences_are_listed_in_the_order_of_the_chapter() -> None:
    sections = [p.section for p in chapter("563").payouts]
    assert sections == ["563.12(b)"] * 4 + ["563.12(c)", "563.12(d)"]
    for book in games():
        assert sorted(book.payouts, key=id) == sorted((*book.paytables, *book.stated), key=id)
