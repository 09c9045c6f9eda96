"""The rulebook over HTTP: a paragraph in our own words, the code that does it and the test that proves it."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Response

from pitboss.errors import UnknownCitation
from pitboss.explaining import explain
from pitboss.floor.viewing import encode
from pitboss.floor.web import shapes
from pitboss.floor.web.errors import Missing
from pitboss.floor.web.people import REFUSALS

router = APIRouter(prefix="/api", tags=["rules"], responses=REFUSALS)
Citation = Annotated[str, Path(min_length=1, max_length=100, description="A paragraph such as 565.8(d), as steps cite it.")]
KEPT = {"cache-control": "max-age=300"}  # it changes with the software only


@router.get("/rules/{citation}", response_model=shapes.Rule)
async def rule(citation: Citation) -> Response:
    """A paragraph by its citation; of several the first that there is."""
    try:
        found = await asyncio.to_thread(explain, citation)  # which reads a chapter when it is first asked for
    except UnknownCitation as error:
        raise Missing(error.message) from None
    return Response(encode(found), media_type="application/json", headers=KEPT)
