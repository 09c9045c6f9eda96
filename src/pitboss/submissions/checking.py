"""Whether a Rules Submission is lawful: everything that is wrong with a file or a folder, with section, field and line.

The heading of a file is examined first, then its house by the judge (`pitboss.house.judge`), in all phases.
"""

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

from pitboss.errors import NotAuthorized, UnknownCitation
from pitboss.games import MODULES, game
from pitboss.house import House, examine
from pitboss.house.judge import SUBMISSION, judge
from pitboss.house.judge import examine as examine_phase
from pitboss.house.problems import Problem
from pitboss.house.waivers import day_of
from pitboss.records.checking import Verdict
from pitboss.records.checking import check as check_record
from pitboss.records.kinds import ON, WORD, kind_named, kinds
from pitboss.records.reading import path_of
from pitboss.rulebook import Chapter, chapter
from pitboss.spelling import hint
from pitboss.submissions.editions import Edition, Place, editions, not_in_force, one_day, places_of
from pitboss.submissions.findings import Finding, Heading, finding_of, what_to_do, with_pending
from pitboss.submissions.places import Places, places_in
from pitboss.submissions.reading import HOLDER, BadSubmission, Document, document, holder_file, holder_words, other_file
from pitboss.submissions.remedies import heading_with_values, with_values
from pitboss.submissions.waivers import granted_choices, holders_waivers, said_of, waivers_in
from pitboss.words import either, toml

ENDINGS = (".toml", ".json")  # of the names of submissions


@dataclass(frozen=True)
class Report:
    """What the check says of one file. `unreadable` is why nothing could be checked, "" where it could; `skipped` why what lies
    in a folder is no submission; `out_of_force` why it does not hold on the day that is asked about, and was not checked."""

    file: str
    chapter: str
    findings: tuple[Finding, ...]
    unreadable: str = ""
    document: Document | None = None
    house: House | None = None
    about: Mapping[str, Any] = field(default_factory=dict)  # holder, facility, tables and the like, with the holder's file
    verdict: Verdict | None = None  # of a record that is no submission
    skipped: str = ""
    out_of_force: str = ""

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not self.unreadable and all(finding.level != "error" for finding in self.findings)

    @property
    def is_submission(self) -> bool:
        """Whether it is a submission that holds, and not a holder's file, what was skipped or what is out of force."""
        return not (self.skipped or self.out_of_force or Path(self.file).name == HOLDER)

    def record(self) -> dict[str, Any]:
        """The report as `pitboss check --json` prints it."""
        record = {"ok": self.ok, "chapter": self.chapter, "findings": [finding.record() for finding in self.findings]}
        return record | (self.verdict.summary() if self.verdict else {})


def check_file(path: Path, common: Mapping[str, Any] | None = None, hold: bool = False) -> Report:
    """What is wrong with a file; `common` is what the holder's file says for all, read from beside the file if left out. Raises
    BadSubmission if it cannot be read."""
    if path.name == HOLDER and path.is_file():
        raise BadSubmission(f"{path} says what holds for all files of its folder: check the folder, {path.parent}")
    return check_document(_submission(path), holder_words(path.parent) if common is None else common, hold)


def check_document(
    found: Document, common: Mapping[str, Any] | None = None, hold: bool = False, on: date | None = None
) -> Report:
    """What is wrong with what a file says; with `hold`, every wager is priced. `on` is a later day than that from which a
    submission holds, on which its chapter and its waivers may not be in force any more; for a record of another kind it is the
    day of the verdict, instead of the day that the record names."""
    places = places_in(found.words, found.is_json)
    if WORD in found.flat:
        return _record_report(found, places, on)
    book, wrong = _book(found)
    if book is None:
        return Report(str(found.path), "", tuple(_placed(wrong, places, found)), document=found)
    about = said = said_of(book, common or {}, found.about)
    if on is not None and (since := day_of(said.get("effective"))) is not None and since < on:
        said = {**said, "effective": on}
    heading = Heading(book, said, found.given, tuple(_twice(book, found, places)))
    wrong = [Finding(**vars(problem)) for problem in examine_phase("file", book, heading)]
    wrong = heading_with_values(wrong, said, lambda changed: errors_of_file(replace(heading, said=changed)))
    waivers, _ = waivers_in(book, said.get("waivers", []), said.get("effective"))
    given = found.given | granted_choices(book, said)
    house, offences = house_findings(book, given)
    offences = with_values(offences, house, given, lambda choices: errors_of(book, choices))
    findings = list(with_pending([*wrong, *offences], waivers))
    if not any(finding.level == "error" for finding in offences):  # what is odd about a house that is lawful
        odd = [*examine_phase("hold", book, house, hold), *examine_phase("odd", book, house)]
        findings += [finding_of(problem, house) for problem in odd]
    placed = tuple(_placed(findings, places, found))
    return Report(str(found.path), book.chapter, placed, document=found, house=house, about=about)


