"""What a file takes over from the one that it extends, where it has it otherwise, and what it does not have."""

from collections.abc import Collection
from pathlib import Path

from pitboss.rulebook import chapter, chapters
from pitboss.rulebook.inheritance import Book, Find, procedures, roles

BASE = """
[procedures.deal]
first = ".8(a)"
take  = [".8(b)", "takes a card"]
ready = [[".8(c)", "one"], [".8(d)", "two"]]
cards = [".8(d)", ".8(e)"]
whole = true

[procedures.wrong]
count = ".9(a)(1)"
"""


def extend(folder: Path, words: str, paragraphs: Collection[str]) -> tuple[Book, Find]:
    """A chapter 700 that extends BASE, with its own words and paragraphs; and what finds BASE."""
    (folder / "base.toml").write_text(BASE, encoding="utf-8")
    own = folder / "700.toml"
    own.write_text(f'[procedures]\nextends = "base"\n{words}', encoding="utf-8")
    return Book(own, "700", [f"700{place}" for place in paragraphs]), lambda name: Book(folder / f"{name}.toml")


ALL = (".8(a)", ".8(b)", ".8(c)", ".8(d)", ".8(e)", ".9(a)(1)")


def test_what_is_not_said_otherwise_is_taken_over(tmp_path: Path) -> None:
    found = procedures(*extend(tmp_path, '[procedures.deal]\nfirst = "700.3"\nlast = "700.4"\n', ALL))
    assert found["deal"]["first"] == "700.3" and found["deal"]["last"] == "700.4"
    assert found["deal"]["take"] == ["700.8(b)", "takes a card"] and found["deal"]["whole"] is True
    assert found["wrong"] == {"count": "700.9(a)(1)"}


def test_paragraphs_move_one_by_one_together_and_with_their_section(tmp_path: Path) -> None:
    places = (".7(a)", ".8(b)", ".8(c)", ".8(d)", ".5(b)(2)(1)")
    moved = '[procedures.moved]\n".8(a)" = ".7(a)"\n".8(c)-(e)" = ".8(b)"\n".8(b)" = ""\n".9(a)" = ".5(b)(2)"\n'
    found = procedures(*extend(tmp_path, moved, places))
    assert found["deal"]["first"] == "700.7(a)" and found["deal"]["take"] == ["", ""]
    assert found["deal"]["ready"] == [["700.8(b)", "one"], ["700.8(c)", "two"]]
    assert found["deal"]["cards"] == ["700.8(c)", "700.8(d)"]
    assert found["wrong"]["count"] == "700.5(b)(2)(1)" and "moved" not in found


def test_a_paragraph_that_is_not_there_is_none(tmp_path: Path) -> None:
    found = procedures(*extend(tmp_path, "", (".8(c)", ".8(e)")))
    assert found["deal"] == {
        "first": "",
        "take": ["", ""],
        "ready": [["700.8(c)", "one"]],
        "cards": ["", "700.8(e)"],
        "whole": True,
    }
    assert found["wrong"] == {"count": ""}


def test_each_paragraph_is_stated_on_a_line(tmp_path: Path) -> None:
    book, find = extend(tmp_path, '[procedures.deal]\nfirst = "700.8(b)"\n', ALL[1:-1])
    found = [(role.table, role.role, role.place, role.path.name, role.line) for role in roles(book, find)]
    assert found[:2] == [("deal", "first", ".8(b)", "700.toml", 4), ("deal", "take", ".8(b)", "base.toml", 4)]
    assert [role.place for role in roles(book, find) if role.role == "ready"] == [".8(c)", ".8(d)"]
    assert not any(role.table == "wrong" for role in roles(book, find))


def test_every_step_of_every_chapter_has_a_paragraph_of_the_chapter() -> None:
    for book in chapters():
        for role in book.roles():
            assert book.chapter + role.place in book.paragraphs, role


def test_an_earlier_edition_has_what_it_has_elsewhere() -> None:
    assert chapter("559").procedures["dealing"]["manual shoe"]["stub"] == "559.10(e)"
    assert chapter("677a").procedures["dealing"]["manual shoe"]["stub"] == "677a.8(d)"
    assert chapter("565").procedures["preparation"]["preinspected"] == ""
