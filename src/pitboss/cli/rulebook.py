"""Commands that look things up: chapters, options, pay tables, paragraphs, errata."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import ChapterArg, Json, MaybeChapter, app, cell, console, show
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.rulebook import Option


@app.command()
def games(as_json: Json = False) -> None:
    """The sixteen chapters: game, edition, and what replaces what."""
    from pitboss import rulebook

    keys = ("chapter", "game", "slug", "kind", "edition", "effective", "replaces", "replaced_by")
    rows = [{k: getattr(c, k) for k in keys} for c in rulebook.games()]
    show(rows, as_json, ["chapter", "game", "slug", "kind", "edition"])


@app.command()
def options(chapter: ChapterArg, as_json: Json = False) -> None:
    """Every choice that a Rules Submission makes, with its section and what is allowed."""
    from pitboss import rulebook

    found = rulebook.chapter(chapter).options
    if as_json:
        show([{**asdict(o), "also": list(o.also)} for o in found], True)
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    for option in found:
        out.print(Text(option.option, style="bold") + Text(f"  § {option.section}", style="cyan"))
        out.print(Padding.indent(_choices(option), 3))
        out.print(Padding.indent(option.why, 3))


def _choices(option: "Option") -> str:
    """What a house may choose, and what holds if it chooses nothing.

    >>> from pitboss.rulebook import chapter
    >>> for option in chapter("565").options:
    ...     if option.option in ("dealing", "seats", "table_minimum"):
    ...         print(_choices(option))
    default manual shoe; allowed manual shoe, hand, automated shoe
    default 7; allowed 1 to 7, in players
    default 500 ($5); allowed 1 or more, in cents
    """
    worth = f" ({dollars(option.default)})" if option.unit == "cents" and type(option.default) is int else ""
    unit = f", in {option.unit}" if option.unit else ""
    return f"default {_toml(option.default)}{worth}; allowed {_allowed(option.allowed)}{unit}"


def _allowed(allowed: Any) -> str:
    """Values, or the least and the most.

    >>> _allowed(["", "A", "B"]), _allowed({"min": 1, "max": 7}), _allowed({"min": 1}), _allowed({})
    ('"", A, B', '1 to 7', '1 or more', 'any')
    """
    if not isinstance(allowed, dict):
        return ", ".join(map(_toml, allowed)) or "any"
    if "min" not in allowed:
        return "any"
    return f"{allowed['min']} to {allowed['max']}" if "max" in allowed else f"{allowed['min']} or more"


def _toml(value: Any) -> str:
    """A value nearly as a submission writes it."""
    return str(value).lower() if isinstance(value, bool) else cell(value) or ("[]" if value == [] else '""')


@app.command()
def paytables(chapter: MaybeChapter = "", as_json: Json = False) -> None:
    """Every printed pay table in the printed words and order, and the payouts that the text states in a sentence."""
    from pitboss import rulebook

    books = [rulebook.chapter(chapter)] if chapter else rulebook.games()
    tables = [p for book in books for p in book.payouts]
    if as_json:
        rows = [
            {
                "chapter": p.chapter,
                "section": p.section,
                "wager": p.wager,
                "table": p.table,
                "kind": p.kind,
                "condition": p.condition,
                "rows": [{"hand": hand, "payout": payout} for hand, payout in p.rows],
            }
            for p in tables
        ]
        show(rows, True)
        return
    from rich.table import Table

    out = console()
    for p in tables:
        title = f"§ {p.section}  {p.wager}{f', table {p.table}' if p.table else ''}"
        notes = ", ".join(x for x in (p.kind if p.kind != "odds" else "", p.condition) if x)
        out.print(title + (f"  ({notes})" if notes else ""), style="bold")
        table = Table(box=None, show_header=False, padding=(0, 2))
        for hand, payout in p.rows:
            table.add_row(hand, payout)
        out.print(table)
    if not tables:
        out.print(f"chapter {books[0].chapter} states no payouts")


@app.command()
def rule(
    citation: Annotated[str, typer.Argument(help="A paragraph such as 565.8(b), a section, or a chapter.")],
    as_json: Json = False,
) -> None:
    """What a paragraph requires, in our own words; what implements and tests it; its errata; a chapter's incidents."""
    from pitboss import rulebook
    from pitboss.coverage import coverage

    tidy = citation.strip().removeprefix("§").strip()
    if "." not in tidy:
        book = rulebook.chapter(tidy)
        paragraphs = list(book.paragraphs.values())
    else:
        found = rulebook.paragraph(tidy)
        book = rulebook.chapter_of(tidy)
        paragraphs = [p for c, p in book.paragraphs.items() if c == found.cite or c.startswith(found.cite + "(")]
    states = {s.paragraph: s for s in coverage(book)}
    incidents = _incidents(book.chapter)
    rows = []
    for p in paragraphs:
        state = states[p.cite]
        rows.append(
            {
                "paragraph": p.cite,
                "kind": p.kind,
                "says": p.says,
                "same_as": p.same_as,
                "status": state.status,
                "where": state.where,
                "tests": list(state.tests),
                "errata": [e.id for e in rulebook.errata(book.chapter) if p.cite in e.cites],
                "incidents": [kind for kind, cite in incidents.items() if cite == p.cite],
            }
        )
    if as_json:
        show(rows, True)
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    if "." not in tidy:
        out.print(f"Chapter {book.chapter}, {book.game} ({book.edition})", style="bold")
    for row in rows:
        title = book.sections.get(str(row["paragraph"]), "")
        out.print(Text(f"§ {row['paragraph']}", style="bold cyan") + Text(f"  {title}", style="bold"))
        out.print(Padding.indent(str(row["says"]), 3))
        if "." in tidy:
            tests = row["tests"]
            assert isinstance(tests, list)
            more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
            where = f"   {row['status']}" + (f", {row['where']}" if row["where"] else "")
            out.print(where + (f"; tested by {', '.join(tests[:3])}{more}" if tests else ""), style="dim")
            for erratum in rulebook.errata(book.chapter):
                if row["paragraph"] in erratum.cites:
                    out.print(f"   erratum {erratum.id}: {erratum.adopted}", style="yellow")
            if row["incidents"]:
                out.print(f"   incidents: {cell(row['incidents'])}", style="dim")
    if "." not in tidy and incidents:
        out.print("Incidents a rule case may use", style="bold")
        words = _details(book.chapter)
        for kind, cite in incidents.items():
            detail = f" {{ {', '.join(words[kind])} }}" if words[kind] else ""
            out.print(f"   {kind}{detail} (§ {cite})", markup=False)


