"""The tests of each paragraph: the rule cases, test functions and stored rounds that cite it, with their texts.

A checkout has the tests themselves. A wheel has an index of them instead, which `setup.py` gets from `index_of` when the wheel
is built. Only the standard library is imported here, since nothing else is installed at that time.
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
CASE_CITES = re.compile(r"^cites\s*=\s*\[([^\]]*)\]", re.M)  # parsing a thousand files as TOML would take a second
EVENTFUL = "games/test_eventful_rounds.py::test_eventful_rounds"  # the test that replays a chapter's stored sittings
LONGEST_TEST = 60  # lines
AROUND = 4  # lines of a playthrough before and after the step
Tests = dict[str, tuple[str, ...]]  # by paragraph
Proofs = dict[str, tuple[str, int, int]]  # by paragraph: proven, named or narrated; mutants killed; mutants tried


def tests_folder() -> Path | None:
    """The folder of tests, None if this is not a checkout."""
    return ROOT / "tests" if ROOT / "src" / "pitboss" == PACKAGE and (ROOT / "tests" / "cases").is_dir() else None


def tests_of(number: str = "") -> Tests | None:
    """The tests of every paragraph, or of a chapter's; None if there are neither tests nor an index of them."""
    root = tests_folder()
    if root is not None:
        return read_tests(root, number)
    index = _index()
    if index is None:
        return None
    return {cite: tuple(names) for cite, names in index["tests"].items() if cite.startswith(f"{number}." if number else "")}


def text_of(name: str, cite: str) -> str:
    """The text of a test about a paragraph, cut to a readable length; "" if it is not available."""
    root = tests_folder()
    if root is not None:
        return read_text_of(root, name, cite)
    texts = (_index() or {"texts": {}})["texts"]
    text: str = texts.get(name) or texts.get(f"{name} {cite}", "")
    return text


def proofs_of(number: str) -> Proofs:
    """The stored results of a chapter's mutants, by paragraph (docs/mutants.md)."""
    root = tests_folder()
    if root is not None:
        return read_proofs(root, number)
    proofs = (_index() or {}).get("proofs", {}).get(number, {})
    return {cite: (proof, killed, tried) for cite, (proof, killed, tried) in proofs.items()}


# ---------------------------------------------------------------------------- a checkout


def read_proofs(root: Path, number: str) -> Proofs:
    """Read the results of a chapter's mutants from a folder of tests."""
    path = root / "mutants" / f"{number}.json"
    if not path.is_file():
        return {}
    data = json.loads(path.read_text(encoding="utf-8"))
    if not data["digest"]:  # the run was interrupted
        return {}
    return {cite: (result["proof"], result["killed"], result["tried"]) for cite, result in data["paragraphs"].items()}


def read_tests(root: Path, number: str = "") -> Tests:
    """The tests in a folder by what they cite: rule cases first, then test functions, playthroughs and eventful rounds."""
    tests_by_cite: dict[str, list[str]] = {cite: list(cases) for cite, cases in _cases(root).items()}
    for path in sorted(root.glob("**/test_*.py")):
        words = path.read_text(encoding="utf-8")
        if "mark.cites" in words and f"{number}." in words:
            for function in _functions(words):
                for cite in function.cites:
                    tests_by_cite.setdefault(cite, []).append(f"{path.relative_to(root).as_posix()}::{function.name}")
    for path in sorted((root / "playthroughs").glob(f"{number}-*.txt" if number else "*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for cite in dict.fromkeys(line.split(" ", 1)[0] for line in lines if WHOLE_CITE.match(line)):
            tests_by_cite.setdefault(cite, []).append(path.relative_to(root).as_posix())
    for path in sorted((root / "playthroughs" / "eventful").glob(f"{number}*.txt")):
        summary, _, _ = path.read_text(encoding="utf-8").partition("== ")  # lists every paragraph once, before the sittings
        for line in summary.splitlines():
            tests_by_cite.setdefault(line.split(" ", 1)[0], []).append(f"{EVENTFUL}[{path.stem}]")
    return {cite: tuple(tests) for cite, tests in tests_by_cite.items() if cite.startswith(f"{number}." if number else "")}


@cache
def _cases(root: Path) -> dict[str, list[str]]:
    """The rule cases by what they cite."""
    cases: dict[str, list[str]] = {}
    for path in sorted((root / "cases").glob("*/*.toml")):
        listed = CASE_CITES.search(path.read_text(encoding="utf-8"))
        for cite in CITE.findall(listed[1]) if listed else ():
            cases.setdefault(cite, []).append(path.relative_to(root).as_posix())
    for path in sorted((root / "records" / "cases").glob("*.toml")):  # each of these files has many cases
        all_cites = " ".join(CASE_CITES.findall(path.read_text(encoding="utf-8")))
        for cite in dict.fromkeys(CITE.findall(all_cites)):
            cases.setdefault(cite, []).append(path.relative_to(root).as_posix())
    return cases


@dataclass(frozen=True)
class _Function:
    """A function of a file: its first and last line, and the paragraphs that it is marked with."""

    name: str
    lines: tuple[int, int]
    cites: tuple[str, ...]


@lru_cache(maxsize=256)  # one file tests many paragraphs
def _functions(words: str) -> tuple[_Function, ...]:
    """The functions in the text of a file."""
    nodes = [node for node in ast.walk(ast.parse(words)) if isinstance(node, ast.FunctionDef)]
    return tuple(_Function(node.name, lines_of(node), tuple(_cites(node))) for node in nodes)


def _cites(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.cites":
            yield from (str(argument.value) for argument in mark.args if isinstance(argument, ast.Constant))


def read_text_of(root: Path, name: str, cite: str) -> str:
    """The text of a test in a folder about a paragraph, cut to a readable length."""
    file, _, function = name.partition("[")[0].partition("::")
    if not (root / file).is_file():
        return ""
    words = (root / file).read_text(encoding="utf-8")
    lines = words.splitlines()
    if function:
        first, last = next((candidate.lines for candidate in _functions(words) if candidate.name == function), (1, 0))
        lines = lines[first - 1 : last]
    elif file.startswith("playthroughs/"):
        at = next((number for number, line in enumerate(lines) if line.startswith((f"{cite} ", f"{cite}("))), 0)
        lines = lines[max(0, at - AROUND) : at + AROUND + 1]
    ellipsis = ["…"] if len(lines) > LONGEST_TEST else []
    return dedent("\n".join([*lines[:LONGEST_TEST], *ellipsis]))


def lines_of(node: ast.stmt) -> tuple[int, int]:
    """The first and the last line of a statement, with its decorators."""
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
    return first, node.end_lineno or first


# ---------------------------------------------------------------------------- a wheel


def index_of(root: Path) -> dict[str, Any]:
    """The index of the tests in a folder, for a wheel: all tests by what they cite, and the text of each paragraph's first."""
    tests, texts = read_tests(root), dict[str, str]()
    for cite, (first, *_) in tests.items():
        key = f"{first} {cite}" if first.startswith("playthroughs/") else first
        texts[key] = texts.get(key) or read_text_of(root, first, cite)
    numbers = [path.stem for path in sorted((root / "mutants").glob("*.json"))]
    return {"tests": tests, "texts": texts, "proofs": {number: read_proofs(root, number) for number in numbers}}


@cache
def _index() -> dict[str, Any] | None:
    """The index in a wheel, None if there is none."""
    try:
        index: dict[str, Any] = json.loads(INDEX.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return index
