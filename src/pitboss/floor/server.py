"""A server process: opens database, writer, leases and floor in their order, and closes them again so that nothing is lost."""

import asyncio
import errno
import gc
import itertools
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
import structlog

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor import accounts, bots, checkpoints, office
from pitboss.floor.custody import Custody
from pitboss.floor.database import DEFAULT, Database
from pitboss.floor.dealer import Clocks
from pitboss.floor.defaults import DEFAULT as DEFAULT_FLOOR
from pitboss.floor.defaults import open_floor, read_plan
from pitboss.floor.floor import Floor, now
from pitboss.floor.leases import Leases, open_leases, process_id
from pitboss.floor.limits import Proxies
from pitboss.floor.openings import Openings
from pitboss.floor.people import People, PeopleSettings
from pitboss.floor.practice import check_code, read_code
from pitboss.floor.reckoning import Reckoner
from pitboss.floor.schema import event
from pitboss.floor.units import OFFICE, Execute, Unit
from pitboss.floor.view import View
from pitboss.floor.witness import Witness
from pitboss.floor.writer import Writer
from pitboss.shoe import Source

if TYPE_CHECKING:
    from starlette.types import ASGIApp
    from uvicorn.config import LifespanType
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from pitboss.floor.elsewhere import Elsewhere
    from pitboss.floor.web.doors import Config, Patience
    from pitboss.floor.web.post import Post

log = structlog.get_logger("pitboss.floor")
EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
COLLECT = (20_000, 10, 1_000_000)  # objects, and younger collections, from one garbage collection to the next
TIDY_EVERY, TIDY_LATEST = 60, 600  # seconds until a quiet moment is looked for to collect all garbage, and until it is not
FIRST_LINES = 1000  # of the office, among which is that the floor was opened
MOST_FILES, OWN_FILES = 16_384, 128  # open at once: connections and files together, and files alone
RECORDS, FIRST_SIGNED = b'{"did":"accounts recorded"', 50
RECORDED = 500  # passwords and sessions in a line of the office
PATIENCE = 5.0  # seconds that a stopping server waits for open requests


