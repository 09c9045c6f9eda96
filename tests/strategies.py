"""Random houses, seats, wagers, decisions and incidents, for every game that is registered.

Hypothesis draws a `Situation`: chapter, house, seats, number of rounds, seed and how much goes wrong. `Outside` is everybody
around the table, made from the situation's seed, so that the same situation can be played twice to the same end.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from pitboss.cards import NAMES, Card, text
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized, PitbossError, Unbalanced
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.rulebook import Option, chapter
from pitboss.shoe import Chance, Shuffle, Source
from pitboss.table.commands import Report
from pitboss.table.devices import READER
from pitboss.table.game import Game
from pitboss.table.log.records import Record
from pitboss.table.log.stores import FileStore, MemoryStore, Store
from pitboss.table.procedures.failures import REPAIRED
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Cut, Incident, Moment, Request, Step
from pitboss.table.table import Table

CHAPTERS = list(BANKED)
MONEY_OPTIONS = ("table_minimum", "table_maximum", "smallest_chip", "optional_wager_minimum", "optional_wager_maximum")
UNITS = (1, 5, 25, 50, 100, 500)
LAWFUL: dict[tuple[str, str], bool] = {}  # by chapter and choices
MOST_REQUESTS = 3000  # in one round; more means that it never ends


def examples(number: int) -> settings:
    """About so many examples: fewer for each game when there are many, ten times as many where somebody explores."""
    share = max(number * 3 // max(3, len(CHAPTERS)), 3)
    return settings(max_examples=share * (10 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 1))


# ---------------------------------------------------------------------------- houses


def values_of(option: Option) -> list[Any]:
    """Some values the chapter allows for an option, at both ends of a range."""
    allowed = option.allowed
    if option.kind == "flag" or isinstance(allowed, list):
        return list(allowed)
    if option.kind == "number":
        least = allowed.get("min", 0)
        return list(range(least, min(allowed.get("max", least + 4), least + 8) + 1))
    if option.kind == "amount" and option.option not in MONEY_OPTIONS:
        least = allowed.get("min", 1)
        return [least, 3 * least]
    return []


def lawful(number: str, given: dict[str, Any]) -> bool:
    """Whether the chapter and its game take a house; many situations begin with the same choices."""
    key = number, repr(given)
    if key not in LAWFUL:
        try:
            Table(game(number), House.of(number, given))
        except NotAuthorized:
            LAWFUL[key] = False
        else:
            LAWFUL[key] = True
    return LAWFUL[key]


@cache
def choices_of(number: str) -> list[tuple[str, Any]]:
    """Every choice of a chapter that can be played, as (option, value)."""
    found = []
    for option in chapter(number).options:
        for value in values_of(option):
            try:
                Table(game(number), House.of(number, {option.option: value}))
            except NotAuthorized as error:
                if "cannot be played yet" in error.message:
                    continue
            found.append((option.option, value))
    return found


@st.composite
def houses(draw: st.DrawFn, number: str) -> dict[str, Any]:
    """The choices of a certificate holder: chips and limits that fit together, and a handful of others."""
    known = {o.option for o in chapter(number).options}
    unit = draw(st.sampled_from(UNITS))
    least = 2 * unit * draw(st.integers(1, 4))
    money = {"smallest_chip": unit, "table_minimum": least, "table_maximum": least * draw(st.sampled_from((1, 3, 100)))}
    given: dict[str, Any] = {}
    for option, value in money.items():
        if option in known and lawful(number, given | {option: value}):
            given[option] = value
    if "progressive_rate" in known:  # without a rate no progressive wager is offered
        given["progressive_rate"] = draw(st.sampled_from([v for o, v in choices_of(number) if o == "progressive_rate"]))
    for option, value in draw(st.lists(st.sampled_from(choices_of(number)), max_size=7, unique_by=lambda c: c[0])):
        if lawful(number, given | {option: value}):
            given[option] = value
    return given


def with_more(number: str, given: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """A house with those of further choices that it may add to its own."""
    for option, value in more.items():
        if option not in given and lawful(number, given | {option: value}):
            given = given | {option: value}
    return given


# ---------------------------------------------------------------------------- situations


@dataclass(frozen=True)
class Situation:
    """Everything that a sitting of several rounds depends on."""

    chapter: str
    house: dict[str, Any]
    seats: tuple[tuple[int, str, int], ...]
    rounds: int = 1
    seed: int = 0
    trouble: float = 0.0  # how likely something goes wrong at each request

    @property
    def game(self) -> Game:
        return game(self.chapter)

    def table(self, store: Store | None = None, chance: Source | None = None) -> Table:
        """The table, with nobody at it."""
        return Table(self.game, House.of(self.chapter, self.house), chance or Clockwork(self.seed), store or MemoryStore())

    def but(self, **changes: Any) -> "Situation":
        return replace(self, **changes)


@st.composite
def situations(draw: st.DrawFn, number: str, rounds: int = 6, trouble: Sequence[float] = (0.0,)) -> Situation:
    """A sitting at a chapter's table."""
    house = draw(houses(number))
    table = Table(game(number), House.of(number, house))
    most = table.house.get("seats") or table.house.chapter.limit("seats")
    least = table.house.get("table_minimum", 100)
    taken = draw(st.lists(st.integers(1, most), min_size=1, max_size=most, unique=True))
    stack = st.sampled_from((3, 8, 40, 5000)).map(lambda times: times * least)
    seats = tuple((n, f"player {n}", draw(stack)) for n in taken)
    return Situation(
        number, house, seats, draw(st.integers(1, rounds)), draw(st.integers(0, 2**32)), draw(st.sampled_from(trouble))
    )


