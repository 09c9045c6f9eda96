"""The register of defects in the regulation: what the text says, its effect, what pitboss does instead, and why."""

import tomllib
from dataclasses import dataclass
from functools import cache

from pitboss.rulebook.chapters import HERE


@dataclass(frozen=True)
class Erratum:
    """One defect of the printed text and the reading adopted."""

    id: str
    cites: tuple[str, ...]
    says: str
    effect: str
    adopted: str
    why: str


@cache
def _all() -> tuple[Erratum, ...]:
    data = tomllib.loads((HERE / "errata.toml").read_text(encoding="utf-8"))
    return tuple(Erratum(**{**entry, "cites": tuple(entry["cites"])}) for entry in data["erratum"])


def errata(chapter: str = "") -> list[Erratum]:
    """All errata, or those of one chapter.

    >>> all(any(c.startswith("565.") for c in e.cites) for e in errata("565"))
    True
    """
    return [e for e in _all() if not chapter or any(c.split(".")[0] == chapter for c in e.cites)]
