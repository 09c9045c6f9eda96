"""Full rounds of the banked games from the page itself: every wager of the default floor, every question by its button or key,
and what came of it to the cent, by the page, the felt and the floor."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import expect

from pitboss.floor.play.floor_plan import read_plan
from pitboss.games import BANKED
from tests.browser.browsing import Visit
from tests.browser.comparing import BUY_IN, compare, nothing_is_hidden, settled
from tests.browser.from_page import Seated, dollars
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]
FIVE, CAGE = 500, 10_000_000
TABLES = {table.name: table for table in read_plan().table}


@dataclass(frozen=True)
class Script:
    """A round: the cards that fall, the answers that are given (a letter is a key, "Enter" too, the rest are buttons), and what
    each wager brings, in cents, by the pay tables of the default floor. $5 are on each wager, $1 on a progressive one."""

    cards: str
    answers: list[str]
    brings: dict[str, int]
    dealer: str = ""
    then: str = ""
    others: Mapping[str, str] = field(default_factory=dict)


ROUNDS = {
    # 19 against 17; the nine matches the dealer's in another suit: 4 to 1
    "blackjack": Script("Tc 9h", ["n", "s"], {"Blackjack": 500, "Match-the-Dealer": 2000}, dealer="9s 8d"),
    # the same; in the same suit 9 to 1
    "spanish-21": Script("Kc 9s", ["Cut", "Stand"], {"Spanish 21": 500, "Match-the-Dealer": 4500}, dealer="9s 8d"),
    # a straight against queen high: the Ante Bonus at 1 to 1, Pair Plus at 5 to 1
    "three-card-poker": Script("7s 8d 9h", ["p"], {"Ante": 500 + 500, "Play": 500, "Pair Plus": 2500}, dealer="Qd 5h 2c"),
    # three aces against kings: the Ante Bonus at 2 to 1, Aces Up at 9 to 1
    "four-card-poker": Script(
        "As Ah Ad 2c 7d", ["Play: 15"], {"Ante": 500 + 1000, "Play": 1500, "Aces Up": 4500}, dealer="Ks Kh 4c 5d 7h 9s"
    ),
    # three queens against kings: the Super Bonus at 2 to 1, Queens Up at 9 to 1, the progressive wager 9 for 1
    "crazy-4-poker": Script(
        "Qs Qh Qd 2c 7d",
        ["p"],
        {"Ante": 500, "Play": 500, "Super Bonus": 1000, "Queens Up": 4500, "Progressive Payout": 800},
        dealer="Ks Kh 4c 5d 9h",
    ),
    # a pair of tens, which it is at once
    "let-it-ride-poker": Script(
        "Ts Th 2d",
        ["l", "t"],
        {"Bet 1": 500, "Bet 2": 0, "Bet 3": 500, "Three Card Bonus": 500},
        others={"community": "5c 9d"},
    ),
    # a pair of jacks; the Three Card Bonus is on the community cards, a straight at 6 to 1
    "mississippi-stud": Script(
        "Js Jh",
        ["Bet $15", "2", "b"],
        {
            "Ante": 500,
            "3rd Street": 1500,
            "4th Street": 1000,
            "5th Street": 500,
            "Progressive Payout": -100,
            "Three Card Bonus": 3000,
        },
        others={"community": "2c 3d 4h"},
    ),
    # three nines: the Play Wager at 3 to 1, Pair Plus at 30 to 1, the progressive wager 60 for 1
    "raise-it-up-stud-poker": Script(
        "9s 9h 9d",
        ["c", "Play $5"],
        {"Ante": 500, "Blind": 500, "Play": 1500, "Pair Plus": 15000, "Progressive Payout": 5900},
        others={"community": "2c 4d 7h"},
    ),
    # a flush against ace and king: 5 to 1, and $50 of the progressive wager
    "caribbean-stud-poker": Script(
        "2h 5h 7h 9h Jh", ["b"], {"Ante": 500, "Bet": 5000, "Progressive Payout": 4900}, dealer="As Kd 3c 4c 6d"
    ),
    "caribbean-stud-poker-2": Script(
        "2h 5h 7h 9c Jh", ["f"], {"Ante": -500, "Progressive Payout": -100}, dealer="As Kd 3c 4c 6d"
    ),
    # ace and king of two suits: 15 to 1; a pair wins, but is below what an Ante needs
    "texas-hold-em-bonus-poker": Script(
        "As Kd",
        ["b", "b", "c"],
        {"Ante": 0, "Flop": 1000, "Turn": 500, "Bonus": 7500},
        dealer="Qs Jd",
        then="2c Ac 7d 8h 3c 4s 5c 9c",
    ),
    # three aces: Trips Plus at 3 to 1
    "heads-up-hold-em": Script(
        "As Ad",
        ["Raise: 15"],
        {"Ante": 500, "Raise": 1500, "Odds": 0, "Trips Plus": 1500},
        dealer="Qs Jd",
        others={"community": "Ac Qd 8h 3c 5s"},
    ),
    # five hearts against three clubs
    "high-card-flush": Script("2h 5h 7h 9h Jh Ac Kd", ["r"], {"Ante": 500, "Raise": 500}, dealer="As Kc 3c 4c 6d 8s 9d"),
    # three nines at 3 to 1; both hands win, less 5 % vigorish
    "pai-gow-poker": Script(
        "9s 9h 9d Kc Qh 5s 3d",
        ["n", "House way", "Enter"],
        {"Pai Gow Poker": 475, "Fortune Bonus": 1500},
        dealer="Qs Jd 9c 8h 4d 3s 2c",
    ),
    # the high hand wins and the low hand loses: nothing changes hands
    "pai-gow-poker-2010": Script(
        "9s 9h 9d Tc 7h 5s 3d",
        ["Cut", "House way", "Set this hand", "n"],
        {"Pai Gow Poker": 0},
        dealer="Ks Qd Jc 8h 4d 3s 2c",
    ),
}


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A floor with the usual tables, at which cards fall as they are to."""
    found = Hosted(births, cards=dict.fromkeys(TABLES, ""))
    yield found
    found.close()


