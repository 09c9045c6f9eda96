"""The audit: verifies a whole floor on one snapshot, while its server runs.

First all lines in order, with ledger, request ids and rounds (`journal`). Then accounts and openings against the office; every
table and room replayed by the rules, with signatures if there is a key; and all chips against the ledger. With the public key,
or none, rounds whose cards are not revealed cannot be replayed: they are named as not verified.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.card_room.logs import ROOM_LOG
from pitboss.errors import BadLog, NotRevealed, PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit_result import Audited, MismatchError, check_line
from pitboss.floor.books.foreign_objects import check_objects
from pitboss.floor.books.journal import Holder, Journal, Opening, Stream
from pitboss.floor.books.progress import Progress, go_on, progress_of, read_progress, write_progress
from pitboss.floor.books.replays import Ended, Piece, Play, heads_of, pieces_of, playing
from pitboss.floor.people.names import key_of
from pitboss.floor.people.office import STREAM as OFFICE
from pitboss.floor.play.table_lifecycle import Settings
from pitboss.floor.storage.checkpoints import STREAM, Checkpoint, read_file
from pitboss.floor.storage.database import Database
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.schema import REVISION
from pitboss.floor.storage.schema import account as accounts
from pitboss.floor.storage.schema import opened as openings
from pitboss.floor.storage.witness import Seen, remembered
from pitboss.money import dollars
from pitboss.table.log.proving import Key, public_key
from pitboss.table.steps import seat_name
from pitboss.words import many

Tell = Callable[[str, float], None]
SMALL = 50_000  # lines up to which other processes would take longer to start than they save
MOST_SEATS = 10  # at a table of any chapter
CLOCK_READ_TWICE = 60_000  # milliseconds: earlier versions read the clock once for a row and again for its line of the office


def audit(
    database: Database,
    key: Key = None,
    tell: Tell | None = None,
    checkpoint: Path | None = None,
    key_file: Path | None = None,
    processes: int = 0,
    since: Path | None = None,
) -> Audited:
    """Verify a floor in so many processes, by default one for each core if the floor is not small. Raises MismatchError at the
    first disagreement and PitbossError for a database that cannot be read.

    `since` is a file that the audit before left, if there was one: what that audit verified is not verified again.

    With a checkpoint from elsewhere, every line that it vouches for must still be there; with the key file, also every line
    that the witness files beside it have.
    """
    check_floor(database)
    public = public_key(key)
    if checkpoint is not None and public is None:
        raise PitbossError("a checkpoint is verified with the key of the house: name it with --key")
    before = read_file(checkpoint, public) if checkpoint is not None and public is not None else None
    house = key if isinstance(key, HouseKey) else None
    if since is not None and house is None:
        raise PitbossError("how far an audit came is signed with the key of the house: name it with --key")
    progress = read_progress(since, house) if since is not None and house is not None and since.exists() else None
    seen = remembered(key_file, database) if key_file is not None else []  # before the view: a line is written, then noted
    try:
        found, reached = database.view(
            lambda connection: audit_view(View(connection), database, key, tell, before, seen, processes, progress, key_file)
        )
    except BadLog as error:
        raise MismatchError("a log", error.message) from None
    if since is not None and house is not None:
        write_progress(since, reached, house)
    return found


def open_floor(url: str) -> Database:
    """Open the database of an existing floor; raises PitbossError."""
    database = Database.open(url, create=False)
    try:
        check_floor(database)
    except BaseException:
        database.close()
        raise
    return database


def check_floor(database: Database) -> None:
    """Whether a database is that of a floor, of this version; raises PitbossError."""
    revision = database.revision()
    if not revision:
        raise PitbossError(f"{database} is not the database of a floor")
    if revision != REVISION:
        raise PitbossError(
            f"{database} has tables of revision {revision}; `pitboss serve` of this version makes them {REVISION}"
        )


def key_beside(database: Path | None) -> Path | None:
    """The default path of a floor's key, None for a server."""
    path = database.with_suffix(".key") if database is not None else Path("floor.key")
    return path if path.exists() else None


