"""Commands that look rules up: paragraphs by citation or by a question, coverage, errata, the inventory of a table."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import ChapterArg, Json, MaybeChapter, app, cell, console, show
from pitboss.cli.rulebook import text_of
from pitboss.errors import UnknownCitation
from pitboss.words import many

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.proof.coverage import Covered
    from pitboss.rulebook import Chapter, Erratum, Paragraph

NARROW = 120  # columns, below which names of tests do not fit a line
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CITATION | [CHAPTER] QUESTION", help="A paragraph such as 565.8(b), a section, a chapter; or a question."
    ),
]
Official = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER", help="From now on show the official text beside ours, from a folder that has it; '' forgets it."
    ),
]


@app.command()
def rule(citation: Words = None, official: Official = None, as_json: Json = False) -> None:
    """What a paragraph requires, in our own words; what implements and tests it; its errata; a chapter's incidents. A question,
    such as `pitboss rule "what if the dealer shows a card"`, is answered with the paragraphs of every game, best first; a game
    that it names, or a chapter before it, narrows it. A single word finds every paragraph that has it."""
    if official is not None:
        _name_folder(official, as_json)
    if not citation:
        if official is None:
            raise UnknownCitation("say a paragraph, a chapter or a question, such as `pitboss rule 565.8(b)`")
        return
    from pitboss import rulebook
    from pitboss.proof.proving_tests import WHOLE_CITE

    tidy = rulebook.tidied(" ".join(citation))
    if WHOLE_CITE.match(tidy) or (tidy[:1].isdecimal() and "." in tidy):
        found = rulebook.paragraph(tidy)
        book = rulebook.chapter_of(tidy)
        paragraphs = [p for c, p in book.paragraphs.items() if c == found.cite or c.startswith(found.cite + "(")]
        _show_rules(book, paragraphs, as_json, whole=False)
        return
    try:
        book = rulebook.chapter(tidy)
    except UnknownCitation as unknown:
        _show_found(tidy, unknown, as_json)
        return
    _show_rules(book, list(book.paragraphs.values()), as_json, whole=True)


def _rows(book: "Chapter", paragraphs: list["Paragraph"]) -> list[dict[str, Any]]:
    """Paragraphs with all that is known of them."""
    from pitboss import rulebook
    from pitboss.proof.coverage import coverage
    from pitboss.rulebook.search import official

    states = {s.paragraph: s for s in coverage(book)}
    incidents = _incidents(book.chapter)
    return [
        {
            "paragraph": p.cite,
            "kind": p.kind,
            "says": p.says,
            "deletes": p.deletes,
            "adds": p.adds,
            "official": official.text(p.cite),
            "same_as": p.same_as,
            "status": states[p.cite].status,
            "where": states[p.cite].where,
            "tests": list(states[p.cite].tests),
            "proof": states[p.cite].proof,
            "killed": states[p.cite].killed,
            "tried": states[p.cite].tried,
            "errata": [e.id for e in rulebook.errata(book.chapter) if p.cite in e.cites],
            "incidents": [kind for kind, cite in incidents.items() if cite == p.cite],
            "edition": book.edition,
            "dated": book.dated,
            "source": book.source,
        }
        for p in paragraphs
    ]


def _show_rules(book: "Chapter", paragraphs: list["Paragraph"], as_json: bool, whole: bool) -> None:
    rows = _rows(book, paragraphs)
    if as_json:
        show(rows, True)
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    _heading(out, book)
    for row in rows:
        cite = str(row["paragraph"])
        title = book.sections.get(cite if whole or row is not rows[0] else cite.split("(")[0], "")
        out.print(Text(f"§ {row['paragraph']}", style="bold cyan") + Text(f"  {title}", style="bold"))
        out.print(Padding.indent(str(row["says"]), 3))
        for word, style in (("deletes", "red"), ("adds", "green")):
            if row[word]:
                out.print(Padding.indent(Text(f"the proposal {word}: {row[word]}", style=style), 3))
        if row["official"]:
            out.print(Padding.indent(Text(row["official"], style="italic"), 6))
        if not whole:
            _more(out, book, row)
    incidents = _incidents(book.chapter)
    if whole and incidents:
        out.print("Incidents a rule case may use", style="bold")
        words = _details(book.chapter)
        for kind, cite in incidents.items():
            detail = f" {{ {', '.join(words[kind])} }}" if words[kind] else ""
            out.print(f"   {kind}{detail} (§ {cite})", markup=False)


def _heading(out: "Console", book: "Chapter") -> None:
    """The chapter, and which text of it this is."""
    out.print(f"Chapter {book.chapter}, {book.game} ({text_of(book)})", style="bold")
    out.print(f"Text: {book.source}", style="dim")


def _more(out: "Console", book: "Chapter", row: dict[str, Any]) -> None:
    """What implements and tests a paragraph, its errata and its incidents."""
    from pitboss import rulebook

    tests = row["tests"]
    more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
    where = f"   {row['status']}" + (f", {openable(row['where'])}" if row["where"] else "")
    out.print(where + (f"; tested by {', '.join(map(openable, tests[:3]))}{more}" if tests else ""), style="dim")
    if row["proof"]:
        out.print(f"   {_proof(row['proof'], row['killed'], row['tried'])}", style="dim")
    for erratum in rulebook.errata(book.chapter):
        if row["paragraph"] in erratum.cites:
            out.print(f"   erratum {erratum.id}: {erratum.adopted}", style="yellow")
    if row["incidents"]:
        out.print(f"   incidents: {cell(row['incidents'])}", style="dim")


def _proof(proof: str, killed: int, tried: int) -> str:
    """How far a paragraph is proven, with its mutants.

    >>> _proof("proven", 5, 5), _proof("named", 3, 5), _proof("narrated", 0, 0)
    ('proven, 5 of 5 mutants killed', 'named, 3 of 5 mutants killed', 'narrated')
    """
    return f"{proof}, {killed} of {tried} mutants killed" if tried else proof


def openable(name: str) -> str:
    """A file of the package or a test as it is opened from the root of a checkout; as it is where it is installed otherwise."""
    from pitboss.proof.proving_tests import PACKAGE

    root, path = PACKAGE.parents[1], name.split(":")[0]
    for folder in ("src/pitboss", "tests"):
        if path and (root / folder / path).is_file():
            return f"{folder}/{name}"
    return name


def _show_found(words: str, unknown: UnknownCitation, as_json: bool) -> None:
    """The paragraphs that answer a question; a chapter among its words narrows it."""
    from pitboss import rulebook
    from pitboss.rulebook.search import find

    wanted = words.split()
    named = {name: number for number, source in rulebook.sources().items() for name in (number, source.slug)}
    chapters = [named[word.lower()] for word in wanted if word.lower() in named]
    answer = find(" ".join(word for word in wanted if word.lower() not in named), chapters)
    if not answer.found or (len(wanted) == 1 and answer.read_as and _asked(unknown)):  # a game's name, misspelled
        raise UnknownCitation(f"{unknown.message.split(';')[0]}, and no paragraph mentions it{_asked(unknown)}")
    if as_json:
        numbers = dict.fromkeys(each.chapter for each in answer.found)
        rows = {row["paragraph"]: row for n in numbers for row in _found_rows(n, [e.cite for e in answer.found])}
        show([rows[each.cite] for each in answer.found], True)
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    if answer.read_as:
        read = ", ".join(f"{word} as {meant}" for word, meant in answer.read_as.items())
        out.print(f"read {read}", style="dim", highlight=False)
    for each in answer.found:
        out.print(Text(f"§ {each.cite}", style="bold cyan") + Text(f"  {each.game}: {each.heading}", style="dim"))
        out.print(Padding.indent(Text(each.says, style="none"), 3))
    of = len({each.chapter for each in answer.found})
    out.print(f"{many(len(answer.found), 'paragraph')} of {many(of, 'chapter')}", style="dim")


def _found_rows(number: str, cites: list[str]) -> list[dict[str, Any]]:
    """The rows of some paragraphs of a chapter."""
    from pitboss import rulebook

    book = rulebook.chapter(number)
    return _rows(book, [book.paragraphs[cite] for cite in cites if cite in book.paragraphs])


def _name_folder(name: str, as_json: bool) -> None:
    """Keeps the folder with the official text, or forgets it."""
    from pitboss.rulebook.search import official

    number = official.name(Path(name) if name else None)
    if not as_json:
        print(f"the official text of {many(number, 'paragraph')} is shown from now on" if name else "no official text is shown")


def _asked(unknown: UnknownCitation) -> str:
    """The question whether another name was meant, if the chapters' names have one."""
    _, _, question = unknown.message.partition("; did you mean")
    return f"; did you mean{question}" if question else ""


