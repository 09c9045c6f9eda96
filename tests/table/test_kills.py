"""kill -9 at random, some hundreds of times: what was acknowledged is in the log, nothing is there twice, every log replays."""

import os
import random
import select
import signal
import time
from pathlib import Path

import pytest

from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table import sealed
from pitboss.table.replay import replay, resume
from pitboss.table.stores import FileStore
from pitboss.table.table import Table
from tests.sittings import Crowd
from tests.strategies import release

KILLS = 60  # of each game
GAMES = ("565", "633a", "637a", "645a", "657a")


def live(path: Path, chapter: str, seed: int, tell: int) -> None:
    """A table that is gone on with, or opened, and plays until it is killed; it tells each version that it has kept."""
    sealed.to_disk = synced
    table = resume(path, game, Chance(seed)) if path.exists() else Table(game(chapter), None, Chance(seed), FileStore(path))
    crowd = Crowd(seed, watch=lambda t, record: tell_version(tell, record.version))
    tell_version(tell, table.version)
    while table.request is not None:
        crowd.answer(table)
    while True:
        crowd.between(table)
        crowd.round(table)


def synced(file: int) -> None:
    os.fsync(file)


def tell_version(to: int, version: int) -> None:
    os.write(to, version.to_bytes(4, "big"))


def killed(path: Path, chapter: str, seed: int, after: float) -> tuple[int, str]:
    """A process that is killed after some seconds: the last version that it told, and what it said if it ended by itself."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            live(path, chapter, seed, write)
        except BaseException as error:
            os.write(write, b"\xff\xff\xff\xff" + repr(error).encode()[:2000])
        finally:
            os._exit(1)
    os.close(write)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told = b""
    while select.select([read], [], [], 5)[0] and (more := os.read(read, 1 << 16)):
        told += more
    os.close(read)
    cut = told.find(b"\xff\xff\xff\xff")
    if cut >= 0:
        return 0, told[cut + 4 :].decode(errors="replace")
    return int.from_bytes(told[-4:], "big"), ""


@pytest.mark.slow
@pytest.mark.parametrize("chapter", GAMES)
def test_nothing_acknowledged_is_lost_and_nothing_doubled(chapter: str, tmp_path: Path) -> None:
    path, rng, versions = tmp_path / "log", random.Random(chapter), [0]
    for kill in range(KILLS):
        told, error = killed(path, chapter, kill, rng.choice((0.02, 0.06, 0.15, 0.3)) * rng.random())
        assert not error
        if not path.exists():
            assert not told, "a table was opened, and its log is not there"
            continue
        table = resume(path, game, Chance(1))
        release(table)
        table.accounts().check()
        assert table.version >= max(told, versions[-1])
        versions.append(table.version)
        if kill % 20 == 19 and table.round is None:
            assert replay(path, game).snapshot() == table.snapshot()
    assert versions[-1] > 100
    table = resume(path, game, Chance(1))
    crowd = Crowd(1)
    while table.request is not None:
        crowd.answer(table)
    release(table)
    assert replay(path, game).accounts() == table.accounts()
