"""Says whether the dealer's hand qualifies, for games in which the settlement depends on it.

A chapter's file states the lowest qualifying hand in `[dealer_qualifies]`. A step has the hand in words and the cards turned
up, which in Caribbean Stud are four of five. If these do not decide the question, nothing is said.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.hands.naming import RANK_WORDS
from pitboss.rulebook import chapter, sources

HIGH = " high"


@dataclass(frozen=True)
class Least:
    """The lowest hand with which the dealer qualifies: in words, with its paragraph, and by its ranks."""

    needs: str = ""
    cite: str = ""
    rank: str = ""  # the rank of its highest card
    beside: str = ""  # another rank that it must also have
    kind: str = ""  # its kind, such as a flush; "" for a high-card hand
    below: tuple[str, ...] = ()  # kinds of hands that never qualify


def falls_short(number: str, hand: str, cards: Sequence[Card]) -> str:
    """A statement that a dealer's hand does not qualify, and what it would need; "" if it qualifies or that is unknown.

    >>> falls_short("565", "ten high", (33, 28, 17)), falls_short("565", "pair of twos", (0, 1, 17))
    ('does not qualify (queen high is needed, § 565.12(a))', '')
    """
    if number not in sources():
        return ""
    least = chapter(number).part("dealer_qualifies", Least)
    if not least.rank or not _is_short(least, hand, cards):
        return ""
    return f"does not qualify ({least.needs} is needed, § {least.cite})"


def _is_short(least: Least, hand: str, cards: Sequence[Card]) -> bool:
    kind, _, rank = hand.removesuffix(HIGH).rpartition(", ")
    if not hand.endswith(HIGH) or rank not in RANK_WORDS:
        return False
    if kind != least.kind:
        return kind in least.below
    if rank != least.rank or not least.beside:
        return RANK_WORDS.index(rank) < RANK_WORDS.index(least.rank)
    ranks = [card >> 2 for card in cards]
    other_seen = RANK_WORDS.index(least.beside) in ranks
    return not other_seen and (RANK_WORDS.index(rank) not in ranks or len(cards) == 5)
