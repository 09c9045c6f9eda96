"""The results of a chapter's mutants, stored in `tests/mutants/<chapter>.json`: by paragraph, each change and the test that
noticed it.

A mutant that was noticed is not tried again while the function or data it changes and the test that noticed it are unchanged.
A survivor is tried again whenever any of the chapter's rules or tests has changed.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.mutants.changes import Change
from tools.mutants.making import EQUIVALENT, Mutant, equivalents
from tools.mutants.places import ROOT, SRC, TESTS, digest, digest_of_function
from tools.mutants.running import TIME_OUT
from tools.mutants.tracing import Trace
from tools.mutants.trials import PLAYTHROUGHS, files_of

FOLDER = TESTS / "mutants"
RULES = (
    "games/**/*.py",
    "hands/*.py",
    "table/**/*.py",
    "house/*.py",
    "card_room/*.py",
    "cases/*.py",
    "rulebook/*.py",
    "rulebook/shared/*.toml",
    *(f"{name}.py" for name in ("cards", "errors", "money", "shoe")),
)
SAME = "equivalent"
IMPORT = "the import: "  # stands for the test where a change prevented collecting it


@dataclass
class Tried:
    """A tried mutant: its place (with the line), the change, the test that noticed it, and the digest of what it changed."""

    at: str
    change: str
    by: str
    digest: str

    def row(self) -> list[str]:
        """This result as a row of the file."""
        return [self.at, self.change, self.by, self.digest]


Known = dict[str, dict[str, Tried]]  # by paragraph and key


@cache
def file_digest(path: Path) -> str:
    """The digest of a file, "" if it does not exist."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12] if path.is_file() else ""


def chapter_digest(chapter: str) -> str:
    """The digest of everything that the results of a chapter depend on."""
    paths = [path for pattern in RULES for path in SRC.glob(pattern)]
    paths += [SRC / "rulebook" / room / f"{chapter}.toml" for room in ("chapters", "paragraphs")]
    paths += [
        *(TESTS / "cases" / chapter).glob("*.toml"),
        *(TESTS / "playthroughs").glob(f"{chapter}-*.txt"),
        *files_of(chapter),
    ]
    paths += [ROOT / "tools" / "mutants" / f"{name}.py" for name in ("changes", "data", "making", "tracing", "trials")]
    paths.append(EQUIVALENT)
    return digest("\n".join(f"{path.relative_to(ROOT)} {file_digest(path)}" for path in sorted(set(paths))))


def test_digest(name: str) -> str:
    """The digest of the file that a test is in."""
    if name.startswith("playthroughs/"):
        return digest(file_digest(TESTS / name) + file_digest(TESTS / PLAYTHROUGHS))
    return file_digest(TESTS / name.partition("::")[0])


def path_of(chapter: str) -> Path:
    """The file of a chapter's results."""
    return FOLDER / f"{chapter}.json"


def read(chapter: str) -> dict[str, Any]:
    """The stored results of a chapter, {} if there are none."""
    path = path_of(chapter)
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return data


def still_known(
    data: Mapping[str, Any], mutants: Iterable[Mutant], test_digest: Callable[[str], str] = test_digest
) -> dict[str, Tried]:
    """The mutants that need not be tried again, by key."""
    tests = data.get("tests", {})
    stored: dict[str, Tried] = {}
    for cite, paragraph in data.get("paragraphs", {}).items():
        for row in paragraph["mutants"]:
            tried = Tried(*row)
            stored[f"{cite} {without_line(tried.at)} {tried.change}"] = tried
    valid: dict[str, Tried] = {}
    for mutant in mutants:
        before = stored.get(mutant.key)
        if before is None or not before.by or before.digest != mutant.change.digest or before.by == SAME:
            continue
        if before.by == TIME_OUT or tests.get(before.by, "gone") == test_digest(before.by):
            valid[mutant.key] = before
    return valid


def without_line(at: str) -> str:
    """A place without its line."""
    return at.rpartition(" line ")[0] or at


