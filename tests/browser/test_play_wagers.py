"""Wagers, keys and the setting of Pai Gow Poker hands at the page: what is refused is said before it costs anything."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import Visit
from tests.browser.comparing import BUY_IN, compare, same, settled
from tests.browser.from_page import Seated
from tests.browser.hosting import Hosted, Tables
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]
TABLES: Tables = {
    "crazy": ("657a", {"progressive_payout": "A", "progressive_rate": 20}),
    "three": "565",
    "blackjack": "633a",
    "pai-gow": ("645a", {"fortune_bonus": "A"}),
    "pai-gow-2010": "561",
}


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A floor of which the tests of this file share the tables."""
    found = Hosted(births, TABLES, cards=dict.fromkeys(TABLES, ""))
    yield found
    found.close()


@pytest.fixture
def sit(visit: Visiting, house: Hosted) -> Iterator[Callable[[str], Seated]]:
    """Sits down at a table, and leaves it after the test."""
    there: list[Seated] = []

    def seated(table: str) -> Seated:
        there.append(Seated(visit(house), table))
        there[-1].sit()
        return there[-1]

    yield seated
    for player in there:
        player.page.get_by_role("button", name="Leave the table").click()
        expect(player.page.get_by_role("button", name="Sit down")).to_be_visible()


Sitting = Callable[[str], Seated]

# ---------------------------------------------------------------------------- what is refused


def refused(player: Seated, why: str, cite: str) -> None:
    """The page says why, with the paragraph, and no chip has moved: not when it is asked for, and not when one insists."""
    page, status = player.page, player.page.locator("#status.refused")
    expect(status).to_contain_text(why)
    expect(status.get_by_role("button", name=f"§ {cite}")).to_be_visible()
    before = player.look()
    page.keyboard.press("Enter")
    expect(status).to_contain_text(why)
    expect(player.choice("Deal")).to_be_visible()
    after = player.look()
    same(after["v"], before["v"])
    same(after["table"]["placed"], {})
    same(after["table"]["seats"][str(player.seat)]["chips"], BUY_IN)
    same(player.round, "")


def test_a_wager_without_what_it_needs(sit: Sitting) -> None:
    player = sit("crazy")
    player.put("Queens Up")
    refused(player, "Ante", "657a.7(d)(1)")
    expect(player.page.locator('.wager[data-wager="Ante"]')).to_have_class("wager unlawful")


def test_unequal_wagers(sit: Sitting) -> None:
    player = sit("crazy")
    player.put("Ante", 2)
    player.put("Super Bonus")
    refused(player, "Super Bonus", "657a.7(d)(1)")
    player.put("Super Bonus")
    expect(player.page.locator("#status")).to_have_text("Place your wagers, then deal.")
    expect(player.page.locator(".wager.unlawful")).to_have_count(0)


def test_more_chips_than_one_has(sit: Sitting) -> None:
    """The floor refuses what the page could not know."""
    player = sit("three")
    page = player.page
    page.get_by_label("$500 chip, key 4").check(force=True)
    player.put("Ante")
    player.put("Pair Plus")
    page.keyboard.press("Enter")
    expect(page.locator("#status.refused")).to_contain_text("chips")
    same(player.look()["table"]["placed"], {})
    same(player.look()["table"]["seats"][str(player.seat)]["chips"], BUY_IN)


def test_amounts_stay_within_the_limits(sit: Sitting) -> None:
    """Below the least nothing stays, above the most nothing is added, and an amount of two kinds goes from one to the other."""
    player = sit("crazy")
    page = player.page
    page.get_by_label("$500 chip").check(force=True)
    player.put("Ante", 3)
    same(player.piles(), {"Ante": 50_000})
    page.get_by_label("$1 chip").check(force=True)
    player.put("Queens Up")
    same(player.piles(), {"Ante": 50_000, "Queens Up": 500})
    player.put("Queens Up")
    same(player.piles()["Queens Up"], 600)
    for _ in range(2):
        page.get_by_role("button", name="Less on Queens Up").click()
    player.put("Progressive Payout")
    same(player.piles(), {"Ante": 50_000, "Progressive Payout": 100})
    player.put("Progressive Payout", 2)
    same(player.piles(), {"Ante": 50_000, "Progressive Payout": 500})
    page.get_by_role("button", name="Less on Progressive Payout").click()
    page.get_by_role("button", name="Take back").click()
    same(player.piles(), {})
    same(player.chips, BUY_IN)


