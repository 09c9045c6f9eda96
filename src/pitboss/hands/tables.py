"""The tables behind `pitboss.hands.kernels`, built from the readable rankings at first use.

Every card adds a number to a sum. The sum over a hand identifies the ranks it holds, and a perfect hash maps the sum to the
code of the hand. A code has 16 bits, `category << 12 | place within the category`, so codes compare as values do and the
category can be read off. The readable ranking is evaluated only for hands of its own size (five cards of poker). The value of
more cards is the best value after removing one of them, which is the meaning of "best five of seven".
"""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER, Card
from pitboss.errors import BadCard
from pitboss.hands.five_card import FIVE_CARD
from pitboss.hands.four_card import FOUR_CARD
from pitboss.hands.high_card_flush import FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH, flush_of, straight_flush_of
from pitboss.hands.low import LOW
from pitboss.hands.pai_gow import PAI_GOW_HIGH, PAI_GOW_LOW
from pitboss.hands.ranking import Ranking, Value
from pitboss.hands.three_card import PAIR_PLUS, THREE_CARD, THREE_CARD_587, THREE_CARD_655A, THREE_CARD_BONUS
from pitboss.hands.two_card import SUPER_MATCH, TWO_CARD

Codes = NDArray[np.uint16]
Keys = NDArray[np.uint64]

CATEGORY_SHIFT = 12
JOKER_RANK = 13
WITH_JOKER = (PAI_GOW_HIGH, PAI_GOW_LOW)
COMPILED = (
    *(TWO_CARD, THREE_CARD, PAIR_PLUS, THREE_CARD_BONUS, THREE_CARD_587, THREE_CARD_655A, FOUR_CARD, FIVE_CARD, LOW),
    *(SUPER_MATCH, PAI_GOW_HIGH, PAI_GOW_LOW, FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH),
)

# The numbers of the thirteen ranks and the joker: powers of one number modulo a prime. It was found by a search upwards from a
# million: no two hands of equal size have equal sums, and hands of three cards or more hash at eight slots to a row.
PRIME = 2**31 - 1
MULTIPLIER = 1_000_008
RANK_KEYS = tuple(pow(MULTIPLIER, rank + 1, PRIME) for rank in range(14))
SUIT_COUNTS = 48  # four counts of four bits each, from this bit up


class Table(NamedTuple):
    """The data of the compiled code for one ranking and one number of cards.

    A key is `start` plus `keys[card]` of every card; its low bits are a hash of the ranks. `start` presets the suit counts so
    that the top bit of a count is set as soon as the suit can make a flush. `flush` then gives the code of that suit's cards,
    which `bits` collects: sixteen bits per suit, ranks upward and the joker on top.
    """

    start: np.uint64
    keys: Keys
    bits: Keys
    displacement: Codes
    codes: Codes
    flush: Codes


def _per_card() -> tuple[Keys, Keys]:
    # The length 256 keeps every byte within bounds.
    keys, bits = np.zeros(256, np.uint64), np.zeros(256, np.uint64)
    for card in range(52):
        keys[card] = RANK_KEYS[card >> 2] + (1 << SUIT_COUNTS + 4 * (card & 3))
        bits[card] = 1 << 16 * (card & 3) + (card >> 2)
    # The joker may complete a flush of any suit (§ 561.6(c)).
    keys[JOKER] = RANK_KEYS[JOKER_RANK] + (0x1111 << SUIT_COUNTS)
    bits[JOKER] = sum([1 << 16 * suit + JOKER_RANK for suit in range(4)])
    return keys, bits


CARD_KEYS, CARD_BITS = _per_card()


def rank_counts(number: int, joker: bool) -> Keys:
    """Every possible combination of ranks in this many cards, three bits per rank, the joker above the aces.

    >>> len(rank_counts(5, False)), len(rank_counts(7, False)), len(rank_counts(7, True))
    (6175, 49205, 67600)
    """
    held = [np.zeros(1 if size == 0 else 0, np.uint64) for size in range(number + 1)]
    for rank in range(14 if joker else 13):
        most = 1 if rank == JOKER_RANK else 4
        held = [
            np.concatenate([held[size - n] + np.uint64(n << 3 * rank) for n in range(min(most, size) + 1)])
            for size in range(number + 1)
        ]
    return held[number]


def key_sums(counts: Keys) -> Keys:
    """The sums of the rank keys of these rank counts."""
    sums = np.zeros(len(counts), np.uint64)
    for rank, key in enumerate(RANK_KEYS):
        sums += (counts >> np.uint64(3 * rank) & np.uint64(7)) * np.uint64(key)
    return sums


def _mixed(counts: int) -> list[Card]:
    """Cards with these rank counts that are not all of one suit."""
    cards = [JOKER if rank == JOKER_RANK else 4 * rank + suit for rank in range(14) for suit in range(counts >> 3 * rank & 7)]
    if not any(card & 3 for card in cards if card != JOKER):
        cards[0] += 1
    return cards


def _suited(ranks: int) -> list[Card]:
    """Cards of one suit with this set of ranks, bit 13 the joker."""
    return [JOKER if rank == JOKER_RANK else 4 * rank for rank in range(14) if ranks >> rank & 1]


def _sets(number: int, joker: bool) -> list[int]:
    return [sum([1 << rank for rank in ranks]) for ranks in combinations(range(14 if joker else 13), number)]


