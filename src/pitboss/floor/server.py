"""The server process: opens database, writer, leases and floor in order, and closes them without loss."""

import asyncio
import errno
import gc
import itertools
import logging
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
import structlog

from pitboss.errors import PitbossError
from pitboss.evidence.errors import BadKey
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.calculations import Calculator
from pitboss.floor.people import accounts, office
from pitboss.floor.people.followed_office import FollowedOffice
from pitboss.floor.people.practice_code import check_code, read_code
from pitboss.floor.people.rate_limits import Proxies
from pitboss.floor.people.registry import People, PeopleSettings
from pitboss.floor.play import bots
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.floor_plan import DEFAULT as DEFAULT_FLOOR
from pitboss.floor.play.floor_plan import open_floor, read_plan
from pitboss.floor.play.table_lifecycle import TableLifecycle
from pitboss.floor.running import Running, Start
from pitboss.floor.storage import checkpoints
from pitboss.floor.storage.custody import Custody
from pitboss.floor.storage.database import DEFAULT, Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.leases import open_leases, process_id
from pitboss.floor.storage.schema import event
from pitboss.floor.storage.transactions import OFFICE, Execute, Unit, now, unit_of
from pitboss.floor.storage.vouching import check_office
from pitboss.floor.storage.witness import Witness
from pitboss.floor.storage.writer import Writer
from pitboss.floor.wall_clock import watch_clock
from pitboss.shoe import Source
from pitboss.version import __version__

if TYPE_CHECKING:
    from starlette.types import ASGIApp
    from uvicorn.config import LifespanType
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from pitboss.floor.play.cluster import Cluster
    from pitboss.floor.web.transport.doors import Config, Patience

log = structlog.get_logger("pitboss.floor")
EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
COLLECT = (20_000, 10, 1_000_000)  # objects, and younger collections, from one garbage collection to the next
TIDY_EVERY, TIDY_LATEST = 60, 600  # seconds until a quiet moment is looked for to collect all garbage, and until it is not
FIRST_LINES = 1000  # of the office, for recording the opening
FEW_CONNECTIONS = 1000  # below which a server says at its start that it has few
MOST_FILES, OWN_FILES = 16_384, 128  # open at once: connections and files together, and files alone
CHANGES = b'{"did":"key changed"'
RECORDS, FIRST_SIGNED = b'{"did":"accounts recorded"', 50
RECORDED = 500  # passwords and sessions in a line of the office
PATIENCE = 5.0  # seconds that a stopping server waits for open requests


