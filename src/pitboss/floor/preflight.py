"""What stands in the way of serving a floor, found without serving it or changing anything (`pitboss serve --check`)."""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor import archiving
from pitboss.floor.people.practice_code import check_code
from pitboss.floor.people.rate_limits import Proxies
from pitboss.floor.play.floor_plan import read_plan
from pitboss.floor.server import (
    OWN_FILES,
    Settings,
    check_key,
    check_logs,
    connections_at_most,
    key_file,
    known_key,
    listen,
    open_files,
)
from pitboss.floor.storage.database import Database, read_address
from pitboss.floor.storage.schema import REVISION
from pitboss.words import many


@dataclass(frozen=True)
class Checked:
    """One thing that was looked at: whether a floor can be served with it, and a sentence."""

    what: str
    ok: bool
    says: str


def check_settings(settings: Settings) -> Iterator[Checked]:
    """Each thing that a server needs, with the sentence with which it would refuse to start."""
    yield _checked("tables", lambda: _tables(settings))
    yield _checked("address", lambda: _address(settings))
    yield _checked("proxy", lambda: str(Proxies(settings.proxy)) or "none: clients are known by the address they come from")
    yield _checked("practice", lambda: _practice(settings))
    yield _checked("connections", lambda: _connections(settings))
    database = Database(read_address(settings.database))
    with closing(database):
        yield _checked("database", lambda: _database(settings, database))
        yield _checked("key", lambda: _key(settings, database))
        if (path := database.path) is None or path.exists():
            yield _checked("archives", lambda: _archives(database))


def _checked(what: str, check: Callable[[], str]) -> Checked:
    try:
        return Checked(what, True, check())
    except PitbossError as error:
        return Checked(what, False, str(error))


def _tables(settings: Settings) -> str:
    if settings.plan is None:
        return "none are opened"
    read_plan(settings.plan)
    return f"those of {settings.plan.name}"


def _address(settings: Settings) -> str:
    with closing(listen(settings.host, settings.port)) as listening:
        host, port = listening.getsockname()[:2]
    if listening.family == socket.AF_INET6:
        host = f"[{host}]"
    return f"{host}:{port}, answering to {', '.join(settings.hosts)}"


def _practice(settings: Settings) -> str:
    if not settings.practises:
        return "off: guests are patrons"
    if settings.code:
        check_code(settings.code)
    return "on: guests who know the code take any role"


def _connections(settings: Settings) -> str:
    most, files = connections_at_most(), open_files()
    if settings.total and most and settings.total > most:
        raise PitbossError(
            f"--all-connections {settings.total} does not fit: this process may have {files} files open, {OWN_FILES} of them"
            f" its own; raise the limit (LimitNOFILE, ulimit -n) or ask for {most}"
        )
    total = most if settings.total is None else settings.total
    return (
        f"{total or 'any number'} at once, {settings.connections or 'any number'} from one address; {files} files may be open"
    )


def _database(settings: Settings, database: Database) -> str:
    path = database.path
    if path is not None and settings.share != (1, 1):
        raise PitbossError("several processes share a floor on PostgreSQL only: a SQLite file is served by one")
    if path is not None and not path.exists():
        if not os.access(path.absolute().parent, os.W_OK):
            raise PitbossError(f"{path} cannot be made: the folder {path.absolute().parent} cannot be written")
        return f"{path} is new"
    revision = database.revision()
    if revision > REVISION:
        raise PitbossError(f"{database} was made by a later version of pitboss (its tables are of revision {revision})")
    if database.lock is not None and database.lock.take():
        database.lock.let_go()
    return f"{database}" + (", new" if not revision else f", brought from revision {revision}" * (revision != REVISION))


def _key(settings: Settings, database: Database) -> str:
    path = key_file(settings, database)
    missing = database.path is not None and not database.path.exists()
    recorded = "" if missing or not database.revision() else known_key(database)
    if not path.exists():
        if recorded:
            raise PitbossError(
                f"{database} belongs to the key {recorded[:16]}…, and {path} is not there: name its file with --key"
            )
        return f"{path} is new"
    key = HouseKey.load(path)
    if recorded:
        check_key(database, key, path)
        check_logs(database, key)
    _check_folder(path)
    return f"{path}, {key.public}"


def _archives(database: Database) -> str:
    """Missing files stop no server: only the rounds in them cannot be looked up."""
    here = archiving.records_of(database).here if database.revision() == REVISION else {}
    missing = [file for file in here if not (database.archive / file).exists()]
    if missing:
        told = f"{many(len(missing), 'file')} of {len(here)} not in {database.archive}, such as {missing[0]}"
        return f"{told}: rounds in them cannot be looked up; PITBOSS_ARCHIVE names their folder"
    return f"{many(len(here), 'file')} in {database.archive}" if here else "none yet"


def _check_folder(path: Path) -> None:
    if not os.access(path.absolute().parent, os.W_OK):
        raise PitbossError(
            f"no witness can be written beside {path}: every start would discard promises of chance; let the server write"
            " its folder"
        )