class Clockwork(Chance):
    """Seeded chance whose clock runs: now and then enough hours go by that the decks must be changed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.clock = random.Random(seed)
        self.now = 0.0

    def hours(self) -> float:
        if not self.clock.randrange(8):  # it is asked at every command, about so often in a round
            self.now += self.clock.choice((0.0, 0.25, 0.25, 0.25, 5.0, 25.0))
        return self.now


# ---------------------------------------------------------------------------- what people do


def wagers(rng: random.Random, at: Game, house: House, chips: int) -> dict[str, int]:
    """Wagers that the game takes and the player can pay; {} if he cannot."""
    suggested = at.check_wagers(house, at.suggest(house))
    for _ in range(4):
        proposed = dict(suggested)
        for wager in at.offered(house):
            least, most = at.limits(house, wager)
            unit = house["smallest_chip"]
            if rng.random() < 0.6:
                amount = unit * -(-least // unit) + unit * rng.choice((0, 1, 2, 4, rng.randrange(1000)))
                proposed[wager.name] = max(least, amount if most is None else min(amount, most))
            elif not wager.required:
                proposed.pop(wager.name, None)
        if rng.random() < 0.5:  # many chapters want two of the wagers to be equal
            proposed |= dict.fromkeys(suggested, proposed.get(next(iter(suggested)), 0))
        try:
            checked = at.check_wagers(house, proposed)
        except IllegalWager:
            continue
        if sum(checked.values()) <= chips:
            return checked
    return suggested if sum(suggested.values()) <= chips else {}


def decision(rng: random.Random, table: Table, ask: Ask) -> Answer:
    """A lawful answer that the player can pay for. There always is one."""
    if table.round is not None and rng.random() < 0.3:
        try:
            return table.verify(ask, table.game.bot(table.round, ask))
        except IllegalDecision:  # he has not enough chips for that
            pass
    words = []
    for choice in ask.choices:
        if choice.of:
            words.append(f"{choice.word} {text(rng.sample(choice.of, rng.randint(*choice.number)))}")
            continue
        steps = (choice.most - choice.least) // choice.unit
        middle = choice.least + choice.unit * rng.randint(0, steps)
        cents = rng.choice((choice.least, middle, choice.most))
        words.append(f"{choice.word} {cents}" if choice.most else choice.word)
        words.append(f"{choice.word} {choice.least}" if choice.most else choice.word)
    rng.shuffle(words)
    for said in words:
        try:
            return table.verify(ask, said)
        except IllegalDecision:
            continue
    raise AssertionError(f"seat {ask.seat} has {table.chips(ask.seat)} and no lawful answer to {ask}")


NONSENSE: tuple[Any, ...] = (None, "", " ", "zz", "1x", -1, 0, 99, 2.5, True, "seat_99", [], {}, "Ah Ah Ah", "²")


def detail_of(rng: random.Random, table: Table, kind: str) -> dict[str, Any]:
    """What somebody may say about an incident: true, out of date, or nonsense, seldom in words that its kind does not know."""
    current = table.round
    held = [c for hand in current.hands.values() for c in hand] if current is not None else []
    cards = [NAMES[c] for c in (*table.cards_in_place()[:6], *rng.sample(table.cards_in_place(), 3), *held)]
    seats: list[Any] = [*table.seats, *(f"seat_{n}" for n in table.seats), rng.randrange(9)]
    words: dict[str, list[Any]] = {
        "seat": seats,
        "card": [*cards, 1, 2, "first", "second", f"{cards[0]} {cards[-1]}"],
        "cards": [*cards, 1, 2, 3, 4, 7],
        "to": ["dealer", "community", "seat_1", "seat_2", *seats],
        "hand": ["dealer", "seat_1"],
        "choice": ["card", "dead", "play", "void", ""],
        "device": ["automated shoe", "shuffler", "card reader", "dealing shoe"],
        "stub": [rng.randrange(53), 10, 28, 52],
        "misdealt": [True, False],
        "exposed": [True, False],
        "value_can_be_seen": [True, False],
        "why": ["cocked"],
        "low": ["As Kd"],
    }
    detail = {}
    for key, values in words.items():
        if rng.random() < (0.6 if key in table.game.details[kind] else 0.01):
            detail[key] = rng.choice(NONSENSE) if rng.random() < 0.08 else rng.choice(values)
    return detail


def incident(rng: random.Random, table: Table) -> Incident:
    """One of the chapter's incidents."""
    kind = rng.choice(sorted(table.game.incidents))
    return Incident(kind, detail_of(rng, table, kind))


