"""Limits: who tries too often waits, nobody else does, and memory stays bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.people.rate_limits import Buckets, Delay, Delays, Limits, Rate, RateLimitError, Rates, network_of


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
        except RateLimitError as error:
            assert error.wait == 5
    assert passed == 20
    assert len(limits._sign_in) == 20  # names that were refused by address fill no memory
    limits.sign_in("203.0.113.8", "name 1")


def test_a_name_is_not_locked_for_other_addresses() -> None:
    limits = Limits(Rates(sign_in=Rate(5, 20.0)), Clock())
    for _ in range(5):
        limits.sign_in("203.0.113.7", "ann")
    with pytest.raises(RateLimitError, match="try again in 20 seconds"):
        limits.sign_in("203.0.113.7", "ann")
    limits.sign_in("198.51.100.1", "ann")


def test_success_forgives_only_this_name_at_this_address() -> None:
    limits = Limits(Rates(sign_in=Rate(2, 20.0)), Clock())
    for name in ("ann", "ann", "mallory", "mallory"):
        limits.sign_in("203.0.113.7", name)
    limits.signed_in("203.0.113.7", "mallory")
    limits.sign_in("203.0.113.7", "mallory")
    with pytest.raises(RateLimitError):
        limits.sign_in("203.0.113.7", "ann")


def test_a_customer_cannot_walk_through_his_own_ipv6_network() -> None:
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2:bbbb::2") != network_of("2001:db8:1:3::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth0")


def tries(limits: Limits, clock: Clock, seconds: int, name: str = "ann") -> int:
    """How many passwords somebody tries in so many seconds who has another address for every attempt."""
    passed, start = 0, clock.now
    for number in range(10**6):
        try:
            limits.sign_in(f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1", name)
            passed += 1
            if clock.now - start >= seconds:
                break
        except RateLimitError as refused:
            clock.now += refused.wait
    return passed


@pytest.mark.parametrize("name", ["ann", "nobody at all"])
def test_a_name_that_many_addresses_try_is_tried_ever_more_slowly(name: str) -> None:
    """Whether there is such an account makes no difference: the delay goes by the name."""
    clock = Clock()
    limits = Limits(Rates(), clock)
    at_once = 0
    with pytest.raises(RateLimitError) as refused:
        for number in range(1000):
            limits.sign_in(f"203.0.113.{number % 250}", name)
            at_once += 1
    assert (at_once, refused.value.wait) == (21, 1)
    assert tries(limits, clock, 24 * 3600, name) <= 24 * 60 + 10
    with pytest.raises(RateLimitError) as refused:
        limits.sign_in("198.51.100.1", name)
    assert 0 < refused.value.wait <= 60, "nobody is locked out for longer than the longest delay"
    limits.sign_in("198.51.100.1", "another name")


def test_the_owner_signs_in_from_a_known_address_during_an_attack() -> None:
    clock = Clock()
    limits = Limits(Rates(), clock)
    limits.sign_in("198.51.100.1", "ann")
    limits.signed_in("198.51.100.1", "ann")
    tries(limits, clock, 3600)
    for _ in range(3):
        limits.sign_in("198.51.100.1", "ann")
    with pytest.raises(RateLimitError):
        limits.sign_in("198.51.100.2", "ann")
    limits.signed_in("198.51.100.1", "ann")
    with pytest.raises(RateLimitError):
        limits.sign_in("198.51.100.2", "ann")  # what others tried is not forgotten with it


def test_a_name_in_peace_has_no_delay_again() -> None:
    clock = Clock()
    limits = Limits(Rates(), clock)
    tries(limits, clock, 3600)
    clock.now += 900
    for number in range(20):
        limits.sign_in(f"203.0.113.{number}", "ann")


def test_the_memory_of_names_and_addresses_is_bounded() -> None:
    delays = Delays(Delay(0, 1.0, 60.0, 900.0), keys=10, clock=Clock())
    for number in range(100):
        delays.take(f"name {number}")
    assert len(delays) == 10
