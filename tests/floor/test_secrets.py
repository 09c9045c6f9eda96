"""Secrets: two floors that differ only in hidden cards are the same to everybody there, in every byte that he is sent, until a
card that differs is shown to him.

Everything that reaches a client counts: WebSocket messages, their order, number and size, bodies and headers over HTTP, refusals,
metrics, the lobby; and what the server logs. Time to answer does not. See `twins` for what somebody may know, and `directing` for
what people do.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pitboss.cards import NAMES
from pitboss.errors import IllegalDecision
from pitboss.floor import dealer, viewing
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.protocol import Hello
from pitboss.floor.web import health
from pitboss.games import MODULES, NONBANKED
from pitboss.table import authors, viewers
from pitboss.table.steps import Ask, Step
from tests.floor.directing import Habits, directed
from tests.floor.overheard import Client, Stage, on_stage
from tests.floor.twins import STRANGER, TABLE, Act, Change, Dealt, Evening, Leak, Onlooker, Played, Setting
from tests.floor.twins import a_change, again, change_of, compare, hidden_from, play, said, twin
from tests.games.test_poker_properties import sittings
from tests.strategies import examples, houses

HABITS = (
    Habits(rounds=2),
    Habits(rounds=2, foreign=0.35, looks=0.3, comes=0.1, silent=0.05),
    Habits(rounds=1, comes=0.4, looks=0.1),
    Habits(rounds=2, silent=0.4, together=0.4),
    Habits(rounds=2, held=True, trouble=0.15, silent=0.02),
    Habits(rounds=3, held=True, trouble=0.4, foreign=0.05, looks=0.05, comes=0.05, silent=0.02),
)


@st.composite
def settings_of(draw: st.DrawFn, chapter: str) -> Setting:
    """A table of a chapter with two or three players and perhaps bots."""
    house = draw(sittings(chapter)).house if chapter in NONBANKED else draw(houses(chapter))
    seats = draw(st.sampled_from(((1, 2), (2, 3), (1, 2, 3), (3, 1))))
    return Setting(chapter, house, seats, draw(st.integers(0, 2)), draw(st.integers(0, 2**20)), draw(st.booleans()))


@pytest.mark.parametrize("chapter", MODULES)
@settings(examples(20), phases=(Phase.explicit, Phase.generate))  # a difference is not made clearer by a shorter script
@given(data=st.data())
def test_nobody_can_tell_two_floors_apart_that_differ_in_hidden_cards(chapter: str, data: st.DataObject) -> None:
    """The search: any house, any script, any hidden cards, looked at by everybody."""
    setting = data.draw(settings_of(chapter))
    seed = data.draw(st.integers(0, 2**20))
    played = play(setting, directed(seed, data.draw(st.sampled_from(HABITS))))
    rng = random.Random(seed)
    for who in data.draw(st.permutations([STRANGER, *played.evening.players]))[:2]:
        change = a_change(rng, who, played)
        if change is not None:
            twin(played, change)
