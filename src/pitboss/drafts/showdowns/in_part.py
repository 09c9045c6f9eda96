"""A player who chooses before the own hand is complete: each hand of which some cards are seen, and what it becomes.

Of a complete hand, every set of so many cards is as likely to be the one that was seen. So what the options bring is added up
over all hands by the class of the cards seen, the best is chosen there, and the deals are counted once more.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import numpy as np

from pitboss.cards import text
from pitboss.drafts.comparing import Leaves, Numbers, cards_of
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.counting import Counted, Decision
from pitboss.drafts.measures import Hands, Values
from pitboss.drafts.records import Wager
from pitboss.odds.suits import BINOMIAL, classes

LARGEST_SUM = 1 << 62


class Part(NamedTuple):
    """Some hands of the player, each for its suit class."""

    hands: Hands
    sizes: Numbers  # hands in the class
    of_type: Values
    outcomes: Numbers  # how many hands of the dealer bring each, by outcome, hand and card of the dealer that is seen
    brings: Numbers  # by leaf, hand and card of the dealer that is seen


def places_of(hands: Hands, seen: int, place: Values) -> Values:
    """The class of each set of so many cards, by hand and set."""
    cards, order = np.sort(hands, axis=1).astype(np.int64), np.arange(1, seen + 1)
    sets = [place[BINOMIAL[cards[:, list(chosen)], order].sum(1)] for chosen in combinations(range(hands.shape[1]), seen)]
    return np.stack(sets, axis=1).astype(np.int64)


def best_play(wager: Wager, leaves: Leaves, seen: int, deals: int, parts: Callable[[], Iterator[Part]]) -> Counted:
    """Choose best for each class of the cards seen, and count what that brings; the hands are gone through twice."""
    if leaves.largest * deals >= LARGEST_SUM:
        raise BadDraft(f"{wager.name}: payouts are too large, or too many different fractions, for all hands of a dealer")
    sets = classes(seen, cards_of(wager))
    worth, number = np.zeros((len(leaves.net), len(sets.cards)), np.int64), np.zeros(len(sets.cards), np.int64)
    for part in parts():
        for column in places_of(part.hands, seen, sets.place).T:
            np.add.at(number, column, part.outcomes[:, :, 0].sum(0) * part.sizes)
            for leaf, brings in enumerate(part.brings[:, :, 0]):
                np.add.at(worth[leaf], column, brings * part.sizes)
    best, tally = worth.argmax(0), np.zeros(leaves.net.shape, np.int64)
    for part in parts():
        chosen = best[places_of(part.hands, seen, sets.place)]
        for leaf in range(len(tally)):
            taken = part.outcomes[:, :, 0] * ((chosen == leaf).sum(1) * part.sizes)
            np.add.at(tally[leaf], part.of_type, taken.T)
    if tally.sum() != deals:
        raise AssertionError(f"{tally.sum()} deals were counted, and there are {deals}")
    return leaves.counted(wager, tally, _decisions(leaves, sets.cards, best, worth, number))


def _decisions(leaves: Leaves, hands: Hands, best: Values, worth: Numbers, number: Numbers) -> Sequence[Decision]:
    """The best option with each cards that are seen."""
    names = [leaf.options[0] for leaf in leaves.all]
    return [
        Decision(
            text(cards), names[at], dict(zip(names, [Fraction(one, whole * leaves.scale) for one in some], strict=True)), whole
        )
        for cards, at, some, whole in zip(hands.tolist(), best.tolist(), worth.T.tolist(), number.tolist(), strict=True)
    ]
