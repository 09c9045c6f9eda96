"""What a simulation asks of a player."""

from abc import ABC, abstractmethod

from pitboss.odds.distribution import Distribution
from pitboss.odds.parts import Progress, Told, begun
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Reply, Request
from pitboss.table.table import Table


class Player(ABC):
    """A driver for `pitboss.table.drivers.drive` that decides by best play, never cuts, and has no accidents.

    `result` is what the wagers that belong together bring under this play, None where only the odds of the chapter say so.
    """

    result: Distribution | None = None

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


def bet(ask: Ask, word: str, times: int = 0) -> Answer:
    """A wager of so many times the first one; where the amount is fixed, of that."""
    if times:
        return Answer(word, times * ask.base)
    choice = next(c for c in ask.choices if c.word == word)
    return Answer(word, choice.bare or choice.most)


def solving(told: Told) -> Progress:
    """Tells how much of a game is solved before the first round."""
    return begun(told, "solving the game")
