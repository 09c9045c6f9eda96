"""The felts are held to a second reading of section .2, made from the text before the drawing's own list was looked at."""

import re
import tomllib
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from pitboss.felt import FORMS, Felt, draw, felt_of
from pitboss.felt.areas import SPOT, design, inscriptions_of
from pitboss.felt.places import Area, Box, Place
from pitboss.games import MODULES, game
from pitboss.house import House
from tests.felt.houses import HOUSES, everything

Entry = dict[str, Any]
READ: list[Entry] = tomllib.loads((Path(__file__).parent / "second_reading.toml").read_text(encoding="utf-8"))["requires"]
NAMES = {
    **{f"Bet Number {k}": f"Bet {k}" for k in (1, 2, 3)},
    "Twenty Point Bonus": "Lucky Ladies Twenty Point Bonus",
}
TABLES = {"royal_match_21": "C", "bet_the_set_21": "C"}  # of six decks
DEVICES = {"555.2(f)(1)", "559.2(f)(1)"}  # a device takes the wager, no area; the drawing has a place for it all the same
ODDS = "payout odds"
LIMIT = "payout limit"


def of(kind: str) -> pytest.MarkDecorator:
    """The entries of a kind, as cases of a test."""
    found = [entry for entry in READ if entry["kind"] == kind]
    return pytest.mark.parametrize("entry", found, ids=[f"{e['cite']} {e['what']}" for e in found])


def house_of(entry: Entry, given: dict[str, Any] | None = None) -> House:
    """A house where the entry holds."""
    chapter, when = entry["chapter"], entry["when"]
    options: dict[str, Any] = {}
    if when.startswith("Blackjack Switch"):
        options = {"blackjack_switch": True, "super_match": "Super Match" in when}
    elif when.endswith(" is offered"):
        options = everything(chapter) | (TABLES if chapter == "633a" else {})
    elif when == "a payout limit is set":
        options = {"payout_limit": 5_000_000, "payout_limit_notice": "layout" if chapter == "633a" else "amount"}
    else:
        assert when in ("", "not Blackjack Switch")
    return House.of(chapter, options | (given or {}))


def felts(house: House, holder: str = "") -> list[Felt]:
    return [felt_of(house, form, holder) for form in FORMS]


def areas_of(seat: Place) -> dict[str, Area]:
    """The areas that are printed."""
    return {area.wager: area for area in seat.areas if area.shape != SPOT}


def name(entry: Entry) -> str:
    return NAMES.get(entry["what"], str(entry["what"]))


def seen(seat: Place, one: Box, other: Box) -> tuple[float, float]:
    """How far one thing lies right of another, and how far nearer the player, as he sees them."""
    return Box(0, 0, 0, 0, -seat.box.rotation).at(one.x - other.x, one.y - other.y)


def close(one: Box, other: Box) -> bool:
    """Whether nothing has room between two things in a column."""
    return hypot(one.x - other.x, one.y - other.y) < (one.h + other.h) / 2 + 12


@of("area")
def test_every_area_is_there_with_its_paragraph(entry: Entry) -> None:
    for felt in felts(house_of(entry)):
        for seat in felt.seats:
            area = areas_of(seat)[name(entry)]
            assert area.cite == entry["cite"]
            assert area.label
            if "count" in entry:
                assert sum(a.cite == entry["cite"] for a in areas_of(seat).values()) == entry["count"]
    if "seats" in entry:
        assert len(felt_of(house_of(entry)).seats) == entry["seats"]


@of("area")
def test_an_area_that_hangs_on_an_offer_is_not_there_without_it(entry: Entry) -> None:
    if not entry["when"].endswith(" is offered"):
        return
    option = next(w.option for w in game(entry["chapter"]).wagers if w.name == name(entry))
    for felt in felts(house_of(entry | {"when": ""}, {option: False})):
        assert all(name(entry) not in areas_of(seat) for seat in felt.seats)


