"""People: who they are, how they sign in, what they may become, and the play chips that they get.

A guest comes by one call; a name and a password make an account that can be found again. Whoever signs in gets a new token, of
which the database has the digest only. Everything that changes is one unit of the writer: the rows, the line of the office with
author and time, and the double entry where chips move. Play chips are never money: they come from `issued` and go nowhere else.
"""

import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from pitboss.errors import PitbossError
from pitboss.floor import accounts, office
from pitboss.floor.accounts import Account, LedgerEntry, NameTaken, NewAccount, reading
from pitboss.floor.database import Database
from pitboss.floor.limits import Limits, Rates
from pitboss.floor.names import key_of, read_name
from pitboss.floor.passwords import BadPassword, Passwords, new_token, read_password
from pitboss.floor.practice import StaffCode
from pitboss.floor.roles import ROLES, Forbidden, Role, check
from pitboss.floor.units import Conflict, Entry, Execute, Unit
from pitboss.floor.writer import Writer
from pitboss.money import dollars

DAY = 24 * 3600 * 1000  # milliseconds
T = TypeVar("T")


@dataclass(frozen=True)
class PeopleSettings:
    """What a floor decides about its people. On a practice floor a guest who knows its code comes in any role."""

    practice: bool = False
    code: str = ""  # nobody knows an empty one
    chips: int = 100_000  # cents of play chips for everybody who comes
    nearly_empty: int = 10_000  # cents in the cage below which there are more
    chips_every: int = 10 * 60 * 1000  # milliseconds
    session: int = 30 * DAY
    rates: Rates = field(default_factory=Rates)


class NotSignedIn(PitbossError):
    """Somebody who has to sign in first."""


class WrongPassword(PitbossError):
    """A name and a password that do not belong together, or a name that nobody has: which of them is not said."""


class NoSuchAccount(PitbossError):
    """Nobody has this name."""


class NoChips(PitbossError):
    """There are no more play chips yet."""


class SignedIn(NamedTuple):
    """An account and the token of a new session, which is told once."""

    account: Account
    token: str


def milliseconds() -> int:
    """The time since 1970."""
    return time.time_ns() // 1_000_000


async def _nobody_sits(account: int) -> bool:
    return False


