"""How many of the dealer's hands are below, equal to and above each hand of a player, from what is left of the deck.

Hands that share no card with the player's are counted by inclusion and exclusion: all hands below a value, less those that
hold a given card of the player, plus those that hold two given ones, and so on. How many hands of the dealer hold a given set
of cards and are below each value is tabulated once per suit class of the set. Where a card of the dealer is seen, it belongs to
every such set. So a player's hand of five cards costs 32 look-ups for each card the dealer may show, whatever he holds besides.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands import Ranking, Value
from pitboss.hands.kernels import Table, code_of, codes, table, values
from pitboss.hands.tables import compiled
from pitboss.odds.against_dealer.classes import FULL_DECK, Deck, suit_classes

Numbers = NDArray[np.int64]
Places = NDArray[np.uint8]
Counts = NDArray[np.int32]
CHOOSE: Numbers = np.array([[comb(n, k) for k in range(8)] for n in range(53)], np.int64)


class Showdowns(NamedTuple):
    """Every class of a player's hands, and how many hands the dealer may have against it.

    `below` and `up_to` count the dealer's hands below the player's and not above it, `unopened` those with which he does not
    open; a row per class, a column per card that he may show (only one where he shows none).
    """

    hands: Places  # cards, a row per class
    sizes: Numbers  # hands in the class
    value: Numbers  # place of the hand's value in the order of all values
    below: Counts
    up_to: Counts
    unopened: Counts
    deals: int  # the dealer's hands in each cell
    up_cards: Places  # the card that he shows in each cell, empty where he shows none


def order(ranking: Ranking) -> tuple[list[Value], NDArray[np.uint16]]:
    """All values of a ranking from the lowest up, and for every code the place of its value."""
    known = values(ranking)
    place_of = np.zeros(1 << 16, np.uint16)
    place_of[list(known)] = np.arange(len(known))
    return list(known.values()), place_of


def lowest_opening(ranking: Ranking, opens: Callable[[Value], bool] | None) -> int:
    """The place of the lowest value with which the dealer opens."""
    return next(place for place, value in enumerate(values(ranking).values()) if opens is None or opens(value))


@compiled
def _tabulate(
    begin: int,
    end: int,
    sets: Places,
    deck: Places,
    number: int,
    tables: Table,
    place_of: NDArray[np.uint16],
    below: Any,
) -> None:
    """Counts, for sets of cards, the hands of `number` more cards that hold the set, in the row after their value's."""
    start, keys, bits, displacement, code, flush = tables
    rest = np.zeros(len(deck), np.uint8)
    key = np.zeros(number, np.uint64)
    suits = np.zeros(number, np.uint64)
    for which in range(begin, end):
        key[0], suits[0] = start, np.uint64(0)
        left, taken = 0, 0
        for place in range(len(deck)):
            if taken < sets.shape[1] and sets[which, taken] == place:
                key[0] += keys[deck[place]]
                suits[0] |= bits[deck[place]]
                taken += 1
            else:
                rest[left] = deck[place]
                left += 1
        chosen = np.arange(number)
        depth = 0
        while depth >= 0:
            while depth < number - 1:
                card = rest[chosen[depth]]
                key[depth + 1] = key[depth] + keys[card]
                suits[depth + 1] = suits[depth] | bits[card]
                depth += 1
                chosen[depth] = chosen[depth - 1] + 1
            for last in range(chosen[depth], left):
                card = rest[last]
                found = code_of(key[depth] + keys[card], suits[depth] | bits[card], displacement, code, flush)
                below[place_of[found] + 1, which] += 1
            depth -= 1
            while depth >= 0 and chosen[depth] == left - number + depth:
                depth -= 1
            if depth >= 0:
                chosen[depth] += 1


@compiled
def _accumulate(begin: int, end: int, below: Any) -> None:
    for row in range(1, below.shape[0]):
        for which in range(begin, end):
            below[row, which] += below[row - 1, which]


