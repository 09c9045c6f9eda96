"""The code and the tests of each paragraph, read from the source and from the tests (`pitboss.proof.proving_tests`).

A paragraph is implemented where the source cites it: as the citation of a step, a wager, an option or an error, or in the
docstring of the function that implements it. It is tested by rule cases that cite it, stored playthroughs in which its step
occurs, and test functions marked with it. Nothing is entered by hand, so no claim can go beyond the code.

An added game (`docs/new-game.md`) is read in its own folder: its module, and its rule cases. A case that passes tests what it
cites and what the steps of its round cite.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pitboss.proof.proving_tests
from pitboss.desk.things import listed
from pitboss.errors import PitbossError
from pitboss.games import MODULES, game
from pitboss.proof.disk_cache import read_cached
from pitboss.proof.proving_tests import CASE_CITES, CITE, PACKAGE, WHOLE_CITE, Tests, proofs_of, read_tests, tests_of
from pitboss.rulebook import Chapter, Paragraph, chapter, chapters

READERS = (Path(__file__), Path(pitboss.proof.proving_tests.__file__))  # the code that reads citations
TESTS = ("cases/*/*.toml", "records/cases/*.toml", "playthroughs/*.txt", "playthroughs/eventful/*.txt", "**/test_*.py")
ROOMS = ("games", "hands", "table", "card_room", "desk", "records")  # packages that may implement a paragraph
PRINTING = "printing"
STATUS = {"desk": "checked", "records": "checked", PRINTING: "printed"}  # by package; for all others "played"
CHECKED_KINDS = ("option", "approval")  # kinds for which a check is enough; wagers and payouts must also be played
CHECKLIST = "desk/test_equipment.py::test_every_paragraph_of_equipment_is_on_the_checklist_of_a_table"
APPROVAL = "a matter between the certificate holder and the Board; nothing happens at the table"


@dataclass(frozen=True)
class Covered:
    """The coverage of one paragraph."""

    paragraph: str
    status: str
    where: str
    tests: tuple[str, ...]
    why: str = ""
    proof: str = ""  # for a played paragraph: proven, named or narrated
    killed: int = 0  # noticed mutants
    tried: int = 0


def sources() -> list[Path]:
    """The files that may implement a paragraph."""
    rooms = (path for room in ROOMS for path in sorted((PACKAGE / room).glob("**/*.py")))
    printed = sorted((PACKAGE / PRINTING).glob("*.py"))  # last, so that "played" takes precedence over "printed"
    return [*rooms, PACKAGE / "cards.py", *printed]


def folder_of(number: str) -> Path | None:
    """The folder of an added game, None for a built-in chapter."""
    module = MODULES[number].module if number in MODULES else ""
    return module.parent if isinstance(module, Path) else None


def named(path: Path) -> str:
    """The name of a file, relative to the package or to the folder that contains an added game's folder."""
    return (path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else Path(path.parent.name, path.name)).as_posix()


@cache
def implemented() -> dict[str, str]:
    """The place where the source first cites each paragraph, such as "games/three_card_poker.py:120"."""
    places: dict[str, str] = read_cached("implemented", [*sources(), *procedure_files(), *READERS], _implemented)
    return places


def _implemented() -> dict[str, str]:
    places: dict[str, str] = {}
    for path in sources():
        places = _cited_in(path) | places
    for number in [book.chapter for book in chapters() if folder_of(book.chapter) is None]:
        places = _procedures_in(number) | places
    return places


@cache
def _implemented_in_records() -> dict[str, str]:
    """The first citation of each paragraph of other agencies' rules, which only the package `records` implements."""
    places: dict[str, str] = {}
    for path in sorted((PACKAGE / "records").glob("**/*.py")):
        places = _cited_in(path) | places
    return places


def _cited_in(path: Path) -> dict[str, str]:
    """The place where a file first cites each paragraph."""
    places: dict[str, str] = {}
    text = path.read_text(encoding="utf-8")
    if not CITE.search(text):
        return places
    tree = ast.parse(text)
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        cites = CITE.findall(node.value) if id(node) in documented else WHOLE_CITE.findall(node.value)[:1]
        if id(node) not in documented and cites and cites[0] != node.value:
            continue
        for cite in cites:
            places.setdefault(cite, f"{named(path)}:{node.lineno}")
    return places


