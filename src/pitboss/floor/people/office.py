"""The office: acts of staff, cage and floor as lines of the stream `office`, one typed event each, with author and time.

No event holds a password, token or address. The digests of passwords and sessions (`accounts`) cannot be guessed.
"""

from functools import reduce
from operator import or_

import msgspec

from pitboss.errors import BadLog
from pitboss.floor.people.roles import Role

STREAM = "office"


class By(msgspec.Struct, frozen=True, omit_defaults=True):
    """The author of an event: account, name and role at the time; account 0 is the house."""

    account: int = 0
    name: str = ""
    role: Role | None = None


HOUSE = By()


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="did", omit_defaults=True):
    """An act: `by` is the author, `at` the time in milliseconds since 1970."""

    by: By
    at: int


class FloorOpened(Event, frozen=True, tag="floor opened"):
    """The floor was opened for the first time, under the public key of its house."""

    key: str


class KeyChanged(Event, frozen=True, tag="key changed"):
    """The house has another key from here on. This line is the last that the key before signs; the checkpoint behind it, signed
    with the new key, names every log."""

    key: str
    before: str


class AccountMade(Event, frozen=True, tag="account made"):
    """A new account, with its first play chips."""

    account: int
    name: str
    role: Role
    guest: bool = False
    cents: int = 0
    password: str = ""
    session: str = ""


class AccountNamed(Event, frozen=True, tag="account named"):
    """A guest has chosen a name."""

    account: int
    name: str
    before: str
    password: str = ""
    session: str = ""


class RoleGranted(Event, frozen=True, tag="role granted"):
    """An account has another role."""

    account: int
    name: str
    role: Role
    before: Role


class AccountDisabled(Event, frozen=True, tag="account disabled"):
    """An account can no longer sign in."""

    account: int
    name: str
    why: str = ""


class AccountEnabled(Event, frozen=True, tag="account enabled"):
    """An account can sign in again."""

    account: int
    name: str


class PasswordChanged(Event, frozen=True, tag="password changed"):
    """An account has another password, which ended all its sessions; by the house where it was reset. The person who changed it
    has a new session."""

    account: int
    name: str
    password: str
    session: str = ""


class SessionsEnded(Event, frozen=True, tag="sessions ended"):
    """An account was signed out everywhere."""

    account: int
    name: str


class SignedIn(Event, frozen=True, tag="signed in"):
    """A new session, the ones it ended, and the password digest if it was hashed anew."""

    account: int
    session: str
    ended: tuple[str, ...] = ()
    password: str = ""


class SignedOut(Event, frozen=True, tag="signed out"):
    """A session was ended."""

    account: int
    session: str


class AccountsRecorded(Event, frozen=True, tag="accounts recorded"):
    """The passwords and sessions that a floor had when its office began to be signed: from here on each is on record."""

    passwords: dict[int, str] = {}
    sessions: dict[str, int] = {}


class ChipsIssued(Event, frozen=True, tag="chips issued"):
    """The house gave out play chips."""

    account: int
    cents: int


class TableOpened(Event, frozen=True, tag="table opened"):
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


class TableClosed(Event, frozen=True, tag="table closed"):
    """A table was closed; a broken one (`fallen`) from the ledger, with the chips returned from its seats."""

    table: str
    why: str = ""
    fallen: bool = False
    returned: list[Returned] = []


class TableReopened(Event, frozen=True, tag="table reopened"):
    """A closed table was opened again under its name, as it was opened first."""

    table: str


class RoomOpened(Event, frozen=True, tag="room opened"):
    """A Poker room was set aside."""

    room: str
    chapter: str


class RoomClosed(Event, frozen=True, tag="room closed"):
    """A Poker room was closed; a broken one (`fallen`) from the ledger, with the chips returned from its seats and jackpots."""

    room: str
    why: str = ""
    fallen: bool = False
    returned: list[Returned] = []
    jackpots: dict[str, int] = {}


class ReportRefused(Event, frozen=True, tag="report refused"):
    """A report at a table was refused. `detail` is JSON, cut off if long."""

    table: str
    kind: str
    detail: str
    why: str
    cite: str = ""


class TableTestDecided(Event, frozen=True, tag="table test decided"):
    """An examiner decided a table test (§ 527.5(a)) of an account; `sheet` is the SHA-256 of the scoring sheet, `position` what
    the examiner is."""

    account: int
    name: str
    dealer: str
    chapter: str
    lesson: int
    passed: bool
    position: str
    sheet: str


class PromisesDiscarded(Event, frozen=True, tag="promises discarded"):
    """The promises of some tables were discarded, as they may have been used elsewhere: the floor was started from a copy."""

    bank: str
    why: str


class RoundsArchived(Event, frozen=True, tag="rounds archived"):
    """Lines of a log, up to the last with its seal, went into a file of the archives."""

    stream: str
    first: int
    last: int
    seal: str
    file: str


class ArchiveDeleted(Event, frozen=True, tag="archive deleted"):
    """A file of the archives was deleted: from then on the audits before vouch for its lines, and nothing else does."""

    file: str
    why: str


class LogImported(Event, frozen=True, tag="log imported"):
    """The log of a table of another house was verified, up to the last line with its seal, and put into the archives."""

    file: str
    house: str
    lines: int
    rounds: int
    seal: str


_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(reduce(or_, Event.__subclasses__()))


def encode(event: Event) -> bytes:
    """The body of an office line.

    >>> encode(ChipsIssued(by=HOUSE, at=5, account=7, cents=100_000))
    b'{"did":"chips issued","account":7,"cents":100000,"by":{},"at":5}'
    """
    return msgspec.json.encode(event)


def decode(body: bytes) -> Event:
    """Decode the body of an office line; raises BadLog.

    >>> decode(b'{"did":"rain made","by":{},"at":5}')
    Traceback (most recent call last):
    pitboss.errors.BadLog: a line of the office cannot be read: Invalid value 'rain made' - at `$.did`
    """
    try:
        return _DECODER.decode(body)
    except msgspec.MsgspecError as error:
        raise BadLog(f"a line of the office cannot be read: {error}") from None
