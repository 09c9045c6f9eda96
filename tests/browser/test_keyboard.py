"""A round by keyboard alone, from the lobby to its end; what is read out to those who listen; a clock that can be read."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import button, deal, sit
from tests.browser.browsing import Visit
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

FAR = 60  # stops after which nobody goes on looking
NEAR = 3
FOCUS = """() => {
  const now = document.activeElement, style = getComputedStyle(now), box = now.getBoundingClientRect();
  const shown = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none";
  const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.width > 0;
  const name = now.getAttribute("aria-label") ?? now.textContent.trim();
  return { name, html: now.outerHTML.slice(0, 120), seen: shown && inside };
}"""


def tab_to(page: Page, name: str, most: int = FAR) -> int:
    """Presses Tab until something with such a name has the focus, which is seen at every stop: how often that was."""
    for presses in range(1, most + 1):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUS)
        assert found["seen"] or found["html"].startswith("<body"), f"the focus is not seen on {found['html']}"
        if re.match(name, found["name"]):
            return presses
    raise AssertionError(f"{name} is not reached in {most} stops")


def three(floor: Opening) -> Hosted:
    """A floor with Three Card Poker at which a player alone at the middle seat wins."""
    return floor({"three": "565"}, cards={"three": "As Qc Ah 7d Kd 5h"})


def test_a_round_by_keyboard_alone(visit: Visiting, floor: Opening) -> None:
    """With Tab, Enter and Space, from the lobby on; nothing is ever clicked."""
    player = visit(three(floor))
    page = player.go("/")
    tab_to(page, "Play now")
    page.keyboard.press("Enter")
    expect(button(page, "Deal")).to_be_visible()
    tab_to(page, "More on Ante")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("[data-wager=Ante] output")).to_have_text("$10")
    tab_to(page, "Deal")
    page.keyboard.press("Enter")
    expect(button(page, "Play")).to_be_visible()
    tab_to(page, "Play", most=NEAR)  # from where the Deal button was
    page.keyboard.press("Space")
    expect(page.get_by_role("status").first).to_contain_text("You win $20")
    tab_to(page, "Leave the table")
    page.keyboard.press("Enter")
    expect(button(page, "Sit down")).to_be_visible()


def test_rounds_by_single_keys(visit: Visiting, floor: Opening) -> None:
    """A digit puts a chip down, Escape takes it back, Enter deals, the letters answer; none of them once that is turned off."""
    player = visit(three(floor))
    page = player.go("/tables/three#play")
    expect(button(page, "Deal")).to_be_visible()
    staked = page.locator("[data-wager=Ante] output")
    page.keyboard.press("1")
    expect(staked).not_to_have_text("–")
    page.keyboard.press("Escape")
    expect(staked).to_have_text("–")
    page.keyboard.press("Enter")
    expect(button(page, "Play")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator("#status")).to_contain_text("You win")
    page.evaluate("() => localStorage.setItem('pitboss.settings', JSON.stringify({ keys: false }))")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    expect(staked).to_have_text("–")
    assert page.locator("#round").inner_text() == "round 1"


def test_a_dialog_is_left_by_escape_and_gives_the_focus_back(visit: Visiting, floor: Opening) -> None:
    player = visit(three(floor))
    sit(player, "three")
    page = player.page
    deal(page)
    expect(button(page, "Play")).to_be_visible()
    for name, dialog in (("§ 565", "#rule"), ("Settings", "#settings")):
        control = page.locator("#status .cite") if name.startswith("§") else page.get_by_role("button", name=name)
        control.focus()
        page.keyboard.press("Enter")
        expect(page.locator(f"dialog{dialog}")).to_be_visible()
        assert page.evaluate("() => Boolean(document.activeElement.closest('dialog[open]'))")
        page.keyboard.press("Escape")
        expect(page.locator(f"dialog{dialog}")).to_be_hidden()
        expect(control).to_be_focused()


def test_what_happens_is_read_out(visit: Visiting, floor: Opening) -> None:
    """The dealer's words are a log, the question a status; the felt has its words."""
    player = visit(three(floor))
    page = player.go("/tables/three#play")
    log, status = page.get_by_role("log"), page.get_by_role("status").first
    expect(log).to_have_attribute("aria-live", re.compile("polite|off"))
    expect(status).to_contain_text("Place your wagers")
    deal(page)
    expect(status).to_contain_text("Play for")
    expect(log).to_have_attribute("aria-live", "polite")
    expect(log).to_contain_text("Deals:")
    expect(page.locator("#picture")).to_contain_text("You have ace of spades, ace of hearts, king of diamonds")
    button(page, "Play").click()
    expect(status).to_contain_text("You win")
    expect(log).to_contain_text("Pays")
    # what was collected is still to be seen, and is told to those who do not see it
    expect(page.locator("#picture")).to_contain_text("You had ace of spades, ace of hearts, king of diamonds")
    expect(page.locator("#picture")).to_contain_text("The dealer had ")


@pytest.mark.parametrize("seconds", [45, 300])
def test_a_clock_is_read_in_words(visit: Visiting, floor: Opening, seconds: int) -> None:
    """How long the house waits stands beside the question, counts down, and is not read out each second."""
    house = floor({"three": "565"}, clocks="usual", decision=str(seconds))
    player = visit(house)
    page = player.go("/tables/three#play")
    deal(page)
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^\d+ s$"))
    first = int(clock.inner_text().removesuffix(" s"))
    assert 10 * seconds - 15 <= first <= 10 * seconds  # nobody else waits for who is alone
    expect(clock).to_have_attribute("aria-live", "off")
    page.wait_for_function(f"() => parseInt(document.getElementById('clock').textContent) < {first}")


def test_whoever_has_not_wagered_sees_how_long_he_has(visit: Visiting, floor: Opening) -> None:
    """The first wager of somebody else starts the clock: it is shown and told, to those who sit there and to who comes then."""
    house = floor({"three": "565"}, clocks="usual")
    player, other = visit(house), house.guest()
    other.sit("three", 2)
    sit(player, "three")
    clock, status = player.page.get_by_role("timer"), player.page.locator("#status")
    expect(clock).to_have_text("")
    expect(status).to_have_text("Place your wagers, then deal.")
    other.say("three", "bet", seat=2, wagers={"Ante": 1000})
    late = visit(house).go("/tables/three")
    expect(late.get_by_role("timer")).to_have_text(re.compile(r"^No more bets in \d+ s$"))
    expect(clock).to_be_visible()
    expect(clock).to_have_text(re.compile(r"^No more bets in \d+ s$"))
    expect(status).to_have_text(re.compile(r"^Others have placed their wagers: .* You have \d+ seconds\.$"))
    expect(button(player.page, "Deal")).to_be_enabled()
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    other.say("three", "bet", seat=2, wagers={})
    expect(clock).to_have_text("")
    expect(status).to_have_text("Place your wagers, then deal.")
