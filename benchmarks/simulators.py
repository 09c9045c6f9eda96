"""Compiled simulators beside the same games in C: one core, one run, the same rounds and the same integers.

    python benchmarks/simulators.py                       # 565, 633a and 677a, each against gcc -O3
    python benchmarks/simulators.py --agree --rounds 100000000   # every banked game against its exact edges
    python benchmarks/simulators.py --replay --rounds 10000      # and sampled rounds of it through the engine

Seeds are fixed beforehand (SEED). Times are processor time, best of three, alternating; the ratio is C's time to ours.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pitboss.games import BANKED
from pitboss.house import House
from pitboss.odds.catalogue import player_of
from pitboss.odds.simulation import Entry, entries_of, wagers, with_all_wagers
from pitboss.simulators.games import simulator_of
from pitboss.simulators.jobs import CompiledJob, flat
from pitboss.simulators.replay import Replay

PEERS = {"565": "three_card", "633a": "blackjack", "677a": "heads_up"}
FOLDER = Path(__file__).parent / "peers"
SEED, ROUNDS, TIMES, ERRORS = 2026, 5_000_000, 3, 4.5


def replay_of(number: str) -> Replay | None:
    """A game at its default house with every wager offered; None where it has no compiled simulator."""
    house = with_all_wagers(number, House.of(number))
    player, bets = player_of(number, house), wagers(number, house)
    simulator = simulator_of(house, bets, player)
    if simulator is None:
        return None
    return Replay(CompiledJob(simulator, SEED), house, bets, player, entries_of(number, house, bets, player, None))


def games(chapters: list[str]) -> Iterator[tuple[str, Replay]]:
    """The games that have a compiled simulator; says which have none."""
    for number in chapters:
        if (found := replay_of(number)) is None:
            print(f"{number:<6} has no compiled simulator")
        else:
            yield number, found


def write_records(job: CompiledJob, path: Path) -> None:
    """The deck, the number of wagers and the records, each as a length and bytes."""
    simulator = job.simulator
    with path.open("wb") as file:
        for part in (np.array(simulator.cards, np.uint8), np.int64(simulator.wagers), *flat(simulator.records)):
            numbers = np.ascontiguousarray(part)
            data = (numbers.astype(np.int64) if numbers.ndim == 0 and numbers.dtype != np.uint64 else numbers).tobytes()
            file.write(np.int64(len(data)).tobytes() + data)


def compare(chapters: list[str], rounds: int) -> bool:
    """Prints the ratio of each game; whether all integers are equal."""
    equal = True
    print(f"{'game':<8}{'rounds/s':>14}{'in C':>14}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for number, found in games(chapters):
            program, records = Path(folder) / PEERS[number], Path(folder) / "records"
            source = FOLDER / f"{PEERS[number]}.c"
            subprocess.run(["gcc", "-O3", "-march=native", "-o", str(program), str(source)], check=True)
            write_records(found.job, records)
            found.job.sums(0, 1)
            ours, theirs, sums = [], [], []
            for _ in range(TIMES):
                begun = time.process_time()
                mine = found.job.sums(0, rounds)
                ours.append(time.process_time() - begun)
                run = [str(program), str(records), str(SEED), "0", str(rounds)]
                seconds, *sums = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
                theirs.append(float(seconds))
                its = list(map(int, sums))
            same = [number for one in mine for number in one[1:]] == its
            equal = equal and same
            note = "" if same else "  the integers differ"
            print(f"{number:<8}{rounds / min(ours):>14,.0f}{rounds / min(theirs):>14,.0f}{min(theirs) / min(ours):>8.2f}{note}")
    return equal


def agree(chapters: list[str], rounds: int) -> bool:
    """Prints how many standard errors each mean lies from the exact edge; whether all are within the limit."""
    fine = True
    print(f"{'wager':<44}{'mean':>12}{'exact':>12}{'errors':>9}")
    for number, found in games(chapters):
        begun = time.perf_counter()
        sums = found.job.sums(0, rounds)
        seconds = time.perf_counter() - begun
        for entry, one in zip(found.entries, sums, strict=True):
            known = Entry(entry.wager, entry.table, entry.unit, entry.exact, entry.deviation, one.sum, one.squares)
            mean, error = known.mean(rounds), known.standard_error(rounds)
            away = 0.0 if entry.exact is None else (mean - entry.exact) / error
            fine = fine and abs(away) <= ERRORS
            print(f"{number + ' ' + entry.wager:<44}{mean:>12.6%}{entry.exact or 0.0:>12.6%}{away:>+9.2f}")
        print(f"{'':<8}{rounds:,} rounds, {rounds / seconds:,.0f} a second", flush=True)
    return fine


def replayed(chapters: list[str], rounds: int) -> bool:
    """Prints how many of the first rounds settle otherwise at the engine; whether none does."""
    fine = True
    for number, found in games(chapters):
        differences = [words for at in range(rounds) if (words := found.differs(at))]
        fine = fine and not differences
        print(f"{number:<6}{rounds:>8,} rounds through the engine, {len(differences)} differ", *differences[:1], flush=True)
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agree", action="store_true")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("chapters", nargs="*")
    given = parser.parse_args()
    work = agree if given.agree else replayed if given.replay else compare
    chapters = given.chapters or (list(PEERS) if work is compare else list(BANKED))
    return 0 if work(chapters, given.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
