"""Tables that fail: whatever raises in the engine, the sentences, the drawings, a bot or a clock, the pit can void the round
and close the table over HTTP, every cent is accounted for, and neither the other tables nor a restart of the floor suffer."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from pitboss.card_room.commands import Offer
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books import audit as auditing
from pitboss.floor.books.audit import as_row, audit
from pitboss.floor.books.audit_result import Audited
from pitboss.floor.play import bots, dealer, live_table
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.protocol import Hello
from pitboss.floor.running import Running
from pitboss.floor.storage.database import Database
from pitboss.table.commands import FLOORPERSON, Bet
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Step
from pitboss.table.view import faults, layout
from pitboss.table.view.layout import Layout
from pitboss.telling import sentences
from tests.floor.floor_evening import JACKPOT, Evening
from tests.floor.test_floor import books
from tests.floor.test_recall import Web, run
from tests.floor.visitors import Visitor

NAME, OTHER, SEAT = "three", "other", 1
STREAM = f"table/{NAME}"
CHIPS = 10_000
ids = itertools.count(1)
Inject = Callable[[pytest.MonkeyPatch], None]


class Defect(Exception):
    """What is injected."""


@pytest.fixture(autouse=True)
def quick_rebuilds(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bank is rebuilt at once; what could not be shown is forgotten afterwards."""
    monkeypatch.setattr("pitboss.floor.play.delivery.REBUILD_EVERY", 0.01)
    faults.reported.clear()
    yield
    faults.reported.clear()


def raises(*_: Any, **__: Any) -> Any:
    raise Defect


async def opened(here: Running) -> tuple[LiveTable, LiveTable]:
    """The table that will fail, and another one."""
    first = await here.lifecycle.open_table(None, NAME, "565", {})
    return first, await here.lifecycle.open_table(None, OTHER, "565", {})


async def says(boss: httpx.AsyncClient, name: str, command: dict[str, Any]) -> httpx.Response:
    """What the pit page sends: again as long as the floor asks for that."""
    for _ in range(100):
        version = next(each["version"] for each in (await boss.get("/api/pit")).json()["tables"] if each["name"] == name)
        body = {"id": f"pit-{next(ids)}", "version": version, "command": command}
        answer = await boss.post(f"/api/tables/{name}/commands", json=body)
        if answer.status_code != 503:
            return answer
        await asyncio.sleep(0.02)
    raise AssertionError("the floor never answers")


async def close(boss: httpx.AsyncClient, table: LiveTable) -> None:
    """The pit has every person get up, whom the bots follow, and closes the table."""
    for seat in [seat for seat in table.table.seats if seat not in table.bots]:
        answer = await says(boss, table.name, {"do": "leave", "seat": seat})
        assert answer.status_code == 200, answer.text
    assert (await boss.delete(f"/api/tables/{table.name}")).status_code == 204


async def wager(evening: Evening, table: LiveTable, who: Any) -> None:
    await evening.say(table, who, Bet(SEAT, {"Ante": 500}))


async def plays_on(evening: Evening, table: LiveTable) -> None:
    """Another table has not noticed anything."""
    who, seat = await evening.guest(), 2 + len(table.table.seats)
    await evening.sit(table, who, seat)
    await evening.play(table, [(who, seat)])


def audited(folder: Path) -> Audited:
    database = Database.open(f"sqlite:///{folder}/floor.db")
    try:
        return audit(database, HouseKey.load(folder / "floor.key"))
    finally:
        database.close()


# ---------------------------------------------------------------------------- what cannot be shown


def teller_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    for act in ("_deal", "_wager", "_decide"):
        monkeypatch.setattr(sentences._Teller, act, raises)


def layout_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(layout.ACTS, "deal", raises)


def picture_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "layout_of", raises)


