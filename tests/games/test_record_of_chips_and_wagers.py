"""What a table puts on record when a player buys chips, makes, changes and withdraws wagers, and leaves."""

from typing import Any

import pytest

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Step
from pitboss.table.table import Table


def seated(chapter: str, **house: Any) -> tuple[Table, MemoryStore]:
    store = MemoryStore()
    table = Table(game(chapter), House.of(chapter, house), Chance(1), store)
    table.sit(1, "Ann", 0)
    return table, store


def last(store: MemoryStore) -> list[Step]:
    """The steps of the last record."""
    return store.records[-1].steps


@pytest.mark.cites("565.7(b)", "677a.7(a)", "633a.6(a)", "635a.6(a)")
@pytest.mark.parametrize("chapter", BANKED)
def test_chips_that_are_bought_and_taken_away_are_on_record(chapter: str) -> None:
    table, store = seated(chapter)
    table.buy(1, 5000)
    assert last(store) == [Step(table.game.chips, "buy", "seat_1", cents=5000)]
    table.leave(1)
    assert last(store) == [Step(table.game.chips, "leave", "seat_1", cents=5000, note="Ann")]


@pytest.mark.cites("565.7(d)", "677a.7(c)", "633a.6(c)", "635a.6(c)")
@pytest.mark.parametrize("chapter", BANKED)
def test_a_round_begins_with_its_number_and_a_wager_withdrawn_before_is_on_record(chapter: str) -> None:
    table, store = seated(chapter)
    table.buy(1, 100_000)
    wagers = table.game.suggest(table.house)
    table.bet(1, wagers)
    assert [(step.act, step.who, step.wager, step.cents) for step in last(store)] == [
        ("placed", "seat_1", name, cents) for name, cents in table.bets[1].items()
    ]
    table.bet(1, {})
    assert last(store) == [Step(table.game.no_more_bets, "placed", "seat_1")]
    assert not table.bets
    table.bet(1, wagers)
    table.begin()
    assert last(store)[0] == Step(table.game.no_more_bets, "begin", note="1")


@pytest.mark.cites("635a.6(d)", "635a.6(e)", "633a.6(d)", "633a.6(e)(2)")
@pytest.mark.parametrize(("chapter", "wager"), [("633a", "Blackjack"), ("635a", "Spanish 21")])
def test_each_wager_keeps_to_its_own_limits(chapter: str, wager: str) -> None:
    limits = {"table_minimum": 1000, "table_maximum": 20_000, "optional_wager_minimum": 500, "optional_wager_maximum": 5000}
    table, _ = seated(chapter, match_the_dealer=True, **limits)
    table.buy(1, 100_000)
    first, second = f"{chapter}.6(d)", {"633a": "633a.6(e)(2)", "635a": "635a.6(e)"}[chapter]
    for main, match, cite in ((900, 500, first), (20_050, 500, first), (1000, 450, second), (1000, 5050, second)):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, {wager: main, "Match-the-Dealer": match})
        assert refused.value.cite == cite
    for main, match in ((1000, 500), (20_000, 5000)):
        table.bet(1, {wager: main, "Match-the-Dealer": match})
        assert table.bets[1] == {wager: main, "Match-the-Dealer": match}


@pytest.mark.cites("635a.6(e)", "633a.6(e)")
@pytest.mark.parametrize("chapter", ["633a", "635a"])
def test_limits_of_the_optional_wager_that_leave_nothing_are_refused(chapter: str) -> None:
    house = House.of(chapter, {"match_the_dealer": True, "optional_wager_minimum": 600, "optional_wager_maximum": 500})
    with pytest.raises(NotAuthorized) as refused:
        Table(game(chapter), house, Chance(1))
    assert (refused.value.cite, refused.value.field) == (f"{chapter}.6(e)", "optional_wager_minimum")
