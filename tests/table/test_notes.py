"""Notes that programs read: each reader reads what its writer wrote, and nothing that it cannot read makes it raise."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.table import notes
from pitboss.table.money.ledger import REVERSE

NUMBERS = st.integers(-(10**17), 10**17)
SEATS = st.integers(1, 11)
WORDS = st.text(max_size=30)
READERS = (
    notes.read_number,
    notes.read_seats,
    notes.read_which_hand,
    notes.are_points,
    notes.read_two_hands,
    notes.read_commitment,
    notes.read_compared,
    notes.read_first_card,
    notes.read_undone,
)


@given(NUMBERS, st.sets(SEATS), SEATS, st.integers(0, 31), st.booleans())
def test_numbers_and_seats(number: int, seats: set[int], hand: int, points: int, soft: bool) -> None:
    assert notes.read_number(notes.number(number)) == number
    assert notes.read_seats(notes.seats_dealt_in(seats)) == sorted(seats)
    assert notes.read_which_hand(notes.which_hand(hand)) == hand
    assert notes.are_points(notes.points(points, soft)) and notes.are_points(notes.BLACKJACK)


@given(SEATS, st.sampled_from(("win", "lose", "tie")), st.booleans())
def test_comparisons(seat: int, result: str, bank: bool) -> None:
    assert notes.read_compared(notes.compared(seat, result, bank)) == notes.Compared(seat, result, bank)


@given(WORDS, WORDS, st.sampled_from(sorted(REVERSE)))
def test_words(one: str, other: str, act: str) -> None:
    assert notes.read_first_card(notes.first_card(one)) == one
    assert notes.read_undone(notes.undone(act, one)) == notes.Undone(act, one)
    if "; low hand " not in one:
        assert notes.read_two_hands(notes.two_hands(one, other)) == (one, other)
    if "; commitment " not in other:
        assert notes.read_commitment(notes.shuffled(one, other)) == other


@given(st.one_of(WORDS, st.from_regex(r"(seat|hand|soft|high hand|the count to) ?[0-9²]*[:;]? ?[a-z]*", fullmatch=True)))
def test_no_reader_raises(note: str) -> None:
    for reader in READERS:
        reader(note)


@pytest.mark.parametrize("note", ["9" * 5000, "²", "１２", "seat ² against the bank: win", "hand ²", "seat_²"])
def test_what_only_looks_like_a_number_is_none(note: str) -> None:
    found: list[Any] = [reader(note) for reader in READERS if reader is not notes.read_undone]
    assert not any(found)
