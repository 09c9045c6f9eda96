"""Hostile clients at a table: what they say over a line or over HTTP is refused, changes nothing, and holds nobody up.

Each test has a table of its own, with an honest player who is asked something; the floor's whole database is compared before
and after, and the player finishes his round.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.floor.hostile import Line, Person, Served, new_id, on_disk
from tests.floor.mortal import Births

SOON = 5.0  # seconds within which an honest player has his answer, whatever others do
NESTED = "[" * 100_000
SQL = "x'); DROP TABLE account; --"


@pytest.fixture(scope="module")
def served(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of this file."""
    served = Served(births, tmp_path_factory.mktemp("hostile"))
    yield served
    served.serving.kill()


class Scene:
    """A table with an honest player at 1 who is asked something; a rogue at 2 and a pit boss at 3 who have no wagers; and
    beside it a stranger and a pit boss on duty."""

    table: str
    line: Line  # the honest player's

    def __init__(self, served: Served, *people: Person) -> None:
        self.served = served
        self.honest, self.rogue, self.clerk, self.stranger, self.boss = people


@asynccontextmanager
async def a_scene(served: Served) -> AsyncIterator[Scene]:
    """The scene. What happens in it changes nothing on disk, but that refused reports go on record; afterwards the honest
    player finishes his round."""
    scene = Scene(served, *[await served.come(role) for role in ("patron", "patron", "pit boss", "patron", "pit boss")])
    table = scene.table = new_id()
    answer = await scene.boss.http.post("/api/tables", json={"name": table, "chapter": "565"})
    assert answer.status_code == 201, answer.text
    for seat, person in enumerate((scene.honest, scene.rogue, scene.clerk), 1):
        await person.sit(table, seat)
    async with scene.honest.line(table) as scene.line:
        for person in (scene.rogue, scene.clerk):
            assert (await person.http.post(f"/api/tables/{table}/ready", json={"ready": True})).status_code == 200
        await scene.line.bet(1, {"Ante": 500})
        before = on_disk(served.path)
        layout = (await scene.honest.http.get(f"/api/tables/{table}")).content
        yield scene
        assert (await scene.honest.http.get(f"/api/tables/{table}")).content == layout
        after = on_disk(served.path)
        for kept in before:
            assert after[kept] == before[kept], f"something changed in {kept}"
        assert await scene.line.finish(1) < SOON


def play(test: Callable[[], Awaitable[None]]) -> None:
    """Runs a scene."""

    async def run() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(run())


BAD_NUMBERS: list[Any] = [-1, 0, 2**53, 2**63, 2**64, 10**30, 10**400, 0.5, 1.0, True, False, None, "500", [], {}]


