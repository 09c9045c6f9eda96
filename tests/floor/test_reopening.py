"""Tables that open again under their names, and limits that are changed: who may, what is on record, what an audit says."""

from pathlib import Path

import pytest

from pitboss.errors import NotAuthorized, PitbossError
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.running import Running
from pitboss.floor.web.shapes import InThePit
from pitboss.table.commands import Bet, Leave, PostLimits
from tests.floor.floor_evening import METERED, Evening
from tests.floor.test_audit import audited
from tests.floor.test_recall import Web, run

REOPEN = {"open": True}


@pytest.mark.parametrize("meter", ["", "shared"])
def test_a_closed_table_opens_again_under_its_name(tmp_path: Path, meter: str) -> None:
    """Its log goes on, its rounds are counted on, its meter stands; a floor that starts anew serves it, and an audit agrees."""

    async def test(here: Running, evening: Evening) -> None:
        boss, ann = await evening.guest("pit boss"), await evening.guest()
        for name in ("first", "other") if meter else ("first",):
            live = await here.lifecycle.open_table(boss, name, "657a", METERED, meter)
            await evening.sit(live, ann, 1)
            await evening.play(live, [(ann, 1)], 2)
            await evening.say(live, ann, Leave(1))
        live = here.floor.tables["first"]
        before, shown = live.table.version, live.meter
        with pytest.raises(NotAuthorized, match="no closed table first"):
            await here.lifecycle.reopen_table(boss, "first")
        for each in list(here.floor.tables.values()):
            await here.lifecycle.close_table(boss, each)
        assert "first" not in here.floor.tables
        with pytest.raises(NotAuthorized, match="reopen it, or choose another name"):
            await here.lifecycle.open_table(boss, "first", "657a", METERED, meter)
        again = await here.lifecycle.reopen_table(boss, "first")
        assert (again.table.version, again.table.rounds, again.meter) == (before + 2, 2, shown)
        await evening.sit(again, ann, 1)
        await evening.play(again, [(ann, 1)])
        assert again.table.rounds == 3

    run(tmp_path, test)
    assert audited(tmp_path).tables == (2 if meter else 1)

    async def later(here: Running, evening: Evening) -> None:
        assert [live.table.rounds for live in here.floor.tables.values()] == [3]
        assert [each.name for each in await here.lifecycle.closed_tables()] == (["other"] if meter else [])

    run(tmp_path, later)


def test_the_pit_lists_closed_tables_and_a_pit_boss_reopens_them(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        web = Web(here)
        boss, account = await web.as_("pit boss")
        dealer, _ = await web.as_("dealer")
        await here.lifecycle.close_table(account, live)
        told = InThePit.model_validate_json((await boss.get("/api/pit")).content)
        assert [(each.name, each.chapter) for each in told.closed] == [("three", "565")]
        assert (await dealer.put("/api/tables/three/open", json=REOPEN)).status_code == 403
        answer = await boss.put("/api/tables/three/open", json=REOPEN)
        assert (answer.status_code, answer.json()["name"]) == (201, "three")
        assert InThePit.model_validate_json((await boss.get("/api/pit")).content).closed == []
        again = await boss.put("/api/tables/three/open", json=REOPEN)
        assert (again.status_code, again.json()["error"]) == (422, "there is no closed table three")

    run(tmp_path, test)


def test_a_pit_boss_changes_limits_and_players_are_told(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        boss, floorperson, ann = [await evening.guest(role) for role in ("pit boss", "floorperson", "patron")]
        await evening.sit(live, ann, 1)
        for somebody in (floorperson, ann):
            with pytest.raises(ForbiddenError, match="a pit boss may"):
                await evening.say(live, somebody, PostLimits({"table_minimum": 1000}))
        for unlawful in ({"table_minimum": 60_000}, {"smallest_chip": 100}):
            with pytest.raises(PitbossError):
                await evening.say(live, boss, PostLimits(unlawful))
        await evening.say(live, boss, PostLimits({"table_minimum": 1000}))
        client, _ = await Web(here).as_("pit boss")
        (listed,) = (await client.get("/api/tables")).json()
        assert listed["limits"]["Ante"] == [1000, 50_000]
        (shown,) = InThePit.model_validate_json((await client.get("/api/pit")).content).tables
        assert shown.limits["table_minimum"] == 1000 and "limits" in shown.offers
        whole = (await client.get("/api/tables/three?words=true")).json()
        assert whole["table"]["house"] == {"table_minimum": 1000}
        await evening.say(live, ann, Bet(1, {"Ante": 1000}))
        await evening.until(lambda: live.table.rounds == 1)

    run(tmp_path, test)
    audited(tmp_path)

    async def later(here: Running, evening: Evening) -> None:
        assert here.floor.tables["three"].table.house["table_minimum"] == 1000

    run(tmp_path, later)


def test_nobody_changes_limits_where_they_sit(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        boss = await evening.guest("pit boss")
        await evening.sit(live, boss, 1)
        with pytest.raises(ForbiddenError, match="where he sits"):
            await evening.say(live, boss, PostLimits({"table_minimum": 1000}))

    run(tmp_path, test)
