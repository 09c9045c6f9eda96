"""Accounts and sessions as rows: what is asked of the database and put into it, within one transaction or one reading.

Every function takes an `Execute`, so that the same statements run in a unit's work and on a reader's connection (`reading`).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import sqlalchemy

from pitboss.errors import PitbossError
from pitboss.floor import office
from pitboss.floor.names import key_of
from pitboss.floor.passwords import digest_of, new_token
from pitboss.floor.roles import Role
from pitboss.floor.units import Execute

COLUMNS = "account.id, account.name, account.role, account.guest, account.created, account.cage, account.disabled"
SESSION = "token, account, created, expires"
MOST_SESSIONS = 20  # of one account; the oldest ends where there are more


class NameTaken(PitbossError):
    """Somebody else has this name, or one that looks like it."""

    def __init__(self) -> None:
        super().__init__("somebody has that name already, or one that looks like it; choose another")


@dataclass(frozen=True)
class Account:
    """Somebody on the floor, as the database had him when he was looked up."""

    id: int
    name: str
    role: Role
    guest: bool
    created: int  # milliseconds since 1970
    cage: int  # play chips that are not on a table, in cents
    disabled: bool = False

    @property
    def by(self) -> office.By:
        """Him as the author of a line of the office."""
        return office.By(self.id, self.name, self.role)


class NewAccount(NamedTuple):
    """What an account is made from; a guest has no password, and is given his name."""

    name: str
    password: str
    role: Role
    guest: bool


class LedgerEntry(NamedTuple):
    """Cents that came into somebody's cage, or left it, and the line that says why."""

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
    """Puts an account there with nothing in its cage; raises NameTaken."""
    rows = execute(
        "INSERT INTO account (name, name_key, password, role, guest, created, cage, disabled) VALUES (?, ?, ?, ?, ?, ?, 0, ?)"
        " ON CONFLICT (name_key) DO NOTHING RETURNING id",
        (new.name, key_of(new.name), new.password, new.role, new.guest, at, False),
    )
    if not rows:
        raise NameTaken
    return Account(rows[0][0], new.name, new.role, new.guest, at, 0)


def insert_guest(execute: Execute, new: NewAccount, at: int) -> Account:
    """Puts a guest there, named by the number of his account. Nobody has had that name before him: whoever got a name that
    another gave up would be told the cards that were dealt to it."""
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
    """The account that a token is for, as long as its session lasts."""
    rows = execute(
        f"SELECT {COLUMNS} FROM session JOIN account ON account.id = session.account"
        " WHERE session.token = ? AND session.expires > ?",
        (digest_of(token), now),
    )
    found = _account(rows)
    return found if found is not None and not found.disabled else None


def password_of(execute: Execute, account: int) -> str:
    """The hash of a password, "" where there is none."""
    rows = execute("SELECT password FROM account WHERE id = ?", (account,))
    return (rows[0][0] or "") if rows else ""


class Begun(NamedTuple):
    """A session that has begun, and those that ended for it, as they are put on record."""

    session: str
    ended: tuple[str, ...]


def begin_session(execute: Execute, account: int, token: str, now: int, expires: int) -> Begun:
    """Puts a session there, and ends the account's oldest where it has too many."""
    execute("DELETE FROM session WHERE account = ? AND expires <= ?", (account, now))
    ended = execute(
        "DELETE FROM session WHERE account = ? AND token NOT IN"
        f" (SELECT token FROM session WHERE account = ? ORDER BY created DESC, token LIMIT ?) RETURNING {SESSION}",
        (account, account, MOST_SESSIONS - 1),
    )
    row = (digest_of(token), account, now, expires)
    execute(f"INSERT INTO session ({SESSION}) VALUES (?, ?, ?, ?)", row)
    return Begun(session_digest(*row), tuple(session_digest(*each) for each in ended))


def end_session(execute: Execute, token: str) -> list[tuple[int, str]]:
    """Ends the session of a token; its account, and what it is on record as, if there is one."""
    rows = execute(f"DELETE FROM session WHERE token = ? RETURNING {SESSION}", (digest_of(token),))
    return [(row[1], session_digest(*row)) for row in rows]


def session_digest(token: str, account: int, created: int, expires: int) -> str:
    """What a session is put on record as."""
    return hashlib.sha256(f"pitboss session 1\n{token}\n{account}\n{created}\n{expires}".encode()).hexdigest()


def password_digest(account: int, password: str | None) -> str:
    """What the hash of a password is put on record as; it has a salt of its own, so nobody can try passwords by it."""
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


def end_expired(execute: Execute, now: int) -> None:
    """Forgets the sessions that are over."""
    execute("DELETE FROM session WHERE expires <= ?", (now,))


def rename(execute: Execute, account: int, name: str, password: str) -> None:
    """Turns a guest into somebody with a name and a password; raises NameTaken."""
    if execute("SELECT 1 FROM account WHERE name_key = ? AND id <> ?", (key_of(name), account)):
        raise NameTaken
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
    """What moved in somebody's cage, the latest first, from before an entry on."""
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
