"""The printed wagers of the chapters, written as drafts, give the integers of the chapters' own solvers."""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from pitboss.cards import JOKER
from pitboss.drafts import printed
from pitboss.drafts.conditions import parse_cards
from pitboss.drafts.pricing import price_wager
from pitboss.drafts.printed import PrintedWager
from pitboss.drafts.reading import Draft, wager_in
from pitboss.games.pai_gow.bonus_wagers import QUALIFYING
from pitboss.house import House, fits_decks
from pitboss.odds import side_wagers
from pitboss.odds.catalogue import rows
from pitboss.odds.distribution import Distribution
from pitboss.odds.pai_gow.bonus import bonus_distribution, hands_by_row
from pitboss.rulebook import Paytable, chapter

WAGERS = printed.printed_wagers()
DECKS = {"single deck": 1, "two decks": 2, "six decks": 6, "eight decks": 8}
SMALL = "3 to 8"  # 28 cards are left
NOT_HERE = {"587": "Progressive Payout", "655a": "Progressive Payout"}  # a fold forfeits them


def house_of(table: Paytable) -> House:
    """A house that plays by a table."""
    decks = {"decks": DECKS.get(table.condition, 6)} if table.chapter in ("633a", "635a") else {}
    if table.wager == "Super Match":
        decks["blackjack_switch"] = True
    return House.of(table.chapter, decks)


def draft_of(wager: PrintedWager, table: Paytable, house: House) -> dict[str, Any]:
    """The draft of a wager on one printed table, with the meter of a house and seven cards from a small deck."""
    draft = printed.draft_of(wager, table, house.get("decks") or 1)
    if sum(wager.deal.values()) == 7:
        draft["deck"] = {"without": SMALL, **draft["deck"]}
    paid = [hand for hand, _ in table.rows if str(table.odds(hand)) != "N/A" and hand != "Crown Treasure"]
    assert {row["hand"] for row in draft["row"]} == set(paid)
    if "progressive_wager" in house.values and "rogressive" in table.wager:
        draft["wager"] |= {
            "amount": f"${house['progressive_wager'] / 100:.2f}",
            "meter": f"${house['progressive_initial'] / 100:,.2f}",
        }
    return draft


@cache
def solved(number: str, wager: str, decks: int, switch: bool) -> dict[tuple[str, str], Distribution]:
    """What the chapter's own solver says, by table and condition."""
    given: dict[str, Any] = {"decks": decks, "crown_treasure": False} if number == "633a" else {"decks": decks} if decks else {}
    found = rows(number, given | ({"blackjack_switch": True} if switch else {}), wager=wager)
    return {(row.table, row.condition): row.distribution for row in found if row.distribution is not None}


def chances(distribution: Distribution) -> dict[Fraction, Fraction]:
    return {net: Fraction(count, distribution.deals) for net, count in distribution.counts.items() if count}


CASES = [(wager, table) for wager in WAGERS for table in wager.tables]


def on_a_small_deck(house: House, table: Paytable) -> Distribution:
    """What the chapter's own solver says of a wager on seven cards of a deck without the ranks in SMALL."""
    deck = tuple(card for card in range(JOKER) if card not in parse_cards(SMALL))
    if table.chapter == "645a":
        return bonus_distribution(table, hands_by_row(table.wager, (*deck, JOKER)), QUALIFYING)
    [side] = side_wagers.sides_of(table.chapter, table.wager)
    row = side_wagers.row_of(side, house, table, deck)
    assert row.distribution is not None
    return row.distribution


@cache
def counted(place: int, hands: tuple[str, ...], number: str, decks: int) -> dict[str, int]:
    """How many deals win each row, which does not depend on what it pays."""
    wager = WAGERS[place]
    table = next(t for t in wager.tables if t.chapter == number)
    house = house_of(table) if not decks else House.of(number, {"decks": decks})
    draft = draft_of(wager, table, house)
    draft["row"] = [{"hand": hand, "when": wager.rows[hand], "pays": "1 to 1"} for hand in hands]
    return {line.hand: line.deals for line in price_wager(wager_in(Draft.of_data(draft))).lines}


@pytest.mark.parametrize(("wager", "table"), CASES, ids=[f"{t.chapter}-{t.wager}-{t.table or t.condition}" for _, t in CASES])
def test_a_printed_wager_as_a_draft_has_the_same_distribution(wager: PrintedWager, table: Paytable) -> None:
    house = house_of(table)
    decks = house["decks"] if table.chapter in ("633a", "635a") else 0
    known = solved(table.chapter, table.wager, decks, table.wager == "Super Match")
    expected = next(
        distribution
        for (letter, condition), distribution in known.items()
        if letter == table.table and ("deck" not in condition or fits_decks(table.condition, decks))
    )
    made = wager_in(Draft.of_data(draft_of(wager, table, house)))
    if sum(made.deal.values()) == 7:  # whole decks take minutes; the chapters' own tests have their golden integers
        expected = on_a_small_deck(house, table)
    if wager.every_row:
        assert chances(price_wager(made).distribution) == chances(expected)
        return
    [bet] = made.bets
    deals = counted(WAGERS.index(wager), tuple(row.hand for row in bet.rows), table.chapter, decks)
    nets = {row.hand: row.pays.net(made.amount, made.meter) for row in bet.rows}
    found: Counter[Fraction] = Counter()
    for hand, number in deals.items():
        found[nets.get(hand, Fraction(-1))] += number
    assert chances(Distribution(found)) == chances(expected)


def test_every_printed_wager_on_cards_is_here() -> None:
    here = {(number, wager.name) for wager in WAGERS for number in wager.chapters} | set(NOT_HERE.items())
    games = {
        "Bet",
        "Ante Bonus",
        "Play",
        "Blind",
        "Let It Ride Poker",
        "Mississippi Stud",
        "Odds",
        "Bad Beat Bonus",
        "Super Bonus",
    }
    seven = {"Fortune Bonus", "Emperor's Treasure"}
    for number in ("555", "557", "559", "563", "565", "587", "633a", "635a", "645a", "655a", "657a", "677a", "678a"):
        for table in chapter(number).paytables:
            if (
                "Envy" not in table.wager
                and table.wager not in games | seven
                and (number, table.wager) != ("645a", "Progressive Payout")
            ):
                assert (number, table.wager) in here
