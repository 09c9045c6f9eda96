"""Best play as it is shown: grids of letters where cards add up to 21, rules to remember elsewhere."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

import msgspec

from pitboss.drafts.blackjack import game_in
from pitboss.drafts.reading import Draft
from pitboss.games import BANKED
from pitboss.laboratory.experiment import Experiment
from pitboss.odds import catalogue, strategy
from pitboss.odds.pai_gow.games import PaiGow
from pitboss.odds.parts import Told, begun
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.games import TwentyOne
from pitboss.odds.twenty_one.solver import solve_game
from pitboss.odds.twenty_one.strategy import HEADINGS, LETTERS, BestPlay
from pitboss.odds.twenty_one.strategy import Grid as Letters

MOST_GRIDS = 64  # kept in memory
TITLES = {"hard": "Hard totals", "soft": "Soft totals", "pairs": "Pairs"}


class GridRow(msgspec.Struct, frozen=True):
    """A hand, with a letter for each card of the dealer; `was` has those of the printed game where they differ."""

    name: str
    letters: str
    was: str = ""


class Grid(msgspec.Struct, frozen=True):
    """A table of letters."""

    title: str
    columns: list[str]
    rows: list[GridRow]


class SimpleRule(msgspec.Struct, frozen=True):
    """A rule to remember: the edge by it, and what it costs beside best play, in units of the first wager."""

    words: str
    edge: float
    cost: float


class Play(msgspec.Struct, frozen=True):
    """Best play: grids with what their letters mean and what following them costs, or rules; or why there is neither."""

    grids: list[Grid] = []
    meanings: dict[str, str] = {}
    cost: float | None = None
    rules: list[SimpleRule] = []
    why: str = ""


def draft_of(experiment: Experiment) -> dict[str, Any]:
    """The rules of Blackjack of an experiment as a draft (docs/drafts.md)."""
    house = experiment.house
    rules = {
        "split_hands": min(2 + house["resplits"], 12),
        "resplit_aces": house["resplit_aces"],
        "hit_split_aces": True,
        "surrender": "late",
        **experiment.rules,
    }
    if "charlie" in rules:
        rules["charlie"] = int(rules["charlie"])
    decks = house["decks"] // 2 if house["double_shoe"] else house["decks"]
    return {"name": "Blackjack", "deck": {"decks": decks}, "blackjack": rules}


def game_of(experiment: Experiment) -> Game:
    """The game of 21 of an experiment; raises BadDraft where its rules do not go together."""
    if experiment.rules:
        return game_in(Draft.of_data(draft_of(experiment)))
    return Game.of(experiment.house)


def best_play(experiment: Experiment, tell: Told = None) -> Play:
    """Best play of an experiment."""
    number = experiment.chapter
    if not experiment.is_main:
        return Play(why="Nothing is decided here: the cards alone settle this wager.")
    if number not in BANKED:
        return Play(why="Players play against each other; the chance assumes that all of them stay to the end.")
    game = catalogue.solved(number, experiment.house)
    if isinstance(game, TwentyOne):
        return _grids(experiment, tell)
    if isinstance(game, PaiGow):
        way = experiment.house["house_way"]
        gains = f"What setting each hand for the most gains takes minutes: pitboss odds {number} --best works it out."
        return Play(why=f"Both hands are set by the house way “{way}”. {gains}")
    found = strategy.rules(number, experiment.paying, tell)
    return Play(rules=[SimpleRule(each.rule, each.edge, each.cost) for each in found])


def _grids(experiment: Experiment, tell: Told) -> Play:
    """The best grid, with the letters of the printed game where they are others."""
    game, printed = game_of(experiment), game_of(experiment.printed)
    for each in dict.fromkeys((game, printed)):
        solve_game(each, begun(tell, "best play" if each == game else "best play as printed"))
    best, before = letters_of(game), letters_of(printed)
    kinds = ((best.hard, before.hard, "hard"), (best.soft, before.soft, "soft"), (best.pairs, before.pairs, "pairs"))
    grids = [Grid(TITLES[kind], list(HEADINGS), list(grid_rows(kind, now, was))) for now, was, kind in kinds]
    used = {letter for grid in grids for row in grid.rows for letter in row.letters}
    return Play(grids, {letter: words for letter, words in LETTERS.items() if letter in used}, best.cost)


@lru_cache(maxsize=MOST_GRIDS)
def letters_of(game: Game) -> Letters:
    """The best letters of a game: those of the printed one are asked for with every experiment."""
    return BestPlay(game).grid


def grid_rows(kind: str, now: Mapping[int, str], was: Mapping[int, str]) -> Iterator[GridRow]:
    """The rows of a grid, the highest total first, aces before all pairs. The highest hard totals that are played alike are one
    row, and so are the lowest.

    >>> [row.name for row in grid_rows("hard", {20: "S" * 10, 17: "S" * 10, 16: "H" * 10, 8: "H" * 10, 4: "H" * 10}, {})]
    ['17+', '≤16']
    >>> [(row.name, row.was) for row in grid_rows("pairs", {1: "P" * 10, 10: "S" * 10}, {10: "P" * 10})]
    [('A,A', ''), ('10,10', 'PPPPPPPPPP')]
    """
    totals = sorted(now, key=lambda total: -(total + 10 * (kind == "pairs" and total == 1)))
    runs = [list(run) for _, run in groupby(totals, key=lambda total: (now[total], was.get(total, now[total])))]
    for place, run in enumerate(runs):
        first, last = kind == "hard" and place == 0, kind == "hard" and place == len(runs) - 1
        for total in run if not (first or last) or len(run) == 1 else run[-1:] if first else run[:1]:
            if kind == "soft" and total == 12:  # two aces, which have a row of their own
                continue
            joined = len(run) > 1 and (first or last)
            name = (f"{total}+" if first else f"≤{total}") if joined else _row_name(kind, total)
            before = was.get(total, now[total])
            yield GridRow(name, now[total], before if before != now[total] else "")


def _row_name(kind: str, total: int) -> str:
    if kind == "hard":
        return str(total)
    if kind == "soft":
        return f"A,{total - 11}"
    return f"{total},{total}" if total > 1 else "A,A"
