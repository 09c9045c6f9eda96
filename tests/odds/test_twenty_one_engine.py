"""The solver and the engine agree: on every order of the cards of small shoes, as fractions, and in simulation."""

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.games import game
from pitboss.house import House
from pitboss.odds.twenty_one.exact import exact_value
from pitboss.odds.twenty_one.game import Game, values_of
from pitboss.odds.twenty_one.side_wagers import distribution
from pitboss.odds.twenty_one.solver import solution
from pitboss.odds.twenty_one.switch import switch_solution
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import drive
from pitboss.table.steps import Ask, Reply, Request
from pitboss.table.table import Table
from tests.odds.twenty_one_engine import WAGER, Player, every_order

BLACKJACK: dict[str, dict[str, Any]] = {
    "As As 8s 8s 8s" + 9 * " Ts": {"resplits": 2},
    "3s 3s 3s 6s 6s" + 14 * " Ts": {"resplits": 1},
    "5s 5s As As 6s 6s" + 8 * " Ts": {"resplits": 0},
    "As As As 9s 9s" + 9 * " Ts": {"resplit_aces": False, "resplits": 1},
}


@pytest.mark.parametrize("words", BLACKJACK)
def test_blackjack_over_every_order_of_a_small_shoe(words: str) -> None:
    house, cards = BLACKJACK[words], parse(words)
    odds = Game(values_of(cards), most_hands=2 + house.get("resplits", 3), resplit_aces=house.get("resplit_aces", True))
    assert exact_value(odds) == every_order(game("blackjack"), cards, Player(odds), **house)


@pytest.mark.parametrize("words", ["7s 7s 7h 7s 6s 8s" + 8 * " Ks", "7s 7s 7s 5h 5h As" + 8 * " Ks"])
def test_spanish_21_over_every_order_of_a_small_shoe(words: str) -> None:
    cards = parse(words)
    odds = Game(values_of(cards), most_hands=3).with_spanish_bonuses(cards).paid(Fraction(100_000, WAGER))
    assert exact_value(odds) == every_order(game("spanish-21"), cards, Player(odds), resplits=1)


def test_blackjack_switch_over_every_order_of_a_small_shoe() -> None:
    cards = parse("As As 8s 8s 8s 8s" + 12 * " Ts")
    odds = Game(values_of(cards), most_hands=2, push_22=True, surrender="none")
    engine = every_order(game("blackjack"), cards, Player(odds), blackjack_switch=True, resplits=0)
    assert switch_solution(odds).value == pytest.approx(float(engine), abs=1e-13)


def stands(table: Table, request: Request) -> Reply:
    """A player who never does anything."""
    if not isinstance(request, Ask):
        return None
    words = [choice.word for choice in request.choices]
    return request.only or table.verify(request, "stand" if "stand" in words else words[-1])


SIDE: dict[str, dict[str, Any]] = {
    "Lucky Ladies Twenty Point Bonus": {"lucky_ladies": True},
    "King's Bounty": {"kings_bounty": True},
    "Match-the-Dealer": {"match_the_dealer": True},
    "In Between": {"in_between": True},
    "Royal Match 21": {"royal_match_21": "C"},
    "Bet the Set 21": {"bet_the_set_21": "C"},
}


SIDE_CARDS = parse("Qh Qh Kh Ks Ks Qs Jh As")


@cache
def alone() -> Fraction:
    """What the wager itself brings to a player who never does anything."""
    return every_order(game("blackjack"), SIDE_CARDS, stands)


@pytest.mark.parametrize("wager", SIDE)
def test_optional_wagers_over_every_order_of_a_small_shoe(wager: str) -> None:
    shoe = Counter(SIDE_CARDS)
    table = next(p for p in chapter("633a").paytables if p.wager == wager and p.table in ("", "C"))
    with_side = every_order(game("blackjack"), SIDE_CARDS, stands, side=wager, **SIDE[wager])
    assert distribution(table, shoe, crown_treasure=True).mean == with_side - alone()


@pytest.mark.parametrize("number", ["633a", "635a"])
def test_a_simulation_through_the_engine(number: str) -> None:
    house = House.of(number, {"shuffler": "continuous"})
    odds = Game.of(house).paid(Fraction(100_000, WAGER) if number == "635a" else Fraction(0))
    player, found = Player(odds), game(number)
    table = Table(found, house, Chance(633))
    table.sit(1, "Ann", 10**9)
    gains = []
    for _ in range(1500):
        table.bet(1, {found.wagers[0].name: WAGER})
        ledger = drive(table, player).ledger
        assert ledger is not None
        gains.append(ledger.players.get("seat_1", 0) / WAGER)
    mean = sum(gains) / len(gains)
    error = sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)
    assert abs(mean - solution(odds).value) < 3 * error