def audit_view(
    view: View,
    database: Database,
    key: Key = None,
    tell: Tell | None = None,
    before: tuple[Checkpoint, str] | None = None,
    seen: Sequence[Seen] = (),
    processes: int = 0,
    progress: Progress | None = None,
    key_file: Path | None = None,
) -> tuple[Audited, Progress]:
    """Verifies one moment of a database, from where an audit came or from the beginning on."""
    check_objects(view)
    heads = heads_of(view)
    pieces = pieces_of(view, heads, key, progress.snapshots if progress is not None else {})
    new = sum(heads.values()) - (progress.counts["lines"] if progress is not None else 0)
    processes = processes or (os.cpu_count() or 1 if new > SMALL else 1)
    every = [piece for cut in pieces.values() for piece in cut]
    url = database.url.render_as_string(hide_password=False)
    with playing(view, url, heads, every, key, processes, key_file) as play:
        journal = Journal(view, key)
        if progress is not None:
            go_on(view, journal, progress)
        journal.read(tell)
        if before is not None:
            check_checkpoint(view, *before)
        for each in seen:
            check_line(view, each.stream, each.seq, each.seal, "the witness beside the key remembers")
        check_accounts(view, journal)
        journal.records_of.check(view)
        journal.archives.check(view, database.archive, key)
        check_openings(view, journal)
        audited = Audited(str(database), signed_by=str(public_key(key) or ""), compared=before is not None, witnesses=len(seen))
        Replays(view, journal, audited, pieces, play, tell).run()
    audited.streams, audited.lines, audited.records = len(journal.streams), journal.lines, journal.records
    audited.checkpoints, audited.unsigned, audited.recorded = journal.checkpoints, journal.unsigned, journal.records_of.complete
    audited.rounds, audited.commands, audited.entries = journal.played, journal.said, journal.entries.count
    ends = {stream.name: stream.seq - stream.vouched for stream in journal.streams.values()}
    audited.unvouched = {name: lines for name, lines in ends.items() if lines and name != OFFICE}
    audited.accounts, audited.signatures, audited.discarded = len(journal.accounts), journal.signatures, journal.discarded
    here = journal.archives.here.values()
    audited.archives, audited.archived = len(here), sum(span.last - span.first + 1 for span in here)
    audited.deleted, audited.imported = journal.archives.deleted, len(journal.archives.imported)
    audited.keys_changed, audited.new = journal.keys_changed, new if progress is not None else None
    return audited, progress_of(view, journal, heads)


def check_checkpoint(view: View, checkpoint: Checkpoint, seal: str) -> None:
    """Check a checkpoint, and that all its lines are still there; raises MismatchError."""
    told = f"checkpoint {checkpoint.v} has"
    check_line(view, STREAM, checkpoint.v, seal, told)
    for stream, (seq, last) in checkpoint.streams.items():
        check_line(view, stream, seq, last, told)


# ---------------------------------------------------------------------------- accounts and openings


def check_accounts(view: View, journal: Journal) -> None:
    """Check accounts against the office, and balances against the ledger; raises MismatchError."""
    columns = [accounts.c[name] for name in ("id", "cage", "name_key", "name", "role", "guest", "created", "disabled")]
    holders = dict(journal.accounts)
    for number, cage, name_key, *row in map(tuple, view.connection.execute(sa.select(*columns).order_by(accounts.c.id))):
        holder, where = holders.pop(number, None), f"account {number}"
        if holder is None:
            raise MismatchError(where, "the office made no such account")
        _check_account(where, holder, name_key, row)
        holds = journal.entries.sums[f"cage/{number}"]
        if cage != holds:
            raise MismatchError(where, f"it has {dollars(cage)} in the cage, and {dollars(holds)} by the ledger")
    if holders:
        raise MismatchError(f"account {min(holders)}", "the office made it, and it is not there")
    for account, cents in journal.entries.sums.items():
        if account.startswith("cage/") and (cents < 0 or int(account[5:]) not in journal.accounts):
            raise MismatchError(account, f"the ledger has {dollars(cents)} there")


def _check_account(where: str, holder: Holder, name_key: str, row: list[Any]) -> None:
    """Check an account and the key of its name, by which sign-in finds it."""
    for (column, recorded), stored in zip(vars(holder).items(), row, strict=True):
        if stored != recorded and not (column == "created" and abs(stored - recorded) <= CLOCK_READ_TWICE):
            raise MismatchError(where, f"its {column} is {stored!r}, and {recorded!r} by the lines of the office")
    if name_key != key_of(holder.name):
        raise MismatchError(where, f"{holder.name} is looked up as {name_key!r}, and by that name as {key_of(holder.name)!r}")


