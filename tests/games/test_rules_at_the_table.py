"""Rules that a rule case cannot tell: who may bet what and when, and what happens to the cards between rounds."""

from itertools import pairwise
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games import BANKED, game
from pitboss.games.blackjack import PREPARATION, RULES
from pitboss.games.twenty_one.completion import settle, settle_surrenders
from pitboss.games.twenty_one.rules import Hand, Play
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.procedures.multideck import memory_of
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Cut, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from tests.games.rigged import first_question


def open_table(chapter: str, seats: int = 2, seed: int = 1, cents: int = 1_000_000, **house: Any) -> Table:
    table = Table(game(chapter), House.of(chapter, house), Chance(seed))
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", cents)
    return table


def bet(table: Table, **wagers: int) -> None:
    for seat in table.seats:
        table.bet(seat, wagers or table.game.suggest(table.house))


# ---------------------------------------------------------------------- every game


@pytest.mark.cites("565.7(b)", "677a.7(a)", "633a.6(a)", "635a.6(a)")
@pytest.mark.parametrize("chapter", BANKED)
def test_wagers_are_made_in_chips_and_nobody_bets_more_than_he_has(chapter: str) -> None:
    table = open_table(chapter, cents=900)
    wagers = dict.fromkeys(table.game.suggest(table.house), 1000)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, wagers)
    assert refused.value.cite == table.game.chips
    assert table.bets == {}


@pytest.mark.cites("565.7(d)", "677a.7(c)", "633a.6(c)", "635a.6(c)")
@pytest.mark.parametrize("chapter", BANKED)
def test_no_wager_is_made_increased_or_withdrawn_after_no_more_bets(chapter: str) -> None:
    table = open_table(chapter)
    bet(table)
    table.begin()
    for wagers in ({}, table.game.suggest(table.house)):
        with pytest.raises(IllegalWager, match="no more bets") as refused:
            table.bet(1, wagers)
        assert refused.value.cite == table.game.no_more_bets
    drive(table, bots)
    bet(table)


@pytest.mark.parametrize("chapter", BANKED)
def test_amounts_outside_the_limits_are_refused_with_the_paragraph(chapter: str) -> None:
    table = open_table(chapter, table_minimum=500, table_maximum=10_000, smallest_chip=50)
    names = list(table.game.suggest(table.house))
    for cents in (450, 10_050, 525, -500):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, dict.fromkeys(names, cents))
        assert refused.value.cite
    assert table.bets == {}
    table.bet(1, dict.fromkeys(names, 500))


@pytest.mark.cites("677a.7(e)", "565.7(e)", "633a.6(f)")
def test_one_player_at_several_positions_only_where_the_chapter_allows() -> None:
    for chapter, house, allowed, cite in (
        ("677a", {}, 1, "677a.7(e)"),
        ("565", {}, 1, "565.7(e)"),
        ("565", {"two_positions": True}, 2, "565.7(e)"),
        ("633a", {"boxes": 3}, 3, "633a.6(f)"),
    ):
        table = Table(game(chapter), House.of(chapter, house), Chance(1))
        for seat in range(1, allowed + 1):
            table.sit(seat, "one person")
        with pytest.raises(IllegalWager) as refused:
            table.sit(allowed + 1, "one person")
        assert refused.value.cite == cite
    table = Table(game("565"), House.of("565", {"two_positions": True}), Chance(1))
    table.sit(1, "one person")
    with pytest.raises(IllegalWager, match="adjacent"):
        table.sit(3, "one person")


@pytest.mark.parametrize("chapter", BANKED)
def test_an_illegal_answer_changes_nothing(chapter: str) -> None:
    table = open_table(chapter)
    bet(table)
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    assert table.round is not None
    before = list(table.round.steps)
    for words in ("dance", request.choices[0].word + " 99999999999", ""):
        with pytest.raises(IllegalDecision) as refused:
            table.verify(request, words)
        assert refused.value.cite == request.cite
    assert table.round.steps == before
    drive(table, bots)


# ---------------------------------------------------------------------- 565


@pytest.mark.cites("565.6(b)", "565.6(c)")
def test_order_of_three_card_hands() -> None:
    order = [
        *("5c 3d 2h", "Ac Kd Jh", "2c 2d 3h", "Ac Ad Kh", "2c 3c 5c", "Ac Kc Jc", "Ac 2d 3h", "Ac Kd Qh"),
        *("2c 2d 2h", "Ac Ad Ah", "Ac 2c 3c", "Ac Kc Qc"),
    ]
    value = game("565").rankings["565.6"].value
    assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(order))


