"""The first minute: what `pitboss` alone prints, `pitboss help`, and `pitboss demo`, a guided tour that runs real commands."""

import shlex
import sys
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from pitboss.cli.app import app, run

FILE = "heads-up.toml"  # the submission with a mistake that the tour checks
SUBMISSION = 'chapter = "677a"\nholder = "Elm Street Casino"\neffective = 2012-07-01\ntrips_plus = "Q"\n'


class Stop(NamedTuple):
    """One stop of the tour: what it shows, and the command that shows it."""

    title: str
    words: str
    command: str


TOUR = (
    Stop(
        "Every rule is a paragraph",
        "§ 565.11(b) asks each player at Three Card Poker to play or fold. pitboss says it in plain words, and names the code\n"
        "that plays it and the tests that fail when it breaks.",
        'rule "565.11(b)"',
    ),
    Stop(
        "Ask in your own words",
        "A dealer, a player or a surveillance operator need not know the number.",
        'rule 565 "what if a card is face up in the shoe"',
    ),
    Stop(
        "A round at the table",
        "Cards, chips and decisions of one round, every step with the paragraph that orders it.",
        "school 565 --seed 5 --players 1 --answers",
    ),
    Stop(
        "The exact price of a wager",
        "Not a simulation: every deal is counted, and the house edge is a fraction.",
        "odds 565",
    ),
    Stop(
        "Best play",
        "What each choice brings with a hand, in units of the Ante.",
        'strategy 565 --hand "Qs 6d 4c"',
    ),
    Stop(
        "Is this filing lawful?",
        f"{FILE} is a casino's Rules Submission for Heads-Up Hold 'Em with a pay table that § 677a.12(e) does not print.",
        f"check {FILE}",
    ),
    Stop(
        "Where the text is broken",
        "§ 565.12(f) prints a damaged pay table. Such defects are on a register, with the reading that pitboss takes.",
        'rule "565.12(f)"',
    ),
)
NEXT = """What now?
  pitboss serve                    a casino floor in your browser: sit down at any game
  pitboss play three-card-poker    a table in the terminal
  pitboss school 565               deal the game yourself, judged act by act
  pitboss new 565 > mine.toml      a Rules Submission to fill in; then: pitboss check mine.toml
  pitboss help                     every command"""


@app.command("help")
def help_(
    verb: Annotated[
        list[str] | None, typer.Argument(help="A command, such as odds or key new; all commands if left out.")
    ] = None,
) -> None:
    """Lists the commands, or explains one: `pitboss help odds`."""
    if status := run([*(verb or []), "--help"]):
        raise typer.Exit(status)


@app.command()
def demo() -> None:
    """A guided tour of four minutes: rules, a round, odds, best play and a filing, each by its command. Enter goes on, q ends
    the tour; without a terminal it runs through."""
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path(FILE).write_text(SUBMISSION, encoding="utf-8")
        for number, stop in enumerate(TOUR, 1):
            _show(number, stop)
            if waits and not _goes_on():
                return
    print(f"\n{NEXT}")


def _show(number: int, stop: Stop) -> None:
    """Print a stop and run its command."""
    print(f"\n{number} of {len(TOUR)}  {stop.title}\n\n{stop.words}\n\n$ pitboss {stop.command}", flush=True)
    run(shlex.split(stop.command))  # a command that needs an extra which is not installed says so
    print(flush=True)


def _goes_on() -> bool:
    """True if the reader presses Enter; q, the end of the input or Ctrl-C ends the tour."""
    try:
        return input("Enter goes on, q ends the tour › ").strip().lower() not in ("q", "quit")
    except (EOFError, KeyboardInterrupt):
        print()
        return False
