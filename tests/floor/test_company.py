"""Bots are offered where they can sit down, and nowhere else: the lobby, the page and the answer ask one function."""

from pathlib import Path

from pitboss.card_room.commands import Join
from pitboss.floor.running import Running
from tests.floor.floor_evening import Evening
from tests.floor.test_recall import Web, run


def test_the_offer_is_what_can_be_had_at_every_number_of_free_seats(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {"seats": 5})
        client, _ = await Web(here).as_("floorperson")
        for taken in range(5):
            [row] = (await client.get("/api/tables")).json()
            offered = (await client.get("/api/tables/three/bots")).json()["bots"]
            assert (offered, row["bots"]) == (max(0, 5 - taken - 1), max(0, 5 - taken - 2))
            came = await client.post("/api/tables/three/bots", json={"bots": 1})
            assert (came.status_code == 200) == bool(offered), came.text
            assert len(live.table.seats) == min(taken + 1, 4)
        assert "one seat stays free" in came.json()["error"]
        await evening.sit(live, await evening.guest(), next(seat for seat in range(1, 6) if seat not in live.table.seats))
        assert (await client.get("/api/tables/three/bots")).json() == {"bots": 0}

    run(tmp_path, test)


def test_no_bot_comes_before_people_on_the_waiting_list(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        room = await here.lifecycle.open_room(None, "poker", "637a")
        live = await here.lifecycle.open_room_table(None, room, "1", {})
        client, _ = await Web(here).as_("floorperson")
        assert (await client.get("/api/tables/poker/1/bots")).json()["bots"] == live.table.game.seats(live.table.house)[0] - 1
        ann = await evening.guest()
        await evening.say(room, ann, Join(ann.name, "hold'em"))
        assert (await client.get("/api/tables/poker/1/bots")).json() == {"bots": 0}
        refused = await client.post("/api/tables/poker/1/bots", json={"bots": 1})
        assert refused.status_code >= 400 and "waiting list" in refused.json()["error"] and not live.table.seats

    run(tmp_path, test)
