"""What a chapter does not allow a house to choose is refused by the paragraph of the choice, in every banked game; and the deck
is as large as the chapter counts it."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.errors import NotAuthorized
from pitboss.games import BANKED, game
from pitboss.house import KIND, House
from pitboss.rulebook import Option, Paytable, chapter
from pitboss.spelling import option_of

COUNTED = [
    pytest.param(n, marks=pytest.mark.cites(limit.section))
    for n in BANKED
    for limit in chapter(n).limits
    if limit.name == "deck_size"
]
SAID_WITH_TO = {  # tables in chapters which say that odds are stated with the word "to", and never with "for"
    "555.13(c)": "555.13(a)",
    "559.14(b)": "559.14(a)",
    "559.14(e)": "559.14(a)",
    "563.12(c)": "563.12(a)",
}
LEAST = [  # numbers that a chapter prints and an option repeats
    pytest.param(n, limit.name, marks=pytest.mark.cites(limit.section))
    for n in BANKED
    for limit in chapter(n).limits
    if any(f"{o.option}_minimum" == limit.name for o in chapter(n).options if o.kind in ("number", "amount"))
]
FLOORS = [
    (n, table)
    for n in BANKED
    for table in chapter(n).paytables
    if any(o.kind == "table" and o.option == option_of(table.wager) and "floor" in str(o.allowed) for o in chapter(n).options)
]


def forbidden(option: Option) -> Iterator[tuple[Any, str]]:
    """Values that an option does not allow, each with the rule that it breaks."""
    if option.kind == "flag":
        yield "perhaps", KIND
    elif option.kind in ("number", "amount"):
        yield "many", KIND
        if isinstance(option.allowed, dict) and "min" in option.allowed:
            yield option.allowed["min"] - 1, option.option
        if isinstance(option.allowed, dict) and "max" in option.allowed:
            yield option.allowed["max"] + 1, option.option
    elif option.kind == "choice":
        yield "something else", option.option


@pytest.mark.parametrize("number", BANKED)
def test_a_choice_that_is_not_allowed_is_refused_by_its_own_paragraph(number: str) -> None:
    for option in chapter(number).options:
        for value, rule in forbidden(option):
            if value == option.default:  # which says that the house has none
                continue
            with pytest.raises(NotAuthorized) as refused:
                House.of(number, {option.option: value})
            problem = refused.value
            assert (problem.cite, problem.field, problem.rule) == (option.section, option.option, rule), value
            assert problem.given == value


@pytest.mark.parametrize("number", COUNTED)
def test_the_deck_has_as_many_cards_as_the_chapter_counts(number: str) -> None:
    house = House.of(number, {})
    assert len(game(number).deck(house)) == chapter(number).limit_named("deck_size") * house.get("decks", 1)


@pytest.mark.parametrize("number, table", FLOORS)
def test_a_row_that_pays_less_than_printed_or_is_not_said_with_to_is_refused_by_its_paragraph(
    number: str, table: Paytable
) -> None:
    field = option_of(table.wager)
    for hand, payout in table.rows:
        top, _, rest = payout.partition(" to ")
        if not rest.isdecimal() or int(top) < 2:
            continue
        wrong = {"table-floor": (f"{int(top) - 1} to {rest}", table.section)}
        if table.section in SAID_WITH_TO:
            wrong["odds-said-with-to"] = (f"{int(top) + 1} for {rest}", SAID_WITH_TO[table.section])
        for rule, (odds, cite) in wrong.items():
            with pytest.raises(NotAuthorized) as refused:
                House.of(number, {field: {hand: odds}})
            problem = refused.value
            assert (problem.cite, problem.field, problem.rule, problem.row) == (cite, field, rule, hand)


@pytest.mark.parametrize("number, name", LEAST)
def test_the_least_that_a_house_may_choose_is_the_printed_one(number: str, name: str) -> None:
    book = chapter(number)
    option = next(option for option in book.options if f"{option.option}_minimum" == name)
    assert isinstance(option.allowed, dict)
    assert option.allowed["min"] == book.limit_named(name)
