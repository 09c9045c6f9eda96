"""Commands of the submissions desk: check, new, schema, deadlines."""

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import Json, app, check_other, show
from pitboss.cli.checking import record_of, show_history, show_holders, summary, tell
from pitboss.cli.streams import complain
from pitboss.errors import PitbossError, UnknownCitation
from pitboss.json_output import print_json, print_plain_json

if TYPE_CHECKING:
    from pitboss.records.checking import Verdict
    from pitboss.rulebook import Chapter
    from pitboss.submissions.checking import Report


@app.command()
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|FOLDER...", help="Rules Submissions and other records, TOML or JSON, or folders of them."),
    ] = None,
    as_json: Json = False,
    sarif: Annotated[bool, typer.Option(help="Print SARIF 2.1.0, for editors and CI.")] = False,
    hold: Annotated[bool, typer.Option(help="Work out the hold of every wager; this can take minutes.")] = False,
    day: Annotated[
        str, typer.Option("--on", metavar="DATE", help="Check what is in force on a day, and say what else there is.")
    ] = "",
    holders: Annotated[bool, typer.Option("--holders", help="Print only a line for each holder and facility.")] = False,
    history: Annotated[
        bool, typer.Option("--history", help="Print by which submission each table was run, and from when to when.")
    ] = False,
    rules: Annotated[
        bool, typer.Option("--rules", help="List the rules of the check; with a chapter in the place of the file, its own.")
    ] = False,
) -> None:
    """Whether Rules Submissions are lawful: everything that their chapters do not allow, by section, field and line, and what
    to do; and what is lawful and odd. Several files are checked together, of a folder those in its folders too, and get one
    verdict each. Exit status 1 where there is an error, 2 where a file cannot be read."""
    if rules:
        list_rules(names or [], as_json)
        return
    if not names or not all(name.strip() for name in names):
        raise typer.BadParameter("name a file or a folder, or say --rules")
    if sum((sarif, holders, history)) > 1:
        raise PitbossError("--sarif, --holders and --history are printed one at a time")
    from pitboss.desk.fields import parse_day

    folder = len(names) == 1 and Path(names[0]).is_dir()
    several = folder or len(names) > 1
    reports = _reports(list(map(Path, names)), hold, parse_day(day, "--on") if day else None)
    if sarif:
        from pitboss.submissions.sarif import sarif_of

        print_plain_json(sarif_of(reports))
    elif holders:
        show_holders(reports, as_json)
    elif history:
        show_history(reports, as_json)
    elif as_json:
        records = [record_of(report) for report in reports]
        print_json(records if several else records[0] if day else reports[0].record())
    else:
        for report in reports:
            tell(report, Path(names[0]) if folder else None)
        if several:
            show_holders(reports)
            print(summary(reports, day))
    for report in reports:
        if report.unreadable:
            complain(report.unreadable)
    raise typer.Exit(2 if any(r.unreadable for r in reports) else 0 if all(r.ok for r in reports) else 1)


def _reports(paths: list[Path], hold: bool, on: date | None) -> list["Report"]:
    """The reports on files and folders. One that is named alone and cannot be read raises BadSubmission."""
    from pitboss.submissions.checking import check_file, check_folder, check_several

    if len(paths) > 1 or (on is not None and not paths[0].is_dir()):
        return check_several(paths, hold, on)
    return check_folder(paths[0], hold, on) if paths[0].is_dir() else [check_file(paths[0], hold=hold)]


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
    allowed. For a kind of record (docs/other-records.md) a lawful one. With --draft, a wager or game of your own."""
    if draft:
        from pitboss.cli.pricing.drafts import template

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
    print_plain_json(found)


@app.command()
def deadlines(
    names: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records (docs/other-records.md), TOML or JSON.")],
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

    found = check_document(document(path), {}, on=day)
    if found.verdict is None:
        raise PitbossError(f'{path} is no record: a record begins with record = "manager" or another kind')
    return found.verdict
