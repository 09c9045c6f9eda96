"""The optional wagers on the first cards: every deal counted, and judged by the functions that settle it at the table."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations_with_replacement
from math import comb
from typing import TypeVar

from pitboss.cards import ACE, CLUBS, Card, rank, suit
from pitboss.games import game
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
    IN_BETWEEN,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    MATCH,
    ROYAL_MATCH,
    SUPER_MATCH,
)
from pitboss.games.twenty_one.points import is_blackjack
from pitboss.games.twenty_one.side_wagers import matches
from pitboss.hands import SUPER_MATCH as SUPER_MATCH_HANDS
from pitboss.house import House, fits_decks
from pitboss.money import Odds
from pitboss.odds.distribution import Combination, Distribution, together
from pitboss.odds.paid import LOST, beside, classes_paid, net, paid, tables_of
from pitboss.odds.parts import Progress
from pitboss.odds.row import Row
from pitboss.rulebook import Paytable

Two = tuple[Card, Card]
Shoe = Counter[Card]
T = TypeVar("T")
CROWN = "Crown Treasure"  # player and dealer both have a Royal Match


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


def by_dealer(
    shoe: Shoe, asks: Callable[[Two], bool], having: Callable[[Two], bool], row: Callable[[Two, bool], str]
) -> Counter[str]:
    """Deals of two cards to player and dealer, by row; only some two cards ask whether the dealer has something."""
    dealers = (shoe.total() - 2) * (shoe.total() - 3)
    found: Counter[str] = Counter()
    for two, ways in two_cards(shoe):
        if asks(two):
            with_it = sum(number for dealers_two, number in two_cards(shoe - Counter(two)) if having(dealers_two))
            found[row(two, True)] += ways * with_it
            found[row(two, False)] += ways * (dealers - with_it)
        else:
            found[row(two, False)] += ways * dealers
    return found


def highest_pair(shoe: Shoe, card: Card, row: Callable[[Two, bool], str]) -> Counter[str]:
    """Deals of two cards to player and dealer, by row; only the pair of `card` asks whether the dealer has a Blackjack."""
    return by_dealer(shoe, lambda two: two == (card, card), lambda two: is_blackjack([*two]), row)


def with_up_card(shoe: Shoe, kind: Callable[[Two, Card], T], ups: Iterable[Card]) -> Counter[T]:
    """Deals of two cards and an up card by their kind, for the given up cards."""
    found: Counter[T] = Counter()
    for up in ups:
        left = shoe - Counter([up])
        for two, ways in two_cards(left):
            found[kind(two, up)] += ways * shoe[up]
    return found


@cache
def match_the_dealer(table: Paytable, shoe_cards: tuple[tuple[Card, int], ...]) -> tuple[Combination, ...]:
    """Match-the-Dealer by the suits of the matching cards; where all suits are alike, up cards of clubs stand for all."""
    shoe: Shoe = Counter(dict(shoe_cards))

    def kind(two: Two, up: Card) -> tuple[int, int, Odds | None]:
        same = sum(card == up for card in two)
        return same, sum(rank(card) == rank(up) for card in two) - same, matches(two, up, table)

    even = all(shoe[card] == shoe[4 * rank(card)] for card in shoe)
    found = with_up_card(shoe, kind, [card for card in shoe if not even or suit(card) == CLUBS])
    return tuple(
        Combination(matching(same, other), "", LOST if odds is None else str(odds), net(odds), ways * (4 if even else 1))
        for (same, other, odds), ways in found.items()
    )


def matching(same: int, other: int) -> str:
    """How many cards match the up card, of its suit and of others.

    >>> matching(0, 0), matching(1, 1), matching(2, 0)
    ('no matching card', '1 matching card of the same suit, 1 of a different suit', '2 matching cards of the same suit')
    """
    if not same:
        return f"{other} matching card{'s' * (other > 1)} of a different suit" if other else "no matching card"
    words = f"{same} matching card{'s' * (same > 1)} of the same suit"
    return f"{words}, {other} of a different suit" if other else words


def ranks_of(shoe: Shoe) -> Counter[int]:
    """The cards of a shoe by rank, where no suit matters."""
    number: Counter[int] = Counter()
    for card, n in shoe.items():
        number[rank(card)] += n
    return number


def in_between_counts(number: Counter[int]) -> Counter[str]:
    """In Between, by ranks."""
    found: Counter[str] = Counter()
    for a in number:
        for b in number:
            for up in number:
                ways = number[a] * (number[b] - (a == b)) * (number[up] - (a == up) - (b == up))
                found[in_between((4 * a, 4 * b), 4 * up)] += ways
    return found


def super_match_counts(shoe: Shoe) -> Counter[str]:
    """Super Match on four cards, by ranks."""
    number = ranks_of(shoe)
    found: Counter[str] = Counter()
    for four in combinations_with_replacement(range(ACE + 1), 4):
        ways = 1
        for r, times in Counter(four).items():
            ways *= comb(number[r], times)
        found[SUPER_MATCH_HANDS.category([4 * r for r in four])] += ways
    return found


def counts(wager: str, shoe: Shoe, crown_treasure: bool) -> Counter[str]:
    """How many deals win each row of an optional wager's table; none where the cards are paid one by one."""
    if wager == MATCH:
        return Counter()
    if wager == IN_BETWEEN:
        return in_between_counts(ranks_of(shoe))
    if wager == SUPER_MATCH:
        return super_match_counts(shoe)
    if wager == ROYAL_MATCH and crown_treasure:
        return by_dealer(shoe, is_royal_match, is_royal_match, lambda two, both: CROWN if both else royal_match(two))
    if wager in (BET_THE_SET, ROYAL_MATCH):
        return by_row(shoe, bet_the_set if wager == BET_THE_SET else royal_match)
    card, row = (QUEEN_OF_HEARTS, twenty_point_bonus) if wager == LUCKY_LADIES else (KING_OF_SPADES, kings_bounty)
    return highest_pair(shoe, card, row)