def test_chips_by_clicks_on_the_felt(sit: Sitting) -> None:
    """As many as clicks, also where chips lie already, and no rule is opened; on the area of another seat its rule is."""
    player = sit("three")
    player.put_on_the_felt("Ante")
    player.put_on_the_felt("Ante")
    player.put_on_the_felt("Pair Plus")
    same(player.piles(), {"Ante": 1000, "Pair Plus": 500})
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    player.put_on_the_felt("Pair Plus", seat=player.seat + 1)
    expect(player.page.get_by_role("dialog", name="§ 565.2(b)(4)")).to_be_visible()
    player.page.keyboard.press("Escape")
    same(player.all_piles(), [500, 1000])
    same(player.chips, BUY_IN - 1500)


LONG_PRESS = """area => area.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true, pointerType: "touch"}))"""


@pytest.mark.parametrize("how", ["hover", "focus", "long press"])
def test_a_betting_spot_says_what_it_holds(sit: Sitting, how: str) -> None:
    """Its wager, the limits with their paragraph, and what it pays; Escape puts the card away."""
    player = sit("three")
    player.page.keyboard.press("Tab")  # from here on the focus is seen
    spot, card = player.page.locator('.area.yours[data-wager="Pair Plus"]').first, player.page.locator("#spot-card")
    expect(card).to_be_hidden()
    if how == "hover":
        spot.hover()
    elif how == "focus":
        player.page.locator('.wager[data-wager="Pair Plus"] button').last.focus()
    else:
        spot.evaluate(LONG_PRESS)
    expect(card).to_be_visible()
    expect(card).to_contain_text("Pair Plus")
    expect(card).to_contain_text("$5 to $500 · § 565.7")
    expect(card.locator("table")).to_contain_text("Straight flush")
    player.page.keyboard.press("Escape")
    expect(card).to_be_hidden()


# ---------------------------------------------------------------------------- keys


def test_digits_put_chips_and_escape_takes_them_back(sit: Sitting, house: Hosted) -> None:
    player = sit("three")
    page = player.page
    house.deal("three", {player.seat: "7s 8d 9h"}, dealer="Qd 5h 2c")
    for key in "122":
        page.keyboard.press(key)
    same(player.piles(), {"Ante": 500 + 2500 + 2500})
    page.keyboard.press("Escape")
    same(player.piles(), {})
    page.keyboard.press("1")
    player.put_on_the_felt("Pair Plus")
    page.keyboard.press("1")
    same(player.piles(), {"Ante": 500, "Pair Plus": 1000})
    player.answer("Enter")
    compare(player)
    player.answer("f")
    compare(player)
    settled(player, -500 + 5000)


def test_a_key_opens_the_list_of_keys(sit: Sitting) -> None:
    player = sit("three")
    page, dialog = player.page, player.page.get_by_role("dialog", name="Keys")
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    same(player.piles(), {})


def test_without_single_keys(sit: Sitting) -> None:
    """Turned off in the settings they do nothing; buttons and Enter on a button still do."""
    player = sit("three")
    page = player.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single keys").select_option(label="off")
    page.get_by_role("button", name="Done").click()
    for key in ("1", "2", "Enter", "?"):
        page.locator("h1").click()
        page.keyboard.press(key)
    expect(page.get_by_role("dialog")).to_have_count(0)
    same(player.piles(), {})
    same(player.look()["table"]["placed"], {})
    player.choice("Deal").focus()
    player.answer("Enter")
    same(player.choices, ["Play $5", "Fold"])
    version = player.look()["v"]
    for key in ("p", "f", "a"):
        page.keyboard.press(key)
    same(player.choices, ["Play $5", "Fold"])
    same(player.look()["v"], version)
    player.answer("Fold")


def test_a_key_that_nobody_offers_does_nothing(sit: Sitting, house: Hosted) -> None:
    """Only what is asked can be answered by a key."""
    player = sit("blackjack")
    house.deal("blackjack", {player.seat: "Tc 9h"}, dealer="9s 8d")
    player.put("Blackjack")
    player.answer("Enter")
    player.answer("n")
    version = player.look()["v"]
    for key in ("p", "i", "b", "c", "f", "r", "1", "Enter", "Escape"):  # no pair, no ace, no Poker
        player.page.keyboard.press(key)
    same(player.look()["v"], version)
    same(player.choices, ["Hit", "Stand", "Double $5", "Surrender"])
    player.answer("s")
    settled(player, 500)


