"""A device of a table fails, or is repaired or replaced: section .13(g), .14(g) or .14(n), nearly the same in every chapter.

Choices that depend on the device lapse and return with it (`pitboss.table.devices`). Each family of games adds its own
consequences.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.table.devices import AUTOMATED_SHOE, NAMES, SHUFFLER
from pitboss.table.round import Round

BROKEN, REPAIRED = "device out of order", "device repaired or replaced"
REMOVED = "is out of order and removed from the table"  # in the chapters of 2010
COVERED = "is covered or signed out of order"  # in later chapters

Act = Callable[[Round, dict[str, Any]], None]


def out_of_use(device: str, done: str) -> str:
    """The note of a device that is taken out of use; `done` is REMOVED or COVERED."""
    return f"the {NAMES[device]} {done} before another way is used"


def fail(t: Round, device: str, cite: str, note: str) -> None:
    """Takes a device out of use, and with it what depends on it; `note` says what is done about it."""
    if device in t.table.out_of_order:
        raise NotAuthorized(f"the {NAMES[device]} is out of order already", cite)
    t.say(cite, note)
    t.table.out_of_order.add(device)
    t.house = t.table.in_force


def restore(t: Round, device: str, cite: str) -> None:
    """Brings a repaired or replaced device back into use, and with it what depends on it."""
    if device not in t.table.out_of_order:
        raise NotAuthorized(f"the {NAMES[device]} is not out of order", cite)
    t.table.out_of_order.remove(device)
    t.house = t.table.in_force
    t.say(cite, f"the {NAMES[device]} is repaired or replaced and in use again")


def before_first_card(t: Round) -> bool:
    """True until the first card of the round is dealt."""
    return not t.stage and not t.hands


def device_named(t: Round, detail: Mapping[str, Any], cite: str) -> str:
    """The shuffling device or automated shoe that a detail names, at a table dealt from one deck. Without a name it is the
    shuffling device, unless the table has only the shoe. A device that reshuffles may be a dealing shoe (§ 587.5(g) and its
    counterparts)."""
    words, house = str(detail.get("device", "")).lower(), t.table.house
    if not words:
        return SHUFFLER if house["shuffler"] or house.get("dealing") != AUTOMATED_SHOE else AUTOMATED_SHOE
    if "shoe" in words:
        reshuffles = house.get("reshuffling_device") and house["dealing"] != AUTOMATED_SHOE
        return SHUFFLER if reshuffles else AUTOMATED_SHOE
    if "shuffl" not in words:
        raise NotAuthorized(f"{words!r} is neither the shuffling device nor the automated shoe", cite)
    return SHUFFLER


def device_acts(cite: str) -> dict[str, tuple[str, Act]]:
    """The acts on a device between two rounds, at a table dealt from one deck."""
    return {REPAIRED: (cite, lambda t, detail: restore(t, device_named(t, detail, cite), cite))}
