"""Passwords and sessions by the office's record, compared with the database.

The office signs a digest of each password and session: a planted or changed row matches none. Rows of earlier versions went on
record when the office began to sign.
"""

from collections.abc import Iterable

import sqlalchemy as sa

from pitboss.floor.books.audit_result import MismatchError
from pitboss.floor.people import office
from pitboss.floor.people.accounts import SESSION, password_digest, session_digest
from pitboss.floor.storage.database_view import View


class AccountRecords:
    """Passwords and sessions by the office's lines."""

    def __init__(self) -> None:
        self.complete = False  # whether everything is on record
        self.passwords: dict[int, str] = {}
        self.sessions: dict[int, set[str]] = {}

    def take(self, event: office.Event) -> None:
        """The next event of the office."""
        match event:
            case office.AccountMade() | office.AccountNamed():
                self.passwords[event.account] = event.password
                self.sessions[event.account] = {event.session} - {""}
            case office.PasswordChanged():
                self.passwords[event.account] = event.password
                self.sessions[event.account] = {event.session} - {""}
            case office.SignedIn():
                self._end(event.account, event.ended)
                self.sessions.setdefault(event.account, set()).add(event.session)
                self.passwords |= {event.account: event.password} if event.password else {}
            case office.SignedOut():
                self._end(event.account, (event.session,))
            case office.SessionsEnded() | office.AccountDisabled():
                self.sessions.pop(event.account, None)
            case office.AccountsRecorded():
                self.complete = True
                self.passwords |= event.passwords
                for session, account in event.sessions.items():
                    self.sessions.setdefault(account, set()).add(session)

    def _end(self, account: int, sessions: Iterable[str]) -> None:
        self.sessions.get(account, set()).difference_update(sessions)

    def check(self, view: View) -> None:
        """Whether the database has these passwords and no other sessions; raises MismatchError."""
        if not self.complete:
            return
        rows = view.connection.execute(sa.text("SELECT id, password FROM account ORDER BY id"))
        for account, password in map(tuple, rows):
            if password_digest(account, password) != self.passwords.get(account, ""):
                raise MismatchError(f"account {account}", "its password is not the one that the office has on record")
        for row in map(tuple, view.connection.execute(sa.text(f"SELECT {SESSION} FROM session"))):
            if session_digest(*row) not in self.sessions.get(row[1], ()):
                raise MismatchError(f"account {row[1]}", "it has a session that the office did not begin, or that has ended")
