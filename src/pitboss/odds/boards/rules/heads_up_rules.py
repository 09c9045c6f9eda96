"""Rules for Heads-Up Hold 'Em (§ 677a.11) in words: which two cards to raise, which flops, and how many outs to fear."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.boards import heads_up
from pitboss.odds.boards.heads_up import BEFORE, FLOP, FLOPS, RAISE, WAIT, Numbers, Sums, Terms, decide
from pitboss.odds.boards.holdings import deals_by_pair
from pitboss.odds.boards.rules import ends
from pitboss.odds.boards.rules.clauses import FULL, SHORT, Rule, fitted
from pitboss.odds.boards.rules.hands import Hands, in_words, without_suits
from pitboss.odds.boards.rules.situations import holds, situation_sums, situations
from pitboss.odds.parts import Progress, shares
from pitboss.odds.suits import WHOLE

WORTH_A_CLAUSE = 10_000  # a clause of the fuller rules brings more than this part of an Ante


@dataclass(frozen=True)
class RuleSet:
    """A way to play: raise with these hands, on the flop in these situations, and at the end with at most so many outs of the
    dealer (cards that beat the player whatever the dealer's other card is), by whether the player's cards beat the board."""

    before: Hands
    flop: Rule
    outs: tuple[int, int]
    edge: Fraction
    cost: Fraction

    @property
    def words(self) -> str:
        """The rules, a line for each decision."""
        board, beats = self.outs
        only = "" if board == beats else f" ({board} if your cards do not beat the board)"
        lines = (
            f"before the flop raise three times: {in_words(self.before)}",
            f"on the flop raise twice: {self.flop.words}",
            f"at the end count the cards that, with the board alone, beat you: raise with at most {beats}{only}, else fold",
        )
        return "\n".join(lines)


def find(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> list[RuleSet]:
    """A short set of rules and a fuller one, from best play."""
    terms = Terms.of(house)
    looking, ending, last = shares(progress, (1, 1, 1))
    sums = heads_up.look(terms, deck, looking)
    before, flop, exact = decide(terms, sums, deck)
    best = before == RAISE
    gain = sums.at_flop[0] + terms.raises[FLOP] * sums.at_flop[1] - sums.waiting
    by_situation = situation_sums(gain, situations(3, deck), before == WAIT)
    least = int(deals_by_pair(deck).sum()) * FLOPS * terms.scale // WORTH_A_CLAUSE
    shorter = without_suits(exact[0] - exact[1])
    at_end = ends.gains(terms, before, flop, deck, ending)
    both = ends.most_outs(at_end.sum(0))
    limits = (both, both), (ends.most_outs(at_end[ends.BOARD]), ends.most_outs(at_end[ends.BEATS]))
    waiting = ends.waiting(terms, np.array(limits), deck, last)
    lowest = edge(terms, sums, best, flop == RAISE, sums.waiting, deck)
    found = []
    for hands, rule, outs, later in (
        (shorter, fitted(SHORT, by_situation), limits[0], waiting[0]),
        (best, fitted(FULL, by_situation, least), limits[1], waiting[1]),
    ):
        brings = edge(terms, sums, hands, holds(rule.chosen, situations(3, deck)), later, deck)
        found.append(RuleSet(hands, rule, outs, brings, brings - lowest))
    return found


def edge(terms: Terms, sums: Sums, before: Hands, flop: Hands, waiting: Numbers, deck: tuple[Card, ...] = WHOLE) -> Fraction:
    """The house's edge against a player who raises with some hands, on the flop in some situations, or waits."""
    once = FLOPS * (sums.at_once[0] + terms.raises[BEFORE] * sums.at_once[1])
    raising = sums.at_flop[0] + terms.raises[FLOP] * sums.at_flop[1]
    total = int(once[before].sum()) + int(np.where(flop, raising, waiting)[:, ~before].sum())
    return Fraction(-total, FLOPS * terms.scale * int(deals_by_pair(deck).sum()))
