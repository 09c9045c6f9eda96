"""Files of others: what is too long, too deep or no file at all is refused before it costs anything."""

import codecs
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cases.reading import read_toml
from pitboss.desk.fields import read_record
from pitboss.errors import PitbossError
from pitboss.files import LONGEST_TEXT, MOST_PARTS, parse_toml, read_text
from pitboss.games.pai_gow.house_way import house_way
from pitboss.submissions.reading import choices as submitted
from pitboss.submissions.reading import document


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


@pytest.mark.parametrize("read", [read_record, submitted], ids=["record", "submission"])
def test_all_files_are_read_by_one_reader(read: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for words, says in {
        '{"chapter": "565", "seats": 7, "seats": 6}': '"seats" is stated twice',
        '{"chapter": "565", "house": {"seats": 7, "seats": 7}}': '"seats" is stated twice',
        "[1]": "not an object with fields",
        '{"a": ': "line 1: not JSON",
    }.items():
        path.write_text(words, encoding="utf-8")
        with pytest.raises(PitbossError, match=says):
            read(path)
    path = tmp_path / "a.toml"
    for line, hint in {
        "table_minimum = $25": "amounts are whole cents: \\$25 is 2500",
        "table_minimum = $1,250.50": "is 125050",
        "shuffler = True": "true is written small",
        "dealing = hand": 'words stand in quotation marks: "hand"',
        "dealing = $": "line 2: not TOML, invalid value$",
    }.items():
        path.write_text(f'chapter = "565"\n{line}\n', encoding="utf-8")
        with pytest.raises(PitbossError, match=f"line 2: not TOML.*{hint}" if hint[0] != "l" else hint):
            read(path)


@pytest.mark.parametrize("read", [read_toml, document, read_record, house_way])
def test_a_file_in_utf_16_is_told_apart_from_one_that_is_no_text(tmp_path: Path, read: Callable[[Any], Any]) -> None:
    path = tmp_path / "file.toml"
    utf_16 = codecs.BOM_UTF16_LE + "a = 1".encode("utf-16-le")
    for content, words in ((utf_16, "it is UTF-16: save it as UTF-8"), (b"\x80", "it is not text")):
        path.write_bytes(content)
        with pytest.raises(PitbossError, match=words):
            read(str(path) if read is house_way else path)
