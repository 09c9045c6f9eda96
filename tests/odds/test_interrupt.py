"""Ctrl-C while odds are computed: what has not begun is dropped, the exit status says so, and nothing is left half-written."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.odds.parts import begun, cut, in_parts, in_threads, shares
from tests.commands import HANGS


def test_an_interrupt_drops_the_parts_that_have_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts after the fifth wait until what has not begun has been dropped: there is one of them in each thread at most."""
    done: list[int] = []
    dropped, shutdown = threading.Event(), ThreadPoolExecutor.shutdown

    def part(number: int) -> int:
        assert number < 5 or dropped.wait(HANGS)
        done.append(number)
        return number

    def progress(so_far: float) -> None:
        if so_far > 0.04:
            raise KeyboardInterrupt

    def drop(pool: ThreadPoolExecutor, wait: bool = True, *, cancel_futures: bool = False) -> None:
        shutdown(pool, wait=False, cancel_futures=cancel_futures)
        dropped.set()
        shutdown(pool, wait=wait)

    monkeypatch.setattr(ThreadPoolExecutor, "shutdown", drop)
    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        in_threads(part, range(100), progress, workers=2)
    assert 5 <= len(done) <= 7
    assert threading.active_count() == threads


def test_a_part_that_fails_ends_all() -> None:
    def part(number: int) -> float:
        return 1 / (number - 3)

    with pytest.raises(ZeroDivisionError):
        in_threads(part, range(100))


def test_parts_come_back_in_their_order_and_tell_how_far_they_are() -> None:
    told: list[tuple[str, float]] = []
    progress = begun(lambda what, done: told.append((what, done)), "squares")
    first, second = shares(progress, (1, 3))
    assert in_parts(lambda begin, end: range(begin, end), 5, progress=first) == [range(n, n + 1) for n in range(5)]
    assert in_threads(lambda n: n * n, range(4), second) == [0, 1, 4, 9]
    assert [what for what, _ in told] == ["squares"] * 10
    assert [done for _, done in told] == pytest.approx(
        [0, *(n / 20 for n in range(1, 6)), *(0.25 + 3 * n / 16 for n in range(1, 5))]
    )
    assert begun(None, "squares") is None and list(shares(None, (1, 2))) == [None, None]
    assert cut(10, 4) == [(0, 2), (2, 5), (5, 7), (7, 10)]


# The command line, telling when a part of the work begins. Whoever started it may ignore the interrupt key; it does not.
TELLING = """
import signal, sys
from pitboss.odds import parts

signal.signal(signal.SIGINT, signal.default_int_handler)
in_threads = parts.in_threads

def telling(do, *more, **others):
    def part(work):
        print("a part begins", file=sys.stderr, flush=True)
        return do(work)

    return in_threads(part, *more, **others)

parts.in_threads = telling
from pitboss.cli import main

main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interrupt_ends_the_command_line(tmp_path: Path) -> None:
    kept = tmp_path / "cache"
    command = [sys.executable, "-c", TELLING, "odds", "561", "--fresh"]
    env = os.environ | {"PITBOSS_CACHE": str(kept)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as run:
        assert run.stderr is not None
        assert any(line == "a part begins\n" for line in run.stderr)
        run.send_signal(signal.SIGINT)
        found, said = run.communicate(timeout=HANGS)
    assert (run.returncode, found) == (130, ""), said
    assert "Traceback" not in said
    assert not kept.exists() or not list(kept.iterdir())
