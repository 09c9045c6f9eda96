"""Questions as they come to a client, made into those of the engine again, and answers to them in words."""

import re
from typing import Any

from pitboss.cards import NAMES
from pitboss.errors import IllegalDecision
from pitboss.table.commands import CutCards, Decide
from pitboss.table.steps import Ask, Choice, Cut
from pitboss.table.viewers import Asked

WITH_CENTS = re.compile(r"(.+?) ([0-9]{1,15})")
CARDS = {name: card for card, name in enumerate(NAMES)}


def question_of(asked: Asked) -> Ask | Cut:
    """A question of one's own, as the engine asks it.

    >>> from pitboss.table.viewers import Option
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


def deed_of(asked: Asked, words: str) -> Decide | CutCards:
    """An answer in the words of the engine, as `silent` has it, with cents behind the word: "raise 1000", "set As Kd", "refuse"
    or "cut 20". Raises IllegalDecision, with the sentence of the table.

    >>> from pitboss.table.viewers import Option
    >>> asked = Asked(1, (Option("play", 1000, 1000), Option("fold")), "565.11(b)", base=1000)
    >>> deed_of(asked, "play"), deed_of(asked, "fold")
    (Decide(seat=1, word='play', cents=1000), Decide(seat=1, word='fold', cents=0))
    >>> deed_of(Asked(1, (Option("cut", 10, 42), Option("refuse")), "565.5(d)(1)"), "cut 20")
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


def cents_apart(deed: Any) -> Any:
    """A decision in the words of `silent`, with the cents behind its word, as a command has it; anything else as it is.

    >>> cents_apart(Decide(1, "dealer wager 500")), cents_apart(Decide(1, "set As Kd"))
    (Decide(seat=1, word='dealer wager', cents=500), Decide(seat=1, word='set As Kd', cents=0))
    """
    apart = WITH_CENTS.fullmatch(deed.word) if type(deed) is Decide and not deed.cents else None
    return deed if apart is None else Decide(deed.seat, apart[1], int(apart[2]))


def in_words_of(request: object, deed: Any) -> Any:
    """A decision in the words of `silent`, as the command that answers a request; anything else as it is.

    >>> cut = Cut(1, 10, 42, "565.5(d)(1)")
    >>> in_words_of(cut, Decide(1, "refuse")), in_words_of(cut, Decide(1, "cut 20")), in_words_of(cut, Decide(2, "refuse"))
    (CutCards(seat=1, depth=None, seed=''), CutCards(seat=1, depth=20, seed=''), Decide(seat=2, word='refuse', cents=0))
    """
    deed = cents_apart(deed)
    if type(deed) is not Decide or not isinstance(request, Cut) or deed.seat != request.seat:
        return deed
    if deed.word == "refuse" and not deed.cents:
        return CutCards(deed.seat)
    return CutCards(deed.seat, deed.cents) if deed.word == "cut" else deed
