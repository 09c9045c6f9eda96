"""Sets of cards up to a permutation of suits: listed, numbered and looked up, beside trying every permutation."""

from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

from pitboss.cards import JOKER, Card, parse
from pitboss.hands.tables import CARD_BITS
from pitboss.odds.suits import (
    BINOMIAL,
    PERMUTATIONS,
    WHOLE,
    Deck,
    cards_beside,
    class_of,
    classes,
    kinds_of_pairs,
    pairs_by_class,
    symmetric,
)

FOUR_SUITS, THREE_SUITS, TWO_SUITS = (
    Deck((0, 5, 12), joker=False),
    Deck((2, 5, 6, 11), False, (0, 2, 3)),
    Deck((1, 7), False, (1, 3)),
)
WITH_JOKER = Deck((0, 3, 7, 9, 12))
MIXED = (0, 1, 4, 6, 20, 21, 34, 48, 51)


def renamed(cards: tuple[Card, ...], turn: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(sorted([card if card == JOKER else card & ~3 | turn[card & 3] for card in cards]))


def turns(deck: Deck) -> list[tuple[int, ...]]:
    """The permutations of suits that leave the cards of a deck in it."""
    return [turn for turn in permutations(range(4)) if renamed(tuple(deck.cards), turn) == tuple(deck.cards)]


def stands(cards: tuple[Card, ...], deck: Deck) -> tuple[Card, ...]:
    """The set that stands for the class of a set: its first suit holds the highest set of ranks, and so on."""

    def ranks(held: tuple[Card, ...]) -> list[int]:
        plain = [card for card in held if card != JOKER]
        return [sum([1 << (card >> 2) for card in plain if card & 3 == suit]) for suit in range(4)]

    return max((renamed(cards, turn) for turn in turns(deck)), key=ranks)


def number_of(cards: tuple[Card, ...]) -> int:
    return int(sum([BINOMIAL[card, at] for at, card in enumerate(sorted(cards), 1)]))


@pytest.mark.parametrize("deck", [FOUR_SUITS, THREE_SUITS, TWO_SUITS, WITH_JOKER])
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_classes_of_a_deck_are_its_sets_up_to_the_names_of_suits(deck: Deck, number: int) -> None:
    sets = Counter(stands(cards, deck) for cards in combinations(deck.cards, number))
    cards, members = deck.classes(number)
    assert {tuple(sorted(each)): many for each, many in zip(cards.tolist(), members.tolist(), strict=True)} == sets


@pytest.mark.parametrize("deck", [FOUR_SUITS, THREE_SUITS, TWO_SUITS, WITH_JOKER])
@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_every_set_is_numbered_as_its_class_is_listed(deck: Deck, number: int) -> None:
    cards, members = deck.classes(number)
    numbering = deck.numbering(number)
    found = Counter(
        class_of(np.bitwise_or.reduce(CARD_BITS[list(held)]), numbering) for held in combinations(deck.cards, number)
    )
    assert [found[place] for place in range(len(members))] == members.tolist()
    assert [class_of(np.bitwise_or.reduce(CARD_BITS[held]), numbering) for held in cards] == list(range(len(members)))


@pytest.mark.parametrize("deck", [FOUR_SUITS, THREE_SUITS, TWO_SUITS])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_sets_are_looked_up_and_turned_into_what_stands_for_them(deck: Deck, number: int) -> None:
    found = classes(number, tuple(deck.cards))
    assert (np.diff(found.cards.astype(int), axis=1) > 0).all()
    looked_up: Counter[int] = Counter()
    for cards in combinations(deck.cards, number):
        index = number_of(cards)
        stand, turn = tuple(found.cards[found.place[index]].tolist()), PERMUTATIONS[found.turn[index]]
        assert stand == stands(cards, deck) == renamed(cards, turn)
        assert turn == min(t for t in turns(deck) if renamed(cards, t) == stand)
        looked_up[int(found.place[index])] += 1
    assert [looked_up[place] for place in range(len(found.members))] == found.members.tolist()
    assert (found.place >= 0).sum() == found.members.sum()


def test_classes_of_the_whole_deck_are_listed_by_their_rank_sets() -> None:
    for number in (1, 2, 3, 5):
        cards = classes(number).cards.astype(np.int64)
        keys = (1 << 13 * (3 - (cards & 3)) + (cards >> 2)).sum(1)
        assert (np.diff(keys) > 0).all()


def test_a_deck_whose_suits_differ_is_taken_card_by_card() -> None:
    assert symmetric(WHOLE) and symmetric(tuple(THREE_SUITS.cards)) and not symmetric(MIXED)
    assert Deck.of(WHOLE) == Deck(joker=False)
    assert Deck.of((*WHOLE, JOKER)) == Deck()
    found = classes(3, MIXED)
    assert found.cards.tolist() == [list(cards) for cards in combinations(MIXED, 3)]
    assert set(found.members.tolist()) == {1} and not found.turn.any()
    assert [found.place[number_of(cards)] for cards in combinations(MIXED, 3)] == list(range(len(found.cards)))
    assert (pairs_by_class(MIXED) == np.arange(1326)).all()


@pytest.mark.parametrize("deck", [FOUR_SUITS, THREE_SUITS])
def test_pairs_beside_a_class_are_alike_where_its_cards_stay_as_they_are(deck: Deck) -> None:
    kinds, found = kinds_of_pairs(2, tuple(deck.cards)), classes(2, tuple(deck.cards))
    for row, cards in enumerate(found.cards.tolist()):
        same = [turn for turn in turns(deck) if renamed(tuple(cards), turn) == tuple(cards)]
        for pair in combinations(deck.cards, 2):
            assert kinds[row, number_of(pair)] == min(number_of(renamed(pair, turn)) for turn in same)
    for pair in combinations(deck.cards, 2):
        assert pairs_by_class(tuple(deck.cards))[number_of(pair)] == min(number_of(renamed(pair, t)) for t in turns(deck))


def test_the_cards_beside_a_set_are_the_rest_of_the_deck_in_ascending_order() -> None:
    sets = list(combinations(MIXED, 2))
    beside = cards_beside(np.array(sets, np.uint8), MIXED[::-1])
    assert beside.tolist() == [sorted(set(MIXED) - set(cards)) for cards in sets]


def test_known_numbers_of_classes() -> None:
    assert [len(classes(number).cards) for number in range(1, 6)] == [13, 169, 1755, 16432, 134459]
    assert len(Deck(joker=False).classes(7)[0]) == 6_009_159
    assert classes(2).members[classes(2).place[number_of(tuple(parse("As Ah")))]] == 6


def test_hands_of_seven_are_counted() -> None:
    assert Deck((0, 5), joker=False).hands == 8  # all but one of eight cards
    assert Deck().hands == 154_143_080
