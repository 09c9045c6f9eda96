"""A table that is open for gaming. Everything that happens there is a command. A command is refused and changes nothing, or it
is carried out, put on record whole, and only then visible to anyone.

`take` carries out a command and returns its record, for an owner with a store of its own (a server that writes the records of
many tables at once). `do` also puts the record into the table's store. `sit`, `bet`, `begin`, `reply` and others are the same
commands for a caller who stands beside the table. A table belongs to one task.
"""

import copy
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pitboss.cards import text
from pitboss.drawing import svg_of, text_of
from pitboss.errors import BadCommand, DuplicateCommandError, IllegalWager, NotAuthorized, OutOfTurn, StaleVersionError, Stopped
from pitboss.evidence.records import FairRecord
from pitboss.evidence.records import Record as Evidence
from pitboss.house import House, house_of
from pitboss.money import dollars
from pitboss.shoe import Chance, Source, Stack, Witness
from pitboss.table import commands as said
from pitboss.table.authors import check_author
from pitboss.table.commands import DEALER, FLOORPERSON, HOUSE, Author, Command, Deed
from pitboss.table.door import check_command
from pitboss.table.felt import HOUR, Seat
from pitboss.table.game import Game
from pitboss.table.in_force import options_of
from pitboss.table.log.records import Drawn, Reading, Record, Recorded
from pitboss.table.log.snapshots import Snapshot, before_from, memory_of, meter_of, put_back, shown_of, stacks_of
from pitboss.table.log.stores import Store
from pitboss.table.money.linked_meter import LinkedMeter
from pitboss.table.money.meter import Meter
from pitboss.table.playing import Playing
from pitboss.table.round import Round
from pitboss.table.silence import SILENCE
from pitboss.table.steps import Answer, Ask, Cut, Incident, Reply, Request, Step
from pitboss.table.working import check_works
from pitboss.version import __version__

if TYPE_CHECKING:
    pass

__all__ = ["Seat", "Table"]

ONE_TASK = "another task is using this table; a table can be used from one task only"
SNAPSHOT_ROUNDS = 50  # rounds from one snapshot to the next
ALONE_ROUNDS = 8  # at a table without a store, which keeps the records since then itself
SNAPSHOT_RECORDS = 2000  # or after this many records
IDS = 256  # how many recent command ids a table remembers
BEGIN, PROCEED = said.Begin(), said.Proceed()
ABOUT_WHAT_IS_ASKED = frozenset({said.Decide, said.CutCards, said.Proceed, said.Report, said.VoidRound})
NOTHING: list[Any] = []  # shared by records without chance or evidence; never changed


@lru_cache(maxsize=1024)
def player(name: str) -> Author:
    """The author of a player's own commands."""
    return Author("player", name)


def own_id(author: Author, id_: str) -> str:
    """A command id made unique to its author, because others may use the same id."""
    return f"{author.role} {author.name}\n{id_}"


