"""A round of a lesson as a page shows it: everything that has happened, in order, and each judgment with its reason.

The same plan and the same acts tell the same events, so that any server can go on with a round from the acts that are saved.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Literal

import msgspec

from pitboss.errors import PitbossError
from pitboss.games import game as load
from pitboss.house import House
from pitboss.rulebook import paragraph
from pitboss.school.acts import BadAct, read_act
from pitboss.school.dealing import Dealing, Mark
from pitboss.school.due import Due
from pitboss.school.incidents import in_words
from pitboss.school.judge import OUT_OF_ORDER, RIGHT, WRONG, Verdict
from pitboss.school.lessons import Lesson
from pitboss.school.plans import Plan
from pitboss.school.scripts import sayings_of
from pitboss.school.shorthand import Shorthand, in_dollars, in_short
from pitboss.table.notes import number as in_note
from pitboss.table.steps import Incident, Step, seat_name
from pitboss.table.view.viewers import in_text
from pitboss.telling.plain import say

KEPT = 64  # rounds and lists of sayings that are remembered
CHIPS = 1_000_000  # cents that a bot is shown with


class LessonEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that has happened: a step at the table, a sentence about some, something that goes wrong, an act that is judged
    at the end of the round, or a verdict. Of a verdict `words` are the act, `due` what was due instead, with its short form,
    `why` what is wrong, and `says` the paragraph."""

    kind: Literal["step", "said", "trouble", "entered", "verdict"]
    step: list[Any] = []
    words: str = ""
    section: str = ""
    verdict: str = ""
    due: str = ""
    why: str = ""
    says: str = ""


@lru_cache(maxsize=KEPT)
def _lesson(plan: bytes, number: int) -> Lesson:
    return msgspec.json.decode(plan, type=Plan).lesson(number)


@lru_cache(maxsize=KEPT)
def _sayings(chapter: str, house: bytes, skipped: frozenset[str]) -> tuple[str, ...]:
    given: dict[str, Any] = msgspec.json.decode(house)
    return tuple(sayings_of(load(chapter), House.of(chapter, given), skipped))


class Narration:
    """A round of a lesson, with the events so far."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        lesson = _lesson(msgspec.json.encode(plan, order="deterministic"), number)
        self.dealing = Dealing(lesson, plan.practice, at_end=plan.at_end)
        house = msgspec.json.encode(plan.house, order="deterministic")
        self.sayings = _sayings(plan.chapter, house, plan.practice.skipped)
        self._named = dict.fromkeys((*lesson.game.wager_names, *lesson.game.payments))
        self.seats = list(lesson.round.seats)
        self.decks: int = lesson.round.house.get("decks") or 1
        self.events: list[LessonEvent] = []
        self._steps(Step("", "sit", seat_name(seat), cents=CHIPS, note=f"Bot {seat}") for seat in self.seats)
        self._steps([Step("", "begin", note=in_note(number))])
        self._tell()

    @property
    def wagers(self) -> list[str]:
        """The wagers that can be named: those of the game, and what has been bet on split hands so far."""
        return [*self._named]

    @property
    def short(self) -> Shorthand:
        """Reads what is typed."""
        return Shorthand(self.wagers, self.sayings)

    @property
    def is_over(self) -> bool:
        """True when nothing is demanded any more."""
        return self.dealing.is_over

    def again(self, line: str) -> None:
        """Takes up an act that was saved, "" where the learner asked to see it."""
        with suppress(BadAct):
            self._enter(line) if line else self.show()

    def take(self, line: str) -> tuple[list[str], str]:
        """Performs the acts of a line up to the first that is not right: those that were taken, and why one was refused. Raises
        BadAct where none was."""
        taken: list[str] = []
        for act in self.short.acts(line):
            try:
                verdict = self._enter(act.line)
            except BadAct as error:
                if not taken:
                    raise
                return taken, error.message
            taken.append(act.line)
            if verdict is not None and verdict.verdict in (WRONG, OUT_OF_ORDER):
                break
        return taken, ""

    def show(self) -> bool:
        """Performs the act that is due for a learner who does not know it; False where none is, or nothing may be shown."""
        verdict = None if self.plan.at_end else self.dealing.show()
        if verdict is None:
            return False
        self._judge(verdict)
        self._tell()
        return True

    def finish(self) -> list[Mark]:
        """Ends the round: the verdicts that come with its end, and the marks."""
        for verdict in self.dealing.finish():
            if self.plan.at_end or verdict.verdict != RIGHT:
                self._judge(verdict)
        self._tell()
        return self.dealing.marks()

    # ------------------------------------------------------------------ events

    def _enter(self, line: str) -> Verdict | None:
        verdict = self.dealing.enter(read_act(line))
        if verdict is None:
            self.events.append(LessonEvent("entered", words=line))
        else:
            self._judge(verdict)
        self._tell()
        return verdict

    def _judge(self, verdict: Verdict) -> None:
        found = explained(self.dealing.due, verdict)
        self.events.append(found)

    def _tell(self) -> None:
        """Adds what has happened at the table."""
        steps: list[Step] = []
        for happened, known in self.dealing.news():
            if isinstance(happened, Incident):
                self._say(steps)
                steps = []
                self.events.append(LessonEvent("trouble", words=in_words(happened)))
                continue
            self._steps([happened])
            self._named |= {happened.wager: None} if happened.wager else {}
            if not known:
                steps.append(happened)
        self._say(steps)

    def _steps(self, steps: Iterable[Step]) -> None:
        self.events += [LessonEvent("step", step=row) for step in steps if (row := in_text(step)) is not None]

    def _say(self, steps: list[Step]) -> None:
        self.events += [LessonEvent("said", words=sentence, section=cite) for cite, sentence in say(steps)]


def explained(due: Iterable[Due], verdict: Verdict) -> LessonEvent:
    """A verdict with what was due in words, why an act is wrong, and what the paragraph says.

    >>> found = explained([], Verdict("deal seat_1", WRONG, "565.8(d)", "", "that has been done; nothing is due any more"))
    >>> found.why, found.due, found.says[:12]
    ('that has been done', '', 'Beginning fa')
    """
    about = next((each for each in due if each.words == verdict.due), None)
    parts = re.split("; (?:due is|nothing is due)", verdict.message)
    return LessonEvent(
        "verdict",
        words=verdict.act,
        section=verdict.section,
        verdict=verdict.verdict,
        due="" if about is None or verdict.verdict == RIGHT else with_short(about),
        why=parts[0] if verdict.verdict == WRONG and len(parts) > 1 else "",
        says="" if verdict.verdict == RIGHT else says(verdict.section),
    )


def with_short(due: Due) -> str:
    """An act in words, with its short form."""
    said, short = in_dollars(due), in_short(due)
    return f"{said} ({short})" if said != short else said


def says(cite: str) -> str:
    """What a paragraph demands in our words, "" where there is none."""
    try:
        return paragraph(cite).says
    except PitbossError:
        return ""
