"""Let It Ride Poker beyond its rule cases: refused wagers, order of the deal and of settlement, the cards between rounds."""

from itertools import pairwise
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games.let_it_ride_poker import GAME, bot
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Incident, Moment, Reply, Request, Step
from pitboss.table.table import Table

BETS = {"Bet 1": 1000, "Bet 2": 1000, "Bet 3": 1000}
BONUSES = {"Let It Ride Bonus": 100, "Three Card Bonus": 500}
METHODS = ("manual shoe", "hand", "automated shoe")


def open_table(seats: int = 2, seed: int = 1, chance: Chance | None = None, **house: Any) -> Table:
    table = Table(GAME, House.of("559", house), chance or Chance(seed))
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}")
    return table


def play(table: Table, driver: Driver = bots, **more: int) -> Round:
    for seat in table.seats:
        table.bet(seat, BETS | more)
    return drive(table, driver)


def cites(finished: Round) -> list[str]:
    return [step.cite for step in finished.steps]


def in_order(finished: Round, *wanted: str) -> bool:
    """Whether the steps cite these paragraphs, one after the other."""
    rest = iter(cites(finished))
    return all(cite in rest for cite in wanted)


def incident_at(moment: str, incident: Incident) -> Driver:
    pending = [incident]

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Moment) and request.name == moment and pending:
            return pending.pop()
        return bots(table, request)

    return driver


def everybody(word: str) -> Driver:
    def driver(table: Table, request: Request) -> Reply:
        return Answer(word) if isinstance(request, Ask) else None

    return driver


# ---------------------------------------------------------------------- § 559.3–.5


@pytest.mark.cites("559.4(a)", "559.4(b)", "559.4(c)", "559.5(a)", "559.5(c)(2)", "559.5(d)(1)", "559.5(d)(1)(i)")
@pytest.mark.cites("559.5(d)(1)(iii)", "559.5(d)(2)")
def test_a_fresh_deck_is_inspected_spread_washed_shuffled_and_cut() -> None:
    table = open_table()
    cut = ("559.5(c)(2)", "559.5(d)(1)", "559.5(d)(1)(i)", "559.5(d)(1)(ii)", "559.5(d)(1)(iii)", "559.5(d)(2)")
    assert in_order(play(table), "559.4(a)", "559.4(b)", "559.4(c)", "559.5(a)", *cut, "559.10(a)")
    again = play(table)
    assert "559.4(a)" not in cites(again)
    assert in_order(again, "559.5(a)", *cut, "559.10(a)")


@pytest.mark.cites("559.5(d)(1)(ii)")
def test_a_cut_is_at_least_ten_cards_deep() -> None:
    depths: list[tuple[int, int]] = []

    class Watch(Chance):
        def number(self, least: int, most: int) -> int:
            depths.append((least, most))
            return super().number(least, most)

    play(open_table(chance=Watch(3)))
    assert depths == [(10, 42)]


@pytest.mark.cites("559.5(b)", "559.5(c)(1)")
def test_cards_shuffled_by_a_device_are_counted_where_it_counts_and_never_cut() -> None:
    finished = play(open_table(counting_shuffler=True))
    assert in_order(finished, "559.5(a)", "559.5(b)", "559.5(c)(1)", "559.10(a)")
    assert "559.5(d)(1)" not in cites(finished)


@pytest.mark.cites("559.5(e)")
def test_the_cards_are_recut_only_before_the_first_card() -> None:
    recut = Incident("cut performed improperly")
    assert in_order(play(open_table(), incident_at("deal", recut)), "559.5(d)(1)", "559.5(e)", "559.5(d)(1)", "559.10(d)(1)")
    with pytest.raises(NotAuthorized) as refused:
        play(open_table(), incident_at("community", recut))
    assert refused.value.cite == "559.5(e)"


@pytest.mark.cites("559.5(f)")
def test_cards_spread_at_an_idle_table_are_shown_and_washed_when_a_player_comes() -> None:
    table = open_table()
    play(table)
    assert "559.5(f)" not in cites(play(table))
    table.rest()
    assert in_order(play(table), "559.5(f)", "559.5(a)")


