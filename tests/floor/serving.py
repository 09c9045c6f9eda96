"""A floor in a process of its own, for tests that kill it: `python -m tests.floor.serving DATABASE [KEY=VALUE …]` prints its
address and serves until it is stopped."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from pitboss.floor.dealer import Clocks
from pitboss.floor.limits import Rate, Rates
from pitboss.floor.people import PeopleSettings
from pitboss.floor.server import Settings, address_of, listen, serve

MANY = Rate(1_000_000, 0.0001)
ROOT = Path(__file__).parents[2]


def settings_of(words: list[str]) -> Settings:
    """What the command line says."""
    given: dict[str, Any] = dict(word.split("=", 1) for word in words[1:])
    share = tuple(int(part) for part in given.get("share", "1/1").split("/"))
    seconds = float(given.get("between", "0.02"))
    return Settings(
        database=words[0],
        key=Path(given["key"]) if "key" in given else None,
        port=int(given.get("port", "0")),
        people=PeopleSettings(chips=10_000_000, rates=Rates() if "limited" in given else Rates(MANY, MANY, MANY, MANY)),
        connections=int(given.get("connections", "256")),
        clocks=Clocks(betting=None, decision=None, dropped=None, away=None, between=seconds),
        synchronous=given.get("synchronous", "OFF"),
        share=(share[0], share[1]),
        empty=given.get("empty") == "1",
    )


class Serving:
    """A server that runs beside the test."""

    def __init__(self, database: str, *words: str) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        command = [sys.executable, "-m", "tests.floor.serving", database, *words]
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


def main() -> None:
    """Serves."""
    settings = settings_of(sys.argv[1:])
    listening = listen(settings.host, settings.port)
    print(address_of(listening), flush=True)
    serve(settings, listening)


if __name__ == "__main__":
    main()
