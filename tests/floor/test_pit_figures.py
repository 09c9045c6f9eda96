"""The figures of the pit: those of the ledger, to the cent, after a restart too; and never a word of a round in progress."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from pitboss.floor.books import figures as tallies
from pitboss.floor.books import pit
from pitboss.floor.books.figures import HOUR, Handle, Tally
from pitboss.floor.books.pit import Pit, compare, figures
from pitboss.floor.books.theoretical_win import Theoretical, theory
from pitboss.floor.play import bots
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.floor_plan import read_plan
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.running import Running
from pitboss.floor.server import running
from pitboss.floor.storage import database_view
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import entry, event
from pitboss.floor.storage.transactions import StreamLine
from pitboss.table.commands import Bet, CutCards, Decide
from pitboss.table.log.records import End
from pitboss.table.steps import Ask, Cut
from tests.floor.floor_evening import Evening, settings, spend
from tests.floor.test_recall import run

WAITS = Clocks(betting=None, decision=None, dropped=None, away=None, between=0.01)


Books = tuple[Counter[str], dict[str, Counter[str]], dict[str, Tally]]


def books_of(here: Running) -> Books:
    """One moment of a floor: what every account holds, what moved through the cage at each log, and the tallies."""

    def read(connection: sa.Connection) -> Books:
        ledger: Counter[str] = Counter()
        cage: dict[str, Counter[str]] = {}
        for row in connection.execute(entry.select()):
            ledger[row.account] += row.cents
            if row.account.startswith("cage/"):
                cage.setdefault(row.stream, Counter())["drop" if row.cents < 0 else "taken"] += abs(row.cents)
        counted = {live.log: Tally(live.log) for live in here.floor.tables.values()}
        for tally in counted.values():
            while tally.read(View(connection)):
                pass
        return ledger, cage, counted

    return here.floor.database.view(read)


def test_win_drop_and_chips_are_those_of_the_ledger_and_survive_a_restart(tmp_path: Path) -> None:
    """An evening of several games, linked meters and a Poker room with a jackpot."""
    told: list[list[dict[str, Any]]] = []

    async def evening() -> None:
        async with running(settings(tmp_path)) as here:
            await spend(here)
            told.append(await Pit(here.floor).tables())
            ledger, cage, counted = books_of(here)
        async with running(settings(tmp_path)) as here:
            told.append(await Pit(here.floor).tables())
        for log, tally in counted.items():
            assert tally.rounds and tally.win == ledger[f"{log}/inventory"] and tally.boxed == ledger[f"{log}/box"], log
            for seat, chips in tally.chips.items():
                assert chips == ledger[f"{log}/seat_{seat}"], (log, seat)
            assert tally.drop - tally.taken == sum(tally.chips.values()) + tally.win + tally.fed + tally.boxed, (
                "no chip is lost"
            )
            if log.startswith("room/"):  # where the room's log has the entries of who sits down
                assert tally.pots > 0 and not tally.handle and tally.boxed > 0
            else:
                assert (tally.drop, tally.taken) == (cage[log]["drop"], cage[log]["taken"])
                assert tally.handle and not tally.pots
                assert sum(tally.won.values()) == tally.compared, "every cent of the inventory is some wager's"
        assert (
            sum(tally.fed for log, tally in counted.items() if log.startswith("table/meter-")) == ledger["meter/big-one"] != 0
        )
        for table in told[0]:
            assert table["counted"] and table["inventory"] == table["figures"]["win"]

    asyncio.run(evening())
    before, after = ([_durable(each) for each in some if not each["log"].startswith("room/")] for some in told)
    assert before == after and len(before) == 4


def _durable(table: dict[str, Any]) -> dict[str, Any]:
    """What of a table must be as it was: all but the clock's doing."""
    return {key: table[key] for key in ("name", "opened", "inventory", "taken")} | {
        key: value for key, value in table["figures"].items() if key != "pace"
    }