# ---------------------------------------------------------------------------- Pai Gow Poker


@pytest.mark.parametrize(("table", "cite"), [("pai-gow", "645a.11(b)"), ("pai-gow-2010", "561.13(a)")])
def test_seven_cards_are_set(sit: Sitting, house: Hosted, table: str, cite: str) -> None:
    """A fouled pick cannot be said; a lawful one is, and both hands lie apart."""
    player = sit(table)
    page = player.page
    house.deal(table, {player.seat: "As Ah Kd Kc 2h 5s 7d"}, dealer="Qs Jd 9c 8h 4d 3s 2c")
    player.put("Pai Gow Poker")
    player.answer("Enter")
    player.answer("n")
    say, told = player.choice("Set this hand"), page.locator("#choices .setting-status")
    expect(page.locator("#status")).to_contain_text(cite)
    expect(say).to_be_disabled()
    expect(told).to_have_text("Which two cards are your low hand?")
    for card in ("ace of spades", "ace of hearts"):
        page.get_by_role("button", name=card).click()
    expect(told).to_have_text("Foul: the low hand would rank above the high hand.")
    expect(say).to_be_disabled()
    version = player.look()["v"]
    page.locator("h1").click()
    page.keyboard.press("Enter")
    same(player.look()["v"], version)
    page.get_by_role("button", name="ace of hearts").click()
    expect(told).to_have_text("Which two cards are your low hand?")
    page.get_by_role("button", name="ace of spades").click()
    for card in ("king of diamonds", "king of clubs"):
        page.get_by_role("button", name=card).click()
    expect(say).to_be_enabled()
    expect(page.locator(".zone[data-hand=low] .zone-name")).to_have_text("Pair of kings")
    expect(page.locator(".zone[data-hand=high] .zone-name")).to_have_text("Pair of aces")
    page.locator("h1").click()
    player.answer("Enter")
    while "No surrender" in player.choices:
        low = player.look()["table"]["hands"][f"seat_{player.seat}"]["low"]
        same(sorted(low), ["Kc", "Kd"])
        expect(player.choice("Surrender")).to_contain_text("give up the wager")  # § 561.13(e), § 645a.11(d): all of it
        compare(player)
        player.answer("n")
    same(player.results(), {"Pai Gow Poker": 475})
    settled(player, 475)


@pytest.mark.parametrize("table", ["pai-gow", "pai-gow-2010"])
def test_the_house_sets_lawfully(sit: Sitting, house: Hosted, table: str) -> None:
    """Cards that are hard to set: the button picks two, which can be said as they are."""
    player = sit(table)
    house.deal(table, {player.seat: "Jk As Ks Qs Js Ts 2d"}, dealer="Qh Jd 9c 8h 4d 3s 2c")
    player.put("Pai Gow Poker")
    player.answer("Enter")
    player.answer("Cut")
    player.answer("House way")
    low = player.page.locator("#choices .zone[data-hand=low] button")
    expect(low).to_have_count(2)
    expect(low.first).to_have_accessible_name(re.compile("^ace of spades,"))  # the joker takes its place in the royal flush
    player.answer("Set this hand")
    while "No surrender" in player.choices:
        player.answer("n")
    settled(player, player.results()["Pai Gow Poker"])


# ---------------------------------------------------------------------------- the last round, shown again


def test_the_last_round_is_shown_again(sit: Sitting) -> None:
    """Its results lie on the felt until the next wager, and again as long as they are asked for; what is wagered stays."""
    player = sit("three")
    page = player.page
    player.answer("Deal")
    player.answer("Play")
    results = page.locator(".stage .wide .result")
    expect(page.locator("#settlement tfoot")).to_be_visible()
    shown = results.all_text_contents()
    assert shown
    player.put("Pair Plus")
    expect(results).to_have_count(0)
    wagered = player.piles()
    assert "Pair Plus" in wagered
    page.get_by_role("button", name="Last round").click()
    expect(results).to_have_text(shown)
    same(player.piles(), {})
    page.get_by_role("button", name="Last round").click()
    expect(results).to_have_count(0)
    same(player.piles(), wagered)
