"""What a player knows when he is asked, and what he is told of his choices.

A sight is read off the layout as that player sees it (`pitboss.table.view.views.layout_of`), in which hidden cards are "??": so
advice that is made of a sight cannot know more than the player does.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.cards import CARDS, Card
from pitboss.table.steps import COMMUNITY, DEALER, Ask, Choice, seat_of
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import HIDDEN, Viewer
from pitboss.table.view.views import layout_of


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


@dataclass(frozen=True)
class Priced:
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


class Verdict(msgspec.Struct, frozen=True):
    """Whether a choice was the best, and what it cost against that: a fraction of cents, written "p/q"."""

    best: bool
    cost: str = "0"


class Worth(msgspec.Struct, frozen=True):
    """What an answer brings in cents, exactly: a fraction, written "p/q"."""

    word: str
    cents: int
    brings: str

    @property
    def value(self) -> Fraction:
        """The fraction."""
        return Fraction(self.brings)


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


SETS = "set "  # a setting is answered by this word and the cards of the low hand
Values = dict[tuple[str, int], Fraction]  # what each answer brings in cents, by its word and its own cents
SHOWN = 5  # settings at Pai Gow that are told, of up to 21


@dataclass(frozen=True)
class Reckoned:
    """What the answers to a question bring, exactly, and in what sense; or the `best` one, where what it brings is not known;
    or `why` nothing is known. `uncounted` are wagers that depend on the answer too, and are in none of it."""

    values: Values = field(default_factory=dict)
    basis: str = ""
    why: str = ""
    best: tuple[str, int] | None = None
    uncounted: tuple[str, ...] = ()

    def told(self) -> Advice:
        """The choices as a player is told of them, the best first; of equal ones each is the best."""
        if self.best is not None:
            word, cents = self.best
            return Advice((Priced(said(word, cents), word, cents, None, True),), self.basis, self.why)
        found = sorted(self.values.items(), key=lambda one: one[1], reverse=True)
        settings = [answer for answer, _ in found if answer[0].startswith(SETS)]
        choices = [
            Priced(said(word, cents), word_of(word), cents, round(float(brings), 2), brings == found[0][1])
            for (word, cents), brings in found
            if (word, cents) not in settings[SHOWN:]
        ]
        return Advice(tuple(choices), self.basis, self.why)


def unpriced(choice: Choice, basis: str) -> Reckoned:
    """The best choice, where what it brings is not known."""
    return Reckoned(basis=basis, best=(choice.word, choice.bare or choice.most))


def word_of(answer: str) -> str:
    """The word of an answer without the cards that it names.

    >>> word_of("set As Kd"), word_of("let it ride")
    ('set', 'let it ride')
    """
    return SETS.strip() if answer.startswith(SETS) else answer


def said(word: str, cents: int) -> str:
    """An answer as a table takes it.

    >>> said("raise", 1500), said("fold", 0)
    ('raise 1500', 'fold')
    """
    return f"{word} {cents}" if cents else word
