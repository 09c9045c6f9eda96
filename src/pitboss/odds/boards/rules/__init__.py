"""Best play in words against a dealer on a shared board: § 563.11, Texas Hold 'Em Bonus, and § 677a.11, Heads-Up Hold 'Em.

The rules are found from best play and followed over every deal, so what they cost is exact.

`strategy` calls it. Start reading at `situations.py`.
"""

from pitboss.house import House
from pitboss.odds.advice import Advice, Grid
from pitboss.odds.boards.play import solved
from pitboss.odds.boards.rules import heads_up_rules, texas_bonus_rules
from pitboss.odds.boards.rules.hands import grid as two_cards
from pitboss.odds.parts import Progress

__all__ = ["CHAPTERS", "grid", "rules"]

CHAPTERS = ("563", "677a")


def rules(number: str, house: House, progress: Progress = None) -> list[Advice]:
    """Sets of rules, the shortest first, with the house's edge against them and what they cost against best play."""
    find = heads_up_rules.find if number == "677a" else texas_bonus_rules.find
    found = find(house, progress=progress)
    return [Advice(each.words, float(each.edge), float(each.cost)) for each in found]


def grid(number: str, house: House, progress: Progress = None) -> Grid:
    """What best play does with two cards, those of one suit above the diagonal."""
    chosen = solved(number, house, progress=progress).before > 0
    if number == "677a":
        return two_cards("Before the flop: suited above the diagonal", chosen, "raise", "check")
    return two_cards("The Flop Wager: suited above the diagonal", chosen, "bet", "fold")
