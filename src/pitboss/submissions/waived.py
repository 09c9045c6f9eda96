"""What a submission departs from by leave of the Board (§ 521.5): shown wherever its choices are printed or compared."""

from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.house.judge import TABLE, judge
from pitboss.house.problems import Problem


def waived(house: House) -> list[Problem]:
    """What a house does that its chapter does not allow and the Board has waived, each choice once."""
    number = house.chapter.chapter
    if not house.waivers or number not in MODULES:
        return []
    problems = judge(house, TABLE, house.waived, game=game(number))
    by_field = {problem.field: problem for problem in reversed(problems) if problem.waiver and problem.playable}
    return list(by_field.values())[::-1]


def notice(problem: Problem) -> str:
    """That a choice is waived, its section and its grant, for patrons and for the Board.

    >>> given = {"seats": 8, "waivers": [{"section": "565.2(a)", "granted": "2011-01-05"}]}
    >>> [notice(problem) for problem in waived(House.of("three-card-poker", given))]
    ['Seats: by a waiver of § 565.2(a), granted 2011-01-05 (§ 521.5)']
    """
    by = problem.waiver.partition(", ")[2] if problem.waiver.startswith("the waiver of ") else problem.waiver
    return f"{problem.field.replace('_', ' ').capitalize()}: by a waiver of § {problem.section}, {by}"
