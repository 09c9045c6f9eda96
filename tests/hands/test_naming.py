"""Hands named in full."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import parse
from pitboss.hands import FIVE_CARD, FLUSH_LENGTH, FOUR_CARD, PAI_GOW_HIGH, THREE_CARD, Ranking
from pitboss.hands.naming import PLURALS, RANK_WORDS


@pytest.mark.parametrize(
    ("ranking", "hand", "name"),
    [
        (FIVE_CARD, "As Ad Js Jc 4h", "two pair, aces and jacks"),
        (FIVE_CARD, "Ks 9s 8s 4s 2s", "flush, king high"),
        (FIVE_CARD, "9s 9d 9c 4s 4h", "full house, nines over fours"),
        (FIVE_CARD, "Ah 2c 3d 4s 5h", "straight, five high"),
        (FIVE_CARD, "Th Jh Qh Kh Ah", "royal flush"),
        (FIVE_CARD, "6s 6d 6c 6h Ah", "four-of-a-kind, sixes"),
        (THREE_CARD, "Qs 6d 4c", "queen high"),
        (FOUR_CARD, "2s 2d 9c 8h", "pair of twos"),
        (PAI_GOW_HIGH, "Ah 2c Jk 4s 5h", "straight, ace to five"),
        (PAI_GOW_HIGH, "Ah As Ac Ad Jk", "five aces"),
        (FLUSH_LENGTH, "Kh 9h 4h Kc 8c 2s As", "three card flush, king high"),
    ],
)
def test_hands_are_named_in_full(ranking: Ranking, hand: str, name: str) -> None:
    assert ranking.in_full(ranking.value(parse(hand))) == name


@given(st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True))
def test_the_name_has_the_category_and_the_rank_that_decides_first(cards: list[int]) -> None:
    value = FIVE_CARD.value(cards)
    category, name = FIVE_CARD.category(cards), FIVE_CARD.in_full(value)
    assert category == "high card" or name.startswith(category)
    first = value.ranks[0]
    assert category == "royal flush" or RANK_WORDS[first] in name or PLURALS[first] in name


@given(*[st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)] * 2)
def test_two_hands_of_one_name_are_of_one_category(cards: list[int], others: list[int]) -> None:
    one, other = FIVE_CARD.value(cards), FIVE_CARD.value(others)
    if FIVE_CARD.in_full(one) == FIVE_CARD.in_full(other):
        assert one.category == other.category