@pytest.mark.parametrize("inject", [teller_fails, layout_fails, picture_fails])
def test_a_table_that_cannot_be_shown_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inject: Inject) -> None:
    async def test(here: Running, evening: Evening) -> None:
        inject(monkeypatch)
        table, other = await opened(here)
        boss, _ = await Web(here).as_("pit boss")
        ann = await evening.guest()
        reader = Visitor(here, table, ann)
        reader.come(Hello(words=True))
        await evening.sit(table, ann, SEAT)
        await evening.play(table, [(ann, SEAT)], 2)
        await evening.until(lambda: reader.version == table.durable)
        assert not reader.ended and reader.rounds == 2
        read = [
            words for message in reader.messages for frame in message.get("frames", ()) for _, words in frame.get("words", ())
        ]
        assert any("Deal" in words for words in read)
        again = Visitor(here, table, ann)
        again.come(Hello(words=True))
        assert again.messages[0]["table"]["seats"]["1"]["player"] == ann.name
        await plays_on(evening, other)
        await close(boss, table)
        await books(here)

    run(tmp_path, test)
    audited(tmp_path)


def test_a_step_that_nobody_knows_is_told_plainly_and_logged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its act nor its note; the steps beside it are told as ever."""
    odd = Step("645a.11(f)(3)", "say", DEALER, note="seat two against everybody: win")
    unknown = Step("565.7", "whistle", "seat_x", wager="Ante", cents=500, note="17: 18")  # type: ignore[arg-type]
    broken = Step("565.7", "players", note="all of them")
    bad = [Step("565.7", act, "seat_1", note=":") for act in ("begin", "meter", "reverse", "move", "decide", "bet", "award")]
    steps = [odd, unknown, broken, *bad, Step("565.11(b)", "decide", "seat_2", note="fold")]
    lines = [sentences.sentence(line) for line in sentences.tell(steps)]
    assert lines[:2] == ["Seat two against everybody: win", "Whistle: seat_x, Ante, $5, 17: 18"] and lines[-1] == "seat 2: fold"
    Layout().see_all(steps)
    assert not faults.reported  # all of that has a plain form
    logged: list[str] = []
    monkeypatch.setattr(faults.log, "warning", lambda message, *about, exc_info: logged.append(message % about))
    for _ in range(3):
        faults.report("told", odd, Defect("As Kd"))
    assert logged == ["a step cannot be told: say of § 645a.11(f)(3)"]


# ---------------------------------------------------------------------------- a round that cannot go on


def procedure_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a round, when the dealer's cards are turned up."""
    reveal = Round.reveal

    def failing(self: Round, cite: str, who: str, *more: Any) -> None:
        if self.table.opening.name == STREAM and who == DEALER:  # type: ignore[attr-defined]
            raise Defect
        reveal(self, cite, who, *more)

    monkeypatch.setattr(Round, "reveal", failing)


