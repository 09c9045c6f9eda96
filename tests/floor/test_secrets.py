"""Secrets: two floors that differ only in hidden cards are the same to everybody there, in every byte that he is sent, until a
card that differs is shown to him.

Everything that reaches a client counts: WebSocket messages, their order, number and size, bodies and headers over HTTP,
refusals, metrics, the lobby, rounds that are recalled; and what the server logs. The time that an answer takes does not. See
`twins` for what somebody may know, and `directing` for what people do.
"""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import pitboss.table.procedures.dealing
from pitboss.cards import NAMES
from pitboss.errors import NotAuthorized, NotYours
from pitboss.evidence.fair import FairChance
from pitboss.floor.play import broadcast, dealer
from pitboss.floor.play import floor as floors
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.protocol import Hello
from pitboss.floor.storage.transactions import RECORD
from pitboss.floor.web import tables
from pitboss.games import MODULES, NONBANKED
from pitboss.shoe import Chance
from pitboss.submissions.checking import check_passes
from pitboss.table import authors
from pitboss.table.log.stores import TABLE
from pitboss.table.steps import Answer
from pitboss.table.view import viewers
from pitboss.table.view.viewers import Asked, Option
from tests.floor.directing import Habits, directed
from tests.floor.overheard import Client, PromptWriter, Stage, on_stage
from tests.floor.twins import (
    STRANGER,
    WATCHING,
    Act,
    Dealt,
    Evening,
    Leak,
    Marked,
    Moment,
    Onlooker,
    Played,
    Setting,
    a_change,
    again,
    change_of,
    compare,
    hidden_from,
    play,
    said,
    twin,
    undealt,
)
from tests.floor.twins import TABLE as WATCHED
from tests.games.test_poker_properties import sittings
from tests.strategies import examples, houses

CARD = re.compile(r"(?<![\w.])(?:[2-9TJQKA][cdhs]|Jk)(?!\w)")
NAMED = re.compile(r"(?:clubs|diamonds|hearts|spades|joker)", re.IGNORECASE)
ALLOWED = {"event", "level", "timestamp", "table", "deed", "why", "cite", "raised", "bank", "ask", "request"}
FAR = 4  # moments
HABITS = (
    Habits(rounds=2),
    Habits(rounds=2, foreign=0.35, looks=0.3, comes=0.1, silent=0.05),
    Habits(rounds=1, comes=0.4, looks=0.1),
    Habits(rounds=2, silent=0.4, together=0.4),
    Habits(rounds=2, held=True, trouble=0.15, silent=0.02),
    Habits(rounds=3, held=True, trouble=0.4, foreign=0.05, looks=0.05, comes=0.05, silent=0.02),
)


def passing(chapter: str, given: dict[str, Any]) -> dict[str, Any]:
    """A house without the choices with which the desk would not let its table open."""
    found: dict[str, Any] = {}
    for option, value in given.items():
        with suppress(NotAuthorized):
            check_passes(chapter, found | {option: value})
            found[option] = value
    return found


@st.composite
def settings_of(draw: st.DrawFn, chapter: str) -> Setting:
    """A table of a chapter with two or three players and perhaps bots."""
    house = draw(sittings(chapter)).house if chapter in NONBANKED else passing(chapter, draw(houses(chapter)))
    seats = draw(st.sampled_from(((1, 2), (2, 3), (1, 2, 3), (3, 1))))
    bots, seed = draw(st.integers(0, 2)), draw(st.integers(0, 2**20))
    return Setting(chapter, house, seats, bots, seed, draw(st.booleans()), draw(st.booleans()))


@pytest.mark.parametrize("chapter", MODULES)
@settings(examples(5), phases=(Phase.explicit, Phase.generate))  # a difference is not made clearer by a shorter script
@given(data=st.data())
def test_nobody_can_tell_two_floors_apart_that_differ_in_hidden_cards(chapter: str, data: st.DataObject) -> None:
    """The search: any house, any script, any hidden cards, looked at by everybody."""
    setting = data.draw(settings_of(chapter))
    seed = data.draw(st.integers(0, 2**20))
    played = play(setting, directed(seed, data.draw(st.sampled_from(HABITS))))
    rng = random.Random(seed)
    for who in data.draw(st.permutations([STRANGER, *played.evening.players]))[:2]:
        change = a_change(rng, who, played)
        if change is not None:
            twin(played, change)


