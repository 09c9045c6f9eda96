"""Rows that go to a pipe: written without rich, and what rich would write."""

from contextlib import redirect_stdout
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.telling.pieces import Piece
from pitboss.terminal.pieces import STYLES, width_of, wrap
from pitboss.terminal.screen import Screen

TEXTS = st.text(max_size=90) | st.text("abc 9♠§·\t\n", max_size=120)
PIECES = st.tuples(TEXTS, st.sampled_from(sorted(STYLES)))


def written(row: list[Piece], plain: bool, ascii_: bool) -> str:
    """What a screen without a terminal writes of a row."""
    with redirect_stdout(StringIO()) as out:
        screen = Screen()
        assert screen.plain
        screen.plain, screen.ascii = plain, ascii_
        screen.row(row)
    return out.getvalue()


@pytest.mark.parametrize("ascii_", [False, True])
@given(row=st.lists(PIECES, max_size=5))
def test_a_row_without_colours_is_what_rich_makes_of_it(row: list[Piece], ascii_: bool) -> None:
    assert written(row, True, ascii_) == written(row, False, ascii_)


@given(atoms=st.lists(st.lists(PIECES, max_size=3), max_size=12), width=st.integers(1, 80))
def test_an_atom_goes_on_the_row_before_where_that_has_room(atoms: list[list[Piece]], width: int) -> None:
    rows: list[list[Piece]] = [[]]
    for atom in atoms:
        if rows[-1] and width_of(rows[-1]) + 1 + width_of(atom) > width:
            rows.append([])
        rows[-1] += [(" ", ""), *atom] if rows[-1] else atom
    assert wrap(atoms, width) == rows
