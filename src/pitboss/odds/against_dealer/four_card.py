"""Chapters 557, Four Card Poker, and 657a, Crazy 4 Poker: the best four of a player's five cards.

In 557 the dealer makes his four of six cards, one of them seen, and always opens; in 657a of five, with a king or better.
A Play Wager between its limits brings what lies between what the limits bring, so only the limits are tried. The least chip
of § 657a.11(b) is not: with aces or better, where it is allowed, every cent of Play gains.
"""

from fractions import Fraction
from functools import partial

from pitboss.cards import ACE
from pitboss.games import crazy_4_poker, four_card_poker
from pitboss.hands import FOUR_CARD, Value
from pitboss.house import House
from pitboss.odds.against_dealer.counting import Cards
from pitboss.odds.against_dealer.play import Setting, Terms
from pitboss.odds.against_dealer.rules import by_card_seen, by_hand
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.paid import beside, net, paid

ONE, NOTHING = Fraction(1), Fraction(0)

# Chapter 557 --------------------------------------------------------------- Four Card Poker

LEAST, MOST = (four_card_poker.BOOK.limit_named(f"play_{end}_multiple") for end in ("minimum", "maximum"))
KINDS_557 = (*FOUR_CARD.categories, "pair of aces")
ACTIONS_557 = ("fold", f"play {LEAST}x", f"play {MOST}x")


def kinds_of_557(value: Value, deck: Cards) -> list[tuple[str, Fraction]]:
    """The kind of the hands of a value: its row in a pay table."""
    return [(four_card_poker.hand_name(value), ONE)]


def terms_557(house: House) -> Terms:
    """§ 557.11(e), (f), § 557.12(a)(1): ties win; the Ante bonus (§ 557.12(a)(2)) is paid win or lose."""
    brings = {}
    for kind in KINDS_557:
        extra = beside(paid(house.paytable("Ante Bonus"), kind))
        brings[kind, "fold"] = (-ONE,) * 4
        for times, action in zip((LEAST, MOST), ACTIONS_557[1:], strict=True):
            won, lost = 1 + times + extra, extra - 1 - times
            brings[kind, action] = (won, won, won, lost)
    return Terms(KINDS_557, ACTIONS_557, brings, dict(zip(ACTIONS_557, (ONE, ONE + LEAST, ONE + MOST), strict=True)))


CARDS_557: int = four_card_poker.BOOK.limit("cards_per_hand")
DEALER_557: int = four_card_poker.BOOK.limit("dealer_cards")
SETTING_557 = Setting(
    *(FOUR_CARD, CARDS_557, DEALER_557, DEALER_557 - 1, None),  # one of the dealer's is seen (§ 557.8(d))
    *(KINDS_557, kinds_of_557, terms_557),
    rules=(by_hand, by_card_seen),
    note="Play of one to three times the Ante; a tie wins",
)
solved_557 = partial(Showdown, SETTING_557)

# Chapter 657a -------------------------------------------------------------- Crazy 4 Poker

BOOK_657A = crazy_4_poker.BOOK
EQUAL, THRICE = BOOK_657A.limit("play_multiple"), BOOK_657A.limit("play_maximum_aces")
ACES = "pair of aces"
KINDS_657A = (*FOUR_CARD.categories, "pair of queens or better", ACES, "four aces")
ACTIONS_657A = ("fold", f"play {EQUAL}x", f"play {THRICE}x")


def kinds_of_657a(value: Value, deck: Cards) -> list[tuple[str, Fraction]]:
    """The kind of the hands of a value: its row in a pay table; aces apart, since they may play more."""
    aces = value.category == crazy_4_poker.PAIR and value.ranks[0] == ACE
    return [(ACES if aces else crazy_4_poker.hand_name(value), ONE)]


def terms_657a(house: House) -> Terms:
    """§ 657a.11(c)(3) with the Super Bonus, which equals the Ante, is paid from a straight up, and else goes with the hand."""
    brings = {}
    below_aces = ("high card", "pair", "pair of queens or better")
    for kind in KINDS_657A:
        odds = paid(house.paytable(crazy_4_poker.SUPER_BONUS), kind)
        gone = net(odds)
        kept = NOTHING if odds is None or odds.kind == "none" else gone
        brings[kind, "fold"] = (-ONE - 1,) * 4
        for times, action in zip((EQUAL, THRICE), ACTIONS_657A[1:], strict=True):
            if times == EQUAL or kind not in below_aces:
                brings[kind, action] = (times + kept, 1 + times + kept, kept, gone - 1 - times)
    staked = dict(zip(ACTIONS_657A, (ONE + 1, ONE + 1 + EQUAL, ONE + 1 + THRICE), strict=True))
    return Terms(KINDS_657A, ACTIONS_657A, brings, staked)


CARDS_657A: int = BOOK_657A.limit("cards_per_hand")
SETTING_657A = Setting(
    *(FOUR_CARD, CARDS_657A, CARDS_657A, None, crazy_4_poker.qualifies),  # the dealer opens with a king (§ 657a.11(c)(3))
    *(KINDS_657A, kinds_of_657a, terms_657a),
    rules=(partial(by_hand, verb="play the most allowed"),),
    note="with the Super Bonus, which equals the Ante, and Play",
)
solved_657a = partial(Showdown, SETTING_657A)
