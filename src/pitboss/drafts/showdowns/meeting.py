"""Wagers on a hand of the player against one of the dealer that share no card: every hand of the player against all of the
dealer's, by inclusion and exclusion.

It prices drafts of one deck where every condition looks at the player's cards, at whether the dealer qualifies, or at which
hand is higher. There is one choice at most, of a player who may have seen one card of the dealer's, or only some cards of the
own hand (`in_part`). How many hands the dealer may have below and up to the player's, and how many do not qualify, says how
often each outcome comes. Poker hands of three to six cards are counted by `pitboss.odds.against_dealer.counting`, the longest
suits of seven by `flush`, and hands of up to five cards that are compared by another number, or have wild cards, by
`every_hand`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from pitboss.cards import text
from pitboss.drafts.comparing import (
    POKER_VALUE,
    Leaves,
    Numbers,
    Outcomes,
    Qualification,
    Sides,
    compared_by,
    deals_of,
    kinds_of,
)
from pitboss.drafts.conditions import BadDraft, Number
from pitboss.drafts.counting import Counted, Decision, Decisions, Progress, reading_of
from pitboss.drafts.deals import level_of_test, overs, tests_of
from pitboss.drafts.measures import PLAIN, RANKINGS, Hands, Values
from pitboss.drafts.records import Wager
from pitboss.drafts.showdowns import every_hand, in_part
from pitboss.drafts.showdowns.in_part import Part
from pitboss.hands import FLUSH_LENGTH, Ranking, Value
from pitboss.hands.kernels import codes, values
from pitboss.odds.against_dealer import flush
from pitboss.odds.against_dealer.counting import showdowns
from pitboss.odds.against_dealer.kernels import Showdowns
from pitboss.odds.suits import Deck, classes

CELLS = 1 << 20  # of a hand and a card seen, looked at together
A_CELL = 4e-7  # seconds on two cores
A_DEALER = 1e-9  # seconds for each hand of the dealer and each part of it that the player might hold
A_SET = 1e-8  # seconds for each set of cards of a hand, where hands are compared by other numbers
MOST_DECISIONS = 20_000  # more are not listed
FLUSH_VALUE = Number("flush value")
BY_LENGTH = {"flush value", "longest suit", "highest of longest suit"}  # what is asked of the longest suit alone


@dataclass(frozen=True)
class Comparison:
    """How hands are compared and counted: what a hand counts, hands of the dealer of every value with what they count, how all
    showdowns are counted where the dealer qualifies from a value on, and about how many rows and seconds that takes."""

    strength: Callable[[Hands], Values]
    dealers: tuple[Hands, Values]
    count: Callable[[int, Progress], Showdowns]
    rows: int
    seconds: float
    by_class: bool = False  # whether hands are the suit classes of a deck


@dataclass(frozen=True)
class Meeting:
    """The plan to compare every hand of the player with all of the dealer's."""

    sides: Sides
    qualification: Qualification
    comparison: Comparison
    up_card: bool  # whether the player sees one of the dealer's
    deals: int
    own: int = 0  # how many cards of the own hand the player sees; 0 for all

    @property
    def cells(self) -> int:
        """How many hands of the player are looked at, with each card of the dealer that is seen."""
        return self.comparison.rows

    @property
    def seconds(self) -> float:
        """How long it takes, about."""
        return A_CELL * self.cells + self.comparison.seconds

    def __str__(self) -> str:
        seen = " and each card of the dealer that is seen" if self.up_card else ""
        seen += f" and each {self.own} cards of it that are seen" if self.own else ""
        return (
            f"every hand of the player{seen}, against all of the dealer's by inclusion and exclusion: {self.cells:,} rows for "
            f"{self.deals:,} deals"
        )

    def counted(self, wagers: Sequence[Wager], progress: Progress) -> list[Counted]:
        """Compare all hands once, then choose best for each wager and count what that brings."""
        dealt = self.comparison.count(self.qualification.least, progress)
        strengths = self.comparison.strength(dealt.hands)
        strong = strengths >= self.qualification.least
        kinds, one = kinds_of(wagers[0], self.sides, dealt.hands, strong)
        batch = Outcomes(wagers[0], self.sides, self.qualification, dealt.hands[one], strengths[one])
        return [self._best_play(wager, dealt, batch, kinds, strong) for wager in wagers]

    def _best_play(self, wager: Wager, dealt: Showdowns, batch: Outcomes, kinds: Values, strong: Values) -> Counted:
        """Choose best for one wager, each of the player's hands being of one of the batch's kinds."""
        leaves = Leaves.of(wager, batch)
        if leaves is None:
            raise BadDraft(f"{wager.name}: payouts are too large, or too many different fractions, for all hands of a dealer")
        if self.own:
            return in_part.best_play(wager, leaves, self.own, self.deals, lambda: self._parts(leaves, dealt, kinds, strong))
        tally = np.zeros(leaves.net.shape, np.int64)
        found: list[tuple[Numbers, Numbers]] = []  # the best option, and what each brings, by hand and card seen
        for part in self._parts(leaves, dealt, kinds, strong):
            best = part.brings.argmax(0)
            for leaf in range(len(tally)):
                taken = np.where(best == leaf, part.outcomes, 0).sum(2) * part.sizes
                np.add.at(tally[leaf], part.of_type, taken.T)
            if wager.choices and self.cells <= MOST_DECISIONS:
                found.append((best, part.brings))
        if tally.sum() != self.deals:
            raise AssertionError(f"{tally.sum()} deals were counted, and there are {self.deals}")
        if not found:
            return leaves.counted(wager, tally, ())
        best, brings = np.concatenate([each for each, _ in found]), np.concatenate([each for _, each in found], axis=1)
        return leaves.counted(wager, tally, BestOptions(leaves, dealt, best, brings))

    def _parts(self, leaves: Leaves, dealt: Showdowns, kinds: Values, strong: Values) -> Iterator[Part]:
        """All hands of the player, some at a time."""
        step = max(1, CELLS // dealt.below.shape[1])
        for begin in range(0, len(dealt.hands), step):
            part = slice(begin, begin + step)
            of_type, outcomes = leaves.types[0][kinds[part]], self._outcomes(dealt, part, strong)
            brings = np.array([np.einsum("oh,ohc->hc", leaf[of_type].T, outcomes) for leaf in leaves.net])
            yield Part(dealt.hands[part], dealt.sizes[part], of_type, outcomes, brings)

    def _outcomes(self, dealt: Showdowns, part: slice, strengths: Values) -> Numbers:
        """How many hands of the dealer bring each outcome, by outcome, hand of the player and card seen."""
        below, up_to, unopened = (counts[part].astype(np.int64) for counts in (dealt.below, dealt.up_to, dealt.unopened))
        strong = strengths[part][:, None]  # a tie with this hand is one of a dealer who qualifies
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
    whole = Sides.of(wager)
    sides = whole or Sides.of(wager, in_part=True)
    if sides is None or sides.player & sides.dealer or len(wager.choices) > 1:
        return None
    if any(level_of_test(test, wager) == "cards" for test in tests_of(wager)):
        return None
    seen = set(wager.choices[0].sees) if wager.choices else sides.player
    shown = sum(wager.deal[name] for name in seen & sides.dealer)
    if shown > 1 or seen - sides.player - sides.dealer:
        return None
    comparison = _comparison(wager, sides, shown == 1)
    if comparison is None:
        return None
    qualification = Qualification.of(wager, sides, *comparison.dealers)
    own = 0 if whole else sum(wager.deal[name] for name in seen)
    if qualification is None or (own and not comparison.by_class):
        return None
    return Meeting(sides, qualification, comparison, shown == 1, deals_of(wager), own)


def _comparison(wager: Wager, sides: Sides, up_card: bool) -> Comparison | None:
    """How the hands of a wager are compared; None where no count is made for that."""
    [number, *others] = compared_by(wager) or {POKER_VALUE}
    cards = tuple(card for card, copies in enumerate(wager.deck.counts) for _ in range(copies))
    player, dealer = (sum(wager.deal[name] for name in names) for names in (sides.player, sides.dealer))
    seen = len(cards) - player if up_card else 1
    if others:
        return None
    plain = not (wager.deck.jokers or wager.deck.wild)
    if number == POKER_VALUE and plain and 3 <= player <= 5 and 3 <= dealer <= 6:
        ranking = RANKINGS[min(player, wager.hand_cards)]
        if (
            ranking is None
            or ranking is not RANKINGS[min(dealer, wager.hand_cards)]
            or not {player, dealer} <= {*ranking.cards}
        ):
            return None
        return _poker_hands(cards, ranking, player, dealer, up_card, seen)
    if number == FLUSH_VALUE and plain and player == dealer == 7 and not up_card and Deck.of(cards) is not None:
        asked = {test.name for test in tests_of(wager) for over in overs(test) if frozenset(over) == sides.dealer}
        return _longest_suits(cards) if asked <= BY_LENGTH else None
    of_one_size = number != POKER_VALUE or min(player, wager.hand_cards) == min(dealer, wager.hand_cards)
    if max(player, dealer) > every_hand.MOST_CARDS or not of_one_size:
        return None
    reading, least_seconds = reading_of(wager), A_SET * comb(len(cards), dealer) * (1 << dealer)

    def strength(hands: Hands) -> Values:
        return every_hand.strength_of(hands, number, reading)

    def count(least: int, progress: Progress) -> Showdowns:
        return every_hand.count(wager.deck, cards, (player, dealer), up_card, number, reading, least)

    hands, _, _ = every_hand.classes_of(wager.deck, dealer, reading)
    rows = comb(len(cards), player) // (20 if player > 2 else 1) * seen
    return Comparison(strength, (hands, strength(hands)), count, rows, least_seconds + A_SET * rows * (1 << player))


def _poker_hands(cards: tuple[int, ...], ranking: Ranking, player: int, dealer: int, up_card: bool, seen: int) -> Comparison:
    """Poker hands without wild cards."""

    def count(least: int, progress: Progress) -> Showdowns:
        lowest = values(ranking)[least]
        return showdowns(ranking, player, dealer, up_card, opens=lowest.__le__, deck=cards, progress=progress)

    rows = len(hands_of(player, ranking, cards)[0]) * seen
    seconds = A_DEALER * comb(len(cards), dealer) * (1 << dealer)
    return Comparison(lambda hands: codes(ranking, hands), hands_of(dealer, ranking, cards), count, rows, seconds, True)


def _longest_suits(cards: tuple[int, ...]) -> Comparison:
    """Seven cards by their longest suit."""

    def strength(hands: Hands) -> Values:
        parts = (hands[begin : begin + CELLS] for begin in range(0, len(hands), CELLS))
        return np.concatenate([every_hand.strength_of(part, FLUSH_VALUE, PLAIN) for part in parts])

    def count(least: int, progress: Progress) -> Showdowns:
        return flush.count(cards, progress, lambda value: int(strength(_seven_cards([value]))[0]) >= least)

    ranks = {card >> 2 for card in cards}
    hands = _seven_cards([value for value in values(FLUSH_LENGTH).values() if len(value.ranks) > 1 and {*value.ranks} <= ranks])
    return Comparison(strength, (hands, strength(hands)), count, comb(len(cards), 7) // 20, 0.0)


def _seven_cards(longest: Sequence[Value]) -> Hands:
    """Seven cards of which the longest suit is as given."""
    every = [[4 * rank + suit for suit in range(4) for rank in value.ranks] for value in longest]
    return np.array([cards[:7] for cards in every], np.uint8)


@cache
def hands_of(number: int, ranking: Ranking, deck: tuple[int, ...]) -> tuple[Hands, Values]:
    """A hand of every class, and its code."""
    hands = classes(number, deck).cards
    return hands, codes(ranking, hands)
