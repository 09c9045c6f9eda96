"""Cards that come one by one, and no dealer's hand: § 559.13 (Let It Ride), § 587.11 (Raise It Up), § 655a.11 (Mississippi)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.games.mississippi_stud import MAIN
from pitboss.odds.players.player import Player, bet
from pitboss.odds.players.turning import class_of, turn_card
from pitboss.odds.streets.games import Streets
from pitboss.odds.suits import classes
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Answer, Ask


class Known(NamedTuple):
    """A hand as the solvers number it, and the community cards by their places among the cards that the hand leaves."""

    hand: int
    places: list[int]
    left: int  # cards

    @property
    def pair(self) -> int:
        """The number of two community cards among all pairs, in the order of `itertools.combinations`."""
        low, high = sorted(self.places)
        return low * (2 * self.left - low - 1) // 2 + high - low - 1


def known(own: Sequence[Card], community: Sequence[Card]) -> Known:
    """The class of a hand, with the community cards turned as that class has its suits."""
    sets = classes(len(own))
    hand, suits = class_of(sets, own)
    standing = sets.cards[hand].tolist()
    turned = [turn_card(card, suits) for card in community]
    return Known(hand, [card - sum(mine < card for mine in standing) for card in turned], 52 - len(own))


class StreetPlayer(Player):
    """Looks up the class of the cards seen."""

    def __init__(self, solved: Streets) -> None:
        super().__init__(solved)
        self.best: Any = solved.solution

    def place(self, t: Round, ask: Ask, seen: int) -> tuple[int, ...]:
        """Where choices are for a hand and so many community cards."""
        at = known(t.hands[SEATS[ask.seat]], t.hands[COMMUNITY][:seen])
        return (at.hand, at.pair if seen == 2 else at.places[0]) if seen else (at.hand,)


class LetItRidePlayer(StreetPlayer):
    """Lets Bets 1 and 2 ride or pulls them."""

    def answer(self, t: Round, ask: Ask) -> Answer:
        first = ask.about == "Bet 1"
        rides = (self.best.ride_1 if first else self.best.ride_2)[self.place(t, ask, 0 if first else 1)]
        return Answer("let it ride" if rides else "pull")


class MississippiPlayer(StreetPlayer):
    """Bets on three streets or folds."""

    def answer(self, t: Round, ask: Ask) -> Answer:
        made = [cents for wager in MAIN if (cents := t.holds(ask.seat, wager))]
        seen, wagered = len(made) - 1, sum(made) // ask.base
        streets = self.best.third, self.best.fourth.get(wagered), self.best.fifth.get(wagered)
        times = streets[seen][self.place(t, ask, seen)]
        return bet(ask, "bet", int(times)) if times else Answer("fold")


class RaiseItUpPlayer(StreetPlayer):
    """Makes the Play Wager on one of three streets, or folds."""

    def answer(self, t: Round, ask: Ask) -> Answer:
        seen = ("587.11(b)", "587.11(d)", "587.11(f)").index(ask.cite)
        times = (self.best.third, self.best.fourth, self.best.fifth)[seen][self.place(t, ask, seen)]
        return bet(ask, "play", int(times)) if times else Answer("fold" if seen == 2 else "check")
