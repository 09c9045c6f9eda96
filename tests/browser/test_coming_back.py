"""What a page holds to when something comes between: a reload, a server that dies, a line that breaks at the worst moment, a
message that is lost, a second window, a table that is closed. Nothing is lost, nothing happens twice, and the page says so."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from pitboss.floor.play.protocol import BUY_IN
from tests.browser.at_table import button, chips, deal, picture, sit, truth
from tests.browser.browsing import Visit
from tests.browser.hosting import Guest, Hosted
from tests.floor.proxying import Proxy

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

LINE = re.compile("/ws/tables/")
ANTE = 1000
LOST = re.compile("connection is lost|Coming back")
# a pair against a queen that qualifies: the Ante and the Play Wager are paid 1 to 1, and a pair has no bonus
PAIR, QUEEN = "As Ah Kd", "Qc 7d 5h"
WON = BUY_IN + 2 * ANTE


def three(floor: Opening, **about: Any) -> Hosted:
    """A floor with Three Card Poker at which seat 1 wins."""
    house = floor({"three": "565"}, cards={"three": ""}, **about)
    house.deal("three", {1: PAIR}, dealer=QUEEN)
    return house


def buy(page: Page) -> None:
    """Chips for the amount that is proposed."""
    page.get_by_role("button", name="Buy chips").click()
    page.get_by_role("dialog", name="Buy chips").get_by_role("button", name="Buy").click()


def bet(page: Page) -> None:
    """An Ante of $10, and nothing else."""
    for _ in range(2):
        page.get_by_role("button", name="More on Ante").click()
    expect(page.locator("[data-wager=Ante] output")).to_have_text("$10")
    deal(page)


def asked(visit: Visiting, house: Hosted, **about: Any) -> Visit:
    """Somebody at seat 1 who is asked whether he plays."""
    found = visit(house, **about)
    sit(found, "three")
    bet(found.page)
    expect(button(found.page, "Play")).to_be_visible()
    return found


def ends_well(visit: Visit, page: Page | None = None) -> None:
    """Plays to the end, wins, and is paid to the cent: once."""
    page = page or visit.page
    button(page, "Play").click()
    has_won(visit, page)


def has_won(visit: Visit, page: Page) -> None:
    expect(page.locator("#status")).to_contain_text("You win $20")
    assert chips(visit, "three") == WON and truth(visit, "three")["round"] == 1
    expect(page.locator("#choices .yours")).to_contain_text("$520")


# ---------------------------------------------------------------------------- reload, and death


def test_a_reload_in_mid_round_comes_back_to_the_question(visit: Visiting, floor: Opening) -> None:
    player = asked(visit, three(floor))
    before, question = picture(player.page), player.page.locator("#status").inner_text()
    player.page.reload()
    expect(button(player.page, "Play")).to_be_visible()
    assert picture(player.page) == before and "You have ace of spades" in before
    assert player.page.locator("#status").inner_text() == question
    assert truth(player, "three")["wagers"] == {"1": {"Ante": ANTE}} and chips(player, "three") == BUY_IN - ANTE
    ends_well(player)


def test_a_reload_before_the_deal_keeps_placed_wagers(visit: Visiting, floor: Opening) -> None:
    """The other player has not wagered: the round waits."""
    house = three(floor)
    player, other = visit(house), house.guest()
    sit(player, "three")
    other.sit("three", 2)
    bet(player.page)
    expect(button(player.page, "Take back")).to_be_visible()
    expect(player.page.locator("#status")).to_contain_text("Your wagers are placed")
    player.page.reload()
    expect(player.page.locator("#status")).to_contain_text("Your wagers are placed")
    assert truth(player, "three")["placed"] == {"1": {"Ante": ANTE}}
    button(player.page, "Take back").click()
    expect(button(player.page, "Deal")).to_be_visible()
    assert truth(player, "three")["placed"] == {} and chips(player, "three") == BUY_IN


def test_a_server_that_is_killed_in_mid_round_goes_on(visit: Visiting, floor: Opening) -> None:
    house = three(floor)
    player = asked(visit, house)
    before = picture(player.page)
    player.announce_absence()
    house.kill()
    expect(player.page.locator("#status")).to_contain_text("The connection is lost")
    expect(player.page.locator("#choices button")).to_have_count(0)
    assert picture(player.page) == before  # what was seen stays in sight
    house.start()
    expect(button(player.page, "Play")).to_be_visible()
    assert picture(player.page) == before
    expect(player.page.locator("#status")).not_to_contain_text("lost")
    ends_well(player)


# ---------------------------------------------------------------------------- a connection that stalls

NOTICED = 5000  # milliseconds until a page says that nothing comes any more: three seconds, and what a busy machine adds


@pytest.fixture
def stalling(floor: Opening) -> Iterator[tuple[Hosted, Proxy]]:
    """A floor behind a proxy that can stall; its address is the proxy's."""
    house = three(floor)
    proxy = Proxy(house.url, forwards=False, keeps_host=True)
    house.url = proxy.url
    yield house, proxy
    proxy.close()


