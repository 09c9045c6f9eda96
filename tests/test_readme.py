"""The README's code runs, and its commands exist."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_code_in_the_readme_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_commands_in_the_readme_exist() -> None:
    from pitboss.cli import app

    known = {c.name or (c.callback.__name__ if c.callback else "") for c in app.registered_commands}
    used = set(re.findall(r"`pitboss ([\w-]+)", README.read_text(encoding="utf-8")))
    assert used
    assert used <= known
