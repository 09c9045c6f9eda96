"""How Heads-Up Hold 'Em ends by a readable rule: raise or fold (§ 677a.11(f)) by the dealer's outs.

An out is a card that beats the player if the dealer holds it, whatever his other card is: with the board alone. Whether the
player's cards beat the board makes a difference, since a player who has only the board can at best tie.
"""

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of, table
from pitboss.odds.boards.heads_up import FLOPS, RIVER, WAIT, Numbers, Terms, brings
from pitboss.odds.boards.holdings import (
    MOST_KINDS,
    Decisions,
    Where,
    add_by_class,
    add_decisions,
    compared,
    five_card_table,
    join_equal,
    new_board,
    over_boards,
    where,
)
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE, classes, kinds_of_pairs

OUTS = 48  # more than there can be
BOARD, BEATS = range(2)  # whether the player's cards beat the board
Tables = tuple[Table, Table, Table]  # of seven, five and six cards


@compiled
def _with_board(board: NDArray[np.uint8], ranking: Table, more: NDArray[np.uint8], codes_of: NDArray[np.uint16]) -> np.uint16:
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
    left, number = np.empty(52, np.uint8), 0
    for card in deck:
        if card not in board:
            left[number] = card
            number += 1
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
    boards: NDArray[np.uint8],
    members: Numbers,
    deck: NDArray[np.uint8],
    tables: Tables,
    amount: Numbers,
    fold: int,
    last: int,
    flops: Where,
    before: Decisions,
    flop: Decisions,
    gains: Numbers,
) -> None:
    found = new_board()
    pairs, kind, worth, counts = found
    outs, beats, waited = np.empty(MOST_KINDS, np.int64), np.empty(MOST_KINDS, np.int64), np.empty(MOST_KINDS, np.int64)
    kind_of, waits, on_flop = np.empty(1326, np.uint16), np.empty(1326, np.uint16), np.empty(1326, np.uint8)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, tables[0], found)
        outs_of(board, deck, tables, worth, kinds, outs, beats)
        wait = 0
        for h in range(size):
            if before[pairs[h]] == WAIT:
                kind_of[wait], waits[wait] = kind[h], pairs[h]
                wait += 1
        on_flop[:wait], waited[:kinds] = 0, 0
        for second in range(1, 5):
            for first in range(second):
                add_decisions(board, first, second, flops, waits, wait, flop, on_flop)
        for at in range(wait):
            waited[kind_of[at]] += FLOPS - np.int64(on_flop[at])
        for k in range(kinds):
            fixed, per_unit, total = brings(counts[k], amount[worth[k] >> CATEGORY_SHIFT])
            gains[beats[k], outs[k]] += waited[k] * weight * (fixed + last * per_unit - fold * total)


@compiled
def _waiting(
    boards: NDArray[np.uint8],
    members: Numbers,
    deck: NDArray[np.uint8],
    tables: Tables,
    amount: Numbers,
    fold: int,
    last: int,
    flops: Where,
    limits: Numbers,
    waiting: Numbers,
) -> None:
    found = new_board()
    _, _, worth, counts = found
    outs, beats = np.empty(MOST_KINDS, np.int64), np.empty(MOST_KINDS, np.int64)
    ends = np.empty((len(limits), MOST_KINDS), np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, tables[0], found)
        outs_of(board, deck, tables, worth, kinds, outs, beats)
        for k in range(kinds):
            fixed, per_unit, total = brings(counts[k], amount[worth[k] >> CATEGORY_SHIFT])
            for rule in range(len(limits)):
                raises = outs[k] <= limits[rule, beats[k]]
                ends[rule, k] = weight * (fixed + last * per_unit if raises else fold * total)
        for second in range(1, 5):
            for first in range(second):
                for rule in range(len(limits)):
                    add_by_class(board, first, second, flops, found, size, ends[rule], waiting[rule])


def _tables() -> Tables:
    return five_card_table(), table(FIVE_CARD, 5), table(FIVE_CARD, 6)


def gains(
    terms: Terms, before: Decisions, flop: Decisions, deck: tuple[Card, ...] = WHOLE, progress: Progress = None
) -> Numbers:
    """What raising brings more than folding to those who still wait: by whether they beat the board, and the dealer's outs."""
    flops, cards = where(classes(3, deck)), np.array(sorted(deck), np.uint8)

    def some(boards: NDArray[np.uint8], members: Numbers, found: tuple[Numbers]) -> None:
        rules = terms.amount, terms.fold, terms.raises[RIVER], flops
        _gains(boards, members, cards, _tables(), *rules, before, flop, *found)

    return over_boards(lambda: (np.zeros((2, OUTS), np.int64),), some, deck, progress)[0]


def most_outs(gain: Numbers) -> int:
    """With at most how many outs raising gains the most; -1 where it never gains."""
    return int(np.argmax(np.append(0, np.cumsum(gain)))) - 1


def waiting(terms: Terms, limits: Numbers, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Numbers:
    """What waiting on the flop brings, by rule, class of flop and pair: a rule raises at the end with so many outs or fewer."""
    flops, cards = classes(3, deck), np.array(sorted(deck), np.uint8)

    def some(boards: NDArray[np.uint8], members: Numbers, found: tuple[Numbers]) -> None:
        rules = terms.amount, terms.fold, terms.raises[RIVER], where(flops)
        _waiting(boards, members, cards, _tables(), *rules, limits, *found)

    [found] = over_boards(lambda: (np.zeros((len(limits), len(flops.cards), 1326), np.int64),), some, deck, progress)
    for each in found:
        join_equal(each, kinds_of_pairs(3, deck))
    return found
