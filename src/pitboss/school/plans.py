"""What a lesson is, and its rounds: the same plan deals the same rounds, so that a lesson can go on after a kill."""

from pathlib import Path
from typing import Any

import msgspec

from pitboss.games import game as load
from pitboss.house import House
from pitboss.school.lessons import FAR, Lesson, lesson_of_case, lesson_of_seed
from pitboss.school.practice import Practice

TRIES = 60  # rounds, until one demands something of the learner


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lesson is: the table, the rounds, and what is practised. The same plan is the same lesson."""

    chapter: str
    house: dict[str, Any]
    seed: int
    rounds: int
    players: int
    skipped: list[str]
    counts: bool
    troubled: bool
    at_end: bool
    case: str = ""  # the file of a rule case, whose cards and house are dealt

    @property
    def practice(self) -> Practice:
        """What is practised in it."""
        return Practice(frozenset(self.skipped), self.counts, self.troubled)

    def lesson(self, number: int) -> Lesson:
        """One of its rounds, counted from 1: the first that demands something of the learner."""
        game = load(self.chapter)
        if self.case:
            return lesson_of_case(Path(self.case), game)
        house, seed = House.of(self.chapter, self.house), self.seed + number - 1
        found = lesson_of_seed(game, house, seed, self.players, troubled=self.troubled)
        for attempt in range(1, TRIES):
            if any(due.demanded for due in found.due(self.practice.skipped)):
                break
            found = lesson_of_seed(game, house, seed + attempt * FAR, self.players, troubled=self.troubled)
        return found
