"""Tables and rooms played again by the rules, piece by piece, in this process or in several.

Where every secret can be opened, the log of a table is cut at snapshots. A piece begins with a snapshot and ends with one that
has to be what the piece leads to, so pieces that are right make a log that is right. A Poker room is one piece.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.card_room.books import books_of_fund
from pitboss.card_room.logs import ROOM_LOG
from pitboss.card_room.replay import replay_room
from pitboss.errors import BadLog, NotRevealed
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.floor.books.audit_result import MismatchError
from pitboss.floor.storage.checkpoints import HEADS
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.streams import PiecePlace
from pitboss.games import game
from pitboss.table.log.log import Difference
from pitboss.table.log.proving import Key
from pitboss.table.log.replay import replay
from pitboss.table.money.accounts import Accounts
from pitboss.table.table import Table

LONGEST = 2000  # lines of a piece, and as many more as there are to the next snapshot
Heads = dict[str, int]  # the last line of each log


class Piece(NamedTuple):
    """Lines of the log of a table, from a snapshot or the beginning (0) on; or a Poker room, with no lines."""

    log: str
    first: int = 0
    last: int = 0


@dataclass(frozen=True)
class Ended:
    """A table at the end of its log."""

    accounts: Accounts
    linked: str
    metered: int
    plays: bool  # whether it is in the middle of a round

    @classmethod
    def of(cls, table: Table) -> "Ended":
        """As a table that was played again has it."""
        return cls(table.accounts(), table.opening.linked, table.metered, table.round is not None)


@dataclass(frozen=True)
class Played:
    """What a piece led to."""

    table: Ended | None = None  # None where its end is sealed
    sealed: NotRevealed | None = None
    tables: Mapping[str, Ended] = field(default_factory=dict)  # of a room, by log
    sealed_logs: tuple[str, ...] = ()  # of a room
    funds: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # of a room: cents paid, and accounted for


Play = Callable[[Piece], Played]


def heads_of(view: View) -> Heads:
    """The last line of each log at this moment."""
    return {str(stream): int(seq) for stream, seq, _, _ in view.connection.execute(sa.text(HEADS))}


def pieces_of(view: View, heads: Heads, key: Key, start: Mapping[str, int]) -> dict[str, list[Piece]]:
    """The pieces of each table and room; `start` has snapshots to begin with, where earlier lines are known to be right."""
    found: dict[str, list[Piece]] = {}
    for stream, last in heads.items():
        if stream.endswith(f"/{ROOM_LOG}"):
            bank = stream.removesuffix(f"/{ROOM_LOG}")
            found[bank] = [Piece(bank)]
        elif stream.startswith("table/"):
            cuts = [start.get(stream, 0)]
            for snapshot in view.snapshots(stream, cuts[0]) if isinstance(key, HouseKey) else ():
                if cuts[-1] + LONGEST <= snapshot < last:
                    cuts.append(snapshot)
            found[stream] = [Piece(stream, first, end) for first, end in zip(cuts, [*cuts[1:], last], strict=True)]
    return found


def play(view: View, piece: Piece, key: Key) -> Played:
    """Play a piece again; raises MismatchError."""
    try:
        return _play_table(view, piece, key) if piece.last else _play_room(view, piece, key)
    except Difference as difference:
        raise MismatchError(piece.log, str(difference)) from None
    except BadLog as error:
        raise MismatchError(piece.log, error.message) from None


def _play_table(view: View, piece: Piece, key: Key) -> Played:
    place = PiecePlace(view, *piece)
    try:
        return Played(Ended.of(replay(place, game, key=key, vouched=True, unfinished=True)))
    except NotRevealed as error:
        table, error.table = error.table, None
        return Played(None if error.to_the_end else Ended.of(table), error)


def _play_room(view: View, piece: Piece, key: Key) -> Played:
    tables: dict[str, Ended] = {}

    def seen(log: str, table: Table) -> None:
        tables[log] = Ended.of(table)

    state, _, sealed = replay_room(view.room(piece.log), key, unfinished=True, seen=seen)
    funds = {name: (fund.paid, books_of_fund(fund).found) for name, fund in state.funds.items()}
    return Played(tables=tables, sealed_logs=tuple(sealed), funds=funds)


# ---------------------------------------------------------------------------- in several processes


@contextmanager
def playing(
    view: View, url: str, heads: Heads, pieces: list[Piece], key: Key, processes: int, key_file: Path | None = None
) -> Iterator[Play]:
    """What plays a piece: here when it is asked for, or ahead of that in other processes, which read no line behind the
    heads, and the key of the house from its file: it is in no other place."""
    if processes < 2 or (isinstance(key, HouseKey) and key_file is None):
        yield lambda piece: play(view, piece, key)
        return
    given = key_file if isinstance(key, HouseKey) else key
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin, (url, heads, given)) as pool:
        longest_first = sorted(pieces, key=lambda piece: heads[piece.log] if piece.last else LONGEST**2, reverse=True)
        results = {piece: pool.submit(_play_in, piece) for piece in longest_first}
        try:
            yield lambda piece: results[piece].result()
        finally:
            pool.shutdown(cancel_futures=True)


_GIVEN: list[tuple[str, Heads, Key]] = []


def _begin(url: str, heads: Heads, key: PublicKey | Path | None) -> None:
    _GIVEN.append((url, heads, HouseKey.load(key) if isinstance(key, Path) else key))


@cache
def _database() -> Database:
    return Database.open(_GIVEN[0][0], create=False)


def _play_in(piece: Piece) -> Played:
    _, heads, key = _GIVEN[0]
    return _database().view(lambda connection: play(View(connection, heads), piece, key))
