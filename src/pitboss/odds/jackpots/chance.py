"""Random cards for compiled code: a xorshift generator whose state is one number."""

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_12, _25, _27, _32 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)


def seeded(seed: int) -> NDArray[np.uint64]:
    """The state that belongs to a seed."""
    return np.random.default_rng(seed).integers(1, 2**64, 1, np.uint64)


@compiled
def below(state: NDArray[np.uint64], number: int) -> int:
    """A random number from 0 up to but not including another."""
    x = state[0]
    x ^= x >> _12
    x ^= x << _25
    x ^= x >> _27
    state[0] = x
    return int((x * _MULTIPLIER >> _32) * np.uint64(number) >> _32)


@compiled
def shuffle(state: NDArray[np.uint64], cards: NDArray[np.uint8], begin: int, end: int) -> None:
    """Puts random cards of all from `begin` on into the places up to `end`."""
    size = len(cards)
    for at in range(begin, end):
        other = at + below(state, size - at)
        cards[at], cards[other] = cards[other], cards[at]
