"""What a learner has done: rows, each saved before the next is asked for, so that a kill loses nothing. They are the lines of a
file, or on a floor rows of its database.

A row is a JSON object: a lesson that begins, an act that was entered, the marks of a round, the answer to a question. The last
line of a file may have been cut off by a kill; then it is left out.
"""

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.school.acts import read_act
from pitboss.school.cards import StudyCard
from pitboss.school.dealing import Mark
from pitboss.school.drills.questions import Question
from pitboss.school.judge import Verdict
from pitboss.school.plans import Plan
from pitboss.table.steps import Step

FILE = "PITBOSS_SCHOOL"


class Begun(msgspec.Struct, frozen=True):
    """A lesson that was begun: its number in the file, its plan, and what was entered in each round."""

    number: int
    plan: Plan
    entered: list[list[str]]  # by round, "" where the learner asked to see the act
    ended: int  # rounds with their marks
    test: dict[str, Any] = {}  # of a table test: who examines, and by which criteria

    @property
    def is_over(self) -> bool:
        """True when every round has its marks."""
        return self.ended >= self.plan.rounds

    def rounds(self) -> list[list[Step]]:
        """The steps of the rounds that were dealt."""
        return [list(self.plan.lesson(number).round.steps) for number in range(1, len(self.entered) + 1)]

    def verdicts(self) -> list[Verdict]:
        """The verdicts on all that was entered, each round judged as a whole."""
        found: list[Verdict] = []
        for number, lines in enumerate(self.entered, 1):
            judge = self.plan.lesson(number).judge(self.plan.practice.skipped)
            found += judge.script([read_act(line) for line in lines if line])
        return found


