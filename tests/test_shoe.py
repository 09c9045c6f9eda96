"""Chance: uniform, repeatable, committed before the first card; the stack gives out what was shuffled."""

import re
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import Unbalanced
from pitboss.shoe import Chance, Shuffle, Stack, commit, verify
from pitboss.table.commands import CutCards
from pitboss.table.steps import Step
from pitboss.table.table import Table
from tests.strategies import CHAPTERS, Situation, all_steps, drawn, examples, play, records, situations

DECKS = st.lists(st.integers(0, 52), min_size=0, max_size=80)


def test_every_order_of_four_cards_comes_equally_often() -> None:
    chance, tries = Chance(seed=1), 24_000
    seen = Counter(chance.shuffle(range(4)).order for _ in range(tries))
    assert set(seen) == set(permutations(range(4)))
    expected = tries / 24
    chi_square = sum((n - expected) ** 2 / expected for n in seen.values())
    assert chi_square < 60  # 23 degrees of freedom: more than this comes once in thirty thousand


def test_every_card_comes_to_every_place_equally_often() -> None:
    chance, tries = Chance(seed=2), 5_200
    places = [Counter[int]() for _ in range(52)]
    for _ in range(tries):
        for place, card in enumerate(chance.shuffle(range(52)).order):
            places[place][card] += 1
    expected = tries / 52
    chi_square = sum((found[card] - expected) ** 2 / expected for found in places for card in range(52))
    assert abs(chi_square - 51 * 51) < 6 * (2 * 51 * 51) ** 0.5


def test_the_depth_of_a_cut_is_uniform() -> None:
    chance = Chance(seed=3)
    seen = Counter(chance.number(10, 19) for _ in range(10_000))
    assert set(seen) == set(range(10, 20))
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 40  # 9 degrees of freedom


@examples(60)
@given(cards=DECKS, seed=st.integers(0, 2**64))
def test_a_shuffle_is_committed_and_verifies(cards: list[int], seed: int) -> None:
    shuffle = Chance(seed).shuffle(cards)
    assert Counter(shuffle.order) == Counter(cards)
    assert verify(shuffle)
    assert shuffle.digest == commit(shuffle.order, shuffle.salt)
    assert re.fullmatch(r"[0-9a-f]{64}", shuffle.digest)
    assert re.fullmatch(r"[0-9a-f]{32}", shuffle.salt)


@examples(60)
@given(cards=DECKS, seed=st.integers(0, 2**64), data=st.data())
def test_another_order_never_verifies(cards: list[int], seed: int, data: st.DataObject) -> None:
    shuffle = Chance(seed).shuffle(cards)
    other = tuple(data.draw(st.permutations(shuffle.order)))
    assert verify(shuffle._replace(order=other)) == (other == shuffle.order)
    assert not verify(shuffle._replace(salt=shuffle.salt[::-1] + "0"))
    assert not verify(shuffle._replace(digest=shuffle.digest[:16]))
    assert not verify(shuffle._replace(order=(*shuffle.order, 0)))


def test_salt_and_order_cannot_trade_places() -> None:
    """A card moved over into the salt, or the end of the salt into the order, is another shuffle."""
    for seed in range(40):
        order, salt, digest = Chance(seed).shuffle(range(52))
        assert not verify(Shuffle(order[1:], salt + chr(order[0]), digest))
        if ord(salt[-1]) <= 51:
            assert not verify(Shuffle((ord(salt[-1]), *order), salt[:-1], digest))


@examples(30)
@given(cards=DECKS, seed=st.integers(0, 2**64))
def test_a_seed_repeats_exactly(cards: list[int], seed: int) -> None:
    one, other = Chance(seed), Chance(seed)
    for _ in range(3):
        assert one.shuffle(cards) == other.shuffle(cards)
        assert one.number(0, 1000) == other.number(0, 1000)
        assert one.hours() == other.hours()


def test_without_a_seed_nothing_repeats() -> None:
    one, other = Chance().shuffle(range(52)), Chance().shuffle(range(52))
    assert one.order != other.order
    assert one.salt != other.salt
    assert verify(one)
    assert not Chance().seeded
    assert Chance().hours() > 0
    assert Chance(0).seeded


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(20)
@given(data=st.data())
def test_the_same_situation_is_played_to_the_same_end(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=4, trouble=(0.0, 0.1)))
    one, _ = play(situation)
    other, _ = play(situation)
    assert records(one) == records(other)


# ---------------------------------------------------------------------------- at a table

