"""A sitting at a table in the terminal: wagers, rounds, decisions, results, and leaving.

The loop only passes words between people, bots and the table. The table refuses what its chapter does not allow, and its error
is shown. Every step is logged before it is shown, so nothing on record is lost by leaving at any point.
"""

import time
from pathlib import Path
from typing import NoReturn

from pitboss.advice.sight import Sight as Known
from pitboss.advice.sight import sight_of
from pitboss.errors import PitbossError, Unbalanced
from pitboss.games.nonbanked.between import away_from
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.money import dollars
from pitboss.table.commands import Author, Command, CutCards
from pitboss.table.drivers import bots
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Cut, Reply, Request
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer
from pitboss.telling.pieces import words
from pitboss.telling.sentences import Line, tell
from pitboss.terminal import help as guide
from pitboss.terminal.hints import NOTHING, Hints
from pitboss.terminal.opening import (
    EndOfInput,
    brought_by,
    brought_in,
    buy_in,
    is_bot,
    seat_bots,
)
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
from pitboss.terminal.sight import Sight


class Sitting:
    """The people and bots at one table, and their shared screen."""

    def __init__(
        self, table: Table, screen: Screen, log: Path | None, rounds: int, key: Path | None = None, *, brief: bool = False
    ) -> None:
        self.table = table
        self.screen = screen
        self.log = log
        self.again = f"pitboss play --resume --log {log}" + (f" --key {key}" if key is not None else "")  # resumes this table
        self.most_rounds = rounds
        own = frozenset(n for n, seat in table.seats.items() if not is_bot(seat.player))
        self.sight = Sight(own, table.game.looks(table.house))
        self.told = 0  # the number of the round's steps that have been shown
        self.hints = Hints(screen)
        self.prompts = Prompts(screen, table.game, table.house, self.draw, self.hint, self.hints.cost, brief)
        self.usual: dict[int, dict[str, int]] = {}  # each seat's last wagers
        self.played = 0  # rounds in this process; the log may have more
        self.brought = brought_by(table)
        self.nonbanked = table.game.dealt_in is not None

    def run(self) -> bool:
        """Play until the player leaves, the requested rounds are over, or no seat here can bet. Returns True on leaving."""
        guide.welcome(self.screen, self.table.game, self.table.house)
        try:
            while True:
                if self.table.round is None and not self.betting():
                    break
                self.play_round()
                if self.played == self.most_rounds:
                    break
        except Leave:
            self.left()
            return True
        self.total()
        return False

    # ------------------------------------------------------------------ wagers

    def betting(self) -> bool:
        """Ask every seat here for its wagers, and let the bots bet. Returns False when no seat here can bet any more."""
        table = self.table
        self.screen.heading(f"round {table.rounds + 1}")
        guide.promise(self.screen, table)
        if self.nonbanked:
            return self.next_hand()
        least = sum(table.game.suggest(table.house).values())
        able = [n for n in self.sight.own if table.seats[n].cents >= least]
        for number in sorted(self.sight.own - set(able)):
            has = dollars(table.seats[number].cents)
            self.screen.say(f"Seat {number} has {has} left, less than the least wager of {dollars(least)}, and sits out.")
        if not able:
            return False
        while True:
            for number in sorted(able):
                self.bet(number)
            for number, seat in table.seats.items():
                if is_bot(seat.player) and number not in table.bets:
                    self.bet_for_bot(number)
            if table.bets:
                return True
            self.screen.say(f"Nobody has placed a wager, so no round begins (§ {table.game.no_more_bets}).")

    def bet(self, number: int) -> None:
        """Ask one seat for wagers until they are lawful or it sits out."""
        table, game, house = self.table, self.table.game, self.table.house
        chips = table.seats[number].cents
        usual = usual_wagers(game, house, table.bets.get(number) or self.usual.get(number), chips)
        repeats = f"{'the same again' if number in self.usual else 'the usual wager'}: {listed(usual)}"
        prompt = wagers_prompt(self.name(number), chips, usual)
        while True:
            line = self.prompts.ask(prompt, lambda: guide.betting_help(self.screen, table, repeats))
            words = " ".join((line or "").lower().split())
            try:
                if line is None:
                    raise Leave
                if words in SITS_OUT:
                    if number in table.bets:
                        table.bet(number, {})
                    return
                if words.split(" ")[0] == "bots":
                    self.more_bots(words.removeprefix("bots").strip())
                    continue
                if (seed := seed_in(line)) is not None:
                    self.add_seed(number, seed)
                    continue
                table.bet(number, wagers_of(line, game, house) if words else usual)
                self.usual[number] = dict(table.bets[number])
                return
            except PitbossError as error:
                self.refuse(error)

    def bet_for_bot(self, number: int) -> None:
        """Place a bot's usual wager. The bot sits out if the table refuses it."""
        try:
            self.table.bet(number, self.table.game.suggest(self.table.house))
        except PitbossError as error:
            if isinstance(error, Unbalanced):
                raise
            self.screen.say(f"{self.table.seats[number].player} sits out: {error}")

    def more_bots(self, words: str) -> None:
        """`bots 2`: seat bots between two rounds."""
        if not words.isdecimal() or len(words) > 6 or not int(words):
            self.screen.say("How many bots? Type, for example: bots 2")
            return
        seats = seat_bots(self.table, int(words))
        self.screen.say(f"Bots take seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}.")

    # ------------------------------------------------------------------ seeds

    def add_seed(self, number: int, seed: str) -> None:
        """`seed …`: add a seat's seed to the chance of the next round."""
        if self.seed_wanted(seed):
            self.table.seed(number, seed)
            self.screen.say(f"Seat {number} adds its seed: whatever chance decides in this round depends on it too.")

    def seed_wanted(self, seed: str) -> bool:
        """True if a seed is given and the table takes seeds; otherwise prints why not."""
        if self.table.fair is None:
            self.screen.say(
                "This table takes no seeds, because the house has promised nothing; a table with --log and --key does."
            )
        elif not seed:
            self.screen.say("Which seed? Any text that the house cannot know: seed 7 dice and a rainy Tuesday")
        return bool(seed) and self.table.fair is not None

    # ------------------------------------------------------------------ between two hands of Poker

    def next_hand(self) -> bool:
        """Ask whether to deal the next hand, and who sits out. Returns False if no seat here has, or buys, enough chips."""
        table, own = self.table, sorted(self.sight.own)
        needed = funds_needed(table.house)
        for number, seat in table.seats.items():
            if is_bot(seat.player) and seat.cents < needed:
                self.act("stakes added", {"seat": number, "cents": buy_in(table.game, table.house)})
        while True:
            short = [n for n in own if table.seats[n].cents < needed]
            for number in short:
                self.screen.say(
                    f"Seat {number} has {dollars(table.seats[number].cents)} left, less than the {dollars(needed)} that a hand"
                    f" needs, and sits out; “add {dollars(buy_in(table.game, table.house))[1:]}” buys chips."
                )
            line = self.prompts.ask(self.hand_prompt(), lambda: guide.hand_help(self.screen, table))
            if line is None:
                raise Leave
            words = " ".join(line.lower().split())
            try:
                if (seed := seed_in(line)) is not None:
                    self.add_seed(own[0], seed)
                    continue
                if not words and len(short) == len(own):
                    return False
                if self.between(words):
                    return True
            except PitbossError as error:
                self.refuse(error)

    def hand_prompt(self) -> str:
        """The prompt between two hands."""
        held = ", ".join(f"{self.name(n)} {dollars(self.table.seats[n].cents)}" for n in sorted(self.sight.own))
        return f"{held}: Enter deals the next hand (or sit out, add, bots, quit) ›"

    def between(self, words: str) -> bool:
        """Carry out an answer between two hands. Returns True if the next hand is to be dealt."""
        first, _, rest = words.partition(" ")
        if first == "bots":
            self.more_bots(rest)
            return False
        if first == "add":
            number, cents = stakes_of(rest, sorted(self.sight.own))
            self.act("stakes added", {"seat": number, "cents": cents})
            return False
        resting = resting_of(words, sorted(self.sight.own))
        away = away_from(self.table)
        for number in sorted(self.sight.own):
            if (number in resting) != (number in away):
                self.act("player steps away" if number in resting else "player returns", {"seat": number})
        needed = funds_needed(self.table.house)
        if sum(seat.cents >= needed and n not in away for n, seat in self.table.seats.items()) > 1:
            return True
        self.screen.say("A hand needs two players with enough chips; type, for example: bots 4")
        return False

    def act(self, kind: str, detail: dict[str, int]) -> None:
        """Perform an act between two hands, which is logged, and print its steps."""
        steps = self.table.act(kind, detail).steps
        self.brought = brought_in(steps, self.brought)
        for line in tell(self.sight.see(steps), self.sight.own):
            self.screen.line(line)

    # ------------------------------------------------------------------ a round

    def play_round(self) -> None:
        """Play a round with the wagers on the layout, or continue the round in progress."""
        table = self.table
        self.told = 0
        if table.round is not None:
            self.screen.heading(f"round {table.rounds + 1} goes on")
            request = table.request
        else:
            request = table.begin()
        while request is not None:
            if isinstance(request, Cut) and request.seat in self.sight.own:
                request = self.cut(request)
            else:
                request = table.reply(self.answer(request))
        assert table.last is not None
        self.tell(table.last)
        self.finish()

    def tell(self, round_: Round) -> None:
        """Print the steps that have not been shown yet."""
        seen = self.sight.see(round_.steps[self.told :])
        for line in tell(told_of(seen, self.prompts.brief), self.sight.own):
            self.screen.line(line)
        self.told = len(round_.steps)

    def answer(self, request: Request) -> Reply:
        """The reply to a request, by a person here or by a bot."""
        if isinstance(request, Ask):
            if request.seat not in self.sight.own:
                return bots(self.table, request)
            return request.only or self.decide(request)
        return bots(self.table, request)

    def decide(self, ask: Ask) -> Answer:
        """Draw the table, and ask a person here until the answer is lawful."""
        table = self.table
        assert table.round is not None
        self.tell(table.round)
        self.draw()
        about = f", {ask.about}" if ask.about else WHICH if sets_low(ask) else ""
        placed = self.sight.layout(table).wagers.get(ask.seat)
        self.screen.line(Line(ask.cite, guide.choices(ask, self.nonbanked, placed)))
        if self.prompts.hints:
            self.hint(ask, True)
        prompt = f"{self.name(ask.seat)}{about} ›"
        while True:
            line = self.prompts.ask(prompt, lambda: guide.decision_help(self.screen, table.game, table.house, ask), ask)
            if line is None:
                self.end_of_input(f"seat {ask.seat}{about} was asked to {ask.may}", ask.cite)
            try:
                answer = table.verify(ask, self.read(line, ask))
            except PitbossError as error:
                self.refuse(error)
                continue
            if sets_low(ask) and answer.cards and not self.confirm(ask, answer):
                continue
            if not self.nonbanked:
                self.hints.answered(self.sight_of(ask), answer, self.prompts.hints)
            return answer

    def sight_of(self, ask: Ask) -> Known:
        """What the asked player knows."""
        return sight_of(self.table, Viewer.at(*self.sight.own), ask)

    def confirm(self, ask: Ask, answer: Answer) -> bool:
        """Print the hands that a setting makes. Before a hand is fouled, a person is asked to confirm; a pipe is only
        warned."""
        hands, cite = set_in_words(ask, answer)
        self.screen.line(Line(cite, words(hands)))
        if not hands.startswith("Fouled") or not self.screen.interactive:
            return True
        return (self.prompts.ask(FOUL_IT, lambda: guide.says(self.screen, cite)) or "").strip().lower() in ("y", "yes")

    def read(self, line: str, ask: Ask) -> str:
        """A decision in the engine's words."""
        table = self.table
        if by_house := set_by_house(line, ask, table.house):
            return by_house
        return decision_in(line, ask, table.chips(ask.seat), table.house["structure"] if self.nonbanked else "")

    def hint(self, ask: Ask | None, brief: bool) -> None:
        """Print the value of each choice; when players play against each other, what a bot would do."""
        table = self.table
        if ask is None or table.round is None:
            self.screen.say(NOTHING)
        elif self.nonbanked:
            answer, why = table.game.advice(table.round, ask) if table.game.advice else (table.game.bot(table.round, ask), "")
            self.screen.say(f"A bot in your seat would {guide.spoken(answer, totals=True)}{f': {why}' if why else ''}.")
        else:
            self.hints.tell(self.sight_of(ask), brief)

    def cut(self, cut: Cut) -> Request | None:
        """Offer the cut. Returns the next request. A line from a pipe that does not answer the offer is kept for the next
        question. A seed may be added before the cut."""
        table = self.table
        assert table.round is not None
        self.tell(table.round)
        prompt = cut_prompt(self.name(cut.seat), cut.least, cut.most)
        seed = ""
        while True:
            line = self.prompts.ask(prompt, lambda: guide.cut_help(self.screen, cut, table), fits=is_cut)
            if line is None and self.screen.interactive:
                raise Leave
            try:
                if (typed := seed_in(line or "")) is None:
                    depth = depth_of(line or "", cut)
                    cut_seed, seed = seed, ""
                    return self.cut_with(cut, depth, cut_seed)
                if self.seed_wanted(typed) and table.fair is not None:
                    table.fair.check_seed(cut.seat, typed)
                    seed = typed
                    self.screen.say(f"Seat {cut.seat} adds its seed: the cards are rearranged by it before they are cut.")
            except PitbossError as error:
                self.refuse(error)

    def cut_with(self, cut: Cut, depth: int | None, seed: str) -> Request | None:
        """Cut the cards. Returns the next request."""
        if not seed:
            return self.table.reply(depth)
        author = Author("player", self.table.seats[cut.seat].player)
        self.table.do(Command(CutCards(cut.seat, depth, seed), author, at=time.time_ns() // 1_000_000))
        if self.table.failure is not None:
            raise self.table.failure
        return self.table.request

    # ------------------------------------------------------------------ the end of a round

    def finish(self) -> None:
        """Draw the table and print the result of each wager."""
        self.played += 1
        self.draw()
        results(self.screen, self.sight.layout(self.table), self.sight.own)

    def draw(self) -> None:
        """Print the table in a frame."""
        draw(self.screen, self.sight.layout(self.table), self.sight.own, self.table.house, self.nonbanked)

    # ------------------------------------------------------------------ asking, refusing, leaving

    def name(self, number: int) -> str:
        """The name of a seat in prompts, with the player if several play here."""
        player = self.table.seats[number].player
        return f"seat {number}" + (f" ({player})" if len(self.sight.own) > 1 else "")

    def refuse(self, error: PitbossError) -> None:
        """Print an error, or raise it if it is a defect of pitboss itself."""
        if isinstance(error, Unbalanced):
            raise error
        self.screen.refuse(error)

    def end_of_input(self, what: str, cite: str) -> NoReturn:
        """Handle the end of input at a decision: an error for a pipe; a person leaves the table."""
        if self.screen.interactive:
            raise Leave
        hint = f"; `{self.again}` goes on with it" if self.log else ""
        raise EndOfInput(f"the input ended when {what} (§ {cite}); the round stays unfinished{hint}")

    def left(self) -> None:
        """Print what happens on leaving, in the middle of a round or between two."""
        table = self.table
        if table.round is not None:
            self.screen.say("You leave in the middle of a round: it stays unfinished, and nothing more is settled.")
            if self.log:
                self.screen.say(f"Nothing is lost. To go on: {self.again}")
            else:
                self.screen.say("No log was kept (--log FILE), so this round cannot be taken up again.")
        elif table.bets:  # before “no more bets” a wager may be withdrawn
            for number in list(table.bets):
                table.bet(number, {})
        self.total()

    def total(self) -> None:
        """Print the total of the sitting, including earlier parts of its log. Closes the log if no round is in progress."""
        if self.table.round is None and self.log:
            self.table.close()
        table = self.table
        seats = []
        for number in sorted(self.sight.own):
            held, before = table.seats[number].cents, table.chips(number)
            staked = f" and {dollars(held - before)} at stake" if held > before else ""
            seats.append((self.name(number), held - self.brought[number], f"{dollars(before)}{staked}"))
        total(self.screen, table.rounds, seats)
