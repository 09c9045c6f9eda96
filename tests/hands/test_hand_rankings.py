"""The readable rankings beside slow, obvious references: every choice of cards tried, every card the joker may be tried."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import ACE, JOKER, Card, parse, rank, suit
from pitboss.errors import BadCard
from pitboss.hands import (
    FIVE_CARD,
    FLUSH_LENGTH,
    FOUR_CARD,
    LOW,
    LOW_SHOWING,
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
    Value,
    emperors_treasure,
    fortune_bonus,
    low_eight_or_better,
    omaha_high,
    omaha_low,
    pai_gow_progressive,
)

# What a reference says of a hand: the category in words, and ranks to compare within it.
Said = tuple[str, tuple[int, ...]]


def kinds(cards: Sequence[Card]) -> Said:
    """The pairs and sets of a hand; ranks by how many there are of them, then by height."""
    count = Counter(map(rank, cards))
    ordered = tuple(sorted(count, key=lambda r: (count[r], r), reverse=True))
    match sorted(count.values(), reverse=True):
        case [5, *_]:
            return "five aces", ordered
        case [4, *_]:
            return "four-of-a-kind", ordered
        case [3, 2, *_]:
            return "full house", ordered
        case [3, *_]:
            return "three-of-a-kind", ordered
        case [2, 2, *_]:
            return "two pair", ordered
        case [2, *_]:
            return "pair", ordered
    return "high card", ordered


def in_a_row(cards: Sequence[Card]) -> int | None:
    """The top rank if the cards are of consecutive rank, an ace high or low."""
    high = sorted(map(rank, cards))
    low = sorted(-1 if r == ACE else r for r in high)
    for ranks in (high, low):
        if ranks == list(range(ranks[0], ranks[0] + len(ranks))):
            return ranks[-1]
    return None


def exactly(cards: Sequence[Card]) -> Said:
    """Poker with exactly these three, four or five cards."""
    flush, top = len(set(map(suit, cards))) == 1, in_a_row(cards)
    if flush and top == ACE and len(cards) == 5:
        return "royal flush", (top,)
    if top is not None:
        return "straight flush" if flush else "straight", (top,)
    category, ranks = kinds(cards)
    return ("flush" if flush else category), ranks


def low_exactly(cards: Sequence[Card]) -> Said:
    """Ace to five with exactly these cards: an ace counts below a two, and low is good."""
    lowered = [card - 52 if rank(card) == ACE else card for card in cards]
    category, ranks = kinds(lowered)
    return category, tuple(-r for r in ranks)


def pai_gow_exactly(cards: Sequence[Card]) -> Said:
    """Five cards, the joker an ace or whatever completes a straight, a flush, a straight flush or a royal flush."""
    natural = [card for card in cards if card != JOKER]
    if len(natural) == len(cards):
        tries = [exactly(cards)]
    else:
        tries = [kinds([*natural, 4 * ACE])]
        completed = [exactly([*natural, card]) for card in range(52) if card not in natural]
        tries += [said for said in completed if said[0] in ("straight", "flush", "straight flush", "royal flush")]
    return max([pai_gow_order(said) for said in tries], key=lambda said: order(PAI_GOW_HIGH, said))


def pai_gow_order(said: Said) -> Said:
    """A-2-3-4-5 just below the ace-high straight, and highest of the straight flushes (§ 561.6(b)(3), (7))."""
    category, ranks = said
    if category in ("straight", "straight flush", "royal flush"):
        return category, ({12: 100, 3: 99}.get(ranks[0], ranks[0]),)
    return said


def order(ranking: Ranking, said: Said) -> tuple[int, tuple[int, ...]]:
    return ranking.categories.index(said[0]), said[1]


def best(ranking: Ranking, of: Callable[[Sequence[Card]], Said], size: int, cards: Sequence[Card]) -> Said:
    return max([of(hand) for hand in combinations(cards, size)], key=lambda said: order(ranking, said))


def assert_same(ranking: Ranking, hands: Sequence[Sequence[Card]], reference: Callable[[Sequence[Card]], Said]) -> None:
    """The ranking gives the reference's category, and orders and ties all these hands as the reference does."""
    place: dict[Value, tuple[int, tuple[int, ...]]] = {}
    for hand in hands:
        value, said = ranking.value(hand), order(ranking, reference(hand))
        assert value.category == said[0], hand
        assert place.setdefault(value, said) == said, hand
    by_value = [place[value] for value in sorted(place)]
    assert all(a < b for a, b in pairwise(by_value))


