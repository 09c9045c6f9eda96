"""Chapter 637a, Poker in its final form: ten variants, straddle, Bad Beat and High Hand Jackpot.

The hand itself is shared with the edition of 2010 (`pitboss.games.nonbanked`), by the paragraphs that the chapter's file lists.
"""

from pitboss.games.nonbanked.edition import edition
from pitboss.hands import FIVE_CARD

GAME = edition("637a", rankings={"637a.6": FIVE_CARD})
