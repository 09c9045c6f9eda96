"""Opening and closing tables and rooms, and taking over their banks.

The process with a bank's lease serves it. Open banks are taken up at the start, in the middle of a round if need be.
"""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec
import structlog

from pitboss import rulebook
from pitboss.card_room.commands import OpenTable
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.floor.people import office
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.office import RoomOpened, TableOpened
from pitboss.floor.play import bots
from pitboss.floor.play.banks import MOVES, Bank, Opened, TableBank
from pitboss.floor.play.broken_tables import BrokenTable, closing
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.replicas import ReplicaBank
from pitboss.floor.play.rooms import LiveRoom, RoomBank
from pitboss.floor.server_log import reason
from pitboss.floor.storage.leases import Leases
from pitboss.floor.storage.schema import account as accounts_table
from pitboss.floor.storage.schema import opened as opened_table
from pitboss.floor.storage.streams import Streams
from pitboss.floor.storage.transactions import now
from pitboss.games import BANKED, NONBANKED, game
from pitboss.house import House
from pitboss.house.waivers import WORD, check_in_force
from pitboss.shoe import Source
from pitboss.submissions.checking import check_passes
from pitboss.table import commands as said
from pitboss.table.commands import Author
from pitboss.table.working import check_works

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

log = structlog.get_logger("pitboss.floor")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_NAME = 60
TABLE, ROOM = "table", "room"
SEATED = "players still sit there"


class Settings(msgspec.Struct, frozen=True):
    """The stored settings of a table."""

    house: dict[str, Any] = {}
    meter: str = ""


