"""Wagers in which a hand of the player meets the dealer's: what each brings by the player's hand and the outcome alone.

There are five outcomes: the player wins, against a dealer who qualifies or one who does not; a tie; the dealer wins, qualified
or not. Where every condition looks at the player's hand, at whether the dealer qualifies, or at which hand is higher, a wager
is priced by counting outcomes, without listing the dealer's cards. Such a count chooses among `Leaf`s, sequences of options.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.drafts.conditions import (
    And,
    Category,
    Compare,
    Condition,
    Not,
    Number,
    Or,
    Property,
    Sum,
    Value,
    Word,
    tests_in,
)
from pitboss.drafts.counting import Counted, Decision, Result, Results, bet_in_all, histories, net_of, reading_of, results_of
from pitboss.drafts.deals import Listing, groups_of, overs, tests_of
from pitboss.drafts.joining import compact
from pitboss.drafts.measures import SIGNS, Batch, Cards, Flags, Hands, Values
from pitboss.drafts.records import Wager

# In the order of `pitboss.odds.boards.holdings`: the dealer qualifies and the player wins; he does not and the player wins; a
# tie; the dealer qualifies and wins; he does not and wins.
WIN_QUALIFIED, WIN, TIE, LOSE_QUALIFIED, LOSE = range(5)
Names = frozenset[str]
Test = Category | Property | Compare
Numbers = NDArray[np.int64]
POKER_VALUE = Number("poker value")
LARGEST_NET = 1 << 36  # in parts of the first bet: sums over all hands of a dealer, of 2 to the 26th at most, fit in 64 bits
CHUNK = 1 << 18  # hands that are looked at together


@dataclass(frozen=True)
class Sides:
    """The groups of cards of the two hands that are compared."""

    player: Names
    dealer: Names

    @staticmethod
    def of(wager: Wager, in_part: bool = False) -> "Sides | None":
        """The sides of a wager on one deck; None where its conditions do not look at two hands, one of them the player's, which
        is seen when the player chooses, or seen in part."""
        if wager.deck.decks > 1 or wager.draws or wager.given:
            return None
        looked_at = dict.fromkeys(frozenset(over or wager.deal) for test in tests_of(wager) for over in overs(test))
        if len(looked_at) != 2:
            return None
        one, other = sorted(looked_at, key=lambda names: [name not in names for name in wager.deal])
        seen = {name for choice in wager.choices for name in choice.sees}
        sides = [Sides(*pair) for pair in ((one, other), (other, one)) if not pair[1] - pair[0] <= seen]
        if in_part:
            return next((sides for sides in sides if seen and seen < sides.player), None)
        return next((sides for sides in sides if not seen or sides.player - sides.dealer <= seen), None)

    def dealers(self, condition: Condition) -> list[Condition]:
        """The parts of a condition that look at the dealer's cards alone, each as large as it can be."""
        looked_at = [self.side(test) for test in tests(condition)]
        if looked_at and all(side == self.dealer for side in looked_at):
            return [condition]
        if isinstance(condition, Not):
            return self.dealers(condition.term)
        if not isinstance(condition, And | Or):
            return []
        own, others = self.divided(condition)
        return [*own, *(part for term in others for part in self.dealers(term))]

    def divided(self, condition: And | Or) -> tuple[list[Condition], list[Condition]]:
        """The terms that look at the dealer's cards alone, joined, and the other ones."""
        own = [term for term in condition.terms if self.dealers(term) == [term]]
        return [type(condition)(tuple(own))] if own else [], [term for term in condition.terms if term not in own]

    def side(self, test: Test) -> Names | None:
        """Whose cards a test looks at; both where it compares the two hands, None where it is none of these."""
        found = {frozenset(over) for each in tests_in(test) for over in overs(each)}
        if len(found) == 1:
            return found.pop()
        return self.player | self.dealer if compared(test) else None


def compared(test: Test) -> Number | None:
    """What a test compares two hands by: the number that it reads from each."""
    if isinstance(test, Compare) and isinstance(test.left, Number) and isinstance(test.right, Number):
        left, right = test.left, test.right
        if not left.other and left == replace(right, over=left.over) and {*left.over} != {*right.over}:
            return left
    return None


def compared_by(wager: Wager) -> set[Number]:
    """What all tests of a wager compare two hands by."""
    found = (compared(test) for one in wager.conditions if not isinstance(one, Number | Sum | int) for test in tests(one))
    return {replace(number, over=()) for number in found if number is not None}


