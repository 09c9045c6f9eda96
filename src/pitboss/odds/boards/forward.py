"""What a way to play before the end brings, for any game on five community cards: every deal is counted, by the options taken.

For every flop, or every four cards where there is a choice on the turn, it is counted how many pairs of each slot take each
branch. Of a board's holdings take it as many as of the flops and fours within the board, less the pairs with one of its cards.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands.kernels import Table
from pitboss.odds.boards.backward import best_leaf
from pitboss.odds.boards.game import ORDERS, Game, Nodes, Numbers, Rules
from pitboss.odds.boards.holdings import (
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
from pitboss.odds.parts import Progress
from pitboss.odds.suits import PERMUTATIONS, WHOLE, classes, index_without

TURNED_SUITS = np.array([(*turn, NO_FLUSH) for turn in PERMUTATIONS])


class Play(NamedTuple):
    """A way to play before the end as compiled code follows it, by class of three or four community cards."""

    taken: NDArray[np.uint8]  # by flop of these cards, class and pair: the branch
    pairs: NDArray[
        np.uint8
    ]  # by branch, class, suit in which a flush is possible and slot: how many pairs take it, in all flops
    sets: Where  # the classes
    outs: Numbers  # which two cards of a board are not among these cards; twice the same where it is one


@compiled
def _pair_and_slot(card: int, other: int, suit: int) -> tuple[int, int]:
    low, high = int(min(card, other)), int(max(card, other))
    return low + high * (high - 1) // 2, int(SLOT[sort_of(low, suit), sort_of(high, suit)])


@compiled
def _follow(
    sets: Cards,
    deck: Cards,
    nodes: Nodes,
    flops: Where,
    chosen: NDArray[np.uint8],
    turns: Decisions,
    taken: NDArray[np.uint8],
    pairs: NDArray[np.uint8],
) -> None:
    """Writes what `Play` has of some sets of cards."""
    place, turn, turned = flops
    _, _, turn_of, branches, _ = nodes
    left = np.empty(52, np.int64)
    for number in range(len(sets)):
        cards = sets[number]
        size = cards_left(deck, cards, left)
        for out in range(len(taken)):
            left_out = out if len(taken) > 1 else -1
            index = index_without(cards, left_out, left_out)
            node_of, row, branch_of = chosen[place[index]], turned[turn[index]], taken[out, number]
            for high in left[1:size]:
                for low in left[:size]:
                    if low == high:
                        break
                    pair = low + high * (high - 1) // 2
                    node = node_of[row[pair]]
                    branch_of[pair] = branches[node]
                    if turn_of[node] >= 0:
                        branch_of[pair] += turns[turn_of[node], number, pair]
        for suit in range(NO_FLUSH + 1):
            of_suit = 0
            for card in cards:
                of_suit += card & 3 == suit
            if of_suit < len(cards) - 2 and suit != NO_FLUSH:  # of five cards, three
                continue
            counts = pairs[:, number, SLOTS * suit :]
            for high in left[1:size]:
                slots = SLOT[sort_of(high, suit)]
                for low in left[:size]:
                    if low == high:
                        break
                    pair, slot = low + high * (high - 1) // 2, slots[sort_of(low, suit)]
                    for out in range(len(taken)):
                        counts[taken[out, number, pair], slot] += 1


def play_of(game: Game, before: Decisions, flop: Decisions, turns: Decisions, deck: tuple[Card, ...] = WHOLE) -> Play:
    """What is chosen before the flop, on it and on the turn."""
    on_turn = game.orders == ORDERS
    sets, flops, cards = classes(3 + on_turn, deck), where(classes(3, deck)), np.array(sorted(deck), np.uint8)
    chosen = (game.nodes[before] + flop).astype(np.uint8)
    taken = np.zeros((4 if on_turn else 1, len(sets.cards), PAIRS), np.uint8)
    pairs = np.zeros((len(game.leaves) - 1, len(sets.cards), NO_FLUSH * SLOTS + RANK_SLOTS), np.uint8)

    def some(begin: int, end: int, _: tuple[()]) -> None:
        part = slice(begin, end)
        _follow(sets.cards[part], cards, game.tree[0], flops, chosen, turns[:, part], taken[:, part], pairs[:, part])

    over_sets(len(sets.cards), lambda: (), some)
    outs = [(low, high) for high in range(5) for low in range(high + 1) if (low == high) == on_turn]
    return Play(taken, pairs, where(sets), np.array(outs))


@compiled
def count_times(board: Cards, deck: Cards, play: Play, times: NDArray[np.int32]) -> None:
    """By branch and slot, in how many orders of a board its holdings take the branch, added up."""
    taken, pairs, (place, turn, turned), outs = play
    flush, left = flush_suit(board), np.empty(52, np.int64)
    size = cards_left(deck, board, left)
    width = RANK_SLOTS if flush == NO_FLUSH else SLOTS
    held, slots = np.empty((5, 52), np.uint16), np.empty((5, 52), np.uint16)  # pairs of a card of the board and another one
    for at in range(5):
        for other in range(size):
            held[at, other], slots[at, other] = _pair_and_slot(left[other], board[at], flush)
    times[:, :width] = 0
    for out in range(len(outs)):
        one, other = outs[out, 0], outs[out, 1]
        index = index_without(board, one, other)
        number, row = place[index], turned[turn[index]]
        begin = SLOTS * TURNED_SUITS[turn[index], flush]
        for branch in range(len(times)):
            total, added = times[branch], pairs[branch, number, begin : begin + width]
            for slot in range(width):
                total[slot] += added[slot]
        for flop in range(len(taken)):
            branch_of = taken[flop, number]
            for at in range(size):
                times[branch_of[row[held[one, at]]], slots[one, at]] -= 1
            if one != other:
                for at in range(size):
                    times[branch_of[row[held[other, at]]], slots[other, at]] -= 1
                pair, slot = _pair_and_slot(board[one], board[other], flush)
                times[branch_of[row[pair]], slot] -= 1


@compiled
def _tally(boards: Cards, members: Numbers, deck: Cards, hands: Table, rules: Rules, play: Play, tally: Numbers) -> None:
    """Counts over some boards what a way to play brings, by sequence of options, type of hand and outcome."""
    found = new_board()
    _, _, worth, slot, counts = found
    least, type_of, net, leaves, _, _ = rules
    times = np.empty((len(leaves) - 1, SLOTS), np.int32)
    for number in range(len(boards)):
        _, kinds = compared(boards[number], deck, hands, found, least)
        count_times(boards[number], deck, play, times)
        for k in range(kinds):
            of_type = type_of[worth[k]]
            for branch in range(len(times)):
                deals = members[number] * times[branch, slot[k]]
                if deals:
                    leaf, last = leaves[branch], leaves[branch + 1]
                    if last - leaf > 1:
                        leaf, _ = best_leaf(counts, k, net, of_type, leaf, last)
                    for outcome in range(5):
                        tally[leaf, of_type, outcome] += deals * counts[k, outcome]


def tally(game: Game, play: Play, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Numbers:
    """How many deals, in all orders of the community cards, end with each sequence of options, by type of hand and outcome.
    At the end the best option is taken."""
    boards, cards, rules = classes(5, deck), np.array(sorted(deck), np.uint8), game.tree[1]

    def some(begin: int, end: int, found: tuple[Numbers]) -> None:
        _tally(boards.cards[begin:end], boards.members[begin:end], cards, five_card_table(), rules, play, *found)

    [found] = over_sets(len(boards.cards), lambda: (np.zeros(game.net.shape, np.int64),), some, progress)
    return found