@cache
def _worth(ranking: Ranking) -> tuple[dict[int, Value], dict[int, Value]]:
    """The values of all hands of the ranking's own size: by rank counts, and by set of ranks when suited."""
    if ranking is FLUSH_LENGTH or ranking is STRAIGHT_FLUSH_LENGTH:
        of = flush_of if ranking is FLUSH_LENGTH else straight_flush_of
        return {}, {ranks: of(ranks) for number in range(8) for ranks in _sets(number, False)}
    size, joker = ranking.cards[0], ranking in WITH_JOKER
    by_counts = {counts: ranking.value(_mixed(counts)) for counts in rank_counts(size, joker).tolist()}
    return by_counts, {ranks: ranking.value(_suited(ranks)) for ranks in _sets(size, joker)}


@cache
def values(ranking: Ranking) -> dict[int, Value]:
    """The value behind every code of a ranking, in ascending order.

    >>> len(values(FIVE_CARD)), values(FIVE_CARD)[4 << CATEGORY_SHIFT]
    (7462, Value(category=4, ranks=(3,)))
    """
    by_counts, by_suit = _worth(ranking)
    codes: dict[int, Value] = {}
    place, category = 0, -1
    for value in sorted({*by_counts.values(), *by_suit.values()}):
        place = 0 if value.category != category else place + 1
        category = value.category
        codes[category << CATEGORY_SHIFT | place] = value
    return codes


@cache
def table(ranking: Ranking, number: int) -> Table:
    """The table of a ranking for hands of this many cards.

    >>> table(FIVE_CARD, 7).codes.nbytes
    131072
    """
    if ranking not in COMPILED:
        raise BadCard(f"{ranking.name} has no compiled kernel", ranking.cite)
    if number not in ranking.cards:
        allowed = ", ".join(map(str, ranking.cards))
        raise BadCard(f"{ranking.name} takes hands of {allowed} cards, not {number}", ranking.cite)
    codes = {value: code for code, value in values(ranking).items()}
    by_counts, by_suit = _worth(ranking)
    flush = np.zeros(1 << 14, np.uint16)
    for ranks, value in by_suit.items():
        flush[ranks] = codes[value]
    if by_counts:
        flush_begins = ranking.cards[0]
        for more in range(flush_begins + 1, number + 1):
            _best_when_one_is_taken(flush, np.array(_sets(more, ranking in WITH_JOKER)))
        displacement, hashed = _hashed(ranking, number)
    else:  # High Card Flush: ranks without a suit are worth nothing (§ 678a.6(b), (d))
        flush_begins = 2 if ranking is FLUSH_LENGTH else 3
        displacement, hashed = np.zeros(1, np.uint16), np.zeros(1, np.uint16)
    start = np.uint64((8 - flush_begins) * 0x1111 << SUIT_COUNTS)
    return Table(start, CARD_KEYS, CARD_BITS, displacement, hashed, flush)


def _best_when_one_is_taken(flush: Codes, sets: NDArray[np.int64]) -> None:
    for rank in range(14):
        with_it = sets[sets >> rank & 1 == 1]
        flush[with_it] = np.maximum(flush[with_it], flush[with_it ^ 1 << rank])


@cache
def _hashed(ranking: Ranking, number: int) -> tuple[Codes, Codes]:
    """The perfect hash from key sums to codes: displacements by row, and the codes."""
    counts = rank_counts(number, ranking in WITH_JOKER)
    sums = key_sums(counts)
    if number == ranking.cards[0]:
        by_counts, _ = _worth(ranking)
        codes = {value: code for code, value in values(ranking).items()}
        worth = np.array([codes[by_counts[held]] for held in counts.tolist()], np.uint16)
    else:
        displacement, smaller = _hashed(ranking, number - 1)
        worth = np.zeros(len(counts), np.uint16)
        for rank, key in enumerate(RANK_KEYS):
            held = counts >> np.uint64(3 * rank) & np.uint64(7) > 0
            worth[held] = np.maximum(worth[held], look_up_all(sums[held] - np.uint64(key), displacement, smaller))
    slots = 1 << (len(sums) * 5 // 4 - 1).bit_length()
    rows = max(slots >> 3, 1)
    while True:
        row = (sums >> np.uint64(16)).astype(np.int64) & rows - 1
        column = sums.astype(np.int64) & slots - 1
        size = np.bincount(row, minlength=rows)
        members, fullest_first = column[np.argsort(row, kind="stable")], np.argsort(-size, kind="stable")
        shifts = _displace(members.tolist(), np.cumsum(size).tolist(), fullest_first.tolist(), slots)
        if shifts is not None:
            displacement, hashed = np.array(shifts, np.uint16), np.zeros(slots, np.uint16)
            hashed[column + displacement[row] & slots - 1] = worth
            return displacement, hashed
        rows *= 2


def _displace(columns: list[int], ends: list[int], fullest_first: list[int], slots: int) -> list[int] | None:
    """The shift of every row of the hash so that its columns fall on free slots; None if a row does not fit."""
    used, last = bytearray(slots), slots - 1
    shifts = [0] * len(ends)
    for row in fullest_first:
        row_columns = columns[ends[row - 1] if row else 0 : ends[row]]
        shift = row * 40503 & 0xFFFF  # anywhere, but not all from the same end
        if len(set(row_columns)) < len(row_columns):
            return None
        for _ in range(1 << 16):
            for column in row_columns:
                if used[column + shift & last]:
                    break
            else:
                break
            shift = shift + 1 & 0xFFFF
        else:
            return None
        for column in row_columns:
            used[column + shift & last] = 1
        shifts[row] = shift
    return shifts


def look_up_all(sums: Keys, displacement: Codes, codes: Codes) -> Codes:
    """The codes of many key sums."""
    row = sums >> np.uint64(16) & np.uint64(len(displacement) - 1)
    result: Codes = codes[sums + displacement[row] & np.uint64(len(codes) - 1)]
    return result
