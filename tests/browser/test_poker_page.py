"""The page of a Poker table beside its questions: answers prepared in advance."""

import json
import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, WebSocket, expect

from tests.browser.browsing import PATIENCE, Visit
from tests.browser.comparing import same
from tests.browser.from_page import Seated
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
NO_LIMIT = {"structure": "no limit", "small_blind": 100, "big_blind": 200, "table_minimum": 200, "announcements": True}
TABLE = "poker/no-limit"
AWAY = "You sit out: no hand is dealt to you. Your seat and your chips stay."
# The button lies at the player's right hand neighbour: cards go to the first guest, the second, and the player.
CARDS = "Kc As 7d Kd Ah 2h 8s 3c Ac 9h 4d 5c Kh 6c Js"


class Hand:
    """A player at the page, at seat 5 with the button, and guests to the left, in a hand of no-limit Hold'em; `late` at a
    hand that has begun."""

    def __init__(self, house: Hosted, visit: Visit, stacks: tuple[int, ...] = (20_000, 20_000), *, late: bool = False) -> None:
        self.sent: list[str] = []  # commands of the page
        visit.page.on("websocket", self._listen)
        self.player = Seated(visit, TABLE)
        self.page = self.player.page
        self.guests = {seat: house.guest() for seat in range(1, len(stacks) + 1)}
        self.dealer = house.guest("dealer")
        if not late:
            self.seat = self.player.sit()
        for (seat, guest), cents in zip(self.guests.items(), stacks, strict=True):
            guest.sit(TABLE, seat, cents)
        self.begin()
        if late:
            self.seat = self.player.sit()
        self.prepare = self.page.locator("fieldset.prepared")
        if not late:
            self.page.wait_for_selector("#choices button.choice")

    def _listen(self, line: WebSocket) -> None:
        line.on("framesent", lambda content: self.sent.append(str(content)))

    @property
    def said(self) -> list[str]:
        """The answers that the page has sent."""
        commands = [json.loads(each).get("command") or {} for each in self.sent]
        return [each["word"] for each in commands if each.get("do") == "decide"]

    @property
    def acts(self) -> list[str]:
        """What the page has said between two hands."""
        commands = [json.loads(each).get("command") or {} for each in self.sent]
        return [each["kind"] for each in commands if each.get("do") == "act"]

    def begin(self) -> None:
        """The dealer begins the next hand."""
        self.dealer.begin(TABLE)

    def decide(self, seat: int, word: str, cents: int = 0) -> None:
        """A guest answers, once the guest is asked."""
        until = time.monotonic() + PATIENCE / 1000
        while seat not in [each["seat"] for each in self.guests[seat].look(TABLE)["table"]["asked"]]:
            assert time.monotonic() < until, f"seat {seat} is not asked"
        self.guests[seat].say(TABLE, "decide", seat=seat, word=word, **({"cents": cents} if cents else {}))


@pytest.fixture
def house(floor: Callable[..., Hosted]) -> Iterator[Hosted]:
    """A floor with a table of Poker at which aces are dealt."""
    yield floor(rooms={"poker": ("637a", {"no-limit": NO_LIMIT})}, cards={TABLE: CARDS}, between="3600")


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
    expect(hand.page.locator("#status")).to_have_text(f"Waiting for {hand.guests[1].name}.")
    hand.page.get_by_label("Check/fold").check()
    hand.decide(1, "bet", 1000)
    hand.decide(2, "call", 1000)
    expect(hand.page.get_by_role("log")).to_contain_text("You fold")
    same(hand.said, ["call", "call", "check", "fold"])


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


def tool(hand: Hand, name: str) -> Locator:
    """A button of what is done rarely."""
    return hand.page.locator("#more").get_by_role("button", name=name)


def playing(hand: Hand, round_: int, seats: list[int]) -> None:
    """Who is dealt a hand that the dealer begins."""
    hand.begin()
    expect(hand.page.locator("#round")).to_have_text(f"round {round_}")
    same(hand.player.look()["table"]["playing"], seats)


