"""Four Card Poker: what a rule case cannot tell, such as refused wagers, the way of dealing and the order of settlement."""

from functools import partial
from itertools import pairwise

import pytest

from pitboss.cards import parse
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games.four_card_poker import GAME
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import drive
from pitboss.table.steps import Incident
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer
from pitboss.table.view.views import layout_of
from tests.games.rigged import Clock, cites, first_question, play, rigged_table, script

open_table = partial(rigged_table, GAME)
RECUT = Incident("cut performed improperly")
BOTH = {"Ante": 1000, "Aces Up": 500}

# ---------------------------------------------------------------------- §§ 557.3–.5


@pytest.mark.cites("557.4(a)", "557.4(b)", "557.4(c)", "557.5(a)", "557.5(c)(2)")
@pytest.mark.cites("557.5(d)(1)", "557.5(d)(1)(i)", "557.5(d)(1)(ii)", "557.5(d)(1)(iii)", "557.5(d)(2)")
def test_a_new_deck_is_inspected_spread_washed_shuffled_and_cut_in_this_order() -> None:
    clock = Clock(1)
    table = open_table(clock=clock)
    first = play(table)
    assert clock.depths == (10, 42)
    assert cites(first, "557.4") == ["557.4(a)", "557.4(b)", "557.4(c)"]
    shuffle = ["557.5(a)", "557.5(c)(2)", "557.5(d)(1)", "557.5(d)(1)(i)", "557.5(d)(1)(ii)", "557.5(d)(1)(iii)", "557.5(d)(2)"]
    assert cites(first, "557.5") == shuffle
    second = play(table)
    assert (cites(second, "557.4"), cites(second, "557.5")) == ([], shuffle)


@pytest.mark.cites("557.3(b)(3)", "557.3(b)(4)", "557.3(b)(5)", "557.4(d)", "557.5(b)", "557.5(c)(1)")
def test_two_decks_take_turns_and_what_the_device_shuffled_is_not_cut() -> None:
    table = open_table(second_deck=True, counting_shuffler=True)
    first = play(table)
    assert cites(first, "557.4(d)") == ["557.4(d)"]
    assert cites(first, "557.3") == ["557.3(b)(4)", "557.3(b)(3)", "557.3(b)(5)"]
    assert cites(first, "557.5") == ["557.5(a)", "557.5(b)", "557.5(c)(1)"]
    waiting = list(table.waiting)
    play(table)
    assert sorted(table.waiting) == sorted(waiting) == sorted(table.racks[""]) == list(range(52))
    assert table.cards == 104


@pytest.mark.cites("557.3(c)(1)", "557.3(c)(2)", "557.5(f)")
@pytest.mark.parametrize(("dealing", "hours", "cite"), [("hand", 4, "557.3(c)(1)"), ("manual shoe", 8, "557.3(c)(2)")])
def test_cards_are_changed_in_time_and_shown_to_who_arrives_at_an_idle_table(dealing: str, hours: int, cite: str) -> None:
    clock = Clock(1)
    table = open_table(clock=clock, dealing=dealing)
    play(table)
    clock.now = hours - 0.1
    assert not cites(play(table), "557.3")
    table.rest()
    assert cites(play(table), "557.5(f)")
    clock.now = hours
    assert cites(play(table), "557.3") == [cite]


@pytest.mark.cites("557.5(e)")
def test_a_recut_only_before_the_first_card() -> None:
    assert cites(play(open_table(), script("fold", "fold", at="deal", incident=RECUT)), "557.5(e)")
    with pytest.raises(NotAuthorized) as refused:
        play(open_table(), script("fold", "fold", at="dealt", incident=RECUT))
    assert refused.value.cite == "557.5(e)"


# ---------------------------------------------------------------------- § 557.7


@pytest.mark.cites("557.7(a)(1)", "557.7(a)(2)", "557.7(a)(3)")
def test_ante_aces_up_or_both_within_the_posted_limits() -> None:
    table = open_table(table_minimum=500, table_maximum=10_000)
    for wagers in ({"Ante": 500}, {"Aces Up": 10_000}, {"Ante": 10_000, "Aces Up": 500}):
        table.bet(1, wagers)
    for name, cite in (("Ante", "557.7(a)(1)"), ("Aces Up", "557.7(a)(2)")):
        for cents in (450, 10_050):
            with pytest.raises(IllegalWager) as refused:
                table.bet(1, {name: cents})
            assert refused.value.cite == cite
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, {"Ante": 500, "Play": 500})
    assert refused.value.cite == "557.11(c)"


