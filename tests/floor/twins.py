"""Two floors that differ in hidden cards only: an evening that is played on one of them and said again on the other, and what
each of the people there could tell from what he was sent.

An evening is a list of moments. Whatever is said at one is said at once; then everything is left to settle. What a person may
know is written down here apart from the code of the floor: cards that lie face up, his own, and what people decide. Up to the
first step at which two floors differ in that, he must have been sent the same bytes.
"""

import json
import random
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.cards import NAMES, Card
from pitboss.floor.play.live_table import LiveTable
from pitboss.games import NONBANKED
from pitboss.shoe import Chance, Shuffle
from pitboss.table.log.records import Record
from pitboss.table.steps import Step, seat_of
from tests.floor.house import CODE
from tests.floor.overheard import Client, Stage, on_stage

STAFF = ("floorperson", "dealer", "pit boss", "auditor", "surveillance")
WATCHING = ("auditor", "surveillance")
STRANGER = "stranger"  # has not signed in
EXCHANGED = "was turned up in the deal"  # § 553.16(n), § 637a.18(p)
READER = "inserts the hole card into the card reader"
CHIPS = 4_000_000
TABLE, ROOM = "watched", "poker"


# ---------------------------------------------------------------------------- cards


class Marked(int):
    """A card that knows from which shuffle it comes, and which place it had there."""

    shuffle: int = 0
    at: int = -1


class Dealt(Chance):
    """Chance from a seed, of which one shuffle is `changed`: which place has the card of which other place. All commitments are
    alike, as they are to somebody who cannot open them."""

    def __init__(self, seed: int, changed: "Change | None" = None) -> None:
        super().__init__(seed)
        self._changed = changed
        self.orders: list[tuple[Marked, ...]] = []

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        found = super().shuffle(sorted(map(int, cards)))  # however they were gathered
        order, number = list(found.order), len(self.orders) + 1
        if self._changed is not None and number == self._changed.shuffle:
            order = [order[self._changed.places.get(at, at)] for at in range(len(order))]
        marked = tuple(map(Marked, order))
        for at, card in enumerate(marked):
            card.shuffle, card.at = number, at
        self.orders.append(marked)
        return Shuffle(marked, found.salt, f"{number:064x}")


@dataclass(frozen=True)
class Change:
    """What another floor has of a shuffle: the places that have got the cards of other places, and the names of those cards by
    the names of the cards that lay there."""

    shuffle: int
    places: Mapping[int, int]
    names: Mapping[str, str]

    def renamed(self, said: str) -> str:
        """What is said on the other floor by somebody who names the cards that lie before him."""
        return " ".join(self.names.get(word, word) for word in said.split(" "))


def change_of(order: Sequence[Marked], shuffle: int, places: Sequence[int]) -> Change:
    """Each of some places has the card of the next one, and the last that of the first."""
    moved = dict(zip(places, [*places[1:], *places[:1]], strict=True))
    return Change(shuffle, moved, {NAMES[order[at]]: NAMES[order[other]] for at, other in moved.items()})


# ---------------------------------------------------------------------------- what is said


@dataclass(frozen=True)
class Act:
    """Something that a person does: says up a line, asks over HTTP, opens a line or loses it, or lets time go by."""

    who: str
    how: str
    what: Any = None
    names_cards: int = 0  # the shuffle of cards that are named, which lie hidden from others

    def on(self, change: Change | None) -> Any:
        """What is said on another floor."""
        if change is None or self.names_cards != change.shuffle:
            return self.what
        return json.loads(json.dumps(self.what), object_hook=lambda found: _renamed(found, change))


def _renamed(found: dict[str, Any], change: Change) -> dict[str, Any]:
    return {key: change.renamed(value) if isinstance(value, str) and key != "do" else value for key, value in found.items()}


Moment = Sequence[Act]


@dataclass(frozen=True)
class Setting:
    """A table of a chapter, who sits there, and how many bots."""

    chapter: str
    house: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[int, ...] = (1, 2)
    bots: int = 0
    seed: int = 0
    watcher_plays: bool = False  # the second player is of surveillance
    words: bool = True  # everybody is told what happens in words too

    @property
    def table(self) -> str:
        return f"{ROOM}/1" if self.chapter in NONBANKED else TABLE


