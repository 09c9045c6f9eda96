"""`pitboss check`, `new` and `schema` as scripts, editors and CI call them."""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pitboss.house import ABOUT
from pitboss.rulebook import chapter, chapters, games
from pitboss.submissions.blank import allowed_here, blank, initials
from pitboss.submissions.checking import check_folder, check_several
from pitboss.submissions.findings import plain
from pitboss.submissions.sarif import sarif_of
from pitboss.submissions.schema import schema_of
from tests.commands import ROOT, pitboss
from tests.submissions.second_reading import readings

NUMBERS = [book.chapter for book in games()]
RECORDS = [book.chapter for book in chapters() if book.kind == "record"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A casino with one file that is lawful and one that is not."""
    (tmp_path / "three.toml").write_text('chapter = "565"\nholder = "Keystone"\npair_plus = "floor"\n', encoding="utf-8")
    (tmp_path / "heads up.json").write_text('{"chapter": "677a",\n "seats": 7,\n "payout_limit": 1}', encoding="utf-8")
    return tmp_path


def test_a_lawful_file_ends_with_0_and_one_with_errors_with_1(folder: Path) -> None:
    fine = pitboss("check", str(folder / "three.toml"))
    assert fine.returncode == 0 and "three.toml  chapter 565, lawful; 1 warning" in fine.stdout
    wrong = pitboss("check", str(folder / "heads up.json"))
    assert wrong.returncode == 1
    assert "error  line 2  seats  § 677a.2(a)" in wrong.stdout and "To do: set seats from 1 to 6" in wrong.stdout


def test_json_of_a_file_is_an_object_and_of_a_folder_a_list(folder: Path) -> None:
    one = json.loads(pitboss("check", str(folder / "heads up.json"), "--json").stdout)
    assert (one["ok"], [f["field"] for f in one["findings"]][:2]) == (False, ["seats", "payout_limit"])
    done = pitboss("check", str(folder), "--json")
    several = json.loads(done.stdout)
    assert done.returncode == 1
    assert [(Path(each["file"]).name, each["ok"]) for each in several] == [("heads up.json", False), ("three.toml", True)]


def test_a_folder_for_people_ends_with_a_count(folder: Path) -> None:
    assert pitboss("check", str(folder)).stdout.splitlines()[-1] == "1 of 2 files is lawful"


def test_several_files_get_a_verdict_each_and_the_worst_status(folder: Path) -> None:
    three, heads_up = str(folder / "three.toml"), str(folder / "heads up.json")
    said = pitboss("check", three, heads_up)
    heads = [line for line in said.stdout.splitlines() if "  chapter " in line]
    assert said.returncode == 1 and [(each.split("  ")[0], "not lawful" in each) for each in heads] == [
        (three, False),
        (heads_up, True),
    ]
    assert said.stdout.splitlines()[-1] == "1 of 2 files is lawful"
    unread = pitboss("check", heads_up, three, str(folder / "no such file.toml"), "--json")
    assert unread.returncode == 2 and len(unread.stderr.splitlines()) == 1
    assert [(each["file"], each["ok"]) for each in json.loads(unread.stdout)][:2] == [(heads_up, False), (three, True)]


def test_files_that_are_named_together_are_checked_together(tmp_path: Path) -> None:
    words = 'chapter = "565"\ntables = [1]\n'
    paths = [tmp_path / name for name in ("a.toml", "b.toml", "holder.toml")]
    for path, each in zip(paths, (words, words, 'holder = "Ann"\n'), strict=True):
        path.write_text(each, encoding="utf-8")
    a, b = check_several([*paths, tmp_path])  # each file once, also where its folder is named
    assert a.ok and [finding.rule for finding in b.findings if finding.level == "error"] == ["table-in-one-file"]


@pytest.mark.parametrize("words", ["chapter = [", "\0", "chapter = 9" + "9" * 30])
def test_what_cannot_be_read_ends_with_2_and_one_line(tmp_path: Path, words: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(words, encoding="utf-8")
    done = pitboss("check", str(path))
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert pitboss("check", str(tmp_path / "no such file.toml")).returncode == 2
    in_folder = pitboss("check", str(tmp_path), "--json")
    assert in_folder.returncode == 2 and json.loads(in_folder.stdout)[0]["ok"] is False


def test_the_rules_are_listed() -> None:
    found = json.loads(pitboss("check", "--rules", "565", "--json").stdout)
    seats = {"chapter": "565", "rule": "seats", "level": "error", "sections": ["565.2(a)"], "says": "seats is 1 to 7."}
    assert {**seats, "schema": 1} in found
    everything = json.loads(pitboss("check", "--rules", "--json").stdout)
    assert {rule["chapter"] for rule in everything} == {"", *NUMBERS, *RECORDS}
    assert pitboss("check").returncode == 2


def test_new_writes_a_file_that_passes(tmp_path: Path) -> None:
    done = pitboss("new", "three-card-poker")
    assert done.stdout == blank(chapter("565"))
    path = tmp_path / "new.toml"
    path.write_text(done.stdout, encoding="utf-8")
    assert pitboss("check", str(path)).returncode == 0
    assert "# Shall be specified." in done.stdout and "§ 565.12(d)" in done.stdout


@pytest.mark.parametrize("number", NUMBERS)
def test_a_new_file_states_every_option_at_its_default(number: str) -> None:
    data = tomllib.loads(blank(chapter(number)))
    assert data["house"] == {option.option: option.default for option in chapter(number).options}
    assert max(map(len, blank(chapter(number)).splitlines())) <= 160


# ---------------------------------------------------------------------------- JSON Schema


@pytest.mark.parametrize("number", NUMBERS)
def test_defaults_fit_the_schema(number: str) -> None:
    schema = schema_of(chapter(number))
    jsonschema_rs.meta.validate(schema)
    validator = jsonschema_rs.Draft202012Validator(schema)
    data = tomllib.loads(blank(chapter(number)))
    validator.validate(data)
    validator.validate({"chapter": number, **data["house"], "tables": [1, "x"], "effective": "2012-03-06"})
    for bad in ({}, {"chapter": "999"}, {"chapter": number, "no_such": 1}, {"chapter": number, "tables": 1}):
        assert not validator.is_valid(bad)


def test_lawful_files_fit_the_schema_and_what_is_no_option_does_not() -> None:
    validators = {n: jsonschema_rs.Draft202012Validator(schema_of(chapter(n))) for n in NUMBERS}
    for case in readings("lawful"):
        if "waivers" not in case.choices:
            validators[case.choices["chapter"]].validate(plain(case.choices))
    refused = 0
    for case in readings("violations"):
        if case.choices["chapter"] in validators and case.expected[0].section == case.choices["chapter"]:
            refused += not validators[case.choices["chapter"]].is_valid(plain(case.choices))
    assert refused > 20


def test_the_schema_is_printed() -> None:
    assert json.loads(pitboss("schema", "633a").stdout) == schema_of(chapter("633a"))


# ---------------------------------------------------------------------------- SARIF


def test_sarif_has_what_its_schema_requires(folder: Path) -> None:
    (folder / "zz.toml").write_text("chapter = [", encoding="utf-8")
    done = pitboss("check", str(folder), "--sarif")
    found = json.loads(done.stdout)
    assert done.returncode == 2
    assert found == json.loads(json.dumps(sarif_of(check_folder(folder))))
    assert (found["version"], len(found["runs"])) == ("2.1.0", 1)
    run: dict[str, Any] = found["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning")
        place = result["locations"][0]["physicalLocation"]
        assert place["region"]["startLine"] >= 1 and " " not in place["artifactLocation"]["uri"]
        assert result["message"]["text"]
    seats = next(result for result in run["results"] if result["ruleId"] == "677a/seats")
    assert seats["locations"][0]["physicalLocation"]["region"] == {"startLine": 2}
    assert "(§ 677a.2(a))" in seats["message"]["text"]
    assert run["invocations"][0]["executionSuccessful"] is False
    assert (
        "zz.toml"
        in run["invocations"][0]["toolExecutionNotifications"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    )


def test_the_page_of_the_desk_runs() -> None:
    page = ROOT / "docs" / "desk.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.attempted, result.failed) == (7, 0)
    assert {word for word in ABOUT if f"`{word}`" in page.read_text(encoding="utf-8")} == set(ABOUT)


@pytest.mark.parametrize("name", ["", " "])
def test_a_check_of_nothing_is_refused(name: str) -> None:
    done = pitboss("check", name)
    assert (done.returncode, done.stdout) == (2, "") and "name a file or a folder" in done.stderr


@pytest.mark.parametrize("number", NUMBERS)
def test_a_new_file_says_what_may_be_written(number: str) -> None:
    """Every default is among what is allowed, numbers have their unit, and no sentence stumbles."""
    words = blank(chapter(number)).replace("\n# ", " ")
    assert not re.search(r" and \w+ is chosen|variant is chosen|\$0\.01 or more|\.\.|Allowed: [ .]", words)
    assert f'\n# tables = ["{initials(chapter(number).game)} 1"' in blank(chapter(number))
    for option in chapter(number).options:
        said = allowed_here(option)
        if option.kind in ("number", "amount") and isinstance(option.allowed, dict):
            least = option.allowed.get("min", 0)
            assert option.default >= least or re.match(rf"{option.default},? or ", said), option.option
            assert option.unit in said or (option.unit == "cents" and ("cents" in said or "$" in said)), option.option
        assert '""' not in said or option.kind == "table" or '"" (none)' in said


def fenced(kind: str) -> list[str]:
    """The blocks of one kind in the page about the desk."""
    return re.findall(rf"```{kind}\n(.*?)```", (ROOT / "docs" / "desk.md").read_text(encoding="utf-8"), re.DOTALL)


def test_the_recipe_for_an_editor_works(tmp_path: Path) -> None:
    """The commands of the page write a schema, and a file that names it in its first line, fits it and passes the check."""
    recipe = next(block for block in fenced("") if "#:schema" in block)
    program = f"{shlex.quote(sys.executable)} -m pitboss.cli "
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    subprocess.run(["bash", "-ec", recipe.replace("pitboss ", program)], cwd=tmp_path, env=environment, check=True)
    file = tmp_path / "three-card-poker.toml"
    named = re.match(r"#:schema \./(\S+)\n", file.read_text(encoding="utf-8"))
    assert named
    validator = jsonschema_rs.Draft202012Validator(json.loads((tmp_path / named[1]).read_text(encoding="utf-8")))
    assert validator.is_valid(tomllib.loads(file.read_text(encoding="utf-8")))
    assert not validator.is_valid({"chapter": "565", "seats": 9})
    assert pitboss("check", str(file)).returncode == 0
    (settings,) = map(json.loads, fenced("json"))
    assert settings["json.schemas"][0]["url"] == f"./{named[1]}"


def test_the_recipe_for_ci_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page has CI run exists, fails on an error, and names files as they were given, from the root."""
    (job,) = fenced("yaml")
    (words,) = re.findall(r"run: pitboss (.*) > pitboss\.sarif", job)
    (tmp_path / "submissions").mkdir()
    (tmp_path / "submissions" / "three.toml").write_text('chapter = "565"\nseats = 9\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = pitboss(*words.split())
    assert done.returncode == 1
    results = json.loads(done.stdout)["runs"][0]["results"]
    error = next(each for each in results if each["level"] == "error")
    place = error["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("submissions/three.toml", 2)
    assert "sarif_file: pitboss.sarif" in job and "if: always()" in job
