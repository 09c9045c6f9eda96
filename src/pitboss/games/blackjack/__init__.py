"""Chapter 633a, Blackjack, with its seven optional wagers, Blackjack Switch and dealing from the hand.

`table` is the table before the first card, `optional_wagers` and `switch` what only this chapter has; the round itself is
shared with Spanish 21 (`pitboss.games.twenty_one`), by the paragraphs in RULES.
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
from pitboss.games.twenty_one.play import is_natural
from pitboss.games.twenty_one.points import total
from pitboss.games.twenty_one.round import may_bet, prepare, round_of_play
from pitboss.games.twenty_one.rules import INSURANCE, FromTheHand, Hand, Rules, Verdict
from pitboss.games.twenty_one.strategy import advice, bot
from pitboss.house import House
from pitboss.table.game import Game
from pitboss.table.multideck import ShoeMemory
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


RULES = Rules(
    wager=BLACKJACK,
    preparation=preparation,
    verdict=verdict,
    natural=NATURAL,
    usual=BOOK.pays("633a.13(a)", BLACKJACK, "All other winning hands"),
    stands_on=BOOK.limit("dealer_stands_on"),
    insurance_odds=BOOK.pays("633a.13(b)", INSURANCE),
    no_more_bets="633a.6(c)",
    entry="633a.6(b)",
    taken_from_shoe="633a.7(b)",
    deal=("633a.7(f)(1)", "633a.7(f)(2)", "633a.7(f)(3)", "633a.7(f)(4)"),
    hands_off="633a.7(t)",
    reader="633a.7(h)",
    insurance="633a.8(b)",
    insurance_wins="633a.8(c)",
    insurance_pays="633a.13(b)",
    insurance_loses="633a.8(d)",
    announces="633a.7(i)",
    natural_at_once="633a.7(j)(1)(i)",
    natural_waits="633a.7(j)(1)(ii)",
    pays="633a.13(a)",
    decide="633a.7(j)(2)",
    draw="633a.7(k)",
    surrender_share=Fraction(BOOK.limit("surrender_share")),
    surrender_low="633a.9(a)(1)",
    surrender_high="633a.9(a)(2)",
    double="633a.10(a)",
    double_card="633a.10(c)",
    double_returned="633a.10(b)",
    split="633a.11(a)",
    split_card="633a.11(b)",
    split_decide="633a.11(c)",
    split_returned="633a.11(d)",
    hole_card="633a.7(m)",
    dealer_draws="633a.7(n)",
    dealer_stops="633a.7(o)",
    losers_first="633a.7(r)(1)",
    player_by_player="633a.7(r)(2)",
    face_up="633a.14(a)",
    error_unseen="633a.14(b)",
    error_exposed="633a.14(c)",
    draws_on_17="633a.14(d)",
    misses_card="633a.14(e)",
    too_few="633a.14(f)",
    no_cards="633a.14(g)",
    wrong_side="633a.14(h)",
    not_dealt="633a.14(i)",
    reader_misused="633a.14(j)",
    reader_shows="633a.14(j)(1)",
    reader_hides="633a.14(j)(2)",
    reader_fails="633a.14(k)",
    shuffler_jam="633a.14(l)",
    out_of_order="633a.14(m)",
    recut="633a.5(e)",
    reshuffle="633a.5(f)",
    new_dealer="633a.7(c)",
    determinant_serves="633a.7(d)",
    natural_in_two_hands="633a.12(a)(5)(i)",
    reader_switched="633a.12(a)(5)(iii)",
    from_hand=FromTheHand(
        take="633a.12(b)(4)",
        burn="633a.12(b)(5)",
        deal=("633a.12(b)(5)(i)", "633a.12(b)(5)(ii)", "633a.12(b)(5)(iii)", "633a.12(b)(5)(iv)"),
        looks="633a.12(b)(6)",
        shows="633a.12(b)(6)(i)",
        over="633a.12(b)(6)(ii)",
        draw="633a.12(b)(7)",
        hole_card="633a.12(b)(8)",
        settles="633a.12(b)(9)",
    ),
    optional=settle_optional,
    before_play=offer_switch,
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
    check=check,
    problems=problems,
    complete=complete,
    positions=positions,
    may_bet=may_bet(RULES),
    prepare=prepare(RULES),
    round_of_play=round_of_play,
    irregularity=irregularity,
    incidents=incidents(RULES),
    details=DETAILS,
    bot=bot,
    advice=advice,
    silent={RULES.no_cards: "card", RULES.not_dealt: "card"},  # who wagered, or asked for a card, takes it
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
