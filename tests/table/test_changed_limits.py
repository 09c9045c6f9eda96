"""Limits that the house changes at an open table, between two rounds: what holds then, what goes back, what is on record."""

from pathlib import Path

import pytest

from pitboss.errors import IllegalWager, NotAuthorized, NotYours, OutOfTurn
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.commands import Author, Command, PostLimits
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.stores import FileStore
from pitboss.table.table import Table


def opened(chapter: str = "565", store: FileStore | None = None, **house: object) -> Table:
    """A table with Ann at seat 1 and Bob at seat 3."""
    table = Table(chapter, house, chance=Chance(seed=5), store=store)
    table.sit(1, "Ann", cents=1000_00)
    table.sit(3, "Bob", cents=1000_00)
    return table


def test_wagers_go_by_the_new_limits() -> None:
    table = opened()
    table.bet(1, {"Ante": 5_00})
    table.bet(1, {})
    table.post_limits({"table_minimum": 10_00, "table_maximum": 200_00})
    for cents in (5_00, 205_00):
        with pytest.raises(IllegalWager, match=r"\$10.*\$200"):
            table.bet(1, {"Ante": cents})
    table.bet(1, {"Ante": 200_00})


def test_a_wager_outside_the_new_limits_goes_back_and_others_stay() -> None:
    table = opened()
    table.bet(1, {"Ante": 5_00})
    table.bet(3, {"Ante": 10_00})
    table.post_limits({"table_minimum": 10_00})
    assert table.bets == {3: {"Ante": 10_00}}
    (announced, back) = table.tail[-1].steps
    assert (announced.cite, announced.act, announced.note) == ("565.7(a)(1)", "say", "the limits are now $10 to $500")
    assert (back.act, back.who, back.wager) == ("placed", "seat_1", "")


def test_what_follows_from_the_minimum_follows() -> None:
    """§ 655a.12(b): the payout limit is stated by the least wager."""
    table = opened("655a")
    assert table.house["payout_limit"] == 50_000_00
    table.post_limits({"table_minimum": 50_00})
    assert table.house["payout_limit"] == 250_000_00


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"table_minimum": 600_00}, "above table_maximum"),
        ({"table_minimum": 0}, "table_minimum"),
        ({"table_minimum": 5_00}, "posted already"),
        ({"seats": 6}, "can be changed here are table_minimum, table_maximum"),
        ({}, "can be changed here"),
    ],
)
def test_unlawful_limits_change_nothing(limits: dict[str, int], why: str) -> None:
    table = opened()
    table.bet(1, {"Ante": 5_00})
    with pytest.raises(NotAuthorized, match=why):
        table.post_limits(limits)
    assert (table.house["table_minimum"], table.posted, table.bets) == (5_00, {}, {1: {"Ante": 5_00}})


def test_no_limits_change_in_a_round() -> None:
    table = opened()
    table.bet(1, {"Ante": 5_00})
    table.begin()
    with pytest.raises(OutOfTurn, match="the round of play is not over"):
        table.post_limits({"table_minimum": 10_00})


def test_a_poker_table_has_stakes() -> None:
    with pytest.raises(NotAuthorized, match="its stakes"):
        opened("637a").post_limits({"table_minimum": 10_00})


def test_only_a_floorperson_changes_limits() -> None:
    table = opened()
    for author in (Author("player", "Ann"), Author("dealer", "Dee"), Author("house")):
        with pytest.raises(NotYours, match="floorperson can"):
            table.do(Command(PostLimits({"table_minimum": 10_00}), author, at=1))


def test_limits_are_on_record(tmp_path: Path) -> None:
    """The log replays, and a table goes on from it with the limits that were posted last; it reopens with its first ones."""
    log = tmp_path / "table.log"
    table = opened(store=FileStore(log))
    table.post_limits({"table_maximum": 300_00})
    table.post_limits({"table_minimum": 10_00})
    table.bet(1, {"Ante": 10_00})
    assert table.store is not None
    table.store.release()
    assert replay(log, game).house == table.house
    again = resume(log, game, Chance(seed=6))
    assert (again.house["table_minimum"], again.house["table_maximum"]) == (10_00, 300_00)
    again.bet(1, {})
    laid = Table("565", again.house, snapshot=again.snapshot())
    assert (laid.posted, laid.house) == (again.posted, again.house)
    again.close()
    reopened = resume(log, game, Chance(seed=7))
    assert (reopened.posted, reopened.house["table_minimum"], reopened.house["table_maximum"]) == ({}, 5_00, 500_00)
