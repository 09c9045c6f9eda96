"""The compiled loops of `counting`: tables of the dealer's hands, and what of them a player's hand finds in each."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.hands.kernels import Table, code_of

Numbers = NDArray[np.int64]
Places = NDArray[np.uint8]
Counts = NDArray[np.int32]


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


@compiled
def tabulate(
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
def accumulate(begin: int, end: int, below: Any) -> None:
    for row in range(1, below.shape[0]):
        for which in range(begin, end):
            below[row, which] += below[row - 1, which]


@compiled
def _choose(places: Places, chosen: int, before: int, index_of: Numbers) -> int:
    """The number of a set: the chosen ones of some places, those from `before` on with one more place below them.

    `index_of` has a row for the first card of a set, the second and so on: what the card at each place adds to the number.
    """
    index, rank = 0, 1
    for i in range(len(places)):
        if i == before:
            rank += 1
        if chosen >> i & 1:
            index += index_of[rank, places[i]]
            rank += 1
    return index


@compiled
def bits_in(number: int) -> int:
    found = 0
    while number:
        number &= number - 1
        found += 1
    return found


@compiled
def gather(
    begin: int,
    end: int,
    hands: Places,
    opening: int,
    common: int,
    up_card: bool,
    index_of: Numbers,
    of_set: NDArray[np.int32],
    tabulated: Any,
    dealt: Showdowns,
) -> None:
    """Adds or takes away the dealer's hands that hold `common` given cards of the player's; for every card that the dealer may
    show, where one is seen: the table is then that of sets with this card beside the common ones."""
    _, _, value, below, up_to, unopened, _, _ = dealt
    number = hands.shape[1]
    sign = 1 - 2 * (common & 1)
    for hand in range(begin, end):
        lower, higher, closed = tabulated[value[hand]], tabulated[value[hand] + 1], tabulated[opening]
        for chosen in range(1 << number):
            if bits_in(chosen) != common:
                continue
            for gap in range(0 if up_card else number, number + 1):  # the card seen lies between two of the player's
                first = np.int64(hands[hand, gap - 1]) + 1 if gap and up_card else gap
                last = np.int64(hands[hand, gap]) if gap < number else below.shape[1] + number
                index = _choose(hands[hand], chosen, gap, index_of)
                rank = bits_in(chosen & (1 << gap) - 1) + 1
                for up in range(first, last):
                    which = of_set[index + index_of[rank, up] if up_card else index]
                    below[hand, up - gap] += sign * np.int32(lower[which])
                    up_to[hand, up - gap] += sign * np.int32(higher[which])
                    if opening:
                        unopened[hand, up - gap] += sign * np.int32(closed[which])


@compiled
def gather_whole(
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
            if bits_in(chosen) != common:
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
