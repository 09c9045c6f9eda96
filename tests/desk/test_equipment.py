"""The checklist of a table: every paragraph of equipment is on the list of the tables that it concerns, and on no other's."""

import json
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.desk.equipment import checklist
from pitboss.desk.opened import EXCLUDED, changes, check_colors, check_supervision, overdue
from pitboss.desk.things import listed, things_of
from pitboss.errors import PitbossError
from pitboss.felt.areas import cite_of, made_here
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.rulebook import Chapter, Option, games
from tests.commands import pitboss

BOOKS = games()
NOON = datetime(2026, 11, 17, 12)


def values(option: Option) -> list[Any]:
    """Every value that a choice can have, the least where there are many."""
    if option.kind == "flag":
        return [False, True]
    if isinstance(option.allowed, list):
        return list(option.allowed)
    if option.kind in ("amount", "number"):
        return [option.default, option.allowed.get("min", 0), max(option.allowed.get("min", 0), 100)]
    return [option.default, *option.allowed.values()] if isinstance(option.allowed, dict) and option.kind == "table" else []


@cache
def tables(number: str) -> tuple[House, ...]:
    """Houses of a chapter that differ from its defaults in one choice, as far as each is lawful; and one with all devices."""
    book = next(book for book in BOOKS if book.chapter == number)
    given = [{option.option: value} for option in book.options for value in values(option)]
    given += [{"payout_limit": 5_000_000, "payout_limit_notice": word} for word in ("amount", "generic", "layout", "sign")]
    given += [{"blackjack_switch": True, "super_match": True}, {"double_shoe": True, "decks": 8}]
    found = []
    for each in [{}, *given]:
        try:
            found.append(House.of(number, each))
        except PitbossError:
            continue
    return tuple(found)


def sections(house: House) -> set[str]:
    return {item.section for item in checklist(house)}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.chapter)
def test_every_paragraph_of_equipment_is_on_the_checklist_of_a_table(book: Chapter) -> None:
    """Of every section, so of .2 and .3 too: some house of the chapter has it on its list."""
    wanted = {cite for cite, p in book.paragraphs.items() if p.kind == "equipment" and not p.same_as}
    found = set[str]().union(*map(sections, tables(book.chapter)))
    assert wanted - found == set()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.chapter)
def test_the_list_cites_paragraphs_that_exist_each_once(book: Chapter) -> None:
    cites = [cite for cites in things_of(book).values() for cite in cites]
    assert len(cites) == len(set(cites)) and set(cites) <= set(book.paragraphs)
    assert set(cites) == {cite for cite in listed() if cite.split(".")[0] == book.chapter}


@pytest.mark.parametrize(
    ("number", "given", "section"),
    [
        ("565", {"second_deck": True}, "565.3(b)(2)"),
        ("565", {"payouts_shown": "sign"}, "565.2(c)"),
        ("677a", {"trips_plus": "A"}, "677a.2(b)(6)"),
        ("677a", {"notices_shown": "sign"}, "677a.2(b)(9)"),
        ("677a", {"payout_limit": 5_000_000}, "677a.2(b)(8)(ii)"),
        ("559", {"let_it_ride_bonus": "floor"}, "559.2(f)(2)"),
        ("587", {"progressive_payout": True}, "587.2(c)"),
        ("587", {"dealing": "hand"}, "587.9(a)(1)"),
        ("633a", {"discard_rack": "marked"}, "633a.2(e)(2)"),
        ("633a", {"double_shoe": True}, "633a.2(f)"),
        ("633a", {"double_shoe": True}, "633a.3(c)"),
        ("633a", {"shuffler": "automated"}, "633a.3(b)"),
        ("633a", {"blackjack_switch": True}, "633a.2(b)(10)"),
        ("633a", {"from_the_hand": True}, "633a.12(b)(2)"),
        ("645a", {"starting_position": "random number generator"}, "645a.2(c)(2)"),
        ("645a", {"starting_position": "button"}, "645a.2(c)(3)"),
        ("637a", {"high_hand": True}, "637a.16(b)"),
        ("637a", {"bad_beat": True}, "637a.2(e)"),
        ("553", {"bad_beat_contribution": 100}, "553.2(e)"),
        ("678a", {"progressive_jackpot": "A"}, "678a.2(c)(1)"),
    ],
)
def test_a_choice_brings_its_paragraph_onto_the_list(number: str, given: dict[str, Any], section: str) -> None:
    assert section not in sections(House.of(number)) and section in sections(House.of(number, given))


