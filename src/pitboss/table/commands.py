"""Every command that can be given to a table: typed, with its author, its time and the table version it was made for.

A command is carried out or refused; there is no third outcome. `MAY` says who may give it: players speak for their own seats,
dealers deal, floorpersons rule, and the house answers for silent players.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

Role: TypeAlias = Literal["player", "dealer", "floorperson", "house"]


class Author(NamedTuple):
    """The author of a command: a player or an employee, by name if they have one."""

    role: Role
    name: str = ""


DEALER = Author("dealer")
FLOORPERSON = Author("floorperson")
HOUSE = Author("house")


class Open(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="open", omit_defaults=True):
    """Opens a table as the house offers it. `seeded` chance is for lessons and tests, never for money."""

    chapter: str
    house: dict[str, Any]
    software: str
    name: str = ""
    seeded: bool = False
    pauses: bool = True  # the table waits where an irregularity may be reported; simulations do not
    linked: str = ""  # the name of a progressive meter shared with other tables
    silence: tuple[str, ...] = ()  # a silent player's answers where the chapter states none; the first lawful one
    options: dict[str, Any] = {}  # all options in force, with the defaults of that day
    limited: bool = True  # whether limits are posted
    pays_in_chips: bool = False  # refuses wagers that the chips cannot pay; absent in older logs


class Sit(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="sit"):
    """A player takes a betting position with chips."""

    seat: int
    player: str
    cents: int


class Buy(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="buy"):
    """A player buys chips."""

    seat: int
    cents: int


class Leave(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="leave"):
    """A player leaves with their chips; in a round they walk away from their wagers."""

    seat: int


class Bet(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="bet"):
    """The wagers of a seat for the next round; {} withdraws them."""

    seat: int
    wagers: dict[str, int]


class Rest(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="rest"):
    """Gaming stops: the cards are spread, and shown, washed and shuffled when a player arrives."""


class Permit(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="permit"):
    """The certificate holder lets a seat wager again before the reshuffle it had to wait for."""

    seat: int


class PostLimits(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="post"):
    """The house posts other limits, in cents by their options. They apply from the next wager on."""

    limits: dict[str, int]


class Act(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="act"):
    """An act between two rounds that the chapter defines (`Game.acts`)."""

    kind: str
    detail: dict[str, Any]


class Seed(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="seed"):
    """A seat contributes a seed to chance for the next round."""

    seat: int
    seed: str


class Pledge(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="pledge"):
    """A seat commits to a seed by its digest, and reveals the seed after “no more bets”."""

    seat: int
    digest: str


class Begin(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="begin"):
    """The round begins with the wagers on the layout. Pledged seeds are revealed first, and the command is then given again."""


class Proceed(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="proceed"):
    """No irregularity is reported here: the round goes on."""


class Decide(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="decide", omit_defaults=True):
    """A player's answer: a word (with the cards it names) and the cents that go with it."""

    seat: int
    word: str
    cents: int = 0


class CutCards(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="cut", omit_defaults=True):
    """A player cuts the cards at a depth or refuses the cut. With a seed the cards are rearranged before the cut."""

    seat: int
    depth: int | None = None
    seed: str = ""


class Report(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="report"):
    """Reports an irregularity, in the words of the rule cases."""

    kind: str
    detail: dict[str, Any]


class VoidRound(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="void", omit_defaults=True):
    """A floorperson voids a failed round: everyone gets back what they had before. `defect` is the error where the floor itself
    failed and not the procedure; only the floor states it."""

    why: str
    defect: str = ""


class Discard(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="discard"):
    """The house discards all promises of chance, because they may have been used elsewhere: a round in progress is void, all
    cards are replaced, and a new promise is made."""

    why: str


class Close(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="close"):
    """Ends the sitting. No wagers lie on the layout, and no other command is accepted until the table opens again."""


Between: TypeAlias = Open | Sit | Buy | Leave | Bet | Rest | Permit | PostLimits | Act | Seed | Pledge | Begin | Close
Deed: TypeAlias = Between | Proceed | Decide | CutCards | Report | VoidRound | Discard


class Command(msgspec.Struct, frozen=True, gc=False):
    """A command with its author, its time (milliseconds since 1970), the table version it was made for, and its id.

    A command without a version is made for the table as it is now, by someone who stands beside it.
    """

    deed: Deed
    author: Author
    at: int
    version: int | None = None
    id: str = ""


STAFF: tuple[Role, ...] = ("dealer", "floorperson")
MAY: dict[type[Any], tuple[Role, ...]] = {
    Open: ("house",),
    Sit: ("player", "floorperson"),
    Buy: ("player", "floorperson"),
    Leave: ("player", "floorperson"),
    Bet: ("player",),
    Rest: STAFF,
    Permit: ("floorperson",),
    PostLimits: ("floorperson",),
    Act: ("player", *STAFF),
    Seed: ("player",),
    Pledge: ("player",),
    Begin: STAFF,
    Proceed: STAFF,
    Decide: ("player", "house"),
    CutCards: ("player", "house"),
    Report: STAFF,
    VoidRound: ("floorperson",),
    Discard: ("house",),
    Close: ("floorperson", "house"),
}
