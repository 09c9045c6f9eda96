"""The page of the pit: which buttons each state of a table offers, a device that fails, is declared and is repaired, limits
that are changed, and a closed table that opens again."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import deal, sit
from tests.browser.browsing import Visit
from tests.browser.hosting import Guest, Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

READER = "card reader device"
FAILED = ("device out of order", READER, f"no further dealing until the {READER} is repaired or replaced")
REPAIRED = ("device repaired or replaced", READER, f"the {READER} is repaired or replaced and in use again")


def press(page: Page, words: str) -> Locator:
    """A button of the table's card."""
    return page.get_by_role("button", name=f"{words}: blackjack")


def look(page: Page) -> None:
    """Has the page look at the tables at once, and waits for the answer."""
    with page.expect_response("**/api/pit**"):
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


def offered(page: Page, *words: str) -> None:
    """Waits until these buttons of the table are offered and the others are not."""
    look(page)
    for each in ("Begin", "Go on", "Declare", "Rule", "Close"):
        expect(press(page, each)).to_be_visible(visible=each in words)


def boss_in_the_pit(visit: Visiting, house: Hosted) -> Page:
    """A pit boss who deals by hand."""
    window = visit(house)
    window.come("pit boss")
    page = window.go("/pit")
    page.get_by_role("button", name="Deal by hand").click()
    expect(page.get_by_role("button", name="Let the house deal")).to_be_visible()
    return page


def declare(page: Page, kind: str, device: str) -> Locator:
    """Declares something about a device: the dialog."""
    press(page, "Declare").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What happened").select_option(kind)
    dialog.get_by_label("Which device").select_option(device)
    dialog.get_by_role("button", name="Declare it").click()
    return dialog


def wager(player: Guest) -> None:
    player.say("blackjack", "bet", seat=1, wagers={"Blackjack Wager": 1000})


def declared(page: Page, kind: str, device: str, remedy: str) -> None:
    """Declares something about a device, and waits until the pit says what follows, with its paragraph."""
    expect(declare(page, kind, device)).to_have_count(0)
    expect(page.locator("#pit-said")).to_have_text(f"Declared at blackjack: {remedy}. § 633a.14(k)")


def test_a_card_reader_fails_and_is_repaired_in_the_round_and_between_rounds(visit: Visiting, floor: Opening) -> None:
    """While it is out of order no card is dealt and no round begins (§ 633a.14(k)): the pit offers neither."""
    house = floor({"blackjack": "633a"}, cards={"blackjack": ""})
    house.deal("blackjack", {1: "Ts 9h"}, dealer="8d 9c")
    page = boss_in_the_pit(visit, house)
    offered(page, "Close")
    player = house.guest()
    player.sit("blackjack", 1)
    offered(page, "Rule")
    wager(player)
    offered(page, "Begin", "Rule")
    press(page, "Begin").click()
    offered(page, "Rule")  # the cards are being cut
    player.say("blackjack", "cut", seat=1, depth=None)
    offered(page, "Go on", "Declare", "Rule")
    declared(page, *FAILED)
    press(page, "Go on").click()
    offered(page, "Declare", "Rule")
    declared(page, *REPAIRED)
    page.get_by_role("button", name="Let the house deal").click()
    expect(page.locator(".pit-table .state")).to_contain_text("waits for seat 1")
    offered(page, "Declare", "Rule")
    declared(page, *FAILED)
    player.say("blackjack", "decide", seat=1, word="stand")
    offered(page, "Declare", "Rule")
    wager(player)
    between = f"Between rounds, 1 played · wagers of seat 1 lie there · 1 of 7 seats · out of order: {READER}"
    expect(page.locator(".pit-table .state")).to_have_text(between)
    page.get_by_role("button", name="Deal by hand").click()
    offered(page, "Declare", "Rule")
    press(page, "Declare").click()
    expect(page.get_by_label("What happened").locator("option")).to_have_text(["Device repaired or replaced"])
    expect(page.get_by_label("Which device").locator("option")).to_have_text([READER])
    page.keyboard.press("Escape")
    declared(page, *REPAIRED)
    offered(page, "Begin", "Rule")
    press(page, "Begin").click()
    expect(page.locator(".pit-table .state")).to_contain_text("Round 2")


def test_a_player_reads_that_the_table_waits_for_a_dealer(visit: Visiting, floor: Opening) -> None:
    """As soon as an employee deals, after a reload too, and until the house deals again."""
    house = floor({"blackjack": "633a"})
    page = boss_in_the_pit(visit, house)
    player, other = visit(house), house.guest()
    other.sit("blackjack", 2)
    sit(player, "blackjack")
    deal(player.page)
    status = player.page.locator("#status")
    waits = "Your wagers are placed. A dealer deals here: the table waits for the dealer to begin."
    expect(status).to_have_text(waits)
    page.get_by_role("button", name="Let the house deal").click()
    expect(status).to_have_text("Your wagers are placed. The round begins when all players have placed theirs.")
    page.get_by_role("button", name="Deal by hand").click()
    expect(status).to_have_text(waits)
    player.page.reload()
    expect(status).to_have_text(waits)


def test_limits_change_and_the_player_at_the_table_wagers_by_them(visit: Visiting, floor: Opening) -> None:
    house = floor({"blackjack": "633a"})
    player = visit(house)
    sit(player, "blackjack")
    wagers = player.page.locator("[data-wager=Blackjack]")
    expect(wagers.locator(".limits")).to_have_text("$5 to $500")
    player.page.get_by_role("button", name="More on Blackjack").click()
    window = visit(house)
    window.come("pit boss")
    page = window.go("/pit")
    window.announce("422.*/commands")
    press(page, "Limits").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Table minimum").fill("600")
    dialog.get_by_role("button", name="Post these limits").click()
    expect(dialog.get_by_role("alert")).to_contain_text("above table_maximum")
    dialog.get_by_label("Table minimum").fill("15")
    dialog.get_by_role("button", name="Post these limits").click()
    expect(page.locator("#pit-said")).to_have_text("blackjack has other limits.")
    expect(wagers.locator(".limits")).to_have_text("$15 to $500")
    expect(wagers.locator("output")).to_have_text("–")  # what was chosen under the old limits
    expect(player.page.get_by_role("log")).to_contain_text("the limits are now $15 to $500", ignore_case=True)
    player.page.get_by_role("button", name="More on Blackjack").click()
    expect(wagers.locator("output")).to_have_text("$15")


def test_a_closed_table_opens_again(visit: Visiting, floor: Opening) -> None:
    house = floor({"blackjack": "633a"})
    window = visit(house)
    window.come("pit boss")
    page = window.go("/pit")
    press(page, "Close").click()
    page.get_by_role("dialog").get_by_role("button", name="Close it").click()
    expect(page.locator("#pit-said")).to_have_text("blackjack is closed.")
    page.get_by_text("Closed tables").click()
    page.get_by_role("button", name="Reopen: blackjack").click()
    expect(page.locator("#pit-said")).to_have_text("blackjack is open again.")
    expect(press(page, "Close")).to_be_visible()
    expect(page.get_by_text("Closed tables")).to_be_hidden()
