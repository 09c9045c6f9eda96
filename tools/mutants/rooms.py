"""Mutants of code that no paragraph is about: the ledger, views, stores and solvers.

`tests/mutants/rooms.toml` names the files of each room, and the tests that should notice when a file is broken. Every function
is broken in a handful of ways; the tests that run it are tried against each mutant, the quickest first. Compiled kernels are
left out.
"""

import ast
import importlib
import json
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest

from tools.mutants import results
from tools.mutants.changes import Change, changes_at, named
from tools.mutants.making import Mutant, distinct, is_words
from tools.mutants.places import ROOT, SRC, TESTS, Function, Source, digest, function_of, qualname, source_of
from tools.mutants.running import OURS, Changed, Done, Instead, first_to_fail, fork_each, give_other_code, in_session, module_of
from tools.mutants.trials import holds

FOLDER = results.FOLDER / "rooms"
FILE = results.FOLDER / "rooms.toml"
EQUIVALENT = FOLDER / "equivalent.toml"
MOST = 5  # changes of one function
SLOWEST = 2.0  # seconds; slower tests are not tried
WALL_SECONDS = 60.0  # after which a waiting test counts as failed
KERNEL = "compiled"  # the decorator of functions that are compiled to machine code
IN_ANY_ORDER = ("sum", "any", "all", "set", "frozenset", "sorted", "dict", "Counter", "min", "max")
Items = dict[str, pytest.Item]


@dataclass(frozen=True)
class Room:
    """A group of the package's files, each with its tests: test files, or test functions as pytest names them."""

    name: str
    files: dict[str, tuple[str, ...]]

    @property
    def results_name(self) -> str:
        """The name under which its results are stored."""
        return f"{FOLDER.name}/{self.name}"

    @property
    def tests(self) -> list[str]:
        """The tests of all its files."""
        return list(dict.fromkeys(test for tests in self.files.values() for test in tests))

    def digest(self) -> str:
        """The digest of everything that its results depend on: its files, its tests and the code that makes mutants."""
        paths = [*(SRC / file for file in self.files), *(ROOT / test.partition("::")[0] for test in self.tests)]
        paths += [ROOT / "tools" / "mutants" / f"{name}.py" for name in ("changes", "rooms")]
        seals = [f"{path.relative_to(ROOT)} {results.file_digest(path)}" for path in sorted(set(paths))]
        return digest("\n".join([*seals, json.dumps(self.files)]))


@cache
def rooms() -> dict[str, Room]:
    """The rooms by name."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {name: Room(name, {file: tuple(tests) for file, tests in files.items()}) for name, files in data.items()}


@cache
def equivalents() -> dict[str, str]:
    """The equivalent mutants of rooms, each with the reason why it breaks nothing."""
    return dict(tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))) if EQUIVALENT.is_file() else {}


# ---------------------------------------------------------------------------- what the tests run


class Loop:
    """A pytest plugin that passes the collected tests to a callback instead of running them."""

    def __init__(self, then: Callable[[Items], None]) -> None:
        self.then = then

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Replace pytest's own loop."""
        self.then({name_of(item): item for item in session.items if is_asked(item)})
        return True


def collect(tests: Iterable[str], then: Callable[[Items], None]) -> None:
    """Collect test files and call `then` with their tests. Asserts are not rewritten: for that, pytest would import the modules
    whose doctests it runs with its own loader, without the change in them."""
    os.chdir(ROOT)
    quiet = ("-s", "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:faulthandler", "--assert=plain")
    pytest.main([*quiet, "-o", "addopts=", "--doctest-modules", "--strict-markers", *tests], plugins=[Loop(then)])


def name_of(item: pytest.Item) -> str:
    """The name of a test in results: its file, relative to the folder of tests, and its name."""
    return f"{Path(os.path.relpath(item.path, TESTS)).as_posix()}::{item.name}"


def file_of(name: str) -> str:
    """The file of a test, relative to the root."""
    return Path(os.path.relpath(TESTS / name.partition("::")[0], ROOT)).as_posix()


def is_asked(item: pytest.Item) -> bool:
    """True if a test may be tried: it is neither slow nor starts a PostgreSQL server."""
    return item.get_closest_marker("slow") is None and "postgresql" not in item.name


