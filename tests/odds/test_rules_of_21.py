"""Rules of Blackjack of other places: every option by hand on small shoes, and figures that are published for them."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pitboss.errors import BadRules
from pitboss.odds.twenty_one.exact import exact_value
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.solver import solution, value_under
from pitboss.odds.twenty_one.strategy import Grid, by_totals, follow, grid, played
from pitboss.odds.twenty_one.switch import switch_solution
from pitboss.odds.twenty_one.tables import plus
from tests.odds.cover_card import cover_card_effect
from tests.odds.twenty_one_by_hand import ByHand, points

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
    "no double on split aces": (ACES, {"double_split_aces": False}),
    "late surrender under tens": (SMALL, {"surrender_ups": (9,)}),
    "early surrender under aces and nines": (ACES, {"surrender": "early", "surrender_ups": (0, 8)}),
    "doubles on 9 to 11": (SMALL, {"double_on": (9, 10, 11)}),
    "doubles on 11": (FOURS, {"double_on": (11,), "double_any": True}),
    "doubles on 10, 11, soft 16 and 19": (ACES, {"double_on": (10, 11), "double_soft": (16, 19)}),
    "no double": (SMALL, {"double_on": ()}),
    "doubles any number of cards": (FOURS, {"double_any": True}),
    "no double after a split": (SMALL, {"double_after_split": False}),
    "five-card Charlie": (FOURS, {"charlie": 5}),
    "five-card Charlie, doubled hands play on": (FOURS, {"charlie": 5, "charlie_if_doubled": False, "double_any": True}),
    "five-card Charlie at 2 to 1, no hole card": (FOURS, {"charlie": 5, "charlie_pays": Fraction(2), "hole": "all lost"}),
    "some ties lose": (ACES, {"ties_lose": (17, 18)}),
    "ties lose": (SMALL, {"ties_lose": ALL}),
    "22 is a push": (SEVENS, {"push_22": True}),
    "a drawn 21 wins": (SMALL, {"drawn_21_wins": True, "natural_tie": Fraction(3, 2)}),
    "rescue": (SMALL, {"rescue": True, "double_any": True}),
    "bonus 21s": (SEVENS, {"bonus": (("777", Fraction(3)), ("678", Fraction(2)))}),
    "bonus 21s after a split": (
        (0, 0, 0, 0, 0, 2, 4, 3, 0, 5),
        {"bonus": (("777", Fraction(7)), ("678", Fraction(5))), "bonus_after_split": True},
    ),
    "five cards of 21": (FOURS, {"bonus": (("5", Fraction(3, 2)), ("6", Fraction(5))), "hole": "all lost"}),
    "any number of cards surrendered": (SMALL, {"surrender_any": True, "double_any": True, "rescue": True}),
    "any number of cards surrendered, with aces": (ACES, {"surrender_any": True, "hits_soft_17": True}),
    "any number of small cards surrendered": (FOURS, {"surrender_any": True, "charlie": 5, "rescue": True, "double_any": True}),
    "a wager that may be doubled under an up card": (ACES, {"attack": True}),
    "a wager that may be doubled under both cards": (SMALL, {"attack": True, "both_shown": True, "surrender": "none"}),
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


# ---------------------------------------------------------------------------- play by totals

ODD = Grid(
    {11: "SHSHSDSdSR", 13: "DdSHDdRrSH", 16: 10 * "d"},
    {16: "DdSHDdRrSd", 19: 10 * "D"},
    {1: "PHPPPPPPSP", 10: "SPSPPSSPPR"},
)


@pytest.mark.parametrize("own", [False, True])
def test_play_by_letters_over_every_deal_of_a_small_shoe(own: bool) -> None:
    game = Game(ACES, most_hands=3, double_after_split=False)
    letters = grid(solution(game)) if own else ODD

    def letter(hand: tuple[int, ...], up: int, first: bool) -> str:
        total, soft = points(hand)
        column = "2345678901".index(str(up % 10)) if up > 1 else 9
        if first and hand[0] == hand[1] and hand[0] in letters.pairs:
            return letters.pairs[hand[0]][column]
        rows = letters.soft if soft else letters.hard
        return rows[total][column] if total in rows else "S" if total > 16 else "H"

    found = played(game, letters)
    assert exact_value(found) == ByHand(game, letter).value()
    assert found.value < solution(game).value


def test_no_other_letter_is_better() -> None:
    best, letters = by_totals(solution(Game.decks(1, most_hands=2)).ups[8])
    for key, letter in product(letters, "SHDRP"):
        if letter != "P" or key[0] == "pairs":
            assert value_under(follow(best, {**letters, key: letter})) <= value_under(best) + 1e-12, (key, letter)


# ---------------------------------------------------------------------------- published figures

ACE_ONCE: dict[str, Any] = {"resplit_aces": False, "one_card_to_split_aces": True}
USUAL: dict[str, Any] = {**ACE_ONCE, "most_hands": 4, "surrender": "none"}


def value(decks: int, **rules: Any) -> float:
    return solution(Game.decks(decks, **{**USUAL, **rules})).value


def by_total(decks: int, **rules: Any) -> float:
    return played(Game.decks(decks, **{**USUAL, **rules})).value


@pytest.mark.parametrize(
    ("decks", "rules", "double_after_split", "none"),
    [
        (1, {}, 0.001839, 0.000423),
        (1, {"hits_soft_17": True}, -0.000072, -0.001513),
        (2, {"hits_soft_17": True}, -0.003797, -0.005252),
        (5, {"hits_soft_17": True}, -0.005918, -0.007366),
        (6, {"hits_soft_17": True, "hole": "all lost"}, -0.0072705, -0.0086975),
        (8, {"hits_soft_17": True, "hole": "all lost"}, -0.007562, -0.0089865),
    ],
)
def test_by_composition(decks: int, rules: dict[str, Any], double_after_split: float, none: float) -> None:
    """wizardofodds.com/games/blackjack/appendix/9: by composition, each split hand by how many there are."""
    assert value(decks, **rules) == pytest.approx(double_after_split, abs=1e-5)
    assert value(decks, **rules, double_after_split=False) == pytest.approx(none, abs=1e-5)


def test_cards_without_end() -> None:
    """wizardofodds.com, Blackjack Appendix 1: -0.511734% with an infinite deck."""
    assert value(10**6) == pytest.approx(-0.00511734, abs=2e-8)


@pytest.mark.parametrize(
    ("hits_soft_17", "effects"),
    [
        (False, (-0.101, 0.070, 0.084, 0.114, 0.146, 0.079, 0.041, -0.010, -0.041, -0.092)),
        (True, (-0.091, 0.072, 0.089, 0.122, 0.148, 0.085, 0.038, -0.012, -0.046, -0.098)),
    ],
)
def test_one_card_removed_from_six_decks(hits_soft_17: bool, effects: tuple[float, ...]) -> None:
    """wizardofodds.com/ask-the-wizard/294, by the analyzer of bjstrat.net: in percent, aces first, by composition."""
    rules = Game.decks(6, most_hands=4, one_card_to_split_aces=True, hits_soft_17=hits_soft_17)
    for card, effect in enumerate(effects):
        found = replace(rules, shoe=plus(rules.shoe, card, -1))
        assert 100 * (solution(found).value - solution(rules).value) == pytest.approx(effect, abs=0.00051)


EFFECTS: dict[str, tuple[float, dict[str, Any]]] = {  # in percent, on eight decks
    "early surrender under tens": (0.24, {"surrender": "early but under aces"}),
    "early surrender": (0.63, {"surrender": "early"}),
    "late surrender": (0.07, {"surrender": "late"}),
    "split aces are drawn to": (0.19, {"one_card_to_split_aces": False}),
    "aces are resplit": (0.08, {"resplit_aces": True}),
    "six-card Charlie": (0.16, {"charlie": 6}),
    "seven-card Charlie": (0.01, {"charlie": 7}),
    "no peek": (-0.11, {"hole": "all lost"}),
    "no peek under tens": (-0.10, {"hole": "peek under aces"}),
    "doubles on 9 to 11": (-0.09, {"double_on": (9, 10, 11)}),
    "doubles on 10 and 11": (-0.18, {"double_on": (10, 11)}),
    "no double after a split": (-0.14, {"double_after_split": False}),
    "hits a soft 17": (-0.22, {"hits_soft_17": True}),
}


@pytest.mark.parametrize("words", EFFECTS)
def test_the_effect_of_a_rule(words: str) -> None:
    """Rule variations of wizardofodds.com, as repeated at 21blackjack.net/card; one digit is lost where two are added up."""
    effect, rules = EFFECTS[words]
    assert 100 * (value(8, **rules) - value(8)) == pytest.approx(effect, abs=0.012)


def test_naturals_of_a_single_deck() -> None:
    """realonlinegambling.com/blackjack/odds: 6 to 5 costs 1.39%, and 0.21% less where a natural always wins.
    thecolorofblackjack.com: 2 to 1 brings 2.32%, and 1 to 1 costs as much."""
    paid = {odds: value(1, natural=Fraction(odds)) - value(1) for odds in ("6/5", "2", "1")}
    assert paid["6/5"] == pytest.approx(-0.0139, abs=0.00005)
    assert (paid["2"], paid["1"]) == pytest.approx((0.0232, -0.0232), abs=0.00005)
    always = value(1, natural=Fraction(6, 5), natural_tie=Fraction(6, 5)) - value(1, natural=Fraction(6, 5))
    assert always == pytest.approx(0.0021, abs=0.00005)


def test_doubling_on_any_number_of_cards() -> None:
    """thecolorofblackjack.com: 0.24%."""
    found = value(1, double_any=True, double_after_split=False) - value(1, double_after_split=False)
    assert found == pytest.approx(0.0024, abs=0.00005)


@pytest.mark.parametrize(("decks", "published"), [(1, 0.0001), (2, -0.0032), (4, -0.0049), (6, -0.0054), (8, -0.0057)])
def test_by_total(decks: int, published: float) -> None:
    """bj21.com, Estimating Your Edge: basic strategy simulated, which may tell two-card hands of a total apart."""
    assert by_total(decks, double_after_split=False) == pytest.approx(published, abs=0.00025)


def test_a_casino_without_hole_cards_by_total() -> None:
    """wizardofodds.com/ask-the-wizard/294: 0.55% at Bad Homburg, by the house edge calculator."""
    rules: dict[str, Any] = {"hole": "all lost", "double_on": (9, 10, 11), "resplit_aces": True}
    assert by_total(6, **rules) == pytest.approx(-0.0055, abs=0.00001)


@pytest.mark.parametrize(
    ("decks", "published", "rules"),
    [
        (8, -0.0066, {"natural_tie": Fraction(1), "most_hands": 2}),
        (6, -0.0068, {"natural_tie": Fraction(1), "hits_soft_17": True}),
        (6, -0.0147, {"double_after_split": False, "most_hands": 2, "hits_soft_17": True}),
    ],
)
def test_double_exposure(decks: int, published: float, rules: dict[str, Any]) -> None:
    """Double Exposure at three casinos that wizardofodds.com lists, who says of the first alone that soft 19 and 20 double.

    That the others do is inferred: without it ours is 0.09% below each figure, the first too. A loose check."""
    doubles: dict[str, Any] = {"double_on": (9, 10, 11), "double_soft": (19, 20)}
    found = value(decks, both_shown=True, ties_lose=ALL, natural=Fraction(1), **doubles, **rules)
    assert published < found < published + 0.0005


def test_free_bets() -> None:
    """Six decks, 17 hit: 1.04%, as commonly told of Free Bet Blackjack; the page that it comes from was not at hand."""
    found = by_total(6, free_doubles=(9, 10, 11), free_splits=True, push_22=True, resplit_aces=True, hits_soft_17=True)
    assert -0.0104 < found < -0.0100


# ---------------------------------------------------------------------------- what cannot be combined

REFUSED: tuple[dict[str, Any], ...] = (
    {"hole": "none"},
    {"surrender": "sometimes"},
    {"most_hands": 0},
    {"most_hands": 13},
    {"charlie": 3},
    {"charlie": 5, "charlie_pays": Fraction(6, 5)},
    {"natural": Fraction(-1)},
    {"natural_tie": Fraction(-2)},
    {"ties_lose": (16,)},
    {"bonus": (("888", Fraction(2)),)},
    {"bonus": (("777 suited", Fraction(2)),), "drawn_21_wins": True},
    {"bonus": (("777 suited", Fraction(2)),), "bonus_cards": ((20, 1),)},
    {"both_shown": True, "hole": "all lost"},
    {"rescue": True, "hole": "all lost"},
    {"charlie": 5, "hole": "original lost"},
    {"rescue": True, "free_splits": True},
    {"surrender_any": True, "surrender": "early"},
    {"surrender_any": True, "free_splits": True},
    {"fixed_payout": Fraction(100)},
    {"surrender_ups": (10,)},
    {"both_shown": True, "surrender_ups": (9,)},
    {"shoe": (4, 4, 4)},
    {"shoe": (4, 1, 0, 0, 0, 0, 0, 0, 0, 4)},
)


@pytest.mark.parametrize("rules", REFUSED, ids=str)
def test_rules_that_do_not_go_together_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(BadRules):
        replace(Game.decks(6), **rules)


def test_play_that_cannot_be_read_is_refused() -> None:
    game = Game.decks(1)
    for by in ("by heart", Grid({12: "SSS"}, {}, {}), Grid({12: 10 * "P"}, {}, {}), Grid({12: 10 * "X"}, {}, {})):
        with pytest.raises(BadRules):
            played(game, by)
    with pytest.raises(BadRules):
        played(replace(game, both_shown=True), ODD)
    with pytest.raises(BadRules):
        switch_solution(Game.decks(6, push_22=True))
    with pytest.raises(BadRules):
        cover_card_effect(Game.decks(6, charlie=5), 1, 1)


def test_low_soft_totals_that_may_not_double_are_hit() -> None:
    """No such hand of three cards is dealt: what hands of two cards do decides, and after a split it matters."""
    found = grid(solution(Game.decks(8, hits_soft_17=True, double_after_split=False)))
    under_five = 3  # of ten letters, from a two to an ace
    assert [found.soft[total][under_five] for total in (13, 14, 15, 16, 17)] == ["D"] * 5
