"""The three games, solved: § 559.13 (Let It Ride), § 587.11 (Raise It Up Stud), § 655a.11 (Mississippi Stud)."""

from collections.abc import Iterator
from functools import cached_property, partial

from pitboss.cards import Card
from pitboss.games import let_it_ride_poker, raise_it_up_stud_poker
from pitboss.games.mississippi_stud import BOOK
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice, Grid
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.solved import Solved
from pitboss.odds.streets import mississippi_stud as mississippi_solver
from pitboss.odds.streets import play
from pitboss.odds.streets.endings import rows_of
from pitboss.odds.streets.let_it_ride_poker import let_it_ride as solve_let_it_ride
from pitboss.odds.streets.raise_it_up_stud import raise_it_up as solve_raise_it_up
from pitboss.odds.streets.rules import grid, rule_sets
from pitboss.odds.streets.street_game import Solution, StreetGame

# § 655a.12(a); ranks count from the two.
PUSHES = tuple(BOOK.limit_named(f"push_pair_{end}") - 2 for end in ("lowest", "highest"))
RIDES = ("pull", "let it ride")
BETS = ("fold", "bet 1x", "bet 2x", "bet 3x")

LET_IT_RIDE = StreetGame(
    *("Bet 1", "with Bets 2 and 3, of which each is as large", solve_let_it_ride, play.let_it_ride, let_it_ride_poker.row),
    streets={3: ("Bet 1, three cards", RIDES), 4: ("Bet 2, four cards", RIDES)},
    few=2,
    lowest_paid=let_it_ride_poker.LOWEST_PAID,
    draws={3: (3,), 4: (4,)},
)
RAISE_IT_UP = StreetGame(
    *("Ante", "with Blind and Play", solve_raise_it_up, play.raise_it_up, raise_it_up_stud_poker.five_card_row),
    streets={
        3: ("3rd Street, three cards", ("check", "play 1x", "play 2x", "play 3x")),
        4: ("4th Street, four cards", ("check", "play 1x", "play 2x")),
        5: ("5th Street, five cards", ("fold", "play 1x")),
    },
    few=3,
    lowest_paid=raise_it_up_stud_poker.WINNING_PAIR,
    draws={3: (3,), 4: (4, 3), 5: (4,)},
    cards=6,
)
MISSISSIPPI = StreetGame(
    *("Ante", "with 3rd, 4th and 5th Street Wagers", mississippi_solver.mississippi, play.mississippi, mississippi_solver.row),
    streets={
        2: ("3rd Street, two cards", BETS),
        3: ("4th Street, three cards", BETS),
        4: ("5th Street, four cards", BETS),
    },
    few=2,
    lowest_paid=PUSHES[1] + 1,
    draws={2: (), 3: (3,), 4: (4,)},
    pushes=(PUSHES[0], PUSHES[1]),
)


class Streets(Solved):
    """A game of this kind at one house."""

    def __init__(self, game: StreetGame, house: House, progress: Told = None, label: str = "") -> None:
        super().__init__(house, progress, label)
        self.game, self.sizes = game, tuple(game.streets)

    @cached_property
    def solution(self) -> Solution:
        """Best play with every hand."""
        return self.game.solve(self.house)

    def rows(self) -> Iterator[Row]:
        """The first wager."""
        found, wager = self.solution.distribution, self.game.wager
        yield Row(self.house.chapter.chapter, wager, "", "", wager, found, found.edge, note=self.game.note)

    def hands(self) -> tuple[str, ...]:
        """The rows that five cards can have."""
        return rows_of(self.game.row)[0]

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """By looking at the hand alone."""
        return self.game.actions(self.house, cards)

    def rules(self) -> list[Advice]:
        """Three sets of rules."""
        return list(map(Advice.of, rule_sets(self.game, self.house)))

    def grid(self) -> Grid:
        """The first cards."""
        return grid(self.game, self.house)


let_it_ride = partial(Streets, LET_IT_RIDE)
raise_it_up_stud = partial(Streets, RAISE_IT_UP)
mississippi_stud = partial(Streets, MISSISSIPPI)
