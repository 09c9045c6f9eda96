"""Chip cutting: an amount in the fewest chips of the table, in their colours."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random

from pitboss.felt.chips import COLOURS, NAMES
from pitboss.house import House
from pitboss.money import dollars
from pitboss.school.drills.questions import BadAnswer, Question
from pitboss.school.shorthand import cents_in
from pitboss.table.game import Game
from pitboss.words import many

MOST = 2_000_000  # cents that are cut
BETWEEN = re.compile(r"[\s,;+&]+|\band\b")


def questions(game: Game, house: House, rng: Random) -> Iterator[Question]:
    """Amounts that the chips of the table make, small ones more often than large ones."""
    smallest = house["smallest_chip"]
    values = chips_of(house)
    section = house.section("smallest_chip")
    while True:
        largest = rng.choice((10, 40, 100, 400, 1000, 4000)) * max(smallest, 100)
        cents = rng.randrange(1, min(largest, MOST) // smallest) * smallest
        counts = cut(cents, values)
        yield Question(
            drill="chips",
            about=f"up to {dollars(largest)}",
            section=section,
            shown=(", ".join(f"{NAMES[value]} {dollars(value)}" for value in values),),
            ask=f"Cut {dollars(cents)} in the fewest chips.",
            answer=in_words(counts),
            why=many(sum(counts.values()), "chip"),
            means=(counts,),
            reads=partial(read, values=values),
        )


def chips_of(house: House) -> list[int]:
    """The values of the chips at a table, the largest first."""
    return sorted((value for value in COLOURS if value % house["smallest_chip"] == 0), reverse=True)


def cut(cents: int, values: list[int]) -> Counter[int]:
    """The fewest chips that make an amount, by value.

    >>> cut(13_150, [10000, 2500, 500, 100, 50])
    Counter({10000: 1, 2500: 1, 500: 1, 100: 1, 50: 1})
    """
    counts: Counter[int] = Counter()
    for value in values:
        number, cents = divmod(cents, value)
        if number:
            counts[value] = number
    return counts


def in_words(counts: Counter[int]) -> str:
    """Chips as an answer names them.

    >>> in_words(Counter({2500: 2, 500: 1}))
    '2 green, 1 red'
    """
    return ", ".join(f"{counts[value]} {NAMES[value]}" for value in sorted(counts, reverse=True))


def read(typed: str, values: list[int]) -> Counter[int]:
    """The chips that somebody names, by colour or by value; raises BadAnswer.

    >>> read("2 green 1 red", [2500, 500]) == read("2x25, 5", [2500, 500]) == Counter({2500: 2, 500: 1})
    True
    """
    counts: Counter[int] = Counter()
    colours = {NAMES[value]: value for value in values}
    words = [word for word in BETWEEN.split(re.sub(r"(\d)\s*[x×*]\s*", r"\1x ", typed.lower())) if word]
    number = 0  # how many of the next
    for word, following in zip(words, [*words[1:], ""], strict=False):
        value = colours.get(word) or cents_in(word)
        if value in values and following not in colours:
            counts[value] += number or 1
            number = 0
        elif word.removesuffix("x").isdecimal() and not number:
            number = int(word.removesuffix("x"))
        else:
            raise BadAnswer(f"{word!r} is no chip of this table: type colours, such as `2 green 1 red`, or values, `2x25 5`")
    if number or not counts:
        raise BadAnswer("type how many chips of which colour, such as `2 green 1 red`, or values, `2x25 5`")
    return +counts
