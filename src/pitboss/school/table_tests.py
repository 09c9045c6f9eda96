"""The table test of § 527.5(a): criteria that the house sets, a score by them, and the examiner's decision.

The regulation asks for proficiency to the satisfaction of an employee who ranks pit boss or higher, and for no number: the
score is for that employee, who decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import msgspec

from pitboss.errors import PitbossError
from pitboss.files import parse_toml
from pitboss.school.dealing import NEEDLESS, Mark
from pitboss.school.due import KINDS

SECTION = "527.5(a)"
COUNTED = (*KINDS, NEEDLESS)
LONGEST = 20_000  # characters of a file of criteria


class BadCriteria(PitbossError):
    """Criteria that cannot be read."""


class Criterion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the sheet: acts of some kinds, the points that they bring, and the percentage of them that has to be right."""

    name: str
    kinds: list[str]
    points: int
    least: int = 0


class Criteria(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house scores a table test by, and how long one is."""

    criterion: list[Criterion]
    rounds: int = 5
    players: int = 3
    irregularities: bool = True
    pass_mark: int = 0


@dataclass(frozen=True)
class CriterionScore:
    """A criterion as it was met: how many of its acts were right. One of which no act was demanded is not judged."""

    criterion: Criterion
    right: int
    of: int

    @property
    def points(self) -> Fraction:
        """The points that it brings."""
        return Fraction(self.criterion.points * self.right, self.of) if self.of else Fraction(0)

    @property
    def is_met(self) -> bool:
        """True if enough of its acts were right."""
        return 100 * self.right >= self.criterion.least * self.of


@dataclass(frozen=True)
class Sheet:
    """A test that was scored."""

    criteria: Criteria
    scores: tuple[CriterionScore, ...]

    @property
    def points(self) -> Fraction:
        """The points of all criteria that were judged."""
        return sum((score.points for score in self.scores), Fraction(0))

    @property
    def of(self) -> int:
        """The points that could be had."""
        return sum(score.criterion.points for score in self.scores if score.of)

    @property
    def is_met(self) -> bool:
        """True if every criterion is met, and the points reach the pass mark."""
        return all(score.is_met for score in self.scores) and 100 * self.points >= self.criteria.pass_mark * self.of


class Decision(msgspec.Struct, frozen=True):
    """What the examiner decided, who that is, and on which day."""

    passed: bool
    by: str
    position: str
    date: str
    remarks: str = ""
    employer: str = ""


def usual_criteria() -> str:
    """The criteria of a house that sets none, as a file."""
    return Path(__file__).with_name("criteria.toml").read_text(encoding="utf-8")


def read_criteria(text: str) -> Criteria:
    """The criteria in a TOML text; raises BadCriteria.

    >>> read_criteria(usual_criteria()).rounds
    5
    >>> read_criteria("rounds = 0")
    Traceback (most recent call last):
    pitboss.school.table_tests.BadCriteria: criteria: there is no [[criterion]]
    """
    if len(text) > LONGEST:
        raise BadCriteria(f"criteria: at most {LONGEST:,} characters")
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise BadCriteria(f"criteria: {error}") from None
    if not data.get("criterion"):
        raise BadCriteria("criteria: there is no [[criterion]]")
    try:
        found = msgspec.convert(data, Criteria)
    except msgspec.ValidationError as error:
        raise BadCriteria(f"criteria: {error}".replace("`$.", "`").replace("`$`", "the file")) from None
    for name, value, least, most in (
        ("rounds", found.rounds, 1, 100),
        ("players", found.players, 1, 10),
        ("pass_mark", found.pass_mark, 0, 100),
    ):
        if not least <= value <= most:
            raise BadCriteria(f"criteria: {name} is {value}; it is from {least} to {most}")
    for each in found.criterion:
        _check(each)
    return found


def _check(criterion: Criterion) -> None:
    where = f"criteria: {criterion.name!r}"
    if not criterion.name.strip() or not criterion.kinds:
        raise BadCriteria(f"{where} needs a name and at least one kind of act")
    for kind in criterion.kinds:
        if kind not in COUNTED:
            raise BadCriteria(f"{where} has the kind {kind!r}; the kinds are {', '.join(COUNTED)}")
    if not 1 <= criterion.points <= 1000 or not 0 <= criterion.least <= 100:
        raise BadCriteria(f"{where} has from 1 to 1000 points, and least from 0 to 100 percent")


def score(criteria: Criteria, marks: Sequence[Mark]) -> Sheet:
    """A test scored by its marks.

    >>> marks = [Mark("pay", "565.12(b)", "", "right"), Mark("pay", "565.12(d)", "", "wrong")]
    >>> sheet = score(read_criteria(usual_criteria()), marks)
    >>> sheet.points, sheet.of, sheet.is_met
    (Fraction(10, 1), 20, False)
    """
    found = []
    for criterion in criteria.criterion:
        mine = [mark for mark in marks if mark.kind in criterion.kinds]
        found.append(CriterionScore(criterion, sum(mark.is_right for mark in mine), len(mine)))
    return Sheet(criteria, tuple(found))


def in_points(points: Fraction) -> str:
    """Points with at most one decimal, rounded down.

    >>> in_points(Fraction(20)), in_points(Fraction(50, 3))
    ('20', '16.6')
    """
    tenths = int(points * 10)
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


def register_entry(dealer: str, chapter: str, decision: Decision) -> str:
    """A test as `pitboss training` reads it, to stand at the end of a register.

    >>> print(register_entry("Ann Lee", "565", Decision(True, "Bo Kim", "pit boss", "2026-11-19")))
    <BLANKLINE>
    [[test]]
    dealer   = "Ann Lee"
    game     = "565"
    date     = 2026-11-19
    passed   = true
    by       = "Bo Kim"
    position = "pit boss"
    <BLANKLINE>
    """
    words = [("dealer", _quoted(dealer)), ("game", _quoted(chapter)), ("date", decision.date)]
    words += [("passed", str(decision.passed).lower()), ("by", _quoted(decision.by)), ("position", _quoted(decision.position))]
    words += [("employer", _quoted(decision.employer))] if decision.employer else []
    return "\n[[test]]\n" + "".join(f"{name:<8} = {value}\n" for name, value in words)


def _quoted(words: str) -> str:
    return msgspec.json.encode(words).decode()
