"""Signatures of the house on the head of a log at the end of a round: the table, the version and the last seal.

The seal covers everything before it, so one signature covers the whole log. A log truncated after a round still carries a valid
signature, that of the shorter log. `closed`, signed when the table closes, says that the sitting was over. Because the table
may have reopened since, only a later head that someone has kept reveals a truncated log.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.records import Hex32


class Signature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A signature on record: the public key it claims, the signature, and whether the table closed with it."""

    key: Hex32
    signature: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{128}\Z")]
    closed: bool = False


def head(table: str, version: int, seal: str, closed: bool = False) -> bytes:
    """The bytes that are signed."""
    try:
        name, digest = table.encode(), bytes.fromhex(seal)
        if len(digest) != 32:
            raise ValueError
        return b"pitboss log 1\0" + len(name).to_bytes(2, "big") + name + version.to_bytes(8, "big") + digest + bytes([closed])
    except (ValueError, OverflowError):
        raise BadEvidence("only a table's name, a version and a whole seal of 64 digits can be signed") from None


def sign_head(key: HouseKey, table: str, version: int, seal: str, closed: bool = False) -> Signature:
    """The house's signature on a log up to this version, with this seal."""
    return Signature(key.public.key, key.sign(head(table, version, seal, closed)), closed)


def read_signature(signature: str, table: str, version: int, seal: str, key: PublicKey) -> Signature:
    """A signature from JSON, checked to be made of this head by the key or one of its predecessors; raises BadEvidence."""
    try:
        parsed = msgspec.json.decode(signature, type=Signature)
    except msgspec.MsgspecError:
        raise BadEvidence("its signature cannot be read") from None
    verify_head(parsed, table, version, seal, key.all)
    return parsed


def verify_head(signature: Signature, table: str, version: int, seal: str, known_keys: Iterable[PublicKey]) -> PublicKey:
    """The key that signed; raises BadEvidence if it is none of the known keys, or if the signature is of another log."""
    signer = next((key for key in known_keys if key.key == signature.key), None)
    if signer is None:
        raise BadEvidence(f"the log of {table} up to version {version} claims a key that you do not know: {signature.key}")
    if not signer.verify(head(table, version, seal, signature.closed), signature.signature):
        raise BadEvidence(f"the log of {table} up to version {version} is not what {signer} signed")
    return signer
