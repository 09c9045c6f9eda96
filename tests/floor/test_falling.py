"""Who falls with whom: what the writer tells banks after a conflict or a failure, on a backend that commits when it is let."""

import asyncio
import threading
from collections.abc import Sequence

import pytest

from pitboss.errors import Stopped
from pitboss.floor.storage.transactions import ConflictError, Unit
from pitboss.floor.storage.writer import Writer
from tests.floor.writing import Listener


class Gate:
    """A backend that commits when it is let, and refuses units by what they wait for."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.free = threading.Semaphore(0)
        self.broken = False

    def commit(self, units: Sequence[Unit]) -> list[Exception | None]:
        self.free.acquire()
        self.batches.append([unit.bank for unit in units])
        if self.broken:
            self.broken = False
            raise Stopped("gone")
        return [ConflictError("no") if unit.result == "bad" else None for unit in units]

    def quiet(self) -> None: ...

    def close(self) -> None: ...


def gated(test: object) -> None:
    """Runs a test with a writer on a gate."""

    async def main() -> None:
        gate = Gate()
        writer = Writer(gate, asyncio.get_running_loop())
        await test(writer, gate, Listener(writer))  # type: ignore[operator]
        for _ in range(100):
            gate.free.release()
        await writer.close()

    asyncio.run(main())


async def taken(writer: Writer) -> None:
    """Returns when the writer has taken what is queued."""
    while not writer._queue.empty():
        await asyncio.sleep(0.001)


async def pass_through(gate: Gate, batches: int) -> None:
    """Lets batches through, and everybody be told."""
    for _ in range(batches):
        before = len(gate.batches)
        gate.free.release()
        while len(gate.batches) == before:
            await asyncio.sleep(0.001)
    await asyncio.sleep(0.01)


def test_units_queued_behind_a_conflict_fall_until_it_was_told() -> None:
    """They were submitted by a bank that had not heard; what it submits afterwards is taken."""

    async def test(writer: Writer, gate: Gate, listener: Listener) -> None:
        listener.submit("a1", Unit("a", result="bad"))
        await taken(writer)
        listener.submit("a2", Unit("a"))
        listener.submit("b1", Unit("b"))
        await pass_through(gate, 2)
        assert listener.kinds() == {"a1": "ConflictError", "a2": "DroppedError", "b1": ""}
        listener.submit("a3", Unit("a"))
        await pass_through(gate, 1)
        assert listener.kinds()["a3"] == "" and gate.batches == [["a"], ["b"], ["a"]]

    gated(test)


def test_a_failing_database_stops_each_bank_until_that_bank_was_told() -> None:
    """Bank c has its first unit in the queue when the batch before fails, and submits another one before it hears of that."""

    async def test(writer: Writer, gate: Gate, listener: Listener) -> None:
        gate.broken = True
        listener.submit("a1", Unit("a"))
        await taken(writer)
        listener.submit("c1", Unit("c"))
        first = Unit("a")
        listener.submit("a2", first)
        submit_c2 = listener.told.append

        def hears(error: Exception | None) -> None:
            submit_c2(("a2", error))
            listener.submit("c2", Unit("c"))  # c has heard of c1 by now, a little before

        first.done = hears
        await pass_through(gate, 1)
        await asyncio.sleep(0.05)
        gate.free.release()
        await asyncio.sleep(0.05)
        assert listener.kinds() == {"a1": "Stopped", "c1": "Stopped", "a2": "Stopped", "c2": ""}

    gated(test)


def test_a_bank_that_has_not_heard_is_stopped_though_another_one_has() -> None:
    """`done` of a's unit submits one of c, whose own stopped unit is told only after it."""

    async def test(writer: Writer, gate: Gate, listener: Listener) -> None:
        gate.broken = True
        told: list[str] = []

        def hears(error: Exception | None) -> None:
            told.append(type(error).__name__)
            listener.submit("c2", Unit("c"))

        writer.submit(Unit("a", done=hears))
        listener.submit("c1", Unit("c"))
        await taken(writer)
        await pass_through(gate, 1)
        for _ in range(3):
            gate.free.release()
        await asyncio.sleep(0.05)
        assert told == ["Stopped"] and listener.kinds() == {"c1": "Stopped", "c2": "DroppedError"}

    gated(test)


def test_a_bank_that_is_stopped_falls_within_its_batch() -> None:
    """Its first unit had not heard that the database failed; its second had, of another bank's, and rests on the first."""

    async def test(writer: Writer, gate: Gate, listener: Listener) -> None:
        writer._stopped = 1
        results = writer._fall([Unit("c"), Unit("c", heard=1), Unit("d", heard=1), Unit(), Unit(heard=1)])
        assert [type(result).__name__ for result in results] == ["Stopped", "DroppedError", "NoneType", "Stopped", "NoneType"]

    gated(test)


def test_one_who_cannot_be_told_does_not_silence_the_others() -> None:
    async def test(writer: Writer, gate: Gate, listener: Listener) -> None:
        wrong: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: wrong.append(context["exception"]))

        def fail(error: Exception | None) -> None:
            raise KeyError("a defect")

        writer.submit(Unit("a", done=fail))
        listener.submit("b", Unit("b"))
        await pass_through(gate, 1)
        gate.free.release()
        await asyncio.sleep(0.02)
        assert listener.kinds() == {"b": ""} and isinstance(wrong[0], KeyError)

    gated(test)


def test_closing_commits_what_is_queued_and_takes_nothing_more() -> None:
    async def test(writer: Writer, gate: Gate, listener: Listener) -> None:
        for number in range(3):
            listener.submit(str(number), Unit(str(number)))
        closing = asyncio.create_task(writer.close())
        await asyncio.sleep(0)
        with pytest.raises(Stopped, match="closing"):
            writer.submit(Unit("a"))
        gate.free.release(3)
        await closing
        assert listener.kinds() == {"0": "", "1": "", "2": ""}

    gated(test)


def test_one_who_waits_no_more_does_not_undo_his_unit() -> None:
    async def test(writer: Writer, gate: Gate, listener: Listener) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(writer.write(Unit("a")), 0.01)
        await pass_through(gate, 1)
        assert gate.batches == [["a"]]

    gated(test)
