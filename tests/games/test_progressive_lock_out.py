"""What the dealer does with progressive wagers before a card is dealt, and what a void round gives back of them, in every
one-deck game that may offer one: "no more bets", the system is locked, the chips are collected and counted."""

from typing import Any

import pytest

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import BANKED, game, module
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.procedures.irregularities import Irregularities
from pitboss.table.round import Round
from pitboss.table.steps import Incident, Moment, Reply, Request, Step
from pitboss.table.table import Table

DEALING = ("manual shoe", "hand", "automated shoe")
METERED = [
    n
    for n in BANKED
    if isinstance(getattr(module(n), "IRREGULARITIES", None), Irregularities)
    and any(option.option == "progressive_rate" for option in chapter(n).options)
]
CHIP = 100
RATE = 80  # percent, which every chapter allows
PART = CHIP * RATE // 100


def offering(number: str) -> dict[str, Any]:
    """What a house states to offer the progressive wager with its first pay table."""
    wager = next(w for w in game(number).wagers if w.name == game(number).progressive)
    found = next((option for option in chapter(number).options if option.option == wager.option), None)
    first = {found.option: next(a for a in found.allowed if a)} if found is not None else {}
    return {**first, "progressive_rate": RATE}


def table_of(number: str, dealing: str, makers: tuple[int, ...], **chosen: Any) -> Table:
    """A table at which these of the seats 1, 2 and 3 make a progressive wager."""
    table = Table(game(number), House.of(number, {**offering(number), "dealing": dealing, **chosen}), Chance(11))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 1_000_000)
        also = {table.game.progressive: CHIP} if seat in makers else {}
        table.bet(seat, {**table.game.suggest(table.house), **also})
    return table


def play(table: Table, at: str = "", incident: Incident | None = None) -> Round:
    waiting = [incident] if incident is not None else []

    def reply(table: Table, request: Request) -> Reply:
        if waiting and isinstance(request, Moment) and request.name == at:
            return waiting.pop()
        return bots(table, request)

    finished = drive(table, reply)
    assert not waiting
    return finished


def shown(step: Step) -> tuple[str, str, str, int]:
    return step.act, step.who, step.wager, step.cents


@pytest.mark.parametrize("dealing", DEALING)
@pytest.mark.parametrize("number", METERED)
def test_no_more_bets_then_the_system_is_locked_then_chips_are_collected_and_counted(number: str, dealing: str) -> None:
    method, name = module(number).METHODS[dealing], game(number).progressive
    for makers in ((1, 3), (2,), ()):
        table = table_of(number, dealing, makers)
        assert table.meter is not None
        before = table.meter.cents
        steps = play(table).steps
        first = next(at for at, step in enumerate(steps) if step.note == "“no more bets”")
        assert steps[first].cite == method.no_more_bets
        paid = [("collect", f"seat_{seat}", name, CHIP) for seat in makers]
        fed = [("feed", f"seat_{seat}", name, PART) for seat in makers]
        each = [step for pair in zip(paid, fed, strict=True) for step in pair]
        counted = [("say", "dealer", "", 0)] if makers else []
        expected = [("say", "dealer", "", 0), *each, ("meter", "", name, 0), *counted]
        found = steps[first + 1 : first + 1 + len(expected)]
        assert [shown(step) for step in found] == expected
        assert all(step.cite.startswith(method.no_more_bets) for step in found)
        assert found[0].note == f"the progressive system takes no more wagers; {len(makers)} accepted"
        assert found[1 + len(each)].note == str(before + PART * len(makers))
        if makers:
            assert found[-1].note.startswith(f"counts the chips against the wagers accepted: {len(makers)}; the meter shows")
        assert not any(step.wager == name and step.act == "collect" for step in steps[first + 1 + len(expected) :])


VOIDS: dict[
    str, tuple[str, dict[str, Any]]
] = {  # what makes a round void before anything is decided: the moment, and what is reported
    "wrong number of cards": ("deal", {"seat": 2}),
    "card face up": ("deal", {"cards": "2c 3c"}),
    "stub count wrong": ("deal", {"stub": 1, "misdealt": False}),
    "automated shoe jam": ("deal", {}),
    "dealer card exposed": ("dealt", {}),
    "community card exposed": ("dealt", {}),
}
# One hand is dead, or the progressive wagers are settled although the hands are void.
OTHERWISE = {("555", "wrong number of cards"), ("645a", "dealer card exposed"), ("678a", "dealer card exposed")}
REMEDIES = [(n, kind) for n in METERED for kind in VOIDS if kind in game(n).incidents and (n, kind) not in OTHERWISE]


@pytest.mark.parametrize("number, kind", REMEDIES)
def test_a_void_round_gives_progressive_wagers_back_and_takes_their_part_off_the_meter(number: str, kind: str) -> None:
    name, (at, detail) = game(number).progressive, VOIDS[kind]
    table = table_of(number, "automated shoe" if "shoe" in kind else "manual shoe", (1, 3))
    assert table.meter is not None
    before = table.meter.cents
    finished = play(table, at, Incident(kind, detail))
    assert finished.void
    steps = [shown(step) for step in finished.steps if step.cite == finished.void and step.wager == name]
    assert steps == [("unfeed", "", name, 2 * PART), ("restore", "seat_1", name, CHIP), ("restore", "seat_3", name, CHIP)]
    assert table.meter.cents == before


@pytest.mark.parametrize("number", METERED)
def test_a_house_that_gives_wagers_back_to_who_leaves_takes_their_part_off_the_meter(number: str) -> None:
    name, cite = game(number).progressive, game(number).incidents["player leaves"]
    table = table_of(number, "manual shoe", (1, 3), abandoned_wagers_lose=False)
    assert table.meter is not None
    finished = play(table, "dealt", Incident("player leaves", {"seat": 3}))
    steps = [shown(step) for step in finished.steps if step.cite == cite and step.wager == name]
    assert steps == [("restore", "seat_3", name, CHIP), ("unfeed", "seat_3", name, PART)]


@pytest.mark.parametrize("number", METERED)
def test_a_progressive_wager_is_of_the_amount_that_chapter_or_house_names(number: str) -> None:
    table = table_of(number, "manual shoe", ())
    name = table.game.progressive
    with pytest.raises(IllegalWager, match=f"the {name} Wager must be .*, not ") as refused:
        table.bet(1, {**table.game.suggest(table.house), name: CHIP + 1})
    assert refused.value.cite == game(number).cite_of(name)
    assert name not in table.bets[1]


@pytest.mark.parametrize("number", [n for n in METERED if not House.of(n, {})["progressive_rate"]])
def test_a_progressive_wager_without_a_rate_of_progression_is_not_offered(number: str) -> None:
    given = {**offering(number), "progressive_rate": 0}
    with pytest.raises(NotAuthorized, match="needs a rate of progression") as refused:
        Table(game(number), House.of(number, given), Chance(1))
    problem = refused.value
    rate = next(option for option in chapter(number).options if option.option == "progressive_rate")
    assert (problem.cite, problem.rule, problem.allowed) == (rate.section, "rate-stated", "a positive number up to 100")
