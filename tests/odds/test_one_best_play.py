"""Heads-Up Hold 'Em has one best play (§ 677a.11): odds, comparisons, simulations, strategy, pictures and the table's advice
are about the same one, with raises of 3, 2 and 1 times an Ante that is the table minimum."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.advice.choices import advise
from pitboss.cards import parse
from pitboss.house import House
from pitboss.odds import catalogue
from pitboss.odds.boards import before_the_flop, heads_up
from pitboss.odds.boards import play as board_play
from pitboss.odds.boards.games import HeadsUp
from pitboss.odds.boards.rules import heads_up_rules
from pitboss.odds.boards.solver import Solution
from pitboss.odds.catalogue import player_of
from pitboss.odds.distribution import Distribution
from pitboss.odds.players.boards import HeadsUpPlayer
from pitboss.odds.simulation import simulate
from pitboss.odds.strategy import decide
from pitboss.pictures.best_play import chart
from pitboss.submissions.diff import offered, touched
from pitboss.submissions.reading import Submission
from pitboss.table.steps import Ask, Choice
from tests.advice.test_advice_choices import brings, sight

MIXED = (0, 1, 4, 6, 20, 21, 34, 48, 51)
EDGE = Fraction(1, 22)


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[dict[str, Any]]]:
    """A best play that is made up, so that whoever does not ask for it is found out; and how it was asked for."""
    random, asked = np.random.default_rng(677), list[dict[str, Any]]()
    exact = np.array([[Fraction(int(each), 1000) for each in random.integers(-900, 900, 1326)] for _ in range(2)])
    before = (exact[0] > exact[1]).astype(np.bool_)
    flop = random.random((1755, 1326)) < 0.5
    result = Distribution({Fraction(1): 21, Fraction(-1): 23}, Fraction(100))
    assert result.edge == EDGE
    none: NDArray[Any] = np.zeros(0)
    by_option = {"check": exact[1], "raise 3x": exact[0]}
    made_up = Solution(before.astype(np.uint8), flop.astype(np.uint8), none, by_option, none, result)

    def solve(house: House, deck: object = None, progress: object = None, **more: object) -> Solution:
        asked.append(more)
        return made_up

    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(heads_up, "solve", solve)
    monkeypatch.setattr(board_play, "SOLVED", {})
    monkeypatch.setattr(before_the_flop, "first_cards", lambda *_: None)  # the file knows the true play, not this one
    smaller = [each - Fraction(1, 10) for each in exact[0]]
    brings = {"raise 3x": list(exact[0]), "raise 1x": smaller, "check": list(exact[1])}
    monkeypatch.setattr(heads_up, "first_cards", lambda house, least: brings)
    yield asked


def number(hand: str) -> int:
    low, high = sorted(parse(hand))
    return low + high * (high - 1) // 2


def test_everything_is_about_one_play(solved: list[dict[str, Any]]) -> None:
    house = House.of("677a")
    [row] = catalogue.rows("677a", wager="Ante")
    assert row.edge == EDGE
    player = player_of("677a", house)
    assert isinstance(player, HeadsUpPlayer) and next(player.solved.rows()).edge == EDGE
    simulated = simulate("677a", house, 3, seed=1)
    assert simulated.entries[0].exact == float(EDGE)
    cells = HeadsUp(house).grid()
    assert chart(house).grids == [cells]
    ask = Ask(1, (Choice("check"), Choice("raise", 500, 1500, 100)), "677a.11(b)", base=500)
    for hand in ("As Ad", "7c 2d", "Ks Qs", "9h 8h", "3c 3d", "Jd 4s"):
        raises = bool(player.best.before[number(hand)])
        actions = decide("677a", house, parse(hand))
        assert actions[0][0] == ("raise 3x" if raises else "check")
        told = brings(advise(sight("677a", hand, ask, {"Ante": 500, "Odds": 500})))
        best = max(told, key=lambda say: told[say])
        assert best == ("raise 1500" if raises else "check")
        assert told[best] == pytest.approx(float(500 * actions[0][1]))
    assert solved == [{}], "solved once, and with raises as large as they may be"


def test_a_comparison_solves_the_ante_once_where_it_is_not_touched(solved: list[dict[str, Any]]) -> None:
    a, b = (Submission(name, House.of("677a", {"trips_plus": name})) for name in "AC")
    found = touched(a, b, lambda house: catalogue.rows("677a", offered(house)))
    assert [wager.row.wager for wager in found] == ["Trips Plus"]
    assert solved == [{}]


def test_rules_to_remember_are_reckoned_against_the_same_play() -> None:
    house = House.of("677a")
    best = heads_up.solve(house, MIXED).distribution.edge
    for rule in heads_up_rules.find(house, MIXED):
        assert rule.edge - rule.cost == best