class Table(Playing):
    """One table of a game, as the house offers it. The game may be given by chapter or slug, the house by its choices.

    >>> table = Table("three-card-poker", {"table_minimum": 10_00}, chance=Chance(seed=5))
    >>> table.sit(1, "Ann", cents=100_00)
    >>> table.bet(1, {"Ante": 10_00})
    >>> table
    <Table of Three Card Poker (chapter 565) before round 1: seat 1 Ann $100>
    >>> while not isinstance(table.begin() if table.round is None else table.reply(None), Ask):
    ...     pass
    >>> print(table)
    Three Card Poker (chapter 565), round 1
    dealer    ?? ?? ??
    seat 1    Ann $90  Ac Qh Kd  Ante $10
    seat 1 may play ($10) or fold (§ 565.11(b))
    >>> table.round
    <Round 1 of Three Card Poker: in progress after 22 steps>
    """

    def __init__(
        self,
        game: Game | str | int,
        house: House | Mapping[str, Any] | None = None,
        chance: Source | None = None,
        store: Store | None = None,
        stacks: dict[str, Stack] | None = None,
        meter: Meter | LinkedMeter | None = None,
        *,
        name: str = "",
        silence: tuple[str, ...] = SILENCE,
        pauses: bool = True,
        snapshot: Snapshot | None = None,
    ) -> None:
        if not isinstance(game, Game):
            from pitboss.games import game as named  # only callers who pass a name need the games

            game = named(game)
        house = house_of(game.chapter, house)
        check_works(game, house)
        if isinstance(meter, LinkedMeter) and snapshot is None:
            meter.check_name(name)
        super().__init__(game, house, chance or Chance(), stacks, meter)
        self.store = store
        self.silence, self.pauses = silence, pauses
        self.stopped = ""  # why no more commands are taken
        self.signatures = self.signed_to = 0  # of the replayed log: their number, and the version of the last
        self.tail: list[Record] = []  # since the last snapshot, where there is no store
        self.base: Snapshot | None = None  # the last snapshot
        self._due = SNAPSHOT_RECORDS  # the version of the next snapshot, however few rounds were played
        self._ids: OrderedDict[str, int] = OrderedDict()  # which finds its oldest entry at once
        self._turn = [None]  # empty while a task uses the table: popping is atomic, and cheaper than a lock
        if store is not None:
            store.lease()
        if snapshot is not None:
            self._lay(snapshot)
            return
        if self.fair is not None and (self.fair.table, self.fair.reveals) != (name, game.dealt_in is None):
            raise NotAuthorized("fair chance has the table's name, and reveals its secrets unless hands stay hidden for ever")
        linked = self.link.name if self.link is not None else ""
        seeded = getattr(self.chance, "seeded", False)
        self.opening = said.Open(
            *(game.chapter, house.given, __version__, name, seeded, pauses, linked, silence, options_of(house), house.limited),
            pays_in_chips=house.pays_in_chips,
        )
        self._say(self.opening, HOUSE)

    # ------------------------------------------------------------------ what it looks like

    def __repr__(self) -> str:
        seats = (f"seat {number} {seat.player} {dollars(self.chips(number))}" for number, seat in sorted(self.seats.items()))
        when = f"before round {self.rounds + 1}" if self.round is None else f"in round {self.round.number}"
        return f"<Table of {self.title} {when}: {', '.join(seats) or 'nobody sits there'}>"

    def __str__(self) -> str:
        """The table as all its players together see it: the dealer's face-down cards stay hidden."""
        return text_of(self)

    def _repr_svg_(self) -> str:
        """The felt with its cards and chips as all players together see them, for a notebook."""
        svg: str = svg_of(self)
        return svg

    @property
    def title(self) -> str:
        """The game and its chapter."""
        return f"{self.house.chapter.game} (chapter {self.house.chapter.chapter})"

    # ------------------------------------------------------------------ commands

    def do(self, command: Command) -> Record:
        """Carries out a command, stores its record and returns it. The record may be shown."""
        self._use()
        try:
            self._check(command)
            return self._keep(self._carry_out(command.deed, command.author, command.at, command.id))
        finally:
            self._turn.append(None)

    def take(self, command: Command) -> Record:
        """Carries out a command and returns its record, which nobody may see before it is durable. Raises a PitbossError with
        the reason if the command is refused; nothing has changed then. If `base` has the record's version, that snapshot is to
        be stored with it. The owner calls `confirm` when the record is durable, and `stop` when it could not be written. After
        a record that moved a linked meter (`record.meter`) only commands to sit, buy, bet or add seeds are accepted until it is
        confirmed."""
        self._use()
        try:
            self._check(command)
            record = self._carry_out(command.deed, command.author, command.at, command.id)
            if (snapshot := self._snapshot_after(record)) is not None:
                self._lay_base(snapshot)
            return record
        finally:
            self._turn.append(None)

    def confirm(self, record: Record) -> None:
        """Tells the table that a taken record is durable: its effect on a linked meter counts now. Until then no other table
        linked to the meter goes on, and this one makes no second move. Records are confirmed in order."""
        if self.link is not None:
            try:
                self.link.confirm(self.opening.name, record)
            finally:
                self.stopped = self.stopped or self.link.stopped

    def stop(self, why: str = "") -> None:
        """Tells the table that a taken record could not be made durable: no commands are taken until the table is resumed."""
        self.stopped = why or "the log could not be written: the table must be resumed"
        if self.link is not None:
            self.link.drop(self.opening.name)

    def _say(self, deed: Deed, author: Author) -> Record:
        """Carries out a command by a caller who stands beside the table, at the time of its clock."""
        try:
            self._turn.pop()
        except IndexError:
            raise OutOfTurn(ONE_TASK) from None
        try:
            return self._keep(self._carry_out(deed, author, int(self._chance.hours() * HOUR), ""))
        finally:
            self._turn.append(None)

    def _use(self) -> None:
        """Acquires the table for a task; raises OutOfTurn while another task uses it."""
        try:
            self._turn.pop()
        except IndexError:
            raise OutOfTurn(ONE_TASK) from None

    def _check(self, command: Command) -> None:
        """Checks that a command is fresh and that its author may give it."""
        check_command(command)
        if command.version is not None or command.id:
            self._check_fresh(command)
        check_author(self, command.deed, command.author)

    def _carry_out(self, deed: Deed, author: Author, at: int, id_: str) -> Record:
        if self.stopped:
            raise Stopped(self.stopped)
        before, fair = self.clock, self.fair
        if self.link is not None and type(deed) is not said.Open:
            self.link.check(self.opening.name, deed)
        if self.closed or fair is not None:
            self._check_takes(deed)
        if (now := at / HOUR) > before:
            self.clock = now
        self._read = self._end = None
        try:
            steps = DEEDS[type(deed)](self, deed)
        except Exception:  # refused
            self.clock, self.drawn = before, []
            raise
        except BaseException:
            self.stopped = "the table was interrupted in the middle of a command: it must be resumed"
            raise
        drawn: list[Drawn] = self.drawn
        evidence: list[Evidence] = NOTHING
        if drawn:
            self.drawn = []
        if fair is not None:
            drawn, evidence = [item for item in drawn if type(item) is Reading], self._testify(fair, deed)
        self.version += 1
        self.closed = type(deed) is said.Close
        if id_:
            self._remember(author, id_)
        shows = None if self._read is None else self._meter_shows()
        failed = "" if self.failure is None else str(self.failure)
        record = Record(self.version, deed, author, at, id_, drawn or NOTHING, steps, self._end, failed, shows, evidence)
        if self.store is None:
            self.tail.append(record)
        return record

    def _testify(self, fair: Witness, deed: Deed) -> list[Evidence]:
        """What fair chance puts on record for a command. At the end of a round this includes the secrets of all gathered cards,
        and the promise for the next round's wagers."""
        try:
            if type(deed) is said.Close:
                fair.close()
            elif type(deed) is said.Discard:
                fair.discard()
                fair.promise()
            elif self._end is not None or (self.called and type(deed) is said.Leave):
                lying = {stack.root for stack in self.stacks.values() if stack.cards}
                for root in fair.living:  # no root ends during a round: its cards may lie hidden before players
                    if root not in lying:
                        fair.end(root)
                fair.promise()
            elif not fair.promised:
                fair.promise()
            elif self.round is None:
                fair.keep_seeds_of(self.seats)
            return fair.take_records()
        except BaseException:
            self.stopped = "what chance promises could not be put on record: the table must be resumed"
            raise

    def _meter_shows(self) -> Reading | None:
        """The reading of the linked meter after the current command, None where it was only read."""
        assert self.link is not None and self.own_meter is not None
        shows = Reading(self.own_meter.cents, str(self.own_meter.carried))
        if shows == self._read:
            return None
        assert self._read is not None
        self.link.expect(self.opening.name, self.version, shows)
        self.moved = self.version, self._read, shows
        return shows

    def _keep(self, record: Record) -> Record:
        """Puts a record into the store; a failure stops the table."""
        try:
            snapshot = self._snapshot_after(record) if self.round is None else None
            if (store := self.store) is not None:
                store.append(record.version - 1, (record,), snapshot)
        except BaseException as error:
            self.stop(str(error))
            raise
        if self.link is not None:
            self.confirm(record)
        if snapshot is not None:
            self._lay_base(snapshot)
        return record

    def _snapshot_after(self, record: Record) -> Snapshot | None:
        """A snapshot of the table, if one is due."""
        if self.version < self._due and record.end is None:
            return None
        every = SNAPSHOT_ROUNDS if self.store is not None else ALONE_ROUNDS
        due = self.version >= self._due or not self.rounds % every
        return self.snapshot() if due and self.round is None else None

    def _lay_base(self, snapshot: Snapshot) -> None:
        self.base, self.tail, self._due = snapshot, [], snapshot.version + SNAPSHOT_RECORDS

    # ------------------------------------------------------------------ stale and duplicate commands

    def _check_fresh(self, command: Command) -> None:
        """Checks that a command was not carried out before and was made for the current question."""
        deed, version = command.deed, command.version
        if command.id and (first := self._ids.get(own_id(command.author, command.id))) is not None:
            raise DuplicateCommandError(
                f"command {command.id} was carried out already; it brought the table to version {first}", first
            )
        if version is None:
            return
        if not 0 <= version <= self.version:
            raise StaleVersionError("that was said for a table that is not as this one is: look at it again first")
        since = self._since(deed)
        if len(self._ids) >= IDS:  # older commands may have been carried out under a forgotten id
            since = max(since, next(iter(self._ids.values())))
        if version < since:
            raise StaleVersionError(f"too late: {self._changed(deed)}")

    def _changed(self, deed: Deed) -> str:
        """What has changed since a stale command was made."""
        if type(deed) in ABOUT_WHAT_IS_ASKED:
            return "the table has gone on to something else since this was said"
        if type(deed) is said.Buy or type(deed) is said.Leave:
            return f"seat {deed.seat} has changed hands since this was said"
        return "a round has ended since this was said"

    def _since(self, deed: Deed) -> int:
        """The version at which the subject of a command last changed."""
        if type(deed) in ABOUT_WHAT_IS_ASKED:
            return self.asked_at
        if type(deed) is said.Buy or type(deed) is said.Leave:
            return self.seats[deed.seat].since if deed.seat in self.seats else 0
        return 0 if type(deed) is said.Sit else self.since

    def _remember(self, author: Author, id_: str) -> None:
        self._ids[own_id(author, id_)] = self.version
        if len(self._ids) > IDS:
            self._ids.popitem(last=False)

    # ------------------------------------------------------------------ for callers beside the table

    def sit(self, number: int, name: str, cents: int = 1_000_000) -> None:
        """A player takes a betting position with chips.

        Where a chapter lets players bet on several positions, they may sit at several adjacent ones, otherwise at one.
        """
        self._say(said.Sit(number, name, cents), Author("player", name))

    def buy(self, number: int, cents: int) -> None:
        """A player buys chips."""
        self._say(said.Buy(number, cents), self._player(number))

    def leave(self, number: int) -> None:
        """A player leaves the table with their chips. In a round they walk away from their wagers at all their positions, and
        their seats become free when the round is over."""
        self._say(said.Leave(number), self._player(number))

    def bet(self, number: int, wagers: Mapping[str, int]) -> None:
        """Places, changes or (with {}) withdraws the wagers of a seat for the next round, with all rules checked at once."""
        self._say(said.Bet(number, dict(wagers)), self._player(number))

    def bet_cash(self, number: int, wagers: Mapping[str, int], cents: int) -> None:
        """A spoken wager with cash: the dealer confirms it and changes the cash into chips (§ 633a.6(a), § 635a.6(a)). Other
        chapters do not provide for it, and a house may rule it out."""
        if not self.house.get("cash_wagers"):
            raise IllegalWager("a spoken wager with cash is not taken here: change the cash into chips first", self.game.chips)
        self.game.check_wagers(self.house, wagers)
        self.buy(number, cents)
        self.bet(number, wagers)

    def seed(self, number: int, seed: str) -> None:
        """A seat contributes a seed to chance for the next round."""
        self._say(said.Seed(number, seed), self._player(number))

    def pledge(self, number: int, digest: str) -> None:
        """A seat commits to a seed by its digest, and reveals the seed after “no more bets”."""
        self._say(said.Pledge(number, digest), self._player(number))

    def rest(self) -> None:
        """Gaming stops: the cards are spread, and shown, washed and shuffled when a player arrives."""
        self._say(said.Rest(), DEALER)

    def permit(self, number: int) -> None:
        """The certificate holder lets a seat wager again before the reshuffle it had to wait for."""
        self._say(said.Permit(number), FLOORPERSON)

    def post_limits(self, limits: Mapping[str, int]) -> None:
        """The house posts other limits, in cents by their options."""
        self._say(said.PostLimits(dict(limits)), FLOORPERSON)

    def act(self, kind: str, detail: Mapping[str, Any] | None = None) -> Round:
        """Carries out an act between two rounds that the chapter defines (`Game.acts`), and returns its steps and ledger."""
        self._say(said.Act(kind, dict(detail or {})), FLOORPERSON)
        assert self.acted is not None
        return self.acted

    def begin(self) -> Request | None:
        """Starts the round with the wagers on the layout. Where seeds were pledged (`called`) they are revealed before `begin`
        is called again."""
        self._say(BEGIN, DEALER)
        if self.failure is not None:
            raise self.failure
        return self.request

    def reply(self, reply: Reply) -> Request | None:
        """Answers the open request and returns the next one, or None when the round is over."""
        request = self.request
        if type(reply) is Answer:
            seat = request.seat if type(request) is Ask else 0
            self._say(said.Decide(seat, reply.word, reply.cents), self._player(seat))
        elif isinstance(reply, Incident):
            self._say(said.Report(reply.kind, reply.detail), FLOORPERSON)
        elif isinstance(request, Cut):
            self._say(said.CutCards(request.seat, reply), self._player(request.seat))  # type: ignore[arg-type]
        elif reply is None:
            self._say(PROCEED, DEALER)
        else:
            self.nobody_asked(str(reply))
        if self.failure is not None:  # the failure is raised after it is on record
            raise self.failure
        return self.request

    def void_round(self, why: str) -> None:
        """A floorperson voids a round that has failed."""
        self._say(said.VoidRound(why), FLOORPERSON)

    def discard(self, why: str) -> None:
        """The house discards all promises of chance, because they may have been used elsewhere."""
        self._say(said.Discard(why), HOUSE)

    def close(self) -> None:
        """Ends the sitting and releases the store, so that the table can be resumed elsewhere."""
        self._say(said.Close(), HOUSE)
        if self.store is not None:
            self.store.release()

    def reopen(self) -> None:
        """Opens a closed table again, exactly as it was first opened."""
        self._say(self.opening, HOUSE)

    def _player(self, number: int) -> Author:
        if type(number) is not int:
            raise BadCommand("a seat is a whole number")
        seat = self.seats.get(number)
        return player(seat.player if seat is not None else "")

    @property
    def mark(self) -> tuple[int, str]:
        """The version of the table, and the seal of its last record where the store seals."""
        return self.version, self.store.seal if self.store is not None else ""

    # ------------------------------------------------------------------ snapshots and copies

    def snapshot(self) -> Snapshot:
        """The whole table between two rounds, as one value."""
        return self._snapshot(None if self.fair is None else self.fair.to_record())

    def outline(self) -> Snapshot:
        """A snapshot without the parts that are sealed anew every time, to compare with another table's outline."""
        return self._snapshot(None if self.fair is None else self.fair.outline())

    def _snapshot(self, chance: FairRecord | None) -> Snapshot:
        self.check_between_rounds()
        return Snapshot(
            version=self.version,
            opening=self.opening,
            since=self.since,
            ids=list(self._ids.items()),
            closed=self.closed,
            seats={n: Seat(s.player, s.cents, s.since) for n, s in self.seats.items()},
            bets={n: dict(placed) for n, placed in self.bets.items()},
            rounds=self.rounds,
            stacks=stacks_of(self),
            racks={side: text(cards) for side, cards in self.racks.items()},
            segregated={side: text(cards) for side, cards in self.segregated.items()},
            waiting=text(self.waiting),
            cards=self.cards,
            opened_at=self.opened_at,
            clock=self.clock,
            since_count=self.since_count,
            idle=self.idle,
            permitted=sorted(self.permitted),
            out_of_order=sorted(self.out_of_order),
            meter=meter_of(self.own_meter),
            moved=self.moved,
            accounts=self.accounts(),
            memory=memory_of(self),
            chance=chance,
            last=shown_of(self.last or self.before),
            posted=dict(self.posted),
        )

    def _lay(self, snapshot: Snapshot) -> None:
        """Restores the table from a snapshot."""
        put_back(self, snapshot)
        self.before = before_from(snapshot.last)
        self.version, self.since, self.asked_at = snapshot.version, snapshot.since, snapshot.since
        self.opening, self.closed = snapshot.opening, snapshot.closed
        if snapshot.posted:
            self._take_limits(snapshot.posted)
        self.silence, self.pauses = snapshot.opening.silence, snapshot.opening.pauses
        self.bets = {n: dict(placed) for n, placed in snapshot.bets.items()}
        self._ids = OrderedDict(snapshot.ids)
        self._lay_base(snapshot)

    def __copy__(self) -> "Table":
        return copy.deepcopy(self)

    def __reduce__(self) -> Any:
        """Copies a table by its last snapshot and the records since; the copy writes into no store."""
        since = self.base.version if self.base is not None else 0
        tail = list(self.tail) if self.store is None else list(self.store.read(since))
        return rebuild, (self.game, self.house, self.chance, self.opening, self.base, tail)