@dataclass
class Ran:
    """What the tests of a room did on unchanged code: how long each took, which functions they ran, which functions ran when
    the package was imported, and which tests failed."""

    seconds: dict[str, float] = field(default_factory=dict)
    functions: dict[str, list[str]] = field(default_factory=dict)  # the tests that ran a function, by file and function
    at_import: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)


class Watched(Instead):
    """Imports one file of the package so that each of its functions reports when it runs."""

    def __init__(self, file: str, say: Callable[[str], None]) -> None:
        self.file, self.say = file, say
        super().__init__(file)

    def get_code(self, fullname: str) -> CodeType:
        """The module's code, with a reporting call at the start of each function."""
        source = source_of(self.file)
        for function in functions_in(source):
            call = ast.parse(f"__ran__({f'{self.file}:{qualname(source, function)}'!r})").body
            at = int(is_words(function.body[0]))
            function.body[at:at] = [ast.copy_location(part, function.body[0]) for part in call]
        return compile(ast.fix_missing_locations(source.tree), str(SRC / self.file), "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with the callback that its functions report to."""
        vars(module)["__ran__"] = self.say
        super().exec_module(module)


def traced(room: Room) -> Ran:
    """Run the tests of a room once, in a child process."""
    there, here = os.pipe()
    if not (pid := os.fork()):
        os.close(there)
        try:
            with os.fdopen(here, "w", encoding="utf-8") as pipe:
                json.dump(vars(_trace(room)), pipe)
        finally:
            os._exit(0)
    os.close(here)
    with os.fdopen(there, encoding="utf-8") as pipe:
        words = pipe.read()
    os.waitpid(pid, 0)
    if not words:
        sys.exit(f"{room.name}: its tests cannot be collected")
    return Ran(**json.loads(words))


def _trace(room: Room) -> Ran:
    ran, now, early, collected = Ran(), set[str](), set[str](), False

    def say(function: str) -> None:
        now.add(function)
        if not collected and function not in early and not from_a_test():
            early.add(function)

    sys.meta_path[:0] = [Watched(file, say) for file in room.files]

    def run(items: Items) -> None:
        nonlocal collected
        collected, before = True, set(now)
        for name in items:
            now.clear()
            began = time.process_time()
            passed = holds(name, items)
            ran.seconds[name] = round(time.process_time() - began, 2)
            if not passed:
                ran.broken.append(name)
            for function in now:
                ran.functions.setdefault(function, []).append(name)
        ran.at_import = sorted(early | (before - set(ran.functions)))  # including what only computed test parameters

    collect(room.tests, run)
    return ran


def from_a_test() -> bool:
    """True if the running function was called by a test or at the top level of a test module, and not by a module of the
    package that a test imports."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(str(TESTS)) or (file.startswith(str(SRC)) and frame.f_code.co_name == "<module>"):
            return file.startswith(str(TESTS))
        frame = frame.f_back
    return False


# ---------------------------------------------------------------------------- what is broken


def mutants_of(room: Room, ran: Ran) -> list[Mutant]:
    """The mutants of a room: a handful for each function that is not compiled, with the tests of its file that run it."""
    mutants: dict[str, Mutant] = {}
    for file in room.files:
        source = source_of(file)
        for function in functions_in(source):
            place = f"{file}:{qualname(source, function)}"
            tests = tests_of(place, room, ran, all_of_them=is_cached(function))
            for change in islice(chosen(source, function), MOST):
                mutant = Mutant(place, change, tests)
                mutants.setdefault(mutant.key, mutant)
    return list(mutants.values())


def functions_in(source: Source) -> Iterator[Function]:
    """The outermost functions of a file, except compiled kernels and methods of protocols, which have no code."""
    for node in source.nodes:
        if isinstance(node, Function) and function_of(source, node) is node:
            names = {named(part) for decorator in node.decorator_list for part in ast.walk(decorator)}
            if names.isdisjoint((KERNEL, "overload")) and not all(is_words(part) for part in node.body):
                yield node


def tests_of(place: str, room: Room, ran: Ran, all_of_them: bool = False) -> tuple[str, ...]:
    """The tests of a function's file that run it, the quickest first; all tests of the file if the function runs at import, or
    caches results that other tests may see."""
    own = room.files[place.partition(":")[0]]
    names = ran.seconds if all_of_them or place in ran.at_import else ran.functions.get(place, [])
    quick = [name for name in names if ran.seconds[name] < SLOWEST and name not in ran.broken]
    of_file = [name for name in quick if f"{file_of(name)}::{name.partition('::')[2]}".startswith(own)]
    return tuple(sorted(of_file, key=lambda name: ran.seconds[name]))


def chosen(source: Source, function: Function) -> Iterator[Change]:
    """The changes of a function, in an order that is arbitrary but always the same."""
    parts = [part for part in ast.walk(function) if isinstance(part, ast.stmt) and part is not function and not is_words(part)]
    changes = distinct(change for part in parts if not isinstance(part, Function) for change in changes_at(source, part))
    breaking = [change for change in changes if change.text != "None for None" and not in_any_order(source, change)]
    yield from sorted(breaking, key=lambda change: digest(f"{change.file} {change.function} {change.text}"))


def in_any_order(source: Source, change: Change) -> bool:
    """True if a change only reorders values that are summed or sorted anyway."""
    if change.how != "reverse":
        return False
    around = source.above(source.nodes[change.number])[1:3]
    return any(isinstance(up, ast.Call) and named(up.func) in IN_ANY_ORDER and not up.keywords for up in around)


# ---------------------------------------------------------------------------- trying


def run_all(room: Room, mutants: Sequence[Mutant], ran: Ran, processes: int, done: Done) -> None:
    """Try mutants in parallel and report for each the test that noticed it. A mutant that no test runs survives."""
    by_code = [mutant for mutant in mutants if mutant.tests and not needs_import(mutant, ran)]
    by_import = [mutant for mutant in mutants if mutant.tests and needs_import(mutant, ran)]

    def serve(items: Items, tell: Done) -> None:
        fork_each(by_code, processes, lambda mutant: noticed(mutant, items), tell)

    with tempfile.TemporaryDirectory() as folder:  # tests write here; their processes end before they can clean up
        tempfile.tempdir = folder
        check_unchanged([*by_code, *by_import])
        if by_code:
            in_session(partial(collect, room.tests), by_code, serve, done)
        fork_each(by_import, processes, noticed_after_import, done)
        tempfile.tempdir = None
    for mutant in mutants:
        if not mutant.tests:
            done(mutant, "")


def check_unchanged(mutants: Sequence[Mutant]) -> None:
    """Run all tests against unchanged code, in the kind of process that mutants are tried in. Exits the program if one fails,
    since that test would seem to notice every mutant."""
    names = tuple(dict.fromkeys(name for mutant in mutants for name in mutant.tests))

    def done(_: Mutant, by: str) -> None:
        if by:
            sys.exit(f"{by} fails without any change")

    def judge(_: Mutant) -> str:
        verdicts: list[str] = []
        collect(
            sorted({file_of(name) for name in names}), lambda items: verdicts.append(first_to_fail(names, items, WALL_SECONDS))
        )
        return verdicts[0] if verdicts else "the collection of tests"

    fork_each(mutants[:1], 1, judge, done)


def needs_import(mutant: Mutant, ran: Ran) -> bool:
    """True if a mutant must be imported instead of patched: its function runs when the package is imported, or caches results
    (perhaps already during collection), or refers to its class by a closure, which patched code would lack."""
    source = source_of(mutant.where.partition(":")[0])
    function = next(node for node in functions_in(source) if f"{source.file}:{qualname(source, node)}" == mutant.cite)
    knows_class = any(isinstance(node, ast.Name) and node.id in ("super", "__class__") for node in ast.walk(function))
    return mutant.cite in ran.at_import or is_cached(function) or knows_class


def is_cached(function: Function) -> bool:
    """True if a function caches its results."""
    return any("cache" in named(part) for decorator in function.decorator_list for part in ast.walk(decorator))


def noticed(mutant: Mutant, items: Items) -> str:
    """Apply a change in this process. Returns the test that notices it, "" for none."""
    assert isinstance(mutant.change, Change)
    importlib.import_module(module_of(mutant.change.file))
    give_other_code(mutant.change)
    return first_to_fail(mutant.tests, items, WALL_SECONDS)


def noticed_after_import(mutant: Mutant) -> str:
    """Import the package with a change in it. Returns the test that notices it, "" for none."""
    assert isinstance(mutant.change, Change)
    change = Changed(mutant.change)
    sys.meta_path.insert(0, change)
    verdicts: list[str] = []

    def run(items: Items) -> None:
        if missing := [name for name in mutant.tests if name not in items]:
            verdicts.append(f"{results.IMPORT}{missing[0]}")
            return
        changed = sys.modules[change.name].__loader__ is change
        verdicts.append(first_to_fail(mutant.tests, items, WALL_SECONDS) if changed else f"{OURS}imported without the change")

    collect(sorted({file_of(name) for name in mutant.tests}), run)
    return verdicts[0] if verdicts else f"{results.IMPORT}of the tests"


# ---------------------------------------------------------------------------- stored results


def still_known(data: dict[str, Any], mutants: Sequence[Mutant]) -> dict[str, results.Tried]:
    """The mutants that need not be tried again, by key; also survivors that are declared equivalent and have not changed."""
    rows = [results.Tried(*row) for function in data.get("paragraphs", {}).values() for row in function["mutants"]]
    explained = {(results.without_line(t.at), t.change, t.digest): t for t in rows if t.by == results.SAME}
    known = results.still_known(data, mutants, test_digest)
    for mutant in mutants:
        before = explained.get((mutant.where, mutant.change.text, mutant.change.digest))
        if before is not None and equivalent_key(mutant) in equivalents():
            known[mutant.key] = results.Tried(before.at, before.change, "", before.digest)
    return known


@cache
def test_digest(name: str) -> str:
    """The digest of a test: its function and the rest of its file except other tests, so that adding a test changes nothing.
    For a doctest, the digest of its file. "" if the test is gone."""
    file, _, function = name.removeprefix(results.IMPORT).partition("::")
    path = TESTS / file
    if not path.is_file() or not path.name.startswith("test_"):
        return results.file_digest(path)
    parts = [(test, words) for test, words in _parts_of(path) if test in ("", function.partition("[")[0])]
    return digest("\n".join(words for _, words in parts)) if any(test for test, _ in parts) else ""


@cache
def _parts_of(path: Path) -> list[tuple[str, str]]:
    """The top-level statements of a test file, each with its test's name, or "" if it is not a test."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (node.name if isinstance(node, Function) and node.name.startswith("test_") else "", ast.dump(node))
        for node in tree.body
    ]


