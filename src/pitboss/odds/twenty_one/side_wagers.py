"""The optional wagers on the first cards: every deal counted, and judged by the functions that settle it at the table."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from pitboss.cards import ACE, CLUBS, Card, rank, suit
from pitboss.games.blackjack.optional_wagers import (
    KING_OF_SPADES,
    QUEEN_OF_HEARTS,
    bet_the_set,
    in_between,
    is_royal_match,
    kings_bounty,
    royal_match,
    twenty_point_bonus,
)
from pitboss.games.blackjack.table import (
    BET_THE_SET,
    BOOK,
    IN_BETWEEN,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    MATCH,
    ROYAL_MATCH,
    SUPER_MATCH,
    WAGERS,
    deck,
)
from pitboss.games.spanish_21 import BOOK as SPANISH_BOOK
from pitboss.games.spanish_21 import deck as spanish_deck
from pitboss.games.twenty_one.points import POINTS
from pitboss.games.twenty_one.side_wagers import matches
from pitboss.hands import SUPER_MATCH as SUPER_MATCH_HANDS
from pitboss.house import House, fits_decks
from pitboss.odds.distribution import Distribution
from pitboss.odds.parts import Progress
from pitboss.odds.row import Row
from pitboss.rulebook import Paytable

Two = tuple[Card, Card]
Shoe = Counter[Card]
LOST = Fraction(-1)
CROWN = "Crown Treasure"


def two_cards(shoe: Shoe) -> Iterator[tuple[Two, int]]:
    """Every first two cards, in order, and in how many ways they are dealt."""
    for first in shoe:
        for second in shoe:
            yield (first, second), shoe[first] * (shoe[second] - (first == second))


def by_row(shoe: Shoe, row: Callable[[Two], str]) -> Counter[str]:
    """How many two-card deals win each row of a table."""
    found: Counter[str] = Counter()
    for two, ways in two_cards(shoe):
        found[row(two)] += ways
    return found


def dealer_blackjacks(shoe: Shoe) -> int:
    """How many ordered deals of two cards are a Blackjack."""
    tens = sum(n for card, n in shoe.items() if POINTS[card] == 10)
    return 2 * tens * sum(n for card, n in shoe.items() if POINTS[card] == 1)


def highest_pair(shoe: Shoe, card: Card, row: Callable[[Two, bool], str]) -> Counter[str]:
    """Deals of two cards to player and dealer, by row; only the pair of `card` asks what the dealer has."""
    four = shoe.total()
    dealers = (four - 2) * (four - 3)
    found: Counter[str] = Counter()
    for two, ways in two_cards(shoe):
        if two == (card, card):
            left = shoe - Counter(two)
            blackjacks = dealer_blackjacks(left)
            found[row(two, True)] += ways * blackjacks
            found[row(two, False)] += ways * (dealers - blackjacks)
        else:
            found[row(two, False)] += ways * dealers
    return found


def with_crown(shoe: Shoe) -> Counter[str]:
    """Deals of two cards to player and dealer, by the row of Royal Match 21; CROWN where both have a Royal Match."""
    four = shoe.total()
    dealers = (four - 2) * (four - 3)
    found: Counter[str] = Counter()
    for two, ways in two_cards(shoe):
        crowns = 0
        if is_royal_match(two):
            left = shoe - Counter(two)
            crowns = sum(n for theirs, n in two_cards(left) if is_royal_match(theirs))
        found[royal_match(two)] += ways * (dealers - crowns)
        found[CROWN] += ways * crowns
    return found


def with_up_card(shoe: Shoe, worth: Callable[[Two, Card], Fraction], ups: Iterable[Card]) -> Counter[Fraction]:
    """Deals of two cards and an up card by what they win, for the given up cards."""
    found: Counter[Fraction] = Counter()
    for up in ups:
        left = shoe - Counter([up])
        for two, ways in two_cards(left):
            found[worth(two, up)] += ways * shoe[up]
    return found


def net(table: Paytable, row: str) -> Fraction:
    """What a row wins in units of the wager, which is lost without a row."""
    odds = table.odds(row)
    return odds.value if odds is not None else LOST


def priced(counts: Counter[str], worth: Callable[[str], Fraction]) -> Distribution:
    """Rows of a table with their payouts."""
    found: Counter[Fraction] = Counter()
    for row, ways in counts.items():
        if ways:
            found[worth(row)] += ways
    return Distribution(dict(found))


@cache
def match_the_dealer(table: Paytable, shoe_cards: tuple[tuple[Card, int], ...]) -> Distribution:
    """Match-the-Dealer; where all suits are alike, up cards of clubs stand for all."""
    shoe: Shoe = Counter(dict(shoe_cards))

    def worth(two: Two, up: Card) -> Fraction:
        odds = matches(two, up, table)
        return odds.value if odds else LOST

    even = all(shoe[card] == shoe[4 * rank(card)] for card in shoe)
    found = with_up_card(shoe, worth, [card for card in shoe if not even or suit(card) == CLUBS])
    return Distribution({result: ways * (4 if even else 1) for result, ways in found.items()})


def in_between_counts(shoe: Shoe) -> Counter[str]:
    """In Between, by ranks: no suit matters."""
    number: Counter[int] = Counter()
    for card, n in shoe.items():
        number[rank(card)] += n
    found: Counter[str] = Counter()
    for a in number:
        for b in number:
            for up in number:
                ways = number[a] * (number[b] - (a == b)) * (number[up] - (a == up) - (b == up))
                found[in_between((4 * a, 4 * b), 4 * up)] += ways
    return found


def super_match_counts(shoe: Shoe) -> Counter[str]:
    """Super Match on four cards, by ranks."""
    number: Counter[int] = Counter()
    for card, n in shoe.items():
        number[rank(card)] += n
    found: Counter[str] = Counter()
    for four in combinations_with_replacement(range(ACE + 1), 4):
        ways = 1
        for r, times in Counter(four).items():
            ways *= comb(number[r], times)
        found[SUPER_MATCH_HANDS.category([4 * r for r in four])] += ways
    return found


def distribution(table: Paytable, shoe: Shoe, crown_treasure: bool) -> Distribution:
    """The odds of an optional wager of either chapter on one printed table."""
    if table.wager == MATCH:
        return match_the_dealer(table, tuple(shoe.items()))
    if table.wager == IN_BETWEEN:
        return priced(in_between_counts(shoe), lambda row: net(table, row))
    if table.wager == SUPER_MATCH:
        return priced(super_match_counts(shoe), lambda row: net(table, row))
    if table.wager == BET_THE_SET:
        return priced(by_row(shoe, bet_the_set), lambda row: net(table, "Pairs" if row and not table.odds(row) else row))
    if table.wager == ROYAL_MATCH and crown_treasure:
        both = net(table, "Royal Match") + crown(table)
        return priced(with_crown(shoe), lambda row: both if row == CROWN else net(table, row))
    if table.wager == ROYAL_MATCH:
        return priced(by_row(shoe, royal_match), lambda row: net(table, row))
    card, row = (QUEEN_OF_HEARTS, twenty_point_bonus) if table.wager == LUCKY_LADIES else (KING_OF_SPADES, kings_bounty)
    return priced(highest_pair(shoe, card, row), lambda row: net(table, row))


def crown(table: Paytable) -> Fraction:
    """What the Crown Treasure Bonus adds: it is printed "for 1" and paid beside the Royal Match."""
    odds = table.odds(CROWN)
    assert odds is not None
    return odds.value


def optional_rows(chapter: str, house: House, progress: Progress = None, wager: str = "") -> Iterator[Row]:
    """Every optional wager, or one, on every printed table that the number of decks allows, or on the one the house chose."""
    printed = [t for t in (SPANISH_BOOK if chapter == "635a" else BOOK).paytables if wager in ("", t.wager)]
    tables = [t for t in printed if fits_decks(t.condition, house["decks"]) and offered(chapter, house, t)]
    for done, table in enumerate(tables, 1):
        shoe = Counter(spanish_deck(house) if chapter == "635a" else deck(house))
        begin = time.perf_counter()
        found = distribution(table, shoe, bool(house.get("crown_treasure")))
        seconds = time.perf_counter() - begin
        yield Row(
            *(chapter, table.wager, table.table, table.condition, table.wager, found, found.edge),
            seconds=seconds,
            note=note(table, house),
        )
        if progress is not None:
            progress(done / len(tables))


def offered(chapter: str, house: House, table: Paytable) -> bool:
    """Whether a table is listed: all are, unless the house chose one by its letter."""
    if chapter == "635a":
        return True
    chosen = house.values[next(w.option for w in WAGERS if w.name == table.wager)]
    return not isinstance(chosen, str) or chosen in ("", table.table)


def note(table: Paytable, house: House) -> str:
    """What a reader of the row should know."""
    if table.wager == SUPER_MATCH:
        return "offered at Blackjack Switch only"
    if table.wager == ROYAL_MATCH:
        return "with the Crown Treasure Bonus" if house["crown_treasure"] else "without the Crown Treasure Bonus"
    if table.wager in (LUCKY_LADIES, KINGS_BOUNTY) and house["payout_limit"]:
        return "a single winner is never cut by the payout limit (§ 633a.13(j))"
    return ""