def rebuild(
    game: Game, house: House, chance: Source, opening: said.Open, base: Snapshot | None, tail: Sequence[Record]
) -> Table:
    """The table described by a snapshot and the records after it, or by all records since its opening."""
    witness: Witness | None = getattr(chance, "witness", None)
    replay: Source = Recorded()
    if witness is not None:
        replay = witness.again([each for record in tail for each in record.evidence], base.chance if base is not None else None)
    about = {"name": opening.name, "silence": opening.silence, "pauses": opening.pauses}
    table = Table(game, house, replay, snapshot=base, **about)  # type: ignore[arg-type]
    table.opening = opening
    if base is None:
        table.tail = [tail[0]]
    for record in tail if base is not None else tail[1:]:
        if witness is None:
            table.chance = Recorded(record.drawn)
        table.take(record.command)
    table.chance = chance
    return table


DEEDS: dict[type[Any], Callable[[Table, Any], list[Step]]] = {
    said.Open: Table._open,
    said.Sit: Table._sit,
    said.Buy: Table._buy,
    said.Leave: Table._leave,
    said.Bet: Table._bet,
    said.Rest: Table._rest,
    said.Permit: Table._permit,
    said.PostLimits: Table._post,
    said.Act: Table._act,
    said.Seed: Table._seed,
    said.Pledge: Table._pledge,
    said.Begin: Table._begin,
    said.Proceed: Table._proceed,
    said.Decide: Table._decide,
    said.CutCards: Table._cut,
    said.Report: Table._report,
    said.VoidRound: Table._void_round,
    said.Discard: Table._discard,
    said.Close: Table._close,
}
