"""Every option of every chapter: the default is accepted, what is not allowed is refused with the option's section."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAuthorized, PitbossError
from pitboss.house import House
from pitboss.money import Odds
from pitboss.rulebook import Option, chapter, chapters
from tests.strategies import CHAPTERS, choices_of, examples, houses, lawful

OPTIONS = [(book.chapter, option) for book in chapters() for option in book.options]
IDS = [f"{number}-{option.option}" for number, option in OPTIONS]


def outside(option: Option) -> list[Any]:
    """Values that the chapter does not allow."""
    allowed, bad = option.allowed, ["zz", None, [], {}, 2.5, -1, object()]
    if option.kind == "text":
        return [value for value in bad if not isinstance(value, str)]
    if option.kind == "table":
        return [value for value in bad if value not in (option.default, {})]
    if option.kind == "flag":
        bad += [0, 1, "true", "yes"]
        bad += [value for value in (True, False) if value not in allowed]
    elif isinstance(allowed, list):
        bad += ["A ", "zz", 3]
        bad = [value for value in bad if value not in allowed]
    elif option.kind in ("number", "amount"):
        least, most = allowed.get("min", 0), allowed.get("max")
        bad += [least - 1, True, False, float(least), str(least)]
        bad += [most + 1, 10**9] if most is not None else []
        bad = [value for value in bad if type(value) is not int or value != option.default]
        if option.unit == "percent":  # which may have decimal places
            bad = [value for value in bad if type(value) is not float or not least <= value <= most]
            bad += [float("nan"), float("inf"), most + 0.5, most - 0.00001]
    return bad


@pytest.mark.parametrize(("number", "option"), OPTIONS, ids=IDS)
def test_the_default_is_accepted(number: str, option: Option) -> None:
    house = House.of(number, {option.option: option.default})
    assert house.values[option.option] == option.default
    assert house.values == House.of(number).values | house.follows()  # from a progressive_wager that is stated


@pytest.mark.parametrize(("number", "option"), OPTIONS, ids=IDS)
def test_what_is_not_allowed_is_refused_with_the_section(number: str, option: Option) -> None:
    for value in outside(option):
        try:
            House.of(number, {option.option: value})
        except NotAuthorized as error:
            assert error.cite == option.section, f"{value!r}: {error}"
            assert option.option in error.message
        else:
            pytest.fail(f"{option.option} = {value!r} was accepted")


@pytest.mark.parametrize(("number", "option"), OPTIONS, ids=IDS)
def test_the_ends_of_what_is_allowed_are_accepted(number: str, option: Option) -> None:
    allowed = option.allowed
    values = list(allowed) if isinstance(allowed, list) else []
    if isinstance(allowed, dict) and option.kind in ("number", "amount"):
        values = [v for v in (allowed.get("min"), allowed.get("max")) if v is not None]
    for value in values:
        given_ = {option.option: value}
        if option.option == "table_maximum":
            given_["table_minimum"] = 1
        try:
            house = House.of(number, given_)
            assert house.values[option.option] == house.follows().get(option.option, value)  # an empty choice is left open
        except NotAuthorized as error:  # it needs another choice beside it, and says which
            assert "need" in error.message or "must" in error.message, error


PERCENTAGES = [(number, option) for number, option in OPTIONS if option.kind == "number" and option.unit == "percent"]


@pytest.mark.parametrize(("number", "option"), PERCENTAGES, ids=[f"{number}-{o.option}" for number, o in PERCENTAGES])
@pytest.mark.cites("553.15(b)(1)", "637a.17(b)(1)")
def test_a_percentage_may_have_decimal_places_and_stays_exact(number: str, option: Option) -> None:
    most = option.allowed["max"]
    for stated, exact in ((most - 2.5, most - Fraction(5, 2)), (most - 0.9, most - Fraction(9, 10)), (float(most), most)):
        for written in (stated, Decimal(repr(stated))):
            found = House.of(number, {option.option: written}).values[option.option]
            assert (found, type(found) is int) == (exact, stated == most)


PRINTED = {p.section for book in chapters() for p in book.paytables}
FLOORS = [(number, o) for number, o in OPTIONS if o.kind == "table" and o.section in PRINTED]


@pytest.mark.parametrize(("number", "option"), FLOORS, ids=[f"{number}-{o.option}" for number, o in FLOORS])
def test_a_posted_table_pays_no_less_than_the_printed_one(number: str, option: Option) -> None:
    wager = option.option.replace("_", " ")
    printed = next(p for p in chapter(number).paytables if p.wager.lower().replace("'", "") == wager)
    posted = House.of(number, {option.option: dict(printed.rows)}).paytable(printed.wager)
    assert posted.rows == printed.rows
    assert posted.table == ""
    for rows in ({"zz": "1 to 1"}, {"zz": 3}, {printed.rows[0][0]: "1 to 100"}, {printed.rows[0][0]: "much"}):
        with pytest.raises(PitbossError):
            House.of(number, {option.option: rows})


def three_card(**rows: str) -> dict[str, str]:
    """What a house pays that posts such rows for the Three Card Bonus."""
    posted = {hand.replace("_", " "): payout for hand, payout in rows.items()}
    return dict(House.of("559", {"three_card_bonus": posted}).paytable("Three Card Bonus").rows)


def printed(table: str) -> dict[str, str]:
    """A printed table of the Three Card Bonus."""
    return dict(chapter("559").paytable("Three Card Bonus", table).rows)


@pytest.mark.cites("559.14(e)")
def test_own_rows_pay_no_hand_less_than_one_printed_table_taken_whole() -> None:
    assert three_card(pair="2 to 1") == printed("A") | {"Pair": "2 to 1"}
    assert three_card(straight="5 to 1", pair="3 to 2") == printed("B") | {"Pair": "3 to 2"}
    assert three_card(straight="7 to 1", flush="3 to 1") == printed("C") | {"Straight": "7 to 1"}
    for letter in "ABCDEF":  # every printed table may be posted, row by row
        assert House.of("559", {"three_card_bonus": printed(letter)}).paytable("Three Card Bonus").rows == tuple(
            printed(letter).items()
        )
    with pytest.raises(NotAuthorized, match=r"than A for Straight \(6 to 1, not 5 to 1\), than B for Flush") as refused:
        three_card(straight="5 to 1", flush="3 to 1")  # the least of each row, which no table prints together
    assert refused.value.cite == "559.14(e)"


@pytest.mark.cites("559.6(c)(1)", "559.14(e)")
def test_a_mini_royal_of_its_own_pays_no_less_than_the_straight_flush_that_it_is() -> None:
    assert House.of("559", {"three_card_bonus": {"Mini-royal": "45 to 1"}}).paytable("Three Card Bonus").rows[:2] == (
        ("Mini-royal", "45 to 1"),
        ("Straight flush", "40 to 1"),
    )
    with pytest.raises(NotAuthorized, match=r"than A for Mini-royal \(40 to 1, not 39 to 1\)"):
        House.of("559", {"three_card_bonus": {"Mini-royal": "39 to 1"}})
    with pytest.raises(NotAuthorized, match="Royal Flush must pay at least 1000 to 1, not N/A"):
        House.of("559", {"let_it_ride_poker": {"Royal flush": "N/A", "Straight flush": "1000 to 1"}})


@pytest.mark.parametrize(
    ("number", "option", "hand"),
    [
        ("555", "progressive_payout", "Straight"),
        ("557", "ante_bonus", "Flush"),
        ("559", "let_it_ride_poker", "Pair of nines"),
        ("559", "let_it_ride_bonus", "Two pair"),
        ("559", "three_card_bonus", "Ace high"),
        ("563", "bonus", "Ace-ten"),
        ("565", "pair_plus", "Ace high"),
    ],
)
def test_a_floor_names_every_hand_that_may_be_paid(number: str, option: str, hand: str) -> None:
    with pytest.raises(NotAuthorized, match=f'the .* table has no "{hand}"; it has'):
        House.of(number, {option: {hand: "$1" if "progressive" in option or option == "let_it_ride_bonus" else "1 to 1"}})


def test_a_hand_is_named_without_its_brackets_or_hyphens_where_that_is_enough_and_only_once() -> None:
    assert House.of("565", {"pair_plus": {"mini royal flush": "50 to 1"}}).paytable("Pair Plus").rows[-1][1] == "50 to 1"
    of_a_kind = House.of("565", {"pair_plus": {"Three of a kind": "50 to 1"}}).paytable("Pair Plus")
    assert of_a_kind.odds("Three-of-a-kind") == Odds.parse("50 to 1")
    with pytest.raises(NotAuthorized, match="the Pair Plus table pays Three-of-a-kind twice"):
        House.of("565", {"pair_plus": {"Three-of-a-kind": "50 to 1", "three of a kind": "60 to 1"}})
    with pytest.raises(NotAuthorized, match='the Bonus table has no "Ace-king"'):
        House.of("563", {"bonus": {"Ace-king": "30 to 1"}})
    with pytest.raises(NotAuthorized, match="the Pair Plus table pays Flush twice"):
        House.of("565", {"pair_plus": {"Flush": "4 to 1", "flush": "5 to 1"}})


@pytest.mark.parametrize("number", [book.chapter for book in chapters()])
def test_an_unknown_option_is_refused(number: str) -> None:
    for name in ("", "zz", "table minimum", "DECKS"):
        with pytest.raises(NotAuthorized, match="no option"):
            House.of(number, {name: 1})


def test_a_likely_name_is_suggested() -> None:
    with pytest.raises(NotAuthorized, match="did you mean table_minimum"):
        House.of("565", {"table_minimun": 500})


def test_the_minimum_is_not_above_the_maximum() -> None:
    with pytest.raises(NotAuthorized, match="above"):
        House.of("565", {"table_minimum": 1000, "table_maximum": 500})


def test_what_needs_a_device_has_one() -> None:
    assert House.of("565", {"dealing": "hand"})["shuffler"]
    assert House.of("565", {"second_deck": True})["shuffler"]
    for needs in ({"dealing": "hand"}, {"second_deck": True}, {"counting_shuffler": True}, {"shuffler_fills_shoe": True}):
        with pytest.raises(NotAuthorized):
            House.of("565", needs | {"shuffler": False})


@pytest.mark.parametrize("number", CHAPTERS)
@examples(40)
@given(data=st.data())
def test_a_house_is_what_was_given_and_defaults(number: str, data: st.DataObject) -> None:
    given_ = data.draw(houses(number))
    house = House.of(number, given_)
    follows = house.follows()
    assert {name: house.values[name] for name in given_} == given_ | {o: follows[o] for o in follows.keys() & given_.keys()}
    assert house.given == given_
    rest = {o.option: o.default for o in chapter(number).options if o.option not in given_}
    changed = {name for name, default in rest.items() if house.values[name] != default}
    from_hand = {"decks"} if given_.get("from_the_hand") else set()  # six decks cannot be held in a hand
    reshuffles = {"reshuffling_device"} if given_.get("community_first") else set()  # which is the shoe that allows it
    assert changed <= {"shuffler"} | from_hand | reshuffles | follows.keys(), "a choice that nobody made"
    assert House.of(number, house.given).values == house.values
    assert House.of(number, dict(reversed(given_.items()))).values == house.values


@pytest.mark.parametrize("number", CHAPTERS)
def test_every_way_to_play_is_tried(number: str) -> None:
    """The strategies know every option of a chapter that its game can play."""
    tried = {option for option, _ in choices_of(number)}
    for option in chapter(number).options:
        money = option.kind in ("amount", "table")
        assert option.option in tried or money or not any(lawful(number, {option.option: v}) for v in _others(option))


def _others(option: Option) -> list[Any]:
    return [v for v in option.allowed if v != option.default] if isinstance(option.allowed, list) else []
