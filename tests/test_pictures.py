"""`pitboss plot`: pictures say what rows and strategies say, stay on the sheet, and are the same file every time."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.odds import catalogue
from pitboss.odds.advice import Grid
from pitboss.odds.boards.games import HeadsUp, TexasBonus
from pitboss.odds.catalogue import solved
from pitboss.odds.distribution import Distribution
from pitboss.odds.row import Row
from pitboss.odds.streets.games import Streets
from pitboss.odds.twenty_one import best_play
from pitboss.odds.twenty_one.strategy import HEADINGS, LETTERS
from pitboss.pictures import edges, grid, payouts, plot, strategy
from pitboss.pictures.grids import COLOURS, Chart, action, called, colours
from pitboss.pictures.page import DOTS, MARGIN, RIGHT, WIDTH, options, width
from pitboss.pictures.payouts import MOST, bands, chance, units

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
RANKS = tuple("AKQJT98765432")
THREE_CARD = House.of("565")


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return catalogue.rows("565")


@pytest.fixture(scope="module")
def one_deck() -> House:
    return House.of("633a", {"decks": 1})


def made_up(number: int = 60) -> list[Row]:
    """Rows of many tables, some of them in the player's favour and some simulated."""
    known = Distribution({Fraction(2): 30, Fraction(-1): 70})
    found = []
    for place in range(number):
        edge = Fraction(place - 5, 173)
        name = f"Lucky Ladies and Twenty More Point Bonus {place // 6}"
        condition = "six or more decks dealt from the hand of the dealer" if place % 4 == 0 else ""
        if place % 7 == 6:
            found.append(
                Row("633a", name, str(place), condition, "Blackjack", None, float(edge), "simulation", standard_error=2e-5)
            )
        else:
            found.append(Row("633a", name, str(place), condition, name, known, edge, note=f"at $1 and note {place // 20}"))
    return found


@dataclass(frozen=True)
class Text:
    """Text of an SVG, in points."""

    words: str
    left: float
    right: float
    base: float
    size: float


def texts(path: Path) -> list[Text]:
    """Every text of a picture with the room it takes."""
    found = []
    for element in ET.parse(path).iter(f"{SVG}text"):
        words, style = element.text or "", element.get("style", "")
        size = float(re.findall(r"font-size: ([\d.]+)px", style)[0])
        wide = 72 * width(words, size, "font-weight: 700" in style) / 1.02
        x = float(element.get("x", ""))
        left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[re.findall(r"text-anchor: (\w+)", style)[0]]
        found.append(Text(words, left, left + wide, float(element.get("y", "")), size))
    return found


def words_of(path: Path) -> list[str]:
    return [text.words for text in texts(path)]


def check_layout(path: Path) -> None:
    """Every text lies within the margins, and none over another."""
    found = sorted((text for text in texts(path) if text.words.strip()), key=lambda text: text.base)
    tall = float(ET.parse(path).getroot().get("viewBox", "").split()[3])
    for place, text in enumerate(found):
        assert 72 * MARGIN - 9 <= text.left < text.right <= 72 * RIGHT + 9, text
        assert text.size < text.base < tall, text
        for other in found[place + 1 :]:
            if other.base - text.base > 0.7 * other.size:
                break
            assert text.right <= other.left or other.right <= text.left, (text, other)


# ---------------------------------------------------------------------------- payouts


def test_payouts_print_every_result_with_its_figures(tmp_path: Path, rows: list[Row]) -> None:
    path = tmp_path / "ante.svg"
    payouts(rows[:4], path, THREE_CARD)
    said = words_of(path)
    for row in rows[:4]:
        known = row.distribution
        assert known is not None
        assert f"house edge {float(row.edge):.4%} of Ante" in said
        assert f"mean {-float(row.edge):.4f}" in said
        for net, count in known.counts.items():
            assert {units(net), f"{count:,}", chance(Fraction(count, known.deals))} <= set(said)
        assert f"{-float(row.edge):+.4%}" in said
    assert said.count("407,170,400") == 4
    assert "pitboss 0.1.0, 58 Pa. Code Chapter 565, exact over 407,170,400 deals" in said
    check_layout(path)