def _record_report(found: Document, places: Places, day: date | None) -> Report:
    """The verdict on a file that is a record of another kind (`pitboss.records`)."""
    name = found.flat[WORD]
    if name not in kinds():
        meant = hint(str(name), kinds(), f"records are {', '.join(kinds())}")
        fix = 'state the kind of record, for example record = "manager"'
        problem = Problem(f"there is no record {toml(name)}{meant}", "", WORD, name, list(kinds()), "record-known", fix=fix)
        return Report(str(found.path), "", (Finding(**vars(problem), line=places.line(WORD)),), document=found)
    kind = kind_named(name)
    given = {**found.about, **found.flat} | ({"chapter": found.chapter} if found.chapter else {})
    given |= ({"house": found.inner} if found.inner else {}) | ({ON: day} if day else {})
    verdict = check_record(kind, given, date.today())
    findings = [record_finding(problem, places) for problem in verdict.problems]
    for path, line in places.twice:
        what = str(path[-1])
        problem = Problem(f"{what} is stated twice", kind.chapter, what, rule="record-twice", fix="state it once")
        findings.append(Finding(**vars(problem), line=line))
    findings.sort(key=lambda each: (each.level != "error", not each.line, each.line))
    return Report(str(found.path), kind.chapter, tuple(findings), document=found, verdict=verdict)


def record_finding(problem: Problem, places: Places) -> Finding:
    """A problem of a record with its line and what to do."""
    path = path_of(problem.field)
    there = path in places.lines
    name = str(path[-1])
    fix = problem.fix or what_to_do(problem.field, problem.allowed) or _set(problem.field, problem.allowed) or f"change {name}"
    return Finding(**vars(replace(problem, fix=fix)), line=places.line(*path) if there or len(path) > 1 else 0)


def _set(field: str, allowed: Any) -> str:
    return f"set {field} to {toml(allowed)}" if isinstance(allowed, bool | int) else ""


def house_findings(book: Chapter, given: Mapping[str, Any]) -> tuple[House, list[Finding]]:
    """A house, and everything that is wrong with its choices, each problem once; what merely follows from another is left
    out."""
    house, problems = examine(book.chapter, given)
    problems = judge(house, SUBMISSION, problems, game=game(book.chapter))
    return house, [finding_of(problem, house) for problem in problems]


def errors_of(book: Chapter, given: Mapping[str, Any]) -> list[Problem]:
    """The errors of some choices."""
    _, findings = house_findings(book, given)
    return [finding for finding in findings if finding.level == "error"]


def errors_of_file(heading: Heading) -> list[Problem]:
    """The errors of a file, those of what it says of itself among them."""
    own = [problem for problem in examine_phase("file", heading.book, heading) if problem.level == "error"]
    return own + errors_of(heading.book, {**heading.given, **granted_choices(heading.book, heading.said)})


def check_passes(number: str, given: Mapping[str, Any]) -> House:
    """The house of some choices, where nothing is wrong with them; raises NotAuthorized with the first that is."""
    house, found = house_findings(chapter(number), given)
    wrong = [finding for finding in found if finding.level == "error"]
    if wrong:
        more = f"; {len(wrong) - 1} more of its choices are wrong too" if len(wrong) > 1 else ""
        cite = wrong[0].section if "." in wrong[0].section else ""
        raise NotAuthorized(f"{wrong[0].message}{more}", cite)
    return house


def _book(found: Document) -> tuple[Chapter | None, list[Finding]]:
    """The chapter that a file is about, or what is wrong with the name that it has for it."""
    wrong = "the file does not say which chapter it is about"
    meant = cite = ""
    if found.chapter:
        try:
            book = chapter(found.chapter)
        except UnknownCitation:
            meant = hint(found.chapter, [source.slug for source in MODULES.values()], f"the games are {', '.join(MODULES)}")
            wrong = f"there is no chapter {toml(found.chapter)}"
        else:
            if book.chapter in MODULES:
                return book, []
            wrong, cite = f"chapter {book.chapter} ({book.game}) is not a game", book.chapter
    return None, [chapter_problem(found, cite, f"{wrong}{meant}")]


