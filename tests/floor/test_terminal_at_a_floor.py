"""The terminal at a table of a floor: what happens while somebody is at a prompt is shown, and an old question is not asked."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.client import Visitor
from tests.floor.mortal import Births, Served
from tests.person import Person

TABLE = "three-card-poker"


@pytest.fixture(scope="module")
def served(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(births, tmp_path_factory.mktemp("floor"), 0.05, "decision=5")
    yield served
    served.stop()


def quits(person: Person, told: str) -> str:
    """Somebody leaves at a prompt; what he is shown until he is told the sum of his sitting."""
    person.types("quit")
    shown = person.reads(told)
    assert person.leaves() == 0
    return shown


@pytest.fixture
def hasty(births: Births, tmp_path: Path) -> Iterator[Served]:
    """A floor that waits half a second for an answer, and five for somebody who is alone."""
    served = Served(births, tmp_path, 0.05, "decision=0.5")
    yield served
    served.stop()


def test_a_clock_that_runs_out_at_a_prompt_is_shown(hasty: Served, people: list[Person], environment: dict[str, str]) -> None:
    served = hasty
    people.append(person := Person(environment, "play", "--floor", served.url, TABLE))
    person.is_asked("your wagers?")
    person.types("10")
    person.is_asked("[?] help")
    shown = person.reads("· over")
    assert "given up" in shown and "Dealer" in shown
    person.is_asked("your wagers?")
    assert quits(person, "Sitting: 1 round")


def test_others_are_shown_at_a_prompt(served: Served, people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "--floor", served.url, TABLE))
    person.is_asked("your wagers?")

    async def another() -> None:
        visitor = await Visitor.guest(served.url)
        seat = await visitor.sit(TABLE, cents=10_000)
        await asyncio.to_thread(person.reads, visitor.name)
        await seat.bet({"Ante": 1000})
        await asyncio.to_thread(person.reads, "puts")
        await asyncio.to_thread(person.is_asked, "your wagers?")
        await seat.leave()
        await seat.line.close()

    asyncio.run(another())
    person.reads("seat 2")
    person.is_asked("your wagers?")
    assert quits(person, "Sitting: 0 rounds")


def test_what_was_typed_is_kept_when_others_are_shown(
    served: Served, people: list[Person], environment: dict[str, str]
) -> None:
    people.append(person := Person(environment, "play", "--floor", served.url, TABLE))
    person.is_asked("your wagers?")
    person.types("ante 10 pair plus ", end="")
    person.reads("pair plus")

    async def another() -> None:
        seat = await (await Visitor.guest(served.url)).sit(TABLE, cents=10_000)
        await asyncio.to_thread(person.is_asked, "your wagers?")
        await asyncio.to_thread(person.reads, "pair plus")
        await seat.leave()
        await seat.line.close()

    asyncio.run(another())
    person.reads("pair plus")
    person.types("5")
    person.is_asked("[?] help")
    person.types("fold")
    assert "Pair Plus" in person.is_asked("your wagers?")
    assert quits(person, "Sitting: 1 round")


def test_a_hand_of_poker_begins_while_somebody_thinks(
    served: Served, people: list[Person], environment: dict[str, str]
) -> None:
    people.append(person := Person(environment, "play", "--floor", served.url, "553", "--bots", "2"))
    person.reads("Enter for the next hand")
    person.is_asked("[?] help")
    person.types("fold")
    person.reads("· over")
    person.interrupts()  # the next hand is dealt already
    person.reads("Sitting:")
    assert person.leaves() == 130


def test_a_server_that_stops_and_comes_back_is_told_of(
    served: Served, people: list[Person], environment: dict[str, str]
) -> None:
    people.append(person := Person(environment, "play", "--floor", served.url, TABLE))
    person.is_asked("your wagers?")
    served.kill()
    person.reads("lost;")
    served.start()
    person.reads("back.")
    person.is_asked("your wagers?")
    person.types("10")
    person.is_asked("[?] help")
    person.types("fold")
    person.reads("· over")
    person.is_asked("your wagers?")
    assert quits(person, "Sitting: 1 round")


def test_what_is_typed_before_a_question_does_not_answer_it(
    served: Served, people: list[Person], environment: dict[str, str]
) -> None:
    people.append(person := Person(environment, "play", "--floor", served.url, TABLE))
    person.is_asked("your wagers?")
    person.types("10")
    person.is_asked("[?] help")
    person.types("fold\n20")  # the second line is there before its question is
    person.is_asked("your wagers?")
    assert "middle" not in quits(person, "Sitting: 1 round")