def dealt(number: int, size: int, deck: int = 52, seed: int = 1) -> list[list[Card]]:
    random = Random(seed)
    return [random.sample(range(deck), size) for _ in range(number)]


def classes(size: int) -> list[list[Card]]:
    """A hand for every choice of ranks, not of one suit, and one of one suit where the ranks differ.

    Which of the other suits a card has cannot matter to hands of exactly this size: no rule asks more than "same suit".
    """
    hands = []
    for ranks in combinations_with_replacement(range(13), size):
        if max(Counter(ranks).values()) <= 4:
            mixed = [4 * r + ranks[:i].count(r) for i, r in enumerate(ranks)]
            if len(set(ranks)) == size:
                hands.append(list(mixed))
                mixed[0] += 1
            hands.append(mixed)
    return hands


def test_all_three_card_hands() -> None:
    assert_same(THREE_CARD, list(combinations(range(52), 3)), exactly)


@pytest.mark.parametrize(
    "ranking, mini_royal",
    [
        (PAIR_PLUS, "mini royal flush"),
        (THREE_CARD_BONUS, "mini-royal"),
        (THREE_CARD_655A, "mini-royal"),
        (THREE_CARD_587, "straight flush"),
    ],
)
def test_three_card_bonus_hands(ranking: Ranking, mini_royal: str) -> None:
    def reference(cards: Sequence[Card]) -> Said:
        said = exactly(cards)
        return (mini_royal, said[1]) if said == ("straight flush", (ACE,)) else said

    assert_same(ranking, classes(3), reference)


def test_two_cards() -> None:
    assert_same(TWO_CARD, list(combinations(range(52), 2)), kinds)
    assert_same(
        PAI_GOW_LOW,
        list(combinations(range(53), 2)),
        lambda cards: kinds([4 * ACE if card == JOKER else card for card in cards]),
    )


@pytest.mark.parametrize("size", [4, 5, 6])
def test_best_four(size: int) -> None:
    hands = classes(4) if size == 4 else dealt(6_000, size)
    assert_same(FOUR_CARD, hands, lambda cards: best(FOUR_CARD, exactly, 4, cards))


def test_every_class_of_five_cards() -> None:
    assert_same(FIVE_CARD, classes(5), exactly)
    assert_same(LOW, classes(5), low_exactly)
    assert_same(PAI_GOW_HIGH, classes(5), pai_gow_exactly)


def test_every_class_of_four_cards_and_a_joker() -> None:
    assert_same(PAI_GOW_HIGH, [[*hand, JOKER] for hand in classes(4)], pai_gow_exactly)


@pytest.mark.parametrize("size", [6, 7])
def test_best_five(size: int) -> None:
    assert_same(FIVE_CARD, dealt(4_000, size), lambda cards: best(FIVE_CARD, exactly, 5, cards))


def test_best_five_of_cards_often_suited() -> None:
    # Seven of the twenty-six cards of two suits: flushes and straight flushes in plenty.
    random = Random(2)
    two_suits = [card for card in range(52) if card & 3 < 2]
    hands = [random.sample(two_suits, 7) for _ in range(2_000)]
    assert_same(FIVE_CARD, hands, lambda cards: best(FIVE_CARD, exactly, 5, cards))
    assert_same(FOUR_CARD, [h[:6] for h in hands], lambda cards: best(FOUR_CARD, exactly, 4, cards))
    assert_same(PAI_GOW_HIGH, hands, lambda cards: best(PAI_GOW_HIGH, pai_gow_exactly, 5, cards))


def test_best_five_with_a_joker() -> None:
    hands = [[*hand, JOKER] for hand in dealt(60, 6)]
    assert_same(PAI_GOW_HIGH, hands, lambda cards: best(PAI_GOW_HIGH, pai_gow_exactly, 5, cards))


@pytest.mark.parametrize("size", [6, 7])
def test_best_low(size: int) -> None:
    few_ranks = dealt(1_000, size, deck=16)
    assert_same(LOW, dealt(3_000, size) + few_ranks, lambda cards: best(LOW, low_exactly, 5, cards))


