"""The laboratory over HTTP: answers in parts, one sentence for what cannot be read, pages for every address."""

import asyncio
import html
import json
import re
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from pitboss.floor.laboratory.page_data import LabPage
from pitboss.floor.laboratory.queue import Experiments
from pitboss.floor.laboratory.web import MAIN_SECONDS, Experimented, about_seconds
from pitboss.floor.running import Running
from pitboss.floor.web.transport.guard import Guard
from pitboss.floor.web.transport.requests import Requests
from pitboss.laboratory.experiment import read
from pitboss.laboratory.fields import benches, chapters
from pitboss.laboratory.parts import Findings
from tests.floor.floor_evening import Evening
from tests.floor.test_recall import Web, run

BROWSER = {"accept": "text/html"}


def experiments_at(web: Web) -> Experiments:
    """The laboratory behind the guard."""
    assert isinstance(web.app, Requests) and isinstance(web.app.app, Guard) and isinstance(web.app.app.app, FastAPI)
    found: Experiments = web.app.app.app.state.experiments
    return found


async def whole(client: httpx.AsyncClient, number: str, query: str, window: str = "w") -> httpx.Response:
    """The last answer about an experiment."""
    for _ in range(120):
        answer = await client.post(f"/api/lab/{number}", json={"query": query, "window": window})
        if answer.status_code != 202:
            return answer
        assert Experimented.model_validate_json(answer.content).waiting is not None
    raise AssertionError("this takes too long")


def test_an_experiment_is_worked_out(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        client = web.client()
        answer = await whole(client, "565", "wager=pair+plus&pair+plus:flush=4+to+1")
        assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
        found = Experimented.model_validate_json(answer.content)
        assert found.query == "wager=Pair+Plus&Pair+Plus:Flush=4+to+1" and found.waiting is None
        parts = msgspec.convert(found.findings, Findings)
        assert parts.numbers is not None and parts.numbers.exact == "433/5525" and parts.law is not None and parts.law.lawful
        assert parts.printed is not None and parts.printed.exact == "707/5525"
        rest = await client.post("/api/lab/565", json={"query": found.query, "window": "w", "has": 5})
        assert list(rest.json()["findings"]) == ["mistakes", "changes"], "the rest alone"
        begin = time.monotonic()
        again = await client.post("/api/lab/three-card-poker", json={"query": found.query, "window": "other"})
        assert again.status_code == 200 and time.monotonic() - begin < 0.5, "what is known comes at once"
        draft = {"text": '[deal]\nplayer = 2\n[[row]]\nwhen = "pair"\npays = "11 to 1"\n', "window": "w"}
        for _ in range(60):
            answer = await client.post("/api/lab/draft", json=draft)
            if answer.status_code != 202:
                break
        assert answer.status_code == 200 and answer.json()["findings"]["numbers"]["exact"] == "5/17"
        assert (await client.delete("/api/lab/windows/w")).status_code == 204
        await experiments_at(web).close()

    run(tmp_path, test)


HOSTILE: list[tuple[str, Any, int]] = [
    ("565", {"query": "wager=Pair+Plus&Pair+Plus:Flush=" + "9" * 300 + "+to+1", "window": "w"}, 422),
    ("565", {"query": "&".join(f"Pair+Plus:Flush{n}=1+to+1" for n in range(200)), "window": "w"}, 422),
    ("565", {"query": "x" * 100_000, "window": "w"}, 413),
    ("565", {"query": "x" * 10_000, "window": "w"}, 422),
    ("565", {"query": "deks=1", "window": "w"}, 422),
    ("565", {"query": "", "window": "../../x"}, 422),
    ("565", {"query": "", "window": ""}, 422),
    ("565", {"query": ""}, 422),
    ("565", {"query": 5, "window": "w"}, 422),
    ("565", {"query": "", "window": "w", "more": 1}, 422),
    ("565", [], 422),
    ("999", {"query": "", "window": "w"}, 404),
    ("521", {"query": "", "window": "w"}, 404),
    ("633a", {"query": "decks=1000000", "window": "w"}, 422),
    ("633a", {"query": "charlie=2", "window": "w"}, 422),
    ("draft", {"text": "", "window": "w"}, 422),
    ("draft", {"text": "x" * 30_000, "window": "w"}, 422),
]


def test_what_cannot_be_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        client = Web(here).client()
        for number, body, status in HOSTILE:
            answer = await client.post(f"/api/lab/{number}", json=body)
            assert answer.status_code == status, (number, str(body)[:80], answer.text)
            assert answer.json()["error"] and "\n" not in answer.json()["error"] and len(answer.content) < 1_000

    run(tmp_path, test)


def test_every_game_has_a_page_with_its_data(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        client = Web(here).client()
        listed = (await client.get("/lab", headers=BROWSER)).text
        for number in chapters():
            assert f'href="/lab/{number}"' in listed
            page = await client.get(f"/lab/{number}", headers=BROWSER)
            found = re.search(r'<script type="application/json" id="lab-about">(.*?)</script>', page.text, re.DOTALL)
            assert page.status_code == 200 and found is not None
            about = msgspec.json.decode(html.unescape(found[1]), type=LabPage)
            assert [wager.name for wager in about.wagers] == [bench.wager for bench in benches(number)] and not about.why
        assert (await client.get("/lab/draft", headers=BROWSER)).status_code == 200
        assert (await client.get("/lab/999", headers=BROWSER)).status_code == 404

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("decks=99", "Decks cannot be &#39;99&#39;; it is a whole number from 1 to 16"),
        ("<script>=1", "Changes no &#39;&lt;script&gt;&#39;"),
    ],
)
def test_an_address_that_cannot_be_read_has_a_page_that_says_so(tmp_path: Path, query: str, sentence: str) -> None:
    async def test(here: Running, evening: Evening) -> None:
        page = await Web(here).client().get(f"/lab/633a?{query}", headers=BROWSER)
        assert page.status_code == 422 and sentence.lower() in page.text.lower() and "<script>=1" not in page.text

    run(tmp_path, test)


def test_many_clients_are_held_back_and_tables_do_not_feel_it(tmp_path: Path) -> None:
    """A hundred questions of one address: few are begun, the others are refused with the time to try again."""

    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        client = web.client()

        async def one(place: int) -> int:
            body = {"query": f"wager=Pair+Plus&Pair+Plus:Flush={place + 4}+to+1", "window": f"w-{place}"}
            answer = await client.post("/api/lab/565", json=body)
            if answer.status_code in (429, 503):
                assert int(answer.headers["retry-after"]) > 0 and json.loads(answer.content)["retry"]
            return answer.status_code

        asked = [asyncio.create_task(one(place)) for place in range(100)]
        begin = time.monotonic()
        assert (await client.get("/healthz")).status_code == 200
        assert time.monotonic() - begin < 1.0
        statuses = await asyncio.gather(*asked)
        assert set(statuses) <= {200, 202, 429, 503} and statuses.count(503) + statuses.count(429) >= 90
        await experiments_at(web).close()

    run(tmp_path, test)


def test_every_chapter_says_about_how_long_it_takes() -> None:
    assert set(MAIN_SECONDS) == set(chapters())
    assert about_seconds(read("565", "wager=Pair+Plus")) == 5
