"""What common mistakes cost: at games of 21 on the first two cards, by the chance of each hand; where a hand meets the dealer's
by playing every hand in that way; elsewhere on hands that serve as examples.

A habit that is best play, or that the rules do not allow, is no mistake and is left out.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from pitboss.cards import parse
from pitboss.errors import PitbossError
from pitboss.games import BANKED
from pitboss.laboratory.best_play import game_of
from pitboss.laboratory.experiment import Experiment
from pitboss.odds import catalogue, strategy
from pitboss.odds.against_dealer.play import Contest
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.parts import Told
from pitboss.odds.twenty_one import insurance_rows
from pitboss.odds.twenty_one.games import TwentyOne
from pitboss.odds.twenty_one.kernels import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.odds.twenty_one.solver import Deal, deals
from pitboss.odds.twenty_one.strategy import BestPlay
from pitboss.odds.twenty_one.tables import ACE, TEN

NOTHING = 1e-9
INSURED = 0.5  # of the wager


class Mistake(msgspec.Struct, frozen=True):
    """A mistake: what it costs each time in units of the first wager, and how often it can be made in a round; `chance` is
    None for an example, whose chance is not worked out."""

    words: str
    each: float
    chance: float | None = None


class Habit(NamedTuple):
    """An answer on some hands of two cards, as point values (0 for an ace, 9 for ten) under an up card."""

    words: str
    applies: Callable[[Deal, int], bool]
    action: int | None = None  # None for the best of the others than `never`
    never: int | None = None


def hard(deal: Deal) -> int:
    """The hard total of two cards, 0 with an ace or of a pair."""
    return deal.first + deal.second + 2 if ACE not in (deal.first, deal.second) and deal.first != deal.second else 0


def soft(deal: Deal) -> int:
    """The soft total of an ace with another card, 0 without."""
    return deal.second + 12 if deal.first == ACE and deal.second != ACE else 0


def pair(deal: Deal) -> int:
    """The point value of a pair, 0 of other hands."""
    return deal.first + 1 if deal.first == deal.second else 0


HIGH_CARDS = (6, 7, 8, 9, 0)  # up cards from a seven to an ace
HABITS = (
    Habit("Never double", lambda deal, up: True, never=DOUBLE),
    Habit("Never split a pair", lambda deal, up: True, never=SPLIT),
    Habit("Never surrender", lambda deal, up: True, never=SURRENDER),
    Habit("Stand on 12 to 16 against 7 to ace", lambda deal, up: 12 <= hard(deal) <= 16 and up in HIGH_CARDS, STAND),
    Habit("Hit 12 to 16 against 2 to 6", lambda deal, up: 12 <= hard(deal) <= 16 and up not in HIGH_CARDS, HIT),
    Habit("Stand on 16 against 10", lambda deal, up: hard(deal) == 16 and up == TEN, STAND),
    Habit("Hit 11, not double", lambda deal, up: hard(deal) == 11, HIT),
    Habit("Stand on A,7 against 9, 10 or ace", lambda deal, up: soft(deal) == 18 and up in (8, 9, 0), STAND),
    Habit("Stand on A,6", lambda deal, up: soft(deal) == 17, STAND),
    Habit("Keep two aces", lambda deal, up: pair(deal) == 1, HIT),
    Habit("Stand on 8,8 against 9, 10 or ace", lambda deal, up: pair(deal) == 8 and up in (8, 9, 0), STAND),
    Habit("Split tens", lambda deal, up: pair(deal) == 10, SPLIT),
    Habit("Split fives", lambda deal, up: pair(deal) == 5, SPLIT),
)


def mistakes(experiment: Experiment, tell: Told = None) -> list[Mistake]:
    """Mistakes and what they cost, the dearest in the long run first."""
    if not experiment.is_main or experiment.chapter not in BANKED:
        return []
    game = catalogue.solved(experiment.chapter, experiment.paying, tell, "common mistakes")
    if isinstance(game, TwentyOne):
        found = [*_insured(experiment), *_habits(experiment)]
    elif isinstance(game, Showdown):
        found = list(_against_dealer(game, experiment))
    else:
        found = list(_examples(experiment, tell))
    costly = [mistake for mistake in found if mistake.each > NOTHING]
    return sorted(costly, key=lambda mistake: mistake.each * (1 if mistake.chance is None else mistake.chance), reverse=True)


def _insured(experiment: Experiment) -> Iterator[Mistake]:
    """Insurance under an ace, on every hand."""
    game = game_of(experiment)
    if game.hole != "peek" or experiment.house.get("blackjack_switch"):
        return
    [row] = insurance_rows(experiment.chapter, experiment.house)
    yield Mistake("Take insurance", float(row.edge) * INSURED, float(game.chance(ACE)))


def _habits(experiment: Experiment) -> Iterator[Mistake]:
    if experiment.house.get("blackjack_switch"):  # the hands are played together
        return
    solved = BestPlay(game_of(experiment)).solved
    for habit in HABITS:
        cost = chance = 0.0
        for up in solved.ups:
            shown = float(solved.game.chance(up.up))
            for deal in deals(up):
                loss = 0.0 if deal.natural or not habit.applies(deal, up.up) else _loss(deal, habit)
                if loss > NOTHING:
                    cost += shown * deal.chance * loss
                    chance += shown * deal.chance
        if chance:
            yield Mistake(habit.words, cost / chance, chance)


def _loss(deal: Deal, habit: Habit) -> float:
    """What a habit loses on a hand, 0 where it is not allowed."""
    possible = {action: value for action, value in deal.choices.items() if value > -np.inf}
    if habit.action is not None:
        made = possible.get(habit.action)
    else:
        made = max((value for action, value in possible.items() if action != habit.never), default=None)
    return 0.0 if made is None else max(possible.values()) - made


def contest_of(game: Showdown, experiment: Experiment) -> Contest:
    """The main wager of an experiment, where a hand meets the dealer's, by the showdowns of the same game."""
    houses = game.setting.versions(experiment.paying)
    return game.setting.under(next(house for house, letter, _ in houses if letter == experiment.table), game.dealt)


