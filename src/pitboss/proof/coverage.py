"""What implements and what tests each paragraph, read from the source and from its tests (`pitboss.proof.proving_tests`).

A paragraph is implemented where the source cites it: as the citation of a step, a wager, an option or an error, or in the
docstring of the function that does it. It is tested by rule cases that cite it, by stored playthroughs in which its step
occurs, and by test functions marked with it. Nothing is typed in by hand, so nothing can be claimed that is not there.

A game that lives in a folder of its own (`docs/new-game.md`) is read there: its module, and its rule cases, each of which tests
what it cites and what the steps of its round do, if it holds.
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
from pitboss.proof.disk_cache import remembered
from pitboss.proof.proving_tests import CASE_CITES, CITE, PACKAGE, WHOLE_CITE, Tests, proofs_of, read_tests, tests_of
from pitboss.rulebook import Chapter, Paragraph, chapter, chapters

READERS = (Path(__file__), Path(pitboss.proof.proving_tests.__file__))  # the code that reads citations
TESTS = ("cases/*/*.toml", "records/cases/*.toml", "playthroughs/*.txt", "playthroughs/eventful/*.txt", "**/test_*.py")
ROOMS = ("games", "hands", "table", "card_room", "desk", "records")  # that may implement a paragraph, by their word
PRINTING = "printing"
STATUS = {"desk": "checked", "records": "checked", PRINTING: "printed"}  # of what a room does; all others play
CHECKED_KINDS = ("option", "approval")  # a wager or a payout that the house may choose must also be played
CHECKLIST = "desk/test_equipment.py::test_every_paragraph_of_equipment_is_on_the_checklist_of_a_table"
APPROVAL = "a matter between the certificate holder and the Board; nothing happens at the table"


@dataclass(frozen=True)
class Covered:
    """The state of one paragraph."""

    paragraph: str
    status: str
    where: str
    tests: tuple[str, ...]
    why: str = ""
    proof: str = ""  # of what is played: proven, named or narrated
    killed: int = 0  # of its mutants
    tried: int = 0


def sources() -> list[Path]:
    """The files that may implement a paragraph."""
    rooms = (path for room in ROOMS for path in sorted((PACKAGE / room).glob("**/*.py")))
    printed = sorted((PACKAGE / PRINTING).glob("*.py"))  # last: what is also played is played
    return [*rooms, PACKAGE / "cards.py", *printed]


def folder_of(number: str) -> Path | None:
    """The folder of a game that lives elsewhere, None for a chapter of ours."""
    module = MODULES[number].module if number in MODULES else ""
    return module.parent if isinstance(module, Path) else None


def named(path: Path) -> str:
    """A file within the package, or within the folder of a game that lives elsewhere."""
    return (path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else Path(path.parent.name, path.name)).as_posix()


@cache
def implemented() -> dict[str, str]:
    """Where the source first cites each paragraph, as "games/three_card_poker.py:120"."""
    found: dict[str, str] = remembered("implemented", [*sources(), *procedure_files(), *READERS], _implemented)
    return found


def _implemented() -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sources():
        found = _cited_in(path) | found
    for number in [book.chapter for book in chapters() if folder_of(book.chapter) is None]:
        found = _procedures_in(number) | found
    return found


@cache
def _implemented_in_records() -> dict[str, str]:
    """Where each paragraph of other agencies' rules is first cited: only one room implements them."""
    found: dict[str, str] = {}
    for path in sorted((PACKAGE / "records").glob("**/*.py")):
        found = _cited_in(path) | found
    return found


def _cited_in(path: Path) -> dict[str, str]:
    """Where a file first cites each paragraph."""
    found: dict[str, str] = {}
    text = path.read_text(encoding="utf-8")
    if not CITE.search(text):
        return found
    tree = ast.parse(text)
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        cites = CITE.findall(node.value) if id(node) in documented else WHOLE_CITE.findall(node.value)[:1]
        if id(node) not in documented and cites and cites[0] != node.value:
            continue
        for cite in cites:
            found.setdefault(cite, f"{named(path)}:{node.lineno}")
    return found


def procedure_files() -> list[Path]:
    """The chapters' files, and those that they extend, which say what the steps of shuffle, cut and dealing cite."""
    return sorted((PACKAGE / "rulebook").glob("*/*.toml"))


def _procedures_in(number: str) -> dict[str, str]:
    """Where each paragraph of a chapter is first stated as that of a step, in its own file or one that it extends."""
    found: dict[str, str] = {}
    for role in chapter(number).roles():
        found.setdefault(number + role.place, f"{named(role.path)}:{role.line}")
    return found


