"""Nobody is told of anything before it was synced: shown by the order of the server's system calls.

Killing a process never tests a sync. Here a server runs under strace while people play over WebSockets and HTTP, and everything
that leaves it is held against what had been written and synced by then. Without syncs the same check finds fault.
"""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect

from pitboss.floor.storage.postgres import address
from tests.floor import tracing
from tests.floor.house import CODE
from tests.floor.postgres import Cluster
from tests.floor.serving import Serving
from tests.floor.tracing import Call, Key, Streams, calls_of, told, written

ROUNDS = 4
SENDS = ("write", "writev", "sendto", "sendmsg")
SYNCS = ("fsync", "fdatasync")
COMMITTED = b"C\0\0\0\x0bCOMMIT\0"


@pytest.fixture(scope="module", autouse=True)
def tracer() -> None:
    """Something to trace with."""
    tracing.require()


# ---------------------------------------------------------------------------- an evening under strace


class Player:
    """Somebody at the table, over a WebSocket; every third thing he says goes over HTTP."""

    def __init__(self, http: httpx.AsyncClient, line: ClientConnection, name: str, seat: int, ids: Iterator[int]) -> None:
        self.http, self.line, self.name, self.seat, self.ids = http, line, name, seat, ids
        self.version, self.rounds, self.playing, self.placed = 0, 0, False, True

    async def say(self, **command: Any) -> None:
        """Says something for the version that he knows."""
        number = next(self.ids)
        said = {"id": f"power-{number}x", "version": self.version, "command": {**command, "seat": self.seat}}
        if number % 3:
            await self.line.send(json.dumps(said))
        else:
            (await self.http.post("/api/tables/one/commands", json=said)).raise_for_status()

    async def hear(self) -> list[dict[str, Any]]:
        """Takes the next message; what he is asked."""
        message = json.loads(await self.line.recv())
        assert not [each for each in message.get("answers", ()) if "refused" in each], message
        self.version = message.get("v", self.version)
        self.playing = message.get("table", {}).get("in_progress", self.playing)
        for step in [step for frame in message.get("frames", ()) for step in filter(None, frame.get("steps", ()))]:
            if step[1] == "begin":
                self.playing = True
            elif step[1] == "end":
                self.playing, self.placed, self.rounds = False, False, self.rounds + 1
            elif step[1] == "sit":
                self.placed = False
        asked: list[dict[str, Any]] = message.get("asked") or message.get("table", {}).get("asked", [])
        return [each for each in asked if each["seat"] == self.seat and each.get("choices")]

    async def play(self, wagers: dict[str, int]) -> None:
        """Plays some rounds as a silent player does."""
        await self.hear()
        await self.say(do="sit", player=self.name, cents=1_000_000)
        while self.rounds < ROUNDS:
            for each in await self.hear():
                if each["choices"][0]["word"] == "cut":
                    await self.say(do="cut")
                else:
                    word, _, cents = each["silent"].rpartition(" ")
                    said = {"word": word, "cents": int(cents)} if cents.isdigit() and word else {"word": each["silent"]}
                    await self.say(do="decide", **said)
            if not self.playing and not self.placed:
                self.placed = True
                await self.say(do="bet", wagers=wagers)


async def evening(url: str) -> None:
    """A pit boss opens a table; a player sits down and plays; somebody looks at the table again and again meanwhile."""
    async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
        boss = (await http.post("/api/guest", json={"role": "pit boss", "code": CODE, "bearer": True})).json()
        as_boss = {"authorization": f"Bearer {boss['token']}"}
        opened = await http.post("/api/tables", json={"name": "one", "chapter": "633a"}, headers=as_boss)
        wagers = opened.raise_for_status().json()["suggested"]
        guest = (await http.post("/api/guest", json={"bearer": True})).json()
        as_guest = {"authorization": f"Bearer {guest['token']}"}
        http.headers.update(as_guest)

        async def look() -> None:
            while True:
                for path in ("/api/tables/one", "/api/tables", "/api/me"):
                    (await http.get(path)).raise_for_status()
                await asyncio.sleep(0.01)

        async with connect(f"ws{url[4:]}/ws/tables/one", additional_headers=as_guest, ping_interval=None) as line:
            await line.send('{"hello": {}}')
            looking = asyncio.create_task(look())
            await asyncio.wait_for(Player(http, line, guest["name"], 1, count(1)).play(wagers), 60)
            looking.cancel()