class TableLifecycle:
    """Tables and rooms of the floor, as this process has them."""

    def __init__(
        self, floor: Floor, leases: Leases, key: "HouseKey | None" = None, chance: Callable[[], Source] | None = None
    ) -> None:
        self.floor, self.leases = floor, leases
        self.key, self._chance = key, chance
        self._opening = asyncio.Lock()  # one at a time: two of one name would get in each other's way
        self.broken: dict[str, BrokenTable] = {}  # tables and rooms that cannot be taken up, by name; the pit can close them
        leases.lost = self._lost

    def _lost(self, banks: list[str]) -> None:
        """Another process may have these banks by now."""
        for name in banks:
            if (bank := self.floor.banks.get(name)) is not None:
                log.warning("a lease was lost", bank=name)
                self.floor.counts.leases_lost += 1
                self.floor.remove(bank, "resync")

    # ------------------------------------------------------------------ taking up what is open

    async def start(self, share: tuple[int, int] = (1, 1)) -> int:
        """Take up every free open bank; returns how many. Processes that start together each begin with their share, such as
        (1, 2), and take over the rest later."""
        taken, discarded = 0, list[str]()
        for bank, tables in (await self.open_banks()).items():
            if crc32(bank.encode()) % share[1] == share[0] - 1:
                taken += await self.take_up(bank, tables, discarded)
        if discarded:
            log.warning("promises of chance are discarded; the office has the tables", banks=len(discarded), why=discarded[0])
        return taken

    async def open_banks(self) -> dict[str, list[tuple[str, str, str, Settings]]]:
        """Kind, name, chapter and settings of everything open, by bank."""
        columns = [opened_table.c[name] for name in ("bank", "kind", "name", "chapter", "settings")]
        query = opened_table.select().with_only_columns(*columns).where(opened_table.c.closed_at.is_(None))
        rows = await self.floor.database.read(lambda connection: connection.execute(query.order_by("name")).all())
        banks: dict[str, list[tuple[str, str, str, Settings]]] = {}
        for bank, kind, name, chapter, settings in map(tuple, rows):
            banks.setdefault(bank, []).append((kind, name, chapter, msgspec.json.decode(settings, type=Settings)))
        return banks

    async def names(self) -> set[str]:
        """The names of all tables and rooms that are open or were."""
        query = opened_table.select().with_only_columns(opened_table.c.name)
        return set(await self.floor.database.read(lambda connection: connection.execute(query).scalars().all()))

    async def take_up(
        self, name: str, tables: list[tuple[str, str, str, Settings]], discarded: list[str] | None = None
    ) -> bool:
        """Serve an open bank if its lease is free; returns whether it does. Reasons for discarded promises go to the log or to
        `discarded`."""
        present = self.floor.banks.get(name)
        if present is not None and not isinstance(present, ReplicaBank):
            return False
        fence = await self.leases.take(name)
        if fence is None:
            return False
        bank: Bank
        if tables[0][0] == ROOM:
            bank = RoomBank(tables[0][1], self._streams(), self.key, self._chance)
        else:
            bank = TableBank(name, self._streams(), self.key, self._chance)
            bank.opened = {each: Opened(each, chapter, about.house, about.meter) for _, each, chapter, about in tables}
        bank.fence = fence
        try:
            if self.floor.custody is not None:
                bank.doubt = await self.floor.custody.doubt(name)
            await asyncio.to_thread(bank.rebuild)
            await self._know(bank)
        except Exception as error:  # also a log that does not follow the rules: the others are served all the same
            log.error("a bank cannot be taken up", bank=name, why=reason(error))
            for kind, each, chapter, _ in tables:
                self.broken[each] = BrokenTable(each, name, chapter, reason(error), kind)
            await self.leases.release(name)
            return False
        if not self.leases.holds(name):  # lost while the logs were read: the next look takes it up, under another fence
            return False
        for _, each, _, _ in tables:
            self.broken.pop(each, None)
        if (followed := self.floor.banks.get(name)) is not None:  # a client followed it meanwhile
            if not isinstance(followed, ReplicaBank):  # or another call was faster
                return False
            self.floor.remove(followed, "resync")
        doubted = bank.doubt
        self.floor.add(bank)
        if doubted:
            if discarded is None:
                log.warning("promises of chance are discarded", bank=name, why=doubted)
            else:
                discarded.append(doubted)
            await self._discarded(bank)
        return True

    async def give_up(self, bank: Bank) -> bool:
        """Write what is under way, take nothing more and let another process have the bank; returns whether it may. Its viewers
        stay until they are removed."""
        if bank.pending:
            written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            bank.pending[-1].waiting.append(lambda error: None if written.done() else written.set_result(None))
            bank.broken = MOVES
            await written
        if bank.broken not in ("", MOVES) or self.floor.banks.get(bank.name) is not bank:
            return False
        bank.broken = MOVES
        try:
            await self.leases.release(bank.name)
        except PitbossError:  # the lease ended with its connection: whichever process sees that first takes the bank up
            self.floor.remove(bank, "resync")
            raise
        return True

    async def _discarded(self, bank: Bank) -> None:
        """Wait until the promises of a bank are discarded. If the commit fails, the rebuilt bank discards them."""
        assert self.floor.custody is not None
        with suppress(PitbossError):
            await self.floor.settled(bank, lambda: None)
            await self.floor.custody.settled(bank.name)

    async def _know(self, bank: Bank) -> None:
        """Look up the accounts of all players at a bank."""
        names = {seat.player for table in bank.tables.values() for seat in table.seats.values()}
        query = accounts_table.select().with_only_columns(accounts_table.c.name, accounts_table.c.id)
        query = query.where(accounts_table.c.name.in_(names))
        rows = await self.floor.database.read(lambda connection: connection.execute(query).all())
        self.floor.accounts |= {str(name): int(number) for name, number in rows}

    def _streams(self) -> Streams:
        return Streams(self.floor.database, self.key)

    # ------------------------------------------------------------------ opening and closing

    async def open_table(
        self, by: Account | None, name: str, chapter: str, house: Mapping[str, Any] | None = None, meter: str = ""
    ) -> LiveTable:
        """Open a table as a house submits it; raises PitbossError."""
        async with self._opening:
            await self._check_name(name)
            if meter:
                check_name(meter)
            chapter = rulebook.chapter(chapter).chapter
            if chapter in NONBANKED:
                raise NotAuthorized(f"chapter {chapter} is played in a Poker room: open one, and its tables there")
            if chapter not in BANKED:
                raise NotAuthorized(f"chapter {chapter} is not a game; the chapters are {', '.join(BANKED)}")
            check_waivers(house or {})
            check_passes(chapter, house or {})
            chosen = House.of(chapter, house)
            check_works(game(chapter), chosen)  # lawful tables may exceed what a table here can do
            opened = Opened(name, chapter, dict(chosen.given), meter)
            bank = await self._bank_for(opened)
            if bank.opened and next(iter(bank.opened.values())).chapter != chapter:
                raise NotAuthorized("tables that are linked to one meter are of one chapter")
            settings = Settings(dict(opened.house), meter)
            event = TableOpened(by=_by(by), at=now(), table=name, chapter=chapter, bank=opened.bank)
            with self._opens(bank, name):
                await self._register(bank, lambda pending: bank.open(opened), name, settings, event)
            return self.floor.tables[name]

    async def reopen_table(self, by: Account, name: str) -> LiveTable:
        """Open a closed table again under its name, as it was opened first; raises PitbossError."""
        async with self._opening:
            opened = next((each for each in await self.closed_tables() if each.name == name), None)
            if opened is None:
                raise NotAuthorized(f"there is no closed table {name}")
            check_waivers(opened.house)
            check_passes(opened.chapter, opened.house)
            bank, at = await self._bank_for(opened), now()
            event = office.TableReopened(by=by.by, at=at, table=name)
            sql = "UPDATE opened SET opened_at = ?, opened_by = ?, closed_at = NULL, closed_by = NULL WHERE name = ?"
            with self._opens(bank, name):
                await self.floor.commit(
                    bank,
                    lambda pending: bank.reopen(opened),
                    work=lambda execute: execute(sql, [at, by.id, name]),
                    office=[office.encode(event)],
                )
            return self.floor.tables[name]

    async def closed_tables(self) -> list[Opened]:
        """The tables that were closed, as they were opened first, by name."""
        columns = [opened_table.c[name] for name in ("name", "chapter", "settings")]
        query = opened_table.select().with_only_columns(*columns).order_by("name")
        query = query.where(opened_table.c.closed_at.is_not(None), opened_table.c.kind == TABLE)
        rows = await self.floor.database.read(lambda connection: connection.execute(query).all())
        settings = [(name, chapter, msgspec.json.decode(about, type=Settings)) for name, chapter, about in map(tuple, rows)]
        return [Opened(name, chapter, about.house, about.meter) for name, chapter, about in settings]

    async def _bank_for(self, opened: Opened) -> TableBank:
        """The bank of a table that opens, with its lease."""
        bank = self.floor.banks.get(opened.bank)
        if bank is None:
            bank = TableBank(opened.bank, self._streams(), self.key, self._chance)
            bank.fence = await self._lease(opened.bank)
            self.floor.add(bank)
        assert isinstance(bank, TableBank)
        return bank

    @contextmanager
    def _opens(self, bank: TableBank, name: str) -> Iterator[None]:
        """A table opens; if that fails, its bank is as before."""
        try:
            yield
        except BaseException:
            bank.opened.pop(name, None)
            if not bank.opened:
                self.floor.remove(bank, "the table was not opened after all")
            raise

    async def open_room(self, by: Account | None, name: str, chapter: str) -> LiveRoom:
        """Sets a Poker room aside."""
        async with self._opening:
            await self._check_name(name)
            if chapter not in NONBANKED:
                raise NotAuthorized(f"a Poker room is under chapter {' or '.join(NONBANKED)}, not {chapter}")
            bank = RoomBank(name, self._streams(), self.key, self._chance)
            bank.fence = await self._lease(bank.name)
            event = RoomOpened(by=_by(by), at=now(), room=name, chapter=chapter)
            self.floor.add(bank)
            try:
                await self._register(bank, lambda pending: bank.open(chapter), name, Settings(), event)
            except BaseException:
                self.floor.remove(bank, "the room was not opened after all")
                raise
            return self.floor.rooms[name]

    async def _register(
        self, bank: Bank, act: Callable[[Any], Any], name: str, settings: Settings, event: TableOpened | RoomOpened
    ) -> None:
        """Open a table or a room, on record."""
        sql = "INSERT INTO opened (name, kind, bank, chapter, settings, opened_at, opened_by) VALUES (?, ?, ?, ?, ?, ?, ?)"
        kind, about = TABLE if isinstance(event, TableOpened) else ROOM, msgspec.json.encode(settings).decode()
        row = [name, kind, bank.name, event.chapter, about, event.at, event.by.account or None]
        await self.floor.commit(bank, act, work=lambda execute: execute(sql, row), office=[office.encode(event)])

    async def close_table(self, by: Account, live: LiveTable) -> None:
        """Close a table for good, between rounds and with no players. If the house has failed there, void the round and return
        all chips first."""
        bank = live.bank
        if not isinstance(bank, TableBank):
            raise NotAuthorized("a table of a Poker room is closed by its room")
        if bank.lost:
            await self._close_lost(by, live, bank)
            return
        if live.failed:
            await self._clear(by, live)
        elif live.bots and live.names.keys() == live.bots.keys():
            await bots.dismiss(self.floor, live)
        if live.table.seats:
            raise NotAuthorized(f"{SEATED}: {', '.join(sorted({seat.player for seat in live.table.seats.values()}))}")
        command = said.Command(said.Close(), Author("floorperson", by.name), now())
        event = office.TableClosed(by=_by(by), at=now(), table=live.name)
        sql, row = "UPDATE opened SET closed_at = ?, closed_by = ? WHERE name = ?", [event.at, by.id, live.name]
        await self.floor.commit(
            bank,
            lambda pending: self.floor.carry_out(live, command, pending),
            work=lambda execute: execute(sql, row),
            office=[office.encode(event)],
        )
        await self._forget(live, bank)

    async def _clear(self, by: Account, live: LiveTable) -> None:
        """Void the round and unseat everybody, on record."""
        deeds: list[said.Deed] = [said.Leave(seat) for seat in live.table.seats]
        if live.table.round is not None:
            deeds.insert(0, said.VoidRound("the pit closes the table", live.failed))
        for deed in deeds:
            await self.floor.say(live, deed, Author("floorperson", by.name))

    async def close_broken(self, by: Account, broken: BrokenTable) -> None:
        """Closes a table or a room that could not be taken up: its seats get their chips back as the ledger has them."""
        fence = await self._lease(broken.bank)
        try:
            await self.floor.writer.write(closing(broken, fence, by, now()))
        finally:
            await self.leases.release(broken.bank)
        self.broken.pop(broken.name, None)

    async def _close_lost(self, by: Account, live: LiveTable, bank: TableBank) -> None:
        """Closes a table of a bank that cannot be rebuilt while the floor is open."""
        broken = BrokenTable(live.name, bank.name, live.table.game.chapter, bank.lost, TABLE)
        await self.floor.writer.write(closing(broken, bank.fence, by, now()))
        await self._forget(live, bank)

    async def _forget(self, live: LiveTable, bank: TableBank) -> None:
        """A table has closed for good, and with the last one its bank."""
        bank.forget(live.name)
        self.floor.remove_table(live, "the table has closed")
        if not bank.opened:
            self.floor.remove(bank, "the table has closed")
            await self.leases.release(bank.name)

    def closable(self) -> dict[str, BrokenTable]:
        """The tables that could not be taken up and the rooms that cannot be rebuilt, by name."""
        lost = [room for room in self.floor.rooms.values() if room.bank.lost]
        return self.broken | {room.name: _broken_room(room) for room in lost}

    async def close_room(self, by: Account, name: str) -> None:
        """Closes a room that cannot be rebuilt. Any other room closes by its own command, when its tables are closed."""
        room = self.floor.rooms.get(name)
        if room is None and name in self.broken:
            await self.close_broken(by, self.broken[name])
            return
        if room is None or not room.bank.lost:
            raise NotAuthorized("a room that can be played on closes by its own command, once its tables are closed")
        await self.floor.writer.write(closing(_broken_room(room), room.bank.fence, by, now()))
        self.floor.remove(room.bank, "the room has closed")
        await self.leases.release(room.bank.name)

    async def open_room_table(self, by: Account | None, room: LiveRoom, name: str, house: Mapping[str, Any]) -> LiveTable:
        """Opens a table of a Poker room."""
        check_name(name)
        author = Author("floorperson", by.name if by is not None else "")
        check_waivers(house)
        await self.floor.say(room, OpenTable(name, dict(house)), author)
        return self.floor.tables[f"{room.name}/{name}"]

    async def _check_name(self, name: str) -> None:
        check_name(name)
        query = opened_table.select().with_only_columns(opened_table.c.closed_at).where(opened_table.c.name == name)
        row = await self.floor.database.read(lambda connection: connection.execute(query).one_or_none())
        if row is not None:
            other = "reopen it, or choose another name" if row[0] is not None else "choose another name"
            raise NotAuthorized(f"there is, or was, a table {name}; {other}")

    async def _lease(self, bank: str) -> int:
        fence = await self.leases.take(bank)
        if fence is None:
            raise NotAuthorized(f"{bank} is served by another process; open the table there")
        return fence


def _broken_room(room: LiveRoom) -> BrokenTable:
    state = room.bank.room
    return BrokenTable(room.name, room.bank.name, "" if state is None else state.state.chapter, room.bank.lost, ROOM)


def check_waivers(house: Mapping[str, Any]) -> None:
    """Check that the waivers of a house are in force today."""
    if WORD in house:
        check_in_force(house[WORD], datetime.now(UTC).date())


def check_name(name: str) -> None:
    """Whether a table can be called so; raises NotAuthorized."""
    if len(name) > LONGEST_NAME or not NAME.fullmatch(name):
        raise NotAuthorized(f"a table's name is of small letters, digits and single hyphens, at most {LONGEST_NAME}")


def _by(account: Account | None) -> office.By:
    return office.HOUSE if account is None else account.by
