"""A round replayed and checked in a browser: the slider goes through its steps, and whatever was tampered with is found."""

import json
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.evidence.shuffles import pledge_of
from pitboss.games import NONBANKED
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import from_text
from tests.browser.at_table import button, sit
from tests.browser.browsing import NARROW, PATIENCE, Visit, scrolls_sideways
from tests.browser.hosting import Guest, Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

CHECKED = "#checks > li"
WAGERS = {"565": {"Ante": 500}, "633a": {"Blackjack": 500}}
QUICK = {"clocks": "usual", "decision": "0.01"}  # the clock answers for whoever is silent
HANGS = 30  # seconds


def until_round(guest: Guest, table: str, number: int) -> None:
    """Waits until so many rounds are over."""
    end = time.monotonic() + HANGS
    while (now := guest.look(table)["table"])["round"] < number or (now["in_progress"] and now["round"] == number):
        assert time.monotonic() < end, "the round does not end"
        time.sleep(0.02)


def played(floor: Opening, number: str = "565", rounds: int = 2) -> tuple[Hosted, Guest, str]:
    """A floor, somebody who has played some rounds there at seat 1, and the path of the second."""
    poker = number in NONBANKED
    house = floor(None, {"room": (number, {"table": {}})}, **QUICK) if poker else floor({"table": number}, **QUICK)
    ann, table = house.guest(), "room/table" if poker else "table"
    ann.sit(table, 1, 40_000)
    if poker:
        ann.bots(table, 2)
    for round_ in range(1, rounds + 1):
        if not poker:
            ann.say(table, "bet", seat=1, wagers=WAGERS[number])
        until_round(ann, table, round_)
    return house, ann, f"/rounds/{table}/2"


def window(visit: Visiting, house: Hosted, who: Guest | None, **about: Any) -> Visit:
    """A window in which somebody has signed in, or nobody."""
    found = visit(house, **about)
    if who is not None:
        found.context.add_cookies([{"name": "pitboss", "value": who.token, "url": house.url}])
    return found


def opened(visit: Visiting, house: Hosted, who: Guest | None, path: str, **about: Any) -> Page:
    """The page of a round, once it has checked it."""
    page = window(visit, house, who, **about).go(path)
    checked(page)
    return page


def checked(page: Page) -> None:
    expect(page.locator("#verdict")).not_to_have_text("Checking…", timeout=PATIENCE)


def told(page: Page, path: str) -> dict[str, Any]:
    """The round as the page is told it."""
    found: dict[str, Any] = page.request.get(path, headers={"accept": "application/json"}).json()
    return found


def steps_of(round_: dict[str, Any]) -> list[Any]:
    return [step for frame in round_["frames"] for step in frame.get("steps", []) if step]


def shows(page: Page, round_: dict[str, Any], step: int) -> None:
    """The table is the one after so many steps."""
    steps = steps_of(round_)
    layout = msgspec.convert(round_["layout"], Layout, str_keys=True).see_all(map(from_text, steps[:step]))
    expect(page.locator("#where")).to_have_text(f"{step} of {len(steps)}")
    expect(page.locator("#stage")).to_contain_text(f"${layout.seats[1].chips // 100:,}")
    expect(page.locator("#words li[aria-current]")).to_have_count(1)


