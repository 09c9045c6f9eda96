"""What the office does from the command line, in the same database as a server's: it hires, and makes checkpoints."""

import asyncio
import secrets
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor import accounts, office
from pitboss.floor.accounts import Account
from pitboss.floor.audit import key_beside, open_floor
from pitboss.floor.checkpoints import STREAM, making
from pitboss.floor.database import Database
from pitboss.floor.people import NoSuchAccount, People, milliseconds
from pitboss.floor.roles import ROLES, Role
from pitboss.floor.server import check_key, known_key
from pitboss.floor.units import Execute, StreamLine, Unit
from pitboss.floor.view import View
from pitboss.floor.writer import Writer


async def hire(url: str, name: str, role: str, key: Path | None = None) -> tuple[Account, str]:
    """The account of a name with a role, and its password where it is new; raises PitbossError. A floor that has been served
    signs what its office does: that needs the key of the house."""
    found: Role | None = next((each for each in ROLES if each == role.replace("-", " ")), None)
    if found is None:
        raise PitbossError(f"there is no role {role!r}; there are {', '.join(ROLES)}")
    database = Database.open(url)
    try:
        await asyncio.to_thread(database.migrate)
        signer = signer_of(database, key)
        writer = Writer(database.backend(signer=signer), asyncio.get_running_loop())
        try:
            people = People(database, writer)
            try:
                account = await people.named(name)
            except NoSuchAccount:
                password = secrets.token_urlsafe(12)
                return await people.hire(name, password, found), password
            return await writer.write(granting(account, found)), ""
        finally:
            await writer.close()
    finally:
        database.close()


def signer_of(database: Database, key: Path | None) -> HouseKey | None:
    """The key with which the office of a floor signs, None where it was never served; raises PitbossError."""
    if not known_key(database):
        return None
    path = key or key_beside(database.path)
    if path is None:
        raise PitbossError(f"{database} signs what its office does: name the key of the house with --key")
    signer = HouseKey.load(path)
    check_key(database, signer, path)
    return signer


def granting(account: Account, role: Role) -> Unit:
    """The house itself gives an account another role."""
    unit = Unit()

    def work(execute: Execute) -> Account:
        current = accounts.by_id(execute, account.id)
        if current is None or current.guest:
            raise PitbossError(f"{account.name} is a guest: an employee has a name and a password of his own")
        execute("UPDATE account SET role = ? WHERE id = ?", (role, current.id))
        event = office.RoleGranted(
            by=office.HOUSE, at=milliseconds(), account=current.id, name=current.name, role=role, before=current.role
        )
        unit.office = [office.encode(event)] if role != current.role else []
        found = accounts.by_id(execute, account.id)
        assert found is not None
        return found

    unit.work = work
    return unit


async def make_checkpoint(url: str, key: Path | None = None) -> StreamLine:
    """The line of a checkpoint of a floor as it is now; raises PitbossError."""
    database = open_floor(url)
    try:
        signer = signer_of(database, key)
        if signer is None:
            raise PitbossError(f"{database} has never been served: there is nothing to sign")
        writer = Writer(database.backend(signer=signer), asyncio.get_running_loop())
        try:
            line = await writer.write(making(signer, milliseconds()))
        finally:
            await writer.close()
        found = database.view(lambda connection: View(connection).head(STREAM))
        assert found is not None and found.seq >= line.seq
        return found
    finally:
        database.close()
