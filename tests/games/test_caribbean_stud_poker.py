"""Caribbean Stud Poker beyond its rule cases: refused wagers, order of the deal and of settlement, the meter, the cards."""

from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games.caribbean_stud_poker import GAME
from pitboss.house import House
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table

METHODS = ("manual shoe", "hand", "automated shoe")
ROYAL, STRAIGHT_FLUSH, FLUSH = "Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s", "Kc 8c 7c 4c 2c"


def open_table(seats: int = 2, chance: Chance | None = None, cards: dict[str, str] | None = None, **house: Any) -> Table:
    """A table with players at it; with `cards` everybody gets the cards named."""
    places = {place: parse(words) for place, words in (cards or {}).items()}
    stacks: dict[str, Stack] | None = {"": RiggedStack(Rigging(places, [], [], 1))} if cards else None
    table = Table(GAME, House.of("555", house), chance or Chance(1), stacks=stacks)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}")
    return table


def everybody(word: str = "bet", *incidents: tuple[str, Incident]) -> Driver:
    """All players say the same; what goes wrong happens at a moment's name or before the Nth decision."""
    pending = list(incidents)
    asked = 0

    def driver(table: Table, request: Request) -> Reply:
        nonlocal asked
        now = request.name if isinstance(request, Moment) else str(asked + 1)
        for n, (at, incident) in enumerate(pending):
            if at == now:
                del pending[n]
                return incident
        if isinstance(request, Ask):
            asked += 1
            return table.verify(request, word)
        return None

    return driver


def play(table: Table, driver: Driver = bots, progressive: bool = False) -> Round:
    for seat in table.seats:
        table.bet(seat, {"Ante": 1000} | ({"Progressive Payout": 100} if progressive else {}))
    return drive(table, driver)


def cites(finished: Round) -> list[str]:
    return [step.cite for step in finished.steps]


def in_order(finished: Round, *wanted: str) -> bool:
    """Whether the steps cite these paragraphs, one after the other."""
    rest = iter(cites(finished))
    return all(cite in rest for cite in wanted)


def money(finished: Round) -> list[tuple[str, str, str, int]]:
    """What moved after the hole cards were revealed: paragraph, act, whose, cents."""
    steps = finished.steps
    start = next(n for n, s in enumerate(steps) if s.cite == "555.11(d)")
    return [(s.cite, s.act, s.who, s.cents) for s in steps[start:] if s.cents]


def wagers_back(finished: Round) -> dict[str, dict[str, int]]:
    assert finished.ledger is not None
    return finished.ledger.back


# ---------------------------------------------------------------------- § 555.3–.5


@pytest.mark.cites("555.4(a)", "555.4(b)", "555.4(c)", "555.5(a)", "555.5(c)(2)", "555.5(d)(1)", "555.5(d)(1)(i)")
@pytest.mark.cites("555.5(d)(1)(iii)", "555.5(d)(2)", "555.5(f)")
def test_a_fresh_deck_is_inspected_spread_washed_shuffled_and_cut() -> None:
    table = open_table()
    cut = ("555.5(c)(2)", "555.5(d)(1)", "555.5(d)(1)(i)", "555.5(d)(1)(ii)", "555.5(d)(1)(iii)", "555.5(d)(2)")
    assert in_order(play(table), "555.4(a)", "555.4(b)", "555.4(c)", "555.5(a)", *cut, "555.8(a)")
    again = play(table)
    assert "555.4(a)" not in cites(again)
    assert in_order(again, "555.5(a)", *cut, "555.8(a)")
    table.rest()
    assert in_order(play(table), "555.5(f)", "555.5(a)", *cut)


@pytest.mark.cites("555.5(d)(1)(ii)", "555.5(e)")
def test_a_cut_and_a_recut_are_at_least_ten_cards_deep() -> None:
    depths: list[tuple[int, int]] = []

    class Watch(Chance):
        def number(self, least: int, most: int) -> int:
            depths.append((least, most))
            return super().number(least, most)

    finished = play(open_table(chance=Watch(3)), everybody("fold", ("deal", Incident("cut performed improperly"))))
    assert "555.5(e)" in cites(finished)
    assert depths == [(10, 42), (10, 42)]