def test_a_player_sits_out_and_comes_back(visit: Visiting, house: Hosted) -> None:
    """What is chosen in a hand is sent when it is over. The next one is played without the player, who then comes back."""
    hand = Hand(house, visit(house))
    tool(hand, "Sit out").click()
    expect(tool(hand, "Sit out")).to_have_attribute("aria-pressed", "true")
    same(hand.acts, [])
    hand.player.choice("Fold").click()
    hand.decide(1, "fold")
    expect(hand.page.locator("#status")).to_have_text(AWAY)
    same(hand.acts, ["player steps away"])
    playing(hand, 2, [1, 2])
    hand.page.reload()
    tool(hand, "Come back").click()
    same(hand.acts, ["player steps away"])
    hand.decide(2, "fold")
    expect(tool(hand, "Sit out")).to_be_visible()
    same(hand.acts, ["player steps away", "player returns"])
    playing(hand, 3, [1, 2, 5])


def test_a_player_waits_for_the_big_blind(visit: Visiting, house: Hosted) -> None:
    """A player who sits down in a running room is dealt in when the big blind comes, not before."""
    hand = Hand(house, visit(house), stacks=(20_000, 20_000, 20_000), late=True)
    same(hand.player.look()["table"]["playing"], [1, 2, 3])
    tool(hand, "Wait for the big blind").click()
    hand.decide(3, "fold")
    hand.decide(1, "fold")
    expect(hand.page.locator("#status")).to_have_text(AWAY)
    playing(hand, 2, [1, 2, 3])
    same(hand.acts, ["player steps away"])
    hand.decide(1, "fold")
    hand.decide(2, "fold")
    expect(hand.page.locator("#status")).to_contain_text("The next hand begins in a moment.")
    playing(hand, 3, [1, 2, 3, 5])
    same(hand.acts, ["player steps away", "player returns"])
    same(hand.player.look()["table"]["posted"]["5"], {"Blind Bet": 200})


def test_a_sign_says_that_the_limits_are_up(visit: Visiting, floor: Callable[..., Hosted]) -> None:
    """The Kill option is posted at the table; once a pot has set it off the sign says which limits hold."""
    kill = {"variant": "omaha high-low eight or better", "kill": "kill", "qualifying_pot": 400}
    house = floor(rooms={"poker": ("637a", {"kill": kill})}, between="3600")
    page = visit(house).go("/tables/poker/kill")
    sign = page.locator("#signs button")
    expect(sign).to_have_text("Kill")
    guests = {seat: house.guest() for seat in (1, 2)}
    for seat, guest in guests.items():
        guest.sit("poker/kill", seat)
    house.guest("dealer").begin("poker/kill")
    [asked] = guests[1].look("poker/kill")["table"]["asked"]
    guests[asked["seat"]].say("poker/kill", "decide", seat=asked["seat"], word="fold")
    expect(sign).to_have_text("Kill: limits $10 and $20")
    sign.click()
    posted = page.get_by_role("dialog", name="Kill")
    expect(posted).to_contain_text("raises the limits of the next hand to $10 and $20 § 637a.12(n)")


def test_recent_hands_say_who_won(visit: Visiting, house: Hosted) -> None:
    """The history beside the table tells winners, chips and hands, also after a reload, and opens each hand."""
    hand = Hand(house, visit(house), stacks=(2_000, 20_000))
    hand.player.choice("Call").click()
    hand.decide(1, "raise", 2_000)
    hand.decide(2, "raise", 6_000)
    hand.player.choice("Fold").click()
    hand.page.get_by_role("tab", name="History").click()
    hands = hand.page.locator("#rounds li")
    first = f"{hand.guests[1].name} wins $42 with a flush, ace high."
    expect(hands).to_have_text([f"Round 1 −$2{first}"])
    playing(hand, 2, [1, 2, 5])
    hand.decide(1, "fold")
    hand.decide(2, "fold")
    second = "You win $2: everybody else has folded."
    expect(hands).to_have_text([f"Round 2 +$1{second}", f"Round 1 −$2{first}"])
    hand.page.reload()
    hand.page.get_by_role("tab", name="History").click()
    expect(hands).to_have_text([f"Round 2{second}", f"Round 1{first}"])
    hands.last.get_by_role("link").click()
    expect(hand.page).to_have_url(re.compile(f"/rounds/{TABLE}/1$"))
    expect(hand.page.locator("#picture")).to_contain_text("has")
