"""The compiled arithmetic against slow, obvious definitions, and against figures published for other rules."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import perm

import numpy as np
import pytest

from pitboss.cards import parse
from pitboss.hands import SUPER_MATCH
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import DOUBLE, HIT, STAND, dealer_odds
from pitboss.odds.twenty_one.side_wagers import super_match_counts
from pitboss.odds.twenty_one.solver import deals, solution, solve_up_card
from pitboss.odds.twenty_one.switch import place
from pitboss.odds.twenty_one.tables import ACE, PAIRS, RESULTS, TEN, Counts, index_of, player_hands, plus, total
from tests.odds.both_hands import BothHands
from tests.odds.cover_card import cover_card_effect

ONE = Game((4,) * 9 + (16,))
SIX = Game((24,) * 9 + (96,))
DEEPEST = 12  # cards of a dealer's hand from one deck, and to spare


@cache
def dealer_ways(shoe: Counts, held: Counts, push_22: bool) -> list[int]:
    """In how many orders of the next cards, as many as a dealer ever draws, he comes to each result; a Blackjack counts for
    nothing."""
    points, _ = total(held)
    if sum(held) == 2 and held[ACE] == held[TEN] == 1:
        return [0] * RESULTS
    if points >= 17:
        place_ = points - 17 if points <= 21 + push_22 else RESULTS - 1
        orders = perm(sum(shoe), DEEPEST - sum(held))  # of the cards that he does not draw any more
        return [orders * (r == place_) for r in range(RESULTS)]
    found = [0] * RESULTS
    for v in range(10):
        if shoe[v]:
            below = dealer_ways(plus(shoe, v, -1), plus(held, v), push_22)
            found = [f + shoe[v] * b for f, b in zip(found, below, strict=True)]
    return found


@cache
def dealer_slowly(shoe: Counts, held: Counts, push_22: bool = False) -> list[Fraction]:
    """The dealer's results, card by card."""
    orders = perm(sum(shoe), DEEPEST - sum(held))
    return [Fraction(ways, orders) for ways in dealer_ways(shoe, held, push_22)]


def without(shoe: Counts, *values: int) -> Counts:
    for value in values:
        shoe = plus(shoe, value, -1)
    return shoe


@pytest.mark.parametrize("up", [ACE, 5, 8, TEN])
@pytest.mark.parametrize("push_22", [False, True])
def test_the_dealers_odds(up: int, push_22: bool) -> None:
    game = replace(ONE, push_22=push_22)
    hand = plus(plus((0,) * 10, 6), 8)
    hands = player_hands()
    odds = np.zeros((len(hands.total), RESULTS))
    shoe = np.array(without(game.shoe, up))
    dealer_odds(shoe, hands.counts, np.array([index_of(hand)]), game.dealer(up), odds)
    slow = dealer_slowly(without(game.shoe, up, 6, 8), plus((0,) * 10, up), push_22)
    assert odds[index_of(hand)] == pytest.approx([float(chance) for chance in slow], abs=1e-14)


class Slowly:
    """The values of hands under one up card by plain recursion, with fractions."""

    def __init__(self, shoe: Counts, up: int) -> None:
        self.shoe, self.up = without(shoe, up), up
        self.best = cache(self._best)

    def left(self, hand: Counts) -> Counts:
        return tuple(n - h for n, h in zip(self.shoe, hand, strict=True))

    def stand(self, hand: Counts) -> Fraction:
        left, points = self.left(hand), total(hand)[0]
        odds = dealer_slowly(left, plus((0,) * 10, self.up))
        won = [1 if r > 4 or points > r + 17 else 0 if points == r + 17 else -1 for r in range(RESULTS)]
        return sum((w * chance for w, chance in zip(won, odds, strict=True)), Fraction(0))

    def live(self, hand: Counts) -> Fraction:
        left = self.left(hand)
        return sum(dealer_slowly(left, plus((0,) * 10, self.up)), Fraction(0))

    def after(self, hand: Counts, times: int) -> Fraction:
        """A hit, or with times = 2 a Double Down."""
        left, value = self.left(hand), Fraction(0)
        for v in range(10):
            if left[v]:
                drawn = plus(hand, v)
                over = total(drawn)[0] > 21
                worth = -self.live(drawn) if over else self.stand(drawn) if times == 2 else self.best(drawn)
                value += Fraction(left[v], sum(left)) * worth * times
        return value

    def _best(self, hand: Counts) -> Fraction:
        return self.stand(hand) if total(hand)[0] == 21 else max(self.stand(hand), self.after(hand, 1))


