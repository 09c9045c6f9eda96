"""Whether a Rules Submission is lawful: everything that is wrong with a file or a folder, with section, field and line.

A house is examined by its chapter (`pitboss.house.examine`), by its game and its table (`pitboss.table.working`), and by the
desk, which also knows what a table can be run without and a submission cannot.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from pitboss.errors import NotAuthorized, PitbossError, UnknownCitation
from pitboss.games import MODULES, game
from pitboss.house import House, examine
from pitboss.near import hint
from pitboss.rulebook import Chapter, chapter
from pitboss.submissions import about, desk, oddities
from pitboss.submissions.findings import Finding, of_problem
from pitboss.submissions.places import Places, places_in
from pitboss.submissions.reading import HOLDER, BadSubmission, Document, chip_problems, document
from pitboss.submissions.remedies import key_of, tried
from pitboss.submissions.rules import together
from pitboss.table.working import work_problems
from pitboss.waivers import NOT_WAIVABLE, standing
from pitboss.words import toml

LISTS = "list-of-entries"  # the rule of lists that cannot be read, which are then taken as empty


@dataclass(frozen=True)
class Report:
    """What the check says of one file. `unreadable` is why nothing could be checked, "" where it could."""

    file: str
    chapter: str
    findings: tuple[Finding, ...]
    unreadable: str = ""
    document: Document | None = None
    house: House | None = None
    about: Mapping[str, Any] = field(default_factory=dict)  # holder, facility, tables and the like, with the holder's file

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not self.unreadable and all(finding.level != "error" for finding in self.findings)

    def record(self) -> dict[str, Any]:
        """The report as `pitboss check --json` prints it."""
        return {"ok": self.ok, "chapter": self.chapter, "findings": [finding.record() for finding in self.findings]}


def check_file(path: Path, common: Mapping[str, Any] | None = None, hold: bool = False) -> Report:
    """What is wrong with a file; `common` is what the holder's file says for all, read from beside the file if left out. Raises
    BadSubmission if it cannot be read."""
    if path.name == HOLDER and path.is_file():
        raise BadSubmission(f"{path} says what holds for all files of its folder: check the folder, {path.parent}")
    if common is None:
        common, _ = _holder(path.parent / HOLDER)
    return check_document(document(path), common, hold)


def check_document(found: Document, common: Mapping[str, Any] | None = None, hold: bool = False) -> Report:
    """What is wrong with what a file says; with `hold`, every wager is priced."""
    places = places_in(found.words, found.is_json)
    book, wrong = _book(found)
    if book is None:
        return Report(str(found.path), "", tuple(_placed(wrong, places, found)), document=found)
    said = about.said_of(book, common or {}, found.about)
    waivers, bad_waivers = about.waivers_in(book, said.get("waivers", []), said.get("effective"))
    given = {**found.given, **about.granted_choices(book, said)}
    house, offences = house_findings(book, given)
    offences = tried(offences, house, given, lambda choices: errors_of(book, choices))
    findings = [*about.about_findings(book, said), *_twice(book, found, places), *offences, *bad_waivers]
    findings = list(about.with_waivers(findings, waivers))
    if not any(f.level == "error" for f in offences):  # what is odd about a house that is lawful
        findings += oddities.findings(house, hold)
    placed = tuple(_placed(findings, places, found))
    return Report(str(found.path), book.chapter, placed, document=found, house=house, about=said)


def house_findings(book: Chapter, given: Mapping[str, Any]) -> tuple[House, list[Finding]]:
    """A house, and everything that is wrong with its choices, each problem once; what merely follows from another is left
    out."""
    house, problems = examine(book.chapter, given)
    unnamed = list(desk.table_findings(house))
    wrong = Wrong(house, problems, {finding.field for finding in unnamed})
    for problem in _deeper(house):
        if not wrong.explains(problem.rule, problem.field, problem.needs):
            problems.append(problem)
            wrong.add(problem)
    cents = {option.option for option in book.options if option.unit == "cents"}
    found: dict[tuple[str, str, str], Finding] = {}
    for problem in problems:
        level = together().get(problem.rule, {}).get("level", "error")
        finding = of_problem(problem, book.chapter, problem.field in cents, level)
        found.setdefault((finding.rule, finding.field, finding.row), finding)
    desk_says = [f for f in desk.findings(house) if not wrong.explains(f.rule, f.field, f.also)]
    return house, [*found.values(), *(_waived(finding, house) for finding in (*unnamed, *desk_says))]


def errors_of(book: Chapter, given: Mapping[str, Any]) -> set[tuple[str, str, str]]:
    """The errors of some choices, each by its rule, field and row."""
    _, found = house_findings(book, given)
    return {key_of(finding) for finding in found if finding.level == "error"}


class Wrong:
    """The options that something is wrong with, and what else that explains.

    A value that its option does not allow is not in the house, which has the default in its place: nothing that was found with
    the default is true of the file. Nor is what was found with the first of several tables, where the file names none.
    Otherwise all choices are as the file has them, and a rule that one of them breaks is reported whatever else is wrong; but
    for the rules that ask whether a table can work at all (`follows` in rules.toml), and for a choice that the file does not
    state and that was filled in for another.
    """

    def __init__(self, house: House, problems: list[NotAuthorized], unnamed: set[str]) -> None:
        names = {other: option.option for option in house.chapter.options for other in (option.option, *option.also)}
        self.stated = {names.get(name, name) for name in house.given}
        self.refused = {problem.field for problem in standing(problems)} - self.stated | unnamed
        self.bad = {field for problem in standing(problems) for field in (problem.field, *problem.needs)} | unnamed

    def add(self, problem: NotAuthorized) -> None:
        """Another problem is told."""
        if not problem.carried:
            self.bad.add(problem.field)
        if problem.rule == LISTS:
            self.refused.add(problem.field)

    def explains(self, rule: str, field: str, needs: Iterable[str]) -> bool:
        """Whether a problem need not be told, because it follows from those that are."""
        about = {field, *needs}
        if together().get(rule, {}).get("follows") or field not in self.stated:
            return bool(about & self.bad)
        return bool(about & self.refused)


def _waived(finding: Finding, house: House) -> Finding:
    """What the desk finds, as a warning where it is waived; a table is run with it all the same."""
    by = next((waiver.name for waiver in house.waivers if waiver.covers(finding.section)), "")
    return finding.waived(by) if by and finding.level == "error" and finding.rule not in NOT_WAIVABLE else finding


def check_passes(number: str, given: Mapping[str, Any]) -> House:
    """The house of some choices, where nothing is wrong with them; raises NotAuthorized with the first that is."""
    house, found = house_findings(chapter(number), given)
    wrong = [finding for finding in found if finding.level == "error"]
    if wrong:
        more = f"; {len(wrong) - 1} more of its choices are wrong too" if len(wrong) > 1 else ""
        cite = wrong[0].section if "." in wrong[0].section else ""
        raise NotAuthorized(f"{wrong[0].message}{more}", cite)
    return house


def _deeper(house: House) -> Iterator[NotAuthorized]:
    """What the game, the table and the chips of a house do not allow."""
    number, told = house.chapter.chapter, False
    try:
        for problem in chain(chip_problems(house), work_problems(game(number), house) if number in MODULES else ()):
            told = True
            yield problem
    except PitbossError as error:
        if isinstance(error, NotAuthorized) and error.rule:
            yield error
        elif not told:  # else it may come from what is wrong
            yield NotAuthorized(error.message, error.cite, rule="refused")


def _book(found: Document) -> tuple[Chapter | None, list[Finding]]:
    """The chapter that a file is about, or what is wrong with the name that it has for it."""
    numbers = list(MODULES)
    wrong = "the file does not say which chapter it is about"
    meant = cite = ""
    if found.chapter:
        try:
            book = chapter(found.chapter)
        except UnknownCitation:
            meant = hint(found.chapter, [source.slug for source in MODULES.values()], "`pitboss games` lists them")
            wrong = f"there is no chapter {toml(found.chapter)}"
        else:
            if book.chapter in numbers:
                return book, []
            wrong, cite = f"chapter {book.chapter} ({book.game}) is not a game", book.chapter
    given = found.chapter or None
    fix = 'state the chapter, for example chapter = "565"'
    return None, [Finding("error", cite, "chapter", given, numbers, f"{wrong}{meant}", "chapter-known", fix=fix)]


def _twice(book: Chapter, found: Document, places: Places) -> Iterator[Finding]:
    """Options that a file states more than once: by themselves and in [house], by two of their names, or twice in JSON."""
    names = {other: option.option for option in book.options for other in (option.option, *option.also)}
    stated = [*found.flat, *found.inner]
    options = [names.get(name, name) for name in stated]
    again = [(option, stated[place]) for place, option in enumerate(options) if option in options[:place]]
    said = [(option, name, option) for option, name in again]
    for path, _ in places.twice:
        inside = [part for part in path if isinstance(part, str)]
        name, *_ = inside[1:] if inside[0] == "house" and inside[1:] else inside
        said.append((names.get(name, name), name, inside[-1]))
    known = {option.option: option.section for option in book.options}
    for option, name, twice in said:
        yield Finding(
            *("error", known.get(option, book.chapter), name, found.given.get(name), "once"),
            *(f"{twice} is stated twice", "stated-twice"),
            fix="state it once",
        )


def _placed(findings: Iterable[Finding], places: Places, found: Document) -> list[Finding]:
    """Findings with the lines of their fields, errors first and then as the file has them."""
    placed = []
    for finding in findings:
        inside: tuple[str, ...] = ("house",) if finding.field in found.inner else ()
        there = finding.field in (*found.inner, *found.flat, *found.about, "chapter")
        path = (*inside, finding.field, *([finding.row] if finding.row else []))
        again = [line for where, line in places.twice if finding.field in where and finding.rule == "stated-twice"]
        placed.append(replace(finding, line=(again or [places.line(*path) if there else 0])[0]))
    return sorted(placed, key=lambda f: (f.level != "error", not f.line, f.line))


# ---------------------------------------------------------------------------- several files, folders


def check_several(paths: Iterable[Path], hold: bool = False) -> list[Report]:
    """What is wrong with each of several files and folders, each file once, and with the files together."""
    reports: dict[Path, Report] = {}
    for path in paths:
        for report in _reports_of(path, hold):
            reports.setdefault(Path(report.file).resolve(), report)
    return list(_with_shared_tables(reports.values()))


def check_folder(folder: Path, hold: bool = False) -> list[Report]:
    """What is wrong with each file of a holder's folder, and with the files together."""
    return list(_with_shared_tables(_folder_reports(folder, hold)))


