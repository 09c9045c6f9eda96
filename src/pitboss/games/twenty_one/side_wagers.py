"""The optional wager that both chapters have: Match-the-Dealer (§ 633a.7(g)(2), § 635a.7(f))."""

from pitboss.cards import Card, rank, suit
from pitboss.money import Odds
from pitboss.rulebook import Paytable


def matches(two: tuple[Card, Card], up: Card, table: Paytable) -> Odds | None:
    """What a player's first two cards win together: each is paid that has the up card's rank (a king matches kings only)."""
    value = 0
    for card in two:
        if rank(card) == rank(up):
            odds = table.odds(f"Each matching card of {'the same' if suit(card) == suit(up) else 'a different'} suit")
            assert odds is not None
            value += odds.value.numerator
    return Odds.parse(f"{value} to 1") if value else None
