"""A process that has imported no more than a table needs, and forks one for each table that is to be killed: a fork of the
process of all tests takes longer than most of these tables live.

    python -m tests.table.killed

Each line of its input says as JSON where the log is, which game it is of, its seed, and after how many seconds it is killed;
each line of its output the last version that the table told, and what it said if it ended by itself.
"""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pitboss
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.log.replay import resume
from pitboss.table.log.stores import FileStore
from pitboss.table.table import Table
from tests.sittings import Crowd

ROOT = Path(__file__).parents[2]
ENDED = b"\xff\xff\xff\xff"


class Killer:
    """Speaks to the process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def killed(self, path: Path, chapter: str, seed: int, after: float) -> tuple[int, str]:
        """A table that is killed after some seconds: the last version that it told, and what it said if it ended by itself."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps([str(path), chapter, seed, after]), file=self.process.stdin, flush=True)
        told, error = json.loads(self.process.stdout.readline())
        return told, error


@contextmanager
def a_killer() -> Iterator[Killer]:
    """The process, for as long as it is needed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(Path(pitboss.__file__).parents[1]), str(ROOT)))}
    command = [sys.executable, "-m", "tests.table.killed"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT, env=environment) as process:
        yield Killer(process)


# ---------------------------------------------------------------------------- in the process


def main() -> None:
    """Forks, and kills, until nothing more is asked."""
    for line in sys.stdin:
        path, chapter, seed, after = json.loads(line)
        print(json.dumps(killed(Path(path), chapter, seed, after)), flush=True)


def killed(path: Path, chapter: str, seed: int, after: float) -> tuple[int, str]:
    """A child that is killed after some seconds."""
    warm(chapter)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            live(path, chapter, seed, write)
        except BaseException as error:
            os.write(write, ENDED + repr(error).encode()[:2000])
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
    cut = told.find(ENDED)
    if cut >= 0:
        return 0, told[cut + 4 :].decode(errors="replace")
    return int.from_bytes(told[-4:], "big"), ""


@cache
def warm(chapter: str) -> None:
    """A round of a game, after which each child has what it needs to play one at once."""
    table, crowd = Table(game(chapter), None, Chance(1)), Crowd(1)
    crowd.between(table)
    crowd.round(table)


def live(path: Path, chapter: str, seed: int, tell: int) -> None:
    """A table that is gone on with, or opened, and plays until it is killed; it tells each version that it has kept."""
    table = resume(path, game, Chance(seed)) if path.exists() else Table(game(chapter), None, Chance(seed), FileStore(path))
    crowd = Crowd(seed, watch=lambda t, record: tell_version(tell, record.version))
    tell_version(tell, table.version)
    while table.request is not None:
        crowd.answer(table)
    while True:
        crowd.between(table)
        crowd.round(table)


def tell_version(to: int, version: int) -> None:
    os.write(to, version.to_bytes(4, "big"))


if __name__ == "__main__":
    main()