def check_openings(view: View, journal: Journal) -> None:
    """Tables and rooms are as the office opened them, and as their logs begin; raises MismatchError."""
    openings_on_record, streams = dict(journal.opened), set(journal.streams) - {"office", STREAM}
    names = ("name", "kind", "bank", "chapter", "opened_by", "opened_at", "closed_at", "closed_by", "settings")
    for name, kind, bank, chapter, by, opened_at, closed_at, closed_by, settings in map(
        tuple, view.connection.execute(sa.select(*[openings.c[column] for column in names]).order_by(openings.c.name))
    ):
        opening, where = openings_on_record.pop(name, None), f"{kind} {name}"
        if opening is None:
            raise MismatchError(where, "the office did not open it")
        stored = Opening(kind, bank, chapter, by or 0, closed_at is not None, closed_by or 0)
        if stored != opening:
            raise MismatchError(where, f"it is kept as {_words(stored)}; the office says {_words(opening)}")
        _check_times(where, opening, opened_at, closed_at or 0)
        if kind == "room":
            streams -= {stream for stream in streams if stream.startswith(f"{bank}/")}
            if f"{bank}/{ROOM_LOG}" not in journal.streams:
                raise MismatchError(where, "it has no log")
        else:
            _check_table(where, name, stored, settings, journal)
            streams -= {f"table/{name}", bank}
    if openings_on_record:
        raise MismatchError(next(iter(openings_on_record)), "the office opened it, and it is not there")
    if streams:
        raise MismatchError(min(streams), "it is the log of no table or room of this floor")


def _check_times(where: str, opening: Opening, opened_at: int, closed_at: int) -> None:
    for did, stored, recorded in (("opened", opened_at, opening.opened_at), ("closed", closed_at, opening.closed_at)):
        if abs(stored - recorded) > CLOCK_READ_TWICE:
            raise MismatchError(where, f"it was {did} at {stored} by its row, and at {recorded} by the lines of the office")


def _check_table(where: str, name: str, stored: Opening, settings: str, journal: Journal) -> None:
    stream = journal.streams.get(f"table/{name}")
    if stream is None or stream.opening is None:
        raise MismatchError(where, "it has no log")
    try:
        about = msgspec.json.decode(settings, type=Settings)
    except msgspec.MsgspecError:
        raise MismatchError(where, "its settings cannot be read") from None
    opening = stream.opening
    if (stored.chapter, stored.bank) != (opening.chapter, stream.bank):
        raise MismatchError(where, f"its log is of chapter {opening.chapter} in {stream.bank}")
    if (about.house, about.meter) != (msgspec.to_builtins(opening.house), opening.linked):
        raise MismatchError(where, "it is kept with other settings than those with which its log begins")
    if stored.closed != (stream.closed or journal.opened[name].fallen):
        raise MismatchError(where, f"it is {'closed' if stored.closed else 'open'}, and its log ends otherwise")


def _words(opening: Opening) -> str:
    closed = f", closed by account {opening.closed_by}" if opening.closed else ", open"
    return f"a {opening.kind} of chapter {opening.chapter} in {opening.bank} by account {opening.by}{closed}"


# ---------------------------------------------------------------------------- by the rules