def procedure_files() -> list[Path]:
    """The data files of chapters and the shared files, which have the citations of the steps of shuffle, cut and dealing."""
    return sorted((PACKAGE / "rulebook").glob("*/*.toml"))


def _procedures_in(number: str) -> dict[str, str]:
    """The place where a data file first states each paragraph of a chapter as that of a step."""
    places: dict[str, str] = {}
    for role in chapter(number).roles():
        places.setdefault(number + role.place, f"{named(role.path)}:{role.line}")
    return places


def _implemented_in(folder: Path, number: str) -> dict[str, str]:
    """The place where an added game first cites each paragraph. A section whose ranking it uses is covered as a whole."""
    places = _procedures_in(number)
    for path in sorted(folder.glob("*.py"), reverse=True):
        places |= _cited_in(path)
    rankings = {section: places.get(section, named(folder / "game.py")) for section in game(number).rankings}
    paragraphs = [cite for cite in chapter(number).paragraphs if cite.split("(")[0] in rankings]
    return {cite: rankings[cite.split("(")[0]] for cite in paragraphs} | places


def cases_in(folder: Path) -> Tests:
    """The passing rule cases of an added game, by what they cite and by the citations of their steps."""
    from pitboss.cases import played  # imports the engine, which `pitboss rule` does not need for built-in chapters

    cited, passed = dict[str, list[str]](), dict[str, list[str]]()
    for path in sorted((folder / "cases").glob("*.toml")):
        try:
            differences, steps = played(path)
        except PitbossError:
            continue
        if differences:
            continue
        name = f"{folder.name}/cases/{path.name}"
        listed = CASE_CITES.search(path.read_text(encoding="utf-8"))
        for cite in CITE.findall(listed[1]) if listed else ():
            cited.setdefault(cite, []).append(name)
        for cite in dict.fromkeys(match[0] for step in steps if (match := WHOLE_CITE.search(step))):
            passed.setdefault(cite, []).append(name)
    return {cite: tuple(dict.fromkeys((*cited.get(cite, ()), *passed.get(cite, ())))) for cite in (*cited, *passed)}


@cache
def tested() -> Tests:
    """The tests of each paragraph: rule cases, marked test functions and playthroughs."""
    if (root := pitboss.proof.proving_tests.tests_folder()) is not None:
        paths = [path for pattern in TESTS for path in root.glob(pattern)]
        tests_by_cite = read_cached("tested", [*paths, *READERS], lambda: read_tests(root))
        return {cite: tuple(tests) for cite, tests in tests_by_cite.items()}
    return _tests_of()


def _tests_of(number: str = "") -> Tests:
    """The tests of every paragraph, or of a chapter's, without a cache."""
    if (tests := tests_of(number)) is None:
        raise PitbossError("here are neither the tests of pitboss nor the index of them with which a wheel is built")
    return tests


def _above(cite: str) -> str:
    """The place where a paragraph's section is named as a ranking, which covers all its paragraphs; "" if it is not."""
    section = cite.split("(")[0]
    return implemented().get(section, "") if section in _whole_sections() else ""


@cache
def _whole_sections() -> frozenset[str]:
    """The sections that games name as their rankings of hands (the `rankings` of `Game`)."""
    games = list((PACKAGE / "games").glob("**/*.py"))
    return frozenset(read_cached("whole-sections", [*games, *READERS], lambda: sorted(_named_whole())))


def _named_whole() -> set[str]:
    sections: set[str] = set()
    for path in (PACKAGE / "games").glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "rankings" and isinstance(node.value, ast.Dict):
                sections.update(str(k.value) for k in node.value.keys if isinstance(k, ast.Constant))
    return sections


