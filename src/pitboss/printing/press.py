"""The press: data in, PDF, SVG or PNG out. Everything is set by one typst template in the fonts that come with typst.

Data goes to the template as JSON, never as source: a holder called `#panic("x")` is printed as that. A PDF is tagged for those
who have it read to them (PDF/UA-1). The same data give the same bytes: its date is that of the filing, not of the day.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pitboss.errors import PitbossError
from pitboss.optional_packages import require

TEMPLATE = Path(__file__).with_name("templates") / "pitboss.typ"
FORMATS: tuple["Format", ...] = ("pdf", "svg", "png")
Format = Literal["pdf", "svg", "png"]
DOTS = 144  # per inch of a PNG, unless somebody says otherwise
SHOWN = re.compile(r"the text `\"(.*?)\"` could not be displayed")


@dataclass(frozen=True)
class Matter:
    """Something to print: which of the template's kinds it is, what it is called, its date and its data."""

    kind: str
    title: str
    data: dict[str, Any]
    dated: date | None = None


class Unprintable(PitbossError):
    """What cannot be printed."""


def format_of(path: Path) -> Format:
    """Whether a file is PDF, SVG or PNG, by its name."""
    found = path.suffix.lower().removeprefix(".")
    if found not in FORMATS:
        raise Unprintable(f"{path.name!r} must end in .pdf, .svg or .png")
    return found


def printed(matter: Matter, form: Format, dots: int = DOTS) -> list[bytes]:
    """The document: one PDF, or one picture for each page, a PNG with so many dots per inch.

    Only a PDF for everybody (PDF/UA-1) refuses letters that no font has; so a picture is drawn once its PDF could be.
    """
    if form != "pdf":
        printed(matter, "pdf")
    require("print")
    import typst

    inputs = {"data": json.dumps(clean({"kind": matter.kind, "title": matter.title, **matter.data}), ensure_ascii=False)}
    noon = datetime(matter.dated.year, matter.dated.month, matter.dated.day, 12, tzinfo=UTC) if matter.dated else 0
    try:
        found = _compiler().compile(
            format=form,
            ppi=dots,
            sys_inputs=inputs,
            pdf_standards=["ua-1"] if form == "pdf" else [],
            timestamp=noon,
        )
    except typst.TypstError as error:
        letters = SHOWN.search(error.message)
        if letters is None:
            raise
        raise Unprintable(f"the fonts that come with typst have no letter {letters[1]!r}") from None
    assert found is not None
    return [found] if isinstance(found, bytes) else list(found)


@cache
def _compiler() -> Any:
    """One compiler for all, so that fonts and template are read once."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False)
    return typst.Compiler(TEMPLATE, root=TEMPLATE.parent, font_paths=fonts, sys_inputs={"data": "{}"})


def clean(value: Any) -> Any:
    """Data as they are printed: without what is no letter, such as control characters and marks that turn the line around,
    and with the apostrophes of print.

    >>> clean({"holder": "Elm\\x00 \\u202eStreet\\n", "tables": ["1", 2]})
    {'holder': 'Elm Street', 'tables': ['1', 2]}
    """
    if isinstance(value, str):
        if value.startswith("<svg"):
            return value
        kept = "".join(" " if letter.isspace() else letter for letter in value)
        letters = "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
        return " ".join(letters.replace("'", "’").split())
    if isinstance(value, Mapping):
        return {key: clean(each) for key, each in value.items()}
    return [clean(each) for each in value] if isinstance(value, list | tuple) else value


def write(matter: Matter, path: Path) -> list[Path]:
    """Writes a document by the name of a file. Of pictures with several pages each has its number in its name."""
    pages = printed(matter, format_of(path))
    if len(pages) == 1:
        paths = [path]
    else:
        paths = [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, len(pages) + 1)]
    for each, content in zip(paths, pages, strict=True):
        try:
            each.write_bytes(content)
        except OSError as problem:
            raise Unprintable(f"{each} cannot be written: {problem.strerror}") from None
    return paths