@pytest.mark.cites("565.1")
def test_words_of_three_card_poker() -> None:
    """A hand is three cards; a round runs from the wagers to the last settlement."""
    table = open_table("565")
    bet(table, Ante=1000)
    finished = drive(table, bots)
    acts = [s.act for s in finished.steps if s.act in ("wager", "deal", "collect", "return", "pay")]
    assert acts[:2] == ["wager", "wager"]
    assert acts.index("deal") < min(acts.index(a) for a in ("collect", "return", "pay") if a in acts)
    assert sum(len(s.cards) for s in finished.steps if s.act == "deal") == 9


@pytest.mark.cites("565.7(f)(1)", "565.7(f)(2)", "565.7(f)(3)")
@pytest.mark.parametrize(
    ("version", "ante", "pair_plus", "allowed"),
    [
        ("565.7(f)(1)", 1000, 1000, True),
        ("565.7(f)(1)", 1000, 1050, False),
        ("565.7(f)(1)", 0, 1000, False),
        ("565.7(f)(1)", 1000, 0, True),
        ("565.7(f)(2)", 1000, 2000, True),
        ("565.7(f)(2)", 1000, 2050, False),
        ("565.7(f)(3)", 1000, 5000, True),
        ("565.7(f)(3)", 1000, 5050, False),
        ("565.7(f)(3)", 5000, 1000, True),
        ("565.7(f)(3)", 5050, 1000, False),
        ("565.7(f)(3)", 1000, 0, False),
        ("565.7(f)(3)", 0, 1000, False),
        ("", 0, 1000, True),
        ("", 1000, 0, True),
    ],
)
def test_versions_tie_ante_and_pair_plus_together(version: str, ante: int, pair_plus: int, allowed: bool) -> None:
    table = open_table("565", version=version)
    wagers = {"Ante": ante, "Pair Plus": pair_plus}
    if allowed:
        table.bet(1, wagers)
    else:
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, wagers)
        assert refused.value.cite == version


@pytest.mark.cites("565.5(d)(1)(ii)", "677a.5(d)", "633a.5(d)", "635a.5(d)")
def test_a_cut_is_at_least_ten_cards_deep() -> None:
    for chapter in BANKED:
        depths: list[tuple[int, int]] = []

        class Watch(Chance):
            def number(self, least: int, most: int) -> int:
                depths.append((least, most))  # noqa: B023
                return super().number(least, most)

        house = {"decks": 1} if chapter == "633a" else {}
        table = Table(game(chapter), House.of(chapter, house), Watch(3))
        table.sit(1, "one")
        bet(table)
        drive(table, bots)
        assert depths[0] == (10, table.cards - 10)  # the dice of Pai Gow Poker come after


@pytest.mark.cites("565.3(b)(4)", "677a.3(b)(3)")
@pytest.mark.parametrize("chapter", ["565", "677a"])
def test_two_decks_take_turns(chapter: str) -> None:
    table = open_table(chapter, second_deck=True)
    for _ in range(3):
        bet(table)
        waiting = list(table.waiting)
        drive(table, bots)
        assert sorted(table.waiting) == sorted(table.racks[""]) == list(range(52))
        if waiting:
            assert table.racks[""] != waiting
    assert table.cards == 104


@pytest.mark.cites("565.8(h)", "565.9(f)", "565.10(f)", "677a.8(g)", "677a.9(f)", "677a.10(f)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
@pytest.mark.parametrize(("chapter", "stub"), [("565", 43), ("677a", 41)])
def test_a_wrong_stub_takes_the_deck_away_unless_it_was_only_misdealt(chapter: str, stub: int, dealing: str) -> None:
    for misdealt, count, removed in ((True, stub - 1, False), (False, stub - 1, True), (True, stub - 2, True)):
        table = open_table(chapter, dealing=dealing)
        bet(table)
        finished = drive(table, incident_at("deal", Incident("stub count wrong", {"stub": count, "misdealt": misdealt})))
        assert (
            finished.void
            == {
                "565": {"manual shoe": "565.8(h)", "hand": "565.9(f)", "automated shoe": "565.10(f)"},
                "677a": {"manual shoe": "677a.8(g)", "hand": "677a.9(f)", "automated shoe": "677a.10(f)"},
            }[chapter][dealing]
        )
        assert any("removed" in s.note and s.who == "discard rack" for s in finished.steps) == removed
        bet(table)
        again = drive(table, bots)
        assert any(s.cite == f"{chapter}.4(a)" for s in again.steps) == removed  # a new deck is inspected


def incident_at(moment: str, incident: Incident) -> Any:
    pending = [incident]

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Moment) and request.name == moment and pending:
            return pending.pop()
        return bots(table, request)

    return driver


