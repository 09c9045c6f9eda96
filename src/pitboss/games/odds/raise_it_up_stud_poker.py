"""The mathematics of chapter 587, Raise It Up Stud Poker."""

from fractions import Fraction
from functools import partial

from pitboss.games.raise_it_up_stud_poker import BOOK, WINNING_PAIR, five_card_row, three_card_row
from pitboss.hands import FIVE_CARD, THREE_CARD_587
from pitboss.house import House
from pitboss.odds.game_odds import Side, category, lazy
from pitboss.odds.streets import odds_of
from pitboss.odds.streets.street_game import StreetGame, on_table

BEFORE = 2  # the Ante and the Blind
THIRD, FOURTH = (
    tuple(range(BOOK.limit_named(f"play_{street}_street_minimum"), BOOK.limit_named(f"play_{street}_street_maximum") + 1))
    for street in ("3rd", "4th")
)
FIFTH = (BOOK.limit("play_5th_street"),)
BLIND, WON = on_table("Blind"), BOOK.pays("587.12(b)", "Ante").value


def ante_and_blind(house: House, row: str) -> Fraction:
    """The result of Ante and Blind. A hand that § 587.12(c) prints wins the Ante."""
    return BLIND(house, row) + (Fraction(-1) if BOOK.paytable("Play").odds(row) is None else WON)


GAME = StreetGame(
    *("Ante", "with Blind and Play", five_card_row),
    wagered=BEFORE,
    fixed=ante_and_blind,
    unit=on_table("Play"),
    streets={
        3: ("3rd Street, three cards", ("check", *(f"play {bet}x" for bet in THIRD))),
        4: ("4th Street, four cards", ("check", *(f"play {bet}x" for bet in FOURTH))),
        5: ("5th Street, five cards", ("fold", *(f"play {bet}x" for bet in FIFTH))),
    },
    bets={3: THIRD, 4: FOURTH, 5: FIFTH},
    ends={BEFORE + bet: f"Play {bet}x" for bet in THIRD},
    asked={"587.11(b)": 3, "587.11(d)": 4, "587.11(f)": 5},
    made=lambda t, ask: BEFORE,
    few=3,
    lowest_paid=WINNING_PAIR,
    draws={3: (3,), 4: (4, 3), 5: (4,)},
    once=True,
    cards=6,
)
KEPT = partial(lazy("side_wagers.own_cards_kept"), GAME, three_card_row)
ODDS = odds_of(
    *(GAME, "test_raise_it_up_stud_is_solved_as_the_engine_plays_it"),
    Side("Pair Plus", 3, THREE_CARD_587.category),
    Side("Six Card Bonus", 6, category(FIVE_CARD), FIVE_CARD),
    Side("Progressive Payout", 3, three_card_row, progressive=True, kept=KEPT),
)
