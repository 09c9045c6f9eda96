"""The documentation site under `/docs` of a floor."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from pitboss.errors import PitbossError
from pitboss.floor.web.transport.documentation import POLICY, routes
from pitboss.floor.web.transport.guard import Guard


def test_pages_of_the_site_are_served_with_a_policy_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>pitboss</p>")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "blackjack.html").write_text("<p>Blackjack</p>")
    (tmp_path.parent / "secret.txt").write_text("secret")
    app = Guard(Starlette(routes=routes(tmp_path)), ("floor",))

    async def answers(*addresses: str) -> list[httpx.Response]:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://floor", follow_redirects=True
        ) as client:
            return [await client.get(address) for address in addresses]

    *first, page, absent, outside = asyncio.run(
        answers(
            "/docs", "/docs/", "/docs/index.html", "/docs/games/blackjack.html", "/docs/faro.html", "/docs/%2e%2e/secret.txt"
        )
    )
    assert [answer.text for answer in first] == ["<p>pitboss</p>"] * 3
    assert page.text == "<p>Blackjack</p>"
    assert page.headers.get_list("content-security-policy") == [POLICY]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert (absent.status_code, outside.status_code) == (404, 404)


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PitbossError, match="make docs"):
        routes(tmp_path)
