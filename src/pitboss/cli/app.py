"""The command line: parses, calls, prints. What the commands promise is the contract that scripts rely on.

Exit status: 0 fine; 1 the answer is no; 2 bad usage or bad input, with one clear line on standard error.
"""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.exceptions import TyperException

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.near import hint

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
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
        "--set", metavar="OPTION=VALUE", help="One choice of the house, above --house; repeatable. Amounts are cents."
    ),
]
WHOLE = 100_000  # columns, where nobody looks: a script reads a row as one line
MaybeChapter = Annotated[str, typer.Argument(help="A chapter or a game's slug; all chapters if left out.")]


def main() -> None:
    """Runs the command line; bad input ends in one line and exit status 2."""
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except TyperException as error:
        words = error.format_message().rstrip(".")
        meant = hint(sys.argv[1], _commands()) if words.startswith("No such command") and len(sys.argv) > 1 else ""
        print(f"pitboss: {words}{meant or f'; `{_command()} --help` tells how it is used'}", file=sys.stderr)
        sys.exit(2)
    except PitbossError as error:
        print(f"pitboss: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def _command() -> str:
    """The command that was called, as far as it is one."""
    return " ".join(["pitboss", *[word for word in sys.argv[1:2] if word in _commands()]])


def _commands() -> set[str]:
    known = {c.name or (c.callback.__name__ if c.callback else "") for c in app.registered_commands}
    return known | {group.name or "" for group in app.registered_groups}


def show(rows: list[dict[str, Any]], as_json: bool, columns: list[str] | None = None) -> None:
    """Prints rows as JSON or as a table for people."""
    if as_json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
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
        print(context.get_help())
    else:
        return
    raise typer.Exit