class Progress:
    """The rows of one learner; `save` writes another one before it returns."""

    def __init__(self, rows: list[dict[str, Any]], save: Callable[[dict[str, Any]], None]) -> None:
        self.rows, self._save = rows, save

    def add(self, row: dict[str, Any]) -> None:
        """Saves a row with its time."""
        row = row | {"at": datetime.now(UTC).isoformat(timespec="seconds")}
        self._save(row)
        self.rows.append(row)

    # ------------------------------------------------------------------ lessons

    def begin(self, plan: Plan, test: dict[str, Any] | None = None) -> int:
        """Begins a lesson, or a table test: its number."""
        number = max((row["lesson"] for row in self.rows if "plan" in row), default=0) + 1
        row = {"lesson": number, "plan": msgspec.to_builtins(plan)}
        self.add(row if test is None else row | {"test": test})
        return number

    def next_seed(self, chapter: str) -> int:
        """The seed of rounds that no lesson of a chapter has dealt yet."""
        plans = [row["plan"] for row in self.rows if "plan" in row and row["plan"].get("chapter") == chapter]
        return max((plan["seed"] + plan["rounds"] for plan in plans), default=1)

    def enter(self, lesson: int, round_: int, act: str) -> None:
        """Saves an act, "" where the learner asked to see it."""
        self.add({"lesson": lesson, "round": round_, "act": act})

    def end_round(self, lesson: int, round_: int, chapter: str, marks: list[Mark]) -> None:
        """Saves the marks of a round."""
        rows = [[mark.kind, mark.section, mark.verdict] for mark in marks]
        self.add({"lesson": lesson, "round": round_, "chapter": chapter, "marks": rows})

    def unfinished(self, chapter: str) -> Begun | None:
        """The last lesson of a chapter, where it is not over."""
        found = self.last_lesson(chapter)
        return None if found is None or found.is_over else found

    def last_lesson(self, chapter: str) -> Begun | None:
        """The last lesson of a chapter that was begun."""
        found = [row for row in self.rows if "plan" in row and row["plan"].get("chapter") == chapter]
        if not found:
            return None
        number, plan = found[-1]["lesson"], msgspec.convert(found[-1]["plan"], Plan)
        mine = [row for row in self.rows if row.get("lesson") == number]
        ended = sum("marks" in row for row in mine)
        entered = [[row["act"] for row in mine if row.get("round") == n and "act" in row] for n in range(1, plan.rounds + 1)]
        return Begun(number, plan, entered, ended, found[-1].get("test", {}))

    def marks(self, chapter: str, lesson: int = 0) -> list[Mark]:
        """The marks of all lessons of a chapter, or of one."""
        rows = [row for row in self.rows if row.get("chapter") == chapter and "marks" in row]
        return [Mark(k, s, "", v) for row in rows if lesson in (0, row["lesson"]) for k, s, v in row["marks"]]

    # ------------------------------------------------------------------ drills

    def answer(self, chapter: str, question: Question, *, right: bool, seconds: float) -> None:
        """Saves the answer to a question."""
        row = {"drill": question.drill, "chapter": chapter, "about": question.about, "section": question.section}
        self.add(row | {"right": right, "seconds": round(seconds, 1), "key": question.key})

    def answers(self, chapter: str, drill: str = "") -> list[dict[str, Any]]:
        """The answers to the questions of a chapter, of all drills or of one."""
        rows = [row for row in self.rows if "drill" in row and row.get("chapter") == chapter]
        return [row for row in rows if drill in ("", row["drill"])]

    # ------------------------------------------------------------------ hands of players

    def play(self, chapter: str, hand: str, question: Question, typed: str, seconds: float) -> None:
        """Saves how a hand was played, with what that cost; "" asked to be shown the best play."""
        cost = question.cost(typed)
        row: dict[str, Any] = {"hand": hand, "chapter": chapter, "about": question.about, "section": question.section}
        row |= {"right": cost == 0, "seconds": round(seconds, 1)}
        self.add(row if cost is None else row | {"cost": str(cost)})

    def hands(self, chapter: str) -> list[dict[str, Any]]:
        """The hands of a chapter that were played."""
        return [row for row in self.rows if "hand" in row and row.get("chapter") == chapter]

    # ------------------------------------------------------------------ cards

    def review(self, chapter: str, card: StudyCard, *, right: bool, seconds: float) -> None:
        """Saves the answer to a card."""
        row = {"card": card.name, "chapter": chapter, "section": card.section}
        self.add(row | {"right": right, "seconds": round(seconds, 1)})

    def new_cards_of(self, chapter: str, day: date) -> int:
        """How many cards of a chapter were asked for the first time on a day."""
        first: dict[str, str] = {}
        for row in self.reviews(chapter):
            first.setdefault(row["card"], row["at"])
        return sum(datetime.fromisoformat(at).date() == day for at in first.values())

    def reviews(self, chapter: str) -> list[dict[str, Any]]:
        """The answers to the cards of a chapter."""
        return [row for row in self.rows if "card" in row and row.get("chapter") == chapter]


def open_progress(path: Path) -> Progress:
    """The progress that is saved in a file, which need not be there yet; raises PitbossError."""
    return Progress(list(_rows(path)), partial(_append, path))


def _append(path: Path, row: dict[str, Any]) -> None:
    """Writes a line to the disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            cut_off = file.seek(0, os.SEEK_END) > 0 and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n"
            file.write(b"\n" * cut_off + json.dumps(row, ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise PitbossError(f"progress cannot be saved in {path}: {error.strerror}") from None


def progress_file(path: Path | None) -> Path:
    """Where a learner's progress is saved: as they say, PITBOSS_SCHOOL, or the user's folder for data."""
    if path is not None:
        return path
    if own := os.environ.get(FILE):
        return Path(own)
    try:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    except RuntimeError:
        raise PitbossError("there is no home folder to save progress in: name a file with --progress") from None
    return folder / "pitboss" / "school.jsonl"


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file; one that was cut off is left out. Raises PitbossError where the file is another one."""
    try:
        words = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}") from None
    for number, line in enumerate(words.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            if number == 1:
                raise PitbossError(f"{path} is not a file of the school: its first line is no JSON") from None
            continue
        if isinstance(row, dict):
            yield row
