"""Odds by name: the wager in force, pay tables that nobody printed, best play."""

import io
import time
from fractions import Fraction

import pytest

from pitboss.errors import BadCard, NotAuthorized, UnknownCitation
from pitboss.house import House
from pitboss.odds import announcing, best_play, odds_of, price, rules, simulate
from pitboss.table.steps import Ask
from pitboss.table.table import Table


def test_a_table_may_pay_less_than_a_house_may() -> None:
    mean = {"Pair": "1 to 1", "Flush": "3 to 1", "Straight": "4 to 1"}
    assert price("565", "Pair Plus", mean).edge > odds_of("565", "Pair Plus").edge
    with pytest.raises(NotAuthorized):
        House.of("565", {"pair_plus": mean})


def test_the_table_in_force_is_taken() -> None:
    by_letter = odds_of("677a", "Trips Plus", "B")
    assert odds_of("677a", "trips plus wager", house={"trips_plus": "B"}).edge == by_letter.edge
    assert isinstance(by_letter.edge, Fraction)
    with pytest.raises(UnknownCitation, match="name A, B, C or D"):
        odds_of("677a", "Trips Plus")
    with pytest.raises(UnknownCitation, match="no such wager"):
        odds_of("565", "Pair Minus")


def test_best_play_is_the_first_action() -> None:
    found = best_play("three-card-poker", "qs 6D 4c")
    assert found.cards == "Qs 6d 4c" and found.best == "play" and found.brings == max(found.actions.values())
    assert isinstance(found.actions["fold"], Fraction) and list(found.actions) == ["play", "fold"]
    assert best_play("565", "Qs 6d 3c").best == "fold"
    with pytest.raises(BadCard, match="one card"):
        best_play("633a", "Tc 6d", dealer="Th 2c")


def test_what_is_rounded_does_not_look_exact() -> None:
    sixteen = best_play("633a", "Tc 6d", dealer="Th")
    assert all(isinstance(value, float) for value in sixteen.actions.values()) and "hit ≈-0.5" in str(sixteen)
    assert "≈" not in str(best_play("565", "Qs 6d 4c"))


def test_without_a_table_the_one_that_the_house_plays() -> None:
    assert (odds_of(565).table, odds_of("565", "Ante").table, odds_of("565", table="b").table) == ("", "", "B")
    assert odds_of("565", house={"version": "565.7(f)(2)", "ante_bonus": "C"}).table == "C"
    with pytest.raises(UnknownCitation, match=r"^Pair Plus has one pay table; leave the table out$"):
        odds_of("565", "Pair Plus", "A")
    with pytest.raises(UnknownCitation, match=r"^Trips Plus has no pay table 'Q'; it has A, B, C, D$"):
        odds_of("677a", "Trips Plus", "Q")


def test_rounds_are_simulated_by_decisions_of_ones_own() -> None:
    folded = simulate("565", rounds=50, seed=3, decide=lambda table, ask: "fold")
    assert folded.entries[0].mean(50) == 1 and folded.entries[0].exact == float(odds_of("565").edge)
    assert folded.entries[0].standard_error(50) == 0  # of what was played, not of best play
    same = [str(simulate("565", rounds=50, seed=3, decide=bold)) for _ in range(2)]
    assert same[0] == same[1]


def bold(table: Table, ask: Ask) -> str:
    """Plays everything."""
    return "play"


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_what_takes_long_says_so_once_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcing, "MOMENT", 0.0)
    for stream, progress, says in ((Terminal(), None, 1), (io.StringIO(), None, 0), (Terminal(), print, 0)):
        monkeypatch.setattr("sys.stderr", stream)
        with announcing.telling("677a", progress) as tell:
            time.sleep(0.1)
        assert stream.getvalue().count("chapter 677a takes a while") == says and tell is progress


def test_rules_have_a_cost() -> None:
    assert all(rule.cost >= 0 for rule in rules("565"))
