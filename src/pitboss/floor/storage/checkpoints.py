"""Checkpoints: the head of every log at one moment, signed by the house, each chained to the one before.

They are lines of the stream `checkpoint`. Seals show that nothing was edited, but not that nothing was cut off at the end; a
checkpoint kept elsewhere shows that too (`pitboss audit --checkpoint FILE`). A checkpoint's file is its line, as log files have
it.
"""

from pathlib import Path

import msgspec

from pitboss.errors import BadLog, PitbossError
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.records import Hex32
from pitboss.floor.storage.signing import is_marked, line_behind, objection
from pitboss.floor.storage.transactions import OFFICE, RECORD, Execute, StreamLine, Unit, unit_of
from pitboss.table.log.sealed import FIRST, SEAL, digest

STREAM = "checkpoint"
EVERY = 600.0  # seconds
LONGEST_FILE = 1 << 28  # bytes
FIELDS = "stream, seq, kind, version, body, seal, signature, mark"
LAST = f"SELECT {FIELDS} FROM event WHERE stream = ? ORDER BY seq DESC LIMIT 1"
HEADS = (
    "WITH RECURSIVE named(stream) AS (SELECT min(stream) FROM event UNION ALL"
    " SELECT (SELECT min(stream) FROM event WHERE stream > named.stream) FROM named WHERE named.stream IS NOT NULL)"
    " SELECT named.stream, event.seq, event.seal, event.mark FROM named JOIN event ON event.stream = named.stream"
    " AND event.seq = (SELECT max(seq) FROM event WHERE stream = named.stream)"
)


class Checkpoint(msgspec.Struct, frozen=True):
    """The number `v` of a checkpoint, its time, the seal of the one before, and each log with its last line and seal."""

    v: int
    at: int
    previous: Hex32
    streams: dict[str, tuple[int, Hex32]]


def read(body: bytes) -> Checkpoint:
    """The checkpoint of a line; raises BadLog."""
    try:
        return msgspec.json.decode(body, type=Checkpoint)
    except msgspec.MsgspecError as error:
        raise BadLog(f"this is not a checkpoint: {error}") from None


def signed_by(key: HouseKey, line: StreamLine | None) -> dict[str, tuple[int, Hex32]]:
    """The heads of logs by a checkpoint, {} if there is none or the house did not sign it."""
    return {} if line is None or objection(STREAM, line, key.public.current) else read(bytes(line.body)).streams


def making(key: HouseKey, at: int) -> Unit:
    """A unit that makes a checkpoint if any log has grown; its result is the line of the latest.

    It never signs lines that the house does not know as its own, nor that a log is shorter than before: such a log keeps its
    last checkpoint.
    """

    def work(execute: Execute, unit: Unit) -> StreamLine:
        last = next((StreamLine(*row) for row in execute(LAST, [STREAM])), None)
        number, before = (last.seq, last.seal) if last is not None else (0, FIRST)
        before_it = signed_by(key, last)
        ends = [StreamLine(stream, seq, RECORD, seq, b"", seal, mark=mark) for stream, seq, seal, mark in execute(HEADS)]
        grown = [end for end in ends if end.stream != STREAM and end.seq > before_it.get(end.stream, (0, ""))[0]]
        heads = before_it | {end.stream: (end.seq, end.seal) for end in grown if is_marked(key, end)}
        if last is not None and heads == before_it:
            unit.lines = []
            return last
        body = msgspec.json.encode(Checkpoint(number + 1, at, before, heads))
        line = line_behind(before, STREAM, number + 1, body, key)
        unit.lines = [line]
        return line

    return unit_of(work)


def changing_key(old: HouseKey, new: HouseKey, office: bytes, at: int) -> Unit:
    """A unit that hands a floor over to another key, with the line that the office has of it: the old key signs that line, and
    the new one a checkpoint behind it, which names every log to its end. From there on only the new key counts."""

    def work(execute: Execute, unit: Unit) -> None:
        last = next((StreamLine(*row) for row in execute(LAST, [STREAM])), None)
        named = signed_by(old, last)
        heads: dict[str, tuple[int, Hex32]] = {}
        for stream, seq, seal, mark in execute(HEADS):
            end = StreamLine(stream, seq, RECORD, seq, b"", seal, mark=mark)
            if stream != STREAM and (seq, seal) != named.get(stream) and not is_marked(old, end):
                raise BadLog(f"line {seq} of {stream} was not written by a server of this house: `pitboss audit` tells more")
            heads[stream] = (seq, seal)
        checkpoint, before = heads.pop(STREAM, (0, FIRST))
        number, seal = heads[OFFICE]
        line = line_behind(seal, OFFICE, number + 1, office, old)
        heads[OFFICE] = (line.seq, line.seal)
        body = msgspec.json.encode(Checkpoint(checkpoint + 1, at, before, heads))
        unit.lines = [line, line_behind(before, STREAM, checkpoint + 1, body, new)]

    return unit_of(work)


def read_file(path: Path, key: PublicKey) -> tuple[Checkpoint, str]:
    """A checkpoint from a file, with its seal; raises PitbossError unless the house has signed it."""
    line = read_signed(path, STREAM, key, "a checkpoint as `pitboss checkpoint` writes it")
    return read(line.body), line.seal


def read_signed(path: Path, stream: str, key: PublicKey, what: str) -> StreamLine:
    """The one line of a file, which the house signed as one of a stream of its own; raises PitbossError."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST_FILE).strip()
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}") from None
    match = SEAL.search(text, max(0, len(text) - 400))
    if match is None or match.end() != len(text) or match[2] is None:
        raise PitbossError(f"{path} is not {what}")
    body, seal, signature = text[: match.start()] + b"}", match[1].decode(), match[2].decode()
    number, before = (checkpoint.v, checkpoint.previous) if stream == STREAM and (checkpoint := read(body)) else (1, FIRST)
    if digest(before, body) != seal:
        raise PitbossError(f"{path} has been edited: its seal does not hold")
    line = StreamLine(stream, number, RECORD, number, body, seal, signature)
    if why := objection(stream, line, key):
        raise PitbossError(f"{path} is not {what.partition(' as ')[0]} of this house: {why}")
    return line
