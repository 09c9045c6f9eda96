"""Advice and sessions over HTTP: who is told, what, and that the process that reckons ends with the floor."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.advice.handle import Expected, Handle, left_out, theoretical
from pitboss.cards import NAMES
from pitboss.errors import PitbossError
from pitboss.floor.books import calculations
from pitboss.floor.books.calculations import Calculator, NotReadyError
from pitboss.floor.running import Running
from pitboss.floor.server import running
from pitboss.floor.web.app import application
from tests.floor.visitors import settings

TABLE = "/api/tables/three-card-poker"
LONG = 60.0  # seconds that a test waits for a sum on a busy machine


class Client:
    """Somebody at the table, over HTTP."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http, self.said, self.name = http, 0, ""

    async def come(self) -> "Client":
        guest = (await self.http.post("/api/guest", json={"bearer": True})).json()
        self.name = guest["name"]
        self.http.headers["authorization"] = f"Bearer {guest['token']}"
        return self

    async def get(self, path: str, table: str = TABLE) -> tuple[int, Any]:
        answer = await self.http.get(f"{table}/{path}")
        return answer.status_code, answer.json()

    async def say(self, table: str = TABLE, **command: Any) -> Any:
        self.said += 1
        version = (await self.http.get(table)).json()["v"]
        body = {"id": f"{self.name} {self.said}", "version": version, "command": command}
        answer = await self.http.post(f"{table}/commands", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()


@asynccontextmanager
async def a_floor(folder: Path, patience: float = LONG) -> AsyncIterator[tuple[Running, httpx.AsyncClient]]:
    app = application(lambda: running(settings(folder)))
    async with app.router.lifespan_context(app):
        app.state.running.calculator.patience = patience
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield app.state.running, http


def test_whoever_is_asked_is_told_what_each_choice_brings(tmp_path: Path) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path) as (here, http):
            assert (await http.get(f"{TABLE}/advice")).status_code == 401
            ann = await Client(http).come()
            status, refused = await ann.get("advice")
            assert status == 409 and "not asked" in refused["error"]
            assert not here.calculator.running, "nothing is started before somebody needs it"
            await ann.say(do="sit", seat=2, player=ann.name, cents=100_000)
            await ann.say(do="bet", seat=2, wagers={"Ante": 1000, "Pair Plus": 500})
            status, told = await ann.get("advice")
            assert status == 200 and told["seat"] == 2 and told["asked"] == "565.11(b)"
            assert {choice["say"] for choice in told["choices"]} == {"play 1000", "fold"}
            brings = {choice["say"]: choice["brings"] for choice in told["choices"]}
            assert brings["fold"] == -1000 and told["choices"][0]["brings"] == max(brings.values())
            table = here.floor.tables["three-card-poker"].table
            assert told["v"] == table.version and table.round is not None
            faces = {NAMES[card] for cards in table.round.hands.values() for card in cards}
            assert faces and not [face for face in faces if face in json.dumps(told)], "it names no card"
            await ann.say(do="decide", seat=2, word="fold")
            status, stands = await ann.get("session")
            assert status == 200 and stands["rounds"] == 1 and stands["wagered"] == 1500
            assert stands["result"] in (-1500, *range(-500, 30_000, 500))
            ante, pair_plus = (1000 * 0.0337301, 500 * 0.127964)
            assert stands["expected"] == pytest.approx(-ante - pair_plus, abs=1)
            low, high = stands["interval"]
            assert high - low == pytest.approx(2 * 1.96 * stands["deviation"], abs=0.1) and low < stands["expected"] < high
            assert (await ann.get("session?since=2"))[1]["rounds"] == 0
            process = here.calculator._process
            assert process is not None
        assert process.returncode is not None, "it ended with the floor"

    asyncio.run(evening())


