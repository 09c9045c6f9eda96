"""Commands for a floor: serve it, verify it, export its logs, hire its staff."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import Json, app, show
from pitboss.errors import PitbossError
from pitboss.optional_packages import missing

if TYPE_CHECKING:
    from pitboss.floor.server import Settings
    from pitboss.floor.storage.database import Database
    from pitboss.table.log.proving import Key

DATABASE = "sqlite:///floor.db"
LEVELS = ("debug", "info", "warning", "error")


def configured(context: typer.Context, parameter: typer.CallbackParam, value: Any) -> Any:
    """The value of an option that `PITBOSS_CONFIG` has, where neither the command line nor the environment has it."""
    file, source = os.environ.get("PITBOSS_CONFIG"), context.get_parameter_source(str(parameter.name))
    if not file or context.resilient_parsing or source is None or source.name != "DEFAULT":
        return value
    with floor_packages():
        from pitboss.floor.configuration import read_configuration

        found = read_configuration(Path(file)).get(str(parameter.name), value)
    return Path(found) if parameter.name == "key" and context.info_name in FILES_ONLY and found is not None else found


FILES_ONLY = ("staff", "checkpoint")  # whose key is that of the house; others also take a public one
Url = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="PITBOSS_DATABASE",
        show_envvar=False,
        callback=configured,
        help="sqlite:///path/to/file or postgresql://user@host/name; also PITBOSS_DATABASE in the environment.",
    ),
]


HouseKeyFile = Annotated[
    Path | None,
    typer.Option(
        envvar="PITBOSS_KEY",
        show_envvar=False,
        callback=configured,
        help="The house's key file, also PITBOSS_KEY in the environment; the one beside a SQLite file if left out.",
    ),
]


@contextmanager
def floor_packages() -> Iterator[None]:
    """Says clearly which packages are missing, where the floor is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (sentence := missing(error)) is None:
            raise
        raise sentence from None


EVERYBODY = "\nEverybody who can reach this machine can reach it, under the name or address of this machine."
STAFF = "\nStaff roles, for practice: {address}/?code={code}"
OPEN = """{address}{host}{staff}
The floor is open: play chips only, which are not money and cannot become it.
Open that address in a browser and sit down, or in a terminal: `pitboss play --floor {address}`.
Ctrl-C closes the floor; the next start goes on where it stopped."""


def _configure(context: typer.Context, file: Path | None) -> Path | None:
    """Takes the options of `serve` from a file, where neither the command line nor the environment has them."""
    if file is not None and not context.resilient_parsing:
        with floor_packages():
            from pitboss.floor.configuration import read_configuration

            context.default_map = read_configuration(file)
    return file


def _option(name: str, **about: Any) -> Any:
    """An option of `serve`, which is also an environment variable."""
    return typer.Option(envvar=f"PITBOSS_{name.upper()}", show_envvar=False, **about)


