"""Choices that are lawful one by one and not together are refused by the paragraph that one of them breaks, in every banked
game."""

from typing import Any

import pytest

from pitboss.errors import NotAuthorized
from pitboss.games import BANKED, module
from pitboss.house import House
from pitboss.rulebook import Option, chapter
from pitboss.table.procedures.irregularities import Irregularities

DEVICES = ("counting_shuffler", "reshuffling_device", "second_deck", "shuffler_fills_shoe")
OPTIONS = {n: {option.option: option for option in chapter(n).options} for n in BANKED}
BY_HAND = [n for n in BANKED if isinstance(getattr(module(n), "IRREGULARITIES", None), Irregularities)]


def refused(number: str, given: dict[str, Any]) -> NotAuthorized:
    with pytest.raises(NotAuthorized) as found:
        House.of(number, given)
    return found.value


def flag(number: str, name: str) -> Option | None:
    found = OPTIONS[number].get(name)
    return found if found is not None and found.kind == "flag" else None


@pytest.mark.parametrize("number", [n for n in BANKED if flag(n, "shuffler")])
def test_what_a_shuffling_device_does_needs_one(number: str) -> None:
    for device in DEVICES:
        if option := flag(number, device):
            problem = refused(number, {device: True, "shuffler": False})
            assert (problem.cite, problem.field, problem.rule) == (option.section, device, "device-needs-shuffler")


@pytest.mark.parametrize("number", BY_HAND)
def test_dealing_from_the_hand_needs_a_shuffling_device(number: str) -> None:
    problem = refused(number, {"dealing": "hand", "shuffler": False})
    assert problem.cite == module(number).METHODS["hand"].ready[0][0]
    assert (problem.field, problem.rule, problem.needs) == ("dealing", "hand-needs-shuffler", ("shuffler",))


@pytest.mark.parametrize("number", [n for n in BANKED if {"table_minimum", "table_maximum"} <= set(OPTIONS[n])])
def test_a_minimum_above_the_maximum_is_refused_by_the_paragraph_of_the_maximum(number: str) -> None:
    problem = refused(number, {"table_minimum": 5000, "table_maximum": 4000})
    assert (problem.cite, problem.rule) == (OPTIONS[number]["table_maximum"].section, "limits-in-order")