@dataclass(frozen=True)
class Settings:
    """How a floor is served."""

    database: str = DEFAULT
    key: Path | None = None  # the key of the house; beside a SQLite file by default
    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()  # host names beside its own
    practice: bool | None = None  # whether guests may take any role; None: only if no other machine can reach the floor
    code: str = ""  # for staff roles in practice; in a file beside the database by default
    plan: Path | None = DEFAULT_FLOOR  # the tables of a new floor
    metrics: str = ""  # addresses that may read the metrics beside this machine, comma-separated
    docs: Path | None = None  # the documentation site, served under /docs
    proxy: str = ""  # addresses of trusted proxies, comma-separated
    connections: int = 256  # open at once from one client address; 0: as many as come
    total: int | None = None  # connections from all addresses; 0: unlimited, None: as many as files may be open
    share: tuple[int, int] = (1, 1)  # this process, of how many that share the floor
    clocks: Clocks = field(default_factory=Clocks)
    people: PeopleSettings = field(default_factory=PeopleSettings)
    chance: Callable[[], Source] | None = None  # for tests
    synchronous: str = "FULL"  # for tests

    @property
    def practises(self) -> bool:
        """True if guests may take any role: by default only on a floor out of others' reach."""
        if self.practice is not None:
            return self.practice
        return self.host in LOOPBACK and not self.proxy and not self.names

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names that the floor answers to."""
        own = (*LOOPBACK, "[::1]") if self.host in LOOPBACK else (self.host, *LOOPBACK)
        return (*own, *(own_names() if self.host in EVERYWHERE else ()), *self.names)


def key_file(settings: Settings, database: Database) -> Path:
    """The path of the key of the house."""
    if settings.key is not None:
        return settings.key
    return database.path.with_suffix(".key") if database.path is not None else Path("floor.key")


def key_of(settings: Settings, database: Database) -> HouseKey:
    """The key of the house, made at the first start; raises PitbossError if the floor has another."""
    path = key_file(settings, database)
    recorded = known_key(database)
    if recorded and not path.exists():
        raise PitbossError(f"{database} belongs to the key {recorded[:16]}…, and {path} is not there: name its file with --key")
    key = load_or_create(path)
    check_key(database, key, path)
    return key


def load_or_create(path: Path) -> HouseKey:
    """The key in a file, which is made if it is not there. Of two servers that start at once, one makes it."""
    if not path.exists():
        try:
            return HouseKey.create(path, "the floor")
        except BadKey:
            if not path.exists():
                raise
    return HouseKey.load(path)


def known_key(database: Database) -> str:
    """The public key to which a floor belongs: the one it was opened under, or changed to since; "" for a new floor."""
    if (changed := database.view(lambda connection: last_change(View(connection)))) is not None:
        return changed.key
    for line in itertools.islice(database.lines(OFFICE), FIRST_LINES):
        event = office.decode(line.body)
        if isinstance(event, office.FloorOpened):
            return event.key
    return ""


def last_change(view: View) -> office.KeyChanged | None:
    """The last change of the key of a house, None if it has its first."""
    begins = sa.func.substr(event.c.body, 1, len(CHANGES)) == CHANGES
    query = sa.select(event.c.body).where(event.c.stream == OFFICE, begins).order_by(event.c.seq.desc()).limit(1)
    body = view.connection.execute(query).scalar()
    found = office.decode(bytes(body)) if body is not None else None
    return found if isinstance(found, office.KeyChanged) else None


def is_recorded(view: View) -> bool:
    """Whether the office of a floor is signed, and passwords and sessions are on record: among its first signed lines."""
    query = sa.select(event.c.body).where(event.c.stream == OFFICE, event.c.signature != "").order_by(event.c.seq)
    return any(bytes(body).startswith(RECORDS) for body in view.connection.execute(query.limit(FIRST_SIGNED)).scalars())


def check_key(database: Database, key: HouseKey, path: Path | None) -> None:
    """Whether a floor belongs to a key, if it belongs to any; raises PitbossError."""
    recorded = known_key(database)
    if recorded and recorded != key.public.key:
        given = f"{path} holds" if path is not None else "this process has"
        raise PitbossError(f"{database} belongs to the key {recorded[:16]}…, and {given} another one: name its file with --key")


def check_logs(database: Database, key: HouseKey) -> None:
    """Whether nobody else wrote to the office or removed lines of it since the last checkpoint; raises PitbossError."""
    database.view(lambda connection: check_office(View(connection), key))


async def claim(database: Database, writer: Writer, key: HouseKey) -> None:
    """Bind a new floor to a key, and have the office sign from now on."""
    if not known_key(database):
        await writer.write(Unit(office=[office.encode(office.FloorOpened(by=office.HOUSE, at=now(), key=key.public.key))]))
        check_key(database, key, None)  # another process may have been faster
    if not await database.read(lambda connection: is_recorded(View(connection))):
        await writer.write(recording())


def recording() -> Unit:
    """A unit that puts all passwords and sessions on record that a floor has already, some with each line."""

    def work(execute: Execute, unit: Unit) -> None:
        recorded = accounts.recorded(execute)
        passwords, sessions = list(recorded[0].items()), list(recorded[1].items())
        starts = range(0, max(len(passwords), len(sessions), 1), RECORDED)
        parts = [(dict(passwords[at : at + RECORDED]), dict(sessions[at : at + RECORDED])) for at in starts]
        events = [office.AccountsRecorded(by=office.HOUSE, at=now(), passwords=one, sessions=two) for one, two in parts]
        unit.office = [office.encode(event) for event in events]

    return unit_of(work)


async def make_checkpoints(writer: Writer, key: HouseKey) -> None:
    """Makes a checkpoint now and again, for as long as the floor is served."""
    while True:
        await make_checkpoint(writer, key)
        await asyncio.sleep(checkpoints.EVERY)


async def make_checkpoint(writer: Writer, key: HouseKey) -> None:
    """Make a checkpoint; a failing database skips it."""
    try:
        await writer.write(checkpoints.making(key, now()))
    except PitbossError as error:
        log.warning("no checkpoint could be made", why=str(error))


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """The floor, open until the end of the block."""
    plan = None if settings.plan is None else read_plan(settings.plan)  # before a file is made
    async with AsyncExitStack() as opened:
        database = opened.enter_context(closing(Database.open(settings.database, synchronous=settings.synchronous)))
        if settings.share != (1, 1) and database.path is not None:
            raise PitbossError("several processes share a floor on PostgreSQL only: a SQLite file is served by one")
        database.migrate()
        key = key_of(settings, database)
        check_logs(database, key)
        leases = await open_leases(database)
        opened.push_async_callback(leases.close)
        witness = Witness.open(key_file(settings, database), database, process_id())
        if witness is not None:
            opened.callback(witness.close)
        writer = Writer(database.backend(witness, key), asyncio.get_running_loop())
        opened.push_async_callback(writer.close)
        await claim(database, writer, key)
        floor = Floor(database, writer, settings.clocks)
        floor.custody = Custody(database, leases, witness)
        await floor.custody.begin()
        lifecycle = TableLifecycle(floor, leases, key, settings.chance)
        people = People(database, writer, people_settings(settings, database))
        floor.practice = people.settings.practice
        people.sits = floor.sits_somewhere
        people.renaming = floor.buy_ins.renaming
        people.changed.append(floor.account_changed)
        await bots.hire(floor)
        await lifecycle.start(settings.share)
        await floor.custody.settled()
        if plan is not None and settings.share[0] == 1:
            await open_floor(lifecycle, plan, only_new=settings.plan == DEFAULT_FLOOR)
        cluster = floor.cluster = cluster_of(floor, lifecycle)
        await leases.serve(True)
        calculator = Calculator()
        checkpointing = asyncio.create_task(make_checkpoints(writer, key))
        watching = asyncio.create_task(watch_clock())
        following = asyncio.create_task(FollowedOffice(database, floor.account_changed, by_house_only=True).follow())
        if cluster is not None:
            following.cancel()  # the database itself says when the office did something
        try:
            yield Running(floor, people, lifecycle, writer, leases, calculator)
        finally:
            checkpointing.cancel()
            watching.cancel()
            following.cancel()
            await calculator.close()
        if cluster is not None:
            await cluster.close()
        await floor.stop()
        await make_checkpoint(writer, key)


def cluster_of(floor: Floor, lifecycle: TableLifecycle) -> "Cluster | None":
    """The other processes, None if the database allows one only."""
    if floor.database.path is not None:
        return None
    from pitboss.floor.play.cluster import Cluster

    return Cluster(floor, lifecycle)


def people_settings(settings: Settings, database: Database) -> PeopleSettings:
    """The floor's settings for people. The code of a practice floor is the one that is given, or the one in the file beside the
    database."""
    if not settings.practises:
        return replace(settings.people, practice=False, code="")
    beside = database.path.with_suffix(".code") if database.path is not None else Path("floor.code")
    return replace(settings.people, practice=True, code=check_code(settings.code) if settings.code else read_code(beside))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises PitbossError."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as error:
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise PitbossError(f"port {port} is in use, maybe by another floor; --port 0 takes a free one") from None
        raise PitbossError(f"nothing can listen at {host}, port {port}: {getattr(error, 'strerror', None) or error}") from None


def own_names() -> list[str]:
    """The machine's own names and addresses."""
    name = socket.gethostname()
    names = {name.lower(), socket.getfqdn().lower()}
    with suppress(OSError):
        names |= set(socket.gethostbyname_ex(name)[2])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.connect(("192.0.2.1", 9))  # sends nothing, but picks the address
        names.add(out.getsockname()[0])
    return sorted(names)


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
    """Serve the floor until told to stop. `ready` is called once it is open; `start` may open it differently. Raises
    PitbossError."""
    import uvicorn

    from pitboss.floor.web.app import application, guarded
    from pitboss.floor.web.health import OWN
    from pitboss.floor.web.transport import documentation
    from pitboss.floor.web.transport.wire import Wire

    failed: list[PitbossError] = []
    told: list[float] = []  # when the server was told to stop

    @asynccontextmanager
    async def begin() -> AsyncIterator[Running]:
        try:
            async with settled(start or (lambda: running(settings))) as opened:
                about = {"database": str(opened.floor.database), "tables": len(opened.floor.tables), "process": process_id()}
                log.info("the floor is open", address=address_of(listening), version=__version__, **about)
                ready(opened)
                yield opened
            log.info("the floor has stopped", seconds=round(time.monotonic() - told[-1], 3) if told else None)
        except PitbossError as error:  # uvicorn would log more than one sentence, and stop
            failed.append(error)
            logging.getLogger("uvicorn.error").disabled = True
            raise

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            told.append(time.monotonic())
            log.info("the floor stops", tables=len(app.state.floor.tables), connections=len(config.doors))
            for each in (*self.servers, *(sockets or ())):  # players whose tables move come back to another server
                each.close()
            cluster = app.state.floor.cluster
            if cluster is not None:
                await cluster.leave()
            await asyncio.gather(app.state.jobs.close(), app.state.hold_jobs.close())  # first: uvicorn waits for open requests
            await super().shutdown(sockets)

    patience, app = patience_of(settings), application(begin)
    if settings.docs is not None:
        app.router.routes += documentation.routes(settings.docs)
    app.state.watchers = Proxies(",".join(filter(None, (OWN, settings.metrics))))
    config = uvicorn_config(guarded(app, settings.hosts, patience.proxies), Wire, patience)
    app.state.doors = config.doors
    try:
        Server(config).run(sockets=[listening])
    except SystemExit:
        if not failed:
            raise
    if failed:
        raise failed[0]


