"""Chapter 565, Three Card Poker: Ante and Play, in the basic game and with tables A, B and C of a § 565.7(f) version.

In those versions a fold forfeits the Pair Plus Wager too (§ 565.11(b)). That changes no decision: a hand that would win it, a
pair or better, is played anyway, and a hand that is folded would lose it. So the Ante's odds are counted without it.
"""

from fractions import Fraction

from pitboss.cards import ACE, SPADES, suit
from pitboss.games.three_card_poker import BOOK, ante_bonus_table, opens
from pitboss.hands import THREE_CARD, Value
from pitboss.house import House
from pitboss.money import Odds
from pitboss.odds.against_dealer.counting import Cards, showdowns
from pitboss.odds.against_dealer.kernels import Showdowns
from pitboss.odds.against_dealer.play import Setting, Terms
from pitboss.odds.parts import Progress
from pitboss.rulebook import Paytable

PLAIN, ROYAL = "mini royal flush (ace, king, queen)", "mini royal flush of spades (ace, king, queen)"
KINDS = (*THREE_CARD.categories, PLAIN, ROYAL)
ACTIONS = ("fold", "play")


def kinds_of(value: Value, deck: Cards) -> list[tuple[str, Fraction]]:
    """The kinds of the hands of a value: one suited ace, king and queen in four is of spades."""
    name = THREE_CARD.categories[value.category]
    if name != "straight flush" or value.ranks[0] != ACE:
        return [(name, Fraction(1))]
    suits = {suit(card) for card in deck}
    spades = Fraction(1, len(suits)) if SPADES in suits else Fraction(0)
    return [(PLAIN, 1 - spades), (ROYAL, spades)]


def bonus(table: Paytable, kind: str) -> Fraction:
    """What the Ante bonus pays for a kind of hand: its own row, or the next more general one."""
    general = {ROYAL: PLAIN, PLAIN: "straight flush"}
    odds: Odds | None = table.odds(kind)
    while odds is None and kind in general:
        kind = general[kind]
        odds = table.odds(kind)
    return odds.value if odds else Fraction(0)


def terms(house: House) -> Terms:
    """§ 565.12(a)–(c) with an Ante bonus by § 565.12(e) or (f); the bonus is paid win or lose."""
    table = ante_bonus_table(house)
    once = Fraction(BOOK.limit("play_multiple"))
    brings = {}
    for kind in KINDS:
        extra = bonus(table, kind)
        brings[kind, "fold"] = (Fraction(-1),) * 4
        brings[kind, "play"] = (1 + extra, 1 + once + extra, extra, extra - 1 - once)
    return Terms(KINDS, ACTIONS, brings, {"fold": Fraction(1), "play": 1 + once})


CARDS: int = BOOK.limit("cards_per_hand")


def count(deck: Cards, progress: Progress = None) -> Showdowns:
    """Three cards against three, the dealer opening with queen high (§ 565.12(a))."""
    return showdowns(THREE_CARD, CARDS, CARDS, opens=opens, deck=deck, progress=progress)


SETTING = Setting(THREE_CARD, CARDS, CARDS, False, opens, KINDS, kinds_of, terms, count)
