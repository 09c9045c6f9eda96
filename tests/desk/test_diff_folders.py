"""`pitboss diff A B` with folders: file by file, by name or by game, with what the changes do to the hold."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.odds.row import Row
from pitboss.submissions.folders import compare_folders
from tests.commands import pitboss

Fill = Callable[[str, dict[str, str]], Path]
BASE = {
    "heads-up.toml": 'chapter = "677a"\ntrips_plus = "A"\n',
    "three.toml": 'chapter = "565"\n',
    "holder.toml": 'holder = "Example Casino"\n',
}


@pytest.fixture
def fill(tmp_path: Path) -> Fill:
    """A function that fills a folder with files and says where it is."""

    def filled(name: str, files: dict[str, str]) -> Path:
        (tmp_path / name).mkdir()
        for file, words in files.items():
            (tmp_path / name / file).write_text(words, encoding="utf-8")
        return tmp_path / name

    return filled


def nothing(house: House) -> list[Row]:
    """Nobody asks for odds."""
    return []


def told(a: Path, b: Path) -> list[tuple[str, str]]:
    return [(each.file, each.status) for each in compare_folders(a, b, nothing)]


def test_files_of_one_name_are_compared(fill: Fill) -> None:
    a, b = fill("a", BASE), fill("b", BASE | {"heads-up.toml": 'chapter = "677a"\ntrips_plus = "B"\n'})
    assert told(a, b) == [("heads-up.toml", "changed"), ("three.toml", "same")]
    [first, _] = compare_folders(a, b, nothing)
    assert [(change.name, change.a, change.b) for change in first.changes] == [("trips_plus", "A", "B")]


def test_files_that_are_new_gone_renamed_or_about_another_game(fill: Fill) -> None:
    a = fill("a", BASE)
    b = fill("b", {"hold.toml": BASE["heads-up.toml"], "three.toml": 'chapter = "557"\n', "poker.json": '{"chapter": "637a"}'})
    assert told(a, b) == [
        *(("heads-up.toml → hold.toml", "same"), ("poker.json", "new"), ("three.toml", "gone"), ("three.toml", "new"))
    ]


def test_an_edition_is_compared_with_what_replaces_it(fill: Fill) -> None:
    a, b = fill("a", {"poker.toml": 'chapter = "553"\n'}), fill("b", {"poker.toml": 'chapter = "637a"\n'})
    assert told(a, b) == [("poker.toml", "changed")]


def test_two_files_of_one_game_are_not_taken_for_each_other(fill: Fill) -> None:
    a = fill("a", {"one.toml": BASE["three.toml"], "two.toml": BASE["three.toml"]})
    b = fill("b", {"three.toml": BASE["three.toml"]})
    assert told(a, b) == [("one.toml", "gone"), ("three.toml", "new"), ("two.toml", "gone")]


def test_a_file_that_cannot_be_read_is_named(fill: Fill) -> None:
    a = fill("a", BASE)
    for number, words in enumerate(('chapter = "565"\nseats = 9\n', "chapter =", 'chapter = "999"\n')):
        with pytest.raises(PitbossError, match=r"three\.toml"):
            told(a, fill(str(number), BASE | {"three.toml": words}))
    with pytest.raises(PitbossError, match="has no submissions"):
        told(a, fill("empty", {"readme.md": "nothing"}))


NAMES = st.sampled_from(["a.toml", "b.toml", "c.toml", "d.toml"])
FOLDERS = st.dictionaries(NAMES, st.sampled_from(["565", "557", "553", "637a", "677a"]), min_size=1)


@given(FOLDERS, FOLDERS)
def test_every_file_is_told_once_and_the_other_way_round_alike(
    tmp_path_factory: pytest.TempPathFactory, one: dict[str, str], other: dict[str, str]
) -> None:
    a, b = tmp_path_factory.mktemp("a"), tmp_path_factory.mktemp("b")
    for folder, files in ((a, one), (b, other)):
        for name, number in files.items():
            (folder / name).write_text(f'chapter = "{number}"\n', encoding="utf-8")
    there, back = list(compare_folders(a, b, nothing)), list(compare_folders(b, a, nothing))
    assert sorted(each.a.source for each in there if each.a) == sorted(str(a / name) for name in one)
    assert sorted(each.b.source for each in there if each.b) == sorted(str(b / name) for name in other)
    opposite = {"new": "gone", "gone": "new"}
    assert sorted(each.status for each in back) == sorted(opposite.get(each.status, each.status) for each in there)


def test_the_command_says_what_changes_in_the_hold(fill: Fill) -> None:
    a = fill("a", {"three.toml": 'chapter = "565"\n', "four.toml": 'chapter = "557"\n'})
    b = fill("b", {"three.toml": 'chapter = "565"\npair_plus = { "Flush" = "4 to 1" }\n'})
    done = pitboss("diff", str(a), str(b))
    assert done.returncode == 0
    assert "four.toml: Four Card Poker (chapter 557), gone" in done.stdout and done.stdout.endswith(
        "1 changed, 0 new, 1 gone, 0 same\n"
    )
    assert "12.7964%" in done.stdout
    found = json.loads(pitboss("diff", str(a), str(b), "--json").stdout)
    assert [(each["file"], each["status"]) for each in found["files"]] == [("four.toml", "gone"), ("three.toml", "changed")]
    [wager] = found["files"][1]["wagers"]
    assert wager["wager"] == "Pair Plus" and wager["hold_exact_a"] == "707/5525" and wager["change"] < 0


def test_the_command_refuses_a_folder_beside_something_else(fill: Fill) -> None:
    a = fill("a", BASE)
    for words in ([str(a)], [str(a), "565"], [str(a), str(a), "--set", "seats=5"], [str(a), str(a / "three.toml")]):
        done = pitboss("diff", *words)
        assert (done.returncode, done.stdout) == (2, "") and "folder" in done.stderr and done.stderr.count("\n") == 1
