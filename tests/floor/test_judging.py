"""Decisions against best play in the pit: each by what the player knew, only of rounds that are over, while somebody looks, and
after whoever waits for advice."""

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.advice.jobs import Said
from pitboss.advice.sight import Sight, Verdict
from pitboss.floor.books import decisions
from pitboss.floor.books.calculations import Calculator
from pitboss.floor.books.decisions import Compared, DecisionQuality
from pitboss.floor.books.pit import Pit
from pitboss.floor.people.accounts import Account
from pitboss.floor.play import bots
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.running import Running
from pitboss.floor.storage.schema import played
from pitboss.floor.web.advice import question
from pitboss.games import BANKED
from pitboss.table import table as tables
from pitboss.table.commands import Bet, CutCards, Decide
from pitboss.table.steps import Ask, Cut, Step
from tests.floor.floor_evening import Evening
from tests.floor.house import CODE
from tests.floor.test_advice_web import LONG, TABLE, Client, a_floor
from tests.floor.test_pit_figures import WAITS
from tests.floor.test_recall import open_game, run


class Asked(Calculator):
    """Says at once that every answer cost a third of a cent, and keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Sight, Said]] = []

    async def verdict(self, sight: Sight, said: Said) -> Verdict | None:
        self.asked.append((sight, said))
        return Verdict(False, "1/3")


Answer = tuple[Sight, Said]


async def play(evening: Evening, live: LiveTable, who: Account, rounds: int = 1) -> list[Answer]:
    """Some rounds in which somebody at seat 1 answers as a silent player would; what he knew each time, and said."""
    found = []
    for _ in range(rounds):
        before = live.table.rounds
        await evening.say(live, who, Bet(1, live.table.game.suggest(live.table.house)))
        while live.table.rounds == before:
            request = live.table.request
            if isinstance(request, Cut):
                await evening.say(live, who, CutCards(1))
            elif isinstance(request, Ask) and request.seat == 1:
                _, ask, sight = question(live, who.name)
                assert isinstance(ask, Ask) and isinstance(sight, Sight)
                answer = live.table.silent(ask)
                found.append((sight, Said(answer.word, answer.cents)))
                await evening.say(live, who, Decide(1, answer.word, answer.cents))
            else:
                await asyncio.sleep(0.002)
        await evening.until(lambda: live.at_rest)
    return found


def judging_of(here: Running, calculator: Calculator) -> DecisionQuality:
    return DecisionQuality(here.floor.database, calculator, here.lifecycle.key)


async def until_judged(pit: Pit, number: int) -> dict[str, Any]:
    """Looks at the only table of the pit until so many decisions are judged."""
    for _ in range(400):
        (table,) = await pit.tables(hidden=True)
        made: dict[str, Any] = table["figures"]["decisions"]
        if made["judged"] == number:
            return made
        await asyncio.sleep(0.02)
    raise AssertionError(made)


@pytest.mark.parametrize("number", [number for number in BANKED if number not in ("561", "645a")] + ["645a"])
def test_each_answer_is_judged_by_what_its_player_knew(tmp_path: Path, number: str) -> None:
    """The table played again shows him what he saw when he was asked, beside bots whose answers are not judged."""

    async def test(here: Running, evening: Evening) -> None:
        live = await open_game(here, number)
        ann, calculator = await evening.guest(), Asked()
        await evening.sit(live, ann, 1, 100_000)
        await bots.seat(here.floor, live, 2)
        pit = Pit(here.floor, judging=judging_of(here, calculator))
        answered = await play(evening, live, ann, 4)
        made = await until_judged(pit, len(answered))
        assert sorted(map(str, calculator.asked)) == sorted(map(str, answered)) and answered
        assert made["people"] == len(answered) < made["made"] and made["best"] == 0
        assert made["cost"] == round(Fraction(len(answered), 3))

    run(tmp_path, test, clocks=WAITS)


def test_nothing_is_judged_before_the_round_is_over(tmp_path: Path) -> None:
    """§ 559.13: between the first answer and the second nobody is asked how the first one compares."""

    async def test(here: Running, evening: Evening) -> None:
        live = await open_game(here, "559")
        ann, calculator = await evening.guest(), Asked()
        await evening.sit(live, ann, 1)
        pit = Pit(here.floor, judging=judging_of(here, calculator))
        await evening.say(live, ann, Bet(1, live.table.game.suggest(live.table.house)))
        for answered in (0, 1):
            for _ in range(3):
                (table,) = await pit.tables()
                await asyncio.sleep(0.05)
            assert table["in_progress"] and not calculator.asked and table["figures"]["decisions"]["judged"] == 0, answered
            await evening.say(live, ann, Decide(1, "let it ride"))
        await evening.until(lambda: live.table.round is None and live.at_rest)
        await until_judged(pit, 2)
        assert len(calculator.asked) == 2

    run(tmp_path, test, clocks=WAITS)


@pytest.mark.parametrize("number", ["565", "633a"])
def test_a_long_log_is_judged_once_the_latest_rounds_first(
    tmp_path: Path, number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over snapshots, in windows, and on with what is played meanwhile; by who begins to look then it is all judged again."""
    monkeypatch.setattr(tables, "SNAPSHOT_ROUNDS", 3)
    monkeypatch.setattr(decisions, "SNAPSHOT_ROUNDS", 3)
    monkeypatch.setattr(decisions, "ROUNDS", 2)

    async def test(here: Running, evening: Evening) -> None:
        live = await open_game(here, number)
        ann, calculator = await evening.guest(), Asked()
        await evening.sit(live, ann, 1, 100_000)
        pit = Pit(here.floor, judging=judging_of(here, calculator))
        answered = await play(evening, live, ann, 11)
        await until_judged(pit, len(answered))
        for _ in range(5):
            answered += await play(evening, live, ann, 1)
            await until_judged(pit, len(answered))
        answered += await play(evening, live, ann, 7)
        await until_judged(pit, len(answered))
        assert sorted(map(str, calculator.asked)) == sorted(map(str, answered)), "each once"
        again = judging_of(here, Asked())
        found = await until_judged(Pit(here.floor, judging=again), len(answered))
        assert found["cost"] == round(Fraction(len(answered), 3))
        ahead = 10**13 // 60_000 * 60_000
        assert (
            again.compared(live.log, ahead, hidden=True) == Compared()
            and again.compared(live.log, 0, hidden=True) != Compared()
        )

    run(tmp_path, test, clocks=WAITS)


