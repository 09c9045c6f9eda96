"""Blackjack Switch (§ 633a.12(a)): two hands whose second cards may be exchanged.

Each hand is played for the best by its own cards, the other hand's first two cards and the up card; its value is then exact,
and the values of both add up. A player who also minded the cards that his first hand drew would do slightly better.

Values are in double precision. The same arithmetic of one hand is compared with its exact fraction in the tests, and the sum
over all deals with one of fractions; both differ by far less than the error that is told.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled
from pitboss.errors import BadRules
from pitboss.odds.parts import Progress, shares
from pitboss.odds.twenty_one.game import Game, units
from pitboss.odds.twenty_one.kernels import DOUBLE, HIT, STAND, ZERO, Floats, no_blackjack, spread
from pitboss.odds.twenty_one.solver import solve_up_card, two_cards
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.tables import ACE, PAIRS, RESULTS, TEN, TWENTY_ONE, VALUES, Integers, player_hands

RULES = (  # that may differ
    *("natural", "hits_soft_17", "push_22", "most_hands", "split_pairs", "resplit_aces", "one_card_to_split_aces", "double_on"),
    *("double_soft", "double_any", "double_after_split", "double_split_aces"),
)
HOPELESS = 0.15  # a pair is not split where, other cards aside, that costs so much


class Splitting(NamedTuple):
    """How a pair is played that is best split: into how many hands at most, and what is done with each of them."""

    most_hands: int
    act: NDArray[np.int8]


@dataclass
class Values:
    """What each two-card hand is worth beside each other two cards, under one up card, and how it is played; by places in
    PAIRS."""

    value: Floats  # [hand, other]
    natural: Floats  # of a Blackjack as dealt, [other]
    added: Floats  # expected further wagers, [hand, other]
    results: Floats  # [hand, other, dealer's result, half units from `zero`]
    zero: int
    act: NDArray[np.int8]  # what is best with a hand that is not split, [other, hand of `player_hands`]
    splits: dict[tuple[int, int], Splitting] = field(default_factory=dict)  # by the pair's value, and other


@compiled
def place(first: int, second: int) -> int:
    """Where two cards stand in PAIRS."""
    low, high = min(first, second), max(first, second)
    return low * VALUES - low * (low - 1) // 2 + high - low


KEPT: dict[tuple[Game, int], Values] = {}  # in this process: a simulation asks for them to play, and to say what play brings


def values_under(game: Game, up: int, progress: Progress = None) -> Values:
    """What every hand is worth beside every other two cards, worked out once."""
    if (game, up) not in KEPT:
        KEPT[game, up] = _played_out(game, up, progress)
    elif progress is not None:
        progress(1 - 1 / len(PAIRS))  # as much as is told last where they are played out
    return KEPT[game, up]


def _played_out(game: Game, up: int, progress: Progress = None) -> Values:
    """Plays every hand out beside every other two cards."""
    hands = player_hands()
    alone = solve_up_card(game, up)
    rules = game.rules()
    zero, places = game.most_hands * ZERO, units(rules.pays)
    size = places + (game.most_hands - 1) * (places - 1)
    number = len(PAIRS)
    square = (number, number)
    acts = np.zeros((number, len(hands.total)), np.int8)
    found = Values(np.zeros(square), np.zeros(number), np.zeros(square), np.zeros((*square, RESULTS, size)), zero, acts)
    roots = [two_cards(x, y) for x, y in PAIRS]
    within = np.flatnonzero(hands.size >= 2).astype(np.int64)
    hopeful = {x for x in alone.splits if alone.splits[x].value > max_unsplit(alone.values[roots[place(x, x)]]) - HOPELESS}
    for other, (z, w) in enumerate(PAIRS):
        if progress is not None:
            progress(other / number)
        shoe = game.without(up, z, w)
        if shoe.min() < 0:
            continue
        odds, values, act, rescued = game.play(up, shoe)
        found.act[other] = act
        for hand, (x, y) in enumerate(PAIRS):
            root = roots[hand]
            if (hands.counts[root] > shoe).any():
                continue
            found.value[hand, other] = max_unsplit(values[root])
            if x == y and x in hopeful:
                split = Split(game, up, x, (z, w), alone.splits[x].most_hands)
                if split.value > found.value[hand, other]:
                    found.splits[x, other] = Splitting(split.most_hands, split.act.astype(np.int8))
                    found.value[hand, other] = split.value
                    found.added[hand, other] = split.added
                    first = zero - split.most_hands * ZERO
                    found.results[hand, other, :, first : first + split.joint.shape[1]] = split.joint
                    continue
            reach = np.zeros(len(hands.total))
            reach[root] = 1.0
            part = np.zeros((RESULTS, places))
            found.added[hand, other] = spread(shoe, within, reach, hands, rules, odds, act, rescued, part)
            found.results[hand, other, :, zero - ZERO : zero - ZERO + places] = part
            if (x, y) == (ACE, TEN):
                against_21 = odds[root, TWENTY_ONE]
                found.natural[other] = float(game.natural) * (odds[root].sum() - against_21) + against_21
    return found


def max_unsplit(values: Floats) -> float:
    """The best of standing, hitting and doubling."""
    return float(max(values[STAND], values[HIT], values[DOUBLE]))


@compiled
def add_deals(
    shoe: Integers,
    up: int,
    natural: float,
    value: Floats,
    naturals: Floats,
    added: Floats,
    results: Floats,
    zero: int,
    found: Floats,
) -> tuple[float, float]:
    """Goes through the four cards of a player: the expectation of both hands, and what is wagered beside the two wagers.

    Adds to found[half units from 2 * zero] the chances of their results together, independent given the dealer's result.
    """
    expected = further = 0.0
    cards = shoe.sum()
    ways = float(cards * (cards - 1) * (cards - 2) * (cards - 3))
    left = shoe.copy()
    size = results.shape[3]
    for a in range(VALUES):
        for b in range(VALUES):
            for c in range(VALUES):
                for d in range(VALUES):
                    chance = 1.0
                    for card in (a, b, c, d):
                        chance *= left[card]
                        left[card] -= 1
                    live = no_blackjack(cards - 4, left[TEN], left[ACE], up) if chance > 0 else 0.0
                    for card in (a, b, c, d):
                        left[card] += 1
                    chance /= ways
                    if chance <= 0.0:
                        continue
                    # First hand a, c; second hand b, d; exchanged a, d and b, c.
                    one, two = place(a, c), place(b, d)
                    first, second = a + c == TEN and a * c == 0, b + d == TEN and b * d == 0
                    kept = naturals[two] if first else value[one, two]
                    kept += naturals[one] if second else value[two, one]
                    three, four = place(a, d), place(b, c)
                    exchanged = value[three, four] + value[four, three]
                    lost = (0 if first else 1) + (0 if second else 1)
                    found[2 * zero - 2 * lost] += chance * (1.0 - live)
                    expected += chance * (max(kept, exchanged) - lost * (1.0 - live))
                    if exchanged > kept:
                        one, two, first, second = three, four, False, False
                    further += chance * ((0.0 if first else added[one, two]) + (0.0 if second else added[two, one]))
                    for dealer in range(RESULTS):
                        together = results[one, two, dealer].sum()
                        if together <= 0.0:
                            continue
                        paid = zero + (2 if dealer == TWENTY_ONE else int(2 * natural))
                        for i in range(size):
                            mine = results[one, two, dealer, i]
                            if first:
                                mine = together if i == paid else 0.0
                            if mine == 0.0:
                                continue
                            if second:
                                found[i + paid] += chance * mine
                            else:
                                for j in range(size):
                                    found[i + j] += chance * mine * results[two, one, dealer, j] / together
    return expected, further


@dataclass(frozen=True)
class SwitchSolution:
    """Blackjack Switch: everything in units of one of the two wagers."""

    value: float  # of both hands together
    wagered: float
    results: dict[Fraction, float]


def switch_solution(game: Game, progress: Progress = None) -> SwitchSolution:
    """Both hands under every up card."""
    usual = Game(game.shoe, surrender="none")
    if game != replace(usual, **{rule: getattr(game, rule) for rule in RULES}):
        raise BadRules("exchanged cards cannot be combined with rules but of a soft 17, a 22, splitting and doubling")
    value, wagered = 0.0, 2.0
    results: dict[Fraction, float] = {}
    for up, part_of_all in zip(game.ups, shares(progress, [1.0] * len(game.ups)), strict=True):
        chance = float(game.chance(up))
        played = values_under(game, up, part_of_all)
        shoe = game.without(up)
        found = np.zeros(2 * played.results.shape[3])
        expected, further = add_deals(
            shoe, up, float(game.natural), played.value, played.natural, played.added, played.results, played.zero, found
        )
        value += chance * expected
        wagered += chance * further
        for at, part in enumerate(found):
            if part:
                result = Fraction(at - 2 * played.zero, 2)
                results[result] = results.get(result, 0.0) + chance * float(part)
    return SwitchSolution(value, wagered, dict(sorted(results.items())))
