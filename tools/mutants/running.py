"""Runs tests against mutants, each in its own process, forked after everything has been imported.

If a function has not run yet, its code object is replaced. Any other change needs the package to be imported with it, which
takes half a second; those processes are forked from one that has imported only the package's dependencies.
"""

import importlib
import importlib.abc
import importlib.machinery
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from tools.mutants.changes import Change, changed
from tools.mutants.data import DataChange, RankingChange, apply_to, changed_value
from tools.mutants.making import Mutant, equivalents
from tools.mutants.places import SRC, TESTS, function_of, source_of
from tools.mutants.tracing import Trace
from tools.mutants.trials import PLAYTHROUGHS, collect, holds

CPU_SECONDS = 30  # after which a test counts as not ending, and so as failed
WALL_SECONDS = 600  # the limit for all tests of a mutant together, which may sleep; the machine may be busy
MOST_AT_ONCE = 5.0  # seconds counted between two looks at the clock, since the machine may have been suspended
MOST_MEMORY = 3 << 30
TIME_OUT = "it does not end"
OURS = "this tool: "  # marks this tool's own errors
SLOW = 0.5  # seconds; slower test functions are left out unless they are marked with the paragraph
QUICK = 0.1  # seconds; quicker tests come first
Result = tuple[Mutant, str]  # and the test that noticed it, "" for none
Done = Callable[[Mutant, str], None]


def needs_import(mutant: Mutant, trace: Trace) -> bool:
    """True if the package must be imported with the change in it."""
    if isinstance(mutant.change, RankingChange):
        return False
    if isinstance(mutant.change, DataChange) or not mutant.change.function:
        return True
    return (mutant.change.file, first_line(mutant.change)) in trace.at_import


def first_line(change: Change) -> int:
    """The first line of the function that contains a change."""
    source = source_of(change.file)
    function = function_of(source, source.nodes[change.number])
    assert function is not None
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def run_all(chapter: str, mutants: Sequence[Mutant], trace: Trace, processes: int, done: Done) -> None:
    """Try mutants in parallel and report for each the test that noticed it."""
    by_code = [mutant for mutant in mutants if not needs_import(mutant, trace)]
    by_import = [mutant for mutant in mutants if needs_import(mutant, trace)]

    def serve(items: dict[str, pytest.Item], tell: Done) -> None:
        from pitboss.games import game

        game(chapter)
        fork_each(by_code, processes, lambda mutant: noticed(chapter, mutant, trace, items), tell)

    if by_code:
        in_session(partial(collect, chapter), by_code, serve, done)
    fork_each(by_import, processes, lambda mutant: noticed_after_import(chapter, mutant, trace), done)


def in_session(
    collecting: Callable[[Callable[[dict[str, pytest.Item]], None]], None],
    mutants: Sequence[Mutant],
    serve: Callable[[dict[str, pytest.Item], Done], None],
    done: Done,
) -> None:
    """Try mutants in a child process in which pytest has collected the tests. Results come back through a pipe."""
    there, here = os.pipe()
    pid = os.fork()
    if not pid:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # on an interrupt just end; the parent reports it
        os.close(there)
        numbers = {mutant.key: number for number, mutant in enumerate(mutants)}

        def tell(mutant: Mutant, by: str) -> None:
            os.write(here, (json.dumps([numbers[mutant.key], by]) + "\n").encode())

        try:
            collecting(lambda items: serve(items, tell))
        finally:
            os._exit(0)
    os.close(here)
    received = 0
    try:
        with os.fdopen(there, encoding="utf-8") as pipe:
            for line in pipe:
                number, by = json.loads(line)
                done(mutants[number], by)
                received += 1
    except KeyboardInterrupt:
        os.kill(pid, signal.SIGKILL)
        raise
    os.waitpid(pid, 0)
    if received < len(mutants):
        sys.exit(f"only {received} of {len(mutants)} mutants could be tried")


