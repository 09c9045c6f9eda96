"""A floor that is served by a process of its own, on a free port of this machine, for tests over real lines."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pitboss

SOURCE = Path(pitboss.__file__).parents[1]
HANGS = 120  # seconds after which a server is taken to hang
SCRIPT = """
import sys
from pitboss.floor.dealer import Clocks
from pitboss.floor.limits import Rate, Rates
from pitboss.floor.people import PeopleSettings
from pitboss.floor.server import Settings, address_of, listen, serve

database, port, between = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
many = Rate(100_000, 0.001)
people = PeopleSettings(rates=Rates(many, many, many, many), chips=10_000_000)
settings = Settings(database=database, port=port, people=people, clocks=Clocks(between=between))
listening = listen(settings.host, settings.port)
print(address_of(listening), flush=True)
serve(settings, listening)
"""


class Served:
    """A server, which can be killed and started again at the same address with the same database."""

    def __init__(self, folder: Path, between: float = 0.05) -> None:
        self.database, self.between, self.port = f"sqlite:///{folder}/floor.db", between, 0
        self.url = ""
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        env = {**os.environ, "PYTHONPATH": str(SOURCE)}
        command = [sys.executable, "-c", SCRIPT, self.database, str(self.port), str(self.between)]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        assert self.url, "the server says where it is"
        self.port = int(self.url.rpartition(":")[2])
        until = time.monotonic() + HANGS
        while not self._answers():
            assert time.monotonic() < until and self.process.poll() is None, "the server answers"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/readyz", timeout=HANGS) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """Ends it at once, as a loss of power would."""
        self.process.kill()
        self._ended()

    def stop(self) -> None:
        """Ends it as an operator does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self._ended()

    def _ended(self) -> None:
        self.process.wait(HANGS)
        if self.process.stdout is not None:
            self.process.stdout.close()
