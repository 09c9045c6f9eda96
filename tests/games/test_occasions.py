"""What is offered at a moment of a round can be declared then; what is not offered is refused, or would change nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.log.stores import MemoryStore
from pitboss.table.procedures.failures import BROKEN, REPAIRED
from pitboss.table.steps import Ask, Incident, Moment, Request
from pitboss.table.table import Table
from tests.incident_tables import begin, reply_to, steps_after, ways_of

SEATS = (1, 3)
SPOKEN = {"say", "reveal"}  # what changes neither cards nor chips
DETAILS: dict[str, dict[str, Any]] = {
    "stub count wrong": {"stub": 3},
    "announced amount differs": {"announced": 500},
    "single larger chip": {"chip": 500},
}
DEVICES = (BROKEN, REPAIRED)  # are offered by the devices of the table, not by the moment


def moments(number: str, house: dict[str, Any]) -> Iterator[tuple[int, Table]]:
    """A table at every point of a round at which something may be declared, with the number of the point."""
    table = Table(game(number), House.of(number, house), Chance(7), MemoryStore())
    for seat in SEATS:
        table.sit(seat, f"player {seat}", 1_000_000)
    request: Request | None = begin(table)
    at = 0
    while request is not None:
        if isinstance(request, Ask | Moment):
            yield at, table
        request = table.reply(reply_to(table, request))
        at += 1


def table_at(number: str, house: dict[str, Any], wanted: int) -> Table:
    """Another table at the same point."""
    return next(table for at, table in moments(number, house) if at == wanted)


def incident(kind: str, number: str, seat: int) -> Incident:
    """An incident of this kind; about a seat where its words have one."""
    words = game(number).details[kind]
    about = {word: seat for word in ("seat",) if word in words}
    return Incident(kind, {**about, **DETAILS.get(kind, {})})


def accepted(table: Table, said: Incident) -> bool:
    """Whether a table takes a report."""
    try:
        table.reply(said)
    except PitbossError:
        return False
    return True


@pytest.mark.parametrize("number", MODULES)
def test_the_list_offers_what_can_happen_at_this_moment(number: str) -> None:
    played = game(number)
    assert played.occasion is not None
    for house in list(ways_of(number).values())[:2]:
        offered_once: set[str] = set()
        seen: list[dict[str, list[int] | None]] = []
        for at, table in moments(number, house):
            assert table.round is not None
            offered = {kind: played.occasion(table.round, kind) for kind in played.incidents if kind not in DEVICES}
            if offered in seen:
                continue
            seen.append(offered)
            offered_once |= {kind for kind, seats in offered.items() if seats is not None}
            for kind, seats in offered.items():
                if seats is None:
                    before = table.version
                    for seat in SEATS:
                        if accepted(table, incident(kind, number, seat)):
                            acts = {step.act for step in steps_after(table, before)}
                            assert acts and acts <= SPOKEN, (at, kind)
                    continue
                for seat in seats[-1:] or [0]:
                    said = incident(kind, number, seat)
                    assert accepted(table_at(number, house, at), said), (at, said)
        assert len(offered_once) > len(played.incidents) // 2
