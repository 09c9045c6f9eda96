"""The ledger of a floor against what its records make: every entry in its order, and each kind of difference."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.books import ledger as ledger
from pitboss.floor.books.audit_result import MismatchError
from pitboss.floor.books.ledger import Entries, Expected
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import entry, event, metadata
from tests.strategies import examples

Kept = tuple[int, str, int, str, int]  # an entry: its number, the stream and line it refers to, account and cents


class Books:
    """A database with five lines of two banks, "a" and "b", and the entries that somebody put there."""

    def __init__(self) -> None:
        engine = sa.create_engine("sqlite://")
        metadata.create_all(engine, tables=[entry, event])
        self.connection = engine.connect()
        for number, (stream, seq) in enumerate([("a", 1), ("b", 1), ("a", 2), ("a", 3), ("b", 2)], 1):
            line = {"id": number, "stream": stream, "seq": seq, "kind": "record", "version": seq, "body": b"", "seal": ""}
            self.connection.execute(event.insert().values(**line, signature=""))
        self.known = {"a": "a", "b": "b"}

    def entries(self, *kept: Kept) -> Entries:
        """The ledger with these entries."""
        self.connection.execute(entry.delete())
        for number, stream, seq, account, cents in kept:
            values = {"id": number, "stream": stream, "seq": seq, "account": account, "cents": cents}
            self.connection.execute(entry.insert().values(**values))
        return Entries(View(self.connection), lambda stream: self.known.get(stream, ""))


@pytest.fixture
def books() -> Iterator[Books]:
    found = Books()
    yield found
    found.connection.close()


def expected(line: int, account: str, cents: int) -> Expected:
    return Expected(line, f"line {line}", account, cents)


UNIT = ((1, "a", 1, "cage/7", -500), (2, "a", 1, "a/seat_1", 500))
OTHER = ((3, "b", 1, "cage/8", -40), (4, "b", 1, "b/seat_2", 40))


def expect(found: Entries, bank: str, unit: tuple[Kept, ...], line: int) -> None:
    for _, _, _, account, cents in unit:
        found.expect(bank, expected(line, account, cents))


def test_what_records_make_is_there(books: Books) -> None:
    found = books.entries(*UNIT, *OTHER)
    expect(found, "b", OTHER, 2)
    found.compare()
    expect(found, "a", UNIT, 1)
    found.compare()
    found.end()
    assert found.sums == {"cage/7": -500, "a/seat_1": 500, "cage/8": -40, "b/seat_2": 40}
    assert found.count == 4


def test_no_more_is_read_than_is_expected_by_now(books: Books) -> None:
    found = books.entries(*UNIT, *OTHER)
    expect(found, "a", UNIT, 1)
    found.compare()
    assert found.count == 2 and "cage/8" not in found.sums


def test_many_entries_are_read_page_by_page(books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "PAGE", 2)
    kept = [(number, "a", 1, f"x/{number}", (-1) ** number) for number in range(1, 7)]
    found = books.entries(*kept)
    expect(found, "a", tuple(kept), 1)
    found.end()
    assert found.count == 6


def test_lines_of_one_unit_refer_to_its_first(books: Books) -> None:
    later = ((3, "a", 2, "cage/7", -1), (4, "a", 2, "a/seat_1", 1), (5, "a", 2, "cage/7", -2), (6, "a", 2, "a/seat_1", 2))
    found = books.entries(*UNIT, *later)
    expect(found, "a", UNIT, 1)
    expect(found, "a", later[:2], 3)
    expect(found, "a", later[2:], 4)
    found.end()


@pytest.mark.parametrize(
    ("kept", "lines", "says"),
    [
        ((*UNIT, (3, "a", 1, "cage/7", -2), (4, "a", 1, "a/seat_1", 2)), (1, 3, 3), ""),  # one unit of two lines
        ((*UNIT, (3, "a", 2, "cage/7", -2), (4, "a", 2, "a/seat_1", 2)), (3, 3, 3), "refers to another unit"),
        ((*UNIT, (3, "a", 3, "cage/7", -2), (4, "a", 3, "a/seat_1", 2)), (1, 3, 3), "refers to another unit"),
    ],
)
def test_an_entry_refers_to_the_unit_of_its_record(
    books: Books, kept: tuple[Kept, ...], lines: tuple[int, ...], says: str
) -> None:
    found = books.entries(*kept)
    expect(found, "a", kept[:2], lines[0])
    for (_, _, _, account, cents), line in zip(kept[2:], lines[1:], strict=True):
        found.expect("a", expected(line, account, cents))
    if not says:
        found.end()
        return
    with pytest.raises(MismatchError, match=says):
        found.end()


def differs(found: Entries) -> str:
    with pytest.raises(MismatchError) as refused:
        found.end()
    return str(refused.value)


def test_another_amount_or_account_is_named(books: Books) -> None:
    found = books.entries(UNIT[0], (2, "a", 1, "a/seat_1", 501))
    expect(found, "a", UNIT, 1)
    assert differs(found) == "entry 2 (a, line 1: a/seat_1 $5.01): line 1 makes a/seat_1 $5 instead"
    found = books.entries(UNIT[0], (2, "a", 1, "a/seat_2", 500))
    expect(found, "a", UNIT, 1)
    assert differs(found) == "entry 2 (a, line 1: a/seat_2 $5): line 1 makes a/seat_1 $5 instead"


def test_an_entry_too_many_is_named(books: Books) -> None:
    found = books.entries(*UNIT, (3, "a", 1, "a/inventory", 100))
    expect(found, "a", UNIT, 1)
    assert differs(found) == "entry 3 (a, line 1: a/inventory $1): no record makes it"


def test_an_entry_too_few_is_named(books: Books) -> None:
    found = books.entries(UNIT[0])
    expect(found, "a", UNIT, 1)
    assert differs(found) == "line 1: the entry of $5 on a/seat_1 is missing"


def test_entries_that_do_not_sum_to_zero_are_told(books: Books) -> None:
    found = books.entries(UNIT[1])
    expect(found, "a", UNIT[1:], 1)
    assert differs(found) == "the ledger: all accounts sum to $5, not to zero"


def test_an_entry_without_a_line_is_named(books: Books) -> None:
    assert (
        differs(books.entries((1, "a", 9, "cage/7", 5)))
        == "entry 1 (a, line 9: cage/7 $0.05): it refers to a line that is not there"
    )


def test_a_stream_whose_first_line_comes_a_moment_later_waits(books: Books) -> None:
    bank = books.known.pop("b")
    found = books.entries(*OTHER)
    expect(found, "b", OTHER, 2)
    found.compare()
    assert found.count == 0
    books.known["b"] = bank
    found.compare()
    assert found.count == 2
    found.end()


def test_a_stream_whose_first_line_comes_last_is_compared_at_the_end(books: Books) -> None:
    bank = books.known.pop("b")
    found = books.entries(*OTHER)
    expect(found, "b", OTHER, 2)
    found.compare()
    books.known["b"] = bank
    found.end()
    assert found.count == 2


def test_every_bank_is_looked_at(books: Books) -> None:
    found = books.entries(*UNIT, *OTHER)
    expect(found, "a", UNIT, 1)
    expect(found, "b", OTHER[:1], 2)
    assert differs(found) == "entry 4 (b, line 1: b/seat_2 $0.40): no record makes it"


def test_a_stream_whose_first_line_never_comes_is_named(books: Books) -> None:
    del books.known["b"]
    assert differs(books.entries(*OTHER)) == "entry 3 (b, line 1: cage/8 -$0.40): it refers to a line that is not there"


@examples(80)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(-3, 3).filter(bool)), max_size=8))
def test_banks_may_be_mixed_in_any_way(moves: list[tuple[str, int]]) -> None:
    books = Books()
    first = {"a": 1, "b": 2}
    kept = [
        (2 * number + after, bank, 1, account, cents)
        for number, (bank, moved) in enumerate(moves, 1)
        for after, (account, cents) in enumerate([(f"{bank}/seat_1", moved), (f"{bank}/inventory", -moved)])
    ]
    found = books.entries(*kept)
    for bank in "ba":
        for _, stream, _, account, cents in kept:
            if stream == bank:
                found.expect(bank, expected(first[bank], account, cents))
    found.end()
    assert found.count == len(kept)
    books.connection.close()
