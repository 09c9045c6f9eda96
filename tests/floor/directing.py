"""What people do in an evening at a watched table: they play, say what is not theirs to say, look in every way there is, lose
their lines and come again; the house's clock acts, and now and then an employee deals and reports that something went wrong.

Everything follows from a seed and from what is asked at the table.
"""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from pitboss.cards import NAMES, text
from pitboss.games import NONBANKED
from pitboss.table.steps import Answer, Ask, Cut
from pitboss.table.steps import Moment as Pause
from tests.floor.probing import a_report, cards_to_probe
from tests.floor.twins import ROOM, STRANGER, Act, Director, Evening, Marked, Moment, said
from tests.strategies import NONSENSE, decision, wagers

MOST = 70  # moments of a round
DEALS = ("dealer", "floorperson", "pit boss")
PATRONS = (STRANGER, "player 1", "player 2")
PAGES = ("/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/api/tables", "/api/rooms", "/api/games", "/api/me")
WORDS = ("fold", "play", "stand", "hit", "split", "check", "call", "raise", "show", "insurance", "set As Kd", "nonsense", "")


@dataclass(frozen=True)
class Habits:
    """How likely each thing is at a moment, and how many rounds there are."""

    rounds: int = 2
    foreign: float = 0.15  # something that is not his to say
    looks: float = 0.2
    comes: float = 0.1  # somebody comes again, or loses his line
    silent: float = 0.1  # nobody says anything, and the clock acts
    held: bool = False  # an employee deals
    trouble: float = 0.0  # he reports that something went wrong
    together: float = 0.2  # two things are said at once


def directed(seed: int, habits: Habits) -> Director:
    """A director with these habits."""

    async def moments(evening: Evening) -> AsyncIterator[Moment]:
        director = _Director(evening, random.Random(seed), habits)
        async for acts in director.evening_of():
            yield acts

    return moments


