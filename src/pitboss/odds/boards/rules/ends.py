"""How Heads-Up Hold 'Em ends by a readable rule: raise or fold (§ 677a.11(f)) by the dealer's outs.

An out is a card that beats the player if the dealer holds it, whatever his other card is: with the board alone. Whether the
player's cards beat the board makes a difference, since a player who has only the board can at best tie.
"""

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import Table, code_of, table
from pitboss.odds.boards.backward import best_leaf
from pitboss.odds.boards.forward import Play, count_times
from pitboss.odds.boards.game import Game, Numbers, Rules
from pitboss.odds.boards.holdings import MOST_KINDS, SLOTS, Cards, cards_left, compared, new_board, over_sets
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE, classes

WAIT = 0  # the branch that ends with a raise or a fold
OUTS = 48  # more than there can be
BOARD, BEATS = range(2)  # whether the player's cards beat the board
Tables = tuple[Table, Table, Table]  # of seven, five and six cards


@compiled
def _with_board(board: NDArray[np.uint8], ranking: Table, more: Numbers, codes_of: NDArray[np.uint16]) -> np.uint16:
    """The code of the board, or of the board with each of some cards more."""
    start, keys, bits, displacement, codes, flush = ranking
    key, suits = start, np.uint64(0)
    for card in board:
        key += keys[card]
        suits |= bits[card]
    for at in range(len(more)):
        codes_of[at] = code_of(key + keys[more[at]], suits | bits[more[at]], displacement, codes, flush)
    return code_of(key, suits, displacement, codes, flush)


@compiled
def outs_of(
    board: NDArray[np.uint8],
    deck: NDArray[np.uint8],
    tables: Tables,
    worth: NDArray[np.uint16],
    kinds: int,
    outs: NDArray[np.int64],
    beats: NDArray[np.int64],
) -> None:
    """For every kind of hand of a board how many outs the dealer has, and whether it beats the board."""
    left = np.empty(52, np.int64)
    number = cards_left(deck, board, left)
    with_card = np.empty(52, np.uint16)
    alone = _with_board(board, tables[1], left[:0], with_card)
    _with_board(board, tables[2], left[:number], with_card)
    levels, cards, found = np.empty(52, np.uint16), np.zeros(52, np.int64), 0
    for code in with_card[:number]:  # few are different
        at = 0
        while at < found and levels[at] != code:
            at += 1
        if at == found:
            levels[at] = code
            found += 1
        cards[at] += 1
    for k in range(kinds):
        outs[k] = 0
        beats[k] = BEATS if worth[k] > alone else BOARD
        for at in range(found):
            if levels[at] > worth[k]:
                outs[k] += cards[at]


@compiled
def _gains(
    boards: Cards, members: Numbers, deck: Cards, tables: Tables, rules: Rules, play: Play, gains: Numbers, best: Numbers
) -> None:
    found = new_board()
    _, _, worth, slot, counts = found
    _, type_of, net, leaves, _, _ = rules
    outs, beats = np.empty(MOST_KINDS, np.int64), np.empty(MOST_KINDS, np.int64)
    times = np.empty((len(leaves) - 1, SLOTS), np.int32)
    for number in range(len(boards)):
        _, kinds = compared(boards[number], deck, tables[0], found)
        outs_of(boards[number], deck, tables, worth, kinds, outs, beats)
        count_times(boards[number], deck, play, times)
        for k in range(kinds):
            of_type, weight = type_of[worth[k]], members[number] * times[WAIT, slot[k]]
            _, folded = best_leaf(counts, k, net, of_type, leaves[WAIT], leaves[WAIT] + 1)
            _, raised = best_leaf(counts, k, net, of_type, leaves[WAIT] + 1, leaves[WAIT + 1])
            gains[beats[k], outs[k]] += weight * (raised - folded)
            best[0] += weight * max(raised - folded, 0)


def gains(game: Game, play: Play, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> tuple[Numbers, int]:
    """What raising brings more than folding to those who still wait: by whether they beat the board, and the dealer's outs; and
    what it brings where it is best."""
    boards, cards = classes(5, deck), np.array(sorted(deck), np.uint8)
    tables = table(FIVE_CARD, 7), table(FIVE_CARD, 5), table(FIVE_CARD, 6)

    def some(begin: int, end: int, found: tuple[Numbers, Numbers]) -> None:
        part = slice(begin, end)
        _gains(boards.cards[part], boards.members[part], cards, tables, game.tree[1], play, *found)

    gain, best = over_sets(len(boards.cards), lambda: (np.zeros((2, OUTS), np.int64), np.zeros(1, np.int64)), some, progress)
    return gain, int(best[0])


def most_outs(gain: Numbers) -> int:
    """With at most how many outs raising gains the most; -1 where it never gains."""
    return int(np.argmax(np.append(0, np.cumsum(gain)))) - 1
