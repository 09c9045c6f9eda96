"""A simulation as data: a kernel, the records it reads, a range of rounds, and sums that add up.

A kernel plays round n of a seed and notes what the house gains from each wager, in cents. Rounds are independent of each other,
and sums are integers, so chunks of rounds may be played anywhere, in any order, and give the same totals.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import without_counting
from pitboss.simulators.philox import BLOCK, Cards, Moves, Words, deal

Numbers = NDArray[np.int64]
whole: Any = np.int64  # makes a signed number of an item of an array, which reads as an int to those who check types
MOST_SUM = 2**63 - 1
CHUNK = 1 << 20  # rounds of a compiled simulator, well under a second


class Memory(NamedTuple):
    """What one thread writes to: the cards with the exchanges made, the words of the round, notes of a game, and what the house
    gains from each wager in this round."""

    cards: Cards
    moves: Moves
    words: Words
    notes: Numbers
    gains: Numbers


class Sums(NamedTuple):
    """Of one wager: rounds, cents gained by the house, and their squares."""

    rounds: int
    sum: int
    squares: int


class Chunk(NamedTuple):
    """Rounds from one on and before another."""

    id: int
    begin: int
    end: int


Done = tuple[Chunk, list[Sums]]


class Job(Protocol):
    """Rounds that can be played in chunks."""

    @property
    def digest(self) -> str:
        """Of all that decides the sums of a range of rounds."""

    @property
    def chunk(self) -> int:
        """How many rounds make a chunk of convenient size."""

    def sums(self, begin: int, end: int) -> list[Sums]:
        """The sums of these rounds, by wager."""


def joined(one: Sequence[Sums], other: Sequence[Sums]) -> list[Sums]:
    """The sums of two chunks together."""
    return [Sums(*(a + b for a, b in zip(mine, its, strict=True))) for mine, its in zip(one, other, strict=True)]


@dataclass(frozen=True)
class Simulator:
    """A game compiled for one house and one way to play. `kernel` makes the compiled function that plays a round from some
    `arguments`; it may only read `records` and write `Memory`."""

    name: str
    kernel: Callable[..., Any]
    arguments: tuple[Any, ...]
    records: Any  # a named tuple of arrays and numbers
    cards: tuple[int, ...]
    drawn: int  # cards, at most
    places: tuple[tuple[str, int], ...]  # to whom the first ones go, and how many; the others to whoever draws
    notes: int  # numbers that the game writes down during a round
    wagers: int
    most: int  # cents that the house gains or loses in a round on any wager, at most

    @property
    def play(self) -> Any:
        """What plays a round."""
        return self.kernel(*self.arguments)

    def memory(self) -> Memory:
        """Fresh memory for one thread."""
        words = -(-self.drawn // BLOCK) * BLOCK + BLOCK  # one block more for words that are drawn again
        return Memory(
            np.array(self.cards, np.uint8),
            np.zeros(self.drawn, np.uint16),
            np.zeros(words, np.uint64),
            np.zeros(self.notes, np.int64),
            np.zeros(self.wagers, np.int64),
        )

    @property
    def span(self) -> int:
        """How many rounds may be added up before a sum of squares could exceed 63 bits."""
        return MOST_SUM // max(1, self.most) ** 2


@dataclass(frozen=True)
class CompiledJob:
    """Rounds of a simulator."""

    simulator: Simulator
    seed: int
    chunk: int = CHUNK

    @cached_property
    def digest(self) -> str:
        """Of the records, the cards and the seed."""
        s = self.simulator
        found = hashlib.sha256(repr((s.name, s.arguments, self.seed, s.cards, s.wagers)).encode())
        for part in flat(s.records):
            found.update(np.ascontiguousarray(part).tobytes())
        return found.hexdigest()

    def sums(self, begin: int, end: int) -> list[Sums]:
        """Plays in spans whose sums cannot overflow."""
        run, memory = runner(self.simulator.play), self.simulator.memory()
        totals = [(0, 0)] * self.simulator.wagers
        for first in range(begin, end, self.simulator.span):
            last, sums = min(end, first + self.simulator.span), np.zeros((self.simulator.wagers, 2), np.int64)
            run(self.simulator.records, memory, np.uint64(self.seed), np.uint64(first), last - first, np.uint64(1), sums)
            totals = [(a + c, b + d) for (a, b), (c, d) in zip(totals, sums.tolist(), strict=True)]
        return [Sums(end - begin, *total) for total in totals]

    def gains(self, number: int) -> list[int]:
        """What the house gains from each wager in one round, in cents."""
        return [one.sum for one in self.sums(number, number + 1)]

    def cards(self, number: int) -> list[int]:
        """The cards of one round in the order in which they are drawn, as many as any round may need."""
        memory = self.simulator.memory()
        deal(memory.cards, memory.moves, memory.words, 0, self.simulator.drawn, np.uint64(number), np.uint64(self.seed))
        drawn: list[int] = memory.cards[: self.simulator.drawn].tolist()
        return drawn


def flat(records: Any) -> Iterable[Any]:
    """The arrays and numbers of records that may be nested."""
    for part in records:
        if isinstance(part, tuple):
            yield from flat(part)
        else:
            yield part


@cache
def runner(play: Any) -> Any:
    """The loop over rounds `first`, `first + stride`, … for a game, as compiled for the processor."""
    return without_counting(loop(getattr(play, "by_numba", play)))


def loop(play: Any) -> Callable[..., None]:
    """The loop as a plain function, for whatever compiles it; what it adds up must fit in 63 bits."""

    def run(
        records: Any, memory: Memory, seed: np.uint64, first: np.uint64, rounds: int, stride: np.uint64, sums: Numbers
    ) -> None:
        number = first
        for _ in range(rounds):
            play(records, memory, number, seed)
            for wager in range(len(memory.gains)):
                gain = memory.gains[wager]
                sums[wager, 0] += gain
                sums[wager, 1] += gain * gain
            number += stride

    return run
