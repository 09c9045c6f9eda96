"""What holds for every page: it can be used by everybody, at every size, in both themes; it is valid, small, and quiet."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from gzip import compress
from typing import Any

import httpx
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.browser.at_table import button, deal, sit
from tests.browser.browsing import NARROW, PHONE, WIDE, Visit, scrolls_sideways, zoomed
from tests.browser.hosting import Hosted
from tests.browser.validating import problems
from tests.floor.mortal import Births

MOST_BYTES = 150_000  # on the wire, with the font
PATIENCE = 300_000  # milliseconds: the laboratory's process gives way to whatever else the machine does
PRINTED = "/api/submissions/preview"  # pictures of print, which somebody has asked for
SIZES = {"wide": WIDE, "200 %": zoomed(WIDE), "phone": PHONE, "narrow": NARROW}
LOOKED_AT = ("wide", "narrow")  # by axe: between them nothing comes or goes
AXE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
# A page has few colours, and axe reads each of them thousands of times: it does nothing that takes longer.
EACH_COLOUR_ONCE = """() => {
  const read = new Map(), colour = axe.commons.color.Color.prototype, parse = colour.parseString;
  colour.parseString = function (text) {
    if (read.has(text)) [this.r, this.g, this.b, this.alpha] = read.get(text);
    else read.set(text, [parse.call(this, text), this.r, this.g, this.b, this.alpha].slice(1));
    return this;
  };
}"""
LOOK = "([context, rules]) => axe.run(context, rules).then((found) => found.violations)"
WITHOUT_SMALL_FELTS = {"exclude": [[".small-felt"]]}  # hidden from those who listen, and slow to look at
DIALOG = {"include": [["dialog[open]"]]}  # the page behind it is out of reach, and looked at by itself
COLOURS = {**AXE, "runOnly": ["color-contrast", "link-in-text-block"]}  # what another theme can change
THEMES = {"dark": AXE, "light": COLOURS}

Visiting = Callable[..., Visit]
Sitting = Callable[[Visit, str], None]

# Whoever sits down has a table for himself.
THREE = ("three", "played", "betting", "asked", "settled", "advice", "rule", "incident")
TABLES = {**dict.fromkeys(THREE, "565"), "pai-gow": "645a"}
ROOMS: dict[str, tuple[str, dict[str, Any]]] = {"poker": ("637a", {"holdem": {}, "hand": {}, "quiet": {}})}


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A floor with those tables, at one of which a round is over, and one hand of Poker in progress."""
    found = Hosted(births, TABLES, ROOMS)
    for seat in (1, 2):
        found.guest().sit("poker/hand", seat)
    guest = found.guest()
    guest.sit("played", 2)
    guest.say("played", "bet", seat=2, wagers={"Ante": 1000})
    guest.say("played", "decide", seat=2, word="play", cents=1000)
    yield found
    found.close()


# ---------------------------------------------------------------------------- what is done before a page is looked at


def betting(visit: Visit, table: str) -> None:
    """Somebody sits and may wager."""
    sit(visit, table)
    visit.page.get_by_role("button", name="More on Ante").click()
    expect(visit.page.locator("[data-wager=Ante] output")).not_to_have_text("–")


def asked(visit: Visit, table: str) -> None:
    """He has his cards, and is asked."""
    sit(visit, table)
    deal(visit.page)
    expect(button(visit.page, "Play")).to_be_visible()


def settled(visit: Visit, table: str) -> None:
    """The round is over, and results lie where the wagers lay."""
    asked(visit, table)
    button(visit.page, "Play").click()
    expect(visit.page.locator("#settlement tfoot")).to_be_visible()


def arranging(visit: Visit, table: str) -> None:
    """He has seven cards, and the low hand is picked."""
    sit(visit, table)
    deal(visit.page)
    button(visit.page, "Refuse").click()
    visit.page.get_by_role("button", name="House way").click()
    expect(visit.page.locator("#choices .zone[data-hand=low] button")).to_have_count(2)


def poker(visit: Visit, table: str) -> None:
    """A hand with bots, in which he is asked."""
    sit(visit, table)
    visit.page.get_by_role("button", name="Bring bots").click()
    expect(visit.page.locator("#choices button.choice").first).to_be_visible()


