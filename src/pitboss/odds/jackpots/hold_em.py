"""How often Hold'em makes a jackpot's hands, exactly: by the 134,459 classes of boards.

On a board the holdings of two cards whose hand qualifies are the edges of a graph on the cards that are left, and a deal is a
set of disjoint pairs of cards. Inclusion and exclusion over the players who hold an edge then needs only how many sets of k
disjoint edges there are, summed over all boards. For a Bad Beat the same is counted with the edges of one value left out: the
hands that qualify are all of that value, or there are none.
"""

from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import Table, code_of, table
from pitboss.hands.tables import compiled
from pitboss.odds.jackpots.matchings import PRIMES, Residues, complete, matchings, whole_number
from pitboss.odds.parts import Progress, in_threads
from pitboss.odds.suits import WHOLE, classes

HOLDING, BOARD = 2, 5
PARTS = 16  # in which compiled work is done
_ONE = np.uint64(1)


@compiled
def _totals(
    boards: NDArray[np.uint8],
    members: NDArray[np.int64],
    deck: NDArray[np.uint8],
    hands: Table,
    least: int,
    beaten: bool,
    full: Residues,
    primes: NDArray[np.int64],
) -> Residues:
    """Over some boards, by k: the sets of k disjoint holdings that qualify; if they are to be beaten, those sets without one
    value summed over the values, less the sets of all once for every value but one."""
    start, keys, bits, displacement, codes, flush = hands
    total = np.zeros((full.shape[1], len(primes)), np.int64)
    left, place = np.empty(len(deck), np.int64), np.full(1 << 16, -1, np.int64)
    low, high, code = np.empty(1326, np.int64), np.empty(1326, np.int64), np.empty(1326, np.int64)
    values = np.empty(1326, np.int64)
    edges = np.zeros(52, np.uint64)
    for row in range(len(boards)):
        base, suits, taken = start, np.uint64(0), np.uint64(0)
        for card in boards[row]:
            base += keys[card]
            suits |= bits[card]
            taken |= _ONE << np.uint64(card)
        number, within = 0, np.uint64(0)
        for card in deck:
            if not taken >> np.uint64(card) & _ONE:
                left[number] = card
                within |= _ONE << np.uint64(card)
                number += 1
        size = different = 0
        for second in range(1, number):
            b = left[second]
            key, suited = base + keys[b], suits | bits[b]
            for first in range(second):
                a = left[first]
                worth = code_of(key + keys[a], suited | bits[a], displacement, codes, flush)
                if worth >= least:
                    low[size], high[size], code[size] = a, b, worth
                    size += 1
                    if place[worth] < 0:
                        place[worth] = different
                        values[different] = worth
                        different += 1
        for at in range(different):
            place[values[at]] = -1
        if size == 0 or (beaten and different == 1):  # nobody, or nobody who could be beaten
            for p in range(len(primes)):
                total[0, p] = (total[0, p] + members[row]) % primes[p]
            continue
        for without in range(-1, different if beaten else 0):
            edges[:] = 0
            for at in range(size):
                if without < 0 or code[at] != values[without]:
                    edges[low[at]] |= _ONE << np.uint64(high[at])
                    edges[high[at]] |= _ONE << np.uint64(low[at])
            counts = matchings(within, edges, full, primes)
            times = members[row] * (1 - different if beaten and without < 0 else 1)
            for k in range(full.shape[1]):
                for p in range(len(primes)):
                    total[k, p] = (total[k, p] + times % primes[p] * counts[k, p]) % primes[p]
    return total


def misses(least: int, most: int, beaten: bool, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> dict[int, int]:
    """By number of players, the deals in which nobody holds the least hand (a code of the five-card ranking) or better; or, if
    it is to be `beaten`, in which all who do have equal hands. Who gets which holding counts."""
    boards, cards, hands = classes(BOARD, deck), np.array(sorted(deck), np.uint8), table(FIVE_CARD, BOARD + HOLDING)
    full = complete(len(deck) - BOARD, most)

    def job(part: int) -> Residues:  # every so many-th board, so that parts take equally long
        return _totals(boards.cards[part::PARTS], boards.members[part::PARTS], cards, hands, least, beaten, full, PRIMES)

    residues = np.sum(in_threads(job, range(PARTS), progress), axis=0) % PRIMES
    sets = [whole_number(row) for row in residues]
    return {
        players: sum((-1) ** k * sets[k] * seated(k, players, len(deck) - BOARD) for k in range(players + 1))
        for players in range(2, most + 1)
    }


def seated(named: int, players: int, cards: int) -> int:
    """In how many ways so many holdings go to players, and the others get two cards each of those that are left.

    >>> seated(0, 2, 47) == comb(47, 2) * comb(45, 2), seated(2, 2, 47)
    (True, 2)
    """
    ways = factorial(players) // factorial(players - named)
    for at in range(named, players):
        ways *= comb(cards - HOLDING * at, HOLDING)
    return ways


def deals(players: int, cards: int = len(WHOLE)) -> int:
    """All deals: a board, and a holding for each player.

    >>> deals(2) == comb(52, 5) * comb(47, 2) * comb(45, 2)
    True
    """
    return comb(cards, BOARD) * seated(0, players, cards - BOARD)
