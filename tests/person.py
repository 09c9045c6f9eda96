"""Somebody in front of a real terminal."""

import codecs
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.commands import HANGS


class Person:
    """Somebody in front of a terminal in which the command line runs."""

    def __init__(self, environment: dict[str, str], *arguments: object) -> None:
        self.keyboard, inside = pty.openpty()
        self.program = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", *map(str, arguments)],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=environment | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "50"},
            start_new_session=True,
            # Workers of pytest ignore the interrupt key, and what they start would ignore it too.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(inside)
        self.seen = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def reads(self, words: str) -> str:
        """Waits until these words appear, and gives everything since the last time."""
        end = time.monotonic() + HANGS
        while words not in self.seen:
            assert time.monotonic() < end, f"{words!r} did not appear in {self.seen!r}"
            if select.select([self.keyboard], [], [], 0.1)[0]:
                try:
                    self.seen += self.decoder.decode(os.read(self.keyboard, 65536))
                except OSError:  # the program has ended
                    assert words in self.seen
        before, found, self.seen = self.seen.partition(words)
        return before + found

    def is_asked(self, words: str, prompt: str = "› ") -> str:
        """Waits until these words appear and a prompt after them, where he may type."""
        return self.reads(words) + (self.reads(prompt.strip()) if prompt else "")

    def types(self, line: str, end: str = "\n") -> None:
        """Types a line, or a part of one."""
        os.write(self.keyboard, (line + end).encode())

    def interrupts(self) -> None:
        """Presses the interrupt key once the program sleeps: in the instant between its prompt and its waiting for a key the
        interrupt would be noticed only with the next key."""
        state = Path(f"/proc/{self.program.pid}/stat")
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
            time.sleep(0.01)
        self.program.send_signal(signal.SIGINT)

    def leaves(self) -> int:
        """Waits for the end and gives the exit status."""
        return self.program.wait(HANGS)
