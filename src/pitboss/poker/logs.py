"""The logs of a room's tables: one for each time that a table was opened, beside the log of the room.

The room's log says that a table was opened before the table's own log has a line, and how far that log has come whenever the
room takes note of it. So a log that is missing or has lost lines is told from one that was killed before its first.
"""

from pathlib import Path

from pitboss.errors import BadLog
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Source
from pitboss.table.journal import FileJournal, Journal, begun
from pitboss.table.replay import Difference, resume
from pitboss.table.table import Table

Mark = tuple[int, str]  # a log's lines, and the seal of the last (`Journal.mark`)


def log_name(table: str, opening: int) -> str:
    """The file of a table's log; opened again, a table has another."""
    return f"table-{table}.log" if opening == 1 else f"opening-{opening}-table-{table}.log"


def new_journal(path: Path | None) -> Journal:
    """The log of a table that is about to be opened, empty; in memory where the room has no folder."""
    return Journal() if path is None else FileJournal(path)


def check_known(folder: Path, known: set[str]) -> None:
    """Whether a folder has no log with lines in it that the room does not know of; raises BadLog."""
    for path in sorted(folder.glob("*.log")):
        if path.name not in known and (not path.is_file() or path.stat().st_size):
            raise BadLog(f"{path} is not known to the log of the room, which is missing or has lost its last lines")


def table_again(path: Path, name: str, house: House, chance: Source, mark: Mark) -> Table:
    """The table of a log, which must go as far as the room says. One that was killed before its first line begins anew."""
    if not path.exists():
        raise BadLog(f"the log of table {name} is missing: {path}")
    if not begun(path):
        if mark[0]:
            raise BadLog(f"{path} is empty, and {mark[0]} lines are known to have been written")
        path.write_bytes(b"")  # a part of the first line
        return Table(game(house.chapter.chapter), house, chance, FileJournal(path))
    try:
        return resume(path, game, chance, mark)
    except Difference as difference:
        raise BadLog(f"{path}, {difference}") from None


def check_closed(path: Path, name: str, mark: Mark) -> None:
    """Whether the log of a closed table is there and ends as it did when the table was closed; raises BadLog."""
    if not path.exists():
        raise BadLog(f"the log of table {name}, which was closed, is missing: {path}")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadLog(f"{path} cannot be read: {error.strerror}") from None
    if content.count(b"\n") != mark[0] or not content.endswith(f',"seal":"{mark[1]}"}}\n'.encode()):
        raise BadLog(f"{path} does not end as it did when table {name} was closed, with line {mark[0]}")
