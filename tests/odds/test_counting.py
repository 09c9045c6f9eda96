"""Hands of a player and a dealer from small decks: every count against a look at each of the dealer's hands."""

from itertools import combinations

import pytest

from pitboss.hands import THREE_CARD, Value
from pitboss.odds.against_dealer.counting import against, lowest_opening, order, showdowns

DECK = tuple(rank * 4 + suit for rank in (0, 10, 12) for suit in range(4))


def opens(value: Value) -> bool:
    """With a pair or better."""
    return THREE_CARD.categories[value.category] != "high card"


def look(hand: tuple[int, ...], up: int | None, cards: tuple[int, ...] = DECK) -> tuple[int, int, int, int]:
    """The dealer's hands below a player's, not above it, not opening, and all of them, one by one."""
    mine, left = THREE_CARD.value(hand), [card for card in cards if card not in hand]
    dealt = [each for each in combinations(left, 3) if up is None or up in each]
    values = [THREE_CARD.value(each) for each in dealt]
    return sum(v < mine for v in values), sum(v <= mine for v in values), sum(not opens(v) for v in values), len(values)


def test_values_are_ordered_and_the_dealer_opens_from_one_on() -> None:
    known, _ = order(THREE_CARD)
    assert known == sorted(known)
    assert lowest_opening(THREE_CARD, None) == 0
    lowest = lowest_opening(THREE_CARD, opens)
    assert opens(known[lowest]) and not opens(known[lowest - 1])


@pytest.mark.parametrize("up_card", [False, True])
def test_a_small_deck_is_counted_as_by_looking_at_each_hand(up_card: bool) -> None:
    found = showdowns(THREE_CARD, 3, 3, up_card, opens, DECK)
    assert sum(found.sizes) == 220 and found.deals == (28 if up_card else 84)
    for row in range(len(found.hands)):
        hand = tuple(map(int, found.hands[row]))
        left = tuple(card for card in DECK if card not in hand)
        ups: tuple[int | None, ...] = tuple(map(int, found.up_cards[row])) if up_card else (None,)
        assert ups == (left if up_card else (None,))
        for at, up in enumerate(ups):
            counts = found.below[row, at], found.up_to[row, at], found.unopened[row, at], found.deals
            assert counts == look(hand, up), (hand, up)
    assert list(found.value) == sorted(found.value)


@pytest.mark.parametrize("up", [None, 51])
def test_one_hand_against_the_whole_deck(up: int | None) -> None:
    hand = (0, 5, 9)
    assert against(THREE_CARD, THREE_CARD.value(hand), list(hand), up, 3, opens) == look(hand, up, tuple(range(52)))
