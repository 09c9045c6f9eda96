"""What sign, guide, form and report post is what the table takes, pays and refuses, at every boundary that they print.

The data of the printed pages are compared before they are typeset: with the wagers that a game accepts, and with rounds that a
table plays."""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pitboss.cases.banked import house_of, play_case
from pitboss.cases.reading import case_of
from pitboss.errors import IllegalWager
from pitboss.games import MODULES, NONBANKED, game
from pitboss.house import House, examine
from pitboss.house.posted_payouts import in_force
from pitboss.money import dollars
from pitboss.printing import Filed, form, guide, sign
from pitboss.table.commands import Open
from pitboss.table.game import Game
from pitboss.table.in_force import house_of as house_in_log
from pitboss.table.in_force import options_of
from pitboss.table.round import Round
from tests.felt.houses import SWITCH, everything

pytestmark = pytest.mark.quick
BANKED = [number for number in MODULES if number not in NONBANKED]
AMOUNT = re.compile(r"\$([\d,]+(?:\.\d\d)?)")
OTHER_DECKS = ("royal_match_21", "bet_the_set_21")  # wagers without a pay table at six decks
CHOICES: tuple[dict[str, Any], ...] = (
    {},
    {"table_minimum": 2500, "table_maximum": 100_000},
    {"table_minimum": 390, "table_maximum": 50_020, "smallest_chip": 50},
    {"optional_wager_minimum": 200, "optional_wager_maximum": 10_000},
    {"progressive_wager": 500},
    {"progressive_wager": 500, "progressive_wagers": "both"},
    {"progressive_wagers": "one"},
    {"version": "565.7(f)(1)"},
    {"version": "565.7(f)(2)"},
    {"blackjack_switch": True, "super_match": True},
)


def houses() -> Iterator[House]:
    """Every banked chapter with its optional wagers, and with each of the choices that it knows."""
    for number in BANKED:
        known = {option.option for option in House.of(number).chapter.options}
        offered = {option: value for option, value in everything(number).items() if option not in (*SWITCH, *OTHER_DECKS)}
        for chosen in CHOICES:
            house, problems = examine(number, offered | chosen)
            if chosen.keys() <= known and not problems:
                yield house


HOUSES = list(houses())
NAMES = [f"{house.chapter.chapter}-{number}" for number, house in enumerate(HOUSES)]


def posted(house: House) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """The data of a house's sign and guide, and what its form says of each option."""
    filed = Filed(house, "a house")
    rows = {row["name"]: row["chosen"] for row in form(filed).data["rows"]}
    return sign([filed]).data["signs"][0], guide([filed]).data["games"][0], rows


def amounts(words: str) -> list[int]:
    """The amounts of money in some printed words, in cents."""
    return [int(100 * Decimal(each.replace(",", ""))) for each in AMOUNT.findall(words)]


# ---------------------------------------------------------------------------- wagers


def accepted(kind: Game, house: House, wager: str, amount: int) -> bool:
    """Whether the game takes a wager of so much, beside the wagers of every round."""
    least, most = kind.amounts(house, kind.wagers[0])
    must = [each.name for each in kind.offered(house) if each.required] or [kind.wagers[0].name]
    beside = amount if wager in must else min(max(amount, least), most or amount)
    try:
        kind.check_wagers(house, dict.fromkeys(must, beside) | {wager: amount})
    except IllegalWager:
        return False
    return True


def boundaries(words: str, chip: int) -> tuple[list[int], list[int]]:
    """The amounts that printed limits allow at their ends, and those just beyond."""
    found = amounts(words)
    if " or $" in words or (len(found) == 1 and not words.endswith(("minimum", "or more"))):
        return found, [each + more for each in found for more in (-chip, chip) if each + more not in found]
    least, *most = found
    return found, [least - chip, *(each + chip for each in most)]


def test_boundaries_are_read_from_the_words() -> None:
    assert boundaries("$1 or $5", 100) == ([100, 500], [0, 200, 400, 600])
    assert boundaries("$5 – $1,000", 100) == ([500, 100_000], [400, 100_100])
    assert boundaries("$5 minimum", 50) == boundaries("$5 or more", 50) == ([500], [450])


