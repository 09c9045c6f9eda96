"""Poker tables and rooms whose cards, clock and players do what a test of the regulation's text wants."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room import Fund, Room
from pitboss.card_room.logs import Folder
from pitboss.cards import parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import Driver
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Reply, Request, Step
from pitboss.table.table import Table

CAGE = {"553": "cashiers' cage", "637a": "main cage"}
BOTH = pytest.mark.parametrize("number", ["553", "637a"])


class Clock(Chance):
    """Seeded chance with a clock that the test sets, in hours."""

    now = 0.0

    def hours(self) -> float:
        return self.now


def passive(table: Table, request: Request) -> Reply:
    """A player who checks, calls and shows."""
    if not isinstance(request, Ask):
        return None
    words = [choice.word for choice in request.choices]
    return table.verify(request, next((w for w in ("check", "call", "show", "keep", "stand pat") if w in words), words[0]))


def saying(*acts: str) -> Driver:
    """Players who say what is written ("2: raise 1000"), each in his turn, and are passive otherwise."""
    left = [(int(seat), words) for seat, words in (act.split(": ", 1) for act in acts)]

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Ask):
            for place, (seat, words) in enumerate(left):
                if seat == request.seat:
                    del left[place]
                    return table.verify(request, words)
        return passive(table, request)

    return driver


def rig(table: Table, cards: dict[str, str]) -> None:
    """The next hand's cards."""
    before = table.stacks[""]
    stack = RiggedStack(Rigging({place: parse(words) for place, words in cards.items()}, [], [], 1))
    stack.load(before.cards[::-1], before.behind_cover)
    table.stacks[""] = stack


def opened(number: str, players: int = 3, cents: int = 50_000, clock: Clock | None = None, **house: Any) -> Table:
    """A table with players in its first seats."""
    table = Table(game(number), House.of(number, house), clock or Clock(1))
    for seat in range(1, players + 1):
        table.sit(seat, f"player {seat}", cents)
    return table


def play(table: Table, driver: Driver = passive) -> Round:
    """One hand."""
    request = table.begin()
    while request is not None:
        request = table.reply(driver(table, request))
    assert table.last is not None
    return table.last


def asked(table: Table, driver: Driver = passive, about: Callable[[Ask], bool] = lambda ask: True) -> Ask:
    """Plays until somebody is asked a question of a kind."""
    request = table.begin() if table.request is None else table.request
    while not (isinstance(request, Ask) and about(request)):
        assert request is not None, "nobody was asked"
        request = table.reply(driver(table, request))
    return request


def finish(table: Table, driver: Driver = passive) -> Round:
    """Plays the hand that has begun to its end."""
    request = table.request
    while request is not None:
        request = table.reply(driver(table, request))
    assert table.last is not None
    return table.last


def acts(finished: Round, act: str) -> list[Step]:
    """The steps of one kind, in order."""
    return [step for step in finished.steps if step.act == act]


def cited(finished: Round, cite: str) -> bool:
    """Whether something was done under a paragraph."""
    return any(step.cite == cite for step in finished.steps)


def dealt_in(finished: Round) -> set[str]:
    """Who received cards."""
    return {step.who for step in acts(finished, "deal") if step.who.startswith("seat")}


def refused(act: Callable[[], object], cite: str = "") -> None:
    """Expects a refusal, with its paragraph where the test knows which one is offended."""
    with pytest.raises(PitbossError) as refusal:
        act()
    if cite:
        assert refusal.value.cite.startswith(cite), f"cites {refusal.value.cite}, not {cite}"


# ---------------------------------------------------------------------------- rooms with jackpots

BAD_BEAT = {
    "seat_1": "Ah Ad",
    "seat_2": "Kh Kd",
    "seat_3": "4h 7d",
    "seat_4": "5h 8s",
    "community": "As Ks Kc 2c 3d",
}  # aces full of kings lose to four kings
FULL_HOUSE = {
    "seat_1": "Ah Ad",
    "seat_2": "4h 6d",
    "seat_3": "5h 8s",
    "seat_4": "Jd 3c",
    "community": "As Ks Kc 7h 2d",
}  # aces full of kings in seat 1
LOWER_FULL_HOUSE = FULL_HOUSE | {"seat_1": "Qh Qd", "community": "Qs Ks Kc 7h 2d"}  # queens full of kings in seat 1
QUADS = FULL_HOUSE | {"seat_1": "Th Td", "community": "Ts Tc Kc 7h 2d"}  # four tens in seat 1
FLUSH = FULL_HOUSE | {"seat_1": "Ah Jh", "community": "Qh 9h 7h Kc 2d"}  # a flush in seat 1