def chapter_problem(found: Document, cite: str, message: str) -> Finding:
    """A submission that does not name the chapter of a game; those in which its choices are lawful mend it."""
    fits = tuple(book.chapter for book in map(chapter, MODULES) if found.given and not errors_of(book, found.given))
    fix = f"set chapter to {either(map(toml, fits))}" if fits else 'state the chapter, for example chapter = "565"'
    values = fits or tuple(MODULES)
    return Finding(message, cite, "chapter", found.chapter or None, list(MODULES), "chapter-known", fix=fix, values=values)


def _twice(book: Chapter, found: Document, places: Places) -> Iterator[tuple[str, str, str]]:
    """Options that a file states more than once: by themselves and in [house], by two of their names, or twice in JSON. Each
    with the name that the file has for it, and what is stated twice."""
    names = {other: option.option for option in book.options for other in (option.option, *option.also)}
    stated = [*found.flat, *found.inner]
    options = [names.get(name, name) for name in stated]
    yield from ((option, stated[place], option) for place, option in enumerate(options) if option in options[:place])
    for path, _ in places.twice:
        inside = [part for part in path if isinstance(part, str)]
        name, *_ = inside[1:] if inside[0] == "house" and inside[1:] else inside
        yield names.get(name, name), name, inside[-1]


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


@dataclass(frozen=True)
class Source:
    """A submission that is to be checked, with what its holder says for all."""

    document: Document
    common: Mapping[str, Any]

    @property
    def file(self) -> str:
        """The name of its file."""
        return str(self.document.path)

    @property
    def about(self) -> Mapping[str, Any]:
        """What it says beside its choices."""
        return {**self.common, **self.document.about}


def check_several(paths: Iterable[Path], hold: bool = False, on: date | None = None) -> list[Report]:
    """What is wrong with each of several files and folders, each file once, and with the files together; on a day, of the
    submissions that hold on it."""
    found: dict[Path, Source | Report] = {}
    for path in paths:
        try:
            for source in _sources(path):
                found.setdefault(Path(source.file).resolve(), source)
        except BadSubmission as error:
            found.setdefault(path.resolve(), Report(str(path), "", (), unreadable=error.message))
    return _reports(list(found.values()), hold, on)


def check_folder(folder: Path, hold: bool = False, on: date | None = None) -> list[Report]:
    """What is wrong with each file of a folder and of those in it, and with the files together."""
    return _reports(list(_sources(folder)), hold, on)


def _reports(found: list[Source | Report], hold: bool, on: date | None) -> list[Report]:
    sources = [each for each in found if isinstance(each, Source)]
    outside = out_of_force(sources, on) if on is not None else {}
    reports = []
    for each in found:
        if isinstance(each, Report):
            reports.append(each)
        elif each.file in outside:
            reports.append(Report(each.file, each.document.chapter, (), about=each.about, out_of_force=outside[each.file]))
        else:
            reports.append(check_document(each.document, each.common, hold, on))
    return list(_with_shared_tables(reports))


def _sources(path: Path) -> Iterator[Source | Report]:
    """The submissions of a path: of a folder all files, of those in it too. A holder's file is no submission and has a report
    only where it is wrong; what is no submission has one that says so."""
    if path.is_dir():
        yield from _sources_in(path)
    elif path.name == HOLDER and path.is_file():
        yield from _holder(path)[1]
    else:
        yield Source(_submission(path), holder_words(path.parent))


def _submission(path: Path) -> Document:
    """The file of a submission; raises BadSubmission for another file of the department."""
    if what := other_file(found := document(path)):
        raise BadSubmission(f"{path} is no submission: {what}")
    return found


def _sources_in(folder: Path) -> Iterator[Source | Report]:
    problems: list[OSError] = []
    commons: dict[Path | None, dict[str, Any]] = {None: {}}
    several = False
    for place, folders, names in os.walk(folder, onerror=problems.append):
        inside = Path(place)
        for name in sorted(folders):
            if why := _why_not_entered(inside / name):
                folders.remove(name)
                yield _skipped(inside / name, why)
        folders.sort()
        if (holder := holder_file(inside)) not in commons and holder is not None:
            commons[holder], wrong = _holder(holder)
            yield from wrong
        for path in sorted(inside / name for name in names if name != HOLDER):
            if why := _why_not_read(path):
                yield _skipped(path, why)
                continue
            several = True
            try:
                found = document(path)
                yield _skipped(path, what) if (what := other_file(found)) else Source(found, commons[holder])
            except BadSubmission as error:
                yield Report(str(path), "", (), unreadable=error.message)
    for problem in problems:
        if not several:
            raise BadSubmission(f"{problem.filename} cannot be read: {problem.strerror}")
        yield Report(str(problem.filename), "", (), unreadable=f"{problem.filename} cannot be read: {problem.strerror}")
    if not several:
        raise BadSubmission(f"{folder} has no submissions: no file that ends with .toml or .json")


