"""Chapter 678a, High Card Flush: the longest flush of seven cards against the longest of the dealer's seven.

A hand is four sets of ranks, one a suit. The dealer's hands below a flush of L cards hold fewer than L cards of every suit, or
L cards that are lower: of a suit with n cards left there are C(n, k) ways to hold k < L, and a number g of lower sets of L;
wanted are the ways to hold seven in all. That is a polynomial in the four numbers g, whose coefficients depend only on how many
cards of each suit the player holds. So each of the six million classes of hands costs a few products.

Classes are those of `pitboss.odds.suits`, in the same order. They are gone through here once more, not taken from there, since
what a set of ranks is worth to the dealer is worked out once for all hands with the same longest suit: class by class it would
take longer than all the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from pitboss.compiling import compiled
from pitboss.games.high_card_flush import BOOK, qualifies
from pitboss.hands import FLUSH_LENGTH, Value
from pitboss.hands.kernels import values
from pitboss.house import House
from pitboss.odds.against_dealer.counting import Cards, lowest_opening
from pitboss.odds.against_dealer.kernels import Numbers, Places, Showdowns, bits_in
from pitboss.odds.against_dealer.play import Setting, Terms, by_category
from pitboss.odds.against_dealer.rules import by_hand
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.parts import Progress, in_parts, shares
from pitboss.odds.suits import BINOMIAL, Deck
from pitboss.odds.suits.deck import lay_out

CARDS: int = BOOK.limit("cards_per_hand")
KINDS = tuple(FLUSH_LENGTH.categories)
MULTIPLES = {length: BOOK.limit("raise_two_to_four_card_flush") for length in range(1, 5)}
MULTIPLES |= {5: BOOK.limit("raise_five_card_flush")}
MULTIPLES |= {length: BOOK.limit("raise_six_or_seven_card_flush") for length in (6, 7)}
ACTIONS = ("fold", *(f"raise {times}x" for times in sorted(set(MULTIPLES.values()))))


def terms(house: House) -> Terms:
    """§ 678a.11(b)–(d): up to four cards raise once; longer flushes raise any amount up to a limit.

    What a Raise brings grows with it or falls with it throughout, so only multiples up to the limit are tried.
    """
    brings, even = {}, BOOK.pays("678a.12(a)", "Raise").value
    for length, kind in enumerate(KINDS, 1):
        brings[kind, "fold"] = (Fraction(-1),) * 4
        for action in ACTIONS[1:]:
            times = _times(action)
            if times == MULTIPLES[length] or (length > 4 and times < MULTIPLES[length]):
                brings[kind, action] = (even, even + times * even, Fraction(0), Fraction(-1 - times))
    staked = {"fold": Fraction(1)} | {action: Fraction(1 + _times(action)) for action in ACTIONS[1:]}
    return Terms(KINDS, ACTIONS, brings, staked)


def _times(action: str) -> int:
    return int(action.removeprefix("raise ").removesuffix("x"))


def _coefficients(sizes: Sequence[int], suits: int, ranks: int, length: int) -> Numbers:
    """For every set of suits that hold a flush of this length: the ways of the others to hold the rest, less in each."""
    found = np.zeros(16, np.int64)
    for chosen in range(1 << suits):
        ways = [1] + [0] * CARDS
        for s in range(suits):
            if not chosen >> s & 1:
                one = [comb(ranks - sizes[s], k) if k < length else 0 for k in range(CARDS + 1)]
                ways = [sum(ways[j] * one[k - j] for j in range(k + 1)) for k in range(CARDS + 1)]
        rest = CARDS - length * chosen.bit_count()
        found[chosen] = ways[rest] if rest >= 0 else 0
    return found


@compiled
def lower_sets(held: int, flush: int, ranks: int) -> int:
    """How many sets of ranks, as many as a flush has and none of those held, are lower than the flush.

    >>> lower_sets(0b0, 0b1011, 0b11111), lower_sets(0b1, 0b10110, 0b11111)
    (1, 1)
    """
    left = ranks & ~held
    length = bits_in(flush)
    found = 0
    for r in range(12, -1, -1):
        if flush >> r & 1:
            found += BINOMIAL[bits_in(left & (1 << r) - 1), length]
            if not left >> r & 1:
                break
            length -= 1
    return found


@compiled
def _ways(k: Numbers, lower: Numbers, at: tuple[int, int, int, int]) -> int:
    """The polynomial with coefficients k, at the numbers of lower sets of the four suits."""
    a, b, c, d = lower[0, at[0]], lower[1, at[1]], lower[2, at[2]], lower[3, at[3]]
    without = k[0] + a * k[1] + b * k[2] + a * b * k[3]
    with_c = k[4] + a * k[5] + b * k[6] + a * b * k[7]
    with_d = k[8] + a * k[9] + b * k[10] + a * b * k[11]
    with_both = k[12] + a * k[13] + b * k[14] + a * b * k[15]
    found: int = without + c * with_c + d * (with_d + c * with_both)
    return found


@compiled
def _rows_under(first: int, sizes: Numbers, numbers: Numbers) -> int:
    """How many classes have this set of ranks in their longest suit."""
    rows = 0
    for second in range(first + 1 if sizes[1] == sizes[0] else numbers[1]):
        for third in range(second + 1 if sizes[2] == sizes[1] else numbers[2]):
            rows += third + 1 if sizes[3] == sizes[2] else numbers[3]
    return rows


class Shape(NamedTuple):
    """All classes of hands with the same number of cards in each suit, longest first."""

    sizes: Numbers  # cards of each suit
    held: tuple[Numbers, Numbers, Numbers, Numbers]  # the sets of ranks that each suit may hold, lowest first
    row_of: Numbers  # the first row of the classes with each set in the longest suit
    below: Numbers  # coefficients for hands below the player's
    unopened: Numbers  # coefficients for hands with which the dealer does not open


@compiled
def _fill(
    begin: int,
    end: int,
    shape: Shape,
    suits: Places,
    orders: int,
    ranks: int,
    opening: int,
    place_of: Numbers,
    dealt: Showdowns,
) -> None:
    """Counts the dealer's hands against the classes whose longest suit holds one of the sets from `begin` to `end`."""
    sizes, held, row_of, below_k, unopened_k = shape
    hands, class_sizes, value, below, up_to, unopened, _, _ = dealt
    numbers = np.array([len(held[0]), len(held[1]), len(held[2]), len(held[3])])
    most = numbers.max()
    lower, upper, closed = np.zeros((4, most), np.int64), np.zeros((4, most), np.int64), np.zeros((4, most), np.int64)
    for s in range(4):
        for i in range(numbers[s]):
            closed[s, i] = lower_sets(held[s][i], opening, ranks)
    for first in range(begin, end):
        flush, row = held[0][first], row_of[first]
        for s in range(4):
            for i in range(numbers[s]):
                lower[s, i] = lower_sets(held[s][i], flush, ranks)
                upper[s, i] = lower[s, i] + (held[s][i] & flush == 0)
        for second in range(first + 1 if sizes[1] == sizes[0] else numbers[1]):
            for third in range(second + 1 if sizes[2] == sizes[1] else numbers[2]):
                for fourth in range(third + 1 if sizes[3] == sizes[2] else numbers[3]):
                    at = (first, second, third, fourth)
                    sets = (flush, held[1][second], held[2][third], held[3][fourth])
                    class_sizes[row] = lay_out(sets[0], sets[1], sets[2], sets[3], suits, orders, row, hands)
                    value[row] = place_of[flush]
                    below[row, 0] = _ways(below_k, lower, at)
                    up_to[row, 0] = _ways(below_k, upper, at)
                    unopened[row, 0] = _ways(unopened_k, closed, at)
                    row += 1


