"""The value of the wager against the dealer off the top of a fresh shoe, by exact composition-dependent play.

Every hand is played for the best given the player's own cards and the up card. After a split each hand is played for the best
by its own cards, the pair and the up card, and resplit up to the number of hands that is best; that value is exact for this way
of playing. It would be slightly higher for a player who also minded the cards of his other hands (see `both_hands`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from pitboss.odds.parts import Progress
from pitboss.odds.twenty_one.game import SURRENDERS, Game, units
from pitboss.odds.twenty_one.kernels import DOUBLE, HIT, SPLIT, STAND, SURRENDER, ZERO, Floats, spread
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.suits import SuitedHand, suited_hands
from pitboss.odds.twenty_one.tables import (
    ACE,
    RESULTS,
    TEN,
    VALUES,
    Counts,
    Integers,
    hand_shown,
    index_of,
    is_natural,
    player_hands,
    plus,
)

MOST_GAMES, MOST_UP_CARDS = 8, 160  # kept in memory; one of 21 takes tens of megabytes
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
    first: dict[int, int] | None = None  # what is done with two cards where play is given, otherwise what is best

    def choices(self, first: int, second: int, extra: float = 0.0) -> dict[int, float]:
        """The value of each lawful choice on two cards that are no Blackjack; `extra` is what suits add to a hit."""
        hand = two_cards(first, second)
        found = {a: float(self.values[hand, a]) + extra * (a == HIT) for a in (STAND, HIT, DOUBLE)}
        if first == second and first in self.splits:
            found[SPLIT] = self.splits[first].value
        if self.game.surrenders(self.up):
            found[SURRENDER] = float(self.surrendered(first, second) + self.lost(first, second))
        return found

    @cached_property
    def wagers(self) -> int:
        """How many times the first wager is made: twice where it may be doubled under cards in sight that favour the player."""
        return 2 if self.game.attack and value_under(self) > 0 else 1

    def blackjack(self, *cards: int) -> Fraction:
        """The chance that the dealer has Blackjack, those cards being gone too."""
        if self.up not in (ACE, TEN):
            return Fraction(is_natural(hand_shown(self.up)))
        other = TEN if self.up == ACE else ACE
        return Fraction(int(self.shoe[other]) - cards.count(other), int(self.shoe.sum()) - len(cards))

    def lost(self, *cards: int) -> Fraction:
        """The chance of a Blackjack that the dealer looks for, with which the first wager alone is lost."""
        return self.blackjack(*cards) if self.game.peeks(self.up) else Fraction(0)

    def no_blackjack(self, *cards: int) -> float:
        """The chance that play goes on: the dealer looks for no Blackjack, or has none, those cards being gone too."""
        return float(1 - self.lost(*cards))

    def natural(self) -> Fraction:
        """What a natural brings."""
        blackjack = self.blackjack(ACE, TEN)
        return self.game.natural * (1 - blackjack) + self.game.natural_tie * blackjack

    def surrendered(self, first: int, second: int) -> Fraction:
        """What surrender brings: late where a Blackjack of the dealer takes the whole wager."""
        late = self.game.surrender == SURRENDERS[1]
        return -(1 + self.blackjack(first, second) * late) / 2


def two_cards(first: int, second: int) -> int:
    """The place of a hand of two cards."""
    return index_of(plus(plus(NOTHING, first), second))


def solve_up_card(game: Game, up: int) -> UpCard:
    """The values of all hands under one up card."""
    shoe = game.without(up)
    solved = UpCard(game, up, shoe, *game.play(up, shoe))
    for pair in range(VALUES):
        if shoe[pair] >= 2 and game.hands_from(pair) > 1:
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
    choices: dict[int, float]  # without what is `lost` to a dealer's Blackjack; empty for a natural
    given: int | None = None  # what is done with them, where that is not what is best

    @property
    def hand(self) -> int:
        """The place of the hand."""
        return two_cards(self.first, self.second)

    @cached_property
    def best(self) -> int:
        """The best choice, or the one that is given."""
        return max(self.choices, key=lambda a: (self.choices[a], -a)) if self.given is None else self.given


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
                continue
            given = None if solved.first is None else solved.first[two_cards(first, second)]
            for kind in suited_hands(game, solved.up, first, second) if game.bonus_cards else ():
                extra = float(kind.extra) * solved.no_blackjack(first, second, kind.third)
                choices = solved.choices(first, second, extra)
                yield Deal(first, second, chance * float(kind.share), kind, False, choices, given)
                ways = 0.0
            if ways:
                yield Deal(first, second, chance, None, False, solved.choices(first, second), given)


@dataclass(frozen=True)
class Solution:
    """The value of the wager against the dealer, and how it comes about."""

    game: Game
    ups: tuple[UpCard, ...]

    @cached_property
    def _told(self) -> tuple[dict[Fraction, float], float]:
        """The chance of each net result, and the expected sum of all wagers."""
        found: dict[Fraction, float] = {}
        wagered = 0.0
        for solved in self.ups:
            results, part = results_under(solved)
            chance = float(self.game.chance(solved.up))
            wagered += chance * part * solved.wagers
            for result, each in results.items():
                net = result * solved.wagers
                found[net] = found.get(net, 0.0) + chance * each
        return dict(sorted(found.items())), wagered

    @property
    def results(self) -> dict[Fraction, float]:
        """The chance of each net result, in units of the wager. After a split, results of the hands are taken as independent
        but for the dealer's total; their mean is not touched by that."""
        return self._told[0]

    @property
    def wagered(self) -> float:
        """The expected sum of all wagers against the dealer."""
        return self._told[1]

    @cached_property
    def value(self) -> float:
        """The player's expected net result."""
        return sum(float(self.game.chance(s.up)) * s.wagers * value_under(s) for s in self.ups)


