"""What an answer cost beside the best one."""

from pitboss.advice.pai_gow import setting_brings
from pitboss.advice.sight import Advice, Sight
from pitboss.table.steps import Answer


def cost_of(sight: Sight, advice: Advice, answer: Answer) -> float | None:
    """How many cents an answer brings less than the best one, None where what they bring is not known."""
    best = next((choice.brings for choice in advice.choices if choice.best), None)
    made = setting_brings(sight, answer.cards) if answer.cards else brings(advice, answer)
    return None if best is None or made is None else max(best - made, 0.0)


def brings(advice: Advice, answer: Answer) -> float | None:
    """What an answer brings. A choice of an amount is told for some amounts; the others lie on the line through two of them.

    >>> from pitboss.advice.sight import Priced
    >>> priced = [Priced("", "raise", 1000, 50.0, False), Priced("", "raise", 3000, 250.0, True)]
    >>> [brings(Advice(tuple(priced)), Answer(word, cents)) for word, cents in (("raise", 3000), ("raise", 1500), ("fold", 0))]
    [250.0, 100.0, None]
    """
    told = sorted((each.cents, each.brings) for each in advice.choices if each.word == answer.word and each.brings is not None)
    if len(told) < 2:
        return next((worth for cents, worth in told if cents == answer.cents), None)
    (low, at_low), (high, at_high) = told[0], told[-1]
    return at_low + (at_high - at_low) * (answer.cents - low) / (high - low)
