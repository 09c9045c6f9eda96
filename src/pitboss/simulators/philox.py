"""Counter-based randomness and an unbiased draw of cards, defined so that any language gives the same integers.

Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011) turns a counter of four 32-bit
words and a key of two into four random words. The key is the seed, low half first. The counter is (block, low half of the
round, high half of the round, try). Word i of a round is word i % 4 of block i // 4. So any round can be dealt by itself, on
any machine, in any order.

Cards come off the front of an array. Card i is exchanged with the one at i + (a number below the cards that are left), a
partial Fisher-Yates shuffle. The number is the high half of word i times the cards left; where the low half is below 2**32
modulo the cards left, every number would not be equally likely, and word i of the next try takes its place (Lemire, "Fast
random integer generation in an interval", 2019). After the round the exchanges are undone in reverse, so that every round
begins with the cards in order.

Words are held in 64-bit integers: products are then exact in Numba, C, CUDA and NumPy alike.
"""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import inlined, without_counting

Cards = NDArray[np.uint8]
Moves = NDArray[np.uint16]
Words = NDArray[np.uint64]

WORD, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
FIRST, SECOND = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)  # multipliers
GOLDEN_RATIO, ROOT_OF_3 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)  # added to the key after each of ten turns
TURNS = 10
ONE = np.uint64(1)
BLOCK = 4  # words


@inlined
def fill(words: Words, at: int, block: int, number: np.uint64, attempt: np.uint64, seed: np.uint64) -> None:
    """Writes a block of a round's words to four places."""
    a, b, c, d = np.uint64(block), number & WORD, number >> HALF, attempt
    low, high = seed & WORD, seed >> HALF
    for _ in range(TURNS):
        first, second = a * FIRST, c * SECOND
        a, b, c, d = (second >> HALF) ^ b ^ low, second & WORD, (first >> HALF) ^ d ^ high, first & WORD
        low, high = (low + GOLDEN_RATIO) & WORD, (high + ROOT_OF_3) & WORD
    words[at] = a
    words[at + 1] = b
    words[at + 2] = c
    words[at + 3] = d


@without_counting
def try_again(product: np.uint64, left: np.uint64, words: Words, at: int, number: np.uint64, seed: np.uint64) -> np.uint64:
    """The product of word `at` and the cards left, from the first try that makes every number equally likely."""
    least, attempt, spare = (ONE << HALF) % left, np.uint64(0), len(words) - BLOCK
    while product & WORD < least:
        attempt += ONE
        fill(words, spare, at // BLOCK, number, attempt, seed)
        product = words[spare + at % BLOCK] * left
    return product


@inlined
def deal(cards: Cards, moves: Moves, words: Words, begin: int, end: int, number: np.uint64, seed: np.uint64) -> None:
    """Draws the cards of a round from one on, and before another; the words of earlier ones are there."""
    for block in range((begin + BLOCK - 1) // BLOCK, (end + BLOCK - 1) // BLOCK):
        fill(words, BLOCK * block, block, number, np.uint64(0), seed)
    for at in range(begin, end):
        left = np.uint64(len(cards) - at)
        product = words[at] * left
        if product & WORD < left:
            product = try_again(product, left, words, at, number, seed)
        other = at + np.int64(product >> HALF)
        card = cards[at]
        cards[at] = cards[other]
        cards[other] = card
        moves[at] = other


@inlined
def put_back(cards: Cards, moves: Moves, count: int) -> None:
    """Puts the cards of a round back where they were."""
    for at in range(count - 1, -1, -1):
        other = np.int64(moves[at])
        card = cards[at]
        cards[at] = cards[other]
        cards[other] = card
