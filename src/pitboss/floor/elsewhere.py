"""Several processes on one floor: what is served elsewhere is followed here, and what is said here is passed on.

All of it goes through the database, which is the one thing that the processes share: the writer of each tells by NOTIFY which
streams have gone on, and a command for a table that another process serves is sent there, and its answer back, in the same way.
A bank whose process has died is taken up by another.
"""

import asyncio
import secrets
import time
from contextlib import suppress
from functools import partial
from typing import Any, LiteralString

import msgspec
import psycopg
import structlog
from psycopg.sql import SQL, Identifier

from pitboss import errors
from pitboss.card_room.commands import Deed as RoomDeed
from pitboss.errors import DatabaseFailed, PitbossError, public
from pitboss.floor import office
from pitboss.floor.accounts import Account
from pitboss.floor.asks import Ask, ask
from pitboss.floor.banks import Again, Bank, Opened
from pitboss.floor.floor import Floor, Reply
from pitboss.floor.following import FollowedRoom, FollowedTables, Following
from pitboss.floor.leases import process_id
from pitboss.floor.live import LiveTable
from pitboss.floor.logs import reason
from pitboss.floor.openings import ROOM, Openings
from pitboss.floor.postgres import CHANNEL, address
from pitboss.floor.rooms import LiveRoom
from pitboss.floor.units import OFFICE
from pitboss.table.commands import Deed

log = structlog.get_logger("pitboss.floor")
BEAT = 1.0  # seconds between two looks for banks that nobody serves
PATIENCE = 10.0  # seconds until an answer from another process is given up
UNUSED = 60.0  # seconds after which a bank that nobody looks at is followed no longer
LONGEST = 7900  # bytes of a message; the server takes less than 8000
KINDS: dict[str, type[PitbossError]] = {
    name: kind for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, PitbossError)
}


class Call(msgspec.Struct, omit_defaults=True):
    """Something that is asked of another process, or answered to it."""

    number: int
    sender: str
    place: str = ""  # the table or room; "" for an answer
    asked: Ask | None = None  # None for a command
    who: Account | None = None
    deed: msgspec.Raw = msgspec.Raw(b"null")
    version: int | None = None
    id: str = ""
    error: str = ""  # of an answer: the kind of the error, its sentence and its paragraph
    why: str = ""
    cite: str = ""


