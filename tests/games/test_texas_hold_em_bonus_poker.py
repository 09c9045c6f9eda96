"""Texas Hold 'Em Bonus Poker: what a rule case cannot tell."""

from itertools import pairwise
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games.texas_hold_em_bonus_poker import GAME, METHODS, aces_against_aces
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance, Shuffle
from pitboss.table.drivers import bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table

DEALINGS = list(METHODS)


def open_table(seats: int = 2, chance: Chance | None = None, **house: Any) -> Table:
    table = Table(GAME, House.of("563", house), chance or Chance(1))
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}")
    return table


def say(word: str) -> Any:
    """Everybody says one word whenever he may, else checks."""

    def driver(table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        words = [c.word for c in request.choices]
        return table.verify(request, word if word in words else "check")

    return driver


def play(table: Table, driver: Any = bots, **wagers: int) -> Round:
    for seat in table.seats:
        table.bet(seat, wagers or GAME.suggest(table.house))
    return drive(table, driver)


def at(moment: str, incident: Incident, otherwise: Any = bots) -> Any:
    """A driver that reports one incident at a moment."""
    pending = [incident]

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Moment) and request.name == moment and pending:
            return pending.pop()
        reply: Reply = otherwise(table, request)
        return reply

    return driver


def cites(finished: Round) -> list[str]:
    return [s.cite for s in finished.steps]


class Stacked(Chance):
    """A shuffle that always comes out with the given cards on top, by device, so that nothing is cut."""

    def __init__(self, top: str) -> None:
        super().__init__(1)
        self.top = parse(top)

    def shuffle(self, cards: Any) -> Shuffle:
        shuffled = super().shuffle(cards)
        return shuffled._replace(order=(*self.top, *(c for c in shuffled.order if c not in self.top)))


# ---------------------------------------------------------------------- § 563.3–.6


@pytest.mark.cites("563.4(a)", "563.4(b)", "563.4(c)", "563.5(a)", "563.5(c)(2)", "563.5(d)(1)", "563.5(d)(2)")
@pytest.mark.cites("563.5(d)(1)(i)", "563.5(d)(1)(ii)", "563.5(d)(1)(iii)")
def test_opening_shuffle_and_cut_come_in_the_order_of_the_chapter() -> None:
    table = open_table()
    wanted = ["563.4(a)", "563.4(b)", "563.4(c)", "563.5(a)", "563.5(c)(2)", "563.5(d)(1)"]
    wanted += ["563.5(d)(1)(i)", "563.5(d)(1)(ii)", "563.5(d)(1)(iii)", "563.5(d)(2)"]
    assert cites(play(table))[:10] == wanted
    assert cites(play(table))[:2] == ["563.5(a)", "563.5(c)(2)"]  # the next round has the same cards


@pytest.mark.cites("563.5(d)(1)(ii)")
def test_a_cut_is_at_least_ten_cards_deep() -> None:
    depths = []

    class Watch(Chance):
        def number(self, least: int, most: int) -> int:
            depths.append((least, most))
            return super().number(least, most)

    play(open_table(chance=Watch(3)))
    assert depths == [(10, 42)]


@pytest.mark.cites("563.5(b)", "563.5(c)(1)", "563.8(f)")
def test_a_counting_device_spares_cut_and_count() -> None:
    table = open_table(counting_shuffler=True)
    for _ in range(6):
        seen = cites(play(table))
        assert {"563.5(b)", "563.5(c)(1)"} <= set(seen)
        assert not {"563.5(d)(1)", "563.8(f)"} & set(seen)


@pytest.mark.cites("563.3(b)(3)", "563.3(b)(4)", "563.3(b)(5)", "563.4(d)")
def test_two_decks_take_turns() -> None:
    table = open_table(second_deck=True)
    assert "563.4(d)" in cites(play(table))
    for _ in range(3):
        waiting = list(table.waiting)
        assert {"563.3(b)(3)", "563.3(b)(4)", "563.3(b)(5)"} <= set(cites(play(table)))
        assert sorted(table.waiting) == sorted(table.racks[""]) == list(range(52))
        assert table.racks[""] != waiting