@pytest.mark.cites("555.5(e)")
def test_no_recut_once_cards_are_dealt() -> None:
    with pytest.raises(NotAuthorized) as refused:
        play(open_table(), everybody("fold", ("1", Incident("cut performed improperly"))))
    assert refused.value.cite == "555.5(e)"


@pytest.mark.cites("555.3(b)(3)", "555.3(b)(4)", "555.3(b)(5)", "555.4(d)", "555.5(c)(1)")
def test_two_decks_take_turns() -> None:
    table = open_table(second_deck=True)
    for number in range(3):
        waiting = list(table.waiting)
        finished = play(table)
        assert ("555.4(d)" in cites(finished)) == (number == 0)
        assert in_order(finished, "555.3(b)(4)", "555.3(b)(3)", "555.3(b)(5)", "555.5(c)(1)")
        assert sorted(table.waiting) == sorted(table.racks[""]) == list(range(52))
        assert table.racks[""] != waiting
    assert "555.5(c)(2)" not in cites(finished)  # a deck that the device shuffled is not cut


@pytest.mark.cites("555.3(c)(1)", "555.3(c)(2)")
@pytest.mark.parametrize(
    ("dealing", "hours", "cite"),
    [("hand", 4, "555.3(c)(1)"), ("manual shoe", 8, "555.3(c)(2)"), ("automated shoe", 8, "555.3(c)(2)")],
)
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
    assert in_order(play(table), cite, "555.4(a)")


@pytest.mark.cites("555.5(b)", "555.8(f)", "555.9(d)", "555.10(d)", "555.8(g)", "555.9(e)", "555.10(e)")
@pytest.mark.parametrize(
    ("dealing", "count", "right"),
    [("manual shoe", "555.8(f)", "555.8(g)"), ("hand", "555.9(d)", "555.9(e)"), ("automated shoe", "555.10(d)", "555.10(e)")],
)
def test_the_stub_is_counted_every_fifth_round_unless_the_device_counts(dealing: str, count: str, right: str) -> None:
    for device in (False, True):
        table = open_table(dealing=dealing, counting_shuffler=device)
        rounds = [play(table) for _ in range(10)]
        assert [count in cites(r) for r in rounds] == 2 * [False, False, False, False, not device]
        assert [right in cites(r) for r in rounds] == [count in cites(r) for r in rounds]
        assert all(("555.5(b)" in cites(r)) == device for r in rounds)


# ---------------------------------------------------------------------- § 555.7


@pytest.mark.cites("555.7(a)", "555.7(b)")
@pytest.mark.parametrize(
    ("wagers", "cite"),
    [
        ({"Ante": 400}, "555.7(b)"),
        ({"Ante": 10_100}, "555.7(b)"),
        ({"Ante": 550}, "555.7(a)"),
        ({"Progressive Payout": 100}, "555.7(b)"),
        ({"Ante": 1000, "Progressive Payout": 200}, "555.7(c)"),
        ({"Ante": 1000, "Progressive Payout": 500}, "555.7(c)"),
        ({"Ante": 1000, "Bet": 2000}, "555.7(d)"),
    ],
)
def test_wagers_that_are_refused(wagers: dict[str, int], cite: str) -> None:
    table = open_table(table_minimum=500, table_maximum=10_000, smallest_chip=100)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, wagers)
    assert refused.value.cite == cite
    assert table.bets == {}


@pytest.mark.cites("555.7(b)", "555.7(d)")
def test_after_no_more_bets_only_the_bet_wager_is_made() -> None:
    table = open_table()
    table.bet(1, {"Ante": 1000})
    table.begin()
    for wagers in ({}, {"Ante": 2000}):
        with pytest.raises(IllegalWager, match="no more bets") as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "555.7(b)"
    finished = drive(table, everybody())
    assert [s.cents for s in finished.steps if s.act == "wager"] == [1000, 2000]


