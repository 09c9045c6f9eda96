"""Random deals of Omaha on every board on which a hand can qualify: how many do, and which are beaten.

A player's hand is the best that two of his cards make with three of the board. So a board has pairs of cards that qualify, and
only cards of such pairs need to be dealt; all the rest only where low hands decide (§ 553.12, § 637a.12).
"""

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of
from pitboss.odds.jackpots.chance import shuffle
from pitboss.odds.jackpots.own_cards import tally

OWN, BOARD = 4, 5
FULL_HOUSE = FIVE_CARD.categories.index("full house") << CATEGORY_SHIFT
_ONE = np.uint64(1)


@compiled
def pair_values(board: NDArray[np.uint8], hands: Table, least: int, values: NDArray[np.uint16]) -> int:
    """By two cards that are not on a board, the best hand with three that are, or 0 if it does not qualify; returns how many
    pairs do."""
    start, keys, bits, displacement, codes, flush = hands
    values[:] = 0
    taken = np.uint64(0)
    for card in board:
        taken |= _ONE << np.uint64(card)
    found = 0
    for i in range(BOARD):
        for j in range(i):
            for k in range(j):
                base = start + keys[board[i]] + keys[board[j]] + keys[board[k]]
                suits = bits[board[i]] | bits[board[j]] | bits[board[k]]
                for b in range(52):
                    if taken >> np.uint64(b) & _ONE:
                        continue
                    for a in range(b):
                        if taken >> np.uint64(a) & _ONE:
                            continue
                        worth = code_of(base + keys[a] + keys[b], suits | bits[a] | bits[b], displacement, codes, flush)
                        if worth >= least and worth > values[a, b]:
                            found += values[a, b] == 0
                            values[a, b] = values[b, a] = worth
    return found


@compiled
def paired_or_suited(board: NDArray[np.uint8]) -> bool:
    """Whether a board can make a full house or better: it has two cards of a rank or three of a suit."""
    suits = np.zeros(4, np.int64)
    for at in range(BOARD):
        suits[board[at] & 3] += 1
        for other in range(at):
            if board[at] >> 2 == board[other] >> 2:
                return True
    return bool(suits.max() >= 3)


@compiled
def low_hand(own: NDArray[np.uint8], board: NDArray[np.uint8]) -> int:
    """The low hand, eight or better, of two of a player's cards and three of the board; more is better and 0 is none."""
    best = 0
    for a in range(OWN):
        for b in range(a):
            for i in range(BOARD):
                for j in range(i):
                    for k in range(j):
                        ranks = 0
                        for card in (own[a], own[b], board[i], board[j], board[k]):
                            ranks |= 1 << ((card >> 2) + 1) % 13
                        size, left = 0, ranks
                        while left:
                            left &= left - 1
                            size += 1
                        if size == 5 and ranks < 256:
                            best = max(best, 256 - ranks)
    return best


@compiled
def omaha(
    state: NDArray[np.uint64],
    boards: NDArray[np.uint8],
    members: NDArray[np.int64],
    deals: int,
    players: int,
    hands: Table,
    least: int,
    split: bool,
) -> NDArray[np.int64]:
    """So many deals for each board, in which a set that stands for a class counts for all members. Boards on which nothing
    qualifies are only counted, as deals without a hand, in a third row."""
    found = np.zeros((3, players + 1), np.int64)
    values = np.zeros((52, 52), np.uint16)
    worth, lows = np.zeros(players, np.int64), np.zeros(players, np.int64)
    order, slots = np.empty(52 - BOARD, np.uint8), np.arange(52 - BOARD).astype(np.uint8)
    seats = OWN * players
    held, holds = np.empty((players, OWN), np.uint8), np.zeros(players, np.int64)
    for row in range(len(boards)):
        board = boards[row]
        hopeless = least >= FULL_HOUSE and not paired_or_suited(board)
        if hopeless or pair_values(board, hands, least, values) == 0:
            found[2, 0] += members[row] * deals
            continue
        relevant, last = 0, 52 - BOARD
        for card in range(52):
            if values[card].any():
                order[relevant] = card
                relevant += 1
            elif card not in board:
                last -= 1
                order[last] = card
        for _ in range(members[row] * deals):
            shuffle(state, slots, 0, relevant)
            worth[:] = 0
            holds[:] = 0
            qualified = 0
            for at in range(relevant):
                if slots[at] >= seats:
                    continue
                seat, card = slots[at] // OWN, order[at]
                before = worth[seat]
                for other in range(holds[seat]):
                    worth[seat] = max(worth[seat], values[held[seat, other], card])
                qualified += before == 0 and worth[seat] > 0
                held[seat, holds[seat]] = card
                holds[seat] += 1
            if split and qualified > 1:
                shuffle(state, slots, relevant, 52 - BOARD)
                for at in range(relevant, 52 - BOARD):
                    if slots[at] < seats:
                        seat = slots[at] // OWN
                        held[seat, holds[seat]] = order[at]
                        holds[seat] += 1
                for seat in range(players):
                    lows[seat] = low_hand(held[seat], board)
            tally(worth, lows, players, least, found[0], found[1])
    return found
