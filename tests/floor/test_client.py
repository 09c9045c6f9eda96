"""The client against a real server: every game, lost lines, lost answers, gaps, a server that is killed, and the terminal."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from pitboss.errors import IllegalDecision, OutOfTurn
from pitboss.floor.client import ConnectionLostError, RefusedError, Seat, TableLine, Visitor
from pitboss.games import BANKED, MODULES
from pitboss.table.commands import Bet
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import Asked
from tests.commands import pitboss
from tests.floor.house import CODE
from tests.floor.mortal import Births, Served
from tests.floor.serving import HANGS, SOURCE

TABLE = "three-card-poker"


@pytest.fixture(scope="module")
def served(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests that leave it as it is."""
    served = Served(births, tmp_path_factory.mktemp("floor"))
    yield served
    served.stop()


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Runs a test, which hangs no longer than servers do."""

    async def within() -> None:
        async with asyncio.timeout(HANGS):
            await work()

    asyncio.run(within())


async def table_of(visitor: Visitor, number: str) -> str:
    """A table of a chapter on the default floor: Poker is played in rooms."""
    found: str = next(each["name"] for each in await visitor.tables() if each["chapter"] == number)
    assert (number in BANKED) == ("/" not in found)
    return found


def first_answer(asked: Asked) -> str:
    """The first answer that may be given, in words."""
    choice = asked.choices[0]
    if choice.of:
        return f"{choice.word} {' '.join(choice.of[: choice.number[0]])}"
    return f"{choice.word} {choice.least}" if choice.least else choice.word


async def play(seat: Seat, wagers: dict[str, int], last: int) -> None:
    """Plays rounds until one of that number is over."""
    line = seat.line
    while line.layout.round < last or line.layout.in_progress:
        if (asked := seat.asked) is not None and asked.choices:
            await seat.answer(first_answer(asked))
        elif wagers and not line.layout.in_progress and seat.number not in line.layout.placed:
            await seat.bet(wagers)
        else:
            await line.change()


async def told(line: TableLine) -> tuple[int, Layout]:
    """The whole table as it is told to the same person over HTTP."""
    whole = await line.visitor.call("GET", f"/api/tables/{line.name}")
    return whole["v"], msgspec.convert(whole["table"], Layout, str_keys=True)


async def same(line: TableLine) -> None:
    """The layout that a line has folded is the one that the floor tells."""
    version, layout = await told(line)
    await line.until(lambda: line.version is not None and line.version >= version)
    assert line.version == version, "nobody says anything meanwhile"
    assert line.layout == layout


async def suggested(visitor: Visitor, table: str) -> dict[str, int]:
    """The wagers that a table suggests."""
    wagers: dict[str, int] = next(each["suggested"] for each in await visitor.tables() if each["name"] == table)
    return wagers


def cut_off(line: TableLine) -> None:
    """Loses the connection without a word."""
    assert line._socket is not None
    line._socket.transport.abort()


async def away(line: TableLine) -> None:
    """Loses the connection, and does not open it again by itself."""
    assert line._task is not None
    cut_off(line)
    line._task.cancel()
    with suppress(asyncio.CancelledError):
        await line._task


# ---------------------------------------------------------------------------- every game


@pytest.mark.parametrize("number", list(MODULES))
def test_two_people_and_a_bot_play_every_game(served: Served, number: str) -> None:
    async def work() -> None:
        ann, bob = await Visitor.guest(served.url), await Visitor.guest(served.url)
        table = await table_of(ann, number)
        seats = [await ann.sit(table), await bob.sit(table)]
        assert await ann.bots(table, 1) == 1
        wagers = await suggested(ann, table)
        last = seats[0].line.layout.round + 3
        await asyncio.gather(*[play(seat, wagers, last) for seat in seats])
        assert seats[0].line.layout.round >= last
        for seat in seats[::-1]:
            cage = (await seat.line.visitor.me())["cage"]
            while seat.line.layout.in_progress:  # Poker goes on by the clock
                await play(seat, {}, seat.line.layout.round)
            if number in BANKED:
                await same(seat.line)
            chips = seat.chips
            await seat.leave()
            if number in BANKED:
                assert (await seat.line.visitor.me())["cage"] == cage + chips
            # A hand of Poker may have begun meanwhile: then he leaves when it is over.
            layout = seat.line.layout
            assert seat.number not in layout.seats or (number not in BANKED and layout.in_progress)
            await seat.line.close()

    run(work)


def test_somebody_who_watches_sees_backs_and_no_choices(served: Served) -> None:
    async def work() -> None:
        ann = await Visitor.guest(served.url)
        seat, watcher = await ann.sit(TABLE), await Visitor(served.url).look(TABLE)
        await seat.bet({"Ante": 1000})
        await seat.line.until(lambda: seat.asked is not None)
        await watcher.until(lambda: watcher.version == seat.line.version)
        place = f"seat_{seat.number}"
        assert "??" not in seat.line.layout.hands[place].cards
        assert watcher.layout.hands[place].cards == ["??"] * 3
        assert [one.choices for one in watcher.asked] == [()]
        assert watcher.seats == []
        await seat.leave()
        await watcher.close()
        await seat.line.close()

    run(work)


def test_a_refusal_has_the_sentence_and_the_paragraph_of_the_table(served: Served) -> None:
    async def work() -> None:
        seat = await (await Visitor.guest(served.url)).sit(TABLE)
        with pytest.raises(RefusedError) as refused:
            await seat.bet({"Ante": 1})
        assert refused.value.message == "the Ante Wager must be $5 to $500, not $0.01"
        assert refused.value.cite == "565.7(a)(1)"
        assert not refused.value.retry
        await same(seat.line)  # the line goes on after it
        await seat.leave()
        await seat.line.close()

    run(work)


def test_what_cannot_be_read_ends_the_waiting(served: Served) -> None:
    async def work() -> None:
        line = await (await Visitor.guest(served.url)).look(TABLE)
        with pytest.raises(Exception, match="`do` is one of open, sit"):
            await line.say({"do": "dance"})
        await line.close()

    run(work)


def test_an_answer_that_may_not_be_given_is_refused_before_it_is_said(served: Served) -> None:
    async def work() -> None:
        seat = await (await Visitor.guest(served.url)).sit(TABLE)
        with pytest.raises(OutOfTurn, match="not asked anything"):
            await seat.answer("play")
        await seat.bet({"Ante": 1000})
        await seat.line.until(lambda: seat.asked is not None)
        with pytest.raises(IllegalDecision, match="may play"):
            await seat.answer("hit")
        await seat.answer()  # as the house would: he folds
        assert seat.chips == 50_000 - 1000
        await seat.leave()
        await seat.line.close()

    run(work)


def test_tables_with_one_meter_are_played_at_once(served: Served) -> None:
    """A question at one table comes although the other's records are on their way to the disk."""

    async def work() -> None:
        boss = await Visitor.guest(f"{served.url}/?code={CODE}", "pit boss")
        names = ["stud-1", "stud-2", "stud-3"]
        for name in names:
            await boss.call("POST", "/api/tables", {"name": name, "chapter": "555", "meter": "studs"})
        seats = [await (await Visitor.guest(served.url)).sit(name) for name in names]
        await asyncio.gather(*[play(seat, {"Ante": 500, "Progressive Payout": 100}, 20) for seat in seats])
        for seat in seats:
            await seat.leave()
            await seat.line.close()

    run(work)


