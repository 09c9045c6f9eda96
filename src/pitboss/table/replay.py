"""A log played again: the outside answers as recorded, and every step must come out as recorded.

`replay` proves a finished log; `resume` rebuilds a table from a log that stops in the middle and goes on from there.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pitboss.cards import Card, text
from pitboss.errors import BadLog, PitbossError
from pitboss.shoe import Chance, Shuffle, Source, verify
from pitboss.table.game import Game
from pitboss.table.house import House
from pitboss.table.journal import FileJournal, Journal, Line, effective, encode, read
from pitboss.table.steps import Answer, Ask, Cut, Incident, Moment, Step
from pitboss.table.table import Table

INPUTS = frozenset({"shuffle", "number", "hours", "answer", "cut", "incident", "sit", "bet", "rest", "permit", "begin"})


class Difference(Exception):
    """The log does not follow the rules: the line, what it says, and what the rules say."""

    def __init__(self, line: int, recorded: str, ruled: str) -> None:
        super().__init__(f"line {line}: the log says {recorded}, the rules say {ruled}")
        self.line = line


class _Tape:
    """The recorded inputs, in their order."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = [line for line in lines if line.event in INPUTS]
        self.at = 0

    def peek(self) -> Line | None:
        return self.lines[self.at] if self.at < len(self.lines) else None

    def take(self, event: str) -> Line | None:
        """The next input, which must be this event; None when the tape has run out."""
        line = self.peek()
        if line is None:
            return None
        if line.event != event:
            raise Difference(line.number, f"{line.event} {line.data}", f"a {event} comes here")
        self.at += 1
        return line


class _TapedChance:
    """Chance as recorded; when the tape has run out, the chance that takes over."""

    def __init__(self, tape: _Tape, then: Source | None) -> None:
        self.tape = tape
        self.then = then

    def _take(self, event: str) -> Line | None:
        line = self.tape.take(event)
        if line is None and self.then is None:
            raise BadLog(f"the log ends where the procedure needs a {event}")
        return line

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        line = self._take("shuffle")
        if line is None:
            assert self.then is not None
            return self.then.shuffle(cards)
        shuffle: Shuffle = line.data
        if not verify(shuffle):
            raise Difference(line.number, "a shuffle", "its digest does not commit to that order")
        if sorted(shuffle.order) != sorted(cards):
            raise Difference(line.number, text(shuffle.order), "the cards at the table are others")
        return shuffle

    def number(self, least: int, most: int) -> int:
        line = self._take("number")
        if line is None:
            assert self.then is not None
            return self.then.number(least, most)
        if not (isinstance(line.data, int) and least <= line.data <= most):
            raise Difference(line.number, str(line.data), f"a number from {least} to {most}")
        return line.data

    def hours(self) -> float:
        line = self._take("hours")
        if line is None:
            assert self.then is not None
            return self.then.hours()
        return float(line.data)


class _Checked(Journal):
    """A journal that compares what happens with what was recorded, event by event."""

    def __init__(self, lines: list[Line], on_step: Callable[[Step], None] | None = None) -> None:
        super().__init__()
        self.lines = lines
        self.at = 0
        self.written = 0
        self.on_step = on_step

    def write(self, event: str, data: object) -> None:
        self._compare(event, data)

    def steps(self, steps: Sequence[Step], start: int) -> None:
        for step in steps[start:]:
            self._compare("step", step)
            if self.on_step is not None:
                self.on_step(step)

    def _compare(self, event: str, data: object) -> None:
        self.written += 1
        if self.at >= len(self.lines):
            return
        line = self.lines[self.at]
        self.at += 1
        ruled, recorded = encode(event, data), encode(line.event, line.data)
        if line.event != event or _plain(ruled) != _plain(recorded):
            raise Difference(line.number, f"{line.event} {recorded}", f"{event} {ruled}")


def _plain(data: object) -> object:
    """Tuples and lists, and integer and text keys, compare equal as they do in JSON."""
    if isinstance(data, dict):
        return {str(k): _plain(v) for k, v in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(v) for v in data]
    return data


def _rebuild(table: Table, tape: _Tape) -> None:
    """Feeds the table everything on the tape."""
    while (line := tape.peek()) is not None:
        try:
            if line.event in ("sit", "bet", "rest", "permit", "begin"):
                if table.round is not None:
                    raise Difference(line.number, f"{line.event} {line.data}", "the round is not over")
                tape.take(line.event)
                if line.event == "sit":
                    table.sit(*line.data)
                elif line.event == "bet":
                    table.bet(line.data[0], line.data[1])
                elif line.event == "rest":
                    table.rest()
                elif line.event == "permit":
                    table.permit(line.data)
                else:
                    table.begin()
                continue
            request = table.request
            if line.event == "incident" and isinstance(request, Ask | Moment):
                at, kind, detail = line.data
                if at == (request.name if isinstance(request, Moment) else "decision"):
                    tape.take("incident")
                    table.reply(Incident(kind, detail))
                    continue
            if isinstance(request, Moment):
                table.reply(None)
            elif isinstance(request, Ask):
                tape.take("answer")
                seat, word, cents = line.data
                if seat != request.seat:
                    raise Difference(line.number, f"seat {seat} says {word}", f"seat {request.seat} is asked")
                table.reply(table.verify(request, str(Answer(word, cents))))
            elif isinstance(request, Cut):
                tape.take("cut")
                table.reply(line.data[1])
            else:
                raise Difference(line.number, f"{line.event} {line.data}", "no round is in progress")
        except PitbossError as error:
            if isinstance(error, BadLog):
                raise
            raise Difference(line.number, f"{line.event} {line.data}", str(error)) from error


def _header(lines: list[Line], load: Callable[[str], Game]) -> tuple[Game, House]:
    data = lines[0].data
    try:
        return load(data["chapter"]), House.of(data["chapter"], data["house"])
    except (KeyError, TypeError):
        raise BadLog("the log's first line does not describe a table") from None


def replay(path: Path, load: Callable[[str], Game], on_step: Callable[[Step], None] | None = None) -> Table:
    """Replays a log. Raises Difference where it does not follow the rules, BadLog where it is cut short or edited."""
    lines = effective(read(path))
    game, house = _header(lines, load)
    tape, journal = _Tape(lines), _Checked(lines, on_step)
    table = Table(game, house, _TapedChance(tape, None), journal)
    _rebuild(table, tape)
    while isinstance(table.request, Moment):
        table.reply(None)
    if table.round is not None:
        raise BadLog(f"{path} ends at line {lines[-1].number}, before the round does")
    if journal.at < len(lines):
        line = lines[journal.at]
        raise Difference(line.number, f"{line.event} {encode(line.event, line.data)}", "the round is over")
    if journal.written > len(lines):
        raise BadLog(f"{path} ends at line {lines[-1].number}, before the round does")
    return table


def resume(path: Path, load: Callable[[str], Game], chance: Source | None = None) -> Table:
    """Rebuilds the table a log describes, in the middle of a round if it stopped there, and logs on into the same file."""
    lines = read(path, unfinished=True)
    game, house = _header(lines, load)
    tape = _Tape(effective(lines))
    journal = FileJournal(path, append_after=lines)
    table = Table(game, house, _TapedChance(tape, chance or Chance()), journal)
    _rebuild(table, tape)
    return table
