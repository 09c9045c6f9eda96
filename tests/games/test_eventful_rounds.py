"""Rounds in which much happens (`tests.eventful`), played again and compared with what is stored of them.

Houses with all kinds of options, players of all tempers, and whatever can be said to a table at any moment, by chance that can
be repeated. After every round each cent is accounted for, and the log of a sitting gives the same steps again. After a change
that is meant write them anew with `python -m tests.eventful.stored [NAME…]`; `python -m tests.eventful.choosing NAME` chooses
others.
"""

import pytest

from pitboss.games import MODULES, NONBANKED
from tests.eventful.stored import FOLDER, difference, read

NAMES = [*MODULES, *(f"{number}-room" for number in NONBANKED)]


@pytest.mark.parametrize("name", NAMES)
def test_eventful_rounds(name: str) -> None:
    usual, sittings = read(name)
    for words, stored in sittings.items():
        found = difference(name, words, usual, stored)
        assert not found, found


def test_every_chapter_has_eventful_rounds() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*NAMES}
