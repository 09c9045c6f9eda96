"""The mathematics of chapter 587, Raise It Up Stud Poker."""

from pitboss.games.raise_it_up_stud_poker import WINNING_PAIR, five_card_row, three_card_row
from pitboss.hands import FIVE_CARD, THREE_CARD_587
from pitboss.odds.game_odds import Side, category, lazy
from pitboss.odds.streets import odds_of
from pitboss.odds.streets.street_game import StreetGame

GAME = StreetGame(
    *("Ante", "with Blind and Play"),
    solve=lazy("streets.raise_it_up_stud.raise_it_up"),
    actions=lazy("streets.play.raise_it_up"),
    row=five_card_row,
    streets={
        3: ("3rd Street, three cards", ("check", "play 1x", "play 2x", "play 3x")),
        4: ("4th Street, four cards", ("check", "play 1x", "play 2x")),
        5: ("5th Street, five cards", ("fold", "play 1x")),
    },
    few=3,
    lowest_paid=WINNING_PAIR,
    draws={3: (3,), 4: (4, 3), 5: (4,)},
    cards=6,
)
ODDS = odds_of(
    *(GAME, "RaiseItUpPlayer", "test_raise_it_up_stud_is_solved_as_the_engine_plays_it"),
    Side("Pair Plus", 3, THREE_CARD_587.category),
    Side("Six Card Bonus", 6, category(FIVE_CARD), FIVE_CARD),
    Side("Progressive Payout", 3, three_card_row, progressive=True, kept=lazy("side_wagers.three_cards_kept")),
)
