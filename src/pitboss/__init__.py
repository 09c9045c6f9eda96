"""Pennsylvania's table game regulations (58 Pa. Code, Subpart K) as running software.

Each game is written down once; that one description is played, priced, checked, printed and audited. `import pitboss` gives the
few names that most programs need, and the packages (such as `pitboss.odds`), each loaded at first use. docs/library.md shows
ten programs. Lower packages never import higher ones, except to represent themselves (by a name, or by a picture).

Start reading at `docs/engine.md`, then `table/table.py`; CONTRIBUTING.md lists the packages from top to bottom.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.version import __version__ as __version__  # imported first, because it notes the time of loading

if TYPE_CHECKING:
    from pitboss import cards, evidence, felt, games, hands, money, odds, pictures, rulebook, submissions, table  # noqa: F401
    from pitboss.drafts.quote import price
    from pitboss.errors import PitbossError
    from pitboss.house import House
    from pitboss.library import Hand, check, evaluate, replay, resume, rule
    from pitboss.odds.asking import Decision, best_play, odds_of, simulate
    from pitboss.odds.row import Row
    from pitboss.odds.simulation import Simulation
    from pitboss.shoe import Chance
    from pitboss.table.drivers import bots, cards_of, drive, play
    from pitboss.table.log.stores import FileStore
    from pitboss.table.money.ledger import Ledger
    from pitboss.table.round import Round
    from pitboss.table.steps import Answer, Ask, Step
    from pitboss.table.table import Table

__all__ = [
    "Answer",
    "Ask",
    "Chance",
    "Decision",
    "FileStore",
    "Hand",
    "House",
    "Ledger",
    "PitbossError",
    "Round",
    "Row",
    "Simulation",
    "Step",
    "Table",
    "best_play",
    "bots",
    "cards_of",
    "check",
    "drive",
    "evaluate",
    "odds_of",
    "play",
    "price",
    "replay",
    "resume",
    "rule",
    "simulate",
]
ROOMS = ("cards", "evidence", "felt", "games", "hands", "money", "odds", "pictures", "rulebook", "submissions", "table")
_WORDS = {  # the module of each name; repeats the imports above, which only a type checker reads
    "drafts.quote": ("price",),
    "errors": ("PitbossError",),
    "house": ("House",),
    "library": ("Hand", "check", "evaluate", "replay", "resume", "rule"),
    "odds.asking": ("Decision", "best_play", "odds_of", "simulate"),
    "odds.row": ("Row",),
    "odds.simulation": ("Simulation",),
    "shoe": ("Chance",),
    "table.drivers": ("bots", "cards_of", "drive", "play"),
    "table.money.ledger": ("Ledger",),
    "table.round": ("Round",),
    "table.steps": ("Answer", "Ask", "Step"),
    "table.log.stores": ("FileStore",),
    "table.table": ("Table",),
}
_ROOM_OF = {word: room for room, words in _WORDS.items() for word in words}

if not TYPE_CHECKING:  # hidden from type checkers, which would accept every name

    def __getattr__(name):
        if name in ROOMS:
            return import_module(f"pitboss.{name}")
        if name not in _ROOM_OF:
            raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"pitboss.{_ROOM_OF[name]}"), name)
        return value

    def __dir__():
        return sorted({*__all__, *ROOMS, *(name for name in globals() if name.startswith("__"))})