@pytest.mark.cites("563.3(c)(1)", "563.3(c)(2)")
@pytest.mark.parametrize(("dealing", "hours", "cite"), [("hand", 4, "563.3(c)(1)"), ("manual shoe", 8, "563.3(c)(2)")])
def test_decks_are_changed_in_time(dealing: str, hours: int, cite: str) -> None:
    class Clock(Chance):
        now = 0.0

        def hours(self) -> float:
            return self.now

    clock = Clock(1)
    table = open_table(chance=clock, dealing=dealing)
    play(table)
    for now, changed in ((hours - 0.1, False), (hours, True)):
        clock.now = now
        seen = cites(play(table))
        assert (cite in seen) == ("563.4(a)" in seen) == changed


@pytest.mark.cites("563.5(e)", "563.5(f)")
def test_a_recut_before_the_deal_and_spread_cards_at_an_idle_table() -> None:
    table = open_table()
    table.rest()
    recut = cites(play(table, at("deal", Incident("cut performed improperly"))))
    assert recut.count("563.5(d)(1)") == 2
    assert recut.index("563.5(e)") < recut.index("563.8(d)(1)")
    table.rest()
    assert cites(play(table))[0] == "563.5(f)"


@pytest.mark.cites("563.6(b)", "563.6(c)")
def test_order_of_hands() -> None:
    order = [
        *("7c 5d 4h 3s 2c", "2c 2d 5h 4s 3c", "3c 3d 2h 2s 4c", "2c 2d 2h 4s 3c", "Ac 2d 3h 4s 5c", "6c 2d 3h 4s 5c"),
        *("2c 3c 4c 5c 7c", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c", "Ac Kc Qc Jc Tc"),
    ]
    value = GAME.rankings["563.6"].value
    assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(order))


# ---------------------------------------------------------------------- § 563.7


@pytest.mark.cites("563.7(a)", "563.7(b)", "563.7(c)", "563.7(d)")
@pytest.mark.parametrize(
    ("wagers", "cite"),
    [
        ({"Bonus": 500}, "563.7(b)"),  # only beside an Ante
        ({"Ante": 400}, "563.7(b)"),
        ({"Ante": 500_50}, "563.7(b)"),
        ({"Ante": 525}, "563.7(a)"),
        ({"Ante": 500, "Bonus": 50}, "563.7(c)"),
        ({"Ante": 500, "Flop": 1000}, "563.7(d)"),
        ({"Ante": 500, "Turn": 500}, "563.7(d)"),
        ({"Ante": 500, "River": 500}, "563.7(d)"),
    ],
)
def test_refused_wagers(wagers: dict[str, int], cite: str) -> None:
    table = open_table()
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, wagers)
    assert refused.value.cite == cite
    assert table.bets == {}


@pytest.mark.cites("563.7(c)")
def test_a_bonus_wager_of_one_dollar_at_a_table_with_a_higher_minimum() -> None:
    table = open_table(table_minimum=2500)
    table.bet(1, {"Ante": 2500, "Bonus": 100})
    table.bet(1, {"Ante": 2500, "Bonus": 5000})


@pytest.mark.cites("563.7(b)")
def test_no_wager_is_changed_after_no_more_bets() -> None:
    table = open_table()
    table.bet(1, {"Ante": 500})
    table.begin()
    for wagers in ({}, {"Ante": 1000}, {"Ante": 500, "Bonus": 100}):
        with pytest.raises(IllegalWager, match="no more bets") as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "563.7(b)"


@pytest.mark.cites("563.7(f)")
def test_nobody_plays_two_positions() -> None:
    table = open_table(seats=1)
    with pytest.raises(IllegalWager) as refused:
        table.sit(2, "player 1")
    assert refused.value.cite == "563.7(f)"


