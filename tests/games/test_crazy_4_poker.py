"""Crazy 4 Poker: what a rule case cannot tell, such as refused wagers, the order of settlement and the meter."""

from functools import partial
from itertools import pairwise

import pytest

from pitboss.cards import parse
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games.crazy_4_poker import GAME
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import drive
from pitboss.table.steps import Incident
from pitboss.table.table import Table
from tests.games.rigged import Clock, cites, first_question, play, rigged_table, script

open_table = partial(rigged_table, GAME, progressive_rate=1)
RECUT = Incident("cut performed improperly")
BASIC = {"Ante": 1000, "Super Bonus": 1000}
ALL = BASIC | {"Queens Up": 500, "Progressive Payout": 100}

# ---------------------------------------------------------------------- §§ 657a.3–.5


@pytest.mark.cites("657a.4(a)", "657a.4(b)", "657a.4(c)", "657a.5(a)", "657a.5(c)(2)", "657a.5(d)")
def test_a_new_deck_is_inspected_spread_washed_shuffled_and_cut_in_this_order() -> None:
    clock = Clock(1)
    table = open_table(clock=clock)
    first = play(table)
    assert clock.depths == (10, 42)
    assert cites(first, "657a.4") == ["657a.4(a)", "657a.4(b)", "657a.4(c)"]
    assert cites(first, "657a.5") == ["657a.5(a)", "657a.5(c)(2)", "657a.5(d)"]
    second = play(table)
    assert (cites(second, "657a.4"), cites(second, "657a.5")) == ([], cites(first, "657a.5"))


@pytest.mark.cites("657a.4(e)", "657a.5(c)(2)", "657a.5(g)")
def test_preshuffled_cards_are_only_cut_and_a_reshuffling_device_spares_the_cut() -> None:
    preshuffled = play(open_table(preshuffled=True))
    assert cites(preshuffled, "657a.4") == ["657a.4(e)"]
    assert cites(preshuffled, "657a.5") == ["657a.5(a)", "657a.5(c)(2)", "657a.5(d)"]
    device = play(open_table(shuffler=True, reshuffling_device=True))
    assert cites(device, "657a.5") == ["657a.5(a)", "657a.5(g)"]


@pytest.mark.cites("657a.3(b)(2)", "657a.3(b)(3)", "657a.3(b)(4)", "657a.4(d)", "657a.5(b)", "657a.5(c)(1)")
def test_two_decks_take_turns_and_what_the_device_shuffled_is_not_cut() -> None:
    table = open_table(second_deck=True, counting_shuffler=True)
    first = play(table)
    assert cites(first, "657a.4(d)") == ["657a.4(d)"]
    assert cites(first, "657a.3") == ["657a.3(b)(3)", "657a.3(b)(2)", "657a.3(b)(4)"]
    assert cites(first, "657a.5") == ["657a.5(a)", "657a.5(b)", "657a.5(c)(1)"]
    play(table)
    assert sorted(table.waiting) == sorted(table.racks[""]) == list(range(52))
    assert table.cards == 104


@pytest.mark.cites("657a.3(c)(1)", "657a.3(c)(2)", "657a.5(f)")
@pytest.mark.parametrize(("dealing", "hours", "cite"), [("hand", 4, "657a.3(c)(1)"), ("automated shoe", 8, "657a.3(c)(2)")])
def test_cards_are_changed_in_time_and_shown_to_who_arrives_at_an_idle_table(dealing: str, hours: int, cite: str) -> None:
    clock = Clock(1)
    table = open_table(clock=clock, dealing=dealing)
    play(table)
    clock.now = hours - 0.1
    assert not cites(play(table), "657a.3")
    table.rest()
    assert cites(play(table), "657a.5(f)")
    clock.now = hours
    assert cites(play(table), "657a.3") == [cite]


@pytest.mark.cites("657a.5(e)")
def test_a_recut_only_before_the_first_card() -> None:
    assert cites(play(open_table(), script("fold", "fold", at="deal", incident=RECUT)), "657a.5(e)")
    with pytest.raises(NotAuthorized) as refused:
        play(open_table(), script("fold", "fold", at="dealt", incident=RECUT))
    assert refused.value.cite == "657a.5(e)"


# ---------------------------------------------------------------------- § 657a.7


