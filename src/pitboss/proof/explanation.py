"""One paragraph explained: what it asks in our own words, the code that does it and the test that proves it.

`pitboss coverage` reads the whole source tree at once. Here one chapter is read when somebody first asks for a paragraph of it.
A wheel has an index of the tests instead of the tests themselves (`pitboss.proof.proving_tests`).
"""

import ast
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent, fill
from typing import NamedTuple

from pitboss.errors import UnknownCitation
from pitboss.games import MODULES, game
from pitboss.proof.coverage import PRINTING, Covered, cases_in, cover, folder_of, named, sources
from pitboss.proof.proving_tests import CITE, PACKAGE, WHOLE_CITE, lines_of, read_text_of, tests_of, text_of
from pitboss.rulebook import chapter, chapter_of, paragraph

MOST_LINES = 25  # of code
FEW_LINES = 6  # of a statement, which says little without those around it
MOST_PLACES = 3
MOST_TESTS = 50
RULES = (
    "rules",
    "section",
    "conduct",
    "between",
    "method",
    "p",
    "i",
)  # what procedures call the rules that a chapter gives them
ROOT_OF_PACKAGE = PACKAGE.parent
# What carries out the tables of [procedures] that games of several families have, from one deck and from a shoe.
SHARED = {
    "preparation": ("preparation", "multideck"),
    "dealing": ("dealing", "shoe_dealing"),
    "irregularities": ("irregularities", "shoe_dealing"),
}
# How code cites a paragraph, what says most first: in what a function does, in data of a module, in the docstring of a
# function, where it refuses something, in the docstring of a module.
DONE, DATA, DOCSTRING, REFUSED, MODULE = range(5)
_lock = threading.Lock()


@dataclass(frozen=True)
class Code:
    """Code that cites a paragraph: the file within the package, the line that does, and the lines around it from `first` on."""

    cite: str
    file: str
    line: int
    first: int
    text: str


@dataclass(frozen=True)
class Test:
    """A test, as short as it can be read."""

    name: str
    text: str


@dataclass(frozen=True)
class Explained:
    """A paragraph: our words for it, those above it from the section on, code and tests."""

    cite: str
    says: str
    heading: str
    chapter: str
    game: str
    kind: str
    status: str  # as `pitboss coverage` has it, "" where no tests are there
    why: str  # the reason where it is declined
    parents: list[tuple[str, str]]
    code: list[Code]
    tests: list[str]
    test: Test | None

    def __str__(self) -> str:
        """The paragraph, what it asks, and where to look."""
        lines = [f"§ {self.cite}  {self.heading}", fill(self.says, 100), *(f"{code.file}:{code.line}" for code in self.code)]
        more = f" and {len(self.tests) - 1} more" if len(self.tests) > 1 else ""
        return "\n".join([*lines, *[f"{name}{more}" for name in self.tests[:1]]])


def explain(citation: str) -> Explained:
    """A paragraph by its citation, as steps carry it; of several, or one that is not there, the first that is, or what is
    above it. Raises UnknownCitation.

    >>> found = explain("§ 565.11(b), (c)")
    >>> found.cite, found.heading, [cite for cite, _ in found.parents]
    ('565.11(b)', 'Procedures for completion of each round of play', ['565.11'])
    """
    cite = resolve(citation)
    book, about = chapter_of(cite), paragraph(cite)
    with _lock:  # whoever asks while a chapter is read waits for it
        known = _read(book.chapter, folder := folder_of(book.chapter))
    state = known.states.get(cite)
    tests = list(known.tests.get(cite) or (state.tests if state is not None else ()))
    parents = [(above, book.paragraphs[above].says) for above in _above(cite) if above in book.paragraphs]
    return Explained(
        cite=cite,
        says=about.says,
        heading=book.sections.get(cite.split("(")[0], ""),
        chapter=book.chapter,
        game=book.game,
        kind=about.kind,
        status=state.status if state is not None else "",
        why=state.why if state is not None and state.status == "declined" else "",
        parents=parents,
        code=[place.code() for place in known.code_of(cite)],
        tests=tests[:MOST_TESTS],
        test=Test(tests[0], text) if tests and (text := _text_of(folder, tests[0], cite)) else None,
    )


