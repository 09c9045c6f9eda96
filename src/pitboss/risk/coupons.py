"""What coupons and rebates are worth to a player, exactly, in units of the first wager.

>>> even = Distribution({Fraction(1): 18, Fraction(-1): 20})
>>> match_play(even), free_bet(even)
(Fraction(8, 19), Fraction(9, 19))
"""

from fractions import Fraction

from pitboss.odds.distribution import Distribution
from pitboss.risk.steps import Steps, after


def match_play(results: Distribution) -> Fraction:
    """The value of a match play coupon for the first wager, played with a bet of as much: if the round is won it is paid as the
    bet is, and it is taken in any case. The value includes what the bet itself loses."""
    return results.mean + free_bet(results)


def free_bet(results: Distribution) -> Fraction:
    """The value of a free bet in place of the first wager: it wins what a bet wins, nothing of the player's is lost, and the
    coupon itself is not given back."""
    return sum((net * deals for net, deals in results.counts.items() if net > 0), Fraction(0)) / results.deals


def rebate(steps: Steps, rounds: int, part: Fraction) -> float:
    """What a player expects who gets back a part of what a session of so many rounds has lost."""
    nets, chances = after(steps, rounds)
    lost: float = sum(float(-net) * chance for net, chance in zip(nets, chances.tolist(), strict=True) if net < 0)
    return float(steps.mean) * rounds + float(part) * lost
