"""With a real terminal: the menu, colours, and leaving with the interrupt key."""

import codecs
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.commands import HANGS

Run: TypeAlias = Callable[..., Any]  # the fixtures `pipe` and `program`


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

    def types(self, line: str) -> None:
        """Types a line."""
        os.write(self.keyboard, line.encode() + b"\n")

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


@pytest.fixture
def people() -> Iterator[list[Person]]:
    """Everybody who sat down in a test; who is still there at its end is shown out."""
    found: list[Person] = []
    yield found
    for person in found:
        if person.program.poll() is None:
            person.program.kill()
            person.program.wait()
        os.close(person.keyboard)


def test_the_menu_offers_what_can_be_played(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "--seed", 3))
    menu = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", person.reads("Which game?"))
    assert re.search(r"\d  Three Card Poker", menu) and re.search(r"1  Poker +553 ", menu)
    assert len(re.findall(r" [0-9]{3}a? ", menu)) == 16
    for line, answer in (("?", "its chapter"), ("99", "no game '99'"), ("pai", "may mean")):
        person.types(line)
        person.reads(answer)
    person.types("three")
    person.reads("your wagers?")
    person.types("10")
    assert "\x1b[" in person.reads("[?] help")  # in colour
    person.types("p")
    person.reads("round 2")
    person.types("quit")
    person.reads("Sitting: 1 round")
    assert person.leaves() == 0


def test_the_interrupt_key_leaves_with_the_log_intact(
    people: list[Person], environment: dict[str, str], pipe: Run, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    people.append(person := Person(environment, "play", "565", "--seed", 3, "--log", log))
    person.reads("your wagers?")
    person.types("10")
    person.reads("[?] help")
    person.reads("seat 1 ›\x1b[0m ")
    person.interrupts()
    person.reads("stays unfinished")
    assert person.leaves() == 130
    assert pipe("play", "--resume", "--log", log, "--rounds", 1, lines="play\n").status == 0
    assert pipe("replay", log).status == 0


def test_a_table_killed_without_warning_is_taken_up(
    people: list[Person], environment: dict[str, str], pipe: Run, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    people.append(person := Person(environment, "play", "677a", "--seed", 3, "--log", log))
    person.reads("your wagers?")
    person.types("10")
    person.reads("[?] help")
    person.program.kill()
    person.leaves()
    ran = pipe("play", "--resume", "--log", log, "--rounds", 1, lines="check\ncheck\nfold\n")
    assert ran.status == 0 and "round 1 goes on" in ran.out
    assert pipe("replay", log).status == 0


def test_closing_the_input_leaves_the_table(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "565"))
    person.reads("your wagers?")
    os.write(person.keyboard, b"\x04")
    person.reads("Sitting: 0 rounds")
    assert person.leaves() == 0


def test_poker_asks_which_variant_where_it_is_open(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "poker", "--seed", 3, "--bots", 2))
    listed = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", person.reads("Which one? [hold'em]"))
    assert "3  Razz" in listed and "10  Five-card stud" in listed
    for line, answer in (("?", "the number of a variant"), ("bridge", "no variant 'bridge'"), ("omaha h", "Omaha high-low")):
        person.types(line)
        person.reads(answer)
    person.reads("Enter deals the next hand")
    person.types("")
    person.reads("[?] help")
    person.types("f")
    person.reads("round 2")
    person.types("quit")
    person.reads("Sitting: 1 round")
    assert person.leaves() == 0


def test_a_variant_that_is_said_is_not_asked_for(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "553", "--set", "variant=five-card stud"))
    assert "Which one?" not in person.reads("Enter deals the next hand")
    os.write(person.keyboard, b"\x04")
    person.reads("Sitting: 0 rounds")
    assert person.leaves() == 0
    people.append(person := Person(environment, "play", "637a"))
    person.reads("Which one?")
    person.types("quit")
    assert person.leaves() == 0
