"""Puts the questions at a table into one sentence: players who are asked see their choices and amounts, others see who is
asked."""

from collections.abc import Collection, Sequence

from pitboss.games import NONBANKED
from pitboss.money import dollars
from pitboss.table.steps import Step, seat_name
from pitboss.table.view import faults
from pitboss.table.view.viewers import Asked, Option
from pitboss.table.vocabulary import word_of
from pitboss.telling.plain import Said


def question(asked: Sequence[Asked], own: Collection[int] = ()) -> Said | None:
    """The sentence about open questions, with the paragraph that asks, for a viewer with the seats in `own`; None if there is
    no question.

    >>> raises = Asked(3, (Option("check"), Option("raise", 500, 3000, 50)), "677a.11(b)")
    >>> question([raises], {3}), question([Asked(3)], {1})
    (('677a.11(b)', 'Check, or raise $5 to $30?'), ('', 'Seat 3 is asked.'))
    """
    own_question = next((ask for ask in asked if ask.choices), None)
    if own_question is not None:
        try:
            return _put(own_question, several=len(own) > 1)
        except Exception as error:  # the page still shows the choices
            faults.report("asked in words", Step(own_question.cite, "decide", seat_name(own_question.seat)), error)
    seats = sorted({ask.seat for ask in asked})
    if not seats:
        return None
    if len(seats) == 1:
        return "", f"Seat {seats[0]} is asked."
    return "", f"Seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} are asked."


def _put(asked: Asked, several: bool) -> Said:
    """The question to one player. It names the seat if the player has several."""
    about = [f"seat {asked.seat}"] * several + [asked.about] * bool(asked.about)
    text = ", ".join(about) + ": " * bool(about) + _either([_choice(option, asked) for option in asked.choices])
    return asked.cite, text[:1].upper() + text[1:]


def _either(choices: list[str]) -> str:
    """Several choices as a question; a single one as a statement.

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
    """A choice at Poker, where the amount of a bet or raise is the player's total in the betting round.

    >>> _total(Option("call", 500, 500), 200), _total(Option("raise", 1000, 40_000), 200), _total(Option("bet", 500, 500), 0)
    ('call $3 more', 'raise to an amount from $10 to $400', 'bet $5')
    """
    if option.word == "call":
        return f"call {dollars(option.most - already)}{' more' * bool(already)}"
    to = " to" * (option.word == "raise")
    if option.least == option.most:
        return f"{option.word}{to} {dollars(option.most)}"
    return f"{option.word}{' to an amount from' * bool(to)} {dollars(option.least)} to {dollars(option.most)}"
