"""Money as a fold over steps. A round that does not balance is refused.

>>> from pitboss.table.steps import Step
>>> ledger = balance([Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000),
...                   Step("565.12(b)", "pay", "seat_1", wager="Ante", cents=1000)])
>>> ledger.players, ledger.inventory, ledger.back
({'seat_1': 1000}, -1000, {'seat_1': {'Ante': 2000}})
>>> balance([Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000)])
Traceback (most recent call last):
pitboss.errors.Unbalanced: the round ended with $10 of seat_1's Ante on the layout
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.errors import Unbalanced
from pitboss.money import dollars
from pitboss.table.steps import Step

MONEY = frozenset({"wager", "collect", "return", "pay", "bonus", "restore"})


@dataclass(frozen=True)
class Ledger:
    """Who gained what in a round, and what came back for each wager."""

    players: dict[str, int]
    inventory: int
    back: dict[str, dict[str, int]]
    placed: dict[str, dict[str, int]]


def balance(steps: Iterable[Step]) -> Ledger:
    """Folds the money steps of a round; raises Unbalanced unless every wager is settled and all accounts sum to zero."""
    players: dict[str, int] = {}
    inventory = 0
    layout: dict[tuple[str, str], int] = {}
    collected: dict[tuple[str, str], int] = {}
    back: dict[str, dict[str, int]] = {}
    placed: dict[str, dict[str, int]] = {}
    for step in steps:
        act = step.act
        if act not in MONEY:
            continue
        who, wager, cents = step.who, step.wager, step.cents
        key = (who, wager)
        if cents < 0:
            raise Unbalanced(f"{act} of {dollars(cents)} on {who}'s {wager}", step.cite)
        if act == "wager":
            players[who] = players.get(who, 0) - cents
            layout[key] = layout.get(key, 0) + cents
            mine = placed.setdefault(who, {})
            mine[wager] = mine.get(wager, 0) + cents
            back.setdefault(who, {}).setdefault(wager, 0)
            continue
        if act == "collect":
            layout[key] = layout.get(key, 0) - cents
            collected[key] = collected.get(key, 0) + cents
            inventory += cents
            comes_back = 0
        elif act == "return":
            layout[key] = layout.get(key, 0) - cents
            comes_back = cents
        elif act == "pay":
            comes_back = cents + layout.get(key, 0)
            layout[key] = 0
            inventory -= cents
        else:  # bonus, restore
            if act == "restore":
                collected[key] = collected.get(key, 0) - cents
                if collected[key] < 0:
                    raise Unbalanced(f"{who}'s {wager} was restored but never collected", step.cite)
            inventory -= cents
            comes_back = cents
        if layout.get(key, 0) < 0:
            raise Unbalanced(f"{act} took {dollars(-layout[key])} more than {who}'s {wager} held", step.cite)
        if comes_back:
            players[who] = players.get(who, 0) + comes_back
        mine = back.setdefault(who, {})
        mine[wager] = mine.get(wager, 0) + comes_back
    for (who, wager), cents in layout.items():
        if cents:
            raise Unbalanced(f"the round ended with {dollars(cents)} of {who}'s {wager} on the layout")
    if sum(players.values()) + inventory:
        raise Unbalanced(f"the accounts of the round sum to {dollars(sum(players.values()) + inventory)}, not zero")
    return Ledger(players, inventory, back, placed)
