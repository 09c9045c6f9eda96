"""Servers that are killed and started again at once: one process stays, with everything imported, and forks a server whenever
it is told to. What serves is a process of its own all the same, and dies of SIGKILL as any other.

    python -m tests.floor.mortal FOLDER

Each line of its input has the words of `tests.floor.serving` as JSON; each line of its output the number and the address of the
server that they started. What a server says goes into a file in the folder. Five words more: `delay=0.01` makes each commit
wait, so that more happens between what is said and what is durable, `broken=NAME` breaks the server as `tests.floor.breaking`
says, `cards=FOLDER` has cards fall as `tests.browser.stacking` says, `hangs=2` has it lose its tables when it is
silent for so many seconds, and `stays=1` has it hand over none while it runs. A line of `desk` and a path starts a process of
the desk, which has no address.
"""

import asyncio
import contextlib
import gc
import importlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from tests.floor.serving import HANGS, ROOT, say_what_matters, settings_of

LATE = ("alembic.config", "alembic.runtime.environment", "alembic.script", "h11", "uvloop")  # imported when they are needed
DESK = "desk"  # the first word of a line that starts no server
MOST = 30.0  # seconds in which a server starts, or is dead


class Mortal:
    """A server that can be killed and started again, always at the same address."""

    def __init__(self, house: "Births", database: str, *words: str) -> None:
        self._house, self._words = house, [database, *words]
        self.number, self.url = house.bear(self._words)
        self._words.append(f"port={self.url.rpartition(':')[2]}")
        self.deaths = 0

    def kill(self) -> None:
        """Ends it as a crash does, now."""
        os.kill(self.number, signal.SIGKILL)
        self.deaths += 1
        self._gone()

    def stop(self) -> None:
        """Asks it to stop, and waits until it has."""
        try:
            os.kill(self.number, signal.SIGTERM)
        except ProcessLookupError:
            raise AssertionError(f"the server ended by itself: {self._house.said.read_text()[-4000:]}") from None
        self._gone()

    def start(self) -> None:
        """Starts it again."""
        self.number, _ = self._house.bear(self._words)

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        try:
            os.kill(self.number, 0)
        except ProcessLookupError:
            return False
        return True

    def _gone(self) -> None:
        until = time.monotonic() + MOST
        while self.lives:
            assert time.monotonic() < until, "the server does not die"
            time.sleep(0.002)


class Births:
    """The process that stays."""

    def __init__(self, folder: Path) -> None:
        self.said = folder / "said"
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        command = [sys.executable, "-m", "tests.floor.mortal", str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=ROOT, text=True, start_new_session=True
        )

    def bear(self, words: list[str]) -> tuple[int, str]:
        """Starts a server: its number and address."""
        number, url = self._forked(words)
        assert url, self.said.read_text()[-3000:]
        return number, url

    def work_at(self, path: Path) -> int:
        """Starts a process of the desk, which has its tasks from whoever listens at a path: its number."""
        return self._forked([DESK, str(path)])[0]

    def _forked(self, words: list[str]) -> tuple[int, str]:
        given, told = self._process.stdin, self._process.stdout
        assert given is not None and told is not None
        given.write(json.dumps(words) + "\n")
        given.flush()
        number, _, url = told.readline().strip().partition(" ")
        return int(number), url

    def end(self) -> None:
        """Ends it, and every server that it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class Served:
    """A server with the usual clocks, which can be killed and started again at the same address with the same database."""

    def __init__(self, births: Births, folder: Path, between: float = 0.05, *words: str) -> None:
        self.server = Mortal(births, f"sqlite:///{folder}/floor.db", f"between={between}", "clocks=usual", *words)
        self.url = self.server.url
        self.port = int(self.url.rpartition(":")[2])
        self._wait()

    def start(self) -> None:
        """Starts it again, and waits until it answers."""
        self.server.start()
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + HANGS
        while not self._answers():
            assert time.monotonic() < until and self.server.lives, "the server answers"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/readyz", timeout=HANGS) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """Ends it at once, as a crash does."""
        self.server.kill()

    def stop(self) -> None:
        """Ends it as an operator does."""
        if self.server.lives:
            self.server.stop()


# ---------------------------------------------------------------------------- in the process that stays


def import_everything() -> None:
    """All that a server would import when it starts, or when a table is opened; static files are bundled, the usual felts
    drawn and migrations applied once for all."""
    import pitboss.floor.play.cluster
    import pitboss.floor.web.app  # noqa: F401
    from pitboss.floor.storage.database import Database
    from pitboss.floor.web.felts import draw_ahead
    from pitboss.floor.web.transport.static_files import static_files
    from pitboss.games import MODULES
    from pitboss.house import House
    from tests.floor import migrated

    for name in LATE:
        importlib.import_module(name)
    static_files()
    migrated.share()
    with tempfile.TemporaryDirectory() as folder:
        database = Database.open(f"sqlite:///{folder}/floor.db")
        database.migrate()
        database.close()
    asyncio.run(draw_ahead(map(House.of, MODULES)))


def stay() -> None:
    """Lets no table move that has a server."""
    from pitboss.floor.play import cluster
    from pitboss.floor.storage.shares import Move, moves

    def only_free(served: dict[str, dict[str, int]], free: dict[str, int], fixed: set[str]) -> list[Move]:
        return moves(served, free, {bank for banks in served.values() for bank in banks})

    setattr(cluster, "moves", only_free)  # noqa: B010


def serve_apart(words: list[str], told: int, said: IO[bytes]) -> None:
    """Serves, in a process that has just been forked; tells its address."""
    from pitboss.floor.server import address_of, listen, serve
    from pitboss.floor.storage import leases
    from tests.browser import stacking
    from tests.floor import breaking

    leases.PROCESS = secrets.token_hex(8)  # what is drawn when a module is imported must not be shared
    os.dup2(said.fileno(), 1)
    os.dup2(said.fileno(), 2)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    given = dict(word.split("=", 1) for word in words[1:])
    breaking.slow_down(float(given.get("delay", "0")))
    breaking.spoil(given.get("broken", ""))
    leases.HANGS = float(given.get("hangs", leases.HANGS))
    if "stays" in given:
        stay()
    if "cards" in given:
        stacking.use(Path(given["cards"]))
    settings = settings_of(words)
    listening = listen(settings.host, settings.port)
    os.write(told, address_of(listening).encode())
    os.close(told)
    serve(settings, listening)


def work_apart(path: str) -> None:
    """Does tasks of the desk, in a process that has just been forked, until whoever listens at a path hangs up."""
    from pitboss.floor.desk import tasks

    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        os.dup2(line.fileno(), 0)
        os.dup2(line.fileno(), 1)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    tasks.main()


def main(folder: str) -> None:
    """Forks a process for each line."""
    import_everything()
    say_what_matters()
    gc.collect()
    gc.freeze()  # a server that was forked has only its own to look at
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead leave nothing behind
    with (Path(folder) / "said").open("ab", buffering=0) as said:
        while line := sys.stdin.readline():
            reads, told = os.pipe()
            number = os.fork()
            if not number:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                os.close(reads)
                try:
                    words = json.loads(line)
                    if words[0] == DESK:
                        os.close(told)
                        work_apart(words[1])
                    else:
                        serve_apart(words, told, said)
                finally:
                    sys.stdout.flush()
                    os._exit(0)
            os.close(told)
            with os.fdopen(reads) as address:
                print(number, address.read(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