def procedure_does_not_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Money that is not there is paid, so that not even undoing it works."""
    reveal = Round.reveal

    def failing(self: Round, cite: str, who: str, *more: Any) -> None:
        if self.table.opening.name == STREAM and who == DEALER:  # type: ignore[attr-defined]
            self.steps.append(Step(cite, "pay", "seat_1", wager="nothing", cents=70_000))
            raise Defect
        reveal(self, cite, who, *more)

    monkeypatch.setattr(Round, "reveal", failing)


@pytest.mark.parametrize("inject", [procedure_fails, procedure_does_not_balance])
def test_a_round_that_fails_is_void_and_its_table_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inject: Inject
) -> None:
    async def test(here: Running, evening: Evening) -> None:
        inject(monkeypatch)
        table, other = await opened(here)
        boss, _ = await Web(here).as_("pit boss")
        ann = await evening.guest()
        before = await here.floor.buy_ins.cage_balance(ann.id)
        await evening.sit(table, ann, SEAT)
        await evening.play(table, [(ann, SEAT)])
        assert table.table.last is not None and table.table.last.void and table.table.seats[SEAT].cents == CHIPS
        await plays_on(evening, other)
        await close(boss, table)
        assert await here.floor.buy_ins.cage_balance(ann.id) == before
        await books(here)

    run(tmp_path, test)
    audited(tmp_path)


def bot_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealer, "bots", lambda table, ask: raises() if table.opening.name == STREAM else None)


def clock_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    after = dealer.commands_at_timeout
    monkeypatch.setattr(
        dealer, "commands_at_timeout", lambda at: raises() if at.name == NAME and at.table.round is not None else after(at)
    )


@pytest.mark.parametrize("inject", [bot_fails, clock_fails])
def test_the_pit_voids_a_round_at_which_the_house_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inject: Inject
) -> None:
    """Its bot or its clock: nobody answers any more. After a restart the pit closes the table."""

    async def first(here: Running, evening: Evening) -> None:
        table, other = await opened(here)
        boss, _ = await Web(here).as_("pit boss")
        ann = await evening.guest()
        await evening.sit(table, ann, SEAT)
        await bots.seat(here.floor, table, 1)
        inject(monkeypatch)
        with suppress(RetryLaterError):  # it may be undone
            await wager(evening, table, ann)
        await evening.until(lambda: bool(table.failed) and not table.bank.broken)
        waits = next(each["waits"] for each in (await boss.get("/api/pit")).json()["tables"] if each["name"] == NAME)
        assert waits["for"] == "a floorperson"
        assert (await says(boss, NAME, {"do": "void", "why": "no", "defect": "mine"})).status_code == 403
        if table.table.round is not None:
            assert (await says(boss, NAME, {"do": "void", "why": "nobody answers"})).status_code == 200
            assert table.table.last is not None
            said = [step.note for step in table.table.last.steps if step.act == "void"]
            assert said == ["the round has failed: nobody answers (Defect)"] and table.table.seats[SEAT].cents == CHIPS
        refused = await says(boss, OTHER, {"do": "void", "why": "no"})
        assert refused.status_code == 422 and "only a round that has failed" in refused.text
        await plays_on(evening, other)
        await books(here)

    async def second(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        await plays_on(evening, here.floor.tables[OTHER])
        await close(boss, here.floor.tables[NAME])
        await books(here)

    run(tmp_path, first)
    audited(tmp_path)
    run(tmp_path, second)
    audited(tmp_path)


@pytest.mark.parametrize("inject", [bot_fails, clock_fails])
def test_the_pit_closes_a_table_at_which_the_house_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inject: Inject
) -> None:
    """In the middle of the round: it is void, and everybody gets up."""

    async def test(here: Running, evening: Evening) -> None:
        table, other = await opened(here)
        boss, _ = await Web(here).as_("pit boss")
        ann = await evening.guest()
        before = await here.floor.buy_ins.cage_balance(ann.id)
        await evening.sit(table, ann, SEAT)
        await bots.seat(here.floor, table, 1)
        inject(monkeypatch)
        with suppress(RetryLaterError):
            await wager(evening, table, ann)
        await evening.until(lambda: bool(table.failed) and not table.bank.broken)
        assert (await boss.delete(f"/api/tables/{NAME}")).status_code == 204
        assert await here.floor.buy_ins.cage_balance(ann.id) == before
        await plays_on(evening, other)
        assert (await boss.delete(f"/api/tables/{OTHER}")).status_code == 422  # it has not failed, and players sit there
        await books(here)

    run(tmp_path, test)
    audited(tmp_path)


# ---------------------------------------------------------------------------- a log that cannot be replayed


def test_the_pit_closes_a_table_whose_log_cannot_be_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a rule was mended, say. The others are served; the players have what they had before the round in progress."""
    cage: dict[int, int] = {}

    async def first(here: Running, evening: Evening) -> None:
        table, _ = await opened(here)
        ann = await evening.guest()
        cage[ann.id] = await here.floor.buy_ins.cage_balance(ann.id)
        await evening.sit(table, ann, SEAT)
        say = Round.say
        with monkeypatch.context() as changed:
            changed.setattr(Round, "say", lambda self, cite, note, *who: say(self, cite, f"{note}, as it was", *who))
            await wager(evening, table, ann)
            await evening.until(lambda: table.table.round is not None and table.at_rest)

    async def second(here: Running, evening: Evening) -> None:
        web = Web(here)
        boss, _ = await web.as_("pit boss")
        assert NAME not in here.floor.tables
        await plays_on(evening, here.floor.tables[OTHER])
        (broken,) = (await boss.get("/api/pit")).json()["fallen"]
        assert broken["name"] == NAME and "pitboss audit" in broken["why"]
        floorperson, _ = await web.as_("floorperson")
        assert (await floorperson.delete(f"/api/tables/{NAME}")).status_code == 403
        assert (await boss.delete(f"/api/tables/{NAME}")).status_code == 204
        assert (await boss.get("/api/pit")).json()["fallen"] == []
        for account, cents in cage.items():
            assert await here.floor.buy_ins.cage_balance(account) == cents
        await books(here)

    run(tmp_path, first, clocks=dealer.Clocks(betting=None, decision=None, dropped=None, away=None))
    run(tmp_path, second)
    found = audited(tmp_path)
    assert found.fallen == [STREAM] and as_row("", found)["ok"] is False
    assert f"do not follow the rules: {STREAM}." in " ".join(auditing.sentences(found))
    run(tmp_path, plays_again)


