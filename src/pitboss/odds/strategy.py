"""Best play as a person asks for it: what each action brings with a hand, and rules that are easy to remember with their cost.

A hand is looked at by itself, card by card to the end, without the solvers: so this is also a second opinion on them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss.cards import Card
from pitboss.errors import BadCard, NotAuthorized
from pitboss.games import let_it_ride_poker, mississippi_stud, raise_it_up_stud_poker
from pitboss.hands import FIVE_CARD
from pitboss.money import Odds
from pitboss.odds import against_dealer, heads_up, twenty_one
from pitboss.odds.boards import five_card_table, holdings
from pitboss.odds.streets import pays
from pitboss.rulebook import chapter
from pitboss.table.house import House

TWENTY_ONE = ("633a", "635a")
Actions = list[tuple[str, Fraction]]  # each action with what it brings, best first


@dataclass(frozen=True)
class Advice:
    """A rule with what following it costs against best play, in units of the first wager."""

    rule: str
    edge: float
    cost: float


def rules(number: str, house: House) -> list[Advice]:
    """Rules that are easy to remember; raises NotAuthorized for a chapter that has none yet."""
    if number in TWENTY_ONE:
        grid = twenty_one.best_play(house).grid
        return [Advice("\n".join(grid.lines()), -grid.value, grid.cost)]
    if number not in against_dealer.SETTINGS:
        raise NotAuthorized(f"no simple rules are worked out for chapter {number} yet; --hand asks about one hand")
    found = against_dealer.thresholds(number, house)
    return [Advice(rule.words, float(rule.edge), float(rule.cost)) for rule in found]


def decide(number: str, house: House, cards: Sequence[Card], up: Card | None = None) -> Actions:
    """What each action brings, in units of the first wager. The cards are the player's own, then the community cards."""
    if number in TWENTY_ONE:
        if up is None:
            raise BadCard("what the dealer shows decides: name it with --dealer")
        values = twenty_one.best_play(house).decide(list(cards), up).values
        return sorted(((word, Fraction(value)) for word, value in values.items()), key=lambda a: a[1], reverse=True)
    if len(set(cards)) != len(cards):
        raise BadCard("a card is named twice")
    if number in against_dealer.SETTINGS:
        return against_dealer.decide(number, house, cards, up)
    if number not in DECIDE:
        raise NotAuthorized(f"no play is worked out for chapter {number} yet")
    sizes, play = DECIDE[number]
    if len(cards) not in sizes:
        raise BadCard(f"chapter {number} decides with {' or '.join(map(str, sizes))} cards, not {len(cards)}")
    return sorted(play(house, tuple(cards)), key=lambda action: action[1], reverse=True)


def _rest(cards: Sequence[Card]) -> list[Card]:
    return [card for card in range(52) if card not in cards]


def let_it_ride(house: House, cards: tuple[Card, ...]) -> Actions:
    """Bet 1 with three cards, Bet 2 with four: each by itself."""
    paytable = house.paytable("Let It Ride Poker")
    endings = list(combinations(_rest(cards), 5 - len(cards)))
    rows = [let_it_ride_poker.row(FIVE_CARD.value([*cards, *more])) for more in endings]
    return [("let it ride", sum(pays(paytable, tuple(rows)), Fraction(0)) / len(endings)), ("pull", Fraction(0))]


def mississippi(house: House, cards: tuple[Card, ...]) -> Actions:
    """A bet on the next street with two, three or four cards, when the least was bet on those before."""
    paytable = house.paytable("Mississippi Stud")
    known: dict[str, Fraction] = {}

    def unit(held: tuple[Card, ...]) -> Fraction:
        """What a unit brings with four cards."""
        total = Fraction(0)
        for card in _rest(held):
            row = mississippi_stud.row(FIVE_CARD.value([*held, card]))
            if row not in known:
                [known[row]] = pays(paytable, (row,))
            total += known[row]
        return total / (52 - len(held))

    def best(held: tuple[Card, ...], wagered: int) -> Fraction:
        return max(value for _, value in options(held, wagered))

    def options(held: tuple[Card, ...], wagered: int) -> Actions:
        found: Actions = [("fold", Fraction(-wagered))]
        each = unit(held) if len(held) == 4 else Fraction(0)
        for bet in (1, 2, 3):
            if len(held) == 4:
                value = (wagered + bet) * each
            else:
                later = [best(tuple(sorted((*held, card))), wagered + bet) for card in _rest(held)]
                value = sum(later, Fraction(0)) / len(later)
            found.append((f"bet {bet}x", value))
        return found

    return options(cards, len(cards) - 1)


