"""What somebody meets who tries the commands first: help in groups, files that name their chapter, paths that open."""

import json
from pathlib import Path

import pytest

from pitboss.cli.app import GROUPS, _commands
from pitboss.cli.first_steps import NEXT, TOUR
from tests.commands import ROOT, pitboss

MINE = 'chapter = "565"\ntable_minimum = 1000\nversion = "565.7(f)(2)"\nante_bonus = "B"\n'


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A submission."""
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    return path


def test_every_command_stands_in_one_group_with_a_whole_sentence() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert len(grouped) == len(set(grouped)) and set(grouped) == _commands()
    told = pitboss("--help").stdout
    assert "..." not in told.partition("[ARGS]...")[2] and all(f"\n{group}:\n" in told for group in GROUPS)
    assert "time charges, jackpots" in " ".join(told.split())


def test_a_file_says_which_game_is_played(mine: Path) -> None:
    done = pitboss("play", "--house", str(mine), stdin="quit\n")
    assert done.returncode == 0 and "Table limits $10 to $500" in done.stdout and "chapter 565" in done.stdout


def test_a_file_alone_is_compared_with_the_defaults(mine: Path) -> None:
    told = pitboss("diff", str(mine)).stdout
    assert "table minimum (§ 565.7(a)(1)): $5 → $10" in told and "none → 565.7(f)(2)" in told
    refused = pitboss("diff", "565")
    assert refused.returncode == 2 and "name a second submission" in refused.stderr


def test_the_odds_of_a_house_are_those_of_its_version(tmp_path: Path, mine: Path) -> None:
    def antes(*said: str) -> list[str]:
        lines = pitboss("odds", *said).stdout.splitlines()
        return [" ".join(line.split()[:2]) for line in lines if line.startswith("Ante")]

    plain = tmp_path / "plain.toml"
    plain.write_text('chapter = "565"\ntable_minimum = 1000\n', encoding="utf-8")
    assert antes("--house", str(mine)) == ["Ante B"]
    assert len(antes("--house", str(plain))) == 1 and len(antes("565")) == 4
    assert len(json.loads(pitboss("odds", "565", "--house", str(plain), "--json").stdout)) == 5


def test_a_paragraph_has_the_heading_of_its_section_and_paths_that_open() -> None:
    told = pitboss("rule", "565.8(b)").stdout
    assert "§ 565.8(b)  Procedures for dealing the cards from a manual dealing shoe" in told
    paths = [word.rstrip(":,;") for word in told.split() if word.startswith(("src/", "tests/"))]
    assert len(paths) >= 2 and all((ROOT / path.partition(":")[0]).is_file() for path in paths)
    assert "src/pitboss/rulebook/shared/one-deck.toml" in pitboss("coverage", "565", ".8").stdout
    [rule] = json.loads(pitboss("rule", "565.8(b)", "--json").stdout)
    assert len(rule["tests"]) > 1 and all((ROOT / "tests" / test.partition("::")[0]).is_file() for test in rule["tests"])


def test_a_clock_that_stood_still_is_no_date(tmp_path: Path) -> None:
    log = str(tmp_path / "table.log")
    pitboss("play", "565", "--seed", "5", "--rounds", "1", "--log", log, stdin="10\nplay\n")
    told = pitboss("replay", log, "--explain").stdout
    assert "Opened with a clock that stood still under pitboss" in told and "1970" not in told


def test_pitboss_alone_says_in_twelve_lines_what_to_do() -> None:
    printed = pitboss().stdout
    assert len(printed.splitlines()) <= 12
    named = {line.split()[1] for line in printed.splitlines() if line.startswith("  pitboss ")}
    assert {"demo", "serve", "play", "odds", "check"} <= named <= _commands()


def test_help_explains_a_command_and_a_command_of_a_group() -> None:
    assert pitboss("help", "odds").stdout == pitboss("odds", "--help").stdout
    assert "key new [OPTIONS] {file}" in pitboss("help", "key", "new").stdout
    assert pitboss("help").stdout == pitboss("--help").stdout
    refused = pitboss("help", "od")
    assert refused.returncode == 2 and "did you mean odds?" in refused.stderr.lower()


def test_the_tour_runs_every_command_and_ends_with_what_is_next() -> None:
    done = pitboss("demo")
    assert done.returncode == 0 and done.stderr == ""
    shown = [line for line in done.stdout.splitlines() if line.startswith("$ pitboss ")]
    assert len(shown) == len(TOUR) == done.stdout.count(f" of {len(TOUR)}  ")
    for expected in (
        "§ 565.11(b)",
        "say no more bets",
        "12.7964%",
        "-0.993378",
        "not lawful; 1 error",
        "erratum 565-ante-bonus-table",
    ):
        assert expected in done.stdout
    assert done.stdout.endswith(f"{NEXT}\n")
