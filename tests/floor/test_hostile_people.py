"""Hostile people: foreign pages, brought sessions, guessed passwords, and accounts that have lost their rights while a line is
open. Nothing is done for them, and the others play on."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.floor.hostile import JSON, Line, Person, Raw, Served, new_id, on_disk, ws_url
from tests.floor.mortal import Births

PASSWORD = "correct horse"
SOON = 8.0  # seconds within which a round is played, while passwords are guessed on the same machine


@pytest.fixture(scope="module")
def served(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of this file, on which nobody may try as often as he likes."""
    served = Served(births, tmp_path_factory.mktemp("people"), "limited=1")
    yield served
    served.serving.kill()


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Runs a test."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())


async def a_table(served: Served, *players: Person) -> tuple[str, Person]:
    """A new table at which some people sit, and the pit boss who opened it."""
    boss, table = await served.come("pit boss"), new_id()
    assert (await boss.http.post("/api/tables", json={"name": table, "chapter": "565"})).status_code == 201
    for seat, player in enumerate(players, 1):
        await player.sit(table, seat)
    return table, boss


async def take_away(boss: Person, person: Person, how: str) -> None:
    """A person loses his rights in one of several ways."""
    name = quote(person.name)
    if how == "signed out":
        answer = await person.http.delete("/api/session")
    elif how == "signed out everywhere":
        answer = await boss.http.delete(f"/api/accounts/{name}/sessions")
    elif how == "disabled":
        answer = await boss.http.put(f"/api/accounts/{name}/disabled", json={"disabled": True, "why": "cheats"})
    else:
        answer = await boss.http.put(f"/api/accounts/{name}/role", json={"role": "patron"})
    assert answer.status_code in (200, 204), answer.text


LOSSES = ["signed out", "signed out everywhere", "disabled", "demoted"]


@pytest.mark.parametrize("how", LOSSES)
def test_whoever_loses_his_rights_loses_them_at_once(served: Served, how: str) -> None:
    """An open line ends, and what is said over it in the same breath is not done; nor what is said over HTTP."""

    async def test() -> None:
        person = await served.come("pit boss")
        table, boss = await a_table(served, await served.come())
        async with person.line(table) as line:
            await take_away(boss, person, how)
            before = on_disk(served.path)
            try:
                for _ in range(20):
                    await line.up({"id": new_id(), "version": line.version, "command": {"do": "rest"}})
            except ConnectionClosed:
                pass
            assert await line.closed() == 4000
        answer = await person.say(table, {"do": "rest"}, line.version)
        assert answer.status_code == (403 if how == "demoted" else 401), answer.text
        if how != "demoted":
            with pytest.raises(InvalidStatus) as refused:
                async with connect(ws_url(served, table), additional_headers={"authorization": f"Bearer {person.token}"}):
                    pass
            assert refused.value.response.status_code == 401
        assert on_disk(served.path) == before

    run(test)


@pytest.mark.parametrize("how", LOSSES)
def test_nor_does_it_help_to_say_hello_late(served: Served, how: str) -> None:
    """A line that was open, but had not said hello when the rights were lost, has none either."""

    async def test() -> None:
        person = await served.come("pit boss")
        table, boss = await a_table(served, await served.come())
        async with connect(ws_url(served, table), additional_headers={"authorization": f"Bearer {person.token}"}) as socket:
            await take_away(boss, person, how)
            before = on_disk(served.path)
            line = Line(socket, person.name)
            await line.up({"hello": {}})
            await line.up({"id": new_id(), "version": 2, "command": {"do": "rest"}})
            assert await line.closed() == 4000
        assert on_disk(served.path) == before

    run(test)


def test_foreign_pages(served: Served) -> None:
    """A browser brings its cookie whatever page it is on: from another page, or from nowhere, nothing is done with it."""

    async def test() -> None:
        victim = await served.come("pit boss")
        table, _ = await a_table(served)
        before = on_disk(served.path)
        cookie = {"cookie": f"pitboss={victim.token}"}
        foreign: list[dict[str, str]] = [
            {},
            {"origin": "null"},
            {"origin": "http://evil.example"},
            {"origin": f"http://127.0.0.1:{served.port + 1}"},
            {"origin": f"http://127.0.0.1.evil.example:{served.port}"},
            {"origin": served.url, "sec-fetch-site": "cross-site"},
        ]
        async with httpx.AsyncClient(base_url=served.url, verify=False) as client:
            for origin in foreign:
                for method, path, body in (
                    ("POST", f"/api/tables/{table}/commands", {"id": "x", "version": 1, "command": {"do": "rest"}}),
                    ("POST", "/api/tables", {"name": "mine", "chapter": "565"}),
                    ("PUT", f"/api/accounts/{quote(victim.name)}/role", {"role": "patron"}),
                    ("POST", "/api/me/chips", {}),
                ):
                    answer = await client.request(method, path, json=body, headers=cookie | origin)
                    assert answer.status_code == 403, (path, origin, answer.text)
                assert (await client.delete("/api/session", headers=cookie | origin)).status_code == 403
                with pytest.raises(InvalidStatus) as refused:
                    async with connect(ws_url(served, table), additional_headers=cookie, origin=origin.get("origin")):  # type: ignore[arg-type]
                        pass
                    if origin.get("sec-fetch-site"):
                        raise InvalidStatus(httpx.Response(403))  # type: ignore[arg-type]
                assert refused.value.response.status_code == 403
            own = cookie | {"origin": served.url}
            for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", ""):
                answer = await client.post("/api/me/chips", content=b'{"x":"="}', headers=own | {"content-type": kind})
                assert answer.status_code == 415, kind
            assert (await client.get("/api/me", headers=cookie)).json()["name"] == victim.name
            async with connect(ws_url(served, table), additional_headers=cookie, origin=served.url) as socket:  # type: ignore[arg-type]
                await socket.send('{"hello":{}}')
                assert "table" in str(await socket.recv())
        assert on_disk(served.path) == before

    run(test)


