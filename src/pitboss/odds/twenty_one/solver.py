"""The value of the wager against the dealer off the top of a fresh shoe, by exact composition-dependent play.

Every hand is played for the best given the player's own cards and the up card. After a split each hand is played for the best
by its own cards, the pair and the up card, and resplit up to the number of hands that is best; that value is exact for this way
of playing. It would be slightly higher for a player who also minded the cards of his other hands (see `both_hands`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from pitboss.odds.parts import Progress
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    UNITS,
    ZERO,
    Floats,
    dealer_odds,
    solve,
    spread,
)
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.suits import MIXED, SuitedHand, bonuses, suited_hands
from pitboss.odds.twenty_one.tables import ACE, RESULTS, TEN, VALUES, Counts, Integers, index_of, player_hands, plus, possible

WORDS = ("stand", "hit", "double", "split", "surrender")
NOTHING: Counts = (0,) * VALUES


@dataclass
class UpCard:
    """Everything about one up card: the values of each hand, the splits, the best play."""

    game: Game
    up: int
    shoe: Integers  # what is left after the up card
    odds: Floats
    values: Floats
    act: Integers
    rescued: Integers
    splits: dict[int, Split] = field(default_factory=dict)

    def choices(self, first: int, second: int, extra: float = 0.0) -> dict[int, float]:
        """The value of each lawful choice on two cards that are no Blackjack; `extra` is what suits add to a hit."""
        hand = index_of(plus(plus(NOTHING, first), second))
        found = {a: float(self.values[hand, a]) + extra * (a == HIT) for a in (STAND, HIT, DOUBLE)}
        if first == second:
            found[SPLIT] = self.splits[first].value
        if self.game.surrender:
            found[SURRENDER] = -self.no_blackjack(first, second) / 2
        return found

    def no_blackjack(self, *cards: int) -> float:
        """The chance that the hole card makes no Blackjack, those cards being gone too."""
        if self.up not in (ACE, TEN):
            return 1.0
        other = TEN if self.up == ACE else ACE
        return 1.0 - float(self.shoe[other] - cards.count(other)) / float(self.shoe.sum() - len(cards))


def wanted_hands(game: Game) -> Integers:
    """The hands for which the dealer's odds matter: those that may stand, begin a Double Down or end with one."""
    hands = player_hands()
    if game.double_any:
        return np.flatnonzero(hands.size >= 2).astype(np.int64)
    return np.flatnonzero((hands.size >= 2) & ((hands.size <= 3) | (hands.total >= 12))).astype(np.int64)


def solve_up_card(game: Game, up: int) -> UpCard:
    """The values of all hands under one up card."""
    hands = player_hands()
    shoe = np.array(game.shoe, np.int64)
    shoe[up] -= 1
    number = len(hands.total)
    odds = np.zeros((number, RESULTS))
    values = np.zeros((number, SURRENDER))
    act = np.zeros(number, np.int64)
    rescued = np.zeros(number, np.int64)
    wanted = possible(shoe, wanted_hands(game))
    dealer_odds(shoe, hands.counts, wanted, *game.dealer(up), odds)
    within = np.flatnonzero(hands.size >= 2).astype(np.int64)
    solve(
        shoe, up, within, hands.counts, hands.total, hands.size, hands.child, bonuses(game.spanish), game.switches(), False,
        odds, values, act, rescued,
    )  # fmt: skip
    solved = UpCard(game, up, shoe, odds, values, act, rescued)
    for pair in range(VALUES):
        if shoe[pair] >= 2:
            solved.splits[pair] = Split(game, up, pair)
    return solved


@dataclass(frozen=True)
class Deal:
    """Two cards of the player under an up card, how likely, and what is best to do with them."""

    first: int
    second: int
    chance: float
    suited: SuitedHand | None
    natural: bool
    choices: dict[int, float]  # without the loss to a dealer's Blackjack; empty for a natural

    @property
    def best(self) -> int:
        """The best choice."""
        return max(self.choices, key=lambda a: (self.choices[a], -a))


def deals(solved: UpCard) -> Iterator[Deal]:
    """All two-card hands under an up card; where suits can win a bonus, by suits."""
    game, shoe = solved.game, solved.shoe
    left = float(shoe.sum())
    for first in range(VALUES):
        for second in range(first, VALUES):
            ways = float(shoe[first] * (shoe[second] - (first == second)) * (2 - (first == second)))
            if ways <= 0:
                continue
            chance = ways / (left * (left - 1))
            if (first, second) == (ACE, TEN):
                yield Deal(first, second, chance, None, True, {})
            elif game.spanish and (kinds := suited_hands(game, solved.up, first, second)):
                for kind in kinds:
                    extra = float(kind.extra) * solved.no_blackjack(first, second, kind.third)
                    yield Deal(first, second, chance * float(kind.share), kind, False, solved.choices(first, second, extra))
            else:
                yield Deal(first, second, chance, None, False, solved.choices(first, second))


