"""Rules for Texas Hold 'Em Bonus (§ 563.11) in words: which two cards to fold, and when to make Turn and River Wagers."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.boards.backward import decide, look
from pitboss.odds.boards.game import ORDERS
from pitboss.odds.boards.holdings import deals_by_pair
from pitboss.odds.boards.rules.clauses import FULL, MIDDLE, SHORT, WORTH_A_CLAUSE, Rule, fitted
from pitboss.odds.boards.rules.hands import Hands, in_words
from pitboss.odds.boards.rules.situations import edge_of, holds, situation_sums, situations
from pitboss.odds.boards.texas_bonus import Terms
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE

FLOPS = 4  # of four cards


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
    game = Terms.of(house).game
    sums = look(game, deck, progress, by_four=True)
    checks, bets = sums.by_flop  # with the Flop Wager; they differ by the Turn Wager alone
    at_flop, at_four = bets - checks, FLOPS * sums.by_four[0]
    on_flop, on_four = situations(3, deck), situations(4, deck)
    play = decide(game, sums, deck)[0] > 0

    def edge(hands: Hands, turn: Hands, river: Hands) -> Fraction:
        return edge_of(game, sums, hands, int(at_flop[turn & hands].sum() + at_four[river & hands].sum()), deck)

    by_flop, by_four = situation_sums(at_flop, on_flop, play), situation_sums(at_four, on_four, play)
    lowest = edge(play, at_flop > 0, at_four > 0)
    least = ORDERS * int(deals_by_pair(deck).sum()) // WORTH_A_CLAUSE
    found = []
    for hands, clauses, worth in ((np.ones_like(play), SHORT, 0), (play, MIDDLE, 0), (play, FULL, least)):
        first, last = fitted(clauses, by_flop, worth), fitted(clauses, by_four, worth)
        brings = edge(hands, holds(first.chosen, on_flop), holds(last.chosen, on_four))
        found.append(RuleSet(hands, first, last, brings, brings - lowest))
    return found
