"""A round replayed and checked in a browser: the slider goes through its steps, and whatever was tampered with is found."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.evidence.shuffles import pledge_of
from pitboss.table.commands import Bet, Seed
from pitboss.table.layout import Layout
from pitboss.table.viewers import from_text

pytest.importorskip("playwright")

from playwright.async_api import Page, Route, expect

from tests.floor.pages.hosted_rounds import CHROMIUM, Hosted, Somebody, host

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and os.environ.get("PITBOSS_REQUIRE_BROWSER") != "1", reason="there is no browser here"
)
CHECKED = "#checks > li"


async def played(here: Hosted, number: str = "565", rounds: int = 2) -> tuple[Somebody, str]:
    """Somebody who has played some rounds, and the address of the second."""
    live, ann = await here.open_game(number), await here.come()
    await here.play(live, ann, rounds)
    return ann, f"{here.url}/rounds/{live.name}/2"


async def opened(here: Hosted, who: Somebody | None, url: str, **options: Any) -> Page:
    """The page of a round, once it has checked it."""
    window = await here.window(who, **options)
    await window.goto(url)
    await checked(window)
    return window


async def checked(window: Page) -> None:
    await expect(window.locator("#verdict")).not_to_have_text("Checking…")


async def told(window: Page, url: str, more: str = "") -> dict[str, Any]:
    """The round as the page is told it."""
    answer = await window.request.get(f"{url}{more}", headers={"accept": "application/json"})
    return dict(await answer.json())


def test_the_slider_goes_through_the_steps(tmp_path: Path) -> None:
    """By its keys, the buttons, a click on a line, and by itself; each time the table is the one after so many steps."""

    async def test(here: Hosted) -> None:
        ann, url = await played(here)
        window = await opened(here, ann, url)
        round_ = await told(window, url)
        steps = [step for frame in round_["frames"] for step in frame.get("steps", []) if step]
        slider, where = window.get_by_role("slider", name="Step"), window.locator("#where")
        await expect(where).to_have_text(f"0 of {len(steps)}")
        await expect(window.get_by_role("button", name="Previous", exact=True)).to_be_disabled()
        await slider.focus()
        for _ in range(3):
            await window.keyboard.press("ArrowRight")
        await expect(where).to_have_text(f"3 of {len(steps)}")
        await expect(slider).to_have_attribute("aria-valuetext", await current(window, 3, len(steps)))
        await window.keyboard.press("ArrowLeft")
        await expect(where).to_have_text(f"2 of {len(steps)}")
        await window.get_by_role("button", name="Last", exact=True).click()
        await expect(window.get_by_role("button", name="Next", exact=True)).to_be_disabled()
        await shows(window, round_, len(steps))
        before = await where.inner_text()
        await window.locator(".word").nth(12).click()  # a sentence may tell several steps: it leads to the first
        await expect(where).not_to_have_text(before)
        there = await where.inner_text()
        await shows(window, round_, int(there.split()[0]))
        await window.keyboard.press("ArrowDown")
        await expect(where).not_to_have_text(there)
        assert int((await where.inner_text()).split()[0]) > int(there.split()[0])
        await window.get_by_role("button", name="First", exact=True).click()
        await window.get_by_role("button", name="Play", exact=True).click()
        await expect(where).to_have_text(f"2 of {len(steps)}")
        await window.get_by_role("button", name="Pause", exact=True).click()
        await window.goto(f"{url}#step-14")
        await window.reload()
        await shows(window, round_, 14)

    async def current(window: Page, step: int, steps: int) -> str:
        line = window.locator("#words li[aria-current] .word > span").first
        return f"Step {step} of {steps}. {await line.inner_text()}"

    async def shows(window: Page, round_: dict[str, Any], step: int) -> None:
        steps = [step for frame in round_["frames"] for step in frame.get("steps", []) if step]
        layout = msgspec.convert(round_["layout"], Layout, str_keys=True).see_all(map(from_text, steps[:step]))
        await expect(window.locator("#where")).to_have_text(f"{step} of {len(steps)}")
        await expect(window.locator("#stage")).to_contain_text(f"${layout.seats[1].chips // 100:,}")
        await expect(window.locator("#words li[aria-current]")).to_have_count(1)

    host(tmp_path, test)


def test_what_was_fair_is_found_fair(tmp_path: Path) -> None:
    """Each card that a player saw is proven by itself; at Poker without a secret, from a shoe before it is told."""

    async def test(here: Hosted) -> None:
        for number in ("565", "633a", "637a"):
            await fair(here, number)

    async def fair(here: Hosted, number: str) -> None:
        ann, url = await played(here, number)
        window = await opened(here, ann, url)
        await expect(window.locator("#verdict")).to_contain_text("checks that could be made here are good")
        await expect(window.locator(".checks .bad")).to_have_count(0)
        round_ = await told(window, url)
        proven = await told(window, url, "/proofs")
        assert proven["proofs"]
        await expect(window.locator(".cards .good")).to_have_count(len(proven["proofs"]))
        await expect(window.locator(".cards .open")).to_have_count(0)
        words = await window.locator("#checks").inner_text()
        assert "The promise came first" in words
        assert ("it follows from the secret" in words) == (number == "565")
        assert ("is never told" in words) == (not round_["reveals"])

    host(tmp_path, test)


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
    ("/proofs", opening("salt", lambda salt: "00" * 16), "The salt of a card that you saw is another one"),
    (
        "/proofs",
        opening("index", lambda index: (index + 1) % 52),
        "did not lie where its order, rearranged by the seeds, has it",
    ),
]


def test_what_was_tampered_with_is_found(tmp_path: Path) -> None:
    """Each change in what the floor answers is shown as wrong, with the words for it; it is a round with a seed."""

    async def test(here: Hosted) -> None:
        live, ann = await here.open_game("565"), await here.come()
        await here.play(live, ann, 1)
        say, url = here.evening.say, f"{here.url}/rounds/{live.name}/2"
        await say(live, ann.account, Seed(1, "lucky"))
        await say(live, ann.account, Bet(1, {"Ante": 500}))
        await here.evening.until(lambda: live.table.rounds == 2)
        window = await opened(here, ann, url)
        assert "good" in await window.locator("#verdict").inner_text()
        assert "Players added 1 seed of their own" in await window.locator("#checks").inner_text()
        for more, tamper, words in TAMPERED:
            window = await here.window(ann)
            await window.route(f"{url}{more}*", tampered(tamper))
            await window.goto(url)
            await checked(window)
            assert "Something is wrong" in await window.locator("#verdict").inner_text(), words
            assert words in " ".join(await window.locator(".checks .bad").all_inner_texts())
            await window.close()

    def tampered(tamper: Callable[[dict[str, Any]], None]) -> Callable[[Route], Any]:
        async def answer(route: Route) -> None:
            if "text/html" in route.request.headers.get("accept", ""):
                await route.continue_()
                return
            response = await route.fetch()
            found = await response.json()
            tamper(found)
            await route.fulfill(response=response, body=json.dumps(found))

        return answer

    host(tmp_path, test)


def test_from_where_a_round_is_seen(tmp_path: Path) -> None:
    """A player from his seat or as a spectator; who is not signed in as a spectator, and asks for no proofs; an auditor sees
    every card and has the whole shuffle done again."""

    async def test(here: Hosted) -> None:
        ann, url = await played(here)
        window = await opened(here, ann, url)
        await window.get_by_role("button", name="Last", exact=True).click()
        cards = await window.locator(".cards li").count()
        await window.get_by_label("Seen").select_option("spectator")
        await expect(window.locator(".cards li")).to_have_count(cards - 3)
        await expect(window.locator("#words")).to_contain_text("seat 1 three cards face down")
        nobody = await opened(here, None, url)
        await expect(nobody.locator("#seen-from")).to_have_text("Seen as a spectator saw it.")
        await expect(nobody.locator("#checks")).to_contain_text("Sign in to have each opened")
        auditor = await opened(here, await here.come("auditor"), url)
        await expect(auditor.locator("#as")).to_contain_text("every card that was dealt")
        await expect(auditor.locator("#checks")).to_contain_text("its root and its order are the ones of the table")
        await expect(auditor.locator(".checks .bad")).to_have_count(0)

    host(tmp_path, test)


def test_the_link_leads_to_the_step(tmp_path: Path) -> None:
    async def test(here: Hosted) -> None:
        ann, url = await played(here, "637a")
        window = await opened(here, ann, url, permissions=["clipboard-read", "clipboard-write"])
        for _ in range(5):
            await window.get_by_role("button", name="Next", exact=True).click()
        await window.get_by_role("button", name="Copy link").click()
        await expect(window.locator("#copied")).to_have_text("The link is copied.")
        link = await window.evaluate("() => navigator.clipboard.readText()")
        assert link == f"{url}#step-5"
        other = await opened(here, None, link)
        await expect(other.locator("#where")).to_contain_text("5 of")

    host(tmp_path, test)


def test_a_browser_without_cryptography(tmp_path: Path) -> None:
    """Over plain HTTP from another machine: the page says that nothing was checked, and why."""

    async def test(here: Hosted) -> None:
        ann, url = await played(here)
        window = await here.window(ann)
        await window.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
        await window.goto(url)
        await expect(window.locator("#verdict")).to_contain_text("over HTTPS")
        await expect(window.locator(CHECKED)).to_have_count(0)

    host(tmp_path, test)


def test_it_fits_a_small_window(tmp_path: Path) -> None:
    """Nothing is wider than 320 points, in the list or on the page of a round."""

    async def test(here: Hosted) -> None:
        ann, url = await played(here)
        window = await opened(here, ann, url, viewport={"width": 320, "height": 640})
        for address in (url, url.rpartition("/")[0]):
            await window.goto(address)
            assert await window.evaluate("() => document.documentElement.scrollWidth") <= 320

    host(tmp_path, test)
