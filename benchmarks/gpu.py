"""Compiled simulators on a GPU: rounds per second, and whether the integers are those of the processor.

    python benchmarks/gpu.py                         # here, where there is a GPU and pip install 'pitboss[gpu]'
    python benchmarks/gpu.py --prepare gpu-kernels   # here, without a GPU: writes kernels (PTX), records and the integers
    python3 benchmarks/gpu.py --run gpu-kernels      # there, with NumPy and CuPy alone

`--prepare` needs the compiler that turns a kernel into PTX: `pip install nvidia-nvvm nvidia-cuda-nvcc`, and `CUDA_HOME` a
folder with its `nvvm/lib64/libnvvm.so` and `nvvm/libdevice`.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

CHAPTERS = ("565", "633a", "677a")
SEED, CHECKED, ROUNDS, CAPABILITY = 2026, 2_000_000, 1 << 30, (9, 0)
KERNEL = "rounds"
THREADS, BLOCKS_PER_PROCESSOR = 128, 16


def jobs(chapters: Sequence[str]) -> Any:
    """The job of each game at its default house."""
    from pitboss.house import House
    from pitboss.simulators.simulate import job_of

    for number in chapters:
        job, _ = job_of(number, House.of(number), SEED)
        yield number, job


def here(chapters: Sequence[str], rounds: int) -> bool:
    """Through pitboss itself."""
    from pitboss.simulators.gpu import Launch, find_cuda

    find_cuda()
    equal = True
    for number, job in jobs(chapters):
        launch = Launch(job)
        same = launch.sums(0, CHECKED) == job.sums(0, CHECKED)
        begun = time.perf_counter()
        launch.sums(0, rounds)
        say(number, rounds, time.perf_counter() - begun, same)
        equal = equal and same
    return equal


def say(number: str, rounds: int, seconds: float, same: bool) -> None:
    words = "the integers of the processor" if same else "THE INTEGERS DIFFER"
    print(f"{number:<6}{rounds:>16,} rounds in {seconds:8.3f} s{rounds / seconds:>18,.0f} a second  {words}", flush=True)


# ---------------------------------------------------------------------------- kernels for a machine without Numba


def prepare(chapters: Sequence[str], folder: Path) -> bool:
    """Writes for each game its kernel, its records and the sums of the first rounds."""
    import numpy as np
    from numba import types

    from pitboss.simulators import gpu
    from pitboss.simulators.jobs import flat

    cuda: Any = import_module("numba.cuda")
    gpu.cuda = cuda
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)  # which this machine has not
    nvvm.get_supported_ccs = lambda: (CAPABILITY,)
    folder.mkdir(parents=True, exist_ok=True)
    for number, job in jobs(chapters):
        simulator = job.simulator
        signature = (
            *(gpu.type_of(part) for part in (simulator.records, np.array(simulator.cards, np.uint8))),
            *(types.uint64, types.uint64, types.int64, types.Array(types.int64, 2, "C")),
        )
        ptx, _ = cuda.compile_ptx(gpu.entry(simulator), signature, cc=CAPABILITY)
        name = next(line.split()[2].rstrip("(") for line in ptx.splitlines() if line.startswith(".visible .entry"))
        (folder / f"{number}.ptx").write_text(ptx.replace(name, KERNEL))
        parts = [np.asarray(part) for part in flat(simulator.records)]
        np.savez_compressed(folder / f"{number}.npz", *parts, np.array(simulator.cards, np.uint8))
        about = {"wagers": simulator.wagers, "span": min(simulator.span, 1 << 40), "seed": SEED, "rounds": CHECKED}
        sums = [list(one) for one in job.sums(0, CHECKED)]
        (folder / f"{number}.json").write_text(json.dumps(about | {"sums": sums}))
        print(f"{number}: {folder / number}.ptx, {len(parts)} parts")
    return True


def run(chapters: Sequence[str], folder: Path, rounds: int) -> bool:
    """Loads them with CuPy, compares the integers, and prints rounds per second."""
    import numpy as np

    cupy: Any = import_module("cupy")
    equal = True
    processors = cupy.cuda.Device().attributes["MultiProcessorCount"]
    for number in chapters:
        about = json.loads((folder / f"{number}.json").read_text())
        with np.load(folder / f"{number}.npz") as file:
            parts = [file[name] for name in file.files]
        kernel = cupy.RawModule(path=str(folder / f"{number}.ptx")).get_function(KERNEL)
        held = [cupy.asarray(part) if part.ndim else part for part in parts]
        fixed = [number for part in held for number in arguments(part, cupy, np)]
        threads = THREADS * BLOCKS_PER_PROCESSOR * processors

        def launch(first: int, count: int) -> Any:
            halves = cupy.zeros((about["wagers"], 3), np.int64)  # noqa: B023
            last = [np.uint64(about["seed"]), np.uint64(first), np.int64(count), *arguments(halves, cupy, np)]  # noqa: B023
            kernel((threads // THREADS,), (THREADS,), (*fixed, *last))  # noqa: B023
            return halves

        checked = launch(0, about["rounds"]).get().tolist()
        sums = [[about["rounds"], total, low + (high << 32)] for total, low, high in checked]
        same = sums == about["sums"]
        most = min(rounds, threads * about["span"])
        cupy.cuda.Device().synchronize()
        begun = time.perf_counter()
        launch(0, most)
        cupy.cuda.Device().synchronize()
        say(number, most, time.perf_counter() - begun, same)
        equal = equal and same
    return equal


def arguments(part: Any, cupy: Any, np: Any) -> list[Any]:
    """A record as Numba passes it to a kernel: a number as it is; of an array its owner (none), its parent (none), how many
    items of which size, where they are, and its shape and strides."""
    if not isinstance(part, cupy.ndarray):
        return [part[()]]
    head = [np.uint64(0), np.uint64(0), np.int64(part.size), np.int64(part.itemsize), np.uint64(part.data.ptr)]
    return [*head, *map(np.int64, part.shape), *map(np.int64, part.strides)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prepare", metavar="FOLDER", type=Path)
    parser.add_argument("--run", metavar="FOLDER", type=Path)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("chapters", nargs="*", default=CHAPTERS)
    given = parser.parse_args()
    if given.prepare is not None:
        return 0 if prepare(given.chapters, given.prepare) else 1
    if given.run is not None:
        return 0 if run(given.chapters, given.run, given.rounds) else 1
    return 0 if here(given.chapters, given.rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
