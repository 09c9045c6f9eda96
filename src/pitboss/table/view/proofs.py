"""Proofs for players: each card that a viewer has seen can be verified at once against the root published before the deal.

A card is identified by its place in the order in which cards left their shuffle. The step that dealt it is found by walking
back from the end of the round, since every card off a stack is in one step. Where that is not certain nothing is opened, and
the card is proven with the rest when the secret is revealed. A card that a viewer has not seen is never opened for them.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pitboss.errors import NotAuthorized, OutOfTurn
from pitboss.evidence.shuffles import Opening
from pitboss.shoe import Stack, Witness
from pitboss.table.notes import read_commitment
from pitboss.table.steps import DRAWN_BEFORE, Step
from pitboss.table.table import Table
from pitboss.table.view.viewers import BACK, Viewer, seen
from pitboss.table.view.views import who_was

OFF_THE_STACK = ("deal", "draw")


class CardProof(msgspec.Struct, frozen=True):
    """A card that was dealt: the root of its shuffle, how many cards left it before, its place in the final order, and its
    proof (`pitboss.evidence.shuffles.verify_card`)."""

    root: str
    number: int
    position: int
    opening: Opening


def open_dealt(table: Table, number: int, side: str = "") -> CardProof:
    """The card with this number, from 0, off a stack, with its proof; raises OutOfTurn if it was not dealt yet."""
    fair, stack = _fair(table), table.stacks[side]
    if stack.root not in fair.living:
        raise OutOfTurn("the cards are gathered: the secret proves them")
    places = stack.places_dealt()
    if not 0 <= number < len(places):
        raise OutOfTurn(f"{len(places)} cards are out of this shuffle; card {number} is not one of them")
    return _proof(fair, stack, number, places[number])


def proofs(table: Table, viewer: Viewer, later: Sequence[Step] = ()) -> list[CardProof]:
    """The proofs of all cards of the round in progress, or of the last one, that a viewer has seen. Cards turned up by `later`
    steps are included if they had been dealt before."""
    fair = _fair(table)
    current = table.shown
    if current is None:
        return []
    look = table.game.looks(table.house)
    past_viewer = who_was(table, viewer)
    shown_steps = [faces(seen(step, past_viewer, look)) for step in current.steps]
    then_shown = [faces(seen(step, past_viewer, look)) for step in later]
    turned_up = Counter((step.who, card) for step in [*shown_steps, *then_shown] if step.act == "reveal" for card in step.cards)
    turned_up -= Counter((step.who, card) for step in later if step.act in OFF_THE_STACK for card in step.cards)
    opened = []
    for step, visible, places in reversed(
        list(zip(current.steps, shown_steps, _places(table, fair, current.steps), strict=True))
    ):
        for card, place in zip(step.cards, places, strict=False):
            if visible.cards or turned_up[step.who, card] > 0:
                turned_up[step.who, card] -= not visible.cards
                opened.append(_proof(fair, *place))
    return opened[::-1]


def faces(step: Step | None) -> Step:
    """A seen step with its cards if their faces are visible, otherwise without cards."""
    if step is None:
        return Step("", "say")
    return replace(step, cards=()) if BACK in step.cards else step


Place = tuple[Stack, int, int]  # a stack, how many cards left it before, and the card's place in the shuffle


def _places(table: Table, fair: Witness, steps: list[Step]) -> list[list[Place]]:
    """For each step, the places in their shuffle of the cards it took off a stack, as far as that is certain."""
    out = {}
    for stack in table.stacks.values():
        if stack.root in fair.living:
            order = fair.order_of(stack.root)
            out[stack.root] = stack, [(order[place], place) for place in stack.places_dealt()]
    places_by_step: list[list[Place]] = []
    for step in reversed(steps):
        places: list[Place] = []
        if step.act == "shuffle":
            out.pop(read_commitment(step.note) or "", None)  # earlier cards are of another shuffle
        elif step.act in OFF_THE_STACK and step.note != DRAWN_BEFORE:
            for card in reversed(step.cards):
                fitting = [root for root, (_, dealt) in out.items() if dealt and dealt[-1][0] == card]
                if len(fitting) != 1:
                    out.clear()  # neither this card nor any before it is certain
                    break
                stack, dealt = out[fitting[0]]
                _, place = dealt.pop()
                places.insert(0, (stack, len(dealt), place))
        places_by_step.append(places if len(places) == len(step.cards) else [])
    return places_by_step[::-1]


def _fair(table: Table) -> Witness:
    if table.fair is None:
        raise NotAuthorized("chance promises nothing at this table, and proves nothing")
    return table.fair


def _proof(fair: Witness, stack: Stack, number: int, place: int) -> CardProof:
    return CardProof(stack.root, number, place, fair.open_card(stack.root, place))