def tests(condition: Condition) -> list[Test]:
    """What a condition joins by and, or, not."""
    if isinstance(condition, And | Or):
        return [test for term in condition.terms for test in tests(term)]
    if isinstance(condition, Not):
        return tests(condition.term)
    return [] if isinstance(condition, Word) else [condition]


@dataclass(frozen=True)
class Qualification:
    """The code of the least hand with which the dealer qualifies, and what conditions on the dealer's cards say: that he does,
    that he does not, or always the same."""

    least: int
    says: dict[Condition, tuple[bool, bool]]  # whether each holds for a dealer who does not qualify, and for one who does

    @staticmethod
    def of(wager: Wager, sides: Sides, hands: Hands, codes: Values) -> "Qualification | None":
        """The qualification of a wager; None where conditions divide the hands otherwise, of which there is each."""
        reading = reading_of(wager)
        batch = Batch({tuple(sides.dealer): (Cards(hands, reading), None)}, len(hands), reading)
        least: set[int] = set()
        says: dict[Condition, tuple[bool, bool]] = {}
        for condition in wager.conditions:
            if isinstance(condition, Number | Sum | int):
                if any(frozenset(each.over) != sides.player for each in tests_in(condition)):
                    return None
                continue
            if any(sides.side(test) is None for test in tests(condition)):
                return None
            for part in sides.dealers(condition):
                flags = batch.holds(part)
                if flags.all() or not flags.any():
                    says[part] = bool(flags[0]), bool(flags[0])
                    continue
                up = bool(flags[codes.argmax()])
                better, worse = codes[flags == up], codes[flags != up]
                if better.min() <= worse.max():
                    return None
                least.add(int(better.min()))
                says[part] = not up, up
        return Qualification(min(least, default=0), says) if len(least) < 2 else None


def kinds_of(wager: Wager, sides: Sides, hands: Hands, strong: Flags) -> tuple[Values, Values]:
    """Hands of the player are of one kind if conditions say the same of them and all or none are `strong`: the kind of each,
    and a hand of each kind."""
    reading, key, first = reading_of(wager), strong.astype(np.int64), np.arange(2)
    asked: dict[Condition | Value, None] = {}
    for one in wager.conditions:
        if isinstance(one, Number | Sum | int):  # of the player's cards, as the qualification has seen to
            asked[one] = None
        else:
            asked |= {test: None for test in tests(one) if sides.side(test) == sides.player}
    read: list[list[Values]] = [[] for _ in asked]
    for begin in range(0, len(hands), CHUNK):
        cards = Cards(hands[begin : begin + CHUNK], reading)
        batch = Batch({tuple(sides.player): (cards, None)}, len(cards.cards), reading)
        for one, values in zip(asked, read, strict=True):
            values.append(batch.value(one) if isinstance(one, Number | Sum | int) else batch.holds(one))
    for values in read:
        answers = np.concatenate(values).astype(np.int64)
        answers -= answers.min()
        number = int(answers.max()) + 1
        key, first = compact(key * number + answers, len(first) * number)
    return compact(key, len(first))


class Outcomes(Batch):
    """Rows for the player's hands in each outcome, one outcome after the other."""

    def __init__(self, wager: Wager, sides: Sides, qualification: Qualification, hands: Hands, codes: Values) -> None:
        number, reading = len(hands), reading_of(wager)
        super().__init__({tuple(sides.player): (Cards(hands, reading), np.tile(np.arange(number), 5))}, 5 * number, reading)
        self.wager, self.sides, self.says = wager, sides, qualification.says
        self.sign = np.repeat([1, 1, 0, -1, -1], number)
        strong = codes >= qualification.least
        always = np.ones(number, np.bool_)
        self.qualifies = np.concatenate([always, ~always, strong, always, ~always])
        self.possible = np.concatenate([strong, always, always, always, ~strong])

    @cached_property
    def results(self) -> list[tuple[tuple[str, ...], list[Result], Values]]:
        """Every sequence of options, with all results that it may have and which of them each row has, whatever rows pay. The
        last result is that of rows in which the options are not open."""
        found = []
        for options, offered in histories(self.wager, self, 0, (), np.ones(self.rows, np.bool_)):
            key, paid = results_of(self.wager, self, options)
            which = np.where(self.possible, np.where(offered, key, len(paid)), 0)
            found.append((options, [Result(options, rows, 0) for rows in (*paid, ())], which))
        return found

    def holds(self, condition: Condition) -> Flags:
        """Whether a condition holds for each row."""
        if condition in self.says:
            unqualified, qualified = self.says[condition]
            return np.where(self.qualifies, qualified, unqualified)
        if isinstance(condition, And | Or):
            own, others = self.sides.divided(condition)
            join = np.logical_and if isinstance(condition, And) else np.logical_or
            return join.reduce([self.holds(term) for term in (*own, *others)])
        if isinstance(condition, Compare) and self.sides.side(condition) != self.sides.player:
            [left] = tests_in(condition.left)
            sign = self.sign if frozenset(left.over) == self.sides.player else -self.sign
            return SIGNS[condition.sign](sign, 0)
        return super().holds(condition)


