"""The ground of tests in a browser: faults of pages are found, what they are sent is kept, cards fall as they are to, and a
floor that is killed goes on."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from pitboss.cards import text
from pitboss.games import BANKED, game
from pitboss.house import House
from tests.browser.browsing import NARROW, Visit, scrolls_sideways
from tests.browser.hosting import Guest, Hosted
from tests.browser.stacking import deck, places

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]


def window(visit: Visiting, floor: Hosted, **about: Any) -> Visit:
    """A window with a page, whatever it is; one without an icon is no matter here."""
    found = visit(floor, **about)
    found.announce("404.*/favicon.ico")
    found.go("/")
    return found


FAULTS = {
    "console error: alas": "console.error('alas')",
    "error on the page: alas": "setTimeout(() => { throw new Error('alas') })",
    "a request to elsewhere: http://127.0.0.2": "location.assign('http://127.0.0.2:9/')",
    "against the policy: connect-src http": "fetch('http://127.0.0.2:9/').catch(() => 0)",
    "against the policy: connect-src ws": "try { new WebSocket('ws://127.0.0.2:9/') } catch {}",
    "against the policy: style-src": "document.body.innerHTML = '<p style=\"color: red\">x</p>'",
    "against the policy: script-src": "document.body.append(Object.assign(document.createElement('script'), { text: '1' }))",
    "HTTP 404 GET /api/tables/nowhere": "fetch('/api/tables/nowhere')",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(visit: Visiting, usual_floor: Hosted, fault: str) -> None:
    found = window(visit, usual_floor)
    assert found.unexpected == []
    found.page.evaluate(f"() => {{ {FAULTS[fault]} }}")
    found.page.wait_for_timeout(300)
    assert any(fault in each for each in found.unexpected), found.faults
    found.announce("")


def test_an_announced_answer_is_no_fault(visit: Visiting, usual_floor: Hosted) -> None:
    found = window(visit, usual_floor)
    found.announce("404.*/api/tables/nowhere")
    found.page.evaluate("() => fetch('/api/tables/nowhere')")
    assert found.faults and not found.unexpected


def test_a_page_that_is_too_wide_is_found(visit: Visiting, usual_floor: Hosted) -> None:
    found = window(visit, usual_floor, size=NARROW)
    found.page.evaluate("() => { document.body.style.cssText = 'position: relative; width: 321px; margin: 0' }")
    assert scrolls_sideways(found.page)


# A player who sits down, wagers, and waits until he has cards.
PLAYS = """(name) => new Promise((done) => {
  const line = new WebSocket(`ws://${location.host}/ws/tables/three`);
  const said = [{ do: "sit", seat: 1, player: name, cents: 50000 }, { do: "bet", seat: 1, wagers: { Ante: 1000 } }];
  line.onopen = () => line.send('{"hello": {}}');
  line.onmessage = (message) => {
    const told = JSON.parse(message.data), next = said.shift();
    if (next) line.send(JSON.stringify({ id: next.do, version: told.v, command: next }));
    if (told.asked?.length) done();
  };
})"""


def test_all_that_a_page_is_sent_is_kept(visit: Visiting, floor: Opening) -> None:
    """What is on the page, and what comes down a line: own cards, and not the dealer's."""
    house = floor({"three": "565"}, cards={"three": ""})
    house.deal("three", {1: "As Ah Ad"}, dealer="2c 3d 5h")
    found = window(visit, house, keeps=True)
    found.page.evaluate(PLAYS, found.come()["name"])
    assert b"</h1>" in found.sent
    lines = b"".join(content for url, content in found.heard if url.startswith("ws://"))
    assert all(card in lines for card in (b"As", b"Ah", b"Ad", b"??"))
    assert not any(card in lines for card in (b"2c", b"3d", b"5h"))


def test_a_window_that_keeps_nothing_cannot_be_searched(visit: Visiting, usual_floor: Hosted) -> None:
    found = window(visit, usual_floor)
    with pytest.raises(AssertionError):
        _ = found.heard


@pytest.mark.parametrize("chapter", sorted(BANKED))
def test_decks_for_every_game(chapter: str) -> None:
    """The cards of a seat are on top of the deck where it is dealt to, and no card is there too often."""
    found, order = deck(chapter, {2: "As Kd"}), places(chapter, [2])
    mine = [card for card, place in zip(found, order, strict=True) if place == "seat_2"]
    assert text(mine).startswith("As Kd")
    assert not Counter(found) - Counter(game(chapter).deck(House.of(chapter)))