@pytest.mark.cites("559.3(b)(4)", "559.3(b)(5)", "559.4(d)")
def test_two_decks_take_turns() -> None:
    table = open_table(second_deck=True)
    first = play(table)
    assert "559.4(d)" in cites(first)
    for _ in range(3):
        waiting = list(table.waiting)
        finished = play(table)
        assert in_order(finished, "559.3(b)(4)", "559.3(b)(3)", "559.3(b)(5)")
        assert sorted(table.waiting) == sorted(table.racks[""]) == list(range(52))
        assert table.racks[""] != waiting


@pytest.mark.cites("559.3(c)(1)", "559.3(c)(2)")
@pytest.mark.parametrize(("dealing", "hours", "cite"), [("hand", 4, "559.3(c)(1)"), ("manual shoe", 8, "559.3(c)(2)")])
def test_the_decks_are_changed_in_time(dealing: str, hours: int, cite: str) -> None:
    now = 0.0

    class Clock(Chance):
        def hours(self) -> float:
            return now

    table = open_table(chance=Clock(1), dealing=dealing)
    play(table)
    now = hours - 0.1
    assert cite not in cites(play(table))
    now = hours
    assert in_order(play(table), cite, "559.4(a)")


# ---------------------------------------------------------------------- § 559.6


@pytest.mark.cites("559.6")
def test_order_of_the_hands() -> None:
    five = [
        *("9c 9d Ah Ks Qc", "Tc Td 4h 3s 2c", "3c 3d 2h 2s 4c", "2c 2d 2h 4s 3c", "Ac 2d 3h 4s 5c", "2c 3c 4c 5c 7c"),
        *("2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c", "Ac Kc Qc Jc Tc"),
    ]
    three = ["Kc Ad 2c", "2c 2d 3h", "Kc Ac 2c", "Ac 2d 3h", "2c 2d 2h", "Ac 2c 3c", "Ac Kc Qc"]
    for section, hands in (("559.6", five), ("559.6(c)", three)):
        value = GAME.rankings[section].value
        assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(hands))


# ---------------------------------------------------------------------- § 559.7–.9


@pytest.mark.cites("559.7(d)")
@pytest.mark.parametrize(
    "wagers",
    [
        *({"Bet 1": 1000, "Bet 2": 1000}, {"Bet 3": 1000}, BETS | {"Bet 2": 1500}, BETS | {"Bet 3": 500}),
        {"Three Card Bonus": 500, "Let It Ride Bonus": 100},
    ],
)
def test_three_equal_bets_are_required(wagers: dict[str, int]) -> None:
    table = open_table(three_card_bonus="A", let_it_ride_bonus=True)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, wagers)
    assert refused.value.cite == "559.7(d)"


def test_the_names_of_the_bets_as_the_chapter_and_as_the_layout_have_them() -> None:
    for number in "123":
        for name in (f"Bet {number}", f"Bet Number {number}", f"bet number {number} wager", f"the bet {number}"):
            assert GAME.wager_name(name) == f"Bet {number}"
    assert GAME.wager_name("Bet") == "Bet"
    assert GAME.wager_name("Three-Card Bonus Bet") == "Three Card Bonus"
    open_table().bet(1, {f"Bet Number {n}": 1000 for n in (1, 2, 3)})


@pytest.mark.cites("559.7(a)", "559.7(c)")
def test_chips_only_and_nothing_after_no_more_bets() -> None:
    table = open_table(smallest_chip=100)
    for wagers in (dict.fromkeys(BETS, 1050), dict.fromkeys(BETS, 50_000)):
        with pytest.raises(IllegalWager) as refused:
            table.seats[1].cents = 100_000
            table.bet(1, wagers)
        assert refused.value.cite == "559.7(a)"
    table.bet(1, BETS)
    table.begin()
    for wagers in ({}, BETS):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "559.7(c)"


@pytest.mark.cites("559.8(b)", "559.9(b)")
def test_the_optional_wagers_are_offered_or_refused() -> None:
    for wager, cents, cite in (("Let It Ride Bonus", 100, "559.8(b)"), ("Three Card Bonus", 500, "559.9(b)")):
        with pytest.raises(IllegalWager, match="does not offer") as refused:
            open_table().bet(1, BETS | {wager: cents})
        assert refused.value.cite == cite
    table = open_table(let_it_ride_bonus=True, three_card_bonus="F")
    table.bet(1, BETS | BONUSES)
    for cents in (50, 200, 500):
        with pytest.raises(IllegalWager, match=r"must be \$1,") as refused:
            table.bet(1, BETS | {"Let It Ride Bonus": cents})
        assert refused.value.cite == "559.8(b)"