# ---------------------------------------------------------------------------- that it can find something


@pytest.mark.parametrize("chapter", MODULES)
def test_two_floors_are_compared_far_beyond_the_deal(chapter: str) -> None:
    """Hidden cards differ from the deal on, and there is much that could tell of them before one is shown."""
    beyond: list[int] = []
    for seed in range(3):
        if max(beyond, default=0) > FAR:
            break
        played = play(Setting(chapter, seats=(1, 2, 3), seed=seed), directed(seed, Habits(rounds=1, silent=0.02, together=0)))
        last, order = hidden_from("player 1", played.evening, played.looks)[1][-1], played.orders[0]
        other = next(at for at in undealt("player 1", played, 1)[::-1] if order[at] != order[last])
        alike = twin(played, change_of(order, 1, [last, other]))
        dealt = next(
            at
            for at, heard in enumerate(played.evening.moments)
            if any(isinstance(card, Marked) and card.at == last for _, step in heard.steps for card in step.cards)
        )
        beyond.append(alike["player 1"] - dealt)
    assert max(beyond) > FAR, beyond


def folding(seed: int = 5) -> Played:
    """Three Card Poker with two players: one after the other he decides and folds, and is asked out of turn."""

    async def moments(evening: Evening) -> AsyncIterator[Moment]:
        def say(who: str, id_: str, do: str, **fields: Any) -> Act:
            return Act(who, "say", said(id_, evening.live.table.version, do, **fields))

        for seat in (1, 2):
            yield [say(f"player {seat}", f"bet {seat}", "bet", seat=seat, wagers={"Ante": 1000})]
        yield [say("player 2", "foreign", "decide", seat=1, word="set As Kd")]
        yield [say("floorperson", "foreign 2", "decide", seat=1, word="nonsense")]
        yield [say("dealer", "probe", "report", kind="card face up", detail={"card": held(evening.live)})]
        yield [Act(STRANGER, "GET", f"/api/tables/{WATCHED}"), Act("player 2", "GET", f"/api/tables/{WATCHED}/frames?after=4")]
        yield [Act(STRANGER, "GET", f"/api/tables/{WATCHED}?words=true")]
        yield [Act("player 2", "GET", f"/api/tables/{WATCHED}/frames?after=4&words=true")]
        yield [
            Act("pit boss", "GET", "/metrics"),
            Act("pit boss", "GET", "/api/tables"),
            Act("dealer", "open", {"version": 4, "log": "table/watched"}),
        ]
        yield [Act("", "time", 1.0)]
        for seat in (1, 2):
            yield [say(f"player {seat}", f"fold {seat}", "decide", seat=seat, word="fold")]

    return play(Setting("565", seats=(1, 2), seed=seed), moments)


def held(live: LiveTable) -> str:
    """The first card of seat 1, which only its player may know."""
    current = live.table.round
    return NAMES[current.hands["seat_1"][0]] if current is not None and "seat_1" in current.hands else ""


Patch = pytest.MonkeyPatch


def leak_deals(patch: Patch) -> None:
    """Cards that are dealt face down are shown to everybody."""
    patch.setattr(viewers, "_DealtBy", lambda cite: {})
    watch = viewers.Audience.watch
    patch.setattr(viewers.Audience, "watch", lambda self, steps: [steps] * len(self.viewers) if steps else watch(self, steps))


def leak_questions(patch: Patch) -> None:
    """What somebody may choose is told to everybody, with his answer if he is silent."""
    patch.setattr(LiveTable, "_asked", lambda self, viewer: [Asked(each.seat, cite=held(self)) for each in self.table.asks()])