@given(st.dictionaries(st.fractions(-60, 9000, max_denominator=2), st.integers(1, 10**9), min_size=1, max_size=60))
def test_bands_keep_every_deal(counts: dict[Fraction, int]) -> None:
    known = Distribution(counts)
    found = bands(known)
    assert sum(band.count for band in found) == known.deals
    assert sum(band.sum for band in found) == known.mean * known.deals
    assert all(above.least > below.most for above, below in pairwise(found))
    assert all(band.least > 0 or band.most < 0 or band.least == band.most for band in found)
    assert len(counts) > MOST or len(found) == len(counts)


def test_many_results_are_put_together(tmp_path: Path) -> None:
    known = Distribution({Fraction(net): 10**15 // (abs(net) ** 3 + 1) for net in (*range(-8, 9), 24, 36, 48, 600, 4000)})
    row = Row("655a", "Ante", "", "", "Ante", known, known.edge, note="with three streets")
    payouts([row], tmp_path / "many.svg", House.of("655a"))
    said = words_of(tmp_path / "many.svg")
    assert {"4,000", "600", "24 to 48", "6 to 8", "5", "-5", "-8 to -6", "With three streets."} <= set(said)
    assert "probability, logarithmic" in said
    check_layout(tmp_path / "many.svg")


def test_parts_of_a_chance_are_not_called_deals(tmp_path: Path) -> None:
    known = Distribution({Fraction(1): 45 * 10**13, Fraction(-1): 55 * 10**13}, parts=True)
    row = Row("633a", "Blackjack", "", "six decks", "Blackjack", known, known.edge)
    payouts([row], tmp_path / "parts.svg", House.of("633a"))
    said = words_of(tmp_path / "parts.svg")
    assert "deals" not in said
    assert "probability" in said
    assert "pitboss 0.1.0, 58 Pa. Code Chapter 633a, exact" in said


def test_a_row_without_a_distribution_has_no_payouts(tmp_path: Path) -> None:
    with pytest.raises(PitbossError, match="Bank, 6 wagers only the mean is known"):
        payouts([Row("645a", "Bank", "", "6 wagers", "Bank", None, -0.002, "simulation")], tmp_path / "x.svg", House.of("645a"))
    assert not any(tmp_path.iterdir())


# ---------------------------------------------------------------------------- edges


def test_edges_print_the_percent_of_every_row_in_order(tmp_path: Path, rows: list[Row]) -> None:
    path = tmp_path / "edges.svg"
    edges(rows, path, THREE_CARD)
    found = texts(path)
    percents = [text for text in found if re.fullmatch(r"-?\d+\.\d{4}%", text.words)]
    assert [text.words for text in sorted(percents, key=lambda text: text.base)] == [f"{float(row.edge):.4%}" for row in rows]
    said = words_of(path)
    assert {"Ante", "Pair Plus", "basic game", "A, 565.7(f) version", "House options: all at their defaults"} <= set(said)
    assert any(words.endswith("exact over 22,100 to 407,170,400 deals") for words in said)
    check_layout(path)


def test_sixty_rows_stay_legible(tmp_path: Path) -> None:
    few, many = tmp_path / "few.svg", tmp_path / "many.svg"
    edges(made_up(6), few, House.of("633a", {"decks": 2}))
    edges(made_up(60), many, House.of("633a", {"decks": 2}))
    heights = [float(ET.parse(path).getroot().get("viewBox", "").split()[3]) for path in (few, many)]
    assert heights[1] > 4 * heights[0]
    said = words_of(many)
    for row in made_up(60):
        printed = f"{float(row.edge):.4%}" + (f" ± {row.standard_error:.4%}" if row.method == "simulation" else "")
        assert any(words.rstrip("¹²³") == printed for words in said), row
    assert {"¹ At $1 and note 0.", "³ At $1 and note 2."} <= set(said)
    assert "House options other than the defaults: decks: 2" in said
    assert any("simulated where a standard error is given" in words for words in said)
    check_layout(few)
    check_layout(many)


# ---------------------------------------------------------------------------- best play


def cells(path: Path, shown: Grid) -> Iterator[tuple[str, str, str]]:
    """The word of every cell of a grid with the word and the colour of the picture."""
    groups = {group.get("id"): group for group in ET.parse(path).iter(f"{SVG}g")}
    for row, words in enumerate(shown.cells):
        for column, word in enumerate(words):
            name = called(shown, row, column)
            box = groups[f"cell-{name}"].find(f"{SVG}path")
            assert box is not None
            text = groups[f"word-{name}"].find(f"{SVG}text") if word else None
            [colour] = re.findall(r"fill: (#\w+)", box.get("style", ""))
            yield word, "" if text is None else text.text or "", colour


def test_blackjack_cells_are_the_letters_of_the_grid(tmp_path: Path, one_deck: House) -> None:
    path = tmp_path / "grid.svg"
    plot("633a", "strategy", one_deck, path)
    known = best_play(one_deck).grid
    hard = Grid("Hard totals", tuple(map(str, known.hard)), HEADINGS, tuple(map(tuple, known.hard.values())))
    soft = Grid("Soft totals", tuple(map(str, known.soft)), HEADINGS, tuple(map(tuple, known.soft.values())))
    names = tuple(f"{name}, {name}" for name in ("A", *map(str, range(2, 11))))
    pairs = Grid("Pairs", names, HEADINGS, tuple(map(tuple, known.pairs.values())))
    compared = [cell for shown in (hard, soft, pairs) for cell in cells(path, shown)]
    assert len(compared) == 10 * (17 + 9 + 10)
    for letter, said, colour in compared:
        assert (said, colour) == (letter, COLOURS[letter])
    used = {letter for letter, _, _ in compared}
    assert {LETTERS[letter] for letter in used} <= set(words_of(path))
    assert len({COLOURS[letter] for letter in LETTERS}) == len(LETTERS)
    check_layout(path)


def test_spanish_21_is_drawn_too(tmp_path: Path) -> None:
    house = House.of("635a")
    plot("635a", "strategy", house, tmp_path / "grid.svg")
    known = best_play(house).grid
    for title, letters in (("Hard totals", known.hard), ("Soft totals", known.soft)):
        shown = Grid(title, tuple(map(str, letters)), HEADINGS, tuple(map(tuple, letters.values())))
        assert all((said, colour) == (letter, COLOURS[letter]) for letter, said, colour in cells(tmp_path / "grid.svg", shown))


@pytest.mark.parametrize("number", ["563", "655a", "677a"])
def test_a_grid_of_first_cards_has_a_colour_for_every_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    words = tuple(tuple(("3x", "1x", "fold")[(row * column) % 3] for column in range(13)) for row in range(13))
    shown = Grid("Two cards: suited above the diagonal", RANKS, RANKS, words)
    kind = {"563": TexasBonus, "655a": Streets, "677a": HeadsUp}[number]
    monkeypatch.setattr(kind, "grid", lambda solved: shown)
    strategy(House.of(number), tmp_path / "grid.svg")
    expected = colours(["1x", "3x", "fold"])
    assert len(set(expected.values())) == 3
    compared = list(cells(tmp_path / "grid.svg", shown))
    assert len(compared) == 169
    assert all((said, colour) == (word, expected[word]) for word, said, colour in compared)
    check_layout(tmp_path / "grid.svg")


@pytest.mark.parametrize("number", ["559", "655a"])
def test_the_grids_of_streets_are_drawn_as_they_are(tmp_path: Path, number: str) -> None:
    shown = solved(number, House.of(number)).grid()
    assert shown is not None
    strategy(House.of(number), tmp_path / "grid.svg")
    compared = list(cells(tmp_path / "grid.svg", shown))
    assert [said for _, said, _ in compared] == [word for word, _, _ in compared]
    by_action: dict[str, set[str]] = {}
    for word, _, colour in compared:
        by_action.setdefault(action(word), set()).add(colour)
    assert all(len(found) == 1 for found in by_action.values())
    assert len(set.union(*by_action.values())) == len(by_action)
    check_layout(tmp_path / "grid.svg")


def test_a_grid_of_too_many_words_is_refused(tmp_path: Path) -> None:
    shown = Grid("Many", ("A",), tuple(map(str, range(9))), (tuple(f"bet {letter}" for letter in "abcdefghi"),))
    with pytest.raises(PitbossError, match="9 actions cannot be drawn; only 7 colours"):
        grid(Chart("Many", [[shown]], "exact"), tmp_path / "x.svg", THREE_CARD)


# ---------------------------------------------------------------------------- the file


def test_a_png_is_as_wide_as_the_sheet_and_not_blank(tmp_path: Path, rows: list[Row]) -> None:
    from matplotlib.image import imread

    path = tmp_path / "edges.PNG"
    edges(rows, path, THREE_CARD)
    pixels = imread(path, format="png")[..., :3]
    assert pixels.shape[1] == WIDTH * DOTS
    assert pixels.shape[0] > 500
    assert (pixels[0] == 1).all()
    assert 0.02 < (pixels < 0.9).any(2).mean() < 0.5
    blue = (abs(pixels - [0, 0x72 / 255, 0xB2 / 255]) < 0.01).all(2)
    assert blue.mean() > 0.005


def test_the_same_figures_give_the_same_file(tmp_path: Path, rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib

    first = []
    for number, suffix in enumerate((".svg", ".png", ".svg", ".png")):
        path = tmp_path / f"picture-{number}{suffix}"
        edges(rows, path, THREE_CARD)
        first.append(path.read_bytes())
        monkeypatch.setitem(matplotlib.rcParams, "font.size", 30.0)  # of no effect
    assert first[:2] == first[2:]
    assert matplotlib.rcParams["font.size"] == 30.0
    assert b"dc:date" not in first[0]
    code = (
        "import sys; from pathlib import Path; from pitboss.pictures import edges; from pitboss.odds import catalogue; "
        "from pitboss.house import House; edges(catalogue.rows('565'), Path(sys.argv[1]), House.of('565'))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "5"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "again.svg")], env=env, check=True)
    assert (tmp_path / "again.svg").read_bytes() == first[0]


def test_matplotlib_waits_until_something_is_drawn() -> None:
    code = "import sys, pitboss.pictures; assert not {'matplotlib', 'numba', 'numpy'} & set(sys.modules)"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    subprocess.run([sys.executable, "-c", code], env=env, check=True)


def test_options_that_differ_are_said() -> None:
    assert options(House.of("633a", {"decks": 2, "table_minimum": 2500, "double_shoe": True})) == (
        "House options other than the defaults: decks: 2; double shoe: yes; table minimum: $25"
    )


def test_plot_picks_the_wager_and_table(tmp_path: Path, rows: list[Row]) -> None:
    plot("565", "payouts", THREE_CARD, tmp_path / "first.svg", rows=rows)
    assert words_of(tmp_path / "first.svg").count("net result") == 4  # the Ante on its four tables
    plot("565", "payouts", THREE_CARD, tmp_path / "b.svg", "ante", "b", rows)
    assert f"house edge {float(rows[2].edge):.4%} of Ante" in words_of(tmp_path / "b.svg")
    plot("565", "edges", THREE_CARD, tmp_path / "pair.svg", "Pair Plus")
    assert f"{float(rows[4].edge):.4%}" in words_of(tmp_path / "pair.svg")


@pytest.mark.parametrize(
    ("number", "kind", "name", "wager", "words"),
    [
        ("565", "edges", "x.pdf", "", "a picture is written as .svg or .png, not as 'x.pdf'"),
        ("565", "edges", "x", "", "a picture is written as .svg or .png"),
        ("565", "pie", "x.svg", "", "there is no picture 'pie'; there are payouts, edges, strategy"),
        ("565", "edges", "x.svg", "Pears", "chapter 565 has no such wager or table; it has Ante, Ante A"),
        ("565", "strategy", "x.svg", "", "see `pitboss strategy 565`"),
        (
            "561",
            "strategy",
            "x.svg",
            "",
            "no best play is drawn for chapter 561; it is for 559, 563, 587, 633a, 635a, 655a, 677a",
        ),
        ("633a", "strategy", "x.svg", "Insurance", "name no wager or table"),
        ("565", "edges", "none/x.svg", "", "none/x.svg cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_sentence(
    tmp_path: Path, rows: list[Row], number: str, kind: str, name: str, wager: str, words: str
) -> None:
    with pytest.raises(PitbossError, match=re.escape(words)) as refused:
        plot(number, kind, House.of(number), tmp_path / name, wager, rows=rows)
    assert "\n" not in str(refused.value)
    assert not any(tmp_path.iterdir())


def test_of_a_jackpot_the_chances_are_drawn_and_not_an_edge_of_nothing(tmp_path: Path) -> None:
    """§ 553.20: all that pots give to the fund is paid to players."""

    def row(players: int, hits: int) -> Row:
        counts = {Fraction(0): 1} if not hits else {Fraction(-1): 10**6 - hits, Fraction(10**6 - hits, hits): hits}
        return Row("553", "Bad Beat payout", f"{players} players", "", "contribution", Distribution(counts), Fraction(0))

    out = tmp_path / "edges.svg"
    edges([row(2, 0), row(3, 40), row(9, 1000)], out, House.of("553"))
    words = [text.words for text in texts(out)]
    assert {"never", "1 in 25,000", "1 in 1,000"} <= set(words)
    assert not any("0.0000%" in each for each in words) and any("How often" in each for each in words)