@pytest.mark.cites("565.13(g)", "677a.13(g)")
@pytest.mark.parametrize("chapter", ["565", "677a"])
def test_a_broken_device_is_replaced_by_the_manual_shoe(chapter: str) -> None:
    table = open_table(chapter, dealing="automated shoe")
    bet(table)
    drive(table, incident_at("settle", Incident("device out of order", {"device": "automated dealing shoe"})))
    bet(table)
    assert any(s.cite == f"{chapter}.8(b)" for s in drive(table, bots).steps)


# ---------------------------------------------------------------------- 677a


@pytest.mark.cites("677a.6(b)")
def test_order_of_five_card_hands() -> None:
    order = [
        *("7c 5d 4h 3s 2c", "Ac Kd Qh Js 9c", "2c 2d 5h 4s 3c", "Ac Ad Kh Qs Jc", "3c 3d 2h 2s 4c", "Ac Ad Kh Ks Qc"),
        *("2c 2d 2h 4s 3c", "Ac Ad Ah Ks Qc", "Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc", "2c 3c 4c 5c 7c", "Ac Kc Qc Jc 9c"),
        *("2c 2d 2h 3s 3c", "Ac Ad Ah Ks Kc", "2c 2d 2h 2s 3c", "Ac Ad Ah As Kc", "Ac 2c 3c 4c 5c", "Kc Qc Jc Tc 9c"),
        "Ac Kc Qc Jc Tc",
    ]
    value = game("677a").rankings["677a.6"].value
    assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(order))


@pytest.mark.cites("677a.7(d)(1)")
def test_the_odds_wager_equals_the_ante() -> None:
    table = open_table("677a")
    for wagers in ({"Ante": 1000, "Odds": 1500}, {"Ante": 1000}, {"Odds": 1000}):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "677a.7(d)(1)"


def test_a_wager_that_could_not_be_paid_to_the_cent_is_refused() -> None:
    table = open_table("677a", smallest_chip=5)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, {"Ante": 1005, "Odds": 1005})
    assert refused.value.cite == "677a.12(b)"
    table = open_table("633a", smallest_chip=5)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, {"Blackjack": 1005})
    assert refused.value.cite == "633a.13(a)"


@pytest.mark.cites("559.14(e)", "565.12(d)")
@pytest.mark.parametrize(
    ("number", "house", "wagers", "cite"),
    [
        ("565", {"pair_plus": {"Flush": "7 to 2"}}, {"Pair Plus": 1001}, "565.12(d)"),
        (
            *("559", {"three_card_bonus": {"Pair": "3 to 2"}}),
            *({"Bet 1": 1000, "Bet 2": 1000, "Bet 3": 1000, "Three Card Bonus": 1001}, "559.14(e)"),
        ),
    ],
)
def test_odds_of_the_house_must_be_payable_to_the_cent(
    number: str, house: dict[str, Any], wagers: dict[str, int], cite: str
) -> None:
    table = open_table(number, smallest_chip=1, **house)
    with pytest.raises(IllegalWager, match="cannot be paid to the cent") as refused:
        table.bet(1, wagers)
    assert refused.value.cite == cite
    table.bet(1, {wager: cents - cents % 2 for wager, cents in wagers.items()})


@pytest.mark.cites("677a.7(d)(2)", "677a.7(d)(3)")
def test_optional_wagers_only_where_the_house_offers_them() -> None:
    table = open_table("677a", pocket_bonus="A")
    table.bet(1, {"Ante": 1000, "Odds": 1000, "Pocket Bonus": 500})
    with pytest.raises(IllegalWager, match="does not offer the Trips Plus Wager") as refused:
        table.bet(1, {"Ante": 1000, "Odds": 1000, "Trips Plus": 500})
    assert refused.value.cite == "677a.7(d)(3)"