def combinations(table: Paytable, shoe: Shoe, crown_treasure: bool) -> tuple[Combination, ...]:
    """The classes of deals of an optional wager of either chapter on one table."""
    if table.wager == MATCH:
        return match_the_dealer(table, tuple(shoe.items()))
    found = classes_paid(counts(table.wager, shoe, crown_treasure), partial(paid, table))
    royal, crown = paid(table, "Royal Match"), paid(table, CROWN)
    return tuple(  # a Crown Treasure is paid beside the Royal Match
        replace(each, net=net(royal) + beside(crown), pays=f"{royal} and {crown}") if each.hand == CROWN else each
        for each in found
    )


def distribution(table: Paytable, shoe: Shoe, crown_treasure: bool) -> Distribution:
    """The odds of an optional wager of either chapter on one table."""
    return together(combinations(table, shoe, crown_treasure))


def hands(house: House, wager: str) -> list[str]:
    """The hands that are told apart for a wager."""
    found = counts(wager, shoe_of(house), bool(house.get("crown_treasure")))
    return [row for row, ways in found.items() if ways]


def shoe_of(house: House) -> Shoe:
    """The cards of a game of 21."""
    return Counter(game(house.chapter.chapter).deck(house))


def rows(chapter: str, house: House, progress: Progress = None, wager: str = "") -> Iterator[Row]:
    """Every optional wager, or one, on every printed table that the number of decks allows, or on the one in force."""
    wagers = dict.fromkeys(table.wager for table in house.chapter.paytables if wager in ("", table.wager))
    tables = [table for name in wagers for table in tables_of(house, name) if name in house.instead or offered(house, table)]
    shoe = shoe_of(house)
    for done, table in enumerate(tables, 1):
        about = (chapter, table.wager, table.table, table.condition, table.wager)
        yield Row.from_classes(about, combinations(table, shoe, bool(house.get("crown_treasure"))), note=note(table, house))
        if progress is not None:
            progress(done / len(tables))


def offered(house: House, table: Paytable) -> bool:
    """Whether a table is listed: all are that the number of decks allows, unless the house chose one by its letter."""
    chosen = house.chosen(table.wager)
    return fits_decks(table.condition, house["decks"]) and (not isinstance(chosen, str) or chosen in ("", table.table))


def note(table: Paytable, house: House) -> str:
    """What a reader of the row should know."""
    if table.wager == SUPER_MATCH:
        return "offered at Blackjack Switch only"
    if table.wager == ROYAL_MATCH:
        return "with the Crown Treasure Bonus" if house["crown_treasure"] else "without the Crown Treasure Bonus"
    if table.wager in (LUCKY_LADIES, KINGS_BOUNTY) and house["payout_limit"]:
        return "a single winner is never cut by the payout limit (§ 633a.13(j))"
    return ""
