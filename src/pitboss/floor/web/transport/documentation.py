"""The documentation site under `/docs`, where `pitboss serve --docs FOLDER` names one (`make docs` writes it).

Its pages have scripts of their own within them, so their policy allows those; nothing in them comes from a user.
"""

from pathlib import Path

from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from pitboss.errors import PitbossError

INDEX = "index.html"
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)


class Documentation(StaticFiles):
    """The files of a site, with the policy of its pages."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"content-security-policy", POLICY.encode())]
            await send(message)

        await super().__call__(scope, receive, send_with_policy)


def routes(folder: Path) -> list[BaseRoute]:
    """The routes of a site in a folder; raises PitbossError where there is none."""
    if not (folder / INDEX).is_file():
        raise PitbossError(f"{folder} is no documentation site: `make docs` writes one to build/site/html")

    async def first_page(_: object) -> RedirectResponse:
        return RedirectResponse(f"/docs/{INDEX}")

    return [
        Route("/docs", first_page, include_in_schema=False),
        Route("/docs/", first_page, include_in_schema=False),
        Mount("/docs", Documentation(directory=folder)),
    ]
