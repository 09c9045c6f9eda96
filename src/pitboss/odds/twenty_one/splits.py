"""Splitting and resplitting a pair, when each hand is played by its own cards, the pair and the up card.

Cards that are drawn for one hand and not minded at another are, for that other, cards like those still in the shoe. So the
expectation of one split hand is that of a hand dealt at once, and only what is minded about the others counts: how many further
cards of the pair's value were drawn (each made a new hand), and that all other second cards were of other values. The value of
a hand in a shoe from which m unknown cards of other values are gone follows from shoes that lack cards of the pair's value:

    value(k gone, m gone) = chance(pair) * value(k + 1, m) + (1 - chance(pair)) * value(k, m + 1).

Where the house pays for splits, the first hand is played for the wager and the others for nothing to lose, each at its best.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from pitboss.compiling import compiled
from pitboss.odds.twenty_one.game import Game, units, wanted_hands
from pitboss.odds.twenty_one.kernels import (
    DOUBLE,
    STAND,
    SURRENDER,
    ZERO,
    Floats,
    HandRules,
    Played,
    dealer_odds,
    solve,
    spread,
)
from pitboss.odds.twenty_one.tables import RESULTS, TEN, VALUES, Integers, containing, index_of, player_hands, plus, possible

Acts = Callable[[HandRules], Integers]  # how hands are played by some rules


@compiled
def add_together(chance: float, numbers: Integers, parts: Floats, most_hands: int, found: Floats) -> None:
    """Adds up the results of so many hands of each kind, independent given the dealer's result."""
    for dealer in range(RESULTS):
        live = parts[0, dealer].sum()
        if live <= 0.0:
            continue
        joint = np.zeros(found.shape[1])
        joint[0] = live * chance
        length = 1
        for kind in range(len(numbers)):
            part = parts[kind, dealer]
            for _ in range(numbers[kind]):
                after = np.zeros(found.shape[1])
                for i in range(length):
                    for j in range(len(part)):
                        after[i + j] += joint[i] * part[j] / live
                joint = after
                length += len(part) - 1
        first = (most_hands - numbers.sum()) * ZERO
        for i in range(length):
            found[dealer, first + i] += joint[i]


@dataclass(frozen=True)
class Ending:
    """How the second cards may fall: so many hands, of which some keep a pair that may not be split again."""

    exact: Fraction
    hands: int
    stuck: int
    first_stuck: bool  # whether the first hand does

    @cached_property
    def chance(self) -> float:
        """How likely it is."""
        return float(self.exact)

    def kinds(self, apart: bool) -> Iterator[tuple[int, bool, bool, int, int]]:
        """How many hands there are of a kind, whether it is other than the first, where that is a kind `apart`, whether their
        second cards are of the pair's value, and how many cards of that value and of others are gone beside one of them."""
        pairs, others = self.hands - 2 + self.stuck, self.hands - self.stuck
        for paired, number, k, m in ((False, others, pairs, others - 1), (True, self.stuck, pairs - 1, others)):
            first = int(paired == self.first_stuck) if apart else number
            if first:
                yield first, False, paired, k, m
            if number - first:
                yield number - first, True, paired, k, m


@cache
def endings(cards: int, pairs: int, most_hands: int, apart: bool = False) -> tuple[Ending, ...]:
    """Every way the second cards fall, from a shoe with so many cards and so many of the pair's value; `first_stuck` is told
    where the first hand is a kind `apart`."""
    return tuple(_endings(cards, pairs, most_hands, apart))


def _endings(cards: int, pairs: int, most_hands: int, apart: bool) -> Iterator[Ending]:
    states = {(2, 2, 0, False): Fraction(1)}  # hands, of them without a second card, stuck, the first of them stuck -> chance
    while states:
        following: dict[tuple[int, int, int, bool], Fraction] = {}
        for (hands, pending, stuck, first), chance in states.items():
            if not pending:
                yield Ending(chance, hands, stuck, first)
                continue
            drawn = hands - 2 + stuck
            pair = Fraction(max(pairs - drawn, 0), cards - drawn - (hands - pending - stuck))
            after = hands, pending - 1, stuck + 1, first or (apart and pending == hands)
            if hands < most_hands:
                after = hands + 1, pending + 1, stuck, first
            for state, part in ((after, pair), ((hands, pending - 1, stuck, first), 1 - pair)):
                if part:
                    following[state] = following.get(state, Fraction(0)) + chance * part
        states = following


