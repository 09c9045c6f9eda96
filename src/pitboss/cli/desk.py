"""Commands of the submissions desk: check, new, schema."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import ChapterArg, Json, app, console, print_json, show
from pitboss.cli.streams import complain
from pitboss.errors import PitbossError
from pitboss.words import many, plain

if TYPE_CHECKING:
    from pitboss.submissions.checking import Report
    from pitboss.submissions.findings import Finding


@app.command()
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE|FOLDER...", help="Rules Submissions, TOML or JSON, or folders of them."),
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

    books = [rulebook.chapter(chapter) for chapter in chapters] or rulebook.games()
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


def _sentence(finding: "Finding") -> str:
    stop = "" if finding.message.endswith("?") else "."
    return finding.message + (f"{stop} To do: {finding.fix}" if finding.fix else "")


@app.command()
def new(
    chapter: Annotated[str, typer.Argument(help="A chapter or a game's slug; left out with --draft.")] = "",
    draft: Annotated[
        str,
        typer.Option(
            metavar="KIND", help="A draft of your own instead: wager, payouts, blackjack, game or draw (docs/drafts.md)."
        ),
    ] = "",
) -> None:
    """A Rules Submission to fill in: every option of a chapter at its default, with what it means, its section and what is
    allowed. With --draft, a wager or game of your own to begin with."""
    if draft:
        from pitboss.cli.drafts import template

        if chapter:
            raise PitbossError("a draft belongs to no chapter: leave the chapter out")
        sys.stdout.write(template(draft))
        return
    if not chapter:
        raise PitbossError("name a chapter, for example `pitboss new 565`, or a kind of draft with --draft")
    from pitboss import rulebook
    from pitboss.submissions.blank import blank

    sys.stdout.write(blank(rulebook.chapter(chapter)))


@app.command()
def schema(chapter: ChapterArg) -> None:
    """The JSON Schema of a chapter's submissions, for editors."""
    from pitboss import rulebook
    from pitboss.submissions.schema import schema_of

    found: dict[str, Any] = schema_of(rulebook.chapter(chapter))
    print_json(found)
