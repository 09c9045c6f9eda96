"""Somebody who plays at the page of a table, by its buttons and keys alone, and what he sees there: the controls, the felt, the
dealer's words. What the floor says of the same table is asked beside it, to compare."""

import json
import re
from collections import Counter
from decimal import Decimal
from functools import cached_property
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.browsing import Visit

# The chips on the wide felt: what each pile shows, by the area on which it lies, "" where it lies on none of this seat's.
PILES = """(seat) => {
  const felt = document.querySelector(".stage .wide svg");
  const areas = [...felt.querySelectorAll(`.area[data-seat="${seat}"]`)].filter((each) => each.querySelector(".ring"));
  const boxes = areas.map((each) => [each.dataset.wager, each.querySelector(".ring").getBoundingClientRect()]);
  return [...felt.querySelectorAll(".things .chips:not(.settled)")].map((pile) => {
    const chips = [...pile.querySelectorAll("use")], first = chips[0].getBoundingClientRect();
    const x = first.x + first.width / 2, y = first.y + first.height / 2;
    const on = boxes.find(([, box]) => x > box.left && x < box.right && y > box.top && y < box.bottom);
    const drawn = chips.map((chip) => Number(chip.getAttribute("href").split("#chip-")[1]));
    return { on: on?.[0] ?? "", drawn, told: pile.querySelector("text")?.textContent ?? "" };
  });
}"""
CARDS = """(which) => [...document.querySelectorAll(`.stage .wide .things .card${which} use`)]
  .map((card) => card.href.baseVal.split("#")[1])"""
# Whether the page has gone on after some lines of the dealer's log, and asks somebody again. A player whose wagers lie there
# may say that there are no more: the table waits for others then, and the round has not begun.
WAITS = """([lines, places]) => document.querySelectorAll("#log li").length > lines
  && document.querySelector(places) !== null"""
ASKED = "#choices button.choice:not(.ready), #choices .arrange, #choices .two-hands"
MOST_DRAWN = 6  # chips that are drawn of a pile