class SplitHands:
    """The hands of one split: what each brings, by how many cards of the pair's value (k) and others (m) are gone beside it."""

    def __init__(
        self, game: Game, up: int, pair: int, shoe: Integers, acts: Acts | None, rescued: Integers | None, free: bool
    ) -> None:
        self.game, self.up, self.pair = game, up, pair
        self.shoe = shoe  # without the up card and the pair
        self.start = index_of(plus((0,) * VALUES, pair))
        self.within = containing(self.start)[1:]
        self.rules = game.rules(True, pair, free)
        self.units = units(game.rules(True).pays)
        self.fixed = acts is not None
        self.act = np.zeros(len(player_hands().total), np.int64) if acts is None else acts(self.rules)
        self.rescued = np.zeros(len(self.act), np.int64) if rescued is None else rescued
        self.odds = np.zeros((len(self.act), RESULTS))
        self.hand: dict[tuple[bool, int, int], tuple[Floats, float]] = {}  # own second card a pair; k; m

    def prepare(self, number: int) -> None:
        """The hands beside which k = 0, 1, ... cards of the pair's value are gone and no others."""
        hands = player_hands()
        inside = np.zeros(len(self.act), np.bool_)
        inside[self.within] = True
        wanted, tree = wanted_hands(self.game, inside), self.game.dealer(self.up)
        if self.fixed:
            wanted = np.union1d(wanted, np.flatnonzero(inside & (self.act == STAND)))
        values = np.zeros((len(self.act), 4))
        for gone in range(min(number, int(self.shoe[self.pair]) + 1)):
            shoe = self.shoe.copy()
            shoe[self.pair] += 1 - gone  # the card that each hand begins with is counted in the hand
            dealer_odds(shoe, hands.counts, possible(shoe, wanted), tree, self.odds)
            if gone == 0:
                played = Played(self.odds, values, self.act, self.rescued)
                solve(shoe, tree.up, self.within, hands, self.rules, self.game.rescue, self.fixed, played)
                wanted = self.needed(shoe, wanted)
            for paired in (False, True):
                if not paired or shoe[self.pair] > 1:
                    self.hand[paired, gone, 0] = self.play(shoe, paired)

    def needed(self, shoe: Integers, wanted: Integers) -> Integers:
        """Those of the wanted hands that are reached by the play found and then stand, or end a Double Down."""
        reach = self.second_cards(shoe, False) + self.second_cards(shoe, True)
        self.play_out(shoe, reach)
        hands = player_hands()
        doubled = self.within[(reach[self.within] > 0) & (self.act[self.within] == DOUBLE)]
        ends = hands.child[doubled].ravel()
        keep = np.zeros(len(self.act), np.bool_)
        keep[ends[ends >= 0]] = True
        keep[doubled] = True
        keep |= (hands.size == 2) | ((reach > 0) & np.isin(self.act, (STAND, SURRENDER)))
        return wanted[keep[wanted]]

    def second_cards(self, shoe: Integers, paired: bool) -> Floats:
        """The chances of the two-card hands whose second card is of the pair's value, or of another."""
        hands = player_hands()
        reach = np.zeros(len(self.act))
        left = shoe.copy()
        left[self.pair] -= 1
        if paired:
            reach[hands.child[self.start, self.pair]] = 1.0
            return reach
        others = left.sum() - left[self.pair]
        for v in range(VALUES):
            if v != self.pair:
                reach[hands.child[self.start, v]] = left[v] / others
        return reach

    def play_out(self, shoe: Integers, reach: Floats) -> tuple[Floats, float]:
        results = np.zeros((RESULTS, self.units))
        hand = self.within, reach, player_hands(), self.rules, self.odds, self.act, self.rescued
        return results, spread(shoe, *hand, results)

    def play(self, shoe: Integers, paired: bool) -> tuple[Floats, float]:
        """What a hand brings whose second card is of the pair's value, or of another."""
        return self.play_out(shoe, self.second_cards(shoe, paired))

    def beside(self, paired: bool, k: int, m: int) -> tuple[Floats, float]:
        """What a hand brings when k cards of the pair's value and m unknown others are gone beside it."""
        key = (paired, k, m)
        if key not in self.hand:
            if k > int(self.shoe[self.pair]) - paired:  # cannot be, and is multiplied by zero
                return np.zeros((RESULTS, self.units)), 0.0
            left = int(self.shoe.sum()) - k - m
            chance = (int(self.shoe[self.pair]) - k - paired) / left
            one, two = self.beside(paired, k, m - 1), self.beside(paired, k + 1, m - 1)
            self.hand[key] = ((one[0] - chance * two[0]) / (1 - chance), (one[1] - chance * two[1]) / (1 - chance))
        return self.hand[key]


