"""Chapter 677a, Heads-Up Hold 'Em: raise before the flop, after it, or at the end, or fold, against one dealer.

A raise is as large as § 677a.11 lets it be; or, where the Ante is more than the table minimum and § 677a.11 prints no least, as
small as that: no amount between is better than both, since what a hand brings is a constant and a part for each unit raised.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.games.heads_up_hold_em import BOOK
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT
from pitboss.house import House
from pitboss.odds.boards import backward, solver
from pitboss.odds.boards.game import CATEGORIES, SIGN, Game, Numbers
from pitboss.odds.boards.holdings import PAIR, deals_by_pair, per_ante
from pitboss.odds.boards.solver import Solution
from pitboss.odds.paid import net
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE, pairs_by_class

Fractions = NDArray[np.object_]
AT_ONCE, ON_FLOP, AT_END = range(3)  # when a player raises
CHECK, RAISE, RAISE_LEAST = range(3)  # options before the flop and on it


@dataclass(frozen=True)
class Terms:
    """What a round brings, in units of which `scale` are an Ante: Ante and Odds by category of the player's hand and outcome,
    each raise that wins (before the flop, on it, and at the end), the least one, and a fold."""

    amount: Numbers
    scale: int
    raises: tuple[int, int, int]
    least: int | None
    fold: int

    @staticmethod
    def of(house: House, least: Fraction | None = None) -> "Terms":
        """The terms of a house, with the least raise before the last as a fraction of the Ante; without it, no such raise."""
        amount, scale = amounts(house)
        larger = lcm(scale, least.denominator) if least else scale
        first, second, last = (BOOK.limit_named(f"raise_{when}") for when in ("before_flop", "after_flop", "after_river"))
        raises = first * larger, second * larger, last * larger
        return Terms(amount * (larger // scale), larger, raises, int(least * larger) if least else None, -2 * larger)

    @property
    def game(self) -> Game:
        """The terms as the solver takes them."""
        least = [] if self.least is None else [("raise least", self.least)]
        raised = {("check", "check", "", f"raise {self.raises[AT_END] // self.scale}x"): self.raises[AT_END]}
        for option, units in ((f"raise {self.raises[ON_FLOP] // self.scale}x", self.raises[ON_FLOP]), *least):
            raised["check", option, "", ""] = units
        for option, units in ((f"raise {self.raises[AT_ONCE] // self.scale}x", self.raises[AT_ONCE]), *least):
            raised[option, "", "", ""] = units
        brings = [np.full_like(self.amount, self.fold), *(self.amount + units * SIGN for units in raised.values())]
        paths = ("check", "check", "", "fold"), *raised
        wagered = (2 + Fraction(units, self.scale) for units in (0, *raised.values()))
        return Game(paths, np.array(brings), CATEGORIES, PAIR << CATEGORY_SHIFT, self.scale, tuple(wagered))


def amounts(house: House) -> tuple[Numbers, int]:
    """What Ante and Odds bring by category of the player's hand and outcome, and the number of units in an Ante (§ 677a.11(h),
    § 677a.12(a)–(c))."""
    odds, bad_beat = house.paytable("Odds"), house.paytable("Bad Beat Bonus")
    found = np.zeros((len(FIVE_CARD.categories), 5), object)
    for number, name in enumerate(FIVE_CARD.categories):
        won, lost = (net(table.odds(name)) for table in (odds, bad_beat))
        beaten_by_less_than_a_pair = Fraction(-1) if number else lost  # only a high card is
        found[number] = [1 + won, won, Fraction(0), -1 + lost, beaten_by_less_than_a_pair]
    scale = lcm(*(value.denominator for value in found.flat))
    return (found * scale).astype(np.int64), scale


def brings(counts: NDArray[np.int32], amount: Numbers) -> tuple[int, int, int]:
    """What a holding brings against all of the dealer's: the constant, the part for a unit raised, and their number."""
    return int(counts @ amount), int(counts @ SIGN), int(counts.sum())


def solve(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None, least: Fraction | None = None) -> Solution:
    """Best play at a house, on the whole deck or on some cards of it (card by card, without symmetry): with raises as large as
    they may be, or also with the least raise before the last, as a fraction of the Ante."""
    return solver.solve(Terms.of(house, least).game, deck, progress)


def waits(least: Fraction) -> str:
    """What waiting is called where the least raise on the flop is a part of the Ante; with 0 it is the most."""
    return f"check, then raise {least} or more" if least else "check"


def first_cards(house: House, leasts: Sequence[Fraction], deck: tuple[Card, ...] = WHOLE) -> dict[str, Fractions]:
    """What the actions before the flop bring in Antes, by pair of cards: the most and one Ante raised; waiting with the most on
    the flop; and waiting where a raise there may be as small as a part of the Ante, for each of these parts."""
    terms = Terms.of(house, Fraction(1))
    game, of_pair = terms.game, pairs_by_class(deck)
    sums = backward.look(game, deck)
    deals = game.orders * terms.scale * deals_by_pair(deck)
    wait, most, one = np.zeros((3, len(deals)), np.int64)
    for option, total in ((CHECK, wait), (RAISE, most), (RAISE_LEAST, one)):
        np.add.at(total, of_pair, sums.at_once[option])
    found = {"raise 3x": per_ante(most, deals, deck), "raise 1x": per_ante(one, deals, deck)}
    raise_most, raise_one = sums.by_flop
    for least in (Fraction(0), *leasts):
        fine = least.denominator  # in units so small that the least raise is a whole number of them
        unit = raise_most - raise_one
        best = np.maximum(0, fine * raise_most)
        if least:
            best = np.maximum(best, fine * raise_one - (least.denominator - least.numerator) * unit)
        later = fine * wait
        np.add.at(later, of_pair, best.sum(0))
        found[waits(least)] = per_ante(later, fine * deals, deck)
    return found
