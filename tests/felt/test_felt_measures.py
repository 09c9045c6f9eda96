"""Nothing on a felt overlaps, sticks out or is too small to read: every chapter, all optional wagers or none, both forms."""

from itertools import combinations, pairwise
from math import atan2, degrees, hypot

import pytest

from pitboss.felt import FORMS, Felt, felt_of
from pitboss.felt.places import Box, Cards, Line, Place, Point, all_boxes, apart, words_width
from pitboss.house import House
from tests.felt.houses import HOUSES

FELTS = [(name, form) for name in HOUSES for form in FORMS]


@pytest.fixture(params=FELTS, ids=lambda case: f"{case[0]}, {case[1]}")
def felt(request: pytest.FixtureRequest) -> Felt:
    name, form = request.param
    return felt_of(HOUSES[name], form)


def cards_of(seat: Place) -> list[Box]:
    several = [hand.whole for hands in seat.splits for hand in hands]
    return [seat.cards.box, seat.own.box, *(hand.box for hand in seat.hands), *several]


def all_cards(felt: Felt) -> list[Box]:
    own = [box for seat in felt.seats for box in cards_of(seat)]
    middle: list[Cards] = [*felt.dealer_hands, *felt.community, *([felt.dealer] if felt.dealer else [])]
    return own + [cards.box for cards in middle]


def areas(felt: Felt) -> list[Box]:
    return [box for seat in felt.seats for box in all_boxes(seat.areas)]


def names(felt: Felt) -> list[Box]:
    return [seat.name.box for seat in felt.seats]


def clear(some: list[Box], others: list[Box]) -> bool:
    return all(apart(one, other) for one in some for other in others)


def inside(outline: tuple[Point, ...], point: Point) -> bool:
    """Whether a point lies in a polygon, by counting the sides to its right."""
    x, y = point
    crossed = False
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed = not crossed
    return crossed


def covered(line: Line) -> list[Box]:
    """The boxes of a line of text along its path, in its middle."""
    length = words_width(line.text, line.size)
    whole = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line.path))
    assert length <= whole + 1, f"{line.text!r} is longer than its path"
    boxes, far = [], 0.0
    for (x, y), (u, v) in pairwise(line.path):
        step = hypot(u - x, v - y)
        if far + step > (whole - length) / 2 and far < (whole + length) / 2:
            turn = degrees(atan2(v - y, u - x))
            straight = Box((x + u) / 2, (y + v) / 2, step, line.size * 0.7, turn)
            boxes.append(Box(*straight.at(0, -line.size * 0.35), step, line.size * 0.7, turn))
        far += step
    return boxes


def test_areas_do_not_overlap(felt: Felt) -> None:
    assert all(apart(one, other) for one, other in combinations(areas(felt), 2))


def test_cards_cover_no_area(felt: Felt) -> None:
    assert clear(all_cards(felt), areas(felt))


def test_cards_of_two_seats_do_not_touch(felt: Felt) -> None:
    for one, other in combinations(felt.seats, 2):
        assert clear(cards_of(one), cards_of(other))


def test_names_cover_nothing(felt: Felt) -> None:
    assert clear(names(felt), all_cards(felt))
    assert clear(names(felt), areas(felt))
    assert all(apart(one, other) for one, other in combinations(names(felt), 2))


def test_everything_lies_on_the_felt(felt: Felt) -> None:
    things = [thing.box for thing in felt.things] + list(felt.pots) + list(felt.others)
    chips = [box for seat in felt.seats for box in (seat.bet, seat.button) if box]
    for box in [*areas(felt), *all_cards(felt), *names(felt), *things, *chips]:
        assert all(inside(felt.outline, corner) for corner in box.grown(-0.5).corners), box


def test_inscriptions_cover_nothing(felt: Felt) -> None:
    lines = [covered(line) for line in felt.lines]
    others = [*areas(felt), *all_cards(felt), *names(felt), *felt.pots, *felt.others, *(thing.box for thing in felt.things)]
    for boxes in lines:
        assert clear(boxes, others)
    for one, other in combinations(lines, 2):
        assert clear(one, other)


