"""Best play against a dealer on a shared board: § 677a.11.

A hand is looked at by itself, board by board, without the solver: so this is also a second opinion on it.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss.cards import Card
from pitboss.odds import heads_up
from pitboss.odds.advice import Actions, rest
from pitboss.odds.boards import five_card_table, holdings
from pitboss.table.house import House


def heads_up_hold_em(house: House, cards: tuple[Card, ...]) -> Actions:
    """After the flop (two own cards and three) or at the end (and five)."""
    amount, scale = heads_up.amounts(house)
    low, high = sorted(cards[:2])
    mine, board = low + high * (high - 1) // 2, cards[2:]
    pairs, category, counts = np.empty(1326, np.int16), np.empty(1326, np.uint8), np.empty((1326, 5), np.int32)
    deck, table = np.arange(52, dtype=np.uint8), five_card_table()
    raised = {1: Fraction(0), 2: Fraction(0)}
    last, deals = Fraction(0), 0
    for late in combinations(rest(cards), 5 - len(board)):
        size = holdings(np.array(sorted((*board, *late)), np.uint8), deck, table, pairs, category, counts)
        [at] = np.flatnonzero(pairs[:size] == mine)
        fixed = Fraction(int(counts[at] @ amount[category[at]]), scale)
        unit = int(counts[at, :2].sum() - counts[at, 3:].sum())
        total = int(counts[at].sum())
        for times in raised:
            raised[times] += fixed + times * unit
        last += max(fixed + unit, Fraction(-2 * total))
        deals += total
    if len(board) == 5:
        return [("raise 1x", raised[1] / deals), ("fold", Fraction(-2))]
    return [("raise 2x", raised[2] / deals), ("check", last / deals)]
