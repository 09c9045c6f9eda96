"""What the store knows results by: what a solver looked up in the house, and no more. Edits are noticed, threads are safe."""

import json
import os
import threading
from collections.abc import Callable
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitboss.version
from pitboss.games.pai_gow.house_way import WAYS, house_way
from pitboss.house import House
from pitboss.house.watching import plain, same, watched
from pitboss.odds import catalogue
from pitboss.odds.boards import heads_up
from pitboss.odds.distribution import Distribution
from pitboss.odds.game_odds import GameOdds, Part
from pitboss.odds.row import Row
from pitboss.odds.store import kept, stored

NAMES = ["table_maximum", "dealing", "table_minimum", "shuffler"]
QUICK = ("555", "557", "559", "565", "587", "655a", "657a", "678a")


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pitboss.version, "LOADED", inf)  # results are stored although someone edits the sources meanwhile
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    return tmp_path


def counting(look: Callable[[House], Any]) -> tuple[Callable[[House], Any], list[House]]:
    """A solver that looks something up, and how often it was asked."""
    calls: list[House] = []

    def compute(house: House) -> Any:
        calls.append(house)
        return plain(look(house))

    return compute, calls


@pytest.mark.parametrize(
    ("look", "other", "again"),
    [
        (lambda h: h["qualifying_rank"], {"table_maximum": 70000, "bonus": True}, False),
        (lambda h: h["qualifying_rank"], {"qualifying_rank": "flush"}, True),
        (lambda h: h.get("table_maximum"), {"table_maximum": 70000}, True),
        (lambda h: "table_maximum" in h.given, {"table_maximum": House.of("563")["table_maximum"]}, True),
        (lambda h: h.given.get("table_maximum"), {"table_minimum": 1000}, False),
        (lambda h: dict(h.given), {"table_minimum": 1000}, True),
        (lambda h: sorted(h.values.items()), {"table_minimum": 1000}, True),
        (lambda h: h.chosen("Bonus"), {"table_maximum": 70000}, False),
        (lambda h: h.least_wager(), {"table_minimum": 1000}, True),
        (lambda h: House.of("563", h.given | {"table_maximum": 90000}).values["table_minimum"], {"table_minimum": 1000}, True),
        (lambda h: h.chapter.limit("flop_wager_multiple"), {"table_minimum": 1000}, False),
    ],
)
def test_only_what_was_looked_up_tells_houses_apart(look: Callable[[House], Any], other: dict[str, Any], again: bool) -> None:
    compute, calls = counting(look)
    first, second = House.of("563"), House.of("563", other)
    assert stored("x", first, compute) == stored("x", first, compute) == plain(look(first))
    assert len(calls) == 1
    assert stored("x", second, compute) == plain(look(second))
    assert len(calls) == 1 + again


def test_a_pay_table_is_looked_up_even_where_the_house_knows_it_already() -> None:
    compute, calls = counting(lambda h: h.paytable("Pair Plus").rows)
    floor, own = House.of("565"), House.of("565", {"pair_plus": {"Flush": "4 to 1"}})
    for house in (floor, own):
        house.paytable("Pair Plus")
        assert stored("x", house, compute) == plain(house.paytable("Pair Plus").rows)
    assert len(calls) == 2


def test_a_table_for_comparison_is_not_taken_for_the_printed_one() -> None:
    compute, calls = counting(lambda h: h.paytable("Odds").rows)
    house = House.of("677a")
    other = house.paying(house.paytable("Bad Beat Bonus"))
    assert stored("x", house, compute) == stored("x", other, compute)
    assert len(calls) == 2
    assert stored("x", other, compute) and len(calls) == 2


def test_a_house_way_that_was_written_anew_is_another(tmp_path: Path) -> None:
    way = tmp_path / "way.toml"
    compute, calls = counting(lambda h: h["house_way"])
    house = House.of("645a", {"house_way": str(way)})
    for words in ("one", "two", "two"):
        way.write_text(words)
        stored("x", house, compute)
    assert len(calls) == 2


def test_a_house_way_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    """Also one of the same length and time: else the answer of the old one would be stored as that of the new one."""
    way = tmp_path / "way.toml"
    words = (WAYS / "traditional.toml").read_text(encoding="utf-8")
    for name in ("One", "Two", "One"):
        way.write_text(words.replace('name = "traditional"', f'name = "{name}"'))
        os.utime(way, (1, 1))
        assert house_way(str(way)).name == name


def test_a_solver_within_a_solver_looks_for_both() -> None:
    inner, calls = counting(lambda h: h["table_maximum"])

    def outer(house: House) -> Any:
        return [stored("inner", house, inner), house["table_minimum"]]

    assert stored("outer", House.of("563", {"table_maximum": 60000}), outer) == [60000, 500]
    assert stored("outer", House.of("563", {"table_maximum": 70000}), outer) == [70000, 500]
    assert stored("outer", House.of("563", {"table_maximum": 70000, "table_minimum": 700}), outer) == [70000, 700]
    assert len(calls) == 2, "the second outer one found the inner one stored"


@settings(max_examples=60)
@given(st.lists(st.tuples(st.booleans(), st.sampled_from(NAMES)), max_size=6), st.data())
def test_another_house_is_the_same_where_every_look_finds_the_same(looks: list[tuple[bool, str]], data: st.DataObject) -> None:
    values: dict[str, list[Any]] = {
        "table_maximum": [60000, 70000],
        "dealing": ["manual shoe", "hand"],
        "table_minimum": [500, 1000],
        "shuffler": [True],
    }
    choices = st.fixed_dictionaries({}, optional={name: st.sampled_from(each) for name, each in values.items()})
    one, other = (House.of("563", data.draw(choices)) for _ in range(2))
    seen, reads = watched(one)

    def found(house: House) -> list[Any]:
        return [(name in house.given, house.given.get(name)) if of_given else house.values[name] for of_given, name in looks]

    assert found(seen) == found(one)
    assert same(json.loads(json.dumps(reads)), other) == (found(one) == found(other))


