"""The winners of a hand of Poker, with amounts and full names of their hands, as far as all players saw them."""

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

ONE = re.compile("(pair|straight|flush|full house|royal flush)")  # hands whose names take the article "a"
WHOLE = 5  # cards in a hand; fewer, such as one card turned up by mistake, do not show a hand


@dataclass(frozen=True)
class Won:
    """The total that a seat won, and with which hands; [] if no hand had to be shown."""

    seat: int
    cents: int
    hands: list[str]


def winners(table: Table) -> list[Won]:
    """The winners of a Poker table's last hand, in the order in which pots were pushed; [] if it was void, or the game is not
    Poker."""
    if table.game.dealt_in is None or table.last is None or table.last.void:
        return []
    return won_by(table.last.steps, VARIANTS[table.house["variant"]])


def won_by(steps: Sequence[Step], variant: Variant) -> list[Won]:
    """The winners of a hand of Poker, computed from its steps.

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
    hands: dict[int, dict[str, None]] = {}  # the names of each seat's hands, without repetition
    for step in steps:
        if step.act == "award":
            seat = seat_of(step.who)
            cents[seat] = cents.get(seat, 0) + step.cents
            named = hands.setdefault(seat, {})
            if seat in shown and (name := _name(shown[seat], board, step.note, variant)):
                named[name] = None
    return [Won(seat, won, list(hands[seat])) for seat, won in cents.items()]


def _name(hole: Sequence[Card], board: Sequence[Card], note: str, variant: Variant) -> str:
    """The name of the hand that won the high or low part of a pot; "" for the last player left, who need not show one."""
    if note.startswith(BEST["high"]) and variant.high is not None:
        return called(FIVE_CARD.in_full(variant.high(hole, board)))
    if note.startswith(BEST["low"]) and variant.low is not None:
        low = variant.low(hole, board)
        return called(low_name(low)) if low is not None else ""
    return ""


def called(name: str) -> str:
    """The name of a hand with its article, as it stands after "with".

    >>> [called(name) for name in ("pair of tens", "two pair, aces and jacks", "flush, king high", "queen high")]
    ['a pair of tens', 'two pair, aces and jacks', 'a flush, king high', 'queen high']
    """
    return f"a {name}" if ONE.match(name) else name
