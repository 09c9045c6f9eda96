"""Nobody is told of anything before it was synced: shown by the order of the server's system calls.

Killing a process never tests a sync. Here a server runs under strace while people play over WebSockets and HTTP, and everything
that leaves it is held against what had been written and synced by then. Without syncs the same check finds fault.
"""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.floor import tracing
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
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        boss = (await http.post("/api/guest", json={"role": "pit boss", "bearer": True})).json()
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
    serving = Serving(database, "empty=1", f"key={folder}/floor.key", *words, under=(*tracing.COMMAND, "-o", str(trace)))
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


def check_file(calls: Sequence[Call], wal: Callable[[Call], bool]) -> Told:
    """Holds what leaves for clients against what was written to a log and synced after that."""
    found, streams = Told(), Streams()
    sure: set[Key] = set()
    waiting: set[Key] = set()  # written, not synced
    syncing: dict[int, set[Key]] = {}  # what had been written when a sync began, by process
    for begins, call in in_order(calls):
        if call.where.startswith("TCP:") and call.name in SENDS:
            if begins:
                found.check(streams.find(call, told), sure)
        elif not wal(call):
            continue
        elif call.name in ("pwrite64", "pwritev", "write") and not begins:
            waiting |= {key for _, key in written(call.data)} - sure
        elif call.name in SYNCS and begins:
            syncing[call.process] = set(waiting)
        elif call.name in SYNCS:
            sure |= syncing[call.process]
            waiting -= sure
    return found


def test_nothing_leaves_before_it_is_synced(tmp_path: Path) -> None:
    """No frame, acknowledgement or HTTP answer about an event, a command, an account or a session leaves before a sync of the
    write-ahead log that began after its row was written. With `synchronous=OFF` the same check finds what left too early."""
    full = check_file(traced(tmp_path, f"sqlite:///{tmp_path}/floor.db", "synchronous=FULL"), is_wal)
    assert full.saw_enough() and full.early == []
    (tmp_path / "off").mkdir()
    off = check_file(traced(tmp_path / "off", f"sqlite:///{tmp_path}/off/floor.db", "synchronous=OFF"), is_wal)
    assert off.saw_enough() and len(off.early) > ROUNDS


def is_wal(call: Call) -> bool:
    """Whether a call is about SQLite's write-ahead log."""
    return call.where.endswith("/floor.db-wal")
