"""Who is offered the cut, when the cards may be cut again, who may be let back in, and what a payout limit leaves."""

from typing import Any

import pytest

from pitboss.errors import NotAuthorized, PitbossError
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Ask, Cut, Incident, Moment
from pitboss.table.table import Table
from tests.strategies import Situation, state


def begun(chapter: str, house: dict[str, Any], seats: tuple[int, ...] = (1,), rounds: int = 1) -> Table:
    """A table at which the given round has begun, the rounds before it played by bots."""
    table = Situation(chapter, house, ()).table(chance=Chance(1))
    for number in seats:
        table.sit(number, f"player {number}")
    while True:
        for number in seats:
            table.bet(number, table.game.suggest(table.house))
        table.begin()
        if table.rounds + 1 == rounds:
            return table
        while table.request is not None:
            table.reply(bots(table, table.request))


@pytest.mark.cites("633a.5(c)(1)")
@pytest.mark.parametrize("seats", [(5, 2), (2, 5), (7, 1, 3)])
def test_the_first_player_to_arrive_is_offered_the_first_cut(seats: tuple[int, ...]) -> None:
    table = begun("633a", {}, seats)
    assert isinstance(table.request, Cut)
    assert table.request.seat == seats[0]


@pytest.mark.cites("565.5(e)", "677a.5(e)", "677a.5(g)", "633a.5(e)")
@pytest.mark.parametrize(
    ("chapter", "house", "rounds"),
    [
        ("565", {"shuffler": True}, 1),  # a device shuffled: nothing was cut
        ("677a", {"shuffler": True}, 1),
        ("677a", {"reshuffling_device": True, "shuffler": True}, 1),
        ("633a", {"shuffler": "continuous"}, 1),
        ("633a", {}, 2),  # the shoe has been dealt from since its cut
    ],
)
def test_cards_that_were_not_just_cut_are_not_cut_again(chapter: str, house: dict[str, Any], rounds: int) -> None:
    table = begun(chapter, house, rounds=rounds)
    while table.request != Moment("deal"):
        table.reply(None)
    before = [list(stack.cards) for stack in table.stacks.values()]
    with pytest.raises(NotAuthorized):
        table.reply(Incident("cut performed improperly"))
    assert [list(stack.cards) for stack in table.stacks.values()] == before


@pytest.mark.cites("565.5(e)", "677a.5(e)", "633a.5(e)")
@pytest.mark.parametrize("chapter", ["565", "677a", "633a"])
def test_cards_that_were_just_cut_may_be_cut_again(chapter: str) -> None:
    table = begun(chapter, {})
    while table.request != Moment("deal"):
        table.reply(None)
    before = sorted(table.cards_in_place())
    table.reply(Incident("cut performed improperly"))
    while table.request is not None:
        table.reply(bots(table, table.request))
    assert sorted(table.cards_in_place()) == before


@pytest.mark.cites("633a.6(b)(1)")
@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_only_a_seated_player_is_let_back_in(number: int) -> None:
    table = Situation("633a", {"mid_shoe_entry": False}, ()).table()
    table.sit(1, "Ann")
    before = state(table)
    with pytest.raises(PitbossError):
        table.permit(number)
    assert state(table) == before


@pytest.mark.cites("677a.12(f)")
@pytest.mark.parametrize("limit", [5_000_000, 7_500_000, 20_000_000])
def test_a_payout_limit_caps_what_a_player_wins_in_a_round(limit: int) -> None:
    """The same rounds with and without the limit: a player's winnings are cut at the limit, and nothing else changes."""
    house = {"table_minimum": 9_900, "table_maximum": 10_000_000, "smallest_chip": 100, "trips_plus": "A"}
    won: list[list[dict[str, dict[str, int]]]] = []
    for given in (house, house | {"payout_limit": limit}):
        table = Situation("677a", given, ()).table(chance=Chance(6))
        rounds = []
        for _ in range(40):
            for number in (1, 2, 3, 4):
                if number not in table.seats:
                    table.sit(number, f"player {number}", 10**15)
                table.bet(number, {"Ante": 2_000_000, "Odds": 2_000_000, "Trips Plus": 10_000})
            ledger = drive(table, bots).ledger
            assert ledger is not None
            back, placed = ledger.back, ledger.placed
            rounds.append({who: {w: back[who][w] - placed[who][w] for w in back[who]} for who in back})
        won.append(rounds)
    capped = 0
    for free, cut in zip(*won, strict=True):
        for who in free:
            gains = [sum(max(r[who].get(w, 0), 0) for w in ("Ante", "Raise", "Odds")) for r in (free, cut)]
            assert gains[1] == min(gains[0], limit)
            capped += gains[0] > limit
            assert {w: c for w, c in free[who].items() if c <= 0} == {w: c for w, c in cut[who].items() if free[who][w] <= 0}
            assert free[who].get("Trips Plus") == cut[who].get("Trips Plus")
    assert capped, "no round was won so high"


def test_the_cut_is_asked_of_nobody_who_is_not_there() -> None:
    table = begun("633a", {}, (3,))
    asked = []
    for _ in range(40):
        while table.request is not None:
            if isinstance(table.request, Cut | Ask):
                asked.append(table.request.seat)
            table.reply(bots(table, table.request))
        table.bet(3, table.game.suggest(table.house))
        table.begin()
    assert set(asked) == {3}
