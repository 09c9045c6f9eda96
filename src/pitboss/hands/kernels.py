"""The rankings for arrays of hands, compiled: the same order and categories as the readable definitions.

`codes(FIVE_CARD, hands)` gives a number per hand; codes compare as values do. The value of a code is `values(FIVE_CARD)[code]`,
its category `code >> 12`. Importing this module imports Numba. Tables are built and code is compiled at first use, and the
compiled code is cached on disk. Compiled code elsewhere adds up `table.start` and `table.keys[card]`, combines
`table.bits[card]`, and calls `code_of`.
"""

# To Numba, an item of an array is a number.
# pyright: reportArgumentType=false, reportAssignmentType=false

from collections.abc import Iterable
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cards import JOKER, Card
from pitboss.compiling import compiled
from pitboss.errors import BadCard
from pitboss.hands.five_card import FIVE_CARD
from pitboss.hands.ranking import Ranking
from pitboss.hands.tables import (
    CATEGORY_SHIFT,
    SUIT_COUNTS,
    WITH_JOKER,
    Codes,
    Table,
    key_sums,
    look_up_all,
    rank_counts,
    table,
    values,
)

__all__ = ["CATEGORY_SHIFT", "Table", "categories", "code_of", "codes", "histogram", "table", "values"]

_ROW = np.uint64(16)
_SUIT = np.uint64(0x3FFF)  # thirteen ranks and the joker
_ONE = np.uint64(1)
_FLUSHES = np.uint64(0x8888 << SUIT_COUNTS)
MOST_ONE_BY_ONE = 5  # hands of up to this many cards are enumerated one by one
BY_RANKS = (FIVE_CARD,)


# Compiled code unpacks a table once: attribute access within a loop counts references, at ten times the cost.


@compiled
def code_of(key: np.uint64, bits: np.uint64, displacement: Codes, codes: Codes, flush: Codes) -> np.uint16:
    """The code of one hand, from the sum of its keys (and `table.start`) and the union of its bits."""
    row = key >> _ROW & np.uint64(len(displacement) - 1)
    code: np.uint16 = codes[key + displacement[row] & np.uint64(len(codes) - 1)]
    if key & _FLUSHES:
        for suit in range(4):
            if key >> np.uint64(SUIT_COUNTS + 4 * suit + 3) & _ONE:
                suited = flush[bits >> np.uint64(16 * suit) & _SUIT]
                if suited > code:  # a GPU has no `max` of numbers this short
                    code = suited
    return code


@compiled
def _codes(hands: NDArray[np.uint8], table: Table, out: Codes) -> None:
    start, keys, bits, displacement, codes, flush = table
    for i in range(hands.shape[0]):
        key, suits = start, np.uint64(0)
        for j in range(hands.shape[1]):
            key += keys[hands[i, j]]
        if key & _FLUSHES:
            for j in range(hands.shape[1]):
                suits |= bits[hands[i, j]]
        out[i] = code_of(key, suits, displacement, codes, flush)


@compiled
def _codes_of_seven(hands: NDArray[np.uint8], table: Table, out: Codes) -> None:
    # As `_codes`, with the number of cards known to the compiler: faster where most of the time goes.
    start, keys, bits, displacement, codes, flush = table
    for i in range(hands.shape[0]):
        key, suits = start, np.uint64(0)
        for j in range(7):
            key += keys[hands[i, j]]
        if key & _FLUSHES:
            for j in range(7):
                suits |= bits[hands[i, j]]
        out[i] = code_of(key, suits, displacement, codes, flush)


def codes(ranking: Ranking, hands: ArrayLike) -> Codes:
    """The codes of hands given as rows of cards; a row must not hold a card twice unless the game has several decks.

    >>> from pitboss.cards import parse
    >>> from pitboss.hands import THREE_CARD
    >>> three = codes(THREE_CARD, [parse("Ah Kh Qh"), parse("2c 2d 2h"), parse("Kc Ad 2c"), parse("Ks Ah 2d")])
    >>> three.argsort()[::-1].tolist()[:2], bool(three[2] == three[3]), categories(three).tolist()
    ([0, 1], True, [5, 4, 0, 0])
    """
    array = np.asarray(hands)
    if array.ndim != 2:
        raise BadCard(f"{ranking.name} takes rows of cards, not an array of {array.ndim} dimensions", ranking.cite)
    tables = table(ranking, array.shape[1])
    rows = _cards(ranking, array)
    out = np.empty(len(rows), np.uint16)
    if rows.shape[1] == 7:
        _codes_of_seven(rows, tables, out)
    else:
        _codes(rows, tables, out)
    return out