def test_a_table_that_is_not_there_is_said_to_be_missing(served: Served) -> None:
    async def work() -> None:
        with pytest.raises(ConnectionLostError, match="there is no such table here"):
            await (await Visitor.guest(served.url)).look("nowhere")

    run(work)


def test_a_token_that_is_not_known_is_refused_for_good(served: Served) -> None:
    async def work() -> None:
        with pytest.raises(RefusedError, match="sign in first") as refused:
            await Visitor(served.url, "Ann", "x" * 43).look(TABLE)
        assert refused.value.status == 401

    run(work)


def test_a_floor_that_is_not_there_is_given_up() -> None:
    async def work() -> None:
        with pytest.raises(ConnectionLostError, match="cannot be reached"):
            await Visitor.guest("http://127.0.0.1:1")
        with pytest.raises(ConnectionLostError, match="cannot be reached"):
            await Visitor("http://127.0.0.1:1", patience=0.2).look(TABLE)

    run(work)


# ---------------------------------------------------------------------------- lines and answers that are lost


def test_a_line_lost_in_a_round_opens_again_and_is_told_what_it_missed(served: Served) -> None:
    async def work() -> None:
        ann, bob = await Visitor.guest(served.url), await Visitor.guest(served.url)
        table = await table_of(ann, "557")
        seats = [await ann.sit(table), await bob.sit(table)]
        for seat in seats:
            await seat.bet({"Ante": 1000})
        first, second = seats
        await first.line.until(lambda: first.asked is not None)
        known = second.line.version or 0
        await away(second.line)
        await first.answer("play 1000")
        await first.line.until(lambda: first.asked is None and (first.line.version or 0) > known)
        await second.line.open()  # while nothing happens: who comes back in the middle of something is told all of it
        await second.line.until(lambda: second.line.opened == 2 and second.line.version == first.line.version)
        assert second.line.whole == 1, "it was told what it missed, not the whole table"
        await same(second.line)
        await asyncio.gather(*[play(seat, {}, first.line.layout.round) for seat in seats])
        for seat in seats:
            await seat.leave()
            await seat.line.close()

    run(work)


