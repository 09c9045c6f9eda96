"""The mathematics report on paper: its words are the report's figures, whatever game it is about."""

import json
from datetime import date
from typing import Any

import pytest

from pitboss.house import House
from pitboss.odds.catalogue import rows
from pitboss.odds.twenty_one import best_play
from pitboss.odds.twenty_one.strategy import LETTERS
from pitboss.pictures.best_play import chart, twenty_one
from pitboss.printing import printed
from pitboss.printing.mathematics import _laid_out, mathematics
from pitboss.printing.paper import Table
from pitboss.printing.report import Signing, report
from tests.commands import pitboss
from tests.printing.reading import close, plain, reader, text_of


@pytest.fixture(scope="module")
def three_card() -> dict[str, Any]:
    """The report of Three Card Poker, with all its tables."""
    return report(House.of("565"), rows("565"))


def test_every_figure_of_the_report_is_on_paper(three_card: dict[str, Any]) -> None:
    text = plain(text_of(printed(mathematics(three_card), "pdf")[0]))
    for wager in three_card["wagers"]:
        assert wager["house_edge_exact"] in text and f"{wager['volatility_index']:.4f}" in text
        of_ante = wager["results"] if wager["wager"] == "Ante" else []  # a wager on a pay table has its classes only
        assert all(f"{each['combinations']:,}" in text for each in (*wager["combinations"], *of_ante))
        assert all(f"{each[end]:.4%}".replace("-", "−") in text for each in wager["hold"] for end in ("least", "most"))
    for each in three_card["rules"]:
        assert f"§ {each['section']}" in text and each["option"].replace("_", " ") in text
    for table in three_card["paytables"]:
        assert all(row["payout"] in text for row in table["rows"])
    assert all(three_card["digest"][name] in text for name in ("house", "code_and_data", "kernels", "results"))
    assert "The 60 unsuited A-K-Q would win 35 to 1 instead of 5 to 1" in text
    assert all(test.partition("::")[2] in text.replace(" ", "") for test in three_card["second_method"]["tests"])


def test_what_is_signed_stands_on_paper_and_the_rest_is_a_line(three_card: dict[str, Any]) -> None:
    blank = text_of(printed(mathematics(three_card), "pdf")[0])
    signing = Signing("PB-7", "Ada Lovelace", "Emma Haruka", date(2026, 3, 6)).record()
    text = text_of(printed(mathematics(three_card | {"document": signing}), "pdf")[0])
    for words in ("PB-7", "Ada Lovelace", "Emma Haruka", "2026-03-06"):
        assert words in text and words not in blank
    labels = ("Document number", "Author, signature", "Reviewer, signature", "Date")
    assert all(close(words).upper() in close(blank) for words in labels)


def test_a_table_that_fits_a_page_is_on_one(three_card: dict[str, Any]) -> None:
    """Every class of Pair Plus and its total, and each grid of strategy, lie on a single page."""
    grid = "\n".join(["hard   2  3  4  5  6", *(f"{total:5}  H  S  D  R  P" for total in range(4, 21)), "H hit", "S stand"])
    advice = [{"rule": grid, "cost": 0.0, "edge": 0.0337}]
    content = printed(mathematics(three_card | {"strategy": 3 * advice}), "pdf")[0]
    pages = [plain(page.extract_text()) for page in reader(content).pages]
    assert any("16,440" in page and "3,744" in page and "22,100" in page and "1,096" in page for page in pages)
    assert sum(page.count("4 H S D R P") for page in pages) == 3 + 3  # fourteen has the end of four
    assert all(page.count("14 H S D R P") == page.count("20 H S D R P") for page in pages)


def test_the_same_report_gives_the_same_bytes(three_card: dict[str, Any]) -> None:
    assert printed(mathematics(three_card), "pdf") == printed(mathematics(json.loads(json.dumps(three_card))), "pdf")


def test_a_game_without_wagers_has_a_paper_too() -> None:
    text = plain(text_of(printed(mathematics(report(House.of("637a"), [])), "pdf")[0]))
    assert "No wager is offered with these choices" in text and "Best play" not in text


