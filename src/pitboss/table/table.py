"""A table that is open for gaming: who sits where, what is bet, the cards between rounds, and the round in progress.

A round is advanced by `begin` and `reply`; each returns what is wanted next, or None when the round is over. Whatever the
outside said is in the journal before it has an effect, so that a table killed at any instant can be rebuilt.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card, parse
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized, OutOfTurn, PitbossError, Unbalanced
from pitboss.house import House
from pitboss.money import dollars
from pitboss.shoe import Chance, Shuffle, Source, Stack
from pitboss.table.game import Game
from pitboss.table.incidents import check_detail
from pitboss.table.journal import Journal
from pitboss.table.ledger import Ledger, balance
from pitboss.table.progressive import Meter
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Cut, Incident, Moment, Reply, Request
from pitboss.table.working import check_works


@dataclass
class Seat:
    """A player at a betting position, with the chips in front of him in cents."""

    player: str
    cents: int


class Table:
    """One table of a game, as the house offers it."""

    def __init__(
        self,
        game: Game,
        house: House | None = None,
        chance: Source | None = None,
        journal: Journal | None = None,
        stacks: dict[str, Stack] | None = None,
        meter: Meter | None = None,
    ) -> None:
        self.game = game
        self.house = house or House.of(game.chapter)
        check_works(game, self.house)
        self.chance = chance or Chance()
        self.journal = journal or Journal()
        self.seats: dict[int, Seat] = {}
        self.bets: dict[int, dict[str, int]] = {}
        self.round: Round | None = None
        self.last: Round | None = None  # the round before
        self.request: Request | None = None
        self.rounds = 0
        # The cards, for each side of a double shoe or for the only one (""): the stack to deal from, the discard rack, the
        # segregated area; and a second deck or batch that waits for its turn.
        sides = ("left", "right") if self.house.get("double_shoe") else ("",)
        self.stacks: dict[str, Stack] = stacks if stacks is not None else {side: Stack() for side in sides}
        self.racks: dict[str, list[Card]] = {side: game.deck(self.house) for side in sides}
        self.segregated: dict[str, list[Card]] = {side: [] for side in sides}
        self.waiting: list[Card] = []
        self.cards = sum(map(len, self.racks.values()))
        # What a dealer remembers from round to round.
        self.opened_at: float | None = None
        self.clock = 0.0  # the last time on record, in hours
        self.since_count = 0
        self.idle = False
        self.permitted: set[int] = set()
        self.out_of_order: set[str] = set()
        self.linked = meter is not None  # to a meter that other tables move too
        self.meter = meter or Meter.of(self.house)
        self.inventory = 0  # what the house has gained here, in all
        self.brought = self.taken = 0  # what players have brought to the table, and taken away from it
        self.memory: dict[str, Any] = {}
        self._lawful: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}  # wagers checked before, as players repeat them
        self.journal.write("table", {"chapter": game.chapter, "house": self.house.given})

    # ------------------------------------------------------------------ seats and bets

    def sit(self, number: int, player: str, cents: int = 1_000_000) -> None:
        """A player takes a betting position with chips.

        Where a chapter lets a player bet on several positions he may sit at several adjacent ones, else at one.
        """
        self.check_sit(number, player, cents)
        self.journal.write("sit", [number, player, cents])
        self.seats[number] = Seat(player, cents)
        self.brought += cents

    def check_sit(self, number: int, player: str, cents: int) -> None:
        """Whether a player may take a betting position with so many cents; raises IllegalWager."""
        self.check_seat(number)
        if not player.isprintable():
            raise IllegalWager(f"{player!r} is not a name that can be put on record")
        if type(cents) is not int or cents < 0:
            raise IllegalWager(f"nobody can sit down with {cents!r} cents", self.game.chips)
        if number in self.seats:
            raise IllegalWager(f"seat {number} is taken by {self.seats[number].player}")
        mine = sorted([n for n, s in self.seats.items() if s.player == player] + [number])
        allowed, cite = self.game.positions(self.house)
        if len(mine) > allowed:
            raise IllegalWager(f"{player} may play {allowed} position{'s' * (allowed > 1)}, not {len(mine)}", cite)
        if mine[-1] - mine[0] != len(mine) - 1:
            raise IllegalWager(f"{player}'s positions must be adjacent", cite)

    def check_seat(self, number: int) -> None:
        """Whether the table has such a seat; raises IllegalWager."""
        most, cite = self.game.seats(self.house)
        if type(number) is not int or not 1 <= number <= most:
            raise IllegalWager(f"there is no seat {number}; the table has seats 1 to {most}", cite)

    def bet(self, number: int, wagers: Mapping[str, int]) -> None:
        """Places, changes or (with {}) withdraws the wagers of a seat for the next round; all rules checked at once."""
        if self.round is not None:
            raise IllegalWager("no wager may be made, increased or withdrawn after “no more bets”", self.game.no_more_bets)
        if number not in self.seats:
            raise IllegalWager(f"nobody sits at seat {number}; only seated players may wager")
        if not wagers:
            self.bets.pop(number, None)
            self.journal.write("bet", [number, {}])
            return
        if self.game.may_bet is not None:
            self.game.may_bet(self, number)
        checked = None
        if all(type(cents) is int for cents in wagers.values()):
            checked = self._lawful.get(tuple(wagers.items()))
        if checked is None:
            checked = self.game.check_wagers(self.house, wagers)
            self._lawful[tuple(wagers.items())] = checked
        total, chips = sum(checked.values()), self.seats[number].cents
        if total > chips:
            raise IllegalWager(f"seat {number} has {dollars(chips)} in chips and cannot bet {dollars(total)}", self.game.chips)
        self.journal.write("bet", [number, checked])
        self.bets[number] = checked

    def rest(self) -> None:
        """There is no gaming activity: the cards are spread, and shown, washed and shuffled when a player arrives."""
        if self.round is not None:
            raise OutOfTurn("the round of play is not over")
        self.journal.write("rest", None)
        self.idle = True

    def permit(self, number: int) -> None:
        """The certificate holder lets a seat wager again that had to wait for a reshuffle."""
        if number not in self.seats:
            raise IllegalWager(f"nobody sits at seat {number}")
        self.journal.write("permit", number)
        self.permitted.add(number)

    def act(self, kind: str, detail: Mapping[str, Any] | None = None) -> Round:
        """Does something between two rounds that the chapter knows (`Game.acts`), and returns its steps and its ledger.

        An act that is not lawful is refused before it has any effect; the refusal is on record.
        """
        if self.round is not None:
            raise OutOfTurn("the round of play is not over")
        if kind not in self.game.acts:
            known = ", ".join(sorted(self.game.acts)) or "nothing of the kind"
            raise NotAuthorized(f"chapter {self.game.chapter} knows no act {kind!r} between rounds; it knows {known}")
        given = dict(detail or {})
        self._recordable(kind, given)
        self.journal.write("act", [kind, given])
        done = Round(self, {})
        cite, perform = self.game.acts[kind]
        try:
            perform(done, given)
        except Unbalanced:
            raise
        except (PitbossError, KeyError, TypeError, ValueError) as error:
            if not isinstance(error, PitbossError):
                error = NotAuthorized(f"{kind!r} cannot be read with {given}", cite)
            self.journal.write("refused", str(error))
            raise error from None
        self.journal.steps(done.steps, 0)
        done.ledger = balance(done.steps)
        self._credit(done.ledger)
        return done

    # ------------------------------------------------------------------ a round

    def begin(self) -> Request | None:
        """Starts the round with the wagers on the layout."""
        if self.round is not None:
            raise OutOfTurn("the round of play is not over")
        bets = self.bets if self.game.dealt_in is None else self.game.dealt_in(self)
        if not bets:
            raise IllegalWager("nobody has placed a wager", self.game.no_more_bets)
        if self.game.may_deal is not None:
            self.game.may_deal(self)
        self.journal.write("begin", self.rounds + 1)
        if self.linked and self.meter is not None:
            self.meter.cents = self.chance.meter(self.meter.cents)
            self.journal.write("meter", self.meter.cents)
        self.round = Round(self, bets)
        return self._advance(None)

    def verify(self, ask: Ask, words: str) -> Answer:
        """A player's words as a lawful answer; raises IllegalDecision, and nothing has changed."""
        answer = ask.verify(words)
        if answer.cents and self.chips(ask.seat) < answer.cents - ask.already:
            raise IllegalDecision(
                f"seat {ask.seat} has {dollars(self.chips(ask.seat))} left and cannot {answer.word} {dollars(answer.cents)}",
                ask.cite,
            )
        return answer

    def chips(self, number: int) -> int:
        """The cents a seat has left in front of him during the round."""
        out = self.round.staked.get(number, 0) if self.round is not None else 0
        return self.seats[number].cents - out

    def reply(self, reply: Reply) -> Request | None:
        """Answers the request in hand and returns the next one, or None when the round is over."""
        request = self.request
        if isinstance(request, Ask) and isinstance(reply, Answer):
            short = reply.cents and reply.cents - request.already > self.chips(request.seat)
            if not request.allows(reply) or short:
                self.verify(request, str(reply))
                raise IllegalDecision(f"seat {request.seat} may not {reply}", request.cite)
            self.journal.write("answer", (request.seat, reply.word, reply.cents))
        elif reply is not None or not isinstance(request, Moment):
            self._take_note(request, reply)
        elif (awaited := request.waits_for) is not None:
            raise OutOfTurn(f"the round waits until {awaited.kind!r} is reported", self.game.incidents[awaited.kind])
        return self._advance(reply)

    def _take_note(self, request: Request | None, reply: Reply) -> None:
        """Puts an incident or a cut on record, or refuses what nobody asked for."""
        if self.round is None or request is None:
            raise OutOfTurn("no round is in progress")
        if isinstance(reply, Incident):
            if reply.kind not in self.game.incidents:
                known = ", ".join(sorted(self.game.incidents))
                raise NotAuthorized(f"chapter {self.game.chapter} knows no incident {reply.kind!r}; it knows {known}")
            if isinstance(request, Cut):
                raise OutOfTurn("the cards are being cut")
            check_detail(reply, self.game.details[reply.kind], self.game.incidents[reply.kind])
            for words in (reply.detail.get("card"), reply.detail.get("cards")):
                if isinstance(words, str) and words not in ("first", "second", "hole"):
                    parse(words)
            self._recordable(reply.kind, reply.detail)
            at = request.name if isinstance(request, Moment) else "decision"
            self.journal.write("incident", [at, reply.kind, reply.detail])
        elif isinstance(request, Ask):
            raise OutOfTurn(f"seat {request.seat} is asked for a decision", request.cite)
        elif isinstance(request, Cut):
            if reply is not None and not (isinstance(reply, int) and request.least <= reply <= request.most):
                raise IllegalDecision(
                    f"the cut must be {request.least} to {request.most} cards deep, not {reply}", request.cite
                )
            self.journal.write("cut", [request.seat, reply])
        else:
            raise OutOfTurn(f"nobody is asked for a decision now, but {reply} was said")

    def _recordable(self, kind: str, detail: dict[str, Any]) -> None:
        try:
            json.dumps(detail, ensure_ascii=False).encode()
        except (TypeError, ValueError):
            raise NotAuthorized(f"the detail of {kind!r} cannot be put on record") from None

    def _advance(self, reply: Reply) -> Request | None:
        current = self.round
        assert current is not None
        steps = current.steps
        before = len(steps)
        try:
            self.request = current.procedure.send(reply)
        except StopIteration:
            self.request = None
        if len(steps) > before:
            self.journal.steps(steps, before)
        if current.refusal is not None:
            refusal, current.refusal = current.refusal, None
            self.journal.write("refused", str(refusal))
            raise refusal
        if self.request is None:
            self._end(current)
        return self.request

    def _end(self, current: Round) -> None:
        ledger = current.ledger
        if ledger is None:
            raise Unbalanced("the round ended without a ledger")
        self._credit(ledger)
        self.check_cards()
        self.rounds += 1
        self.round = None
        self.bets = {}
        self.last = current
        self.journal.write(
            "end", {"void": current.void, "players": ledger.players, "inventory": ledger.inventory, "meter": ledger.meter}
        )

    def _credit(self, ledger: Ledger) -> None:
        """Every player has what he gained, and so has the house."""
        self.inventory += ledger.inventory
        for who, cents in ledger.players.items():
            self.seats[int(who.removeprefix("seat_"))].cents += cents

    # ------------------------------------------------------------------ cards and chance

    def shuffle(self, cards: list[Card]) -> Shuffle:
        """Has chance shuffle some cards, and puts the shuffle on record."""
        shuffle = self.chance.shuffle(cards)
        self.journal.write("shuffle", shuffle)
        return shuffle

    def number(self, least: int, most: int) -> int:
        """A number from chance, on record."""
        number = self.chance.number(least, most)
        self.journal.write("number", number)
        return number

    def hours(self) -> float:
        """The clock, on record."""
        hours = self.chance.hours()
        self.journal.write("hours", hours)
        self.clock = hours
        return hours

    def cards_in_place(self) -> list[Card]:
        """Every card at the table, wherever it lies."""
        cards = list(self.waiting)
        for side, stack in self.stacks.items():
            cards += [*stack.cards, *self.racks[side], *self.segregated[side]]
        if self.round is not None:
            for hand in self.round.hands.values():
                cards += hand
        return cards

    def check_cards(self) -> None:
        """Every card of every deck is in exactly one place, or this raises Unbalanced."""
        if (found := len(self.cards_in_place())) != self.cards:
            raise Unbalanced(f"{found} cards are at the table, not {self.cards}")
