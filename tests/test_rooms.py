"""The rooms of the package import each other in one direction only, as CONTRIBUTING.md lists them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick
ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pitboss"
ROW = re.compile(r"^\| ((?:`[a-z_]+`(?:, )?)+) \|", re.MULTILINE)
DOORS = {"__init__", "__main__", "library"}  # they open the other rooms
REMEMBERED = {"remembered"}  # a store of results, for whoever has some


def ranks() -> dict[str, int]:
    """How high each room stands."""
    rows = ROW.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    return {room: -at for at, row in enumerate(rows) for room in re.findall(r"`([a-z_]+)`", row)}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """The rooms that a module imports as it is imported itself, with the lines."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module == "pitboss":
            yield from ((node.lineno, each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss."):
            yield node.lineno, str(node.module).split(".")[1]
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, each.name.split(".")[1]) for each in node.names if each.name.startswith("pitboss."))


def test_every_room_is_listed_and_every_room_listed_is_there() -> None:
    there = {room_of(path) for path in SOURCE.rglob("*.py")} - DOORS - REMEMBERED
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