@pytest.mark.cites("557.7(b)", "557.7(d)")
def test_wagers_are_chips_placed_before_no_more_bets() -> None:
    table = open_table()
    with pytest.raises(IllegalWager, match="smallest chip") as refused:
        table.bet(1, {"Ante": 525})
    assert refused.value.cite == "557.7(b)"
    poor = Table(GAME, House.of("557"), Chance(1))
    poor.sit(1, "one", 900)
    with pytest.raises(IllegalWager) as refused:
        poor.bet(1, {"Ante": 1000})
    assert refused.value.cite == "557.7(b)"
    table.bet(1, {"Ante": 500})
    table.begin()
    for late in ({}, {"Ante": 1000}, {"Ante": 500, "Aces Up": 500}):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, late)
        assert refused.value.cite == "557.7(d)"


@pytest.mark.cites("557.7(e)")
def test_two_adjacent_positions_where_the_house_permits_them() -> None:
    for allowed in (1, 2):
        table = open_table((), two_positions=allowed == 2)
        for seat in range(1, allowed + 1):
            table.sit(seat, "one person")
        with pytest.raises(IllegalWager) as refused:
            table.sit(allowed + 1, "one person")
        assert refused.value.cite == "557.7(e)"
    table = open_table((), two_positions=True)
    table.sit(1, "one person")
    with pytest.raises(IllegalWager, match="adjacent"):
        table.sit(3, "one person")


@pytest.mark.cites("557.7(c)", "557.11(d)")
def test_who_folded_and_leaves_does_not_get_the_forfeited_ante_back() -> None:
    """Not even in a house that gives abandoned wagers back; the Aces Up Wager it does give back."""
    table = open_table(abandoned_wagers_lose=False)
    leaves = Incident("player leaves", {"seat": 1})
    finished = play(table, script("fold", "fold", at="decision 2", incident=leaves), BOTH)
    assert finished.ledger is not None
    assert finished.ledger.back["seat_1"] == {"Ante": 0, "Aces Up": 500}


# ---------------------------------------------------------------------- §§ 557.8–.10


SECTIONS = {
    "manual shoe": ("557.8", ["(a)", "(b)", "(c)", "(d)", "(f)", "(g)", "(e)"]),
    "hand": ("557.9", ["(a)(1)", "(a)(2)", "(a)(2)(i)", "(a)(2)(ii)", "(a)(3)", "(b)", "(d)", "(e)", "(c)"]),
    "automated shoe": ("557.10", ["(a)(1)", "(a)(2)", "(b)", "(d)", "(e)", "(c)"]),
}


@pytest.mark.cites("557.8(a)", "557.8(b)", "557.8(c)", "557.8(d)", "557.8(e)", "557.8(f)", "557.8(g)")
@pytest.mark.cites("557.9(a)(1)", "557.9(a)(2)", "557.9(a)(2)(i)", "557.9(a)(2)(ii)", "557.9(a)(3)")
@pytest.mark.cites("557.9(b)", "557.9(c)", "557.9(d)", "557.9(e)")
@pytest.mark.cites("557.10(a)(1)", "557.10(a)(2)", "557.10(b)", "557.10(c)", "557.10(d)", "557.10(e)")
@pytest.mark.parametrize("dealing", SECTIONS)
def test_the_steps_of_the_deal_and_the_stub_counted_in_every_fifth_round(dealing: str) -> None:
    section, paragraphs = SECTIONS[dealing]
    table = open_table(dealing=dealing)
    done = [cites(play(table), section + "(") for _ in range(5)]
    assert done[4] == [section + p for p in paragraphs]
    assert done[0] == done[3] == [section + p for p in paragraphs if section + p not in done[4][-3:-1]]


@pytest.mark.cites("557.8(d)", "557.9(b)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand"])
def test_single_cards_clockwise_and_the_dealers_fifth_and_sixth_together(dealing: str) -> None:
    dealt = [s for s in play(open_table((2, 5), dealing=dealing)).steps if s.act == "deal"]
    assert [s.who for s in dealt] == ["seat_2", "seat_5", "dealer"] * 5 + ["dealer"]
    assert [s.face for s in dealt] == ["down"] * 15 + ["up"]
    assert all(len(s.cards) == 1 for s in dealt)


