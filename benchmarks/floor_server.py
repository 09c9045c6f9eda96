"""The servers that `benchmarks/floor.py` measures: a floor with many tables and an account for every seat, or an echo.

Both run under the same settings of uvicorn. When a server is ready it writes a plan for the bots: where it listens, and of each
seat the table, the wagers, and the token of its account. While it runs, a floor appends what it counts to a file.

A disk can be made as slow as another one: then every commit takes as long as it would there, and nothing else is changed. Of
several floors on one PostgreSQL each has its part of the tables.

    python benchmarks/floor_server.py --plan FILE [--database URL] [--tables 250] [--counts FILE] [--disk-ms 5.4]
                                      [--part 1/2] [--key FILE] [--echo same|bare] [--heard FILE]
"""

import argparse
import asyncio
import json
import os
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.floor.people.rate_limits import Rate, Rates
from pitboss.floor.people.registry import PeopleSettings
from pitboss.floor.running import Running
from pitboss.floor.server import Settings, listen, running, serve, uvicorn_config
from pitboss.floor.storage.commits import Commits
from pitboss.floor.web.transport.doors import Patience
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.rulebook import chapter

EVERY = 0.5  # seconds from one count to the next
AT_ONCE = 50  # accounts or tables that are made at the same time
CHIPS = 10**12  # cents in the cage of each account
BUY_IN = 10**9
PEOPLE = PeopleSettings(chips=CHIPS, rates=Rates(guest=Rate(10**6, 1e-6)))


def planned(tables: int) -> list[dict[str, Any]]:
    """So many tables, spread over the banked games."""
    chapters = list(BANKED)
    found = []
    for number in range(tables):
        about = chapters[number % len(chapters)]
        house = House.of(about)
        seats, wagers = game(about).seats(house)[0], game(about).suggest(house)
        name = f"{chapter(about).slug}-{number // len(chapters) + 1}"
        found.append({"name": name, "chapter": about, "wagers": wagers, "seats": [{"seat": n + 1} for n in range(seats)]})
    return found


async def open_up(floor: Running, tables: list[dict[str, Any]]) -> None:
    """Opens the tables and makes the accounts, some at a time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def open_table(table: dict[str, Any]) -> None:
        async with turn:
            await floor.lifecycle.open_table(None, table["name"], table["chapter"], {})

    async def make(seat: dict[str, Any]) -> None:
        async with turn:
            made = await floor.people.guest("127.0.0.1")
            seat |= {"player": made.account.name, "token": made.token, "cents": BUY_IN}

    await asyncio.gather(*map(open_table, tables))
    await asyncio.gather(*(make(seat) for table in tables for seat in table["seats"]))


async def count(floor: Running, into: Path) -> None:
    """Appends what is counted, again and again."""
    with into.open("a") as file:
        while True:
            numbers = {name: value for name, value in vars(floor.floor.counts).items() if isinstance(value, int)}
            counts = {"at": time.time(), **numbers, "commits": floor.writer.commits}
            print(json.dumps(counts), file=file, flush=True)
            await asyncio.sleep(EVERY)


def serve_floor(given: argparse.Namespace, listening: socket.socket) -> None:
    """Serves a floor whose plan is written as soon as it is open."""
    if given.disk_ms:
        slow_down(given.disk_ms / 1000)
    part, parts = map(int, given.part.split("/"))
    settings = Settings(database=given.database, key=given.key, connections=0, plan=None, people=PEOPLE, share=(part, parts))

    @asynccontextmanager
    async def start() -> AsyncIterator[Running]:
        async with running(settings) as floor:
            tables = planned(given.tables)[part - 1 :: parts]
            await open_up(floor, tables)
            counting = asyncio.create_task(count(floor, given.counts))
            write_plan(given.plan, listening, tables)
            yield floor
            counting.cancel()

    serve(settings, listening, start=start)


def slow_down(seconds: float) -> None:
    """Has every commit take at least so long."""
    commit = Commits._commit

    def slowly(self: Commits) -> None:
        began = time.perf_counter()
        commit(self)
        time.sleep(max(0.0, seconds - (time.perf_counter() - began)))

    Commits._commit = slowly  # type: ignore[method-assign]


def bare_echo() -> ASGIApp:
    """Sends every frame back to whoever sent it."""

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})

    return echo


def same_echo(heard: list[Any]) -> ASGIApp:
    """Sends for every frame at a table those that a floor sent after it, to whom it sent them."""
    answers = [[downs for _, _, downs in table if downs] for table in heard]
    tables: dict[int, Iterator[list[Any]]] = {}
    lines: dict[tuple[int, int], Send] = {}

    async def echo(scope: Scope, receive: Receive, send: Send) -> None:
        _, table, line = scope["path"].split("/")
        number = int(table)
        tables.setdefault(number, cycle(answers[number % len(answers)]))
        lines[number, int(line)] = send
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            for to, text in next(tables[number]):
                await lines[number, to]({"type": "websocket.send", "text": text})

    return echo


def serve_echo(given: argparse.Namespace, listening: socket.socket) -> None:
    """Serves an echo to anybody."""
    import uvicorn

    echo = bare_echo() if given.echo == "bare" else same_echo(json.loads(given.heard.read_text()))
    write_plan(given.plan, listening, planned(given.tables))
    uvicorn.Server(uvicorn_config(echo, WebSocketsSansIOProtocol, Patience(connections=0), lifespan="off")).run(
        sockets=[listening]
    )


def write_plan(path: Path, listening: socket.socket, tables: list[dict[str, Any]]) -> None:
    """Writes a plan, which is there whole or not at all."""
    port = listening.getsockname()[1]
    beginning = path.with_suffix(".beginning")
    beginning.touch(0o600)
    beginning.write_text(json.dumps({"tables": [{"port": port, **table} for table in tables]}))
    beginning.rename(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--plan", type=Path, required=True, help="where the plan for the bots is written")
    parser.add_argument("--database", default="sqlite:///floor.db", help="the database of the floor")
    parser.add_argument("--tables", type=int, default=250, help="how many tables are opened")
    parser.add_argument("--counts", type=Path, default=Path(os.devnull), help="where the floor writes what it counts")
    parser.add_argument("--key", type=Path, help="the key of the house")
    parser.add_argument("--disk-ms", type=float, default=0.0, help="the milliseconds that a commit takes at least")
    parser.add_argument("--part", default="1/1", help="which part of the tables")
    parser.add_argument("--echo", choices=("same", "bare"), help="an echo instead of a floor")
    parser.add_argument("--heard", type=Path, help="what an echo of the same frames sends")
    given = parser.parse_args()
    (serve_echo if given.echo else serve_floor)(given, listen("127.0.0.1", 0))


if __name__ == "__main__":
    main()
