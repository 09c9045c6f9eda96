"""The pages of rounds that are over: at the addresses where programs get JSON, and without anything that is hidden."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.floor.play import bots
from pitboss.floor.running import Running
from pitboss.floor.web.history import MOST
from tests.floor.floor_evening import Evening
from tests.floor.test_recall import Web, cards_in, open_game, run

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


async def page_of(client: httpx.AsyncClient, path: str) -> httpx.Response:
    """A page as a browser asks for it."""
    answer = await client.get(path, headers=BROWSER)
    assert answer.headers["content-type"].startswith("text/html") and answer.headers["cache-control"] == "no-store"
    return answer


def test_one_address_for_browsers_and_programs(tmp_path: Path) -> None:
    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        ann, me = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.play(live, [(me, 1)], 3)
        url = f"/rounds/{live.name}/2"
        assert (await ann.get(url)).json()["round"] == 2
        shown = (await page_of(ann, url)).text
        assert "Round 2 of Three Card Poker" in shown and "Table three-card-poker, chapter 565" in shown
        assert f'href="/rounds/{live.name}/1"' in shown and f'href="/rounds/{live.name}/3"' in shown
        assert "Round before" not in (await page_of(ann, f"/rounds/{live.name}/1")).text
        assert "Round after" not in (await page_of(ann, f"/rounds/{live.name}/3")).text
        assert (await ann.get(f"{url}/proofs", headers=BROWSER)).json()["proofs"]  # never a page

    run(tmp_path, test)


def test_no_page_holds_a_card(tmp_path: Path) -> None:
    """Whoever reads it: what he may see of the round comes over the API. The list has his own result and nobody else's."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        ann, me = await web.as_("patron")
        bo, him = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.sit(live, him, 2)
        await evening.play(live, [(me, 1)], 2)
        watcher, _ = await web.as_("surveillance")
        dealt = cards_in((await watcher.get(f"/rounds/{live.name}/1")).json()["frames"], 1)
        assert len(dealt) == 3
        for client in (ann, bo, watcher, web.client()):
            for path in (f"/rounds/{live.name}/1", f"/rounds/{live.name}"):
                shown = (await page_of(client, path)).text
                assert not any(f'"{card}"' in shown or f">{card}<" in shown for card in dealt)
                assert not any(sign in shown for sign in "♠♥♦♣") and "frames" not in shown
            mine = (await page_of(client, f"/rounds/{live.name}")).text
            assert ("Your result" in mine) == ("You wagered" in mine) == (client is ann)
            assert bool(re.search(r">\$\d+(\.\d\d)?</td>\s*<td[^>]*>(won|lost|broke)", mine)) == (client is ann)

    run(tmp_path, test)


def test_the_list_goes_page_by_page(tmp_path: Path) -> None:
    """The latest first; of a table of a room too, whose name has a slash."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "637a")
        ann, me = await web.as_("patron")
        await evening.sit(live, me, 1, 40_000)
        await bots.seat(opened.floor, live, 2)
        await evening.until(lambda: live.table.rounds > MOST + 2)
        for path in ("/rounds/poker/1", "/rounds/poker/1/"):
            shown = (await page_of(ann, path)).text
            assert "Rounds of Poker" in shown and "Table poker/1, chapter 637a" in shown
            assert shown.count("row-link") == MOST and "Latest rounds" not in shown
        older = shown.split('rel="next"')[0].rpartition('href="')[2].split('"')[0]
        assert older.startswith("/rounds/poker/1/?before=")
        rest = (await page_of(ann, older)).text
        assert "Latest rounds" in rest and 'href="/rounds/poker/1/2"' in rest
        assert "Round 2 of Poker" in (await page_of(ann, "/rounds/poker/1/2")).text
        assert "There are no earlier rounds" in (await page_of(ann, "/rounds/poker/1/?before=1")).text

    run(tmp_path, test)


def test_a_table_without_rounds(tmp_path: Path) -> None:
    async def test(opened: Running, evening: Evening) -> None:
        await open_game(opened, "565")
        assert "No round is over" in (await page_of(Web(opened).client(), "/rounds/three-card-poker")).text

    run(tmp_path, test)


@pytest.mark.parametrize(
    "path",
    [
        *("/rounds/nothing", "/rounds/nothing/1", "/rounds/three-card-poker/1", "/rounds/three-card-poker/0", "/rounds/"),
        *("/rounds/%00/1", "/rounds/office/1", "/rounds/..%2F..%2Foffice/1", f"/rounds/{'x' * 300}/1", "/rounds/poker/1"),
        *("/rounds/three-card-poker/99999999999999999999", "/rounds/<script>/1", "/rounds/three-card-poker/1?opening=x"),
    ],
)
def test_what_there_is_no_page_of(tmp_path: Path, path: str) -> None:
    """A page that says so in a sentence."""

    async def test(opened: Running, evening: Evening) -> None:
        await open_game(opened, "565")
        answer = await page_of(Web(opened).client(), path)
        assert answer.status_code == 404 and "Page not found" in answer.text and "<script>/" not in answer.text

    run(tmp_path, test)


def test_a_cookie_that_is_out_of_date(tmp_path: Path) -> None:
    """Its reader is a spectator."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        _, me = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.play(live, [(me, 1)], 1)
        client: Any = web.client()
        client.cookies.set("pitboss", "not-a-token")
        assert (await page_of(client, f"/rounds/{live.name}/1")).status_code == 200
        assert (await page_of(client, f"/rounds/{live.name}")).status_code == 200

    run(tmp_path, test)
