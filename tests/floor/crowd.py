"""People at the tables of a server, over real WebSockets: they play, come again when their line is lost, and say what was not
answered again under the same id. All that they say and are told is kept in one book.

A tick of the book orders all that happens to anybody: whatever was answered at a tick was answered before whatever was said at
a later one.
"""

import asyncio
import json
import math
import random
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from pitboss.games import game
from tests.floor.house import CODE

CHIPS = 500_000  # that somebody brings to a table
NEVER = 2**62
LOST = (OSError, WebSocketException, TimeoutError, asyncio.IncompleteReadError)
Json = dict[str, Any]


@dataclass
class Saying:
    """A command, however often it was said, and what became of it."""

    account: int
    player: str
    table: str
    log: str
    id: str
    version: int
    deed: Json
    invoked: int
    answered: int = NEVER
    told: int = 0  # the version that it brought about
    refused: Json | None = None
    tries: int = 1
    again: str = ""  # why he was last told to say it again
    unknown: bool = False  # a try was lost, and may be under way for longer than its line
    since: float = field(default_factory=time.monotonic)  # when it was said first
    until: float = math.inf  # when it was answered


@dataclass
class Read:
    """A whole table as somebody saw it."""

    player: str
    log: str
    invoked: int
    answered: int
    version: int
    table: Json


@dataclass
class Asked:
    """The questions that somebody was told of at a version."""

    player: str
    log: str
    version: int
    asked: list[Json]


@dataclass
class Book:
    """All that people said and were told."""

    sayings: dict[tuple[int, str], Saying] = field(default_factory=dict)
    frames: dict[tuple[str, str], dict[int, Json]] = field(default_factory=dict)  # by player and log
    reads: list[Read] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # what no client may ever see
    rounds: dict[str, int] = field(default_factory=dict)  # whose end somebody saw, by log
    over: bool = False  # nobody says anything new
    trap: Callable[[str], None] = lambda what: None  # is told of what happens
    _tick: int = 0
    _known: dict[str, tuple[list[int], list[int]]] = field(default_factory=dict)  # ticks and versions, both rising, by log

    def tick(self) -> int:
        """The number of the next thing that happens."""
        self._tick += 1
        return self._tick

    def learn(self, log: str, version: int) -> None:
        """Somebody was told of a version."""
        ticks, versions = self._known.setdefault(log, ([], []))
        if not versions or version > versions[-1]:
            ticks.append(self.tick())
            versions.append(version)

    def known(self, log: str, tick: int) -> int:
        """The last version of which anybody had been told before a tick."""
        ticks, versions = self._known.get(log, ([], []))
        at = bisect_left(ticks, tick)
        return versions[at - 1] if at else 0

    def longest_wait(self, since: float, until: float) -> float:
        """The longest that anybody waited for an answer to what was said in a span of time."""
        waits = [min(said.until, until) - said.since for said in self.sayings.values() if since <= said.since <= until]
        return max(waits, default=0.0)

    def acknowledged(self) -> list[Saying]:
        """What was carried out, as whoever said it was told."""
        return [saying for saying in self.sayings.values() if saying.told]


@dataclass(frozen=True)
class Place:
    """A table as the lobby has it."""

    name: str
    log: str
    chapter: str
    suggested: dict[str, int]
    has_meter: bool = False

    @property
    def room(self) -> str:
        """The Poker room that it belongs to, "" for a table by itself."""
        return self.name.rpartition("/")[0]

    @property
    def own_name(self) -> str:
        """Its name in that room."""
        return self.name.rpartition("/")[2]


