"""The mathematics of chapter 655a, Mississippi Stud."""

from functools import partial

from pitboss.games import mississippi_stud
from pitboss.games.mississippi_stud import BOOK, MAIN
from pitboss.hands import FIVE_CARD, THREE_CARD_655A, Value
from pitboss.odds.game_odds import Side, category, lazy
from pitboss.odds.streets import odds_of
from pitboss.odds.streets.street_game import StreetGame, on_table

BETS = tuple(range(BOOK.limit("third_street_minimum"), BOOK.limit("third_street_maximum") + 1))
WORDS = ("fold", *(f"bet {bet}x" for bet in BETS))
LOWEST_PUSH, HIGHEST_PUSH = (BOOK.limit_named(f"push_pair_{end}") - 2 for end in ("lowest", "highest"))  # § 655a.12(a), from 0
PAYS = on_table("Mississippi Stud")


def row(value: Value) -> str:
    """The hand's row in the table of § 655a.12(a), or the name of a hand that loses."""
    return mississippi_stud.row(value) or "pair"


def fold(seen: int, wagered: int) -> str:
    """
    >>> fold(2, 1), fold(4, 7)
    ('fold on 3rd Street, 1 Ante lost', 'fold on 5th Street, 7 Antes lost')
    """
    return f"fold on {seen + 1}{'rd' if seen == 2 else 'th'} Street, {wagered} Ante{'s' * (wagered > 1)} lost"


GAME = StreetGame(
    *("Ante", "with 3rd, 4th and 5th Street Wagers", row),
    wagered=1,
    fixed=PAYS,
    unit=PAYS,
    streets={2: ("3rd Street, two cards", WORDS), 3: ("4th Street, three cards", WORDS), 4: ("5th Street, four cards", WORDS)},
    bets={2: BETS, 3: BETS, 4: BETS},
    ends={wagered: f"{wagered} Antes wagered" for wagered in range(1 + 3 * BETS[0], 2 + 3 * BETS[-1])},
    asked={"655a.11(b)": 2, "655a.11(d)": 3, "655a.11(f)": 4},
    made=lambda t, ask: sum(t.holds(ask.seat, wager) for wager in MAIN) // ask.base,
    few=2,
    lowest_paid=HIGHEST_PUSH + 1,
    draws={2: (), 3: (3,), 4: (4,)},
    boldest=True,
    folds=fold,
    pushes=(LOWEST_PUSH, HIGHEST_PUSH),
)
KEPT = partial(lazy("side_wagers.all_cards_kept"), GAME)
ODDS = odds_of(
    *(GAME, "test_mississippi_stud_is_solved_as_the_engine_plays_it"),
    Side("Three Card Bonus", 3, THREE_CARD_655A.category),
    Side("Progressive Payout", 5, category(FIVE_CARD), FIVE_CARD, progressive=True, kept=KEPT),
)
