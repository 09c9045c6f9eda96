"""A player of any game that has no solver of its own: by best play where all of it can be played, else as the game's bot."""

from pitboss.odds.enumeration import Enumerated
from pitboss.odds.every_round import TooManyRoundsError, decides, known_at
from pitboss.odds.players.player import Player
from pitboss.table.drivers import bots
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask
from pitboss.table.table import Table


class EnumeratedPlayer(Player):
    """Looks up what each answer brings with what is known."""

    def __init__(self, solved: Enumerated) -> None:
        super().__init__(solved)
        self.best = solved.best

    def answer(self, t: Round, ask: Ask) -> Answer:
        assert isinstance(t.table, Table)
        brings = self.best.brings[known_at(t.table, ask)]
        word, times = max(brings, key=lambda answer: brings[answer])
        return Answer(word, int(times * ask.base))


class Bot(Player):
    """The chapter's sensible player."""

    def answer(self, t: Round, ask: Ask) -> Answer:
        assert isinstance(t.table, Table)
        found = bots(t.table, ask)
        assert isinstance(found, Answer)
        return found


def player(solved: Enumerated) -> Player:
    """The best player that there is; where nothing is to be decided, any."""
    try:
        return EnumeratedPlayer(solved) if decides(solved.house) else Bot(solved)
    except TooManyRoundsError:
        return Bot(solved)
