"""Tasks of the desk: reads, checks, compares and prints Rules Submissions. This module is also the process that does it for a
server (`pitboss.floor.desk.jobs`): tasks from its input, results to its output.

Both are MessagePack with a length in four bytes. The process ends with its input, or by itself if a task takes far too long.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Literal

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.play.broadcast import encode
from pitboss.games.pai_gow.house_way import no_files
from pitboss.house import House
from pitboss.house.posted_payouts import in_force
from pitboss.submissions.checking import Report, check_document, holder_in
from pitboss.submissions.diff import changes, told
from pitboss.submissions.holds import hold_of, own_hold
from pitboss.submissions.reading import BadSubmission, Document, Submission, document_in

What = Literal["sign", "layout", "form", "guide"]
LENGTH = 4  # bytes
LONGEST_TASK = 60  # seconds


class Task(msgspec.Struct, frozen=True):
    """A task: the submission's text, another to compare, the holder's common answers, what to print, and the floor's address
    for a sign."""

    do: Literal["read", "check", "compare", "print", "wait"]
    text: str
    holder: str = ""
    other: str = ""
    what: What = "sign"
    floor: str = ""


class Result(msgspec.Struct, frozen=True):
    """The result: JSON or a named PDF, or an error by the names of its types, nearest first."""

    content: bytes = b""
    name: str = ""
    error: str = ""
    cite: str = ""
    types: tuple[str, ...] = ()
    more: bool = False  # another result follows


# ---------------------------------------------------------------------------- the tasks


def do(task: Task) -> Result:
    """Does a task; raises PitbossError."""
    match task.do:
        case "read":
            _, house = checked(task.text, holder=task.holder)
            return Result(encode({"chapter": house.chapter.chapter, "house": house.given}))
        case "check":
            return Result(encode(check_document(document_of(task.text), common_of(task.holder)).record()))
        case "compare":
            return Result(encode(_compared(task.text, task.other, task.holder)))
        case "print":
            return _printed(task)
        case "wait":  # for tests: takes so many seconds
            time.sleep(float(task.text))
            return Result()


def document_of(text: str, name: str = "the submission") -> Document:
    """The parsed submission; raises BadSubmission."""
    return document_in(text, Path(f"{name}.json" if text.lstrip().startswith("{") else name))


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
    return BadSubmission(f"{all_of_them}{wrong[0].message}", wrong[0].section)


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


def _printed(task: Task) -> Result:
    from pitboss import printing  # only a desk imports it

    document, house = checked(task.text, holder=task.holder)
    filed = printing.filed_in(document, house, common_of(task.holder))
    make: dict[What, Callable[[], printing.Matter]] = {
        "sign": lambda: printing.sign([filed], task.floor),
        "layout": lambda: printing.layout(filed),
        "form": lambda: printing.form(filed),
        "guide": lambda: printing.guide([filed]),
    }
    return Result(printing.printed(make[task.what](), "pdf")[0], f"{house.chapter.slug}-{task.what}")


# ---------------------------------------------------------------------------- the process


def result_of(body: bytes) -> Result:
    """Does an encoded task. A defect becomes an error result, so that the process goes on with the next task."""
    try:
        with no_files():
            return do(msgspec.msgpack.decode(body, type=Task))
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


def main() -> None:
    """Does tasks until the input ends."""
    os.nice(10)
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed is no result
    out.write(framed(msgspec.msgpack.encode(Result())))  # ready
    while body := next_task(sys.stdin.buffer):
        signal.alarm(LONGEST_TASK)
        out.write(framed(msgspec.msgpack.encode(result_of(body))))
        signal.alarm(0)


if __name__ == "__main__":
    main()
