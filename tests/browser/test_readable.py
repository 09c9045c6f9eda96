"""What lies on a felt can be read: every hand of a player who has split, each label in its area, the joker in a hand."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.cards import NAMES
from pitboss.felt.cards import STRIP
from pitboss.games import MODULES
from pitboss.rulebook import chapter
from tests.browser.browsing import NARROW, PHONE, WIDE, Visit
from tests.browser.comparing import same
from tests.browser.from_page import Seated
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]

SIZES = {"wide": WIDE, "phone": PHONE, "narrow": NARROW}
SMALLEST = 7.0  # pixels of a total or an amount on the felt
MEASURES = (Path(__file__).parent / "readable.js").read_text("utf-8")


def looked_at(page: Page) -> dict[str, list[str]]:
    """What cannot be read at each size."""
    found = {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found[name] = page.evaluate(f"{MEASURES}.unreadable({SMALLEST})")
    page.set_viewport_size(WIDE)
    return {name: faults for name, faults in found.items() if faults}


SPLITS = {f"split-{number}-{hands}": (number, hands) for number in ("633a", "635a") for hands in (2, 3, 4)}


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A table for each number of hands: a shoe is stacked once."""
    tables = {table: number for table, (number, _) in SPLITS.items()}
    found = Hosted(births, tables, cards=dict.fromkeys(tables, ""))
    yield found
    found.close()


@pytest.mark.parametrize("table", SPLITS)
def test_hands_that_were_split(visit: Visiting, house: Hosted, table: str) -> None:
    """Eights are split again and again; then one hand takes a card, and others are doubled, for $30 each: in the middle of the
    table, and at its end, where a position is turned."""
    number, hands = SPLITS[table]
    player = Seated(visit(house), table)
    player.page.get_by_label("Which seat").select_option("4" if number == "633a" else "1")
    more = {2: "", 3: "8d ", 4: "8d 8c "}[hands]
    house.deal(table, {player.sit(): "8s 8h"}, dealer="6c Jd", then=f"{more}3h 2d" + " 3c Ah" * 3 + " 9d")
    for _ in range(6):
        player.put(player.about["wagers"][0]["name"])
    player.answer("Enter")
    player.answer("n")
    for _ in range(hands - 1):
        player.answer("p")
    assert looked_at(player.page) == {}
    doubled = ["d", "n"] if number == "635a" else ["d"]  # no rescue
    for answer in ["h", "s", *doubled * (hands - 2)]:
        player.answer(answer)
    assert looked_at(player.page) == {}
    player.answer("s")
    assert player.page.locator(".stage .wide .card.gone").count(), "the round is over"
    assert looked_at(player.page) == {}


def test_hands_that_were_set(visit: Visiting, floor: Callable[..., Hosted]) -> None:
    """At Pai Gow Poker seven cards lie before everybody, also where only backs are seen, and every rank can be read."""
    player = Seated(visit(floor({"pai-gow": "645a"})), "pai-gow")
    player.sit()
    player.page.get_by_role("button", name="Bring bots").click()
    player.put("Pai Gow Poker")
    player.answer("Enter")
    if "Refuse" in player.choices:
        player.answer("n")
    expect(player.choice("House way")).to_be_enabled()
    same(player.cards(), player.lying())
    player.answer("House way")
    player.answer("Set this hand")
    while player.look()["table"]["in_progress"]:  # a pair that is too low may be given up
        player.answer("n")
    shown = player.collected()
    assert set(shown.values()) == {1} and "back" not in shown and len(shown) % 7 == 0  # hands that nobody saw are not shown
    assert [fault for faults in looked_at(player.page).values() for fault in faults if "rank" in fault] == []


@pytest.fixture(scope="module")
def window(browser: Browser, usual_floor: Hosted) -> Iterator[Visit]:
    """Somebody who goes from table to table, and sits down nowhere."""
    found = Visit(browser, usual_floor.url)
    yield found
    found.close()
    assert found.unexpected == []


@pytest.mark.parametrize("number", MODULES)
def test_labels_fit_their_areas(window: Visit, number: str) -> None:
    """In both forms of the felt."""
    path = {"637a": "poker/holdem-no-limit", "553": "poker-2010/holdem"}.get(number, chapter(number).slug)
    window.page.set_viewport_size(WIDE)
    page = window.go(f"/tables/{path}")
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert page.evaluate(f"{MEASURES}.sticksOut()") == []
    assert window.unexpected == []


def test_a_card_is_told_by_its_corner(visit: Visiting, usual_floor: Hosted) -> None:
    """Its rank, and the name of the joker, are seen where the next card lies on it."""
    found = visit(usual_floor).go("/").evaluate(f"{MEASURES}.faces()")
    assert set(found) == set(NAMES) and found["Jk"]["words"] == "JOKER" and found["Td"]["words"] == "10"
    for name, face in found.items():
        most = STRIP + (3 if name[0] == "T" else 0)  # a 10 is told by less than the whole
        assert face["left"] >= 0 and face["right"] <= most and face["bottom"] <= 88, (name, face)