def test_the_pit_closes_a_room_whose_logs_cannot_be_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players have what the last hand left them, contributions to the jackpot are in the cage, and every cent balances."""
    chips: dict[int, int] = {}
    monkeypatch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", 1_000_000)  # a snapshot after the changed hand would skip it

    async def first(here: Running, evening: Evening) -> None:
        room = await here.lifecycle.open_room(None, "poker", "637a")
        table = await here.lifecycle.open_room_table(None, room, "1", JACKPOT)
        await here.lifecycle.floor.say(room, Offer("bad beat", "bad beat", ["1"]), FLOORPERSON)
        ann = await evening.guest()
        chips[ann.id] = await here.floor.buy_ins.cage_balance(ann.id)
        await evening.sit(table, ann, 1, 40_000)
        await bots.seat(here.floor, table, 3)
        while not table.table.boxed:
            await evening.play(table, [])
        say, said = Round.say, list[str]()

        def say_otherwise(self: Round, cite: str, note: str, *who: str) -> None:
            said.append(note)
            say(self, cite, f"{note}, as it was", *who)

        with monkeypatch.context() as changed:
            changed.setattr(Round, "say", say_otherwise)
            while not said:
                await evening.play(table, [])

    async def second(here: Running, evening: Evening) -> None:
        web = Web(here)
        boss, _ = await web.as_("pit boss")
        assert "poker" not in here.floor.rooms
        (broken,) = (await boss.get("/api/pit")).json()["fallen"]
        assert (broken["name"], broken["kind"]) == ("poker", "room")
        floorperson, _ = await web.as_("floorperson")
        assert (await floorperson.delete("/api/rooms/poker")).status_code == 403
        assert (await boss.delete("/api/rooms/nowhere")).status_code == 404
        held = ledger(here)
        assert (await boss.delete("/api/rooms/poker")).status_code == 204
        assert (await boss.get("/api/pit")).json()["fallen"] == []
        for account, before in chips.items():
            seat = held.get("room/poker/table-1.log/seat_1", 0)
            assert await here.floor.buy_ins.cage_balance(account) == before - 40_000 + seat
        after = ledger(here)
        assert after["jackpots/poker"] == held["room/poker/table-1.log/box"] > 0
        left = {account for account, cents in after.items() if cents and account.startswith(("room/", "fund/"))}
        assert left <= {"room/poker/table-1.log/inventory"} and sum(after.values()) == 0
        await books(here)

    run(tmp_path, first)
    run(tmp_path, second)
    found = audited(tmp_path)
    assert found.fallen == ["room/poker/room.log", "room/poker/table-1.log"] and as_row("", found)["ok"] is False

    async def third(here: Running, evening: Evening) -> None:
        assert not here.floor.rooms and not here.lifecycle.broken

    run(tmp_path, third)


def ledger(here: Running) -> dict[str, int]:
    """What every account of the ledger holds."""
    query = sa.text("SELECT account, sum(cents) FROM entry GROUP BY account")
    return here.floor.database.view(lambda connection: {str(name): int(cents) for name, cents in connection.execute(query)})


async def plays_again(here: Running, evening: Evening) -> None:
    """A third start: the table is closed for good."""
    assert set(here.floor.tables) == {OTHER} and not here.lifecycle.broken
