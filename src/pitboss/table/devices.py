"""The devices of a table that may fail, and the house's choices in force while one is out of order.

A choice that needs a device is checked when a house opens and lapses when the device fails. The cards are then shuffled, dealt
and counted, and the starting position determined, by a method that needs no failed device. The errata register holds the
readings (`all-device-fails`, `all-device-returns`); `pitboss.table.procedures.failures` takes devices out of use and brings
them back.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from pitboss.house import DEVICES, House
from pitboss.rulebook import Listed

READER, SHUFFLER, AUTOMATED_SHOE = "card reader device", "shuffler", "automated shoe"
NAMES = {READER: READER, SHUFFLER: "automated card shuffling device", AUTOMATED_SHOE: "automated dealing shoe"}
MANUAL_SHOE = "manual shoe"  # allowed in every chapter with a choice of dealing method; needs no device


def devices_of(house: House) -> list[str]:
    """The devices a house uses: shuffling device, automated shoe, both or none.

    >>> devices_of(House.of("mississippi-stud", {"dealing": "automated shoe"}))
    ['automated shoe']
    """
    shuffler = [SHUFFLER] if house.get("shuffler") not in (None, False, "manual") else []
    return shuffler + ([AUTOMATED_SHOE] if house.get("dealing") == AUTOMATED_SHOE else [])


def house_in_force(house: House, out_of_order: AbstractSet[str]) -> House:
    """The house with the choices that its working devices allow.

    >>> house = House.of("mississippi-stud", {"dealing": "automated shoe", "community_first": True})
    >>> without = house_in_force(house, {SHUFFLER})
    >>> without["shuffler"], without["reshuffling_device"], without["community_first"], without["dealing"]
    (False, False, False, 'automated shoe')
    """
    if not out_of_order:
        return house
    values = dict(house.values)
    if AUTOMATED_SHOE in out_of_order:
        _without_shoe(values)
    if SHUFFLER in out_of_order:
        _without_shuffler(values)
    _without_both(values)
    return replace(house, values=Listed(house.chapter.chapter, "option", values))


def _without_shoe(values: dict[str, Any]) -> None:
    """Deals from a manual shoe instead. A shoe that dispenses community cards first is also the device that reshuffles them
    (§ 655a.10(g), § 677a.10(g)), so without it the dealer shuffles too."""
    if values.get("dealing") == AUTOMATED_SHOE:
        values["dealing"] = MANUAL_SHOE
    if values.get("community_first"):
        _without_shuffler(values)


def _without_shuffler(values: dict[str, Any]) -> None:
    """The dealer shuffles, and nothing is dealt from the hand (§ 555.9(a)(1) and its counterparts, § 633a.12(b)(2))."""
    values["shuffler"] = "manual" if isinstance(values["shuffler"], str) else False
    for choice in (*DEVICES, "from_the_hand"):
        if choice in values:
            values[choice] = False
    if values.get("dealing") == "hand":
        values["dealing"] = MANUAL_SHOE


def _without_both(values: dict[str, Any]) -> None:
    """Drops the choices that need a shuffler and an automated shoe together: the button (§ 561.8(a)(3), § 561.12(d),
    § 645a.5(i)(3)), replaced by dice in a shaker, and community cards first (§ 655a.10(g), § 677a.10(g))."""
    automated = values.get("dealing") == AUTOMATED_SHOE
    if values.get("starting_position") == "button" and not (automated and values["shuffler"]):
        values["starting_position"] = "shaker"
    if values.get("community_first") and not (automated and values["reshuffling_device"]):
        values["community_first"] = False
