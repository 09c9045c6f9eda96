"""A floor in this process, and people at its tables who say things and keep what they are sent."""

import asyncio
import itertools
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pitboss.card_room.commands import TakeSeat
from pitboss.errors import PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.rate_limits import Rate, Rates
from pitboss.floor.people.registry import PeopleSettings
from pitboss.floor.play.broadcast import answer, refusal
from pitboss.floor.play.command_requests import Answer, Place
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.protocol import Hello
from pitboss.floor.play.rooms import RoomBank
from pitboss.floor.running import Running
from pitboss.floor.server import Settings, running
from pitboss.table.commands import Bet, CutCards, Decide, Deed, Leave, Sit
from tests.floor.house import CODE

MANY = Rate(100_000, 0.001)
NO_CLOCKS = Clocks(betting=None, decision=None, dropped=None, away=None, between=0.01, called=None)
CHIPS = 10_000_000
IDS = itertools.count(1)  # of commands


def settings(folder: Path, **changes: Any) -> Settings:
    """A floor for tests: nobody is too fast, everybody has chips, and no clock acts."""
    people = PeopleSettings(chips=CHIPS, rates=Rates(MANY, MANY, MANY, MANY))
    given: dict[str, Any] = {
        "database": f"sqlite:///{folder / 'floor.db'}",
        "port": 0,
        "code": CODE,
        "people": people,
        "clocks": NO_CLOCKS,
        "synchronous": "OFF",  # the page cache survives what these tests do; tests of power loss bring FULL
    }
    return Settings(**given | changes)


@asynccontextmanager
async def a_floor(folder: Path, **changes: Any) -> AsyncIterator[Running]:
    """The floor."""
    async with running(settings(folder, **changes)) as found:
        yield found


async def submit(floor: Floor, table: Place, account: Account, command: Any, version: int | None, request_id: str) -> int:
    """Submits a command and waits for its answer: the version that it produced. Raises why it was refused."""
    answer_ = Answer()
    floor.submit(table, account, command, version, request_id, answer_)
    return await answer_