def here(number: str, given: dict[str, Any], section: str) -> str:
    return next(item.here for item in checklist(House.of(number, given)) if item.section == section)


def test_the_list_says_what_the_choices_make_of_it() -> None:
    assert here("565", {"seats": 5}, "565.2(a)") == "5 seats, of 7 that there may be"
    assert here("565", {"seats": 5}, "565.2(b)(2)") == "Ante: 5 areas"
    assert here("633a", {"decks": 8}, "633a.2(e)(1)") == "exactly as high as 8 decks"
    assert here("633a", {"decks": 8, "double_shoe": True}, "633a.2(f)") == "for the 4 decks of one side"
    assert here("633a", {"tip_box": "alternative"}, "633a.2(c)").endswith("tip box: alternative")
    assert here("563", {"qualifying_rank": "flush"}, "563.2(b)(7)") == '"Ante pays on a flush or better"'
    assert here("645a", {}, "645a.3(a)") == "1 deck of 53 cards; 2 cover cards"
    assert here("635a", {"decks": 8}, "635a.3(a)") == "8 decks of 48 cards; 1 cover card"
    assert here("553", {}, "553.3(a)") == "1 deck of 52 cards, 2 at the table; 1 cover card"
    assert here("657a", {"notices_shown": "sign"}, "657a.2(b)(5)(i)") == "on a sign at the table"


@pytest.mark.parametrize("number", BANKED)
def test_every_wager_that_is_offered_has_its_areas(number: str) -> None:
    """Where section .2 asks for the area of a wager, the list names it at each house that offers it, and at no other."""
    for house in tables(number):
        areas = {item.section: item.here for item in checklist(house) if item.thing == "areas"}
        offered = {wager.name for wager in made_here(house)}
        for wager in game(number).wagers:
            if wager.name in offered and (cite := cite_of(house, wager.name)) in listed():
                assert wager.name in areas[cite] and " area" in areas[cite]
            elif wager.name not in offered:
                assert not any(wager.name == name for told in areas.values() for name in told.split(":")[0].split(" and "))


# ---------------------------------------------------------------------------- card changes


@pytest.mark.cites("565.3(c)(1)", "565.3(c)(2)", "633a.3(d)", "637a.3(c)", "645a.2(c)(1)(i)", "635a.3(b)", "553.3(b)")
def test_cards_and_dice_are_changed_in_time() -> None:
    def hours(number: str, **given: Any) -> list[tuple[str, str, int]]:
        return [(each.what, each.section, each.hours) for each in changes(House.of(number, given))]

    assert hours("565") == [("cards", "565.3(c)(2)", 8)]
    assert hours("565", dealing="hand") == [("cards", "565.3(c)(1)", 4)]
    assert hours("633a") == [("cards", "633a.3(d)", 24)]
    assert hours("633a", from_the_hand=True) == [("cards", "633a.3(d)", 4)]
    assert hours("635a") == [("cards", "635a.3(b)", 24)]
    assert hours("553") == [("cards", "553.3(b)", 6)]
    assert hours("637a") == [("cards", "637a.3(c)", 12)]
    assert hours("645a") == [("cards", "645a.3(c)(2)", 8), ("dice", "645a.2(c)(1)(i)", 24)]
    assert hours("645a", starting_position="button") == [("cards", "645a.3(c)(2)", 8)]


@given(st.sampled_from(BOOKS), st.integers(0, 60 * 48), st.integers(0, 60 * 48))
def test_what_is_overdue_stays_overdue(book: Chapter, minutes: int, more: int) -> None:
    house = House.of(book.chapter)
    then = overdue(house, NOON, NOON + timedelta(minutes=minutes))
    later = overdue(house, NOON, NOON + timedelta(minutes=minutes + more))
    assert set(then) <= set(later)
    assert bool(then) == (minutes > 60 * min(each.hours for each in changes(house)))


# ---------------------------------------------------------------------------- colors and people