@pytest.mark.parametrize(("first", "second", "up"), [(TEN, 5, TEN), (8, 6, 7), (TEN, 6, ACE)])
def test_hands_of_a_single_deck(first: int, second: int, up: int) -> None:
    slow, fast = Slowly(ONE.shoe, up), solve_up_card(ONE, up)
    hand = plus(plus((0,) * 10, first), second)
    values = fast.values[index_of(hand)]
    found = [values[STAND], values[HIT], values[DOUBLE]]
    assert found == pytest.approx([float(slow.stand(hand)), float(slow.after(hand, 1)), float(slow.after(hand, 2))], abs=1e-13)


def test_results_add_up() -> None:
    for game in (ONE, SIX):
        found = solution(game)
        assert sum(found.results.values()) == pytest.approx(1, abs=1e-12)
        assert sum(float(r) * chance for r, chance in found.results.items()) == pytest.approx(found.value, abs=1e-12)


@pytest.mark.parametrize(("game", "most"), [(ONE, 0.0015), (SIX, 0.0002)])
def test_a_player_who_minds_both_hands_gains_little(game: Game, most: float) -> None:
    """Less than 0.01% of the wager over all deals, since pairs of less than ten are so few, and tens are not split."""
    once = replace(game, most_hands=2)
    for up, pair in ((5, 7), (TEN, 7), (TEN, 6), (7, 8)):
        alone = solve_up_card(once, up).splits[pair].value
        one = plus((0,) * 10, pair)
        assert alone - 1e-12 <= BothHands(once, up, one, one).value() < alone + most
    cards = game.cards
    assert most * sum(number * (number - 1) for number in game.shoe[:TEN]) / (cards * (cards - 1)) < 0.0001


def test_the_grid_off_the_top_by_simulation() -> None:
    found = cover_card_effect(SIX, shoes=100_000, seed=21, behind=SIX.cards - 2)
    assert found.rounds == 100_000
    assert abs(found.effect) < 3 * found.standard_error


def test_published_figures() -> None:
    # Six and eight decks, stand on soft 17, double after split, four hands, aces split once and given one card, no surrender.
    usual = replace(SIX, surrender="none", one_card_to_split_aces=True, resplit_aces=False, most_hands=4)
    assert solution(usual).value == pytest.approx(-0.0040, abs=0.0001)
    assert solution(replace(usual, shoe=(32,) * 9 + (128,))).value == pytest.approx(-0.0043, abs=0.0001)
    # Spanish 21 with doubling on any number of cards, six decks: 0.40%, with the fixed payout of a $5 wager.
    sevens = 6 * parse("6c 6d 6h 6s 7c 7d 7h 7s 8c 8d 8h 8s")
    spanish = Game((24,) * 9 + (72,), double_any=True, most_hands=4).with_spanish_bonuses(sevens)
    assert solution(spanish.paid(Fraction(200))).value == pytest.approx(-0.0040, abs=0.0001)


def test_super_match_over_every_order_of_a_few_cards() -> None:
    cards = parse("As Ah Ad Ks Kh Qs Js Jh")
    slow = Counter(SUPER_MATCH.category(four) for four in permutations(cards, 4))
    fast = super_match_counts(Counter(cards))
    assert {row: 24 * ways for row, ways in fast.items() if ways} == slow


def test_places_of_two_cards() -> None:
    assert [place(*two) for two in PAIRS] == list(range(len(PAIRS)))


def test_all_two_card_hands_are_dealt() -> None:
    assert sum(deal.chance for deal in deals(solution(ONE).ups[0])) == pytest.approx(1, abs=1e-13)
