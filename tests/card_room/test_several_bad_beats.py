"""Several Bad Beat hands at one table, each with payouts of its own, in shares of the fund or in dollars (§ 553.20(b)(3),
§ 637a.15(b)(3))."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.card_room import Room, notice
from pitboss.card_room.funds import Fund
from pitboss.errors import NotAuthorized
from pitboss.games import game
from pitboss.games.nonbanked.jackpot_hands import least_hand
from pitboss.games.nonbanked.payouts import GROUPS
from pitboss.games.nonbanked.rules import play_of
from pitboss.house import House
from pitboss.odds.jackpots import jackpots
from pitboss.table.working import check_works
from tests.card_room.playing import BAD_BEAT, BOTH, beaten, counted, everything, hand, room_of, shown

FOURS_LOSE = {
    "seat_1": "Kh Kd",
    "seat_2": "Ah Ad",
    "seat_3": "4h 7d",
    "seat_4": "5h 8s",
    "community": "As Ac Ks Kc 3d",
}  # four kings lose to four aces
SECTION = {"553": "553.20", "637a": "637a.15"}
ROWS: list[dict[str, Any]] = [
    {"to": "losing hand", "cents": 120},
    {"to": "winning hand", "cents": 30},
    {"hand": "four 8s or better", "to": "losing hand", "percent": 62.5},
    {"hand": "four 8s or better", "to": "players", "percent": 37.5},
]


def awards(room: Room) -> dict[str, int]:
    """What the Poker shift supervisor awards, by player."""
    return {award.player: award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)}


@BOTH
@pytest.mark.cites("637a.15(a)", "637a.15(b)(3)", "553.20(a)", "553.20(b)(3)")
def test_a_losing_hand_is_paid_by_the_highest_hand_named_that_it_reaches(number: str) -> None:
    room = beaten(number, bad_beat_payouts=ROWS)  # aces full of kings lose, and $3 are displayed
    assert awards(room) == {"1-1": 120, "1-2": 30}
    assert everything(room.fund("bad beat")) == 300
    room = room_of(number, bad_beat_payouts=ROWS)
    hand(room)
    counted(room)
    shown(room)
    hand(room, cards=FOURS_LOSE)
    assert awards(room) == {"1-1": 64, "1-3": 18, "1-4": 18}  # of $1: 62.5%, and 37.5% for two; odd cents to the losing hand


@BOTH
@pytest.mark.cites("637a.15(a)", "553.20(a)")
def test_a_hand_with_payouts_of_its_own_is_a_bad_beat_without_another_being_named(number: str) -> None:
    rows = [row for row in ROWS if "hand" in row]
    room = room_of(number, bad_beat_hands="", bad_beat_payouts=rows)
    assert play_of(hand(room, cards=FOURS_LOSE)).outcome.bad_beats
    assert not play_of(hand(room, cards=BAD_BEAT)).outcome.bad_beats, "aces full of kings are less than four eights"


@BOTH
@pytest.mark.cites("637a.15(b)(3)", "553.20(b)(3)")
def test_amounts_beyond_what_the_fund_holds_are_paid_in_proportion(number: str) -> None:
    rows = [{"to": "losing hand", "cents": 1_000_000}, {"to": "winning hand", "cents": 500_000}]
    room = beaten(number, bad_beat_payouts=rows)
    assert awards(room) == {"1-1": 200, "1-2": 100}
    assert room.fund("bad beat").held == 0


@BOTH
@pytest.mark.cites("637a.15(b)(3)", "637a.15(g)", "553.20(b)(3)", "553.20(g)")
def test_every_hand_is_posted_with_its_payouts_and_how_they_are_paid(number: str) -> None:
    room = room_of(number, bad_beat_payouts=ROWS, bad_beat_paid_in="cash equivalent", bad_beat_paid_at="table")
    posted = list(notice(room.fund("bad beat")))
    section = SECTION[number]
    assert [text for cite, text in posted if cite == f"{section}(b)(3)"] == [
        "a losing hand of aces full of jacks or better; $1.20 to the losing hand, $0.30 to the winning hand",
        "a losing hand of four 8s or better; 62.5% to the losing hand, 37.5% to the players",
    ]
    assert (f"{section}(g)", "paid in cash equivalent at the table") in posted


@BOTH
@pytest.mark.parametrize(
    "rows",
    [
        [{"hand": "four 8s or better", "to": "losing hand", "percent": 60}] * 2,
        [{"hand": "five eights", "to": "losing hand", "percent": 60}],
        [{"hand": 8, "to": "losing hand", "percent": 60}],
        [{"to": "losing hand", "percent": 60, "cents": 100}],
        [{"to": "losing hand"}],
        [{"to": "losing hand", "cents": 0}],
        [{"to": "losing hand", "cents": 10.5}],
        [{"to": "losing hand", "percent": 0.00001}],
        [{"to": "losing hand", "percent": float("nan")}],
        [{"to": "the dealer", "percent": 10}],
        [{"to": "losing hand", "percent": 10}, {"hand": "straight flush", "to": "losing hand", "percent": 10}],
    ],
)
def test_rows_that_cannot_be_paid_are_refused_with_their_section(number: str, rows: list[dict[str, Any]]) -> None:
    house = House.of(number, {"bad_beat_contribution": 100, "bad_beat_payouts": rows})
    with pytest.raises(NotAuthorized) as refused:
        check_works(game(number), house)
    too_much = "more than the fund" in refused.value.message  # which the first paragraph says where it speaks of the fund
    assert refused.value.cite == house.section("bad_beat_payouts").replace("(b)(3)", "(a)" if too_much else "(b)(3)")


@BOTH
def test_odds_are_told_for_every_hand_that_is_named(number: str) -> None:
    house = House.of(number, {"bad_beat_hands": "aces full of jacks or better", "bad_beat_payouts": ROWS})
    told = [jackpot.condition for jackpot in jackpots(house) if jackpot.beaten]
    assert told == ["aces full of jacks or better loses", "four 8s or better loses"]


def some_rows() -> st.SearchStrategy[list[dict[str, Any]]]:
    """Rows of one hand: shares of at most the fund, and amounts."""
    share = st.fixed_dictionaries({"to": st.sampled_from(GROUPS), "percent": st.integers(1, 250_000).map(lambda n: n / 10_000)})
    amount = st.fixed_dictionaries({"to": st.sampled_from(GROUPS), "cents": st.integers(1, 10_000)})
    return st.lists(share | amount, min_size=1, max_size=4)


@BOTH
@given(rows=some_rows(), held=st.integers(1, 100_000), losers=st.integers(1, 3), winners=st.integers(0, 2), data=st.data())
def test_no_payout_gives_more_than_the_fund_holds_and_every_cent_is_accounted_for(
    number: str, rows: list[dict[str, Any]], held: int, losers: int, winners: int, data: st.DataObject
) -> None:
    others = data.draw(st.integers(0, 4))
    house = House.of(number, {"bad_beat_hands": "four 8s or better", "bad_beat_payouts": rows})
    check_works(game(number), house)
    fund = Fund("bad beat", number, house.given)
    fund.held = fund.displayed = fund.contributed = held
    lost, won, sat = ([f"{group}{n}" for n in range(many)] for group, many in (("l", losers), ("w", winners), ("o", others)))
    paid = fund.pay_bad_beat("P. Day", least_hand("four 9s", ""), lost, won, sat, at=0)
    assert sum(award.cents for award in paid) + fund.held == held
    assert fund.held >= 0 and all(award.cents > 0 for award in paid)
    shares = [award.cents for award in paid if award.player.startswith("l")]
    assert max(shares, default=0) - min(shares, default=0) < max(losers, 1) or len(shares) < losers