@pytest.mark.cites("555.1", "555.11(a)")
def test_the_bet_is_double_the_ante_and_nothing_else() -> None:
    table = open_table()
    table.bet(1, {"Ante": 1500})
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    assert [table.verify(request, words) for words in ("bet", "bet 2x", "bet 3000")] == 3 * [Answer("bet", 3000)]
    for words in ("bet 1x", "bet 3050", "check", "raise"):
        with pytest.raises(IllegalDecision) as refused:
            table.verify(request, words)
        assert refused.value.cite == "555.11(a)"


@pytest.mark.cites("555.7(e)")
def test_a_player_plays_one_hand() -> None:
    table = open_table(1)
    with pytest.raises(IllegalWager) as refused:
        table.sit(2, "player 1")
    assert refused.value.cite == "555.7(e)"


@pytest.mark.cites("555.13(c)", "555.13(d)", "555.13(e)")
@pytest.mark.parametrize(
    ("house", "cite"),
    [
        ({"bet": {"Flush": "4 to 1"}}, "555.13(c)"),
        ({"progressive_payout": {"Flush": "$49"}}, "555.13(d)"),
        ({"progressive_payout": {"Royal Flush": "90%"}}, "555.13(d)"),
        ({"progressive_payout": {"Royal Flush": "101%"}}, "555.13(d)"),
        ({"progressive_payout": {"Straight Flush": "$4,999"}}, "555.13(d)"),
        ({"progressive_payout": {"Straight Flush": "9%"}}, "555.13(d)"),
        ({"progressive_payout": {"Straight Flush": "$6,000"}}, "555.13(d)"),  # while 10% is designated
        ({"progressive_payout": {"Straight Flush": "15%"}, "progressive_straight_flush": "$5,000"}, "555.13(d)"),
        ({"progressive_rate": 69}, "555.13(e)"),
    ],
)
def test_a_house_below_the_printed_tables_is_refused(house: dict[str, Any], cite: str) -> None:
    with pytest.raises(NotAuthorized) as refused:
        open_table(**house)
    assert refused.value.cite == cite


@pytest.mark.cites("555.13(c)", "555.13(d)")
@pytest.mark.parametrize(
    ("designated", "posted", "paid"),
    [
        ("10%", {}, 400_000),
        ("$5,000", {}, 500_000),
        ("10%", {"Straight Flush": "15%"}, 600_000),
        ("$5,000", {"Straight Flush": "$6,500"}, 650_000),
    ],
)
def test_a_house_may_post_better_odds(designated: str, posted: dict[str, str], paid: int) -> None:
    table = open_table(
        1,
        cards={"seat_1": STRAIGHT_FLUSH, "dealer": "Kd Kc 7h 4d 2c"},
        bet={"Straight Flush": "75 to 1"},
        progressive_payout=posted,
        progressive_straight_flush=designated,
        progressive_initial=3_999_930,
    )
    finished = play(table, everybody(), progressive=True)
    assert wagers_back(finished)["seat_1"] == {"Ante": 2000, "Bet": 76 * 2000, "Progressive Payout": paid}


@pytest.mark.cites("555.13(c)")
def test_an_ante_whose_bet_could_not_be_paid_to_the_cent_is_refused() -> None:
    table = open_table(smallest_chip=1, table_minimum=1, bet={"Flush": "16 to 3"})
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, {"Ante": 1000})
    assert refused.value.cite == "555.13(c)"
    table.bet(1, {"Ante": 1002})


# ---------------------------------------------------------------------- § 555.8–.10