class _Director:
    def __init__(self, evening: Evening, rng: random.Random, habits: Habits) -> None:
        self.at, self.rng, self.habits = evening, rng, habits
        self._said = 0

    @property
    def table(self) -> Any:
        return self.at.live.table

    def _id(self) -> str:
        self._said += 1
        return f"c{self._said}"

    def _say(self, who: str, do: str, names_cards: bool = False, **fields: Any) -> Act:
        shuffle = self._shuffle() if names_cards else 0
        return Act(who, "say", said(self._id(), self.table.version, do, **fields), shuffle)

    def _shuffle(self) -> int:
        """The shuffle from which the hands of this round were dealt."""
        held = [card for hand in self.table.round.hands.values() for card in hand]
        return next((card.shuffle for card in held if isinstance(card, Marked)), 0)

    async def evening_of(self) -> AsyncIterator[Moment]:
        """All moments of the evening."""
        path = f"/api/tables/{self.at.setting.table}"
        if self.habits.held:
            yield [Act("dealer", "PUT", (f"{path}/dealer", {"holds": True}))]
        for _ in range(self.habits.rounds):
            for acts in self._wagers():
                yield acts
            for _ in range(MOST):
                yield [*self._next(), *(self._next() if self.rng.random() < self.habits.together else ())]
                if self.table.round is None:
                    break
        for who in self.at.people:
            yield [Act(who, "GET", path), Act(who, "GET", f"{path}/frames?after={max(0, self.table.version - 40)}")]
            yield [self._look(who)]

    # ------------------------------------------------------------------ before the cards

    def _wagers(self) -> list[Moment]:
        """Wagers, some at once; hands of Poker begin by the clock or by whoever deals."""
        if self.at.setting.chapter in NONBANKED:
            return [[self._say("dealer", "begin")]] if self.habits.held else [[Act("", "time", 5.0)]]
        bets = []
        for seat, who in zip(self.at.setting.seats, self.at.players, strict=True):
            if seat in self.table.seats and (
                mine := wagers(self.rng, self.table.game, self.table.house, self.table.chips(seat))
            ):
                bets.append(self._say(who, "bet", seat=seat, wagers=mine))
        found: list[Moment] = [bets] if self.rng.random() < 0.5 else [[bet] for bet in bets]
        found.append([self._say("dealer", "begin")] if self.habits.held else [Act("", "time", 21.0)])
        return found

    # ------------------------------------------------------------------ a round

    def _next(self) -> list[Act]:
        habits, drawn = self.habits, self.rng.random()
        if drawn < habits.foreign:
            return [self._foreign()]
        drawn -= habits.foreign
        if drawn < habits.looks:
            return [self._look(self.rng.choice(list(self.at.people)))]
        drawn -= habits.looks
        if drawn < habits.comes:
            return self._come_or_go()
        drawn -= habits.comes
        if drawn < habits.silent:
            return [Act("", "time", self.rng.choice((1.0, 16.0, 46.0)))]
        return [self._go_on()]

    def _go_on(self) -> Act:
        """Whoever is asked answers, perhaps before his turn; who deals goes on."""
        request = self.table.request
        if isinstance(request, Ask):
            ask = self.rng.choice(self.table.asks())
            if ask.seat in self.at.setting.seats:
                answer = decision(self.rng, self.table, ask)
                return self._decision(ask.seat, answer)
        if isinstance(request, Cut) and request.seat in self.at.setting.seats:
            depth = self.rng.choice((None, request.least, request.most))
            return self._say(self._player(request.seat), "cut", seat=request.seat, depth=depth)
        if isinstance(request, Pause) and self.habits.held:
            return self._report() if self.rng.random() < self.habits.trouble else self._say("dealer", "proceed")
        return Act("", "time", 46.0)

    def _player(self, seat: int) -> str:
        return f"player {seat}"

    def _decision(self, seat: int, answer: Answer) -> Act:
        return self._say(self._player(seat), "decide", bool(answer.cards), seat=seat, word=answer.word, cents=answer.cents)

    def _report(self) -> Act:
        """Something went wrong, or so an employee says, or probes for cards that lie hidden."""
        report = a_report(self.rng, self.at.setting.chapter, true=self.rng.random() < 0.7)
        return self._say(self.rng.choice(("dealer", "floorperson")), "report", kind=report.kind, detail=report.detail)

    # ------------------------------------------------------------------ what is nobody's affair

    def _foreign(self) -> Act:
        """Somebody says what is not his to say, or what nobody may."""
        who = self.rng.choice(list(self.at.people))
        seat = self.rng.choice((*self.table.seats, 0, 9))
        request, word, cents = self.table.request, self.rng.choice(WORDS), self.rng.choice((0, 0, 500, -1, 10**9))
        if isinstance(request, Ask) and self.rng.random() < 0.6:
            ask = self.rng.choice(self.table.asks())
            choice = self.rng.choice(ask.choices)
            word, cents = choice.word, self.rng.choice((choice.least, choice.most))
            seat = self.rng.choice((ask.seat, ask.seat, seat))
            if choice.of and seat not in self.at.setting.seats:
                word = f"{word} {text(choice.of[: choice.number[0]])}"
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("decide", {"seat": seat, "word": word, "cents": cents}),
            ("decide", {"seat": seat, "word": word}),
            ("cut", {"seat": seat, "depth": self.rng.choice((None, 1, 20, 60))}),
            ("bet", {"seat": seat, "wagers": {"Ante": 1}}),
            ("void", {"why": "a whim"}),
            ("report", {"kind": self.rng.choice(("misdeal", "nonsense")), "detail": {"seat": self.rng.choice(NONSENSE)}}),
            ("rest", {}),
            ("permit", {"seat": seat}),
            (
                "act",
                {"kind": self.rng.choice((*sorted(self.table.game.acts), "nonsense")), "detail": {"seat": seat, "cents": 500}},
            ),
            ("proceed", {}),
            ("begin", {}),
        ]
        do, fields = self.rng.choice(kinds[:3] if self.rng.random() < 0.6 else kinds)
        if self.rng.random() < 0.25 and not (self.habits.held and who in DEALS):
            do, fields = "report", self._probe()
        if do == "proceed" and self.habits.held and who in DEALS:
            do, fields = kinds[0]
        version = max(0, self.table.version - self.rng.choice((0, 0, 0, 1, 7, -3)))
        return Act(who, "say", said(self._id(), version, do, **fields))

    def _probe(self) -> dict[str, Any]:
        """A report by which somebody could find out where a card lies."""
        lying = [NAMES[card] for card in self.table.cards_in_place()[:52]]
        report = a_report(self.rng, self.at.setting.chapter, about=lying)
        return {"kind": report.kind, "detail": report.detail | {"card": cards_to_probe(self.rng, lying)}}

    def _look(self, who: str) -> Act:
        """Somebody looks, in one of the ways there are, or asks for something that is no command."""
        path, version = f"/api/tables/{self.at.setting.table}", self.table.version
        after = self.rng.randint(0, version)
        ways = [
            path,
            f"{path}?words=true",
            f"{path}/frames?after={after}",
            f"{path}/frames?after={after}&words=true",
            "/api/me/entries",
            *PAGES,
        ]
        past = f"/rounds/{self.at.setting.table}/{self.rng.randint(1, self.table.rounds + 1)}"
        ways += [past, f"{past}?words=true", f"{past}/proofs", f"{path}/rounds", f"/api/export/{self.at.live.log}"]
        ways += [f"/api/rooms/{ROOM}", "/api/tables/nowhere", f"{path}/frames?after={version + 5}", f"{path}/frames"]
        ways += [
            "/api/pit",
            "/api/pit",
            *(f"{path}/{what}" for what in ("advice", "advice", "outcome", "session", "leaving", "hands", "declarable")),
        ]
        asks = [("POST", f"{path}/ready", {"ready": True}), ("PUT", f"{path}/dealer", {"holds": True})]
        if who in PATRONS and self.rng.random() < 0.1:
            how, *what = self.rng.choice(asks)
            return Act(who, how, tuple(what))
        return Act(who, "GET", self.rng.choice(ways))

    def _come_or_go(self) -> list[Act]:
        """Somebody opens another line, with what he knows or claims to know; or loses one."""
        who, version = self.rng.choice([*self.at.people, STRANGER]), self.table.version
        if self.rng.random() < 0.2:
            return [Act(who, "drop")]
        hello = {"version": self.rng.choice((version, version - 1, self.rng.randint(0, version), version + 1))}
        log = self.rng.choice((self.at.live.log, self.at.live.log, "table/other"))
        words = {"words": True} if version % 2 else {}
        comes = Act(who, "open", words if self.rng.random() < 0.3 else {**hello, "log": log, **words})
        return [comes, Act(who, "drop")] if self.rng.random() < 0.7 else [comes]
