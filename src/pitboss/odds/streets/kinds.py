"""What a person sees in the cards he holds: kinds of hands in words, each with a test for many hands at once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import ACE, RANK_NAMES, TWO

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_STRAIGHTS = tuple(0b11111 << low for low in range(10))  # bit 0 is the ace when it is low, bit 13 the ace when it is high
_BITS = np.array([number.bit_count() for number in range(1 << 14)], np.int8)


def _fitting(bits: Numbers, cards: int) -> Numbers:
    """How many straights have at least so many of the ranks."""
    number: Numbers = np.stack([_BITS[bits & straight] >= cards for straight in _STRAIGHTS]).sum(0)
    return number


@dataclass(frozen=True, eq=False)
class Held:
    """Hands of the same number of cards, one in each row, and what each of their players has wagered before."""

    cards: NDArray[np.uint8]
    wagered: Numbers
    known: dict[tuple[str, int], Numbers] = field(default_factory=dict)  # how many straights have cards of any or one suit

    @cached_property
    def ranks(self) -> Numbers:
        """The rank of every card."""
        return self.cards.astype(np.int64) >> 2

    @cached_property
    def of_rank(self) -> Numbers:
        """How many cards of each rank there are."""
        return np.stack([(self.ranks == rank).sum(1) for rank in range(ACE + 1)], 1)

    @cached_property
    def suited(self) -> Numbers:
        """How many cards are of the suit that has most."""
        most: Numbers = np.stack([((self.cards & 3) == suit).sum(1) for suit in range(4)]).max(0)
        return most

    @cached_property
    def of_suit(self) -> Numbers:
        """The ranks of each suit as bits, an ace both low and high."""
        bits = np.zeros((len(self.cards), 4), np.int64)
        for at in range(self.cards.shape[1]):
            bits[np.arange(len(bits)), self.cards[:, at] & 3] |= 2 << self.ranks[:, at]
        return bits | bits >> ACE + 1

    @cached_property
    def of_any_suit(self) -> Numbers:
        """The same for all suits together."""
        bits: Numbers = np.bitwise_or.reduce(self.of_suit, axis=1)
        return bits

    def straights(self, cards: int) -> Numbers:
        """How many straights have so many of the cards or more."""
        if ("any", cards) not in self.known:
            self.known["any", cards] = _fitting(self.of_any_suit, cards)
        return self.known["any", cards]

    def suited_straights(self, cards: int) -> Numbers:
        """The same for straights of cards of one suit."""
        if ("one", cards) not in self.known:
            self.known["one", cards] = _fitting(self.of_suit, cards).max(1)
        return self.known["one", cards]

    @cached_property
    def fillers(self) -> Numbers:
        """How many ranks, added, would make a straight."""
        added = [self.of_any_suit | 2 << rank | (rank == ACE) for rank in range(ACE + 1)]
        number: Numbers = np.stack([_fitting(bits, 5) > 0 for bits in added]).sum(0)
        return number

    def between(self, low: int, high: int) -> Numbers:
        """How many cards are of these ranks."""
        number: Numbers = ((self.ranks >= low) & (self.ranks <= high)).sum(1)
        return number

    @cached_property
    def better(self) -> Flags:
        """Whether there is more than a pair: two pair, three of a kind, or of five cards a straight or a flush."""
        found: Flags = ((self.of_rank >= 2).sum(1) >= 2) | (self.of_rank >= 3).any(1)
        return found | (self.suited >= 5) | (self.straights(5) > 0)

    def paired(self, low: int) -> Flags:
        """Whether there is a pair of this rank or higher, or something better than a pair."""
        found: Flags = self.better | (self.of_rank[:, low:] >= 2).any(1)
        return found


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of hands: its words, and whether hands are of it."""

    words: str
    holds: Callable[[Held], Flags]

    def __and__(self, other: "Kind") -> "Kind":
        return Kind(f"{self.words}, {other.words}", lambda held: self.holds(held) & other.holds(held))


def pair(low: int) -> Kind:
    """A pair from a rank on, or something better than a pair."""
    words = "a pair or better" if low == TWO else f"a pair of {RANK_NAMES[low]}s or better"
    return Kind(words, lambda held: held.paired(low))


def suited(cards: int) -> Kind:
    """So many cards of one suit."""
    return Kind(f"{NUMBERS[cards]} {'to a flush' if cards == 4 else 'suited cards'}", lambda held: held.suited >= cards)


def fitting(cards: int, straights: int) -> Kind:
    """So many cards that are part of at least so many straights."""
    return Kind(f"{NUMBERS[cards]} cards {_fit(cards, straights)}", lambda held: held.straights(cards) >= straights)


def suited_fitting(cards: int, straights: int) -> Kind:
    """The same with cards of one suit."""
    words = f"{NUMBERS[cards]} suited cards {_fit(cards, straights)}"
    return Kind(words, lambda held: held.suited_straights(cards) >= straights)


def _fit(cards: int, straights: int) -> str:
    """A straight has five cards, so no more than this number of straights has some of them in common."""
    if straights == 1:
        return "that fit a straight"
    return f"that fit {NUMBERS[straights]} straights" + ("" if straights == 6 - cards else " or more")


def filled(ranks: int) -> Kind:
    """Four to a straight, which at least so many ranks would fill."""
    words = "four to a straight" + (" that two ranks would fill" if ranks == 2 else "")
    return Kind(words, lambda held: held.fillers >= ranks)


def suited_neighbours(high: int) -> Kind:
    """Two cards of one suit and of neighbouring ranks, these or higher ones."""
    words = f"suited neighbours from {RANK_NAMES[high - 1]}-{RANK_NAMES[high]} on"

    def holds(held: Held) -> Flags:
        low, top = held.ranks.min(1), held.ranks.max(1)
        of_kind: Flags = (held.suited == 2) & (top - low == 1) & (top >= high)
        return of_kind

    return Kind(words, holds)


def with_cards(number: int, low: int, word: str) -> Kind:
    """A condition beside another: at least so many cards from a rank on."""
    return Kind(f"with {count(number, f'{word} card')}", lambda held: held.between(low, ACE) >= number)


def two_of_them_fit(straights: int) -> Kind:
    """A condition beside another: at least so many straights have two of the cards."""
    words = f"and {count(straights, 'straight')} that two of them fit"
    return Kind(words, lambda held: held.straights(2) >= straights)


def count(number: int, word: str) -> str:
    """At least so many of something.

    >>> count(1, "high card"), count(2, "point")
    ('a high card', 'at least two points')
    """
    return f"a {word}" if number == 1 else f"at least {NUMBERS[number]} {word}s"
