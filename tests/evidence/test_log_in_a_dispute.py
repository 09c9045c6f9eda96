"""The five commands with which the page on evidence begins, on a log that was signed."""

import shlex
from pathlib import Path

import pytest

from tests.commands import ROOT, pitboss


def test_the_seven_commands_of_a_dispute_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
    asked = page.partition("## You have a log in a dispute: do this")[2].partition("\n## ")[0]
    commands = [shlex.split(line, comments=True)[1:] for line in asked.splitlines() if line.startswith("    pitboss ")]
    commands = [["1" if word in ("2", "3") else word for word in command] for command in commands]  # the round and the seat
    assert len(commands) == 7
    monkeypatch.chdir(tmp_path)
    made = pitboss("play", "565", "--rounds", "1", "--log", "table.log", "--key", "house.key", stdin="10\nplay\n")
    assert made.returncode == 0, made.stderr
    told = [pitboss(*command) for command in commands]
    assert [done.returncode for done in told] == [0] * 7
    assert "every step and every cent as the rules say" in told[0].stdout and "Signed by" in told[1].stdout
    assert "§ 565.11(b)" in told[2].stdout and "565.12(b)" in told[5].stdout
    Path("table.log").write_bytes(Path("table.log").read_bytes()[:-40])
    assert pitboss(*commands[0]).returncode == 2
