"""What a person sees in his cards, by a slow look at each hand; and rules made of it."""

from collections.abc import Sequence

import numpy as np
import pytest

from pitboss.cards import ACE, SIX, TEN, TWO, Card, parse, rank, suit
from pitboss.games.odds.mississippi_stud import GAME as MISSISSIPPI
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds.streets import kinds
from pitboss.odds.streets.endings import seen_classes
from pitboss.odds.streets.finding import Finder
from pitboss.odds.streets.kinds import Held, filled, fitting, with_cards
from pitboss.odds.streets.solver import solve
from pitboss.odds.suits import classes


def hands(number: int, how_many: int = 300) -> list[tuple[Card, ...]]:
    rng = np.random.default_rng(number)
    return [tuple(sorted(rng.choice(52, number, replace=False).tolist())) for _ in range(how_many)]


def held(given: Sequence[tuple[Card, ...]], wagered: int = 0) -> Held:
    return Held(np.array(given, np.uint8), np.full(len(given), wagered))


STRAIGHTS = [{ACE, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_what_is_seen_in_hands_is_what_is_there(number: int) -> None:
    given = hands(number)
    seen = held(given)
    for at, hand in enumerate(given):
        ranks = {rank(card) for card in hand}
        suits = [[rank(card) for card in hand if suit(card) == s] for s in range(4)]
        assert seen.suited[at] == max(map(len, suits))
        assert seen.fillers[at] == sum(any(straight <= {*ranks, r} for straight in STRAIGHTS) for r in range(ACE + 1))
        assert seen.between(SIX, TEN)[at] == sum(SIX <= rank(card) <= TEN for card in hand)
        for cards in range(1, number + 1):
            assert seen.straights(cards)[at] == sum(len(straight & ranks) >= cards for straight in STRAIGHTS)
            of_suits = [sum(len(straight & set(of_suit)) >= cards for straight in STRAIGHTS) for of_suit in suits]
            assert seen.suited_straights(cards)[at] == max(of_suits)
        if number == 5:
            value = FIVE_CARD.value(list(hand))
            assert seen.paired(TWO)[at] == (value.category >= 1)
            assert seen.paired(TEN)[at] == (value.category >= 2 or (value.category == 1 and value.ranks[0] >= TEN))


@pytest.mark.parametrize(
    ("kind", "of_it", "not_of_it"),
    [
        (kinds.pair(TEN), ["Th Tc 2d", "2h 2c 2d"], ["9h 9c Ad"]),
        (kinds.suited(3), ["2h 9h Kh"], ["2h 9h Kd"]),
        (kinds.suited_fitting(3, 3), ["3h 4h 5h", "Th Jh Qh"], ["2h 3h 4h", "Jh Qh Kh", "3h 4h 5d"]),
        (kinds.fitting(3, 2), ["2h 3c 4h", "5h 7h 8c"], ["Ah 2c 3h", "5h 5c 6h"]),
        (kinds.filled(2), ["5h 6c 7d 8h"], ["Ah 2c 3d 4h", "5h 6c 8d 9h"]),
        (kinds.filled(1), ["Ah 2c 3d 4h", "5h 6c 8d 9h"], ["5h 6c Td 9h"]),
        (kinds.suited_neighbours(4), ["5h 6h", "Kh Ah"], ["4h 5h", "5h 6c", "Ah 2h"]),
        (kinds.two_of_them_fit(3), ["Kh 4h 3h"], ["Kh 9h 2h"]),
    ],
)
def test_a_kind_holds_the_hands_that_its_words_say(kind: kinds.Kind, of_it: list[str], not_of_it: list[str]) -> None:
    for words, holds in ((of_it, True), (not_of_it, False)):
        for hand in words:
            assert kind.holds(held([tuple(parse(hand))])).tolist() == [holds], (kind.words, hand)


def test_the_class_of_all_cards_seen_is_that_of_the_set() -> None:
    solution = solve(MISSISSIPPI, House.of("655a"))
    places, sets = seen_classes(solution.endings, 4), classes(4).cards
    rng = np.random.default_rng(1)
    for hand, pair in zip(rng.integers(169, size=60), rng.integers(1225, size=60), strict=True):
        own = solution.endings.hands[hand].tolist()
        others = [card for card in range(52) if card not in own]
        cards = [*own, *(others[at] for at in solution.endings.pairs[pair])]
        given, standing = held([tuple(cards)]), held([tuple(sets[places[hand, pair]].tolist())])
        assert (given.of_rank == standing.of_rank).all()
        assert given.suited.tolist() == standing.suited.tolist()


def test_lines_are_exchanged_until_none_helps() -> None:
    """The kind that gains most alone is not among the best two."""
    flags = np.array([[True, True, False], [True, False, True], [True, False, False]])
    values = np.array([[0, 5], [0, 5], [0, -4]])
    assert Finder(flags, values, (1,), 1, 1).find() == ((1, 0),)
    assert sorted(Finder(flags, values, (1,), 2, 1).find()) == [(1, 1), (1, 2)]


def test_kinds_of_hands_are_said_in_words() -> None:
    """Each as a table of best play has it; what is alike but for a number is told by the number."""
    said = {
        kinds.pair(TWO): "a pair or better",
        kinds.pair(TWO + 6): "a pair of 8s or better",
        fitting(3, 1): "three cards that fit a straight",
        fitting(3, 2): "three cards that fit two straights or more",
        fitting(3, 3): "three cards that fit three straights",
        filled(1): "four to a straight",
        filled(2): "four to a straight that two ranks would fill",
        with_cards(1, TEN, "high"): "with a high card",
        with_cards(2, TEN, "high"): "with at least two high cards",
        kinds.pair(TWO) & with_cards(1, TEN, "high"): "a pair or better, with a high card",
    }
    assert [kind.words for kind in said] == list(said.values())


def test_a_condition_holds_from_its_number_on() -> None:
    seen = held([tuple(parse(hand)) for hand in ("Tc 9d 2h", "Jc Td 2h", "Tc Td 2h", "9c 9d 2h")])
    assert with_cards(1, TEN, "high").holds(seen).tolist() == [True, True, True, False]
    assert with_cards(2, TEN, "high").holds(seen).tolist() == [False, True, True, False]
    assert (kinds.pair(TWO) & with_cards(1, TEN, "high")).holds(seen).tolist() == [False, False, True, False]
    of_four = held([tuple(parse(hand)) for hand in ("6c 7d 8h 9s", "5c 7d 8h 9s", "2c 7d 8h 9s")])
    assert filled(1).holds(of_four).tolist() == [True, True, False]
    assert filled(2).holds(of_four).tolist() == [True, False, False]
    of_three = held([tuple(parse(hand)) for hand in ("Ac Qd Th", "9c Td Jh", "2c 7d Qh")])
    assert fitting(3, 1).holds(of_three).tolist() == [True, True, False]
    assert fitting(3, 3).holds(of_three).tolist() == [False, True, False]
