"""The fair shuffle: uniform, fixed by its promise, rearranged by every seed, and closed until it is opened."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.evidence import merkle
from pitboss.evidence.errors import BadEvidence, IllegalSeed
from pitboss.evidence.shuffles import Secret, order_bytes, places, pledge_of, seeds_digest, stream, verify_card, verify_shuffle
from pitboss.shoe import factorial

SECRETS = st.binary(min_size=32, max_size=32)
TABLES = st.text(st.characters(codec="utf-8"), max_size=12)
NUMBERS = st.integers(1, 2**32 - 1)
SEEDS = st.dictionaries(st.integers(1, 9), st.text("abc1é ", min_size=1, max_size=4), max_size=4)
DECKS = st.lists(st.integers(0, 52), max_size=80)


def secret(number: int) -> bytes:
    return hashlib.sha256(str(number).encode()).digest()


# ---------------------------------------------------------------------------- uniform


def chi_square(seen: Counter[tuple[int, ...]], tries: int) -> float:
    expected = tries / 24
    return sum((seen[order] - expected) ** 2 / expected for order in permutations(range(4)))


def test_every_order_of_four_cards_comes_equally_often() -> None:
    tries = 12_000
    seen = Counter(Secret(secret(n), "t", 1).shuffle(1, range(4)).order for n in range(tries))
    assert set(seen) == set(permutations(range(4)))
    assert chi_square(seen, tries) < 60  # 23 degrees of freedom: more than this comes once in thirty thousand


def test_one_secret_shuffles_equally_often_to_every_order() -> None:
    tries, one = 12_000, Secret(secret(0), "t", 1)
    seen = Counter(one.shuffle(n, range(4)).order for n in range(1, tries + 1))
    assert chi_square(seen, tries) < 60


def test_one_seat_that_is_honest_makes_every_order_equally_likely() -> None:
    """Whatever secret the house chose: over the seeds of one seat, all final orders come equally often."""
    tries, one = 12_000, Secret(secret(0), "t", 1)
    seen = Counter(one.shuffle(1, range(4), {1: "known to the house", 2: str(n)}).order for n in range(tries))
    assert chi_square(seen, tries) < 60


def test_every_card_comes_to_every_place_equally_often() -> None:
    tries = 2_600
    where = [Counter[int]() for _ in range(52)]
    for n in range(tries):
        for place, card in enumerate(Secret(secret(n), "t", 1).shuffle(1, range(52), {3: "x"}).order):
            where[place][card] += 1
    expected = tries / 52
    found = sum((places[card] - expected) ** 2 / expected for places in where for card in range(52))
    assert abs(found - 51 * 51) < 6 * (2 * 51 * 51) ** 0.5


def test_the_number_that_picks_an_order_is_128_bits_longer_than_needed() -> None:
    for cards in (0, 1, 2, 52, 53, 416):
        assert 256 ** order_bytes(cards) >= factorial(cards) << 128


# ---------------------------------------------------------------------------- fixed by the promise


@settings(max_examples=100)
@given(value=SECRETS, table=TABLES, number=NUMBERS, shuffle=NUMBERS, cards=DECKS, seeds=SEEDS)
def test_a_revealed_secret_gives_the_same_shuffle(
    value: bytes, table: str, number: int, shuffle: int, cards: list[int], seeds: dict[int, str]
) -> None:
    one = Secret(value, table, number)
    made = one.shuffle(shuffle, cards, seeds)
    assert Counter(made.order) == Counter(cards)
    assert verify_shuffle(one.promise, Secret(value, table, number), shuffle, cards, made.root, seeds) == made.order


@settings(max_examples=200)
@given(value=SECRETS, bit=st.integers(0, 255), number=st.integers(1, 99), data=st.data())
def test_whatever_is_changed_afterwards_is_noticed(value: bytes, bit: int, number: int, data: st.DataObject) -> None:
    cards = data.draw(st.permutations(range(8)))
    one = Secret(value, "table", number)
    made = one.shuffle(2, cards)
    flipped = (int.from_bytes(value, "big") ^ 1 << bit).to_bytes(32, "big")
    others = [
        (one.promise, Secret(flipped, "table", number), 2, cards, made.root),
        (one.promise, Secret(value, "tablf", number), 2, cards, made.root),
        (one.promise, Secret(value, "table", number + 1), 2, cards, made.root),
        (one.promise, one, 1, cards, made.root),
        (one.promise, one, 2, cards[::-1], made.root),
        (one.promise, one, 2, cards[:-1], made.root),
        (one.promise, one, 2, cards, Secret(flipped, "table", number).shuffle(2, cards).root),
        (Secret(flipped, "table", number).promise, one, 2, cards, made.root),
    ]
    for promise, other, count, gathered, root in others:
        with pytest.raises(BadEvidence):
            verify_shuffle(promise, other, count, gathered, root)


def test_promises_of_other_tables_and_numbers_are_others() -> None:
    """Neither does the end of a table's name run into the number or the secret."""
    made = {Secret(secret(0), table, number).promise for table in ("", "t", "t\0", "t\0\0", "\0t") for number in (1, 2, 256)}
    assert len(made) == 15


