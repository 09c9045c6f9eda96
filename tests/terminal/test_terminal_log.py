"""The log of a terminal table: it replays, and a table killed at any line of it is taken up where it stopped."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from pitboss.money import dollars
from pitboss.telling.sentences import SILENT
from pitboss.terminal.pieces import signed

Run: TypeAlias = Callable[..., Any]  # the fixtures `pipe` and `program`
GAMES = ("three-card-poker", "blackjack", "heads-up-hold-em")


def play(pipe: Run, answers: dict[str, str], log: Path, game: str, *more: object) -> None:
    ran = pipe("play", game, "--seed", 8, "--bots", 1, "--rounds", 2, "--log", log, *more, lines=answers[game])
    assert ran.status == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_log_replays(pipe: Run, answers: dict[str, str], tmp_path: Path, game: str) -> None:
    log = tmp_path / "a.log"
    play(pipe, answers, log, game, "--seats", 2)
    ran = pipe("replay", log)
    assert ran.status == 0
    assert "2 rounds" in ran.out


def test_replay_explains_every_step_in_one_line(pipe: Run, answers: dict[str, str], tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    play(pipe, answers, log, "heads-up-hold-em")
    told = [step for line in log.read_text().splitlines() for step in json.loads(line).get("steps", ())]
    steps = sum(step[1] not in SILENT for step in told)
    ran = pipe("replay", log, "--explain")
    lines = [line for line in ran.out.splitlines() if line.startswith("§")]
    assert len(lines) == steps
    assert all(line.startswith("§ 677a.") for line in lines)
    assert any("Dealer shows" in line for line in lines)
    assert not any("▒" in line for line in lines)  # who audits sees every card


@pytest.mark.parametrize("game", GAMES)
def test_a_table_killed_at_any_line_is_taken_up(pipe: Run, tmp_path: Path, game: str, answers: dict[str, str]) -> None:
    whole = tmp_path / "whole.log"
    play(pipe, answers, whole, game)
    lines = whole.read_text().splitlines(keepends=True)
    for end in range(1, len(lines)):
        log = tmp_path / f"{end}.log"
        log.write_text("".join(lines[:end]) + lines[end][: len(lines[end]) // 2 if end % 2 else 0])
        more = () if end % 3 else (game,)
        ended = sum('"end":' in line for line in lines[:end])
        ran = pipe("play", *more, "--resume", "--rounds", 1, "--log", log, lines=answers[game])
        assert (ran.status, ran.err) == (0, ""), f"killed after line {end}"
        assert f"Sitting: {ended + 1} round" in ran.out
        assert pipe("replay", log).status == 0, f"killed after line {end}"


def test_a_round_that_goes_on_shows_what_has_happened(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    pipe("play", "565", "--seed", 8, "--seats", 2, "--bots", 1, "--log", log, lines="10\n20\nplay\nquit\n")
    ran = pipe("play", "--resume", "--log", log, "--rounds", 1, lines="play\n")
    assert ran.status == 0
    assert "round 1 goes on" in ran.out
    assert "seat 1: play ($10 on Play)" in ran.out and "seat 2: play ($20 on Play)" in ran.out
    assert "Sitting: 1 round · seat 1 (you 1)" in ran.out


def test_what_cannot_be_resumed(pipe: Run, answers: dict[str, str], tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    play(pipe, answers, log, "three-card-poker")
    house = tmp_path / "house.toml"
    house.write_text("")
    for arguments, words in (
        (("blackjack", "--resume", "--log", log), "is the log of a table of chapter 565"),
        (("--resume", "--log", log, "--house", house), "leave --house out"),
        (("--resume", "--log", log, "--set", "seats=6"), "leave --set out"),
        (("--resume", "--log", log, "--seed", 8), "leave --seed out"),
        (("--resume", "--log", log, "--bots", 0), "leave --bots out"),
        (("--resume", "--log", log, "--seats", 1), "leave --seats out"),
        (("565", "--log", log), "exists already"),
        (("--log", log), "exists already"),  # before the menu
    ):
        ran = pipe("play", *arguments, lines="10\n")
        assert (ran.status, ran.out) == (2, "")
        assert words in ran.err
    log.write_text(log.read_text().replace('"do":"sit","seat":1', '"do":"sit","seat":2'))
    assert "edited" in pipe("play", "--resume", "--log", log).err


def test_the_sum_of_a_sitting_has_what_the_log_had_before(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    first = pipe("play", "565", "--seed", 8, "--log", log, lines="10\nplay\n10\nquit\n").out.splitlines()[-1]
    [won] = [json.loads(line)["end"]["players"]["seat_1"] for line in log.read_text().splitlines() if '"end":' in line]
    assert won, "this deck decides the first round"
    before = dollars(1_000_000 + won - 1000)
    assert first == f"Sitting: 1 round · seat 1 {signed(won)[0]}, has {before} and $10 at stake", "the wager is not lost"
    last = pipe("play", "--resume", "--log", log, "--rounds", 1, lines="fold\n").out.splitlines()[-1]
    assert last == f"Sitting: 2 rounds · seat 1 {signed(won - 1000)[0]}, has {before}"


def test_chips_bought_at_poker_are_not_won(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    assert "seat 1 $0, has $600" in pipe("play", "poker", "--log", log, lines="add 100\nquit\n").out
    assert "seat 1 $0, has $600" in pipe("play", "--resume", "--log", log, lines="quit\n").out


def test_a_log_that_stops_in_a_round_is_right_so_far(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    pipe("play", "565", "--seed", 8, "--log", log, lines="10\nplay\n10\nquit\n")
    ran = pipe("replay", log)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "(1 round) is right to the cent" in ran.err and f"`pitboss play --resume --log {log}` goes on" in ran.err
    log.write_text(log.read_text().replace('"Ante",1000', '"Ante",9000', 1))
    assert "right" not in pipe("replay", log).err, "an edited log is no such log"


def test_replay_says_whether_the_log_ends_closed(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    pipe("play", "565", "--seed", 8, "--log", log, "--rounds", 1, lines="10\nplay\n")
    assert "It ends closed: record 10" in pipe("replay", log).out
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join(lines[:-1]))
    assert "It does not end closed" in pipe("replay", log).out


def test_leaving_between_rounds_withdraws_what_was_bet(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    assert pipe("play", "565", "--seats", 2, "--log", log, lines="10\nquit\n").status == 0
    assert '"do":"bet","seat":1,"wagers":{}' in log.read_text()
    assert pipe("replay", log).status == 0
