"""Pai Gow Poker, solved: §§ 561.13, 645a.11. What the whole wager brings takes minutes, and comes from the store if known."""

from pitboss.cards import Card, text
from pitboss.games.pai_gow.house_way import house_way
from pitboss.games.pai_gow.rules import WAGER
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.catalogue import rows
from pitboss.odds.pai_gow import vigorish_part
from pitboss.odds.pai_gow.one_hand import judge
from pitboss.odds.solved import Solved


class PaiGow(Solved):
    """The game at one house."""

    sizes = (7,)

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """Every lawful setting against a dealer who sets by the house way."""
        part, way = vigorish_part(self.house), house_way(self.house["house_way"])
        return [(f"set {text(each.split.low)}", each.mean(part)) for each in judge(cards, way)]

    def rules(self) -> list[Advice]:
        """What it costs to set every hand as the dealer does, beside setting each for the most."""
        number = self.house.chapter.chapter
        ways = {row.condition: row for row in rows(number, self.house.given, self.progress, best=True, wager=WAGER)}
        dealer, best = ways["set by the house way"], ways["best setting"]
        way = self.house["house_way"]
        words = f"set every hand as the dealer does, by the house way {way!r} (pitboss house-way {way} --hand)"
        return [Advice(words, float(dealer.edge), float(dealer.edge - best.edge))]