def test_handle_is_what_lay_on_the_layout(tmp_path: Path) -> None:
    """By wager: how often, cents, squares, and the squares of all seats of a round together."""

    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        ann, ben = await evening.guest(), await evening.guest()
        for who, seat in ((ann, 1), (ben, 2)):
            await evening.sit(live, who, seat, 50_000)
        for antes in ((1000, 2500), (1000, 500)):
            before = live.table.rounds
            for (who, seat), cents in zip(((ann, 1), (ben, 2)), antes, strict=True):
                await evening.say(live, who, Bet(seat, {"Ante": cents, "Pair Plus": 500} if seat == 1 else {"Ante": cents}))
            await evening.until(lambda: live.table.rounds > before)  # noqa: B023
        await evening.until(lambda: live.at_rest)
        (table,) = await Pit(here.floor).tables()
        wagers = table["figures"]["wagers"]
        assert wagers["Ante"] == {"count": 4, "cents": 5000, "squares": 8_500_000, "together": 3500**2 + 1500**2}
        assert wagers["Pair Plus"] == {"count": 2, "cents": 1000, "squares": 500_000, "together": 500_000}
        assert table["figures"]["handle"] == sum(each["cents"] for each in wagers.values())
        made = table["figures"]["decisions"]
        nothing = {"people": 0, "judged": None, "best": None, "cost": None}
        assert made == {"made": 0, "silent": 4, **nothing, "says": "4, 4 by the clock"}, "the clock answered for everybody"

    run(tmp_path, test)


@pytest.mark.parametrize("chapter", ["565", "633a", "559"])
def test_figures_of_a_round_in_progress_are_those_of_the_rounds_before(tmp_path: Path, chapter: str) -> None:
    """From the first card to the last decision nothing changes but the number of the round and for whom it waits: so nothing
    depends on a card that lies hidden."""

    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "one", chapter, {})
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await bots.seat(here.floor, live, 1)
        mine, still = Pit(here.floor), {"inventory", "taken", "figures", "opened"}
        wager = live.table.game.suggest(live.table.house)
        while not isinstance(live.table.request, Ask):  # a dealt Blackjack asks nobody
            (before,) = await mine.tables()
            await evening.say(live, ann, Bet(1, wager))
            if isinstance(live.table.request, Cut):
                await evening.say(live, ann, CutCards(1))
        (during,) = await mine.tables()
        assert during["in_progress"] and during["waits"] == {"for": "an answer", "seats": [1]}
        assert {key: during[key] for key in still} == {key: before[key] for key in still}
        while isinstance(ask := live.table.request, Ask):
            answer = live.table.silent(ask)
            await evening.say(live, ann, Decide(1, answer.word, answer.cents))
        (after,) = await mine.tables()
        assert after["figures"]["rounds"] == during["figures"]["rounds"] + 1 and not after["in_progress"]
        assert after["figures"]["handle"] >= during["figures"]["handle"] + sum(wager.values())
        assert after["figures"]["decisions"]["made"] > during["figures"]["decisions"]["made"]

    run(tmp_path, test, clocks=WAITS)


def test_whatever_chance_gives_in_progress_shows_nothing(tmp_path: Path) -> None:
    """Two floors with other cards, the same wagers: the pit tells the same of both until the round is over."""
    told = []
    for chance in range(3):

        async def test(here: Running, evening: Evening) -> None:
            live = await here.lifecycle.open_table(None, "one", "565", {})
            ann = await evening.guest()
            await evening.sit(live, ann, 1)
            await evening.say(live, ann, Bet(1, {"Ante": 1000}))
            (table,) = await Pit(here.floor).tables()
            told.append({key: table[key] for key in table if key not in ("opened", "taken")})

        folder = tmp_path / str(chance)
        folder.mkdir()
        run(folder, test, clocks=WAITS)
    assert told[0] == told[1] == told[2] and told[0]["in_progress"]


