"""Compares a finished round with the expectation of its case."""

import re

from pitboss.cases.order import ORDER, order_differences, void_differences
from pitboss.cases.reading import Case
from pitboss.errors import BadCase
from pitboss.games.pai_gow.bank import BANK
from pitboss.table.game import Game
from pitboss.table.money.ledger import METER
from pitboss.table.round import Round
from pitboss.table.steps import seat_of
from pitboss.table.table import Table


def differences(case: Case, table: Table, finished: Round) -> list[str]:
    """The differences between a finished round and the expectation of its case, a sentence each."""
    ledger = finished.ledger
    different: list[str] = []
    if "void" in case.expect and bool(case.expect["void"]) != bool(finished.void):
        different.append(f"void: expected {case.expect['void']}, got {bool(finished.void)}")
    different += void_differences(finished)
    for key, wanted in case.expect.items():
        if key in (*ORDER, "void"):
            continue
        if key == "house":
            # Growing or resetting a meter moves no chips of the table inventory container.
            meter = sum(METER[s.act] * s.cents for s in finished.steps if s.act in METER)
            noted = finished.facts
            facts: dict[str, object] = {"vigorish": noted.vigorish, "inventory": ledger.inventory + meter}
            facts |= {name: fact for name, fact in (("dealer_hand", noted.dealer_hand), ("hands", noted.hands)) if fact}
            if table.meter_cents is not None:
                facts["meter"] = table.meter_cents
            for fact, value in wanted.items():
                if fact not in facts:
                    raise BadCase(f"{case.path}: nothing is known of house.{fact}; known are {', '.join(sorted(facts))}")
                if str(facts[fact]).lower() != str(value).lower():
                    different.append(f"house.{fact}: expected {value!r}, got {facts[fact]!r}")
            continue
        hands = finished.facts.hands.get(seat_of(key), [])
        back = totals(ledger.back.get(key, {}), hands)
        back[BANK] = back.get(BANK, 0) - ledger.placed.get(key, {}).get(BANK, 0)  # net of what the bank paid
        for wager, cents in wanted.items():
            name_ = _name_of(wager, table.game)
            if name_ not in back and not _is_wager(name_, table.game):
                wagers = ", ".join([*table.game.wager_names, *table.game.payments])
                raise BadCase(f"{case.path}: {key}.{wager} is not a wager of chapter {case.chapter}; it has {wagers}")
            if back.get(name_, 0) != cents:
                different.append(f"{key}.{wager}: expected {cents}, got {back.get(name_, 0)}")
    return different + order_differences(case.expect, finished.steps)


_PART = re.compile(r"(.+) hand (\d+)")


def _name_of(wager: str, game: Game) -> str:
    """The chapter's spelling of a wager, of one hand's part of a wager, or of a payment."""
    part = _PART.fullmatch(wager)
    return f"{game.wager_name(part[1])} hand {part[2]}" if part else game.wager_name(wager)


def _is_wager(name_: str, game: Game) -> bool:
    part = _PART.fullmatch(name_)
    plain = part[1] if part else name_
    return any(w.name == plain for w in game.wagers) or plain in game.payments


def totals(back: dict[str, int], hands: list[str]) -> dict[str, int]:
    """The cents that came back for each wager. `hands` has the suffixes of a seat's hands from the dealer's left, if it has
    several; their wagers are listed by place ("Blackjack hand 2") and summed under the wager's name.

    >>> totals({"Blackjack": 0, "Blackjack split 1": 2000}, ["", " split 1"])
    {'Blackjack': 2000, 'Blackjack hand 1': 0, 'Blackjack hand 2': 2000}
    """
    result: dict[str, int] = {}
    suffixes = sorted(filter(None, hands), key=len, reverse=True)
    for wager, cents in back.items():
        suffix = next((s for s in suffixes if wager.endswith(s)), "")
        plain = wager.removesuffix(suffix)
        result[plain] = result.get(plain, 0) + cents
    for plain in list(result):
        if any(suffix and plain + suffix in back for suffix in hands):
            for number, suffix in enumerate(hands, 1):
                result[f"{plain} hand {number}"] = back.get(plain + suffix, 0)
    return result
