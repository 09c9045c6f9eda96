"""Payouts: a wager and the hands that lie open; how much is paid, or taken as vigorish? The engine has paid it."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.money import dollars
from pitboss.school.drills import pots
from pitboss.school.drills.questions import Question, amount
from pitboss.school.drills.rounds import DealtRound, rounds
from pitboss.school.shorthand import cents_in
from pitboss.table.game import Game
from pitboss.table.steps import Step, seat_of

PAID = ("pay", "win", "bonus", "jackpot", "vigorish")
METER = re.compile(r"the meter shows (\$[\d,.]*\d)")
ENVIED = re.compile(r"for the .* of (seat \d+)")
ODDS = re.compile(r" ?\d[\d,.]*( to \d+| for \d+|%).*| ?\$[\d,.]+.*")


def questions(game: Game, house: House, rng: Random) -> Iterator[Question]:
    """A payment of each round in which there is one: of those that have been asked for least. At Poker, what is pushed."""
    if game.chapter in NONBANKED:
        yield from pots.questions(game, house, rng)
    asked: Counter[tuple[str, str]] = Counter()
    for dealt in rounds(game, house, rng):
        found = payments(dealt)
        if not found:
            continue
        step = min(found, key=lambda step: (asked[step.wager, step.note], rng.random()))
        asked[step.wager, step.note] += 1
        if asked[step.wager, step.note] > 1 and rng.random() < ask_less(asked, step):
            continue
        yield question(dealt, step)


def ask_less(asked: Counter[tuple[str, str]], step: Step) -> float:
    """How likely a payment is left out that has been asked for more often than others."""
    return 1 - (sum(asked.values()) / len(asked)) / max(1, asked[step.wager, step.note]) if len(asked) > 3 else 0.0


def payments(dealt: DealtRound) -> list[Step]:
    """What is paid in a round, and the vigorish that is taken; nothing where a payout limit decides, which no card shows."""
    if any("payout limit" in step.note for step in dealt.round.steps):
        return []
    paid = [step for step in dealt.round.steps if step.act in PAID and step.cents and seat_of(step.who)]
    return [step for step in paid if "%" not in step.note or meter_before(dealt, step)]


def question(dealt: DealtRound, step: Step) -> Question:
    """How much one payment is."""
    seat = step.who.replace("seat_", "seat ")
    name = ENVIED.sub(r"for the hand of \1", ODDS.sub("", step.note).strip(" :,"))
    whose = None if step.act in ("bonus", "jackpot") else frozenset({seat_of(step.who)})
    wagers = [f"{seat} has {', '.join(placed(dealt, step.who))}"]
    meter = [f"the meter shows {dollars(shown)}" for shown in meter_before(dealt, step)]
    what = f"the {step.wager}" if name in ("", step.wager, "progressive payout") else f"the {step.wager} ({name})"
    if step.act == "vigorish":
        ask = f"How much vigorish do you take on {seat}'s {step.wager}?"
    else:
        ask = f"How much do you pay {seat} on {what}?"
    return Question(
        drill="payouts",
        about=step.wager,
        section=step.cite,
        shown=(*dealt.shown(whose), *wagers, *meter),
        ask=ask,
        answer=dollars(step.cents),
        why=step.note or step.act,
        means=(step.cents,),
        reads=amount,
    )


def placed(dealt: DealtRound, place: str) -> list[str]:
    """What a seat has wagered in the round."""
    amounts: Counter[str] = Counter()
    for step in dealt.round.steps:
        if step.act == "wager" and seat_of(step.who) == seat_of(place):
            amounts[step.wager] += step.cents
    return [f"{dollars(cents)} {wager}" for wager, cents in amounts.items()]


def meter_before(dealt: DealtRound, paid: Step) -> list[int]:
    """What the progressive meter showed when a part of it was paid, [] where the payment is no part of it or nobody said so."""
    shown: list[int] = []
    for step in dealt.round.steps:
        if step is paid:
            break
        if said := METER.search(step.note):
            shown = [cents_in(said[1]) or 0]
        elif shown and step.act in ("jackpot", "unfeed"):
            shown = [shown[0] - step.cents]
        elif shown and step.act == "reset":
            shown = [shown[0] + step.cents]
    return shown if "%" in paid.note else []
