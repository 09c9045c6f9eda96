"""The shoe of a table of 21 from round to round, where a rule case tells one round only: when decks are changed, who is offered
the cut, what the cover card brings, what is done at an idle table, and who may bet after he missed a round."""

from typing import Any

import pytest

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.procedures.multideck import memory_of
from pitboss.table.round import Round
from pitboss.table.steps import Cut, Incident, Moment, Reply, Request, Step
from pitboss.table.table import Table

BOTH = ["633a", "635a"]


class Clock(Chance):
    """Chance whose clock the test sets."""

    now = 0.0

    def hours(self) -> float:
        return self.now


def open_table(chapter: str, chance: Chance | None = None, seats: tuple[int, ...] = (1, 2, 3), **house: Any) -> Table:
    table = Table(game(chapter), House.of(chapter, house), chance or Chance(1))
    for seat in seats:
        table.sit(seat, f"player {seat}")
    return table


def play(table: Table, cut_by: int = 0) -> Round:
    """A round between bots, of whom one takes the cut if it is offered to him."""

    def reply(table: Table, request: Request) -> Reply:
        if isinstance(request, Cut):
            return 20 if request.seat == cut_by else None
        return bots(table, request)

    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))
    return drive(table, reply)


def cites(steps: list[Step]) -> list[str]:
    return [step.cite for step in steps]


# ---------------------------------------------------------------------------- the decks


@pytest.mark.cites("633a.3(d)", "635a.3(b)")
@pytest.mark.parametrize("opened", [0.0, 5.0])
@pytest.mark.parametrize(
    ("chapter", "house", "hours", "change", "opening"),
    [
        ("633a", {}, 24, "633a.3(d)", "633a.4(a)"),
        ("633a", {"from_the_hand": True, "shuffler": "automated", "decks": 2}, 4, "633a.3(d)", "633a.4(a)"),
        ("635a", {}, 24, "635a.3(b)", "635a.4(a)"),
    ],
)
def test_decks_are_changed_when_their_hours_are_over_and_not_before(
    chapter: str, house: dict[str, Any], hours: int, change: str, opening: str, opened: float
) -> None:
    clock = Clock(7)
    clock.now = opened
    table = open_table(chapter, clock, **house)
    assert change not in cites(play(table).steps)
    clock.now = opened + hours - 0.01
    assert change not in cites(play(table).steps)
    clock.now = opened + hours
    assert cites(play(table).steps)[:2] == [change, opening]
    clock.now += 1
    assert change not in cites(play(table).steps)


@pytest.mark.cites("635a.3(a)")
@pytest.mark.parametrize("decks", [5, 7, 9])
def test_spanish_21_is_played_with_six_or_eight_decks(decks: int) -> None:
    with pytest.raises(NotAuthorized) as refused:
        House.of("635a", {"decks": decks})
    assert (refused.value.cite, refused.value.field, refused.value.rule) == ("635a.3(a)", "decks", "decks")


# ---------------------------------------------------------------------------- the cut


def offered(table: Table, cover_card_on: str, cut_by: int = 0) -> list[tuple[str, str]]:
    """Who is offered the cut of the next round, with the paragraph, if the cover card came out there, and who cuts."""
    play(table)
    memory = memory_of(table)
    memory.cover_card_on = cover_card_on
    memory.reshuffle.update(table.stacks)
    steps = play(table, cut_by).steps
    shuffled = next(n for n, step in enumerate(steps) if step.act == "shuffle")
    placed = next(n for n, step in enumerate(steps) if step.cite == f"{table.game.chapter}.7(a)")
    return [(step.cite, step.who) for step in steps[shuffled + 1 : placed]]


