"""Sealed lines and the places that hold them: the logs of tables, rooms and meters.

Each line is one JSON document that ends with its seal, the digest over the previous seal and the line. A seal proves that
nothing before it was edited, except by rewriting the rest of the log; a key proves who wrote it (`pitboss.evidence`). A `Place`
holds one log, with one writing process at a time; a server keeps places in its database. In a file (`FilePlace`) a log begins
with its first line atomically; appended lines are synced before `append` returns; after a failed write nothing more is written
until the file is opened again.
"""

import hashlib
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from pitboss.errors import BadLog, Stopped
from pitboss.file_locks import lock_file
from pitboss.files import open_file

SIGNED = rb'\{"key":"[0-9a-f]{64}","signature":"[0-9a-f]{128}"(?:,"closed":true)?\}'
SEAL = re.compile(rb',"seal":"([0-9a-f]{64})"(?:,"signature":(' + SIGNED + rb"))?\}")
LONGEST_SEAL = 400  # bytes of seal and signature at the end of a line
CHUNK = 1 << 18  # bytes read at a time from the end of a file
LONGEST_LINE = 1 << 26  # bytes: a snapshot has less than a hundredth of that
OWNER_ONLY = 0o600
FIRST = "0" * 64  # the seal before the first
SNAPSHOT_START = b'{"snapshot":'  # of the line of a snapshot
BEFORE_SEAL = SNAPSHOT_START + b'{"after":"'  # followed by the seal of the line before


Sync = Callable[[int], None]


def to_disk(file: int) -> None:
    """Returns when everything written to a file is on disk."""
    os.fsync(file)


class Line(NamedTuple):
    """A line that has been read: its number (0 where earlier lines were skipped), its JSON without seal, its seal, and its
    signature (JSON, "" if there is none)."""

    number: int
    body: bytes
    seal: str
    signature: str = ""


Body = bytes | Callable[[str], bytes]  # JSON, or a function from the previous seal to JSON
Sign = Callable[[str], bytes]  # returns the signature of a seal, as JSON


class Row(NamedTuple):
    """A line to be written: its JSON, and the function that signs it, if any."""

    body: Body
    sign: Sign | None = None


def line_after(before: str, row: bytes | Row) -> Line:
    """The line that a row becomes after a seal."""
    if isinstance(row, bytes):
        return Line(0, row, digest(before, row))
    body = row.body if isinstance(row.body, bytes) else row.body(before)
    seal = digest(before, body)
    return Line(0, body, seal, row.sign(seal).decode() if row.sign is not None else "")


def digest(before: str, body: bytes) -> str:
    """The seal of a line after another."""
    return hashlib.sha256(before.encode() + body).hexdigest()


def seal_before(snapshot: bytes) -> str:
    """The seal of the line before a snapshot, which the snapshot names so that reading can begin there.

    >>> seal_before(b'{"snapshot":{"after":"' + b"7" * 64 + b'","table":{}}}') == "7" * 64
    True
    """
    at = len(BEFORE_SEAL)
    return snapshot[at : at + 64].decode(errors="replace")


def text_of(line: Line) -> bytes:
    """A line as written in a file, without its newline."""
    _, body, seal, signature = line
    end = f',"seal":"{seal}","signature":{signature}}}' if signature else f',"seal":"{seal}"}}'
    return body[:-1] + end.encode()


def sealed(body: Body, before: str, sign: Sign | None = None) -> tuple[bytes, str]:
    """A JSON object as a line of a log, without its newline, and the line's seal."""
    line = line_after(before, Row(body, sign))
    return text_of(line), line.seal


# ---------------------------------------------------------------------------- places


class Lines(Protocol):
    """A log that this process may write."""

    @property
    def seal(self) -> str:
        """The seal of the last line."""

    def append(self, rows: Sequence[bytes | Row]) -> None:
        """Appends lines, all of them or none; raises Stopped. A file has them on disk on return. A server's place may hold them
        only in the unit of the command: the server shows them to no one before they are durable."""

    def close(self) -> None:
        """Releases the log for other writers."""


class Place(Protocol):
    """The place of one log, existing or not; `str` names it in messages. Every method raises BadLog on failure."""

    def is_empty(self) -> bool:
        """True if nothing lies there."""

    def check_new(self) -> None:
        """Checks that a log can begin there."""

    def new(self, first: bytes | Row) -> Lines:
        """Starts a log with its first line, atomically."""

    def again(self) -> tuple[Lines, list[Line]]:
        """Opens the log to continue it; with its lines from the last snapshot on, or all of them."""

    def read(self) -> Iterator[Line]:
        """Every line from the first on, with its number, every seal checked."""

    def last(self) -> Line | None:
        """The last line, None if there is none or if it is followed by something that is no line."""


