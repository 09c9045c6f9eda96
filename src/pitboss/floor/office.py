"""What staff, cage and the floor itself did, as lines of the stream `office`: one typed event each, with author and time.

No event holds a password, a token or an address. What a password or a session is on record as (`accounts`) is the digest of a
row whose salt or token nobody can guess.
"""

from typing import TypeAlias

import msgspec

from pitboss.errors import BadLog
from pitboss.floor.roles import Role

STREAM = "office"


class By(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who did something: an account by its number, with the name and role it had then; 0 is the house itself."""

    account: int = 0
    name: str = ""
    role: Role | None = None


HOUSE = By()


class _Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="did", omit_defaults=True):
    """`by` whom, and `at` which time in milliseconds since 1970."""

    by: By
    at: int


class FloorOpened(_Event, frozen=True, tag="floor opened"):
    """The floor was opened for the first time, under the public key of its house."""

    key: str


class AccountMade(_Event, frozen=True, tag="account made"):
    """Somebody has an account, and its first play chips."""

    account: int
    name: str
    role: Role
    guest: bool = False
    cents: int = 0
    password: str = ""
    session: str = ""


class AccountNamed(_Event, frozen=True, tag="account named"):
    """A guest has taken a name of his own."""

    account: int
    name: str
    before: str
    password: str = ""
    session: str = ""


class RoleGranted(_Event, frozen=True, tag="role granted"):
    """An account has another role."""

    account: int
    name: str
    role: Role
    before: Role


class AccountDisabled(_Event, frozen=True, tag="account disabled"):
    """An account can no longer sign in."""

    account: int
    name: str
    why: str = ""


class AccountEnabled(_Event, frozen=True, tag="account enabled"):
    """An account can sign in again."""

    account: int
    name: str


class SessionsEnded(_Event, frozen=True, tag="sessions ended"):
    """An account was signed out everywhere by somebody."""

    account: int
    name: str


class SignedIn(_Event, frozen=True, tag="signed in"):
    """An account has another session; those that it ended, and its password where that was hashed anew."""

    account: int
    session: str
    ended: tuple[str, ...] = ()
    password: str = ""


class SignedOut(_Event, frozen=True, tag="signed out"):
    """Somebody has ended a session."""

    account: int
    session: str


class AccountsRecorded(_Event, frozen=True, tag="accounts recorded"):
    """The passwords and sessions that a floor had when its office began to be signed: from here on each is on record."""

    passwords: dict[int, str] = {}
    sessions: dict[str, int] = {}


class ChipsIssued(_Event, frozen=True, tag="chips issued"):
    """The house gave out play chips."""

    account: int
    cents: int


class TableOpened(_Event, frozen=True, tag="table opened"):
    """A table was opened from a Rules Submission."""

    table: str
    chapter: str
    bank: str = ""


class Returned(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips that went from a seat back to an account in the cage; in a Poker room with the log of its table."""

    seat: int
    account: int
    cents: int
    log: str = ""


class TableClosed(_Event, frozen=True, tag="table closed"):
    """A table was closed; one that could not be rebuilt (`fallen`) from the ledger, with what went back from its seats."""

    table: str
    why: str = ""
    fallen: bool = False
    returned: list[Returned] = []


class RoomOpened(_Event, frozen=True, tag="room opened"):
    """A Poker room was set aside."""

    room: str
    chapter: str


class RoomClosed(_Event, frozen=True, tag="room closed"):
    """A Poker room was closed; one that could not be rebuilt (`fallen`) from the ledger, with what went back from the seats of
    its tables, and what its jackpots held by account of the ledger."""

    room: str
    why: str = ""
    fallen: bool = False
    returned: list[Returned] = []
    jackpots: dict[str, int] = {}


class ReportRefused(_Event, frozen=True, tag="report refused"):
    """A report that something went wrong at a table was refused. `detail` is JSON, cut off where it is long."""

    table: str
    kind: str
    detail: str
    why: str
    cite: str = ""


class PromisesDiscarded(_Event, frozen=True, tag="promises discarded"):
    """The promises of some tables were discarded, as they may have been used elsewhere: the floor was started from a copy."""

    bank: str
    why: str


Event: TypeAlias = (
    FloorOpened
    | AccountMade
    | AccountNamed
    | RoleGranted
    | AccountDisabled
    | AccountEnabled
    | SessionsEnded
    | SignedIn
    | SignedOut
    | AccountsRecorded
    | ChipsIssued
    | TableOpened
    | TableClosed
    | RoomOpened
    | RoomClosed
    | ReportRefused
    | PromisesDiscarded
)
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """The body of an office line.

    >>> encode(ChipsIssued(by=HOUSE, at=5, account=7, cents=100_000))
    b'{"did":"chips issued","account":7,"cents":100000,"by":{},"at":5}'
    """
    return msgspec.json.encode(event)


def decode(body: bytes) -> Event:
    """Reads the body of an office line; raises BadLog.

    >>> decode(b'{"did":"rain made","by":{},"at":5}')
    Traceback (most recent call last):
    pitboss.errors.BadLog: a line of the office cannot be read: Invalid value 'rain made' - at `$.did`
    """
    try:
        return _DECODER.decode(body)
    except msgspec.MsgspecError as error:
        raise BadLog(f"a line of the office cannot be read: {error}") from None
