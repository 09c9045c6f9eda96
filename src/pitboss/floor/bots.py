"""Bots: accounts of the house that fill seats where somebody asks for company. They play as their chapter's sensible player."""

from pitboss.card_room.commands import Command as RoomCommand
from pitboss.card_room.commands import TakeSeat
from pitboss.errors import NotAuthorized
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
                made = [name, key_of(name), "patron", now(), 0]
                rows = execute(
                    "INSERT INTO account (name, name_key, role, created, cage) VALUES (?, ?, ?, ?, ?) RETURNING id", made
                )
                account = rows[0][0]
                event = office.AccountMade(by=office.HOUSE, at=now(), account=account, name=name, role="patron", cents=CHIPS)
                unit.office.append(office.encode(event))
                unit.entries += [Entry("issued", -CHIPS), Entry(f"cage/{account}", CHIPS)]
            found.append((name, int(rows[0][0])))
        return found

    unit = Unit(work=work)
    floor.accounts |= dict(await floor.writer.write(unit))


async def seat(floor: Floor, live: LiveTable, number: int) -> int:
    """Has bots take so many free seats of a table, as far as there are any, and leave one free; how many did."""
    most = live.table.game.seats(live.table.house)[0]
    free = [place for place in range(1, most + 1) if place not in live.table.seats]
    idle = [name for name in BOTS if name not in live.names.values()]
    taken = 0
    for place, name in zip(free[::-1][: max(0, min(number, len(free) - 1))], idle, strict=False):
        await _sit(floor, live, place, name)
        taken += 1
    if not taken:
        raise NotAuthorized("there is no free seat for a bot here")
    return taken


async def _sit(floor: Floor, live: LiveTable, place: int, name: str) -> None:
    author, bank = Author("player", name), live.bank
    if isinstance(bank, RoomBank):
        cents = 40 * max(funds_needed(live.table.house, agreed_minimum(live.table)), 1)
        deed = TakeSeat(name, live.name.removeprefix(f"{bank.place}/"), place, cents)
        room = floor.rooms[bank.place]
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
