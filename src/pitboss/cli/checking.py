"""What `pitboss check` prints: the findings of each file, a line for each holder, and the history of each table."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli.app import console
from pitboss.json_output import print_json
from pitboss.words import many, plain

if TYPE_CHECKING:
    from pitboss.submissions.checking import Report
    from pitboss.submissions.editions import Edition
    from pitboss.submissions.findings import Finding

NO_HOLDER = "no holder named"


def record_of(report: "Report") -> dict[str, Any]:
    """One of several reports as `pitboss check --json` prints it."""
    from pitboss.submissions.findings import plain as in_json

    about = {word: in_json(report.about.get(word)) for word in ("holder", "facility", "tables", "effective")}
    why = {"skipped": report.skipped or None, "out_of_force": report.out_of_force or None}
    return {"file": report.file, **report.record(), **about, **why}


def summary(reports: "Sequence[Report]", day: str = "") -> str:
    """How many of the submissions are lawful, and what else there is.

    >>> from pitboss.submissions.checking import Report
    >>> summary([Report("a.toml", "565", ()), Report("b.pdf", "", (), skipped="its name ends with neither")])
    '1 of 1 file is lawful; 1 skipped'
    """
    counted = [report for report in reports if report.is_submission]
    fine = sum(report.ok for report in counted)
    outside, skipped = (sum(bool(each) for each in words) for words in _why(reports))
    said = f"{fine} of {many(len(counted), 'file')} {'is' if fine == 1 else 'are'} lawful"
    said += f" on {day}; {outside} not in force" if day else ""
    return f"{said}; {skipped} skipped" if skipped else said


def _why(reports: "Sequence[Report]") -> tuple[list[str], list[str]]:
    return [report.out_of_force for report in reports], [report.skipped for report in reports]


def show_holders(reports: "Sequence[Report]", as_json: bool = False) -> None:
    """A line for each holder and facility: how many submissions are lawful, their errors and warnings, and their tables."""
    records = _holders(reports)
    if as_json:
        print_json(records)
        return
    for each in records:
        name = ", ".join(filter(None, (each["holder"] or NO_HOLDER, each["facility"])))
        said = f"{each['lawful']} of {many(each['submissions'], 'submission')} lawful"
        counts = (("errors", "error"), ("warnings", "warning"), ("tables", "table"))
        print(plain(f"{name}: {', '.join([said, *(many(each[word], noun) for word, noun in counts)])}"))


def _holders(reports: "Sequence[Report]") -> list[dict[str, Any]]:
    from pitboss.submissions.editions import places_of

    groups: defaultdict[tuple[str, str], list[Report]] = defaultdict(list)
    for report in reports:
        if report.is_submission and report.verdict is None:
            place = places_of(report.about)[0]
            groups[place.holder, place.facility].append(report)
    return [
        {
            "holder": holder,
            "facility": facility,
            "submissions": len(group),
            "lawful": sum(report.ok for report in group),
            "errors": sum(finding.level == "error" for report in group for finding in report.findings),
            "warnings": sum(finding.level != "error" for report in group for finding in report.findings),
            "unreadable": sum(bool(report.unreadable) for report in group),
            "tables": len({place for report in group for place in places_of(report.about) if place.table}),
        }
        for (holder, facility), group in sorted(groups.items())
    ]


def show_history(reports: "Sequence[Report]", as_json: bool = False) -> None:
    """By which submission each table was run, and from when to when."""
    from pitboss.submissions.editions import editions

    listed = editions(report for report in reports if report.chapter)
    if as_json:
        records = [{**vars(place), "editions": list(map(_edition_record, each))} for place, each in listed.items()]
        print_json(records)
        return
    heading = ("", "")
    for number, (place, each) in enumerate(listed.items()):
        if number == 0 or (place.holder, place.facility) != heading:
            heading = (place.holder, place.facility)
            print(plain(", ".join(filter(None, (place.holder or NO_HOLDER, place.facility)))))
        print(plain(f"  {f'table {place.table}' if place.table else 'no table named'}"))
        for edition in each:
            print(plain(f"    {_days(edition):<26}{edition.submission.file}  chapter {_verdict(edition.submission)}"))


def _days(edition: "Edition[Report]") -> str:
    since = str(edition.since or "no date")
    return f"{since} to {edition.until}" if edition.until else f"{since} on" if edition.since else since


def _verdict(report: "Report") -> str:
    held = report.out_of_force or ("lawful" if report.ok else "not lawful")
    return f"{report.chapter}, {held}"


def _edition_record(edition: "Edition[Report]") -> dict[str, Any]:
    days = {"since": edition.since and str(edition.since), "until": edition.until and str(edition.until)}
    return {"file": edition.submission.file, "chapter": edition.submission.chapter, **days, "ok": edition.submission.ok}


def tell(report: "Report", folder: Path | None) -> None:
    """A report as people read it: the file, by its place in the folder that was named, then each finding with its line, section
    and what to do."""
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    path = Path(report.file)
    inside = folder is not None and path.is_relative_to(folder)
    name = plain(str(path.relative_to(folder)) if inside and folder is not None else report.file)
    if report.skipped or report.out_of_force:
        said = f"not checked: {report.skipped}" if report.skipped else f"not in force: {report.out_of_force}"
        out.print(Text(f"{name}  ", "bold") + Text(plain(said), "dim"))
        return
    errors = sum(finding.level == "error" for finding in report.findings)
    warnings = len(report.findings) - errors
    verdict = "cannot be read" if report.unreadable else "not lawful" if errors else "lawful"
    counts = ", ".join(many(n, word) for n, word in ((errors, "error"), (warnings, "warning")) if n)
    about = f"chapter {report.chapter}, " if report.chapter else ""
    style = "bold green" if report.ok else "bold red"
    out.print(Text(name, "bold") + Text(f"  {about}") + Text(verdict, style) + Text(f"; {counts}" if counts else ""))
    for finding in report.findings:
        head = Text("error  " if finding.level == "error" else "warning  ", "red" if finding.level == "error" else "yellow")
        head += Text(f"line {finding.line}  " if finding.line else "", "dim") + Text(plain(finding.field), "bold")
        head += Text(f"  § {finding.section}" if finding.section else "", "cyan")
        out.print(Padding.indent(head, 2))
        out.print(Padding.indent(Text(plain(_sentence(finding))), 4))
    if report.verdict is not None:
        for statement in report.verdict.statements:
            out.print(Padding.indent(Text(plain(f"{statement.about}: {statement.says}  § {statement.section}")), 2))
        for deadline in report.verdict.deadlines:
            done = "done  " if deadline.done else "      "
            out.print(Padding.indent(Text(plain(f"{deadline.day}  {done}{deadline.what}  § {deadline.section}")), 2))


def _sentence(finding: "Finding") -> str:
    stop = "" if finding.message.endswith("?") else "."
    return finding.message + (f"{stop} To do: {finding.fix}" if finding.fix else "")
