"""The hands that a viewer sees on a table, each with its full name and the cards that decide it."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card, parse
from pitboss.hands.deciding import NamedHand
from pitboss.table import notes
from pitboss.table.steps import COMMUNITY, DEALER, seat_of
from pitboss.table.table import Table
from pitboss.table.view.layout import MISTAKEN, Hand, Layout
from pitboss.table.view.viewers import FACES, HIDDEN
from pitboss.table.view.views import told
from pitboss.telling.qualifying import falls_short


@dataclass(frozen=True)
class ShownHand:
    """A hand's full name, the cards that decide it and, at Pai Gow Poker, the two cards of the low hand."""

    name: str
    cards: list[str]
    low: list[str]


def shown_hands(table: Table, layout: Layout) -> dict[str, ShownHand]:
    """The hands of players and dealer that a viewer sees in full, by place. Only games that name hands have any."""
    name_hand = table.game.name_hand
    if name_hand is None:
        return {}
    board = _seen(layout, COMMUNITY)
    found: dict[str, NamedHand] = {}
    for place, hand in layout.hands.items():
        if (place != DEALER and not seat_of(place)) or HIDDEN in hand.cards or hand.label == MISTAKEN:
            continue
        low = None if place == DEALER else tuple(card for face in _low(table, place, hand) for card in parse(face))
        named = name_hand(table.house, _seen(layout, place), board, low)
        if named is not None:
            found[place] = named
    return {place: ShownHand(_name(table, layout, place, found), _faces(x.cards), _faces(x.low)) for place, x in found.items()}


def _name(table: Table, layout: Layout, place: str, found: Mapping[str, NamedHand]) -> str:
    """The name of a hand: with every card that counts where another is called the same and is not as good, and of a dealer who
    does not qualify with that."""
    name, whole = found[place].name, found[place].whole
    if any(other.name == name and other.whole != whole for other in found.values()):
        name = whole
    short = place == DEALER and falls_short(table.game.chapter, layout.hands[place].label, _seen(layout, place))
    return f"{name}: does not qualify" if short else name


def _low(table: Table, place: str, hand: Hand) -> list[str]:
    """The cards of a low hand. Another player's are known once the dealer has turned over and named both hands."""
    if HIDDEN not in hand.low:
        return hand.low
    if notes.read_two_hands(hand.label) is None:
        return []
    everything = Layout(decks=table.house.get("decks") or 1).see_all(told(table))
    return everything.hands[place].low


def _seen(layout: Layout, place: str) -> list[Card]:
    hand = layout.hands.get(place)
    return [card for face in hand.cards if face != HIDDEN for card in parse(face)] if hand is not None else []


def _faces(cards: tuple[Card, ...]) -> list[str]:
    return [FACES[card] for card in cards]
