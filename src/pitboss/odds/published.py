"""Figures that others have published for these games, each beside ours; where they differ, why.

Only the figures are taken over. What is computed is the same wager on the same pay table, where need be with the payouts or
rules that the figure is for and that this regulation does not print.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.house import House
from pitboss.odds.asking import best_play, price, rules
from pitboss.odds.row import Row

Rows = Callable[[str, Mapping[str, Any]], list[Row]]
Ours = Callable[[Rows], float]

SHACKLEFORD_2000 = "M. Shackleford, The Wizard of Odds Analyzes the New Casino Games, Contingencies, November/December 2000"
SHACKLEFORD_BONUS = "M. Shackleford, Texas Hold 'Em Bonus, Wizard of Odds"
SHACKLEFORD_CRAZY = "M. Shackleford after S. Ko, Crazy 4 Poker, Wizard of Odds, 2004"
GROCHOWSKI_587 = "J. Grochowski, By Any Other Name, Casino City Times"
GROCHOWSKI_557 = "J. Grochowski, Four Card Poker Finds Expanded Niche Online, Atlantic City Weekly, August 2022"
GROCHOWSKI_565 = "J. Grochowski, The Three Card Poker Problem, Casino City Times, December 2017"
GROCHOWSKI_559 = "J. Grochowski, Let It Ride: 3-card Side Bet, Tunica Travel, February 2012"
GROCHOWSKI_655A = "J. Grochowski, House Edge and Element of Risk, Casino City Times, April 2018"
GROCHOWSKI_633A = "J. Grochowski, Blackjack's 21 + 3 versus Lucky Ladies, Casino City Times, February 2015"
GROCHOWSKI_645A = "J. Grochowski, Fortune Pai Gow, Casino City Times, May 2015"
FROME = "E. Frome, For Side Bettors, Can Luck Be a Lady?, Gaming Today, January 2006"
PILARSKI = "M. Pilarski, Let It Ride, Gambling City"
PILARSKI_561 = "M. Pilarski, Pai Gow Poker: Don't Get Suckered Into Side Bets, Detroit Free Press, March 2015"
WIKIPEDIA_557 = "Wikipedia, Four Card Poker"
VIRGIN = "Virgin Casino, Four Card Poker (a return of 96.63%)"
GALERA = "Galera, What Is Heads-Up Hold'em? (returns of 97.64%, 96.66% and 95.48%)"
MICHAELS = "G. Michaels, High Card Flush Advanced Strategy, Wizard of Odds, August 2018"
DIRECTORY = "World Casinos Directory, How to Play Spanish 21"


@dataclass(frozen=True)
class Published:
    """A figure as it was printed, and how ours is found; `why` they differ, "" where they do not."""

    chapter: str
    wager: str
    what: str
    figure: str
    source: str
    ours: Ours
    why: str = ""


def edge(number: str, wager: str, table: str = "", **given: Any) -> Ours:
    """The edge of a wager at a house."""
    return lambda rows: float(_row(rows, number, wager, table, given).edge)


def risk(number: str, wager: str, **given: Any) -> Ours:
    """The house's part of all that is wagered."""
    return lambda rows: float(_row(rows, number, wager, "", given).distribution.element_of_risk)  # type: ignore[union-attr]


def _row(rows: Rows, number: str, wager: str, table: str, given: Mapping[str, Any]) -> Row:
    return next(row for row in rows(number, given) if (row.wager, row.table) == (wager, table))


def heads_up_elsewhere(rows: Rows) -> float:
    """Heads-Up Hold 'Em with the Bad Beat payouts of other places."""
    pays = {"Four-of-a-kind": "50 to 1", "Full House": "10 to 1", "Flush": "8 to 1", "Straight": "5 to 1"}
    return float(price("677a", "Bad Beat Bonus", pays).edge)


def spanish_elsewhere(decks: int, hits_soft_17: bool) -> Ours:
    """Spanish 21 with doubling on any number of cards and a wager of $5."""

    def ours(rows: Rows) -> float:
        from pitboss.odds.twenty_one import fixed_payout
        from pitboss.odds.twenty_one.game import Game
        from pitboss.odds.twenty_one.solver import solution

        game = replace(Game.of(House.of("635a", {"decks": decks})), double_any=True, hits_soft_17=hits_soft_17)
        return -solution(game.paid(fixed_payout(500))).value

    return ours


