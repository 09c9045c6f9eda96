"""A choice that was made, compared with the best one, from what the player knew when he made it and from nothing else."""

from fractions import Fraction

from pitboss.advice.choices import reckon
from pitboss.advice.sight import SETS, Sight, Values, Verdict
from pitboss.cards import parse

BESIDE = {"insurance": "no insurance"}  # an amount may be chosen; by how much, it brings more or less than the other answer


def verdict(sight: Sight, word: str, cents: int = 0) -> Verdict | None:
    """How an answer compares with the best one; None where no exact figure is known for both.

    So it is where a fold gives up a wager that the figures do not count, where a hand was split, and of an amount between two
    that are known only where what it brings lies on a straight line.
    """
    found = reckon(sight)
    brings = None if found.uncounted else value_of(found.values, word, cents)
    if brings is None:
        return None
    cost = max(found.values.values()) - brings
    return Verdict(cost <= 0, str(max(cost, Fraction(0))))


def value_of(values: Values, word: str, cents: int = 0) -> Fraction | None:
    """What an answer brings, None where that is not known.

    >>> raises = {("raise", 1000): Fraction(50), ("raise", 3000): Fraction(70), ("fold", 0): Fraction(-1000)}
    >>> value_of(raises, "raise", 2000), value_of(raises, "raise", 4000), value_of(raises, "fold")
    (Fraction(60, 1), None, Fraction(-1000, 1))
    """
    if word.startswith(SETS):  # the cards may be named in any order
        settings = {frozenset(parse(each.removeprefix(SETS))): each for each, _ in values if each.startswith(SETS)}
        word = settings.get(frozenset(parse(word.removeprefix(SETS))), word)
    if (word, cents) in values:
        return values[word, cents]
    known = {amount: brings for (each, amount), brings in values.items() if each == word}
    if (other := BESIDE.get(word)) is not None and (other, 0) in values:
        known[0] = values[other, 0]
    below, above = [amount for amount in known if amount < cents], [amount for amount in known if amount > cents]
    if not below or not above:
        return None
    low_, high = max(below), min(above)
    return known[low_] + (known[high] - known[low_]) * Fraction(cents - low_, high - low_)
