"""One module per chapter, in the chapter's order, named by the chapter's slug: `three-card-poker` is `three_card_poker`.

Every game here is played, tested and listed everywhere. An added game is a `game.py` beside its data in a separate folder
(`pitboss.rulebook.add`).

The code that opens a table passes the game to the engine; no lower package imports one. Start reading at `three_card_poker.py`.
"""

import copyreg
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from pitboss import rulebook
from pitboss.errors import NotAuthorized
from pitboss.rulebook import Source, chapter, sources
from pitboss.table.game import Game

BANKED: dict[str, Source] = {}
NONBANKED: dict[str, Source] = {}  # players against each other
MODULES: dict[str, Source] = {}


def _find() -> None:
    """Fill the three registries with the games that exist now."""
    for found, kinds in ((BANKED, ("banked",)), (NONBANKED, ("nonbanked",)), (MODULES, ("banked", "nonbanked"))):
        found.clear()
        found.update({number: source for number, source in sources().items() if source.kind in kinds})


_find()


@cache
def game(name: str | int) -> Game:
    """The game of a chapter, by number or slug.

    >>> game("three-card-poker").chapter
    '565'
    """
    book = chapter(name)
    if book.chapter not in MODULES:
        slugs = ", ".join(source.slug for source in MODULES.values())
        raise NotAuthorized(f"chapter {book.chapter} ({book.game}) is not a game; the games are {slugs}")
    played = module(book.chapter)
    found = getattr(played, "GAME", None)
    if not isinstance(found, Game):
        raise NotAuthorized(f"{played.__file__} has no GAME, which is the game of chapter {book.chapter}")
    return found


def module(number: str) -> ModuleType:
    """The module of a chapter's game."""
    source = MODULES[number]
    return import_module(f"pitboss.games.{source.module}") if isinstance(source.module, str) else _load(source, source.module)


def part(number: str, name: str) -> ModuleType | None:
    """A part of a game that only one package needs, loaded on first use: `odds` is `pitboss.games.odds.poker`, or the `odds.py`
    in an added game's folder. None if there is no such file."""
    if (source := MODULES.get(number)) is None:
        return None
    if isinstance(source.module, str):
        declared = f"{__name__}.{name}.{source.module}"
        return import_module(declared) if find_spec(declared) else None
    if not (path := source.module.with_name(f"{name}.py")).is_file():
        return None
    module(number)
    return _load(source, path, f".{name}")


class _FromSource(SourceFileLoader):
    """Compiles a module on every load. Python's cache would not notice a change within one second that keeps the file's
    size."""

    def path_stats(self, path: str) -> Mapping[str, Any]:
        """Raise OSError, so that Python does not use its bytecode cache."""
        raise OSError


def _load(source: Source, path: Path, of: str = "") -> ModuleType:
    """Load a module of an added game under a name within this package."""
    name = f"{__name__}.{source.slug.replace('-', '_')}{of}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path, loader=_FromSource(name, str(path)))
        if spec is None or spec.loader is None or not path.is_file():
            raise NotAuthorized(f"the game of chapter {source.chapter} has no module: {path} is not there")
        sys.modules[name] = found = module_from_spec(spec)
        try:
            spec.loader.exec_module(found)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def add(folder: Path) -> Game:
    """Add the game in a folder (`chapter.toml`, `paragraphs.toml`, `game.py`), to be played, priced and drawn like any
    other."""
    source = rulebook.add(folder)
    _find()
    return game(source.chapter)


def remove(folder: Path) -> None:
    """Remove the game that `add` added, even if adding it failed halfway."""
    for gone in [source for source in MODULES.values() if source.data.parent == folder]:
        name = f"{__name__}.{gone.slug.replace('-', '_')}"
        for loaded in [each for each in sys.modules if each == name or each.startswith(f"{name}.")]:
            del sys.modules[loaded]
    rulebook.remove(folder)
    game.cache_clear()
    _find()


copyreg.pickle(Game, lambda found: (game, (found.chapter,)))  # copying or unpickling a table looks its game up again
