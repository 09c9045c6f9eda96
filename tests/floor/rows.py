"""What a floor's database holds in the end, row by row, compared with what people were told: nothing is lost, nothing is there
twice, nobody saw what is not there, and every chip is somewhere.

All of it is folded here from the raw rows, without the engine; only redaction is asked of it. `pitboss.floor.books.audit` plays
everything again by the rules.
"""

import hashlib
import json
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.floor.storage.database import Database
from pitboss.games import game
from pitboss.house import House
from pitboss.table.log.records import Record
from pitboss.table.log.stores import TABLE
from pitboss.table.view.viewers import Viewer
from pitboss.table.view.views import frames
from tests.floor.crowd import Book, Json, Saying

EVENTS = "SELECT stream, seq, kind, version, body, seal FROM event ORDER BY id"


@dataclass(frozen=True)
class Row:
    """A line of a stream."""

    stream: str
    seq: int
    kind: str
    version: int
    body: bytes
    seal: str


@dataclass
class Rows:
    """The database at one moment."""

    streams: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    commands: dict[tuple[int, str], tuple[str, int]] = field(default_factory=dict)
    entries: list[tuple[str, int, str, int]] = field(default_factory=list)
    played: dict[str, list[tuple[int, int, int, str]]] = field(default_factory=lambda: defaultdict(list))
    accounts: dict[int, int] = field(default_factory=dict)

    @staticmethod
    def of(database: Database) -> "Rows":
        """All rows."""
        return database.view(_read)

    def tables(self) -> dict[str, list[Row]]:
        """The streams of tables, by themselves or in a room."""
        return {name: rows for name, rows in self.streams.items() if is_table(name)}

    def records(self, stream: str) -> list[Row]:
        """The lines of a stream without its snapshots."""
        return [row for row in self.streams[stream] if row.kind == "record"]


def is_table(stream: str) -> bool:
    """Whether a stream is the log of a table."""
    return stream.startswith("table/") or (stream.startswith("room/") and not stream.endswith("/room.log"))


def _read(connection: sa.Connection) -> Rows:
    found = Rows()
    for stream, seq, kind, version, body, seal in connection.execute(sa.text(EVENTS)):
        found.streams[stream].append(Row(stream, seq, kind, version, bytes(body), seal))
    for account, id_, stream, version in connection.execute(sa.text("SELECT account, id, stream, version FROM command")):
        assert (account, id_) not in found.commands
        found.commands[account, id_] = stream, version
    found.entries = [tuple(row) for row in connection.execute(sa.text("SELECT stream, seq, account, cents FROM entry"))]
    query = "SELECT stream, round, first, last, void FROM played ORDER BY stream, round"
    for stream, *rest in connection.execute(sa.text(query)):
        found.played[stream].append(tuple(rest))
    found.accounts = dict(connection.execute(sa.text("SELECT id, cage FROM account")).all())
    return found


# ---------------------------------------------------------------------------- lines


def check_lines(rows: Rows) -> None:
    """Every stream is one chain without a gap, and the versions of a table rise by one."""
    for stream, lines in rows.streams.items():
        seal, version = "0" * 64, 0
        for number, row in enumerate(lines, 1):
            assert row.seq == number, f"{stream}: line {row.seq} where line {number} should be"
            seal = hashlib.sha256(seal.encode() + row.body).hexdigest()
            assert row.seal == seal, f"{stream}, line {number}: its seal does not hold"
            if is_table(stream) and row.kind == "record":
                version += 1
                assert json.loads(row.body)["v"] == row.version == version, f"{stream}, line {number}: version {row.version}"


