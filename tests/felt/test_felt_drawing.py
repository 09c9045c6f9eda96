"""The pictures: well-formed, without style or script, every area named; cards and chips complete; a table from a layout."""

import re
import xml.etree.ElementTree as ET

import pytest

from pitboss.cards import NAMES
from pitboss.felt import FORMS, cards_svg, chips_svg, draw, draw_table, felt_of, small, stack
from pitboss.felt.chips import COLOURS
from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.table.view.layout import Hand, Layout, Seat
from tests.felt.houses import HOUSES

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ET.Element:
    """A drawing as a tree; one for a page has no namespace of its own."""
    return ET.fromstring(svg if "xmlns=" in svg[:80] else svg.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", HOUSES)
def test_every_area_is_drawn_once_with_seat_wager_and_paragraph(name: str, form: str) -> None:
    felt = felt_of(HOUSES[name], form)
    tree = read(draw(felt))
    drawn = [(e.get("data-seat"), e.get("data-wager"), e.get("data-cite")) for e in tree.iter() if e.get("class") == "area"]
    wanted = [(str(s.number or "you"), a.wager, a.cite) for s in felt.seats for a in s.areas if a.shape != "spot"]
    assert drawn == wanted
    lines = [e for e in tree.iter() if (e.get("class") or "").startswith("inscription ")]
    assert [e.get("data-cite") for e in lines] == [line.cite for line in felt.lines]


@pytest.mark.parametrize("form", FORMS)
def test_a_drawing_for_a_page_has_no_style_and_one_that_stands_alone_no_variable(form: str) -> None:
    felt = felt_of(House.of("633a"), form)
    page, alone = draw(felt), draw(felt, standalone=True)
    assert not re.search(r" style=|<style|<script|<image|https?:", page)
    assert "var(--felt, #0e5c43)" in page
    assert "var(" not in alone
    assert alone.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert len(page) < 60_000


def test_ids_that_are_used_are_there_once() -> None:
    for form in FORMS:
        svg = draw_table(felt_of(House.of("677a"), form), _layout(), 3)
        ids = re.findall(r' id="([^"]+)"', svg)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)) and set(re.findall(r'href="#([^"]+)"', svg)) <= set(ids)


def test_the_sprite_has_every_card_and_is_small() -> None:
    tree = read(cards_svg())
    assert [symbol.get("id") for symbol in tree.iter(f"{SVG}symbol")] == [*NAMES, "back"]
    assert all(symbol.get("viewBox") == "0 0 62 88" for symbol in tree.iter(f"{SVG}symbol"))
    assert len(cards_svg()) < 20_000
    words = {s.get("id"): "".join(s.itertext()) for s in tree.iter(f"{SVG}symbol")}
    assert (words["As"], words["Td"], words["2c"]) == ("A", "10", "2")


def test_the_sprite_has_every_chip() -> None:
    ids = [symbol.get("id") for symbol in read(chips_svg()).iter(f"{SVG}symbol")]
    assert ids == [f"chip-{cents}" for cents in COLOURS]
    assert {"chip-50", "chip-100", "chip-500", "chip-2500", "chip-10000", "chip-50000", "chip-100000"} <= set(ids)


@pytest.mark.parametrize("cents", [1, 50, 99, 100, 1_250, 7_500, 123_450])
def test_a_stack_makes_the_amount(cents: int) -> None:
    whole = stack(cents, most=100)
    assert sum(whole) == cents
    assert whole == sorted(whole, reverse=True)
    assert stack(cents) == whole[:8]


@pytest.mark.parametrize("chapter", MODULES)
def test_a_small_felt_has_the_game_and_an_area_for_every_wager(chapter: str) -> None:
    house = House.of(chapter)
    tree = read(small(house))
    words = list(tree.iter(f"{SVG}text"))
    assert " ".join(e.text or "" for e in words) == house.chapter.game
    assert all(float(e.get("font-size") or 0) >= 12 for e in words)
    assert len(small(house)) < 9_000
    assert len(list(tree.iter(f"{SVG}circle"))) >= game(chapter).seats(house)[0]


def _layout() -> Layout:
    return Layout(
        seats={3: Seat("Ann & Co", 94_000), 5: Seat("Bob", 1_000)},
        hands={
            "seat_3": Hand(["Ah", "9h"], ["down", "down"]),
            "seat_5": Hand(["??", "??"], ["down", "down"]),
            "community": Hand(["Kh", "7h", "2c"], ["up"] * 3),
            "dealer": Hand(["??", "??"], ["down", "down"], gone=True),
        },
        wagers={3: {"Ante": 500, "Odds": 500}},
    )


def test_a_table_shows_the_cards_and_chips_of_a_layout_and_no_more() -> None:
    tree = read(draw_table(felt_of(House.of("677a")), _layout(), 3))
    shown = [e.get("href") for e in tree.iter(f"{SVG}use") if e.get("width")]
    assert sorted(href for href in shown if href and not href.startswith("#chip")) == [
        "#2c",
        "#7h",
        "#9h",
        "#Ah",
        "#Kh",
        "#back",
        "#back",
    ]
    assert shown.count("#chip-500") == 2
    words = ["".join(e.itertext()) for e in tree.iter(f"{SVG}text")]
    assert "Ann & Co  $940" in words


def test_split_hands_lie_in_their_places() -> None:
    felt = felt_of(House.of("633a"))
    layout = Layout(
        seats={1: Seat("Ann", 100)},
        hands={"seat_1": Hand(["8h", "3c"], ["up"] * 2), "seat_1 split 1": Hand(["8d", "Kc"], ["up"] * 2)},
        wagers={1: {"Blackjack": 500, "Blackjack split 1": 500}},
    )
    tree = read(draw_table(felt, layout))
    cards = [e.get("transform") for e in tree.iter() if e.get("class") == "card"]
    assert len(set(cards)) == 4
    hand = felt.seats[0].splits[0][1]
    x, y = hand.card(0, 2)
    assert any(f"translate({x:g} {y:g})" in (at or "") for at in cards)
    piles = [e.get("transform") for e in tree.iter() if e.get("class") == "chips"]
    x, y = hand.chips
    assert len(piles) == 2 and f"translate({x:g} {y:g})" in (piles[1] or "")


def test_a_set_hand_lies_in_two_places() -> None:
    felt = felt_of(House.of("645a"))
    cards = ["Ah", "Ad", "Kh", "Kd", "9c", "8s", "Jk"]
    layout = Layout(hands={"seat_2": Hand(cards, ["down"] * 7, low=["Kh", "Kd"])}, seats={2: Seat("Ann", 0)})
    tree = read(draw_table(felt, layout, 2))
    shown = [e.get("href") for e in tree.iter(f"{SVG}use") if e.get("width")]
    assert shown == ["#Kh", "#Kd", "#Ah", "#Ad", "#9c", "#8s", "#Jk"]


def test_a_holders_name_is_text_and_nothing_else() -> None:
    for form in FORMS:
        svg = draw(felt_of(House.of("565"), form, "<b>Ann & Co</b>"))
        assert "<b>" not in svg.lower()
        assert "<B>ANN & CO</B>" in [
            "".join(e.itertext()) for e in read(svg).iter(f"{SVG}text" if form == "tall" else f"{SVG}textPath")
        ]