def rule(visit: Visit, table: str) -> None:
    """The paragraph of a question is open."""
    asked(visit, table)
    visit.page.locator("#status .cite").click()
    expect(visit.page.locator("dialog#rule .rule-body")).not_to_contain_text("One moment", timeout=30_000)


def payouts(visit: Visit, table: str) -> None:
    """What the wagers pay."""
    visit.go(f"/tables/{table}").get_by_role("tab", name="Payouts").click()


def incident(visit: Visit, table: str) -> None:
    """Report an irregularity in a round."""
    asked(visit, table)
    visit.page.get_by_role("button", name="Report an irregularity").click()


def advised(visit: Visit, table: str) -> None:
    """What each choice brings."""
    asked(visit, table)
    visit.page.get_by_role("button", name="What is each choice worth?").click()
    visit.page.wait_for_load_state("networkidle")


def asked_for_rules(visit: Visit) -> None:
    """A question is typed."""
    visit.page.locator("#question").press_sequentially("the shuffler jams")
    visit.page.wait_for_url("**/rules?q=the+shuffler+jams")


def pressing(name: str) -> Callable[[Visit], None]:
    """A button of the page is pressed."""

    def press(visit: Visit) -> None:
        visit.page.get_by_role("button", name=name, exact=True).click()

    return press


def worked_out(visit: Visit) -> None:
    """Every part of an experiment is there."""
    expect(visit.page.locator("#lab-said")).to_have_text("Everything is worked out.", timeout=PATIENCE)


def priced(visit: Visit) -> None:
    """The draft with which the page begins is priced."""
    visit.page.get_by_role("button", name="Price it").click()
    worked_out(visit)


def filled(visit: Visit) -> None:
    """A submission that is not lawful, with a pay table and a waiver of the house's own, and every section open."""
    visit.page.locator("[data-chapter='565']").click()
    visit.page.get_by_text("Own table", exact=True).click()
    visit.page.get_by_label("Pair pays, to 1").fill("0")
    visit.page.get_by_role("button", name="Ask for a waiver").click()
    visit.page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true })")


def mistaken(visit: Visit) -> None:
    """The file of a submission cannot be read."""
    visit.page.locator("[data-chapter='637a']").click()
    visit.page.locator("#section-rake").click()
    visit.page.get_by_role("tab", name="File").click()
    visit.page.locator("#desk-text").fill('chapter = "637a"\nseats = = 5\n')


def previewed(visit: Visit) -> None:
    """The sign that would be posted."""
    visit.page.locator("[data-chapter='677a']").click()
    visit.page.get_by_text("Table B", exact=True).first.click()
    visit.page.get_by_role("tab", name="Print").click()


def recorded(visit: Visit) -> None:
    """A record with two cleanings and something that is wrong, every section open."""
    pressing("New or open…")(visit)
    pressing("Begin with an example")(visit)
    pressing("Add cleaning 2")(visit)
    expect(visit.page.locator("[data-entry='cleaning[2]']")).to_be_visible()
    visit.page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true })")


def compared(visit: Visit) -> None:
    """What differs from the defaults."""
    visit.page.locator("[data-chapter='677a']").click()
    visit.page.get_by_text("Table B", exact=True).first.click()
    visit.page.get_by_role("tab", name="Changes").click()


def all_options(visit: Visit) -> None:
    """A table is about to be opened, with all that a house may choose."""
    pressing("Open a table")(visit)
    visit.page.locator("#submission-chapter").select_option(label="Texas Hold 'Em Bonus Poker, chapter 563")
    visit.page.locator("#submission summary").last.click()
    expect(visit.page.locator("#option-qualifying_rank")).to_be_visible()


def lesson(visit: Visit, table: str) -> None:
    """A lesson at the felt, with a seat chosen and an act judged."""
    visit.come()
    visit.context.request.post("/api/school/565/lesson", data={"automate": ["prepare"]}, headers={"origin": visit.url})
    visit.go("/school/565/lesson")
    visit.page.get_by_label("At", exact=True).select_option("seat 1")
    visit.page.get_by_role("button", name="Deal", exact=True).click()


def each_incident(visit: Visit) -> None:
    """Something is about to be declared at a Poker table."""
    pressing("Declare: poker/hand")(visit)
    kinds = visit.page.get_by_label("What happened")
    kinds.wait_for()  # the list is asked for first
    longest = max(kinds.locator("option").all_text_contents(), key=len)
    kinds.select_option(label=longest)


