"""Sessions agree with every sequence of rounds, ruin with the gambler's formula, coupons with the rounds they are played in."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from pitboss.errors import PitbossError
from pitboss.odds.distribution import Distribution
from pitboss.risk import Steps, after, bankroll_for, free_bet, match_play, play_session, rebate, ruin_ever, shift

UNEVEN = Distribution({Fraction(-2): 3, Fraction(-1): 40, Fraction(0): 5, Fraction(1, 2): 7, Fraction(3): 12})
EVEN = Distribution({Fraction(1): 18, Fraction(-1): 20})


def walks(results: Distribution, rounds: int) -> list[tuple[list[Fraction], Fraction]]:
    """Every sequence of results with its chance."""
    chances = {net: Fraction(count, results.deals) for net, count in results.counts.items()}
    found = []
    for nets in product(chances, repeat=rounds):
        chance = Fraction(1)
        for net in nets:
            chance *= chances[net]
        found.append((list(nets), chance))
    return found


@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_the_sum_of_rounds_is_that_of_every_sequence(rounds: int) -> None:
    expected: dict[Fraction, Fraction] = {}
    for nets, chance in walks(UNEVEN, rounds):
        expected[sum(nets, Fraction(0))] = expected.get(sum(nets, Fraction(0)), Fraction(0)) + chance
    results, chances = after(Steps.of(UNEVEN), rounds)
    for net, chance in zip(results, chances.tolist(), strict=True):
        assert chance == pytest.approx(float(expected.get(net, 0)), abs=1e-13)


@pytest.mark.parametrize(("bankroll", "goal"), [(2, None), (3, 2), (5, 1), (4, None), (Fraction(5, 2), 3)])
def test_a_session_ends_as_every_sequence_of_its_rounds_does(bankroll: Fraction, goal: int | None) -> None:
    rounds = 5
    ends = dict.fromkeys(("ruin", "goal", "ahead", "even", "behind"), Fraction(0))
    mean = played = Fraction(0)
    for nets, chance in walks(UNEVEN, rounds):
        at, end = Fraction(bankroll), ""
        for net in nets:
            at += net
            played += chance
            if at < 2:
                end = "ruin"
            elif goal is not None and at >= bankroll + goal:
                end = "goal"
            if end:
                break
        gain = at - bankroll
        ends[end or ("ahead" if gain > 0 else "even" if gain == 0 else "behind")] += chance
        mean += chance * gain
    session = play_session(Steps.of(UNEVEN), Fraction(bankroll), rounds, None if goal is None else Fraction(goal))
    assert {name: getattr(session, name) for name in ends} == pytest.approx({name: float(part) for name, part in ends.items()})
    assert session.mean == pytest.approx(float(mean)) and session.played == pytest.approx(float(played))


def test_ruin_is_the_gamblers_where_a_round_wins_or_loses_one() -> None:
    house = Steps.of(EVEN).reversed()
    for bankroll in (1, 5, 40):
        low, high = ruin_ever(house, Fraction(bankroll))
        assert low == pytest.approx((18 / 20) ** bankroll, abs=1e-9) and high == pytest.approx(low, abs=1e-8)
    assert ruin_ever(Steps.of(EVEN), Fraction(40)) == (1.0, 1.0)


def test_ruin_in_many_rounds_comes_near_to_ruin_at_any_time() -> None:
    house = Steps.of(UNEVEN).reversed()
    low, high = ruin_ever(house, Fraction(12))
    within = play_session(house, Fraction(12), 4_000, Fraction(200)).ruin
    assert low == pytest.approx(high, abs=1e-8) and within == pytest.approx(low, abs=1e-5)


@pytest.mark.parametrize("risk", [0.2, 0.01])
def test_a_bankroll_for_a_risk_is_the_least_that_meets_it(risk: float) -> None:
    steps, rounds = Steps.of(UNEVEN), 30
    least = bankroll_for(steps, risk, rounds)
    assert play_session(steps, least, rounds).ruin <= risk
    assert play_session(steps, least - Fraction(1, 2), rounds).ruin > risk


def test_a_payout_limit_cuts_the_largest_gain() -> None:
    cut = Steps.of(UNEVEN, most=Fraction(2))
    assert max(cut.nets) == 2 * cut.parts and cut.mean == UNEVEN.mean - Fraction(12, 67)


def test_simulated_sessions_lie_within_their_error() -> None:
    steps, rounds, sessions = Steps.of(UNEVEN), 200, 20_000
    random = np.random.default_rng(527)
    results = random.choice(steps.nets, size=(sessions, rounds), p=steps.chances).cumsum(axis=1) + 40 * steps.parts
    ruined = (results.min(axis=1) < steps.worst).mean()
    exact = play_session(steps, Fraction(40), rounds).ruin
    assert abs(ruined - exact) < 4.5 * (exact * (1 - exact) / sessions) ** 0.5


def test_coupons_and_rebates_are_worth_what_their_rounds_bring() -> None:
    assert match_play(EVEN) == Fraction(2 * 18 - 20, 38) and free_bet(EVEN) == Fraction(18, 38)
    lost = sum((-sum(nets, Fraction(0)) * chance for nets, chance in walks(EVEN, 4) if sum(nets) < 0), Fraction(0))
    assert rebate(Steps.of(EVEN), 4, Fraction(1, 10)) == pytest.approx(float(4 * EVEN.mean + lost / 10))


def test_a_shift_wins_its_edge_and_what_players_give_away() -> None:
    worked = shift(Steps.of(EVEN), 2500, 5, Fraction(60), Fraction(8), drop=2_000_000, mistakes=Fraction(1, 100))
    assert worked.hands == 2400 and worked.win == pytest.approx(2500 * 2400 * (1 / 19 + 0.01))
    assert worked.hold == pytest.approx(worked.win / 2_000_000)
    assert worked.high - worked.win == pytest.approx(1.959964 * (2400 * (1 - 1 / 361)) ** 0.5 * 2500, rel=1e-6)


def test_what_cannot_be_followed_is_refused_with_what_would_be_allowed() -> None:
    with pytest.raises(PitbossError, match="fewer rounds"):
        after(Steps.of(Distribution({Fraction(-1): 99, Fraction(10_000): 1})), 10_000)
    with pytest.raises(PitbossError, match="at least 2 times the first wager"):
        play_session(Steps.of(UNEVEN), Fraction(1), 5)
