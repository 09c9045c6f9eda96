"""Accounts and sessions as database rows.

Every function takes an `Execute`: the same statements run in a unit's work and on a reader's connection (`reading`).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import sqlalchemy

from pitboss.errors import PitbossError
from pitboss.floor.people import office
from pitboss.floor.people.names import key_of
from pitboss.floor.people.passwords import digest_of, new_token
from pitboss.floor.people.roles import Role
from pitboss.floor.storage.transactions import Execute

COLUMNS = "account.id, account.name, account.role, account.guest, account.created, account.cage, account.disabled"
SESSION = "token, account, created, expires"
MOST_SESSIONS = 20  # of one account; then the oldest ends
CLOCKS_DIFFER = 5 * 60 * 1000  # milliseconds by which the clocks of two servers may differ


class NameTakenError(PitbossError, kind="NameTaken"):
    """The name, or one that looks like it, is taken."""

    def __init__(self) -> None:
        super().__init__("somebody has that name already, or one that looks like it; choose another")


@dataclass(frozen=True)
class Account:
    """An account as the database had it when it was read."""

    id: int
    name: str
    role: Role
    guest: bool
    created: int  # milliseconds since 1970
    cage: int  # play chips that are not on a table, in cents
    disabled: bool = False

    @property
    def by(self) -> office.By:
        """The account as the author of an office event."""
        return office.By(self.id, self.name, self.role)


class NewAccount(NamedTuple):
    """The data of a new account. A guest has no password and is given a name."""

    name: str
    password: str
    role: Role
    guest: bool


@dataclass(frozen=True)
class LedgerEntry:
    """A change of an account's balance at the cage, and the line that explains it."""

    id: int
    stream: str
    seq: int
    cents: int