def test_a_stall_is_noticed_and_nothing_chosen_is_lost(visit: Visiting, stalling: tuple[Hosted, Proxy]) -> None:
    """The page says so, keeps the wagers, sends them when it can, and says that they counted."""
    house, proxy = stalling
    player = visit(house)
    sit(player, "three")
    notice = player.page.locator("#notice")
    for _ in range(2):
        player.page.get_by_role("button", name="More on Ante").click()
    proxy.stall()
    expect(notice).to_contain_text("does not answer", timeout=NOTICED)
    expect(player.page.locator("[data-wager=Ante] output")).to_have_text("$10")
    deal(player.page)
    proxy.resume()
    expect(notice).to_have_text("Your wager counted.")
    button(player.page, "Play").click()
    has_won(player, player.page)


def test_after_a_long_stall_another_connection_goes_on(visit: Visiting, stalling: tuple[Hosted, Proxy]) -> None:
    house, proxy = stalling
    player = asked(visit, house)
    player.announce_absence()
    proxy.stall()
    expect(player.page.locator("#notice")).to_contain_text("does not answer", timeout=NOTICED)
    button(player.page, "Play").click()
    expect(player.page.locator("#status")).to_contain_text("The connection is lost")
    proxy.resume()
    expect(player.page.locator("#notice")).to_have_text("Your answer \u201cplay\u201d counted.")
    has_won(player, player.page)


# ---------------------------------------------------------------------------- what is on its way


class Cable:
    """The lines of a page, in whose messages a test has a hand: what `up` and `down` do not pass on is lost."""

    def __init__(self, page: Page) -> None:
        self.lines: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self.up: Callable[[str], bool] = lambda message: True
        self.down: Callable[[str], bool] = lambda message: True
        page.route_web_socket(LINE, self._open)

    def _open(self, line: WebSocketRoute) -> None:
        floor = line.connect_to_server()
        self.lines.append((line, floor))
        line.on_message(lambda message: floor.send(message) if self.up(str(message)) else None)
        floor.on_message(lambda message: line.send(message) if self.down(str(message)) else None)

    def cut(self) -> None:
        """Breaks the line that is open, at both ends."""
        line, floor = self.lines[-1]
        line.close(code=3001, reason="cut")
        floor.close(code=3001, reason="cut")


class Cutting:
    """Cuts a line when a command is said, before or after the floor has heard it; no answer comes through."""

    def __init__(self, cable: Cable, word: str, heard: bool) -> None:
        self.cable, self.word, self.heard, self.times = cable, word, heard, 0
        cable.up, cable.down = self._up, self._down

    def _up(self, message: str) -> bool:
        if f'"do":"{self.word}"' not in message:
            return True
        self.times += 1
        if self.times > 1:
            return True
        if not self.heard:
            self.cable.cut()
        return self.heard

    def _down(self, message: str) -> bool:
        if self.times == 1 and self.heard and '"answers"' in message:
            self.times += 1
            self.cable.cut()
            return False
        return True


@pytest.mark.parametrize("heard", [True, False], ids=["the floor had heard it", "the floor had not heard it"])
@pytest.mark.parametrize("word", ["buy", "bet", "decide"])
def test_a_command_is_neither_lost_nor_doubled(visit: Visiting, floor: Opening, word: str, heard: bool) -> None:
    house, player = three(floor), None
    player = visit(house)
    cable = Cable(player.page)
    sit(player, "three")
    cutting = Cutting(cable, word, heard)
    bought = BUY_IN if word == "buy" else 0
    if word == "buy":
        buy(player.page)
        expect(player.page.locator("#choices .yours")).to_contain_text("$1,000")
        assert chips(player, "three") == 2 * BUY_IN
    bet(player.page)
    button(player.page, "Play").click()
    expect(player.page.locator("#status")).to_contain_text("You win $20")
    assert chips(player, "three") == WON + bought and truth(player, "three")["round"] == 1
    assert len(cable.lines) == 2 and cutting.times >= 2