@compiled
def _choose(places: Places, chosen: int, before: int) -> int:
    """The number of a set: the chosen ones of some places, those from `before` on with one more place below them."""
    index, rank = 0, 1
    for i in range(len(places)):
        if i == before:
            rank += 1
        if chosen >> i & 1:
            index += CHOOSE[places[i], rank]
            rank += 1
    return index


@compiled
def _bits_in(number: int) -> int:
    found = 0
    while number:
        number &= number - 1
        found += 1
    return found


@compiled
def _gather(
    begin: int,
    end: int,
    hands: Places,
    opening: int,
    common: int,
    of_set: NDArray[np.int32],
    tabulated: Any,
    dealt: Showdowns,
) -> None:
    """Adds or takes away the dealer's hands that hold `common` given cards of the player's; no card of the dealer is seen."""
    _, _, value, below, up_to, unopened, _, _ = dealt
    number = hands.shape[1]
    sign = 1 - 2 * (common & 1)
    for hand in range(begin, end):
        lower, higher, closed = tabulated[value[hand]], tabulated[value[hand] + 1], tabulated[opening]
        for chosen in range(1 << number):
            if _bits_in(chosen) != common:
                continue
            which = of_set[_choose(hands[hand], chosen, number)]
            below[hand, 0] += sign * np.int32(lower[which])
            up_to[hand, 0] += sign * np.int32(higher[which])
            unopened[hand, 0] += sign * np.int32(closed[which])


@compiled
def _gather_with_up_card(
    begin: int,
    end: int,
    hands: Places,
    opening: int,
    common: int,
    of_set: NDArray[np.int32],
    tabulated: Any,
    dealt: Showdowns,
) -> None:
    """The same for every card that the dealer may show; the table is that of sets with this card beside the common ones."""
    _, _, value, below, up_to, unopened, _, _ = dealt
    number, cells = hands.shape[1], below.shape[1]
    sign = 1 - 2 * (common & 1)
    for hand in range(begin, end):
        lower, higher, closed = tabulated[value[hand]], tabulated[value[hand] + 1], tabulated[opening]
        for chosen in range(1 << number):
            if _bits_in(chosen) != common:
                continue
            for gap in range(number + 1):  # the card seen lies between two of the player's
                first = np.int64(hands[hand, gap - 1]) + 1 if gap else 0
                last = np.int64(hands[hand, gap]) if gap < number else cells + number
                index = _choose(hands[hand], chosen, gap)
                rank = _bits_in(chosen & (1 << gap) - 1) + 1
                for up in range(first, last):
                    which = of_set[index + CHOOSE[up, rank]]
                    below[hand, up - gap] += sign * np.int32(lower[which])
                    up_to[hand, up - gap] += sign * np.int32(higher[which])
                    if opening:
                        unopened[hand, up - gap] += sign * np.int32(closed[which])


@compiled
def _gather_whole(
    begin: int,
    end: int,
    hands: Places,
    opening: int,
    common: int,
    up_card: bool,
    deck: Places,
    tables: Table,
    place_of: NDArray[np.uint16],
    dealt: Showdowns,
) -> None:
    """The same for sets that are all of the dealer's hand."""
    _, _, value, below, up_to, unopened, _, _ = dealt
    start, keys, bits, displacement, code, flush = tables
    number = hands.shape[1]
    sign = 1 - 2 * (common & 1)
    for hand in range(begin, end):
        for chosen in range(1 << number):
            if _bits_in(chosen) != common:
                continue
            key, suits = start, np.uint64(0)
            for i in range(number):
                if chosen >> i & 1:
                    card = deck[hands[hand, i]]
                    key += keys[card]
                    suits |= bits[card]
            up, gap = 0, 0
            for cell in range(below.shape[1]):
                whole, all_suits = key, suits
                if up_card:
                    while gap < number and hands[hand, gap] == up:
                        up, gap = up + 1, gap + 1
                    whole += keys[deck[up]]
                    all_suits |= bits[deck[up]]
                    up += 1
                place = np.int64(place_of[code_of(whole, all_suits, displacement, code, flush)])
                below[hand, cell] += sign * (place < value[hand])
                up_to[hand, cell] += sign * (place <= value[hand])
                unopened[hand, cell] += sign * (place < opening)


