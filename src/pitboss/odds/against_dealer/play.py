"""From counts of showdowns to best play: what every action brings with every hand, which is best, and what comes of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, text
from pitboss.compiling import compiled
from pitboss.errors import BadCard
from pitboss.hands import Ranking, Value
from pitboss.hands.kernels import values
from pitboss.house import House
from pitboss.odds.against_dealer.counting import Cards, against, showdowns
from pitboss.odds.against_dealer.kernels import Numbers, Showdowns
from pitboss.odds.distribution import Combination, Distribution, summed, together
from pitboss.odds.parts import Progress, in_parts
from pitboss.odds.suits import WHOLE

Choices = NDArray[np.int8]
Kinds = Callable[[Value, Cards], Sequence[tuple[str, Fraction]]]  # the kinds of the hands of a value, and their shares
UNOPENED, WON, TIED, LOST = range(4)  # the dealer did not open; the player's hand is higher, equal, lower
ENDS = ("dealer does not open", "win", "tie", "lose")
FOLD = 0  # the first action of every game


@dataclass(frozen=True)
class Terms:
    """What every action brings with every kind of hand, in Antes; kinds are hands that are paid alike.

    `brings[kind, action]` is the net result for UNOPENED, WON, TIED and LOST, absent where the action is not allowed.
    """

    kinds: tuple[str, ...]
    actions: tuple[str, ...]
    brings: Mapping[tuple[str, str], tuple[Fraction, Fraction, Fraction, Fraction]]
    staked: Mapping[str, Fraction]  # all that is at risk with each action

    @cached_property
    def scale(self) -> int:
        """The number that makes every result whole."""
        return lcm(*(result.denominator for results in self.brings.values() for result in results))

    @cached_property
    def scaled(self) -> tuple[Numbers, NDArray[np.bool_]]:
        """The results times the scale, and which actions are allowed."""
        shape = len(self.kinds), len(self.actions)
        results, allowed = np.zeros((*shape, 4), np.int64), np.zeros(shape, np.bool_)
        for (kind, action), bring in self.brings.items():
            at = self.kinds.index(kind), self.actions.index(action)
            results[at], allowed[at] = [int(result * self.scale) for result in bring], True
        return results, allowed


def by_category(ranking: Ranking) -> Kinds:
    """The kinds of hands that are paid by their category alone."""
    return lambda value, deck: [(ranking.categories[value.category], Fraction(1))]


class Points(NamedTuple):
    """Hands of one class and one kind: the row of their showdowns, their kind, and how many they are."""

    row: Numbers
    kind: Numbers
    hands: Numbers


def points(dealt: Showdowns, ranking: Ranking, deck: Cards, kinds_of: Kinds, kinds: Sequence[str]) -> Points:
    """Divides the classes into points: one each, more where hands of one class are paid differently."""
    by_value = [kinds_of(value, deck) for value in values(ranking).values()]
    most = max(map(len, by_value))
    rows, kind, hands = [], [], []
    for part in range(most):
        named = np.array([kinds.index(parts[part][0]) if part < len(parts) else -1 for parts in by_value], np.int64)
        share = [parts[part][1] if part < len(parts) else Fraction(0) for parts in by_value]
        over, under = (np.array([getattr(s, side) for s in share], np.int64) for side in ("numerator", "denominator"))
        here = np.flatnonzero(named[dealt.value] >= 0)
        value = dealt.value[here]
        rows.append(here)
        kind.append(named[value])
        hands.append(dealt.sizes[here] * over[value] // under[value])
    return Points(np.concatenate(rows), np.concatenate(kind), np.concatenate(hands))


@compiled
def split(below: int, up_to: int, unopened: int, deals: int, outcome: Numbers) -> None:
    """Divides the deals by outcome: where the dealer does not open, hands are not compared."""
    lower, not_higher = max(below, unopened), max(up_to, unopened)
    outcome[UNOPENED] = unopened
    outcome[WON] = lower - unopened
    outcome[TIED] = not_higher - lower
    outcome[LOST] = deals - not_higher


@compiled
def _choose(
    begin: int,
    end: int,
    points: Points,
    dealt: Showdowns,
    results: Numbers,
    allowed: NDArray[np.bool_],
    choice: Choices,
) -> None:
    """The best action for every point and card seen; of equal ones the first."""
    row, kind, _ = points
    _, _, _, below, up_to, unopened, deals, _ = dealt
    outcome = np.zeros(4, np.int64)
    for point in range(begin, end):
        at, paid_as = row[point], kind[point]
        for cell in range(below.shape[1]):
            split(below[at, cell], up_to[at, cell], unopened[at, cell], deals, outcome)
            best, most = -1, 0
            for action in range(results.shape[1]):
                if allowed[paid_as, action]:
                    bring = 0
                    for i in range(4):
                        bring += outcome[i] * results[paid_as, action, i]
                    if best < 0 or bring > most:
                        best, most = action, bring
            choice[point, cell] = best


@compiled
def _tally(
    begin: int,
    end: int,
    points: Points,
    dealt: Showdowns,
    choice: Choices,
    tally: Numbers,
) -> None:
    """Counts deals by kind, action and outcome when these choices are followed."""
    row, kind, hands = points
    _, _, _, below, up_to, unopened, deals, _ = dealt
    outcome = np.zeros(4, np.int64)
    for point in range(begin, end):
        at, paid_as = row[point], kind[point]
        for cell in range(below.shape[1]):
            split(below[at, cell], up_to[at, cell], unopened[at, cell], deals, outcome)
            for i in range(4):
                tally[paid_as, choice[point, cell], i] += hands[point] * outcome[i]


def words(action: str, end: int) -> str:
    """How a round ends after an action.

    >>> words("play", WON), words("fold", WON)
    ('play, win', 'fold')
    """
    return "fold" if action == "fold" else f"{action}, {ENDS[end]}"


class SimpleRule(NamedTuple):
    """A rule that a player can remember; `cost` is what it gives away against best play, in Antes."""

    words: str
    edge: Fraction
    cost: Fraction


@dataclass(frozen=True)
class Contest:
    """One game under one house's terms, every showdown counted."""

    ranking: Ranking
    dealt: Showdowns
    points: Points
    terms: Terms

    @cached_property
    def best(self) -> Choices:
        """The best action, as its place among the actions, for every point and every card the dealer may show."""
        choice = np.zeros((len(self.points.row), self.dealt.below.shape[1]), np.int8)
        results, allowed = self.terms.scaled
        in_parts(_choose, len(choice), self.points, self.dealt, results, allowed, choice)
        return choice

    @cached_property
    def result(self) -> Distribution:
        """What comes of best play."""
        return self.following(self.best)

    def following(self, choice: Choices) -> Distribution:
        """What comes of these choices: deals by net result in Antes, and what was staked."""
        return together(self.combinations(choice))

    def combinations(self, choice: Choices) -> tuple[Combination, ...]:
        """The classes of deals that these choices lead to: by kind of hand, action and outcome; a fold has no outcome."""
        terms = self.terms

        def work(begin: int, end: int) -> Numbers:
            tally = np.zeros((len(terms.kinds), len(terms.actions), 4), np.int64)
            _tally(begin, end, self.points, self.dealt, choice, tally)
            return tally

        tallies = in_parts(work, len(choice))
        tally = sum(tallies[1:], tallies[0])
        return summed(
            Combination(kind, words(action, end), "", result, deals, terms.staked[action])
            for (kind, action), bring in terms.brings.items()
            for end, (result, deals) in enumerate(
                zip(bring, tally[terms.kinds.index(kind), terms.actions.index(action)].tolist(), strict=True)
            )
        )


