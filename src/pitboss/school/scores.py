"""Marks added up: how many acts or answers were right at the first try, by kind and by section."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pitboss.school.dealing import Mark


@dataclass(frozen=True)
class Score:
    """How many of some were right."""

    about: str
    right: int
    of: int

    @property
    def percent(self) -> int:
        """The part that was right, rounded down: 100 means all of them."""
        return 100 * self.right // self.of


def by_kind(marks: Iterable[Mark]) -> list[Score]:
    """A score for each kind of act, in the order in which they come.

    >>> marks = [Mark("pay", "565.12(b)", "", "right"), Mark("pay", "565.12(d)", "", "wrong")]
    >>> by_kind(marks), by_section(marks)
    ([Score(about='pay', right=1, of=2)], [Score(about='565.12', right=1, of=2)])
    """
    return _scores(marks, lambda mark: mark.kind)


def by_section(marks: Iterable[Mark]) -> list[Score]:
    """A score for each section of the chapter, in its order."""
    scores = _scores(marks, lambda mark: section_of(mark.section))
    return sorted(scores, key=lambda score: [int(n) for n in re.findall(r"\d+", score.about)])


def section_of(cite: str) -> str:
    """The section in which a paragraph stands.

    >>> section_of("565.11(d)(1)")
    '565.11'
    """
    return cite.partition("(")[0]


def _scores(marks: Iterable[Mark], key: Callable[[Mark], str]) -> list[Score]:
    found: dict[str, list[bool]] = {}
    for mark in marks:
        found.setdefault(key(mark), []).append(mark.is_right)
    return [Score(about, sum(rights), len(rights)) for about, rights in found.items()]
