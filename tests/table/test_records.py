"""Records as rows of a log and back, and chance as a record has it: what is asked for otherwise is refused."""

from typing import Any

import msgspec
import pytest

from pitboss.errors import BadLog, PitbossError
from pitboss.evidence.records import Promised
from pitboss.shoe import Chance, Shuffle
from pitboss.table.commands import FLOORPERSON, Bet
from pitboss.table.log.records import End, Reading, Record, Recorded, Row, record_of, row_of, step_of, step_row
from pitboss.table.steps import Step

CARDS = tuple(range(52))
SHUFFLE = Chance(1).shuffle(CARDS)
FULL = Step("565.8(d)", "deal", "seat_1", (50, 51), "down", "Ante", 500, "why")


def whole() -> Record:
    """A record that has everything."""
    return Record(
        12,
        Bet(1, {"Ante": 500}),
        FLOORPERSON,
        1700,
        "c1",
        [SHUFFLE, 7, Reading(500, "1/3")],
        [FULL, Step("565.8(d)", "say", note="x")],
        End(3, {"seat_1": 5}, -5, 1, 2, "565.4"),
        "the shoe is empty",
        Reading(501, "0"),
        [Promised(1, "ab" * 32, "cd" * 8)],
    )


def test_a_record_survives_the_log() -> None:
    written = msgspec.json.encode(row_of(whole()))
    assert record_of(msgspec.json.decode(written, type=Row)) == whole()
    assert b'["565.8(d)","say","","","","",0,"x"]' in written


def test_a_record_is_told_in_words_that_a_person_can_read() -> None:
    row = msgspec.json.decode(msgspec.json.encode(row_of(whole())))
    assert (row["v"], row["at"], row["id"], row["failed"]) == (12, 1700, "c1", "the shoe is empty")
    assert row["drawn"][1:] == [7, [500, "1/3"]]
    assert row["drawn"][0]["digest"] == SHUFFLE.digest and len(row["drawn"][0]["order"].split()) == 52
    assert row["steps"][0] == ["565.8(d)", "deal", "seat_1", "Ah As", "down", "Ante", 500, "why"]
    assert row["end"] == {"round": 3, "players": {"seat_1": 5}, "inventory": -5, "meter": 1, "box": 2, "void": "565.4"}


def test_the_command_of_a_record_is_for_no_version() -> None:
    command = whole().command
    assert (command.deed, command.author, command.at, command.version, command.id) == (
        Bet(1, {"Ante": 500}),
        FLOORPERSON,
        1700,
        None,
        "c1",
    )


def test_a_step_is_written_without_what_it_has_not_got() -> None:
    assert step_row(Step("565.8(d)", "say")) == ["565.8(d)", "say"]
    assert step_row(Step("", "say", cents=5)) == ["", "say", "", "", "", "", 5]
    assert step_of(["565.8(d)", "say"]) == Step("565.8(d)", "say")
    assert step_of(step_row(FULL)) == FULL


@pytest.mark.parametrize(
    "row", [["565.8(d)", 5], ["", "say", "", "", "", "", "5"], ["", "say", "", "", "", "", True], [*["x"] * 9]]
)
def test_what_is_no_step_is_refused(row: list[Any]) -> None:
    with pytest.raises(TypeError, match="a step that is none"):
        step_of(row)


def test_cards_that_are_none_are_refused() -> None:
    with pytest.raises(PitbossError):
        step_of(["", "deal", "seat_1", "Xx"])


# ---------------------------------------------------------------------------- chance


def test_chance_gives_what_was_recorded_in_its_order() -> None:
    chance = Recorded([SHUFFLE, 7, Reading(500, "0"), 1, 6], seeded=True)
    assert chance.seeded and not Recorded().seeded
    assert chance.shuffle(reversed(CARDS)) is SHUFFLE
    assert (chance.number(7, 7), chance.read(), chance.hours()) == (7, Reading(500, "0"), 0.0)
    assert chance.left
    assert (chance.number(1, 6), chance.number(1, 6)) == (1, 6)
    assert not chance.left


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (lambda chance: chance.shuffle(CARDS), "a shuffle"),
        (lambda chance: chance.number(1, 6), "a number"),
        (lambda chance: chance.read(), "the reading of a meter"),
    ],
)
def test_what_the_log_says_nothing_of_is_missed(ask: Any, what: str) -> None:
    with pytest.raises(BadLog, match=f"^{what} is needed, but the log says nothing of it"):
        ask(Recorded())


@pytest.mark.parametrize(
    ("drawn", "ask", "says"),
    [
        (7, lambda chance: chance.shuffle(CARDS), "a shuffle is needed, and the log says 7"),
        (SHUFFLE, lambda chance: chance.shuffle(CARDS[1:]), "the cards at the table are others than"),
        (Shuffle(SHUFFLE.order[::-1], SHUFFLE.salt, SHUFFLE.digest), lambda chance: chance.shuffle(CARDS), "does not commit"),
        (0, lambda chance: chance.number(1, 6), "a number from 1 to 6 is needed, and the log says 0"),
        (7, lambda chance: chance.number(1, 6), "a number from 1 to 6 is needed, and the log says 7"),
        (True, lambda chance: chance.number(1, 6), "a number from 1 to 6 is needed, and the log says True"),
        (Reading(3, "0"), lambda chance: chance.number(1, 6), "a number from 1 to 6 is needed, and the log says Reading"),
        (3, lambda chance: chance.read(), "the reading of a meter is needed, and the log says 3"),
    ],
)
def test_another_chance_than_the_recorded_one_is_refused(drawn: Any, ask: Any, says: str) -> None:
    with pytest.raises(BadLog, match=says):
        ask(Recorded([drawn]))
