"""The value of the wager against the dealer as a fraction, for the play that `solver` has found.

The play is followed in arithmetic modulo a number of primes, which is exact; the remainders together give the numerator over a
denominator that all chances divide (Chinese remainder theorem). Primes are small enough for products to be exact in double
precision, where compiled code is fastest.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isqrt, lcm, prod

import numpy as np

from pitboss.odds.parts import Progress, in_threads
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import HIT, SPLIT, STAND, SURRENDER, Floats, HandRules, Played, dealer_odds, solve
from pitboss.odds.twenty_one.solver import Solution, UpCard, deals, solution
from pitboss.odds.twenty_one.splits import Split, SplitHands
from pitboss.odds.twenty_one.tables import RESULTS, VALUES, Integers, player_hands, shown

LARGEST = 1 << 25
TWICE: dict[int, Floats] = {}  # what hands are paid, twice; by identity, as those that are paid so are kept for good


def primes() -> Iterator[int]:
    """Primes downward from LARGEST."""
    for number in range(LARGEST - 1, 2, -2):
        if all(number % factor for factor in range(3, isqrt(number) + 1, 2)):
            yield number


def asked_for(shoe: Integers, roots: Iterable[int], act: Integers) -> tuple[Integers, Integers]:
    """The hands that play comes to from some two-card hands, and those for which the dealer's odds are needed."""
    hands = player_hands()
    met, odds, layer = set(), set(), set(roots)
    while layer:
        met |= layer
        following: set[int] = set()
        for h in layer:
            if act[h] == STAND:
                odds.add(h)
            if act[h] in (STAND, SURRENDER):
                continue
            below = {int(c) for v, c in enumerate(hands.child[h]) if c >= 0 and shoe[v] > hands.counts[h, v]}
            if act[h] == HIT:
                following |= below
            else:
                odds |= below
        layer = following - met
    return np.array(sorted(met), np.int64), np.array(sorted(odds), np.int64)


class Remainders:
    """A game followed modulo one prime."""

    def __init__(self, solved: Solution, prime: int) -> None:
        self.solved, self.prime = solved, prime
        signed = [0, *(pow(n, -1, prime) for n in range(1, solved.game.cards + 1))]
        self.inverses = np.array([n - prime if 2 * n > prime else n for n in signed], np.float64)

    def of(self, number: Fraction) -> int:
        """The remainder of a fraction."""
        return number.numerator * pow(number.denominator, -1, self.prime) % self.prime

    def hands(self, key: "Plan", shoe: Integers) -> Floats:
        """Twice the values of the hands of a plan in a shoe."""
        hands, prime = player_hands(), float(self.prime)
        tree, number = self.solved.game.dealer(key.up), len(hands.total)
        odds = np.empty((number, RESULTS))  # what is asked for is filled in
        played = Played(odds, np.zeros((number, 4)), key.act, key.rescued)
        dealer_odds(shoe, hands.counts, key.odds, tree, played.odds, self.inverses, prime)
        solve(shoe, tree.up, key.asked, hands, key.rules, self.solved.game.rescue, True, played, self.inverses, prime)
        return played.values[:, SPLIT]

    def value(self, plans: "list[UpPlan]") -> int:
        """Twice the player's expectation."""
        value = 0
        for plan in plans:
            value += self.of(self.solved.game.chance(plan.solved.up) * plan.solved.wagers) * self.under(plan)
        return value % self.prime

    def under(self, plan: "UpPlan") -> int:
        """Twice the expectation under one up card."""
        value = self.of(2 * plan.fixed)
        for hand_plan, weights in plan.hands:
            values = self.hands(hand_plan, plan.solved.shoe)
            value += sum(self.of(weight) * int(values[h]) for h, weight in weights.items())
        for split, weight in plan.splits:
            known = split.split.remainders
            if self.prime not in known:
                known[self.prime] = self.split(split)
            value += self.of(weight) * known[self.prime]
        return value

    def split(self, split: "SplitPlan") -> int:
        """Twice the value of a pair that is split."""
        found: dict[tuple[bool, bool, int, int], int] = {}
        hands, pair = player_hands(), split.split.pair
        shoe = split.split.shoe
        pairs, cards = int(shoe[pair]), int(shoe.sum())
        for other, plan in enumerate(split.plans):
            for gone in range(min(2 * split.split.most_hands - 2, pairs + 1)):
                left = shoe.copy()
                left[pair] += 1 - gone
                values = self.hands(plan, left)
                child = hands.child[split.split.start]  # hands that cannot be have no value
                second = sum(int(shoe[v]) * int(values[child[v]]) for v in range(VALUES) if v != pair and shoe[v])
                found[bool(other), False, gone, 0] = second * pow(cards - pairs, -1, self.prime)
                found[bool(other), True, gone, 0] = int(values[child[pair]]) if left[pair] > 1 else 0

        def beside(other: bool, paired: bool, k: int, m: int) -> int:
            key = (other, paired, k, m)
            if k > pairs - paired:
                return 0
            if key not in found:
                chance = self.of(Fraction(pairs - k - paired, cards - k - m))
                rest = beside(other, paired, k, m - 1) - chance * beside(other, paired, k + 1, m - 1)
                found[key] = rest * pow(1 - chance, -1, self.prime) % self.prime
            return found[key]

        value = 0
        for end in split.split.endings(split.split.most_hands):
            kinds = end.kinds(len(split.plans) > 1)
            value += self.of(end.exact) * sum(n * beside(other, paired, k, m) for n, other, paired, k, m in kinds)
        return value % self.prime


