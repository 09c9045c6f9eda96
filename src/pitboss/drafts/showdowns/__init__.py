"""Wagers on a hand of the player against one of the dealer that share no card.

`meeting` plans and prices them, `every_hand` counts hands that are compared by other numbers than plain Poker hands.

`pitboss.drafts.pricing` calls it; it calls the counts of `pitboss.odds.against_dealer`. Start reading at `meeting.py`.
"""

from pitboss.drafts.showdowns.meeting import Meeting, plan_of

__all__ = ["Meeting", "plan_of"]