def _reports_of(path: Path, hold: bool) -> list[Report]:
    """The reports on a file or a folder; a holder's file is no submission and has a report only where it is wrong."""
    try:
        if path.is_dir():
            return _folder_reports(path, hold)
        return _holder(path)[1] if path.name == HOLDER and path.is_file() else [check_file(path, hold=hold)]
    except BadSubmission as error:
        return [Report(str(path), "", (), unreadable=error.message)]


def _folder_reports(folder: Path, hold: bool) -> list[Report]:
    common, reports = _holder(folder / HOLDER)
    for path in sorted(files_in(folder)):
        try:
            reports.append(check_file(path, common, hold))
        except BadSubmission as error:
            reports.append(Report(str(path), "", (), unreadable=error.message))
    if not any(report.file != str(folder / HOLDER) for report in reports):
        raise BadSubmission(f"{folder} has no submissions: no file that ends with .toml or .json")
    return reports


def files_in(folder: Path) -> list[Path]:
    """The submissions of a folder."""
    try:
        found = list(folder.iterdir())
    except OSError as error:
        raise BadSubmission(f"{folder} cannot be read: {error.strerror}") from None
    endings = (".toml", ".json")
    return [p for p in found if p.suffix.lower() in endings and p.name != HOLDER and not p.name.startswith(".")]