class Person:
    """Somebody at one table: at a seat, or only watching (seat 0)."""

    def __init__(self, book: Book, http: httpx.AsyncClient, urls: Sequence[str], place: Place, seat: int, seed: int) -> None:
        self.book, self.urls, self.place, self.seat = book, list(urls), place, seat
        self.rng = random.Random(f"{place.name} {seat} {seed}")
        self.account, self.player, self.token = 0, "", ""
        self.version: int | None = None
        self.seated = self.playing = self.placed = False
        self.asked: list[Json] = []
        self.open: dict[str, Saying] = {}  # what is not answered
        self.repeated: dict[str, int] = {}  # what is said again though it was answered, and the answer
        self.refusals = 0  # in a row
        self.mischief = 0.03
        self.ways: Sequence[int] = range(6)  # in which he annoys
        self.pace = 0.0  # seconds before whatever he says
        self.restless = 0.01  # how likely he leaves after a round
        self._made = 0
        self._done: list[Saying] = []
        self._socket: ClientConnection | None = None
        self._http = http
        self._heads: dict[str, str] = {}
        self._leaves = False
        self._url = self.rng.choice(self.urls)

    async def sign_in(self) -> None:
        """Comes as a guest."""
        found = (await self._http.post(f"{self._url}/api/guest", json={"bearer": True})).json()
        self.account, self.player, self.token = found["id"], found["name"], found["token"]
        self._heads = {"authorization": f"Bearer {self.token}"}

    def about(self) -> str:
        """How he stands, for whoever looks for what went wrong."""
        sits = f"seat {self.seat}" if self.seated else "no seat"
        last = [saying for saying in self.book.sayings.values() if saying.account == self.account][-3:]
        said = [(saying.deed, saying.told or saying.refused or saying.again) for saying in last]
        state = f"playing {self.playing}, placed {self.placed}, asked {self.asked}, line {self._socket is not None}"
        return f"{self.player or 'a spectator'}: {sits}, version {self.version}, {state}; said {said}, open {self.open}"

    async def live(self) -> None:
        """Plays until the evening is over and all that he said is answered."""
        while not (self.book.over and not self.open):
            try:
                await self._visit()
            except InvalidStatus as error:
                if error.response.status_code < 500:
                    self.book.faults.append(f"{self.player}: his line was refused with {error.response.status_code}")
                    return
            except LOST:
                pass
            for saying in self.open.values():
                saying.unknown = True
            self._socket = None
            self._url = self.rng.choice(self.urls)
            await asyncio.sleep(0.02 + 0.05 * self.rng.random())

    # ------------------------------------------------------------------ a line

    async def _visit(self) -> None:
        address = f"ws{self._url.removeprefix('http')}/ws/tables/{self.place.name}"
        heads = self._heads
        async with connect(address, additional_headers=heads, open_timeout=5, close_timeout=0.2, compression=None) as socket:
            self._socket, invoked = socket, self.book.tick()
            hello = {} if self.version is None else {"version": self.version, "log": self.place.log}
            await socket.send(json.dumps({"hello": hello}))
            for saying in list(self.open.values()):
                await self._send(saying)
            waited = 0
            while not (self.book.over and not self.open):
                try:
                    message = await asyncio.wait_for(socket.recv(), 0.25)
                except TimeoutError:
                    waited += 1
                    if waited > 60 and self.open:  # nobody answers: perhaps on another line
                        return
                else:
                    waited = 0
                    self._hear(json.loads(message), invoked)
                await self._act()

    def _hear(self, message: Json, invoked: int) -> None:
        book, log = self.book, self.place.log
        if "error" in message:
            book.faults.append(f"{self.player}: {message['error']}")
        if "table" in message:
            self._see_whole(message, invoked)
        for frame in message.get("frames", ()):
            self._see(frame)
        if "v" in message:
            if message["v"] != self.version:
                book.faults.append(f"{self.player} at {log}: told of version {message['v']}, and shown {self.version}")
            book.learn(log, message["v"])
            if "table" not in message:
                self.asked = message.get("asked", [])
                if "asked" in message:
                    book.asked.append(Asked(self.player, log, message["v"], self.asked))
        for answer in message.get("answers", ()):
            self._take_answer(answer)
        book.trap("answer" if "answers" in message else "frames")

    def _see_whole(self, message: Json, invoked: int) -> None:
        found, log = message["table"], self.place.log
        if message["log"] != log:
            self.book.faults.append(f"{self.player} at {log}: is shown {message['log']}")
        if self.version is not None and message["v"] < self.version:
            self.book.faults.append(f"{self.player} at {log}: version {message['v']} after version {self.version}")
        self.book.reads.append(Read(self.player, log, invoked, self.book.tick(), message["v"], found))
        self.version, self.playing, self.asked = message["v"], found["in_progress"], found["asked"]
        self.seated, self.placed = self.seat in found["you"], bool(found["placed"].get(str(self.seat)))

    def _see(self, frame: Json) -> None:
        log, seat = self.place.log, f"seat_{self.seat}"
        if self.version is None or frame["v"] != self.version + 1:
            self.book.faults.append(f"{self.player} at {log}: a gap, version {frame['v']} after {self.version}")
        self.version = frame["v"]
        kept = self.book.frames.setdefault((self.player, log), {})
        if kept.setdefault(frame["v"], frame) != frame:
            self.book.faults.append(f"{self.player} at {log}: version {frame['v']} is not what it was")
        for step in filter(None, frame.get("steps", ())):
            _, act, who, *_, note = step
            if act == "begin":
                self.playing, self.placed = True, False
            elif act == "end":
                self.playing = self.placed = False
                self.book.rounds[log] = max(self.book.rounds.get(log, 0), frame["v"])
            elif act == "placed" and who == seat:
                self.placed = step[6] > 0
            elif act == "sit" and who == seat and note == self.player:
                self.seated = True
            elif act == "leave" and who == seat:
                self.seated = self._leaves = False

    # ------------------------------------------------------------------ saying

    async def _say(self, deed: Json, version: int | None = None) -> None:
        self._made += 1
        known = self.version if version is None else version
        assert known is not None
        id_ = f"{self.account}-{self._made}"
        saying = Saying(self.account, self.player, self.place.name, self.place.log, id_, known, deed, self.book.tick())
        self.book.sayings[self.account, id_] = self.open[id_] = saying
        await self._send(saying)

    async def _send(self, saying: Saying) -> None:
        if saying.deed["do"] == "take seat":
            await self._send_to_room(saying)
            return
        if self._socket is None:
            raise ConnectionError
        message = {"id": saying.id, "version": saying.version, "command": saying.deed}
        await self._socket.send(json.dumps(message))
        self.book.trap("said")

    async def _send_to_room(self, saying: Saying) -> None:
        said = {"id": saying.id, "version": saying.version, "command": saying.deed}
        try:
            found = await self._http.post(f"{self._url}/api/rooms/{self.place.room}/commands", json=said, headers=self._heads)
        except httpx.TransportError:
            raise ConnectionError from None
        body = found.json()
        if saying.id not in self.open:  # it was said twice meanwhile, and answered
            return
        self._take_answer(body if found.status_code == 200 else {"id": saying.id, "refused": body["error"], **body})

    def _take_answer(self, answer: Json) -> None:
        if answer["id"] in self.repeated:
            before = self.repeated.pop(answer["id"])
            if answer.get("v") != before and not answer.get("retry"):
                self.book.faults.append(f"{self.player}: {answer['id']} was answered with {before}, and then with {answer}")
            return
        saying = self.open.get(answer["id"])
        if saying is None:
            self._take_answer_again(answer)
            return
        if answer.get("retry"):
            saying.tries += 1
            saying.again = answer["refused"]
            asyncio.get_running_loop().call_later(0.05, self._again, saying)
            return
        del self.open[saying.id]
        saying.answered, saying.until = self.book.tick(), time.monotonic()
        if "v" in answer:
            saying.told = answer["v"]
            self.book.learn(saying.log, saying.told)
            self._done.append(saying)
            self.refusals = 0
        else:
            saying.refused = answer
            self.refusals += 1

    def _take_answer_again(self, answer: Json) -> None:
        """An answer to what was said twice, once on a line that had just been opened again: the same as the first."""
        first = self.book.sayings.get((self.account, answer["id"]))
        if first is None or (first.told and answer.get("v") != first.told and not answer.get("retry")):
            self.book.faults.append(f"{self.player}: {answer} after {first}")

    def _again(self, saying: Saying) -> None:
        if saying.id in self.open:
            self._task = asyncio.ensure_future(self._quietly(saying))

    async def _quietly(self, saying: Saying) -> None:
        try:
            await self._send(saying)
        except LOST:  # it is said again on the next line; a seat in a room is taken beside the line, which may stay open
            if saying.deed["do"] == "take seat":
                asyncio.get_running_loop().call_later(0.25, self._again, saying)

    # ------------------------------------------------------------------ playing

    async def _act(self) -> None:
        if self.book.over or self.version is None or not self.seat or self.open:
            return
        await asyncio.sleep(self.pace)
        if self.rng.random() < self.mischief:
            await self._annoy()
            return
        if self.refusals > 1:
            await asyncio.sleep(0.02)
        if not self.seated:
            await self._sit()
            return
        deed = self._next()
        if deed is not None:
            await self._say(deed)

    async def _sit(self) -> None:
        if not self.place.room:
            await self._say({"do": "sit", "seat": self.seat, "player": self.player, "cents": CHIPS})
            return
        try:
            board = (await self._http.get(f"{self._url}/api/rooms/{self.place.room}")).json()
        except httpx.TransportError:
            raise ConnectionError from None
        if "version" not in board:
            return
        deed = {"do": "take seat", "player": self.player, "table": self.place.own_name, "seat": self.seat, "cents": CHIPS}
        self._made += 1
        id_, log = f"{self.account}-{self._made}", f"room/{self.place.room}/room.log"
        saying = Saying(self.account, self.player, self.place.name, log, id_, board["version"], deed, self.book.tick())
        self.book.sayings[self.account, id_] = self.open[id_] = saying
        await self._send(saying)

    def _next(self) -> Json | None:
        """What he says now, None where he waits."""
        for each in self.asked:
            if each["seat"] == self.seat and each.get("choices"):
                return self._decide(each)
        if self.playing or self.placed:
            return None
        if self._leaves or self.rng.random() < self.restless:
            self._leaves = True
            return {"do": "leave", "seat": self.seat}
        if self.place.room:
            return None
        if self.refusals > 2:
            return {"do": "buy", "seat": self.seat, "cents": CHIPS}
        return {"do": "bet", "seat": self.seat, "wagers": self._wagers()}

    def _wagers(self) -> dict[str, int]:
        more = game(self.place.chapter).progressive
        return self.place.suggested | ({more: 100} if self.place.has_meter else {})

    def _decide(self, asked: Json) -> Json:
        """An answer: any of the choices, or what a silent player says."""
        choices = asked["choices"]
        if choices[0]["word"] == "cut" and asked.get("silent") == "refuse":
            return {"do": "cut", "seat": self.seat}
        choice = self.rng.choice(choices)
        if choice.get("of") or self.refusals or self.rng.random() < 0.5:
            word, _, cents = asked["silent"].rpartition(" ")
            said = (word, int(cents)) if cents.isdigit() and word else (asked["silent"], 0)
        else:
            said = choice["word"], choice.get("least", 0)
        return {"do": "decide", "seat": self.seat, "word": said[0], "cents": said[1]}

    async def _annoy(self) -> None:
        """Says what a decent player does not: for others, too late, too much, or again."""
        assert self.version is not None
        wagers = self._wagers() or {"Ante": 500}
        way = self.rng.choice(self.ways)
        if way == 0:
            await self._say({"do": "bet", "seat": self.seat % 3 + 1, "wagers": wagers})
        elif way == 1:
            await self._say({"do": "decide", "seat": self.seat, "word": "fold", "cents": 0}, max(0, self.version - 4))
        elif way == 2:
            await self._say({"do": "bet", "seat": self.seat, "wagers": dict.fromkeys(wagers, 10**9)})
        elif way == 3:
            await self._say({"do": "decide", "seat": self.seat, "word": "raise", "cents": 1})
        elif way == 4 and self._done:
            saying = self.rng.choice(self._done[-2:])
            if saying.deed["do"] != "take seat" and saying.id not in self.repeated:
                self.repeated[saying.id] = saying.told
                await self._send(saying)
        else:
            await self._look()

    async def _look(self) -> None:
        """Looks at the whole table, beside his line."""
        invoked = self.book.tick()
        try:
            found = await self._http.get(f"{self._url}/api/tables/{self.place.name}", headers=self._heads)
        except httpx.TransportError:
            return
        if found.status_code == 200:
            body = found.json()
            self.book.reads.append(Read(self.player, body["log"], invoked, self.book.tick(), body["v"], body["table"]))
            self.book.learn(body["log"], body["v"])
        elif found.status_code < 500:
            self.book.faults.append(f"{self.player}: {self.place.name} is answered with {found.status_code}")


