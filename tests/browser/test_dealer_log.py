"""The dealer's log and the dialog of a paragraph, in a browser: by mouse and by keys, dark and light, on a narrow screen."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.browsing import NARROW, WIDE, Visit, scrolls_sideways
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A log</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/base.css"><link rel="stylesheet" href="/static/dealer.css">
</head><body><main><h1>A log</h1><ol id="log"></ol></main></body></html>"""
BEGIN = """async () => {
  const { DealerLog } = await import("/static/dealer.js");
  window.log = new DealerLog(document.getElementById("log"));
  window.log.region.style.height = "300px";
}"""
SAY = "([lines, about]) => window.log.say(lines, about ?? {})"
DEALT = ["565.8(d)", "Deals: your seat 1 A♣ 10♥ J♦ · seat 2 three cards face down"]
FOLDED = ["565.11(b)", "Seat 2: fold"]


@pytest.fixture
def a_log(visit: Visiting, usual_floor: Hosted) -> Callable[..., Page]:
    """A page with nothing but a log."""

    def opened(**about: Any) -> Page:
        found = visit(usual_floor, **about)
        policy = {"content-security-policy": "default-src 'self'"}
        found.page.route("**/a-log", lambda route: route.fulfill(body=PAGE, content_type="text/html", headers=policy))
        found.go("/a-log")
        found.page.evaluate(f"document.documentElement.dataset.theme = '{about.get('theme', 'dark')}'")
        found.page.evaluate(BEGIN)
        return found.page

    return opened


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:150]}" for each in found for node in each["nodes"]]


def test_lines_are_said_with_their_sections_and_the_last_is_marked(a_log: Callable[..., Page]) -> None:
    page = a_log()
    page.evaluate(SAY, [[DEALT, FOLDED, ["", "Seat 3 is asked."]]])
    items = page.locator("#log li")
    assert items.locator(".said").all_text_contents() == [DEALT[1], FOLDED[1], "Seat 3 is asked."]
    assert page.locator("#log .cite").all_text_contents() == ["§\u00a0565.8(d)", "§\u00a0565.11(b)"], "none without a paragraph"
    assert page.locator("#log b").all_text_contents() == ["A♣", "10♥", "J♦"]
    assert page.locator("#log b.suit-h").all_text_contents() == ["10♥"]
    assert page.locator("#log [aria-current]").all_text_contents() == ["Seat 3 is asked."]
    region = page.get_by_role("log")
    assert region.get_attribute("aria-live") == "polite" and region.get_by_role("list").count() == 1
    page.evaluate(SAY, [[FOLDED]])
    assert (
        page.locator("#log li.now").count() == 1
        and page.locator("#log li.now").text_content() == "Seat 2: fold§\u00a0565.11(b)"
    )
    page.evaluate("() => window.log.renew([])")
    assert items.count() == 0


def test_what_was_said_before_is_not_read_out(a_log: Callable[..., Page]) -> None:
    page = a_log()
    page.evaluate(SAY, [[DEALT], {"now": False}])
    assert page.get_by_role("log").get_attribute("aria-live") == "off"
    page.evaluate(SAY, [[FOLDED]])
    assert page.get_by_role("log").get_attribute("aria-live") == "polite"
    assert page.get_by_role("log").get_attribute("aria-busy") is None


def test_two_hundred_lines_are_kept_and_the_reader_follows_unless_he_has_scrolled_up(a_log: Callable[..., Page]) -> None:
    page = a_log()
    ends = "() => { const l = document.getElementById('log'); return l.scrollHeight - l.scrollTop - l.clientHeight < 2 }"
    page.evaluate(SAY, [[["565.8(d)", f"Line {number}"] for number in range(150)]])
    page.evaluate(SAY, [[["565.8(d)", f"Line {number}"] for number in range(150, 290)]])
    texts = page.locator("#log .said").all_text_contents()
    assert texts == [f"Line {number}" for number in range(90, 290)]
    page.wait_for_function(ends)
    page.evaluate("document.getElementById('log').scrollTop = 40")
    page.wait_for_function("() => !window.log.follows")
    page.evaluate(SAY, [[FOLDED]])
    page.wait_for_timeout(100)
    assert not page.evaluate(ends), "he reads what was said before"
    page.evaluate("document.getElementById('log').scrollTop = 1e6")
    page.wait_for_function("() => window.log.follows")
    page.evaluate(SAY, [[DEALT]])
    page.wait_for_function(ends)


def test_a_section_opens_with_words_code_and_test_by_keys_alone(a_log: Callable[..., Page]) -> None:
    page = a_log()
    page.evaluate(SAY, [[["565.12(d)", "Pays your seat 1: $5 Pair Plus (1 to 1)"]]])
    page.locator("#log .cite").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="§ 565.12(d)")
    dialog.locator("pre").first.wait_for()
    assert "Payout odds" in dialog.inner_text() and "Pair Plus is paid by the posted table" in dialog.inner_text()
    assert 't.pay("565.12(d)"' in dialog.locator("mark").first.inner_text()
    assert 'chapter = "565"' in dialog.locator("pre").last.inner_text() and "cases/565/" in dialog.inner_text()
    above = dialog.get_by_role("button", name="§ 565.12", exact=True)
    above.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog", name="§ 565.12", exact=True).locator(".rule-says").wait_for()
    assert page.locator("dialog").count() == 1
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "§\u00a0565.12(d)", "the focus is where it was"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_both_can_be_read_by_everybody(a_log: Callable[..., Page], theme: str, size: Any) -> None:
    page = a_log(theme=theme, size=size)
    page.evaluate(SAY, [[DEALT, FOLDED]])
    assert violations(page) == [] and not scrolls_sideways(page)
    small = [
        box for each in page.locator(".cite").all() if (box := each.bounding_box()) and min(box["width"], box["height"]) < 24
    ]
    assert not small
    page.locator(".cite").first.click()
    page.locator("dialog pre").first.wait_for()
    assert violations(page) == [] and not scrolls_sideways(page)
    wide = page.evaluate("() => { const d = document.querySelector('dialog'); return d.scrollWidth > d.clientWidth }")
    assert not wide, "long lines of code scroll by themselves"


def test_a_section_that_is_not_there_is_said_to_be_none(visit: Visiting, usual_floor: Hosted) -> None:
    found = visit(usual_floor)
    found.announce("404.*/api/rules")
    page = found.go("/")
    page.evaluate("async () => (await import('/static/rules.js')).openRule('999.1')")
    page.get_by_text("the rulebook has no such paragraph").wait_for()