class Split(SplitHands):
    """A pair split under an up card: the best of two hands, of up to three, and so on."""

    def __init__(
        self,
        game: Game,
        up: int,
        pair: int,
        gone: tuple[int, ...] = (),
        most_hands: int = 0,
        acts: Acts | None = None,
        rescued: Integers | None = None,
    ) -> None:
        """`gone` are further cards that the player has seen; `most_hands` is given where it is known how far to resplit, `acts`
        and `rescued` where it is known how to play."""
        shoe = game.without(up, pair, pair, *gone)
        super().__init__(game, up, pair, shoe, acts, rescued, False)
        limit = most_hands or (game.hands_from(pair) if shoe[pair] else 2)
        self.prepare(2 * limit - 2)
        self.others: SplitHands = self  # all but the first
        if game.free_splits and pair != TEN:
            self.others = SplitHands(game, up, pair, shoe, acts, rescued, True)
            self.others.prepare(2 * limit - 2)
        values = {hands: self.value_of(hands) for hands in range(most_hands or 2, limit + 1)}
        self.most_hands = max(values, key=lambda hands: (values[hands], -hands))
        self.value = values[self.most_hands]  # on the dealer not having Blackjack
        self.remainders: dict[int, int] = {}  # twice the value modulo primes (`exact`)

    def endings(self, most_hands: int) -> tuple[Ending, ...]:
        """The ways the second cards fall."""
        return endings(int(self.shoe.sum()), int(self.shoe[self.pair]), most_hands, self.others is not self)

    def parts(self, end: Ending) -> list[tuple[int, Floats, float]]:
        """How many hands of each kind there are in an ending, what one of them brings, and what it puts on Double Down."""
        kinds = end.kinds(self.others is not self)
        return [(number, *(self.others if other else self).beside(paired, k, m)) for number, other, paired, k, m in kinds]

    def value_of(self, most_hands: int) -> float:
        """The expectation of all hands together, when pairs are resplit up to so many."""
        halves = np.arange(self.units) / 2 - ZERO / 2  # the result of each place
        value = 0.0
        for end in self.endings(most_hands):
            for number, results, _ in self.parts(end):
                value += end.chance * number * float(results.sum(0) @ halves)
        return value

    @cached_property
    def added(self) -> float:
        """The expected wagers beside the first."""
        added = 0.0
        for end in self.endings(self.most_hands):
            parts = self.parts(end)
            paid = end.hands - 1 if self.others is self else 0
            added += end.chance * (paid * float(parts[0][1].sum()) + sum(n * doubled for n, _, doubled in parts))
        return added

    @cached_property
    def joint(self) -> Floats:
        """The chances of the dealer's results with the results of all hands together in half units, from the place where all
        hands of the most lose two units. Given the dealer's total, hands are taken as independent."""
        found = np.zeros((RESULTS, self.units + (self.most_hands - 1) * (self.units - 1)))
        for end in self.endings(self.most_hands):
            parts = self.parts(end)
            numbers = np.array([number for number, _, _ in parts])
            add_together(end.chance, numbers, np.stack([results for _, results, _ in parts]), self.most_hands, found)
        return found

    @property
    def results(self) -> dict[Fraction, float]:
        """The chance of each result of all hands together."""
        summed = self.joint.sum(0)
        return {Fraction(at - self.most_hands * ZERO, 2): float(summed[at]) for at in range(len(summed)) if summed[at]}
