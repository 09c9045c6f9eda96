"""Exact mathematics of every wager: what it holds for the house under best play, on every printed pay table.

The door has the few questions that people ask: `rows` of a chapter, `odds_of` one wager, the `price` of a pay table, the
`best_play` of a hand, `rules` to remember, and `simulate` to try them. Behind it a solver counts deals as integers and gives a
`Distribution`; `catalogue` knows which wagers, tables and versions a chapter has and asks the solvers. Nothing here is imported
unless odds are asked for.

The commands, advice, pages and pictures call it. Start reading at `asking.py`, then `catalogue.py`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.optional_packages import require

if TYPE_CHECKING:
    from pitboss.odds.asking import Decision, best_play, odds_of, price, rules, simulate
    from pitboss.odds.catalogue import rows
    from pitboss.odds.distribution import Distribution
    from pitboss.odds.row import Row
    from pitboss.odds.sensitivities import sensitivity
    from pitboss.odds.simulation import Simulation

__all__ = [
    "Decision",
    "Distribution",
    "Row",
    "Simulation",
    "best_play",
    "odds_of",
    "price",
    "rows",
    "rules",
    "sensitivity",
    "simulate",
]
_ROOMS = {
    "asking": ("Decision", "best_play", "odds_of", "price", "rules", "simulate"),
    "catalogue": ("rows",),
    "distribution": ("Distribution",),
    "row": ("Row",),
    "sensitivities": ("sensitivity",),
    "simulation": ("Simulation",),
}
_ROOM_OF = {word: room for room, words in _ROOMS.items() for word in words}

require("odds")

if not TYPE_CHECKING:

    def __getattr__(name):
        if name not in _ROOM_OF:
            raise AttributeError(f"module 'pitboss.odds' has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"pitboss.odds.{_ROOM_OF[name]}"), name)
        return found
