"""A sitting at a table of a floor, with the screens and words of a local table, fed by the connection to the floor.

The client runs in a background thread. Each answer carries the version that was on the screen, so a late answer is refused and
never taken as the answer to another question.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from pitboss.advice.sight import Sight, seen_from
from pitboss.errors import PitbossError
from pitboss.floor.client import ConnectionLostError, TableLine, Visitor
from pitboss.floor.play.questions import question_of
from pitboss.games import game as load
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.house import House
from pitboss.money import dollars
from pitboss.table import commands as said
from pitboss.table.game import Game
from pitboss.table.steps import Answer, Ask, Cut, Step
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import Asked
from pitboss.telling.pieces import words
from pitboss.telling.sentences import Line, tell
from pitboss.terminal import help as guide
from pitboss.terminal.beside import Beside, Interrupted
from pitboss.terminal.hints import NOTHING, Hints
from pitboss.terminal.prompts import (
    Leave,
    Prompts,
    cut_prompt,
    decision_in,
    draw,
    listed,
    results,
    told_of,
    total,
    usual_wagers,
    wagers_prompt,
)
from pitboss.terminal.reading import SITS_OUT, depth_of, is_cut, resting_of, seed_in, stakes_of, wagers_of
from pitboss.terminal.screen import Screen
from pitboss.terminal.setting import FOUL_IT, WHICH, set_by_house, set_in_words, sets_low
from pitboss.words import many

BOT = " (bot)"  # the suffix of bots' names on a floor
NOTICE = 0.8  # seconds for the player to notice that the question has changed
SHORTLY = 1.5  # seconds after which the player is told who is being waited for


@dataclass(frozen=True)
class Offered:
    """The part of the table that help needs. A floor's chance is fair and takes seeds."""

    game: Game
    house: House
    fair: bool = True


class News(NamedTuple):
    """What the floor has sent since the last look."""

    layout: Layout | None  # set if the floor has sent the whole table again
    steps: list[Step]
    version: int
    asked: tuple[Asked, ...]
    clock: int | None
    promise: tuple[int, str] | None
    there: bool  # True if connected


