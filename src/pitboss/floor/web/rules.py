"""The rulebook over HTTP: paragraphs in our words, with their code and tests."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Response

from pitboss.errors import UnknownCitation
from pitboss.floor.play.broadcast import encode
from pitboss.floor.web.errors import NotFoundError
from pitboss.floor.web.people import REFUSALS
from pitboss.proof.explanation import Explained, explain

router = APIRouter(prefix="/api", tags=["rules"], responses=REFUSALS)
Citation = Annotated[str, Path(min_length=1, max_length=100, description="A paragraph such as 565.8(d), as steps cite it.")]
KEPT = {"cache-control": "max-age=300"}  # it changes with the software only


@router.get("/rules/{citation}", response_model=Explained)
async def rule(citation: Citation) -> Response:
    """A paragraph by its citation; the first of several that exists."""
    try:
        explanation = await asyncio.to_thread(explain, citation)  # reads the chapter's file the first time
    except UnknownCitation as error:
        raise NotFoundError(error.message) from None
    return Response(encode(explanation), media_type="application/json", headers=KEPT)
