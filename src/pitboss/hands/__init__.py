"""The value of hands: the rankings of every chapter that ranks cards (mostly section .6), as small readable definitions.

`THREE_CARD.value(cards)` compares, `THREE_CARD.category(cards)` names the category in the regulation's words. Everything here
is plain Python and light to import. `pitboss.hands.kernels` has compiled equivalents for arrays of hands; modules that need
them import it themselves.

Games, odds and pages call it; it imports cards only. Start reading at `ranking.py`.
"""

from pitboss.hands.five_card import FIVE_CARD, omaha_high, omaha_low
from pitboss.hands.four_card import FOUR_CARD
from pitboss.hands.high_card_flush import FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH
from pitboss.hands.low import LOW, LOW_SHOWING, low_eight_or_better
from pitboss.hands.pai_gow import PAI_GOW_HIGH, PAI_GOW_LOW, emperors_treasure, fortune_bonus, pai_gow_progressive
from pitboss.hands.ranking import Ranking, Value
from pitboss.hands.three_card import (
    PAIR_PLUS,
    THREE_CARD,
    THREE_CARD_587,
    THREE_CARD_655A,
    THREE_CARD_BONUS,
    mini_royal,
)
from pitboss.hands.two_card import SHOWING, SUPER_MATCH, TWO_CARD, suited

__all__ = [
    "FIVE_CARD",
    "FLUSH_LENGTH",
    "FOUR_CARD",
    "LOW",
    "LOW_SHOWING",
    "PAIR_PLUS",
    "PAI_GOW_HIGH",
    "PAI_GOW_LOW",
    "SHOWING",
    "STRAIGHT_FLUSH_LENGTH",
    "SUPER_MATCH",
    "THREE_CARD",
    "THREE_CARD_587",
    "THREE_CARD_655A",
    "THREE_CARD_BONUS",
    "TWO_CARD",
    "Ranking",
    "Value",
    "emperors_treasure",
    "fortune_bonus",
    "low_eight_or_better",
    "mini_royal",
    "omaha_high",
    "omaha_low",
    "pai_gow_progressive",
    "suited",
]
