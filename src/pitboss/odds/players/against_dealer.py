"""A player's hand against the dealer's, no card shared: §§ 555.11, 557.11, 565.11, 657a.11, 678a.11.

The solver knows the best action for every class of hands that differ only in their suits, and for every card that the dealer
may show. The class of a hand is found by its four sets of ranks, largest first.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.players.player import Player, bet
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Answer, Ask

WIDTH = 13  # bits for the ranks of one suit


def ranks_by_suit(cards: Sequence[Card]) -> list[int]:
    """The ranks of each suit as bits, clubs first."""
    found = [0, 0, 0, 0]
    for card in cards:
        found[card & 3] |= 1 << (card >> 2)
    return found


def key_of(ranks: Sequence[int]) -> int:
    """The same number for all hands that differ only in their suits."""
    a, b, c, d = sorted(ranks, reverse=True)
    return a << 3 * WIDTH | b << 2 * WIDTH | c << WIDTH | d


def keys_of(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """`key_of` for many hands, a row each."""
    ranks = np.zeros((len(hands), 4), np.uint16)
    rows = np.arange(len(hands))
    for column in hands.T:
        ranks[rows, column & 3] |= np.uint16(1) << (column >> 2).astype(np.uint16)
    ranks.sort(axis=1)
    keys = np.zeros(len(hands), np.int64)
    for suit in range(4):
        keys |= ranks[:, suit].astype(np.int64) << suit * WIDTH
    return keys


class AgainstDealer(Player):
    """Best play by class of hand and card seen."""

    def __init__(self, solved: Showdown) -> None:
        super().__init__(solved)
        contest, self.seen = solved.contest, solved.setting.up_card
        parts = [action.partition(" ") for action in contest.terms.actions]
        self.actions = [(word, int(times.rstrip("x") or 0)) for word, _, times in parts]
        dealt, rows = contest.dealt, contest.points.row
        first = np.zeros(len(dealt.hands), np.int64)  # hands of one class that are paid differently are played alike
        first[rows[::-1]] = np.arange(len(rows))[::-1]
        keys = keys_of(dealt.hands)
        order = np.argsort(keys)
        self.keys, self.best = keys[order], contest.best[first[order]]
        if self.seen is not None:
            self.hands, self.up_cards = dealt.hands[order], dealt.up_cards[order]

    def answer(self, t: Round, ask: Ask) -> Answer:
        ranks = ranks_by_suit(t.hands[SEATS[ask.seat]])
        row = int(np.searchsorted(self.keys, key_of(ranks)))
        cell = 0 if self.seen is None else self._cell(row, ranks, t.hands[DEALER][self.seen])
        word, times = self.actions[self.best[row, cell]]
        return bet(ask, word, times)

    def _cell(self, row: int, ranks: list[int], up: Card) -> int:
        """Where the card seen stands among those that may be seen beside the hand that stands for the class. Its suit is the
        one that holds the same ranks there; of suits that hold the same each will do."""
        standing = ranks_by_suit(self.hands[row].tolist())
        suits, others = sorted(range(4), key=ranks.__getitem__), sorted(range(4), key=standing.__getitem__)
        turned = up & ~3 | others[suits.index(up & 3)]
        return int(np.flatnonzero(self.up_cards[row] == turned)[0])
