"""Signatures of the house under the lines of its own streams: of the office, and of checkpoints. Every line has one."""

import msgspec

from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.signatures import Signature, sign_head, verify_head
from pitboss.floor.units import StreamLine


def signature_of(key: HouseKey, stream: str, number: int, seal: str) -> str:
    """The signature under a line."""
    return msgspec.json.encode(sign_head(key, stream, number, seal)).decode()


def objection(stream: str, line: StreamLine, key: PublicKey) -> str:
    """What is wrong with the signature of a line; "" where nothing is."""
    try:
        signature = msgspec.json.decode(line.signature, type=Signature)
        verify_head(signature, stream, line.seq, line.seal, [key])
    except msgspec.MsgspecError:
        return "its signature cannot be read"
    except BadEvidence as error:
        return str(error)
    return "" if not signature.closed else "its signature says that a sitting is over"
