"""Counter-based randomness against its published answers, and the draw of cards against its definition in plain Python."""

import numpy as np
import pytest

from pitboss.compiling import compiled
from pitboss.simulators.jobs import Memory
from pitboss.simulators.philox import deal, fill, put_back, try_again
from tests.simulators.reference import drawn

pytestmark = pytest.mark.quick

# From `kat_vectors` of Random123 1.14: counter, key, words.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "words"), KNOWN)
def test_known_answers_of_random123(counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]) -> None:
    found = np.zeros(6, np.uint64)
    number, seed = counter[2] << 32 | counter[1], key[1] << 32 | key[0]
    fill(found, 1, counter[0], np.uint64(number), np.uint64(counter[3]), np.uint64(seed))
    assert found.tolist() == [0, *words, 0]


def memory(cards: int, drawn: int) -> Memory:
    words = np.zeros(-(-drawn // 4) * 4 + 4, np.uint64)
    return Memory(
        np.arange(cards, dtype=np.uint8), np.zeros(drawn, np.uint16), words, np.zeros(0, np.int64), np.zeros(0, np.int64)
    )


@pytest.mark.parametrize(("size", "begin", "end"), [(52, 0, 6), (52, 6, 9), (53, 0, 14), (208, 0, 30)])
def test_cards_are_drawn_as_defined_and_put_back(size: int, begin: int, end: int) -> None:
    at = memory(size, end)
    for number, seed in ((0, 0), (1, 7), (2**32, 7), (2**64 - 1, 2**64 - 1)):
        deal(at.cards, at.moves, at.words, 0, begin, np.uint64(number), np.uint64(seed))
        deal(at.cards, at.moves, at.words, begin, end, np.uint64(number), np.uint64(seed))
        assert at.cards[:end].tolist() == drawn(size, end, number, seed)
        put_back(at.cards, at.moves, end)
        assert at.cards.tolist() == list(range(size))


def test_a_word_that_would_be_likelier_is_drawn_again() -> None:
    """2**32 modulo 52 is 48: a low half below that is one too many for some numbers."""
    at, left = memory(52, 6), np.uint64(52)
    for product, again in ((48, False), (47, True), (5 << 32 | 51, False), (5 << 32, True)):
        found = try_again(np.uint64(product), left, at.words, 5, np.uint64(3), np.uint64(9))
        if not again:
            assert found == product
            continue
        words = np.zeros(4, np.uint64)
        fill(words, 0, 1, np.uint64(3), np.uint64(1), np.uint64(9))
        assert found == int(words[1]) * 52


@compiled
def first_two(at: Memory, rounds: int, counts: np.ndarray) -> None:
    for number in range(rounds):
        deal(at.cards, at.moves, at.words, 0, 2, np.uint64(number), np.uint64(1))
        counts[at.cards[0], at.cards[1]] += 1
        put_back(at.cards, at.moves, 2)


def test_every_pair_of_cards_is_equally_likely() -> None:
    """Chi-square of all ordered pairs, 2,651 degrees of freedom, within four standard deviations."""
    rounds, counts = 2_652_000, np.zeros((52, 52), np.int64)
    first_two(memory(52, 2), rounds, counts)
    assert not counts.diagonal().any()
    counted = counts[~np.eye(52, dtype=bool)]
    chi = float(((counted - 1000) ** 2 / 1000).sum())
    assert abs(chi - 2651) < 4 * (2 * 2651) ** 0.5
