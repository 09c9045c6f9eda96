"""Two hands of seven from one deck, counted by the cards that they could share.

The hands must have no card in common. By inclusion and exclusion their pairings are the sum, over all sets S of cards, of
(-1)^|S| times the pairings in which both hands hold S; and S need be taken once for each class of suits:

| cards in S | classes | hands with S |
|---|---|---|
| 0, 1 | 15 | 154,143,080, 20,358,520 |
| 2 | 182 | 2,349,060 |
| 3 | 1,924 | 230,300 |
| 4 | 18,187 | 18,424 |
| 5 | 150,891 | 1,128 |
| 6 | 1,097,447 | 47 |
| 7 | 6,972,147 | 1 |

Hands are counted by the ranks of the cards beside S, as if none had a flush; those with five cards to a flush correct that, by
the cards of the suit and the ranks of the others. The hands with S are put into a grid, high hand by low hand, whose sums tell
at once how many of them a setting beats and how many beat it.
"""

from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER
from pitboss.compiling import compiled, without_counting
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.hands.kernels import table
from pitboss.hands.pai_gow import PAI_GOW_HIGH
from pitboss.hands.tables import CARD_BITS, CARD_KEYS, key_sums, rank_counts
from pitboss.odds.pai_gow.patterns import HIGHS, LOWS, RANK_SUM, Finder, Ints, Keys, finder, pattern_of, settings_of
from pitboss.odds.parts import Progress, cut, in_threads
from pitboss.odds.suits import Deck, class_of

Cards = NDArray[np.uint8]
Counts = NDArray[np.int64]
Grid = NDArray[np.int32]
FULL = Deck()
SUBSETS = np.array(sorted(range(1 << 14), key=lambda subset: (subset.bit_count(), subset)), np.int64)  # of a suit and the joker
FIRST_SUBSET = np.array([sum(comb(14, size) for size in range(least)) for least in range(9)], np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(5)], np.int32)
LOW_BITS, LOWEST = 7, 127
FEW = 2  # up to so many shared cards the hands are counted by pattern
PIECES = 128  # into which work is cut, so that each is short


class Way(NamedTuple):
    """How a house way sets every pattern: the places of its low and high hand."""

    low: NDArray[np.int16]
    high: NDArray[np.int16]


class Dealing(NamedTuple):
    """What compiled code needs to find the patterns of hands from a deck."""

    deck: Cards
    start: np.uint64
    keys: Keys
    bits: Keys
    find: Finder


class Outcomes(NamedTuple):
    """In how many deals the player wins, loses (copies among them) and ties."""

    win: int
    lose: int
    tie: int


def way_of(way: HouseWay) -> Way:
    """How a house way sets every pattern."""
    first, low, high = settings_of(way)
    return Way(low[first[:-1]], high[first[:-1]])


def codes_of(way: Way) -> Ints:
    """How a way sets every pattern, as one number: the place of the high hand, then seven bits for that of the low hand."""
    codes: Ints = way.high.astype(np.int32) << LOW_BITS | way.low
    return codes


def dealing(deck: Deck) -> Dealing:
    """What compiled code needs to find the patterns of hands from a deck."""
    return Dealing(np.array(deck.cards, np.uint8), table(PAI_GOW_HIGH, 7).start, CARD_KEYS, CARD_BITS, finder())


def chosen(number: int, out_of: int) -> Cards:
    """All ways to choose so many places, as rows."""
    flat = chain.from_iterable(combinations(range(out_of), number))
    return np.fromiter(flat, np.uint8, comb(out_of, number) * number).reshape(-1, number)


# ---------------------------------------------------------------------------- the hands that hold some cards


@compiled
def hands_with(shared: Cards, dealt: Dealing, places: Cards, patterns: Ints, bits: Keys) -> None:
    """The patterns, and the bits, of all hands that hold the shared cards; `places` are those of the others among the rest."""
    deck, start, card_keys, card_bits, find = dealt
    keys_of_rest, bits_of_rest = np.zeros(53, np.uint64), np.zeros(53, np.uint64)
    rest = 0
    for card in deck:
        held = False
        for other in shared:
            held |= card == other
        if not held:
            keys_of_rest[rest], bits_of_rest[rest] = card_keys[card], card_bits[card]
            rest += 1
    key, union = start, np.uint64(0)
    for card in shared:
        key += card_keys[card]
        union |= card_bits[card]
    for i in range(len(places)):
        whole, all_bits = key, union
        for j in range(places.shape[1]):
            whole += keys_of_rest[places[i, j]]
            all_bits |= bits_of_rest[places[i, j]]
        patterns[i] = pattern_of(whole, all_bits, find)
        bits[i] = all_bits