@dataclass(frozen=True)
class Kind:
    """A kind of page: where it is, who comes ("" for nobody), how it is opened where that takes more than its address, and at
    which table, what is done then, what is there once it can be used, the status where it is refused, and whether it is on the
    floor of this module, not on the usual one."""

    path: str
    role: str = ""
    shows: str = "h1"
    opens: Sitting | None = None
    table: str = ""
    after: Callable[[Visit], None] | None = None
    refused: str = ""
    own: bool = False


def pit(after: Callable[[Visit], None], own: bool = False, shows: str = "dialog[open]") -> Kind:
    """A dialog of the pit."""
    return Kind("/pit", role="pit boss", after=after, shows=shows, own=own)


def seated(opens: Sitting, table: str, path: str = "/tables/three", shows: str = "h1") -> Kind:
    """A table on the floor of this module."""
    return Kind(path, opens=opens, table=table, shows=shows, own=True)


PAGES = {
    "lobby": Kind("/"),
    "lobby for a guest": Kind("/", role="patron"),
    "watching": Kind("/tables/blackjack", shows="#choices button"),
    "payouts": seated(payouts, "three", shows="#panel-payouts:not([hidden]) td"),
    "betting": seated(betting, "betting"),
    "asked": seated(asked, "asked"),
    "settled": seated(settled, "settled"),
    "advice": seated(advised, "advice"),
    "arranging": seated(arranging, "pai-gow", "/tables/pai-gow"),
    "poker": seated(poker, "poker/holdem", "/tables/poker/holdem"),
    "rule": seated(rule, "rule", shows="dialog#rule[open]"),
    "incident": seated(incident, "incident", shows="dialog[open]"),
    "rounds": Kind("/rounds/played", role="patron", shows=".row-link", own=True),
    "round": Kind("/rounds/played/1", role="patron", shows="#all-checks summary", own=True),
    "pit": Kind("/pit", role="pit boss", shows="#wall > *"),
    "opening a table": pit(pressing("Open a table")),
    "all options": pit(all_options, shows="dialog[open] details[open] select"),
    "declaring": pit(each_incident, own=True),
    "ruling": pit(pressing("Rule: poker/hand"), own=True),
    "closing": pit(pressing("Close: poker/quiet"), own=True),
    "pit for a patron": Kind("/pit", role="patron", refused="403"),
    "chapter": Kind("/rules/633a"),
    "finding rules": Kind("/rules", after=asked_for_rules, shows="#found-rules li"),
    "odds": Kind("/odds/633a", shows="td"),
    "laboratories": Kind("/lab"),
    "laboratory": Kind("/lab/565?wager=Pair+Plus&Pair+Plus:Flush=4+to+1", after=worked_out, shows=".lab-changes li"),
    "laboratory of 21": Kind("/lab/633a?soft_17=hit", after=worked_out, shows=".lab-grid td.was"),
    "laboratory refused": Kind("/lab/633a?decks=99", refused="422.*/lab/633a", shows="#lab-refused:not([hidden])"),
    "laboratory of drafts": Kind("/lab/draft", after=priced, shows=".lab-matters td"),
    "lesson of the school": Kind("/school/565", opens=lesson, shows="#judged .bad"),
    "drill": Kind("/school/565/drills/irregularities", shows=".choice"),
    "handout": Kind("/school/565/handout", shows=".handout td"),
    "table tests": Kind("/school/tests", role="pit boss"),
    "desk": Kind("/desk", role="pit boss"),
    "desk form": Kind("/desk", role="pit boss", after=filled, shows=".waiver"),
    "desk file": Kind("/desk", role="pit boss", after=mistaken, shows="#desk-notice button"),
    "desk print": Kind("/desk", role="pit boss", after=previewed, shows="#desk-preview canvas"),
    "desk changes": Kind("/desk", role="pit boss", after=compared, shows=".changes li"),
    "records": Kind("/desk/records", role="pit boss"),
    "record": Kind(
        "/desk/records/beer-lines", role="pit boss", after=recorded, shows="[data-entry='cleaning[2]'] .findings li"
    ),
    "desk for a patron": Kind("/desk", role="patron"),
    "settings": Kind("/", after=pressing("Settings"), shows="dialog[open]"),
    "sign in": Kind("/", after=pressing("Sign in"), shows="dialog[open]"),
}
SENT = {kind.path: kind for kind in PAGES.values()}


