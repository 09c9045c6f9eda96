"""`pitboss play --floor URL`: sign in to a floor as a guest or by name, pick a table from its list, and sit down."""

import getpass
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from pitboss.errors import NotAuthorized, PitbossError, UnknownCitation
from pitboss.floor.client import Visitor
from pitboss.floor.play.protocol import BUY_IN
from pitboss.money import dollars
from pitboss.terminal.beside import Beside
from pitboss.terminal.menu import menu_line
from pitboss.terminal.opening import meant
from pitboss.terminal.reading import close
from pitboss.terminal.screen import Screen
from pitboss.terminal.visit import Visit


def play_on_floor(
    url: str,
    table: str,
    name: str,
    bots: int,
    rounds: int,
    local: Sequence[str] = (),
    *,
    bankroll: int = BUY_IN,
    brief: bool = False,
) -> None:
    """Sit down at a table of a floor and play. `local` has given options that only apply without a floor."""
    if not url:
        raise NotAuthorized("--as is the name by which you are known on a floor: name its address with --floor URL")
    if local:
        raise NotAuthorized(f"the house of the floor decides that: leave {local[0]} out with --floor")
    screen, beside = Screen(), Beside()
    try:
        visitor = beside.do(Visitor.sign_in(url, name, password_of(screen, name)) if name else Visitor.guest(url))
        tables = beside.do(visitor.tables())
        picked = pick(table, tables) if table else choose(screen, tables)
        if picked is None:
            return
        visit = Visit(beside, visitor, picked["name"], screen, rounds, brief=brief)
        try:
            visit.run(chips_of(beside, visitor, bankroll), bots)
        finally:
            beside.do(visit.line.close())
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        beside.close()


def password_of(screen: Screen, name: str) -> str:
    """Read the password: without echo from a terminal, else from the first line of the pipe."""
    if screen.interactive:
        return getpass.getpass(f"The password of {name}: ")
    return sys.stdin.readline().rstrip("\n")


def chips_of(beside: Beside, visitor: Visitor, bankroll: int) -> int:
    """The cents to sit down with. If the balance at the cage is below a buy-in, ask the floor for more chips first."""
    cage = int(beside.do(visitor.me())["cage"])
    if cage < BUY_IN:
        with suppress(PitbossError):  # the floor refuses if the player has enough elsewhere, or asks too early
            cage = int(beside.do(visitor.call("POST", "/api/me/chips", {}))["cage"])
    return min(cage, bankroll)


def pick(word: str, tables: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The table that an answer names: by number, name, room, chapter, game, or the start of one. Raises UnknownCitation.

    >>> tables = [{"name": "blackjack", "chapter": "633a", "game": "Blackjack"}, {"name": "poker/1", "chapter": "637a"}]
    >>> [pick(word, tables)["name"] for word in ("2", "poker/1", "blackj", "633a", "poker")]
    ['poker/1', 'poker/1', 'blackjack', 'blackjack', 'poker/1']
    """
    answer = word.strip().lower()
    if answer.isdecimal() and 1 <= int(answer[:6]) <= len(tables):
        return tables[int(answer[:6]) - 1]
    exact = [table for table in tables if answer in (table["name"], table["chapter"], table["name"].rpartition("/")[0])]
    matches = exact or [table for table in tables if answer and table["name"].startswith(answer.replace(" ", "-"))]
    if not matches and (book := meant(word)):
        matches = [table for table in tables if table["chapter"] == book.chapter]
    if len(matches) > 1:
        raise UnknownCitation(f"{word.strip()!r} may mean {' or '.join(table['name'] for table in matches)}")
    if not matches:
        near = close(answer, {table["name"]: table["name"] for table in tables})
        raise UnknownCitation(
            f"there is no table {word.strip()!r} on this floor; {near or 'type a number or a name from its list'}"
        )
    return matches[0]


def choose(screen: Screen, tables: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The table that the player picks from the list, None to leave."""
    show(screen, tables)
    while (line := menu_line(screen, "Which table? ›", table_help)) is not None:
        try:
            return pick(line, tables)
        except PitbossError as error:
            screen.refuse(error)
    return None


def show(screen: Screen, tables: Sequence[dict[str, Any]]) -> None:
    """Print the tables of the floor, numbered, with their minimum wagers and free seats."""
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("", "table", "game", "chapter", "from", "free"):
        grid.add_column(column, justify="left" if column in ("table", "game", "chapter") else "right", no_wrap=True)
    for number, table in enumerate(tables, 1):
        least = dollars(sum(table["suggested"].values())) if table["suggested"] else ""
        free = f"{len(table['free'])}/{table['seats']}"
        grid.add_row(str(number), table["name"], table["game"], table["chapter"], least, free, style="bold")
    screen.heading("the tables of the floor · play chips only")
    screen.show(grid)


def table_help(screen: Screen) -> None:
    """Print what can be answered when a table is asked for."""
    screen.say("Type the number of a table, its name or the start of it, or quit.")
