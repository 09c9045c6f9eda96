"""What an answer costs against the best one: exactly the difference between the two, and nothing where that is not known."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.advice.choices import advise, reckon
from pitboss.advice.sight import SHOWN, Sight, Verdict
from pitboss.advice.verdict import verdict
from pitboss.cards import NAMES, parse
from pitboss.hands import THREE_CARD
from pitboss.house import House
from pitboss.odds.boards import play as boards
from pitboss.table.steps import Ask, Choice
from tests.advice.asked_rounds import play_at_random, sight_at
from tests.advice.test_advice_choices import rest_of, sight

PLAY = Ask(1, (Choice("play", 1000, 1000), Choice("fold")), "565.11(b)", base=1000)


def test_a_fold_of_a_hand_that_should_be_played_costs_what_playing_it_brings() -> None:
    """§ 565.11, by counting every hand of the dealer: without a queen Ante is paid and Play returned."""
    own = "Ks 9d 4c"
    mine, total, hands = THREE_CARD.value(parse(own)), 0, 0
    queen = THREE_CARD.value(parse("Qs 3d 2c"))
    for cards in combinations(rest_of(own), 3):
        his = THREE_CARD.value(list(cards))
        total += 1000 if his < queen else 2000 * ((mine > his) - (mine < his))
        hands += 1
    known = sight("565", own, PLAY, {"Ante": 1000})
    folded = verdict(known, "fold")
    assert folded is not None and not folded.best and Fraction(folded.cost) == Fraction(total, hands) + 1000 > 0
    assert verdict(known, "play", 1000) == Verdict(True)
    told = {choice.word: choice.brings for choice in advise(known).choices}
    assert float(Fraction(folded.cost)) == pytest.approx(float(told["play"] or 0) - float(told["fold"] or 0), abs=0.01)


@given(st.lists(st.sampled_from(range(52)), min_size=3, max_size=3, unique=True))
@settings(max_examples=15)
def test_the_best_answer_costs_nothing_and_every_other_something(cards: list[int]) -> None:
    known = sight("565", " ".join(NAMES[card] for card in cards), PLAY, {"Ante": 1000})
    found = {word: verdict(known, word, cents) for word, cents in (("play", 1000), ("fold", 0))}
    best = {choice.word for choice in advise(known).choices if choice.best}
    for word, each in found.items():
        assert each is not None and each.best == (word in best) == (Fraction(each.cost) == 0)
    assert best and all(Fraction(each.cost) >= 0 for each in found.values() if each is not None)


def test_an_amount_between_two_that_are_known_lies_on_their_line() -> None:
    """§ 677a.11(d): a raise on the flop of any amount up to twice the Ante."""
    own, board = "Ah 9h", "Kh 7h 2d"
    ask = Ask(1, (Choice("check"), Choice("raise", 500, 4000, 100)), "677a.11(d)", base=2000)
    known = sight("677a", own, ask, {"Ante": 2000, "Odds": 2000}, board)
    fixed, unit, otherwise = boards.with_the_board(House.of("677a"), tuple(parse(f"{own} {board}")))
    for cents in (500, 1300, 4000):
        found = verdict(known, "raise", cents)
        best = max(fixed * 2000 + unit * 4000, fixed * 2000 + unit * 500, otherwise * 2000)
        assert found is not None and Fraction(found.cost) == best - (fixed * 2000 + unit * cents)


def test_insurance_for_less_costs_less() -> None:
    """§ 633a.8: of 312 cards 96 are tens; three are seen, one of them a ten."""
    ask = Ask(1, (Choice("insurance", 100, 500, 100, 500), Choice("no insurance")), "633a.8(b)")
    known = sight("633a", "Ks 6d", ask, {"Blackjack": 1000}, dealer="Ah")
    for cents in (100, 200, 500):
        found = verdict(known, "insurance", cents)
        assert found == Verdict(False, str(cents * (1 - Fraction(3 * 95, 309))))
    assert verdict(known, "no insurance") == Verdict(True)


def test_a_setting_that_nobody_is_told_of_is_known_too() -> None:
    """§ 645a.11: the worst of all settings, its cards in either order."""
    seen: list[Sight] = []
    play_at_random("645a", 1, lambda table, ask: seen.append(sight_at(table, ask)), seats=1)
    values = reckon(seen[0]).values
    worst = min(values, key=lambda answer: values[answer])[0]
    assert len(values) > SHOWN and worst not in {choice.say for choice in advise(seen[0]).choices}
    found = verdict(seen[0], worst)
    assert found is not None and Fraction(found.cost) == max(values.values()) - min(values.values()) > 0
    word, *cards = worst.split()
    assert verdict(seen[0], " ".join([word, *cards[::-1]])) == found


DOUBLE = (Choice("stand"), Choice("hit"), Choice("double", 100, 1000, 100, 1000))


@pytest.mark.parametrize(
    ("known", "word", "cents"),
    [
        (sight("637a", "As Ks", Ask(1, (Choice("call", 200, 200), Choice("fold")), "637a.9(a)"), {}), "fold", 0),
        (
            sight(
                "657a",
                "Qs 6d 4c 8h 9h",
                Ask(1, (Choice("play", 1000, 1000), Choice("fold")), "657a.11(b)", base=1000),
                {"Ante": 1000, "Super Bonus": 1000, "Queens Up": 500},
            ),
            "fold",
            0,
        ),
        (sight("633a", "5s 6d", Ask(1, DOUBLE, "633a.10(a)"), {"Blackjack": 1000}, dealer="6h"), "double", 500),
    ],
    ids=["at Poker", "where a fold gives up what is not counted", "of a Double Down for less"],
)
def test_nothing_is_said(known: Any, word: str, cents: int) -> None:
    assert verdict(known, word, cents) is None
