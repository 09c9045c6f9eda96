"""The vigorish: the part of winnings that the text states, exact or rounded up to a quarter (§ 561.13(m), § 645a.13(a))."""

from fractions import Fraction
from functools import lru_cache

from pitboss.games.pai_gow.rules import WAGER, play_of
from pitboss.house import House
from pitboss.money import exact
from pitboss.table.round import Round


def vigorish(house: House, won: int, cite: str) -> int:
    """The house's part of an amount won, in cents. When rounded up, it is never more than was won.

    >>> [vigorish(House.of("645a", {"vigorish_rounding": 25}), won, "645a.13(a)") for won in (500, 501, 1000, 100)]
    [25, 50, 50, 25]
    """
    return _vigorish(house.chapter.vigorish(cite), house["vigorish_rounding"], won, cite)


@lru_cache(maxsize=1024)  # players mostly repeat their wagers
def _vigorish(rate: Fraction, step: int, won: int, cite: str) -> int:
    part = rate * won
    return min(-(-part // step) * step, won) if step else exact(part, cite)


def pay_winner(t: Round, seat: int) -> None:
    """Pay 1 to 1, less the vigorish, which is taken when the payout is made."""
    cite = play_of(t).rules.pays
    won = t.pay(cite, seat, WAGER)
    t.vigorish(cite, seat, WAGER, vigorish(t.house, won, cite))