@pytest.mark.cites("559.7(e)")
def test_a_second_position_only_where_allowed_and_adjacent() -> None:
    table = open_table(seats=0)
    table.sit(1, "one person")
    with pytest.raises(IllegalWager) as refused:
        table.sit(2, "one person")
    assert refused.value.cite == "559.7(e)"
    table = open_table(seats=0, two_positions=True)
    table.sit(2, "one person")
    with pytest.raises(IllegalWager, match="adjacent"):
        table.sit(4, "one person")
    table.sit(3, "one person")
    with pytest.raises(IllegalWager) as refused:
        table.sit(4, "one person")
    assert refused.value.cite == "559.7(e)"


@pytest.mark.cites("559.7(b)")
def test_a_player_who_leaves_loses_his_wagers_unless_the_house_is_kind() -> None:
    for lose, back in ((True, 0), (False, 1000)):
        table = open_table(abandoned_wagers_lose=lose)
        finished = play(table, incident_at("dealt", Incident("player leaves", {"seat": 1})))
        assert finished.ledger is not None
        assert finished.ledger.back["seat_1"] == dict.fromkeys(BETS, back)
        assert not any(s.act == "decide" and s.who == "seat_1" for s in finished.steps)


# ---------------------------------------------------------------------- § 559.10–.12


@pytest.mark.cites("559.10(d)(1)", "559.10(d)(2)", "559.10(d)(3)", "559.10(d)(4)", "559.10(d)(5)", "559.10(c)")
@pytest.mark.cites("559.11(b)(1)", "559.11(b)(2)", "559.11(b)(3)", "559.11(b)(4)", "559.11(b)(5)")
@pytest.mark.parametrize(("dealing", "deal"), [("manual shoe", "559.10(d)"), ("hand", "559.11(b)")])
def test_one_card_at_a_time_in_five_passes(dealing: str, deal: str) -> None:
    finished = play(open_table(dealing=dealing))
    dealt = [(s.cite, s.who, len(s.cards), s.face) for s in finished.steps if s.act == "deal"]
    places = (("seat_1", "seat_2"), ("community",), ("seat_1", "seat_2"), ("community",), ("seat_1", "seat_2"))
    assert dealt == [(f"{deal}({n})", who, 1, "down") for n, turn in enumerate(places, 1) for who in turn]


@pytest.mark.cites("559.12(b)")
def test_stacks_of_three_and_one_community_card_removed_unseen() -> None:
    finished = play(open_table(dealing="automated shoe"))
    dealt = [s for s in finished.steps if s.cite == "559.12(b)" and s.act in ("deal", "draw")]
    assert [(s.who, len(s.cards), s.face) for s in dealt] == [
        *(("seat_1", 3, "down"), ("seat_2", 3, "down"), ("discard rack", 1, "down"), ("community", 2, "down")),
    ]


@pytest.mark.cites("559.13(c)", "559.13(e)", "559.12(b)")
@pytest.mark.parametrize("dealing", METHODS)
def test_the_community_card_at_the_left_is_shown_first(dealing: str) -> None:
    """One by one the second card lies to the right of the first; of a stack the card that came last, its top, does."""
    finished = play(open_table(dealing=dealing))
    dealt = [c for s in finished.steps if s.act == "deal" and s.who == "community" for c in s.cards]
    shown = [(s.cite, *s.cards) for s in finished.steps if s.act == "reveal" and s.who == "community"]
    assert shown == list(zip(("559.13(c)", "559.13(e)"), dealt, strict=True))