@dataclass(frozen=True)
class Setting:
    """What a chapter is to a solver: who holds how many cards, when the dealer opens, what hands are paid."""

    ranking: Ranking
    player: int  # cards
    dealer: int
    up_card: int | None  # the place of the one that is seen among the dealer's, None where none is
    opens: Callable[[Value], bool] | None  # None where he always does
    kinds: tuple[str, ...]
    kinds_of: Kinds
    terms: Callable[[House], Terms]
    rules: tuple[Callable[["Contest"], SimpleRule], ...]  # for a player to remember, simplest first
    note: str = ""
    versions: Callable[[House], list[tuple[House, str, str]]] = lambda house: [(house, "", "")]  # with letter and condition
    counting: Callable[[Cards, Progress], Showdowns] | None = None  # None where hands of any ranking are counted

    def count(self, deck: Cards, progress: Progress = None) -> Showdowns:
        """Counts the dealer's hands against every class of the player's."""
        if self.counting is not None:
            return self.counting(deck, progress)
        return showdowns(self.ranking, self.player, self.dealer, self.up_card is not None, self.opens, deck, progress)

    def contest(self, house: House, deck: Cards = WHOLE) -> Contest:
        """The game at a house; a deck must have the same ranks in every suit."""
        return self.under(house, self.count(deck), deck)

    def under(self, house: House, dealt: Showdowns, deck: Cards = WHOLE) -> Contest:
        """The same where the showdowns of the deck have been counted."""
        return Contest(self.ranking, dealt, points(dealt, self.ranking, deck, self.kinds_of, self.kinds), self.terms(house))

    def actions(self, house: House, hand: Sequence[Card], up: Card | None = None) -> list[tuple[str, Fraction]]:
        """What every action brings with one hand on the mean, best first, from all the hands the dealer may have."""
        known = [*hand] if up is None else [*hand, up]
        if len(hand) != self.player or len(set(known)) < len(known) or not set(known) <= set(WHOLE):
            raise BadCard(f"{text(known)} is not a hand of {self.player} different cards", self.ranking.cite)
        if (self.up_card is None) != (up is None):
            shows = "no card" if self.up_card is None else "a card, which must be named"
            raise BadCard(f"the dealer shows {shows}", self.ranking.cite)
        value = self.ranking.value(list(hand))
        below, up_to, unopened, deals = against(self.ranking, value, list(hand), up, self.dealer, self.opens)
        outcome = np.zeros(4, np.int64)
        split(below, up_to, unopened, deals, outcome)
        kind = next(kind for kind, share in self.kinds_of(value, tuple(hand)) if share)
        terms = self.terms(house)
        brought = {action: _mean(outcome.tolist(), bring) for (of, action), bring in terms.brings.items() if of == kind}
        return sorted(brought.items(), key=lambda one: one[1], reverse=True)


def _mean(outcome: Sequence[int], bring: Sequence[Fraction]) -> Fraction:
    return sum((number * result for number, result in zip(outcome, bring, strict=True)), Fraction(0)) / sum(outcome)
