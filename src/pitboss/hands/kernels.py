"""The rankings for arrays of hands, compiled: the same order and categories as the readable definitions.

`codes(FIVE_CARD, hands)` gives a number per hand that compares as the value does; `values(FIVE_CARD)[code]` is that
value and `code >> 12` its category. Importing this module imports Numba; tables are built and code is compiled when
first used, and the compiled code is kept on disk. Compiled code elsewhere adds up `table.start` and `table.keys[card]`,
joins `table.bits[card]`, and calls `code_of`. (Numba does not notice that an imported function changed: after an edit
here, clear the `__pycache__` of the modules that call `code_of`.)
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cards import JOKER, Card
from pitboss.errors import BadCard
from pitboss.hands.ranking import Ranking
from pitboss.hands.tables import CATEGORY_SHIFT, SUIT_COUNTS, WITH_JOKER, Codes, Table, compiled, inlined, table, values

__all__ = ["CATEGORY_SHIFT", "Table", "categories", "code_of", "codes", "histogram", "table", "values"]

_ROW = np.uint64(16)
_SUIT = np.uint64(0x3FFF)  # thirteen ranks and the joker
_ONE = np.uint64(1)
_FLUSHES = np.uint64(0x8888 << SUIT_COUNTS)


@inlined
def _code_by_ranks(key: np.uint64, table: Table) -> np.uint16:
    row = key >> _ROW & np.uint64(len(table.displacement) - 1)
    code: np.uint16 = table.codes[key + table.displacement[row] & np.uint64(len(table.codes) - 1)]
    return code


@inlined
def _code_by_suits(key: np.uint64, bits: np.uint64, flush: Codes) -> np.uint16:
    best = np.uint16(0)
    for suit in range(4):
        if key >> np.uint64(SUIT_COUNTS + 4 * suit + 3) & _ONE:
            best = max(best, flush[bits >> np.uint64(16 * suit) & _SUIT])
    return best


@inlined
def code_of(key: np.uint64, bits: np.uint64, table: Table) -> np.uint16:
    """The code of one hand, from the sum of its keys (and `table.start`) and the union of its bits."""
    code = _code_by_ranks(key, table)
    if key & _FLUSHES:
        code = max(code, _code_by_suits(key, bits, table.flush))
    return code


@compiled
def _codes(hands: NDArray[np.uint8], table: Table, out: Codes) -> None:
    for i in range(hands.shape[0]):
        key = table.start
        for j in range(hands.shape[1]):
            key += table.keys[hands[i, j]]
        code = _code_by_ranks(key, table)
        if key & _FLUSHES:
            bits = np.uint64(0)
            for j in range(hands.shape[1]):
                bits |= table.bits[hands[i, j]]
            code = max(code, _code_by_suits(key, bits, table.flush))
        out[i] = code


@compiled
def _codes_of_seven(hands: NDArray[np.uint8], table: Table, out: Codes) -> None:
    # As `_codes`, with the number of cards known to the compiler: a quarter faster where most time is spent.
    for i in range(hands.shape[0]):
        key = table.start
        for j in range(7):
            key += table.keys[hands[i, j]]
        code = _code_by_ranks(key, table)
        if key & _FLUSHES:
            bits = np.uint64(0)
            for j in range(7):
                bits |= table.bits[hands[i, j]]
            code = max(code, _code_by_suits(key, bits, table.flush))
        out[i] = code


def codes(ranking: Ranking, hands: ArrayLike) -> Codes:
    """The codes of hands given as rows of cards; a row must not hold a card twice unless the game has several decks.

    >>> from pitboss.cards import parse
    >>> from pitboss.hands import THREE_CARD
    >>> three = codes(THREE_CARD, [parse("Ah Kh Qh"), parse("2c 2d 2h"), parse("Kc Ad 2c"), parse("Ks Ah 2d")])
    >>> three.argsort()[::-1].tolist()[:2], bool(three[2] == three[3]), categories(three).tolist()
    ([0, 1], True, [5, 4, 0, 0])
    """
    given = np.asarray(hands)
    if given.ndim != 2:
        raise BadCard(f"{ranking.name} takes rows of cards, not an array of {given.ndim} dimensions", ranking.cite)
    tables = table(ranking, given.shape[1])
    rows = _cards(ranking, given)
    out = np.empty(len(rows), np.uint16)
    if rows.shape[1] == 7:
        _codes_of_seven(rows, tables, out)
    else:
        _codes(rows, tables, out)
    return out


def _cards(ranking: Ranking, given: NDArray[np.integer]) -> NDArray[np.uint8]:
    highest = JOKER if ranking in WITH_JOKER else JOKER - 1
    if given.size and not 0 <= given.min() <= given.max() <= highest:
        stranger = given.min() if given.min() < 0 else given.max()
        raise BadCard(f"{ranking.name} knows the cards 0 to {highest}, not {stranger}", ranking.cite)
    return np.ascontiguousarray(given, dtype=np.uint8)


def categories(codes: Codes) -> Codes:
    """The categories of codes, as indices into the ranking's `categories`."""
    return codes >> np.uint16(CATEGORY_SHIFT)


@compiled
def _count(deck: NDArray[np.uint8], number: int, table: Table, counts: NDArray[np.int64]) -> None:
    # Every set of cards once, as positions in ascending order; the sums of all but the last card are kept.
    chosen = np.arange(number)
    keys = np.zeros(number, np.uint64)
    bits = np.zeros(number, np.uint64)
    keys[0] = table.start
    depth = 0
    while True:
        while depth < number - 1:
            card = deck[chosen[depth]]
            keys[depth + 1] = keys[depth] + table.keys[card]
            bits[depth + 1] = bits[depth] | table.bits[card]
            depth += 1
            chosen[depth] = chosen[depth - 1] + 1
        key, suits = keys[depth], bits[depth]
        for last in range(chosen[depth], len(deck)):
            card = deck[last]
            counts[code_of(key + table.keys[card], suits | table.bits[card], table)] += 1
        depth -= 1
        while depth >= 0 and chosen[depth] == len(deck) - number + depth:
            depth -= 1
        if depth < 0:
            return
        chosen[depth] += 1


def histogram(ranking: Ranking, number: int, deck: Iterable[Card] = range(52)) -> NDArray[np.int64]:
    """How many hands of so many cards from a deck have each code; 65,536 long.

    >>> from pitboss.hands import THREE_CARD
    >>> by_category = histogram(THREE_CARD, 3).reshape(16, -1).sum(1)
    >>> dict(zip(THREE_CARD.categories, by_category.tolist()))  # doctest: +NORMALIZE_WHITESPACE
    {'high card': 16440, 'pair': 3744, 'flush': 1096, 'straight': 720, 'three-of-a-kind': 52, 'straight flush': 48}
    """
    tables = table(ranking, number)
    cards = _cards(ranking, np.array(list(deck), np.int64))
    counts = np.zeros(1 << 16, np.int64)
    if len(cards) >= number:
        _count(cards, number, tables, counts)
    return counts
