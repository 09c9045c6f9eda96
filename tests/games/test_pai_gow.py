"""Pai Gow Poker (561 and 645a): what a rule case cannot tell."""

from collections.abc import Iterable
from typing import Any

import pytest

from pitboss.cards import parse, text
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized, OutOfTurn
from pitboss.games import game
from pitboss.games.pai_gow.bank import let_bank
from pitboss.games.pai_gow.rules import play_of
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Cut, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from pitboss.table.view.viewers import SPECTATOR, Viewer
from pitboss.table.view.views import layout_of, view
from tests.games.rigged import rigged_table

PAI_GOW = "Pai Gow Poker"
BOTH = pytest.mark.parametrize("chapter", ["561", "645a"])
CLOCKWISE = ["dealer", *(f"seat_{n}" for n in range(1, 7))]  # seat 1 is at the dealer's left
COUNTERCLOCKWISE = CLOCKWISE[:1] + CLOCKWISE[:0:-1]


class Loaded(Chance):
    """Chance whose dice and random numbers are known beforehand; cuts are as always."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(1)
        self.numbers = list(numbers)

    def number(self, least: int, most: int) -> int:
        return self.numbers.pop(0) if most in (6, 7) and self.numbers else super().number(least, most)


def open_table(chapter: str, at: Iterable[int] = (1, 3, 6), chance: Chance | None = None, **house: Any) -> Table:
    table = Table(game(chapter), House.of(chapter, house), chance or Chance(1))
    for seat in at:
        table.sit(seat, f"player {seat}")
    return table


def bet(table: Table, cents: int = 10_00) -> None:
    for seat in table.seats:
        table.bet(seat, {PAI_GOW: cents})


def play(table: Table, driver: Driver = bots) -> Round:
    bet(table)
    return drive(table, driver)


def saying(**said: str) -> Driver:
    """Bots, except that a seat says these words wherever they are a lawful answer."""

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Ask):
            for word in (said.get(f"seat_{request.seat}", ""), said.get("all", "")):
                if word in [choice.word for choice in request.choices]:
                    return table.verify(request, word)
        return bots(table, request)

    return driver


def begin(table: Table, until: str) -> Request:
    """Bets and goes on until a moment, or until a decision under a paragraph is asked for."""
    if table.round is None:
        bet(table)
        table.begin()
    while (request := table.request) is not None:
        if request == Moment(until) or (isinstance(request, Ask) and request.cite == until):
            return request
        table.reply(bots(table, request))
    raise AssertionError(f"the round ended before {until}")


def dealt(done: Round) -> list[tuple[str, int]]:
    """Who got how many cards, in the order of the deal."""
    return [(s.who, len(s.cards)) for s in done.steps if s.act == "deal"]


def turned(order: list[str], first: str) -> list[str]:
    """A round of the table from one place on."""
    at = order.index(first)
    return order[at:] + order[:at]


# ---------------------------------------------------------------------------- the starting position


def three_dice(total: int) -> list[int]:
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return [first, second, total - first - second]


@BOTH
@pytest.mark.cites("561.8(a)(1)", "561.12(b)", "645a.5(i)(1)(iii)")
@pytest.mark.parametrize("total", range(3, 19))
def test_every_total_of_the_dice_is_counted_counterclockwise_from_the_dealer(chapter: str, total: int) -> None:
    done = play(open_table(chapter, chance=Loaded(*three_dice(total))))
    wanted = (COUNTERCLOCKWISE * 3)[total - 1]
    assert dealt(done)[0] == (wanted, 1)
    assert f": {total}" in next(s.note for s in done.steps if "announces" in s.note)


@BOTH
@pytest.mark.cites("561.12(c)", "645a.5(i)(2)")
@pytest.mark.parametrize("number", range(1, 8))
def test_every_random_number_is_counted_counterclockwise_from_the_dealer(chapter: str, number: int) -> None:
    house: dict[str, Any] = {"starting_position": "random number generator", "mark_starting_position": True}
    done = play(open_table(chapter, chance=Loaded(number), **house))
    assert dealt(done)[0] == (COUNTERCLOCKWISE[number - 1], 1)
    assert [s.who for s in done.steps if s.note == "the starting position is marked"] == [COUNTERCLOCKWISE[number - 1]]


class Watched(Chance):
    """Chance that notes between which two numbers it was asked to choose; cuts are left out."""

    def __init__(self) -> None:
        super().__init__(1)
        self.ranges: list[tuple[int, int]] = []

    def number(self, least: int, most: int) -> int:
        if least == 1:
            self.ranges.append((least, most))
        return super().number(least, most)


@BOTH
@pytest.mark.cites("561.8(a)(1)", "561.12(b)", "561.12(c)", "645a.5(i)(1)(ii)", "645a.5(i)(2)")
@pytest.mark.parametrize(("by", "ranges"), [("shaker", [(1, 6)] * 3), ("random number generator", [(1, 7)])])
def test_three_dice_have_six_sides_and_a_random_number_is_1_to_7(chapter: str, by: str, ranges: list[tuple[int, int]]) -> None:
    chance = Watched()
    play(open_table(chapter, chance=chance, starting_position=by))
    assert chance.ranges == ranges


def banked_round(bank: int, first: list[int], second: list[int], **house: Any) -> Round:
    """A second round in which a seat banks, with numbers for the starting positions of both."""
    table = open_table("645a", chance=Loaded(*first, *second), player_bank=True, **house)
    play(table)
    done = play(table, saying(**{f"seat_{bank}": "bank"}))
    assert play_of(done).bank == bank
    return done


@pytest.mark.cites("645a.5(i)(1)(i)", "645a.5(i)(1)(iii)", "645a.12(h)")
@pytest.mark.parametrize("total", range(3, 19))
@pytest.mark.parametrize("bank", [1, 3, 6])
def test_with_a_bank_the_count_begins_there_and_the_bank_shakes_the_dice(bank: int, total: int) -> None:
    done = banked_round(bank, [1, 1, 1], three_dice(total))
    order = turned(COUNTERCLOCKWISE, f"seat_{bank}")
    assert dealt(done)[0] == ((order * 3)[total - 1], 1)
    assert [s.who for s in done.steps if s.cite == "645a.5(i)(1)(i)"] == [f"seat_{bank}"]
    assert sorted(place for place, _ in dealt(done)) == sorted(CLOCKWISE * 7)


@pytest.mark.cites("645a.5(i)(2)", "645a.12(h)")
@pytest.mark.parametrize("number", range(1, 8))
@pytest.mark.parametrize("bank", [1, 3, 6])
def test_with_a_bank_random_numbers_are_counted_from_there(bank: int, number: int) -> None:
    done = banked_round(bank, [1], [number], starting_position="random number generator")
    assert dealt(done)[0] == (turned(COUNTERCLOCKWISE, f"seat_{bank}")[number - 1], 1)


@pytest.mark.cites("645a.5(i)(1)(iii)")
def test_a_table_with_fewer_positions_counts_them_over_and_over() -> None:
    done = play(open_table("645a", (1, 2), Loaded(6, 6, 3), seats=3))  # 15: dealer, 3, 2, 1, dealer, ...
    assert dealt(done)[0] == ("seat_2", 1)
    assert len(dealt(done)) == 4 * 7
    assert next(len(s.cards) for s in done.steps if s.who == "stub") == 53 - 4 * 7


@pytest.mark.cites("645a.5(i)(2)", "645a.5(i)(3)")
def test_a_table_with_fewer_positions_counts_a_random_number_and_passes_the_button_over_them() -> None:
    for number, first in ((1, "dealer"), (3, "seat_2"), (5, "dealer"), (7, "seat_2")):
        house = {"starting_position": "random number generator", "seats": 3}
        assert dealt(play(open_table("645a", (1, 2), Loaded(number), **house)))[0] == (first, 1)
    table = open_table("645a", (1, 2), **BUTTON, seats=3)
    assert [dealt(play(table))[0][0] for _ in range(5)] == ["dealer", "seat_1", "seat_2", "seat_3", "dealer"]


BUTTON: dict[str, Any] = {"starting_position": "button", "dealing": "automated shoe", "shuffler": True}


@BOTH
@pytest.mark.cites("561.8(a)", "561.8(a)(3)", "561.12(d)", "645a.2(c)", "645a.5(i)(3)")
def test_the_button_starts_at_the_dealer_and_goes_clockwise_after_each_round(chapter: str) -> None:
    table = open_table(chapter, **BUTTON)
    starts = [dealt(play(table))[0] for _ in range(9)]
    assert starts == [(place, 7) for place in [*CLOCKWISE, *CLOCKWISE[:2]]]


@BOTH
@pytest.mark.cites("561.12(d)", "645a.5(i)(3)")
def test_the_button_stays_after_a_void_round(chapter: str) -> None:
    table = open_table(chapter, **BUTTON)
    play(table)
    begin(table, "deal")
    table.reply(Incident("automated shoe jam", {}))
    assert table.last is not None
    assert table.last.void
    starts = [dealt(play(table))[0][0] for _ in range(2)]
    assert starts == CLOCKWISE[1:3]


@BOTH
@pytest.mark.cites("561.14(a)", "645a.14(a)")
def test_dice_that_count_are_those_shaken_last(chapter: str) -> None:
    table = open_table(chapter, chance=Loaded(1, 1, 1, 6, 6, 5))
    begin(table, "deal")
    table.reply(Incident("no roll", {"why": "cocked"}))
    done = drive(table, bots)
    assert dealt(done)[0] == (COUNTERCLOCKWISE[(17 - 1) % 7], 1)


# ---------------------------------------------------------------------------- the deal


@pytest.mark.cites("561.9(c)", "645a.8(d)", "645a.9(c)")
@pytest.mark.parametrize(("chapter", "dealing"), [("561", "manual shoe"), ("645a", "manual shoe"), ("645a", "hand")])
def test_one_card_at_a_time_clockwise_to_every_position(chapter: str, dealing: str) -> None:
    done = play(open_table(chapter, (2,), Loaded(1, 2, 2), dealing=dealing))  # 5: seat 3
    assert dealt(done) == [(place, 1) for _ in range(7) for place in turned(CLOCKWISE, "seat_3")]


@BOTH
@pytest.mark.cites("561.11(c)", "645a.10(c)")
def test_stacks_of_seven_clockwise_to_every_position(chapter: str) -> None:
    done = play(open_table(chapter, (2,), Loaded(1, 2, 2), dealing="automated shoe"))
    assert dealt(done) == [(place, 7) for place in turned(CLOCKWISE, "seat_3")]


@pytest.mark.cites("561.10(a)(3)", "561.10(c)")
def test_stacks_of_2010_are_dealt_to_and_fro_by_hand() -> None:
    """The first card of each from left to right, the second from right to left; the first stack is the starting position's."""
    table = open_table("561", (2,), Loaded(1, 2, 2), dealing="hand")
    begin(table, "deal")
    assert table.round is not None
    shuffled = table.round.stack.cards[::-1]
    done = drive(table, bots)
    places = turned(CLOCKWISE, "seat_3")
    assert dealt(done) == [(place, 1) for turn in range(7) for place in (places[::-1] if turn % 2 else places)]
    hands = {place: [c for s in done.steps if s.act == "deal" and s.who == place for c in s.cards] for place in places}
    for at, place in enumerate(places):
        assert hands[place] == [shuffled[7 * turn + (6 - at if turn % 2 else at)] for turn in range(7)]


