"""Hiring from the command line: an account for an employee, or another role for one, in the same database as a server's."""

import asyncio
import secrets

from pitboss.errors import PitbossError
from pitboss.floor import accounts, office
from pitboss.floor.accounts import Account
from pitboss.floor.database import Database
from pitboss.floor.people import NoSuchAccount, People, milliseconds
from pitboss.floor.roles import ROLES, Role
from pitboss.floor.units import Execute, Unit
from pitboss.floor.writer import Writer


async def hire(url: str, name: str, role: str) -> tuple[Account, str]:
    """The account of a name with a role, and its password where it is new; raises PitbossError."""
    found: Role | None = next((each for each in ROLES if each == role.replace("-", " ")), None)
    if found is None:
        raise PitbossError(f"there is no role {role!r}; there are {', '.join(ROLES)}")
    database = Database.open(url)
    try:
        await asyncio.to_thread(database.migrate)
        writer = Writer(database.backend(), asyncio.get_running_loop())
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
