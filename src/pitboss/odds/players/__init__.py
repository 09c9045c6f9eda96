"""Players who answer the engine's questions by best play, one for each kind of game.

What is best was worked out by the solvers; a player looks it up for the cards on the table. Questions with only one answer are
not put to him. A game without a solver has the player of `enumerated`.

`simulation` and hints call it. Start reading at `player.py`.
"""

from importlib import import_module

from pitboss.house import House
from pitboss.odds.catalogue import Progress
from pitboss.odds.players.player import Player

# The module of each chapter, which has a function `player`.
MODULES = {
    "555": "against_dealer",
    "557": "against_dealer",
    "559": "streets",
    "561": "pai_gow",
    "563": "boards",
    "565": "against_dealer",
    "587": "streets",
    "633a": "switch",
    "635a": "switch",
    "645a": "pai_gow",
    "655a": "streets",
    "657a": "against_dealer",
    "677a": "boards",
    "678a": "against_dealer",
}


def player_of(number: str, house: House, progress: Progress | None = None) -> Player:
    """The player of a chapter at a house; whatever must be solved first is told to `progress`."""
    found: Player = import_module(f"pitboss.odds.players.{MODULES.get(number, 'enumerated')}").player(number, house, progress)
    return found