def bad_commands(honest: str, rogue: str) -> list[dict[str, Any]]:
    """What the rogue, who sits at 2, must not be able to do while 1 is asked."""
    return [
        # another's seat
        {"do": "decide", "seat": 1, "word": "play"},
        {"do": "decide", "seat": 1, "word": "fold"},
        {"do": "bet", "seat": 1, "wagers": {}},
        {"do": "bet", "seat": 1, "wagers": {"Ante": 500}},
        {"do": "buy", "seat": 1, "cents": 500},
        {"do": "leave", "seat": 1},
        {"do": "cut", "seat": 1},
        {"do": "seed", "seat": 1, "seed": "x"},
        {"do": "pledge", "seat": 1, "digest": "0" * 64},
        {"do": "sit", "seat": 1, "player": rogue, "cents": 5000},
        # other names
        {"do": "sit", "seat": 3, "player": honest, "cents": 5000},
        {"do": "sit", "seat": 3, "player": "", "cents": 5000},
        {"do": "sit", "seat": 3, "player": "Ada (bot)", "cents": 5000},
        {"do": "sit", "seat": 3, "player": f"{rogue} ", "cents": 5000},
        {"do": "sit", "seat": 3, "player": SQL, "cents": 5000},
        {"do": "sit", "seat": 3, "player": f"{rogue}\n", "cents": 5000},
        # out of turn
        {"do": "decide", "seat": 2, "word": "play"},
        {"do": "decide", "seat": 2, "word": "fold", "cents": 500},
        {"do": "cut", "seat": 2},
        {"do": "bet", "seat": 2, "wagers": {"Ante": 500}},
        # seats that do not exist
        *({"do": "leave", "seat": seat} for seat in (-1, 0, 3, 8, 2**53 - 1)),
        *({"do": "sit", "seat": seat, "player": rogue, "cents": 5000} for seat in (-1, 0, 8, 2**53 - 1)),
        # too much, too little
        {"do": "buy", "seat": 2, "cents": 0},
        {"do": "buy", "seat": 2, "cents": -500},
        {"do": "buy", "seat": 2, "cents": -(2**53)},
        {"do": "buy", "seat": 2, "cents": 10_000_001},
        {"do": "buy", "seat": 2, "cents": 2**53 - 1},
        {"do": "sit", "seat": 3, "player": rogue, "cents": -5},
        {"do": "bet", "seat": 2, "wagers": {"Ante": -500}},
        {"do": "bet", "seat": 2, "wagers": {SQL: 500}},
        {"do": "bet", "seat": 2, "wagers": {str(number): 500 for number in range(200)}},
        # the house's and its employees' business
        {"do": "begin"},
        {"do": "proceed"},
        {"do": "rest"},
        {"do": "close"},
        {"do": "void", "why": "I lose"},
        {"do": "permit", "seat": 2},
        {"do": "report", "kind": "dealer error", "detail": {}},
        {"do": "report", "kind": SQL, "detail": {"seat": 1}},
        {"do": "act", "kind": "stakes added", "detail": {"seat": 1, "cents": 500}},
        {"do": "act", "kind": "stakes added", "detail": {"cents": -500}},
        {"do": "act", "kind": "player returns", "detail": {"seat": 1}},
        {"do": "act", "kind": SQL, "detail": {}},
        {"do": "act", "kind": "x", "detail": {"seat": True}},
        {"do": "open", "chapter": "565", "house": {}, "software": "x"},
        {"do": "open", "chapter": "../../etc/passwd", "house": {}, "software": "x", "seeded": True},
    ]


def malformed() -> list[Any]:
    """Commands that are none."""
    return [
        *({"do": "buy", "seat": 2, "cents": number} for number in BAD_NUMBERS if number not in (-1, 0)),
        *({"do": "leave", "seat": number} for number in BAD_NUMBERS if type(number) is not int),
        *({"do": "bet", "seat": 2, "wagers": {"Ante": number}} for number in BAD_NUMBERS if type(number) is not int),
        {},
        [],
        None,
        "leave",
        {"do": None},
        {"do": "Leave", "seat": 2},
        {"do": "rob", "seat": 2},
        {"do": "leave"},
        {"do": "bet", "seat": 2, "wagers": [["Ante", 500]]},
        {"do": "sit", "seat": 3, "player": None, "cents": 500},
        {"do": "cut", "seat": 2, "depth": 1.5},
    ]


def as_said(command: str, more: str = "") -> str:
    """A command as it is sent, in JSON that need not be any."""
    return f'{{"id":"x","version":1,"command":{command}{more}}}'


async def refused_over_http(person: Person, table: str, command: Any, version: Any = 0, id_: Any = None) -> None:
    """Says something over HTTP that is refused with 4xx, in the one shape."""
    answer = await person.say(table, command, version, id_)
    assert 400 <= answer.status_code < 500, (command, answer.status_code, answer.text)
    assert set(answer.json()) == {"error", "cite", "kind", "retry"} and not answer.json()["retry"], (command, answer.text)


def test_commands_that_are_not_ones_own(served: Served) -> None:
    """Another's seat and name, out of turn, too much, and the house's business: by somebody at the table and by a stranger."""

    async def test() -> None:
        async with a_scene(served) as scene, scene.rogue.line(scene.table) as line:
            for command in bad_commands(scene.honest.name, scene.rogue.name):
                found = await line.say(command)
                assert found.get("refused") and not found["retry"], (command, found)
                await refused_over_http(scene.rogue, scene.table, command, line.version)
                if command.get("player") != scene.rogue.name:
                    await refused_over_http(scene.stranger, scene.table, command, line.version)

    play(test)


