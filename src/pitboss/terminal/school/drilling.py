"""A drill of the dealer school in the terminal: questions one at a time, each answer judged at once, timed and saved."""

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
    """A judged answer to a question, with its time."""

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
    """Ask questions until they run out or the input ends. `quiet` prints nothing."""
    screen = Screen()
    answered: list[Answered] = []
    try:
        for number, question in enumerate(asked, 1):
            if not quiet:
                screen.blank()
                for line in question.shown:
                    screen.say(line)
            answer = ask(screen, number, question, quiet=quiet)
            if answer is None:
                break
            answered.append(answer)
            if progress is not None:
                progress.answer(chapter, question, right=answer.right, seconds=answer.seconds)
            if not quiet:
                tell(screen, answer)
    except KeyboardInterrupt:
        screen.blank()
    if not quiet:
        summary(screen, answered)
    return answered


def ask(screen: Screen, number: int, question: Question, *, quiet: bool) -> Answered | None:
    """Ask one question until the answer is readable. Returns None if the learner leaves."""
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
    """Print whether an answer is right, with the paragraph, and the right answer if it is not."""
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
        except PitbossError:  # an added game may lack the paragraph
            return


def summary(screen: Screen, answered: list[Answered]) -> None:
    """Print accuracy and speed, by topic."""
    if not answered:
        return
    screen.blank()
    screen.row([(f"{'':<32}{'right':>10}  {'seconds':>8}", "title")])
    for about in dict.fromkeys(answer.question.about for answer in answered):
        screen.row([(_row(about, [answer for answer in answered if answer.question.about == about]), "")])
    screen.row([(_row("in all", answered), "title")])


def _row(about: str, answered: list[Answered]) -> str:
    right = f"{sum(answer.right for answer in answered)} of {len(answered)}"
    return f"{about[:30]:<32}{right:>10}  {median(answer.seconds for answer in answered):>8.1f}"
