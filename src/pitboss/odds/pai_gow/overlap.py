"""Two hands of seven from one deck, counted by the cards that they could share.

The hands must have no card in common. By inclusion and exclusion their pairings are the sum, over all sets S of cards, of
(-1)^|S| times the pairings in which both hands hold S; and S need be taken once for each class of suits:

| cards in S | classes | hands with S | together |
|---|---|---|---|
| 0, 1 | 15 | 154,143,080, 20,358,520 | found from those with two |
| 2 | 182 | 2,349,060 | 427,528,920 |
| 3 | 1,924 | 230,300 | 443,097,200 |
| 4 | 18,187 | 18,424 | 335,077,288 |
| 5 | 150,891 | 1,128 | 170,205,048 |
| 6 | 1,097,447 | 47 | 51,580,009 |
| 7 | 6,972,147 | 1 | each hand against itself |

So 1.4 billion hands are met where 154,143,080 times 53,524,680 pairings would have to be compared, and of those most are not
looked up either: they are counted by the ranks of the cards beside S, and hands with five cards to a flush by the cards of
its suit and the ranks of the others. The hands with S are put into a grid, high hand by low hand, whose sums tell at once
how many of them a setting beats and how many beat it.
"""

from collections.abc import Callable
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER
from pitboss.compiling import compiled
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.hands.kernels import table
from pitboss.hands.pai_gow import PAI_GOW_HIGH
from pitboss.hands.tables import CARD_BITS, CARD_KEYS, key_sums, rank_counts
from pitboss.odds.pai_gow.patterns import HIGHS, LOWS, RANK_SUM, Finder, Ints, Keys, finder, pattern_of, settings_of
from pitboss.odds.parts import Progress, cut, in_threads, shares
from pitboss.odds.suits import Deck, class_of

Cards = NDArray[np.uint8]
Counts = NDArray[np.int64]
Grid = NDArray[np.int32]
FULL = Deck()
SUBSETS = np.array(sorted(range(1 << 14), key=lambda subset: (subset.bit_count(), subset)), np.int64)  # of a suit and the joker
FIRST_SUBSET = np.array([sum(comb(14, size) for size in range(least)) for least in range(9)], np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(5)], np.int32)
FEW = 2  # up to so many shared cards the hands are counted by pattern
PIECES = 128  # into which work is cut, so that each is short
WORK = (3, 3, 4, 7, 9)  # about how long two to six shared cards take, beside each other


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


class Beside(NamedTuple):
    """The cards beside the shared ones, with how many ways there are to hold them by rank."""

    number: int
    ranks: Keys  # three bits a rank, the joker above the aces
    sums: Keys  # of their keys
    entries: int  # how many `patterns_with` makes at most


Compare = Callable[[Cards, Counts, Dealing, Beside, Way, Way], tuple[int, int]]


def beside(number: int) -> Beside:
    """So many cards beside those that are shared."""
    ranks = rank_counts(number, True)
    flushes = sum([comb(14, more) * comb(12 + number - more, number - more) for more in range(max(number - 2, 0), number + 1)])
    return Beside(number, ranks, key_sums(ranks), len(ranks) + 2 * 4 * flushes)


@compiled
def patterns_with(shared: Cards, dealt: Dealing, others: Beside, patterns: Ints, ways: Ints) -> int:
    """The patterns of all hands that hold the shared cards, and how many hands each is added for. Hands are counted by their
    ranks; each with five cards to a flush is taken from the pattern of its ranks and added to that of its suit. The cards of
    other suits beside a flush are counted by rank too. Returns how many entries these are."""
    deck, start, card_keys, card_bits, find = dealt
    left = np.zeros(14, np.int64)  # of each rank; the joker comes after the aces
    taken = np.zeros(53, np.bool_)
    key, union = start, np.uint64(0)
    for card in shared:
        key += card_keys[card]
        union |= card_bits[card]
        taken[card] = True
    for card in deck:
        left[card >> 2] += not taken[card]
    entries = 0
    for i in range(len(others.ranks)):
        many, held, rank = np.int32(1), others.ranks[i], 0
        while held and many:
            many *= CHOOSE[left[rank], held & np.uint64(7)]
            held >>= np.uint64(3)
            rank += 1
        if many:
            patterns[entries] = pattern_of((key & RANK_SUM) + others.sums[i], np.uint64(0), find)
            ways[entries] = many
            entries += 1
    number = others.number
    suited, of_rank, many_of_rank = np.zeros(14, np.uint8), np.zeros(13, np.uint8), np.zeros(13, np.int32)
    for suit in range(4):
        inside, outside, held_in_suit, at_rank = 0, 0, 0, -1
        for card in deck:
            of_suit = card == JOKER or card & 3 == suit
            if taken[card]:
                held_in_suit += of_suit
            elif of_suit:
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


