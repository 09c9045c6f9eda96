"""A round of a one-deck game that becomes void after a player has folded: what the fold gave up goes back as well, and the
meter stands as before."""

from typing import Any

import pytest

from pitboss.games import game, module
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from tests.games.test_progressive_lock_out import CHIP, METERED, offering

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


@pytest.mark.cites("555.13(e)", "587.12(e)(3)", "645a.13(e)(2)", "655a.12(c)(3)", "657a.12(d)(3)", "678a.12(d)(3)")
@pytest.mark.parametrize("number", METERED)
def test_what_a_folded_hand_had_added_leaves_the_meter_when_the_round_becomes_void(number: str) -> None:
    """Seat 2 folds where a hand can be folded, which loses the Progressive Payout Wager in four of these chapters."""
    table = Table(game(number), House.of(number, {**offering(number), "progressive_rate": 80.5}), Chance(11))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}", 1_000_000)
        table.bet(seat, {**table.game.suggest(table.house), table.game.progressive: CHIP})
    waiting = [Incident("wrong number of cards", {"to": "dealer" if number == "555" else "seat_1"})]

    def reply(table: Table, request: Request) -> Reply:
        if isinstance(request, Moment) and request.name == "reveal" and waiting:
            return waiting.pop()
        if isinstance(request, Ask):
            words = [choice.word for choice in request.choices]
            stays = next((word for word in ("check", "bet", "play", "raise") if word in words), "")
            word = "fold" if request.seat == 2 and "fold" in words else stays
            return table.verify(request, word) if word else bots(table, request)
        return bots(table, request)

    meter = table.meter
    assert meter is not None
    before = meter.cents, meter.carried
    finished = drive(table, reply)
    assert finished.void and finished.ledger is not None
    folded = [step for step in finished.steps if step.act == "decide" and (step.who, step.note) == ("seat_2", "fold")]
    assert bool(folded) == (number != "645a")
    assert finished.ledger.players == {"seat_1": 0, "seat_2": 0} and finished.ledger.meter == 0
    assert (meter.cents, meter.carried) == before
