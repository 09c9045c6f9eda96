"""Pots of Poker: what each player has put in, who has folded and the hands that are shown; how much is pushed to whom? The
engine has pushed it."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from pitboss.house import House
from pitboss.money import dollars
from pitboss.school.drills.questions import Question, amount
from pitboss.school.drills.rounds import DealtRound, rounds
from pitboss.table.game import Game
from pitboss.table.steps import Step, seat_of

TAKEN = {"rake": "the rake", "contribute": "the part of a jackpot"}


def questions(game: Game, house: House, rng: Random) -> Iterator[Question]:
    """A pot, or a bet that goes back, of each round: of those that have been asked for least."""
    asked: Counter[str] = Counter()
    for dealt in rounds(game, house, rng):
        found = [step for step in dealt.round.steps if step.act in ("award", "refund") and step.cents]
        if found and not dealt.round.void:
            step = min(found, key=lambda step: (asked[_about(step)], rng.random()))
            asked[_about(step)] += 1
            yield question(dealt, step)


def question(dealt: DealtRound, step: Step) -> Question:
    """How much a player gets."""
    seat = step.who.replace("seat_", "seat ")
    if step.act == "refund":
        ask = f"How much goes back to {seat}, because nobody called it?"
    else:
        ask = f"How much of {_about(step)} do you push to {seat}?"
    return Question(
        drill="payouts",
        about=_about(step),
        section=step.cite,
        shown=(*dealt.shown(), *_put_in(dealt), *_taken(dealt)),
        ask=ask,
        answer=dollars(step.cents),
        why=step.note,
        means=(step.cents,),
        reads=amount,
    )


def _about(step: Step) -> str:
    """Which pot it is."""
    if step.act == "refund":
        return "a bet that nobody called"
    _, _, pot = step.note.partition("; ")
    return f"the {pot}" if pot else "the pot"


def _put_in(dealt: DealtRound) -> Iterator[str]:
    """What each player has bet in the whole round, and whether he is out of it."""
    put: Counter[str] = Counter()
    for step in dealt.round.steps:
        if step.act == "bet" and seat_of(step.who):
            put[step.who] += step.cents
    out = {step.who: step.note for step in dealt.round.steps if step.act == "decide" and step.note in ("fold", "concede")}
    for who, cents in sorted(put.items(), key=lambda each: seat_of(each[0])):
        told = {"fold": " and has folded", "concede": " and has conceded"}.get(out.get(who, ""), "")
        yield f"{who.replace('seat_', 'seat ')} has bet {dollars(cents)}{told}"


def _taken(dealt: DealtRound) -> Iterator[str]:
    """What has been taken out of the pots."""
    for act, named in TAKEN.items():
        if cents := sum(step.cents for step in dealt.round.steps if step.act == act):
            yield f"{named} was {dollars(cents)}"
