"""Draws a Poker table: the pots in the middle, and each seat's cards, bet in this betting round, and status.

The functions return rows of pieces as in `draw`, computed from the layout only.
"""

from pitboss.cards import RANKS, Card
from pitboss.games.nonbanked.bots import worth
from pitboss.games.nonbanked.variants import Variant
from pitboss.hands import FIVE_CARD, LOW
from pitboss.money import dollars
from pitboss.table.steps import COMMUNITY, UP, seat_name
from pitboss.table.view.layout import Hand, Layout
from pitboss.telling.pieces import Atom, Row, card_row
from pitboss.terminal.pieces import boxed, chips
from pitboss.terminal.sight import cards_of

WIDEST = 21  # columns: five boxed cards; longer hands are written in a plain row


def middle(layout: Layout) -> list[Atom]:
    """The pots, and the bets of this betting round; [] once the hand is over and the pots have been pushed."""
    if not layout.in_progress:
        return []
    pots = layout.pots or [0]
    atoms: list[Atom] = []
    for at, cents in enumerate(pots):
        which = "pot" if not at else f"· side pot {at}" if len(pots) > 2 else "· side pot"
        atoms.append([(f"{which} ", "title"), *chips(cents), (f"{' ' * (cents > 0)}{dollars(cents)}", "title")])
    if layout.raked:
        atoms.append([(f"· {dollars(layout.raked)} of it in the rake area", "")])
    if total := sum(layout.bets.values()):
        atoms.append([(f"· {dollars(total)} bet in this betting round", "")])
    return atoms


def seat_rows(layout: Layout, variant: Variant, number: int, own: bool) -> list[Row]:
    """The cards of a seat, the name of its hand, and its bet."""
    rows: list[Row] = []
    hand, board = layout.hands.get(seat_name(number)), layout.hands.get(COMMUNITY)
    folded = number in layout.folded
    if folded:
        rows.append([("folded", "quiet")])
    elif hand is not None and hand.label == "concede" and None in cards_of(hand):
        rows.append([("conceded", "quiet")])
    elif hand is not None:
        rows += hand_rows(variant, hand, own)
        visible = [card for card in cards_of(hand) if card is not None]
        shared = [card for card in cards_of(board) if card is not None] if board else []
        if len(visible) == len(hand.cards) and (words := in_words(variant, visible, shared)):
            rows.append([(words, "")])
    if number in layout.all_in and not folded:
        rows.append([("All-in", "alarm")])
    if bet := layout.bets.get(number, 0):
        rows.append([*chips(bet), (f" {dollars(bet)}", "title"), (" bet", "")])
    return rows


def hand_rows(variant: Variant, hand: Hand, own: bool) -> list[Row]:
    """A hand's cards: boxed for a player at this terminal, in a plain row for others. At Stud, hole cards above up cards."""
    cards = cards_of(hand)
    if variant.blinds:
        return boxed(cards, WIDEST) if own else [card_row(cards)]
    rows: list[Row] = []
    for title, up in (("hole ", False), ("up   ", True)):
        part = [card for card, face in zip(cards, hand.faces, strict=True) if (face == UP) == up]
        rows += [[(title, "quiet"), *card_row(part)]] if part else []
    return rows


def in_words(variant: Variant, hole: list[Card], board: list[Card]) -> str:
    """The name of a complete hand, "" if cards are missing.

    >>> from pitboss.cards import parse
    >>> from pitboss.games.nonbanked.variants import VARIANTS
    >>> in_words(VARIANTS["razz"], parse("Ah 2c 9d 4s Ks 6h 2d"), [])
    'low 9-6-4-2-A'
    >>> in_words(VARIANTS["five-card draw low"], parse("Kh Kc 9d 4s 2d"), [])
    'low pair'
    >>> in_words(VARIANTS["omaha high-low eight or better"], parse("Ah 2c Kd Ks"), parse("3h 8h 5d"))
    'pair of kings, low 8-5-3-2-A'
    """
    if len(hole) + len(board) < 5:
        return ""
    high, low = worth(variant, hole, board)
    words = [FIVE_CARD.in_full(high)] if high.ranks else []
    if low.ranks:
        ranks = "-".join(RANKS[(11 - rank) % 13] for rank in low.ranks)
        words.append(f"low {ranks if len(low.ranks) == 5 else LOW.categories[low.category]}")
    return ", ".join(words)