@app.command()
def serve(
    context: typer.Context,
    host: Annotated[str, _option("host", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, _option("port", min=0, max=65535, help="0 takes a free one.")] = 8000,
    database: Url = DATABASE,
    key: Annotated[
        Path | None,
        _option("key", help="The key of the house; made if it is not there, beside a SQLite file if left out."),
    ] = None,
    name: Annotated[list[str] | None, _option("name", help="Another host name that the floor answers to; repeatable.")] = None,
    practice: Annotated[
        bool | None,
        typer.Option(
            "--practice/--no-practice",
            envvar="PITBOSS_PRACTICE",
            show_envvar=False,
            help="Whether guests who know the code may take any role; on, unless --host, --name or --proxy let others in.",
        ),
    ] = None,
    code: Annotated[
        str,
        _option("code", help="The code that staff roles need in practice; in a .code file beside the database if left out."),
    ] = "",
    floor: Annotated[Path | None, _option("floor", help="The tables with which a new floor opens, as TOML.")] = None,
    empty: Annotated[bool, typer.Option("--empty", help="Without any table; a pit boss opens them.")] = False,
    share: Annotated[
        str,
        _option("share", metavar="I/N", help="Process I of N on one PostgreSQL: it begins with its share of the tables."),
    ] = "1/1",
    proxy: Annotated[
        str,
        _option(
            "proxy",
            metavar="ADDRESS",
            help="Reverse proxies before the floor, by address or network, with commas: their X-Forwarded-For is believed.",
        ),
    ] = "",
    connections: Annotated[
        int, _option("connections", min=0, help="Open at once from one client address; 0 is without limit.")
    ] = 256,
    all_connections: Annotated[
        int | None,
        _option(
            "all_connections",
            min=0,
            help="Open at once from all addresses, 0 without limit; what the limit of open files allows.",
        ),
    ] = None,
    betting_seconds: Annotated[float, _option("betting_seconds", min=0, help="From the first wager to “no more bets”.")] = 20.0,
    decision_seconds: Annotated[
        float, _option("decision_seconds", min=0, help="For an answer, until the house gives it.")
    ] = 45.0,
    metrics: Annotated[
        str,
        _option("metrics", metavar="ADDRESS", help="Who may read /metrics beside this machine: addresses, networks, commas."),
    ] = "",
    docs: Annotated[
        Path | None,
        _option(
            "docs", metavar="FOLDER", help="The documentation site, served under /docs: build/site/html after `make docs`."
        ),
    ] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="Write JSON lines to standard error.")] = False,
    log_level: Annotated[
        str, _option("log_level", metavar="LEVEL", help="debug, with a line for each request; info, warning or error.")
    ] = "info",
    config: Annotated[
        Path | None,
        _option(
            "config",
            is_eager=True,
            callback=_configure,
            metavar="FILE",
            help="These options in a TOML file, such as port = 8000; PITBOSS_PORT in the environment counts before it.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what stands in the way of serving; exit 1 if something does.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --check: print one JSON document and nothing else.")] = False,
) -> None:
    """Serve the floor: every game at tables of its own, over HTTP and WebSockets. The first line printed is its address.
    Every option can also be given in the environment and in a file."""
    with floor_packages():
        from pitboss.floor.configuration import exposed, warning
        from pitboss.floor.play.dealer import Clocks
        from pitboss.floor.play.floor_plan import DEFAULT
        from pitboss.floor.server import EVERYWHERE, Settings, address_of, listen
        from pitboss.floor.server import serve as serve_floor

        if empty and floor is not None:
            raise PitbossError("--empty opens no tables, and --floor those of a file: leave one of them out")
        if as_json and not check:
            raise PitbossError("--json is about what --check prints: a server prints its address")
        clocks = Clocks(betting=betting_seconds, decision=decision_seconds)
        settings = Settings(
            database=database,
            key=key,
            host=host,
            port=port,
            names=tuple(name or ()),
            practice=practice,
            code=code,
            plan=None if empty else floor or DEFAULT,
            share=_share(share),
            clocks=clocks,
            proxy=proxy,
            metrics=metrics,
            docs=docs,
            connections=connections,
            total=all_connections,
        )
        secrets = exposed({option: value for option, value in context.params.items() if _is_typed(context, option)})
        if check:
            raise typer.Exit(_check(settings, secrets, as_json))
        _log_to_stderr(log_json, log_level)
        if secrets:
            import structlog

            structlog.get_logger("pitboss.floor").warning(warning(secrets))
        with listen(host, port) as listening:
            address = address_of(listening)
            _end_at_sigterm()
            serve_floor(settings, listening, lambda opened: _say_open(address, host in EVERYWHERE, opened.people.settings.code))


def _is_typed(context: typer.Context, option: str) -> bool:
    """Whether an option stands on the command line."""
    source = context.get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"


def _check(settings: "Settings", secrets: list[str], as_json: bool) -> int:
    """Prints what was checked; the exit status."""
    from dataclasses import asdict

    from pitboss.floor.configuration import warning
    from pitboss.floor.preflight import Checked, check_settings

    found = list(check_settings(settings))
    if secrets:
        found.append(Checked("secrets", False, warning(secrets)))
    ok = all(each.ok for each in found)
    if as_json:
        show([asdict(each) for each in found], True)
    else:
        for each in found:
            print(f"{'ok' if each.ok else 'WRONG':<6}{each.what}: {each.says}")
        print("The floor can be served." if ok else "The floor cannot be served like this.")
    return 0 if ok else 1


