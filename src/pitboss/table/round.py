"""One round of play: what lies on the layout now, every step so far, and the verbs in which a chapter's procedure is written.

The chapter's module says what happens, in its own order. The verbs here move cards and money, record each step with its
paragraph, and ask the outside. The table plays a round by sending replies into `Round.procedure`.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec.structs import replace

from pitboss.cards import Card, text
from pitboss.drawing import html_table
from pitboss.errors import NotAuthorized, OutOfTurn, PitbossError, Unbalanced, Unpayable
from pitboss.money import Odds, dollars
from pitboss.shoe import Stack
from pitboss.table.felt import Felt
from pitboss.table.money.ledger import Ledger
from pitboss.table.steps import (
    DEALER,
    DOWN,
    FLOORPERSON,
    RACK,
    STUB,
    UP,
    Answer,
    Ask,
    Choice,
    Incident,
    Moment,
    Procedure,
    Reply,
    Request,
    Stage,
    Step,
    seat_name,
)

NOTHING: dict[str, int] = {}
MOST_PAID = 10**15  # cents in one payment: a sitting has many, and stores hold at most 18 digits
NAMED = len(" As")  # the length of a card in the words of an answer
SEATS = tuple(seat_name(n) for n in range(12))


def _check_payable(cents: int, cite: str) -> None:
    """Raises Unpayable, before any step, where a payment is negative or above MOST_PAID."""
    if not 0 <= cents <= MOST_PAID:
        raise Unpayable(f"a payment of {dollars(cents)} cannot be made; the most is {dollars(MOST_PAID)}", cite)


@dataclass(slots=True)
class Facts:
    """What a rule case may ask about besides money and steps."""

    dealer_hand: str = ""  # in the chapter's words, "" until it is revealed
    vigorish: int = 0  # in cents, from all players
    hands: dict[int, list[str]] = field(default_factory=dict)  # seats with several hands: their suffixes from the dealer's left


class Round:
    """A round in progress or finished. `seats` are those with a wager, clockwise from the dealer's left."""

    __slots__ = (
        "balanced",
        "bets",
        "carried",
        "collected",
        "cover_card_was_on",
        "cover_cards",
        "cut_by",
        "cut_made",
        "dealers",
        "dealt_by",
        "deferred",
        "face_up",
        "facts",
        "filled",
        "folded",
        "forfeited",
        "hands",
        "house",
        "irregularity",
        "left",
        "miscount",
        "number",
        "play",
        "procedure",
        "progressive",
        "rack",
        "refusal",
        "seated",
        "seats",
        "side",
        "stack",
        "stage",
        "staked",
        "steps",
        "table",
        "untrue",
        "void",
        "wagers",
    )

    def __init__(
        self, table: Felt, wagers: dict[int, dict[str, int]], irregularity: Callable[["Round", Incident], Procedure]
    ) -> None:
        self.table = table
        self.irregularity = irregularity
        self.house = table.in_force  # which changes when a device fails or comes back
        self.number = table.rounds + 1
        self.use_side(next(iter(table.stacks)))
        self.bets = {seat: dict(placed) for seat, placed in wagers.items()}  # the wagers to be placed
        self.wagers: dict[int, dict[str, int]] = {}
        self.seats = sorted(wagers)
        self.seated = dict(table.seats)  # the seating when the round began
        self.dealers: dict[str, int] = {}  # what the dealer has wagered against a player who banks
        self.staked = table.staked = {}  # what each seat has put on the layout in this round
        self.hands: dict[str, list[Card]] = {}
        self.steps: list[Step] = []
        self.collected: dict[tuple[int, str], int] = {}
        self.stage: Stage = ""
        self.face_up = 0  # cards found face up so far
        self.miscount: tuple[int, bool] | None = None  # a reported wrong stub count: (cards, misdealt)
        self.deferred: list[Incident] = []  # incidents that take effect after the deal
        self.folded: list[int] = []  # seats that gave up their hand, in that order
        self.forfeited: dict[int, dict[str, str]] = {}  # forfeited by a fold and not yet collected: wagers with paragraphs
        self.left: set[int] = set()  # seats whose player left during the round
        self.progressive: dict[int, int] = {}  # progressive wagers that were accepted, by seat
        self.carried = Fraction(0)  # their addition to the meter beyond the whole cents of the steps
        self.facts = Facts()
        self.play: object = None  # the chapter's own record of the round
        self.dealt_by = ""  # the method by which the cards are dealt, from the first card on
        self.cut_made = False  # the cards of this round have been cut
        self.cut_by = 0  # the seat whose player cut them last, 0 for the dealer
        self.cover_card_was_on = ""  # the place of the cover card before that cut
        self.filled = False  # the shoe was filled for this round
        self.cover_cards: set[str] = set()  # the sides of the shoe whose cover card has come out in this round
        self.refusal: PitbossError | None = None  # why the last incident is refused
        self.untrue: list[NotAuthorized] = []  # reports during the deal that proved untrue after it
        self.void = ""
        self.balanced: Ledger | None = None  # gains and losses, once the round is over
        self.procedure: Procedure | None = None

    def __str__(self) -> str:
        """Every step so far, a line each."""
        return "\n".join(map(str, self.steps))

    def __repr__(self) -> str:
        so_far = f"in progress after {len(self.steps)} steps" if self.balanced is None else str(self.balanced)
        return f"<Round {self.number} of {self.house.chapter.game}: {so_far}>"

    def _repr_html_(self) -> str:
        """Every step with its paragraph, for a notebook."""
        rows = [
            (
                f"§ {step.cite}",
                step.act,
                step.who,
                text(step.cards),
                step.wager,
                dollars(step.cents) if step.cents else "",
                step.note,
            )
            for step in self.steps
        ]
        heads = ("paragraph", "act", "who", "cards", "wager", "amount", "note")
        return html_table(heads, rows, f"Round {self.number} of {self.house.chapter.game}")

    @property
    def ledger(self) -> Ledger:
        """Gains and losses of the round; raises OutOfTurn while it goes on."""
        if self.balanced is None:
            raise OutOfTurn("the round is not over: its ledger is not closed yet")
        return self.balanced

    def use_side(self, side: str) -> None:
        """Deals from this side of a double shoe from now on, or from the only side there is."""
        self.side = side
        self.stack: Stack = self.table.stacks[side]
        self.rack: list[Card] = self.table.racks[side]

    # ------------------------------------------------------------------ words and cards

    def say(self, cite: str, note: str, who: str = DEALER) -> None:
        """Records an act or announcement of the dealer (or another person) that moves neither cards nor money."""
        self.steps.append(Step(cite, "say", who, note=note))

    def deal(self, cite: str, to: str, number: int = 1, face: str = DOWN) -> None:
        """Deals cards off the stack to a place, in one step."""
        hand = self.hands.get(to)
        if hand is None:
            hand = self.hands[to] = []
        cards = (self.stack.draw(to),) if number == 1 else tuple(self.stack.deal([to] * number))
        hand.extend(cards)
        self.steps.append(Step(cite, "deal", to, cards, face))

    def burn(self, cite: str, number: int = 1, note: str = "", card: Card | None = None, face: str = DOWN) -> None:
        """Puts cards off the stack (or one given card of it) into the discard rack."""
        if card is None:
            cards = tuple([self.stack.draw(RACK) for _ in range(number)])
        else:
            if not self.stack.take(card):
                raise Unbalanced("a card was found that the stack does not hold", cite)
            cards = (card,)
        self.rack.extend(cards)
        self.steps.append(Step(cite, "draw", RACK, cards, face, note=note))

    def reveal(self, cite: str, who: str, cards: Iterable[Card] | None = None, note: str = "") -> None:
        """Turns cards face up where they lie."""
        shown = tuple(self.hands.get(who, ()) if cards is None else cards)
        self.steps.append(Step(cite, "reveal", who, shown, UP, note=note))

    def discard(self, cite: str, place: str, note: str = "") -> None:
        """Collects the cards of a place into the discard rack, face down."""
        cards = self.hands.pop(place, None)
        if cards:
            self.rack.extend(cards)
            self.steps.append(Step(cite, "discard", place, tuple(cards), DOWN, note=note))

    def stub(self, cite: str) -> None:
        """Puts the cards left in the stack into the discard rack without exposing them."""
        cards = tuple(self.stack.empty())
        self.rack.extend(cards)
        self.steps.append(Step(cite, "discard", STUB, cards, DOWN))

    # ------------------------------------------------------------------ money

    def place(self, cite: str, seat: int, wager: str, cents: int) -> None:
        """A player puts a wager on the layout."""
        wagers = self.wagers.get(seat)
        if wagers is None:
            self.wagers[seat] = {wager: cents}
            self.staked[seat] = cents
        else:
            wagers[wager] = wagers.get(wager, 0) + cents
            self.staked[seat] += cents
        self.steps.append(Step(cite, "wager", SEATS[seat], wager=wager, cents=cents))

    def holds(self, seat: int, wager: str) -> int:
        """The cents a seat has on the layout for a wager."""
        return self.wagers.get(seat, NOTHING).get(wager, 0)

    def collect(self, cite: str, seat: int, wager: str, cents: int | None = None, note: str = "") -> None:
        """The dealer collects a losing wager, or part of it, into the table inventory."""
        wagers = self.wagers[seat]
        cents = wagers[wager] if cents is None else cents
        if cents == wagers[wager]:
            del wagers[wager]
        else:
            wagers[wager] -= cents
        self.steps.append(Step(cite, "collect", SEATS[seat], wager=wager, cents=cents, note=note))

    def forfeit(self, cite: str, seat: int, wager: str, cents: int | None = None, note: str = "given up") -> None:
        """Collects a wager (or a part) that the player gave up; a void round gives it back."""
        key = (seat, wager)
        cents = self.wagers[seat][wager] if cents is None else cents
        self.collected[key] = self.collected.get(key, 0) + cents
        self.collect(cite, seat, wager, cents, note)

    def collect_forfeited(self, seat: int) -> None:
        """Collects the wagers a player gave up by folding, where the chapter does so only after all have decided."""
        for wager, cite in self.forfeited.pop(seat, {}).items():
            self.forfeit(cite, seat, wager)

    def give_back(self, cite: str, seat: int, wager: str, note: str = "") -> None:
        """Returns a wager to the player: a push, or a void round."""
        cents = self.wagers[seat].pop(wager)
        self.steps.append(Step(cite, "return", SEATS[seat], wager=wager, cents=cents, note=note))

    def pay(self, cite: str, seat: int, wager: str, odds: Odds | None = None, most: int | None = None) -> int:
        """Pays a winning wager and returns it to the player with its winnings. Without odds it pays as the paragraph states.
        `most` is a payout limit in cents."""
        if odds is None:
            odds = self.house.chapter.pays(cite, wager)
        cents = odds.winnings(self.wagers[seat].pop(wager), cite=cite)
        if most is not None and cents > most:
            cents = most
        _check_payable(cents, cite)
        self.steps.append(Step(cite, "pay", SEATS[seat], wager=wager, cents=cents, note=str(odds)))
        return cents

    def bonus(self, cite: str, seat: int, wager: str, cents: int, note: str = "") -> None:
        """Pays an amount that leaves the underlying wager where it is."""
        _check_payable(cents, cite)
        self.steps.append(Step(cite, "bonus", SEATS[seat], wager=wager, cents=cents, note=note))

    def vigorish(self, cite: str, seat: int, wager: str, cents: int) -> None:
        """Takes the vigorish from a player's winnings."""
        self.facts.vigorish += cents
        self.steps.append(Step(cite, "vigorish", SEATS[seat], wager=wager, cents=cents))

    # ------------------------------------------------------------------ asking the outside

    def ask(
        self,
        seat: int,
        choices: tuple[Choice, ...],
        cite: str,
        about: str = "",
        base: int = 0,
        already: int = 0,
        again: Callable[[], tuple[Choice, ...]] | None = None,
    ) -> Generator[Request, Reply, Answer]:
        """Asks a player for a decision. Irregularities reported meanwhile are remedied first, and `again` returns the choices
        that are lawful after that."""
        question = Ask(seat, choices, cite, about, base, already)
        while True:
            reply = yield question
            if type(reply) is Answer:
                self.decided(question, reply)
                return reply
            had_left = seat in self.left  # and is asked all the same, as the last player is whether to show
            yield from self.remedy(reply)
            if seat in self.left and not had_left:
                return Answer("leave")
            if again is not None:
                question = replace(question, choices=again())

    def ask_together(self, questions: Callable[[], list[Ask]], take: Callable[[Ask, Answer], None]) -> Procedure:
        """Asks several players who need not wait for each other: each in turn, while those behind may have answered already.
        `take` carries out an answer; `questions` returns what to ask, also again after an irregularity."""
        answered: set[tuple[int, str]] = set()
        open_questions = questions()
        while open_questions:
            ask = open_questions[0]
            reply = yield Ask(ask.seat, ask.choices, ask.cite, ask.about, together=tuple(open_questions[1:]))
            if type(reply) is Answer:
                del open_questions[0]
                answered.add((ask.seat, ask.about))
                self.decided(ask, reply)
                take(ask, reply)
            else:
                yield from self.remedy(reply)
                open_questions = [ask for ask in questions() if (ask.seat, ask.about) not in answered]

    def decided(self, ask: Ask, answer: Answer) -> None:
        """Records a player's answer. The cards it names are hidden from others."""
        word, cards = answer.word, answer.cards
        if cards:
            word = word[: -NAMED * len(cards)]
        face = DOWN if cards else ""
        self.steps.append(Step(ask.cite, "decide", SEATS[ask.seat], cards, face, ask.about, answer.cents, word))

    def play_or_fold(
        self,
        ante: str,
        wager: str,
        cite: str,
        choice: Callable[[int], Choice],
        gives_up: Callable[[int], dict[str, str]] | None = None,
    ) -> Procedure:
        """Clockwise, every player with an Ante makes the offered wager or folds; `folded` lists those who folded.

        `gives_up` says which wagers of a seat a fold forfeits, and the paragraph by which the dealer collects each.
        """
        for seat in self.with_wager(ante):
            if seat in self.left:
                continue
            offered = choice(seat)
            answer = yield from self.ask(seat, (offered, Choice("fold")), cite, base=self.holds(seat, ante))
            if answer.word == offered.word:
                self.place(cite, seat, wager, answer.cents)
            elif answer.word == "fold":
                self.folded.append(seat)
                if gives_up is not None:
                    self.forfeited[seat] = gives_up(seat)

    def moment(self, name: str) -> Procedure:
        """A point of the round at which irregularities may be reported."""
        if not self.table.pauses:
            return
        here = Moment(name)
        while (reply := (yield here)) is not None:
            yield from self.remedy(reply)

    def remedy(self, incident: Reply) -> Procedure:
        """Applies the chapter's remedy. An incident that cannot have happened is refused before it has any effect."""
        if not isinstance(incident, Incident):
            raise TypeError(f"an incident was possible and {incident!r} came")
        try:
            yield from self.irregularity(self, incident)
        except Unbalanced:
            raise
        except PitbossError as error:
            self.refusal = error
        except (ValueError, TypeError, KeyError, IndexError, OverflowError):
            self.refusal = NotAuthorized(
                f"{incident.kind!r} cannot be read with {incident.detail}", self.table.game.incidents[incident.kind]
            )

    def take_deferred(self) -> Procedure:
        """Applies incidents of the deal that take effect after it; one that proves untrue has no effect."""
        for incident in self.deferred:
            try:
                yield from self.irregularity(self, incident)
            except NotAuthorized as error:
                self.dismiss(error)

    def dismiss(self, why: NotAuthorized) -> None:
        """Records that a reported incident of the deal did not happen: play goes on."""
        self.untrue.append(why)
        self.say(why.cite, "what was reported did not happen: play goes on", FLOORPERSON)

    # ------------------------------------------------------------------ order

    def clockwise(self, seats: Iterable[int] | None = None) -> list[int]:
        """Seats clockwise, from the player farthest to the dealer's left."""
        return sorted(self.seats if seats is None else seats)

    def counterclockwise(self, seats: Iterable[int] | None = None) -> list[int]:
        """Seats counterclockwise, from the player farthest to the dealer's right."""
        return sorted(self.seats if seats is None else seats, reverse=True)

    def with_wager(self, *names: str) -> list[int]:
        """Seats with at least one of these wagers on the layout, clockwise."""
        if len(names) == 1:
            name, wagers = names[0], self.wagers
            return [s for s in self.seats if s in wagers and name in wagers[s]]
        return [s for s in self.seats if any(n in self.wagers.get(s, ()) for n in names)]
