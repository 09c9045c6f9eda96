"""Hand reading: what a hand is called, and whether a wager wins, loses or is a push. The engine has named it and settled it."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from pitboss.cards import parse
from pitboss.hands.naming import RANK_WORDS
from pitboss.house import House
from pitboss.school.drills.payouts import placed
from pitboss.school.drills.questions import Question, hand_name, one_of
from pitboss.school.drills.rounds import DealtRound, outcomes, rounds
from pitboss.table.game import Game
from pitboss.table.notes import are_points
from pitboss.table.steps import COMMUNITY, DEALER, Step, seat_of
from pitboss.table.view.viewers import HIDDEN

RESULTS = ("win", "lose", "push")
_RESULT_OF = {"pay": "win", "win": "win", "collect": "lose", "lose": "lose", "return": "push"}


def questions(game: Game, house: House, rng: Random) -> Iterator[Question]:
    """A question on each round: of those that have been asked least."""
    asked: Counter[str] = Counter()
    for dealt in rounds(game, house, rng):
        found = [*names(dealt), *results(dealt)]
        if found:
            chosen = min(found, key=lambda question: (asked[question.answer], rng.random()))
            asked[chosen.answer] += 1
            yield chosen


def names(dealt: DealtRound) -> Iterator[Question]:
    """What each hand is called that lies open."""
    for place, (name, cite) in hand_names(dealt).items():
        brief = without_kicker(name)
        whose = "the dealer's hand" if place == DEALER else f"the hand of {place.replace('seat_', 'seat ')}"
        shown = tuple(line for line in dealt.shown() if line.split(":")[0] in (place.replace("seat_", "seat "), COMMUNITY))
        yield Question(
            drill="hands",
            about="points" if are_points(name) else "names of hands",
            section=cite,
            shown=shown,
            ask=f"What do you call {whose}{', with the community cards' if COMMUNITY in dealt.layout.hands else ''}?",
            answer=brief,
            why="",
            means=(hand_name(name), hand_name(brief), *also_called(dealt, place)),
            reads=hand_name,
        )


def also_called(dealt: DealtRound, place: str) -> Iterator[frozenset[str]]:
    """What the dealer calls a hand as it is turned up, where that is another name, such as mini royal flush."""
    if COMMUNITY not in dealt.layout.hands:
        turned = [step.note for step in dealt.round.steps if step.act == "reveal" and step.who == place and step.note]
        yield from (hand_name(note) for note in turned if not are_points(note))


def without_kicker(name: str) -> str:
    """The name of a hand as a dealer calls it, without what decides between equal ones.

    >>> [without_kicker(name) for name in ("pair of sevens, jack kicker", "ace, nine high", "flush, king high")]
    ['pair of sevens', 'ace high', 'flush, king high']
    """
    first, _, rest = name.partition(", ")
    if rest.endswith(" kicker"):
        return first
    return f"{first} high" if first in RANK_WORDS else name


def hand_names(dealt: DealtRound) -> dict[str, tuple[str, str]]:
    """The name of each hand that lies open, or its total, with the paragraph under which it was turned up."""
    found: dict[str, tuple[str, str]] = {}
    hands = dealt.layout.hands
    board = [card for face in hands[COMMUNITY].cards for card in parse(face)] if COMMUNITY in hands else []
    for step in dealt.round.steps:
        hand = hands.get(step.who)
        if hand is None or HIDDEN in hand.cards or not (step.who == DEALER or seat_of(step.who)):
            continue
        if step.act == "reveal" and dealt.game.name_hand is not None:
            cards = [card for face in hand.cards for card in parse(face)]
            low = tuple(card for face in hand.low for card in parse(face)) if step.who != DEALER else None
            named = dealt.game.name_hand(dealt.house, cards, board, low)
            if named is not None:
                found[step.who] = named.name, step.cite
        elif step.act == "say" and are_points(step.note):
            found[step.who] = step.note, step.cite
    return found


def results(dealt: DealtRound) -> Iterator[Question]:
    """What becomes of each wager that lay there when the hands were turned up, where only one thing was done with it."""
    names = hand_names(dealt)
    gone = {step.who for step in dealt.round.steps if step.act == "decide" and step.note in ("fold", "surrender")}
    turned = next((n for n, step in enumerate(dealt.round.steps) if step.act == "reveal"), len(dealt.round.steps))
    before = {(step.who, step.wager) for step in dealt.round.steps[:turned] if step.act in _RESULT_OF}
    for (who, wager), steps in outcomes(dealt).items():
        done: list[Step] = [step for step in steps if step.act in _RESULT_OF]
        if len(done) != 1 or who in gone or (who, wager) in before or (who not in names and " " not in who and names):
            continue
        seat = who.replace("seat_", "seat ")
        yield Question(
            drill="hands",
            about=wager,
            section=done[0].cite,
            shown=(*dealt.shown(frozenset({seat_of(who)})), f"{seat} has {', '.join(placed(dealt, who))}"),
            ask=f"What becomes of {seat}'s {wager}: win, lose or push?",
            answer=_RESULT_OF[done[0].act],
            why=", ".join(
                filter(None, (done[0].note, *(f"{place}: {names[place][0]}" for place in (who, DEALER) if place in names)))
            ),
            means=(_RESULT_OF[done[0].act],),
            reads=one_of(RESULTS),
        )
