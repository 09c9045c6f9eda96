"""Houses with every option of every chapter, and evenings at their tables on a floor: people sit down, bet, make any lawful
decision, report what goes wrong and leave; players and a spectator read the sentences of the page and draw its pictures.

A house counts as lawful where the check of a Rules Submission passes it, which is what opens a table on a floor.
"""

import asyncio
import random
import tomllib
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import msgspec

from pitboss.card_room.commands import CloseTable
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.felt import FORMS, draw, draw_table, felt_of
from pitboss.floor.books.recall import Asker, Recall
from pitboss.floor.people.accounts import Account
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.protocol import Hello
from pitboss.floor.play.rooms import LiveRoom
from pitboss.floor.running import Running
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.rulebook import Option, chapter
from pitboss.submissions.blank import blank
from pitboss.submissions.checking import check_passes, house_findings
from pitboss.submissions.reading import document
from pitboss.table.commands import Begin, Bet, Buy, CutCards, Decide, Leave, Proceed, Report
from pitboss.table.steps import Answer, Ask, Cut, Failed, Moment
from pitboss.table.view import faults
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import from_text
from pitboss.table.working import check_works
from pitboss.terminal.draw import picture
from tests.felt.houses import everything
from tests.floor.floor_evening import JACKPOT
from tests.floor.visitors import IDS, Visitor, submit
from tests.strategies import decision, incident, values_of, wagers
from tests.submissions.second_reading import HERE

House = dict[str, Any]
MOST_REQUESTS = 600  # in a round
TRIES = 60  # known houses that are tried until one can offer a value
BANK = {"player_bank": True, "co_banking": True, "dealer_bank_wager": 1000}
OMAHA = {"variant": "omaha high-low eight or better", "kill": "half-kill", "small_bet": 400, "big_bet": 800}
MORE: dict[str, list[House]] = {"645a": [BANK], "637a": [OMAHA, JACKPOT], "553": [OMAHA]}
MONEY = {"table_minimum": (1, 4), "table_maximum": (1, 3), "smallest_chip": (1, 5)}  # times the default


# ---------------------------------------------------------------------------- houses


def is_lawful(number: str, house: House) -> bool:
    """Whether a table of this house opens on a floor."""
    try:
        check_works(game(number), check_passes(number, house))
    except NotAuthorized:
        return False
    return True


@cache
def written(number: str) -> list[House]:
    """The choices of the lawful submissions of a chapter that the project has, and of the one that `pitboss new` writes."""
    files = sorted((HERE / "lawful" / number).glob("*.toml"))
    new = tomllib.loads(blank(chapter(number)))["house"]
    return [house for house in (new, *(dict(document(file).given) for file in files)) if is_lawful(number, house)]


@cache
def bases(number: str) -> list[House]:
    """Houses to which an option is added that is not lawful by itself: none, all optional wagers, and those of submissions."""
    rate = {"progressive_rate": 10} if any(o.option == "progressive_rate" for o in chapter(number).options) else {}
    first = [{}, rate, {**everything(number), **rate}, *MORE.get(number, ())]
    return [*(house for house in first if is_lawful(number, house)), *written(number)]


def values(number: str, option: Option) -> list[Any]:
    """Values of an option: as the chapter allows them, around its default, and as submissions state them."""
    found = [*values_of(option), option.default]
    found += [option.default * times for times in MONEY.get(option.option, ())]
    found += [house[option.option] for house in written(number) if option.option in house]
    return [value for at, value in enumerate(found) if value not in found[:at] or isinstance(value, bool)]


def alone(number: str, option: str, value: Any) -> House | None:
    """A lawful house that chooses a value, with no more than it needs; None where there is none among those that are tried."""
    for base in bases(number)[:TRIES]:
        house = {**base, option: value}
        if is_lawful(number, house):
            return house
    return with_companions(number, {option: value})


def with_companions(number: str, house: House) -> House | None:
    """A house to which choices are added, of all that there are always the one that leaves the fewest errors, until it is
    lawful; None where four do not do."""
    given = set(house)
    every = [(o.option, value) for o in chapter(number).options if o.option not in given for value in values(number, o)]
    for _ in range(4):
        tried = [{**house, option: value} for option, value in every]
        house = min(tried, key=lambda each: errors(number, each))
        if is_lawful(number, house):
            return house
    return None


def errors(number: str, house: House) -> int:
    """How many errors the check finds in a house."""
    return sum(finding.level == "error" for finding in house_findings(chapter(number), house)[1])


def choices_of(number: str) -> list[tuple[str, Any]]:
    """Every value of every option of a chapter."""
    return [(option.option, value) for option in chapter(number).options for value in values(number, option)]


