"""Cards as small integers, and the decks of the sixteen chapters.

A card is `4 * rank + suit`: ranks 0 (two) to 12 (ace), suits clubs, diamonds, hearts, spades, so that the integer order is also
the order in which Poker ranks suits (§ 553.4). The joker of Pai Gow Poker is 52. Cards of different decks in one shoe are
equal: a shoe is a multiset.

>>> text(parse("Ah 9h Jk"))
'Ah 9h Jk'
>>> rank(parse("Ah")[0]), suit(parse("Ah")[0])
(12, 2)
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

from pitboss.errors import BadCard

Card: TypeAlias = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JOKER: Card = 52
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
NAMES: tuple[str, ...] = (*(r + s for r in RANKS for s in SUITS), "Jk")
SIGNS: tuple[str, ...] = (*(("10" if r == "T" else r) + s for r in RANKS for s in "♣♦♥♠"), "★")
CARDS = {name: card for card, name in enumerate(NAMES)}

# Cards as they are printed and spelled out.
PRINTED = str.maketrans(dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True)) | {"★": "Jk", "🃏": "Jk", "\ufe0e": "", "\ufe0f": ""})
SAID_RANKS: dict[str, str] = dict(
    zip(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), RANKS, strict=False)
)
SAID_RANKS |= dict(zip(RANK_NAMES, RANKS, strict=True))
SAID = re.compile(rf"(?:\b(?:the|an?) )?\b({'|'.join(SAID_RANKS)}) of ({'|'.join(SUIT_NAMES)})\b", re.IGNORECASE)
JOKERS = re.compile(r"(?:\b(?:the|a) )?\bjoker\b", re.IGNORECASE)
BETWEEN = re.compile(r"(?<=[cdhsk])(?:,? and |, ?)(?=(?:(?:10|[2-9tjqka])[cdhs]|jk)\b)", re.IGNORECASE)  # two cards


def rank(card: Card) -> int:
    """The rank of a card, 0 for a two up to 12 for an ace (13 for the joker)."""
    return card >> 2


def suit(card: Card) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def parse(words: str) -> list[Card]:
    """Reads cards written as "Ah Td 9c Jk". "10d" is read as "Td"; printed signs and spoken names are understood too.

    >>> text(parse("Q♠ 10♥ ★")), text(parse("queen of spades, the 10 of hearts and a joker"))
    ('Qs Th Jk', 'Qs Th Jk')
    >>> parse("Ah 1x")
    Traceback (most recent call last):
    pitboss.errors.BadCard: '1x' is not a card; write a rank of 23456789TJQKA and a suit of cdhs, or Jk
    """
    try:
        return [CARDS[word] for word in words.split()]
    except KeyError:
        return [_card(word) for word in in_letters(words).split()]


def _card(word: str) -> Card:
    """A card in another spelling than that of `text`; raises BadCard."""
    tidy = "T" + word[2:] if word.startswith("10") else word
    tidy = tidy[:1].upper() + tidy[1:].lower()
    if tidy not in CARDS:
        raise BadCard(f"{word!r} is not a card; write a rank of {RANKS} and a suit of {SUITS}, or Jk")
    return CARDS[tidy]


def in_letters(words: str) -> str:
    """A text in which every card that is printed (Q♠, 10♥, ★) or spelled out (queen of spades) has its short form.

    >>> in_letters("set Q♠ 10♥"), in_letters("set king of clubs and ace of hearts"), in_letters("let it ride")
    ('set Qs 10h', 'set Kc Ah', 'let it ride')
    """
    short = SAID.sub(lambda card: SAID_RANKS[card[1].lower()] + card[2][0].lower(), words.translate(PRINTED))
    return BETWEEN.sub(" ", JOKERS.sub("Jk", short))


def text(cards: Iterable[Card]) -> str:
    """Cards in the short form that `parse` reads."""
    return " ".join([NAMES[c] for c in cards])


def name(card: Card) -> str:
    """A card in words.

    >>> name(parse("Qh")[0])
    'queen of hearts'
    """
    return "joker" if card == JOKER else f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"


def deck() -> list[Card]:
    """One deck of 52 cards."""
    return list(range(52))


def joker_deck() -> list[Card]:
    """The 53 cards of Pai Gow Poker: 52 and a joker (§ 561.3(a), § 645a.3(a))."""
    return [*range(52), JOKER]


def spanish_deck() -> list[Card]:
    """The 48 cards of Spanish 21: 52 without the four tens (§ 635a.3)."""
    return [c for c in range(52) if c >> 2 != TEN]


def decks(number: int, one: Iterable[Card] | None = None) -> list[Card]:
    """Several decks together, as in a shoe.

    >>> len(decks(6)), len(decks(8, spanish_deck()))
    (312, 384)
    """
    return list(deck() if one is None else one) * number
