"""System calls of a process in their order, from strace, and what of a floor's events can be recognized in their bytes.

A thread that is traced stands still at the beginning and at the end of each call until strace has taken note. So a call whose
beginning comes after another's end in the trace really came after it, in whichever threads they were.
"""

import codecs
import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

LONGEST = 1_000_000  # bytes of a string that are printed
DATABASE = ("fsync", "fdatasync", "sendto", "recvfrom")  # calls to trace of a database server
CALLS = (*DATABASE, "openat", "link", "linkat", "pwrite64", "pwritev", "write", "writev", "sendmsg")

LINE = re.compile(r"(\d+) +(.*)", re.DOTALL)
RESUMED = re.compile(r"<\.\.\. (\w+) resumed>(.*)", re.DOTALL)
NAME = re.compile(r"(\w+)\((?:(\d+)<(.*?)>(?=[,)]))?")
RESULT = re.compile(r"\) += (-?\d+)(?:<(.*?)>$)?")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"(\.\.\.)?')


def command(trace: Path, calls: Iterable[str] = CALLS) -> list[str]:
    """How strace is called; what it traces follows."""
    which = ("-e", f"trace={','.join(calls)}", "-e", "signal=none")
    return ["strace", "-f", "-yy", "-s", str(LONGEST), *which, "-o", str(trace)]


def require() -> None:
    """Skips the test where nothing can be traced, or fails it where that is not allowed."""
    why = ""
    if shutil.which("strace") is None:
        why = "strace is not installed: the order of system calls is not tested (tools/install-debian installs it)"
    elif subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], capture_output=True).returncode:
        why = "processes may not be traced here: the order of system calls is not tested"
    if why and os.environ.get("PITBOSS_REQUIRE_STRACE") == "1":
        pytest.fail(f"PITBOSS_REQUIRE_STRACE=1, and {why}")
    if why:
        pytest.skip(why)


class Call(NamedTuple):
    """A system call: when it began and ended in the trace, of which process, on which file or socket, with which bytes."""

    begin: int
    end: int
    process: int
    name: str
    file: int
    where: str
    data: bytes
    text: str
    result: int


def calls_of(trace: Path) -> list[Call]:
    """The calls of a trace that ended well, in the order in which they ended."""
    found: list[Call] = []
    unfinished: dict[int, tuple[int, str]] = {}
    for index, line in enumerate(trace.read_text(encoding="ascii").splitlines()):
        match = LINE.fullmatch(line)
        assert match is not None, line
        process, text, begin = int(match[1]), match[2], index
        if text.endswith("<unfinished ...>"):
            unfinished[process] = index, text.removesuffix("<unfinished ...>").rstrip()
            continue
        if (resumed := RESUMED.fullmatch(text)) is not None:
            begin, before = unfinished.pop(process)
            text = before + resumed[2]
        call = _call(begin, index, process, text)
        if call is not None and call.result >= 0:
            found.append(call)
    return found


def _call(begin: int, end: int, process: int, text: str) -> Call | None:
    name, results = NAME.match(text), list(RESULT.finditer(text))
    if name is None or not results:
        return None
    result = results[-1]
    literals = TEXT.findall(text)
    assert not any(cut for _, cut in literals), "every string is there in full"
    data = b"".join(_bytes(literal) for literal, _ in literals)
    return Call(begin, end, process, name[1], int(name[2] or -1), name[3] or result[2] or "", data, text, int(result[1]))


def _bytes(literal: str) -> bytes:
    found = codecs.escape_decode(literal.encode())[0]
    assert isinstance(found, bytes)
    return found


# ---------------------------------------------------------------------------- what the bytes tell

# What a row of an event has before the version in its body; what somebody is told; and what is the same in both.
EVENT = re.compile(rb'table/one.{0,24}?record.{0,24}?\{"v":(\d+),', re.DOTALL)
VERSION = re.compile(rb'"(?:v|version)":(\d+)[,}\]]')
ID = re.compile(rb"power-\d+x")
GUEST = re.compile(rb"Guest \d+(?=[^\d])")
TOKEN = re.compile(rb'"token":"([^"]+)"')
SITS = re.compile(rb'"taken":\{"1"|"cage":9000000')  # what follows from the first command, by which somebody sits down
DIGEST = re.compile(rb"[0-9a-f]{64}")
Key = tuple[str, str]


def _both(data: bytes) -> Iterator[tuple[int, Key]]:
    for kind, pattern in (("id", ID), ("guest", GUEST)):
        for match in pattern.finditer(data):
            yield match.end(), (kind, match[0].decode())


def written(data: bytes) -> Iterator[tuple[int, Key]]:
    """What is put on record by bytes that go to the disk or to a database, and where it ends in them."""
    yield from _both(data)
    for match in EVENT.finditer(data):
        yield match.end(), ("version", match[1].decode())
    for match in DIGEST.finditer(data):
        yield match.end(), ("session", match[0].decode())


def told(data: bytes) -> Iterator[tuple[int, Key]]:
    """What a client is told by bytes that are sent to it."""
    yield from _both(data)
    for match in VERSION.finditer(data):
        yield match.end(), ("version", match[1].decode())
    for match in SITS.finditer(data):
        yield match.end(), ("id", "power-1x")
    for match in TOKEN.finditer(data):
        yield match.end(), ("session", hashlib.sha256(match[1]).hexdigest())


class Streams:
    """Bytes that go over sockets in pieces: what is found may begin in one piece and end in another."""

    KEPT = 4096

    def __init__(self) -> None:
        self._before: dict[tuple[int, str], bytes] = {}

    def add(self, call: Call) -> tuple[bytes, int]:
        """The bytes of a call behind what went before them, and where they begin."""
        before = self._before.get((call.file, call.where), b"")
        data = before + call.data
        self._before[call.file, call.where] = data[-self.KEPT :]
        return data, len(before)

    def find(self, call: Call, find: Callable[[bytes], Iterator[tuple[int, Key]]]) -> list[Key]:
        """What ends in the bytes of a call."""
        data, start = self.add(call)
        return [key for end, key in find(data) if end > start]