# ---------------------------------------------------------------------------- a floor full of them


async def open_tables(http: httpx.AsyncClient, url: str, chapters: Sequence[str]) -> None:
    """A pit boss opens a table of each of some chapters."""
    if not chapters:
        return
    boss = (await http.post(f"{url}/api/guest", json={"bearer": True, "role": "pit boss", "code": CODE})).json()
    for number in chapters:
        heads = {"authorization": f"Bearer {boss['token']}"}
        made = await http.post(f"{url}/api/tables", json={"name": f"table-{number}", "chapter": number}, headers=heads)
        assert made.status_code == 201, made.text


async def places(http: httpx.AsyncClient, url: str) -> list[Place]:
    """The tables of a floor."""
    found = (await http.get(f"{url}/api/tables")).json()
    return [Place(each["name"], each["log"], each["chapter"], each["suggested"], bool(each["meter"])) for each in found]


async def people(
    book: Book, http: httpx.AsyncClient, urls: Sequence[str], tables: Sequence[Place], seed: int, players: int = 2
) -> list[Person]:
    """Players at each table, and one who only watches."""
    found = []
    for place in tables:
        for seat in range(players + 1):
            found.append(Person(book, http, urls, place, seat, seed))
            if seat:
                await found[-1].sign_in()
    return found