def test_chips_are_bought_for_an_amount(visit: Visiting, floor: Opening) -> None:
    """One press buys nothing; no more than lies in the cage."""
    player = visit(three(floor))
    sit(player, "three")
    player.page.get_by_role("button", name="Buy chips").click()
    dialog = player.page.get_by_role("dialog", name="Buy chips")
    expect(dialog).to_be_visible()
    assert chips(player, "three") == BUY_IN
    dialog.get_by_role("spinbutton").fill("100000000")
    dialog.get_by_role("button", name="Buy").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("spinbutton").fill("25")
    dialog.get_by_role("button", name="Buy").click()
    expect(player.page.locator("#choices .yours")).to_contain_text("$525")
    assert chips(player, "three") == BUY_IN + 2500


def test_a_reload_says_again_what_had_no_answer(visit: Visiting, floor: Opening) -> None:
    """The floor never heard it; the page that comes next says it, once."""
    player = visit(three(floor))
    cable = Cable(player.page)
    sit(player, "three")
    cable.up = lambda message: '"do":"buy"' not in message
    buy(player.page)
    player.page.wait_for_function("() => JSON.parse(sessionStorage.getItem('pitboss.said.three')).length")
    assert chips(player, "three") == BUY_IN
    cable.up = lambda message: True
    player.page.reload()
    expect(player.page.locator("#choices .yours")).to_contain_text("$1,000")
    player.page.reload()
    expect(player.page.locator("#choices .yours")).to_contain_text("$1,000")
    assert chips(player, "three") == 2 * BUY_IN


# ---------------------------------------------------------------------------- gaps, and motion


def loses(cable: Cable, word: str) -> list[str]:
    """Loses the next message with a word in it: where it will be."""
    lost: list[str] = []

    def down(message: str) -> bool:
        if word in message and not lost and '"table"' not in message:
            lost.append(message)
            return False
        return True

    cable.down = down
    return lost


def test_a_gap_in_what_comes_leads_to_the_truth(visit: Visiting, floor: Opening) -> None:
    house = three(floor)
    player = visit(house)
    cable = Cable(player.page)
    sit(player, "three")
    lost = loses(cable, '"sit"')
    first, second = house.guest(), house.guest()
    first.sit("three", 3)
    player.page.wait_for_function("() => 1")
    second.sit("three", 5)
    for guest in (first, second):
        expect(player.page.locator(".wide .seat-name").filter(has_text=guest.name)).to_be_visible()
    assert lost and len(cable.lines) == 2
    bet(player.page)
    for guest, seat in ((first, 3), (second, 5)):
        guest.say("three", "leave", seat=seat)
    ends_well(player)


def fresh(visit: Visit) -> Page:
    """The same player's table in a window that has just been opened: what a page should look like by now."""
    page = visit.context.new_page()
    page.goto("/tables/three")
    expect(page.locator("#round")).not_to_have_text("")
    return page


def test_what_is_shown_in_motion_ends_as_the_table_is(visit: Visiting, floor: Opening) -> None:
    """Two others decide while the cards still fly."""
    house = three(floor)
    player = visit(house, motion=True)
    others = {2: house.guest(), 3: house.guest()}
    sit(player, "three")
    for seat, guest in others.items():
        guest.sit("three", seat)
        guest.say("three", "bet", seat=seat, wagers={"Ante": ANTE})
    house.deal("three", {1: PAIR, 2: "2s 3s 5c", 3: "2h 4h 6c"}, dealer=QUEEN)
    bet(player.page)
    player.page.wait_for_selector("g.card")
    button(player.page, "Play").click()
    for seat, guest in others.items():
        guest.say("three", "decide", seat=seat, word="fold")
    expect(player.page.locator("#status")).to_contain_text("You win $20")
    said = player.page.locator("#log .said").all_inner_texts()
    compare = fresh(player)
    expect(button(compare, "Deal")).to_be_visible()
    assert picture(player.page) == picture(compare)
    told = compare.locator("#log .said").all_inner_texts()
    assert len(told) > 10 and said[-len(told) :] == told
    assert player.page.locator(".wide g.card").count() == compare.locator(".wide g.card").count()


