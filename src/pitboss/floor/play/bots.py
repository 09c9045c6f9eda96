"""Bots: house accounts that fill seats for company. They play as their chapter's sensible player."""

from collections.abc import Mapping

from pitboss.card_room.commands import TakeSeat
from pitboss.card_room.room import check_sits
from pitboss.card_room.waiting import check_turn
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.floor.people import office
from pitboss.floor.people.names import key_of
from pitboss.floor.play.live_table import BOTS, LiveTable
from pitboss.floor.play.rooms import RoomBank
from pitboss.floor.play.tables import Tables
from pitboss.floor.storage.transactions import Entry, Execute, Unit, now, unit_of
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.table.commands import Author, Command, Leave, Sit

CHIPS = 1_000_000_000  # cents, in effect unlimited
BUY_IN = 100_000


async def hire(tables: Tables) -> None:
    """Sees to it that every bot has an account."""

    def work(execute: Execute, unit: Unit) -> list[tuple[str, int]]:
        bots: list[tuple[str, int]] = []
        unit.office, unit.entries = [], []
        for name in BOTS:
            rows = execute("SELECT id FROM account WHERE name_key = ?", [key_of(name)])
            if not rows:
                at = now()
                made = [name, key_of(name), "patron", at, 0]
                rows = execute(
                    "INSERT INTO account (name, name_key, role, created, cage) VALUES (?, ?, ?, ?, ?) RETURNING id", made
                )
                account = rows[0][0]
                event = office.AccountMade(by=office.HOUSE, at=at, account=account, name=name, role="patron", cents=CHIPS)
                unit.office.append(office.encode(event))
                unit.entries += [Entry("issued", -CHIPS), Entry(f"cage/{account}", CHIPS)]
            bots.append((name, int(rows[0][0])))
        return bots

    tables.accounts |= dict(await tables.writer.write(unit_of(work)))


def welcome(live: LiveTable, taken: Mapping[int, str], people: int = 0) -> list[tuple[int, str]]:
    """The free seats that bots can take, each with its bot: all but one after `people` more have sat down. Empty if the table
    or its waiting list would refuse a bot."""
    most = live.table.game.seats(live.table.house)[0]
    free = [place for place in range(most, 0, -1) if place not in taken]
    idle = [name for name in BOTS if name not in taken.values()]
    seats = list(zip(free[: max(0, len(free) - people - 1)], idle, strict=False))
    return seats if seats and _would_sit(live, *seats[0]) else []


def _would_sit(live: LiveTable, place: int, name: str) -> bool:
    """Whether a bot would be let sit down."""
    author, bank = Author("player", name), live.bank
    try:
        if isinstance(bank, RoomBank) and bank.room is not None:
            check_turn(bank.room.state, _take_seat(live, place, name))
        check_sits(live.table, Command(Sit(place, name, BUY_IN), author, now()))
    except PitbossError:
        return False
    return True


async def seat(tables: Tables, live: LiveTable, number: int) -> int:
    """Seat at most `number` bots; returns how many."""
    coming = welcome(live, {place: seat.player for place, seat in live.table.seats.items()})[:number]
    if not coming:
        raise NotAuthorized("no bot can sit down here now: one seat stays free, and people on the waiting list come first")
    for place, name in coming:
        await _sit(tables, live, place, name)
    return len(coming)


def _take_seat(live: LiveTable, place: int, name: str) -> TakeSeat:
    """A bot's command to sit at a Poker table, with forty times the least buy-in."""
    cents = 40 * max(funds_needed(live.table.house), 1)
    assert isinstance(live.bank, RoomBank)
    return TakeSeat(name, live.name.removeprefix(f"{live.bank.place}/"), place, cents)


async def _sit(tables: Tables, live: LiveTable, place: int, name: str) -> None:
    author, bank = Author("player", name), live.bank
    if isinstance(bank, RoomBank):
        await tables.say(tables.rooms[bank.place], _take_seat(live, place, name), author)
    else:
        await tables.say(live, Sit(place, name, BUY_IN), author)
    tables.run_house(live)


async def dismiss(tables: Tables, live: LiveTable) -> int:
    """Make the bots of a table leave; returns how many."""
    seats = list(live.bots)
    for place in seats:
        await tables.say(live, Leave(place), Author("player", live.bots[place]))
    return len(seats)
