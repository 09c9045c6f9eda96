"""Rules for Heads-Up Hold 'Em (§ 677a.11) in words: which two cards to raise, which flops, and how many outs to fear."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.boards.backward import decide, look
from pitboss.odds.boards.forward import play_of
from pitboss.odds.boards.heads_up import CHECK, RAISE, Terms
from pitboss.odds.boards.holdings import deals_by_pair, per_ante
from pitboss.odds.boards.rules import ends
from pitboss.odds.boards.rules.clauses import FULL, SHORT, WORTH_A_CLAUSE, Rule, fitted
from pitboss.odds.boards.rules.hands import Hands, in_words, without_suits
from pitboss.odds.boards.rules.situations import edge_of, holds, situation_sums, situations
from pitboss.odds.parts import Progress, shares
from pitboss.odds.suits import WHOLE


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
    game = Terms.of(house).game
    looking, ending, shorter, fuller = shares(progress, (1, 1, 1, 1))
    sums = look(game, deck, looking)
    before, flop, totals = decide(game, sums, deck)
    best = before == RAISE
    [gain] = sums.by_flop
    by_situation = situation_sums(gain, situations(3, deck), ~best)
    least = int(deals_by_pair(deck).sum()) * game.orders * game.scale // WORTH_A_CLAUSE
    ahead = per_ante(totals[RAISE] - totals[CHECK], game.orders * game.scale * deals_by_pair(deck), deck)
    at_end, _ = ends.gains(game, play_of(game, before, flop, sums.turns, deck), deck, ending)
    both = ends.most_outs(at_end.sum(0))
    limits = (both, both), (ends.most_outs(at_end[ends.BOARD]), ends.most_outs(at_end[ends.BEATS]))
    lowest = edge_of(game, sums, best, int(gain[(flop == RAISE) & ~best].sum()), deck)
    found = []
    for hands, rule, outs, following in (
        (without_suits(ahead), fitted(SHORT, by_situation), limits[0], shorter),
        (best, fitted(FULL, by_situation, least), limits[1], fuller),
    ):
        raises = ~hands & holds(rule.chosen, situations(3, deck))
        play = play_of(game, hands.astype(np.uint8), raises.astype(np.uint8), sums.turns, deck)
        gained, most = ends.gains(game, play, deck, following)
        lost = most - sum(int(gained[side, : limit + 1].sum()) for side, limit in enumerate(outs))
        brings = edge_of(game, sums, hands, int(gain[raises].sum()) - lost, deck)
        found.append(RuleSet(hands, rule, outs, brings, brings - lowest))
    return found
