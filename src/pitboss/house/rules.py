"""The rules of lawfulness. `rules.toml` declares those about more than the value of one option; each option is a rule itself.
`rules_of_records.toml` declares those about records that are no submissions.

A rule names the function that examines it, in any room: the judge finds it by its name when its phase is due, so that no
room imports one above it. A function may examine several rules.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.problems import Level, Problem
from pitboss.money import dollars
from pitboss.rulebook import Chapter, Option
from pitboss.words import either

FILES = [Path(__file__).with_name(name) for name in ("rules.toml", "rules_of_records.toml")]
Examine = Callable[..., Iterable[Problem]]  # of what the phase is about: a file, a house, a game and its house


@dataclass(frozen=True)
class Rule:
    """A rule: its level, its phase, what it says, and which function examines it in which chapters.

    `sections` are the paragraphs behind it, for chapters that have some; a rule without any cites the chapter, or for an option
    its own paragraph. A rule that `follows` asks whether a table can work with some options: it is not reported where something
    else is wrong with them. What is not `waivable` no waiver can mend: values of the wrong kind, and what chips and arithmetic
    do not allow. A table computes with a `playable` amount, whatever it is, where it is waived. What an `unread` rule
    is about is not in the house as the file has it.
    """

    id: str
    level: Level
    phase: str
    says: str
    by: str = ""
    follows: bool = False
    unread: bool = False
    waivable: bool = True
    playable: bool = False
    general: bool = False  # of no chapter
    kind: str = ""  # of chapters that have it: "banked" or "nonbanked"
    options: tuple[str, ...] = ()  # of chapters that have it: one of these
    chapters: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()  # paragraphs that hold in every chapter
    sections_by: str = ""  # the function that finds them

    @property
    def examine(self) -> Examine:
        """The function that examines it, and perhaps other rules of its phase."""
        function: Examine = resolve(self.by)
        return function

    def applies(self, book: Chapter) -> bool:
        """Whether a chapter has what the rule is about."""
        return self.kind in ("", book.kind) and (not self.options or not book.option_names.isdisjoint(self.options))

    def sections_in(self, book: Chapter) -> tuple[str, ...]:
        """The paragraphs behind the rule in a chapter, () where no submission can violate it."""
        listed = not self.chapters or book.chapter in self.chapters
        if self.general or not listed or book.chapter in self.without or not self.applies(book):
            return ()
        if book.kind == "record" and not self.sections:
            return ()  # a rule about games
        if self.sections_by:
            found = resolve(self.sections_by)(book)
        elif self.sections:
            found = [section for section in self.sections if section.split(".")[0] == book.chapter]
        else:
            found = self.anywhere or [o.section for o in book.options if o.option in self.options] or [book.chapter]
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Listed:
    """One rule in one chapter, as `pitboss check --rules` lists it."""

    chapter: str
    rule: str
    level: str
    sections: tuple[str, ...]
    says: str

    def record(self) -> dict[str, Any]:
        """The rule as JSON."""
        return {**vars(self), "sections": list(self.sections)}


@cache
def resolve(name: str) -> Callable[..., Any]:
    """A function by its name in the package, such as "house.combinations.limit_problems"."""
    module, _, function = name.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(f"pitboss.{module}"), function)
    return found


@cache
def rules() -> dict[str, Rule]:
    """The rules about more than the value of one option, by id."""
    declared: dict[str, Any] = {}
    for file in FILES:
        declared |= tomllib.loads(file.read_text(encoding="utf-8"))
    return {id_: msgspec.convert(words | {"id": id_}, Rule) for id_, words in declared.items()}


def rule_of(id_: str) -> Rule:
    """A rule by its id; any other is that of the value of an option."""
    return rules().get(id_) or Rule(id_, "error", "value", "", "house.values.accept")


def rules_of(book: Chapter) -> Iterator[Listed]:
    """Every rule of the check for a chapter, those of single options first.

    >>> from pitboss.rulebook import chapter
    >>> [rule.says for rule in rules_of(chapter("three-card-poker")) if rule.rule in ("seats", "dealing", "even-money")]
    ['dealing is "manual shoe", "hand" or "automated shoe".', 'seats is 1 to 7.']
    """
    for option in book.options:
        if says := allowed_in_words(option):
            yield Listed(book.chapter, option.option, "error", (option.section,), f"{option.option} is {says}.")
    for rule in rules().values():
        if sections := rule.sections_in(book):
            yield Listed(book.chapter, rule.id, rule.level, sections, rule.says)


def general_rules() -> Iterator[Listed]:
    """The rules of no chapter: about the name of one, and about a folder."""
    return (Listed("", rule.id, rule.level, (), rule.says) for rule in rules().values() if rule.general)


def payout_sections(book: Chapter) -> list[str]:
    """The paragraphs that print payouts."""
    return [payout.section for payout in book.payouts]


def choice_sections(book: Chapter) -> list[str]:
    """The paragraphs of options that choose among several printed tables."""
    return [option.section for option in book.options if len(letters_of(option)) > 1]


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
    names = list(allowed if isinstance(allowed, list) else allowed.values())
    if option.kind == "table" and not all(isinstance(name, str) for name in names):
        return ""
    if isinstance(allowed, dict) and option.kind in ("number", "amount"):
        show = dollars if option.unit == "cents" else str
        least, most = allowed.get("min", 0), allowed.get("max")
        return f"{show(least)} to {show(most)}" if most is not None else f"{show(least)} or more"
    listed = either(f'"{name}"' if isinstance(name, str) else str(name) for name in names)
    return f"{listed}, or a table of hands and payouts" if option.kind == "table" else listed