def combination(number: str, rng: random.Random) -> House:
    """A random lawful house: choices are added one after the other as long as the check passes them."""
    house = dict(rng.choice(bases(number)))
    options = chapter(number).options
    for option in rng.sample(options, min(len(options), rng.randint(3, 9))):
        changed = {**house, option.option: rng.choice(values(number, option))}
        if is_lawful(number, changed):
            house = changed
    return house


# ---------------------------------------------------------------------------- who looks


@dataclass
class Count:
    """What was played."""

    tables: int = 0
    rounds: int = 0
    steps: int = 0  # that were sent, to each viewer
    sentences: int = 0
    drawings: int = 0
    incidents: int = 0
    banked: int = 0  # rounds that a player banked
    refused: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        played = (
            f"{self.tables} tables, {self.rounds} rounds, {self.banked} of them banked by a player, {self.incidents} incidents"
        )
        return f"{played}, {self.steps} steps in {self.sentences} sentences, {self.drawings} drawings"


class Reader(Visitor):
    """Somebody who reads what a page says, and folds and draws what it shows."""

    def __init__(self, here: Running, live: LiveTable, account: Account, count: Count) -> None:
        super().__init__(here, live, account)
        self.count, self.layout = count, Layout()

    def come(self, hello: Hello | None = None) -> None:
        super().come(hello or Hello(words=True))

    def send(self, message: bytes) -> None:
        super().send(message)
        said = self.messages.pop()
        self.raw.clear()
        if "table" in said:
            self.layout = msgspec.convert(said["table"], Layout, str_keys=True)
        for frame in said.get("frames", ()):
            steps = [from_text(row) for row in frame.get("steps", ())]
            self.layout.see_all(steps)
            self.count.steps += len(steps)
            self.count.sentences += len(frame.get("words", ()))
        self.count.sentences += len(said.get("words", ())) + ("question" in said)

    def draws(self) -> None:
        """The felt with what lies on it, and the table of the terminal."""
        house = self.live.table.house
        form = FORMS[self.count.drawings % len(FORMS)]
        assert draw_table(felt_of(house, form), self.layout, next(iter(self.seats), 0)).startswith("<svg")
        variant = VARIANTS[house["variant"]] if house.chapter.chapter in NONBANKED else None
        assert picture(self.layout, frozenset(self.seats), 100, variant)
        self.count.drawings += 2


# ---------------------------------------------------------------------------- an evening


class Evening:
    """The people at one table after the other. A pit boss deals by hand, so that anything may be reported at any moment."""

    def __init__(self, here: Running, count: Count) -> None:
        self.here, self.count = here, count
        self.players: list[Account] = []
        self.rooms: dict[str, LiveRoom] = {}

    async def begin(self) -> None:
        """Everybody comes in."""
        guests = [(await self.here.people.guest(f"test {number}")).account for number in range(5)]
        *self.players, last = guests
        self.boss = replace(last, role="pit boss")

    async def play(self, number: str, house: House, seed: int, rounds: int) -> None:
        """Opens a table of a house, plays there and closes it."""
        live = await self._open(number, house)
        live.held_by = self.boss.name
        nobody = replace(self.players[-1], id=0, name="")
        readers = [Reader(self.here, live, account, self.count) for account in (*self.players[:2], nobody)]
        for reader in readers:
            reader.come()
        table = AtTable(self, live, readers, random.Random(seed))
        for _ in range(rounds):
            await table.round()
        await self._recall(live)
        await self._close(table)
        self.count.tables += 1
        assert not faults.reported, faults.reported
        for reader in readers:
            assert reader.ended == "the table has closed", reader.ended

    async def _open(self, number: str, house: House) -> LiveTable:
        lifecycle, name = self.here.lifecycle, f"table-{number}-{self.count.tables}"
        if number not in NONBANKED:
            return await lifecycle.open_table(None, name, number, house)
        if number not in self.rooms:
            self.rooms[number] = await lifecycle.open_room(None, f"room-{number}", number)
        return await lifecycle.open_room_table(None, self.rooms[number], name, house)

    async def _recall(self, live: LiveTable) -> None:
        """The last round, as a spectator and as surveillance read it later."""
        recall, last = Recall(self.here.floor.database), live.table.rounds
        for asker in (Asker(), Asker(everything=True)) if last else ():
            found = await recall.round(live.log, last, asker, words=True)
            assert found is not None and any(frame.words for frame in found["frames"])

    async def _close(self, table: "AtTable") -> None:
        """Everybody gets up, and the pit closes the table."""
        live = table.live
        for seat in list(live.table.seats):
            await table.say(self.boss, Leave(seat))
        if live.table.game.dealt_in is None:
            await self.here.lifecycle.close_table(self.boss, live)
        else:
            room = self.rooms[live.table.game.chapter]
            assert room.bank.room is not None
            deed = CloseTable(live.name.rpartition("/")[2])
            await submit(self.here.floor, room, self.boss, deed, room.bank.room.version, f"close-{next(IDS)}")
        async with asyncio.timeout(10):
            while live.name in self.here.floor.tables:  # those who look are told first
                await asyncio.sleep(0)