@compiled
def fill_grid(patterns: Ints, ways: Ints, way: Way, below: Ints, grid: Grid) -> int:
    """Counts hands, so many of each pattern, by high and low hand, summed up: `grid[below[high], low]` of them are lower in
    both hands, `grid[below[high], 91]` in the high hand and `grid[rows, low]` in the low hand. Returns the number of rows."""
    lows, highs = way
    below[:] = 0
    for pattern in patterns:
        below[highs[pattern] + 1] = 1
    for high in range(HIGHS):
        below[high + 1] += below[high]
    rows = int(below[HIGHS])
    grid[: rows + 1] = 0
    for i in range(len(patterns)):
        grid[below[highs[patterns[i]]] + 1, lows[patterns[i]] + 1] += ways[i]
    sum_up(grid, rows)
    return rows


@compiled
def sum_up(grid: Grid, rows: int) -> None:
    """Turns counts into sums over everything lower."""
    for row in range(1, rows + 1):
        so_far = np.int32(0)
        for low in range(1, LOWS + 1):
            so_far += grid[row, low]
            grid[row, low] = so_far + grid[row - 1, low]


@compiled
def against(grid: Grid, rows: int, row: int, low: int) -> tuple[int, int]:
    """How many hands of a grid a setting beats, and how many beat or copy it; `row` is `below[high]`."""
    lower = int(grid[row, low])
    return lower, int(grid[rows, LOWS] - grid[row, LOWS] - grid[rows, low]) + lower


# ---------------------------------------------------------------------------- few shared cards: hands by pattern


@compiled
def _count_patterns(classes: Cards, dealt: Dealing, others: Beside, counts: Ints) -> None:
    patterns, ways = np.zeros(others.entries, np.int32), np.zeros(others.entries, np.int32)
    for i in range(len(classes)):
        for entry in range(patterns_with(classes[i], dealt, others, patterns, ways)):
            counts[i, patterns[entry]] += ways[entry]


class Few(NamedTuple):
    """The hands that hold no, one or two given cards, counted by pattern: a row for each class of those cards."""

    counts: Ints
    sets: Counts  # how many sets of cards a class has
    one: NDArray[np.int64]  # the row of one card
    two: NDArray[np.int64]  # the row of two cards
    shared: NDArray[np.int64]  # how many cards


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
        _count_patterns(twos[0][first:end], dealt, others, counts[begin + first : begin + end])

    in_threads(count, cut(len(twos[0])), progress)
    one, two = np.full(53, -1, np.int64), np.full((53, 53), -1, np.int64)
    for a, b in combinations(cards, 2):
        two[a, b] = two[b, a] = begin + class_of(CARD_BITS[a] | CARD_BITS[b], rank)
    for row, (card,) in enumerate(ones[0].tolist(), 1):
        alike = [c for c in cards if c == card or (card != JOKER and c != JOKER and c >> 2 == card >> 2)]
        one[alike] = row
        counts[row] = counts[two[card, [c for c in cards if c != card]]].sum(0) // 6
    counts[0] = counts[one[cards]].sum(0) // 7
    shared = np.repeat([0, 1, 2], [1, len(ones[0]), len(twos[0])])
    return Few(counts, np.concatenate([[1], ones[1], twos[1]]), one, two, shared)


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


@compiled
def _compare_few(counts: Ints, player: Way, dealer: Way, below: Ints, grid: Grid) -> tuple[int, int]:
    grid_of(counts, dealer, below, grid)
    win, lose = 0, 0
    for pattern in range(len(counts)):
        if counts[pattern]:
            wins, losses = against(grid, len(grid) - 1, below[player.high[pattern]], player.low[pattern])
            win += int(counts[pattern]) * wins
            lose += int(counts[pattern]) * losses
    return win, lose


# ---------------------------------------------------------------------------- more shared cards


