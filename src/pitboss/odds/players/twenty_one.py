"""Games of 21, §§ 633a.7 and 635a.7: every hand by its own cards and the up card, as the odds are worked out.

A split hand is played by its own cards, the pair and the up card. Insurance and even money are never taken: off the top both
lose. Blackjack Switch has a player of its own.
"""

from pitboss.cards import Card
from pitboss.games.twenty_one.play import origin
from pitboss.games.twenty_one.points import POINTS
from pitboss.games.twenty_one.rules import Hand, play_of
from pitboss.games.twenty_one.strategy import hand_asked
from pitboss.odds.players.player import Player, bet
from pitboss.odds.twenty_one.game import values_of
from pitboss.odds.twenty_one.games import TwentyOne
from pitboss.odds.twenty_one.solver import WORDS, solve_game
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.strategy import BestPlay
from pitboss.odds.twenty_one.switch import Splitting
from pitboss.odds.twenty_one.tables import index_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Answer, Ask


class TwentyOnePlayer(Player):
    """Plays by the composition of his hand."""

    def __init__(self, solved: TwentyOne) -> None:
        super().__init__(solved)
        self.game = solved.at_the_minimum
        solve_game(self.game, solved.begin())
        self.play = BestPlay(self.game)
        self.ups = {solved.up: solved for solved in self.play.solved.ups}
        self.said: dict[tuple[Card, ...], str] = {}  # decisions by up card and hand, as they come again

    def answer(self, t: Round, ask: Ask) -> Answer:
        words = {choice.word for choice in ask.choices}
        if "no insurance" in words:
            return Answer("no insurance")
        if "no switch" in words:
            return Answer(self.switch(t, ask.seat))
        hand = hand_asked(t, ask)
        return bet(ask, self.word(t, hand, t.hands[hand.place], words))

    def switch(self, t: Round, seat: int) -> str:
        """Whether to exchange the second cards of two hands, as dealt first card by first card (§ 633a.12(a)(4))."""
        cards = [card for hand in play_of(t).hands[seat] for card in t.hands[hand.place]]
        return self.play.switch(cards, t.hands[DEALER][0]).best

    def word(self, t: Round, hand: Hand, held: list[Card], words: set[str]) -> str:
        """What to do with a hand."""
        up = t.hands[DEALER][0]
        solved = self.ups[POINTS[up] - 1]
        split = solved.splits[POINTS[held[0]] - 1] if hand.split else None
        if "rescue" in words:
            return "rescue" if (split or solved).rescued[index_of(values_of(held))] else "no rescue"
        if split is not None:
            return again(t, hand, split, words) or WORDS[split.act[index_of(values_of(held))]]
        return self.unsplit(held, up)

    def unsplit(self, held: list[Card], up: Card) -> str:
        """What to do with a hand that has not been split; suits matter only where they win a bonus, on two cards."""
        suited = bool(self.game.bonus_cards) and len(held) == 2
        key = (up, *sorted(held)) if suited else (-POINTS[up], *sorted([POINTS[card] for card in held]))
        if key not in self.said:
            self.said[key] = self.play.decide(held, up).best
        return self.said[key]


def again(t: Round, hand: Hand, split: Split | Splitting, words: set[str]) -> str:
    """ "split" where a pair is split once more, "" where it is not: into no more hands than is best."""
    mine = sum(origin(h) == origin(hand) for h in play_of(t).hands[hand.seat])
    return "split" if "split" in words and mine < split.most_hands else ""
