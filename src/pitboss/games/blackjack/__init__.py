"""Chapter 633a, Blackjack, with its seven optional wagers, Blackjack Switch and dealing from the hand.

`table` has the table before the first card, `optional_wagers` and `switch` the wagers that only this chapter has. The round
itself is shared with Spanish 21 (`pitboss.games.twenty_one`), with the paragraphs in RULES.

`pitboss.games` finds it by its slug. Start reading at `table.py`.
"""

from fractions import Fraction

from pitboss.games.blackjack.optional_wagers import settle_optional
from pitboss.games.blackjack.switch import NATURAL, offer_switch, switch_verdict
from pitboss.games.blackjack.table import (
    BLACKJACK,
    BOOK,
    CROWN_TREASURE,
    PREPARATION,
    SECOND_BLACKJACK,
    WAGERS,
    check,
    deck,
    positions,
    preparation,
    problems,
)
from pitboss.games.twenty_one.completion import compare
from pitboss.games.twenty_one.devices import acts, may_deal
from pitboss.games.twenty_one.irregularities import DETAILS, incidents, irregularity
from pitboss.games.twenty_one.occasions import occasion
from pitboss.games.twenty_one.play import is_natural
from pitboss.games.twenty_one.points import total
from pitboss.games.twenty_one.round import may_bet, prepare, round_of_play
from pitboss.games.twenty_one.rules import INSURANCE, Hand, Rules, Verdict, nothing_more
from pitboss.games.twenty_one.strategy import advice, bot
from pitboss.house import House
from pitboss.table.game import Game
from pitboss.table.procedures.multideck import ShoeMemory
from pitboss.table.round import Round
from pitboss.table.steps import DEALER

__all__ = ["GAME", "PREPARATION", "RULES"]


def verdict(t: Round, hand: Hand, blackjack: bool) -> Verdict:
    """§ 633a.7(p), (q): a Blackjack beats all but a Blackjack; then the totals are compared. A dealer's Blackjack beats a 21
    in more than two cards (§ 633a.7(q)), which the settlement sees to."""
    if t.house["blackjack_switch"]:
        return switch_verdict(t, hand, blackjack)
    if is_natural(t, hand):
        if blackjack:
            return Verdict("tie", "633a.7(q)")
        drawn = total(t.hands[DEALER])[0] == 21
        return Verdict("win", "633a.7(p)(3)" if drawn else "633a.7(j)(1)(ii)", NATURAL)
    return compare(t, hand, "633a.7(p)(1)", "633a.7(p)(2)", "633a.7(q)")


RULES = BOOK.procedure(
    "round",
    Rules,
    wager=BLACKJACK,
    preparation=preparation,
    verdict=verdict,
    natural=NATURAL,
    usual=BOOK.pays("633a.13(a)", BLACKJACK, "All other winning hands"),
    stands_on=BOOK.limit("dealer_stands_on"),
    insurance_odds=BOOK.pays("633a.13(b)", INSURANCE),
    surrender_share=Fraction(BOOK.limit("surrender_share")),
    optional=settle_optional,
    before_play=offer_switch,
    besides=nothing_more,
)


def complete(house: House, wagers: dict[str, int]) -> dict[str, int]:
    """§ 633a.12(a)(1): at Blackjack Switch one amount stands for both of the equal Blackjack Wagers."""
    if house["blackjack_switch"] and SECOND_BLACKJACK not in wagers and BLACKJACK in wagers:
        return wagers | {SECOND_BLACKJACK: wagers[BLACKJACK]}
    return wagers


def suggest(house: House) -> dict[str, int]:
    """What a bot bets: the table minimum."""
    return complete(house, {BLACKJACK: house["table_minimum"]})


GAME = Game(
    chapter="633a",
    wagers=WAGERS,
    deck=deck,
    points=True,
    check=check,
    problems=problems,
    complete=complete,
    positions=positions,
    may_bet=may_bet(RULES),
    prepare=prepare(RULES),
    round_of_play=round_of_play,
    irregularity=irregularity,
    occasion=occasion,
    incidents=incidents(RULES),
    details=DETAILS,
    bot=bot,
    advice=advice,
    silent={RULES.no_cards: "card", RULES.not_dealt: "card"},  # the player wagered, or asked for the card, and so takes it
    suggest=suggest,
    rankings={},
    chips="633a.6(a)",
    clear="633a.7(s)",
    no_more_bets="633a.6(c)",
    may_deal=may_deal(RULES),
    acts=acts(RULES),
    players_look=False,
    payments=(CROWN_TREASURE,),
    memory=ShoeMemory,
)
