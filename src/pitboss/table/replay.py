"""A log played again: every command is carried out as recorded, and every step must come out as recorded.

`replay` proves a log from its first line on; `resume` rebuilds a table from the last snapshot of its log and the records
after it, in the middle of a round if it stopped there, and goes on with the same file.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from pitboss.cards import text
from pitboss.errors import BadLog, PitbossError
from pitboss.house import House
from pitboss.shoe import Chance, Source
from pitboss.table.commands import Open
from pitboss.table.game import Game
from pitboss.table.linked import LinkedMeter
from pitboss.table.records import Reading, Record, Recorded
from pitboss.table.snapshots import Snapshot
from pitboss.table.steps import Step
from pitboss.table.stores import FileStore, read_log
from pitboss.table.table import Table

Load = Callable[[str], Game]
Mark = tuple[int, str]  # a version of a table, and the seal of its record


class RecordedLink(LinkedMeter):
    """A meter that other tables moved too, as the log of one table saw it."""

    chance = Recorded()

    def read(self) -> Reading:
        return self.chance.read()


class Difference(Exception):
    """The log does not follow the rules: where, what it says, and what the rules say."""

    def __init__(self, line: int, recorded: str, ruled: str) -> None:
        super().__init__(f"line {line}: the log says {recorded}, the rules say {ruled}")
        self.line = line


def repeat(table: Table, record: Record, line: int) -> None:
    """Carries out a recorded command with the recorded chance; raises Difference where anything else follows from it."""
    said = _deed(record)
    chance = table.chance = Recorded(record.drawn)
    if isinstance(table.link, RecordedLink):
        table.link.chance = chance
    try:
        again = table.take(record.command)
    except PitbossError as error:
        raise Difference(line, said, str(error)) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        raise BadLog(f"line {line} is not a command as a table writes it") from error
    if again.failed != record.failed:
        raise Difference(line, record.failed or said, again.failed or "the round goes on")
    for recorded, ruled in zip(record.steps, again.steps, strict=False):
        if recorded != ruled:
            raise Difference(line, _words(recorded), _words(ruled))
    if len(record.steps) != len(again.steps):
        more = again.steps[len(record.steps) :]
        raise Difference(line, f"{len(record.steps)} steps", f"{len(again.steps)} steps" + f", {_words(more[0])}" * bool(more))
    if record.end != again.end:
        raise Difference(line, f"the round ends with {record.end}", f"it ends with {again.end}")
    if record.meter != again.meter:
        raise Difference(line, f"the meter shows {record.meter}", f"it shows {again.meter}")
    if record.version != again.version:
        raise Difference(line, f"version {record.version}", f"version {again.version}")
    if chance.left:
        raise Difference(line, "more shuffles or numbers", "that chance was not asked for them")


def _deed(record: Record) -> str:
    return msgspec.json.encode(record.command.deed).decode()


def _words(step: Step) -> str:
    cards = text(step.cards)
    return " ".join(
        str(word) for word in (step.cite, step.act, step.who, cards, step.wager, step.cents or "", step.note) if word
    )


def _opened(found: Record | Snapshot, load: Load) -> Table:
    """The table that a log opens with: its first record, or the snapshot from which it is read."""
    opening = found.opening if isinstance(found, Snapshot) else found.command.deed
    if not isinstance(opening, Open):
        raise BadLog("this is not a table's log: it does not start with the table")
    try:
        game, house = load(opening.chapter), House.of(opening.chapter, dict(opening.house))
        meter = RecordedLink.of(opening.linked, house) if opening.linked else None
        if isinstance(found, Snapshot):
            return Table(game, house, Recorded(), meter=meter, snapshot=found)
        table = Table(game, house, Recorded(), meter=meter, name=opening.name, silence=opening.silence)
    except BadLog:
        raise
    except PitbossError as error:
        raise BadLog(f"the log's table is not lawful: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadLog("the log's first line does not describe a table") from None
    if (found.version, found.steps, found.drawn) != (1, [], []):
        raise BadLog("the log's first line does not describe a table")
    table.opening, table.tail = opening, [found]
    return table


def replay(path: Path, load: Load, on_step: Callable[[Step], None] | None = None) -> Table:
    """Replays a log. Raises Difference where it does not follow the rules, BadLog where it is cut short or edited."""
    table, line = None, 0
    for line, found in enumerate(read_log(path), 1):
        if table is None:
            table = _opened(found, load)
        elif isinstance(found, Snapshot):
            if table.round is not None or table.snapshot() != found:
                raise Difference(line, "a snapshot", "something else lies at the table")
        else:
            repeat(table, found, line)
            for step in found.steps if on_step is not None else ():
                on_step(step)  # type: ignore[misc]
            del table.tail[1:]
    if table is None:
        raise BadLog(f"{path} is not a table's log: it does not start with the table")
    if table.round is not None:
        raise BadLog(f"{path} ends at line {line}, before the round does")
    return table


def resume(
    path: Path, load: Load, chance: Source | None = None, mark: Mark = (0, ""), *, meter: LinkedMeter | None = None
) -> Table:
    """Rebuilds the table a log describes, in the middle of a round if it stopped there, and logs on into the same file. The log
    must go at least as far as its mark. A table that was linked to a meter is given that meter again."""
    store, snapshot, records = FileStore.again(path)
    try:
        store.check_mark(mark)
        table = _opened(snapshot if snapshot is not None else records.pop(0), load)
        for record in records:
            repeat(table, record, record.version)
    except BaseException:
        store.release()
        raise
    if table.link is not None:
        if meter is None or meter.name != table.link.name:
            store.release()
            raise BadLog(f"{path} is the log of a table linked to the meter {table.link.name}, which must be resumed first")
        meter.catch_up(table.opening.name, table.moved)
        table.link = meter
    table.chance = chance or Chance()
    table.store = store
    return table
