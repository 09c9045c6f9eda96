"""The command line: parses, calls, prints. What the commands promise is the contract that scripts rely on.

Exit status: 0 fine; 1 the answer is no; 2 bad usage or bad input, or output that cannot be written, with one clear line on
standard error; 130 where somebody pressed Ctrl-C.
"""

import copy
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from pitboss.cli.plain import read_plainly
from pitboss.cli.streams import Unwritten, complain, give_up, prepare
from pitboss.errors import PitbossError
from pitboss.json_output import print_json
from pitboss.optional_packages import missing
from pitboss.spelling import hint
from pitboss.version import __version__

if TYPE_CHECKING:
    from rich.console import Console

GROUPS = {  # of the commands, as somebody looks for them
    "Play": ("demo", "play", "school", "serve", "room", "staff"),
    "Look up": ("games", "rule", "options", "paytables", "errata", "inventory", "felt", "house-ways"),
    "Price": ("odds", "strategy", "design", "risk", "diff", "simulate", "plot"),
    "File": ("new", "check", "deadlines", "schema", "report", "equipment", "training", "filing"),
    "Print": ("sign", "layout", "guide", "form", "slip"),
    "Prove": ("replay", "case", "coverage", "house-way", "key", "audit", "checkpoint", "backup", "restore", "export"),
    "Keep": ("archive", "import", "maintain"),
    "Shell": ("help", "completion", "man"),
}

WELCOME = """Pennsylvania's table game regulations as running software: sixteen casino games, every step with its paragraph.

  pitboss demo                          a guided tour of four minutes
  pitboss serve                         a casino floor in your browser
  pitboss play three-card-poker         a table in the terminal
  pitboss school 565                    deal it yourself, judged act by act
  pitboss rule "can a player see another player's cards"
  pitboss odds 565                      the exact house edge of every wager
  pitboss new 565 > mine.toml           a Rules Submission to fill in
  pitboss check mine.toml               is it lawful? every finding with its section

`pitboss games` lists the games, `pitboss help` all commands; `pitboss help odds` explains one."""


class Grouped(TyperGroup):
    """The commands in their groups, each with the whole first sentence of what it does."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes them into the help."""
        for group, names in GROUPS.items():
            found = [(name, command) for name in names if (command := self.get_command(ctx, name)) is not None]
            with formatter.section(group):
                formatter.write_dl([(name, first_sentence(command.help or "")) for name, command in found])


def first_sentence(words: str) -> str:
    """The first sentence of a text, without the stop at its end.

    >>> first_sentence("Run a Poker room:\\ntables. One command a line.")
    'Run a Poker room: tables'
    """
    return " ".join(words.split()).split(". ")[0].rstrip(".")


app = typer.Typer(
    cls=Grouped,
    help="Pennsylvania's table game regulations as running software: play, replay and look up any rule by its section.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
ChapterArg = Annotated[str, typer.Argument(help="A chapter (565, 633a) or a game's slug (three-card-poker).")]
HouseFile = Annotated[
    Path | None, typer.Option("--house", metavar="FILE", help="The house's choices: a Rules Submission, TOML or JSON.")
]
Chosen = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="One choice of the house, overriding --house; repeatable. Amounts are cents."
    ),
]
WHOLE = 100_000  # columns, where nobody looks: a script reads a row as one line
MaybeChapter = Annotated[str, typer.Argument(help="A chapter or a game's slug; all chapters if left out.")]


def main() -> None:
    """Runs the command line; bad input ends in one line and exit status 2."""
    try:
        prepare(waits=sys.argv[1:2] in (["play"], ["room"], ["school"]))
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except Unwritten as error:
        give_up()
        status = 2 if str(error) else 0
        if status:
            complain(error)
    sys.exit(status)


def run(args: Sequence[str]) -> int:
    """Runs a command, with its complaint on standard error; the exit status."""
    try:
        return int(parser(args[0] if args and args[0] in _commands() else "")(args, standalone_mode=False) or 0)
    except SystemExit as end:
        return int(end.code or 0)
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except TyperException as error:
        words = error.format_message().partition(" Did you mean")[0].rstrip(".")  # what is near is told in our own words
        meant = hint(args[0], _commands()) if words.startswith("No such command") and args[0] not in _commands() else ""
        complain(f"{words}{meant or f'; `{_command(args)} --help` shows how it is used'}")
    except PitbossError as error:
        complain(error)
    except ModuleNotFoundError as error:
        if (sentence := missing(error)) is None:
            raise
        complain(sentence)
    except OSError as error:  # what no command foresaw: a name of 300 letters, a folder without permission, a full disk
        complain(f"{error.filename}: {error.strerror}" if error.filename else f"something cannot be read or written: {error}")
    except ValueError as error:
        if "integer string conversion" not in str(error):
            raise
        complain("a number has more digits than can be read or written")
    return 2


@cache
def parser(called: str = "") -> Any:
    """What parses the command that is called; all commands where it is none. To make all of them takes longer than most do."""
    made = copy.copy(app)
    if called:
        made.registered_commands = [each for each in app.registered_commands if _name(each) == called]
        made.registered_groups = [each for each in app.registered_groups if each.name == called]
    found = typer.main.get_command(made)
    read_plainly(found)
    return found


def _command(args: Sequence[str]) -> str:
    """The command that was called, as far as it is one."""
    return " ".join(["pitboss", *[word for word in args[:1] if word in _commands()]])


def _commands() -> set[str]:
    return {_name(each) for each in app.registered_commands} | {group.name or "" for group in app.registered_groups}


def _name(command: Any) -> str:
    return command.name or (command.callback.__name__ if command.callback else "")


def show(rows: list[dict[str, Any]], as_json: bool, columns: list[str] | None = None) -> None:
    """Prints rows as JSON or as a table for people."""
    if as_json:
        print_json(rows)
        return
    from rich.table import Table

    columns = columns or (list(rows[0]) if rows else [])
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column.replace("_", " "), overflow="fold", no_wrap=column in (columns[0], "slug"))
    for row in rows:
        table.add_row(*[cell(row.get(column, "")) for column in columns])
    printer = console()
    with printer.capture() as capture:
        printer.print(table)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))


def console() -> "Console":
    """Where lists for people go: as wide as the terminal; where there is none nothing is wrapped."""
    from rich.console import Console

    return Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else WHOLE)


def cell(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    return str(value)


@app.callback(invoke_without_command=True)
def version(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Pennsylvania's table game regulations as running software."""
    if show_version:
        print(f"pitboss {__version__}")
    elif context.invoked_subcommand is None:
        print(WELCOME)
    else:
        return
    raise typer.Exit


def check_other(*paths: Path | None) -> None:
    """Whether what is written, the last of some files, is none of those that are read; raises PitbossError."""
    *read, written = paths
    for path in read:
        if path is not None and written is not None and path.exists() and written.exists() and path.samefile(written):
            raise PitbossError(f"{written} is read: what is written needs another name")