@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
def test_the_table_takes_the_wagers_that_sign_and_guide_post(house: House) -> None:
    kind, chip = game(house.chapter.chapter), house["smallest_chip"]
    on_sign, in_guide, _ = posted(house)
    own = {wager["name"]: wager["limits"] for wager in in_guide["wagers"]}
    blocks = {block["title"]: block["limits"] for block in on_sign["blocks"]}
    assert on_sign["limits"] in in_guide["kicker"]
    for wager in kind.offered(house):
        lawful, beyond = boundaries(own[wager.name] or on_sign["limits"], chip)
        assert lawful and all(accepted(kind, house, wager.name, each) for each in lawful), wager.name
        assert not any(accepted(kind, house, wager.name, each) for each in beyond if each > 0), wager.name
        assert blocks.get(wager.name, own[wager.name]) == own[wager.name]


@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
def test_every_wager_that_the_table_takes_has_its_payouts_on_the_sign(house: House) -> None:
    titles = " ".join(block["title"] for block in posted(house)[0]["blocks"])
    same = {"Bet 1": "Let It Ride Poker", "Bet 2": "Let It Ride Poker", "Bet 3": "Let It Ride Poker"}
    if house.chapter.chapter == "655a":
        same = {"Ante": "Mississippi Stud"}
    same["Blackjack hand 2"] = "Blackjack"
    for wager in game(house.chapter.chapter).offered(house):
        assert same.get(wager.name, wager.name) in titles


@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
def test_the_sign_posts_the_pay_tables_of_the_table(house: House) -> None:
    for table in in_force(house):
        if table.kind != "envy" and not house.values.get("progressive_straight_flush") and not table.condition:
            assert table.rows == house.paytable(table.wager).rows


# ---------------------------------------------------------------------------- payout limits


def played(number: str, given: dict[str, Any], cards: dict[str, str], *seats: dict[str, Any]) -> tuple[House, Round]:
    """A round with some cards, and the house where it was played."""
    data = {"chapter": number, "house": given, "cards": cards, "expect": {"void": False}}
    case = case_of(Path("case"), data | {"seat": [{"number": at} | seat for at, seat in enumerate(seats, 1)]})
    return house_of(case, game(number)), play_case(case)[1]


def won(finished: Round, seat: int, *wagers: str) -> int:
    """What a seat won on some wagers."""
    mine = (step for step in finished.steps if step.who == f"seat_{seat}" and step.act in ("pay", "bonus"))
    return sum(step.cents or 0 for step in mine if step.wager in wagers)


ROYAL = {"seat_1": "As Ks", "community": "Qs Js Ts"}
STREETS = ("Ante", "3rd Street", "4th Street", "5th Street")
ACES = {"seat_1": "As Ad", "dealer": "Ac Ah", "community": "Kh 9c 7d 4s 2h"}
ROUND: dict[str, tuple[dict[str, str], dict[str, int], list[str], tuple[str, ...]]] = {  # which would win more than any limit
    "559": (
        {"seat_1": "As Ks Qs", "community": "Js Ts"},
        {"Bet 1": 500_000, "Bet 2": 500_000, "Bet 3": 500_000},
        ["let it ride", "let it ride"],
        ("Bet 1", "Bet 2", "Bet 3"),
    ),
    "563": (ACES, {"Ante": 10_000, "Bonus": 1_000_000}, ["bet", "bet", "bet"], ("Ante", "Flop", "Turn", "River", "Bonus")),
    "645a": (
        {"seat_1": "3h 4h 5h 6h 7h 8h 9h", "dealer": "Ac Qc Th 8c 5d 4c 3s"},
        {"Pai Gow Poker": 10_000, "Fortune Bonus": 100_000},
        ["set 9h 8h"],
        ("Fortune Bonus",),
    ),
    "655a": (ROYAL, {"Ante": 100_000}, ["bet 3x", "bet 3x", "bet 3x"], STREETS),
    "677a": (
        {"seat_1": "5h 2c", "dealer": "Th Kd", "community": "9h 8h 7h 6h 3s"},
        {"Ante": 100_000, "Odds": 100_000},
        ["check", "check", "raise 100000"],
        ("Ante", "Raise", "Odds"),
    ),
}

LIMITED = {  # what a limit holds for, and the wagers that count
    "559": "per hand for Bets 1, 2 and 3 together; bonus wagers are not limited",
    "563": "per hand for Ante, Flop, Turn, River and Bonus Wagers together",
    "645a": "per hand for the optional wagers together; Envy Bonuses are not limited",
    "655a": "per hand for Ante, 3rd, 4th and 5th Street Wagers together",
    "677a": (
        "per player per round for Ante, Raise and Odds Wagers together; Pocket Bonus and Trips Plus Wagers are not limited"
    ),
}


