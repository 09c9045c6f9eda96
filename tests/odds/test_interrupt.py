"""Ctrl-C while odds are computed: the run ends soon, says so by its exit status, and leaves nothing half-written."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pitboss.odds.parts import begun, cut, in_parts, in_threads, shares


def test_an_interrupt_drops_the_parts_that_have_not_begun() -> None:
    done: list[int] = []

    def part(number: int) -> int:
        time.sleep(0.01)
        done.append(number)
        return number

    def progress(so_far: float) -> None:
        if so_far > 0.04:
            raise KeyboardInterrupt

    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        in_threads(part, range(100), progress, workers=2)
    assert 5 <= len(done) < 20
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


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interrupt_ends_the_command_line(tmp_path: Path) -> None:
    kept = tmp_path / "cache"
    command = [sys.executable, "-X", "importtime", "-m", "pitboss.cli", "odds", "561", "--fresh"]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=os.environ | {"PITBOSS_CACHE": str(kept)}
    ) as run:
        assert run.stderr is not None
        for line in run.stderr:  # until what computes has been imported
            if line.split("|")[-1].strip() == "pitboss.odds.pai_gow":
                break
        time.sleep(1.5)
        assert run.poll() is None
        run.send_signal(signal.SIGINT)
        sent = time.monotonic()
        said = run.communicate(timeout=10)[1]
        assert time.monotonic() - sent < 10
    assert run.returncode == 130, said
    assert "Traceback" not in said
    assert not kept.exists() or not list(kept.iterdir())