class People:
    """The people of a floor.

    `sits` tells whether an account has a seat anywhere, `renaming` keeps it from one while it gets another name, and `changed`
    are called with the number of an account whose name, role
    or sessions are not what they were: whoever serves it looks again with `account_of`.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        settings: PeopleSettings | None = None,
        *,
        passwords: Passwords | None = None,
        limits: Limits | None = None,
        now: Callable[[], int] = milliseconds,
    ) -> None:
        self.settings = settings or PeopleSettings()
        self.sits: Callable[[int], Awaitable[bool]] = _nobody_sits
        self.renaming: Callable[[int], AbstractContextManager[None]] = lambda account: nullcontext()
        self.changed: list[Callable[[int], None]] = []
        self._database, self._writer, self._now = database, writer, now
        self._passwords = passwords or Passwords()
        self._limits = limits or Limits(self.settings.rates)
        self.code = StaffCode(self.settings.code, self.settings.rates.code, time.monotonic)

    # ------------------------------------------------------------------------ coming and going

    async def guest(self, address: str, role: Role = "patron") -> SignedIn:
        """A guest under a new name. Whoever calls has checked the code where the role is a staff role."""
        if role != "patron" and not self.settings.practice:
            raise Forbidden("a guest is a patron, except on a practice floor")
        self._limits.guest(address)
        return await self._make(NewAccount("", "", role, True))

    async def register(self, address: str, name: str, password: str) -> SignedIn:
        """A new account with a name and a password."""
        self._limits.register(address)
        made = await self._make(await self._new(name, password, "patron"))
        self._limits.signed_in(address, key_of(made.account.name))
        return made

    async def hire(self, name: str, password: str, role: Role) -> Account:
        """An employee's account, made by the house itself: the first pit boss is."""
        return (await self._make(await self._new(name, password, role), by=office.HOUSE, session=False)).account

    async def take_name(self, guest: Account, address: str, name: str, password: str) -> SignedIn:
        """Turns a guest into an account with a name: the same number and chips, and a new session instead of all others."""
        if not guest.guest:
            raise Forbidden(f"{guest.name} has an account already; sign out to make another")
        self._limits.register(address)
        new, token, now = await self._new(name, password, guest.role), new_token(), self._now()
        unit = Unit()

        def work(execute: Execute) -> Account:
            current = _still(accounts.by_id(execute, guest.id))
            if not current.guest:
                raise Forbidden(f"{current.name} has an account already; sign out to make another")
            accounts.rename(execute, guest.id, new.name, new.password)
            accounts.end_sessions(execute, guest.id)
            begun = accounts.begin_session(execute, guest.id, token, now, now + self.settings.session)
            event = office.AccountNamed(
                by=guest.by,
                at=now,
                account=guest.id,
                name=new.name,
                before=guest.name,
                password=accounts.password_digest(guest.id, new.password),
                session=begun.session,
            )
            unit.office = [office.encode(event)]
            return _still(accounts.by_id(execute, guest.id))

        unit.work = work
        with self.renaming(guest.id):  # nobody sits down under a name that he is about to give up
            if await self.sits(guest.id):
                raise Conflict("at a table names stay as they are; get up first")
            account = await self._write(unit)
        self._limits.signed_in(address, key_of(account.name))
        self._tell(guest.id)
        return SignedIn(account, token)

    async def sign_in(self, address: str, name: str, password: str, brought: str = "") -> SignedIn:
        """A new session. One that the client brought ends, whosever it was; its token is never used again."""
        key = key_of(name)[:200]
        self._limits.sign_in(address, key)
        account, kept = await self._read(lambda execute: _known_with_password(execute, name))
        if not await self._passwords.fits(kept, _readable(password)) or account is None:
            raise WrongPassword("the name or the password is wrong")
        self._limits.signed_in(address, key)
        if account.disabled:
            raise Forbidden("this account is disabled; ask a pit boss")
        better = await self._passwords.hash(_readable(password)) if self._passwords.is_old(kept) else kept
        token, now, before, unit = new_token(), self._now(), await self.account_of(brought), Unit()

        def work(execute: Execute) -> Account:
            current = _still(accounts.by_id(execute, account.id))
            if current.disabled or accounts.password_of(execute, account.id) != kept:  # in the meantime
                raise WrongPassword("the name or the password is wrong")
            if better != kept:
                execute("UPDATE account SET password = ? WHERE id = ?", (better, account.id))
            ended = accounts.end_session(execute, brought) if brought else []
            begun = accounts.begin_session(execute, account.id, token, now, now + self.settings.session)
            unit.office = [office.encode(_signed_out(current, now, *each)) for each in ended]
            password = accounts.password_digest(account.id, better) if better != kept else ""
            event = office.SignedIn(
                by=current.by, at=now, account=account.id, session=begun.session, ended=begun.ended, password=password
            )
            unit.office.append(office.encode(event))
            return current

        unit.work = work
        signed_in = SignedIn(await self._write(unit), token)
        if before is not None:
            self._tell(before.id)
        return signed_in

    async def sign_out(self, token: str) -> None:
        """Ends the session of a token."""
        account = await self.account_of(token)
        if account is not None:
            unit, now = Unit(), self._now()

            def work(execute: Execute) -> None:
                ended = accounts.end_session(execute, token)
                unit.office = [office.encode(_signed_out(account, now, *each)) for each in ended]

            unit.work = work
            await self._write(unit)
            self._tell(account.id)

    async def account_of(self, token: str) -> Account | None:
        """Who signed in with this token, as he is now; None where nobody did, or not any more."""
        now = self._now()
        return await self._read(lambda execute: accounts.by_token(execute, token, now)) if token else None

    async def named(self, name: str) -> Account:
        """The account of a name; raises NoSuchAccount."""
        account = await self._read(lambda execute: _known(execute, name))
        if account is None:
            raise NoSuchAccount("nobody has that name")
        return account

    async def forget_expired(self) -> None:
        """Drops the sessions that are over, which nobody can use any more in any case."""
        now = self._now()
        await self._write(Unit(work=lambda execute: accounts.end_expired(execute, now)))

    # ------------------------------------------------------------------------ what a pit boss does

    async def grant(self, by: Account, name: str, role: Role) -> Account:
        """Gives an account another role."""
        check(by.role, "grant")
        if role not in ROLES:
            raise Forbidden(f"there is no such role; there are {', '.join(ROLES)}")
        account = await self.named(name)
        if account.id == by.id:
            raise Forbidden("nobody changes his own role")
        if account.guest and not self.settings.practice:
            raise Forbidden("a guest is a patron, except on a practice floor")

        def change(execute: Execute, current: Account) -> office.Event | None:
            execute("UPDATE account SET role = ? WHERE id = ?", (role, current.id))
            event = office.RoleGranted(
                by=by.by, at=self._now(), account=current.id, name=current.name, role=role, before=current.role
            )
            return None if role == current.role else event

        return await self._change(by, "grant", account, change)

    async def disable(self, by: Account, name: str, why: str = "") -> Account:
        """Signs an account out everywhere, for good. What it has on tables and in the cage stays its own."""
        check(by.role, "disable")
        account = await self.named(name)
        if account.id == by.id:
            raise Forbidden("nobody disables his own account")

        def change(execute: Execute, current: Account) -> office.Event | None:
            execute("UPDATE account SET disabled = ? WHERE id = ?", (True, current.id))
            accounts.end_sessions(execute, current.id)
            event = office.AccountDisabled(by=by.by, at=self._now(), account=current.id, name=current.name, why=why[:200])
            return None if current.disabled else event

        return await self._change(by, "disable", account, change)

    async def enable(self, by: Account, name: str) -> Account:
        """Lets a disabled account sign in again."""
        check(by.role, "disable")

        def change(execute: Execute, current: Account) -> office.Event | None:
            execute("UPDATE account SET disabled = ? WHERE id = ?", (False, current.id))
            event = office.AccountEnabled(by=by.by, at=self._now(), account=current.id, name=current.name)
            return event if current.disabled else None

        return await self._change(by, "disable", await self.named(name), change)

    async def sign_out_everywhere(self, by: Account, name: str) -> None:
        """Ends all sessions of an account: one's own, or as a pit boss another's."""
        own = key_of(name) == key_of(by.name)
        if not own:
            check(by.role, "sign out others")

        def change(execute: Execute, current: Account) -> office.Event | None:
            accounts.end_sessions(execute, current.id)
            return office.SessionsEnded(by=by.by, at=self._now(), account=current.id, name=current.name)

        await self._change(by, "sit" if own else "sign out others", await self.named(name), change)

    # ------------------------------------------------------------------------ play chips

    async def more_chips(self, account: Account) -> Account:
        """Fills a cage that is nearly empty up to what everybody begins with, at most so often; raises NoChips."""
        now = self._now()
        await self._read(lambda execute: self._owed(execute, account.id, now))  # a refusal in the transaction costs others more
        unit = Unit()

        def work(execute: Execute) -> Account:
            cents = self._owed(execute, account.id, now)
            event = office.ChipsIssued(by=account.by, at=now, account=account.id, cents=cents)
            unit.office, unit.entries = [office.encode(event)], _issue(account.id, cents)
            return _still(accounts.by_id(execute, account.id))

        unit.work = work
        before = await self._write(unit)
        return await self._read(lambda execute: accounts.by_id(execute, account.id)) or before

    async def ledger(self, account: Account, before: int = 2**62, most: int = 50) -> list[LedgerEntry]:
        """What moved in somebody's cage, the latest first, from before an entry on."""
        return await self._read(lambda execute: accounts.ledger_of(execute, account.id, before, most))

    def _owed(self, execute: Execute, account: int, now: int) -> int:
        """How many cents of play chips somebody gets now; raises NoChips."""
        settings, cage = self.settings, _still(accounts.by_id(execute, account)).cage
        if cage >= min(settings.nearly_empty, settings.chips):
            raise NoChips(f"there is {dollars(cage)} in the cage; more play chips come below {dollars(settings.nearly_empty)}")
        if (wait := accounts.last_issue(execute, account) + settings.chips_every - now) > 0:
            raise NoChips(
                f"there is {dollars(cage)} in the cage, and the next play chips come in {-(-wait // 1000)} seconds; what is"
                " on a table comes back to the cage when you leave it"
            )
        return settings.chips - cage

    # ------------------------------------------------------------------------ within

    async def _new(self, name: str, password: str, role: Role) -> NewAccount:
        """What an account is made from, after everything that can be wrong with it was looked at."""
        name, password = read_name(name), read_password(password)
        if key_of(password) == key_of(name):
            raise BadPassword("a password is not the name")
        await self._passwords.check(password, name)
        if await self._is_taken(name):
            raise NameTaken
        return NewAccount(name, await self._passwords.hash(password), role, False)

    async def _is_taken(self, name: str) -> bool:
        return await self._read(lambda execute: accounts.by_name(execute, name)) is not None

    async def _make(self, new: NewAccount, by: office.By | None = None, session: bool = True) -> SignedIn:
        """Makes an account with its chips and, unless somebody else makes it for him, a session."""
        token, now, chips, unit = new_token(), self._now(), self.settings.chips, Unit()

        def work(execute: Execute) -> Account:
            account = (accounts.insert_guest if new.guest else accounts.insert_account)(execute, new, now)
            began = ""
            if session:
                began = accounts.begin_session(execute, account.id, token, now, now + self.settings.session).session
            event = office.AccountMade(
                by=by or account.by,
                at=now,
                account=account.id,
                name=account.name,
                role=new.role,
                guest=new.guest,
                cents=chips,
                password=accounts.password_digest(account.id, new.password),
                session=began,
            )
            unit.office, unit.entries = [office.encode(event)], _issue(account.id, chips)
            return account

        unit.work = work
        made = await self._write(unit)
        account = await self._read(lambda execute: accounts.by_id(execute, made.id)) or made
        return SignedIn(account, token if session else "")

    async def _change(
        self, by: Account, verb: str, account: Account, change: Callable[[Execute, Account], office.Event | None]
    ) -> Account:
        """Changes an account, if whoever does it still may, and puts it on record."""
        unit = Unit()

        def work(execute: Execute) -> Account:
            author = _still(accounts.by_id(execute, by.id))
            check(author.role, verb)
            if author.disabled:
                raise Forbidden("this account is disabled; ask a pit boss")
            event = change(execute, _still(accounts.by_id(execute, account.id)))
            unit.office = [] if event is None else [office.encode(event)]
            return _still(accounts.by_id(execute, account.id))

        unit.work = work
        changed: Account = await self._write(unit)
        self._tell(account.id)
        return changed

    def _tell(self, account: int) -> None:
        for each in self.changed:
            each(account)

    async def _read(self, ask: Callable[[Execute], T]) -> T:
        return await self._database.read(lambda connection: ask(reading(connection)))

    async def _write(self, unit: Unit) -> Any:
        """Writes a unit; what the database refuses for a reason of its own is somebody else's doing in this very moment."""
        try:
            return await self._writer.write(unit)
        except PitbossError:
            raise
        except Exception as error:
            raise Conflict("somebody else changed the same thing just now; try again") from error


def _signed_out(by: Account, at: int, account: int, session: str) -> office.SignedOut:
    return office.SignedOut(by=by.by, at=at, account=account, session=session)


def _issue(account: int, cents: int) -> list[Entry]:
    return [Entry("issued", -cents), Entry(f"cage/{account}", cents)] if cents else []


def _known(execute: Execute, name: str) -> Account | None:
    """The account of a name as somebody wrote it, if it is one that can be asked for at all."""
    if len(name) > 200 or not name.isprintable():
        return None
    return accounts.by_name(execute, name)


def _known_with_password(execute: Execute, name: str) -> tuple[Account | None, str]:
    account = _known(execute, name)
    return account, accounts.password_of(execute, account.id if account else 0)


def _still(account: Account | None) -> Account:
    if account is None:
        raise NoSuchAccount("nobody has that name")
    return account


def _readable(password: str) -> str:
    """A password that somebody tried: one that nobody can have takes as long as any other."""
    try:
        return read_password(password)
    except BadPassword:
        return "\N{REPLACEMENT CHARACTER}"
