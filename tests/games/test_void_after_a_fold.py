"""A round of a one-deck game that becomes void after a player has folded: what the fold gave up goes back as well."""

from typing import Any

import pytest

from pitboss.games import game, module
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table

FOLDING = ("557", "563", "565", "587", "655a", "657a", "677a", "678a")
VOIDS: dict[str, dict[str, Any]] = {
    "wrong number of cards": {"to": "seat_2"},
    "stub count wrong": {"misdealt": True},
    "automated shoe jam": {},
}
DEALING = ("manual shoe", "hand", "automated shoe")
REPORTED = [(kind, dealing) for kind in VOIDS for dealing in DEALING if not kind.endswith("jam") or kind.startswith(dealing)]


@pytest.mark.parametrize("number", FOLDING)
@pytest.mark.parametrize("kind, dealing", REPORTED)
def test_what_was_folded_goes_back_when_the_round_becomes_void(kind: str, number: str, dealing: str) -> None:
    table = Table(game(number), House.of(number, {"dealing": dealing}), Chance(11))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}")
        table.bet(seat, table.game.suggest(table.house))
    reported = False

    def reply(table: Table, request: Request) -> Reply:
        """Everybody checks and then folds, and the incident is told before the dealer reveals."""
        nonlocal reported
        if isinstance(request, Ask):
            words = [choice.word for choice in request.choices]
            word = next((word for word in ("fold", "check") if word in words), "")
            return table.verify(request, word) if word else bots(table, request)
        if isinstance(request, Moment) and request.name == "reveal" and not reported:
            reported = True
            return Incident(kind, VOIDS[kind])
        return bots(table, request)

    finished = drive(table, reply)
    assert finished.ledger is not None
    expected = module(number).METHODS[dealing].wrong if kind == "stub count wrong" else game(number).incidents[kind]
    assert reported and finished.void == expected
    given_up = [(step.who, step.wager, step.cents) for step in finished.steps if step.act == "collect"]
    restored = [(step.who, step.wager, step.cents) for step in finished.steps if (step.cite, step.act) == (expected, "restore")]
    assert {who for who, _, _ in given_up} == {"seat_1", "seat_2"}
    assert sorted(restored) == sorted(given_up)
    assert finished.ledger.players == {"seat_1": 0, "seat_2": 0}