@pytest.mark.cites("633a.5(c)(2)", "633a.5(b)", "633a.5(d)", "635a.5(c)(2)", "635a.5(b)", "635a.5(d)")
@pytest.mark.parametrize("chapter", BOTH)
def test_the_cut_is_offered_to_the_player_on_whose_box_the_cover_card_came(chapter: str) -> None:
    c = f"{chapter}.5"
    assert offered(open_table(chapter), "seat_2") == [(f"{c}(c)(2)", "seat_2"), (f"{c}(b)", "dealer"), (f"{c}(d)", "dealer")]
    assert offered(open_table(chapter), "seat_2", cut_by=2) == [(f"{c}(c)(2)", "seat_2"), (f"{c}(d)", "seat_2")]
    assert offered(open_table(chapter), "seat_2", cut_by=1)[-1] == (f"{c}(d)", "dealer")


@pytest.mark.cites("633a.5(c)(3)", "633a.5(c)(4)", "635a.5(c)(3)", "635a.5(c)(4)")
@pytest.mark.parametrize(("cover_card_on", "paragraph"), [("dealer", "(c)(3)"), ("", "(c)(4)")])
@pytest.mark.parametrize("chapter", BOTH)
def test_else_the_cut_is_offered_from_the_dealers_right(chapter: str, cover_card_on: str, paragraph: str) -> None:
    c, who = f"{chapter}.5", f"{chapter}.5{paragraph}"
    asked = [(who, "seat_3"), (who, "seat_2"), (who, "seat_1")]
    assert offered(open_table(chapter), cover_card_on) == [*asked, (f"{c}(b)", "dealer"), (f"{c}(d)", "dealer")]
    assert offered(open_table(chapter), cover_card_on, cut_by=2) == [*asked[:2], (f"{c}(d)", "seat_2")]


@pytest.mark.cites("633a.5(e)", "635a.5(e)")
@pytest.mark.parametrize("chapter", BOTH)
def test_a_recut_is_ordered_and_then_offered(chapter: str) -> None:
    table = open_table(chapter)
    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))
    table.begin()
    while table.request != Moment("deal"):
        table.reply(None)
    table.reply(Incident("cut performed improperly"))
    assert isinstance(table.request, Cut)
    table.reply(25)
    assert table.round is not None
    steps = [(step.cite, step.who) for step in table.round.steps]
    c = f"{chapter}.5"
    at = steps.index((f"{c}(e)", "dealer"))
    assert steps[at + 1 : at + 3] == [(f"{c}(c)(1)", "seat_1"), (f"{c}(d)", "seat_1")]


@pytest.mark.cites("633a.5(e)", "635a.5(e)")
@pytest.mark.parametrize(
    ("cover_card_on", "paragraph", "recut"),
    [
        ("seat_2", "(c)(2)", ["seat_2"]),
        ("dealer", "(c)(3)", ["seat_2", "seat_1"]),
        ("", "(c)(4)", ["seat_2", "seat_1"]),
    ],
)
@pytest.mark.parametrize("chapter", BOTH)
def test_a_recut_is_offered_to_who_last_cut_and_then_to_the_next(
    chapter: str, cover_card_on: str, paragraph: str, recut: list[str]
) -> None:
    """In a later round, in which the player of seat 2 cuts; neither he nor anybody after him cuts again: the dealer does."""
    table = open_table(chapter)
    play(table)
    memory_of(table).cover_card_on = cover_card_on
    memory_of(table).reshuffle.update(table.stacks)
    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))
    request = table.begin()
    while request != Moment("deal"):
        request = table.reply(20 if isinstance(request, Cut) and request.seat == 2 else None)
    request = table.reply(Incident("cut performed improperly"))
    while request != Moment("deal"):
        request = table.reply(None)
    assert table.round is not None
    c, steps = f"{chapter}.5", [(step.cite, step.who) for step in table.round.steps]
    after = steps[steps.index((f"{c}(e)", "dealer")) + 1 :]
    assert after == [*[(f"{c}{paragraph}", who) for who in recut], (f"{c}(b)", "dealer"), (f"{c}(d)", "dealer")]
    assert memory_of(table).cover_card_on == ""