@pytest.mark.parametrize("value", [b"", bytes(31), bytes(33)])
def test_a_secret_has_32_bytes(value: bytes) -> None:
    with pytest.raises(BadEvidence, match="32 bytes"):
        Secret(value, "t", 1)


def test_a_secret_is_not_shown_by_accident() -> None:
    one = Secret(b"sesame, open" + bytes(20), "t", 1)
    assert "sesame" not in f"{one!r} {one} {one.shuffle(1, range(4))!r}"


@pytest.mark.parametrize("cards", [[256], [-1], [0] * 65536], ids=["256", "-1", "too many"])
def test_cards_that_cannot_be_committed(cards: list[int]) -> None:
    with pytest.raises(BadEvidence, match="at most 65,535 cards"):
        Secret(secret(0), "t", 1).shuffle(1, cards)


# ---------------------------------------------------------------------------- salts


def test_the_stream_is_hmac_in_counter_mode() -> None:
    key, purpose = secret(1), b"purpose"
    blocks = [hmac.digest(key, purpose + at.to_bytes(4, "big"), "sha256") for at in range(1, 5)]
    assert stream(key, purpose, 128) == b"".join(blocks)
    assert stream(key, purpose, 45) == b"".join(blocks)[:45]


def test_salts_are_distinct_and_follow_from_the_secret_alone() -> None:
    salts: set[str] = set()
    for value in (secret(1), secret(2)):
        for number in (1, 2):
            for shuffle in (1, 2):
                made = Secret(value, "t", number).shuffle(shuffle, range(52))
                salts |= {made.open_card(at).salt for at in range(52)}
    assert len(salts) == 2 * 2 * 2 * 52
    assert all(len(salt) == 32 for salt in salts)


def test_a_card_that_is_closed_cannot_be_guessed_from_those_that_are_open() -> None:
    """Its digest is in the paths of its neighbours; no card with any salt that is known gives that digest."""
    made = Secret(secret(3), "t", 1).shuffle(1, range(8))
    openings = [made.open_card(at) for at in range(8)]
    closed = bytes.fromhex(openings[0].path[0])[32 * 6 :]  # the leaf of card 7, told by card 0
    assert closed == merkle.leaf(7, made.committed[7], bytes.fromhex(openings[7].salt))
    known = [bytes.fromhex(opening.salt) for opening in openings[:7]] + [bytes(16)]
    assert closed not in {merkle.leaf(7, card, salt) for card in range(53) for salt in known}
    assert closed not in {hashlib.sha256(bytes([card])).digest() for card in range(53)}


@settings(max_examples=50)
@given(value=SECRETS, cards=st.permutations(range(12)))
def test_the_roots_of_equal_orders_tell_nothing(value: bytes, cards: list[int]) -> None:
    """The same order under another secret has another root, so that nobody can try orders against a root."""
    made = Secret(value, "t", 1).shuffle(1, cards)
    salts = stream(secret(5), b"other", 16 * 12)
    levels = merkle.levels(merkle.leaves(made.committed, salts))
    assert merkle.root(12, levels[-1]) != made.root


# ---------------------------------------------------------------------------- seeds


@settings(max_examples=200)
@given(root=SECRETS, cards=st.integers(0, 120), seeds=SEEDS)
def test_seeds_rearrange_and_lose_nothing(root: bytes, cards: int, seeds: dict[int, str]) -> None:
    found = places(root.hex(), cards, seeds)
    assert sorted(found) == list(range(cards))
    assert seeds or list(found) == list(range(cards))
    assert list(found) == list(places(root.hex(), cards, dict(reversed(list(seeds.items())))))


@settings(max_examples=200)
@given(one=SEEDS, other=SEEDS)
def test_other_seeds_give_another_order(one: dict[int, str], other: dict[int, str]) -> None:
    assert (seeds_digest(one) == seeds_digest(other)) == (one == other)
    assert (list(places("00" * 32, 52, one)) == list(places("00" * 32, 52, other))) == (one == other)


def test_seats_and_seeds_do_not_run_together() -> None:
    several = [
        {1: "a", 2: "b"},
        {1: "a\0\2b"},
        {1: "abcd"},
        {1: "a", 0x6263: "d"},
        {1: "ab"},
        {1: "b", 2: "a"},
        {1: "a\0\2\0\1b"},
        {2: "ab"},
        {12: "a"},
        {1: "2a"},
        {},
    ]
    assert len({seeds_digest(seeds) for seeds in several}) == len(several)


