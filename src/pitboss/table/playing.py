"""Rounds at a table: questions, answers and their consequences.

Questions that the text lets players answer together may be answered ahead of turn (`Ask.together`). Such an answer is held
until its turn comes, so that the steps follow the order of the text. A procedure that fails leaves a round that only a
floorperson can end (`VoidRound`).
"""

from typing import NoReturn

from pitboss.cards import Card, parse
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized, OutOfTurn, PitbossError, Unbalanced
from pitboss.house import House
from pitboss.shoe import Source, Stack
from pitboss.table import notes
from pitboss.table.commands import Act, Begin, CutCards, Decide, Discard, Leave, Proceed, Report, VoidRound
from pitboss.table.game import Game
from pitboss.table.incidents import check_detail
from pitboss.table.log.records import End
from pitboss.table.log.snapshots import RoundBefore
from pitboss.table.money.ledger import Ledger, balance, holdings, meter_moved, reverse
from pitboss.table.money.linked_meter import LinkedMeter
from pitboss.table.money.meter import Meter
from pitboss.table.money.progressive import leave_meter
from pitboss.table.procedure import play
from pitboss.table.round import Round
from pitboss.table.seating import Seating
from pitboss.table.silence import silent_answer
from pitboss.table.steps import LETTERED, Answer, Ask, Cut, Failed, Incident, Moment, Reply, Request, Step

REPLACED = "the cards are removed from the table and replaced"


