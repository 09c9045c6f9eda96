"""The registry of people: guests, accounts, sign-in, roles and play chips.

Every change is one unit of the writer: the rows, the office's line with author and time, and the double entry for chips. Tokens
are stored as digests only. Play chips are never money: they come from `issued` and go nowhere else.
"""

import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import structlog

from pitboss.errors import PitbossError
from pitboss.floor.people import accounts, office
from pitboss.floor.people.accounts import Account, LedgerEntry, NameTakenError, NewAccount, reading
from pitboss.floor.people.names import key_of, read_name
from pitboss.floor.people.passwords import BadPasswordError, Passwords, new_token, read_password
from pitboss.floor.people.practice_code import StaffCode
from pitboss.floor.people.rate_limits import Limits, Rates
from pitboss.floor.people.roles import ROLES, ForbiddenError, Role, check
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.transactions import ConflictError, Entry, Execute, Unit, now, unit_of
from pitboss.floor.storage.writer import Writer
from pitboss.money import dollars

DAY = 24 * 3600 * 1000  # milliseconds
T = TypeVar("T")


@dataclass(frozen=True)
class PeopleSettings:
    """What a floor decides about its people. On a practice floor, guests who know the code choose any role."""

    practice: bool = False
    code: str = ""  # "" matches no code
    chips: int = 100_000  # cents of play chips for a new account
    nearly_empty: int = 10_000  # cents below which there are more
    chips_every: int = 10 * 60 * 1000  # milliseconds
    session: int = 30 * DAY
    rates: Rates = field(default_factory=Rates)


log = structlog.get_logger("pitboss.floor")


class NotSignedInError(PitbossError, kind="NotSignedIn"):
    """A request that needs a session."""


class WrongPasswordError(PitbossError, kind="WrongPassword"):
    """Wrong name or password; which of them is not said."""


class NoSuchAccountError(PitbossError, kind="NoSuchAccount"):
    """No account has this name."""


class NoChipsError(PitbossError, kind="NoChips"):
    """It is too early for more play chips."""


class SignedIn(NamedTuple):
    """An account with the token of its new session, given once."""

    account: Account
    token: str


async def _nobody_sits(account: int) -> bool:
    return False