class Visit:
    """One person at a table of a floor, with the screen."""

    def __init__(
        self, beside: Beside, visitor: Visitor, table: str, screen: Screen, rounds: int = 0, *, brief: bool = False
    ) -> None:
        self.beside, self.visitor, self.screen, self.most_rounds = beside, visitor, screen, rounds
        self.heard: list[Step] = []  # received steps, filled by the connection's thread
        self.layout = Layout()
        self.wholes = 0  # how many full copies of the table have been received and shown
        self.headed = 0  # the last round whose heading has been printed
        self.line: TableLine = beside.do(visitor.look(table, self.heard.extend))
        self.game = load(self.line.chapter)
        self.house = House.of(self.line.chapter, self.line.house)
        self.nonbanked = self.game.dealt_in is not None
        self.offered = Offered(self.game, self.house)
        self.hints = Hints(screen)
        self.prompts = Prompts(screen, self.game, self.house, self.draw, self.hint, self.hints.cost, brief)
        self.usual: dict[str, int] = {}
        self.played = 0
        self.between_over = False  # True once the question between two hands has been answered
        self.resting = False
        self.promise: tuple[int, str] | None = None
        self.there = True  # the last reported state of the connection
        self.asked = ""  # the last prompt
        self.interrupted = False  # True if the last prompt was interrupted

    def run(self, cents: int, bots: int) -> None:
        """Sit down, and play until the player leaves or the requested rounds are over. However it ends, give up the seat and
        print what was won or lost."""
        before = self.beside.do(self.visitor.me())["cage"]
        guide.welcome(self.screen, self.game, self.house)
        held = sum(self._held(self.line.layout, number) for number in self.line.seats)
        seat = self.beside.do(self.line.sit(cents=min(cents, before)))
        self.seat, self.own = seat, frozenset({seat.number})
        self.screen.say(f"You are {self.visitor.name}, at seat {seat.number} of {self.line.name}. Chips are play chips.")
        try:
            if bots:
                self.more_bots(str(bots))
            self.play()
        except Leave:
            pass
        except KeyboardInterrupt:
            self.screen.blank()
            self.leave(before + held)
            raise
        except ConnectionLostError:
            self.screen.say("The floor cannot be reached; if you do not come back, the house gives up your seat.")
            raise
        self.leave(before + held)

    @staticmethod
    def _held(layout: Layout, number: int) -> int:
        return layout.seats[number].chips + layout.staked.get(number, 0)

    def leave(self, before: int) -> None:
        """Give up the seat, and print what was won or lost."""
        if self.beside.do(_has(self.line, self.seat.number)):
            if self.layout.in_progress and self.seat.number in self.layout.playing:
                self.screen.say("You leave in the middle of a round: it ends without you, by the rules.")
            self.beside.do(self.seat.leave())
            self.look()  # leaving may end the round
        has = self.beside.do(self.visitor.me())["cage"]
        total(self.screen, self.played, [(self.name, has - before, f"{dollars(has)} in the cage")])

    # ------------------------------------------------------------------ what happens

    def play(self) -> None:
        """Show events, and pass the table's questions to the player."""
        while True:
            try:
                self.go_on(self.look())
            except Interrupted:  # something happened before an answer was typed
                self.interrupted = True
                self.screen.blank()

    def go_on(self, news: News) -> None:
        """Take the next action: answer, bet, or wait."""
        asked = next((question for question in news.asked if question.seat == self.seat.number), None)
        if self.seat.number not in self.layout.seats:
            self.screen.say("Your seat has been given up.")
            raise Leave
        if self.most_rounds and self.played >= self.most_rounds:
            raise Leave
        if asked is not None and asked.choices:
            self.answer(asked, news)
        elif self.layout.in_progress:
            self.wait(news)
        elif self.nonbanked and not self.between_over:
            self.next_hand(news)
        elif not self.nonbanked and self.seat.number not in self.layout.placed:
            self.bet(news)
        else:
            self.wait(news)

    def look(self) -> News:
        """Receive the news and show it."""
        before = self.wholes
        news = self.beside.do(self._news())
        if news.there != self.there:
            self.there = news.there
            lost = "The connection to the floor is lost; it comes back as soon as the floor answers."
            self.screen.say("The connection is back." if news.there else lost, "quiet")
        if news.layout is not None:
            self.layout = news.layout
            if before:
                self.screen.say("The table as it is now:", "quiet")
                self.draw()
        self.promise = news.promise or self.promise
        steps = news.steps
        while steps:
            last = next((at for at, step in enumerate(steps) if step.act in ("begin", "end")), len(steps) - 1)
            self.tell(steps[: last + 1])
            steps = steps[last + 1 :]
        return news

    async def _news(self) -> News:
        line = self.line
        line.check()
        steps, layout = self.heard[:], None
        self.heard.clear()
        if line.whole != self.wholes:  # the full copy includes all steps received so far
            layout, steps, self.wholes = msgspec.convert(msgspec.to_builtins(line.layout), Layout), [], line.whole
        promises = [(record["number"], record["promise"]) for record in line.evidence if record.get("evidence") == "promise"]
        line.evidence.clear()
        promise = promises[-1] if promises else None
        return News(layout, steps, line.version or 0, line.asked, line.clock, promise, line.connected)

    async def _newer(self, news: News) -> None:
        """Wait until there is something that is not on the screen yet."""
        line = self.line
        shown = news.version, news.asked, news.there
        await line.until(lambda: (line.version or 0, line.asked, line.connected) != shown or bool(self.heard))

    def tell(self, steps: list[Step]) -> None:
        """Show steps. Only the last of them may begin or end a round."""
        self.layout.see_all(steps)
        others = [step for step in steps if step.act != "placed" or step.who != f"seat_{self.seat.number}"]
        for line in tell(told_of(others, self.prompts.brief), self.own):
            self.screen.line(line)
        if steps[-1].act == "begin":
            self.head(self.layout.round)
        if steps[-1].act == "end":
            self.played += self.seat.number in self.layout.playing
            self.between_over = False
            self.draw()
            results(self.screen, self.layout, self.own)

    def head(self, number: int) -> None:
        """Print the heading of a round, once."""
        if number != self.headed:
            self.screen.heading(f"round {number}")
            self.headed = number

    def wait(self, news: News, forever: bool = False) -> None:
        """Wait for something new. After a while, print who is being waited for."""

        async def new() -> None:
            async with asyncio.timeout(None if forever else SHORTLY):
                await self._newer(news)

        try:
            self.beside.do(new())
        except TimeoutError:
            whom = sorted({self.layout.seats[ask.seat].player for ask in news.asked if ask.seat in self.layout.seats})
            self.screen.say(f"Waiting for {' and '.join(whom) or 'the other players'}; Ctrl-C leaves.", "quiet")
            self.wait(news, forever=True)

    # ------------------------------------------------------------------ asking

    @property
    def name(self) -> str:
        """The seat's name in prompts."""
        return f"seat {self.seat.number}"

    def say(self, deed: said.Deed, news: News) -> bool:
        """Send a command for the version on the screen. If it is refused, print why and return False."""
        try:
            self.beside.do(self.line.say(deed, version=news.version))
        except ConnectionLostError:
            raise
        except PitbossError as error:
            self.screen.refuse(error)
            return False
        return True

    def ask(self, news: News, prompt: str, help_: Callable[[], None], asked: Ask | None = None, fits: Any = None) -> str:
        """Ask for a line. The end of the input means leaving. Raises Interrupted if something happens before a line is typed.
        Input typed before the question is discarded."""
        if self.screen.interactive and prompt != self.asked:
            if self.interrupted:
                time.sleep(NOTICE)
            self.screen.forget_typed()
        self.asked, self.interrupted = prompt, False
        with self.beside.interrupted_by(self._newer(news)) if self.screen.interactive else nullcontext():
            line = self.prompts.ask(prompt, help_, asked, fits)
        self.asked = ""
        if line is None:
            raise Leave
        return line

    def bet(self, news: News) -> None:
        """Ask for wagers, and place them or sit out."""
        game, house, chips = self.game, self.house, self.layout.seats[self.seat.number].chips
        self.head(self.layout.round + 1)
        self.show_promise()
        usual = usual_wagers(game, house, self.usual, chips)
        if chips < sum(usual.values()):
            self.screen.say(
                f"You have {dollars(chips)} left, less than the least wager of {dollars(sum(usual.values()))};"
                " “add 100” buys chips, quit leaves."
            )
        repeats = f"{'the same again' if self.usual else 'the usual wager'}: {listed(usual)}"
        prompt = wagers_prompt(self.name, chips, usual)
        line = self.ask(news, prompt, lambda: guide.betting_help(self.screen, self.offered, repeats))
        words = " ".join(line.lower().split())
        if self.common(line, words, news):
            return
        if words in SITS_OUT:
            self.sit_out(news)
            return
        try:
            wagers = wagers_of(line, game, house) if words else usual
        except PitbossError as error:
            self.screen.refuse(error)
            return
        if self.say(said.Bet(self.seat.number, wagers), news):
            self.usual = wagers

    def common(self, line: str, words: str, news: News) -> bool:
        """Carry out a request that is possible between any two rounds: bots, chips, a seed. Returns False if it is none of
        these."""
        first, _, rest = words.partition(" ")
        if first == "bots":
            self.more_bots(rest)
        elif first == "add":
            self.add(rest, news)
        elif (seed := seed_in(line)) is not None:
            if not seed:
                self.screen.say("Which seed? Any text that the house cannot know: seed 7 dice and a rainy Tuesday")
            elif self.say(said.Seed(self.seat.number, seed), news):
                self.screen.say(
                    f"Seat {self.seat.number} adds its seed: whatever chance decides in this round depends on it too."
                )
        else:
            return False
        return True

    def add(self, words: str, news: News) -> None:
        """`add 100`: buy chips from the cage."""
        try:
            number, cents = stakes_of(words, [self.seat.number])
        except PitbossError as error:
            self.screen.refuse(error)
            return
        added: said.Deed = said.Buy(number, cents)
        if self.nonbanked:
            added = said.Act("stakes added", {"seat": number, "cents": cents})
        self.say(added, news)

    def more_bots(self, words: str) -> None:
        """`bots 2`: seat bots on free seats."""
        if not words.isdecimal() or len(words) > 6 or not int(words):
            self.screen.say("How many bots? Type, for example: bots 2")
            return
        try:
            number = self.beside.do(self.visitor.bots(self.line.name, int(words)))
            self.screen.say("A bot sits down." if number == 1 else f"{number} bots sit down.")
        except ConnectionLostError:
            raise
        except PitbossError as error:
            self.screen.refuse(error)

    def sit_out(self, news: News) -> None:
        """Let the other players, if there are any, play a round."""
        if all(n in self.own or seat.player.endswith(BOT) for n, seat in self.layout.seats.items()):
            self.screen.say(f"Nobody has placed a wager, so no round begins (§ {self.game.no_more_bets}).")
            return
        self.beside.do(self.line.ready())
        current = self.layout.round
        while self.layout.round == current or self.layout.in_progress:
            self.wait(news)
            news = self.look()

    def next_hand(self, news: News) -> None:
        """Ask what to do between two hands of Poker. The floor deals the next hand by its clock."""
        chips, needed = self.layout.seats[self.seat.number].chips, funds_needed(self.house)
        self.head(self.layout.round + 1)
        self.show_promise()
        if chips < needed:
            self.screen.say(
                f"You have {dollars(chips)} left, less than the {dollars(needed)} that a hand needs; “add 100” buys chips."
            )
        prompt = f"{self.name} {dollars(chips)}: Enter for the next hand (or sit out, add, bots, quit) ›"
        line = self.ask(news, prompt, lambda: guide.hand_help(self.screen, self.offered))
        words = " ".join(line.lower().split())
        if self.common(line, words, news):
            return
        try:
            resting = bool(resting_of(words, [self.seat.number]))
        except PitbossError as error:
            self.screen.refuse(error)
            return
        if resting != self.resting:
            kind = "player steps away" if resting else "player returns"
            if not self.say(said.Act(kind, {"seat": self.seat.number}), news):
                return
            self.resting = resting
        if not resting and len(self.layout.seats) < 2:
            self.screen.say("A hand needs two players with enough chips; type, for example: bots 4")
            return
        self.between_over = not resting

    def show_promise(self) -> None:
        """Print the house's promise for the next round, once."""
        if self.promise is not None:
            guide.promised(self.screen, *self.promise)
            self.promise = None

    # ------------------------------------------------------------------ decisions

    def answer(self, asked: Asked, news: News) -> None:
        """Ask the player a question of the table, and send the answer."""
        ask = question_of(asked)
        if isinstance(ask, Cut):
            self.cut(ask, news)
            return
        if ask.only is not None:
            self.say(said.Decide(ask.seat, ask.only.word, ask.only.cents), news)
            return
        self.draw()
        self.screen.line(Line(ask.cite, guide.choices(ask, self.nonbanked, self.layout.wagers.get(ask.seat))))
        if news.clock is not None and asked.silent is not None:
            self.screen.say(
                f"In {many(news.clock, 'second')} the house will answer for you: {guide.spoken(asked.silent, self.nonbanked)}.",
                "quiet",
            )
        if self.prompts.hints:
            self.hint(ask, True)
        about = f", {ask.about}" if ask.about else WHICH if sets_low(ask) else ""
        chips = self.layout.seats[ask.seat].chips
        while True:
            line = self.ask(
                news, f"{self.name}{about} ›", lambda: guide.decision_help(self.screen, self.game, self.house, ask), ask
            )
            try:
                structure = self.house["structure"] if self.nonbanked else ""
                answer = ask.verify(set_by_house(line, ask, self.house) or decision_in(line, ask, chips, structure))
            except PitbossError as error:
                self.screen.refuse(error)
                continue
            if sets_low(ask) and answer.cards and not self.confirm(ask, answer, news):
                continue
            if not self.nonbanked:
                self.hints.answered(self.sight_of(ask), answer, self.prompts.hints)
            self.say(said.Decide(ask.seat, answer.word, answer.cents), news)
            return

    def sight_of(self, ask: Ask) -> Sight:
        """What the asked player knows."""
        return seen_from(self.layout, self.line.chapter, dict(self.line.house), ask)

    def confirm(self, ask: Ask, answer: Answer, news: News) -> bool:
        """Print the hands that a setting makes. Before a hand is fouled, a person is asked to confirm; a pipe is only
        warned."""
        hands, cite = set_in_words(ask, answer)
        self.screen.line(Line(cite, words(hands)))
        if not hands.startswith("Fouled") or not self.screen.interactive:
            return True
        return self.ask(news, FOUL_IT, lambda: guide.says(self.screen, cite)).strip().lower() in ("y", "yes")

    def cut(self, cut: Cut, news: News) -> None:
        """Offer the cut. A seed may be added before it."""
        seed = ""
        while True:
            line = self.ask(
                news,
                cut_prompt(self.name, cut.least, cut.most),
                lambda: guide.cut_help(self.screen, cut, self.offered),
                fits=is_cut,
            )
            try:
                if (typed := seed_in(line)) is None:
                    self.say(said.CutCards(cut.seat, depth_of(line, cut), seed), news)
                    return
                seed = typed
                self.screen.say(f"Seat {cut.seat} adds its seed: the cards are rearranged by it before they are cut.")
            except PitbossError as error:
                self.screen.refuse(error)

    def hint(self, ask: Ask | None, brief: bool) -> None:
        """Print the value of each choice, computed here from what is on the screen."""
        if ask is None:
            self.screen.say(NOTHING)
        else:
            self.hints.tell(self.sight_of(ask), brief)

    def draw(self) -> None:
        """Print the table in a frame."""
        draw(self.screen, self.layout, self.own, self.house, self.nonbanked)


async def _has(line: TableLine, seat: int) -> bool:
    return seat in line.seats