def _why_not_entered(folder: Path) -> str:
    if folder.name.startswith("."):
        return "a hidden folder"
    return "a link to a folder" if folder.is_symlink() else ""


def _why_not_read(path: Path) -> str:
    if path.name.startswith("."):
        return "a hidden file"
    return "" if path.suffix.lower() in ENDINGS else "its name ends with neither .toml nor .json"


def _skipped(path: Path, why: str) -> Report:
    """A file or folder in a folder that is no submission."""
    finding = Finding(**vars(skipped_problem(why)))
    return Report(str(path), "", (finding,), skipped=why)


def skipped_problem(why: str) -> Problem:
    """That something in a folder was not checked."""
    fix = "name the file itself, if it is a submission"
    return Problem(f"not checked: {why}", "", "", rule="is-a-submission", level="warning", fix=fix)


def out_of_force(sources: Iterable[Source], day: date) -> dict[str, str]:
    """The submissions that hold at no table on a day, each with the reason. Records of other kinds have no tables."""
    listed: defaultdict[str, list[Edition[Source]]] = defaultdict(list)
    submissions = (source for source in sources if WORD not in source.document.flat)
    for edition in chain.from_iterable(editions(submissions).values()):
        listed[edition.submission.file].append(edition)
    return {file: why for file, each in listed.items() if (why := not_in_force(each, day))}


def files_in(folder: Path) -> list[Path]:
    """The submissions of a folder, of which there is one at least."""
    try:
        found = list(folder.iterdir())
    except OSError as error:
        raise BadSubmission(f"{folder} cannot be read: {error.strerror}") from None
    files = [p for p in found if p.suffix.lower() in ENDINGS and p.name != HOLDER and not p.name.startswith(".")]
    if not files:
        raise BadSubmission(f"{folder} has no submissions: no file that ends with .toml or .json")
    return sorted(files)


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
    """What such a file says, and what is wrong with it."""
    places = places_in(found.words, found.is_json)
    wrong = [Finding(**vars(problem), line=places.line(problem.field)) for problem in holder_problems(found)]
    for place, problem in holders_waivers(found.about.get("waivers", [])):
        wrong.append(Finding(**vars(problem), line=places.line("waivers", place)))
    common = {word: value for word, value in found.about.items() if word != "tables"}
    return common, wrong


def holder_problems(found: Document) -> Iterator[Problem]:
    """What is said in a holder's file and holds for one submission only."""
    allowed = ["holder", "facility", "effective", "waivers"]
    for word in (*found.given, *(["chapter"] if found.chapter else []), *(["tables"] if "tables" in found.about else [])):
        message = f"{HOLDER} says what holds for all submissions: holder, facility, effective and waivers, not {toml(word)}"
        yield Problem(message, "", word, found.given.get(word), allowed, "holder-file", fix="leave it out")


def _with_shared_tables(reports: Iterable[Report]) -> Iterator[Report]:
    """The reports, with a finding for each table that two submissions of one holder run from one day."""
    first: dict[Place, list[Report]] = {}
    for report in reports:
        wrong = [
            Finding(**vars(problem), values=(_without(report, problem),)) for problem in shared_table_problems(report, first)
        ]
        if wrong and report.document is not None:
            places = places_in(report.document.words, report.document.is_json)
            report = replace(report, findings=(*_placed(wrong, places, report.document), *report.findings))
        yield report


def _without(report: Report, problem: Problem) -> list[Any]:
    """The tables of a submission without those that another one runs."""
    return [table for table in report.about["tables"] if " ".join(str(table).split()) != problem.row]


def shared_table_problems(report: Report, first: dict[Place, list[Report]]) -> Iterator[Problem]:
    """The tables of a submission that another one runs from the same day; `first` has the files of each table, and is added
    to."""
    for place in places_of(report.about) if report.is_submission else []:
        others = first.setdefault(place, [])
        other = next((each for each in others if one_day(each.about, report.about)), None)
        others.append(report)
        if place.table and other is not None:
            near = Path(other.file).parent == Path(report.file).parent
            message = f"table {place.table} is also run by {Path(other.file).name if near else other.file}"
            fix = f"name table {place.table} in one submission, or say from which day each of them holds"
            allowed, tables = "tables of no other submission", report.about.get("tables")
            yield Problem(message, report.chapter, "tables", tables, allowed, "table-in-one-file", place.table, fix=fix)