def reading(connection: sqlalchemy.Connection) -> Execute:
    """A reader's connection, asked with `?` as the writer is."""

    asked = "?" if connection.dialect.paramstyle == "qmark" else "%s"

    def execute(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        rows = connection.exec_driver_sql(sql if asked == "?" else sql.replace("?", asked), tuple(parameters))
        return [tuple(row) for row in rows]

    return execute


def insert_account(execute: Execute, new: NewAccount, at: int) -> Account:
    """Insert an account with an empty balance; raises NameTakenError."""
    rows = execute(
        "INSERT INTO account (name, name_key, password, role, guest, created, cage, disabled) VALUES (?, ?, ?, ?, ?, ?, 0, ?)"
        " ON CONFLICT (name_key) DO NOTHING RETURNING id",
        (new.name, key_of(new.name), new.password, new.role, new.guest, at, False),
    )
    if not rows:
        raise NameTakenError
    return Account(rows[0][0], new.name, new.role, new.guest, at, 0)


def insert_guest(execute: Execute, new: NewAccount, at: int) -> Account:
    """Insert a guest, named by the number of the account. The name is new: a reused one would show the former owner's cards."""
    made = insert_account(execute, new._replace(name=new_token()), at)
    name = f"Guest {1000 + made.id}"
    execute("UPDATE account SET name = ?, name_key = ? WHERE id = ?", (name, key_of(name), made.id))
    return replace(made, name=name)


def by_id(execute: Execute, account: int) -> Account | None:
    """The account of a number."""
    return _account(execute(f"SELECT {COLUMNS} FROM account WHERE id = ?", (account,)))


def by_name(execute: Execute, name: str) -> Account | None:
    """The account of a name, in whatever case it is written."""
    return _account(execute(f"SELECT {COLUMNS} FROM account WHERE name_key = ?", (key_of(name),)))


def by_token(execute: Execute, token: str, now: int) -> Account | None:
    """The account that a token is for, as long as its session lasts. A session from the future does not count: it was made
    while the clock was wrong, and would last too long."""
    rows = execute(
        f"SELECT {COLUMNS} FROM session JOIN account ON account.id = session.account"
        " WHERE session.token = ? AND session.expires > ? AND session.created <= ?",
        (digest_of(token), now, now + CLOCKS_DIFFER),
    )
    account = _account(rows)
    return account if account is not None and not account.disabled else None


def password_of(execute: Execute, account: int) -> str:
    """The hash of a password, "" for none."""
    rows = execute("SELECT password FROM account WHERE id = ?", (account,))
    return (rows[0][0] or "") if rows else ""


class NewSession(NamedTuple):
    """A new session and the ones it ended, as they go on record."""

    session: str
    ended: tuple[str, ...]


def begin_session(execute: Execute, account: int, token: str, now: int, expires: int) -> NewSession:
    """Insert a session; the account's oldest ends if there are too many."""
    execute("DELETE FROM session WHERE account = ? AND expires <= ?", (account, now))
    ended = execute(
        "DELETE FROM session WHERE account = ? AND token NOT IN"
        f" (SELECT token FROM session WHERE account = ? ORDER BY created DESC, token LIMIT ?) RETURNING {SESSION}",
        (account, account, MOST_SESSIONS - 1),
    )
    row = (digest_of(token), account, now, expires)
    execute(f"INSERT INTO session ({SESSION}) VALUES (?, ?, ?, ?)", row)
    return NewSession(session_digest(*row), tuple(session_digest(*each) for each in ended))


def end_session(execute: Execute, token: str) -> list[tuple[int, str]]:
    """End the session of a token; its account and digest, if there is one."""
    rows = execute(f"DELETE FROM session WHERE token = ? RETURNING {SESSION}", (digest_of(token),))
    return [(row[1], session_digest(*row)) for row in rows]


def session_digest(token: str, account: int, created: int, expires: int) -> str:
    """The digest of a session for the office's record."""
    return hashlib.sha256(f"pitboss session 1\n{token}\n{account}\n{created}\n{expires}".encode()).hexdigest()


def password_digest(account: int, password: str | None) -> str:
    """The digest of a password hash for the office's record. The hash is salted: the digest reveals no password."""
    return hashlib.sha256(f"pitboss password 1\n{account}\n{password}".encode()).hexdigest() if password else ""


def recorded(execute: Execute) -> tuple[dict[int, str], dict[str, int]]:
    """All passwords by account, and all sessions with their accounts, as they are put on record."""
    passwords = execute("SELECT id, password FROM account WHERE password <> '' ORDER BY id")
    sessions = execute(f"SELECT {SESSION} FROM session ORDER BY account, created, token")
    return (
        {account: password_digest(account, password) for account, password in passwords},
        {session_digest(*row): row[1] for row in sessions},
    )


def end_sessions(execute: Execute, account: int) -> None:
    """Signs an account out everywhere."""
    execute("DELETE FROM session WHERE account = ?", (account,))


def rename(execute: Execute, account: int, name: str, password: str) -> None:
    """Turn a guest into an account with name and password; raises NameTakenError."""
    if execute("SELECT 1 FROM account WHERE name_key = ? AND id <> ?", (key_of(name), account)):
        raise NameTakenError
    execute(
        "UPDATE account SET name = ?, name_key = ?, password = ?, guest = ? WHERE id = ?",
        (name, key_of(name), password, False, account),
    )


def last_issue(execute: Execute, account: int) -> int:
    """When an account was last given play chips, in milliseconds since 1970; 0 for never."""
    rows = execute(
        "SELECT event.body FROM entry JOIN event ON event.stream = entry.stream AND event.seq = entry.seq"
        " WHERE entry.account = ? AND entry.stream = ? AND entry.cents > 0 ORDER BY entry.id DESC LIMIT 10",
        (f"cage/{account}", office.STREAM),
    )
    events = (office.decode(bytes(body)) for (body,) in rows)
    return next((event.at for event in events if isinstance(event, office.ChipsIssued | office.AccountMade)), 0)


def ledger_of(execute: Execute, account: int, before: int, most: int) -> list[LedgerEntry]:
    """The account's changes at the cage before an entry, latest first."""
    rows = execute(
        "SELECT id, stream, seq, cents FROM entry WHERE account = ? AND id < ? ORDER BY id DESC LIMIT ?",
        (f"cage/{account}", before, most),
    )
    return [LedgerEntry(*row) for row in rows]


def _account(rows: Sequence[tuple[Any, ...]]) -> Account | None:
    if not rows:
        return None
    number, name, role, guest, created, cage, disabled = rows[0]
    return Account(number, name, role, bool(guest), created, cage, bool(disabled))
