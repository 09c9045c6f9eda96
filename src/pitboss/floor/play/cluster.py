"""The cluster: processes of one floor follow each other's banks and forward commands.

They communicate through PostgreSQL only. Each writer announces by NOTIFY which streams have new lines; commands for another
process and their answers travel the same way. When a process dies, another takes over its banks.
"""

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Any, LiteralString

import msgspec
import psycopg
import structlog
from psycopg.sql import SQL, Identifier

from pitboss import errors
from pitboss.card_room.commands import Deed as RoomDeed
from pitboss.errors import PitbossError
from pitboss.floor.people.followed_office import FollowedOffice
from pitboss.floor.play.banks import Bank, Opened, RetryLaterError
from pitboss.floor.play.command_requests import Answer, CommandRequest, Place
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import TableRequest
from pitboss.floor.play.replicas import ReplicaBank, RoomReplica, TableReplicas
from pitboss.floor.play.rooms import LiveRoom
from pitboss.floor.play.rpc import Call, channel_of, handle, read_error, write_error
from pitboss.floor.play.table_lifecycle import ROOM, TableLifecycle
from pitboss.floor.server_log import reason
from pitboss.floor.storage.leases import process_id
from pitboss.floor.storage.postgres import CHANNEL, address
from pitboss.floor.storage.shares import Move, moves
from pitboss.floor.storage.transactions import OFFICE
from pitboss.table.commands import Deed

log = structlog.get_logger("pitboss.floor")
BEAT = 1.0  # seconds between two looks for free banks
PATIENCE = 10.0  # seconds until an answer from another process is given up
TOLD_AGAIN = 0.2  # seconds until a process that could not be told of a player is told again
RESERVED_AGAIN = 0.02  # seconds between two attempts to reserve the chips of an account
UNUSED = 60.0  # seconds without a viewer until a replica is dropped
LONGEST = 7900  # bytes of a message; the server takes less than 8000
WAITS = 5  # looks at a free bank until any process takes it, not only the one to which it falls
TAKE_UP = "take up"  # asked of a process that a bank is handed over to


