"""Blackjack Switch, § 633a.12(a): each hand by its own cards, the other's first two cards and the up card."""

from pitboss.cards import Card
from pitboss.games.twenty_one.play import origin
from pitboss.games.twenty_one.points import POINTS
from pitboss.games.twenty_one.rules import Hand, play_of
from pitboss.odds.players.twenty_one import TwentyOnePlayer, again
from pitboss.odds.twenty_one.game import values_of
from pitboss.odds.twenty_one.games import TwentyOne
from pitboss.odds.twenty_one.solver import WORDS
from pitboss.odds.twenty_one.switch import place, values_under
from pitboss.odds.twenty_one.tables import index_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, SECOND


class SwitchPlayer(TwentyOnePlayer):
    """Plays two hands, each as it was played out beside the first two cards of the other."""

    def word(self, t: Round, hand: Hand, held: list[Card], words: set[str]) -> str:
        played = values_under(self.game, POINTS[t.hands[DEALER][0]] - 1)
        other, at, pair = place(*other_two(t, hand)), index_of(values_of(held)), POINTS[held[0]] - 1
        if hand.split:
            split = played.splits[pair, other]
            return again(t, hand, split, words) or WORDS[split.act[at]]
        if "split" in words and (pair, other) in played.splits:
            return "split"
        return WORDS[played.act[other, at]]


def other_two(t: Round, hand: Hand) -> tuple[int, int]:
    """The values of the first two cards of a player's other hand, as they lie after the exchange."""
    first, second, third, fourth = play_of(t).dealt[hand.seat]
    if any(h.switched for h in play_of(t).hands[hand.seat]):
        second, fourth = fourth, second
    mine_is_second = origin(hand).endswith(SECOND)
    low, high = sorted(POINTS[card] - 1 for card in ((first, second) if mine_is_second else (third, fourth)))
    return low, high


def player(solved: TwentyOne) -> TwentyOnePlayer:
    """The player of any game of 21."""
    return (SwitchPlayer if solved.at_the_minimum.push_22 else TwentyOnePlayer)(solved)
