"""What is best before the end, for any game on five community cards: backward induction over all boards.

What a holding brings on a board depends on its kind alone (`holdings`). So every board is looked at once and leaves a row of
values by kind. The rows of the boards that share four cards are added up whole; what a pair of cards brings with these four is
the sum of its kind, less the boards that hold one of its own cards. That decides on the turn. Sums over the turn decide on the
flop, and sums over the flop before it.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands.kernels import Table
from pitboss.odds.boards.game import ORDERS, Game, Nodes, Numbers, Rules
from pitboss.odds.boards.holdings import (
    MOST_KINDS,
    NO_FLUSH,
    PAIRS,
    RANK_SLOTS,
    SLOT,
    SLOTS,
    Cards,
    Decisions,
    Where,
    cards_left,
    compared,
    five_card_table,
    flush_suit,
    new_board,
    over_sets,
    sort_of,
    where,
)
from pitboss.odds.parts import Progress, shares
from pitboss.odds.suits import WHOLE, classes, index_with, index_without, kinds_of_pairs, pairs_by_class

Values = NDArray[Any]  # of 32 bits where these hold every value


@dataclass(frozen=True)
class Sums:
    """Over all boards and their orders, with best play later on. By flop, suit-isomorphic pairs are added up at the first of
    them."""

    at_once: Numbers  # by option before the flop and pair: what its first branch brings
    by_flop: Numbers  # by row of nodes, class of flop and pair: what the node brings more than that
    turns: Decisions  # by node with a choice on the turn, class of four cards and pair: the best branch
    by_four: Numbers  # by difference, class of four cards and pair; empty unless asked for


class Four(NamedTuple):
    """What is known of four community cards."""

    left: Numbers  # the other cards
    start: Numbers  # by each of these: where the row of the board with it begins
    flush: Numbers  # and the suit in which a flush is possible on that board
    suits: Numbers  # the different ones
    totals: Numbers  # by value, suit and slot: the sum of the rows


@compiled
def best_leaf(counts: NDArray[np.int32], k: int, net: Numbers, of_type: int, begin: int, end: int) -> tuple[int, np.int64]:
    """Which of some sequences of options brings the most to a kind of holding, against all of the dealer's, and how much."""
    best, most = begin, np.int64(0)
    for leaf in range(begin, end):
        total = np.int64(0)
        for outcome in range(5):
            total += counts[k, outcome] * net[leaf, of_type, outcome]
        if leaf == begin or total > most:
            best, most = leaf, total
    return best, most


@compiled
def _look(
    boards: Cards,
    members: Numbers,
    starts: Numbers,
    deck: Cards,
    hands: Table,
    rules: Rules,
    first: Numbers,
    values: Values,
    at_once: Numbers,
) -> None:
    """Adds up over some boards what the first branches bring by pair, and writes the row of each board."""
    found = new_board()
    pairs, kind, worth, slot, counts = found
    least, type_of, net, leaves, minuends, subtrahends = rules
    value = np.empty((len(leaves) - 1, MOST_KINDS), np.int64)
    for number in range(len(boards)):
        size, kinds = compared(boards[number], deck, hands, found, least)
        for k in range(kinds):
            of_type = type_of[worth[k]]
            for branch in range(len(value)):
                _, value[branch, k] = best_leaf(counts, k, net, of_type, leaves[branch], leaves[branch + 1])
        for option in range(len(at_once)):
            brings, total, weight = value[first[option]], at_once[option], members[number]
            for h in range(size):
                total[pairs[h]] += weight * brings[kind[h]]
        for j in range(len(values)):
            row, brings, less = values[j, starts[number] :], value[minuends[j]], value[subtrahends[j]]
            for k in range(kinds):
                row[slot[k]] = brings[k] - less[k]


@compiled
def _add_rows(
    four: Cards, deck: Cards, boards: NDArray[np.int32], starts: Numbers, values: Values, found: Four
) -> tuple[int, int]:
    """Adds up the rows of the boards with four cards. Returns how many boards there are, and how many suits."""
    left, start, flush, suits, totals = found
    cards, different, board = cards_left(deck, four, left), 0, np.append(four, four[0])
    totals[:] = 0
    for card in left[:cards]:
        board[4] = card
        suit = flush_suit(board)
        start[card], flush[card] = starts[boards[index_with(four, card)]], suit
        if suit not in suits[:different]:
            suits[different] = suit
            different += 1
        width = RANK_SLOTS if suit == NO_FLUSH else SLOTS
        for j in range(len(values)):
            row, total = values[j, start[card] : start[card] + width], totals[j, suit, :width]
            for slot in range(width):
                total[slot] += row[slot]
    return cards, different


@compiled
def _add_pairs(cards: int, different: int, values: Values, found: Four, pairs: NDArray[np.uint16], sums: Numbers) -> int:
    """Sums by pair, from those by kind. Returns how many pairs there are."""
    left, start, flush, suits, totals = found
    size = 0
    for second in range(1, cards):
        b = left[second]
        for first in range(second):
            a = left[first]
            pair = a + b * (b - 1) // 2
            pairs[size] = pair
            size += 1
            with_a = start[a] + SLOT[sort_of(a, flush[a]), sort_of(b, flush[a])]
            with_b = start[b] + SLOT[sort_of(a, flush[b]), sort_of(b, flush[b])]
            for j in range(len(values)):
                total = np.int64(0)
                for suit in suits[:different]:
                    total += totals[j, suit, SLOT[sort_of(a, suit), sort_of(b, suit)]]
                sums[j, pair] = total - values[j, with_a] - values[j, with_b]
    return size