def test_another_root_gives_another_order_with_the_same_seeds() -> None:
    """A reshuffle in the middle of a round does not repeat the first."""
    assert list(places("00" * 32, 52, {1: "a"})) != list(places("01" * 32, 52, {1: "a"}))


@settings(max_examples=50)
@given(value=SECRETS, cards=st.lists(st.integers(0, 52), min_size=1, max_size=60), seeds=SEEDS, data=st.data())
def test_every_dealt_card_is_proven(value: bytes, cards: list[int], seeds: dict[int, str], data: st.DataObject) -> None:
    """From root, seeds and position a player finds the place himself; the house cannot open another."""
    made = Secret(value, "t", 1).shuffle(1, cards, seeds)
    cut = data.draw(st.integers(0, len(cards) - 1))
    dealt = made.order[cut:] + made.order[:cut]
    for position, card in enumerate(dealt):
        opening = made.open_card((position + cut) % len(cards))
        assert opening.index == places(made.root, len(cards), seeds)[(position + cut) % len(cards)]
        assert opening.card == card
        assert verify_card(made.root, opening)
        assert not verify_card(made.root, msgspec.structs.replace(opening, card=card ^ 1))


@pytest.mark.parametrize("seed", ["", "a" * 257, "é" * 129, "a\nb", "\x00", "\ud800"])
def test_seeds_that_cannot_be_put_on_record(seed: str) -> None:
    with pytest.raises(IllegalSeed, match="printable text"):
        pledge_of(1, seed)


@pytest.mark.parametrize("seat", [0, -1, 65536, True])
def test_seats_that_do_not_exist(seat: int) -> None:
    with pytest.raises(IllegalSeed, match="no seat"):
        pledge_of(seat, "seed")


# ---------------------------------------------------------------------------- numbers


def slow_number(one: Secret, number: int, least: int, most: int, seeds: dict[int, str]) -> tuple[int, int]:
    """A number as docs/evidence.md describes it, and after how many attempts."""
    span, attempt = most - least + 1, 0
    published = hmac.digest(one.value, b"pitboss secret 2\0" + one.scope + bytes([0, 0, 0, 1]), "sha256")
    while True:
        attempt += 1
        told = b"pitboss number 1\0" + one.scope + seeds_digest(seeds) + number.to_bytes(4, "big") + attempt.to_bytes(4, "big")
        drawn = int.from_bytes(hmac.digest(published, told + bytes([0, 0, 0, 1]), "sha256")[:8], "big")
        if drawn < 2**64 - 2**64 % span:
            return least + drawn % span, attempt


def test_numbers_are_uniform() -> None:
    one = Secret(secret(1), "t", 1)
    seen = Counter(one.draw(n, 10, 19) for n in range(1, 10_001))
    assert set(seen) == set(range(10, 20))
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 40  # 9 degrees of freedom


def test_what_does_not_divide_evenly_is_drawn_again() -> None:
    one = Secret(secret(2), "t", 1)
    least, most = -(2**62), 2**62  # just more than half of what 64 bits can say: every second attempt is thrown away
    attempts = Counter[int]()
    for n in range(1, 401):
        number, attempt = slow_number(one, n, least, most, {})
        assert one.draw(n, least, most) == number
        attempts[attempt] += 1
    assert 150 < attempts[1] < 250
    assert attempts[2] > 60


@settings(max_examples=100)
@given(value=SECRETS, number=st.integers(1, 1000), least=st.integers(-50, 50), span=st.integers(1, 500), seeds=SEEDS)
def test_a_number_follows_from_secret_count_and_seeds(
    value: bytes, number: int, least: int, span: int, seeds: dict[int, str]
) -> None:
    one = Secret(value, "t", 7)
    assert one.draw(number, least, least + span - 1, seeds) == slow_number(one, number, least, least + span - 1, seeds)[0]


def test_another_secret_count_promise_or_seed_gives_another_number() -> None:
    wide = (0, 2**63 - 1)
    found = {
        Secret(secret(1), "t", 1).draw(1, *wide),
        Secret(secret(2), "t", 1).draw(1, *wide),
        Secret(secret(1), "u", 1).draw(1, *wide),
        Secret(secret(1), "t", 2).draw(1, *wide),
        Secret(secret(1), "t", 1).draw(2, *wide),
        Secret(secret(1), "t", 1).draw(1, *wide, {1: "a"}),
        Secret(secret(1), "t", 1).draw(1, *wide, {2: "a"}),
    }
    assert len(found) == 7


@pytest.mark.parametrize(("least", "most"), [(3, 2), (0, 2**63), (-(2**63) - 1, 0), (2**70, 2**70)])
def test_ranges_without_a_number(least: int, most: int) -> None:
    with pytest.raises(BadEvidence, match="no number"):
        Secret(secret(1), "t", 1).draw(1, least, most)