class People:
    """The people of a floor.

    `sits` says whether an account has a seat, `renaming` keeps an account from buying in while its name changes, and the
    callbacks `changed` get the number of an account whose name, role or sessions changed.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        settings: PeopleSettings | None = None,
        *,
        passwords: Passwords | None = None,
        limits: Limits | None = None,
        now: Callable[[], int] = now,
    ) -> None:
        self.settings = settings or PeopleSettings()
        self.sits: Callable[[int], Awaitable[bool]] = _nobody_sits
        self.renaming: Callable[[int], AbstractContextManager[None]] = lambda account: nullcontext()
        self.changed: list[Callable[[int], None]] = []
        self.failures = 0  # sign-ins with a wrong name or password
        self._database, self._writer, self._now = database, writer, now
        self._passwords = passwords or Passwords()
        self._limits = limits or Limits(self.settings.rates)
        self.code = StaffCode(self.settings.code, self.settings.rates.code, time.monotonic)

    # ------------------------------------------------------------------------ coming and going

    async def guest(self, address: str, role: Role = "patron") -> SignedIn:
        """A new guest. The caller has checked the code for a staff role."""
        if role != "patron" and not self.settings.practice:
            raise ForbiddenError("a guest is a patron, except on a practice floor")
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
            raise ForbiddenError(f"{guest.name} has an account already; sign out to make another")
        self._limits.register(address)
        new, token, now = await self._new(name, password, guest.role), new_token(), self._now()

        def work(execute: Execute, unit: Unit) -> Account:
            current = _still(accounts.by_id(execute, guest.id))
            if not current.guest:
                raise ForbiddenError(f"{current.name} has an account already; sign out to make another")
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

        with self.renaming(guest.id):  # no buy-in under the old name
            if await self.sits(guest.id):
                raise ConflictError("at a table names stay as they are; get up first")
            account = await self._write(work)
        self._limits.signed_in(address, key_of(account.name))
        self._tell(guest.id)
        return SignedIn(account, token)

    async def sign_in(self, address: str, name: str, password: str, brought: str = "") -> SignedIn:
        """A new session. It replaces the client's former one, of whatever account."""
        key = key_of(name)[:200]
        self._limits.sign_in(address, key)
        account, hashed = await self._read(lambda execute: _known_with_password(execute, name))
        if not await self._passwords.fits(hashed, _readable(password)) or account is None:
            self._note_failure(address, account)
            raise WrongPasswordError("the name or the password is wrong")
        self._limits.signed_in(address, key)
        if account.disabled:
            raise ForbiddenError("this account is disabled; ask a pit boss")
        better = await self._passwords.hash(_readable(password)) if self._passwords.is_old(hashed) else hashed
        token, now, before = new_token(), self._now(), await self.account_of(brought)

        def work(execute: Execute, unit: Unit) -> tuple[Account, bool]:
            current = _still(accounts.by_id(execute, account.id))
            if current.disabled or accounts.password_of(execute, account.id) != hashed:  # in the meantime
                raise WrongPasswordError("the name or the password is wrong")
            if better != hashed:
                execute("UPDATE account SET password = ? WHERE id = ?", (better, account.id))
            ended = accounts.end_session(execute, brought) if brought else []
            begun = accounts.begin_session(execute, account.id, token, now, now + self.settings.session)
            unit.office = [office.encode(_signed_out(current, now, *each)) for each in ended]
            password = accounts.password_digest(account.id, better) if better != hashed else ""
            event = office.SignedIn(
                by=current.by, at=now, account=account.id, session=begun.session, ended=begun.ended, password=password
            )
            unit.office.append(office.encode(event))
            return current, bool(begun.ended)

        current, too_many = await self._write(work)
        if before is not None:
            self._tell(before.id)
        if too_many:  # the oldest session has ended, and its lines with it
            self._tell(account.id)
        return SignedIn(current, token)

    def _note_failure(self, address: str, account: Account | None) -> None:
        """Log that a password was wrong. The name is left out: it may be a password, typed in the wrong place."""
        self.failures += 1
        log.warning("a sign-in failed", address=address, account=account.id if account is not None else None)

    async def change_password(self, account: Account, address: str, password: str, new: str) -> SignedIn:
        """One's own new password. Every session ends, and the client has a new one."""
        if account.guest:
            raise ForbiddenError("a guest has no password; make an account to have one")
        key = key_of(account.name)
        self._limits.sign_in(address, key)  # whoever has only the session may not try passwords
        hashed = await self._read(lambda execute: accounts.password_of(execute, account.id))
        if not await self._passwords.fits(hashed, _readable(password)):
            self._note_failure(address, account)
            raise WrongPasswordError("that is not your password")
        self._limits.signed_in(address, key)
        if _readable(new) == _readable(password):
            raise BadPasswordError("that is the password you have; choose another")
        better, token, now = await self._hash(account.name, new), new_token(), self._now()

        def work(execute: Execute, unit: Unit) -> Account:
            current = _still(accounts.by_id(execute, account.id))
            if current.disabled or accounts.password_of(execute, account.id) != hashed:  # in the meantime
                raise WrongPasswordError("that is not your password")
            execute("UPDATE account SET password = ? WHERE id = ?", (better, account.id))
            accounts.end_sessions(execute, account.id)
            begun = accounts.begin_session(execute, account.id, token, now, now + self.settings.session)
            unit.office = [office.encode(_new_password(current, current.by, now, better, begun.session))]
            return current

        changed = await self._write(work)
        self._tell(account.id)
        return SignedIn(changed, token)

    async def reset_password(self, name: str, new: str) -> Account:
        """A new password for whoever has lost theirs, by the house itself. Every session of the account ends."""
        account, now = await self.named(name), self._now()
        better = await self._hash(account.name, new)

        def work(execute: Execute, unit: Unit) -> Account:
            current = _still(accounts.by_id(execute, account.id))
            if current.guest or not accounts.password_of(execute, account.id):
                raise ForbiddenError(f"{current.name} has no password: a guest or a bot does not sign in with one")
            execute("UPDATE account SET password = ? WHERE id = ?", (better, account.id))
            accounts.end_sessions(execute, account.id)
            unit.office = [office.encode(_new_password(current, office.HOUSE, now, better))]
            return current

        changed: Account = await self._write(work)
        self._tell(account.id)
        return changed

    async def sign_out(self, token: str) -> None:
        """Ends the session of a token."""
        account, now = await self.account_of(token), self._now()
        if account is not None:

            def work(execute: Execute, unit: Unit) -> None:
                ended = accounts.end_session(execute, token)
                unit.office = [office.encode(_signed_out(account, now, *each)) for each in ended]

            await self._write(work)
            self._tell(account.id)

    async def account_of(self, token: str) -> Account | None:
        """The account of a token as it is now, None if it is not signed in."""
        now = self._now()
        return await self._read(lambda execute: accounts.by_token(execute, token, now)) if token else None

    async def named(self, name: str) -> Account:
        """The account of a name; raises NoSuchAccountError."""
        account = await self._read(lambda execute: _known(execute, name))
        if account is None:
            raise NoSuchAccountError("nobody has that name")
        return account

    async def by_number(self, account: int) -> Account | None:
        """The account of a number, None where there is none."""
        return await self._read(lambda execute: accounts.by_id(execute, account))

    # ------------------------------------------------------------------------ what a pit boss does

    async def grant(self, by: Account, name: str, role: Role) -> Account:
        """Gives an account another role."""
        check(by.role, "grant")
        if role not in ROLES:
            raise ForbiddenError(f"there is no such role; there are {', '.join(ROLES)}")
        account = await self.named(name)
        if account.id == by.id:
            raise ForbiddenError("nobody changes his own role")
        if account.guest and not self.settings.practice:
            raise ForbiddenError("a guest is a patron, except on a practice floor")

        def change(execute: Execute, current: Account) -> office.Event | None:
            execute("UPDATE account SET role = ? WHERE id = ?", (role, current.id))
            event = office.RoleGranted(
                by=by.by, at=self._now(), account=current.id, name=current.name, role=role, before=current.role
            )
            return None if role == current.role else event

        return await self._change(by, "grant", account, change)

    async def disable(self, by: Account, name: str, why: str = "") -> Account:
        """Sign an account out for good. Its seats and balance stay its own."""
        check(by.role, "disable")
        account = await self.named(name)
        if account.id == by.id:
            raise ForbiddenError("nobody disables his own account")

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
        """Fill a nearly empty balance up to the first amount; raises NoChipsError."""
        now = self._now()
        await self._read(lambda execute: self._owed(execute, account.id, now))  # a refusal in the transaction costs others more

        def work(execute: Execute, unit: Unit) -> Account:
            cents = self._owed(execute, account.id, now)
            event = office.ChipsIssued(by=account.by, at=now, account=account.id, cents=cents)
            unit.office, unit.entries = [office.encode(event)], _issue(account.id, cents)
            return _still(accounts.by_id(execute, account.id))

        before = await self._write(work)
        return await self._read(lambda execute: accounts.by_id(execute, account.id)) or before

    async def ledger(self, account: Account, before: int = 2**62, most: int = 50) -> list[LedgerEntry]:
        """The account's changes at the cage before an entry, latest first."""
        return await self._read(lambda execute: accounts.ledger_of(execute, account.id, before, most))

    def _owed(self, execute: Execute, account: int, now: int) -> int:
        """The cents of play chips due; raises NoChipsError."""
        settings, cage = self.settings, _still(accounts.by_id(execute, account)).cage
        if cage >= min(settings.nearly_empty, settings.chips):
            raise NoChipsError(
                f"there is {dollars(cage)} in the cage; more play chips come below {dollars(settings.nearly_empty)}"
            )
        if (wait := accounts.last_issue(execute, account) + settings.chips_every - now) > 0:
            raise NoChipsError(
                f"there is {dollars(cage)} in the cage, and the next play chips come in {-(-wait // 1000)} seconds; what is"
                " on a table comes back to the cage when you leave it"
            )
        return settings.chips - cage

    # ------------------------------------------------------------------------ within

    async def _new(self, name: str, password: str, role: Role) -> NewAccount:
        """The data of a new account, checked."""
        name, password = read_name(name), read_password(password)
        await self._check_password(name, password)
        if await self._read(lambda execute: accounts.by_name(execute, name)) is not None:
            raise NameTakenError
        return NewAccount(name, await self._passwords.hash(password), role, False)

    async def _check_password(self, name: str, password: str) -> None:
        if key_of(password) == key_of(name):
            raise BadPasswordError("a password is not the name")
        await self._passwords.check(password, name)

    async def _hash(self, name: str, written: str) -> str:
        """The hash of a new password for a name; raises BadPasswordError."""
        password = read_password(written)
        await self._check_password(name, password)
        return await self._passwords.hash(password)

    async def _make(self, new: NewAccount, by: office.By | None = None, session: bool = True) -> SignedIn:
        """Insert an account with its chips and, unless another account makes it, a session."""
        token, now, chips = new_token(), self._now(), self.settings.chips

        def work(execute: Execute, unit: Unit) -> Account:
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

        made = await self._write(work)
        account = await self._read(lambda execute: accounts.by_id(execute, made.id)) or made
        return SignedIn(account, token if session else "")

    async def _change(
        self, by: Account, verb: str, account: Account, change: Callable[[Execute, Account], office.Event | None]
    ) -> Account:
        """Change an account, if the author still may, on record."""

        def work(execute: Execute, unit: Unit) -> Account:
            author = _still(accounts.by_id(execute, by.id))
            check(author.role, verb)
            if author.disabled:
                raise ForbiddenError("this account is disabled; ask a pit boss")
            event = change(execute, _still(accounts.by_id(execute, account.id)))
            unit.office = [] if event is None else [office.encode(event)]
            return _still(accounts.by_id(execute, account.id))

        changed: Account = await self._write(work)
        self._tell(account.id)
        return changed

    def _tell(self, account: int) -> None:
        for each in self.changed:
            each(account)

    async def _read(self, ask: Callable[[Execute], T]) -> T:
        return await self._database.read(lambda connection: ask(reading(connection)))

    async def _write(self, work: Callable[[Execute, Unit], Any]) -> Any:
        """Do some work in a unit of its own. A conflict means that another request has just changed the same rows."""
        try:
            return await self._writer.write(unit_of(work))
        except PitbossError:
            raise
        except Exception as error:
            raise ConflictError("somebody else changed the same thing just now; try again") from error


