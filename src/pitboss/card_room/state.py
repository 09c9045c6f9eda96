"""The state of a Poker room without its tables: a fold over its records, and one value that survives a round trip through JSON.

The effects of commands are in `waiting` (the list and the seats), `tables` (open and closed) and `jackpots`.
"""

from dataclasses import dataclass, field, replace

import msgspec

from pitboss.card_room.books import Books
from pitboss.card_room.commands import Call, Command, OpenRoom, about
from pitboss.card_room.funds import Fund
from pitboss.errors import BadLog, DuplicateCommandError, NotAuthorized, OutOfTurn, StaleVersionError
from pitboss.house import House
from pitboss.table.commands import Author
from pitboss.table.table import own_id

Mark = tuple[int, str]  # a version of a table, and the seal of its record

IDS = 256  # how many recent command ids are remembered
CHANGES = 1024  # subjects whose last change is remembered
LONGEST_ID = 100  # characters


@dataclass(frozen=True)
class Waiting:
    """A player on the list for a game."""

    player: str
    variant: str


@dataclass
class OpenedTable:
    """An open table: the house's choices, how far the room knows its log, and the last hand noted."""

    given: dict[str, object]
    variant: str
    mark: Mark = (0, "")
    hand: int = 0


@dataclass
class State:
    """The state of a room."""

    opening: OpenRoom
    version: int = 0  # how many commands have been carried out
    at: int = 0  # the latest time of a command
    closed: bool = False  # whether the last command closed the room
    tables: dict[str, OpenedTable] = field(default_factory=dict)  # the open tables
    openings: dict[str, int] = field(default_factory=dict)  # by table, how often it was opened
    ended: dict[str, list[Mark]] = field(default_factory=dict)  # by table, the final mark of each closed opening's log
    books: dict[str, Books] = field(default_factory=dict)  # of closed tables, summed over their openings
    waiting: list[Waiting] = field(default_factory=list)
    funds: dict[str, Fund] = field(default_factory=dict)
    contributes: dict[str, dict[str, str]] = field(default_factory=dict)  # by kind, the fund of each table
    apart: dict[str, list[str]] = field(default_factory=dict)  # by kind, tables under other rules than their fund
    noted: int = 0  # the number of hands noted
    to_verify: list[Call] = field(default_factory=list)  # the hands that dealers have called for verification
    begun: Command | None = None  # the last command, if a table must still do its part
    ids: dict[str, int] = field(default_factory=dict)  # recent command ids with their authors, and the versions they led to
    changed: dict[str, int] = field(default_factory=dict)  # by subject, the version of its last change
    changed_before: int = 0  # the last change of all other subjects

    @property
    def chapter(self) -> str:
        """The room's chapter."""
        return self.opening.chapter

    def house(self, table: str) -> House:
        """The house of an open table."""
        return House.of(self.chapter, self.table(table).given)

    def table(self, name: str) -> OpenedTable:
        """An open table; raises NotAuthorized."""
        if type(name) is not str or name not in self.tables:
            raise NotAuthorized(f"there is no table {name!r}; open are {', '.join(self.tables) or 'none'}")
        return self.tables[name]

    def fund(self, name: str) -> Fund:
        """A fund; raises NotAuthorized."""
        if name not in self.funds:
            raise NotAuthorized(f"there is no fund {name!r}; there are {', '.join(self.funds) or 'none'}")
        return self.funds[name]

    def fund_of(self, kind: str, table: str) -> str | None:
        """The fund of a kind to which a table belongs."""
        return None if table in self.apart.get(kind, ()) else self.contributes.get(kind, {}).get(table)

    # ------------------------------------------------------------------ stale and duplicate commands

    def change(self, *what: str) -> None:
        """Records that the current command changes some subjects, so that older commands about them are stale."""
        for thing in what:
            self.changed.pop(thing, None)
            self.changed[thing] = self.version + 1
        while len(self.changed) > CHANGES:
            self.changed_before = self.changed.pop(next(iter(self.changed)))

    def check_fresh(self, command: Command) -> None:
        """Checks that a command was not carried out before, and that its subjects have not changed since it was made."""
        version, id_ = command.version, command.id
        if type(id_) is not str or len(id_) > LONGEST_ID:
            raise OutOfTurn(f"the id of a command is a text of at most {LONGEST_ID} characters")
        if (first := self.ids.get(own_id(command.author, id_))) is not None:
            raise DuplicateCommandError(f"command {id_} was carried out already; it brought the room to version {first}", first)
        if version is None:
            return
        if type(version) is not int or not 0 <= version <= self.version:
            raise StaleVersionError("that was said for a room that is not as this one is: look at it again first")
        things = about(command.deed)
        since = max([self.changed_before, *(self.changed.get(thing, 0) for thing in things)])
        if len(self.ids) >= IDS:  # older commands may have been carried out under a forgotten id
            since = max(since, next(iter(self.ids.values())))
        if version < since:
            changed = [thing for thing in things if self.changed.get(thing, 0) > version]
            raise StaleVersionError(f"too late: {' and '.join(changed) or 'the room'} changed since this was said")

    def remember(self, author: Author, id_: str) -> None:
        """Remembers the id of the command that led to this version."""
        self.ids[own_id(author, id_)] = self.version
        if len(self.ids) > IDS:
            del self.ids[next(iter(self.ids))]


def snapshot_of(state: State) -> bytes:
    """A state as JSON."""
    return msgspec.json.encode(state)


def is_same(one: State, other: State) -> bool:
    """True if two states are equal. Snapshots of earlier versions have ids without authors; then only the ids count."""
    return snapshot_of(one) == snapshot_of(other) or _without_authors(one) == _without_authors(other)


def _without_authors(state: State) -> bytes:
    ids = {id_.rpartition("\n")[2]: version for id_, version in state.ids.items()}
    return snapshot_of(replace(state, ids=ids))


def copy_of(state: State) -> State:
    """An independent copy of a state."""
    return state_of(snapshot_of(state))


def state_of(snapshot: bytes) -> State:
    """The state in a JSON snapshot; raises BadLog."""
    try:
        return msgspec.json.decode(snapshot, type=State)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadLog("a snapshot is not of a room as this software writes it") from None
