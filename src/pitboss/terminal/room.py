"""`pitboss room`: a floorperson's desk. Each line is a command to the Poker room, which carries it out or refuses it."""

import math
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pitboss.card_room import Room, notice
from pitboss.card_room.board import board_of
from pitboss.card_room.commands import Call
from pitboss.card_room.funds import Award
from pitboss.card_room.logs import ROOM_LOG, is_room
from pitboss.errors import BadLog, PitbossError
from pitboss.hands import FIVE_CARD
from pitboss.money import dollars
from pitboss.shoe import Chance
from pitboss.submissions.reading import setting
from pitboss.telling.pieces import Row
from pitboss.telling.sentences import tell
from pitboss.terminal.opening import key_of, load_key
from pitboss.terminal.reading import cents_of
from pitboss.terminal.screen import Screen

USAGE = (  # commands, and what they do
    ("open TABLE [option=value …]", 'opens a table: open 1 variant=omaha structure="pot limit"'),
    ("close TABLE, close", "closes a table at which nobody sits; the room, once no table is open"),
    ("list PLAYER VARIANT", 'puts a player on the waiting list: list Ann "hold\'em"'),
    ("strike PLAYER", "takes a player off the list"),
    ("sit PLAYER TABLE SEAT DOLLARS", "seats a player with table stakes"),
    ("add TABLE SEAT DOLLARS", "adds table stakes"),
    ("move TABLE SEAT TO", "changes a seat"),
    ("leave TABLE SEAT", "a player gives up the seat"),
    ("away TABLE SEAT, back TABLE SEAT DOLLARS", "a player steps away; returns to the stakes he left"),
    ("agree TABLE DOLLARS SEAT …", "these seats agree to a higher minimum bet"),
    ("charge TABLE FLOORPERSON", "takes the charge for time"),
    ("deal TABLE [HANDS]", "bots play some hands for whoever sits there"),
    ("offer FUND bad-beat|high-hand TABLE …", "offers a jackpot at some tables"),
    ("notice FUND", "what is posted about it"),
    ("count FUND place=… dealer=… floorperson=… security=… day=…", "counts its boxes"),
    ("verify FUND CASHIER DOLLARS", "the cage verifies the count"),
    ("display FUND FINANCE FLOORPERSON", "sets the display to what is held"),
    ("beat SUPERVISOR", "the supervisor verifies the Bad Beat that was called"),
    ("start FUND, track field=… …, end FUND", "a qualifying period of a High Hand Jackpot"),
    ("dismiss bad-beat|high-hand [PLAYER]", "the hand that was called does not qualify"),
    ("pay FUND PLAYER PLACE", "a player collects a payout"),
    ("expire FUND", "payouts not collected in time go back"),
    ("discontinue FUND [INTO]", "ends a jackpot, or moves it into another"),
    ("wait MINUTES", "moves the clock on (with --seed only)"),
    ("board, books, help, quit", "the room as it is; where the money is; this list; the end"),
)


LESSONS = 100_000  # hours: no lesson's clock reaches this, and the real clock is far beyond it


