"""Somebody who plays in a browser: what he presses at a table, what he sees there, and what the floor has on record of it."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import Visit

ASKED = "#choices button.choice"


def button(page: Page, name: str) -> Locator:
    """The control whose name begins so."""
    return page.locator("#choices button").filter(has_text=name).first


def sit(visit: Visit, table: str, seat: int = 1) -> str:
    """Comes as a guest and sits down by the page: his name, once the page lets him wager (at Poker, once he sits)."""
    name: str = visit.come()["name"]
    page = visit.go(f"/tables/{table}")
    page.get_by_label("Which seat").select_option(str(seat))
    button(page, "Sit down").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    return name


def deal(page: Page) -> None:
    """Wagers what is usual."""
    button(page, "Deal").click()


def truth(visit: Visit, table: str) -> dict[str, Any]:
    """The table as the floor tells this player now."""
    found: dict[str, Any] = visit.context.request.get(f"/api/tables/{table}").json()["table"]
    return found


def chips(visit: Visit, table: str, seat: int = 1) -> int:
    """What lies before a player, in cents, by the floor's own account."""
    return int(truth(visit, table)["seats"][str(seat)]["chips"])


def picture(page: Page) -> str:
    """What lies on the felt, in the words that the page has for those who do not see it."""
    return page.locator("#picture").text_content() or ""
