"""Failing devices at a table of 21 (§ 633a.14(k)–(m), § 635a.13(k)–(m)), and how the game continues without them."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.games.twenty_one.rules import Play, Rules, play_of
from pitboss.table.devices import AUTOMATED_SHOE, NAMES, READER, SHUFFLER
from pitboss.table.felt import Felt
from pitboss.table.procedures import failures
from pitboss.table.procedures.failures import COVERED, REPAIRED, Act, before_first_card
from pitboss.table.procedures.multideck import burn_first, from_the_hand, jam, memory_of, shuffler_of
from pitboss.table.round import Round
from pitboss.table.steps import SHOE, Procedure


def devices_of(table: Felt) -> list[str]:
    """The devices that a table has, working or not. It always has a card reader device (§ 633a.2(d), § 635a.2(d))."""
    found = [READER]
    if table.house["shuffler"] != "manual":
        found.append(SHUFFLER)
    if table.house.get("dealing") == AUTOMATED_SHOE:
        found.append(AUTOMATED_SHOE)
    return found


def device_named(table: Felt, detail: Mapping[str, Any], cite: str) -> str:
    """The device of this table that an incident or an act names, in any words. Refuses a device that the table does not have.

    A device that reshuffles may be a dealing shoe (§ 633a.5(h), § 635a.5(h)). If none is named, it is the only one besides the
    card reader device.
    """
    words, there = str(detail.get("device", "")).lower(), devices_of(table)
    if "reader" in words:
        return READER
    meant = [device for device in (AUTOMATED_SHOE, SHUFFLER) if device in there]
    if "shoe" in words and "shuffl" not in words:
        meant = [device for device in meant if device == AUTOMATED_SHOE or table.house["shuffler"] == "continuous"]
    elif "shuffl" in words:
        meant = [device for device in meant if device == SHUFFLER]
    elif words:
        meant = []
    if not meant or (not words and len(meant) > 1):
        listed = ", ".join(NAMES[device] for device in there)
        raise NotAuthorized(f"no {words or 'other device'} is in use at this table; it has {listed}", cite)
    return meant[0]


def fail(t: Round, rules: Rules, detail: Mapping[str, Any]) -> None:
    """A device fails: without the reader there is no dealing, without another device shuffling or dealing is done
    differently."""
    device = device_named(t.table, detail, rules.out_of_order)
    waits = "no further dealing until the card reader device is repaired or replaced"
    failures.fail(t, device, cite_of(rules, device), waits if device == READER else failures.out_of_use(device, COVERED))
    if device == AUTOMATED_SHOE:
        t.say(rules.preparation(t.table).place, "the cards left in it go into another dealing shoe, in their order", SHOE)
    reshuffle_if_needed(t.table, device)
    deal_from_shoe_instead(t, play_of(t))


def restore(t: Round, rules: Rules, detail: Mapping[str, Any]) -> None:
    """A device is repaired or replaced, and in use again."""
    device = device_named(t.table, detail, rules.out_of_order)
    failures.restore(t, device, cite_of(rules, device))
    reshuffle_if_needed(t.table, device)


def deal_from_shoe_instead(t: Round, play: Play) -> None:
    """Cards in the dealer's hand go into a shoe if the device that must shuffle them fails before the first card
    (§ 633a.12(b)(2)). The first card of a full batch is burned there (§ 633a.7(c))."""
    if not play.from_hand or from_the_hand(t.table) or not before_first_card(t):
        return
    play.from_hand, play.shoe = False, play.rules.preparation(t.table)
    t.say(play.shoe.place, "the cards go from the hand into a dealing shoe, in their order", SHOE)
    if len(t.stack) == len(t.table.game.deck(t.house)):
        burn_first(t, play.shoe)


def cite_of(rules: Rules, device: str) -> str:
    """The paragraph about a failing device."""
    return rules.reader_fails if device == READER else rules.out_of_order


def reshuffle_if_needed(table: Felt, device: str) -> None:
    """When a device fails or returns, cards that it shuffles continuously, or that may be dealt from the hand only because of
    it (§ 633a.12(b)(2)), must be reshuffled."""
    if device == SHUFFLER and (table.house["shuffler"] == "continuous" or table.house.get("from_the_hand")):
        memory_of(table).reshuffle.update(table.stacks)


def shuffler_jam(t: Round, rules: Rules) -> Procedure:
    """Refuse a jam of a device that is not in use."""
    if shuffler_of(t.table) == "manual":
        raise NotAuthorized("no automated card shuffling device is in use at this table", rules.shuffler_jam)
    yield from jam(t, rules.preparation(t.table), rules.shuffler_jam)


def may_deal(rules: Rules) -> Callable[[Felt], None]:
    """The check that no round begins while the card reader device is out of order."""

    def check(table: Felt) -> None:
        if READER in table.out_of_order:
            raise NotAuthorized(
                f"no cards are dealt until the card reader device is repaired or replaced: {REPAIRED!r}",
                rules.reader_fails,
            )

    return check


def acts(rules: Rules) -> dict[str, tuple[str, Act]]:
    """The acts concerning devices between two rounds."""
    return {REPAIRED: (rules.reader_fails, lambda t, detail: restore(t, rules, detail))}
