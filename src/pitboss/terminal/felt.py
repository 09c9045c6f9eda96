"""A Poker table drawn: the pots in the middle, at every seat the cards, the bet of this betting round, and who is in.

Rows of pieces as in `draw`; cards come from `sight`, so that no card reaches this module that may not be seen.
"""

from pitboss.cards import RANKS, Card
from pitboss.games.nonbanked.bots import worth
from pitboss.games.nonbanked.rules import Play
from pitboss.games.nonbanked.variants import Variant
from pitboss.hands import FIVE_CARD, LOW
from pitboss.money import dollars
from pitboss.table.round import Round
from pitboss.terminal.pieces import Atom, Row, boxed, card_row, chips
from pitboss.terminal.sight import Hand

WIDEST = 21  # five boxed cards; longer hands are written in a plain row


def before_seats(play: Play, round_: Round) -> dict[int, int]:
    """The bets of this betting round, which lie before the seats until it is over."""
    return {} if round_.stage == "decided" or round_.ledger is not None else play.bets


def pots(play: Play, bets: dict[int, int]) -> list[int]:
    """What lies in the middle, the main pot first: the chips of the betting rounds before this one, by who may win them."""
    put = {s: cents - bets.get(s, 0) for s, cents in play.put.items()}
    found, below = [], 0
    for level in sorted({put.get(s, 0) for s in play.contenders} - {0}):
        found.append(sum(min(cents, level) - min(cents, below) for cents in put.values()))
        below = level
    over = sum(play.dead.values()) + sum(max(0, cents - below) for cents in put.values())
    return [over + sum(found[:1]), *found[1:]]


def middle(play: Play, round_: Round) -> list[Atom]:
    """The pots and what is bet beside them in this betting round; at the end what the pots were."""
    bets = before_seats(play, round_)
    lying = play.outcome.pots or pots(play, bets)
    atoms: list[Atom] = []
    for at, cents in enumerate(lying):
        which = "pot" if not at else f"· side pot {at}" if len(lying) > 2 else "· side pot"
        atoms.append([(f"{which} ", "title"), *chips(cents), (f"{' ' * (cents > 0)}{dollars(cents)}", "title")])
    if (raked := sum(play.raked.values())) and round_.ledger is None:
        atoms.append([(f"· {dollars(raked)} of it in the rake area", "")])
    if total := sum(bets.values()):
        atoms.append([(f"· {dollars(total)} bet in this betting round", "")])
    return atoms


def seat_rows(play: Play, round_: Round, number: int, hand: Hand | None, board: Hand | None, own: bool) -> list[Row]:
    """The cards of a seat with what they are worth, and what it has bet."""
    rows: list[Row] = []
    folded = number in play.folded
    if folded:
        rows.append([("folded", "quiet")])
    elif hand is not None and hand.label == "concede" and None in hand.cards:
        rows.append([("conceded", "quiet")])
    elif hand is not None:
        rows += cards_of(play, number, hand.cards, own)
        known = [card for card in hand.cards if card is not None]
        shared = [card for card in board.cards if card is not None] if board else []
        if len(known) == len(hand.cards) and (words := in_words(play.variant, known, shared)):
            rows.append([(words, "")])
    if number in play.all_in and not folded:
        rows.append([("All-in", "alarm")])
    if bet := before_seats(play, round_).get(number, 0):
        rows.append([*chips(bet), (f" {dollars(bet)}", "title"), (" bet", "")])
    return rows


def cards_of(play: Play, number: int, cards: list[Card | None], own: bool) -> list[Row]:
    """Cards as boxes for who sits here, in a row for the others; at Stud the hole cards above the up cards."""
    if play.variant.blinds:
        return boxed(cards, WIDEST) if own else [card_row(cards)]
    up = play.upward.get(number, ())
    rows: list[Row] = []
    for title, part in (("hole ", [c for c in cards if c not in up]), ("up   ", [c for c in cards if c in up])):
        rows += [[(title, "quiet"), *card_row(part)]] if part else []
    return rows


def in_words(variant: Variant, hole: list[Card], board: list[Card]) -> str:
    """What a whole hand is worth, "" where cards are missing.

    >>> from pitboss.cards import parse
    >>> from pitboss.games.nonbanked.variants import VARIANTS
    >>> in_words(VARIANTS["razz"], parse("Ah 2c 9d 4s Ks 6h 2d"), [])
    'low 9-6-4-2-A'
    >>> in_words(VARIANTS["five-card draw low"], parse("Kh Kc 9d 4s 2d"), [])
    'low pair'
    >>> in_words(VARIANTS["omaha high-low eight or better"], parse("Ah 2c Kd Ks"), parse("3h 8h 5d"))
    'pair, low 8-5-3-2-A'
    """
    if len(hole) + len(board) < 5:
        return ""
    high, low = worth(variant, hole, board)
    words = [FIVE_CARD.categories[high.category]] if high.ranks else []
    if low.ranks:
        ranks = "-".join(RANKS[(11 - rank) % 13] for rank in low.ranks)
        words.append(f"low {ranks if len(low.ranks) == 5 else LOW.categories[low.category]}")
    return ", ".join(words)
