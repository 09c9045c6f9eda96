"""Replay: every command of a log is carried out as recorded, and every step must come out as recorded.

`replay` proves a log from its first line on. `resume` rebuilds a table from the last snapshot of its log and the records after
it, even in the middle of a round, and continues the same log. Where chance was fair, its evidence in the log must fit too
(`pitboss.table.log.proving`).
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
    continue_chance,
    evidence_in,
    house_key,
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
# Notes of earlier versions of this software, by today's note of the same step.
FORMERLY = {
    "one of the two decks comes into play": "the other deck comes into play",
    "the other deck goes into the device": "the deck just used goes into the device",
    "the other deck lies in its place on the table": "the deck just used lies in its place on the table",
    **{out_of_use(each, done): out_of_use(each, PUT_OUT_OF_USE) for each in NAMES for done in (REMOVED, COVERED)},
}


class RecordedLink(LinkedMeter):
    """A shared meter as the log of one table recorded it."""

    chance = Recorded()

    def read(self) -> Reading:
        return self.chance.read()

    def expect(self, table: str, version: int, shows: Reading) -> None:
        """Does nothing: the later reading is on the table's record."""


def repeat(table: Table, record: Record, line: int) -> None:
    """Carries out a recorded command with the recorded chance; raises Difference where the result differs."""
    command = _command_json(record)
    chance = Recorded(record.drawn)
    if table.fair is None:
        table.chance = chance
    if isinstance(table.link, RecordedLink):
        table.link.chance = chance
    try:
        result = table.take(record.command)
    except Sealed:
        raise
    except BadEvidence as error:
        raise Unproven(line, str(error)) from error
    except PitbossError as error:
        raise Difference(line, command, str(error)) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise BadLog(f"line {line} is not a command as a table writes it") from error
    if isinstance(table.failure, Sealed):
        raise table.failure
    if result.failed != record.failed:
        if isinstance(table.failure, BadEvidence):
            raise Unproven(line, result.failed)
        raise Difference(line, record.failed or command, result.failed or "the round goes on")
    for recorded, ruled in zip(record.steps, result.steps, strict=False):
        if recorded != ruled and recorded != _with_former_note(ruled):
            raise Difference(line, _step_words(recorded), _step_words(ruled))
    if len(record.steps) != len(result.steps):
        extra = "".join(f", {_step_words(step)}" for step in result.steps[len(record.steps) :][:1])
        raise Difference(line, many(len(record.steps), "step"), many(len(result.steps), "step") + extra)
    if record.end != result.end:
        raise Difference(line, f"the round ends with {record.end}", f"it ends with {result.end}")
    if record.meter != result.meter:
        raise Difference(line, f"the meter shows {record.meter}", f"it shows {result.meter}")
    if record.version != result.version:
        raise Difference(line, f"version {record.version}", f"version {result.version}")
    if chance.left:
        raise Difference(line, "more shuffles or numbers", "that chance was not asked for them")
    if record.evidence != result.evidence:
        raise Unproven(line, "what chance left is not on record where it came about")


def _with_former_note(step: Step) -> Step:
    """A step with the note that earlier versions wrote."""
    note, _ = notes.read_pot(step.note) if step.act == "award" else (step.note, "")
    return msgspec.structs.replace(step, note=FORMERLY.get(note, note))


def _command_json(record: Record) -> str:
    return msgspec.json.encode(record.deed).decode()


def _step_words(step: Step) -> str:
    cards = text(step.cards)
    return " ".join(
        str(word) for word in (step.cite, step.act, step.who, cards, step.wager, step.cents or "", step.note) if word
    )