@pytest.mark.cites("559.14(c)", "563.12(e)", "645a.13(f)", "655a.12(b)", "677a.12(f)")
@pytest.mark.parametrize(
    ("number", "given", "limit"),
    [
        ("559", {"payout_limit": 6_000_000}, 6_000_000),
        ("563", {}, 5_000_000),
        ("563", {"aces_against_aces": True, "aces_against_aces_odds": 1000, "optional_wager_minimum": 10_000}, 10_000_005),
        ("563", {"table_minimum": 1_000, "optional_wager_minimum": 200_000}, 6_005_000),
        ("645a", {"fortune_bonus": "A", "payout_limit": 7_000_000}, 7_000_000),
        ("655a", {"table_minimum": 500}, 5_000_000),
        ("655a", {"table_minimum": 2500}, 12_500_000),
        ("655a", {"table_minimum": 2500, "payout_limit": 4_000_000}, 4_000_000),
        ("677a", {"payout_limit": 5_500_000}, 5_500_000),
    ],
)
def test_the_payout_limit_that_is_posted_is_paid_and_no_more(number: str, given: dict[str, Any], limit: int) -> None:
    cards, wagers, decisions, counted = ROUND[number]
    house, finished = played(number, given, cards, {"wagers": wagers, "decisions": decisions})
    assert won(finished, 1, *counted) == limit
    on_sign, in_guide, on_form = posted(house)
    said = f"Payout limit {dollars(limit)} {LIMITED[number]}"
    assert said in [notice["text"] for notice in on_sign["notices"]] and f"{said}." in in_guide["choices"]
    assert on_form["Payout limit"] == dollars(limit)


@pytest.mark.cites("633a.13(j)")
def test_the_payout_limit_of_blackjack_is_shared_as_posted() -> None:
    given = {"lucky_ladies": True, "payout_limit": 2_500_000, "optional_wager_maximum": 2500}
    cards = {"seat_1": "Qh Qh", "seat_2": "Qh Qh", "dealer": "As Kd"}
    seat = {"wagers": {"Blackjack": 1000, "Lucky Ladies Twenty Point Bonus": 2500}, "decisions": []}
    house, finished = played("633a", given, cards, seat, seat)
    paid = sum(won(finished, at, "Lucky Ladies Twenty Point Bonus") for at in (1, 2))
    together = "per round for all queen of hearts pairs with a dealer Blackjack together, shared in proportion to the wagers"
    assert f"Payout limit {dollars(paid)} {together}" in [notice["text"] for notice in posted(house)[0]["notices"]]


@pytest.mark.cites("563.12(e)", "655a.12(b)")
@pytest.mark.parametrize(("number", "stated"), [("563", 5_000_000), ("655a", 5_000_000)])
def test_a_log_that_states_the_chapters_amount_is_replayed_with_the_limit_in_force(number: str, stated: int) -> None:
    house = House.of(number, {"table_minimum": 1_000_000, "table_maximum": 2_000_000})
    older = Open(number, house.given, "pitboss", options=options_of(house) | {"payout_limit": stated})
    assert house_in_log(older)["payout_limit"] == house["payout_limit"] > stated


@pytest.mark.parametrize("number", ["587", "655a", "657a"])
@pytest.mark.parametrize("given", [{}, {"progressive_wager": 100}])
def test_a_log_that_leaves_the_progressive_wagers_open_takes_those_that_it_took(number: str, given: dict[str, Any]) -> None:
    house = House.of(number, given)
    for stated in ("", house["progressive_wagers"]):
        opening = Open(number, house.given, "pitboss", options=options_of(house) | {"progressive_wagers": stated})
        assert house_in_log(opening)["progressive_wagers"] == house["progressive_wagers"] == ("one" if given else "both")


# ---------------------------------------------------------------------------- Envy Bonus and vigorish

