"""What a link on another site, and a second window, can do to somebody who is signed in: nothing. A guest has no password, so
that whoever took his cookie from him would take his chips as well."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import button, deal, sit, truth
from tests.browser.browsing import Visit
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]


def led_to(visit: Visit, path: str) -> Page:
    """Follows a link on another site: the same machine under another name is one to a browser."""
    assert "127.0.0.1" in visit.url
    visit.announce("localhost|401.*/api/me|status of 401")  # the page comes again with the cookie
    visit.page.goto(visit.url.replace("127.0.0.1", "localhost") + "/healthz")
    visit.page.evaluate("(there) => { location.href = there; }", visit.url + path)
    visit.page.wait_for_url(lambda url: url.startswith(visit.url))
    return visit.page


def me(visit: Visit) -> dict[str, Any]:
    found: dict[str, Any] = visit.context.request.get("/api/me").json()
    return found


@pytest.mark.parametrize("wish", ["#play", "#bots"])
def test_a_link_on_another_site_seats_nobody(visit: Visiting, floor: Opening, wish: str) -> None:
    guest = visit(floor({"three": "565"}))
    before = guest.come()
    page = led_to(guest, f"/tables/three{wish}")
    expect(page.locator("#account")).to_contain_text(before["name"])  # though the browser brought no cookie at first
    expect(button(page, "Sit down")).to_be_visible()
    assert me(guest) == before and truth(guest, "three")["seats"] == {}
    assert "#" not in page.url
    button(page, "Sit down").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    assert [each["player"] for each in truth(guest, "three")["seats"].values()] == [before["name"]]


def test_a_stranger_whom_another_site_leads_here_looks_on(visit: Visiting, floor: Opening) -> None:
    stranger = visit(floor({"three": "565"}))
    page = led_to(stranger, "/tables/three#play")
    expect(button(page, "Sit down as a guest")).to_be_visible()
    assert not stranger.context.cookies() and truth(stranger, "three")["seats"] == {}


def test_two_windows_of_a_stranger_are_one_guest(visit: Visiting, floor: Opening) -> None:
    """Both were opened before he was anybody; he plays in the first, then in the second."""
    stranger = visit(floor({"three": "565", "four": "557"}))
    first, second = stranger.page, stranger.context.new_page()
    for page, table in ((first, "three"), (second, "four")):
        page.goto(f"/tables/{table}")
        expect(button(page, "Sit down as a guest")).to_be_visible()
    for page in (first, second):
        button(page, "Sit down as a guest").click()
        expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    names = {each["player"] for table in ("three", "four") for each in truth(stranger, table)["seats"].values()}
    assert names == {me(stranger)["name"]}


def test_who_signs_out_in_another_window_is_shown_his_cards_no_more(visit: Visiting, floor: Opening) -> None:
    house = floor({"three": "565"}, cards={"three": ""})
    house.deal("three", {1: "As Ah Kd"}, dealer="Qc 7d 5h")
    player = visit(house)
    sit(player, "three")
    deal(player.page)
    expect(button(player.page, "Play")).to_be_visible()
    expect(player.page.locator("#picture")).to_contain_text("ace of spades")
    player.announce("401.*/api/me|status of 401")
    assert player.context.request.delete("/api/session", headers={"origin": player.url}).ok
    expect(player.page.locator("#account")).to_have_text("Sign in")
    expect(player.page.locator("#picture")).not_to_contain_text("ace of spades")
    expect(player.page.locator("#log")).not_to_contain_text("A♠")


@pytest.mark.parametrize("kept", ["null", "5", "{}", '[null, 1, {"id": "x"}]', "{bad", '"x"'])
def test_a_store_with_nonsense_in_it_stops_no_page(visit: Visiting, usual_floor: Hosted, kept: str) -> None:
    guest = visit(usual_floor)
    stored = json.dumps(kept)
    guest.context.add_init_script(f"sessionStorage.setItem('pitboss.said.three-card-poker', {stored})")
    expect(button(guest.go("/tables/three-card-poker"), "Sit down")).to_be_visible()
