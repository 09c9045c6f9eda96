"""The tree over salted cards: every card opens, nothing else does."""

import hashlib
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.evidence import merkle
from pitboss.evidence.shuffles import Opening, Secret, verify_card

SIZES = [1, 2, 7, 8, 9, 15, 16, 17, 48, 52, 53, 63, 64, 65, 312, 384, 416, 512, 513]
SECRETS = st.binary(min_size=32, max_size=32)


def slow_root(cards: Sequence[int], salts: Sequence[bytes]) -> str:
    """The root as docs/evidence.md describes it, one digest at a time."""
    level = []
    for index, (card, salt) in enumerate(zip(cards, salts, strict=True)):
        level.append(hashlib.sha256(b"\x00" + index.to_bytes(2, "big") + bytes([card]) + salt).digest())
    while len(level) > 1:
        level = [hashlib.sha256(b"\x01" + b"".join(level[at : at + 8])).digest() for at in range(0, len(level), 8)]
    return hashlib.sha256(b"\x02" + len(cards).to_bytes(2, "big") + b"".join(level)).hexdigest()


@pytest.mark.parametrize("size", SIZES)
def test_every_card_opens_at_its_place_and_nowhere_else(size: int) -> None:
    shuffle = Secret(b"\7" * 32, "table", 1).shuffle(1, [card % 53 for card in range(size)])
    openings = [shuffle.open_card(at) for at in range(size)]
    assert [opening.card for opening in openings] == list(shuffle.committed)
    assert shuffle.root == slow_root(shuffle.committed, [bytes.fromhex(opening.salt) for opening in openings])
    for at, opening in enumerate(openings):
        assert verify_card(shuffle.root, opening)
        for other in {0, size // 2, size - 1} - {at}:
            assert not verify_card(shuffle.root, msgspec.structs.replace(opening, index=other))
            assert not verify_card(shuffle.root, msgspec.structs.replace(opening, path=openings[other].path)) or (
                openings[other].path == opening.path
            )
        for cards in (size - 1, size + 1, size + 8, 65536, 10**30):
            assert not verify_card(shuffle.root, msgspec.structs.replace(opening, cards=cards))


@settings(max_examples=300)
@given(secret=SECRETS, size=st.sampled_from(SIZES[:12]), data=st.data())
def test_whatever_is_changed_in_an_opening_is_noticed(secret: bytes, size: int, data: st.DataObject) -> None:
    shuffle = Secret(secret, "table", 1).shuffle(1, [card % 53 for card in range(size)])
    true = shuffle.open_card(data.draw(st.integers(0, size - 1)))
    changed = Opening(
        data.draw(st.just(true.index) | st.integers(-2, size + 2)),
        data.draw(st.just(true.cards) | st.integers(-2, size + 2)),
        data.draw(st.just(true.card) | st.integers(-2, 300)),
        data.draw(st.just(true.salt) | altered(true.salt)),
        data.draw(st.just(true.path) | altered_path(true.path)),
    )
    assert verify_card(shuffle.root, changed) == (changed == true)
    assert not verify_card(data.draw(altered(shuffle.root)), true)


@st.composite
def altered(draw: st.DrawFn, digits: str) -> str:
    """Digits with one of them changed, lost or doubled."""
    if not digits:
        return draw(st.sampled_from(["0", "00", "x"]))
    at = draw(st.integers(0, len(digits) - 1))
    other = draw(st.sampled_from([digit for digit in "0123456789abcdefg" if digit != digits[at]]))
    return draw(st.sampled_from([digits[:at] + other + digits[at + 1 :], digits[2:], digits + "00", ""]))


@st.composite
def altered_path(draw: st.DrawFn, path: tuple[str, ...]) -> tuple[str, ...]:
    """A path with one level changed, lost, doubled or added."""
    if not path:
        return draw(st.sampled_from([("",), ("00" * 32,)]))
    at = draw(st.integers(0, len(path) - 1))
    return draw(
        st.sampled_from([path[:at] + path[at + 1 :], (*path, path[at]), path[::-1], (*path, "")])
        | altered(path[at]).map(lambda level: (*path[:at], level, *path[at + 1 :]))
    ) or ("00",)


def test_a_node_is_not_taken_for_a_card_nor_a_card_for_a_node() -> None:
    """The bytes of a leaf, a node and a root never start alike, and a shorter tree has another root."""
    assert len({merkle.LEAF, merkle.NODE, merkle.ROOT}) == 3
    shuffle = Secret(b"\7" * 32, "table", 1).shuffle(1, range(52))
    levels = merkle.levels(merkle.leaves(shuffle.committed, shuffle._salts))
    assert [len(level) // 32 for level in levels] == [52, 7, 1]
    assert merkle.root(7, levels[-1]) != shuffle.root
    for at in range(7):  # an inner node opened as if the tree began with it
        node = levels[1][32 * at : 32 * at + 32]
        path = [bytes.fromhex(siblings) for siblings in merkle.path(levels[1:], at)]
        assert merkle.leads_to(merkle.root(7, levels[-1]), node, at, 7, path)
        assert not merkle.leads_to(shuffle.root, node, at, 7, path)
        assert not merkle.leads_to(shuffle.root, node, at, 52, path)


def node(*digests: bytes) -> bytes:
    return hashlib.sha256(b"\1" + b"".join(digests)).digest()


def test_a_house_cannot_build_a_tree_that_opens_in_two_ways() -> None:
    """Each of these roots was made with care, and its path leads to it; only the shape is not that of so many cards."""
    salt = bytes(16)
    ace, king = merkle.leaf(0, 51, salt), merkle.leaf(0, 47, salt)
    shorter = merkle.root(52, ace)  # no path at all
    assert not verify_card(shorter, Opening(0, 52, 51, salt.hex(), ()))
    longer = merkle.root(1, node(king))  # one level more than one card has
    assert not verify_card(longer, Opening(0, 1, 47, salt.hex(), ("",)))
    wider = merkle.root(8, node(ace, *[king] * 8))  # nine cards in a node of eight
    assert not verify_card(wider, Opening(0, 8, 51, salt.hex(), (king.hex() * 8,)))
    narrower = merkle.root(8, node(ace, king))
    assert not verify_card(narrower, Opening(0, 8, 51, salt.hex(), (king.hex(),)))
    for other in (b"", bytes(15), bytes(17)):
        assert not verify_card(merkle.root(1, merkle.leaf(0, 51, other)), Opening(0, 1, 51, other.hex(), ()))
    assert verify_card(merkle.root(1, ace), Opening(0, 1, 51, salt.hex(), ()))
    assert verify_card(merkle.root(2, node(ace, king)), Opening(0, 2, 51, salt.hex(), (king.hex(),)))


def test_no_cards_and_the_most_cards() -> None:
    empty = Secret(b"\7" * 32, "table", 1).shuffle(1, ())
    assert (empty.order, empty.root) == ((), slow_root((), ()))
    assert not verify_card(empty.root, Opening(0, 0, 0, "00" * 16, ()))
    many = Secret(b"\7" * 32, "table", 1).shuffle(1, [0] * 2000)
    assert verify_card(many.root, many.open_card(1999))


@pytest.mark.parametrize("module", [False, True])
def test_the_interpreters_own_digest_is_that_of_openssl(module: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    salts = bytes(range(16)) * 3
    expected = b"".join(merkle.leaf(at, card, bytes(range(16))) for at, card in enumerate((5, 6, 7)))
    if module:

        def missing(name: str) -> None:
            raise ImportError(name)

        monkeypatch.setattr(merkle, "import_module", missing)
        assert merkle._one_block_sha256() is hashlib.sha256
        monkeypatch.setattr(merkle, "_sha256", merkle._one_block_sha256())
    assert merkle.leaves((5, 6, 7), salts) == expected
