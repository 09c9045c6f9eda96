"""The desk's work is done in processes of its own: what takes too long is killed, what is too much is refused, and nothing
outlives its client or the server."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from pitboss.errors import PitbossError, Stopped
from pitboss.floor.desk.jobs import MOST_OF_ONE, BusyError, Jobs, TimeLimitError
from pitboss.floor.desk.tasks import Task, sparing
from pitboss.floor.running import Running
from pitboss.floor.web.errors import answer_to
from pitboss.submissions.checking import check_document
from pitboss.submissions.desk import LONGEST_TEXT
from pitboss.submissions.reading import BadSubmission, document_in
from tests.floor.floor_evening import Evening
from tests.floor.house import CODE
from tests.floor.serving import Serving
from tests.floor.test_recall import Web, run

QUICK, ENDLESS = Task("check", 'chapter = "565"\n'), Task("wait", "600")


def with_jobs(work: Callable[[Jobs], Awaitable[None]], **settings: float) -> None:
    async def run_all() -> None:
        jobs = Jobs(**settings)  # type: ignore[arg-type]
        try:
            await work(jobs)
        finally:
            await jobs.close()

    asyncio.run(run_all())


def is_alive(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def test_a_job_that_takes_too_long_is_killed_and_the_next_is_done() -> None:
    async def work(jobs: Jobs) -> None:
        assert b'"ok":true' in (await jobs.run(QUICK)).content
        [process] = jobs.processes
        with pytest.raises(TimeLimitError, match=r"took longer than 0\.5 seconds, and was ended"):
            await jobs.run(ENDLESS)
        assert not is_alive(process) and not jobs.processes
        jobs.seconds = 20
        assert b'"ok":true' in (await jobs.run(QUICK)).content

    with_jobs(work, seconds=0.5, starting=20)


def test_a_long_job_says_how_far_it_is() -> None:
    """By results that are not done, no more often than a page can show."""
    told: list[tuple[str, float]] = []
    report = sparing(lambda what, part: told.append((what, part)), seconds=60)
    for part in (0.0, 0.5, 1.0):
        report("Ante", part)
    assert told == [("Ante", 0.0)]

    async def work(jobs: Jobs) -> None:
        result = await jobs.run(Task("hold", 'chapter = "565"\n'), hear=lambda each: told.append((each.name, each.part)))
        assert not result.more and b'"wager":"Ante"' in result.content
        assert b'"ok":true' in (await jobs.run(QUICK)).content

    with_jobs(work, workers=1)


def test_more_than_the_desk_can_do_is_refused_at_once() -> None:
    async def work(jobs: Jobs) -> None:
        held = [asyncio.create_task(jobs.run(ENDLESS, account)) for account in range(3)]
        await asyncio.sleep(0.01)
        began = time.monotonic()
        with pytest.raises(BusyError) as found:
            await jobs.run(QUICK)
        answer = answer_to(found.value)
        assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0 and time.monotonic() - began < 0.5
        assert b'"retry":true' in answer.body
        await jobs.close()
        assert {type(each) for each in await asyncio.gather(*held, return_exceptions=True)} == {Stopped}

    with_jobs(work, workers=2, waiting=1)


def test_one_account_leaves_a_process_and_the_waiting_to_others() -> None:
    """Four jobs that never end keep one account waiting, and nobody else; the account may ask again when they are over."""

    async def work(jobs: Jobs) -> None:
        held = [asyncio.create_task(jobs.run(ENDLESS, 7)) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0.01)
        with pytest.raises(BusyError, match="for you already"):
            await jobs.run(QUICK, 7)
        assert (await jobs.run(QUICK, 8)).content
        for job in held:
            job.cancel()
        await asyncio.gather(*held, return_exceptions=True)
        assert (await jobs.run(QUICK, 7)).content

    with_jobs(work, workers=2, waiting=8)


def test_a_job_ends_with_whoever_asked_and_with_the_server() -> None:
    async def work(jobs: Jobs) -> None:
        asked = asyncio.create_task(jobs.run(ENDLESS))
        while not jobs.processes:
            await asyncio.sleep(0.01)
        [process] = jobs.processes
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked
        assert not is_alive(process) and not jobs.processes
        again = asyncio.create_task(jobs.run(ENDLESS))
        while not jobs.processes:
            await asyncio.sleep(0.01)
        [process], began = jobs.processes, time.monotonic()
        await jobs.close()
        assert time.monotonic() - began < 1 and not is_alive(process)
        with pytest.raises(Stopped):
            await again
        with pytest.raises(Stopped):
            await jobs.run(QUICK)

    with_jobs(work, workers=1)


def test_a_process_that_dies_takes_one_job_with_it() -> None:
    async def work(jobs: Jobs) -> None:
        await jobs.run(QUICK)
        asked = asyncio.create_task(jobs.run(ENDLESS))
        await asyncio.sleep(0.1)
        os.kill(jobs.processes[0], signal.SIGKILL)
        with pytest.raises(PitbossError, match="ended before it was done"):
            await asked
        with pytest.raises(BadSubmission, match="not TOML"):
            await jobs.run(Task("check", "x ="))
        assert b'"ok":true' in (await jobs.run(QUICK)).content

    with_jobs(work, workers=1)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (f'holder = "{"M" * 40_000}"', "holder has 40,000 characters; at most 100 can be printed"),
        (f'facility = "{"M" * 101}"', "facility has 101 characters"),
        (f'tables = ["1", "{"M" * 41}"]', "a name in tables has 41 characters; at most 40"),
        (f'dealer_inscription = "{"hit " * 5000}"', "dealer_inscription has 20,000 characters; at most"),
        (f'[[waivers]]\nsection = "633a.2(a)"\nreason = "{"x" * 2001}"', "reason of a waiver has 2,001 characters"),
    ],
)
def test_what_is_printed_has_a_length(words: str, says: str) -> None:
    report = check_document(document_in(f'chapter = "633a"\n{words}\n', Path("a.toml")))
    long = [each for each in report.findings if each.rule == "text-length"]
    assert len(long) == 1 and says in long[0].message and long[0].level == "error" and long[0].fix
    assert len(str(long[0].record())) < 2000, "what is too long is not repeated in full"


def test_names_and_texts_of_the_longest_length_pass() -> None:
    words = f'holder = "{"M" * 100}"\ntables = ["{"M" * 40}"]\ndealer_inscription = "{"x" * LONGEST_TEXT}"\n'
    report = check_document(document_in(f'chapter = "633a"\n{words}', Path("a.toml")))
    assert not [each for each in report.findings if each.rule == "text-length"]


def test_the_desk_refuses_a_holder_that_would_print_for_minutes(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        text = f'chapter = "677a"\nholder = "{"M" * 40_000}"\n'
        refused = await boss.post("/api/submissions/print", json={"text": text, "what": "layout"})
        assert refused.status_code == 422 and "at most 100" in refused.json()["error"]

    run(tmp_path, test)


def children_of(process: int) -> list[int]:
    """The processes that the desk of a server has."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    commands = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [child for child, command in commands.items() if b"floor.desk.tasks" in command]


