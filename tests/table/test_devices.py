"""The choices in force while a device is out of order (`pitboss.table.devices`), and logs from before they were."""

from itertools import product
from typing import Any

import msgspec
import pytest

from pitboss.games import BANKED, NONBANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.devices import AUTOMATED_SHOE, READER, SHUFFLER, house_in_force
from pitboss.table.drivers import bots, drive
from pitboss.table.log.log import Difference
from pitboss.table.log.replay import FORMERLY, PUT_OUT_OF_USE, repeat
from pitboss.table.procedures.failures import REMOVED, out_of_use
from pitboss.table.steps import Step
from pitboss.table.table import Table
from pitboss.table.working import check_works

DEPENDENT = {  # by option, the values that need a device
    "shuffler": (True, "automated", "continuous"),
    "dealing": ("hand", AUTOMATED_SHOE),
    "starting_position": ("button",),
    **dict.fromkeys(("second_deck", "counting_shuffler", "reshuffling_device", "community_first", "from_the_hand"), (True,)),
}
EVERY_DEVICE = [set(), {SHUFFLER}, {AUTOMATED_SHOE}, {SHUFFLER, AUTOMATED_SHOE}, {READER}, {READER, SHUFFLER}]


def lawful_houses(number: str) -> list[House]:
    """Every lawful combination of the choices that need a device, with all others at their defaults."""
    options = {option.option: option for option in House.of(number).chapter.options if option.option in DEPENDENT}
    choices = []
    for name, option in options.items():
        allowed = [True] if option.kind == "flag" else option.allowed
        choices.append([(name, value) for value in (None, *DEPENDENT[name]) if value is None or value in allowed])
    houses = []
    for chosen in product(*choices):
        try:
            house = House.of(number, {name: value for name, value in chosen if value is not None})
            check_works(game(number), house)
        except Exception:
            continue
        houses.append(house)
    return houses


@pytest.mark.parametrize("number", [*BANKED, *NONBANKED])
def test_what_is_in_force_is_lawful_without_the_failed_devices(number: str) -> None:
    """The same checks that open a house hold for what is left of it, and it has no choice that needs a failed device."""
    houses = lawful_houses(number)
    assert len(houses) > 1
    for house, failed in product(houses, EVERY_DEVICE):
        values = house_in_force(house, failed).values
        game(number).check_house(
            House.of(number, {**house.given, **{name: values[name] for name in DEPENDENT if name in values}})
        )
        assert not (SHUFFLER in failed and values["shuffler"] not in (False, "manual"))
        assert not (AUTOMATED_SHOE in failed and values.get("dealing") == AUTOMATED_SHOE)
        assert {n for n in values if values[n] != house.values[n]} <= {*DEPENDENT, *STORED}


STORED = {"shuffler_fills_shoe", "shuffler_loads_shoe", "shuffler_stores_securely"}
BUTTON = {"dealing": AUTOMATED_SHOE, "starting_position": "button"}
FIRST = {"dealing": AUTOMATED_SHOE, "community_first": True}
IN_FORCE: list[tuple[str, dict[str, Any], set[str], dict[str, Any]]] = [
    ("565", {"dealing": AUTOMATED_SHOE}, set(), {"dealing": AUTOMATED_SHOE}),
    ("565", {"dealing": AUTOMATED_SHOE, "shuffler": True}, {AUTOMATED_SHOE}, {"dealing": "manual shoe", "shuffler": True}),
    ("565", {"dealing": AUTOMATED_SHOE, "shuffler": True}, {SHUFFLER}, {"dealing": AUTOMATED_SHOE, "shuffler": False}),
    ("565", {"dealing": "hand", "counting_shuffler": True}, {SHUFFLER}, {"dealing": "manual shoe", "counting_shuffler": False}),
    ("565", {"dealing": "hand"}, {AUTOMATED_SHOE}, {"dealing": "hand", "shuffler": True}),
    ("645a", BUTTON, {SHUFFLER}, {"starting_position": "shaker", "dealing": AUTOMATED_SHOE}),
    ("645a", BUTTON, {AUTOMATED_SHOE}, {"starting_position": "shaker", "shuffler": True}),
    ("561", {"starting_position": "random number generator"}, {SHUFFLER}, {"starting_position": "random number generator"}),
    ("677a", FIRST, {SHUFFLER}, {"community_first": False, "dealing": AUTOMATED_SHOE, "reshuffling_device": False}),
    ("677a", FIRST, {AUTOMATED_SHOE}, {"community_first": False, "dealing": "manual shoe", "shuffler": False}),
    ("678a", {"reshuffling_device": True, "dealing": AUTOMATED_SHOE}, {AUTOMATED_SHOE}, {"reshuffling_device": True}),
    ("633a", {"from_the_hand": True}, {SHUFFLER}, {"from_the_hand": False, "shuffler": "manual", "decks": 2}),
    ("633a", {"from_the_hand": True}, {READER}, {"from_the_hand": True, "shuffler": "automated"}),
    ("635a", {"shuffler": "continuous", "dealing": AUTOMATED_SHOE}, {AUTOMATED_SHOE}, {"shuffler": "continuous"}),
    ("637a", {"counting_shuffler": True}, {SHUFFLER}, {"shuffler": False, "counting_shuffler": False}),
]


@pytest.mark.parametrize(("number", "chosen", "failed", "expected"), IN_FORCE)
def test_what_a_failed_device_takes_with_it(
    number: str, chosen: dict[str, Any], failed: set[str], expected: dict[str, Any]
) -> None:
    house = House.of(number, chosen)
    before = dict(house.values)
    values = house_in_force(house, failed).values
    assert {name: values[name] for name in expected} == expected
    assert house.values == before


# ---------------------------------------------------------------------------- logs of earlier versions


def test_a_log_in_the_words_of_earlier_versions_replays_and_no_other_does() -> None:
    """Before, the first round of two decks spoke of a deck just used, though there was none."""
    chosen = {"second_deck": True}
    table = Table(game("565"), House.of("565", chosen), Chance(3))
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    drive(table, bots)
    begin = next(n for n, record in enumerate(table.tail) if record.steps and record.steps[0].act == "begin")

    def again(words: dict[str, str]) -> None:
        copy = Table(game("565"), House.of("565", chosen), Chance(3))
        for record in table.tail[1 : begin + 1]:
            said = [msgspec.structs.replace(step, note=words.get(step.note, step.note)) for step in record.steps]
            repeat(copy, msgspec.structs.replace(record, steps=said), record.version)

    def notes(steps: list[Step]) -> set[str]:
        return {step.note for step in steps} & set(FORMERLY)

    assert notes(table.tail[begin].steps) == {"one of the two decks comes into play", "the other deck goes into the device"}
    again({})
    again(FORMERLY)
    with pytest.raises(Difference, match="the log says"):
        again({"one of the two decks comes into play": "a deck comes into play"})


def test_a_device_put_out_of_use_is_read_in_earlier_words() -> None:
    assert FORMERLY[out_of_use(SHUFFLER, REMOVED)] == out_of_use(SHUFFLER, PUT_OUT_OF_USE)