@dataclass
class Outside:
    """Everybody around the table. `said` is what has been said to it so far, with the request that it answered."""

    situation: Situation
    said: list[tuple[str, Any, Request | None]] = field(default_factory=list)
    refused: int = 0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.situation.seed)
        self.coming = list(self.situation.seats)

    def say(self, table: Table, what: str, how: Any = None) -> Request | None:
        """Says one thing to the table, and remembers it if the table took it."""
        before = table.request
        do_now(table, what, how)
        if how is not None or not isinstance(before, Moment):
            self.said.append((what, how, before))
        return table.request

    def arrive(self, table: Table) -> None:
        """Players sit down: the first before the first round, others later."""
        while self.coming and (not table.seats or self.rng.random() < 0.8):
            self.say(table, "sit", self.coming.pop(0))

    def bet(self, table: Table) -> bool:
        """Players bet, most of them; False when nobody can."""
        if self.rng.random() < 0.1:
            self.say(table, "rest")
        order = list(table.seats)
        self.rng.shuffle(order)
        for number in order:
            if table.bets and self.rng.random() < 0.2:
                continue
            mine = wagers(self.rng, table.game, table.house, table.chips(number))
            try:
                if mine:
                    self.say(table, "bet", (number, mine))
            except IllegalWager:  # the house may keep newcomers out until the next shuffle
                if self.rng.random() < 0.3:
                    self.say(table, "permit", number)
        return bool(table.bets)

    def reply(self, table: Table, watch: Callable[[Table], None]) -> None:
        """Answers the request in hand; before that, perhaps, something goes wrong."""
        request = table.request
        assert request is not None
        if not isinstance(request, Cut) and self.rng.random() < self.situation.trouble:
            trouble = incident(self.rng, table)
            try:
                self.say(table, "reply", trouble)
            except PitbossError as error:
                assert not isinstance(error, Unbalanced), f"{trouble}: {error}"
                assert error.message
                self.refused += 1
            else:
                watch(table)
                return
        if isinstance(request, Ask):
            self.say(table, "reply", decision(self.rng, table, request))
        elif isinstance(request, Cut):
            depth = self.rng.choice((None, request.least, request.most, self.rng.randint(request.least, request.most)))
            self.say(table, "cut", depth)
        else:
            assert isinstance(request, Moment)
            self.say(table, "reply", request.waits_for)
        watch(table)


def do_now(table: Table, what: str, how: Any) -> None:
    """Does to a table what `Outside` once said."""
    if what == "sit":
        table.sit(*how)
    elif what == "bet":
        table.bet(*how)
    elif what == "rest":
        table.rest()
    elif what == "permit":
        table.permit(how)
    elif what == "act":
        table.act(*how)
    elif what == "begin":
        table.begin()
    else:
        table.reply(how)


def nothing(table: Table) -> None:
    """Watches nothing."""


def play(
    situation: Situation,
    store: Store | None = None,
    *,
    watch: Callable[[Table], None] = nothing,
    ended: Callable[[Table, Round], None] | None = None,
    chance: Source | None = None,
) -> tuple[Table, Outside]:
    """Plays a situation to its end. `watch` sees the table after every reply, `ended` every finished round."""
    table = situation.table(store, chance)
    outside = Outside(situation)
    for _ in range(situation.rounds):
        outside.arrive(table)
        if not outside.bet(table):
            break
        play_round(table, outside, watch)
        if ended is not None:
            assert table.last is not None
            ended(table, table.last)
    return table, outside


def play_round(table: Table, outside: Outside, watch: Callable[[Table], None] = nothing) -> None:
    """One round, from the wagers on the layout to its end."""
    if READER in table.out_of_order:
        outside.say(table, "act", (REPAIRED, {"device": READER}))
    outside.say(table, "begin")
    watch(table)
    for _ in range(MOST_REQUESTS):
        if table.request is None:
            return
        outside.reply(table, watch)
    raise AssertionError("the round does not end")


# ---------------------------------------------------------------------------- what a test asks about


