"""Simple rules with their exact cost, where cards come one by one and no dealer plays: § 559.13, § 587.11, § 655a.11.

Nothing here is typed from a book of strategy: from the last street to the first, the sums of what every action brings say which
kinds of hands are worth naming. So the rules fit the house's own pay table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from pitboss.cards import ACE, RANK_NAMES, RANKS, TWO, Card
from pitboss.house import House
from pitboss.odds.advice import Grid
from pitboss.odds.streets.endings import Actions, Choices, Choose, Counts, Endings, Options, best, seen_classes
from pitboss.odds.streets.finding import StreetRule, find
from pitboss.odds.streets.kinds import Flags, Held, Kind, fitting, pair, suited, suited_fitting
from pitboss.odds.streets.solver import Solution, solve
from pitboss.odds.streets.street_game import StreetGame
from pitboss.odds.streets.vocabulary import kinds, plain
from pitboss.odds.suits import WHOLE, classes

WORTH = Fraction(1, 10**6)  # what a line of the full rules has to gain, in units of the first wager
NO_LIMIT = 99
Vocabulary = Callable[[StreetGame, int], tuple[Kind, ...]]


@dataclass(frozen=True)
class RuleSet:
    """Rules for all streets, by the number of cards seen, with what following them holds for the house and costs the player,
    in units of the first wager."""

    words: str
    streets: Mapping[int, StreetRule]
    edge: Fraction
    cost: Fraction


def rule_sets(game: StreetGame, house: House, deck: tuple[Card, ...] = WHOLE) -> list[RuleSet]:
    """Rules that are easy to remember, and rules that cost next to nothing: few plain kinds for each action, all plain kinds
    that help, all kinds."""
    exact = _exact(game, house, deck)
    wanted = ((plain, game.few), (plain, NO_LIMIT), (kinds, NO_LIMIT))
    found = [_found(game, house, exact, vocabulary, most) for vocabulary, most in wanted]
    return list({rule_set.words: rule_set for rule_set in found}.values())


@dataclass(frozen=True)
class Exact:
    """Best play, and which actions it takes when so many cards are seen."""

    solution: Solution
    actions: Mapping[int, tuple[int, ...]]


def _exact(game: StreetGame, house: House, deck: tuple[Card, ...]) -> Exact:
    actions: dict[int, tuple[int, ...]] = {}

    def choose(seen: int, options: Options) -> Choices:
        choices = best(seen, options)
        taken = {action for each in choices.values() for action in np.unique(each).tolist()}
        actions[seen] = tuple(sorted(taken - {0}))
        return choices

    return Exact(solve(game, house, deck, choose), actions)


def _found(game: StreetGame, house: House, exact: Exact, vocabulary: Vocabulary, most: int) -> RuleSet:
    """Rules found from the last street to the first, weighed by how often best play meets each hand."""
    solution = exact.solution
    known = solution.distribution
    least = int(WORTH * known.deals * solution.scale)
    streets: dict[int, StreetRule] = {}

    def choose(seen: int, options: Options) -> Choices:
        held, values = _sums(solution, seen, options)
        streets[seen] = find(vocabulary(game, seen), exact.actions[seen], held, values, most, least)
        return following(solution.endings, streets)(seen, options)

    edge = solve(game, house, solution.endings.deck, choose).distribution.edge
    return RuleSet(words(game, streets), streets, edge, edge - known.edge)


def following(found: Endings, streets: Mapping[int, StreetRule]) -> Choose:
    """Who plays by rules."""

    def choose(seen: int, options: Options) -> Choices:
        place, sets = seen_classes(found, seen), classes(seen, found.deck).cards
        return {wagered: streets[seen].choose(Held(sets, np.full(len(sets), wagered)))[place] for wagered in options}

    return choose


def _sums(solution: Solution, seen: int, options: Options) -> tuple[Held, Counts]:
    """The cards seen, with what was wagered, as far as best play meets them; and what each action brings in all."""
    place, sets = seen_classes(solution.endings, seen).ravel(), classes(seen, solution.endings.deck).cards
    cards, wagered, sums = [], [], []
    reached = solution.reached(seen)
    for before in options:
        often = reached[before]
        total = np.zeros((len(sets), len(options[before])), np.int64)
        for action, values in enumerate(options[before]):
            np.add.at(total[:, action], place, (often * values).ravel())
        met = np.flatnonzero(total.any(1))
        cards.append(sets[met])
        wagered.append(np.full(len(met), before))
        sums.append(total[met])
    return Held(np.concatenate(cards), np.concatenate(wagered)), np.concatenate(sums)


def words(game: StreetGame, streets: Mapping[int, StreetRule]) -> str:
    """Rules as text, a line for each kind of hands, after what some of the words mean."""
    told = []
    for seen, (street, actions) in game.streets.items():
        told.append(street)
        for action in range(len(actions) - 1, 0, -1):
            named = [line.kind.words for line in streets[seen].lines if line.action == action]
            told += [f"  {actions[action]} with"] * bool(named) + [f"    {kind}" for kind in named]
        told.append(f"  else {actions[0]}")
    body = "\n".join(told)
    high = f"{RANK_NAMES[game.lowest_paid]} or higher"
    meanings = {"high card": f"A high card is a {high}."}
    if game.pushes:
        low, most = (RANK_NAMES[rank] for rank in game.pushes)
        meanings["point"] = f"A {high} counts two points, a {low} to a {most} one."
    meanings["fit"] = "Cards fit a straight that could have all of them."
    return "\n".join([*(meaning for word, meaning in meanings.items() if word in body), body])


def grid(game: StreetGame, house: House) -> Grid:
    """What best play does with the first cards: two cards of § 655a.11(b) by their ranks, three cards of § 559.13 and § 587.11
    by what they have in common and how many of them are high."""
    first = _exact(game, house, WHOLE).solution.choices[game.own][game.wagered]
    return _of_two(game, first) if game.own == 2 else _of_three(game, first > 0)


def _of_two(game: StreetGame, first: Actions) -> Grid:
    sets, bets = classes(2), (0, *game.bets[2])
    cells = [[""] * len(RANKS) for _ in RANKS]
    for (low, high), action in zip(sets.cards.tolist(), first.tolist(), strict=True):
        across, down = sorted((ACE - (low >> 2), ACE - (high >> 2)), reverse=low & 3 == high & 3)
        cells[down][across] = f"{bets[action]}x" if action else "fold"
    names = tuple(reversed(RANKS))
    return Grid("3rd Street: suited above the diagonal", names, names, tuple(map(tuple, cells)))


def _of_three(game: StreetGame, taken: Flags) -> Grid:
    """Each cell with the number of its hands; where some take the action, these of all."""
    sets = classes(3)
    held = Held(sets.cards, np.zeros(len(sets.cards), np.int64))
    street, actions = game.streets[3]
    rows = (pair(game.lowest_paid), pair(TWO), *(suited_fitting(3, fits) for fits in (3, 2, 1)), suited(3))
    rows += tuple(fitting(3, fits) for fits in (3, 2, 1))
    of_row = np.stack([*(kind.holds(held) for kind in rows), np.ones(len(sets.cards), np.bool_)]).argmax(0)
    high = held.between(game.lowest_paid, ACE)

    def cell(row: int, number_high: int) -> str:
        there = (of_row == row) & (high == number_high)
        hands, with_it = int(sets.members[there].sum()), int(sets.members[there & taken].sum())
        if with_it == 0:
            return f"{actions[0]} {hands}" if hands else ""
        return f"{actions[-1]} {hands}" if with_it == hands else f"{actions[-1]} {with_it} of {hands}"

    names = (*(kind.words for kind in rows), "other cards")
    columns = ("no high card", "one", "two", "three")
    cells = tuple(tuple(cell(row, number_high) for number_high in range(4)) for row in range(len(names)))
    return Grid(
        f"{street}: the first row that fits, by the number of high cards; with the number of hands", names, columns, cells
    )
