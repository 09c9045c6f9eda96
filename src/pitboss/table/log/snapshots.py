"""All that lies at a table between two rounds, as one value: to JSON and back, equal after the trip.

`Table.snapshot` takes it, `put_back` lays it on another table of the same game. What is not in it (the round in progress) is
what the records since then tell.
"""

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.cards import parse, text
from pitboss.errors import BadLog, PitbossError
from pitboss.evidence.records import FairRecord, outline_of
from pitboss.shoe import Move, Stack
from pitboss.table.commands import Open
from pitboss.table.felt import Felt, Seat
from pitboss.table.log.records import step_of, step_row
from pitboss.table.memory import Memory
from pitboss.table.money.accounts import Accounts
from pitboss.table.money.ledger import Ledger
from pitboss.table.money.linked_meter import Last
from pitboss.table.money.meter import Meter
from pitboss.table.steps import Step

if TYPE_CHECKING:
    from pitboss.table.round import Round


class Cards(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stack that is dealt from, the first card first, and how many of its cards lie behind the cover card.

    Where chance is fair no order is told: it follows from the shuffle with this root, what was done to it and how much is left.
    """

    order: str
    size: int
    behind_cover: int = 0
    root: str = ""
    moves: tuple[Move, ...] = ()
    left: int = 0


class Shows(msgspec.Struct, frozen=True, omit_defaults=True):
    """A progressive meter."""

    cents: int
    reset: int
    rate: str
    carried: str = "0"
    stands: bool = False


class Shown(msgspec.Struct, frozen=True):
    """The round before as everybody goes on seeing it until the next begins: its steps, who sat where when it began, and what
    each of them gained."""

    steps: list[list[Any]]
    seated: dict[int, Seat]
    gained: dict[str, int]


class Snapshot(msgspec.Struct, frozen=True):
    """A table between two rounds."""

    version: int
    opening: Open
    since: int  # the version at which the round before was over
    ids: list[tuple[str, int]]  # of the last commands, with the versions they led to
    closed: bool
    seats: dict[int, Seat]  # in the order in which they were taken
    bets: dict[int, dict[str, int]]
    rounds: int
    stacks: dict[str, Cards]
    racks: dict[str, str]
    segregated: dict[str, str]
    waiting: str
    cards: int
    opened_at: float | None
    clock: float
    since_count: int
    idle: bool
    permitted: list[int]
    out_of_order: list[str]
    meter: Shows | None
    moved: Last | None  # when the table last moved a linked meter, and what that showed before and after
    accounts: Accounts
    memory: Any
    chance: FairRecord | None = None  # where it is fair
    last: Shown | None = None  # a snapshot that an earlier version took has none
    posted: dict[str, int] = {}  # the limits that were changed since the table opened


def outline(snapshot: Snapshot) -> Snapshot:
    """A snapshot without what is sealed anew every time: equal where two tables have come to the same."""
    if snapshot.chance is None:
        return snapshot
    return msgspec.structs.replace(snapshot, chance=outline_of(snapshot.chance))


def same(here: Snapshot, there: Snapshot) -> bool:
    """Whether two outlines are of tables that have come to the same, as far as `there` tells it."""
    return here == there or (there.last is None and msgspec.structs.replace(here, last=None) == there)


class RoundBefore(NamedTuple):
    """The round before at a table that was laid from a snapshot, with as much of `Round` as a layout looks at."""

    steps: list[Step]
    seated: dict[int, Seat]
    balanced: Ledger


def shown_of(last: "Round | RoundBefore | None") -> Shown | None:
    """The round before, as plain JSON."""
    if last is None or last.balanced is None:
        return None
    seated = {number: Seat(seat.player, 0) for number, seat in last.seated.items()}  # what he holds now, his seat tells
    return Shown([step_row(step) for step in last.steps], seated, dict(last.balanced.players))


def before_from(shown: Shown | None) -> RoundBefore | None:
    """The round before, from plain JSON."""
    if shown is None:
        return None
    return RoundBefore(
        [step_of(row) for row in shown.steps], shown.seated, Ledger(shown.gained, -sum(shown.gained.values()), 0)
    )


def memory_of(felt: Felt) -> Any:
    """What the dealer remembers, as plain JSON."""
    return msgspec.to_builtins(felt.memory, str_keys=True, order="deterministic")


def memory_from(told: Any, kind: type[Memory]) -> Memory:
    """What the dealer remembers, from plain JSON."""
    return msgspec.convert(told, kind, str_keys=True)


def meter_of(meter: Meter | None) -> Shows | None:
    """A meter as plain JSON."""
    if meter is None:
        return None
    return Shows(meter.cents, meter.reset, str(meter.rate), str(meter.carried), meter.stands)


def stacks_of(felt: Felt) -> dict[str, Cards]:
    """What lies in the shoe or the dealer's hand."""
    return {side: _cards_of(stack, felt.fair is not None) for side, stack in felt.stacks.items()}


def _cards_of(stack: Stack, fair: bool) -> Cards:
    if fair and stack.cards and stack.root:
        return Cards("", stack.size, stack.behind_cover, stack.root, tuple(stack.moves), len(stack))
    return Cards(text(stack.cards[::-1]), stack.size, stack.behind_cover)


def put_back(felt: Felt, found: Snapshot) -> None:
    """Lays what a snapshot holds on a table; raises BadLog where that is not of this game."""
    try:
        _put_back(felt, found)
    except (PitbossError, msgspec.ValidationError, KeyError, ValueError, TypeError) as error:
        raise BadLog(f"the snapshot at version {found.version} is not of this table: {error}") from None


def _put_back(felt: Felt, found: Snapshot) -> None:
    felt.seats = {n: Seat(s.player, s.cents, s.since) for n, s in found.seats.items()}
    felt.rounds = found.rounds
    felt.seated_before = found.last.seated if found.last is not None else {}
    for side, lying in found.stacks.items():
        stack = felt.stacks[side] = Stack(parse(lying.order), lying.behind_cover)
        if lying.root and felt.fair is not None:
            stack.load(felt.fair.order_of(lying.root), lying.behind_cover, lying.root)
            stack.repeat(lying.moves, lying.left)
        stack.size = lying.size
    felt.racks = {side: parse(cards) for side, cards in found.racks.items()}
    felt.segregated = {side: parse(cards) for side, cards in found.segregated.items()}
    felt.waiting, felt.cards = parse(found.waiting), found.cards
    felt.opened_at, felt.clock = found.opened_at, found.clock
    felt.since_count, felt.idle = found.since_count, found.idle
    felt.permitted, felt.out_of_order = set(found.permitted), set(found.out_of_order)
    kept = found.accounts
    felt.inventory, felt.metered, felt.boxed = kept.inventory, kept.meter, kept.box
    felt.brought, felt.taken = kept.brought, kept.taken
    felt.memory = memory_from(found.memory, type(felt.memory))
    felt.moved = found.moved
    if found.meter is not None and felt.own_meter is not None:
        m = found.meter
        felt.own_meter.cents, felt.own_meter.reset, felt.own_meter.stands = m.cents, m.reset, m.stands
        felt.own_meter.rate, felt.own_meter.carried = Fraction(m.rate), Fraction(m.carried)
    felt.check_cards()
    felt.accounts()
