"""Papers in the same design: a title, paragraphs, tables and digests, for reports and for the comparison of two submissions.

>>> shown = Paper("Edges", (Table(("Wager", "Edge"), (("Ante", "3.37%"),), "All wagers"), "Worked out exactly."), digest="ab12")
>>> paper(shown).data["parts"][1]
{'kind': 'paragraph', 'words': 'Worked out exactly.'}
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from pitboss.printing.press import Matter
from pitboss.submissions.diff import Change, Wager, told
from pitboss.submissions.folders import Compared
from pitboss.submissions.reading import Submission


@dataclass(frozen=True)
class Table:
    """Rows under their heads. From the column `numbers` on they stand at the right; `widths` are shares of the line."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    numbers: int | None = 1
    widths: Sequence[float] | None = None


@dataclass(frozen=True)
class Heading:
    """What the next parts are about."""

    words: str


Part = str | Heading | Table  # a text is a paragraph


@dataclass(frozen=True)
class Paper:
    """A paper of some pages. The digest of what it was made from stands at its end."""

    title: str
    parts: Sequence[Part]
    kicker: str = ""
    side: str = ""
    foot: str = ""
    digest: str = ""
    dated: date | None = None


def paper(shown: Paper) -> Matter:
    """A paper as the press takes it."""
    parts = [_part(each) for each in shown.parts]
    if shown.digest:
        parts += [{"kind": "heading", "words": "Digest"}, {"kind": "code", "words": shown.digest}]
    data = {"kicker": shown.kicker, "side": shown.side, "foot": shown.foot or shown.title, "parts": parts}
    return Matter("paper", shown.title, data, shown.dated)


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, str):
        return {"kind": "paragraph", "words": part}
    if isinstance(part, Heading):
        return {"kind": "heading", "words": part.words}
    rows = [[str(cell) for cell in row] for row in part.rows]
    widths = None if part.widths is None else list(part.widths)
    table = {"kind": "table", "caption": part.caption, "heads": list(part.heads), "rows": rows}
    return table | {"numbers": part.numbers, "widths": widths}


def comparison(a: Submission, b: Submission, changes: Sequence[Change], wagers: Sequence[Wager]) -> Matter:
    """Two submissions or editions on paper: what changed, and what that does to the hold of every wager touched."""
    one, other = a.house.chapter, b.house.chapter
    parts = [f"From {a.source} to {b.source}.", *(_compared(changes, wagers) or ["They say the same."])]
    kicker = "EDITIONS COMPARED" if one.chapter != other.chapter else "SUBMISSIONS COMPARED"
    side = one.chapter if one is other else f"{one.chapter} and {other.chapter}"
    return paper(Paper(other.game, parts, kicker, f"Chapter {side}", f"{other.game}: {a.source} and {b.source}"))


def folders_compared(a: str, b: str, found: Sequence[Compared]) -> Matter:
    """Two folders of submissions on paper, file by file."""
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
