"""What a submission departs from by leave of the Board (§ 521.5): shown wherever its choices are printed or compared."""

from pitboss.errors import NotAuthorized
from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.table.working import work_problems


def waived(house: House) -> list[NotAuthorized]:
    """What a house does that its chapter does not allow and the Board has waived, each choice once."""
    number = house.chapter.chapter
    if not house.waivers or number not in MODULES:
        return []
    found = [*house.waived, *(problem for problem in work_problems(game(number), house) if problem.carried)]
    return list({problem.field: problem for problem in reversed(found)}.values())[::-1]


def told(problem: NotAuthorized) -> str:
    """That a choice is waived, its section and its grant, for patrons and for the Board.

    >>> house = House.of("565", {"seats": 8, "waivers": [{"section": "565.2(a)", "granted": "2011-01-05"}]})
    >>> [told(problem) for problem in waived(house)]
    ['Seats: by a waiver of § 565.2(a), granted 2011-01-05 (§ 521.5)']
    """
    by = problem.waiver.partition(", ")[2] if problem.waiver.startswith("the waiver of ") else problem.waiver
    return f"{problem.field.replace('_', ' ').capitalize()}: by a waiver of § {problem.cite}, {by}"