@BOTH
@pytest.mark.cites("561.9(e)", "561.9(g)", "645a.8(e)", "645a.8(g)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_the_stub_and_the_cards_of_empty_positions_are_seen_by_nobody(chapter: str, dealing: str) -> None:
    table = open_table(chapter, (2, 5), dealing=dealing)
    done = play(table)
    racked = {s.who: s for s in done.steps if s.act == "discard"}
    empty = {f"seat_{n}" for n in (1, 3, 4, 6)}
    assert {"stub", *empty} <= set(racked)
    assert len(racked["stub"].cards) == 4
    assert not empty & {s.who for s in done.steps if s.act == "reveal"}
    shown = [step for viewer in (SPECTATOR, Viewer.at(2), Viewer.at(5)) for step in view(table, viewer)["steps"]]
    hidden = [step for step in shown if step[2] in {"stub", *empty} and step[1] in ("deal", "discard")]
    assert hidden
    assert all(card == "??" for step in hidden for card in step[3])


def offered_cuts(table: Table, driver: Driver = bots, take: int = 0) -> list[int]:
    """The seats to which a round offers the cut; the one that takes it cuts twenty cards deep."""
    seats = []

    def people(at: Table, request: Request) -> Reply:
        if isinstance(request, Cut):
            seats.append(request.seat)
            assert (request.least, request.most) == (10, 43)
            return 20 if request.seat == take else None
        return driver(at, request)

    play(table, people)
    return seats


@BOTH
@pytest.mark.cites("561.5(c)", "561.5(d)(1)", "561.5(d)(2)", "645a.5(c)", "645a.5(d)(1)", "645a.5(d)(3)")
def test_who_is_offered_the_cut(chapter: str) -> None:
    """The first to arrive when the game begins; then the player farthest to the right, and so on counterclockwise."""
    table = open_table(chapter, (3, 6, 1))
    assert offered_cuts(table, take=3) == [3]
    assert offered_cuts(table) == [6, 3, 1]
    assert offered_cuts(table, take=6) == [6]
    assert offered_cuts(table, take=3) == [6, 3]
    assert offered_cuts(open_table(chapter, shuffler=True)) == []


@pytest.mark.cites("645a.5(d)(2)")
def test_a_bank_is_offered_the_cut_first_and_then_the_players_to_its_right() -> None:
    table = open_table("645a", (1, 3, 4, 6), player_bank=True)
    assert offered_cuts(table, take=1) == [1]
    assert offered_cuts(table, saying(seat_4="bank")) == [4, 3, 1, 6]
    assert offered_cuts(table, saying(seat_1="bank"), take=6) == [1, 6]


@BOTH
@pytest.mark.cites("561.5(e)", "645a.5(e)")
def test_a_cut_puts_the_cards_above_the_cover_card_on_the_bottom(chapter: str) -> None:
    table = open_table(chapter)
    bet(table)
    table.begin()
    assert isinstance(table.request, Cut)
    assert table.round is not None
    before = table.round.stack.cards[::-1]
    for depth in (9, 44):
        with pytest.raises(IllegalDecision, match="10 to 43"):
            table.reply(depth)
    table.reply(25)
    assert table.round.stack.cards[::-1] == before[25:] + before[:25]


# ---------------------------------------------------------------------------- wagers


@BOTH
@pytest.mark.cites("561.7(a)", "645a.7(a)", "561.7(b)", "645a.7(b)")
def test_wagers_are_made_in_chips_by_seated_players(chapter: str) -> None:
    table = open_table(chapter, table_minimum=5_00, table_maximum=100_00, smallest_chip=50)
    refused = ((4_00, "5 to"), (101_00, "5 to"), (5_20, r"multiple of \$0.50"), (-5_00, "5 to"), (7.5, "whole number"))
    for wrong, match in refused:
        with pytest.raises(IllegalWager, match=match):
            table.bet(1, {PAI_GOW: wrong})  # type: ignore[dict-item]
    with pytest.raises(IllegalWager, match="only seated players"):
        table.bet(2, {PAI_GOW: 5_00})
    table.sit(2, "poor", 9_00)
    with pytest.raises(IllegalWager) as raised:
        table.bet(2, {PAI_GOW: 10_00})
    assert raised.value.cite == f"{chapter}.7(a)"
    assert not table.bets


@BOTH
@pytest.mark.cites("561.7(c)", "645a.7(c)")
def test_no_wager_is_made_increased_or_withdrawn_after_no_more_bets(chapter: str) -> None:
    table = open_table(chapter, chance=Chance(2))
    table.bet(1, {PAI_GOW: 10_00})
    table.bet(1, {PAI_GOW: 20_00})
    table.bet(3, {PAI_GOW: 20_00})
    table.bet(3, {})
    request = table.begin()
    while request is not None:
        for seat, wagers in ((1, {PAI_GOW: 30_00}), (1, {}), (3, {PAI_GOW: 5_00})):
            with pytest.raises(IllegalWager) as refused:
                table.bet(seat, wagers)
            assert refused.value.cite == f"{chapter}.7(c)"
        request = table.reply(bots(table, request))
    assert table.last is not None
    assert table.last.ledger is not None
    assert table.last.ledger.placed == {"seat_1": {PAI_GOW: 20_00}}


@pytest.mark.cites("645a.7(d)", "645a.7(e)", "645a.7(e)(1)", "645a.7(e)(2)", "645a.7(e)(3)", "645a.7(e)(4)")
@pytest.mark.parametrize(
    ("wager", "option", "chosen"),
    [
        ("Fortune Bonus", "fortune_bonus", "A"),
        ("Emperor's Treasure", "emperors_treasure", "B"),
        ("Pai Gow Insurance", "pai_gow_insurance", "A"),
        ("Progressive Payout", "progressive_payout", True),
    ],
)
def test_optional_wagers_need_the_pai_gow_poker_wager_and_a_house_that_offers_them(
    wager: str, option: str, chosen: object
) -> None:
    with pytest.raises(IllegalWager, match="does not offer") as refused:
        open_table("645a").bet(1, {PAI_GOW: 5_00, wager: 5_00})
    assert refused.value.cite == game("645a").cite_of(wager)
    house: dict[str, Any] = {option: chosen, "progressive_wager": 5_00}
    if option == "progressive_payout":
        house["progressive_rate"] = 10
    table = open_table("645a", **house)
    with pytest.raises(IllegalWager, match="required") as refused:
        table.bet(1, {wager: 5_00})
    assert refused.value.cite == "645a.7(d)"
    table.bet(1, {PAI_GOW: 5_00, wager: 5_00})
    assert table.bets[1] == {PAI_GOW: 5_00, wager: 5_00}


@BOTH
@pytest.mark.cites("561.7(b)", "645a.7(b)")
@pytest.mark.parametrize("abandoned", [False, True])
def test_a_player_who_leaves_loses_his_wagers_or_has_them_back_as_the_house_chose(chapter: str, abandoned: bool) -> None:
    table = open_table(chapter, abandoned_wagers_lose=abandoned)
    begin(table, "dealt")
    table.reply(Incident("player leaves", {"seat": 3}))
    done = drive(table, bots)
    assert done.ledger is not None
    assert done.ledger.players["seat_3"] == (-10_00 if abandoned else 0)
    assert not [s for s in done.steps if s.act in ("decide", "reveal") and s.who == "seat_3"]


@BOTH
@pytest.mark.cites("561.13(m)", "645a.13(a)")
def test_five_percent_must_come_out_in_whole_cents(chapter: str) -> None:
    for chip, refused in ((1, 5_01), (50, 5_50)):
        with pytest.raises(IllegalWager, match="5%"):
            open_table(chapter, smallest_chip=chip).bet(1, {PAI_GOW: refused})
        open_table(chapter, vigorish_rounding=25, smallest_chip=chip).bet(1, {PAI_GOW: refused})
    with pytest.raises(NotAuthorized, match="5%"):
        open_table(chapter, smallest_chip=1, table_minimum=21, table_maximum=39)


# ---------------------------------------------------------------------------- two adjacent areas


def one_on_two(chapter: str, first: int, second: int, **house: Any) -> Table:
    """One player on two areas, others around him."""
    table = open_table(chapter, (1, 5), two_positions=True, **house)
    for seat, cents in ((3, first), (4, second)):
        table.sit(seat, "Ann")
        table.bet(seat, {PAI_GOW: cents})
    for seat in (1, 5):
        table.bet(seat, {PAI_GOW: 10_00})
    return table


@BOTH
@pytest.mark.cites("561.7(d)", "561.7(e)", "645a.7(f)")
@pytest.mark.parametrize(("first", "second", "order"), [(20_00, 10_00, [3, 4]), (10_00, 20_00, [4, 3]), (10_00, 10_00, [4, 3])])
def test_the_larger_wager_is_set_first_and_of_equal_ones_the_first_counterclockwise(
    chapter: str, first: int, second: int, order: list[int]
) -> None:
    table = one_on_two(chapter, first, second)
    asked = []

    def people(at: Table, request: Request) -> Reply:
        if isinstance(request, Ask) and "set" in [c.word for c in request.choices]:
            asked.append(request.seat)
        return bots(at, request)

    done = drive(table, people)
    assert [seat for seat in asked if seat in order] == order
    assert sorted(asked) == [1, 3, 4, 5]
    low = play_of(done).low
    assert set(low[3]) != set(low[4])  # each hand by itself


@BOTH
@pytest.mark.cites("561.7(d)", "645a.7(f)")
def test_two_areas_must_be_adjacent_and_permitted(chapter: str) -> None:
    cite = {"561": "561.7(d)", "645a": "645a.7(f)"}[chapter]
    table = open_table(chapter, (), two_positions=True)
    table.sit(3, "Ann")
    for seat in (1, 5):
        with pytest.raises(IllegalWager, match="adjacent") as refused:
            table.sit(seat, "Ann")
        assert refused.value.cite == cite
    table.sit(2, "Ann")
    with pytest.raises(IllegalWager, match="2 positions"):
        table.sit(4, "Ann")
    table = open_table(chapter, ())
    table.sit(3, "Ann")
    with pytest.raises(IllegalWager, match="1 position,") as refused:
        table.sit(4, "Ann")
    assert refused.value.cite == cite


@pytest.mark.cites("645a.12(f)")
def test_a_player_on_two_areas_is_not_offered_the_bank() -> None:
    table = one_on_two("645a", 10_00, 10_00, player_bank=True)
    drive(table, bots)
    asked = []

    def people(at: Table, request: Request) -> Reply:
        if isinstance(request, Ask) and request.cite == "645a.12(c)":
            asked.append(request.seat)
        return bots(at, request)

    play(table, people)
    assert asked == [5, 1]
    table.bet(3, {PAI_GOW: 10_00})  # on one area he may
    table.bet(5, {PAI_GOW: 10_00})
    asked.clear()
    drive(table, people)
    assert asked == [5, 3]


# ---------------------------------------------------------------------------- the hands

HANDS = {"seat_1": "As Kd Qh Jc 9s 7d 2c", "seat_2": "Ah Ad 8c 8d 5s 4c 2h", "dealer": "Kh Kc Qd Jd 9h 7s 3c"}


def rigged(chapter: str, cards: dict[str, str], **house: Any) -> Table:
    seats = [int(place[-1]) for place in cards if place != "dealer"]
    return rigged_table(game(chapter), seats, cards, **house)


@BOTH
@pytest.mark.cites("561.13(b)", "645a.11(a)", "645a.11(a)(1)", "645a.11(a)(2)")
def test_a_player_looks_at_his_own_cards_only_and_keeps_all_seven_on_the_table(chapter: str) -> None:
    table = rigged(chapter, HANDS)
    ask = begin(table, {"561": "561.13(a)", "645a": "645a.11(b)"}[chapter])
    assert isinstance(ask, Ask)
    assert ask.seat == 1
    for seat in (1, 2):
        hands = layout_of(table, Viewer.at(seat)).hands
        for place in ("seat_1", "seat_2", "dealer"):
            shown = parse(HANDS[place]) if place == f"seat_{seat}" else []
            assert hands[place].cards == (text(shown).split() if shown else ["??"] * 7)
    with pytest.raises(IllegalDecision, match="does not hold"):
        table.verify(ask, "set Ah Ad")  # another player's
    assert table.round is not None
    table.reply(table.verify(ask, "set Kd Qh"))
    assert len(table.round.hands["seat_1"]) == 7
    said = [step for step in view(table, Viewer.at(2))["steps"] if step[1] == "decide"]
    assert all(card == "??" for step in said for card in step[3])
    advice = game(chapter).advice
    assert advice is not None
    assert isinstance(table.request, Ask)
    told = advice(table.round, table.request)
    assert told[0] == "set 8d 8c"
    assert told[1]


@BOTH
@pytest.mark.cites("561.13(b)", "645a.11(a)(3)")
def test_hands_that_lie_face_down_are_not_touched_again(chapter: str) -> None:
    table = rigged(chapter, HANDS)
    ask = begin(table, {"561": "561.13(a)", "645a": "645a.11(b)"}[chapter])
    assert isinstance(ask, Ask)
    table.reply(table.verify(ask, "set Kd Qh"))
    again = ask.verify("set Qh Jc")
    with pytest.raises((IllegalDecision, OutOfTurn)):
        table.reply(again)
    done = drive(table, bots)
    assert set(play_of(done).low[1]) == set(parse("Kd Qh"))


@BOTH
@pytest.mark.cites("561.13(g)(4)", "645a.11(f)(1)(iv)")
def test_no_other_wrong_setting_can_be_laid_down(chapter: str) -> None:
    """Two of the seven cards make the low hand and five the high hand, or the player is told so; all that can be wrong then is
    the rank of the hands, and that loses."""
    table = rigged(chapter, HANDS)
    ask = begin(table, {"561": "561.13(a)", "645a": "645a.11(b)"}[chapter])
    assert isinstance(ask, Ask)
    for wrong in ("set", "set As", "set As Kd Qh", "set As As", "set As Jk", "set Kh Kc", "set As Kd Qh Jc 9s 7d 2c"):
        with pytest.raises(IllegalDecision):
            table.verify(ask, wrong)
    table.reply(table.verify(ask, "set As Kd"))
    done = drive(table, bots)
    assert done.ledger is not None
    assert done.ledger.back["seat_1"][PAI_GOW] == 0


@BOTH
@pytest.mark.cites("561.13(f)", "561.13(h)", "561.13(l)", "645a.11(e)", "645a.11(f)(3)")
def test_when_winners_are_paid(chapter: str) -> None:
    """From the right; in 2010 after all hands are exposed, later each in his turn."""
    cards = {
        "seat_1": "Ac Ad 8h 8d 5s 4c 2h",
        "seat_2": "3s 4d 6d 7c 9d Ts Jd",
        "seat_4": "Ks Kd Qh Qc 9c 6h 2d",
        "dealer": "Jh Js Ah 7d 5c 3d 2c",
    }
    done = play(rigged(chapter, cards))
    money = [(s.act, s.who) for s in done.steps if s.act in ("reveal", "pay", "collect") and s.who != "dealer"]
    seen = [("reveal", "seat_4"), ("reveal", "seat_2"), ("collect", "seat_2"), ("reveal", "seat_1")]
    if chapter == "561":
        assert money == [*seen, ("pay", "seat_4"), ("pay", "seat_1")]
    else:
        assert money == [seen[0], ("pay", "seat_4"), *seen[1:], ("pay", "seat_1")]
    assert done.facts.vigorish == 1_00


@pytest.mark.cites("561.13(e)")
def test_in_2010_a_player_may_surrender_before_and_after_the_dealer_sets() -> None:
    table = open_table("561")
    for at in ("561.13(a)", "561.13(e)"):
        ask = begin(table, at)
        assert isinstance(ask, Ask)
        table.reply(table.verify(ask, "surrender"))
        done = drive(table, bots)
        assert done.ledger is not None
        assert done.ledger.players[f"seat_{ask.seat}"] == -10_00
        assert not [s for s in done.steps if s.act == "reveal" and s.who == f"seat_{ask.seat}"]


@pytest.mark.cites("645a.11(d)", "645a.7(e)(4)")
@pytest.mark.parametrize("bank", [0, 6])
def test_no_surrender_before_the_hands_of_the_dealer_are_set_nor_with_an_optional_wager(bank: int) -> None:
    """Each of the optional wagers bars it, also the Progressive Payout Wager, whose chips are collected before the deal. It is
    the same where a player banks."""
    offered: dict[str, Any] = {
        "fortune_bonus": "A",
        "emperors_treasure": "A",
        "pai_gow_insurance": "A",
        "progressive_payout": True,
    }
    table = open_table("645a", range(1, 7), player_bank=bool(bank), progressive_rate=10, **offered)
    optional = {1: "Fortune Bonus", 2: "Emperor's Treasure", 3: "Pai Gow Insurance", 4: "Progressive Payout"}
    for seat in table.seats:
        also = {optional[seat]: 1_00 if seat == 4 else 5_00} if seat in optional else {}
        table.bet(seat, {PAI_GOW: 10_00} | also)
    if bank:
        let_bank(table, bank, 10_00)
    asked = []

    def people(at: Table, request: Request) -> Reply:
        words = [c.word for c in request.choices] if isinstance(request, Ask) else []
        if isinstance(request, Ask) and "surrender" in words:
            assert at.round is not None
            shown = f"seat_{bank}" if bank else "dealer"
            assert [s for s in at.round.steps if s.act == "reveal" and s.who == shown]
            asked.append(request.seat)
        return at.verify(request, "bank") if isinstance(request, Ask) and "bank" in words else bots(at, request)

    done = drive(table, people)
    assert play_of(done).bank == bank
    assert asked == ([5] if bank else [6, 5])


@pytest.mark.cites("645a.12(c)", "645a.12(d)(1)")
def test_who_banked_and_who_has_wagered_is_known_by_the_player_and_not_by_the_seat() -> None:
    table = open_table("645a", (1, 2, 3, 5), player_bank=True)
    assert play_of(play(table)).bank == 0
    assert play_of(play(table, saying(seat_3="bank"))).bank == 3
    for seat in (1, 2, 3):
        table.leave(seat)
    for seat, player in ((3, "player 1"), (6, "player 3"), (2, "newcomer")):
        table.sit(seat, player)
    offered = []

    def people(at: Table, request: Request) -> Reply:
        if isinstance(request, Ask) and request.cite == "645a.12(c)":
            offered.append(at.seats[request.seat].player)
        return bots(at, request)

    play(table, people)
    assert offered == ["player 5", "player 1"]  # from the right of the seat that banked, which is asked last


# ---------------------------------------------------------------------------- the progressive payout


@pytest.mark.cites("645a.11(h)(4)", "645a.11(h)(4)(ii)(A)", "645a.11(h)(4)(ii)(B)", "645a.11(h)(4)(ii)(C)", "645a.13(e)(3)")
def test_a_winning_progressive_is_verified_and_validated_before_it_is_paid_from_the_meter() -> None:
    cards = {"seat_1": "3c 4c 5c 6c 7c 8c 9c", "seat_2": "Ac Ad Ah As Jk 7d 2h", "dealer": "Kh Kc Qd Jd 9h 7s 3d"}
    table = rigged("645a", cards, progressive_payout=True, progressive_rate=50, progressive_initial=10_000_00)
    for seat in (1, 2):
        table.bet(seat, {PAI_GOW: 10_00, "Progressive Payout": 1_00})
    done = drive(table, bots)
    steps = [s for s in done.steps if s.cite.startswith(("645a.11(h)(4)", "645a.13(e)"))]
    verified = ["645a.11(h)(4)(ii)(A)", "645a.11(h)(4)(ii)(B)", "645a.11(h)(4)(ii)(C)", "645a.11(h)(4)(ii)(D)"]
    paid = [(s.cite, s.who) for s in steps if s.act not in ("reset", "discard")]
    assert paid == [(cite, seat) for seat in ("seat_2", "seat_1") for cite in (*verified, "645a.13(e)(1)")]
    assert [s.who for s in steps if s.act == "discard"] == ["seat_2", "seat_1"]  # once the payouts are documented
    tenth = 1_000_10  # of 10,001
    assert [(s.who, s.cents) for s in steps if s.act == "jackpot"] == [("seat_2", tenth), ("seat_1", 10_001_00 - tenth)]
    assert not [s for s in steps if s.act in ("bonus", "pay")]  # nothing from the table inventory
    assert table.meter is not None
    assert table.meter.cents == 2_000_00


# ---------------------------------------------------------------------------- irregularities


@pytest.mark.cites("561.14(k)")
def test_stacks_that_were_not_dealt_to_and_fro_void_the_round() -> None:
    for moment in ("deal", "dealt"):
        table = open_table("561", dealing="hand")
        begin(table, moment)
        table.reply(Incident("stacks dealt wrong", {}))
        done = table.last
        assert done is not None
        assert done.void == "561.14(k)"
        assert done.ledger is not None
        assert set(done.ledger.players.values()) == {0}
        assert play(table).void == ""
    for dealing in ("manual shoe", "automated shoe"):
        table = open_table("561", dealing=dealing)
        begin(table, "dealt")
        with pytest.raises(NotAuthorized, match="by hand") as refused:
            table.reply(Incident("stacks dealt wrong", {}))
        assert refused.value.cite == "561.14(k)"
    assert "stacks dealt wrong" not in game("645a").incidents  # no stacks are dealt by hand there


@BOTH
@pytest.mark.cites("561.14(n)", "645a.14(n)")
@pytest.mark.parametrize(("dealing", "device"), [("automated shoe", "automated shoe"), ("hand", "shuffler")])
def test_a_device_out_of_order_is_put_out_of_use_and_the_manual_shoe_serves(chapter: str, dealing: str, device: str) -> None:
    table = open_table(chapter, dealing=dealing, shuffler=True)
    begin(table, "settle")
    table.reply(Incident("device out of order", {"device": device}))
    done = drive(table, bots)
    said = [s for s in done.steps if s.cite == f"{chapter}.14(n)"]
    assert len(said) == 1
    following = play(table)
    deal = {"561": "561.9(c)", "645a": "645a.8(d)"}[chapter]
    assert {s.cite for s in following.steps if s.act == "deal"} == {deal}


# ---------------------------------------------------------------------------- houses

SHOE: dict[str, Any] = {"dealing": "automated shoe"}


@BOTH
@pytest.mark.cites("561.8(a)(3)", "561.10(a)(1)", "561.12(d)", "645a.5(i)(3)", "645a.9(a)(1)")
@pytest.mark.parametrize(
    ("house", "cites"),
    [
        ({"starting_position": "button"}, ("561.12(d)", "645a.5(i)(3)")),
        ({"starting_position": "button", "dealing": "hand"}, ("561.12(d)", "645a.5(i)(3)")),
        ({"starting_position": "button", "shuffler": False, **SHOE}, ("561.12(d)", "645a.5(i)(3)")),
        ({"dealing": "hand", "shuffler": False}, ("561.10(a)(1)", "645a.9(a)(1)")),
        ({"second_deck": True, "shuffler": False}, ("561.3(b)", "645a.3(b)")),
        ({"shuffler_fills_shoe": True, "shuffler": False}, ("561.5(a)", "645a.5(a)")),
        ({"table_minimum": 10_00, "table_maximum": 5_00}, ()),
    ],
)
def test_houses_that_the_chapters_do_not_allow(chapter: str, house: dict[str, Any], cites: tuple[str, ...]) -> None:
    with pytest.raises(NotAuthorized) as refused:
        open_table(chapter, **house)
    if cites:
        assert refused.value.cite == cites[("561", "645a").index(chapter)]


@pytest.mark.cites("645a.12(e)", "645a.12(g)", "645a.13(f)", "645a.13(e)(2)", "645a.2(a)")
@pytest.mark.parametrize(
    ("house", "cite"),
    [
        ({"co_banking": True}, "645a.12(e)"),
        ({"dealer_bank_wager": 5_00}, "645a.12(g)"),
        ({"player_bank": True, "dealer_bank_wager": 5_25}, "645a.12(g)"),
        ({"payout_limit": 49_999_99}, "645a.13(f)"),
        ({"payout_limit": 50_000_00, "fortune_bonus": "A", "table_minimum": 7_00}, "645a.13(f)"),
        ({"progressive_payout": True, "progressive_rate": 1, "progressive_initial": 1_999_00}, "645a.13(e)(2)"),
        ({"progressive_payout": True, "progressive_rate": 1, "progressive_reset": 1_999_00}, "645a.13(e)(2)"),
        ({"seats": 7}, "645a.2(a)"),
        ({"seats": 0}, "645a.2(a)"),
    ],
)
def test_houses_that_the_later_chapter_does_not_allow(house: dict[str, Any], cite: str) -> None:
    with pytest.raises(NotAuthorized) as refused:
        open_table("645a", **house)
    assert refused.value.cite == cite


@pytest.mark.cites("645a.13(f)")
def test_the_least_payout_limit_is_what_one_hand_can_win() -> None:
    """Seven in a row wins both bonus wagers at once; Pai Gow Insurance, which needs seven cards without a pair, loses then."""
    house: dict[str, Any] = {"fortune_bonus": "A", "emperors_treasure": "C", "pai_gow_insurance": "B", "table_minimum": 4_00}
    assert open_table("645a", payout_limit=13_000 * 4_00, **house).house["payout_limit"] == 52_000_00
    with pytest.raises(NotAuthorized, match="52,000"):
        open_table("645a", payout_limit=51_999_99, **house)
