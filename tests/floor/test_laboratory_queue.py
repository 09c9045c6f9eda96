"""The queue of the laboratory: one experiment a window, few an address, and none that nobody waits for."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.errors import NotAuthorized, PitbossError, Stopped
from pitboss.floor.desk.jobs import BusyError, Hear, Jobs
from pitboss.floor.desk.tasks import Result
from pitboss.floor.laboratory import process, queue
from pitboss.floor.laboratory.queue import MOST_OF_ONE, MOST_WAITING, Experiments
from pitboss.floor.laboratory.tasks import PROGRESS, Progress, Task
from pitboss.floor.people.rate_limits import RateLimitError

ANN, BO = ("203.0.113.7", "a"), ("203.0.113.7", "b")


class Slow(Jobs):
    """Jobs that do what the test says, one at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[Task] = []
        self.ended: list[Task] = []
        self.hears: dict[Task, Hear] = {}
        self.ends: dict[Task, asyncio.Future[Result]] = {}
        self._one = asyncio.Semaphore(1)

    async def run(self, task: Any, account: int = 0, hear: Hear | None = None) -> Result:
        async with self._one:
            assert hear is not None
            self.begun.append(task)
            self.hears[task] = hear
            self.ends[task] = asyncio.get_running_loop().create_future()
            try:
                return await self.ends[task]
            finally:
                self.ended.append(task)

    def tell(self, task: Task, name: str, content: Any) -> None:
        self.hears[task](Result(msgspec.json.encode(content), name, more=True))


def running(
    test: Callable[[Experiments, Slow], Awaitable[None]], monkeypatch: pytest.MonkeyPatch, patience: float = 0.01
) -> None:
    monkeypatch.setattr(queue, "PATIENCE", patience)

    async def main() -> None:
        jobs = Slow()
        experiments = Experiments(jobs)
        await test(experiments, jobs)
        await experiments.close()
        await asyncio.sleep(0)

    asyncio.run(main())


def test_parts_come_one_by_one_and_are_known_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        task = Task("565")
        parts, waiting = await experiments.ask(task, ANN)
        assert parts == {} and waiting is not None and waiting.ahead == 0
        jobs.tell(task, PROGRESS, Progress("counting", 0.5))
        jobs.tell(task, "numbers", {"edge": 0.03})
        parts, waiting = await experiments.ask(task, ANN)
        assert waiting is not None and (waiting.doing, waiting.done) == ("counting", 0.5)
        assert msgspec.json.decode(parts["numbers"]) == {"edge": 0.03}
        jobs.ends[task].set_result(Result())
        parts, waiting = await experiments.ask(task, ANN)
        assert list(parts) == ["numbers"] and waiting is None
        assert (await experiments.ask(task, BO))[1] is None and jobs.begun == [task]

    running(test, monkeypatch)


