"""Rules of Blackjack of other places: every option by hand on small shoes, and figures that are published for them."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.errors import BadRules
from pitboss.odds.twenty_one.exact import exact_value
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.solver import solution
from pitboss.odds.twenty_one.strategy import Grid, played
from tests.odds.twenty_one_by_hand import ByHand

ACES = (3, 0, 0, 0, 1, 0, 0, 2, 0, 8)
SMALL = (1, 0, 0, 0, 3, 2, 0, 0, 1, 7)
SEVENS = (1, 0, 0, 0, 0, 1, 3, 1, 0, 6)
FOURS = (2, 0, 2, 2, 0, 0, 0, 0, 0, 8)

ALL = (17, 18, 19, 20, 21)

OPTIONS: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "as in Pennsylvania": (ACES, {}),
    "6 to 5": (ACES, {"natural": Fraction(6, 5)}),
    "a natural always wins": (ACES, {"natural": Fraction(1), "natural_tie": Fraction(1)}),
    "a tie of naturals is lost": (ACES, {"natural_tie": Fraction(-1)}),
    "hits a soft 17": (FOURS, {"hits_soft_17": True}),
    "no hole card, all lost": (ACES, {"hole": "all lost", "surrender": "none"}),
    "no hole card, the first wager lost": (ACES, {"hole": "original lost"}),
    "peek under aces only": (ACES, {"hole": "peek under aces", "surrender": "early"}),
    "late surrender without a peek": (SMALL, {"hole": "all lost"}),
    "early surrender": (SMALL, {"surrender": "early"}),
    "early surrender but under aces": (ACES, {"surrender": "early but under aces"}),
    "no split": (ACES, {"most_hands": 1}),
    "one card to aces that are split once": (ACES, {"one_card_to_split_aces": True, "resplit_aces": False}),
    "one card to aces": (ACES, {"one_card_to_split_aces": True, "hole": "all lost"}),
    "doubles on 9 to 11": (SMALL, {"double_on": (9, 10, 11)}),
    "doubles on 11": (FOURS, {"double_on": (11,), "double_any": True}),
    "doubles on 10, 11, soft 16 and 19": (ACES, {"double_on": (10, 11), "double_soft": (16, 19)}),
    "no double": (SMALL, {"double_on": ()}),
    "doubles any number of cards": (FOURS, {"double_any": True}),
    "no double after a split": (SMALL, {"double_after_split": False}),
    "five-card Charlie": (FOURS, {"charlie": 5}),
    "five-card Charlie at 2 to 1, no hole card": (FOURS, {"charlie": 5, "charlie_pays": Fraction(2), "hole": "all lost"}),
    "some ties lose": (ACES, {"ties_lose": (17, 18)}),
    "ties lose": (SMALL, {"ties_lose": ALL}),
    "22 is a push": (SEVENS, {"push_22": True}),
    "a drawn 21 wins": (SMALL, {"drawn_21_wins": True, "natural_tie": Fraction(3, 2)}),
    "rescue": (SMALL, {"rescue": True, "double_any": True}),
    "bonus 21s": (SEVENS, {"bonus": (("777", Fraction(3)), ("678", Fraction(2)))}),
    "five cards of 21": (FOURS, {"bonus": (("5", Fraction(3, 2)), ("6", Fraction(5))), "hole": "all lost"}),
    "double exposure": (ACES, {"both_shown": True, "ties_lose": ALL, "natural": Fraction(1), "surrender": "none"}),
    "double exposure, small cards": (FOURS, {"both_shown": True, "ties_lose": ALL, "natural_tie": Fraction(3, 2)}),
    "free doubles": (SMALL, {"free_doubles": (9, 10, 11), "push_22": True}),
    "free doubles on any number of cards": (FOURS, {"free_doubles": (9, 10, 11), "double_on": (), "double_any": True}),
    "free splits": (SEVENS, {"free_doubles": (9, 10, 11), "free_splits": True, "surrender": "none", "push_22": True}),
    "free splits of aces": (ACES, {"free_splits": True, "one_card_to_split_aces": True, "hole": "all lost"}),
}


@pytest.mark.parametrize("words", OPTIONS)
def test_an_option_over_every_deal_of_a_small_shoe(words: str) -> None:
    shoe, rules = OPTIONS[words]
    game = Game(shoe, **{"most_hands": 3, **rules})
    slow = ByHand(game).value()
    assert exact_value(game) == slow
    found = solution(game)
    assert sum(found.results.values()) == pytest.approx(1, abs=1e-12)
    assert sum(float(r) * chance for r, chance in found.results.items()) == pytest.approx(float(slow), abs=1e-12)
