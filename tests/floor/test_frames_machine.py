"""Lines to one table, in any order: clients connect, say what is allowed and what is not, say it again, lose their lines and
come back with any version. After each step nobody has missed a frame, every message has one answer, what was refused has
changed nothing, the money is right, and each client's picture is the one that a fresh hello would give him."""

import asyncio
import json
import shutil
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from pitboss.errors import BadCommand, PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.play.broadcast import answer, refusal
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import TableRequest
from pitboss.floor.play.protocol import Hello, read_client_message
from pitboss.floor.play.rpc import handle
from pitboss.floor.running import Running
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import from_text
from tests.floor.test_floor import books
from tests.floor.visitors import a_floor

SAME = [field for field in Layout.__struct_fields__ if field not in ("decks", "asked", "void", "results", "boxes")]
TABLE, SEATS = "one", (1, 2, 3)
SECONDS = 20.0
Known = tuple[bytes, frozenset[int]]  # a layout, and whose seats were his when its round began


class Client:
    """Somebody with a line: keeps the picture that his frames give, for every version that he has been told."""

    def __init__(self, account: Account | None) -> None:
        self.account = account
        self.player, self.account_id = (account.name, account.id) if account else ("", 0)
        self.known: dict[int, Known] = {}  # over all his lines
        self.hang_up()

    def hang_up(self) -> None:
        """He has no line."""
        self.open = False
        self.same = True  # whether what he said last was what he had said under that id before
        self.version: int | None = None
        self.layout: Layout | None = None
        self.then: frozenset[int] = frozenset()  # his seats when the round began
        self.seats: frozenset[int] = frozenset()
        self.asked: Any = None
        self.sent: dict[str, int] = {}  # how often each id was sent over this line
        self.answers: dict[str, list[dict[str, Any]]] = {}

    def begin(self, hello: Hello) -> None:
        """He has a line, and says hello for a version of which he may have kept the picture."""
        self.hang_up()
        self.open = True
        if hello.version in self.known and hello.version is not None:
            picture, self.then = self.known[hello.version]
            self.layout, self.version = msgspec.json.decode(picture, type=Layout), hello.version
        elif hello.version is not None:
            self.version = hello.version

    # ------------------------------------------------------------------ as a line

    def send(self, message: bytes) -> None:
        assert self.open, "nothing is sent over a line that has ended"
        found = json.loads(message)
        if "table" in found:
            self.version = found["v"]
            self.layout = msgspec.convert(found["table"], Layout, strict=False)
            self.asked = found["table"].get("asked", [])
            self.then = self.seats = frozenset(found["table"]["you"])
            self.keep()
        for frame in found.get("frames", ()):
            assert frame["v"] == (self.version or 0) + 1, "a gap means loss"
            self.version = frame["v"]
            self.see(frame.get("steps", ()))
        if "frames" in found or "asked" in found:
            self.asked = found.get("asked")
        for each in found.get("answers", ()):
            self.answers.setdefault(each["id"], []).append(each)

    def see(self, rows: Any) -> None:
        """A frame arrives."""
        if self.layout is None:
            return
        for row in rows:
            step = from_text(row)
            self.layout.see(step)
            if step is not None and step.act == "begin":
                self.then = frozenset(n for n, seat in self.layout.seats.items() if seat.player == self.player)
        self.keep()

    def keep(self) -> None:
        assert self.version is not None
        self.known[self.version] = msgspec.json.encode(self.layout), self.then

    def close(self, why: str) -> None:
        raise AssertionError(f"the line was closed: {why}")


class Fresh:
    """A line that is opened to see what a newcomer is told."""

    def __init__(self, player: str) -> None:
        self.player, self.account_id = player, 0
        self.found: dict[str, Any] = {}

    def send(self, message: bytes) -> None:
        self.found = self.found or json.loads(message)

    def close(self, why: str) -> None:
        raise AssertionError(why)


def an_evening_before(folder: Path) -> None:
    """Makes a floor with one table, to be copied."""

    async def run() -> None:
        async with a_floor(folder, plan=None) as here:
            await here.lifecycle.open_table(None, TABLE, "565")

    asyncio.run(run())


