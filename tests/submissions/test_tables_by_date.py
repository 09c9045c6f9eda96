"""Folders of holders at any depth, successive editions of one table, and what is in force on a day."""

import json
from datetime import date
from pathlib import Path

import pytest

from pitboss.cli.checking import summary
from pitboss.submissions.checking import Report, check_file, check_folder, check_several
from pitboss.submissions.editions import Place, editions
from tests.commands import pitboss

FILES = {
    "elm/holder.toml": 'holder = "Elm"\nfacility = "Main Street"\n',
    "elm/2011/three.toml": 'chapter = "565"\neffective = 2011-01-01\ntables = [1, 2]\n',
    "elm/later.toml": 'chapter = "565"\neffective = 2011-06-01\ntables = [1]\nseats = 9\n',
    "oak/holder.toml": 'holder = "Oak"\n',
    "oak/three.toml": 'chapter = "565"\neffective = 2011-01-01\ntables = [1]\n',
    "oak/scan.pdf": "",
    "oak/.hidden/three.toml": "",
}


@pytest.fixture
def register(tmp_path: Path) -> Path:
    """Two holders, one of them with two editions of a table and a folder within its own."""
    for name, words in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words, encoding="utf-8")
    (tmp_path / "oak" / "link").symlink_to(tmp_path / "elm")
    return tmp_path


def by_name(folder: Path, reports: list[Report]) -> dict[str, Report]:
    """The reports by the names of their files in a folder."""
    return {str(Path(report.file).relative_to(folder)): report for report in reports}


def test_folders_are_checked_at_any_depth_and_nothing_is_skipped_silently(register: Path) -> None:
    found = by_name(register, check_folder(register))
    assert {name: report.ok for name, report in found.items() if report.is_submission} == {
        "elm/2011/three.toml": True,
        "elm/later.toml": False,
        "oak/three.toml": True,
    }
    assert {name: report.skipped for name, report in found.items() if report.skipped} == {
        "oak/scan.pdf": "its name ends with neither .toml nor .json",
        "oak/.hidden": "a hidden folder",
        "oak/link": "a link to a folder",
    }
    assert all(report.findings for report in found.values() if report.skipped)


def test_the_nearest_holder_above_a_file_counts(register: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = check_file(register / "elm" / "2011" / "three.toml")
    assert (named.about["holder"], named.about["facility"]) == ("Elm", "Main Street")
    monkeypatch.chdir(register / "elm")
    (inside,) = [report for report in check_folder(Path("2011")) if report.is_submission]
    assert inside.about["holder"] == check_file(Path("../oak/three.toml")).about["holder"].replace("Oak", "Elm") == "Elm"


@pytest.mark.parametrize(
    ("day", "outside"),
    [
        (date(2010, 12, 31), {"elm/2011/three.toml", "elm/later.toml", "oak/three.toml"}),
        (date(2011, 5, 31), {"elm/later.toml"}),
        (date(2011, 6, 1), set()),  # the first one still runs table 2
    ],
)
def test_what_is_in_force_on_a_day_is_checked(register: Path, day: date, outside: set[str]) -> None:
    found = by_name(register, check_folder(register, on=day))
    assert {name for name, report in found.items() if report.out_of_force} == outside


def test_a_later_edition_replaces_an_earlier_one_and_one_of_the_same_day_does_not(register: Path) -> None:
    again = register / "elm" / "again.toml"
    again.write_text(FILES["elm/later.toml"].replace("seats = 9", "seats = 7").replace("[1]", "[1, 2]"), encoding="utf-8")
    found = by_name(register, check_folder(register))
    assert found["elm/again.toml"].ok and found["elm/2011/three.toml"].ok
    shared = next(finding for finding in found["elm/later.toml"].findings if finding.rule == "table-in-one-file")
    assert (shared.message, shared.values) == ("table 1 is also run by again.toml", ([],))
    outside = by_name(register, check_folder(register, on=date(2012, 1, 1)))["elm/2011/three.toml"]
    assert outside.out_of_force == f"replaced by {again} from 2011-06-01"


def test_a_chapter_and_a_waiver_are_in_force_on_the_day(register: Path) -> None:
    waived = register / "oak" / "waived.toml"
    words = 'seats = 8\ntables = [9]\nwaivers = [{ section = "565.2(a)", granted = 2011-01-01, until = 2011-12-31 }]\n'
    waived.write_text(f'chapter = "565"\neffective = 2011-02-01\n{words}', encoding="utf-8")

    def errors(day: date) -> set[str]:
        (report,) = check_several([waived], on=day)
        return {finding.rule for finding in report.findings if finding.level == "error"}

    assert errors(date(2011, 12, 31)) == set()
    assert errors(date(2012, 1, 1)) == {"seats", "waiver-in-time"}
    assert "edition-ran-out" in errors(date(2012, 3, 6))


def test_the_history_of_a_table(register: Path) -> None:
    listed = editions(report for report in check_folder(register) if report.chapter)[Place("Elm", "Main Street", "1")]
    assert [(each.since, each.until) for each in listed] == [
        (date(2011, 1, 1), date(2011, 5, 31)),
        (date(2011, 6, 1), None),
    ]
    shown = pitboss("check", str(register), "--history")
    assert shown.returncode == 1 and "2011-01-01 to 2011-05-31" in shown.stdout
    records = json.loads(pitboss("check", str(register), "--history", "--json").stdout)
    assert [len(each["editions"]) for each in records] == [2, 1, 1]


def test_a_line_for_each_holder(register: Path) -> None:
    said = pitboss("check", str(register)).stdout.splitlines()
    assert said[-3:-1] == [
        "Elm, Main Street: 1 of 2 submissions lawful, 1 error, 2 warnings, 2 tables",
        "Oak: 1 of 1 submission lawful, 0 errors, 1 warning, 1 table",
    ]
    assert said[-1] == "2 of 3 files are lawful; 3 skipped" == summary(check_folder(register))
    records = json.loads(pitboss("check", str(register), "--holders", "--json").stdout)
    assert [(each["holder"], each["lawful"], each["errors"]) for each in records] == [("Elm", 1, 1), ("Oak", 1, 0)]
