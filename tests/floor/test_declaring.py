"""What may be declared, in words; and who declares it himself: a player who practises, alone with bots, and nobody else."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.floor import bots
from pitboss.floor.declaring import FIELDS, declarable
from pitboss.floor.roles import Forbidden
from pitboss.floor.server import Running
from pitboss.floor.view import View
from pitboss.games import MODULES, game
from pitboss.table.commands import Author, Begin, Bet, Decide, Permit, Proceed, Report, VoidRound
from pitboss.table.incidents import check_detail
from pitboss.table.records import Record
from pitboss.table.steps import Incident
from pitboss.table.stores import TABLE
from tests.floor.floor_evening import Evening
from tests.floor.test_pit_figures import WAITS
from tests.floor.test_recall import run

EXAMPLE: dict[str, Any] = {"seat": 1, "place": "seat 1", "cards": "Kh", "number": 4, "cents": 500, "text": "x", "flag": True}


@pytest.mark.parametrize("number", MODULES)
def test_every_incident_is_told_with_fields_that_its_chapter_knows(number: str) -> None:
    played = game(number)
    incidents, told = declarable(number)
    assert incidents == dict(played.incidents) and {each["kind"] for each in told} == set(incidents)
    for each in told:
        assert each["cite"] == incidents[each["kind"]] and len(each["says"]) > 20
        detail = {field["word"]: field.get("choices", [EXAMPLE.get(field["takes"])])[0] for field in each["fields"]}
        assert None not in detail.values() and set(detail) <= set(FIELDS)
        check_detail(Incident(each["kind"], detail), played.details[each["kind"]], each["cite"])


async def _in_a_round(here: Running, evening: Evening, others: int = 1) -> tuple[Any, Any]:
    live = await here.openings.open_table(None, "three", "565", {})
    ann = await evening.guest()
    await evening.sit(live, ann, 1)
    if others:
        await bots.seat(here.floor, live, others)
    await evening.say(live, ann, Bet(1, {"Ante": 1000}))
    assert live.table.round is not None
    return live, ann


WRONG = Report("wrong number of cards", {"to": "dealer", "cards": 4})


def test_who_practises_alone_with_bots_declares_himself(tmp_path: Path) -> None:
    """The record says so: as the dealer, under his name; and the remedy is that of the chapter."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening)
        version = await evening.say(live, ann, WRONG)
        await evening.until(lambda: live.at_rest)
        lines = here.floor.database.view(lambda connection: list(View(connection).records(live.log, version, version)))
        record = TABLE.decode(lines[0][1].body)
        assert isinstance(record, Record)
        assert record.author == Author("dealer", ann.name) and record.deed == WRONG
        assert live.table.round is None and live.table.last is not None
        assert any(step.act == "void" and step.cite == live.table.game.incidents[WRONG.kind] for step in record.steps)
        assert live.table.seats[1].cents == 10_000, "every wager went back"

    run(tmp_path, test, clocks=WAITS)


@pytest.mark.parametrize("practice", [True, False])
def test_nobody_else_does(tmp_path: Path, practice: bool) -> None:
    """Not on another floor, not where another person sits, not who only looks; and he neither deals nor rules."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening)
        for deed in (Begin(), Proceed(), VoidRound("why"), Permit(1)):
            with pytest.raises(Forbidden):
                await evening.say(live, ann, deed)
        ben = await evening.guest()
        with pytest.raises(Forbidden, match="a patron may not"):
            await evening.say(live, ben, WRONG)
        if practice:
            await evening.sit(live, ben, 5)
        for who in (ann, ben):
            with pytest.raises(Forbidden, match="a patron may not"):
                await evening.say(live, who, WRONG)
        assert live.table.round is not None

    run(tmp_path, test, clocks=WAITS, practice=practice)


def test_a_dealer_who_sits_there_with_others_declares_nothing(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live, _ = await _in_a_round(here, evening, 0)
        dot = await evening.guest("dealer")
        await evening.sit(live, dot, 2)
        with pytest.raises(Forbidden, match="where he sits"):
            await evening.say(live, dot, WRONG)

    run(tmp_path, test, clocks=WAITS)


def test_a_player_learns_nothing_by_naming_cards(tmp_path: Path) -> None:
    """Whether a card can be where he says would tell him what lies hidden: every card is refused in the same words."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening)
        refused = set()
        for card in (rank + suit for rank in "23456789TJQKA" for suit in "shdc"):
            for kind, word in (("card face up", "card"), ("dealer card exposed", "cards")):
                with pytest.raises(Forbidden) as error:
                    await evening.say(live, ann, Report(kind, {word: card}))
                refused.add((word, str(error.value)))
        assert len(refused) == 2 and live.table.round is not None
        with pytest.raises(PitbossError):
            await evening.say(live, ann, Report("dealer sets hands wrong", {"low": "Kh 2c"}))
        await evening.say(live, ann, Report("card face up", {}))
        if live.table.round is not None:
            await evening.say(live, ann, Decide(1, "fold"))

    run(tmp_path, test, clocks=WAITS)
