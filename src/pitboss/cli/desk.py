"""Commands of the submissions desk: check, new, schema, deadlines."""

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import Json, app, check_other, console, print_json, show
from pitboss.cli.streams import complain
from pitboss.errors import PitbossError, UnknownCitation
from pitboss.words import many, plain

if TYPE_CHECKING:
    from pitboss.records.checking import Verdict
    from pitboss.rulebook import Chapter
    from pitboss.submissions.checking import Report
    from pitboss.submissions.findings import Finding


@app.command()
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|FOLDER...", help="Rules Submissions and other records, TOML or JSON, or folders of them."),
    ] = None,
    as_json: Json = False,
    sarif: Annotated[bool, typer.Option(help="Print SARIF 2.1.0, for editors and CI.")] = False,
    hold: Annotated[bool, typer.Option(help="Work out the hold of every wager; this can take minutes.")] = False,
    rules: Annotated[
        bool, typer.Option("--rules", help="List the rules of the check; with a chapter in the place of the file, its own.")
    ] = False,
) -> None:
    """Whether Rules Submissions are lawful: everything that their chapters do not allow, by section, field and line, and what
    to do; and what is lawful and odd. Several files are checked together and get one verdict each. Exit status 1 where there is
    an error, 2 where a file cannot be read."""
    if rules:
        list_rules(names or [], as_json)
        return
    if not names or not all(name.strip() for name in names):
        raise typer.BadParameter("name a file or a folder, or say --rules")
    folder = len(names) == 1 and Path(names[0]).is_dir()
    several = folder or len(names) > 1
    reports = _reports(list(map(Path, names)), hold)
    if sarif:
        from pitboss.submissions.sarif import sarif_of

        print_json(sarif_of(reports))
    elif as_json:
        records = [{"file": report.file, **report.record()} for report in reports]
        print_json(records if several else reports[0].record())
    else:
        for report in reports:
            tell(report, folder)
        if several:
            print(summary(reports))
    for report in reports:
        if report.unreadable:
            complain(report.unreadable)
    raise typer.Exit(2 if any(r.unreadable for r in reports) else 0 if all(r.ok for r in reports) else 1)


def _reports(paths: list[Path], hold: bool) -> list["Report"]:
    """The reports on files and folders. One that is named alone and cannot be read raises BadSubmission."""
    from pitboss.submissions.checking import check_file, check_folder, check_several

    if len(paths) > 1:
        return check_several(paths, hold)
    return check_folder(paths[0], hold) if paths[0].is_dir() else [check_file(paths[0], hold=hold)]


def list_rules(chapters: list[str], as_json: bool) -> None:
    """The rules of the check, of some chapters or of all."""
    from pitboss import rulebook
    from pitboss.house.rules import general_rules, rules_of
    from pitboss.records.kinds import kinds

    numbers = [kinds()[each].chapter if each in kinds() else each for each in chapters]
    books = [rulebook.chapter(number) for number in numbers]
    books = books or [book for book in rulebook.chapters() if book.kind != "general"]
    found = [*([] if chapters else general_rules()), *(rule for book in books for rule in rules_of(book))]
    rows = [rule.record() for rule in found]
    show(rows, as_json, ["chapter", "rule", "level", "sections", "says"])


def summary(reports: list["Report"]) -> str:
    """How many of the files are lawful."""
    fine = sum(report.ok for report in reports)
    return f"{fine} of {many(len(reports), 'file')} {'is' if fine == 1 else 'are'} lawful"


def tell(report: "Report", in_folder: bool) -> None:
    """A report as people read it: the file, then each finding with its line, section and what to do."""
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    name = plain(Path(report.file).name if in_folder else report.file)
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
        for said in report.verdict.statements:
            out.print(Padding.indent(Text(plain(f"{said.about}: {said.says}  § {said.section}")), 2))
        for deadline in report.verdict.deadlines:
            done = "done  " if deadline.done else "      "
            out.print(Padding.indent(Text(plain(f"{deadline.day}  {done}{deadline.what}  § {deadline.section}")), 2))


def _sentence(finding: "Finding") -> str:
    stop = "" if finding.message.endswith("?") else "."
    return finding.message + (f"{stop} To do: {finding.fix}" if finding.fix else "")