def _say_open(address: str, everywhere: bool, code: str) -> None:
    """Prints the address, the same with the code where staff roles need one, and what to do there."""
    staff = STAFF.format(address=address, code=code) if code else ""
    print(OPEN.format(address=address, host=EVERYBODY if everywhere else "", staff=staff), flush=True)


def _share(given: str) -> tuple[int, int]:
    """Which of how many processes this is.

    >>> _share("2/3")
    (2, 3)
    """
    number, _, of = given.partition("/")
    if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
        raise PitbossError(f"a share is written as 1/2, the first of two processes, not {given!r}")
    return int(number), int(of)


def _end_at_sigterm() -> None:
    """Has the process end with status 0 when it was told to and all is closed; uvicorn raises the signal again then."""
    import signal

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))


def _log_to_stderr(as_json: bool, level: str = "info") -> None:
    """Everything that the floor and uvicorn have to say goes to standard error, a line each."""
    if level not in LEVELS:
        raise PitbossError(f"the log has the levels {', '.join(LEVELS)}, not {level!r}")
    import logging

    import structlog

    from pitboss.floor.server_log import without_values

    class Passed(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            log = structlog.get_logger(record.name)
            first = record.getMessage().partition("\n")[0]  # asyncio goes on with the task and the sentence of its exception
            log.log(record.levelno, first, exc_info=record.exc_info or None)

    logging.basicConfig(level=logging.WARNING, handlers=[Passed()])
    shown = structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            without_values,
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


@app.command()
def audit(
    database: Url = DATABASE,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="KEY",
            envvar="PITBOSS_KEY",
            show_envvar=False,
            callback=configured,
            help="The house's key file, or its public key, which lists rounds whose cards are sealed as not verified; the key"
            " beside a SQLite file if left out, empty means no key.",
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A checkpoint kept in another place: whatever was removed since is found.")
    ] = None,
    table: Annotated[str, typer.Option(help="One table or Poker room only, by its name.")] = "",
    since: Annotated[
        Path | None,
        typer.Option(
            help="A file in which each audit leaves how far it came: the next one verifies what is new since. Made if missing."
        ),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=0, help="In so many processes; 0 is one for each core, or one in all for a small floor.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Verifies a whole floor, also while it is served: logs, signatures, every round by the rules, ledger, meters, jackpots.
    Exit 0 if all that the key can verify is in order, with a list of what is not verified; 1 and the first difference, or where
    the pit closed a broken table; 2 if it cannot be read."""
    with floor_packages():
        from pitboss.floor.books.audit import as_row, key_beside, open_floor, sentences
        from pitboss.floor.books.audit import audit as audit_floor
        from pitboss.floor.books.audit_result import MismatchError
        from pitboss.terminal.progress import progress

        if table and (checkpoint or since):
            raise PitbossError("--table looks at one table; leave out --checkpoint and --since, which are for the whole floor")
        floor = open_floor(database)
        try:
            if table:
                _audit_table(floor, read_floor_key(key, floor.path), table, as_json)
                return
            file = Path(key) if key else key_beside(floor.path) if key is None else None
            with progress() as tell:
                given = read_floor_key(key, floor.path)
                found = audit_floor(floor, given, tell, checkpoint, file, processes, since)
        except MismatchError as difference:
            if as_json:
                show([as_row(str(floor), difference)], True)
            else:
                print(f"{floor}: {difference}")
            raise typer.Exit(1) from None
        finally:
            floor.close()
        if as_json:
            show([as_row(str(floor), found)], True)
        else:
            print("\n".join(sentences(found)))
        if found.fallen:
            raise typer.Exit(1)


def _audit_table(floor: "Database", key: "Key", table: str, as_json: bool) -> None:
    """Prints what the audit of one table says."""
    from pitboss.floor.books.one_table import audit_table

    found = audit_table(floor, key, table)
    if as_json:
        show([vars(found)], True)
    else:
        print("\n".join(found.sentences()))


def read_floor_key(given: str | None, database: Path | None) -> "Key":
    """The key that was named, or else the one beside the file of a floor; None where "" was named or nothing lies there."""
    from pitboss.evidence.keys import read_key
    from pitboss.floor.books.audit import key_beside

    if given is None:
        path = key_beside(database)
        return read_key(str(path)) if path is not None else None
    return read_key(given) if given else None


@app.command()
def checkpoint(
    file: Annotated[Path | None, typer.Argument(help="A new file for it; printed if left out.")] = None,
    database: Url = DATABASE,
    key: HouseKeyFile = None,
    as_json: Json = False,
) -> None:
    """Signs how far every log of a floor has come, also while it is served. Keep it in another place: `pitboss audit
    --checkpoint FILE` finds whatever is removed from the floor later."""
    with floor_packages():
        import asyncio

        from pitboss.floor.office_commands import make_checkpoint
        from pitboss.floor.storage.checkpoints import read
        from pitboss.floor.storage.export import text, write_new

        line = asyncio.run(make_checkpoint(database, key))
        if file is not None:
            write_new(file, [text(line)])
        made = read(line.body)
        if as_json:
            row = {"file": str(file) if file is not None else None, "number": made.v, "at": made.at, "seal": line.seal}
            show([{**row, "logs": len(made.streams), "lines": sum(seq for seq, _ in made.streams.values())}], True)
        elif file is None:
            print(text(line).decode(), end="")
        else:
            print(f"{file}: checkpoint {made.v}, {len(made.streams)} logs, seal {line.seal}.")
            print("Keep it in another place than the floor, with the checkpoints before it.")


@app.command()
def export(
    out: Annotated[Path, typer.Argument(help="A new folder for all logs or a room's, or a new file for one log.")],
    log: Annotated[str, typer.Option(help="One log only, such as table/blackjack, meter/a or office.")] = "",
    room: Annotated[str, typer.Option(help="A Poker room only; pitboss replay reads its folder.")] = "",
    database: Url = DATABASE,
    as_json: Json = False,
) -> None:
    """Writes the logs of a floor into files that `pitboss replay` reads. They reveal every card dealt."""
    with floor_packages():
        from pitboss.floor.books.audit import open_floor
        from pitboss.floor.storage.database_view import View
        from pitboss.floor.storage.export import export_floor, export_room, export_stream

        if log and room:
            raise PitbossError("either one log is exported or a room")
        floor = open_floor(database)
        try:
            if log:
                found, of = floor.view(lambda connection: export_stream(View(connection), log, out)), "lines"
            elif room:
                found, of = floor.view(lambda connection: export_room(View(connection), room, out)), "logs"
            else:
                found, of = floor.view(lambda connection: export_floor(View(connection), out)), "logs"
        finally:
            floor.close()
        if as_json:
            show([{"out": str(out), of: found}], True)
        else:
            print(f"{out}: {found} {of}")


@app.command()
def staff(
    name: Annotated[str, typer.Argument(help="The name of an account; made if nobody has it.")],
    role: Annotated[str, typer.Option(help="patron, dealer, floorperson, pit boss, surveillance or auditor.")] = "",
    reset: Annotated[
        bool, typer.Option("--reset-password", help="A new password instead, for somebody who lost theirs; all sessions end.")
    ] = False,
    database: Url = DATABASE,
    key: HouseKeyFile = None,
    as_json: Json = False,
) -> None:
    """Creates a staff account with a password that is printed once, gives an account another role, or resets its password, also
    while the floor is served."""
    if bool(role) == reset:
        raise PitbossError("either --role ROLE or --reset-password says what happens to the account")
    with floor_packages():
        import asyncio

        from pitboss.floor.office_commands import hire, reset_password

        if reset:
            account, password = asyncio.run(reset_password(database, name, key))
        else:
            account, password = asyncio.run(hire(database, name, role, key))
        if as_json:
            show([{"account": account.id, "name": account.name, "role": account.role, "password": password or None}], True)
            return
        print(f"{account.name} is {account.role}, account {account.id}.")
        if password:
            print(f"The password, which is shown only now: {password}")
        if reset:
            print("All sessions of the account have ended. The new password can be changed in the pages, under Settings.")