@of("cards")
def test_every_place_for_cards_is_there_with_its_paragraph(entry: Entry) -> None:
    what, cite = entry["what"], entry["cite"]
    for felt in felts(house_of(entry)):
        if what == "the player's cards":
            assert draw(felt).count(f'class="cards" data-cite="{cite}"') == len(felt.seats)
        elif what.startswith("community"):
            places = [place for place in felt.community if place.cite == cite]
            assert places and places == list(felt.community)
            assert len(places) == entry.get("count", len(places))
            assert entry.get("label", places[0].label) in [place.label for place in places]
        elif what == "the dealer's cards":
            assert felt.dealer and (felt.dealer.cite, felt.dealer.most) == (cite, entry["count"])
        else:
            which = "High" if "High" in what else "Low"
            sets = [felt.dealer_hands] if "dealer" in what else [seat.hands for seat in felt.seats]
            assert all([hand.cite for hand in hands if hand.label == which] == [cite] for hands in sets)


@of("holding")
def test_a_place_for_the_rake_is_there(entry: Entry) -> None:
    # why: a phone shows one position and the middle of the table, not the dealer's side: the whole layout is the wide form.
    assert [t.cite for t in felt_of(house_of(entry)).things if t.name == "rake"] == [entry["cite"]]


@of("logo")
def test_every_layout_has_the_name_of_the_house(entry: Entry) -> None:
    for house in HOUSES.values():
        if house.chapter.chapter != entry["chapter"]:
            continue
        for felt in felts(house, "Elm Street"):
            assert [(line.text, line.cite) for line in felt.lines if line.role == "logo"] == [("ELM STREET", entry["cite"])]


@of("order")
def test_things_lie_to_each_other_as_the_text_has_them(entry: Entry) -> None:
    check = _order_of_a_player if entry["per"] == "player" else _order_of_the_table
    for felt in felts(house_of(entry)):
        check(felt, entry)


def _order_of_a_player(felt: Felt, entry: Entry) -> None:
    relation = entry["relation"]
    for seat in felt.seats:
        areas = areas_of(seat)
        other = areas[entry["to"]].box
        if relation == "below":
            which = "High" if "High" in entry["what"] else "Low"
            assert all(seen(seat, hand.box, other)[1] > 0 for hand in seat.hands if hand.label == which)
            continue
        one = areas[name(entry)].box
        right, nearer = seen(seat, one, other)
        if relation in ("behind", "in front of"):
            assert abs(right) < 1 and close(one, other)
            assert (nearer > 0) == (relation == "behind")
        elif relation == "above":
            assert -(one.h + other.h) / 2 - 12 < nearer < -(one.h + other.h) / 2
        elif relation == "above and to the right of":
            assert right > 0 > nearer
            assert -(one.h + other.h) / 2 - 12 < nearer
        else:
            assert relation == "to the right of"
            assert right > 0 and abs(nearer) < 1


def _order_of_the_table(felt: Felt, entry: Entry) -> None:
    tray, relation = felt.thing("tray"), entry["relation"]
    if relation == "to the dealer's right":
        rake = felt.thing("rake")
        assert rake is None or (tray and rake.x < tray.x)  # he looks down at the players: his right is at the left
        return
    board = [card.box for card in felt.community]
    middle = Box(sum(box.x for box in board) / len(board), board[0].y, 0, 0)
    areas = [(area.box.x, area.box.y) for seat in felt.seats for area in seat.areas]
    if relation == "directly in front of":
        if tray:
            assert all(0 < box.y - box.h / 2 - (tray.y + tray.h / 2) < 20 for box in board)
            assert abs(middle.x - tray.x) < tray.w / 2
        return
    assert relation == "between" and felt.dealer
    own = felt.dealer.box
    if entry["what"] == "the dealer's cards":
        assert own.y + own.h / 2 < middle.y - board[0].h / 2
        assert tray is None or tray.y + tray.h / 2 < own.y - own.h / 2
        return
    assert abs(middle.x - felt.view[2] / 2) < 1
    top = tray or own
    assert all(hypot(x - top.x, y - top.y) > middle.y - top.y for x, y in areas)


def written(felt: Felt, cite: str) -> str:
    """What a felt has under a paragraph, in one line."""
    return " ".join(line.text for line in felt.lines if line.cite == cite).lower()


