"""Chapter 555, Caribbean Stud Poker: Ante and Bet against five cards of which one is seen."""

from fractions import Fraction
from functools import partial

from pitboss.games.caribbean_stud_poker import BET, BOOK, qualifies
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.odds.against_dealer.play import Setting, Terms, by_category
from pitboss.odds.against_dealer.rules import by_hand, with_ace_king
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.paid import net, paid

ACTIONS = ("fold", "bet")


def terms(house: House) -> Terms:
    """§ 555.11(e), (f) with the posted Bet Wager odds (§ 555.13(c))."""
    twice = Fraction(BOOK.limit("bet_multiple"))
    no_hand, ante = (BOOK.pays(cite, "Ante").value for cite in ("555.11(f)(2)", "555.13(b)"))
    brings = {}
    for kind in FIVE_CARD.categories:
        brings[kind, "fold"] = (Fraction(-1),) * 4
        won = ante + twice * net(paid(house.paytable(BET), kind))
        brings[kind, "bet"] = (no_hand, won, Fraction(0), -1 - twice)
    return Terms(FIVE_CARD.categories, ACTIONS, brings, {"fold": Fraction(1), "bet": 1 + twice})


CARDS: int = BOOK.limit("cards_per_hand")
UP_CARD = 0  # the dealer's first (§ 555.8(d)), who qualifies with ace and king (§ 555.1)

SETTING = Setting(
    *(FIVE_CARD, CARDS, CARDS, UP_CARD, qualifies, FIVE_CARD.categories, by_category(FIVE_CARD), terms),
    rules=(partial(by_hand, verb="bet"), with_ace_king),
)
solved = partial(Showdown, SETTING)
