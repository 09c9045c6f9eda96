"""A full round of every chapter by keyboard alone, and by touch alone on a phone: from the free seat to the settled wagers, and
up again."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.floor.play.floor_plan import read_plan
from pitboss.games import BANKED, MODULES
from tests.browser.browsing import PHONE, Visit
from tests.browser.from_page import Seated
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]

PLAN = read_plan().table
TABLES = {table.chapter: table.name for table in reversed(PLAN)} | {"637a": "poker", "553": "poker-2010"}
RAKE: dict[str, Any] = {"announcements": True, "rake_percent": 5, "rake_maximum": 400}
BETWEEN = "3600"  # seconds from one hand of Poker to the next: a dealer begins each
CHAPTERS = sorted(TABLES)
BETTING = "Deal"
SETTING = "House way", "Set this hand"
# Who plays on sees the round to its end; the rest are questions that some answer must be given to.
ANSWERS = ("Play", "Stand", "Check", "Call", "Let it ride", "No ", "Take none", "Bet", "Raise", "Keep", "Refuse", "Show")
MOST = 30  # questions of a round
STOPS = 40  # to a control from where the focus is
FOCUS = """(within) => {
  const now = document.activeElement;
  return now.closest(within) && (now.getAttribute("aria-label") ?? now.textContent.trim());
}"""
# Whether the page has gone on after some lines of the dealer's log, and somebody is asked or all is settled.
WAITS = """([lines, over]) => document.querySelectorAll("#log li").length > lines
  && (document.querySelector("#choices button.choice")
    || new RegExp(over).test(document.querySelector("#status").textContent))"""
OVER = "^You (win|lose|break even)|next hand|wins? "


class Hand(ABC):
    """Somebody with one device."""

    @abstractmethod
    def press(self, page: Page, name: str, within: str = "#choices") -> None:
        """Presses the control whose name begins so."""


class Keyboard(Hand):
    """Tab, Shift and Enter."""

    def press(self, page: Page, name: str, within: str = "#choices") -> None:
        way, back = ("Tab", "Shift+Tab") if within == "#choices" else ("Shift+Tab", "Tab")  # what is done rarely stands before
        for key in ("", *[way] * STOPS, *[back] * 2 * STOPS):
            if key:
                page.keyboard.press(key)
            found = page.evaluate(FOCUS, within)
            if found is not None and found.startswith(name):
                page.keyboard.press("Enter")
                return
        raise AssertionError(f"{name} is not reached by Tab")


class Touch(Hand):
    """A finger."""

    def press(self, page: Page, name: str, within: str = "#choices") -> None:
        page.locator(within).get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.tap()


HANDS: dict[str, Hand] = {"keyboard": Keyboard(), "touch": Touch()}


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A floor with the banked tables of every new floor, and a Poker table for each device and edition: bots stay at theirs."""
    rooms = {TABLES[chapter]: (chapter, dict.fromkeys(HANDS, RAKE)) for chapter in ("637a", "553")}
    found = Hosted(births, {each.name: (each.chapter, each.house) for each in PLAN}, rooms, between=BETWEEN)
    yield found
    found.close()


def test_no_chapter_is_left_out() -> None:
    assert set(CHAPTERS) == set(MODULES)


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_round_by_one_device(visit: Visiting, house: Hosted, chapter: str, device: str) -> None:
    touch, hand = device == "touch", HANDS[device]
    window = visit(house, size=PHONE, touch=True) if touch else visit(house)
    player = Seated(window, TABLES[chapter] if chapter in BANKED else f"{TABLES[chapter]}/{device}")
    page = player.page
    hand.press(page, "Sit down as a guest")
    leave = page.locator("#more").get_by_role("button", name="Leave the table")
    expect(leave).to_be_visible()
    lines = player.lines()
    if chapter in BANKED:
        expect(player.choice(BETTING)).to_be_visible()
        hand.press(page, BETTING)
        page.wait_for_function(WAITS, arg=[lines, OVER])
    else:
        with page.expect_response(lambda answer: answer.url.endswith("/bots") and answer.request.method == "POST"):
            hand.press(page, "Bring bots", within="#more")
        house.guest("dealer").begin(player.table)
        page.wait_for_selector("#choices button.choice")
    play_on(player, hand)
    assert re.search(OVER, player.status), player.status
    assert page.evaluate("() => scrollY") == 0
    hand.press(page, "Leave the table", within="#more")
    expect(page.locator("#choices").get_by_role("button", name="Sit down")).to_be_visible()


def play_on(player: Seated, hand: Hand) -> None:
    """Answers all that is asked, to the end of the round."""
    page = player.page
    for _ in range(MOST):
        if re.search(OVER, player.status):
            return
        lines = player.lines()
        if page.locator("#choices .two-hands").count():
            hand.press(page, SETTING[0])
            expect(player.choice(SETTING[1])).to_be_enabled()
            hand.press(page, SETTING[1])
        else:
            offered = player.choices
            hand.press(page, next((each for word in ANSWERS for each in offered if each.startswith(word)), offered[0]))
        page.wait_for_function(WAITS, arg=[lines, OVER])
    raise AssertionError("the round does not end")