def test_chips_of_poker_cover_nothing(felt: Felt) -> None:
    chips = [box for seat in felt.seats for box in (seat.bet, seat.button) if box]
    assert all(apart(one, other) for one, other in combinations(chips, 2))
    assert clear(chips, [*all_cards(felt), *names(felt), *felt.pots, *(thing.box for thing in felt.things)])


def test_plates_of_a_phone_are_a_row_above_the_rest(felt: Felt) -> None:
    assert all(apart(one, other) for one, other in combinations(felt.others, 2))
    assert clear(list(felt.others), [*areas(felt), *all_cards(felt), *names(felt)])
    assert bool(felt.others) == (felt.form == "tall")


def test_all_is_large_enough_to_read(felt: Felt) -> None:
    assert all(seat.own.scale >= 1 and seat.cards.scale >= 0.7 for seat in felt.seats)
    assert all(hand.scale >= 0.7 for seat in felt.seats for hand in seat.hands)
    for seat in felt.seats:
        for count, hands in enumerate(seat.splits, 2):
            assert all(hand.scale >= (0.7 if count == 2 or (felt.form == "tall" and count <= 4) else 0.56) for hand in hands)
    assert all(line.size >= 11 for line in felt.lines)
    for seat in felt.seats:
        assert seat.name.size >= 14
        for area in seat.areas:
            assert area.size >= 11
            widest = max(words_width(line, area.size) for line in area.label.split("|"))
            assert widest <= area.box.w, area.label


def test_words_stay_within_their_area(felt: Felt) -> None:
    """All four corners of a label lie in its circle or diamond."""
    for area in [area for seat in felt.seats for area in seat.areas if area.label]:
        lines = area.label.split("|")
        widest = max(words_width(line, area.size) for line in lines)
        tall = area.size * (1.06 * len(lines) - 0.06)
        if area.shape == "circle":
            assert hypot(widest, tall) <= area.box.w, area.label
        elif area.shape == "diamond":
            assert widest + tall <= area.box.w, area.label


def test_cards_fit_their_place(felt: Felt) -> None:
    for seat in felt.seats:
        several = [hand for hands in seat.splits for hand in hands]
        for cards in (seat.cards, seat.own, *seat.hands, *several):
            size, room = (88 * cards.scale, cards.box.h) if cards.down else (62 * cards.scale, cards.box.w)
            assert size + (cards.most - 1) * cards.step <= room + 0.1
            first, last = cards.card(0, 11), cards.card(10, 11)  # more than a place is made for lie closer
            assert hypot(last[0] - first[0], last[1] - first[1]) + size <= room + 0.1
            assert cards.box.h >= 88 * cards.scale - 0.1 and cards.box.w >= 62 * cards.scale - 0.1


def test_hands_of_one_player_do_not_overlap(felt: Felt) -> None:
    """Two to four lie side by side, with the room for their chips; of three cards in each all that tells them is seen."""
    for seat in felt.seats:
        for hands in seat.splits[:3]:
            assert all(apart(one.whole, other.whole) for one, other in combinations(hands, 2))
        for hands in seat.splits[:3]:
            for hand in hands:
                (ax, ay), (bx, by) = hand.card(0, 3), hand.card(1, 3)
                assert hypot(bx - ax, by - ay) >= (24 if hand.down else 20) * hand.scale - 0.1
        for hands in seat.splits:  # of more hands the ranks are seen
            for one, other in pairwise(hands):
                assert hypot(other.box.x - one.box.x, other.box.y - one.box.y) >= 24 * one.scale


def test_the_pot_of_a_players_bank_lies_beside_the_meter() -> None:
    felt = felt_of(House.of("645a", {"player_bank": True, "progressive_payout": True, "progressive_rate": 20}))
    meter = felt.thing("meter")
    assert meter is not None and all(apart(pot, meter) for pot in felt.pots) and felt.pots
    assert all(apart(pot, seat.box) for pot in felt.pots for seat in felt.seats)