def place(mutant: Mutant) -> str:
    """A place with its line."""
    return f"{mutant.where} line {mutant.change.line}" if isinstance(mutant.change, Change) else mutant.where


def written(chapter: str, trace: Trace, mutants: list[Mutant], noticed: Mapping[str, str], whole: bool) -> dict[str, Any]:
    """The results as data. `noticed` has the test that noticed each mutant, by key; mutants not yet tried are left out."""
    paragraphs: dict[str, Any] = {}
    for cite in trace.played:
        traced = trace.cites.get(cite)
        of_paragraph = [mutant for mutant in mutants if mutant.cite == cite and mutant.key in noticed]
        tried = [Tried(place(m), m.change.text, judged(m, noticed[m.key]), m.change.digest) for m in of_paragraph]
        counted = [t for t in tried if t.by != SAME]
        within = [below.tests for sub, below in trace.cites.items() if sub == cite or sub.startswith(f"{cite}(")]
        killed, really = sum(bool(t.by) for t in counted), len({name for tests in within for name in tests})
        marked = any("::" in t.by for t in tried)
        paragraphs[cite] = {
            "proof": proof(killed, len(counted), bool(really or marked or (counted and counted[0].at.startswith("rankings")))),
            "killed": killed,
            "tried": len(counted),
            "really": really,
            "acts": sorted(traced.acts) if traced else [],
            "mutants": [t.row() for t in tried],
        }
    killers = sorted({row[2] for p in paragraphs.values() for row in p["mutants"] if "/" in row[2]})
    return {
        "chapter": chapter,
        "digest": chapter_digest(chapter) if whole else "",
        "paragraphs": paragraphs,
        "tests": {name: test_digest(name) for name in killers},
    }


def judged(mutant: Mutant, by: str) -> str:
    """The test that noticed a mutant; `SAME` for a survivor that is equivalent."""
    return SAME if not by and (mutant.key in equivalents() or mutant.anywhere in equivalents()) else by


def proof(killed: int, tried: int, really: bool) -> str:
    """How well a paragraph is proven.

    >>> proof(5, 5, True), proof(4, 5, True), proof(5, 5, False), proof(0, 0, True)
    ('proven', 'named', 'named', 'narrated')
    """
    if not tried:
        return "narrated"
    return "proven" if killed == tried and really else "named"


def write(chapter: str, data: Mapping[str, Any]) -> None:
    """Write the results of a chapter, one mutant a line."""
    lines = [f'{{\n"chapter": {json.dumps(chapter)},\n"digest": {json.dumps(data["digest"])},\n"paragraphs": {{']
    rows = []
    for cite, paragraph in data["paragraphs"].items():
        head = json.dumps({key: value for key, value in paragraph.items() if key != "mutants"})
        mutants = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in paragraph["mutants"])
        rows.append(f'{json.dumps(cite)}: {head[:-1]}, "mutants": [{mutants and chr(10)}{mutants}]}}')
    lines.append(",\n".join(rows) + '\n},\n"tests": {')
    lines.append(",\n".join(f" {json.dumps(name)}: {json.dumps(seal)}" for name, seal in data["tests"].items()) + "\n}\n}\n")
    part = path_of(chapter).with_suffix(".part")
    part.parent.mkdir(exist_ok=True)
    part.write_text("\n".join(lines), encoding="utf-8")
    part.replace(path_of(chapter))


def unfit(chapter: str) -> list[str]:
    """The results whose function has changed or gone since the mutant was tried."""
    stale = []
    for cite, paragraph in read(chapter).get("paragraphs", {}).items():
        for row in paragraph["mutants"]:
            tried = Tried(*row)
            file, _, function = without_line(tried.at).partition(":")
            if file.endswith(".py"):
                path = SRC / file
                now = digest_of_function(file, function, path.read_text(encoding="utf-8")) if path.is_file() else ""
                if now != tried.digest:
                    stale.append(f"{cite} {tried.at}: {tried.change}")
    return stale
