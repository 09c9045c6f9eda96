"""The wide felt of a Poker table: oval, the dealer at the top, up to ten seats around it, board and pots in the middle.

The text has no betting areas: a bet lies before the seat until it is gathered into the pot. It requires a rake area at the
dealer's right (§ 553.2(b)(2), § 637a.2(b)(2)) and a box for jackpots on the side of the drop box (§ 553.2(e), § 637a.2(e)).
"""

from dataclasses import replace
from functools import cache
from math import copysign, cos, hypot, pi, sin

from pitboss.felt.areas import FLOP_TURN_RIVER, LOGO, design_of
from pitboss.felt.places import CARD_HEIGHT, CARD_WIDTH, Box, Cards, Felt, Line, Place, Point, Thing
from pitboss.felt.position import position_of, seats_of
from pitboss.house import House

WIDTH, HEIGHT = 1200.0, 660.0
CENTER = (600.0, 330.0)
POWER = 2.3
FELT = (566.0, 296.0)
RAIL = (594.0, 324.0)


def _oval(size: Point, points: int = 120) -> list[Point]:
    """Points of an oval, clockwise from the top."""
    outline = []
    for k in range(points):
        angle = 2 * pi * k / points
        x, y = sin(angle), -cos(angle)
        x, y = (abs(v) ** (2 / POWER) * (1 if v >= 0 else -1) for v in (x, y))
        outline.append((round(CENTER[0] + size[0] * x, 1), round(CENTER[1] + size[1] * y, 1)))
    return outline


def _inside(x: float, y: float) -> bool:
    return float(abs((x - CENTER[0]) / (FELT[0] - 8)) ** POWER + abs((y - CENTER[1]) / (FELT[1] - 8)) ** POWER) <= 1


@cache
def _around(count: int, w: float, h: float) -> tuple[Point, ...]:
    """The centres of seats, evenly spaced clockwise from the dealer at the top, each as far out as possible."""
    path = [_farthest(2 * pi * k / 480, w, h) for k in range(480)]
    lengths = [0.0]
    for (x, y), (u, v) in zip(path, [*path[1:], path[0]], strict=True):
        lengths.append(lengths[-1] + hypot(x - u, y - v))
    edge = 100 + w / 2 + 12  # beside the tray
    first = next(k for k in range(480) if path[k][0] - CENTER[0] >= edge)
    start, end = lengths[first], lengths[-1] - lengths[first]
    wanted = [start + (end - start) * seat / (count - 1) for seat in range(count)]
    return tuple(path[min(range(480), key=lambda k: abs(lengths[k] - length))] for length in wanted)


def _farthest(angle: float, w: float, h: float) -> Point:
    """The farthest possible centre of a seat in a direction, where 0 points to the dealer."""
    dx, dy = sin(angle), -cos(angle)
    right, down = copysign(w / 2, dx), copysign(h / 2, dy)  # the corner that reaches the edge first
    near, far = 0.0, 700.0
    for _ in range(14):
        distance = (near + far) / 2
        x, y = CENTER[0] + distance * dx, CENTER[1] + distance * dy
        near, far = (distance, far) if _inside(round(x + right, 2), round(y + down, 2)) else (near, distance)
    return round(CENTER[0] + near * dx, 1), round(CENTER[1] + near * dy, 1)


def oval(house: House, holder: str) -> Felt:
    """The wide felt of a Poker table."""
    design, chapter = design_of(house), house.chapter.chapter
    position = position_of(house)
    seats = []
    for number, (x, y) in enumerate(_around(seats_of(house), position.w, position.h), 1):
        seats.append(_with_bet(position.put(number, Box(x, y, position.w, position.h))))
    board = design.community or ()
    first = CENTER[0] - 2 * 68
    community = tuple(
        Cards(Box(first + 68 * k, CENTER[1] - 20, CARD_WIDTH, CARD_HEIGHT), 1, 0, 1, name) for k, name in enumerate(board)
    )
    low = CENTER[1] + 62 if board == FLOP_TURN_RIVER else CENTER[1]
    pots = tuple(Box(x, low, 72, 40) for x in (600, 676, 524, 752, 448))
    words = f"{house['variant']} · {house['structure']}"
    lines = [Line(holder.upper(), design.logo, LOGO, 17, _straight(CENTER[1] - 84))] if holder else []
    lines.append(Line(words, f"{chapter}.9(a)", "note", 14, _straight(low + 37)))
    return Felt(
        chapter,
        house.chapter.game,
        "wide",
        (0, 0, WIDTH, HEIGHT),
        tuple(_oval(RAIL)),
        tuple(_oval(FELT)),
        tuple(seats),
        community=community,
        pots=pots,
        things=_things(house),
        lines=tuple(lines),
    )


def _straight(y: float) -> tuple[Point, ...]:
    return tuple((CENTER[0] - 200 + 100.0 * k, y) for k in range(5))


def _with_bet(seat: Place) -> Place:
    """A seat with the places of its bet, before it towards the middle, and of the button beside the bet."""
    box = seat.box
    aim = (CENTER[0], CENTER[1] + 0.35 * (box.y - CENTER[1]))
    dx, dy = aim[0] - box.x, aim[1] - box.y
    length = hypot(dx, dy) or 1
    dx, dy = dx / length, dy / length
    reach = min((box.w / 2 + 32) / max(abs(dx), 1e-9), (box.h / 2 + 31) / max(abs(dy), 1e-9))
    x, y = box.x + dx * reach, box.y + dy * reach
    side = 1 if box.x >= CENTER[0] else -1
    if abs(dy) * reach >= box.h / 2 + 30.9:  # before or behind the seat: the button lies beside the bet
        button = Box(round(x + side * 46, 1), round(y, 1), 26, 26)
    else:
        button = Box(round(x, 1), round(y + 44 * (-1 if box.y >= CENTER[1] else 1), 1), 26, 26)
    return replace(seat, bet=Box(round(x, 1), round(y, 1), 56, 58), button=button)


def _things(house: House) -> tuple[Thing, ...]:
    chapter = house.chapter.chapter
    top = CENTER[1] - FELT[1]
    things = [
        Thing("tray", Box(CENTER[0], top + 18, 190, 30), f"{chapter}.2(c)"),
        Thing("rake", Box(CENTER[0] - 62, top + 58, 60, 36), f"{chapter}.2(b)(2)"),
        Thing("discard", Box(CENTER[0] + 62, top + 58, 60, 36)),
    ]
    if house.get("bad_beat") or house.get("high_hand") or house.get("bad_beat_contribution"):
        things.append(Thing("jackpot", Box(CENTER[0], top + 58, 52, 36), f"{chapter}.2(e)"))
    return tuple(things)
