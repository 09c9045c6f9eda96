"""Two positions of one player, where the house allows them: wagers, questions and results one position after the other, on a
phone, whose felt has room for one."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.at_table import button, chips, sit, truth
from tests.browser.browsing import PHONE, Visit
from tests.browser.hosting import Hosted


def test_two_positions_are_played_one_after_the_other(visit: Callable[..., Visit], floor: Callable[..., Hosted]) -> None:
    house = floor({"three": ("565", {"two_positions": True})}, cards={"three": ""})
    house.deal("three", {2: "Ah Kd 9c", 3: "4c 3h 2d"}, dealer="Qs 7d 5h")
    window = visit(house, size=PHONE)
    sit(window, "three", 3)
    page, status = window.page, window.page.locator("#status")
    page.get_by_role("button", name="Play seat 2 too").click()
    expect(status).to_contain_text("Seat 2: Place your wagers")
    button(page, "Deal").click()
    expect(status).to_contain_text("Seat 3: Place your wagers")
    assert set(truth(window, "three")["placed"]) == {"2"}
    button(page, "Take back at seat 2").click()
    expect(status).to_contain_text("Seat 2: Place your wagers")
    assert truth(window, "three")["placed"] == {}
    for seat in (2, 3):
        expect(status).to_contain_text(f"Seat {seat}: Place your wagers")
        button(page, "Deal").click()
    expect(status).to_contain_text("Seat 2: play")
    hands = page.locator("#own-hands section")
    expect(hands).to_have_count(2)
    expect(hands.nth(0)).to_have_attribute("aria-current", "true")
    button(page, "Play").click()
    expect(status).to_contain_text("Seat 3: play")
    button(page, "Fold").click()
    expect(status).to_contain_text(re.compile(r"You win \$5: seat 2 \+\$10, seat 3 −\$5\."))
    assert (chips(window, "three", 2), chips(window, "three", 3)) == (51_000, 49_500)
    page.get_by_role("button", name="Give up seat 3").click()
    expect(page.get_by_role("button", name="Give up seat 3")).to_have_count(0)
    page.get_by_role("button", name=re.compile("Play seat . too")).first.click()
    button(page, "Deal").click()
    button(page, "No wager at seat").click()
    expect(status).to_contain_text("play for $5, or fold?")
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(button(page, "Sit down")).to_be_visible()
    assert truth(window, "three")["seats"] == {}
