"""The rulebook over HTTP: paragraphs in our words, with their code and tests; answers to questions."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from pitboss.errors import UnknownCitation
from pitboss.floor.play.broadcast import encode
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.people import REFUSALS
from pitboss.proof.explanation import Explained, explain
from pitboss.rulebook import chapter as book_of
from pitboss.rulebook.search import LONGEST, FoundRules, find

router = APIRouter(prefix="/api", tags=["rules"], responses=REFUSALS)
Citation = Annotated[str, Path(min_length=1, max_length=100, description="A paragraph such as 565.8(d), as steps cite it.")]
Question = Annotated[str, Query(max_length=LONGEST, description="What is asked, in plain words.")]
MaybeChapter = Annotated[str, Query(max_length=100, description="A chapter or a game's slug; all of them if left out.")]
KEPT = {"cache-control": "max-age=300"}  # it changes with the software only


@router.get("/rules/{citation}", response_model=Explained)
async def rule(citation: Citation) -> Response:
    """A paragraph by its citation; the first of several that exists."""
    try:
        explanation = await asyncio.to_thread(explain, citation)  # reads the chapter's file the first time
    except UnknownCitation as error:
        raise NotFoundError(error.message) from None
    return Response(encode(explanation), media_type="application/json", headers=KEPT)


@router.get("/rules", response_model=FoundRules)
async def rules(q: Question, chapter: MaybeChapter = "") -> Response:
    """The paragraphs that answer a question, best first."""
    return Response(encode(await found_rules(q, chapter)), media_type="application/json", headers=KEPT)


async def found_rules(question: str, chapter: str) -> FoundRules:
    """The paragraphs that answer a question, of a chapter or of all; raises NotFoundError where there is no such chapter."""
    try:
        chapters = [book_of(chapter).chapter] if chapter else []
    except UnknownCitation as error:
        raise NotFoundError(error.message) from None
    return await asyncio.to_thread(find, question, chapters)  # makes the index the first time
