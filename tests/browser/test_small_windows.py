"""At 200 % zoom and on phones: whoever bets or answers sees what he needs for it without scrolling, beside his cards and not on
them; and where there are no keys none are shown."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.at_table import button, deal, sit
from tests.browser.browsing import PHONE, Visit, zoomed
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

SIZES: dict[str, ViewportSize] = {
    "200 %": zoomed({"width": 1280, "height": 720}),
    "phone": PHONE,
    "small phone": {"width": 360, "height": 640},
    "smallest phone": {"width": 320, "height": 568},
}
TABLES = {"stud": ("587", {"progressive_payout": True}), "pai-gow": "645a"}
NOT_SEEN = """(which) => {
  const felt = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(which)].filter((each) => each.checkVisibility()).filter((each) => {
    const box = each.getBoundingClientRect();
    const on_the_felt = box.left < felt.right && box.right > felt.left && box.top < felt.bottom && box.bottom > felt.top;
    return box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth || on_the_felt;
  }).map((each) => each.textContent);
}"""

# Names that are cut off.
CUT = """() => [...document.querySelectorAll(".top .game, .wager .title")].filter((each) => each.checkVisibility())
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


def all_is_seen(page: Page, which: str) -> None:
    """All of these are in the window, which nobody has scrolled, and not on the felt, of which something is left."""
    assert page.evaluate("() => scrollY") == 0
    assert page.evaluate(NOT_SEEN, which) == []
    stage = page.locator("#stage").bounding_box()
    assert stage is not None and stage["height"] >= 200
    assert stage["y"] >= 0 and stage["y"] + stage["height"] <= page.evaluate("() => innerHeight") + 1


@pytest.mark.parametrize("size", SIZES)
def test_nobody_has_to_scroll(visit: Visiting, floor: Opening, size: str) -> None:
    """Neither before a bet at a table with four wagers, nor for an answer; on a phone nor for what is done rarely."""
    house, touch = floor(TABLES), "phone" in size
    rarely = ", #more button" * touch
    window = visit(house, size=SIZES[size], touch=touch)
    sit(window, "stud")
    page = window.page
    page.evaluate("() => { scrollTo(0, 0); document.activeElement.blur() }")
    assert page.evaluate(CUT) == []
    all_is_seen(page, "#status, #choices .wager, #choices button, #choices .rack label, #choices .yours" + rarely)
    deal(page)
    expect(button(page, "Check")).to_be_visible()
    all_is_seen(page, "#status, #choices button" + rarely)
    other = visit(house, size=SIZES[size], touch=touch)
    sit(other, "pai-gow")
    deal(other.page)
    button(other.page, "Refuse").click()
    expect(other.page.locator("#choices .two-hands")).to_be_visible()
    all_is_seen(other.page, "#status, #choices button" + rarely)


def test_no_keys_are_shown_where_there_are_none(browser: Browser, floor: Opening) -> None:
    house = floor({"three": "565"})
    for touch in (True, False):
        context = browser.new_context(base_url=house.url, viewport=PHONE, has_touch=touch, is_mobile=touch)
        page = context.new_page()
        page.goto("/tables/three#play")
        expect(button(page, "Deal")).to_be_visible()
        assert page.locator("kbd").count() > 0
        assert (page.locator("kbd:visible").count() == 0) == touch
        assert page.get_by_role("button", name="Keys ?").count() == (0 if touch else 1)
        page.get_by_role("button", name="Leave the table").click()
        expect(button(page, "Sit down")).to_be_visible()
        context.close()
