"""A game's rules for people: how it is played, and every paragraph of its chapter in our own words. The code on a table sign
leads here."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from pitboss.errors import UnknownCitation
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.pages import page
from pitboss.house import House
from pitboss.printing.guide import how
from pitboss.rulebook import Chapter, chapter

router = APIRouter(include_in_schema=False)
Game = Annotated[str, Path(min_length=1, max_length=100, description="A chapter or a game's slug.")]
NAME = re.compile(r"[^0-9a-z]+")


@router.get("/rules/{game}")
async def rules(request: Request, game: Game) -> Response:
    """The rules of a game."""
    try:
        book = chapter(game)
    except UnknownCitation as error:
        raise Missing(error.message) from None
    idea, steps = how(House.of(book.chapter))
    return await page(request, "rules.html", book=book, idea=idea, steps=steps, sections=sections(book))


def sections(book: Chapter) -> list[dict[str, Any]]:
    """The sections of a chapter, each with its paragraphs.

    >>> [first, *_] = sections(chapter("565"))
    >>> first["cite"], first["name"], first["paragraphs"][0]["cite"]
    ('565.1', 's565-1', '565.1')
    """
    found = []
    for cite, title in book.sections.items():
        said = [each for each in book.paragraphs.values() if each.cite == cite or each.cite.startswith(f"{cite}(")]
        paragraphs = [{"cite": each.cite, "name": named("p", each.cite), "says": each.says} for each in said]
        found.append({"cite": cite, "name": named("s", cite), "title": title, "paragraphs": paragraphs})
    return found


def named(kind: str, cite: str) -> str:
    """A paragraph as an address names it.

    >>> named("p", "565.12(d)")
    'p565-12-d'
    """
    return kind + NAME.sub("-", cite.lower()).strip("-")
