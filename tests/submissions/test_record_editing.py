"""A form changes one statement of a record's file; comments and layout stay, and the form shows what the file says."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pitboss.records.blank import blank
from pitboss.records.kinds import Kind, kind_named, kinds
from pitboss.submissions.checking import check_document
from pitboss.submissions.reading import BadSubmission, document_in
from pitboss.submissions.record_editing import with_record_change
from pitboss.submissions.record_form import MOST_ENTRIES, form_of_kind, state_of_record

LINES = """# ours
record = "beer-lines"
licensee = "Elm"  # the hotel
# paid_by = "licensee"

# every cleaning
[[cleaning]]
date = 2010-05-10

# the second
[[cleaning]]
date = 2010-05-17  # late
"""


def changed(text: str, *edits: tuple[str, Any]) -> str:
    for field, value in edits:
        name = "a.json" if text.startswith("{") else "a.toml"
        found = document_in(text, Path(name))
        text = with_record_change(found, kind_named(found.flat["record"]), field, value)
    return text


def test_a_change_keeps_everything_else_as_it_is_written() -> None:
    assert changed(LINES, ("licensee", "Oak")) == LINES.replace('"Elm"', '"Oak"')
    assert changed(LINES, ("cleaning[2].date", "2010-05-16")) == LINES.replace("2010-05-17", "2010-05-16")
    assert changed(LINES, ("paid_by", "other")) == LINES.replace('# paid_by = "licensee"', 'paid_by = "other"')
    added = 'licensee = "Elm"  # the hotel\non_file = true\n'
    assert changed(LINES, ("on_file", True)) == LINES.replace('licensee = "Elm"  # the hotel\n', added)
    assert changed(LINES, ("cleaning[1].by", "cleaner")) == LINES.replace("05-10\n", '05-10\nby = "cleaner"\n')


def test_what_is_taken_out_leaves_its_place() -> None:
    empty = changed(LINES, ("licensee", None))
    assert empty == LINES.replace('licensee = "Elm"', "# licensee =")
    assert changed(empty, ("licensee", "Oak")).splitlines()[2] == 'licensee = "Oak"'
    stray = LINES.replace("# paid_by", "payed_by")
    assert changed(stray, ("payed_by", None)) == LINES.replace('# paid_by = "licensee"\n', "")


def test_entries_come_and_go_with_their_comments() -> None:
    three = changed(LINES, ("cleaning[3]", {}), ("cleaning[3].date", "2010-05-24"))
    assert three.startswith(LINES) and three.count("[[cleaning]]") == 3 and "date = 2010-05-24" in three
    assert "# § 40-5.52: the day." in three[len(LINES) :]
    assert changed(three, ("cleaning[3]", None)).rstrip() == LINES.rstrip()
    assert changed(LINES, ("cleaning[1]", None)) == LINES.replace("[[cleaning]]\ndate = 2010-05-10\n\n", "", 1)
    assert "cleaning" not in tomllib.loads(changed(LINES, ("cleaning[2]", None), ("cleaning[1]", None)))


@pytest.mark.parametrize(
    "text", ['record = "beer-lines"\ncleaning = [{ date = 2010-05-10 }]\n', json.dumps({"record": "beer-lines"})]
)
def test_files_of_another_layout_are_changed_too(text: str) -> None:
    count = text.count("date")
    longer = changed(text, (f"cleaning[{count + 1}]", {}), (f"cleaning[{count + 1}].by", "cleaner"))
    data = json.loads(longer) if text.startswith("{") else tomllib.loads(longer)
    assert data["cleaning"][count] == {"by": "cleaner"} and len(data["cleaning"]) == count + 1
    shorter = changed(longer, (f"cleaning[{count + 1}]", None))
    assert len((json.loads(shorter) if text.startswith("{") else tomllib.loads(shorter)).get("cleaning", [])) == count


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [("colour", "red", "no field"), ("cleaning[9].date", "2010-05-10", "laid out"), ("cleaning[one].date", "x", "no field")],
)
def test_what_a_record_has_no_place_for_is_refused(field: str, value: Any, says: str) -> None:
    with pytest.raises(BadSubmission, match=says):
        changed(LINES, (field, value))


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_a_new_record_states_nothing_and_becomes_the_example_by_the_form(kind: Kind) -> None:
    """Every field and every entry goes into its place, whatever its kind of value."""
    empty, example = blank(kind, made_up=False), tomllib.loads(blank(kind))
    stated = tomllib.loads(empty)
    assert {name for name, value in stated.items() if value and not isinstance(value, list)} == {"record"}
    text = empty
    for name, value in example.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for number, entry in enumerate(value, 1):
                if number > len(stated.get(name, [])):
                    text = changed(text, (f"{name}[{number}]", {}))
                text = changed(text, *((f"{name}[{number}].{each}", plain(said)) for each, said in entry.items()))
        elif name != "record":
            text = changed(text, (name, plain(value)))
    assert tomllib.loads(text) == example
    state = state_of_record(check_document(document_in(text, Path("a.toml"))))
    assert state["ok"] and state["findings"] == [] and state["on"] == example["on"].isoformat()
    form = form_of_kind(kind)
    shown = [each["option"] for each in (*form["fields"], *form["rare"])]
    assert sorted(shown) == sorted(["on", *(field.name for field in kind.field)]) and len(shown) == len(set(shown))


def plain(value: Any) -> Any:
    """A value as a page sends it."""
    return value.isoformat() if hasattr(value, "isoformat") else value


@pytest.mark.parametrize(
    ("kind", "stated", "instead", "fix"),
    [
        ("beer-lines", '\nby = "licensee"', '\nby = "another licensee"', "allowed: licensee or cleaner"),
        ("beer-lines", "on_file = true", "on_file = false", "allowed: yes"),
        ("transfer", "escrowed = 25000000", "escrowed = 24999999", "allowed: $250,000 or more"),
        ("transfer", 'seller = "Ann Example"', 'seler = "Ann"\nseller = "Ann"', "rename it to seller, or leave it out"),
    ],
)
def test_a_finding_says_what_is_allowed_as_the_form_shows_it(kind: str, stated: str, instead: str, fix: str) -> None:
    """It proposes no value: a record states what is so."""
    text = blank(kind_named(kind)).replace(stated, instead)
    (finding,) = state_of_record(check_document(document_in(text, Path("a.toml"))))["findings"]
    assert (finding["fix"], finding["values"]) == (fix, [])


def test_a_form_shows_so_many_entries_and_says_how_many_more_there_are() -> None:
    text = 'record = "beer-lines"\n' + "[[cleaning]]\n" * (MOST_ENTRIES + 3)
    state = state_of_record(check_document(document_in(text, Path("a.toml"))))
    assert (state["counts"], state["more"]) == ({"cleaning": MOST_ENTRIES}, {"cleaning": 3})
    assert f"cleaning[{MOST_ENTRIES + 1}].date" not in state["values"]
