"""What a player knows when he is asked, and what he is told of his choices.

A sight is read off the layout as that player sees it (`pitboss.table.views.layout_of`), in which cards that he may not see are
"??": so advice that is made of a sight cannot know more than he does.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.cards import CARDS, Card
from pitboss.table.layout import Layout
from pitboss.table.steps import COMMUNITY, DEALER, Ask, Choice, seat_of
from pitboss.table.table import Table
from pitboss.table.viewers import HIDDEN, Viewer
from pitboss.table.views import layout_of


class OwnHand(msgspec.Struct, frozen=True):
    """A hand of the player who is asked; `hidden` cards of it he may not see himself. `low` is the low hand that he has set."""

    place: str
    cards: tuple[Card, ...]
    hidden: int = 0
    low: tuple[Card, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """What a player knows when he is asked: the house, the question, his wagers and hands, and what lies face up."""

    chapter: str
    given: dict[str, Any]
    ask: Ask
    wagers: dict[str, int]  # his own in this round that have not been settled, and those that were collected before the deal
    hands: tuple[OwnHand, ...]
    community: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()  # every card of this round that he sees, his own and those of others

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of his first hand."""
        return self.hands[0].cards if self.hands else ()


class Priced(msgspec.Struct, frozen=True):
    """A choice as it is said, and what it brings in cents with best play after it; None where that is not known exactly."""

    say: str
    word: str
    cents: int
    brings: float | None
    best: bool


class Advice(msgspec.Struct, frozen=True):
    """The choices, the best first, and in what sense that is exact; without choices, `why` not."""

    choices: tuple[Priced, ...] = ()
    basis: str = ""
    why: str = ""


def sight_of(table: Table, viewer: Viewer, ask: Ask) -> Sight:
    """What a viewer knows who is asked at a table. Raises ValueError where it is not his seat."""
    if ask.seat not in viewer.seats:
        raise ValueError("nobody is advised on another player's hand")
    given = dict(table.house.given)
    return seen_from(layout_of(table, viewer), table.game.chapter, given, ask)


def seen_from(layout: Layout, chapter: str, given: dict[str, Any], ask: Ask) -> Sight:
    """What a layout shows to who is asked."""
    own = []
    for place, hand in layout.hands_of(ask.seat).items():
        if not hand.gone:
            own.append(OwnHand(place, _seen(hand.cards), hand.cards.count(HIDDEN), _seen(hand.low)))
    lying = {place: _seen(hand.cards) for place, hand in layout.hands.items() if not hand.gone}
    placed = {wager: found.placed for wager, found in layout.results.get(ask.seat, {}).items() if found.placed > found.back}
    return Sight(
        chapter,
        given,
        msgspec.structs.replace(ask, together=()),
        placed | layout.wagers.get(ask.seat, {}),
        tuple(own),
        lying.get(COMMUNITY, ()),
        lying.get(DEALER, ()),
        tuple([card for place, cards in lying.items() if place in (COMMUNITY, DEALER) or seat_of(place) for card in cards]),
    )


def _seen(faces: Iterable[str]) -> tuple[Card, ...]:
    return tuple([CARDS[face] for face in faces if face != HIDDEN])


# ---------------------------------------------------------------------------- telling


Values = dict[tuple[str, int], Fraction]  # what each answer brings in cents, by its word and its own cents


def told(values: Values, basis: str, why: str = "") -> Advice:
    """Choices with what they bring, the best first; of equal ones each is the best."""
    most = max(values.values())
    found = sorted(values.items(), key=lambda one: one[1], reverse=True)
    priced = [
        Priced(said(word, cents), word, cents, round(float(brings), 2), brings == most) for (word, cents), brings in found
    ]
    return Advice(tuple(priced), basis, why)


def unpriced(choice: Choice, basis: str, why: str) -> Advice:
    """The best choice, where what it brings is not known."""
    cents = choice.bare or choice.most
    return Advice((Priced(said(choice.word, cents), choice.word, cents, None, True),), basis, why)


def said(word: str, cents: int) -> str:
    """An answer as a table takes it.

    >>> said("raise", 1500), said("fold", 0)
    ('raise 1500', 'fold')
    """
    return f"{word} {cents}" if cents else word
