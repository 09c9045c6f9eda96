"""The kinds of hands that a rule of each game may name, the plain ones first: § 559.13, § 587.11, § 655a.11."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import ACE, THREE, TWO
from pitboss.games import let_it_ride_poker, raise_it_up_stud_poker
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
from pitboss.rulebook import chapter

# § 655a.12(a): a card of a pair that would be paid counts two points, of one that would push one.
PUSHES = tuple(chapter("655a").limit_named(f"push_pair_{end}") - 2 for end in ("lowest", "highest"))  # ranks count from the two
# The lowest rank of a pair that is paid: cards from it on are the high ones.
PAID = {"559": let_it_ride_poker.LOWEST_PAID, "587": raise_it_up_stud_poker.WINNING_PAIR, "655a": PUSHES[1] + 1}
# Of how many cards a draw is made, by the number of cards seen.
DRAWS: dict[str, dict[int, tuple[int, ...]]] = {
    "559": {3: (3,), 4: (4,)},
    "587": {3: (3,), 4: (4, 3), 5: (4,)},
    "655a": {2: (), 3: (3,), 4: (4,)},
}


def points(held: Held) -> NDArray[np.int64]:
    """The points of hands of Mississippi Stud."""
    return 2 * held.between(PAID["655a"], ACE) + held.between(*PUSHES)


def with_points(number: int) -> Kind:
    """A condition beside another: at least so many points."""
    return Kind(f"with {count(number, 'point')}", lambda held: points(held) >= number)


def after(bet: int) -> Kind:
    """A condition beside another, in Mississippi Stud: an earlier bet that was larger than one Ante."""
    least = bet - 1  # what it adds to the Ante and one Ante for each community card
    return Kind(f"after a bet of {bet}x", lambda held: held.wagered >= held.cards.shape[1] - 1 + least)


@cache
def plain(number: str, seen: int) -> tuple[Kind, ...]:
    """The kinds that are easy to remember, for so many cards seen."""
    return (*pairs(number), *draws(number, seen), *alone(number, seen))


@cache
def kinds(number: str, seen: int) -> tuple[Kind, ...]:
    """All kinds that a rule may name."""
    found = (*plain(number, seen), *together(number, seen))
    return found + tuple(kind & after(3) for kind in found) if number == "655a" and seen > 2 else found


def pairs(number: str) -> list[Kind]:
    """Pairs: of those that are paid, of those that do not lose, and any."""
    lows = [PAID[number], TWO] if number != "655a" else [PAID[number], PUSHES[0], TWO]
    return [pair(low) for low in lows] + [pair(low) for low in range(THREE, PAID[number]) if low not in lows]


def draws(number: str, seen: int) -> list[Kind]:
    """Cards of one suit, and cards that want few others for a straight."""
    found = [suited(2), *(suited_neighbours(high) for high in range(THREE, ACE))] if seen == 2 else []
    for cards in DRAWS[number][seen]:
        straights = range(6 - cards, 0, -1)
        found += [suited(cards), *(suited_fitting(cards, fits) for fits in straights)]
        found += [filled(ranks) for ranks in (2, 1)] if cards == 4 else [fitting(cards, fits) for fits in straights]
    return found


def conditions(number: str, seen: int) -> list[Kind]:
    """What may be asked beside: high cards, or points."""
    high = [with_cards(cards, PAID[number], "high") for cards in range(1, seen + 1)]
    return high + ([with_points(least) for least in range(1, 2 * seen + 1)] if number == "655a" else [])


def alone(number: str, seen: int) -> list[Kind]:
    """The same by themselves."""
    return [Kind(kind.words.removeprefix("with "), kind.holds) for kind in conditions(number, seen)]


def together(number: str, seen: int) -> list[Kind]:
    """Draws and low pairs with what is asked beside; with three suited cards and three to come, also what two of them fit."""
    asked = conditions(number, seen)
    found = [kind & condition for kind in draws(number, seen) for condition in asked]
    found += [pair(TWO) & condition for condition in asked]
    if number == "587" and seen == 3:
        found += [suited(3) & condition & two_of_them_fit(straights) for condition in asked for straights in range(2, 6)]
    return found