def _implemented_in(folder: Path, number: str) -> dict[str, str]:
    """The same of a game that lives in a folder of its own; a section whose order of hands it uses is covered as a whole."""
    found = _procedures_in(number)
    for path in sorted(folder.glob("*.py"), reverse=True):
        found |= _cited_in(path)
    whole = {section: found.get(section, named(folder / "game.py")) for section in game(number).rankings}
    return {cite: whole[cite.split("(")[0]] for cite in chapter(number).paragraphs if cite.split("(")[0] in whole} | found


def cases_in(folder: Path) -> Tests:
    """The rule cases of a game that lives in a folder of its own, by what they cite and by the steps of their rounds; only
    those that hold."""
    from pitboss.cases import played  # the engine: `rule` about a chapter of ours answers without it

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
        paths = [path for what in TESTS for path in root.glob(what)]
        known = remembered("tested", [*paths, *READERS], lambda: read_tests(root))
        return {cite: tuple(tests) for cite, tests in known.items()}
    return _tests_of()


def _tests_of(number: str = "") -> Tests:
    """The tests of every paragraph, or of those of a chapter only, as they are now."""
    if (found := tests_of(number)) is None:
        raise PitbossError("here are neither the tests of pitboss nor the index of them with which a wheel is built")
    return found


def _above(cite: str) -> str:
    """Where the section of a ranking is named as a whole: that covers the paragraphs of the section."""
    section = cite.split("(")[0]
    return implemented().get(section, "") if section in _whole_sections() else ""


@cache
def _whole_sections() -> frozenset[str]:
    """Sections that a game names as the order of hands it uses (the `rankings` of `Game`)."""
    games = list((PACKAGE / "games").glob("**/*.py"))
    return frozenset(remembered("whole-sections", [*games, *READERS], lambda: sorted(_named_whole())))


def _named_whole() -> set[str]:
    found: set[str] = set()
    for path in (PACKAGE / "games").glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "rankings" and isinstance(node.value, ast.Dict):
                found.update(str(k.value) for k in node.value.keys if isinstance(k, ast.Constant))
    return found


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
    """Every paragraph of a chapter with its status, in the chapter's order."""
    if (folder := folder_of(book.chapter)) is not None:
        return proven(book, cover(book, _implemented_in(folder, book.chapter), cases_in(folder)))
    if book.kind == "record":  # one room is read in less time than the store of all of them is checked
        return cover(book, _implemented_in_records(), _tests_of(book.chapter))
    where = {cite: implemented().get(cite, "") or _above(cite) for cite in book.paragraphs}
    return proven(book, cover(book, where, tested()))


def proven(book: Chapter, states: list[Covered]) -> list[Covered]:
    """The same with what mutants have shown of each paragraph that is played (docs/mutants.md): proven where each was killed by
    a test, narrated where none can be made, else named. A lead-in is as well proven as the paragraphs below it."""
    proofs = proofs_of(book.chapter)

    def shown(state: Covered) -> tuple[str, int, int]:
        cite = book.paragraphs[state.paragraph].same_as or state.paragraph
        if cite in proofs or not state.why:
            return proofs.get(cite, ("named", 0, 0))
        below = [found for each, found in proofs.items() if each.startswith(f"{cite}(")]
        worst = next((word for word in ("named", "narrated") if any(found[0] == word for found in below)), "proven")
        return (worst if below else "named"), sum(found[1] for found in below), sum(found[2] for found in below)

    found = []
    for state in states:
        proof, killed, tried = shown(state) if state.status == "played" else ("", 0, 0)
        found.append(replace(state, proof=proof, killed=killed, tried=tried))
    return found


def cover(book: Chapter, where: Mapping[str, str], tests: Mapping[str, tuple[str, ...]]) -> list[Covered]:
    """The same by what is known of where each paragraph is implemented, and of what tests it."""
    paragraphs = book.paragraphs
    states = {cite: _own_state(book, p, where.get(cite, ""), tests.get(cite, ())) for cite, p in paragraphs.items()}
    for cite, paragraph in paragraphs.items():
        if paragraph.same_as:
            right = states[paragraph.same_as]
            states[cite] = Covered(cite, right.status, right.where, right.tests, f"the index misreads {paragraph.same_as}")
    # A lead-in asks nothing by itself, and neither does a section: it is covered when everything under it is.
    for cite, paragraph in reversed(paragraphs.items()):
        if states[cite].status != "open" or (paragraph.kind != "lead-in" and "(" in cite):
            continue
        below = [s for c, s in states.items() if c.startswith(cite + "(")]
        if below and all(s.status != "open" for s in below):
            best = next((s for s in below if s.status == "played"), below[0])
            states[cite] = Covered(cite, best.status, best.where, best.tests, best.why or "a lead-in to the paragraphs below")
    return list(states.values())


def coverage_of_all() -> list[Covered]:
    """Every paragraph of every chapter."""
    return [state for book in chapters() for state in coverage(book)]
