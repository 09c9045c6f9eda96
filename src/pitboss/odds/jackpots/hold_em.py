"""How often Hold'em makes a jackpot's hands, exactly: by the 134,459 classes of boards.

On a board the holdings of two cards whose hand qualifies are the edges of a graph on the cards that are left, and a deal is a
set of disjoint pairs of cards. Inclusion and exclusion over the players who hold an edge then needs only how many sets of k
disjoint edges there are, summed over all boards. For a Bad Beat the same is counted with the edges of one value left out: the
hands that qualify are all of that value, or there are none. Boards whose edges are the same but for the names of the cards, and
of one value where the others' are, are alike: a few thousand kinds of boards are looked at for all.
"""

from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import Table, code_of, table
from pitboss.odds.jackpots.matchings import PRIMES, Residues, complete, matchings, whole_number
from pitboss.odds.parts import Progress, cut, in_threads, shares
from pitboss.odds.suits import WHOLE, classes

Counts = NDArray[np.int64]
HOLDING, BOARD = 2, 5
PARTS = 16  # in which compiled work is done
_ONE = np.uint64(1)
_27, _31 = np.uint64(27), np.uint64(31)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@compiled
def _qualifying(
    board: NDArray[np.uint8], deck: NDArray[np.uint8], hands: Table, least: int, found: NDArray[np.int64]
) -> tuple[int, np.uint64]:
    """Writes the holdings that qualify on a board, a row each with their two cards and the code of the hand; returns how many
    there are, and the cards that are not on the board."""
    start, keys, bits, displacement, codes, flush = hands
    base, suits, taken = start, np.uint64(0), np.uint64(0)
    for card in board:
        base += keys[card]
        suits |= bits[card]
        taken |= _ONE << np.uint64(card)
    size, within = 0, np.uint64(0)
    for b in deck:
        if taken >> np.uint64(b) & _ONE:
            continue
        key, suited = base + keys[b], suits | bits[b]
        for a in deck:
            if a == b:
                break
            if within >> np.uint64(a) & _ONE:
                worth = code_of(key + keys[a], suited | bits[a], displacement, codes, flush)
                if worth >= least:
                    found[size, 0], found[size, 1], found[size, 2] = a, b, worth
                    size += 1
        within |= _ONE << np.uint64(b)
    return size, within


@compiled
def _marks(boards: NDArray[np.uint8], deck: NDArray[np.uint8], hands: Table, least: int, beaten: bool) -> NDArray[np.uint64]:
    """Two numbers for every board that are the same for boards that are alike: a hash of the holdings that qualify, their cards
    numbered in order, and, if they are to be beaten, their values numbered as they come. That two others of so few boards
    have the same 128 bits has a chance of less than one in 10 to the 28th."""
    marks = np.zeros((len(boards), 2), np.uint64)
    found, name = np.empty((1326, 3), np.int64), np.empty(52, np.int64)
    place, values = np.full(1 << 16, -1, np.int64), np.empty(1326, np.int64)
    for row in range(len(boards)):
        size, _ = _qualifying(boards[row], deck, hands, least, found)
        used = np.uint64(0)
        for at in range(size):
            used |= _ONE << np.uint64(found[at, 0]) | _ONE << np.uint64(found[at, 1])
        names = 0
        for card in range(52):
            if used >> np.uint64(card) & _ONE:
                name[card] = names
                names += 1
        different = 0
        one, other = np.uint64(1), np.uint64(2)
        for at in range(size):
            worth = found[at, 2]
            if beaten and place[worth] < 0:
                place[worth], values[different] = different, worth
                different += 1
            edge = np.uint64(name[found[at, 0]] << 24 | name[found[at, 1]] << 16 | (place[worth] if beaten else 0))
            one = (one ^ edge) * _FIRST
            one ^= one >> _27
            other = (other ^ edge) * _SECOND
            other ^= other >> _31
        for at in range(different):
            place[values[at]] = -1
        marks[row, 0], marks[row, 1] = one, other
    return marks


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
    total = np.zeros((full.shape[1], len(primes)), np.int64)
    place, values = np.full(1 << 16, -1, np.int64), np.empty(1326, np.int64)
    found = np.empty((1326, 3), np.int64)
    edges = np.zeros(52, np.uint64)
    for row in range(len(boards)):
        size, within = _qualifying(boards[row], deck, hands, least, found)
        different = 0
        for at in range(size):
            worth = found[at, 2]
            if place[worth] < 0:
                place[worth], values[different] = different, worth
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
                if without < 0 or found[at, 2] != values[without]:
                    edges[found[at, 0]] |= _ONE << np.uint64(found[at, 1])
                    edges[found[at, 1]] |= _ONE << np.uint64(found[at, 0])
            counts = matchings(within, edges, full, primes)
            times = members[row] * (1 - different if beaten and without < 0 else 1)
            for k in range(full.shape[1]):
                for p in range(len(primes)):
                    total[k, p] = (total[k, p] + times % primes[p] * counts[k, p]) % primes[p]
    return total


def every(part: int, sets: NDArray[np.uint8], members: Counts) -> tuple[NDArray[np.uint8], Counts]:
    """A part of some sets of cards with their members: every so many-th, so that parts take equally long. They get an array of
    their own, since for rows that lie apart everything would be compiled once more."""
    return np.ascontiguousarray(sets[part::PARTS]), np.ascontiguousarray(members[part::PARTS])


def misses(least: int, most: int, beaten: bool, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> dict[int, int]:
    """By number of players, the deals in which nobody holds the least hand (a code of the five-card ranking) or better; or, if
    it is to be `beaten`, in which all who do have equal hands. Who gets which holding counts."""
    whole, cards, hands = classes(BOARD, deck), np.array(sorted(deck), np.uint8), table(FIVE_CARD, BOARD + HOLDING)
    full = complete(len(deck) - BOARD, most)
    stages = shares(progress, (1, 1))
    marks = in_threads(
        lambda part: _marks(whole.cards[slice(*part)], cards, hands, least, beaten), cut(len(whole.cards), PARTS), next(stages)
    )
    kinds = np.concatenate(marks).view([("one", np.uint64), ("other", np.uint64)])[:, 0]
    _, first, kind = np.unique(kinds, return_index=True, return_inverse=True)
    boards, members = whole.cards[first], np.zeros(len(first), np.int64)
    np.add.at(members, kind, whole.members)

    def job(part: int) -> Residues:
        return _totals(*every(part, boards, members), cards, hands, least, beaten, full, PRIMES)

    residues = np.sum(in_threads(job, range(PARTS), next(stages)), axis=0) % PRIMES
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