def raising(hand: str) -> Ours:
    """What a Raise of once the Ante brings with a hand of High Card Flush."""
    return lambda rows: float(best_play("678a", hand).actions["raise 1x"])


def ten_eight_six(rows: Rows) -> float:
    """What the rule of 10-8-6 costs at High Card Flush."""
    [rule] = rules("678a")
    assert "10-8-6" in rule.rule
    return rule.cost


LUCKY = "Lucky Ladies Twenty Point Bonus"
PAIR_PLUS = {"Straight": "6 to 1", "Three-of-a-kind": "30 to 1", "Straight flush": "40 to 1"}
PAIR_PLUS |= {"Mini royal flush (ace, king, queen)": "40 to 1"}
SPLIT_BONUSES = "elsewhere bonus 21s are paid on split hands too; doubling on any number of cards is counted on both sides"
BY_HAND = "every hand that the dealer can have, looked at one by one, gives our figure"
PUBLISHED: tuple[Published, ...] = (
    Published("555", "Ante", "edge", "5.22%", SHACKLEFORD_2000, edge("555", "Ante")),
    Published("555", "Ante", "risk", "2.56%", SHACKLEFORD_2000, risk("555", "Ante")),
    Published("557", "Ante", "edge", "2.78%", GROCHOWSKI_557, edge("557", "Ante")),
    Published("557", "Ante", "risk", "1.30%", GROCHOWSKI_557, risk("557", "Ante")),
    Published("557", "Aces Up I", "edge", "1.98%", WIKIPEDIA_557, edge("557", "Aces Up", "I")),
    Published("557", "Aces Up IV", "edge", "3.37%", VIRGIN, edge("557", "Aces Up", "IV")),
    Published("557", "Aces Up VII", "edge", "6.15%", WIKIPEDIA_557, edge("557", "Aces Up", "VII")),
    Published("559", "Bet 1", "edge", "3.51%", PILARSKI, edge("559", "Bet 1")),
    Published("559", "Three Card Bonus D", "edge", "2.14%", GROCHOWSKI_559, edge("559", "Three Card Bonus", "D")),
    Published("559", "Three Card Bonus F", "edge", "7.1%", GROCHOWSKI_559, edge("559", "Three Card Bonus", "F")),
    Published(
        *("561", "Pai Gow Poker", "edge", "2.84%", PILARSKI_561, edge("561", "Pai Gow Poker")),
        why="another house way, simulated; ours is counted over all deals",
    ),
    Published("563", "Ante", "edge", "2.037%", SHACKLEFORD_BONUS, edge("563", "Ante")),
    Published("563", "Ante", "risk", "0.5335%", SHACKLEFORD_BONUS, risk("563", "Ante")),
    Published("563", "Ante from a flush", "edge", "5.5935%", SHACKLEFORD_BONUS, edge("563", "Ante", qualifying_rank="flush")),
    Published("565", "Ante", "edge", "3.37%", GROCHOWSKI_565, edge("565", "Ante")),
    Published("565", "Ante", "risk", "2.01%", GROCHOWSKI_565, risk("565", "Ante")),
    Published(
        *("565", "Pair Plus at 40, 30, 6, 3 and 1", "edge", "7.28%", GROCHOWSKI_565),
        edge("565", "Pair Plus", pair_plus=PAIR_PLUS),
    ),
    Published(
        *("565", "Pair Plus at 40, 30, 6, 4 and 1", "edge", "2.32%", GROCHOWSKI_565),
        edge("565", "Pair Plus", pair_plus=PAIR_PLUS | {"Flush": "4 to 1"}),
    ),
    Published("587", "Pair Plus A", "edge", "2.3%", GROCHOWSKI_587, edge("587", "Pair Plus", "A")),
    Published("587", "Pair Plus B", "edge", "3.5%", GROCHOWSKI_587, edge("587", "Pair Plus", "B")),
    Published("633a", "Lucky Ladies, six decks", "edge", "17.64%", GROCHOWSKI_633A, edge("633a", LUCKY)),
    Published("633a", "Lucky Ladies, two decks", "edge", "24.94%", FROME, edge("633a", LUCKY, decks=2)),
    Published("633a", "Lucky Ladies, four decks", "edge", "19.46%", FROME, edge("633a", LUCKY, decks=4)),
    Published("635a", "Spanish 21, six decks", "edge", "0.37%", DIRECTORY, spanish_elsewhere(6, False), SPLIT_BONUSES),
    Published(
        *("635a", "Spanish 21, six decks, drawing to soft 17", "edge", "0.78%", DIRECTORY),
        *(spanish_elsewhere(6, True), SPLIT_BONUSES),
    ),
    Published("645a", "Fortune Bonus B", "edge", "7.8%", GROCHOWSKI_645A, edge("645a", "Fortune Bonus", "B")),
    Published("655a", "Ante", "edge", "4.91%", GROCHOWSKI_655A, edge("655a", "Ante")),
    Published("655a", "Ante", "risk", "1.37%", GROCHOWSKI_655A, risk("655a", "Ante")),
    Published("657a", "Ante", "risk", "1.09%", SHACKLEFORD_CRAZY, risk("657a", "Ante")),
    Published(
        *("677a", "Ante", "edge", "2.36%", GALERA, edge("677a", "Ante")),
        why="elsewhere the Bad Beat pays 50, 10, 8 and 5 to 1 where 25, 6, 5 and 4 to 1 are printed here; the next line",
    ),
    Published("677a", "Ante with those payouts", "edge", "2.36%", GALERA, heads_up_elsewhere),
    Published("677a", "Trips Plus D", "edge", "3.34%", GALERA, edge("677a", "Trips Plus", "D")),
    Published("677a", "Pocket Bonus A", "edge", "4.52%", GALERA, edge("677a", "Pocket Bonus", "A")),
    Published(
        *("678a", "Ante", "edge", "2.6855%", MICHAELS, edge("678a", "Ante")),
        why="by an advanced strategy, which best play must beat",
    ),
    Published(
        *("678a", "rule of 10-8-6", "cost", "0.06%", MICHAELS, ten_eight_six),
        why="ours is counted over all deals",
    ),
    Published(
        *("678a", "10-8-6 with A-Q J J", "raise brings", "-0.86655", MICHAELS, raising("Th 8h 6h Js Ad Qd Jc")), why=BY_HAND
    ),
    Published(
        *("678a", "10-8-6 with 7-4-2 9", "raise brings", "-1.06993", MICHAELS, raising("Th 8h 6h 7d 4d 2d 9c")), why=BY_HAND
    ),
)


