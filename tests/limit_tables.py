"""The limits of every wager and decision of a chapter, tried from both sides.

One table a chapter, as text: which amounts a table takes for each wager beside the others, which it refuses just below and just
above them and why, and the same for every question of a round.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from pitboss.errors import IllegalDecision, IllegalWager
from pitboss.games import NONBANKED, game
from pitboss.house import House
from pitboss.money import dollars
from pitboss.table.steps import Ask, Choice
from pitboss.table.table import Table
from tests.incident_tables import begin, full_table, lawful, reply_to, ways_of

LEAST, MOST = 1000, 6000
CHIPS = (500, 100, 50, 10)  # the first with which the table can pay
BASES = (LEAST, LEAST + 500, MOST)  # of the wagers that a seat must make


def limit_table(number: str) -> str:
    """The limits of a chapter, as text."""
    lines = [] if number in NONBANKED else [*wager_lines(number)]
    return "\n".join([*lines, *question_lines(number), ""])


def wager_lines(number: str) -> Iterator[str]:
    """What a table with a minimum of $10 and a maximum of $60 takes, wager by wager."""
    house = House.of(number, easy_limits(number))
    chip = house["smallest_chip"]
    amounts = range(chip // 2, MOST + 3 * chip, chip // 2)  # from half a chip to beyond the maximum
    for base in BASES:
        usual = dict.fromkeys(game(number).suggest(house), base)
        for wager in game(number).offered(house):
            beside = {name: cents for name, cents in usual.items() if name != wager.name}
            others = ", ".join(f"{name} {dollars(cents)}" for name, cents in beside.items())
            yield f"== {wager.name} beside {others or 'nothing'}"
            yield from verdicts({cents: taken(number, house, {**beside, wager.name: cents}) for cents in amounts}, chip)


def easy_limits(number: str) -> dict[str, Any]:
    """A house that offers every optional wager, with limits that are easily read."""
    house = {**next(iter(ways_of(number).values())), "table_minimum": LEAST, "table_maximum": MOST}
    return next(paid for chip in CHIPS if lawful(number, paid := {**house, "smallest_chip": chip}))


def taken(number: str, house: House, wagers: dict[str, int]) -> str:
    """Why a table refuses wagers; "" where it takes them."""
    try:
        game(number).check_wagers(house, wagers)
    except IllegalWager as error:
        return f"{error.cite} refuses {{}}: {error.message}"
    return ""


def verdicts(answers: dict[int, str], chip: int) -> Iterator[str]:
    """Runs of whole amounts that are taken, the refusals at both ends of each run that is not, and one with half a chip."""
    whole = [cents for cents in answers if not cents % chip]
    for refused, run in groupby(whole, key=lambda cents: bool(answers[cents])):
        first, *_, last = [*run] * 2
        if not refused:
            yield f"takes {dollars(first)} to {dollars(last)}"
        else:
            yield from dict.fromkeys(answers[cents].format(dollars(cents)) for cents in (first, last))
    odd = LEAST + chip // 2
    yield answers[odd].format(dollars(odd)) or f"takes {dollars(odd)}"


def question_lines(number: str) -> Iterator[str]:
    """Every question of a round at a full table, with the amounts that are taken and refused; equal ones once."""
    lines: dict[str, None] = {}
    for house in ways_of(number).values():
        table = full_table(number, house)
        for _ in range(3):
            request = begin(table)
            while request is not None:
                if isinstance(request, Ask):
                    lines |= dict.fromkeys(choice_lines(table, request))
                request = table.reply(reply_to(table, request))
    yield "== questions"
    yield from lines


def choice_lines(table: Table, ask: Ask) -> Iterator[str]:
    """The choices of a question, each with its limits, and what is said to an amount beyond them."""
    for choice in ask.choices:
        yield f"{ask.cite} may {choice.word} {limits_of(choice)}".rstrip()
        if choice.most:
            for cents in (choice.least - choice.unit, choice.least - 1, choice.most + 1, choice.most + choice.unit):
                yield f"{ask.cite} {choice.word} {cents}: {answer_to(table, ask, f'{choice.word} {cents}')}"


def limits_of(choice: Choice) -> str:
    """The amounts of a choice."""
    return f"{dollars(choice.least)} to {dollars(choice.most)} by {dollars(choice.unit)}" if choice.most else ""


def answer_to(table: Table, ask: Ask, words: str) -> str:
    """Why an answer is refused, or that it is taken."""
    try:
        table.verify(ask, words)
    except IllegalDecision as error:
        return f"refused ({error.cite}): {error.message}"
    return "taken"