def test_an_employee_has_no_office_where_he_sits(served: Served) -> None:
    """A pit boss who plays is a player at that table; and one on duty cannot do what only the house does."""

    async def test() -> None:
        async with a_scene(served) as scene, scene.clerk.line(scene.table) as line:
            for command in (
                {"do": "begin"},
                {"do": "proceed"},
                {"do": "rest"},
                {"do": "void", "why": "I lose"},
                {"do": "permit", "seat": 3},
                {"do": "report", "kind": "dealer error", "detail": {}},
                {"do": "act", "kind": "stakes added", "detail": {"seat": 1, "cents": 500}},
                {"do": "leave", "seat": 1},
                {"do": "buy", "seat": 1, "cents": 500},
                {"do": "sit", "seat": 4, "player": scene.stranger.name, "cents": 500},
            ):
                found = await line.say(command)
                assert found.get("refused"), (command, found)
                await refused_over_http(scene.clerk, scene.table, command, line.version)
            for person in (scene.clerk, scene.boss):
                for command in (
                    {"do": "open", "chapter": "565", "house": {}, "software": "x"},
                    {"do": "decide", "seat": 1, "word": "play"},
                    {"do": "bet", "seat": 1, "wagers": {}},
                    {"do": "seed", "seat": 1, "seed": "mine"},
                ):
                    await refused_over_http(person, scene.table, command, line.version)
            for path, body in ((f"{scene.table}/dealer", {"holds": True}), (f"{scene.table}/bots", {"bots": 9})):
                for person in (scene.rogue, scene.stranger) if path.endswith("dealer") else (scene.stranger,):
                    method = "PUT" if path.endswith("dealer") else "POST"
                    assert (await person.http.request(method, f"/api/tables/{path}", json=body)).status_code == 403
            for person in (scene.rogue, scene.stranger, scene.clerk):
                answer = await person.http.delete(f"/api/tables/{scene.table}")
                assert answer.status_code in (403, 422), answer.text
            answer = await scene.rogue.http.post("/api/tables", json={"name": "mine", "chapter": "565"})
            assert answer.status_code == 403

    play(test)


def test_what_is_no_command(served: Served) -> None:
    """Wrong types, numbers that are none, JSON that is none or too deep: refused in one sentence, and the line stays open."""

    async def test() -> None:
        async with a_scene(served) as scene, scene.rogue.line(scene.table) as line:
            for command in malformed():
                await line.refused({"id": new_id(), "version": line.version, "command": command})
                answer = await scene.rogue.say(scene.table, command, line.version)
                assert answer.status_code in (400, 422), (command, answer.text)
            bare = '"id":"x","version":1'
            for text in (
                "",
                " ",
                "null",
                "[]",
                "{}",
                "{",
                "NaN",
                "\x00",
                "☃",
                NESTED[:30_000],
                '{"hello":' * 5000,
                '{"ready":1}',
                '{"ready":"true"}',
                '{"hello":{},"ready":true}',
                '{"hello":{"version":-1}}',
                '{"hello":{}}',
                f"{{{bare}}}",
                as_said('{"do":"leave","seat":2}', ',"more":1'),
                as_said('{"do":"leave","seat":2}', ',"ready":true'),
                as_said('{"do":"buy","seat":2,"cents":NaN}'),
                as_said('{"do":"buy","seat":2,"cents":Infinity}'),
                as_said('{"do":"buy","seat":2,"cents":1e3}'),
                as_said('{"do":"buy","seat":2,"cents":5E2}'),
                as_said('{"do":"buy","seat":2,"cents":500.0000000001}'),
                as_said('{"do":"buy","seat":2,"cents":' + "9" * 20_000 + "}"),
                as_said('{"do":"report","kind":"x","detail":' + NESTED[:20_000] + "}"),
                as_said('{"do":"sit","seat":3,"player":"\\ud800","cents":5}'),
                as_said('{"do":"leave","seat":2}') + "{}",
                "x" * 40_000,
            ):
                await line.refused(text)
                answer = await scene.rogue.http.post(f"/api/tables/{scene.table}/commands", content=text.encode())
                assert answer.status_code in (400, 422), (text[:100], answer.text)
            for data in (b"\xff\xfe", b"\x80\x81", b'{"ready":"\xff"}', b"\x00" * 1000):
                await line.refused(data)
                answer = await scene.rogue.http.post(f"/api/tables/{scene.table}/commands", content=data)
                assert answer.status_code in (400, 422), answer.text

    play(test)


