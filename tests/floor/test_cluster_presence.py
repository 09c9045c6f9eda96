"""What a process tells another of the players whose lines it has."""

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest

from pitboss.floor.play import cluster as module
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.cluster import Cluster


class Telling(Cluster):
    """A process whose calls are refused a number of times."""

    def __init__(self, refusals: int) -> None:
        self.live: Any = Mock(lines={"Ann": {"": 1}}, bank=Mock(served_by="other"))
        self.live.name = "table"
        self.floor: Any = Mock(tables={"table": self.live})
        self.refusals, self.calls = refusals, 0
        self._tasks = set()

    async def call(self, live: Any, request: Any) -> int:
        self.calls += 1
        if self.calls <= self.refusals:
            raise RetryLaterError("this process does not serve the table yet")
        return 0

    async def all_told(self) -> None:
        await asyncio.gather(*self._tasks)


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOLD_AGAIN", 0.001)


def test_a_process_that_takes_a_bank_over_is_told_until_it_hears() -> None:
    """Else it counts the player as gone, and a Poker table without players deals no hand."""

    async def tell() -> int:
        process = Telling(3)
        process.tell(process.live, "came", "Ann")
        await process.all_told()
        return process.calls

    assert asyncio.run(tell()) == 4


@pytest.mark.parametrize(("event", "lines"), [("came", {}), ("went", {"Ann": {"": 1}})])
def test_what_is_no_longer_so_is_not_told_again(event: str, lines: dict[str, dict[str, int]]) -> None:
    async def tell() -> int:
        process = Telling(3)
        process.live.lines = lines
        process.tell(process.live, event, "Ann")
        await process.all_told()
        return process.calls

    assert asyncio.run(tell()) == 1


def test_nobody_is_told_of_a_table_that_moved_here() -> None:
    async def tell() -> int:
        process = Telling(3)
        process.live.bank.served_by = ""
        process.tell(process.live, "came", "Ann")
        await process.all_told()
        return process.calls

    assert asyncio.run(tell()) == 1
