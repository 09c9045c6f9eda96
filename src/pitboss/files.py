"""Reading files from users: only regular files, and only up to a reasonable size.

A pipe in place of a file would block, and a device such as /dev/zero never ends. A few kilobytes of TOML can demand gigabytes,
by a key with ten thousand parts, and a number can have more digits than Python prints. Both are refused.
"""

import codecs
import errno
import json
import os
import re
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

LONGEST_TEXT = 1 << 20  # bytes of a file read at once: a submission, a rule case, a hand
MOST_PARTS = 32  # parts of a key: a.b.c has three
LARGEST = 1 << 63  # no amount is larger; TOML and JSON guarantee no larger numbers either
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # at the start of a text by some editors on Windows
DIGITS = "a number has more than 18 digits"
# Possessive, and never starting inside a name, so that a text is scanned only once however long it is.
_NAME = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_AT = re.compile(r" \(at line (\d+), column (\d+)\)| \(at end of document\)")
_LONG_KEY = re.compile(rf"(?<![\w-]){_NAME}(?:[ \t]*+\.[ \t]*+{_NAME}){{{MOST_PARTS}}}")


def open_file(path: Path) -> BinaryIO:
    """Opens a regular file for reading; raises OSError for anything else."""
    try:
        # Without O_NONBLOCK opening a pipe would wait for its writer.
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except ValueError as error:  # a name with a null character
        raise OSError(errno.ENOENT, str(error)) from None
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")
    return open(handle, "rb")


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """The text of a regular file of at most a mebibyte; raises OSError for anything else."""
    with open_file(path) as file:
        content = file.read(LONGEST_TEXT + 1)
    if len(content) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, f"it is longer than {LONGEST_TEXT:,} bytes")
    return content.decode(encoding)


def not_text(error: UnicodeDecodeError) -> str:
    """The message for a file that cannot be read as UTF-8, with what to do about it.

    >>> [not_text(UnicodeDecodeError("utf-8", start, 0, 1, "")) for start in (b"\\xff\\xfes", b"\\xff")]
    ['it is UTF-16: save it as UTF-8', 'it is not text']
    """
    return "it is UTF-16: save it as UTF-8" if error.object.startswith(UTF_16) else "it is not text"


def parse_toml(words: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The data of a TOML text; raises ValueError if it is not TOML, or too large to process safely.

    >>> parse_toml("table_minimum = 1000")
    {'table_minimum': 1000}
    >>> parse_toml("seed = 0x" + "f" * 20)
    Traceback (most recent call last):
    ValueError: a number has more than 18 digits
    """
    if long_key := _LONG_KEY.search(words):
        line = words.count("\n", 0, long_key.start()) + 1
        raise ValueError(f"a key has more than {MOST_PARTS} parts (at line {line})")
    try:
        data = tomllib.loads(words, parse_float=parse_float)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:  # an impossible date, or more digits than Python reads
        raise ValueError(DIGITS if "integer string conversion" in str(error) else str(error)) from None
    check_numbers(data)
    return data


def parse_data(words: str, path: Path, twice: list[str] | None = None) -> dict[str, Any]:
    """The data of a TOML text, or of a JSON text if the file's name ends in .json; raises ValueError with a sentence that names
    the file. A key that occurs twice in JSON is refused, or added to `twice` if that is given.

    >>> parse_data('{"seats": 7, "seats": 6}', Path("a.json"))
    Traceback (most recent call last):
    ValueError: a.json: "seats" is stated twice
    """
    if not is_json(path):
        try:
            return parse_toml(words)
        except tomllib.TOMLDecodeError as error:
            at = _AT.search(str(error))
            where = f"line {at[1]}" if at and at[1] else "at its end"
            line = words.split("\n")[int(at[1]) - 1] if at and at[1] else ""
            raise ValueError(f"{path}, {where}: not TOML, {_AT.sub('', str(error)).lower()}{_meant(line)}") from None
        except ValueError as error:
            raise ValueError(f"{path} is not TOML: {error}") from None
    repeated: list[str] = []
    try:
        data = json.loads(words, object_pairs_hook=lambda pairs: _object(pairs, repeated))
        check_numbers(data)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {error.lineno}: not JSON, {error.msg.lower()}") from None
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {DIGITS if 'digits' in str(error) else error}") from None
    except RecursionError:
        raise ValueError(f"{path} is nested too deeply") from None
    if not isinstance(data, dict):
        raise ValueError(f"{path}: it is not an object with fields")
    if repeated and twice is None:
        raise ValueError(f'{path}: "{repeated[0]}" is stated twice')
    if twice is not None:
        twice += repeated
    return data


def mistake_in(words: str, path: Path) -> tuple[int, int]:
    """The line and column of the first mistake in a text, each from 1.

    >>> mistake_in('seats = 6\\ndecks = = 8', Path("a.toml")), mistake_in("{", Path("a.json"))
    ((2, 9), (1, 2))
    """
    try:
        json.loads(words) if is_json(path) else parse_toml(words)
    except json.JSONDecodeError as error:
        return error.lineno, error.colno
    except ValueError as error:
        if at := re.search(r"\(at line ([0-9]+), column ([0-9]+)\)", str(error)):
            return int(at[1]), int(at[2])
    lines = words.split("\n")
    return len(lines), len(lines[-1]) + 1


def is_json(path: Path) -> bool:
    """True if a file is JSON by its name; otherwise it is TOML."""
    return path.suffix.lower() == ".json"


def _object(pairs: list[tuple[str, Any]], again: list[str]) -> dict[str, Any]:
    """A JSON object; repeated keys are appended to a list."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        again += [name for place, name in enumerate(names) if name in names[:place]]
    return fields


def _meant(line: str) -> str:
    """A suggestion for a line of TOML that cannot be read.

    >>> _meant("table_minimum = $25"), _meant("shuffler = True"), _meant("dealing = hand")
    ('; amounts are whole cents: $25 is 2500', '; true is written small', '; words stand in quotation marks: "hand"')
    """
    value = line.partition("=")[2].partition("#")[0].strip()
    if money := re.fullmatch(r"\$ ?(\d{1,12}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d\d))?", value):
        return f"; amounts are whole cents: {value} is {int(money[1].replace(',', '') + (money[2] or '00'))}"
    if value in ("True", "False", "TRUE", "FALSE"):
        return f"; {value.lower()} is written small"
    return f'; words stand in quotation marks: "{value}"' if re.fullmatch(r"[A-Za-z][\w ()'.-]{0,60}", value) else ""


def check_numbers(data: Any) -> None:
    """Checks that every whole number in the data has a reasonable size; raises ValueError."""
    values = [data]
    while values:
        value = values.pop()
        if isinstance(value, dict):
            values += value.values()
        elif isinstance(value, list):
            values += value
        elif isinstance(value, int) and not -LARGEST < value < LARGEST:
            raise ValueError(DIGITS)


def cache_folder() -> Path:
    """The folder for cached results: PITBOSS_CACHE, or the user's cache folder."""
    if chosen := os.environ.get("PITBOSS_CACHE"):
        return Path(chosen)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss"
    except RuntimeError:  # no home folder is known: a place where nothing can be stored
        return Path(os.devnull) / "pitboss"
