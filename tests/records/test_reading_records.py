"""Records read from files: fields that are missing, unknown or of the wrong kind, and the days that are counted."""

import json
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import UnknownCitation
from pitboss.records.kinds import Field, Kind, Part, kind_named, kinds
from pitboss.records.reading import Record, record_of
from pitboss.rulebook import paragraph
from pitboss.submissions.checking import Report, check_document
from pitboss.submissions.reading import document_in

DAY = date(2010, 5, 3)


def read(given: dict[str, Any]) -> tuple[Record, list[tuple[str, str]]]:
    """A record with a field of every kind, and what is wrong with it."""
    names = ("text", "flag", "day", "time", "amount", "number", "decimal", "texts")
    fields = (*(Field(name, name, "40-7.2", "") for name in names), Field("choice", "choice", "40-7.2", "", ("a", "b")))
    part = Part("40-7.2", "things", (Field("size", "number", "40-7.2", "", required=True),), least=1)
    record, problems = record_of(Kind("some", "40-7", "", "", fields, {"thing": part}), given, DAY)
    return record, [(problem.rule, problem.field) for problem in problems]


def test_values_of_every_kind_are_read() -> None:
    record, problems = read(
        {"text": "x", "flag": True, "day": "2012-02-29", "time": "2010-07-14T10:00", "amount": 0, "number": 7, "decimal": 9.9}
        | {"texts": ["a"], "choice": "b", "thing": [{"size": 1}, {"size": 2}], "on": date(2010, 6, 1)}
    )
    assert problems == [] and record.on == date(2010, 6, 1)
    assert (record.text("text"), record.flag("flag"), record.texts("texts"), record.text("choice")) == ("x", True, ("a",), "b")
    assert (record.day("day"), record.time("time")) == (date(2012, 2, 29), datetime(2010, 7, 14, 10))
    assert (record.number("amount"), record.number("number"), record.decimal("decimal")) == (0, 7, Fraction(99, 10))
    assert [entry.path("size") for entry in record.parts("thing")] == ["thing[1].size", "thing[2].size"]


def test_the_least_and_the_last_values_are_read() -> None:
    days = {"day": "1900-01-01", "time": "2200-12-31T23:59", "on": date(2200, 12, 31)}
    record, problems = read(days | {"decimal": 0, "number": 0, "text": "", "texts": [], "thing": [{"size": 0}]})
    assert problems == [] and record.decimal("decimal") == 0 and record.on == date(2200, 12, 31)
    assert (record.day("day"), record.time("time")) == (date(1900, 1, 1), datetime(2200, 12, 31, 23, 59))
    assert read({"time": "1900-01-01T00:00", "thing": [{"size": 0}]})[1] == []


def test_what_is_not_stated_is_empty() -> None:
    record, problems = read({"thing": [{"size": 1}]})
    assert problems == [] and record.on == DAY
    assert (record.text("text"), record.flag("flag"), record.texts("texts"), record.text("choice")) == ("", False, (), "")
    assert (record.day("day"), record.time("time"), record.number("amount"), record.decimal("decimal")) == (
        None,
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[
            ("text", 1),
            ("flag", 1),
            ("day", "2011-02-29"),
            ("day", "1899-12-31"),
            ("day", datetime(2010, 1, 1)),
            ("day", 20100101),
        ],
        *[("time", "10:00"), ("time", "1800-01-01T10:00"), ("time", 7), ("amount", -1), ("amount", 1.5), ("number", True)],
        *[("number", "7"), ("decimal", "9.9"), ("decimal", float("inf")), ("decimal", -0.1), ("decimal", False)],
        *[("texts", "a"), ("texts", [1]), ("choice", "c"), ("choice", 1), ("on", "soon")],
    ],
)
def test_a_value_of_another_kind_is_refused(field: str, value: Any) -> None:
    assert read({"thing": [{"size": 1}], field: value})[1] == [("record-value", field)]