@pytest.mark.cites("657a.7(d)(1)", "657a.12(b)")
def test_ante_and_super_bonus_are_both_required_and_equal() -> None:
    table = open_table(smallest_chip=5)
    for wagers in ({"Ante": 1000}, {"Super Bonus": 1000}, {"Queens Up": 1000}, {"Ante": 1000, "Super Bonus": 1500}):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "657a.7(d)(1)"
    with pytest.raises(IllegalWager, match="to the cent") as refused:
        table.bet(1, {"Ante": 1005, "Super Bonus": 1005})
    assert refused.value.cite == "657a.12(b)"
    table.bet(1, BASIC)


@pytest.mark.cites("657a.7(d)(2)", "657a.7(d)(3)", "657a.12(d)(5)")
def test_queens_up_is_always_and_the_progressive_wager_sometimes_offered_at_one_or_five_dollars() -> None:
    table = open_table()
    table.bet(1, BASIC | {"Queens Up": 500})
    with pytest.raises(IllegalWager, match="does not offer") as refused:
        table.bet(1, ALL)
    assert refused.value.cite == "657a.7(d)(3)"
    table = open_table(progressive_payout="A")
    for cents in (100, 500):
        table.bet(1, ALL | {"Progressive Payout": cents})
    for cents in (50, 200, 1000):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, ALL | {"Progressive Payout": cents})
        assert refused.value.cite == "657a.7(d)(3)"
    with pytest.raises(IllegalWager) as refused:
        open_table(progressive_payout="A", progressive_wager=500).bet(1, ALL)
    assert refused.value.cite == "657a.12(d)(5)"


@pytest.mark.cites("657a.7(a)", "657a.7(c)", "657a.7(e)")
def test_wagers_are_chips_placed_before_no_more_bets_on_one_position() -> None:
    table = Table(GAME, House.of("657a"), Chance(1))
    table.sit(1, "one", 1500)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, BASIC)
    assert refused.value.cite == "657a.7(a)"
    with pytest.raises(IllegalWager) as refused:
        table.sit(2, "one")
    assert refused.value.cite == "657a.7(e)"
    table.bet(1, {"Ante": 500, "Super Bonus": 500})
    table.begin()
    for late in ({}, {"Ante": 500, "Super Bonus": 500, "Queens Up": 500}):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, late)
        assert refused.value.cite == "657a.7(c)"


@pytest.mark.cites("657a.7(b)", "657a.11(c)")
def test_who_folded_and_leaves_gets_nothing_forfeited_back() -> None:
    """Not even in a house that gives abandoned wagers back."""
    table = open_table(abandoned_wagers_lose=False, progressive_payout="A")
    leaves = Incident("player leaves", {"seat": 1})
    finished = play(table, script("fold", "fold", at="decision 2", incident=leaves), ALL)
    assert finished.ledger is not None
    assert set(finished.ledger.back["seat_1"].values()) == {0}


# ---------------------------------------------------------------------- §§ 657a.8–.10


SECTIONS = {
    "manual shoe": ("657a.8", ["(a)", "(b)", "(c)", "(d)", "(f)", "(g)", "(e)"]),
    "hand": ("657a.9", ["(a)(1)", "(a)(2)", "(a)(3)", "(b)", "(d)", "(e)", "(c)"]),
    "automated shoe": ("657a.10", ["(a)(1)", "(a)(2)", "(b)", "(d)", "(e)", "(c)"]),
}


@pytest.mark.cites("657a.8(a)", "657a.8(b)", "657a.8(c)", "657a.8(d)", "657a.8(e)", "657a.8(f)", "657a.8(g)")
@pytest.mark.cites("657a.9(a)(1)", "657a.9(a)(2)", "657a.9(a)(3)", "657a.9(b)", "657a.9(c)", "657a.9(d)", "657a.9(e)")
@pytest.mark.cites("657a.10(a)(1)", "657a.10(a)(2)", "657a.10(b)", "657a.10(c)", "657a.10(d)", "657a.10(e)")
@pytest.mark.parametrize("dealing", SECTIONS)
def test_the_steps_of_the_deal_and_the_stub_counted_in_every_fifth_round(dealing: str) -> None:
    section, paragraphs = SECTIONS[dealing]
    table = open_table((2, 5), dealing=dealing)
    rounds = [play(table) for _ in range(5)]
    done = [cites(finished, section + "(") for finished in rounds]
    assert done[4] == [section + p for p in paragraphs]
    assert done[0] == done[3] == [section + p for p in paragraphs if section + p not in done[4][-3:-1]]
    dealt = [(s.who, len(s.cards)) for s in rounds[0].steps if s.act == "deal"]
    places = ["seat_2", "seat_5", "dealer"]
    assert dealt == ([(p, 5) for p in places] if dealing == "automated shoe" else [(p, 1) for p in places * 5])


