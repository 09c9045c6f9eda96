"""Cleaning of draft systems (§ 40-5.50): 40 Pa. Code 5.51 to 5.54.

Every part has a clock of its own: it runs from the day on which the system was first used, and again from each cleaning of the
part. The exception for a system that retards growth is about the lines; faucets are cleaned every seven days all the same.
"""

from collections.abc import Iterator
from datetime import date

from pitboss.house.problems import Problem
from pitboss.records.deadlines import Deadline, within
from pitboss.records.reading import Entry, Record
from pitboss.words import either

FAUCETS, LINES, EVERYTHING = "faucets", "lines", "everything"
CHEMICAL, STEAM, SODA = "chemical solution", "live steam", "hot water and soda"
METHODS = (CHEMICAL, STEAM, SODA)  # § 40-5.51(b), § 40-5.51(b)(1), § 40-5.51(b)(2)


def payment_problems(record: Record) -> Iterator[Problem]:
    """The licensee pays, and no licensee cleans for another (§ 40-5.51(a))."""
    payer = record.text("paid_by")
    if payer and payer != "licensee":
        message = "somebody else pays" if payer == "other" else f"a {payer} pays"
        yield record.problem("lines-expense", "paid_by", f"{message}; the licensee bears the cost alone", ["licensee"])
    for cleaning in record.parts("cleaning"):
        if cleaning.text("by") == "another licensee":
            message = "another licensee cleaned the system"
            yield cleaning.problem("lines-licensee", "by", message, ["licensee", "cleaner"], "40-5.51(a)")


def method_problems(record: Record) -> Iterator[Problem]:
    """By an approved method (§ 40-5.51(b)), such as live steam (§ 40-5.51(b)(1)) or hot water and soda (§ 40-5.51(b)(2)), that
    leaves the system clean; where a retarding system operates, by its manufacturer's (§ 40-5.51(c)(2))."""
    approved = [*METHODS, *record.texts("approved_methods")]
    guideline = record.text("manufacturer_method") if _retarded(record) else ""
    for cleaning in record.parts("cleaning"):
        method = cleaning.text("method")
        if not cleaning.flag("left_clean"):
            message = "the cleaning did not leave the system clean and sanitary"
            yield cleaning.problem("lines-clean", "left_clean", message, True)
        if not method:
            continue
        lines = any(part != FAUCETS for part in cleaning.texts("parts"))
        if guideline and lines and method != guideline:
            message = f"the lines were cleaned by {method}; the manufacturer's guidelines say {guideline}"
            yield cleaning.problem("lines-guidelines", "method", message, [guideline], "40-5.51(c)(2)")
        elif method not in (*approved, guideline if lines else ""):
            message = f"{method} is not a method that the Board has approved"
            yield cleaning.problem("lines-method", "method", message, approved)
        if method == SODA and not cleaning.flag("rinsed"):
            message = "after hot water and soda the system was not rinsed with hot water"
            yield cleaning.problem("lines-rinsed", "rinsed", message, True)


def interval_problems(record: Record) -> Iterator[Problem]:
    """Faucets every seven days (§ 40-5.51(c)(1)), all else too, unless a retarding system's manufacturer (§ 40-5.51(c)(2)) or
    the Board (§ 40-5.51(c)(3)) says otherwise."""
    late: dict[tuple[date, str], list[str]] = {}
    gaps: dict[tuple[int, str], list[str]] = {}
    for part in record.texts("parts"):
        days, section = interval(record, part)
        last = record.day("in_use_since")
        for number, cleaning in _cleanings(record, part):
            day = cleaning.day("date")
            if last is not None and day is not None and day > within(last, days):
                gaps.setdefault((number, section), []).append(f"{part}: {(day - last).days} days")
            last = day
        if last is not None and record.on > within(last, days):
            late.setdefault((within(last, days), section), []).append(part)
    for (number, section), parts in gaps.items():
        message = f"too long since the cleaning before: {', '.join(parts)}"
        cleaning = record.parts("cleaning")[number]
        yield cleaning.problem("lines-interval", "date", message, _allowed(record, section), section)
    for (due, section), parts in late.items():
        message = f"{', '.join(parts)} overdue on {record.on}: to be cleaned by {due}"
        yield Problem(message, section, "cleaning", record.on, f"cleaned by {due}", "lines-overdue", fix="clean them now")


def _allowed(record: Record, section: str) -> str:
    days = next(days for part in record.texts("parts") for days, cite in [interval(record, part)] if cite == section)
    return f"once every {days} days"


