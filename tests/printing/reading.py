"""What a PDF says and how it is made, as a reader of it finds out."""

import io
import re
from functools import lru_cache
from typing import Any

from pypdf import PdfReader
from pypdf.generic import DictionaryObject

TYPE = re.compile(r"\s+")


def reader(content: bytes) -> PdfReader:
    """A PDF, opened."""
    return PdfReader(io.BytesIO(content))


def text_of(content: bytes) -> str:
    """All words of a PDF with one space between, and with the apostrophes of a keyboard."""
    return plain(" ".join(page.extract_text() for page in reader(content).pages))


def plain(words: str) -> str:
    """Words as they are compared: the spaces and apostrophes of print are those of a keyboard."""
    return TYPE.sub(" ", words.replace("’", "'")).strip()


def close(words: str) -> str:
    """Words without spaces and hyphens: where a line ends, a reader finds either of them or none."""
    return TYPE.sub("", plain(words))


def sizes(content: bytes, words: str) -> list[float]:
    """The sizes in points in which some words are set."""
    return [size for text, size in _set(content) if words in text]


@lru_cache(maxsize=4)
def _set(content: bytes) -> list[tuple[str, float]]:
    """All texts of a PDF, each with the size in points in which it is set."""
    found: list[tuple[str, float]] = []

    def seen(text: str, cm: list[float], tm: list[float], _font: DictionaryObject | None, size: float) -> None:
        if text.strip():
            found.append((plain(text), abs(size * tm[3] * cm[3])))

    for page in reader(content).pages:
        page.extract_text(visitor_text=seen)
    return found


def outside(content: bytes) -> list[str]:
    """Words that begin outside of their page, or within less than a tenth of an inch of its edge."""
    found: list[str] = []
    for page in reader(content).pages:
        wide, tall = float(page.mediabox.width), float(page.mediabox.height)

        def seen(text: str, cm: list[float], tm: list[float], *_: Any, wide: float = wide, tall: float = tall) -> None:
            x, y = (tm[4] * cm[k] + tm[5] * cm[k + 2] + cm[k + 4] for k in (0, 1))
            if text.strip() and not (7 < x < wide - 7 and 7 < y < tall - 7):
                found.append(text)

        page.extract_text(visitor_text=seen)
    return found


def root_of(content: bytes) -> dict[str, Any]:
    """The catalogue of a PDF."""
    found = reader(content).trailer["/Root"]
    assert isinstance(found, DictionaryObject)
    return dict(found)
