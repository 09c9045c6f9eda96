"""A lesson of the dealer school in the terminal: you deal, bots play, and each act is judged at once or at the end.

Each act is saved before the next prompt, so an interrupted lesson continues where it was.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

from pitboss.games import game as load
from pitboss.house import House
from pitboss.money import dollars
from pitboss.school.acts import BadAct, read_act
from pitboss.school.dealing import DONE, Dealing, Mark
from pitboss.school.due import Due
from pitboss.school.incidents import in_words
from pitboss.school.judge import MISSING, OUT_OF_ORDER, RIGHT, Verdict
from pitboss.school.narration import explained, with_short
from pitboss.school.plans import Plan
from pitboss.school.progress import Begun, Progress
from pitboss.school.scores import Score, by_kind, by_section
from pitboss.school.scripts import usual_of
from pitboss.school.shorthand import VERBS, Shorthand
from pitboss.table.steps import COMMUNITY, DEALER, Incident, Step
from pitboss.table.view.layout import Layout
from pitboss.telling.pieces import Atom, card_row
from pitboss.telling.sentences import place_name, tell
from pitboss.terminal import help as guide
from pitboss.terminal.opening import EndOfInput
from pitboss.terminal.prompts import Leave
from pitboss.terminal.screen import Screen
from pitboss.terminal.sight import CARDS

PROMPT = "you ›"
MEANS = {  # the short form of each act, with an example
    "deal": "d 1 3 5 d      deal a card, or a stack, to seats 1, 3, 5 and the dealer",
    "burn": "b              burn a card",
    "reveal": "r d, r 1       turn up the dealer's cards, those of seat 1",
    "discard": "x 1, x s       collect the cards of seat 1, the stub",
    "collect": "c 1 ante       collect a losing wager of seat 1",
    "pay": "p 1 ante 10    pay a winning wager of seat 1, in dollars; the wager goes back with it",
    "return": "g 1 ante       give a wager back",
    "bonus": "o 1 ante 25    pay an amount that leaves the wager where it is",
    "jackpot": "j 1 prog 500   pay from the progressive meter",
    "vigorish": "v 1 pai 1.25   take the vigorish",
    "say": "s no more      say something, as far as nothing else begins so; s 3 soft 17 of seat 3",
    "move": "move seat_1 split 1",
    "button": "button 3       move the button to seat 3",
    "gather": "gather         move the bets into the pot",
    "rake": "rake 4         take the rake, in dollars",
    "contribute": "contribute 1   take what a pot owes to a jackpot",
    "award": "push 1 pot 40  push a pot to seat 1",
    "refund": "refund 1 pot   give back a bet that nobody called",
    "void": "void           declare all hands void",
}
COMMANDS = (
    "f              call the floor, when something has gone wrong",
    "show           see the act that is due; it is done for you, and counts as not known",
    "table          what lies on the table    paytables    rule 11(c)  a paragraph    ?  this list",
    "end            the round is over for you: what is missing is named",
    "quit           leave; the lesson goes on where you left",
)


def run_lesson(plan: Plan, progress: Progress, begun: Begun | None = None) -> bool:
    """Deal a lesson, or continue one. Returns True if all acts were right."""
    screen = Screen()
    number = progress.begin(plan) if begun is None else begun.number
    sitting = Sitting(screen, plan, progress, number)
    for round_ in range((begun.ended if begun else 0) + 1, plan.rounds + 1):
        entered = begun.entered[round_ - 1] if begun else []
        try:
            sitting.deal(round_, entered)
        except (Leave, KeyboardInterrupt):
            screen.say("The lesson is saved. The same command goes on with it.")
            return not any(not mark.is_right for mark in sitting.marks)
    marks = progress.marks(plan.chapter, number)
    screen.heading("the lesson")
    show_scores(screen, marks)
    if plan.at_end and not plan.skipped:
        decides = f"`pitboss school {plan.chapter} --decide passed --dealer NAME --examiner NAME --position 'pit boss'`"
        screen.say(f"As a table test it is decided by a pit boss or above (§ 527.5(a)): {decides}.")
    return all(mark.is_right for mark in marks)


class Sitting:
    """A learner at the terminal, in one lesson."""

    def __init__(self, screen: Screen, plan: Plan, progress: Progress, number: int) -> None:
        self.screen, self.plan, self.progress, self.number = screen, plan, progress, number
        self.game, self.house = load(plan.chapter), House.of(plan.chapter, plan.house)
        self.practice = plan.practice
        self.usual = usual_of(self.game, self.house, self.practice.skipped)
        self.sayings = list(self.usual.sayings)
        self.marks: list[Mark] = []
        self.layout = Layout()
        self.short = Shorthand((), ())

    def deal(self, round_: int, entered: list[str]) -> None:
        """Deal one round. `entered` has the acts that were saved earlier."""
        plan, screen = self.plan, self.screen
        lesson = plan.lesson(round_)
        self.dealing = dealing = Dealing(lesson, self.practice, at_end=plan.at_end)
        self.layout = Layout(decks=lesson.round.house.get("decks") or 1)
        wagers = dict.fromkeys(step.wager for step in lesson.round.steps if step.wager)
        self.short = Shorthand(list(dict.fromkeys((*wagers, *self.game.wager_names, *self.game.payments))), self.sayings)
        self.complete()
        seats = ", ".join(map(str, lesson.round.seats))
        screen.heading(f"{lesson.round.house.chapter.game} · round {round_} of {plan.rounds}")
        shows = "" if plan.at_end else ", show does the next act for you"
        screen.say(f"You deal. Bots play at seats {seats}. ? lists what you can enter{shows}.")
        for line in entered:
            self.again(line)
        if entered:
            screen.say(f"{len(entered)} acts of this round were entered before; it goes on after them.")
        self.tell(quiet=not screen.interactive and bool(entered))
        ended = dealing.is_over
        while not ended:
            ended = self.step(round_)
        self.finish(round_)

    def again(self, line: str) -> None:
        """Repeat a saved act."""
        if line:
            with suppress(BadAct):
                self.dealing.enter(read_act(line))
        else:
            self.dealing.show()

    def step(self, round_: int) -> bool:
        """Ask for the next act, or several in one line. Returns True when the round is over."""
        line = self.screen.ask(PROMPT)
        if line is None:
            self.input_ended()
        first, _, rest = " ".join((line or "").split()).partition(" ")
        match first.lower():
            case "":
                pass
            case "?" | "help" | "acts":
                self.help()
            case "table":
                self.draw()
            case "rule" | "§":
                guide.rule(self.screen, rest, self.game)
            case "paytable" | "paytables":
                guide.paytables(self.screen, self.house)
            case "quit" | "q" | "exit":
                raise Leave
            case "end":
                return True
            case "show":
                self.show(round_)
            case _:
                self.enter(round_, line or "")
        return self.dealing.is_over

    def enter(self, round_: int, line: str) -> None:
        """Perform the acts of a line, up to the first that is not right."""
        try:
            acts = self.short.acts(line)
        except BadAct as error:
            self.screen.refuse(error)
            return
        done = list[str]()  # messages about right acts that have not been shown yet
        for n, act in enumerate(acts):
            try:
                verdict = self.dealing.enter(act)
            except BadAct as error:
                self.praise(done)
                self.screen.refuse(error)
                return
            self.progress.enter(self.number, round_, act.line)
            if verdict is not None and verdict.verdict not in (RIGHT, DONE):
                self.praise(done)
                self.judged(verdict)
                if n + 1 < len(acts):
                    self.screen.say("What stands behind it in your line was not done.")
                return
            if verdict is not None:
                done.append(verdict.message or f"§ {verdict.section}")
        self.praise(done)
        self.tell()

    def praise(self, done: list[str]) -> None:
        """Show the right acts, each message once with its count."""
        for about, number in Counter(done).items():
            self.screen.row([("✓ ", "win"), (f"{about} ({number} acts)" if number > 1 else about, "quiet")])
        done.clear()

    def judged(self, verdict: Verdict) -> None:
        """Show the verdict on an act that is not right."""
        explanation = explained(self.dealing.due, verdict)
        why = f": {explanation.why}" if explanation.why else ""
        self.screen.row([("✗ ", "alarm"), (f"{verdict.verdict}, § {verdict.section}", "alarm"), (why, "")])
        if (due := self.due_of(verdict)) is not None:
            self.screen.indent(f"Due {'first ' if verdict.verdict == OUT_OF_ORDER else ''}is: {explanation.due}", 2)
            if due.step.cents and verdict.act.endswith(f" {due.step.cents // 100}"):
                self.screen.indent("Behind seat_N an amount is in cents, as in scripts; $10, or the short form, is dollars.", 2)
        if explanation.says:
            self.screen.indent(explanation.says, 2, "quiet")

    def due_of(self, verdict: Verdict) -> Due | None:
        """The act that was due according to a verdict, None if nothing was."""
        return next((due for due in self.dealing.due if due.words == verdict.due), None)

    def show(self, round_: int) -> None:
        """Show the act that is due, and perform it."""
        if self.plan.at_end:
            self.screen.say("This round is judged at its end: nothing is shown before. “end” ends it.")
            return
        if (verdict := self.dealing.show()) is None:
            return
        self.progress.enter(self.number, round_, "")
        due = next(due for due in self.dealing.due if due.words == verdict.due)
        self.screen.say(f"{with_short(due)} (§ {due.section})")
        self.tell()

    def input_ended(self) -> None:
        if self.screen.interactive:
            raise Leave
        raise EndOfInput("the input ended in the middle of a round; the same command goes on with the lesson")

    # ------------------------------------------------------------------ the table

    def tell(self, quiet: bool = False) -> None:
        """Print the new events at the table, or with `quiet` only update the layout."""
        steps: list[Step] = []
        for event, no_news in self.dealing.news():
            if isinstance(event, Incident):
                self.lines(steps)
                steps = []
                self.screen.row([("! ", "alarm"), (f"Something goes wrong: {in_words(event)}", "alarm")])
                continue
            self.layout.see(event)
            if not (quiet or no_news):
                steps.append(event)
        self.lines(steps)

    def lines(self, steps: Iterable[Step]) -> None:
        for line in tell(list(steps)):
            self.screen.line(line)

    def draw(self) -> None:
        """Print the cards and wagers on the table."""
        for place, hand in self.layout.hands.items():
            if place in (DEALER, COMMUNITY) and not hand.gone:
                self.screen.row([(f"{place_name(place)}: ", "title"), *card_row([CARDS.get(card) for card in hand.cards])])
        for seat in self.dealing.lesson.round.seats:
            atoms: list[Atom] = [[(f"seat {seat}:", "title")]]
            for hand in self.layout.hands_of(seat).values():
                atoms.append(card_row([CARDS.get(card) for card in hand.cards]) if not hand.gone else [("no cards", "quiet")])
            for wager, cents in self.layout.wagers.get(seat, {}).items():
                atoms.append([(f"{wager} {dollars(cents)}", "")])
            self.screen.row([piece for atom in atoms for piece in (*atom, ("  ", ""))])

    def help(self) -> None:
        """Print what can be entered."""
        demanded = self.usual.acts | ({"burn"} if "draw" in self.usual.acts else set())
        self.screen.say(
            "Several acts stand in one line with ; between. A number is a seat, d the dealer, c the community cards."
        )
        for act, means in MEANS.items():
            if act in demanded:
                self.screen.row([(means, "")])
        for means in COMMANDS:
            self.screen.row([(means, "quiet")])
        self.screen.say(f"Wagers: {', '.join(self.short.wagers)}. Their beginning or their first letters are enough.")
        if "say" in demanded:
            self.screen.say(f"What is said here: {'; '.join(self.sayings)}. Hands and totals are said by their names.")
        if self.practice.counts:
            self.screen.say("Amounts need not be entered: the program counts the chips.")

    def complete(self) -> None:
        """Set up completion with the tab key, if the terminal has line editing."""
        if not self.screen.interactive:
            return
        with suppress(ImportError):
            import readline

            vocabulary = sorted({*VERBS, DEALER, COMMUNITY, "stub", *self.short.wagers, *self.sayings, "table", "show", "quit"})
            readline.set_completer(lambda text, state: dict(enumerate(completions(text, vocabulary))).get(state))
            readline.set_completer_delims(";")
            readline.parse_and_bind("tab: complete")

    # ------------------------------------------------------------------ the end of a round

    def finish(self, round_: int) -> None:
        """Print the missing acts, and save the marks."""
        for verdict in self.dealing.finish():
            if verdict.verdict == MISSING:
                due = self.due_of(verdict)
                self.screen.row(
                    [("✗ ", "alarm"), (f"missing, § {verdict.section}", "alarm"), (f": {due and with_short(due)}", "")]
                )
            elif verdict.verdict != RIGHT:
                self.screen.row([("  ", ""), (verdict.act, "")])
                self.judged(verdict)
        self.tell()
        marks = self.dealing.marks()
        self.marks += marks
        self.progress.end_round(self.number, round_, self.plan.chapter, marks)
        right = sum(mark.is_right for mark in marks)
        self.screen.say(f"Round {round_}: {right} of {len(marks)} acts right at the first try.")


def completions(typed: str, vocabulary: Sequence[str]) -> list[str]:
    """The completions of a partial line: its longest ending that begins an entry of the vocabulary is completed.

    >>> completions("s no mo", ["move", "no more bets"]), completions(" p 1 pa", ["pay", "Pair Plus"])
    (['s no more bets'], [' p 1 pay', ' p 1 Pair Plus'])
    """
    starts = [0, *(at + 1 for at, letter in enumerate(typed) if letter == " ")]
    for at in starts:
        if typed[at:] and (matches := [word for word in vocabulary if word.lower().startswith(typed[at:].lower())]):
            return [typed[:at] + word for word in matches]
    return []


def show_scores(screen: Screen, marks: list[Mark]) -> None:
    """Print how many acts were right at the first try, by kind and by section."""
    if not marks:
        screen.say("Nothing was demanded of you in this lesson.")
        return
    for title, scores in (("kind of act", by_kind(marks)), ("section", by_section(marks))):
        screen.row([(f"{title:<16}", "title"), ("right at the first try", "title")])
        for score in scores:
            screen.row([(_score(score, title), "")])
    right = sum(mark.is_right for mark in marks)
    screen.say(f"In all {right} of {len(marks)}: {Score('', right, len(marks)).percent}%.")


def _score(score: Score, title: str) -> str:
    about = f"§ {score.about}" if title == "section" else score.about
    return f"{about:<16}{score.right} of {score.of}"
