"""What a chapter does not allow a house to choose is refused by the paragraph of the choice, in every banked game; and the deck
is as large as the chapter counts it."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.errors import NotAuthorized
from pitboss.games import BANKED, game
from pitboss.house import KIND, House
from pitboss.rulebook import Option, chapter

COUNTED = [
    pytest.param(n, limit.value, marks=pytest.mark.cites(limit.section))
    for n in BANKED
    for limit in chapter(n).limits
    if limit.name == "deck_size"
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


@pytest.mark.parametrize("number, size", COUNTED)
def test_the_deck_has_as_many_cards_as_the_chapter_counts(number: str, size: int) -> None:
    house = House.of(number, {})
    assert len(game(number).deck(house)) == size * house.get("decks", 1)
