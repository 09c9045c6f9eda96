"""How many of the dealer's hands are below, equal to and above each hand of a player, from what is left of the deck.

Hands that share no card with the player's are counted by inclusion and exclusion: all hands below a value, less those that
hold a given card of the player, plus those that hold two given ones, and so on. How many hands of the dealer hold a given set
of cards and are below each value is tabulated once per suit class of the set. Where a card of the dealer is seen, it belongs to
every such set. So a player's hand of five cards costs 32 look-ups for each card the dealer may show, whatever he holds besides.
"""

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands import Ranking, Value
from pitboss.hands.kernels import codes, table, values
from pitboss.odds.against_dealer.kernels import (
    Places,
    Showdowns,
    accumulate,
    gather,
    gather_whole,
    tabulate,
)
from pitboss.odds.parts import Progress, in_parts, shares
from pitboss.odds.suits import BINOMIAL, WHOLE, cards_beside, classes

Cards = tuple[Card, ...]


def order(ranking: Ranking) -> tuple[list[Value], NDArray[np.uint16]]:
    """All values of a ranking from the lowest up, and for every code the place of its value."""
    known = values(ranking)
    place_of = np.zeros(1 << 16, np.uint16)
    place_of[list(known)] = np.arange(len(known))
    return list(known.values()), place_of


def lowest_opening(ranking: Ranking, opens: Callable[[Value], bool] | None) -> int:
    """The place of the lowest value with which the dealer opens."""
    return next(place for place, value in enumerate(values(ranking).values()) if opens is None or opens(value))


def _below(
    ranking: Ranking, deck: Cards, sets: Places, number: int, place_of: NDArray[np.uint16], progress: Progress = None
) -> Any:
    """A table with a row per value and a column per set: how many hands of `number` cards hold the set and are below."""
    more = number - sets.shape[1]
    fits = np.min_scalar_type(comb(len(deck) - sets.shape[1], more))
    below = np.zeros((len(values(ranking)) + 1, len(sets)), fits)
    cards, tables = np.array(deck, np.uint8), table(ranking, number)
    in_parts(tabulate, len(sets), sets, cards, more, tables, place_of, below, progress=progress)
    in_parts(accumulate, len(sets), below)
    return below


def showdowns(
    ranking: Ranking,
    player: int,
    dealer: int,
    up_card: bool = False,
    opens: Callable[[Value], bool] | None = None,
    deck: Cards = WHOLE,
    progress: Progress = None,
) -> Showdowns:
    """Counts the dealer's hands of `dealer` cards against every class of a player's hands of `player` cards.

    >>> from pitboss.hands import THREE_CARD
    >>> three = showdowns(THREE_CARD, 3, 3)
    >>> len(three.sizes), three.deals, int(three.below[-1, 0])  # all but the three other mini royal flushes
    (1755, 18424, 18421)
    """
    mine = classes(player, deck)
    _, place_of = order(ranking)
    cards = np.array(deck, np.uint8)
    value = place_of[codes(ranking, mine.cards)].astype(np.int64)
    weakest_first = np.argsort(value, kind="stable")
    hands, value = mine.cards[weakest_first], value[weakest_first]
    places = np.searchsorted(cards, hands).astype(np.uint8)
    index_of = np.ascontiguousarray(BINOMIAL[cards].T)
    opening = lowest_opening(ranking, opens)
    left = len(deck) - player
    cells = (len(places), left if up_card else 1)
    dealt = Showdowns(
        *(hands, mine.members[weakest_first], value),
        *(np.zeros(cells, np.int32), np.zeros(cells, np.int32), np.zeros(cells, np.int32)),
        comb(left - up_card, dealer - up_card),
        cards_beside(hands, deck) if up_card else np.zeros((len(places), 0), np.uint8),
    )
    commons = range(min(player, dealer - up_card) + 1)
    tabulating = [(common + up_card < dealer) * comb(len(deck), dealer) * comb(dealer, common + up_card) for common in commons]
    gathering = [comb(player, common) * len(places) * cells[1] for common in commons]
    stages = shares(progress, [work for both in zip(tabulating, gathering, strict=True) for work in both])
    for common in commons:
        look, seek = next(stages), next(stages)
        if common + up_card < dealer:
            sets = classes(common + up_card, deck)
            tabulated = _below(ranking, deck, np.searchsorted(cards, sets.cards).astype(np.uint8), dealer, place_of, look)
            arguments = opening, common, up_card, index_of, sets.place, tabulated, dealt
            in_parts(gather, len(places), places, *arguments, progress=seek)
        else:
            tables = table(ranking, dealer)
            whole = opening, common, up_card, cards, tables, place_of, dealt
            in_parts(gather_whole, len(places), places, *whole, progress=seek)
    return dealt


def against(
    ranking: Ranking,
    value: Value,
    hand: list[Card],
    up: Card | None,
    dealer: int,
    opens: Callable[[Value], bool] | None,
) -> tuple[int, int, int, int]:
    """The dealer's hands below a player's, not above it, not opening, and all of them, by looking at each."""
    rest = tuple(card for card in WHOLE if card not in hand)
    seen = np.array([[rest.index(up)]] if up is not None else [[]], np.uint8)
    known, place_of = order(ranking)
    below = _below(ranking, rest, seen, dealer, place_of)[:, 0]
    at = known.index(value)
    return int(below[at]), int(below[at + 1]), int(below[lowest_opening(ranking, opens)]), int(below[-1])
