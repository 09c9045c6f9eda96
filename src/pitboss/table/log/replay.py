"""A log played again: every command is carried out as recorded, and every step must come out as recorded.

`replay` proves a log from its first line on; `resume` rebuilds a table from the last snapshot of its log and the records
after it, in the middle of a round if it stopped there, and goes on with the same log. Where chance was fair, what it left in
the log must fit too (`pitboss.table.log.proving`).
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from pitboss.cards import text
from pitboss.errors import BadLog, NotRevealed, PitbossError, Unfinished
from pitboss.evidence.errors import BadEvidence, BadKey, Sealed
from pitboss.evidence.records import Record as Evidence
from pitboss.shoe import Chance, Source
from pitboss.table import notes
from pitboss.table.commands import Open
from pitboss.table.devices import NAMES
from pitboss.table.game import Game
from pitboss.table.in_force import house_of
from pitboss.table.log.log import Difference, Proof, Unproven
from pitboss.table.log.proving import (
    Key,
    check_snapshot,
    evidence_in,
    house_key,
    live_again,
    public_key,
    recorded_chance,
    signed_store,
)
from pitboss.table.log.records import Reading, Record, Recorded
from pitboss.table.log.sealed import Place, place_of
from pitboss.table.log.snapshots import Snapshot, outline, same
from pitboss.table.log.stores import TABLE
from pitboss.table.money.linked_meter import LinkedMeter
from pitboss.table.procedures.failures import COVERED, REMOVED, out_of_use
from pitboss.table.steps import Step
from pitboss.table.table import Table
from pitboss.words import many

Load = Callable[[str], Game]
Mark = tuple[int, str]  # a version of a table, and the seal of its record


PUT_OUT_OF_USE = "is out of order and put out of use"
# Notes that earlier versions of this software wrote in the same step, by the note of today.
FORMERLY = {
    "one of the two decks comes into play": "the other deck comes into play",
    "the other deck goes into the device": "the deck just used goes into the device",
    "the other deck lies in its place on the table": "the deck just used lies in its place on the table",
    **{out_of_use(each, done): out_of_use(each, PUT_OUT_OF_USE) for each in NAMES for done in (REMOVED, COVERED)},
}


class RecordedLink(LinkedMeter):
    """A meter that other tables moved too, as the log of one table saw it."""

    chance = Recorded()

    def read(self) -> Reading:
        return self.chance.read()

    def expect(self, table: str, version: int, shows: Reading) -> None:
        """What the meter showed afterwards is on the table's record."""


def repeat(table: Table, record: Record, line: int) -> None:
    """Carries out a recorded command with the recorded chance; raises Difference where anything else follows from it."""
    said = _deed(record)
    chance = Recorded(record.drawn)
    if table.fair is None:
        table.chance = chance
    if isinstance(table.link, RecordedLink):
        table.link.chance = chance
    try:
        again = table.take(record.command)
    except Sealed:
        raise
    except BadEvidence as error:
        raise Unproven(line, str(error)) from error
    except PitbossError as error:
        raise Difference(line, said, str(error)) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise BadLog(f"line {line} is not a command as a table writes it") from error
    if isinstance(table.failure, Sealed):
        raise table.failure
    if again.failed != record.failed:
        if isinstance(table.failure, BadEvidence):
            raise Unproven(line, again.failed)
        raise Difference(line, record.failed or said, again.failed or "the round goes on")
    for recorded, ruled in zip(record.steps, again.steps, strict=False):
        if recorded != ruled and recorded != _formerly(ruled):
            raise Difference(line, _words(recorded), _words(ruled))
    if len(record.steps) != len(again.steps):
        more = "".join(f", {_words(step)}" for step in again.steps[len(record.steps) :][:1])
        raise Difference(line, many(len(record.steps), "step"), many(len(again.steps), "step") + more)
    if record.end != again.end:
        raise Difference(line, f"the round ends with {record.end}", f"it ends with {again.end}")
    if record.meter != again.meter:
        raise Difference(line, f"the meter shows {record.meter}", f"it shows {again.meter}")
    if record.version != again.version:
        raise Difference(line, f"version {record.version}", f"version {again.version}")
    if chance.left:
        raise Difference(line, "more shuffles or numbers", "that chance was not asked for them")
    if record.evidence != again.evidence:
        raise Unproven(line, "what chance left is not on record where it came about")


