"""The optional wager that both chapters have: Match-the-Dealer (§ 633a.7(g)(2), § 635a.7(f))."""

from fractions import Fraction

from pitboss.cards import Card, rank, suit
from pitboss.money import Odds
from pitboss.rulebook import Paytable


def matches(two: tuple[Card, Card], up: Card, table: Paytable) -> Odds | None:
    """What a player's first two cards win together: each is paid that has the up card's rank (a king matches kings only)."""
    suits = ["the same" if suit(card) == suit(up) else "a different" for card in two if rank(card) == rank(up)]
    found = [table.odds(f"Each matching card of {which} suit") for which in suits]
    nets = [odds.net() for odds in found if odds is not None and odds.kind != "none"]
    return Odds("to", sum(nets, Fraction(0))) if nets else None