def ranks_of(deck: Deck) -> Counts:
    """How many cards of each rank a deck has; the joker comes after the aces."""
    return np.bincount([card >> 2 for card in deck.cards], minlength=14)


class Beside(NamedTuple):
    """The cards beside the shared ones, with how many ways there are to hold them by rank."""

    number: int
    ranks: Keys  # three bits a rank, the joker above the aces
    sums: Keys  # of their keys
    flushes: int  # how many entries `flushes_with` makes at most


def beside(number: int) -> Beside:
    """So many cards beside those that are shared."""
    ranks = rank_counts(number, True)
    flushes = sum([comb(14, more) * comb(12 + number - more, number - more) for more in range(max(number - 2, 0), number + 1)])
    return Beside(number, ranks, key_sums(ranks), 2 * 4 * flushes)


@without_counting
def ranks_with(of_shared: np.uint64, left: Counts, others: Beside, find: Finder, patterns: Ints, ways: Ints) -> int:
    """The patterns of all hands that hold some cards, as if none had a flush, and how many hands each is; `left` is how many
    cards of each rank are left, `of_shared` the sum of the shared cards' rank keys. Returns how many entries these are."""
    entries = 0
    for i in range(len(others.ranks)):
        many, held, rank = np.int32(1), others.ranks[i], 0
        while held and many:
            many *= CHOOSE[left[rank], held & np.uint64(7)]
            held >>= np.uint64(3)
            rank += 1
        if many:
            patterns[entries] = pattern_of(of_shared + others.sums[i], np.uint64(0), find)
            ways[entries] = many
            entries += 1
    return entries


@compiled
def flushes_with(shared: Cards, dealt: Dealing, number: int, patterns: Ints, ways: Ints) -> int:
    """What `ranks_with` is to be corrected by: hands that hold the shared cards, so many others, and five cards or more to a
    flush, are added to the pattern of their suit and taken from that of their ranks, in turn. The cards of other suits are
    counted by rank. Returns how many entries these are."""
    deck, start, card_keys, card_bits, find = dealt
    key, union = start, np.uint64(0)
    for card in shared:
        key += card_keys[card]
        union |= card_bits[card]
    entries = 0
    suited, of_rank, many_of_rank = np.zeros(14, np.uint8), np.zeros(13, np.uint8), np.zeros(13, np.int32)
    for suit in range(4):
        held_in_suit = 0
        for card in shared:
            held_in_suit += card == JOKER or card & 3 == suit
        if held_in_suit + number < 5:
            continue
        inside, outside, at_rank = 0, 0, -1
        for card in deck:
            if union & card_bits[card]:
                continue
            if card == JOKER or card & 3 == suit:
                suited[inside] = card
                inside += 1
            else:
                if outside == 0 or card >> 2 != at_rank:
                    at_rank = card >> 2
                    of_rank[outside], many_of_rank[outside] = card, 0
                    outside += 1
                many_of_rank[outside - 1] += 1
        for more in range(max(5 - held_in_suit, 0), number + 1):
            for subset in SUBSETS[FIRST_SUBSET[more] : FIRST_SUBSET[more + 1]]:
                if subset >> inside:
                    break
                whole, bits = key, union
                for at in range(inside):
                    if subset >> at & 1:
                        whole += card_keys[suited[at]]
                        bits |= card_bits[suited[at]]
                # Two cards or fewer are of another suit: the last loops have a turn without a card where there are less.
                for a in range(outside if number > more else 1):
                    one, one_of = whole, np.int32(1)
                    if number > more:
                        one += card_keys[of_rank[a]]
                        one_of = many_of_rank[a]
                    for b in range(a + 1 if number > more + 1 else 1):
                        both, both_of = one, one_of
                        if number > more + 1:
                            both += card_keys[of_rank[b]]
                            both_of = one_of * many_of_rank[b] if b < a else CHOOSE[one_of, 2]
                        if both_of:
                            patterns[entries], ways[entries] = pattern_of(both, bits, find), both_of
                            patterns[entries + 1], ways[entries + 1] = pattern_of(both & RANK_SUM, np.uint64(0), find), -both_of
                            entries += 2
    return entries


