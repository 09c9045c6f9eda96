"""The official text stands beside our paraphrase, paragraph by paragraph, where a user has it."""

from pathlib import Path

import pytest

from pitboss.rulebook.search import official
from pitboss.rulebook.search.official import NoOfficialText

TEXT = """§ 565.8. Dealing.
(a) The first
duty.

(b) The second duty.
§ 565.9. By hand.
"""
LINES = {"565.8": 1, "565.8(a)": 2, "565.8(b)": 5, "565.9": 6}
ROWS = "paragraph\tfile\tline\theading\n" + "".join(f"{cite}\ta.txt\t{line}\t\n" for cite, line in LINES.items())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a text, which nobody has named yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.delenv(official.FOLDER, raising=False)
    path = tmp_path / "texts"
    path.mkdir()
    (path / "a.txt").write_text(TEXT, encoding="utf-8")
    (path / "INDEX.tsv").write_text(ROWS, encoding="utf-8")
    official._places.cache_clear()
    return path


def test_a_folder_is_named_once_and_forgotten(folder: Path) -> None:
    assert official.text("565.8(a)") == ""
    assert official.name(folder) == 4 and official.folder() == folder
    assert official.text("565.8(a)") == "(a) The first\nduty."
    assert official.text("565.8(b)") == "(b) The second duty."
    assert official.text("565.9") == "§ 565.9. By hand." and official.text("565.10") == ""
    official.name(None)
    assert official.folder() is None and official.text("565.8(a)") == ""


def test_the_environment_names_a_folder_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(official.FOLDER, str(folder))
    assert official.text("565.8(b)") == "(b) The second duty."


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (None, "has no INDEX.tsv"),
        ("paragraph\tfile\n", "has no column line"),
        ("paragraph\tfile\tline\n565.8\ta.txt\tten\n", "a row without"),
        ("paragraph\tfile\tline\n565.8\n", "a row without"),
    ],
)
def test_what_is_no_official_text_is_refused_and_not_kept(folder: Path, rows: str | None, says: str) -> None:
    if rows is None:
        (folder / "INDEX.tsv").unlink()
    else:
        (folder / "INDEX.tsv").write_text(rows, encoding="utf-8")
    with pytest.raises(NoOfficialText, match=says):
        official.name(folder)
    assert official.folder() is None


def test_a_text_that_went_away_is_said(folder: Path) -> None:
    official.name(folder)
    (folder / "a.txt").unlink()
    with pytest.raises(NoOfficialText, match=r"a\.txt cannot be read"):
        official.text("565.8(a)")


def test_a_file_outside_the_folder_is_not_read(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("a secret", encoding="utf-8")
    (folder / "INDEX.tsv").write_text("paragraph\tfile\tline\n565.8\t../secret.txt\t1\n", encoding="utf-8")
    official.name(folder)
    with pytest.raises(NoOfficialText, match="cannot be read"):
        official.text("565.8")
