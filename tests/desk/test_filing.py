"""§ 521.4 and § 521.5: for every content that a request or a petition must have a filing that lacks just that."""

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.desk.fields import Fields, example
from pitboss.desk.filing import Finding, check, filing_of
from pitboss.errors import PitbossError
from tests.commands import pitboss

KINDS = ["new-game", "new-feature", "waiver"]


def found_in(kind: str, **change: Any) -> list[Finding]:
    """The findings of an example with some fields changed; None takes a field away."""
    data = tomllib.loads(example(kind)) | change
    return check(filing_of(Fields({k: v for k, v in data.items() if v is not None}, "filing")))


def sections(kind: str, **change: Any) -> list[tuple[str, str, str]]:
    return [(each.level, each.section, each.field) for each in found_in(kind, **change)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_examples_pass(kind: str) -> None:
    assert found_in(kind) == []


@pytest.mark.cites("521.4", "521.5")
@pytest.mark.parametrize(("kind", "section"), [("new-game", "521.4"), ("new-feature", "521.4"), ("waiver", "521.5")])
def test_who_files_what_with_whom(kind: str, section: str) -> None:
    other = "waiver" if kind != "waiver" else "new-game"
    wrong = tomllib.loads(example(other))
    assert sections(kind, holder="") == [("error", section, "holder")]
    assert sections(kind, form=wrong["form"]) == [("error", section, "form")]
    assert sections(kind, addressed_to=wrong["addressed_to"]) == [("error", section, "addressed_to")]


@pytest.mark.cites("521.4(1)", "521.4(2)", "521.4(3)")
@pytest.mark.parametrize("kind", ["new-game", "new-feature"])
@pytest.mark.parametrize(
    ("field", "number"),
    [("description", 1), ("rules_of_play", 1), ("rules_of_wagering", 1), ("reason", 2), ("jurisdiction", 3)],
)
def test_a_request_that_lacks_one_content(kind: str, field: str, number: int) -> None:
    assert sections(kind, **{field: None}) == [("error", f"521.4({number})", field)]


@pytest.mark.cites("521.5(1)", "521.5(2)", "521.5(3)")
@pytest.mark.parametrize(("field", "number"), [("description", 1), ("sections", 1), ("reason", 2), ("jurisdiction", 3)])
def test_a_petition_that_lacks_one_content(field: str, number: int) -> None:
    assert sections("waiver", **{field: None}) == [("error", f"521.5({number})", field)]


@pytest.mark.cites("521.4")
def test_what_a_chapter_has_is_not_new() -> None:
    assert sections("new-game", game="three card poker") == [("error", "521.4", "game")]
    assert sections("new-game", game="") == [("error", "521.4(1)", "game")]
    assert sections("new-feature", feature="pair-plus wager") == [("error", "521.4", "feature")]
    assert sections("new-feature", feature="") == [("error", "521.4(1)", "feature")]
    assert sections("new-feature", chapter="527") == [("error", "521.4", "chapter")]
    assert "did you mean three-card-poker" in found_in("new-feature", chapter="three-card-pokr")[0].message
    assert found_in("new-feature", chapter="637a") == []


@pytest.mark.cites("521.5(1)")
def test_the_rules_to_be_waived_are_rules_of_the_game() -> None:
    assert sections("waiver", sections=["565.2(z)"]) == [("error", "521.5(1)", "sections")]
    assert sections("waiver", sections=["§ 565.2(a)", "557.2(a)"]) == [("warning", "521.5(1)", "sections")]
    assert sections("waiver", chapter="") == [("error", "521.5", "chapter")]


@pytest.mark.cites("521.4(3)", "521.5(3)")
@pytest.mark.parametrize(("kind", "section"), [("new-game", "521.4(3)"), ("waiver", "521.5(3)")])
def test_the_list_is_of_other_jurisdictions_and_of_today(kind: str, section: str) -> None:
    wrong = [("error", section, "jurisdiction")]
    assert sections(kind, jurisdiction=[{"name": "Pennsylvania"}]) == wrong
    assert sections(kind, jurisdiction=[{"name": ""}]) == wrong
    assert sections(kind, jurisdiction=[{"name": "Nevada", "until": date(2026, 11, 1)}]) == wrong
    assert sections(kind, jurisdiction=[{"name": "Nevada", "until": date(2027, 11, 1)}]) == []
    assert sections(kind, jurisdiction=[]) == [("warning", section, "jurisdiction")]


def test_a_few_words_are_hardly_detailed() -> None:
    assert sections("waiver", description="Eight seats.") == [("warning", "521.5(1)", "description")]


@given(st.sampled_from(KINDS), st.data())
def test_a_mutated_filing_is_checked_or_refused_with_a_sentence(kind: str, data: st.DataObject) -> None:
    filing = tomllib.loads(example(kind))
    wrong: list[Any] = [None, 1, True, "", "565", [], {}, ["x"], [{"name": 1}], [{"until": "2026-02-30"}], date(1, 1, 1)]
    for name in data.draw(st.lists(st.sampled_from(sorted(filing)), max_size=4)):
        filing[name] = data.draw(st.sampled_from(wrong))
    for name in data.draw(st.lists(st.text(max_size=9), max_size=1)):
        filing[name] = ""
    try:
        check(filing_of(Fields(filing, "filing")))
    except PitbossError as error:
        assert str(error).startswith("filing")


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "filing.toml"
    path.write_text(pitboss("filing", "--new", "--kind", "waiver").stdout, encoding="utf-8")
    assert pitboss("filing", str(path)).returncode == 0
    path.write_text(path.read_text(encoding="utf-8").replace("reason", "# reason"), encoding="utf-8")
    done = pitboss("filing", str(path), "--json")
    assert done.returncode == 1
    assert [each["section"] for each in json.loads(done.stdout)["findings"]] == ["521.5(2)"]
    path.write_text("kind = 'wish'", encoding="utf-8")
    done = pitboss("filing", str(path))
    assert (done.returncode, done.stdout) == (2, "") and "must be 'new game', 'new feature' or 'waiver'" in done.stderr
    assert pitboss("filing", "--new", "--kind", "wish").returncode == 2
