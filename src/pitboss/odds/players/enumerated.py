"""A player of any game that has no solver of its own: by best play where all of it can be played, else as the game's bot."""

from pitboss.house import House
from pitboss.odds.catalogue import OwnOdds, Progress, own_odds
from pitboss.odds.enumeration import Best, best_play
from pitboss.odds.every_round import TooManyRoundsError, decides, known_at
from pitboss.odds.players.player import Player
from pitboss.table.drivers import bots
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Answer, Ask
from pitboss.table.table import Table


class EnumeratedPlayer(Player):
    """Looks up what each answer brings with what he sees."""

    def __init__(self, best: Best) -> None:
        self.best = best

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


class OwnPlayer(Player):
    """Asks the game's own mathematics what each answer brings."""

    def __init__(self, odds: OwnOdds, house: House) -> None:
        self.odds, self.house = odds, house

    def answer(self, t: Round, ask: Ask) -> Answer:
        up = t.hands[DEALER][0] if self.odds.SEES_THE_DEALER else None
        (best, _), *_ = self.odds.decide(self.house, tuple(t.hands[SEATS[ask.seat]]), up)
        return ask.verify(best)


def player(number: str, house: House, progress: Progress | None) -> Player:
    """The best player that there is; where nothing is to be decided, any."""
    if (own := own_odds(number)) is not None:
        return OwnPlayer(own, house)
    try:
        return EnumeratedPlayer(best_play(house, progress)) if decides(house) else Bot()
    except TooManyRoundsError:
        return Bot()