class Playing(Seating):
    """A table at which rounds are played."""

    def __init__(
        self,
        game: Game,
        house: House,
        chance: Source,
        stacks: dict[str, Stack] | None = None,
        meter: Meter | LinkedMeter | None = None,
    ) -> None:
        super().__init__(game, house, chance, stacks, meter)
        self.last: Round | None = None  # the round before
        self.before: RoundBefore | None = None  # the round before at a table restored from a snapshot
        self.since = 0  # the version at which the round before was over
        self.asked_at = 0  # the version at which the open question was first asked
        self.failure: Exception | None = None  # why the round in progress cannot go on
        self.silence: tuple[str, ...] = ()
        self._early: dict[tuple[int, str], Answer] = {}  # answers given ahead of turn
        self._leaving: list[int] = []  # seats whose players walked away from the round in progress
        self._end: End | None = None  # of the round that the current command has ended

    @property
    def shown(self) -> Round | RoundBefore | None:
        """The round in progress, or the previous one until the next begins."""
        return self.round or self.last or self.before

    # ------------------------------------------------------------------ questions and answers

    def _begin(self, deed: Begin) -> list[Step]:
        self.check_between_rounds()
        bets = self.bets if self.game.dealt_in is None else self.game.dealt_in(self)
        if not bets:
            raise IllegalWager("nobody has placed a wager", self.game.no_more_bets)
        if self.game.may_deal is not None:
            self.game.may_deal(self)
        if self.fair is not None and self.fair.untold:
            return self._call_for_seeds(self.fair)
        self.round = Round(self, bets, self.game.irregularity)
        self.round.procedure = play(self.round, self.game)
        return [Step(self.game.no_more_bets, "begin", note=notes.number(self.round.number)), *self._advance(None)]

    def asks(self) -> list[Ask]:
        """Every open question: the one in turn, and those that may be answered ahead of turn."""
        if not isinstance(self.request, Ask):
            return []
        questions = [self.request]
        for ask in self.request.together:
            if (ask.seat, ask.about) not in self._early and not (ask.one_by_one and self._other_first(ask, questions)):
                questions.append(ask)
        return questions

    def _other_first(self, ask: Ask, open_: list[Ask]) -> bool:
        """True if another position of the same player is among the questions that come first."""
        name = self.seats[ask.seat].player
        return any(self.seats[before.seat].player == name for before in open_)

    def ask_of(self, seat: int) -> Ask:
        """The open question of a seat; raises OutOfTurn."""
        if not isinstance(self.request, Ask):
            self.nobody_asked(f"seat {seat}'s decision")
        found = next((ask for ask in self.asks() if ask.seat == seat), None)
        if found is None:
            for ask in self.request.together:
                if ask.seat == seat and ask.one_by_one and (seat, ask.about) not in self._early:
                    raise OutOfTurn(f"the player at seat {seat} has another position, which comes first", ask.one_by_one)
            asked, cite = self.request.seat, LETTERED[self.request.cite]
            raise OutOfTurn(f"seat {asked} is asked for a decision, not seat {seat}", cite)
        return found

    def silent(self, ask: Ask) -> Answer:
        """The answer for a silent player: by the text where it states one, otherwise by the house's order."""
        assert self.round is not None
        return silent_answer(self.game, self.round, ask, self.silence)

    def _decide(self, deed: Decide) -> list[Step]:
        request = self.request
        if type(request) is not Ask:
            self.nobody_asked(str(Answer(deed.word, deed.cents)))
        if deed.seat != request.seat:
            ask = self.ask_of(deed.seat)
            self._early[ask.seat, ask.about] = self._answer(ask, deed.word, deed.cents)
            return []
        return self._advance(self._answer(request, deed.word, deed.cents))

    def _answer(self, ask: Ask, word: str, cents: int) -> Answer:
        """A lawful answer to a question; raises IllegalDecision."""
        if type(word) is not str:
            raise IllegalDecision(f"a decision is a word, not {word!r}", ask.cite)
        if type(cents) is not int:
            raise IllegalDecision(f"an amount is a whole number of cents, not {cents!r}", ask.cite)
        answer = ask.read(word, cents)
        if answer is not None and (not cents or cents - ask.already <= self.chips(ask.seat)):
            return answer
        self.verify(ask, str(Answer(word, cents)))
        raise IllegalDecision(f"seat {ask.seat} may not {Answer(word, cents)}", ask.cite)

    def nobody_asked(self, what: str) -> NoReturn:
        """Refuses a command given while something else, or nothing, is asked; raises OutOfTurn."""
        request = self.request
        if self.round is None or request is None:
            raise OutOfTurn("no round is in progress")
        if isinstance(request, Ask):
            raise OutOfTurn(f"seat {request.seat} is asked for a decision", LETTERED[request.cite])
        if isinstance(request, Failed):
            raise OutOfTurn(f"the round has failed ({request.why}); a floorperson must void it")
        if isinstance(request, Cut):
            raise OutOfTurn(f"seat {request.seat} is offered the cut", request.cite)
        raise OutOfTurn(f"nobody is asked for a decision now, but {what} was given")

    def _cut(self, deed: CutCards) -> list[Step]:
        request, depth = self.request, deed.depth
        if not isinstance(request, Cut):
            self.nobody_asked("a cut")
        if deed.seat != request.seat:
            raise OutOfTurn(f"the cut is offered to seat {request.seat}, not to seat {deed.seat}", request.cite)
        if depth is not None and not (type(depth) is int and request.least <= depth <= request.most):
            raise IllegalDecision(f"the cut must be {request.least} to {request.most} cards deep, not {depth}", request.cite)
        if deed.seed:
            self._seed_cut(deed.seat, deed.seed)
        return self._advance(depth)

    def _seed_cut(self, seat: int, seed: str) -> None:
        """Adds a seat's seed at the cut: the shuffle is rearranged in place, before its first card."""
        assert self.round is not None
        stack, fair = self.round.stack, self.fair
        if fair is None:
            raise NotAuthorized("this table takes no seeds: the house has promised nothing here")
        if len(stack) != stack.size:
            raise OutOfTurn("a card of this shuffle has already been dealt; a seed must come before the first card")
        fair.check_seed(seat, seed)
        fair.add_seed(seat, seed)
        stack.load(fair.reorder(stack.root).order, stack.behind_cover, stack.root)

    def _proceed(self, deed: Proceed) -> list[Step]:
        request = self.request
        if not isinstance(request, Moment):
            self.nobody_asked("nothing")
        if (awaited := request.waits_for) is not None:
            raise OutOfTurn(f"the round waits until {awaited.kind!r} is reported", self.game.incidents[awaited.kind])
        return self._advance(None)

    def _report(self, deed: Report) -> list[Step]:
        request, incident = self.request, Incident(deed.kind, dict(deed.detail))
        if self.round is None or request is None or isinstance(request, Failed):
            self.nobody_asked(deed.kind)
        if incident.kind not in self.game.incidents:
            kinds = ", ".join(sorted(self.game.incidents))
            raise NotAuthorized(f"chapter {self.game.chapter} has no incident {incident.kind!r}; it has {kinds}")
        if isinstance(request, Cut):
            raise OutOfTurn("the cards are being cut")
        check_detail(incident, self.game.details[incident.kind], self.game.incidents[incident.kind])
        for words in (incident.detail.get("card"), incident.detail.get("cards")):
            if isinstance(words, str) and words not in ("first", "second", "hole"):
                parse(words)
        self._recordable(incident.kind, incident.detail)
        return self._advance(incident)

    # ------------------------------------------------------------------ the procedure

    def _advance(self, reply: Reply) -> list[Step]:
        """Sends a reply into the procedure and returns the steps that follow. Answers given ahead of turn are sent in their
        turn."""
        current = self.round
        assert current is not None and current.procedure is not None
        steps, send, was = current.steps, current.procedure.send, self.request
        before = len(steps)
        try:
            request: Request | None = send(reply)
            while (self._early or self._leaving) and current.refusal is None and isinstance(request, Ask | Cut):
                self.request = request
                answer = self._answer_ahead(request)
                if answer is None and (isinstance(request, Ask) or request.seat not in self._leaving):
                    break
                request = send(answer)
        except StopIteration:
            request = None
        except Exception as error:
            self.failure, request = error, Failed(_reason(error))
        if current.refusal is not None and self.failure is None:
            refusal, current.refusal = current.refusal, None
            if len(steps) == before and not self.drawn:
                self.request = request
                raise refusal
            self.failure = Unbalanced(f"a refused incident had an effect: {refusal}")
            request = Failed(str(self.failure))
        self.request = request
        if request is None:
            return self._finish(current, before)
        if type(was) is not Ask or not was.together or not was.asks_also(request):
            self.asked_at = self.version + 1
        return steps[before:]

    def _answer_ahead(self, request: Ask | Cut) -> Answer | None:
        """The immediate answer to a question: one given ahead of turn, or the silent answer of a player who has left (they do
        not cut). Answers to questions that are no longer coming are dropped."""
        if isinstance(request, Cut):
            return None
        answer = self._early.pop((request.seat, request.about), None)
        open_ = {(ask.seat, ask.about) for ask in request.together}
        self._early = {key: given for key, given in self._early.items() if key in open_}
        if answer is not None:
            try:
                answer = self._answer(request, answer.word, answer.cents)
            except IllegalDecision:
                answer = None
        return self.silent(request) if answer is None and request.seat in self._leaving else answer

    def _finish(self, current: Round, before: int) -> list[Step]:
        ledger = current.balanced
        try:
            if ledger is None:
                raise Unbalanced("the round ended without a ledger")
            self.check_cards(current.hands.values())
        except Unbalanced as error:
            self.failure, self.request = error, Failed(str(error))
            return current.steps[before:]
        return self._end_round(current, ledger, before)

    def _end_round(self, current: Round, ledger: Ledger, before: int) -> list[Step]:
        self._credit(ledger)
        self.staked = {}
        self.rounds += 1
        self.round = None
        self.bets = {}
        self._early = {}
        self.last, self.before = current, None
        self.seated_before = current.seated
        self.since = self.version + 1
        self._end = End(self.rounds, ledger.players, ledger.inventory, ledger.meter, ledger.box, current.void)
        steps = current.steps[before:]
        steps.append(Step(self.game.clear, "end"))
        while self._leaving:
            steps += self._go(self._leaving.pop(0))
        return steps

    # ------------------------------------------------------------------ leaving, voiding, counting

    def _leave(self, deed: Leave) -> list[Step]:
        name = self._held(deed.seat).player
        if deed.seat in self._leaving:
            raise OutOfTurn(f"seat {deed.seat} has left already")
        if self.round is None:
            called = self.called
            steps = self._go(deed.seat)
            return steps + self._call_off() if called else steps
        if deed.seat in self.round.seats:
            return self._walk_away([number for number, seat in self.seats.items() if seat.player == name])
        if self.game.dealt_in is None:
            return self._go(deed.seat)
        self._leaving.append(deed.seat)  # table stakes do not leave the table in a round
        return []

    def _go(self, number: int) -> list[Step]:
        """A player gets up with their chips, by the chapter's act where it has one."""
        if "player leaves" in self.game.acts:
            return self._act(Act("player leaves", {"seat": number}))
        return self._depart(number)

    def _walk_away(self, positions: list[int]) -> list[Step]:
        """A player leaves in a round with all their positions: by the chapter's paragraph on that or, where it has none, their
        wagers stay and they are silent. Their seats become free when the round is over."""
        assert self.round is not None
        playing = [number for number in positions if number in self.round.seats and number not in self.round.left]
        self._leaving += positions
        kind = next((k for k in ("player leaves the table", "player leaves") if k in self.game.incidents), None)
        try:
            if kind is not None and playing:
                return self._report(Report(kind, {"seat": playing[0]}))
            if isinstance(self.request, Ask | Cut) and self.request.seat in positions:
                return self._advance(self._answer_ahead(self.request))
            if isinstance(self.request, Failed):
                self.nobody_asked("that somebody leaves")
        except PitbossError:
            del self._leaving[-len(positions) :]
            raise
        return []

    def _void_round(self, deed: VoidRound) -> list[Step]:
        """Returns every wager and takes back every payment of the failed round; fresh cards replace the old."""
        current = self.round
        if current is None or not (isinstance(self.request, Failed) or deed.defect):
            raise NotAuthorized("only a round that has failed is voided by the floor; this one goes on by the rules")
        why = f"{deed.why} ({deed.defect})" if deed.defect else deed.why
        return self._take_back(current, f"the round has failed: {why}")

    def _discard(self, deed: Discard) -> list[Step]:
        """Discards all promises of chance: the round in progress is void, wagers for the next one are free again, and no card
        stays at the table."""
        if self.fair is None:
            raise NotAuthorized("chance has promised nothing at this table")
        if self.round is not None:
            return self._take_back(self.round, deed.why)
        steps = self._call_off() if self.bets or self.called else []
        self.replace_cards()
        return [*steps, Step(self.game.clear, "say", "floorperson", note=f"{deed.why}; {REPLACED}")]

    def _take_back(self, current: Round, why: str) -> list[Step]:
        """Restores everyone's chips from before the round, and replaces the cards with fresh ones."""
        cite, before = self.game.clear, len(current.steps)
        reversal, counts = self._undo(current, cite)
        current.steps.append(Step(cite, "void", "floorperson", note=why))
        current.steps += reversal
        current.steps.append(Step(cite, "say", "floorperson", note=REPLACED))
        current.void, current.procedure = cite, None
        current.hands.clear()
        self.replace_cards()
        self.failure, self.request = None, None
        return self._end_round(current, balance(current.steps if counts else reversal), before)

    def _undo(self, current: Round, cite: str) -> tuple[list[Step], bool]:
        """The steps that undo a failed round, and whether its own steps count with them. Where the steps do not balance
        themselves nothing of the round counts, and everyone keeps what they had before."""
        try:
            undone = reverse(current.steps, cite, "the round is void")
            balance([*current.steps, *undone])
            moved = holdings(current.steps)[""]["meter"]
            return undone + leave_meter(current, cite, moved), True
        except Exception:  # a floorperson can void any round that has failed, whatever its steps are
            return leave_meter(current, cite, meter_moved(current.steps)), False

    def cards_in_place(self) -> list[Card]:
        """Every card at the table, wherever it lies."""
        return self.cards_lying(self.round.hands.values() if self.round is not None else ())


def _reason(error: Exception) -> str:
    """The public reason why a procedure failed: money or cards that do not balance, otherwise only the type of the error, whose
    message may name hidden cards."""
    return str(error) if isinstance(error, Unbalanced) else type(error).__name__
