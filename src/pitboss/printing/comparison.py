"""Two submissions, two editions or two folders of submissions on paper: what changed, and what that does to the hold of every
wager touched."""

from collections.abc import Sequence
from typing import Any

from pitboss.printing.paper import Heading, Paper, Part, Table, paper
from pitboss.printing.press import Matter
from pitboss.submissions.diff import Change, Wager, told
from pitboss.submissions.folders import Compared
from pitboss.submissions.reading import Submission


def comparison(a: Submission, b: Submission, changes: Sequence[Change], wagers: Sequence[Wager]) -> Matter:
    """The comparison of two submissions, of a submission with its chapter's defaults, or of two editions."""
    one, other = a.house.chapter, b.house.chapter
    parts = [f"From {a.source} to {b.source}.", *(_compared(changes, wagers) or ["They say the same."])]
    kicker = "EDITIONS COMPARED" if one.chapter != other.chapter else "SUBMISSIONS COMPARED"
    side = one.chapter if one is other else f"{one.chapter} and {other.chapter}"
    return paper(Paper(other.game, parts, kicker, f"Chapter {side}", f"{other.game}: {a.source} and {b.source}"))


def folders_compared(a: str, b: str, found: Sequence[Compared]) -> Matter:
    """Two folders of submissions, file by file."""
    listed = [(each.file, each.submission.house.chapter.game, each.status) for each in found]
    parts: list[Part] = [f"From {a} to {b}.", Table(("File", "Game", ""), listed, numbers=None, widths=(2, 2, 1))]
    for each in found:
        if each.changes:
            parts += [Heading(f"{each.file}: {each.submission.house.chapter.game}"), *_compared(each.changes, each.wagers)]
    return paper(Paper("Submissions", parts, "FOLDERS COMPARED", "", f"{a} and {b}"))


def _compared(changes: Sequence[Change], wagers: Sequence[Wager]) -> list[Part]:
    """Changes by their kind, and the hold of the wagers that they touch."""
    parts: list[Part] = []
    for kind in dict.fromkeys(change.kind for change in changes):
        lines = told([change for change in changes if change.kind == kind])
        parts.append(Heading(lines[0][:1].upper() + lines[0][1:].rstrip(":")))
        rows = [_sides(change, line) for change, line in zip((c for c in changes if c.kind == kind), lines[1:], strict=True)]
        parts.append(Table(("What", "Section", "Before and after"), rows, numbers=None, widths=(1.2, 0.8, 2.4)))
    if wagers:
        parts.append(Heading("Hold of the wagers touched"))
        parts.append(Table(("Wager", "Before", "After", "Change"), [_hold(wager) for wager in wagers]))
    elif changes:
        parts.append("No wager's hold changes.")
    return parts


def _sides(change: Change, line: str) -> tuple[str, str, str]:
    """A line of the comparison in three cells: what, its section, from what to what."""
    return change.name.replace("_", " "), f"§ {change.section}" if change.section else "", line.partition(": ")[2]


def _hold(wager: Wager) -> tuple[str, str, str, str]:
    def shown(row: Any) -> str:
        return "not offered" if row is None else f"{float(row.edge):.4%}"

    change = "" if wager.change is None else f"{wager.change:+.4%}"
    return f"{wager.row.wager} {wager.row.table}".strip(), shown(wager.a), shown(wager.b), change
