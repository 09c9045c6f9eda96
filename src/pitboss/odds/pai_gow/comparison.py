"""A player who sets by one house way against a dealer who sets by another, or the same, over all deals of seven cards each.

A hand is its ranks, and perhaps a flush. With R for hands as if none had a flush, F for what flushes change (each hand with one
is added as it is set, and taken away as its ranks would be set), and the player first,

    (R + F) × (R + F) = (R + F) × R + R × F + F × F.

Wherever R stands, only the ranks of the cards that both hands hold matter: inclusion and exclusion, which `overlap` explains,
goes over 103,000 sets of ranks instead of eight million classes of cards. F × F needs the suits, but few hands have flushes.
With one card or none in both hands, the ranks say all.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.compiling import compiled, without_counting
from pitboss.games.pai_gow.house_way import HouseWay
from pitboss.hands.tables import rank_counts
from pitboss.odds.pai_gow.overlap import (
    CHOOSE,
    FULL,
    LOW_BITS,
    LOWEST,
    PIECES,
    Beside,
    Cards,
    Counts,
    Dealing,
    Grid,
    Outcomes,
    against,
    beside,
    codes_of,
    dealing,
    fill_grid,
    flushes_with,
    ranks_of,
    ranks_with,
    way_of,
)
from pitboss.odds.pai_gow.patterns import HIGHS, LOWS, Finder, Ints, Keys
from pitboss.odds.parts import Progress, cut, in_threads, shares
from pitboss.odds.suits import Deck

ONE_BY_ONE = 100_000  # up to so many comparisons a grid takes longer
WORK = (1, 2)  # about how long ranks and flushes take, beside each other


class ByRanks(NamedTuple):
    """All hands: the pattern of ranks alone, then those of flushes of these ranks, are `first[pattern]:first[pattern + 1]`."""

    ranks: Keys  # three bits a rank, by the pattern of ranks alone
    first: Counts
    patterns: Ints
    hands: Ints  # how many hands each pattern is
    flushes: Ints  # what flushes change of it: less for the ranks alone


class Scratch(NamedTuple):
    """Space for one comparison."""

    low: Ints
    high: Ints
    below: Ints
    grid: Grid


class Listed(NamedTuple):
    """How hands are set, by code, and how many each is."""

    codes: Ints
    ways: Ints


def _scratch(entries: int) -> Scratch:
    empty = np.zeros(HIGHS + 1, np.int32), np.zeros((min(HIGHS, entries) + 1, LOWS + 1), np.int32)
    return Scratch(np.zeros(entries, np.int32), np.zeros(entries, np.int32), *empty)


def _listed(entries: int) -> Listed:
    return Listed(np.zeros(entries, np.int32), np.zeros(entries, np.int32))


@without_counting
def _one_by_one(mine: Listed, his: Listed, scratch: Scratch) -> tuple[int, int]:
    codes, ways = his
    low, high, _, _ = scratch
    for j in range(len(codes)):
        low[j], high[j] = codes[j] & LOWEST, codes[j] >> LOW_BITS
    win, lose = 0, 0
    for i in range(len(mine.codes)):
        my_low, my_high = np.int32(mine.codes[i] & LOWEST), np.int32(mine.codes[i] >> LOW_BITS)
        wins, losses = np.int32(0), np.int32(0)
        for j in range(len(codes)):  # in 32 bits, of which a processor adds many at once
            wins = np.int32(wins + ways[j] * ((my_low > low[j]) & (my_high > high[j])))
            losses = np.int32(losses + ways[j] * ((my_low <= low[j]) & (my_high <= high[j])))
        win += int(mine.ways[i]) * int(wins)
        lose += int(mine.ways[i]) * int(losses)
    return win, lose


@without_counting
def _compare(mine: Listed, his: Listed, scratch: Scratch) -> tuple[int, int]:
    """The pairings of a player's and a dealer's hands that the player wins and loses, cards in common or not."""
    if len(mine.codes) * len(his.codes) <= ONE_BY_ONE:
        return _one_by_one(mine, his, scratch)
    _, _, below, grid = scratch
    swapped = len(his.codes) > len(mine.codes)
    shorter, (codes, ways) = (mine, his) if swapped else (his, mine)
    rows, first, second = fill_grid(shorter.codes, shorter.ways, below, grid), 0, 0
    up = 1 if swapped else 0  # copies are the dealer's: the player's hands are not higher, or higher
    for i in range(len(codes)):
        lower, higher = against(grid, rows, below[(codes[i] >> LOW_BITS) + up], (codes[i] & LOWEST) + up)
        first += int(ways[i]) * lower
        second += int(ways[i]) * higher
    return (second, first) if swapped else (first, second)


# ---------------------------------------------------------------------------- shared ranks


def by_ranks(deck: Deck) -> ByRanks:
    """All hands of a deck."""
    dealt, ranks = dealing(deck), rank_counts(7, True)
    whole = np.ones(len(ranks), np.int64)
    for rank, held in enumerate(ranks_of(deck)):
        whole *= CHOOSE[held][(ranks >> np.uint64(3 * rank) & np.uint64(7)).astype(np.int64)]
    each, ways = _listed(beside(7).flushes)
    end = flushes_with(np.zeros(0, np.uint8), dealt, 7, each, ways)
    flushes, first_of, which = np.unique(each[:end:2], return_index=True, return_inverse=True)
    hands = np.bincount(which, ways[:end:2], len(flushes)).astype(np.int64)
    plain = each[1:end:2][first_of]
    less = np.bincount(plain, hands, len(ranks)).astype(np.int64)
    number = np.concatenate([np.arange(len(ranks)), plain])
    order = np.argsort(number, kind="stable")
    first = np.concatenate([[0], np.bincount(number, minlength=len(ranks)).cumsum()])
    patterns = np.concatenate([np.arange(len(ranks)), flushes])[order]
    of_all, changed = np.concatenate([whole - less, hands])[order], np.concatenate([-less, hands])[order]
    return ByRanks(ranks, first, patterns.astype(np.int32), of_all.astype(np.int32), changed.astype(np.int32))


@without_counting
def _hold(shared: np.uint64, plain: Ints, hands: ByRanks, numbers: Ints, codes: Ints, sets: int, out: Listed) -> int:
    """Lists the hands that hold the shared ranks, which `plain` has by ranks alone: each as often as it has such cards, divided
    by a number of sets of such cards. Returns how many entries these are."""
    ranks, first, patterns, _, _ = hands
    entries = 0
    for pattern in plain:
        times, held, left = 1, ranks[pattern], shared
        while left:
            times *= CHOOSE[held & np.uint64(7), left & np.uint64(7)]
            held >>= np.uint64(3)
            left >>= np.uint64(3)
        for at in range(first[pattern], first[pattern + 1]):
            if numbers[at]:
                out.codes[entries], out.ways[entries] = codes[patterns[at]], numbers[at] * times // sets
                entries += 1
    return entries


@compiled
def _some(listed: Listed, entries: int) -> Listed:
    return Listed(listed.codes[:entries], listed.ways[:entries])


@compiled
def _compare_ranks(
    part: tuple[int, int],
    shared: Beside,
    others: Beside,
    deck: Counts,
    hands: ByRanks,
    find: Finder,
    player: Ints,
    dealer: Ints,
    plain: Ints,
    lists: tuple[Listed, Listed, Listed],
    scratch: Scratch,
) -> tuple[int, int]:
    """The pairings won and lost in which both hands hold the same cards of these ranks, but for what needs their suits."""
    win, lose = 0, 0
    for i in range(part[0], part[1]):
        left, sets = deck.copy(), 1
        for rank in range(14):
            held = np.int64(shared.ranks[i] >> np.uint64(3 * rank) & np.uint64(7))
            sets *= CHOOSE[left[rank], held]
            left[rank] -= held
        if sets == 0:
            continue
        ranks, whole = shared.ranks[i], lists[0]
        entries = ranks_with(shared.sums[i], left, others, find, plain, whole.ways)
        mine = _some(lists[1], _hold(ranks, plain[:entries], hands, hands.hands, player, 1, lists[1]))
        if shared.number <= 1:
            his = _some(lists[2], _hold(ranks, plain[:entries], hands, hands.hands, dealer, sets, lists[2]))
            wins, losses = _compare(mine, his, scratch)
        else:
            his = _some(lists[2], _hold(ranks, plain[:entries], hands, hands.flushes, dealer, 1, lists[2]))
            for j in range(entries):
                whole.codes[j] = dealer[plain[j]]
            wins, losses = _compare(mine, _some(whole, entries), scratch)
            for j in range(entries):
                whole.codes[j] = player[plain[j]]
            more_wins, more_losses = _compare(_some(whole, entries), his, scratch)
            wins, losses = wins + more_wins, losses + more_losses
        win += wins
        lose += losses
    return win, lose


# ---------------------------------------------------------------------------- shared cards


@compiled
def _compare_flushes(
    classes: Cards,
    sets: Counts,
    player: Dealing,
    dealer: Dealing,
    alike: bool,
    number: int,
    lists: tuple[Listed, Listed],
    scratch: Scratch,
) -> tuple[int, int]:
    """What flushes of both hands change of the pairings in which both hold the same cards, for all sets of these classes."""
    win, lose = 0, 0
    mine, his = lists
    for i in range(len(classes)):
        entries = flushes_with(classes[i], player, number, mine.codes, mine.ways)
        if entries:
            if not alike:
                flushes_with(classes[i], dealer, number, his.codes, his.ways)
            wins, losses = _compare(_some(mine, entries), _some(mine if alike else his, entries), scratch)
            win += sets[i] * wins
            lose += sets[i] * losses
    return win, lose


def _each_with_itself(hands: ByRanks, player: Ints, dealer: Ints) -> tuple[int, int]:
    """The same of every hand with itself."""
    plain = np.repeat(hands.patterns[hands.first[:-1]], np.diff(hands.first))
    win = lose = 0
    for mine, my_sign in ((hands.patterns, 1), (plain, -1)):
        for his, his_sign in ((hands.patterns, 1), (plain, -1)):
            number = hands.hands * (hands.patterns != plain) * my_sign * his_sign
            low, high = (player[mine] & LOWEST, dealer[his] & LOWEST), (player[mine] >> LOW_BITS, dealer[his] >> LOW_BITS)
            win += int(number[(low[0] > low[1]) & (high[0] > high[1])].sum())
            lose += int(number[(low[0] <= low[1]) & (high[0] <= high[1])].sum())
    return win, lose


def _set_by(dealt: Dealing, codes: Ints) -> Dealing:
    """A dealing that finds the codes of hands instead of their patterns."""
    find = dealt.find
    return dealt._replace(find=find._replace(by_ranks=codes[find.by_ranks], by_suit=codes[find.by_suit]))


def compare_ways(player: HouseWay, dealer: HouseWay, deck: Deck = FULL, progress: Progress = None) -> Outcomes:
    """A player who sets by one way against a dealer who sets by another, or the same, over all deals of seven cards each."""
    mine, his, dealt, size = codes_of(way_of(player)), codes_of(way_of(dealer)), dealing(deck), len(deck.cards)
    my_dealing, his_dealing = _set_by(dealt, mine), _set_by(dealt, his)
    hands, held = by_ranks(deck), ranks_of(deck)
    beside_each = [beside(number) for number in range(8)]
    by_rank, by_suit = shares(progress, WORK)

    def of_ranks(work: tuple[int, tuple[int, int]]) -> tuple[int, int, int]:
        shared, part = work
        others, most = beside_each[7 - shared], len(hands.patterns)
        plain, lists = np.zeros(len(others.ranks), np.int32), (_listed(len(others.ranks)), _listed(most), _listed(most))
        found = _compare_ranks(
            part, beside_each[shared], others, held, hands, dealt.find, mine, his, plain, lists, _scratch(most)
        )
        return shared, *found

    def of_suits(work: tuple[int, Cards, Counts]) -> tuple[int, int, int]:
        shared, classes, sets = work
        most = beside_each[7 - shared].flushes
        lists = _listed(most), _listed(most)
        ways = my_dealing, his_dealing, player == dealer
        return shared, *_compare_flushes(classes, sets, *ways, 7 - shared, lists, _scratch(most))

    pieces = [(shared, part) for shared in range(8) for part in cut(len(beside_each[shared].ranks), PIECES)]
    found = in_threads(of_ranks, pieces, by_rank)
    listed = [(shared, *deck.classes(shared)) for shared in range(2, 7)]
    more = [(shared, classes[a:b], sets[a:b]) for shared, classes, sets in listed for a, b in cut(len(classes), PIECES)]
    found += in_threads(of_suits, more, by_suit)
    found.append((7, *_each_with_itself(hands, mine, his)))
    win = sum([(-1) ** shared * wins for shared, wins, _ in found])
    lose = sum([(-1) ** shared * losses for shared, _, losses in found])
    return Outcomes(win, lose, comb(size, 7) * comb(size - 7, 7) - win - lose)