def _holder(path: Path) -> tuple[dict[str, Any], list[Report]]:
    """What the holder's file says for all the others, and what is wrong with it."""
    if not path.exists():
        return {}, []
    try:
        found = document(path)
    except BadSubmission as error:
        return {}, [Report(str(path), "", (), unreadable=error.message)]
    common, wrong = holder_in(found)
    return common, [Report(str(path), "", tuple(wrong), document=found)] if wrong else []


def holder_in(found: Document) -> tuple[dict[str, Any], list[Finding]]:
    """The same of what such a file says."""
    places = places_in(found.words, found.is_json)
    wrong = []
    for word in (*found.given, *(["chapter"] if found.chapter else []), *(["tables"] if "tables" in found.about else [])):
        message = f"{HOLDER} says what holds for all submissions: holder, facility, effective and waivers, not {toml(word)}"
        allowed = ["holder", "facility", "effective", "waivers"]
        given = found.given.get(word)
        wrong.append(Finding("error", "", word, given, allowed, message, "holder-file", places.line(word), "leave it out"))
    for place, finding in about.holders_waivers(found.about.get("waivers", [])):
        wrong.append(replace(finding, line=places.line("waivers", place)))
    common = {word: value for word, value in found.about.items() if word != "tables"}
    return common, wrong


def _with_shared_tables(reports: Iterable[Report]) -> Iterator[Report]:
    """The reports, with a finding for each table that two submissions of one holder run."""
    first: dict[tuple[str, str, str], str] = {}
    for report in reports:
        said, tables = report.about, report.about.get("tables", [])
        wrong = []
        for table in dict.fromkeys(" ".join(str(t).split()) for t in (tables if isinstance(tables, list) else [])):
            key = (str(said.get("holder", "")), str(said.get("facility", "")), table)
            if (other := first.setdefault(key, report.file)) != report.file:
                message = f"table {table} is also run by {Path(other).name}"
                wrong.append(
                    Finding(
                        *(
                            "error",
                            report.chapter,
                            "tables",
                            tables,
                            "tables of no other submission",
                            message,
                            "table-in-one-file",
                        ),
                        fix=f"name table {table} in one submission",
                    )
                )
        assert report.document is not None or not wrong
        if wrong and report.document is not None:
            places = places_in(report.document.words, report.document.is_json)
            report = replace(report, findings=(*_placed(wrong, places, report.document), *report.findings))
        yield report
