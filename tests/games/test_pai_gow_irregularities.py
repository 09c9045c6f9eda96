"""Pai Gow Poker, both editions: a recut, a stub that is wrong, and what cannot go wrong while the manual shoe serves."""

import pytest

from pitboss.errors import NotAuthorized
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Cut, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from tests.games.test_pai_gow import BOTH, begin, open_table, play


@BOTH
@pytest.mark.cites("561.5(f)", "645a.5(f)")
@pytest.mark.parametrize(
    ("first", "second", "offered"),
    [(6, 6, [6, 6]), (3, 3, [6, 3, 3]), (3, 1, [6, 3, 3, 1]), (3, 0, [6, 3, 3, 1]), (0, 0, [6, 3, 1])],
)
def test_a_recut_is_for_the_player_who_cut_or_the_next_one_entitled(
    chapter: str, first: int, second: int, offered: list[int]
) -> None:
    table, takers, seats = open_table(chapter, (3, 6, 1)), [first, second], []
    play(table)

    def people(at: Table, request: Request) -> Reply:
        if request == Moment("deal") and len(takers) == 2:
            takers.pop(0)
            return Incident("cut performed improperly")
        if isinstance(request, Cut):
            seats.append(request.seat)
            return 20 if request.seat == takers[0] else None
        return bots(at, request)

    done = play(table, people)
    assert seats == offered  # nobody who has refused is asked again; where nobody took the cut the dealer cuts again
    recut = next(n for n, s in enumerate(done.steps) if s.cite == f"{chapter}.5(f)")
    assert [s.cite for s in done.steps[recut:]].count(f"{chapter}.5(e)") == 1 + bool(second)


@BOTH
@pytest.mark.cites("561.9(f)", "561.10(f)", "561.11(f)", "645a.8(f)", "645a.9(e)", "645a.10(e)")
@pytest.mark.parametrize(
    ("dealing", "wrong"),
    [
        ("manual shoe", {"561": "561.9(f)", "645a": "645a.8(f)"}),
        ("hand", {"561": "561.10(f)", "645a": "645a.9(e)"}),
        ("automated shoe", {"561": "561.11(f)", "645a": "645a.10(e)"}),
    ],
)
def test_a_deck_that_was_misdealt_stays_and_any_other_wrong_one_is_removed(
    chapter: str, dealing: str, wrong: dict[str, str]
) -> None:
    """However many cards are left: these chapters ask for a misdeal, not for a deck that is whole."""
    for stub, misdealt, removed in ((3, True, False), (6, True, False), (3, False, True), (6, False, True)):
        table = open_table(chapter, dealing=dealing)
        begin(table, "deal")
        table.reply(Incident("stub count wrong", {"stub": stub, "misdealt": misdealt}))
        done = drive(table, bots)
        assert done.void == wrong[chapter]
        told = [(s.act, s.who) for s in done.steps if s.cite == done.void and s.act in ("say", "void")]
        assert told == [*[("say", "discard rack")] * removed, ("void", "")]
        assert (f"{chapter}.4(a)" in {s.cite for s in play(table).steps}) == removed  # another deck is inspected


@BOTH
@pytest.mark.cites("561.14(d)", "561.14(k)", "645a.14(d)")
def test_cards_are_not_dealt_by_hand_while_the_shuffler_is_out_of_order(chapter: str) -> None:
    table = open_table(chapter, dealing="hand", shuffler=True)
    begin(table, "settle")
    table.reply(Incident("device out of order", {"device": "shuffler"}))
    drive(table, bots)
    begin(table, "deal")
    if chapter == "561":
        with pytest.raises(NotAuthorized, match="by hand"):
            table.reply(Incident("stacks dealt wrong", {}))
    table.reply(Incident("player card exposed", {"seat": 1, "choice": "void"}))
    done = drive(table, bots)
    assert done.void == ""  # it is the choice of that player alone
    assert [s.cite for s in done.steps if s.who == "seat_1" and s.act == "return"] == [f"{chapter}.14(d)"]


@BOTH
@pytest.mark.cites("561.14(m)", "645a.14(m)")
def test_a_shoe_that_is_out_of_order_does_not_jam(chapter: str) -> None:
    table = open_table(chapter, dealing="automated shoe", shuffler=True)
    begin(table, "settle")
    table.reply(Incident("device out of order", {"device": "automated shoe"}))
    drive(table, bots)
    begin(table, "deal")
    with pytest.raises(NotAuthorized, match="no automated dealing shoe") as refused:
        table.reply(Incident("automated shoe jam", {}))
    assert refused.value.cite == f"{chapter}.14(m)"


@pytest.mark.cites("645a.5(g)(1)", "645a.5(g)(2)")
def test_spread_cards_go_into_the_device_unless_it_is_out_of_order() -> None:
    table = open_table("645a", shuffler=True)
    play(table)
    for out_of_order in (False, True):
        if out_of_order:
            table.out_of_order.add("shuffler")
        table.rest()
        done = {s.cite for s in play(table).steps}
        assert (("645a.5(g)(1)" in done), ("645a.5(g)(2)" in done)) == (out_of_order, not out_of_order)
