"""Rounds that are over: recalled as everybody saw them while they were played, at every game; and nobody sees more."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.cards import NAMES
from pitboss.floor.books.recall import Asker, Recall
from pitboss.floor.people.accounts import Account, NewAccount
from pitboss.floor.play import bots
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.protocol import Hello
from pitboss.floor.running import Running
from pitboss.floor.server import running
from pitboss.floor.storage.database_view import View
from pitboss.floor.web.app import application, guarded
from pitboss.games import BANKED, NONBANKED
from pitboss.rulebook import chapter
from pitboss.shoe import Chance, Shuffle
from pitboss.table.commands import Bet, Leave
from pitboss.table.log.records import Record
from pitboss.table.log.stores import TABLE
from pitboss.table.view.viewers import SURVEILLANCE, UNDEALT
from pitboss.table.view.views import frames
from tests.floor.floor_evening import PASSWORD, Evening, settings

Test = Callable[[Running, Evening], Awaitable[None]]
Told = dict[int, Any]  # frames by version


class Line:
    """The line to somebody, which keeps every frame that he was sent."""

    def __init__(self, who: Account | None) -> None:
        self.player, self.account_id = (who.name, who.id) if who is not None else ("", 0)
        self.frames: Told = {}
        self.since: int | None = None
        self.closed = ""

    def send(self, message: bytes) -> None:
        told = msgspec.json.decode(message)
        self.since = told["v"] if self.since is None else self.since
        for frame in told.get("frames", []):
            self.frames[frame["v"]] = frame

    def close(self, why: str) -> None:
        self.closed = why


def look(live: LiveTable, who: Account | None) -> Line:
    line = Line(who)
    live.greet(Hello(), line)
    return line


def run(path: Path, test: Test, **others: Any) -> None:
    async def main() -> None:
        async with running(settings(path, **others)) as opened:
            await test(opened, Evening(opened))

    asyncio.run(main())


async def open_game(opened: Running, number: str) -> LiveTable:
    if number in BANKED:
        return await opened.lifecycle.open_table(None, chapter(number).slug, number, {})
    room = await opened.lifecycle.open_room(None, "poker", number)
    return await opened.lifecycle.open_room_table(None, room, "1", {})


def recall_of(opened: Running) -> Recall:
    return Recall(opened.floor.database, opened.lifecycle.key)


async def recalled(recall: Recall, live: LiveTable, number: int, asker: Asker) -> dict[str, Any]:
    stream = await recall.stream_of(live.name)
    assert stream == live.log
    found = await recall.round(stream, number, asker)
    assert found is not None
    return dict(msgspec.json.decode(msgspec.json.encode(found)))


def is_as_sent(line: Line, found: dict[str, Any]) -> bool:
    """Whether a round is told as it was sent while it was played, from when he came to look: none is missing."""
    told = found["frames"]
    assert [frame["v"] for frame in told] == list(range(found["first"], found["last"] + 1)) and line.since is not None
    return [frame for frame in told if frame["v"] > line.since] == [
        line.frames[v] for v in sorted(line.frames) if v in range(found["first"], found["last"] + 1)
    ] and line.since < 3


def records_in(opened: Running, found: dict[str, Any]) -> list[Record]:
    def read(connection: Any) -> list[Record]:
        lines = View(connection).records(found["stream"], found["first"], found["last"])
        return [TABLE.decode(line.body) for _, line in lines]

    return opened.floor.database.view(read)


def cards_in(told: list[Any], seat: int) -> list[str]:
    """The faces of the cards that were dealt to a seat, as somebody was told."""
    steps = [step for frame in told for step in frame.get("steps", []) if step is not None]
    return [card for step in steps if step[1] == "deal" and step[2].split(" ")[0] == f"seat_{seat}" for card in step[3]]


# ---------------------------------------------------------------------------- every game


@pytest.mark.parametrize("number", [*BANKED, *NONBANKED])
def test_a_round_is_recalled_as_it_was_seen(tmp_path: Path, number: str) -> None:
    """To the byte: for two players, for somebody who came later, for nobody in particular, and for surveillance what `frames`
    shows it; over rounds in which players sit down and leave."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, number)
        ann, bo, cy = [await evening.guest() for _ in range(3)]
        lines = [look(live, who) for who in (ann, bo, cy, None)]
        for seat, who in ((1, ann), (3, bo)):
            await evening.sit(live, who, seat, 40_000)
        if number in NONBANKED:
            await bots.seat(opened.floor, live, 2)
        await evening.play(live, [(ann, 1), (bo, 3)], 2)
        await evening.until(lambda: live.table.round is None)
        await evening.sit(live, cy, 2, 40_000)
        await evening.play(live, [(ann, 1), (bo, 3), (cy, 2)], 2)
        recall = recall_of(opened)
        for played in range(1, live.table.rounds + 1):
            for line in lines:
                found = await recalled(recall, live, played, Asker(line.account_id))
                assert is_as_sent(line, found)
            found = await recalled(recall, live, played, Asker(ann.id, everything=True))
            looks, records = live.broadcast.looks, records_in(opened, found)
            told = msgspec.json.decode(msgspec.json.encode(frames(records, SURVEILLANCE, looks)))
            assert found["frames"] == told and "??" not in cards_in(told, 1)
        if live.broadcast.looks:  # the comparison would be empty where nobody hides anything
            mine, theirs = [cards_in((await recalled(recall, live, 1, Asker(each.id)))["frames"], 1) for each in (ann, bo)]
            assert "??" not in mine and "??" in theirs

    run(tmp_path, test)


