"""A Poker room: its tables and who waits for a seat, what is announced, what the house earns, and its jackpots.

Everything that happens in the room is an event of its log; each table keeps a log of its own beside it. A room that was
stopped is rebuilt from the two.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pitboss.errors import BadLog, IllegalWager, NotAuthorized, PitbossError
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.betting import posted_limits
from pitboss.games.nonbanked.between import agreed_minimum, away_from
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.hands.ranking import Value
from pitboss.money import dollars
from pitboss.poker.jackpots import Award, Count, Fund, Slip, offered
from pitboss.rulebook import chapter
from pitboss.shoe import Chance, Source
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.house import House
from pitboss.table.journal import FileJournal, Journal, read
from pitboss.table.replay import resume
from pitboss.table.round import Round
from pitboss.table.table import Table

ROOM_LOG = "room.log"
KINDS = ("bad beat", "high hand")


@dataclass(frozen=True)
class Announcement:
    """What may be announced about a table (§ 553.19, § 637a.9(c))."""

    table: str
    variant: str
    structure: str
    minimum: int
    maximum: int | None  # None at a table without one
    free: tuple[int, ...]
    waiting: int


@dataclass
class Waiting:
    """A player on the list for a game."""

    player: str
    variant: str


class Room:
    """The part of a casino that is set aside for Poker (§ 553.7(a), § 637a.7(a))."""

    def __init__(self, number: str = "637a", folder: Path | None = None, chance: Source | None = None) -> None:
        if number not in NONBANKED:
            raise NotAuthorized(f"a Poker room is run by chapter {' or '.join(NONBANKED)}, not {number}")
        self.book = chapter(number)
        self.folder = folder
        self.chance = chance or Chance()
        self.tables: dict[str, Table] = {}
        self.list: list[Waiting] = []
        self.funds: dict[str, Fund] = {}
        self.contributes: dict[tuple[str, str], str] = {}  # the fund of each kind to which a table contributes
        self.closed: dict[str, int] = {}  # the rake of tables that are closed
        self.hands: dict[str, int] = {}  # the last hand of each table of which the room has taken note
        self.to_verify: list[dict[str, Any]] = []  # hands for which the dealers have called somebody
        self.journal: Journal = Journal()
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadLog(f"{folder} cannot be the folder of a room: {error.strerror}") from None
            self.journal = FileJournal(folder / ROOM_LOG)
        self.journal.write("room", {"chapter": number})

    @staticmethod
    def rebuilt(folder: Path, chance: Source | None = None) -> "Room":
        """The room that the logs of a folder describe; raises BadLog where they do not."""
        lines = read(folder / ROOM_LOG, unfinished=True, of="room")
        room = Room(str(lines[0].data["chapter"]), None, chance)
        room.folder = folder
        for line in lines[1:]:
            try:
                getattr(room, f"_{line.event}")(**line.data)
            except (PitbossError, AttributeError, TypeError, KeyError) as error:
                raise BadLog(f"{folder / ROOM_LOG}, line {line.number}: {error}") from None
        room.journal = FileJournal(folder / ROOM_LOG, after=lines)
        for name in room.tables:  # a room that was stopped between a hand's end and its own note of it
            room._take_note(name)
        return room

    def _do(self, event: str, **detail: Any) -> Any:
        """Has an event take effect, and puts it on record; one that is refused does neither."""
        result = getattr(self, f"_{event}")(**detail)
        self.journal.write(event, detail)
        for fund in self.funds.values():
            fund.balance()
        return result

    # ------------------------------------------------------------------ tables

    def open_table(self, name: str, given: dict[str, Any] | None = None) -> Table:
        """Opens a table. No game is offered that the chapter does not authorize (§ 637a.9(b))."""
        if name in self.tables or not name.isprintable() or not name.strip() or "/" in name:
            raise NotAuthorized(f"a table cannot be called {name!r}" + ", there is one" * (name in self.tables))
        self._do("table_opened", name=name, given=dict(given or {}))
        return self.tables[name]

    def _table_opened(self, name: str, given: dict[str, Any]) -> None:
        played, house = game(self.book.chapter), House.of(self.book.chapter, given)
        path = self.folder / f"table-{name}.log" if self.folder else None
        if path is not None and path.exists():
            self.tables[name] = resume(path, game, self.chance)
        else:
            self.tables[name] = Table(played, house, self.chance, FileJournal(path) if path else Journal())

    def close_table(self, name: str) -> None:
        """Closes a table at which nobody sits."""
        table = self.table(name)
        if table.round is not None or table.seats:
            raise NotAuthorized(f"players still sit at table {name}")
        self._do("table_closed", name=name)

    def _table_closed(self, name: str) -> None:
        self.closed[name] = self.closed.get(name, 0) + self.tables.pop(name).inventory

    @property
    def drop(self) -> dict[str, int]:
        """The rake in each table's drop box."""
        return self.closed | {name: self.closed.get(name, 0) + table.inventory for name, table in self.tables.items()}

    def table(self, name: str) -> Table:
        """A table by its name."""
        if name not in self.tables:
            raise NotAuthorized(f"there is no table {name!r}; open are {', '.join(self.tables) or 'none'}")
        return self.tables[name]

    def announcements(self) -> list[Announcement]:
        """The games of the room with their betting limits and free seats, where the house announces them."""
        found = []
        for name, table in self.tables.items():
            house = table.house
            if house["announcements"]:
                free = tuple(n for n in range(1, table.game.seats(house)[0] + 1) if n not in table.seats)
                waiting = sum(entry.variant == house["variant"] for entry in self.list)
                least, most = posted_limits(house)
                least = max(least, agreed_minimum(table))
                found.append(Announcement(name, house["variant"], house["structure"], least, most, free, waiting))
        return found

    # ------------------------------------------------------------------ the list and the seats

    def join(self, player: str, variant: str) -> int:
        """Puts a player on the list for a game; how many wait for it before him."""
        if any(entry.player == player for entry in self.list):
            raise IllegalWager(f"{player} is on the list already")
        if not any(table.house["variant"] == variant for table in self.tables.values()):
            raise NotAuthorized(f"no table plays {variant!r} now", f"{self.book.chapter}.9(a)")
        self._do("joined", player=player, variant=variant)
        return sum(entry.variant == variant for entry in self.list) - 1

    def _joined(self, player: str, variant: str) -> None:
        self.list.append(Waiting(player, variant))

    def strike(self, player: str) -> None:
        """Takes a player off the list."""
        if not any(entry.player == player for entry in self.list):
            raise IllegalWager(f"{player} is not on the list")
        self._do("struck", player=player)

    def _struck(self, player: str) -> None:
        self.list = [entry for entry in self.list if entry.player != player]

    def seat(self, player: str, name: str, number: int, cents: int) -> None:
        """A player takes a free seat with table stakes that let him play. Who is first on the list for the game comes first."""
        table = self.table(name)
        first = next((entry.player for entry in self.list if entry.variant == table.house["variant"]), player)
        if first != player:
            raise NotAuthorized(f"{first} is first on the list for {table.house['variant']}")
        needed = funds_needed(table.house, agreed_minimum(table))
        if cents < needed:
            raise IllegalWager(f"{dollars(needed)} or more are needed to sit down here, not {dollars(cents)}", self.funds_cite)
        table.sit(number, player, cents)
        if any(entry.player == player for entry in self.list):
            self._do("struck", player=player)

    @property
    def funds_cite(self) -> str:
        """The paragraph on the funds that a player needs."""
        return "553.8(b)(3)" if self.book.chapter == "553" else "637a.8(b)(4)"

    def act(self, name: str, kind: str, **detail: Any) -> Round:
        """Something at a table between two hands: stakes added, a seat change, an absence, a time charge (`Table.act`)."""
        return self.table(name).act(kind, detail)

    # ------------------------------------------------------------------ hands

    def hand(self, name: str, driver: Driver = bots) -> Round:
        """Plays a hand at a table, and takes note of what it means to the room."""
        self._may_deal(name)
        table = self.table(name)
        finished = drive(table, driver)
        self._take_note(name)
        return finished

    def _take_note(self, name: str) -> None:
        """What the last hand of a table means to the room: contributions, and hands that somebody has to verify."""
        table = self.tables[name]
        finished = table.last
        if finished is None or self.hands.get(name, 0) >= table.rounds:
            return
        facts = {} if finished.void else finished.facts
        players = {number: seat.player for number, seat in table.seats.items()}
        calls = [call for call in self._calls(facts, name, players) if self._takes(call["kind"], name)]
        contributions = facts.get("contributions", {})
        if contributions or calls:
            self._do("hand_over", table=name, hand=table.rounds, contributions=contributions, calls=calls)

    def _takes(self, kind: str, table: str) -> bool:
        """Whether a hand at a table concerns a fund: a High Hand Jackpot's only in a qualifying period."""
        fund = self.contributes.get((kind, table))
        return fund is not None and (kind == "bad beat" or self.funds[fund].started is not None)

    def _may_deal(self, name: str) -> None:
        """What a table takes from its pots for a jackpot must have a fund to go to; raises NotAuthorized."""
        table = self.table(name)
        for kind in KINDS:
            prefix = kind.replace(" ", "_")
            takes = table.house.get(f"{prefix}_contribution") and kind not in table.memory.get("contributions ended", ())
            if takes and (kind, name) not in self.contributes:
                section = table.house.section(f"{prefix}_contribution")
                raise NotAuthorized(f"table {name} takes contributions to a {kind} payout that is not offered", section)

    @staticmethod
    def _calls(facts: dict[str, Any], table: str, players: dict[int, str]) -> list[dict[str, Any]]:
        """The hands to which the dealer has called somebody, as the room keeps them."""
        found = []
        dealt, won = facts.get("dealt in", []), facts.get("bad beat winners", [])
        for kind in KINDS:
            for seat, value in facts.get(f"{kind}s", ()):
                call = {
                    "kind": kind,
                    "table": table,
                    "seat": seat,
                    "player": players[seat],
                    "hand": [value.category, list(value.ranks)],
                }
                if kind == "bad beat":
                    call["winners"] = [players[s] for s in won]
                    call["others"] = [players[s] for s in dealt if s != seat and s not in won]
                found.append(call | {"players": len(dealt)})
        return found

    def _hand_over(self, table: str, hand: int, contributions: dict[str, int], calls: list[dict[str, Any]]) -> None:
        for kind, cents in contributions.items():
            self.funds[self.contributes[kind, table]].contribute(table, cents)
        self.to_verify += calls
        self.hands[table] = hand

    # ------------------------------------------------------------------ jackpots

    def offer(self, name: str, kind: str, tables: list[str]) -> Fund:
        """Offers a Bad Beat payout or a High Hand Jackpot at some tables."""
        if name in self.funds:
            raise NotAuthorized(f"there is a fund {name!r}")
        if not tables:
            raise NotAuthorized("a fund is made of contributions: name the tables that take part")
        self._do("offered", name=name, kind=kind, tables=list(tables))
        return self.funds[name]

    def _offered(self, name: str, kind: str, tables: list[str]) -> None:
        if kind not in KINDS or (kind == "high hand" and self.book.chapter == "553"):
            raise NotAuthorized(f"chapter {self.book.chapter} knows no {kind!r} payout")
        found = [offered(kind, self.table(table).house) for table in tables]
        prefix = kind.replace(" ", "_")
        for fund in found[1:]:
            for option, value in fund.house.values.items():
                if option.startswith(prefix) and value != found[0].house[option]:
                    first = found[0].house[option]
                    raise NotAuthorized(
                        f"the tables of a fund share its rules: {option} is {first!r} and {value!r}", fund.section
                    )
        for table in tables:
            before = self.contributes.get((kind, table))
            if before is not None and (self.funds[before].collecting or self.funds[before].held):
                raise NotAuthorized(f"table {table} belongs to the fund {before} already")
        self.funds[name] = found[0]
        for table in tables:
            self.contributes[kind, table] = name
            found[0].boxes[table] = 0

    def fund(self, name: str) -> Fund:
        """A fund by its name."""
        if name not in self.funds:
            raise NotAuthorized(f"there is no fund {name!r}; there are {', '.join(self.funds) or 'none'}")
        return self.funds[name]

    def count(self, name: str, **detail: Any) -> Count:
        """The boxes of a fund are counted (`Fund.count`)."""
        self.fund(name)
        found: Count = self._do("counted", name=name, **detail)
        return found

    def _counted(self, name: str, **detail: Any) -> Count:
        return self.funds[name].count(**detail)

    def verify(self, name: str, cashier: str, cents: int) -> int:
        """The cage verifies a count (`Fund.verify`)."""
        self.fund(name)
        return int(self._do("verified", name=name, cashier=cashier, cents=cents))

    def _verified(self, name: str, cashier: str, cents: int) -> int:
        return self.funds[name].verify(cashier, cents)

    def adjust(self, name: str, finance: str, floorperson: str) -> int:
        """The display of a fund is set to what is held (`Fund.adjust`)."""
        self.fund(name)
        return int(self._do("adjusted", name=name, finance=finance, floorperson=floorperson))

    def _adjusted(self, name: str, finance: str, floorperson: str) -> int:
        return self.funds[name].adjust(finance, floorperson)

    def award_bad_beat(self, supervisor: str, at: float) -> list[Award]:
        """The Poker shift supervisor verifies the Bad Beat to which a dealer called him first."""
        self.called("bad beat")
        found: list[Award] = self._do("bad_beat", supervisor=supervisor, at=at)
        return found

    def _bad_beat(self, supervisor: str, at: float) -> list[Award]:
        call = self.called("bad beat")
        fund = self.funds[self.contributes["bad beat", call["table"]]]
        paid = fund.pay_bad_beat(supervisor, call["player"], call["winners"], call["others"], at)
        self.to_verify.remove(call)
        return paid

    def start_period(self, name: str, at: float) -> None:
        """A qualifying period of a High Hand Jackpot begins."""
        self.fund(name)
        self._do("period_started", name=name, at=at)

    def _period_started(self, name: str, at: float) -> None:
        self.funds[name].start(at)

    def track(self, at: float, identification: bool = True, **fields: str) -> bool:
        """A floorperson verifies the hand to which a dealer called him first, and fills in the tracking slip; whether it is the
        highest so far, or as high. `fields` are phone, dealer, dealer_credential, floorperson, floorperson_credential."""
        self.called("high hand")
        return bool(self._do("tracked", at=at, identification=identification, fields=fields))

    def _tracked(self, at: float, identification: bool, fields: dict[str, str]) -> bool:
        call = self.called("high hand")
        fund = self.funds[self.contributes["high hand", call["table"]]]
        category, ranks = call["hand"]
        blank = dict.fromkeys(("phone", "dealer", "dealer_credential", "floorperson", "floorperson_credential"), "")
        slip = Slip(
            call["player"], seat=call["seat"], table=call["table"], hand=Value(category, tuple(ranks)), at=at, **blank | fields
        )
        highest = fund.track(slip, call["players"], identification)
        self.to_verify.remove(call)
        return highest

    def dismiss(self, kind: str) -> None:
        """The first hand that waits for verification does not qualify."""
        self.called(kind)
        self._do("dismissed", kind=kind)

    def _dismissed(self, kind: str) -> None:
        self.to_verify.remove(self.called(kind))

    def called(self, kind: str) -> dict[str, Any]:
        """The first hand of a kind that waits for verification."""
        found = self.calls(kind)
        if not found:
            raise NotAuthorized(f"no {kind} waits for verification")
        return found[0]

    def calls(self, kind: str) -> list[dict[str, Any]]:
        """The hands of a kind that wait for verification."""
        return [call for call in self.to_verify if call["kind"] == kind]

    def end_period(self, name: str, at: float) -> list[Award]:
        """A qualifying period ends, and the highest hand wins the pool (`Fund.finish`)."""
        self.fund(name)
        found: list[Award] = self._do("period_ended", name=name, at=at)
        return found

    def _period_ended(self, name: str, at: float) -> list[Award]:
        if any(self.contributes.get(("high hand", call["table"])) == name for call in self.calls("high hand")):
            raise NotAuthorized("a hand of this period waits for verification", f"{self.book.chapter}.16(f)")
        return self.funds[name].finish(at)

    def collect(self, name: str, player: str, at: float, place: str, identification: bool = True) -> int:
        """A player collects a payout (`Fund.collect`)."""
        self.fund(name)
        return int(self._do("collected", name=name, player=player, at=at, place=place, identification=identification))

    def _collected(self, name: str, **detail: Any) -> int:
        return self.funds[name].collect(**detail)

    def expire(self, name: str, at: float) -> int:
        """Payouts that were not collected in time go back into the fund."""
        self.fund(name)
        return int(self._do("expired", name=name, at=at))

    def _expired(self, name: str, at: float) -> int:
        return self.funds[name].expire(at)

    def discontinue(self, name: str, into: str = "") -> int:
        """A fund ends, and its money stays for its players or goes into another fund for theirs (`Fund.end`)."""
        self.fund(name)
        if into:
            self.fund(into)
        else:
            for (kind, table), fund in self.contributes.items():
                if fund == name and table in self.tables:
                    self.table(table).act("contributions end", {"payout": kind})
        return int(self._do("discontinued", name=name, into=into))

    def _discontinued(self, name: str, into: str) -> int:
        moved = self.funds[name].end(self.funds[into] if into else None)
        for key, fund in list(self.contributes.items()):
            if fund == name and into:
                self.contributes[key] = into
                self.funds[into].boxes.setdefault(key[1], 0)
        return moved

    # ------------------------------------------------------------------ the board

    def board(self) -> dict[str, Any]:
        """All that the room shows, ready for JSON: tables and seats, the list, jackpots, the drop."""
        return {
            "tables": [asdict(found) for found in self.announcements()],
            "seats": {name: self._seats(table) for name, table in self.tables.items()},
            "list": [asdict(entry) for entry in self.list],
            "jackpots": {
                name: {
                    "kind": fund.kind,
                    "displayed": fund.shows,
                    "pending": fund.pending,
                    "boxes": sum(fund.boxes.values()),
                    "counting": sum(sum(count.boxes.values()) for count in fund.counting),
                    "awarded": [asdict(award) for award in fund.awards],
                }
                for name, fund in self.funds.items()
            },
            "drop": dict(self.drop),
            "to_verify": list(self.to_verify),
        }

    @staticmethod
    def _seats(table: Table) -> dict[int, dict[str, Any]]:
        absent = away_from(table)
        return {n: {"player": s.player, "cents": s.cents, "away": n in absent} for n, s in sorted(table.seats.items())}
