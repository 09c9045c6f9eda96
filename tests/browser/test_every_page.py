"""What holds for every page: it can be used by everybody, at every size, in both themes; it is valid, small, and quiet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.at_table import button, deal, sit
from tests.browser.browsing import NARROW, PHONE, WIDE, Visit, scrolls_sideways, zoomed
from tests.browser.hosting import Hosted
from tests.browser.validating import problems

MOST_BYTES = 300_000
SIZES = {"wide": WIDE, "200 %": zoomed(WIDE), "phone": PHONE, "narrow": NARROW}
LOOKED_AT = ("wide", "narrow")  # by axe: between them nothing comes or goes
GRAVE = ("serious", "critical")
AXE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
LOOK = "([context, rules]) => axe.run(context, rules).then((found) => found.violations)"
WITHOUT_SMALL_FELTS = {"exclude": [[".small-felt"]]}  # hidden from those who listen, and slow to look at
DIALOG = {"include": [["dialog[open]"]]}  # the page behind it is out of reach, and looked at by itself
COLOURS = {**AXE, "runOnly": ["color-contrast", "link-in-text-block"]}  # what another theme can change
THEMES = {"dark": AXE, "light": COLOURS}

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

THREE = {"three": "565"}
PAI_GOW = {"pai-gow": "645a"}
ROOM: dict[str, tuple[str, dict[str, Any]]] = {"poker": ("637a", {"holdem": {}})}

# ---------------------------------------------------------------------------- what is done before a page is looked at


def betting(visit: Visit, floor: Hosted) -> None:
    """Somebody sits and may wager."""
    sit(visit, "three")
    visit.page.get_by_role("button", name="More on Ante").click()
    expect(visit.page.locator("[data-wager=Ante] output")).not_to_have_text("–")


def asked(visit: Visit, floor: Hosted) -> None:
    """He has his cards, and is asked."""
    sit(visit, "three")
    deal(visit.page)
    expect(button(visit.page, "Play")).to_be_visible()


def arranging(visit: Visit, floor: Hosted) -> None:
    """He has seven cards, and the low hand is picked."""
    sit(visit, "pai-gow")
    deal(visit.page)
    button(visit.page, "Refuse").click()
    visit.page.get_by_role("button", name="As the house would").click()
    expect(visit.page.locator("#choices .arrange [aria-pressed=true]")).to_have_count(2)


def poker(visit: Visit, floor: Hosted) -> None:
    """A hand with bots, in which he is asked."""
    sit(visit, "poker/holdem")
    visit.page.get_by_role("button", name="Bring bots").click()
    expect(visit.page.locator("#choices button.choice").first).to_be_visible()


def played(visit: Visit, floor: Hosted) -> None:
    """A round is over at the table."""
    guest = floor.guest()
    guest.sit("three", 2)
    guest.say("three", "bet", seat=2, wagers={"Ante": 1000})
    guest.say("three", "decide", seat=2, word="play", cents=1000)


def rule(visit: Visit, floor: Hosted) -> None:
    """The paragraph of a question is open."""
    asked(visit, floor)
    visit.page.locator("#status .cite").click()
    expect(visit.page.locator("dialog#rule .rule-body")).not_to_contain_text("One moment")


def payouts(visit: Visit, floor: Hosted) -> None:
    """What the wagers pay."""
    visit.go("/tables/three").get_by_role("tab", name="Payouts").click()


def incident(visit: Visit, floor: Hosted) -> None:
    """Something went wrong in a round."""
    asked(visit, floor)
    visit.page.get_by_role("button", name="Something went wrong").click()


def advised(visit: Visit, floor: Hosted) -> None:
    """What each choice brings."""
    asked(visit, floor)
    visit.page.get_by_role("button", name="What does each choice bring?").click()
    visit.page.wait_for_load_state("networkidle")


def pressing(name: str) -> Callable[[Visit, Hosted], None]:
    """A button of the page is pressed."""

    def press(visit: Visit, floor: Hosted) -> None:
        visit.page.get_by_role("button", name=name, exact=True).click()

    return press


def checked(visit: Visit, floor: Hosted) -> None:
    """A submission that is not lawful was checked."""
    visit.page.locator("#desk-text").fill('chapter = "677a"\ntrips_plus = "Q"\n')
    visit.page.get_by_role("button", name="Check", exact=True).click()


def all_options(visit: Visit, floor: Hosted) -> None:
    """A table is about to be opened, with all that a house may choose."""
    pressing("Open a table")(visit, floor)
    visit.page.locator("#submission-chapter").select_option(label="Texas Hold 'Em Bonus Poker, chapter 563")
    visit.page.locator("#submission summary").last.click()
    expect(visit.page.locator("#option-qualifying_rank")).to_be_visible()


def each_incident(visit: Visit, floor: Hosted) -> None:
    """Something is about to be declared at a Poker table."""
    pressing("Declare: poker/holdem")(visit, floor)
    kinds = visit.page.get_by_label("What happened")
    kinds.wait_for()  # the list is asked for first
    longest = max(kinds.locator("option").all_text_contents(), key=len)
    kinds.select_option(label=longest)


@dataclass(frozen=True)
class Kind:
    """A kind of page: where it is, who comes ("" for nobody), at which floor (the usual one, if none), what is done before
    it is opened, how it is opened where that takes more than its address, what is done then, what is there once it can be used,
    and the status where it is refused."""

    path: str
    role: str = ""
    shows: str = "h1"
    tables: Mapping[str, Any] | None = None
    rooms: Mapping[str, Any] | None = None
    before: Callable[[Visit, Hosted], None] | None = None
    opens: Callable[[Visit, Hosted], None] | None = None
    after: Callable[[Visit, Hosted], None] | None = None
    refused: str = ""


TABLE = "/tables/three"
PAGES = {
    "lobby": Kind("/"),
    "lobby for a guest": Kind("/", role="patron"),
    "watching": Kind("/tables/blackjack", shows="#choices button"),
    "payouts": Kind(TABLE, tables=THREE, opens=payouts, shows="#panel-payouts:not([hidden]) td"),
    "betting": Kind(TABLE, tables=THREE, opens=betting),
    "asked": Kind(TABLE, tables=THREE, opens=asked),
    "advice": Kind(TABLE, tables=THREE, opens=advised),
    "arranging": Kind("/tables/pai-gow", tables=PAI_GOW, opens=arranging),
    "poker": Kind("/tables/poker/holdem", rooms=ROOM, opens=poker),
    "rule": Kind(TABLE, tables=THREE, opens=rule, shows="dialog#rule[open]"),
    "incident": Kind(TABLE, tables=THREE, opens=incident, shows="dialog[open]"),
    "rounds": Kind("/rounds/three", role="patron", tables=THREE, before=played, shows=".row-link"),
    "round": Kind("/rounds/three/1", role="patron", tables=THREE, before=played, shows="#checks li"),
    "pit": Kind("/pit", role="pit boss", shows="#wall > *"),
    "opening a table": Kind("/pit", role="pit boss", after=pressing("Open a table"), shows="dialog[open]"),
    "all options": Kind("/pit", role="pit boss", after=all_options, shows="dialog[open] details[open] select"),
    "declaring": Kind("/pit", role="pit boss", rooms=ROOM, after=each_incident, shows="dialog[open]"),
    "ruling": Kind("/pit", role="pit boss", rooms=ROOM, after=pressing("Rule: poker/holdem"), shows="dialog[open]"),
    "closing": Kind("/pit", role="pit boss", rooms=ROOM, after=pressing("Close: poker/holdem"), shows="dialog[open]"),
    "pit for a patron": Kind("/pit", role="patron", refused="403"),
    "chapter": Kind("/rules/633a"),
    "odds": Kind("/odds/633a", shows="td"),
    "desk": Kind("/desk", role="pit boss", after=checked, shows=".findings li"),
    "desk for a patron": Kind("/desk", role="patron"),
    "settings": Kind("/", after=pressing("Settings"), shows="dialog[open]"),
    "sign in": Kind("/", after=pressing("Sign in"), shows="dialog[open]"),
}
SENT = {kind.path: kind for kind in PAGES.values()}


def floor_of(kind: Kind, usual: Hosted, opening: Opening) -> Hosted:
    """The floor of such a page."""
    return usual if kind.tables is None and kind.rooms is None else opening(kind.tables, kind.rooms)


def opened(visit: Visiting, floor: Hosted, kind: Kind) -> Visit:
    """A window with such a page."""
    found = visit(floor)
    if kind.refused:
        found.announce(kind.refused)
    if kind.role:
        found.come(kind.role)
    if kind.before is not None:
        kind.before(found, floor)
    if kind.opens is not None:
        kind.opens(found, floor)
    else:
        found.go(kind.path)
    if kind.after is not None:
        kind.after(found, floor)
    found.page.wait_for_selector(kind.shows, state="attached")
    found.page.wait_for_load_state("networkidle")
    return found


def grave(page: Page, rules: Mapping[str, Any], context: Mapping[str, Any]) -> list[str]:
    """What keeps somebody from using a page as it is now, or a part of it, by all rules or some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(LOOK, [dict(context), dict(rules)])
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes']][:4]}"
        for each in found
        if each["impact"] in GRAVE
    ]