NUMBERS = st.sampled_from([500, 1000, 5000, 100_000, 0, -500, 2**53, 10_000_001])
SEAT = st.sampled_from([*SEATS, 1, 2, 0, 8])
# One kind of wager only: frames do not tell yet of one that is given up for another (`test_hostile_floor`).
DEEDS = st.one_of(
    st.builds(
        lambda seat, who, cents: {"do": "sit", "seat": seat, "player": who, "cents": cents}, SEAT, st.integers(0, 3), NUMBERS
    ),
    st.builds(lambda seat, cents: {"do": "buy", "seat": seat, "cents": cents}, SEAT, NUMBERS),
    st.builds(lambda seat: {"do": "leave", "seat": seat}, SEAT),
    st.builds(
        lambda seat, wagers: {"do": "bet", "seat": seat, "wagers": wagers},
        SEAT,
        st.dictionaries(st.sampled_from(["Ante", "x"]), NUMBERS, max_size=2),
    ),
    st.builds(
        lambda seat, word, cents: {"do": "decide", "seat": seat, "word": word, "cents": cents},
        SEAT,
        st.sampled_from(["play", "fold", "cut", ""]),
        st.sampled_from([0, 0, 500]),
    ),
    st.builds(lambda seat, depth: {"do": "cut", "seat": seat, "depth": depth}, SEAT, st.sampled_from([None, 1, 26, 1000])),
    st.sampled_from([{"do": "begin"}, {"do": "proceed"}, {"do": "rest"}, {"do": "void", "why": "x"}]),
    st.sampled_from([{"do": "report", "kind": "x", "detail": {}}, {"do": "seed", "seat": 1, "seed": "x"}]),
)
RAW = st.one_of(
    st.binary(max_size=40),
    st.text(max_size=40).map(lambda text: text.encode()),
    st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5), st.lists, max_leaves=5).map(
        lambda value: json.dumps({"id": "x", "version": 1, "command": value}).encode()
    ),
    st.sampled_from([b'{"ready":1}', b'{"hello":{},"ready":true}', b'{"id":"x","version":1}', b"[" * 2000, b"\xff"]),
)
WHO = st.integers(0, 4)


