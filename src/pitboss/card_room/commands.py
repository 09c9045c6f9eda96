"""Everything that can be said to a Poker room from outside: one typed command, with who says it, when, and for which version.

It is the shape of a command to a table (`pitboss.table.commands`). A player speaks for himself; a floorperson has the desk; the
house has what the certificate holder, the cage and the finance department do.
"""

from typing import Annotated, Any, TypeAlias

import msgspec

from pitboss.errors import NotAuthorized, NotYours
from pitboss.hands.ranking import Value
from pitboss.table.commands import FLOORPERSON, HOUSE, Author, Role
from pitboss.table.door import LATEST, is_text

__all__ = ["FLOORPERSON", "HOUSE", "Author", "Role"]

Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]  # what any store can keep


class OpenRoom(msgspec.Struct, frozen=True, tag_field="do", tag="open room", omit_defaults=True):
    """A room is set aside for Poker. `key` is the public key of the house that signs its log and seals its secrets."""

    chapter: str
    software: str
    name: str
    seeded: bool = False
    key: str = ""


class CloseRoom(msgspec.Struct, frozen=True, tag_field="do", tag="close room"):
    """The room is closed, after its tables: a log that ends here is complete."""


class OpenTable(msgspec.Struct, frozen=True, tag_field="do", tag="open table"):
    """A table opens as the house offers it."""

    table: str
    house: dict[str, Any]


class CloseTable(msgspec.Struct, frozen=True, tag_field="do", tag="close table"):
    """A table at which nobody sits is closed."""

    table: str


class Note(msgspec.Struct, frozen=True, tag_field="do", tag="note", omit_defaults=True):
    """How far a table has come, of which the room takes note; `hand` is the number of a hand that ended, 0 where none did."""

    table: str
    hand: int = 0
    contributions: dict[str, int] = {}  # by payout
    calls: list["Call"] = []


class Call(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand to which a dealer has called somebody who has to verify it."""

    kind: str
    seat: int
    player: str
    hand: Value
    players: int  # dealt in
    table: str
    fund: str
    round: int  # hands of the room before it
    winners: tuple[str, ...] = ()  # of a Bad Beat
    others: tuple[str, ...] = ()
    made: float = 0.0  # when a high hand was shown, in minutes


class Join(msgspec.Struct, frozen=True, tag_field="do", tag="join"):
    """A player goes on the list for a game."""

    player: str
    variant: str


class Strike(msgspec.Struct, frozen=True, tag_field="do", tag="strike"):
    """A player comes off the list."""

    player: str


class TakeSeat(msgspec.Struct, frozen=True, tag_field="do", tag="take seat"):
    """A player takes a free seat with table stakes."""

    player: str
    table: str
    seat: Number
    cents: Number


class Offer(msgspec.Struct, frozen=True, tag_field="do", tag="offer"):
    """A Bad Beat payout or a High Hand Jackpot is offered at some tables."""

    fund: str
    kind: str
    tables: list[str]


class CountBoxes(msgspec.Struct, frozen=True, tag_field="do", tag="count", omit_defaults=True):
    """The boxes of a fund are counted (`Fund.count`)."""

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
    """The display of a fund is set to what is held (`Fund.adjust`)."""

    fund: str
    finance: str
    floorperson: str


class PayBadBeat(msgspec.Struct, frozen=True, tag_field="do", tag="pay bad beat"):
    """The Poker shift supervisor verifies the Bad Beat to which a dealer called him first."""

    supervisor: str


class StartPeriod(msgspec.Struct, frozen=True, tag_field="do", tag="start period"):
    """A qualifying period of a High Hand Jackpot begins."""

    fund: str


class Track(msgspec.Struct, frozen=True, tag_field="do", tag="track"):
    """A floorperson verifies the hand to which a dealer called him first, and fills in the tracking slip."""

    identification: bool
    phone: str
    dealer: str
    dealer_credential: str
    floorperson: str
    floorperson_credential: str


class Dismiss(msgspec.Struct, frozen=True, tag_field="do", tag="dismiss", omit_defaults=True):
    """The first hand of a kind that waits for verification, or the first of a player, does not qualify."""

    kind: str
    player: str = ""


class EndPeriod(msgspec.Struct, frozen=True, tag_field="do", tag="end period"):
    """A qualifying period ends, and the highest hand wins the pool (`Fund.finish`)."""

    fund: str


class Collect(msgspec.Struct, frozen=True, tag_field="do", tag="collect"):
    """A player collects a payout (`Fund.collect`)."""

    fund: str
    player: str
    place: str
    identification: bool


class Expire(msgspec.Struct, frozen=True, tag_field="do", tag="expire"):
    """Payouts that were not collected in time go back into the fund."""

    fund: str


class Discontinue(msgspec.Struct, frozen=True, tag_field="do", tag="discontinue", omit_defaults=True):
    """A fund ends, and its money stays for its players or goes into another fund for theirs (`Fund.end`)."""

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
    """A deed, who says so, when (in milliseconds since 1970), for which version of the room, and under which id.

    A command without a version is made for the room as it is now, by somebody who stands in it.
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
MAY: dict[type[Any], tuple[Role, ...]] = {  # what the room says itself (OpenRoom, Note) nobody may
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
SIGNS: dict[type[Any], str] = {  # the employee who answers for it with his name, which is the author's where he has one
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
    """What a command is about: it is late where one of these has changed since the version that it was made for.

    >>> about(TakeSeat("Ann", "1", 3, 50_000))
    ('player Ann', 'table 1')
    """
    found: tuple[str, ...] = ABOUT[type(deed)](deed) if type(deed) in ABOUT else ()
    return found


def recordable(command: Command) -> Command:
    """A command as its record will tell it; raises NotAuthorized where it cannot be put on record."""
    try:
        found = msgspec.json.decode(msgspec.json.encode(command), type=Command)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise NotAuthorized(f"what was said cannot be put on record: {error}") from None
    if not 0 <= found.at <= LATEST:
        raise NotAuthorized("what was said cannot be put on record: its time is not between 1970 and the year 10000")
    for words in (*msgspec.structs.astuple(found.deed), *found.author, found.id):
        if isinstance(words, str) and not is_text(words):
            raise NotAuthorized(f"what was said cannot be put on record: {words!r:.40} is not a name or a word")
    return found


def check_author(deed: Deed, author: Author) -> None:
    """Whether somebody may say this: a player for himself, an employee within his office and in his own name."""
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