@of("words")
def test_every_inscription_is_there_with_its_paragraph(entry: Entry) -> None:
    cite, house = entry["cite"], house_of(entry)
    if entry["what"].startswith(ODDS):
        _odds_are_told(house)
    elif entry["what"].startswith(LIMIT):
        _limit_is_told(house, cite)
    elif entry.get("label") == "=":
        for felt in felts(house):
            for seat in felt.seats:
                [sign] = [s for s in seat.signs if s.text == "="]
                areas = areas_of(seat)
                assert seen(seat, sign.box, areas["Ante"].box)[0] > 0 > seen(seat, sign.box, areas["Super Bonus"].box)[0]
    elif "seats" in entry:
        seats = felt_of(house).seats
        assert [areas_of(s)["Pai Gow Poker"].label.split("|")[-1] for s in seats] == ["1", "2", "3", "4", "5", "6"]
    else:
        wanted = [entry["label"].lower()] if "label" in entry else entry["tells"]
        told = " ".join(line.text for line in inscriptions_of(house) if line.cite == cite).lower()
        for words in (told, *(written(felt, cite) for felt in felts(house))):
            assert all(word in words for word in wanted), words


def _odds_are_told(house: House) -> None:
    """The drawing has the odds in the title of each area."""
    # why: an inscription by the letter would be printed words; the cloth is a picture here, and what one reads on it by
    # pointing at an area takes their place. The table's page has all of them besides, as a sign would.
    offered = House.of(house.chapter.chapter, everything(house.chapter.chapter) | _six_decks(house))
    for seat in felt_of(offered).seats:
        for area in areas_of(seat).values():
            assert re.search(r"\d to \d|\$\d|\d%", area.title), area.title


def _six_decks(house: House) -> dict[str, Any]:
    return TABLES if house.chapter.chapter == "633a" else {}


def _limit_is_told(house: House, cite: str) -> None:
    generic = House.of(house.chapter.chapter, house.given | {"payout_limit_notice": "generic"})
    unit = {"633a": "per round", "677a": "per player per round"}.get(house.chapter.chapter, "per hand")
    for at, words in ((house, f"payout limit $50,000 {unit}"), (generic, "posted payout limit")):
        assert words in " ".join(line.text for line in inscriptions_of(at) if line.cite == cite).lower()
        for felt in felts(at):
            assert words in written(felt, cite)


@of("words")
def test_a_sign_takes_the_place_of_words_only_where_the_text_lets_it(entry: Entry) -> None:
    """Whatever signs a house has, words that must be on the layout stay there, and the others go."""
    if entry["what"].startswith(ODDS) or entry["per"] == "player" or entry["when"]:
        return
    known = {option.option: option.allowed for option in House.of(entry["chapter"]).chapter.options}
    signs = {option: "sign" for option in ("payouts_shown", "notices_shown") if "sign" in known.get(option, ())}
    cites = [line.cite for line in inscriptions_of(House.of(entry["chapter"], signs))]
    assert (entry["cite"] in cites) != entry.get("sign", False)


@pytest.mark.parametrize("chapter", MODULES)
def test_nothing_is_cited_to_the_layout_that_the_second_reading_does_not_have(chapter: str) -> None:
    felt = design(chapter)
    cites = {area.cite for area in felt.areas.values()} | {words.cite for words in felt.words}
    cites |= {felt.logo, felt.community_cite, felt.dealer_cite, felt.hands_cite} - {""}
    assert {c for c in cites if c.startswith(f"{chapter}.2(")} - DEVICES <= {entry["cite"] for entry in READ}


def test_odds_follow_the_decks() -> None:
    def title(decks: int) -> str:
        felt = felt_of(House.of("633a", {"decks": decks, "match_the_dealer": True}))
        return areas_of(felt.seats[0])["Match-the-Dealer"].title

    assert "different suit 4 to 1" in title(6)
    assert "different suit 3 to 1" in title(8)


@pytest.mark.cites("565.2(b)(5)")
def test_the_ante_bonus_is_told_with_the_ante() -> None:
    title = areas_of(felt_of(House.of("565")).seats[0])["Ante"].title
    assert "Ante Bonus: Straight 1 to 1, Three-of-a-kind 4 to 1, Straight flush 5 to 1" in title
