"""Judges the acts of a dealer against what a round demands: right, right but out of order, wrong, or missing.

A script is judged as a whole, because only what comes later shows whether an act was forgotten or is only late. A mistake is
named once: what follows it is judged as if it had not happened. In a lesson each act is judged at once (`at_once`): what is not
right is not performed, and the learner tries again.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import Any

from pitboss.school.acts import CALL, PLAYERS, Act, plain
from pitboss.school.due import Due, Trouble
from pitboss.table.steps import DEALER, Step

RIGHT, OUT_OF_ORDER, WRONG, MISSING = "right", "out of order", "wrong", "missing"
ORDINARY = ("return", "reveal", "discard")
REMEDIES = ("void", "restore", "draw", CALL, *ORDINARY)


@dataclass(frozen=True)
class Verdict:
    """What is said of one act: the paragraph behind it, and what was due instead."""

    act: str
    verdict: str
    section: str
    due: str
    message: str

    def row(self) -> dict[str, Any]:
        """The verdict as the command prints it."""
        return asdict(self)


class Judge:
    """Judges one round. `clear` is the paragraph that ends it."""

    def __init__(self, due: Sequence[Due], clear: str, troubles: Sequence[Trouble] = ()) -> None:
        self.due = due
        self.clear = clear
        self.troubles = troubles
        self.done: set[int] = set()
        self.waiting = [n for n, due in enumerate(self.due) if due.demanded]
        self.overtaken: dict[int, int] = {}  # by which act first, of what was named as late
        self.of: dict[str, list[int]] = {}  # the acts of each kind that are not done
        for n, each in enumerate(due):
            for kind in {CALL, each.step.act} if each.is_call else {each.step.act}:
                self.of.setdefault(kind, []).append(n)

    def script(self, acts: Sequence[Act]) -> list[Verdict]:
        """The verdict on each act, and on each that is missing where it was due."""
        found: list[Verdict] = []
        for n, act in enumerate(acts):
            found += self.act(act, acts[n + 1 :])
        found += [self._missing(n) for n in list(self.waiting)]
        return found

    def act(self, act: Act, later: Sequence[Act]) -> list[Verdict]:
        """The verdicts on one act when the others come later; all but the last are on acts that never come."""
        missing: list[Verdict] = []
        for target in self._meant(act, later):
            blockers = [n for n in self._before(target) if not self._excused(n, target)]
            if forgotten := [n for n in blockers if not self._comes(n, later, target)]:
                missing += [self._missing(n) for n in forgotten]
            late = [n for n in blockers if n not in forgotten]
            for n in late:
                self.overtaken[n] = target
            self.perform(target)
            if late:
                return [*missing, self._too_early(act, self.due[target], self.due[late[0]])]
            return [*missing, Verdict(act.line, RIGHT, self.due[target].section, self.due[target].words, "")]
        return [self._wrong(act, later)]

    def at_once(self, act: Act) -> tuple[Verdict, int | None]:
        """The verdict on one act while nobody knows what comes later, and the number of the act that it is about, None where
        nothing is due any more. Only a right act is performed: after a mistake the same acts are due as before. Nothing is said
        of acts that cards decide which are not turned up yet."""
        known = self._known()
        fitting = [n for n in self.of.get(act.act, ()) if n in known and self.due[n].fits(act)]
        if ready := [n for n in fitting if self._is_ready(n)]:
            target = min(ready, key=lambda n: self._how_likely(n, act))
            self.perform(target)
            return Verdict(act.line, RIGHT, self.due[target].section, self.due[target].words, ""), target
        if (early := next((n for n in fitting if self.due[n].demanded), None)) is not None:
            first = self._before(early)[0]
            return self._too_early(act, self.due[early], self.due[first]), first
        if (meant := self._replaced(act, (), [n for n in self.waiting if n in known])) is not None:
            due = self.due[meant]
            return Verdict(act.line, WRONG, due.section, due.words, f"due is {due.words}"), meant
        now = self.next()
        return self._misplaced(act, None if now is None else self.due[now], known), now

    def _known(self) -> set[int]:
        """The acts of which a dealer may know that the round has them: those up to the next cards that are turned up, and what
        is due now."""
        first = next(iter(self.waiting), len(self.due))
        shows = (n for n, due in enumerate(self.due) if n not in self.done and n >= first and due.shows_cards)
        until = next(shows, len(self.due))
        return {n for n in range(len(self.due)) if n <= until or n in self.done or self._is_ready(n)}

    def next(self) -> int | None:
        """The number of the first act that is due now, None where nothing is."""
        return next((n for n in self.waiting if self._is_ready(n)), None)

    def perform(self, target: int) -> None:
        """Marks an act as done."""
        due = self.due[target]
        self.done.add(target)
        for kind in {CALL, due.step.act} if due.is_call else {due.step.act}:
            self.of[kind].remove(target)
        if due.demanded:
            self.waiting.remove(target)

    def _meant(self, act: Act, later: Sequence[Act]) -> list[int]:
        """The act of the round that a line performs: one that is due now, or a later one unless another line performs that."""
        fitting = [n for n in self.of.get(act.act, ()) if self.due[n].fits(act)]
        if ready := [n for n in fitting if self._is_ready(n)]:
            return [min(ready, key=lambda n: self._how_likely(n, act))]
        fitting = [n for n in fitting if self.due[n].demanded or self._in_place(n)]
        others = sum(any(self.due[n].fits(other) for n in fitting) for other in later if other.act == act.act)
        return fitting[:1] if sum(self.due[n].demanded for n in fitting) > others else []

    def _how_likely(self, n: int, act: Act) -> tuple[bool, bool, bool, bool]:
        """Sorts the acts that a line may mean: by its paragraph, then by what it is said of (the dealer unless the line names a
        seat), then what is demanded, then what is not late. A line that says nothing aloud, as a case's steps print it, is the
        first of several."""
        due = self.due[n]
        about_another = act.act == "say" and due.step.who != (act.who or DEALER)
        in_turn = act.act == "say" and not act.words
        return act.cite not in ("", due.step.cite), about_another, not (due.demanded or in_turn), n in self.overtaken

    def _before(self, target: int) -> list[int]:
        """The acts that are demanded before an act and not done."""
        place = self.due[target].place
        return [n for n in takewhile(lambda n: n < target, self.waiting) if self.due[n].place.precedes(place)]

    def _is_ready(self, target: int) -> bool:
        """True if an act is due now: nothing is demanded before it, but what was named as late."""
        return self._in_place(target) and all(self._excused(n, target) for n in self._before(target))

    def _in_place(self, target: int) -> bool:
        """True unless the act is only allowed, and the round has gone on."""
        due = self.due[target]
        later = [self.due[n] for n in self.done if n > target]
        return due.demanded or not any(due.place.precedes(done.place) for done in later if not (due.is_call and done.is_call))

    def _excused(self, n: int, target: int) -> bool:
        """True if an act was named as late when something before the target was performed."""
        return n in self.overtaken and self.due[self.overtaken[n]].place.group <= self.due[target].place.group

    def _comes(self, n: int, later: Sequence[Act], performed: int | None = None) -> bool:
        """True if a later line performs the act, even with another amount; `performed` is what the line in hand performs."""
        words, now = self.due[n], None if performed is None else self.due[performed]
        waiting = [due for due in self._waiting() if due is not now and _same(due, words)]
        own = {DEALER, ""} if words.step.act == "say" and self._is_dealers_too(words) else set()
        return sum(words.resembles(act) and act.who not in own for act in later) >= len(waiting)

    def _is_dealers_too(self, words: Due) -> bool:
        """True if what is said of a seat is also to be said by the dealer of nobody, as a total of 20: a line without a seat is
        that."""
        said = plain(words.step.note)
        return words.step.who != DEALER and any(
            due.step.act == "say" and due.step.who == DEALER and plain(due.step.note) == said for due in self._waiting()
        )

    def _performed(self, n: int, later: Sequence[Act]) -> bool:
        """True if a later line performs the act exactly."""
        words = self.due[n]
        waiting = [due for due in self._waiting() if due.words == words.words]
        return sum(words.fits(act) for act in later) >= len(waiting)

    def _waiting(self) -> list[Due]:
        """What is demanded and not done."""
        return [self.due[n] for n in self.waiting]

    @staticmethod
    def _too_early(act: Act, due: Due, first: Due) -> Verdict:
        words = f"{due.words} comes later: {first.words} is due first"
        return Verdict(act.line, OUT_OF_ORDER, first.section, first.words, words)

    def _missing(self, n: int) -> Verdict:
        due = self.due[n]
        self.perform(n)
        return Verdict(due.words, MISSING, due.section, due.words, f"{due.words} was due and never came")

    # ------------------------------------------------------------------ wrong acts

    def _wrong(self, act: Act, later: Sequence[Act]) -> Verdict:
        """What is wrong with an act that the round has nowhere, or not so often."""
        waiting = list(self.waiting)
        if (replaced := self._replaced(act, later, waiting)) is not None:
            self.perform(replaced)
            due = self.due[replaced]
            return Verdict(act.line, WRONG, due.section, due.words, f"due was {due.words}")
        now = self.next()
        return self._misplaced(act, None if now is None else self.due[now], set(range(len(self.due))))

    def _misplaced(self, act: Act, now: Due | None, known: set[int]) -> Verdict:
        """The verdict on an act that stands for none of those that are due, of which `now` is the first."""
        section, why = self._why_wrong(act, now.section if now is not None else self.clear, known)
        instead = f"due is {now.words}" if now is not None else "nothing is due any more"
        return Verdict(act.line, WRONG, section, now.words if now is not None else "", f"{why}; {instead}")

    def _replaced(self, act: Act, later: Sequence[Act], waiting: Sequence[int]) -> int | None:
        """The act that was due and that this one stands for, with another amount, seat or wager; None where it still comes."""
        resembling = [n for n in waiting if self.due[n].resembles(act) and not self._performed(n, later)]
        lost = [n for n in waiting if self._is_ready(n) and not self._comes(n, later)]
        alike = [n for n in lost if self.due[n].step.act == act.act]
        about = [n for n in lost if self._about(n, act)]
        return next(iter([*resembling, *alike, *about]), None)

    def _why_wrong(self, act: Act, cite: str, known: set[int]) -> tuple[str, str]:
        """The paragraph that a wrong act offends, and why; what is due now where nothing says more."""
        if act.act in PLAYERS:
            return cite, "that is a player's to do"
        if trouble := self._trouble(act):
            return trouble.cite, f"that is not the remedy of {trouble.incident.kind!r}"
        for n in sorted(self.done):
            if (due := self.due[n]).fits(act):
                return due.section, "that has been done"
        for n, due in enumerate(self.due):
            if n in known and self._about(n, act):
                return due.section, f"for that wager the round has {due.words}"
        if len(known) < len(self.due):
            return cite, "that is not due, and cards that are not turned up decide whether it will be"
        return cite, "the round has no such act"

    def _about(self, n: int, act: Act) -> bool:
        """True if an act of the round is about the wager that a line names."""
        step = self.due[n].step
        return bool(act.wager) and step.who == act.who and act.names(step)

    def _trouble(self, act: Act) -> Trouble | None:
        """The last incident that has happened, where the act would be the remedy of one. Cards are turned up and collected, and
        wagers returned, in every round: these are meant as a remedy only where nothing else has been done since."""
        if act.act not in REMEDIES:
            return None
        last = max(self.done, default=-1)
        waiting = next(iter(self.waiting), len(self.due))
        calls = (n for n, due in enumerate(self.due) if due.is_call)
        happened = [(n, trouble) for n, trouble in zip(calls, self.troubles, strict=False) if n < waiting]
        if not happened or (act.act in ORDINARY and last > happened[-1][0] and self.due[last].kind != "remedy"):
            return None
        return happened[-1][1]


def _same(one: Due, other: Due) -> bool:
    """True if two acts differ at most in amount and face."""

    def rest(step: Step) -> tuple[str, ...]:
        return step.act, step.who, step.wager, step.note if step.act == "say" else ""

    return rest(one.step) == rest(other.step)
