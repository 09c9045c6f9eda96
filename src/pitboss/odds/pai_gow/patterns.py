"""What seven cards come to when they are set: looked up, not worked out, for every hand of the 53 cards.

How seven cards may be set depends on their ranks alone, unless five of them (or four and the joker) share a suit; then on
the ranks of that suit and the ranks of the two cards or fewer beside it. That makes some 290,000 patterns, each set once
by `pitboss.games.pai_gow.compiled_way`. `pattern_of` finds the pattern of a hand from the sum of its keys and the union of
its bits, as `pitboss.hands.kernels` has them.

A setting is a pair of places: of the low hand among the 91 low hands and of the high hand among the 7,463 high hands.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import JOKER
from pitboss.compiling import compiled, without_counting
from pitboss.games.pai_gow.compiled_way import HAND, RUN, Numbers, Tables, facts_of, settings, splits, tables_of_cards
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.games.pai_gow.setting import HANDS
from pitboss.hands.kernels import table, values
from pitboss.hands.pai_gow import PAI_GOW_HIGH, PAI_GOW_LOW
from pitboss.hands.tables import JOKER_RANK, RANK_KEYS, SUIT_COUNTS, key_sums, rank_counts

LOWS, HIGHS = 91, 7463
RANK_SUM = np.uint64((1 << SUIT_COUNTS) - 1)
FLUSHES = np.uint64(0x8888 << SUIT_COUNTS)
SUITED = np.uint64(0x3FFF)
BESIDE = 105  # no card, one, or two, by rank

Ints = NDArray[np.int32]
Keys = NDArray[np.uint64]


class Finder(NamedTuple):
    """What `pattern_of` needs."""

    displacement: NDArray[np.uint16]
    by_ranks: Ints  # by the slot of the sum of keys
    sums: Keys  # by ranks of one suit and the joker, the sum of their keys
    beside: Ints  # by the sum of keys of two cards or fewer, modulo the length, which of the 105
    by_suit: Ints  # by ranks of one suit and the joker times 105, and the cards beside


class Settings(NamedTuple):
    """The settings of every pattern: `low[first[p]:first[p + 1]]` and `high` likewise, the house way's first, then every
    other lawful one that is not below another in both hands (nor equal to it)."""

    first: Ints
    low: NDArray[np.int16]
    high: NDArray[np.int16]


@without_counting
def pattern_of(key: np.uint64, bits: np.uint64, finder: Finder) -> np.int32:
    """The number of a hand's pattern, from the sum of its keys (and the table's start) and the union of its bits."""
    displacement, by_ranks, sums, beside, by_suit = finder
    if key & FLUSHES:
        for suit in range(4):
            if key >> np.uint64(SUIT_COUNTS + 4 * suit + 3) & np.uint64(1):
                held = bits >> np.uint64(16 * suit) & SUITED
                rest = (key & RANK_SUM) - sums[held]
                of_suit: np.int32 = by_suit[held * np.uint64(BESIDE) + np.uint64(beside[rest % np.uint64(len(beside))])]
                return of_suit
    row = key >> np.uint64(16) & np.uint64(len(displacement) - 1)
    of_ranks: np.int32 = by_ranks[key + displacement[row] & np.uint64(len(by_ranks) - 1)]
    return of_ranks


def _beside() -> tuple[Ints, dict[tuple[int, ...], int]]:
    """The places of no, one and two ranks, and the table from the sum of their keys modulo its length."""
    ranks = [held for number in range(3) for held in combinations_with_replacement(range(13), number)]
    sums = [sum([RANK_KEYS[rank] for rank in held]) for held in ranks]
    length = next(n for n in range(BESIDE, 1 << 16) if len({total % n for total in sums}) == BESIDE)
    places = np.zeros(length, np.int32)
    places[[total % length for total in sums]] = range(BESIDE)
    return places, {held: place for place, held in enumerate(ranks)}


def _by_ranks() -> tuple[NDArray[np.uint8], Keys]:
    """A hand without five cards to a flush for every way to hold seven cards by rank, and the sums of its keys."""
    counts = rank_counts(7, True)
    hands = np.zeros((len(counts), 7), np.uint8)
    _spread(counts, hands)
    return hands, key_sums(counts)


@compiled
def _spread(counts: Keys, hands: NDArray[np.uint8]) -> None:
    """Cards with these rank counts whose suits are as even as can be."""
    for i in range(len(counts)):
        used = np.zeros(4, np.int64)
        place = 0
        for rank in range(13):
            mine = np.zeros(4, np.int64)
            for _ in range(counts[i] >> np.uint64(3 * rank) & np.uint64(7)):
                suit = (used + 100 * mine).argmin()
                hands[i, place] = 4 * rank + suit
                used[suit] += 1
                mine[suit] = 1
                place += 1
        if place == 6:
            hands[i, 6] = JOKER


def _by_suit(places: dict[tuple[int, ...], int]) -> tuple[NDArray[np.uint8], Ints]:
    """A hand for every pattern with five cards or more to a flush, and its place in `Finder.by_suit`."""
    hands, at = [], []
    for number in range(5, 8):
        for held in combinations(range(14), number):
            suited = [JOKER if rank == JOKER_RANK else 4 * rank for rank in held]
            bits = sum([1 << rank for rank in held])
            for beside in combinations_with_replacement(range(13), 7 - number):
                hands.append(suited + [4 * rank + 1 + place for place, rank in enumerate(beside)])
                at.append(bits * BESIDE + places[beside])
    return np.array(hands, np.uint8), np.array(at, np.int32)


@cache
def _patterns() -> tuple[Finder, NDArray[np.uint8]]:
    """The finder, and a hand of every pattern."""
    high = table(PAI_GOW_HIGH, 7)
    beside, places = _beside()
    spread, sums = _by_ranks()
    suited, at = _by_suit(places)
    by_ranks = np.full(len(high.codes), -1, np.int32)
    row = (sums >> np.uint64(16)).astype(np.int64) & len(high.displacement) - 1
    slot = sums.astype(np.int64) + high.displacement[row] & len(high.codes) - 1
    by_ranks[slot] = np.arange(len(spread))
    by_suit = np.full((1 << 14) * BESIDE, -1, np.int32)
    by_suit[at] = np.arange(len(spread), len(spread) + len(suited))
    keys = np.zeros(1 << 14, np.uint64)
    for rank, key in enumerate(RANK_KEYS):
        keys[np.arange(1 << 14) >> rank & 1 == 1] += np.uint64(key)
    return Finder(high.displacement, by_ranks, keys, beside, by_suit), np.concatenate([spread, suited])


def finder() -> Finder:
    """What `pattern_of` needs, built when first asked for."""
    return _patterns()[0]


@compiled
def _lawful_settings(
    hands: NDArray[np.int64],
    chosen: NDArray[np.int64],
    tables: Tables,
    low_place: NDArray[np.int16],
    high_place: NDArray[np.int16],
    out: tuple[Ints, NDArray[np.int16], NDArray[np.int16]],
) -> int:
    """Fills first, low and high of `Settings`; `chosen` has the codes of the high and low hand of the house way."""
    first, low, high = out
    highs, lows = np.zeros(21, np.int64), np.zeros(21, np.int64)
    end = 0
    for i in range(len(hands)):
        first[i] = end
        low[end], high[end] = low_place[chosen[i, 1]], high_place[chosen[i, 0]]
        end += 1
        splits(hands[i], tables, highs, lows)
        for split in range(21):
            mine, my_low = highs[split], lows[split]
            if mine < tables.least_high[my_low] or (mine == chosen[i, 0] and my_low == chosen[i, 1]):
                continue
            below = False
            for other in range(21):
                his, his_low = highs[other], lows[other]
                if his >= mine and his_low >= my_low and his >= tables.least_high[his_low]:
                    below |= his > mine or his_low > my_low or other < split
            if not below:
                low[end], high[end] = low_place[my_low], high_place[mine]
                end += 1
    first[len(hands)] = end
    return end


@cache
def settings_of(way: HouseWay) -> Settings:
    """The settings of every pattern, that of a way first."""
    hands = _patterns()[1].astype(np.int64)
    chosen = settings(way, hands)
    if chosen[:, 0].min() < 0:
        raise ValueError(f"the house way {way.name!r} does not set every hand")
    low_place, high_place = np.full(1 << 16, -1, np.int16), np.full(1 << 16, -1, np.int16)
    low_place[list(values(PAI_GOW_LOW))] = np.arange(LOWS)
    high_place[list(values(PAI_GOW_HIGH))] = np.arange(HIGHS)
    first = np.zeros(len(hands) + 1, np.int32)
    low, high = np.zeros(22 * len(hands), np.int16), np.zeros(22 * len(hands), np.int16)
    end = _lawful_settings(hands, chosen[:, 1:].copy(), tables_of_cards(), low_place, high_place, (first, low, high))
    return Settings(first, low[:end].copy(), high[:end].copy())


HOLDINGS = tuple(f"{hand}{run}" for hand in HANDS for run in ("", " with a straight or flush"))


@compiled
def _holdings(hands: NDArray[np.int64], tables: Tables, out: Numbers) -> None:
    highs, lows, facts = np.zeros(21, np.int64), np.zeros(21, np.int64), np.zeros(11, np.int64)
    for i in range(len(hands)):
        splits(hands[i], tables, highs, lows)
        facts_of(hands[i], highs, tables, facts)
        out[i] = 2 * facts[HAND] + facts[RUN]


@cache
def holdings() -> Numbers:
    """What the seven cards of every pattern hold: its place in `HOLDINGS`."""
    hands = _patterns()[1].astype(np.int64)
    found = np.zeros(len(hands), np.int64)
    _holdings(hands, tables_of_cards(), found)
    return found