def raise_it_up(house: House, cards: tuple[Card, ...]) -> Actions:
    """A Play Wager with three, four or five cards, or waiting for it, or a fold."""
    play, blind = house.paytable("Play"), house.paytable("Blind")
    ante = Fraction(Odds.parse(str(chapter("587").limit("ante_payout"))).value)

    def ending(held: tuple[Card, ...]) -> tuple[Fraction, Fraction]:
        row = raise_it_up_stud_poker.five_card_row(FIVE_CARD.value(list(held)))
        [unit], [beside] = pays(play, (row,)), pays(blind, (row,))
        return (ante + beside, unit) if unit >= 0 else (Fraction(-2), Fraction(-1))

    def looked(held: tuple[Card, ...]) -> tuple[Fraction, Fraction]:
        """What Ante and Blind, and what a unit of Play brings, over all that may come."""
        found = [ending((*held, *more)) for more in combinations(_rest(held), 6 - len(held))]
        fixed, unit = (sum(part, Fraction(0)) / len(found) for part in zip(*found, strict=True))
        return fixed, unit

    def best(held: tuple[Card, ...]) -> Fraction:
        return max(value for _, value in options(held))

    def options(held: tuple[Card, ...]) -> Actions:
        fixed, unit = looked(held)
        if len(held) == 5:
            return [("play 1x", fixed + unit), ("fold", Fraction(-2))]
        most = 3 if len(held) == 3 else 2
        later = [best((*held, card)) for card in _rest(held)] if len(held) == 4 else []
        waiting = [("check", sum(later, Fraction(0)) / len(later))] if later else []
        return [*((f"play {times}x", fixed + times * unit) for times in range(1, most + 1)), *waiting]

    return options(cards)


def heads_up_hold_em(house: House, cards: tuple[Card, ...]) -> Actions:
    """After the flop (two own cards and three) or at the end (and five)."""
    amount, scale = heads_up.amounts(house)
    low, high = sorted(cards[:2])
    mine, board = low + high * (high - 1) // 2, cards[2:]
    pairs, category, counts = np.empty(1326, np.int16), np.empty(1326, np.uint8), np.empty((1326, 5), np.int32)
    deck, table = np.arange(52, dtype=np.uint8), five_card_table()
    raised = {1: Fraction(0), 2: Fraction(0)}
    last, deals = Fraction(0), 0
    for late in combinations(_rest(cards), 5 - len(board)):
        size = holdings(np.array(sorted((*board, *late)), np.uint8), deck, table, pairs, category, counts)
        [at] = np.flatnonzero(pairs[:size] == mine)
        fixed = Fraction(int(counts[at] @ amount[category[at]]), scale)
        unit = int(counts[at, :2].sum() - counts[at, 3:].sum())
        total = int(counts[at].sum())
        for times in raised:
            raised[times] += fixed + times * unit
        last += max(fixed + unit, Fraction(-2 * total))
        deals += total
    if len(board) == 5:
        return [("raise 1x", raised[1] / deals), ("fold", Fraction(-2))]
    return [("raise 2x", raised[2] / deals), ("check", last / deals)]


DECIDE = {
    "559": ((3, 4), let_it_ride),
    "587": ((4, 5), raise_it_up),
    "655a": ((3, 4), mississippi),
    "677a": ((5, 7), heads_up_hold_em),
}
