"""The search index of all paragraphs: an SQLite database with FTS5, built on first use.

It is cached in the cache folder under a digest of the texts, or held in memory if that folder cannot be written.
"""

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

# The paragraph's own words; its section's title; the paragraphs above; those within; related limits, options and procedures.
COLUMNS = ("says", "heading", "above", "below", "also")
SCHEMA = f"""
CREATE TABLE paragraph
    (id INTEGER PRIMARY KEY, cite TEXT, chapter TEXT, game TEXT, heading TEXT, kind TEXT, says TEXT, replaced TEXT);
CREATE TABLE word (word TEXT PRIMARY KEY, number INTEGER);
CREATE VIRTUAL TABLE text USING fts5({", ".join(COLUMNS)}, tokenize = "unicode61 tokenchars '_'");
"""


class Row(NamedTuple):
    """A paragraph as the index stores it."""

    cite: str
    chapter: str
    game: str
    heading: str
    kind: str
    says: str
    replaced: str  # the chapter that replaces the paragraph's chapter


class Entry(NamedTuple):
    """A paragraph with the texts that are searched, one for each of `COLUMNS`."""

    row: Row
    columns: tuple[str, ...]


def opened() -> sqlite3.Connection:
    """Open the index, building it if it is missing or out of date."""
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
    """Write the index to a file, atomically."""
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
    """A digest of the texts, the synonyms, the topics and the code that reads them."""
    code = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(sqlite3.sqlite_version.encode())
    for path in (*code, SYNONYMS, *sorted(asking.TOPICS.glob("*.toml")), *sorted(SHARED.glob("*.toml")), *texts):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


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
    for cite, paragraph in paragraphs.items():
        above = [paragraphs[parent] for parent in above_of(cite) if parent in paragraphs]
        below = [other for other in paragraphs.values() if other.cite.startswith(f"{cite}(") and "(" in cite]
        heading = book.sections.get(cite.split("(")[0], "")
        columns = (paragraph.says, heading, _text_of(above), _text_of(below), " ".join(also.get(cite, ())))
        yield Entry(Row(cite, book.chapter, book.game, heading, paragraph.kind, paragraph.says, book.replaced_by), columns)


def _also(book: Chapter) -> dict[str, list[str]]:
    """Search terms for each paragraph from the chapter's data: names of limits, options and steps, and paying hands."""
    terms: dict[str, list[str]] = {}
    for table in book.payouts:
        hands = ", ".join(hand for hand, _ in table.rows)
        terms.setdefault(table.section, []).append(f"{table.wager} wager pays payout odds: {hands}")
    for limit in book.limits:
        terms.setdefault(limit.section, []).append(f"{_words(limit.name)}: {limit.says}")
    for option in book.options:
        terms.setdefault(option.section, []).append(f"{_words(option.option)}")
    for role in book.roles():
        terms.setdefault(f"{book.chapter}{role.place}", []).append(_words(role.role))
    return terms


def _words(name: str) -> str:
    return name.replace("_", " ")


def _text_of(paragraphs: Iterable[Paragraph]) -> str:
    return " ".join(paragraph.says for paragraph in paragraphs)


def above_of(cite: str) -> list[str]:
    """The paragraphs that contain a paragraph, from its section down.

    >>> above_of("565.8(d)(1)")
    ['565.8', '565.8(d)']
    """
    section, *letters = cite.replace(")", "").split("(")
    return [section + "".join(f"({letter})" for letter in letters[:number]) for number in range(len(letters))]
