"""Runs tests in several processes, forked after collection: `python -m pytest -p tools.workers --workers 4`.

Importing and collecting this project's tests takes as long as running a thousand of them, so it is done once, before forking.
The tests of a file stay together, because they share fixtures, and a worker stays in one folder as long as it has files left.
The slowest files, according to docs/slowest-tests.md, start first. If a worker dies, its current test fails and a new worker
continues with the next one. A test that exceeds `--test-limit` fails too, with the stack of every thread of its worker.
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
PATIENCE = 20  # seconds a worker has for tearing down after its last test
FORK = multiprocessing.get_context("fork")
TURN = 50_000_000  # nanoseconds
SCHED_SETATTR = {"aarch64": 274, "x86_64": 314}  # Linux's system call numbers; only recent C libraries wrap the call
RESET_ON_FORK = 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="how many processes run the tests, forked after collecting")
    parser.addoption("--test-limit", type=float, default=TEST_LIMIT, help="seconds after which a worker's test fails")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run the tests in workers. Leaves them to pytest if no workers were asked for or nothing is to be run."""
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
                if worker.left is not None:  # it has ended; another worker continues what is left of its files
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
            process.kill()  # in case it has not ended
    return True


def in_order(items: list[pytest.Item]) -> list[list[int]]:
    """The indexes of the tests in `items`, one list a file, the slowest files first."""
    page = SLOWEST.read_text() if SLOWEST.exists() else ""
    seconds = {
        module: float(duration) for module, duration in re.findall(r"^\| ([\w.]+) \| [\d,]+ \| ([\d.]+) \|$", page, re.M)
    }
    files = [list(places) for _, places in groupby(range(len(items)), key=lambda place: items[place].path)]
    modules = {id(file): ".".join(items[file[0]].path.with_suffix("").parts) for file in files}

    def seconds_of(file: list[int]) -> float:
        return max((seconds[module] for module in seconds if modules[id(file)].endswith(f".{module}")), default=0)

    return sorted(files, key=seconds_of, reverse=True)


class Worker:
    """A worker process, as the main process sees it.

    `left` is None while it runs; once it has ended, it holds the tests that it was given but did not start.
    """

    def __init__(self, session: pytest.Session, base: Path, others: list["Worker"]) -> None:
        self.session = session
        self.base = base
        self.workers = others
        self.line, worker_line = FORK.Pipe()
        self.given: list[list[int]] = []
        self.left: list[list[int]] | None = None
        self.folder: Path | None = None
        self.stack = base.with_suffix(".stack")
        self.last_heard = time.monotonic()
        self.stuck = False
        lines_to_close = [self.line, *(other.line for other in others)]
        self.process: ForkProcess = FORK.Process(target=work, args=(session, worker_line, base, lines_to_close))
        self.process.start()
        worker_line.close()

    def listen(self, files: list[list[int]]) -> None:
        """Read the worker's messages, and give it a file when it asks for one."""
        hook = self.session.config.hook
        alive = self.process.is_alive()  # checked before reading, so that its last message is not missed
        with suppress(EOFError, ConnectionResetError, BrokenPipeError):
            while self.line.poll():
                self.last_heard = time.monotonic()
                match self.line.recv():
                    case "more":
                        self.given.append(self.next_file(files))
                        self.line.send(self.given[-1])
                    case (place, warned, reported):
                        for arguments in warned:
                            hook.pytest_warning_recorded.call_historic(kwargs=arguments)
                        for data in reported:
                            report = hook.pytest_report_from_serializable(config=self.session.config, data=data)
                            hook.pytest_runtest_logreport(report=report)
                        item = self.session.items[place]
                        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
                        self.given[0].remove(place)
                        if not self.given[0]:
                            self.given.pop(0)
        if self.given == [[]]:  # it has run everything and was sent the empty list that ends its work
            self.left = []
        elif not alive:
            if not self.given:
                raise RuntimeError(f"a worker ended with exit code {self.process.exitcode} before its first test")
            if file := next(filter(None, self.given), []):
                self.session.config.hook.pytest_runtest_logreport(report=self.death(self.session.items[file.pop(0)]))
            self.left = self.given

    def stop_if_stuck(self, limit: float) -> None:
        """Kill the worker if its test has run for longer than `limit` seconds, after it has written its stacks."""
        if not self.stuck and self.given and time.monotonic() - self.last_heard > limit:
            self.stuck = True
            if self.process.pid is not None and self.process.is_alive():
                os.kill(self.process.pid, signal.SIGUSR2)
                time.sleep(0.5)
            self.process.kill()

    def next_file(self, files: list[list[int]]) -> list[int]:
        """Take the next file: from the worker's current folder, else from a folder that no other worker is in (and has set up
        fixtures for), else the first. Returns [] if no file is left."""
        folders = [self.session.items[file[0]].path.parent for file in files]
        occupied = {worker.folder for worker in self.workers if worker is not self}
        free = next((at for at, folder in enumerate(folders) if folder not in occupied), 0)
        at = folders.index(self.folder) if self.folder in folders else free
        self.folder = folders[at] if files else None
        return files.pop(at) if files else []

    def death(self, item: pytest.Item) -> pytest.TestReport:
        """The failure report of a test during which the worker died."""
        why = f"its worker ended with exit code {self.process.exitcode}"
        if self.stuck:
            why = f"it took longer than {self.session.config.option.test_limit:g} s\n{self.stack.read_text()}"
        return pytest.TestReport(item.nodeid, item.location, {}, "failed", why, "call")