def _cards(ranking: Ranking, array: NDArray[np.integer]) -> NDArray[np.uint8]:
    last = JOKER if ranking in WITH_JOKER else JOKER - 1
    if array.size:
        lowest, highest = (0 if array.dtype == np.uint8 else array.min()), array.max()
        if lowest < 0 or highest > last:
            stranger = lowest if lowest < 0 else highest
            raise BadCard(f"{ranking.name} knows the cards 0 to {last}, not {stranger}", ranking.cite)
    return np.ascontiguousarray(array, dtype=np.uint8)


def categories(codes: Codes) -> Codes:
    """The categories of codes, as indices into the ranking's `categories`."""
    return codes >> np.uint16(CATEGORY_SHIFT)


@compiled
def _count(deck: NDArray[np.uint8], number: int, table: Table, counts: NDArray[np.int64]) -> None:
    # Every set of cards once, as positions in ascending order; the sums of all but the last card are kept.
    start, keys, bits, displacement, codes, flush = table
    chosen = np.arange(number)
    key = np.full(number, start)
    suits = np.zeros(number, np.uint64)
    depth = 0
    while True:
        while depth < number - 1:
            card = deck[chosen[depth]]
            key[depth + 1] = key[depth] + keys[card]
            suits[depth + 1] = suits[depth] | bits[card]
            depth += 1
            chosen[depth] = chosen[depth - 1] + 1
        so_far, suits_so_far = key[depth], suits[depth]
        for last in range(chosen[depth], len(deck)):
            card = deck[last]
            counts[code_of(so_far + keys[card], suits_so_far | bits[card], displacement, codes, flush)] += 1
        depth -= 1
        while depth >= 0 and chosen[depth] == len(deck) - number + depth:
            depth -= 1
        if depth < 0:
            return
        chosen[depth] += 1


def histogram(ranking: Ranking, number: int, deck: Iterable[Card] = range(52)) -> NDArray[np.int64]:
    """The number of hands of this size from a deck that have each code, as an array of length 65,536.

    >>> from pitboss.hands import THREE_CARD
    >>> by_category = histogram(THREE_CARD, 3).reshape(16, -1).sum(1)
    >>> dict(zip(THREE_CARD.categories, by_category.tolist()))  # doctest: +NORMALIZE_WHITESPACE
    {'high card': 16440, 'pair': 3744, 'flush': 1096, 'straight': 720, 'three-of-a-kind': 52, 'straight flush': 48}
    """
    tables = table(ranking, number)
    cards = _cards(ranking, np.array(list(deck), np.int64))
    counts = np.zeros(1 << 16, np.int64)
    if number > MOST_ONE_BY_ONE and ranking in BY_RANKS and sorted(cards.tolist()) == list(range(52)):
        return _count_by_ranks(ranking.cards[0], number, tables, counts)
    if len(cards) >= number:
        _count(cards, number, tables, counts)
    return counts


def _count_by_ranks(flush_begins: int, number: int, tables: Table, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The histogram of a full deck without enumerating hands: by their rank counts. Rank counts that can make a flush, for
    which only one suit can have enough cards, are moved to the code of the flush where that is better."""
    held = rank_counts(number, False)
    np.add.at(counts, look_up_all(key_sums(held), tables.displacement, tables.codes), _ways(held, 4))
    for suited in range(flush_begins, number + 1):
        sets = np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(13), suited)], np.int64)
        ranks = np.sum([(sets >> rank & 1) << 3 * rank for rank in range(13)], axis=0).astype(np.uint64)
        others = rank_counts(number - suited, False)  # of the three other suits, which cannot hold four of a rank
        ways = np.tile(4 * _ways(others, 3), len(sets))
        sums = (key_sums(ranks)[:, None] + key_sums(others)[None, :]).ravel()
        plain = look_up_all(sums, tables.displacement, tables.codes)
        np.subtract.at(counts, plain, ways)
        np.add.at(counts, np.maximum(plain, np.repeat(tables.flush[sets], len(others))), ways)
    return counts


def _ways(held: NDArray[np.uint64], suits: int) -> NDArray[np.int64]:
    """The number of ways to take cards with these rank counts from a number of suits."""
    ways = np.ones(len(held), np.int64)
    choose = np.array([comb(suits, of_rank) for of_rank in range(8)], np.int64)
    for rank in range(13):
        ways *= choose[(held >> np.uint64(3 * rank) & np.uint64(7)).astype(np.int64)]
    return ways