@pytest.mark.cites("563.7(e)")
@pytest.mark.parametrize("asked", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("leaver", [1, 2])
def test_who_has_left_is_asked_nothing_more(asked: int, leaver: int) -> None:
    table = open_table()
    for seat in (1, 2):
        table.bet(seat, {"Ante": 1000, "Bonus": 500})
    table.begin()
    count = 0
    while table.request is not None:
        if isinstance(table.request, Ask):
            count += 1
            if count == asked:
                table.reply(Incident("player leaves", {"seat": leaver}))
                continue
            assert table.round is not None
            assert table.request.seat not in table.round.left
            table.reply(table.verify(table.request, "bet"))
        else:
            table.reply(None)
    assert table.last is not None
    assert table.last.ledger is not None
    assert not any(table.last.ledger.back[f"seat_{leaver}"].values())


# ---------------------------------------------------------------------- § 563.8–.10


@pytest.mark.cites("563.8(a)", "563.8(b)", "563.8(c)", "563.8(d)", "563.8(d)(1)", "563.8(d)(2)", "563.8(d)(3)", "563.8(d)(4)")
@pytest.mark.cites("563.9(a)(1)", "563.9(a)(2)", "563.9(a)(2)(i)", "563.9(a)(2)(ii)", "563.9(a)(3)", "563.9(b)")
@pytest.mark.cites("563.9(b)(1)", "563.9(b)(2)", "563.9(b)(3)", "563.9(b)(4)", "563.10(a)(1)", "563.10(a)(2)", "563.10(b)")
@pytest.mark.parametrize("dealing", DEALINGS)
def test_order_of_the_deal(dealing: str) -> None:
    finished = play(open_table(dealing=dealing))
    one, two, dealer = "seat_1", "seat_2", "dealer"
    dealt = [(s.cite, s.who, len(s.cards), s.face) for s in finished.steps if s.act == "deal" and s.who != "community"]
    ready = [s.cite for s in finished.steps[: next(n for n, s in enumerate(finished.steps) if s.act == "deal")]]
    if dealing == "automated shoe":
        assert dealt == [("563.10(b)", who, 2, "down") for who in (one, two, dealer)]
        assert ready[-2:] == ["563.10(a)(1)", "563.10(a)(2)"]
        return
    passes = METHODS[dealing].passes
    order = zip([0, 0, 1, 2, 2, 3], [one, two, dealer] * 2, strict=True)
    assert dealt == [(passes[n], who, 1, "down") for n, who in order]
    assert [p.split("(")[0] for p in passes] == [METHODS[dealing].deal.split("(")[0]] * 4
    if dealing == "hand":
        wanted = ["563.9(a)(1)", "563.9(a)(2)", "563.9(a)(2)(i)", "563.9(a)(2)(ii)", "563.9(a)(3)", "563.9(a)(3)"]
        assert ready[-6:] == wanted
    else:
        assert ready[-3:] == ["563.8(a)", "563.8(b)", "563.8(c)"]


@pytest.mark.cites("563.8(e)", "563.9(c)", "563.10(c)", "563.11(b)", "563.11(d)", "563.11(f)", "563.1")
@pytest.mark.parametrize(("dealing", "stub"), list(zip(DEALINGS, ("563.8(e)", "563.9(c)", "563.10(c)"), strict=True)))
def test_every_street_is_burned_and_turned_up_and_then_the_stub_goes(dealing: str, stub: str) -> None:
    finished = play(open_table(dealing=dealing), say("bet"))
    moved = [
        (s.cite, s.act, s.who, len(s.cards), s.face)
        for s in finished.steps
        if s.act in ("deal", "draw", "discard") and s.who in ("community", "discard rack", "stub")
    ]
    wanted = []
    for cite, number in (("563.11(b)", 3), ("563.11(d)", 1), ("563.11(f)", 1)):
        wanted += [(cite, "draw", "discard rack", 1, "down"), (cite, "deal", "community", number, "up")]
    assert moved[:7] == [*wanted, (stub, "discard", "stub", 38, "down")]


@pytest.mark.cites("563.9(a)(1)")
def test_dealing_from_the_hand_needs_a_shuffling_device() -> None:
    with pytest.raises(NotAuthorized) as refused:
        House.of("563", {"dealing": "hand", "shuffler": False})
    assert refused.value.cite == "563.9(a)(1)"


@pytest.mark.cites("563.8(f)", "563.8(g)", "563.9(d)", "563.9(e)", "563.10(d)", "563.10(e)")
@pytest.mark.parametrize("dealing", DEALINGS)
@pytest.mark.parametrize("word", ["bet", "fold"])
def test_the_stub_is_counted_every_fifth_round(dealing: str, word: str) -> None:
    table, method = open_table(dealing=dealing), METHODS[dealing]
    counted = [{method.count, method.right} <= set(cites(play(table, say(word)))) for _ in range(10)]
    assert counted == [False, False, False, False, True] * 2


@pytest.mark.cites("563.8(h)", "563.9(f)", "563.10(f)")
@pytest.mark.parametrize("dealing", DEALINGS)
@pytest.mark.parametrize("moment", ["deal", "dealt", "community", "reveal"])
@pytest.mark.parametrize(("misdealt", "stub", "removed"), [(True, 37, False), (False, 37, True), (True, 36, True)])
def test_a_wrong_stub(dealing: str, moment: str, misdealt: bool, stub: int, removed: bool) -> None:
    """Whenever it is noticed, the stub is compared when it is one: 52 less two hands, the dealer's, and eight cards."""
    table = open_table(dealing=dealing)
    wrong = Incident("stub count wrong", {"stub": stub, "misdealt": misdealt})
    finished = play(table, at(moment, wrong, say("bet")), Ante=1000, Bonus=500)
    assert finished.void == METHODS[dealing].wrong
    assert finished.ledger is not None
    wagers = {"Ante": 1000, "Flop": 2000, "Turn": 1000, "River": 1000, "Bonus": 500}
    assert finished.ledger.back["seat_1"] == finished.ledger.back["seat_2"] == wagers
    assert ("563.4(a)" in cites(play(table))) == removed


# ---------------------------------------------------------------------- § 563.11


@pytest.mark.cites("563.11(a)", "563.11(a)(1)", "563.11(c)", "563.11(e)")
def test_each_decision_has_one_price() -> None:
    table = open_table()
    for seat in (1, 2):
        table.bet(seat, {"Ante": 1000})
    request = table.begin()
    asked = []
    while request is not None:
        if isinstance(request, Ask):
            price, other = (2000, "fold") if request.cite == "563.11(a)" else (1000, "check")
            asked.append((request.cite, request.seat))
            assert [c.word for c in request.choices] == ["bet", other]
            for words in (f"bet {price + 50}", f"bet {price - 50}", "raise", "check" if other == "fold" else "fold"):
                with pytest.raises(IllegalDecision) as refused:
                    table.verify(request, words)
                assert refused.value.cite == request.cite
            request = table.reply(Answer("bet", price))
        else:
            request = table.reply(None)
    assert asked == [(c, s) for c in ("563.11(a)", "563.11(c)", "563.11(e)") for s in (1, 2)]
    assert table.last is not None
    placed = [s.cite for s in table.last.steps if s.act == "wager" and s.wager != "Ante"]
    assert placed == ["563.11(a)(1)"] * 2 + ["563.11(c)"] * 2 + ["563.11(e)"] * 2


@pytest.mark.cites("563.11(a)(2)", "563.11(a)(2)(i)", "563.11(a)(2)(ii)")
def test_folded_cards_stay_only_for_a_bonus_wager() -> None:
    table = open_table()
    table.bet(1, {"Ante": 1000})
    table.bet(2, {"Ante": 1000, "Bonus": 500})
    finished = drive(table, say("fold"))
    assert [s.who for s in finished.steps if s.cite == "563.11(a)(2)"] == ["seat_1", "seat_2"]
    discards = {s.who: s.cite for s in finished.steps if s.act == "discard"}
    assert (discards["seat_1"], discards["seat_2"]) == ("563.11(a)(2)(ii)", "563.11(h)(4)")
    assert "563.11(a)(2)(i)" in cites(finished)
    assert not any(s.who in ("community", "discard rack") and s.cards for s in finished.steps)
    assert not any(s.act == "reveal" and s.who == "dealer" for s in finished.steps)


@pytest.mark.cites("563.11(g)", "563.12(d)")
def test_when_all_fold_the_dealer_shows_his_cards_for_aces_against_aces_only() -> None:
    finished = play(open_table(aces_against_aces=True), say("fold"), Ante=1000, Bonus=500)
    assert [s.cite for s in finished.steps if s.act == "reveal" and s.who == "dealer"] == ["563.11(g)"]


@pytest.mark.cites("563.11(g)", "563.11(h)", "563.11(h)(2)", "563.11(h)(4)", "563.11(i)", "563.12(b)", "563.12(c)")
def test_order_of_settlement() -> None:
    """Dealer, then the farthest right player first, each wholly settled before the next; the Bonus Wager last."""
    top = "2c As 7d 3h Ad 8d  5h  Kh Ks 9c  5s  4h  5d  6h"
    table = open_table(chance=Stacked(top), dealing="hand")
    table.bet(1, {"Ante": 1000})
    table.bet(2, {"Ante": 1000, "Bonus": 500})
    finished = drive(table, say("bet"))
    settled = [(s.cite, s.act, s.who, s.wager) for s in finished.steps[-30:]]
    start = settled.index(("563.11(g)", "reveal", "dealer", ""))
    assert settled[start:] == [
        ("563.11(g)", "reveal", "dealer", ""),
        ("563.11(h)", "reveal", "seat_2", ""),
        ("563.11(h)(2)", "return", "seat_2", "Ante"),
        ("563.12(b)", "pay", "seat_2", "Flop"),
        ("563.12(b)", "pay", "seat_2", "Turn"),
        ("563.12(b)", "pay", "seat_2", "River"),
        ("563.12(c)", "pay", "seat_2", "Bonus"),
        ("563.11(h)(4)", "discard", "seat_2", ""),
        ("563.11(h)", "reveal", "seat_1", ""),
        ("563.11(h)(1)", "collect", "seat_1", "Ante"),
        ("563.11(h)(1)", "collect", "seat_1", "Flop"),
        ("563.11(h)(1)", "collect", "seat_1", "Turn"),
        ("563.11(h)(1)", "collect", "seat_1", "River"),
        ("563.11(h)", "discard", "seat_1", ""),
        ("563.11(i)", "discard", "dealer", ""),
        ("563.11(i)", "discard", "community", ""),
    ]


# ---------------------------------------------------------------------- § 563.12


@pytest.mark.cites("563.12(a)", "563.12(c)", "563.12(d)", "563.12(e)")
@pytest.mark.parametrize(
    ("house", "cite"),
    [
        ({"bonus": {"Ace-ace": "29 to 1"}}, "563.12(c)"),
        ({"bonus": {"Ace-ace": "31 for 1"}}, "563.12(a)"),
        ({"aces_against_aces": True, "aces_against_aces_odds": 999}, "563.12(d)"),
        ({"aces_against_aces_odds": 2000}, "563.12(d)"),
        ({"payout_limit": 49_999_00}, "563.12(e)"),
        ({"payout_limit": 50_000_01}, "563.12(e)"),
        ({"payout_limit": 50_000_00, "table_minimum": 10_000_00, "table_maximum": 10_000_00}, "563.12(e)"),
        ({"qualifying_rank": "pair"}, "563.11(h)(2)"),
    ],
)
def test_refused_houses(house: dict[str, Any], cite: str) -> None:
    with pytest.raises(NotAuthorized) as refused:
        open_table(**house)
    assert refused.value.cite == cite


@pytest.mark.cites("563.12(d)")
def test_aces_against_aces_pay_the_printed_odds_where_the_house_posts_none() -> None:
    house = House.of("563", {"aces_against_aces": True})
    assert aces_against_aces(house) == chapter("563").pays("563.12(d)", "Bonus")


@pytest.mark.cites("563.12(e)")
def test_a_payout_limit_of_the_house_is_told_the_one_that_stands() -> None:
    with pytest.raises(NotAuthorized, match=r"payout_limit = \$50,000 must be left out: it is \$50,030") as refused:
        open_table(payout_limit=50_000_00, table_minimum=10_000_00, table_maximum=10_000_00)
    assert (refused.value.given, refused.value.allowed) == (50_000_00, [50_030_00])


@pytest.mark.cites("563.12(a)", "563.12(c)", "563.12(d)")
@pytest.mark.parametrize(
    ("house", "paid"),
    [
        ({}, (3000, "30 to 1")),
        ({"bonus": {"Ace-ace": "40 to 1"}}, (4000, "40 to 1")),
        ({"aces_against_aces": True, "aces_against_aces_odds": 2500}, (250_000, "2,500 to 1")),
    ],
)
def test_the_house_pays_what_it_posted(house: dict[str, Any], paid: tuple[int, str]) -> None:
    table = open_table(seats=1, chance=Stacked("As Ac Ad Ah"), shuffler=True, **house)
    finished = play(table, say("fold"), Ante=1000, Bonus=100)
    assert [(s.cents, s.note) for s in finished.steps if s.act == "pay"] == [paid]


@pytest.mark.cites("563.12(e)")
def test_the_payout_limit_counts_what_a_minimum_bettor_could_win() -> None:
    """Five times a $10,000 Ante and $1 at 30 to 1: $50,030 is more than $50,000."""
    house = {"table_minimum": 10_000_00, "table_maximum": 10_000_00, "shuffler": True}
    table = Table(GAME, House.of("563", house), Stacked("As 7d Ad 8d  2h  Ah Ac Kh  3s  4h  5d  Ts"))
    table.sit(1, "player 1", 10**9)
    finished = play(table, say("bet"), Ante=10_000_00, Bonus=10_000_00)
    paid = {s.wager: s.cents for s in finished.steps if s.act == "pay"}
    assert paid == {"Ante": 10_000_00, "Flop": 20_000_00, "Turn": 10_000_00, "River": 10_000_00, "Bonus": 30_00}


@pytest.mark.cites("563.12(c)")
def test_a_bonus_wager_that_could_not_be_paid_to_the_cent_is_refused() -> None:
    table = open_table(smallest_chip=1, bonus={"Ace-ace": "30.5 to 1"})
    table.bet(1, {"Ante": 500, "Bonus": 102})
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, {"Ante": 500, "Bonus": 101})
    assert refused.value.cite == "563.12(c)"