def resolve(citation: str) -> str:
    """The first paragraph that a citation names and the rulebook has, or the nearest above it; raises UnknownCitation.

    >>> resolve("633a.7(c), (d)"), resolve("565.8(b)(9)"), resolve("§ 565.8")
    ('633a.7(c)', '565.8(b)', '565.8')
    """
    named = CITE.findall(citation.replace(" (", "("))
    for cite in named:
        for each in (cite, *_above(cite)[::-1]):
            try:
                return paragraph(each).cite
            except UnknownCitation:
                continue
    raise UnknownCitation("the rulebook has no such paragraph; try, for example, 565.8(b)")


def _above(cite: str) -> list[str]:
    """The section of a paragraph and the paragraphs between, from the section on.

    >>> _above("565.8(d)(1)")
    ['565.8', '565.8(d)']
    """
    section, *letters = cite.replace(")", "").split("(")
    return [section + "".join(f"({each})" for each in letters[:number]) for number in range(len(letters))]


# ---------------------------------------------------------------------------- code


class Place(NamedTuple):
    """Where code cites a paragraph, and which lines show it. Where that is one of the rules that a chapter gives to a procedure
    which several chapters share, `shared` are the files of the procedure and `rule` what it calls the rule."""

    cite: str
    how: int
    path: Path
    line: int
    first: int
    last: int
    shared: tuple[Path, ...] = ()
    rule: str = ""

    def code(self) -> Code:
        """The lines."""
        lines = self.path.read_text(encoding="utf-8").splitlines()[self.first - 1 : self.last]
        return Code(self.cite, named(self.path), self.line, self.first, dedent("\n".join(lines)))


@cache
def _places(path: Path) -> list[Place]:
    """Every place of a file that cites a paragraph."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return list(_within(path, tree, [], _Given(_imported(tree))))


class _Given(NamedTuple):
    """The files from which classes come, by name, and within an argument for one of them its files and name."""

    files: dict[str, tuple[Path, ...]]
    shared: tuple[Path, ...] = ()
    rule: str = ""


def _imported(tree: ast.Module) -> dict[str, tuple[Path, ...]]:
    """The files of the folders from which names are imported, where games share them."""
    found: dict[str, tuple[Path, ...]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss.games."):
            folder = ROOT_OF_PACKAGE.joinpath(*str(node.module).split(".")).parent
            files = tuple(sorted(folder.glob("*.py"))) if folder != PACKAGE / "games" else ()
            found |= {name.name: files for name in node.names}
    return found


def _within(path: Path, node: ast.AST, around: list[ast.stmt], given: _Given) -> Iterator[Place]:
    """The places below a node, which statements stand around, the outermost first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            how, text = (DOCSTRING if around else MODULE), child.value.value
            for cite in dict.fromkeys(CITE.findall(text)) if isinstance(text, str) else ():
                yield Place(cite, how, path, child.lineno, *_span([*around, child], child.lineno))
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and WHOLE_CITE.fullmatch(child.value):
            how = DONE if any(isinstance(each, ast.FunctionDef) for each in around) else DATA
            how = REFUSED if isinstance(around[-1], ast.Raise) else how
            span = _span(around, child.lineno)
            yield Place(child.value, how, path, child.lineno, *span, given.shared, given.rule)
        inner = given
        if isinstance(child, ast.keyword) and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            inner = given._replace(shared=given.files.get(node.func.id, ()), rule=child.arg or "")
        yield from _within(path, child, [*around, child] if isinstance(child, ast.stmt) else around, inner)


@cache
def _uses(files: tuple[Path, ...]) -> dict[str, list[tuple[Path, int, int, int]]]:
    """Where the procedures in some files use a rule of a chapter, by its name: the file, the line, and which lines show it."""
    found: dict[str, list[tuple[Path, int, int, int]]] = {}

    def look(path: Path, node: ast.AST, around: list[ast.stmt]) -> None:
        for child in ast.iter_child_nodes(node):
            named = isinstance(child, ast.Attribute) and ast.unparse(child.value).rpartition(".")[2] in RULES
            if isinstance(child, ast.Attribute) and named and any(isinstance(each, ast.FunctionDef) for each in around):
                found.setdefault(child.attr, []).append((path, child.lineno, *_span(around, child.lineno)))
            look(path, child, [*around, child] if isinstance(child, ast.stmt) else around)

    for path in files:
        look(path, ast.parse(path.read_text(encoding="utf-8")), [])
    return found


