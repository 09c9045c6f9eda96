"""A log played again: the outside answers as recorded, and every step must come out as recorded.

`replay` proves a finished log; `resume` rebuilds a table from a log that stops in the middle and goes on from there.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pitboss.cards import Card, text
from pitboss.errors import BadLog, PitbossError
from pitboss.house import House
from pitboss.shoe import Chance, Shuffle, Source, verify
from pitboss.table.game import Game
from pitboss.table.journal import FileJournal, Journal, Line, encode, read
from pitboss.table.progressive import Meter
from pitboss.table.steps import Answer, Ask, Cut, Incident, Moment, Request, Step
from pitboss.table.table import Table


class Difference(Exception):
    """The log does not follow the rules: the line, what it says, and what the rules say."""

    def __init__(self, line: int, recorded: str, ruled: str) -> None:
        super().__init__(f"line {line}: the log says {recorded}, the rules say {ruled}")
        self.line = line


class _Walk(Journal):
    """Walks along a log: what the table does must be what the next line says. Beyond the last line it logs on, or ends."""

    def __init__(self, lines: list[Line], on_step: Callable[[Step], None] | None, then: Journal | None) -> None:
        super().__init__()
        self.lines = lines
        self.at = 0
        self.on_step = on_step
        self.then = then

    def peek(self) -> Line | None:
        """The next line, None when all have been walked."""
        return self.lines[self.at] if self.at < len(self.lines) else None

    def write(self, event: str, data: object) -> None:
        line = self.peek()
        if line is None:
            if self.then is None:
                raise BadLog(f"the log ends at line {self.lines[-1].number}, before the round does")
            self.then.write(event, data)
            return
        ruled, recorded = _plain(encode(event, data)), _plain(encode(line.event, line.data))
        if line.event != event or ruled != recorded:
            raise Difference(line.number, f"{line.event} {recorded}", f"{event} {ruled}")
        self.at += 1

    def steps(self, steps: Sequence[Step], start: int) -> None:
        for step in steps[start:]:
            self.write("step", step)
            if self.on_step is not None:
                self.on_step(step)

    @property
    def mark(self) -> tuple[int, str]:
        return (self.at, self.lines[self.at - 1].seal) if self.then is None else self.then.mark

    def recorded(self, event: str) -> Line | None:
        """The next line, which must be this event; None when chance has to take over."""
        line = self.peek()
        if line is not None and line.event != event:
            raise Difference(line.number, f"{line.event} {_plain(encode(line.event, line.data))}", f"a {event} comes here")
        if line is None and self.then is None:
            raise BadLog(f"the log ends at line {self.lines[-1].number}, where a {event} is needed")
        return line


class _RecordedChance:
    """Chance as the log recorded it; when the log has run out, the chance that takes over."""

    def __init__(self, walk: _Walk, then: Source) -> None:
        self.walk = walk
        self.then = then

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        line = self.walk.recorded("shuffle")
        if line is None:
            return self.then.shuffle(cards)
        shuffle: Shuffle = line.data
        if not verify(shuffle):
            raise Difference(line.number, "a shuffle", "its digest does not commit to that order")
        if sorted(shuffle.order) != sorted(cards):
            raise Difference(line.number, text(shuffle.order), "the cards at the table are others")
        return shuffle

    def number(self, least: int, most: int) -> int:
        line = self.walk.recorded("number")
        if line is None:
            return self.then.number(least, most)
        if type(line.data) is not int or not least <= line.data <= most:
            raise Difference(line.number, f"the number {line.data!r}", f"a number from {least} to {most}")
        return line.data

    def hours(self) -> float:
        line = self.walk.recorded("hours")
        return self.then.hours() if line is None else float(line.data)

    def meter(self, cents: int) -> int:
        line = self.walk.recorded("meter")
        return self.then.meter(cents) if line is None else int(line.data)


def _plain(data: object) -> object:
    """Tuples and lists, and integer and text keys, compare equal as they do in JSON."""
    if isinstance(data, dict):
        return {str(k): _plain(v) for k, v in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(v) for v in data]
    return data


def _rebuild(table: Table, walk: _Walk) -> None:
    """Says to the table, line by line, what the log says was said to it."""
    while (line := walk.peek()) is not None:
        before, request = walk.at, table.request
        try:
            _say(table, line)
        except BadLog:
            raise
        except PitbossError as error:
            recorded = walk.at > before and walk.lines[walk.at - 1].event == "refused"  # whatever was asked of chance before
            if line.event not in ("incident", "act") or not (recorded or walk.peek() is None):
                raise Difference(line.number, f"{line.event} {_plain(line.data)}", str(error)) from error
        except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
            raise BadLog(f"line {line.number} is not a {line.event} as a table writes it") from error
        if walk.at == before and table.request is request:
            raise Difference(line.number, f"{line.event} {_plain(encode(line.event, line.data))}", _wanted(table))


def _say(table: Table, line: Line) -> None:
    request, data = table.request, line.data
    if line.event == "sit":
        table.sit(*data)
    elif line.event == "bet":
        number, wagers = data
        table.bet(number, dict(wagers))
    elif line.event == "rest":
        table.rest()
    elif line.event == "permit":
        table.permit(data)
    elif line.event == "act":
        table.act(*data)
    elif line.event == "begin":
        table.begin()
    elif line.event == "incident" and data[0] == _where(request):
        _, kind, detail = data
        table.reply(Incident(kind, dict(detail)))
    elif line.event == "answer" and isinstance(request, Ask):
        seat, word, cents = data
        if seat != request.seat:
            raise Difference(line.number, f"seat {seat} says {word}", f"seat {request.seat} is asked")
        table.reply(Answer(word, cents))
    elif line.event == "cut" and isinstance(request, Cut):
        table.reply(data[1])
    elif isinstance(request, Moment):  # nothing went wrong here: the table goes on by itself
        table.reply(None)


def _where(request: Request | None) -> str:
    """Where an incident would be noted."""
    return request.name if isinstance(request, Moment) else "decision" if isinstance(request, Ask) else ""


def _wanted(table: Table) -> str:
    request = table.request
    if isinstance(request, Ask):
        return f"seat {request.seat} is asked to {' or '.join(c.word for c in request.choices)}"
    if isinstance(request, Cut):
        return f"the cut is offered to seat {request.seat}"
    return "no round is in progress" if request is None else f"the round is at its {request.name}"


def _header(lines: list[Line], load: Callable[[str], Game]) -> tuple[Game, House]:
    try:
        chapter, house = lines[0].data["chapter"], lines[0].data["house"]
        return load(str(chapter)), House.of(str(chapter), dict(house))
    except PitbossError as error:
        raise BadLog(f"the log's table is not lawful: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadLog("the log's first line does not describe a table") from None


def _linked(lines: list[Line], house: House) -> Meter | None:
    """A meter to link to, where the log is that of a table linked to one."""
    return Meter.of(house) if any(line.event == "meter" for line in lines) else None


def replay(path: Path, load: Callable[[str], Game], on_step: Callable[[Step], None] | None = None) -> Table:
    """Replays a log. Raises Difference where it does not follow the rules, BadLog where it is cut short or edited."""
    lines = read(path)
    game, house = _header(lines, load)
    walk = _Walk(lines, on_step, None)
    table = Table(game, house, _RecordedChance(walk, Chance()), walk, meter=_linked(lines, house))
    _rebuild(table, walk)
    if table.round is not None:
        raise BadLog(f"{path} ends at line {lines[-1].number}, before the round does")
    return table


def resume(path: Path, load: Callable[[str], Game], chance: Source | None = None, mark: tuple[int, str] = (0, "")) -> Table:
    """Rebuilds the table a log describes, in the middle of a round if it stopped there, and logs on into the same file. The log
    must go at least as far as its mark (`Journal.mark`)."""
    lines = read(path, unfinished=True)
    number, seal = mark
    if len(lines) < number:
        raise BadLog(f"{path} ends at line {len(lines)}, and {number} lines are known to have been written")
    if number and lines[number - 1].seal != seal:
        raise BadLog(f"{path}, line {number} is not the line that is known to have been written")
    game, house = _header(lines, load)
    walk = _Walk(lines, None, FileJournal(path, after=lines))
    table = Table(game, house, _RecordedChance(walk, chance or Chance()), walk, meter=_linked(lines, house))
    _rebuild(table, walk)
    return table