@dataclass
class Heard:
    """One moment: what each person was sent, what happened at the table, and which commands were refused."""

    to: dict[str, list[bytes]]
    steps: list[tuple[int, Step]]  # with the version of their record
    refused: dict[str, str]  # by id: why


class Evening:
    """The people at a table of a floor, and all that they have heard."""

    def __init__(self, stage: Stage, setting: Setting, change: Change | None = None) -> None:
        self.stage, self.setting, self.change = stage, setting, change
        self.people: dict[str, Client] = {}
        self.names: dict[str, str] = {}
        self.moments: list[Heard] = []
        self._records: list[Record] = []

    @property
    def live(self) -> LiveTable:
        return self.stage.here.floor.tables[self.setting.table]

    @property
    def steps(self) -> list[Step]:
        """All steps so far."""
        return [step for heard in self.moments for _, step in heard.steps]

    @property
    def players(self) -> list[str]:
        return [f"player {seat}" for seat in self.setting.seats]

    async def begin(self) -> None:
        """The table opens, everybody comes, and the players sit down."""
        lifecycle, setting = self.stage.here.lifecycle, self.setting
        if setting.chapter in NONBANKED:
            room = await lifecycle.open_room(None, ROOM, setting.chapter)
            await lifecycle.open_room_table(None, room, "1", setting.house)
        else:
            await lifecycle.open_table(None, TABLE, setting.chapter, setting.house)
        self._listen()
        door = Client(self.stage.app)
        self.people[STRANGER], self.names[STRANGER] = Client(self.stage.app), ""
        roles = dict.fromkeys(self.players, "patron") | {role: role for role in STAFF}
        if setting.watcher_plays:
            roles[self.players[-1]] = "surveillance"
        for who, role in roles.items():
            _, me = await door.ask("POST", "/api/guest", {"role": role, "code": CODE, "bearer": True})
            self.people[who], self.names[who] = Client(self.stage.app, me["token"]), me["name"]
        await self.moment([Act(who, "open", {"words": True} if setting.words else {}) for who in self.people])
        for seat, who in zip(setting.seats, self.players, strict=True):
            await self.moment([self._sitting(who, seat)])
        if setting.bots:
            await self.moment([Act(self.players[0], "POST", (f"/api/tables/{setting.table}/bots", {"bots": setting.bots}))])

    def _sitting(self, who: str, seat: int) -> Act:
        name, setting = self.names[who], self.setting
        if setting.chapter in NONBANKED:
            version = self.stage.here.floor.rooms[ROOM].bank.room.version  # type: ignore[union-attr]
            deed = {"do": "take seat", "player": name, "table": "1", "seat": seat, "cents": CHIPS}
            return Act(who, "POST", (f"/api/rooms/{ROOM}/commands", {"id": f"sit {seat}", "version": version, "command": deed}))
        return Act(who, "say", said(f"sit {seat}", self.live.table.version, "sit", seat=seat, player=name, cents=CHIPS))

    def _listen(self) -> None:
        """Takes down every record of the table, as it is carried out."""
        live, take = self.live, self.live.take

        def taken(record: Record) -> Any:
            self._records.append(record)
            return take(record)

        live.take = taken  # type: ignore[method-assign]

    async def moment(self, acts: Moment) -> Heard:
        """Some things are done at once, and everything settles."""
        before = {who: len(client.heard) for who, client in self.people.items()}
        known = len(self._records)
        for act in acts:
            await self._do(act)
        await self.stage.settle()
        to = {who: client.heard[before[who] :] for who, client in self.people.items()}
        steps = [(record.version, step) for record in self._records[known:] for step in record.steps]
        self.moments.append(Heard(to, steps, refusals(to)))
        return self.moments[-1]

    async def _do(self, act: Act) -> None:
        what = act.on(self.change)
        if act.how == "time":
            self.stage.clock.go_on(what)
            return
        client = self.people[act.who]
        if act.how == "open":
            client.open(self.setting.table, what)
        elif act.how == "say" and client.lines:
            client.lines[-1].say(what)
        elif act.how == "drop" and client.lines:
            client.lines.pop(0).drop()
        elif act.how not in ("say", "drop"):
            await client.ask(act.how, *(what if isinstance(what, tuple | list) else (what,)))