class Cluster:
    """The other processes of the floor."""

    def __init__(self, floor: Floor, lifecycle: TableLifecycle) -> None:
        self.floor, self.lifecycle = floor, lifecycle
        self.id = process_id()
        self._conninfo = address(floor.database.url)
        self._used: dict[str, float] = {}  # when a bank that is followed was asked for last
        self._office = FollowedOffice(floor.database, floor.account_changed)  # who was renamed, disabled, signed out
        self._free: dict[str, int] = {}  # banks without a server, with the number of looks since
        self._served: dict[str, dict[str, int]] = {}  # the banks of all processes at the last look
        self._leaving = False
        self._waiting: dict[int, tuple[str, asyncio.Future[Call]]] = {}  # with the bank that is asked
        self._numbers = secrets.randbits(40)
        self._unseen: list[tuple[LiveTable, int, asyncio.Future[None]]] = []  # waiters for versions
        self._following: dict[str, asyncio.Future[None]] = {}  # banks that are about to be followed
        self._behind: dict[str, asyncio.Event] = {}  # banks that are followed, to be woken when their streams go on
        self._tasks: set[asyncio.Task[None]] = set()
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
        """Listen for new lines and for requests to this process."""
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
            except Exception:  # without this line no other process is heard any more
                log.exception("a message of another process could not be handled")
            await asyncio.sleep(BEAT)

    def _wake(self, streams: dict[str, int] | None) -> None:
        """Wake the followers of these streams, or of all (None)."""
        if streams is None or OFFICE in streams:
            self._spawn(self._office.look())
        for name, event in self._behind.items():
            bank = self.floor.banks.get(name)
            if streams is None or not isinstance(bank, ReplicaBank) or not bank.streams_of().isdisjoint(streams):
                event.set()

    async def _follow(self, name: str) -> None:
        """Show another process's new records until no viewer is left."""
        behind = self._behind[name]
        try:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(behind.wait(), UNUSED)
                bank = self.floor.banks.get(name)
                if not isinstance(bank, ReplicaBank) or self._behind.get(name) is not behind:
                    return
                if not behind.is_set() and self._is_unused(bank):
                    self.floor.remove(bank, "resync")
                    return
                behind.clear()
                try:
                    read = await asyncio.to_thread(bank.read_on)
                    if self.floor.banks.get(name) is not bank:
                        return
                    self.floor.apply_news(bank, bank.catch_up(read))
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

    def _is_unused(self, bank: ReplicaBank) -> bool:
        looked = any(len(live.broadcast) or live.joining for live in self.floor.tables.values() if live.bank is bank)
        return not looked and time.monotonic() - self._used.get(bank.name, 0.0) > UNUSED

    # ------------------------------------------------------------------ banks of others, and of nobody

    async def find(self, name: str = "") -> None:
        for bank, tables in (await self.lifecycle.open_banks()).items():
            if not name or any(each == name or (kind == ROOM and name.startswith(f"{each}/")) for kind, each, _, _ in tables):
                await self.follow(bank, tables)

    async def follow(self, name: str, tables: list[Any]) -> None:
        """Follows a bank, unless it is here already."""
        self._used[name] = time.monotonic()
        if name in self.floor.banks:
            return
        if name in self._following:  # another caller has just started
            await asyncio.shield(self._following[name])
            return
        following = self._following[name] = asyncio.ensure_future(self._begin_to_follow(name, tables))
        following.add_done_callback(lambda done: self._following.pop(name, None))
        await asyncio.shield(following)

    async def _begin_to_follow(self, name: str, tables: list[Any]) -> None:
        database, key = self.floor.database, self.lifecycle.key

        def make() -> ReplicaBank:
            if tables[0][0] == ROOM:
                return RoomReplica(tables[0][1], database, key)
            opened = [Opened(each, chapter, about.house, about.meter) for _, each, chapter, about in tables]
            return TableReplicas(name, database, key, opened)

        bank = await asyncio.to_thread(make)
        bank.served_by = await self._server_of(name)
        if name in self.floor.banks:  # it was taken up meanwhile
            return
        self._behind[name] = asyncio.Event()
        self._behind[name].set()
        self.floor.add(bank)
        self._spawn(self._follow(name))

    async def _look_who_serves(self) -> None:
        followed = [bank for bank in self.floor.banks.values() if isinstance(bank, ReplicaBank)]
        if not followed:
            return
        names = [bank.name for bank in followed]
        row = await self._ask("SELECT json_object_agg(bank, process) FROM lease WHERE bank = ANY(%s)", [names])
        for bank in followed:
            if row and row[0]:
                self._is_served_by(bank, str(row[0].get(bank.name, "")).rpartition(" ")[2])

    def _is_served_by(self, bank: Bank, process: str) -> None:
        """Note a bank's new server, and tell it which players have a line to this process."""
        if process == bank.served_by:
            return
        bank.served_by = process
        for live in [live for live in self.floor.tables.values() if live.bank is bank]:
            for player, lines in live.lines.items():
                if "" in lines:
                    self.tell(live, "came", player)

    async def _server_of(self, bank: str) -> str:
        row = await self._ask("SELECT process FROM lease WHERE bank = %s", [bank])
        return str(row[0]).rpartition(" ")[2] if row else ""

    async def _watch(self) -> None:
        """Take over banks whose process is gone."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._take_up()
            except (PitbossError, psycopg.Error, OSError) as error:
                log.warning("nobody knows which banks are free", why=str(error))
            except Exception:  # whoever looks no more takes no table up any more
                log.exception("free banks could not be taken up")

    async def _take_up(self) -> None:
        """Look which banks are free and who serves the others. What is so at two looks is acted on: processes that stop and
        start others may take their share first."""
        if self.floor.stopping or self._leaving:
            return
        leases = self.lifecycle.leases
        free, served = await leases.free(), await leases.served()
        self._free = {bank: self._free.get(bank, 0) + 1 for bank in free}
        steady, self._served = served == self._served, served
        await self._look_who_serves()
        banks = self.floor.banks
        held = {name for name, bank in banks.items() if bank.broken or any(live.held_by for live in self._lives(bank))}
        plan = moves(served, free, held)
        mine = {move.bank for move in plan if not move.source and move.target == self.id}
        if found := [bank for bank, looks in self._free.items() if looks > (1 if bank in mine or not served else WAITS)]:
            open_banks = await self.lifecycle.open_banks()
            self._ask_again(found)
            for name in found:
                if name in open_banks and await self.lifecycle.take_up(name, open_banks[name]):
                    log.info("a bank has been taken up", bank=name)
        elif steady and not free:
            await self._hand_over([move for move in plan if move.source == self.id])

    def _lives(self, bank: Bank) -> list[LiveTable]:
        return [live for live in self.floor.tables.values() if live.bank is bank]

    def _ask_again(self, free: list[str]) -> None:
        """Whoever waits for the process that had a bank tries again."""
        for asked, waiting in list(self._waiting.values()):
            if asked in free and not waiting.done():
                waiting.set_exception(RetryLaterError("the process that served this table is gone: say it again"))

    # ------------------------------------------------------------------ handing over

    async def _hand_over(self, plan: list[Move]) -> None:
        """Hand banks over, one after the other to each process."""

        async def each(target: str) -> None:
            for move in plan:
                if move.target == target and (bank := self.floor.banks.get(move.bank)) is not None:
                    await self._hand_over_bank(bank, target)

        await asyncio.gather(*(each(target) for target in {move.target for move in plan}))

    async def _hand_over_bank(self, bank: Bank, target: str) -> None:
        """Hand a bank over to another process, which takes it up at once; then its viewers here follow it there."""
        began = time.monotonic()
        if not await self.lifecycle.give_up(bank):
            return
        try:
            await self._request(bank.name, target, Call(0, self.id, bank.name, TableRequest(TAKE_UP)))
            log.info("a bank was handed over", bank=bank.name, to=target, seconds=round(time.monotonic() - began, 3))
        except PitbossError as error:
            log.warning("a bank was given up and not taken", bank=bank.name, to=target, why=str(error))
        self.floor.remove(bank, "resync")

    async def leave(self) -> None:
        """Hand all banks over before this process stops, to those with the fewest tables."""
        self._leaving = True
        try:
            await self.lifecycle.leases.serve(False)
            others = {process: banks for process, banks in (await self.lifecycle.leases.served()).items() if process != self.id}
            own = {name: bank for name, bank in self.floor.banks.items() if not isinstance(bank, ReplicaBank)}
            plan = moves(others, {name: max(1, len(bank.tables)) for name, bank in own.items()})
            await self._hand_over([move for move in plan if not move.source])
        except (PitbossError, psycopg.Error, OSError) as error:
            log.warning("tables could not be handed over", why=str(error))

    # ------------------------------------------------------------------ asking others

    async def _ask(self, sql: LiteralString, parameters: list[Any]) -> tuple[Any, ...] | None:
        async with self._turn:
            try:
                if self._talk is None or self._talk.closed:
                    self._talk = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
                    await self._talk.execute("SET synchronous_commit = off")  # messages need not be durable
                cursor = await self._talk.execute(sql, parameters)
                return await cursor.fetchone() if cursor.description is not None else None
            except (psycopg.Error, OSError):
                if self._talk is not None:
                    await self._talk.close()
                self._talk = None
                raise RetryLaterError("the database of the floor does not answer just now: say it again") from None

    async def _send(self, process: str, call: Call) -> None:
        text = msgspec.json.encode(call).decode()
        if len(text.encode()) > LONGEST:
            raise errors.BadCommand("that is too long to be passed on to the process that serves this table")
        await self._ask("SELECT pg_notify(%s, %s)", [channel_of(process), text])

    async def _call(self, place: Place, **given: Any) -> int:
        """Call the process that serves a table or room, and wait; raises what the call raises."""
        bank = place.bank
        if bank.served_by == self.id:  # lost a moment ago, and soon taken up again
            raise RetryLaterError("this table is being taken up: say it again")
        try:
            return await self._request(bank.name, bank.served_by, Call(0, self.id, place.name, **given))
        except RetryLaterError:  # it may have moved
            self._is_served_by(bank, await self._server_of(bank.name))
            raise

    async def _request(self, bank: str, process: str, call: Call) -> int:
        self._numbers += 1
        call.number = self._numbers
        answered: asyncio.Future[Call] = asyncio.get_running_loop().create_future()
        self._waiting[call.number] = bank, answered
        try:
            await self._send(process, call)
            async with asyncio.timeout(PATIENCE):
                answer = await answered
        except TimeoutError:
            raise RetryLaterError("the process that serves this table does not answer: say it again") from None
        finally:
            del self._waiting[call.number]
        if answer.error:
            raise read_error(answer)
        return answer.version or 0

    async def call(self, live: LiveTable, request: TableRequest) -> int:
        return await self._call(live, asked=msgspec.structs.replace(request, process=self.id))

    def tell(self, live: LiveTable, event: str, player: str) -> None:

        def is_news() -> bool:
            here = self.floor.tables.get(live.name) is live and live.bank.served_by
            return bool(here) and ("" in live.lines.get(player, {})) == (event == "came")

        async def pass_on() -> None:
            while True:
                try:
                    await self.call(live, TableRequest(event, player))
                    return
                except RetryLaterError:  # a process that takes a bank over cannot be told before it has read its streams
                    await asyncio.sleep(TOLD_AGAIN)
                    if not is_news():
                        return
                except PitbossError:
                    return

        self._spawn(pass_on())

    async def submit(self, request: CommandRequest) -> None:
        table, command = request.table, msgspec.Raw(msgspec.json.encode(request.command))
        version = await self._call(
            table, account=request.account, command=command, version=request.expected_version, id=request.request_id
        )
        if isinstance(table, LiveTable):
            await self.seen(table, version)
        request.reply(version)

    async def seen(self, live: LiveTable, version: int) -> None:
        if live.durable < version:
            seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._unseen.append((live, version, seen))
            with suppress(TimeoutError):
                await asyncio.wait_for(seen, PATIENCE)

    async def reserve(self, account: int) -> None:
        until = time.monotonic() + PATIENCE
        while not await self.lifecycle.leases.reserve(account):
            if time.monotonic() > until:
                raise RetryLaterError("chips of this account are on their way to another table: say it again")
            await asyncio.sleep(RESERVED_AGAIN)

    def unreserve(self, account: int) -> None:

        async def let_go() -> None:
            with suppress(PitbossError):  # a lost connection has let go already
                await self.lifecycle.leases.unreserve(account)

        self._spawn(let_go())

    # ------------------------------------------------------------------ answering others

    def _hear(self, call: Call) -> None:
        self.lifecycle.leases.check()
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
            write_error(answer, error)
        except Exception as error:
            log.exception("another process asked for what failed", call=call.asked.kind if call.asked else "say")
            answer.error, answer.why = "Stopped", f"that failed: {type(error).__name__}"
        with suppress(PitbossError):
            await self._send(call.sender, answer)

    async def _do(self, call: Call) -> int:
        floor = self.floor
        if call.asked is not None and call.asked.kind == TAKE_UP:
            open_banks = await self.lifecycle.open_banks()
            return int(call.place in open_banks and await self.lifecycle.take_up(call.place, open_banks[call.place]))
        place: LiveTable | LiveRoom | None = floor.tables.get(call.place) or floor.rooms.get(call.place)
        if place is None or place.bank.served_by:
            raise RetryLaterError("this table is served by another process by now: say it again")
        if call.asked is None:
            assert call.account is not None
            kind: Any = Deed if isinstance(place, LiveTable) else RoomDeed
            command, answer = msgspec.json.decode(call.command, type=kind), Answer()
            floor.submit(place, call.account, command, call.version, call.id, answer)
            return await answer
        assert isinstance(place, LiveTable)
        return await handle(self.lifecycle, place, call.asked)
