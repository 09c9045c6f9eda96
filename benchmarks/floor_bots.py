"""The bots of `benchmarks/floor.py`: a WebSocket for every seat of a plan, each in closed loop, in one process.

A bot bets as soon as a round is over and answers as soon as it is asked, in the way that keeps it in for the least; it says
nothing else before that is acknowledged. That is measured twice: as fast as the floor lets them, and then with every bot
thinking for a while, so that the floor has about half of that to do.

Some tables are overheard meanwhile: every frame that went up, and those that came down after it. Against an echo of these, the
lines of a table send the same frames in the same order and get the same ones back; against a bare echo every line sends one of
them, and the next when that is back. The WebSocket here is as little of RFC 6455 as that takes, so that the bots need less time
than the server. Prints one JSON document.

    python benchmarks/floor_bots.py --plan FILE [--plan FILE] --heard FILE [--seconds 20] [--warm-up 10]
                                    [--echo same|bare]
"""

import argparse
import asyncio
import json
import random
import time
from collections import Counter
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import uvloop

STAYING = ("play", "check", "call", "stand", "no insurance", "raise", "bet", "let it ride", "no surrender", "keep")
AT_ONCE = 100  # lines that are opened at the same time
OVERHEARD, FRAMES = 28, 400  # tables that are overheard, and the frames up of each
TUNING = 4  # times that the time to think is set anew, before half of the load is measured
HALF = 0.5  # of the rate at which the floor has all it can do
PATIENCE = 60.0  # seconds until everybody sits
UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CLOSE, PING = 0x81, 0x88, 0x89
PONG = 0x8A
END = b'"end"'  # a step of this kind ends a round


class Option(msgspec.Struct):
    """A lawful answer."""

    word: str
    least: int = 0
    bare: int = 0


class Asked(msgspec.Struct):
    """A question to a seat."""

    seat: int
    choices: list[Option] = []
    silent: str = ""


class Answer(msgspec.Struct):
    """What became of a command."""

    id: str
    v: int = 0
    refused: str = ""


class Down(msgspec.Struct):
    """What a bot reads of a message."""

    v: int = 0
    asked: list[Asked] | None = None
    answers: list[Answer] = []
    error: str = ""


decode = msgspec.json.Decoder(Down).decode


class Run:
    """What all bots have in common: what they measured, and whether they play yet."""

    def __init__(self) -> None:
        self.playing = False
        self.measuring = False
        self.took: list[float] = []  # seconds from saying to the acknowledgement
        self.received = 0  # bytes
        self.messages = 0
        self.acknowledged = 0
        self.think = 0.0  # seconds, on the average
        self.wrong: Counter[str] = Counter()