def test_a_window_is_judged_and_what_was_before_it_is_not(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await open_game(here, "565")
        ann, calculator = await evening.guest(), Asked()
        await evening.sit(live, ann, 1)
        answered = await play(evening, live, ann, 5)
        read = here.floor.database.view
        ends = read(lambda connection: connection.execute(played.select()).all())
        since = sorted(row.at for row in ends)[2]
        judge = judging_of(here, calculator)
        expected = sum(row.at >= since for row in ends)
        for _ in range(200):
            judge.look([live.log], since)
            await asyncio.sleep(0.02)
            if (found := judge.compared(live.log, since, hidden=True)) is not None and found.judged == expected:
                break
        await asyncio.sleep(0.2)
        assert judge.compared(live.log, 0, hidden=True) == Compared(expected, 0, Fraction(expected, 3))
        assert [str(each) for each in calculator.asked] == [str(each) for each in answered[-expected:]]

    run(tmp_path, test, clocks=WAITS)


def test_it_goes_on_only_while_somebody_looks_and_a_table_of_bots_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await open_game(here, "565")
        ann, calculator = await evening.guest(), Asked()
        await evening.sit(live, ann, 1)
        await play(evening, live, ann, 3)
        monkeypatch.setattr(decisions, "LOOKED", -1.0)
        pit = Pit(here.floor, judging=judging_of(here, calculator))
        for _ in range(5):
            await pit.tables()
            await asyncio.sleep(0.02)
        assert not calculator.asked, "nobody looks any more"
        monkeypatch.undo()
        monkeypatch.setattr(decisions, "is_person", lambda *_: False)
        monkeypatch.setattr(decisions, "RoundReplay", lambda *_: pytest.fail("nothing is played again"))
        mine = judging_of(here, calculator)
        mine.look([live.log], 0)
        assert mine._work is not None
        await mine._work
        assert mine.compared(live.log, 0, hidden=True) == Compared() and not mine._tables[live.log].broken

    run(tmp_path, test, clocks=WAITS)


def test_whoever_asks_waits_for_one_answer_that_is_judged_at_most(tmp_path: Path) -> None:
    async def evening() -> None:
        async with a_floor(tmp_path) as (here, http):
            ann = await Client(http).come()
            await ann.say(do="sit", seat=2, player=ann.name, cents=100_000)
            await ann.say(do="bet", seat=2, wagers={"Ante": 1000})
            _, ask, sight = question(here.floor.tables["three-card-poker"], ann.name)
            assert isinstance(sight, Sight) and isinstance(ask, Ask)
            calculator, order = here.calculator, list[str]()

            async def judged() -> None:
                assert await calculator.verdict(sight, Said("fold")) is not None
                order.append("judged")

            many = [asyncio.create_task(judged()) for _ in range(8)]
            await asyncio.sleep(0)
            assert len(calculator._waiting) == 1, "the others are not even sent"
            await calculator.advice(sight)
            order.append("told")
            await asyncio.gather(*many)
            assert order.index("told") <= 1 and order.count("judged") == 8
            assert len(calculator._found) == 1, "what was judged is not kept for anybody"

    asyncio.run(evening())


HIDDEN = {"people": 3, "judged": 0, "best": 0, "cost": 0}


@pytest.mark.parametrize(
    ("steps", "shown"),
    [
        ([("deal", "seat_1", (1, 2), "down")], set()),
        ([("deal", "seat_1", (1, 2), "down"), ("reveal", "seat_1", (1,), "up")], set()),
        ([("deal", "seat_1", (1, 2), "down"), ("reveal", "seat_1", (1, 2), "up"), ("deal", "seat_2", (3,), "down")], {1}),
        ([("deal", "seat_1", (1, 1), "up"), ("deal", "seat_1 split 1", (7,), "up"), ("deal", "dealer", (9,), "down")], {1}),
    ],
)
def test_a_hand_is_shown_when_all_its_cards_have_lain_face_up(steps: list[Any], shown: set[int]) -> None:
    """Only such a hand may be judged for who sees no hidden card."""
    assert decisions.shown_seats([Step("565.8(d)", *step) for step in steps]) == shown


def test_the_pit_tells_watchers_what_a_fold_cost_and_nobody_else(tmp_path: Path) -> None:
    """Over HTTP, by the process that reckons: what the advice said before he folded."""

    async def evening() -> None:
        async with a_floor(tmp_path) as (here, http):
            ann = await Client(http).come()
            assert (await http.get("/api/pit")).status_code == 403
            await ann.say(do="sit", seat=2, player=ann.name, cents=100_000)
            cost, best = 0.0, 0
            for _ in range(3):
                await ann.say(do="bet", seat=2, wagers={"Ante": 1000})
                status, told = await ann.get("advice")
                assert status == 200
                brings = {choice["word"]: choice["brings"] for choice in told["choices"]}
                cost += max(brings.values()) - brings["fold"]
                best += brings["fold"] == max(brings.values())
                await ann.say(do="decide", seat=2, word="fold")
            heads = {}
            for role in ("auditor", "pit boss", "floorperson", "dealer", "surveillance"):
                me = (await http.post("/api/guest", json={"bearer": True, "role": role, "code": CODE})).json()
                heads[role] = {"authorization": f"Bearer {me['token']}"}

            async def decisions(role: str) -> tuple[Any, Any]:
                told = (await http.get("/api/pit", headers=heads[role])).json()["tables"]
                return told, next(each for each in told if each["name"] == "three-card-poker")["figures"]["decisions"]

            for _ in range(int(LONG * 10)):
                told, made = await decisions("auditor")
                if made["judged"] == 3:
                    break
                await asyncio.sleep(0.1)
            assert (made["made"], made["people"], made["judged"], made["best"]) == (3, 3, 3, best)
            assert made["cost"] == pytest.approx(cost, abs=1) and f"{best} best" in made["says"]
            assert (await decisions("surveillance"))[1] == made
            for role in ("pit boss", "floorperson", "dealer"):  # who may not see what was folded
                assert {key: (await decisions(role))[1][key] for key in ("people", "judged", "best", "cost")} == HIDDEN
            poker = next(each for each in told if each["name"].startswith("poker/"))["figures"]["decisions"]
            assert poker["judged"] is None and poker["best"] is None
            for path in ("/api/pit", "/api/pit?since=0"):
                assert (await http.get(path)).status_code == 403
            seen = (await http.get(TABLE)).text + (await http.get("/api/tables")).text
            assert "judged" not in seen and "best play" not in seen
            assert not here.calculator.closed

    asyncio.run(evening())


def test_a_log_that_cannot_be_played_again_leaves_the_other_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await open_game(here, "565")
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await play(evening, live, ann, 2)
        monkeypatch.setattr(decisions, "repeat", lambda *_: 1 / 0)
        judge = judging_of(here, Asked())
        pit = Pit(here.floor, judging=judge)
        for _ in range(100):
            (table,) = await pit.tables()
            await asyncio.sleep(0.02)
            if judge._tables[live.log].broken:
                break
        made = table["figures"]["decisions"]
        assert judge._tables[live.log].broken and made["people"] == 2 and made["judged"] == 0
        assert made["says"].endswith("none of 2 by people compared with best play")

    run(tmp_path, test, clocks=WAITS)