# ---------------------------------------------------------------------- § 563.13


@pytest.mark.cites("563.13(a)")
@pytest.mark.parametrize("moment", ["deal", "dealt", "community", "reveal"])
@pytest.mark.parametrize("dealing", DEALINGS)
def test_a_dealer_card_exposed_before_the_last_decision_voids_the_hands(moment: str, dealing: str) -> None:
    table = open_table(dealing=dealing)
    finished = play(table, at(moment, Incident("dealer card exposed"), say("bet")), Ante=1000, Bonus=500)
    assert finished.void == ("" if moment == "reveal" else "563.13(a)")
    settled = {s.act for s in finished.steps if s.wager == "Bonus"} - {"wager"}
    assert settled <= {"pay", "collect"}
    assert settled


def before(street: int, *incidents: Incident) -> Any:
    """Everybody bets; these things are reported before the Flop (1), the Turn (2) or the River (3)."""
    streets, pending = [0], list(incidents)

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Moment) and request.name == "community":
            streets[0] += len(pending) == len(incidents)
            if pending and streets[0] == street:
                return pending.pop(0)
        reply: Reply = say("bet")(table, request)
        return reply

    return driver


def ends_of(finished: Round, wager: str) -> set[str]:
    """What became of a wager, at every seat."""
    return {str(s.act) for s in finished.steps if s.wager == wager} - {"wager"}


