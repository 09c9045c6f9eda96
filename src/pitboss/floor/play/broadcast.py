"""Broadcast: sends each viewer of a table its durable records.

Each record is redacted once for all viewers (`Audience`), and a step that several see alike is encoded once. Slow readers are
disconnected with "resync".
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from pitboss.errors import PitbossError, public_message
from pitboss.evidence.records import published
from pitboss.table.commands import Report
from pitboss.table.felt import Seat
from pitboss.table.log.records import Record
from pitboss.table.steps import Step, seat_of
from pitboss.table.view.viewers import Asked, Audience, Viewer, in_text
from pitboss.telling.plain import say
from pitboss.telling.questions import question

encode = msgspec.json.Encoder().encode
WRITTEN = 16_384  # encoded steps in the cache


class Line(Protocol):
    """A viewer's connection. `send` never waits; a line that falls too far behind closes itself."""

    player: str  # "" for a spectator
    account_id: int  # 0 if not signed in

    def send(self, message: bytes) -> None: ...

    def close(self, why: str) -> None: ...


class Broadcast:
    """The connections to one table."""

    def __init__(self, looks: bool, names: Mapping[int, str] | None = None) -> None:
        self.looks = looks
        self.names = dict(names or {})  # by seat; a player who has left is called by name until the next one sits down
        self._lines: dict[str, list[Line]] = {}  # by player; "" for spectators
        self._readers: dict[str, list[Line]] = {}  # those who asked for sentences
        self._audience = Audience([], looks)

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    @property
    def lines(self) -> list[Line]:
        """All connections."""
        return [line for lines in self._lines.values() for line in lines]

    def players(self) -> set[str]:
        """The players with a connection."""
        return {player for player in self._lines if player}

    def join(self, line: Line, viewer: Viewer, words: bool = False) -> None:
        """Add a viewer as of the last durable version. With `words`, frames come as sentences too."""
        lines = self._lines.setdefault(line.player, [])
        if not lines:
            self._audience = Audience([*self._audience.viewers, viewer], self.looks)
        lines.append(line)
        if words:
            self._readers.setdefault(line.player, []).append(line)

    def leave(self, line: Line) -> None:
        """Remove a viewer."""
        lines = self._lines.get(line.player, [])
        if line in lines:
            lines.remove(line)
        readers = self._readers.get(line.player, [])
        if line in readers:
            readers.remove(line)
        if not readers:
            self._readers.pop(line.player, None)
        if not lines and line.player in self._lines:
            at = list(self._lines).index(line.player)
            del self._lines[line.player]
            viewers = self._audience.viewers
            self._audience = Audience([*viewers[:at], *viewers[at + 1 :]], self.looks)

    def show(
        self, version: int, records: Sequence[Record], asked: "Questions | None", answers: dict[Line, list[bytes]]
    ) -> None:
        """Send new durable records to all viewers, with the answers to their own commands and, if the table waits, its
        questions."""
        if not self._lines:
            for record in records:
                self.names |= newcomers_in(record.steps)
            return
        words: list[dict[str, bytes]] = []  # by record and player
        frames_by_record = [self._frames(record, words) for record in records]
        head, began, frames = b'{"v":%d' % version, b"", [b""] * len(self._lines)
        if frames_by_record:
            began = b',"frames":['
            frames = [b",".join(each) + b"]" for each in zip(*frames_by_record, strict=True)]
        for at, (player, lines) in enumerate(self._lines.items()):
            message = head + began + frames[at]
            if asked is not None:
                message += asked.of(player)
            readers, in_words = self._readers.get(player, ()) if self._readers else (), b""
            if readers:
                spoken = [each[at][:-1] + said[player] for each, said in zip(frames_by_record, words, strict=True)]
                in_words = _message(head, spoken, asked, player)
            for line in lines:
                mine = answers.pop(line, None)
                sent = in_words if readers and line in readers else message
                if mine is not None:
                    line.send(sent + b',"answers":[' + b",".join(mine) + b"]}")
                elif frames_by_record:
                    line.send(sent + b"}")

    def _frames(self, record: Record, words: list[dict[str, bytes]]) -> list[bytes]:
        """A record as each viewer gets it. The `words` of viewers who asked for them are appended to the list."""
        before = self._audience.viewers
        seen = self._audience.watch(record.steps)
        self.names |= newcomers_in(record.steps)
        if self._readers:
            words.append(self._words(record, seen, before))
        head, end = b'{"v":%d' % record.version, b"}"
        if record.evidence and (evidence := published(record.evidence)):
            end = b',"evidence":' + encode(evidence) + b"}"
        lists = {id(steps): steps for steps in seen}  # often all viewers see the same
        if len(lists) == 1:
            return [head + _steps(seen[0], {}) + end] * len(seen)
        written: dict[int, bytes] = {}  # the steps, by identity: most are the same for all
        frames = {each: head + _steps(steps, written) + end for each, steps in lists.items()}
        return [frames[id(steps)] for steps in seen]

    def _words(self, record: Record, seen: Sequence[Sequence[Step | None]], before: Sequence[Viewer]) -> dict[str, bytes]:
        """The sentences for viewers who asked for them, composed once per distinct view."""
        encoded: dict[tuple[int, frozenset[int]], bytes] = {}
        words: dict[str, bytes] = {}
        for at, player in enumerate(self._lines):
            if player not in self._readers:
                continue
            own = before[at].seats | self._audience.viewers[at].seats
            key = id(seen[at]), own
            if key not in encoded:
                lines = say(seen[at], own, self.names)
                if isinstance(record.deed, Report):
                    lines = with_irregularity(record.deed.kind, lines)
                encoded[key] = b',"words":' + encode(lines) + b"}" if lines else b"}"
            words[player] = encoded[key]
        return words