SLIP = {
    "phone": "555-0100",
    "dealer": "D. Orr",
    "dealer_credential": "D-1",
    "floorperson": "F. Lee",
    "floorperson_credential": "F-1",
}


def jackpot_house(number: str, kinds: tuple[str, ...], **house: Any) -> dict[str, Any]:
    """A no limit Hold'em table whose pots of $10 or more give $1 to each of some payouts."""
    chosen: dict[str, Any] = {"variant": "hold'em", "structure": "no limit", "rake_percent": 5}
    if "bad beat" in kinds:
        chosen |= {
            "bad_beat_contribution": 100,
            "bad_beat_minimum_pot": 1000,
            "bad_beat_hands": "aces full of jacks or better",
            "bad_beat_discontinuance": "contributions end, the fund is paid to the next Bad Beat",
        }
        chosen |= {"bad_beat": True} if number == "637a" else {}
    if "high hand" in kinds:
        chosen |= {"high_hand": True, "high_hand_contribution": 100, "high_hand_minimum_pot": 1000}
    return chosen | house


def room_of(number: str, tables: int = 1, players: int = 4, offer: tuple[str, ...] = ("bad beat",), **house: Any) -> Room:
    """A room whose tables 1, 2, … have players "1-1", "1-2", … and take part in the payouts ("bad beat" is called so too)."""
    room = Room(number, chance=Clock(1))
    names = [str(n) for n in range(1, tables + 1)]
    for name in names:
        room.open_table(name, jackpot_house(number, offer, **house))
        for seat in range(1, players + 1):
            room.seat(f"{name}-{seat}", name, seat, 50_000)
    for kind in offer:
        room.offer(kind, kind, names)
    return room


def hand(room: Room, table: str = "1", cards: dict[str, str] | None = None) -> Round:
    """A hand in which everybody calls and checks: a pot of $20 with four players."""
    if cards:
        rig(room.table(table), cards)
    return room.hand(table, passive)


def folder_of(room: Room) -> Path:
    """Where a room keeps its logs."""
    assert isinstance(room.logs, Folder)
    return room.logs.path


def set_clock(room: Room, minutes: float) -> None:
    """The clock of the room."""
    assert isinstance(room.chance, Clock)
    room.chance.now = minutes / 60


def counted(room: Room, kind: str = "bad beat", day: int = 1) -> int:
    """The boxes are counted in the cage and verified there."""
    fund = room.fund(kind)
    cents = sum(fund.boxes.values())
    room.count(
        kind, place=CAGE[room_number(room)], dealer="", floorperson="F. Lee", security="S. Roy", compliance=True, day=day
    )
    return room.verify(kind, cashier="C. May", cents=cents)


def room_number(room: Room) -> str:
    """The chapter of a room."""
    return next(iter(room.tables.values())).game.chapter


def shown(room: Room, kind: str = "bad beat") -> None:
    """The display is adjusted."""
    room.adjust(kind, finance="N. Fox", floorperson="F. Lee")


def everything(fund: Fund) -> int:
    """Where the money of a fund can be found, all together."""
    counting = sum(sum(count.boxes.values()) for count in fund.counting)
    return sum(fund.boxes.values()) + counting + fund.held + sum(award.cents for award in fund.awards) + fund.paid


def beaten(number: str, **house: Any) -> Room:
    """A room that holds and displays $3 from three pots; a Bad Beat waits for the Poker shift supervisor."""
    room = room_of(number, **house)
    hand(room)
    hand(room)
    hand(room, cards=BAD_BEAT)
    counted(room)
    shown(room)
    while room.to_verify[0].player != "1-1":
        room.dismiss("bad beat")
    return room


def in_period(players: int = 4, tables: int = 1, **house: Any) -> Room:
    """A room in the first minutes of a qualifying period for the High Hand Jackpot."""
    room = room_of("637a", tables, players, ("high hand",), **house)
    room.start_period("high hand", at=0)
    return room


def tracked(room: Room, at: float = 20, **fields: Any) -> bool:
    """A floorperson verifies the first hand called and fills in the slip."""
    return room.track(at=at, identification=True, **(SLIP | fields))