def _incidents(chapter: str) -> dict[str, str]:
    from pitboss.games import MODULES, game

    return dict(game(chapter).incidents) if chapter in MODULES else {}


def _details(chapter: str) -> dict[str, tuple[str, ...]]:
    from pitboss.games import game

    return dict(game(chapter).details)


@app.command()
def coverage(
    chapter: MaybeChapter = "",
    section: Annotated[str, typer.Argument(help="A section of the chapter, such as .8, or a paragraph.")] = "",
    still_open: Annotated[bool, typer.Option("--open", help="Only what is open.")] = False,
    summary: Annotated[bool, typer.Option("--summary", help="Only how many, by chapter.")] = False,
    as_json: Json = False,
) -> None:
    """For every paragraph: played, priced, checked, printed, equipment, declined or open; where, by which tests, and how far
    mutants prove what is played."""
    from pitboss import rulebook
    from pitboss.proof.coverage import coverage as cover
    from pitboss.proof.coverage import coverage_of_all

    if "." in chapter and not section:  # 565.8, or a paragraph
        chapter, section = rulebook.chapter_of(chapter).chapter, rulebook.tidied(chapter)
    states = cover(rulebook.chapter(chapter)) if chapter else coverage_of_all()
    if section:
        cite = rulebook.paragraph(rulebook.chapter(chapter).chapter + "." + section.rpartition(".")[2]).cite
        states = [s for s in states if s.paragraph == cite or s.paragraph.startswith(f"{cite}(")]
    if summary:
        show(_summary(states), as_json)
        return
    counts = Counter(s.status for s in states)
    shown = [s for s in states if s.status == "open" or not still_open]
    rows: list[dict[str, Any]] = [{**asdict(s), "tests": list(s.tests)} for s in shown]
    if as_json:
        show(rows, True)
        return
    narrow = console().width < NARROW
    for row in rows:
        row["where"] = openable(row["where"])
        row["tests"] = _tests(list(map(openable, row["tests"])), narrow) or row["why"]
    if rows:
        show([row | {"proof": _short_proof(row)} for row in rows], False, ["paragraph", "status", "proof", "where", "tests"])
    print(f"{many(len(states), 'paragraph')}: " + ", ".join(f"{n} {status}" for status, n in counts.most_common()))