def beside(rows: Rows) -> list[dict[str, Any]]:
    """Every published figure with ours, and whether they agree as printed."""
    found = []
    for entry in PUBLISHED:
        ours = entry.ours(rows)
        found.append(
            {
                "chapter": entry.chapter,
                "wager": entry.wager,
                "what": entry.what,
                "published": entry.figure,
                "exact": ours,
                "agrees": as_printed(entry.figure, ours),
                "source": entry.source,
                "why": entry.why,
            }
        )
    return found


def as_printed(figure: str, exact: float) -> bool:
    """Whether a figure is the exact one, rounded or cut off where it was printed.

    >>> [as_printed(figure, 0.027879) for figure in ("2.79%", "2.78%", "2.8%", "2.77%")]
    [True, True, True, False]
    """
    return how_printed(figure, exact) != ""


def how_printed(figure: str, exact: float) -> str:
    """How a figure is the exact one where it was printed: "rounded" or "cut off", "" where it is not.

    >>> [how_printed(figure, 0.027879) for figure in ("2.79%", "2.78%", "2.77%")]
    ['rounded', 'cut off', '']
    """
    number, scale = figure.rstrip("%"), 100 if figure.endswith("%") else 1
    places = len(number.partition(".")[2])
    shift = 10**places
    if float(number) == round(exact * scale, places):
        return "rounded"
    return "cut off" if float(number) == int(exact * scale * shift) / shift else ""
