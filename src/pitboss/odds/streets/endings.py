"""The ways a hand can end, counted as rows of a pay table, and what is made of them in every game of this kind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD, Value
from pitboss.hands.kernels import Table, code_of, table, values
from pitboss.odds.suits import BINOMIAL, WHOLE, cards_beside, classes

Counts = NDArray[np.int64]
Actions = NDArray[np.int8]
# What each action brings over all that may come, by action and then by hand and community cards, for each amount that may have
# been wagered before; and which action is chosen there. Who chooses is told how many cards he sees.
Options = dict[int, Counts]
Choices = dict[int, Actions]
Choose = Callable[[int, Options], Choices]


@dataclass(frozen=True, eq=False)
class Endings:
    """The ways a hand can end. `counts[hand, cards, row]` says how many last cards make the row of a hand (one of each class,
    which has so many `members`) with some community cards, which `pairs` names by their place among those that the hand
    leaves: all of them where one comes before the last, else pairs."""

    hands: NDArray[np.uint8]
    members: Counts
    rows: tuple[str, ...]
    counts: Counts
    left: int  # cards beside the hand
    pairs: NDArray[np.int64]  # the community cards before the last, by place; one column or two
    deck: tuple[Card, ...]

    def deals(self, times: Counts) -> list[int]:
        """How many deals end in each row, when each hand with its community cards is met so many times."""
        found = np.zeros(len(self.rows), np.int64)
        _deals(self.counts, np.ascontiguousarray(times), found)
        return [int(number) for number in found]

    def either(self, by_first_card: Counts) -> Counts:
        """By pair of community cards, whichever came first."""
        return by_first_card[:, self.pairs[:, 0]] + by_first_card[:, self.pairs[:, 1]]


@cache
def seen_classes(found: Endings, number: int) -> NDArray[np.int32]:
    """The class (of `suits.classes`) of all cards that a player sees, by hand and community cards, when he sees so many."""
    own = found.hands.shape[1]
    places = list(combinations(range(found.left), number - own))
    shown = np.array(places, np.int64).reshape(len(places), number - own)
    beside = cards_beside(found.hands, found.deck)
    cards = [np.broadcast_to(card[:, None], (len(card), len(shown))) for card in found.hands.T]
    cards += [beside[:, of_shown] for of_shown in shown.T]
    for last in range(own, number):  # sets are looked up by their cards in ascending order
        for at in range(last, 0, -1):
            cards[at - 1], cards[at] = np.minimum(cards[at - 1], cards[at]), np.maximum(cards[at - 1], cards[at])
    index = np.sum([BINOMIAL[:, at][each] for at, each in enumerate(cards, 1)], 0)
    of_sets: NDArray[np.int32] = classes(number, found.deck).place[index]
    return of_sets if number > own else of_sets[:, 0]


def rows_of(row: Callable[[Value], str]) -> tuple[tuple[str, ...], NDArray[np.uint8]]:
    """The rows that five-card hands can have, and the row of every code."""
    names: dict[str, int] = {}
    by_code = np.zeros(1 << 16, np.uint8)
    for code, value in values(FIVE_CARD).items():
        by_code[code] = names.setdefault(row(value), len(names))
    return tuple(names), by_code


@cache
def endings(row: Callable[[Value], str], own: int, before: int, deck: tuple[Card, ...] = WHOLE) -> Endings:
    """Every ending of hands of so many own cards with so many community cards before the last."""
    sets = classes(own, deck)
    return _endings(row, sets.cards, sets.members, before, deck)


def endings_of(row: Callable[[Value], str], hand: Sequence[Card], before: int, deck: tuple[Card, ...] = WHOLE) -> Endings:
    """The same for one hand only."""
    return _endings(row, np.array([sorted(hand)], np.uint8), np.ones(1, np.int64), before, deck)


def _endings(
    row: Callable[[Value], str], hands: NDArray[np.uint8], members: Counts, before: int, deck: tuple[Card, ...]
) -> Endings:
    names, by_code = rows_of(row)
    own = hands.shape[1]
    left = len(deck) - own
    pairs = np.array(list(combinations(range(left), before)), np.int64)
    counts = np.zeros((len(hands), len(pairs), len(names)), np.uint8)
    _end(hands, cards_beside(hands, deck), pairs, table(FIVE_CARD, own + before + 1), by_code, counts)
    return Endings(hands, members, names, counts.astype(np.int64), left, pairs, deck)


@compiled
def _end(
    hands: NDArray[np.uint8],
    beside: NDArray[np.uint8],
    pairs: NDArray[np.int64],
    ranking: Table,
    by_code: NDArray[np.uint8],
    counts: NDArray[np.uint8],
) -> None:
    start, keys, bits, displacement, codes, flush = ranking
    for h in range(len(hands)):
        key, suits = start, np.uint64(0)
        others = beside[h]
        for mine in hands[h]:
            key += keys[mine]
            suits |= bits[mine]
        for p in range(len(pairs)):
            with_key, with_suits = key, suits
            for at in pairs[p]:
                with_key += keys[others[at]]
                with_suits |= bits[others[at]]
            for last in range(len(others)):
                taken = False
                for at in pairs[p]:
                    taken |= last == at
                if not taken:
                    card = others[last]
                    code = code_of(with_key + keys[card], with_suits | bits[card], displacement, codes, flush)
                    counts[h, p, by_code[code]] += 1


@compiled
def _deals(counts: Counts, times: Counts, found: Counts) -> None:
    for hand in range(counts.shape[0]):
        for cards in range(counts.shape[1]):
            if times[hand, cards]:
                for row in range(counts.shape[2]):
                    found[row] += times[hand, cards] * counts[hand, cards, row]


def whole(amounts: list[Fraction]) -> tuple[Counts, int]:
    """Amounts as whole numbers of a smaller unit, and how many of these are one."""
    scale = int(np.lcm.reduce([a.denominator for a in amounts]))
    return np.array([int(a * scale) for a in amounts], np.int64), scale


def best(seen: int, options: Options) -> Choices:
    """The action that brings most, of equals the first."""
    return {wagered: values.argmax(0).astype(np.int8) for wagered, values in options.items()}


def boldest(seen: int, options: Options) -> Choices:
    """The action that brings most, of equals the last."""
    return {wagered: (len(values) - 1 - values[::-1].argmax(0)).astype(np.int8) for wagered, values in options.items()}


def chosen(options: Options, choices: Choices) -> dict[int, Counts]:
    """What the chosen actions bring."""
    return {w: np.take_along_axis(values, choices[w][None], 0)[0] for w, values in options.items()}


def by_first(found: Endings, of_pair: Counts) -> Counts:
    """Sums over the second community card, by the first, of something that is known by pair."""
    sums = np.zeros((len(of_pair), found.left), np.int64)
    for at in (0, 1):
        for card in range(found.left):
            sums[:, card] += of_pair[:, found.pairs[:, at] == card].sum(1)
    return sums
