"""The rules of the check, as a list: each with the chapter, its sections and one sentence. A rule that a single option makes is
called as the option is; those about several choices are in `rules.toml`."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.games import game
from pitboss.money import dollars
from pitboss.rulebook import Chapter, Option

FILE = Path(__file__).with_name("rules.toml")


@dataclass(frozen=True)
class Rule:
    """One rule in one chapter."""

    chapter: str
    rule: str
    level: str
    sections: tuple[str, ...]
    says: str

    def record(self) -> dict[str, Any]:
        """The rule as `pitboss check --rules --json` lists it."""
        return {
            "chapter": self.chapter,
            "rule": self.rule,
            "level": self.level,
            "sections": list(self.sections),
            "says": self.says,
        }


@cache
def together() -> dict[str, dict[str, Any]]:
    """The rules about more than the value of one option, by name."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def rules_of(book: Chapter) -> Iterator[Rule]:
    """Every rule of the check for a chapter, those of single options first.

    >>> from pitboss.rulebook import chapter
    >>> [rule.says for rule in rules_of(chapter("565")) if rule.rule in ("seats", "dealing", "even-money")]
    ['dealing is "manual shoe", "hand" or "automated shoe".', 'seats is 1 to 7.']
    """
    for option in book.options:
        if says := allowed_in_words(option):
            yield Rule(book.chapter, option.option, "error", (option.section,), f"{option.option} is {says}.")
    for name, entry in together().items():
        if not entry.get("general") and (sections := _sections(book, entry)) is not None:
            yield Rule(book.chapter, name, entry["level"], sections, entry["says"])


def general_rules() -> Iterator[Rule]:
    """The rules of no chapter: about the name of one, and about a folder."""
    for name, entry in together().items():
        if entry.get("general"):
            yield Rule("", name, entry["level"], (), entry["says"])


def _sections(book: Chapter, entry: dict[str, Any]) -> tuple[str, ...] | None:
    """The paragraphs behind a rule in a chapter, None where it does not have the rule."""
    if book.chapter in entry.get("without", ()) or (entry.get("banked") and book.kind != "banked"):
        return None
    if "anywhere" in entry:
        return tuple(entry["anywhere"])
    if "chapters" in entry and book.chapter not in entry["chapters"]:
        return None
    if entry.get("payouts"):
        found = [p.section for p in book.payouts]
    elif entry.get("wagers"):
        limited = any(option.option == "optional_wager_minimum" for option in book.options)
        found = [wager.cite for wager in game(book.chapter).wagers if not wager.required] if limited else []
    elif entry.get("tables"):
        found = [o.section for o in book.options if len(letters_of(o)) > 1]
    elif "options" in entry:
        found = [o.section for o in book.options if o.option in entry["options"]]
    elif "sections" in entry:
        found = [section for section in entry["sections"] if section.split(".")[0] == book.chapter]
    else:
        return (book.chapter,)
    return tuple(dict.fromkeys(found)) or None


def letters_of(option: Option) -> list[str]:
    """The names of the printed tables from which an option chooses."""
    if option.kind not in ("choice", "table") or not isinstance(option.allowed, list):
        return []
    return [name for name in option.allowed if isinstance(name, str) and name and name != "floor"]


def allowed_in_words(option: Option) -> str:
    """What an option may be, "" where any value of its kind will do."""
    allowed = option.allowed
    if option.kind in ("flag", "text"):
        return "" if not isinstance(allowed, list) or len(allowed) != 1 else str(allowed[0]).lower()
    if option.kind == "table" and not all(isinstance(n, str) for n in _names(option)):
        return ""
    if isinstance(allowed, dict) and option.kind in ("number", "amount"):
        show = dollars if option.unit == "cents" else str
        least, most = allowed.get("min", 0), allowed.get("max")
        return f"{show(least)} to {show(most)}" if most is not None else f"{show(least)} or more"
    *first, last = [f'"{name}"' if isinstance(name, str) else str(name) for name in _names(option)]
    listed = f"{', '.join(first)} or {last}" if first else last
    return f"{listed}, or a table of hands and payouts" if option.kind == "table" else listed


def _names(option: Option) -> list[Any]:
    return list(option.allowed if isinstance(option.allowed, list) else option.allowed.values())