class Elsewhere:
    """The other processes of the floor."""

    def __init__(self, floor: Floor, openings: Openings) -> None:
        self.floor, self.openings = floor, openings
        self.id = process_id()
        self._conninfo = address(floor.database.url)
        self._used: dict[str, float] = {}  # when a bank that is followed was asked for last
        self._office: int | None = None  # the last line of the office that was read
        self._free: set[str] = set()  # banks that nobody served at the last look
        self._waiting: dict[int, tuple[str, asyncio.Future[Call]]] = {}  # with the bank that is asked
        self._numbers = secrets.randbits(40)
        self._unseen: list[tuple[LiveTable, int, asyncio.Future[None]]] = []  # who waits to see a version here
        self._following: dict[str, asyncio.Future[None]] = {}  # banks that are about to be followed
        self._behind: dict[str, asyncio.Event] = {}  # banks that are followed, to be woken when their streams go on
        self._tasks: set[asyncio.Task[None]] = set()
        self._said: dict[tuple[str, int], asyncio.Task[None]] = {}  # what each person said last at each place
        self._talk: psycopg.AsyncConnection[tuple[Any, ...]] | None = None
        self._turn = asyncio.Lock()
        for work in (self._listen(), self._watch()):
            self._spawn(work)

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Ends all of it."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._talk is not None:
            await self._talk.close()

    # ------------------------------------------------------------------ hearing

    async def _listen(self) -> None:
        """Hears which streams have gone on, and what is asked of this process, for as long as it lives."""
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
                async with connection:
                    for channel in (CHANNEL, channel_of(self.id)):
                        await connection.execute(SQL("LISTEN {}").format(Identifier(channel)))
                    self._wake(None)
                    async for notice in connection.notifies():
                        if notice.channel == CHANNEL:
                            self._wake(msgspec.json.decode(notice.payload, type=dict[str, int]))
                        else:
                            self._hear(msgspec.json.decode(notice.payload, type=Call))
            except (psycopg.Error, OSError) as error:
                log.warning("the line to the database is lost", why=str(error))
            except msgspec.MsgspecError as error:
                log.error("another process sent something that cannot be understood", why=str(error))
            await asyncio.sleep(BEAT)

    def _wake(self, streams: dict[str, int] | None) -> None:
        """Some streams have gone on; None: nobody knows which."""
        if streams is None or OFFICE in streams:
            self._spawn(self._look_at_people())
        for name, event in self._behind.items():
            bank = self.floor.banks.get(name)
            if streams is None or not isinstance(bank, Following) or not bank.streams_of().isdisjoint(streams):
                event.set()

    async def _look_at_people(self) -> None:
        """Whoever was given another role or name, disabled or signed out by another process has to come again here too."""
        last = self.floor.database.head if self._office is None else None
        try:
            if last is not None:
                head = await asyncio.to_thread(last, OFFICE)
                self._office = head.seq if head is not None else 0
                return
            lines = await asyncio.to_thread(lambda: list(self.floor.database.lines(OFFICE, self._office or 0)))
        except PitbossError as error:
            log.warning("nobody knows what the office did", why=str(error))
            return
        for line in lines:
            self._office = max(self._office or 0, line.seq)
            event = office.decode(line.body)
            if isinstance(event, office.AccountNamed | office.RoleGranted | office.AccountDisabled | office.SessionsEnded):
                self.floor.account_changed(event.account)

    async def _follow(self, name: str) -> None:
        """Shows what another process has written, whenever it has, until nobody looks any more."""
        behind = self._behind[name]
        try:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(behind.wait(), UNUSED)
                bank = self.floor.banks.get(name)
                if not isinstance(bank, Following) or self._behind.get(name) is not behind:
                    return
                if not behind.is_set() and self._is_unused(bank):
                    self.floor.remove(bank, "resync")
                    return
                behind.clear()
                try:
                    read = await asyncio.to_thread(bank.read_on)
                    if self.floor.banks.get(name) is not bank:
                        return
                    self.floor.heard(bank, bank.catch_up(read))
                    self._tell_seen()
                except Exception as error:
                    log.warning("a bank cannot be followed", bank=name, why=reason(error))
                    self.floor.remove(bank, "resync")
                    return
        finally:
            if self._behind.get(name) is behind:
                del self._behind[name]

    def _tell_seen(self) -> None:
        waiting, self._unseen = self._unseen, []
        for live, version, seen in waiting:
            if live.durable < version and not live.closed:
                self._unseen.append((live, version, seen))
            elif not seen.done():
                seen.set_result(None)

    def _is_unused(self, bank: Following) -> bool:
        looked = any(len(live.viewing) or live.joining for live in self.floor.tables.values() if live.bank is bank)
        return not looked and time.monotonic() - self._used.get(bank.name, 0.0) > UNUSED

    # ------------------------------------------------------------------ banks of others, and of nobody

    async def find(self, name: str = "") -> None:
        """Follows the bank of a table or room of this name, or every bank, where it is open and served elsewhere."""
        for bank, tables in (await self.openings.open_banks()).items():
            if not name or any(each == name or (kind == ROOM and name.startswith(f"{each}/")) for kind, each, _, _ in tables):
                await self.follow(bank, tables)

    async def follow(self, name: str, tables: list[Any]) -> None:
        """Follows a bank, unless it is here already."""
        self._used[name] = time.monotonic()
        if name in self.floor.banks:
            return
        if name in self._following:  # somebody else has just asked for it
            await asyncio.shield(self._following[name])
            return
        following = self._following[name] = asyncio.ensure_future(self._begin_to_follow(name, tables))
        following.add_done_callback(lambda done: self._following.pop(name, None))
        await asyncio.shield(following)

    async def _begin_to_follow(self, name: str, tables: list[Any]) -> None:
        database, key = self.floor.database, self.openings.key

        def make() -> Following:
            if tables[0][0] == ROOM:
                return FollowedRoom(tables[0][1], database, key)
            opened = [Opened(each, chapter, about.house, about.meter) for _, each, chapter, about in tables]
            return FollowedTables(name, database, key, opened)

        bank = await asyncio.to_thread(make)
        bank.served_by = await self._server_of(name)
        if name in self.floor.banks:  # it was taken up meanwhile
            return
        self._behind[name] = asyncio.Event()
        self._behind[name].set()
        self.floor.add(bank)
        self._spawn(self._follow(name))

    async def _look_who_serves(self) -> None:
        followed = [bank for bank in self.floor.banks.values() if isinstance(bank, Following)]
        if not followed:
            return
        names = [bank.name for bank in followed]
        row = await self._ask("SELECT json_object_agg(bank, process) FROM lease WHERE bank = ANY(%s)", [names])
        for bank in followed:
            if row and row[0]:
                self._is_served_by(bank, str(row[0].get(bank.name, "")).rpartition(" ")[2])

    def _is_served_by(self, bank: Bank, process: str) -> None:
        """Another process may have taken a bank up: it has to hear who has a line to this one, or it waits for nobody."""
        if process == bank.served_by:
            return
        bank.served_by = process
        for live in [live for live in self.floor.tables.values() if live.bank is bank]:
            for player, lines in live.lines.items():
                if "" in lines:
                    self.tell(live, "came", player)

    async def _server_of(self, bank: str) -> str:
        found = await self._ask("SELECT process FROM lease WHERE bank = %s", [bank])
        return str(found[0]).rpartition(" ")[2] if found else ""

    async def _watch(self) -> None:
        """Takes up banks that nobody serves, for as long as this process lives."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._take_up()
            except (PitbossError, psycopg.Error, OSError) as error:
                log.warning("nobody knows which banks are free", why=str(error))

    async def _take_up(self) -> None:
        if self.floor.stopping:
            return
        found = set(await self.openings.free_banks())
        free, self._free = found & self._free, found  # of those that stop and start others may take their share first
        await self._look_who_serves()
        if not free:
            return
        known = await self.openings.open_banks()
        for asked, waiting in list(self._waiting.values()):
            if asked in free and not waiting.done():
                waiting.set_exception(Again("the process that served this table is gone: say it again"))
        for name in free:
            bank = self.floor.banks.get(name)
            if name not in known or (bank is not None and not isinstance(bank, Following)):
                continue
            if bank is not None:
                self.floor.remove(bank, "resync")
            if await self.openings.take_up(name, known[name]):
                log.info("a bank has been taken up", bank=name)

    # ------------------------------------------------------------------ asking others

    async def _ask(self, sql: LiteralString, parameters: list[Any]) -> tuple[Any, ...] | None:
        async with self._turn:
            try:
                if self._talk is None or self._talk.closed:
                    self._talk = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
                    await self._talk.execute("SET synchronous_commit = off")  # messages are not kept
                cursor = await self._talk.execute(sql, parameters)
                return await cursor.fetchone() if cursor.description is not None else None
            except (psycopg.Error, OSError):
                if self._talk is not None:
                    await self._talk.close()
                self._talk = None
                raise Again("the database of the floor does not answer just now: say it again") from None

    async def _send(self, process: str, call: Call) -> None:
        text = msgspec.json.encode(call).decode()
        if len(text.encode()) > LONGEST:
            raise errors.BadCommand("that is too long to be passed on to the process that serves this table")
        await self._ask("SELECT pg_notify(%s, %s)", [channel_of(process), text])

    async def _call(self, place: LiveTable | LiveRoom, **given: Any) -> int:
        """Asks the process that serves a table or room, and waits for its answer; raises what it raises."""
        bank = place.bank
        self._numbers += 1
        number = self._numbers
        answered: asyncio.Future[Call] = asyncio.get_running_loop().create_future()
        self._waiting[number] = bank.name, answered
        try:
            await self._send(bank.served_by, Call(number, self.id, place.name, **given))
            async with asyncio.timeout(PATIENCE):
                answer = await answered
        except TimeoutError:
            self._is_served_by(bank, await self._server_of(bank.name))
            raise Again("the process that serves this table does not answer: say it again") from None
        finally:
            del self._waiting[number]
        if answer.error:
            raise KINDS.get(answer.error, Again)(answer.why, answer.cite)
        return answer.version or 0

    async def ask(self, live: LiveTable, asked: Ask) -> int:
        """Has something done by the process that serves a table."""
        return await self._call(live, asked=msgspec.structs.replace(asked, process=self.id))

    def tell(self, live: LiveTable, what: str, player: str) -> None:
        """Tells the process that serves a table that somebody came or went."""

        async def pass_on() -> None:
            with suppress(PitbossError):
                await self.ask(live, Ask(what, player))

        self._spawn(pass_on())

    def say(self, place: LiveTable | LiveRoom, who: Account, deed: Any, version: int | None, id_: str, reply: Reply) -> None:
        """Passes a command on to the process that serves a table, after what the same person said there before."""
        before = self._said.get((place.name, who.id))

        async def pass_on() -> None:
            if before is not None and not before.done():
                await asyncio.wait([before])
            try:
                given = {"who": who, "deed": msgspec.Raw(msgspec.json.encode(deed)), "version": version, "id": id_}
                found = await self._call(place, **given)
                if isinstance(place, LiveTable):
                    await self.seen(place, found)
            except PitbossError as error:
                reply(error)
            else:
                reply(found)

        said = self._said[place.name, who.id] = self._spawn(pass_on())
        said.add_done_callback(partial(self._forget, place.name, who.id))

    def _forget(self, place: str, account: int, said: asyncio.Task[None]) -> None:
        if self._said.get((place, account)) is said:
            del self._said[place, account]

    async def seen(self, live: LiveTable, version: int) -> None:
        """Waits until a version is seen here too, so that nobody hears of his command before he sees what it did, nor is shown
        less of a table than he has seen of it at another process."""
        if live.durable < version:
            seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._unseen.append((live, version, seen))
            with suppress(TimeoutError):
                await asyncio.wait_for(seen, PATIENCE)

    # ------------------------------------------------------------------ answering others

    def _hear(self, call: Call) -> None:
        if call.place:
            self._spawn(self._answer(call))
        elif call.number in self._waiting:
            waiting = self._waiting[call.number][1]
            if not waiting.done():
                waiting.set_result(call)

    async def _answer(self, call: Call) -> None:
        answer = Call(call.number, self.id)
        try:
            answer.version = await self._do(call)
        except PitbossError as error:
            why = public(error) if isinstance(error, DatabaseFailed) else error.message
            answer.error, answer.why, answer.cite = type(error).__name__, why[:2000], error.cite
        except Exception as error:
            log.exception("another process asked for what failed", ask=call.asked.kind if call.asked else "say")
            answer.error, answer.why = "Stopped", f"that failed: {type(error).__name__}"
        with suppress(PitbossError):
            await self._send(call.sender, answer)

    async def _do(self, call: Call) -> int:
        floor = self.floor
        place: LiveTable | LiveRoom | None = floor.tables.get(call.place) or floor.rooms.get(call.place)
        if place is None or place.bank.served_by:
            raise Again("this table is served by another process by now: say it again")
        if call.asked is None:
            assert call.who is not None
            kind: Any = Deed if isinstance(place, LiveTable) else RoomDeed
            return await floor.ask(place, call.who, msgspec.json.decode(call.deed, type=kind), call.version, call.id)
        assert isinstance(place, LiveTable)
        return await ask(self.openings, place, call.asked)


def channel_of(process: str) -> str:
    """The channel on which a process hears what is asked of it."""
    return f"pitboss_{process}"
