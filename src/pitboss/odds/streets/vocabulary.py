"""The kinds of hands that a rule of each game may name, the plain ones first: § 559.13, § 587.11, § 655a.11."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import ACE, THREE, TWO
from pitboss.odds.streets.kinds import (
    Held,
    Kind,
    count,
    filled,
    fitting,
    pair,
    suited,
    suited_fitting,
    suited_neighbours,
    two_of_them_fit,
    with_cards,
)
from pitboss.odds.streets.street_game import StreetGame


def with_points(number: int, high: int, pushes: tuple[int, int]) -> Kind:
    """A condition beside another: at least so many points, two for each card from a high rank on, one for those that push."""

    def holds(held: Held) -> NDArray[np.bool_]:
        enough: NDArray[np.bool_] = 2 * held.between(high, ACE) + held.between(*pushes) >= number
        return enough

    return Kind(f"with {count(number, 'point')}", holds)


def after(bet: int) -> Kind:
    """A condition beside another, in Mississippi Stud: an earlier bet that was larger than one Ante."""
    least = bet - 1  # what it adds to the Ante and one Ante for each community card
    return Kind(f"after a bet of {bet}x", lambda held: held.wagered >= held.cards.shape[1] - 1 + least)


@cache
def plain(game: StreetGame, seen: int) -> tuple[Kind, ...]:
    """The kinds that are easy to remember, for so many cards seen."""
    return (*pairs(game), *draws(game, seen), *alone(game, seen))


@cache
def kinds(game: StreetGame, seen: int) -> tuple[Kind, ...]:
    """All kinds that a rule may name."""
    found = (*plain(game, seen), *together(game, seen))
    return found + tuple(kind & after(3) for kind in found) if game.pushes and seen > 2 else found


def pairs(game: StreetGame) -> list[Kind]:
    """Pairs: of those that are paid, of those that do not lose, and any."""
    lows = [game.lowest_paid, *(game.pushes or ())[:1], TWO]
    return [pair(low) for low in lows] + [pair(low) for low in range(THREE, game.lowest_paid) if low not in lows]


def draws(game: StreetGame, seen: int) -> list[Kind]:
    """Cards of one suit, and cards that want few others for a straight."""
    found = [suited(2), *(suited_neighbours(high) for high in range(THREE, ACE))] if seen == 2 else []
    for cards in game.draws[seen]:
        straights = range(6 - cards, 0, -1)
        found += [suited(cards), *(suited_fitting(cards, fits) for fits in straights)]
        found += [filled(ranks) for ranks in (2, 1)] if cards == 4 else [fitting(cards, fits) for fits in straights]
    return found


def conditions(game: StreetGame, seen: int) -> list[Kind]:
    """What may be asked beside: high cards, or points."""
    high = [with_cards(cards, game.lowest_paid, "high") for cards in range(1, seen + 1)]
    if game.pushes is None:
        return high
    return high + [with_points(least, game.lowest_paid, game.pushes) for least in range(1, 2 * seen + 1)]


def alone(game: StreetGame, seen: int) -> list[Kind]:
    """The same by themselves."""
    return [Kind(kind.words.removeprefix("with "), kind.holds) for kind in conditions(game, seen)]


def together(game: StreetGame, seen: int) -> list[Kind]:
    """Draws and low pairs with what is asked beside; with three suited cards and three to come, also what two of them fit."""
    asked = conditions(game, seen)
    found = [kind & condition for kind in draws(game, seen) for condition in asked]
    found += [pair(TWO) & condition for condition in asked]
    if game.cards == 6 and seen == 3:
        found += [suited(3) & condition & two_of_them_fit(straights) for condition in asked for straights in range(2, 6)]
    return found
