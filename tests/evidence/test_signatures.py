"""Signed logs: who signed, and that it was this log."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.evidence.signatures import Signature, head, read_signature, sign_head, verify_head

HOUSE = HouseKey(b"\1" * 32, b"\2" * 32, "Hollywood")
OTHER = HouseKey(b"\3" * 32, b"\2" * 32, "Sugarhouse")
SEAL = "ab" * 32


def test_verification_says_who_signed() -> None:
    signature = sign_head(HOUSE, "table 1", 17, SEAL)
    assert verify_head(signature, "table 1", 17, SEAL, [OTHER.public, HOUSE.public]).house == "Hollywood"
    assert str(verify_head(signature, "table 1", 17, SEAL, [HOUSE.public])).startswith("Hollywood (key ")


def test_who_is_not_known_signed_nothing() -> None:
    signature = sign_head(OTHER, "table 1", 17, SEAL)
    for known in ([], [HOUSE.public]):
        with pytest.raises(BadEvidence, match="a key that you do not know"):
            verify_head(signature, "table 1", 17, SEAL, known)
    with pytest.raises(BadEvidence, match="is not what Hollywood"):
        verify_head(Signature(HOUSE.public.key, signature.signature), "table 1", 17, SEAL, [HOUSE.public])


@given(bit=st.integers(0, 511), version=st.integers(0, 2**63), table=st.text(st.characters(codec="utf-8"), max_size=9))
def test_another_log_was_not_signed(bit: int, version: int, table: str) -> None:
    signature = sign_head(HOUSE, table, version, SEAL)
    assert verify_head(signature, table, version, SEAL, [HOUSE.public]) == HOUSE.public
    flipped = f"{int(signature.signature, 16) ^ 1 << bit:0128x}"
    attempts = [
        (signature, table + "x", version, SEAL),
        (signature, table, version + 1, SEAL),
        (signature, table, version, f"{int(SEAL, 16) ^ 1 << bit // 2:064x}"),
        (msgspec.structs.replace(signature, signature=flipped), table, version, SEAL),
        (msgspec.structs.replace(signature, closed=True), table, version, SEAL),
    ]
    for attempt in attempts:
        with pytest.raises(BadEvidence, match="is not what Hollywood"):
            verify_head(*attempt, [HOUSE.public])


def test_a_table_that_closed_says_so() -> None:
    signature = sign_head(HOUSE, "table 1", 17, SEAL, closed=True)
    assert signature.closed
    assert verify_head(signature, "table 1", 17, SEAL, [HOUSE.public]) == HOUSE.public
    with pytest.raises(BadEvidence):
        verify_head(msgspec.structs.replace(signature, closed=False), "table 1", 17, SEAL, [HOUSE.public])


def test_a_signature_on_record_is_read_and_verified() -> None:
    signature = sign_head(HOUSE, "table 1", 17, SEAL, closed=True)
    written = msgspec.json.encode(signature).decode()
    assert read_signature(written, "table 1", 17, SEAL, HOUSE.public) == signature
    with pytest.raises(BadEvidence, match="is not what Hollywood"):
        read_signature(written, "table 1", 18, SEAL, HOUSE.public)
    for text in ("", "x", "{}", "[]", written[:-1], written.replace('"closed":true', '"closed":1')):
        with pytest.raises(BadEvidence, match="its signature cannot be read"):
            read_signature(text, "table 1", 17, SEAL, HOUSE.public)


def test_names_and_numbers_do_not_run_together() -> None:
    heads = {
        head(table, version, SEAL, closed) for table in ("", "t", "t\0") for version in (0, 1, 256) for closed in (False, True)
    }
    assert len(heads) == 18


@pytest.mark.parametrize(
    ("table", "version", "seal"),
    [("t", -1, SEAL), ("t", 2**64, SEAL), ("t", 1, SEAL[:16]), ("t", 1, "x" * 64), ("t" * 65536, 1, SEAL), ("\ud800", 1, SEAL)],
    ids=["negative", "too large", "short seal", "no digits", "long name", "no text"],
)
def test_what_cannot_be_signed(table: str, version: int, seal: str) -> None:
    with pytest.raises(BadEvidence, match="can be signed"):
        sign_head(HOUSE, table, version, seal)


def test_signatures_go_to_json_and_back() -> None:
    signature = sign_head(HOUSE, "table 1", 17, SEAL, closed=True)
    assert msgspec.json.decode(msgspec.json.encode(signature), type=Signature) == signature
    assert msgspec.json.encode(sign_head(HOUSE, "table 1", 17, SEAL)).count(b"closed") == 0
    for wrong in ("", "ab", "AB" * 64, "ab" * 64 + "\n"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(msgspec.json.encode({"key": "ab" * 32, "signature": wrong}), type=Signature)


def test_a_key_that_is_no_point_verifies_nothing() -> None:
    assert not PublicKey("ff" * 32).verify(b"content", "00" * 64)
    assert not HOUSE.public.verify(b"content", "no digits")
    assert HOUSE.public.verify(b"content", HOUSE.sign(b"content"))
