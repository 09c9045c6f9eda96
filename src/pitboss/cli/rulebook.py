"""Commands that list what the chapters hold: games, options, pay tables."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import ChapterArg, Json, MaybeChapter, app, console, show
from pitboss.errors import UnknownCitation
from pitboss.json_output import print_json
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.rulebook import Chapter, Option

WIDE = 110  # columns from which a game's name fits beside its slug
NOT_TODAY = (
    "Each chapter is the text of its date. Whether a later one is in force today, only the Pennsylvania Code says; "
    "temporary and proposed texts are not it."
)


@app.command()
def games(
    as_json: Json = False,
    check: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Whether the folder of a game of your own is whole.")
    ] = None,
) -> None:
    """The sixteen chapters: game, edition, how old the text is, and what replaces what. With --check, everything that a folder
    lacks which a game should be made of (docs/new-game.md)."""
    from pitboss import rulebook

    if check is not None:
        from pitboss.proof.new_game import check_folder

        found = check_folder(check)
        if as_json:
            print_json(found)
        else:
            print("\n".join(found) or f"{check} is whole: it can be played, and its cases hold")
        raise typer.Exit(1 if found else 0)
    keys = ("chapter", "game", "slug", "kind", "edition", "effective", "replaces", "replaced_by", "dated")
    books = rulebook.games()
    if as_json:
        show([{k: getattr(c, k) for k in keys} for c in books], True)
        return
    out = console()
    rows = [
        {"chapter": c.chapter, "game": c.game, "slug": c.slug, "edition": c.edition, "text_of": c.dated or "no date"}
        | {"age": _age(c.dated) if c.dated else "", "other_edition": _other(c)}
        for c in books
    ]
    show(rows, False, [column for column in rows[0] if column != "game" or out.width >= WIDE])
    out.print(f"\n{NOT_TODAY}", style="dim")


def text_of(book: "Chapter") -> str:
    """Which edition a chapter is, how old, and what replaces what.

    >>> from pitboss.rulebook import chapter
    >>> text_of(chapter("heads-up-hold-em")), text_of(chapter("poker-2010")).rpartition(", ")[2]
    ('proposed', 'replaced by 637a')
    """
    return ", ".join(filter(None, (book.edition, book.dated and f"{book.dated}, {_age(book.dated)} old", _other(book))))


def _other(book: "Chapter") -> str:
    """What a chapter replaces, and what replaces it."""
    return ", ".join(
        f"{word} {number}" for word, number in (("replaces", book.replaces), ("replaced by", book.replaced_by)) if number
    )


def _age(day: str) -> str:
    from datetime import date

    then, now = date.fromisoformat(day), date.today()
    years = now.year - then.year - ((now.month, now.day) < (then.month, then.day))
    return f"{years} year{'s' * (years != 1)}"


@app.command()
def options(
    chapter: ChapterArg,
    words: Annotated[list[str] | None, typer.Argument(metavar="[WORD]...", help="Only options about these words.")] = None,
    as_json: Json = False,
) -> None:
    """Every choice that a Rules Submission makes, with its section and what is allowed, as --set and a file take it."""
    from pitboss import rulebook

    book = rulebook.chapter(chapter)
    found = _about(book, words or [])
    if as_json:
        show([{**asdict(o), "also": list(o.also)} for o in found], True)
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    for option in found:
        out.print(Text(option.option, style="bold") + Text(f"  § {option.section}", style="cyan"))
        out.print(Padding.indent(f"{_choices(option)}{_required(option)}", 3))
        if option.kind == "table" and all(isinstance(name, str) for name in _names(option)):
            from pitboss.house.own_pay_tables import own_table

            out.print(Padding.indent(f"or a table of your own, with the hands that pay otherwise: {own_table(option)}", 3))
        out.print(Padding.indent(option.why, 3))


def _about(book: "Chapter", words: list[str]) -> list["Option"]:
    """The options whose names have all of some words in them; those whose reasons have them where no name does."""
    from pitboss.spelling import hint, option_of

    wanted = [option_of(word) for word in words]
    named = [o for o in book.options if all(any(w in name for name in (o.option, *o.also)) for w in wanted)]
    told = [o for o in book.options if all(w.replace("_", " ") in o.why.lower() for w in wanted)]
    if not (named or told):
        known = [name for option in book.options for name in (option.option, *option.also)]
        meant = hint(" ".join(words), known, f"`pitboss options {book.chapter}` lists them")
        raise UnknownCitation(f"chapter {book.chapter} has no option {' '.join(words)!r}{meant}")
    return named or told


def _names(option: "Option") -> list[Any]:
    return list(option.allowed if isinstance(option.allowed, list) else option.allowed.values())


def _choices(option: "Option") -> str:
    """What a house may choose, and what holds if it chooses nothing.

    >>> from pitboss.rulebook import chapter
    >>> for option in chapter("three-card-poker").options:
    ...     if option.option in ("dealing", "seats", "table_minimum"):
    ...         print(_choices(option))
    default "manual shoe"; allowed "manual shoe", "hand", "automated shoe"
    default 7; allowed 1 to 7, in players
    default 500 ($5); allowed 1 or more, in cents
    """
    worth = f" ({dollars(option.default)})" if option.unit == "cents" and type(option.default) is int else ""
    unit = f", in {option.unit}" if option.unit else ""
    return f"default {typed(option.default)}{worth}; allowed {_allowed(option.allowed)}{unit}"


def _required(option: "Option") -> str:
    """That a submission has to state an option, and beside which others; "" where it need not.

    >>> from pitboss.rulebook import chapter
    >>> options = chapter("three-card-poker").options
    >>> [_required(option) for option in options if option.option in ("dealing", "ante_bonus", "pair_plus")]
    ['', '; a submission states it (with version)', '; a submission states it']
    """
    beside = f" (with {', '.join(option.required_with)})" if option.required_with else ""
    return f"; a submission states it{beside}" if option.required else ""


def _allowed(allowed: Any) -> str:
    """Values, or the least and the most.

    >>> _allowed(["", "A", "B"]), _allowed({"min": 1, "max": 7}), _allowed({"min": 1}), _allowed({}), _allowed([False, True])
    ('"", "A", "B"', '1 to 7', '1 or more', 'any', 'false, true')
    """
    if not isinstance(allowed, dict):
        return ", ".join(map(typed, allowed)) or "any"
    if "min" not in allowed:
        return "any"
    if isinstance(allowed["min"], str):
        return typed(allowed["min"])
    return f"{typed(allowed['min'])} to {typed(allowed['max'])}" if "max" in allowed else f"{typed(allowed['min'])} or more"


def typed(value: Any) -> str:
    """A value as a submission and `--set` take it.

    >>> print(typed(True), typed(""), typed([1, "a"]), typed({"Flush": "4 to 1"}), typed(7))
    true "" [1, "a"] { "Flush" = "4 to 1" } 7
    """
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(str(k))} = {typed(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(typed, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | int | float | str) else json.dumps(str(value))


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