def _mask(ranks: Sequence[int]) -> int:
    return sum([1 << r for r in ranks])


def _shapes(deck: Deck, opening: int) -> Iterator[Shape]:
    rows = 0
    for _, shape in deck.shapes(CARDS):
        a, b, c, d = (deck.masks[size] for size in shape)
        cards, numbers = np.array(shape, np.int64), np.array([len(a), len(b), len(c), len(d)], np.int64)
        under = np.array([_rows_under(first, cards, numbers) for first in range(len(a))], np.int64)
        below, unopened = (_coefficients(shape, len(deck.suits), len(deck.ranks), length) for length in (shape[0], opening))
        yield Shape(cards, (a, b, c, d), np.cumsum(np.array([rows, *under])), below, unopened)
        rows += int(under.sum())


def count(cards: Cards, progress: Progress = None, opens: Callable[[Value], bool] = qualifies) -> Showdowns:
    """Seven cards against seven, the dealer opening with a three card flush, nine high (§ 678a.11(d)(1)), or as given.

    The deck must have the same ranks in every suit.
    """
    deck = Deck.of(cards)
    assert deck is not None
    order = list(values(FLUSH_LENGTH).values())
    place_of = np.zeros(1 << 13, np.int64)
    for place, value in enumerate(order):
        place_of[_mask(value.ranks)] = place
    opening = order[lowest_opening(FLUSH_LENGTH, opens)].ranks
    shapes = list(_shapes(deck, len(opening)))
    rows = int(shapes[-1].row_of[-1])
    dealt = Showdowns(
        *(np.zeros((rows, CARDS), np.uint8), np.zeros(rows, np.int64), np.zeros(rows, np.int64)),
        *(np.zeros((rows, 1), np.int32), np.zeros((rows, 1), np.int32), np.zeros((rows, 1), np.int32)),
        *(comb(len(cards) - CARDS, CARDS), np.zeros((rows, 0), np.uint8)),
    )
    fixed = np.array(deck.suits, np.uint8), factorial(len(deck.suits)), _mask(deck.ranks), _mask(opening), place_of, dealt
    stages = shares(progress, [int(shape.row_of[-1] - shape.row_of[0]) for shape in shapes])
    for shape, stage in zip(shapes, stages, strict=True):
        in_parts(_fill, len(shape.held[0]), shape, *fixed, progress=stage)
    return dealt


SETTING = Setting(
    *(FLUSH_LENGTH, CARDS, CARDS, None, qualifies, KINDS, by_category(FLUSH_LENGTH), terms),
    rules=(partial(by_hand, verb="raise the most allowed"),),
    counting=count,
)
solved = partial(Showdown, SETTING)