def traced(folder: Path, database: str, *words: str) -> list[Call]:
    """The system calls of a server during an evening."""
    trace = folder / "trace"
    serving = Serving(database, "empty=1", f"key={folder}/floor.key", *words, under=tracing.command(trace))
    server = int(trace.read_text(encoding="ascii").split(maxsplit=1)[0])
    try:
        asyncio.run(evening(serving.url))
        os.kill(server, signal.SIGTERM)
        serving.process.wait(60)  # strace ends when what it traces has ended
    finally:
        if serving.process.poll() is None:
            os.kill(server, signal.SIGKILL)
        serving.kill()
    return calls_of(trace)


# ---------------------------------------------------------------------------- what left too early


class Told:
    """What was told, and what of it too early."""

    def __init__(self) -> None:
        self.seen: dict[str, set[str]] = {}
        self.early: list[str] = []

    def check(self, keys: Sequence[Key], sure: set[Key]) -> None:
        for kind, word in keys:
            self.seen.setdefault(kind, set()).add(word)
            if (kind, word) not in sure:
                self.early.append(f"{kind} {word}")

    def saw_enough(self) -> bool:
        """Whether there was something of every kind, and not a little."""
        return (
            len(self.seen.get("version", ())) > 3 * ROUNDS
            and len(self.seen.get("id", ())) > ROUNDS
            and {"guest", "session"} <= set(self.seen)
        )


def in_order(calls: Sequence[Call]) -> Iterator[tuple[bool, Call]]:
    """Beginnings (True) and ends of calls, as they followed each other."""
    moments = [(call.begin, True, call) for call in calls] + [(call.end, False, call) for call in calls]
    for _, begins, call in sorted(moments, key=lambda each: (each[0], not each[1])):
        yield begins, call


def is_wal(call: Call) -> bool:
    """Whether a call is about SQLite's write-ahead log."""
    return call.where.endswith("/floor.db-wal")


def check_file(calls: Sequence[Call]) -> Told:
    """Holds what leaves for clients against what was written to a log and synced after that."""
    found, streams = Told(), Streams()
    sure: set[Key] = set()
    waiting: set[Key] = set()  # written, not synced
    syncing: dict[int, set[Key]] = {}  # what had been written when a sync began, by process
    for begins, call in in_order(calls):
        if call.where.startswith("TCP:") and call.name in SENDS:
            if begins:
                found.check(streams.find(call, told), sure)
        elif not is_wal(call):
            continue
        elif call.name in ("pwrite64", "pwritev", "write") and not begins:
            waiting |= {key for _, key in written(call.data)} - sure
        elif call.name in SYNCS and begins:
            syncing[call.process] = set(waiting)
        elif call.name in SYNCS:
            sure |= syncing[call.process]
            waiting -= sure
    return found


@pytest.fixture(scope="module")
def synced(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Call]]:
    """An evening with syncs: its folder and its system calls."""
    folder = tmp_path_factory.mktemp("synced")
    return folder, traced(folder, f"sqlite:///{folder}/floor.db", "synchronous=FULL")


def test_nothing_leaves_before_it_is_synced(synced: tuple[Path, list[Call]], tmp_path: Path) -> None:
    """No frame, acknowledgement or HTTP answer about an event, a command, an account or a session leaves before a sync of the
    write-ahead log that began after its row was written. With `synchronous=OFF` the same check finds what left too early."""
    full = check_file(synced[1])
    assert full.saw_enough() and full.early == []
    off = check_file(traced(tmp_path, f"sqlite:///{tmp_path}/floor.db", "synchronous=OFF"))
    assert off.saw_enough() and len(off.early) > ROUNDS


def test_new_files_are_there_after_the_power_failed(synced: tuple[Path, list[Call]]) -> None:
    """Before anybody is told anything the folder was synced after each new file was made in it: database, log and key; and the
    key was synced before it got its name."""
    folder, calls = synced
    first = min(call.begin for call in calls if call.where.startswith("TCP:") and call.name in SENDS)
    syncs = [call.begin for call in calls if call.name in SYNCS and call.where == str(folder) and call.end < first]
    made = {call.where: call.end for call in reversed(calls) if call.name == "openat" and "O_CREAT" in call.text}
    for name in ("floor.db", "floor.db-wal"):
        assert any(sync > made[f"{folder}/{name}"] for sync in syncs), name
    named = next(call for call in calls if call.name in ("link", "linkat") and b"floor.key" in call.data)
    key = next(name for name in made if "/.floor.key." in name)
    content = [call.begin for call in calls if call.name in SYNCS and call.where == key]
    assert made[key] < content[0] < named.begin < max(syncs)


