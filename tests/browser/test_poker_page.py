"""The page of a Poker table beside its questions: answers prepared in advance."""

import json
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.browsing import PATIENCE, Visit
from tests.browser.comparing import same
from tests.browser.from_page import Seated
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
NO_LIMIT = {"structure": "no limit", "small_blind": 100, "big_blind": 200, "table_minimum": 200, "announcements": True}
TABLE = "poker/no-limit"
# The button lies at the player's right hand neighbour: cards go to the first guest, the second, and the player.
CARDS = "Kc As 7d Kd Ah 2h 8s 3c Ac 9h 4d 5c Kh 6c Js"


class Hand:
    """A player at the page, at seat 5 with the button, and two guests to the left, in a hand of no-limit Hold'em."""

    def __init__(self, house: Hosted, visit: Visit, stacks: tuple[int, int] = (20_000, 20_000)) -> None:
        self.sent: list[str] = []  # commands of the page
        visit.page.on("websocket", self._listen)
        self.player = Seated(visit, TABLE)
        self.page = self.player.page
        self.seat = self.player.sit()
        self.guests = {seat: house.guest() for seat in (1, 2)}
        for guest, (seat, cents) in zip(self.guests.values(), zip(self.guests, stacks, strict=True), strict=True):
            guest.sit(TABLE, seat, cents)
        self.prepare = self.page.locator("fieldset.prepared")
        self.page.wait_for_selector("#choices button.choice")

    def _listen(self, line: WebSocket) -> None:
        line.on("framesent", lambda content: self.sent.append(str(content)))

    @property
    def said(self) -> list[str]:
        """The answers that the page has sent."""
        commands = [json.loads(each).get("command") or {} for each in self.sent]
        return [each["word"] for each in commands if each.get("do") == "decide"]

    def decide(self, seat: int, word: str, cents: int = 0) -> None:
        """A guest answers, once the guest is asked."""
        until = time.monotonic() + PATIENCE / 1000
        while seat not in [each["seat"] for each in self.guests[seat].look(TABLE)["table"]["asked"]]:
            assert time.monotonic() < until, f"seat {seat} is not asked"
        self.guests[seat].say(TABLE, "decide", seat=seat, word=word, **({"cents": cents} if cents else {}))


@pytest.fixture
def house(floor: Callable[..., Hosted]) -> Iterator[Hosted]:
    """A floor with a table of Poker at which aces are dealt."""
    yield floor(rooms={"poker": ("637a", {"no-limit": NO_LIMIT})}, cards={TABLE: CARDS}, between="12")


def test_an_answer_is_prepared_and_sent_in_turn(visit: Visiting, house: Hosted) -> None:
    """A raise cancels a prepared check; one for any amount stands, and goes out when the player is asked, not before."""
    hand = Hand(house, visit(house))
    hand.player.choice("Call").click()
    hand.page.get_by_label("Check", exact=True).check()
    hand.page.get_by_label("Check/fold").check()
    expect(hand.page.get_by_label("Check", exact=True)).not_to_be_checked()
    hand.page.get_by_label("Check", exact=True).check()
    hand.decide(1, "raise", 800)
    expect(hand.page.locator("#notice")).to_have_text("The bet is another: your prepared check is cancelled.")
    expect(hand.prepare.locator("label")).to_have_text(["Fold", "Call $6", "Call any"])
    expect(hand.prepare.get_by_role("checkbox", checked=True)).to_have_count(0)
    same(hand.said, ["call"])
    hand.page.get_by_label("Call any").check()
    hand.decide(2, "raise", 2000)
    expect(hand.page.get_by_role("log")).to_contain_text("You call $18")
    same(hand.said, ["call", "call"])
    hand.decide(1, "call", 2000)
    expect(hand.page.locator("#picture")).to_contain_text("In the middle lie")
    expect(hand.prepare.get_by_role("checkbox", checked=True)).to_have_count(0)  # another betting round
    hand.page.get_by_label("Check/fold").check()
    for seat in (1, 2):
        hand.decide(seat, "check")
    expect(hand.page.get_by_role("log")).to_contain_text("You check")
    same(hand.said, ["call", "call", "check"])


def test_a_reload_forgets_what_was_prepared(visit: Visiting, house: Hosted) -> None:
    hand = Hand(house, visit(house))
    hand.player.choice("Call").click()
    hand.page.get_by_label("Call any").check()
    hand.page.reload()
    expect(hand.prepare.locator("label")).to_have_count(3)
    hand.decide(1, "call", 200)
    hand.decide(2, "raise", 800)
    expect(hand.player.choice("Call $6")).to_be_visible()
    same(hand.said, ["call"])


def test_each_push_says_which_pot_it_is_of(visit: Visiting, house: Hosted) -> None:
    """A guest with few chips and the best hand gets the main pot only. The felt and the short log name both pots, also
    after a reload."""
    hand = Hand(house, visit(house), stacks=(2_000, 20_000))
    flush, aces = (guest.name for guest in hand.guests.values())
    hand.player.choice("Call").click()
    hand.decide(1, "raise", 2_000)
    hand.decide(2, "raise", 6_000)
    hand.player.choice("Call").click()
    for _ in range(3):
        hand.decide(2, "check")
        hand.player.choice("Check").click()
    hand.player.choice("Concede").click()
    lines = [f"Side pot 1 to {aces}: $80", f"Main pot to {flush}: $60"]
    log = hand.page.get_by_role("log")
    for _ in range(2):
        expect(hand.page.locator(".stage .wide .pushed text")).to_have_text(lines)
        for line in lines:
            expect(log).to_contain_text(f"Pushes {line[0].lower()}{line[1:]} (the best high hand)")
        hand.page.reload()