class Replays:
    """What every table and room led to when it was played again, compared with the ledger."""

    def __init__(
        self, view: View, journal: Journal, audited: Audited, pieces: Mapping[str, list[Piece]], play: Play, tell: Tell | None
    ) -> None:
        self.view, self.journal, self.found = view, journal, audited
        self._pieces, self._play = pieces, play
        self._tell, self._done = tell, 0
        self._metered: Counter[str] = Counter()  # moves of linked tables by meter
        self._unknown: set[str] = set()  # meters that a table moved in a round that is not over, or that is sealed

    def run(self) -> None:
        """Compares everything; raises MismatchError."""
        for name, stream in self.journal.streams.items():
            if name.startswith("table/"):
                self._table(stream)
                self._count(stream)
        for name, stream in self.journal.streams.items():
            if name.endswith(f"/{ROOM_LOG}"):
                self._room(stream)
        for name, stream in self.journal.streams.items():
            if name.startswith("meter/"):
                self.found.meters += 1
                if name not in self._unknown:
                    check_meter(self.view, stream, self._metered[name], self.journal.entries.sums)

    def _count(self, stream: Stream) -> None:
        self._done += stream.seq
        if self._tell is not None:
            self._tell("every round by the rules", self._done / self.journal.lines)

    def _table(self, stream: Stream) -> None:
        self.found.tables += 1
        linked = stream.opening.linked if stream.opening is not None else ""
        if self._is_fallen(stream):
            self._fallen(stream, linked)
            return
        *_, played = [self._play(piece) for piece in self._pieces[stream.name]]
        if played.sealed is not None:
            self.found.sealed.append(stream.name)
            self.found.not_verified[stream.name] = played.sealed.rest(stream.rounds)
            if linked:
                self.found.not_verified[f"meter/{linked}"] = "what its tables moved in these rounds"
            self._unknown.add(f"meter/{linked}")
            if played.table is None:
                check_seats(stream, self.journal.entries.sums)
            else:
                self._take(stream.name, played.table)
            return
        assert played.table is not None
        self._take(stream.name, played.table)
        if linked and played.table.plays:
            self._unknown.add(f"meter/{linked}")
        self._metered[f"meter/{linked}"] += played.table.metered

    def _is_fallen(self, stream: Stream) -> bool:
        opening = self.journal.opened.get(stream.name.removeprefix("table/"))
        return opening is not None and opening.fallen

    def _fallen(self, stream: Stream, linked: str) -> None:
        """A table that the pit closed because it could not be rebuilt: nothing is left at its seats, and the audit names it."""
        self.found.fallen.append(stream.name)
        self._unknown.add(f"meter/{linked}")
        for number in range(1, MOST_SEATS + 1):
            if cents := self.journal.entries.sums.get(f"{stream.name}/{seat_name(number)}", 0):
                raise MismatchError(
                    f"{stream.name}/{seat_name(number)}", f"the table has closed, and {dollars(cents)} are there"
                )

    def _fallen_room(self, bank: str) -> None:
        """A room that the pit closed because it could not be rebuilt: nothing is left at its seats or in its jackpots, and the
        audit names its logs."""
        logs = sorted(name for name in self.journal.streams if name.startswith(f"{bank}/"))
        self.found.fallen += logs
        self.found.tables += len(logs) - 1
        funds = f"fund/{bank.removeprefix('room/')}/"
        for account, cents in self.journal.entries.sums.items():
            mine = account.startswith(f"{bank}/") and not account.endswith("/inventory")
            if cents and (mine or account.startswith(funds)):
                raise MismatchError(account, f"the room has closed, and {dollars(cents)} are there")

    def _take(self, stream: str, table: Ended) -> None:
        """A table that was played again: is the ledger right?"""
        check_table(stream, table, self.journal.entries.sums)
        if table.plays:
            self.found.open_rounds.append(stream)

    def _room(self, stream: Stream) -> None:
        self.found.rooms += 1
        if self.journal.opened[stream.bank.removeprefix("room/")].fallen:
            self._fallen_room(stream.bank)
            return
        played = self._play(self._pieces[stream.bank][0])
        self.found.tables += len(played.tables) + len(played.sealed_logs)
        for log, table in played.tables.items():
            self._take(f"{stream.bank}/{log}", table)
            self._count(self.journal.streams[f"{stream.bank}/{log}"])
        self.found.sealed += [f"{stream.bank}/{log}" for log in played.sealed_logs]
        for log in played.sealed_logs:
            sealed = self.journal.streams[f"{stream.bank}/{log}"]
            self.found.not_verified[sealed.name] = NotRevealed("", 1).rest(sealed.rounds)
            check_seats(sealed, self.journal.entries.sums)
        check_room(stream.bank, played.funds, self.journal.entries.sums)


def check_table(stream: str, table: Ended, sums: Mapping[str, int]) -> None:
    """Check a table's chips against the ledger; raises MismatchError."""
    holds = table.accounts
    told: dict[str, int] = {who: holds.players.get(who, 0) for who in map(seat_name, range(1, MOST_SEATS + 1))}
    told |= holds.players | {"inventory": holds.inventory, "box": holds.box}
    told["meter"] = 0 if table.linked else holds.meter
    for account, cents in told.items():
        if (entered := sums.get(f"{stream}/{account}", 0)) != cents:
            raise MismatchError(f"{stream}/{account}", f"{dollars(cents)} are there, and {dollars(entered)} by the ledger")
    for who, cents in holds.players.items():
        if cents < 0:
            raise MismatchError(f"{stream}/{who}", f"there are {dollars(cents)}")


def check_seats(stream: Stream, sums: Mapping[str, int]) -> None:
    """Check what the records of an unreplayable table tell: no negative seat, and no chips at an empty one; raises
    MismatchError."""
    for number in range(1, MOST_SEATS + 1):
        account = f"{stream.name}/{seat_name(number)}"
        cents = sums.get(account, 0)
        if cents < 0 or (cents and number not in stream.names):
            raise MismatchError(account, f"by the ledger there is {dollars(cents)}, of {stream.names.get(number, 'nobody')}")