class Clock(Chance):
    """Chance with a clock that a lesson can move."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self.waited = 0.0

    def hours(self) -> float:
        return super().hours() + self.waited

    @property
    def minutes(self) -> float:
        """The time in minutes."""
        return self.hours() * 60


def run_room(chapter: str, folder: Path | None, seed: int | None, key: Path | None = None) -> None:
    """Open or resume a room, and carry out commands until the input ends. Exit status 1 if a command from a pipe was
    refused."""
    if key is not None and folder is None:
        raise BadLog("--key signs the logs of a room and seals their secrets: name their folder")
    screen = Screen()
    if folder is not None and is_room(folder):
        # Starting the seed from its beginning would deal the first cards again.
        clock = Clock(None if seed is None else seed + ((folder / ROOM_LOG).stat().st_size << 64))
        room = Room.resume(folder, clock, key=load_key(key) if key is not None else None)
        set_clock(room, clock)
    else:
        clock = Clock(seed)
        signer, notice_of_key = key_of(key) if key is not None else (None, "")
        room = Room(chapter, folder, clock, key=signer)
        if notice_of_key:
            screen.say(notice_of_key)
    try:
        refused = Desk(room, clock, screen).run()
    finally:
        room.release()
    if refused:
        sys.exit(1)


def set_clock(room: Room, clock: Clock) -> None:
    """Set a lesson's clock to the last recorded time. Refuses to switch between a lesson's clock and the real one, since the
    jump would be charged as playing time."""
    last = max((table.clock for table in room.tables.values()), default=0.0)
    if last and (last < LESSONS) != clock.seeded:
        kind = (
            "is a lesson with a clock of its own: give --seed" if last < LESSONS else "goes by the real clock: leave out --seed"
        )
        raise PitbossError(f"this room {kind}")
    clock.waited = last if clock.seeded else 0.0


class Desk:
    """Reads lines and carries them out in the room."""

    def __init__(self, room: Room, clock: Clock, screen: Screen) -> None:
        self.room, self.clock, self.screen = room, clock, screen
        self.verbs: dict[str, Callable[..., None]] = {
            name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")
        }

    def run(self) -> bool:
        """Carry out lines until the input ends or the user quits. Returns True if a line from a pipe was refused."""
        refused = False
        if self.screen.interactive:
            self.screen.say(f"A Poker room of chapter {self.room.book.chapter}. Type help for the commands.")
        while (line := self.screen.ask("room ›")) is not None:
            try:
                words = shlex.split(line)
                if words[:1] in (["quit"], ["q"], ["exit"]):
                    break
                if words:
                    self.obey(*words)
            except PitbossError as error:
                refused = True
                self.screen.refuse(error)
            except (ValueError, TypeError):
                refused = True
                usage = next((u for u, _ in USAGE if line.split()[:1] == u.split()[:1]), "help")
                self.screen.refuse(PitbossError(f"{line.strip()!r} is not understood; type {usage}"))
        return refused and not self.screen.interactive

    def obey(self, verb: str, *words: str) -> None:
        """Carry out one line."""
        if verb not in self.verbs:
            raise PitbossError(f"there is no command {verb!r}; type help for a list")
        self.verbs[verb](*words)

    def done(self, text: str) -> None:
        """Print what was done."""
        self.screen.indent(text, 2)

    # ------------------------------------------------------------------ tables and seats

    def do_help(self) -> None:
        """Print the commands."""
        for typed, meaning in USAGE:
            self.screen.row([("  ", ""), (typed, "key")])
            self.screen.indent(meaning, 6, "quiet")

    def do_open(self, table: str, *choices: str) -> None:
        """Open a table."""
        opened = self.room.open_table(table, {"announcements": True} | dict(map(setting, choices)))
        house = opened.house
        self.done(f"Table {table}: {house['structure']} {house['variant']}, {opened.game.seats(house)[0]} seats.")

    def do_close(self, table: str = "") -> None:
        """Close a table, or the room."""
        if not table:
            self.room.close()
            self.done("The room is closed.")
            return
        self.room.close_table(table)
        self.done(f"Table {table} is closed.")

    def do_list(self, player: str, *variant: str) -> None:
        """Put a player on the waiting list."""
        ahead = self.room.join(player, " ".join(variant))
        self.done(f"{player} is waiting for {' '.join(variant)}, with {ahead} ahead.")

    def do_strike(self, player: str) -> None:
        """Take a player off the waiting list."""
        self.room.strike(player)
        self.done(f"{player} is off the list.")

    def do_sit(self, player: str, table: str, seat: str, amount: str) -> None:
        """Seat a player."""
        self.room.seat(player, table, int(seat), cents(amount))
        self.done(f"{player} sits at table {table}, seat {seat}, with {dollars(cents(amount))}.")

    def act(self, table: str, kind: str, **detail: Any) -> None:
        """Perform an act between two hands and print its steps."""
        for line in tell(self.room.act(table, kind, **detail).steps):
            self.screen.line(line)

    def do_add(self, table: str, seat: str, amount: str) -> None:
        """Add table stakes."""
        self.act(table, "stakes added", seat=int(seat), cents=cents(amount))

    def do_move(self, table: str, seat: str, to: str) -> None:
        """Move a player to another seat."""
        self.act(table, "seat change", seat=int(seat), to=int(to))

    def do_leave(self, table: str, seat: str) -> None:
        """Have a player leave."""
        self.act(table, "player leaves", seat=int(seat))

    def do_away(self, table: str, seat: str) -> None:
        """Record that a player steps away."""
        self.act(table, "player steps away", seat=int(seat))

    def do_back(self, table: str, seat: str, amount: str) -> None:
        """Record that a player returns."""
        self.act(table, "player returns", seat=int(seat), cents=cents(amount))

    def do_agree(self, table: str, amount: str, *seats: str) -> None:
        """Record an agreement on a higher minimum bet."""
        self.act(table, "minimum bet agreed", cents=cents(amount), seats=[int(seat) for seat in seats])

    def do_charge(self, table: str, floorperson: str) -> None:
        """Take the charge for time."""
        self.act(table, "time charge", floorperson=floorperson)

    def do_deal(self, table: str, hands: str = "1") -> None:
        """Have bots play a number of hands."""
        waiting = len(self.room.to_verify)
        if int(hands) < 1:
            raise PitbossError(f"{hands} hands cannot be dealt")
        for played in range(int(hands)):
            try:
                self.room.hand(table)
            except PitbossError as error:
                if played:
                    self.done(f"{played} of {hands} hands were dealt.")
                raise error from None
        stacks = ", ".join(f"{seat.player} {dollars(seat.cents)}" for _, seat in sorted(self.room.table(table).seats.items()))
        self.done(f"{hands} hand{'s' * (hands != '1')} at table {table}: {stacks}; drop {dollars(self.room.drop[table])}.")
        for call in self.room.to_verify[waiting:]:
            self.called(call)

    def called(self, call: Call) -> None:
        """Print a hand that a dealer has called in."""
        hand = FIVE_CARD.in_full(call.hand)
        self.done(f"The dealer calls from table {call.table}: {call.player}, seat {call.seat}, {call.kind}, {hand}.")

    # ------------------------------------------------------------------ jackpots

    def do_offer(self, fund: str, kind: str, *tables: str) -> None:
        """Offer a jackpot."""
        self.room.offer(fund, kind.replace("-", " "), list(tables))
        self.do_notice(fund)

    def do_notice(self, fund: str) -> None:
        """Print the posted notice of a jackpot."""
        for cite, text in notice(self.room.fund(fund)):
            self.screen.row([(f"  § {cite}  ", "cite"), (text, "")])

    def do_count(self, fund: str, *fields: str) -> None:
        """Count the boxes of a jackpot."""
        given: dict[str, Any] = {"place": "", "dealer": "", "floorperson": "", "security": ""} | dict(map(setting, fields))
        count = self.room.count(fund, **given)
        result = f"{dollars(count.cents)}, signed by {' and '.join(count.signed)}" if count.cents is not None else "by the cage"
        self.done(f"{len(count.boxes)} box{'es' * (len(count.boxes) != 1)} counted at the {count.place}: {result}.")

    def do_verify(self, fund: str, cashier: str, amount: str) -> None:
        """Record the cage's verification of a count."""
        self.room.verify(fund, cashier, cents(amount))
        self.done(f"{dollars(self.room.fund(fund).held)} is held for {fund}.")

    def do_display(self, fund: str, finance: str, floorperson: str) -> None:
        """Set the display to the amount held."""
        self.done(f"The display shows {dollars(self.room.adjust(fund, finance, floorperson))}.")

    def do_beat(self, supervisor: str) -> None:
        """Verify and award a Bad Beat."""
        self.awarded(self.room.award_bad_beat(supervisor))

    def awarded(self, awards: list[Award]) -> None:
        """Print the awards."""
        for award in awards:
            self.done(f"{award.player} is awarded {dollars(award.cents)}.")

    def do_start(self, fund: str) -> None:
        """Start a qualifying period."""
        self.room.start_period(fund)
        self.done("The qualifying period has begun.")

    def do_track(self, *fields: str) -> None:
        """Enter a hand on the tracking slip."""
        given = {field: str(value) for field, value in map(setting, fields)}
        highest = self.room.track(None, given.pop("identification", "true").lower() == "true", **given)
        self.done("It is the highest hand so far, or equal to it." if highest else "A higher hand is on the slip.")

    def do_end(self, fund: str) -> None:
        """End a qualifying period."""
        awards = self.room.end_period(fund)
        self.awarded(awards)
        if not awards:
            self.done("No full house: the fund goes on to the next qualifying period.")

    def do_dismiss(self, kind: str, player: str = "") -> None:
        """Dismiss a called hand that does not qualify."""
        self.room.dismiss(kind.replace("-", " "), player)
        self.done("The hand does not qualify.")

    def do_pay(self, fund: str, player: str, *place: str) -> None:
        """Pay a payout to a player."""
        paid = self.room.collect(fund, player, place=" ".join(place))
        self.done(f"{player} collects {dollars(paid)}.")

    def do_expire(self, fund: str) -> None:
        """Return uncollected payouts to the fund."""
        self.done(f"{dollars(self.room.expire(fund))} goes back into the fund.")

    def do_discontinue(self, fund: str, into: str = "") -> None:
        """Discontinue a jackpot."""
        moved = self.room.discontinue(fund, into)
        self.done(
            f"{dollars(moved)} goes into {into}." if into else "Pots no longer contribute; what is held stays for the players."
        )

    def do_wait(self, minutes: str) -> None:
        """Advance the clock of a lesson."""
        if not self.clock.seeded:
            raise PitbossError("the clock of a real room moves by itself; --seed gives a lesson its own")
        if not 0 <= float(minutes) < math.inf:
            raise PitbossError("time moves on by a number of minutes, 0 or more")
        self.clock.waited += float(minutes) / 60
        self.done(f"It is {self.clock.minutes:g} minutes after the start.")

    # ------------------------------------------------------------------ the board

    def do_board(self) -> None:
        """Print the tables, jackpots and waiting list of the room."""
        board = board_of(self.room)
        rows: list[Row] = []
        for table in board["tables"]:
            limits = dollars(table["minimum"]) + (f"–{dollars(table['maximum'])}" if table["maximum"] else " or more")
            free = ", ".join(map(str, table["free"])) or "none"
            rows.append([(f"Table {table['table']}", "title"), (f"  {table['structure']} {table['variant']}, {limits}", "")])
            rows.append([(f"  free seats {free}; {table['waiting']} waiting", "quiet")])
            for number, seat in board["seats"][table["table"]].items():
                gone = "  away" if seat["away"] else ""
                rows.append(
                    [(f"  {number:>2} ", "quiet"), (f"{seat['player']:<14}", ""), (f"{dollars(seat['cents']):>10}{gone}", "")]
                )
            rows.append([(f"  drop {dollars(board['drop'][table['table']])}", "quiet")])
        for name, fund in board["jackpots"].items():
            pending = " (pending adjustment)" if fund["pending"] else ""
            rows.append([(f"{fund['kind'].title()} {name}", "title"), (f"  {dollars(fund['displayed'])}{pending}", "")])
            counting = f", {dollars(fund['counting'])} being counted" if fund["counting"] else ""
            rows.append([(f"  {dollars(fund['boxes'])} in the boxes{counting}", "quiet")])
            rows += [[(f"  {a['player']} has {dollars(a['cents'])} to collect", "")] for a in fund["awarded"]]
        if board["list"]:
            rows.append([("Waiting  ", "title"), (", ".join(f"{w['player']} ({w['variant']})" for w in board["list"]), "")])
        self.screen.framed("The Poker room", rows or [[("No table is open.", "quiet")]])
        for call in self.room.to_verify:
            self.called(call)

    def do_books(self) -> None:
        """Print where the players' money is."""
        books = self.room.books()
        books.balance()
        rows: list[Row] = [[(f"{'brought to the tables':<28}", "title"), (f"{dollars(books.brought):>14}", "title")]]
        for words, amount in (
            ("before the players", books.stacks),
            ("gone with players who left", books.pockets),
            ("rake in the drop boxes", books.rake),
            ("charges for time", books.time_charges),
            ("jackpots, in the boxes", books.boxes),
            ("jackpots, being counted", books.counting),
            ("jackpots, held", books.held),
            ("jackpots, to be collected", books.awarded),
            ("jackpots, paid to players", books.paid),
        ):
            rows.append([(f"  {words:<26}", "quiet"), (f"{dollars(amount):>14}", "")])
        self.screen.framed("The books", rows)


def cents(amount: str) -> int:
    """An amount in dollars as cents."""
    parsed = cents_of(amount)
    if parsed is None:
        raise PitbossError(f"{amount!r} is not an amount in dollars")
    return parsed
