"""Where chunks of a job are played: threads or processes of this machine, a Ray cluster, a GPU. All give the same sums.

A backend takes a job and chunks, and yields the sums of each chunk when it is done, in any order. How many workers there are is
left to the machine. Ray and Numba's CUDA are imported when they are asked for.
"""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from importlib import import_module
from typing import Any

from pitboss.errors import PitbossError
from pitboss.optional_packages import require
from pitboss.simulators.jobs import Chunk, Done, Job, Sums

AHEAD = 2  # chunks of each Ray worker that are under way or wait


Backend = Callable[[Job, list[Chunk]], Iterator[Done]]


def threads(job: Job, chunks: list[Chunk]) -> Iterator[Done]:
    """In as many threads as there are cores."""
    yield from _in_pool(ThreadPoolExecutor(os.cpu_count()), lambda chunk: job.sums(chunk.begin, chunk.end), chunks)


_job: list[Job] = []  # of this process


def processes(job: Job, chunks: list[Chunk]) -> Iterator[Done]:
    """In as many processes as there are cores, each of which takes the job once."""
    yield from _in_pool(
        ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"), initializer=_take, initargs=(job,)),
        _sums_here,
        chunks,
    )


def _take(job: Job) -> None:
    _job.append(job)


def _sums_here(chunk: Chunk) -> list[Sums]:
    return _job[-1].sums(chunk.begin, chunk.end)


def _in_pool(pool: Executor, work: Callable[[Chunk], list[Sums]], chunks: list[Chunk]) -> Iterator[Done]:
    try:
        waiting: dict[Future[list[Sums]], Chunk] = {pool.submit(work, chunk): chunk for chunk in chunks}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def ray(job: Job, chunks: list[Chunk]) -> Iterator[Done]:
    """In the Ray cluster at RAY_ADDRESS, or one of this machine. A chunk whose worker is lost is played again elsewhere."""
    require("cluster")
    ray: Any = import_module("ray")
    began = not ray.is_initialized()
    if began:
        ray.init(log_to_driver=False, include_dashboard=False)
    try:
        yield from _on_ray(ray, job, chunks)
    finally:
        if began:
            ray.shutdown()


def _on_ray(ray: Any, job: Job, chunks: list[Chunk]) -> Iterator[Done]:
    @ray.remote(max_retries=-1)  # type: ignore[untyped-decorator]
    def sums(job: Job, begin: int, end: int) -> list[Sums]:
        return job.sums(begin, end)

    shared, left, waiting = ray.put(job), list(reversed(chunks)), dict[Any, Chunk]()
    most = AHEAD * int(ray.cluster_resources().get("CPU", 1))
    while left or waiting:
        while left and len(waiting) < most:
            chunk = left.pop()
            waiting[sums.remote(shared, chunk.begin, chunk.end)] = chunk
        done, _ = ray.wait(list(waiting))
        for each in done:
            yield waiting.pop(each), ray.get(each)


def gpu(job: Job, chunks: list[Chunk]) -> Iterator[Done]:
    """On the GPU of this machine."""
    from pitboss.simulators.gpu import on_gpu

    yield from on_gpu(job, chunks)


BACKENDS: dict[str, Backend] = {"threads": threads, "processes": processes, "ray": ray, "gpu": gpu}


def backend(name: str) -> Backend:
    """A backend by name.

    >>> backend("abacus")
    Traceback (most recent call last):
    pitboss.errors.PitbossError: 'abacus' is no place to play rounds on; there are threads, processes, ray, gpu
    """
    if name not in BACKENDS:
        raise PitbossError(f"{name!r} is no place to play rounds on; there are {', '.join(BACKENDS)}")
    return BACKENDS[name]
