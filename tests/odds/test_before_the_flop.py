"""The file of first cards: it serves every house, and fits what the solvers found and what boards drawn at random say."""

import json
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from types import SimpleNamespace

import numpy as np
import pytest

from pitboss.cards import parse
from pitboss.house import House
from pitboss.odds.boards import before_the_flop, heads_up, play, texas_bonus
from pitboss.odds.boards.holdings import counts_of

GOLDEN = Path(__file__).parent / "golden"
SOLVERS = {"563": texas_bonus, "677a": heads_up}


def test_there_are_169_kinds_in_1326_pairs() -> None:
    kinds = dict(before_the_flop.pairs())
    assert sorted(kinds) == list(range(1326)) and len(set(kinds.values())) == 169
    for each in before_the_flop.known():
        assert set(each.brings) == set(kinds.values())
        assert all(len(values) == len(before_the_flop.ACTIONS[SOLVERS[each.chapter]]) for values in each.brings.values())


@pytest.mark.parametrize("number", ["563", "677a"])
def test_best_play_of_all_kinds_gives_the_golden_edge(number: str) -> None:
    """Golden figures are found by the same solvers when these change; a file that is older than they are differs. What a round
    brings is the mean over all first cards of what the best action brings, at 563 a fold among them."""
    golden = json.loads((GOLDEN / f"{number}.json").read_text(encoding="utf-8"))
    expected = sum(Fraction(net) * int(count) for net, count in golden.items()) / sum(map(int, golden.values()))
    values = before_the_flop.first_cards(SOLVERS[number], House.of(number))
    assert values is not None
    actions = [values["bet"], [Fraction(-1)] * 1326] if number == "563" else [values["raise 3x"], values["check"]]
    assert sum(max(each) for each in zip(*actions, strict=True)) / 1326 == expected


def test_every_house_is_served_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it chooses: options that the solvers do not read change nothing."""
    monkeypatch.setattr(play, "solved", lambda *_: pytest.fail("the whole game is solved"))
    aces = tuple(parse("As Ah"))
    found = [
        play.texas_hold_em_bonus(House.of("563", {"qualifying_rank": rank, "table_minimum": least}), aces)
        for rank, least in product(("straight", "flush"), (500, 2500))
    ]
    assert found[0] == found[1] != found[2] == found[3]
    assert dict(found[0])["bet"] > dict(found[2])["bet"], "an Ante that needs a flush is worth less"
    heads = [play.heads_up_hold_em(House.of("677a", each), aces) for each in ({}, {"trips_plus": "A"}, {"table_minimum": 2500})]
    assert heads[0] == heads[1] == heads[2] and dict(heads[0])["raise 3x"] > dict(heads[0])["check"]


def test_terms_that_are_not_in_the_file_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    other = before_the_flop.terms_of(heads_up, House.of("677a")) | {"fold": -3}
    monkeypatch.setattr(before_the_flop, "terms_of", lambda *_: other)
    monkeypatch.setattr(play, "solved", lambda *_: SimpleNamespace(exact={"check": [Fraction(7)]}))
    assert play.first_cards(heads_up, House.of("677a")) == {"check": [Fraction(7)]}


@pytest.mark.parametrize("own", ["As Ah", "As Ks", "As Kh", "7c 2d", "9h 8h"])
def test_a_raise_at_once_is_what_boards_drawn_at_random_bring(own: str) -> None:
    """Counted by itself, against every hand of the dealer on 4,000 boards; within four standard errors."""
    cards, rng = sorted(parse(own)), np.random.default_rng(7)
    terms, number = heads_up.Terms.of(House.of("677a")), cards[0] + cards[1] * (cards[1] - 1) // 2
    left = [card for card in range(52) if card not in cards]
    found = []
    for _ in range(4000):
        category, counts = counts_of(rng.choice(left, 5, replace=False), range(52), number)
        fixed, unit, total = heads_up.brings(counts, terms.amount[category])
        found.append((fixed + 3 * terms.scale * unit) / (terms.scale * total))
    told = float(dict(play.heads_up_hold_em(House.of("677a"), tuple(cards)))["raise 3x"])
    assert abs(mean(found) - told) < 4 * stdev(found) / sqrt(len(found))


@pytest.mark.parametrize("own", ["As Ah", "7s 2d", "9h 8h"])
def test_smaller_raises_bring_no_less(own: str) -> None:
    """The smaller the least raise, the more it brings to wait; and never more than who could choose any amount knows."""
    cards, house = tuple(parse(own)), House.of("677a")
    known = [play.with_two_cards(house, cards, least) for least in (Fraction(1), *before_the_flop.LEAST)]
    assert {exact for *_, exact in known} == {True} and len({found[:2] for found in known}) == 1
    waits = [later for _, _, later, _ in known]
    assert waits == sorted(waits)
    fixed, each, later, _ = known[0]
    assert dict(play.heads_up_hold_em(house, cards)) == {"raise 3x": fixed + 3 * each, "check": later}


def test_a_part_of_the_ante_that_nobody_worked_out_is_no_exact_figure() -> None:
    cards, house = tuple(parse("7s 2d")), House.of("677a")
    between, larger, smaller = (play.with_two_cards(house, cards, Fraction(1, n)) for n in (11, 10, 12))
    assert not between[3] and larger[2] == between[2] <= smaller[2]
