"""The theoretical win of a table by exact odds, with its standard error, for the pit.

The odds of a first wager count everything that belongs to it: a second wager that the text requires beside it, such as the
Blind or Bets 2 and 3, has none of its own. A progressive wager depends on its meter at every round, and an Envy Bonus on who
else sits there; both are set aside, and the win is compared without them. Where the odds of another wager are not known,
nothing is said.

The seats of a round play against the same dealer. How much their results go together is not known exactly, so the error is that
of results that go together wholly: it may be too large, and is never too small.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.advice.edges import expected_at
from pitboss.advice.handle import Handle, theoretical
from pitboss.floor.tallies import Handle as Tallied
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
    """The win that is expected of what was wagered; None where that is not known."""
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
