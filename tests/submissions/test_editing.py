"""A statement of a file is changed, and everything else stays as it is written."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games import MODULES
from pitboss.rulebook import chapter
from pitboss.submissions.blank import blank
from pitboss.submissions.editing import with_change
from pitboss.submissions.reading import BadSubmission, document_in

COMMENTED = """# Our submission.
chapter = "677a"  # Heads-Up Hold 'Em

[house]  # what we chose
seats = 6  # as built
trips_plus = "A"
# the end
"""


def changed(text: str, field: str, value: Any, number: str = "677a", name: str = "a.toml") -> str:
    return with_change(document_in(text, Path(name)), chapter(number), field, value)


@pytest.mark.parametrize(
    ("field", "value", "before", "after"),
    [
        ("seats", 5, "seats = 6  # as built", "seats = 5  # as built"),
        ("seats", None, "seats = 6  # as built\n", ""),
        ("dealing", "hand", '"A"\n# the end', '"A"\ndealing = "hand"\n# the end'),
        ("holder", "Elm", "Hold 'Em\n", 'Hold \'Em\nholder = "Elm"\n'),
        ("effective", "2012-03-06", "Hold 'Em\n", "Hold 'Em\neffective = 2012-03-06\n"),
        ("tables", ["HU 1", 2], "Hold 'Em\n", 'Hold \'Em\ntables = ["HU 1", 2]\n'),
    ],
)
def test_only_the_statement_is_changed(field: str, value: Any, before: str, after: str) -> None:
    assert COMMENTED.count(before) == 1
    assert changed(COMMENTED, field, value) == COMMENTED.replace(before, after)


def test_a_commented_example_gives_way_to_what_is_stated() -> None:
    text = blank(chapter("677a"))
    after = changed(text, "holder", "Elm Street")
    assert after == text.replace('# holder = "the certificate holder"', 'holder = "Elm Street"')


OWN = 'chapter = "565"\n\n[house.pair_plus]\n"Flush" = "4 to 1"  # agreed in May\n"Pair" = "1 to 1"\n\n[house]\nseats = 6\n'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"Flush": "5 to 1", "Pair": "1 to 1"}, OWN.replace("4 to 1", "5 to 1")),
        ({"Pair": "1 to 1"}, OWN.replace('"Flush" = "4 to 1"  # agreed in May\n', "")),
        (
            {"Flush": "4 to 1", "Pair": "1 to 1", "Straight": "6 to 1"},
            OWN.replace('"1 to 1"\n', '"1 to 1"\nStraight = "6 to 1"\n'),
        ),
        ("floor", 'chapter = "565"\n\n\n[house]\nseats = 6\npair_plus = "floor"\n'),
        (None, 'chapter = "565"\n\n\n[house]\nseats = 6\n'),
    ],
)
def test_a_pay_table_with_a_header_of_its_own(value: Any, expected: str) -> None:
    assert changed(OWN, "pair_plus", value, "565") == expected


@pytest.mark.parametrize(
    "text",
    [
        'chapter = "565"\npair_plus = { "Flush" = "4 to 1" }\n',
        'chapter = "565"\npair_plus."Flush" = "4 to 1"\n',
        'chapter = "565"\nhouse = { pair_plus = { "Flush" = "4 to 1" } }',
        'chapter = "565"\nhouse.pair_plus."Flush" = "4 to 1"',
        'chapter = "565"\nseats = 6',
        'chapter = "565"\n[[waivers]]\nsection = "565.2(a)"\ngranted = 2010-12-01\n[house]\nseats = 6',
    ],
)
@pytest.mark.parametrize("value", [{"Flush": "5 to 1"}, {"Flush": "4 to 1", "Straight": "6 to 1"}, "floor", None])
def test_every_layout_can_be_changed(text: str, value: Any) -> None:
    found = document_in(changed(text, "pair_plus", value, "565"), Path("a.toml"))
    before = document_in(text, Path("a.toml"))
    others = {name: said for name, said in before.given.items() if name != "pair_plus"}
    assert found.given == others | ({} if value is None else {"pair_plus": value}) and found.about == before.about


def test_waivers_that_stand_in_tables_of_their_own() -> None:
    text = 'chapter = "565"\n[[waivers]]\nsection = "565.2(a)"  # seats\n[[waivers]]\nsection = "565.12"\n[house]\nseats = 9\n'
    two = [{"section": "565.2(a)"}, {"section": "565.12", "granted": "2010-12-01"}]
    assert changed(text, "waivers", two, "565") == text.replace('"565.12"\n', '"565.12"\ngranted = 2010-12-01\n')
    after = changed(text, "waivers", two[:1], "565")
    assert tomllib.loads(after)["waivers"] == two[:1] and "seats = 9" in after
    assert "waivers" not in tomllib.loads(changed(text, "waivers", None, "565"))


@pytest.mark.parametrize("value", [10**25, [1000, 10**25], [{"pot": 10**25, "take": 100}]])
def test_a_number_with_which_the_file_could_not_be_read_is_refused(value: Any) -> None:
    with pytest.raises(BadSubmission, match=r"^bad_beat_levels cannot be changed to that: a number has more than 18 digits$"):
        changed('chapter = "637a"\n', "bad_beat_levels", value, "637a")


def test_json_is_changed_too() -> None:
    text = '{"chapter": "565", "house": {"seats": 6}}'
    after = changed(text, "seats", 5, "565", "a.json")
    assert after == '{\n  "chapter": "565",\n  "house": {\n    "seats": 5\n  }\n}\n'
    with pytest.raises(BadSubmission, match="stated twice"):
        changed('{"chapter": "565", "seats": 6, "seats": 5}', "seats", 5, "565", "a.json")


def test_an_option_by_its_other_name_keeps_it() -> None:
    book = next(chapter(number) for number in MODULES if any(option.also for option in chapter(number).options))
    option = next(option for option in book.options if option.also)
    text = f'chapter = "{book.chapter}"\n{option.also[0]} = 1\n'
    assert changed(text, option.option, 2, book.chapter) == text.replace("= 1", "= 2")


VALUES = st.one_of(
    st.integers(0, 10**6),
    st.booleans(),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12),
    st.lists(st.fixed_dictionaries({"pot": st.integers(1, 9), "take": st.integers(1, 9)}), max_size=3),
    st.dictionaries(st.sampled_from(["Flush", "A pair", "x.y"]), st.sampled_from(["1 to 1", '2 "to" 1']), max_size=3),
)


@given(st.lists(st.tuples(st.sampled_from(["seats", "dealing", "trips_plus", "holder"]), VALUES), max_size=6))
def test_changes_one_after_the_other_say_the_same_as_the_last_of_each(changes: list[tuple[str, Any]]) -> None:
    text, said = blank(chapter("677a")), {}
    for field, value in changes:
        text = changed(text, field, value)
        said[field] = value
    found = tomllib.loads(text)
    assert {**found, **found["house"]} | said == {**found, **found["house"]}
    assert text.count("#") >= blank(chapter("677a")).count("#") - 2
