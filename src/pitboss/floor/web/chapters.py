"""Pages of a chapter: how its game is played and every paragraph in our words, where the code on a table sign leads; and what
its wagers hold on every printed pay table."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.advice.edges import expected_at
from pitboss.errors import UnknownCitation
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.pages import page
from pitboss.floor.web.turns import turn
from pitboss.games import BANKED, MODULES
from pitboss.house import House
from pitboss.printing.guide import how
from pitboss.rulebook import Chapter, chapter, paragraph
from pitboss.submissions.holds import known

router = APIRouter(include_in_schema=False)
Named = Annotated[str, Path(min_length=1, max_length=100)]


@router.get("/rules/{citation}")
async def rules_page(request: Request, citation: Named) -> Response:
    """A chapter in our words, by its number or its game's slug; a paragraph leads to its place there."""
    if "." in citation:
        try:
            cite = paragraph(citation).cite
        except UnknownCitation as error:
            raise Missing(error.message) from None
        return RedirectResponse(f"/rules/{cite.split('.')[0]}#{anchor(cite)}", 303)
    book = _book(citation)
    async with turn():
        idea, steps = how(House.of(book.chapter)) if book.chapter in MODULES else ("", [])
        shown: dict[str, Any] = {"sections": _sections(book), "odds": book.chapter in BANKED, "idea": idea, "steps": steps}
    return await page(request, "chapter.html", book=book, **shown)


@router.get("/odds/{number}")
async def odds_page(request: Request, number: Named) -> HTMLResponse:
    """What the wagers of a chapter hold: the main one at its default house, the others on every printed table."""
    book = _book(number)
    if book.chapter not in BANKED:
        raise Missing(f"at {book.game} players play against each other: no wager is made against the house")
    return await page(request, "odds.html", book=book, rows=_holds(book))


def anchor(cite: str) -> str:
    """Where a paragraph stands on the page of its chapter.

    >>> anchor("565.8(d)(1)")
    'p565-8-d-1'
    """
    return "p" + "-".join(re.findall("[0-9a-zA-Z]+", cite))


def _book(name: str) -> Chapter:
    try:
        return chapter(name)
    except UnknownCitation as error:
        raise Missing(error.message) from None


def _sections(book: Chapter) -> list[dict[str, Any]]:
    """The sections with their paragraphs, each with how deep it stands."""
    found: dict[str, dict[str, Any]] = {}
    for cite, each in book.paragraphs.items():
        section = cite.split("(")[0]
        part = found.setdefault(
            section, {"cite": section, "anchor": anchor(section), "title": book.sections.get(section, ""), "paragraphs": []}
        )
        part["paragraphs"].append({"cite": cite, "anchor": anchor(cite), "depth": cite.count("("), "says": each.says})
    return list(found.values())


def _holds(book: Chapter) -> list[dict[str, Any]]:
    """What each wager holds, as a fraction of it, with the fraction in full where it is known."""
    default = expected_at(House.of(book.chapter)) or {}
    listed = {each.wager for each in known() if each.chapter == book.chapter}
    rows = [
        {"wager": wager, "table": "", "condition": "as the chapter has it", "of": wager, "edge": each.edge, "exact": each.exact}
        for wager, each in default.items()
        if wager not in listed
    ]
    for each in known():
        if each.chapter == book.chapter:
            condition = f"{each.decks} {'deck' if each.decks == 1 else 'decks'}" if each.decks else each.condition
            rows.append(
                {
                    "wager": each.wager,
                    "table": each.table,
                    "condition": condition,
                    "of": each.of,
                    "edge": each.edge,
                    "exact": each.exact,
                }
            )
    return rows
