"""Two tables that differ only in cards hidden from one person, who asks both everything that the floor lets through.

A round is played at one table and said again at the other, without a server. Before each command the person says what any role
may say, and what none may: every report with lawful, malformed and probing details, every command. Both tables must give the
same refusal, or the same frames, layout, questions and version, until the rules show a card that differs (`twins`).
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from pitboss.cards import NAMES
from pitboss.errors import PitbossError
from pitboss.floor.people.roles import ROLES, Role, author_of
from pitboss.floor.play.declarations import FIELDS, check_report, takes_of
from pitboss.games import game
from pitboss.house import House
from pitboss.table import commands as said
from pitboss.table.commands import Author, Command, Deed
from pitboss.table.log.records import Record
from pitboss.table.steps import Ask, Cut, Moment, Step
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer, asked
from pitboss.table.view.views import frames, layout_of
from tests.floor.twins import Change, Dealt, Heard, Leak, Onlooker, change_hidden_from, first_difference
from tests.strategies import NONSENSE, decision, wagers

CHIPS = 4_000_000
NAMES_OF = {1: "Ann", 2: "Ben", 3: "Cy"}
MOST = 80  # commands of a round
WORDS = ("fold", "play", "stand", "hit", "split", "check", "call", "raise", "show", "insurance", "double", "discard", "set")
DECK = " ".join(NAMES[:52])
AT = 1_800_000_000_000


class Asker(NamedTuple):
    """Somebody who speaks: by name and role, perhaps with a seat, perhaps alone with bots on a practice floor."""

    name: str
    role: Role
    seat: int = 0
    practises: bool = False


def askers(seat: int) -> tuple[Asker, ...]:
    """Who knows what the player of a seat knows; with seat 0, all who know no hidden card."""
    if not seat:
        return tuple(Asker(f"Dot {role}", role) for role in ROLES)
    name = NAMES_OF[seat]
    return Asker(name, "patron", seat), Asker(name, "patron", seat, practises=True), Asker(name, "floorperson", seat)


@dataclass
class Counts:
    """How many pairs of tables were asked, and how many questions, by chapter."""

    pairs: dict[str, int] = field(default_factory=dict)
    questions: dict[str, int] = field(default_factory=dict)
    taken: dict[str, int] = field(default_factory=dict)  # of these, carried out
    kinds: set[tuple[str, str]] = field(default_factory=set)  # chapter and what was said: a report's kind or a command

    def add(self, counts: dict[str, int], chapter: str, number: int = 1) -> None:
        counts[chapter] = counts.get(chapter, 0) + number


# ---------------------------------------------------------------------------- a round


@dataclass(frozen=True)
class Sitting:
    """A table of a chapter with up to three players."""

    chapter: str
    house: dict[str, Any]
    seed: int

    def open(self, change: Change | None = None) -> tuple[Table, Dealt]:
        """The table, at which everybody sits, and its chance."""
        chance = Dealt(self.seed, change)
        table = Table(game(self.chapter), House.of(self.chapter, self.house), chance)
        for seat in self.seats:
            table.sit(seat, NAMES_OF[seat], CHIPS)
        return table, chance

    @property
    def seats(self) -> list[int]:
        """The seats that are taken: three, or as many as the table has."""
        return list(range(1, min(3, game(self.chapter).seats(House.of(self.chapter, self.house))[0]) + 1))


Said = tuple[Deed, Author]


def play(sitting: Sitting, rng: random.Random, rounds: int) -> tuple[list[Said], list[Step], Dealt, bool]:
    """Rounds with random answers and, now and then, a report: the script, its steps, its chance, and whether players look."""
    table, chance = sitting.open()
    script, steps = list[Said](), list[Step]()
    for _ in range(rounds):
        for deed, author in _round(table, rng):
            try:
                steps += table.take(Command(deed, author, AT)).steps
            except PitbossError:
                continue
            script.append((deed, author))
    return script, steps, chance, table.game.looks(table.house)


def _round(table: Table, rng: random.Random) -> Iterator[Said]:
    for seat in table.seats if table.game.dealt_in is None else ():
        mine = wagers(rng, table.game, table.house, table.chips(seat))
        yield said.Bet(seat, mine), Author("player", NAMES_OF[seat])
    yield said.Begin(), said.DEALER
    for _ in range(MOST):
        if table.round is None:
            return
        yield _next(table, rng)


def _next(table: Table, rng: random.Random) -> Said:
    request = table.request
    if isinstance(request, Ask):
        ask = rng.choice(table.asks())
        answer = decision(rng, table, ask)
        return said.Decide(ask.seat, answer.word, answer.cents), Author("player", NAMES_OF[ask.seat])
    if isinstance(request, Cut):
        return said.CutCards(request.seat, rng.choice((None, request.least))), Author("player", NAMES_OF[request.seat])
    if isinstance(request, Moment) and request.waits_for is not None:
        return said.Report(request.waits_for.kind, dict(request.waits_for.detail)), said.DEALER
    if isinstance(request, Moment) and rng.random() < 0.1:
        return a_report(rng, table.game.chapter, true=True), said.DEALER
    return (said.Proceed(), said.DEALER) if isinstance(request, Moment) else (said.VoidRound("failed"), said.FLOORPERSON)


# ---------------------------------------------------------------------------- what is asked


def a_report(rng: random.Random, chapter: str, true: bool = False, kind: str = "", about: Sequence[str] = NAMES) -> said.Report:
    """A report of a chapter: in words that it knows, malformed, or probing for cards, most often those that it is `about`."""
    played = game(chapter)
    kind = kind or rng.choice(sorted(played.incidents))
    detail: dict[str, Any] = {}
    for word in played.details[kind]:
        takes = takes_of(kind, word)
        if takes == "cards":
            if not true and rng.random() < 0.5:
                detail[word] = cards_to_probe(rng, about)
        elif rng.random() < 0.7:
            detail[word] = rng.choice(NONSENSE) if not true and rng.random() < 0.15 else rng.choice(VALUES[takes])
    if not true and rng.random() < 0.1:
        detail[rng.choice(sorted(FIELDS))] = rng.choice((*NONSENSE, cards_to_probe(rng, about)))
    return said.Report(kind, detail)


def cards_to_probe(rng: random.Random, about: Sequence[str] = NAMES) -> str:
    """Cards by which somebody could ask where one lies: one, several, one many times, all of them, jokers."""
    card = rng.choice(about)
    return rng.choice((card, card, " ".join([card] * 9), f"{card} {rng.choice(NAMES)}", DECK, "Jk", "Jk Jk", f"{card} {card}"))


VALUES: dict[str, tuple[Any, ...]] = {
    "seat": (1, 2, 3, "seat_1", "2", 7, 0),
    "place": ("dealer", "community", "seat_1", 2, "seat 3", 9),
    "number": (0, 1, 2, 3, 4, 5, 6, 7, 8, 28, 40, 52, 300),
    "cents": (0, 100, 500, 1000, 99_999),
    "own card": ("first", "second", "hole", 1, 2),
    "choice": ("shuffling device", "automated dealing shoe", "card reader"),
    "text": (
        "card",
        "dead",
        "play",
        "void",
        "end",
        "continue",
        "raise 500",
        "all in",
        "call",
        "cocked",
        "fell out",
        "discard As Kd",
    ),
    "flag": (True, False),
}


def commands(rng: random.Random, table: Table, about: Sequence[str]) -> Iterable[Deed]:
    """Every other command, once, about any seat."""
    seat, cents = rng.choice((1, 2, 3, 5)), rng.choice((0, 100, 500, 1000, -1, 10**9))
    words = [rng.choice(WORDS), f"{rng.choice(('set', 'discard'))} {rng.choice(about)} {rng.choice(NAMES)}"]
    for ask in table.asks():
        choice = rng.choice(ask.choices)
        words.append(f"{choice.word} {rng.choice(about)} {rng.choice(NAMES)}" if choice.of else choice.word)
    for word in words:
        yield said.Decide(seat, word, cents)
    yield said.CutCards(seat, rng.choice((None, 1, 20, 60)))
    yield said.Bet(seat, rng.choice(({}, {"Ante": 500}, table.game.suggest(table.house))))
    yield from (said.Sit(5, "Dot patron", 1000), said.Buy(seat, 1000), said.Leave(seat), said.Permit(seat), said.Rest())
    yield from (said.Begin(), said.Proceed(), said.VoidRound("a whim"), said.Seed(seat, "x"), said.Pledge(seat, "0" * 64))
    yield said.Act(rng.choice((*sorted(table.game.acts), "nonsense")), {"seat": seat, "to": 5, "cents": 1000})


def questions(rng: random.Random, table: Table, number: int | None, about: Sequence[str]) -> list[Deed]:
    """Something of everything that can be said; so many of them, or all."""
    reports = [a_report(rng, table.game.chapter, kind=kind, about=about) for kind in sorted(table.game.incidents)]
    everything: list[Deed] = [*reports, *commands(rng, table, about)]
    return everything if number is None else rng.sample(everything, min(number, len(everything)))


# ---------------------------------------------------------------------------- what both tables answer


class Answer(NamedTuple):
    """What somebody is answered: records where it was carried out, or the refusal, and the version after it."""

    records: tuple[Record, ...]
    refused: str
    version: int

    @property
    def heard(self) -> Heard:
        return Heard({}, [(record.version, step) for record in self.records for step in record.steps], {})


def answer(table: Table, who: Asker, deed: Deed) -> Answer:
    """What the floor does with a command (`Floor.say`), and the house after it."""
    try:
        author = author_of(who, deed, sits=bool(who.seat), practises=who.practises and isinstance(deed, said.Report))
        if isinstance(deed, said.Report):
            check_report(table.game.chapter, deed)
        records = [table.take(Command(deed, author, AT, table.version))]
    except PitbossError as error:
        return Answer((), f"{type(error).__name__}: {error}", table.version)
    while isinstance(table.request, Moment) and len(records) < 5:
        awaited = table.request.waits_for
        goes_on = said.Proceed() if awaited is None else said.Report(awaited.kind, dict(awaited.detail))
        records.append(table.take(Command(goes_on, said.DEALER, AT)))
    return Answer(tuple(records), "", table.version)


def seen(table: Table, records: Sequence[Record], viewer: Viewer) -> bytes:
    """All that a viewer has of a table after some records, as bytes."""
    asks = asked(table.asks() or [table.request], viewer, table.silent)
    told = frames(records, viewer, table.game.looks(table.house))
    return msgspec.json.encode([table.version, told, asks, layout_of(table, viewer)])


class Pair:
    """Two tables, and the person from whom hidden what differs between them."""

    def __init__(self, sitting: Sitting, change: Change, seat: int) -> None:
        self.sitting, self.change, self.seat = sitting, change, seat
        self.history: list[tuple[Deed, Deed, Author]] = []
        self.one, _ = sitting.open()
        self.other, _ = sitting.open(change)
        self.looks = self.one.game.looks(self.one.house)
        self.viewer = Viewer(NAMES_OF.get(seat, ""), frozenset({seat} if seat else ()))
        self.scratch: list[Table] = []

    @property
    def onlooker(self) -> Onlooker:
        return Onlooker(self.viewer.player, set(self.viewer.seats))

    def compare(self, tables: Sequence[Table], one: Answer, other: Answer, what: object) -> bool:
        """Whether both tables are still alike to the viewer; raises Leak where they differ before the rules show why."""
        until = first_difference(self.onlooker, one.heard, other.heard, self.looks)
        if until is None:
            views = [seen(table, found.records, self.viewer) for table, found in zip(tables, (one, other), strict=True)]
            if (one.refused, one.version, views[0]) != (other.refused, other.version, views[1]):
                told = [found.refused or view for found, view in zip((one, other), views, strict=True)]
                raise Leak(f"{what} tells seat {self.seat} of hidden cards:\n{told[0]!r}\n{told[1]!r}")
            return True
        shown = [frames(found.records, self.viewer, self.looks) for found in (one, other)]
        mine, its = [[row for frame in told for row in frame.steps][:until] for told in shown]
        if mine != its:
            raise Leak(f"{what} tells seat {self.seat} of hidden cards before they are shown: {mine} {its}")
        return False

    def ask(self, who: Asker, deed: Deed) -> bool:
        """Asks copies of both tables; whether they did something."""
        if not self.scratch:
            self.scratch = [self._again(change, at) for at, change in enumerate((None, self.change))]
        one, other = [answer(table, who, deed) for table in self.scratch]
        self.compare(self.scratch, one, other, (who, deed))
        if one.records or other.records:
            self.scratch = []
        return bool(one.records)

    def _again(self, change: Change | None, at: int) -> Table:
        """One of the tables, played again as far as it is."""
        table, _ = self.sitting.open(change)
        for *deeds, author in self.history:
            self.take(table, deeds[at], author)
        return table

    def go_on(self, deed: Deed, author: Author) -> bool:
        """Says the next command of the script at both tables; whether they are still alike to the viewer."""
        self.scratch, same = [], self.same(deed)
        self.history.append((deed, same, author))
        one, other = [self.take(table, each, author) for table, each in ((self.one, deed), (self.other, same))]
        if isinstance(deed, said.Decide) and deed.seat != self.seat and other.refused:
            return False  # its player holds other cards, with which that cannot be said
        return self.compare((self.one, self.other), one, other, deed)

    def same(self, deed: Deed) -> Deed:
        """What is said at the other table: who names the cards of a hand that differs names others there."""
        if isinstance(deed, said.Decide) and deed.seat != self.seat:
            return msgspec.structs.replace(deed, word=self.change.renamed(deed.word))
        return deed

    def take(self, table: Table, deed: Deed, author: Author) -> Answer:
        """Says a command of the script at one table."""
        try:
            record = table.take(Command(deed, author, AT))
        except PitbossError as error:
            return Answer((), f"{type(error).__name__}: {error}", table.version)
        return Answer((record,), "", record.version)


def ask_pairs(sitting: Sitting, seed: int, counts: Counts, *, each: int | None, rounds: int = 1) -> None:
    """Plays some rounds and asks pairs of tables, for somebody who knows no hidden card and for a player: so many questions
    before each command, or all of them; raises Leak."""
    rng = random.Random(seed)
    script, steps, chance, looks = play(sitting, rng, rounds)
    for seat in (0, rng.choice(sitting.seats)):
        onlooker = Onlooker(NAMES_OF.get(seat, ""), {seat} if seat else set())
        change = change_hidden_from(rng, onlooker, steps, chance.orders, looks)
        if change is None or all(mine == its for mine, its in change.names.items()):
            continue
        pair = Pair(sitting, change, seat)
        counts.add(counts.pairs, sitting.chapter)
        for deed, author in script:
            for question in questions(rng, pair.one, each, sorted(change.names)):
                counts.add(counts.questions, sitting.chapter)
                counts.add(counts.taken, sitting.chapter, pair.ask(rng.choice(askers(seat)), question))
                counts.kinds.add((sitting.chapter, getattr(question, "kind", "") or type(question).__name__))
            if not pair.go_on(deed, author):
                break