def test_a_window_has_the_rounds_that_ended_in_it(tmp_path: Path) -> None:
    """The same figures whether the log is read from its beginning or from the middle, for any moment."""

    async def evening() -> None:
        async with running(settings(tmp_path)) as here:
            await spend(here)
            streams = [live.log for live in here.floor.tables.values()]
            rows = here.floor.database.view(lambda connection: connection.execute(event.select()).all())
            for stream in streams:
                ends = sorted(row.version for row in rows if row.stream == stream and b'"end":' in row.body)
                middle = ends[len(ends) // 2]
                at = next(
                    _at(row.body) for row in rows if (row.stream, row.version) == (stream, middle) and row.kind == "record"
                )
                window = Tally(stream, at)
                here.floor.database.view(lambda connection: window.read(View(connection)))  # noqa: B023
                naive = Tally(stream, at)
                naive._seq = 0
                here.floor.database.view(lambda connection: naive.read(View(connection)))  # noqa: B023
                assert _counts(window) == _counts(naive) and 0 < window.rounds <= len(ends)

    asyncio.run(evening())


def _at(body: bytes) -> int:
    return int(body.split(b'"at":')[1].split(b",")[0])


def _counts(tally: Tally) -> dict[str, Any]:
    return {key: value for key, value in figures(tally, None, None).items() if key != "since"}


def test_pace_is_of_the_last_hour_or_since_the_table_opened() -> None:
    tally = Tally("table/x")
    tally.opened = 1_000_000
    for number in range(120):  # a round a minute for two hours
        tally._end(1_000_000 + 60_000 * number, _end(number), True)
    now = 1_000_000 + 60_000 * 119
    assert tally.pace(now) == 60 and len(tally.ends) == 60
    assert tally.pace(now + HOUR // 2) == 30, "nothing for half an hour"
    young = Tally("table/y")
    young.opened = 1_000_000
    for number in range(10):
        young._end(1_000_000 + 6_000 * number, _end(number), True)
    assert young.pace(1_000_000 + 60_000 * 10) == 60 and young.pace(1_030_000) is None


def _end(number: int) -> End:
    return End(number, {}, 0)


def test_a_win_stands_beside_its_interval_and_is_never_guessed(tmp_path: Path) -> None:
    asked: list[dict[str, Handle]] = []

    def theory(house: Any, handle: Any) -> Theoretical | None:
        asked.append(handle)
        return Theoretical(50.5, 1000.0) if house.chapter.chapter == "565" else None

    async def test(here: Running, evening: Evening) -> None:
        ann = await evening.guest()
        for name, chapter in (("three", "565"), ("four", "557")):
            live = await here.lifecycle.open_table(None, name, chapter, {})
            await evening.sit(live, ann, 1)
            await evening.play(live, [(ann, 1)], 2)
        mine = Pit(here.floor, theory)
        four, three = await mine.tables()
        assert four["figures"]["theoretical"] is None
        found = three["figures"]["theoretical"]
        assert (found["win"], found["error"], found["low"], found["high"]) == (50, 1000, -1910, 2011)
        assert found["compared"] == three["figures"]["win"]
        assert len(asked) == 2
        await mine.tables()
        assert len(asked) == 2, "what is known is not computed again"

    run(tmp_path, test)
    assert [compare(cents, 0, 100)["verdict"] for cents in (-197, -196, 0, 196, 197)] == [
        "below",
        "within",
        "within",
        "within",
        "above",
    ]
    assert "lies above" in compare(500, 0, 100)["says"]


def test_every_default_table_has_a_theoretical_win(tmp_path: Path) -> None:
    """Also where a wager goes without odds of its own: it belongs to the first one, or depends on the meter and is set aside.
    Everything on offer is wagered."""

    async def test(here: Running, evening: Evening) -> None:
        for plan in read_plan().table:
            ann = await evening.guest()
            live = await here.lifecycle.open_table(None, plan.name, plan.chapter, plan.house, plan.meter)
            await evening.sit(live, ann, 1, 100_000)
            await evening.say(live, ann, Bet(1, everything(live)))
            await evening.until(lambda: live.table.rounds == 1 and live.at_rest)  # noqa: B023
        tables = await Pit(here.floor, theory).tables()
        assert len(tables) == 15
        for table in tables:
            figures, tally = table["figures"], Tally(table["log"])
            here.floor.database.view(lambda connection: tally.read(View(connection)))  # noqa: B023
            assert figures["theoretical"] is not None and figures["theoretical"]["win"] > 0, table["name"]
            assert sum(tally.won.values()) == tally.compared == figures["win"], table["name"]
            aside = figures["theoretical"]["aside"]
            assert figures["theoretical"]["compared"] == figures["win"] - sum(tally.won[name] for name in aside)
            assert set(aside) <= {"Progressive Payout", "Envy Bonus"}
            assert (PROGRESSIVE in figures["wagers"]) == (PROGRESSIVE in aside)

    run(tmp_path, test)


PROGRESSIVE = "Progressive Payout"


def everything(live: LiveTable) -> dict[str, int]:
    """A wager on everything that a table offers."""
    kind, house = live.table.game, live.table.house
    first = kind.suggest(house)
    most = max(first.values())
    return {wager.name: first.get(wager.name) or min(wager.only(house) or (most,)) for wager in kind.offered(house)}


def test_many_who_look_at_once_are_told_the_same_and_a_theory_that_fails_keeps_nobody_from_the_figures(tmp_path: Path) -> None:
    def theory(house: Any, handle: Any) -> Theoretical | None:
        raise ZeroDivisionError

    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "three", "565", {})
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        mine = Pit(here.floor, theory)
        for _ in range(3):
            await evening.play(live, [(ann, 1)])
            told = await asyncio.gather(*(mine.tables(since) for since in (0, 0, 60_000, 120_000) * 3))
            for (table,) in told:
                assert table["figures"]["rounds"] == live.table.rounds and table["figures"]["theoretical"] is None
                assert table["figures"]["win"] == told[0][0]["inventory"]

    run(tmp_path, test)


def test_a_line_is_counted_once() -> None:
    body = (
        b'{"v":2,"at":5,"by":["player","Ann"],"command":{"do":"sit"},"steps":[["565.2(a)","sit","seat_1","","","",500,"Ann"]]}'
    )
    tally = Tally("table/x")
    for _ in range(2):
        tally.take(StreamLine("table/x", 2, "record", 2, body, "", ""))
    assert tally.drop == tally.chips[1] == 500


@pytest.mark.parametrize(("act", "wager", "handle", "pots"), [("wager", "Ante", 1000, 0), ("bet", "Pot", 0, 1000)])
def test_a_void_round_is_a_round_without_handle_and_leaves_nothing_to_the_next(
    act: str, wager: str, handle: int, pots: int
) -> None:
    tally = Tally("table/x")
    for version, void in enumerate(["565.13(c)", "", "565.13(c)"], 2):
        steps = [["565.7(a)(1)", act, "seat_1", "", "", wager, 1000]]
        end = End(version - 1, {"seat_1": 0}, 0, void=void)
        said = {"v": version, "at": version, "by": ["dealer", "Dot"], "command": {"do": "proceed"}, "steps": steps, "end": end}
        tally.take(StreamLine("table/x", version, "record", version, msgspec.json.encode(said), "", ""))
        assert (tally.rounds, tally.void) == (version - 1, version // 2)
        assert (tally.wagered, tally.pots) == ((0, 0) if version == 2 else (handle, pots))


def test_a_long_log_is_counted_bit_by_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks does not wait for ever: he is told that it is being counted, and every question brings it further."""

    async def test(here: Running, evening: Evening) -> None:
        ann = await evening.guest()
        for name in ("one", "two"):
            live = await here.lifecycle.open_table(None, name, "565", {})
            await evening.sit(live, ann, 1)
            await evening.play(live, [(ann, 1)], 3)
        whole = await Pit(here.floor).tables()
        for module in (tallies, database_view):
            monkeypatch.setattr(module, "PAGE", 4)
        monkeypatch.setattr(pit, "READS", 0)
        slow, told = Pit(here.floor), []
        for _ in range(100):
            told.append(await slow.tables())
            if told[-1][0]["counted"]:
                break
        assert len(told) > 3 and not told[0][0]["counted"]
        assert [_durable(table) for table in told[-1]] == [_durable(table) for table in whole]

    run(tmp_path, test)
