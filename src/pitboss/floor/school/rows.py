"""What an account has done in the school, as rows of the database: those of `pitboss.school.progress`, by chapter and number.

Rows are only added. Two windows of one account may both want to add the next: one does, the other hears so and asks again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.people.accounts import reading
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.transactions import ConflictError, Execute, Unit, now
from pitboss.floor.storage.writer import Writer
from pitboss.school.progress import Progress

PLAN, TEST, ACT, MARKS, ANSWER, CARD, HAND, DECISION = "plan", "test", "act", "marks", "answer", "card", "hand", "decision"
BEGINS = (PLAN, TEST)  # kinds of rows with which a lesson begins
KNOWN = (MARKS, ANSWER, CARD)  # that say what a learner knows
LAST = "SELECT MAX(number) FROM school WHERE account = ? AND chapter = ? AND kind IN (?, ?)"
INSERT = (
    "INSERT INTO school (account, chapter, number, kind, lesson, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING RETURNING number"
)


def kind_of(row: dict[str, Any]) -> str:
    """The kind of a row."""
    if "plan" in row:
        return TEST if "test" in row else PLAN
    named = {"act": ACT, "marks": MARKS, "drill": ANSWER, "card": CARD, "hand": HAND, "decision": DECISION}
    return next(kind for name, kind in named.items() if name in row)


@dataclass
class Notebook:
    """Rows of one account and chapter, and those that are to be added behind row `last`."""

    account: int
    chapter: str
    last: int
    rows: list[dict[str, Any]]
    new: list[dict[str, Any]] = field(default_factory=list)

    @property
    def progress(self) -> Progress:
        """The rows with what they mean; what is added waits to be written."""
        return Progress(self.rows, self.new.append)


class Rows:
    """The rows of all accounts."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database, self._writer = database, writer

    async def lesson(self, account: int, chapter: str) -> Notebook:
        """The last lesson, from its plan on."""

        def find(execute: Execute) -> list[tuple[Any, ...]]:
            ((begins,),) = execute(LAST, (account, chapter, *BEGINS))
            return _rows(execute, account, chapter, "number >= ?", begins) if begins else []

        return await self._notebook(account, chapter, find)

    async def of_kinds(self, account: int, chapter: str, *kinds: str) -> Notebook:
        """All rows of some kinds."""
        among = f"kind IN ({', '.join('?' * len(kinds))})"
        return await self._notebook(account, chapter, lambda execute: _rows(execute, account, chapter, among, *kinds))

    async def _notebook(self, account: int, chapter: str, find: Any) -> Notebook:
        def read(execute: Execute) -> Notebook:
            ((last,),) = execute("SELECT MAX(number) FROM school WHERE account = ? AND chapter = ?", (account, chapter))
            return Notebook(account, chapter, last or 0, [json.loads(body) for (body,) in find(execute)])

        return await self._database.read(lambda connection: read(reading(connection)))

    async def tests(self, most: int) -> list[tuple[int, str, int, dict[str, Any]]]:
        """The latest table tests: account, chapter, lesson and row."""
        query = f"SELECT account, chapter, lesson, body FROM school WHERE kind = '{TEST}' ORDER BY at DESC LIMIT ?"
        found = await self._database.read(lambda connection: reading(connection)(query, (most,)))
        return [(account, chapter, lesson, json.loads(body)) for account, chapter, lesson, body in found]

    async def rows_of_lesson(self, account: int, chapter: str, lesson: int) -> Notebook:
        """One lesson, whether others came after it."""
        return await self._notebook(
            account, chapter, lambda execute: _rows(execute, account, chapter, "lesson = ?", lesson) if lesson else []
        )

    async def add(self, notebook: Notebook, office: Sequence[bytes] = ()) -> None:
        """Writes what is new in a notebook, with lines of the office; raises ConflictError where another window did before."""
        if not notebook.new:
            return
        at, rows = now(), list(enumerate(notebook.new, notebook.last + 1))

        def work(execute: Execute) -> None:
            for number, row in rows:
                content = (kind_of(row), row.get("lesson", 0), at, json.dumps(row, ensure_ascii=False))
                if not execute(INSERT, (notebook.account, notebook.chapter, number, *content)):
                    raise ConflictError("another window went on with this: it is shown as it is now")

        await self._writer.write(Unit(work=work, office=list(office)))
        notebook.last += len(notebook.new)
        notebook.new.clear()


def _rows(execute: Execute, account: int, chapter: str, which: str, *values: Any) -> list[tuple[Any, ...]]:
    query = f"SELECT body FROM school WHERE account = ? AND chapter = ? AND {which} ORDER BY number"
    return execute(query, (account, chapter, *values))