def _signed_out(by: Account, at: int, account: int, session: str) -> office.SignedOut:
    return office.SignedOut(by=by.by, at=at, account=account, session=session)


def _new_password(account: Account, by: office.By, at: int, hashed: str, session: str = "") -> office.PasswordChanged:
    password = accounts.password_digest(account.id, hashed)
    return office.PasswordChanged(by=by, at=at, account=account.id, name=account.name, password=password, session=session)


def _issue(account: int, cents: int) -> list[Entry]:
    return [Entry("issued", -cents), Entry(f"cage/{account}", cents)] if cents else []


def _known(execute: Execute, name: str) -> Account | None:
    """The account of a name as typed, None if there is none."""
    if len(name) > 200 or not name.isprintable():
        return None
    return accounts.by_name(execute, name)


def _known_with_password(execute: Execute, name: str) -> tuple[Account | None, str]:
    account = _known(execute, name)
    return account, accounts.password_of(execute, account.id if account else 0)


def _still(account: Account | None) -> Account:
    if account is None:
        raise NoSuchAccountError("nobody has that name")
    return account


def _readable(password: str) -> str:
    """A typed password; an impossible one takes as long to check as any other."""
    try:
        return read_password(password)
    except BadPasswordError:
        return "\N{REPLACEMENT CHARACTER}"