def said(id_: str, version: int, do: str, **fields: Any) -> dict[str, Any]:
    """A command as it goes up."""
    return {"id": id_, "version": version, "command": {"do": do, **fields}}


def refusals(to: Mapping[str, list[bytes]]) -> dict[str, str]:
    """Why commands were refused, by their ids."""
    found: dict[str, str] = {}
    for message in (json.loads(each[3:]) for mine in to.values() for each in mine if each.startswith(b"ws {")):
        found |= {each["id"]: each["refused"] for each in message.get("answers", ()) if "refused" in each}
    return found


Director = Callable[[Evening], AsyncIterator[Moment]]


@dataclass
class Played:
    """An evening that was played: its script, its shuffles, and whether players look at cards that lie face down."""

    evening: Evening
    script: list[Moment]
    orders: list[tuple[Marked, ...]]
    looks: bool


def play(setting: Setting, director: Director, change: Change | None = None) -> Played:
    """An evening on a floor of its own, at which a director says what is done next."""
    chances: list[Dealt] = []

    def chance() -> Dealt:
        chances.append(Dealt(setting.seed, change))
        return chances[-1]

    async def run(stage: Stage) -> Played:
        evening, script = Evening(stage, setting, change), list[Moment]()
        await evening.begin()
        async for acts in director(evening):
            script.append(acts)
            await evening.moment(acts)
        table = evening.live.table
        orders = next((each.orders for each in chances if each.orders), [])
        return Played(evening, script, orders, table.game.looks(table.house))

    return on_stage(run, chance)


def again(script: Sequence[Moment]) -> Director:
    """The director of a script."""

    async def moments(evening: Evening) -> AsyncIterator[Moment]:
        for acts in script:
            yield acts

    return moments


def twin(played: Played, change: Change) -> dict[str, int]:
    """Says all of an evening again on a floor with other hidden cards: for how many moments both were alike to each of the
    people there; raises Leak."""
    other = play(played.evening.setting, again(played.script), change)
    return compare(played.evening, other.evening, played.script, played.looks)


# ---------------------------------------------------------------------------- what somebody may know


@dataclass
class Onlooker:
    """Somebody by name, with the seats that he has had so far."""

    name: str
    seats: set[int] = field(default_factory=set)

    def sees(self, step: Step, looks: bool) -> tuple[Card, ...]:
        """The cards of a step that he sees by the rules of the game."""
        own = seat_of(step.who) in self.seats and bool(self.seats)
        lies_open = step.face == "up" and step.act in ("deal", "draw", "reveal", "move")
        lies_open = lies_open or (step.act == "draw" and EXCHANGED in step.note)  # all have seen it, and the dealer names it
        return step.cards if lies_open or (own and (step.act == "decide" or (looks and step.act == "deal"))) else ()

    def go_on(self, step: Step) -> None:
        """He may sit down or leave."""
        if step.act in ("sit", "leave"):
            self.seats.discard(seat_of(step.who))
        if step.act == "sit" and step.note == self.name and self.name:
            self.seats.add(seat_of(step.who))


def is_public(before: Step | None, one: Step, other: Step) -> bool:
    """Whether two floors may differ from here on because the rules make public what a hidden card does: somebody who sees it
    decides by it; the reader says whether the hole card makes a Blackjack (§ 633a.7(h), § 635a.7(g)); a hand held face down
    that is over 21 is laid away (§ 633a.12(b)(6)(ii))."""
    if told(one) == told(other):
        return False
    if one.act == other.act == "decide":
        return True
    notes = [step.note for step in (before, one, other) if step is not None]
    return any(note.startswith((READER, "over 21: sets")) for note in notes)


def told(step: Step) -> tuple[Any, ...]:
    """A step without its cards."""
    return step.act, step.who, step.face, step.wager, step.cents, step.note