@pytest.mark.cites("633a.14(l)", "635a.13(l)", "633a.5(c)(2)", "635a.5(c)(2)")
@pytest.mark.parametrize("chapter", BOTH)
def test_after_a_jam_the_cut_is_offered_to_the_same_player_again(chapter: str) -> None:
    table = open_table(chapter, shuffler="automated")
    play(table)
    memory_of(table).cover_card_on = "seat_2"
    memory_of(table).reshuffle.update(table.stacks)
    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))
    request = table.begin()
    while request != Moment("deal"):
        request = table.reply(None)
    request = table.reply(Incident("shuffler jam"))
    assert isinstance(request, Cut)
    assert (request.seat, request.cite) == (2, f"{chapter}.5(c)(2)")


# ---------------------------------------------------------------------------- the cover card


@pytest.mark.cites("633a.7(e)", "633a.7(e)(1)", "633a.5(f)", "635a.7(d)", "635a.5(f)")
@pytest.mark.parametrize("chapter", BOTH)
def test_the_cover_card_goes_aside_once_the_hand_is_completed_and_then_the_cards_are_reshuffled(chapter: str) -> None:
    aside, collect = {"633a": ("633a.7(e)", "633a.7(e)(1)"), "635a": ("635a.7(d)", "635a.7(d)")}[chapter]
    table = open_table(chapter, decks={"633a": 2, "635a": 6}[chapter])
    size = table.cards
    while aside not in cites((last := play(table)).steps):
        assert last.number == 1 or "shuffle" not in [step.act for step in last.steps]
    came = [step.cite for step in last.steps if step.cite in (aside, f"{chapter}.5(f)")]
    assert came == [aside, f"{chapter}.5(f)"]  # one cover card, in one round, however many cards are dealt behind it
    at = cites(last.steps).index(aside)
    dealt = sum(len(step.cards) for step in last.steps[:at] if step.act in ("deal", "draw"))
    assert dealt
    assert not last.void
    following = play(table).steps
    assert [(step.cite, step.act) for step in following[:2]] == [(collect, "say"), (f"{chapter}.5(a)", "shuffle")]
    assert table.cards == size


@pytest.mark.cites("633a.5(h)", "635a.5(h)")
@pytest.mark.parametrize("chapter", BOTH)
def test_a_device_that_reshuffles_all_the_time_has_no_cut_no_cover_card_and_nothing_to_collect(chapter: str) -> None:
    table = open_table(chapter, shuffler="continuous")
    play(table)
    for idle in (False, True):
        table.idle = idle
        acts = [(step.cite, step.act) for step in play(table).steps[:3]]
        assert acts[:2] == [(f"{chapter}.5(a)", "shuffle"), (f"{chapter}.5(h)", "say")]
        assert acts[2][1] == "wager"  # no card is burned


# ---------------------------------------------------------------------------- an idle table


@pytest.mark.cites("633a.5(g)", "633a.5(g)(1)", "633a.5(g)(2)", "635a.5(g)", "635a.4(d)")
@pytest.mark.parametrize(
    ("chapter", "shuffler", "paragraph"),
    [
        ("633a", "manual", "633a.5(g)(1)"),
        ("633a", "automated", "633a.5(g)(2)"),
        ("635a", "manual", "635a.4(d)"),
        ("635a", "automated", "635a.4(d)"),
    ],
)
def test_the_cards_of_an_idle_table_are_spread_and_shuffled_before_they_are_dealt(
    chapter: str, shuffler: str, paragraph: str
) -> None:
    table = open_table(chapter, shuffler=shuffler)
    assert f"{chapter}.5(g)" not in cites(play(table).steps)
    assert f"{chapter}.5(g)" not in cites(play(table).steps)
    table.idle = True
    steps = play(table).steps
    assert cites(steps)[:2] == [f"{chapter}.5(g)", paragraph]
    assert "shuffle" in [step.act for step in steps]
    assert f"{chapter}.5(g)" not in cites(play(table).steps)