@pytest.mark.parametrize("depth", [50, 500, 900, 5000])
def test_details_that_are_deep(served: Served, depth: int) -> None:
    """A detail within a detail, however deep, from those who may report: the table goes on."""

    async def test() -> None:
        async with a_scene(served) as scene:
            nested = '{"a":' * depth + "1" + "}" * depth
            body = '{"id":"%s","version":%d,"command":{"do":"%s","kind":"x","detail":%s}}'
            for deed in ("report", "act"):
                text = body % (new_id(), scene.line.version, deed, nested)
                answer = await scene.boss.http.post(f"/api/tables/{scene.table}/commands", content=text)
                assert 400 <= answer.status_code < 500, answer.text
                async with scene.boss.line(scene.table) as line:
                    await line.up(body % (new_id(), line.version, deed, nested))
                    await line.next()
                    assert line.errors or any("refused" in each for each in line.answers.values())
            name = new_id()
            text = f'{{"name":"{name}","chapter":"565","house":{{"decks":{nested}}}}}'
            answer = await scene.boss.http.post("/api/tables", content=text)
            assert 400 <= answer.status_code < 500, answer.text

    play(test)


def test_ids_and_versions(served: Served) -> None:
    """Ids that are none, versions that do not exist: refused. An id that was used is answered as the first time."""

    async def test() -> None:
        async with a_scene(served) as scene, scene.rogue.line(scene.table) as line:
            buy = {"do": "buy", "seat": 2, "cents": -1}
            no_ids: list[Any] = ["", "x" * 101, "x" * 10_000, "a\nb", "\x00", "\x7f", "\u2028", 1, None, True, [], {}]
            for id_ in no_ids:
                await line.refused({"id": id_, "version": line.version, "command": buy})
                await refused_over_http(scene.rogue, scene.table, buy, line.version, id_ if id_ is not None else [])
            no_versions: list[Any] = [-1, 2**53, 2**64, 10**30, 1.5, True, "1", None, [], {}]
            for version in no_versions:
                await line.refused({"id": new_id(), "version": version, "command": buy})
                await refused_over_http(scene.rogue, scene.table, buy, version)
            for version in (0, line.version + 1, 10**6, 2**53 - 1):
                for command in ({"do": "decide", "seat": 1, "word": "play"}, {"do": "bet", "seat": 2, "wagers": {"Ante": 500}}):
                    assert (await line.say(command, version)).get("refused")
                    await refused_over_http(scene.rogue, scene.table, command, version)
            for id_ in (SQL, "../../x", "%00", "x" * 100, "é" * 100):
                assert (await line.say(buy, id_=id_)).get("refused")
                assert (await scene.rogue.say(scene.table, buy, line.version, id_)).status_code == 422

    play(test)


def test_a_command_that_is_said_again(served: Served) -> None:
    """Whatever is said again under its id, at once or later, over a line or over HTTP, is done once and answered alike."""

    async def test() -> None:
        async with a_scene(served) as scene:
            pass
        rogue, table = scene.rogue, scene.table
        async with rogue.line(table) as line:
            id_, version = new_id(), line.version
            command = {"do": "buy", "seat": 2, "cents": 500}
            said = {"id": id_, "version": version, "command": command}
            for _ in range(50):
                await line.up(said)
            answers = [await rogue.say(table, command, version, id_) for _ in range(5)]
            first = {answer.json()["v"] for answer in answers}
            assert len(first) == 1
            told: list[Any] = []
            while len(told) < 50:
                found = json.loads(await line.socket.recv())
                told += [each for each in found.get("answers", ()) if each["id"] == id_]
            assert {each.get("v") for each in told} == first
            rows = on_disk(served.path)
            assert [row[3] for row in rows["command"] if row[1] == id_] == list(first)
            assert (await rogue.http.get("/api/me")).json()["cage"] == 10_000_000 - 100_000 - 500
            other = await scene.stranger.say(table, command, version, id_)  # the same id from somebody else is another's
            assert other.status_code in (403, 409, 422)

    play(test)
