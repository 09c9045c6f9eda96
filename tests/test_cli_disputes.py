"""`replay --round`: one round of a log for a dispute, on the screen, as JSON and on paper; `case --explain` in sentences."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import pitboss as library
from tests.commands import ROOT, pitboss
from tests.printing.reading import text_of

CASE = "tests/cases/565/ace-high-flush-is-not-a-wheel.toml"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three rounds of two players."""
    path = tmp_path_factory.mktemp("dispute") / "table.log"
    table = library.Table("565", chance=library.Chance(seed=5), store=library.FileStore(path))
    for seat, name in ((1, "Ann"), (3, "Bo")):
        table.sit(seat, name)
    for _ in range(3):
        for seat in (1, 3):
            table.bet(seat, {"Ante": 500})
        library.play(table)
    table.close()
    return str(path)


def test_every_round_has_a_heading_and_what_each_player_gained(log: str) -> None:
    lines = pitboss("replay", log, "--explain").stdout.splitlines()
    headings = [line for line in lines if line.startswith("Round ")]
    assert headings == ["Round 1", "Round 2", "Round 3"]
    assert lines.index("Round 1") < lines.index("    seat 1 (Ann) placed $5 on Ante and $5 on Play, got $20 back: gains $10")
    assert lines[-3].endswith("table.log: 3 rounds, every step and every cent as the rules say")


def test_one_round_and_one_seat(log: str) -> None:
    done = pitboss("replay", log, "--round", "3", "--seat", "3")
    assert done.returncode == 0 and "\nRound 3, seat 3\n" in done.stdout
    steps = [line for line in done.stdout.splitlines() if line.startswith("§")]
    assert any("seat 3: play $5" in line for line in steps) and not any("seat 1" in line for line in steps)
    assert "    seat 3 (Bo) placed $5 on Ante and $5 on Play, got $15 back: gains $5\n" in done.stdout
    [record] = json.loads(pitboss("replay", log, "--round", "3", "--json").stdout)
    assert (record["ok"], record["round"], record["seat"]) == (True, 3, None)
    assert record["gained"] == {"seat_1": -500, "seat_3": 500} and record["back"]["seat_3"] == {"Ante": 1000, "Play": 500}
    assert {step["act"] for step in record["steps"]} >= {"deal", "pay", "reveal"} and record["proof"]


def test_a_statement_is_printed(log: str, tmp_path: Path) -> None:
    out = tmp_path / "statement.pdf"
    assert pitboss("replay", log, "--round", "3", "--seat", "3", "--out", str(out)).stdout == f"{out}\n"
    text = text_of(out.read_bytes())
    assert "Round 3, seat 3" in text and str(Path(log).parent) not in text


def test_when_a_round_was_played_is_told(log: str, tmp_path: Path) -> None:
    """By the clock of the table, which stands still where shuffles are seeded."""
    [seeded] = json.loads(pitboss("replay", log, "--round", "3", "--json").stdout)
    assert (seeded["began"], seeded["over"]) == (None, None)
    path = tmp_path / "live.log"
    table = library.Table("565", store=library.FileStore(path))
    table.sit(1, "Ann", cents=100_00)
    for _ in range(2):
        table.bet(1, {"Ante": 5_00})
        library.play(table)
    table.close()
    [first], [second] = (json.loads(pitboss("replay", str(path), "--round", n, "--json").stdout) for n in ("1", "2"))
    times = [datetime.fromisoformat(each[word]) for each in (first, second) for word in ("began", "over")]
    assert times == sorted(times) and abs(datetime.now(UTC) - times[-1]) < timedelta(minutes=10)
    out = tmp_path / "statement.pdf"
    pitboss("replay", str(path), "--round", "2", "--out", str(out))
    assert f"{times[2]:%Y-%m-%d, %H:%M:%S}" in text_of(out.read_bytes())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--round", "9"), "has rounds 1 to 3, and no round 9"),
        (("--round", "3", "--seat", "2"), "nobody played at seat 2 in round 3; seats in play: 1, 3"),
        (("--seat", "2"), "--seat and --out are about one round: name it with --round"),
        (("--out", "a.pdf"), "--seat and --out are about one round: name it with --round"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(log: str, words: tuple[str, ...], sentence: str) -> None:
    done = pitboss("replay", log, *words)
    assert done.returncode == 2 and sentence in done.stderr and not done.stdout


def test_a_room_has_no_round_of_one_table(tmp_path: Path) -> None:
    done = pitboss("replay", str(tmp_path), "--round", "1")
    assert done.returncode == 2 and "--round takes the log of one table" in done.stderr


def test_a_case_is_explained_with_amounts() -> None:
    done = pitboss("case", "--explain", str(ROOT / CASE))
    assert "Seat 1: play ($10 on Play)" in done.stdout
    assert done.stdout.splitlines()[-1].strip() == "seat 1 placed $10 on Ante and $10 on Play, got $40 back: gains $20"
    [record] = json.loads(pitboss("case", "--explain", "--json", str(ROOT / CASE)).stdout)
    assert record["steps"] == [] and any("Pays seat 1: $10 Ante (1 to 1)" in each for each in record["sentences"])