class WebSocketLine(asyncio.Protocol):
    """A line to a server: `heard` is called with each text."""

    def __init__(self, run: Run, path: str, port: int, token: str) -> None:
        self.run = run
        self.opened = asyncio.get_running_loop().create_future()
        self.said_at = 0.0
        self._hello = UPGRADE.format(path=path, port=port, token=token).encode()
        self._rest = b""
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self.opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self.run.wrong[head.decode()[:60]] += 1
            self.opened.set_result(None)
        at, end = 0, len(data)
        while at + 2 <= end:
            kind, size, start = data[at], data[at + 1], at + 2
            if size > 125:
                more = 2 if size == 126 else 8
                size, start = int.from_bytes(data[start : start + more], "big"), start + more
            if start + size > end:
                break
            self._take(kind, data[start : start + size])
            at = start + size
        self._rest = data[at:]
        self.run.received += end

    def _take(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self.run.messages += 1
            self.heard(content)
        elif kind == PING:
            self._transport.write(framed(content, PONG))
        elif kind == CLOSE:
            self.run.wrong[f"closed: {content[2:].decode(errors='replace')}"] += 1

    def connection_lost(self, error: Exception | None) -> None:
        if self.run.playing:
            self.run.wrong["a line was lost"] += 1

    def heard(self, content: bytes) -> None:
        """What to do with a text."""

    def say(self, content: bytes) -> None:
        """Sends a text."""
        self.said_at = time.perf_counter()
        self._transport.write(framed(content))

    def acknowledged(self) -> None:
        """What was said last has been answered."""
        self.run.acknowledged += 1
        if self.run.measuring:
            self.run.took.append(time.perf_counter() - self.said_at)


def framed(content: bytes, kind: int = TEXT) -> bytes:
    """A frame of a client. The mask of zeros, which leaves the content as it is, costs the server what any mask does."""
    size = len(content)
    if size < 126:
        return bytes((kind, 0x80 | size, 0, 0, 0, 0)) + content
    return bytes((kind, 0xFE, size >> 8, size & 0xFF, 0, 0, 0, 0)) + content


class Echoed(WebSocketLine):
    """A line to a bare echo: sends the next frame when the last one is back."""

    def __init__(self, run: Run, port: int, frames: list[bytes]) -> None:
        super().__init__(run, "/", port, "")
        self._frames = cycle(frames)

    def begin(self) -> None:
        """Says the first."""
        self._said = next(self._frames)
        self.say(self._said)

    def heard(self, content: bytes) -> None:
        if content != self._said:
            self.run.wrong["another frame came back"] += 1
        self.acknowledged()
        self._said = next(self._frames)
        self.say(self._said)


class Exchange:
    """What was overheard at a table, again: the next frame goes up when all that came down after the last one is here."""

    def __init__(self, heard: list[Any]) -> None:
        self.ups = cycle([(line, up.encode(), len(downs)) for line, up, downs in heard if downs])
        self.lines: list[Exchanged] = []
        self._speaker: Exchanged | None = None
        self._left = 0

    def begin(self) -> None:
        """Sends the next frame."""
        line, up, self._left = next(self.ups)
        self._speaker = self.lines[line]
        self._speaker.say(up)

    def hear(self) -> None:
        """A frame has come down."""
        self._left -= 1
        if not self._left and self._speaker is not None:
            self._speaker.acknowledged()
            self.begin()


class Exchanged(WebSocketLine):
    """A line to an echo of what was overheard."""

    def __init__(self, run: Run, port: int, path: str, exchange: Exchange) -> None:
        super().__init__(run, path, port, "")
        self._exchange = exchange
        exchange.lines.append(self)

    def heard(self, content: bytes) -> None:
        self._exchange.hear()


class Bot(WebSocketLine):
    """A player at a seat."""

    def __init__(self, run: Run, table: dict[str, Any], seat: dict[str, Any], overheard: list[Any] | None) -> None:
        super().__init__(run, f"/ws/tables/{table['name']}", table["port"], seat["token"])
        self.seat: int = seat["seat"]
        self.seated = asyncio.get_running_loop().create_future()
        self.answered = 0
        self._sit = {"do": "sit", "seat": self.seat, "player": seat["player"], "cents": seat["cents"]}
        self._bet = json.dumps({"do": "bet", "seat": self.seat, "wagers": table["wagers"]})
        self._waits = False  # for an acknowledgement
        self._has_bet = False
        self._overheard = overheard  # what went up at this table, and what came down after it
        self._number = self._version = 0
        self._asked: list[Asked] | None = None

    def begin(self) -> None:
        """Says hello and takes the seat."""
        self._transport.write(framed(b'{"hello":{}}'))
        self._command(json.dumps(self._sit))

    def _command(self, deed: str) -> None:
        self._number += 1
        self._waits = True
        self._asked = None
        content = f'{{"id":"{self.seat}-{self._number}","version":{self._version},"command":{deed}}}'.encode()
        if self.run.playing and self._overheard is not None and len(self._overheard) < FRAMES:
            self._overheard.append((self.seat - 1, content.decode(), []))
        self.say(content)

    def heard(self, content: bytes) -> None:
        if self._overheard and len(self._overheard) < FRAMES:
            self._overheard[-1][2].append((self.seat - 1, content.decode()))
        down = decode(content)
        if down.v:
            self._version = down.v
        if self._has_bet and END in content:
            self._has_bet = False
        if down.asked is not None:
            self._asked = down.asked
        elif down.v:
            self._asked = None  # the table has gone on since
        for answer in down.answers:
            self._answered(answer)
        if down.error:
            self.run.wrong[down.error] += 1
        self.go_on()

    def _answered(self, answer: Answer) -> None:
        self._waits = False
        self.answered += 1
        if answer.refused:
            self.run.wrong[answer.refused] += 1
        if not self.seated.done():
            self.seated.set_result(None)
        self.acknowledged()

    def go_on(self) -> None:
        """Says what is to be said now, if anything."""
        asked = self._asked
        if self._waits or asked is None or not self.run.playing:
            return
        if not asked:
            if not self._has_bet:
                self._has_bet = True
                self._think(self._bet)
            return
        for one in asked:
            if one.seat == self.seat and one.choices:
                self._think(self._answer(one))
                return

    def _think(self, deed: str) -> None:
        """Says something, after a while if bots have to think."""
        if not self.run.think:
            self._command(deed)
            return
        self._waits = True
        asyncio.get_running_loop().call_later(random.uniform(0, 2 * self.run.think), self._command, deed)

    def _answer(self, asked: Asked) -> str:
        words = {option.word: option for option in asked.choices}
        if "cut" in words:
            return f'{{"do":"cut","seat":{self.seat}}}'
        word = next((word for word in STAYING if word in words), None)
        if word is None:
            return json.dumps({"do": "decide", "seat": self.seat, "word": asked.silent})
        option = words[word]
        return f'{{"do":"decide","seat":{self.seat},"word":"{word}","cents":{option.bare or option.least}}}'


async def come(lines: list[Any], ports: list[int]) -> None:
    """Opens all lines."""
    loop, turn = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

    async def one(line: WebSocketLine, port: int) -> None:
        async with turn:
            await loop.create_connection(lambda: line, "127.0.0.1", port)
            await line.opened

    await asyncio.gather(*map(one, lines, ports))


async def play(given: argparse.Namespace) -> dict[str, Any]:
    """All lines of a floor, from the first hello to the last acknowledgement."""
    run, bots = Run(), []
    heard: list[Any] = []
    for table in tables_of(given.plan):
        overheard: list[Any] | None = [] if len(heard) < OVERHEARD else None
        if overheard is not None:
            heard.append(overheard)
        bots += [(Bot(run, table, seat, overheard), table["port"]) for seat in table["seats"]]
    lines = [bot for bot, _ in bots]
    await come(lines, [port for _, port in bots])
    for bot in lines:
        bot.begin()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(bot.seated for bot in lines))
    run.playing = True
    for bot in lines:
        bot.go_on()
    await asyncio.sleep(given.warm_up)
    most = await measured(run, given.seconds, lines)
    given.heard.write_text(json.dumps(heard))
    await slow_down(run, HALF * most["acknowledged_per_second"], len(lines))
    half = await measured(run, given.seconds / 2, [])
    run.playing = False
    return {**most, "half": half, "wrong": dict(run.wrong)}


