"""The value of the wager against the dealer as a fraction, for the play that `solver` has found.

The play is followed in arithmetic modulo a number of primes, which is exact; the remainders together give the numerator over a
denominator that all chances divide (Chinese remainder theorem). Primes are small enough for products to be exact in double
precision, where compiled code is fastest.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import isqrt, prod

import numpy as np

from pitboss.odds.parts import Progress, in_threads
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import HIT, SPLIT, STAND, SURRENDER, Floats
from pitboss.odds.twenty_one.remainders import dealer_remainders, follow
from pitboss.odds.twenty_one.solver import Solution, UpCard, deals, solution
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.strategy import hand_of
from pitboss.odds.twenty_one.suits import bonuses
from pitboss.odds.twenty_one.tables import ACE, RESULTS, TEN, VALUES, Integers, player_hands

LARGEST = 1 << 25
KNOWN: dict[tuple[Split, int], int] = {}  # remainders of splits, which do not depend on a fixed payout


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
        hands = player_hands()
        odds = np.zeros((len(hands.total), RESULTS))
        values = np.zeros(len(hands.total))
        game = self.solved.game
        dealer_remainders(shoe, hands.counts, key.odds, self.inverses, float(self.prime), *game.dealer(key.up), odds)
        follow(
            shoe, key.up, key.asked, hands.counts, hands.total, hands.size, hands.child, key.bonus, key.rules, self.inverses,
            float(self.prime), odds, key.act, key.rescued, values,
        )  # fmt: skip
        return values

    def value(self, plans: "list[UpPlan]") -> int:
        """Twice the player's expectation."""
        value = 0
        for plan in plans:
            value += self.of(Fraction(self.solved.game.shoe[plan.solved.up], self.solved.game.cards)) * self.under(plan)
        return value % self.prime

    def under(self, plan: "UpPlan") -> int:
        """Twice the expectation under one up card."""
        value = self.of(2 * plan.fixed)
        for hand_plan, weights in plan.hands:
            values = self.hands(hand_plan, plan.solved.shoe)
            value += sum(self.of(weight) * int(values[h]) for h, weight in weights.items())
        for split, weight in plan.splits:
            key = split.split, self.prime
            if key not in KNOWN:
                KNOWN[key] = self.split(split)
            value += self.of(weight) * KNOWN[key]
        return value

    def split(self, split: "SplitPlan") -> int:
        """Twice the value of a pair that is split."""
        found: dict[tuple[bool, int, int], int] = {}
        hands, pair = player_hands(), split.split.pair
        shoe = split.split.shoe
        pairs, cards = int(shoe[pair]), int(shoe.sum())
        for gone in range(min(2 * split.split.most_hands - 2, pairs + 1)):
            left = shoe.copy()
            left[pair] += 1 - gone
            values = self.hands(split.plan, left)
            others = cards - pairs
            second = sum(int(shoe[v]) * int(values[hands.child[split.split.start, v]]) for v in range(VALUES) if v != pair)
            found[False, gone, 0] = second * pow(others, -1, self.prime)
            found[True, gone, 0] = int(values[hands.child[split.split.start, pair]])

        def beside(paired: bool, k: int, m: int) -> int:
            key = (paired, k, m)
            if k > pairs - paired:
                return 0
            if key not in found:
                chance = self.of(Fraction(pairs - k - paired, cards - k - m))
                rest = beside(paired, k, m - 1) - chance * beside(paired, k + 1, m - 1)
                found[key] = rest * pow(1 - chance, -1, self.prime) % self.prime
            return found[key]

        value = 0
        for hands_, stuck, chance in split.endings:
            drawn, others = hands_ - 2 + stuck, hands_ - stuck
            part = others * beside(False, drawn, others - 1) if others else 0
            part += stuck * beside(True, drawn - 1, others) if stuck else 0
            value += self.of(chance) * part
        return value % self.prime


class Plan:
    """Hands to be followed: which, how they are played, and by what rules."""

    def __init__(self, solved: UpCard, shoe: Integers, roots: Iterable[int], act: Integers, split: Split | None = None) -> None:
        self.up = solved.up
        self.act = act
        self.rescued = solved.rescued if split is None else split.rescued
        self.rules = solved.game.switches() if split is None else split.rules
        self.bonus = bonuses(solved.game.spanish and split is None)
        self.asked, self.odds = asked_for(shoe, roots, act)
        self.longest = 1 + int(player_hands().size[self.asked].max())  # with the card that breaks or doubles a hand