@dataclass(frozen=True)
class Leaf:
    """A sequence of options, and what it brings."""

    options: tuple[str, ...]
    results: list[Result]  # all that there are
    which: Values  # of them each row has; 0 in rows that cannot be
    net: Numbers  # of each row, in units of which `scale` are the first bet


@dataclass(frozen=True)
class Leaves:
    """The sequences of options among which the player chooses, in the order of the draft. Options are left out if the same
    others always bring more, or as much and come first: they are never the best."""

    all: list[Leaf]
    scale: int
    closed: Fraction  # what a leaf brings where it is not open: less than any that is

    @staticmethod
    def of(wager: Wager, batch: Outcomes) -> "Leaves | None":
        """The leaves of a wager, or of another one that differs from that of the batch only by what rows pay; None where sums
        of its payouts may not fit into 64 bits."""
        nets = [[net_of(wager, options, result.paid) for result in results[:-1]] for options, results, _ in batch.results]
        closed = -1 - max(abs(net) for some in nets for net in some)
        nets = [[*some, closed] for some in nets]
        scale = lcm(*(net.denominator for some in nets for net in some))
        if max(abs(net) for some in nets for net in some) * scale >= LARGEST_NET:
            return None
        leaves = []
        for (options, results, key), brought in zip(batch.results, nets, strict=True):
            net = np.array([int(net * scale) for net in brought], np.int64)[key]
            leaves.append(Leaf(options, results, key, net))
        return Leaves(_undominated(leaves, 0, np.flatnonzero(batch.possible)), scale, closed)

    @cached_property
    def types(self) -> tuple[Values, Values]:
        """Hands are of one type if they bring the same in every outcome and leaf: the type of each, and one of each type."""
        rows = np.concatenate([leaf.which.reshape(5, -1) for leaf in self.all])
        _, first, type_of = np.unique(rows, axis=1, return_index=True, return_inverse=True)
        return type_of.reshape(-1), first

    @cached_property
    def net(self) -> Numbers:
        """What each leaf brings, by type and outcome."""
        return np.array([np.ascontiguousarray(leaf.net.reshape(5, -1).T[self.types[1]]) for leaf in self.all])

    @property
    def largest(self) -> int:
        """The largest gain or loss, in units of which `scale` are the first bet."""
        return max(int(np.abs(leaf.net).max()) for leaf in self.all)

    def counted(self, wager: Wager, tally: Numbers, decisions: Sequence[Decision]) -> Counted:
        """The results of deals that have been counted by leaf, type and outcome."""
        results, wagered = Results(), Fraction(0)
        for leaf, deals in zip(self.all, tally, strict=True):
            which = leaf.which.reshape(5, -1).T[self.types[1]]
            for place in np.argwhere(deals):
                results[leaf.results[which[tuple(place)]]] += int(deals[tuple(place)])
            wagered += bet_in_all(wager, leaf.options) * int(deals.sum())
        return Counted(decisions, results, wagered)


def _undominated(leaves: list[Leaf], depth: int, possible: Values) -> list[Leaf]:
    """The leaves without every option that one sequence of others surpasses in all rows that can be."""
    if len(leaves) < 2:
        return leaves
    groups = [_undominated(list(same), depth + 1, possible) for _, same in groupby(leaves, lambda leaf: leaf.options[depth])]
    most = [np.max([leaf.net[possible] for leaf in group], 0) for group in groups]
    for at in reversed(range(len(groups))):
        before = [leaf.net[possible] for group in groups[:at] for leaf in group]
        after = [leaf.net[possible] for group in groups[at + 1 :] for leaf in group]
        if any((net >= most[at]).all() for net in before) or any((net > most[at]).all() for net in after):
            groups[at] = []
    return [leaf for group in groups for leaf in group]


def deals_of(wager: Wager) -> int:
    """How many deals of a wager there are, as the listing counts them."""
    return Listing(wager.deck, groups_of(wager), "cards").deals


def cards_of(wager: Wager) -> tuple[int, ...]:
    """The cards of a wager's deck, in ascending order."""
    return tuple(card for card, number in enumerate(wager.deck.counts) if number)
