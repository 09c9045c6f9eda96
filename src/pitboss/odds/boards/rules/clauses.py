"""Rules on community cards in words: clauses with a number each, which is chosen for the most that best play shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import ACE, EIGHT, RANK_NAMES
from pitboss.odds.boards.rules.situations import Seen, seen

Set = NDArray[np.bool_]  # of situations
COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")


@dataclass(frozen=True)
class Clause:
    """Situations by some numbers, and how to say it; of equal gains the numbers named first are taken."""

    holds: Callable[..., Set]
    words: Callable[..., str]
    numbers: Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class Rule:
    """A set of situations in words."""

    words: str
    chosen: Set


WORTH_A_CLAUSE = 10_000  # a clause of the fuller rules brings more than this part of an Ante
NUMBERS = [(number,) for number in range(13)]
RANK = "rank not on the board"
PAIR = "a pair with one of your cards"
THREATS = ("where the board has three of a suit", "where it has four of a suit or four ranks of a straight")


def _pair_words(calm: int, *threatened: int) -> str:
    """A pair, with how many ranks of the board may be above it: usually, and under each threat."""
    words = PAIR + (f" that has {_at_most(calm)} of the board above it" if calm < 4 else "")
    for where, before, most in zip(THREATS, (calm, *threatened), threatened, strict=False):
        if most < before:
            words += f", {where} {_at_most(most)}" if most >= 0 else f", {where} no pair"
    return words


def _at_most(ranks: int) -> str:
    return f"at most {COUNT[ranks]} rank{'s' * (ranks > 1)}" if ranks else "no rank"


def _best(number: int, of: str) -> str:
    """The highest, or one of the highest so many."""
    return f"the highest {of}" if not number else f"one of the {COUNT[number + 1]} highest {of.replace(' ', 's ', 1)}"


def _with(low: int) -> str:
    """What the lower card must be."""
    return f" with {'an' if low in (EIGHT, ACE) else 'a'} {RANK_NAMES[low]} or higher" if low else ""


def _high_card(words: str, holds: Callable[[Seen], Set], above: int = 0) -> Clause:
    """Neither pair nor better, but something beside the highest rank (or the second) that the board does not show."""
    rank = f"the {('', 'second ')[above]}highest {RANK}"
    return Clause(
        lambda s, n: s.neither & holds(s) & (s.above == above) & (s.low >= n), lambda n: f"{words}{rank}{_with(n)}", NUMBERS
    )


STRONG = Clause(
    lambda s, _: s.strong, lambda _: "two pair with both of your cards, three of a kind with one, or better", NUMBERS[:1]
)
ANY_PAIR = Clause(lambda s, _: s.pair >= 0, lambda _: PAIR, NUMBERS[:1])
SOME_PAIRS = Clause(
    lambda s, *most: (s.pair >= 0) & (s.below <= np.array(most)[s.threat]),
    _pair_words,
    [(a, b, c) for a in range(4, -1, -1) for b in range(a, -2, -1) for c in range(b, -2, -1)],
)
FLUSH = Clause(
    lambda s, n: (s.to_flush == 4) & (s.flush_above <= n),
    lambda n: f"four to a flush with {_best(n, 'card of the suit not on the board')}",
    NUMBERS,
)
OPEN = Clause(
    lambda s, n: (s.to_straight == 2) & (s.above <= n),
    lambda n: f"two ranks that would make a straight and {_best(n, RANK)}",
    NUMBERS,
)
PAIRED_BOARD = _high_card("a pair on the board and ", lambda s: s.paired)
SHORT = (STRONG, ANY_PAIR)
MIDDLE = (STRONG, ANY_PAIR, FLUSH, PAIRED_BOARD)
FULL = (
    STRONG,
    SOME_PAIRS,
    FLUSH,
    PAIRED_BOARD,
    _high_card("a pair on the board and ", lambda s: s.paired, 1),
    OPEN,
    _high_card("a rank that would make a straight and ", lambda s: s.to_straight >= 1),
    _high_card("a rank that would make a straight and ", lambda s: s.to_straight >= 1, 1),
    _high_card("three to a flush and ", lambda s: s.to_flush == 3),
    _high_card("", lambda s: s.neither),
)


def fitted(clauses: Sequence[Clause], gain: NDArray[np.int64], least: int = 0) -> Rule:
    """The clauses, each with the number that adds the most to what those before it gain; left out if that is too little."""
    chosen = np.zeros(len(gain), np.bool_)
    words = []
    for clause in clauses:
        sets = [clause.holds(seen(), *number) for number in clause.numbers]
        added = [int(gain[each & ~chosen].sum()) for each in sets]
        best = int(np.argmax(added))
        if added[best] > least:
            chosen |= sets[best]
            words.append(clause.words(*clause.numbers[best]))
    return Rule("; ".join(words), chosen)
