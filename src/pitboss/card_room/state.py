"""All that a Poker room remembers beside its tables: a fold over its records, and one value, to JSON and back.

What a command does to it is in `waiting` (the list and the seats), `tables` (open and closed) and `jackpots`.
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

IDS = 256  # commands whose ids are remembered
CHANGES = 1024  # things whose last change is remembered
LONGEST_ID = 100  # characters


@dataclass(frozen=True)
class Waiting:
    """A player on the list for a game."""

    player: str
    variant: str


@dataclass
class OpenedTable:
    """A table that is open: how the house offers it, how far the room knows its log, and the last hand that it has noted."""

    given: dict[str, object]
    variant: str
    mark: Mark = (0, "")
    hand: int = 0


@dataclass
class State:
    """What a room remembers."""

    opening: OpenRoom
    version: int = 0  # how many commands have been carried out
    at: int = 0  # the latest time of any of them
    closed: bool = False  # the last of them closed the room
    tables: dict[str, OpenedTable] = field(default_factory=dict)  # that are open
    openings: dict[str, int] = field(default_factory=dict)  # how often a table was opened
    ended: dict[str, list[Mark]] = field(default_factory=dict)  # how the log of each opening ended that is over
    books: dict[str, Books] = field(default_factory=dict)  # of tables that were closed, each time they were
    waiting: list[Waiting] = field(default_factory=list)
    funds: dict[str, Fund] = field(default_factory=dict)
    contributes: dict[str, dict[str, str]] = field(default_factory=dict)  # by kind, to which fund each table contributes
    apart: dict[str, list[str]] = field(default_factory=dict)  # by kind, tables under other rules than their fund
    noted: int = 0  # hands of which the room has taken note, in all
    to_verify: list[Call] = field(default_factory=list)  # hands for which the dealers have called somebody
    begun: Command | None = None  # the last command, where a table has to do its part of it
    ids: dict[str, int] = field(default_factory=dict)  # of the last commands, by author, with their versions
    changed: dict[str, int] = field(default_factory=dict)  # the version at which something changed that commands are about
    changed_before: int = 0  # what is not among these has not changed since

    @property
    def chapter(self) -> str:
        """The chapter that the room is under."""
        return self.opening.chapter

    def house(self, table: str) -> House:
        """How an open table is offered."""
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

    # ------------------------------------------------------------------ late and doubled

    def change(self, *what: str) -> None:
        """Something changes with the command at work that other commands are about."""
        for thing in what:
            self.changed.pop(thing, None)
            self.changed[thing] = self.version + 1
        while len(self.changed) > CHANGES:
            self.changed_before = self.changed.pop(next(iter(self.changed)))

    def check_fresh(self, command: Command) -> None:
        """Whether a command has not been carried out already and is about nothing that has changed since it was made."""
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
        if len(self.ids) >= IDS:  # what is older might have been carried out under an id that is forgotten
            since = max(since, next(iter(self.ids.values())))
        if version < since:
            changed = [thing for thing in things if self.changed.get(thing, 0) > version]
            raise StaleVersionError(f"too late: {' and '.join(changed) or 'the room'} changed since this was said")

    def remember(self, author: Author, id_: str) -> None:
        """The command that led to this version had an id."""
        self.ids[own_id(author, id_)] = self.version
        if len(self.ids) > IDS:
            del self.ids[next(iter(self.ids))]


def snapshot_of(state: State) -> bytes:
    """A state as JSON."""
    return msgspec.json.encode(state)


def is_same(one: State, other: State) -> bool:
    """Whether two states are equal. Snapshots of earlier versions have ids without their authors: then the ids alone count."""
    return snapshot_of(one) == snapshot_of(other) or _without_authors(one) == _without_authors(other)


def _without_authors(state: State) -> bytes:
    ids = {id_.rpartition("\n")[2]: version for id_, version in state.ids.items()}
    return snapshot_of(replace(state, ids=ids))


def copy_of(state: State) -> State:
    """The same state, as a value of its own: the other may change."""
    return state_of(snapshot_of(state))


def state_of(snapshot: bytes) -> State:
    """The state that JSON tells; raises BadLog where it tells none."""
    try:
        return msgspec.json.decode(snapshot, type=State)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BadLog("a snapshot is not of a room as this software writes it") from None
