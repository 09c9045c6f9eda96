"""What the cover card does: rounds dealt until it comes out are not all dealt off the top, and short rounds (many large cards)
make more of them in a shoe. Simulated with one player who follows the grid, beside the exact value of the grid off the top."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

import numpy as np

from pitboss.compiling import compiled
from pitboss.errors import BadRules
from pitboss.odds.parts import Progress, cut
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.kernels import DOUBLE, SPLIT, STAND, SURRENDER, Floats
from pitboss.odds.twenty_one.strategy import played
from pitboss.odds.twenty_one.tables import ACE, MOST, OVER, TEN, VALUES, Integers, index_of, player_hands, plus

SPARE = 40  # more cards than a round takes
TOGETHER = 10_000  # shoes that are dealt at a stretch
BEHIND = 4  # the cover card lies a quarter of the stack above the bottom (§ 633a.5(d), § 635a.5(d))


@dataclass(frozen=True)
class CoverCard:
    """The effect of the cover card on the house's edge, simulated."""

    effect: float
    standard_error: float
    rounds: int


@compiled
def dealer_plays(up: int, hole: int, order: Integers, at: int) -> tuple[int, int]:
    """The dealer's result, and the place of the next card."""
    points = up + hole + 2
    aces = (up == ACE) + (hole == ACE)
    while True:
        best = points + 10 if aces and points + 10 <= MOST else points
        if best >= 17:
            return best - 17 if best <= 22 else OVER, at
        points += order[at] + 1
        aces += order[at] == ACE
        at += 1


@compiled
def begin(seed: int) -> None:
    """Compiled code has chance of its own."""
    np.random.seed(seed)


@compiled
def deal_shoes(
    order: Integers,
    whole: int,
    behind: int,
    shoes: int,
    natural: float,
    natural_tie: float,
    single: Integers,
    total: Integers,
    size: Integers,
    child: Integers,
    pays: Floats,
    first: Integers,
    act: Integers,
    split_act: Integers,
    rescued: Integers,
    most_hands: Integers,
    sums: Floats,
) -> None:
    """Deals so many shoes of so many cards; adds up gains, rounds, and their squares and product by shoe.

    `order` is how the cards lay last, and some of them again.
    """
    ends = np.zeros(64, np.int64)
    stakes = np.zeros(64, np.int64)
    last = whole - behind
    for _ in range(shoes):
        for i in range(min(last + SPARE, whole - 1)):
            j = np.random.randint(i, whole)
            order[i], order[j] = order[j], order[i]
        for i in range(min(SPARE, whole)):
            order[whole + i] = order[i]  # where the shoe runs out, its first cards come again
        at, gain, rounds = 1, 0.0, 0  # the first card is burned
        while at < last:
            rounds += 1
            one, up, two, hole = order[at], order[at + 1], order[at + 2], order[at + 3]
            at += 4
            hand = child[single[one], two]
            blackjack = up + hole == TEN and up * hole == 0
            if total[hand] == 21:
                gain += natural_tie if blackjack else natural
                continue
            if blackjack:
                gain -= 1.0
                continue
            choice = first[up, hand]
            if choice == SURRENDER:
                gain -= 0.5
                continue
            number, pending, hands, pair = 0, 1, 1, -1
            if choice == SPLIT:
                pair, hands, pending = one, 2, 2
            live = False
            while pending:
                pending -= 1
                if pair >= 0:
                    hand = child[single[pair], order[at]]
                    at += 1
                    if order[at - 1] == pair and hands < most_hands[up, pair]:
                        hands += 1
                        pending += 2
                        continue
                stake = 1
                while True:
                    does = split_act[up, hand] if pair >= 0 else act[up, hand]
                    if total[hand] == 21 or does == STAND:
                        break
                    if does == DOUBLE and size[hand] == 2:
                        stake = 2
                    hand = child[hand, order[at]]
                    at += 1
                    if hand < 0 or stake == 2:
                        break
                if hand < 0 or (stake == 2 and rescued[up, hand]):
                    gain -= stake if hand < 0 else 1
                elif pays[int(pair >= 0), stake - 1, hand].min() > 0.0:
                    gain += pays[int(pair >= 0), stake - 1, hand, OVER]  # whatever the dealer has
                else:
                    ends[number], stakes[number] = hand, stake
                    number += 1
                    live = True
            if live:
                result, at = dealer_plays(up, hole, order, at)
                for i in range(number):
                    gain += pays[1, stakes[i] - 1, ends[i], result]
        sums[0] += gain
        sums[1] += rounds
        sums[2] += gain * gain
        sums[3] += gain * rounds
        sums[4] += rounds * rounds


def cover_card_effect(game: Game, shoes: int, seed: int, behind: int | None = None, progress: Progress = None) -> CoverCard:
    """By how much the edge of a whole shoe is above the edge off the top; suits are left aside.

    `behind` is how many cards lie behind the cover card, a quarter where nothing is said. With all but two behind it every shoe
    is one round, and the effect is none.
    """
    unsuited = tuple((name, paid) for name, paid in game.bonus if " " not in name)
    plain = replace(game, bonus=unsuited, bonus_cards=(), fixed_payout=Fraction(0))
    hands, pays = player_hands(), np.stack((plain.rules().pays, plain.rules(split=True).pays))
    usual = replace(Game(game.shoe), natural=game.natural, surrender=game.surrender, most_hands=game.most_hands)
    known = "natural_tie", "resplit_aces", "drawn_21_wins", "rescue", "bonus", "push_22"
    if plain != replace(usual, **{name: getattr(plain, name) for name in known}) or game.surrender.startswith("early"):
        raise BadRules("a cover card is simulated for games with the usual rules of Pennsylvania only")
    shape = (VALUES, len(hands.total))
    first, act, rescued = (np.zeros(shape, np.int64) for _ in range(3))
    most_hands = np.full((VALUES, VALUES), 2, np.int64)
    solved = played(plain)
    for up in solved.ups:
        assert up.first is not None
        act[up.up], rescued[up.up] = up.act, up.rescued
        first[up.up, list(up.first)] = list(up.first.values())
        for pair, split in up.splits.items():
            most_hands[up.up, pair] = split.most_hands
    single = np.array([index_of(plus((0,) * VALUES, v)) for v in range(VALUES)])
    cards = np.repeat(np.arange(VALUES), game.shoe)
    hidden = -(-len(cards) // BEHIND) if behind is None else behind
    play = np.where((hands.size == 2) & (first <= DOUBLE), first, act)
    sums, order = np.zeros(5), np.concatenate((cards, cards[:SPARE]))
    begin(seed)
    for first_shoe, last_shoe in cut(shoes, -(-shoes // TOGETHER)):
        deal_shoes(
            order, len(cards), hidden, last_shoe - first_shoe, float(game.natural), float(game.natural_tie), single,
            hands.total, hands.size, hands.child, pays, first, play, act, rescued, most_hands, sums,
        )  # fmt: skip
        if progress is not None:
            progress(last_shoe / shoes)
    gain, rounds, squares, product, rounds_squared = sums.tolist()
    mean = gain / rounds
    spread = squares - 2 * mean * product + mean * mean * rounds_squared
    return CoverCard(solved.value - mean, sqrt(spread) / rounds, int(rounds))
