"""The wide felt of a banked game: the dealer at the top, positions along a half-moon, curved inscriptions between.

The outline is half a superellipse, a little fuller than an ellipse. Positions are packed from the middle outwards, each as
close to the last as the gap and as far out as the outline allow. The largest gap that leaves room for all is chosen. Positions
are turned as little as possible, so that cards and labels stay easy to read.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import cos, pi, radians, sin

from pitboss.errors import NotAuthorized
from pitboss.felt.arcs import bent_lines, fold
from pitboss.felt.areas import LOGO, Design, Inscription, design_of, inscriptions_of
from pitboss.felt.pay import SIZES, groups
from pitboss.felt.places import CARD_HEIGHT, CARD_WIDTH, Box, Cards, Felt, Line, Pay, Place, Point, Thing, apart
from pitboss.felt.position import position_of, seats_of
from pitboss.games import game
from pitboss.house import House

WIDTH, MIDDLE = 1200.0, 600.0
TOP = 26.0  # the top edge of the felt, below the rail
POWER = 2.35
HALF = 562.0  # half the width of the felt
RAIL = 30.0
STEPS = 8192
STEP = 700 / STEPS  # the step by which a position moves outwards
EDGE = 0.985**POWER
LEAST_GAP, ENOUGH, MOST_GAP = 4.0, 9.0, 44.0
TURNS = tuple(k / 20 for k in range(9, 21))  # how far positions are turned: at 1 they face the dealer
HEIGHTS = (640.0, 660.0, 680.0, 700.0, 720.0)
HIGHER = (740.0, 760.0)  # for seven positions with every optional wager and two hands each
TRAY = Box(MIDDLE, TOP + 15, 330, 30)
DEALER_SCALE = 0.9


def _power(value: float, power: float) -> float:
    return float(abs(value) ** power) * (1 if value >= 0 else -1)


@dataclass(frozen=True)
class HalfMoon:
    """An outline of the felt: `across` is half its width, `down` its depth."""

    across: float
    down: float
    top: float = TOP

    def holds(self, x: float, y: float) -> bool:
        """True if a point, measured from the middle of the top edge, lies on the felt and clear of its edge."""
        return bool(abs(x / self.across) ** POWER + (max(0.0, y) / self.down) ** POWER <= EDGE)

    def arc(self, part: float, start: float = pi, end: float = 0.0, points: int = 60) -> tuple[Point, ...]:
        """Points of the outline, scaled by `part`, between two angles: pi is at the left, pi / 2 at the bottom."""
        points_of_arc = []
        for k in range(points + 1):
            angle = start + (end - start) * k / points
            x = MIDDLE + part * self.across * _power(cos(angle), 2 / POWER)
            y = self.top + part * self.down * _power(sin(angle), 2 / POWER)
            points_of_arc.append((round(x, 1), round(y, 1)))
        return tuple(points_of_arc)


def outline_of(height: float) -> HalfMoon:
    """The outline of the felt in a view box of a height."""
    return HalfMoon(HALF, height - TOP - RAIL - 8)


def _put(felt: HalfMoon, w: float, h: float, angle: float, turn: float) -> Box:
    """A position in a direction, as far out as possible. The angle is measured from straight down, positive to the right."""
    rotation = -angle * turn
    dx, dy = 1.25 * sin(radians(angle)), cos(radians(angle))
    corners = Box(0, 60, w, h, rotation).corners  # positions move along lines that meet a little below the top
    far = STEPS - 1
    for x, y in (corners[2], corners[3], corners[1], corners[0]):  # the bottom right corner usually reaches the edge first
        if not felt.holds(x + far * STEP * dx, y + far * STEP * dy):
            far = bisect_left(range(1, far), True, key=lambda k: not felt.holds(x + k * STEP * dx, y + k * STEP * dy))
    near = far * STEP
    return Box(MIDDLE + near * dx, felt.top + 60 + near * dy, w, h, rotation)


def _mirrored(box: Box) -> Box:
    return Box(2 * MIDDLE - box.x, box.y, box.w, box.h, -box.rotation)


def _next(felt: HalfMoon, w: float, h: float, turn: float, last: Box | None, after: float, gap: float) -> tuple[float, Box]:
    """The smallest angle at which a position keeps its distance from the last one, or from its own mirror image."""
    low, high = after, 110.0
    occupied = last and last.grown(gap / 2)
    for _ in range(12):
        angle = (low + high) / 2
        box = _put(felt, w, h, angle, turn).grown(gap / 2)
        if apart(box, occupied or _mirrored(box)):
            high = angle
        else:
            low = angle
    return high, _put(felt, w, h, high, turn)


def _right_half(felt: HalfMoon, count: int, w: float, h: float, turn: float, gap: float, zone: Box) -> list[Box] | None:
    """The positions from the middle to the right, None if they do not fit."""
    boxes: list[Box] = []
    angle = 0.0
    if count % 2:
        boxes.append(_put(felt, w, h, 0, turn))
    while len(boxes) < (count + 1) // 2:
        angle, box = _next(felt, w, h, turn, boxes[-1] if boxes else None, angle, gap)
        if min(y for _, y in box.corners) < felt.top + 5:
            return None
        boxes.append(box)
    return boxes if all(apart(box, zone) for box in boxes) else None


@lru_cache(maxsize=256)
def pack(count: int, w: float, h: float, zone: Box) -> tuple[float, tuple[Box, ...]]:
    """The height of the view box, and the boxes of `count` positions of a size, the first at the right."""
    slight, strong = TURNS[:6], TURNS[6:]
    tries = ((slight, HEIGHTS, ENOUGH), (slight, HEIGHTS[-1:], LEAST_GAP), (strong, (*HEIGHTS, *HIGHER), LEAST_GAP))
    for turns, heights, gap in tries:
        for height in heights:
            felt = outline_of(height)
            for turn in turns:
                if _right_half(felt, count, w, h, turn, gap, zone):
                    return height, _widest(felt, count, w, h, turn, zone)
    raise NotAuthorized(f"{count} positions of this game have no room on a layout as it is drawn here")


def _widest(felt: HalfMoon, count: int, w: float, h: float, turn: float, zone: Box) -> tuple[Box, ...]:
    """The positions with the largest possible gap between them."""
    low, high, right = LEAST_GAP, MOST_GAP, None
    for _ in range(6):
        gap = (low + high) / 2
        if boxes := _right_half(felt, count, w, h, turn, gap, zone):
            low, right = gap, boxes
        else:
            high = gap
    right = right or _right_half(felt, count, w, h, turn, low, zone) or []
    return tuple(_round(box) for box in [*reversed(right), *[_mirrored(box) for box in right[count % 2 :]]])


def _round(box: Box) -> Box:
    return Box(round(box.x, 1), round(box.y, 1), round(box.w, 1), round(box.h, 1), round(box.rotation, 1))


def half_moon(house: House, holder: str, pays: tuple[Pay, ...] = ()) -> Felt:
    """The wide felt of a banked game, with the given pay tables on it."""
    design = design_of(house)
    position = position_of(house)
    dealer, hands, community = dealers_cards(design)
    zone = _zone(dealer, hands, community)
    height, boxes = pack(seats_of(house), position.w, position.h, zone.grown(5))
    outline = outline_of(height)
    things = _things(house, zone)
    seats = tuple(position.put(number, box) for number, box in enumerate(boxes, 1))
    felt = Felt(
        house.chapter.chapter,
        house.chapter.game,
        "wide",
        (0, 0, WIDTH, height),
        HalfMoon(HALF + RAIL, outline.down + RAIL + 2, TOP - 18).arc(1),
        outline.arc(1),
        seats,
        dealer,
        hands,
        community,
        _pots(house, zone, things),
        things,
        _lines(house, seats, zone, things, holder),
    )
    return _with_pay(felt, house, holder, pays, zone) if pays else felt


def _with_pay(felt: Felt, house: House, holder: str, pays: tuple[Pay, ...], zone: Box) -> Felt:
    """The felt with pay tables below its inscriptions, in the largest letters that leave room for both, or unchanged if there
    is no room. The name of the game, which no paragraph requires, is dropped in favour of larger letters."""
    top, bottom, obstacles = _between(felt.seats, zone, felt.things)
    obstacles += [pot.grown(3) for pot in felt.pots]
    full, without_name, words_only = _inscriptions(house, holder)
    for (words, smallest), least in ((full, 8.0), (without_name, 6.2), (without_name, 0), (words_only, 0)):
        for size, group in product([size for size in SIZES if size >= least], groups(pays)):
            y = _lowest(group.w * size, group.h * size, top, bottom, obstacles)
            if y is None:
                continue
            around = Box(MIDDLE, y + group.h * size / 2, group.w * size, group.h * size).grown(4)
            lines = bent_lines(words, MIDDLE, top, y - 4, [*obstacles, around], smallest)
            if lines or not (words or holder):  # the name of the holder must stay
                return replace(felt, lines=lines, pays=group.put(MIDDLE, y, size))
    return felt


def _lowest(w: float, h: float, top: float, bottom: float, obstacles: Sequence[Box]) -> float | None:
    """The top of a centred box of a size, placed as low as the obstacles allow; None if there is no room."""
    y = bottom - h
    while y >= top:
        if all(apart(Box(MIDDLE, y + h / 2, w, h), other) for other in obstacles):
            return round(y, 1)
        y -= 5
    return None


def dealers_cards(design: Design) -> tuple[Cards | None, tuple[Cards, ...], tuple[Cards, ...]]:
    """The places of the dealer's cards, of the dealer's two hands if they are set, and of the community cards.

    They lie directly before the tray, as the text says (§ 559.2(b)(4), § 587.2(b)(3), § 655a.2(b)(3), § 677a.2(b)(3)). In
    chapter 563 the dealer's cards lie between the tray and the community cards (§ 563.2(b)(5)-(6)).
    """
    y = TOP + 34 + CARD_HEIGHT * DEALER_SCALE / 2 + 6
    scale = DEALER_SCALE
    wide, tall = CARD_WIDTH * scale, CARD_HEIGHT * scale
    if design.hands:
        both = wide + 6 * 26 * scale
        whole = Cards(Box(MIDDLE, y, both + 90, tall), scale, 34 * scale, 7, "", design.dealer_cite)
        high = Cards(Box(MIDDLE - 62, y, wide + 4 * 26 * scale, tall), scale, 26 * scale, 5, "High", design.dealer_cite)
        low = Cards(Box(MIDDLE + 100, y, wide + 40 * scale, tall), scale, 40 * scale, 2, "Low", design.dealer_cite)
        return whole, (high, low), ()
    spread = 66 * scale
    board = len(design.community)
    if not design.dealer:
        return None, (), _board(design, MIDDLE, y, spread + 14, scale)
    if not board:
        step = 66 * scale if design.dealer <= 3 else 40 * scale
        room = wide + max(design.dealer - 1, 5 if design.splits else 0) * (min(step, 40 * scale) if design.splits else step)
        return Cards(Box(MIDDLE, y, room, tall), scale, round(step, 2), design.dealer, "Dealer", design.dealer_cite), (), ()
    if design.community_cite == "677a.2(b)(3)":  # both directly before the tray, so the dealer's cards are beside the board
        own = Cards(
            Box(MIDDLE - 3 * spread - 22, y, wide + spread, tall), scale, round(spread, 2), 2, "Dealer", design.dealer_cite
        )
        return own, (), _board(design, MIDDLE + 1 * spread, y, spread, scale)
    own = Cards(Box(MIDDLE, y, wide + spread, tall), scale, round(spread, 2), 2, "Dealer", design.dealer_cite)
    return own, (), _board(design, MIDDLE, y + tall + 12, spread, scale)


def _board(design: Design, x: float, y: float, step: float, scale: float) -> tuple[Cards, ...]:
    first = x - step * (len(design.community) - 1) / 2
    size = (CARD_WIDTH * scale, CARD_HEIGHT * scale)
    return tuple(
        Cards(Box(round(first + k * step, 2), y, *size), scale, 0, 1, name, design.community_cite)
        for k, name in enumerate(design.community)
    )


def _zone(dealer: Cards | None, hands: tuple[Cards, ...], community: tuple[Cards, ...]) -> Box:
    """The dealer's zone: the tray, the dealer's cards, the board, and shoe and rack beside the tray."""
    boxes = [TRAY, *(cards.box for cards in (*hands, *community)), *([dealer.box] if dealer else [])]
    half = max(abs(box.x - MIDDLE) + box.w / 2 for box in boxes)
    bottom = max(box.y + box.h / 2 for box in boxes)
    return Box(MIDDLE, (TOP + bottom) / 2, 2 * max(half, 225), bottom - TOP)


def _things(house: House, zone: Box) -> tuple[Thing, ...]:
    """The tray, the shoe at the dealer's left, the discard rack at the right, and a meter if a progressive wager is offered."""
    edge = TRAY.w / 2 + 36
    rack = next((p.cite for p in house.chapter.paragraphs.values() if ".2(" in p.cite and "discard rack is f" in p.says), "")
    things = [
        Thing("tray", TRAY),
        Thing("shoe", Box(MIDDLE + edge, TOP + 22, 48, 36)),
        Thing("discard", Box(MIDDLE - edge, TOP + 22, 40, 36), rack),
    ]
    wager = game(house.chapter.chapter).progressive
    if house.get("progressive_meter") and any(w.name == wager for w in game(house.chapter.chapter).offered(house)):
        things.append(Thing("meter", Box(MIDDLE, zone.y + zone.h / 2 + 22, 150, 30)))
    return tuple(things)