def interval(record: Record, part: str) -> tuple[int, str]:
    """The days from one cleaning of a part to the next, and the paragraph that says so."""
    limit = record.kind.book.limit_named
    approved = record.number("approved_faucet_days" if part == FAUCETS else "approved_line_days")
    if approved is not None:
        return approved, "40-5.51(c)(3)"
    if part == FAUCETS:
        return limit("faucet_days"), "40-5.51(c)(1)"
    days = record.number("manufacturer_days") if _retarded(record) else None
    return limit("line_days") if days is None else days, "40-5.51(c)(2)"


def _retarded(record: Record) -> bool:
    """Whether a system that retards growth in the lines is installed and operates (§ 40-5.51(c)(2))."""
    return record.text("retarding_system") != "none" and record.flag("retarding_operating")


def guideline_problems(record: Record) -> Iterator[Problem]:
    """The guidelines of a retarding system's manufacturer are followed (§ 40-5.51(c)(2)): the record has to state them."""
    if not _retarded(record):
        return
    for name, what in (("manufacturer_days", "frequency"), ("manufacturer_method", "method")):
        if not record.values[name]:
            message = f"the {what} in the guidelines of the system's manufacturer is not stated"
            yield record.problem("lines-guidelines", name, message, "the manufacturer's guidelines")


def _cleanings(record: Record, part: str) -> list[tuple[int, Entry]]:
    """The cleanings of a part up to the day of the verdict, in the order of their days."""

    def cleaned(cleaning: Entry) -> bool:
        parts = cleaning.texts("parts")
        whole = LINES in parts and part != FAUCETS and LINES not in record.texts("parts")
        return part in parts or EVERYTHING in parts or whole

    dated = [(number, each, each.day("date")) for number, each in enumerate(record.parts("cleaning")) if cleaned(each)]
    known = [(day, number, each) for number, each, day in dated if day is not None and day <= record.on]
    return [(number, each) for _, number, each in sorted(known, key=lambda found: found[:2])]


def paper_problems(record: Record) -> Iterator[Problem]:
    """A cleaner gives a certificate with date, name and method (§ 40-5.52(a)); a licensee who cleans records date and method
    (§ 40-5.52(b)); both are always on file."""
    sections = set()
    for cleaning in record.parts("cleaning"):
        outside = cleaning.text("by") == "cleaner"
        section = "40-5.52(a)" if outside else "40-5.52(b)"
        if cleaning.text("by") != "another licensee":
            sections.add(section)
        if not cleaning.text("method"):
            yield cleaning.problem("lines-record", "method", "the method is not on record", either(METHODS), section)
        if not outside:
            continue
        if not cleaning.flag("certificate"):
            yield cleaning.problem("lines-certificate", "certificate", "the cleaner gave no certificate", True)
        if not cleaning.text("name"):
            yield cleaning.problem("lines-certificate", "name", "the certificate does not name the cleaner", "a name")
        if not cleaning.flag("equipped"):
            yield cleaning.problem("lines-certificate", "equipped", "the cleaner is not thoroughly equipped", True)
    if not record.flag("on_file"):
        for section in sorted(sections):
            yield record.problem("lines-on-file", "on_file", "not always on file at the premises", True, section)


def pressure_problems(record: Record) -> Iterator[Problem]:
    """Pressure keeps the flavor and brings nothing into the system (§ 40-5.53)."""
    if not record.flag("pressurized"):
        return
    if not record.flag("preserves_flavor"):
        yield record.problem("lines-pressure", "preserves_flavor", "the pressure changes the flavor of the beer", True)
    if brought := record.texts("contaminants"):
        yield record.problem("lines-pressure", "contaminants", f"the pressure brings {', '.join(brought)} into the system", [])


def condition_problems(record: Record) -> Iterator[Problem]:
    """The licensee answers for the condition of the system; records are no defense (§ 40-5.54)."""
    if (day := record.day("unsanitary_found")) is not None:
        message = f"the system was found unsanitary on {day}; that it was cleaned is no defense"
        yield record.problem("lines-condition", "unsanitary_found", message, "a clean and sanitary system")


def deadlines(record: Record) -> Iterator[Deadline]:
    """The next cleaning of the parts, one for each day and paragraph."""
    due: dict[tuple[str, date], list[str]] = {}
    for part in record.texts("parts"):
        days, section = interval(record, part)
        cleaned = [each.day("date") for _, each in _cleanings(record, part)]
        last = cleaned[-1] if cleaned else record.day("in_use_since")
        if last is not None:
            due.setdefault((section, within(last, days)), []).append(part)
    for (section, day), parts in due.items():
        yield Deadline(section, day, f"clean the {', '.join(parts)}")
