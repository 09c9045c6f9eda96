"""Secrets in a log: encrypted with the key of the house, so that whoever only reads the file does not know the cards.

AES-256-GCM with a fresh random nonce. Each context (table, number, what it is) has a key of its own, derived from that of the
house: a nonce could repeat only among the seals of one context. The context is bound as well, so that a sealed secret that is
moved to another table or number does not open.
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.shuffles import stream

NONCE = 12


def seal(content: bytes, key: bytes, context: bytes) -> str:
    """Some bytes encrypted, as hexadecimal digits: the nonce, the encrypted bytes, the tag."""
    nonce = os.urandom(NONCE)
    return (nonce + _cipher(key, context).encrypt(nonce, content, context)).hex()


def unseal(sealed: str, key: bytes, context: bytes) -> bytes:
    """What was sealed; raises BadEvidence if it was not sealed with this key for this context, or was changed."""
    try:
        content = bytes.fromhex(sealed)
        return _cipher(key, context).decrypt(content[:NONCE], content[NONCE:], context)
    except (InvalidTag, ValueError):
        raise BadEvidence("the key of the house does not open this seal: another key, another place, or changed") from None


def _cipher(key: bytes, context: bytes) -> AESGCM:
    return AESGCM(stream(key, b"pitboss seal 1\0" + context, 32))
