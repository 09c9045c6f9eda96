"""Output that cannot be written or encoded: a sentence or letters in the place of signs, never a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import pytest

from pitboss.cli.streams import complain, in_letters

HANGS = 600  # seconds after which a program is taken to hang
COMMANDS = (
    ["games"],
    ["options", "637a"],
    ["rule", "565.7(a)"],
    ["errata"],
    ["paytables", "565", "--json"],
    ["rule", "--help"],
)
Ran = subprocess.CompletedProcess[bytes]


@pytest.fixture
def call(environment: dict[str, str]) -> Callable[..., Ran]:
    """Runs a command with its output wherever it is to go."""

    def call(args: Sequence[str], stdout: IO[Any] | int = subprocess.PIPE, stdin: bytes = b"", **env: str) -> Ran:
        command = [sys.executable, "-m", "pitboss.cli", *args]
        streams: dict[str, Any] = {"stdout": stdout, "stderr": subprocess.PIPE, "input": stdin}
        return subprocess.run(command, env={**environment, **env}, timeout=HANGS, check=False, **streams)

    return call


@pytest.mark.parametrize("args", [*COMMANDS, ["play", "565", "--seed", "1"], ["--version"], ["room"]], ids=" ".join)
def test_a_full_disk_is_one_sentence(call: Callable[..., Ran], args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        ran = call(args, full, b"10\nplay\nboard\n")
    assert ran.stderr.decode() == "pitboss: standard output cannot be written: No space left on device\n"
    assert ran.returncode == 2


def test_a_complaint_that_cannot_be_written_is_still_exit_2(environment: dict[str, str]) -> None:
    with open("/dev/full", "wb") as full:
        ran = subprocess.run([sys.executable, "-m", "pitboss.cli", "rule", "999"], stderr=full, env=environment, check=False)
    assert ran.returncode == 2


@pytest.mark.parametrize("streams", [">&-", "2>&- >&-", "<&- >&-"])
def test_closed_output_is_exit_2(environment: dict[str, str], streams: str) -> None:
    script = f'"$0" -m pitboss.cli games {streams}'
    ran = subprocess.run(["sh", "-c", script, sys.executable], stderr=subprocess.PIPE, env=environment, check=False)
    assert ran.returncode == 2
    assert ran.stderr.decode() == ("" if "2>" in streams else "pitboss: standard output is closed\n")


def read_and_gone(args: Sequence[str], environment: dict[str, str]) -> tuple[int, bytes]:
    """A command whose reader has gone before it writes: its exit status, and what it says of that."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "pitboss.cli", *args]
    pipes = {"stdin": subprocess.PIPE, "stdout": writing, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, **pipes) as process:  # type: ignore[call-overload]
        os.close(writing)
        err = process.stderr.read()
        return process.wait(HANGS), err


CASE = """chapter = "565"
cites = []
[cards]
seat_1 = "As Ks Qs"
[[seat]]
number = 1
wagers = { Ante = 500 }
decisions = ["play"]
[expect.seat_1]
Ante = 1
"""


def test_when_nobody_reads_the_exit_status_is_still_the_answer(environment: dict[str, str], tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(CASE)
    assert read_and_gone(["case", str(wrong)], environment) == (1, b"")
    assert read_and_gone(["errata"], environment) == (0, b"")
    assert read_and_gone(["options", "637a", "--json"], environment) == (0, b"")


def test_a_table_whose_reader_has_gone_waits_for_nobody(environment: dict[str, str]) -> None:
    assert read_and_gone(["play", "565"], environment) == (0, b"")  # standard input stays open


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_an_encoding_without_signs_gets_letters(call: Callable[..., Ran], args: list[str]) -> None:
    plain = call(args)
    for encoding in ("ascii", "cp1252", "latin-1"):
        ran = call(args, PYTHONIOENCODING=encoding)
        assert (ran.returncode, ran.stderr) == (0, b""), encoding
        assert len(ran.stdout.decode(encoding).splitlines()) == len(plain.stdout.decode().splitlines()), encoding
        if "--json" in args:
            assert json.loads(ran.stdout.decode(encoding)) == json.loads(plain.stdout), encoding


def test_a_complaint_in_ascii(call: Callable[..., Ran]) -> None:
    ran = call(["options", "♣ é"], PYTHONIOENCODING="ascii")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"pitboss: ") and b"c e" in ran.stderr


def test_the_c_locale(call: Callable[..., Ran]) -> None:
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    ran = call(["play", "565", "--seed", "1", "--rounds", "1"], stdin="10\n♣\nplay\n".encode(), **plain)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_signs_in_letters() -> None:
    assert "".join(map(in_letters, "♣♦♥♠§−é漢")) == "cdhsS-e?"
    assert in_letters("\udcff") == "\\udcff"


def test_a_complaint_is_one_line_of_moderate_length(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\nb " + "9" * 5000)
    said = capsys.readouterr().err
    assert said.startswith("pitboss: a b 999") and said.count("\n") == 1
    assert len(said) < 1100


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["replay", "x" * 300], "File name too long"),
        (["play", "565", "--log", "x" * 300], "File name too long"),
        (["play", "565", "--key", "x" * 300, "--log", "a"], "File name too long"),
        (["play", "565", "--set", "table_minimum=" + "9" * 5000], "table_minimum: a number has more than 18 digits"),
        (["play", "565", "--set", "table_minimum=0x" + "f" * 5000], "table_minimum: a number has more than 18 digits"),
        (["play", "565", "--seed", "9" * 5000], "Invalid value for '--seed'"),
        (["case", "/dev/zero"], "a pipe or a device"),
        (["replay", "/dev/zero"], "a pipe or a device"),
        (["replay", "."], "room"),
        (["felt", "565", "--out", "/no/such/folder/a.svg"], "cannot be written: No such file"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, args: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = call(args)
    said = ran.stderr.decode()
    assert (ran.returncode, ran.stdout, said.count("\n")) == (2, b"", 1)
    assert said.startswith("pitboss: ") and sentence in said
    assert list(tmp_path.iterdir()) == []


def test_a_line_without_an_end_is_not_read(environment: dict[str, str]) -> None:
    with open("/dev/zero", "rb") as zero:
        command = [sys.executable, "-m", "pitboss.cli", "play", "565"]
        ran = subprocess.run(command, stdin=zero, capture_output=True, env=environment, timeout=HANGS, check=False)
    assert ran.returncode == 2
    assert ran.stderr == b"pitboss: a line of standard input is longer than 100,000 characters\n"