def first_difference(onlooker: Onlooker, one: Heard, other: Heard, looks: bool) -> int | None:
    """The first step of a moment at which two floors may differ for somebody, None where they may not."""
    before: Step | None = None
    for at, ((_, mine), (_, its)) in enumerate(zip(one.steps, other.steps, strict=False)):
        if onlooker.sees(mine, looks) != onlooker.sees(its, looks) or is_public(before, mine, its):
            return at
        onlooker.go_on(mine)
        before = mine
    same = min(len(one.steps), len(other.steps))
    if len(one.steps) != len(other.steps) and before is not None and before.note.startswith(READER):
        return same
    # A Blackjack is shown and paid before its player would be asked, where the other floor asks him (§ 633a.7(j)(1)(i)).
    goes_on = next((step for _, step in [*one.steps[same:], *other.steps[same:]]), None)
    if goes_on is not None and goes_on.act == "reveal" and onlooker.sees(goes_on, looks):
        return same
    return None


# ---------------------------------------------------------------------------- what he was sent


class Leak(AssertionError):
    """Somebody can tell two floors apart that differ in nothing that he has seen."""


def frames_in(heard: Sequence[bytes]) -> list[Any]:
    """The frames of all messages, those of each version once, in the order of their versions: somebody may have two lines."""
    found: dict[int, Any] = {}
    for message in (json.loads(each[3:]) for each in heard if each.startswith(b"ws {")):
        for frame in message.get("frames", ()):
            found.setdefault(frame["v"], frame)
    return [found[version] for version in sorted(found)]


def compare(first: Evening, second: Evening, script: Sequence[Moment], looks: bool) -> dict[str, int]:
    """Whether anybody could tell two evenings apart before they differed in what he may know: raises Leak. Returns for each how
    many moments were alike."""
    begun = len(first.moments) - len(script)
    acts = [*[()] * begun, *script]
    onlookers = {who: Onlooker(name) for who, name in first.names.items()}
    alike = dict.fromkeys(onlookers, 0)
    for at, (one, other) in enumerate(zip(first.moments, second.moments, strict=True)):
        parted = set(first.names) - set(onlookers)  # who has seen a card that differs
        excused = {act.who for act in acts[at] if act.who in parted and outcome(act, one) != outcome(act, other)}
        for who in list(onlookers):
            if excused or any(act.who == who and act.on(second.change) != act.what for act in acts[at]):
                del onlookers[who]  # by what somebody else holds, or by what he says himself
                continue
            if any(act.who == who and recalls_all(act) for act in acts[at]) and one.to[who] != other.to[who]:
                del onlookers[who]
                continue
            until = first_difference(onlookers[who], one, other, looks)
            if until is not None:
                _compare_frames(who, at, one, other, until)
                del onlookers[who]
            elif one.to[who] != other.to[who]:
                raise Leak(f"moment {at} ({acts[at]}) tells {who} of hidden cards:\n{_where(one.to[who], other.to[who])}")
            else:
                alike[who] += 1
    return alike


def recalls_all(act: Act) -> bool:
    """Whether somebody of surveillance looks at a round that is over, or at how its answers are judged: such a person sees
    every card of it, unless they play."""
    return act.who in WATCHING and act.how == "GET" and act.what.startswith(("/rounds/", "/api/pit"))


def outcome(act: Act, heard: Heard) -> str | None:
    """Why a command was refused, None where it was not."""
    return heard.refused.get(act.what["id"]) if act.how == "say" and isinstance(act.what, dict) and "id" in act.what else None


def _compare_frames(who: str, at: int, one: Heard, other: Heard, until: int) -> None:
    """In a moment at which a differing card is shown, whatever came before it must be alike."""
    versions = [version for version, _ in one.steps]
    frames = [[frame for frame in frames_in(heard.to[who]) if frame["v"] in versions] for heard in (one, other)]
    mine, its = [[row for frame in found for row in frame.get("steps", ())] for found in frames]
    sent = {frame["v"] for frame in frames[0]}
    number = sum(version in sent for version in versions[:until])
    if mine and mine[:number] != its[:number]:
        raise Leak(f"moment {at} tells {who} of hidden cards before they are shown: {mine[:number]} {its[:number]}")
    first = (one.steps if until < len(one.steps) else other.steps)[until][0]
    mine, its = [[frame.get("words") for frame in found if frame["v"] < first] for found in frames]
    if mine != its:
        raise Leak(f"moment {at} tells {who} of hidden cards before they are shown: {mine} {its}")