@dataclass(frozen=True)
class Settings:
    """How a floor is served."""

    database: str = DEFAULT
    key: Path | None = None  # the key of the house; beside a SQLite file where none is named
    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()  # host names to which it answers besides its own
    practice: bool | None = None  # whether guests may take any role; None: only where nobody else can reach the floor
    code: str = ""  # that staff roles need in practice; in a file beside the database where none is given
    plan: Path | None = DEFAULT_FLOOR  # the tables with which a new floor opens
    proxy: str = ""  # the addresses of proxies that are believed who their clients are, with commas between
    connections: int = 256  # open at once from one client address; 0: as many as come
    total: int | None = None  # open at once from all addresses; 0: as many as come, None: as many as there may be open files
    share: tuple[int, int] = (1, 1)  # which of how many processes that share the floor
    post: int = 64  # open connections from which another process brings them what they are sent, if there is a core for it
    clocks: Clocks = field(default_factory=Clocks)
    people: PeopleSettings = field(default_factory=PeopleSettings)
    chance: Callable[[], Source] | None = None  # for tests
    synchronous: str = "FULL"  # for tests of what happens without

    @property
    def by_post(self) -> int | None:
        """The same; None where the processes that share the floor need all cores. 0 is from the first one on, in any case."""
        return self.post if not self.post or self.share[1] < CORES else None

    @property
    def practises(self) -> bool:
        """Whether guests may take any role: where it is not said, only on a floor that others cannot reach by its settings."""
        if self.practice is not None:
            return self.practice
        return self.host in LOOPBACK and not self.proxy and not self.names

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names to which the floor answers."""
        own = (*LOOPBACK, "[::1]") if self.host in LOOPBACK else (self.host, *LOOPBACK)
        return (*own, *(own_names() if self.host in EVERYWHERE else ()), *self.names)


@dataclass
class Running:
    """What a server has while it runs."""

    floor: Floor
    people: People
    openings: Openings
    writer: Writer
    leases: Leases
    reckoner: Reckoner = field(default_factory=Reckoner)


Start = Callable[[], AbstractAsyncContextManager[Running]]


def key_file(settings: Settings, database: Database) -> Path:
    """Where the key of the house lies."""
    if settings.key is not None:
        return settings.key
    return database.path.with_suffix(".key") if database.path is not None else Path("floor.key")


def key_of(settings: Settings, database: Database) -> HouseKey:
    """The key of the house, made at the first start; raises PitbossError where the floor belongs to another one."""
    path = key_file(settings, database)
    known = known_key(database)
    if known and not path.exists():
        raise PitbossError(f"{database} belongs to the key {known[:16]}…, and {path} is not there: name its file with --key")
    key = HouseKey.load(path) if path.exists() else HouseKey.create(path, "the floor")
    check_key(database, key, path)
    return key


def known_key(database: Database) -> str:
    """The public key under which a floor was opened, "" for a new one."""
    for line in itertools.islice(database.lines(OFFICE), FIRST_LINES):
        told = office.decode(line.body)
        if isinstance(told, office.FloorOpened):
            return told.key
    return ""


def is_recorded(view: View) -> bool:
    """Whether the office of a floor is signed, and passwords and sessions are on record: among its first signed lines."""
    query = sa.select(event.c.body).where(event.c.stream == OFFICE, event.c.signature != "").order_by(event.c.seq)
    return any(bytes(body).startswith(RECORDS) for body in view.connection.execute(query.limit(FIRST_SIGNED)).scalars())


def check_key(database: Database, key: HouseKey, path: Path | None) -> None:
    """Whether a floor belongs to a key, if it belongs to any; raises PitbossError."""
    known = known_key(database)
    if known and known != key.public.key:
        given = f"{path} holds" if path is not None else "this process has"
        raise PitbossError(f"{database} belongs to the key {known[:16]}…, and {given} another one: name its file with --key")


async def claim(database: Database, writer: Writer, key: HouseKey) -> None:
    """Has a new floor belong to a key, and the office of any floor be signed with it from now on."""
    if not known_key(database):
        await writer.write(Unit(office=[office.encode(office.FloorOpened(by=office.HOUSE, at=now(), key=key.public.key))]))
        check_key(database, key, None)  # another process may have been faster
    if not await database.read(lambda connection: is_recorded(View(connection))):
        await writer.write(recording())


def recording() -> Unit:
    """A unit that puts all passwords and sessions on record that a floor has already, some with each line."""
    unit = Unit()

    def work(execute: Execute) -> None:
        recorded = accounts.recorded(execute)
        passwords, sessions = list(recorded[0].items()), list(recorded[1].items())
        starts = range(0, max(len(passwords), len(sessions), 1), RECORDED)
        parts = [(dict(passwords[at : at + RECORDED]), dict(sessions[at : at + RECORDED])) for at in starts]
        events = [office.AccountsRecorded(by=office.HOUSE, at=now(), passwords=one, sessions=two) for one, two in parts]
        unit.office = [office.encode(event) for event in events]

    unit.work = work
    return unit


async def make_checkpoints(writer: Writer, key: HouseKey) -> None:
    """Makes a checkpoint now and again, for as long as the floor is served."""
    while True:
        await make_checkpoint(writer, key)
        await asyncio.sleep(checkpoints.EVERY)


async def make_checkpoint(writer: Writer, key: HouseKey) -> None:
    """Makes a checkpoint; where the database fails, the next one comes later."""
    try:
        await writer.write(checkpoints.making(key, now()))
    except PitbossError as error:
        log.warning("no checkpoint could be made", why=str(error))


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """The floor, open until the end of the block."""
    plan = None if settings.plan is None else read_plan(settings.plan)  # before a file is made
    database = Database.open(settings.database, synchronous=settings.synchronous)
    try:
        if settings.share != (1, 1) and database.path is not None:
            raise PitbossError("several processes share a floor on PostgreSQL only: a SQLite file is served by one")
        database.migrate()
        key = key_of(settings, database)
        leases = await open_leases(database)
        witness = Witness.open(key_file(settings, database), database, process_id())
        try:
            writer = Writer(database.backend(witness, key), asyncio.get_running_loop())
            try:
                await claim(database, writer, key)
                floor = Floor(database, writer, settings.clocks)
                floor.custody = Custody(database, leases, witness)
                await floor.custody.begin()
                openings = Openings(floor, leases, key, settings.chance)
                people = People(database, writer, people_settings(settings, database))
                floor.practice = people.settings.practice
                people.sits = floor.sits_somewhere
                people.renaming = floor.purses.renaming
                people.changed.append(floor.account_changed)
                await bots.hire(floor)
                await openings.start(settings.share)
                await floor.custody.settled()
                if plan is not None and settings.share[0] == 1:
                    await open_floor(openings, plan, only_new=settings.plan == DEFAULT_FLOOR)
                elsewhere = floor.elsewhere = elsewhere_of(floor, openings)
                reckoner = Reckoner()
                checkpointing = asyncio.create_task(make_checkpoints(writer, key))
                try:
                    yield Running(floor, people, openings, writer, leases, reckoner)
                finally:
                    checkpointing.cancel()
                    await reckoner.close()
                if elsewhere is not None:
                    await elsewhere.close()
                await floor.stop()
                await make_checkpoint(writer, key)
            finally:
                await writer.close()
        finally:
            if witness is not None:
                witness.close()
            await leases.close()
    finally:
        database.close()


def elsewhere_of(floor: Floor, openings: Openings) -> "Elsewhere | None":
    """The other processes, where the database lets several share a floor."""
    if floor.database.path is not None:
        return None
    from pitboss.floor.elsewhere import Elsewhere

    return Elsewhere(floor, openings)


def people_settings(settings: Settings, database: Database) -> PeopleSettings:
    """What the floor decides about its people."""
    code = code_of(settings, database) if settings.practises else ""
    return replace(settings.people, practice=settings.practises, code=code)


def code_of(settings: Settings, database: Database) -> str:
    """The code of a practice floor: the one that is given, or the one in the file beside the database."""
    if settings.code:
        return check_code(settings.code)
    return read_code(database.path.with_suffix(".code") if database.path is not None else Path("floor.code"))


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address; raises PitbossError where it cannot be had."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise PitbossError(f"port {port} is in use, maybe by another floor; --port 0 takes a free one") from None
        raise PitbossError(f"nothing can listen at {host}, port {port}: {getattr(error, 'strerror', None) or error}") from None


def own_names() -> list[str]:
    """The names and addresses under which others know this machine, as far as it knows them itself."""
    name = socket.gethostname()
    found = {name.lower(), socket.getfqdn().lower()}
    with suppress(OSError):
        found |= set(socket.gethostbyname_ex(name)[2])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect(("192.0.2.1", 9))  # sends nothing; tells from which address it would
        found.add(out.getsockname()[0])
    return sorted(found)


def address_of(listening: socket.socket) -> str:
    """Its address for a browser."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # everywhere is here too
        host = "::1" if host == "::" else "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[Running], None] = lambda opened: None,
    start: Start | None = None,
) -> None:
    """Serves the floor until it is told to stop; `ready` is called when it is open, `start` opens it, where that is to be done
    in another way. Raises PitbossError where it cannot be opened."""
    import uvicorn

    from pitboss.floor.web.app import application, guarded
    from pitboss.floor.web.post import Post
    from pitboss.floor.web.wire import Wire

    failed: list[PitbossError] = []

    @asynccontextmanager
    async def begin() -> AsyncIterator[Running]:
        try:
            async with settled(start or (lambda: running(settings))) as opened:
                ready(opened)
                yield opened
        except PitbossError as error:  # of which uvicorn would say more than one sentence, and stop
            failed.append(error)
            logging.getLogger("uvicorn.error").disabled = True
            raise
        finally:
            post.close()

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            await app.state.jobs.close()  # first: uvicorn waits for open requests
            await super().shutdown(sockets)

    patience, post, app = patience_of(settings), Post(settings.by_post), application(begin)
    config = uvicorn_config(guarded(app, settings.hosts), Wire, patience, post)
    try:
        Server(config).run(sockets=[listening])
    except SystemExit:
        if not failed:
            raise
    if failed:
        raise failed[0]