def test_nobody_is_told_what_was_never_dealt(tmp_path: Path) -> None:
    """Not surveillance either: no order of a shuffle, no salt, no seal, nothing of the stub; with chance that is not fair, the
    records have all of it."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, "565")
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await evening.play(live, [(ann, 1)], 2)
        recall = recall_of(opened)
        for asker in (Asker(), Asker(ann.id), Asker(ann.id, everything=True)):
            found = await recalled(recall, live, 1, asker)
            records = records_in(opened, found)
            drawn = [each for record in records for each in record.drawn]
            text = str(found)
            assert drawn and not any(each.salt in text for each in drawn if isinstance(each, Shuffle))
            steps = [step for frame in found["frames"] for step in frame.get("steps", []) if step is not None]
            for step in steps:
                assert step[2] not in UNDEALT or set(step[3]) <= {"??"}
            assert not any(key in found for key in ("drawn", "seal", "signature", "body"))

    run(tmp_path, test, chance=Chance)


def test_a_round_in_progress_is_not_told(tmp_path: Path) -> None:
    """Nor one that was never played."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, "565")
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await evening.say(live, ann, Bet(1, {"Ante": 1000}))
        await evening.until(lambda: bool(live.table.asks()) and live.at_rest)
        recall = recall_of(opened)
        for number in (0, 1, 2):
            assert await recall.round(live.log, number, Asker(ann.id, everything=True)) is None
            assert await recall.proofs(live.log, number, Asker(ann.id)) is None
        assert await recall.rounds(live.log, 99, 10) == []

    run(tmp_path, test, clocks=Clocks(betting=0.01, decision=None, dropped=None, away=None, between=0.01))


def test_a_player_who_has_another_name_now(tmp_path: Path) -> None:
    """What was his is his under any name, and not of whoever has his old one; over a snapshot too."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, "565")
        guest, bo = await evening.guest(), await evening.guest()
        line = look(live, guest)
        await evening.sit(live, guest, 1)
        await evening.sit(live, bo, 2)
        await evening.play(live, [(guest, 1)], 1)
        await evening.say(live, guest, Leave(1))
        gil = (await opened.people.take_name(guest, "203.0.113.7", "Gil", PASSWORD)).account
        assert gil.id == guest.id and gil.name != guest.name
        other = (await opened.people._make(NewAccount(guest.name, "", "patron", True))).account
        await evening.sit(live, other, 1)
        await evening.play(live, [(other, 1)], 1)
        recall = recall_of(opened)
        first = await recalled(recall, live, 1, Asker(gil.id))
        assert is_as_sent(line, first) and "??" not in cards_in(first["frames"], 1) and first["yours"] == [1]
        assert set(cards_in((await recalled(recall, live, 1, Asker(other.id)))["frames"], 1)) == {"??"}
        second = await recalled(recall, live, 2, Asker(gil.id))
        assert set(cards_in(second["frames"], 1)) == {"??"} and second["yours"] == [1]  # it was, before he left
        assert "??" not in cards_in((await recalled(recall, live, 2, Asker(other.id)))["frames"], 1)

    run(tmp_path, test)


def test_after_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sits where is read from the last snapshot on."""
    monkeypatch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", 2)

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, "565")
        ann = await evening.guest()
        line = look(live, ann)
        await evening.sit(live, ann, 1)
        await evening.play(live, [(ann, 1)], 5)
        assert opened.floor.database.tail(live.log)[0].kind == "snapshot"
        recall = recall_of(opened)
        for number in (1, 2, 3, 5):
            found = await recalled(recall, live, number, Asker(ann.id))
            assert is_as_sent(line, found) and "??" not in cards_in(found["frames"], 1)

    run(tmp_path, test)