@asynccontextmanager
async def settled(start: Start) -> AsyncIterator[Running]:
    """The floor with a garbage collector that blocks no one: often for new objects, for old ones only when idle."""
    async with start() as floor:
        before = gc.get_threshold()
        gc.set_threshold(*COLLECT)
        tidying = asyncio.create_task(tidy(floor))
        yield floor
        tidying.cancel()
        gc.set_threshold(*before)
        gc.unfreeze()


async def tidy(floor: Running) -> None:
    """Collect all garbage now and at quiet moments, and freeze what is left."""
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
    """The limits on connections."""
    from pitboss.floor.web.transport.doors import Patience

    most = connections_at_most()
    total = most if settings.total is None else settings.total
    if most and not 0 < total <= most:
        log.warning("more connections may come than files can be open: raise the limit of open files", fit=most, total=total)
    elif most and most < FEW_CONNECTIONS:
        log.warning("few files can be open at once, and so few connections: raise the limit of open files", connections=most)
    return Patience(settings.connections, total, Proxies(settings.proxy))


def connections_at_most() -> int:
    """The number of connections that fit beside the floor's files, 0 for unlimited."""
    files = open_files()
    return max(files - OWN_FILES, OWN_FILES) if files else 0


def open_files() -> int:
    """How many files this process may have open at once, 0 for unlimited. Raises its limit first, as far as it may."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def uvicorn_config(
    app: "ASGIApp",
    ws: "type[WebSocketsSansIOProtocol]",
    patience: "Patience | None" = None,
    lifespan: "LifespanType" = "on",
) -> "Config":
    """How uvicorn serves an application here."""
    from pitboss.floor.web.transport.doors import Config, Patience

    patience = patience or Patience()
    return Config(
        app,
        ws,
        patience,
        loop="auto",  # uvloop where it is installed, which is not for Windows
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
