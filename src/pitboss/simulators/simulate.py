"""Rounds of a game by best play, compiled where there is a simulator for it, in chunks on any backend."""

import secrets
import time
from pathlib import Path

from pitboss.errors import NotAuthorized, PitbossError
from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.odds.catalogue import player_of
from pitboss.odds.parts import Told, cut
from pitboss.odds.simulation import Entry, Simulation, entries_of, wagers, with_all_wagers
from pitboss.simulators.backends import backend
from pitboss.simulators.engine import EngineJob
from pitboss.simulators.games import simulator_of
from pitboss.simulators.jobs import Chunk, CompiledJob, Job, Sums, joined
from pitboss.simulators.results import results

GPU_CHUNK = 1 << 30  # rounds, for which a GPU takes well under a second
SEEDS = 1 << 64


def simulate(
    number: str,
    house: House,
    rounds: int,
    seed: int | None = None,
    progress: Told = None,
    on: str = "threads",
    chunks: int | None = None,
    stored: Path | None = None,
    engine: bool = False,
) -> Simulation:
    """Plays rounds of a chapter by best play. Chunks, backend and interruptions change nothing of the sums; `stored` names a
    file of chunks that are done. With `engine`, through the engine even where there is a compiled simulator."""
    play = backend(on)
    if number in NONBANKED:
        raise NotAuthorized(f"nobody plays against the house in chapter {number}: there is no edge to simulate")
    check_numbers(rounds, seed, chunks)
    seed = secrets.randbits(32) if seed is None else seed
    job, entries = job_of(number, house, seed, progress, engine)
    if on == "gpu":
        job = in_large_chunks(job, seed)
    parts = [Chunk(number, *part) for number, part in enumerate(cut(rounds, chunks or -(-rounds // job.chunk)))]
    job.sums(0, 1)  # compiles it
    begun = time.perf_counter()
    about = {"chapter": number, "rounds": rounds, "seed": seed, "chunks": len(parts), "job": job.digest}
    with results(stored, about) as found:
        left = [chunk for chunk in parts if chunk.id not in found.done]
        dealt = rounds - sum(chunk.end - chunk.begin for chunk in left)
        for chunk, sums in play(job, left):
            found.add(chunk, sums)
            dealt += chunk.end - chunk.begin
            if progress is not None:
                progress("dealing", dealt / rounds)
        totals = [Sums(0, 0, 0)] * len(entries)
        for sums in found.done.values():
            totals = joined(totals, sums)
    for entry, total in zip(entries, totals, strict=True):
        entry.total, entry.squares = total.sum, total.squares
    return Simulation(rounds, seed, time.perf_counter() - begun, entries)


def in_large_chunks(job: Job, seed: int) -> Job:
    """The job as a graphics processor is fed: it is idle while a chunk is handed over."""
    return CompiledJob(job.simulator, seed, GPU_CHUNK) if isinstance(job, CompiledJob) else job


def check_numbers(rounds: int, seed: int | None, chunks: int | None) -> None:
    """Refuses numbers that make no simulation."""
    if rounds < 1:
        raise NotAuthorized(f"a simulation needs at least one round, not {rounds}")
    if chunks is not None and chunks < 1:
        raise PitbossError(f"a simulation has at least one chunk, not {chunks}")
    if seed is not None and not 0 <= seed < SEEDS:
        raise PitbossError(f"a seed is a number from 0 to 2^64 - 1, not {seed}")


def job_of(number: str, house: House, seed: int, progress: Told = None, engine: bool = False) -> tuple[Job, list[Entry]]:
    """The job of a chapter's rounds, and what is known of each wager."""
    house = with_all_wagers(number, house)
    player, bets = player_of(number, house, progress), wagers(number, house)
    entries = entries_of(number, house, bets, player, progress)
    simulator = None if engine else simulator_of(house, bets, player)
    if simulator is not None:
        return CompiledJob(simulator, seed), entries
    job = EngineJob(house, bets, tuple((entry.wager, entry.table, entry.unit) for entry in entries), seed)
    vars(job)["player"] = player
    return job, entries
