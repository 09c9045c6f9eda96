"""A Merkle tree over the cards of one shuffle: one digest commits to all of them, and each can be opened without the others.

A node joins up to eight digests of the level below; the last node of a level joins the remaining ones, even a single one.
Nothing is promoted or doubled, so the shape follows from the number of cards alone, and that number is part of the root.
Leaves, nodes and the root start with different bytes. Two different openings of one place of one root would therefore be a
collision of SHA-256. Nodes join eight digests rather than two because a call costs more than the hashing.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from struct import Struct
from typing import Any

from pitboss.cards import Card

WIDTH, DIGEST, SALT = 8, 32, 16
LEAF, NODE, ROOT = b"\0", b"\1", b"\2"
MOST_CARDS = 65535
_CARD = [bytes([card]) for card in range(256)]


def _one_block_sha256() -> Callable[[bytes], Any]:
    """The interpreter's own SHA-256, a third faster than OpenSSL's for single blocks; OpenSSL's as a fallback."""
    for module in ("_sha2", "_sha256"):  # since Python 3.12, and before
        try:
            sha256: Callable[[bytes], Any] = import_module(module).sha256
        except (ImportError, AttributeError):
            continue
        return sha256
    return hashlib.sha256


_sha256 = _one_block_sha256()


def leaf(index: int, card: Card, salt: bytes) -> bytes:
    """The digest of one card at its place."""
    return hashlib.sha256(LEAF + index.to_bytes(2, "big") + _CARD[card] + salt).digest()


def leaves(cards: Sequence[Card], salts: bytes) -> bytes:
    """The concatenated digests of all cards; `salts` holds sixteen bytes for each."""
    sha256, card_bytes = _sha256, _CARD
    starts, apart = _leaf_parts(len(cards))
    rows = zip(starts, cards, apart.unpack(salts), strict=True)
    return b"".join([sha256(start + card_bytes[card] + salt).digest() for start, card, salt in rows])


@lru_cache(maxsize=64)
def _leaf_parts(cards: int) -> tuple[list[bytes], Struct]:
    """The prefixes of the leaves of a deck of this size, and the struct that splits their salts."""
    return [LEAF + index.to_bytes(2, "big") for index in range(cards)], Struct(f"{SALT}s" * cards)


def levels(leaves: bytes) -> list[bytes]:
    """The tree from its leaves up to the single digest at its head."""
    sha256, width = hashlib.sha256, WIDTH * DIGEST
    tree = [leaves]
    while len(leaves) > DIGEST:
        starts = range(0, len(leaves), width)
        leaves = b"".join([sha256(NODE + leaves[start : start + width]).digest() for start in starts])
        tree.append(leaves)
    return tree


def root(cards: int, head: bytes) -> str:
    """The published root: it commits to the number of cards and, through the head of the tree, to each card."""
    return hashlib.sha256(ROOT + cards.to_bytes(2, "big") + head).hexdigest()


def path(levels: Sequence[bytes], index: int) -> tuple[str, ...]:
    """The siblings on the way from a leaf to the head, level by level, from left to right."""
    siblings = []
    for level in levels[:-1]:
        start, offset = index // WIDTH * WIDTH * DIGEST, index % WIDTH * DIGEST
        group = level[start : start + WIDTH * DIGEST]
        siblings.append((group[:offset] + group[offset + DIGEST :]).hex())
        index //= WIDTH
    return tuple(siblings)


def leads_to(published: str, leaf: bytes, index: int, cards: int, path: Sequence[bytes]) -> bool:
    """True if a path leads from a card's leaf to the published root."""
    if not 0 <= index < cards <= MOST_CARDS:
        return False
    digest, size = leaf, cards
    for siblings in path:
        group = min(WIDTH, size - index // WIDTH * WIDTH)
        if size == 1 or len(siblings) != DIGEST * (group - 1):
            return False
        offset = index % WIDTH * DIGEST
        digest = hashlib.sha256(NODE + siblings[:offset] + digest + siblings[offset:]).digest()
        index, size = index // WIDTH, -(-size // WIDTH)
    return size == 1 and root(cards, digest) == published
