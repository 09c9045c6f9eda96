"""What is asked at a table, in one sentence: to whoever is asked with his choices and their amounts, to others that he is."""

from collections.abc import Collection, Sequence

from pitboss.games import NONBANKED
from pitboss.money import dollars
from pitboss.table.steps import Step, seat_name
from pitboss.table.view import faults
from pitboss.table.view.viewers import Asked, Option
from pitboss.table.vocabulary import word_of
from pitboss.telling.plain import Said


def question(asked: Sequence[Asked], own: Collection[int] = ()) -> Said | None:
    """The sentence for what is asked, by the paragraph that asks, to whoever has the seats of `own`; None where nothing is.

    >>> raises = Asked(3, (Option("check"), Option("raise", 500, 3000, 50)), "677a.11(b)")
    >>> question([raises], {3}), question([Asked(3)], {1})
    (('677a.11(b)', 'Check, or raise $5 to $30?'), ('', 'Seat 3 is asked.'))
    """
    mine = next((each for each in asked if each.choices), None)
    if mine is not None:
        try:
            return _put(mine, several=len(own) > 1)
        except Exception as error:  # the page has the choices, and shows them
            faults.report("asked in words", Step(mine.cite, "decide", seat_name(mine.seat)), error)
    seats = sorted({each.seat for each in asked})
    if not seats:
        return None
    if len(seats) == 1:
        return "", f"Seat {seats[0]} is asked."
    return "", f"Seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} are asked."


def _put(mine: Asked, several: bool) -> Said:
    """What is asked of one player, who may have several seats."""
    about = [f"seat {mine.seat}"] * several + [mine.about] * bool(mine.about)
    text = ", ".join(about) + ": " * bool(about) + _either([_choice(each, mine) for each in mine.choices])
    return mine.cite, text[:1].upper() + text[1:]


def _either(choices: list[str]) -> str:
    """Choices as a question; where there is only one, what he has to do.

    >>> _either(["stand"]), _either(["hit", "stand"]), _either(["check", "bet $5"]), _either(["hit", "stand", "double"])
    ('you can only stand.', 'hit or stand?', 'check, or bet $5?', 'hit, stand, or double?')
    """
    if len(choices) == 1:
        return f"you can only {choices[0]}." if " " not in choices[0] else f"{choices[0]}."
    short = len(choices) == 2 and not any(" " in choice for choice in choices)
    return f"{', '.join(choices[:-1])}{'' if short else ','} or {choices[-1]}?"


def _choice(option: Option, asked: Asked) -> str:
    if option.of:
        return _cards(option)
    if option.word == "cut":
        return f"cut the cards {option.least} to {option.most} deep"
    if not option.most:
        return word_of(asked.cite, option.word).question or option.word
    if asked.cite.split(".")[0] in NONBANKED:
        return _total(option, asked.already)
    amount = dollars(option.most) if option.least == option.most else f"{dollars(option.least)} to {dollars(option.most)}"
    return (word_of(asked.cite, option.word).amount or f"{option.word} {{}}").format(amount)


def _cards(option: Option) -> str:
    least, most = option.number
    if option.word == "set":
        return f"set {most} of your cards as the low hand"
    return f"{option.word} {least if least == most else f'{least} to {most}'} card{'s' * (most != 1)}"


def _total(option: Option, already: int) -> str:
    """A choice at Poker, where what is bet or raised to is a total of the betting round.

    >>> _total(Option("call", 500, 500), 200), _total(Option("raise", 1000, 40_000), 200), _total(Option("bet", 500, 500), 0)
    ('call $3 more', 'raise to an amount from $10 to $400', 'bet $5')
    """
    if option.word == "call":
        return f"call {dollars(option.most - already)}{' more' * bool(already)}"
    to = " to" * (option.word == "raise")
    if option.least == option.most:
        return f"{option.word}{to} {dollars(option.most)}"
    return f"{option.word}{' to an amount from' * bool(to)} {dollars(option.least)} to {dollars(option.most)}"
