"""Office commands of the command line, in the server's database: hiring, passwords, checkpoints and another key."""

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey, public_file
from pitboss.floor.books.audit import key_beside, open_floor
from pitboss.floor.people import accounts, office
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.registry import NoSuchAccountError, People
from pitboss.floor.people.roles import ROLES, Role
from pitboss.floor.server import check_key, check_logs, known_key
from pitboss.floor.storage.checkpoints import STREAM, changing_key, making
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.transactions import Execute, StreamLine, Unit, now, unit_of
from pitboss.floor.storage.witness import begin_backup
from pitboss.floor.storage.writer import Writer

OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user"
    " AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


async def hire(url: str, name: str, role: str, key: Path | None = None) -> tuple[Account, str]:
    """Give an account a role, or create it with a password; raises PitbossError. A served floor needs the key of the house to
    sign it."""
    wanted: Role | None = next((each for each in ROLES if each == role.replace("-", " ")), None)
    if wanted is None:
        raise PitbossError(f"there is no role {role!r}; there are {', '.join(ROLES)}")
    async with office_of(url, key) as (people, writer):
        try:
            account = await people.named(name)
        except NoSuchAccountError:
            password = secrets.token_urlsafe(12)
            return await people.hire(name, password, wanted), password
        return await writer.write(granting(account, wanted)), ""


async def reset_password(url: str, name: str, key: Path | None = None) -> tuple[Account, str]:
    """Give an account a new password and end its sessions; raises PitbossError. A served floor needs the key of the house."""
    async with office_of(url, key, create=False) as (people, _):
        password = secrets.token_urlsafe(12)
        return await people.reset_password(name, password), password


@asynccontextmanager
async def office_of(url: str, key: Path | None, create: bool = True) -> AsyncIterator[tuple[People, Writer]]:
    """The people of a floor and a writer whose office lines the house signs, also while the floor is served."""
    with closing(Database.open(url, create=create)) as database:
        await asyncio.to_thread(database.migrate)
        signer = signer_of(database, key)
        writer = Writer(database.backend(signer=signer), asyncio.get_running_loop())
        try:
            yield People(database, writer), writer
        finally:
            await writer.close()


def signer_of(database: Database, key: Path | None) -> HouseKey | None:
    """The key that signs for the office, None for a floor never served; raises PitbossError."""
    if not known_key(database):
        return None
    path = key or key_beside(database.path)
    if path is None:
        raise PitbossError(f"{database} signs what its office does: name the key of the house with --key")
    signer = HouseKey.load(path)
    check_key(database, signer, path)
    check_logs(database, signer)
    return signer


def granting(account: Account, role: Role) -> Unit:
    """The house itself gives an account another role."""

    def work(execute: Execute, unit: Unit) -> Account:
        current = accounts.by_id(execute, account.id)
        if current is None or current.guest:
            raise PitbossError(f"{account.name} is a guest: an employee has a name and a password of his own")
        execute("UPDATE account SET role = ? WHERE id = ?", (role, current.id))
        event = office.RoleGranted(
            by=office.HOUSE, at=now(), account=current.id, name=current.name, role=role, before=current.role
        )
        unit.office = [office.encode(event)] if role != current.role else []
        changed = accounts.by_id(execute, account.id)
        assert changed is not None
        return changed

    return unit_of(work)


async def make_checkpoint(url: str, key: Path | None = None) -> StreamLine:
    """The line of a checkpoint of a floor as it is now; raises PitbossError."""
    with closing(open_floor(url)) as database:
        signer = signer_of(database, key)
        if signer is None:
            raise PitbossError(f"{database} has never been served: there is nothing to sign")
        writer = Writer(database.backend(signer=signer), asyncio.get_running_loop())
        try:
            line = await writer.write(making(signer, now()))
        finally:
            await writer.close()
        head = database.view(lambda connection: View(connection).head(STREAM))
        assert head is not None and head.seq >= line.seq
        return head


async def change_key(url: str, path: Path, stolen: bool = False) -> HouseKey:
    """Give a floor that nobody serves another key, in the place of the key file; raises PitbossError. What was interrupted is
    finished when it is called again. After a theft the next server also discards all promises of chance: the thief can open
    them."""
    with closing(open_floor(url)) as database:
        check_unserved(database)
        old, following = HouseKey.load(path), path.with_name(f"{path.name}.next")
        if not following.exists():
            old.following().write(following)
        new = HouseKey.load(following)
        if old.public.key not in new.public.earlier:
            raise PitbossError(f"{following} does not follow {path}: move it away")
        if known_key(database) != new.public.key:
            check_key(database, old, path)
            check_logs(database, old)
            event = office.KeyChanged(by=office.HOUSE, at=now(), key=new.public.key, before=old.public.key)
            writer = Writer(database.backend(signer=new), asyncio.get_running_loop())
            try:
                await writer.write(changing_key(old, new, office.encode(event), now()))
            finally:
                await writer.close()
        if stolen:
            begin_backup(database)
        replace_key(path, following, old)
        return new


def replace_key(path: Path, following: Path, old: HouseKey) -> None:
    """Put the new key file in the place of the old one, which stays under another name; at every moment there is one."""
    kept = path.with_name(f"{path.name}.{old.public.key[:8]}")
    if not kept.exists():
        os.link(path, kept)
    public_file(path).unlink(missing_ok=True)
    HouseKey.load(following).public.write(public_file(path))
    os.replace(following, path)


def check_unserved(database: Database) -> None:
    """Check that no server has a floor open; raises PitbossError."""
    if database.lock is not None:
        database.lock.take()
        return
    others = database.view(lambda connection: connection.execute(sa.text(OTHERS)).scalar())
    if others:
        raise PitbossError(f"{database} has {others} other connections: stop every server of the floor first")
