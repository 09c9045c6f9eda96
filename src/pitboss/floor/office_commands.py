"""Office commands of the command line, in the server's database: hiring, passwords and checkpoints."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import key_beside, open_floor
from pitboss.floor.people import accounts, office
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.registry import NoSuchAccountError, People
from pitboss.floor.people.roles import ROLES, Role
from pitboss.floor.server import check_key, check_logs, known_key
from pitboss.floor.storage.checkpoints import STREAM, making
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.transactions import Execute, StreamLine, Unit, now, unit_of
from pitboss.floor.storage.writer import Writer


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
