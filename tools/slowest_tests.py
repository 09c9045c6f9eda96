"""`python -m tools.slowest_tests REPORT.xml`: writes docs/slowest-tests.md from the report of a full test run.

The report comes from `python -m pytest … --junitxml REPORT.xml`; `make slowest` does both.
"""

import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

PAGE = Path(__file__).parents[1] / "docs" / "slowest-tests.md"
MODULES = 60  # workers start these first, see tools/workers.py
TESTS = 25


def read_times(report: Path) -> dict[str, dict[str, float]]:
    """How many seconds each test took, by module and test."""
    seconds: dict[str, dict[str, float]] = defaultdict(dict)
    for case in ElementTree.parse(report).iter("testcase"):
        module = str(case.get("classname", "")).removeprefix("tests.").removeprefix("src.")
        seconds[module][str(case.get("name"))] = float(case.get("time") or 0)
    return seconds


def page(times: dict[str, dict[str, float]], wall: float) -> str:
    """The page in Markdown."""
    sums = {module: sum(tests.values()) for module, tests in times.items()}
    folders: dict[str, list[float]] = defaultdict(list)
    for module, seconds in sums.items():
        folder = module.split(".")[0] if "." in module else "(alone)"
        folders[folder] = [a + b for a, b in zip(folders[folder] or [0, 0], (seconds, len(times[module])), strict=True)]
    tests_by_time = sorted(((s, f"{m}::{name}") for m, tests in times.items() for name, s in tests.items()), reverse=True)
    number = sum(len(tests) for tests in times.values())
    lines = [
        "# The slowest tests",
        "",
        f"`make slowest` wrote this page: {number:,} tests took {wall / 60:.1f} minutes on two cores with four workers, "
        f"{sum(sums.values()) / 60:.1f} minutes if one adds them up.",
        "",
        "| folder | tests | seconds |",
        "|---|---:|---:|",
        *(f"| {folder} | {int(n):,} | {s:.0f} |" for folder, (s, n) in sorted(folders.items(), key=lambda item: -item[1][0])),
        "",
        "| module | tests | seconds |",
        "|---|---:|---:|",
        *(f"| {m} | {len(times[m]):,} | {s:.1f} |" for m, s in sorted(sums.items(), key=lambda item: -item[1])[:MODULES]),
        "",
        "| test | seconds |",
        "|---|---:|",
        *(f"| `{name}` | {s:.1f} |" for s, name in tests_by_time[:TESTS]),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Write the page."""
    report = Path(sys.argv[1])
    suite = next(ElementTree.parse(report).iter("testsuite"))
    PAGE.write_text(page(read_times(report), float(suite.get("time") or 0)), encoding="utf-8")


if __name__ == "__main__":
    main()
