"""Tasks of the desk: reads, checks, compares and prints Rules Submissions and other records. This module is also the process
that does it for a server (`pitboss.floor.desk.jobs`): tasks from its input, results to its output.

Both are MessagePack with a length in four bytes. The process ends with its input, or by itself if a task takes far too long.
"""

import os
import signal
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

from pitboss.advice.expectation import expectation
from pitboss.errors import PitbossError, UnknownCitation
from pitboss.files import mistake_in
from pitboss.floor.play.broadcast import encode
from pitboss.games.pai_gow.house_way import no_files
from pitboss.house import House
from pitboss.house.posted_payouts import in_force
from pitboss.printing import press
from pitboss.records.calendar import calendar_of
from pitboss.records.checking import Verdict
from pitboss.records.kinds import WORD
from pitboss.rulebook import Chapter, chapter
from pitboss.submissions.checking import Report, check_document, holder_in
from pitboss.submissions.diff import changes, record, told
from pitboss.submissions.editing import with_change
from pitboss.submissions.form import Held, hold_record, holds_at_once, state_of, without_defaults
from pitboss.submissions.holds import hold_of, own_hold
from pitboss.submissions.places import places_in
from pitboss.submissions.reading import BadSubmission, Document, Submission, document_in
from pitboss.submissions.record_editing import with_record_change
from pitboss.submissions.record_form import kind_of, name_of, state_of_record

What = Literal["sign", "layout", "form", "guide"]
LENGTH = 4  # bytes
LONGEST_TASK = 300  # seconds; a server waits less
REPORT_EVERY = 0.25  # seconds
PREVIEW_DOTS = 96  # per inch
MOST_PREVIEWED = 8  # pages
LONGEST = 50_000  # letters of a file


class Edit(msgspec.Struct, frozen=True):
    """What a form changes in a submission: the new value of a field, None to take it out."""

    field: str
    value: Any


class Task(msgspec.Struct, frozen=True):
    """A task: the submission's text, another to compare, the holder's common answers, what a form changes, what to print, the
    floor's address for a sign, and the kind of record that a page is for."""

    do: Literal["read", "check", "compare", "form", "hold", "print", "preview", "record", "calendar", "wait"]
    text: str
    holder: str = ""
    other: str = ""
    edits: tuple[Edit, ...] = ()
    what: What = "sign"
    floor: str = ""
    kind: str = ""


class Result(msgspec.Struct, frozen=True):
    """The result: JSON or a named PDF, or an error by the names of its types, nearest first. Before it come
    results that say how far it is: the `part` that is done (0 to 1) and what is being worked out as their name."""

    content: bytes = b""
    name: str = ""
    error: str = ""
    cite: str = ""
    types: tuple[str, ...] = ()
    more: bool = False  # another result follows
    part: float = 1.0


Progress = Callable[[str, float], None]  # takes what is being worked out, and the part that is done


# ---------------------------------------------------------------------------- the tasks


def do(task: Task, progress: Progress) -> Result:
    """Does a task; raises PitbossError."""
    match task.do:
        case "read":
            _, house = checked(task.text, holder=task.holder)
            return Result(encode({"chapter": house.chapter.chapter, "house": house.given}))
        case "check":
            return Result(encode(check_document(document_of(task.text), common_of(task.holder)).record()))
        case "compare":
            return Result(encode(_compared(task.text, task.other, task.holder)))
        case "form":
            return Result(encode(_form(task)))
        case "hold":
            return Result(encode(_worked_out(task, progress)))
        case "print":
            matter, name = _matter(task)
            return Result(press.printed(matter, "pdf")[0], name)
        case "preview":
            pages = press.printed(_matter(task)[0], "png", PREVIEW_DOTS)
            return Result(encode({"pages": [b64encode(page).decode() for page in pages[:MOST_PREVIEWED]], "of": len(pages)}))
        case "record":
            return Result(encode(_record(task)))
        case "calendar":
            found = _verdict(task.text)
            named = name_of(found)
            return Result(calendar_of([(named, each) for each in found.deadlines]), found.record.kind.name)
        case "wait":  # for tests: takes so many seconds
            time.sleep(float(task.text))
            return Result()


def document_of(text: str, name: str = "the submission") -> Document:
    """The parsed submission; raises BadSubmission."""
    return document_in(text, _path_of(text, name))


def _path_of(text: str, name: str = "the submission") -> Path:
    return Path(f"{name}.json" if text.lstrip().startswith("{") else name)


