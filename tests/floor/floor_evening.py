"""An evening on a floor, for tests: tables of several games, some with a shared meter, a Poker room with a jackpot, and people
who come, take a name, sit, play and leave."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pitboss.card_room.commands import Offer, TakeSeat
from pitboss.errors import PitbossError
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.registry import PeopleSettings
from pitboss.floor.play import bots
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.running import Running
from pitboss.floor.server import Settings
from pitboss.table.commands import FLOORPERSON, Bet, Leave, Sit
from tests.floor.house import CODE, UNLIMITED
from tests.floor.visitors import submit

FAST = Clocks(betting=0.01, decision=0.01, dropped=0.01, away=None, between=0.01)
PASSWORD = "correct horse battery"
METERED = {"progressive_payout": "A", "progressive_rate": 71.1111}
JACKPOT = {
    "bad_beat": True,
    "bad_beat_contribution": 100,
    "bad_beat_minimum_pot": 1000,
    "bad_beat_hands": "pair or better",
    "bad_beat_discontinuance": "contributions end, the fund is paid to the next Bad Beat",
}


def settings(path: Path, **others: Any) -> Settings:
    """A floor in a folder, with the key of the house beside it; nothing is synced, and everybody answers at once."""
    given: dict[str, Any] = {"database": f"sqlite:///{path}/floor.db", "port": 0, "practice": True, "plan": None}
    given |= {"clocks": FAST, "synchronous": "OFF", "code": CODE, "people": PeopleSettings(rates=UNLIMITED)}
    return Settings(**(given | others))


class Evening:
    """A running floor and what happens there."""

    def __init__(self, running: Running) -> None:
        self.floor, self.people, self.lifecycle = running.floor, running.people, running.lifecycle
        self._ids = 0

    def id(self) -> str:
        """An id that nobody has used."""
        self._ids += 1
        return f"said {self._ids}"

    async def guest(self, role: Any = "patron") -> Account:
        """Somebody comes."""
        return (await self.people.guest("203.0.113.7", role)).account

    async def say(self, live: Any, who: Account, deed: Any) -> int:
        """Somebody says something at a table or in a room."""
        bank = live.bank
        version = live.table.version if isinstance(live, LiveTable) else bank.room.version
        return await submit(self.floor, live, who, deed, version, self.id())

    async def sit(self, live: LiveTable, who: Account, seat: int, cents: int = 10_000) -> None:
        """Somebody sits down."""
        if live.log.startswith("room/"):
            room, _, name = live.name.rpartition("/")
            await self.say(self.floor.rooms[room], who, TakeSeat(who.name, name, seat, cents))
        else:
            await self.say(live, who, Sit(seat, who.name, cents))

    async def play(self, live: LiveTable, players: Iterable[tuple[Account, int]], rounds: int = 1) -> None:
        """Some rounds, in which these players bet; the clock answers for them."""
        for _ in range(rounds):
            before = live.table.rounds
            for who, seat in players if live.table.game.dealt_in is None else ():
                if live.table.round is None and seat in live.table.seats:
                    await self.say(live, who, Bet(seat, wagers_at(live)))
            await self.until(lambda: live.table.rounds > before)  # noqa: B023
        await self.until(lambda: live.at_rest)

    async def until(self, happens: Any, seconds: float = 20) -> None:
        """Waits until something is so."""
        for _ in range(int(seconds * 200)):
            if happens():
                return
            await asyncio.sleep(0.005)
        raise AssertionError("that never happened")


def wagers_at(live: LiveTable) -> dict[str, int]:
    """The wagers that a table suggests, and a progressive one where there is a meter."""
    table = live.table
    more = {table.game.progressive: 100} if table.meter_cents is not None else {}
    return {**table.game.suggest(table.house), **more}


async def spend(running: Running) -> None:
    """The evening itself: everything that an audit looks at."""
    evening = Evening(running)
    lifecycle, people, floor = running.lifecycle, running.people, running.floor
    boss = await people.hire("Pat Boss", PASSWORD, "pit boss")
    guest, ann = await evening.guest(), (await people.register("203.0.113.7", "Ann", PASSWORD)).account
    blackjack = await lifecycle.open_table(boss, "blackjack", "633a", {})
    three = await lifecycle.open_table(None, "three-card", "565", {})
    gone = await lifecycle.open_table(boss, "gone", "565", {})
    meters = [await lifecycle.open_table(boss, f"meter-{n}", "657a", METERED, "big-one") for n in (1, 2)]
    for live in (blackjack, three, gone, *meters):
        await evening.sit(live, ann, 1)
    await evening.sit(three, guest, 2)
    await bots.seat(floor, blackjack, 2)
    for live in (blackjack, gone, *meters, *meters):
        await evening.play(live, [(ann, 1)], 2)
    await evening.play(three, [(ann, 1), (guest, 2)], 2)
    for live, who, seat in ((gone, ann, 1), (three, guest, 2)):
        await evening.say(live, who, Leave(seat))
    await lifecycle.close_table(boss, gone)
    guest = (await people.take_name(guest, "203.0.113.7", "Gil", PASSWORD)).account
    await evening.sit(three, guest, 3)
    await evening.play(three, [(ann, 1), (guest, 3)], 2)
    await people.grant(boss, "Gil", "dealer")
    await poker(evening, boss, ann)
    await people.disable(boss, "Gil", "a test")


async def poker(evening: Evening, boss: Account, ann: Account) -> LiveTable:
    """A Poker room whose pots give to a jackpot."""
    lifecycle, floor = evening.lifecycle, evening.floor
    room = await lifecycle.open_room(boss, "poker", "637a")
    live = await lifecycle.open_room_table(boss, room, "1", JACKPOT)
    await lifecycle.floor.say(room, Offer("bad beat", "bad beat", ["1"]), FLOORPERSON)
    await evening.sit(live, ann, 1, 40_000)
    await bots.seat(floor, live, 3)
    while not live.table.boxed:
        await evening.play(live, [])
    with suppress(PitbossError):  # in the middle of a hand
        await evening.say(live, ann, Leave(1))
    return live
