"""What every printed page has: tags for who has it read aloud, a language, the same bytes twice; and data are never source."""

import doctest
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.house import House
from pitboss.printing import Filed, Matter, Paper, Table, form, guide, layout, paper, printed, sign, slips, write
from pitboss.printing.paper import Heading
from pitboss.printing.press import FORMATS, Format, Unprintable, clean, format_of
from tests.commands import ROOT
from tests.printing.reading import plain, reader, root_of, text_of

HOSTILE = (
    '#panic("x")',
    "*bold* _it_ $x$ `raw`",
    '#read("/etc/passwd")',
    "</svg><script>",
    '"]; #(',
    "\\u{41} // /* */",
    "= Head",
    "<label> @ref",
)


def matters(holder: str = "Elm Street", day: date | None = date(2013, 9, 1)) -> list[Matter]:
    """One of each kind."""
    three, poker = (Filed(House.of(n), n, holder, "Elm Street Casino", day, ("T 1",), True) for n in ("565", "637a"))
    report = Paper(
        "A report", ("Words.", Heading("Part"), Table(("Wager", "Edge"), (("Ante", "3%"),), "All")), digest="ab12", dated=day
    )
    return [sign([three]), layout(three), guide([three, poker]), form(three), slips(poker), paper(report)]


@pytest.mark.parametrize("matter", matters(), ids=lambda matter: matter.kind)
def test_a_pdf_is_tagged_and_dated_by_the_submission(matter: Matter) -> None:
    content = printed(matter, "pdf")[0]
    assert printed(matter, "pdf")[0] == content
    found = reader(content)
    root = root_of(content)
    assert root["/MarkInfo"]["/Marked"] and root["/StructTreeRoot"]["/K"] and root["/Lang"].lower().startswith("en")
    assert root["/ViewerPreferences"]["/DisplayDocTitle"] and found.metadata is not None
    assert found.metadata.title == matter.title and found.metadata.creation_date is not None
    assert found.metadata.creation_date.date() == date(2013, 9, 1)
    assert b"pdfuaid" in content


@pytest.mark.parametrize("matter", matters(day=None), ids=lambda matter: matter.kind)
def test_without_a_date_it_is_the_same_every_day(matter: Matter) -> None:
    assert printed(matter, "pdf") == printed(matter, "pdf")


@pytest.mark.parametrize("holder", HOSTILE)
def test_a_holder_is_printed_as_written(holder: str) -> None:
    for matter in matters(holder)[:5]:
        assert plain(holder) in text_of(printed(matter, "pdf")[0]), matter.kind


def test_every_text_of_a_paper_is_printed_as_written() -> None:
    for words in HOSTILE:
        shown = Paper(words, (words, Heading(words), Table((words, "b"), ((words, words),), words)), words, words, words, words)
        assert text_of(printed(paper(shown), "pdf")[0]).count(plain(words)) >= 9


@settings(max_examples=25, deadline=None)
@given(st.text(st.characters(max_codepoint=0x2FF), max_size=40))
def test_any_latin_name_is_printed(holder: str) -> None:
    filed = Filed(House.of("561"), "a house", holder)
    try:
        content = printed(sign([filed], floor=""), "svg")
    except Unprintable:
        return
    assert content[0].startswith(b"<svg")


@pytest.mark.parametrize("form", FORMATS)
def test_a_letter_without_a_font_is_said_in_one_sentence(form: Format) -> None:
    with pytest.raises(Unprintable, match="the fonts that come with typst have no letter '娱'"):
        printed(sign([Filed(House.of("561"), "a house", "娱乐场")]), form)


@given(st.text())
def test_what_is_no_letter_is_left_out(words: str) -> None:
    found = clean(words)
    assert clean(found) == found and all(letter.isprintable() for letter in found)


def test_the_page_of_the_documentation_runs() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "printing.md"), module_relative=False)
    assert (result.attempted, result.failed) == (5, 0)


def test_each_page_of_a_picture_is_a_file(tmp_path: Path) -> None:
    poker = Filed(House.of("637a"), "637a", edition=True)
    paths = write(slips(poker), tmp_path / "slips.png")
    assert [path.name for path in paths] == ["slips-1.png", "slips-2.png", "slips-3.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)
    (only,) = write(slips(poker, "high-hand"), tmp_path / "slip.SVG")
    assert only.name == "slip.SVG" and only.read_bytes().startswith(b"<svg")


def test_a_file_is_pdf_svg_or_png(tmp_path: Path) -> None:
    with pytest.raises(Unprintable, match=r"'sign.docx' must end in .pdf, .svg or .png"):
        format_of(Path("sign.docx"))
    with pytest.raises(Unprintable, match="cannot be written"):
        write(matters()[3], tmp_path / "nowhere" / "x.pdf")
