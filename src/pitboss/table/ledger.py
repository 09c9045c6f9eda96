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
from pitboss.table.steps import DEALER, Step

METER = {"feed": 1, "reset": 1, "unfeed": -1}
FROM_POT = {"rake": 1, "unrake": -1, "contribute": 1}  # to the rake area and back, to a jackpot's box
ON_LAYOUT, PLACED, BACK, COLLECTED = range(4)
MONEY = frozenset(
    {
        *("wager", "collect", "return", "pay", "bonus", "restore", "vigorish"),
        *("lose", "win", "cover", "surplus"),  # where a player banks
        *("bet", "refund", "award", "rake", "unrake", "contribute", "charge"),  # where players play against each other
        *("feed", "unfeed", "jackpot", "reset"),
    }
)


@dataclass(frozen=True)
class Ledger:
    """Who gained what in a round, and what came back for each wager."""

    players: dict[str, int]
    inventory: int
    meter: int
    back: dict[str, dict[str, int]]
    placed: dict[str, dict[str, int]]


def balance(steps: Iterable[Step]) -> Ledger:
    """Folds the money steps of a round; raises Unbalanced unless every wager is settled and all accounts sum to zero."""
    inventory = meter = center = pot = 0
    # For each wager of a seat: cents on the layout, placed, come back, collected.
    accounts: dict[tuple[str, str], list[int]] = {}
    for step in steps:
        if step[1] not in MONEY:
            continue
        cite, act, who, _, _, wager, cents, _ = step
        if act in METER:  # the house puts money behind the meter, or takes it back
            inventory -= METER[act] * cents
            meter += METER[act] * cents
            continue
        if act in FROM_POT:
            moved = FROM_POT[act] * cents
            pot -= moved
            if act == "contribute":
                meter += moved
            else:
                inventory += moved
            continue
        key = (who, wager)
        account = accounts.get(key)
        if account is None:
            account = accounts[key] = [0, 0, 0, 0]
        if cents < 0:
            raise Unbalanced(f"{act} of {dollars(cents)} on {who}'s {wager}", cite)
        if act == "wager":
            account[ON_LAYOUT] += cents
            account[PLACED] += cents
        elif act == "pay":
            if not account[ON_LAYOUT]:
                raise Unbalanced(f"{who}'s {wager} was paid and is not on the layout", cite)
            inventory -= cents
            account[BACK] += cents + account[ON_LAYOUT]
            account[ON_LAYOUT] = 0
        elif act == "return":
            account[ON_LAYOUT] -= cents
            account[BACK] += cents
        elif act == "collect":
            account[ON_LAYOUT] -= cents
            account[COLLECTED] += cents
            inventory += cents
        elif act == "jackpot":
            meter -= cents
            account[BACK] += cents
        elif act == "bet":
            account[PLACED] += cents
            pot += cents
        elif act == "charge":
            account[PLACED] += cents
            inventory += cents
        elif act in ("refund", "award"):
            account[BACK] += cents
            pot -= cents
        elif act == "vigorish":
            account[BACK] -= cents
            inventory += cents
        elif act == "lose":
            account[ON_LAYOUT] -= cents
            center += cents
        elif act == "win":
            account[BACK] += cents + account[ON_LAYOUT]
            account[ON_LAYOUT] = 0
            center -= cents
        elif act == "cover":
            account[PLACED] += cents
            center += cents
        elif act == "surplus":
            account[BACK] += cents
            center -= cents
        else:  # bonus, restore
            inventory -= cents
            account[BACK] += cents
            if act == "restore":
                account[COLLECTED] -= cents
        if account[ON_LAYOUT] < 0 or account[COLLECTED] < 0 or account[BACK] < 0 or center < 0 or pot < 0:
            raise Unbalanced(f"{act} took more than {who}'s {wager} held", cite)
    players: dict[str, int] = {}
    back: dict[str, dict[str, int]] = {}
    placed: dict[str, dict[str, int]] = {}
    for (who, wager), account in accounts.items():
        if account[ON_LAYOUT]:
            raise Unbalanced(f"the round ended with {dollars(account[ON_LAYOUT])} of {who}'s {wager} on the layout")
        if who == DEALER:  # the dealer's wager against a player who banks, and his half of a co-bank
            inventory += account[BACK] - account[PLACED]
            continue
        if who not in players:
            players[who] = 0
            back[who], placed[who] = {}, {}
        players[who] += account[BACK] - account[PLACED]
        back[who][wager], placed[who][wager] = account[BACK], account[PLACED]
    if center or pot:
        raise Unbalanced(f"the round ended with {dollars(center or pot)} in the {'center of the table' if center else 'pot'}")
    if total := sum(players.values()) + inventory + meter:
        raise Unbalanced(f"the accounts of the round sum to {dollars(total)}, not zero")
    return Ledger(players, inventory, meter, back, placed)


def reverse(steps: Iterable[Step], cite: str) -> list[Step]:
    """PLACEHOLDER"""
    raise NotImplementedError