@pytest.mark.cites("557.10(b)")
def test_stacks_of_five_and_one_card_of_the_next_stack() -> None:
    finished = play(open_table((2, 5), dealing="automated shoe"))
    moved = [(s.act, s.who, len(s.cards), s.face) for s in finished.steps if s.cite == "557.10(b)" and s.cards]
    stacks = [("deal", who, 5, "down") for who in ("seat_2", "seat_5", "dealer")]
    assert moved == [*stacks, ("deal", "dealer", 1, "up"), ("draw", "discard rack", 4, "down")]
    stub = next(s for s in finished.steps if s.who == "stub")
    assert len(stub.cards) == 52 - 20


@pytest.mark.cites("557.8(d)", "557.11(a)", "557.11(b)")
def test_players_see_their_own_cards_and_the_dealers_sixth() -> None:
    table = open_table()
    for seat in (1, 2):
        table.bet(seat, {"Ante": 500})
    first_question(table)
    hands = {place: hand.cards for place, hand in layout_of(table, Viewer.at(1)).hands.items()}
    assert "??" not in hands["seat_1"]
    assert set(hands["seat_2"]) == {"??"}
    assert hands["dealer"][:5] == ["??"] * 5
    assert hands["dealer"][5] != "??"
    assert table.round is not None
    assert cites(table.round, "557.11") == ["557.11(a)", "557.11(b)"]


# ---------------------------------------------------------------------- §§ 557.11–.12


@pytest.mark.cites("557.11(c)", "557.7(a)(1)")
def test_play_is_one_to_three_times_the_ante() -> None:
    table = open_table((1,), smallest_chip=50)
    table.bet(1, {"Ante": 1000})
    request = first_question(table)
    for words in ("play 950", "play 3050", "play 4x", "play 1025", "check"):
        with pytest.raises(IllegalDecision) as refused:
            table.verify(request, words)
        assert refused.value.cite == "557.11(c)"
    allowed = {"play": 1000, "play 1x": 1000, "play 1250": 1250, "play 3x": 3000, "fold": 0}
    assert {words: table.verify(request, words).cents for words in allowed} == allowed


CARDS = {
    "seat_1": "Ah Ad 9s 7c 2d",  # loses Ante and Play, wins Aces Up
    "seat_3": "8h 8d 8s 5c 3d",  # wins everything
    "seat_4": "Jh Td 7s 5d 3c",  # folds
    "seat_6": "Jd Tc 6s 4c 2s",  # folds, with Aces Up
    "dealer": "Qs Qd Kc Kh 3s 2h",
}


@pytest.mark.cites("557.11(d)", "557.11(e)", "557.11(f)", "557.11(g)", "557.12(a)(1)", "557.12(a)(2)", "557.12(a)(3)")
def test_all_hands_are_shown_then_all_losers_collected_then_all_winners_paid() -> None:
    table = open_table((1, 3, 4, 6), CARDS)
    for seat in (1, 3, 6):
        table.bet(seat, {"Ante": 1000, "Aces Up": 500})
    table.bet(4, {"Ante": 1000})
    finished = drive(table, script("play 2x", "play 3x", "fold", "fold"))
    acts = ("reveal", "collect", "pay", "bonus", "discard")
    done = [(s.cite, s.act, s.who, s.wager, s.cents) for s in finished.steps if s.act in acts and s.who != "stub"]
    assert done == [
        ("557.11(d)", "collect", "seat_4", "Ante", 1000),
        ("557.11(d)", "collect", "seat_6", "Ante", 1000),
        ("557.11(d)", "discard", "seat_4", "", 0),
        ("557.11(e)", "reveal", "dealer", "", 0),
        ("557.11(e)", "reveal", "seat_6", "", 0),
        ("557.11(e)", "reveal", "seat_3", "", 0),
        ("557.11(e)", "reveal", "seat_1", "", 0),
        ("557.11(e)", "collect", "seat_6", "Aces Up", 500),
        ("557.11(e)", "collect", "seat_1", "Ante", 1000),
        ("557.11(e)", "collect", "seat_1", "Play", 2000),
        ("557.12(a)(1)", "pay", "seat_3", "Ante", 1000),
        ("557.12(a)(1)", "pay", "seat_3", "Play", 3000),
        ("557.12(a)(2)", "bonus", "seat_3", "Ante", 2000),
        ("557.12(a)(3)", "pay", "seat_3", "Aces Up", 4500),
        ("557.12(a)(3)", "pay", "seat_1", "Aces Up", 500),
        ("557.11(g)", "discard", "seat_1", "", 0),
        ("557.11(g)", "discard", "seat_3", "", 0),
        ("557.11(g)", "discard", "seat_6", "", 0),
        ("557.11(g)", "discard", "dealer", "", 0),
    ]