@dataclass(frozen=True)
class Solution:
    """The value of the wager against the dealer, and how it comes about."""

    game: Game
    ups: tuple[UpCard, ...]

    @cached_property
    def results(self) -> dict[Fraction, float]:
        """The chance of each net result, in units of the wager. After a split, results of the hands are taken as independent
        but for the dealer's total; their mean is not touched by that."""
        found: dict[Fraction, float] = {}
        for solved in self.ups:
            chance = self.game.shoe[solved.up] / self.game.cards
            for result, part in results_under(solved).items():
                found[result] = found.get(result, 0.0) + chance * part
        return dict(sorted(found.items()))

    @cached_property
    def value(self) -> float:
        """The player's expected net result."""
        return sum(self.game.shoe[s.up] / self.game.cards * value_under(s) for s in self.ups)

    @cached_property
    def wagered(self) -> float:
        """The expected sum of all wagers against the dealer."""
        return sum(self.game.shoe[s.up] / self.game.cards * wagered_under(s) for s in self.ups)


def value_under(solved: UpCard) -> float:
    """The player's expectation under one up card."""
    value = 0.0
    for deal in deals(solved):
        live = solved.no_blackjack(deal.first, deal.second)
        if deal.natural:
            value += deal.chance * float(solved.game.natural) * (1.0 if solved.game.spanish else live)
        else:
            value += deal.chance * (max(deal.choices.values()) - (1.0 - live))
    return value


def results_under(solved: UpCard) -> dict[Fraction, float]:
    """The chance of each result under one up card."""
    game = solved.game
    found: dict[Fraction, float] = {}

    def add(result: Fraction, chance: float) -> None:
        found[result] = found.get(result, 0.0) + chance

    reach = np.zeros(len(solved.act))
    for deal in deals(solved):
        live = solved.no_blackjack(deal.first, deal.second)
        if deal.natural:
            add(game.natural, deal.chance * (1.0 if game.spanish else live))
            add(Fraction(0), deal.chance * (0.0 if game.spanish else 1.0 - live))
            continue
        add(Fraction(-1), deal.chance * (1.0 - live))
        if deal.best == SURRENDER:
            add(Fraction(-1, 2), deal.chance * live)
        elif deal.best == SPLIT:
            for result, chance in solved.splits[deal.first].results.items():
                add(result, deal.chance * chance)
        else:
            hand = index_of(plus(plus(NOTHING, deal.first), deal.second))
            if deal.suited is None and deal.best == solved.act[hand]:
                reach[hand] += deal.chance
                continue
            one = np.zeros(len(solved.act))
            one[hand] = deal.chance
            for result, chance in play_out(solved, one, {hand: deal.best})[0].items():
                add(result, chance)
            if deal.suited is not None and deal.best == HIT:
                kind = deal.suited
                third = deal.chance * float(kind.chance) * solved.no_blackjack(deal.first, deal.second, kind.third)
                add(MIXED, -third)
                for result, share in kind.paid.items():
                    add(result, third * float(share))
    for result, chance in play_out(solved, reach)[0].items():
        add(result, chance)
    return found


def play_out(solved: UpCard, reach: Floats, instead: dict[int, int] | None = None) -> tuple[dict[Fraction, float], float]:
    """The results of two-card hands that are reached as given and neither split nor surrendered, and what is doubled."""
    hands = player_hands()
    act = solved.act.copy()
    for hand, choice in (instead or {}).items():
        act[hand] = choice
    within = np.flatnonzero(hands.size >= 2).astype(np.int64)
    results = np.zeros((RESULTS, UNITS))
    doubled = spread(
        solved.shoe, within, reach, hands.counts, hands.total, hands.size, hands.child,
        bonuses(solved.game.spanish), solved.game.switches(), solved.odds, act, solved.rescued, results,
    )  # fmt: skip
    summed = results.sum(0)
    return {Fraction(place - ZERO, 2): float(summed[place]) for place in range(UNITS) if summed[place]}, doubled


def wagered_under(solved: UpCard) -> float:
    """The expected sum of wagers under one up card."""
    wagered = 1.0
    for deal in deals(solved):
        if deal.natural:
            continue
        if deal.best == SPLIT:
            wagered += deal.chance * solved.splits[deal.first].added
        elif deal.best == DOUBLE:
            wagered += deal.chance * solved.no_blackjack(deal.first, deal.second)
    return wagered


@cache
def kept_up_card(game: Game, up: int) -> UpCard:
    """As `solve_up_card`, solved once."""
    return solve_up_card(game, up)


def solve_game(game: Game, progress: Progress = None) -> None:
    """Solves a game under every up card, which takes a while, so that `solution` has it."""
    ups = [up for up in range(VALUES) if game.shoe[up]]
    for done, up in enumerate(ups, 1):
        kept_up_card(game.paid(Fraction(0)), up)
        if progress is not None:
            progress(done / len(ups))


@cache
def solution(game: Game) -> Solution:
    """The game solved under every up card; a fixed payout changes what suits add and nothing that is reckoned here."""
    if game.fixed_payout:
        return Solution(game, tuple(replace(up, game=game) for up in solution(game.paid(Fraction(0))).ups))
    return Solution(game, tuple(kept_up_card(game, up) for up in range(VALUES) if game.shoe[up]))