# ---------------------------------------------------------------------------- proofs


@pytest.mark.parametrize("number", ["565", "633a", "637a"])
def test_cards_are_proven_to_whom_they_were_shown(tmp_path: Path, number: str) -> None:
    """Every proof is of a card that he saw, against a root that was published; at Poker too, whose secrets are never told."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, number)
        ann = await evening.guest()
        await evening.sit(live, ann, 1, 40_000)
        if number in NONBANKED:
            await bots.seat(opened.floor, live, 2)
        await evening.play(live, [(ann, 1)], 2)
        recall = recall_of(opened)
        found = await recalled(recall, live, 1, Asker(ann.id))
        proven = await recall.proofs(live.log, 1, Asker(ann.id))
        assert proven
        seen = {card for frame in found["frames"] for step in frame.get("steps", []) if step for card in step[3]}
        roots = {each["root"] for frame in found["frames"] for each in frame.get("evidence", []) if "root" in each}
        for each in proven:
            assert NAMES[each.opening.card] in seen - {"??"} and each.root in roots
        mine = set(cards_in(found["frames"], 1))
        assert mine and mine <= {NAMES[each.opening.card] for each in proven}
        assert len(await recall.proofs(live.log, 1, Asker()) or []) < len(proven) or not live.broadcast.looks

    run(tmp_path, test)


# ---------------------------------------------------------------------------- over HTTP


class Web:
    """The floor over HTTP."""

    def __init__(self, opened: Running) -> None:
        app = application(lambda: running(settings(Path("nowhere"))))
        app.state.floor, app.state.people, app.state.lifecycle = opened.floor, opened.people, opened.lifecycle
        app.state.running = opened
        self.app, self.people = guarded(app, ("localhost",)), opened.people

    async def as_(self, role: Any) -> tuple[httpx.AsyncClient, Account]:
        signed = await self.people.guest("203.0.113.7", role)
        client = self.client()
        client.headers["authorization"] = f"Bearer {signed.token}"
        return client, signed.account

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://localhost")


def test_who_is_told_what_over_http(tmp_path: Path) -> None:
    """A player his own cards, the pit what lies open, surveillance every card until it sits down; no answer is kept."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        ann, me = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.play(live, [(me, 1)], 3)
        url, told = f"/rounds/{live.name}/1", {}
        for role in ("patron", "dealer", "floorperson", "pit boss", "surveillance", "auditor"):
            client, _ = await web.as_(role)
            answer = await client.get(url)
            assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
            told[role] = cards_in(answer.json()["frames"], 1)
        own = cards_in((await ann.get(url)).json()["frames"], 1)
        assert len(own) == 3 and "??" not in own
        assert told["surveillance"] == told["auditor"] == own
        nobody = cards_in((await web.client().get(url)).json()["frames"], 1)
        assert nobody == told["patron"] == told["dealer"] == told["floorperson"] == told["pit boss"] == ["??"] * 3
        watcher, account = await web.as_("surveillance")
        assert (await watcher.get(url)).json()["everything"]
        await evening.sit(live, account, 5)
        answer = await watcher.get(url)
        assert not answer.json()["everything"] and cards_in(answer.json()["frames"], 1) == nobody

    run(tmp_path, test)


