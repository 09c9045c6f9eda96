"""Whether the time of an answer tells of hidden cards: pairs of tables that differ in cards hidden from somebody, beside pairs
that do not differ at all.

Each command, taken or refused, is said to both tables of a pair by turns, many times. The effect is the difference of the two
median times, as a share of them. Two equal tables have effects too: caches and addresses. A permutation test compares the
effects of both sorts of pairs; `p` is how often as great a difference of their means comes by chance. Times are those of the
engine and of what is shown to whoever asks, without network, disk and their noise, behind which they vanish on a floor.

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
STOPS = 4  # moments of a round at which something is asked
EQUAL = Change(0, {}, {})  # the other table has the same cards
DOT = Asker("Dot", "floorperson")


class Effects(NamedTuple):
    """Differences of median times, each as a share of the median: of tables that differ, and of tables that do not."""

    twins: list[float]
    equals: list[float]


def effect(samples: list[tuple[int, int]]) -> float:
    """The difference of two medians as a share of the first."""
    one, other = np.median(np.array(samples), axis=0)
    return float(abs(one - other) / one)


def time_refusals(pair: Pair, questions: list[Deed], times: int) -> list[float]:
    """The effects of questions that both tables refuse."""
    found = []
    for deed in questions:
        samples = [_by_turns(pair, deed, turn) for turn in range(times)]
        found.append(effect(samples))
    return found


def _by_turns(pair: Pair, deed: Deed, turn: int) -> tuple[int, int]:
    """The times of both tables; every other turn the other table is the first."""
    spent = {}
    for table in (pair.one, pair.other) if turn % 2 else (pair.other, pair.one):
        began = perf_counter_ns()
        refused = answer(table, DOT, deed)
        spent[table] = perf_counter_ns() - began
        assert refused.refused
    return spent[pair.one], spent[pair.other]


def time_script(sitting: Sitting, change: Change, script: list[Said], times: int) -> list[float]:
    """The effects of the commands of a script as long as both tables are alike, with what is shown of them."""
    samples: list[list[tuple[int, int]]] = [[] for _ in script]
    for turn in range(times):
        pair = Pair(sitting, change, 0)
        for at, (deed, author) in enumerate(script):
            spent = {}
            for table in (pair.one, pair.other) if turn % 2 else (pair.other, pair.one):
                began = perf_counter_ns()
                taken = pair.take(table, deed if table is pair.one else pair.same(deed), author)
                seen(table, taken.records, pair.viewer)
                spent[table] = perf_counter_ns() - began
            samples[at].append((spent[pair.one], spent[pair.other]))
    return [effect(each) for each in samples if len(each) > 1]


def alike(pair: Pair, script: list[Said]) -> list[Said]:
    """The commands of a script before the rules show a card that differs."""
    for at, one in enumerate(script):
        if not pair.go_on(*one):
            return script[:at]
    return script


def refused_by(pair: Pair, rng: random.Random) -> list[Deed]:
    """Questions that both tables refuse and that change nothing."""
    chapter = pair.one.game.chapter
    asked: list[Deed] = [a_report(rng, chapter, about=sorted(pair.change.names) or ["4c"]) for _ in range(6)]
    asked += list(commands(rng, pair.one, ["4c"]))
    return [deed for deed in asked if not pair.ask(DOT, deed)][:8]


def effects_of(chapter: str, pairs: int, times: int) -> Effects:
    """The effects of some pairs of tables of a chapter."""
    found = Effects([], [])
    for seed in range(pairs):
        sitting, rng = Sitting(chapter, {}, seed), random.Random(seed)
        script, steps, chance, looks = play(sitting, rng, 1)
        change = change_hidden_from(rng, Onlooker(""), steps, chance.orders, looks)
        if change is None:
            continue
        script = alike(Pair(sitting, change, 0), script)
        stops = {len(script) * (stop + 1) // (STOPS + 1) for stop in range(STOPS)}
        for into, other in ((found.twins, change), (found.equals, EQUAL)):
            into += time_script(sitting, other, script, times)
            pair, again = Pair(sitting, other, 0), random.Random(seed)
            for at, one in enumerate(script):
                if at in stops:
                    into += time_refusals(pair, refused_by(pair, again), 3 * times)
                pair.go_on(*one)
    return found


def chance_of(found: Effects) -> float:
    """How often the mean effect of the twins exceeds that of equal tables by as much, if which is which is left to chance."""
    twins, both = len(found.twins), np.array([*found.twins, *found.equals])
    as_is = both[:twins].mean() - both[twins:].mean()
    rng = np.random.default_rng(0)
    by_chance = [(mixed := rng.permutation(both))[:twins].mean() - mixed[twins:].mean() for _ in range(PERMUTATIONS)]
    return float((1 + np.sum(np.array(by_chance) >= as_is)) / (1 + PERMUTATIONS))


def main() -> None:
    """Prints a line for each chapter; exits 1 where the time of an answer tells of hidden cards."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--chapter", action="append", choices=list(MODULES))
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--times", type=int, default=60)
    given = parser.parse_args()
    chapters, tells = given.chapter or list(MODULES), []
    for chapter in chapters:
        found = effects_of(chapter, given.pairs, given.times)
        p = chance_of(found)
        tells += [chapter] if p < SURE / len(chapters) else []
        means = f"{np.mean(found.twins):.2%} beside {np.mean(found.equals):.2%} of equal tables"
        print(f"{chapter}: {len(found.twins)} commands, mean effect {means}, p = {p:.3f}", flush=True)
    print(f"the time of an answer tells of hidden cards: {', '.join(tells)}" if tells else "no time tells of hidden cards")
    sys.exit(bool(tells))


if __name__ == "__main__":
    main()