def test_a_session_begins_when_its_player_sits_down(tmp_path: Path) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path) as (_, http):
            ann = await Client(http).come()
            assert "do not sit" in (await ann.get("session"))[1]["basis"]
            results = []
            for rounds in (2, 1):
                chips = 100_000
                await ann.say(do="sit", seat=1, player=ann.name, cents=chips)
                for _ in range(rounds):
                    await ann.say(do="bet", seat=1, wagers={"Ante": 1000})
                    await ann.say(do="decide", seat=1, word="play", cents=1000)
                found = (await ann.get("session"))[1]
                now = (await http.get(TABLE)).json()["table"]["seats"]["1"]["chips"]
                assert found["rounds"] == rounds and found["result"] == now - chips
                assert found["wagered"] == rounds * 2000
                results.append(found)
                await ann.say(do="leave", seat=1)
            assert results[1]["first"] == results[1]["last"] == 3
            assert results[0]["expected"] == pytest.approx(2 * results[1]["expected"], abs=0.02)

    asyncio.run(evening())


def test_the_cut_and_poker_are_told_plainly(tmp_path: Path) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path) as (here, http):
            ann = await Client(http).come()
            blackjack = "/api/tables/blackjack"
            await ann.say(blackjack, do="sit", seat=2, player=ann.name, cents=100_000)
            await ann.say(blackjack, do="bet", seat=2, wagers={"Blackjack": 1000})
            status, told = await ann.get("advice", blackjack)
            assert status == 200 and told["choices"] == [] and "cut" in told["why"]
            room, stud = here.floor.rooms["poker"], "/api/tables/poker/stud"
            body = {"do": "take seat", "player": ann.name, "table": "stud", "seat": 1, "cents": 20_000}
            assert room.bank.room is not None
            said = {"id": "seat", "version": room.bank.room.version, "command": body}
            assert (await http.post("/api/rooms/poker/commands", json=said)).status_code == 200
            assert (await http.post(f"{stud}/bots", json={"bots": 2})).status_code == 200
            for _ in range(200):
                status, told = await ann.get("advice", stud)
                if status == 200:
                    break
                await asyncio.sleep(0.05)
            assert status == 200 and len(told["choices"]) == 1
            assert told["choices"][0]["brings"] is None and "rule of thumb" in told["basis"]
            assert not here.calculator.running

    asyncio.run(evening())


def test_a_sum_that_takes_long_is_asked_for_again(tmp_path: Path) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path, patience=0.0) as (here, http):
            ann = await Client(http).come()
            await ann.say(do="sit", seat=2, player=ann.name, cents=100_000)
            await ann.say(do="bet", seat=2, wagers={"Ante": 1000})
            answer = await http.get(f"{TABLE}/advice")
            assert answer.status_code == 202 and answer.json()["wait"] >= 1 and answer.json()["say"]
            assert answer.headers["retry-after"] == str(answer.json()["wait"])
            here.calculator.patience = LONG
            assert (await ann.get("advice"))[0] == 200

    asyncio.run(evening())


def test_only_so_many_sums_wait_and_one_that_cannot_be_done_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> None:
        calculator = Calculator(patience=LONG)
        try:
            with pytest.raises(PitbossError, match="no option"):
                await calculator.expectation("565", {"nonsense": 1})
            monkeypatch.setattr(calculations, "MOST_WAITING", 0)
            with pytest.raises(NotReadyError):
                await calculator.expectation("565", {"another": 1})
            monkeypatch.setattr(calculations, "MOST_WAITING", 1)
            process = calculator._process
            assert process is not None
            process.kill()
            with pytest.raises(PitbossError):
                await calculator.expectation("565", {"another": 2})
        finally:
            await calculator.close()
        assert not calculator.running

    asyncio.run(evening())


def test_theoretical_win_and_its_spread() -> None:
    expected = {"Ante": Expected(0.05, "1/20", 2.0), "Bonus": Expected(0.1, None, None)}
    handle = {"Ante": Handle(), "Bonus": Handle(), "Other": Handle()}
    for cents in (1000, 3000):
        handle["Ante"].add(cents)
    handle["Bonus"].add(500)
    handle["Other"].add(500)
    win, spread = theoretical(expected, handle)
    assert win == pytest.approx(4000 / 20 + 50) and spread == pytest.approx(2 * (1000**2 + 3000**2) ** 0.5)
    assert left_out(expected, handle) == ["Other"]
