"""Every command that can be given to a Poker room: typed, with its author, its time and the room version it was made for.

Commands have the shape of commands to a table (`pitboss.table.commands`). Players speak for themselves; a floorperson runs the
desk; the house acts for the certificate holder, the cage and the finance department.
"""

from typing import Annotated, Any, TypeAlias

import msgspec

from pitboss.errors import NotAuthorized, NotYours
from pitboss.hands.ranking import Value
from pitboss.table.commands import FLOORPERSON, HOUSE, Author, Role
from pitboss.table.door import LATEST, is_text

__all__ = ["FLOORPERSON", "HOUSE", "Author", "Role"]

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]  # the range of every store


class OpenRoom(msgspec.Struct, frozen=True, tag_field="do", tag="open room", omit_defaults=True):
    """Opens a room set aside for Poker. `key` is the public key of the house that signs its log and seals its secrets."""

    chapter: str
    software: str
    name: str
    seeded: bool = False
    key: str = ""


class CloseRoom(msgspec.Struct, frozen=True, tag_field="do", tag="close room"):
    """Closes the room, after its tables: a log that ends here is complete."""


class OpenTable(msgspec.Struct, frozen=True, tag_field="do", tag="open table"):
    """Opens a table as the house offers it."""

    table: str
    house: dict[str, Any]


class CloseTable(msgspec.Struct, frozen=True, tag_field="do", tag="close table"):
    """Closes a table at which nobody sits."""

    table: str


class Note(msgspec.Struct, frozen=True, tag_field="do", tag="note", omit_defaults=True):
    """The room notes the position of a table's log; `hand` is the number of a hand that ended, 0 if none did."""

    table: str
    hand: int = 0
    contributions: dict[str, int] = {}  # by payout
    calls: list["Call"] = []


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand that a dealer has called someone to verify."""

    kind: str
    seat: int
    player: str
    hand: Value
    players: int  # the number dealt in
    table: str
    fund: str
    round: int  # the number of earlier hands in the room
    winners: tuple[str, ...] = ()  # the winners, in a Bad Beat
    others: tuple[str, ...] = ()
    made: float = 0.0  # the time a high hand was shown, in minutes


class Join(msgspec.Struct, frozen=True, tag_field="do", tag="join"):
    """Puts a player on the list for a game."""

    player: str
    variant: str


class Strike(msgspec.Struct, frozen=True, tag_field="do", tag="strike"):
    """Takes a player off the list."""

    player: str


class TakeSeat(msgspec.Struct, frozen=True, tag_field="do", tag="take seat"):
    """A player takes a free seat with table stakes."""

    player: str
    table: str
    seat: Number
    cents: Number


class Offer(msgspec.Struct, frozen=True, tag_field="do", tag="offer"):
    """Offers a Bad Beat payout or a High Hand Jackpot at some tables."""

    fund: str
    kind: str
    tables: list[str]


class CountBoxes(msgspec.Struct, frozen=True, tag_field="do", tag="count", omit_defaults=True):
    """Counts the boxes of a fund (`Fund.count`)."""

    fund: str
    place: str
    dealer: str
    floorperson: str
    security: str
    compliance: bool = True
    day: Number | None = None


class VerifyCount(msgspec.Struct, frozen=True, tag_field="do", tag="verify"):
    """The cage verifies a count (`Fund.verify`)."""

    fund: str
    cashier: str
    cents: Number


class Adjust(msgspec.Struct, frozen=True, tag_field="do", tag="adjust"):
    """Sets a fund's display to the amount held (`Fund.adjust`)."""

    fund: str
    finance: str
    floorperson: str


class PayBadBeat(msgspec.Struct, frozen=True, tag_field="do", tag="pay bad beat"):
    """The Poker shift supervisor verifies the first Bad Beat that a dealer called."""

    supervisor: str


class StartPeriod(msgspec.Struct, frozen=True, tag_field="do", tag="start period"):
    """Starts a qualifying period of a High Hand Jackpot."""

    fund: str


class Track(msgspec.Struct, frozen=True, tag_field="do", tag="track"):
    """A floorperson verifies the first hand that a dealer called, and fills in the tracking slip."""

    identification: bool
    phone: str
    dealer: str
    dealer_credential: str
    floorperson: str
    floorperson_credential: str


class Dismiss(msgspec.Struct, frozen=True, tag_field="do", tag="dismiss", omit_defaults=True):
    """Dismisses the first hand of a kind that waits for verification, or the first of a player."""

    kind: str
    player: str = ""


class EndPeriod(msgspec.Struct, frozen=True, tag_field="do", tag="end period"):
    """Ends a qualifying period; the highest hand wins the pool (`Fund.finish`)."""

    fund: str


class Collect(msgspec.Struct, frozen=True, tag_field="do", tag="collect"):
    """A player collects a payout (`Fund.collect`)."""

    fund: str
    player: str
    place: str
    identification: bool


class Expire(msgspec.Struct, frozen=True, tag_field="do", tag="expire"):
    """Returns payouts that were not collected in time to the fund."""

    fund: str


