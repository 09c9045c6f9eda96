"""Questions as clients get them, turned back into the engine's, and the answers to them in words."""

import re
from typing import Any

from pitboss.cards import NAMES
from pitboss.errors import IllegalDecision
from pitboss.table.commands import CutCards, Decide
from pitboss.table.steps import Ask, Choice, Cut
from pitboss.table.view.viewers import Asked

WITH_CENTS = re.compile(r"(.+?) ([0-9]{1,15})")
CARDS = {name: card for card, name in enumerate(NAMES)}


def question_of(asked: Asked) -> Ask | Cut:
    """A client's question as the engine asks it.

    >>> from pitboss.table.view.viewers import Option
    >>> question_of(Asked(1, (Option("cut", 10, 42), Option("refuse")), "565.5(d)(1)"))
    Cut(seat=1, least=10, most=42, cite='565.5(d)(1)')
    """
    first = asked.choices[0]
    if first.word == "cut":
        return Cut(asked.seat, first.least, first.most, asked.cite)
    choices = tuple(
        [
            Choice(each.word, each.least, each.most, each.unit, each.bare, tuple([CARDS[c] for c in each.of]), each.number)
            for each in asked.choices
        ]
    )
    return Ask(asked.seat, choices, asked.cite, asked.about, asked.base, asked.already)


def command_of(asked: Asked, words: str) -> Decide | CutCards:
    """The command for an answer in words, such as "raise 1000", "set As Kd", "refuse" or "cut 20". Raises IllegalDecision.

    >>> from pitboss.table.view.viewers import Option
    >>> asked = Asked(1, (Option("play", 1000, 1000), Option("fold")), "565.11(b)", base=1000)
    >>> command_of(asked, "play"), command_of(asked, "fold")
    (Decide(seat=1, word='play', cents=1000), Decide(seat=1, word='fold', cents=0))
    >>> command_of(Asked(1, (Option("cut", 10, 42), Option("refuse")), "565.5(d)(1)"), "cut 20")
    CutCards(seat=1, depth=20, seed='')
    """
    question = question_of(asked)
    if isinstance(question, Ask):
        answer = question.verify(words)
        return Decide(asked.seat, answer.word, answer.cents)
    word, _, depth = words.partition(" ")
    if word == "refuse" and not depth:
        return CutCards(asked.seat)
    if word != "cut" or not depth.isdecimal() or not question.least <= int(depth[:6]) <= question.most:
        raise IllegalDecision(
            f"seat {asked.seat} may cut {question.least} to {question.most} or refuse, not {words!r}", asked.cite
        )
    return CutCards(asked.seat, int(depth))


def split_cents(command: Any) -> Any:
    """A Decide with the cents behind its word moved to `cents`; other commands unchanged.

    >>> split_cents(Decide(1, "dealer wager 500")), split_cents(Decide(1, "set As Kd"))
    (Decide(seat=1, word='dealer wager', cents=500), Decide(seat=1, word='set As Kd', cents=0))
    """
    apart = WITH_CENTS.fullmatch(command.word) if type(command) is Decide and not command.cents else None
    return command if apart is None else Decide(command.seat, apart[1], int(apart[2]))


def answer_in_words(request: object, command: Any) -> Any:
    """A Decide in words as the command that answers the request; other commands unchanged.

    >>> cut = Cut(1, 10, 42, "565.5(d)(1)")
    >>> answer_in_words(cut, Decide(1, "refuse")), answer_in_words(cut, Decide(1, "cut 20"))
    (CutCards(seat=1, depth=None, seed=''), CutCards(seat=1, depth=20, seed=''))
    >>> answer_in_words(cut, Decide(2, "refuse"))
    Decide(seat=2, word='refuse', cents=0)
    """
    command = split_cents(command)
    if type(command) is not Decide or not isinstance(request, Cut) or command.seat != request.seat:
        return command
    if command.word == "refuse" and not command.cents:
        return CutCards(command.seat)
    return CutCards(command.seat, command.cents) if command.word == "cut" else command
