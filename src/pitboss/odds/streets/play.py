"""Best play where cards come one by one and no dealer plays: § 559.13, § 587.11, § 655a.11.

With all but the first cards a hand is looked at by itself, card by card to the end, without the solvers: so this is also a
second opinion on them. With the first cards of § 587.11 and § 655a.11 the solvers play that one hand.
"""

from fractions import Fraction
from itertools import combinations
from math import perm

from pitboss.cards import Card
from pitboss.games import let_it_ride_poker, raise_it_up_stud_poker
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds.advice import Actions, rest
from pitboss.odds.streets import mississippi_stud as mississippi_solver
from pitboss.odds.streets import raise_it_up_stud as raise_it_up_solver
from pitboss.odds.streets.endings import endings_of, pays
from pitboss.odds.streets.mississippi_stud import Mississippi
from pitboss.odds.streets.raise_it_up_stud import RaiseItUp


def let_it_ride(house: House, cards: tuple[Card, ...]) -> Actions:
    """Bet 1 with three cards, Bet 2 with four: each by itself."""
    paytable = house.paytable("Let It Ride Poker")
    endings = list(combinations(rest(cards), 5 - len(cards)))
    rows = [let_it_ride_poker.row(FIVE_CARD.value([*cards, *more])) for more in endings]
    return [("let it ride", sum(pays(paytable, tuple(rows)), Fraction(0)) / len(endings)), ("pull", Fraction(0))]


def _brings(solution: Mississippi | RaiseItUp) -> list[Fraction]:
    """What each action with the first cards of the one hand that is solved brings on the average, in Antes."""
    parts = solution.scale * perm(solution.endings.left, 3)
    return [Fraction(int(value), parts) for [value] in solution.values]


def mississippi(house: House, cards: tuple[Card, ...], wagered: int = 0) -> Actions:
    """A bet on the next street with two, three or four cards, when so many Antes have been wagered; where that is not said,
    the least on every street before."""
    if len(cards) == 2:
        brings = _brings(mississippi_solver.play(house, endings_of(mississippi_solver.row, cards, 2)))
        return list(zip(("fold", *(f"bet {bet}x" for bet in mississippi_solver.BETS)), brings, strict=True))
    paytable = house.paytable("Mississippi Stud")
    known: dict[str, Fraction] = {}

    def unit(held: tuple[Card, ...]) -> Fraction:
        """What a unit brings with four cards."""
        total = Fraction(0)
        for card in rest(held):
            row = mississippi_solver.row(FIVE_CARD.value([*held, card]))
            if row not in known:
                [known[row]] = pays(paytable, (row,))
            total += known[row]
        return total / (52 - len(held))

    def best(held: tuple[Card, ...], wagered: int) -> Fraction:
        return max(value for _, value in options(held, wagered))

    def options(held: tuple[Card, ...], wagered: int) -> Actions:
        found: Actions = [("fold", Fraction(-wagered))]
        each = unit(held) if len(held) == 4 else Fraction(0)
        for bet in mississippi_solver.BETS:
            if len(held) == 4:
                value = (wagered + bet) * each
            else:
                later = [best(tuple(sorted((*held, card))), wagered + bet) for card in rest(held)]
                value = sum(later, Fraction(0)) / len(later)
            found.append((f"bet {bet}x", value))
        return found

    return options(cards, wagered or len(cards) - 1)


def raise_it_up(house: House, cards: tuple[Card, ...]) -> Actions:
    """A Play Wager with three, four or five cards, or waiting for it, or a fold."""
    if len(cards) == 3:
        brings = _brings(raise_it_up_solver.play(house, endings_of(raise_it_up_stud_poker.five_card_row, cards, 2)))
        return list(zip(("check", *(f"play {bet}x" for bet in raise_it_up_solver.BETS[3])), brings, strict=True))
    play, blind = house.paytable("Play"), house.paytable("Blind")

    def ending(held: tuple[Card, ...]) -> tuple[Fraction, Fraction]:
        row = raise_it_up_stud_poker.five_card_row(FIVE_CARD.value(list(held)))
        [ante], [unit], [beside] = raise_it_up_solver.antes((row,)), pays(play, (row,)), pays(blind, (row,))
        return ante + beside, unit

    def looked(held: tuple[Card, ...]) -> tuple[Fraction, Fraction]:
        """What Ante and Blind, and what a unit of Play brings, over all that may come."""
        found = [ending((*held, *more)) for more in combinations(rest(held), 6 - len(held))]
        fixed, unit = (sum(part, Fraction(0)) / len(found) for part in zip(*found, strict=True))
        return fixed, unit

    def best(held: tuple[Card, ...]) -> Fraction:
        return max(value for _, value in options(held))

    def options(held: tuple[Card, ...]) -> Actions:
        fixed, unit = looked(held)
        if len(held) == 5:
            return [("play 1x", fixed + unit), ("fold", Fraction(-2))]
        later = [best((*held, card)) for card in rest(held)]
        waiting = ("check", sum(later, Fraction(0)) / len(later))
        return [*((f"play {times}x", fixed + times * unit) for times in raise_it_up_solver.BETS[4]), waiting]

    return options(cards)
