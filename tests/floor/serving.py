"""A floor in a process of its own, for tests that kill it: `python -m tests.floor.serving DATABASE [KEY=VALUE …]` prints its
address and serves until it is stopped."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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
