"""The compiled kernels beside the readable rankings, over whole domains where they are small enough, and beside counting.

Equal values for equal hands are enough for equal order, because `values` is ascending (`test_hand_tables.py`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, islice, product
from math import comb, prod

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import ACE, JOKER, Card
from pitboss.errors import BadCard
from pitboss.hands import (
    FIVE_CARD,
    FLUSH_LENGTH,
    FOUR_CARD,
    LOW,
    PAI_GOW_HIGH,
    PAI_GOW_LOW,
    PAIR_PLUS,
    SHOWING,
    STRAIGHT_FLUSH_LENGTH,
    SUPER_MATCH,
    THREE_CARD,
    THREE_CARD_587,
    THREE_CARD_655A,
    THREE_CARD_BONUS,
    TWO_CARD,
    Ranking,
)
from pitboss.hands.kernels import categories, codes, histogram, values


def assert_same(ranking: Ranking, hands: NDArray[np.uint8], listed: Sequence[Sequence[Card]] = ()) -> None:
    """The kernel gives every one of these hands the value, and so the category, that the readable ranking gives it. `listed`
    are the same hands, where somebody has them as lists."""
    decode = values(ranking)
    value = ranking.value
    found = [decode[code] for code in codes(ranking, hands).tolist()]
    rows = listed or hands.tolist()
    readable = [value(hand) for hand in rows]
    if readable != found:  # compared all at once, and one by one to say which differs
        for hand, expected, compiled in zip(rows, readable, found, strict=True):
            assert expected == compiled, hand


def all_hands(deck: int, size: int) -> Iterator[tuple[NDArray[np.uint8], Sequence[Sequence[Card]]]]:
    hands = combinations(range(deck), size)
    while some := list(islice(hands, 200_000)):
        yield np.fromiter(chain.from_iterable(some), np.uint8, len(some) * size).reshape(-1, size), some


def dealt(number: int, size: int, deck: int = 52, seed: int = 1) -> NDArray[np.uint8]:
    shuffled = np.random.default_rng(seed).random((number, deck), dtype=np.float32).argpartition(size, axis=1)
    return shuffled[:, :size].astype(np.uint8)


@pytest.mark.parametrize(
    "ranking, deck, size, number",
    [
        (TWO_CARD, 52, 2, 1_326),
        (PAI_GOW_LOW, 53, 2, 1_378),
        (THREE_CARD, 52, 3, 22_100),
        (PAIR_PLUS, 52, 3, 22_100),
        (THREE_CARD_BONUS, 52, 3, 22_100),
        (THREE_CARD_587, 52, 3, 22_100),
        (THREE_CARD_655A, 52, 3, 22_100),
        (FOUR_CARD, 52, 4, 270_725),
        (FIVE_CARD, 52, 5, 2_598_960),
        (PAI_GOW_HIGH, 53, 5, 2_869_685),
    ],
)
def test_every_hand(ranking: Ranking, deck: int, size: int, number: int) -> None:
    seen = 0
    for hands, listed in all_hands(deck, size):
        assert_same(ranking, hands, listed)
        seen += len(hands)
    assert seen == number == comb(deck, size)


@pytest.mark.parametrize(
    "ranking, deck, size, number",
    [
        (FOUR_CARD, 52, 5, 150_000),
        (FOUR_CARD, 52, 6, 150_000),
        (FIVE_CARD, 52, 6, 150_000),
        (FIVE_CARD, 52, 7, 300_000),
        (LOW, 52, 5, 150_000),
        (LOW, 52, 6, 150_000),
        (LOW, 52, 7, 150_000),
        (PAI_GOW_HIGH, 53, 6, 100_000),
        (PAI_GOW_HIGH, 53, 7, 150_000),
        (FLUSH_LENGTH, 52, 7, 100_000),
        (STRAIGHT_FLUSH_LENGTH, 52, 7, 100_000),
    ],
)
def test_many_hands(ranking: Ranking, deck: int, size: int, number: int) -> None:
    assert_same(ranking, dealt(number, size, deck))


@pytest.mark.parametrize("ranking", [FIVE_CARD, PAI_GOW_HIGH, FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH])
def test_hands_often_suited(ranking: Ranking) -> None:
    # Seven of the twenty-six cards of two suits: six and seven of a suit and their straight flushes are common.
    two_suits = dealt(60_000, 7, 26, seed=2)
    assert_same(ranking, (4 * (two_suits >> 1) + (two_suits & 1)).astype(np.uint8))


def test_super_match_takes_cards_of_several_decks() -> None:
    assert_same(SUPER_MATCH, (dealt(50_000, 4, 312, seed=3) % 52).astype(np.uint8))


def by_category(ranking: Ranking, size: int, deck: Iterable[Card] = range(52)) -> dict[str, int]:
    counted = histogram(ranking, size, deck).reshape(16, -1).sum(axis=1)
    return dict(zip(ranking.categories, counted.tolist(), strict=False))


def has_straight(ranks: set[int], size: int = 5) -> bool:
    return any(all((low + i) % 13 in ranks for i in range(size)) for low in (12, *range(14 - size)))


@cache
def suits_without_a_flush(pattern: tuple[int, ...]) -> int:
    """In how many ways cards of these numbers per rank can have suits, no five of them alike."""
    choices = [list(combinations(range(4), n)) for n in pattern]
    return sum(max(Counter(chain(*suits)).values()) < 5 for suits in product(*choices))


BELOW_A_STRAIGHT = {(3, 1): "three-of-a-kind", (2, 2): "two pair", (2, 1): "pair", (1, 1): "high card"}


def poker_frequencies(size: int) -> dict[str, int]:
    """Hands of each category counted by ranks and suits apart, with no table and no evaluation of a hand."""
    count: Counter[str] = Counter()
    for ranks in combinations_with_replacement(range(13), size):
        pattern = tuple(sorted(Counter(ranks).values(), reverse=True))
        if pattern[0] > 4:
            continue
        ways = suits_without_a_flush(pattern)
        if pattern[0] == 4:
            count["four-of-a-kind"] += ways
        elif pattern[0] == 3 and pattern[1] >= 2:
            count["full house"] += ways
        elif has_straight(set(ranks)):
            count["straight"] += ways
        else:
            count[BELOW_A_STRAIGHT[pattern[0], pattern[1]]] += ways
    for number in range(5, size + 1):
        for ranks in combinations(range(13), number):
            ways = 4 * comb(39, size - number)
            if set(range(8, 13)) <= set(ranks):
                count["royal flush"] += ways
            else:
                count["straight flush" if has_straight(set(ranks)) else "flush"] += ways
    return dict(count)


@pytest.mark.parametrize("size, different", [(5, 7_462), (6, 6_075), (7, 4_824)])
def test_every_poker_hand_counted(size: int, different: int) -> None:
    counted, expected = by_category(FIVE_CARD, size), poker_frequencies(size)
    assert counted == {name: expected[name] for name in FIVE_CARD.categories}
    assert sum(counted.values()) == comb(52, size)
    assert np.count_nonzero(histogram(FIVE_CARD, size)) == different


def test_published_frequencies_of_seven_cards() -> None:
    assert list(by_category(FIVE_CARD, 7).values()) == [
        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
    ]


@pytest.mark.cites("553.4(d)")
def test_every_low_hand_counted() -> None:
    # The fewer ranks are held the worse: five make a hand without a pair, four leave one pair, and so on.
    expected = Counter[str]()
    for ranks in combinations_with_replacement(range(13), 7):
        numbers = sorted(Counter(ranks).values(), reverse=True)
        if len(numbers) >= 5:
            name = "high card"
        elif len(numbers) == 4:
            name = "pair"
        elif len(numbers) == 3:
            name = "two pair" if numbers[1] >= 2 else "three-of-a-kind"
        else:
            name = "full house"
        expected[name] += prod(comb(4, n) for n in numbers)
    assert by_category(LOW, 7) == {name: expected[name] for name in LOW.categories}


def suits_of_seven() -> list[tuple[int, ...]]:
    return [numbers for numbers in product(range(8), repeat=4) if sum(numbers) == 7]


@pytest.mark.cites("678a.6(b)")
def test_every_flush_length_counted() -> None:
    expected = Counter[str]()
    for numbers in suits_of_seven():
        expected[FLUSH_LENGTH.categories[max(numbers) - 1]] += prod(comb(13, n) for n in numbers)
    assert by_category(FLUSH_LENGTH, 7) == {name: expected[name] for name in FLUSH_LENGTH.categories}


@pytest.mark.cites("678a.6(d)")
def test_every_straight_flush_length_counted() -> None:
    # Suits are independent but for their numbers: hands with no run of a length in any suit are sums of products.
    shorter = {8: comb(52, 7)}
    for length in range(3, 8):
        free = [sum(not has_straight(set(ranks), length) for ranks in combinations(range(13), number)) for number in range(8)]
        shorter[length] = sum(prod(free[n] for n in numbers) for numbers in suits_of_seven())
    expected = [shorter[3], *(shorter[length + 1] - shorter[length] for length in range(3, 8))]
    assert list(by_category(STRAIGHT_FLUSH_LENGTH, 7).values()) == expected


@pytest.mark.cites("561.6", "645a.6(b)")
def test_every_seven_card_pai_gow_hand_counted() -> None:
    counted = by_category(PAI_GOW_HIGH, 7, range(53))
    assert sum(counted.values()) == comb(53, 7)
    assert counted["five aces"] == comb(48, 2)
    without_joker = by_category(PAI_GOW_HIGH, 7)
    assert without_joker == by_category(FIVE_CARD, 7) | {"five aces": 0}
    # A royal flush beside the joker and another card, or with the joker in place of one of its five cards.
    assert counted["royal flush"] == without_joker["royal flush"] + 4 * (47 + 5 * comb(47, 2))


@pytest.mark.parametrize("ranking", [THREE_CARD, FIVE_CARD, LOW, FOUR_CARD])
def test_a_histogram_is_the_codes_counted(ranking: Ranking) -> None:
    deck = [*range(0, 52, 3), 48, 1]
    hands = np.array(list(combinations(deck, ranking.cards[-1])), np.uint8)
    expected = np.bincount(codes(ranking, hands), minlength=1 << 16)
    assert np.array_equal(histogram(ranking, ranking.cards[-1], deck), expected)


def test_categories_are_the_top_bits() -> None:
    hands = dealt(2_000, 7)
    expected = [FIVE_CARD.category(hand) for hand in hands.tolist()]
    assert [FIVE_CARD.categories[c] for c in categories(codes(FIVE_CARD, hands))] == expected


def test_what_is_not_a_hand_is_refused() -> None:
    with pytest.raises(BadCard, match="takes hands of 3 cards, not 4"):
        codes(THREE_CARD, [[0, 1, 2, 3]])
    with pytest.raises(BadCard, match="knows the cards 0 to 51, not 52"):
        codes(THREE_CARD, [[0, 1, JOKER]])
    with pytest.raises(BadCard, match="not -1"):
        codes(THREE_CARD, [[0, 1, -1]])
    with pytest.raises(BadCard, match="not 300"):
        codes(PAI_GOW_LOW, np.array([[0, 300]]))
    with pytest.raises(BadCard, match="rows of cards"):
        codes(THREE_CARD, [0, 1, 2])
    with pytest.raises(BadCard, match="no compiled kernel"):
        codes(SHOWING, [[0]])
    assert codes(THREE_CARD, np.zeros((0, 3), np.uint8)).shape == (0,)
    assert histogram(THREE_CARD, 3, [0, 1]).sum() == 0
    assert codes(TWO_CARD, [[4 * ACE, 0]]) > codes(TWO_CARD, [[44, 40]])
