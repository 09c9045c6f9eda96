"""Compiled simulators on an NVIDIA GPU: rounds per second, and whether the integers are those of the processor.

    python benchmarks/gpu.py [chapter ...] [--rounds 10000000000]

Needs `pip install 'pitboss[gpu]'` and a GPU. Compiling and the first rounds are not timed.
"""

import argparse
import sys
import time

from pitboss.house import House
from pitboss.simulators.gpu import Launch, find_cuda
from pitboss.simulators.jobs import CompiledJob
from pitboss.simulators.simulate import job_of

CHAPTERS = ("565", "555", "557", "657a", "678a", "559", "587", "655a", "563", "677a", "633a", "635a")
SEED, CHECKED, ROUNDS = 11, 2_000_000, 10**10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chapters", nargs="*", default=list(CHAPTERS))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    find_cuda()
    equal = True
    for number in given.chapters:
        job, _ = job_of(number, House.of(number), SEED)
        assert isinstance(job, CompiledJob), f"chapter {number} has no compiled simulator"
        launch = Launch(job)
        same = launch.sums(0, CHECKED) == job.sums(0, CHECKED)
        begin = time.perf_counter()
        launch.sums(0, given.rounds)
        seconds = time.perf_counter() - begin
        words = "the integers of the processor" if same else "THE INTEGERS DIFFER"
        print(
            f"{number:<6}{given.rounds:>16,} rounds in {seconds:8.2f} s{given.rounds / seconds:>10.3g} a second  {words}",
            flush=True,
        )
        equal = equal and same
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
