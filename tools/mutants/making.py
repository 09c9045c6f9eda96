"""Makes the mutants of a chapter: for each paragraph that is played, a handful of changes to its code and data."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, zip_longest

from tools.mutants.changes import Change, changes_at
from tools.mutants.data import DataChange, RankingChange, data_changes, ranking_changes
from tools.mutants.places import SRC, TESTS, Function, Source, source_of, statement_at
from tools.mutants.tracing import Trace, Traced

EQUIVALENT = TESTS / "mutants" / "equivalent.toml"
MOST = 8  # changes of code for one paragraph
MOST_PLACES = 6
ROOMS = ("games", "hands", "table", "card_room")
WHOLE = re.compile(r"\d{3}a?\.\d+(\(\w+\))*")
CITED = re.compile(r"§ (\d{3}a?\.\d+)((?:\([0-9a-zA-Z]{1,4}\))*)((?:(?:, |–| and )\([0-9a-zA-Z]{1,4}\))*)")


@dataclass(frozen=True)
class Mutant:
    """One change for one paragraph, and the tests that should notice it, the most likely first."""

    cite: str
    change: Change | DataChange | RankingChange
    tests: tuple[str, ...] = field(compare=False)

    @property
    def where(self) -> str:
        """The file, and the function if the change is in one."""
        if isinstance(self.change, Change):
            return ":".join(filter(None, (self.change.file, self.change.function)))
        return self.change.where

    @property
    def key(self) -> str:
        """What identifies a mutant across runs: paragraph, place and change, without line numbers."""
        return f"{self.cite} {self.where} {self.change.text}"

    @property
    def anywhere(self) -> str:
        """The key that stands for this change under any paragraph."""
        return f"* {self.where} {self.change.text}"


@cache
def equivalents() -> dict[str, str]:
    """The equivalent mutants, each with the reason why it breaks nothing."""
    return dict(tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))) if EQUIVALENT.is_file() else {}


def mutants_of(chapter: str, trace: Trace) -> list[Mutant]:
    """The mutants of the paragraphs that are played."""
    documented, mutants = cited_functions(chapter), dict[str, Mutant]()
    for cite, says in trace.played.items():
        traced = trace.cites.get(cite, Traced())
        tests = tests_for(cite, traced, trace)
        changes: list[Change | DataChange | RankingChange] = [*data_changes(chapter, cite)]
        changes += ranking_changes(chapter, cite, says, trace.orders)
        changes += islice(distinct(code_changes(cite, traced, documented.get(cite, []))), MOST)
        for change in changes:
            mutant = Mutant(cite, change, tests)
            mutants.setdefault(mutant.key, mutant)
    return list(mutants.values())


def tests_for(cite: str, traced: Traced, trace: Trace) -> tuple[str, ...]:
    """The tests of a paragraph: first those marked with it, then those that play it, the quickest kind first."""
    marked = [name for name, cites in trace.marked.items() if cite in cites]
    really = sorted(traced.tests, key=lambda name: (name.startswith("playthroughs/"), "::" in name, trace.seconds.get(name, 0)))
    return tuple(dict.fromkeys([*marked, *really]))


def code_changes(cite: str, traced: Traced, documented: list[tuple[Source, ast.stmt]]) -> Iterator[Change]:
    """The changes of the statements behind a paragraph: first of those that made its steps, then of functions whose docstrings
    cite it, then of the game's statements that called them. Within a group, statements take turns."""
    made = [(source_of(file), line) for (file, line), _ in traced.places.most_common(MOST_PLACES)]
    led = [(source_of(file), line) for (file, line), _ in traced.callers.most_common(2)]
    own = [(source, statement_at(source, line)) for source, line in made]
    calling = [(source, statement_at(source, line)) for source, line in led]
    for group, only in ((own, cite), (documented, ""), (calling, cite)):
        rows = [changes_at(source, statement, only) for source, statement in group if statement is not None]
        for turn in zip_longest(*rows):
            yield from (change for change in turn if change is not None)


def distinct(changes: Iterator[Change]) -> Iterator[Change]:
    """Drop repeated changes: those of the same place and text."""
    seen: set[tuple[str, str, str]] = set()
    for change in changes:
        key = (change.file, change.function, change.text)
        if key not in seen:
            seen.add(key)
            yield change


def cited_functions(chapter: str) -> dict[str, list[tuple[Source, ast.stmt]]]:
    """The statements by paragraph: those of functions whose docstrings cite it, and those that contain the citation."""
    statements: dict[str, list[tuple[Source, ast.stmt]]] = {}
    for room in ROOMS:
        for path in sorted((SRC / room).glob("**/*.py")):
            if f"{chapter}." not in path.read_text(encoding="utf-8"):
                continue
            source = source_of(path.relative_to(SRC).as_posix())
            for cite, statement in cited_in(source):
                if cite.startswith(f"{chapter}."):
                    statements.setdefault(cite, []).append((source, statement))
    return statements


def cited_in(source: Source) -> Iterator[tuple[str, ast.stmt]]:
    """The paragraphs that a file cites, each with a statement that the citation covers."""
    for node in source.nodes:
        if isinstance(node, Function):
            for cite in cites_in(ast.get_docstring(node) or ""):
                simple = [
                    part for part in ast.walk(node) if isinstance(part, ast.stmt) and part is not node and not is_words(part)
                ]
                yield from ((cite, part) for part in simple)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(r"\d{3}a?\.\d+(\(\w+\))*", node.value)
        ):
            around = next((up for up in source.above(node) if isinstance(up, ast.stmt)), None)
            if around is not None and any(isinstance(up, Function) for up in source.above(around)):
                yield node.value, around


def is_words(statement: ast.stmt) -> bool:
    """True if a statement is a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def cites_in(words: str) -> list[str]:
    """The paragraphs that a docstring cites, including those given by their last letter alone and those within a range.

    >>> cites_in("§ 565.12(a)–(c): Ante and Play. See § 565.11(d), (e).")
    ['565.12(a)', '565.12(b)', '565.12(c)', '565.11(d)', '565.11(e)']
    """
    cites: list[str] = []
    for section, mark, rest in CITED.findall(words):
        cites.append(section + mark)
        stem, _, last = mark.rpartition("(")
        for sign, letter in re.findall(r"(, |–| and )\((\w+)\)", rest):
            last = last.rstrip(")")
            if sign == "–" and len(last) == len(letter) == 1:
                cites += [f"{section}{stem}({chr(code)})" for code in range(ord(last) + 1, ord(letter))]
            cites.append(f"{section}{stem}({letter})")
            last = letter
    return cites