# ---------------------------------------------------------------------------- PostgreSQL


def is_database(call: Call) -> bool:
    """Whether a call is about the socket of PostgreSQL."""
    return call.where.startswith("UNIX")


def check_commits(calls: Sequence[Call]) -> Told:
    """Holds what leaves for clients against what the database has said to have committed."""
    found, streams = Told(), Streams()
    sure: set[Key] = set()
    waiting: dict[int, set[Key]] = {}  # sent over a connection, not committed
    for begins, call in in_order(calls):
        if call.where.startswith("TCP:") and call.name in SENDS and begins:
            found.check(streams.find(call, told), sure)
        elif is_database(call) and call.name in SENDS and begins:
            waiting.setdefault(call.file, set()).update(streams.find(call, written))
        elif is_database(call) and call.name == "recvfrom" and not begins and COMMITTED in call.data:
            sure |= waiting.pop(call.file, set())
    return found


def check_server(calls: Sequence[Call]) -> Told:
    """Holds what PostgreSQL says to have committed against what it received, and synced in its log after that."""
    found, streams = Told(), Streams()
    sure: set[Key] = set()
    received: dict[int, list[Key]] = {}  # by process, in the transaction at work
    syncing: dict[int, set[Key]] = {}
    for begins, call in in_order(calls):
        if is_database(call) and call.name == "recvfrom" and not begins:
            received.setdefault(call.process, []).extend(streams.find(call, written))
        elif call.name in SYNCS and "/pg_wal/" in call.where and begins:
            syncing[call.process] = {key for keys in received.values() for key in keys}
        elif call.name in SYNCS and "/pg_wal/" in call.where:
            sure |= syncing[call.process]
        elif is_database(call) and call.name in SENDS and begins and COMMITTED in call.data:
            found.check(received.pop(call.process, []), sure)
    return found


@contextmanager
def tracing_server(cluster: Cluster, trace: Path) -> Iterator[None]:
    """Traces a database server and all its processes that begin meanwhile."""
    first = (Path(cluster.data) / "postmaster.pid").read_text().split()[0]
    tracer = subprocess.Popen([*tracing.command(trace, tracing.DATABASE), "-p", first], stderr=subprocess.PIPE, text=True)
    assert tracer.stderr is not None
    said = tracer.stderr.readline()
    assert "attached" in said, said
    try:
        yield
    finally:
        tracer.send_signal(signal.SIGINT)
        tracer.communicate(timeout=60)


def test_nothing_leaves_before_postgresql_has_committed(cluster: Cluster, tmp_path: Path) -> None:
    """No frame, acknowledgement or answer leaves before the database has answered COMMIT; and it answers that after a sync of
    its log. A server with `fsync=off` answers too early, which the same check finds."""
    syncs = Cluster(sync=True)
    try:
        url = syncs.new()
        with psycopg.connect(syncs.url(), autocommit=True) as connection:  # our own connections do not follow this
            connection.execute(f"ALTER DATABASE {url.partition('?')[0].rpartition('/')[2]} SET synchronous_commit = off")
        with psycopg.connect(address(sa.make_url(url))) as connection:
            settings = [connection.execute(f"SHOW {name}").fetchone() for name in ("fsync", "synchronous_commit")]
            assert settings == [("on",), ("on",)]
        with tracing_server(syncs, tmp_path / "server"):
            ours = check_commits(traced(tmp_path, url))
        theirs = check_server(calls_of(tmp_path / "server"))
    finally:
        syncs.remove()
    assert ours.saw_enough() and ours.early == []
    assert len(theirs.seen["version"]) > 3 * ROUNDS and theirs.early == []
    (tmp_path / "off").mkdir()
    url = cluster.new()
    with tracing_server(cluster, tmp_path / "off" / "server"):
        traced(tmp_path / "off", url)
    assert len(check_server(calls_of(tmp_path / "off" / "server")).early) > ROUNDS
