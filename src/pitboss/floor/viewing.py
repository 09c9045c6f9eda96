"""Who looks at a table over a line, and what each is sent of its durable records.

A record is redacted once for all who look (`Audience`), and a step that several see alike is written once. Whoever does not
read what he is sent is cut off with "resync": his line holds a bounded number of bytes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from pitboss.errors import PitbossError
from pitboss.evidence.records import published
from pitboss.table.records import Record
from pitboss.table.steps import Step
from pitboss.table.viewers import Asked, Audience, Viewer, in_text
from pitboss.telling.plain import say
from pitboss.telling.questions import question

encode = msgspec.json.Encoder().encode
WRITTEN = 16_384  # steps that are kept as they are sent: the same come again and again


class Line(Protocol):
    """The line to somebody who looks. `send` never waits; a line that is too far behind closes itself."""

    player: str  # by which name he sits, "" for a spectator
    account_id: int  # 0 for somebody who has not signed in

    def send(self, message: bytes) -> None: ...

    def close(self, why: str) -> None: ...


class Viewing:
    """The lines to those who look at one table."""

    def __init__(self, looks: bool) -> None:
        self.looks = looks
        self._lines: dict[str, list[Line]] = {}  # by player; "" for all who only watch
        self._readers: dict[str, list[Line]] = {}  # those of them who are told everything in words too
        self._audience = Audience([], looks)

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    @property
    def lines(self) -> list[Line]:
        """Everybody's line."""
        return [line for lines in self._lines.values() for line in lines]

    def players(self) -> set[str]:
        """Whose lines are open."""
        return {player for player in self._lines if player}

    def join(self, line: Line, viewer: Viewer, words: bool = False) -> None:
        """Somebody looks from now on, as the viewer that he is at the last durable version; with `words` he is told what
        happens in sentences too."""
        lines = self._lines.setdefault(line.player, [])
        if not lines:
            self._audience = Audience([*self._audience.viewers, viewer], self.looks)
        lines.append(line)
        if words:
            self._readers.setdefault(line.player, []).append(line)

    def leave(self, line: Line) -> None:
        """Somebody looks no more."""
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
        """Sends the records that have become durable, up to a version, to everybody, with the answers to what he said himself,
        and what is asked where the table waits."""
        if not self._lines:
            return
        words: list[dict[str, bytes]] = []  # by record and player, for those who want them
        told = [self._frames(record, words) for record in records]
        head, began, frames = b'{"v":%d' % version, b"", [b""] * len(self._lines)
        if told:
            began = b',"frames":['
            frames = [b",".join(each) + b"]" for each in zip(*told, strict=True)]
        for at, (player, lines) in enumerate(self._lines.items()):
            message = head + began + frames[at]
            if asked is not None:
                message += asked.of(player)
            readers, in_words = self._readers.get(player, ()) if self._readers else (), b""
            if readers:
                spoken = [each[at][:-1] + said[player] for each, said in zip(told, words, strict=True)]
                in_words = _message(head, spoken, asked, player)
            for line in lines:
                mine = answers.pop(line, None)
                sent = in_words if readers and line in readers else message
                if mine is not None:
                    line.send(sent + b',"answers":[' + b",".join(mine) + b"]}")
                elif told:
                    line.send(sent + b"}")

    def _frames(self, record: Record, words: list[dict[str, bytes]]) -> list[bytes]:
        """A record as each viewer is sent it; for those who want words, the end of the frame that has them goes to `words`."""
        before = self._audience.viewers
        seen = self._audience.watch(record.steps)
        if self._readers:
            words.append(self._words(seen, before))
        head, end = b'{"v":%d' % record.version, b"}"
        if record.evidence and (found := published(record.evidence)):
            end = b',"evidence":' + encode(found) + b"}"
        lists = {id(steps): steps for steps in seen}  # often everybody is given the same
        if len(lists) == 1:
            return [head + _steps(seen[0], {}) + end] * len(seen)
        written: dict[int, bytes] = {}  # the steps, by identity: most are the same for all
        frames = {each: head + _steps(steps, written) + end for each, steps in lists.items()}
        return [frames[id(steps)] for steps in seen]

    def _words(self, seen: Sequence[Sequence[Step | None]], before: Sequence[Viewer]) -> dict[str, bytes]:
        """What is said to those who want words of the steps that each of them sees, told once for all who see and own alike."""
        told: dict[tuple[int, frozenset[int]], bytes] = {}
        found: dict[str, bytes] = {}
        for at, player in enumerate(self._lines):
            if player not in self._readers:
                continue
            own = before[at].seats | self._audience.viewers[at].seats
            key = id(seen[at]), own
            if key not in told:
                lines = say(seen[at], own)
                told[key] = b',"words":' + encode(lines) + b"}" if lines else b"}"
            found[player] = told[key]
        return found


def _message(head: bytes, frames: list[bytes], asked: "Questions | None", player: str) -> bytes:
    """What somebody is sent who wants words."""
    told = b',"frames":[' + b",".join(frames) + b"]" if frames else b""
    asks = asked.of(player) + asked.in_words(player) if asked is not None else b""
    return head + told + asks


def _steps(steps: Sequence[Step | None], written: dict[int, bytes]) -> bytes:
    found = [written.get(id(step)) or written.setdefault(id(step), _written(step)) for step in steps]
    return b"" if found.count(b"null") == len(found) else b',"steps":[' + b",".join(found) + b"]"


@lru_cache(maxsize=WRITTEN)
def _written(step: Step | None) -> bytes:
    """A seen step as it is sent."""
    return encode(in_text(step))


class Questions:
    """What is asked, as each player may know it; and in how many seconds the house answers for whoever is silent. `seats` are
    those of the players who are asked."""

    def __init__(
        self,
        everybody: tuple[Asked, ...],
        own: dict[str, tuple[Asked, ...]],
        seconds: float | None,
        seats: Mapping[str, frozenset[int]] | None = None,
    ) -> None:
        self._asked, self._asked_own, self._seats = everybody, own, seats or {}
        clock = b"" if seconds is None else b',"clock":%d' % max(0, round(seconds))
        self._everybody = b',"asked":' + encode(everybody) + clock
        self._own = {player: b',"asked":' + encode(asked) + clock for player, asked in own.items()}

    def of(self, player: str) -> bytes:
        """What a player is told, as it stands in a message."""
        return self._own.get(player, self._everybody)

    def in_words(self, player: str) -> bytes:
        """The same in a sentence, as it stands in a message; nothing where nobody is asked."""
        said = question(self._asked_own.get(player, self._asked), self._seats.get(player, ()))
        return b',"question":' + encode(said) if said is not None else b""


def answer(id_: str, version: int) -> bytes:
    """A command was carried out, and that is durable."""
    return encode({"id": id_, "v": version})


def refusal(id_: str, error: PitbossError, retry: bool = False) -> bytes:
    """A command was refused: why in a sentence, by which paragraph, of what kind, and whether to say it again.

    >>> refusal("c1", PitbossError("the Ante must be $5 to $500", "565.7(a)(1)"))
    b'{"id":"c1","refused":"the Ante must be $5 to $500","cite":"565.7(a)(1)","kind":"PitbossError","retry":false}'
    """
    return encode({"id": id_, "refused": error.message, "cite": error.cite, "kind": type(error).__name__, "retry": retry})