def common_of(holder: str) -> dict[str, Any]:
    """The holder's common answers; raises BadSubmission."""
    if not holder.strip():
        return {}
    common, wrong = holder_in(document_of(holder, "the holder's file"))
    if wrong:
        raise BadSubmission(f"the holder's file, line {wrong[0].line}: {wrong[0].message}", wrong[0].section)
    return common


def checked(text: str, name: str = "the submission", holder: str = "") -> tuple[Document, House]:
    """A submission that passes the check, and its house; raises BadSubmission with the first finding."""
    document = document_of(text, name)
    report = check_document(document, common_of(holder))
    if not report.ok or report.house is None:
        raise refusal(report, name)
    for finding in report.findings:
        if finding.waiver and not finding.playable:
            raise BadSubmission(finding.message, finding.section)
    return document, report.house


def refusal(report: Report, name: str = "the submission") -> BadSubmission:
    """Why a submission that does not pass is not taken."""
    wrong = [finding for finding in report.findings if finding.level == "error"]
    if not wrong:
        return BadSubmission(report.unreadable or f"{name} cannot be read")
    all_of_them = f"{len(wrong)} choices are not allowed, the first of them: " if len(wrong) > 1 else ""
    section = wrong[0].section
    return BadSubmission(f"{all_of_them}{wrong[0].message}", section if "." in section else "")  # no whole chapter


def _compared(text: str, other: str, holder: str) -> dict[str, Any]:
    _, house = checked(text, holder=holder)
    if other.strip():
        second = Submission("the other submission", checked(other, "the other submission", holder)[1])
    else:
        second = Submission(f"the defaults of chapter {house.chapter.chapter}", House.of(house.chapter.chapter))
    differences = changes(second, Submission("the submission", house))
    before, after = _holds(second.house), _holds(house)
    wagers = [
        {"wager": wager, "before": before.get(wager), "after": after.get(wager)}
        for wager in dict.fromkeys((*before, *after))
        if before.get(wager) != after.get(wager) and None not in (before.get(wager, 0), after.get(wager, 0))
    ]
    return {"against": second.source, "lines": told(differences), "wagers": wagers}


def _holds(house: House) -> dict[str, float | None]:
    """The house edge by wager with a pay table, None if not known at once."""
    holds: dict[str, float | None] = {}
    for table in in_force(house):
        if isinstance(house.chosen(table.wager), dict):
            held = own_hold(house, table.wager)
        else:
            edge = hold_of(house, table.wager, table.table, table.condition)
            held = edge.fraction if edge is not None else None
        holds.setdefault(table.wager, None if held is None else float(held))
    return holds


def _form(task: Task) -> dict[str, Any]:
    """The submission with the changes of a form, as the form shows it, and what differs from another submission. A text that
    cannot be read has the place of the mistake instead."""
    text, common = task.text, common_of(task.holder)
    try:
        found = document_of(text)
    except BadSubmission as error:
        return {"text": text, "mistake": _mistake(text, error), "state": None, "other": None, "record": ""}
    if WORD in found.flat:
        return {"text": text, "mistake": None, "state": None, "other": None, "record": kind_of(found).name}
    for edit in task.edits:
        text = short(with_change(found, chapter_of(found), edit.field, edit.value))
        found = document_of(text)
    report = check_document(found, common)
    other = _beside(report, task.other, common)
    return {"text": text, "mistake": None, "state": state_of(report), "other": other, "record": ""}


def short(text: str) -> str:
    """A text that a form has changed, where the desk takes so long a one; raises BadSubmission."""
    if len(text) > LONGEST:
        raise BadSubmission(f"with this the file would have more than {LONGEST:,} letters")
    return text


def chapter_of(found: Document) -> Chapter:
    """The chapter of a submission; raises BadSubmission."""
    try:
        return chapter(found.chapter)
    except UnknownCitation as error:
        raise BadSubmission(error.message) from None


def _mistake(text: str, error: BadSubmission) -> dict[str, Any]:
    line, column = mistake_in(text, _path_of(text))
    return {"message": error.message, "line": line, "column": column}


def _beside(report: Report, other: str, common: dict[str, Any]) -> dict[str, Any] | None:
    """What differs between a submission and another one, or its chapter's defaults; None where there is no chapter yet."""
    if report.house is None:
        return None
    number = report.house.chapter.chapter
    try:
        before = House.of(number) if not other.strip() else check_document(document_of(other), common).house
        if before is None:
            raise BadSubmission("it does not say which chapter it is about")
        found = changes(Submission("the other submission", before), Submission("the submission", report.house))
    except PitbossError as error:
        return {"error": error.message, "changes": [], "holds": []}
    holds = [hold_record(each) for each in holds_at_once(before)]
    return {"error": "", "changes": [record(change) for change in found], "holds": holds}


