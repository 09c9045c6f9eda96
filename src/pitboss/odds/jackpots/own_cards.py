"""Random deals of Stud and Draw, where every player has cards of his own: how many hands qualify, and which are beaten.

Seven players or more use up the deck in Seven-card Stud: one common card then takes the place of everybody's last
(§ 553.10(h), § 637a.10(h)). In Five-card Draw players keep a straight or better, pairs and better, four cards to a flush or to
an open straight, and else their two highest cards; discards are shuffled when the deck is used up.
"""

from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of
from pitboss.odds.jackpots.chance import below, shuffle
from pitboss.odds.suits import BINOMIAL

STRAIGHT = FIVE_CARD.categories.index("straight")
ACE = 12
BEGIN = np.array([0, 0, *(sum(comb(52, less) for less in range(2, size)) for size in range(2, 7))])  # of sets of each size
_NONE = np.uint64(0)


@compiled
def tally(
    worth: NDArray[np.int64],
    lows: NDArray[np.int64],
    players: int,
    least: int,
    hits: NDArray[np.int64],
    beaten: NDArray[np.int64],
) -> None:
    """Adds a deal: the number of hands that qualify to `hits`; and to `beaten`, by number of players, whether among the first
    so many somebody has a hand that qualifies and is neither the best nor the best low hand; 0 is no low hand."""
    qualified = 0
    for seat in range(players):
        qualified += worth[seat] >= least
    hits[qualified] += 1
    if qualified < 2:
        return
    best = lowest = np.int64(0)
    for seat in range(players):
        best, lowest = max(best, worth[seat]), max(lowest, lows[seat])
        for other in range(seat + 1):
            if least <= worth[other] < best and (lows[other] == 0 or lows[other] < lowest):
                beaten[seat + 1] += 1
                break


@compiled
def stud(
    state: NDArray[np.uint64],
    deals: int,
    players: int,
    common: int,
    hands: Table,
    low_hands: Table,
    least: int,
    least_low: int,
    cards: int,
) -> NDArray[np.int64]:
    """Deals of so many cards to each player, of which some are common; `least_low` is 0 where low hands do not count."""
    start, keys, bits, displacement, codes, flush = hands
    low_start, _, _, low_displacement, low_codes, low_flush = low_hands
    found = np.zeros((2, players + 1), np.int64)
    deck = np.arange(52).astype(np.uint8)
    worth, lows = np.zeros(players, np.int64), np.zeros(players, np.int64)
    own = cards - common
    for _ in range(deals):
        shuffle(state, deck, 0, common + own * players)
        shared_key, shared_bits = _NONE, _NONE
        for at in range(common):
            shared_key += keys[deck[at]]
            shared_bits |= bits[deck[at]]
        qualified = 0
        for seat in range(players):
            key, suits = start + shared_key, shared_bits
            for at in range(common + own * seat, common + own * (seat + 1)):
                key += keys[deck[at]]
                suits |= bits[deck[at]]
            worth[seat] = code_of(key, suits, displacement, codes, flush)
            qualified += worth[seat] >= least
        if least_low and qualified > 1:
            for seat in range(players):
                key = low_start + shared_key
                for at in range(common + own * seat, common + own * (seat + 1)):
                    key += keys[deck[at]]
                low = np.int64(code_of(key, _NONE, low_displacement, low_codes, low_flush))
                lows[seat] = low if low >= least_low else 0
        tally(worth, lows, players, least, found[0], found[1])
    return found


@compiled
def keeps(hand: NDArray[np.uint8], worth: int) -> int:
    """Which of five cards are kept, as bits."""
    if worth >> CATEGORY_SHIFT >= STRAIGHT:
        return 31
    kept = 0
    for i in range(5):
        for j in range(5):
            if i != j and hand[i] >> 2 == hand[j] >> 2:
                kept |= 1 << i
    if kept:
        return kept
    for out in range(4, -1, -1):
        low, high, suited = 99, -1, True
        suit = hand[0 if out else 1] & 3
        for at in range(5):
            if at != out:
                low, high = min(low, hand[at] >> 2), max(high, hand[at] >> 2)
                suited = suited and hand[at] & 3 == suit
        if suited or (high - low == 3 and high < ACE):
            return 31 & ~(1 << out)
    first = second = -1
    for at in range(5):
        if first < 0 or hand[at] > hand[first]:
            first, second = at, first
        elif second < 0 or hand[at] > hand[second]:
            second = at
    return 1 << first | 1 << second