async def slow_down(run: Run, rate: float, lines: int) -> None:
    """Has bots think for so long that about so many actions a second are left."""
    run.think = lines / rate / 4
    for _ in range(TUNING):
        await asyncio.sleep(2)
        before, began = run.acknowledged, time.time()
        await asyncio.sleep(3)
        run.think *= max(0.2, min(5.0, (run.acknowledged - before) / (time.time() - began) / rate))


async def echoed(given: argparse.Namespace) -> dict[str, Any]:
    """All lines of an echo."""
    run, heard, tables = Run(), json.loads(given.heard.read_text()), tables_of(given.plan)
    seats = [(at, table["port"], seat) for at, table in enumerate(tables) for seat in range(len(table["seats"]))]
    lines: list[Any]
    begin: list[Any]
    if given.echo == "bare":
        frames = [up.encode() for table in heard for _, up, _ in table]
        few = [frames[at : at + 100] for at in range(0, len(frames) - 100, 100)]
        lines = begin = [Echoed(run, port, few[at % len(few)]) for at, port, _ in seats]
    else:
        begin = [Exchange(heard[at % len(heard)]) for at in range(len(tables))]
        lines = [Exchanged(run, port, f"/{at}/{seat}", begin[at]) for at, port, seat in seats]
    await come(lines, [port for _, port, _ in seats])
    run.playing = True
    for one in begin:
        one.begin()
    await asyncio.sleep(given.warm_up / 2)
    found = await measured(run, given.seconds, [])
    run.playing = False
    return {**found, "wrong": dict(run.wrong)}


def tables_of(plans: list[Path]) -> list[dict[str, Any]]:
    """The tables of some plans, in turn."""
    found = [json.loads(plan.read_text())["tables"] for plan in plans]
    return [table for tables in zip(*found, strict=True) for table in tables]


async def measured(run: Run, seconds: float, bots: list[Bot]) -> dict[str, Any]:
    """What is done in some seconds."""
    run.took, run.received, run.messages = [], 0, 0
    before = [bot.answered for bot in bots]
    run.measuring, began, busy = True, time.time(), time.process_time()
    await asyncio.sleep(seconds)
    run.measuring, ended, busy = False, time.time(), time.process_time() - busy
    if silent := sum(bot.answered == was for bot, was in zip(bots, before, strict=True)):
        run.wrong["bots that nothing was acknowledged to"] += silent
    took, seconds = sorted(run.took), ended - began
    if not took:
        run.wrong["nothing was acknowledged"] += 1
        took = [seconds]
    return {
        "lines": len(bots),
        "began": began,
        "ended": ended,
        "acknowledged_per_second": len(run.took) / seconds,
        "messages_per_second": run.messages / seconds,
        "bytes_per_second": run.received / seconds,
        "median_ms": took[len(took) // 2] * 1000,
        "p99_ms": took[int(len(took) * 0.99)] * 1000,
        "longest_ms": took[-1] * 1000,
        "load_busy": busy / seconds,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--plan", type=Path, action="append", required=True, help="what a server wrote")
    parser.add_argument("--heard", type=Path, required=True, help="where the frames are kept that the echo gets")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long to measure")
    parser.add_argument("--warm-up", type=float, default=10.0, help="seconds before that")
    parser.add_argument("--echo", choices=("same", "bare"), help="the server is an echo")
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(json.dumps(runner.run(echoed(given) if given.echo else play(given))))


if __name__ == "__main__":
    main()