def value_under(solved: UpCard) -> float:
    """The player's expectation under one up card."""
    value = 0.0
    for deal in deals(solved):
        lost = float(solved.lost(deal.first, deal.second))
        value += deal.chance * (float(solved.natural()) if deal.natural else deal.choices[deal.best] - lost)
    return value


def results_under(solved: UpCard) -> tuple[dict[Fraction, float], float]:
    """The chance of each result under one up card, and the expected sum of all wagers."""
    game, wagered = solved.game, 1.0
    found: dict[Fraction, float] = {}

    def add(result: Fraction, chance: float) -> None:
        found[result] = found.get(result, 0.0) + chance

    reach = np.zeros(len(solved.act))
    for deal in deals(solved):
        first, second, hand = deal.first, deal.second, deal.hand
        if deal.natural:
            tie = float(solved.blackjack(first, second))
            add(game.natural, deal.chance * (1.0 - tie))
            add(game.natural_tie, deal.chance * tie)
            continue
        if deal.best == SURRENDER:
            whole = float(-2 * solved.surrendered(first, second) - 1)
            add(Fraction(-1), deal.chance * whole)
            add(Fraction(-1, 2), deal.chance * (1.0 - whole))
            continue
        add(Fraction(-1), deal.chance * float(solved.lost(first, second)))
        if deal.best == SPLIT:
            wagered += deal.chance * solved.splits[first].added
            for result, chance in solved.splits[first].results.items():
                add(result, deal.chance * chance)
            continue
        if deal.suited is None and deal.best == solved.act[hand]:
            reach[hand] += deal.chance
            continue
        one = np.zeros(len(solved.act))
        one[hand] = deal.chance
        results, doubled = play_out(solved, one, {hand: deal.best})
        wagered += doubled
        for result, chance in results.items():
            add(result, chance)
        if deal.suited is not None and deal.best == HIT:
            kind = deal.suited
            third = deal.chance * float(kind.chance) * solved.no_blackjack(first, second, kind.third)
            add(kind.mixed, -third)
            for result, share in kind.paid.items():
                add(result, third * float(share))
    results, doubled = play_out(solved, reach)
    for result, chance in results.items():
        add(result, chance)
    return found, wagered + doubled


def play_out(solved: UpCard, reach: Floats, instead: dict[int, int] | None = None) -> tuple[dict[Fraction, float], float]:
    """The results of two-card hands that are reached as given and neither split nor surrendered, and what is doubled."""
    hands = player_hands()
    act = solved.act.copy()
    for hand, choice in (instead or {}).items():
        act[hand] = choice
    within = np.flatnonzero(hands.size >= 2).astype(np.int64)
    rules = solved.game.rules()
    results = np.zeros((RESULTS, units(rules.pays)))
    doubled = spread(solved.shoe, within, reach, hands, rules, solved.odds, act, solved.rescued, results)
    return {Fraction(at - ZERO, 2): float(part) for at, part in enumerate(results.sum(0)) if part}, doubled


kept_up_card = lru_cache(maxsize=MOST_UP_CARDS)(solve_up_card)


def played_alike(game: Game) -> Game:
    """One game for all whose hands are played alike: naturals, the fixed payout, surrender of the first two cards and a wager
    that may be doubled are reckoned with the deals (`UpCard`), not with the hands."""
    return replace(
        game,
        natural=Fraction(3, 2),
        natural_tie=Fraction(0),
        surrender=SURRENDERS[1],
        surrender_ups=(),
        fixed_payout=Fraction(0),
        attack=False,
    )


def solve_game(game: Game, progress: Progress = None) -> None:
    """Solves a game under every up card, which takes a while, so that `solution` has it."""
    for done, up in enumerate(game.ups, 1):
        kept_up_card(played_alike(game), up)
        if progress is not None:
            progress(done / len(game.ups))


@lru_cache(maxsize=MOST_GAMES)
def solution(game: Game) -> Solution:
    """The game solved under every up card."""
    alike = played_alike(game)
    return Solution(game, tuple(replace(kept_up_card(alike, up), game=game) for up in game.ups))
