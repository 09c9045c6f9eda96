"""Hands that are compared by other numbers than plain Poker hands, against the listing of every deal, on small decks."""

from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import parse
from pitboss.drafts import showdowns
from pitboss.drafts.conditions import BadDraft, parse_condition
from pitboss.drafts.counting import rows_of
from pitboss.drafts.measures import Cards, Reading
from pitboss.drafts.pricing import plan_of, price_wager
from pitboss.drafts.reading import read_draft
from pitboss.drafts.records import Pay, Wager

WILD = frozenset(parse("2c 2d 2h 2s")) | {52}


def game(deck: str, deal: str, compared: str, dealers: str = "dealer", qualifies: str = "always", sees: str = "") -> Wager:
    """Ante and Play, with a bonus for the player's hand."""
    seen = sees or '"player"'
    return read_draft(f"""
        {deck}
        [deal]
        {deal}
        [define]
        opens = "({qualifies})"
        wins = "{compared} in player > {compared} in {dealers}"
        ties = "{compared} in player = {compared} in {dealers}"
        [[choice]]
        sees = [{seen}]
        option = [{{ name = "fold", loses = 1 }}, {{ name = "play", bets = {{ play = 2 }} }}]
        [[bet]]
        name = "ante"
        [[bet]]
        name = "play"
        size = 0
        [[row]]
        bet = "ante"
        when = "not opens or wins"
        pays = "1 to 1"
        [[row]]
        bet = "ante"
        when = "ties"
        pays = "push"
        [[row]]
        bet = "play"
        when = "opens and wins and count(ace) in player > 0"
        pays = "3 to 1"
        [[row]]
        bet = "play"
        when = "wins"
        pays = "1 to 1"
        [[row]]
        bet = "play"
        when = "ties or not opens"
        pays = "push"
    """)


JOKERS = '[deck]\njokers = 2\nwild = "joker"\nwithout = "2 to 10"'
DEUCES = '[deck]\njokers = 1\nwild = "joker, 2"\nwithout = "3 to 10, jack"'
BUG = '[deck]\njokers = 1\nbug = "joker"\nwithout = "2 to 10"'
SMALL = '[deck]\nwithout = "2 to 9"'


@pytest.mark.parametrize(
    "wager",
    [
        game(JOKERS, "player = 3\ndealer = 3", "poker value", qualifies="pair of kings or better in dealer"),
        game(DEUCES, "player = 3\nup = 1\nrest = 2", "poker value", "up + rest", sees='"player", "up"'),
        game(BUG, "player = 4\ndealer = 4", "poker value"),
        game(SMALL, "player = 3\ndealer = 3", "flush value", qualifies="longest suit in dealer > 1"),
        game(SMALL, "player = 3\nup = 1\nrest = 2", "points", "up + rest", "points in up + rest >= 22", '"player", "up"'),
        game(SMALL, "player = 2\ndealer = 4", "pips"),
    ],
)
def test_results_are_those_of_every_deal(wager: Wager) -> None:
    plan = showdowns.plan_of(wager)
    assert plan is not None
    found, listed = price_wager(wager, plan=plan), price_wager(wager, plan=rows_of(wager))
    assert found.distribution == listed.distribution
    assert found.lines == listed.lines


def test_the_longest_suit_of_seven_cards() -> None:
    """On a deck that is small enough to look at every deal."""
    deck = '[deck]\nwithout = "2 to 7, clubs, spades"'
    qualifies = "longest suit in dealer >= 5 or longest suit in dealer = 4 and highest of longest suit in dealer >= king"
    wager = game(deck, "player = 7\ndealer = 7", "flush value", qualifies=qualifies)
    plan = showdowns.plan_of(wager)
    assert plan is not None and plan.comparison.seconds == 0
    found, listed = price_wager(wager, plan=plan), price_wager(wager, plan=rows_of(wager))
    assert found.distribution == listed.distribution and found.distribution.deals == comb(14, 7)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("Ah Kd Qs Jc 9d", "2c 3h 4d 5s 7h"),
        ("2c Ah Kd Qs 9c", "2c 2d 3h 8d 9s"),
        ("joker Kd Kh Qs Qd", "joker Ad Ah 3s 3d"),
        ("joker Ah 9h 8h 3h", "joker Kh Qh 9h 3h"),
        ("joker Ah Jh 9h 3h", "joker Ah Kh 9h 3h"),
        ("joker 2c 7d 7h 8s", "joker 2c 8d 8h 7s"),
        ("joker 4d 5d 6d 7d", "joker Td Jd Qd Kd"),
        ("2c 2d 2h 5s 9h", "2c 2d 2h 5s 6s"),
        ("2c Ac Kc Qc Jc", "joker 2c 2d 2h 2s"),
    ],
)
def test_wild_cards_stand_for_what_makes_the_best_hand(lower: str, higher: str) -> None:
    hands = np.array(
        [[52 if word == "joker" else parse(word)[0] for word in hand.split()] for hand in (lower, higher)], np.uint8
    )
    low, high = Cards(hands, Reading(WILD)).strength
    assert low < high


def test_without_wild_cards_the_order_is_that_of_poker() -> None:
    """Every hand of eight cards, and hands of six of which the best five count."""
    deck = parse("2h 3h 4h 5h 6h 6c 6d Ah")
    for size in (3, 4, 5, 6):
        hands = np.array(list(combinations(deck, size)), np.uint8)
        plain, other = Cards(hands).strength, Cards(hands, Reading(frozenset({52}))).strength
        assert (np.sign(plain.astype(int)[:, None] - plain.astype(int)) == np.sign(other[:, None] - other)).all()


def test_payouts_that_64_bits_do_not_hold_are_refused() -> None:
    """Fractions of a bet that have no common part large enough to be summed."""
    wager = game(SMALL, "player = 3\ndealer = 3", "points")
    rows = tuple(replace(wager.bets[1].rows[0], pays=Pay.parse(f"1 to {number}")) for number in (9973, 99991, 999983))
    cut = tuple(replace(row, when=parse_condition(f"pips in player = {at + 20}")) for at, row in enumerate(rows))
    wager = replace(wager, bets=(wager.bets[0], replace(wager.bets[1], rows=cut)))
    plan = showdowns.plan_of(wager)
    assert plan is not None
    with pytest.raises(BadDraft, match="too many different fractions"):
        price_wager(wager, plan=plan)


def test_a_draw_game_of_such_payouts_is_refused_before_any_hand_is_looked_at() -> None:
    rows = "".join(
        f'[[row]]\nwhen = "pips = {at}"\npays = "1 to {number}"\n' for at, number in enumerate((9973, 99991, 999983))
    )
    with pytest.raises(BadDraft, match="too many different fractions"):
        plan_of(read_draft('[deal]\nhand = 5\n[discard]\ngroup = "hand"\n' + rows))
