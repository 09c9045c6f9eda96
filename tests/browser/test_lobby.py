"""The lobby: short on a phone, in the order that a player chose, and right while tables open and lists change."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.at_table import button, sit
from tests.browser.browsing import PHONE, Visit, scrolls_sideways
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]
SHORT = 4000  # pixels
PAGE_COLOUR = "() => getComputedStyle(document.body).backgroundColor"
SOON = 8000  # milliseconds: a look every five seconds


def names(visit: Visit) -> list[str]:
    """The tables in the order in which they stand."""
    found: list[str] = visit.page.locator(".game-card:visible").evaluate_all("cards => cards.map((card) => card.dataset.table)")
    return found


def test_the_lobby_of_a_phone_is_short(visit: Visiting, usual_floor: Hosted) -> None:
    player = visit(usual_floor, size=PHONE)
    page = player.go("/")
    assert page.evaluate("() => document.documentElement.scrollHeight") < SHORT
    assert not scrolls_sideways(page)
    card = page.locator(".game-card[data-table=let-it-ride-poker]")
    expect(card).to_contain_text("up to 2")
    expect(card).to_contain_text("3.51%")
    expect(card).to_contain_text("wild, 5.2 × the Bet 1")
    assert "wild" in card.inner_text() and "×" not in card.inner_text()  # there is no room for the whole of it
    expect(page.locator(".game-card[data-table=blackjack]")).to_contain_text("any number a round")


def test_games_are_sorted_and_the_last_played_comes_first(visit: Visiting, floor: Opening) -> None:
    player = visit(floor({"stud": "555", "three": "565", "twenty-one": "633a"}))
    player.go("/")
    assert names(player) == ["twenty-one", "stud", "three"], "by name"
    player.page.get_by_label("Sort", exact=True).select_option("by swing")
    assert names(player) == ["twenty-one", "three", "stud"]
    player.page.get_by_label("Find").fill("dealer")
    assert names(player) == ["twenty-one", "three", "stud"]
    player.page.get_by_label("Find").fill("ace-king")
    assert names(player) == ["stud"]
    sit(player, "three")
    button(player.page, "Deal").click()
    button(player.page, "Fold").click()
    expect(button(player.page, "Deal")).to_be_visible()
    player.go("/")
    assert names(player) == ["three", "twenty-one", "stud"]


def test_poker_tables_are_found_too_and_what_is_not_there_is_said(visit: Visiting, floor: Opening) -> None:
    rooms: Any = {"poker": ("637a", {"holdem": {}, "low": {"variant": "razz"}})}
    page = visit(floor({"three": "565"}, rooms=rooms)).go("/")
    find, found = page.get_by_label("Find"), page.locator("#found")
    find.fill("razz")
    expect(page.locator(".room-tables li:visible h3")).to_have_text(["Razz"])
    expect(page.get_by_role("heading", name="Against the dealer")).to_be_hidden()
    expect(found).to_have_text("1 of 3 tables")
    find.fill("roulette")
    expect(page.locator(".room")).to_be_hidden()
    expect(found).to_have_text("No table is like that.")
    box = found.bounding_box()
    assert box and box["width"] > 100, "for all to see"
    find.fill("")
    expect(page.locator(".room-tables li:visible")).to_have_count(2)


def test_a_table_that_opens_appears_and_one_that_closes_goes(visit: Visiting, floor: Opening) -> None:
    house = floor({"three": "565"})
    player, boss = visit(house), house.guest("pit boss")
    player.go("/")
    boss.call("POST", "/api/tables", {"name": "new", "chapter": "678a"})
    expect(player.page.get_by_role("link", name="Play now at High Card Flush")).to_be_visible(timeout=SOON)
    boss.call("DELETE", "/api/tables/three")
    expect(player.page.locator("[data-table=three]")).to_have_count(0, timeout=SOON)
    boss.call("POST", "/api/rooms", {"name": "poker"})
    boss.open_in_room("poker", "razz", {"variant": "razz"})
    expect(player.page.get_by_role("link", name="Play razz, limit, with bots")).to_be_visible(timeout=SOON)


def test_a_player_leaves_the_list_of_a_room(visit: Visiting, floor: Opening) -> None:
    """The list is offered where others wait; who is on it may leave it."""
    rooms: Any = {"poker": ("637a", {"holdem": {}})}
    house = floor(rooms=rooms)
    first, player = house.guest(), visit(house)
    first.join("poker", "hold'em")
    name = player.come()["name"]
    page = player.go("/")
    room = page.locator(".room")
    room.get_by_role("button", name="Join the list").click()
    expect(room.locator(".waiting")).to_contain_text(name)
    leave = room.get_by_role("button", name="Leave the list for hold'em")
    page.reload()
    leave.click()
    expect(room.locator(".waiting")).to_have_text(f"On the list: {first.name} (hold'em).")
    expect(room.get_by_role("button", name="Join the list")).to_be_visible()


def test_colours_are_the_systems_until_the_reader_chooses(visit: Visiting, usual_floor: Hosted) -> None:
    """What was chosen stays, whatever the system prefers later."""
    page = visit(usual_floor, theme="light").go("/")
    light = page.evaluate(PAGE_COLOUR)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(PAGE_COLOUR)
    assert light != dark
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Colours").select_option("light")
    assert page.evaluate(PAGE_COLOUR) == light
    page.reload()
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    assert page.evaluate(PAGE_COLOUR) == light
