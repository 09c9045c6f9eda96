"""What may be seen at this terminal: the face-down cards of its own seats, and what lies face up for everybody.

`pitboss.table.views` decides what one seat sees; several seats played here share the screen. The layout is a fold over the
steps as they are seen, so a card that may not be seen never reaches the code that draws.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.table.steps import COMMUNITY, UP, Step
from pitboss.table.views import seen_by

POINTS = re.compile(r"(soft )?\d+|Blackjack")  # a point total as the dealer announces it
GIVEN_UP = ("fold", "surrender", "concede")


@dataclass(frozen=True)
class Sight:
    """The seats played at this terminal, and whether the chapter lets players look at their cards."""

    own: frozenset[int]
    players_look: bool

    def see(self, step: Step) -> Step:
        """The step with the cards that somebody at this terminal may see, or without cards."""
        for seat in self.own:
            shown = seen_by(step, seat, self.players_look)
            if shown.cards:
                return shown
        return seen_by(step, None, self.players_look)


@dataclass
class Hand:
    """The cards of one place as seen here (None is a back), and what was said of them last."""

    place: str
    cards: list[Card | None] = field(default_factory=list)
    label: str = ""
    gone: bool = False


def layout(steps: Iterable[Step], sight: Sight) -> dict[str, Hand]:
    """Every hand of the round so far, those already collected marked as gone; split hands follow their first."""
    hands: dict[str, Hand] = {}
    for step in steps:
        hand = hands.get(step.who)
        if step.act == "deal":
            hand = hands.setdefault(step.who, Hand(step.who))
            hand.cards += list(sight.see(step).cards) or [None] * len(step.cards)
        elif step.act == "move":  # a split: the card leaves the hand that the note names
            hands = _split(hands, step)
        elif hand is None:
            continue
        elif step.act == "reveal" and step.face == UP:
            _turn_up(hand, step.cards)
            if step.who != COMMUNITY:
                hand.label = step.note
        elif step.act == "decide" and step.note == "discard":  # Draw: cards are exchanged, unseen by others
            for card in sight.see(step).cards or [None] * len(step.cards):
                hand.cards.remove(card)
        elif step.act == "discard":
            hand.gone = True
        elif (step.act == "say" and POINTS.fullmatch(step.note)) or (step.act == "decide" and step.note in GIVEN_UP):
            hand.label = step.note
    return hands


def _turn_up(hand: Hand, cards: Iterable[Card]) -> None:
    """Puts revealed cards where backs lie. A shoe of several decks may hold the same card twice: only backs are turned."""
    waiting = list(cards)
    for card in hand.cards:
        if card is not None and card in waiting and len(waiting) > hand.cards.count(None):
            waiting.remove(card)
    for card in waiting:
        if None in hand.cards:
            hand.cards[hand.cards.index(None)] = card


def _split(hands: dict[str, Hand], step: Step) -> dict[str, Hand]:
    """A split: the new hand lies next to the one it came from, in the order in which they are played. At Blackjack Switch the
    card goes to the player's other hand."""
    if step.who in hands:
        for card in step.cards:
            hands[step.note].cards.remove(card)
            hands[step.who].cards.append(card)
        return hands
    placed: dict[str, Hand] = {}
    for place, hand in hands.items():
        placed[place] = hand
        if place == step.note:
            for card in step.cards:
                if card in hand.cards:
                    hand.cards.remove(card)
            hand.label = ""
            placed[step.who] = Hand(step.who, list(step.cards))
    return placed
