"""Which payout matters: by how much the edge changes if a row of a pay table pays one unit more, best play following it."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
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
from pitboss.odds.twenty_one.solver import solution

MOST_SECONDS = 150.0  # for all changes of a wager, as the first ones tell
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
    edge_of = _pricer(experiment)
    for done, (row, changed) in enumerate(made, 1):
        tell("what matters", (done - 1) / len(made))
        with suppress(PitbossError):  # a change that cannot be priced, or rules that do not go together
            found.append(msgspec.structs.replace(row, edge=edge_of(changed) - edge))
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


def _pricer(experiment: Experiment) -> Callable[[Experiment], float]:
    """What gives the edge of a changed experiment: from the same showdowns, where these take longest."""
    if experiment.chapter == BLACKJACK and experiment.is_main and not experiment.given.get("blackjack_switch"):
        return lambda changed: -solution(game_of(changed)).value  # in double precision, which is several times faster
    if experiment.is_main and experiment.chapter in BANKED:
        game = catalogue.solved(experiment.chapter, experiment.paying)
        if isinstance(game, Showdown):
            return lambda changed: float(contest_of(game, changed).result.edge)
    return lambda changed: price(changed)[0].edge