@pytest.mark.cites("657a.8(b)", "657a.9(a)(3)", "657a.10(a)(2)", "657a.12(d)(3)")
@pytest.mark.parametrize("dealing", SECTIONS)
def test_progressive_chips_are_collected_and_counted_at_no_more_bets(dealing: str) -> None:
    table = open_table(dealing=dealing, progressive_payout="B", progressive_rate=30)
    finished = play(table, script("fold", "fold"), ALL | {"Progressive Payout": 500})
    cite = {"manual shoe": "657a.8(b)", "hand": "657a.9(a)(3)", "automated shoe": "657a.10(a)(2)"}[dealing]
    acts = [(s.act, s.wager, s.cents) for s in finished.steps if s.cite == cite and s.cents]
    assert acts == [("collect", "Progressive Payout", 500), ("feed", "Progressive Payout", 150)] * 2
    last_chip = max(n for n, s in enumerate(finished.steps) if s.act == "feed")
    assert last_chip < next(n for n, s in enumerate(finished.steps) if s.act == "deal")
    assert table.meter is not None
    assert table.meter.cents == 500_300


@pytest.mark.cites("657a.12(d)(3)")
def test_a_void_round_takes_its_chips_off_the_meter_again() -> None:
    table = open_table(progressive_payout="B", progressive_rate=30)
    exposed = Incident("dealer card exposed")
    finished = play(table, script(at="dealt", incident=exposed), ALL)
    assert finished.void == "657a.13(d)"
    assert table.meter is not None
    assert table.meter.cents == 500_000


@pytest.mark.cites("657a.12(d)(3)")
@pytest.mark.parametrize("option", ["progressive_initial", "progressive_reset"])
@pytest.mark.parametrize(("letter", "least"), [("A", 500_000), ("B", 100_000)])
def test_the_meter_starts_no_lower_than_the_paytable_demands(option: str, letter: str, least: int) -> None:
    rated = {"progressive_payout": letter, "progressive_rate": 1}
    Table(GAME, House.of("657a", rated | {option: least}))
    with pytest.raises(NotAuthorized) as refused:
        Table(GAME, House.of("657a", rated | {option: least - 100}))
    assert refused.value.cite == "657a.12(d)(3)"


# ---------------------------------------------------------------------- §§ 657a.11–.12


@pytest.mark.cites("657a.11(b)", "657a.11(a)", "657a.11(a)(1)", "657a.11(a)(2)")
@pytest.mark.parametrize(
    ("hand", "most"), [("Ks Kh Qd Jc 9h", 1), ("As Ah 6d 4c 2h", 3), ("3s 3h 2d 2c 7h", 3), ("As 2h 3d 4c 9h", 3)]
)
def test_only_aces_or_better_may_play_more_than_once_the_ante(hand: str, most: int) -> None:
    table = open_table((1,), {"seat_1": hand})
    table.bet(1, BASIC)
    request = first_question(table)
    assert table.verify(request, "play").cents == 1000
    assert table.verify(request, f"play {most}x").cents == most * 1000
    for words in (f"play {most * 1000 + 50}", "play 1025", "play 950", "play 50", "raise 1000", "check"):
        with pytest.raises(IllegalDecision) as refused:
            table.verify(request, words)
        assert refused.value.cite == "657a.11(b)"
    assert table.round is not None
    assert cites(table.round, "657a.11") == ["657a.11(a)", "657a.11(a)(1)", "657a.11(a)(2)"]


CARDS = {
    "seat_1": "As Ah Ad Ac 7d",
    "seat_2": "9s 7h 5d 4c 2d",  # folds
    "seat_4": "Js Ts 9d 6c 2h",  # loses
    "dealer": "Kh Kd Qs 6d 3h",
}


@pytest.mark.cites("657a.11(c)", "657a.11(c)(1)", "657a.11(c)(2)", "657a.11(c)(3)(ii)(A)", "657a.11(d)", "657a.11(e)")
@pytest.mark.cites("657a.11(e)(1)", "657a.11(e)(2)", "657a.11(e)(3)", "657a.11(e)(4)", "657a.11(e)(5)", "657a.11(f)")
@pytest.mark.cites("657a.11(b)(1)", "657a.11(b)(2)")
def test_who_folds_forfeits_a_progressive_wager_only_if_he_made_one() -> None:
    for wagers, said in ((BASIC, []), (ALL, ["657a.11(b)(2)"])):
        finished = play(open_table(progressive_payout="A"), script("fold", "fold"), wagers)
        assert cites(finished, "657a.11(b)(2)") == said


