"""Whatever goes wrong, and whatever is said about it: the round goes on or ends balanced, or nothing has changed."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAuthorized, PitbossError, Unbalanced
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Cut, Incident, Moment
from pitboss.table.table import Table
from tests.strategies import (
    CHAPTERS,
    NONSENSE,
    RULES,
    Outside,
    Situation,
    choices_of,
    decision,
    deck_of,
    detail_of,
    examples,
    lawful,
    play_round,
    rules_are_as_they_were,
    situations,
    state,
)

KINDS = [(chapter, kind) for chapter in CHAPTERS for kind in sorted(game(chapter).incidents)]


def without_version(table: Table) -> dict[str, Any]:
    """The state of a table. A refused incident may stand in the log, as refused; nothing else may have changed."""
    return {key: value for key, value in state(table).items() if key != "version"}


def throw(table: Table, incident: Incident) -> bool:
    """Reports an incident; whether it was refused, which leaves the table as it was."""
    before = without_version(table)
    try:
        table.reply(incident)
    except PitbossError as error:
        assert not isinstance(error, Unbalanced), f"{incident}: {error}"
        assert error.message
        assert without_version(table) == before, incident
        return True
    assert table.round is None or sorted(table.cards_in_place()) == whole(table)
    return False


def whole(table: Table) -> list[int]:
    packs = len(table.stacks) + bool(table.waiting)
    return sorted([*table.game.deck(table.house)] * packs)


def balanced(done: Round | None) -> None:
    assert done is not None
    assert done.ledger is not None
    assert sum(done.ledger.players.values()) + done.ledger.inventory + done.ledger.meter == 0
    assert not any(done.wagers.values())


@pytest.mark.parametrize(("chapter", "kind"), KINDS)
@examples(12)
@given(data=st.data())
def test_an_incident_at_any_moment(chapter: str, kind: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=3))
    table, outside = situation.table(), Outside(situation)
    outside.arrive(table)
    at = data.draw(st.integers(0, 12), label="at which request")
    times = data.draw(st.integers(1, 3), label="how often")
    for _ in range(situation.rounds):
        if not outside.bet(table):
            return
        try:
            table.begin()
        except NotAuthorized:  # no cards are dealt until a card reader is repaired (§ 635a.13(k))
            assert table.out_of_order
            return
        asked = 0
        for _ in range(500):
            if table.request is None:
                break
            if not isinstance(table.request, Cut):
                if at <= asked < at + times:
                    throw(table, Incident(kind, detail_of(outside.rng, table, kind)))
                asked += 1
            request = table.request
            if isinstance(request, Ask):
                table.reply(decision(outside.rng, table, request))
            elif request is not None:
                table.reply(request.waits_for if isinstance(request, Moment) else None)
        assert table.round is None
        balanced(table.last)


@pytest.mark.parametrize(("chapter", "kind"), KINDS)
def test_nonsense_about_an_incident(chapter: str, kind: str) -> None:
    """At every request of a round another detail is nonsense."""
    keys = itertools.cycle(("seat", "card", "cards", "to", "choice", "device", "stub", "exposed"))
    rng = random.Random(1)
    table = Situation(chapter, {}, ()).table(chance=Chance(1))
    for number in (1, 2, 3):
        table.sit(number, f"player {number}")
    for nonsense in NONSENSE:
        for number in table.seats:
            table.bet(number, table.game.suggest(table.house))
        table.begin()
        while table.request is not None:
            if not isinstance(table.request, Cut):
                throw(table, Incident(kind, {next(keys): nonsense}))
            while isinstance(table.request, Cut):
                table.reply(None)
            if isinstance(table.request, Ask):
                table.reply(decision(rng, table, table.request))
            elif table.request is not None:
                table.reply(None)
        balanced(table.last)


def sensible(table: Table) -> None:
    """Whoever is asked is still there and has something to choose."""
    asked, current = table.request, table.round
    if isinstance(asked, Ask) and current is not None:
        assert asked.seat in current.seats
        assert asked.seat not in current.left, f"seat {asked.seat} has left and is asked"
        made = current.wagers.get(asked.seat, current.bets[asked.seat])  # a bank is offered before wagers lie on the layout
        assert any(made.values()), f"seat {asked.seat} has no wager and is asked"
        assert len({c.word for c in asked.choices}) == len(asked.choices) > 0
        assert all(0 <= c.least <= c.most and c.unit > 0 for c in asked.choices)
    assert table.round is None or all(table.chips(n) >= 0 for n in table.seats)


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(60)
@given(data=st.data())
def test_everything_goes_wrong_at_once(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=4, trouble=(0.5, 0.8)))
    table, outside = situation.table(), Outside(situation)
    outside.arrive(table)
    while table.rounds < situation.rounds and outside.bet(table):
        play_round(table, outside, sensible)
        balanced(table.last)


@pytest.mark.parametrize(("chapter", "kind"), KINDS)
def test_an_incident_that_happens_again_and_again(chapter: str, kind: str) -> None:
    """No shoe is so full that it cannot be emptied by accidents. What is refused would be refused again: the round goes on."""
    houses: list[dict[str, Any]] = [{}, {"double_shoe": True, "decks": 2}, {"decks": 1}, {"decks": 1, "shuffler": "continuous"}]
    for house in (house for house in houses if lawful(chapter, house)):
        table = Situation(chapter, house, ()).table(chance=Chance(3))
        table.sit(1, "player")
        for _ in range(2):
            table.bet(1, table.game.suggest(table.house))
            table.begin()
            left, refused = 120, False
            while table.request is not None:
                if left and not refused and not isinstance(table.request, Cut):
                    left -= 1
                    refused = throw(table, Incident(kind))
                else:
                    refused = False
                    table.reply(bots(table, table.request))
            balanced(table.last)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_engine_is_not_asked_about_what_the_chapter_does_not_know(chapter: str) -> None:
    table = Situation(chapter, {}, ()).table(chance=Chance(1))
    table.sit(1, "player")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    while table.request is not None:
        before = state(table)
        with pytest.raises(PitbossError):
            table.reply(Incident("earthquake", {"seat": 1}))
        assert state(table) == before
        table.reply(bots(table, table.request))


# ---------------------------------------------------------------------------- one deck


def to_moment(table: Table, name: str) -> None:
    """Plays on until the moment comes."""
    while table.request != Moment(name):
        assert table.request is not None, f"the moment {name!r} never came"
        table.reply(bots(table, table.request))


@pytest.mark.parametrize("chapter", [c for c in CHAPTERS if any(o == "second_deck" for o, _ in choices_of(c))])
def test_a_void_round_with_undealt_cards_leaves_both_decks_whole(chapter: str) -> None:
    table = Situation(chapter, {"second_deck": True}, ()).table(chance=Chance(1))
    table.sit(1, "player")
    for _ in range(4):
        table.bet(1, table.game.suggest(table.house))
        table.begin()
        to_moment(table, "deal")
        table.reply(Incident("wrong number of cards", {"to": "seat_1", "cards": 9} if chapter != "555" else {"cards": 9}))
        assert table.last is not None
        assert table.last.void
        assert Counter(table.waiting) == deck_of(table)


def test_a_device_that_is_not_there_cannot_jam() -> None:
    for chapter in CHAPTERS:
        table = Situation(chapter, {}, ()).table(chance=Chance(1))
        if table.house.get("shuffler") in (False, "manual") and "shuffler jam" in table.game.incidents:
            table.sit(1, "player")
            table.bet(1, table.game.suggest(table.house))
            table.begin()
            to_moment(table, "deal")
            with pytest.raises(NotAuthorized):
                table.reply(Incident("shuffler jam"))


def test_whatever_went_wrong_has_not_changed_the_rules() -> None:
    """Last, after all that was tried above."""
    table = Situation("645a", {}, ()).table(chance=Chance(1))
    table.sit(1, "player")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    state(table)
    assert 0 < len(RULES) <= len(CHAPTERS)
    assert rules_are_as_they_were()
