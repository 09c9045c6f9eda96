"""Runs the command line with a pipe on standard input: in this process, where many runs are wanted, or as a program."""

import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from pitboss import cli
from tests.commands import HANGS

# What does not fit a prompt is refused there and the next line is read, so these lines go round until the round is over.
ANSWERS = {
    "three-card-poker": "10\nplay\n" * 60,
    "blackjack": "10\nno insurance\nstand\n" * 60,
    "heads-up-hold-em": "10\ncheck\nraise 1x\n" * 60,
}


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left behind."""

    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Ran]


@pytest.fixture
def answers() -> dict[str, str]:
    """Lines enough for several rounds of each game."""
    return ANSWERS


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `pitboss ARGUMENTS` in this process with the given lines on standard input."""

    def run(*arguments: object, lines: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["pitboss", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        monkeypatch.setenv("COLUMNS", "80")
        capsys.readouterr()
        status = 0
        try:
            cli.main()
        except SystemExit as left:
            status = int(left.code or 0)
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture
def program(environment: dict[str, str]) -> Run:
    """Runs `python -m pitboss.cli ARGUMENTS` as a program of its own."""

    def run(*arguments: object, lines: str = "", **more: str) -> Ran:
        found = subprocess.run(
            [sys.executable, "-m", "pitboss.cli", *map(str, arguments)],
            input=lines.encode(),
            capture_output=True,
            env=environment | more,
            check=False,
            timeout=HANGS,
        )
        return Ran(found.returncode, found.stdout.decode(), found.stderr.decode())

    return run
