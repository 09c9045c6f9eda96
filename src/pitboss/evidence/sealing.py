"""Sealing of secrets in a log: encryption with the house's key, so that readers of the file do not learn the cards.

AES-256-GCM with a fresh random nonce. Each context (table, number, purpose) has its own key, derived from the house's key, so a
nonce could repeat only within one context. The context is also authenticated: a sealed secret moved to another table or number
does not open.
"""

import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.evidence.errors import BadEvidence, Sealed
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.records import Promised
from pitboss.evidence.shuffles import Secret, scope_of, stream

NONCE = 12


def seal(content: bytes, key: bytes, context: bytes) -> str:
    """Encrypts bytes; returns the nonce, the ciphertext and the tag as hexadecimal digits."""
    nonce = os.urandom(NONCE)
    return (nonce + _cipher(key, context).encrypt(nonce, content, context)).hex()


def unseal_for(key: HouseKey, sealed: str, context: bytes) -> bytes:
    """Opens a seal with the key of a house, or with one of its earlier keys; raises BadEvidence."""
    for sealing in key.sealings[:-1]:
        try:
            return unseal(sealed, sealing, context)
        except BadEvidence:
            continue
    return unseal(sealed, key.sealings[-1], context)


def unseal(sealed: str, key: bytes, context: bytes) -> bytes:
    """Opens a seal; raises BadEvidence if it was made with another key or context, or changed."""
    try:
        content = bytes.fromhex(sealed)
        return _cipher(key, context).decrypt(content[:NONCE], content[NONCE:], context)
    except (InvalidTag, ValueError):
        raise BadEvidence("the key of the house does not open this seal: another key, another place, or changed") from None


def seal_secret(secret: Secret, key: bytes) -> str:
    """The sealed secret of a promise, for the log of a house with a key."""
    return seal(secret.value, key, _secret_context(secret.table, secret.number))


def open_secret(promised: Promised, table: str, key: HouseKey | None) -> bytes:
    """The secret of a promise in a log, opened with the house's key if it is sealed."""
    if not promised.sealed:
        return bytes.fromhex(promised.secret)
    if key is None:
        raise not_revealed(promised)
    try:
        return unseal_for(key, promised.sealed, _secret_context(table, promised.number))
    except BadEvidence as error:
        raise BadEvidence(f"promise {promised.number}: {error}") from None


def not_revealed(promised: Promised) -> Sealed:
    """The error for a secret that only the house's key opens."""
    return Sealed(
        f"the secret of promise {promised.number} is sealed and has not been revealed; only the key of the house opens it"
    )


def _secret_context(table: str, number: int) -> bytes:
    return b"pitboss secret 1\0" + scope_of(table, number)


def _cipher(key: bytes, context: bytes) -> AESGCM:
    return AESGCM(stream(key, b"pitboss seal 1\0" + context, 32))