def _against_dealer(game: Showdown, experiment: Experiment) -> Iterator[Mistake]:
    """Never one of the actions: the next smaller wager in its place, and instead of a fold the smallest."""
    contest = contest_of(game, experiment)
    edge, actions = contest.result.edge, contest.terms.actions
    hands = contest.points.hands.astype(object)
    for place, action in enumerate(actions):
        if place == 1:  # nobody folds every hand
            continue
        instead = abs(place - 1)
        words = f"Never {action}: {actions[instead]}" if place else "Never fold"
        choice = np.where(contest.best == place, instead, contest.best).astype(np.int8)
        lost = contest.following(choice).edge - edge
        often = float(sum(hands * (contest.best == place).sum(axis=1)) / (sum(hands) * contest.best.shape[1]))
        if often:
            yield Mistake(words, float(lost) / often, often)


EXAMPLES: dict[str, tuple[tuple[str, str, str], ...]] = {  # words, cards, the action that is a mistake
    "559": (
        ("Let Bet 1 ride with a pair of nines", "9c 9d 4h", "let it ride"),
        ("Pull Bet 1 with a pair of tens", "Tc Td 4h", "pull"),
        ("Let Bet 2 ride with 4-5-6-8 of four suits", "4c 5d 6h 8s", "let it ride"),
    ),
    "563": (("Fold seven-four of two suits", "7c 4d", "fold"), ("Bet three-two of two suits", "3c 2d", "bet")),
    "587": (
        ("Check 3rd Street with a pair of twos", "2c 2d 9h", "check"),
        ("Play three times with jack-nine-two", "Jc 9d 2h", "play 3x"),
    ),
    "655a": (
        ("Fold a pair of twos", "2c 2d", "fold"),
        ("Fold jack-two", "Jc 2d", "fold"),
        ("Bet one with a pair of sixes", "6c 6d", "bet 1x"),
        ("Bet one with three-two", "3c 2d", "bet 1x"),
    ),
    "677a": (
        ("Check ace-two of two suits", "Ac 2d", "check"),
        ("Raise with a pair of twos", "2c 2d", "raise 3x"),
        ("Raise with five-four of two suits", "5c 4d", "raise 3x"),
    ),
}


def _examples(experiment: Experiment, tell: Told) -> Iterator[Mistake]:
    house = experiment.paying
    for words, cards, action in EXAMPLES.get(experiment.chapter, ()):
        try:
            values = dict(strategy.decide(experiment.chapter, house, parse(cards), None, tell))
        except PitbossError:
            continue
        if action in values:
            yield Mistake(words, float(max(values.values()) - values[action]))