def work(session: pytest.Session, line: Connection, base: Path, lines_to_close: list[Connection]) -> None:
    """Run a worker: ask for files and run their tests until there are no more."""
    for other in lines_to_close:
        other.close()
    take_long_turns()
    base.mkdir(exist_ok=True)
    faulthandler.register(signal.SIGUSR2, base.with_suffix(".stack").open("w"), all_threads=True)
    config = session.config
    config._tmp_path_factory._basetemp = base  # type: ignore[attr-defined]
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()  # its files are shared with the main process
    capture.start_global_capturing()
    capture.suspend_global_capture()
    reporter = BufferedReporter()
    config.pluginmanager.register(reporter)
    reporter.warned.clear()  # the main process has reported earlier warnings
    places = requested_tests(line)
    place = next(places, None)
    while place is not None:
        # Ask for the next file before the last test of this one, so that fixtures which both need are not torn down in between.
        following = next(places, None)
        item = session.items[place]
        nextitem = None if following is None else session.items[following]
        config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        line.send((place, reporter.warned, reporter.reported))
        reporter.warned, reporter.reported = [], []
        place = following


def take_long_turns() -> None:
    """Ask Linux for longer time slices, where it supports them. There are more workers than processors, and each switch means
    cold caches. Processes that a worker starts get time slices of the usual length."""
    if number := SCHED_SETATTR.get(platform.machine()):
        size = struct.calcsize("=IIQiIQQQ")
        ctypes.CDLL(None).syscall(number, 0, struct.pack("=IIQiIQQQ", size, 0, RESET_ON_FORK, 0, 0, TURN, 0, 0), 0)


def requested_tests(line: Connection) -> Iterator[int]:
    """The indexes of the tests to run. Asks for the next file whenever one is used up."""
    while True:
        line.send("more")
        file = line.recv()
        if not file:
            return
        yield from file


class BufferedReporter:
    """Runs a test as pytest does, but collects its reports and warnings, to be sent together, instead of printing them."""

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
        # `source` is left out: it may not be picklable.
        message, category = str(warning_message.message), warning_message.category
        bare = warnings.WarningMessage(message, category, warning_message.filename, warning_message.lineno)
        self.warned.append({"warning_message": bare, "when": when, "nodeid": nodeid, "location": location})