def leak_size(patch: Patch) -> None:
    """A frame is longer by some spaces where a hidden card is high."""
    steps_of = broadcast._steps

    def longer(steps: Any, written: Any) -> bytes:
        return steps_of(steps, written) + b" " * LONGER[0]

    take = LiveTable.take

    def taken(self: LiveTable, record: Any) -> Any:
        LONGER[0] = len(held(self)) and NAMES.index(held(self)) % 13
        return take(self, record)

    patch.setattr(broadcast, "_steps", longer)
    patch.setattr(LiveTable, "take", taken)


LONGER = [0]


def leak_number(patch: Patch) -> None:
    """There is a message more where a hidden card is red."""
    show = LiveTable.show

    def twice(self: LiveTable, records: Any, seconds: Any) -> None:
        show(self, records, seconds)
        if held(self)[1:] in ("d", "h"):
            for line in self.broadcast.lines:
                line.send(b'{"v":%d}' % self.durable)

    patch.setattr(LiveTable, "show", twice)


def leak_refusal(patch: Patch) -> None:
    """Whoever speaks for another is told what that one holds."""

    def refuse(table: Any, deed: Any, name: str) -> None:
        seat = table.seats.get(deed.seat)
        if table.round is not None and seat is not None and seat.player != name:
            raise NotYours(f"seat {deed.seat} holds the {NAMES[table.round.hands['seat_1'][0]]}")

    patch.setattr(authors, "_check_player", refuse)


def leak_clock(patch: Patch) -> None:
    """The house waits longer for somebody with a high card."""
    least = dealer.waited_since
    rank = "23456789TJQKA".find

    def longer(live: LiveTable, clocks: Any) -> Any:
        since, seconds = least(live, clocks)
        return since, seconds and seconds + max(0, rank(held(live)[:1]))

    patch.setattr(dealer, "waited_since", longer)


def leak_layout(patch: Patch) -> None:
    """The whole table, which somebody gets who comes again, has a card too many."""
    whole = LiveTable.picture
    patch.setattr(LiveTable, "picture", lambda self, viewer: {**whole(self, viewer), "next": held(self)})


def leak_metrics(patch: Patch) -> None:
    """A figure that is kept of the cards."""
    take = LiveTable.take

    def taken(self: LiveTable, record: Any) -> Any:
        COUNTED[0].refused += len(held(self)) and NAMES.index(held(self))
        return take(self, record)

    begin = Floor.__init__

    def begun(self: Floor, *arguments: Any) -> None:
        begin(self, *arguments)
        COUNTED[0] = self.counts

    patch.setattr(LiveTable, "take", taken)
    patch.setattr(Floor, "__init__", begun)


COUNTED: list[Any] = [None]


def leak_lobby(patch: Patch) -> None:
    """The lobby shows more than it should."""
    about = tables.about
    patch.setattr(tables, "about", lambda live: {**about(live), "dealt": held(live)})


def leak_words(patch: Patch) -> None:
    """What a spectator reads is told from what the player of seat 1 sees."""
    patch.setattr(broadcast, "say", lambda steps, own, names: [("", UNREDACTED[-1])])
    watch = viewers.Audience.watch

    def watched(self: Any, steps: Any) -> Any:
        if any(step.act == "deal" for step in steps):
            UNREDACTED.append(str([step.cards for step in steps]))
        return watch(self, steps)

    UNREDACTED[:] = [""]
    patch.setattr(viewers.Audience, "watch", watched)


UNREDACTED = [""]


def leak_question(patch: Patch) -> None:
    """The sentence for what is asked tells what is held by whoever is asked."""
    questions = LiveTable._questions

    def asks(self: LiveTable, seconds: Any) -> Any:
        found = questions(self, seconds)
        found._asked = tuple(Asked(each.seat, (Option(held(self)),)) for each in found._asked)
        return found

    patch.setattr(LiveTable, "_questions", asks)


def leak_report(patch: Patch) -> None:
    """A report that names a card is looked up at the table."""
    patch.setattr(floors, "check_report", lambda chapter, report: None)


LEAKS = (
    leak_report,
    leak_deals,
    leak_questions,
    leak_size,
    leak_number,
    leak_refusal,
    leak_clock,
    leak_layout,
    leak_metrics,
    leak_lobby,
    leak_words,
    leak_question,
)


