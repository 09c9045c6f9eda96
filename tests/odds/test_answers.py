"""The results that come with the package are those of this code: quick ones are computed again, of the others the counts are
those of the golden files, which the tests of the solvers hold. They are served to no house and no declaration but their own."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss import shipped
from pitboss.games import BANKED, MODULES
from pitboss.house import House
from pitboss.odds import catalogue, strategy
from pitboss.odds.catalogue import declared, parts_of, rows
from pitboss.odds.row import Row
from pitboss.odds.store import _read
from pitboss.printing import guide, report
from pitboss.printing.costs import costs
from pitboss.printing.filing import Filed
from pitboss.rulebook import Chapter, chapter, sources
from tools.answers import wanted

GOLDEN = Path(__file__).parent / "golden"
QUICK = ("559", "563", "565", "587", "655a", "657a", "677a", "678a")  # chapters whose optional wagers are counted in a moment
COUNTED = ("559", "563", "587", "655a", "677a")  # golden files that are the counts of the main wager
BY_TABLE = ("555", "557", "565", "657a", "678a")  # and those that name wager and table
FILES = shipped.FOLDER


@pytest.fixture(autouse=True)
def served(without_answers: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The other tests here compute everything; these look at what is served. Their store is their own."""
    without_answers.setattr(shipped, "FOLDER", FILES)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    shipped._of_chapter.cache_clear()


def answers(number: str, house: House) -> list[Row]:
    """The rows of a chapter that come with the package."""
    found = [shipped.shipped(part.name, house) for part in parts_of(number)]
    assert None not in found, number
    return [_read(entry) for each in found if each is not None for entry in each[0]]


@pytest.mark.parametrize("number", MODULES)
def test_every_printed_table_of_every_chapter_is_there(number: str) -> None:
    for house in wanted(number):
        assert {row.wager for row in answers(number, house)} <= set(catalogue.wagers(number))
    listed = {(row.wager, row.table) for row in answers(number, House.of(number))}
    sides = {side.wager for side in declared(number).sides}
    printed = {(table.wager, table.table) for table in chapter(number).paytables if table.wager in sides}
    assert printed <= listed
    assert (shipped.shipped("rules", House.of(number)) is not None) == (number in BANKED)


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES.glob("*.json")) < 500_000
    assert {path.stem for path in FILES.glob("*.json")} == set(MODULES)


@pytest.mark.parametrize("number", QUICK)
def test_quick_ones_are_what_the_solvers_find_now(number: str) -> None:
    house = House.of(number)
    first, *optional = parts_of(number)
    for part in (*([first] if number in ("559", "655a") else []), *optional):
        known = shipped.shipped(part.name, house)
        assert known is not None
        assert [replace(row, seconds=0.0) for row in part.solve(number, house, None)] == list(map(_read, known[0]))


@pytest.mark.parametrize("number", COUNTED)
def test_main_wagers_have_the_golden_counts(number: str) -> None:
    golden = json.loads((GOLDEN / f"{number}.json").read_text(encoding="utf-8"))
    known = answers(number, House.of(number))[0].distribution
    assert known is not None
    counts = {Fraction(net): int(count) for net, count in golden.items()}
    assert share(known.counts) == share(counts)


@pytest.mark.parametrize("number", BY_TABLE)
def test_wagers_on_tables_have_the_golden_counts(number: str) -> None:
    golden = json.loads((GOLDEN / f"{number}.json").read_text(encoding="utf-8"))
    known = {row.name: row for row in answers(number, House.of(number))}
    compared = [name for name in golden if name in known]
    assert compared
    for name in compared:
        found = known[name]
        assert found.edge == Fraction(golden[name]["edge"]) and found.distribution is not None
        assert share(found.distribution.counts) == share({Fraction(n): int(c) for n, c in golden[name]["counts"].items()})


@pytest.mark.parametrize(("number", "decks"), [("633a", 1), ("633a", 2), ("633a", 6), ("633a", 8), ("635a", 6), ("635a", 8)])
def test_21_has_the_golden_edges(number: str, decks: int) -> None:
    golden = json.loads((GOLDEN / "twenty_one.json").read_text(encoding="utf-8"))[f"{number} {decks} decks"]
    known = {(row.wager, row.table, row.condition): row for row in answers(number, House.of(number, {"decks": decks}))}
    compared = [each for each in golden if (each["wager"], each["table"], each["condition"]) in known]
    assert len(compared) > len(golden) / 2
    for each in compared:
        row = known[each["wager"], each["table"], each["condition"]]
        assert float(row.edge) == pytest.approx(float(Fraction(each["edge"])), abs=1e-12)
        if each["counts"]:
            assert row.distribution is not None
            assert share(row.distribution.counts) == share({Fraction(net): count for net, count in each["counts"].items()})


