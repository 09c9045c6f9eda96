"""Cards that fall as a test wants them, on a floor in a process of its own.

The names of cards lie in a folder, a file for each table whose shuffles are to bring those cards to the top; a table without a
file has fair chance as ever. A file may change between two shuffles. What a shuffle brought is in the log as with any other, so
that a server that is killed goes on with the same cards.

    stacked(folder, "blackjack", deck("633a", {1: "8s 8h"}, dealer="6c 5d", then="3h Td 9c"))
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from pitboss.cards import Card, parse, text
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance, ChosenStack, Shuffle, Source, commit
from pitboss.table.drivers import bots
from pitboss.table.round import SEATS
from pitboss.table.steps import DEALER, Ask
from pitboss.table.table import Table

SALT = "0" * 32
SEED = 1


class Stacked(Chance):
    """Chance that shuffles some cards to the top, and throws the least that dice can show."""

    def __init__(self, file: Path, clock: Callable[[], float] = lambda: 0.0) -> None:
        super().__init__(SEED)
        self.file, self.clock = file, clock

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        """The cards that the file names, as far as they are there, then the others in any order."""
        left, top = Counter(cards), []
        for card in parse(self.file.read_text("utf-8")):
            if left[card]:
                left[card] -= 1
                top.append(card)
        order = (*top, *super().shuffle(sorted(left.elements())).order)
        return Shuffle(order, SALT, commit(order, SALT))

    def number(self, least: int, most: int) -> int:
        """The least, so that the first hand always goes to the same seat."""
        return least

    def hours(self) -> float:
        """The time, where there is a clock."""
        return self.clock()


def stacked(folder: Path, table: str, cards: Iterable[Card]) -> None:
    """Has the next shuffles of a table bring these cards to the top, until others are named."""
    file_of(folder, table).write_text(text(cards), "utf-8")


def file_of(folder: Path, table: str) -> Path:
    """Where the cards of a table are named; "poker/stud" is the table of a room."""
    return folder / table.replace("/", "~")


def use(folder: Path) -> None:
    """Has the server of this process look for cards in a folder, and cut no deck: a cut would move them."""
    from pitboss.card_room.room import Room
    from pitboss.floor.play.banks import Bank
    from pitboss.shoe import Stack

    fair, fair_in_a_room = Bank.chance, Room._chance

    def chance(self: Any, stream: str, chapter: str) -> Source:
        """The cards of the table's file, or fair chance."""
        file = file_of(folder, stream.removeprefix("table/"))
        return Stacked(file) if file.exists() else fair(self, stream, chapter)

    def chance_in_a_room(self: Any, opening: Any) -> Source:
        """The same at a table of a Poker room."""
        file = file_of(folder, f"{self.state.opening.name}/{opening.table}")
        return Stacked(file, self.chance.hours) if file.exists() else fair_in_a_room(self, opening)

    Bank.chance = chance  # type: ignore[method-assign]
    Room._chance = chance_in_a_room  # type: ignore[method-assign]
    Stack.cut = lambda self, depth: None  # type: ignore[method-assign]


# ---------------------------------------------------------------------------- which card goes where


class _Places(ChosenStack):
    """A stack that keeps for whom each of its cards was drawn."""

    __slots__ = ("places",)

    def __init__(self) -> None:
        self.places: list[str] = []
        super().__init__()

    def draw(self, to: str = "") -> Card:
        self.places.append(to)
        return super().draw(to)


def places(chapter: str, seats: Iterable[int], house: Mapping[str, Any] | None = None) -> list[str]:
    """For whom the cards of a banked game leave a new shoe or deck, from the first one until a player is asked."""
    stack = _Places()
    table = Table(game(chapter), House.of(chapter, dict(house or {})), Stacked(Path("/dev/null")), stacks={"": stack})
    for seat in seats:
        table.sit(seat, f"player {seat}", 10**9)
        table.bet(seat, table.game.suggest(table.house))
    table.begin()
    while table.request is not None and not isinstance(table.request, Ask):
        table.reply(bots(table, table.request))
    return stack.places


def deck(
    chapter: str,
    seats: Mapping[int, str],
    *,
    dealer: str = "",
    then: str = "",
    others: Mapping[str, str] | None = None,
    house: Mapping[str, Any] | None = None,
) -> list[Card]:
    """The top of a shuffled deck or shoe of a banked game from which each seat that wagers, and the dealer, gets these cards
    first, `others` what is named by its place ("community"), and whoever draws next the cards of `then`. Where a place needs
    more cards than are named, it gets any that nobody else is to have."""
    wanted = {SEATS[seat]: parse(cards) for seat, cards in seats.items()} | {DEALER: parse(dealer)}
    wanted |= {place: parse(cards) for place, cards in (others or {}).items()}
    rest = Counter(game(chapter).deck(House.of(chapter, dict(house or {}))))
    rest.subtract([*parse(then), *(card for cards in wanted.values() for card in cards)])
    assert min(rest.values()) >= 0, "a card is named more often than the deck has it"
    any_card = iter(sorted(rest.elements()))
    top = [wanted[place].pop(0) if wanted.get(place) else next(any_card) for place in places(chapter, seats, house)]
    left = {place: text(cards) for place, cards in wanted.items() if cards}
    assert not left, f"these cards are not dealt before somebody is asked: {left}"
    return [*top, *parse(then)]
