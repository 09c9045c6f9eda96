"""The laboratory in a browser: what is changed by keyboard is in the address, back and forward work, a wait can end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import NARROW, WIDE, Visit, scrolls_sideways
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
DONE = "Everything is worked out."
LONG = 120_000


def worked_out(page: Page) -> None:
    expect(page.locator("#lab-said")).to_have_text(DONE, timeout=LONG)


def test_a_payout_is_changed_and_the_address_follows(visit: Visiting, usual_floor: Hosted) -> None:
    """By keyboard alone, from the list to the number; then back and forward, and a link that somebody else opens."""
    window = visit(usual_floor)
    page = window.go("/lab")
    page.get_by_role("link", name="Pair Plus").first.focus()
    page.keyboard.press("Enter")
    percent = page.locator(".lab-percent")
    expect(percent).to_have_text("12.7964%", timeout=LONG)
    expect(page.locator("#lab-law")).to_contain_text("Lawful in Pennsylvania")
    expect(page.locator(".lab-compared")).to_have_text("As printed.")
    page.get_by_label("Flush", exact=True).fill("2 to 1")
    page.keyboard.press("Enter")
    expect(percent).to_have_text("17.7557%", timeout=LONG)
    expect(page).to_have_url(re.compile(r"/lab/565\?wager=Pair\+Plus&Pair\+Plus:Flush=2\+to\+1$"))
    expect(page.locator("#lab-law")).to_have_text(re.compile(r"Not lawful in Pennsylvania.*565\.12\(d\)"))
    expect(page.locator(".lab-compared")).to_contain_text("+4.96 points")
    worked_out(page)
    shared = page.url
    page.go_back()
    expect(percent).to_have_text("12.7964%")
    expect(page.get_by_label("Flush", exact=True)).to_have_value("3 to 1")
    page.go_forward()
    expect(percent).to_have_text("17.7557%")
    expect(page.get_by_label("Flush", exact=True)).to_have_value("2 to 1")
    page.get_by_role("button", name="As printed").click()
    expect(percent).to_have_text("12.7964%")
    other = visit(usual_floor).go(shared.removeprefix(usual_floor.url))
    expect(other.locator(".lab-percent")).to_have_text("17.7557%")


def test_what_cannot_be_read_is_said_beside_what_was_found(visit: Visiting, usual_floor: Hosted) -> None:
    window = visit(usual_floor)
    window.announce(r"422.*/lab/565")
    page = window.go("/lab/565?wager=Pair+Plus")
    worked_out(page)
    page.get_by_label("Flush", exact=True).fill("a lot")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is not a payout; write 3 to 2")
    expect(page.locator(".lab-percent")).to_have_text("12.7964%")
    expect(page.locator("#lab-numbers")).to_have_css("opacity", "0.35")  # it is of another experiment
    expect(page.locator("#lab-law")).to_be_hidden()
    expect(page.locator(".lab-compared")).to_be_hidden()
    expect(page.get_by_label("Flush", exact=True)).to_have_attribute("aria-invalid", "true")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("is not a payout; write 3 to 2")
    expect(page.get_by_label("Wager", exact=True)).to_have_value("Pair Plus")
    expect(page.get_by_label("Flush", exact=True)).to_have_value("a lot")
    expect(page.get_by_label("Flush", exact=True)).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Flush", exact=True).fill("3 to 1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator("#lab-law")).to_be_visible()


def test_pictures_have_their_numbers_and_a_session_its_length(visit: Visiting, usual_floor: Hosted) -> None:
    page = visit(usual_floor).go("/lab/565?wager=Pair+Plus")
    worked_out(page)
    page.get_by_text("All 6 results in a table").click()
    expect(page.get_by_role("row", name=re.compile(r"^\+35 0\.2172%"))).to_be_visible()
    expect(page.locator("svg:not([aria-hidden=true])")).to_have_count(0)
    before = page.locator(".lab-facts").inner_text()
    page.get_by_role("button", name="1,000", exact=True).click()
    expect(page.get_by_role("button", name="1,000", exact=True)).to_be_focused()
    assert page.locator(".lab-facts").inner_text() != before


def test_a_grid_is_a_table_of_letters(visit: Visiting, usual_floor: Hosted) -> None:
    """Each cell is found by its row and its column, and says so where it changed."""
    page = visit(usual_floor).go("/lab/633a?soft_17=hit")
    worked_out(page)
    grid = page.get_by_role("table", name="Hard totals")
    eleven = grid.get_by_role("row", name=re.compile(r"^11 "))
    expect(eleven.get_by_role("cell").last).to_have_text("D (changed)")
    expect(grid.get_by_role("columnheader")).to_have_text(["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"])


def test_a_wait_is_shown_and_can_end(visit: Visiting, usual_floor: Hosted) -> None:
    """The edge of Pai Gow Poker takes a while where nobody has asked for it."""
    page = visit(usual_floor).go("/lab/645a?house_way=split-pairs")
    cancel = page.get_by_role("button", name="Cancel")
    expect(page.get_by_role("progressbar")).to_be_visible()
    cancel.click()
    expect(page.locator("#lab-said")).to_have_text("Cancelled.")
    expect(cancel).to_be_hidden()


@pytest.mark.parametrize("size", [WIDE, {"width": 1024, "height": 768}, NARROW])
def test_a_wager_of_ones_own(visit: Visiting, usual_floor: Hosted, size: dict[str, int]) -> None:
    page = visit(usual_floor, size=size).go("/lab/draft")
    page.get_by_label("What is dealt").fill('[deal]\nplayer = 2\n[[row]]\nwhen = "pair"\npays = "11 to 1"\n')
    page.get_by_role("button", name="Price it").click()
    expect(page.locator(".lab-percent")).to_have_text("29.4118%", timeout=LONG)
    assert not scrolls_sideways(page)
    page.reload()
    expect(page.locator(".lab-percent")).to_have_text("29.4118%", timeout=LONG)