@pytest.mark.cites("677a.11(b)", "677a.11(d)")
@pytest.mark.parametrize(
    ("chip", "ante", "allowed", "refused"),
    [
        (50, 500, ("raise 500", "raise 550", "raise 3x"), ("raise 450", "raise 50", "raise 1550")),
        (50, 2500, ("raise 500", "raise 3x"), ("raise 450", "raise 525", "raise 4x")),
        (200, 1200, ("raise 600", "raise 1200"), ("raise 500", "raise 400")),  # $5 cannot be made in $2 chips
    ],
)
def test_a_raise_is_at_least_the_table_minimum(
    chip: int, ante: int, allowed: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    table = open_table("677a", seats=1, table_minimum=500, smallest_chip=chip)
    table.bet(1, {"Ante": ante, "Odds": ante})
    request = first_question(table)
    assert request.cite == "677a.11(b)"
    for words in allowed:
        table.verify(request, words)
    for words in refused:
        with pytest.raises(IllegalDecision) as error:
            table.verify(request, words)
        assert error.value.cite == "677a.11(b)"
    after_the_flop = table.reply(table.verify(request, "check"))
    assert isinstance(after_the_flop, Ask)
    assert after_the_flop.choices[1].least == -(-500 // chip) * chip
    assert after_the_flop.choices[1].most == 2 * ante


@pytest.mark.cites("677a.12(f)")
def test_a_payout_limit_has_a_floor() -> None:
    for house in ({"payout_limit": 4_999_900}, {"payout_limit": 5_000_000, "table_minimum": 10_000}):
        with pytest.raises(NotAuthorized) as refused:
            Table(game("677a"), House.of("677a", house), Chance(1))
        assert refused.value.cite == "677a.12(f)"
    Table(game("677a"), House.of("677a", {"payout_limit": 5_040_000, "table_minimum": 10_000}), Chance(1))


# ---------------------------------------------------------------------- 633a


@pytest.mark.cites("633a.5(c)(1)", "633a.5(c)(2)", "633a.5(c)(3)", "633a.5(b)", "633a.7(e)(2)", "633a.7(e)(3)")
def test_the_cut_goes_to_whom_the_cover_card_fell() -> None:
    """Over many shoes, the first offer is the first player's, then his on whose box the cover card came, and so on."""
    table = open_table("633a", seats=3, seed=5, decks=2, double_shoe=True)
    seen: set[str] = set()
    cover = ""
    for _ in range(60):
        bet(table)
        finished = drive(table, bots)
        offers = [s for s in finished.steps if s.note == "is offered the cut"]
        if offers and table.rounds > 1:
            first = offers[0]
            seen.add(first.cite)
            if cover == "dealer":
                assert (first.cite, [s.who for s in offers]) == ("633a.5(c)(3)", ["seat_3", "seat_2", "seat_1"])
            else:
                assert (first.cite, [s.who for s in offers]) == ("633a.5(c)(2)", [cover])
            assert sum(s.act == "shuffle" for s in finished.steps) == 1  # that side of the double shoe only
        out = [n for n, s in enumerate(finished.steps) if s.cite == "633a.7(e)"]
        if out:
            following = next(s for s in finished.steps[out[0] :] if s.act in ("deal", "draw"))
            cover = "dealer" if following.who.startswith("segregated") else following.who.split(" ")[0]
    assert seen == {"633a.5(c)(2)", "633a.5(c)(3)"}


@pytest.mark.cites("633a.5(b)", "633a.5(d)")
def test_a_player_cuts_where_he_likes_but_ten_cards_from_either_end() -> None:
    table = open_table("633a", decks=1)
    bet(table)
    request = table.begin()
    assert isinstance(request, Cut)
    assert (request.seat, request.least, request.most) == (1, 10, 42)
    for depth in (9, 43):
        with pytest.raises(IllegalDecision) as refused:
            table.reply(depth)
        assert refused.value.cite == "633a.5(c)(1)"
    table.reply(20)
    drive(table, bots)


@pytest.mark.cites("633a.6(b)", "633a.6(b)(1)", "633a.6(b)(2)")
def test_mid_shoe_entry() -> None:
    table = open_table("633a", mid_shoe_entry=False, decks=1)
    table.bet(1, {"Blackjack": 1000})
    drive(table, bots)
    with pytest.raises(IllegalWager) as refused:
        table.bet(2, {"Blackjack": 1000})
    assert refused.value.cite == "633a.6(b)"
    table.permit(2)
    table.bet(2, {"Blackjack": 1000})
    table.bet(2, {})
    waited = 0
    while not memory_of(table).reshuffle:
        table.bet(1, {"Blackjack": 1000})
        drive(table, bots)
        waited += 1
        assert waited < 20
    table.bet(2, {"Blackjack": 1000})  # the next round starts with a reshuffle


@pytest.mark.cites("633a.14(f)")
def test_a_shoe_that_runs_out_is_filled_from_the_discards() -> None:
    table = open_table("633a", seats=7, seed=2, decks=1)
    refills = 0
    for _ in range(40):
        bet(table)
        finished = drive(table, bots)
        taken = [n for n, s in enumerate(finished.steps) if s.cite == "633a.14(f)" and s.act == "take"]
        if taken:
            refills += 1
            after = finished.steps[taken[0] :]
            assert [s.act for s in after if s.act in ("shuffle", "draw", "deal")][:3] == ["shuffle", "draw", "deal"]
            burned = next(s for s in after if s.act == "draw")
            assert (burned.who, burned.face, burned.cite) == ("discard rack", "down", "633a.14(f)")
            assert not finished.void
    assert refills > 0


@pytest.mark.cites("633a.14(j)", "633a.14(j)(1)")
def test_the_floorperson_is_told_when_the_hole_card_was_read_without_need() -> None:
    for seed in range(50):
        table = open_table("633a", seed=seed)
        bet(table)
        incident = Incident("hole card in reader", {"value_can_be_seen": True})
        finished = drive(table, incident_at("deal", incident))
        up = next(s.cards[0] for s in finished.steps if s.cite == "633a.7(f)(2)")
        if up >> 2 < 8:
            assert finished.void == "633a.14(j)(1)"
            assert any(s.cite == "633a.14(j)" for s in finished.steps)
            return
    raise AssertionError("no low up card in fifty rounds")


@pytest.mark.cites("633a.10(b)", "633a.11(d)", "633a.7(q)", "633a.9(a)(2)")
def test_a_dealer_blackjack_takes_only_the_original_wager() -> None:
    """The card reader makes this rare; where it happens, doubles and split wagers go back."""
    table = open_table("633a")
    bet(table, Blackjack=1000)
    table.begin()
    t = Round(table, {1: {"Blackjack": 1000}, 2: {"Blackjack": 1000}}, table.game.irregularity)
    t.hands = {
        "dealer": parse("Ah Kd"),
        "seat_1": parse("8c 3d Th"),
        "seat_1 split 1": parse("8h Td"),
        "seat_2": parse("9c 7d"),
    }
    for seat, wager, cents in (
        *((1, "Blackjack", 1000), (1, "Blackjack split 1", 1000), (1, "Double Down", 500)),
        (2, "Blackjack", 1000),
    ):
        t.place("633a.6(d)", seat, wager, cents)
    first = Hand(1, "seat_1", "Blackjack", split=True, doubled=True)
    second = Hand(1, "seat_1 split 1", "Blackjack split 1", " split 1", split=True)
    hands = {1: [first, second], 2: [Hand(2, "seat_2", "Blackjack", surrendered=True)]}
    t.play = Play(RULES, PREPARATION, hands)
    settle_surrenders(t, blackjack=True)
    settle(t, blackjack=True)
    money = {(s.who, s.wager): (s.act, s.cents, s.cite) for s in t.steps if s.act in ("collect", "return", "pay")}
    assert money == {
        ("seat_1", "Blackjack"): ("collect", 1000, "633a.7(h)"),
        ("seat_1", "Blackjack split 1"): ("return", 1000, "633a.11(d)"),
        ("seat_1", "Double Down"): ("return", 500, "633a.10(b)"),
        ("seat_2", "Blackjack"): ("collect", 1000, "633a.9(a)(2)"),
    }


@pytest.mark.cites("633a.7(r)(1)", "633a.7(r)(2)")
def test_both_orders_of_settlement() -> None:
    for order in ("633a.7(r)(1)", "633a.7(r)(2)"):
        for seed in range(30):
            table = open_table("633a", seats=4, seed=seed, settlement=order)
            bet(table)
            finished = drive(table, bots)
            start = next(n for n, s in enumerate(finished.steps) if s.cite == order and s.act == "say")
            money = [s for s in finished.steps[start:] if s.act in ("collect", "pay", "return")]
            if order.endswith("(1)"):
                acts = [s.act for s in money]
                assert acts == sorted(acts, key=lambda a: a != "collect")
            else:
                seats = [int(s.who.removeprefix("seat_").split(" ")[0]) for s in money]
                assert seats == sorted(seats, reverse=True)


@pytest.mark.cites("633a.3(c)")
def test_a_double_shoe_has_equal_sides() -> None:
    with pytest.raises(NotAuthorized, match="evenly"):
        Table(game("633a"), House.of("633a", {"decks": 3, "double_shoe": True}), Chance(1))