@pytest.mark.cites("557.1")
def test_words_of_four_card_poker() -> None:
    """A round runs from the wagers to the last settlement; Aces Up wins with a pair of aces or better, and not with kings."""
    hands = {"seat_1": "Ah Ad 9s 7c 2d", "seat_3": "Ks Kd Jh Tc 9c", "dealer": "Qs Qd Kc Kh 3s 2h"}
    finished = play(open_table((1, 3), hands), script("play", "play"), BOTH)
    acts = [s.act for s in finished.steps if s.act in ("wager", "deal", "reveal", "collect", "pay")]
    assert acts == ["wager"] * 4 + ["deal"] * 16 + ["wager"] * 2 + ["reveal"] * 3 + ["collect"] * 5 + ["pay"]
    assert not any(finished.wagers.values())
    won = [(s.who, s.wager) for s in finished.steps if s.act == "pay"]
    assert won == [("seat_1", "Aces Up")]


@pytest.mark.cites("557.12(a)(2)")
def test_the_house_may_post_a_better_bonus_but_no_worse() -> None:
    own = {"Three-of-a-kind": "5 to 2"}
    table = open_table((3,), {place: CARDS[place] for place in ("seat_3", "dealer")}, ante_bonus=own, smallest_chip=5)
    with pytest.raises(IllegalWager, match="to the cent") as refused:
        table.bet(3, {"Ante": 1005})
    assert refused.value.cite == "557.12(a)(2)"
    finished = play(table, script("play"), {"Ante": 1000})
    assert next(s.cents for s in finished.steps if s.act == "bonus") == 2500
    with pytest.raises(NotAuthorized) as worse:
        House.of("557", {"ante_bonus": {"Straight flush": "19 to 1"}})
    assert worse.value.cite == "557.12(a)(2)"


@pytest.mark.cites("557.6(a)", "557.6(b)", "557.6(c)")
def test_order_of_four_card_hands() -> None:
    order = [
        *("6c 4d 3h 2s", "Ac Kd Qh Ts", "2c 2d 4h 3s", "2c 2d Ah Ks", "3c 3d 4h 2s", "Ac Ad Kh Qs"),
        *("3c 3d 2h 2s", "Ac Ad 2h 2s", "Ac Ad Kh Ks"),
        *(
            "Ac 2d 3h 4s",
            "2c 3d 4h 5s",
            "Ac Kd Qh Js",
            "2c 3c 4c 6c",
            "Ac Kc Qc Tc",
            "2c 2d 2h 3s",
            "2c 2d 2h 4s",
            "Ac Ad Ah Ks",
        ),
        *("Ac 2c 3c 4c", "Ac Kc Qc Jc", "2c 2d 2h 2s", "Ac Ad Ah As"),
    ]
    value = GAME.rankings["557.6"].value
    assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(order))


# ---------------------------------------------------------------------- § 557.13


@pytest.mark.cites("557.13(d)")
@pytest.mark.parametrize(("at", "card", "void"), [("dealt", "Qs", True), ("dealt", "2h", False), ("reveal", "Qd", True)])
def test_only_a_card_that_lies_face_down_can_be_exposed(at: str, card: str, void: bool) -> None:
    table = open_table((1, 3), {place: CARDS[place] for place in ("seat_1", "seat_3", "dealer")})
    exposed = Incident("dealer card exposed", {"card": card})
    finished = play(table, script("play 3x", "fold", at=at, incident=exposed), BOTH)
    assert finished.void == ("557.13(d)" if void else "")
    assert finished.ledger is not None
    if void:
        assert set(finished.ledger.players.values()) == {0}
