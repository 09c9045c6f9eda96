"""The table for a hand history: its stakes as a house, the customs of the format's tables, and the deck as recorded.

The format's deviations from the chapter are a parameter of the table (`Customs`): antes and blinds by seat, a short bet that is
matched and raised as it is, the odd chip to the first player left of the button, any stack dealt in. A file that pitboss wrote
says so in the format's user-defined fields (`_chapter`, `_house`), and is played by the chapter alone.
"""

from pitboss.cards import NAMES, Card
from pitboss.errors import BadHand
from pitboss.games import game
from pitboss.games.nonbanked.rules import Customs, memory_of
from pitboss.house import House
from pitboss.phh.hand import CODES, Hand
from pitboss.rulebook import POKER
from pitboss.shoe import Chance, ChosenStack, Stack
from pitboss.table.steps import COMMUNITY, seat_of
from pitboss.table.table import Table


class RecordedStack(ChosenStack):
    """A deck that gives each place the card recorded for it; burn cards come from the rest."""

    __slots__ = ("places",)

    def __init__(self, places: dict[str, list[Card]]) -> None:
        self.places = {place: list(cards) for place, cards in places.items()}
        super().__init__()

    def draw(self, to: str = "") -> Card:
        """The next card of a place; for a burn card one that no place needs, if there is one."""
        if to == COMMUNITY or seat_of(to):
            if not self.places.get(to):
                raise BadHand(f"the record has no further card for {whom(to)}, who is to be dealt one")
            card = self.places[to].pop(0)
        else:
            reserved = {card for cards in self.places.values() for card in cards}
            card = ([card for card in self.cards if card not in reserved] or self.cards)[-1]
        if not self.take(card):
            raise BadHand(f"the {NAMES[card]} is no longer in the deck")
        return card


def whom(place: str) -> str:
    """A place that cards are dealt to, in the format's words.

    >>> whom("seat_3"), whom("community")
    ('p3', 'the board')
    """
    return "the board" if place == COMMUNITY else f"p{seat_of(place)}"


def table_of(hand: Hand, stack: Stack) -> Table:
    """A table at which the hand can be played, with all players seated."""
    table = Table(game(hand.chapter or POKER), house_of(hand), Chance(0), stacks={"": stack})
    memory = memory_of(table)
    memory.any_stack, memory.customs, memory.button_here = True, customs_of(hand), len(hand.starting)
    for seat, cents in enumerate(hand.starting, 1):
        table.sit(seat, f"p{seat}", cents)
    return table


def house_of(hand: Hand) -> House:
    """The house of a hand: its stakes, no rake, chips of the smallest unit, the odd chip to the left of the button."""
    name, structure = CODES[hand.code]
    choices = {"variant": name, "structure": structure, "smallest_chip": 1, "odd_chip": "left of button"} | hand.house
    house = House.unlimited(hand.chapter or POKER, choices)
    posted = [abs(cents) for cents in hand.blinds if cents]
    house.values.update(
        ante=0,
        small_blind=min(posted, default=0),
        big_blind=max(posted, default=0),
        forced_bet=hand.record.acts[0].total if hand.opens_in_full else hand.forced_bet,
        small_bet=hand.small_bet,
        big_bet=hand.big_bet,
    )
    return house


def customs_of(hand: Hand) -> Customs:
    """The deviations of the format's tables; in a file that pitboss wrote, only who posts what."""
    return Customs(
        antes=dict(enumerate(hand.antes, 1)),
        blinds=dict(enumerate(hand.blinds, 1)) if hand.variant.blinds else None,
        dead_antes=hand.dead_antes,
        posted_counts=not hand.chapter,
        forced_passes_on=not hand.chapter,
        forced_in_full=hand.opens_in_full,
        odd_chips_by_seat=not hand.chapter,
        short_bets_add=not hand.chapter,
    )
