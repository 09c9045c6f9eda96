"""Which tests prove each paragraph: the rule cases, test functions and stored rounds that cite it, and what they say.

In a checkout the tests themselves are read. A wheel has none: when it is built, an index of them goes into it, which `setup.py`
gets from `index_of`. Only the standard library is used here, since a wheel is built where nothing else is installed.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from textwrap import dedent
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent.parent
INDEX = PACKAGE / "rulebook" / "tests.json"
CITE = re.compile(r"\b((?:\d{3}a?|\d{1,2}-\d{1,2})\.\d+(?:\([0-9a-zA-Z]{1,4}\))*)")
WHOLE_CITE = re.compile(r"(?:\d{3}a?|\d{1,2}-\d{1,2})\.\d+(?:\([0-9a-zA-Z]{1,4}\))*")
CASE_CITES = re.compile(r"^cites\s*=\s*\[([^\]]*)\]", re.M)  # reading a thousand files as TOML would take a second
EVENTFUL = "games/test_eventful_rounds.py::test_eventful_rounds"  # the test that plays what is stored of a chapter
LONGEST_TEST = 60  # lines
AROUND = 4  # lines of a playthrough before and after the step
Tests = dict[str, tuple[str, ...]]  # by paragraph
Proofs = dict[str, tuple[str, int, int]]  # by paragraph: proven, named or narrated; mutants killed; mutants tried


def tests_folder() -> Path | None:
    """The tests, where this is a checkout."""
    return ROOT / "tests" if ROOT / "src" / "pitboss" == PACKAGE and (ROOT / "tests" / "cases").is_dir() else None


def tests_of(number: str = "") -> Tests | None:
    """The tests of every paragraph, or of those of a chapter only; None where there are neither tests nor an index of them."""
    root = tests_folder()
    if root is not None:
        return read_tests(root, number)
    found = _index()
    if found is None:
        return None
    return {cite: tuple(names) for cite, names in found["tests"].items() if cite.startswith(f"{number}." if number else "")}


def text_of(name: str, cite: str) -> str:
    """What a test says of a paragraph, as far as it can be read at a glance; "" where it is not there."""
    root = tests_folder()
    if root is not None:
        return read_text_of(root, name, cite)
    texts = (_index() or {"texts": {}})["texts"]
    found: str = texts.get(name) or texts.get(f"{name} {cite}", "")
    return found


def proofs_of(number: str) -> Proofs:
    """What the mutants of a chapter have shown of its paragraphs, as far as they were tried (docs/mutants.md)."""
    root = tests_folder()
    if root is not None:
        return read_proofs(root, number)
    found = (_index() or {}).get("proofs", {}).get(number, {})
    return {cite: (proof, killed, tried) for cite, (proof, killed, tried) in found.items()}


# ---------------------------------------------------------------------------- a checkout


def read_proofs(root: Path, number: str) -> Proofs:
    """The same from the results in a folder of tests."""
    path = root / "mutants" / f"{number}.json"
    if not path.is_file():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    if not found["digest"]:  # a run that was interrupted
        return {}
    return {cite: (each["proof"], each["killed"], each["tried"]) for cite, each in found["paragraphs"].items()}


def read_tests(root: Path, number: str = "") -> Tests:
    """The tests in a folder by what they cite: rule cases first, then test functions, playthroughs and eventful rounds."""
    found: dict[str, list[str]] = {cite: list(cases) for cite, cases in _cases(root).items()}
    for path in sorted(root.glob("**/test_*.py")):
        words = path.read_text(encoding="utf-8")
        if "mark.cites" in words and f"{number}." in words:
            for function in _functions(words):
                for cite in function.cites:
                    found.setdefault(cite, []).append(f"{path.relative_to(root).as_posix()}::{function.name}")
    for path in sorted((root / "playthroughs").glob(f"{number}-*.txt" if number else "*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for cite in dict.fromkeys(line.split(" ", 1)[0] for line in lines if WHOLE_CITE.match(line)):
            found.setdefault(cite, []).append(path.relative_to(root).as_posix())
    for path in sorted((root / "playthroughs" / "eventful").glob(f"{number}*.txt")):
        usual, _, _ = path.read_text(encoding="utf-8").partition("== ")  # every paragraph once, before the first sitting
        for line in usual.splitlines():
            found.setdefault(line.split(" ", 1)[0], []).append(f"{EVENTFUL}[{path.stem}]")
    return {cite: tuple(tests) for cite, tests in found.items() if cite.startswith(f"{number}." if number else "")}


@cache
def _cases(root: Path) -> dict[str, list[str]]:
    """The rule cases by what they cite."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "cases").glob("*/*.toml")):
        listed = CASE_CITES.search(path.read_text(encoding="utf-8"))
        for cite in CITE.findall(listed[1]) if listed else ():
            found.setdefault(cite, []).append(path.relative_to(root).as_posix())
    for path in sorted((root / "records" / "cases").glob("*.toml")):  # of which each file has many cases
        every = " ".join(CASE_CITES.findall(path.read_text(encoding="utf-8")))
        for cite in dict.fromkeys(CITE.findall(every)):
            found.setdefault(cite, []).append(path.relative_to(root).as_posix())
    return found


@dataclass(frozen=True)
class _Function:
    """A function of a file: its first and last line, and the paragraphs that it is marked with."""

    name: str
    lines: tuple[int, int]
    cites: tuple[str, ...]


@lru_cache(maxsize=256)  # a file proves many paragraphs
def _functions(words: str) -> tuple[_Function, ...]:
    """The functions of a file with these words."""
    nodes = [node for node in ast.walk(ast.parse(words)) if isinstance(node, ast.FunctionDef)]
    return tuple(_Function(node.name, lines_of(node), tuple(_cites(node))) for node in nodes)


def _cites(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.cites":
            yield from (str(each.value) for each in mark.args if isinstance(each, ast.Constant))


def read_text_of(root: Path, name: str, cite: str) -> str:
    """What a test in a folder says of a paragraph."""
    file, _, function = name.partition("[")[0].partition("::")
    if not (root / file).is_file():
        return ""
    words = (root / file).read_text(encoding="utf-8")
    lines = words.splitlines()
    if function:
        first, last = next((each.lines for each in _functions(words) if each.name == function), (1, 0))
        lines = lines[first - 1 : last]
    elif file.startswith("playthroughs/"):
        at = next((number for number, line in enumerate(lines) if line.startswith((f"{cite} ", f"{cite}("))), 0)
        lines = lines[max(0, at - AROUND) : at + AROUND + 1]
    more = ["…"] if len(lines) > LONGEST_TEST else []
    return dedent("\n".join([*lines[:LONGEST_TEST], *more]))


def lines_of(node: ast.stmt) -> tuple[int, int]:
    """The first and the last line of a statement, with its decorators."""
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return first, node.end_lineno or first


# ---------------------------------------------------------------------------- a wheel


def index_of(root: Path) -> dict[str, Any]:
    """The tests in a folder as a wheel has them: all by what they cite, and what the first of each paragraph says."""
    tests, texts = read_tests(root), dict[str, str]()
    for cite, (first, *_) in tests.items():
        of_its_own = f"{first} {cite}" if first.startswith("playthroughs/") else first
        texts[of_its_own] = texts.get(of_its_own) or read_text_of(root, first, cite)
    numbers = [path.stem for path in sorted((root / "mutants").glob("*.json"))]
    return {"tests": tests, "texts": texts, "proofs": {number: read_proofs(root, number) for number in numbers}}


@cache
def _index() -> dict[str, Any] | None:
    """The index that came with a wheel."""
    try:
        found: dict[str, Any] = json.loads(INDEX.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found