def check_goes_on(before: Rows, after: Rows) -> None:
    """Whatever was there at an earlier moment is there still, as it was; and rounds that were open then have ended, played to
    their end."""
    for stream, lines in before.streams.items():
        assert after.streams[stream][: len(lines)] == lines, f"{stream} is not what it was"
    for stream in before.tables():
        number = open_round(before, stream)
        if number:
            ended = [void for each, _, _, void in after.played[stream] if each == number]
            assert ended == [""], f"{stream}: round {number} was open, and then {ended or 'did not end'}"
    assert before.commands.items() <= after.commands.items(), "ids of commands are gone"
    assert set(before.entries) <= set(after.entries), "entries of the ledger are gone"


def open_round(rows: Rows, stream: str) -> int:
    """The number of the round that a table is in the middle of, 0 where it is between rounds."""
    number = 0
    for row in rows.records(stream):
        told = json.loads(row.body)
        for step in map(whole_step, told.get("steps", ())):
            if step[1] == "begin":
                number = int(step[7])
        if "end" in told:
            number = 0
    return number


def whole_step(step: list[Any]) -> list[Any]:
    """A step as a line has it, with what is left out at its end."""
    return step + ["", "", "", "", "", "", 0, ""][len(step) :]


def check_played(rows: Rows) -> int:
    """The list of rounds has each round of each table once, with its versions; how many there are."""
    count = 0
    for stream in rows.tables():
        since, found = 0, []
        for row in rows.records(stream):
            end = json.loads(row.body).get("end")
            if end is not None:
                found.append((end["round"], since + 1, row.version, end.get("void", "")))
                since = row.version
        assert rows.played[stream] == found, f"{stream}: the list of rounds is not what its log says"
        assert [each[0] for each in found] == list(range(1, len(found) + 1)), f"{stream}: its rounds are not numbered"
        count += len(found)
    assert sum(map(len, rows.played.values())) == count, "the list of rounds has some of no table"
    return count


# ---------------------------------------------------------------------------- what was said, and told


def check_said(book: Book, rows: Rows) -> None:
    """What was acknowledged is in the log at the version that was told, with its author and under its id, once. What was
    refused is not there. What nobody knows the fate of is there at most once. The list of ids says the same."""
    logged: dict[tuple[str, str], list[tuple[str, int, Json]]] = defaultdict(list)
    for stream in rows.streams:
        if is_table(stream) or stream.endswith("/room.log"):
            for row in rows.records(stream):
                told = json.loads(row.body)
                if told.get("id"):
                    logged[told["by"][1], told["id"]].append((stream, row.version, told["command"]))
    for (by, id_), found in logged.items():
        assert len(found) == 1, f"{id_} of {by} was carried out more than once: {found}"
    for saying in book.sayings.values():
        _check_one(saying, logged.get((saying.player, saying.id), []), rows.commands.get((saying.account, saying.id)))
    assert set(rows.commands) <= set(book.sayings), f"nobody said {set(rows.commands) - set(book.sayings)}"


def _check_one(saying: Saying, logged: list[tuple[str, int, Json]], listed: tuple[str, int] | None) -> None:
    what = f"{saying.id} of {saying.player} at {saying.log} ({saying.deed})"
    there = [(stream, version) for stream, version, _ in logged if stream == saying.log]
    if saying.told:
        assert there == [(saying.log, saying.told)], f"{what} was acknowledged at version {saying.told}, and is at {there}"
        deed = next(deed for stream, _, deed in logged if stream == saying.log)
        assert {key: deed.get(key, 0) for key in saying.deed} == saying.deed, f"{what}: the log has {deed}"
    elif saying.refused is not None and not saying.unknown:
        assert not logged and listed is None, f"{what} was refused ({saying.refused['refused']}), and is at {logged} {listed}"
    assert listed == (there[0] if there else None), f"{what}: the log has it at {there}, the list at {listed}"


