"""Errata that change what the wagers against a dealer, or against streets of cards, hold."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import cast

import numpy as np

from pitboss.cards import Card, rank
from pitboss.games.blackjack.table import BLACKJACK
from pitboss.games.three_card_poker import opens
from pitboss.hands import THREE_CARD, Value
from pitboss.house import House
from pitboss.odds.against_dealer import four_card, three_card
from pitboss.odds.against_dealer.play import LOST, TIED, UNOPENED, WON, Contest
from pitboss.odds.boards import heads_up, texas_bonus
from pitboss.odds.catalogue import solved
from pitboss.odds.errata.effect import Effect
from pitboss.odds.paid import beside, paid
from pitboss.odds.streets.games import Streets
from pitboss.odds.streets.solver import solve
from pitboss.odds.suits import WHOLE, classes
from pitboss.odds.twenty_one.game import Game
from pitboss.odds.twenty_one.solver import solution
from pitboss.odds.twenty_one.switch import switch_solution
from pitboss.rulebook import Paytable

Brings = tuple[Fraction, Fraction, Fraction, Fraction]
Change = Callable[[str, str, Brings], Brings]  # of a kind of hand and an action: what they bring otherwise


def of_ante(erratum: str, contest: Contest, change: Change, reading: str, table: str = "") -> Effect:
    """What the Ante holds, and when hands bring something else, under the best play of that."""
    terms = contest.terms
    brings = {at: change(*at, bring) for at, bring in terms.brings.items()}
    other = replace(contest, terms=replace(terms, brings=brings)).result.edge
    return Effect(erratum, "Ante", table, contest.result.edge, other, reading)


def _plus(bring: Brings, extra: Fraction) -> Brings:
    return bring[UNOPENED] + extra, bring[WON] + extra, bring[TIED] + extra, bring[LOST] + extra


# ---------------------------------------------------------------------------- § 565


def version(table: str) -> House:
    """A § 565.7(f) version with one of its Ante bonus tables."""
    return House.of("565", {"version": "565.7(f)(1)", "ante_bonus": table})


def straight_moved() -> Iterator[Effect]:
    """§ 565.12(f): the one payout that is left for the straight, in another column."""
    for table, extra, words in (
        ("A", -1, "the straight is not paid in A"),
        ("C", -1, "the straight is not paid in C"),
        ("B", 1, "the straight is paid 1 to 1 in B"),
    ):
        contest = three_card.solved(version(table)).contest

        def moved(kind: str, action: str, bring: Brings, extra: int = extra) -> Brings:
            return _plus(bring, Fraction(extra)) if (kind, action) == ("straight", "play") else bring

        yield of_ante("565-ante-bonus-table", contest, moved, words, table)


def both_bonuses() -> Iterator[Effect]:
    """§ 565.12(e) and (f) together."""
    basic: Paytable = House.of("565").paytable("Ante Bonus", "")
    for table in "ABC":
        contest = three_card.solved(version(table)).contest

        def more(kind: str, action: str, bring: Brings) -> Brings:
            return _plus(bring, beside(paid(basic, kind))) if action == "play" else bring

        yield of_ante("565-two-ante-bonuses", contest, more, "the bonus of (e) is paid beside that of (f)", table)


# ---------------------------------------------------------------------------- § 557, § 657a


def ties_return() -> Iterator[Effect]:
    """§ 557.11(f): a tie that returns the wagers, as in the sister games."""
    contest = four_card.solved_557(House.of("557")).contest

    def returned(kind: str, action: str, bring: Brings) -> Brings:
        if action == "fold":
            return bring
        return bring[UNOPENED], bring[WON], (bring[WON] + bring[LOST]) / 2, bring[LOST]  # the Ante bonus is left

    yield of_ante("557-ties-win", contest, returned, "a tie returns Ante and Play")


def bonus_needs_the_ante() -> Iterator[Effect]:
    """§ 557.11: no Ante bonus on an Ante that has lost."""
    house = House.of("557")
    contest = four_card.solved_557(house).contest

    def only_won(kind: str, action: str, bring: Brings) -> Brings:
        lost = bring[LOST] - (beside(paid(house.paytable("Ante Bonus"), kind)) if action != "fold" else 0)
        return bring[UNOPENED], bring[WON], bring[TIED], lost

    yield of_ante("557-ante-bonus-on-a-lost-ante", contest, only_won, "the Ante bonus is not paid on a lost Ante")


def super_bonus_stays() -> Iterator[Effect]:
    """§ 657a.11(c)(3): a Super Bonus below a straight that no sentence collects."""
    contest = four_card.solved_657a(House.of("657a")).contest

    def kept(kind: str, action: str, bring: Brings) -> Brings:
        times = Fraction(four_card.ACTIONS_657A.index(action) and contest.terms.staked[action] - 2)
        stays = 1 if action != "fold" and bring[LOST] < -1 - times else 0
        return bring[UNOPENED], bring[WON], bring[TIED], bring[LOST] + stays

    yield of_ante("657a-super-bonus-collected", contest, kept, "a Super Bonus below a straight is never collected")


# ---------------------------------------------------------------------------- § 563, § 677a


def ante_always_paid() -> Iterator[Effect]:
    """§ 563.11(h)(2): an Ante that is paid with every winning hand, not returned below the qualifying rank."""
    house = House.of("563")
    adopted, other = (
        texas_bonus.solve(each).distribution.edge
        for each in (house, replace(house, values=house.values | {"qualifying_rank": "high card"}))
    )
    words = "a winning Ante is paid whatever the hand"
    yield Effect("563-ante-below-the-rank", "Ante", "", adopted, other, words)


def raises_of_a_whole_ante() -> Iterator[Effect]:
    """§ 677a.11(b), (d): raises from the table minimum, as adopted, or of at least an Ante, which nobody makes less than the
    most."""
    house = House.of("677a")
    other = heads_up.solve(house).distribution.edge
    for times in (5, 25):
        adopted = heads_up.solve(house, least=Fraction(1, times)).distribution.edge
        words = f"a raise is at least an Ante; Antes of {times} times the table minimum"
        yield Effect("677a-raise-minimum", "Ante", "", adopted, other, words)


# ---------------------------------------------------------------------------- § 587, § 633a, § 635a


def play_on_every_street() -> Iterator[Effect]:
    """§ 587.11(d), (f): each player may play again on 4th Street, and must play again or fold on 5th."""
    house = House.of("587")
    once = cast(Streets, solved("587", house))
    again = replace(once.game, once=False, ends=dict.fromkeys(range(3, 9), "Play"))
    adopted, other = once.solution.distribution.edge, solve(again, house).distribution.edge
    words = "a Play Wager may be made on every street"
    yield Effect("587-one-play-wager", "Ante", "", adopted, other, words)


def even_money_naturals() -> Iterator[Effect]:
    """§ 633a.12: Blackjack Switch with naturals at 1 to 1, as elsewhere; in double precision."""
    game = Game.of(House.of("633a", {"blackjack_switch": True}))
    adopted, other = (-switch_solution(each).value / 2 for each in (game, replace(game, natural=Fraction(1))))
    words = "a Blackjack as dealt pays 1 to 1; both wagers together, six decks"
    yield Effect("633a-switch-natural", BLACKJACK, "", adopted, other, words)


def double_on_any_number() -> Iterator[Effect]:
    """§ 635a.10: doubling on any number of cards, as elsewhere; in double precision, without the fixed payout."""
    game = Game.of(House.of("635a"))
    adopted, other = (-solution(each).value for each in (game, replace(game, double_any=True)))
    words = "doubling on any number of cards; without the fixed payout, six decks"
    yield Effect("635a-doubling", "Spanish 21", "", adopted, other, words)


# ---------------------------------------------------------------------------- every chapter that compares hands


def by_the_letter(hand: Sequence[Card]) -> Value:
    """Of two hands of one category that is higher which has the highest rank that the other lacks."""
    return Value(THREE_CARD.value(hand).category, (sum({1 << rank(card) for card in hand}),))


def tie_break() -> Iterator[Effect]:
    """§ 565.6(c) by the letter. Chapter 565 stands for the sister games, whose rule is the same sentence."""
    adopted, other = (compared(value) for value in (THREE_CARD.value, by_the_letter))
    words = "in chapter 565: of two hands of a kind the highest rank that the other lacks decides"
    yield Effect("all-tie-break", "Ante", "", adopted, other, words)


def compared(value: Callable[[Sequence[Card]], Value]) -> Fraction:
    """The edge of the basic game when hands are compared so, from every pair of hands, one of each class of the player's."""
    terms = three_card.terms(House.of("565"))
    hands = list(combinations(WHOLE, 3))
    order = {worth: place for place, worth in enumerate(sorted({value(hand) for hand in hands}))}
    worth = np.array([order[value(hand)] for hand in hands])
    held = np.array([sum(1 << card for card in hand) for hand in hands], np.int64)
    opened = np.array([opens(THREE_CARD.value(hand)) for hand in hands])
    own = classes(3)
    total, deals = Fraction(0), 0
    for hand, members in zip(own.cards.tolist(), own.members.tolist(), strict=True):
        others = held & sum(1 << card for card in hand) == 0
        mine, theirs = order[value(hand)], worth[others & opened]
        outcome = [int(others.sum()) - len(theirs), *(int(n.sum()) for n in (theirs < mine, theirs == mine, theirs > mine))]
        kind = next(k for k, share in three_card.kinds_of(THREE_CARD.value(hand), tuple(hand)) if share)
        brought = [
            sum((n * b for n, b in zip(outcome, terms.brings[kind, action], strict=True)), Fraction(0))
            for action in terms.actions
        ]
        total += members * max(brought)
        deals += members * int(others.sum())
    return -total / deals


GAMES: dict[str, Callable[[], Iterator[Effect]]] = {
    "563-ante-below-the-rank": ante_always_paid,
    "677a-raise-minimum": raises_of_a_whole_ante,
    "557-ante-bonus-on-a-lost-ante": bonus_needs_the_ante,
    "557-ties-win": ties_return,
    "565-ante-bonus-table": straight_moved,
    "565-two-ante-bonuses": both_bonuses,
    "587-one-play-wager": play_on_every_street,
    "633a-switch-natural": even_money_naturals,
    "635a-doubling": double_on_any_number,
    "657a-super-bonus-collected": super_bonus_stays,
    "all-tie-break": tie_break,
}