def cut_off(page: Page) -> list[str]:
    """Controls whose words do not fit into them; dialogs that are wider than they can be seen, and what sticks out of them."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a.button, select, label, summary, dialog[open], dialog[open] form *")]
          .filter((each) => each.checkVisibility() && !each.closest("svg, option, .visually-hidden")
            && (each.scrollWidth > each.clientWidth + 1 && !["inline", "contents"].includes(getComputedStyle(each).display)
              && !each.matches("input, textarea") || sticksOut(each)))
          .map((each) => each.outerHTML.slice(0, 160));
        function sticksOut(each) {
          const dialog = each.closest("dialog"), box = each.getBoundingClientRect();
          if (!dialog) return false;
          const frame = each === dialog ? { left: 0, right: innerWidth } : dialog.getBoundingClientRect();
          return box.left < frame.left - 0.5 || box.right > frame.right + 0.5;
        }"""
    )
    return found


@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_it_and_it_is_small(visit: Visiting, usual_floor: Hosted, floor: Opening, name: str) -> None:
    """In both themes and at all sizes; as a page changes with its size, it is looked at again."""
    kind = PAGES[name]
    window = opened(visit, floor_of(kind, usual_floor, floor), kind)
    assert 0 < window.loaded() < MOST_BYTES, sorted((len(content), url) for url, content in window.heard)
    page = window.page
    context = DIALOG if kind.shows.startswith("dialog[open]") else WITHOUT_SMALL_FELTS
    found: dict[str, list[str]] = {}
    for size, room in SIZES.items():
        page.set_viewport_size(room)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found[f"{size}: wider than the window"] = ["sideways"] if scrolls_sideways(page) else []
        found[f"{size}: cut off"] = cut_off(page)
        for theme, rules in THEMES.items() if size in LOOKED_AT else ():
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
            found[f"{size}, {theme}"] = grave(page, rules, context)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("path", SENT)
def test_its_html_is_valid(usual_floor: Hosted, visit: Visiting, floor: Opening, path: str) -> None:
    """As it is sent, before any script has touched it."""
    kind = SENT[path]
    house = floor_of(kind, usual_floor, floor)
    found = visit(house)
    if kind.role:
        found.come(kind.role)
    if kind.before is not None:
        kind.before(found, house)
    assert problems(found.context.request.get(kind.path, headers={"accept": "text/html"}).text()) == ""
