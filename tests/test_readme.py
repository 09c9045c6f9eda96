"""The README's code runs, and its commands exist."""

import doctest
import re
from pathlib import Path

import pytest

from pitboss.cli.first_steps import SUBMISSION
from tests.commands import pitboss

pytestmark = pytest.mark.quick
README = Path(__file__).parents[1] / "README.md"


def test_the_code_in_the_readme_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 7
    assert result.failed == 0


def test_the_commands_in_the_readme_exist() -> None:
    from pitboss.cli import app

    known = {c.name or (c.callback.__name__ if c.callback else "") for c in app.registered_commands}
    known |= {group.name or "" for group in app.registered_groups}
    used = set(re.findall(r"`pitboss ([\w-]+)", README.read_text(encoding="utf-8")))
    assert used
    assert used <= known


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    docs = README.parent / "docs"
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", (docs / "index.md").read_text(encoding="utf-8")))
    assert linked == {page.name for page in docs.glob("*.md")} - {"index.md"}


def test_every_link_of_the_readme_leads_somewhere() -> None:
    linked = re.findall(r"\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert len(linked) > 15
    assert [link for link in linked if not (README.parent / link).is_file()] == []


def test_the_check_in_the_readme_prints_what_it_shows(tmp_path: Path) -> None:
    (tmp_path / "heads-up.toml").write_text(SUBMISSION, encoding="utf-8")
    shown = README.read_text(encoding="utf-8").partition("$ pitboss check heads-up.toml\n")[2].partition("```")[0]
    printed = pitboss("check", str(tmp_path / "heads-up.toml")).stdout.replace(f"{tmp_path}/", "")
    assert printed.startswith(shown)
