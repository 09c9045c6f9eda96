"""The rulebook is complete and hangs together: index, sections, pay tables, options, errata, coverage."""

import csv
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import BadOdds, NotAuthorized, UnknownCitation
from pitboss.games import MODULES
from pitboss.house import House
from pitboss.money import Odds
from pitboss.proof.coverage import coverage, coverage_of_all, implemented
from pitboss.proof.proving_tests import PACKAGE
from pitboss.rulebook import Chapter, chapter, chapter_of, chapters, errata, games, paragraph

BOOKS = chapters()
IDS = [book.chapter for book in BOOKS]
INDEX = Path(__file__).parents[3] / "shared" / "regulations" / "INDEX.tsv"
STATUSES = {"played", "priced", "checked", "printed", "equipment", "declined", "open"}


def test_sixteen_games_in_the_order_of_the_code() -> None:
    assert [c.chapter for c in games()] == (
        "553 555 557 559 561 563 565 587 633a 635a 637a 645a 655a 657a 677a 678a".split()  # noqa: SIM905
    )
    assert len({c.slug for c in chapters()}) == len(chapters())


def test_editions_point_at_each_other() -> None:
    assert (chapter("637a").replaces, chapter("553").replaced_by) == ("553", "637a")
    assert (chapter("645a").replaces, chapter("561").replaced_by) == ("561", "645a")


@pytest.mark.skipif(not INDEX.is_file(), reason="the index of the regulation lies beside the checkout only")
def test_every_paragraph_of_the_index_is_in_the_rulebook() -> None:
    with INDEX.open(encoding="utf-8") as file:
        index = [row["paragraph"] for row in csv.DictReader(file, delimiter="\t")]
    ours = {cite for book in BOOKS for cite in book.paragraphs}
    assert [cite for cite in index if cite not in ours] == []
    assert {s.paragraph for s in coverage_of_all()} == ours


@pytest.mark.parametrize("book", BOOKS, ids=IDS)
def test_every_citation_of_the_data_is_a_paragraph(book: Chapter) -> None:
    known = book.paragraphs
    cited = [x.section for x in book.limits] + [x.section for x in book.options] + [x.section for x in book.payouts]
    cited += book.sections
    assert [cite for cite in cited if cite not in known] == []
    assert [p.cite for p in known.values() if p.same_as and p.same_as not in known] == []
    assert all(p.says and p.kind for p in known.values())
    kinds = "definition equipment procedure ranking wager payout option irregularity approval lead-in"
    assert {p.kind for p in known.values()} <= set(kinds.split())


@pytest.mark.parametrize("book", BOOKS, ids=IDS)
def test_every_payout_can_be_read(book: Chapter) -> None:
    for table in book.paytables:
        for hand, payout in table.rows:
            assert Odds.parse(payout), (table.section, hand)


def test_floors_are_the_tables_that_the_text_prints_as_no_less_than() -> None:
    floors = [(p.section, p.wager) for book in BOOKS for p in book.paytables if p.kind == "floor"]
    assert list(dict.fromkeys(floors)) == [
        ("555.13(c)", "Bet"),
        ("555.13(d)", "Progressive Payout"),
        ("557.12(a)(2)", "Ante Bonus"),
        ("559.14(b)", "Let It Ride Poker"),
        ("559.14(d)", "Let It Ride Bonus"),
        ("559.14(e)", "Three Card Bonus"),
        ("563.12(c)", "Bonus"),
        ("565.12(d)", "Pair Plus"),
    ]
    for book in BOOKS:  # and these are the options for which a house may post rows of its own
        printed = {p.section for p in book.paytables}
        posted = printed & {o.section for o in book.options if o.kind == "table"}
        assert posted == {p.section for p in book.paytables if p.kind == "floor"}


@pytest.mark.parametrize("book", BOOKS, ids=IDS)
def test_pay_tables_of_one_wager_differ_and_are_told_apart(book: Chapter) -> None:
    keys = [(p.wager, p.table, p.condition) for p in book.paytables]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("book", [c for c in BOOKS if c.options], ids=lambda c: c.chapter)
def test_every_option_is_checked_with_its_section(book: Chapter) -> None:
    House.of(book.chapter)
    for option in book.options:
        if isinstance(option.allowed, list) and option.allowed:
            for value in option.allowed:
                try:
                    House.of(book.chapter, {option.option: value})
                except NotAuthorized as error:  # it may need another choice beside it
                    assert "need" in error.message, (option.option, value, error)
            bad: Any = "no such choice"
        elif isinstance(option.allowed, dict) and "min" in option.allowed and option.kind in ("number", "amount"):
            bad = option.allowed["min"] - 1
            if bad == option.default:
                bad -= 1
        else:
            continue
        with pytest.raises(NotAuthorized) as refused:
            House.of(book.chapter, {option.option: bad})
        assert refused.value.cite == option.section


def test_every_piece_of_equipment_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    from pitboss.cli.rules import inventory

    for book in BOOKS:
        inventory(book.chapter, as_json=True)
        listed = capsys.readouterr().out
        for p in book.paragraphs.values():
            if p.kind == "equipment":
                assert f'"{p.cite}"' in listed


def test_errata_cite_paragraphs_that_exist() -> None:
    found = errata()
    assert len({e.id for e in found}) == len(found)
    for erratum in found:
        assert erratum.cites
        assert all((erratum.says, erratum.effect, erratum.adopted, erratum.why)), erratum.id
        for cite in erratum.cites:
            paragraph(cite)


def test_unknown_citations_are_refused_with_the_nearest_paragraph() -> None:
    with pytest.raises(UnknownCitation, match=r"the nearest is 565\.8\(b\)"):
        paragraph("565.8(b)(9)")
    with pytest.raises(UnknownCitation, match="try, for example"):
        chapter_of("999.1")
    with pytest.raises(UnknownCitation, match="pitboss games"):
        chapter("roulette")


def test_unreadable_payout() -> None:
    with pytest.raises(BadOdds):
        Odds.parse("1 to 0")


# ---------------------------------------------------------------------- coverage


def test_coverage_claims_nothing_without_a_test() -> None:
    root = Path(__file__).parents[1]
    for state in coverage_of_all():
        assert state.status in STATUSES
        if state.status in ("played", "checked", "equipment"):
            assert state.tests, state
            assert state.where, state
            for test in state.tests:
                assert (root / test.split("::")[0]).is_file(), test
        if state.status == "declined":
            assert state.why, state


@pytest.mark.parametrize("number", MODULES)
def test_finished_chapters_have_nothing_open(number: str) -> None:
    assert [s.paragraph for s in coverage(chapter(number)) if s.status == "open"] == []


def test_the_source_cites_only_paragraphs_that_exist() -> None:
    known = {cite for book in BOOKS for cite in book.paragraphs}
    assert {cite: where for cite, where in implemented().items() if cite not in known} == {}
    assert (PACKAGE / "games").is_dir()


def test_paragraphs_follow_the_order_of_their_sections() -> None:
    for book in BOOKS:
        sections = [int(cite.split(".")[1].split("(")[0]) for cite in book.paragraphs]
        assert all(a <= b for a, b in pairwise(sections)), book.chapter