def _own_state(book: Chapter, paragraph: Paragraph, where: str, tests: tuple[str, ...]) -> Covered:
    cite = paragraph.cite
    if paragraph.declined:
        return Covered(cite, "declined", "", (), paragraph.declined)
    if (paragraph.kind == "equipment" or cite in listed()) and not (where and tests):
        if (folder := folder_of(book.chapter)) is not None:
            return Covered(cite, "equipment", f"{folder.name}/paragraphs.toml", ())
        return Covered(cite, "equipment", "desk/equipment.toml", (CHECKLIST,))
    if where and tests:
        return Covered(cite, STATUS.get(where.split("/")[0], "played"), where, tests)
    if paragraph.kind in CHECKED_KINDS and any(o.section == cite for o in book.options):
        if (folder := folder_of(book.chapter)) is not None:
            return Covered(cite, "checked", f"{folder.name}/chapter.toml", tests)
        tests = tests or ("rulebook/test_rulebook.py::test_every_option_is_checked_with_its_section",)
        return Covered(cite, "checked", f"rulebook/chapters/{book.chapter}.toml", tests)
    if paragraph.kind == "approval":
        return Covered(cite, "declined", "", (), APPROVAL)
    return Covered(cite, "open", where, tests)


def coverage(book: Chapter) -> list[Covered]:
    """The coverage of every paragraph of a chapter, in order."""
    if (folder := folder_of(book.chapter)) is not None:
        return proven(book, cover(book, _implemented_in(folder, book.chapter), cases_in(folder)))
    if book.kind == "record":  # reading one package is faster than validating the cache of all
        return cover(book, _implemented_in_records(), _tests_of(book.chapter))
    where = {cite: implemented().get(cite, "") or _above(cite) for cite in book.paragraphs}
    return proven(book, cover(book, where, tested()))


def proven(book: Chapter, states: list[Covered]) -> list[Covered]:
    """Add the results of mutation testing to each played paragraph (docs/mutants.md): proven if a test killed each mutant,
    narrated if none can be made, else named. A lead-in is as well proven as the paragraphs below it."""
    proofs = proofs_of(book.chapter)

    def proof_of(state: Covered) -> tuple[str, int, int]:
        cite = book.paragraphs[state.paragraph].same_as or state.paragraph
        if cite in proofs or not state.why:
            return proofs.get(cite, ("named", 0, 0))
        below = [result for sub, result in proofs.items() if sub.startswith(f"{cite}(")]
        worst = next((word for word in ("named", "narrated") if any(result[0] == word for result in below)), "proven")
        return (worst if below else "named"), sum(result[1] for result in below), sum(result[2] for result in below)

    with_proofs = []
    for state in states:
        proof, killed, tried = proof_of(state) if state.status == "played" else ("", 0, 0)
        with_proofs.append(replace(state, proof=proof, killed=killed, tried=tried))
    return with_proofs


def cover(book: Chapter, where: Mapping[str, str], tests: Mapping[str, tuple[str, ...]]) -> list[Covered]:
    """The coverage of every paragraph of a chapter. `where` has the place that implements a paragraph, `tests` its tests."""
    paragraphs = book.paragraphs
    states = {cite: _own_state(book, p, where.get(cite, ""), tests.get(cite, ())) for cite, p in paragraphs.items()}
    for cite, paragraph in paragraphs.items():
        if paragraph.same_as:
            actual = states[paragraph.same_as]
            states[cite] = Covered(cite, actual.status, actual.where, actual.tests, f"the index misreads {paragraph.same_as}")
    # A lead-in or a section requires nothing by itself: it is covered when everything below it is.
    for cite, paragraph in reversed(paragraphs.items()):
        if states[cite].status != "open" or (paragraph.kind != "lead-in" and "(" in cite):
            continue
        below = [s for c, s in states.items() if c.startswith(cite + "(")]
        if below and all(s.status != "open" for s in below):
            best = next((s for s in below if s.status == "played"), below[0])
            states[cite] = Covered(cite, best.status, best.where, best.tests, best.why or "a lead-in to the paragraphs below")
    return list(states.values())


def coverage_of_all() -> list[Covered]:
    """The coverage of every paragraph of every chapter."""
    return [state for book in chapters() for state in coverage(book)]