def fork_each(mutants: Sequence[Mutant], processes: int, judge: Callable[[Mutant], str], done: Done) -> None:
    """Judge each mutant in its own process, a limited number at a time."""
    waiting = list(mutants)
    running: dict[int, tuple[int, Mutant, float]] = {}  # process, mutant and start time, by the pipe to read from
    now, last = 0.0, time.monotonic()
    while waiting or running:
        now, last = now + min(time.monotonic() - last, MOST_AT_ONCE), time.monotonic()
        while waiting and len(running) < processes:
            mutant = waiting.pop(0)
            there, here = os.pipe()
            pid = os.fork()
            if not pid:
                _child(there, here, mutant, judge)
            os.close(here)
            running[there] = (pid, mutant, now)
        ready, _, _ = select.select(list(running), [], [], 1.0)
        for pipe in list(running):
            pid, mutant, since = running[pipe]
            late = now - since > WALL_SECONDS
            if pipe not in ready and not late:
                continue
            if late:
                os.kill(pid, signal.SIGKILL)
            by = b"" if late else _all_of(pipe)
            os.close(pipe)
            del running[pipe]
            os.waitpid(pid, 0)
            verdict = by.decode()[1:] if by else TIME_OUT
            if verdict.startswith(OURS):
                raise RuntimeError(f"{mutant.key}: {verdict}")
            done(mutant, verdict)


def _all_of(pipe: int) -> bytes:
    words = b""
    while more := os.read(pipe, 65536):
        words += more
    return words


def _child(there: int, here: int, mutant: Mutant, judge: Callable[[Mutant], str]) -> None:
    """Judge one mutant and exit. Only the verdict is written, to the pipe; all other output is discarded."""
    by = TIME_OUT
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.close(there)
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        by = judge(mutant)
    except MemoryError:
        by = TIME_OUT
    except BaseException as error:  # an error of this tool: errors of tests are caught where tests run
        by = f"{OURS}{error!r}"
    finally:
        os.write(here, f"={by}".encode())
        os._exit(0)


def order(chapter: str, mutant: Mutant, trace: Trace) -> list[str]:
    """The tests to run against a mutant, in order: those about the paragraph, then the chapter's others that call the changed
    function, the quick ones of all first. For a mutant that is declared equivalent, only the tests about the paragraph."""
    others = set(trace.seconds)
    if isinstance(mutant.change, Change) and mutant.change.function:
        others = trace.callers_of(mutant.change.file, first_line(mutant.change))
    rest = sorted(others, key=lambda name: ("::" in name, trace.seconds[name]))
    if mutant.tests and mutant.anywhere in equivalents():
        rest = []
    names = [
        name
        for name in dict.fromkeys((*mutant.tests, *rest))
        if name not in trace.broken
        and (trace.seconds.get(name, 0) < SLOW or "::" not in name or mutant.cite in trace.marked.get(name, ()))
    ]
    return sorted(names, key=lambda name: trace.seconds.get(name, 0) >= QUICK)


def noticed(chapter: str, mutant: Mutant, trace: Trace, items: dict[str, pytest.Item]) -> str:
    """Apply a change in this process. Returns the test that notices it, "" for none."""
    if isinstance(mutant.change, RankingChange):
        change_ranking(chapter, mutant.change)
    else:
        assert isinstance(mutant.change, Change)
        give_other_code(mutant.change)
    return first_to_fail(order(chapter, mutant, trace), items)


def first_to_fail(names: Sequence[str], items: dict[str, pytest.Item], wall: float = 0) -> str:
    """The first test that fails, "" if all pass. If `wall` is given, a test that takes longer than so many seconds kills the
    process."""
    for name in names:
        limit_time()
        signal.setitimer(signal.ITIMER_REAL, wall)
        try:
            if (name in items or "::" not in name) and not holds(name, items):
                return name
        except MemoryError:
            raise
        except Exception:
            return name
    return ""


