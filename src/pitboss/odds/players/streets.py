"""Cards that come one by one, and no dealer's hand: § 559.13 (Let It Ride), § 587.11 (Raise It Up), § 655a.11 (Mississippi)."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards import Card
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
    """Looks up the class of the cards seen, by what has been wagered."""

    def __init__(self, solved: Streets) -> None:
        super().__init__(solved)
        self.game, self.choices = solved.game, solved.solution.choices

    def answer(self, t: Round, ask: Ask) -> Answer:
        seen = self.game.asked[ask.cite]
        shown = seen - self.game.own
        at = known(t.hands[SEATS[ask.seat]], t.hands[COMMUNITY][:shown])
        place = (at.hand, at.pair if shown == 2 else at.places[0]) if shown else (at.hand,)
        action = int(self.choices[seen][self.game.made(t, ask)][place])
        words, bets = self.game.streets[seen][1], (0, *self.game.bets[seen])
        word = words[action].removesuffix(f" {bets[action]}x")
        return Answer(word) if word == words[action] else bet(ask, word, bets[action])
