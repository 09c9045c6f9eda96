"""Cards drawn after the deal, and their suits: every order of a small shoe, card by card, judged in plain Python."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import pytest

from pitboss.cards import JOKER, Card
from pitboss.drafts.counting import Rows, rows_of
from pitboss.drafts.deals import Listing, groups_of
from pitboss.drafts.pricing import price_wager
from pitboss.drafts.reading import read_draft

Deal = dict[str, list[Card]]
DEALER = '[[draw]]\ngroup = "drawn"\nuntil = "total in up + drawn >= 17"\n'
ROWS = (
    '[[row]]\nwhen = "suited in up + drawn and bust in up + drawn"\npays = "90 to 1"\n'
    '[[row]]\nwhen = "same colour in drawn and not suited in up + drawn"\npays = "7 to 1"\n'
    '[[row]]\nwhen = "bust in up + drawn and not same colour in up + drawn"\npays = "2 to 1"\n'
)


def points(hand: list[Card]) -> int:
    hard = sum(1 if card >> 2 == 12 else min(10, (card >> 2) + 2) for card in hand)
    return hard + 10 if hard <= 11 and any(card >> 2 == 12 for card in hand) else hard


def one_suit(hand: list[Card]) -> bool:
    return len({card & 3 for card in hand}) <= 1 and (JOKER not in hand or hand == [])


def one_colour(hand: list[Card]) -> bool:
    return len({card & 3 in (1, 2) for card in hand}) <= 1 and JOKER not in hand


def orders(shoe: list[Card], sizes: dict[str, int], until: Callable[[Deal], bool]) -> Iterator[tuple[Deal, Fraction]]:
    """Every order of cards from a shoe, with its chance."""

    def go(deal: Deal, left: list[Card], chance: Fraction) -> Iterator[tuple[Deal, Fraction]]:
        waiting = next((name for name, size in sizes.items() if len(deal[name]) < size), "drawn")
        if waiting == "drawn" and until(deal):
            yield deal, chance
            return
        for card in set(left):
            rest = list(left)
            rest.remove(card)
            share = Fraction(left.count(card), len(left))
            yield from go({**deal, waiting: [*deal[waiting], card]}, rest, chance * share)

    yield from go({**{name: [] for name in sizes}, "drawn": []}, shoe, Fraction(1))


def dealer_stands(deal: Deal) -> bool:
    return points(deal["up"] + deal["drawn"]) >= 17


def net(deal: Deal) -> int:
    hand = deal["up"] + deal["drawn"]
    if one_suit(hand) and points(hand) > 21:
        return 90
    if one_colour(deal["drawn"]) and not one_suit(hand):
        return 7
    return 2 if points(hand) > 21 and not one_colour(hand) else -1


DRAFTS: dict[str, tuple[str, Callable[[Deal], int], dict[str, int], Callable[[Deal], bool]]] = {
    "two decks": (
        '[deck]\ndecks = 2\nwithout = "2 to 5, 7 to 9, jack to king, 10 of spades, 10 of hearts, 10 of diamonds"\n'
        + "[deal]\nup = 1\n"
        + DEALER
        + ROWS,
        net,
        {"up": 1},
        dealer_stands,
    ),
    "no card drawn": (
        '[deck]\nwithout = "2 to 5, 7, 9, jack, queen"\n[deal]\nup = 2\n' + DEALER + ROWS,
        net,
        {"up": 2},
        dealer_stands,
    ),
    "two groups": (
        '[deck]\nwithout = "2 to 6, 8, 9, queen"\n[deal]\nplayer = 2\nup = 1\n[[draw]]\ngroup = "drawn"\n'
        'when = "pair in player"\n[[row]]\nwhen = "suited in player + drawn and same colour in up + drawn"\npays = "9 to 1"\n'
        '[[row]]\nwhen = "same colour in player and suited in up + drawn and highest in up >= jack"\npays = "3 to 1"\n',
        lambda deal: (
            9
            if one_suit(deal["player"] + deal["drawn"]) and one_colour(deal["up"] + deal["drawn"])
            else 3
            if one_colour(deal["player"]) and one_suit(deal["up"] + deal["drawn"]) and deal["up"][0] >> 2 >= 9
            else -1
        ),
        {"player": 2, "up": 1},
        lambda deal: deal["player"][0] >> 2 != deal["player"][1] >> 2 or len(deal["drawn"]) == 1,
    ),
    "jokers": (
        '[deck]\njokers = 2\nwithout = "2 to 10"\n[deal]\nplayer = 3\n[[draw]]\ngroup = "drawn"\nwhen = "pairs in player = 1"\n'
        '[[row]]\nwhen = "suited"\npays = "9 to 1"\n[[row]]\nwhen = "same colour in player"\npays = "1 to 1"\n',
        lambda deal: 9 if one_suit(deal["player"] + deal["drawn"]) else 1 if one_colour(deal["player"]) else -1,
        {"player": 3},
        lambda deal: (
            len({card >> 2 for card in deal["player"]}) == 3
            or len({card >> 2 for card in deal["player"]}) == 1
            or sorted(deal["player"])[1] == JOKER
            or len(deal["drawn"]) == 1
        ),
    ),
}


@pytest.mark.parametrize("name", DRAFTS)
def test_every_order_of_cards_gives_the_same_distribution(name: str) -> None:
    words, worth, sizes, until = DRAFTS[name]
    wager = read_draft(words)
    assert "inclusion and exclusion" in str(rows_of(wager))
    shoe = [card for card, number in enumerate(wager.deck.counts) for _ in range(number)]
    chances: dict[Fraction, Fraction] = defaultdict(Fraction)
    for deal, chance in orders(shoe, sizes, until):
        chances[Fraction(worth(deal))] += chance
    found = price_wager(wager).distribution
    assert {result: Fraction(number, found.deals) for result, number in found.counts.items()} == dict(chances)


def test_cards_that_are_equal_to_all_conditions_are_listed_as_one() -> None:
    """Four cards of two decks: by rank with their suits decided later, by rank and the cards that are counted, and by card."""
    words = (
        "[deck]\ndecks = 2\n[deal]\nplayer = 2\ndealer = 2\n"
        '[[row]]\nwhen = "suited in dealer and pair in dealer"\npays = "9 to 1"\n'
        '[[row]]\nwhen = "same colour in dealer and not suited in dealer"\npays = "3 to 1"\n'
        '[[row]]\nwhen = "count(red) in player = 2 and total in dealer = 20"\npays = "push"\n'
    )
    wager = read_draft(words)
    assert "inclusion and exclusion" in str(rows_of(wager))
    cards = Rows(Listing(wager.deck, groups_of(wager), "cards"), "cards")
    found, listed = price_wager(wager), price_wager(wager, plan=cards)
    assert found.distribution == listed.distribution
    assert found.lines == listed.lines


def test_cards_are_drawn_until_a_red_one_comes() -> None:
    """Of four cards one is red: it is the first, second, third or last in as many orders."""
    words = (
        '[deck]\nwithout = "2 to queen, ace of diamonds, ace of spades, ace of hearts, king of hearts"\n[deal]\nup = 1\n'
        '[[draw]]\ngroup = "drawn"\nuntil = "count(red) = 1"\n'
        '[[row]]\neach = "cards"\npays = "1 to 1"\n'
    )
    found = price_wager(read_draft(words)).distribution
    assert {net: Fraction(number, found.deals) for net, number in found.counts.items()} == dict.fromkeys(
        (1, 2, 3, 4), Fraction(1, 4)
    )


@cache
def cards_to_a_flush(held: tuple[int, ...]) -> dict[int, Fraction]:
    """How many cards are drawn until five are of one suit, with the chance of each; so many are held of each suit."""
    if 5 in held:
        return {sum(held): Fraction(1)}
    found: dict[int, Fraction] = defaultdict(Fraction)
    for suit, number in enumerate(held):
        after = tuple(sorted((*held[:suit], number + 1, *held[suit + 1 :])))
        for cards, chance in cards_to_a_flush(after).items():
            found[cards] += Fraction(13 - number, 52 - sum(held)) * chance
    return dict(found)


@pytest.mark.parametrize("until", ["longest suit in drawn >= 5", "count(spades) in drawn = 5 or longest suit in drawn = 5"])
def test_cards_are_drawn_until_five_are_of_one_suit(until: str) -> None:
    """Flushed (wizardofodds.com/games/flushed/): nine cards pay 12 to 1."""
    words = f'[deal]\nburned = 1\n[[draw]]\ngroup = "drawn"\nuntil = "{until}"\n'
    price = price_wager(read_draft(words + '[[row]]\nwhen = "cards in drawn = 9"\npays = "12 to 1"\n'))
    assert price.distribution.edge == 1 - 13 * cards_to_a_flush((0, 0, 0, 0))[9] == Fraction(217127, 1286390)