class Discontinue(msgspec.Struct, frozen=True, tag_field="do", tag="discontinue", omit_defaults=True):
    """Ends a fund; its money stays for its players or goes to another fund (`Fund.end`)."""

    fund: str
    into: str = ""


AtTheDesk: TypeAlias = OpenTable | CloseTable | Join | Strike | TakeSeat | CloseRoom
OfJackpots: TypeAlias = (
    Offer
    | CountBoxes
    | VerifyCount
    | Adjust
    | PayBadBeat
    | StartPeriod
    | Track
    | Dismiss
    | EndPeriod
    | Collect
    | Expire
    | Discontinue
)
Deed: TypeAlias = OpenRoom | Note | AtTheDesk | OfJackpots


class Command(msgspec.Struct, frozen=True):
    """A command with its author, its time (milliseconds since 1970), the room version it was made for, and its id.

    A command without a version is made for the room as it is now, by someone who stands in it.
    """

    deed: Deed
    author: Author
    at: Number
    version: Number | None = None
    id: str = ""

    @property
    def minutes(self) -> float:
        """The time in minutes."""
        return self.at / 60_000


DESK: tuple[Role, ...] = ("floorperson", "house")
MAY: dict[type[Any], tuple[Role, ...]] = {  # without OpenRoom and Note, which only the room itself gives
    OpenTable: DESK,
    CloseTable: DESK,
    CloseRoom: DESK,
    Join: ("player", "floorperson"),
    Strike: ("player", "floorperson"),
    TakeSeat: ("player", "floorperson"),
    Offer: DESK,
    CountBoxes: ("floorperson",),
    VerifyCount: ("house",),
    Adjust: ("house",),
    PayBadBeat: ("floorperson",),
    StartPeriod: DESK,
    Track: ("floorperson",),
    Dismiss: ("floorperson",),
    EndPeriod: DESK,
    Collect: DESK,
    Expire: DESK,
    Discontinue: DESK,
}
SIGNS: dict[type[Any], str] = {  # the field with the responsible employee, who must be the author if the author has a name
    CountBoxes: "floorperson",
    VerifyCount: "cashier",
    Adjust: "finance",
    PayBadBeat: "supervisor",
    Track: "floorperson",
}


def _player(deed: Any) -> tuple[str, ...]:
    return (f"player {deed.player}",)


def _table(deed: Any) -> tuple[str, ...]:
    return (f"table {deed.table}",)


def _fund(deed: Any) -> tuple[str, ...]:
    return (f"fund {deed.fund}",)


ABOUT: dict[type[Any], Any] = {
    CloseRoom: lambda deed: ("room",),
    OpenTable: _table,
    CloseTable: _table,
    Join: _player,
    Strike: _player,
    TakeSeat: lambda deed: _player(deed) + _table(deed),
    Offer: lambda deed: (f"fund {deed.fund}", *(f"table {table}" for table in deed.tables)),
    CountBoxes: _fund,
    VerifyCount: _fund,
    Adjust: _fund,
    PayBadBeat: lambda deed: ("calls bad beat",),
    StartPeriod: _fund,
    Track: lambda deed: ("calls high hand",),
    Dismiss: lambda deed: (f"calls {deed.kind}",),
    EndPeriod: _fund,
    Collect: lambda deed: (f"payout {deed.fund} {deed.player}",),
    Expire: _fund,
    Discontinue: lambda deed: (f"fund {deed.fund}", f"fund {deed.into}") if deed.into else _fund(deed),
}


def about(deed: Deed) -> tuple[str, ...]:
    """The subjects of a command. The command is stale if one of them changed after the version it was made for.

    >>> about(TakeSeat("Ann", "1", 3, 50_000))
    ('player Ann', 'table 1')
    """
    subjects: tuple[str, ...] = ABOUT[type(deed)](deed) if type(deed) in ABOUT else ()
    return subjects


def recordable(command: Command) -> Command:
    """A command as its record will have it; raises NotAuthorized if it cannot be put on record."""
    try:
        recorded = msgspec.json.decode(msgspec.json.encode(command), type=Command)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise NotAuthorized(f"what was said cannot be put on record: {error}") from None
    if not 0 <= recorded.at <= LATEST:
        raise NotAuthorized("what was said cannot be put on record: its time is not between 1970 and the year 10000")
    for words in (*msgspec.structs.astuple(recorded.deed), *recorded.author, recorded.id):
        if isinstance(words, str) and not is_text(words):
            raise NotAuthorized(f"what was said cannot be put on record: {words!r:.40} is not a name or a word")
    return recorded


def check_author(deed: Deed, author: Author) -> None:
    """Checks that an author may give a command: players for themselves, employees within their office and in their own name."""
    may = MAY.get(type(deed), ())
    role, name = author
    if not may:
        raise NotYours("only the room itself says that")
    if role not in may:
        raise NotYours(f"a {role} cannot say that; {' or '.join(may)} can")
    if role == "player" and name != getattr(deed, "player", None):
        raise NotYours(f"{name} cannot speak for {getattr(deed, 'player', 'others')}")
    if role != "player" and name and name != (signs := getattr(deed, SIGNS.get(type(deed), ""), name)):
        raise NotYours(f"{name} cannot sign for {signs}")
