"""Compiled simulators: exact edges, the same integers however rounds are cut and wherever they are played, and the engine."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import NotInstalled, PitbossError
from pitboss.house import House
from pitboss.odds.catalogue import player_of
from pitboss.odds.simulation import Entry, entries_of, wagers, with_all_wagers
from pitboss.simulators import backends
from pitboss.simulators.engine import EngineJob
from pitboss.simulators.games import simulator_of
from pitboss.simulators.jobs import Chunk, CompiledJob, Sums
from pitboss.simulators.replay import Replay
from pitboss.simulators.results import results
from pitboss.simulators.simulate import simulate

SEED = 2026
ERRORS = 4.5
ROUNDS = 300_000
REPLAYED = 100
SLOW = ("555", "677a")  # whose solution takes most of the time
FAST = ("559", "565", "587", "633a", "635a", "655a")
COMPILED = [*FAST, *(pytest.param(number, marks=pytest.mark.slow) for number in SLOW)]


@cache
def replay_of(number: str) -> Replay:
    """A chapter with every wager offered, solved and compiled once for all tests."""
    house = with_all_wagers(number, House.of(number))
    player, bets = player_of(number, house), wagers(number, house)
    simulator = simulator_of(house, bets, player)
    assert simulator is not None
    return Replay(CompiledJob(simulator, SEED), house, bets, player, entries_of(number, house, bets, player, None))


@pytest.mark.parametrize("number", COMPILED)
def test_means_agree_with_the_exact_edges(number: str) -> None:
    found = replay_of(number)
    for entry, sums in zip(found.entries, found.job.sums(0, ROUNDS), strict=True):
        known = Entry(entry.wager, entry.table, entry.unit, entry.exact, entry.deviation, sums.sum, sums.squares)
        assert entry.exact is not None
        assert abs(known.mean(ROUNDS) - entry.exact) <= ERRORS * known.standard_error(ROUNDS), entry.wager


@pytest.mark.parametrize("number", COMPILED)
def test_rounds_settle_as_at_the_table(number: str) -> None:
    found = replay_of(number)
    assert [found.differs(round_) for round_ in range(REPLAYED)] == [""] * REPLAYED


@pytest.mark.parametrize(
    ("number", "cents"),
    [
        ("559", [396_000, 341_000, -28_000]),
        ("565", [158_000, 510_000]),
        ("633a", [-34_000, 259_000, 76_400, 79_400, 69_900, 103_400, 240_000]),
    ],
)
def test_a_seed_deals_the_rounds_that_it_always_dealt(number: str, cents: list[int]) -> None:
    """docs/stability.md: within a major version."""
    assert [sums.sum for sums in replay_of(number).job.sums(0, 10_000)] == cents


def test_a_difference_is_told() -> None:
    found = replay_of("565")
    simulator = found.job.simulator
    other = simulator.records._replace(gains=simulator.records.gains + 1)
    job = CompiledJob(type(simulator)(**vars(simulator) | {"records": other}), SEED)
    told = Replay(job, found.house, found.bets, found.player, found.entries).differs(0)
    assert told.startswith(f"round 0 of seed {SEED}: simulator and engine differ on Ante ")


# ---------------------------------------------------------------------------- chunks


def in_chunks(job: CompiledJob | EngineJob, rounds: int, *ends: int) -> list[Sums]:
    parts = [job.sums(begin, end) for begin, end in zip((0, *ends), (*ends, rounds), strict=True)]
    return [Sums(*(sum(each) for each in zip(*wager, strict=True))) for wager in zip(*parts, strict=True)]


def test_chunks_change_nothing() -> None:
    job = replay_of("565").job
    whole = job.sums(0, 10_000)
    assert whole == in_chunks(job, 10_000, 1, 5000) == in_chunks(job, 10_000, *range(7, 10_000, 997))


@pytest.mark.parametrize(("number", "given"), [("559", {}), ("633a", {}), ("645a", {"dealing": "automated shoe"}), ("555", {})])
def test_chunks_change_nothing_at_the_table(number: str, given: dict[str, Any]) -> None:
    house = with_all_wagers(number, House.of(number, given))
    bets = wagers(number, house)
    job = EngineJob(house, bets, ((next(iter(bets)), "", 1),), SEED)
    vars(job)["player"] = bots_of_the_table
    assert job.sums(0, 24) == in_chunks(job, 24, 1, 9, 10)


def bots_of_the_table(table: Any, request: Any) -> Any:
    """The chapter's sensible player, which nothing has to be solved for."""
    from pitboss.table.drivers import bots

    return bots(table, request)


