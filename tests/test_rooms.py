"""The rooms of the package import each other in one direction only, as CONTRIBUTING.md lists them."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick
ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pitboss"
ROW = re.compile(r"^\| ((?:`[a-z_/]+`(?:, )?)+) \|", re.MULTILINE)
DOORS = {"__init__", "__main__", "library"}  # they open the other rooms


@cache
def ranks() -> dict[str, int]:
    """How high each room stands."""
    rows = ROW.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    return {room: -at for at, row in enumerate(rows) for room in re.findall(r"`([a-z_/]+)`", row)}


def room_of(path: Path) -> str:
    return room_named(path.relative_to(SOURCE).with_suffix("").parts)


def room_named(parts: Sequence[str]) -> str:
    """The room of a module by the names that lead to it: a folder of a room is one of its own where the table lists it."""
    within = "/".join(parts[:2])
    return within if within in ranks() else parts[0]


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The rooms that a module imports as it is imported itself, with the lines."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module == "pitboss":
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss."):
            inside = str(node.module).split(".")[1:]
            yield from ((node.lineno, room_named([*inside, each.name])) for each in node.names)
        elif isinstance(node, ast.Import):
            names = (each.name for each in node.names if each.name.startswith("pitboss."))
            yield from ((node.lineno, room_named(name.split(".")[1:])) for name in names)


def test_every_room_is_listed_and_every_room_listed_is_there() -> None:
    there = {room_of(path) for path in SOURCE.rglob("*.py")} - DOORS
    assert set(ranks()) == there


@pytest.mark.parametrize("room", sorted(ranks()))
def test_no_room_imports_one_above_it(room: str) -> None:
    rank = ranks()
    modules = [path for path in SOURCE.rglob("*.py") if room_of(path) == room]
    assert modules
    upwards = [
        f"{path.relative_to(SOURCE)}:{line} imports {other}"
        for path in modules
        for line, other in imported(path)
        if rank.get(other, -100) > rank[room]
    ]
    assert upwards == []


# ---------------------------------------------------------------------------- files and folders

MOST_MODULES = 25  # of one folder
START = re.compile(r"Start reading at `([^`]+)`")


def modules() -> dict[str, Path]:
    """Every module by its dotted name."""
    names = {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts): path for path in SOURCE.rglob("*.py")}
    return {name.removesuffix(".__init__"): path for name, path in names.items()}


def imports_of(path: Path, known: dict[str, Path]) -> set[str]:
    """The modules that a file imports anywhere: as it is imported, in a function, or for types only."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [each.name for each in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        for name in [f"{node.module}.{name}" for name in names] if isinstance(node, ast.ImportFrom) else names:
            while name and name not in known:
                name = name.rpartition(".")[0]
            found.add(name)
    return found - {"", next(name for name, other in known.items() if other == path)}


def test_no_file_imports_one_that_imports_it() -> None:
    """Type-only imports and imports within functions count."""
    known = modules()
    graph = {name: imports_of(path, known) for name, path in known.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError with the files of a cycle


def test_a_cycle_of_files_would_be_found() -> None:
    known = modules()
    graph = {name: imports_of(path, known) for name, path in known.items()}
    graph["pitboss.errors"].add("pitboss.cli.app")
    with pytest.raises(CycleError):
        TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("package", sorted(SOURCE.rglob("__init__.py")), ids=lambda path: path.parent.name)
def test_a_package_is_small_and_says_where_to_start_reading(package: Path) -> None:
    """At most so many modules; its docstring names a file that is there."""
    assert len(list(package.parent.glob("*.py"))) <= MOST_MODULES
    start = START.search(" ".join((ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or "").split()))
    if "migrations" in package.parts:
        return
    assert start is not None
    assert any((root / start[1]).exists() for root in (package.parent, ROOT))
