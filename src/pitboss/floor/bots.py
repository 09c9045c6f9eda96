"""Bots: accounts of the house that fill seats where somebody asks for company. They play as their chapter's sensible player."""

from collections.abc import Mapping

from pitboss.card_room.commands import Command as RoomCommand
from pitboss.card_room.commands import TakeSeat
from pitboss.card_room.room import check_sits
from pitboss.card_room.waiting import check_turn
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.floor import office
from pitboss.floor.floor import Floor, now
from pitboss.floor.live import BOTS, LiveTable
from pitboss.floor.names import key_of
from pitboss.floor.rooms import RoomBank
from pitboss.floor.units import Entry, Execute, Unit
from pitboss.games.nonbanked.between import agreed_minimum
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.table.commands import Author, Command, Leave, Sit

CHIPS = 1_000_000_000  # cents that a bot has, which is as good as without end
BUY_IN = 100_000


async def hire(floor: Floor) -> None:
    """Sees to it that every bot has an account."""

    def work(execute: Execute) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
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
            found.append((name, int(rows[0][0])))
        return found

    unit = Unit(work=work)
    floor.accounts |= dict(await floor.writer.write(unit))


def welcome(live: LiveTable, taken: Mapping[int, str], people: int = 0) -> list[tuple[int, str]]:
    """The seats that bots can take where these are taken, each with the name of its bot: all free seats but one, after so many
    more people have sat down. There are none where the table, or the waiting list of its room, would refuse a bot."""
    most = live.table.game.seats(live.table.house)[0]
    free = [place for place in range(most, 0, -1) if place not in taken]
    idle = [name for name in BOTS if name not in taken.values()]
    found = list(zip(free[: max(0, len(free) - people - 1)], idle, strict=False))
    return found if found and _would_sit(live, *found[0]) else []


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


async def seat(floor: Floor, live: LiveTable, number: int) -> int:
    """Has at most so many bots sit down at a table; how many did."""
    coming = welcome(live, {place: seat.player for place, seat in live.table.seats.items()})[:number]
    if not coming:
        raise NotAuthorized("no bot can sit down here now: one seat stays free, and people on the waiting list come first")
    for place, name in coming:
        await _sit(floor, live, place, name)
    return len(coming)


def _take_seat(live: LiveTable, place: int, name: str) -> TakeSeat:
    """How a bot sits down at a table of a Poker room: with forty times what it takes."""
    cents = 40 * max(funds_needed(live.table.house, agreed_minimum(live.table)), 1)
    assert isinstance(live.bank, RoomBank)
    return TakeSeat(name, live.name.removeprefix(f"{live.bank.place}/"), place, cents)


async def _sit(floor: Floor, live: LiveTable, place: int, name: str) -> None:
    author, bank = Author("player", name), live.bank
    if isinstance(bank, RoomBank):
        deed, room = _take_seat(live, place, name), floor.rooms[bank.place]
        await floor.within(bank, lambda pending: floor.carry_out(room, RoomCommand(deed, author, now()), pending))
    else:
        command = Command(Sit(place, name, BUY_IN), author, now())
        await floor.within(bank, lambda pending: floor.carry_out(live, command, pending))
    floor.go_on(live)


async def dismiss(floor: Floor, live: LiveTable) -> int:
    """Has the bots of a table leave; how many did."""
    seats = list(live.bots)
    for place in seats:
        command = Command(Leave(place), Author("player", live.bots[place]), now())
        await floor.within(live.bank, lambda pending, said=command: floor.carry_out(live, said, pending))  # type: ignore[misc]
    return len(seats)
