"""Two submissions, two editions or two folders of submissions on paper: what changed, and what that does to the hold of every
wager touched."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pitboss.house import House
from pitboss.printing.filing import folder
from pitboss.printing.paper import Heading, Paper, Part, Table, paper
from pitboss.printing.press import Matter
from pitboss.submissions.diff import Change, Wager, changes, told
from pitboss.submissions.folders import Compared
from pitboss.submissions.reading import Submission


def comparison(a: Submission, b: Submission, found: Sequence[Change], wagers: Sequence[Wager]) -> Matter:
    """The comparison of two submissions, of a submission with its chapter's defaults, or of two editions."""
    one, other = a.house.chapter, b.house.chapter
    parts = [f"From {a.source} to {b.source}.", *(_compared(found, wagers) or ["They say the same."])]
    kicker = "EDITIONS COMPARED" if one.chapter != other.chapter else "SUBMISSIONS COMPARED"
    side = one.chapter if one is other else f"{one.chapter} and {other.chapter}"
    return paper(Paper(other.game, parts, kicker, f"Chapter {side}", f"{other.game}: {a.source} and {b.source}"))


def folders_compared(a: str, b: str, found: Sequence[Compared]) -> Matter:
    """Two folders of submissions: whose they are and from when, what became of each file, what changed in it, and what a new
    one chooses."""
    sides = [folder(Path(each)) for each in (a, b)]
    holders = [_all(each.holder for each in side) for side in sides]
    about = [
        ("Folder", a, b),
        ("Certificate holder", *holders),
        ("Licensed facility", *(_all(each.facility for each in side) for side in sides)),
        ("In force from", *(_all(each.since for each in side) for side in sides)),
        ("Submissions", *(str(len(side)) for side in sides)),
    ]
    listed = [(each.file, each.submission.house.chapter.game, each.status) for each in found]
    parts: list[Part] = [
        Table(("", "Before", "After"), about, numbers=None, widths=(1, 2, 2)),
        Heading("Files"),
        Table(("File", "Game", "What became of it"), listed, numbers=None, widths=(2, 2, 1)),
    ]
    for each in found:
        book = each.submission.house.chapter
        if each.changes:
            parts += [Heading(f"{each.file}: {book.game}"), *_compared(each.changes, each.wagers)]
        elif each.status == "new":
            defaults = Submission(f"the defaults of chapter {book.chapter}", House.of(book.chapter))
            chosen = changes(defaults, each.submission)
            parts.append(Heading(f"{each.file}: {book.game}, new"))
            parts += _listed(chosen, "From the default to what is chosen") or ["Every choice is at its default."]
    title = next((holder for holder in reversed(holders) if holder), "Submissions")
    return paper(Paper(title, parts, "RULES SUBMISSIONS COMPARED", "", f"{a} and {b}"))


def _all(words: Iterable[str]) -> str:
    """What all files of a folder say, or everything that some of them say."""
    return "; ".join(dict.fromkeys(filter(None, words)))


def _compared(found: Sequence[Change], wagers: Sequence[Wager]) -> list[Part]:
    """Changes by their kind, and the hold of the wagers that they touch."""
    parts = _listed(found)
    if wagers:
        holds = [_hold(wager) for wager in wagers]
        parts.append(Table(("Wager", "Before", "After", "Change"), holds, "Hold of the wagers touched"))
    elif found:
        parts.append("No wager's hold changes.")
    return parts


def _listed(found: Sequence[Change], sides: str = "Before and after") -> list[Part]:
    """Changes by their kind, a table each."""
    parts: list[Part] = []
    for kind in dict.fromkeys(change.kind for change in found):
        lines = told([change for change in found if change.kind == kind])
        rows = [_sides(change, line) for change, line in zip((c for c in found if c.kind == kind), lines[1:], strict=True)]
        parts.append(Table(("What", "Section", sides), rows, lines[0], numbers=None, widths=(1.2, 0.8, 2.4)))
    return parts


def _sides(change: Change, line: str) -> tuple[str, str, str]:
    """A line of the comparison in three cells: what, its section, from what to what."""
    return change.name.replace("_", " "), f"§ {change.section}" if change.section else "", line.partition(": ")[2]


def _hold(wager: Wager) -> tuple[str, str, str, str]:
    def shown(row: Any) -> str:
        return "not offered" if row is None else f"{float(row.edge):.4%}"

    change = "" if wager.change is None else f"{wager.change:+.4%}"
    return f"{wager.row.wager} {wager.row.table}".strip(), shown(wager.a), shown(wager.b), change