def names_at(seats: Mapping[int, Seat]) -> dict[int, str]:
    """The players of some seats as sentences call them.

    >>> names_at({2: Seat("Ada (bot)", 5000)})
    {2: 'Ada'}
    """
    return {number: called(seat.player) for number, seat in seats.items()}


def called(player: str) -> str:
    """A player's name in sentences.

    >>> called("Ada (bot)")
    'Ada'
    """
    return player.removesuffix(" (bot)")


def newcomers_in(steps: Iterable[Step | None]) -> dict[int, str]:
    """Who sits down, by seat.

    >>> newcomers_in([None, Step("565.7", "leave", "seat_1", note="Bo"), Step("565.7", "sit", "seat_2", note="Ada (bot)")])
    {2: 'Ada'}
    """
    return {seat_of(step.who): called(step.note) for step in steps if step is not None and step.act == "sit"}


def with_irregularity(kind: str, lines: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The sentences on an irregularity: the first, which tells the remedy, names what was declared.

    >>> with_irregularity("card face up", [("565.13(a)", "The card is not used"), ("565.8(d)", "Deals on")])
    [('565.13(a)', 'Irregularity, card face up: The card is not used'), ('565.8(d)', 'Deals on')]
    >>> with_irregularity("dealer draws in error", [])
    [('', 'Irregularity: dealer draws in error')]
    """
    if not lines:
        return [("", f"Irregularity: {kind}")]
    (cite, first), *rest = lines
    return [(cite, f"Irregularity, {kind}: {first}"), *rest]


def _message(head: bytes, frames: list[bytes], asked: "Questions | None", player: str) -> bytes:
    """A message with sentences."""
    encoded = b',"frames":[' + b",".join(frames) + b"]" if frames else b""
    asks = asked.of(player) + asked.in_words(player) if asked is not None else b""
    return head + encoded + asks


def _steps(steps: Sequence[Step | None], written: dict[int, bytes]) -> bytes:
    encoded = [written.get(id(step)) or written.setdefault(id(step), _written(step)) for step in steps]
    return b"" if encoded.count(b"null") == len(encoded) else b',"steps":[' + b",".join(encoded) + b"]"


@lru_cache(maxsize=WRITTEN)
def _written(step: Step | None) -> bytes:
    """A seen step as it is sent."""
    return encode(in_text(step))


class Questions:
    """What is asked, as each player may know it, beside the `clock`. `seats` are those of the players asked."""

    def __init__(
        self,
        everybody: tuple[Asked, ...],
        own: dict[str, tuple[Asked, ...]],
        clock: Mapping[str, int],
        seats: Mapping[str, frozenset[int]] | None = None,
    ) -> None:
        self._asked, self._asked_own, self._seats = everybody, own, seats or {}
        written = b"".join(b',"%b":%d' % (name.encode(), seconds) for name, seconds in clock.items())
        self._everybody = b',"asked":' + encode(everybody) + written
        self._own = {player: b',"asked":' + encode(asked) + written for player, asked in own.items()}

    def of(self, player: str) -> bytes:
        """The question as part of a player's message."""
        return self._own.get(player, self._everybody)

    def in_words(self, player: str) -> bytes:
        """The question in a sentence, as part of a player's message; empty if nobody is asked."""
        sentence = question(self._asked_own.get(player, self._asked), self._seats.get(player, ()))
        return b',"question":' + encode(sentence) if sentence is not None else b""


def clock_of(seconds: float | None, bank: float = 0) -> dict[str, int]:
    """The seconds until the house answers, and those of them that are a time bank, as they are sent.

    >>> clock_of(None), clock_of(44.6), clock_of(75, 30), clock_of(12, 30)
    ({}, {'clock': 45}, {'clock': 75, 'bank': 30}, {'clock': 12, 'bank': 12})
    """
    if seconds is None:
        return {}
    left = max(0, round(seconds))
    return {"clock": left, "bank": min(left, round(bank))} if bank else {"clock": left}


def answer(request_id: str, version: int) -> bytes:
    """A command was carried out, and that is durable."""
    return encode({"id": request_id, "v": version})


def refusal(request_id: str, error: PitbossError, retry: bool = False) -> bytes:
    """The answer to a refused command: sentence, paragraph, kind, and whether to try again.

    >>> refusal("c1", PitbossError("the Ante must be $5 to $500", "565.7(a)(1)"))
    b'{"id":"c1","refused":"the Ante must be $5 to $500","cite":"565.7(a)(1)","kind":"PitbossError","retry":false}'
    """
    return encode({"id": request_id, "refused": public_message(error), "cite": error.cite, "kind": error.kind, "retry": retry})
