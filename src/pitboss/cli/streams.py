"""Standard input, output and error as a script finds them: closed, full, or in an encoding that knows no suit signs.

What an encoding cannot write is written in letters (the club as c, § as S), here for every command; what cannot be written at
all ends in one sentence (`pitboss.cli.app.main`).
"""

import codecs
import io
import os
import sys
import unicodedata
from typing import TextIO

IN_LETTERS = "pitboss letters"  # the name of the error handler of an encoding
MINUS, SPACES = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
LONGEST_COMPLAINT = 1000  # characters


def in_letters(sign: str) -> str:
    """A sign that an encoding does not have, in ASCII.

    >>> [in_letters(sign) for sign in "♣§−é▒漢"]
    ['c', 'S', '-', 'e', '#', '?']
    """
    from pitboss.terminal.screen import ASCII

    known = {ord(MINUS): "-", **{ord(space): " " for space in SPACES}}
    if plain := known.get(ord(sign)) or ASCII.get(ord(sign)):
        return chr(plain) if isinstance(plain, int) else plain
    if "\ud800" <= sign <= "\udfff":  # a byte of a file's name that is not text
        return sign.encode("ascii", "backslashreplace").decode()
    return unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode() or "?"


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        return "\N{REPLACEMENT CHARACTER}", error.end if isinstance(error, UnicodeDecodeError) else 0
    return "".join(map(in_letters, error.object[error.start : error.end])), error.end


class Unwritten(Exception):
    """Standard output took no more: why, "" where its reader has gone. Not an OSError, which others would take for theirs."""


class Out(io.TextIOWrapper):
    """Standard output. When its reader has gone (`| head`) a command goes on unheard, as its exit status is an answer too; one
    that waits for somebody ends there."""

    waits = False
    failed: Unwritten | None = None  # which is raised again and again: there are libraries that try a stream, and say nothing

    def write(self, text: str) -> int:
        self._check()
        try:
            return super().write(text)
        except OSError as error:
            self._fail(error)
            return len(text)

    def flush(self) -> None:
        self._check()
        try:
            super().flush()
        except OSError as error:
            self._fail(error)

    def _check(self) -> None:
        if self.failed is not None:
            raise self.failed

    def _fail(self, error: OSError) -> None:
        drop(self)
        if not isinstance(error, BrokenPipeError):
            self.failed = Unwritten(f"standard output cannot be written: {error.strerror}")
        elif self.waits:
            self.failed = Unwritten("")
        self._check()


def drop(stream: TextIO) -> None:
    """What is left of a stream goes nowhere, or it would be tried again when the process ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def prepare(waits: bool) -> None:
    """Has every stream be there and take any text; `waits` says that the command waits for what somebody answers."""
    codecs.register_error(IN_LETTERS, _replace)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        raise Unwritten("standard output is closed")
    for stream in (sys.stdin, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=IN_LETTERS)
    if type(sys.stdout) is io.TextIOWrapper:  # and not what a test has put in its place
        encoding, by_line, at_once = sys.stdout.encoding, sys.stdout.line_buffering, sys.stdout.write_through
        sys.stdout = Out(sys.stdout.detach(), encoding, IN_LETTERS, line_buffering=by_line, write_through=at_once)
    if isinstance(sys.stdout, Out):
        sys.stdout.waits = waits


def give_up() -> None:
    """Nothing more is written, not even when the process ends."""
    if isinstance(sys.stdout, Out):
        sys.stdout.failed = None


def complain(words: object) -> None:
    """One line on standard error; a value of a thousand characters in it is cut."""
    from pitboss.words import plain

    line = plain(" ".join(str(words).splitlines()))
    if len(line) > LONGEST_COMPLAINT:
        line = f"{line[: LONGEST_COMPLAINT // 2]} … {line[-LONGEST_COMPLAINT // 2 :]}"
    try:
        print(f"pitboss: {line}", file=sys.stderr, flush=True)
    except OSError:
        drop(sys.stderr)