@pytest.mark.cites(
    "555.8(a)", "555.8(b)", "555.8(c)", "555.8(d)(1)", "555.8(d)(2)", "555.8(d)(3)", "555.8(d)(4)", "555.8(d)(5)"
)
@pytest.mark.cites("555.8(e)", "555.9(a)(1)", "555.9(a)(2)", "555.9(a)(2)(i)", "555.9(a)(2)(ii)", "555.9(a)(3)", "555.9(b)(1)")
@pytest.mark.cites("555.9(b)(2)", "555.9(b)(3)", "555.9(b)(4)", "555.9(b)(5)", "555.9(c)")
@pytest.mark.parametrize(
    ("dealing", "deal", "stub"), [("manual shoe", "555.8(d)", "555.8(e)"), ("hand", "555.9(b)", "555.9(c)")]
)
def test_cards_go_round_one_at_a_time_and_the_dealers_first_lies_face_up(dealing: str, deal: str, stub: str) -> None:
    table = open_table(dealing=dealing)
    finished = play(table, progressive=True)
    dealt = [(s.cite.removeprefix(deal), s.who, s.face, len(s.cards)) for s in finished.steps if s.act == "deal"]
    assert dealt == [
        (f"({paragraph})", who, "up" if (turn, who) == (0, "dealer") else "down", 1)
        for turn in range(5)
        for who, paragraph in (
            *((f"seat_{n}", (1, 3, 5, 5, 5)[turn]) for n in (1, 2)),
            ("dealer", (2, 4, 5, 5, 5)[turn]),
        )
    ]
    ready = {
        "manual shoe": ("555.8(a)", "555.8(b)", "555.8(c)", "555.8(d)(1)"),
        "hand": ("555.9(a)(1)", "555.9(a)(2)", "555.9(a)(2)(i)", "555.9(a)(2)(ii)", "555.9(a)(3)", "555.9(b)(1)"),
    }
    assert in_order(finished, *ready[dealing], stub, "555.11(a)")


@pytest.mark.cites("555.10(a)(1)", "555.10(a)(2)", "555.10(b)", "555.10(c)", "555.10(g)")
def test_stacks_of_five_and_the_bottom_card_of_the_dealers_turned_up() -> None:
    table = open_table(dealing="automated shoe")
    finished = play(table)
    dealt = [s for s in finished.steps if s.act == "deal"]
    assert [(s.cite, s.who, s.face, len(s.cards)) for s in dealt] == [
        ("555.10(b)", who, "down", 5) for who in ("seat_1", "seat_2", "dealer")
    ]
    shown = [s.cards for s in finished.steps if s.act == "reveal" and s.who == "dealer"]
    assert shown == [dealt[-1].cards[:1], dealt[-1].cards[1:]]
    assert in_order(finished, "555.10(a)(1)", "555.10(a)(2)", "555.10(b)", "555.10(c)", "555.10(g)", "555.11(a)", "555.11(d)")


@pytest.mark.cites("555.8(h)", "555.9(f)", "555.10(f)")
@pytest.mark.parametrize(("dealing", "wrong"), [*zip(METHODS, ("555.8(h)", "555.9(f)", "555.10(f)"), strict=True)])
def test_a_wrong_stub_takes_the_deck_away_unless_it_was_only_misdealt(dealing: str, wrong: str) -> None:
    for misdealt, stub, removed in ((True, 36, False), (False, 36, True), (True, 35, True)):
        table = open_table(dealing=dealing)
        incident = Incident("stub count wrong", {"stub": stub, "misdealt": misdealt})
        assert play(table, everybody("bet", ("deal", incident))).void == wrong
        assert ("555.4(a)" in cites(play(table))) == removed  # a new deck is inspected


@pytest.mark.cites("555.14(g)")
def test_a_broken_shoe_is_replaced_by_the_manual_shoe() -> None:
    table = open_table(dealing="automated shoe")
    incident = Incident("device out of order", {"device": "automated dealing shoe"})
    assert "555.10(g)" in cites(play(table, everybody("bet")))
    first = cites(play(table, everybody("bet", ("deal", incident))))  # before the first card
    assert "555.8(d)(1)" in first and "555.10(g)" not in first
    assert in_order(play(table), "555.8(b)", "555.8(d)(2)")


# ---------------------------------------------------------------------- § 555.11

TABLE = {
    "seat_1": "Ks Kh 5d 4c 3s",  # wins
    "seat_2": "Jh 9d 6s 4h 2d",  # loses
    "seat_3": "Qd Qc Ac 8h 7d",  # ties
    "seat_4": "As Ad 9c 6d 3h",  # wins
}
QUEENS, ACE_QUEEN = "Qh Qs Ah 8d 7h", "Ah Qs 8d 7c 3c"


