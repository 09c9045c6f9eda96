"""Poker hands per second at six seats, beside PokerKit's hands per second of the same variant in the same run.

Every hand is the whole procedure (shuffle with commitment, cut, deal, betting rounds, showdown, pots, ledger, card count) with
every step and every input logged. Players check or call in both engines. The two take turns in short slices, so that a busy
machine slows both alike. The mix is one hand after the other of the variants that PokerKit has a class for.

    python benchmarks/poker.py [--json] [--seconds 12]
"""

import argparse
import gc
import json
import time
from collections.abc import Callable
from functools import cache
from typing import Any

from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import drive
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Answer, Ask, Choice, Reply, Request
from pitboss.table.table import Table

STAYING = ("check", "call", "keep", "no straddle", "show")
HANDS = 252  # in a slice of ours
THEIRS = 14  # in a slice of PokerKit's
WARM_UP = 6  # slices
MIX = (
    ("hold'em", "no limit"),
    ("hold'em", "limit"),
    ("omaha", "pot limit"),
    ("omaha high-low eight or better", "limit"),
    ("seven-card stud", "limit"),
    ("seven-card stud high-low eight or better", "limit"),
    ("razz", "limit"),
)
ROWS = {"hold'em, no limit": MIX[:1], "the seven variants that both have": MIX}
Slice = Callable[[], int]


def stay(table: Table, request: Request) -> Reply:
    """Checks, or calls."""
    return staying(request.choices) if isinstance(request, Ask) else None


@cache
def staying(choices: tuple[Choice, ...]) -> Answer:
    """The choice that keeps the player in for the least."""
    choice = next(c for word in STAYING for c in choices if c.word == word)
    return Answer(choice.word, choice.most)


def table_of(variant: str, structure: str, seats: int = 6) -> Table:
    """A table with everybody in his seat."""
    table = Table(
        game("637a"), House.of("637a", {"variant": variant, "structure": structure}), Chance(1), MemoryStore(), pauses=False
    )
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 10**12)
    return table


def our_hands(mix: tuple[tuple[str, str], ...]) -> Slice:
    """A function that plays some hands and says how many steps they logged."""
    tables = [table_of(variant, structure) for variant, structure in mix]

    def slice_() -> int:
        steps = 0
        for _ in range(HANDS // len(tables)):
            for table in tables:
                drive(table, stay)
                assert isinstance(table.store, MemoryStore)
                steps += sum(len(record.steps) for record in table.store.records)
                table.store.records.clear()  # a hand's log goes as a PokerKit hand's state goes
        return steps

    return slice_


def pokerkit_hands(mix: tuple[tuple[str, str], ...]) -> Slice | None:
    """A function that plays some hands in PokerKit, or None where it is not installed."""
    try:
        import pokerkit
    except ImportError:
        return None
    everything = tuple(pokerkit.Automation)
    blinds, stack, seats = (200, 500), 10**6, 6
    create: dict[tuple[str, str], Callable[[], Any]] = {
        ("hold'em", "no limit"): lambda: pokerkit.NoLimitTexasHoldem.create_state(
            everything, True, 0, blinds, 500, stack, seats
        ),
        ("hold'em", "limit"): lambda: pokerkit.FixedLimitTexasHoldem.create_state(
            everything, True, 0, blinds, 500, 1000, stack, seats
        ),
        ("omaha", "pot limit"): lambda: pokerkit.PotLimitOmahaHoldem.create_state(
            everything, True, 0, blinds, 500, stack, seats
        ),
        ("omaha high-low eight or better", "limit"): lambda: (
            pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state(
                everything, True, 0, blinds, 500, 1000, stack, seats
            )
        ),
        ("seven-card stud", "limit"): lambda: pokerkit.FixedLimitSevenCardStud.create_state(
            everything, True, 0, 200, 500, 1000, stack, seats
        ),
        ("seven-card stud high-low eight or better", "limit"): lambda: (
            pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter.create_state(
                everything, True, 0, 200, 500, 1000, stack, seats
            )
        ),
        ("razz", "limit"): lambda: pokerkit.FixedLimitRazz.create_state(everything, True, 0, 200, 500, 1000, stack, seats),
    }
    makers = [create[key] for key in mix]

    def slice_() -> int:
        operations = 0
        for _ in range(THEIRS // len(makers)):
            for maker in makers:
                state = maker()
                if state.bring_in_status:
                    state.post_bring_in()
                while state.status:
                    state.check_or_call()
                operations += len(state.operations)
        return operations

    return slice_


def measure(seconds: float) -> list[dict[str, float | str | None]]:
    """Hands and steps per second of both, and how many times as fast ours are."""
    rows: list[dict[str, float | str | None]] = []
    for name, mix in ROWS.items():
        ours, peer = our_hands(mix), pokerkit_hands(mix)
        for _ in range(WARM_UP):
            ours()
        gc.collect()
        gc.freeze()  # as a long-running server does once it has started; both sides gain
        hands = steps = their_hands = operations = 0
        our_time = their_time = 0.0
        until = time.perf_counter() + seconds / len(ROWS)
        while time.perf_counter() < until or not hands:
            start = time.perf_counter()
            steps += ours()
            middle = time.perf_counter()
            our_time += middle - start
            hands += HANDS
            if peer is not None:
                operations += peer()
                their_time += time.perf_counter() - middle
                their_hands += THEIRS
        theirs = their_hands / their_time if their_time else None
        rows.append(
            {
                "game": name,
                "hands_per_second": hands / our_time,
                "steps_per_hand": steps / hands,
                "pokerkit_hands_per_second": theirs,
                "pokerkit_operations_per_hand": operations / their_hands if their_hands else None,
                "ratio": hands / our_time / theirs if theirs else None,
            }
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--seconds", type=float, default=12.0, help="how long to measure in all")
    given = parser.parse_args()
    rows = measure(given.seconds)
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'six seats, every step logged':36}{'hands/s':>10}{'steps':>7}{'PokerKit hands/s':>18}{'ratio':>8}")
    for row in rows:
        theirs, ratio = row["pokerkit_hands_per_second"], row["ratio"]
        peer = f"{theirs:18.1f}{ratio:8.1f}" if theirs and ratio else f"{'not installed':>18}{'':8}"
        print(f"{row['game']:36}{row['hands_per_second']:10.0f}{row['steps_per_hand']:7.0f}{peer}")


if __name__ == "__main__":
    main()
