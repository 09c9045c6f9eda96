"""Rules for Texas Hold 'Em Bonus (§ 563.11) in words: which two cards to fold, and when to make Turn and River Wagers."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.boards import texas_bonus
from pitboss.odds.boards.game import ORDERS
from pitboss.odds.boards.holdings import deals_by_pair
from pitboss.odds.boards.rules.clauses import FULL, MIDDLE, SHORT, Rule, fitted
from pitboss.odds.boards.rules.hands import Hands, in_words
from pitboss.odds.boards.rules.situations import holds, situation_sums, situations
from pitboss.odds.boards.texas_bonus import Ahead, Terms
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE, pairs_by_class

WORTH_A_CLAUSE = 10_000  # a clause of the fuller rules brings more than this part of an Ante


@dataclass(frozen=True)
class RuleSet:
    """A way to play: which hands to play, and in which situations to bet after the flop and after the turn."""

    play: Hands
    turn: Rule
    river: Rule
    edge: Fraction
    cost: Fraction

    @property
    def words(self) -> str:
        """The rules, a line for each decision."""
        folded = in_words(~self.play, by_lower=True)
        later = (
            [f"bet the Turn and the River: {self.turn.words}"]
            if self.turn.words == self.river.words
            else [f"bet the Turn: {self.turn.words}", f"bet the River: {self.river.words}"]
        )
        return "\n".join((f"fold {folded}" if folded else "never fold", *later))


def find(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> list[RuleSet]:
    """Short, middle and fuller rules, from best play."""
    sums = Ahead.of(texas_bonus.look(Terms.of(house), deck, progress))
    on_flop, on_four = situations(3, deck), situations(4, deck)
    turn, river = sums.at_flop > 0, sums.at_four > 0
    play = (sums.total(turn, river, deck) > -ORDERS * deals_by_pair(deck))[pairs_by_class(deck)]
    by_flop, by_four = situation_sums(sums.at_flop, on_flop, play), situation_sums(sums.at_four, on_four, play)
    lowest = edge(sums, play, turn, river, deck)
    least = ORDERS * int(deals_by_pair(deck).sum()) // WORTH_A_CLAUSE
    found = []
    for hands, clauses, worth in ((np.ones_like(play), SHORT, 0), (play, MIDDLE, 0), (play, FULL, least)):
        first, last = fitted(clauses, by_flop, worth), fitted(clauses, by_four, worth)
        brings = edge(sums, hands, holds(first.chosen, on_flop), holds(last.chosen, on_four), deck)
        found.append(RuleSet(hands, first, last, brings, brings - lowest))
    return found


def edge(sums: Ahead, play: Hands, turn: Hands, river: Hands, deck: tuple[Card, ...] = WHOLE) -> Fraction:
    """The house's edge against a player who plays some hands and bets Turn and River in some situations."""
    of_pair, deals = pairs_by_class(deck), ORDERS * deals_by_pair(deck)
    total = np.where(play[of_pair], sums.total(turn, river, deck), -deals)
    return Fraction(-int(total.sum()), int(deals.sum()))