def _formerly(step: Step) -> Step:
    """A step in the words of earlier versions."""
    note, _ = notes.read_pot(step.note) if step.act == "award" else (step.note, "")
    return msgspec.structs.replace(step, note=FORMERLY.get(note, note))


def _deed(record: Record) -> str:
    return msgspec.json.encode(record.deed).decode()


def _words(step: Step) -> str:
    cards = text(step.cards)
    return " ".join(
        str(word) for word in (step.cite, step.act, step.who, cards, step.wager, step.cents or "", step.note) if word
    )


def _opened(found: Record | Snapshot, load: Load, evidence: Sequence[Evidence], key: Key) -> Table:
    """The table that a log opens with: its first record, or the snapshot from which it is read; with what chance left since."""
    opening = found.opening if isinstance(found, Snapshot) else found.deed
    if not isinstance(opening, Open):
        raise BadLog("this is not a table's log: it does not start with the table")
    try:
        game, house = load(opening.chapter), house_of(opening)
        meter = RecordedLink.of(opening.linked, house) if opening.linked else None
        fair = found.chance is not None if isinstance(found, Snapshot) else bool(found.evidence)
        chance: Source = Recorded()
        if fair:
            start = found.chance if isinstance(found, Snapshot) else None
            chance = recorded_chance(evidence, opening.name, house_key(key), game.dealt_in is None, start)
        if isinstance(found, Snapshot):
            return Table(game, house, chance, meter=meter, snapshot=found)
        table = Table(game, house, chance, meter=meter, name=opening.name, silence=opening.silence, pauses=opening.pauses)
    except (BadLog, BadEvidence):
        raise
    except PitbossError as error:
        raise BadLog(f"the log's table is not lawful: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadLog("the log's first line does not describe a table") from None
    if (found.version, found.steps, found.drawn, found.evidence) != (1, [], [], table.tail[0].evidence):
        raise BadLog("the log's first line does not describe a table")
    table.opening, table.tail = opening, [found]
    return table


def replay(
    log: Path | Place,
    load: Load,
    on_step: Callable[[Step], None] | None = None,
    key: Key = None,
    *,
    vouched: bool = False,
    unfinished: bool = False,
) -> Table:
    """Replays a log. Raises Difference where it does not follow the rules, BadLog where it is cut short or edited. A log that
    is still being written may end in the middle of a round, with `unfinished`.

    With a public key, every round must have been signed with it, and something at least, unless it is known otherwise whose log
    it is (`vouched`). With the key of the house, secrets that are not revealed are opened too; without it, a log is proven as
    far as they are, and from the next snapshot on that needs none; NotRevealed says which rounds it could not prove.
    """
    table, line, proof, rounds = None, 0, Proof(TABLE, public_key(key)), 0
    hidden: NotRevealed | None = None
    place = place_of(log)
    evidence = evidence_in(place)
    told = 0  # how much of the evidence has been read
    for row, found in proof.read(place):
        line = row.number
        told += len(found.evidence) if isinstance(found, Record) else 0
        try:
            if hidden is not None and hidden.to_the_end:
                if isinstance(found, Snapshot):
                    table = _opened(found, load, evidence[told:], key)
                    hidden.take_up(found.version, found.rounds)
                    rounds = found.rounds
                continue
            if table is None:
                table = _opened(found, load, evidence, key)
            elif isinstance(found, Snapshot):
                if table.round is not None or not same(table.outline(), outline(found)):
                    raise Difference(line, "a snapshot", "something else lies at the table")
                check_snapshot(found, key)
            else:
                repeat(table, found, line)
                rounds = found.end.round if found.end is not None else rounds
                for step in found.steps if on_step is not None else ():
                    on_step(step)  # type: ignore[misc]
                del table.tail[1:]
        except Sealed as error:
            if hidden is None:
                why = f"{place} is proven before version {found.version}; from there on {error}"
                hidden = NotRevealed(why, found.version, rounds)
            elif not hidden.to_the_end:
                hidden.gaps.append((found.version, rounds, 0, 0))
        except BadEvidence as error:
            raise Unproven(line, str(error)) from error
    unsigned = proof.key is not None and not proof.signatures and not vouched
    if table is not None:
        table.signatures, table.signed_to = proof.signatures, proof.signed_to
    if hidden is not None and not (unsigned and rounds):
        hidden.table = table
        raise hidden
    if table is None:
        raise BadLog(f"{place} is not a table's log: it does not start with the table")
    if table.round is not None and hidden is None and not unfinished:
        raise Unfinished(f"{place} ends at line {line}, before the round does")
    if unsigned:
        raise Unproven(line, f"nothing in this log is signed: nothing shows that it is of {proof.key}")
    return table


class Followed:
    """A table as its log tells it, for whoever only looks while another process writes the log."""

    def __init__(self, log: Path | Place, load: Load, key: Key = None) -> None:
        store, snapshot, records = signed_store(place_of(log), house_key(key))
        self.version, self.lines = store.version, store.lines
        self.table = table_after(snapshot, records, load, key)

    def hear(self, record: Record) -> None:
        """The log has gone on by a record; raises Difference where that does not follow from the rules."""
        if (hear := getattr(self.table.chance, "hear", None)) is not None:
            hear(record.evidence)
        repeat(self.table, record, record.version)
        self.version = record.version


def table_after(snapshot: Snapshot | None, records: Sequence[Record], load: Load, key: Key = None) -> Table:
    """The table to which a snapshot and the records after it lead, or all records from its opening on; it goes no further.
    Raises Difference, BadLog or BadEvidence."""
    evidence = [each for record in records for each in record.evidence]
    first, rest = (snapshot, records) if snapshot is not None else (records[0], records[1:])
    table = _opened(first, load, evidence, key)
    for record in rest:
        repeat(table, record, record.version)
    return table


def resume(
    log: Path | Place,
    load: Load,
    chance: Source | None = None,
    mark: Mark = (0, ""),
    *,
    meter: LinkedMeter | None = None,
    key: Key = None,
) -> Table:
    """Rebuilds the table a log describes, in the middle of a round if it stopped there, and goes on with the same log. The log
    must go at least as far as its mark. A table that was linked to a meter is given that meter again; one whose secrets are
    sealed, or that is signed, needs the key of the house, and with the key every line must be signed that a house signs."""
    key = house_key(key) or house_key(getattr(chance, "key", None))
    place = place_of(log)
    store, snapshot, records = signed_store(place, key)
    try:
        store.check_mark(mark)
        table = table_after(snapshot, records, load, key)
        table.chance = live_again(table.fair, chance, key) if table.fair is not None else chance or Chance()
        if table.link is not None:
            if meter is None or meter.name != table.link.name:
                raise BadLog(
                    f"{place} is the log of a table linked to the meter {table.link.name}, which must be resumed first"
                )
            meter.catch_up(table.opening.name, table.moved)
            table.link = meter
    except (BadEvidence, BadKey) as error:
        store.release()
        raise BadLog(f"{place} cannot be resumed: {error}") from None
    except BaseException:
        store.release()
        raise
    table.store, table.tail = store, []
    if table.closed:  # it opens again, where chance is fair with a promise before the wagers
        try:
            table.reopen()
        except BaseException:
            store.release()
            raise
    return table
