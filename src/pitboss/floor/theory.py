"""What a table should win by exact odds, with its standard error, for the pit.

Only where the odds of every wager that was made are known: a progressive wager depends on its meter, and then nothing is
said. The seats of a round play against the same dealer. How much their results go together is not known exactly, so the error
is that of results that go together wholly: it may be too large, and is never too small.
"""

from collections.abc import Mapping

from pitboss.advice.edges import expected_at
from pitboss.advice.handle import Handle, theoretical
from pitboss.floor.tallies import Handle as Tallied
from pitboss.games import game
from pitboss.house import House


def theory(house: House, handle: Mapping[str, Tallied]) -> tuple[float, float] | None:
    """The win that is expected of what was wagered, and its standard error, in cents; None where that is not known."""
    expected = expected_at(house)
    first = {wager.name for wager in game(house.chapter.chapter).offered(house)}
    if expected is None or any(wager in first and wager not in expected for wager in handle):
        return None
    return theoretical(expected, {wager: Handle(made.cents, made.together) for wager, made in handle.items()})