# ---------------------------------------------------------------------------- who may bet


@pytest.mark.cites("633a.6(b)", "633a.6(b)(1)", "633a.6(b)(2)", "635a.6(b)", "635a.6(b)(1)", "635a.6(b)(2)")
@pytest.mark.parametrize("chapter", BOTH)
def test_who_missed_a_round_may_be_kept_out_until_he_is_let_in_or_the_cards_are_reshuffled(chapter: str) -> None:
    def one_round(table: Table, *seats: int) -> None:
        for seat in seats:
            table.bet(seat, table.game.suggest(table.house))
        drive(table, bots)

    wager = game(chapter).suggest(House.of(chapter, {}))
    table = open_table(chapter, mid_shoe_entry=False)
    one_round(table, 1)
    one_round(table, 1)  # who bet on the last round bets on
    with pytest.raises(IllegalWager) as refused:
        table.bet(2, wager)
    assert refused.value.cite == f"{chapter}.6(b)"
    table.permit(2)
    with pytest.raises(IllegalWager):
        table.bet(3, wager)
    one_round(table, 1, 2)
    one_round(table, 1, 2)  # the permission holds for the rounds after
    one_round(table, 2)
    with pytest.raises(IllegalWager):
        table.bet(1, wager)
    memory_of(table).reshuffle.update(table.stacks)
    one_round(table, 1, 3)
    with pytest.raises(IllegalWager):
        table.bet(2, wager)
    one_round(table, 1, 3)  # who entered with the reshuffle bets on, though each had missed a round before it


@pytest.mark.cites("633a.6(b)", "635a.6(b)")
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("chapter", BOTH)
def test_it_is_the_player_who_is_kept_out_and_not_his_seat(chapter: str, again: bool) -> None:
    """Who takes the seat of a player that bet has made no wager; who bet and takes another seat has. A table that is laid from
    its snapshot knows it too."""
    table = open_table(chapter, mid_shoe_entry=False)
    wager = table.game.suggest(table.house)
    for _ in range(2):
        for seat in (1, 2):
            table.bet(seat, wager)
        drive(table, bots)
    table.leave(2)
    table.leave(3)
    table.sit(2, "newcomer")
    table.sit(3, "player 2")
    if again:
        table = Table(table.game, table.house, snapshot=table.snapshot())
    with pytest.raises(IllegalWager) as refused:
        table.bet(2, wager)
    assert refused.value.cite == f"{chapter}.6(b)"
    for seat in (1, 3):
        table.bet(seat, wager)
    drive(table, bots)
    table.bet(3, wager)
    table.permit(2)
    table.bet(2, wager)


@pytest.mark.cites("633a.6(b)(1)", "635a.6(b)(1)")
@pytest.mark.parametrize("chapter", BOTH)
def test_who_takes_the_seat_of_a_player_that_was_let_in_is_not_let_in(chapter: str) -> None:
    table = open_table(chapter, mid_shoe_entry=False)
    wager = table.game.suggest(table.house)
    table.bet(1, wager)
    drive(table, bots)
    table.permit(2)
    table.leave(2)
    table.sit(2, "newcomer")
    with pytest.raises(IllegalWager) as refused:
        table.bet(2, wager)
    assert refused.value.cite == f"{chapter}.6(b)"
    table.permit(2)
    table.bet(2, wager)


@pytest.mark.cites("633a.6(b)(2)", "635a.6(b)(2)")
@pytest.mark.parametrize("house", [{"mid_shoe_entry": True}, {"mid_shoe_entry": False, "shuffler": "continuous"}])
@pytest.mark.parametrize("chapter", BOTH)
def test_nobody_is_kept_out_where_the_house_does_not_or_the_cards_are_reshuffled_all_the_time(
    chapter: str, house: dict[str, Any]
) -> None:
    table = open_table(chapter, **house)
    for seat in (1, 2, 3):
        table.bet(seat, table.game.suggest(table.house))
        drive(table, bots)
