"""The dealer school in a browser: acts by keyboard and on the felt, on a phone too; a window that closes loses nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.browsing import PHONE, WIDE, Visit, scrolls_sideways
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]


def enter(page: Page, words: str) -> None:
    page.get_by_label("You", exact=True).fill(words)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_lesson_by_keyboard_and_on_the_felt(visit: Visiting, usual_floor: Hosted, size: ViewportSize) -> None:
    window = visit(usual_floor, size=size)
    page = window.go("/school/565")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/school/565/lesson")
    judged = page.locator("#judged")
    expect(page.locator("#where")).to_have_text("round 1 of 3")
    enter(page, "d 1")
    expect(judged).to_contain_text("out of order")
    expect(judged).to_contain_text("say no more bets (s no more bets)")
    page.get_by_role("button", name="Say it").click()
    expect(judged).to_contain_text("✓ say no more bets")
    page.get_by_label("At", exact=True).select_option("seat 1")  # as a click on the felt does
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(judged).to_contain_text("✓ deal seat 1")
    enter(page, "d 3 5 d; d 1 3 5 d; d 1 3 5 d")
    expect(judged).to_contain_text("11 acts right")
    felt = page.locator("#stage svg:visible")
    expect(felt.locator("g.card")).to_have_count(12 if size is WIDE else 6)
    page.reload()
    expect(felt.locator("g.card")).to_have_count(12 if size is WIDE else 6)
    expect(page.locator("#log .yours")).to_have_count(14)
    box = felt.bounding_box()
    assert box is not None
    if size is WIDE:  # the cards of seat 1, at the right
        page.mouse.click(box["x"] + box["width"] * 0.865, box["y"] + box["height"] * 0.37)
        expect(page.get_by_label("At", exact=True)).to_have_value("seat 1")
    else:  # the plate of seat 3 in the row above
        felt.locator(".other-plate", has_text="Bot 3").click()
        expect(page.get_by_label("At", exact=True)).to_have_value("seat 3")
    expect(page.get_by_label("Wager", exact=True)).to_be_visible()
    assert not scrolls_sideways(page)


def test_a_drill_and_the_cards_of_a_day(visit: Visiting, usual_floor: Hosted) -> None:
    page = visit(usual_floor).go("/school/565/drills/irregularities")
    expect(page.locator("#ask")).to_have_text("1. What happens next?")
    page.get_by_role("button", name="a) ").click()
    expect(page.locator("#judged")).to_contain_text("§")
    expect(page.locator("#ask")).to_have_text("2. What happens next?")
    page.reload()
    expect(page.locator("#ask")).to_have_text("2. What happens next?")
    page = visit(usual_floor).go("/school/565/today")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#judged")).to_contain_text("the answer is")
    expect(page.locator("#tally")).to_contain_text("0 of 1 right")


def test_an_examiner_sets_a_table_test(visit: Visiting, usual_floor: Hosted) -> None:
    """§ 527.5(a)."""
    candidate = visit(usual_floor)
    name = candidate.come()["name"]
    examiner = visit(usual_floor)
    examiner.come("pit boss")
    page = examiner.go("/school/tests")
    page.get_by_label("Game").select_option("565")
    page.get_by_label("Account of the dealer").fill(name)
    page.get_by_label("Name for the records").fill("Ann Lee")
    page.get_by_role("button", name="Set the test").click()
    row = page.get_by_role("row", name=f"Ann Lee ({name})")
    expect(row).to_contain_text("0 of 5 rounds dealt")
    page = candidate.go("/school/565")
    page.get_by_role("link", name="A table test waits for you").click()
    expect(page.locator("#where")).to_have_text("round 1 of 5")
    expect(page.get_by_role("button", name="Show me")).to_be_hidden()