# ---------------------------------------------------------------------------- files


ROW = Row("565", "Ante", "", "", "Ante", Distribution({Fraction(1): 1, Fraction(-1): 2}, Fraction(3)), Fraction(1, 3), note="n")


@pytest.mark.parametrize("edit", [("-1", "-2"), ("1/3", "1/2"), ('"2"', '"3"'), ("value decks", "value seats")])
def test_an_edited_result_is_computed_again(own_store: Path, edit: tuple[str, str]) -> None:
    calls = []

    def compute(house: House) -> list[Row]:
        calls.append(house["decks"])
        return [ROW]

    kept("odds-ante", House.of("633a"), compute)
    [file] = own_store.iterdir()
    assert edit[0] in file.read_text()
    file.write_text(file.read_text().replace(*edit))
    assert kept("odds-ante", House.of("633a"), compute) == [ROW]
    assert len(calls) == 2, "the edit was noticed"
    assert kept("odds-ante", House.of("633a"), compute) == [ROW]
    assert len(calls) == 2, "and mended"


def test_threads_that_store_the_same_result_do_not_disturb_each_other(own_store: Path) -> None:
    house, together, failed = House.of("565"), threading.Barrier(8), []
    long = list(range(20_000))

    def compute(seen: House) -> Any:
        together.wait()
        return [seen["seats"], long]

    def work() -> None:
        for number in range(5):
            try:
                assert stored(f"x{number}", house, compute, fresh=True) == [7, long]
            except BaseException as error:
                failed.append(error)
                together.abort()
                raise

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert sorted(path.suffix for path in own_store.iterdir()) == [".json"] * 5, "nothing is left half written"
    assert all(stored(f"x{number}", house, lambda seen: None) == [7, long] for number in range(5))


def test_a_store_that_cannot_be_written_is_none(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own_store / "file").write_text("")
    monkeypatch.setenv("PITBOSS_CACHE", str(own_store / "file" / "folder"))
    assert stored("x", House.of("565"), lambda house: [1]) == [1]


# ---------------------------------------------------------------------------- the catalogue's parts


@pytest.mark.parametrize("number", QUICK)
def test_a_part_prices_the_wagers_that_it_names(number: str) -> None:
    for part in catalogue.parts_of(number):
        assert {row.wager for row in part.solve(number, House.of(number), None)} == set(part.wagers)


@pytest.mark.parametrize("number", ["563", "633a", "635a", "645a", "677a"])
def test_the_quick_parts_of_slow_chapters_price_the_wagers_that_they_name(number: str) -> None:
    house = House.of(number, {"decks": 6} if number in ("633a", "635a") else {})
    for part in catalogue.parts_of(number)[2 if number == "645a" else 1 :]:
        if part.wagers != ("Royal Match 21",) or number != "633a":
            assert {row.wager for row in part.solve(number, house, None)} <= set(part.wagers)


@pytest.mark.parametrize(
    ("number", "wager", "allowed"),
    [
        ("677a", "Trips Plus", {"trips_plus", "aces_against_aces"}),
        ("677a", "Pocket Bonus", {"pocket_bonus", "aces_against_aces"}),
        ("565", "Pair Plus", {"pair_plus", "aces_against_aces"}),
        ("657a", "Ante", {"super_bonus"}),
        ("555", "Ante", {"bet"}),
    ],
)
def test_what_a_solver_reads(number: str, wager: str, allowed: set[str]) -> None:
    [part] = [part for part in catalogue.parts_of(number) if wager in part.wagers]
    seen, reads = watched(House.of(number))
    list(part.solve(number, seen, None))
    assert {what.split(" ", 1)[1] for what in reads} <= allowed


def test_the_ante_of_heads_up_hold_em_reads_no_other_wager() -> None:
    seen, reads = watched(House.of("677a", {"trips_plus": "A", "table_minimum": 1000}))
    heads_up.Terms.of(seen)
    assert {what.split(" ", 1)[1] for what in reads} <= {"odds", "bad_beat_bonus"}


def test_a_change_of_one_wager_has_no_other_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = []

    def noting(part: Part) -> Part:
        def solve(number: str, house: House, progress: Any) -> Any:
            solved.append(part.wagers[0])
            return part.solve(number, house, progress)

        return Part(part.wagers, solve)

    noted = GameOdds(tuple(map(noting, catalogue.parts_of("657a"))))
    monkeypatch.setattr(catalogue, "declared", lambda number: noted)
    catalogue.rows("657a")
    assert solved == ["Ante", "Queens Up", "Progressive Payout"]
    solved.clear()
    catalogue.rows("657a", {"table_minimum": 1000, "table_maximum": 70_000})
    assert solved == []
    catalogue.rows("657a", {"queens_up": "B"})
    assert solved == ["Queens Up"]
    solved.clear()
    catalogue.rows("657a", {"progressive_meter": 2_000_000})
    assert solved == ["Progressive Payout"]
    solved.clear()
    assert {row.wager for row in catalogue.rows("657a", fresh=True, wager="queens up wager")} == {"Queens Up"}
    assert solved == ["Queens Up"]