def check_meter(view: View, stream: Stream, moved: int, sums: Mapping[str, int]) -> None:
    """Check a linked meter against its tables and the ledger; raises MismatchError."""
    first = next(view.lines(stream.name))
    begun = int(msgspec.json.decode(first.body)["cents"])
    assert stream.shows is not None
    told = {"by the ledger": sums.get(stream.name, 0), "by its log": stream.shows.cents - begun}
    for where, cents in told.items():
        if cents != moved:
            raise MismatchError(stream.name, f"tables moved it by {dollars(moved)}, and by {dollars(cents)} {where}")


def check_room(bank: str, funds: Mapping[str, tuple[int, int]], sums: Mapping[str, int]) -> None:
    """Check a room's jackpots, by what they paid and account for: contributions less payouts; raises MismatchError."""
    room = bank.removeprefix("room/")
    for name, (paid, _) in funds.items():
        if (entered := -sums.get(f"fund/{room}/{name}", 0)) != paid:
            raise MismatchError(f"fund/{room}/{name}", f"it paid {dollars(paid)}, and {dollars(entered)} by the ledger")
    given = sum(cents for account, cents in sums.items() if account.startswith(f"{bank}/") and account.endswith("/box"))
    held = sum(accounted for _, accounted in funds.values())
    if given != held:
        raise MismatchError(
            bank, f"its jackpots account for {dollars(held)}, and players contributed {dollars(given)} by the ledger"
        )


def as_row(database: str, result: Audited | MismatchError) -> dict[str, Any]:
    """The result for JSON."""
    if isinstance(result, MismatchError):
        return {"database": database, "ok": False, "where": result.where, "difference": str(result)}
    return {"ok": not result.fallen, **vars(result)}


def sentences(audited: Audited) -> list[str]:
    """The result in sentences."""
    how = "all as the rules say, to the cent" if not audited.fallen else "all but the logs below as the rules say, to the cent"
    told = [
        f"{audited.database}: {many(audited.lines, 'line')} of {many(audited.streams, 'log')},"
        f" {many(audited.rounds, 'round')} at {many(audited.tables, 'table')},"
        f" {many(audited.commands, 'command')}, {many(audited.entries, 'entry')} of"
        f" {many(audited.accounts, 'account')}: {how}"
    ]
    if audited.new is not None:
        told.append(f"{many(audited.new, 'line')} of these are new, and verified; the audit before had verified the others.")
    if audited.unsigned:
        told.append(f"The first {many(audited.unsigned, 'line')} of the office are not signed: an earlier version wrote them.")
    if not audited.recorded:
        told.append("Passwords and sessions are not on record, and were not compared: an earlier version served this floor.")
    told += _about_the_end(audited)
    if audited.unvouched:
        lines, logs = sum(audited.unvouched.values()), ", ".join(audited.unvouched)
        told.append(
            f"{many(lines, 'line')} at the end of {logs}: neither a round's signature nor a checkpoint stands behind them yet."
        )
    if audited.archives or audited.deleted:
        told.append(
            f"{many(audited.archived, 'line')} of these are in {many(audited.archives, 'archive')}, which the house signed;"
            f" {many(len(audited.deleted), 'archive')} deleted on record."
        )
    if audited.imported:
        told.append(f"{many(audited.imported, 'log')} of other houses as they were imported.")
    if audited.discarded:
        gone = many(audited.discarded, "promise")
        told.append(f"{gone} of chance were discarded, as the floor was started from a copy of its records.")
    if audited.keys_changed:
        told.append(
            f"The house changed its key {many(audited.keys_changed, 'time')}; earlier lines are signed with the keys of then."
        )
    if audited.open_rounds:
        told.append(f"In the middle of a round: {', '.join(audited.open_rounds)}.")
    if audited.fallen:
        why = "the pit closed their tables because these logs do not follow the rules"
        told.append(f"Not verified, {why}: {', '.join(audited.fallen)}.")
    if audited.not_verified:
        told.append("Not verified, as only the key of the house can:")
        told += [f"    {log}: {what}" for log, what in audited.not_verified.items()]
    if audited.signed_by:
        told.append(f"Signed by {audited.signed_by}, {many(audited.signatures, 'signature')}.")
    elif audited.signatures:
        told.append("It is signed; who signed it is not verified without --key.")
    return told


def _about_the_end(audited: Audited) -> list[str]:
    """What is known about lines cut off at the end."""
    if audited.compared:
        return ["All that the checkpoint has is there."]
    witness = " The witness beside the key remembers no line that is missing." if audited.witnesses else ""
    return [
        "Without a checkpoint from another place (--checkpoint FILE) it cannot be excluded that the last lines were cut off."
        f"{witness}"
    ]