def _incidents(chapter: str) -> dict[str, str]:
    from pitboss.games import MODULES, game

    return dict(game(chapter).incidents) if chapter in MODULES else {}


def _details(chapter: str) -> dict[str, tuple[str, ...]]:
    from pitboss.games import game

    return dict(game(chapter).details)


@app.command()
def coverage(chapter: MaybeChapter = "", as_json: Json = False) -> None:
    """For every paragraph: played, priced, checked, printed, equipment, declined or open; where, and by which tests."""
    from pitboss import rulebook
    from pitboss.coverage import coverage as cover
    from pitboss.coverage import coverage_of_all

    states = cover(rulebook.chapter(chapter)) if chapter else coverage_of_all()
    rows = [{**asdict(s), "tests": list(s.tests)} for s in states]
    if as_json:
        show(rows, True)
        return
    from collections import Counter

    for row in rows:
        tests = row["tests"]
        row["tests"] = tests[0] + (f" and {len(tests) - 1} more" if len(tests) > 1 else "") if tests else row["why"]
    show(rows, False, ["paragraph", "status", "where", "tests"])
    counts = Counter(s.status for s in states)
    print(f"{len(states)} paragraphs: " + ", ".join(f"{n} {status}" for status, n in counts.most_common()))


@app.command()
def errata(chapter: MaybeChapter = "", as_json: Json = False) -> None:
    """Defects of the regulation, what the letter would do, and the reading adopted."""
    from pitboss import rulebook

    found = rulebook.errata(rulebook.chapter(chapter).chapter if chapter else "")
    if as_json:
        show([{**asdict(e), "cites": list(e.cites)} for e in found], True)
        return
    from rich.padding import Padding

    out = console()
    for e in found:
        out.print(f"{e.id}  § {', § '.join(e.cites)}", style="bold")
        for label, words in (("says", e.says), ("effect", e.effect), ("adopted", e.adopted), ("why", e.why)):
            out.print(Padding.indent(f"{label}: {words}", 3))


@app.command()
def inventory(chapter: ChapterArg, as_json: Json = False) -> None:
    """The physical things a table of the game must have, each with its paragraph."""
    from pitboss import rulebook

    book = rulebook.chapter(chapter)
    rows = [{"paragraph": p.cite, "requires": p.says} for p in book.paragraphs.values() if p.kind == "equipment"]
    show(rows, as_json, ["paragraph", "requires"])
