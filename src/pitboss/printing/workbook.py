"""A mathematics report as tables: a workbook (XLSX) with a sheet for each part of it, or one CSV file with all of them.

They carry the numbers of the report as they are; the PDF prints the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.drafts.tables import add_sheet, write_lines
from pitboss.printing.mathematics import conclusion, method_words, scope, value_of
from pitboss.printing.press import Unprintable

ABOUT = ("wager", "table", "condition")
COUNTED = ("combinations", "probability", "contribution", "probability_exact", "contribution_exact")
FIGURES = (
    *("house_edge", "element_of_risk", "hit_rate", "standard_deviation", "variance", "skewness", "volatility_index"),
    *("standard_error",),
)
TOTAL = "total"


@dataclass(frozen=True)
class Sheet:
    """One part of a report: its columns, and lines by column."""

    name: str
    columns: tuple[str, ...]
    lines: list[dict[str, Any]]


def write_sheets(report: dict[str, Any], path: Path) -> None:
    """Write a report as a workbook or as CSV, by the ending of a file's name."""
    found = list(sheets(report))
    try:
        if path.suffix.lower() == ".csv":
            columns = dict.fromkeys(column for sheet in found for column in sheet.columns)
            write_lines(path, ("sheet", *columns), ({"sheet": each.name, **line} for each in found for line in each.lines))
            return
        import xlsxwriter

        with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
            for each in found:
                add_sheet(book, each.name, each.columns, each.lines, wide=24)
    except OSError as problem:
        raise Unprintable(f"{path} cannot be written: {problem.strerror}") from None


def sheets(report: dict[str, Any]) -> Iterator[Sheet]:
    """The parts of a report, in the order of the paper."""
    yield Sheet("document", ("what", "value"), [{"what": what, "value": value} for what, value in _document(report)])
    counted = [wager for wager in report["wagers"] if wager["combinations"]]
    yield Sheet("combinations", (*ABOUT, "hand", "ending", "pays", "net", *COUNTED), list(_combinations(counted)))
    results = [_about(wager) | each for wager in counted for each in wager["results"]]
    yield Sheet("results", (*ABOUT, "result", "combinations", "probability", "probability_exact"), results)
    nets = [
        _about(wager) | {"net": each["net"], "combinations": lines, "probability": each["chance"]}
        for wager in counted
        for each, lines in zip(wager["outcomes"], _by_net(wager), strict=True)
    ]
    yield Sheet("net results", (*ABOUT, "net", "combinations", "probability"), nets)
    yield Sheet("figures", (*ABOUT, "figure", "value", "exact"), list(_figures(report)))
    hold = [_about(wager) | each for wager in counted for each in wager["hold"]]
    yield Sheet("hold", (*ABOUT, "confidence", "rounds", "least", "most"), hold)
    rules = [{**each, "value": value_of(each, report["chapter"])} for each in report["rules"]]
    yield Sheet("rules", ("option", "section", "value"), rules)
    rows = [_about(table) | {"section": table["section"], **row} for table in report["paytables"] for row in table["rows"]]
    yield Sheet("pay tables", (*ABOUT, "section", "hand", "payout"), rows)
    yield Sheet("strategy", ("rule", "cost", "edge"), report["strategy"])
    readings = [{**each, "cites": ", ".join(each["cites"])} for each in report["errata"]]
    yield Sheet("readings", ("id", "cites", "adopted", "effect", "of_figures"), readings)


def _about(each: dict[str, Any]) -> dict[str, Any]:
    return {name: each[name] for name in ABOUT}


def _document(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield from ((name, report[name]) for name in ("game", "chapter", "edition", "text"))
    yield from report["document"].items()
    yield from (("scope", words) for words in scope(report))
    yield from (("rules of play", words) for words in report.get("play", {}).get("steps", ()))
    yield from method_words(report)
    yield from ((f"digest, {name.replace('_', ' ')}", value) for name, value in report["digest"].items() if name in DIGESTS)
    yield from report["versions"].items()
    yield from (("conclusion", words) for words in conclusion(report))


DIGESTS = ("house", "code_and_data", "kernels", "results")


def _combinations(counted: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for wager in counted:
        about = _about(wager)
        yield from (about | each for each in wager["combinations"])
        yield about | {"hand": TOTAL, "probability": 1.0} | wager["totals"]


def _by_net(wager: dict[str, Any]) -> Iterator[int]:
    """How many deals bring each net result, the most first."""
    for each in wager["outcomes"]:
        yield sum(line["combinations"] for line in wager["combinations"] if line["net"] == each["net"])


def _figures(report: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for wager in report["wagers"]:
        for name in (name for name in FIGURES if wager.get(name) is not None):
            yield _about(wager) | {"figure": name, "value": float(wager[name]), "exact": wager.get(f"{name}_exact")}