def opened(visit: Visiting, floor: Hosted, kind: Kind) -> Visit:
    """A window with such a page."""
    found = visit(floor, keeps=True)
    if kind.refused:
        found.announce(kind.refused)
    if kind.role:
        found.come(kind.role)
    if kind.opens is not None:
        kind.opens(found, kind.table)
    else:
        found.go(kind.path)
    if kind.after is not None:
        kind.after(found)
    found.page.wait_for_selector(kind.shows, state="attached")
    found.page.wait_for_load_state("networkidle")
    return found


def violations(page: Page, rules: Mapping[str, Any], context: Mapping[str, Any]) -> list[str]:
    """What axe says of a page as it is now, or of a part of it, by all rules or some."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(EACH_COLOUR_ONCE)
    found: list[dict[str, Any]] = page.evaluate(LOOK, [dict(context), dict(rules)])
    return [f"{each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes']][:4]}" for each in found]


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


def fonts_of_the_machine(page: Page) -> list[str]:
    """The fonts that do not come with the pages, in which some words are set; code is, and is hidden here."""
    page.evaluate("() => document.querySelectorAll('code, pre, textarea').forEach((each) => { each.hidden = true })")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    body = session.send("DOM.querySelector", {"nodeId": root, "selector": "body"})["nodeId"]
    found = session.send("CSS.getPlatformFontsForNode", {"nodeId": body})["fonts"]
    session.detach()
    assert any(font["isCustomFont"] for font in found)
    return [f"{font['familyName']}, {font['glyphCount']:g} letters" for font in found if not font["isCustomFont"]]


@pytest.mark.parametrize("name", PAGES)
def test_everybody_can_use_it_and_it_is_small(visit: Visiting, usual_floor: Hosted, house: Hosted, name: str) -> None:
    """In both themes and at all sizes; as a page changes with its size, it is looked at again."""
    kind = PAGES[name]
    window = opened(visit, house if kind.own else usual_floor, kind)
    weights = [(len(compress(content)), url) for url, content in window.heard if not url.endswith(PRINTED)]
    assert 0 < sum(weight for weight, _ in weights) < MOST_BYTES, sorted(weights)
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
            found[f"{size}, {theme}"] = violations(page, rules, context)
    found["in a font of this machine"] = fonts_of_the_machine(page)
    assert {where: what for where, what in found.items() if what} == {}


def test_what_cannot_be_used_is_found(visit: Visiting, usual_floor: Hosted) -> None:
    """Words that are too pale for one theme, and a button without a name."""
    page = visit(usual_floor).go("/desk")
    page.evaluate("""() => {
      const words = document.querySelector("main").appendChild(document.createElement("p"));
      words.textContent = "pale words", words.style.color = "#666", words.style.background = "#fff";
      document.querySelector("main").append(document.createElement("button"));
    }""")
    assert [each.split(":")[0] for each in violations(page, AXE, WITHOUT_SMALL_FELTS)] == ["button-name"]
    page.evaluate("() => { document.querySelector('main > p:last-of-type').style.color = '#999' }")
    assert [each.split(":")[0] for each in violations(page, AXE, WITHOUT_SMALL_FELTS)] == ["button-name", "color-contrast"]
    assert [each.split(":")[0] for each in violations(page, COLOURS, WITHOUT_SMALL_FELTS)] == ["color-contrast"]


@pytest.mark.parametrize("path", SENT)
def test_its_html_is_valid(usual_floor: Hosted, house: Hosted, path: str) -> None:
    """As it is sent, before any script has touched it: no browser is needed for that."""
    kind = SENT[path]
    floor = house if kind.own else usual_floor
    cookies = {"pitboss": floor.guest(kind.role).token} if kind.role else {}
    page = httpx.get(floor.url + kind.path, headers={"accept": "text/html"}, cookies=cookies, timeout=60)
    assert page.status_code in (200, int(kind.refused[:3] or 200)) and "<html" in page.text
    assert problems(page.text) == ""