@pytest.mark.cites("559.10(a)", "559.10(b)", "559.10(c)", "559.10(e)", "559.11(a)(2)", "559.11(a)(2)(i)")
@pytest.mark.cites("559.11(a)(2)(ii)", "559.11(a)(3)", "559.11(c)", "559.12(a)(1)", "559.12(a)(2)", "559.12(c)")
@pytest.mark.parametrize(
    ("dealing", "before", "bets", "after"),
    [
        ("manual shoe", ["559.10(a)"], "559.10(b)", ["559.10(c)", "559.10(d)(1)", "559.10(e)"]),
        (
            "hand",
            ["559.11(a)(1)", "559.11(a)(2)", "559.11(a)(2)(i)", "559.11(a)(2)(ii)"],
            "559.11(a)(3)",
            ["559.11(b)", "559.11(b)(1)", "559.11(c)"],
        ),
        ("automated shoe", ["559.12(a)(1)"], "559.12(a)(2)", ["559.12(b)", "559.12(c)"]),
    ],
)
def test_the_bonus_dollars_are_collected_and_counted_before_the_first_card(
    dealing: str, before: list[str], bets: str, after: list[str]
) -> None:
    table = open_table(seats=3, dealing=dealing, let_it_ride_bonus=True)
    table.bet(1, BETS | {"Let It Ride Bonus": 100})
    table.bet(2, BETS)
    table.bet(3, BETS | {"Let It Ride Bonus": 100})
    finished = drive(table, bots)
    assert in_order(finished, *before, bets, *after)
    first_card = next(n for n, s in enumerate(finished.steps) if s.act == "deal")
    collected = [(s.cite, s.who, s.wager, s.cents) for s in finished.steps[:first_card] if s.act == "collect"]
    assert collected == [(bets, who, "Let It Ride Bonus", 100) for who in ("seat_1", "seat_3")]
    assert any(s.cite == bets and "against the wagers accepted: 2" in s.note for s in finished.steps[:first_card])
    assert all(s.face == "down" for s in finished.steps if s.who == "stub")


@pytest.mark.cites("559.10(f)", "559.10(g)", "559.11(d)", "559.11(e)", "559.12(d)", "559.12(e)")
@pytest.mark.parametrize(
    ("dealing", "count", "right"),
    [
        ("manual shoe", "559.10(f)", "559.10(g)"),
        ("hand", "559.11(d)", "559.11(e)"),
        ("automated shoe", "559.12(d)", "559.12(e)"),
    ],
)
def test_the_stub_is_counted_every_five_rounds_unless_a_device_counts(dealing: str, count: str, right: str) -> None:
    table = open_table(dealing=dealing)
    assert [in_order(play(table), count, right) for _ in range(10)] == ([False] * 4 + [True]) * 2
    table = open_table(dealing=dealing, counting_shuffler=True)
    assert not any(count in cites(play(table)) for _ in range(6))


@pytest.mark.cites("559.10(h)", "559.11(f)", "559.12(f)")
@pytest.mark.parametrize("moment", ["deal", "community", "dealt"])
@pytest.mark.parametrize(
    ("dealing", "stub", "wrong"),
    [("manual shoe", 44, "559.10(h)"), ("hand", 44, "559.11(f)"), ("automated shoe", 43, "559.12(f)")],
)
def test_a_wrong_stub_takes_the_deck_away_unless_it_was_only_misdealt(dealing: str, stub: int, wrong: str, moment: str) -> None:
    for misdealt, count, removed in ((True, stub - 1, False), (False, stub - 1, True), (True, stub - 2, True)):
        table = open_table(dealing=dealing)
        finished = play(table, incident_at(moment, Incident("stub count wrong", {"stub": count, "misdealt": misdealt})))
        assert finished.void == wrong
        assert finished.ledger is not None
        assert finished.ledger.inventory == 0
        assert ("559.4(a)" in cites(play(table))) == removed  # a new deck is inspected


@pytest.mark.cites("559.11(a)(1)")
def test_dealing_from_the_hand_needs_a_shuffling_device() -> None:
    with pytest.raises(NotAuthorized) as refused:
        House.of("559", {"dealing": "hand", "shuffler": False})
    assert refused.value.cite == "559.11(a)(1)"
    assert House.of("559", {"dealing": "hand"})["shuffler"]


# ---------------------------------------------------------------------- § 559.13


@pytest.mark.cites("559.1", "559.13(a)", "559.13(a)(1)", "559.13(a)(2)", "559.13(a)(3)")
@pytest.mark.cites("559.13(b)", "559.13(c)", "559.13(d)", "559.13(e)")
def test_two_rounds_of_questions_clockwise_with_a_community_card_after_each() -> None:
    finished = play(open_table(seats=3), everybody("pull"))
    acts = [
        (s.cite, s.who)
        for s in finished.steps
        if s.act == "decide" or (s.act == "reveal" and s.who == "community") or s.cite == "559.13(a)(3)"
    ]
    seats = ("seat_1", "seat_2", "seat_3")
    assert acts == [
        *(("559.13(b)", who) for who in seats),
        ("559.13(c)", "community"),
        *((cite, who) for who in seats for cite in ("559.13(d)", "559.13(a)(3)")),
        ("559.13(e)", "community"),
    ]
    assert in_order(finished, "559.13(a)", "559.13(a)(1)", "559.13(a)(2)", "559.13(b)")


