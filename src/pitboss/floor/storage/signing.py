"""Signatures and marks of lines.

Every line of the office and every checkpoint has a signature, which anyone can verify with the public key. Every line has a
mark, made and checked with the secret key, by which a server knows the lines that a server wrote. As seals are chained, the
last line's mark vouches for the whole stream.
"""

import hmac

import msgspec

from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.signatures import Signature, read_signature, sign_head
from pitboss.floor.storage.transactions import RECORD, StreamLine
from pitboss.table.log.sealed import digest


def line_behind(before: str, stream: str, number: int, body: bytes, key: HouseKey | None) -> StreamLine:
    """The line of a stream of the house itself that follows a seal, signed where there is a key."""
    seal = digest(before, body)
    signature = "" if key is None else msgspec.json.encode(sign_head(key, stream, number, seal)).decode()
    return StreamLine(stream, number, RECORD, number, body, seal, signature)


def marked(key: HouseKey, line: StreamLine) -> StreamLine:
    """A line with the mark of the house."""
    return StreamLine(*line[:7], mark_of(key, *line[:2], line.seal))


def mark_of(key: HouseKey, stream: str, number: int, seal: str, public: str = "") -> str:
    """The mark of a line, with this key or one that the house had before it."""
    content = f"{stream}\n{number}\n{seal}".encode()
    return key.mark_with(public, content) if public else key.mark(content)


def is_marked(key: HouseKey, line: StreamLine, public: str = "") -> bool:
    """Whether a server of the house wrote a line, with this key or one that the house had before it."""
    mark = mark_of(key, line.stream, line.seq, line.seal, public)
    return bool(mark) and hmac.compare_digest(line.mark.encode(), mark.encode())


def signer_of(line: StreamLine) -> str:
    """The key that a line's signature claims, "" for none."""
    try:
        return msgspec.json.decode(line.signature, type=Signature).key if line.signature else ""
    except msgspec.MsgspecError:
        return ""


def objection(stream: str, line: StreamLine, key: PublicKey) -> str:
    """What is wrong with a line's signature, "" for nothing."""
    try:
        closed = read_signature(line.signature, stream, line.seq, line.seal, key).closed
    except BadEvidence as error:
        return str(error)
    return "its signature says that a sitting is over" if closed else ""
