"""How fast the exact odds are: deals of the whole game tree per second, over seven-card evaluations per second of eval7.

Each solver runs once to compile, then is timed. Deals are those of a full deck: every hand of the player with every hand of the
dealer and every community card (and every card that the dealer may show). The smaller games have all their pay tables solved
together and are set beside the time that eval7 needs for five million evaluations.

K is the time of a billion seven-card evaluations by our own compiled kernel in as many threads as there are cores. The games on
a board are set beside it twice: what best play brings with every hand, and its distribution too.

    python benchmarks/odds.py [--json] [--only 555,678a]

With --units, times of drafts, 21, Pai Gow and the whole catalogue in units of K instead, each beside what is wanted. Everything
is compiled before, nothing is stored.

    python benchmarks/odds.py --units [--json] [--only three,blackjack]
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from math import comb
from typing import Any

import numpy as np

from pitboss.drafts.blackjack import game_in
from pitboss.drafts.quote import price_draft
from pitboss.drafts.reading import Draft
from pitboss.games import MODULES
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import codes
from pitboss.house import House
from pitboss.odds.against_dealer.showdown import COUNTED
from pitboss.odds.boards.backward import decide, look
from pitboss.odds.boards.play import SOLVED
from pitboss.odds.catalogue import parts_of
from pitboss.odds.pai_gow import outcomes_by_way
from pitboss.odds.parts import CORES, in_threads
from pitboss.odds.store import recomputing
from pitboss.odds.twenty_one.solver import solution, solve_game
from pitboss.rulebook import chapter

EVALUATIONS = 5_000_000
BOARDS = {"563": "texas_bonus", "677a": "heads_up"}
MOST = {"best play": 1.0, "distribution": 1.5}  # of K
TREES = {
    "555": (comb(52, 5) * comb(47, 5) * 5, 1_000_000),
    "557": (comb(52, 5) * comb(47, 6) * 6, 1_000_000),
    "563": (comb(52, 2) * comb(50, 2) * comb(48, 5), 100_000),
    "657a": (comb(52, 5) * comb(47, 5), 1_000_000),
    "677a": (comb(52, 2) * comb(50, 2) * comb(48, 5), 100_000),
    "678a": (comb(52, 7) * comb(45, 7), 100_000_000),
}


def evaluations_per_second(number: int = 200_000) -> float:
    """How many seven-card hands eval7 evaluates in a second, on one core."""
    from eval7 import Card, evaluate

    deck = [Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    rng = random.Random(1)
    hands = [rng.sample(deck, 7) for _ in range(20_000)]
    rounds = number // len(hands)
    started = time.perf_counter()
    for _ in range(rounds):
        for hand in hands:
            evaluate(hand)
    return rounds * len(hands) / (time.perf_counter() - started)


def k_seconds(hands: int = 500_000, rounds: int = 10) -> float:
    """K in seconds."""
    rng = np.random.default_rng(1)
    dealt = rng.random((hands, 52), np.float32).argpartition(7, 1)[:, :7].astype(np.uint8)
    codes(FIVE_CARD, dealt)
    started = time.perf_counter()
    in_threads(lambda _: codes(FIVE_CARD, dealt), range(rounds * CORES))
    return (time.perf_counter() - started) * 1e9 / (hands * rounds * CORES)


def boards_in_k(number: str) -> dict[str, float]:
    """How long a game on a board takes in units of K: best play with every hand, and the distribution too."""
    module, house = import_module(f"pitboss.odds.boards.{BOARDS[number]}"), House.of(number)
    game = module.Terms.of(house).game
    before = k_seconds()
    found = [timed(lambda: decide(game, look(game))), timed(lambda: module.solve(house))]
    k = (before + k_seconds()) / 2
    return {what: round(seconds / k, 2) for what, seconds in zip(MOST, found, strict=True)}


def timed(work: Callable[[], object]) -> float:
    """The seconds of a second run; the first compiles."""
    work()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def solve(number: str, parts: int) -> list[object]:
    """The odds of a chapter, by the first so many of its parts, without what was stored."""
    forget()
    house = House.of(number)
    return [row for part in parts_of(number)[:parts] for row in part.solve(number, house, None)]


def forget() -> None:
    """Nothing of an earlier run is kept in memory but compiled code and the tables of the rankings."""
    SOLVED.clear()
    COUNTED.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("pitboss.odds"):
            for kept in vars(module).values():
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def measure(only: list[str]) -> list[dict[str, Any]]:
    """A line for each chapter."""
    rate = evaluations_per_second()
    lines = []
    for number in [n for n in MODULES if not only or n in only]:
        if number in ("561", "645a"):
            continue  # over all 8.25 quadrillion deals, in a minute
        if number in TREES:
            deals, least = TREES[number]
            seconds = timed(lambda number=number: solve(number, 1))  # type: ignore[misc]
            ratio = deals / seconds / rate
            wanted = f"{least:,} or more"
        else:
            seconds = timed(lambda number=number: solve(number, len(parts_of(number))))  # type: ignore[misc]
            ratio, wanted = EVALUATIONS / rate / seconds, "1 or more"
        line = {"chapter": number, "game": chapter(number).game, "seconds": round(seconds, 2), "ratio": round(ratio, 1)}
        in_k = {"k": boards_in_k(number)} if number in BOARDS else {}
        lines.append(line | {"wanted": wanted, "eval7": round(rate)} | in_k)
    return lines


DRAFT = (files("pitboss.drafts") / "templates" / "game.toml").read_text(encoding="utf-8")
SIX_DECKS = '[deck]\ndecks = 6\n[blackjack]\nsoft_17 = "hit"\nsurrender = "late"\n'


def on_tables(words: str, number: int) -> object:
    """A draft on so many pay tables."""
    pays = [{"name": str(table), "ante": {"not qualifies or wins": f"{table} to 7"}} for table in range(1, number)]
    return price_draft(Draft.of_data({**Draft.of(words).data, "pays": pays}))


def blackjack() -> object:
    """The solver of 21 in floating-point numbers."""
    game = game_in(Draft.of(SIX_DECKS))
    solve_game(game)
    return solution(game).value


UNITS: dict[str, tuple[float | None, Callable[[], object]]] = {
    "three-card draft": (0.1, lambda: price_draft(Draft.of(DRAFT))),
    "three-card draft on ten pay tables": (None, lambda: on_tables(DRAFT, 10)),
    "blackjack of six decks, double": (0.15, blackjack),
    "blackjack of six decks, fraction": (0.6, lambda: price_draft(Draft.of(SIX_DECKS))),
    "pai gow house way": (1.5, lambda: outcomes_by_way(House.of("645a"), None)),
    "catalogue": (12.0, lambda: [solve(number, len(parts_of(number))) for number in MODULES]),
}


def measure_units(only: list[str]) -> list[dict[str, Any]]:
    """A line for each of what is wanted in units of K."""
    lines = []
    for name, (wanted, work) in UNITS.items():
        if only and not any(name.startswith(word) for word in only):
            continue
        with recomputing(True):
            work()  # compiles
        forget()
        before = k_seconds()
        with recomputing(True):  # nothing of what the first run stored
            started = time.perf_counter()
            work()
            seconds = time.perf_counter() - started
        forget()
        k = (before + k_seconds()) / 2
        line = {"what": name, "seconds": round(seconds, 2), "k": round(k, 2), "units": round(seconds / k, 3)}
        lines.append(line | {"wanted": wanted})
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--only", default="", help="some chapters, or with --units some words, separated by commas")
    parser.add_argument("--units", action="store_true", help="times in units of K")
    given = parser.parse_args()
    only = [name for name in given.only.split(",") if name]
    if given.units:
        units = measure_units(only)
        if given.json:
            print(json.dumps(units, indent=1))
            return
        print(f"{'':38} {'seconds':>8} {'K':>7} {'in K':>8}  wanted")
        for unit_line in units:
            print("{what:38} {seconds:8} {k:7} {units:8}  {wanted}".format(**unit_line))
        return
    lines = measure(only)
    if given.json:
        print(json.dumps(lines, indent=1))
        return
    print(f"{'':30} {'seconds':>8} {'ratio to eval7':>18}  wanted")
    for line in lines:
        name = f"{line['chapter']} {line['game']}"
        print(f"{name:30} {line['seconds']:8} {line['ratio']:18,.1f}  {line['wanted']}")
        for what, k in line.get("k", {}).items():
            print(f"{what:>30} {k:8} K  {MOST[what]} K or less")


if __name__ == "__main__":
    main()