@without_counting
def fill_grid(codes: Ints, ways: Ints, below: Ints, grid: Grid) -> int:
    """Counts hands, so many of each code, by high and low hand, summed up: `grid[below[high], low]` of them are lower in both
    hands, `grid[below[high], 91]` in the high hand and `grid[rows, low]` in the low hand. Returns the number of rows."""
    below[:] = 0
    for code in codes:
        below[(code >> LOW_BITS) + 1] = 1
    for high in range(HIGHS):
        below[high + 1] += below[high]
    rows = int(below[HIGHS])
    grid[: rows + 1] = 0
    for i in range(len(codes)):
        grid[below[codes[i] >> LOW_BITS] + 1, (codes[i] & LOWEST) + 1] += ways[i]
    sum_up(grid, rows)
    return rows


@without_counting
def sum_up(grid: Grid, rows: int) -> None:
    """Turns counts into sums over everything lower."""
    for row in range(1, rows + 1):
        so_far = np.int32(0)
        for low in range(1, LOWS + 1):
            so_far += grid[row, low]
            grid[row, low] = so_far + grid[row - 1, low]


@without_counting
def against(grid: Grid, rows: int, row: int, low: int) -> tuple[int, int]:
    """How many hands of a grid a setting beats, and how many beat or copy it; `row` is `below[high]`."""
    lower = int(grid[row, low])
    return lower, int(grid[rows, LOWS] - grid[row, LOWS] - grid[rows, low]) + lower


# ---------------------------------------------------------------------------- few shared cards: hands by pattern


@compiled
def _count_patterns(classes: Cards, dealt: Dealing, held: Counts, others: Beside, counts: Ints) -> None:
    most = max(len(others.ranks), others.flushes)
    patterns, ways = np.zeros(most, np.int32), np.zeros(most, np.int32)
    for i in range(len(classes)):
        left, of_shared = held.copy(), np.uint64(0)
        for card in classes[i]:
            left[card >> 2] -= 1
            of_shared += dealt.keys[card] & RANK_SUM
        for entry in range(ranks_with(of_shared, left, others, dealt.find, patterns, ways)):
            counts[i, patterns[entry]] += ways[entry]
        for entry in range(flushes_with(classes[i], dealt, others.number, patterns, ways)):
            counts[i, patterns[entry]] += ways[entry]


class Few(NamedTuple):
    """The hands that hold no, one or two given cards, counted by pattern: a row for each class of those cards."""

    counts: Ints
    one: NDArray[np.int64]  # the row of one card
    two: NDArray[np.int64]  # the row of two cards


def few_shared(deck: Deck, progress: Progress = None) -> Few:
    """Counted for two cards; the others are sums of those, each hand as often as it has cards to choose."""
    cards = deck.cards
    ones, twos = deck.classes(1), deck.classes(FEW)
    others = beside(7 - FEW)
    dealt, rank = dealing(deck), deck.numbering(FEW)
    patterns = int(dealt.find.by_suit.max()) + 1
    counts = np.zeros((1 + len(ones[0]) + len(twos[0]), patterns), np.int32)
    begin = 1 + len(ones[0])

    def count(part: tuple[int, int]) -> None:
        first, end = part
        _count_patterns(twos[0][first:end], dealt, ranks_of(deck), others, counts[begin + first : begin + end])

    in_threads(count, cut(len(twos[0])), progress)
    one, two = np.full(53, -1, np.int64), np.full((53, 53), -1, np.int64)
    for a, b in combinations(cards, 2):
        two[a, b] = two[b, a] = begin + class_of(CARD_BITS[a] | CARD_BITS[b], rank)
    for row, (card,) in enumerate(ones[0].tolist(), 1):
        alike = [c for c in cards if c == card or (card != JOKER and c != JOKER and c >> 2 == card >> 2)]
        one[alike] = row
        counts[row] = counts[two[card, [c for c in cards if c != card]]].sum(0) // 6
    counts[0] = counts[one[cards]].sum(0) // 7
    return Few(counts, one, two)


@compiled
def grid_of(counts: Ints, way: Way, below: Ints, grid: Grid) -> None:
    """The summed grid of hands counted by pattern, with a row for every `below`."""
    grid[:] = 0
    for pattern in range(len(counts)):
        if counts[pattern]:
            grid[below[way.high[pattern]] + 1, way.low[pattern] + 1] += counts[pattern]
    sum_up(grid, len(grid) - 1)


def rows_below(way: Way) -> Ints:
    """The rows of a grid of all hands: how many of the high hands that a way ever sets are lower."""
    below = np.zeros(HIGHS + 1, np.int32)
    below[np.unique(way.high).astype(np.int64) + 1] = 1
    return np.cumsum(below, dtype=np.int32)
