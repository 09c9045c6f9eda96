"""Hands of Poker from the page, in the rooms of both editions: against bots to the end of the hand, with blinds, button and pot
on the felt, amounts of one's own at no limit, and cards that are exchanged."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import Visit
from tests.browser.comparing import nothing_is_hidden, same
from tests.browser.from_page import Seated, cents, dollars, signed
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]
RAKE: dict[str, Any] = {"announcements": True, "rake_percent": 5, "rake_maximum": 400}
NO_LIMIT: dict[str, Any] = {"structure": "no limit", "small_blind": 100, "big_blind": 200, "table_minimum": 200}
ROOMS: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "poker": ("637a", {"no-limit": RAKE | NO_LIMIT, "draw": RAKE | {"variant": "five-card draw"}}),
    "poker-2010": ("553", {"holdem": RAKE}),
}
# The first card goes to the player, who sits left of the button: aces against kings, and three of each with the board.
ACES = "As Kc 7d 2h Ah Kd 2c 8s 3c Ac 9h 4d 5c Kh 6c Js"
BETWEEN = 2.5  # seconds from one hand to the next, in which one can look at what is over
GONE_ON = """(lines) => document.querySelectorAll("#log li").length > lines
  && (document.querySelector("#choices button.choice") || /next hand/.test(document.querySelector("#status").textContent))"""


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A floor with two Poker rooms."""
    found = Hosted(births, rooms=ROOMS, cards={"poker/no-limit": ACES, "poker-2010/holdem": ACES}, between=str(BETWEEN))
    yield found
    found.close()


def sit_with_bots(visit: Visiting, house: Hosted, table: str) -> Seated:
    """Sits down, brings bots by the button, and waits for the first question."""
    player = Seated(visit(house), table)
    player.sit()
    expect(player.page.locator("#status")).to_have_text("A hand needs two players: ask for bots, or wait for others.")
    player.page.get_by_role("button", name="Bring bots").click()
    player.page.wait_for_selector("#choices button.choice")
    return player


def compare(player: Seated) -> None:
    """The page shows what the floor says: cards, bets and pots, the button, each line of the dealer, the number of the hand."""
    table = player.look()["table"]
    same(player.cards(), player.lying())
    same(player.all_piles(), sorted(each for each in [*table["bets"].values(), *table["pots"]] if each))
    where = player.about["places"]["wide"]["seats"][str(table["button"])]["button"]
    lies = player.page.locator(".stage .wide .dealer-button").evaluate("(each) => each.style.transform")
    same(lies.split(" rotate")[0], f"translate({where['x']:g}px, {where['y']:g}px)")
    same(player.round, f"round {table['round']}")
    log = player.log
    same(log, player.told()[-len(log) :])
    nothing_is_hidden(player)


def say(player: Seated, word: str, how: str = "") -> None:
    """Answers a question by its button or key, or with an amount of one's own: "12" or "most"; then waits
    until the page asks again, or the hand is over."""
    lines = player.lines()
    if how:
        group = player.page.get_by_role("group", name=f"{word}: amount")
        if how == "most":
            group.get_by_role("button", name=re.compile("^(Most|All in)$")).click()
        else:
            group.get_by_role("spinbutton").fill(how)
        group.get_by_role("button", name=word).click()
    elif len(word) == 1:
        player.page.keyboard.press(word)
    else:
        player.choice(word).click()
    player.page.wait_for_function(GONE_ON, arg=lines)


def check_and_call(player: Seated) -> None:
    """To the end of the hand, by key."""
    while player.choices:
        compare(player)
        say(player, "s" if "Show" in player.choices else "k" if "Keep" in player.choices else "c")


