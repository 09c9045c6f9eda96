"""The mathematics of chapter 655a, Mississippi Stud."""

from pitboss.games.mississippi_stud import BOOK
from pitboss.hands import FIVE_CARD, THREE_CARD_655A
from pitboss.odds.game_odds import Side, category, lazy
from pitboss.odds.streets import odds_of
from pitboss.odds.streets.street_game import StreetGame

BETS = ("fold", "bet 1x", "bet 2x", "bet 3x")
LOWEST_PUSH, HIGHEST_PUSH = (BOOK.limit_named(f"push_pair_{end}") - 2 for end in ("lowest", "highest"))  # § 655a.12(a), from 0
KEPT = lazy("side_wagers.five_cards_kept")
GAME = StreetGame(
    *("Ante", "with 3rd, 4th and 5th Street Wagers"),
    solve=lazy("streets.mississippi_stud.mississippi"),
    actions=lazy("streets.play.mississippi"),
    row=lazy("streets.mississippi_stud.row"),
    streets={
        2: ("3rd Street, two cards", BETS),
        3: ("4th Street, three cards", BETS),
        4: ("5th Street, four cards", BETS),
    },
    few=2,
    lowest_paid=HIGHEST_PUSH + 1,
    draws={2: (), 3: (3,), 4: (4,)},
    pushes=(LOWEST_PUSH, HIGHEST_PUSH),
)
ODDS = odds_of(
    *(GAME, "MississippiPlayer", "test_mississippi_stud_is_solved_as_the_engine_plays_it"),
    Side("Three Card Bonus", 3, THREE_CARD_655A.category),
    Side("Progressive Payout", 5, category(FIVE_CARD), FIVE_CARD, progressive=True, kept=KEPT),
)
