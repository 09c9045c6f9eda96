"""Whether a dealer's hand that was turned up qualifies, where the settlement depends on it: chapters 555, 565, 657a and 678a.

A step has the hand in words and the cards that were turned up, which in Caribbean Stud are four of five: where these do not
tell, nothing is said.
"""

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.hands.naming import RANK_WORDS

# What the least qualifying hand is, and its paragraph.
NEEDED = {
    "555": ("ace and king", "555.1"),
    "565": ("queen high", "565.12(a)"),
    "657a": ("king high", "657a.11(c)(3)"),
    "678a": ("a three card flush, nine high,", "678a.11(d)(1)"),
}
ACE, KING = 12, 11
LEAST = {"565": 10, "657a": KING, "678a": 7}  # the rank that such a hand has at least
HIGH = " high"


def falls_short(chapter: str, hand: str, cards: Sequence[Card]) -> str:
    """That a dealer's hand does not qualify, and what it would need; "" where it does, or that is not known.

    >>> falls_short("565", "ten high", (33, 28, 17)), falls_short("565", "pair of twos", (0, 1, 17))
    ('does not qualify (queen high is needed, § 565.12(a))', '')
    """
    if chapter not in NEEDED or not _is_short(chapter, hand, cards):
        return ""
    least, cite = NEEDED[chapter]
    return f"does not qualify ({least} is needed, § {cite})"


def _is_short(chapter: str, hand: str, cards: Sequence[Card]) -> bool:
    kind, _, rank = hand.removesuffix(HIGH).rpartition(", ")
    if not hand.endswith(HIGH) or rank not in RANK_WORDS:
        return False
    if chapter == "678a":
        return kind == "two card flush" or (kind == "three card flush" and RANK_WORDS.index(rank) < LEAST[chapter])
    if kind:
        return False
    if chapter == "555":
        ranks = [card >> 2 for card in cards]
        return RANK_WORDS[ACE] != rank or (KING not in ranks and (ACE not in ranks or len(cards) == 5))
    return RANK_WORDS.index(rank) < LEAST[chapter]
