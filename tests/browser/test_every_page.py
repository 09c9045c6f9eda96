"""What holds for every page: it can be used by everybody, at every size, in both themes; it is valid, small, and quiet."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize

from tests.browser.browsing import NARROW, PHONE, WIDE, Visit, scrolls_sideways, zoomed
from tests.browser.hosting import Hosted
from tests.browser.validating import problems

MOST_BYTES = 300_000
SIZES = {"wide": WIDE, "phone": PHONE, "narrow": NARROW, "200 %": zoomed(WIDE)}
GRAVE = ("serious", "critical")
AXE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}


@dataclass(frozen=True)
class Kind:
    """A kind of page: where one is, in which role one comes ("" for nobody), and what is there once it can be used."""

    path: str
    role: str = ""
    shows: str = "h1"


PAGES = {
    "lobby": Kind("/"),
    "lobby for a guest": Kind("/", role="patron"),
}

Visiting = Callable[..., Visit]


def opened(visit: Visiting, floor: Hosted, kind: Kind, **about: Any) -> Visit:
    """A window with such a page."""
    found = visit(floor, **about)
    if kind.role:
        found.come(kind.role)
    found.go(kind.path).wait_for_selector(kind.shows, state="attached")
    found.page.wait_for_load_state("networkidle")
    return found


@pytest.fixture(params=PAGES)
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each of them."""
    return PAGES[request.param]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_everybody_can_use_it(visit: Visiting, usual_floor: Hosted, kind: Kind, size: ViewportSize, theme: str) -> None:
    page = opened(visit, usual_floor, kind, size=size, theme=theme).page
    assert not scrolls_sideways(page)
    found = Axe().run(page, options=AXE).response["violations"]
    grave = [each for each in found if each["impact"] in GRAVE]
    assert [(each["id"], each["help"], [node["html"][:200] for node in each["nodes"]][:5]) for each in grave] == []


def test_its_html_is_valid(usual_floor: Hosted, visit: Visiting, kind: Kind) -> None:
    """As it is sent, before any script has touched it."""
    found = visit(usual_floor)
    if kind.role:
        found.come(kind.role)
    assert problems(found.context.request.get(kind.path, headers={"accept": "text/html"}).text()) == ""


def test_it_is_small(visit: Visiting, usual_floor: Hosted, kind: Kind) -> None:
    found = opened(visit, usual_floor, kind)
    assert 0 < found.loaded() < MOST_BYTES, sorted((len(content), url) for url, content in found.heard)
