"""Raise It Up Stud Poker: what a rule case cannot tell, such as refused wagers, orders, and the cards between rounds."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized, PitbossError
from pitboss.games.raise_it_up_stud_poker import GAME
from pitboss.house import House
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table

BASIC = {"Ante": 1000, "Blind": 1000}
EVERYTHING = BASIC | {"Pair Plus": 500, "Progressive Payout": 100, "Six Card Bonus": 500}


class Clock(Chance):
    """A seeded chance whose clock can be moved."""

    now = 0.0

    def hours(self) -> float:
        return self.now


def open_table(seats: Iterable[int] = (1, 2), cards: dict[str, str] | None = None, **house: Any) -> Table:
    places = {place: parse(words) for place, words in (cards or {}).items()}
    stacks: dict[str, Stack] | None = {"": RiggedStack(Rigging(places, [], [], 1))} if cards else None
    table = Table(GAME, House.of("587", house), Clock(1), stacks=stacks)
    for seat in seats:
        table.sit(seat, f"player {seat}")
    return table


def play(table: Table, driver: Driver = bots, wagers: dict[str, int] | None = None) -> Round:
    for seat in table.seats:
        table.bet(seat, wagers or BASIC)
    return drive(table, driver)


def says(*words: str, incident: tuple[str, Incident] | None = None) -> Driver:
    """Answers in this order, whoever is asked; the incident comes at its moment, or before the nth answer."""
    left, pending, asked = list(words), [incident] if incident else [], 0

    def driver(table: Table, request: Request) -> Reply:
        nonlocal asked
        asked += isinstance(request, Ask)
        here = request.name if isinstance(request, Moment) else str(asked)
        if pending and pending[0][0] == here:
            asked -= isinstance(request, Ask)
            return pending.pop()[1]
        return table.verify(request, left.pop(0)) if isinstance(request, Ask) else None

    return driver


def cites(finished: Round) -> set[str]:
    return {s.cite for s in finished.steps}


def refused(table: Table, wagers: dict[str, int]) -> str:
    with pytest.raises(IllegalWager) as error:
        table.bet(1, wagers)
    return error.value.cite


# ---------------------------------------------------------------------- § 587.3–.5, the cards between rounds


@pytest.mark.cites("587.4(a)", "587.4(b)", "587.4(c)", "587.5(a)", "587.5(c)(2)", "587.5(d)", "587.8(a)", "587.8(c)")
def test_a_table_opens_and_the_dealer_cuts() -> None:
    table = open_table()
    opening = ["587.4(a)", "587.4(b)", "587.4(c)", "587.5(a)", "587.5(c)(2)", "587.5(d)", "587.7(d)(1)"]
    assert list(dict.fromkeys(s.cite for s in play(table).steps))[:10] == [*opening, "587.8(a)", "587.8(b)", "587.8(c)"]
    assert not cites(play(table)) & {"587.4(a)", "587.4(b)", "587.4(c)"}


@pytest.mark.cites("587.3(b)(2)", "587.3(b)(3)", "587.3(b)(4)", "587.4(d)", "587.5(c)(1)")
def test_two_decks_take_turns() -> None:
    table = open_table(second_deck=True)
    two = {"587.3(b)(2)", "587.3(b)(3)", "587.3(b)(4)", "587.5(c)(1)"}
    assert cites(play(table)) >= two | {"587.4(d)"}
    second = play(table)
    assert cites(second) >= two
    assert "587.5(d)" not in cites(second)
    assert len(table.cards_in_place()) == 104


@pytest.mark.cites("587.4(e)", "587.5(c)(2)")
def test_preshuffled_cards_are_cut_but_not_inspected() -> None:
    done = cites(play(open_table(preshuffled=True)))
    assert done >= {"587.4(e)", "587.5(c)(2)", "587.5(d)"}
    assert not done & {"587.4(a)", "587.4(b)", "587.4(c)"}


@pytest.mark.cites("587.5(b)", "587.5(g)")
def test_a_device_counts_and_may_replace_the_cut() -> None:
    assert "587.5(b)" in cites(play(open_table(counting_shuffler=True)))
    done = cites(play(open_table(shuffler=True, reshuffling_device=True)))
    assert "587.5(g)" in done
    assert "587.5(d)" not in done


@pytest.mark.cites("587.3(c)(1)", "587.3(c)(2)")
@pytest.mark.parametrize(
    ("dealing", "hours", "cite"),
    [("hand", 4, "587.3(c)(1)"), ("manual shoe", 8, "587.3(c)(2)"), ("automated shoe", 8, "587.3(c)(2)")],
)
def test_decks_are_changed_in_time(dealing: str, hours: int, cite: str) -> None:
    table = open_table(dealing=dealing)
    assert isinstance(table.chance, Clock)
    play(table)
    table.chance.now = hours - 0.1
    assert cite not in cites(play(table))
    table.chance.now = hours
    assert cites(play(table)) >= {cite, "587.4(a)"}


@pytest.mark.cites("587.5(e)", "587.5(f)")
def test_recut_and_idle_table() -> None:
    table = open_table()
    recut = Incident("cut performed improperly")
    finished = play(table, says(*["play 1x"] * 2, incident=("deal", recut)))
    assert "587.5(e)" in cites(finished)
    table.rest()
    assert "587.5(f)" in cites(play(table))
    with pytest.raises(NotAuthorized) as late:
        play(table, says(incident=("1", recut)))
    assert late.value.cite == "587.5(e)"


# ---------------------------------------------------------------------- § 587.6


@pytest.mark.cites("587.6(a)", "587.6(b)", "587.6(c)")
def test_order_of_hands() -> None:
    five = [
        *("7c 5d 4h 3s 2c", "2c 2d 5h 4s 3c", "Ac Ad Kh Qs Jc", "3c 3d 2h 2s 4c", "2c 2d 2h 4s 3c", "Ac 2d 3h 4s 5c"),
        *("2c 3c 4c 5c 7c", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c", "Ac Kc Qc Jc Tc"),
    ]
    three = ["5c 3d 2h", "Ac Kd 2h", "2c 2d 3h", "Ac Kc 2c", "Ac 2d 3h", "Ac Kd Qh", "2c 2d 2h", "Ac 2c 3c", "Ac Kc Qc"]
    for section, order in (("587.6", five), ("587.6(c)", three)):
        value = GAME.rankings[section].value
        assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(order))


# ---------------------------------------------------------------------- § 587.7, wagers


@pytest.mark.cites("587.7(d)(1)", "587.7(a)")
def test_the_blind_equals_the_ante() -> None:
    table = open_table(table_minimum=500, table_maximum=5000)
    unequal = [{"Ante": 1000, "Blind": blind} for blind in (500, 950, 1050, 1500)]
    for wagers in (*unequal, {"Ante": 1000}, {"Blind": 1000}, {"Pair Plus": 1000}):
        assert refused(table, wagers) == "587.7(d)(1)"
    for cents in (450, 5050):
        assert refused(table, {"Ante": cents, "Blind": cents}) == "587.7(d)(1)"
    assert refused(table, {"Ante": 1025, "Blind": 1025}) == "587.7(a)"  # no such chip
    table.bet(1, BASIC)
    assert refused(open_table(smallest_chip=5), {"Ante": 1005, "Blind": 1005}) == "587.12(c)"


@pytest.mark.cites("587.7(d)(2)", "587.7(d)(3)", "587.7(d)(4)", "587.7(d)(5)")
def test_what_may_be_bet_before_the_deal() -> None:
    table = open_table()
    table.bet(1, BASIC | {"Pair Plus": 500})
    with pytest.raises(IllegalWager, match="is made when the dealer offers it") as early:
        table.bet(1, BASIC | {"Play": 1000})
    assert early.value.cite == "587.7(d)(2)"
    assert refused(table, BASIC | {"Progressive Payout": 100}) == "587.7(d)(4)"
    assert refused(table, BASIC | {"Six Card Bonus": 500}) == "587.7(d)(5)"


@pytest.mark.cites("587.7(d)(4)", "587.12(e)(5)")
def test_the_progressive_wager_is_one_or_five_dollars() -> None:
    table = open_table(progressive_payout=True)
    for cents in (100, 500):
        table.bet(1, BASIC | {"Progressive Payout": cents})
    assert refused(table, BASIC | {"Progressive Payout": 200}) == "587.7(d)(4)"
    fives = open_table(progressive_payout=True, progressive_wager=500)
    fives.bet(1, BASIC | {"Progressive Payout": 500})
    assert refused(fives, BASIC | {"Progressive Payout": 100}) == "587.12(e)(5)"


@pytest.mark.cites("587.7(e)")
def test_one_position_a_player() -> None:
    table = open_table((1,))
    for seat in (2, 3):  # beside his own or not
        with pytest.raises(IllegalWager, match="may play 1 position, not 2") as error:
            table.sit(seat, "player 1")
        assert error.value.cite == "587.7(e)"


@pytest.mark.cites("587.7(c)")
def test_nothing_is_changed_after_no_more_bets() -> None:
    table = open_table()
    table.bet(1, BASIC)
    table.begin()
    for wagers in (BASIC, {"Ante": 2000, "Blind": 2000}):
        assert refused(table, wagers) == "587.7(c)"


@pytest.mark.cites("587.12(e)(3)")
@pytest.mark.parametrize(
    "house",
    [{"progressive_rate": 13}, {"progressive_initial": 99_900}, {"progressive_reset": 99_900}, {"progressive_meter": 99_900}],
)
def test_the_meter_has_its_least_amounts(house: dict[str, Any]) -> None:
    with pytest.raises(NotAuthorized) as error:
        open_table(progressive_payout=True, **house)
    assert error.value.cite == "587.12(e)(3)"


# ---------------------------------------------------------------------- § 587.8–.10, dealing


@pytest.mark.cites("587.8(d)(1)", "587.8(d)(2)", "587.9(a)(2)", "587.9(b)(1)", "587.9(b)(2)", "587.10(a)(1)", "587.10(b)")
@pytest.mark.parametrize(
    ("dealing", "ready", "deal", "community"),
    [
        ("manual shoe", "587.8(a)", "587.8(d)(1)", "587.8(d)(2)"),
        ("hand", "587.9(a)(2)", "587.9(b)(1)", "587.9(b)(2)"),
        ("automated shoe", "587.10(a)(1)", "587.10(b)", "587.10(b)"),
    ],
)
def test_order_of_the_deal(dealing: str, ready: str, deal: str, community: str) -> None:
    finished = play(open_table((2, 5), dealing=dealing))
    dealt = [(s.cite, s.who, len(s.cards)) for s in finished.steps if s.act == "deal"]
    if dealing == "automated shoe":
        hands = [(deal, "seat_2", 3), (deal, "seat_5", 3)]
    else:
        hands = [(deal, "seat_2", 1), (deal, "seat_5", 1)] * 3
    assert dealt == [*hands, (community, "community", 3)]
    assert all(s.face == "down" for s in finished.steps if s.act == "deal")
    assert ready in cites(finished)


@pytest.mark.cites(
    "587.8(e)", "587.8(f)", "587.8(g)", "587.9(c)", "587.9(d)", "587.9(e)", "587.10(c)", "587.10(d)", "587.10(e)"
)
@pytest.mark.parametrize(
    ("dealing", "stub", "count", "right"),
    [
        ("manual shoe", "587.8(e)", "587.8(f)", "587.8(g)"),
        ("hand", "587.9(c)", "587.9(d)", "587.9(e)"),
        ("automated shoe", "587.10(c)", "587.10(d)", "587.10(e)"),
    ],
)
def test_the_stub_is_counted_every_five_rounds(dealing: str, stub: str, count: str, right: str) -> None:
    table = open_table(dealing=dealing)
    rounds = [cites(play(table)) for _ in range(10)]
    assert [{count, right} <= r for r in rounds] == [False, False, False, False, True] * 2
    assert all(stub in r for r in rounds)
    by_device = open_table(dealing=dealing, counting_shuffler=True)
    assert not any(count in cites(play(by_device)) for _ in range(6))


@pytest.mark.cites("587.8(b)", "587.9(a)(3)", "587.10(a)(2)", "587.12(e)(3)", "587.12(e)(4)")
@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual shoe", "587.8(b)"), ("hand", "587.9(a)(3)"), ("automated shoe", "587.10(a)(2)")]
)
def test_progressive_wagers_are_collected_before_the_deal_and_feed_the_meter(dealing: str, cite: str) -> None:
    hands = {"seat_1": "As Ks Qs", "seat_2": "9c 6d 2h", "community": "9h 4c 2d"}
    table = open_table(cards=hands, dealing=dealing, progressive_payout=True, progressive_rate=20)
    finished = play(table, says("play 1x", "check", "check", "fold"), BASIC | {"Progressive Payout": 500})
    acts = [(s.cite, s.act) for s in finished.steps]
    assert acts.index((cite, "collect")) < next(n for n, (_, act) in enumerate(acts) if act == "deal")
    assert [s.cents for s in finished.steps if s.act == "feed"] == [100, 100]
    won = next(s for s in finished.steps if s.act == "jackpot")
    assert (won.who, won.cents, won.cite) == ("seat_1", 100_200, "587.12(e)(1)")
    assert table.meter is not None
    assert table.meter.cents == 100_000


# ---------------------------------------------------------------------- § 587.11, completion of the round


@pytest.mark.cites("587.11(b)", "587.11(d)", "587.11(f)", "587.7(d)(2)")
def test_a_play_wager_is_a_whole_multiple_of_the_ante() -> None:
    table = open_table((1,))
    table.bet(1, BASIC)
    request = table.begin()
    for cite, most, passive in (("587.11(b)", 3, "check"), ("587.11(d)", 2, "check"), ("587.11(f)", 1, "fold")):
        while not isinstance(request, Ask):
            request = table.reply(None)
        assert request.cite == cite
        for words in (f"play {most + 1}x", "play 500", "play 1500", "play 0", "raise 1000", "fold" if most > 1 else "check"):
            with pytest.raises(IllegalDecision) as error:
                table.verify(request, words)
            assert error.value.cite == cite
        assert [table.verify(request, f"play {n}x").cents for n in range(1, most + 1)] == [1000, 2000, 3000][:most]
        request = table.reply(table.verify(request, passive))


@pytest.mark.cites("587.11(b)", "587.11(c)", "587.11(d)", "587.11(e)", "587.11(f)", "587.11(h)")
def test_each_street_follows_its_decisions_and_who_has_played_is_not_asked_again() -> None:
    words = ("check", "play 2x", "check", "play 1x", "check", "fold")
    finished = play(open_table((1, 2, 3)), says(*words))
    course = [(s.cite, s.who) for s in finished.steps if s.act == "decide" or (s.act == "reveal" and s.who == "community")]
    assert course == [
        *(("587.11(b)", f"seat_{n}") for n in (1, 2, 3)),
        ("587.11(c)", "community"),
        *(("587.11(d)", f"seat_{n}") for n in (1, 3)),
        ("587.11(e)", "community"),
        ("587.11(f)", "seat_3"),
        ("587.11(h)", "community"),
    ]
    assert all(len(s.cards) == 1 for s in finished.steps if s.who == "community" and s.act == "reveal")


@pytest.mark.cites("587.11(a)", "587.11(a)(1)", "587.11(a)(2)")
def test_players_examine_their_cards_before_the_first_decision() -> None:
    steps = [s.cite for s in play(open_table()).steps]
    assert steps.index("587.11(a)") < steps.index("587.11(a)(1)") < steps.index("587.11(a)(2)") < steps.index("587.11(b)")


@pytest.mark.cites("587.11(f)", "587.11(g)", "587.11(j)")
@pytest.mark.parametrize("wager", ["", "Pair Plus", "Progressive Payout", "Six Card Bonus"])
def test_a_folded_hand_stays_only_for_a_wager_that_is_still_open(wager: str) -> None:
    table = open_table((1,), progressive_payout=True, six_card_bonus="A")
    finished = play(table, says("check", "check", "fold"), BASIC | ({wager: 500} if wager else {}))
    racked = next(s.cite for s in finished.steps if s.act == "discard" and s.who == "seat_1")
    assert racked == ("587.11(j)" if wager else "587.11(f)")
    assert ("587.11(g)" in cites(finished)) == (wager == "Progressive Payout")
    lost = [(s.wager, s.cite) for s in finished.steps if s.act == "collect" and s.wager in ("Ante", "Blind")]
    assert lost == [("Ante", "587.11(f)"), ("Blind", "587.11(f)")]


@pytest.mark.cites("587.11(i)", "587.11(i)(1)", "587.11(i)(2)", "587.11(i)(2)(ii)", "587.11(i)(3)(ii)", "587.11(j)")
@pytest.mark.cites("587.11(i)(3)(i)(A)", "587.11(i)(3)(i)(B)", "587.11(i)(3)(i)(C)")
@pytest.mark.cites("587.11(i)(3)(i)(D)", "587.11(i)(3)(i)(E)")
def test_order_of_settlement() -> None:
    hands = {"seat_1": "9c 6d 2h", "seat_2": "As Ks Qs", "community": "Ah Ad 4c"}
    table = open_table(cards=hands, progressive_payout=True, six_card_bonus="A")
    finished = play(table, says("check", "play 3x", "check", "play 1x"), EVERYTHING)
    start = next(n for n, s in enumerate(finished.steps) if s.cite == "587.11(i)")
    course = [(s.who, s.cite) for s in finished.steps[start:] if s.act != "discard"]
    assert course == [
        *(("seat_2", c) for c in ("587.11(i)", "587.11(i)(1)", "587.12(a)", "587.11(i)(2)", "587.11(i)(2)(ii)")),
        *(("seat_2", c) for c in ("587.12(b)", "587.12(c)", "587.12(d)", "587.11(i)(3)(i)(A)")),
        *(("dealer", "587.11(i)(3)(i)(B)"), ("floorperson", "587.11(i)(3)(i)(C)")),
        *(("seat_2", "587.12(e)(1)"), ("", "587.12(e)(1)"), ("seat_2", "587.11(i)(3)(i)(D)")),
        *(("seat_1", "587.11(i)(3)(i)(E)"), ("seat_1", "587.12(e)(5)")),
        *(("seat_2", c) for c in ("587.11(i)(3)(ii)", "587.12(f)")),
        *(("seat_1", c) for c in ("587.11(i)", "587.11(i)(1)", "587.11(i)(2)", "587.11(i)(2)(ii)")),
        *(("seat_1", c) for c in ("587.12(b)", "587.12(c)", "587.12(d)", "587.11(i)(3)(ii)")),
    ]
    after = finished.steps[start + len(course) :]
    assert {(s.act, s.cite) for s in after} == {("discard", "587.11(j)")}
    assert {s.who for s in after} == {"seat_1", "seat_2", "community"}


@pytest.mark.cites("587.7(b)", "587.11(a)(3)", "587.11(i)(3)(i)(E)")
@pytest.mark.parametrize("kind", ["player leaves", "player communicates"])
def test_who_leaves_or_talks_gets_no_envy_bonus_and_earns_none_for_others(kind: str) -> None:
    hands = {"seat_1": "Ac Kc Qc", "seat_2": "Ah Kh Qh", "community": "9h 4c 2d"}
    table = open_table(cards=hands, progressive_payout=True)
    gone = ("2", Incident(kind, {"seat": 1}))
    finished = play(table, says("play 1x", "play 1x", incident=gone), BASIC | {"Progressive Payout": 100})
    assert finished.ledger is not None
    assert "Envy Bonus" not in finished.ledger.back["seat_1"] | finished.ledger.back["seat_2"]
    assert finished.ledger.back["seat_2"]["Progressive Payout"] == 50_000


# ---------------------------------------------------------------------- § 587.13, irregularities


@pytest.mark.cites("587.13(d)")
@pytest.mark.parametrize(("answer", "card", "void"), [("1", "9h", True), ("2", "9h", False), ("2", "4c", True)])
def test_a_community_card_voids_the_round_only_before_its_street(answer: str, card: str, void: bool) -> None:
    table = open_table((1,), {"seat_1": "Tc 6d 2h", "community": "9h 4c 2d"})
    exposed = (answer, Incident("community card exposed", {"card": card}))
    finished = play(table, says("check", "check", "play", incident=exposed))
    assert bool(finished.void) is void
    assert any(s.cite == "587.13(d)" for s in finished.steps)
    later = open_table((1,), {"seat_1": "Tc 6d 2h", "community": "9h 4c 2d"})
    assert not play(later, says("play 1x", incident=("settle", exposed[1]))).void


@pytest.mark.cites("587.13(a)", "587.13(c)", "587.13(e)", "587.13(f)")
def test_what_cannot_have_happened_is_refused_with_its_paragraph() -> None:
    for kind, detail, cite in (
        ("card face up", {"card": "Tc"}, "587.13(a)"),
        ("wrong number of cards", {"to": "seat_6", "cards": 4}, "587.13(c)"),
        ("shuffler jam", {}, "587.13(e)"),
        ("automated shoe jam", {}, "587.13(f)"),
        ("dealer card exposed", {}, ""),
    ):
        table = open_table((1,), {"seat_1": "Tc 6d 2h"})
        with pytest.raises(PitbossError) as error:
            play(table, says(incident=("1", Incident(kind, detail))))
        assert error.value.cite == cite
