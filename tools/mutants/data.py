"""Changes to a chapter's data, one each: a limit, the odds of a row; and to its order of hands."""

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
    """One change of a chapter's file: the value at a path of keys and indexes becomes another."""

    chapter: str
    path: tuple[str | int, ...]
    value: Any
    text: str
    digest: str

    @property
    def where(self) -> str:
        """The file that is changed."""
        return f"rulebook/chapters/{self.chapter}.toml"


@dataclass(frozen=True)
class RankingChange:
    """One change of an order of hands: `how` is swap, lower or tie, in one category."""

    chapter: str
    section: str
    category: str
    how: str
    text: str
    digest: str

    @property
    def where(self) -> str:
        """What is changed."""
        return f"rankings of {self.section}"


@cache
def read(chapter: str) -> dict[str, Any]:
    """A chapter's file as data."""
    return tomllib.loads((SRC / "rulebook" / "chapters" / f"{chapter}.toml").read_text(encoding="utf-8"))


@cache
def names_in_code() -> tuple[frozenset[str], tuple[str, ...]]:
    """The names in quotes that the package's code asks for, and the beginnings of names that it makes while it runs."""
    files = [path for path in SRC.glob("**/*.py") if path.name != "typed.py"]
    words = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return frozenset(re.findall(r"\"(\w+)\"", words)), tuple(re.findall(r"limit_named\(\"(\w+_)\"", words))


def is_read(name: str) -> bool:
    """Whether code asks for a limit: what is only printed carries no rule of play."""
    names, beginnings = names_in_code()
    return name in names or name.startswith(beginnings)


def data_changes(chapter: str, cite: str) -> Iterator[DataChange]:
    """The changes of what a chapter's file states under a paragraph."""
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


KINDS = ("limit", "paytable", "stated")  # what a house chooses is no rule: any value that is allowed is lawful


def other_limit(value: Any) -> Any:
    """Another number in place of a limit; None where it is in words.

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
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 1), payout, count=1)


def apply_to(data: dict[str, Any], change: DataChange) -> None:
    """Makes a change in the data of a chapter's file."""
    found: Any = data
    for key in change.path[:-1]:
        found = found[key]
    found[change.path[-1]] = change.value


def ranking_changes(chapter: str, cite: str, says: str, orders: dict[str, list[str]]) -> Iterator[RankingChange]:
    """The changes of the order of hands that a paragraph is about: in the category it speaks of first, else in all."""
    section = max((s for s in orders if cite == s or cite.startswith(f"{s}(")), key=len, default="")
    if not section:
        return
    names = orders[section]
    spoken = [(at, name) for name in names if name and (at := plain(says).find(plain(name))) >= 0]
    # "straight" is found in "straight flush" too: the first named, and of those the longest.
    first = min(spoken, key=lambda found: (found[0], -len(found[1])), default=(0, ""))[1]
    decided = "straight" in first or "royal" in first or (first == "three-of-a-kind" and "two pair" not in names)
    for how, words in HOWS.items():
        if (how == "tie" and not decided) or (how != "tie" and first != names[0]):  # a straight has only one rank that counts
            yield RankingChange(chapter, section, first, how, f"{words} ({first or 'every hand'})", digest(repr(names)))


HOWS = {"swap": "changes places with the next lower", "lower": "counts as the next lower", "tie": "only its first rank counts"}


def plain(words: str) -> str:
    """Words without what is spelled in two ways."""
    return words.lower().replace("-", " ").replace("two pairs", "two pair")


def changed_value(value: Any, change: RankingChange, names: tuple[str, ...], make: Any) -> Any:
    """What a hand is worth in a changed order of hands."""
    at = names.index(change.category) if change.category else -1
    category, ranks = value
    if change.how == "tie":
        return make(category, ranks[:1]) if category == at or at < 0 else value
    if at < 0:
        at = max(1, category)
    if change.how == "lower":
        return make(at - 1, ranks) if category == at else value
    return make({at: at - 1, at - 1: at}.get(category, category), ranks)
