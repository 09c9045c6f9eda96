"""Export: streams as files, the log of a table or meter as `pitboss replay` reads it, a Poker room as a folder.

Files are byte for byte what a table writes by itself. They are new, complete, durable, and readable by their owner only, since
a log has every card.
"""

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pitboss.card_room.logs import ROOM_LOG
from pitboss.errors import PitbossError
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.sqlite import OWNER_ONLY
from pitboss.floor.storage.transactions import StreamLine
from pitboss.table.log.sealed import Line, sync_folder, text_of, to_disk


def text(line: StreamLine) -> bytes:
    """A line as a file has it, with its end."""
    return text_of(Line(line.seq, line.body, line.seal, line.signature)) + b"\n"


def log_of(view: View, stream: str) -> Iterator[bytes]:
    """A stream as a log file has it, line by line."""
    return map(text, view.lines(stream))


def export_stream(view: View, stream: str, path: Path) -> int:
    """Writes a stream into a new file; how many lines it has."""
    if view.head(stream) is None:
        raise PitbossError(f"this floor has no log {stream}; it has {', '.join(view.streams())}")
    return write_new(path, log_of(view, stream))


def export_room(view: View, room: str, folder: Path) -> int:
    """Export a Poker room into a new folder; returns how many logs."""
    begins = f"room/{room}/"
    names = [stream.removeprefix(begins) for stream in view.streams(begins)]
    if ROOM_LOG not in names:
        raise PitbossError(f"this floor has no Poker room {room}")
    make_folder(folder)
    for name in names:
        export_stream(view, begins + name, folder / name)
    return len(names)


def export_floor(view: View, folder: Path) -> int:
    """Export all streams into a new folder: `office.log`, `table/…`, `meter/…` and one per room; returns how many."""
    make_folder(folder)
    count = 0
    for stream in view.streams():
        path = folder / file_name(stream)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        export_stream(view, stream, path)
        count += 1
    return count


def file_name(stream: str) -> Path:
    """The path of a stream in the folder; raises PitbossError if its name leads outside.

    >>> str(file_name("table/blackjack")), str(file_name("room/poker/room.log")), str(file_name("office"))
    ('table/blackjack.log', 'room/poker/room.log', 'office.log')
    """
    parts = stream.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise PitbossError(f"{stream!r} is not the name of a log")
    return Path(stream if stream.startswith("room/") else f"{stream}.log")


def make_folder(folder: Path) -> None:
    """Makes a new folder, or takes an empty one; raises PitbossError."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise PitbossError(f"{folder} is not empty; choose another folder")
    except OSError as error:
        raise PitbossError(f"{folder} cannot be written: {error.strerror}") from None


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A temporary file that gets the name at the end of the block, unless that is taken."""
    if path.exists() or path.is_symlink():
        raise PitbossError(f"{path} exists already; choose another name")
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(8)}.beginning")
    os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, OWNER_ONLY))
    try:
        yield unfinished
        file = os.open(unfinished, os.O_RDWR)
        try:
            to_disk(file)
        finally:
            os.close(file)
        os.link(unfinished, path)  # never replaces another file
        sync_folder(path.parent, to_disk)
    except FileExistsError:
        raise PitbossError(f"{path} exists already; choose another name") from None
    finally:
        for each in (
            unfinished,
            *(unfinished.with_name(unfinished.name + end) for end in ("-wal", "-shm", "-journal", ".lock")),
        ):
            with suppress(OSError):
                each.unlink()


def write_new(path: Path, rows: Iterable[bytes]) -> int:
    """Write a new file, named once it is durable; returns how many rows."""
    written = 0
    try:
        with new_file(path) as unfinished, unfinished.open("wb") as file:
            for row in rows:
                file.write(row)
                written += 1
    except (OSError, ValueError) as error:
        raise PitbossError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    return written
