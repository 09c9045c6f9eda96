"""The rules that submissions are checked by. Each option is a rule about its own value; `rules.toml` declares the rules about
more than one value, `rules_of_records.toml` those about records other than submissions.

A rule names the function that examines it, in any package. The judge resolves the name when the rule's phase is due, so that no
package imports one above it. One function may examine several rules.
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
Examine = Callable[..., Iterable[Problem]]  # its arguments depend on the phase: a file, a house, or a house and its game


@dataclass(frozen=True)
class Rule:
    """A rule: its level, its phase, what it says, and which function examines it in which chapters.

    `sections` are the paragraphs behind it; a rule without any cites the chapter, or the paragraph of its option. A rule that
    `follows` asks whether a table can work with certain options, and is not reported if these have other problems. A rule that
    is not `waivable` concerns values of the wrong kind, or what chips and arithmetic do not allow. If a `playable` rule is
    waived, a table can compute with any amount. What an `unread` rule complains about did not enter the house.
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
    general: bool = False  # belongs to no chapter
    kind: str = ""  # applies to chapters of this kind only: "banked" or "nonbanked"
    options: tuple[str, ...] = ()  # applies to chapters with one of these options only
    chapters: tuple[str, ...] = ()  # can be violated in these chapters only
    without: tuple[str, ...] = ()  # cannot be violated in these chapters
    sections: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()  # paragraphs that apply in every chapter
    sections_by: str = ""  # the function that computes the sections

    @property
    def examine(self) -> Examine:
        """The function that examines this rule, and perhaps others of its phase."""
        function: Examine = resolve(self.by)
        return function

    def applies(self, book: Chapter) -> bool:
        """True if a chapter has what the rule is about."""
        return self.kind in ("", book.kind) and (not self.options or not book.option_names.isdisjoint(self.options))

    def sections_in(self, book: Chapter) -> tuple[str, ...]:
        """The paragraphs behind the rule in a chapter, () if no submission can violate it there."""
        listed = not self.chapters or book.chapter in self.chapters
        if self.general or not listed or book.chapter in self.without or not self.applies(book):
            return ()
        if book.kind == "record" and not self.sections:
            return ()  # a rule about games
        if self.sections_by:
            cites = resolve(self.sections_by)(book)
        elif self.sections:
            cites = [section for section in self.sections if section.split(".")[0] == book.chapter]
        else:
            cites = self.anywhere or [o.section for o in book.options if o.option in self.options] or [book.chapter]
        return tuple(dict.fromkeys(cites))


@dataclass(frozen=True)
class Listed:
    """A rule in a chapter, as `pitboss check --rules` lists it."""

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
    """A function by its dotted name within pitboss, such as "house.combinations.limit_problems"."""
    module, _, function_name = name.rpartition(".")
    function: Callable[..., Any] = getattr(import_module(f"pitboss.{module}"), function_name)
    return function


@cache
def rules() -> dict[str, Rule]:
    """The declared rules, those about more than the value of one option, by id."""
    declared: dict[str, Any] = {}
    for file in FILES:
        declared |= tomllib.loads(file.read_text(encoding="utf-8"))
    return {id_: msgspec.convert(words | {"id": id_}, Rule) for id_, words in declared.items()}


def rule_of(id_: str) -> Rule:
    """A rule by its id. An id that is not declared is that of an option, whose rule is about its value."""
    return rules().get(id_) or Rule(id_, "error", "value", "", "house.values.accept")


def rules_of(book: Chapter) -> Iterator[Listed]:
    """Every rule that a chapter's submissions are checked by, those of single options first.

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
    """The rules that belong to no chapter, such as those about a folder of files."""
    return (Listed("", rule.id, rule.level, (), rule.says) for rule in rules().values() if rule.general)


def payout_sections(book: Chapter) -> list[str]:
    """The paragraphs that print payouts."""
    return [payout.section for payout in book.payouts]


def choice_sections(book: Chapter) -> list[str]:
    """The paragraphs of options that choose between several printed tables."""
    return [option.section for option in book.options if len(letters_of(option)) > 1]


def letters_of(option: Option) -> list[str]:
    """The names of the printed tables that an option chooses from."""
    if option.kind not in ("choice", "table") or not isinstance(option.allowed, list):
        return []
    return [name for name in option.allowed if isinstance(name, str) and name and name != "floor"]


def allowed_in_words(option: Option) -> str:
    """The allowed values of an option in words, "" if any value of its kind is allowed."""
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