def _where(one: Sequence[bytes], other: Sequence[bytes]) -> str:
    if len(one) != len(other):
        return f"{len(one)} messages and {len(other)}: {one} {other}"
    mine, its = next((mine, its) for mine, its in zip(one, other, strict=True) if mine != its)
    at = next((at for at, (a, b) in enumerate(zip(mine, its, strict=False)) if a != b), min(len(mine), len(its)))
    return f"  {mine[max(0, at - 120) : at + 120]!r}\n  {its[max(0, at - 120) : at + 120]!r}"


def hidden_from(who: str, evening: Evening, looks: bool) -> dict[int, list[int]]:
    """Where cards lay in their shuffles that were dealt and that somebody did not see when they were, by shuffle."""
    return hidden_places(Onlooker(evening.names[who]), evening.steps, looks)


def hidden_places(onlooker: Onlooker, steps: Iterable[Step], looks: bool) -> dict[int, list[int]]:
    """Where the cards of some steps lay in their shuffles, by shuffle, if an onlooker did not see them when they were dealt."""
    places = dict[int, list[int]]()
    for step in steps:
        if step.act in ("deal", "draw") and not onlooker.sees(step, looks):
            for card in step.cards:
                if isinstance(card, Marked) and card.at not in places.setdefault(card.shuffle, []):
                    places[card.shuffle].append(card.at)
        onlooker.go_on(step)
    return {shuffle: mine for shuffle, mine in places.items() if mine}


def undealt(who: str, played: Played, shuffle: int) -> list[int]:
    """The places of a shuffle whose cards nobody has seen: neither somebody when they were dealt, nor anybody else."""
    onlooker = Onlooker(played.evening.names[who])
    return undealt_places(onlooker, played.evening.steps, played.looks, shuffle, len(played.orders[shuffle - 1]))


def undealt_places(onlooker: Onlooker, steps: Sequence[Step], looks: bool, shuffle: int, size: int) -> list[int]:
    """The places of a shuffle of so many cards that were not dealt by some steps, neither hidden nor seen."""
    dealt = set(hidden_places(replace(onlooker, seats=set(onlooker.seats)), steps, looks).get(shuffle, ()))
    for step in steps:
        if step.act in ("deal", "draw"):
            seen = onlooker.sees(step, looks)
            dealt |= {card.at for card in seen if isinstance(card, Marked) and card.shuffle == shuffle}
        onlooker.go_on(step)
    return [at for at in range(size) if at not in dealt]


def a_change(rng: random.Random, who: str, played: Played) -> Change | None:
    """Hidden cards change places among themselves and with such as were never dealt, so that somebody does not see it."""
    return change_hidden_from(rng, Onlooker(played.evening.names[who]), played.evening.steps, played.orders, played.looks)


def change_hidden_from(
    rng: random.Random, onlooker: Onlooker, steps: Sequence[Step], orders: Sequence[Sequence[Marked]], looks: bool
) -> Change | None:
    """A change of cards that an onlooker did not see when they were dealt; None where there were none."""
    hidden = hidden_places(replace(onlooker, seats=set(onlooker.seats)), steps, looks)
    if not hidden:
        return None
    shuffle = rng.choice(sorted(hidden))
    order = orders[shuffle - 1]
    free = undealt_places(onlooker, steps, looks, shuffle, len(order))
    mine = rng.sample(hidden[shuffle], rng.randint(1, min(5, len(hidden[shuffle]))))
    others = rng.sample(free, min(len(free), rng.choice((0, 1, 1, 4)) or int(len(mine) == 1)))
    places = [*mine, *others]
    rng.shuffle(places)
    return change_of(order, shuffle, places) if len(places) > 1 else None
