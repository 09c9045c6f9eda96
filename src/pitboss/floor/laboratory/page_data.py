"""What the scripts of the laboratory's page read from it; `tools/wire_types.py` writes it as their types."""

import msgspec

from pitboss.house import House
from pitboss.house.house import DECKS
from pitboss.laboratory.experiment import written
from pitboss.laboratory.fields import Bench, Field, benches
from pitboss.rulebook import Chapter, Paytable

ANY_NUMBER = (0, 0)


class LabField(msgspec.Struct, frozen=True):
    """Something that may be changed; values are written as in an address. `lawful` is false for a rule that no option of the
    chapter allows to change."""

    name: str
    label: str
    kind: str
    default: str
    section: str
    why: str
    values: list[str]
    unit: str
    lawful: bool


class LabTable(msgspec.Struct, frozen=True):
    """A printed pay table, for any number of decks from the first to the second of `decks`, 0 and 0 for any."""

    wager: str
    letter: str
    condition: str
    section: str
    decks: tuple[int, int]
    rows: list[tuple[str, str]]


class LabWager(msgspec.Struct, frozen=True):
    """A wager with its pay tables and what else may be changed. `letters` are those of the pay tables; at Poker they say how
    many players there are."""

    name: str
    letters: list[str]
    tables: list[LabTable]
    fields: list[LabField]


class LabPage(msgspec.Struct, frozen=True):
    """A chapter's laboratory as its page begins; `why` says what is wrong with the address, with its paragraph."""

    chapter: str
    game: str
    query: str
    why: str
    cite: str
    wagers: list[LabWager]


def lab_page(book: Chapter, query: str, why: str, cite: str) -> LabPage:
    """The data of a page."""
    wagers = [
        LabWager(bench.wager, letters(bench), [_table(each) for each in bench.tables], [_field(each) for each in bench.fields])
        for bench in benches(book.chapter)
    ]
    return LabPage(book.chapter, book.game, query, why, cite, wagers)


def letters(bench: Bench) -> list[str]:
    """The letters of all printed pay tables; at Poker the numbers of players."""
    return list(dict.fromkeys(table.table for table in bench.tables) or bench.letters(House.of(bench.chapter)))


def _table(table: Paytable) -> LabTable:
    decks = DECKS.get(table.condition, ANY_NUMBER)
    return LabTable(table.wager, table.table, table.condition, table.section, decks, list(table.rows))


def _field(field: Field) -> LabField:
    about = (field.name, field.label, field.kind, written(field, field.default), field.section, field.why)
    return LabField(*about, list(field.values), field.unit, field.option)
