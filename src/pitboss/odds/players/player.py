"""What a simulation asks of a player."""

from abc import ABC, abstractmethod

from pitboss.odds.solved import Solved
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Answer, Ask, Reply, Request
from pitboss.table.table import Table


class Player(ABC):
    """A driver for `pitboss.table.drivers.drive` that decides as a game is `solved`, never cuts, and has no accidents."""

    def __init__(self, solved: Solved) -> None:
        self.solved = solved

    def __call__(self, table: Table, request: Request) -> Reply:
        if type(request) is not Ask:
            return None
        if (only := request.only) is not None:
            return only
        assert table.round is not None
        return self.answer(table.round, request)

    @abstractmethod
    def answer(self, t: Round, ask: Ask) -> Answer:
        """The best answer to a question."""


class SolvedPlayer(Player):
    """Looks at each hand by itself."""

    def answer(self, t: Round, ask: Ask) -> Answer:
        up = t.hands[DEALER][0] if self.solved.sees_the_dealer else None
        (best, _), *_ = self.solved.decide(t.hands[SEATS[ask.seat]], up)
        return ask.verify(best)


def bet(ask: Ask, word: str, times: int = 0) -> Answer:
    """A wager of so many times the first one; where the amount is fixed, of that."""
    if times:
        return Answer(word, times * ask.base)
    choice = next(c for c in ask.choices if c.word == word)
    return Answer(word, choice.bare or choice.most)
