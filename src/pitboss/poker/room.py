"""A Poker room: its tables and who waits for a seat, what is announced, what the house earns, and its jackpots.

Everything that happens in the room is an event of its log; each table keeps a log of its own beside it (`pitboss.poker.logs`).
A room that was stopped is rebuilt from both: what its own log says was begun at a table is done if the table's log has not got
it, and what a table's log has got is noted if the room's has not.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pitboss.errors import BadLog, IllegalWager, NotAuthorized, PitbossError, Stopped
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.betting import posted_limits
from pitboss.games.nonbanked.between import agreed_minimum
from pitboss.games.nonbanked.rules import Outcome, memory_of, play_of
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.hands.ranking import Value
from pitboss.house import House
from pitboss.money import dollars
from pitboss.poker.books import Books, books_of_fund, books_of_table
from pitboss.poker.jackpots import KINDS, Award, Count, Fund, Slip, calls_of, check_shared, offered, shares_rules, tell_table
from pitboss.poker.logs import ROOM_LOG, Event, RoomLog, check_closed, check_known, log_name, new_store, table_again
from pitboss.rulebook import chapter
from pitboss.shoe import Chance, Source
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.felt import HOUR
from pitboss.table.replay import Mark
from pitboss.table.round import Round
from pitboss.table.table import Table
from pitboss.table.working import check_works

LONGEST_NAME = 60  # of a table: its log bears it


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
        self.houses: dict[str, House] = {}  # of the tables that are open
        self.openings: dict[str, int] = {}  # how often a table was opened
        self.marks: dict[str, Mark] = {}  # how far the room knows the log of a table that is open
        self.list: list[Waiting] = []
        self.funds: dict[str, Fund] = {}
        self.contributes: dict[tuple[str, str], str] = {}  # the fund of each kind to which a table contributes
        self.apart: set[tuple[str, str]] = set()  # tables opened again under other rules than those of their fund
        self.closed: dict[str, Books] = {}  # of tables that were closed, each time they were
        self.hands: dict[str, int] = {}  # the last hand of each table of which the room has taken note
        self.noted = 0  # hands of which the room has taken note, in all
        self.to_verify: list[dict[str, Any]] = []  # hands for which the dealers have called somebody
        self.stopped = ""  # why nothing more is taken
        self.log = RoomLog()
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadLog(f"{folder} cannot be the folder of a room: {error.strerror}") from None
            check_known(folder, {ROOM_LOG})
            self.log = RoomLog.create(folder / ROOM_LOG, self._event("room", {"chapter": number}))

    def _event(self, event: str, detail: dict[str, Any]) -> Event:
        return Event(event, detail, int(self.chance.hours() * HOUR))

    @staticmethod
    def rebuilt(folder: Path, chance: Source | None = None) -> "Room":
        """The room that the logs of a folder describe; raises BadLog where they do not."""
        log, events = RoomLog.again(folder / ROOM_LOG)
        try:
            return _rebuilt(folder, log, events, chance)
        except BaseException:
            log.release()
            raise

    def _go_through(self, events: list[Event]) -> None:
        """Has everything happen that the log of the room says."""
        for number, event in enumerate(events, 1):
            try:
                if event.event not in EVENTS:
                    raise BadLog(f"{self.folder}, line {number} of the room's log: {event.event!r} is no event of a room")
                getattr(self, f"_{event.event}")(**event.detail)
            except BadLog:
                raise
            except (PitbossError, AttributeError, TypeError, KeyError, ValueError) as error:
                raise BadLog(f"{self.folder}, line {number} of the room's log: {error}") from None

    def _open_again(self) -> None:
        """The tables that were open, from their logs."""
        assert self.folder is not None
        known = {log_name(name, n + 1) for name, times in self.openings.items() for n in range(times)}
        check_known(self.folder, {ROOM_LOG} | known)
        for name, house in self.houses.items():
            table = table_again(self.folder / self._log(name), name, house, self.chance, self.marks[name])
            self.tables[name] = table
            if table.rounds > self.hands.get(name, 0) + 1:
                raise BadLog(
                    f"{self.folder / ROOM_LOG} has lost its last lines: table {name} has dealt hands of which it says nothing"
                )

    def _finish(self, event: str, detail: dict[str, Any]) -> None:
        """What a room that was stopped had begun at a table and not done, or had not taken note of yet."""
        if event == "seated" and (table := self.tables[detail["table"]]).mark == self.marks[detail["table"]]:
            table.sit(detail["seat"], detail["player"], detail["cents"])
        for name in self.tables:
            self._take_note(name)

    def _do(self, event: str, **detail: Any) -> Any:
        """Has an event take effect, and puts it on record before anybody sees it; one that is refused does neither. Where it
        cannot be written the room stops until it is rebuilt."""
        if self.stopped:
            raise Stopped(self.stopped)
        try:
            json.dumps(detail, ensure_ascii=False).encode()
        except (TypeError, ValueError):
            raise NotAuthorized(f"what was said cannot be put on record: {detail!r}") from None
        result = getattr(self, f"_{event}")(**detail)
        try:
            self.log.write(self._event(event, detail))
        except BaseException as error:
            self.stopped = str(error) or "the log of the room could not be written: it must be rebuilt"
            raise
        for fund in self.funds.values():
            fund.balance()
        return result

    def _time(self, at: float | None) -> float:
        """A time in minutes, or now by the clock of the room."""
        return self.chance.hours() * 60 if at is None else at

    # ------------------------------------------------------------------ tables

    def open_table(self, name: str, given: dict[str, Any] | None = None) -> Table:
        """Opens a table. No game is offered that the chapter does not authorize (§ 637a.9(b))."""
        if name in self.tables or not name.isprintable() or not name.strip() or "/" in name or len(name) > LONGEST_NAME:
            raise NotAuthorized(f"a table cannot be called {name!r}" + ", there is one" * (name in self.tables))
        chosen = dict(given or {})
        played, house = game(self.book.chapter), House.of(self.book.chapter, chosen)
        check_works(played, house)
        for kind in KINDS:
            self._check_fund(kind, name, house)
        opening = self.openings.get(name, 0) + 1
        store = new_store(self.folder / log_name(name, opening) if self.folder else None)
        self._do("table_opened", name=name, given=chosen)
        self.tables[name] = Table(played, house, self.chance, store, name=name)
        return self.tables[name]

    def _check_fund(self, kind: str, name: str, house: House) -> None:
        """A table that is opened again still belongs to its funds, if they are still offered, and to their rules."""
        fund = self.contributes.get((kind, name))
        if fund is not None and self.funds[fund].collecting and house.get(f"{kind.replace(' ', '_')}_contribution"):
            check_shared(self.funds[fund], house)

    def _table_opened(self, name: str, given: dict[str, Any]) -> None:
        house = self.houses[name] = House.of(self.book.chapter, given)
        for kind in KINDS:
            self.apart.discard((kind, name))
            fund = self.contributes.get((kind, name))
            if fund is not None and not shares_rules(self.funds[fund], house):
                self.apart.add((kind, name))
        self.openings[name] = self.openings.get(name, 0) + 1
        self.marks[name], self.hands[name] = (0, ""), 0

    def _log(self, name: str) -> str:
        return log_name(name, self.openings[name])

    def _fund_of(self, kind: str, name: str) -> str | None:
        """The fund of a kind to which a table belongs."""
        return None if (kind, name) in self.apart else self.contributes.get((kind, name))

    def close_table(self, name: str) -> None:
        """Closes a table at which nobody sits."""
        table = self._with_hands_noted(name)
        if table.round is not None or table.seats:
            raise NotAuthorized(f"players still sit at table {name}")
        self._do("table_closed", name=name, books=asdict(books_of_table(table)), mark=list(table.mark))

    def _table_closed(self, name: str, books: dict[str, int], mark: list[Any]) -> None:
        if self.folder is not None and name not in self.tables:  # the room is being rebuilt
            check_closed(self.folder / self._log(name), name, (mark[0], mark[1]))
        self.closed[name] = self.closed.get(name, Books()) + Books(**books)
        if (table := self.tables.pop(name, None)) is not None:
            release(table)
        del self.houses[name], self.marks[name], self.hands[name]

    @property
    def drop(self) -> dict[str, int]:
        """What is in each table's drop box: rake and charges for time."""
        found = {name: books.drop for name, books in self.closed.items()}
        return found | {name: found.get(name, 0) + table.inventory for name, table in self.tables.items()}

    def books(self) -> Books:
        """Where every cent is that players have brought to the tables of the room."""
        tables = sum((books_of_table(table) for table in self.tables.values()), sum(self.closed.values(), Books()))
        return sum((books_of_fund(fund) for fund in self.funds.values()), tables)

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
        table = self._with_hands_noted(name)
        first = next((entry.player for entry in self.list if entry.variant == table.house["variant"]), player)
        if first != player:
            raise NotAuthorized(f"{first} is first on the list for {table.house['variant']}")
        needed = funds_needed(table.house, agreed_minimum(table))
        if cents < needed:
            raise IllegalWager(f"{dollars(needed)} or more are needed to sit down here, not {dollars(cents)}", self.funds_cite)
        table.check_sit(number, player, cents)
        self._do("seated", player=player, table=name, seat=number, cents=cents, mark=list(table.mark))
        table.sit(number, player, cents)

    def _seated(self, player: str, table: str, seat: int, cents: int, mark: list[Any]) -> None:
        self._struck(player)
        self.marks[table] = mark[0], mark[1]

    @property
    def funds_cite(self) -> str:
        """The paragraph on the funds that a player needs."""
        return "553.8(b)(3)" if self.book.chapter == "553" else "637a.8(b)(4)"

    def act(self, name: str, kind: str, **detail: Any) -> Round:
        """Something at a table between two hands: stakes added, a seat change, an absence, a time charge (`Table.act`)."""
        table = self._with_hands_noted(name)
        done = table.act(kind, detail)
        self._do("acted", table=name, mark=list(table.mark))
        return done

    def _acted(self, table: str, mark: list[Any]) -> None:
        self.marks[table] = mark[0], mark[1]

    # ------------------------------------------------------------------ hands

    def hand(self, name: str, driver: Driver = bots) -> Round:
        """Plays a hand at a table, or what is left of one, and takes note of what it means to the room."""
        table = self._with_hands_noted(name)
        if table.round is None:
            self._tell(name)
        finished = drive(table, driver)
        self._take_note(name)
        return finished

    def _with_hands_noted(self, name: str) -> Table:
        """A table; a hand that ended there without the room is noted first."""
        table = self.table(name)
        self._take_note(name)
        return table

    def _tell(self, name: str) -> None:
        """Tells a table before a hand whether its pots contribute to jackpots. What it takes must have a fund to go to; raises
        NotAuthorized."""
        table = self.table(name)
        for kind in KINDS:
            prefix = kind.replace(" ", "_")
            if not table.house.get(f"{prefix}_contribution") or kind in memory_of(table).contributions_ended:
                continue
            belongs = self._fund_of(kind, name)
            if belongs is None:
                section = table.house.section(f"{prefix}_contribution")
                raise NotAuthorized(f"table {name} takes contributions to a {kind} payout that is not offered", section)
            tell_table(table, self.funds[belongs])

    def _take_note(self, name: str) -> None:
        """What the last hand of a table means to the room: contributions, and hands that somebody has to verify."""
        table = self.tables[name]
        finished = table.last
        if finished is None or self.hands[name] >= table.rounds:
            return
        outcome = Outcome() if finished.void else play_of(finished).outcome
        players = {number: seat.player for number, seat in table.seats.items()}
        calls = []
        for call in calls_of(outcome, players):
            fund = self._fund_of(call["kind"], name)
            if fund is not None and (call["kind"] == "bad beat" or self.funds[fund].qualifies(call["made"])):
                calls.append(call | {"table": name, "fund": fund, "round": self.noted})
        contributions, mark = outcome.contributions, list(table.mark)
        self._do("hand_over", table=name, hand=table.rounds, contributions=contributions, calls=calls, mark=mark)

    def _hand_over(
        self, table: str, hand: int, contributions: dict[str, int], calls: list[dict[str, Any]], mark: list[Any]
    ) -> None:
        for kind, cents in contributions.items():
            self.funds[self.contributes[kind, table]].contribute(table, cents)
        self.to_verify += [dict(call) for call in calls]
        self.hands[table] = hand
        self.noted += 1
        self.marks[table] = mark[0], mark[1]

    # ------------------------------------------------------------------ jackpots

    def offer(self, name: str, kind: str, tables: list[str]) -> Fund:
        """Offers a Bad Beat payout or a High Hand Jackpot at some tables."""
        if name in self.funds:
            raise NotAuthorized(f"there is a fund {name!r}")
        if not tables:
            raise NotAuthorized("a fund is made of contributions: name the tables that take part")
        for table in tables:
            if kind in memory_of(self.table(table)).contributions_ended:
                raise NotAuthorized(f"contributions to a {kind} payout have ended at table {table}; open it anew first")
        self._do("offered", name=name, kind=kind, tables=list(tables))
        return self.funds[name]

    def _offered(self, name: str, kind: str, tables: list[str]) -> None:
        if kind not in KINDS or (kind == "high hand" and self.book.chapter == "553"):
            raise NotAuthorized(f"chapter {self.book.chapter} knows no {kind!r} payout")
        found = [offered(kind, self.houses[table]) for table in tables]
        for fund in found[1:]:
            check_shared(found[0], fund.house)
        for table in tables:
            before = self.contributes.get((kind, table))
            if before is not None and (self.funds[before].collecting or self.funds[before].held):
                raise NotAuthorized(f"table {table} belongs to the fund {before} already")
        self.funds[name] = found[0]
        for table in tables:
            self.apart.discard((kind, table))
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

    def award_bad_beat(self, supervisor: str, at: float | None = None) -> list[Award]:
        """The Poker shift supervisor verifies the Bad Beat to which a dealer called him first, with every losing hand of that
        round that is one and was not dismissed."""
        self.called("bad beat")
        found: list[Award] = self._do("bad_beat", supervisor=supervisor, at=self._time(at))
        return found

    def _bad_beat(self, supervisor: str, at: float) -> list[Award]:
        call = self.called("bad beat")
        together = [other for other in self.calls("bad beat") if other["round"] == call["round"]]
        losers = [found["player"] for found in together]
        others = [player for player in call["others"] if player not in losers]
        paid = self.funds[call["fund"]].pay_bad_beat(supervisor, losers, call["winners"], others, at)
        self.to_verify = [found for found in self.to_verify if found not in together]
        return paid

    def start_period(self, name: str, at: float | None = None) -> None:
        """A qualifying period of a High Hand Jackpot begins."""
        self.fund(name)
        self._do("period_started", name=name, at=self._time(at))

    def _period_started(self, name: str, at: float) -> None:
        self.funds[name].start(at)

    def track(self, at: float | None = None, identification: bool = True, **fields: str) -> bool:
        """A floorperson verifies the hand to which a dealer called him first, and fills in the tracking slip; whether it is the
        highest so far, or as high. `fields` are phone, dealer, dealer_credential, floorperson, floorperson_credential."""
        self.called("high hand")
        return bool(self._do("tracked", at=self._time(at), identification=identification, fields=fields))

    def _tracked(self, at: float, identification: bool, fields: dict[str, str]) -> bool:
        call = self.called("high hand")
        fund = self.funds[call["fund"]]
        category, ranks = call["hand"]
        blank = dict.fromkeys(("phone", "dealer", "dealer_credential", "floorperson", "floorperson_credential"), "")
        hand, made = Value(category, tuple(ranks)), call["made"]
        slip = Slip(call["player"], seat=call["seat"], table=call["table"], hand=hand, made=made, at=at, **blank | fields)
        highest = fund.track(slip, call["players"], identification)
        self.to_verify.remove(call)
        return highest

    def dismiss(self, kind: str, player: str = "") -> None:
        """The first hand that waits for verification, or the first of a player, does not qualify."""
        self.called(kind, player)
        self._do("dismissed", kind=kind, player=player)

    def _dismissed(self, kind: str, player: str) -> None:
        self.to_verify.remove(self.called(kind, player))

    def called(self, kind: str, player: str = "") -> dict[str, Any]:
        """The first hand of a kind that waits for verification, or the first of a player."""
        found = [call for call in self.calls(kind) if player in ("", call["player"])]
        if not found:
            raise NotAuthorized(f"no {kind} waits for verification")
        return found[0]

    def calls(self, kind: str) -> list[dict[str, Any]]:
        """The hands of a kind that wait for verification."""
        return [call for call in self.to_verify if call["kind"] == kind]

    def end_period(self, name: str, at: float | None = None) -> list[Award]:
        """A qualifying period ends, and the highest hand wins the pool (`Fund.finish`)."""
        self.fund(name)
        found: list[Award] = self._do("period_ended", name=name, at=self._time(at))
        return found

    def _period_ended(self, name: str, at: float) -> list[Award]:
        if any(call["fund"] == name for call in self.calls("high hand")):
            raise NotAuthorized("a hand of this period waits for verification", f"{self.book.chapter}.16(f)")
        return self.funds[name].finish(at)

    def collect(self, name: str, player: str, at: float | None = None, place: str = "", identification: bool = True) -> int:
        """A player collects a payout (`Fund.collect`)."""
        self.fund(name)
        given = {"player": player, "at": self._time(at), "place": place, "identification": identification}
        return int(self._do("collected", name=name, **given))

    def _collected(self, name: str, **detail: Any) -> int:
        return self.funds[name].collect(**detail)

    def expire(self, name: str, at: float | None = None) -> int:
        """Payouts that were not collected in time go back into the fund."""
        self.fund(name)
        return int(self._do("expired", name=name, at=self._time(at)))

    def _expired(self, name: str, at: float) -> int:
        return self.funds[name].expire(at)

    def discontinue(self, name: str, into: str = "") -> int:
        """A fund ends, and its money stays for its players or goes into another fund for theirs (`Fund.end`)."""
        self.fund(name)
        if into:
            self.fund(into)
        return int(self._do("discontinued", name=name, into=into))

    def _discontinued(self, name: str, into: str) -> int:
        moved = self.funds[name].end(self.funds[into] if into else None)
        for key, fund in list(self.contributes.items()):
            if fund == name and into:
                self.contributes[key] = into
                self.funds[into].boxes.setdefault(key[1], 0)
        for call in self.to_verify if into else ():
            call["fund"] = into if call["fund"] == name else call["fund"]
        return moved


EVENTS = frozenset(
    {
        *("table_opened", "table_closed", "joined", "struck", "seated", "acted", "hand_over"),
        *("offered", "counted", "verified", "adjusted", "bad_beat", "period_started", "tracked", "dismissed", "period_ended"),
        *("collected", "expired", "discontinued"),
    }
)


def _rebuilt(folder: Path, log: RoomLog, events: list[Event], chance: Source | None) -> Room:
    room = Room(str(events[0].detail.get("chapter")), None, chance)
    room.folder = folder
    try:
        room._go_through(events[1:])
        room._open_again()
    except BaseException:
        for table in room.tables.values():
            release(table)
        raise
    room.log = log
    room._finish(events[-1].event, events[-1].detail)
    return room


def release(table: Table) -> None:
    """Gives the log of a table free."""
    if table.store is not None:
        table.store.release()
