"""How often nonbanked Poker makes a Bad Beat (§ 553.20, § 637a.15) and a hand for the High Hand Jackpot (§ 637a.16).

By number of players dealt in, if all of them stay to the showdown and show. What pots give to a fund is paid to Poker players,
all of it, sooner or later: what is left when a payout ends too (§ 553.20(i), § 637a.15(i)), and what a qualifying period
without a full house has collected (§ 637a.16(h)). So the edge is nothing of the contribution; a row's net results are those of
all players together, who give a unit with each hand and get back in a hit what has been given since the last, on average.

`catalogue` calls it. Start reading at `chance.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.games.nonbanked.jackpot_hands import FULL_HOUSE, least_hand, named_hands
from pitboss.games.nonbanked.seating import LIMITS
from pitboss.games.nonbanked.variants import DRAW, HOLD_EM, VARIANTS, Variant
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import values
from pitboss.hands.ranking import Value
from pitboss.house import House
from pitboss.odds.distribution import Distribution
from pitboss.odds.jackpots.estimate import Estimate, estimates
from pitboss.odds.jackpots.hold_em import deals, misses
from pitboss.odds.parts import Told, begun
from pitboss.odds.row import CONTRIBUTION, Row

BAD_BEAT, HIGH_HAND = "Bad Beat payout", "High Hand Jackpot payout"
USUAL = ("aces full of 10s or better", "four-of-a-kind or better")  # where the house names no hands
PARTS_OF_A_CHANCE = 10**12
NOTHING_KEPT = "all that pots give to the fund is paid to players: the edge is of the contribution"
WHY_NOT_EXACT = "simulated, because hands of so many cards are too many to count; standard_error is the hit rate's"
DRAWING = "players keep a straight or better, pairs, four to a flush or an open straight, else their two highest cards"


@dataclass(frozen=True)
class Jackpot:
    """What a payout is for: a hand at or above the least, which for a Bad Beat must lose."""

    wager: str
    least: Value
    condition: str
    note: str
    players: int = 2  # dealt in, for a hand to count

    @property
    def beaten(self) -> bool:
        return self.wager == BAD_BEAT

    @property
    def code(self) -> int:
        """The least hand as compiled code has it."""
        return min(code for code, value in values(FIVE_CARD).items() if value >= self.least)


def jackpots(house: House) -> Iterator[Jackpot]:
    """The payouts of a chapter with the hands of the house, or with usual ones where it names none."""
    chosen = named_hands(house)
    for words in chosen or USUAL:
        condition = f"{words} loses" + ("" if chosen else "; a usual choice, as bad_beat_hands names none")
        yield Jackpot(BAD_BEAT, least_hand(words, house.section("bad_beat_hands")), condition, NOTHING_KEPT)
    if house.get("high_hand_minimum_players"):
        players = house["high_hand_minimum_players"]
        condition = f"a full house or better, {players} players or more dealt in"
        note = f"{NOTHING_KEPT}; a hit is a hand for the tracking slip, of which the highest of the period is paid"
        yield Jackpot(HIGH_HAND, Value(FULL_HOUSE, ()), condition, note, players)


def rows(number: str, house: House, progress: Told = None) -> Iterator[Row]:
    """A row for every payout and number of players, up to the most that the variant seats."""
    variant = VARIANTS[house["variant"]]
    most = house.chapter.limit_named(LIMITS[variant.family])
    for jackpot in jackpots(house):
        quiet = begun(progress, jackpot.wager)
        if variant.high is None:
            solved = [_impossible(number, jackpot, n, f"{variant.name} has no high hand") for n in range(2, most + 1)]
        elif variant.family == HOLD_EM:
            missed = misses(jackpot.code, most, jackpot.beaten, progress=quiet)
            solved = [_row(number, jackpot, n, _of_fund(deals(n) - missed[n], deals(n))) for n in missed]
        else:
            found = estimates(variant, jackpot.code, jackpot.beaten, most, quiet)
            solved = [_simulated(number, variant, jackpot, n, found[n]) for n in found]
        for players, row in enumerate(solved, 2):
            few = players < jackpot.players
            yield _impossible(number, jackpot, players, "too few players are dealt in") if few else row


def _of_fund(hits: int, of: int, parts: bool = False) -> Distribution:
    """The net results of all players together, in contributions."""
    if not hits:
        return Distribution({Fraction(0): of}, parts=parts)
    return Distribution({Fraction(-1): of - hits, Fraction(of - hits, hits): hits}, parts=parts)


def _row(number: str, jackpot: Jackpot, players: int, found: Distribution, note: str = "") -> Row:
    told = "; ".join(filter(None, (jackpot.note, note)))
    return Row(number, jackpot.wager, f"{players} players", jackpot.condition, CONTRIBUTION, found, Fraction(0), note=told)


def _impossible(number: str, jackpot: Jackpot, players: int, why: str) -> Row:
    return _row(number, jackpot, players, _of_fund(0, 1), f"{why}, and nothing can be won")


def _simulated(number: str, variant: Variant, jackpot: Jackpot, players: int, found: Estimate) -> Row:
    note = f"{WHY_NOT_EXACT}; {DRAWING}" if variant.family == DRAW else WHY_NOT_EXACT
    known = _of_fund(round(found.chance * PARTS_OF_A_CHANCE), PARTS_OF_A_CHANCE, parts=True)
    return replace(_row(number, jackpot, players, known, note), method="simulation", standard_error=found.error)