@asynccontextmanager
async def settled(start: Start) -> AsyncIterator[Running]:
    """The same floor, with a garbage collector that keeps nobody waiting: it looks often at the little that is new, and at all
    that has lasted only when nothing happens."""
    async with start() as floor:
        before = gc.get_threshold()
        gc.set_threshold(*COLLECT)
        tidying = asyncio.create_task(tidy(floor))
        yield floor
        tidying.cancel()
        gc.set_threshold(*before)
        gc.unfreeze()


async def tidy(floor: Running) -> None:
    """Collects all garbage now, and then again and again at quiet moments. What is left has lasted, and is looked at no more
    until then."""
    while True:
        gc.collect()
        gc.freeze()
        await asyncio.sleep(TIDY_EVERY)
        for _ in range(TIDY_LATEST - TIDY_EVERY):
            before = floor.writer.commits
            await asyncio.sleep(1)
            if floor.writer.commits == before:
                break
        gc.unfreeze()


def patience_of(settings: Settings) -> "Patience":
    """How many connections the server takes, and from where."""
    from pitboss.floor.web.doors import Patience

    total = connections_at_most() if settings.total is None else settings.total
    return Patience(settings.connections, total, Proxies(settings.proxy))


def connections_at_most() -> int:
    """How many connections may be open beside the files of the floor, 0 where the system sets no limit. First the limit of open
    files of this process is raised as far as the system lets it."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(most - OWN_FILES, OWN_FILES)


def uvicorn_config(
    app: "ASGIApp",
    ws: "type[WebSocketsSansIOProtocol]",
    patience: "Patience | None" = None,
    post: "Post | None" = None,
    lifespan: "LifespanType" = "on",
) -> "Config":
    """How uvicorn serves an application here."""
    from pitboss.floor.web.doors import Config, Patience

    patience = patience or Patience()
    return Config(
        app,
        ws,
        patience,
        post,
        loop="uvloop",
        lifespan=lifespan,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(str(patience.proxies)),
        forwarded_allow_ips=str(patience.proxies),
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=int(PATIENCE),
        timeout_keep_alive=30,
        limit_concurrency=None,
    )