def equivalent_key(mutant: Mutant) -> str:
    """The key of a mutant in the file of equivalent mutants."""
    return f"{mutant.where} {mutant.change.text}"


def written(room: Room, mutants: Sequence[Mutant], noticed: dict[str, str], whole: bool) -> dict[str, Any]:
    """The results as data, in the shape of a chapter's results, with functions in place of paragraphs."""
    functions: dict[str, Any] = {}
    for mutant in mutants:
        if mutant.key in noticed:
            row = results.Tried(results.place(mutant), mutant.change.text, noticed[mutant.key], mutant.change.digest).row()
            functions.setdefault(mutant.cite, {"really": len(mutant.tests), "mutants": []})["mutants"].append(row)
    killers = sorted({row[2] for function in functions.values() for row in function["mutants"] if "::" in row[2]})
    tests = {name: test_digest(name) for name in killers}
    return judged({"digest": room.digest() if whole else "", "paragraphs": functions, "tests": tests})


def judged(data: dict[str, Any]) -> dict[str, Any]:
    """Results with each survivor marked as equivalent or not, and with the totals of each function."""
    for function in data["paragraphs"].values():
        for row in function["mutants"]:
            if row[2] in ("", results.SAME):
                row[2] = results.SAME if f"{results.without_line(row[0])} {row[1]}" in equivalents() else ""
        by = [row[2] for row in function["mutants"] if row[2] != results.SAME]
        killed, tried = sum(map(bool, by)), len(by)
        function |= {"proof": results.proof(killed, tried, True), "killed": killed, "tried": tried}
    return data