def test_the_next_experiment_of_a_window_takes_the_place_of_its_last(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        first, second = Task("565"), Task("557")
        await experiments.ask(first, ANN)
        await experiments.ask(second, ANN)
        assert jobs.ended == [first] and len(experiments) == 1
        await experiments.ask(second, ANN)
        assert jobs.begun == [first, second]

    running(test, monkeypatch)


def test_work_goes_on_while_another_window_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        task = Task("565")
        await experiments.ask(task, ANN)
        await experiments.ask(task, BO)
        experiments.leave(ANN)
        await asyncio.sleep(0.01)
        assert jobs.begun == [task] and jobs.ended == []
        experiments.leave(BO)
        await asyncio.sleep(0.01)
        assert jobs.ended == [task] and len(experiments) == 0

    running(test, monkeypatch)


def test_a_window_that_leaves_while_it_waits_gets_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        asked = asyncio.create_task(experiments.ask(Task("565"), ANN))
        while not jobs.begun:
            await asyncio.sleep(0)
        experiments.leave(ANN)
        assert await asked == ({}, None)

    running(test, monkeypatch, patience=10)


def test_clients_are_told_how_many_wait_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        await experiments.ask(Task("565"), ANN)
        jobs.tell(Task("565"), PROGRESS, Progress("counting", 0.1))
        _, waiting = await experiments.ask(Task("557"), ("198.51.100.1", "x"))
        assert waiting is not None and waiting.ahead == 1
        jobs.ends[Task("565")].set_result(Result())
        _, waiting = await experiments.ask(Task("557"), ("198.51.100.1", "x"))
        assert waiting is not None and waiting.ahead == 0

    running(test, monkeypatch)


def test_one_address_has_few_experiments_and_the_queue_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        for place in range(MOST_OF_ONE):
            await experiments.ask(Task("565", str(place)), (ANN[0], str(place)))
        with pytest.raises(BusyError, match=f"works on {MOST_OF_ONE} experiments for you already"):
            await experiments.ask(Task("565", "more"), (ANN[0], "more"))
        for place in range(MOST_WAITING - MOST_OF_ONE):
            await experiments.ask(Task("565", f"from {place}"), (f"198.51.100.{place}", "w"))
        with pytest.raises(BusyError, match="busy with other experiments"):
            await experiments.ask(Task("565", "late"), ("192.0.2.1", "w"))
        assert len(experiments) == MOST_WAITING

    running(test, monkeypatch, patience=0.001)


def test_new_experiments_are_limited_and_known_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        refused = 0
        for place in range(queue.OFTEN.most + 5):
            try:
                await experiments.ask(Task("565", str(place)), ANN)
                jobs.ends[Task("565", str(place))].set_result(Result())
                await asyncio.sleep(0)
                await asyncio.sleep(0)
            except RateLimitError as error:
                refused += 1
                assert error.wait > 0
        assert refused == 5
        assert (await experiments.ask(Task("565", "0"), ANN))[1] is None

    running(test, monkeypatch, patience=0.001)


def test_what_nobody_asks_about_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "GIVEN_UP", 0.05)

    async def test(experiments: Experiments, jobs: Slow) -> None:
        await experiments.ask(Task("565"), ANN)
        await asyncio.sleep(0.2)
        assert jobs.ended == [Task("565")] and len(experiments) == 0

    running(test, monkeypatch)


@pytest.mark.parametrize("error", [NotAuthorized("too fine", "565.12(d)"), Stopped("closing"), PitbossError("it ended")])
def test_an_error_is_told_to_who_waits_and_tried_again_later(monkeypatch: pytest.MonkeyPatch, error: PitbossError) -> None:
    monkeypatch.setattr(queue, "ERRORS_KEPT", 0.02)

    async def test(experiments: Experiments, jobs: Slow) -> None:
        task = Task("565")
        await experiments.ask(task, ANN)
        jobs.ends[task].set_exception(error)
        await asyncio.sleep(0)
        with pytest.raises(type(error), match=error.message):
            await experiments.ask(task, ANN)
        await asyncio.sleep(0.05)
        assert (await experiments.ask(task, ANN))[1] is not None and jobs.begun == [task, task]

    running(test, monkeypatch)


def test_a_defect_is_no_answer_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(experiments: Experiments, jobs: Slow) -> None:
        task = Task("565")
        await experiments.ask(task, ANN)
        jobs.ends[task].set_exception(RuntimeError("list index"))
        await asyncio.sleep(0)
        with pytest.raises(PitbossError, match="the laboratory itself failed"):
            await experiments.ask(task, ANN)

    running(test, monkeypatch)


# ---------------------------------------------------------------------------- the process


def test_the_process_sends_parts_and_errors() -> None:
    sent: list[Result] = []
    body = msgspec.msgpack.encode(Task("565", "wager=Pair+Plus"))
    assert process.result_of(body, sent.append) == Result()
    names = [each.name for each in sent if each.name != PROGRESS]
    assert names == ["numbers", "law", "sessions", "printed", "play", "mistakes", "changes"] and all(each.more for each in sent)
    refused = process.result_of(msgspec.msgpack.encode(Task("565", "deks=1")), sent.append)
    assert refused.types[0] == "NotAuthorized" and refused.cite == "565"
    huge = Task("565", "wager=Pair+Plus&Pair+Plus:Flush=999999.123456789+to+1")
    assert "too large or too fine" in process.result_of(msgspec.msgpack.encode(huge), sent.append).error
    assert process.result_of(b"no task", sent.append).types == ("Defect",)


def test_the_folder_of_solved_games_does_not_grow(tmp_path: Path) -> None:
    for place in range(5):
        (tmp_path / f"{place}.json").write_text("{}")
    process.prune(tmp_path, most=2)
    assert len(list(tmp_path.iterdir())) == 2
    process.prune(tmp_path / "nowhere", most=2)


def test_a_server_loads_no_solver() -> None:
    """Compiled code takes a second to load, in which no table would be served."""
    code = "import sys, pitboss.floor.web.app; print([name for name in sys.modules if name.startswith('numba')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
