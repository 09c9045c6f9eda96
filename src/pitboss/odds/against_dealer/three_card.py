"""Chapter 565, Three Card Poker: Ante and Play, in the basic game and with tables A, B and C of a § 565.7(f) version.

In those versions a fold forfeits the Pair Plus Wager too (§ 565.11(b)). That changes no decision: a hand that would win it, a
pair or better, is played anyway, and a hand that is folded would lose it. So the Ante's odds are counted without it.
"""

from fractions import Fraction
from functools import partial

from pitboss.cards import ACE, SPADES, suit
from pitboss.games.three_card_poker import BOOK, ante_bonus_table, opens
from pitboss.hands import THREE_CARD, Value
from pitboss.house import House
from pitboss.odds.against_dealer.counting import Cards
from pitboss.odds.against_dealer.play import Setting, Terms
from pitboss.odds.against_dealer.rules import by_hand
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.paid import beside, paid

PLAIN, ROYAL = "mini royal flush (ace, king, queen)", "mini royal flush of spades (ace, king, queen)"
KINDS = (*THREE_CARD.categories, PLAIN, ROYAL)
ACTIONS = ("fold", "play")
ANTE_BONUS = "Ante Bonus"


def kinds_of(value: Value, deck: Cards) -> list[tuple[str, Fraction]]:
    """The kinds of the hands of a value: one suited ace, king and queen in four is of spades."""
    name = THREE_CARD.categories[value.category]
    if name != "straight flush" or value.ranks[0] != ACE:
        return [(name, Fraction(1))]
    suits = {suit(card) for card in deck}
    spades = Fraction(1, len(suits)) if SPADES in suits else Fraction(0)
    return [(PLAIN, 1 - spades), (ROYAL, spades)]


def terms(house: House) -> Terms:
    """§ 565.12(a)–(c) with an Ante bonus by § 565.12(e) or (f); the bonus is paid win or lose."""
    table = ante_bonus_table(house)
    once = Fraction(BOOK.limit("play_multiple"))
    brings = {}
    for kind in KINDS:
        extra = beside(paid(table, kind))
        brings[kind, "fold"] = (Fraction(-1),) * 4
        brings[kind, "play"] = (1 + extra, 1 + once + extra, extra, extra - 1 - once)
    return Terms(KINDS, ACTIONS, brings, {"fold": Fraction(1), "play": 1 + once})


def versions(house: House) -> list[tuple[House, str, str]]:
    """The house, and where it has not chosen a version the § 565.7(f) versions, each with its Ante bonus table."""
    houses = [house]
    if "version" not in house.given and ANTE_BONUS not in house.instead:
        of = [{"version": "565.7(f)(1)", "ante_bonus": table} for table in house.given.get("ante_bonus", "ABC")]
        houses += [House.of(house.chapter.chapter, house.given | version) for version in of]
    return [(each, table.table, table.condition) for each in houses for table in (ante_bonus_table(each),)]


CARDS: int = BOOK.limit("cards_per_hand")
SETTING = Setting(
    *(THREE_CARD, CARDS, CARDS, None, opens, KINDS, kinds_of, terms),  # the dealer opens with queen high (§ 565.12(a))
    rules=(partial(by_hand, verb="play"),),
    versions=versions,
)
solved = partial(Showdown, SETTING)
