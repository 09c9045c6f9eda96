"""Odds of Pai Gow Poker (chapters 561 and 645a): every row that `pitboss odds` shows for them.

The Pai Gow Poker Wager is settled over all 154,143,080 × 53,524,680 deals of two hands, exactly, for a player who sets his
hands by the house way (`comparison`) and for one who sets each of them for the most (`best`, and `one_hand` for one of them); a
bank by `bank`; the wagers on the player's own seven cards by `bonus`.

The games declare it. Start reading at `overlap.py`.
"""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.games.pai_gow.house_way import house_way
from pitboss.games.pai_gow.play import least_wager
from pitboss.games.pai_gow.rules import WAGER
from pitboss.games.pai_gow.vigorish import vigorish
from pitboss.house import House
from pitboss.odds.distribution import Combination, Distribution
from pitboss.odds.pai_gow.bank import bank_edge, bank_edge_against_several
from pitboss.odds.pai_gow.best import best_of_all
from pitboss.odds.pai_gow.comparison import compare_ways
from pitboss.odds.pai_gow.one_hand import VIGORISH
from pitboss.odds.pai_gow.overlap import FULL, Outcomes, way_of
from pitboss.odds.parts import Told, begun
from pitboss.odds.row import Row
from pitboss.odds.store import stored

BANK = "Bank"


def wager_distribution(outcomes: Outcomes, part: Fraction) -> Distribution:
    """What the Pai Gow Poker Wager brings when this part of a win is the vigorish."""
    win, lose, tie = outcomes
    return Distribution({1 - part: win, Fraction(-1): lose, Fraction(0): tie})


def combinations(found: Distribution) -> tuple[Combination, ...]:
    """How the deals of a wager end, by what it brings."""
    words = {0: "one hand won, one lost: push"}
    endings = {net: words.get(int(net), "both hands won" if net > 0 else "both hands lost") for net in found.counts}
    return tuple(
        Combination("any hand", endings[net], "", net, deals) for net, deals in sorted(found.counts.items(), reverse=True)
    )


def vigorish_part(house: House) -> Fraction:
    """The vigorish on the smallest wager of a table as a part of it: 5% unless it is rounded up."""
    least = least_wager(house, house.section("vigorish_rounding"))
    return Fraction(vigorish(house, least, house.section("vigorish_rounding")), least)


def outcomes_by_way(house: House, progress: Told = None) -> Outcomes:
    """How the deals end when player and dealer set by the house way."""
    way = house_way(house["house_way"])
    return compare_ways(way, way, FULL, begun(progress, f"Pai Gow Poker, house way {way.name!r}"))


def stored_outcomes(house: House, progress: Told) -> Outcomes:
    """The same from the store if known, which the wager and the bank share."""
    return Outcomes(*stored("pai-gow-outcomes", house, lambda seen: list(map(int, outcomes_by_way(seen, progress)))))


def wager_rows(chapter: str, house: House, progress: Told = None) -> Iterator[Row]:
    """§ 561.13, § 645a.11: the Pai Gow Poker Wager of a player who sets by the house way."""
    way, part = house_way(house["house_way"]), vigorish_part(house)
    found = wager_distribution(stored_outcomes(house, progress), part)
    by_way = f"the player sets by the house way {way.name!r}, as the dealer does"
    if part != VIGORISH:
        by_way += f"; the vigorish is rounded up to {float(part):.4%} of the smallest wager"
    about = (chapter, WAGER, "", "set by the house way", WAGER)
    yield Row(*about, found, found.edge, note=by_way, combinations=combinations(found))


def best_rows(chapter: str, house: House, progress: Told = None) -> Iterator[Row]:
    """The Pai Gow Poker Wager when every hand is set for the most against the house way."""
    way, part = house_way(house["house_way"]), vigorish_part(house)
    all_hands = best_of_all(way, part, FULL, begun(progress, f"Pai Gow Poker, best setting against {way.name!r}"))
    found = wager_distribution(all_hands.best, part)
    differ = sum([better.hands for better in all_hands.better.values()])
    saved = sum([better.gain for better in all_hands.better.values()], Fraction(0))
    note = (
        f"every hand set for the most against the house way {way.name!r}; {differ:,} of {FULL.hands:,} hands are set "
        f"otherwise than by it, which saves {float(saved):.4%}"
    )
    extra = {held: float(better.gain) for held, better in all_hands.better.items()}
    about = (chapter, WAGER, "", "best setting", WAGER)
    yield Row(*about, found, found.edge, note=note, extra=extra, combinations=combinations(found))


def bank_rows(chapter: str, house: House, progress: Told = None) -> Iterator[Row]:
    """§ 645a.12: a player who banks, against one wager and against as many as the table has positions."""
    way, part, outcomes = house_way(house["house_way"]), vigorish_part(house), stored_outcomes(house, progress)
    win, lose, tie = outcomes
    found = Distribution({1 - part: lose, Fraction(-1): win, Fraction(0): tie})
    note = "also of a co-bank, as a part of the half that he carries"
    about = (chapter, BANK, "", "one wager against the bank", WAGER)
    yield Row(*about, found, bank_edge(outcomes, part), note=note, combinations=combinations(found))
    wagers = house["seats"]
    if wagers > 1:
        told = begun(progress, f"Pai Gow Poker, a bank against {wagers} wagers")
        edge, error = bank_edge_against_several(outcomes, way_of(way), part, wagers, progress=told)
        yield Row(
            *(chapter, BANK, "", f"{wagers} equal wagers against the bank", WAGER, None, edge, "simulation"),
            note="the vigorish on the bank's surplus is simulated, all else is exact; the dealer's is one of the wagers",
            standard_error=error,
        )