def over(player: Seated, number: int) -> int:
    """A hand is over: what it brought is on the felt and in the history, no chip is lost on the way; what it brought."""
    table = player.look()["table"]
    assert not table["in_progress"] and table["round"] == number
    chips = table["seats"][str(player.seat)]["chips"]
    [net] = player.results().values()
    same(chips, player.about["buy_in"] + net)
    same(player.plate, f"You {dollars(chips)}{signed(net)}")
    expect(player.page.locator("#rounds li").first).to_contain_text(f"Round {number} {signed(net)}")
    same(player.all_piles(), [])
    everybody = sum(seat["chips"] for seat in table["seats"].values())
    bought = sum(cents(line) for _, line in player.log if re.search(r" takes? seat \d", line))
    same(everybody + table["raked"], bought)
    return net


def test_no_limit(visit: Visiting, house: Hosted) -> None:
    """Amounts by field and at most, before the flop and after it; aces win what the kings put in, less the rake."""
    player = sit_with_bots(visit, house, "poker/no-limit")
    same(player.cards()["As"] + player.cards()["Ah"], 2)
    same(player.all_piles(), [100, 200])  # the blinds
    same(player.choices, ["Fold", "Call $1 more", "Raise to $4"])  # his blind lies there
    assert "call $1 more" in player.status
    assert "$2 in all" in (player.choice("Call").text_content() or "")
    compare(player)
    before, question = player.look()["v"], player.status
    player.page.get_by_role("group", name="Raise: amount").get_by_role("spinbutton").fill("3.50")
    player.page.get_by_role("group", name="Raise: amount").get_by_role("button", name="Raise").click()
    expect(player.page.locator("#notice.refused")).to_contain_text("637a")  # too little, and not in whole chips
    same(player.look()["v"], before)
    same(player.status, question)  # which is still there, with its buttons
    same(player.choices[:2], ["Fold", "Call $1 more"])
    say(player, "Raise", "12")
    while "Check" not in player.choices:
        compare(player)
        say(player, "c")
    compare(player)
    assert player.cards()["Ac"] == 1, "the flop"
    pot = player.all_piles()
    say(player, "Bet", "20")
    same(any("You bet $20" in line for _, line in player.log), True)
    assert (
        player.look()["table"]["round"] > 1 or sum(player.all_piles()) > sum(pot) or not player.look()["table"]["in_progress"]
    )
    if "Bet $2" in player.choices:
        say(player, "Bet", "most")
    check_and_call(player)
    assert over(player, 1) > 0


def test_the_edition_of_2010(visit: Visiting, house: Hosted) -> None:
    """At limit each amount has its button; to a showdown."""
    player = sit_with_bots(visit, house, "poker-2010/holdem")
    same(player.choices, ["Fold", "Call $3 more", "Raise to $10"])
    same(player.all_piles(), [200, 500])
    compare(player)
    say(player, "r")
    check_and_call(player)
    assert over(player, 1) > 0
    pushed = sum(cents(line) for _, line in player.log if line.startswith("Pushes"))
    said = f"You win {dollars(pushed)} with three-of-a-kind, aces."
    expect(player.page.locator("#status")).to_have_text(f"{said} The next hand begins in a moment.")
    expect(player.page.get_by_role("log")).to_contain_text(said)
    shown = [line for _, line in player.log if re.search(" shows? ", line)]
    same(shown, ["Cleo shows K♣ K♦", "You show A♠ A♥"])


def test_cards_are_exchanged(visit: Visiting, house: Hosted) -> None:
    """Two are picked and go, two others come; the rest stays."""
    player = sit_with_bots(visit, house, "poker/draw")
    while not player.page.locator("#choices .arrange").count():
        compare(player)
        say(player, "c")
    compare(player)
    mine = player.look()["table"]["hands"][f"seat_{player.seat}"]["cards"]
    for card in mine[1:3]:
        player.page.locator(f'#choices [data-card="{card}"]').click()
    say(player, "Discard 2")
    now = player.look()["table"]["hands"][f"seat_{player.seat}"]["cards"]
    same(sorted(set(mine) - set(now)), sorted(mine[1:3]))
    same(len(now), 5)
    check_and_call(player)
    over(player, 1)
