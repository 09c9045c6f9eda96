"""How many decisions a round has, as the words on each game say, against rounds that are played."""

from collections import Counter

import pytest

from pitboss.games import BANKED
from pitboss.house import House
from pitboss.printing.guide import most_decisions
from pitboss.table.log.records import Record
from tests.sittings import sitting

TWENTY_ONE = ("633a", "635a")


def records_of(chapter: str, seed: int) -> list[Record]:
    """The records of one sitting."""
    records: list[Record] = []
    sitting(chapter, seed, 5, {}, watch=lambda _, record: records.append(record))
    return records


def decisions(chapter: str) -> int:
    """The most decisions that one seat made in a round, over some sittings."""
    most = 0
    for seed in range(6):
        records = records_of(chapter, seed)
        made: Counter[str] = Counter()
        for step in (step for record in records for step in record.steps):
            if step.act == "begin":
                made.clear()
            elif step.act == "decide":
                made[step.who.split()[0]] += 1
                most = max(most, made[step.who.split()[0]])
    return most


@pytest.mark.parametrize("chapter", BANKED)
def test_the_most_decisions_are_those_that_are_made(chapter: str) -> None:
    said = most_decisions(House.of(chapter))
    if chapter in TWENTY_ONE:
        assert said is None and decisions(chapter) > 3
    else:
        assert said == decisions(chapter)