class AtTable:
    """What is said at one table."""

    def __init__(self, evening: Evening, live: LiveTable, readers: list[Reader], rng: random.Random) -> None:
        self.evening, self.live, self.readers, self.rng = evening, live, readers, rng
        self.count = evening.count

    async def say(self, who: Account, deed: Any) -> bool:
        """Says something as a page does; False where the table refuses it."""
        live = self.live
        try:
            await submit(self.evening.here.floor, live, who, deed, live.table.version, f"{who.id}-{next(IDS)}")
        except PitbossError as error:
            assert live.table.failure is None, live.table.failure
            self.count.refused[type(error).__name__] += 1
            return False
        assert not isinstance(live.table.request, Failed), (live.table.request, dict(live.table.house.given))
        return True

    def holder(self, seat: int) -> Account:
        """The player at a seat."""
        name = self.live.table.seats[seat].player
        return next(each for each in self.evening.players if each.name == name)

    async def round(self) -> None:
        """People sit down, buy, bet and play a round."""
        table = self.live.table
        await self._sit()
        if table.game.dealt_in is None:
            for seat in list(table.seats):
                if mine := wagers(self.rng, table.game, table.house, table.chips(seat)):
                    await self.say(self.holder(seat), Bet(seat, mine))
        if not await self.say(self.evening.boss, Begin()):
            return
        for _ in range(MOST_REQUESTS):
            if table.round is None:
                break
            await self._answer()
        assert table.round is None, "the round does not end"
        self.count.rounds += 1
        assert table.last is not None
        self.count.banked += any(step.note == "the marker of the bank is placed here" for step in table.last.steps)
        self._draw()

    def _draw(self) -> None:
        for reader in self.readers:
            reader.draws()

    async def _sit(self) -> None:
        table, rng = self.live.table, self.rng
        least = max(table.house.get("table_minimum") or 0, 1000)
        free = [number for number in range(1, table.game.seats(table.house)[0] + 1) if number not in table.seats]
        for player in self.evening.players[:3]:
            mine = next((seat for seat, at in table.seats.items() if at.player == player.name), 0)
            if mine and table.chips(mine) < 40 * least:
                await self.say(player, Buy(mine, 200 * least))
            elif not mine and free:
                visitor = Visitor(self.evening.here, self.live, player)
                await visitor.sit(free.pop(rng.randrange(len(free))), 400 * least)

    async def _answer(self) -> None:
        """Something is said to what is asked; sometimes something goes wrong instead."""
        table, rng, boss = self.live.table, self.rng, self.evening.boss
        request = table.request
        if isinstance(request, Cut):
            await self.say(self.holder(request.seat), CutCards(request.seat, rng.choice((None, request.least))))
            return
        if rng.random() < 0.05 and await self._trouble():
            return
        if isinstance(request, Ask):
            if rng.random() < 0.05:
                self._draw()
            ask = rng.choice(table.asks())
            answer = self._bank(ask) or decision(rng, table, ask)
            assert await self.say(self.holder(ask.seat), Decide(ask.seat, answer.word, answer.cents))
        elif isinstance(request, Moment):
            waits = request.waits_for
            assert await self.say(boss, Report(waits.kind, dict(waits.detail)) if waits is not None else Proceed())

    def _bank(self, ask: Ask) -> Answer | None:
        """Most players take the bank when it is offered: by chance it would often pass."""
        words = [choice.word for choice in ask.choices if choice.word in ("bank", "co-bank")]
        return Answer(self.rng.choice(words)) if words and self.rng.random() < 0.7 else None

    async def _trouble(self) -> bool:
        """Reports something that the chapter knows; most of what is made up at random is refused."""
        for _ in range(4):
            wrong = incident(self.rng, self.live.table)
            if await self.say(self.evening.boss, Report(wrong.kind, wrong.detail)):
                self.count.incidents += 1
                return True
        return False


def draws_felt(number: str, house: House) -> int:
    """Draws the felt of a house in every form, as pages have it."""
    made = check_passes(number, house)
    for form in FORMS:
        felt = felt_of(made, form)
        assert draw(felt).startswith("<svg") and felt.places()
    return len(FORMS)
