"""Files of others: what is too long, too deep or no file at all is refused before it costs anything."""

import os
import time
from pathlib import Path

import pytest

from pitboss.files import LONGEST_TEXT, MOST_PARTS, parse_toml, read_text


def test_only_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path, tmp_path / "none", tmp_path / ("x" * 300), Path("nul\0")):
        with pytest.raises(OSError):  # and none waits for a writer
            read_text(path)


def test_a_file_of_a_mebibyte_is_read_and_a_longer_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"a" * LONGEST_TEXT)
    assert len(read_text(file)) == LONGEST_TEXT
    with file.open("ab") as more:
        more.truncate(1 << 40)  # a hole: it takes no room on the disk
    with pytest.raises(OSError, match="longer than 1,048,576 bytes"):
        read_text(file)


@pytest.mark.parametrize(
    "key",
    [
        ".".join(["a"] * 20_000) + " = 1",
        "[" + " . ".join(["a"] * 20_000) + "]",
        "x = {" + ".".join(['"a b"'] * 9000) + " = 1}",
        ".".join(["'é'"] * 100) + " = 1",
    ],
    ids=["dotted", "table", "inline", "quoted"],
)
def test_a_key_of_many_parts_is_refused_at_once(key: str) -> None:
    before = time.process_time()
    with pytest.raises(ValueError, match=f"a key has more than {MOST_PARTS} parts"):
        parse_toml(key)
    assert time.process_time() - before < 1


def test_a_key_of_few_parts_and_long_texts_are_read() -> None:
    assert parse_toml(".".join(["a"] * MOST_PARTS) + " = 1")
    assert parse_toml('why = "one. two. three... 1.2.3.4, and so on."')["why"].startswith("one")
    before = time.process_time()
    assert len(parse_toml(f"why = '{'a' * 900_000}'")["why"]) == 900_000
    assert len(parse_toml(f'why = """{"a b-" * 200_000}"""')["why"]) == 800_000
    assert time.process_time() - before < 5


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "9223372036854775808", "[1, {a = -9999999999999999999}]"])
def test_a_number_of_many_digits_is_refused(number: str) -> None:
    with pytest.raises(ValueError, match="a number has more than 18 digits"):
        parse_toml(f"a = {number}")


def test_nesting_is_limited() -> None:
    with pytest.raises(ValueError):
        parse_toml("a = " + "[" * 100_000)
