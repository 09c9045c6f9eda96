"""Tests whether response times leak hidden cards.

It compares two kinds of pairs of tables: twins, which differ only in cards hidden from the viewer, and pairs of equal tables.
Each command, accepted or refused, goes to both tables of a pair in turn, many times. The effect is the difference of the two
median times, as a share of them. Equal tables have effects too (caches, memory addresses), so a permutation test compares the
effects of the two kinds; `p` is the probability of so large a difference of their means by chance. Only the engine and the
viewer's projection are timed: on a real floor, network and disk noise hides such differences.

    python tools/timing.py [--chapter 565] [--pairs 3] [--times 60]
"""

import argparse
import random
import sys
from pathlib import Path
from time import perf_counter_ns
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from pitboss.games import MODULES
from pitboss.table.commands import Deed
from tests.floor.probing import Asker, Pair, Said, Sitting, a_report, answer, commands, play, seen
from tests.floor.twins import Change, Onlooker, change_hidden_from

SURE = 0.01  # over all chapters together
PERMUTATIONS = 20_000
STOPS = 4  # moments of a round at which refusals are timed
EQUAL = Change(0, {}, {})  # no change: both tables have the same cards
DOT = Asker("Dot", "floorperson")


class Effects(NamedTuple):
    """Relative differences of median times: of twin tables, and of equal tables."""

    twins: list[float]
    equals: list[float]


def effect(samples: list[tuple[int, int]]) -> float:
    """The difference of two medians as a share of the first."""
    one, other = np.median(np.array(samples), axis=0)
    return float(abs(one - other) / one)


def time_refusals(pair: Pair, questions: list[Deed], times: int) -> list[float]:
    """The effects of commands that both tables refuse."""
    effects = []
    for deed in questions:
        samples = [_by_turns(pair, deed, turn) for turn in range(times)]
        effects.append(effect(samples))
    return effects


def _by_turns(pair: Pair, deed: Deed, turn: int) -> tuple[int, int]:
    """The times of both tables. They take turns at being first."""
    spent = {}
    for table in (pair.one, pair.other) if turn % 2 else (pair.other, pair.one):
        began = perf_counter_ns()
        reply = answer(table, DOT, deed)
        spent[table] = perf_counter_ns() - began
        assert reply.refused
    return spent[pair.one], spent[pair.other]


def time_script(sitting: Sitting, change: Change, script: list[Said], times: int) -> list[float]:
    """The effect of each command of a script: executing it and projecting its records for the viewer."""
    samples: list[list[tuple[int, int]]] = [[] for _ in script]
    for turn in range(times):
        pair = Pair(sitting, change, 0)
        for at, (deed, author) in enumerate(script):
            spent = {}
            for table in (pair.one, pair.other) if turn % 2 else (pair.other, pair.one):
                began = perf_counter_ns()
                reply = pair.take(table, deed if table is pair.one else pair.same(deed), author)
                seen(table, reply.records, pair.viewer)
                spent[table] = perf_counter_ns() - began
            samples[at].append((spent[pair.one], spent[pair.other]))
    return [effect(times) for times in samples if len(times) > 1]


def common_prefix(pair: Pair, script: list[Said]) -> list[Said]:
    """The commands of a script up to the first that shows a card in which the tables differ."""
    for at, command in enumerate(script):
        if not pair.go_on(*command):
            return script[:at]
    return script


def refused_by(pair: Pair, rng: random.Random) -> list[Deed]:
    """A few commands that both tables refuse, and that therefore change nothing."""
    chapter = pair.one.game.chapter
    candidates: list[Deed] = [a_report(rng, chapter, about=sorted(pair.change.names) or ["4c"]) for _ in range(6)]
    candidates += list(commands(rng, pair.one, ["4c"]))
    return [deed for deed in candidates if not pair.ask(DOT, deed)][:8]


def effects_of(chapter: str, pairs: int, times: int) -> Effects:
    """The effects that a number of pairs of tables of a chapter show."""
    effects = Effects([], [])
    for seed in range(pairs):
        sitting, rng = Sitting(chapter, {}, seed), random.Random(seed)
        script, steps, chance, looks = play(sitting, rng, 1)
        change = change_hidden_from(rng, Onlooker(""), steps, chance.orders, looks)
        if change is None:
            continue
        script = common_prefix(Pair(sitting, change, 0), script)
        stops = {len(script) * (stop + 1) // (STOPS + 1) for stop in range(STOPS)}
        for sample, other in ((effects.twins, change), (effects.equals, EQUAL)):
            sample += time_script(sitting, other, script, times)
            pair, command_rng = Pair(sitting, other, 0), random.Random(seed)
            for at, command in enumerate(script):
                if at in stops:
                    sample += time_refusals(pair, refused_by(pair, command_rng), 3 * times)
                pair.go_on(*command)
    return effects


def p_value(effects: Effects) -> float:
    """The p-value of a one-sided permutation test: do twin tables differ more than equal ones?"""
    twins, both = len(effects.twins), np.array([*effects.twins, *effects.equals])
    observed = both[:twins].mean() - both[twins:].mean()
    rng = np.random.default_rng(0)
    permuted = [(mixed := rng.permutation(both))[:twins].mean() - mixed[twins:].mean() for _ in range(PERMUTATIONS)]
    return float((1 + np.sum(np.array(permuted) >= observed)) / (1 + PERMUTATIONS))


def main() -> None:
    """Print a line for each chapter. Exit status 1 if response times leak hidden cards."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--chapter", action="append", choices=list(MODULES))
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--times", type=int, default=60)
    given = parser.parse_args()
    chapters, leaking = given.chapter or list(MODULES), []
    for chapter in chapters:
        effects = effects_of(chapter, given.pairs, given.times)
        p = p_value(effects)
        leaking += [chapter] if p < SURE / len(chapters) else []
        means = f"{np.mean(effects.twins):.2%} beside {np.mean(effects.equals):.2%} of equal tables"
        print(f"{chapter}: {len(effects.twins)} commands, mean effect {means}, p = {p:.3f}", flush=True)
    print(f"the time of an answer tells of hidden cards: {', '.join(leaking)}" if leaking else "no time tells of hidden cards")
    sys.exit(bool(leaking))


if __name__ == "__main__":
    main()
