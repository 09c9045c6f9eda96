"""What a game declares of its mathematics: which wagers are priced together, the solver, the bot, the method in words.

`ODDS`, a `GameOdds`, is the whole declaration: in `pitboss.games.odds` for a chapter of ours, in `odds.py` of a game in a
folder of its own. Solvers are named, and imported when they are called: most odds come from the store.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss.hands import Ranking, Value
from pitboss.house import House
from pitboss.odds.parts import Told, begun
from pitboss.odds.row import Row

if TYPE_CHECKING:
    from pitboss.odds.players.player import Player
    from pitboss.odds.solved import Solved

Solver = Callable[[str, House, Told], Iterator[Row]]
Solve = Callable[..., "Solved"]  # takes a house, and who is told of the progress, under which label


def lazy(name: str) -> Callable[..., Any]:
    """A function of a module in `pitboss.odds`, which is imported when the function is called.

    >>> lazy("row.Row")("565", "Ante", "A", "", "Ante", None, 0.03373).name
    'Ante A'
    """
    module, _, function = name.rpartition(".")
    return lambda *about, **more: getattr(import_module(f"pitboss.odds.{module}"), function)(*about, **more)


def no_hands(house: House, wager: str) -> Iterable[str]:
    """For wagers that no hand decides."""
    return ()


@dataclass(frozen=True)
class Part:
    """Some wagers of a chapter that are solved together, and kept together in the store. `hands` lists the hands that a pay
    table may pay differently; where one hand decides the wager, with how many deals make each."""

    wagers: tuple[str, ...]
    solve: Solver
    hands: Callable[[House, str], Iterable[str]] = no_hands

    @property
    def name(self) -> str:
        """What its results are called in the store."""
        words = "".join(letter if letter.isalnum() else " " for letter in " ".join(self.wagers).lower())
        return "odds-" + "-".join(words.split())


def main(solved: Solve, wager: str = "Ante") -> Part:
    """The first wager of a game, from its solution."""
    return Part(
        (wager,), lambda number, house, progress: solved(house, progress).rows(), lambda house, wager: solved(house).hands()
    )


def counted(module: str) -> Callable[[str], Part]:
    """Wagers that one hand decides against a pay table, by the module that counts the hands."""

    def part(wager: str) -> Part:
        def solver(number: str, house: House, progress: Told) -> Iterator[Row]:
            tell = begun(progress, wager)
            yield from lazy(f"{module}.rows")(number, house, wager=wager)
            if tell is not None:
                tell(1.0)

        return Part((wager,), solver, lazy(f"{module}.hands"))

    return part


@dataclass(frozen=True)
class Side:
    """A wager that one hand decides against a pay table. `row` names the row of so many cards: of the value that a ranking
    gives them, or of the cards themselves where there is no ranking."""

    wager: str
    cards: int
    row: Callable[[Any], str]
    ranking: Ranking | None = None
    progressive: bool = False
    off_meter: bool = False  # fixed amounts come out of the meter too
    kept: Callable[..., Counter[str]] | None = None  # counts the rows of hands that are not folded, where a fold forfeits it


@cache
def category(ranking: Ranking) -> Callable[[Value], str]:
    """Names the row of a value by its category."""
    return lambda value: ranking.categories[value.category]


@dataclass(frozen=True)
class Method:
    """How the odds of a game are found, and the independent way in which tests find them again."""

    module: str
    words: str
    second: str
    tests: tuple[str, ...]


ENGINE = "the table itself deals every order of the cards of a small deck to a player of best play: the fractions are equal"
SIMULATED = "on the full deck it plays rounds at random, and every mean lies within three standard errors"
SIMULATION = "odds/test_simulate.py::test_engine_and_odds_agree"
PLAYED = Method(
    "odds/enumeration",
    "every round is played through the table itself; from the last question back, the answer that brings the most",
    "the same rounds without shortcuts, card by card",
    ("odds/test_every_round.py::test_shortcuts_change_nothing",),
)


BY_HAND = lazy("players.player.SolvedPlayer")


@dataclass(frozen=True)
class GameOdds:
    """The mathematics of one game."""

    whole: tuple[Part, ...]  # all but the wagers in `sides`
    sides: tuple[Side, ...] = ()
    solved: Solve | None = None  # None where nobody plays against the house
    player: Callable[[Any], "Player"] = BY_HAND  # makes a player of what was solved
    method: Method = PLAYED
    slow: tuple[Part, ...] = ()  # more parts, which take minutes and are priced only on request

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All that is priced without a special request, in the chapter's order."""
        return (*self.whole, *(counted("side_wagers")(side.wager) for side in self.sides))
