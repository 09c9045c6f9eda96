"""The documentation site under `/docs` of a floor."""

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pitboss.errors import PitbossError
from pitboss.floor.web.transport.documentation import POLICY, routes
from pitboss.floor.web.transport.guard import Guard


def test_pages_of_the_site_are_served_with_a_policy_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>pitboss</p>")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "blackjack.html").write_text("<p>Blackjack</p>")
    (tmp_path.parent / "secret.txt").write_text("secret")
    client = TestClient(Guard(Starlette(routes=routes(tmp_path)), ("testserver",)))
    for address in ("/docs", "/docs/", "/docs/index.html"):
        assert client.get(address).text == "<p>pitboss</p>"
    page = client.get("/docs/games/blackjack.html")
    assert page.text == "<p>Blackjack</p>"
    assert page.headers.get_list("content-security-policy") == [POLICY]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert client.get("/docs/games/faro.html").status_code == 404
    assert client.get("/docs/%2e%2e/secret.txt").status_code == 404


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PitbossError, match="make docs"):
        routes(tmp_path)
