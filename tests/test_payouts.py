"""Payouts as printed: what each kind adds to a wager, and how it is printed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadOdds, InexactPayment
from pitboss.money import Odds, decimal, dollars

CENTS = st.integers(1, 10**9)


@pytest.mark.parametrize(
    ("printed", "wager", "meter", "winnings"),
    [
        ("3 to 2", 1000, 0, 1500),
        ("5 to 1", 1000, 7, 5000),
        ("5 for 1", 1000, 7, 4000),
        ("1 for 1", 1000, 0, 0),
        ("100% of meter", 100, 25_000_000, 24_999_900),
        ("10% of meter", 100, 25_000_000, 2_499_900),
        ("$50", 100, 25_000_000, 4900),
        ("Push", 1000, 25_000_000, 0),
        ("N/A", 1000, 25_000_000, 0),
    ],
)
def test_what_the_house_adds_to_a_wager(printed: str, wager: int, meter: int, winnings: int) -> None:
    assert Odds.parse(printed).winnings(wager, meter) == winnings


@given(top=st.integers(1, 1000), bottom=st.integers(1, 20), wager=CENTS)
def test_to_pays_beside_the_wager_and_for_with_it(top: int, bottom: int, wager: int) -> None:
    paid = Fraction(top, bottom) * wager
    to, with_wager = Odds("to", Fraction(top, bottom)), Odds("for", Fraction(top, bottom))
    if paid.denominator == 1:
        assert to.winnings(wager) == paid and with_wager.winnings(wager) == paid - wager
    else:
        for odds in (to, with_wager):
            with pytest.raises(InexactPayment):
                odds.winnings(wager)


@pytest.mark.parametrize(
    "printed", ["3 to 2", "1,000 to 1", "500 for 1", "100% of meter", "2.5% of meter", "$5,000", "Push", "N/A"]
)
def test_a_payout_is_printed_as_it_was_read(printed: str) -> None:
    assert str(Odds.parse(printed)) == printed


def test_of_a_choice_the_first_payout_is_paid() -> None:
    printed = "Either 10% of the progressive jackpot or $5,000, as designated"
    assert Odds.parse(printed) == Odds.parse("10% of meter") != Odds.choices(printed)[1] == Odds.parse("$5,000")


def test_no_payout_is_above_a_million_to_one() -> None:
    assert Odds.parse("1,000,000 to 1").value == 10**6
    for beyond in ("1,000,001 to 1", f"1{'0' * 32} to 1", "2000001 for 2"):
        with pytest.raises(BadOdds, match="more than 1,000,000 to 1"):
            Odds.parse(beyond)


def test_a_row_without_a_choice_has_one_payout() -> None:
    assert Odds.choices("3  to 2") == (Odds("to", Fraction(3, 2)),)


def test_nothing_is_divided_by_nothing() -> None:
    with pytest.raises(BadOdds, match='"1 to 0" divides by nothing'):
        Odds.parse("1 to 0")


def test_nothing_and_less_than_nothing_are_written_as_a_person_does() -> None:
    assert [dollars(cents) for cents in (0, 1, -1, 99, 100, -100, 101)] == [
        "$0",
        "$0.01",
        "-$0.01",
        "$0.99",
        "$1",
        "-$1",
        "$1.01",
    ]
    assert decimal(Fraction(-1, 8)) == "-0.125"
