"""The documentation site: it builds without a warning or a dead link, and its search finds games, paragraphs and commands."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.cli.app import GROUPS
from pitboss.games import BANKED, NONBANKED
from tools.docs_site import __main__ as docs_site
from tools.docs_site.pages import with_links


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    docs_site.write_pages(folder / "build/site/pages")
    configuration = folder / "zensical.toml"
    text = docs_site.CONFIGURATION.read_text(encoding="utf-8")
    for name in ("src", "tools"):
        text = text.replace(f'"{name}', f'"{docs_site.ROOT / name}')
    configuration.write_text(text, encoding="utf-8")
    zensical = str(Path(sys.executable).with_name("zensical"))
    command = [zensical, "build", "--clean", "--strict", "--config-file", str(configuration)]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "build/site/html"


def test_every_game_has_a_page_with_its_felt_and_every_command_its_help(site: Path) -> None:
    pages = sorted(page.stem for page in (site / "games").glob("*.html"))
    assert len(pages) == 1 + len(BANKED) + len(NONBANKED)
    for page in pages:
        text = (site / "games" / f"{page}.html").read_text(encoding="utf-8")
        assert page == "index" or f'src="{page}.svg"' in text
    commands = (site / "reference/commands.html").read_text(encoding="utf-8")
    for name in (name for names in GROUPS.values() for name in names):
        assert f'<h3 id="pitboss-{name}"' in commands


def test_the_search_knows_games_paragraphs_and_commands(site: Path) -> None:
    items = json.loads((site / "search.json").read_text(encoding="utf-8"))["items"]
    words = " ".join(f"{item['title']} {item['text']}" for item in items)
    for sought in ("Three Card Poker", "565.11(d)(1)", "simulate", "PUT /api/me/password"):
        assert sought in words


def test_examples_of_docstrings_are_blocks_of_code(site: Path) -> None:
    library = (site / "reference/library.html").read_text(encoding="utf-8")
    assert ">>> House.of" in re.sub(r"<[^>]*>", "", library).replace("&gt;", ">")
    assert "<blockquote>" not in library


def test_links_lead_to_pages_of_the_site_or_nowhere() -> None:
    text = "[a](../SECURITY.md), [b](odds.md#top), ![c](pictures/x.png), [d](../src/pitboss/cards.py), [e](https://example.com)"
    expected = "[a](SECURITY.md), [b](odds.md#top), ![c](pictures/x.png), d, [e](https://example.com)"
    assert with_links(text, "docs/", docs_site.ROOT) == expected
