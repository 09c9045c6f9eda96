"""The tests of a chapter, and how to run one: rule cases directly in this process, playthroughs and functions with pytest."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.places import ROOT, TESTS

HERE = ("games", "hands", "table", "card_room", "rulebook")  # other tests run in other processes, or do not play by the rules
BY_CHAPTER = ("games",)  # test functions here take the chapter as a parameter
NUMBER = re.compile(r"\b\d{3}a?\b")
PLAYTHROUGHS = "test_playthroughs.py"


def cases_of(chapter: str) -> list[str]:
    """The rule cases of a chapter."""
    return [path.relative_to(TESTS).as_posix() for path in sorted((TESTS / "cases" / chapter).glob("*.toml"))]


def files_of(chapter: str) -> list[Path]:
    """The test files whose functions may be about a chapter."""
    files = [TESTS / PLAYTHROUGHS]
    for path in sorted(TESTS.glob("**/test_*.py")):
        room, *_ = path.relative_to(TESTS).parts
        if path in files or (room not in HERE and path.parent != TESTS):
            continue
        words = path.read_text(encoding="utf-8")
        if ("mark.cites" in words and f'"{chapter}.' in words) or room in BY_CHAPTER:
            files.append(path)
    return files


class Session:
    """A pytest plugin that passes the tests of a chapter to a callback instead of running them."""

    def __init__(self, chapter: str, then: Callable[[dict[str, pytest.Item]], None]) -> None:
        self.chapter, self.then = chapter, then

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Replace pytest's own loop."""
        self.then({name_of(item): item for item in session.items if is_about(item, self.chapter)})
        return True


def collect(chapter: str, then: Callable[[dict[str, pytest.Item]], None], files: Sequence[Path] = ()) -> None:
    """Collect the test functions of a chapter and call `then` with them, within pytest's session."""
    os.chdir(ROOT)
    quiet = ("-s", "-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=")
    pytest.main([*quiet, "--strict-markers", *map(str, files or files_of(chapter))], plugins=[Session(chapter, then)])


def name_of(item: pytest.Item) -> str:
    """The name of a test in results: the stored playthrough, or the file and function with its parameters."""
    if item.path.name == PLAYTHROUGHS and "[" in item.name:
        return f"playthroughs/{item.name.partition('[')[2][:-1]}.txt"
    return f"{item.path.relative_to(TESTS).as_posix()}::{item.name}"


def is_about(item: pytest.Item, chapter: str) -> bool:
    """True if a test function is about a chapter: by its parameters if they name one, else by its mark."""
    if item.get_closest_marker("slow") is not None:
        return False
    parameters = set(NUMBER.findall(item.name.partition("[")[2])) & chapters()
    if parameters and (chapter not in parameters or item.path.parent.name in (*BY_CHAPTER, TESTS.name)):
        return chapter in parameters
    return any(str(cite).startswith(f"{chapter}.") for mark in item.iter_markers("cites") for cite in mark.args)


def chapters() -> set[str]:
    """The chapters that have rule cases."""
    return {path.name for path in (TESTS / "cases").iterdir()}


def cited_by(item: pytest.Item) -> Iterator[str]:
    """The paragraphs that a test function is marked with."""
    for mark in item.iter_markers("cites"):
        yield from map(str, mark.args)


def holds(name: str, items: dict[str, pytest.Item]) -> bool:
    """True if a test passes."""
    if name in items:
        return not any(report.failed for report in runtestprotocol(items[name], log=False, nextitem=None))
    from pitboss.cases import run_case

    return run_case(TESTS / name) == []
