"""The floor as an ASGI application, behind the guard."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.floor.desk import records
from pitboss.floor.desk.jobs import SECONDS_OF_HOLD, Jobs
from pitboss.floor.laboratory import web as laboratory
from pitboss.floor.laboratory.queue import Experiments
from pitboss.floor.people.rate_limits import Proxies
from pitboss.floor.running import Start
from pitboss.floor.school import pages as school_pages
from pitboss.floor.school import table_tests
from pitboss.floor.school import web as school
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
    signs,
    sockets,
    table_page,
    tables,
)
from pitboss.floor.web.errors import answer_errors
from pitboss.floor.web.felts import draw_ahead
from pitboss.floor.web.transport import static_files
from pitboss.floor.web.transport.guard import Guard
from pitboss.floor.web.transport.requests import RequestCounts, Requests
from pitboss.version import __version__

ABOUT = "A casino floor by Pennsylvania's table game regulations. Play chips only: they are not money and cannot become it."
PARTS = (
    people,
    history,  # takes browsers only; programs go on to the next
    rounds,  # before tables, whose names have slashes
    advice,
    before,
    leaving,
    outcome,
    signs,
    tables,
    rules,
    health,
    pit,
    desk,
    records,
    chapters,
    laboratory,
    school,
    table_tests,
    school_pages,
    pages,
    lobby,
    table_page,
)


def application(start: Start) -> FastAPI:
    """The application; `start` opens the floor when the server starts, and closes it when it stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with start() as running:
            app.state.floor, app.state.people, app.state.lifecycle = running.floor, running.people, running.lifecycle
            app.state.running, app.state.jobs = running, Jobs()  # a floor that is started again has a desk of its own
            app.state.hold_jobs = Jobs(workers=1, seconds=SECONDS_OF_HOLD)  # nobody who types waits for these
            app.state.experiments = Experiments()
            await asyncio.to_thread(static_files.static_files)
            drawing = asyncio.create_task(draw_ahead([live.table.house for live in running.floor.tables.values()]))
            yield
            drawing.cancel()
            await app.state.jobs.close()
            await app.state.hold_jobs.close()
            await app.state.experiments.close()
            school.close(app.state)

    app = FastAPI(
        title="pitboss",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        openapi_url=None,  # in a thread: writing the schema takes a while
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.jobs, app.state.experiments = Jobs(), Experiments()  # for an application that is asked without being started
    app.state.hold_jobs = app.state.jobs
    app.add_api_route("/openapi.json", schema, include_in_schema=False)
    app.add_middleware(Leased)
    answer_errors(app)
    pages.answer_browsers(app)
    for part in PARTS:  # as they stand: including a router would make every one of its routes a second time
        app.router.routes += part.router.routes
    app.router.routes += [*sockets.routes, *static_files.routes]
    return app


async def schema(request: Request) -> JSONResponse:
    """The API as OpenAPI."""
    return JSONResponse(await asyncio.to_thread(request.app.openapi))


class Leased:
    """The application, which gives up what it has lost while its process hung before it answers anybody."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (running := getattr(scope["app"].state, "running", None)) is not None:
            running.leases.check()
        await self.app(scope, receive, send)


def guarded(app: FastAPI, hosts: tuple[str, ...], proxies: Proxies | None = None) -> ASGIApp:
    """The application behind its guard, its requests counted."""
    app.state.requests = RequestCounts()
    return Requests(Guard(app, hosts), app.state.requests, proxies or Proxies())
