"""Secrets in a log: encrypted with the key of the house, so that whoever only reads the file does not know the cards.

AES-256-GCM with a fresh random nonce. Each context (table, number, what it is) has a key of its own, derived from that of the
house: a nonce could repeat only among the seals of one context. The context is bound as well, so that a sealed secret that is
moved to another table or number does not open.
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
    """Some bytes encrypted, as hexadecimal digits: the nonce, the encrypted bytes, the tag."""
    nonce = os.urandom(NONCE)
    return (nonce + _cipher(key, context).encrypt(nonce, content, context)).hex()


def unseal_for(key: HouseKey, sealed: str, context: bytes) -> bytes:
    """What was sealed with the key of a house, or with one that it had before; raises BadEvidence."""
    for sealing in key.sealings[:-1]:
        try:
            return unseal(sealed, sealing, context)
        except BadEvidence:
            continue
    return unseal(sealed, key.sealings[-1], context)


def unseal(sealed: str, key: bytes, context: bytes) -> bytes:
    """What was sealed; raises BadEvidence if it was not sealed with this key for this context, or was changed."""
    try:
        content = bytes.fromhex(sealed)
        return _cipher(key, context).decrypt(content[:NONCE], content[NONCE:], context)
    except (InvalidTag, ValueError):
        raise BadEvidence("the key of the house does not open this seal: another key, another place, or changed") from None


def seal_secret(secret: Secret, key: bytes) -> str:
    """The secret of a promise as it stands in the log of a house with a key."""
    return seal(secret.value, key, _secret_context(secret.table, secret.number))


def opened_secret(promised: Promised, table: str, key: HouseKey | None) -> bytes:
    """The secret of a promise in a log, opened with the key of the house if it is sealed."""
    if not promised.sealed:
        return bytes.fromhex(promised.secret)
    if key is None:
        raise not_revealed(promised)
    try:
        return unseal_for(key, promised.sealed, _secret_context(table, promised.number))
    except BadEvidence as error:
        raise BadEvidence(f"promise {promised.number}: {error}") from None


def not_revealed(promised: Promised) -> Sealed:
    """The error for a secret that only the key of the house opens."""
    return Sealed(
        f"the secret of promise {promised.number} is sealed and has not been revealed; only the key of the house opens it"
    )


def _secret_context(table: str, number: int) -> bytes:
    return b"pitboss secret 1\0" + scope_of(table, number)


def _cipher(key: bytes, context: bytes) -> AESGCM:
    return AESGCM(stream(key, b"pitboss seal 1\0" + context, 32))
