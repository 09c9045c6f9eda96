"""A mathematics report as CSV and as a workbook: the same integers and fractions as on paper, and none of them rounded."""

import csv
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pitboss.house import House
from pitboss.odds.catalogue import rows
from pitboss.odds.distribution import Combination, Distribution
from pitboss.odds.row import Row
from pitboss.printing import printed
from pitboss.printing.mathematics import mathematics
from pitboss.printing.report import report, wager_record
from pitboss.printing.workbook import TOTAL, write_sheets
from tests.printing.reading import text_of

NAMES = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MANY = 8_250_459_128_358_400  # deals of Pai Gow Poker: more digits than a spreadsheet keeps of a number


@pytest.fixture(scope="module")
def three_card() -> dict[str, Any]:
    """The report of Three Card Poker, with a wager of very many deals and an unlikely name beside its own."""
    lost = Combination("=1+1", "", "lose", Fraction(-1), MANY)
    won = Combination("straight", "", "2 to 1", Fraction(2), 1)
    known = Distribution({Fraction(-1): MANY, Fraction(2): 1})
    wide = Row("565", "Wide", "", "", "Wide", known, known.edge, combinations=(lost, won))
    found = report(House.of("565"), rows("565"))
    return found | {"wagers": [*found["wagers"], wager_record(wide)]}


def in_csv(path: Path, sheet: str) -> list[dict[str, str]]:
    """The lines of one part of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return [line for line in csv.DictReader(file) if line["sheet"] == sheet]


def in_workbook(path: Path, sheet: str) -> list[dict[str, str]]:
    """The lines of one sheet of a workbook: texts as they are, numbers as they are written there."""
    with zipfile.ZipFile(path) as book:
        names = [each.get("name") for each in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(f"{NAMES}sheet")]
        texts = ["".join(each.itertext()) for each in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))]
        content = ElementTree.fromstring(book.read(f"xl/worksheets/sheet{names.index(sheet) + 1}.xml"))

    def cells(row: ElementTree.Element) -> Iterator[tuple[str, str]]:
        for cell in row.iter(f"{NAMES}c"):
            value = cell.findtext(f"{NAMES}v")
            if value is not None:
                column = re.sub(r"[0-9]", "", cell.attrib["r"])
                yield column, texts[int(value)] if cell.get("t") == "s" else value

    heads, *lines = (dict(cells(row)) for row in content.iter(f"{NAMES}row"))
    return [{heads[column]: value for column, value in line.items()} for line in lines]


def test_paper_workbook_and_csv_have_the_same_integers(three_card: dict[str, Any], tmp_path: Path) -> None:
    for ending in ("csv", "xlsx"):
        write_sheets(three_card, tmp_path / f"report.{ending}")
    lines = in_csv(tmp_path / "report.csv", "combinations")
    same = in_workbook(tmp_path / "report.xlsx", "combinations")
    for column in ("wager", "table", "net", "combinations", "probability_exact", "contribution_exact"):
        assert [line[column] for line in lines] == [line.get(column, "") for line in same], column
    wagers = three_card["wagers"]
    expected = [
        n for wager in wagers for n in (*(c["combinations"] for c in wager["combinations"]), wager["totals"]["combinations"])
    ]
    assert [int(line["combinations"]) for line in lines] == expected
    on_paper = Counter(text_of(printed(mathematics(three_card), "pdf")[0]).split())
    assert Counter(f"{number:,}" for number in expected) <= on_paper


def test_every_line_adds_up_to_its_total(three_card: dict[str, Any], tmp_path: Path) -> None:
    write_sheets(three_card, tmp_path / "report.csv")
    added: Counter[tuple[str, str, str]] = Counter()
    chance: dict[tuple[str, str, str], Fraction] = {}
    for line in in_csv(tmp_path / "report.csv", "combinations"):
        name = (line["wager"], line["table"], line["condition"])
        if line["hand"] == TOTAL:
            assert added[name] == int(line["combinations"]) and chance[name] == Fraction(line["probability_exact"]) == 1
        else:
            added[name] += int(line["combinations"])
            chance[name] = chance.get(name, Fraction(0)) + Fraction(line["probability_exact"])
    assert len(added) == len(three_card["wagers"])


def test_other_parts_are_the_same_in_both(three_card: dict[str, Any], tmp_path: Path) -> None:
    for ending in ("csv", "xlsx"):
        write_sheets(three_card, tmp_path / f"report.{ending}")
    for sheet, column in (
        ("results", "combinations"),
        ("net results", "combinations"),
        ("hold", "rounds"),
        ("figures", "exact"),
    ):
        lines, same = (in_csv(tmp_path / "report.csv", sheet), in_workbook(tmp_path / "report.xlsx", sheet))
        assert lines and [line[column] for line in lines] == [line.get(column, "") for line in same], sheet
    told = {line["what"]: line.get("value", "") for line in in_workbook(tmp_path / "report.xlsx", "document")}
    assert told["digest, results"] == three_card["digest"]["results"] and told["chapter"] == "565"


def test_a_name_is_no_formula_and_a_long_integer_is_not_rounded(three_card: dict[str, Any], tmp_path: Path) -> None:
    for ending, name in (("csv", "'=1+1"), ("xlsx", "=1+1")):
        path = tmp_path / f"report.{ending}"
        write_sheets(three_card, path)
        lines = (in_csv if ending == "csv" else in_workbook)(path, "combinations")
        assert [line["combinations"] for line in lines if line["hand"] == name] == [str(MANY)]