@pytest.mark.cites("555.11(b)", "555.11(d)", "555.11(e)", "555.11(e)(1)", "555.11(e)(2)", "555.11(e)(3)", "555.11(g)")
def test_losers_then_ties_then_winners_each_from_the_dealers_right() -> None:
    finished = play(open_table(4, cards=TABLE | {"dealer": QUEENS}), everybody())
    assert in_order(finished, "555.11(b)", "555.11(a)", "555.11(d)", "555.11(e)")
    assert money(finished) == [
        ("555.11(e)(1)", "collect", "seat_2", 1000),
        ("555.11(e)(1)", "collect", "seat_2", 2000),
        ("555.11(e)(2)", "return", "seat_3", 1000),
        ("555.11(e)(2)", "return", "seat_3", 2000),
        ("555.13(b)", "pay", "seat_4", 1000),
        ("555.13(c)", "pay", "seat_4", 2000),
        ("555.13(b)", "pay", "seat_1", 1000),
        ("555.13(c)", "pay", "seat_1", 2000),
    ]
    shown = [s.who for s in finished.steps if s.cite == "555.11(e)"]
    assert shown == ["seat_4", "seat_3", "seat_2", "seat_1"]
    racked = [(s.cite, s.who) for s in finished.steps if s.act == "discard"][1:]  # after the stub
    assert racked == [
        ("555.11(e)(1)", "seat_2"),
        ("555.11(e)(2)", "seat_3"),
        ("555.11(e)(3)", "seat_4"),
        ("555.11(e)(3)", "seat_1"),
        ("555.11(g)", "dealer"),
    ]


@pytest.mark.cites("555.11(f)(1)", "555.11(f)(2)", "555.11(f)(3)", "555.11(f)(4)", "555.11(g)")
def test_no_hand_pays_all_antes_then_returns_all_bets_and_shows_only_progressive_hands() -> None:
    table = open_table(3, cards={k: v for k, v in TABLE.items() if k != "seat_4"} | {"dealer": ACE_QUEEN})
    table.bet(1, {"Ante": 1000})
    table.bet(2, {"Ante": 1000, "Progressive Payout": 100})
    table.bet(3, {"Ante": 1000})
    finished = drive(table, everybody())
    assert money(finished) == [
        *(("555.11(f)(2)", "pay", f"seat_{n}", 1000) for n in (3, 2, 1)),
        *(("555.11(f)(3)", "return", f"seat_{n}", 2000) for n in (3, 2, 1)),
    ]
    assert [s.who for s in finished.steps if s.act == "reveal" and s.who != "dealer"] == ["seat_2"]
    assert in_order(finished, "555.11(d)", "555.11(f)(1)", "555.11(f)(2)", "555.11(f)(3)", "555.11(f)(4)", "555.11(g)")


@pytest.mark.cites("555.11(a)")
def test_a_folded_hand_is_racked_before_the_next_player_is_asked() -> None:
    finished = play(open_table(), everybody("fold"), progressive=True)
    acts = [(s.act, s.who) for s in finished.steps if s.cite == "555.11(a)"]
    assert acts == [(act, f"seat_{n}") for n in (1, 2) for act in ("decide", "collect", "discard")]
    assert finished.facts.dealer_hand


# ---------------------------------------------------------------------- § 555.12–.13


