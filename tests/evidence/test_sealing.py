"""Sealed secrets: only the key of the house opens them, at their own place, unchanged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.sealing import seal, unseal

KEYS = st.binary(min_size=32, max_size=32)


@given(content=st.binary(max_size=600), key=KEYS, context=st.binary(max_size=30))
def test_what_was_sealed_opens(content: bytes, key: bytes, context: bytes) -> None:
    assert unseal(seal(content, key, context), key, context) == content


@given(content=KEYS, key=KEYS, context=st.binary(max_size=30), data=st.data())
def test_nothing_else_opens(content: bytes, key: bytes, context: bytes, data: st.DataObject) -> None:
    sealed = seal(content, key, context)
    bit = data.draw(st.integers(0, 4 * len(sealed) - 1))
    flipped = f"{int(sealed, 16) ^ 1 << bit:0{len(sealed)}x}"
    other = bytes([key[0] ^ 1]) + key[1:]
    attempts = [(flipped, key, context), (sealed, other, context), (sealed, key, context + b"x"), (sealed[2:], key, context)]
    attempts += [(sealed + "00", key, context), ("", key, context), ("00" * 12, key, context), ("no digits", key, context)]
    for words, with_key, at in attempts:
        with pytest.raises(BadEvidence, match="does not open"):
            unseal(words, with_key, at)


def test_the_same_secret_is_never_sealed_alike() -> None:
    sealed = {seal(b"\5" * 32, bytes(32), b"context") for _ in range(200)}
    assert len(sealed) == 200
    assert len({words[:24] for words in sealed}) == 200
    assert not any("05" * 8 in words for words in sealed)
