"""A round that a learner deals act by act: what happens at the table meanwhile, what is judged, and the marks at the end.

What is not demanded of the learner happens by itself when its turn comes. Judged at once, an act that is not right is not
performed and may be tried again; judged at the end, every act is taken as it comes (`Judge.script`).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from pitboss.school.acts import Act, BadAct
from pitboss.school.due import Due
from pitboss.school.judge import MISSING, RIGHT, Verdict
from pitboss.school.lessons import Lesson
from pitboss.school.practice import Practice
from pitboss.school.shorthand import AMOUNTS
from pitboss.table.steps import DEALER, UP, Incident, Step, seat_of
from pitboss.table.view.viewers import SPECTATOR, redact

SHOWN = "shown"  # the verdict on an act that the learner asked to see
NEEDLESS = "needless"  # the kind of an act that stands for none that is demanded
DONE = "done"  # and on one that has happened by itself


@dataclass(frozen=True)
class Mark:
    """How an act that was demanded went: right at the first try or not."""

    kind: str
    section: str
    due: str
    verdict: str

    @property
    def is_right(self) -> bool:
        return self.verdict == RIGHT


class Dealing:
    """One round in the hands of a learner."""

    def __init__(self, lesson: Lesson, practice: Practice, *, at_end: bool = False) -> None:
        self.lesson, self.practice, self.at_end = lesson, practice, at_end
        self.judge = lesson.judge(practice.skipped)
        self.due = list(self.judge.due)
        self.demanded = list(self.judge.waiting)
        self.acts: list[Act] = []
        self.verdicts: list[Verdict] = []
        self.failed: dict[int, str] = {}  # the first verdict on an act that was not right at the first try
        self.needless: list[Mark] = []  # acts that stood for none that was demanded
        steps = lesson.round.steps
        own = {id(step): n for n, step in enumerate(steps)}
        self.at = [own.get(id(due.step), -1) for due in self.due]  # the step of each act
        for n in reversed(range(len(self.at))):  # what is no step of the engine happens with the next one
            if self.at[n] < 0:
                self.at[n] = next((at for at in self.at[n + 1 :] if at >= 0), len(steps))
        self.own = {at: n for n, at in enumerate(self.at) if at < len(steps) and self.due[n].step is steps[at]}
        (seen,) = redact(steps, [SPECTATOR], lesson.game.looks(lesson.round.house))
        self.seen = [step and _without_name(step) for step in seen]
        self.told: set[int] = set()  # steps that the learner has seen
        self.warned: set[int] = set()  # what has gone wrong and was told

    @property
    def is_over(self) -> bool:
        """True when nothing is demanded any more."""
        return not self.judge.waiting

    def enter(self, act: Act) -> Verdict | None:
        """Performs an act: the verdict, None where the round is judged at its end. Raises BadAct where the act does not say how
        much is paid."""
        if act.act in AMOUNTS and act.cents is None and not self.practice.counts:
            raise BadAct(f"how much? Type the amount behind the wager, such as `{act.line} $10`")
        if self.at_end:
            self.acts.append(act)
            self.judge.act(act, ())
            return None
        if self._has_happened(act):
            return Verdict(act.line, DONE, "", "", "that has been done for you")
        verdict, about = self.judge.at_once(act)
        if verdict.verdict != RIGHT:
            self._fail(verdict, about)
        self.verdicts.append(verdict)
        return verdict

    def show(self) -> Verdict | None:
        """Performs the next act for a learner who does not know it; None where nothing is due."""
        if (number := self.judge.next()) is None:
            return None
        due = self.due[number]
        self.judge.perform(number)
        self.failed.setdefault(number, SHOWN)
        return Verdict("", SHOWN, due.section, due.words, "")

    def _has_happened(self, act: Act) -> bool:
        """True if an act is none that is demanded and has happened by itself."""
        fitting = [n for n, due in enumerate(self.due) if due.fits(act) and n not in self.judge.done]
        return bool(fitting) and all(not self.due[n].demanded and self.at[n] in self.told for n in fitting)

    # ------------------------------------------------------------------ what happens at the table

    def news(self) -> Iterator[tuple[Step | Incident, bool]]:
        """What has happened at the table and was not told yet, with backs for cards that a dealer does not see; and whether the
        learner has done it and learns nothing from it."""
        steps = self.lesson.round.steps
        frontier = min((self.at[n] for n in self.judge.waiting), default=len(steps))
        performed = {self.at[n] for n in self.judge.done if self.at[n] in self.own}
        ready = [at for at in range(frontier) if at in performed or not self._is_comment(at)]
        last = max(ready, default=-1)
        happened = [at for at in range(len(steps)) if at not in self.told and (at <= last or at in performed)]
        for at in happened:
            yield from self._warnings(at)
            self.told.add(at)
            if (step := self.seen[at]) is not None:
                yield step, at in performed and step.face != UP
        yield from self._warnings(frontier)

    def _warnings(self, at: int) -> Iterator[tuple[Incident, bool]]:
        """What has gone wrong before a step and was not told yet."""
        for number, trouble in enumerate(self.lesson.troubles):
            if trouble.start <= at and number not in self.warned:
                self.warned.add(number)
                yield trouble.incident, False

    def _is_comment(self, at: int) -> bool:
        """True if a step is the engine's comment on the round, such as who wins, which the learner is to find out."""
        number = self.own.get(at)
        if number is None:
            return False
        due = self.due[number]
        return due.step.act == "say" and not due.demanded and due.kind not in self.practice.skipped

    # ------------------------------------------------------------------ the end

    def finish(self) -> list[Verdict]:
        """The verdicts that come with the end of the round: all of them where it is judged then, else on what is missing."""
        if self.at_end:
            judge = self.lesson.judge(self.practice.skipped)
            self.verdicts = judge.script(self.acts)
            for verdict in self.verdicts:
                if verdict.verdict != RIGHT:
                    self._fail(verdict, self._number(verdict))
            return self.verdicts
        missing = []
        for number in list(self.judge.waiting):
            due = self.due[number]
            self.failed.setdefault(number, MISSING)
            missing.append(Verdict(due.words, MISSING, due.section, due.words, f"{due.words} was due and never came"))
        self.verdicts += missing
        return missing

    def _fail(self, verdict: Verdict, number: int | None) -> None:
        """Gives an act a bad mark. One that is none of the round, as another remedy, has a mark of its own."""
        if number is None or self.due[number].section != verdict.section:
            self.needless.append(Mark(NEEDLESS, verdict.section, "", verdict.verdict))
        else:
            self.failed.setdefault(number, verdict.verdict)

    def _number(self, verdict: Verdict) -> int | None:
        """The act that a verdict is about, of those that have no bad mark yet."""
        alike = [n for n in self.demanded if self.due[n].words == verdict.due and n not in self.failed]
        return next(iter(alike), None)

    def marks(self) -> list[Mark]:
        """A mark for each act that was demanded, and for those that stood for none."""
        return [*map(self._mark, self.demanded), *self.needless]

    def _mark(self, number: int) -> Mark:
        due: Due = self.due[number]
        return Mark(due.kind, due.section, due.words, self.failed.get(number, RIGHT))


def _without_name(step: Step) -> Step:
    """A step without the name of the hand that is turned up, which the learner reads, and without the proof of a shuffle."""
    named = step.act == "shuffle" or (step.act == "reveal" and (seat_of(step.who) or step.who == DEALER))
    return replace(step, note="") if named else step
