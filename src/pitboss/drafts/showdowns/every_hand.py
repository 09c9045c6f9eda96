"""How many hands of the dealer are below and not above each hand of the player by any number that is read from both, such as a
poker value with wild cards.

The dealer's hands are gone through from the lowest up. How many of them hold each set of cards is counted on the way, and
inclusion and exclusion over the cards of a player's hand leaves those that share none with it.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.drafts.conditions import Number
from pitboss.drafts.deals import Group, Listing
from pitboss.drafts.discards import Numbering, Numbers, advance, every_place, numbering_of, places_of
from pitboss.drafts.measures import Batch, Cards, Hands, Reading, Values
from pitboss.drafts.records import Deck
from pitboss.odds.against_dealer.kernels import Showdowns

MOST_CARDS = 5  # of a hand
Places = NDArray[np.uint8]


def strength_of(hands: Hands, number: Number, reading: Reading) -> Values:
    """The number by which hands are compared."""
    cards = Cards(hands, reading)
    return Batch({("hand",): (cards, None)}, len(hands), reading).number(number).astype(np.int64)


def classes_of(deck: Deck, cards: int, reading: Reading) -> tuple[Hands, Numbers, bool]:
    """A hand of every suit class, or every hand where suits are not alike; how many each stands for; if they are classes."""
    listing = Listing(deck, [Group(("hand",), cards)], "suits", reading=reading)
    found = [(batch.cards(()).cards, ways) for batch, ways, _ in listing.batches()]
    return np.concatenate([hands for hands, _ in found]), np.concatenate([ways for _, ways in found]), listing.by_class


def count(
    deck: Deck, cards: tuple[int, ...], sizes: tuple[int, int], up_card: bool, number: Number, reading: Reading, least: int
) -> Showdowns:
    """Count the dealer's hands against every class of the player's. `least` is the least number with which the dealer
    qualifies, `sizes` are the cards of the player and of the dealer."""
    player, dealer = sizes
    hands, ways, _ = classes_of(deck, player, reading)
    value = strength_of(hands, number, reading)
    weakest_first = np.argsort(value, kind="stable")
    hands, ways, value = hands[weakest_first], ways[weakest_first], value[weakest_first]
    places = places_of(hands, cards)
    numbering = numbering_of(len(cards), dealer)
    dealers, strength = _dealers(deck, cards, dealer, number, reading, numbering)
    left = len(cards) - player
    shape = len(hands), left if up_card else 1
    counts = []
    bounds: list[Values] = [
        np.searchsorted(strength, value, "left"),
        np.searchsorted(strength, value, "right"),
        np.full(len(value), np.searchsorted(strength, least, "left")),
    ]
    for bound in bounds:
        counts.append(np.zeros(shape, np.int32))
        count_first(dealers, bound.astype(np.int64), places, numbering, up_card, counts[-1])
    below, up_to, unopened = counts
    shown = np.zeros((len(hands), 0), np.uint8)
    if up_card:
        others = np.ones((len(hands), len(cards)), np.bool_)
        np.put_along_axis(others, places, False, axis=1)
        shown = np.broadcast_to(np.array(cards, np.uint8), others.shape)[others].reshape(shape)
    return Showdowns(hands, ways, value, below, up_to, unopened, comb(left - up_card, dealer - up_card), shown)


def _dealers(
    deck: Deck, cards: tuple[int, ...], size: int, number: Number, reading: Reading, numbering: Numbering
) -> tuple[Places, Values]:
    """Every hand of the dealer, the lowest first, as places in the deck, and what it counts."""
    hands, _, by_class = classes_of(deck, size, reading)
    value = strength_of(hands, number, reading)
    strength = np.zeros(comb(len(cards), size), np.int64)
    for rows, places in every_place(hands, cards, by_class):
        strength[numbering.of_hands(places)] = value[rows]
    order = np.argsort(strength, kind="stable")
    return in_order(len(strength), size)[order], strength[order]


@compiled
def in_order(number: int, size: int) -> Places:
    """The first hands in the order of their numbers, as places of cards."""
    hands = np.zeros((number, size), np.uint8)
    hand = np.arange(size)
    for at in range(number):
        hands[at] = hand
        advance(hand)
    return hands


@compiled
def number_small_sets(hand: Numbers, numbering: Numbering, sizes: Numbers, numbers: Numbers, most: int) -> None:
    """The numbers of the sets of at most so many cards of a hand, and how many cards each has."""
    sizes[0] = numbers[0] = 0
    for card in range(len(hand)):
        for others in range(1 << card):
            chosen = others | 1 << card
            sizes[chosen] = sizes[others] + 1
            if sizes[chosen] <= most:
                numbers[chosen] = numbers[others] + numbering.binomials[hand[card], sizes[chosen]]
    for chosen in range(len(numbers)):
        if sizes[chosen] <= most:
            numbers[chosen] += numbering.begin[sizes[chosen]]


@compiled
def count_first(
    dealers: Places, bounds: Numbers, players: Numbers, numbering: Numbering, up_card: bool, found: NDArray[np.int32]
) -> None:
    """How many of the first dealer's hands, up to a bound that grows from one player's hand to the next, share no card with it;
    where a card of the dealer's is seen, by that card."""
    most, more = dealers.shape[1], int(up_card)
    counts = np.zeros(numbering.begin[-1], np.int32)
    hand = np.zeros(most, np.int64)
    own = np.zeros(players.shape[1] + more, np.int64)
    sizes, numbers = np.zeros(1 << most, np.int64), np.zeros(1 << most, np.int64)
    own_sizes, own_numbers = np.zeros(1 << len(own), np.int64), np.zeros(1 << len(own), np.int64)
    done = 0
    for player in range(len(players)):
        while done < bounds[player]:
            for card in range(most):
                hand[card] = dealers[done, card]
            number_small_sets(hand, numbering, sizes, numbers, most)
            for which in numbers:
                counts[which] += 1
            done += 1
        seen, gap = 0, 0  # the card that is seen, and how many of the player's are before it
        for cell in range(found.shape[1]):
            while up_card and gap < players.shape[1] and players[player, gap] == seen:
                seen, gap = seen + 1, gap + 1
            for card in range(players.shape[1]):
                own[card + (more if card >= gap else 0)] = players[player, card]
            if up_card:
                own[gap] = seen
            number_small_sets(own, numbering, own_sizes, own_numbers, most)
            total = 0
            for chosen in range(len(own_numbers)):
                if own_sizes[chosen] <= most and (not up_card or chosen >> gap & 1):
                    total += (1 - 2 * (own_sizes[chosen] - more & 1)) * counts[own_numbers[chosen]]
            found[player, cell] = total
            seen += 1
