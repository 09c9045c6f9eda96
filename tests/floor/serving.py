"""A floor in a process of its own, for tests that kill it: `python -m tests.floor.serving DATABASE [KEY=VALUE …]` prints its
address and serves until it is stopped."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import structlog

from pitboss.floor.people.rate_limits import Rate, Rates
from pitboss.floor.people.registry import PeopleSettings
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.floor_plan import DEFAULT
from pitboss.floor.server import Settings, address_of, listen, serve
from tests.floor.house import CODE

MANY = Rate(1_000_000, 0.0001)
ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
HANGS = 120  # seconds after which a server is taken to hang


def settings_of(words: list[str]) -> Settings:
    """What the command line says."""
    given: dict[str, Any] = dict(word.split("=", 1) for word in words[1:])
    share = tuple(int(part) for part in given.get("share", "1/1").split("/"))
    seconds = float(given.get("between", "0.02"))
    usual = Clocks(between=seconds, decision=float(given.get("decision", "45")))
    never = Clocks(betting=None, decision=None, dropped=None, away=None, between=seconds, called=None)
    return Settings(
        database=words[0],
        key=Path(given["key"]) if "key" in given else None,
        port=int(given.get("port", "0")),
        people=PeopleSettings(chips=10_000_000, rates=Rates() if "limited" in given else Rates(MANY, MANY, MANY, MANY)),
        connections=int(given.get("connections", "256")),
        clocks=usual if given.get("clocks") == "usual" else never,
        synchronous=given.get("synchronous", "OFF"),
        total=int(given["total"]) if "total" in given else None,
        share=(share[0], share[1]),
        code=CODE,
        practice=True if "practice" in given else None,
        proxy=given.get("proxy", ""),
        plan=None if given.get("empty") == "1" else Path(given["plan"]) if "plan" in given else DEFAULT,
    )


class Serving:
    """A server that runs beside the test, `under` another program if one is named."""

    def __init__(self, database: str, *words: str, under: Sequence[str] = ()) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        command = [*under, sys.executable, "-m", "tests.floor.serving", database, *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=ROOT, text=True
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            assert self.process.stderr is not None
            raise AssertionError(self.process.stderr.read())

    def kill(self) -> None:
        """Ends it as a crash does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> int:
        """Asks it to stop; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self._close()
        return status

    def _close(self) -> None:
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


class Served:
    """A server with the usual clocks, which can be killed and started again at the same address with the same database."""

    def __init__(self, folder: Path, between: float = 0.05, *words: str) -> None:
        self.database, self.words, self.port = f"sqlite:///{folder}/floor.db", (f"between={between}", *words), 0
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        self._serving = Serving(self.database, f"port={self.port}", "clocks=usual", *self.words)
        self.url = self._serving.url
        self.port = int(self.url.rpartition(":")[2])
        until = time.monotonic() + HANGS
        while not self._answers():
            assert time.monotonic() < until and self._serving.process.poll() is None, "the server answers"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/readyz", timeout=HANGS) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """Ends it at once, as a crash does."""
        self._serving.kill()

    def stop(self) -> None:
        """Ends it as an operator does."""
        if self._serving.process.poll() is None:
            self._serving.stop()


def say_what_matters() -> None:
    """Leave out lines for debugging, of which every request writes one: a pipe that nobody reads would fill up."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.INFO))


def main() -> None:
    """Serves."""
    say_what_matters()
    settings = settings_of(sys.argv[1:])
    listening = listen(settings.host, settings.port)
    print(address_of(listening), flush=True)
    serve(settings, listening)


if __name__ == "__main__":
    main()