def limit_time() -> None:
    """Give the next test in this process its own CPU limit, since one process may run many tests."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + CPU_SECONDS, hard))


def noticed_after_import(chapter: str, mutant: Mutant, trace: Trace) -> str:
    """Import the package with a change in it. Returns the test that notices it, "" for none.

    Of the test functions only those about the paragraph are run, since collecting them takes a second.
    """
    if isinstance(mutant.change, DataChange):
        change_data(mutant.change)
    else:
        assert isinstance(mutant.change, Change)
        sys.meta_path.insert(0, Changed(mutant.change))
    names = order(chapter, mutant, trace)
    if by := first_to_fail([name for name in names if name.startswith("cases/")], {}):
        return by
    verdicts: list[str] = []
    functions = [name for name in mutant.tests if "::" in name] + [name for name in names if name.startswith("playthroughs/")]

    def run(items: dict[str, pytest.Item]) -> None:
        verdicts.append(first_to_fail([name for name in functions if name in items], items))

    collect(chapter, run, files_with(functions))
    return verdicts[0] if verdicts else "the import: of the tests"


def files_with(names: Sequence[str]) -> list[Path]:
    """The files of tests, each once."""
    return sorted({TESTS / (PLAYTHROUGHS if name.startswith("playthroughs/") else name.partition("::")[0]) for name in names})


# ---------------------------------------------------------------------------- applying a change


class Instead(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):  # type: ignore[misc]
    """Imports one module of the package with code that differs from its file."""

    def __init__(self, file: str) -> None:
        super().__init__(module_of(file), str(SRC / file))

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find that module; leave all others to the usual finders."""
        spec = importlib.machinery.PathFinder.find_spec(name, path) if name == self.name else None
        if spec is not None:
            spec.loader = self
        return spec


class Changed(Instead):
    """Imports one module of the package with a change in it."""

    def __init__(self, change: Change) -> None:
        self.change = change
        super().__init__(change.file)

    def get_code(self, fullname: str) -> CodeType:
        """The module's code with the change applied."""
        text = (SRC / self.change.file).read_text(encoding="utf-8")
        return compile(changed(text, self.change), str(SRC / self.change.file), "exec")


def module_of(file: str) -> str:
    """The name of the module in a file of the package."""
    return ".".join(("pitboss", *Path(file).with_suffix("").parts)).removesuffix(".__init__")


def give_other_code(change: Change) -> None:
    """Replace the code of an imported function by the changed code."""
    text = (SRC / change.file).read_text(encoding="utf-8")
    module = compile(changed(text, change), str(SRC / change.file), "exec")
    function = function_at(sys.modules[module_of(change.file)], change.function)
    line = function.__code__.co_firstlineno
    codes = [code for code in codes_in(module) if code.co_qualname == change.function and code.co_firstlineno == line]
    function.__code__ = codes[0]


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A code object and all those nested in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes_in(part)


def function_at(module: ModuleType, name: str) -> FunctionType:
    """A function by its qualified name, unwrapped."""
    member: Any = module
    for part in name.split("."):
        member = vars(member)[part]
    while not isinstance(member, FunctionType):
        member = next(
            inner for a in ("__wrapped__", "__func__", "fget", "func") if (inner := getattr(member, a, None)) is not None
        )
    return getattr(member, "__wrapped__", member)


def change_data(change: DataChange) -> None:
    """Import the rulebook so that a chapter's file is read with a change."""
    chapters: Any = importlib.import_module("pitboss.rulebook.chapters")  # `pitboss.rulebook.chapters` is a function, too
    usual = chapters._written

    def written(number: str, data: dict[str, Any]) -> Any:
        if number == change.chapter:
            apply_to(data, change)
        return usual(number, data)

    chapters._written = written


def change_ranking(chapter: str, change: RankingChange) -> None:
    """Replace the values of a ranking."""
    from pitboss.games import game
    from pitboss.games.pai_gow import worth
    from pitboss.hands import PAI_GOW_HIGH, Value

    ranking = game(chapter).rankings[change.section]
    usual, names = ranking.value, ranking.categories
    object.__setattr__(ranking, "value", lambda cards: changed_value(usual(cards), change, names, Value))
    if ranking is PAI_GOW_HIGH:  # which is played with numbers derived from its values
        number_of = worth.number_of
        setattr(worth, "number_of", lambda value: number_of(changed_value(value, change, names, Value)))  # noqa: B010
        for cached in (worth.by_ranks, worth._by_suit):
            cached.cache_clear()