class Seated:
    """Somebody at the page of a table."""

    def __init__(self, visit: Visit, table: str) -> None:
        self.visit, self.table = visit, table
        self.page = visit.go(f"/tables/{table}")

    @cached_property
    def about(self) -> dict[str, Any]:
        """What the page was told of the table when it was loaded."""
        found: dict[str, Any] = json.loads(self.page.locator("#about").text_content() or "")
        return found

    # ------------------------------------------------------------------ doing things

    def sit(self) -> int:
        """Sits down as a guest, by the button, at the seat that is offered; its number."""
        button = self.page.get_by_role("button", name="Sit down as a guest")
        expect(button).to_be_enabled()
        self.seat = int(self.page.get_by_label("Which seat").input_value())
        button.click()
        expect(self.page.locator("#more").get_by_role("button", name="Leave the table")).to_be_visible()
        return self.seat

    def put(self, wager: str, times: int = 1) -> None:
        """Puts chips on a wager by its button."""
        for _ in range(times):
            self.page.get_by_role("button", name=f"More on {wager}", exact=True).click()

    def put_on_the_felt(self, wager: str, seat: int = 0) -> None:
        """Puts a chip on a wager by a click on its area, or tries to at another seat."""
        area = f'.area[data-seat="{seat or self.seat}"][data-wager="{wager}"]'
        box = self.page.locator(f".stage .wide {area} .ring").bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def answer(self, said: str) -> None:
        """Answers what is asked, or prepares it: a letter or "Enter" is a key, "Raise: 15" an amount that is typed, all else
        how the name of a button begins."""
        word, _, amount = said.partition(": ")
        lines = self.lines()
        if len(said) == 1 or said == "Enter":
            self.page.keyboard.press(said)
        elif amount:
            group = self.page.get_by_role("group", name=f"{word}: amount")
            group.get_by_label(f"{word}: dollars").fill(amount)
            group.get_by_role("button", name=re.compile(f"^{word}.*\\${amount}")).click()
        else:
            self.choice(said).click()
        if said == "House way":
            expect(self.choice("Set this hand")).to_be_enabled()
        else:
            self.go_on(lines)

    def go_on(self, lines: int) -> None:
        """Waits until the dealer has said more than so many lines, and somebody is asked, or may place wagers."""
        self.page.wait_for_function(WAITS, arg=[lines, ASKED])

    def press(self, key: str) -> None:
        """Presses a key."""
        self.page.keyboard.press(key)

    # ------------------------------------------------------------------ what he sees

    def choice(self, name: str) -> Locator:
        """The button of an answer, by how its name begins."""
        return self.page.locator("#choices").get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first

    @property
    def choices(self) -> list[str]:
        """The answers that can be given by a large button, without what is said about them."""
        read = "(all) => all.map((each) => [...each.childNodes].find((node) => node.nodeType === 3)?.data ?? '')"
        found: list[str] = self.page.locator("#choices button.choice").evaluate_all(read)
        return found

    @property
    def status(self) -> str:
        """What the page says above the buttons."""
        return (self.page.locator("#status").text_content() or "").strip()

    @property
    def chips(self) -> int:
        """His own chips as the rack says, while he places wagers."""
        return cents(self.page.locator("#choices .yours b").text_content() or "")

    @property
    def plate(self) -> str:
        """What is written at his seat on the felt."""
        return self.page.locator(".stage .wide .seat-plate.you").text_content() or ""

    @property
    def round(self) -> str:
        """The number of the round as the page says it."""
        return self.page.locator("#round").text_content() or ""

    def lines(self) -> int:
        """How many lines the dealer's log has."""
        return self.page.locator("#log li").count()

    @property
    def log(self) -> list[list[str]]:
        """The lines of the dealer's log, each with its paragraph."""
        read = """(all) => all.map((each) => [each.querySelector("button")?.textContent.replace(/^§\\s*/, "") ?? "",
          each.querySelector(".said").textContent])"""
        found: list[list[str]] = self.page.locator("#log li").evaluate_all(read)
        return found

    def piles(self) -> dict[str, int]:
        """The cents that lie on each area of his own, by what the piles show."""
        found: dict[str, int] = {}
        for pile in self.page.evaluate(PILES, self.seat):
            if pile["on"]:
                assert pile["on"] not in found, f"two piles on {pile['on']}"
                found[pile["on"]] = shown(pile)
        return found

    def all_piles(self) -> list[int]:
        """What every pile on the felt shows."""
        return sorted(shown(pile) for pile in self.page.evaluate(PILES, self.seat))

    def cards(self) -> Counter[str]:
        """The cards on the felt."""
        return Counter(self.page.evaluate(CARDS, ":not(.gone)"))

    def collected(self) -> Counter[str]:
        """The cards that were collected, and are still to be seen until the next round."""
        return Counter(self.page.evaluate(CARDS, ".gone"))

    # ------------------------------------------------------------------ what the floor says

    def look(self) -> dict[str, Any]:
        """The table as the floor tells it to him."""
        answer = self.visit.context.request.get(f"/api/tables/{self.table}")
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def hand_of(self, wager: str) -> str:
        """The hand that a wager is on, as the page counts them: "Hand 2"; "" for a player with one hand, or a side wager."""
        places = [place for place in self.look()["table"]["hands"] if re.match(rf"seat_{self.seat}(?: |$)", place)]
        part = re.search(r"( hand 2)?( split \d+)?$", wager)
        first = self.about["wagers"][0]["name"]
        if len(places) < 2 or not wager.startswith((first, "Double Down")):
            return ""
        return f"Hand {places.index(f'seat_{self.seat}{part[0] if part else str()}') + 1}"

    def told(self) -> list[list[str]]:
        """All that the floor has told him in words."""
        answer = self.visit.context.request.get(f"/api/tables/{self.table}/frames?after=0&words=true")
        assert answer.ok, answer.text()
        return [line for frame in answer.json() for line in frame.get("words") or []]

    def results(self) -> dict[str, int]:
        """What each of his wagers brought in the last round, by the floor."""
        found = self.look()["table"]["results"].get(str(self.seat), {})
        return {wager: each["back"] - each["placed"] for wager, each in found.items()}

    def lying(self) -> Counter[str]:
        """The cards that lie before players, the dealer and in the middle, by the floor."""
        hands = self.look()["table"]["hands"]
        there = [hand for place, hand in hands.items() if re.match("seat_|dealer$|community$", place) and not hand["gone"]]
        return Counter("back" if card == "??" else card for hand in there for card in hand["cards"])


def shown(pile: dict[str, Any]) -> int:
    """What a pile shows: the figure below it, or its chips where there is none. Both agree where all chips are drawn."""
    drawn = int(sum(pile["drawn"]))
    if not pile["told"]:
        return drawn
    told = cents(pile["told"])
    assert told == drawn or len(pile["drawn"]) == MOST_DRAWN, pile
    return told


def cents(words: str) -> int:
    """An amount as pages write it: "$1,234.50", "−$5", "+$2.50"."""
    found = re.search(r"\$([\d,]+(?:\.\d\d)?)", words)
    assert found, words
    value = int(Decimal(found[1].replace(",", "")) * 100)
    return -value if re.search(r"[−-]\s*\$", words) else value


def dollars(amount: int) -> str:
    """Cents as pages write them."""
    whole, rest = divmod(abs(amount), 100)
    return f"{'−' if amount < 0 else ''}${whole:,}" + (f".{rest:02}" if rest else "")


def signed(amount: int) -> str:
    """A gain or a loss as pages write it."""
    return f"{'+' if amount > 0 else ''}{dollars(amount)}"
