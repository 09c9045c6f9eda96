"""Everything that can be said to a table from outside: one typed command, with who says it, when, and for which version.

A command is carried out or refused; there is no third. Who may say what is here too: a player speaks for his own seat, a dealer
deals, a floorperson rules, and the house answers for whoever stays silent.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

Role: TypeAlias = Literal["player", "dealer", "floorperson", "house"]


class Author(NamedTuple):
    """Who says something: a player or an employee, by name where he has one."""

    role: Role
    name: str = ""


DEALER = Author("dealer")
FLOORPERSON = Author("floorperson")
HOUSE = Author("house")


class Open(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="open", omit_defaults=True):
    """A table opens as the house offers it. `seeded` chance is for lessons and tests, never for money."""

    chapter: str
    house: dict[str, Any]
    software: str
    name: str = ""
    seeded: bool = False
    pauses: bool = True  # the table waits where something may go wrong; a simulation, in which nothing does, goes on
    linked: str = ""  # the progressive meter that other tables move too
    silence: tuple[str, ...] = ()  # what is answered for a silent player, where the chapter does not say; the first that fits
    options: dict[str, Any] = {}  # all that were in force, with the defaults of then
    limited: bool = True  # whether limits are posted
    pays_in_chips: bool = False  # whether a wager that the chips cannot pay is refused; logs from before do not say so


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
    """A player leaves with his chips; in a round he walks away from his wagers."""

    seat: int


class Bet(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="bet"):
    """The wagers of a seat for the next round; {} withdraws them."""

    seat: int
    wagers: dict[str, int]


class Rest(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="rest"):
    """There is no gaming activity: the cards are spread, and shown, washed and shuffled when a player arrives."""


class Permit(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="permit"):
    """The certificate holder lets a seat wager again that had to wait for a reshuffle."""

    seat: int


class PostLimits(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="post"):
    """The house posts other limits, by their options in cents. They hold from the next wager on."""

    limits: dict[str, int]


class Act(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="act"):
    """Something between two rounds that the chapter knows (`Game.acts`)."""

    kind: str
    detail: dict[str, Any]


class Seed(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="seed"):
    """A seat adds a seed of its own to what chance decides in the next round."""

    seat: int
    seed: str


class Pledge(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="pledge"):
    """A seat fixes its seed by its digest, and tells it after “no more bets”."""

    seat: int
    digest: str


class Begin(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="begin"):
    """The round begins with the wagers on the layout. Where seeds were pledged they are told first, and it is said again."""


class Proceed(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="proceed"):
    """Nothing went wrong here: the round goes on."""


class Decide(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="decide", omit_defaults=True):
    """A player's answer: its word (with the cards it names) and the cents that go with it."""

    seat: int
    word: str
    cents: int = 0


class CutCards(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="cut", omit_defaults=True):
    """A player cuts the cards so deep, or refuses the cut; with a seed they are rearranged before he cuts them."""

    seat: int
    depth: int | None = None
    seed: str = ""


class Report(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="report"):
    """Something went wrong, in the words of the rule cases."""

    kind: str
    detail: dict[str, Any]


class VoidRound(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="void", omit_defaults=True):
    """A floorperson voids a round that has failed: everybody has what he had before. `defect` is the error by which the floor
    itself failed at the round, where the procedure did not; nobody but the floor states it."""

    why: str
    defect: str = ""


class Discard(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="discard"):
    """The house lets go of all that chance has promised, as it may have been used elsewhere: a round in progress is void, all
    cards are replaced, and there is another promise."""

    why: str


class Close(msgspec.Struct, frozen=True, gc=False, tag_field="do", tag="close"):
    """The sitting is over. No wagers lie on the layout, and nothing is taken until the table opens again."""


Between: TypeAlias = Open | Sit | Buy | Leave | Bet | Rest | Permit | PostLimits | Act | Seed | Pledge | Begin | Close
Deed: TypeAlias = Between | Proceed | Decide | CutCards | Report | VoidRound | Discard


class Command(msgspec.Struct, frozen=True, gc=False):
    """A deed, who says so, when (in milliseconds since 1970), for which version of the table, and under which id.

    A command without a version is made for the table as it is now, by somebody who stands beside it.
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