def _open_table(event: Record | Snapshot, load: Load, evidence: Sequence[Evidence], key: Key) -> Table:
    """The table that a log's first event describes: an opening record, or the snapshot from which reading begins."""
    opening = event.opening if isinstance(event, Snapshot) else event.deed
    if not isinstance(opening, Open):
        raise BadLog("this is not a table's log: it does not start with the table")
    try:
        game, house = load(opening.chapter), house_of(opening)
        meter = RecordedLink.of(opening.linked, house) if opening.linked else None
        fair = event.chance is not None if isinstance(event, Snapshot) else bool(event.evidence)
        chance: Source = Recorded()
        if fair:
            start = event.chance if isinstance(event, Snapshot) else None
            chance = recorded_chance(evidence, opening.name, house_key(key), game.dealt_in is None, start)
        if isinstance(event, Snapshot):
            return Table(game, house, chance, meter=meter, snapshot=event)
        table = Table(game, house, chance, meter=meter, name=opening.name, silence=opening.silence, pauses=opening.pauses)
    except (BadLog, BadEvidence):
        raise
    except PitbossError as error:
        raise BadLog(f"the log's table is not lawful: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadLog("the log's first line does not describe a table") from None
    if (event.version, event.steps, event.drawn, event.evidence) != (1, [], [], table.tail[0].evidence):
        raise BadLog("the log's first line does not describe a table")
    table.opening, table.tail = opening, [event]
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
    """Replays a log. Raises Difference where it breaks the rules, BadLog where it is cut short or edited. With `unfinished`, a
    log that is still being written may end in the middle of a round.

    With a public key, every round must be signed with it, and the log must have at least one signature unless its owner is
    known otherwise (`vouched`). With the house's private key, unrevealed secrets are opened too. Without it, a log is proven as
    far as its secrets are revealed, and again from the next snapshot that needs none; NotRevealed names the rounds that could
    not be proven.
    """
    table, line, proof, rounds = None, 0, Proof(TABLE, public_key(key)), 0
    hidden: NotRevealed | None = None
    place = place_of(log)
    evidence = evidence_in(place)
    evidence_read = 0  # how many records of evidence have been read
    for row, event in proof.read(place):
        line = row.number
        evidence_read += len(event.evidence) if isinstance(event, Record) else 0
        try:
            if hidden is not None and hidden.to_the_end:
                if isinstance(event, Snapshot):
                    table = _open_table(event, load, evidence[evidence_read:], key)
                    hidden.take_up(event.version, event.rounds)
                    rounds = event.rounds
                continue
            if table is None:
                table = _open_table(event, load, evidence, key)
            elif isinstance(event, Snapshot):
                if table.round is not None or not same(table.outline(), outline(event)):
                    raise Difference(line, "a snapshot", "something else lies at the table")
                check_snapshot(event, key)
            else:
                repeat(table, event, line)
                rounds = event.end.round if event.end is not None else rounds
                for step in event.steps if on_step is not None else ():
                    on_step(step)  # type: ignore[misc]
                del table.tail[1:]
        except Sealed as error:
            if hidden is None:
                why = f"{place} is proven before version {event.version}; from there on {error}"
                hidden = NotRevealed(why, event.version, rounds)
            elif not hidden.to_the_end:
                hidden.gaps.append((event.version, rounds, 0, 0))
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
    """A table followed through its log, for a reader while another process writes the log."""

    def __init__(self, log: Path | Place, load: Load, key: Key = None) -> None:
        store, snapshot, records = signed_store(place_of(log), house_key(key))
        self.version, self.lines = store.version, store.lines
        self.table = table_after(snapshot, records, load, key)

    def hear(self, record: Record) -> None:
        """Applies the next record of the log; raises Difference where it does not follow from the rules."""
        if (hear := getattr(self.table.chance, "hear", None)) is not None:
            hear(record.evidence)
        repeat(self.table, record, record.version)
        self.version = record.version


def table_after(snapshot: Snapshot | None, records: Sequence[Record], load: Load, key: Key = None) -> Table:
    """The table after a snapshot and the records that follow it, or after all records since its opening. The log is not
    continued. Raises Difference, BadLog or BadEvidence."""
    evidence = [each for record in records for each in record.evidence]
    first, rest = (snapshot, records) if snapshot is not None else (records[0], records[1:])
    table = _open_table(first, load, evidence, key)
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
    """Rebuilds the table that a log describes, even in the middle of a round, and continues the log. The log must reach at
    least its mark. A table linked to a meter is given that meter again. A table with sealed secrets or signatures needs the
    house's private key; with the key, every line that the house signs must be signed."""
    key = house_key(key) or house_key(getattr(chance, "key", None))
    place = place_of(log)
    store, snapshot, records = signed_store(place, key)
    try:
        store.check_mark(mark)
        table = table_after(snapshot, records, load, key)
        table.chance = continue_chance(table.fair, chance, key) if table.fair is not None else chance or Chance()
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
    if table.closed:  # with fair chance, reopening makes a promise before the wagers
        try:
            table.reopen()
        except BaseException:
            store.release()
            raise
    return table
