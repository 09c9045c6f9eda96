"""Best play of a game as a chart of grids.

Blackjack and Spanish 21 have three, hard totals, soft totals and pairs against the dealer's card (chapters 633a and 635a); the
Hold 'Em games and Mississippi Stud one of the first two cards (chapters 563, 677a and 655a), Let It Ride and Raise It Up Stud
one of the first three (chapters 559 and 587). Elsewhere words say it better.
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
    """Draws the best play of a house's game."""
    grid(chart(house, progress), path, house)


def chart(house: House, progress: Told = None) -> Chart:
    """The grids of a house's game; raises PitbossError where best play is no grid."""
    number = house.chapter.chapter
    drawn_by = mathematics_of(number).best_play
    if drawn_by == TWENTY_ONE:
        return twenty_one(house)
    if drawn_by not in ("", IN_WORDS):
        game = solved(number, house, progress, f"best play of chapter {number}")
        game.begin()
        found = game.grid()
        assert found is not None
        return Chart(found.title, [[found]], "exact")
    if drawn_by == IN_WORDS:
        raise PitbossError(f"best play of chapter {number} is told in words, not drawn: see `pitboss strategy {number}`")
    drawn = ", ".join(sorted(each for each in BANKED if mathematics_of(each).best_play not in ("", IN_WORDS)))
    raise PitbossError(f"no best play is drawn for chapter {number}; it is for {drawn}")


def twenty_one(house: House) -> Chart:
    """Hard totals, soft totals and pairs against what the dealer shows."""
    from pitboss.odds.twenty_one import best_play
    from pitboss.odds.twenty_one.strategy import HEADINGS

    known = best_play(house).grid

    def totals(title: str, rows: Mapping[str, str]) -> Grid:
        return Grid(title, tuple(rows), HEADINGS, tuple(map(tuple, rows.values())))

    hard, soft = ({str(points): letters for points, letters in rows.items()} for rows in (known.hard, known.soft))
    pairs = {"A, A" if points == 1 else f"{points}, {points}": letters for points, letters in known.pairs.items()}
    note = f"Following these letters gives up {known.cost:.4%} of the wager compared with best play, which looks at every card."
    if house.get("blackjack_switch"):
        note = "Best play of one hand by itself, without regard to the other hand and to the switch."
    return Chart(
        "Best play by total and dealer's card",
        [[totals("Hard totals", hard)], [totals("Soft totals", soft), totals("Pairs", pairs)]],
        made="in double precision, without simulation",
        across="dealer shows, in points",
        meanings=known.meanings,
        notes=[note],
    )
