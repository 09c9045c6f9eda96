"""A Rules Submission as a form: every option is a field of some section, and a file's state is what the check says of it."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.games import BANKED, MODULES
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.submissions.blank import blank
from pitboss.submissions.checking import check_document
from pitboss.submissions.form import OTHER, form_of, holds_at_once, option_for, state_of, without_defaults
from pitboss.submissions.holds import known, own_hold
from pitboss.submissions.oddities import holds
from pitboss.submissions.reading import document_in


def state(text: str) -> dict[str, Any]:
    return state_of(check_document(document_in(text, Path("a.toml"))))


def findings(text: str, level: str = "error") -> list[tuple[str, str, list[Any], bool]]:
    return [(f["field"], f["row"], f["values"], f["waivable"]) for f in state(text)["findings"] if f["level"] == level]


@pytest.mark.parametrize("number", MODULES)
def test_every_option_is_a_field_of_a_section_that_is_named(number: str) -> None:
    book, form = chapter(number), form_of(chapter(number))
    assert OTHER[0] not in [section["name"] for section in form["sections"]]
    fields = {field["option"]: field for section in form["sections"] for field in section["fields"]}
    assert sorted(fields) == sorted(option.option for option in book.options)
    for option in book.options:
        field = fields[option.option]
        assert field["section"] == option.section and field["why"] and field["label"]
        listed = [choice["value"] for choice in field["choices"]]
        if option.kind in ("flag", "choice"):
            assert option.default in listed and len(set(map(repr, listed))) == len(listed) == len(option.allowed)
        if option.kind == "table":
            assert bool(field["columns"]) != field["own"], "a list has columns, a pay table has rows of hands"


@pytest.mark.parametrize("number", MODULES)
def test_a_blank_one_has_every_value_at_its_default(number: str) -> None:
    book = chapter(number)
    shown = state(blank(book))
    assert shown["ok"] and shown["chapter"] == number and shown["about"] == {}
    assert all(shown["values"][option.option] == option.default for option in book.options if option.kind != "number")
    assert sorted(shown["stated"]) == sorted(option.option for option in book.options)


@pytest.mark.parametrize("number", BANKED)
def test_printed_tables_go_with_the_option_that_chooses_them(number: str) -> None:
    book, form = chapter(number), form_of(chapter(number))
    for table in form["tables"]:
        if table["table"] and table["option"]:
            field = next(f for section in form["sections"] for f in section["fields"] if f["option"] == table["option"])
            assert table["table"] in [choice["value"] for choice in field["choices"]]
    assert {table["option"] for table in form["tables"]} == {option_for(book, printed.wager) for printed in book.paytables}


def test_findings_stand_at_their_field_with_values_that_put_them_right() -> None:
    text = 'chapter = "677a"\nholder = "Elm"\npayout_limit = 1000000\n'
    assert findings(text) == [("payout_limit", "", [5000000, 0], True)]
    [(_, row, values, waivable)] = findings('chapter = "565"\npair_plus = { "flush" = "2 to 1" }\n')
    assert (row, values, waivable) == ("flush", ["3 to 1"], True)
    assert findings('chapter = "565"\nseets = 6\n') == [("seets", "", [], False)]
    other = 'chapter = "633a"\nlucky_ladies_twenty_point_bonus = 7\n'
    assert [field for field, *_ in findings(other)] == ["lucky_ladies"]


def test_values_are_those_of_the_file_lawful_or_not() -> None:
    shown = state('chapter = "677a"\ntrips_plus = "Q"\npayout_limit = 7\n')
    assert (shown["values"]["trips_plus"], shown["values"]["payout_limit"], shown["values"]["seats"]) == ("Q", 7, 6)
    assert shown["stated"] == ["trips_plus", "payout_limit"]
    about = state('chapter = "677a"\neffective = 2012-03-06\ntables = [1, "B"]\n')["about"]
    assert about == {"effective": "2012-03-06", "tables": [1, "B"]}


def test_what_is_known_at_once_is_what_is_worked_out() -> None:
    """By the file of stored figures, and by the odds themselves; also of rows that no house may post."""
    for number, given in {"565": {}, "557": {"aces_up": "III"}, "678a": {"flush_bonus": "B"}}.items():
        house = House.of(number, given)
        worked_out = holds(house)
        at_once = {held.wager: held.edge for held in holds_at_once(house) if held.edge is not None}
        assert at_once and all(abs(float(worked_out[wager] - edge)) < 1e-12 for wager, edge in at_once.items())
    generous = {"Flush": "4 to 1"}
    house = House.of("565", {"pair_plus": generous})
    assert {held.wager: held.edge for held in holds_at_once(house)}["Pair Plus"] == own_hold(house, "Pair Plus")
    mean = state('chapter = "565"\npair_plus = { "Pair" = "1 to 2" }\n')
    held = next(each for each in mean["holds"] if each["wager"] == "Pair Plus")
    printed = next(each for each in known() if each.wager == "Pair Plus" and each.chapter == "565")
    pairs = float(Fraction(printed.hands["Pair"]))
    assert held["table"] == "own" and abs(held["edge"] - (printed.edge + pairs / 2)) < 1e-12
    poor = state('chapter = "559"\nthree_card_bonus = { "Pair" = "1 to 2" }\n')  # so that the house does not offer it
    assert ("Three Card Bonus", "own") in [(each["wager"], each["table"]) for each in poor["holds"] if each["edge"] > 0.02]
    assert [each["edge"] for each in mean["edges"] if each["table"] == "own"] == [held["edge"]]


def test_a_file_that_states_defaults_is_the_house_that_states_none() -> None:
    house = check_document(document_in(blank(chapter("677a")), Path("a.toml"))).house
    assert house is not None and without_defaults(house).given == {}
    assert [(held.wager, held.edge is not None) for held in holds_at_once(house)] == [("Ante", True)]
    stays = House.of("655a", {"progressive_wager": 100})  # stating it means one progressive wager, not both
    assert without_defaults(stays) is stays and House.of("655a").values != stays.values
