"""Single changes to a chapter's data (a limit, the odds of a row) and to its ranking of hands."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tools.mutants.places import SRC, digest

MOST_ROWS = 10  # of one pay table


@dataclass(frozen=True)
class DataChange:
    """One change of a chapter's file: a new value at a path of keys and indexes."""

    chapter: str
    path: tuple[str | int, ...]
    value: Any
    text: str
    digest: str

    @property
    def where(self) -> str:
        """The changed file."""
        return f"rulebook/chapters/{self.chapter}.toml"


@dataclass(frozen=True)
class RankingChange:
    """One change of a ranking, in one category: `how` is swap, lower or tie."""

    chapter: str
    section: str
    category: str
    how: str
    text: str
    digest: str

    @property
    def where(self) -> str:
        """The changed ranking."""
        return f"rankings of {self.section}"


@cache
def read(chapter: str) -> dict[str, Any]:
    """The data of a chapter's file."""
    return tomllib.loads((SRC / "rulebook" / "chapters" / f"{chapter}.toml").read_text(encoding="utf-8"))


@cache
def names_in_code() -> tuple[frozenset[str], tuple[str, ...]]:
    """All quoted names in the package's code, and the prefixes of limit names that it computes at run time."""
    files = [path for path in SRC.glob("**/*.py") if path.name != "typed.py"]
    words = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return frozenset(re.findall(r"\"(\w+)\"", words)), tuple(re.findall(r"limit_named\(\"(\w+_)\"", words))


def is_read(name: str) -> bool:
    """True if code reads a limit. A limit that is only printed carries no rule of play."""
    names, prefixes = names_in_code()
    return name in names or name.startswith(prefixes)


def data_changes(chapter: str, cite: str) -> Iterator[DataChange]:
    """The changes of the limits and payouts that a chapter's file states under a paragraph."""
    data = read(chapter)
    seal = digest(repr([[row for row in data.get(kind, []) if row["section"] == cite] for kind in KINDS]))

    def change(path: tuple[str | int, ...], old: Any, new: Any, what: str) -> DataChange:
        return DataChange(chapter, path, new, f"{what}: {new!r} for {old!r}", seal)

    for at, row in enumerate(data.get("limit", [])):
        if row["section"] == cite and is_read(row["name"]) and (new := other_limit(row["value"])) is not None:
            yield change(("limit", at, "value"), row["value"], new, f"limit {row['name']}")
    for kind in ("paytable", "stated"):
        for at, row in enumerate(data.get(kind, [])):
            for line, (hand, payout) in enumerate(row["rows"][:MOST_ROWS] if row["section"] == cite else ()):
                if (new := other_odds(payout)) != payout:
                    table = " ".join(filter(None, (row["wager"], row.get("table", ""))))
                    yield change((kind, at, "rows", line, 1), payout, new, f"{table}, {hand}")


KINDS = ("limit", "paytable", "stated")  # options are not rules: every allowed value is lawful


def other_limit(value: Any) -> Any:
    """Another number in place of a limit; None if the limit is in words.

    >>> other_limit(4), other_limit("1/2"), other_limit("queen high")
    (5, '2/2', None)
    """
    if isinstance(value, int):
        return value + 1
    top, mark, rest = str(value).partition("/")
    return f"{int(top) + 1}/{rest}" if mark and top.isdecimal() else None


def other_odds(payout: str) -> str:
    """Other odds, or another amount.

    >>> other_odds("1 to 1"), other_odds("3 to 2"), other_odds("$100"), other_odds("Pays 5%")
    ('2 to 1', '4 to 2', '$101', 'Pays 6%')
    """
    return re.sub(r"\d+", lambda number: str(int(number[0]) + 1), payout, count=1)


def apply_to(data: dict[str, Any], change: DataChange) -> None:
    """Apply a change to the data of a chapter's file."""
    part: Any = data
    for key in change.path[:-1]:
        part = part[key]
    part[change.path[-1]] = change.value


def ranking_changes(chapter: str, cite: str, says: str, orders: dict[str, list[str]]) -> Iterator[RankingChange]:
    """The changes of the ranking that a paragraph is about: in the category that it mentions first, else in all."""
    section = max((s for s in orders if cite == s or cite.startswith(f"{s}(")), key=len, default="")
    if not section:
        return
    names = orders[section]
    mentions = [(at, name) for name in names if name and (at := plain(says).find(plain(name))) >= 0]
    # "straight" also matches within "straight flush": take the first mention, and the longest name at that place.
    first = min(mentions, key=lambda mention: (mention[0], -len(mention[1])), default=(0, ""))[1]
    one_rank_counts = "straight" in first or "royal" in first or (first == "three-of-a-kind" and "two pair" not in names)
    for how, words in HOWS.items():
        if (how == "tie" and not one_rank_counts) or (how != "tie" and first != names[0]):
            yield RankingChange(chapter, section, first, how, f"{words} ({first or 'every hand'})", digest(repr(names)))


HOWS = {"swap": "changes places with the next lower", "lower": "counts as the next lower", "tie": "only its first rank counts"}


def plain(words: str) -> str:
    """Words in lower case, with one spelling for those that have two."""
    return words.lower().replace("-", " ").replace("two pairs", "two pair")


def changed_value(value: Any, change: RankingChange, names: tuple[str, ...], make: Any) -> Any:
    """The value of a hand in a changed ranking."""
    at = names.index(change.category) if change.category else -1
    category, ranks = value
    if change.how == "tie":
        return make(category, ranks[:1]) if category == at or at < 0 else value
    if at < 0:
        at = max(1, category)
    if change.how == "lower":
        return make(at - 1, ranks) if category == at else value
    return make({at: at - 1, at - 1: at}.get(category, category), ranks)