@app.command()
def new(
    chapter: Annotated[
        str, typer.Argument(help="A chapter, a game's slug or a kind of record (manager); left out with --draft.")
    ] = "",
    draft: Annotated[
        str,
        typer.Option(
            metavar="KIND", help="A draft of your own instead: wager, payouts, blackjack, game or draw (docs/drafts.md)."
        ),
    ] = "",
) -> None:
    """A Rules Submission to fill in: every option of a chapter at its default, with what it means, its section and what is
    allowed. For a kind of record (docs/records.md) a lawful one. With --draft, a wager or game of your own to begin with."""
    if draft:
        from pitboss.cli.drafts import template

        if chapter:
            raise PitbossError("a draft belongs to no chapter: leave the chapter out")
        sys.stdout.write(template(draft))
        return
    if not chapter:
        raise PitbossError("name a chapter, for example `pitboss new 565`, or a kind of draft with --draft")
    from pitboss.records.blank import blank as blank_record
    from pitboss.records.kinds import kinds
    from pitboss.submissions.blank import blank

    if chapter in kinds():
        sys.stdout.write(blank_record(kinds()[chapter]))
    else:
        sys.stdout.write(blank(_game(chapter)))


def _game(name: str) -> "Chapter":
    """A chapter with choices; raises UnknownCitation for one about records, and says which."""
    from pitboss import rulebook
    from pitboss.records.kinds import kinds

    book = rulebook.chapter(name)
    if not book.options:
        records = [kind.name for kind in kinds().values() if kind.chapter == book.chapter]
        meant = f"; its records are {', '.join(records)}" if records else ""
        raise UnknownCitation(f"chapter {book.chapter} ({book.game}) has no Rules Submission{meant}")
    return book


@app.command()
def schema(
    chapter: Annotated[str, typer.Argument(help="A chapter (565, 633a), a game's slug or a kind of record (manager).")],
) -> None:
    """The JSON Schema of a chapter's submissions or of a kind of record, for editors."""
    from pitboss.records.kinds import kinds
    from pitboss.records.schema import schema_of as schema_of_record
    from pitboss.submissions.schema import schema_of

    found: dict[str, Any] = schema_of_record(kinds()[chapter]) if chapter in kinds() else schema_of(_game(chapter))
    print_json(found)


@app.command()
def deadlines(
    names: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records (docs/records.md), TOML or JSON.")],
    on: Annotated[
        str, typer.Option(metavar="DATE", help="The day of the verdict, such as 2026-03-06, instead of the file's.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write what is not done yet as iCalendar: a file .ics.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The last days that records name: of notices, cleanings, storage and filings. Exit 1 where one has passed and nothing was
    done."""
    from pitboss.records.calendar import calendar_of

    if out is not None and out.suffix.lower() != ".ics":
        raise PitbossError(f"--out {out} must end with .ics")
    check_other(*names, out)
    verdicts = {name: _verdict(name, _day(on)) for name in names}
    found = [(name, verdict, each) for name, verdict in verdicts.items() for each in verdict.deadlines]
    if out is not None:
        content = calendar_of([(name.name, each) for name, _, each in found])
        try:
            out.write_bytes(content)
        except OSError as error:
            raise PitbossError(f"{out} cannot be written: {error.strerror}") from None
    rows = [{"file": str(name), **each.record(), "overdue": verdict.overdue(each)} for name, verdict, each in found]
    if rows or as_json:
        show(rows, as_json, ["day", "done", "overdue", "what", "section", "file"])
    raise typer.Exit(1 if any(row["overdue"] for row in rows) else 0)


def _day(words: str) -> date | None:
    """The day that `--on` names, None where it names none."""
    try:
        return date.fromisoformat(words) if words else None
    except ValueError:
        raise PitbossError(f"--on {words!r} must be a date, such as 2026-03-06") from None


def _verdict(path: Path, day: date | None) -> "Verdict":
    """The verdict on a file that is a record, on a day."""
    from pitboss.submissions.checking import check_document
    from pitboss.submissions.reading import document

    found = check_document(document(path), {}, day=day)
    if found.verdict is None:
        raise PitbossError(f'{path} is no record: a record begins with record = "manager" or another kind')
    return found.verdict