def test_a_session_that_was_brought(served: Served) -> None:
    """Whoever signs in gets a token of his own: one that somebody has laid upon him before is worth nothing afterwards."""

    async def test() -> None:
        async with served.http() as client:
            name = f"Victim {new_id()}"
            assert (await client.post("/api/accounts", json={"name": name, "password": PASSWORD})).status_code == 201
        thief = await served.come()
        own = {"origin": served.url}
        for token in (thief.token, "chosen-by-the-thief", "x" * 1000):
            async with httpx.AsyncClient(
                base_url=served.url, headers=JSON | own, cookies={"pitboss": token}, verify=False
            ) as browser:
                answer = await browser.post("/api/session", json={"name": name, "password": PASSWORD})
                assert answer.status_code == 201, answer.text
                given = answer.headers["set-cookie"].split("=", 1)[1].split(";")[0]
                assert given not in (token, thief.token)
            async with served.http(token[:100]) as client:
                assert (await client.get("/api/me")).status_code == 401
            async with served.http(given) as client:
                assert (await client.get("/api/me")).json()["name"] == name

    run(test)


def test_a_thousand_attempts_to_sign_in(served: Served) -> None:
    """Nearly all are refused before a password is looked at; meanwhile somebody plays, and the owner stays signed in."""

    async def test() -> None:
        player = await served.come()
        async with served.http() as client:
            name = f"Owner {new_id()}"
            answer = await client.post("/api/accounts", json={"name": name, "password": PASSWORD, "bearer": True})
            owner = answer.json()["token"]
        table, _ = await a_table(served, player)
        before = on_disk(served.path)["account"]
        statuses: list[int] = []

        names: list[Any] = [name, name.upper(), f"{name}x", "' OR 1=1 --", "\x00", "x" * 500, {"$ne": 1}]

        async def guess(numbers: range) -> None:
            """Sends one attempt after the other over one connection, without waiting for answers."""
            raw = await Raw.open(served)
            for number in numbers:
                body = json.dumps({"name": names[number % len(names)], "password": f"wrong {number} wrong"}).encode()
                head = "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                raw.writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            for _ in numbers:
                head = (await raw.reader.readuntil(b"\r\n\r\n")).decode().lower()
                statuses.append(int(head.split()[1]))
                await raw.reader.readexactly(int(head.split("content-length:")[1].split()[0]))
            raw.close()

        async with player.line(table) as line:
            guessing = asyncio.gather(*(guess(range(first, 1000, 20)) for first in range(20)))
            rounds, slowest = 0, 0.0
            while not guessing.done() or rounds < 2:
                started = time.monotonic()
                await line.bet(1, {"Ante": 500})
                slowest = max(slowest, await line.finish(1), time.monotonic() - started)
                rounds += 1
                await asyncio.sleep(0.1)
            await guessing
            assert slowest < SOON
            assert len(statuses) == 1000 and set(statuses) <= {401, 422, 429} and statuses.count(401) <= 60
            async with served.http(owner) as own:
                assert (await own.get("/api/me")).status_code == 200
        assert [row[:6] for row in on_disk(served.path)["account"]] == [row[:6] for row in before]

    run(test)


def test_sql_and_other_names(served: Served) -> None:
    """Names that are more than names: refused, or kept as they are, and never run or taken for another's."""

    async def test() -> None:
        before = on_disk(served.path)["account"]
        async with served.http() as client:
            for name in (
                "Robert'); DROP TABLE account;--",
                '" OR ""="',
                "<script>alert(1)</script>",
                "a\nb",
                "\x00",
                "\u202eevil",
                "Ada (bot)",
                "ada  (BOT)",
                "../../etc",
                "x" * 300,
                " ",
                "",
            ):
                answer = await client.post("/api/accounts", json={"name": name, "password": PASSWORD, "bearer": True})
                assert answer.status_code in (201, 409, 422, 429), (name, answer.text)
                assert answer.status_code != 201 or (answer.json()["name"] == name and name.isprintable() and "bot" not in name)
            page = (await client.get("/")).text
            assert "<script>" not in page
            for name in ("' OR 1=1 --", "..%2F..", "%00", "☃"):
                for method, path in (("PUT", "role"), ("PUT", "disabled"), ("DELETE", "sessions")):
                    boss = await served.come("pit boss") if name == "☃" else None
                    body = {"role": "patron"} if path == "role" else {"disabled": True} if path == "disabled" else None
                    http = boss.http if boss else client
                    answer = await http.request(method, f"/api/accounts/{quote(name, safe='%')}/{path}", json=body)
                    assert answer.status_code in (400, 401, 403, 404, 405, 415), (name, answer.text)
        assert [row[:2] for row in on_disk(served.path)["account"]][: len(before)] == [row[:2] for row in before]

    run(test)