@pytest.mark.cites("637a.10(j)", "637a.12(l)")
def test_eight_or_better() -> None:
    for hand in dealt(3_000, 7):
        allowed = [
            five
            for five in combinations(hand, 5)
            if len(set(map(rank, five))) == 5 and not any(7 <= rank(card) <= 11 for card in five)
        ]
        expected = max([LOW.value(five) for five in allowed], default=None)
        assert low_eight_or_better(hand) == expected


@pytest.mark.cites("553.12", "637a.12")
def test_omaha() -> None:
    for cards in dealt(60, 9):
        hole, board = cards[:4], cards[4:]
        hands = [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
        high = omaha_high(hole, board)
        said = max([exactly(hand) for hand in hands], key=lambda said: order(FIVE_CARD, said))
        assert FIVE_CARD.categories[high.category] == said[0]
        assert omaha_low(hole, board) == max([low for h in hands if (low := low_eight_or_better(h))], default=None)
    with pytest.raises(BadCard, match="not 2 and 5"):
        omaha_high([0, 1], [2, 3, 4, 5, 6])


def flush_exactly(cards: Sequence[Card]) -> Said:
    suits = [sorted([rank(c) for c in cards if suit(c) == s], reverse=True) for s in range(4)]
    longest = max(suits, key=lambda ranks: (len(ranks), ranks))
    return FLUSH_LENGTH.categories[len(longest) - 1], tuple(longest)


def straight_flush_exactly(cards: Sequence[Card]) -> Said:
    for size, word in ((7, "seven"), (6, "six"), (5, "five"), (4, "four"), (3, "three")):
        suited = [hand for hand in combinations(cards, size) if len(set(map(suit, hand))) == 1]
        tops = [top for hand in suited if (top := in_a_row(hand)) is not None]
        if tops:
            return f"{word} card straight flush", (max(tops),)
    return "no straight flush", ()


@pytest.mark.cites("678a.6(b)", "678a.6(c)", "678a.6(d)")
def test_high_card_flush() -> None:
    random = Random(3)
    hands = dealt(2_000, 7) + [random.sample([c for c in range(52) if c & 3 < 2], 7) for _ in range(1_000)]
    hands += [[4 * r for r in ranks] for ranks in combinations(range(13), 7)]
    assert_same(FLUSH_LENGTH, hands, flush_exactly)
    assert_same(STRAIGHT_FLUSH_LENGTH, hands, straight_flush_exactly)


@pytest.mark.cites("633a.6(e)(7)", "633a.13(i)")
def test_super_match_takes_cards_of_several_decks() -> None:
    random = Random(4)
    hands = [random.sample([*range(52)] * 6, 4) for _ in range(3_000)] + [[0, 0, 0, 0], [0, 0, 5, 4]]
    assert_same(SUPER_MATCH, hands, kinds)


@pytest.mark.cites("637a.10")
def test_hands_showing() -> None:
    for size in (1, 2, 3, 4):
        assert_same(SHOWING, dealt(500, size, deck=20), kinds)
        assert_same(LOW_SHOWING, dealt(500, size, deck=20), low_exactly)
    for ranking in (SHOWING, LOW_SHOWING):
        for cards in ("", "2c 3c 4c 5c 6c"):
            with pytest.raises(BadCard) as refused:
                ranking.value(parse(cards))
            assert refused.value.cite == "637a.10"


def ascending(ranking: Ranking, hands: str) -> None:
    values = [ranking.value(parse(hand)) for hand in hands.split(" < ")]
    assert all(a < b for a, b in pairwise(values)), values


@pytest.mark.cites("565.6(a)", "565.6(b)", "565.6(c)")
def test_printed_order_of_three_cards() -> None:
    ascending(
        THREE_CARD,
        "2c 3d 5h < Kc Ad 2c < Ac Kd Jh < 2c 2d 3h < 2c 2d Ah < Kc Kd 2h < Ac Ad Kh < 2c 3c 5c < Ac Kc Jc"
        " < Ac 2d 3h < 2c 3d 4h < Ac Kd Qh < 2c 2d 2h < Ac Ad Ah < Ac 2c 3c < 2c 3c 4c < Kc Qc Jc < Ac Kc Qc",
    )


@pytest.mark.cites("557.6(b)", "657a.6(b)")
def test_printed_order_of_four_cards() -> None:
    ascending(
        FOUR_CARD,
        "2c 3d 4h 6s < Kd Ah 2h 3c < 2c 2d 3h 4s < Ac Ad Kh Qs < 3c 3d 2h 2s < Ac Ad Kh Ks < Ac 2d 3h 4s < 2c 3d 4h 5s"
        " < Ac Kd Qh Js < 2c 3c 4c 6c < Ac Kc Qc Tc < 2c 2d 2h 3s < 2c 2d 2h 4s < Ac Ad Ah Ks < Ac 2c 3c 4c < 2c 3c 4c 5c"
        " < Ac Kc Qc Jc < 2c 2d 2h 2s < Ac Ad Ah As",
    )


@pytest.mark.cites("553.4(b)", "555.6(b)", "559.6(b)", "563.6(b)", "587.6(b)", "637a.6(b)", "655a.6(b)", "677a.6(b)")
def test_printed_order_of_five_cards() -> None:
    ascending(
        FIVE_CARD,
        "2c 3d 4h 5s 7c < Qs Kd As 2s 3s < Ac Kd Qh Js 8c < Ac Kd Qh Js 9c < 2c 2d 3h 4s 5c < 2c 2d 3h 4s 6c"
        " < Ac Ad Kh Qs Jc < 3c 3d 2h 2s 4c < 3c 3d 2h 2s 5c < Ac Ad Kh Ks Qc < 2c 2d 2h 3s 4c < 2c 2d 2h 3s 5c"
        " < Ac Ad Ah Ks Qc < Ac 2d 3h 4s 5c < 2c 3d 4h 5s 6c < Ac Kd Qh Js Tc < 2c 3c 4c 5c 7c < Ac Kc Qc Jc 8c"
        " < Ac Kc Qc Jc 9c < 2c 2d 2h 3s 3c < 2c 2d 2h 4s 4c < Ac Ad Ah Ks Kc < 2c 2d 2h 2s 3c < 2c 2d 2h 2s 4c"
        " < Ac Ad Ah As Kc < Ac 2c 3c 4c 5c < 2c 3c 4c 5c 6c < Kc Qc Jc Tc 9c < Ac Kc Qc Jc Tc",
    )


@pytest.mark.cites("553.4(d)", "637a.6(d)")
def test_order_of_low_hands() -> None:
    ascending(
        LOW,
        "Kc Kd Kh Ks Qc < Ac Ad Ah As 2c < Kc Kd Kh Qs Qc < Ac Ad Ah 2s 2c < Kc Kd Kh Qs Jc < Kc Kd Qh Qs Jc"
        " < Kc Kd Qh Js Tc < 2c 2d 3h 4s 5c < Ac Ad Qh Js Tc < Ac Ad 2h 3s 4c < Kc Qd Jh Ts 9c < 9c 4d 3h 2s Ac"
        " < 8c 7d 6h 5s Ac < 6c 5d 4h 3s 2c < 6c 5d 4h 3s Ac < 5c 4c 3c 2c Ac",
    )


@pytest.mark.cites("561.6(a)", "561.6(b)", "561.6(c)", "645a.6(a)", "645a.6(b)")
def test_printed_order_of_pai_gow_high_hands() -> None:
    ascending(
        PAI_GOW_HIGH,
        "Ac Kd Qh Js 9c < Ac Jk 2d 3d 7h < Jk Ac Ad 2h 3s < 2c 3d 4h 5s 6c < Kc Qd Jh Ts 9c < Ac 2d 3h 4s 5c"
        " < Ac Kd Qh Js Tc < 2c 3c 4c 5c 7c < 2c 3c 4c Jk 8c < Ac Kc Qc Jc 9c < 2c 2d 2h 3s 3c < Jk Ad Kh Ks Ac"
        " < 2c 2d 2h 2s 3c < Kc Kd Kh Ks Jk < Jk Ac Ad Ah 2c < 2c 3c 4c 5c 6c < Kc Qc Jc Tc 9c < Ac 2c 3c 4c 5c"
        " < Ac Kc Qc Jc Tc < Ac Ad Ah As Jk",
    )
    assert PAI_GOW_HIGH.value(parse("5c 4d Jk 3s 2c")) == PAI_GOW_HIGH.value(parse("5c 4d Ah 3s 2c"))
    assert PAI_GOW_HIGH.value(parse("Qc Jd Jk Ts 9c")) == PAI_GOW_HIGH.value(parse("Qc Jd Kh Ts 9c"))
    assert PAI_GOW_HIGH.value(parse("Kh Qh Jk 5h 2h")).ranks == (ACE, 11, 10, 3, 0)


@pytest.mark.cites("645a.6(d)", "645a.6(e)", "645a.6(f)")
def test_seven_card_straight_flushes_of_pai_gow() -> None:
    words: Counter[str] = Counter()
    for held, joker in ((7, []), (6, [JOKER])):
        for ranks in combinations(range(13), held):
            hand = [4 * r + 2 for r in ranks] + joker
            words[fortune_bonus(hand)] += 1
            assert (pai_gow_progressive(hand) == "seven-card straight flush") == ("seven" in fortune_bonus(hand))
            assert ("seven" in emperors_treasure(hand)) == ("seven" in fortune_bonus(hand))
    # Eight sequences; with a joker each lacks one of seven cards, and the seven sequences of six cards count twice.
    assert words["seven-card straight flush with no joker"] == 8
    assert words["seven-card straight flush with joker"] == 8 * 7 - 7


@pytest.mark.cites("645a.6(d)(2)", "645a.6(e)(2)")
def test_royal_flush_and_two_more() -> None:
    hands: set[frozenset[Card]] = set()
    for royal_suit in range(4):
        royal = [4 * r + royal_suit for r in range(8, 13)]
        for five in [royal, *[[c for c in royal if c != without] + [JOKER] for without in royal]]:
            rest = [card for card in range(53) if card not in five]
            hands.update(frozenset([*five, *two]) for two in combinations(rest, 2))
    fortune = Counter(fortune_bonus(sorted(hand)) for hand in hands)
    emperor = Counter(emperors_treasure(sorted(hand)) for hand in hands)
    # A royal flush of each suit, whole or with the joker for one of five cards, beside two cards of three other suits.
    assert fortune["royal flush plus royal match"] == 4 * 6 * 3 * 2
    assert emperor["royal flush plus ace and king suited"] == 4 * 6 * 3
    assert fortune["royal flush"] > 20_000


@pytest.mark.cites("645a.13(b)", "645a.13(c)")
def test_the_highest_ranking_hand_is_formed_though_three_of_a_kind_pays_more() -> None:
    both = parse("6c 7d 8h 9s Tc 6d 6h")
    assert PAI_GOW_HIGH.category(both) == "straight"
    assert fortune_bonus(both) == emperors_treasure(both) == "straight"
    assert fortune_bonus(parse("2c 3d 4h 5s Ac Ad Jk")) == "straight"
    assert fortune_bonus(parse("2c 3d 4h 5s Ac 9d Jk")) == "straight"


@pytest.mark.parametrize("ranking", [TWO_CARD, THREE_CARD, FOUR_CARD, FIVE_CARD, LOW, PAI_GOW_HIGH, FLUSH_LENGTH])
def test_a_wrong_number_of_cards_is_refused(ranking: Ranking) -> None:
    for number in range(1, 9):
        if number not in ranking.cards:
            with pytest.raises(BadCard, match=f"not {number} "):
                ranking.value(list(range(number)))


seven = st.permutations(range(52)).map(lambda deck: deck[:7])


@given(seven, st.permutations(range(4)), st.permutations(range(7)))
def test_suits_are_equal_and_so_is_every_order_of_the_cards(cards: list[Card], suits: list[int], places: list[int]) -> None:
    other = [4 * rank(cards[place]) + suits[suit(cards[place])] for place in places]
    for ranking in (FIVE_CARD, LOW, PAI_GOW_HIGH, FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH):
        assert ranking.value(cards) == ranking.value(other)


@given(seven)
def test_another_card_never_makes_a_hand_worse(cards: list[Card]) -> None:
    for ranking in (FOUR_CARD, FIVE_CARD, LOW, PAI_GOW_HIGH):
        values = [ranking.value(cards[:number]) for number in ranking.cards]
        assert values == sorted(values)
    assert PAI_GOW_HIGH.value([*cards[:6], JOKER]) >= PAI_GOW_HIGH.value(cards[:6])


@given(seven)
def test_without_a_joker_pai_gow_differs_only_in_the_order_of_straights(cards: list[Card]) -> None:
    poker, pai_gow = FIVE_CARD.value(cards), PAI_GOW_HIGH.value(cards)
    assert FIVE_CARD.categories[poker.category] == PAI_GOW_HIGH.categories[pai_gow.category]
