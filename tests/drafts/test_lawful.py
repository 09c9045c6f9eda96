"""Whether a draft is lawful in Pennsylvania is said with the paragraph that decides it."""

from typing import Any

import pytest

from pitboss.drafts.blackjack import game_in, lawful
from pitboss.drafts.lawfulness import Verdict, judge
from pitboss.drafts.printed import PrintedWager, draft_of, printed_wagers
from pitboss.drafts.quote import price
from pitboss.drafts.reading import Draft, wager_in
from pitboss.rulebook import Paytable

PRINTED = '[deck]\ndecks = 6\n[blackjack]\nsurrender = "late"\nhit_split_aces = true\nresplit_aces = true\n'
OTHER = {
    'blackjack_pays = "6 to 5"': "633a.13(a)",
    "ties_lose = true": "633a.7(q)",
    "push_22 = true": "633a.7(p)(1)",
    'soft_17 = "hit"': "633a.7(n)",
    'hole_card = "none"': "633a.7(h)",
    "both_cards_shown = true": "633a.7(h)",
    "split_hands = 1": "633a.11(a)",
    'double = "9 to 11"': "633a.10(a)",
    "double_after_split = false": "633a.10(a)",
    "free_doubles = [9, 10, 11]": "633a.10(a)",
    "charlie = 7": "633a.7(p)",
    "drawn_21_wins = true": "633a.7(p)",
    "rescue = true": "633a.9(a)",
    "surrender_up_cards = [10]": "633a.9(a)",
    "double_split_aces = false": "633a.10(a)",
}


@pytest.mark.quick
def test_the_rules_of_the_chapter_are_lawful() -> None:
    assert lawful(game_in(Draft.of(PRINTED)))[0]


@pytest.mark.quick
@pytest.mark.parametrize("rule", OTHER)
def test_another_rule_is_not_and_the_paragraph_says_so(rule: str) -> None:
    found, _, section = lawful(game_in(Draft.of(PRINTED + rule + "\n")))
    assert (found, section) == (False, OTHER[rule])


# ---------------------------------------------------------------------------- wagers on dealt cards

DECKS = {"single deck": 1, "two decks": 2, "eight decks": 8}
TABLES = [(printed, table) for printed in printed_wagers() for table in printed.tables]
PAIR_PLUS = {
    "straight flush": "40 to 1",
    "three of a kind": "30 to 1",
    "straight": "6 to 1",
    "flush": "4 to 1",
    "pair": "1 to 1",
}


def three_cards(rows: dict[str, str], over: str = "") -> dict[str, Any]:
    return {"deal": {"player": 3}, "row": [{"when": when + over, "pays": pays} for when, pays in rows.items()]}


def verdict(data: dict[str, Any]) -> Verdict:
    return judge(wager_in(Draft.of_data(data)))


@pytest.mark.parametrize(
    ("printed", "table"), TABLES, ids=[f"{t.chapter}-{t.wager}-{t.table or t.condition}" for _, t in TABLES]
)
def test_every_printed_wager_is_lawful_and_its_chapter_is_named(printed: PrintedWager, table: Paytable) -> None:
    found = verdict(draft_of(printed, table, DECKS.get(table.condition, 6)))
    assert found.lawful
    assert found.section.split("(")[0] in {one.section.split("(")[0] for other, one in TABLES if other.name == table.wager}


@pytest.mark.parametrize(("printed", "table"), TABLES[::3], ids=[f"{t.chapter}-{t.wager}-{t.table}" for _, t in TABLES[::3]])
def test_a_payout_that_no_chapter_prints_is_not_lawful(printed: PrintedWager, table: Paytable) -> None:
    draft = draft_of(printed, table, DECKS.get(table.condition, 6))
    draft["row"][-1]["pays"] = "1 to 7"
    found = verdict(draft)
    assert (found.lawful, "no printed wager" in found.remark) == (False, False)


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, (True, "565.12(d)")),
        ({"flush": "5 to 1"}, (True, "565.12(d)")),  # a holder may pay more
        ({"straight": "4 to 1"}, (False, "565.12(d)")),
        ({"pair": "1 to 2"}, (False, "565.12(d)")),
    ],
)
@pytest.mark.parametrize("over", ["", " in player"])
def test_payouts_decide_where_the_same_deals_win(changed: dict[str, str], expected: tuple[bool, str], over: str) -> None:
    found = verdict({"name": "Pair Plus", **three_cards(PAIR_PLUS | changed, over)})
    assert (found.lawful, found.section) == expected


def test_other_words_for_the_same_deals_are_the_same_wager() -> None:
    rows = {"run and suited": "40 to 1", "same rank": "30 to 1", "run": "6 to 1", "suited": "4 to 1", "ranks = 2": "1 to 1"}
    assert verdict({"name": "Pair Plus", **three_cards(rows)}).section == "565.12(d)"


@pytest.mark.parametrize(
    "data",
    [
        {"deal": {"player": 2}, "row": [{"when": "pair of jacks or better", "pays": "11 to 1"}]},
        three_cards(PAIR_PLUS | {"queen high or better": "push"}),  # more deals win
        three_cards({"royal flush and count(As) = 1": "N/A"} | PAIR_PLUS),  # one deal in 22,100 loses
        three_cards({"flush and count(As) = 1 and count(Ks) = 1": "9 to 1"} | PAIR_PLUS),  # the hand does not decide
        {**three_cards(PAIR_PLUS), "deck": {"decks": 2}},
        {**three_cards(PAIR_PLUS), "wager": {"given": "not suited"}},
        {**three_cards(PAIR_PLUS), "bet": [{"name": "a", "size": 2}]},
    ],
)
def test_nothing_is_said_of_a_wager_that_no_chapter_prints(data: dict[str, Any]) -> None:
    found = verdict(data)
    assert (found.lawful, found.section) == (None, "521.4")


def test_a_wager_without_a_printed_name_is_judged_by_any() -> None:
    rows = three_cards(PAIR_PLUS | {"straight flush": "35 to 1"})
    assert verdict({"name": "Three Card Bonus", **rows}).lawful is False
    assert verdict({"name": "Three of Mine", **rows})[::2] == (True, "565.12(d)")


def test_the_bet_decides_what_dollars_are_worth() -> None:
    [printed] = [printed for printed in printed_wagers() if (printed.name, *printed.chapters) == ("Progressive Payout", "555")]
    draft = draft_of(printed, printed.tables[0])
    assert verdict(draft).lawful
    draft["wager"]["amount"] = "$7"
    assert verdict(draft).lawful is None


@pytest.mark.parametrize(
    ("pays", "expected"),
    [
        ({}, True),
        ({"Straight flush": "4 to 1", "Three-of-a-kind": "3 to 1"}, True),  # table B of 565.12(f)
        ({"Straight flush": "4 to 1", "Three-of-a-kind": "9 to 1"}, False),
    ],
)
def test_a_printed_game_on_a_printed_table_is_lawful(pays: dict[str, str], expected: bool) -> None:
    quote = price({"chapter": "565", "wager": "Ante Bonus", "table": "A", "pays": pays})
    assert (quote.lawful, quote.section) == (expected, "565.12(f)")