@pytest.mark.cites("563.13(b)")
@pytest.mark.parametrize("street", [1, 2, 3])
@pytest.mark.parametrize("dealing", DEALINGS)
def test_two_cards_face_up_before_a_street_return_all_but_the_bonus(street: int, dealing: str) -> None:
    """Everybody has two cards: the Bonus Wager is settled, also where nobody has a decision left."""
    found = Incident("card face up", {})
    finished = play(open_table(dealing=dealing), before(street, found, found), Ante=1000, Bonus=500)
    assert finished.void == "563.13(b)"
    assert ends_of(finished, "Bonus") <= {"pay", "collect"} and ends_of(finished, "Bonus")
    made = ["Ante", "Flop", "Turn", "River"][: street + 1]
    assert [ends_of(finished, wager) for wager in made] == [{"return"}] * len(made)


@pytest.mark.cites("563.13(a)")
@pytest.mark.parametrize(("street", "void"), [(1, "563.13(a)"), (2, "563.13(a)"), (3, "")])
def test_a_dealer_card_exposed_before_the_river_comes_after_the_last_decision(street: int, void: str) -> None:
    finished = play(open_table(), before(street, Incident("dealer card exposed")), Ante=1000, Bonus=500)
    assert finished.void == void
    assert ends_of(finished, "Bonus") <= {"pay", "collect"}


