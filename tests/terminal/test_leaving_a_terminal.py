"""`quit`, the end of the input and Ctrl-C leave a table cleanly wherever they come (docs/command-line.md)."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.commands import HANGS
from tests.person import Person
from tests.terminal.conftest import Run

# Where somebody can be asked: how to get there, and what is asked.
PROMPTS = {
    "the menu": ([], [], "Which game?"),
    "the variant": (["637a"], [], "Which one?"),
    "a wager": (["565", "--seed", "1"], [], "seat 1"),
    "a decision": (["565", "--seed", "1"], ["10"], "[p]"),
    "the cut": (["561", "--seed", "1"], ["10"], "cut"),
    "the next hand": (["637a", "--set", "variant=razz", "--seed", "1"], [], "deals"),
}


@pytest.mark.parametrize("where", PROMPTS)
@pytest.mark.parametrize(("key", "status"), [("quit\n", 0), ("\x04", 0), ("", 130)], ids=["quit", "Ctrl-D", "Ctrl-C"])
def test_leaving_at_a_prompt(environment: dict[str, str], people: list[Person], where: str, key: str, status: int) -> None:
    arguments, lines, asked = PROMPTS[where]
    person = Person(environment, "play", *arguments)
    people.append(person)
    for line in lines:
        person.is_asked("›", "")
        person.types(line)
    person.is_asked(asked)
    if key:
        person.types(key, "")
    else:
        person.interrupts()
    assert person.leaves() == status
    assert "Traceback" not in person.seen


@pytest.mark.parametrize("where", PROMPTS)
def test_a_pipe_that_ends(pipe: Run, where: str) -> None:
    arguments, lines, _ = PROMPTS[where]
    ran = pipe("play", *arguments, lines="".join(f"{line}\n" for line in lines))
    assert ran.status == (2 if where in ("a decision", "the cut") else 0)
    assert ran.err.count("\n") == (ran.status == 2)


def test_an_interrupt_at_any_time_leaves_a_log_that_goes_on(environment: dict[str, str], tmp_path: Path, pipe: Run) -> None:
    rng = random.Random(1)
    for attempt in range(6):
        log = tmp_path / f"{attempt}.log"
        command = [sys.executable, "-m", "pitboss.cli", "play", "565", "--bots", "5", "--log", str(log)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        heeds = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
        with subprocess.Popen(command, env=environment, **pipes, **heeds) as process:  # type: ignore[call-overload]
            process.stdin.write(b"10\nplay\n" * 2000)
            process.stdin.flush()
            while not (log.exists() and log.stat().st_size > 20_000):
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(rng.random() / 4)
            process.send_signal(signal.SIGINT)
            err = process.stderr.read()
            assert (process.wait(HANGS), err) == (130, b"")
        ran = pipe("play", "--resume", "--log", log, lines="play\n")
        assert ran.status == 0
