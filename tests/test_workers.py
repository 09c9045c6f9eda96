"""Tests run in forked workers: everything is told that pytest alone would tell, and a worker's death hides nothing."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tools.workers import SCHED_SETATTR, TURN, Worker, in_order

ROOT = Path(__file__).parents[1]
FILES = {
    "conftest": """
        import os
        import pytest

        @pytest.fixture(scope="session")
        def once():
            with open("set_up", "a") as told:
                print(os.getpid(), file=told)
            yield
            with open("torn_down", "a") as told:
                print(os.getpid(), file=told)
    """,
    "test_first": """
        import os
        import warnings

        HERE = os.getpid()  # the process that collected
        SEEN = set()

        def test_of_this_file(once, tmp_path):
            SEEN.add(os.getpid())
            print("from the first")

        def test_in_the_same_process(once, tmp_path):
            assert SEEN == {os.getpid()}
            assert os.getpid() != HERE
            assert tmp_path.parent.name.startswith("worker-")

        def test_that_warns():
            warnings.warn("somebody should look at this")
    """,
    "test_second": """
        import pytest

        def test_that_fails(once):
            print("from the second")
            assert 1 + 1 == 3

        @pytest.mark.skip(reason="no table")
        def test_that_is_skipped():
            pass

        @pytest.mark.xfail
        def test_that_is_known_to_fail():
            assert False

        @pytest.fixture
        def broken():
            yield
            raise ValueError("cannot be put away")

        def test_whose_fixture_breaks(broken):
            pass
    """,
    "test_third": """
        import os

        def test_before():
            pass

        def test_that_takes_its_worker_along():
            os._exit(3)

        def test_after_it():
            pass
    """,
    "test_fourth": """
        def test_that_passes(once):
            pass
    """,
}


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    for name, source in FILES.items():
        lines = source.strip("\n").splitlines()
        (folder / f"{name}.py").write_text("\n".join(line[8:] for line in lines) + "\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, "-m", "pytest", "-p", "tools.workers", "-p", "no:cacheprovider", *options]
    environment["COLUMNS"] = "150"
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), environment.get("PYTHONPATH", "")])
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_everything_is_told_and_a_dead_worker_is_a_failure(tmp_path: Path) -> None:
    done = run(tmp_path, "--workers", "2", "-rA", "--junitxml", "told.xml")
    told = done.stdout
    assert done.returncode == 1, told + done.stderr
    assert "2 failed, 7 passed, 1 skipped, 1 xfailed, 1 warning, 1 error" in told, told
    assert "FAILED test_second.py::test_that_fails - assert (1 + 1) == 3" in told
    assert "FAILED test_third.py::test_that_takes_its_worker_along - its worker ended with exit code 3" in told
    assert "ERROR test_second.py::test_whose_fixture_breaks - ValueError: cannot be put away" in told
    assert "PASSED test_third.py::test_after_it" in told
    assert "no table" in told
    assert "somebody should look at this" in told
    assert "from the first" in told
    assert "from the second" in told
    assert (tmp_path / "told.xml").read_text().count("<testcase") == 11
    set_up, torn_down = ((tmp_path / name).read_text().split() for name in ("set_up", "torn_down"))
    assert set(torn_down) <= set(set_up)
    assert len(set_up) == len(set(set_up)) <= 3  # once in a process, though files follow one another there
    assert torn_down


def test_the_first_failure_can_be_the_last(tmp_path: Path) -> None:
    done = run(tmp_path, "--workers", "1", "-x", "test_second.py", "test_third.py")
    assert "1 failed" in done.stdout
    assert "stopping after 1 failures" in done.stdout
    assert "test_that_takes_its_worker_along" not in done.stdout


def test_a_test_that_takes_too_long_fails_and_shows_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "test_stuck.py").write_text(
        "import time\n\ndef test_stuck():\n    time.sleep(60)\n\ndef test_next():\n    pass\n"
    )
    done = run(tmp_path, "--workers", "1", "--test-limit", "1", "test_stuck.py")
    assert "1 failed, 1 passed" in done.stdout
    assert "FAILED test_stuck.py::test_stuck - it took longer than 1 s" in done.stdout
    assert re.search(r"test_stuck.py\D+4 in test_stuck", done.stdout)


def test_without_workers_pytest_runs_as_ever(tmp_path: Path) -> None:
    done = run(tmp_path, "test_fourth.py")
    assert "1 passed" in done.stdout
    assert (tmp_path / "set_up").read_text() == (tmp_path / "torn_down").read_text()


def test_the_files_that_take_longest_are_begun_first(request: pytest.FixtureRequest) -> None:
    items = request.session.items
    files = in_order(items)
    assert sorted(place for file in files for place in file) == list(range(len(items)))
    assert all(len({items[place].path for place in file}) == 1 for file in files)
    assert all(file == sorted(file) for file in files)


def test_a_worker_stays_in_its_folder_and_goes_where_nobody_is() -> None:
    places = ("odds/a", "odds/b", "floor/c", "floor/d", "odds/e")
    session = SimpleNamespace(items=[SimpleNamespace(path=Path(place)) for place in places])
    files, workers = [[number] for number in range(len(places))], list[Worker]()
    for _ in range(3):
        worker = Worker.__new__(Worker)
        worker.session, worker.workers, worker.folder = cast(pytest.Session, session), workers, None
        workers.append(worker)
    first, second, third = workers
    in_turn = [worker.next_file(files)[0] for worker in (first, second, first, third)]
    assert [places[at] for at in in_turn] == ["odds/a", "floor/c", "odds/b", "floor/d"]
    assert [worker.next_file(files) for worker in (second, second)] == [[4], []]


TURNS = """
import os, re
from pathlib import Path
from tools.workers import take_long_turns

def turn():
    return int(re.search(r"se.slice +: +([0-9]+)", Path("/proc/self/sched").read_text())[1])

usual = turn()
take_long_turns()
print(usual, turn(), flush=True)
if not os.fork():
    print(turn(), flush=True)
    os._exit(0)
os.wait()
"""


def test_workers_take_long_turns_and_what_they_start_does_not() -> None:
    told, release = Path("/proc/self/sched"), tuple(map(int, re.findall(r"\d+", platform.release())[:2]))
    knows = release >= (6, 12) and platform.machine() in SCHED_SETATTR
    if not knows or not told.exists() or "se.slice" not in told.read_text():
        pytest.skip("this system does not know of longer turns at a processor, or does not tell how long they are")
    done = subprocess.run([sys.executable, "-c", TURNS], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    usual, asked, of_a_child = map(int, done.stdout.split())
    assert (asked, of_a_child) == (TURN, usual) and usual < TURN
