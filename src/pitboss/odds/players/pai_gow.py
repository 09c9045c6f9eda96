"""Pai Gow Poker, §§ 561.13 and 645a.11: the player sets his hands as the house sets the dealer's, and never surrenders.

The compiled house way sets them, which is many times as fast as the readable one that sets the dealer's.
"""

from itertools import combinations

import numpy as np

from pitboss.cards import text
from pitboss.games.pai_gow.compiled_way import THEN_HIGH, choose, encoded, facts_of, splits, tables_of_cards
from pitboss.games.pai_gow.house_way import house_way
from pitboss.odds.players.player import Player
from pitboss.odds.solved import Solved
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import Answer, Ask

LOW_CARDS = list(combinations(range(7), 2))  # the places of the low hand's cards in each split


class HouseWayPlayer(Player):
    """Sets by the house way."""

    def __init__(self, solved: Solved) -> None:
        super().__init__(solved)
        self.rules, self.tables = encoded(house_way(solved.house["house_way"])), tables_of_cards()
        self.highs, self.lows = np.zeros(len(LOW_CARDS), np.int64), np.zeros(len(LOW_CARDS), np.int64)
        self.facts = np.zeros(THEN_HIGH + 1, np.int64)

    def answer(self, t: Round, ask: Ask) -> Answer:
        words = {choice.word for choice in ask.choices}
        if "set" in words:
            return Answer(f"set {text(self.low(t.hands[SEATS[ask.seat]]))}")
        return Answer("no surrender" if "no surrender" in words else "pass")

    def low(self, seven: list[int]) -> list[int]:
        """The low hand."""
        cards = np.array(seven, np.int64)
        splits(cards, self.tables, self.highs, self.lows)
        facts_of(cards, self.highs, self.tables, self.facts)
        _, split = choose(self.rules, self.facts, self.highs, self.lows, self.tables.least_high)
        return [seven[place] for place in LOW_CARDS[split]]
