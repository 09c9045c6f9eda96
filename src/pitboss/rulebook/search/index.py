"""The index of all paragraphs: a database of SQLite with FTS5, made at first use and kept in the cache folder under a digest of
the texts; where nothing can be kept it is in memory."""

import hashlib
import secrets
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pitboss.files import cache_folder
from pitboss.rulebook.chapters import Chapter, Paragraph, chapters, sources
from pitboss.rulebook.inheritance import SHARED
from pitboss.rulebook.search import asking
from pitboss.rulebook.search.words import SYNONYMS, rings_in, stemmed, tokens, trade

# Own words; the section's title; the paragraphs above; those within; what limits, choices and procedures say of it.
COLUMNS = ("says", "heading", "above", "below", "also")
SCHEMA = f"""
CREATE TABLE paragraph
    (id INTEGER PRIMARY KEY, cite TEXT, chapter TEXT, game TEXT, heading TEXT, kind TEXT, says TEXT, replaced TEXT);
CREATE TABLE word (word TEXT PRIMARY KEY, number INTEGER);
CREATE VIRTUAL TABLE text USING fts5({", ".join(COLUMNS)}, tokenize = "unicode61 tokenchars '_'");
"""


class Row(NamedTuple):
    """A paragraph as the index keeps it."""

    cite: str
    chapter: str
    game: str
    heading: str
    kind: str
    says: str
    replaced: str  # the chapter that replaces its own


class Entry(NamedTuple):
    """A paragraph with the texts by which a question finds it."""

    row: Row
    columns: tuple[str, ...]


def opened() -> sqlite3.Connection:
    """The index, made where there is none of these texts."""
    return _opened(tuple(path for source in sources().values() for path in (source.data, source.paragraphs)), cache_folder())


@lru_cache(maxsize=2)
def _opened(texts: tuple[Path, ...], folder: Path) -> sqlite3.Connection:
    file = folder.absolute() / f"rules-{_digest(texts)}.sqlite"
    with suppress(OSError, sqlite3.Error):
        if not file.exists():
            _write(file)
        database = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, check_same_thread=False)
        database.execute("SELECT 1 FROM paragraph, word, text, example LIMIT 1").fetchone()
        return database
    database = sqlite3.connect(":memory:", check_same_thread=False)
    _fill(database)
    return database


def _write(file: Path) -> None:
    """The index as a file; it appears whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{secrets.token_hex(8)}.part")
    try:
        database = sqlite3.connect(part)
        try:
            _fill(database)
        finally:
            database.close()
        for older in file.parent.glob("rules-*.sqlite"):
            older.unlink(missing_ok=True)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


def _digest(texts: Iterable[Path]) -> str:
    """Of the texts, the synonyms, the topics and the code that reads them."""
    own = sorted(Path(__file__).parent.glob("*.py"))
    found = hashlib.sha256(sqlite3.sqlite_version.encode())
    for path in (*own, SYNONYMS, *sorted(asking.TOPICS.glob("*.toml")), *sorted(SHARED.glob("*.toml")), *texts):
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def _fill(database: sqlite3.Connection) -> None:
    entries = [entry for book in chapters() for entry in _entries(book)]
    size = len(COLUMNS)
    read = stemmed((column for entry in entries for column in entry.columns), trade().forms)
    rows = [read[at : at + size] for at in range(0, len(read), size)]
    words = Counter(word for entry in entries for word in {*tokens(entry.row.says), *tokens(entry.row.heading)})
    database.executescript(SCHEMA)
    with database:
        database.executemany("INSERT INTO word VALUES (?, ?)", words.items())
        for number, (entry, columns) in enumerate(zip(entries, rows, strict=True), 1):
            database.execute("INSERT INTO paragraph VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (number, *entry.row))
            texts = [" ".join([*column, *(f"ring_{ring}" for ring in rings_in(column))]) for column in columns]
            database.execute(f"INSERT INTO text (rowid, {', '.join(COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?)", (number, *texts))
    asking.fill(database, {entry.row.cite: number for number, entry in enumerate(entries, 1)})


def _entries(book: Chapter) -> Iterator[Entry]:
    paragraphs = book.paragraphs
    also = _also(book)
    for cite, each in paragraphs.items():
        above = [paragraphs[parent] for parent in above_of(cite) if parent in paragraphs]
        below = [other for other in paragraphs.values() if other.cite.startswith(f"{cite}(") and "(" in cite]
        heading = book.sections.get(cite.split("(")[0], "")
        columns = (each.says, heading, _said(above), _said(below), " ".join(also.get(cite, ())))
        yield Entry(Row(cite, book.chapter, book.game, heading, each.kind, each.says, book.replaced_by), columns)


def _also(book: Chapter) -> dict[str, list[str]]:
    """What the chapter's data say of its paragraphs: names of limits, choices and steps, hands that are paid."""
    found: dict[str, list[str]] = {}
    for table in book.payouts:
        hands = ", ".join(hand for hand, _ in table.rows)
        found.setdefault(table.section, []).append(f"{table.wager} wager pays payout odds: {hands}")
    for limit in book.limits:
        found.setdefault(limit.section, []).append(f"{_words(limit.name)}: {limit.says}")
    for option in book.options:
        found.setdefault(option.section, []).append(f"{_words(option.option)}")
    for role in book.roles():
        found.setdefault(f"{book.chapter}{role.place}", []).append(_words(role.role))
    return found


def _words(name: str) -> str:
    return name.replace("_", " ")


def _said(paragraphs: Iterable[Paragraph]) -> str:
    return " ".join(each.says for each in paragraphs)


def above_of(cite: str) -> list[str]:
    """The section of a paragraph and the paragraphs between.

    >>> above_of("565.8(d)(1)")
    ['565.8', '565.8(d)']
    """
    section, *letters = cite.replace(")", "").split("(")
    return [section + "".join(f"({each})" for each in letters[:number]) for number in range(len(letters))]