def test_a_whole_table_that_comes_in_mid_motion_is_what_is_shown(visit: Visiting, floor: Opening) -> None:
    """A message is lost while cards fly: the page asks for the table, and what was still to fly is not laid on it again."""
    player = visit(three(floor), motion=True)
    cable = Cable(player.page)
    sit(player, "three")

    def gap(message: str) -> bool:
        if '"deal"' not in message or '"table"' in message:
            return True
        line, _ = cable.lines[-1]
        line.send(message)
        line.send('{"v": 9999, "frames": [{"v": 9999}]}')
        return False

    cable.down = gap
    bet(player.page)
    expect(button(player.page, "Play")).to_be_visible()
    assert len(cable.lines) == 2
    compare = fresh(player)
    player.page.wait_for_timeout(2500)  # longer than what came together is ever shown
    assert picture(player.page) == picture(compare)
    assert player.page.locator(".wide g.card").count() == 6
    assert player.page.locator("#log .said").all_inner_texts() == compare.locator("#log .said").all_inner_texts()
    ends_well(player)


# ---------------------------------------------------------------------------- two windows


def test_two_windows_of_one_player_see_the_same(visit: Visiting, floor: Opening) -> None:
    player = asked(visit, three(floor))
    second = fresh(player)
    expect(button(second, "Play")).to_be_visible()
    assert picture(second) == picture(player.page)
    ends_well(player, second)
    has_won(player, player.page)
    button(player.page, "Deal").click()
    for page in (player.page, second):
        expect(button(page, "Play")).to_be_visible()


def test_two_windows_that_answer_at_once_answer_once(visit: Visiting, floor: Opening) -> None:
    """The second answer is late: it is refused, or is the same; nothing is paid twice."""
    player = asked(visit, three(floor))
    second = fresh(player)
    expect(button(second, "Play")).to_be_visible()
    plays = [button(page, "Play").element_handle() for page in (player.page, second)]
    for play in plays:
        play.evaluate("(play) => setTimeout(() => play.click(), 100)")  # which may be gone: the first answer came
    for page in (player.page, second):
        expect(button(page, "Deal")).to_be_visible()
        expect(page.locator("#choices .yours")).to_contain_text("$520")
    assert chips(player, "three") == WON and truth(player, "three")["round"] == 1


# ---------------------------------------------------------------------------- a table that goes


def test_a_table_that_is_closed_says_so(visit: Visiting, floor: Opening) -> None:
    house = three(floor)
    watcher, boss = visit(house), house.guest("pit boss")
    watcher.come()
    page = watcher.go("/tables/three")
    expect(button(page, "Sit down")).to_be_visible()
    close(boss, "three")
    expect(page.locator("#status")).to_contain_text("This table has ended")
    expect(page.locator("#choices button")).to_have_count(0)


def close(boss: Guest, table: str) -> None:
    """Closes a table as a pit boss."""
    boss.call("DELETE", f"/api/tables/{table}")


def test_play_now_shows_nothing_but_the_seat_to_come(visit: Visiting, floor: Opening) -> None:
    """A guest who comes from the lobby to play is not asked to sit down first."""
    player = visit(three(floor))
    player.context.add_init_script(
        """window.shown = new Set();
        new MutationObserver(() => {
          for (const each of document.querySelectorAll("#choices button")) window.shown.add(each.textContent);
        }).observe(document, { childList: true, subtree: true });"""
    )
    page = player.go("/tables/three#play")
    expect(button(page, "Deal")).to_be_visible()
    shown = page.evaluate("() => [...window.shown]")
    assert any("Deal" in each for each in shown) and not any("Sit down" in each for each in shown)


def test_play_now_waits_for_a_bot_to_give_its_seat_up(visit: Visiting, floor: Opening) -> None:
    """At a table full of bots and closed windows a reader is told to wait, and sits down when the round is over."""
    house = three(floor)
    first, second = house.guest("patron"), house.guest("patron")
    first.sit("three", 1)
    first.bots("three", 9)  # or as many as leave one seat free
    first.say("three", "bet", seat=1, wagers={"Ante": 1000})
    (table,) = [each for each in first.call("GET", "/api/tables") if each["name"] == "three"]
    (free,) = table["free"]
    second.sit("three", free)
    reader = visit(house)
    page = reader.go("/tables/three#play")
    expect(page.locator("#status")).to_contain_text("You sit down as soon as one is free. A bot gives its seat up")
    first.say("three", "decide", seat=1, word="fold")
    expect(button(page, "Deal")).to_be_visible()
