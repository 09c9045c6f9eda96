"""Rounds in which much happens, at any of the sixteen games, by chance that can be repeated.

A sitting is a house and a seed: some players with their tempers and chips, several rounds one after another, and between and
within them whatever can be said to a table: incidents at any moment, once and again, players who come, leave, bet too much, are
silent or answer before their turn, hours that pass, devices that fail and are repaired. Whatever is said is lawful or refused,
and both are told, by paragraph.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from pitboss.cards import NAMES, text
from pitboss.errors import IllegalDecision, PitbossError
from pitboss.games import NONBANKED, game
from pitboss.house import House
from pitboss.table.commands import (
    DEALER,
    FLOORPERSON,
    HOUSE,
    Act,
    Author,
    Begin,
    Bet,
    Buy,
    Command,
    CutCards,
    Decide,
    Deed,
    Leave,
    Permit,
    Proceed,
    Report,
    Rest,
    Sit,
)
from pitboss.table.log.replay import table_after
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Answer, Ask, Cut, Failed, Moment, Request, Step
from pitboss.table.table import Table
from tests.eventful.chance import Arranged

MOST_REQUESTS = 600  # in a round
MINUTE, HOUR = 60_000, 3_600_000
PLAYERS = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max", "Nan", "Oz", "Pat")
TEMPERS = ("sensible", "stays", "stays", "any", "all in", "goes", "sensible")
STAYING = ("check", "call", "show", "keep", "stand pat", "play", "let it ride", "stand", "take", "yes", "bet")
GOING = ("fold", "surrender", "no", "pass", "muck", "decline", "hit")
SAYING = ("fold", "call", "check", "raise", "raise {}", "bet {}", "{}", "all in", "a flush", "straight", "two pair")
HANDS = ("dealer", "community", "first", "second")
CARD_WORDS = frozenset({"card", "cards", "low"})
Line = tuple[str, str]  # the paragraph, "" where there is none, and what is told


@dataclass(frozen=True)
class Sitting:
    """A house, and the seed of everything else."""

    chapter: str
    seed: int
    house: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.seed} {json.dumps(self.house, separators=(',', ':'))}"


def sitting(chapter: str, words: str) -> Sitting:
    """A sitting from its line."""
    seed, _, house = words.partition(" ")
    return Sitting(chapter, int(seed), json.loads(house))


class Sat:
    """A sitting as it is played: for every round, with all that is said before it, what is told by paragraph."""

    def __init__(self, given: Sitting) -> None:
        self.given = given
        self.rng = rng = Random(f"{given.chapter} {given.seed}")
        self.store = MemoryStore()
        self.table = Table(game(given.chapter), House.of(given.chapter, given.house), Arranged(given.seed, rng), self.store)
        self.poker = given.chapter in NONBANKED
        self.most = self.table.game.seats(self.table.house)[0]
        self.players = min(self.most, rng.randint(2, 7))
        self.rounds = rng.choice((2, 3, 3, 4, 5)) + 2 * self.poker
        self.trouble = rng.choice((0.0, 0.04, 0.1, 0.1, 0.25))
        self.walking = rng.choice((0.0, 0.01, 0.04, 0.08))
        self.scale = rng.choice((0, 0, 1, 2))  # how much is bet: about the least, any amount, about the most
        self.tempers: dict[str, str] = {}
        incidents, acts = sorted(self.table.game.incidents), sorted(self.table.game.acts)
        self.usual_incidents = rng.sample(incidents, 3)  # what goes wrong here again and again
        self.usual_acts = rng.sample(acts, min(2, len(acts)))
        if self.poker and self.table.house["minimum_bet_increase"]:
            self.usual_acts.append("minimum bet agreed")
        if self.poker and self.table.house["time_charge"]:
            self.usual_acts.append("time charge")
        self.now = HOUR * rng.randrange(24)
        self.told: list[list[Line]] = []
        self.features: set[tuple[Any, ...]] = set()
        self.ended: Callable[[], None] = lambda: None  # who chooses sittings hears of every round

    def play(self) -> list[list[Line]]:
        """Plays all rounds."""
        for _ in range(self.rounds):
            self.told.append([])
            self.between()
            self.round()
            self.table.accounts()  # raises where a cent is lost
            self.table.check_cards()
            self.ended()
        return self.told

    def replayed(self) -> None:
        """The log of the sitting gives the same steps again, or this raises Difference."""
        again = table_after(None, self.store.records, game)
        assert again.accounts() == self.table.accounts()

    # ------------------------------------------------------------------ saying something

    def say(self, deed: Deed, author: Author) -> bool:
        """Says something to the table; False where it is refused."""
        self.now += self.rng.choice((0, 0, 1000, 10_000, MINUTE))
        try:
            record = self.table.do(Command(deed, author, self.now))
        except PitbossError as error:
            self.tell(error.cite, f"refused {type(deed).__name__} {author.role}: {error.message}")
            self.features.add(("refused", type(deed).__name__, error.cite, type(error).__name__))
            return False
        lines = self.told[-1]
        for step in record.steps:
            lines.append((step.cite, told(step)))
        if record.end is not None:
            end = record.end
            lines.append(("", f"end {end.players} {end.inventory} {end.meter} {end.box} {end.void}"))
        request = self.table.request
        if isinstance(request, Failed):
            raise AssertionError(f"the round has failed: {request.why}")
        if request is not None:
            lines.append(asked(request))
        return True

    def tell(self, cite: str, what: str) -> None:
        """Notes what is no step."""
        self.told[-1].append((cite, what))

    def player(self, seat: int) -> Author:
        return Author("player", self.table.seats[seat].player)

    # ------------------------------------------------------------------ between two rounds

    def between(self) -> None:
        """People come, go, buy, bet; the clock goes on; devices are repaired."""
        rng, table = self.rng, self.table
        if rng.random() < 0.15:
            self.now += rng.choice((20 * MINUTE, HOUR, 5 * HOUR, 25 * HOUR))
        wanted = self.players if not table.rounds else min(self.players, len(table.seats) + rng.choice((0, 0, 1, 2)))
        for _ in range(4 * self.most):
            if len(table.seats) >= wanted:
                break
            self.arrive()
        if rng.random() < 0.1:
            self.say(Rest(), DEALER)
        for seat in sorted(table.seats):
            if table.seats[seat].cents < 3 * self.unit() or rng.random() < 0.08:
                self.say(Buy(seat, self.stakes()), self.player(seat))
            if len(table.seats) > 2 and rng.random() < (0.06 if table.rounds else 0.0):
                self.say(Leave(seat), self.player(seat))
        if table.game.acts and rng.random() < (0.6 if self.poker else 0.2):
            for _ in range(rng.choice((1, 1, 2, 3))):
                self.act()
        if table.rounds and rng.random() < 0.15:
            self.arrive()
        if table.game.dealt_in is None:
            seats = sorted(table.seats)
            rng.shuffle(seats)
            for seat in seats:
                self.bet(seat)

    def unit(self) -> int:
        """About the least that is bet."""
        house = self.table.house
        return max(house.get("table_minimum") or 0, house.get("big_blind") or 0, 100)

    def stakes(self) -> int:
        """With how many chips somebody sits down."""
        times = (2, 5, 10, 25, 100) if self.poker else (3, 10, 30, 200)
        return int(self.rng.choice(times) * self.unit() * (1, 1, 20)[self.scale])

    def arrive(self) -> None:
        """Somebody sits down, now and then at a second position."""
        rng, table = self.rng, self.table
        free = [number for number in range(1, self.most + 1) if number not in table.seats]
        if not free:
            return
        here = {seat.player for seat in table.seats.values()}
        number = rng.choice(free)
        beside = [table.seats[n].player for n in (number - 1, number + 1) if n in table.seats]
        if beside and table.game.positions(table.house)[0] > 1 and rng.random() < 0.5:
            name = rng.choice(beside)
        else:
            name = rng.choice([name for name in PLAYERS if name not in here])
        self.tempers[name] = rng.choice(TEMPERS)
        self.say(Sit(number, name, self.stakes()), Author("player", name))

    def bet(self, seat: int) -> None:
        """Somebody bets, now and then wrongly first."""
        rng, table = self.rng, self.table
        if rng.random() < 0.06:
            return
        for attempt in range(5):
            wagers = self.wagers(rng.random() < 0.12 and attempt < 2)
            if sum(wagers.values()) > table.seats[seat].cents and rng.random() < 0.9:
                if attempt < 3:
                    continue
                wagers = dict(table.game.suggest(table.house))
            if self.say(Bet(seat, wagers), self.player(seat)):
                return
            if rng.random() < 0.3 and table.game.may_bet is not None:
                self.say(Permit(seat), FLOORPERSON)

    def wagers(self, wrong: bool) -> dict[str, int]:
        """Some of the wagers that are offered, by the limits or, where something is wrong, just beyond one."""
        rng, table = self.rng, self.table
        house, suggested = table.house, table.game.suggest(table.house)
        unit, found = house["smallest_chip"], dict[str, int]()
        offered = list(table.game.offered(house))
        for wager in offered:
            if wager.required or wager.name in suggested or rng.random() < 0.65:
                least, most = table.game.limits(house, wager)
                found[wager.name] = self.amount(least, most, unit)
        same = next(iter(suggested), "")
        if same and rng.random() < 0.75:  # many chapters want some of the wagers to be equal
            found |= dict.fromkeys(suggested, found.get(same, suggested[same]))
        if wrong and found:
            name = rng.choice(sorted(found))
            least, most = table.game.limits(house, next(w for w in offered if w.name == name))
            found[name] = rng.choice((least - unit, least - 1, (most or 10 * least) + unit, found[name] + unit, unit // 2))
        return found

    def amount(self, least: int, most: int | None, unit: int) -> int:
        """A lawful amount."""
        low = -(-least // unit) * unit
        high = max(low, (most if most is not None else 200 * low) // unit * unit)
        if low == high or self.rng.random() < 0.2:
            return least
        few = self.rng.choice((0, 1, 2, 3, 5))
        if self.scale == 0:
            return min(high, low + few * unit)
        if self.scale == 2:
            return max(low, high - few * unit)
        return int(self.rng.randrange(low, high + 1, unit))

    def act(self) -> None:
        """Something between two rounds that the chapter knows."""
        kind = self.rng.choice(self.usual_acts if self.rng.random() < 0.6 else sorted(self.table.game.acts))
        house, rng = self.table.house, self.rng
        seats = sorted(self.table.seats)
        seat = rng.choice(seats) if seats else 1
        away = sorted(getattr(self.table.memory, "away", {}))
        if kind == "player returns" and away and rng.random() < 0.9:
            seat = rng.choice(away)
        detail: dict[str, dict[str, Any]] = {
            "device repaired or replaced": {"device": self.device()},
            "stakes added": {"seat": seat, "cents": self.stakes(), **({"currency": True} if rng.random() < 0.3 else {})},
            "seat change": {"seat": seat, "to": rng.randint(1, self.most)},
            "player leaves": {"seat": seat},
            "player put out": {"seat": seat},
            "player steps away": {"seat": seat},
            "player returns": {"seat": seat},
            "minimum bet agreed": {
                "cents": rng.choice((0, 1, 2, 2, 2, 3)) * (house.get("minimum_bet_increase") or 0) // 2
                + (house.get("small_bet") or 0) * (rng.random() < 0.8),
                "seats": seats if rng.random() < 0.9 else seats[1:],
            },
            "time charge": {"floorperson": rng.choice(("F. Lee", "F. Lee", ""))},
            "contributions end": {"payout": rng.choice(("bad beat", "high hand"))},
            "collection period": {
                "payout": rng.choice(("bad beat", "high hand")),
                "until": rng.choice((None, self.now / HOUR, self.now / HOUR + 0.01, self.now / HOUR + 9)),
            },
        }
        if kind in ("player leaves", "player put out") and (len(seats) <= 2 or rng.random() < 0.5):
            return
        if kind == "time charge":
            self.now += rng.choice((0, 20, 30, 47, 59, 61)) * MINUTE
        self.say(Act(kind, detail.get(kind, {})), FLOORPERSON)

    # ------------------------------------------------------------------ a round

    def round(self) -> None:
        """A round, if enough people are there for one."""
        if not self.say(Begin(), DEALER):
            return
        for _ in range(MOST_REQUESTS):
            if self.table.request is None:
                return
            self.answer(self.table.request)
        raise AssertionError("the round does not end")

    def answer(self, request: Request) -> None:
        """Something is said to what is asked, or something else happens first."""
        rng = self.rng
        if not isinstance(request, Cut) and rng.random() < self.trouble and self.goes_wrong():
            return
        if rng.random() < self.walking and self.moves():
            return
        if isinstance(request, Cut):
            depth = rng.choice((None, request.least, request.most, rng.randint(request.least, request.most)))
            assert self.say(CutCards(request.seat, depth), self.player(request.seat))
        elif isinstance(request, Ask):
            self.decide(request)
        else:
            assert isinstance(request, Moment)
            if request.waits_for is not None:
                if not self.say(Report(request.waits_for.kind, request.waits_for.detail), FLOORPERSON):
                    raise AssertionError(f"what the round waits for is refused: {request}")
            else:
                assert self.say(Proceed(), DEALER)

    def decide(self, request: Ask) -> None:
        """The seat in turn answers, or one that may answer before its turn, or the house for one that is silent."""
        rng, table = self.rng, self.table
        ask = rng.choice(table.asks()) if request.together and rng.random() < 0.4 else request
        if rng.random() < 0.03:
            others = [n for n in table.seats if n != ask.seat]
            if others:  # out of turn
                seat = rng.choice(others)
                self.say(Decide(seat, rng.choice(ask.choices).word), self.player(seat))
                if table.request is not request:
                    return
        if rng.random() < 0.04:
            silent = table.silent(ask)
            if self.say(Decide(ask.seat, silent.word, silent.cents), HOUSE):
                return
        found = self.decision(ask)
        assert self.say(Decide(ask.seat, found.word, found.cents), self.player(ask.seat)), (ask, found)

    def decision(self, ask: Ask) -> Answer:
        """What somebody of that temper decides and can pay."""
        rng, table = self.rng, self.table
        name = table.seats[ask.seat].player
        temper = self.tempers.get(name, "any") if rng.random() < 0.8 else "any"
        words = []
        if temper == "sensible" and table.round is not None:
            words.append(table.game.bot(table.round, ask))
        said = []
        for choice in ask.choices:
            if choice.of:
                said.append(f"{choice.word} {text(rng.sample(choice.of, rng.randint(*choice.number)))}")
            elif choice.most:
                most = max(choice.least, min(choice.most, table.chips(ask.seat) + ask.already))
                middle = choice.least + choice.unit * rng.randint(0, max(0, most - choice.least) // choice.unit)
                cents = most if temper == "all in" else rng.choice((choice.least, choice.least, middle, most))
                said.append(f"{choice.word} {cents}")
            else:
                said.append(choice.word)
        rng.shuffle(said)
        if temper == "stays":
            said.sort(key=lambda words: not words.startswith(STAYING))
        elif temper == "goes":
            said.sort(key=lambda words: not words.startswith(GOING))
        elif temper == "all in":
            said.sort(key=lambda words: (not words.startswith(("raise", "bet", "double", "split")), words.startswith(GOING)))
        words += said
        words += [f"{choice.word} {choice.least}" if choice.most else choice.word for choice in ask.choices]
        for word in words:
            try:
                return table.verify(ask, word)
            except IllegalDecision as error:
                self.tell(error.cite, f"refused {word}: {error.message}")
        raise AssertionError(f"seat {ask.seat} has {table.chips(ask.seat)} and no lawful answer to {ask}")

    # ------------------------------------------------------------------ what goes wrong

    def goes_wrong(self) -> bool:
        """Something goes wrong, and perhaps the same again; whether anything did."""
        usual = self.rng.random() < 0.6
        kind = self.rng.choice(self.usual_incidents if usual else sorted(self.table.game.incidents))
        happened = False
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            for _ in range(3):
                request = self.table.request
                if request is None or isinstance(request, Cut):
                    return True
                detail = self.detail(kind)
                if self.say(Report(kind, detail), FLOORPERSON):
                    name = request.name if isinstance(request, Moment) else "decision"
                    many = len(self.table.round.seats) if self.table.round is not None else 0
                    self.features.add(("incident", kind, name, happened, min(many, 4)))
                    self.features.add(("incident in a way", kind, *sorted(detail), self.given.house.get("dealing", "")))
                    happened = True
                    break
            else:
                return happened
        return happened

    def moves(self) -> bool:
        """Somebody leaves, comes, or does in a round what is done between rounds; whether the round has gone on."""
        rng, table = self.rng, self.table
        request = table.request
        kind = rng.choice(("leave", "leave", "leave", "sit", "bet", "begin", "act", "buy", "time"))
        seat = rng.choice(sorted(table.seats))
        if kind == "leave":
            if self.say(Leave(seat), self.player(seat)):
                name = request.name if isinstance(request, Moment) else type(request).__name__
                self.features.add(("leaves", name, min(len(table.seats), 4), isinstance(request, Ask) and request.seat == seat))
        elif kind == "sit":
            self.arrive()
        elif kind == "bet" and not self.poker:
            self.say(Bet(seat, self.wagers(False)), self.player(seat))
        elif kind == "begin":
            self.say(Begin(), DEALER)
        elif kind == "act" and table.game.acts:
            self.act()
        elif kind == "buy":
            self.say(Buy(seat, self.stakes()), self.player(seat))
        else:
            self.now += rng.choice((10 * MINUTE, HOUR, 9 * HOUR))
        return table.request is not request

    def device(self) -> str:
        """A device, one that is out of order if any is."""
        broken = sorted(self.table.out_of_order)
        if broken and self.rng.random() < 0.8:
            return self.rng.choice(broken)
        return self.rng.choice(("shuffler", "automated shoe", "card reader", "automated dealing shoe"))

    def detail(self, kind: str) -> dict[str, Any]:
        """What somebody says of an incident: mostly what can be true."""
        rng, table = self.rng, self.table
        assert table.round is not None
        seats = [n for n in table.round.seats if n in table.seats] or [1]
        seat = rng.choice(seats) if rng.random() < 0.95 else rng.randint(1, self.most)
        asked_ = table.request.seat if isinstance(table.request, Ask) else seat
        if rng.random() < 0.4:
            seat = asked_
        if "dealt" in kind and "seat" not in kind and rng.random() < 0.7:  # mostly somebody who is not in the round
            seat = rng.choice([n for n in range(1, self.most + 1) if n not in seats] or [seat])
        unit = table.house["smallest_chip"]
        amount = unit * rng.choice((1, 2, 4, 5, 6, 10, 20, 50))
        says = self.words(amount)
        spoken = self.words(amount).rpartition(" ")[2]
        announced = int(spoken) if spoken.isdecimal() else amount
        words: dict[str, Any] = {
            "seat": seat if rng.random() < 0.97 else f"seat_{seat}",
            "to": rng.choice(("dealer", "community", f"seat_{seat}", f"seat_{seat}")),
            "hand": rng.choice((1, 2, "dealer", f"seat_{seat}")),
            "choice": rng.choice(("card", "dead", "play", "void", "end", "continue")),
            "device": self.device(),
            "stub": rng.choice((rng.randrange(53), 10, 28, 37)),
            "misdealt": rng.random() < 0.5,
            "exposed": rng.random() < 0.5,
            "value_can_be_seen": rng.random() < 0.5,
            "protected": rng.random() < 0.5,
            "contributed": rng.random() < 0.5,
            "reconstructed": rng.random() < 0.5,
            "why": "cocked",
            "says": says,
            "said": says,
            "does": self.words(amount),
            "ruling": "the bet stands",
            "announced": announced,
            "placed": announced + unit * rng.choice((-2, -1, 1, 2)),
            "chip": rng.choice((500, 2500, 10_000)),
            "by": amount,
        }
        found = {}
        for word in table.game.details[kind]:
            if word in CARD_WORDS:
                if rng.random() < 0.5:
                    found[word] = self.cards(word, kind)
            elif rng.random() < (0.85 if word in ("seat", "device", "stub", "says", "announced", "placed", "chip") else 0.5):
                found[word] = words[word]
        return found

    def words(self, amount: int) -> str:
        """What somebody says: mostly what whoever is asked may do, with an amount that is lawful or just is not."""
        rng, request = self.rng, self.table.request
        if not isinstance(request, Ask) or rng.random() < 0.3:
            return rng.choice(SAYING).format(amount)
        choice = rng.choice(request.choices)
        if not choice.most or rng.random() < 0.2:
            return choice.word
        middle = choice.least + choice.unit * rng.randint(0, (choice.most - choice.least) // choice.unit)
        cents = rng.choice((choice.least, choice.most, middle, middle, choice.most + choice.unit, choice.least - choice.unit))
        return rng.choice((f"{choice.word} {cents}", f"{cents}"))

    def cards(self, word: str, kind: str) -> Any:
        """Cards that somebody names: the next ones, those of a hand, or a number of them."""
        rng, table = self.rng, self.table
        assert table.round is not None
        if kind in ("wrong number of cards", "shuffler count wrong", "cards dealt to an ineligible player"):
            return rng.choice((1, 2, 3, 4, 5, 6, 7, 8, 51, 53))
        hands = [hand for hand in table.round.hands.values() if hand]
        stack = rng.choice(list(table.stacks.values()))
        found = [*stack.cards[-3:]]
        if hands and rng.random() < 0.75:
            found = rng.choice(hands)
        if not found or rng.random() < 0.1:
            return rng.choice((*HANDS, "hole", "As", "Th", 1, 2))
        several = 1 if word == "card" and rng.random() < 0.8 else rng.randint(1, 2)
        return " ".join(NAMES[card] for card in rng.sample(found, min(several, len(found))))


def told(step: Step) -> str:
    """A step in a line, without its paragraph."""
    money = f"{step.cents} on {step.wager}" if step.wager and step.cents else step.wager or (step.cents and str(step.cents))
    note = step.note.split("; commitment")[0]
    return " ".join(part for part in (step.act, step.who, text(step.cards), step.face, str(money or ""), note) if part)


def asked(request: Request) -> Line:
    """What is asked, by its paragraph."""
    if isinstance(request, Ask):
        choices = " or ".join(f"{c.word} {c.least} {c.most} {c.unit} {c.number}" for c in request.choices)
        return request.cite, f"asks seat {request.seat} {request.about}: {choices}, has {request.already}"
    if isinstance(request, Cut):
        return request.cite, f"offers the cut to seat {request.seat}, {request.least} to {request.most}"
    return "", f"moment {request.name}" if isinstance(request, Moment) else "failed"