def _span(around: list[ast.stmt], line: int) -> tuple[int, int]:
    """The first and the last line of the largest of some statements within each other that is short enough, with some of those
    around it where it is very short; or lines around one."""
    spans = [lines_of(each) for each in around]
    short = next((each for each in spans if each[1] - each[0] < MOST_LINES), None)
    at = spans.index(short) if short is not None else len(spans)
    if short is not None and (at == 0 or short[1] - short[0] >= FEW_LINES):
        return short
    window = MOST_LINES if short is None else MOST_LINES // 2
    first, last = spans[at - 1]
    start = max(first, min(line - window // 2, last - window + 1))
    return start, min(last, start + window - 1)


def _procedures(number: str) -> Iterator[Place]:
    """What a chapter's file, or one that it extends, cites as the steps of procedures that chapters share."""
    for role in chapter(number).roles():
        files = _carried_out(number, role.table.partition(".")[0])
        yield Place(number + role.place, DATA, role.path, role.line, role.line, role.line, files, role.role)


def _carried_out(number: str, table: str) -> tuple[Path, ...]:
    """The files that carry out a table of a chapter's [procedures]."""
    if table not in SHARED:
        module = MODULES[number].module
        return tuple(dict.fromkeys(file for files in _imported(ast.parse(_source_of(module))).values() for file in files))
    shoe = "cover_on_dealer" in chapter(number).procedures["preparation"]
    return (PACKAGE / "table" / "procedures" / f"{SHARED[table][shoe]}.py",)


def _source_of(module: str | Path) -> str:
    """The text of a game's module."""
    path = module if isinstance(module, Path) else PACKAGE / "games" / module
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")


# ---------------------------------------------------------------------------- a chapter


class Known(NamedTuple):
    """What is known of a chapter: where code cites each paragraph, which tests each has, and how far it is covered."""

    places: dict[str, list[Place]]
    tests: dict[str, tuple[str, ...]]
    states: dict[str, Covered]

    def code_of(self, cite: str) -> list[Place]:
        """The places for a paragraph, or for the nearest above it that code cites."""
        found = next((self.places[each] for each in (cite, *_above(cite)[::-1]) if each in self.places), [])
        return found[:MOST_PLACES]


def _text_of(folder: Path | None, test: str, cite: str) -> str:
    """What a test says of a paragraph; those of a game that lives in a folder of its own are there."""
    return text_of(test, cite) if folder is None else read_text_of(folder.parent, test, cite)


def _where(places: list[Place]) -> str:
    """The file that does what a paragraph asks; one that prints it only where no other does it."""
    files = [named(place.path) for place in places]
    return next((each for each in files if not each.startswith(f"{PRINTING}/")), files[0])


@cache
def _read(number: str, folder: Path | None) -> Known:
    book, places = chapter(number), dict[str, list[Place]]()
    files = sources() if folder is None else sorted(folder.glob("*.py"))
    cited = [place for path in files if f"{number}." in path.read_text(encoding="utf-8") for place in _places(path)]
    cited += _procedures(number)
    for place in [place for place in cited if place.shared]:
        cited += [Place(place.cite, DONE, *use) for use in _uses(place.shared).get(place.rule, ())]
    for place in sorted(cited, key=lambda place: place.how):  # which keeps the order of files
        mine = places.setdefault(place.cite, []) if place.cite in book.paragraphs else []
        if (place.path, place.first) not in [(each.path, each.first) for each in mine]:
            mine.append(place)
    proofs = tests_of(number) if folder is None else cases_in(folder)
    if proofs is None:
        return Known(places, {}, {})
    tests = {cite: names for cite, names in proofs.items() if cite in book.paragraphs}
    known, whole = Known(places, tests, {}), game(number).rankings if number in MODULES else {}
    where = {cite: _where(found) for cite, found in places.items()}
    sections = [cite for cite in book.paragraphs if cite.split("(")[0] in whole]
    where |= {cite: _where(found) for cite in sections if (found := known.code_of(cite))}  # named as a whole
    return known._replace(states={state.paragraph: state for state in cover(book, where, tests)})
