"""Roles: who may do what on the floor, and as whom a person acts at a table.

An account has one role. `MAY` lists what roles allow, `check` enforces it. At a table a person acts as player, dealer,
floorperson or house (`pitboss.table.commands.Author`), by `author_of`; a seated employee acts only for their own seat.
"""

from typing import Any, Literal, Protocol, TypeAlias, get_args

from pitboss.card_room import commands as room
from pitboss.errors import PitbossError
from pitboss.table import commands as table
from pitboss.table.commands import Author
from pitboss.words import with_article

Role: TypeAlias = Literal["patron", "dealer", "floorperson", "pit boss", "surveillance", "auditor"]
ROLES: tuple[Role, ...] = get_args(Role)
EVERYBODY: frozenset[Role] = frozenset(ROLES)
AT_THE_TABLE: frozenset[Role] = frozenset({"dealer", "floorperson", "pit boss"})
IN_CHARGE: frozenset[Role] = frozenset({"floorperson", "pit boss"})
PIT_BOSS: frozenset[Role] = frozenset({"pit boss"})
WATCHING: frozenset[Role] = frozenset({"surveillance", "auditor"})

MAY: dict[str, frozenset[Role]] = {
    "sit": EVERYBODY,
    "recall own": EVERYBODY,
    "deal": AT_THE_TABLE,
    "declare": AT_THE_TABLE,  # that something went wrong
    "rule": IN_CHARGE,  # where the chapter leaves it to a floorperson
    "seat others": IN_CHARGE,
    "jackpots": IN_CHARGE,
    "cage": PIT_BOSS,  # counts and adjustments of a fund
    "use the desk": frozenset({"pit boss", "auditor"}),  # submissions are checked, compared and printed; nothing is opened
    "open table": PIT_BOSS,
    "close table": PIT_BOSS,
    "change limits": PIT_BOSS,
    "examine": PIT_BOSS,  # table tests (§ 527.5(a): pit boss or higher)
    "grant": PIT_BOSS,
    "disable": PIT_BOSS,
    "sign out others": PIT_BOSS,
    "see the pit": AT_THE_TABLE | WATCHING,
    "recall any": IN_CHARGE | WATCHING,
    "see hidden": WATCHING,  # of rounds that are over: `sees_hidden`
    "ledger": PIT_BOSS | WATCHING,  # of others
    "audit": frozenset({"auditor"}),  # export logs, with every card dealt
}
NOT_WHERE_HE_SITS = frozenset({"deal", "declare", "rule", "seat others", "change limits", "jackpots", "cage"})

PLAYS = "sit"
COMMANDS: dict[str, tuple[type[Any], ...]] = {  # by the right that they need, unless a player gives them for themselves
    "deal": (table.Rest, table.Begin, table.Proceed, table.Act),
    "declare": (table.Report,),
    "rule": (table.Permit, table.VoidRound),
    "seat others": (table.Sit, table.Buy, table.Leave, room.Join, room.Strike, room.TakeSeat),
    PLAYS: (table.Bet, table.Seed, table.Pledge, table.Decide, table.CutCards),
    "open table": (room.OpenTable,),
    "change limits": (table.PostLimits,),
    "close table": (room.CloseTable, room.CloseRoom),
    "jackpots": (
        *(room.Offer, room.CountBoxes, room.PayBadBeat, room.Discontinue),
        *(room.StartPeriod, room.Track, room.Dismiss, room.EndPeriod, room.Collect, room.Expire),
    ),
    "cage": (room.VerifyCount, room.Adjust),
}
VERB_OF = {command: verb for verb, commands in COMMANDS.items() for command in commands}
FOR_OWN_SEAT = (table.Sit, table.Buy, table.Leave, table.Act, room.Join, room.Strike, room.TakeSeat)  # an employee's too


class Person(Protocol):
    """An account, as the rules of roles see it."""

    @property
    def name(self) -> str: ...
    @property
    def role(self) -> Role: ...


class ForbiddenError(PitbossError, kind="Forbidden"):
    """Something that this role may not do."""


def check(role: Role, verb: str) -> None:
    """Check that a role may do this; raises ForbiddenError.

    >>> check("patron", "rule")
    Traceback (most recent call last):
    pitboss.floor.people.roles.ForbiddenError: a patron may not do that ("rule"); a floorperson or pit boss may
    """
    may = MAY[verb]
    if role not in may:
        allowed = " or ".join(each for each in ROLES if each in may)
        raise ForbiddenError(f'{with_article(role)} may not do that ("{verb}"); {with_article(allowed)} may')


def author_of(person: Person, command: object, *, sits: bool = False, practises: bool = False) -> Author:
    """The author of a person's command; `sits` if they have a seat at this table or room. Raises ForbiddenError.

    The table decides whether it is their seat and turn. A person who `practises`, alone with bots, reports irregularities as
    the dealer, under their own name.

    >>> from types import SimpleNamespace
    >>> ann = SimpleNamespace(name="Ann", role="pit boss")
    >>> author_of(ann, table.Begin()), author_of(ann, table.Bet(1, {}), sits=True)
    (Author(role='floorperson', name='Ann'), Author(role='player', name='Ann'))
    """
    verb = VERB_OF.get(type(command))
    if verb is None:
        raise ForbiddenError("nobody says that to a table; the floor does it")
    if verb == PLAYS or _for_own_seat(person, command, sits):
        check(person.role, PLAYS)
        return Author("player", person.name)
    if practises and sits and isinstance(command, table.Report):
        return Author("dealer", person.name)
    check(person.role, verb)
    if sits and verb in NOT_WHERE_HE_SITS:
        raise ForbiddenError(f'{person.name} has a seat at this table, and may not "{verb}" where he sits')
    if verb == "cage":
        return Author("house", person.name)
    return Author("dealer" if person.role == "dealer" else "floorperson", person.name)


def sees_hidden(person: Person, *, over: bool, sits_anywhere: bool) -> bool:
    """True if a person sees a round's hidden cards: staff who watch, after its end, and never while they play."""
    return person.role in MAY["see hidden"] and over and not sits_anywhere


def _for_own_seat(person: Person, command: object, sits: bool) -> bool:
    """True if an employee gives a command of their office for their own seat."""
    if not isinstance(command, FOR_OWN_SEAT):
        return False
    if person.role not in MAY["deal" if isinstance(command, table.Act) else "seat others"]:
        return True
    player = getattr(command, "player", None)
    return sits if player is None else player == person.name