def test_sums_of_squares_cannot_overflow() -> None:
    """Gains so large that a few of them are all that 63 bits hold are added up in spans."""
    simulator = replay_of("565").job.simulator
    gains = simulator.records.gains * 10**5
    large = type(simulator)(
        **vars(simulator) | {"records": simulator.records._replace(gains=gains), "most": simulator.most * 10**5}
    )
    assert 0 < large.span < 10
    small, found = replay_of("565").job.sums(0, 1000), CompiledJob(large, SEED).sums(0, 1000)
    assert found == [Sums(one.rounds, one.sum * 10**5, one.squares * 10**10) for one in small]
    assert any(one.squares > 2**63 for one in found)


# ---------------------------------------------------------------------------- backends


def test_processes_give_the_same_integers() -> None:
    job = replay_of("565").job
    chunks = [Chunk(0, 0, 700), Chunk(1, 700, 1000)]
    found = dict(backends.processes(job, chunks))
    assert found == dict(backends.threads(job, chunks)) == {chunk: job.sums(chunk.begin, chunk.end) for chunk in chunks}


def test_a_gpu_gives_the_same_integers() -> None:
    """With Numba's simulator of one, in a process of its own, since it takes the place of the real one."""
    script = (
        "import json; from tests.simulators.test_simulators import replay_of; from pitboss.simulators import backends, jobs\n"
        "chunks = [jobs.Chunk(0, 0, 40), jobs.Chunk(1, 40, 60)]\n"
        "print(json.dumps([sums for _, sums in backends.gpu(replay_of('565').job, chunks)]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    job = replay_of("565").job
    assert json.loads(run.stdout) == json.loads(json.dumps([job.sums(0, 40), job.sums(40, 60)]))


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.optional_packages.find_spec", lambda name: None)
    for backend, extra in ((backends.ray, "cluster"), (backends.gpu, "gpu")):
        with pytest.raises(NotInstalled, match=rf"pip install 'pitboss\[{extra}\]'"):
            list(backend(replay_of("565").job, [Chunk(0, 0, 1)]))


def test_nothing_is_imported_that_is_not_used() -> None:
    script = "import sys, pitboss.simulators.simulate; print([name for name in ('ray', 'numba') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"


# ---------------------------------------------------------------------------- results


def test_a_simulation_that_was_killed_goes_on(tmp_path: Path) -> None:
    job, path = replay_of("565").job, tmp_path / "results.jsonl"
    about = {"job": job.digest, "rounds": 1000}
    with results(path, about) as found:
        found.add(Chunk(0, 0, 300), job.sums(0, 300))
        found.add(Chunk(1, 300, 600), job.sums(300, 600))
    with path.open("a") as file:
        file.write('{"chunk": 2, "begin": 600, "en')  # cut short
    with results(path, about) as found:
        assert set(found.done) == {0, 1}
        found.add(Chunk(2, 600, 1000), job.sums(600, 1000))
    with results(path, about) as found:
        assert found.done[2] == job.sums(600, 1000)
    with (
        pytest.raises(PitbossError, match=r"results of another simulation \(rounds 1000\)"),
        results(path, about | {"rounds": 9}),
    ):
        pass


def test_a_simulation_from_the_first_to_the_last_chunk(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    first = simulate("565", House.of("565"), 3000, 5, stored=path, chunks=3).record()
    again = simulate("565", House.of("565"), 3000, 5, stored=path, chunks=3).record()
    other = simulate("565", House.of("565"), 3000, 5, chunks=1).record()
    assert first["wagers"] == again["wagers"] == other["wagers"]
    assert first["wagers"][0]["sums"]["count"] == 3000
    lines = path.read_text().splitlines()
    assert len(lines) == 4
    path.write_text("\n".join(lines[:-1]) + "\n")
    assert simulate("565", House.of("565"), 3000, 5, stored=path, chunks=3).record()["wagers"] == first["wagers"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"chunks": 0}, "at least one chunk"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"on": "abacus"}, "there are threads, processes, ray, gpu"),
    ],
)
def test_numbers_that_make_no_simulation_are_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(PitbossError, match=words):
        simulate("565", House.of("565"), 10, **{"seed": 1} | more)
