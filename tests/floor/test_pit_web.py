"""The pit over HTTP: who may see it, the page for who may and who may not, submissions, and what is declared."""

import re
from pathlib import Path

import pytest

from pitboss.floor.people.roles import MAY, ROLES
from pitboss.floor.play import bots
from pitboss.floor.running import Running
from pitboss.floor.web.shapes import Game, InThePit, Submittable
from pitboss.games import MODULES
from pitboss.rulebook import chapter
from pitboss.table.commands import Bet
from tests.floor.floor_evening import Evening
from tests.floor.house import CODE
from tests.floor.test_pit_figures import WAITS
from tests.floor.test_recall import Web, run

SEES = {"dealer", "floorperson", "pit boss", "surveillance", "auditor"}


@pytest.mark.parametrize("practice", [True, False])
def test_employees_see_the_pit_and_others_are_told_who_may(tmp_path: Path, practice: bool) -> None:
    assert MAY["see the pit"] == SEES

    async def test(here: Running, evening: Evening) -> None:
        await here.lifecycle.open_table(None, "three", "565", {})
        web = Web(here)
        nobody = web.client()
        assert (await nobody.get("/api/pit")).status_code == 401
        page = await nobody.get("/pit")
        assert page.status_code == 200 and "It is open to a dealer, a floorperson" in " ".join(page.text.split())
        assert "Look as a pit boss" not in page.text and ("knows its code" in page.text) == practice
        nobody.cookies.set("pitboss-code", CODE)
        assert ("Look as a pit boss" in (await nobody.get("/pit")).text) == practice
        for role in ROLES if practice else ("patron",):
            client, _ = await web.as_(role)
            api, page = await client.get("/api/pit"), await client.get("/pit")
            assert api.status_code == (200 if role in SEES else 403)
            assert ('id="wall"' in page.text) == (role in SEES)
            assert ('id="pit-open"' in page.text) == (role == "pit boss")
            assert not re.search(r"<script(?![^>]*(src|application/json))|style=|<style|\son\w+=", page.text), (
                "the policy forbids it"
            )

    run(tmp_path, test, practice=practice)


def test_an_answer_that_still_holds_is_not_sent_again(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        client, _ = await Web(here).as_("surveillance")
        first = await client.get("/api/pit")
        InThePit.model_validate_json(first.content)
        told = {"if-none-match": first.headers["etag"]}
        again = await client.get("/api/pit", headers=told)
        assert again.status_code == 304 and not again.content and again.headers["etag"] == first.headers["etag"]
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        other = await client.get("/api/pit", headers=told)
        assert other.status_code == 200
        (table,) = other.json()["tables"]
        assert table["taken"] == {"1": {"name": ann.name, "chips": 10_000, "bot": False}}
        assert table["figures"]["drop"] == 10_000 and table["waits"] == {"for": "wagers", "seats": []}

    run(tmp_path, test)


def test_figures_since_a_moment(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await evening.play(live, [(ann, 1)], 2)
        client, _ = await Web(here).as_("auditor")
        at = live.recent[-1].at
        for since, rounds in ((0, 2), (at - 120_000, 2), (at + 120_000, 0)):
            found = (await client.get(f"/api/pit?since={since}")).json()
            assert found["since"] == since - since % 60_000 and found["tables"][0]["figures"]["rounds"] == rounds
            assert found["tables"][0]["inventory"] == (await client.get("/api/pit")).json()["tables"][0]["inventory"]
        for wrong in ("-1", "x", "99999999999999999999"):
            assert (await client.get(f"/api/pit?since={wrong}")).status_code == 422
        for minute in range(20):  # windows that nobody asks for any more are forgotten
            assert (await client.get(f"/api/pit?since={at - minute * 60_000}")).status_code == 200

    run(tmp_path, test)


def test_every_chapter_says_what_a_submission_may_choose(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        client = Web(here).client()
        for number in MODULES:
            found = Submittable.model_validate_json((await client.get(f"/api/options/{number}")).content)
            assert [option.option for option in found.options] == [option.option for option in chapter(number).options]
        assert (await client.get("/api/options/000")).status_code == 404

    run(tmp_path, test)


def test_a_player_who_practises_declares_over_http_and_sees_the_remedy(tmp_path: Path) -> None:
    """From the list that the page offers; the answer has the remedy with its paragraph."""

    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        client, ann = await Web(here).as_("patron")
        await evening.sit(live, ann, 1)
        await bots.seat(here.floor, live, 1)
        await evening.say(live, ann, Bet(1, {"Ante": 1000}))
        (game,) = [Game.model_validate(each) for each in (await client.get("/api/games")).json()]
        told = next(each for each in game.declarable if each.kind == "wrong number of cards")
        assert told.cite == game.incidents[told.kind] and [field.word for field in told.fields] == ["to", "cards"]
        deed = {"do": "report", "kind": told.kind, "detail": {"to": "dealer", "cards": 4}}
        version = (await client.get("/api/tables/three")).json()["v"]
        answer = await client.post("/api/tables/three/commands", json={"id": "1", "version": version, "command": deed})
        assert answer.status_code == 200
        steps = [step for frame in answer.json()["frames"] for step in frame.get("steps", []) if step]
        assert any(step[0] == told.cite and step[1] == "void" for step in steps)
        boss, _ = await Web(here).as_("pit boss")
        (table,) = (await boss.get("/api/pit")).json()["tables"]
        assert table["figures"]["void"] == 1 and table["figures"]["handle"] == 0 and table["inventory"] == 0

    run(tmp_path, test, clocks=WAITS)
