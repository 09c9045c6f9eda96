"""What the page of a table says to whoever plays there: only what is his own, what was done for him when his time was up, what
was refused beside the question that stays, and which choice is the best one."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import button, deal, picture, sit
from tests.browser.browsing import PHONE, WIDE, Visit
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

CARDS = {"three": "As Qc Ah 7d Kd 5h"}  # with which a player alone at Three Card Poker wins


def three(floor: Opening, **words: str) -> Hosted:
    """A floor with Three Card Poker at which a player alone wins."""
    return floor({"three": "565"}, cards=CARDS, **words)


def asked(visit: Visiting, house: Hosted) -> Page:
    """Somebody who has his cards, and is asked."""
    window = visit(house)
    sit(window, "three")
    deal(window.page)
    expect(button(window.page, "Play")).to_be_visible()
    return window.page


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_what_the_player_before_won_is_not_told_as_ones_own(visit: Visiting, floor: Opening, size: dict[str, int]) -> None:
    """Neither to whoever takes the seat, nor after a reload: the position is empty, though the dealer's cards still lie there.
    The next round is their own."""
    house = three(floor)
    before = house.guest()
    before.sit("three", 1)
    before.say("three", "bet", seat=1, wagers={"Ante": 1000})
    before.say("three", "decide", seat=1, word="play", cents=1000)
    before.say("three", "leave", seat=1)
    window = visit(house, size=size)
    sit(window, "three")
    page = window.page
    for _ in range(2):
        expect(page.locator("#status")).to_have_text("Place your wagers, then deal.")
        assert picture(page).startswith("The dealer had") and "ace of spades" not in picture(page)
        assert page.locator('.stage .card use[href$="#As"], .stage .card use[href$="#Ah"]').count() == 0
        expect(page.locator(".stage .result")).to_have_count(0)
        plate = page.locator(".seat-plate.you:visible")
        expect(plate).to_have_text(re.compile(r"^You \$[\d,]+$"))
        page.reload()
    deal(page)
    button(page, "Play").click()
    expect(page.locator("#status")).to_contain_text("You win")
    assert "You had" in picture(page)
    page.reload()
    expect(page.locator("#status")).to_contain_text("You win")


def test_it_is_said_that_time_was_up_and_what_the_dealer_did(visit: Visiting, floor: Opening) -> None:
    page = asked(visit, three(floor, clocks="usual", decision="0.15"))  # ten times that for who is alone
    said = "Time was up: the dealer folded for you."
    expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text(said)
    expect(page.locator("#status")).to_contain_text("You lose")


def test_nothing_is_said_of_the_time_to_who_answers(visit: Visiting, floor: Opening) -> None:
    page = asked(visit, three(floor, clocks="usual", decision="45"))
    button(page, "Fold").click()
    expect(page.locator("#status")).to_contain_text("You lose")
    expect(page.locator("#notice")).to_be_empty()
    expect(page.get_by_role("log")).not_to_contain_text("Time was up")


def test_whoever_leaves_in_a_round_is_asked_first(visit: Visiting, floor: Opening) -> None:
    """He learns what it costs. If he stays, the question is where it was; if he leaves, his wagers stay on the layout."""
    page = asked(visit, three(floor))
    question, offered = page.locator("#status").inner_text(), page.locator("#choices").inner_text()
    leave, dialog = page.get_by_role("button", name="Leave the table"), page.get_by_role("dialog")
    leave.click()
    expect(dialog).to_contain_text("Your wagers of this round are lost. § 565.7(c)")
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    assert (page.locator("#status").inner_text(), page.locator("#choices").inner_text()) == (question, offered)
    leave.click()
    dialog.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("log")).to_contain_text("abandons the wagers")
    expect(button(page, "Sit down")).to_be_visible()


def test_only_the_first_on_the_list_is_offered_a_seat_at_poker(visit: Visiting, floor: Opening) -> None:
    house = floor(None, {"poker": ("637a", {"holdem": {"announcements": True}})})
    first = house.guest()
    variant = first.call("GET", "/api/rooms/poker")["tables"][0]["variant"]
    first._say(
        "/api/rooms/poker",
        first.call("GET", "/api/rooms/poker")["version"],
        {"do": "join", "player": first.name, "variant": variant},
    )
    window = visit(house)
    window.come()
    page = window.go("/tables/poker/holdem")
    expect(page.locator("#status")).to_contain_text(f"{first.name} is first on the list for {variant}")
    expect(button(page, "Sit down")).to_be_disabled()


def test_enter_cuts_the_cards(visit: Visiting, floor: Opening) -> None:
    """Where they are cut by the slider, which is the only control of it."""
    window = visit(floor({"spanish": "635a"}))
    sit(window, "spanish")
    page = window.page
    page.keyboard.press("Enter")
    cut = button(page, "Cut")
    expect(cut).to_have_attribute("aria-keyshortcuts", "Enter")
    assert page.locator("#choices input").count() == 1
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(cut).to_have_count(0)
    expect(page.locator("#round")).to_have_text("round 1")


def test_an_amount_has_one_field_and_one_button(visit: Visiting, floor: Opening) -> None:
    """What is typed is on the button; Enter in the field says it."""
    window = visit(floor({"four": "557"}, cards={"four": ""}))
    sit(window, "four")
    page = window.page
    deal(page)
    group = page.get_by_role("group", name="Play: amount")
    expect(group).to_be_visible()
    assert (
        group.get_by_role("spinbutton").count() == 1
        and page.locator("#choices button", has_text=re.compile("^Play")).count() == 1
    )
    group.get_by_role("spinbutton").fill("15")
    expect(group.get_by_role("button", name=re.compile("^Play .15"))).to_have_class("choice")
    expect(group.get_by_role("slider")).to_have_value("15")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("$15 on Play")


def test_the_best_choice_is_marked_on_its_button_which_is_the_main_one(visit: Visiting, floor: Opening) -> None:
    house = floor({"three": "565"}, cards={"three": "2s Qc 4h 7d 7c 5h"})  # seven high, with which one folds
    page = asked(visit, house)
    expect(page.locator("#choices .main")).to_have_count(0)  # no choice is emphasised before advice is asked for
    page.get_by_role("button", name="What is each choice worth?").click()
    best = page.get_by_role("button", name=re.compile("^Fold.*best play"))
    expect(best).to_be_visible(timeout=120_000)  # the sum may be done for the first time
    expect(page.locator("#choices .main")).to_have_count(1)
    expect(best).to_have_class(re.compile(r"\bmain\b"))


def test_the_log_is_short_unless_one_wants_every_step(visit: Visiting, floor: Opening) -> None:
    """Neither is procedure read out, which is not shown; the browser remembers what was chosen."""
    window = visit(three(floor))
    sit(window, "three")
    page = window.page
    deal(page)
    dealt = page.locator("#log li").filter(has_text="Deals:")
    washed = page.locator("#log li").filter(has_text="washes and stacks them")
    expect(dealt).to_be_visible()
    expect(washed).to_be_hidden()
    assert page.locator("#log li.now").is_visible() and page.locator("#log li.now").count() == 1
    assert "washes" not in page.get_by_role("log").aria_snapshot()
    switch = page.get_by_role("button", name="Every step")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(washed).to_be_visible()
    page.reload()
    expect(washed).to_be_visible()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(washed).to_be_hidden()


def test_suits_have_four_colours_or_two(visit: Visiting, floor: Opening) -> None:
    """On the cards and in the log."""
    page = asked(visit, three(floor))
    card, said = page.locator('.stage .wide .card:has(use[href$="#Kd"])'), page.locator("#log .suit-d").first
    color = "(each) => getComputedStyle(each).color"
    blue, drawn = said.evaluate(color), card.screenshot()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Suits").select_option("two")
    page.get_by_role("button", name="Done").click()
    assert said.evaluate(color) != blue
    assert said.evaluate(color) == page.locator("#log .suit-h").first.evaluate(color)
    assert card.screenshot() != drawn
