"""The types of the pages' scripts are those of the floor: the file is up to date, and what is sent fits its structs."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from pydantic import BaseModel
from websockets.sync.client import ClientConnection, connect

from pitboss.floor.play.floor_plan import read_plan
from pitboss.floor.running import Running
from pitboss.floor.web import shapes
from pitboss.floor.web.page_data import (
    AboutRound,
    AboutTable,
    Answer,
    FramesMessage,
    GameToOpen,
    UnreadableMessage,
    WholeTableMessage,
)
from pitboss.table.view.viewers import Asked
from pitboss.table.view.views import Frame
from tests.floor.floor_evening import Evening
from tests.floor.mortal import Births, Mortal
from tests.floor.test_recall import Web, open_game, run
from tools.wire_types import FILE, render

BROWSER = {"accept": "text/html"}


@pytest.fixture(scope="module")
def server(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mortal]:
    serving = Mortal(births, f"sqlite:///{tmp_path_factory.mktemp('types')}/floor.db")
    yield serving
    serving.kill()


def data_of(page: str, name: str) -> Any:
    """The data that a page carries for its scripts."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(html.unescape(found[1]))


def test_the_types_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == render(), "run: python tools/wire_types.py"


def test_two_shapes_never_share_a_name() -> None:
    names = re.findall(r"^export (?:type|interface) (\w+)", render(), re.MULTILINE)
    assert len(names) == len(set(names)) > 100


def test_the_data_of_table_pages_fits_its_struct(server: Mortal) -> None:
    with httpx.Client(base_url=server.url, timeout=60, headers=BROWSER, verify=False) as client:
        for table in read_plan().table:
            about = msgspec.convert(data_of(client.get(f"/tables/{table.name}").text, "about"), AboutTable)
            assert about.name == table.name and about.places.tall.others
        poker = msgspec.convert(data_of(client.get("/tables/poker/holdem-no-limit").text, "about"), AboutTable)
    assert poker.poker and poker.room == "poker"


def say(line: ClientConnection, message: dict[str, Any]) -> None:
    line.send(json.dumps(message))


def read(line: ClientConnection) -> FramesMessage:
    """The next message of a line, which nothing but the fields of its struct may have."""
    return msgspec.json.decode(line.recv(timeout=20), type=FramesMessage)


def test_the_messages_of_a_line_and_the_page_of_a_round_fit_their_structs(server: Mortal) -> None:
    with httpx.Client(base_url=server.url, timeout=60, verify=False) as client:
        me = client.post("/api/guest", json={"bearer": True}).json()
        headers = {"authorization": f"Bearer {me['token']}"}
        address = f"{server.url.replace('http', 'ws', 1)}/ws/tables/blackjack"
        with connect(address, additional_headers=headers) as line:
            say(line, {"hello": {"words": True}})
            whole = msgspec.json.decode(line.recv(timeout=20), type=WholeTableMessage)
            assert whole.table.promises and whole.log == "table/blackjack"
            version = whole.v
            answers: list[Answer] = []
            frames: list[Frame] = []
            asked: list[Asked] = []
            bet = {"do": "bet", "seat": 1, "wagers": {"Blackjack": 1000}}
            sit = {"do": "sit", "seat": 1, "player": me["name"], "cents": 100_00}
            for number, command in enumerate((sit, bet, {"do": "bet", "seat": 99, "wagers": {}})):
                say(line, {"id": f"c{number}", "version": version, "command": command})
                while len(answers) <= number:
                    message = read(line)
                    version = message.v
                    answers += message.answers or []
                    frames += message.frames or []
                    asked += message.asked or []
            say(line, {"id": "c9"})
            while b"error" not in (last := line.recv(timeout=20, decode=False)):
                asked += msgspec.json.decode(last, type=FramesMessage).asked or []
            assert msgspec.json.decode(last, type=UnreadableMessage).id == "c9"
    assert [answer.refused is msgspec.UNSET for answer in answers] == [True, True, False]
    assert any(frame.words for frame in frames) and any(frame.evidence for frame in frames) and asked


def test_answers_about_rounds_and_the_pit_have_the_fields_of_their_shapes(tmp_path: Path) -> None:
    """At a table with bots where a round was played; what is left out or added would not be in the types."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        _, me = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.play(live, [(me, 1)], 1)
        boss, _ = await web.as_("pit boss")
        page = await boss.get(f"/rounds/{live.name}/1", headers=BROWSER)
        assert msgspec.convert(data_of(page.text, "about"), AboutRound).round == 1
        chapters = data_of((await boss.get("/pit", headers=BROWSER)).text, "pit-chapters")
        assert len(msgspec.convert(chapters, list[GameToOpen])) > 10
        await fits(boss, f"/rounds/{live.name}/1", shapes.RoundReplay)
        await fits(boss, f"/api/tables/{live.name}/rounds", shapes.FinishedRounds)
        await fits(boss, "/api/pit", shapes.InThePit)
        await fits(boss, "/api/options/565", shapes.Submittable)

    run(tmp_path, test)


async def fits(client: httpx.AsyncClient, path: str, shape: type[BaseModel]) -> None:
    """An answer has every field of its shape and of the shapes in it, and no other."""
    answer = (await client.get(path)).json()
    assert shape.model_validate(answer).model_dump(by_alias=True, exclude_unset=True) == answer
    assert set(answer) == set(shape.model_fields)
