"""The hands of 21 as tables: against cards drawn one by one, by the rules of the chapters and nothing else."""

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest

from pitboss.odds.twenty_one.tables import (
    ACE,
    MOST,
    TEN,
    VALUES,
    Counts,
    containing,
    dealer_hands,
    finished,
    hard,
    index_of,
    player_hands,
    plus,
    possible,
    total,
)

Hand = tuple[int, ...]  # point values in the order in which they came


def counted(hand: Hand) -> Counts:
    return tuple(hand.count(value) for value in range(VALUES))


def points(hand: Hand) -> tuple[int, bool]:
    """By trying each ace as one and as eleven."""
    least = sum(value + 1 for value in hand)
    best = max([least + 10 * n for n in range(hand.count(ACE) + 1) if least + 10 * n <= MOST], default=least)
    return best, best > least


def test_totals_are_those_of_trying_every_ace() -> None:
    for size in (1, 2, 3, 4):
        for hand in combinations_with_replacement(range(VALUES), size):
            assert total(counted(hand)) == points(hand)
            assert hard(counted(hand)) == sum(value + 1 for value in hand)
    assert plus((0,) * VALUES, 3, 2) == (0, 0, 0, 2, 0, 0, 0, 0, 0, 0)


def test_every_hand_of_the_player_stands_in_the_list_once_fewest_cards_first() -> None:
    hands = player_hands()
    listed = [tuple(map(int, row)) for row in hands.counts]
    assert len(set(listed)) == len(listed) and list(hands.size) == sorted(map(sum, listed)) == list(map(sum, listed))
    for size in (1, 2, 3):
        own = {counted(hand) for hand in combinations_with_replacement(range(VALUES), size) if sum(hand) + size <= MOST}
        assert {hand for hand in listed if sum(hand) == size} == own
    for at, hand in enumerate(listed):
        assert (hands.total[at], hands.soft[at]) == total(hand) and index_of(hand) == at


def test_one_card_more_leads_to_the_hand_that_has_it() -> None:
    hands = player_hands()
    for at in range(0, len(hands.total), 7):
        hand = tuple(map(int, hands.counts[at]))
        for value in range(VALUES):
            more = plus(hand, value)
            child = int(hands.child[at, value])
            assert (child == -1) == (hard(more) > MOST)
            assert child == -1 or tuple(map(int, hands.counts[child])) == more


def test_hands_that_contain_another() -> None:
    hands = player_hands()
    start = index_of(counted((ACE, 4)))
    found = containing(start)
    assert found[0] == start and list(found) == sorted(found)
    assert len(found) == sum(row[ACE] >= 1 and row[4] >= 1 for row in hands.counts)


@pytest.mark.parametrize(("decks", "number"), [(1, 2018), (2, 2806), (5, 3081), (6, 3082)])
def test_five_decks_deal_every_hand_but_one_of_21_aces(decks: int, number: int) -> None:
    shoe = np.array([4 * decks] * TEN + [16 * decks])
    assert len(possible(shoe, np.arange(3082))) == number


def test_a_shoe_deals_the_hands_of_which_it_has_every_card() -> None:
    hands, shoe = containing(index_of(counted((4,)))), [40, 0, 1, 2, 3, 4, 40, 40, 1, 2]
    expected = [at for at in hands if all(has >= needs for has, needs in zip(shoe, player_hands().counts[at], strict=True))]
    assert 0 < len(expected) < len(hands) and list(possible(np.array(shoe), hands)) == expected


def drawn(up: int, hits_soft_17: bool, hand: Hand = ()) -> Counter[Counts]:
    """All ways in which a dealer draws, card by card."""
    found: Counter[Counts] = Counter()
    for value in range(VALUES):
        cards = (*hand, value)
        if len(cards) == 1 and {up, value} == {ACE, TEN}:
            continue
        now, soft = points((up, *cards))
        if now >= 18 or (now == 17 and not (soft and hits_soft_17)):
            found[counted(cards)] += 1
        else:
            found += drawn(up, hits_soft_17, cards)
    return found


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("up", [ACE, 5, 8, TEN])
def test_a_dealer_ends_with_the_cards_that_drawing_ends_with(up: int, hits_soft_17: bool) -> None:
    assert finished(up, hits_soft_17) == drawn(up, hits_soft_17)


@pytest.mark.parametrize("push_22", [False, True])
@pytest.mark.parametrize("up", [ACE, 5, TEN])
def test_the_tree_of_a_dealers_hands_has_each_of_them_once(up: int, push_22: bool) -> None:
    tree = dealer_hands(up, True, push_22)
    most = 22 if push_22 else 21
    left = {cards: ways for cards, ways in finished(up, True).items() if total(plus(cards, up))[0] <= most}
    path: list[int] = []
    for value, before, depth, ways, result in zip(tree.value, tree.before, tree.depth, tree.ways, tree.result, strict=True):
        del path[depth - 1 :]
        assert len(path) == depth - 1 and before == path.count(int(value)) and all(value >= each for each in path)
        path.append(int(value))
        cards = counted(tuple(path))
        assert ways == left.pop(cards, 0)
        assert result == max(total(plus(cards, up))[0], 17) - 17
    assert left == {} and tree.up == up
    assert max(tree.result) == most - 17
