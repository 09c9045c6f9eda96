"""Checkpoints of a floor: how far every log had come at one moment, signed by the house, each behind the one before.

They are lines of the stream `checkpoint`. A seal tells that nothing was edited before it, but not that nothing was cut off
behind it; a checkpoint that was copied to another place tells that too (`pitboss audit --checkpoint FILE`). The file of one is
its line, as a log file has it.
"""

from pathlib import Path

import msgspec

from pitboss.errors import BadLog, PitbossError
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.records import Hex32
from pitboss.floor.signing import objection, signature_of
from pitboss.floor.units import RECORD, Execute, StreamLine, Unit
from pitboss.table.sealed import FIRST, SEAL, digest

STREAM = "checkpoint"
EVERY = 600.0  # seconds
LONGEST_FILE = 1 << 24  # bytes
LAST = "SELECT seq, seal, body FROM event WHERE stream = ? ORDER BY seq DESC LIMIT 1"
HEADS = (
    "WITH RECURSIVE named(stream) AS (SELECT min(stream) FROM event UNION ALL"
    " SELECT (SELECT min(stream) FROM event WHERE stream > named.stream) FROM named WHERE named.stream IS NOT NULL)"
    " SELECT named.stream, event.seq, event.seal FROM named JOIN event ON event.stream = named.stream"
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


def making(key: HouseKey, at: int) -> Unit:
    """A unit that makes a checkpoint, if any log has gone on since the last; its result is the line of the latest."""
    unit = Unit()

    def work(execute: Execute) -> StreamLine:
        heads = {stream: (seq, seal) for stream, seq, seal in execute(HEADS) if stream != STREAM}
        number, before, body = next(iter(execute(LAST, [STREAM])), (0, FIRST, b""))
        if number and read(bytes(body)).streams == heads:
            unit.lines = []
            return StreamLine(STREAM, number, RECORD, number, bytes(body), before)
        body = msgspec.json.encode(Checkpoint(number + 1, at, before, heads))
        seal = digest(before, body)
        line = StreamLine(STREAM, number + 1, RECORD, number + 1, body, seal, signature_of(key, STREAM, number + 1, seal))
        unit.lines = [line]
        return line

    unit.work = work
    return unit


def read_file(path: Path, key: PublicKey) -> tuple[Checkpoint, str]:
    """A checkpoint that was kept in a file, and its seal; raises PitbossError where it is none that the house has signed."""
    try:
        with path.open("rb") as file:
            text = file.read(LONGEST_FILE).strip()
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}") from None
    found = SEAL.search(text, max(0, len(text) - 400))
    if found is None or found.end() != len(text) or found[2] is None:
        raise PitbossError(f"{path} is not a checkpoint as `pitboss checkpoint` writes it")
    body, seal, signature = text[: found.start()] + b"}", found[1].decode(), found[2].decode()
    checkpoint = read(body)
    if digest(checkpoint.previous, body) != seal:
        raise PitbossError(f"{path} has been edited: its seal does not hold")
    line = StreamLine(STREAM, checkpoint.v, RECORD, checkpoint.v, body, seal, signature)
    if why := objection(STREAM, line, key):
        raise PitbossError(f"{path} is not a checkpoint of this house: {why}")
    return checkpoint, seal
