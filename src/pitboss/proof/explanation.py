"""Explains one paragraph: what it requires in our own words, the code that implements it and the test that proves it.

`pitboss coverage` reads the whole source tree at once; this module reads one chapter, on the first request for a paragraph of
it. A wheel has an index of the tests instead of the tests themselves (`pitboss.proof.proving_tests`).
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
FEW_LINES = 6  # a shorter statement is shown with those around it
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
)  # the names by which procedures refer to the rules that a chapter gives them
ROOT_OF_PACKAGE = PACKAGE.parent
# The modules that carry out the tables of [procedures]: for games dealt from one deck, and from a shoe.
SHARED = {
    "preparation": ("preparation", "multideck"),
    "dealing": ("dealing", "shoe_dealing"),
    "irregularities": ("irregularities", "shoe_dealing"),
}
# How code cites a paragraph, the most informative way first: in a function's code, in a module's data, in a function's
# docstring, in a refusal, in a module's docstring.
DONE, DATA, DOCSTRING, REFUSED, MODULE = range(5)
_lock = threading.Lock()


@dataclass(frozen=True)
class Code:
    """Code that cites a paragraph: the file within the package, the citing line, and the text of the lines from `first` on."""

    cite: str
    file: str
    line: int
    first: int
    text: str


@dataclass(frozen=True)
class Test:
    """A test, with its text in brief."""

    name: str
    text: str


@dataclass(frozen=True)
class Explained:
    """A paragraph in our own words, the paragraphs above it, and its code and tests."""

    cite: str
    says: str
    heading: str
    chapter: str
    game: str
    kind: str
    status: str  # as in `pitboss coverage`, "" if no tests are available
    why: str  # the reason if it is declined
    parents: list[tuple[str, str]]
    code: list[Code]
    tests: list[str]
    test: Test | None

    def __str__(self) -> str:
        """The paragraph, what it requires, and where to look."""
        lines = [f"§ {self.cite}  {self.heading}", fill(self.says, 100), *(f"{code.file}:{code.line}" for code in self.code)]
        others = f" and {len(self.tests) - 1} more" if len(self.tests) > 1 else ""
        return "\n".join([*lines, *[f"{name}{others}" for name in self.tests[:1]]])


def explain(citation: str) -> Explained:
    """Explain a paragraph by its citation, as in steps. Of several, the first that exists is taken, or else the nearest above.
    Raises UnknownCitation.

    >>> explained = explain("§ 565.11(b), (c)")
    >>> explained.cite, explained.heading, [cite for cite, _ in explained.parents]
    ('565.11(b)', 'Procedures for completion of each round of play', ['565.11'])
    """
    cite = resolve(citation)
    book, about = chapter_of(cite), paragraph(cite)
    with _lock:  # a chapter is read only once, even if several threads ask for it
        index = _read(book.chapter, folder := folder_of(book.chapter))
    state = index.states.get(cite)
    tests = list(index.tests.get(cite) or (state.tests if state is not None else ()))
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
        code=[place.code() for place in index.code_of(cite)],
        tests=tests[:MOST_TESTS],
        test=Test(tests[0], text) if tests and (text := _text_of(folder, tests[0], cite)) else None,
    )


def resolve(citation: str) -> str:
    """The first paragraph in a citation that the rulebook has, or the nearest above it. Raises UnknownCitation.

    >>> resolve("633a.7(c), (d)"), resolve("565.8(b)(9)"), resolve("§ 565.8")
    ('633a.7(c)', '565.8(b)', '565.8')
    """
    cites = CITE.findall(citation.replace(" (", "("))
    for cite in cites:
        for candidate in (cite, *_above(cite)[::-1]):
            try:
                return paragraph(candidate).cite
            except UnknownCitation:
                continue
    raise UnknownCitation("the rulebook has no such paragraph; try, for example, 565.8(b)")


def _above(cite: str) -> list[str]:
    """The paragraphs that contain a paragraph, from its section down.

    >>> _above("565.8(d)(1)")
    ['565.8', '565.8(d)']
    """
    section, *letters = cite.replace(")", "").split("(")
    return [section + "".join(f"({letter})" for letter in letters[:number]) for number in range(len(letters))]


# ---------------------------------------------------------------------------- code


class Place(NamedTuple):
    """A place where code cites a paragraph, with the lines to show. If a chapter passes the citation to a shared procedure,
    `shared` are the procedure's files, and `rule` is its name for the citation."""

    cite: str
    how: int
    path: Path
    line: int
    first: int
    last: int
    shared: tuple[Path, ...] = ()
    rule: str = ""

    def code(self) -> Code:
        """The lines of code to show."""
        lines = self.path.read_text(encoding="utf-8").splitlines()[self.first - 1 : self.last]
        return Code(self.cite, named(self.path), self.line, self.first, dedent("\n".join(lines)))