def check_frames(book: Book, rows: Rows) -> int:
    """Every frame that anybody was ever sent is what he may see of the record in the log; how many there were."""
    count = 0
    for stream in rows.tables():
        viewers = {player: sent for (player, log), sent in book.frames.items() if log == stream}
        seats: dict[int, str] = {}
        opening, last = opening_of(rows, stream), 0
        looks = game(opening["chapter"]).looks(House.of(opening["chapter"], opening["house"]))
        for row in rows.records(stream):
            record = TABLE.decode(row.body)
            assert isinstance(record, Record)
            for player, sent in viewers.items():
                if row.version in sent:
                    mine = frozenset(seat for seat, name in seats.items() if name == player) if player else frozenset()
                    told = msgspec.to_builtins(frames([record], Viewer(player, mine), looks)[0])
                    assert sent[row.version] == json.loads(json.dumps(told)), (
                        f"{player} at {stream}, version {row.version}: was sent {sent[row.version]}, the log has {told}"
                    )
                    count += 1
            _seat(record, seats)
            last = row.version
        for player, sent in viewers.items():
            assert max(sent, default=0) <= last, f"{player} at {stream} was sent version {max(sent)}, the log ends at {last}"
    total = sum(map(len, book.frames.values()))
    assert count == total, f"{total} frames were sent, and {count} of them are in a log"
    return count


def opening_of(rows: Rows, stream: str) -> Json:
    """What a table was opened with."""
    found: Json = json.loads(rows.streams[stream][0].body)["command"]
    return found


def _seat(record: Record, seats: dict[int, str]) -> None:
    for step in record.steps:
        if step.act in ("sit", "leave"):
            seat = int(step.who.split(" ")[0].removeprefix("seat_"))
            if step.act == "sit":
                seats[seat] = step.note
            else:
                seats.pop(seat, None)


# ---------------------------------------------------------------------------- money


def check_money(rows: Rows) -> int:
    """No chip is lost or made: the ledger is double, what is in the cage and at the tables is what it says, and all of that
    together is what the house issued. Returns what was issued."""
    units: Counter[tuple[str, int]] = Counter()
    sums: Counter[str] = Counter()
    for stream, seq, account, cents in rows.entries:
        units[stream, seq] += cents
        sums[account] += cents
    assert not any(units.values()), f"a unit does not sum to zero: {+units}"
    issued: int = sum(json.loads(row.body).get("cents", 0) for row in rows.streams["office"])
    assert -sums.pop("issued") == issued, f"the office issued {issued} cents, and the ledger says otherwise"
    for number, cage in rows.accounts.items():
        entered = sums.pop(f"cage/{number}", 0)
        assert entered == cage >= 0, f"account {number} has {cage} cents in the cage, and {entered} by the ledger"
    lying: Counter[str] = Counter()
    for stream in rows.tables():
        lying.update(chips_at(rows, stream))
    for account in lying.keys() | sums.keys():
        assert sums[account] == lying[account], f"{account} holds {lying[account]} cents, and {sums[account]} by the ledger"
        assert lying[account] >= 0 or "/seat_" not in account, f"{account} holds {lying[account]} cents"
    cages = sum(rows.accounts.values())
    assert cages + sum(lying.values()) == issued, f"{issued} cents were issued, {cages} are in the cage, the rest is {lying}"
    return issued


def chips_at(rows: Rows, stream: str) -> Counter[str]:
    """What lies at a table, folded from what its log says: what players brought and took, and how rounds ended."""
    found: Counter[str] = Counter()
    meter = ""
    for row in rows.records(stream):
        told: Any = json.loads(row.body)
        meter = meter or told["command"].get("linked", "")
        for step in map(whole_step, told.get("steps", ())):
            if step[1] in ("sit", "buy", "leave"):
                found[f"{stream}/{step[2]}"] += -step[6] if step[1] == "leave" else step[6]
        if end := told.get("end"):
            for who, cents in end["players"].items():
                found[f"{stream}/{who}"] += cents
            found[f"{stream}/inventory"] += end["inventory"]
            found[f"meter/{meter}" if meter else f"{stream}/meter"] += end.get("meter", 0)
            found[f"{stream}/box"] += end.get("box", 0)
    return found