class Lines(RuleBasedStateMachine):
    """Two lines of one player, one of another, one of a pit boss, and one of a spectator."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-"))
        shutil.copytree(self.template, self.folder, dirs_exist_ok=True)
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        self.here: Running = self.run(self.stack.enter_async_context(a_floor(self.folder, plan=None)))
        self.live: LiveTable = self.here.floor.tables[TABLE]
        ann, ben = (self.run(self.here.people.guest("test")).account for _ in range(2))
        boss = self.run(self.here.people.guest("test", "pit boss")).account
        self.names = [ann.name, ben.name, boss.name, "Nobody"]
        self.clients = [Client(account) for account in (ann, ann, ben, boss, None)]
        self.first: dict[tuple[int, str], int] = {}  # the version that each id of an account brought about
        self.deeds: dict[tuple[int, str], Any] = {}  # and what was said under it last
        self.ids: list[str] = []

    def run(self, work: Any) -> Any:
        async def bounded() -> Any:
            async with asyncio.timeout(SECONDS):
                return await work

        return self.loop.run_until_complete(bounded())

    def teardown(self) -> None:
        for client in filter(lambda each: each.open, self.clients):
            self.here.floor.presence.went(self.live, client)
            client.hang_up()
        self.run(self.stack.aclose())
        self.loop.close()
        shutil.rmtree(self.folder)

    # ------------------------------------------------------------------ what they do

    @rule(who=WHO, version=st.one_of(st.none(), st.integers(0, 300), st.sampled_from([-1, 10**6])), log=st.booleans())
    def connect(self, who: int, version: int | None, log: bool) -> None:
        client = self.clients[who]
        if client.open:
            return
        if version is not None and 0 <= version <= 300 and client.known:  # mostly one that he knows
            known = sorted(client.known)
            version = known[-1 - version % len(known)]
        hello = Hello(version, self.live.log if log else "table/other")
        client.begin(hello if log else Hello())
        self.here.floor.presence.came(self.live, client)
        assert self.live.greet(hello, client) is None
        self.settle()

    @rule(who=WHO)
    def disconnect(self, who: int) -> None:
        if self.clients[who].open:
            self.here.floor.presence.went(self.live, self.clients[who])
            self.clients[who].hang_up()
            self.settle()

    @rule(who=st.integers(0, 3), deed=DEEDS, behind=st.sampled_from([0, 0, 0, 1, 5, -1, -1000]), again=st.integers(0, 9))
    def say(self, who: int, deed: dict[str, Any], behind: int, again: int) -> None:
        """One thing, under a new id or one that somebody has used."""
        client = self.opened(who)
        id_ = self.ids[-again] if 0 < again <= len(self.ids) and again < 4 else self.new_id()
        before, version = self.state(), self.live.table.version
        self.up(client, deed, id_, max(0, version - behind))
        self.settle()
        self.judge(client, id_, before, version)

    @rule(who=st.integers(0, 3), deed=DEEDS, times=st.integers(2, 4))
    def say_in_one_breath(self, who: int, deed: dict[str, Any], times: int) -> None:
        """The same thing under the same id, before anything is on disk."""
        client = self.opened(who)
        id_, before, version = self.new_id(), self.state(), self.live.table.version
        for _ in range(times):
            self.up(client, deed, id_, version)
        self.settle()
        self.judge(client, id_, before, version, times)

    @rule(said=st.lists(st.tuples(st.integers(0, 3), DEEDS), min_size=2, max_size=5))
    def say_all_at_once(self, said: list[tuple[int, dict[str, Any]]]) -> None:
        """Several people speak before anything is on disk."""
        speakers = [(self.opened(who), deed) for who, deed in said]
        for client, deed in speakers:
            self.up(client, deed, self.new_id(), self.live.table.version)
        self.settle()
        for client, _ in speakers:
            for id_, told in client.answers.items():
                if "v" in told[-1]:
                    assert self.first.setdefault((client.account_id, id_), told[-1]["v"]) == told[-1]["v"]

    @initialize(who=st.sets(st.sampled_from([0, 2, 3])))
    def sit_down(self, who: set[int]) -> None:
        """Some have come, and sit."""
        for each in sorted(who):
            self.play_once(self.opened(each))

    @rule(acts=st.lists(st.integers(0, 3), min_size=1, max_size=12))
    def play(self, acts: list[int]) -> None:
        """Some of them do what is sensible."""
        for who in acts:
            self.play_once(self.opened(who))
            self.nobody_has_missed_anything()
            self.each_picture_is_the_fresh_one()

    def opened(self, who: int) -> Client:
        """Somebody, who comes if he is not there."""
        if not self.clients[who].open:
            self.connect(who, 0, True)
        return self.clients[who]

    def play_once(self, client: Client) -> None:
        """Somebody answers, wagers or takes a seat."""
        table = self.live.table
        seats = [n for n, seat in table.seats.items() if seat.player == client.player]
        asks = [each for each in client.asked or () if each["seat"] in seats and each.get("choices")]
        deed: dict[str, Any]
        if asks and asks[0]["choices"][0]["word"] == "cut":
            deed = {"do": "cut", "seat": asks[0]["seat"]}
        elif asks:
            deed = {"do": "decide", "seat": asks[0]["seat"], "word": asks[0]["silent"]}
        elif seats:
            deed = {"do": "bet", "seat": seats[0], "wagers": {"Ante": 500}}
        else:
            deed = {"do": "sit", "seat": next(n for n in range(1, 8) if n not in table.seats), "cents": 50_000}
            deed["player"] = client.player
        before, version, id_ = self.state(), table.version, self.new_id()
        self.up(client, deed, id_, version)
        self.settle()
        self.judge(client, id_, before, version)

    @rule(who=st.integers(0, 3), ready=st.booleans())
    def is_ready(self, who: int, ready: bool) -> None:
        self.run(handle(self.here.lifecycle, self.live, TableRequest("ready", self.opened(who).player, int(ready))))
        self.settle()

    @rule(message=RAW)
    def send_anything(self, message: bytes) -> None:
        """What is no message is refused in one sentence, and goes no further."""
        with pytest.raises(BadCommand) as refused:
            read_client_message(message)
        assert refused.value.message and "\n" not in refused.value.message

    # ------------------------------------------------------------------ how it is done

    def new_id(self) -> str:
        self.ids.append(f"id-{len(self.ids)}")
        return self.ids[-1]

    def up(self, client: Client, deed: dict[str, Any], id_: str, version: int) -> None:
        """A message comes over a line, as JSON."""
        if isinstance(deed.get("player"), int):
            deed = deed | {"player": self.names[deed["player"]]}
        try:
            up = read_client_message(json.dumps({"id": id_, "version": version, "command": deed}))
        except BadCommand:
            return
        client.sent[id_] = client.sent.get(id_, 0) + 1
        client.same = self.deeds.get((client.account_id, id_), deed) == deed
        if (client.account_id, id_) not in self.first:
            self.deeds[client.account_id, id_] = deed

        def reply(found: int | PitbossError) -> None:
            told = refusal(id_, found) if isinstance(found, PitbossError) else answer(id_, found)
            if client.open:
                self.here.floor.answer(self.live, client, told)

        account, floor = client.account, self.here.floor
        assert account is not None

        def submit() -> None:
            floor.submit(self.live, account, up.command, up.version, up.id, reply)

        self.loop.call_soon(submit)

    def settle(self) -> None:
        """Waits until everything is on disk and everybody has been told."""

        async def settled() -> None:
            floor = self.here.floor
            quiet = 0
            while quiet < 3:
                await asyncio.sleep(0)
                busy = (
                    floor._tasks or floor._flushing or self.live.bank.pending or floor._changed or floor.refused_reports.waiting
                )
                quiet = 0 if busy else quiet + 1
                if busy:
                    await asyncio.sleep(0.001)

        self.run(settled())

    def state(self) -> Any:
        """What a refusal leaves as it is."""
        table = self.live.table
        seats = {n: (seat.player, seat.cents) for n, seat in table.seats.items()}
        return table.version, seats, json.dumps(table.bets), table.accounts(), self.live.durable, str(table.request)

    def judge(self, client: Client, id_: str, before: Any, version: int, times: int = 1) -> None:
        """Looks at the answers to an id. An employee who says again that he leaves is refused, because by then he speaks as an
        employee (`test_hostile_floor`)."""
        told = client.answers.get(id_, [])[-times:]
        if not told:
            return
        assert client.account is not None
        first = self.first.get((client.account.id, id_))
        if first is None and "v" in told[0]:
            first = self.first[client.account.id, id_] = told[0]["v"]
            assert version < first <= self.live.durable
            alike = all(each.get("v") == first for each in told)
            assert alike or client.account.role != "patron", "what was done once is answered alike"
        elif "refused" in told[-1]:
            alike = first is None or not client.same
            assert alike or client.account.role != "patron", "what was done once is answered alike"
            assert self.state() == before, "what was refused has changed something"
        else:
            assert told[-1]["v"] == first and self.state() == before

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def nobody_has_missed_anything(self) -> None:
        for client in filter(lambda each: each.open, self.clients):
            assert client.version == self.live.durable == self.live.table.version

    @invariant()
    def every_message_has_one_answer(self) -> None:
        for client in filter(lambda each: each.open, self.clients):
            assert {id_: len(told) for id_, told in client.answers.items()} == client.sent
            for told in client.answers.values():
                assert len({each.get("v") for each in told if "v" in each}) <= 1

    @invariant()
    def each_picture_is_the_fresh_one(self) -> None:
        for client in filter(lambda each: each.open, self.clients):
            fresh = Fresh(client.player)
            assert self.live.greet(Hello(), fresh) is None
            self.live.leave(fresh)
            assert fresh.found["v"] == client.version
            assert client.asked == fresh.found["table"].get("asked", []), "what is asked"
            if client.layout is None:
                continue
            picture = msgspec.convert(fresh.found["table"], Layout, strict=False)
            for field in SAME:
                if field == "hands" and client.then != frozenset(fresh.found["table"]["you"]):
                    continue  # whoever has left still knows what he saw, and who comes has not seen it
                found, fits = getattr(client.layout, field), getattr(picture, field)
                assert found == fits, f"{field} of {client.player or 'a spectator'} at {client.version}: {found}, not {fits}"

    @invariant()
    def the_money_is_right(self) -> None:
        self.run(books(self.here))

    @invariant()
    def the_table_lives(self) -> None:
        floor = self.here.floor
        assert not floor.counts.rebuilt and not self.live.bank.broken and not self.live.table.stopped


def test_lines_in_any_order(tmp_path: Path) -> None:
    """Many evenings, each of many steps."""
    an_evening_before(tmp_path)
    Lines.template = tmp_path
    run_state_machine_as_test(
        Lines,
        settings=settings(
            max_examples=15,
            stateful_step_count=40,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
