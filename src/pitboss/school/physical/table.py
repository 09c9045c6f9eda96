"""A real table with physical cards: the program leads its dealer through each round, and is told what is turned up.

The engine plays the round with cards of which nobody has told it yet: the order of a shuffle is filled up at random, and as
soon as a card lies open that was not entered, the dealer is asked for it, and the round is played again up to there with that
card in its place. Hidden cards decide nothing before they are turned up, so what was told stays true; that is checked.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from pitboss.cards import Card, name, parse, rank, text
from pitboss.errors import IllegalDecision, NotAuthorized, PitbossError
from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.school.physical.chance import Given, Place, Placed, Recorded, fill, place_of, placed
from pitboss.school.physical.needs import SET, BadEntry, Need, cards_needed, decision_needed, in_cents
from pitboss.shoe import Chance, Source
from pitboss.spelling import hint
from pitboss.table.game import Game
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.stores import FileStore
from pitboss.table.steps import DEALER, Answer, Ask, Cut, Failed, Incident, Moment, Reply, Step, seat_of
from pitboss.table.table import Table
from pitboss.table.view.viewers import BACK, SPECTATOR, redact

CHIPS = 10**11  # cents with which a player is booked in: what lies in front of him is his own affair
READER = "inserts the hole card into the card reader device"
FILLINGS = 60  # ways to fill up unknown cards that are tried
TENS, ACE = frozenset(range(8, 12)), 12  # the ranks of 10, J, Q and K, and of an ace


class Misfit(BadEntry):
    """Cards with which a round comes out otherwise than it has been told."""


@dataclass
class Entered:
    """What has been entered in a round: cards by their places, answers by the number of the question, dice, what the card
    reader device showed, and which cards are the low hand of a seat."""

    cards: dict[Place, Card] = field(default_factory=dict)
    replies: dict[int, str | Incident] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)
    peeks: list[bool] = field(default_factory=list)
    low: dict[int, list[Card]] = field(default_factory=dict)


@dataclass(frozen=True)
class Dealt:
    """A round that is over, as a log has it: the wagers, the answers to everything that was asked, and numbers of chance."""

    bets: dict[int, dict[str, int]]
    replies: tuple[Reply, ...]
    numbers: tuple[int, ...]


class RealTable:
    """A table with physical cards, round after round."""

    def __init__(self, game: Game, house: House) -> None:
        if game.chapter in NONBANKED:
            raise NotAuthorized("physical cards are entered at games against the house; Poker is dealt at a table of the room")
        if house.get("double_shoe") or house.get("starting_position") == "random number generator":
            raise NotAuthorized("a double shoe, and a starting position by random number, cannot be entered by hand")
        self.game, self.house = game, house
        self.base: Snapshot | None = None  # the table as it stood before the round
        self._lying: dict[str, list[Placed]] = {}  # what lay in its stacks
        self.shuffles = 0  # before the round
        self.decks: dict[int, list[Card]] = {}  # the cards of each shuffle
        self.known: dict[Place, Card] = {}  # of rounds that are over
        self.ranks: dict[Place, frozenset[int]] = {}  # what the card reader device has told of a hole card
        self.bets: dict[int, dict[str, int]] = {}
        self.last_bets: dict[int, dict[str, int]] = {}
        self.entered = Entered()
        self._before: list[tuple[Entered, dict[Place, frozenset[int]]]] = []  # what can be taken back
        self._filling = 0  # which of many ways to fill up the cards that are not known
        self.until = 0  # how many steps of the round may be told
        self.rounds: list[Dealt] = []
        self.table: Table | None = None  # of the round in progress
        self.told = 0  # steps of the round that the dealer has been told
        self._steps: list[Step] = []
        self._positions: list[int] = []  # how many steps there were at each question
        self._source: Given | None = None
        self._replies: list[Reply] = []
        self.need = self._bets_needed()

    # ------------------------------------------------------------------ what is entered

    def bet(self, seat: int, wagers: dict[str, int]) -> None:
        """Books the wagers of a seat for the next round; raises PitbossError."""
        self._check(between=True)
        _bet(self._fresh(Chance(1)), {seat: wagers})
        self.bets[seat] = wagers

    def bet_again(self) -> None:
        """Books the wagers of the round before."""
        self._check(between=True)
        self.bets = dict(self.last_bets)

    def begin(self) -> None:
        """Begins a round with the wagers that are booked; raises PitbossError."""
        self._check(between=True)
        if not self.bets:
            raise BadEntry("nobody has bet: enter a seat and its wagers, such as `1 ante 10`")
        self.entered, self._before, self.told, self._steps = Entered(), [], 0, []
        self._play()

    def give(self, words: str) -> None:
        """Enters what is needed: cards, a decision, dice or what the card reader device shows; raises PitbossError, and
        nothing has changed."""
        self._check(between=False)
        self._keep()
        enter = {"cards": self._cards, "decision": self._decide, "dice": self._dice, "reader": self._reader}
        self._change(lambda: enter[self.need.kind](words))

    def report(self, kind: str, detail: dict[str, Any]) -> None:
        """Something has gone wrong: the chapter's remedy follows. Raises PitbossError, and nothing has changed."""
        self._check(between=False)
        if kind not in self.game.incidents:
            known = sorted(self.game.incidents)
            raise BadEntry(f"chapter {self.game.chapter} has no incident {kind!r}{hint(kind, known, ', '.join(known))}")
        at = max((n for n, position in enumerate(self._positions) if position <= self.told), default=-1)
        if at < 0 or at in self.entered.replies:
            raise BadEntry("that cannot be reported here: go on to the next question")
        self._keep()
        self._change(lambda: self.entered.replies.__setitem__(at, Incident(kind, detail)))

    def undo(self) -> None:
        """Takes back what was entered last in this round."""
        self._check(between=False)
        if not self._before:
            raise BadEntry("nothing was entered in this round that could be taken back")
        self.entered, self.ranks = self._before.pop()
        self.told, self._steps = 0, []
        self._play()
        self.told = self.until

    def _keep(self) -> None:
        """Remembers what was entered so far."""
        self._before.append((copy.deepcopy(self.entered), dict(self.ranks)))

    def _change(self, change: Callable[[], None]) -> None:
        """Enters something, and plays the round with it; where that is refused, all is as it was."""
        try:
            change()
            self._play()
        except PitbossError:
            self.entered, self.ranks = self._before.pop()
            self._play()
            raise

    def _check(self, *, between: bool) -> None:
        if between != (self.need.kind == "bets"):
            raise BadEntry("a round is in progress" if between else "no round is in progress: enter wagers, then `deal`")

    def _cards(self, words: str) -> None:
        cards, places = parse(words), self.need.places
        if not cards:
            raise BadEntry("enter the cards that lie there, such as Ah 10d 2c")
        one_by_one = self._is_dealt_up()
        if len(cards) != len(places) and not (one_by_one and len(cards) < len(places)):
            which = f"{len(places)} card{'s' * (len(places) != 1)}"
            raise BadEntry(
                f"{which} must lie at {self.need.who.replace('_', ' ')}, not {len(cards)}; if it is so, report it: "
                f"wrong number of cards to={self.need.who} cards={len(cards)}"
            )
        for card, place in zip(cards, places, strict=False):
            self._check_unseen(card, place[0])
            if rank(card) not in self.ranks.get(place, (rank(card),)):
                raise BadEntry(f"with the {name(card)} the card reader device would have shown otherwise")
            self.entered.cards[place] = card
        seat = seat_of(self.need.who)
        if self._sets_hands() and seat:
            self.entered.low[seat] = cards[:2]

    def _is_dealt_up(self) -> bool:
        return self.need.words.startswith("card")

    def _check_unseen(self, card: Card, shuffle: int) -> None:
        """Refuses a card of which every copy has been seen."""
        seen = [at for at, known in self.known_now().items() if at[0] == shuffle and known == card]
        if len(seen) >= self.decks[shuffle].count(card):
            how = "has been turned up already" if seen else "is not in this deck"
            raise BadEntry(f"the {name(card)} {how}")

    def _decide(self, words: str) -> None:
        if not words.strip():
            raise BadEntry(f"enter what is decided: {self.need.words}")
        said = in_cents(words)
        self.entered.replies[self.need.request] = SET if said.startswith(f"{SET} ") else said

    def _dice(self, words: str) -> None:
        found = [int(word) for word in words.replace(",", " ").split() if word.isdigit()]
        if len(found) != self.house.chapter.limit("dice") or not all(1 <= die <= 6 for die in found):
            raise BadEntry("enter what each of the three dice shows, such as 3 5 1")
        self.entered.dice += found

    def _reader(self, words: str) -> None:
        if words.lower()[:1] not in ("y", "n"):
            raise BadEntry("does the device show Blackjack? y or n")
        has = words.lower().startswith("y")
        self.entered.peeks.append(has)
        (up,) = (card for card in self._dealers() if place_of(card) in self.known_now())
        makes = TENS if rank(int(up)) == ACE else frozenset({ACE})
        self.ranks[self.need.places[0]] = makes if has else frozenset(range(13)) - makes

    # ------------------------------------------------------------------ the round so far

    def _play(self) -> None:
        """Plays the round with everything that is known, up to what is needed next. Where a player's answer depends on cards
        that nobody has turned up, as a raise that needs a pair, they are filled up so that it is lawful."""
        first = None
        for _ in range(FILLINGS):
            try:
                self._play_once()
            except (IllegalDecision, Misfit) as error:
                first = first or error
                self._filling += 1
            else:
                return
        assert first is not None
        raise first

    def _play_once(self) -> None:
        source = self._source = Given(self.shuffles, self.entered.dice, self._shuffled)
        table = self.table = source.table = self._fresh(source)
        self._positions, self._replies = [], []
        _bet(table, self.bets)
        request, asked = table.begin(), None
        while request is not None:
            current = table.round
            assert current is not None
            self._positions.append(len(current.steps))
            if isinstance(request, Failed):
                raise BadEntry(f"that cannot be so: {request.why}")
            reply = self._reply(table, request, len(self._positions) - 1)
            if reply is None and isinstance(request, Ask):
                asked = request
                break
            self._replies.append(reply)
            request = table.reply(reply)
        finished = table.round or table.last
        assert finished is not None
        self._look(list(finished.steps), asked)

    def _fresh(self, chance: Source) -> Table:
        """The table as it stood before the round, with the cards of its shoe as far as they are known now."""
        if self.base is None:
            return Table(self.game, self.house, chance)
        table = Table(self.game, self.house, chance, snapshot=self.base)
        shuffles = {card.shuffle for cards in self._lying.values() for card in cards}
        orders = {shuffle: self.order(shuffle) for shuffle in shuffles}
        for side, cards in self._lying.items():
            lying: list[Card] = [placed(orders[card.shuffle][card.at], card.shuffle, card.at) for card in cards]
            table.stacks[side].cards = lying
        return table

    def whole(self, cards: list[Card]) -> list[Card]:
        """The cards of a shuffle; where it is of a whole deck, those that are in one: what was filled in is not known."""
        deck = sorted(self.game.deck(self.house))
        return deck if len(cards) == len(deck) else sorted(map(int, cards))

    def _reply(self, table: Table, request: Any, number: int) -> Reply:
        """The answer to a question; None for one that the dealer has to enter."""
        given = self.entered.replies.get(number)
        if isinstance(given, Incident):
            return given
        if isinstance(request, Cut):
            return None
        if isinstance(request, Moment):
            return request.waits_for
        if request.only is not None:
            only: Answer = request.only
            return only
        words = [choice.word for choice in request.choices]
        if SET in words and (given == SET or words == [SET]):
            return table.verify(request, self._setting(table, request))
        return None if given is None else table.verify(request, given)

    def _setting(self, table: Table, ask: Ask) -> str:
        """How the hands of a seat are set: as they lay when they were turned up; until then nobody knows."""
        low = self.entered.low.get(ask.seat)
        if low is not None:
            return f"{SET} {text(low)}"
        assert table.game.advice is not None and table.round is not None
        return table.game.advice(table.round, ask)[0]

    def _look(self, steps: list[Step], asked: Ask | None) -> None:
        """Finds what is needed next, and how far the dealer may be told."""
        (seen,) = redact(steps, [SPECTATOR], self.game.looks(self.house))
        known, peeks, need = self.known_now(), 0, None
        assert self._source is not None
        dice = self._source.dice[len(self.entered.dice) :]
        until = len(steps)
        for n, (step, visible) in enumerate(zip(steps, seen, strict=True)):
            if dice and n >= dice[0]:
                need, until = Need("dice", "what do the dice show?", step.cite), n
                break
            if step.note.startswith(READER):
                peeks += 1
                if peeks > len(self.entered.peeks):
                    hole = tuple(place_of(card) for card in self._dealers(steps[:n]) if place_of(card) not in known)
                    need, until = Need("reader", "does the device show Blackjack?", step.cite, DEALER, hole[:1]), n + 1
                    break
            if visible is None:
                continue
            new = [
                place_of(c)
                for c, shown in zip(step.cards, visible.cards, strict=True)
                if shown != BACK and place_of(c) not in known
            ]
            if new:
                need, until = cards_needed(step, new, low_first=self._sets_hands()), n
                break
        self._check_told(steps, until)
        self._steps = steps
        if need is not None:
            self.need = need
        elif asked is not None:
            self.need = decision_needed(asked, len(self._positions) - 1)
        else:
            self._end()

    def _check_told(self, steps: list[Step], until: int) -> None:
        """What the dealer has been told is still so; else what was entered cannot be."""
        told = min(self.told, len(self._steps))
        if until < told or _public(steps[:told], self) != _public(self._steps[:told], self):
            raise Misfit("that does not fit what has happened in this round")
        self.until = until

    def news(self) -> list[Step]:
        """What has happened since it was asked last, as everybody at the table sees it."""
        (seen,) = redact(self._steps, [SPECTATOR], self.game.looks(self.house))
        found = [_without_proof(step) for step in seen[self.told : self.until] if step is not None]
        self.told = max(self.told, self.until)
        return found

    def _end(self) -> None:
        """The round is over: it is the beginning of the next one."""
        assert self.table is not None and self._source is not None
        self.known |= self.entered.cards
        self.rounds.append(Dealt(dict(self.bets), tuple(self._replies), tuple(self._source.numbers)))
        self.shuffles = self._source.shuffles
        self.base = self.table.snapshot()
        self._lying = {
            side: [card for card in stack.cards if isinstance(card, Placed)] for side, stack in self.table.stacks.items()
        }
        self.last_bets, self.bets = self.bets, {}
        self.entered = Entered()
        self.need = self._bets_needed()

    # ------------------------------------------------------------------ cards

    def order(self, shuffle: int) -> list[Card]:
        """The order of a shuffle by what is known now."""
        known = {at: card for (number, at), card in self.known_now().items() if number == shuffle}
        ranks = {at: allowed for (number, at), allowed in self.ranks.items() if number == shuffle}
        return fill(self.decks[shuffle], known, ranks, Random(f"{shuffle} {self._filling}"))

    def _shuffled(self, shuffle: int, cards: list[Card]) -> list[Card]:
        """The order of a shuffle that is made now."""
        self.decks[shuffle] = self.whole(cards)
        return self.order(shuffle)

    def known_now(self) -> dict[Place, Card]:
        return self.known | self.entered.cards

    def _dealers(self, steps: Sequence[Step] | None = None) -> list[Card]:
        """The dealer's cards."""
        dealt = self._steps if steps is None else steps
        return [card for step in dealt if step.act == "deal" and step.who == DEALER for card in step.cards]

    def _sets_hands(self) -> bool:
        return self.house.get("starting_position") is not None

    # ------------------------------------------------------------------ words

    def _bets_needed(self) -> Need:
        return Need("bets", "wagers, then deal", self.game.no_more_bets)

    @property
    def not_seen(self) -> int:
        """How many cards that were dealt in the round nobody has turned up."""
        dealt = {place_of(card) for step in self._steps if step.act == "deal" for card in step.cards}
        return len(dealt - self.known_now().keys())

    @property
    def result(self) -> str:
        """Who gained what in the round before."""
        assert self.table is not None and self.table.last is not None
        return str(self.table.last.ledger)

    # ------------------------------------------------------------------ the record

    def write_log(self, path: Path) -> None:
        """Writes the rounds that are over as a table's log, which `pitboss replay` reads. Cards that nobody has turned up are
        in it as the program filled them in."""
        beside = path.with_name(f".{path.name}.new")
        beside.unlink(missing_ok=True)
        numbers = [number for dealt in self.rounds for number in dealt.numbers]
        source = Recorded([self.order(number) for number in sorted(self.decks) if number <= self.shuffles], numbers)
        store = FileStore(beside)
        table = Table(self.game, self.house, source, store)
        for dealt in self.rounds:
            _bet(table, dealt.bets)
            table.begin()
            for reply in dealt.replies:
                table.reply(reply)
        store.release()
        beside.replace(path)


def _without_proof(step: Step) -> Step:
    """A step without the commitment to a shuffle, which there is none of to physical cards."""
    return replace(step, note=step.note.partition("; ")[0]) if step.act == "shuffle" else step


def _public(steps: Sequence[Step], real: RealTable) -> list[Any]:
    (seen,) = redact(list(steps), [SPECTATOR], real.game.looks(real.house))
    return [step for step in seen if step is None or step.act != "shuffle"]


def _bet(table: Table, bets: dict[int, dict[str, int]]) -> None:
    """Players sit down who did not sit, and bet."""
    for seat, wagers in bets.items():
        if seat not in table.seats:
            table.sit(seat, f"player at seat {seat}", CHIPS)
        table.bet(seat, wagers)
