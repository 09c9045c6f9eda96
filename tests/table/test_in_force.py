"""A log holds the options in force, all of them: a default that changes later does not change its replay."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import BadLog, NotAuthorized
from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.commands import Open
from pitboss.table.drivers import bots, drive
from pitboss.table.in_force import house_of, options_of
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.stores import FileStore
from pitboss.table.table import Table


def opened(house: House) -> Open:
    """An opening as it comes back from a log."""
    opening = Open(house.chapter.chapter, house.given, "1", options=options_of(house), limited=house.limited)
    return msgspec.json.decode(msgspec.json.encode(opening), type=Open)


def some_house(number: str, data: st.DataObject) -> House:
    """A lawful house with some choices of its own."""
    given: dict[str, Any] = {}
    for option in data.draw(st.lists(st.sampled_from(chapter(number).options), max_size=4, unique_by=lambda o: o.option)):
        values: list[Any] = list(option.allowed) if isinstance(option.allowed, list) else []
        if option.kind == "flag":
            values = [True, False]
        if option.kind in ("amount", "number") and isinstance(option.allowed, dict):
            least = option.allowed.get("min", 0)
            values = [least, least + 100, least + 0.5] if option.unit == "percent" else [least, least + 500]
        if values:
            choice = given | {option.option: data.draw(st.sampled_from(values))}
            try:
                House.of(number, choice)
                given = choice
            except NotAuthorized:
                pass
    return House.of(number, given) if data.draw(st.booleans()) else House.unlimited(number, given)


@settings(max_examples=300)
@given(st.sampled_from(list(MODULES)), st.data())
def test_a_house_comes_back_from_its_log_as_it_was(number: str, data: st.DataObject) -> None:
    house = some_house(number, data)
    again = house_of(opened(house))
    assert (again.values, again.given, again.limited) == (house.values, house.given, house.limited)
    assert {k: type(v) for k, v in again.values.items()} == {k: type(v) for k, v in house.values.items()}


def played(path: Path, **given: Any) -> Table:
    """A table of Three Card Poker with a log of a round."""
    table = Table(game("565"), House.of("565", given), Chance(1), FileStore(path))
    table.sit(1, "Ann", 100_000)
    table.bet(1, {"Ante": 1000})
    drive(table, bots)
    table.close()
    return table


def test_a_log_names_every_option(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    played(log, table_minimum=1000)
    opening = replay(log, game).opening
    assert opening.house == {"table_minimum": 1000}
    assert set(opening.options) == {option.option for option in chapter("565").options}
    assert opening.options["table_minimum"] == 1000


def test_another_default_does_not_change_the_replay_of_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "a.log"
    played(log)
    usual, book = House.of("565")["table_maximum"], chapter("565")
    options = type(book.options)(replace(o, default=5000) if o.option == "table_maximum" else o for o in book.options)
    monkeypatch.setattr("pitboss.house.house.chapter", lambda number: replace(book, options=options))
    assert House.of("565")["table_maximum"] == 5000 != usual
    assert replay(log, game).house["table_maximum"] == usual
    resumed = resume(log, game)
    assert resumed.house["table_maximum"] == usual
    assert resumed.store is not None
    resumed.store.release()


def test_a_log_without_its_options_is_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "a.log"
    monkeypatch.setattr("pitboss.table.table.options_of", lambda house: {})  # as logs were written before
    played(log, table_minimum=1000)
    monkeypatch.undo()
    table = replay(log, game)
    assert (table.opening.options, table.house["table_minimum"], table.rounds) == ({}, 1000, 1)


@pytest.mark.parametrize("options", [{"table_minimum": 5}, {"nonsense": 1}, {"table_minimum": "x"}])
def test_options_that_are_not_what_the_house_chose_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    log = tmp_path / "a.log"
    monkeypatch.setattr("pitboss.table.table.options_of", lambda house: options_of(house) | options)
    played(log, table_minimum=1000)
    with pytest.raises(BadLog, match="not lawful"):
        replay(log, game)
