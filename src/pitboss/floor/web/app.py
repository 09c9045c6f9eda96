"""The floor as an application: people, tables, rooms, rounds, health and metrics, behind the guard."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.types import ASGIApp

from pitboss import __version__
from pitboss.floor.desk_jobs import Jobs
from pitboss.floor.server import Running
from pitboss.floor.web import (
    advice,
    before,
    chapters,
    desk,
    health,
    history,
    leaving,
    lobby,
    outcome,
    pages,
    people,
    pit,
    rounds,
    rules,
    sockets,
    table_page,
    tables,
)
from pitboss.floor.web.errors import answer_errors
from pitboss.floor.web.felts import draw_ahead
from pitboss.floor.web.guard import Guard

ABOUT = "A casino floor by Pennsylvania's table game regulations. Play chips only: they are not money and cannot become it."
PARTS = (
    people,
    history,  # takes browsers only; programs go on to the next
    rounds,  # before tables, whose names have slashes
    advice,
    before,
    leaving,
    outcome,
    tables,
    rules,
    health,
    pit,
    desk,
    chapters,
    pages,
    lobby,
    table_page,
)


def application(start: Callable[[], AbstractAsyncContextManager[Running]]) -> FastAPI:
    """The application; `start` opens the floor when the server starts, and closes it when it stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with start() as running:
            app.state.floor, app.state.people, app.state.openings = running.floor, running.people, running.openings
            app.state.running, app.state.jobs = running, Jobs()  # a floor that is started again has a desk of its own
            drawing = asyncio.create_task(draw_ahead([live.table.house for live in running.floor.tables.values()]))
            yield
            drawing.cancel()
            await app.state.jobs.close()

    app = FastAPI(
        title="pitboss",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url=None,  # below: to write the schema takes a while, which no table waits for
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.jobs = Jobs()  # for an application that is asked without being started
    app.add_api_route("/openapi.json", schema, include_in_schema=False)
    answer_errors(app)
    pages.answer_browsers(app)
    for part in PARTS:  # as they stand: including a router would make every one of its routes a second time
        app.router.routes += part.router.routes
    app.router.routes += [*sockets.routes, pages.files]
    return app


async def schema(request: Request) -> JSONResponse:
    """What can be asked of the floor, as OpenAPI tells it."""
    return JSONResponse(await asyncio.to_thread(request.app.openapi))


def guarded(app: FastAPI, hosts: tuple[str, ...]) -> ASGIApp:
    """The application behind its guard."""
    return Guard(app, hosts)
