"""Wagers on a hand of the player against one of the dealer that share no card: every hand of the player against all of the
dealer's, by inclusion and exclusion.

It prices drafts of one deck in which the player has three to five cards and the dealer three to six, where every condition
looks at the player's cards, at whether the dealer qualifies, or at which hand is higher. There is one choice at most, of a
player who may have seen one card of the dealer's. How many hands the dealer may have below and up to the player's, and how many
do not qualify, says how often each outcome comes (`pitboss.odds.against_dealer.counting`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from pitboss.cards import text
from pitboss.drafts.comparing import Leaves, Numbers, Outcomes, Qualification, Sides, cards_of, deals_of
from pitboss.drafts.counting import Counted, Decision, Decisions, Progress
from pitboss.drafts.deals import level_of_test, tests_of
from pitboss.drafts.measures import RANKINGS, Hands, Values
from pitboss.drafts.records import Wager
from pitboss.hands import Ranking
from pitboss.hands.kernels import codes, values
from pitboss.odds.against_dealer.counting import showdowns
from pitboss.odds.against_dealer.kernels import Showdowns
from pitboss.odds.suits import classes

CELLS = 1 << 20  # of a hand and a card seen, looked at together
A_CELL = 4e-7  # seconds on two cores
A_DEALER = 1e-9  # seconds for each hand of the dealer and each part of it that the player might hold
MOST_DECISIONS = 20_000  # more are not listed


@dataclass(frozen=True)
class Meeting:
    """The plan to compare every hand of the player with all of the dealer's."""

    sides: Sides
    qualification: Qualification
    player: int  # cards
    dealer: int
    ranking: Ranking
    up_card: bool  # whether the player sees one of the dealer's
    cards: tuple[int, ...]
    deals: int

    @property
    def cells(self) -> int:
        """How many hands of the player are looked at, with each card of the dealer that is seen."""
        hands = len(hands_of(self.player, self.ranking, self.cards)[0])
        return hands * (len(self.cards) - self.player if self.up_card else 1)

    @property
    def seconds(self) -> float:
        """How long it takes, about."""
        return A_CELL * self.cells + A_DEALER * comb(len(self.cards), self.dealer) * (1 << self.dealer)

    def __str__(self) -> str:
        seen = " and each card of the dealer that is seen" if self.up_card else ""
        return (
            f"every hand of the player{seen}, against all of the dealer's by inclusion and exclusion: {self.cells:,} rows for "
            f"{self.deals:,} deals"
        )

    def counted(self, wagers: Sequence[Wager], progress: Progress) -> list[Counted]:
        """Compare all hands once, then choose best for each wager and count what that brings."""
        least = values(self.ranking)[self.qualification.least]
        dealt = showdowns(
            *(self.ranking, self.player, self.dealer, self.up_card),
            opens=least.__le__,
            deck=self.cards,
            progress=progress,
        )
        batch = Outcomes(wagers[0], self.sides, self.qualification, dealt.hands, codes(self.ranking, dealt.hands))
        return [self._best_play(wager, dealt, batch) for wager in wagers]

    def _best_play(self, wager: Wager, dealt: Showdowns, batch: Outcomes) -> Counted:
        """Choose best for one wager."""
        leaves = Leaves.of(wager, batch)
        tally = np.zeros(leaves.net.shape, np.int64)
        found: list[tuple[Numbers, Numbers]] = []  # the best option, and what each brings, by hand and card seen
        step = max(1, CELLS // dealt.below.shape[1])
        for begin in range(0, len(dealt.hands), step):
            part = slice(begin, begin + step)
            of_type, outcomes = leaves.types[0][part], self._outcomes(dealt, part, batch)
            brings = np.array([np.einsum("oh,ohc->hc", leaf[of_type].T, outcomes) for leaf in leaves.net])
            best = brings.argmax(0)
            for leaf in range(len(tally)):
                taken = np.where(best == leaf, outcomes, 0).sum(2) * dealt.sizes[part]
                np.add.at(tally[leaf], of_type, taken.T)
            if wager.choices and self.cells <= MOST_DECISIONS:
                found.append((best, brings))
        if tally.sum() != self.deals:
            raise AssertionError(f"{tally.sum()} deals were counted, and there are {self.deals}")
        if not found:
            return leaves.counted(wager, tally, ())
        best, brings = np.concatenate([each for each, _ in found]), np.concatenate([each for _, each in found], axis=1)
        return leaves.counted(wager, tally, BestOptions(leaves, dealt, best, brings))

    def _outcomes(self, dealt: Showdowns, part: slice, batch: Outcomes) -> Numbers:
        """How many hands of the dealer bring each outcome, by outcome, hand of the player and card seen."""
        below, up_to, unopened = (counts[part].astype(np.int64) for counts in (dealt.below, dealt.up_to, dealt.unopened))
        strong = batch.qualifies.reshape(5, -1)[2][part][:, None]  # a tie with this hand is one of a dealer who qualifies
        weak = np.where(strong, unopened, below)
        closed = np.where(strong, 0, unopened - up_to)
        return np.array([below - weak, weak, up_to - below, dealt.deals - up_to - closed, closed])


@dataclass(frozen=True, eq=False)
class BestOptions(Decisions):
    """The best option with each hand and card seen."""

    leaves: Leaves
    dealt: Showdowns
    best: Numbers  # by hand and card seen
    brings: Numbers  # the same for every option

    def __len__(self) -> int:
        return self.best.size

    def decision(self, at: int) -> Decision:
        hand, seen = divmod(at, self.best.shape[1])
        names, whole = [leaf.options[0] for leaf in self.leaves.all], self.dealt.deals * self.leaves.scale
        values = zip(names, self.brings[:, hand, seen].tolist(), strict=True)
        allowed = {name: Fraction(value, whole) for name, value in values if value != int(whole * self.leaves.closed)}
        cards = [*self.dealt.hands[hand].tolist(), *self.dealt.up_cards[hand, seen : seen + 1].tolist()]
        return Decision(text(cards), names[self.best[hand, seen]], allowed, int(self.dealt.sizes[hand]) * self.dealt.deals)


def plan_of(wager: Wager) -> Meeting | None:
    """The plan for a wager; None where it is not one on two hands as described above."""
    sides = Sides.of(wager)
    if sides is None or sides.player & sides.dealer or len(wager.choices) > 1:
        return None
    if any(level_of_test(test, wager) == "cards" for test in tests_of(wager)):
        return None
    player, dealer = (sum(wager.deal[name] for name in names) for names in (sides.player, sides.dealer))
    seen = set(wager.choices[0].sees) if wager.choices else sides.player
    shown = sum(wager.deal[name] for name in seen & sides.dealer)
    if player not in (3, 4, 5) or dealer not in (3, 4, 5, 6) or shown > 1 or seen - sides.player - sides.dealer:
        return None
    cards, ranking = cards_of(wager), RANKINGS[min(player, wager.hand_cards)]
    if ranking is not RANKINGS[min(dealer, wager.hand_cards)] or not {player, dealer} <= {*ranking.cards}:
        return None
    qualification = Qualification.of(wager, sides, *hands_of(dealer, ranking, cards))
    if qualification is None:
        return None
    return Meeting(sides, qualification, player, dealer, ranking, shown == 1, cards, deals_of(wager))


@cache
def hands_of(number: int, ranking: Ranking, deck: tuple[int, ...]) -> tuple[Hands, Values]:
    """A hand of every class, and its code."""
    hands = classes(number, deck).cards
    return hands, codes(ranking, hands)
