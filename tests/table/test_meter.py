"""A progressive meter by itself: what it shows first, what a wager adds, what is carried, and what is taken off again."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.house import House
from pitboss.table.money.meter import Meter, is_offered

PROGRESSIVE = {"progressive_payout": True, "progressive_rate": 71.5}
RATES = st.fractions(0, 1, max_denominator=1000)


def test_a_house_without_a_progressive_wager_has_no_meter() -> None:
    assert not is_offered(House.of("655a"))
    assert Meter.of(House.of("655a")) is None


def test_a_meter_shows_what_the_house_says_it_shows() -> None:
    house = House.of("655a", PROGRESSIVE)
    assert is_offered(house)
    new = Meter.of(house)
    assert new is not None
    assert new == Meter(
        house["progressive_meter"] or house["progressive_reset"], house["progressive_reset"], Fraction(143, 200)
    )
    shown = Meter.of(House.of("655a", PROGRESSIVE | {"progressive_meter": 1_234_500}))
    assert shown is not None and shown.cents == 1_234_500 and shown.reset == new.reset


def test_a_house_that_states_no_rate_has_a_meter_that_wagers_do_not_move() -> None:
    meter = Meter.of(House.of("655a", PROGRESSIVE | {"progressive_rate": 0}))
    assert meter is not None and meter.rate == 0 == meter.feed(10_000)


def test_a_wager_adds_whole_cents_and_the_rest_is_carried() -> None:
    meter = Meter(10_000, 5_000, Fraction(1, 3))
    assert [meter.feed(100), meter.feed(100), meter.feed(100)] == [33, 33, 34]
    assert meter.cents == 10_100 and meter.carried == 0


def test_a_meter_that_stands_is_moved_by_nobody() -> None:
    meter = Meter(10_000, 5_000, Fraction(1, 3), stands=True)
    assert meter.feed(100) == 0
    assert meter == Meter(10_000, 5_000, Fraction(1, 3), stands=True)


@given(RATES, st.lists(st.integers(0, 10_000), max_size=8))
def test_nothing_is_lost_between_wagers(rate: Fraction, wagers: list[int]) -> None:
    meter = Meter(500, 100, rate)
    added = [meter.feed(wager) for wager in wagers]
    assert meter.cents == 500 + sum(added)
    assert meter.cents + meter.carried == 500 + sum(wagers) * rate
    assert 0 <= meter.carried < 1


@pytest.mark.parametrize("carried", [Fraction(0), Fraction(1, 2)])
@given(amount=st.fractions(0, 1000, max_denominator=7))
def test_what_was_added_is_taken_off_to_the_fraction(carried: Fraction, amount: Fraction) -> None:
    meter = Meter(5000, 100, Fraction(1, 3), carried)
    down = meter.take_off(amount)
    assert meter.cents == 5000 - down
    assert meter.cents + meter.carried == 5000 + carried - amount
    assert 0 <= meter.carried < 1
