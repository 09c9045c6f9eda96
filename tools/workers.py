"""Runs tests in several processes, forked when everything is collected: `python -m pytest -p tools.workers --workers 4`.

Importing and collecting this project's tests takes as long as a thousand of them do; here it is done once, not by every worker.
The tests of a file stay together, because they share what their fixtures set up, and a worker stays in a folder while there is
something to do. The files that take longest, as docs/slowest-tests.md has them, are begun first. A worker that dies fails the
test it was at, and another goes on with the next. A test that takes longer than `--test-limit` fails too, with the stack of
every thread of its worker.
"""

import ctypes
import faulthandler
import multiprocessing
import os
import platform
import re
import signal
import struct
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

SLOWEST = Path(__file__).parents[1] / "docs" / "slowest-tests.md"
TEST_LIMIT = 600.0  # seconds
PATIENCE = 20  # seconds for what a worker has to put away after its last test
FORK = multiprocessing.get_context("fork")
TURN = 50_000_000  # nanoseconds
SCHED_SETATTR = {"aarch64": 274, "x86_64": 314}  # Linux's numbers of a call that the C library has only of late
RESET_ON_FORK = 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="how many processes run the tests, forked after collecting")
    parser.addoption("--test-limit", type=float, default=TEST_LIMIT, help="seconds after which a worker's test fails")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Lets workers run the tests; leaves it to pytest where nothing is to be run, or where no workers are asked for."""
    config = session.config
    if config.option.workers < 0:
        raise pytest.UsageError("--workers takes how many processes there are, 0 for this one alone")
    if not config.option.workers or config.option.collectonly or session.testsfailed:
        return None
    files = in_order(session.items)
    base = config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    workers: list[Worker] = []
    processes: list[ForkProcess] = []

    def begin(folder: Path) -> None:
        workers.append(Worker(session, folder, workers))
        processes.append(workers[-1].process)

    try:
        for number in range(min(config.option.workers, len(files))):
            begin(base / f"worker-{number}")
        while workers:
            wait([worker.line for worker in workers], timeout=1)
            for worker in list(workers):
                worker.listen(files)
                worker.stop_if_stuck(config.option.test_limit)
                if worker.left is not None:  # it is gone; its file is gone on with, if there is more of it
                    workers.remove(worker)
                    files[:0] = filter(None, worker.left)
                    if files and not worker.process.is_alive():
                        begin(worker.base)
            if session.shouldfail or session.shouldstop:
                raise session.Failed(session.shouldfail or session.shouldstop)
    finally:
        for worker in workers:
            worker.process.terminate()
        for process in processes:
            process.join(PATIENCE)
            process.kill()  # whoever does not end
    return True


def in_order(items: list[pytest.Item]) -> list[list[int]]:
    """The places of the tests in `items`, one list for each file, those files first that are known to take longest."""
    page = SLOWEST.read_text() if SLOWEST.exists() else ""
    seconds = {module: float(taken) for module, taken in re.findall(r"^\| ([\w.]+) \| [\d,]+ \| ([\d.]+) \|$", page, re.M)}
    files = [list(places) for _, places in groupby(range(len(items)), key=lambda place: items[place].path)]
    modules = {id(file): ".".join(items[file[0]].path.with_suffix("").parts) for file in files}

    def taken(file: list[int]) -> float:
        return max((seconds[module] for module in seconds if modules[id(file)].endswith(f".{module}")), default=0)

    return sorted(files, key=taken, reverse=True)


class Worker:
    """A process that runs the tests it is given, as the one who gives them knows it.

    `left` says that it has ended, and has the tests that it was given and did not begin.
    """

    def __init__(self, session: pytest.Session, base: Path, others: list["Worker"]) -> None:
        self.session = session
        self.base = base
        self.workers = others
        self.line, its_line = FORK.Pipe()
        self.given: list[list[int]] = []
        self.left: list[list[int]] | None = None
        self.folder: Path | None = None
        self.stack = base.with_suffix(".stack")
        self.last_heard = time.monotonic()
        self.stuck = False
        not_its = [self.line, *(other.line for other in others)]
        self.process: ForkProcess = FORK.Process(target=work, args=(session, its_line, base, not_its))
        self.process.start()
        its_line.close()

    def listen(self, files: list[list[int]]) -> None:
        """Hears what it has to tell, and gives it a file where it asks for one."""
        hook = self.session.config.hook
        alive = self.process.is_alive()  # asked before the line is read: what it said last is heard
        with suppress(EOFError, ConnectionResetError, BrokenPipeError):
            while self.line.poll():
                self.last_heard = time.monotonic()
                match self.line.recv():
                    case "more":
                        self.given.append(self.chosen(files))
                        self.line.send(self.given[-1])
                    case (place, warned, reported):
                        for told in warned:
                            hook.pytest_warning_recorded.call_historic(kwargs=told)
                        for told in reported:
                            report = hook.pytest_report_from_serializable(config=self.session.config, data=told)
                            hook.pytest_runtest_logreport(report=report)
                        item = self.session.items[place]
                        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
                        self.given[0].remove(place)
                        if not self.given[0]:
                            self.given.pop(0)
        if self.given == [[]]:  # it has been told that there is no more, and has done everything
            self.left = []
        elif not alive:
            if not self.given:
                raise RuntimeError(f"a worker ended with exit code {self.process.exitcode} before its first test")
            if file := next(filter(None, self.given), []):
                self.session.config.hook.pytest_runtest_logreport(report=self.death(self.session.items[file.pop(0)]))
            self.left = self.given

    def stop_if_stuck(self, limit: float) -> None:
        """Ends a worker whose test has run for longer than `limit` seconds, after it has written down where it stands."""
        if not self.stuck and self.given and time.monotonic() - self.last_heard > limit:
            self.stuck = True
            if self.process.pid is not None and self.process.is_alive():
                os.kill(self.process.pid, signal.SIGUSR2)
                time.sleep(0.5)
            self.process.kill()

    def chosen(self, files: list[list[int]]) -> list[int]:
        """Takes the next file of the folder in which it is, or of one in which nobody is and has set up what its tests need, or
        the next of all; nothing if there is none."""
        folders = [self.session.items[file[0]].path.parent for file in files]
        taken = {worker.folder for worker in self.workers if worker is not self}
        free = next((at for at, folder in enumerate(folders) if folder not in taken), 0)
        at = folders.index(self.folder) if self.folder in folders else free
        self.folder = folders[at] if files else None
        return files.pop(at) if files else []

    def death(self, item: pytest.Item) -> pytest.TestReport:
        """The report of a test under which the worker died."""
        why = f"its worker ended with exit code {self.process.exitcode}"
        if self.stuck:
            why = f"it took longer than {self.session.config.option.test_limit:g} s\n{self.stack.read_text()}"
        return pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")


def work(session: pytest.Session, line: Connection, base: Path, not_its: list[Connection]) -> None:
    """What a worker does: asks for files and runs their tests, until there are no more."""
    for other in not_its:
        other.close()
    take_long_turns()
    base.mkdir(exist_ok=True)
    faulthandler.register(signal.SIGUSR2, base.with_suffix(".stack").open("w"), all_threads=True)
    config = session.config
    config._tmp_path_factory._basetemp = base  # type: ignore[attr-defined]
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()  # its files are everybody's
    capture.start_global_capturing()
    capture.suspend_global_capture()
    telling = Telling()
    config.pluginmanager.register(telling)
    telling.warned.clear()  # of earlier warnings others have told
    places = asked(line)
    place = next(places, None)
    while place is not None:
        # The next file is asked for before the last test of this one: what both need is not torn down in between.
        following = next(places, None)
        item = session.items[place]
        nextitem = None if following is None else session.items[following]
        config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        line.send((place, telling.warned, telling.reported))
        telling.warned, telling.reported = [], []
        place = following


def take_long_turns() -> None:
    """Asks Linux for longer turns at a processor, where it knows how: there are more workers than processors, and whoever comes
    back finds others' data in the caches. What a worker starts has turns of the usual length."""
    if number := SCHED_SETATTR.get(platform.machine()):
        size = struct.calcsize("=IIQiIQQQ")
        ctypes.CDLL(None).syscall(number, 0, struct.pack("=IIQiIQQQ", size, 0, RESET_ON_FORK, 0, 0, TURN, 0, 0), 0)


def asked(line: Connection) -> Iterator[int]:
    """The tests to run, file by file, for as long as there are any."""
    while True:
        line.send("more")
        file = line.recv()
        if not file:
            return
        yield from file


class Telling:
    """Runs a test as pytest does, but keeps its reports and warnings, to be told all at once, instead of printing them."""

    def __init__(self) -> None:
        self.warned: list[dict[str, Any]] = []
        self.reported: list[dict[str, Any]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        for report in runtestprotocol(item, log=False, nextitem=nextitem):
            self.reported.append(item.config.hook.pytest_report_to_serializable(config=item.config, report=report))
        return True

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: tuple[str, int, str] | None
    ) -> None:
        told = warning_message
        bare = warnings.WarningMessage(str(told.message), told.category, told.filename, told.lineno)  # without its source
        self.warned.append({"warning_message": bare, "when": when, "nodeid": nodeid, "location": location})