@pytest.mark.cites("555.12(a)", "555.12(b)(1)", "555.12(b)(2)", "555.12(b)(3)", "555.13(d)", "555.11(e)(3)")
def test_a_progressive_hand_is_verified_paid_and_only_then_collected() -> None:
    hands = {"seat_1": FLUSH, "seat_2": STRAIGHT_FLUSH, "dealer": "Qd Qs Ah 8d 7h"}
    table = open_table(cards=hands, progressive_initial=5_000_000)
    finished = play(table, everybody(), progressive=True)
    assert in_order(finished, *(2 * ("555.12(b)(1)", "555.12(b)(2)", "555.12(b)(3)", "555.13(d)")), "555.13(b)", "555.11(e)(3)")
    assert money(finished)[:2] == [("555.13(d)", "jackpot", "seat_2", 500_014), ("555.13(d)", "jackpot", "seat_1", 5000)]
    # The straight flush is not paid from the table inventory: its cards wait for the documentation.
    assert [s.who for s in finished.steps if s.cite == "555.11(e)(3)"] == ["seat_1", "seat_2"]
    assert table.meter is not None
    assert table.meter.cents == 5_000_000 + 2 * 70 - 500_014 - 5000


@pytest.mark.cites("555.12(c)", "555.11(e)(1)", "555.11(e)(2)")
def test_losing_hands_are_not_racked_before_their_progressive_is_paid() -> None:
    table = open_table(cards={"seat_1": FLUSH, "seat_2": STRAIGHT_FLUSH, "dealer": "Ad Kd Qd Jd Td"})
    finished = play(table, everybody(), progressive=True)
    done = [s.cite for s in finished.steps if s.act in ("collect", "jackpot", "discard") and s.who.startswith("seat")]
    assert done[-8:] == ["555.11(e)(1)"] * 4 + ["555.13(d)"] * 2 + ["555.11(e)(1)", "555.11(e)(3)"]
    back = wagers_back(finished)
    assert back["seat_1"] == {"Ante": 0, "Bet": 0, "Progressive Payout": 5000}


@pytest.mark.cites("555.13(e)", "555.13(f)")
def test_royal_flushes_share_the_meter_which_then_starts_again() -> None:
    hands = {"seat_1": ROYAL, "seat_2": FLUSH, "seat_3": "As Ks Qs Js Ts", "dealer": "2d 2h 7h 4d 3c"}
    table = open_table(3, cards=hands, progressive_initial=5_000_000, progressive_reset=2_000_000, progressive_rate=80)
    finished = play(table, everybody(), progressive=True)
    assert [(s.cite, s.who, s.cents) for s in finished.steps if s.act in ("jackpot", "reset")] == [
        ("555.13(f)", "seat_3", 2_500_120),
        ("555.13(f)", "seat_1", 2_500_120),
        ("555.13(f)", "", 2_000_000),
        ("555.13(d)", "seat_2", 5000),
    ]
    assert table.meter is not None
    assert table.meter.cents == 1_995_000


@pytest.mark.cites("555.13(d)")
def test_a_fixed_amount_that_the_meter_does_not_hold_is_paid_all_the_same() -> None:
    table = open_table(1, cards={"seat_1": FLUSH, "dealer": QUEENS}, progressive_initial=1000, progressive_reset=700)
    finished = play(table, everybody(), progressive=True)
    assert wagers_back(finished)["seat_1"]["Progressive Payout"] == 5000
    moved = [(s.act, s.cents) for s in finished.steps if s.act in ("jackpot", "bonus", "reset")]
    assert moved == [("jackpot", 1070), ("bonus", 3930), ("reset", 700)]


# ---------------------------------------------------------------------- § 555.14


@pytest.mark.cites("555.14(d)")
def test_a_void_hand_gets_its_wagers_back_and_the_meter_loses_what_it_added() -> None:
    table = open_table(cards={"seat_1": ROYAL, "seat_2": FLUSH, "dealer": "Qd Qs Ad 8d 7h"})
    incident = Incident("wrong number of cards", {"to": "seat_1", "cards": 6})
    finished = play(table, everybody("bet", ("deal", incident)), progressive=True)
    assert wagers_back(finished)["seat_1"] == {"Ante": 1000, "Progressive Payout": 100}
    assert table.meter is not None
    assert table.meter.cents == 1_000_000 + 70 - 5000
    assert not finished.void


