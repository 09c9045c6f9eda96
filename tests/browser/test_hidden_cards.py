"""Cards that lie face down: no byte that a window is sent has them before they are shown, whatever its player opens.

Two players sit in two browsers at a table whose cards the test knows. All that each window heard is searched for the other's
cards and the dealer's, in every form in which a card is written anywhere: "Kh", "K♥", "king of hearts". The same search finds
the player's own cards, and the dealer's once they are turned up.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.cards import JOKER, RANK_NAMES, SIGNS, SUIT_NAMES, parse, rank, suit, text
from tests.browser.at_table import button, deal, picture, sit, truth
from tests.browser.browsing import PATIENCE, Visit
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]

SAME_FOR_ALL = re.compile(r"/static/")  # drawings of every card, scripts, styles


def forms(card: int) -> list[str]:
    """How a card may be written: its name, its signs as they are and as JSON may escape them, and in words."""
    if card == JOKER:
        return ["Jk", "★", "**", "the joker"]
    signs = SIGNS[card]
    words = f"{RANK_NAMES[rank(card)]} of {SUIT_NAMES[suit(card)]}"
    return [text([card]), signs, signs.replace("10", "T"), signs.encode("ascii", "backslashreplace").decode(), words]


def found(cards: str, heard: list[tuple[str, bytes]]) -> set[str]:
    """Those of some cards that are written in what somebody heard."""
    told = [content.decode("utf-8", "replace") for url, content in heard if not SAME_FOR_ALL.search(url)]
    return {text([card]) for card in parse(cards) if any(_pattern(card).search(each) for each in told)}


def _pattern(card: int) -> re.Pattern[str]:
    """Names and signs as they are ("as" is a word, and "td" an element), words in any case."""
    *short, words = map(re.escape, forms(card))
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(short)}|(?i:{words}))(?![A-Za-z0-9])")


@dataclass(frozen=True)
class Dealt:
    """A table, and who is dealt what: the cards of two seats, those that nobody may see, and those that lie open."""

    table: str
    chapter: str
    seats: tuple[str, str]
    hidden: str = ""
    open: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    mutual: bool = True  # whether the players may not see each other's cards
    room: Mapping[str, Any] | None = None


GAMES = {
    "Three Card Poker": Dealt("three", "565", ("As Kh 9d", "Ac Jd 4h"), hidden="Qs 7c 3d"),
    "Blackjack": Dealt("blackjack", "633a", ("Ts 8h", "Tc 9d"), hidden="7h", open="6c", mutual=False),
    "Heads Up Hold 'em": Dealt("heads-up", "677a", ("As Kh", "Ac Jd"), hidden="Qs 7c", others={"community": "2h 5s 8c Td 3h"}),
    "Pai Gow Poker": Dealt("pai-gow", "645a", ("As Ah Kd Qc 9h 7s 4d", "Ac Js Td 8h 6c 5s 2d"), hidden="Jk Kc Qh Jd 9s 6h 3c"),
    "Hold 'em": Dealt("poker/holdem", "637a", ("As Kh", "2d 7c"), room={}),
    "Draw": Dealt("poker/draw", "637a", ("As Kh Qd 9c 4s", "2d 7c 8h Ts Jd"), room={"variant": "five-card draw"}),
}


# The same again at other tables: of a round that is played to its end, and of cards that are drawn.
PLAYED = replace(GAMES["Three Card Poker"], table="three-played")
DRAWN = replace(GAMES["Draw"], table="poker/draw-drawn")


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A floor with a table for each of them, where those cards fall."""
    games = [*GAMES.values(), PLAYED, DRAWN]
    within = {game.table.removeprefix("poker/"): game.room for game in games if game.room is not None}
    found = Hosted(
        births,
        {game.table: game.chapter for game in games if game.room is None},
        {"poker": ("637a", within)},
        cards={game.table: "" if game.room is None else in_turn(game) for game in games},
    )
    for game in games:
        if game.room is None:
            stack(found, game)
    yield found
    found.close()


def stack(house: Hosted, game: Dealt) -> None:
    """Has those cards fall at the table of a banked game."""
    dealer = f"{game.open} {game.hidden}".strip()
    house.deal(game.table, dict(enumerate(game.seats, 1)), dealer=dealer, others=game.others)


def in_turn(game: Dealt) -> str:
    """The cards of a Poker table in the order in which they are drawn."""
    return " ".join([*(card for pair in zip(*map(str.split, game.seats), strict=True) for card in pair), "5h 6h 3s 5d"])


def until(what: Callable[[], bool], page: Page) -> None:
    """Waits for something that takes several windows."""
    last = time.monotonic() + PATIENCE / 1000
    while not what():
        assert time.monotonic() < last, page.locator("main").inner_text()
        page.wait_for_timeout(50)


def press(control: Locator) -> None:
    """Presses a button if it is there."""
    control.evaluate_all("(found) => found[0]?.click()")


def dealt(visit: Visiting, house: Hosted, game: Dealt) -> tuple[Visit, Visit]:
    """Two players in their browsers, who have their cards."""
    players = visit(house, keeps=True), visit(house, keeps=True)
    for seat, player in enumerate(players, 1):
        sit(player, game.table, seat)
    if game.room is None:
        for player in players:
            deal(player.page)

    def have_cards() -> bool:
        for player in players:
            press(player.page.locator("#choices button.choice").filter(has_text=re.compile("^Cut ")))
        return all("You have" in picture(player.page) for player in players)

    until(have_cards, players[0].page)
    return players


