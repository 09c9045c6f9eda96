"""Snapshots: a whole table between two rounds as one value, which survives a round trip through JSON unchanged.

`Table.snapshot` takes a snapshot, `put_back` restores it at another table of the same game. It does not hold the round in
progress: that follows from the records since then.
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
    """A stack of cards, the first to be dealt first, and how many of them lie behind the cover card.

    With fair chance the order is left out: it follows from the shuffle with this root, the moves since, and the number of cards
    left.
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
    """The previous round as everyone sees it until the next begins: its steps, its seating, and each player's gain."""

    steps: list[list[Any]]
    seated: dict[int, Seat]
    gained: dict[str, int]


class Snapshot(msgspec.Struct, frozen=True):
    """A table between two rounds."""

    version: int
    opening: Open
    since: int  # the version at which the previous round was over
    ids: list[tuple[str, int]]  # recent command ids, with the versions they led to
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
    moved: Last | None  # when the table last moved a linked meter, and the readings before and after
    accounts: Accounts
    memory: Any
    chance: FairRecord | None = None  # fair chance only
    last: Shown | None = None  # missing in snapshots by earlier versions
    posted: dict[str, int] = {}  # the limits changed since the table opened


def outline(snapshot: Snapshot) -> Snapshot:
    """A snapshot without the parts that are sealed anew every time: equal for equal tables."""
    if snapshot.chance is None:
        return snapshot
    return msgspec.structs.replace(snapshot, chance=outline_of(snapshot.chance))


def same(here: Snapshot, there: Snapshot) -> bool:
    """True if two outlines describe equal tables, as far as `there` records it."""
    return here == there or (there.last is None and msgspec.structs.replace(here, last=None) == there)


class RoundBefore(NamedTuple):
    """The previous round at a table restored from a snapshot, with the part of `Round` that a layout needs."""

    steps: list[Step]
    seated: dict[int, Seat]
    balanced: Ledger


def shown_of(last: "Round | RoundBefore | None") -> Shown | None:
    """The previous round, as plain JSON."""
    if last is None or last.balanced is None:
        return None
    seated = {number: Seat(seat.player, 0) for number, seat in last.seated.items()}  # the chips they hold now are in `seats`
    return Shown([step_row(step) for step in last.steps], seated, dict(last.balanced.players))


def before_from(shown: Shown | None) -> RoundBefore | None:
    """The previous round, from plain JSON."""
    if shown is None:
        return None
    return RoundBefore(
        [step_of(row) for row in shown.steps], shown.seated, Ledger(shown.gained, -sum(shown.gained.values()), 0)
    )


def memory_of(felt: Felt) -> Any:
    """The dealer's memory, as plain JSON."""
    return msgspec.to_builtins(felt.memory, str_keys=True, order="deterministic")


def memory_from(data: Any, kind: type[Memory]) -> Memory:
    """The dealer's memory, from plain JSON."""
    return msgspec.convert(data, kind, str_keys=True)


def meter_of(meter: Meter | None) -> Shows | None:
    """A meter as plain JSON."""
    if meter is None:
        return None
    return Shows(meter.cents, meter.reset, str(meter.rate), str(meter.carried), meter.stands)


def stacks_of(felt: Felt) -> dict[str, Cards]:
    """The cards in the shoe or the dealer's hand."""
    return {side: _cards_of(stack, felt.fair is not None) for side, stack in felt.stacks.items()}


def _cards_of(stack: Stack, fair: bool) -> Cards:
    if fair and stack.cards and stack.root:
        return Cards("", stack.size, stack.behind_cover, stack.root, tuple(stack.moves), len(stack))
    return Cards(text(stack.cards[::-1]), stack.size, stack.behind_cover)


def put_back(felt: Felt, snapshot: Snapshot) -> None:
    """Restores a snapshot at a table; raises BadLog where it is of another game."""
    try:
        _put_back(felt, snapshot)
    except (PitbossError, msgspec.ValidationError, KeyError, ValueError, TypeError) as error:
        raise BadLog(f"the snapshot at version {snapshot.version} is not of this table: {error}") from None


def _put_back(felt: Felt, snapshot: Snapshot) -> None:
    felt.seats = {n: Seat(s.player, s.cents, s.since) for n, s in snapshot.seats.items()}
    felt.rounds = snapshot.rounds
    felt.seated_before = snapshot.last.seated if snapshot.last is not None else {}
    for side, lying in snapshot.stacks.items():
        stack = felt.stacks[side] = Stack(parse(lying.order), lying.behind_cover)
        if lying.root and felt.fair is not None:
            stack.load(felt.fair.order_of(lying.root), lying.behind_cover, lying.root)
            stack.repeat(lying.moves, lying.left)
        stack.size = lying.size
    felt.racks = {side: parse(cards) for side, cards in snapshot.racks.items()}
    felt.segregated = {side: parse(cards) for side, cards in snapshot.segregated.items()}
    felt.waiting, felt.cards = parse(snapshot.waiting), snapshot.cards
    felt.opened_at, felt.clock = snapshot.opened_at, snapshot.clock
    felt.since_count, felt.idle = snapshot.since_count, snapshot.idle
    felt.permitted, felt.out_of_order = set(snapshot.permitted), set(snapshot.out_of_order)
    accounts = snapshot.accounts
    felt.inventory, felt.metered, felt.boxed = accounts.inventory, accounts.meter, accounts.box
    felt.brought, felt.taken = accounts.brought, accounts.taken
    felt.memory = memory_from(snapshot.memory, type(felt.memory))
    felt.moved = snapshot.moved
    if snapshot.meter is not None and felt.own_meter is not None:
        m = snapshot.meter
        felt.own_meter.cents, felt.own_meter.reset, felt.own_meter.stands = m.cents, m.reset, m.stands
        felt.own_meter.rate, felt.own_meter.carried = Fraction(m.rate), Fraction(m.carried)
    felt.check_cards()
    felt.accounts()