@pytest.mark.cites("555.14(d)", "555.14(a)")
def test_a_void_hand_is_not_given_back_twice_when_the_round_is_void_too() -> None:
    table = open_table()
    misdealt = Incident("wrong number of cards", {"to": "seat_1", "cards": 4})
    finished = play(table, everybody("bet", ("deal", misdealt), ("1", Incident("hole card exposed"))), progressive=True)
    assert finished.void == "555.14(a)"
    assert wagers_back(finished) == {f"seat_{n}": {"Ante": 1000, "Progressive Payout": 100} for n in (1, 2)}
    assert table.meter is not None
    assert table.meter.cents == 1_000_000


@pytest.mark.cites("555.14(d)")
@pytest.mark.parametrize("dealing", METHODS)
def test_a_dealer_with_four_cards_is_dealt_the_next_one(dealing: str) -> None:
    table = open_table(1, dealing=dealing)
    incident = Incident("wrong number of cards", {"to": "dealer", "cards": 4})
    finished = play(table, everybody("bet", ("deal", incident)))
    last = [s for s in finished.steps if s.act == "deal"][-1]
    assert (last.cite, last.who, last.face, len(last.cards)) == ("555.14(d)", "dealer", "down", 1)
    assert sum(len(s.cards) for s in finished.steps if s.act == "deal" and s.who == "dealer") == 5


@pytest.mark.cites("555.14(a)", "555.14(d)")
@pytest.mark.parametrize(
    ("at", "kind", "detail", "cite"),
    [
        ("deal", "wrong number of cards", {"to": "seat_3", "cards": 4}, "555.14(d)"),
        ("deal", "wrong number of cards", {"to": "seat_1", "cards": 5}, "555.14(d)"),
        ("2", "wrong number of cards", {"to": "seat_1", "cards": 6}, "555.14(d)"),  # he has folded
        ("1", "hole card exposed", {"card": "Qd"}, "555.14(a)"),  # it lies face up by right
        ("1", "hole card exposed", {"card": "Ah"}, "555.14(a)"),  # a player's card
    ],
)
def test_what_cannot_have_happened_is_refused(at: str, kind: str, detail: dict[str, Any], cite: str) -> None:
    table = open_table(cards={"seat_1": ROYAL, "seat_2": FLUSH, "dealer": "Qd Qs Ad 8d 7h"})
    with pytest.raises(NotAuthorized) as refused:
        play(table, everybody("fold", (at, Incident(kind, detail))))
    assert refused.value.cite == cite


@pytest.mark.cites("555.14(a)")
@pytest.mark.parametrize(("at", "void"), [("deal", True), ("dealt", True), ("2", True), ("reveal", False), ("settle", False)])
@pytest.mark.parametrize("dealing", METHODS)
def test_a_hole_card_matters_until_everybody_has_bet_or_folded(at: str, void: bool, dealing: str) -> None:
    finished = play(open_table(dealing=dealing), everybody("bet", (at, Incident("hole card exposed"))), progressive=True)
    assert finished.void == ("555.14(a)" if void else "")


@pytest.mark.cites("555.7(f)")
@pytest.mark.parametrize(("lose", "back"), [(True, 0), (False, 1)])
def test_a_house_may_give_abandoned_wagers_back(lose: bool, back: int) -> None:
    table = open_table(abandoned_wagers_lose=lose)
    leaves = ("2", Incident("player leaves", {"seat": 1}))
    finished = play(table, everybody("bet", leaves), progressive=True)
    assert wagers_back(finished)["seat_1"] == {"Ante": 1000 * back, "Progressive Payout": 100 * back, "Bet": 2000 * back}
    folded = play(open_table(abandoned_wagers_lose=lose), everybody("fold", leaves), progressive=True)
    assert wagers_back(folded)["seat_1"] == {"Ante": 0, "Progressive Payout": 0}


# ---------------------------------------------------------------------- bots


def test_the_bot_plays_every_round_to_its_end() -> None:
    table = open_table(7)
    decided: set[str] = set()
    for _ in range(200):
        finished = play(table, progressive=True)
        assert not finished.void
        decided |= {s.note for s in finished.steps if s.act == "decide"}
    assert decided == {"bet", "fold"}
    assert GAME.suggest(table.house) == {"Ante": 500}
