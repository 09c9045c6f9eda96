"""Limits: who tries too often waits, nobody else does, and memory stays bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.limits import Buckets, Limits, Rate, Rates, TooMany, network_of


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_what_it_holds_and_then_one_at_a_time() -> None:
    clock = Clock()
    buckets = Buckets(Rate(3, 10.0), clock=clock)
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, 10]
    assert buckets.wait("b") == 0
    clock.now += 9
    assert buckets.wait("a") == 1
    clock.now += 1
    assert [buckets.wait("a") for _ in range(2)] == [0, 10]


def test_refusals_do_not_prolong_the_wait() -> None:
    """Somebody else's attempts must not keep the owner out for ever."""
    clock = Clock()
    buckets = Buckets(Rate(1, 10.0), clock=clock)
    assert buckets.wait("a") == 0
    assert {buckets.wait("a") for _ in range(1000)} == {10}
    clock.now += 10
    assert buckets.wait("a") == 0


def test_memory_is_bounded() -> None:
    buckets = Buckets(Rate(1, 10.0), keys=100, clock=Clock())
    for key in range(10_000):
        assert buckets.wait(key) == 0
        assert len(buckets) <= 100
    assert buckets.wait(9_999) == 10  # the youngest are still known


def test_buckets_that_are_full_again_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 10.0), clock=clock)
    for key in range(50):
        buckets.wait(key)
    clock.now += 10
    buckets.wait("new")
    assert len(buckets) == 1


@given(st.lists(st.floats(0, 30), max_size=60))
def test_never_more_than_the_rate_allows(pauses: list[float]) -> None:
    """Over any stretch of time no more pass than the bucket holds and what dripped into it."""
    clock = Clock()
    buckets = Buckets(Rate(4, 7.0), clock=clock)
    passed = []
    for pause in pauses:
        clock.now += pause
        if buckets.wait("a") == 0:
            passed.append(clock.now)
    for i, first in enumerate(passed):
        for j in range(i, len(passed)):
            assert j - i + 1 <= 4 + (passed[j] - first) / 7.0 + 1e-6


def test_an_address_is_stopped_whatever_names_it_tries() -> None:
    clock = Clock()
    limits = Limits(Rates(sign_in=Rate(5, 20.0), sign_in_address=Rate(20, 5.0)), clock)
    passed = 0
    for number in range(1000):
        try:
            limits.sign_in("203.0.113.7", f"name {number}")
            passed += 1
        except TooMany as error:
            assert error.wait == 5
    assert passed == 20
    assert len(limits._sign_in) == 20  # names that were refused by address fill no memory
    limits.sign_in("203.0.113.8", "name 1")


def test_a_name_is_not_locked_for_other_addresses() -> None:
    limits = Limits(Rates(sign_in=Rate(5, 20.0)), Clock())
    for _ in range(5):
        limits.sign_in("203.0.113.7", "ann")
    with pytest.raises(TooMany, match="try again in 20 seconds"):
        limits.sign_in("203.0.113.7", "ann")
    limits.sign_in("198.51.100.1", "ann")


def test_success_forgives_only_this_name_at_this_address() -> None:
    limits = Limits(Rates(sign_in=Rate(2, 20.0)), Clock())
    for name in ("ann", "ann", "mallory", "mallory"):
        limits.sign_in("203.0.113.7", name)
    limits.signed_in("203.0.113.7", "mallory")
    limits.sign_in("203.0.113.7", "mallory")
    with pytest.raises(TooMany):
        limits.sign_in("203.0.113.7", "ann")


def test_a_customer_cannot_walk_through_his_own_ipv6_network() -> None:
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::2") != network_of("2001:db8:1:3::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth0")
