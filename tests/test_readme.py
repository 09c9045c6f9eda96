"""The README's code runs, and its commands exist."""

import doctest
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick
README = Path(__file__).parents[1] / "README.md"


def test_the_code_in_the_readme_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


def test_the_commands_in_the_readme_exist() -> None:
    from pitboss.cli import app

    known = {c.name or (c.callback.__name__ if c.callback else "") for c in app.registered_commands}
    known |= {group.name or "" for group in app.registered_groups}
    used = set(re.findall(r"`pitboss ([\w-]+)", README.read_text(encoding="utf-8")))
    assert used
    assert used <= known


def test_every_page_of_the_documentation_is_linked_and_there() -> None:
    linked = set(re.findall(r"\]\((docs/[\w-]+\.md)\)", README.read_text(encoding="utf-8")))
    assert linked == {f"docs/{page.name}" for page in (README.parent / "docs").glob("*.md")}