class Plan:
    """Hands to be followed: which, how they are played, and by what rules."""

    def __init__(self, solved: UpCard, shoe: Integers, roots: Iterable[int], act: Integers, split: SplitHands | None) -> None:
        self.up = solved.up
        self.act = act
        self.rescued = solved.rescued if split is None else split.rescued
        pays, bust, may = solved.game.rules() if split is None else split.rules
        if id(pays) not in TWICE:
            TWICE[id(pays)] = 2 * pays
        self.rules = HandRules(TWICE[id(pays)], 2 * bust, may)
        self.asked, self.odds = asked_for(shoe, roots, act)
        self.longest = 1 + int(player_hands().size[self.asked].max())  # with the card that breaks or doubles a hand


class SplitPlan:
    """A pair to be followed: its first hand, and the others where they are another kind."""

    def __init__(self, solved: UpCard, split: Split) -> None:
        self.split = split
        shoe = split.shoe.copy()
        shoe[split.pair] += 1
        hands = player_hands()
        roots = [int(hands.child[split.start, v]) for v in range(VALUES) if split.shoe[v]]
        kinds = [split] if split.others is split else [split, split.others]
        self.plans = [Plan(solved, shoe, roots, kind.act, kind) for kind in kinds]
        self.longest = max(plan.longest for plan in self.plans) + 2 * split.most_hands


class UpPlan:
    """All that is done under one up card."""

    def __init__(self, solved: UpCard) -> None:
        self.solved = solved
        self.fixed = Fraction(0)  # what does not depend on the dealer's draws
        self.splits: list[tuple[SplitPlan, Fraction]] = []
        by_act: dict[int, dict[int, Fraction]] = {}
        shoe = solved.shoe
        cards = int(shoe.sum())
        for deal in deals(solved):
            pair = deal.first == deal.second
            ways = int(shoe[deal.first]) * int(shoe[deal.second] - pair) * (2 - pair)
            chance = Fraction(ways, cards * (cards - 1)) * (deal.suited.share if deal.suited else 1)
            if deal.natural:
                self.fixed += chance * solved.natural()
                continue
            if deal.best == SURRENDER:
                self.fixed += chance * solved.surrendered(deal.first, deal.second)
                continue
            self.fixed -= chance * solved.lost(deal.first, deal.second)
            if deal.best == SPLIT:
                self.splits.append((SplitPlan(solved, solved.splits[deal.first]), chance))
            else:
                weights = by_act.setdefault(deal.best, {})
                weights[deal.hand] = weights.get(deal.hand, Fraction(0)) + chance
                if deal.best == HIT and deal.suited is not None:
                    self.fixed += chance * deal.suited.extra * (1 - solved.lost(deal.first, deal.second, deal.suited.third))
        self.hands: list[tuple[Plan, dict[int, Fraction]]] = []
        for best, weights in by_act.items():
            act = solved.act.copy()
            act[list(weights)] = best
            self.hands.append((Plan(solved, shoe, weights, act, None), weights))

    @property
    def longest(self) -> int:
        """How many cards one chance depends on at most: the up card, a hand, the dealer's, and second cards of other hands."""
        dealers = int(self.solved.game.dealer(self.solved.up).depth.max(initial=0))
        drawn = [hand.longest for hand, _ in self.hands] + [split.longest for split, _ in self.splits]
        return len(shown(self.solved.up)) + max(drawn, default=2) + dealers


def exact_value(found: Game | Solution, progress: Progress = None) -> Fraction:
    """The player's expectation as a fraction, by best play or as a solution has it."""
    solved = solution(found) if isinstance(found, Game) else found
    game = solved.game
    plans = [UpPlan(up) for up in solved.ups]
    longest = max(plan.longest for plan in plans)
    parts = lcm(2 * game.fixed_payout.denominator, game.natural.denominator, game.natural_tie.denominator)
    denominator = prod(range(game.cards, max(game.cards - longest, 0), -1)) * parts
    enough = 4 * denominator * (1 + int(game.fixed_payout))
    wanted: list[int] = []
    for prime in primes():
        if prod(wanted) > enough:
            break
        wanted.append(prime)
    modulus, remainder = 1, 0
    values = in_threads(lambda prime: Remainders(solved, prime).value(plans), wanted, progress)
    for prime, twice in zip(wanted, values, strict=True):
        remainder += modulus * ((twice * pow(2, -1, prime) * denominator - remainder) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    if 2 * remainder > modulus:
        remainder -= modulus
    value = Fraction(remainder, denominator)
    assert abs(float(value) - solved.value) < 1e-11, "the remainders do not belong together"
    return value
