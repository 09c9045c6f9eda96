"""What is on a felt is what section .2 asks for and the house offers, and each thing has its paragraph."""

from typing import Any

import pytest

from pitboss import rulebook
from pitboss.felt import Felt, felt_of
from pitboss.felt.areas import SPOT, design, inscriptions_of, made_here
from pitboss.felt.places import Area
from pitboss.games import MODULES, NONBANKED, game
from pitboss.house import House
from tests.felt.houses import HOUSES


def before(felt: Felt, near: str, far: str) -> tuple[float, float]:
    """How far one area of the middle seat lies right of another, and how far nearer its player, as he sees them."""
    seat = felt.seats[len(felt.seats) // 2]
    areas = {area.wager: area for area in seat.areas}
    one, other = areas[near].box, areas[far].box
    turned = type(one)(0, 0, 0, 0, -seat.box.rotation)
    return turned.at(one.x - other.x, one.y - other.y)


@pytest.mark.parametrize("name", HOUSES)
def test_every_wager_that_can_be_made_has_one_area_at_every_position(name: str) -> None:
    house = HOUSES[name]
    felt = felt_of(house)
    assert len(felt.seats) == game(house.chapter.chapter).seats(house)[0]
    made = sorted(wager.name for wager in made_here(house))
    assert {wager.name for wager in game(house.chapter.chapter).offered(house)} <= set(made)
    for seat in felt.seats:
        assert sorted(area.wager for area in seat.areas) == made


@pytest.mark.parametrize("name", HOUSES)
def test_every_citation_is_a_paragraph_of_the_chapter(name: str) -> None:
    house = HOUSES[name]
    felt = felt_of(house)
    cites = [area.cite for seat in felt.seats for area in seat.areas] + [line.cite for line in felt.lines]
    cites += [cards.cite for cards in (*felt.community, *felt.dealer_hands) if cards.cite]
    cites += [thing.cite for thing in felt.things if thing.cite]
    for cite in set(cites):
        assert rulebook.paragraph(cite).cite == cite
        assert rulebook.chapter_of(cite).chapter == house.chapter.chapter


@pytest.mark.parametrize("chapter", MODULES)
def test_the_layout_shows_the_holder(chapter: str) -> None:
    for form in ("wide", "tall"):
        logo = [line for line in felt_of(House.of(chapter), form, "Elm Street").lines if line.role == "logo"]
        assert [(line.text, line.cite) for line in logo] == [("ELM STREET", design(chapter).logo)]


@pytest.mark.parametrize("name", [name for name, house in HOUSES.items() if house.chapter.chapter not in NONBANKED])
def test_every_inscription_is_on_both_forms(name: str) -> None:
    house = HOUSES[name]
    for form in ("wide", "tall"):
        written = " ".join(line.text for line in felt_of(house, form).lines).lower()
        for line in inscriptions_of(house):
            assert line.text.lower() in written, line.text


@pytest.mark.parametrize("chapter", MODULES)
def test_seat_1_is_at_the_dealers_left(chapter: str) -> None:
    seats = felt_of(House.of(chapter)).seats
    assert seats[0].box.x > 600 > seats[-1].box.x


@pytest.mark.cites("565.2(b)(3)", "565.2(b)(4)")
def test_play_is_before_the_ante_and_pair_plus_behind_it() -> None:
    felt = felt_of(House.of("565"))
    right, nearer = before(felt, "Play", "Ante")
    assert abs(right) < 1
    assert nearer < 0
    right, nearer = before(felt, "Pair Plus", "Ante")
    assert abs(right) < 1
    assert nearer > 0


@pytest.mark.cites("555.2(b)(3)")
def test_the_bet_is_straight_behind_the_ante() -> None:
    right, nearer = before(felt_of(House.of("555")), "Bet", "Ante")
    assert abs(right) < 1
    assert nearer > 0


@pytest.mark.cites("563.2(b)(3)", "563.2(b)(4)")
def test_flop_turn_and_river_are_above_the_ante_and_the_bonus_above_and_right_of_the_flop() -> None:
    felt = felt_of(House.of("563"))
    assert all(before(felt, street, "Ante")[1] < 0 for street in ("Flop", "Turn", "River"))
    right, nearer = before(felt, "Bonus", "Flop")
    assert right > 0 > nearer


@pytest.mark.cites("657a.2(b)(2)")
def test_super_bonus_is_right_of_the_ante_with_a_sign_between() -> None:
    felt = felt_of(House.of("657a"))
    right, nearer = before(felt, "Super Bonus", "Ante")
    assert right > 0
    assert abs(nearer) < 1
    assert all([sign.text for sign in seat.signs] == ["="] for seat in felt.seats)


@pytest.mark.parametrize(
    ("chapter", "count"), [("559", 2), ("563", 5), ("587", 3), ("655a", 3), ("677a", 5), ("637a", 5), ("565", 0), ("633a", 0)]
)
def test_community_cards(chapter: str, count: int) -> None:
    for form in ("wide", "tall"):
        assert len(felt_of(House.of(chapter), form).community) == count


@pytest.mark.parametrize(
    ("chapter", "given", "words"),
    [
        ("633a", {}, ["Blackjack pays 3 to 2", "Dealer shall draw to 16 and stand on all 17s", "Insurance pays 2 to 1"]),
        ("635a", {"dealer_inscription": "Dealer stands on every 17"}, ["Dealer stands on every 17"]),
        ("563", {"qualifying_rank": "flush"}, ["Ante pays on a flush or better"]),
        ("677a", {}, ["Ante returned if dealer has less than a pair"]),
        ("677a", {"payout_limit": 5_000_000}, ["Payout limit $50,000 per player per round"]),
        ("633a", {"payout_limit": 5_000_000, "payout_limit_notice": "layout"}, ["Payout limit $50,000 per round"]),
        ("677a", {"payout_limit": 5_000_000, "payout_limit_notice": "generic"}, ["Posted payout limit applies"]),
        ("565", {}, ["Dealer Plays with Queen High or Better"]),
        ("555", {}, ["Bet Wager Void Unless Dealer has Ace/King or Better"]),
    ],
)
def test_inscriptions_follow_the_house(chapter: str, given: dict[str, Any], words: list[str]) -> None:
    written = [line.text for line in inscriptions_of(House.of(chapter, given))]
    assert set(words) <= set(written)


def test_what_a_sign_has_is_not_on_the_layout() -> None:
    assert inscriptions_of(House.of("657a", {"notices_shown": "sign"})) == []
    shown = inscriptions_of(House.of("633a", {"payout_limit": 2_500_000, "payout_limit_notice": "sign"}))
    assert not [line for line in shown if line.role == "limit"]


def test_a_wager_that_is_not_offered_has_no_area() -> None:
    def wagers(given: dict[str, Any]) -> set[str]:
        return {area.wager for area in felt_of(House.of("677a", given)).seats[0].areas}

    assert wagers({}) == {"Ante", "Odds", "Raise"}
    assert wagers({"trips_plus": "A"}) == {"Ante", "Odds", "Raise", "Trips Plus"}


def test_a_title_has_the_odds_of_the_house() -> None:
    def title(house: House) -> str:
        found: Area = next(a for a in felt_of(house).seats[0].areas if a.wager == "Pair Plus")
        return found.title

    assert "Straight flush 35 to 1" in title(House.of("565"))
    assert "Straight flush 50 to 1" in title(House.of("565", {"pair_plus": {"Straight Flush": "50 to 1"}}))


def test_only_what_is_not_printed_is_without_a_label() -> None:
    for number in MODULES:
        assert all(bool(area.label) == (area.shape != SPOT) for area in design(number).areas.values())
