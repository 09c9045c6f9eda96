"""Blackjack (633a), and what Spanish 21 has in common with it: what no rule case can ask for, as what is not said."""

from typing import Any

import pytest

from pitboss.cards import ACE, JACK, KING, QUEEN, TEN, parse, rank
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.games import game
from pitboss.games.blackjack.table import MOST_DECKS, deck
from pitboss.games.twenty_one.points import is_blackjack, total
from pitboss.hands import SUPER_MATCH
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.procedures.failures import REPAIRED
from pitboss.table.steps import Incident, Step
from tests.games.rigged import cites, play, rigged_table, script

BLACKJACK = game("633a")
ONE_DECK = list(range(52))
OUT = "device out of order"

# ---------------------------------------------------------------------------- cards and their values


@pytest.mark.cites("633a.1", "635a.1")
def test_a_blackjack_is_an_ace_and_a_ten_in_two_cards() -> None:
    pairs = [(a, b) for a in ONE_DECK for b in ONE_DECK]
    tens = {TEN, JACK, QUEEN, KING}
    for two in pairs:
        first, second = map(rank, two)
        assert is_blackjack(list(two)) == ((first == ACE and second in tens) or (second == ACE and first in tens))
    assert not is_blackjack(parse("5h 6d Kc"))
    assert not is_blackjack(parse("Ah"))


@pytest.mark.cites("633a.3(e)(1)")
def test_cards_from_2_to_10_count_their_face_value() -> None:
    for low in range(2, 11):
        assert total(parse(f"2c {'T' if low == 10 else low}h")) == (2 + low, False)


@pytest.mark.cites("633a.3(e)(2)")
def test_pictures_count_10() -> None:
    for picture in "JQK":
        assert total(parse(f"9c {picture}h")) == (19, False)


@pytest.mark.cites("633a.3(e)(3)", "633a.1")
@pytest.mark.parametrize(
    ("hand", "said"),
    [("Ah 9c", "soft 20"), ("Ah Kc", "soft 21"), ("Ah Ac", "soft 12"), ("Ah 5c 5d", "soft 21"), ("Ah 5c 6d", "12")],
)
def test_an_ace_counts_11_unless_that_is_over_21(hand: str, said: str) -> None:
    points, soft = total(parse(hand))
    assert f"{'soft ' * soft}{points}" == said


@pytest.mark.cites("633a.3(a)")
def test_as_many_decks_as_a_computer_shuffles_in_a_moment() -> None:
    """One deck at least and one cover card; no most is printed, so the one there is must be said to be the program's."""
    assert chapter("633a").limit("minimum_cover_cards") == 1
    assert len(deck(House.of("633a", {"decks": 1}))) == 52
    assert len(deck(House.of("633a", {"decks": MOST_DECKS}))) == 52 * MOST_DECKS
    with pytest.raises(PitbossError, match="the regulation states no maximum") as refused:
        deck(House.of("633a", {"decks": MOST_DECKS + 1}))
    assert refused.value.cite == "633a.3(a)"


@pytest.mark.cites("633a.13(i)")
@pytest.mark.parametrize("hand", ["8h 8d", "8h 8d 8c", "8h 8d 8c 8s 2d"])
def test_a_super_match_is_of_four_cards(hand: str) -> None:
    with pytest.raises(PitbossError, match="four") as refused:
        SUPER_MATCH.value(parse(hand))
    assert refused.value.cite == "633a.13(i)"


# ---------------------------------------------------------------------------- what a house may not combine


@pytest.mark.cites("633a.7(e)(3)", "633a.12(b)(3)")
@pytest.mark.parametrize(
    ("house", "cite", "field", "allowed"),
    [
        ({"double_shoe": True, "shuffler": "automated"}, "633a.7(e)(3)", "shuffler", ["manual"]),
        ({"double_shoe": True, "shuffler": "continuous"}, "633a.7(e)(3)", "shuffler", ["manual"]),
        ({"double_shoe": True, "from_the_hand": True, "decks": 2}, "633a.12(b)(3)", "double_shoe", [False]),
    ],
)
def test_how_a_double_shoe_is_not_used(house: dict[str, Any], cite: str, field: str, allowed: list[object]) -> None:
    with pytest.raises(NotAuthorized) as refused:
        rigged_table(BLACKJACK, **{"shuffler": "automated", **house})
    assert (refused.value.cite, refused.value.field, refused.value.allowed) == (cite, field, allowed)
    assert rigged_table(BLACKJACK, double_shoe=True, shuffler="manual").house["double_shoe"]


