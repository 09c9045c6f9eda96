"""How many sets of k disjoint pairs of cards a graph has, whose vertices are cards and whose edges are holdings of two cards.

A graph falls into parts that no edge joins, and the counts of the whole are products of theirs. The counts of a graph follow
from those of its complement (inclusion and exclusion over the pairs that are not edges), so that a dense graph is as easy as a
sparse one, and a card that goes with every other stands alone in the complement. What is left is taken apart card by card.

Counts pass 64 bits; they are kept modulo four primes and put together at the end.
"""

from functools import cache
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled

Residues = NDArray[np.int64]  # by number of pairs, and by prime

PRIMES = np.array([2147483647, 2147483629, 2147483587, 2147483579], np.int64)
_ONE = np.uint64(1)
_SEQUENCE = 0x03F79D71B4CB0A89  # a de Bruijn sequence: its top six bits tell by how much it was shifted
_TOP = np.uint64(58)
_FACTOR = np.uint64(_SEQUENCE)
_PLACES = np.zeros(64, np.int64)
_PLACES[[(_SEQUENCE << place) % 2**64 >> 58 for place in range(64)]] = np.arange(64)


@cache
def complete(cards: int, most: int) -> Residues:
    """The counts where any two cards are an edge, by number of cards up to so many and number of pairs."""
    table = np.zeros((cards + 1, most + 1, len(PRIMES)), np.int64)
    for size in range(cards + 1):
        for pairs in range(min(most, size // 2) + 1):
            ways = factorial(size) // (factorial(size - 2 * pairs) * factorial(pairs) * 2**pairs)
            table[size, pairs] = [ways % prime for prime in PRIMES.tolist()]
    return table


def whole_number(residues: Residues) -> int:
    """The number, of either sign and well below the product of the primes, that leaves these residues.

    >>> whole_number(np.array([-12345678901234567890 % prime for prime in PRIMES.tolist()]))
    -12345678901234567890
    """
    primes: list[int] = PRIMES.tolist()
    product = prod(primes)
    found = 0
    for residue, prime in zip(residues.tolist(), primes, strict=True):
        rest = product // prime
        found += residue * rest * pow(rest, prime - 2, prime)
    found %= product
    return found if found < product // 2 else found - product


@compiled
def lowest(mask: np.uint64) -> int:
    """The lowest bit of a mask."""
    return int(_PLACES[(mask & (~mask + _ONE)) * _FACTOR >> _TOP])


@compiled
def _size(mask: np.uint64) -> int:
    size = 0
    while mask:
        mask &= mask - _ONE
        size += 1
    return size


@compiled
def _neighbours(card: int, within: np.uint64, edges: NDArray[np.uint64], opposite: bool) -> np.uint64:
    found: np.uint64 = (~edges[card] if opposite else edges[card]) & within & ~(_ONE << np.uint64(card))
    return found


@compiled
def _joined(card: int, within: np.uint64, edges: NDArray[np.uint64], opposite: bool) -> np.uint64:
    """The part of a graph that a card is in."""
    part = front = _ONE << np.uint64(card)
    while front:
        new = _neighbours(lowest(front), within, edges, opposite) & ~part
        front = front & (front - _ONE) | new
        part |= new
    return part


# What a graph on the stack waits for: its next part, the counts of a part's complement, those of a part without one
# card, those without that card and a partner.
_NEXT, _COMPLEMENT, _WITHOUT, _PARTNER = range(4)


@compiled
def _copy(to: Residues, counts: Residues) -> None:
    # One by one: Numba compiles the assignment of an array to another for seconds, with what it would say if they did not fit.
    for k in range(counts.shape[0]):
        for p in range(counts.shape[1]):
            to[k, p] = counts[k, p]


@compiled
def _multiply(found: Residues, counts: Residues, primes: NDArray[np.int64]) -> None:
    """Counts of two graphs together, in place of those of the first."""
    most = len(found) - 1
    last = most
    while last and not counts[last].any():
        last -= 1
    for k in range(most, -1, -1):
        for p in range(len(primes)):
            total = np.int64(0)
            for j in range(min(k, last) + 1):
                total = (total + found[k - j, p] * counts[j, p]) % primes[p]
            found[k, p] = total


@compiled
def _from_complement(counts: Residues, others: Residues, size: int, full: Residues, primes: NDArray[np.int64]) -> None:
    """The counts of a graph of so many cards from those of its complement."""
    counts[:] = 0
    for k in range(min(len(counts) - 1, size // 2) + 1):
        for j in range(k + 1):
            for p in range(len(primes)):
                term = others[j, p] * full[size - 2 * j, k - j, p] % primes[p]
                counts[k, p] = (counts[k, p] + (primes[p] - term if j & 1 else term)) % primes[p]


@compiled
def _degrees(part: np.uint64, edges: NDArray[np.uint64], opposite: bool) -> int:
    """The neighbours of all cards of a part together."""
    degrees, rest = 0, part
    while rest:
        degrees += _size(_neighbours(lowest(rest), part, edges, opposite))
        rest &= rest - _ONE
    return degrees


@compiled
def _falls_apart(part: np.uint64, edges: NDArray[np.uint64], opposite: bool) -> bool:
    return bool(part != 0 and _joined(lowest(part), part, edges, opposite) != part)


@compiled
def _key(part: np.uint64, edges: NDArray[np.uint64], opposite: bool) -> int:
    """The card to begin with: one without which a part or its complement falls apart, and with many neighbours."""
    found, most = -1, -1
    rest = part
    while rest:
        card = lowest(rest)
        rest &= rest - _ONE
        without = part & ~(_ONE << np.uint64(card))
        worth = _size(_neighbours(card, part, edges, opposite))
        if _falls_apart(without, edges, opposite) or _falls_apart(without, edges, not opposite):
            worth += 64
        if worth > most:
            found, most = card, worth
    return found


@compiled
def _twins(card: int, among: np.uint64, part: np.uint64, edges: NDArray[np.uint64], opposite: bool) -> np.uint64:
    """The cards that have the same neighbours as a card, itself among them: without one or another, equal graphs are left."""
    twins, own = np.uint64(0), _ONE << np.uint64(card)
    near = _neighbours(card, part, edges, opposite)
    while among:
        other = lowest(among)
        bit = _ONE << np.uint64(other)
        among ^= bit
        if not (near ^ _neighbours(other, part, edges, opposite)) & ~(own | bit):
            twins |= bit
    return twins


@compiled
def matchings(within: np.uint64, edges: NDArray[np.uint64], full: Residues, primes: NDArray[np.int64]) -> Residues:
    """The counts, by number of disjoint pairs, of the graph among some cards; `full` are those of the complete graphs.

    It calls itself on smaller graphs by a stack of its own, as compiled code that does so cannot be kept on disk.
    """
    depth, deepest = 0, 3 * _size(within) + 2
    found = np.zeros((deepest, full.shape[1], full.shape[2]), np.int64)
    counts = np.zeros_like(found)
    left, part = np.zeros(deepest, np.uint64), np.zeros(deepest, np.uint64)
    rest, near = np.zeros(deepest, np.uint64), np.zeros(deepest, np.uint64)
    state, times = np.zeros(deepest, np.int64), np.zeros(deepest, np.int64)
    opposite = np.zeros(deepest, np.bool_)
    result: Residues = found[0].copy()
    left[0], found[0, 0] = within, 1
    while depth >= 0:
        below = np.uint64(0)  # the smaller graph to count next, if any
        turned = opposite[depth]
        if state[depth] == _NEXT:
            if not left[depth]:
                _copy(result, found[depth])
                depth -= 1
                continue
            part[depth] = _joined(lowest(left[depth]), left[depth], edges, turned)
            left[depth] &= ~part[depth]
            size = _size(part[depth])
            if size == 1:
                continue
            dense = 2 * _degrees(part[depth], edges, turned) > size * (size - 1)
            if dense or _falls_apart(part[depth], edges, not turned):
                state[depth], below, turned = _COMPLEMENT, part[depth], not turned
            else:
                key = _key(part[depth], edges, turned)
                rest[depth] = below = part[depth] & ~(_ONE << np.uint64(key))
                near[depth] = _neighbours(key, part[depth], edges, turned)
                state[depth] = _WITHOUT
        elif state[depth] == _COMPLEMENT:
            _from_complement(counts[depth], result, _size(part[depth]), full, primes)
        else:
            if state[depth] == _WITHOUT:
                _copy(counts[depth], result)
                state[depth] = _PARTNER
            else:
                for k in range(1, len(result)):
                    for p in range(len(primes)):
                        counts[depth, k, p] = (counts[depth, k, p] + times[depth] * result[k - 1, p]) % primes[p]
            if near[depth]:
                partner = lowest(near[depth])
                twins = _twins(partner, near[depth], part[depth], edges, turned)
                times[depth] = _size(twins)
                near[depth] &= ~twins
                below = rest[depth] & ~(_ONE << np.uint64(partner))
        if below:
            depth += 1
            left[depth], opposite[depth], state[depth] = below, turned, _NEXT
            found[depth] = 0
            found[depth, 0] = 1
        else:
            _multiply(found[depth], counts[depth], primes)
            state[depth] = _NEXT
    return result