@cache
def _places(path: Path) -> list[Place]:
    """Every place in a file that cites a paragraph."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return list(_within(path, tree, [], _Given(_imported(tree))))


class _Given(NamedTuple):
    """The files that define imported classes, by class; within an argument for such a class, also its files and the argument's
    name."""

    files: dict[str, tuple[Path, ...]]
    shared: tuple[Path, ...] = ()
    rule: str = ""


def _imported(tree: ast.Module) -> dict[str, tuple[Path, ...]]:
    """For each name imported from a folder that games share, the files of that folder."""
    files_by_name: dict[str, tuple[Path, ...]] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss.games."):
            folder = ROOT_OF_PACKAGE.joinpath(*str(node.module).split(".")).parent
            files = tuple(sorted(folder.glob("*.py"))) if folder != PACKAGE / "games" else ()
            files_by_name |= {name.name: files for name in node.names}
    return files_by_name


def _within(path: Path, node: ast.AST, around: list[ast.stmt], given: _Given) -> Iterator[Place]:
    """The places below a node. `around` has the statements that contain it, the outermost first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            how, text = (DOCSTRING if around else MODULE), child.value.value
            for cite in dict.fromkeys(CITE.findall(text)) if isinstance(text, str) else ():
                yield Place(cite, how, path, child.lineno, *_span([*around, child], child.lineno))
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and WHOLE_CITE.fullmatch(child.value):
            how = DONE if any(isinstance(statement, ast.FunctionDef) for statement in around) else DATA
            how = REFUSED if isinstance(around[-1], ast.Raise) else how
            span = _span(around, child.lineno)
            yield Place(child.value, how, path, child.lineno, *span, given.shared, given.rule)
        inner = given
        if isinstance(child, ast.keyword) and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            inner = given._replace(shared=given.files.get(node.func.id, ()), rule=child.arg or "")
        yield from _within(path, child, [*around, child] if isinstance(child, ast.stmt) else around, inner)


@cache
def _uses(files: tuple[Path, ...]) -> dict[str, list[tuple[Path, int, int, int]]]:
    """The uses of a chapter's rules by procedures in some files, by the rule's name: the file, the line, and the lines to
    show."""
    uses: dict[str, list[tuple[Path, int, int, int]]] = {}

    def look(path: Path, node: ast.AST, around: list[ast.stmt]) -> None:
        for child in ast.iter_child_nodes(node):
            of_rules = isinstance(child, ast.Attribute) and ast.unparse(child.value).rpartition(".")[2] in RULES
            in_function = any(isinstance(statement, ast.FunctionDef) for statement in around)
            if isinstance(child, ast.Attribute) and of_rules and in_function:
                uses.setdefault(child.attr, []).append((path, child.lineno, *_span(around, child.lineno)))
            look(path, child, [*around, child] if isinstance(child, ast.stmt) else around)

    for path in files:
        look(path, ast.parse(path.read_text(encoding="utf-8")), [])
    return uses


def _span(around: list[ast.stmt], line: int) -> tuple[int, int]:
    """The first and last line to show for a line inside nested statements: the largest statement that is short enough, with its
    surroundings if it is very short; or some lines around the line."""
    spans = [lines_of(statement) for statement in around]
    short = next((span for span in spans if span[1] - span[0] < MOST_LINES), None)
    at = spans.index(short) if short is not None else len(spans)
    if short is not None and (at == 0 or short[1] - short[0] >= FEW_LINES):
        return short
    window = MOST_LINES if short is None else MOST_LINES // 2
    first, last = spans[at - 1]
    start = max(first, min(line - window // 2, last - window + 1))
    return start, min(last, start + window - 1)


def _procedures(number: str) -> Iterator[Place]:
    """The citations of steps of shared procedures in a chapter's file, or one that it extends."""
    for role in chapter(number).roles():
        files = _files_of_procedure(number, role.table.partition(".")[0])
        yield Place(number + role.place, DATA, role.path, role.line, role.line, role.line, files, role.role)


def _files_of_procedure(number: str, table: str) -> tuple[Path, ...]:
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
    """The index of a chapter: the places, the tests and the coverage of each paragraph."""

    places: dict[str, list[Place]]
    tests: dict[str, tuple[str, ...]]
    states: dict[str, Covered]

    def code_of(self, cite: str) -> list[Place]:
        """The places of a paragraph, or of the nearest one above it that code cites."""
        places = next((self.places[candidate] for candidate in (cite, *_above(cite)[::-1]) if candidate in self.places), [])
        return places[:MOST_PLACES]


def _text_of(folder: Path | None, test: str, cite: str) -> str:
    """The text of a test about a paragraph, from the tests of pitboss or from the folder of an added game."""
    return text_of(test, cite) if folder is None else read_text_of(folder.parent, test, cite)


def _where(places: list[Place]) -> str:
    """The file that implements a paragraph; one that only prints it is the last choice."""
    files = [named(place.path) for place in places]
    return next((file for file in files if not file.startswith(f"{PRINTING}/")), files[0])


@cache
def _read(number: str, folder: Path | None) -> Known:
    book, places = chapter(number), dict[str, list[Place]]()
    files = sources() if folder is None else sorted(folder.glob("*.py"))
    cited = [place for path in files if f"{number}." in path.read_text(encoding="utf-8") for place in _places(path)]
    cited += _procedures(number)
    for place in [place for place in cited if place.shared]:
        cited += [Place(place.cite, DONE, *use) for use in _uses(place.shared).get(place.rule, ())]
    for place in sorted(cited, key=lambda place: place.how):  # a stable sort, which keeps the order of files
        of_paragraph = places.setdefault(place.cite, []) if place.cite in book.paragraphs else []
        if (place.path, place.first) not in [(other.path, other.first) for other in of_paragraph]:
            of_paragraph.append(place)
    proofs = tests_of(number) if folder is None else cases_in(folder)
    if proofs is None:
        return Known(places, {}, {})
    tests = {cite: names for cite, names in proofs.items() if cite in book.paragraphs}
    index, rankings = Known(places, tests, {}), game(number).rankings if number in MODULES else {}
    where = {cite: _where(cited_at) for cite, cited_at in places.items()}
    sections = [cite for cite in book.paragraphs if cite.split("(")[0] in rankings]  # a ranking covers its whole section
    where |= {cite: _where(cited_at) for cite in sections if (cited_at := index.code_of(cite))}
    return index._replace(states={state.paragraph: state for state in cover(book, where, tests)})
