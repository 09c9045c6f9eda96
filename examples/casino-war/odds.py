"""The mathematics of Casino War: the ranks of four cards from a full shoe, counted. Burned cards change nothing."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.cards import Card
from pitboss.games.casino_war import ANTE, BOOK, GO_TO_WAR, SHARE, SURRENDER, TIE
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.distribution import Distribution
from pitboss.odds.game_odds import GameOdds, Part
from pitboss.odds.row import Row
from pitboss.odds.solved import Solved


def ways(house: House) -> tuple[int, int, int, int]:
    """In how many ways first cards tie, and a player wins with them; then a player at war does not lose, and loses."""
    each = 4 * house["decks"]  # cards of a rank
    deals, ties = (13 * each - 2) * (13 * each - 3), (each - 2) * (each - 3) + 12 * each * (each - 1)
    return 13 * each * (each - 1), 13 * 6 * each * each, (deals + ties) // 2, (deals - ties) // 2


def ante(house: House, at_war: bool) -> Distribution:
    """The Ante of a player who always goes to war, or always surrenders."""
    ties, wins, won, lost = ways(house)
    ahead = wins * (won + lost)
    if not at_war:
        return Distribution({Fraction(1): ahead, Fraction(-1): ahead, -SHARE: ties * (won + lost)})
    counts = {Fraction(1): ahead + ties * won, Fraction(-1): ahead, Fraction(-2): ties * lost}
    return Distribution(counts, Fraction(2 * ahead + 2 * ties * (won + lost)))


def rows(number: str, house: House, progress: object) -> Iterator[Row]:
    """The Ante, played in both ways, and the Tie Wager."""
    ties, wins, *_ = ways(house)
    tie = Distribution({BOOK.pays("998.7(g)", TIE).value: ties, Fraction(-1): 2 * wins})
    war, surrender = ante(house, True), ante(house, False)
    yield Row(number, ANTE, "", "war at every tie", ANTE, war, war.edge)
    yield Row(number, ANTE, "", "surrender at every tie", ANTE, surrender, surrender.edge)
    yield Row(number, TIE, "", "", TIE, tie, tie.edge)


class War(Solved):
    """The choice at a tie, whatever its rank: war is better than surrender."""

    sees_the_dealer = True

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        _, _, won, lost = ways(self.house)
        return [(GO_TO_WAR, Fraction(won - 2 * lost, won + lost)), (SURRENDER, -SHARE)]

    def rules(self) -> list[Advice]:
        return [Advice("go to war at every tie", float(ante(self.house, True).edge), 0.0)]


ODDS = GameOdds((Part((ANTE, TIE), rows),), solved=War)
