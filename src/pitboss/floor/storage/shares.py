"""Shares: which process should serve which bank, so that no process serves many more tables than another.

Every process works the moves out from what it sees, and carries out its own only: it takes up free banks that fall to it, and
hands over banks of which it has too many. The order of names decides between equals, so processes that see alike agree.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass


@dataclass(frozen=True)
class Move:
    """A bank that goes to another process; `source` is "" if none serves it."""

    bank: str
    source: str
    target: str


def moves(served: Mapping[str, Mapping[str, int]], free: Mapping[str, int], fixed: Set[str] = frozenset()) -> list[Move]:
    """The moves after which the processes serve about as many tables each: `served` and `free` have banks with their numbers of
    tables. Banks that are `fixed` stay.

    >>> moves({"a": {"one": 1, "two": 1, "three": 1}, "b": {}}, {"four": 1})
    [Move(bank='four', source='', target='b'), Move(bank='one', source='a', target='b')]
    """
    if not served:
        return []
    banks = {process: dict(has) for process, has in served.items()}
    found = []
    for bank in sorted(free, key=lambda bank: (-free[bank], bank)):
        target = min(sorted(banks), key=lambda process: sum(banks[process].values()))
        banks[target][bank] = free[bank]
        found.append(Move(bank, "", target))
    while True:
        ordered = sorted(banks, key=lambda process: (sum(banks[process].values()), process))
        least, most = ordered[0], ordered[-1]
        gap = sum(banks[most].values()) - sum(banks[least].values())
        movable = [bank for bank, tables in banks[most].items() if 0 < tables < gap and bank not in fixed and bank not in free]
        if not movable:
            return found
        bank = min(movable, key=lambda bank: (abs(2 * banks[most][bank] - gap), bank))
        banks[least][bank] = banks[most].pop(bank)
        found.append(Move(bank, most, least))