def in_parts(work: Callable[..., None], number: int, *arguments: Any) -> None:
    """Does compiled work on the numbers from 0 to `number`, which it takes in pieces, in as many threads as there are cores."""
    cores = os.cpu_count() or 1
    pieces = min(number, 16 * cores)
    edges = [number * i // pieces for i in range(pieces + 1)]
    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(lambda begin, end: work(begin, end, *arguments), edges[:-1], edges[1:]))


def _below(ranking: Ranking, deck: Deck, sets: Places, number: int, place_of: NDArray[np.uint16]) -> Any:
    """A table with a row per value and a column per set: how many hands of `number` cards hold the set and are below."""
    more = number - sets.shape[1]
    fits = np.min_scalar_type(comb(len(deck) - sets.shape[1], more))
    below = np.zeros((len(values(ranking)) + 1, len(sets)), fits)
    cards, tables = np.array(deck, np.uint8), table(ranking, number)
    in_parts(_tabulate, len(sets), sets, cards, more, tables, place_of, below)
    in_parts(_accumulate, len(sets), below)
    return below


def showdowns(
    ranking: Ranking,
    player: int,
    dealer: int,
    up_card: bool = False,
    opens: Callable[[Value], bool] | None = None,
    deck: Deck = FULL_DECK,
) -> Showdowns:
    """Counts the dealer's hands of `dealer` cards against every class of a player's hands of `player` cards.

    >>> from pitboss.hands import THREE_CARD
    >>> three = showdowns(THREE_CARD, 3, 3)
    >>> len(three.sizes), three.deals, int(three.below[-1, 0])  # all but the three other mini royal flushes
    (1755, 18424, 18421)
    """
    classes = suit_classes(deck, player)
    _, place_of = order(ranking)
    cards = np.array(deck, np.uint8)
    value = place_of[codes(ranking, cards[classes.first])].astype(np.int64)
    weakest_first = np.argsort(value, kind="stable")
    places, value = np.ascontiguousarray(classes.first[weakest_first]), value[weakest_first]
    opening = lowest_opening(ranking, opens)
    left = len(deck) - player
    cells = (len(places), left if up_card else 1)
    dealt = Showdowns(
        *(cards[places], classes.sizes[weakest_first], value),
        *(np.zeros(cells, np.int32), np.zeros(cells, np.int32), np.zeros(cells, np.int32)),
        comb(left - up_card, dealer - up_card),
        _not_held(places, cards) if up_card else np.zeros((len(places), 0), np.uint8),
    )
    for common in range(min(player, dealer - up_card) + 1):
        held = common + up_card
        if held < dealer:
            sets = suit_classes(deck, held)
            tabulated = _below(ranking, deck, sets.first, dealer, place_of)
            gather = _gather_with_up_card if up_card else _gather
            in_parts(gather, len(places), places, opening, common, sets.of_set, tabulated, dealt)
        else:
            tables = table(ranking, dealer)
            in_parts(_gather_whole, len(places), places, opening, common, up_card, cards, tables, place_of, dealt)
    return dealt


def _not_held(places: Places, cards: Places) -> Places:
    """The cards of the deck that are not in each hand, in the deck's order."""
    free = np.ones((len(places), len(cards)), np.bool_)
    np.put_along_axis(free, places.astype(np.int64), False, axis=1)
    return np.broadcast_to(cards, free.shape)[free].reshape(len(places), -1)


def against(
    ranking: Ranking,
    value: Value,
    hand: list[Card],
    up: Card | None,
    dealer: int,
    opens: Callable[[Value], bool] | None,
) -> tuple[int, int, int, int]:
    """The dealer's hands below a player's, not above it, not opening, and all of them, by looking at each."""
    rest = tuple(card for card in FULL_DECK if card not in hand)
    seen = np.array([[rest.index(up)]] if up is not None else [[]], np.uint8)
    known, place_of = order(ranking)
    below = _below(ranking, rest, seen, dealer, place_of)[:, 0]
    at = known.index(value)
    return int(below[at]), int(below[at + 1]), int(below[lowest_opening(ranking, opens)]), int(below[-1])