def _pots(house: House, zone: Box, things: tuple[Thing, ...]) -> tuple[Box, ...]:
    """The place in the center for chips when a player banks: before the dealer's hands, and beside the meter if there is
    one."""
    if not house.get("player_bank"):
        return ()
    meter = next((thing.box.w for thing in things if thing.name == "meter"), 0)
    return (Box(MIDDLE - (meter / 2 + 40 if meter else 0), zone.y + zone.h / 2 + 24, 60, 30),)


def _lines(house: House, seats: tuple[Place, ...], zone: Box, things: tuple[Thing, ...], holder: str) -> tuple[Line, ...]:
    """The inscriptions between the dealer and the positions, including the name of the game if there is room."""
    top, bottom, obstacles = _between(seats, zone, things)
    for words, least in _inscriptions(house, holder):
        if lines := bent_lines(words, MIDDLE, top, bottom, obstacles, least):
            return lines
    return ()


def _inscriptions(house: House, holder: str) -> tuple[tuple[list[Inscription], float], ...]:
    """The choices of inscriptions between dealer and positions, the most complete first, each with its smallest scale."""
    words = fold(inscriptions_of(house))
    logo = [Inscription(holder, design_of(house).logo, LOGO)] if holder else []
    name = Inscription(house.chapter.game, f"{house.chapter.chapter}.1", "game")
    return ([*logo, name, *words], 0.85), ([*logo, *words], 0.6), (words, 0.5)


def _between(seats: tuple[Place, ...], zone: Box, things: tuple[Thing, ...]) -> tuple[float, float, list[Box]]:
    """The top and the bottom of the room between dealer and positions, and the boxes that words must not touch."""
    boxes = [seat.box for seat in seats]
    meter = [thing.box for thing in things if thing.name == "meter"]
    top = max([zone.y + zone.h / 2, *(box.y + box.h / 2 for box in meter)]) + 6
    bottom = min(y for box in boxes if abs(box.x - MIDDLE) < 200 for _, y in box.corners) - 6
    return top, bottom, [box.grown(3) for box in (*boxes, zone, *meter)]
