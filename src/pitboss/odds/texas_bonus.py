"""Chapter 563, Texas Hold 'Em Bonus: a Flop Wager or a fold, then a Turn and a River Wager or none, against one dealer.

After the Flop Wager nobody folds, and each later wager wins or loses with the hand: it is made when the boards that may still
come win more often than they lose. So the sums of wins less losses, by flop and by four cards, decide.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import Table
from pitboss.hands.tables import compiled
from pitboss.odds.boards import LOSE, LOSE_PAIR, TIE, WIN, WIN_PAIR, five_card_table, holdings, shared
from pitboss.odds.distribution import Distribution
from pitboss.odds.suits import WHOLE, classes, index_without, kinds_of_pairs, pairs_by_class, turned_pairs
from pitboss.rulebook import chapter
from pitboss.table.house import House

Sums = NDArray[np.int64]
Progress = Callable[[float], None] | None
FLOPS, RIVERS = 10, 5  # of five community cards


@dataclass(frozen=True)
class Solution:
    """Best play, with its result. `turn` is by class of flop and pair, `river` by class of four community cards and pair."""

    play: NDArray[np.bool_]  # by pair: not folded
    turn: NDArray[np.bool_]
    river: NDArray[np.bool_]
    values: NDArray[np.float64]  # by pair: what the Flop Wager brings with all that follows, in Antes
    distribution: Distribution


@compiled
def _look(
    boards: NDArray[np.uint8],
    members: Sums,
    deck: NDArray[np.uint8],
    hands: Table,
    least: int,
    flop_wager: int,
    flops: tuple[NDArray[np.int32], NDArray[np.uint8]],
    fours: tuple[NDArray[np.int32], NDArray[np.uint8]],
    turned: NDArray[np.int16],
    at_once: Sums,
    at_flop: Sums,
    at_four: NDArray[np.int32],
) -> None:
    """Adds up over some boards: by pair what Ante and Flop Wager bring, by flop and by four cards wins less losses."""
    pairs, category, counts = np.empty(1326, np.int16), np.empty(1326, np.uint8), np.empty((1326, 5), np.int32)
    ahead = np.empty(1326, np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size = holdings(board, deck, hands, pairs, category, counts)
        for h in range(size):
            wins, losses = counts[h, WIN_PAIR] + counts[h, WIN], counts[h, LOSE_PAIR] + counts[h, LOSE]
            ahead[h] = weight * (wins - losses)
            ante = (wins if category[h] >= least else 0) - losses
            at_once[pairs[h]] += weight * ante + flop_wager * ahead[h]
        for out in range(5):  # the card of the board that is the river
            four = index_without(board, out, out)
            sums, row = at_four[fours[0][four]], turned[fours[1][four]]
            for h in range(size):
                sums[row[pairs[h]]] += ahead[h]
            for second in range(out):
                flop = index_without(board, second, out)
                total, row = at_flop[flops[0][flop]], turned[flops[1][flop]]
                for h in range(size):
                    total[row[pairs[h]]] += ahead[h]


@compiled
def _tally(
    boards: NDArray[np.uint8],
    members: Sums,
    deck: NDArray[np.uint8],
    hands: Table,
    least: int,
    flops: tuple[NDArray[np.int32], NDArray[np.uint8]],
    fours: tuple[NDArray[np.int32], NDArray[np.uint8]],
    turned: NDArray[np.int16],
    play: NDArray[np.bool_],
    bets_turn: NDArray[np.bool_],
    bets_river: NDArray[np.bool_],
    tally: Sums,
) -> None:
    """Counts over some boards what best play brings, over the twenty orders of flop, turn and river: by whether the Ante is
    paid, outcome (win, tie, loss), and how many of Turn and River Wager were made. Folded pairs are in the last row."""
    pairs, category, counts = np.empty(1326, np.int16), np.empty(1326, np.uint8), np.empty((1326, 5), np.int32)
    orders = np.empty((1326, 3), np.int64)
    on_turn, on_river = np.empty(1326, np.uint8), np.empty((5, 1326), np.uint8)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size = holdings(board, deck, hands, pairs, category, counts)
        for river in range(5):
            four = index_without(board, river, river)
            last, by_four = bets_river[fours[0][four]], turned[fours[1][four]]
            for h in range(size):
                on_river[river, h] = last[by_four[pairs[h]]]
        orders[:size] = 0
        for late in range(1, 5):  # the two cards after the flop, in either order
            for early in range(late):
                flop = index_without(board, early, late)
                first, by_flop = bets_turn[flops[0][flop]], turned[flops[1][flop]]
                for h in range(size):
                    on_turn[h] = first[by_flop[pairs[h]]]
                for river in (early, late):
                    for h in range(size):
                        orders[h, on_turn[h] + on_river[river, h]] += 1
        for h in range(size):
            wins, losses = counts[h, WIN_PAIR] + counts[h, WIN], counts[h, LOSE_PAIR] + counts[h, LOSE]
            paid = 1 if category[h] >= least else 0
            for made in range(3):
                times = weight * orders[h, made]
                if not play[pairs[h]]:
                    tally[2, 0, made] += times * (wins + losses + counts[h, TIE])
                    continue
                tally[paid, 0, made] += times * wins
                tally[paid, 1, made] += times * counts[h, TIE]
                tally[paid, 2, made] += times * losses


def solve(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Solution:
    """Best play at a house, on the whole deck or on some cards of it."""
    book = chapter("563")
    flop_wager = book.limit("flop_wager_multiple")
    assert book.limit("turn_wager_multiple") == book.limit("river_wager_multiple") == 1
    least = FIVE_CARD.categories.index(house["qualifying_rank"])
    boards, turned = classes(5, deck), turned_pairs()
    flops, fours = classes(3, deck), classes(4, deck)
    cards = np.array(sorted(deck), np.uint8)
    where = (flops.place, flops.turn), (fours.place, fours.turn)

    def look(begin: int, end: int) -> tuple[Sums, Sums, NDArray[np.int32]]:
        at_once, at_flop = np.zeros(1326, np.int64), np.zeros((len(flops.cards), 1326), np.int64)
        at_four = np.zeros((len(fours.cards), 1326), np.int32)
        part = boards.cards[begin:end], boards.members[begin:end]
        _look(*part, cards, five_card_table(), least, flop_wager, *where, turned, at_once, at_flop, at_four)
        return at_once, at_flop, at_four

    parts = shared(look, len(boards.cards), progress and (lambda done: progress(done / 2)), parts=2)
    at_once = parts[0][0] + parts[1][0]
    turn, turn_gain = _better_bet(parts[0][1] + parts[1][1], kinds_of_pairs(3, deck))
    river, river_gain = _better_bet(parts[0][2] + parts[1][2], kinds_of_pairs(4, deck))
    of_pair = pairs_by_class(deck)
    values = np.zeros(1326, object)  # of all orders in which the five cards may come
    np.add.at(values, of_pair, 2 * FLOPS * at_once.astype(object))
    np.add.at(values, of_pair, 2 * turn_gain)
    np.add.at(values, of_pair, 4 * river_gain)
    unit = _orders(deck, of_pair)
    play = (values > -unit)[of_pair].astype(np.bool_)

    def tally(begin: int, end: int) -> Sums:
        counts = np.zeros((3, 3, 3), np.int64)
        part = boards.cards[begin:end], boards.members[begin:end]
        _tally(*part, cards, five_card_table(), least, *where, turned, play, turn, river, counts)
        return counts

    counts = np.sum(shared(tally, len(boards.cards), progress and (lambda done: progress((1 + done) / 2))), 0)
    return Solution(play, turn, river, _per_ante(values, unit), _distribution(counts, flop_wager))


def _better_bet(
    sums: NDArray[np.int64] | NDArray[np.int32], kinds: NDArray[np.int16]
) -> tuple[NDArray[np.bool_], NDArray[np.object_]]:
    """Where a wager gains: by class of community cards and pair; and what it gains, by pair, over all classes."""
    bets = np.zeros(sums.shape, np.bool_)
    gain = np.zeros(1326, np.int64)
    for number, kind in enumerate(kinds):
        total = np.zeros(1326, np.int64)
        np.add.at(total, kind, sums[number].astype(np.int64))
        bets[number] = (total > 0)[kind]
        gain += np.maximum(total, 0)
    return bets, gain.astype(object)


def _orders(deck: tuple[Card, ...], of_pair: NDArray[np.int16]) -> NDArray[np.object_]:
    """By class of pair: in how many ways boards, in their twenty orders, and the dealer's cards can follow."""
    size = len(deck)
    boards = 1
    for n in range(5):
        boards = boards * (size - 2 - n) // (n + 1)
    each = 20 * boards * ((size - 7) * (size - 8) // 2)
    found = np.zeros(1326, object)
    inside = np.array([low in deck and high in deck for high in range(52) for low in range(high)])
    np.add.at(found, of_pair[inside], each)
    return found


def _per_ante(values: NDArray[np.object_], unit: NDArray[np.object_]) -> NDArray[np.float64]:
    return np.array([float(Fraction(int(v), int(u))) if u else 0.0 for v, u in zip(values, unit, strict=True)])


def _distribution(counts: Sums, flop_wager: int) -> Distribution:
    results: dict[Fraction, int] = {}
    wagered = Fraction(0)
    for (paid, outcome, made), count in np.ndenumerate(counts):
        if not count:
            continue
        if paid == 2:
            net, risked = -1, 1
        else:
            ante = (paid, 0, -1)[outcome]
            net, risked = ante + (1 - outcome) * (flop_wager + made), 1 + flop_wager + made
        results[Fraction(net)] = results.get(Fraction(net), 0) + int(count)
        wagered += risked * int(count)
    return Distribution(dict(sorted(results.items())), wagered)