def test_an_answer_that_is_lost_is_had_under_the_same_id(served: Served) -> None:
    async def work() -> None:
        seat = await (await Visitor.guest(served.url)).sit("caribbean-stud-poker")
        line, sent = seat.line, []
        send = line._send

        async def send_and_lose(text: str) -> None:
            sent.append(text)
            await send(text)
            await asyncio.sleep(0)  # it is on its way
            cut_off(line)

        line._send = send_and_lose  # type: ignore[method-assign]
        before = line.version
        version = await seat.bet({"Ante": 1000})
        assert line.opened == 2 and len(sent) == 1
        line._send = send  # type: ignore[method-assign]
        assert before is not None and version == before + 1, "it was done once"
        id_ = json.loads(sent[0])["id"]
        assert await line.say(Bet(seat.number, {"Ante": 1000}), request_id=id_) == version, "and is not done again"
        await play(seat, {}, line.layout.round)
        assert line.layout.results[seat.number]["Ante"].placed == 1000
        await seat.leave()
        await line.close()

    run(work)


def test_a_command_said_twice_over_http_is_done_once(served: Served) -> None:
    async def work() -> None:
        ann = await Visitor.guest(served.url)
        line = await ann.look(TABLE)
        number = next(n for n in range(1, 8) if n not in line.layout.seats)
        deed = {"do": "sit", "seat": number, "player": ann.name, "cents": 5000}
        assert line.version is not None
        versions = [await ann.say(f"/api/tables/{TABLE}", deed, line.version, "once") for _ in range(2)]
        assert versions[0] == versions[1]
        await line.until(lambda: line.seats == [number])
        await Seat(line, number).leave()
        await line.close()

    run(work)


def test_a_gap_between_versions_is_noticed_and_the_whole_table_asked_for(served: Served) -> None:
    async def work() -> None:
        seat = await (await Visitor.guest(served.url)).sit("high-card-flush")
        line = seat.line
        assert line.version is not None
        line.version -= 1  # as if a frame had been lost
        await seat.bet({"Ante": 1000})
        assert line.whole == 2
        await line.until(lambda: seat.asked is not None)
        await same(line)
        await seat.leave()
        await line.close()

    run(work)


def test_a_server_that_is_killed_in_a_round_goes_on_with_it(births: Births, tmp_path: Path) -> None:
    served = Served(births, tmp_path)

    async def work() -> None:
        ann = await Visitor.guest(served.url)
        seat = await ann.sit(TABLE)
        await seat.bet({"Ante": 1000})
        await seat.line.until(lambda: seat.asked is not None)
        before = seat.line.layout.hands
        served.kill()
        await asyncio.to_thread(served.start)
        await seat.line.until(lambda: seat.line.opened == 2 and seat.asked is not None)
        assert seat.line.layout.hands == before
        await play(seat, {}, 1)
        chips, cage = seat.chips, (await ann.me())["cage"]
        await seat.leave()
        assert (await ann.me())["cage"] == cage + chips
        await seat.line.close()

    try:
        run(work)
    finally:
        served.stop()


def test_a_floor_that_says_again_is_told_again_under_the_same_id() -> None:
    """Against a floor that is made up: what a real one says only when its database fails."""
    heard: list[dict[str, Any]] = []

    async def floor(socket: ServerConnection) -> None:
        heard.append(json.loads(await socket.recv()))
        whole = {"v": 7, "log": "table/x", "table": {"chapter": "565", "house": {}}}
        await socket.send(json.dumps(whole if len(heard) == 1 else {"v": 7, "frames": [], "asked": []}))
        async for message in socket:
            said = json.loads(message)
            heard.append(said)
            again = {"id": said["id"], "refused": "the table is being rebuilt", "cite": "", "retry": True}
            match len(heard):
                case 2:
                    await socket.send(json.dumps({"answers": [again]}))
                case 3:
                    await socket.send(json.dumps({"answers": [again]}))
                    await socket.close(4000, "resync")
                case _:
                    frame = {"v": 8, "steps": [["565.7(a)(1)", "placed", "seat_1", [], "", "Ante", 1000, ""]]}
                    await socket.send(json.dumps({"v": 8, "frames": [frame], "answers": [{"id": said["id"], "v": 8}]}))
                    await socket.close(4001, "the table has closed")

    async def work() -> None:
        async with serve(floor, "127.0.0.1", 0) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            line = await Visitor(f"http://127.0.0.1:{port}", "Ann", "token").look("x")
            assert await line.say(Bet(1, {"Ante": 1000})) == 8
            assert line.layout.placed == {1: {"Ante": 1000}}
            assert heard[0] == {"hello": {}}
            assert heard[3] == {"hello": {"version": 7, "log": "table/x"}}, "it came back with what it knew"
            assert heard[1] == heard[2] == heard[4], "the same id, version and command"
            with pytest.raises(ConnectionLostError, match="the table has closed"):
                while True:
                    await line.change()
            await line.close()

    run(work)


