"""Draws the best play of a game as grids.

Blackjack and Spanish 21 have three grids: hard totals, soft totals and pairs against the dealer's card (chapters 633a and
635a). The Hold 'Em games and Mississippi Stud have one, of the first two cards (chapters 563, 677a and 655a); Let It Ride and
Raise It Up Stud one of the first three (chapters 559 and 587). For other games, best play is better described in words.
"""

from collections.abc import Mapping
from pathlib import Path

from pitboss.advice.mathematics import IN_WORDS, mathematics_of
from pitboss.errors import PitbossError
from pitboss.games import BANKED
from pitboss.house import House
from pitboss.odds.advice import Grid
from pitboss.odds.catalogue import solved
from pitboss.odds.parts import Told
from pitboss.pictures.grids import Chart, grid

TWENTY_ONE = "21"


def strategy(house: House, path: Path, progress: Told = None) -> None:
    """Draw the best play of a house's game."""
    grid(chart(house, progress), path, house)


def chart(house: House, progress: Told = None) -> Chart:
    """The grids of a house's game. Raises PitbossError if its best play is not drawn."""
    number = house.chapter.chapter
    drawn_by = mathematics_of(number).best_play
    if drawn_by == TWENTY_ONE:
        return twenty_one(house)
    if drawn_by not in ("", IN_WORDS):
        game = solved(number, house, progress, f"best play of chapter {number}")
        game.begin()
        best = game.grid()
        assert best is not None
        return Chart(best.title, [[best]], "exact")
    if drawn_by == IN_WORDS:
        raise PitbossError(f"best play of chapter {number} is told in words, not drawn: see `pitboss strategy {number}`")
    drawn = ", ".join(sorted(chapter for chapter in BANKED if mathematics_of(chapter).best_play not in ("", IN_WORDS)))
    raise PitbossError(f"no best play is drawn for chapter {number}; it is for {drawn}")


def twenty_one(house: House) -> Chart:
    """The grids of hard totals, soft totals and pairs against the dealer's card."""
    from pitboss.odds.twenty_one import best_play
    from pitboss.odds.twenty_one.strategy import HEADINGS

    best = best_play(house).grid

    def totals(title: str, rows: Mapping[str, str]) -> Grid:
        return Grid(title, tuple(rows), HEADINGS, tuple(map(tuple, rows.values())))

    hard, soft = ({str(points): letters for points, letters in rows.items()} for rows in (best.hard, best.soft))
    pairs = {"A, A" if points == 1 else f"{points}, {points}": letters for points, letters in best.pairs.items()}
    note = f"Following these letters gives up {best.cost:.4%} of the wager compared with best play, which looks at every card."
    if house.get("blackjack_switch"):
        note = "Best play of one hand by itself, without regard to the other hand and to the switch."
    return Chart(
        "Best play by total and dealer's card",
        [[totals("Hard totals", hard)], [totals("Soft totals", soft), totals("Pairs", pairs)]],
        made="in double precision, without simulation",
        across="dealer shows, in points",
        meanings=best.meanings,
        notes=[note],
    )
