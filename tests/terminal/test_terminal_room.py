"""`pitboss room` through a pipe: what is said is done, what is not lawful is refused, and a folder goes on where it ended."""

import os
import subprocess
import sys
from pathlib import Path

from tests.commands import HANGS

ROOT = Path(__file__).parents[2]
EVENING = """open 1 rake_percent=10 bad_beat_contribution=100 bad_beat_hands="pair or better" bad_beat_discontinuance=moved
open 2 variant=razz rake=time time_charge=1200
list Gus "hold'em"
offer beat bad-beat 1
sit Ann 1 1 500
sit Gus 1 1 500
sit Ann 1 2 500
sit Bob 1 3 500
add 1 3 100
away 1 3
back 1 3 600
move 1 3 5
deal 1 30
count beat place="main cage" floorperson=Lee security=Roy day=1
board
"""


def room(words: str, *args: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"}
    command = [sys.executable, "-m", "pitboss.cli", "room", *args, "--seed", "3"]
    return subprocess.run(command, input=words, capture_output=True, text=True, env=env, timeout=HANGS, check=False)


def test_an_evening_in_the_room_and_the_next_day(tmp_path: Path) -> None:
    done = room(EVENING, str(tmp_path / "room"))
    assert (done.returncode, done.stderr) == (1, ""), "Ann had to wait for Gus"
    for words in (
        "Table 2: limit razz, 8 seats.",
        "✗ Gus is first on the list for hold'em",
        "Ann sits at table 1, seat 2, with $500.",
        "a losing hand of pair or better",
        "30 hands at table 1:",
        "being counted",
        "bad beat,",
    ):
        assert words in done.stdout, words
    later = room("board\nbeat Day\nbooks\nquit\n", str(tmp_path / "room"))
    assert later.returncode == 1
    assert "nothing has been counted for this fund yet" in later.stdout
    seats = [line for line in done.stdout.splitlines() if "Ann  " in line]
    assert seats and seats[-1] in later.stdout, "the stacks are those of the evening"
    books = later.stdout[later.stdout.index("The books") :]
    assert "brought to the tables" in books and "$1,600" in books, "$500 three times, and $100 added"


def test_a_first_line_cut_short_is_not_written_over(tmp_path: Path) -> None:
    """A log has its name only once its first line is whole: this is none."""
    (tmp_path / "room.log").write_text('{"event":"room","det')
    done = room("open 1\nboard\n", str(tmp_path))
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "it has no whole line" in done.stderr
    assert (tmp_path / "room.log").read_text() == '{"event":"room","det'


def test_a_room_killed_before_its_first_line_opens(tmp_path: Path) -> None:
    (tmp_path / ".room.log.1234.beginning").write_text('{"event":"room","det')
    done = room("open 1\nboard\n", str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "") and "Table 1: limit hold'em" in done.stdout


def test_a_room_without_the_log_of_a_table_says_so(tmp_path: Path) -> None:
    room("open 1\nsit Ann 1 1 500\n", str(tmp_path))
    (tmp_path / "table-1.log").unlink()
    done = room("board\n", str(tmp_path))
    assert done.returncode == 2 and "the log of table 1 is missing" in done.stderr


def test_what_cannot_be_read_is_said_in_one_sentence(tmp_path: Path) -> None:
    done = room("pear\nsit Ann\ndeal 1 -1\nwait -5\nopen 1 rake_levels=[1]\nhelp\n")
    refusals = [line for line in done.stdout.splitlines() if line.startswith("✗")]
    assert done.returncode == 1
    assert len(refusals) == 5
    assert "there is no command 'pear'" in refusals[0]
    assert "type sit PLAYER TABLE SEAT DOLLARS" in refusals[1]
    assert "discontinue FUND" in done.stdout
    (tmp_path / "file").write_text("")
    failed = room("", str(tmp_path / "file"))
    assert failed.returncode == 2
    assert len(failed.stderr.splitlines()) == 1


LESSON = """open 1 rake=time time_charge=1200 time_charge_minutes=30
sit Ann 1 1 500
sit Bob 1 2 500
deal 1 1
wait 60
charge 1 Lee
deal 1 1
quit
"""


def test_a_lesson_goes_on_at_its_own_time_and_only_with_its_own_clock(tmp_path: Path) -> None:
    folder = str(tmp_path / "room")
    assert room(LESSON, folder).returncode == 0
    again = room("wait 30\ncharge 1 Lee\nquit\n", folder)
    assert again.returncode == 0, "the next half hour is due, not the first hour once more"
    assert "It is 90 minutes after the start." in again.stdout
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "pitboss.cli", "room", folder]
    real = subprocess.run(command, input="charge 1 Lee\n", capture_output=True, text=True, env=env, timeout=HANGS, check=False)
    assert real.returncode == 2
    assert real.stderr == "pitboss: this room is a lesson with a clock of its own: give --seed\n"
