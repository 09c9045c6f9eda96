"""A drill of the dealer school in the terminal: one question after the other, each answer judged at once, timed and saved."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from pitboss.errors import PitbossError
from pitboss.rulebook import paragraph
from pitboss.school.drills.questions import HOW, BadAnswer, Question
from pitboss.school.progress import Progress
from pitboss.terminal.screen import Screen

SHOW = ("show", "-")


@dataclass(frozen=True)
class Answered:
    """An answer to a question, and how long it took."""

    question: Question
    typed: str
    right: bool
    seconds: float

    def row(self) -> dict[str, Any]:
        """The answer as the command prints it."""
        cost = {} if self.cost is None else {"cost": str(self.cost)}
        return self.question.row() | {"given": self.typed, "right": self.right, "seconds": round(self.seconds, 1)} | cost

    @property
    def cost(self) -> Fraction | None:
        """What the answer costs, in cents, None where no answer costs anything, or none was given."""
        return self.question.cost(self.typed)


def run_drill(asked: Iterator[Question], chapter: str, progress: Progress | None, *, quiet: bool = False) -> list[Answered]:
    """Asks until the questions or the answers end; `quiet` prints nothing."""
    screen = Screen()
    answered: list[Answered] = []
    try:
        for number, question in enumerate(asked, 1):
            if not quiet:
                screen.blank()
                for line in question.shown:
                    screen.say(line)
            found = ask(screen, number, question, quiet=quiet)
            if found is None:
                break
            answered.append(found)
            if progress is not None:
                progress.answer(chapter, question, right=found.right, seconds=found.seconds)
            if not quiet:
                tell(screen, found)
    except KeyboardInterrupt:
        screen.blank()
    if not quiet:
        summary(screen, answered)
    return answered


def ask(screen: Screen, number: int, question: Question, *, quiet: bool) -> Answered | None:
    """Asks one question until the answer can be read; None where the learner leaves."""
    began = time.monotonic()
    if not quiet:
        screen.say(f"{number}. {question.ask}", "title")
        for choice in question.choices:
            screen.indent(choice, 2)
    while True:
        typed = screen.next_line() if quiet else screen.ask("›")
        if typed is None or typed.strip().lower() in ("quit", "q", "exit"):
            return None
        if typed.strip().lower() in ("?", "help"):
            screen.say(f"{HOW[question.drill]} show, or -, shows the answer; quit ends the drill.")
            continue
        seconds = time.monotonic() - began
        if typed.strip().lower() in SHOW:
            return Answered(question, "", False, seconds)
        try:
            return Answered(question, typed.strip(), question.is_right(typed), seconds)
        except BadAnswer as error:
            if quiet:
                return Answered(question, typed.strip(), False, seconds)
            if typed.strip():
                screen.refuse(error)


def tell(screen: Screen, answered: Answered) -> None:
    """Says whether an answer is right, with the paragraph; and what is right where it is not."""
    question = answered.question
    why = f" ({question.why})" if question.why and question.why != question.answer else ""
    if answered.right:
        screen.row([("✓ ", "win"), (f"§ {question.section}{why if len(why) < 40 else ''}", "quiet")])
        return
    screen.row([("✗ ", "alarm"), (f"{question.answer}, § {question.section}", "alarm")])
    if why:
        screen.indent(question.why, 2)
    if question.drill not in ("irregularities", "paragraph"):
        try:
            screen.indent(paragraph(question.section).says, 2, "quiet")
        except PitbossError:  # of a game that is not ours
            return


def summary(screen: Screen, answered: list[Answered]) -> None:
    """Accuracy and speed, by what was practised."""
    if not answered:
        return
    screen.blank()
    screen.row([(f"{'':<32}{'right':>10}  {'seconds':>8}", "title")])
    for about in dict.fromkeys(each.question.about for each in answered):
        screen.row([(_row(about, [each for each in answered if each.question.about == about]), "")])
    screen.row([(_row("in all", answered), "title")])


def _row(about: str, answered: list[Answered]) -> str:
    right = f"{sum(each.right for each in answered)} of {len(answered)}"
    return f"{about[:30]:<32}{right:>10}  {median(each.seconds for each in answered):>8.1f}"
