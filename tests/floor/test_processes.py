"""Several processes on one PostgreSQL: what one serves the others show, commands are passed on, people lose their rights
everywhere, and the tables of a process that dies move."""

import asyncio
import itertools
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.floor.client import Visitor
from pitboss.table.commands import Bet, Leave, Sit
from tests.floor.house import CODE
from tests.floor.mortal import Births, Mortal
from tests.floor.postgres import Cluster
from tests.floor.test_client import play

TABLE = "three-card-poker"
IDS = itertools.count()


@pytest.fixture
def two(births: Births, cluster: Cluster, tmp_path: Path) -> Iterator[tuple[Mortal, Mortal]]:
    """Two processes, of which the first has all tables."""
    words = cluster.new(), f"key={tmp_path / 'floor.key'}", "stays=1"
    first = Mortal(births, *words)
    wait_for(first)
    second = Mortal(births, *words)
    wait_for(second)
    yield first, second
    for each in (first, second):
        if not each.deaths:
            each.kill()


def wait_for(serving: Mortal) -> None:
    """Waits until a process answers."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            if httpx.get(f"{serving.url}/readyz", timeout=5, verify=False).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError("the server answers")


class Guest:
    """Somebody over HTTP."""

    def __init__(self, serving: Mortal, role: str = "patron") -> None:
        self.http = httpx.Client(base_url=serving.url, timeout=30, verify=False)
        me = self.http.post("/api/guest", json={"bearer": True, "role": role, "code": CODE}).json()
        self.name, self.id = me["name"], me["id"]
        self.http.headers["authorization"] = f"Bearer {me['token']}"

    def look(self, table: str = TABLE) -> dict[str, Any]:
        """The whole table."""
        found: dict[str, Any] = self.http.get(f"/api/tables/{table}").json()
        return found

    def say(self, command: dict[str, Any], table: str = TABLE) -> httpx.Response:
        """Says something for the version that the table has now."""
        body = {"id": f"c{next(IDS)}", "version": self.look(table)["v"], "command": command}
        return self.http.post(f"/api/tables/{table}/commands", json=body)


def test_a_table_is_played_from_two_processes(two: tuple[Mortal, Mortal]) -> None:
    """Whoever came to the other process sits, bets and decides there, and sees every frame; his cage is right."""
    first, second = two

    async def evening() -> None:
        seats = [await (await Visitor.guest(serving.url)).sit(TABLE, cents=50_000) for serving in two]
        await asyncio.gather(*(play(seat, {"Ante": 500}, 3) for seat in seats))
        for seat in seats:
            await seat.line.close()

    asyncio.run(evening())
    here, there = Guest(first), Guest(second)
    assert here.look()["table"]["round"] == there.look()["table"]["round"] >= 3
    names = {row["name"] for row in there.http.get("/api/tables").json()}
    assert names == {row["name"] for row in here.http.get("/api/tables").json()} and "poker/holdem-limit" in names


def test_what_somebody_says_at_once_is_done_in_its_order(two: tuple[Mortal, Mortal]) -> None:
    """He sits down and bets without waiting, at a table that the other process serves: he has sat down when he bets."""
    _, second = two

    async def evening() -> None:
        for _ in range(6):
            guest = await Visitor.guest(second.url)
            line = await guest.look(TABLE)
            sits, bets, leaves = Sit(3, guest.name, 10_000), Bet(3, {"Ante": 500}), Bet(3, {})
            versions = await asyncio.gather(*(line.say(deed, version=line.version) for deed in (sits, leaves, bets)))
            assert versions == sorted(versions)
            await line.say(Leave(3))
            await line.close()

    asyncio.run(evening())


def test_the_tables_of_a_process_that_dies_move(two: tuple[Mortal, Mortal]) -> None:
    """What was acknowledged is there, the round goes on at the other process, and chips go back to the cage."""
    first, second = two
    ann, bo = Guest(first), Guest(second)
    assert ann.say({"do": "sit", "seat": 1, "player": ann.name, "cents": 50_000}).status_code == 200
    assert bo.say({"do": "sit", "seat": 2, "player": bo.name, "cents": 50_000}).status_code == 200
    assert ann.say({"do": "bet", "seat": 1, "wagers": {"Ante": 500}}).status_code == 200
    assert bo.say({"do": "bet", "seat": 2, "wagers": {"Ante": 500}}).status_code == 200
    before = bo.look()
    assert before["table"]["in_progress"]
    first.kill()
    until = time.monotonic() + 30
    answer = bo.say({"do": "leave", "seat": 2})
    while answer.status_code == 503 and time.monotonic() < until:
        time.sleep(0.2)
        answer = bo.say({"do": "leave", "seat": 2})
    assert answer.status_code == 200, answer.text
    assert bo.look()["v"] > before["v"]
    third = Guest(second)
    third.http.headers["authorization"] = ann.http.headers["authorization"]  # the token is good at every process
    asked = third.look()["table"]["asked"]
    assert asked[0]["seat"] == 1 and asked[0]["choices"]
    assert third.say({"do": "decide", "seat": 1, "word": "fold"}).status_code == 200
    assert third.say({"do": "leave", "seat": 1}).status_code == 200
    assert third.http.get("/api/me").json()["cage"] == 10_000_000 - 500
    assert bo.http.get("/api/me").json()["cage"] == 10_000_000 - 500


def test_a_process_that_hung_answers_nobody_from_what_it_has_lost(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """It is stopped for longer than its leases last, and another one deals on. What was asked of it meanwhile it answers as the
    table is now, when it goes on."""
    words = cluster.new(), f"key={tmp_path / 'floor.key'}", "hangs=5", "stays=1"
    first = Mortal(births, *words)
    wait_for(first)
    second = Mortal(births, *words)
    wait_for(second)
    ann, bo = Guest(first), Guest(second)
    for guest, seat in ((ann, 1), (bo, 2)):
        command = {"do": "sit", "seat": seat, "player": guest.name, "cents": 50_000}
        assert guest.say(command).status_code == 200
    spectators = [httpx.Client(base_url=first.url, timeout=30, verify=False) for _ in range(8)]
    for spectator in spectators:
        spectator.get(f"/api/tables/{TABLE}")  # from here on it has a connection
    os.kill(first.number, signal.SIGSTOP)
    try:
        until = time.monotonic() + 30
        while (answer := bo.say({"do": "leave", "seat": 2})).status_code == 503 and time.monotonic() < until:
            time.sleep(0.2)
        assert answer.status_code == 200, answer.text
        now = bo.look()
        with ThreadPoolExecutor(10) as pool:
            said = {"command": {"do": "bet", "seat": 1, "wagers": {"Ante": 500}}, "id": "late", "version": now["v"]}
            bet = pool.submit(ann.http.post, f"/api/tables/{TABLE}/commands", json=said)
            looks = [pool.submit(each.get, f"/api/tables/{TABLE}") for each in spectators]
            time.sleep(0.5)  # all of it lies before the process that hangs
            os.kill(first.number, signal.SIGCONT)
            seen = [each.result().json() for each in looks]
            answered = bet.result()
    finally:
        os.kill(first.number, signal.SIGCONT)
    assert [each["v"] for each in seen if each["v"] < now["v"]] == [], "what it shows is as old as its hanging"
    assert answered.status_code in (200, 503), answered.text
    for each in (first, second):
        each.kill()


def rebuilt(serving: Mortal) -> int:
    """How many banks a process has rebuilt so far."""
    lines = httpx.get(f"{serving.url}/metrics", timeout=30, verify=False).text.splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("pitboss_rebuilt_total"))))


def test_the_same_chips_at_two_processes_are_spent_once(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """A guest sits down everywhere at once with more than half of the chips: one seat is taken, the others are refused in one
    sentence, and neither a table nor a room is rebuilt, which would undo what others did there."""
    database, key = cluster.new(), f"key={tmp_path / 'floor.key'}"
    both = [Mortal(births, database, key, f"share={number}/2", "stays=1") for number in (1, 2)]
    for each in both:
        wait_for(each)
    cents, refusals = 6_000_000, set()
    for number in range(4):
        serving = both[number % 2]
        guest = Guest(serving)
        sits = {"do": "sit", "seat": 1 + number, "player": guest.name, "cents": cents}
        places = [
            (f"/api/tables/{table}", sits) for table in ("three-card-poker", "blackjack", "high-card-flush", "mississippi-stud")
        ]
        seat = {"do": "take seat", "player": guest.name, "table": "holdem-limit", "seat": 1 + number, "cents": cents}
        places.append(("/api/rooms/poker", seat))
        versions = [guest.look(path.removeprefix("/api/tables/"))["v"] for path, _ in places[:-1]]
        versions.append(next(room["version"] for room in guest.http.get("/api/rooms").json() if room["room"] == "poker"))

        def say(at: int, guest: Guest = guest, places: Any = places, versions: Any = versions) -> httpx.Response:
            path, command = places[at]
            said = {"id": f"c{at}", "version": versions[at], "command": command}
            return httpx.post(
                f"{both[at % 2].url}{path}/commands", json=said, headers=dict(guest.http.headers), timeout=30, verify=False
            )

        with ThreadPoolExecutor(len(places)) as pool:
            answers = list(pool.map(say, range(len(places))))
        assert sorted(answer.status_code for answer in answers).count(200) == 1, [answer.text for answer in answers]
        refusals |= {answer.json()["error"] for answer in answers if answer.status_code != 200}
        assert guest.http.get("/api/me").json()["cage"] == 10_000_000 - cents
    assert refusals == {"there is $40,000 in your account at the cage, not $60,000"}
    assert [rebuilt(each) for each in both] == [0, 0]
    for each in both:
        each.kill()


def test_whoever_loses_his_rights_loses_them_everywhere(two: tuple[Mortal, Mortal]) -> None:
    """A line to one process ends when another process disables its account."""
    first, second = two
    boss = Guest(first, "pit boss")

    async def evening() -> None:
        visitor = await Visitor.register(second.url, f"Somebody {next(IDS)}", "a long enough password")
        seat = await visitor.sit(TABLE, cents=50_000)
        answer = boss.http.put(f"/api/accounts/{visitor.name}/disabled", json={"disabled": True, "why": "test"})
        assert answer.status_code == 200, answer.text
        with pytest.raises(Exception, match="sign in"):
            async with asyncio.timeout(20):
                while True:
                    await seat.bet({})
                    await asyncio.sleep(0.1)

    asyncio.run(evening())


def test_a_line_ends_when_its_session_ends_at_another_process(two: tuple[Mortal, Mortal]) -> None:
    """After signing out through one process nobody says anything more over a line to the other."""
    first, second = two

    async def evening() -> None:
        visitor = await Visitor.register(second.url, f"Somebody {next(IDS)}", "a long enough password")
        seat = await visitor.sit(TABLE, cents=50_000)
        head = {"authorization": f"Bearer {visitor.token}"}
        assert httpx.delete(f"{first.url}/api/session", headers=head).status_code == 204
        with pytest.raises(Exception, match="sign in"):
            async with asyncio.timeout(20):
                while True:
                    await seat.bet({})
                    await asyncio.sleep(0.1)

    asyncio.run(evening())


def test_a_refusal_of_another_process_is_as_final_as_ones_own(two: tuple[Mortal, Mortal]) -> None:
    """A patron who deals is told by both processes, in the same words, that nobody may say that again."""
    answers = [Guest(process).say({"do": "begin"}) for process in two]
    assert [answer.status_code for answer in answers] == [403, 403]
    assert answers[0].json() == answers[1].json()
