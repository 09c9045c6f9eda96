"""`python -m tools.slowest_tests REPORT.xml`: the slowest tests of a whole run, as a page of the documentation.

The report is what `python -m pytest … --junitxml REPORT.xml` writes; `make slowest` does both.
"""

import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

PAGE = Path(__file__).parents[1] / "docs" / "slowest-tests.md"
MODULES = 60  # these are begun first, see tools/workers.py
TESTS = 25


def times(report: Path) -> dict[str, dict[str, float]]:
    """The seconds of each test, by its module."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    for case in ElementTree.parse(report).iter("testcase"):
        module = str(case.get("classname", "")).removeprefix("tests.").removeprefix("src.")
        found[module][str(case.get("name"))] = float(case.get("time") or 0)
    return found


def page(found: dict[str, dict[str, float]], wall: float) -> str:
    """The page in Markdown."""
    sums = {module: sum(tests.values()) for module, tests in found.items()}
    rooms: dict[str, list[float]] = defaultdict(list)
    for module, seconds in sums.items():
        room = module.split(".")[0] if "." in module else "(alone)"
        rooms[room] = [a + b for a, b in zip(rooms[room] or [0, 0], (seconds, len(found[module])), strict=True)]
    single = sorted(((s, f"{m}::{name}") for m, tests in found.items() for name, s in tests.items()), reverse=True)
    number = sum(len(tests) for tests in found.values())
    lines = [
        "# The slowest tests",
        "",
        f"`make slowest` wrote this page: {number:,} tests took {wall / 60:.1f} minutes on two cores with four workers, "
        f"{sum(sums.values()) / 60:.1f} minutes if one adds them up.",
        "",
        "| folder | tests | seconds |",
        "|---|---:|---:|",
        *(f"| {room} | {int(n):,} | {s:.0f} |" for room, (s, n) in sorted(rooms.items(), key=lambda item: -item[1][0])),
        "",
        "| module | tests | seconds |",
        "|---|---:|---:|",
        *(f"| {m} | {len(found[m]):,} | {s:.1f} |" for m, s in sorted(sums.items(), key=lambda item: -item[1])[:MODULES]),
        "",
        "| test | seconds |",
        "|---|---:|",
        *(f"| `{name}` | {s:.1f} |" for s, name in single[:TESTS]),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Writes the page."""
    report = Path(sys.argv[1])
    suite = next(ElementTree.parse(report).iter("testsuite"))
    PAGE.write_text(page(times(report), float(suite.get("time") or 0)), encoding="utf-8")


if __name__ == "__main__":
    main()
