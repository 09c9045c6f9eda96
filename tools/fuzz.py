"""`python -m tools.fuzz [--minutes 10] [--processes 2] [TARGET…]`: tries malformed inputs until the time is up.

An input that breaks a command is saved in `tests/corpus/<target>/`, so that every later test run tries it again.
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
    """Run the fuzzer from the command line. Returns 1 if anything broke."""
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
        outcomes = pool.starmap(fuzz, [(wanted, seed, until) for seed in seeds])
    tried, broken = sum(number for number, _ in outcomes), [line for _, lines in outcomes for line in lines]
    print(f"{tried} inputs of {', '.join(wanted)} tried, {len(broken)} broke something")
    for line in broken:
        print(line)
    if broken:
        print("What is kept in tests/corpus fails there until it is mended: python -m pytest tests/test_fuzz.py")
    return int(bool(broken))


def fuzz(wanted: list[str], seed: int, until: float) -> tuple[int, list[str]]:
    """Try inputs until a time. Returns how many were tried, and a line for each that broke something."""
    rng, tried, broken = random.Random(seed), 0, list[str]()
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < until:
            name, input_seed = wanted[tried % len(wanted)], rng.randrange(2**32)
            tried += 1
            try:
                if failure := failure_of(name, Path(folder), input_seed):
                    broken.append(failure)
                    print(failure, file=sys.stderr, flush=True)
            except KeyboardInterrupt:
                break
    return tried, broken


def failure_of(name: str, folder: Path, seed: int) -> str:
    """Try one input. Returns "" if all is well; otherwise saves the input and returns what broke."""
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
        path = CORPUS / name / f"{hashlib.sha256(text).hexdigest()[:12]}{TARGETS[name].suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        return f"{path.relative_to(ROOT)}: {last}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
