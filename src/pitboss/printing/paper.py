"""Papers in the same design: a title, paragraphs, tables and digests, for reports and whatever else is filed.

>>> shown = Paper("Edges", (Table(("Wager", "Edge"), (("Ante", "3.37%"),), "All wagers"), "Worked out exactly."), digest="ab12")
>>> paper(shown).data["parts"][1]
{'kind': 'paragraph', 'words': 'Worked out exactly.'}
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from pitboss.printing.press import Matter


@dataclass(frozen=True)
class Table:
    """Rows under their heads. From the column `numbers` on they stand at the right; `widths` are shares of the line; so many
    of the last rows are `totals`. A `whole` one is not cut between two pages where one has room for it; a `dense` one is set
    smaller, so that more of them have. Rows to write in have lines around them and are so many points `tall`."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    numbers: int | None = 1
    widths: Sequence[float] | None = None
    totals: int = 0
    whole: bool = True
    tall: int = 0
    dense: bool = False


@dataclass(frozen=True)
class Beside:
    """Two tables side by side."""

    left: Table
    right: Table


@dataclass(frozen=True)
class Signed:
    """Fields of a paper to be signed, side by side: a label with what it says, or a line to write on."""

    fields: Sequence[tuple[str, str]]
    shares: Sequence[float] = (1, 1)


@dataclass(frozen=True)
class Heading:
    """What the next parts are about."""

    words: str


@dataclass(frozen=True)
class Break:
    """The end of a page."""


@dataclass(frozen=True)
class Cover:
    """The first page of what is filed: whose it is and about what, in fields as `Signed` has them, and who signs it."""

    title: str
    kicker: str
    side: str
    fields: Sequence[tuple[str, str]]
    says: Sequence[str] = ()
    signed: Sequence[tuple[str, str]] = ()

    def data(self) -> dict[str, Any]:
        """The page as the template takes it."""
        pairs = {"fields": list(map(list, self.fields)), "signed": list(map(list, self.signed))}
        return {"title": self.title, "kicker": self.kicker, "side": self.side, "says": list(self.says)} | pairs


Part = str | Break | Heading | Signed | Table | Beside  # a text is a paragraph


@dataclass(frozen=True)
class Paper:
    """A paper of some pages, across the sheet where it is `wide`. The digest of what it was made from stands at its end."""

    title: str
    parts: Sequence[Part]
    kicker: str = ""
    side: str = ""
    foot: str = ""
    digest: str = ""
    dated: date | None = None
    cover: Cover | None = None
    wide: bool = False


def paper(shown: Paper) -> Matter:
    """A paper as the press takes it."""
    parts = [_part(each) for each in shown.parts]
    if shown.digest:
        parts += [{"kind": "heading", "words": "Digest"}, {"kind": "code", "words": shown.digest}]
    data: dict[str, Any] = {"kicker": shown.kicker, "side": shown.side, "foot": shown.foot or shown.title, "parts": parts}
    data |= {"cover": shown.cover and shown.cover.data(), "wide": shown.wide}
    return Matter("paper", shown.title, data, shown.dated)


def _part(part: Part) -> dict[str, Any]:
    if isinstance(part, str):
        return {"kind": "paragraph", "words": part}
    if isinstance(part, Break):
        return {"kind": "break"}
    if isinstance(part, Heading):
        return {"kind": "heading", "words": part.words}
    if isinstance(part, Signed):
        return {"kind": "signed", "fields": [list(field) for field in part.fields], "shares": list(part.shares)}
    if isinstance(part, Beside):
        return {"kind": "beside", "tables": [_part(part.left), _part(part.right)]}
    rows = [[str(cell) for cell in row] for row in part.rows]
    widths = None if part.widths is None else list(part.widths)
    table: dict[str, Any] = {"kind": "table", "caption": part.caption, "heads": list(part.heads), "rows": rows}
    table |= {"numbers": part.numbers, "widths": widths, "totals": part.totals, "whole": part.whole, "tall": part.tall}
    return table | {"dense": part.dense}
