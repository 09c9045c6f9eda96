"""The combination table of a quote, to take away: CSV, a workbook (XLSX), JSON, and data frames.

Every row of a bet has the deals that win it, their chance, what it pays, what it adds to the return, and how much the edge
changes if it pays one more. Where nobody counts rows (other payouts, rules of Blackjack) there is a line for each net result.
"""

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pitboss.drafts.quote import Quote
from pitboss.errors import PitbossError

KINDS = (".csv", ".xlsx", ".json")
COLUMNS = ("table", "bet", "hand", "pays", "deals", "probability", "contribution", "sensitivity")
FRACTIONS = COLUMNS[5:]
DIGITS = 15  # of a number that a spreadsheet keeps; an integer with more of them is written as text
NUMBER = re.compile(r"-?[0-9]+(/[0-9]+)?")
FORMATS = {int: "#,##0", float: "0.000000000"}


class UnknownTableError(PitbossError):
    """A file of a kind that no table is written as."""


def table_of(quote: Quote) -> list[dict[str, Any]]:
    """The lines of a quote's pay tables, with fractions for chances, contributions and sensitivities."""
    return [{"table": one.name, **line} for one in (quote, *quote.tables) for line in _lines(one)]


def _lines(quote: Quote) -> list[dict[str, Any]]:
    columns = COLUMNS[1:]
    if quote.lines:
        return [{column: getattr(line, column) for column in columns} for line in quote.lines]
    if quote.distribution is None:
        return []
    known = quote.distribution
    lines = []
    for net, deals in sorted(known.counts.items(), reverse=True):
        chance = Fraction(deals, known.deals)
        lines.append(dict(zip(columns, (quote.of, f"net {net}", str(net), deals, chance, chance * net, None), strict=True)))
    return lines


def write_table(quote: Quote, path: Path) -> None:
    """Write the table of a quote; the ending of the name says how."""
    ending = path.suffix.lower()
    if ending not in KINDS:
        raise UnknownTableError(f"{path} must end in {', '.join(KINDS)}")
    try:
        if ending == ".json":
            path.write_text(json.dumps(quote.record(), indent=2, default=str) + "\n", encoding="utf-8")
        elif ending == ".csv":
            _write_csv(quote, path)
        else:
            _write_workbook(quote, path)
    except OSError as error:
        raise UnknownTableError(f"{path} cannot be written: {error.strerror}") from None


def _write_csv(quote: Quote, path: Path) -> None:
    lines = []
    for line in table_of(quote):
        exact = {f"{column}_exact": "" if line[column] is None else str(line[column]) for column in FRACTIONS}
        lines.append({**line, **{column: _float(line[column]) for column in FRACTIONS}, **exact})
    write_lines(path, (*COLUMNS, *(f"{column}_exact" for column in FRACTIONS)), lines)


def write_lines(path: Path, columns: Sequence[str], lines: Iterable[Mapping[str, Any]]) -> None:
    """Write lines as CSV; what a line does not have is left empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        for line in lines:
            writer.writerow([_safe(line.get(column)) for column in columns])


def add_sheet(book: Any, name: str, columns: Sequence[str], lines: Iterable[Mapping[str, Any]], wide: int = 18) -> None:
    """Add a sheet with such lines to a workbook. Integers that a spreadsheet would round are text."""
    sheet = book.add_worksheet(name)
    formats = {kind: book.add_format({"num_format": words}) for kind, words in FORMATS.items()}
    sheet.write_row(0, 0, columns, book.add_format({"bold": True}))
    for row, line in enumerate(lines, 1):
        for at, column in enumerate(columns):
            value = line.get(column)
            if isinstance(value, bool | str) or value is None:
                sheet.write(row, at, value)
            elif isinstance(value, int) and len(str(abs(value))) > DIGITS:
                sheet.write_string(row, at, str(value))
            else:
                sheet.write_number(row, at, value, formats[type(value)])
    sheet.set_column(0, len(columns) - 1, wide)
    sheet.freeze_panes(1, 0)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _safe(value: object) -> object:
    """A text that no spreadsheet takes for a formula; a number or a fraction is none."""
    if not isinstance(value, str) or NUMBER.fullmatch(value):
        return value
    return value if value[:1] not in ("=", "+", "-", "@", "\t") else f"'{value}"


def _write_workbook(quote: Quote, path: Path) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        bold, percent = book.add_format({"bold": True}), book.add_format({"num_format": "0.000000%"})
        many, ratio = book.add_format({"num_format": "#,##0"}), book.add_format({"num_format": "0.000000"})
        sheet = book.add_worksheet("combinations")
        sheet.write_row(0, 0, COLUMNS, bold)
        lines = table_of(quote)
        for row, line in enumerate(lines, 1):
            sheet.write_row(row, 0, [line[column] for column in COLUMNS[:4]])
            sheet.write_number(row, 4, line["deals"], many)
            sheet.write_number(row, 5, float(line["probability"]), percent)
            sheet.write_number(row, 6, float(line["contribution"]), ratio)
            if line["sensitivity"] is not None:
                sheet.write_number(row, 7, float(line["sensitivity"]), ratio)
        sheet.set_column(0, 3, 28)
        sheet.set_column(4, 7, 18)
        sheet.freeze_panes(1, 0)
        _write_summary(quote, book.add_worksheet("summary"), bold)


def _write_summary(quote: Quote, sheet: Any, bold: Any) -> None:
    """What is known of each pay table, a column each."""
    for column, one in enumerate((quote, *quote.tables), 1):
        record = {key: value for key, value in one.record().items() if key not in ("lines", "tables")}
        for row, (key, value) in enumerate(record.items()):
            sheet.write(row, 0, key.replace("_", " "), bold)
            sheet.write(row, column, value if isinstance(value, bool | float) or value is None else str(value))
    sheet.set_column(0, 0, 24)
    sheet.set_column(1, 1 + len(quote.tables), 60)


def data_frame(quote: Quote) -> Any:
    """The table as a data frame of pandas, or of polars where pandas is not installed."""
    columns = {column: [line[column] for line in table_of(quote)] for column in COLUMNS}
    columns |= {column: [_float(value) for value in columns[column]] for column in FRACTIONS}
    for name in ("pandas", "polars"):
        if find_spec(name) is not None:
            return import_module(name).DataFrame(columns)
    raise UnknownTableError("a data frame needs pandas or polars, and neither is installed")
