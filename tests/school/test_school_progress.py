"""Progress is saved act by act, and a kill loses nothing."""

import json
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.school.dealing import Mark
from pitboss.school.plans import Plan
from pitboss.school.progress import open_progress, progress_file
from pitboss.school.scores import by_kind, by_section

PLAN = Plan("565", {"table_minimum": 1000}, 4, 2, 3, ["prepare"], False, False, False)


def test_a_lesson_goes_on_with_what_was_entered(tmp_path: Path) -> None:
    path = tmp_path / "own" / "school.jsonl"
    saved = open_progress(path)
    number = saved.begin(PLAN)
    saved.enter(number, 1, "say no more bets")
    saved.enter(number, 1, "")
    begun = open_progress(path).unfinished("565")
    assert begun is not None
    assert (begun.number, begun.plan, begun.entered, begun.ended) == (1, PLAN, [["say no more bets", ""], []], 0)
    saved.end_round(number, 1, "565", [Mark("announce", "565.8(b)", "say no more bets", "right")])
    begun = open_progress(path).unfinished("565")
    assert begun is not None and begun.ended == 1
    assert open_progress(path).unfinished("557") is None
    saved.end_round(number, 2, "565", [])
    assert open_progress(path).unfinished("565") is None


def test_a_line_that_was_cut_off_is_left_out_and_no_later_one_with_it(tmp_path: Path) -> None:
    path = tmp_path / "school.jsonl"
    saved = open_progress(path)
    number = saved.begin(PLAN)
    saved.enter(number, 1, "say no more bets")
    whole = path.read_bytes()
    for end in range(whole.index(b"\n") + 2, len(whole)):
        path.write_bytes(whole[:end])
        again = open_progress(path)
        again.enter(number, 1, "deal seat_1")
        begun = open_progress(path).unfinished("565")
        assert begun is not None
        assert begun.entered[0][-1] == "deal seat_1"
        assert len(begun.entered[0]) == 1 + (end == len(whole) - 1)


def test_marks_are_added_up(tmp_path: Path) -> None:
    path = tmp_path / "school.jsonl"
    saved = open_progress(path)
    for lesson, verdict in enumerate(("right", "wrong"), 1):
        saved.begin(PLAN)
        saved.end_round(lesson, 1, "565", [Mark("pay", "565.12(d)", "", verdict), Mark("deal", "565.8(d)", "", "right")])
    marks = open_progress(path).marks("565")
    assert [(score.about, score.right, score.of) for score in by_kind(marks)] == [("pay", 1, 2), ("deal", 2, 2)]
    assert [(score.about, score.percent) for score in by_section(marks)] == [("565.8", 100), ("565.12", 50)]
    assert len(saved.marks("565", lesson=2)) == 2
    assert saved.marks("557") == []
    assert saved.next_seed("565") == 6


def test_another_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "house.toml"
    other.write_text("table_minimum = 1000\n")
    with pytest.raises(PitbossError, match="is not a file of the school"):
        open_progress(other)
    with pytest.raises(PitbossError, match="progress cannot be saved"):
        open_progress(other / "school.jsonl").begin(PLAN)
    monkeypatch.setenv("PITBOSS_SCHOOL", str(tmp_path / "mine"))
    assert progress_file(None) == tmp_path / "mine"
    assert progress_file(other) == other


def test_every_line_has_its_time(tmp_path: Path) -> None:
    path = tmp_path / "school.jsonl"
    open_progress(path).begin(PLAN)
    assert json.loads(path.read_text())["at"].endswith("+00:00")
