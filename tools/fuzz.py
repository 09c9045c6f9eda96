"""`python -m tools.fuzz [--minutes 10] [--processes 2] [TARGET…]`: tries inputs with something wrong in them until time is up.

An input that breaks a command is kept in `tests/corpus/<target>/`, where every run of the tests finds it again.
"""

import argparse
import hashlib
import math
import multiprocessing
import os
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.fuzzing import CORPUS, TARGETS, try_command_line, write_one  # noqa: E402

LINE = "command-line"


def main() -> int:
    """Reads the command line; 1 where something broke."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"{', '.join(TARGETS)} or {LINE}; all without one")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    wanted = given.targets or [*TARGETS, LINE]
    if unknown := set(wanted) - {*TARGETS, LINE}:
        parser.error(f"there is no target {', '.join(sorted(unknown))}; there are {', '.join([*TARGETS, LINE])}")
    if not 0 < given.minutes < math.inf or given.processes < 1:
        parser.error("minutes and processes have to be more than 0")
    until = time.monotonic() + 60 * given.minutes
    with multiprocessing.get_context("fork").Pool(given.processes) as pool:
        seeds = [random.randrange(2**32) for _ in range(given.processes)]
        found = pool.starmap(fuzz, [(wanted, seed, until) for seed in seeds])
    tried, broken = sum(number for number, _ in found), [line for _, lines in found for line in lines]
    print(f"{tried} inputs of {', '.join(wanted)} tried, {len(broken)} broke something")
    for line in broken:
        print(line)
    if broken:
        print("What is kept in tests/corpus fails there until it is mended: python -m pytest tests/test_fuzz.py")
    return int(bool(broken))


def fuzz(wanted: list[str], seed: int, until: float) -> tuple[int, list[str]]:
    """Tries inputs until it is time: how many, and what broke."""
    rng, tried, broken = random.Random(seed), 0, list[str]()
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < until:
            name, one = wanted[tried % len(wanted)], rng.randrange(2**32)
            tried += 1
            try:
                if why := broke(name, Path(folder), one):
                    broken.append(why)
                    print(why, file=sys.stderr, flush=True)
            except KeyboardInterrupt:
                break
    return tried, broken


def broke(name: str, folder: Path, seed: int) -> str:
    """Tries one input; where it breaks something it is kept, and it is said what broke."""
    rng = random.Random(seed)
    try:
        if name == LINE:
            try_command_line(folder, rng)
            return ""
        file = write_one(name, folder, rng)
        text = file.read_bytes()
        TARGETS[name].reads(file, rng)
    except (Exception, RecursionError):
        last = traceback.format_exc().strip().splitlines()[-1]
        if name == LINE:
            return f"{LINE}, seed {seed}: {last}"
        kept = CORPUS / name / f"{hashlib.sha256(text).hexdigest()[:12]}{TARGETS[name].suffix}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(text)
        return f"{kept.relative_to(ROOT)}: {last}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