def _worked_out(task: Task, progress: Progress) -> list[dict[str, Any]]:
    """What every wager of a submission holds, worked out where it is not known."""
    house = check_document(document_of(task.text), common_of(task.holder)).house
    if house is None:
        raise BadSubmission("the submission does not say which chapter it is about")
    tables = {held.wager: held.table for held in holds_at_once(house)}
    return [
        hold_record(Held(wager, tables.get(wager, ""), expected.fraction))
        for wager, expected in expectation(without_defaults(house), progress=progress).items()
    ]


def _record(task: Task) -> dict[str, Any]:
    """A record with the changes of a form, as its page shows it. A text that cannot be read, or is of another kind than that of
    the page, has the place of the mistake instead."""
    text, kind = task.text, ""
    try:
        found = document_of(text, "the record")
    except BadSubmission as error:
        return {"text": text, "kind": kind, "mistake": _mistake(text, error), "state": None}
    try:
        kind = kind_of(found).name
        if task.kind and kind != task.kind:
            raise BadSubmission(f'this is a record "{kind}", and the page is for "{task.kind}"')
    except BadSubmission as error:
        mistake = {"message": error.message, "line": places_in(text, found.is_json).line(WORD) or 1, "column": 1}
        return {"text": text, "kind": kind, "mistake": mistake, "state": None}
    for edit in task.edits:
        text = short(with_record_change(found, kind_of(found), edit.field, edit.value))
        found = document_of(text, "the record")
    return {"text": text, "kind": kind, "mistake": None, "state": state_of_record(check_document(found))}


def _verdict(text: str) -> Verdict:
    """The verdict on a record; raises BadSubmission where a text is none."""
    found = document_of(text, "the record")
    kind_of(found)
    verdict = check_document(found).verdict
    assert verdict is not None
    return verdict


def _matter(task: Task) -> tuple[press.Matter, str]:
    """What a task prints, and the name of its file."""
    from pitboss import printing  # only a desk imports it
    from pitboss.printing.record import record_form

    if WORD in document_of(task.text).flat:
        if task.what != "form":
            raise BadSubmission(f"a record is printed as a form, and has no {task.what}")
        found = _verdict(task.text)
        return record_form(found), f"{found.record.kind.name}-form"
    document, house = checked(task.text, holder=task.holder)
    filed = printing.filed_in(document, house, common_of(task.holder))
    make: dict[What, Callable[[], press.Matter]] = {
        "sign": lambda: printing.sign([filed], task.floor),
        "layout": lambda: printing.layout(filed),
        "form": lambda: printing.form(filed),
        "guide": lambda: printing.guide([filed]),
    }
    return make[task.what](), f"{house.chapter.slug}-{task.what}"


# ---------------------------------------------------------------------------- the process


def result_of(body: bytes, progress: Progress = lambda what, part: None) -> Result:
    """Does an encoded task. A defect becomes an error result, so that the process goes on with the next task."""
    try:
        with no_files():
            return do(msgspec.msgpack.decode(body, type=Task), progress)
    except PitbossError as error:
        return Result(error=error.message, cite=error.cite, types=tuple(each.__name__ for each in type(error).__mro__))
    except Exception as error:
        return Result(error=f"the desk itself failed at that ({type(error).__name__})", types=("Defect",))


def framed(body: bytes) -> bytes:
    """A task or a result behind its length."""
    return len(body).to_bytes(LENGTH, "big") + body


def next_task(source: BinaryIO) -> bytes:
    """The next encoded task, b"" at the end."""
    return source.read(int.from_bytes(source.read(LENGTH), "big"))


def sparing(progress: Progress, seconds: float = REPORT_EVERY) -> Progress:
    """Reports progress no more often than that."""
    last = 0.0

    def report(what: str, part: float) -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            last = time.monotonic()
            progress(what, part)

    return report


def main() -> None:
    """Does tasks until the input ends."""
    os.nice(10)
    out = os.fdopen(os.dup(1), "wb", buffering=0)

    def send(result: Result) -> None:
        out.write(framed(msgspec.msgpack.encode(result)))

    os.dup2(2, 1)  # whatever else is printed is no result
    send(Result())  # ready
    while body := next_task(sys.stdin.buffer):
        signal.alarm(LONGEST_TASK)
        send(result_of(body, sparing(lambda what, part: send(Result(name=what, more=True, part=part)))))
        signal.alarm(0)


if __name__ == "__main__":
    main()