@pytest.mark.cites("563.13(d)", "563.13(f)")
@pytest.mark.parametrize("street", [1, 2, 3])
@pytest.mark.parametrize("kind", ["automated shoe jam", "wrong number of cards"])
def test_other_void_rounds_return_the_bonus_before_every_street(street: int, kind: str) -> None:
    detail = {"to": "seat_1", "cards": 3} if kind == "wrong number of cards" else {}
    table = open_table(dealing="automated shoe")
    finished = play(table, before(street, Incident(kind, detail)), Ante=1000, Bonus=500)
    assert finished.void == table.game.incidents[kind]
    assert ends_of(finished, "Bonus") == {"return"}


@pytest.mark.cites("563.7(e)")
@pytest.mark.parametrize("street", [1, 2, 3])
def test_who_leaves_before_a_street_loses_every_wager_made_so_far(street: int) -> None:
    finished = play(open_table(), before(street, Incident("player leaves", {"seat": 1})), Ante=1000, Bonus=500)
    lost = {s.wager for s in finished.steps if s.who == "seat_1" and s.cite == "563.7(e)" and s.act == "collect"}
    assert lost == {"Bonus", *["Ante", "Flop", "Turn", "River"][: street + 1]}
    assert finished.ledger is not None and finished.ledger.back["seat_1"] == dict.fromkeys(lost, 0)