def until(reached: Callable[[], object], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


def test_a_server_stops_at_once_in_the_middle_of_a_job_and_a_job_without_its_client(tmp_path: Path) -> None:
    """Over a real connection: the signs of 250 tables take many seconds."""
    server = Serving(f"sqlite:///{tmp_path}/floor.db", "empty=1", "practice=1")
    try:
        with httpx.Client(base_url=server.url, verify=False, timeout=30) as boss:
            role = {"bearer": True, "role": "pit boss", "code": CODE}
            token = boss.post("/api/guest", json=role).json()["token"]
            head = {"authorization": f"Bearer {token}"}
            body = {"text": f'chapter = "677a"\nholder = "Elm"\ntables = {list(range(250))}\n', "what": "sign"}
            checked = boss.post("/api/submissions/check", json={"text": body["text"]}, headers=head)
            assert checked.json()["ok"], checked.text
            [process] = children_of(server.process.pid)
            with pytest.raises(httpx.ReadTimeout):
                boss.post("/api/submissions/print", json=body, headers=head, timeout=0.1)
            until(lambda: not is_alive(process), 2)
            with pytest.raises(httpx.ReadTimeout):
                boss.post("/api/submissions/print", json=body, headers=head, timeout=0.1)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 3
    finally:
        if server.process.poll() is None:
            server.kill()
