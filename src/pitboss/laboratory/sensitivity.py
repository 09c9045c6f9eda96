"""Which payout matters: by how much the edge changes if a row of a pay table pays one unit more, best play following it."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.errors import PitbossError
from pitboss.games import BANKED
from pitboss.laboratory.best_play import game_of
from pitboss.laboratory.experiment import Experiment, written
from pitboss.laboratory.mistakes import contest_of
from pitboss.laboratory.parts import Change, Changes
from pitboss.laboratory.pricing import Tell, price
from pitboss.money import Odds
from pitboss.odds import catalogue
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.parts import CORES
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.solver import solution

MOST_SECONDS = 150.0  # for all changes of a wager, as the first ones tell
MOST_EDGES = 4_096  # of games of 21, kept in memory: the next experiment asks for many of the last one's
BLACKJACK = "633a"
ALTERNATIVES: dict[str, tuple[Any, ...]] = {  # of rules that are no words; Blackjack Switch is another game
    "decks": (1, 2, 4, 6, 8),
    "resplits": (0, 1, 2, 3),
    "blackjack_pays": ("3 to 2", "6 to 5", "1 to 1", "2 to 1"),
    "double_shoe": (),
    "blackjack_switch": (),
}


def changes(experiment: Experiment, edge: float, tell: Tell) -> Changes:
    """The rows of the pay tables in force, those that matter most first; at Blackjack the rules."""
    made = list((_rules if experiment.chapter == BLACKJACK and experiment.is_main else _rows)(experiment))
    if not made:
        return Changes()
    began, found = time.monotonic(), []
    kind = "rules" if experiment.chapter == BLACKJACK and experiment.is_main else "payouts"
    for done, ((row, _), priced) in enumerate(zip(made, _edges(experiment, [changed for _, changed in made]), strict=True), 1):
        if priced is not None:
            found.append(msgspec.structs.replace(row, edge=priced - edge))
        tell(f"which of {len(made)} {kind} matter", done / len(made))
        if (time.monotonic() - began) / done * len(made) > MOST_SECONDS:
            return Changes(why="This takes minutes here: change a payout to see what it does.")
    return Changes(sorted(found, key=lambda row: -abs(row.edge)))


def _rows(experiment: Experiment) -> Iterator[tuple[Change, Experiment]]:
    """Every row that pays odds, and the experiment in which it pays one unit more."""
    for table in experiment.tables:
        own = experiment.pays if table.wager == experiment.pays_of else {}
        for hand, printed in table.rows:
            pays = own.get(hand, printed)
            odds = Odds.choices(pays)[0]
            if odds.kind in ("to", "for", "push") and (not experiment.pays or own):
                more = Odds("for" if odds.kind == "for" else "to", odds.value + 1)
                changed = replace(experiment, pays_of=table.wager, pays={**own, hand: str(more)})
                name = hand if len(experiment.tables) == 1 else f"{table.wager}: {hand}"
                yield Change(name, str(more), 0.0), changed


def _rules(experiment: Experiment) -> Iterator[tuple[Change, Experiment]]:
    """Every other value of every rule of Blackjack."""
    for field in experiment.bench.fields:
        chosen = experiment.given if field.option else experiment.rules
        for value in ALTERNATIVES.get(field.name, (False, True) if field.kind == "flag" else field.values):
            if value == chosen.get(field.name, field.default):
                continue
            values = {
                name: each
                for name, each in {**chosen, field.name: value}.items()
                if (name, each) != (field.name, field.default)
            }
            changed = replace(experiment, given=values) if field.option else replace(experiment, rules=values)
            yield Change(field.label, written(field, value), 0.0), changed


def _edges(experiment: Experiment, changed: list[Experiment]) -> Iterator[float | None]:
    """The edges of changed experiments; None for one that cannot be priced, or whose rules do not go together. Games of 21 are
    solved in as many threads as there are cores, in double precision, which is several times faster."""
    edge_of = _pricer(experiment)

    def edge(each: Experiment) -> float | None:
        with suppress(PitbossError):
            return edge_of(each)
        return None

    if edge_of is not edge_in_floats:
        yield from map(edge, changed)
        return
    pool = ThreadPoolExecutor(CORES)
    try:
        yield from pool.map(edge, changed)
    finally:
        pool.shutdown(cancel_futures=True)


def _pricer(experiment: Experiment) -> Callable[[Experiment], float]:
    """What gives the edge of a changed experiment: from the same showdowns, where these take longest."""
    if experiment.chapter == BLACKJACK and experiment.is_main and not experiment.given.get("blackjack_switch"):
        return edge_in_floats
    if experiment.is_main and experiment.chapter in BANKED:
        game = catalogue.solved(experiment.chapter, experiment.paying)
        if isinstance(game, Showdown):
            return lambda changed: float(contest_of(game, changed).result.edge)
    return lambda changed: price(changed)[0].edge


def edge_in_floats(experiment: Experiment) -> float:
    """The edge of a game of 21 in double precision."""
    return _edge_of(game_of(experiment))


@lru_cache(maxsize=MOST_EDGES)
def _edge_of(game: Game) -> float:
    return -solution(game).value
