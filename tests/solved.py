"""Solutions of whole decks that take seconds or half a minute each, found once for all tests and all workers of a run.

What a solver finds follows from its terms alone, so a test that needs one takes what another test has found. What
tests a solver itself compares it with another method on small decks, which are solved anew each time.
"""

import hashlib
import os
import pickle
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.house import House
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.boards import heads_up, texas_bonus
from pitboss.odds.suits import WHOLE

LONGEST = 300.0  # seconds that another worker has to find what it began to look for


@pytest.fixture(autouse=True, scope="session")
def solved_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The folder of the run, which all workers have."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if base.name.startswith("worker-") else base) / "solved"
    folder.mkdir(exist_ok=True)
    patch = share(folder)
    yield
    patch.undo()


def share(folder: Path) -> pytest.MonkeyPatch:
    """Has the solvers of whole boards, and those that count the hands of a whole deck against the dealer's, leave what they
    find in a folder, and take it from there."""
    patch = pytest.MonkeyPatch()
    patch.setattr(Showdown, "count", _counted(folder, Showdown.count))
    for game in (heads_up, texas_bonus):
        patch.setattr(game, "solve", _shared(folder, game, game.solve))
    return patch


def _shared(folder: Path, game: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    def found(house: House, deck: Any = WHOLE, progress: Any = None, *more: Any, **least: Any) -> Any:
        if deck != WHOLE:
            return function(house, deck, progress, *more, **least)
        said = f"{game.__name__} {game.Terms.of(house)!r} {more!r} {least!r}"
        path = folder / hashlib.sha256(said.encode()).hexdigest()
        return once(path, lambda: function(house, deck, progress, *more, **least))

    return found


def _counted(folder: Path, count: Callable[[Showdown], Any]) -> Callable[[Showdown], Any]:
    return lambda solved: once(folder / f"showdowns of {solved.house.chapter.chapter}", lambda: count(solved))


def once(path: Path, find: Callable[[], Any]) -> Any:
    """What a file has, or what is found and put there; whoever comes while another looks for it waits for that."""
    lock = path.with_suffix(".lock")
    until = time.monotonic() + LONGEST
    while not path.exists():
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            if time.monotonic() < until:
                time.sleep(0.1)
                continue
        found = find()
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(pickle.dumps(found))
        part.replace(path)
        return found
    return pickle.loads(path.read_bytes())
