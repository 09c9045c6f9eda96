"""The engine dealt every order of the cards of a small shoe, its player asked to play as the solver says."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.cards import Card
from pitboss.games.twenty_one.points import POINTS
from pitboss.games.twenty_one.rules import play_of
from pitboss.games.twenty_one.strategy import hand_asked
from pitboss.house import House
from pitboss.odds.twenty_one.game import Game as Odds
from pitboss.odds.twenty_one.game import values_of
from pitboss.odds.twenty_one.solver import WORDS, UpCard, solve_up_card
from pitboss.odds.twenty_one.strategy import BestPlay
from pitboss.odds.twenty_one.tables import index_of
from pitboss.shoe import Chance, ChosenStack
from pitboss.table.drivers import drive
from pitboss.table.game import Game
from pitboss.table.steps import DEALER, RACK, SECOND, Ask, Reply, Request
from pitboss.table.table import Table

BURNED: Card = 3  # the two of spades, which the small shoes have only for the burn
WAGER = 1000


class Branch:
    """One order of cards on the way through all of them: which of the cards left is drawn each time, and how likely that is."""

    def __init__(self) -> None:
        self.choices: list[int] = []
        self.options: list[int] = []
        self.at = 0
        self.chance = Fraction(1)

    def pick(self, left: Counter[Card]) -> Card:
        """The card that this order draws next."""
        cards = sorted(left)
        if self.at == len(self.choices):
            self.choices.append(0)
            self.options.append(len(cards))
        card = cards[self.choices[self.at]]
        self.at += 1
        self.chance *= Fraction(left[card], left.total())
        return card

    def following(self) -> bool:
        """Goes on to the next order; False after the last."""
        del self.choices[self.at :], self.options[self.at :]
        while self.choices and self.choices[-1] + 1 == self.options[-1]:
            self.choices.pop()
            self.options.pop()
        if not self.choices:
            return False
        self.choices[-1] += 1
        self.at, self.chance = 0, Fraction(1)
        return True


class BranchStack(ChosenStack):
    """A stack that draws as a branch says."""

    __slots__ = ("branch",)

    def __init__(self, branch: Branch) -> None:
        self.branch = branch
        super().__init__()

    def draw(self, to: str = "") -> Card:
        card = BURNED if to == RACK else self.branch.pick(Counter(c for c in self.cards if c != BURNED))
        self.cards.remove(card)
        return card


class Player:
    """Answers every question as the solver plays. At Blackjack Switch each hand is played beside the first two of the other."""

    def __init__(self, game: Odds) -> None:
        self.game = game
        self.play = BestPlay(game)
        self.solved = cache(self._solved)

    def _solved(self, up: int, gone: tuple[int, ...]) -> UpCard:
        shoe = list(self.game.shoe)
        for value in gone:
            shoe[value] -= 1
        return solve_up_card(replace(self.game, shoe=tuple(shoe)), up)

    def __call__(self, table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        return request.only or table.verify(request, self.answer(table, request))

    def answer(self, table: Table, ask: Ask) -> str:
        """The words of the answer."""
        words = [choice.word for choice in ask.choices]
        t = table.round
        assert t is not None
        if "no insurance" in words:
            return "no insurance"
        dealer = t.hands[DEALER][0]
        if "no switch" in words:
            return self.play.switch([card for hand in play_of(t).hands[ask.seat] for card in t.hands[hand.place]], dealer).best
        hand = hand_asked(t, ask)
        held = t.hands[hand.place]
        assert len(t.stack) > 1, "the small shoe runs out"
        gone: tuple[int, ...] = ()
        if self.game.push_22:
            a, c, b, d = play_of(t).dealt[ask.seat]
            if hand.switched or any(h.switched for h in play_of(t).hands[ask.seat]):
                c, d = d, c
            first = not hand.suffix.startswith(SECOND)
            gone = tuple(sorted(POINTS[card] - 1 for card in ((b, d) if first else (a, c))))
        up = self.solved(POINTS[dealer] - 1, gone)
        place = index_of(values_of(held))
        split = up.splits[POINTS[held[0]] - 1] if hand.split else None
        if "rescue" in words:
            return "rescue" if (split or up).rescued[place] else "no rescue"
        if split is not None:
            second = hand.suffix.startswith(SECOND)
            mine = sum(h.split and h.suffix.startswith(SECOND) == second for h in play_of(t).hands[ask.seat])
            return "split" if "split" in words and mine < split.most_hands else WORDS[split.act[place]]
        if len(held) == 2 and not gone:
            return self.play.decide(held, dealer).best
        if len(held) == 2:
            choices = up.choices(*sorted(POINTS[card] - 1 for card in held))
            return WORDS[max(choices, key=lambda a: (choices[a], -a))]
        return WORDS[up.act[place]]


def every_order(
    game: Game, cards: list[Card], player: Callable[[Table, Request], Reply], side: str = "", **house: Any
) -> Fraction:
    """The player's expected gain in units of the wager, over all orders of the cards; `side` is an optional wager as large."""
    small = replace(game, deck=lambda _: [*cards, BURNED])
    chosen = House.of(game.chapter, house)
    gain, whole = Fraction(0), Fraction(0)
    branch = Branch()
    table = Table(small, chosen, Chance(1), stacks={"": BranchStack(branch)}, pauses=False)
    table.sit(1, "Ann", 10**9)
    while True:
        table.bet(1, {game.wagers[0].name: WAGER} | ({side: WAGER} if side else {}))
        finished = drive(table, player)
        assert finished.ledger is not None
        table.rest()  # all cards are shuffled before the next round
        gain += branch.chance * Fraction(finished.ledger.players.get("seat_1", 0), WAGER)
        whole += branch.chance
        if not branch.following():
            assert whole == 1
            return gain