ASKS = """async (paths) => {
  for (const path of paths) await (await fetch(path, { headers: { accept: "text/html, application/json" } })).text();
}"""


def look_around(player: Visit, table: str) -> None:
    """Opens all that a player can open in the middle of a round, and the table in a second window."""
    of_table = ["", "/frames?after=0", "/rounds", "/session", "/advice"]
    player.announce("(?:401|403|404|409|410) GET|the server responded with a status of 4")
    player.page.evaluate(
        ASKS, [*(f"/api/tables/{table}{each}" for each in of_table), f"/rounds/{table}", "/api/rooms", "/api/me/entries", "/"]
    )
    second = player.context.new_page()
    second.goto(f"/tables/{table}")
    expect(second.locator("#picture")).to_contain_text("You have")


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_sent_a_card_that_lies_face_down(visit: Visiting, house: Hosted, name: str) -> None:
    game = GAMES[name]
    players = dealt(visit, house, game)
    for player in players:
        look_around(player, game.table)
    secret = " ".join([game.hidden, *game.others.values()])
    for own, other, player in zip(game.seats, reversed(game.seats), players, strict=True):
        assert found(own, player.heard) == set(own.split())  # the search finds what is there
        assert found(secret + (f" {other}" if game.mutual else ""), player.heard) == set()
        assert found(game.open, player.heard) == set(game.open.split())


def test_a_floor_that_shows_hidden_cards_is_found_out(visit: Visiting, floor: Opening) -> None:
    """The other's cards come down the line of a floor that is broken so; the search sees them there."""
    game = GAMES["Three Card Poker"]
    broken = floor({game.table: game.chapter}, cards={game.table: ""}, broken="shows_hidden_cards")
    stack(broken, game)
    players = dealt(visit, broken, game)
    for other, player in zip(reversed(game.seats), players, strict=True):
        assert found(f"{other} {game.hidden}", player.heard) == {*other.split(), *game.hidden.split()}


def test_the_dealers_cards_are_found_once_they_are_turned_up(visit: Visiting, house: Hosted) -> None:
    """Where the players have played; the cards of one who folds are never shown to the other."""
    game = PLAYED
    players = dealt(visit, house, game)
    assert not any(found(game.hidden, player.heard) for player in players)
    for player, word in zip(players, ("Play", "Fold"), strict=True):
        button(player.page, word).click()
    for player in players:
        expect(button(player.page, "Deal")).to_be_visible()
        assert found(game.hidden, player.heard) == set(game.hidden.split())


def test_cards_that_are_drawn_and_hands_that_win_unseen_stay_hidden(visit: Visiting, house: Hosted) -> None:
    """At Draw Poker both draw a card, one bets, and the other folds: neither has shown anything."""
    game = DRAWN
    players = dealt(visit, house, game)

    drawn: set[Visit] = set()

    def both_have_drawn() -> bool:
        for player in {*players} - drawn:
            picked = player.page.locator("#choices .arrange button")
            if picked.count():
                picked.first.click()
                player.page.locator("#choices .arrange + button").click()
                picked.first.wait_for(state="detached")
                drawn.add(player)
            else:
                press(player.page.locator("#choices button.choice").filter(has_text=re.compile("^(Call|Check)")))
        return len(drawn) == 2

    until(both_have_drawn, players[0].page)
    hands = [truth(player, game.table)["hands"][f"seat_{seat}"]["cards"] for seat, player in enumerate(players, 1)]
    new = [" ".join({*hand} - {*before.split()}) for hand, before in zip(hands, game.seats, strict=True)]
    for at, player in enumerate(players):
        until(lambda at=at, player=player: bool(found(new[at], player.heard)), player.page)  # type: ignore[misc]
        assert len(hands[at]) == 5 and found(f"{game.seats[1 - at]} {new[1 - at]}", player.heard) == set()
    folds = [player.page.locator("#choices button.choice").filter(has_text="Fold") for player in players]
    bets = [player.page.locator("#choices button.choice").filter(has_text="Bet") for player in players]

    def over() -> bool:
        for control in (*folds, *bets):
            press(control)
        return all(player.page.locator("#rounds li").count() > 0 for player in players)

    until(over, players[0].page)
    for at, player in enumerate(players):
        before = player.heard[: _end_of_first(player.heard)]
        assert found(f"{game.seats[1 - at]} {new[1 - at]}", before) == set()


def _end_of_first(heard: list[tuple[str, bytes]]) -> int:
    """Up to where somebody heard of the first hand, its end included."""
    return next(at for at, (_, content) in enumerate(heard) if b'"end"' in content) + 1


@pytest.mark.parametrize(
    "written", ['"Kh"', "cards: Kh, ", "K♥", "K\\u2665", "the King of Hearts.", "#Kh", "you have Kh"], ids=str
)
def test_a_card_is_found_in_every_form(written: str) -> None:
    assert found("Kh 2c", [("ws://floor/ws/tables/three", written.encode())]) == {"Kh"}
    assert found("Kh", [("http://floor/static/cards.svg", written.encode())]) == set()
