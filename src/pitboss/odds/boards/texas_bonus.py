"""Chapter 563, Texas Hold 'Em Bonus: a Flop Wager or a fold, then a Turn and a River Wager or none, against one dealer.

After the Flop Wager nobody folds, and each later wager wins or loses with the hand: it is made when the boards that may still
come win more often than they lose. So the sums of wins less losses, by flop and by four cards, decide.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table
from pitboss.house import House
from pitboss.odds.boards.holdings import (
    LOSE,
    LOSE_PAIR,
    MOST_KINDS,
    TIE,
    WIN,
    WIN_PAIR,
    Decisions,
    Where,
    add_by_class,
    add_decisions,
    compared,
    deals_by_pair,
    five_card_table,
    join_equal,
    new_board,
    over_boards,
    per_ante,
    where,
)
from pitboss.odds.distribution import Distribution
from pitboss.odds.parts import Progress, shares
from pitboss.odds.suits import WHOLE, classes, index_without, kinds_of_pairs, pairs_by_class
from pitboss.rulebook import chapter

Numbers = NDArray[np.int64]
Arrays = tuple[Numbers, NDArray[np.int32]]
ORDERS = 20  # of five community cards as flop, turn and river


@dataclass(frozen=True)
class Solution:
    """Best play, with its result. `turn` is by class of flop and pair, `river` by class of four community cards and pair."""

    play: NDArray[np.bool_]  # by pair: not folded
    turn: NDArray[np.bool_]
    river: NDArray[np.bool_]
    values: NDArray[np.float64]  # by pair: what the Flop Wager brings with all that follows, in Antes
    distribution: Distribution
    exact: NDArray[np.object_]  # the values as fractions


@dataclass(frozen=True)
class Terms:
    """The lowest category for which the Ante is paid, and how many Antes a Flop Wager is."""

    least: int
    flop_wager: int

    @staticmethod
    def of(house: House) -> "Terms":
        """The terms of a house (§ 563.11(a), (h)(2)); Turn and River Wagers are an Ante each."""
        book = chapter("563")
        assert book.limit("turn_wager_multiple") == book.limit("river_wager_multiple") == 1
        return Terms(FIVE_CARD.categories.index(house["qualifying_rank"]), book.limit("flop_wager_multiple"))


@dataclass(frozen=True)
class Sums:
    """Over all boards: by pair what Ante and Flop Wager bring, by class of flop and of four cards wins less losses. Pairs that
    turning suits makes of each other are added up at the first of them."""

    at_once: Numbers
    at_flop: Numbers
    at_four: NDArray[np.int32]

    def total(self, turn: NDArray[np.bool_], river: NDArray[np.bool_], deck: tuple[Card, ...] = WHOLE) -> Numbers:
        """By class of pair, over all orders of the five cards: what the Flop Wager brings with these Turn and River Wagers."""
        found = np.zeros(1326, np.int64)
        after_flop = np.where(turn, self.at_flop, 0).sum(0) + 2 * np.where(river, self.at_four, 0).sum(0, np.int64)
        np.add.at(found, pairs_by_class(deck), ORDERS * self.at_once + 2 * after_flop)
        return found


@compiled
def _look(
    boards: NDArray[np.uint8],
    members: Numbers,
    deck: NDArray[np.uint8],
    hands: Table,
    least: int,
    flop_wager: int,
    fours: Where,
    at_once: Numbers,
    at_four: NDArray[np.int32],
) -> None:
    """Adds up over some boards what `Sums` has, but for the flops."""
    found = new_board()
    pairs, kind, worth, counts = found
    ahead, once = np.empty(MOST_KINDS, np.int64), np.empty(MOST_KINDS, np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, hands, found)
        for k in range(kinds):
            wins, losses = counts[k, WIN_PAIR] + counts[k, WIN], counts[k, LOSE_PAIR] + counts[k, LOSE]
            ahead[k] = weight * (wins - losses)
            ante = (wins if worth[k] >> CATEGORY_SHIFT >= least else 0) - losses
            once[k] = weight * ante + flop_wager * ahead[k]
        for h in range(size):
            at_once[pairs[h]] += once[kind[h]]
        for out in range(5):  # the card of the board that is the river
            add_by_class(board, out, out, fours, found, size, ahead, at_four)


@compiled
def _by_flop(sets: NDArray[np.uint8], at_four: NDArray[np.int32], flops: Where, at_flop: Numbers) -> None:
    """Adds up by flop what four community cards bring: each board of a flop twice, since either late card may be the turn."""
    place, turn, turned = flops
    for number in range(len(sets)):
        for out in range(4):
            index = index_without(sets[number], out, out)
            total, row = at_flop[place[index]], turned[turn[index]]
            for pair in range(1326):
                total[row[pair]] += at_four[number, pair]


@compiled
def _tally(
    boards: NDArray[np.uint8],
    members: Numbers,
    deck: NDArray[np.uint8],
    hands: Table,
    least: int,
    flops: Where,
    fours: Where,
    play: NDArray[np.bool_],
    bets_turn: Decisions,
    bets_river: Decisions,
    tally: Numbers,
) -> None:
    """Counts over some boards what a play brings, over the twenty orders of flop, turn and river: by whether the Ante is
    paid, outcome (win, tie, loss), and how many of Turn and River Wager were made. Folded pairs are in the last row."""
    found = new_board()
    pairs, kind, worth, counts = found
    on_turn, on_river = np.empty(1326, np.uint8), np.empty((5, 1326), np.uint8)
    made, both = np.empty(1326, np.uint8), np.empty(1326, np.uint8)  # in the twenty orders: wagers, and orders with both
    orders, folds = np.empty((MOST_KINDS, 3), np.int64), np.empty(MOST_KINDS, np.int64)
    for number in range(len(boards)):
        board, weight = boards[number], members[number]
        size, kinds = compared(board, deck, hands, found)
        on_river[:, :size], made[:size], both[:size] = 0, 0, 0
        for river in range(5):
            add_decisions(board, river, river, fours, pairs, size, bets_river, on_river[river])
            for h in range(size):
                made[h] += 4 * on_river[river, h]
        for late in range(1, 5):  # the two cards after the flop, in either order
            for early in range(late):
                on_turn[:size] = 0
                add_decisions(board, early, late, flops, pairs, size, bets_turn, on_turn)
                for h in range(size):
                    made[h] += 2 * on_turn[h]
                    both[h] += on_turn[h] * (on_river[early, h] + on_river[late, h])
        orders[:kinds], folds[:kinds] = 0, 0
        for h in range(size):
            if not play[pairs[h]]:
                folds[kind[h]] += ORDERS
                continue
            orders[kind[h], 0] += ORDERS - made[h] + both[h]
            orders[kind[h], 1] += made[h] - 2 * both[h]
            orders[kind[h], 2] += both[h]
        for k in range(kinds):
            wins, losses = counts[k, WIN_PAIR] + counts[k, WIN], counts[k, LOSE_PAIR] + counts[k, LOSE]
            paid = 1 if worth[k] >> CATEGORY_SHIFT >= least else 0
            tally[2, 0, 0] += weight * folds[k] * (wins + losses + counts[k, TIE])
            for wagers in range(3):
                times = weight * orders[k, wagers]
                tally[paid, 0, wagers] += times * wins
                tally[paid, 1, wagers] += times * counts[k, TIE]
                tally[paid, 2, wagers] += times * losses


def look(terms: Terms, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Sums:
    """Looks at every board of a deck."""
    flops, fours, cards = classes(3, deck), classes(4, deck), np.array(sorted(deck), np.uint8)

    def empty() -> Arrays:
        return np.zeros(1326, np.int64), np.zeros((len(fours.cards), 1326), np.int32)

    def some(boards: NDArray[np.uint8], members: Numbers, found: Arrays) -> None:
        _look(boards, members, cards, five_card_table(), terms.least, terms.flop_wager, where(fours), *found)

    at_once, at_four = over_boards(empty, some, deck, progress)
    at_flop = np.zeros((len(flops.cards), 1326), np.int64)
    _by_flop(fours.cards, at_four, where(flops), at_flop)
    at_flop //= 2
    join_equal(at_flop, kinds_of_pairs(3, deck))
    join_equal(at_four, kinds_of_pairs(4, deck))
    return Sums(at_once, at_flop, at_four)


def solve(house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Solution:
    """Best play at a house, on the whole deck or on some cards of it."""
    terms = Terms.of(house)
    first, second = shares(progress, (1, 1))
    sums = look(terms, deck, first)
    total, deals = sums.total(sums.at_flop > 0, sums.at_four > 0, deck), ORDERS * deals_by_pair(deck)
    play = (total > -deals)[pairs_by_class(deck)]
    turn, river = (
        np.take_along_axis(found > 0, kinds_of_pairs(number, deck).astype(np.int64), 1)
        for number, found in ((3, sums.at_flop), (4, sums.at_four))
    )
    flops, fours, cards = where(classes(3, deck)), where(classes(4, deck)), np.array(sorted(deck), np.uint8)
    decided = play, turn.view(np.uint8), river.view(np.uint8)

    def some(boards: NDArray[np.uint8], members: Numbers, found: tuple[Numbers]) -> None:
        _tally(boards, members, cards, five_card_table(), terms.least, flops, fours, *decided, *found)

    [counts] = over_boards(lambda: (np.zeros((3, 3, 3), np.int64),), some, deck, second)
    exact = per_ante(total, deals, deck)
    return Solution(play, turn, river, exact.astype(np.float64), _distribution(counts, terms.flop_wager), exact)


def _distribution(counts: Numbers, flop_wager: int) -> Distribution:
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