HOLDERS: dict[str, tuple[dict[str, Any], dict[str, str], dict[str, int], list[str]]] = {  # seat 1 holds the hand
    "587": (
        {},
        {"seat_1": "As Ks Qs", "seat_2": "2c 3d 9h", "community": "4c 6d 8h"},
        {"Ante": 500, "Blind": 500},
        ["check", "check", "fold"],
    ),
    "655a": ({}, ROYAL | {"seat_2": "2c 3d"}, {"Ante": 500}, ["fold"]),
    "657a": (
        {},
        {"seat_1": "As Ah Ad Ac 2c", "seat_2": "3d 5h 7s 9c Jd", "dealer": "Kd 4c 6h 8s Td"},
        {"Ante": 500, "Super Bonus": 500},
        ["fold"],
    ),
}
PLAYS = {"587": ["check", "check", "play"], "655a": ["bet 1x", "bet 1x", "bet 1x"], "657a": ["play"]}


@pytest.mark.cites("587.12(e)(5)", "655a.12(c)(5)", "657a.12(d)(5)")
@pytest.mark.parametrize("number", HOLDERS)
@pytest.mark.parametrize("given", [{}, {"progressive_wager": 500}, {"progressive_wagers": "one"}])
def test_the_envy_bonus_is_posted_for_each_wager_that_the_table_takes(number: str, given: dict[str, Any]) -> None:
    more, cards, wagers, decisions = HOLDERS[number]
    house = House.of(number, {"progressive_payout": True, "progressive_rate": 20} | more | given)
    taken = next(wager for wager in game(number).offered(house) if wager.name == "Progressive Payout").only(house)
    blocks = [block for block in posted(house)[0]["blocks"] if block["title"].startswith("Envy Bonus")]
    assert [amounts(block["title"]) for block in blocks] == [[each] for each in taken]
    for wager, block in zip(taken, blocks, strict=True):
        beside = {"wagers": wagers | {"Progressive Payout": wager}, "decisions": decisions}
        holder = {"wagers": wagers, "decisions": PLAYS[number]}
        _, finished = played(number, house.given, cards, holder, beside)
        [(_, highest), *_] = block["parts"][0]["rows"]
        assert won(finished, 2, "Envy Bonus") == amounts(highest)[0]


@pytest.mark.cites("645a.1", "645a.13(b)", "645a.13(c)")
@pytest.mark.parametrize(("wager", "option"), [("Fortune Bonus", "fortune_bonus"), ("Emperor's Treasure", "emperors_treasure")])
def test_the_sign_of_pai_gow_poker_posts_the_wager_that_an_envy_bonus_needs(wager: str, option: str) -> None:
    cards = {"seat_1": "2s 2h 2d 2c Ks Qs 8h", "seat_2": "Kc Th 9d 7s 6d 4h 3h", "dealer": "As Qc Jc 8s 6s 5d 3d"}
    holder = {"wagers": {"Pai Gow Poker": 1000}, "decisions": ["set Ks Qs"]}
    [block] = [each for each in posted(House.of("645a", {option: "A"}))[0]["blocks"] if each["title"].startswith("Envy Bonus")]
    assert block["title"] == f"Envy Bonus, {wager} Wager of $5 or more"
    assert [part["condition"] for part in block["parts"]] == ["For another player's hand"]
    [least] = amounts(block["title"])
    for stake, paid in ((least, amounts(dict(block["parts"][0]["rows"])["Four-of-a-kind"])[0]), (least - 100, 0)):
        beside = {"wagers": {"Pai Gow Poker": 1000, wager: stake}, "decisions": ["set Th 9d"]}
        assert won(played("645a", {option: "A"}, cards, holder, beside)[1], 2, "Envy Bonus") == paid


@pytest.mark.cites("561.13(m)", "645a.13(a)")
@pytest.mark.parametrize("number", ["561", "645a"])
@pytest.mark.parametrize(("step", "taken"), [(0, 55), (25, 75)])
def test_the_sign_posts_how_the_vigorish_is_rounded(number: str, step: int, taken: int) -> None:
    cards = {"seat_1": "As Ah Kd Kc 5s 4s 2h", "dealer": "Qc Jh 9d 8s 6c 4d 3h"}
    seat = {"wagers": {"Pai Gow Poker": 1100}, "decisions": ["set Kd Kc"]}
    house, finished = played(number, {"vigorish_rounding": step}, cards, seat)
    assert [each.cents for each in finished.steps if each.act == "vigorish"] == [taken]
    block = next(each for each in posted(house)[0]["blocks"] if each["title"] == "Pai Gow Poker")
    said = dict(block["parts"][0]["rows"])["Vigorish"]
    assert said == ("5% of the amount won, up to the next 25 cents" if step else "5% of the amount won")
