"""The log of a table: everything from outside before it takes effect, and every step that followed.

In a file each event is one line of JSON, sealed by a digest over the line and the seal before it, and flushed before the
table goes on: a table killed at any instant leaves a log that ends at most one line short. `read` refuses a log whose seals
do not hold.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.cards import parse, text
from pitboss.errors import BadLog
from pitboss.shoe import Shuffle
from pitboss.table.steps import Step


class Journal:
    """A log in memory."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Any]] = []

    def write(self, event: str, data: Any) -> None:
        """Puts one event on record."""
        self.events.append((event, data))

    def steps(self, steps: Sequence[Step], start: int) -> None:
        """Puts the steps from `start` on record, as one event."""
        self.events.append(("steps", steps[start:]))

    @property
    def mark(self) -> tuple[int, str]:
        """How far the log goes: its lines, and the seal of the last."""
        return len(self.events), ""


class FileJournal(Journal):
    """A log in a file, sealed line by line. With `after`, it goes on behind the lines that were read from the file."""

    def __init__(self, path: Path, *, after: Sequence["Line"] = ()) -> None:
        super().__init__()
        self.path = path
        self.lines = len(after)
        self.seal = after[-1].seal if after else ""
        if not after and path.exists() and path.stat().st_size:
            raise BadLog(f"{path} exists already and is not empty; choose another file, or resume it")
        try:
            self._file = path.open("ab")
            if after:  # drop a last line that was cut short, or end one that only lacks its end
                whole = sum(len(line.raw.encode()) + 1 for line in after)
                if path.stat().st_size < whole:
                    self._file.write(b"\n")
                    self._file.flush()
                else:
                    self._file.truncate(whole)
        except OSError as error:
            raise BadLog(f"{path} cannot be written: {error.strerror}") from None

    def write(self, event: str, data: Any) -> None:
        self._line(event, data)
        self._file.flush()

    def steps(self, steps: Sequence[Step], start: int) -> None:
        for step in steps[start:]:
            self._line("step", step)
        self._file.flush()

    def _line(self, event: str, data: Any) -> None:
        raw, self.seal = sealed(event, data, self.seal)
        self._file.write(raw.encode() + b"\n")
        self.lines += 1

    @property
    def mark(self) -> tuple[int, str]:
        return self.lines, self.seal


class Line:
    """One line of a log that has been read: its number, event, data, seal and raw text."""

    __slots__ = ("data", "event", "number", "raw", "seal")

    def __init__(self, number: int, event: str, data: Any, seal: str, raw: str) -> None:
        self.number, self.event, self.data, self.seal, self.raw = number, event, data, seal, raw


def encode(event: str, data: Any) -> Any:
    """An event's data as plain JSON."""
    if event == "step":
        step: Step = data
        full = [step.cite, step.act, step.who, text(step.cards), step.face, step.wager, step.cents, step.note]
        while full and not full[-1]:
            full.pop()
        return full
    if event == "shuffle":
        shuffle: Shuffle = data
        return {"order": text(shuffle.order), "salt": shuffle.salt, "digest": shuffle.digest}
    return data


def decode(event: str, data: Any) -> Any:
    """The data of an event as the engine uses it."""
    if event == "step":
        full: list[Any] = list(data) + ["", "", "", "", "", "", 0, ""][len(data) :]
        cite, act, who, cards, face, wager, cents, note = full
        return Step(cite, act, who, tuple(parse(cards)), face, wager, cents, note)
    if event == "shuffle":
        return Shuffle(tuple(parse(data["order"])), data["salt"], data["digest"])
    return data


def sealed(event: str, data: Any, before: str) -> tuple[str, str]:
    """A line of the log, and the seal that it carries."""
    body = json.dumps({event: encode(event, data)}, separators=(",", ":"), ensure_ascii=False)
    seal = hashlib.sha256((before + body).encode()).hexdigest()[:16]
    return body[:-1] + f',"seal":"{seal}"}}', seal


def begun(path: Path, of: str = "table") -> bool:
    """Whether a log has its first line; one that was killed before has none of it, or a part."""
    try:
        first, *more = path.read_bytes().split(b"\n", 1)
        json.loads(first)
    except OSError:
        return False
    except ValueError:
        start = f'{{"{of}":'.encode()
        return bool(more) or not (first.startswith(start) or start.startswith(first))
    return True


def read(path: Path, *, unfinished: bool = False, of: str = "table") -> list[Line]:
    """The lines of the log of a table, or of something else (`of`), every seal checked. With `unfinished`, a last line that was
    cut short is left out."""
    try:
        rows = path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadLog(f"{path} cannot be read: {error.strerror}") from None
    lines: list[Line] = []
    before = ""
    for number, coded_row in enumerate(rows, 1):
        if not coded_row and number == len(rows):
            break
        last = number == len(rows)
        try:
            row = coded_row.decode()
            entry = json.loads(row)
            if not isinstance(entry, dict) or len(entry) != 2 or "seal" not in entry:
                raise ValueError
        except (ValueError, RecursionError):
            if last and unfinished:
                break
            what = "is cut short" if last else "is not an event of a log"
            raise BadLog(f"{path}, line {number} {what}") from None
        event, coded = next((k, v) for k, v in entry.items() if k != "seal")
        try:
            data = decode(event, coded)
            body, seal = sealed(event, data, before)
        except Exception:
            raise BadLog(f"{path}, line {number} is not a {event} as a table writes it") from None
        if seal != entry["seal"] or body != row:
            raise BadLog(f"{path}, line {number} has been edited: its seal does not hold")
        lines.append(Line(number, event, data, seal, row))
        before = seal
    if not lines or lines[0].event != of:
        raise BadLog(f"{path} is not a {of}'s log: it does not start with the {of}")
    return lines