def test_a_deck_that_cannot_be_is_refused() -> None:
    with pytest.raises(AssertionError, match="more often than the deck has it"):
        deck("565", {1: "As As"})
    with pytest.raises(AssertionError, match="not dealt before somebody is asked"):
        deck("565", {1: "As Ks Qs Js"})


def seen(guest: Guest, table: str) -> Any:
    """The hands on a table as somebody sees them, and what he is asked."""
    found = guest.look(table)["table"]
    return found["hands"], found["asked"]


def test_cards_fall_as_they_are_to_and_stay_when_the_floor_is_killed(floor: Opening) -> None:
    """A pair that may be split, beside an ace for which Insurance is offered."""
    house = floor({"blackjack": "633a"}, cards={"blackjack": ""})
    house.deal("blackjack", {1: "8s 8h"}, dealer="Ac 5d", then="3h Td")
    guest = house.guest()
    guest.sit("blackjack", 1)
    guest.say("blackjack", "bet", seat=1, wagers={"Blackjack": 1000})
    guest.say("blackjack", "cut", seat=1, depth=100)
    before = seen(guest, "blackjack")
    hands, asked = before
    assert hands["seat_1"]["cards"] == ["8s", "8h"] and hands["dealer"]["cards"] == ["Ac", "??"]
    assert [choice["word"] for choice in asked[0]["choices"]] == ["insurance", "no insurance"]
    house.kill()
    house.start()
    assert seen(guest, "blackjack") == before
    guest.say("blackjack", "decide", seat=1, word="no insurance")
    guest.say("blackjack", "decide", seat=1, word="split", cents=1000)
    hands, _ = seen(guest, "blackjack")
    assert hands["seat_1"]["cards"] == ["8s", "3h"] and hands["seat_1 split 1"]["cards"] == ["8h"]


def test_cards_fall_as_they_are_to_in_a_poker_room(floor: Opening) -> None:
    """Named in the order in which they are drawn: the first goes to the left of the button."""
    house = floor(rooms={"poker": ("637a", {"holdem": {}})}, cards={"poker/holdem": "As 2d Ah 2c"})
    guests = [house.guest(), house.guest()]
    for seat, guest in enumerate(guests, 1):
        guest.sit("poker/holdem", seat)
    until = time.monotonic() + 20
    while "seat_2" not in seen(guests[0], "poker/holdem")[0]:
        assert time.monotonic() < until, "a hand begins"
        time.sleep(0.05)
    own = [seen(guest, "poker/holdem")[0] for guest in guests]
    assert own[0]["seat_1"]["cards"] == ["As", "Ah"] and own[1]["seat_2"]["cards"] == ["2d", "2c"]
    assert own[0]["seat_2"]["cards"] == own[1]["seat_1"]["cards"] == ["??", "??"]


def test_pages_see_a_floor_that_comes_back(visit: Visiting, floor: Opening) -> None:
    """At the same address, with the same accounts; what its absence does to a page is announced."""
    house = floor({"three": "565"})
    found = window(visit, house)
    name = found.come()["name"]
    found.announce_absence()
    house.kill()
    found.page.evaluate("() => fetch('/api/me').catch(() => 0)")
    assert found.faults
    house.start()
    assert found.page.evaluate("() => fetch('/api/me').then((answer) => answer.json())")["name"] == name


def test_a_submission_that_is_pasted_counts(visit: Visiting, floor: Opening) -> None:
    """Nobody need take it over first; and one that is not lawful opens nothing."""
    house = floor({"three": "565"})
    boss = visit(house)
    boss.come("pit boss")
    page = boss.go("/pit")
    page.get_by_role("button", name="Open a table", exact=True).click()
    page.locator("#submission-name").fill("generous")
    page.locator("#submission summary", has_text="submission").click()
    written = page.locator("#submission-text")
    written.fill('chapter = "565"\npair_plus = { "Flush" = "2 to 1" }')
    boss.announce("/api/submissions")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#submission")).to_contain_text("must pay at least 3 to 1")
    written.fill('chapter = "565"\npair_plus = { "Flush" = "4 to 1" }\ntable_minimum = 1000')
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#submission")).to_have_count(0)
    [opened] = [table for table in house.guest().call("GET", "/api/tables") if table["name"] == "generous"]
    assert opened["limits"]["Ante"] == [1000, 50000]
