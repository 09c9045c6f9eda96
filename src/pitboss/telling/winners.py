"""Who won a hand of Poker, how much, and with which hand in full, from what everybody saw of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.games.nonbanked.variants import VARIANTS, Variant
from pitboss.hands import FIVE_CARD
from pitboss.hands.low import low_name
from pitboss.table.notes import BEST
from pitboss.table.steps import COMMUNITY, UP, Step, seat_of
from pitboss.table.table import Table

ONE = re.compile("(pair|straight|flush|full house|royal flush)")  # hands of which a dealer says "a"
WHOLE = 5  # cards of a hand; a single one that was turned up by mistake shows none


@dataclass(frozen=True)
class Won:
    """What a seat won in all, and with which hands; none where nobody had to show."""

    seat: int
    cents: int
    hands: list[str]


def winners(table: Table) -> list[Won]:
    """Who won the last hand of a Poker table, in the order in which pots were pushed; nobody where it was void, or was not one
    of Poker."""
    if table.game.dealt_in is None or table.last is None or table.last.void:
        return []
    return won_by(table.last.steps, VARIANTS[table.house["variant"]])


def won_by(steps: Sequence[Step], variant: Variant) -> list[Won]:
    """The same by the steps of a hand.

    >>> from pitboss.cards import parse
    >>> board = Step("", "deal", COMMUNITY, tuple(parse("Ac 9h 4d 9c 2s")), UP)
    >>> shown = Step("", "reveal", "seat_2", tuple(parse("As Ah")), UP)
    >>> pushed = Step("", "award", "seat_2", wager="pot", cents=9700, note="the best high hand")
    >>> won_by([board, shown, pushed], VARIANTS["hold'em"])
    [Won(seat=2, cents=9700, hands=['a full house, aces over nines'])]
    >>> won_by([Step("", "award", "seat_1", cents=300, note="the last player left")], VARIANTS["hold'em"])
    [Won(seat=1, cents=300, hands=[])]
    """
    board = [card for step in steps if step.act == "deal" and step.who == COMMUNITY and step.face == UP for card in step.cards]
    turned = [step for step in steps if step.act == "reveal" and step.face == UP and seat_of(step.who)]
    shown = {seat_of(step.who): step.cards for step in turned if len(step.cards) + len(board) >= WHOLE}
    cents: dict[int, int] = {}
    hands: dict[int, dict[str, None]] = {}  # the names of each seat, each once
    for step in steps:
        if step.act == "award":
            seat = seat_of(step.who)
            cents[seat] = cents.get(seat, 0) + step.cents
            named = hands.setdefault(seat, {})
            if seat in shown and (name := _name(shown[seat], board, step.note, variant)):
                named[name] = None
    return [Won(seat, won, list(hands[seat])) for seat, won in cents.items()]


def _name(hole: Sequence[Card], board: Sequence[Card], note: str, variant: Variant) -> str:
    """The hand that won the high or the low part of a pot; "" for the last player left, whose hand is nobody's affair."""
    if note.startswith(BEST["high"]) and variant.high is not None:
        return called(FIVE_CARD.in_full(variant.high(hole, board)))
    if note.startswith(BEST["low"]) and variant.low is not None:
        low = variant.low(hole, board)
        return called(low_name(low)) if low is not None else ""
    return ""


def called(name: str) -> str:
    """A hand as it stands after "with".

    >>> [called(name) for name in ("pair of tens", "two pair, aces and jacks", "flush, king high", "queen high")]
    ['a pair of tens', 'two pair, aces and jacks', 'a flush, king high', 'queen high']
    """
    return f"a {name}" if ONE.match(name) else name