@compiled
def _by_four(
    fours: Cards,
    members: Numbers,
    deck: Cards,
    nodes: Nodes,
    boards: NDArray[np.int32],
    starts: Numbers,
    values: Values,
    flops: Where,
    by_flop: Numbers,
    turns: Decisions,
    by_four: Numbers,
) -> None:
    """Decides on the turn with some four cards, and adds up by flop what the nodes bring."""
    place, turn, turned = flops
    difference, row_of, turn_of, branches, more = nodes
    per_card = np.empty(52, np.int64)
    found = Four(per_card, per_card.copy(), per_card.copy(), np.empty(5, np.int64), np.empty((len(values), 5, SLOTS), np.int64))
    sums, pairs = np.zeros((len(values) + 1, PAIRS), np.int64), np.empty(PAIRS, np.uint16)  # the last sums stay nothing
    best, branch = np.empty(PAIRS, np.int64), np.empty(PAIRS, np.uint8)
    for number in range(len(fours)):
        cards, different = _add_rows(fours[number], deck, boards, starts, values, found)
        size = _add_pairs(cards, different, values, found, pairs, sums)
        weight = members[number]
        for j in range(len(by_four)):
            for pair in pairs[:size]:
                by_four[j, number, pair] = weight * sums[j, pair]
        for node in range(len(row_of)):
            if row_of[node] < 0:
                continue
            best[:size], branch[:size] = 0, 0
            for other in range(branches[node] + 1, branches[node + 1]):
                brings = sums[more[other]]
                for h in range(size):
                    if brings[pairs[h]] > best[h]:
                        best[h], branch[h] = brings[pairs[h]], other - branches[node]
            if turn_of[node] >= 0:
                for h in range(size):
                    turns[turn_of[node], number, pairs[h]] = branch[h]
            brings = sums[difference[node]]
            for h in range(size):
                best[h] = weight * (best[h] + brings[pairs[h]])
            for out in range(4):
                index = index_without(fours[number], out, out)
                total, row = by_flop[row_of[node], place[index]], turned[turn[index]]
                for h in range(size):
                    total[row[pairs[h]]] += best[h]


def look(game: Game, deck: tuple[Card, ...] = WHOLE, progress: Progress = None, by_four: bool = False) -> Sums:
    """Looks at every board of a deck, and decides on the turn."""
    nodes, rules = game.tree
    boards, cards = classes(5, deck), np.array(sorted(deck), np.uint8)
    suits = np.sort(boards.cards & 3, 1)
    starts = np.cumsum([0, *np.where((suits[:, :3] == suits[:, 2:]).any(1), SLOTS, RANK_SLOTS)])
    fits = 2 * int(np.abs(game.net).max()) * comb(len(deck) - 7, 2) < 1 << 31
    values = np.zeros((len(rules.minuends), int(starts[-1])), np.int32 if fits else np.int64)
    looking, adding = shares(progress, (4, 1))

    def some(begin: int, end: int, found: tuple[Numbers]) -> None:
        part = slice(begin, end)
        rules_of = starts[part], cards, five_card_table(), rules, game.first, values
        _look(boards.cards[part], boards.members[part], *rules_of, *found)

    [at_once] = over_sets(len(boards.cards), lambda: (np.zeros((len(game.first), PAIRS), np.int64),), some, looking)
    fours, flops = classes(4, deck), classes(3, deck)
    turns = np.zeros((int(nodes.turn.max()) + 1, len(fours.cards), PAIRS), np.uint8)
    sums = np.zeros((len(values) if by_four else 0, len(fours.cards), PAIRS), np.int64)

    def add(begin: int, end: int, found: tuple[Numbers]) -> None:
        part = slice(begin, end)
        given = cards, nodes, boards.place, starts, values, where(flops)
        _by_four(fours.cards[part], fours.members[part], *given, *found, turns[:, part], sums[:, part])

    shape = int(nodes.row.max()) + 1, len(flops.cards), PAIRS
    [by_flop] = over_sets(len(fours.cards), lambda: (np.zeros(shape, np.int64),), add, adding)
    kinds = kinds_of_pairs(3, deck)
    rows, pairs = np.nonzero(kinds != np.arange(PAIRS))
    for each in by_flop:
        np.add.at(each, (rows, kinds[rows, pairs]), each[rows, pairs])
        each[rows, pairs] = 0
    return Sums(game.orders * at_once, by_flop // (ORDERS // game.orders), turns, sums)


def decide(game: Game, sums: Sums, deck: tuple[Card, ...] = WHOLE) -> tuple[Decisions, Decisions, Numbers]:
    """What is best before the flop, by pair, and on it, by class of flop and pair; and by option before the flop and class of
    pair what that brings, over all orders."""
    of_pair, row_of = pairs_by_class(deck), game.tree[0].row
    totals = np.zeros((len(game.options), PAIRS), np.int64)
    flops = np.zeros((len(game.options), len(classes(3, deck).cards), PAIRS), np.uint8)
    for option, (begin, end) in enumerate(pairwise(game.nodes.tolist())):
        best = np.zeros(flops.shape[1:], np.int64)
        for node in range(begin, end):
            brings = sums.by_flop[row_of[node]] if row_of[node] >= 0 else best
            flops[option][brings > best] = node - begin
            best = brings if node == begin else np.maximum(best, brings)
        np.add.at(totals[option], of_pair, sums.at_once[option] + best.sum(0))
    before = totals.argmax(0)[of_pair].astype(np.uint8)
    flop = np.take_along_axis(flops, before[None, None, :].astype(np.int64), 0)[0]
    return before, np.take_along_axis(flop, kinds_of_pairs(3, deck).astype(np.int64), 1), totals
