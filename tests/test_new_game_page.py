"""What docs/new-game.md says is so: its snippets run or stand in the example, and its lists are those of the check."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from pitboss.proof import new_game
from pitboss.table.game import Game

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / "examples" / "one-card" / "game.py").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("snippet", [each for each in SNIPPETS if "import" in each])
def test_a_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, "docs/new-game.md", "exec"), {})


def test_a_side_wager_is_that_of_the_example() -> None:
    (snippet,) = [each for each in SNIPPETS if "settle_lucky_ace" in each]
    assert snippet.strip() in EXAMPLE


@pytest.mark.parametrize("name", [*new_game.HEAD[:-1], *new_game.LIMITS, *new_game.OPTIONS, *new_game.AMOUNTS])
def test_everything_obligatory_is_listed(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_every_field_of_a_game_without_a_default_is_listed() -> None:
    needed = {field.name for field in fields(Game) if field.default is MISSING and field.default_factory is MISSING}
    (listed,) = re.findall(r"Fields of `Game`\*\*: (.*?)\. The others", PAGE, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", listed)) == needed
