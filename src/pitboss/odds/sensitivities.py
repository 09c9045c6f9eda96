"""How much the edge of a printed wager changes with each payout, exactly.

The player's gain under best play is the greatest of many strategies, each of which gains in proportion to a payout: a convex
function, straight where best play stays the same. So where three payouts lie on a line, it is straight between them, and
its slope is the chance that best play ends with the hand, times the bet that is paid.
"""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.errors import BadOdds
from pitboss.money import Odds
from pitboss.odds.asking import Choices, Posted, posted

STEPS = (Fraction(1), Fraction(1, 50), Fraction(1, 1000))  # by which a payout is raised, until best play stays the same


def sensitivity(
    game: str | int, wager: str, pays: Mapping[str, str] | None = None, house: Choices = None, table: str = ""
) -> dict[str, Fraction]:
    """The change of the edge for each hand of a pay table if the hand pays one more, at the rate of the first small part
    of it: without choices exactly the chance of the hand times the bet, with choices the chance that best play ends with
    it. The pay table is named as for `price`. Hands that the table does not pay are left out.

    >>> sensitivity("565", "Pair Plus")["Flush"]
    Fraction(-274, 5525)
    """
    found = posted(game, wager, pays or {}, house, table)
    paid = [(hand, Odds.choices(payout)[0]) for hand, payout in found.table.rows]
    return {hand: _slope(found, hand, odds) for hand, odds in paid if odds.kind != "none"}


def _slope(found: Posted, hand: str, odds: Odds) -> Fraction:
    """The slope of the edge where the payout of a hand rises; raises BadOdds where best play changes at once."""
    base = odds.net() if odds.kind in ("to", "for", "push") else Fraction(1)  # fixed amounts are paid where nobody chooses
    begin = _edge(found, hand, base)
    for step in STEPS:
        half, whole = _edge(found, hand, base + step / 2), _edge(found, hand, base + step)
        if whole - half == half - begin:
            return (whole - begin) / step
    raise BadOdds(f"best play changes with the smallest rise of {hand}")


def _edge(found: Posted, hand: str, net: Fraction) -> Fraction:
    edge = found.paying(hand, f"{net.numerator} to {net.denominator}").row.edge
    if not isinstance(edge, Fraction):
        raise BadOdds(f"the edge of {found.table.wager} is not exact")
    return edge