class SplitPlan:
    """A pair to be followed."""

    def __init__(self, solved: UpCard, split: Split) -> None:
        self.split = split
        shoe = split.shoe.copy()
        shoe[split.pair] += 1
        hands = player_hands()
        roots = [int(hands.child[split.start, v]) for v in range(VALUES) if split.shoe[v]]
        self.plan = Plan(solved, shoe, roots, split.act, split)
        self.endings = list(exact_endings(int(split.shoe.sum()), int(split.shoe[split.pair]), split.most_hands))


class UpPlan:
    """All that is done under one up card."""

    def __init__(self, solved: UpCard) -> None:
        self.solved = solved
        self.fixed = Fraction(0)  # what does not depend on the dealer's draws
        self.splits: list[tuple[SplitPlan, Fraction]] = []
        by_act: dict[int, dict[int, Fraction]] = {}
        shoe, game = solved.shoe, solved.game
        cards = int(shoe.sum())
        for deal in deals(solved):
            pair = deal.first == deal.second
            ways = int(shoe[deal.first]) * int(shoe[deal.second] - pair) * (2 - pair)
            chance = Fraction(ways, cards * (cards - 1)) * (deal.suited.share if deal.suited else 1)
            live = self.live(deal.first, deal.second)
            if deal.natural:
                self.fixed += chance * game.natural * (1 if game.spanish else live)
                continue
            self.fixed -= chance * (1 - live)
            if deal.best == SURRENDER:
                self.fixed -= chance * live / 2
            elif deal.best == SPLIT:
                self.splits.append((SplitPlan(solved, solved.splits[deal.first]), chance))
            else:
                weights = by_act.setdefault(deal.best, {})
                weights[hand_of(deal)] = weights.get(hand_of(deal), Fraction(0)) + chance
                if deal.best == HIT and deal.suited is not None:
                    self.fixed += chance * deal.suited.extra * self.live(deal.first, deal.second, deal.suited.third)
        self.hands: list[tuple[Plan, dict[int, Fraction]]] = []
        for best, weights in by_act.items():
            act = solved.act.copy()
            act[list(weights)] = best
            self.hands.append((Plan(solved, shoe, weights, act), weights))

    @property
    def longest(self) -> int:
        """How many cards one chance depends on at most: the up card, a hand, the dealer's, and second cards of other hands."""
        dealers = int(self.solved.game.dealer(self.solved.up).depth.max())
        drawn = [hand.longest for hand, _ in self.hands]
        drawn += [split.plan.longest + 2 * split.split.most_hands for split, _ in self.splits]
        return 1 + max(drawn, default=2) + dealers

    def live(self, *cards: int) -> Fraction:
        """The chance that the hole card makes no Blackjack, those cards being gone too."""
        if self.solved.up not in (ACE, TEN):
            return Fraction(1)
        other = TEN if self.solved.up == ACE else ACE
        return 1 - Fraction(int(self.solved.shoe[other]) - cards.count(other), int(self.solved.shoe.sum()) - len(cards))


def exact_endings(cards: int, pairs: int, most_hands: int) -> Iterator[tuple[int, int, Fraction]]:
    """Every way the second cards of a split fall: hands, those that keep a pair, and the chance; as `splits.endings`."""
    states = {(2, 2, 0): Fraction(1)}
    while states:
        following: dict[tuple[int, int, int], Fraction] = {}
        for (hands, pending, stuck), chance in states.items():
            if not pending:
                yield hands, stuck, chance
                continue
            drawn = hands - 2 + stuck
            pair = Fraction(max(pairs - drawn, 0), cards - drawn - (hands - pending - stuck))
            after = (hands + 1, pending + 1, stuck) if hands < most_hands else (hands, pending - 1, stuck + 1)
            for state, part in ((after, pair), ((hands, pending - 1, stuck), 1 - pair)):
                if part:
                    following[state] = following.get(state, Fraction(0)) + chance * part
        states = following


def exact_value(game: Game, progress: Progress = None) -> Fraction:
    """The player's expectation as a fraction."""
    solved = solution(game)
    plans = [UpPlan(up) for up in solved.ups]
    longest = max(plan.longest for plan in plans)
    denominator = prod(range(game.cards, max(game.cards - longest, 0), -1)) * game.fixed_payout.denominator * 2
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
