"""Sittings at all sixteen chapters, banked and nonbanked, with incidents, and those who watch them."""

from collections.abc import Callable

from hypothesis import strategies as st

from pitboss.games import BANKED
from pitboss.table.table import Table
from pitboss.table.view.viewers import SPECTATOR, SURVEILLANCE, Viewer
from tests.games.test_poker_properties import Sitting, sittings
from tests.strategies import play, situations

TROUBLE = (0.0, 0.1)
VIEWERS = (SURVEILLANCE, SPECTATOR, Viewer.at(1), Viewer.at(1, 2), Viewer.at(7))


def watched(data: st.DataObject, chapter: str, watch: Callable[[Table], None]) -> None:
    """Plays a sitting at a chapter's table; `watch` sees the table after every reply."""
    if chapter in BANKED:
        play(data.draw(situations(chapter, rounds=3, trouble=TROUBLE)), watch=watch)
    else:
        sitting: Sitting = data.draw(sittings(chapter, hands=3))
        sitting.play(watch=watch)
