"""Where a field stands in a text: the line that a person would point at, in TOML and JSON, whatever surrounds it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.files import parse_toml
from pitboss.submissions.places import places_in
from pitboss.words import toml

TOML = '''\
# a comment with seats = 9
chapter = "565"   # and "another" = 'here'
"holder" = """
seats = 1
\\"""quoted\\""" text"""
other.version = ""

[house]
seats = 7
pair_plus = { "Flush" = "4 to 1", "Straight" = "6 to 1" }
'table_minimum' = 1_000
levels = [
  { pot = 2000, take = 100 },  # the first

  { pot = 4000, take = 200 },
]
day = 2012-03-06 07:32:00

[house.bonus]
"Ace-ace" = "31 to 1"

[[waivers]]
section = "565.2(a)"
[[waivers]]
section = '565.3(b)'
[waivers.more]
words = 1
'''


def test_the_lines_of_a_toml_text() -> None:
    places = places_in(TOML, json=False)
    assert parse_toml(TOML)
    lines = places.lines
    assert lines["chapter",] == 2
    assert lines["holder",] == 3
    assert lines["other", "version"] == 6
    assert lines["house", "seats"] == 9
    assert lines["house", "pair_plus", "Straight"] == 10
    assert lines["house", "table_minimum"] == 11
    assert lines["house", "levels", 0, "take"] == 13
    assert lines["house", "levels", 1, "take"] == 15
    assert lines["house", "day"] == 17
    assert lines["house", "bonus", "Ace-ace"] == 20
    assert lines["waivers", 1, "section"] == 25
    assert lines["waivers", 1, "more", "words"] == 27
    assert places.line("house", "pair_plus", "Pair") == 10  # what is not there is where it would stand
    assert places.line("nothing") == 0


def test_the_lines_of_a_json_text_and_what_it_states_twice() -> None:
    words = '{\n "chapter": "565",\n "house": {"seats": 7,\n  "bonus": {"a\\"b": [1,\n 2]},\n "seats": 6}\n}'
    places = places_in(words, json=True)
    assert places.lines["house", "bonus", 'a"b', 1] == 5
    assert places.twice == [(("house", "seats"), 6)]


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.booleans() | st.integers(-(10**6), 10**6) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


def paths(data: Any, inside: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The path of everything in some data."""
    found = []
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        found += [(*inside, key), *paths(value, (*inside, key))]
    return found


@given(st.dictionaries(NAMES, VALUES, max_size=5), st.integers(0, 3))
def test_every_field_is_found_on_the_line_where_it_was_written(data: dict[str, Any], gap: int) -> None:
    lines, at = [], {}
    for key, value in data.items():
        lines += ["# a comment"] * gap
        lines.append(f"{json.dumps(key, ensure_ascii=False)} = {toml(value)}")
        at[key] = len(lines)
    words = "\n".join(lines)
    assert parse_toml(words) == data
    places = places_in(words, json=False)
    assert {path: at[str(path[0])] for path in paths(data)} == places.lines


@given(st.dictionaries(NAMES, VALUES, max_size=5), st.sampled_from([None, 1]))
def test_every_field_of_a_json_text_is_found(data: dict[str, Any], indent: int | None) -> None:
    words = json.dumps(data, indent=indent, ensure_ascii=False)
    places = places_in(words, json=True)
    assert set(places.lines) == set(paths(data))
    for path, line in places.lines.items():
        if indent and isinstance(path[-1], str):
            assert words.split("\n")[line - 1].strip().startswith(json.dumps(path[-1], ensure_ascii=False))


@pytest.mark.parametrize("words", ["a = ", "[", "= 1", 'a = "', "a.b.", "[[a]", "a = [1, ", "{", '{"a"', '{"a": '])
def test_a_text_that_is_cut_off_does_no_harm(words: str) -> None:
    places_in(words, json=False)
    places_in(words, json=True)