@compiled
def draw(state: NDArray[np.uint64], deals: int, players: int, hands: Table, least: int) -> NDArray[np.int64]:
    """Deals of Five-card Draw for so many players."""
    start, keys, bits, displacement, codes, flush = hands
    found = np.zeros((2, players + 1), np.int64)
    deck = np.arange(52).astype(np.uint8)
    discards = np.empty(52, np.uint8)
    worth, lows = np.zeros(players, np.int64), np.zeros(players, np.int64)
    for _ in range(deals):
        top, thrown, pile = 5 * players + 1, 0, 0  # with a burn card
        shuffle(state, deck, 0, top)
        for seat in range(players):
            hand = deck[5 * seat : 5 * seat + 5]
            key, suits = start, _NONE
            for card in hand:
                key += keys[card]
                suits |= bits[card]
            kept = keeps(hand, int(code_of(key, suits, displacement, codes, flush)))
            key, suits, missing = start, _NONE, 0
            for at in range(5):
                if kept >> at & 1:
                    key += keys[hand[at]]
                    suits |= bits[hand[at]]
                else:
                    discards[thrown] = hand[at]
                    thrown += 1
                    missing += 1
            for _ in range(missing):
                if top < 52:
                    shuffle(state, deck, top, top + 1)
                    card = deck[top]
                    top += 1
                else:  # the discards so far are shuffled; those thrown later are not among them
                    if pile == 0:
                        pile = thrown
                    at = below(state, pile)
                    card = discards[at]
                    pile -= 1
                    discards[at] = discards[pile]
                    thrown -= 1
                    discards[pile] = discards[thrown]
                key += keys[card]
                suits |= bits[card]
            worth[seat] = code_of(key, suits, displacement, codes, flush)
        tally(worth, lows, players, least, found[0], found[1])
    return found


@compiled
def completed(hands: Table, least: int) -> NDArray[np.int32]:
    """By set of two to five cards, how many hands of five that hold it are the least or better. Sets of two come first, then
    those of three and so on, each at its number among those of its size."""
    start, keys, bits, displacement, codes, flush = hands
    found = np.zeros(BEGIN[6], np.int32)
    cards = np.empty(5, np.int64)
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                key = start + keys[e] + keys[d] + keys[c]
                suits = bits[e] | bits[d] | bits[c]
                for b in range(1, c):
                    for a in range(b):
                        if code_of(key + keys[b] + keys[a], suits | bits[b] | bits[a], displacement, codes, flush) < least:
                            continue
                        cards[0], cards[1], cards[2], cards[3], cards[4] = a, b, c, d, e
                        for chosen in range(32):
                            index, size = _number(cards, chosen)
                            if size > 1:
                                found[BEGIN[size] + index] += 1
    return found


@compiled
def _number(cards: NDArray[np.int64], chosen: int) -> tuple[int, int]:
    """The number of the set of the chosen ones of five ascending cards among all sets of its size, and that size."""
    index, size = 0, 0
    for at in range(5):
        if chosen >> at & 1:
            size += 1
            index += BINOMIAL[cards[at], size]
    return index, size


@compiled
def drawn(
    dealt: NDArray[np.uint8],
    members: NDArray[np.int64],
    hands: Table,
    least: int,
    complete: NDArray[np.int32],
) -> tuple[float, int]:
    """The chance that a player draws to the least hand or better from a whole deck, times the hands dealt, and how many those
    are. Where four cards to a flush and four to a straight are there, the order in which the cards came decides.

    In how many ways what is kept is completed without a card that was thrown away, inclusion and exclusion tells: all hands
    that hold it, less those that hold one that was thrown away too, and so on (`complete` is what `completed` gives)."""
    start, keys, bits, displacement, codes, flush = hands
    total, number = 0.0, 0
    cards = np.empty(5, np.int64)
    for row in range(len(dealt)):
        hand = dealt[row]
        key, suits = start, _NONE
        for at in range(5):
            cards[at] = hand[at]
            key += keys[hand[at]]
            suits |= bits[hand[at]]
        worth = int(code_of(key, suits, displacement, codes, flush))
        number += members[row]
        turned = keeps(hand[::-1], worth)
        kept, other = keeps(hand, worth), 0
        for at in range(5):
            other |= (turned >> at & 1) << 4 - at
        for order in range(1 if other == kept else 2):
            held = other if order else kept
            ways, missing = np.int64(0), 0
            for chosen in range(32):
                if chosen & held == held:
                    index, size = _number(cards, chosen)
                    if chosen == held:
                        missing = 5 - size
                    sign = -1 if size - (5 - missing) & 1 else 1
                    ways += sign * complete[BEGIN[size] + index]
            total += members[row] * ways / BINOMIAL[52 - 5, missing] / (2 if other != kept else 1)
    return total, number
