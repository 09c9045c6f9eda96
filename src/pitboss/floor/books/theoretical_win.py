"""Theoretical win by exact odds, with its standard error.

The odds of a first wager include the second wagers that the text requires, such as the Blind or Bets 2 and 3. Progressive
wagers depend on the meter and Envy Bonuses on other seats: both are set aside. If the odds of another wager are unknown, there
is no figure.

Seats of a round share the dealer; the error assumes full correlation, so it may be too large, never too small.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.advice.edges import expected_at
from pitboss.advice.handle import Handle, theoretical
from pitboss.floor.books.figures import Handle as Tallied
from pitboss.games import game
from pitboss.house import House
from pitboss.table.game import Game

ENVY = "Envy Bonus"


class Theoretical(NamedTuple):
    """The expected win and its standard error, in cents, and the wagers and payments that are not in it."""

    win: float
    error: float
    aside: tuple[str, ...] = ()


def theory(house: House, handle: Mapping[str, Tallied]) -> Theoretical | None:
    """The expected win on what was wagered, None if unknown."""
    expected, kind = expected_at(house), game(house.chapter.chapter)
    if expected is None:
        return None
    aside = [name for name in (kind.progressive, ENVY) if name and name not in expected and _may_move(kind, house, name)]
    need_odds = {wager.name for wager in kind.offered(house) if not wager.required} - {*expected, *aside}
    if need_odds & set(handle):
        return None
    win, error = theoretical(expected, {wager: Handle(made.cents, made.together) for wager, made in handle.items()})
    return Theoretical(win, error, tuple(aside))


def _may_move(kind: Game, house: House, name: str) -> bool:
    """Whether money may move for a wager or a payment at a house."""
    return name in kind.payments or any(wager.name == name for wager in kind.offered(house))
