"""Requests: each has an id, in its answer and in every line of the log about it, and is counted and timed.

A trusted proxy may name the id (`X-Request-ID`). Slow and failed requests are logged, all others at the level of details.
"""

import re
import secrets
import time
from collections import Counter
from dataclasses import dataclass, field

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.people.rate_limits import Proxies
from pitboss.floor.timings import Timings
from pitboss.floor.web.transport.doors import CONNECTION

log = structlog.get_logger("pitboss.floor")
ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SLOW = 2.0  # seconds
HEADER = "x-request-id"


@dataclass
class RequestCounts:
    """Requests since the process started: by class of their status, and how long answers took."""

    answered: Counter[str] = field(default_factory=Counter)
    took: Timings = field(default_factory=Timings)


class Requests:
    """An application whose requests have ids."""

    def __init__(self, app: ASGIApp, counts: RequestCounts, proxies: Proxies) -> None:
        self.app, self.counts, self.proxies = app, counts, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Give a request its id, and note how it was answered."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request, began, status = self._id(scope), time.monotonic(), 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = request
            await send(message)

        with structlog.contextvars.bound_contextvars(request=request):
            if scope["type"] == "websocket":
                await self.app(scope, receive, send)
                return
            try:
                await self.app(scope, receive, note)
            finally:
                self._note(scope, status, time.monotonic() - began)

    def _id(self, scope: Scope) -> str:
        """The id that a proxy gave to a request, or a new one."""
        peer = getattr(scope.get(CONNECTION), "client", None) or ("",)
        given = Headers(scope=scope).get(HEADER, "") if peer[0] in self.proxies else ""
        return given if ID.fullmatch(given) else secrets.token_hex(8)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        self.counts.answered[f"{status // 100}xx"] += 1
        self.counts.took.add(seconds)
        tell = log.error if status == 500 else log.warning if seconds > SLOW else log.debug
        route = getattr(scope.get("route"), "path", "")  # not the path, which may have a code in it
        tell("a request was answered", method=scope["method"], route=route, status=status, seconds=round(seconds, 3))