def test_a_grid_becomes_a_table_and_a_sentence_a_paragraph() -> None:
    lines = [
        "hard   2  3  4  5  6",
        "    4  H  H  H  H  H",
        "    5  H  H  D  D  D",
        "soft   2  3  4  5  6",
        "   12  H  H  H  H  H",
    ]
    hard, soft, words = _laid_out([*lines, "play with a pair or better"])
    assert isinstance(hard, Table) and hard.heads[0] == "hard" and [row[0] for row in hard.rows] == ["4", "5"]
    assert isinstance(soft, Table) and len(soft.rows) == 1
    assert words == "Play with a pair or better"
    assert list(_laid_out(["A 10 is high.", "4th Street", "  play 2x with", "    a pair", "    a flush", "  else check"])) == [
        *("A 10 is high.", "4th Street: play 2x with a pair, or a flush; else check")
    ]


def test_small_and_large_letters_of_a_legend_stay_apart() -> None:
    grid = ["hard   2  3  4  5  6", "   15  H  D  d  R  r"]
    legend = ["H hit", "D double, or hit", "d double, or stand", "R surrender, or hit", "r surrender, or stand"]
    table, key, words = _laid_out([*grid, *legend, "double the Ante"])
    assert isinstance(key, Table) and isinstance(table, Table)
    assert [tuple(row) for row in key.rows] == [tuple(line.split(" ", 1)) for line in legend]
    assert words == "Double the Ante"


@pytest.mark.parametrize(
    ("number", "given"),
    [
        ("633a", {"decks": 1}),
        ("633a", {"decks": 8}),
        ("633a", {"decks": 6, "blackjack_switch": True}),
        ("635a", {"decks": 6}),
        ("635a", {"decks": 8}),
    ],
)
def test_the_legend_of_a_grid_has_its_letters_and_no_others(number: str, given: dict[str, Any]) -> None:
    house = House.of(number, given)
    found = best_play(house).grid
    used = {letter for rows in (found.hard, found.soft, found.pairs) for row in rows.values() for letter in row}
    chart = twenty_one(house)
    assert used == set(found.meanings) == set(chart.meanings) == set(chart.actions)
    *tables, key = _laid_out(found.lines())
    assert len(tables) == 3 and isinstance(key, Table)
    assert {row[0]: row[1] for row in key.rows} == {letter: LETTERS[letter] for letter in used}
    for letter, meaning in LETTERS.items():  # a large letter hits where it cannot do what it says, a small one stands
        otherwise = "hit" if letter.isupper() else "stand"
        assert f"or {otherwise} where" in meaning or letter in "SHP"


@pytest.mark.parametrize("number", ["559", "587", "655a"])
def test_other_grids_say_their_actions_in_full(number: str) -> None:
    drawn = chart(House.of(number))
    assert drawn.meanings == {} and all(len(each) > 1 for each in drawn.actions)


def test_the_command_prints_it(tmp_path: Any) -> None:
    out = tmp_path / "report.pdf"
    done = pitboss("report", "565", "--set", "pair_plus={}", "--out", str(out))
    assert (done.returncode, done.stdout) == (0, f"{out}\n")
    text = plain(text_of(out.read_bytes()))
    assert "Pair Plus" in text and "Ante A" not in text


def test_folders_are_compared_on_paper(tmp_path: Any) -> None:
    for folder, words in (("a", ""), ("b", "table_minimum = 1000\n")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "three.toml").write_text(f'chapter = "565"\n{words}', encoding="utf-8")
    (tmp_path / "b" / "poker.toml").write_text('chapter = "637a"\nrake_percent = 7.5\n', encoding="utf-8")
    (tmp_path / "b" / "let.toml").write_text('chapter = "559"\n', encoding="utf-8")
    (tmp_path / "a" / "holder.toml").write_text('holder = "Elm Street"\neffective = 2011-05-01\n', encoding="utf-8")
    (tmp_path / "b" / "holder.toml").write_text('holder = "Elm Street"\neffective = 2012-06-02\n', encoding="utf-8")
    out = tmp_path / "diff.pdf"
    done = pitboss("diff", str(tmp_path / "a"), str(tmp_path / "b"), "--out", str(out))
    assert (done.returncode, done.stdout) == (0, f"{out}\n")
    text = plain(text_of(out.read_bytes()))
    assert "table minimum" in text and "$5 → $10" in text and "poker.toml" in text and "new" in text
    assert "Elm Street" in text and "May 1, 2011" in text and "June 2, 2012" in text
    assert "rake percent" in text and "7.5" in text and "Every choice is at its default" in text