def change_the_first_card(played: Played) -> Any:
    """Seat 1 has another first card: of a higher rank and another colour."""
    order = played.orders[0]
    dealt = hidden_from(STRANGER, played.evening, played.looks)[1]
    mine = dealt[0]
    red = [NAMES[card][1] in "dh" for card in order]
    unlike = [at for at in range(len(order)) if at not in dealt and red[at] != red[mine]]
    other = next(at for at in unlike if NAMES[order[at]][0] != NAMES[order[mine]][0])
    return change_of(order, 1, [mine, other])


def test_a_floor_that_keeps_its_secrets_passes_what_follows() -> None:
    """The evening in which the leaks below are found has none of itself, up to its end for who never sees the card."""
    played = folding()
    alike = twin(played, change_the_first_card(played))
    assert alike[STRANGER] == alike["player 2"] == alike["pit boss"] == len(played.evening.moments)
    assert alike["player 1"] < len(played.evening.moments)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_floor_that_leaks_is_found_out(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    """One hidden thing is let through at a time, by a message, its size, their number, a refusal, a clock, a page."""
    leak(monkeypatch)
    with pytest.raises(Leak, match=r"tells [a-z0-9 ]+ of hidden cards"):
        played = folding()
        twin(played, change_the_first_card(played))


# ---------------------------------------------------------------------------- coming again


@dataclass
class Paper:
    """A line that keeps what it is sent."""

    player: str
    account_id: int = 0
    sent: list[bytes] = field(default_factory=list)

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def close(self, why: str) -> None:
        self.sent.append(why.encode())


@pytest.mark.parametrize("chapter", MODULES)
def test_whoever_comes_again_learns_no_more_at_whatever_version(chapter: str) -> None:
    """At every moment, with every version that there has been: deltas, or the whole table."""
    setting = Setting(chapter, seats=(1, 2), seed=3)
    first = play(setting, coming_again(directed(3, Habits(rounds=1, looks=0, comes=0, foreign=0.1, together=0))))
    for who in (STRANGER, "player 1"):
        change = a_change(random.Random(1), who, first)
        assert change is not None
        second = play(setting, coming_again(again(first.script)), change)
        alike = compare(first.evening, second.evening, first.script, first.looks)
        assert alike[who] > 4


def coming_again(director: Any) -> Any:
    """After every moment everybody comes again at every version, over lines of paper."""

    async def moments(evening: Evening) -> AsyncIterator[Moment]:
        async for acts in director(evening):
            yield acts
            heard = evening.moments[-1]
            for who in (STRANGER, *evening.players, "surveillance"):
                line = Paper(evening.names[who])
                for version in range(evening.live.durable + 1):
                    evening.live.greet(Hello(version, evening.live.log, words=bool(version % 3)), line)
                    evening.live.leave(line)
                heard.to[who] = [*heard.to[who], *line.sent]

    return moments


def test_whoever_takes_a_seat_is_not_told_the_cards_of_who_had_it() -> None:
    """Not even while that he sits there is on its way to the disk."""

    async def evening(stage: Stage) -> list[Any]:
        at = Evening(stage, Setting("565", seats=(1, 2), seed=4))
        await at.begin()
        before = at.live.table.version

        async def say(who: str, do: str, **fields: Any) -> None:
            await at.moment([Act(who, "say", said(f"{who} {do}", at.live.table.version, do, **fields))])

        for do, fields in (("bet", {"wagers": {"Ante": 1000}}), ("decide", {"word": "fold"})):
            for seat in (1, 2):
                await say(f"player {seat}", do, seat=seat, **fields)
        writer = stage.here.writer
        assert isinstance(writer, PromptWriter)
        writer.held = True
        ben, leaves = at.people["player 2"], said("ben leaves", before, "leave", seat=2)
        waiting = asyncio.create_task(ben.ask("POST", f"/api/tables/{WATCHED}/commands", leaves))
        await stage.settle()
        await say("player 1", "leave", seat=1)
        await say("player 2", "sit", seat=1, player=at.names["player 2"], cents=100_000)
        assert at.live.names == {1: at.names["player 2"]} and at.live.durable < at.live.table.version
        _, looked = await ben.ask("GET", f"/api/tables/{WATCHED}/frames?after={before}")
        writer.commit_first()
        _, answer = await waiting
        assert at.live.durable < at.live.table.version
        writer.held = False
        writer.commit()  # a floor that closes waits for what it has submitted
        return [
            [step for frame in frames for step in frame.get("steps", ()) if step[1] == "deal" and step[2] == "seat_1"]
            for frames in (looked, answer["frames"])
        ]

    for dealt in on_stage(evening, lambda: Dealt(3)):
        assert len(dealt) == 3 and all(step[3] == ["??"] for step in dealt)


def test_whoever_comes_after_a_guest_who_took_a_name_is_not_taken_for_him() -> None:
    """The name that a guest gives up is nobody else's: its cards would be."""

    async def evening(stage: Stage) -> None:
        door, seen = Client(stage.app), set()
        for each in range(3):
            _, me = await door.ask("POST", "/api/guest", {"bearer": True})
            assert me["name"] not in seen
            seen.add(me["name"])
            named = {"name": f"Ann {each}", "password": "correct horse", "bearer": True}
            assert (await Client(stage.app, me["token"]).ask("POST", "/api/accounts", named))[0] == 201

    on_stage(evening)


# ---------------------------------------------------------------------------- fair chance, and logs


def secrets_of(stage: Stage, live: LiveTable) -> tuple[set[bytes], set[bytes]]:
    """What nobody may be sent now: secrets that are not revealed, the salts of cards that lie in the stack or hidden, and the
    key of the house; and what only the journal has, which an auditor may fetch: seals, signatures, and what is sealed."""
    chance, key = live.table.fair, stage.here.lifecycle.key
    assert isinstance(chance, FairChance) and key is not None
    never, journal = {key.sealing.hex(), key.signing.hex()}, set[str]()
    for promise in chance._standing.values():
        never.add(promise.secret.value.hex())
        never |= {shuffle._salts[at : at + 16].hex() for shuffle in promise.live.values() for at in range(0, 16 * 52, 16)}
    for line in stage.here.floor.database.lines(live.log):
        journal |= {line.seal, line.signature}
        if line.kind == RECORD:
            journal |= {getattr(each, "sealed", "") for each in TABLE.decode(line.body).evidence}
    assert all(len(each) > 30 for each in never | journal - {""})
    return {each.encode() for each in never}, {each.encode() for each in journal - {""}}


def salts_of_cards(message: bytes, who: str, evening: Evening) -> set[bytes]:
    """The salts in the proofs that somebody asked for, all of which are of cards that he has seen."""
    head, _, body = message.partition(b"\n\n")
    found = json.loads(body) if head.startswith(b"200") and b"application/json" in head else {}
    openings = [proof["opening"] for proof in (found.get("proofs", ()) if isinstance(found, dict) else ())]
    onlooker, seen = Onlooker(evening.names[who]), set[int]()
    looks = evening.live.table.game.looks(evening.live.table.house)
    for _, step in [pair for heard in evening.moments for pair in heard.steps]:
        everything = who in WATCHING and step.act in ("deal", "draw")
        seen |= set(step.cards if everything else onlooker.sees(step, looks))
        onlooker.go_on(step)
    assert {opening["card"] for opening in openings} <= seen
    return {opening["salt"].encode() for opening in openings}


@pytest.mark.parametrize("chapter", ["565", "633a", "637a"])
def test_nothing_that_fair_chance_keeps_is_sent_or_logged(chapter: str) -> None:
    """The usual floor promises and reveals: what it has not revealed yet is in no byte that anybody is sent."""

    async def run(stage: Stage) -> int:
        evening = Evening(stage, Setting(chapter, seats=(1, 2, 3), bots=1))
        await evening.begin()
        kept = 0
        async for acts in directed(2, Habits(rounds=3, looks=0.4))(evening):
            heard = await evening.moment(acts)
            never, journal = secrets_of(stage, evening.live)
            kept += len(never)
            logged = stage.logged.getvalue().encode()
            assert not [each for each in never | journal if each in logged]
            for who, message in [(who, message) for who, mine in heard.to.items() for message in mine]:
                forbidden = never if b"application/x-ndjson" in message else never | journal
                forbidden = forbidden - salts_of_cards(message, who, evening)
                assert not [each for each in forbidden if each in message], (acts, message[:200])
        assert b'"evidence":"promise"' in b"".join(evening.people[STRANGER].heard), "promises are told"
        return kept

    assert on_stage(run) > 1000


def test_nothing_of_a_round_that_fails_is_logged(monkeypatch: Patch) -> None:
    """Nor is anybody sent what a defect says."""

    def broken(t: Any, method: Any) -> None:
        raise KeyError(f"the dealer holds the {NAMES[t.hands['dealer'][0]]}")

    async def run(stage: Stage) -> None:
        at = Evening(stage, Setting("565", seats=(1, 2), bots=1, seed=8))
        await at.begin()
        monkeypatch.setattr(pitboss.table.procedures.dealing, "count_stub", broken)
        await bets(at)
        sent = b"".join(message for client in at.people.values() for message in client.heard)
        assert b"the round has failed: KeyError" in sent and b"the dealer holds" not in sent
        logs_tell_nothing(stage, at)

    on_stage(run, lambda: Chance(8))


def test_nothing_that_somebody_holds_is_logged(monkeypatch: Patch) -> None:
    """A bot that is refused and a table that breaks are logged without a card, a token, a password or a sentence that could
    quote one."""

    async def run(stage: Stage) -> None:
        at = Evening(stage, Setting("565", seats=(1, 2), bots=1, seed=8))
        await at.begin()
        with monkeypatch.context() as patch:
            patch.setattr(dealer, "bots", nonsense_of_a_bot)
            await bets(at)
            for seat in (1, 2):
                deed = said(f"fold {seat}", at.live.table.version, "decide", seat=seat, word="fold")
                await at.moment([Act(f"player {seat}", "say", deed)])
        with monkeypatch.context() as patch:
            do = LiveTable.do
            patch.setattr(LiveTable, "do", lambda self, command: broken_table(self) if command.id else do(self, command))
            await at.moment([Act("player 1", "say", said("x", at.live.table.version, "decide", seat=1, word="fold"))])
        logged = stage.logged.getvalue()
        assert "the house was refused" in logged and "a table failed" in logged and "KeyError at " in logged
        logs_tell_nothing(stage, at)

    on_stage(run, lambda: Chance(8))


async def bets(at: Evening) -> None:
    """Both players place a wager."""
    for seat in (1, 2):
        deed = said(f"bet {at.live.table.version}", at.live.table.version, "bet", seat=seat, wagers={"Ante": 1000})
        await at.moment([Act(f"player {seat}", "say", deed)])


def logs_tell_nothing(stage: Stage, at: Evening) -> None:
    """No card and no token has been logged, and nothing but what may be."""
    logged = stage.logged.getvalue()
    tokens = [value for client in at.people.values() for _, value in client._headers if b"Bearer" in value]
    assert not [each for each in tokens if each.removeprefix(b"Bearer ").decode() in logged]
    assert not CARD.findall(logged), CARD.findall(logged)
    assert not NAMED.findall(logged), NAMED.findall(logged)
    rows = [json.loads(row) for row in logged.splitlines() if row.startswith("{")]
    assert {key for row in rows for key in row} <= ALLOWED
    assert all(re.fullmatch(r"[0-9a-f]{16}", row["request"]) for row in rows if "request" in row), "a request has a drawn id"


def nonsense_of_a_bot(table: Any, ask: Any) -> Answer:
    """A bot says something that it may not, in which it names what it holds."""
    return Answer(f"show {NAMES[table.round.hands[f'seat_{ask.seat}'][0]]}")


def broken_table(live: LiveTable) -> Any:
    """A table that fails with all that it holds in its sentence and in its variables."""
    hands = {place: [NAMES[card] for card in cards] for place, cards in live.table.round.hands.items()}  # type: ignore[union-attr]
    raise KeyError(str(hands))