class FilePlace:
    """A file as the place of a log."""

    def __init__(self, path: Path, sync: "Sync | None" = None) -> None:
        self.path = path
        self._sync = sync

    def __str__(self) -> str:
        return str(self.path)

    def is_empty(self) -> bool:
        return not self.path.exists() or (self.path.is_file() and not self.path.stat().st_size)

    def check_new(self) -> None:
        check_new(self.path)

    def new(self, first: bytes | Row) -> "SealedFile":
        return SealedFile.create(self.path, first, sync=self._sync)

    def again(self) -> "tuple[SealedFile, list[Line]]":
        return SealedFile.open(self.path, sync=self._sync)

    def read(self) -> Iterator[Line]:
        return read_lines(self.path)

    def last(self) -> Line | None:
        lines, size = tail(self.path)
        return lines[-1] if lines and self.path.stat().st_size == size else None


def place_of(given: Path | Place) -> Place:
    """The given place, or the file at the given path as a place."""
    return FilePlace(given) if isinstance(given, Path) else given


# ---------------------------------------------------------------------------- files


class SealedFile:
    """A file that this process may write."""

    def __init__(self, path: Path, file: int, end: Line, size: int, sync: Sync) -> None:
        self.path = path
        self.lines, self.seal = end.number, end.seal
        self._file = file
        self._size = size
        self._sync = sync
        self._broken = ""

    @staticmethod
    def create(path: Path, first: bytes | Row, *, sync: Sync | None = None) -> "SealedFile":
        """Creates a file with its first line. The file gets its name only once that line is on disk."""
        line = line_after(FIRST, first)
        row = text_of(line) + b"\n"
        sync = sync or to_disk
        beginning = path.with_name(f".{path.name}.{secrets.token_hex(8)}.beginning")
        check_new(path)
        try:
            file = os.open(beginning, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_APPEND, OWNER_ONLY)
        except (OSError, ValueError) as error:
            raise BadLog(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
        named = False
        try:
            lock(file, path)
            write(file, row)
            sync(file)
            give_name(beginning, path)
            named = True
            sync_folder(path.parent, sync)
        except BaseException as error:
            os.close(file)
            (path if named else beginning).unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise BadLog(f"{path} cannot be written: {error.strerror}") from None
            raise
        return SealedFile(path, file, line._replace(number=1), len(row), sync)

    @staticmethod
    def open(path: Path, *, sync: Sync | None = None) -> "tuple[SealedFile, list[Line]]":
        """Opens a file to continue it; returns it with the lines from its last snapshot on. A truncated last line is
        dropped."""
        sync = sync or to_disk
        try:
            open_file(path).close()  # a pipe or a device is no log
            file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NONBLOCK)
        except (OSError, ValueError) as error:
            raise BadLog(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
        try:
            lock(file, path)
            lines, size = tail(path)
            if not lines:
                raise BadLog(f"{path} is not a log: it has no whole line")
            if os.fstat(file).st_size > size:
                os.ftruncate(file, size)
            elif os.fstat(file).st_size < size:  # only its end is missing
                write(file, b"\n")
            sync(file)
        except BaseException as error:
            os.close(file)
            if isinstance(error, OSError):
                raise BadLog(f"{path} cannot be written: {error.strerror}") from None
            raise
        return SealedFile(path, file, lines[-1], size, sync), lines

    def append(self, rows: Sequence[bytes | Row]) -> None:
        """Appends lines, all of them or none, and returns when they are on disk."""
        if self._broken:
            raise Stopped(self._broken)
        block, seal = b"", self.seal
        for row in rows:
            line = line_after(seal, row)
            block += text_of(line) + b"\n"
            seal = line.seal
        try:
            write(self._file, block)
            self._sync(self._file)
        except OSError as error:
            self._fail(error.strerror or "")
            raise Stopped(self._broken) from error
        except BaseException:
            self._broken = f"writing {self.path} was interrupted: nothing more is taken until it is resumed"
            raise
        self.seal = seal
        self.lines += len(rows)
        self._size += len(block)

    def _fail(self, why: str) -> None:
        self._broken = f"{self.path} could not be written ({why}): nothing more is taken until it is resumed"
        with suppress(OSError):  # removes a partial line; if that fails too, resuming drops it
            os.ftruncate(self._file, self._size)
            self._sync(self._file)

    def close(self) -> None:
        """Releases the file for other writers."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            self._broken = self._broken or f"{self.path} has been closed: it must be resumed"

    def __del__(self) -> None:
        self.close()


def check_new(path: Path) -> None:
    """Checks that a file can begin at a path: no file is there, or an empty one; raises BadLog."""
    try:
        about = path.lstat()
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise BadLog(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    if not stat.S_ISREG(about.st_mode):  # nor is anything written through a link
        raise BadLog(f"{path} exists already and is not a file; choose another name")
    if about.st_size:
        raise BadLog(f"{path} exists already and is not empty; choose another file, or resume it")


def give_name(beginning: Path, path: Path) -> None:
    """Gives a file its name, unless another non-empty file has it; raises BadLog."""
    try:
        os.link(beginning, path)  # which never replaces another file
        beginning.unlink()
    except FileExistsError:
        _take_place(beginning, path)


def _take_place(beginning: Path, path: Path) -> None:
    """Replaces an empty file, after locking it. If two processes begin at once, the second finds the place taken and raises
    BadLog."""
    empty = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        lock(empty, path)
        check_new(path)
        if not os.path.samestat(os.fstat(empty), path.lstat()):
            raise BadLog(f"{path} is being written by another table or process; only one at a time can")
        os.replace(beginning, path)
    finally:
        os.close(empty)


def lock(file: int, path: Path) -> None:
    """Makes this process the only one that writes a file; raises BadLog where there is another."""
    try:
        lock_file(file)
    except OSError:
        raise BadLog(f"{path} is being written by another table or process; only one at a time can") from None


def write(file: int, content: bytes) -> None:
    """Writes all of the content."""
    left = memoryview(content)
    while left:
        left = left[os.write(file, left) :]


def sync_folder(folder: Path, sync: Sync) -> None:
    """Syncs a folder, so that the name of a new file survives a crash too."""
    at = os.open(folder, os.O_RDONLY)
    try:
        sync(at)
    finally:
        os.close(at)


# ---------------------------------------------------------------------------- reading


def unsealed(row: bytes, before: str | None, number: int = 0) -> Line | None:
    """The line in a row of a file, None if its seal is wrong. `before` is the seal of the previous row."""
    found = SEAL.search(row, max(0, len(row) - LONGEST_SEAL))
    if found is None or found.end() != len(row):
        return None
    body, seal = row[: found.start()] + b"}", found[1].decode()
    if before is not None and digest(before, body) != seal:
        return None
    return Line(number, body, seal, (found[2] or b"").decode())


def read_lines(path: Path, *, unfinished: bool = False) -> Iterator[Line]:
    """Every line of a file, with every seal checked. With `unfinished`, a truncated last line is left out."""
    try:
        with open_file(path) as file:
            before = FIRST
            for number, row in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
                whole = row.endswith(b"\n")
                line = unsealed(row[:-1] if whole else row, before, number)
                if line is None:
                    if not whole and unfinished:
                        return
                    raise BadLog(f"{path}, line {number} {_what(row, whole)}")
                yield line
                before = line.seal
    except OSError as error:
        raise BadLog(f"{path} cannot be read: {error.strerror}") from None


def _what(row: bytes, whole: bool) -> str:
    if len(row) >= LONGEST_LINE:
        return "is longer than any event of a log"
    if not whole:
        return "is cut short"
    found = SEAL.search(row)
    return "has been edited: its seal does not hold" if found is not None else "is not an event of a log"


def tail(path: Path) -> tuple[list[Line], int]:
    """The lines from the last snapshot on, or all of them, and the number of bytes in whole lines."""
    try:
        return _tail(path)
    except OSError as error:
        raise BadLog(f"{path} cannot be read: {error.strerror}") from None


def _tail(path: Path) -> tuple[list[Line], int]:
    with open_file(path) as file:
        start = file.seek(0, os.SEEK_END)
        held = whole = b""
        found = -1
        while start and found < 0 and len(held) < 2 * LONGEST_LINE:
            size = min(CHUNK, start)
            start -= size
            file.seek(start)
            held = file.read(size) + held
            whole = held[: held.rfind(b"\n") + 1] if unsealed(held[held.rfind(b"\n") + 1 :], None) is None else held
            found = whole.rfind(b"\n" + BEFORE_SEAL)
    if found < 0:
        lines = list(read_lines(path, unfinished=True))
        return lines, sum(len(line.body) + _seal_size(line) for line in lines)
    lines, size, before = [], start + found + 1, ""
    for row in whole[found + 1 :].removesuffix(b"\n").split(b"\n"):
        if not lines:
            before = seal_before(row)
        line = unsealed(row, before)
        if line is None:
            raise BadLog(f"{path} has been edited after its last snapshot: a seal does not hold")
        lines.append(line)
        size += len(row) + 1
        before = line.seal
    return lines, size


def _seal_size(line: Line) -> int:
    """The bytes that seal, signature and newline add to a body."""
    return len(',"seal":""') + 64 + (len(',"signature":') + len(line.signature) if line.signature else 0) + 1
