"""Sessions: the Fourier transform finds what adding round by round finds, and the normal distribution comes close to it."""

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.laboratory.sessions import HALF, MOST, ROUNDS, normal_session, session, sessions
from pitboss.odds.distribution import Distribution

pytestmark = pytest.mark.quick
Results = dict[Fraction, int]


def added(counts: Results, rounds: int) -> Results:
    """All results of so many rounds, one round after the other."""
    whole: Results = {Fraction(0): 1}
    for _ in range(rounds):
        following: Results = {}
        for before, ways in whole.items():
            for net, count in counts.items():
                following[before + net] = following.get(before + net, 0) + ways * count
        whole = following
    return whole


def least(whole: Results, part: float) -> float:
    """The least result that so many sessions do not exceed."""
    listed, deals = sorted(whole), sum(whole.values())
    below = accumulate(whole[net] for net in listed)
    return float(next(net for net, count in zip(listed, below, strict=True) if count / deals >= part - 1e-9))


RESULTS = st.sampled_from([Fraction(-2), Fraction(-1), Fraction(-1, 2), Fraction(0), Fraction(3, 2), Fraction(7)])


@given(st.dictionaries(RESULTS, st.integers(1, 9), min_size=1), st.integers(1, 12))
def test_a_session_is_its_rounds_added_one_by_one(counts: Results, rounds: int) -> None:
    found, whole = session(Distribution(counts), rounds), added(counts, rounds)
    assert not found.normal and found.mean == pytest.approx(float(Distribution(whole).mean), abs=1e-4)
    assert found.ahead == pytest.approx(float(Distribution(whole).hit_rate), abs=1e-4)
    for (low, high), part in ((found.half, HALF), (found.most, MOST)):
        assert [low, high] == pytest.approx([least(whole, part), least(whole, 1 - part)])


def test_the_normal_distribution_comes_close() -> None:
    roulette = Distribution({Fraction(1): 18, Fraction(-1): 20})
    exact, normal = session(roulette, 1_000), normal_session(roulette, 1_000)
    assert not exact.normal and normal.normal and exact.mean == normal.mean
    assert list(normal.most) == pytest.approx(list(exact.most), abs=1.5)
    assert normal.ahead == pytest.approx(exact.ahead, abs=0.02)


def test_results_that_are_too_far_apart_are_normal_and_say_so() -> None:
    lottery = Distribution({Fraction(-1): 10**6 - 1, Fraction(10**6): 1})
    assert session(lottery, 10).normal and [each.rounds for each in sessions(lottery)] == list(ROUNDS)


def test_a_wager_that_always_brings_the_same() -> None:
    assert session(Distribution({Fraction(-1): 5}), 100).most == (-100, -100)
    assert session(Distribution({Fraction(1): 5}), 3).ahead == 1