@pytest.mark.parametrize("number", ["561", "645a"])
def test_pai_gow_poker_has_the_golden_outcomes(number: str) -> None:
    won = json.loads((GOLDEN / "pai_gow.json").read_text(encoding="utf-8"))["ways"]["traditional against traditional"]
    known = answers(number, House.of(number))[0].distribution
    assert known is not None
    of_results = {net: count for net, count in known.counts.items() if count}
    signs = {"lose": -1, "tie": 0, "win": 1}
    by_sign = {name: sum(c for net, c in of_results.items() if (net > 0) - (net < 0) == sign) for name, sign in signs.items()}
    whole = sum(won.values())
    assert {name: Fraction(count, known.deals) for name, count in by_sign.items()} == {
        n: Fraction(won[n], whole) for n in signs
    }


def share(counts: Any) -> dict[Any, Fraction]:
    """Results with their chances, whatever the unit in which they are counted."""
    whole = sum(counts.values())
    return {net: Fraction(count, whole) for net, count in sorted(counts.items()) if count}


# ---------------------------------------------------------------------------- to whom they are served


def never(*about: Any, **more: Any) -> Any:
    """Stands for a solver."""
    pytest.fail("something was solved")


@pytest.mark.parametrize("number", MODULES)
def test_a_report_of_any_game_solves_nothing(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((catalogue, "_timed"), (strategy, "solved")):
        monkeypatch.setattr(module, name, never)
    found = report.report(House.of(number), rows(number))
    assert len(found["wagers"]) == len(answers(number, House.of(number)))


def test_a_guide_with_edges_solves_nothing_even_for_houses_of_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_timed", never)  # whatever takes long, for a house that is in no file
    own = House.of("677a", {"table_minimum": 1500, "trips_plus": "A"})
    assert list(costs(own)) == ["Ante", "Trips Plus"]
    matter = guide([Filed(own, "677a")], edges=True)
    assert [wager for wager, *_ in matter.data["games"][0]["edges"]] == ["Ante", "Trips Plus"]


def test_what_takes_minutes_is_worked_out_only_with_somebody_to_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[str] = []

    def timed(part: Any, progress: Any, house: House) -> list[Row]:
        solved.append(part.wagers[0])
        assert progress is not None
        return answers("645a", House.of("645a"))[:1]

    monkeypatch.setattr(catalogue, "_timed", timed)
    own = House.of("645a", {"house_way": "split-pairs"})
    assert costs(own) == {} and solved == []
    assert costs(own, lambda what, done: None) and solved == ["Pai Gow Poker", "Bank"]


def test_they_are_not_served_to_another_house_or_when_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    own = House.of("565", {"pair_plus": {"Flush": "4 to 1"}})
    assert shipped.shipped("odds-pair-plus", own) is None and shipped.shipped("odds-pair-plus", House.of("565")) is not None
    assert shipped.shipped("odds-ante", House.of("555", {"table_minimum": 1500})) is not None, "no odds depend on that"
    asked: list[str] = []

    def timed(part: Any, progress: Any, house: House) -> list[Row]:
        asked.append(part.wagers[0])
        return []

    monkeypatch.setattr(catalogue, "_timed", timed)
    rows("565", wager="Pair Plus", fresh=True)
    assert asked == ["Pair Plus"]
    monkeypatch.setenv(shipped.OFF, "off")
    assert shipped.shipped("odds-ante", House.of("565")) is None


def test_a_change_of_what_a_chapter_declares_takes_them_away(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House.of("565")
    book = chapter("565")
    first, *others = book.paytables
    (hand, _), *rest = first.rows
    changed: Chapter = replace(book, paytables=(replace(first, rows=((hand, "9 to 1"), *rest)), *others))
    assert shipped.shipped("odds-ante", house) is not None
    monkeypatch.setattr(shipped, "chapter", lambda number: changed)
    shipped._of_chapter.cache_clear()
    assert shipped.shipped("odds-ante", house) is None


def test_a_game_in_a_folder_of_its_own_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    source = sources()["565"]
    monkeypatch.setattr(shipped, "sources", lambda: {"565": replace(source, module=Path("game.py"))})
    shipped._of_chapter.cache_clear()
    assert shipped.shipped("odds-ante", House.of("565")) is None