def _short_proof(row: dict[str, Any]) -> str:
    return f"{row['proof']} {row['killed']}/{row['tried']}" if row["tried"] else str(row["proof"])


def _summary(states: "list[Covered]") -> list[dict[str, Any]]:
    """How many paragraphs of each chapter are played, how far they are proven, and what its mutants came to."""
    by_chapter: dict[str, list[Covered]] = {}
    for state in states:
        by_chapter.setdefault(state.paragraph.split(".")[0], []).append(state)
    rows = []
    for number, found in by_chapter.items():
        played = [s for s in found if s.status == "played"]
        proofs, own = Counter(s.proof for s in played), [s for s in played if not s.why]  # a lead-in has none of its own
        row: dict[str, Any] = {"chapter": number, "paragraphs": len(found), "played": len(played)}
        row |= {word: proofs[word] for word in ("proven", "named", "narrated")}
        rows.append(row | {"killed": sum(s.killed for s in own), "tried": sum(s.tried for s in own)})
    return rows


def _tests(tests: list[str], narrow: bool) -> str:
    """The first test and how many more, or where there is little room how many."""
    if not tests:
        return ""
    if narrow:
        return f"{len(tests)} test{'s' * (len(tests) != 1)}"
    return tests[0] + (f" and {len(tests) - 1} more" if len(tests) > 1 else "")


@app.command()
def errata(
    chapter: Annotated[str, typer.Argument(help="A chapter, a game's slug or the name of one erratum; all if left out.")] = "",
    as_json: Json = False,
) -> None:
    """Defects of the regulation, what the letter would do, and the reading adopted."""
    found = _errata(chapter)
    if as_json:
        show([{**asdict(e), "cites": list(e.cites)} for e in found], True)
        return
    from rich.padding import Padding

    out = console()
    for e in found:
        out.print(f"{e.id}  § {', § '.join(e.cites)}", style="bold")
        for label, words in (("says", e.says), ("effect", e.effect), ("adopted", e.adopted), ("why", e.why)):
            out.print(Padding.indent(f"{label}: {words}", 3))


def _errata(name: str) -> list["Erratum"]:
    """The register, a chapter of it, or one erratum by its name."""
    from pitboss import rulebook
    from pitboss.spelling import hint

    every = rulebook.errata()
    if one := [e for e in every if e.id == name.strip().lower()]:
        return one
    try:
        return rulebook.errata(rulebook.chapter(name).chapter if name else "")
    except UnknownCitation:
        names = [*(e.id for e in every), *(book.slug for book in rulebook.games())]
        meant = hint(name, names, "`pitboss errata` lists the register")
        raise UnknownCitation(f"there is no chapter and no erratum {name!r}{meant}") from None


@app.command()
def inventory(chapter: ChapterArg, as_json: Json = False) -> None:
    """The physical things a table of the game must have, each with its paragraph."""
    from pitboss import rulebook

    book = rulebook.chapter(chapter)
    rows = [{"paragraph": p.cite, "requires": p.says} for p in book.paragraphs.values() if p.kind == "equipment"]
    show(rows, as_json, ["paragraph", "requires"])