@compiled
def _compare_by_grid(classes: Cards, sets: Counts, dealt: Dealing, others: Beside, player: Way, dealer: Way) -> tuple[int, int]:
    """The pairings that the player wins and loses in which both hands hold the same cards, for all sets of these classes."""
    patterns, ways = np.zeros(others.entries, np.int32), np.zeros(others.entries, np.int32)
    below = np.zeros(HIGHS + 1, np.int32)
    grid = np.zeros((min(HIGHS, others.entries) + 1, LOWS + 1), np.int32)
    win, lose = 0, 0
    for i in range(len(classes)):
        entries = patterns_with(classes[i], dealt, others, patterns, ways)
        rows = fill_grid(patterns[:entries], ways[:entries], dealer, below, grid)
        win_here, lose_here = 0, 0
        for entry in range(entries):
            pattern, many = patterns[entry], int(ways[entry])
            wins, losses = against(grid, rows, below[player.high[pattern]], player.low[pattern])
            win_here += many * wins
            lose_here += many * losses
        win += sets[i] * win_here
        lose += sets[i] * lose_here
    return win, lose


@compiled
def _compare_each(classes: Cards, sets: Counts, dealt: Dealing, others: Beside, player: Way, dealer: Way) -> tuple[int, int]:
    """As `_compare_by_grid`, entry by entry: for lists too short for a grid."""
    patterns, ways = np.zeros(others.entries, np.int32), np.zeros(others.entries, np.int32)
    low, high = np.zeros(others.entries, np.int16), np.zeros(others.entries, np.int16)
    win, lose = 0, 0
    for i in range(len(classes)):
        entries = patterns_with(classes[i], dealt, others, patterns, ways)
        for j in range(entries):
            low[j], high[j] = dealer.low[patterns[j]], dealer.high[patterns[j]]
        win_here, lose_here = 0, 0
        for entry in range(entries):
            my_low, my_high = player.low[patterns[entry]], player.high[patterns[entry]]
            wins, losses = np.int32(0), np.int32(0)
            for j in range(entries):
                wins += ways[j] * ((my_low > low[j]) & (my_high > high[j]))
                losses += ways[j] * ((my_low <= low[j]) & (my_high <= high[j]))
            win_here += int(ways[entry]) * int(wins)
            lose_here += int(ways[entry]) * int(losses)
        win += sets[i] * win_here
        lose += sets[i] * lose_here
    return win, lose


@compiled
def against_each(low: NDArray[np.int16], high: NDArray[np.int16], my_low: int, my_high: int) -> tuple[int, int]:
    """How many of some hands a setting beats, and how many beat or copy it."""
    win, lose = np.int16(0), np.int16(0)
    for j in range(len(low)):
        win += np.int16((my_low > low[j]) & (my_high > high[j]))
        lose += np.int16((my_low <= low[j]) & (my_high <= high[j]))
    return int(win), int(lose)


def compare_ways(player: HouseWay, dealer: HouseWay, deck: Deck = FULL, progress: Progress = None) -> Outcomes:
    """A player who sets by one way against a dealer who sets by another, or the same, over all deals of seven cards each."""
    mine, his, dealt, size = way_of(player), way_of(dealer), dealing(deck), len(deck.cards)
    stages = shares(progress, WORK)
    few = few_shared(deck, next(stages))
    below = rows_below(his)
    grid = np.zeros((below[-1] + 1, LOWS + 1), np.int32)
    win, lose = 0, 0
    for counts, sets, shared in zip(few.counts, few.sets.tolist(), few.shared.tolist(), strict=True):
        wins, losses = _compare_few(counts, mine, his, below, grid)
        win += (-1) ** shared * sets * wins
        lose += (-1) ** shared * sets * losses
    for shared, stage in zip(range(FEW + 1, 7), stages, strict=True):
        classes, sets_of = deck.classes(shared)
        others = beside(7 - shared)
        compare = _compare_each if shared == 6 else _compare_by_grid

        def piece(
            part: tuple[int, int],
            classes: Cards = classes,
            sets: Counts = sets_of,
            others: Beside = others,
            compare: Compare = compare,
        ) -> tuple[int, int]:
            begin, end = part
            return compare(classes[begin:end], sets[begin:end], dealt, others, mine, his)

        for wins, losses in in_threads(piece, cut(len(classes), PIECES), stage):
            win += (-1) ** shared * wins
            lose += (-1) ** shared * losses
    for pattern in few.counts[0].nonzero()[0]:  # every hand with itself
        wins, losses = against_each(
            his.low[pattern : pattern + 1], his.high[pattern : pattern + 1], mine.low[pattern], mine.high[pattern]
        )
        win -= int(few.counts[0][pattern]) * wins
        lose -= int(few.counts[0][pattern]) * losses
    return Outcomes(win, lose, comb(size, 7) * comb(size - 7, 7) - win - lose)