def deck_of(table: Table) -> Counter[Card]:
    """The cards of the shoe, or of one side of a double shoe."""
    return Counter(table.game.deck(table.house))


def records(table: Table) -> list[Record]:
    """Everything on record of a table whose log is kept in memory."""
    assert isinstance(table.store, MemoryStore)
    return table.store.records


def events(table: Table, name: str) -> list[Any]:
    """What a table whose log is kept in memory has of one kind: steps, shuffles, or the incidents that were reported."""
    if name == "steps":
        return [record.steps for record in records(table)]
    if name == "shuffle":
        return [found for found in drawn(table) if isinstance(found, Shuffle)]
    return [("", r.deed.kind, r.deed.detail) for r in records(table) if isinstance(r.deed, Report)]


def drawn(table: Table) -> list[Any]:
    """Everything that chance gave to a table whose log is kept in memory."""
    return [found for record in records(table) for found in record.drawn]


def all_steps(table: Table) -> list[Step]:
    """Every step of every round and between rounds, of a table whose log is kept in memory."""
    return [step for record in records(table) for step in record.steps]


def log_of(situation: Situation, path: Path) -> Table:
    """Plays a situation into a log file, which others may then write."""
    path.unlink(missing_ok=True)
    table, _ = play(situation, FileStore(path))
    release(table)
    return table


def release(table: Table) -> None:
    """The process of a table is no more: others may go on with its log."""
    assert table.store is not None
    table.store.release()


PLAIN = frozenset({int, str, bool, type(None)})
RULES: dict[int, tuple[Any, str]] = {}  # the rules of games with what stood in them when they were first seen, by their ids
HASHED: dict[int, Any] = {}  # values that have a hash, by their ids
FIELDS: dict[type, Callable[[Any], tuple[Any, ...]] | None] = {}


def kept(value: Any) -> Any:
    """A value as it is now, whatever is done to it later. Rules are large and never change: they are kept as they are, and
    `rules_are_as_they_were` says whether that is so."""
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is dict:
        return {key: each if type(each) in PLAIN else kept(each) for key, each in value.items()}
    if kind is list or kind is tuple:
        return kind, [each if type(each) in PLAIN else kept(each) for each in value]
    if kind is set:
        return frozenset(value)
    if kind not in FIELDS:
        FIELDS[kind] = fields_of(kind)
    fields = FIELDS[kind]
    if fields is None or id(value) in RULES or id(value) in HASHED:
        return value
    if hashable(value):
        HASHED[id(value)] = value
        return value
    if kind.__dataclass_params__.frozen:
        RULES[id(value)] = value, repr(value)
        return value
    return kind, [each if type(each) in PLAIN else kept(each) for each in fields(value)]


def fields_of(kind: type) -> Callable[[Any], tuple[Any, ...]] | None:
    """What gives all fields of a value of this kind; None where it is no dataclass."""
    if not is_dataclass(kind):
        return None
    names = list(kind.__dataclass_fields__)
    return attrgetter(*names) if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)


def rules_are_as_they_were() -> bool:
    """Whether the rules that were kept are what they were when they were first seen."""
    return all(repr(value) == told for value, told in RULES.values())


def hashable(value: Any) -> bool:
    """Whether a value has a hash, and so nothing in it that can change."""
    if type(value).__hash__ is None:
        return False
    try:
        hash(value)
    except TypeError:
        return False
    return True


def state(table: Table) -> dict[str, Any]:
    """Everything about a table that an illegal input must leave as it is."""
    current = table.round
    found: dict[str, Any] = {
        "seats": {n: (s.player, s.cents) for n, s in table.seats.items()},
        "bets": {n: dict(w) for n, w in table.bets.items()},
        "version": (table.version, table.clock, table.closed, len(table.tail)),
        "request": table.request,
        "rounds": table.rounds,
        "stacks": {side: (list(s.cards), s.behind_cover) for side, s in table.stacks.items()},
        "racks": {side: list(cards) for side, cards in table.racks.items()},
        "segregated": {side: list(cards) for side, cards in table.segregated.items()},
        "waiting": list(table.waiting),
        "memory": kept(table.memory),
        "devices": sorted(table.out_of_order),
        "counts": (table.since_count, table.idle, table.opened_at, table.cards),
    }
    if current is not None:
        found["round"] = {
            "hands": {place: list(cards) for place, cards in current.hands.items()},
            "wagers": {n: dict(w) for n, w in current.wagers.items()},
            "staked": dict(current.staked),
            "collected": dict(current.collected),
            "steps": list(current.steps),
            "stage": current.stage,
            "side": current.side,
            "left": sorted(current.left),
            "other": (current.face_up, current.miscount, list(current.deferred), current.void),
            "memory": (kept(current.play), current.cut_made, current.filled, sorted(current.cover_cards)),
        }
    return found