def test_the_list_of_rounds_over_http(tmp_path: Path) -> None:
    """Page by page, the latest first; of a table of a room too, and after it has closed."""

    async def test(opened: Running, evening: Evening) -> None:
        web = Web(opened)
        boss = await opened.people.hire("Pat Boss", PASSWORD, "pit boss")
        live, table = await open_game(opened, "565"), await open_game(opened, "637a")
        ann, me = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.play(live, [(me, 1)], 3)
        first = (await ann.get(f"/api/tables/{live.name}/rounds?most=2")).json()
        assert [each["round"] for each in first["rounds"]] == [3, 2] and first["next"] == 2
        rest = (await ann.get(f"/api/tables/{live.name}/rounds?most=2&before={first['next']}")).json()
        assert [each["round"] for each in rest["rounds"]] == [1] and rest["next"] is None
        assert (await ann.get(f"/api/tables/{table.name}/rounds")).json()["rounds"] == []
        await evening.say(live, me, Leave(1))
        await opened.lifecycle.close_table(boss, live)
        assert (await ann.get(f"/api/tables/{live.name}/rounds")).json()["rounds"]
        assert "??" not in cards_in((await ann.get(f"/rounds/{live.name}/3")).json()["frames"], 1)

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/tables/nothing/rounds", 404),
        ("/api/tables/%00/rounds", 404),
        (f"/api/tables/{'x' * 300}/rounds", 404),
        ("/api/tables/three-card-poker/rounds?before=0", 422),
        ("/api/tables/three-card-poker/rounds?most=100000", 422),
        ("/rounds/three-card-poker/1", 404),
        ("/rounds/three-card-poker/0", 422),
        ("/rounds/three-card-poker/99999999999999999999", 422),
        ("/rounds/three-card-poker/x", 422),
        ("/rounds/..%2F..%2Foffice/1", 404),
        ("/rounds/office/1", 404),
        ("/rounds/three-card-poker/1/proofs", 401),
        ("/api/export/office", 401),
    ],
)
def test_what_there_is_none_of(tmp_path: Path, path: str, status: int) -> None:
    """One sentence, and no defect."""

    async def test(opened: Running, evening: Evening) -> None:
        await open_game(opened, "565")
        answer = await Web(opened).client().get(path)
        assert answer.status_code == status and set(answer.json()) == {"error", "cite", "kind", "retry"}

    run(tmp_path, test)


def test_the_journal_over_http(tmp_path: Path) -> None:
    """For auditors who do not play, and without the round in progress: it tells every card that was dealt."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        _, me = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.play(live, [(me, 1)], 2)
        url = f"/api/export/{live.log}"
        for role in ("patron", "dealer", "floorperson", "pit boss", "surveillance"):
            client, _ = await web.as_(role)
            assert (await client.get(url)).status_code == 403
            proofs = await client.get(f"/rounds/{live.name}/1/proofs")
            assert proofs.status_code == 200 and proofs.json()["gathered"] == {}
        auditor, account = await web.as_("auditor")
        assert (await auditor.get("/api/export/nothing")).status_code == 404
        assert (await auditor.get("/api/export/office")).text.count("\n") > 1
        whole = (await auditor.get(url)).content
        assert whole.count(b"\n") == live.table.version
        opened.floor.clocks = type(opened.floor.clocks)(0.01, None, None, None, 0.01)
        await evening.say(live, me, Bet(1, {"Ante": 1000}))
        await evening.until(lambda: bool(live.table.asks()) and live.at_rest)
        now = (await auditor.get(url)).content
        assert now.startswith(whole) and b'"do":"begin"' not in now[len(whole) :] and now.count(b"\n") == whole.count(b"\n") + 1
        other = await opened.lifecycle.open_table(None, "other", "565", {})
        await evening.sit(other, account, 1)
        assert (await auditor.get(url)).status_code == 403

    run(tmp_path, test)


def test_open_shuffles_are_not_exported(tmp_path: Path) -> None:
    """A log in which the order of the cards lies open stays in the house until the table is closed."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        boss = await opened.people.hire("Pat Boss", PASSWORD, "pit boss")
        auditor, _ = await web.as_("auditor")
        assert (await auditor.get(f"/api/export/{live.log}")).status_code == 404
        await opened.lifecycle.close_table(boss, live)
        assert (await auditor.get(f"/api/export/{live.log}")).status_code == 200

    run(tmp_path, test, chance=Chance)