def test_no_game_is_left_out() -> None:
    assert set(ROUNDS) == set(TABLES)
    assert {TABLES[name].chapter for name in ROUNDS} == set(BANKED)


@pytest.mark.parametrize("table", ROUNDS)
def test_a_round(visit: Visiting, house: Hosted, table: str) -> None:
    script = ROUNDS[table]
    player = Seated(visit(house), table)
    seat = player.sit()
    house.deal(table, {seat: script.cards}, dealer=script.dealer, then=script.then, others=script.others)
    wagers = place_all(player)
    assert player.chips == BUY_IN - sum(wagers.values())
    player.answer("Enter")
    for answer in script.answers:
        compare(player)
        nothing_is_hidden(player)
        player.answer(answer)
    compare(player)
    assert player.results() == script.brings
    settled(player, sum(script.brings.values()))
    if "f" not in script.answers:  # whoever plays on can read how the round ended
        seen = Counter([*script.cards.split(), *script.dealer.split(), *script.others.get("community", "").split()])
        assert not seen - player.collected()
    leave(player, sum(script.brings.values()))


def place_all(player: Seated) -> dict[str, int]:
    """Places $5, or the one amount that there is, on every wager of a table; each lies on its area then."""
    wagers: dict[str, int] = {}
    for wager in player.about["wagers"]:
        player.put(wager["name"])
        wagers[wager["name"]] = wager["only"][0] if wager["only"] else FIVE
        assert player.piles() == wagers
    return wagers


def leave(player: Seated, net: int) -> None:
    """Leaves by the button: the chips are in the cage again, and the seat is open."""
    player.page.get_by_role("button", name="Leave the table").click()
    expect(player.page.get_by_role("button", name="Sit down")).to_be_visible()
    expect(player.page.locator("#account")).to_contain_text(f"{dollars(CAGE + net)} in the cage")
    assert str(player.seat) not in player.look()["table"]["seats"]
