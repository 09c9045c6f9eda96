"""Best play of any game on five community cards, and what it brings."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.odds.boards.backward import decide, look
from pitboss.odds.boards.forward import play_of, tally
from pitboss.odds.boards.game import Game, Numbers
from pitboss.odds.boards.holdings import Decisions, deals_by_pair, per_ante
from pitboss.odds.distribution import Distribution
from pitboss.odds.parts import Progress, shares
from pitboss.odds.suits import WHOLE


@dataclass(frozen=True)
class Solution:
    """Best play, with its result; options are numbered from 0 in their order."""

    before: Decisions  # by pair
    flop: Decisions  # by class of flop and pair, after what is chosen before
    turn: Decisions  # by node with a choice on the turn, class of four community cards and pair
    exact: dict[str, NDArray[np.object_]]  # by option before the flop and pair: what it brings in Antes
    tally: Numbers  # deals by sequence of options, type of hand and outcome
    distribution: Distribution


def solve(game: Game, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Solution:
    """Solve a game on the whole deck, or on some cards of it (card by card where the suits are not alike)."""
    looking, tallying = shares(progress, (1, 1))
    sums = look(game, deck, looking)
    before, flop, totals = decide(game, sums, deck)
    deals = game.orders * game.scale * deals_by_pair(deck)
    exact = {option: per_ante(total, deals, deck) for option, total in zip(game.options, totals, strict=True)}
    counted = tally(game, play_of(game, before, flop, sums.turns, deck), deck, tallying)
    return Solution(before, flop, sums.turns, exact, counted, game.distribution(counted))