# ---------------------------------------------------------------------------- a round


def turned(steps: list[Step]) -> dict[str, tuple[int, ...]]:
    """The cards of each place that were turned up."""
    return {step.who: tuple(step.cards) for step in steps if step.act == "reveal"}


@pytest.mark.cites("633a.7(l)(2)")
def test_a_doubled_hand_gets_one_card_and_is_not_asked_again() -> None:
    table = rigged_table(BLACKJACK, [1], {"seat_1": "3h 4d 5c", "dealer": "7c Td"})
    finished = play(table, script("double"))
    mine = [(step.act, step.cite) for step in finished.steps if step.who == "seat_1" and step.act in ("decide", "deal")]
    assert mine[2:] == [("decide", "633a.7(j)(2)"), ("deal", "633a.10(c)")]


@pytest.mark.cites("633a.12(b)(9)", "633a.12(b)(6)(i)", "633a.12(b)(8)")
def test_from_the_hand_only_the_first_two_cards_of_a_hand_are_turned_over() -> None:
    """What was drawn lies face up already."""
    cards = {"seat_1": "3h 4d 5c 6s", "seat_2": "6h 5d 9c", "dealer": "7c Td"}
    table = rigged_table(BLACKJACK, (1, 2), cards, from_the_hand=True, shuffler="automated")
    finished = play(table, script("hit", "hit", "stand", "double"))
    assert turned(finished.steps) == {
        "seat_1": tuple(parse("3h 4d")),
        "seat_2": tuple(parse("6h 5d")),
        "dealer": tuple(parse("Td")),
    }


@pytest.mark.cites("633a.12(b)(6)(ii)")
def test_from_the_hand_21_is_not_over_21() -> None:
    cards = {"seat_1": "6h 5d Ts", "dealer": "7c Td"}
    finished = play(rigged_table(BLACKJACK, [1], cards, from_the_hand=True, shuffler="automated"), script("hit", "stand"))
    assert "633a.12(b)(6)(ii)" not in cites(finished, "633a.12")


@pytest.mark.cites("633a.13(j)")
def test_a_payout_limit_that_is_just_reached_is_not_said_to_be_shared() -> None:
    """Two queens of hearts beside a dealer's Blackjack: 1,000 to 1 on $25 is the whole of $25,000."""
    house: dict[str, Any] = {"lucky_ladies": True, "payout_limit": 2_500_000, "optional_wager_maximum": 2500}
    table = rigged_table(BLACKJACK, [1], {"seat_1": "Qh Qh", "dealer": "Td Ac"}, **house)
    finished = play(table, wagers={"Blackjack": 2500, "Lucky Ladies": 2500})
    assert 2_500_000 in [step.cents for step in finished.steps if step.act == "pay"]
    assert "633a.13(j)" not in cites(finished, "633a.13")


@pytest.mark.cites("633a.12(b)(2)", "633a.14(m)")
@pytest.mark.parametrize(
    ("device", "house", "shuffles"),
    [
        ("shuffling device", {}, 0),
        ("card reader", {"from_the_hand": True, "decks": 2}, 0),
        ("shuffling device", {"from_the_hand": True, "decks": 2}, 1),
    ],
)
def test_cards_in_a_shoe_are_dealt_on_when_a_device_fails(device: str, house: dict[str, Any], shuffles: int) -> None:
    """They have been shuffled. Cards that are dealt from the hand for having the device are shuffled before the next round;
    what the card reader device does is nothing to them."""
    table = rigged_table(BLACKJACK, [1], {"seat_1": "Th 9d", "dealer": "7c Td"}, shuffler="automated", **house)
    play(table, script("stand", at="settle", incident=Incident(OUT, {"device": device})))
    done = table.act(REPAIRED, {"device": device})
    assert [step.cite for step in done.steps] == ["633a.14(k)" if device == "card reader" else "633a.14(m)"]
    assert len([step for step in play(table).steps if step.act == "shuffle"]) == shuffles
