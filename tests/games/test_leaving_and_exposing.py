"""Heads-Up Hold 'Em: who has left is asked nothing more, and an exposed dealer card finds every wager its due."""

import pytest

from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.steps import Answer, Ask, Incident, Moment
from pitboss.table.table import Table
from tests.strategies import Situation


def hold_em(**house: object) -> Table:
    table = Situation("677a", house, ()).table(chance=Chance(4))
    for number in (1, 2):
        table.sit(number, f"player {number}")
        mine = {"Ante": 1000, "Odds": 1000} | ({"Trips Plus": 500} if house.get("trips_plus") else {})
        table.bet(number, mine | ({"Pocket Bonus": 500} if house.get("pocket_bonus") else {}))
    table.begin()
    return table


@pytest.mark.cites("677a.7(b)", "677a.11(f)")
@pytest.mark.parametrize("asked", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("leaver", [1, 2])
def test_who_has_left_is_asked_nothing_more(asked: int, leaver: int) -> None:
    """At each of the six decisions of a round in which everybody checks, one of the two leaves."""
    table = hold_em()
    count = 0
    while table.request is not None:
        if isinstance(table.request, Ask):
            count += 1
            if count == asked:
                table.reply(Incident("player leaves", {"seat": leaver}))
                continue
            current = table.round
            assert current is not None
            assert table.request.seat not in current.left
            words = [c.word for c in table.request.choices]
            table.reply(Answer("check" if "check" in words else "fold"))
        else:
            table.reply(None)
    assert table.last is not None
    assert table.last.ledger is not None
    assert table.last.ledger.players[f"seat_{leaver}"] == -2000


@pytest.mark.cites("677a.13(d)")
@pytest.mark.parametrize("moment", ["deal", "community", "dealt"])
@pytest.mark.parametrize("house", [{}, {"trips_plus": "A"}, {"trips_plus": "A", "pocket_bonus": "B"}])
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_a_dealer_card_exposed_early_voids_the_hands_and_settles_the_optional_wagers(
    moment: str, house: dict[str, str], dealing: str
) -> None:
    table = hold_em(**house, dealing=dealing)
    while table.request != Moment(moment):
        assert table.request is not None
        table.reply(bots(table, table.request))
    table.reply(Incident("dealer card exposed"))
    while isinstance(table.request, Moment):
        table.reply(None)
    done = table.last
    assert done is not None
    assert done.void == "677a.13(d)"
    assert done.ledger is not None
    for number in (1, 2):
        back = done.ledger.back[f"seat_{number}"]
        assert (back["Ante"], back["Odds"]) == (1000, 1000)
    if "trips_plus" in house:
        shown = {c for s in done.steps if s.act == "reveal" and s.who == "community" for c in s.cards}
        assert len(shown) == 5
        cites = {s.cite for s in done.steps if s.wager == "Trips Plus" and s.act in ("pay", "collect")}
        assert cites <= {"677a.12(e)", "677a.11(i)(2)(ii)"}
        assert cites
