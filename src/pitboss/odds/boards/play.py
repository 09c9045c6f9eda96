"""Best play against a dealer on a shared board: § 563.11, § 677a.11.

With two cards the solver is asked, or the file of what it has found (`before_the_flop`). Later a hand is looked at by itself,
board by board: so this is also a second opinion.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.house import House
from pitboss.odds.advice import Actions
from pitboss.odds.boards import before_the_flop, heads_up, texas_bonus
from pitboss.odds.boards.game import SIGN
from pitboss.odds.boards.holdings import counts_of
from pitboss.odds.boards.solver import Solution
from pitboss.odds.parts import Progress
from pitboss.odds.suits import WHOLE

ByAction = Mapping[str, list[Fraction]] | Mapping[str, NDArray[np.object_]]
SOLVED: dict[tuple[str, str, tuple[Card, ...]], Solution] = {}  # in this process


def solved(solver: ModuleType, house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> Solution:
    """The solution of `heads_up` or `texas_bonus`, computed once for the terms of a house: odds, advice, pictures and
    simulations have it from here, so that they are about the same play. Raises of Heads-Up Hold 'Em are as large as they may
    be (§ 677a.11)."""
    key = solver.__name__, repr(solver.Terms.of(house)), deck
    if key not in SOLVED:
        SOLVED[key] = solver.solve(house, deck, progress)
    return SOLVED[key]


def first_cards(solver: ModuleType, house: House, deck: tuple[Card, ...] = WHOLE, progress: Progress = None) -> ByAction:
    """What the actions before the flop bring, by action and pair of cards; for the whole deck from the file. What that does
    not have is found by solving the whole game, which takes seconds."""
    known = before_the_flop.first_cards(solver, house) if deck == WHOLE else None
    return solved(solver, house, deck, progress).exact if known is None else known


def with_two_cards(house: House, cards: tuple[Card, ...], least: Fraction) -> tuple[Fraction, Fraction, Fraction, bool]:
    """Heads-Up Hold 'Em before the flop, where a raise may be as small as a part of the Ante, in Antes: what Ante and Odds
    bring to who raises, what each Ante raised adds to that, what it brings to check; and whether that is exact, or the most
    that is known of a part of the Ante for which nobody has worked it out."""
    on_file = before_the_flop.first_cards(heads_up, house)
    found = heads_up.first_cards(house, before_the_flop.LEAST) if on_file is None else on_file
    three, one = found["raise 3x"][_number(cards)], found["raise 1x"][_number(cards)]
    known = [each for each in before_the_flop.LEAST if each >= least]
    waits = before_the_flop.WAITS[min(known)] if known and least < 1 else "check"
    each = (three - one) / 2
    return one - each, each, found[waits][_number(cards)], least >= 1 or least in known


def _number(cards: tuple[Card, ...]) -> int:
    low, high = sorted(cards[:2])
    return low + high * (high - 1) // 2


def _boards(cards: tuple[Card, ...], deck: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], int, NDArray[np.int32]]]:
    """Every completion of the community cards: the cards, the category of the hand, and its counts against the dealer."""
    for late in combinations([card for card in deck if card not in cards], 7 - len(cards)):
        yield late, *counts_of((*cards[2:], *late), deck, _number(cards))


def heads_up_hold_em(house: House, cards: tuple[Card, ...], deck: tuple[Card, ...] = WHOLE) -> Actions:
    """Before the flop (two own cards), after it (and three) or at the end (and five); raises are as large as they may be."""
    if len(cards) == 2:
        found = first_cards(heads_up, house, deck)
        return [(action, found[action][_number(cards)]) for action in ("raise 3x", "check")]
    fixed, unit, otherwise = with_the_board(house, cards, deck)
    times, without = (1, "fold") if len(cards) == 7 else (2, "check")
    return [(f"raise {times}x", fixed + times * unit), (without, otherwise)]


def with_the_board(
    house: House, cards: tuple[Card, ...], deck: tuple[Card, ...] = WHOLE
) -> tuple[Fraction, Fraction, Fraction]:
    """Heads-Up Hold 'Em after the flop or at the end, in Antes: what Ante and Odds bring to who raises, what each Ante raised
    adds to that, and what it brings to check (at the end, to fold)."""
    terms = heads_up.Terms.of(house)
    before, ahead, last, deals = 0, 0, 0, 0
    for _, category, counts in _boards(cards, deck):
        fixed, unit, total = heads_up.brings(counts, terms.amount[category])
        before += fixed
        ahead += unit
        last += max(fixed + terms.raises[heads_up.AT_END] * unit, terms.fold * total)
        deals += total
    otherwise = Fraction(terms.fold, terms.scale) if len(cards) == 7 else Fraction(last, deals * terms.scale)
    return Fraction(before, deals * terms.scale), Fraction(ahead, deals), otherwise


def texas_hold_em_bonus(house: House, cards: tuple[Card, ...], deck: tuple[Card, ...] = WHOLE) -> Actions:
    """The Flop Wager with two own cards, the Turn Wager with three more, the River Wager with four more; with these, what Ante
    and Flop Wager bring is counted, and no Turn Wager."""
    if len(cards) == 2:
        return [("bet", first_cards(texas_bonus, house, deck)["bet"][_number(cards)]), ("fold", Fraction(-1))]
    game = texas_bonus.Terms.of(house).game
    plain = game.net[game.paths.index(("bet", "check", "check", ""))]
    before, ahead, deals = 0, 0, 0
    by_turn = dict.fromkeys(deck, 0)
    for late, category, counts in _boards(cards, deck):
        gain = int(counts @ SIGN)
        before += int(counts @ plain[category])
        ahead += gain
        deals += int(counts.sum())
        for turn in late:
            by_turn[turn] += gain
    if len(cards) == 6:
        return [("bet", Fraction(before + ahead, deals)), ("check", Fraction(before, deals))]
    river = Fraction(sum(max(gain, 0) for gain in by_turn.values()), 2)  # either of two cards may be the turn
    return [("bet", (before + ahead + river) / deals), ("check", (before + river) / deals)]
