"""One game under the choices of one house, solved: best play, hints, bots, simple rules and errata read from this object."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from pitboss.cards import Card
from pitboss.errors import BadCard
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice, Grid
from pitboss.odds.parts import Progress, Told, begun
from pitboss.odds.row import Row


class Solved(ABC):
    """Computes nothing when it is made, and everything else once, when it is first asked for."""

    sees_the_dealer = False  # whether a player who decides sees a card of the dealer
    sizes: tuple[int, ...] = ()  # with how many cards, own and community, a player decides; () where `actions` checks that
    rounded = False  # whether actions are valued in double precision

    def __init__(self, house: House, progress: Told = None, label: str = "") -> None:
        """`progress` is told how much of the work is done, under this label."""
        self.house, self.progress, self.label = house, progress, label or house.chapter.game

    @property
    def table(self) -> str:
        """The letter of the pay table with which the house plays the first wager, "" where it has none."""
        return ""

    def begin(self) -> Progress:
        """Announces the work."""
        return begun(self.progress, self.label)

    def rows(self) -> Iterator[Row]:
        """The first wager with all that belongs to it under best play, for every version that the house may play, its own
        first. Nothing where other parts of the game's odds price that wager."""
        return iter(())

    def hands(self) -> Iterable[str]:
        """The hands that the pay tables of these wagers may pay."""
        return ()

    @abstractmethod
    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """What each action brings with a player's own cards, followed by the community cards, in units of the first wager."""

    def decide(self, cards: Sequence[Card], up: Card | None = None) -> Actions:
        """What each action brings, the best first; raises BadCard."""
        if self.sizes and len(cards) not in self.sizes:
            sizes = " or ".join(map(str, self.sizes))
            raise BadCard(f"chapter {self.house.chapter.chapter} decides with {sizes} cards, not {len(cards)}")
        return sorted(self.actions(tuple(cards), up), key=lambda action: action[1], reverse=True)

    @abstractmethod
    def rules(self) -> list[Advice]:
        """Rules to remember, the simplest first."""

    def grid(self) -> Grid | None:
        """What best play does with the first cards; None where rules say it better."""
        return None
