"""Draw games by a second method: every hold of every hand with all of its draws, judged in plain Python."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import JOKER, Card, parse
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.pricing import price_wager
from pitboss.drafts.reading import read_draft

THREE = '[deal]\nhand = 3\n[discard]\ngroup = "hand"\n'
ROWS = (
    '[[row]]\nwhen = "three of a kind"\npays = "20 for 1"\n[[row]]\nwhen = "suited"\npays = "5 for 1"\n'
    '[[row]]\nwhen = "pair of kings or better and count(joker) = 0"\npays = "3 for 2"\n'
)


def ranks(hand: Sequence[Card]) -> list[int]:
    return sorted(card >> 2 for card in hand)


def three_cards(hand: Sequence[Card]) -> Fraction | int:
    """What a hand of no straights wins by the rows above."""
    if len(set(ranks(hand))) == 1:
        return 19
    if len({card & 3 for card in hand}) == 1:
        return 4
    return Fraction(1, 2) if any(ranks(hand).count(rank) == 2 for rank in (11, 12)) else -1


def with_joker(hand: Sequence[Card]) -> Fraction | int:
    """The same where a joker stands for any card."""
    natural = [card for card in hand if card != JOKER]
    if len(set(ranks(natural))) == 1 and len(natural) > 1:  # one card with two jokers is a straight flush
        return 19
    if len({card & 3 for card in natural}) == 1:
        return 4
    return three_cards(hand) if JOKER not in hand else -1


def five_cards(hand: Sequence[Card]) -> int:
    if len({card & 3 for card in hand}) == 1:
        return 9
    return 1 if sorted(ranks(hand).count(rank) for rank in set(ranks(hand)))[-1] >= 3 else -1


DRAFTS: dict[str, tuple[str, Callable[[Sequence[Card]], Fraction | int], int]] = {
    "three cards": ('[deck]\nwithout = "3 to 6, 8 to queen"\n' + THREE + ROWS, three_cards, 3),
    "one discard": ('[deck]\nwithout = "3 to 6, 8 to queen"\n' + THREE + "cards = 1\n" + ROWS, three_cards, 1),
    "joker": ('[deck]\njokers = 1\nwild = "joker"\nwithout = "3 to 6, 8 to queen"\n' + THREE + ROWS, with_joker, 3),
    "two jokers": ('[deck]\njokers = 2\nwild = "joker"\nwithout = "3 to 9, jack to queen"\n' + THREE + ROWS, with_joker, 3),
    "suits named": (
        '[deck]\nwithout = "3 to queen"\n' + THREE + '[[row]]\nwhen = "count(hearts) = 2"\npays = "1 to 1"\n',
        lambda hand: 1 if sum(card & 3 == 2 for card in hand) == 2 else -1,
        3,
    ),
    "five cards": (
        '[deck]\nwithout = "3 to queen, 2 of spades"\n[deal]\nhand = 5\n[discard]\ngroup = "hand"\n'
        '[[row]]\nwhen = "suited"\npays = "9 to 1"\n[[row]]\nwhen = "most of a rank >= 3"\npays = "1 to 1"\n',
        five_cards,
        5,
    ),
}


@pytest.mark.parametrize("name", DRAFTS)
def test_every_hold_with_all_of_its_draws_is_worth_the_same(name: str) -> None:
    words, worth, most = DRAFTS[name]
    wager = read_draft(words)
    deck = [card for card, number in enumerate(wager.deck.counts) for _ in range(number)]
    size = wager.deal["hand"]
    best = {}
    hands = Counter(combinations(sorted(deck), size))
    worths = {hand: worth(hand) for hand in hands}
    for hand in hands:
        left = list((Counter(deck) - Counter(hand)).elements())
        values = {}
        for number in range(size - most, size + 1):
            for kept in combinations(hand, number):
                draws = Counter(worths[tuple(sorted(kept + drawn))] for drawn in combinations(left, size - number))
                values[kept] = Fraction(sum(win * often for win, often in draws.items())) / draws.total()
        best[hand] = values
    price = price_wager(wager)
    assert price.distribution.mean == sum(max(best[hand].values()) * n for hand, n in hands.items()) / hands.total()
    for decision in price.decisions:
        values = best[tuple(sorted(parse(decision.cards)))]
        for option, value in decision.values.items():
            held = () if option == "hold nothing" else tuple(sorted(parse(option.removeprefix("hold "))))
            assert values[held] == value
        assert decision.values[decision.best] == max(values.values())
    listed = 0 if name in ("suits named", "five cards") else hands.total()  # by suit class: where suits are alike
    assert sum(decision.deals for decision in price.decisions) == listed


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ('[deal]\nhand = 3\nother = 1\n[discard]\ngroup = "hand"\n', "line 5: where cards are discarded, one group of 1 to 5"),
        ('[deal]\nhand = 6\n[discard]\ngroup = "hand"\n', "line 4: where cards are discarded, one group of 1 to 5"),
        ('[deal]\nhand = 5\n[discard]\ngroup = "hnd"\n', "line 4: 'hnd' is not a group of cards; did you mean hand?"),
        ("[deal]\nhand = 5\n[discard]\ncards = 2\n", "group is missing"),
        ('[deal]\nhand = 5\n[discard]\ngroup = "hand"\ncards = 6\n', "line 5: cards must be a whole number from 1 to 5"),
        ('[deck]\ndecks = 2\n[deal]\nhand = 5\n[discard]\ngroup = "hand"\n', "each of them once"),
        ('[deal]\nhand = 5\n[discard]\ngroup = "hand"\n[[draw]]\ngroup = "more"\n', "has no [[draw]]"),
        ('[deal]\nhand = 5\n[discard]\ngroup = "hand"\n[wager]\ngiven = "pair"\n', "leave out given"),
    ],
)
def test_what_is_no_draw_game_is_refused(words: str, message: str) -> None:
    with pytest.raises(BadDraft) as refusal:
        read_draft(words + '[[row]]\nwhen = "always"\npays = "1 to 1"\n')
    assert message in refusal.value.message