@pytest.mark.cites("563.13(b)", "563.13(c)")
def test_a_face_up_card_is_not_used_and_a_card_drawn_in_error_is() -> None:
    table = open_table()
    finished = play(table, at("community", Incident("card face up", {}), say("bet")))
    assert [s.face for s in finished.steps if s.cite == "563.13(b)" and s.act == "draw"] == ["up"]
    assert not finished.void
    finished = play(table, at("community", Incident("card drawn in error", {"exposed": False}), say("bet")))
    assert "563.13(c)" in cites(finished)
    assert not finished.void
    for seat in table.seats:
        table.bet(seat, {"Ante": 500})
    table.begin()
    with pytest.raises(NotAuthorized) as refused:
        table.reply(Incident("card drawn in error", {"exposed": True}))
    assert refused.value.cite == "563.13(c)"


@pytest.mark.cites("563.13(e)", "563.13(f)", "563.13(g)")
def test_failing_devices() -> None:
    table = open_table(shuffler=True)
    assert cites(play(table, at("deal", Incident("shuffler jam")))).count("563.13(e)") == 2  # taken out and shuffled again
    table = open_table(dealing="automated shoe")
    assert play(table, at("deal", Incident("automated shoe jam"))).void == "563.13(f)"
    play(table, at("settle", Incident("device out of order", {"device": "automated dealing shoe"})))
    assert "563.8(b)" in cites(play(table))  # removed before another method is used