class Visitor:
    """Somebody at a table, over a line of paper: all that he is sent is kept."""

    def __init__(self, here: Running, live: LiveTable, account: Account, seed: int = 0) -> None:
        self.here, self.live, self.account = here, live, account
        self.player, self.account_id = account.name, account.id
        self.messages: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.ended = ""
        self.version: int | None = None
        self.playing = False  # a round is in progress
        self.rounds = 0  # that he has seen the end of
        self.placed = 0  # wagers of his that lie there for the next one
        self.rng = random.Random(seed)
        self._news = asyncio.Event()

    # ------------------------------------------------------------------ as a line

    def send(self, message: bytes) -> None:
        assert not self.ended
        self.raw.append(message)
        found = json.loads(message)
        self.messages.append(found)
        if "table" in found:
            self.version, self.playing = found["v"], found["table"]["in_progress"]
        for frame in found.get("frames", ()):
            assert self.version is None or frame["v"] == self.version + 1, "a gap means loss"
            self.version = frame["v"]
            for step in filter(None, frame.get("steps", ())):
                self.see(step)
        for each in found.get("answers", ()):
            assert each["id"] not in self.answers, "an answer comes once"
            self.answers[each["id"]] = each
        self._news.set()

    def see(self, step: list[Any]) -> None:
        """Follows the rounds."""
        if step[1] == "begin":
            self.playing, self.placed = True, 0
        elif step[1] == "end":
            self.playing, self.rounds = False, self.rounds + 1

    def close(self, why: str) -> None:
        self.ended = why
        self._news.set()

    # ------------------------------------------------------------------ as a person

    def come(self, hello: Hello | None = None) -> None:
        """Opens a line."""
        self.here.floor.presence.came(self.live, self)
        assert self.live.greet(hello or Hello(), self) is None

    def go(self) -> None:
        """Loses the line."""
        self.here.floor.presence.went(self.live, self)

    def say(self, deed: Deed, id_: str = "", version: int | None = None) -> str:
        """Says something for the version that he knows."""
        id_ = id_ or f"{self.account.id}-{next(IDS)}"
        found = self.version if version is None else version

        def reply(result: int | PitbossError) -> None:
            if isinstance(result, PitbossError):
                self.here.floor.answer(self.live, self, refusal(id_, result))
            else:
                self.here.floor.answer(self.live, self, answer(id_, result))

        self.here.floor.submit(self.live, self.account, deed, found, id_, reply)
        return id_

    async def ask(self, deed: Any, id_: str = "") -> int:
        """Says something and waits for the answer; raises why it was refused."""
        version = self.live.table.version
        return await submit(self.here.floor, self.live, self.account, deed, version, id_ or f"{self.account.id}-{next(IDS)}")

    async def until(self, true: Callable[[], bool], seconds: float = 20.0) -> None:
        """Waits until something holds, looking whenever he is sent something."""
        async with asyncio.timeout(seconds):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def sit(self, seat: int, cents: int = 1_000_000) -> int:
        """Takes a seat."""
        bank = self.live.bank
        if isinstance(bank, RoomBank):
            room = self.here.floor.rooms[bank.place]
            assert bank.room is not None
            deed = TakeSeat(self.player, self.live.name.removeprefix(f"{bank.place}/"), seat, cents)
            return await submit(self.here.floor, room, self.account, deed, bank.room.version, f"{self.account.id}-{next(IDS)}")
        return await self.ask(Sit(seat, self.player, cents))

    @property
    def seats(self) -> list[int]:
        """Where he sits."""
        return [number for number, name in self.live.names.items() if name == self.player]

    @property
    def asked(self) -> list[dict[str, Any]]:
        """What he is asked, with the choices that he has. A message without `asked` says that the table goes on."""
        last = self.messages[-1].get("asked") or self.messages[-1].get("table", {}).get("asked", [])
        return [each for each in last if each["seat"] in self.seats and each.get("choices")]

    def bet(self) -> list[str]:
        """Places the usual wagers at all his seats."""
        table = self.live.table
        return [self.say(Bet(seat, table.game.suggest(table.house))) for seat in self.seats]

    def decide(self, wild: bool = False) -> str | None:
        """Answers what he is asked, if he is: as a silent player would, or with any choice."""
        for each in self.asked:
            seat, choices = each["seat"], each["choices"]
            if choices[0]["word"] == "cut" and each.get("silent") == "refuse":
                return self.say(CutCards(seat))
            choice = self.rng.choice(choices) if wild else None
            if choice is None or choice.get("of"):
                word, _, cents = each["silent"].rpartition(" ")
                said = (word, int(cents)) if cents.isdigit() and word else (each["silent"], 0)
                return self.say(Decide(seat, *said))
            return self.say(Decide(seat, choice["word"], choice.get("least", 0)))
        return None

    async def play(self, rounds: int, wild: bool = False) -> int:
        """Plays so many rounds, as one of those at the table; how many refusals there were."""
        banked = self.live.table.game.dealt_in is None
        told = 0
        until = self.rounds + rounds
        while self.rounds < until and not self.ended:
            at = len(self.messages)
            if banked and not self.playing and not self.placed:
                self.placed = len(self.bet())
            elif self.asked and at > told:
                told = at
                self.decide(wild)
            await self.until(lambda at=at: len(self.messages) > at or bool(self.ended))  # type: ignore[misc]
        return sum("refused" in each for each in self.answers.values())

    async def leave(self) -> None:
        """Gives up all his seats."""
        for seat in self.seats:
            await self.ask(Leave(seat))


async def visitors(here: Running, table: str, number: int, seed: int = 0) -> list[Visitor]:
    """Guests at a table, with their lines open."""
    live, found = here.floor.tables[table], []
    for each in range(number):
        account = (await here.people.guest(f"test {each}")).account
        found.append(Visitor(here, live, account, seed + each))
        found[-1].come()
    return found
