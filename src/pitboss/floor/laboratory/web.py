"""The laboratory over HTTP: its pages, and the experiments and drafts that they ask for.

An answer has the parts that are known; with 202 there is more to come, and the client asks again. Anybody may ask.
"""

import asyncio
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from pitboss.advice.edges import expected_at
from pitboss.errors import PitbossError, UnknownCitation
from pitboss.floor.desk.jobs import BusyError
from pitboss.floor.laboratory.page_data import lab_page
from pitboss.floor.laboratory.queue import Experiments, Waiting
from pitboss.floor.laboratory.tasks import Task
from pitboss.floor.people.rate_limits import RateLimitError, network_of
from pitboss.floor.play.broadcast import encode
from pitboss.floor.web.errors import NotFoundError, answer_to, status_of
from pitboss.floor.web.pages import page, sentence
from pitboss.floor.web.people import REFUSALS, Body
from pitboss.floor.web.tables import json
from pitboss.games import BANKED
from pitboss.house import House
from pitboss.laboratory.experiment import LONGEST_QUERY, Experiment, read
from pitboss.laboratory.fields import benches, chapters
from pitboss.rulebook import Chapter, chapter

router = APIRouter(tags=["laboratory"], responses=REFUSALS)
LONGEST_DRAFT = 20_000  # characters
UNREADABLE = 422
Named = Annotated[str, Path(min_length=1, max_length=60)]
WindowName = Annotated[str, Field(min_length=1, max_length=40, pattern="^[0-9a-z-]+$")]
Has = Annotated[int, Field(ge=0, le=20)]
FindingsJson = Annotated[dict[str, Any], Field(json_schema_extra={"x-struct": "Findings"})]


class AskedExperiment(Body):
    """An experiment by the query of its address, from a window with a name of its own, whose last experiment it replaces. The
    answer leaves out the first parts that the window `has`."""

    query: Annotated[str, Field(max_length=LONGEST_QUERY)] = ""
    window: WindowName
    has: Has = 0


class AskedDraft(Body):
    """A wager as a draft (docs/drafts.md)."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_DRAFT)]
    window: WindowName
    has: Has = 0


class Progressing(BaseModel):
    """How many experiments come first, what is being worked out, how much of that is done from 0 to 1, for how many seconds the
    client has waited, and how many it takes in all, about."""

    ahead: int
    doing: str
    done: float
    seconds: float
    about: int


class Experimented(BaseModel):
    """What is known of an experiment: its query without what is as printed, the parts that are new, and how far the rest is,
    null if there is no more."""

    query: str
    findings: FindingsJson
    waiting: Progressing | None


ANSWERS: dict[int | str, dict[str, Any]] = {202: {"model": Experimented, "description": "There is more; ask again."}}


def experiments_of(request: Request) -> Experiments:
    """The experiments of this floor."""
    experiments: Experiments = request.app.state.experiments
    return experiments


def _network(request: Request) -> str:
    return network_of(request.client.host if request.client else "")


@router.post("/api/lab/draft", response_model=Experimented, responses=ANSWERS)
async def price_draft(body: AskedDraft, request: Request) -> Response:
    """Prices a draft."""
    return await _answer(request, Task(draft=body.text), body, "", 5)


@router.post("/api/lab/{chapter}", response_model=Experimented, responses=ANSWERS)
async def experiment(
    number: Annotated[str, Path(alias="chapter", max_length=60)], body: AskedExperiment, request: Request
) -> Response:
    """Works out an experiment, or says how far that is."""
    book = _book(number)
    try:
        found = await asyncio.to_thread(read, book.chapter, body.query)
    except PitbossError as error:
        return answer_to(error, UNREADABLE)
    task = Task(book.chapter, found.query)
    return await _answer(request, task, body, found.query, about_seconds(found))


@router.delete("/api/lab/windows/{window}", status_code=204)
async def leave(window: Annotated[str, Path(min_length=1, max_length=40)], request: Request) -> None:
    """Gives up what a window has asked for last."""
    experiments_of(request).leave((_network(request), window))


async def _answer(request: Request, task: Task, body: AskedExperiment | AskedDraft, query: str, about: int) -> Response:
    try:
        parts, waiting = await experiments_of(request).ask(task, (_network(request), body.window))
    except (RateLimitError, BusyError):
        raise
    except PitbossError as error:
        return answer_to(error, status_of(error) if status_of(error) >= 500 else UNREADABLE)
    new = dict(list(parts.items())[body.has :])
    answer = json(encode({"query": query, "findings": new, "waiting": _progress(waiting, about)}))
    answer.status_code = 200 if waiting is None else 202
    return answer


def _progress(waiting: Waiting | None, about: int) -> dict[str, Any] | None:
    return None if waiting is None else {**msgspec.structs.asdict(waiting), "about": about}


MAIN_SECONDS = {  # of two cores that do nothing else, for all parts; elsewhere a few seconds
    "553": 15,
    "555": 15,
    "557": 40,
    "559": 5,
    "561": 60,
    "563": 25,
    "565": 5,
    "587": 20,
    "633a": 10,
    "635a": 20,
    "637a": 10,
    "645a": 70,
    "655a": 6,
    "657a": 5,
    "677a": 75,
    "678a": 20,
}


def about_seconds(found: Experiment) -> int:
    """About how long an experiment takes that nobody has asked for yet."""
    return MAIN_SECONDS[found.chapter] if found.is_main else 5


# ---------------------------------------------------------------------------- pages


@router.get("/lab", include_in_schema=False)
async def laboratory(request: Request) -> Response:
    """Every game, with its wagers and the edge of the first."""
    return await page(request, "labs.html", games=[_game(number) for number in chapters()])


@router.get("/lab/draft", include_in_schema=False)
async def draft_page(request: Request) -> Response:
    """A wager of one's own."""
    example = (files("pitboss.drafts") / "templates" / "wager.toml").read_text(encoding="utf-8")
    return await page(request, "lab-draft.html", example=example, longest=LONGEST_DRAFT)


@router.get("/lab/{number}", include_in_schema=False)
async def bench_page(request: Request, number: Named) -> Response:
    """The laboratory of a game; an address that cannot be read says why."""
    book = _book(number)
    why = cite = ""
    try:
        found = await asyncio.to_thread(read, book.chapter, request.url.query)
    except PitbossError as error:
        why, cite, found = sentence(error), error.cite, read(book.chapter, "")
    about = lab_page(book, found.query, why, cite)
    return await page(request, "lab.html", UNREADABLE if why else 200, book=book, about=about, banked=book.chapter in BANKED)


def _book(number: str) -> Chapter:
    """A chapter of the laboratory, by its number or slug."""
    try:
        book = chapter(number)
    except UnknownCitation as error:
        raise NotFoundError(error.message) from None
    if book.chapter not in chapters():
        raise NotFoundError(f"the laboratory has no chapter {book.chapter}; /lab lists its games")
    return book


def _game(number: str) -> dict[str, Any]:
    """A game as the list has it, with the edges that are known ahead."""
    book, edges = chapter(number), expected_at(House.of(number)) or {}
    main, *others = benches(number)
    edge = edges.get(main.wager)
    return {
        "chapter": number,
        "game": book.game,
        "old": bool(book.replaced_by),
        "wager": main.wager,
        "edge": edge.edge if edge is not None else None,
        "others": [bench.wager for bench in others],
    }