def test_fields_that_are_unknown_missing_or_in_the_wrong_place_are_named() -> None:
    assert read({"txt": 1, "thing": [{}, {"size": 1, "sise": 2}]})[1] == [
        *[("record-field", "txt"), ("record-complete", "thing[1].size"), ("record-field", "thing[2].sise")]
    ]
    assert read({"thing": []})[1] == read({})[1] == [("record-complete", "thing")]
    for things in ({"size": 1}, [1]):
        record, problems = read({"thing": things})
        assert problems == [("record-value", "thing")] and record.parts("thing") == ()


@pytest.mark.parametrize("kind", kinds().values(), ids=list(kinds()))
def test_every_field_cites_a_paragraph_and_has_a_value_of_its_kind(kind: Kind) -> None:
    fields = [*kind.field, *(field for part in kind.part.values() for field in part.field)]
    for cite in [*(field.section for field in fields), *(part.section for part in kind.part.values())]:
        assert paragraph(cite).says
    assert all(field.kind in ("choice", "texts") for field in fields if field.allowed)
    assert all(field.default is None for field in fields if field.required)


def report(words: str, name: str = "a.toml") -> Report:
    return check_document(document_in(words, Path(name)))


def test_findings_have_the_lines_of_their_fields() -> None:
    found = report(
        'record = "display"\npremises = "a bar"\nmaximum_value = 100\n[[item]]\nname = "a"\nkind = "plaque"\nvalue = 101\n'
        'place = "interior"\n[[item]]\nname = "b"\nkind = "other"\nvalue = 1\nplace = "interior"\nsize = 3\n'
    )
    assert [(each.rule, each.field, each.line) for each in found.findings] == [
        ("display-value", "item[1].value", 7),
        ("display-kind", "item[2].kind", 11),
        ("record-field", "item[2].size", 14),
    ]
    assert all(each.fix for each in found.findings) and found.chapter == "40-13"


def test_findings_say_what_would_be_allowed_and_what_to_do() -> None:
    words = 'record = "display"\npremises = 1\nmaximum_valeu = 100\nzz = 1\n[[item]]\nname = "a"\nvalue = 1\nplace = "roof"\n'
    found = {each.field: each for each in report(words).findings}
    assert (found["premises"].allowed, found["premises"].message) == ("a text", "premises is a text, not 1")
    assert found["maximum_valeu"].fix == "rename it to maximum_value or maximum_area, or leave it out"
    assert (found["zz"].fix, found["zz"].allowed) == ("leave it out", None)
    assert found["item[1].place"].allowed == ["interior", "window, doorway or interior"]
    assert 'one of "interior"' in found["item[1].place"].message
    assert isinstance(found["item[1].kind"].allowed, list) and found["maximum_value"].allowed == "a whole number of cents"


def test_a_problem_with_a_value_that_cannot_be_read_is_reported_once() -> None:
    found = report('record = "display"\npremises = "a bar"\nmaximum_value = 100\n[[item]]\nname = "a"\nkind = 1\nvalue = 1\n')
    assert [(each.rule, each.field) for each in found.findings if each.field == "item[1].kind"] == [
        ("record-value", "item[1].kind")
    ]


def test_a_record_of_no_kind_is_refused_with_those_that_there_are() -> None:
    (finding,) = report('record = "managr"').findings
    assert finding.rule == "record-known" and "manager" in finding.message and "display" in finding.allowed
    with pytest.raises(UnknownCitation, match="did you mean manager"):
        kind_named("managr")


def test_json_states_dates_as_texts_and_nothing_twice() -> None:
    given = {"record": "transfer", "seller": "A", "buyer": "B", "price": 5, "escrowed": 5, "escrow_with": "attorney"}
    given |= {"bill_of_sale_by": "seller", "bill_of_sale_exhibited": True, "buyer_exhibits": ["deed"], "approved": "2010-06-01"}
    assert report(json.dumps(given), "a.json").findings == ()
    twice = json.dumps(given)[:-1] + ',\n"price": 6}'
    found = [(each.rule, each.field, each.line) for each in report(twice, "a.json").findings]
    assert ("record-twice", "price", 2) in found


def test_words_of_submissions_are_no_fields_of_records() -> None:
    found = report('record = "transfer"\nchapter = "565"\nholder = "A"\n[house]\nseats = 7\n')
    assert {"chapter", "holder", "house"} <= {each.field for each in found.findings if each.rule == "record-field"}
