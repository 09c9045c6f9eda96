"""What the actions before the flop bring at 563 and 677a, as a file, so that nobody waits a minute for the first advice.

The file has the 169 kinds of two cards for all terms there may be: what a house may choose of all that the solvers read. So it
serves every house. The command

    python -m pitboss.odds.boards.before_the_flop

works everything out and writes the file anew; nothing in it is typed.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from pitboss.cards import NAMES, RANKS, Card, suit
from pitboss.games import heads_up_hold_em, texas_hold_em_bonus_poker
from pitboss.house import House
from pitboss.odds.boards import heads_up, texas_bonus

FILE = Path(__file__).with_name("before_the_flop.json")
# The least raise at 677a is the table minimum: these parts of an Ante. On them depends what it brings to wait.
LEAST = [Fraction(1, times) for times in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 30, 40, 50, 60, 80, 100)]
WAITS = {least: heads_up.waits(least) for least in LEAST}
ACTIONS: dict[ModuleType, tuple[str, ...]] = {  # by solver
    texas_bonus: ("bet",),
    heads_up: ("raise 3x", "raise 1x", "check", *WAITS.values()),
}


class Known(msgspec.Struct, frozen=True):
    """The terms of a chapter, and what its actions bring in Antes with each kind of two cards."""

    chapter: str
    terms: dict[str, Any]
    brings: dict[str, list[str]]


def terms_of(solver: ModuleType, house: House) -> dict[str, Any]:
    """All that a solver reads of a house."""
    terms = vars(solver.Terms.of(house))
    return {name: np.asarray(value).tolist() for name, value in terms.items() if value is not None}


def kind_of(low: Card, high: Card) -> str:
    """The kind of two cards, of which the first ranks no higher.

    >>> [kind_of(NAMES.index(low), NAMES.index(high)) for low, high in (("Kc", "As"), ("Ks", "As"), ("9c", "9s"))]
    ['AKo', 'AKs', '99']
    """
    ranks = NAMES[high][0] + NAMES[low][0]
    return ranks if ranks[0] == ranks[1] else ranks + ("s" if suit(low) == suit(high) else "o")


def pairs() -> Iterator[tuple[int, str]]:
    """Every pair of cards by its number, and its kind."""
    for low, high in combinations(range(52), 2):
        yield low + high * (high - 1) // 2, kind_of(low, high)


@cache
def known() -> list[Known]:
    """All that is in the file."""
    return msgspec.json.decode(FILE.read_bytes(), type=list[Known])


def first_cards(solver: ModuleType, house: House) -> dict[str, list[Fraction]] | None:
    """What the actions before the flop bring, by action and pair of cards; None where the file does not have the terms."""
    number, terms = house.chapter.chapter, terms_of(solver, house)
    at = next((at for at, each in enumerate(known()) if each.chapter == number and each.terms == terms), None)
    return None if at is None else _by_pair(at, ACTIONS[solver])


@cache
def _by_pair(at: int, actions: tuple[str, ...]) -> dict[str, list[Fraction]]:
    each = known()[at]
    brings = {kind: [Fraction(value) for value in values] for kind, values in each.brings.items()}
    kinds = dict(pairs())
    return {action: [brings[kinds[pair]][number] for pair in range(1326)] for number, action in enumerate(actions)}


# ---------------------------------------------------------------------------- writing the file


def houses() -> Iterator[tuple[ModuleType, House]]:
    """Houses that have all the terms there may be, each once, with their solvers."""
    book = texas_hold_em_bonus_poker.BOOK
    for rank in next(option.allowed for option in book.options if option.option == "qualifying_rank"):
        yield texas_bonus, House.of(book.chapter, {"qualifying_rank": rank})
    yield heads_up, House.of(heads_up_hold_em.BOOK.chapter)


def worked_out(solver: ModuleType, house: House) -> Known:
    """The values of a house, without the rest of its solution."""
    exact = heads_up.first_cards(house, LEAST) if solver is heads_up else texas_bonus.solve(house).exact
    values = [exact[action] for action in ACTIONS[solver]]
    brings: dict[str, list[str]] = {}
    for pair, kind in pairs():
        found = [str(one[pair]) for one in values]
        assert brings.setdefault(kind, found) == found, "suits change nothing before the flop"
    ranks = RANKS[::-1]
    order = sorted(brings, key=lambda kind: (ranks.index(kind[0]), ranks.index(kind[1]), kind[2:]))
    return Known(house.chapter.chapter, terms_of(solver, house), {kind: brings[kind] for kind in order})


def main() -> None:
    """Works everything out and writes the file."""
    found = []
    for solver, house in houses():
        print(house.chapter.chapter, terms_of(solver, house), file=sys.stderr, flush=True)
        found.append(worked_out(solver, house))
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