# ---------------------------------------------------------------------------- the terminal


def test_a_sitting_at_a_floor_by_pipe(served: Served) -> None:
    lines = "three-card\nbots 1\n3\n10 pair plus 5\nplay\n\nplay\nquit\n"
    ran = pitboss("play", "--floor", served.url, stdin=lines)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "the tables of the floor" in ran.stdout and "pai-gow-poker-2010" in ran.stdout
    assert "A bot sits down." in ran.stdout
    assert "✗ the Ante Wager must be $5 to $500, not $3 (§ 565.7(a)(1))" in ran.stdout
    assert ran.stdout.count("· over") == 2
    assert "Sitting: 2 rounds · seat 1 " in ran.stdout and "in the cage" in ran.stdout
    assert nobody_sits(served, TABLE)


def test_a_pipe_that_ends_in_a_decision_gives_up_the_seat(served: Served) -> None:
    ran = pitboss("play", "--floor", served.url, TABLE, stdin="10\n")
    assert ran.returncode == 0
    assert "You leave in the middle of a round" in ran.stdout
    assert "has $99,990 in the cage" in ran.stdout, "an Ante of $10 is given up"
    assert nobody_sits(served, TABLE)


def test_an_interrupt_gives_up_the_seat(served: Served) -> None:
    command = [sys.executable, "-m", "pitboss.cli", "play", "--floor", served.url, TABLE]
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # Workers of pytest ignore the interrupt key, and what they start would ignore it too.
    heeds = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(command, env=env, text=True, **pipes, **heeds) as process:  # type: ignore[call-overload]
        process.stdin.write("10\n")
        process.stdin.flush()
        out = ""
        while "[p]lay" not in out:
            line = process.stdout.readline()
            assert line, f"it ended before it asked: {process.stderr.read()}"
            out += line
        process.send_signal(signal.SIGINT)
        rest, err = process.stdout.read(), process.stderr.read()  # not communicate: the end of its input would end it too
    assert (process.returncode, err) == (130, "")
    assert "Sitting: 1 round · seat 1 -$10" in rest
    assert nobody_sits(served, TABLE)


def test_a_hand_of_poker_at_a_floor_by_pipe(served: Served) -> None:
    table = asyncio.run(table_of(Visitor(served.url), "553"))
    before = people_at(served, table)
    ran = pitboss("play", "--floor", served.url, table, "--bots", "2", "--rounds", "1", stdin="\n" + "fold\n" * 20)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Hold'em, limit · round" in ran.stdout and "Blind Bets" in ran.stdout
    assert re.search("Sitting: [12] round|You leave in the middle of a round", ran.stdout), "the next may be dealt already"
    assert len(people_at(served, table) - before) <= ("in the middle of a round" in ran.stdout)


def test_a_name_takes_a_password_and_finds_its_chips_again(served: Served) -> None:
    password = "a rainy Tuesday in June"
    run(lambda: Visitor.register(served.url, "Walter", password))  # type: ignore[arg-type, return-value]
    ran = pitboss("play", "--floor", served.url, "--as", "Walter", TABLE, stdin=f"{password}\n10\nfold\nquit\n")
    assert "You are Walter" in ran.stdout and password not in ran.stdout
    assert "Sitting: 1 round · seat 1 -$10, has $99,990 in the cage" in ran.stdout
    wrong = pitboss("play", "--floor", served.url, "--as", "Walter", TABLE, stdin="another password\n")
    assert (wrong.returncode, wrong.stderr) == (2, "pitboss: the name or the password is wrong\n")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--seed", "5"], "the house of the floor decides that: leave --seed out with --floor"),
        (["nowhere"], "there is no table 'nowhere' on this floor; type a number or a name from its list"),
        (["pai"], "'pai' may mean pai-gow-poker or pai-gow-poker-2010"),
    ],
)
def test_what_makes_no_sense_at_a_floor_is_one_sentence(served: Served, options: list[str], sentence: str) -> None:
    ran = pitboss("play", "--floor", served.url, *options)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"pitboss: {sentence}\n")


def nobody_sits(served: Served, table: str) -> bool:
    """Whether only bots have seats at a table."""
    return not people_at(served, table)


def people_at(served: Served, table: str) -> set[str]:
    """Those who have seats at a table and are no bots."""

    async def taken() -> dict[str, str]:
        return next(each["taken"] for each in await Visitor(served.url).tables() if each["name"] == table)

    return {name for name in asyncio.run(taken()).values() if not name.endswith("(bot)")}
