"""Which of several pots was pushed stands in the note of the push; logs of earlier versions, without it, replay as they are."""

import msgspec
import pytest

from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import play
from pitboss.table.log.log import Difference
from pitboss.table.log.replay import repeat
from pitboss.table.notes import of_pot, read_pot
from pitboss.table.steps import Ask, Step
from pitboss.table.table import Table

NO_LIMIT = {"structure": "no limit", "announcements": True}
STAKES = {1: 3_000, 2: 20_000, 3: 50_000, 4: 50_000}


def opened() -> Table:
    return Table(game("637a"), House.of("637a", NO_LIMIT), Chance(1))


def all_in(table: Table, ask: Ask) -> str:
    """Everybody puts in all that they have."""
    *_, best = ask.choices
    return f"{best.word} {best.most}" if best.most else best.word


def pots(table: Table) -> list[str]:
    """The pots that were pushed in the last hand."""
    assert table.last is not None
    return [read_pot(step.note)[1] for step in table.last.steps if step.act == "award"]


def test_several_pots_are_named_and_earlier_logs_replay() -> None:
    table = opened()
    for seat, cents in STAKES.items():
        table.sit(seat, f"P{seat}", cents)
    play(table, all_in)
    assert pots(table) == ["side pot 2", "side pot 1", "main pot"]

    def again(reword: str | None) -> None:
        copy = opened()
        for record in table.tail[1:]:
            steps = [without_pot(step, reword) for step in record.steps]
            repeat(copy, msgspec.structs.replace(record, steps=steps), record.version)

    again(None)
    again("")
    with pytest.raises(Difference, match="side pot 9"):
        again("side pot 9")


def without_pot(step: Step, reword: str | None) -> Step:
    """A push as an earlier version wrote it, or of another pot."""
    why, pot = read_pot(step.note)
    if reword is None or not pot or step.act != "award":
        return step
    return msgspec.structs.replace(step, note=of_pot(why, 9) if reword else why)