COMMITMENT = re.compile(r"commitment ([0-9a-f]+)")


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(40)
@given(data=st.data())
def test_every_shuffle_is_published_and_verifies(chapter: str, data: st.DataObject) -> None:
    table, _ = play(data.draw(situations(chapter, rounds=8, trouble=(0.0, 0.05))))
    shuffles = [found for found in drawn(table) if isinstance(found, Shuffle)]
    steps = all_steps(table)
    published = [found[1] for s in steps if s.act == "shuffle" and (found := COMMITMENT.search(s.note))]
    assert len(published) == len(shuffles) == sum(s.act == "shuffle" for s in steps)
    for shuffle, digits in zip(shuffles, published, strict=True):
        assert verify(shuffle)
        assert len(digits) >= 16
        assert shuffle.digest.startswith(digits)
        assert not verify(shuffle._replace(order=(*shuffle.order[1:], shuffle.order[0])))
    assert len({s.salt for s in shuffles}) == len(shuffles)


def off_the_stack(step: Step) -> bool:
    """Whether a step takes cards off the stack."""
    return step.act in ("deal", "draw") or (step.act == "discard" and step.who == "stub")


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(40)
@given(data=st.data())
def test_the_cards_are_dealt_in_the_order_that_was_committed(chapter: str, data: st.DataObject) -> None:
    """From each shuffle on, what comes off the stack is the shuffled order, turned by the depth of the recorded cut."""
    situation = data.draw(situations(chapter, rounds=8))
    house = {name: value for name, value in situation.house.items() if name != "double_shoe"}
    table, _ = play(situation.but(house=house))
    order: tuple[int, ...] = ()
    dealt: list[int] = []
    depth = 0
    pending: list[tuple[int, ...]] = []
    dice = range(1, 8) if "starting_position" in table.house.values else range(0)  # Pai Gow Poker asks chance for these too
    for record in records(table):
        for found in record.drawn:
            if isinstance(found, Shuffle):
                pending.append(found.order)
            elif isinstance(found, int) and found not in dice:
                depth = found
        if isinstance(record.deed, CutCards) and record.deed.depth is not None:
            depth = record.deed.depth
        for step in record.steps:
            if step.act == "shuffle":
                assert tuple(dealt) == order[: len(dealt)]
                order, dealt = pending.pop(0), []
            elif step.act == "say" and depth and not dealt and order:
                order, depth = order[depth:] + order[:depth], 0
            if off_the_stack(step):
                dealt += step.cards
    assert tuple(dealt) == order[: len(dealt)]
    assert not pending


# ---------------------------------------------------------------------------- the stack


@examples(60)
@given(order=st.lists(st.integers(0, 52), max_size=60), data=st.data())
def test_a_stack_gives_out_its_cards_in_order(order: list[int], data: st.DataObject) -> None:
    stack = Stack(order, behind_cover=len(order) // 4)
    assert (len(stack), stack.size) == (len(order), len(order))
    taken = data.draw(st.integers(0, len(order)))
    assert [stack.draw() for _ in range(taken)] == order[:taken]
    assert stack.cover_card_out == (len(order) - taken <= len(order) // 4)
    assert stack.empty() == order[taken:]
    assert len(stack) == 0


@examples(60)
@given(order=st.lists(st.integers(0, 52), min_size=2, max_size=60, unique=True), data=st.data())
def test_a_cut_puts_the_top_on_the_bottom(order: list[int], data: st.DataObject) -> None:
    stack = Stack(order)
    depth = data.draw(st.integers(1, len(order) - 1))
    stack.cut(depth)
    assert stack.empty() == order[depth:] + order[:depth]


@pytest.mark.parametrize("depth", [0, -1, 52, 53, 10**6])
def test_a_cut_leaves_cards_on_both_sides(depth: int) -> None:
    stack = Stack(range(52))
    with pytest.raises(Unbalanced):
        stack.cut(depth)
    assert stack.empty() == list(range(52))


def test_a_card_is_taken_once() -> None:
    stack = Stack([3, 5, 3])
    assert stack.take(3)
    assert stack.take(3)
    assert not stack.take(3)
    assert stack.empty() == [5]


def test_a_live_table_shuffles_from_the_operating_system() -> None:
    tables: list[Table] = []
    for _ in range(2):
        table = Situation("565", {}, ()).table(chance=Chance())
        table.sit(1, "Ann")
        table.bet(1, {"Ante": 500})
        table.begin()
        tables.append(table)
    assert tables[0].stacks[""].cards != tables[1].stacks[""].cards
