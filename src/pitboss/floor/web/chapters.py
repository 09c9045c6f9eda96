"""Pages of a chapter: rules with every paragraph in our words, linked from table signs, and house edges by pay table."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.advice.edges import expected_at
from pitboss.errors import UnknownCitation
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.pages import page
from pitboss.floor.web.rules import MaybeChapter, Question, found_rules
from pitboss.floor.web.turns import turn
from pitboss.games import BANKED, MODULES
from pitboss.house import House
from pitboss.printing.guide import how
from pitboss.rulebook import Chapter, chapter, chapters, games, paragraph
from pitboss.submissions.holds import known

router = APIRouter(include_in_schema=False)
Named = Annotated[str, Path(min_length=1, max_length=100)]


@router.get("/rules")
async def search_page(request: Request, q: Question = "", chapter: MaybeChapter = "") -> HTMLResponse:
    """Rules by asking: what is found, also without a script, and a field that searches while one types."""
    found = await found_rules(q, chapter)
    rows = [{"cite": each.cite, "game": each.game, "heading": each.heading, "says": each.says} for each in found.found]
    listed = games()
    books = {"Games": listed, "Other rules": [book for book in chapters() if book not in listed]}
    return await page(request, "rules.html", asked=q, chapter=chapter, found=rows, read_as=found.read_as, books=books)


@router.get("/rules/{citation}")
async def rules_page(request: Request, citation: Named) -> Response:
    """A chapter in our words, by number or slug; a citation leads to its paragraph."""
    if "." in citation:
        try:
            cite = paragraph(citation).cite
        except UnknownCitation as error:
            raise NotFoundError(error.message) from None
        return RedirectResponse(f"/rules/{cite.split('.')[0]}#{anchor(cite)}", 303)
    book = _book(citation)
    async with turn():
        idea, steps = how(House.of(book.chapter)) if book.chapter in MODULES else ("", [])
        shown: dict[str, Any] = {"sections": _sections(book), "odds": book.chapter in BANKED, "idea": idea, "steps": steps}
    return await page(request, "chapter.html", book=book, **shown)


@router.get("/odds/{number}")
async def odds_page(request: Request, number: Named) -> HTMLResponse:
    """House edge by wager: the main one at the default house, others on every printed pay table."""
    book = _book(number)
    if book.chapter not in BANKED:
        raise NotFoundError(f"at {book.game} players play against each other: no wager is made against the house")
    return await page(request, "odds.html", book=book, rows=_holds(book))


def anchor(cite: str) -> str:
    """The anchor of a paragraph on the page of its chapter.

    >>> anchor("565.8(d)(1)")
    'p565-8-d-1'
    """
    return "p" + "-".join(re.findall("[0-9a-zA-Z]+", cite))


def _book(name: str) -> Chapter:
    try:
        return chapter(name)
    except UnknownCitation as error:
        raise NotFoundError(error.message) from None


def _sections(book: Chapter) -> list[dict[str, Any]]:
    """The sections with their paragraphs, each with how deep it stands."""
    sections: dict[str, dict[str, Any]] = {}
    for cite, each in book.paragraphs.items():
        section = cite.split("(")[0]
        part = sections.setdefault(
            section, {"cite": section, "anchor": anchor(section), "title": book.sections.get(section, ""), "paragraphs": []}
        )
        proposed = [(word, text) for word, text in (("deletes", each.deletes), ("adds", each.adds)) if text]
        shown = {"cite": cite, "anchor": anchor(cite), "depth": cite.count("("), "says": each.says, "proposed": proposed}
        part["paragraphs"].append(shown)
    return list(sections.values())


def _holds(book: Chapter) -> list[dict[str, Any]]:
    """The house edge of each wager, exactly if known."""
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
            same = {name: getattr(each, name) for name in ("wager", "table", "of", "edge", "exact")}
            rows.append({**same, "condition": condition})
    return rows