@pytest.mark.cites("559.13(b)(1)", "559.13(b)(2)", "559.13(d)(1)", "559.13(d)(2)")
def test_a_withdrawn_bet_comes_back_at_once_and_no_other_answer_is_taken() -> None:
    for word, first, second in (
        ("pull", "559.13(b)(2)", "559.13(d)(2)"),
        ("let it ride", "559.13(b)(1)", "559.13(d)(1)"),
    ):
        finished = play(open_table(seats=1), everybody(word))
        assert in_order(finished, "559.13(b)", first, "559.13(c)", "559.13(d)", second, "559.13(e)")
        returned = [(s.cite, s.wager, s.cents) for s in finished.steps if s.act == "return"]
        assert returned == ([(first, "Bet 1", 1000), (second, "Bet 2", 1000)] if word == "pull" else [])
    table = open_table(seats=1)
    table.bet(1, BETS)
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    for words in ("fold", "raise 1000", "pull 500", ""):
        with pytest.raises(IllegalDecision) as refused:
            table.verify(request, words)
        assert refused.value.cite == request.cite


def settlement(finished: Round) -> list[Step]:
    start = cites(finished).index("559.13(f)")
    return finished.steps[start:]


@pytest.mark.cites("559.13(f)", "559.13(f)(1)", "559.13(f)(2)", "559.13(f)(3)", "559.13(f)(4)", "559.13(h)")
def test_settled_counterclockwise_losers_before_winners_and_cards_collected_last() -> None:
    mixed = 0
    for seed in range(40):
        table = open_table(seats=4, seed=seed, let_it_ride_bonus=True, three_card_bonus="A")
        steps = settlement(play(table, bots, **BONUSES))
        money = [s for s in steps if s.act in ("collect", "pay", "bonus")]
        order = [int(s.who.removeprefix("seat_")) for s in money]
        assert order == sorted(order, reverse=True)
        assert [s.who for s in steps if s.act == "reveal"] == ["seat_4", "seat_3", "seat_2", "seat_1"]
        for seat in range(1, 5):
            acts = [s.act != "collect" for s in money if s.who == f"seat_{seat}"]
            assert acts == sorted(acts)
            mixed += len(set(acts)) == 2
        cleared = [(n, s.who) for n, s in enumerate(steps) if s.act == "discard"]
        assert [who for _, who in cleared] == ["seat_4", "seat_3", "seat_2", "seat_1", "community"]
        assert all(steps[n].cite == "559.13(h)" for n, _ in cleared)
        last = max(n for n, s in enumerate(steps) if s.act in ("collect", "pay", "bonus"))
        assert last < [s.cite for s in steps].index("559.13(f)(4)") < cleared[0][0]
    assert mixed > 0


# ---------------------------------------------------------------------- § 559.14


@pytest.mark.cites("559.14(b)")
def test_the_house_may_pay_more_and_never_less() -> None:
    House.of("559", {"let_it_ride_poker": {"Flush": "9 to 1"}})
    with pytest.raises(NotAuthorized) as refused:
        House.of("559", {"let_it_ride_poker": {"Flush": "7 to 1"}})
    assert refused.value.cite == "559.14(b)"
    table = open_table(let_it_ride_poker={"Two Pair": "5 to 2"}, smallest_chip=5)
    with pytest.raises(IllegalWager, match="to the cent") as inexact:
        table.bet(1, dict.fromkeys(BETS, 1005))
    assert inexact.value.cite == "559.14(b)"
    table.bet(1, dict.fromkeys(BETS, 1010))


@pytest.mark.cites("559.14(d)")
def test_the_house_may_raise_the_bonus_amounts_and_never_lower_them() -> None:
    house = House.of("559", {"let_it_ride_bonus": {"Royal Flush": "$30,000"}})
    assert dict(house.paytable("Let It Ride Bonus").rows)["Royal Flush"] == "$30,000"
    with pytest.raises(NotAuthorized) as refused:
        House.of("559", {"let_it_ride_bonus": {"Royal Flush": "$20,000"}})
    assert refused.value.cite == "559.14(d)"


