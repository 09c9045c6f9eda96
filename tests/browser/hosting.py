"""Floors for tests of pages: a process of its own with a fresh SQLite file, guests who speak over HTTP, and cards that fall as
they are to."""

import itertools
import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import httpx
import msgspec

from pitboss.cards import Card, parse
from pitboss.floor.play.floor_plan import Plan, PlannedRoom, PlannedTable, RoomTable, read_plan
from tests.browser.stacking import deck, stacked
from tests.floor.house import CODE
from tests.floor.mortal import Births, Mortal

IDS = itertools.count(1)
BUY_IN = 100_000

Tables = Mapping[str, str | tuple[str, Mapping[str, Any]]]  # chapters by names, with what the house chose where it did


class Guest:
    """Somebody at the floor without a browser."""

    def __init__(self, url: str, role: str) -> None:
        self._client = httpx.Client(base_url=url, timeout=60, verify=False)  # without TLS there are no certificates to read
        me = self.call("POST", "/api/guest", {"role": role, "code": CODE, "bearer": True})
        self.name: str = me["name"]
        self.token: str = me["token"]  # by which he is known, in a browser too
        self._client.headers["authorization"] = f"Bearer {self.token}"

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Asks the floor something, which must not be refused."""
        answer = self._client.request(method, path, json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def look(self, table: str) -> dict[str, Any]:
        """A table as he sees it."""
        found: dict[str, Any] = self.call("GET", f"/api/tables/{table}")
        return found

    def say(self, table: str, do: str, **about: Any) -> dict[str, Any]:
        """Says something at a table as it is now: the answer, which comes when that is durable."""
        return self._say(f"/api/tables/{table}", self.look(table)["v"], {"do": do, **about})

    def _say(self, path: str, version: int, command: dict[str, Any]) -> dict[str, Any]:
        body = {"id": f"guest-{next(IDS)}", "version": version, "command": command}
        found: dict[str, Any] = self.call("POST", f"{path}/commands", body)
        return found

    def join(self, room: str, variant: str) -> None:
        """Goes on the list of a Poker room for a game."""
        version = self.call("GET", f"/api/rooms/{room}")["version"]
        self._say(f"/api/rooms/{room}", version, {"do": "join", "player": self.name, "variant": variant})

    def open_in_room(self, room: str, table: str, house: Mapping[str, Any]) -> None:
        """Opens a table of a Poker room."""
        version = self.call("GET", f"/api/rooms/{room}")["version"]
        self._say(f"/api/rooms/{room}", version, {"do": "open table", "table": table, "house": dict(house)})

    def sit(self, table: str, seat: int, cents: int = BUY_IN) -> None:
        """Takes a seat; at Poker through the room."""
        room, _, within = table.rpartition("/")
        if room:
            deed = {"do": "take seat", "player": self.name, "table": within, "seat": seat, "cents": cents}
            self._say(f"/api/rooms/{room}", self.call("GET", f"/api/rooms/{room}")["version"], deed)
        else:
            self.say(table, "sit", seat=seat, player=self.name, cents=cents)

    def begin(self, table: str) -> None:
        """Deals the next hand of Poker, as an employee, before the house's clock would."""
        self.say(table, "begin")

    def bots(self, table: str, number: int) -> None:
        """Asks bots to sit down."""
        self.call("POST", f"/api/tables/{table}/bots", {"bots": number})

    def close(self) -> None:
        """Hangs up."""
        self._client.close()


class Hosted:
    """A floor. It may be killed, and started again at the same address with the same database.

    `tables` are its tables, and `rooms` its Poker rooms with their tables in the same way; without either it has those of
    every new floor. Clocks stand still unless `clocks` is "usual". Other `words` are those of `tests.floor.serving`.
    """

    def __init__(
        self,
        births: Births,
        tables: Tables | None = None,
        rooms: Mapping[str, tuple[str, Mapping[str, Mapping[str, Any]]]] | None = None,
        *,
        cards: Mapping[str, Iterable[Card] | str] | None = None,
        **words: str,
    ) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="pitboss-")
        self.folder = Path(self._temporary.name)
        self._cards = self.folder / "cards"
        self._cards.mkdir()
        own = tables is not None or rooms is not None
        usual = {} if own else {table.name: (table.chapter, table.house) for table in read_plan().table}
        self._chosen = {name: chosen(each) for name, each in (tables or usual).items()}
        for table, falling in (cards or {}).items():
            self.stack(table, falling)
        if own:
            words["plan"] = str(self._plan(rooms or {}))
        said = [f"{name}={value}" for name, value in words.items()]
        self._server = Mortal(births, f"sqlite:///{self.folder}/floor.db", f"cards={self._cards}", *said)
        self.url = self._server.url
        self._guests: list[Guest] = []
        self.runs = True
        self.wait()

    def _plan(self, rooms: Mapping[str, tuple[str, Mapping[str, Mapping[str, Any]]]]) -> Path:
        tables = [PlannedTable(name, chapter, house) for name, (chapter, house) in self._chosen.items()]
        planned = [
            PlannedRoom(name, chapter, [RoomTable(table, dict(house)) for table, house in within.items()])
            for name, (chapter, within) in rooms.items()
        ]
        file = self.folder / "floor.toml"
        file.write_text(toml(msgspec.to_builtins(Plan(tables, planned))), "utf-8")
        return file

    # ------------------------------------------------------------------ cards and people

    def stack(self, table: str, cards: Iterable[Card] | str) -> None:
        """Has the next shuffles of a table bring these cards to the top, in the order in which they are drawn. A table has to
        be named so when the floor starts, or it has fair chance for good."""
        stacked(self._cards, table, parse(cards) if isinstance(cards, str) else cards)

    def deal(self, table: str, seats: Mapping[int, str], **others: Any) -> None:
        """The same by places: what each seat that will wager gets, the dealer, and whoever draws then (`stacking.deck`)."""
        chapter, house = self._chosen[table]
        self.stack(table, deck(chapter, seats, house=house, **others))

    def guest(self, role: str = "patron") -> Guest:
        """Somebody comes, without a browser."""
        self._guests.append(Guest(self.url, role))
        return self._guests[-1]

    # ------------------------------------------------------------------ life and death

    def wait(self) -> None:
        """Waits until it answers."""
        assert httpx.get(f"{self.url}/readyz", timeout=60, verify=False).status_code == 200

    def kill(self) -> None:
        """Ends it as a crash does."""
        self._server.kill()
        self.runs = False

    def start(self) -> None:
        """Starts it again, and waits until it answers."""
        self._server.start()
        self.runs = True
        self.wait()

    def close(self) -> None:
        """Ends it for good."""
        for guest in self._guests:
            guest.close()
        if self.runs:
            self.kill()
        self._temporary.cleanup()


def chosen(table: str | tuple[str, Mapping[str, Any]]) -> tuple[str, dict[str, Any]]:
    """A chapter and what the house chose."""
    return (table, {}) if isinstance(table, str) else (table[0], dict(table[1]))


def toml(plan: Mapping[str, Any]) -> str:
    """A plan as `pitboss serve --floor` reads it."""
    return "\n".join(f"{name} = {_toml(content)}" for name, content in plan.items())


def _toml(content: Any) -> str:
    if isinstance(content, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_toml(each)}" for name, each in content.items()) + " }"
    if isinstance(content, list):
        return "[" + ", ".join(map(_toml, content)) + "]"
    return json.dumps(content)