@pytest.mark.cites("521.1")
def test_a_cover_card_is_told_from_the_backs() -> None:
    """§ 521.1: a solid color that is readily told from the backs of the cards."""
    house = House.of("565")
    assert check_colors(house, ["red"], "yellow") == []
    assert [wrong.section for wrong in check_colors(house, ["Red"], "red")] == ["521.1"]


def test_two_decks_have_two_colors() -> None:
    def found(number: str, backs: list[str], **given: Any) -> list[str]:
        return [wrong.section for wrong in check_colors(House.of(number, given), backs, "")]

    assert found("565", ["red", "blue"], second_deck=True) == []
    assert found("565", ["red", "red"], second_deck=True) == ["565.3(b)(2)"]
    assert found("677a", ["red", "red"], second_deck=True) == ["677a.3(b)(1)"]
    assert found("565", ["red", "blue"]) == ["565.3(a)"]
    assert found("637a", ["red"]) == ["637a.3(a)"]
    assert found("633a", ["red", "red"], double_shoe=True) == ["633a.3(c)"]
    assert found("633a", ["red", "red"], shuffler="automated") == ["633a.3(b)(2)"]
    assert found("633a", ["red"]) == []


@pytest.mark.cites("587.14(c)", "587.14(c)(1)", "587.14(c)(2)", "587.14(c)(3)")
@pytest.mark.cites("587.14(c)(4)", "587.14(c)(5)", "587.14(c)(6)")
def test_a_floorperson_watches_four_banking_tables() -> None:
    assert check_supervision(["587", "633a", "blackjack", "Roulette"]) == []
    assert [wrong.section for wrong in check_supervision(["587"] * 5)] == ["587.14(c)"]
    assert [wrong.section for wrong in check_supervision(["587", "637a"])] == ["587.14(c)"]
    for name, cite in EXCLUDED.items():
        assert [wrong.section for wrong in check_supervision(["587", name.lower()])] == [cite]
    with pytest.raises(PitbossError, match="no game is called"):
        check_supervision(["Solitaire"])


@pytest.mark.cites("587.14(a)", "587.14(b)", "587.14(c)")
def test_raise_it_up_stud_has_a_camera_a_dealer_and_a_floorperson() -> None:
    told = {item.section: item.here for item in checklist(House.of("587"))}
    assert told["587.14(a)"].startswith("1 fixed camera") and told["587.14(b)"] == "1 dealer at least"
    assert "4 tables" in told["587.14(c)"]


# ---------------------------------------------------------------------------- the command


def test_the_command(tmp_path: Any) -> None:
    done = pitboss("equipment", "565", "--opened", "08:00", "--now", "15:59", "--backs", "red", "--cover-card", "yellow")
    assert (done.returncode, done.stderr) == (0, "")
    assert "□ Ante: 7 areas  § 565.2(b)(2)" in done.stdout and "every 8 hours, by " in done.stdout
    path = tmp_path / "submission.toml"
    path.write_text('chapter = "565"\ndealing = "hand"\n', encoding="utf-8")
    words = ("--opened", "2026-11-17 08:00", "--now", "2026-11-17 12:01", "--supervises", "Craps", "--json")
    done = pitboss("equipment", str(path), *words, "--set", "seats=3")
    told = json.loads(done.stdout)
    assert done.returncode == 1 and not told["ok"]
    assert [each["section"] for each in told["findings"]] == ["565.3(c)(1)", "587.14(c)(3)"]
    assert told["changes"] == [{"what": "cards", "section": "565.3(c)(1)", "hours": 4, "due": "2026-11-17 12:00"}]
    assert {"section": "565.2(a)", "here": "3 seats, of 7 that there may be"}.items() <= told["items"][0].items()


@pytest.mark.parametrize(
    "words",
    [
        ["999"],
        ["527"],
        ["565", "--set", "seats=8"],
        ["565", "--opened", "noon"],
        ["565", "--opened", "2026-11-17 12:00", "--now", "2026-11-17 11:00"],
        ["565", "--supervises", "Solitaire"],
    ],
)
def test_the_command_refuses_what_it_cannot_read(words: list[str]) -> None:
    done = pitboss("equipment", *words)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