@pytest.mark.cites("559.14(a)")
def test_odds_are_stated_with_to() -> None:
    for table in House.of("559").chapter.paytables:
        assert not any(" for " in payout for _, payout in table.rows)
    paid = {s.note for seed in range(30) for s in play(open_table(seats=7, seed=seed)).steps if s.act == "pay"}
    assert paid
    assert all(" to 1" in note for note in paid)


@pytest.mark.cites("559.14(c)")
def test_a_payout_limit_has_a_floor() -> None:
    """Three royal flush Bets of $20 win $60,000, with better odds of the house more."""
    dear: dict[str, Any] = {"let_it_ride_poker": {"Royal Flush": "2000 to 1"}}
    for house in (
        {"payout_limit": 4_999_900},
        {"payout_limit": 5_999_900, "table_minimum": 2000},
        {"payout_limit": 6_000_000, "table_minimum": 2000} | dear,
    ):
        with pytest.raises(NotAuthorized) as refused:
            Table(GAME, House.of("559", house), Chance(1))
        assert refused.value.cite == "559.14(c)"
    open_table(payout_limit=6_000_000, table_minimum=2000)
    open_table(payout_limit=12_000_000, table_minimum=2000, **dear)


# ---------------------------------------------------------------------- § 559.15


@pytest.mark.cites("559.15(a)", "559.15(c)", "559.15(e)")
@pytest.mark.parametrize("moment", ["deal", "community", "dealt", "reveal"])
def test_a_void_round_gives_everything_back_and_the_next_one_is_dealt(moment: str) -> None:
    incidents = [Incident("wrong number of cards", {"to": "community", "cards": 1}), Incident("automated shoe jam")]
    for incident in incidents:
        table = open_table(dealing="automated shoe", let_it_ride_bonus=True, three_card_bonus="D")
        finished = play(table, incident_at(moment, incident), **BONUSES)
        assert finished.void in ("559.15(c)", "559.15(e)")
        assert finished.ledger is not None
        assert finished.ledger.back == {"seat_1": BETS | BONUSES, "seat_2": BETS | BONUSES}
        assert not play(table).void


@pytest.mark.cites("559.15(f)")
def test_a_broken_device_is_replaced_by_the_manual_shoe() -> None:
    table = open_table(dealing="automated shoe")
    play(table, incident_at("settle", Incident("device out of order", {"device": "automated dealing shoe"})))
    assert "559.10(d)(1)" in cites(play(table))


def test_a_player_who_leaves_during_the_deal_gets_no_further_card() -> None:
    for dealing in METHODS:
        finished = play(open_table(dealing=dealing), incident_at("community", Incident("player leaves", {"seat": 1})))
        left = next(n for n, s in enumerate(finished.steps) if s.cite == "559.7(b)")
        assert not any(s.act == "deal" and s.who == "seat_1" for s in finished.steps[left:])


def test_no_dealer_hand_can_be_exposed() -> None:
    with pytest.raises(NotAuthorized):
        play(open_table(), incident_at("deal", Incident("dealer card exposed", {"card": "Ah"})))


# ---------------------------------------------------------------------- the bot


@pytest.mark.parametrize(
    ("hand", "shown", "rides"),
    [
        ("Tc Td 2h", "", True),
        ("9c 9d Ah", "", False),
        ("2c 2d 2h", "", True),
        ("3c 4c 5c", "", True),
        ("2c 3c 4c", "", False),
        ("8c 9c Jc", "", True),
        ("6c 7c 9c", "", False),
        ("9c Jc Qc", "", True),
        ("Ah Kh Jh", "", True),
        ("Ah Kd Jh", "", False),
        ("2c 7c Jc", "9c", True),
        ("2c 2d 7h", "7s", True),
        ("7c 8d 9h", "Ts", True),
        ("9c Td Qh", "Ks", False),
        ("Tc Qd Kh", "As", True),
        ("Tc Td Kh", "2s", True),
        ("7c 7d 8h", "9s", False),
    ],
)
def test_the_bot_rides_with_paid_hands_and_good_draws(hand: str, shown: str, rides: bool) -> None:
    t = Round(open_table(), {}, GAME.irregularity)
    t.hands["seat_1"] = parse(hand)
    if shown:
        t.reveal("559.13(c)", "community", parse(shown))
    assert bot(t, Ask(1, (), "559.13(b)")) == ("let it ride" if rides else "pull")
