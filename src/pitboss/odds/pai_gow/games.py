"""Pai Gow Poker, solved: §§ 561.13, 645a.11. What the whole wager brings takes minutes, and comes from the store if known."""

from collections.abc import Iterator

from pitboss.cards import Card, text
from pitboss.games.pai_gow.house_way import house_way
from pitboss.games.pai_gow.rules import WAGER
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.catalogue import rows
from pitboss.odds.pai_gow import bank_rows, best_row, outcomes_by_way, vigorish_part, wager_row
from pitboss.odds.pai_gow.one_hand import judge
from pitboss.odds.pai_gow.overlap import Outcomes
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.solved import Solved
from pitboss.odds.store import stored


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


def outcomes(house: House, progress: Told) -> Outcomes:
    """How the deals end when both sides set by the house way, which the wager and the bank share."""
    return Outcomes(*stored("pai-gow-outcomes", house, lambda seen: list(map(int, outcomes_by_way(seen, progress)))))


def wager(number: str, house: House, progress: Told) -> Iterator[Row]:
    """§ 561.13, § 645a.11: the player's hands set by the house way, as the dealer's are."""
    yield wager_row(number, house, outcomes(house, progress))


def bank(number: str, house: House, progress: Told) -> Iterator[Row]:
    """§ 645a.12: a player who banks."""
    yield from bank_rows(number, house, outcomes(house, progress), progress)


def best_setting(number: str, house: House, progress: Told) -> Iterator[Row]:
    """The Pai Gow Poker Wager with every hand set for the most."""
    yield best_row(number, house, progress)