@pytest.mark.cites("657a.11(b)(1)", "657a.11(b)(2)", "657a.12(d)(4)", "657a.12(d)(5)", "657a.12(d)(5)(i)")
def test_everything_for_one_player_before_the_next_from_the_right() -> None:
    table = open_table((1, 2, 4), CARDS, progressive_payout="A", progressive_meter=800_000)
    for seat, chip in ((1, 100), (2, 500), (4, 100)):
        table.bet(seat, ALL | {"Progressive Payout": chip})
    finished = drive(table, script("play 3x", "fold", "play"))
    start = next(n for n, s in enumerate(finished.steps) if s.cite == "657a.11(c)")
    assert [(s.cite, s.act, s.who, s.wager, s.cents) for s in finished.steps[start:]] == [
        ("657a.11(c)", "collect", "seat_2", "Ante", 1000),
        ("657a.11(c)", "collect", "seat_2", "Super Bonus", 1000),
        ("657a.11(c)", "collect", "seat_2", "Queens Up", 500),
        ("657a.11(b)(2)", "say", "seat_2", "", 0),
        ("657a.11(c)", "discard", "seat_2", "", 0),
        ("657a.11(c)", "reveal", "dealer", "", 0),
        ("657a.11(c)(1)", "reveal", "seat_4", "", 0),
        ("657a.11(c)(2)", "say", "seat_4", "", 0),
        ("657a.11(c)(3)(ii)(A)", "collect", "seat_4", "Ante", 1000),
        ("657a.11(c)(3)(ii)(A)", "collect", "seat_4", "Play", 1000),
        ("657a.2(b)(5)(iv)", "collect", "seat_4", "Super Bonus", 1000),
        ("657a.11(d)", "collect", "seat_4", "Queens Up", 500),
        ("657a.11(e)", "say", "seat_4", "", 0),
        ("657a.11(c)(1)", "reveal", "seat_1", "", 0),
        ("657a.11(c)(2)", "say", "seat_1", "", 0),
        ("657a.12(a)", "pay", "seat_1", "Ante", 1000),
        ("657a.12(a)", "pay", "seat_1", "Play", 3000),
        ("657a.12(b)", "pay", "seat_1", "Super Bonus", 200_000),
        ("657a.12(c)", "pay", "seat_1", "Queens Up", 25_000),
        ("657a.11(e)(1)", "say", "dealer", "", 0),
        ("657a.11(e)(2)", "say", "dealer", "", 0),
        ("657a.11(e)(3)", "say", "floorperson", "", 0),
        ("657a.12(d)(4)", "jackpot", "seat_1", "Progressive Payout", 800_007),  # with 1% of $7
        ("657a.12(d)(4)", "reset", "", "Progressive Payout", 500_000),
        ("657a.11(e)(4)", "say", "seat_1", "", 0),
        ("657a.12(d)(5)(i)", "bonus", "seat_4", "Envy Bonus", 10_000),
        ("657a.12(d)(5)(i)", "bonus", "seat_2", "Envy Bonus", 50_000),
        ("657a.11(f)", "discard", "seat_1", "", 0),
        ("657a.11(f)", "discard", "seat_4", "", 0),
        ("657a.11(f)", "discard", "dealer", "", 0),
    ]


@pytest.mark.cites("657a.11(e)(5)", "657a.7(b)")
def test_who_has_left_is_paid_no_envy_bonus() -> None:
    table = open_table((1, 2, 4), CARDS, progressive_payout="A")
    leaves = Incident("player leaves", {"seat": 4})
    finished = play(table, script("play 3x", "fold", "play", at="settle", incident=leaves), ALL)
    assert [s.who for s in finished.steps if s.wager == "Envy Bonus"] == ["seat_2"]


@pytest.mark.cites("657a.6(a)", "657a.6(b)(1)", "657a.6(b)(3)", "657a.6(c)")
def test_order_of_four_card_hands() -> None:
    order = [
        *("6c 4d 3h 2s", "Ac Kd Qh Ts", "2c 2d Ah Ks", "3c 3d 4h 2s", "Ac Ad Kh Qs", "3c 3d 2h 2s", "Ac Ad Kh Ks"),
        *("Ac 2d 3h 4s", "2c 3d 4h 5s", "Ac Kd Qh Js", "2c 3c 4c 6c", "Ac Kc Qc Tc", "2c 2d 2h 3s", "Ac Ad Ah Ks"),
        *("Ac 2c 3c 4c", "Ac Kc Qc Jc", "2c 2d 2h 2s", "Ac Ad Ah As"),
    ]
    value = GAME.rankings["657a.6"].value
    assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(order))
