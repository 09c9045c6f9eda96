"""Chapter 553, Poker as adopted in 2010: nine variants and the Bad Beat payout.

The hand itself is shared with the final form (`pitboss.games.nonbanked`). The chapter's file extends that of the final form and
states where this one has its paragraphs.
"""

from pitboss.games.nonbanked.edition import edition
from pitboss.hands import FIVE_CARD

GAME = edition("553", rankings={"553.4": FIVE_CARD})
