"""Games on five community cards as data: what every sequence of options brings, by the player's hand and the outcome.

The player may choose before the flop, on it, on the turn (with four community cards) and at the end. Sequences with the same
options before the end are a branch, branches with the same options before the turn are a node.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT
from pitboss.odds.distribution import Combination, Distribution, summed, together

Numbers = NDArray[np.int64]
BEFORE, FLOP, TURN, RIVER = range(4)  # when the player chooses
ORDERS = 20  # of five cards as flop, turn and river
CATEGORIES = (np.arange(1 << 16) >> CATEGORY_SHIFT).astype(np.uint16)  # types of hands where only the category matters
ENDS = (  # by outcome, as in `holdings`
    *("win, dealer qualifies", "win, dealer does not qualify", "tie"),
    *("lose, dealer qualifies", "lose, dealer does not qualify"),
)
PLAIN_ENDS = ("win", "win", "tie", "lose", "lose")  # where every dealer's hand counts
SIGN = np.array([1, 1, 0, -1, -1])  # of what a wager wins, by outcome


class Nodes(NamedTuple):
    """What is added up by flop, and decided on the turn; -1 stands for none."""

    difference: Numbers  # by node: between its first branch and the first one after the same option before the flop
    row: Numbers  # where its sums by flop are
    turn: Numbers  # where its decisions on the turn are
    branches: Numbers  # where its branches begin
    more: Numbers  # by branch: the difference to the first branch of its node


class Rules(NamedTuple):
    """The terms as compiled code takes them."""

    least: int
    type_of: NDArray[np.uint16]
    net: Numbers
    leaves: Numbers
    minuends: Numbers  # by difference: a branch
    subtrahends: Numbers


@dataclass(frozen=True, eq=False)
class Game:
    """The terms of a game. Of options that bring as much, the first is taken."""

    paths: tuple[tuple[str, str, str, str], ...]  # sequences of options, "" where there is no choice
    net: Numbers  # by sequence, type of hand and outcome (as in `holdings`), in units of which `scale` are an Ante
    type_of: NDArray[np.uint16]  # by code of a hand
    least: int  # the code of the least hand with which the dealer qualifies
    scale: int
    wagered: tuple[Fraction, ...]  # by sequence, in Antes

    @cached_property
    def options(self) -> list[str]:
        """The options before the flop."""
        return list(dict.fromkeys(path[BEFORE] for path in self.paths))

    @cached_property
    def leaves(self) -> Numbers:
        """Where the sequences of each branch begin."""
        return starts_of(path[:RIVER] for path in self.paths)

    @cached_property
    def branches(self) -> Numbers:
        """Where the branches of each node begin."""
        return starts_of(branch[:TURN] for branch in dict.fromkeys(path[:RIVER] for path in self.paths))

    @cached_property
    def nodes(self) -> Numbers:
        """Where the nodes of each option before the flop begin."""
        return starts_of(node[BEFORE] for node in dict.fromkeys(path[:TURN] for path in self.paths))

    @property
    def first(self) -> Numbers:
        """The first branch after each option before the flop."""
        return self.branches[self.nodes[:-1]]

    @property
    def orders(self) -> int:
        """In how many orders a board is counted: as flop, turn and river where the turn decides, else as flop and the rest."""
        return ORDERS if (np.diff(self.branches) > 1).any() else ORDERS // 2

    @cached_property
    def tree(self) -> tuple[Nodes, Rules]:
        """The nodes and the terms, with the differences between branches that decide: equal ones only once."""
        differences: dict[tuple[bytes, bytes], int] = {}
        pairs: list[tuple[int, int]] = []

        def difference(branch: int, base: int) -> int:
            brings, less = (self.net[self.leaves[each] : self.leaves[each + 1]] for each in (branch, base))
            if len(less) == 1:
                brings, less = brings - less, less - less
            key = brings.tobytes(), less.tobytes()
            if key not in differences:
                differences[key] = len(pairs)
                pairs.append((branch, base))
            return differences[key]

        number, rows, turns = len(self.branches) - 1, 0, 0
        none = np.full(number, -1)
        nodes = Nodes(none, none.copy(), none.copy(), self.branches, np.full(int(self.branches[-1]), -1))
        for begin, end in pairwise(self.nodes.tolist()):
            for node in range(begin, end):
                base, *others = range(*self.branches[node : node + 2].tolist())
                if node > begin:
                    nodes.difference[node] = difference(base, int(self.branches[begin]))
                for branch in others:
                    nodes.more[branch] = difference(branch, base)
                if others:
                    nodes.turn[node], turns = turns, turns + 1
                if others or node > begin:
                    nodes.row[node], rows = rows, rows + 1
        compared = np.array(pairs, np.int64).reshape(-1, 2).T.copy()
        return nodes, Rules(self.least, self.type_of, self.net, self.leaves, *compared)

    def distribution(self, tally: Numbers) -> Distribution:
        """What deals bring that are counted by sequence, type of hand and outcome."""
        return together(self._classes(tally, lambda sequence, hand, outcome: ("", "")))

    def combinations(self, tally: Numbers) -> tuple[Combination, ...]:
        """The classes of deals, with hands counted by category: by sequence of options, hand and outcome."""
        names = FIVE_CARD.categories
        return summed(self._classes(tally, lambda sequence, hand, outcome: (names[hand], self._ending(sequence, outcome))))

    def _classes(self, tally: Numbers, words: Callable[[int, int, int], tuple[str, str]]) -> Iterator[Combination]:
        for at in map(tuple, np.argwhere(tally).tolist()):
            net = Fraction(int(self.net[at]), self.scale)
            yield Combination(*words(*at), "", net, int(tally[at]), self.wagered[at[0]])

    def _ending(self, sequence: int, outcome: int) -> str:
        """How a round ends, in words; a fold has no outcome."""
        options = [option for option in self.paths[sequence] if option]
        return ", ".join(options if options[-1] == "fold" else [*options, (ENDS if self.least else PLAIN_ENDS)[outcome]])


def starts_of(keys: Iterable[object]) -> Numbers:
    """Where equal keys begin, and where the last of them end.

    >>> starts_of("aabbbc").tolist()
    [0, 2, 5, 6]
    """
    return np.cumsum([0, *(len(list(same)) for _, same in groupby(keys))])