def test_the_slider_goes_through_the_steps(visit: Visiting, floor: Opening) -> None:
    """By its keys, the buttons, a click on a line, and by itself; each time the table is the one after so many steps. In a
    round that is over nobody can sit down."""
    house, ann, path = played(floor)
    page = opened(visit, house, ann, path)
    round_ = told(page, path)
    steps = len(steps_of(round_))
    slider, where = page.get_by_role("slider", name="Step"), page.locator("#where")
    first = next(number for number, step in enumerate(steps_of(round_), 1) if step[1] == "deal")
    expect(where).to_have_text(f"{first} of {steps}")  # it opens where the first card lies
    page.get_by_role("button", name="First", exact=True).click()
    expect(where).to_have_text(f"0 of {steps}")
    expect(page.get_by_role("button", name="Previous", exact=True)).to_be_disabled()
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"3 of {steps}")
    line = page.locator("#words li[aria-current] .word > span").first
    expect(slider).to_have_attribute("aria-valuetext", f"Step 3 of {steps}. {line.inner_text()}")
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text(f"2 of {steps}")
    page.get_by_role("button", name="Last", exact=True).click()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    shows(page, round_, steps)
    expect(page.locator("#stage")).not_to_contain_text("Sit down")
    before = where.inner_text()
    page.locator(".word").nth(12).click()  # a sentence may tell several steps: it leads to the first
    expect(where).not_to_have_text(before)
    there = where.inner_text()
    shows(page, round_, int(there.split()[0]))
    page.keyboard.press("ArrowDown")
    expect(where).not_to_have_text(there)
    assert int(where.inner_text().split()[0]) > int(there.split()[0])
    page.get_by_role("button", name="First", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(where).to_have_text(f"2 of {steps}")
    page.get_by_role("button", name="Pause", exact=True).click()
    page.goto(f"{path}#step-14")
    page.reload()
    shows(page, round_, 14)


@pytest.mark.parametrize("number", ["565", "633a", "637a"])
def test_what_was_fair_is_found_fair(visit: Visiting, floor: Opening, number: str) -> None:
    """Each card that a player saw is proven by itself; at Poker without a secret, from a shoe before it is told."""
    house, ann, path = played(floor, number)
    page = opened(visit, house, ann, path)
    expect(page.locator("#verdict")).to_contain_text("checks that could be made here are good")
    expect(page.locator(".checks .bad")).to_have_count(0)
    round_, proven = told(page, path), told(page, f"{path}/proofs")
    assert proven["proofs"]
    expect(page.locator(".cards .good")).to_have_count(len(proven["proofs"]))
    expect(page.locator(".cards .open")).to_have_count(0)
    words = page.locator("#checks").text_content() or ""
    assert "The promise came first" in words
    assert ("a part of the secret that is never published" in words) == (number == "565")
    assert ("is never told" in words) == (not round_["reveals"])


def test_a_player_adds_a_seed_to_every_round_without_asking(visit: Visiting, floor: Opening) -> None:
    """The page pledges a seed with the wagers, reveals it after no more bets, and says that it went into the shuffle."""
    house = floor({"table": "565"})
    player = visit(house)
    sit(player, "table")
    for round_ in (1, 2):
        button(player.page, "Deal").click()
        expect(button(player.page, "Fold")).to_be_visible()
        expect(player.page.locator("#log")).to_contain_text("went into this shuffle")
        button(player.page, "Fold").click()
        expect(player.page.locator("#rounds li")).to_have_count(round_)
    chance = [each["record"] for each in told(player.page, "/rounds/table/2")["chance"]]
    kinds = [each["evidence"] for each in chance if each["evidence"] in ("pledge", "seed", "shuffle")]
    assert kinds == ["pledge", "seed", "shuffle"]
    page = player.go("/rounds/table/2")
    expect(page.locator("#verdict")).to_contain_text("Your seed went into the shuffle and was secret until no more bets")
    assert (page.locator("#verdict").inner_text()).count(". ") == 1, "two sentences"


def change(kind: str, field: str) -> Callable[[dict[str, Any]], None]:
    """Changes the last digit of what chance published, or adds 1 to it."""

    def tamper(found: dict[str, Any]) -> None:
        record = next(each for each in found["chance"] if each["record"]["evidence"] == kind)["record"]
        old = record[field]
        record[field] = old + 1 if isinstance(old, int) else old[:-1] + ("0" if old[-1] != "0" else "1")

    return tamper


def too_late(found: dict[str, Any]) -> None:
    next(each for each in found["chance"] if each["record"]["evidence"] == "promise")["v"] = found["last"]


def opening(field: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def tamper(found: dict[str, Any]) -> None:
        first = found["proofs"][0]["opening"]
        first[field] = value(first[field])

    return tamper


def shown(found: dict[str, Any]) -> None:
    """The face of a card that was dealt is another one."""
    deal = next(s for f in found["frames"] for s in f.get("steps", []) if s and s[1] == "deal" and s[3] != ["??"])
    deal[3] = ["As" if deal[3] != ["As"] else "Ks"]


def pledged(found: dict[str, Any]) -> None:
    """A seat had pledged another seed."""
    at = next(at for at, each in enumerate(found["chance"]) if each["record"]["evidence"] == "seed")
    record = {"evidence": "pledge", "promise": 2, "seat": 1, "digest": pledge_of(1, "another")}
    found["chance"].insert(at, {**found["chance"][at], "record": record})


TAMPERED: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("", change("promise", "promise"), "is not the one of promise 2"),
    ("", change("reveal", "secret"), "is not the one of promise 2"),
    ("", change("shuffle", "root"), "cannot have lain there"),
    ("", change("number", "value"), "but the secret gives"),
    ("", change("seed", "seed"), "did not lie where its order, rearranged by the seeds, has it"),
    ("", pledged, "is not the one it had pledged"),
    ("", too_late, "but the first wager came before it"),
    ("", shown, "cannot have lain there"),
    ("/proofs", opening("card", lambda card: card ^ 1), "cannot have lain there"),
    ("/proofs", opening("salt", lambda salt: "00" * 16), "cannot have lain there"),
    (
        "/proofs",
        opening("index", lambda index: (index + 1) % 52),
        "did not lie where its order, rearranged by the seeds, has it",
    ),
]


def tampered(tamper: Callable[[dict[str, Any]], None]) -> Callable[[Route], None]:
    """Has the floor answer something else; the page itself comes as it is."""

    def answer(route: Route) -> None:
        if "text/html" in route.request.headers.get("accept", ""):
            route.continue_()
            return
        response = route.fetch()
        found = response.json()
        tamper(found)
        route.fulfill(response=response, body=json.dumps(found))

    return answer


def test_what_was_tampered_with_is_found(visit: Visiting, floor: Opening) -> None:
    """Each change in what the floor answers is shown as wrong, with the words for it; it is a round with a seed."""
    house, ann, path = played(floor, rounds=1)
    ann.say("table", "seed", seat=1, seed="lucky")
    ann.say("table", "bet", seat=1, wagers=WAGERS["565"])
    until_round(ann, "table", 2)
    page = opened(visit, house, ann, path)
    assert "good" in page.locator("#verdict").inner_text()
    expect(page.locator("#verdict")).to_contain_text("Your seed went into the shuffle, so the house cannot have chosen")
    expect(page.locator("#checks")).to_contain_text("Players added 1 seed of their own")
    for more, tamper, words in TAMPERED:
        page.route(f"{house.url}{path}{more}*", tampered(tamper))
        page.goto(path)
        checked(page)
        assert "Something is wrong" in page.locator("#verdict").inner_text(), words
        assert words in " ".join(page.locator(".checks .bad").all_text_contents())
        page.unroute_all(behavior="wait")


def test_from_where_a_round_is_seen(visit: Visiting, floor: Opening) -> None:
    """A player from his seat or as a spectator; who is not signed in as a spectator, and asks for no proofs; an auditor sees
    every card and has the whole shuffle done again."""
    house, ann, path = played(floor)
    page = opened(visit, house, ann, path)
    page.get_by_role("button", name="Last", exact=True).click()
    cards = page.locator(".cards li").count()
    page.get_by_label("Seen").select_option("spectator")
    expect(page.locator(".cards li")).to_have_count(cards - 3)
    expect(page.locator("#words")).to_contain_text("three cards face down · dealer three cards face down")
    nobody = opened(visit, house, None, path)
    expect(nobody.locator("#seen-from")).to_have_text("Seen as a spectator saw it.")
    expect(nobody.locator("#checks")).to_contain_text("Sign in to have each opened")
    auditor = opened(visit, house, house.guest("auditor"), path)
    expect(auditor.locator("#as")).to_contain_text("every card that was dealt")
    expect(auditor.locator("#checks")).to_contain_text("its root and its order are the ones of the table")
    expect(auditor.locator(".checks .bad")).to_have_count(0)


def test_the_link_leads_to_the_step(visit: Visiting, floor: Opening) -> None:
    house, ann, path = played(floor, "637a")
    mine = window(visit, house, ann)
    mine.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = mine.go(path)
    page.get_by_role("button", name="First", exact=True).click()
    for _ in range(5):
        page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#copied")).to_have_text("The link is copied.")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{house.url}{path}#step-5"
    other = opened(visit, house, None, link)
    expect(other.locator("#where")).to_contain_text("5 of")


def test_a_browser_without_cryptography(visit: Visiting, floor: Opening) -> None:
    """Over plain HTTP from another machine: the page says that nothing was checked, and why."""
    house, ann, path = played(floor)
    mine = window(visit, house, ann)
    mine.page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    page = mine.go(path)
    expect(page.locator("#verdict")).to_contain_text("over HTTPS")
    expect(page.locator(CHECKED)).to_have_count(0)


def test_it_fits_a_small_window(visit: Visiting, floor: Opening) -> None:
    """Nothing is wider than 320 points, in the list or on the page of a round."""
    house, ann, path = played(floor)
    page = opened(visit, house, ann, path, size=NARROW)
    for address in (path, path.rpartition("/")[0]):
        page.goto(address)
        assert not scrolls_sideways(page)


def test_the_history_of_a_table_is_there_after_a_reload(visit: Visiting, floor: Opening) -> None:
    """Rounds from before one came are listed when the tab is opened, the latest first, and each once."""
    house, _, _ = played(floor, rounds=3)
    page = visit(house).go("/tables/" + house.guest().call("GET", "/api/tables")[0]["name"])
    for _ in range(2):
        page.get_by_role("tab", name="History").click()
        expect(page.locator("#rounds li")).to_have_text(["Round 3", "Round 2", "Round 1"])
