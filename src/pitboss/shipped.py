"""Exact results that come with the package, so that the odds of the printed tables are available at once. `answers` has a file
for each chapter, computed and written by `tools/answers.py`; none of it is entered by hand.

A result is served to a house whose relevant choices equal those at the time of the computation, and only while the chapter's
declaration is unchanged: limits, options, pay tables, house ways, and the wagers with their solvers. A changed solver is caught
by the tests, which solve every game without these files and compare (`tests/odds/test_answers.py`). PITBOSS_ANSWERS=off turns
stored results off.
"""

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.house import House
from pitboss.house.watching import Reads, same
from pitboss.rulebook import chapter, sources

FOLDER = Path(__file__).with_name("answers")
OFF = "PITBOSS_ANSWERS"
GAMES = Path(__file__).with_name("games")
Result = tuple[str, Reads, Any]  # its name, the choices it depends on with their values, the result


def shipped(what: str, house: House) -> tuple[Any] | None:
    """A stored result for a house, in a tuple of one; None if it must be computed.

    >>> rows = shipped("odds-pair-plus", House.of("three-card-poker"))
    >>> rows[0][0]["edge"], shipped("odds-pair-plus", House.of("three-card-poker", {"pair_plus": {"Flush": "4 to 1"}}))
    ('707/5525', None)
    """
    if os.environ.get(OFF) == "off":
        return None
    for name, reads, result in _of_chapter(house.chapter.chapter):
        if name == what and same(reads, house):
            return (result,)
    return None


@cache
def _of_chapter(number: str) -> tuple[Result, ...]:
    """The results of a chapter under its present declaration."""
    path = FOLDER / f"{number}.json"
    if number not in sources() or not isinstance(sources()[number].module, str) or not path.is_file():
        return ()  # a game in a user's folder may have the same number
    data = json.loads(path.read_bytes())
    return tuple(map(tuple, data["results"])) if data["declaration"] == declaration(number) else ()


def declaration(number: str) -> str:
    """A digest of the chapter's declarations on which its odds depend."""
    book = chapter(number)
    data = [
        *((limit.name, limit.value) for limit in book.limits),
        *((option.option, option.kind, option.default, option.allowed) for option in book.options),
        *((table.section, table.wager, table.table, table.kind, table.condition, table.rows) for table in book.paytables),
        *((table.section, table.wager, table.table, table.kind, table.condition, table.rows) for table in book.stated),
        book.parts.get("mathematics"),
    ]
    declared = GAMES / "odds" / f"{sources()[number].module}.py"
    code = declared.read_text(encoding="utf-8") if declared.is_file() else ""
    ways = (
        [path.read_bytes() for path in sorted((GAMES / "pai_gow" / "ways").glob("*.toml"))] if "house_way" in str(data) else []
    )
    return hashlib.sha256(repr([data, code, ways]).encode()).hexdigest()
