"""Jobs on an NVIDIA GPU: the kernels of the processor, compiled once more by Numba's CUDA, which is imported here and nowhere
else.

A kernel and every function that it calls are the same Python source on both. Each thread plays every n-th round of a launch,
with memory of its own. Sums of squares may be too large for 64 bits, so their halves are added up apart.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from types import FunctionType
from typing import Any, cast

import numpy as np

from pitboss.errors import PitbossError
from pitboss.optional_packages import require
from pitboss.simulators.jobs import Chunk, CompiledJob, Done, Job, Memory, Simulator, Sums, loop
from pitboss.simulators.philox import HALF, WORD

THREADS = 2048  # of a multiprocessor
SHARED = 1 << 15  # bytes of a block's shared memory, in which its threads have their cards
BLOCKS = (128, 64, 32)  # threads of a block
cuda: Any = None  # Numba's, when it is asked for; its simulator takes the place of a global name
LAUNCH = 1 << 30  # rounds, so that an interrupt is not kept waiting


def on_gpu(job: Job, chunks: list[Chunk]) -> Iterator[Done]:
    """The sums of chunks, one after the other; raises a PitbossError where there is no GPU, or no kernel."""
    find_cuda()
    if not isinstance(job, CompiledJob):
        raise PitbossError(
            "this game has no compiled simulator with these choices, so a GPU cannot play it: leave out --on gpu"
        )
    launch = Launch(job)
    for chunk in chunks:
        yield chunk, launch.sums(chunk.begin, chunk.end)


def find_cuda() -> None:
    """Imports Numba's CUDA, or its simulator; raises a PitbossError where it is not installed or finds no GPU."""
    global cuda
    numba: Any = import_module("numba")
    if not numba.config.ENABLE_CUDASIM:
        require("gpu")
    found: Any = import_module("numba.cuda")
    if not found.is_available():
        raise PitbossError("no NVIDIA GPU was found with a driver that Numba can use")
    cuda = found


class Launch:
    """A simulator with its records on the GPU."""

    def __init__(self, job: CompiledJob) -> None:
        self.job, self.records = job, on_device(job.simulator.records)
        self.cards = cuda.to_device(np.array(job.simulator.cards, np.uint8))
        self.kernel = cuda.jit(entry(job.simulator))
        self.block = block_of(job.simulator)
        self.threads = THREADS * processors()

    def sums(self, begin: int, end: int) -> list[Sums]:
        """Plays in launches in which no thread's sums can overflow."""
        simulator, totals = self.job.simulator, [(0, 0)] * self.job.simulator.wagers
        most = min(LAUNCH, self.threads * simulator.span)
        for first in range(begin, end, most):
            halves = cuda.to_device(np.zeros((simulator.wagers, 3), np.int64))
            rounds = min(most, end - first)
            threads = min(self.threads, rounds)
            blocks = -(-threads // self.block)
            seed = np.uint64(self.job.seed)
            self.kernel[blocks, self.block](self.records, self.cards, seed, np.uint64(first), rounds, halves)
            added = halves.copy_to_host().tolist()
            totals = [(a + c, b + low + (high << 32)) for (a, b), (c, low, high) in zip(totals, added, strict=True)]
        return [Sums(end - begin, *total) for total in totals]


def block_of(simulator: Simulator) -> int:
    """How many threads a block has: as many as have their cards in its shared memory."""
    return next((threads for threads in BLOCKS if threads * len(simulator.cards) <= SHARED), BLOCKS[-1])


def processors() -> int:
    """How many multiprocessors the GPU has; Numba's simulator of one is taken as one."""
    device = getattr(cuda, "get_current_device", None)
    return 1 if device is None else int(device().MULTIPROCESSOR_COUNT)


def on_device(records: Any) -> Any:
    """Records with their arrays on the GPU."""
    if isinstance(records, np.ndarray):
        return cuda.to_device(records)
    if isinstance(records, tuple):
        parts = [on_device(part) for part in records]
        return type(records)(*parts) if hasattr(records, "_fields") else tuple(parts)
    return records


def entry(simulator: Simulator) -> Callable[..., None]:
    """What each thread of a launch does, as a plain function."""
    run = for_gpu(loop(simulator.play))
    memory = simulator.memory()
    decked, drawn, words = len(memory.cards), max(1, len(memory.moves)), len(memory.words)
    notes, wagers, block = max(1, len(memory.notes)), len(memory.gains), block_of(simulator)
    byte, short, word, number = np.uint8, np.uint16, np.uint64, np.int64

    def launch(records: Any, deck: Any, seed: Any, first: Any, rounds: int, halves: Any) -> None:
        at, threads = cuda.grid(1), cuda.gridsize(1)
        # Threads take cards from different places, each from a bank that few others use.
        decks = cuda.shared.array((decked, block), byte)
        if at < rounds:
            cards = decks[:, cuda.threadIdx.x]
            moves = cuda.local.array(drawn, short)
            stream = cuda.local.array(words, word)
            noted = cuda.local.array(notes, number)
            gains = cuda.local.array(wagers, number)
            sums = cuda.local.array((wagers, 2), number)
            for card in range(decked):
                cards[card] = deck[card]
            for note in range(notes):
                noted[note] = 0
            for wager in range(wagers):
                sums[wager, 0] = 0
                sums[wager, 1] = 0
            mine = (rounds - at + threads - 1) // threads
            run(records, Memory(cards, moves, stream, noted, gains), seed, first + word(at), mine, word(threads), sums)
            for wager in range(wagers):
                squares = word(sums[wager, 1])
                cuda.atomic.add(halves, (wager, 0), sums[wager, 0])
                cuda.atomic.add(halves, (wager, 1), number(squares & WORD))
                cuda.atomic.add(halves, (wager, 2), number(squares >> HALF))

    return launch


def for_gpu(function: Any) -> Any:
    """A function of the processor as a function of the GPU, with every function that it calls."""
    known: dict[Any, Any] = {}

    def device(value: Any) -> Any:
        plain = getattr(value, "function", None) or getattr(value, "py_func", None)
        return value if plain is None else moved(plain)

    def moved(plain: FunctionType) -> Any:
        if plain not in known:
            names = {*plain.__code__.co_names}
            read = {name: device(value) if name in names else value for name, value in plain.__globals__.items()}
            cells = tuple(_cell(device(cell.cell_contents)) for cell in plain.__closure__ or ())
            copy = FunctionType(plain.__code__, read, plain.__name__, plain.__defaults__, cells)
            known[plain] = cuda.jit(device=True)(copy)
        return known[plain]

    return moved(cast(FunctionType, getattr(function, "function", None) or getattr(function, "py_func", function)))


def _cell(value: Any) -> Any:
    return (lambda: value).__closure__[0]  # type: ignore[index]
