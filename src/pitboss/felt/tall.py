"""The tall felt for a phone: the player's own position at the bottom, dealer and board above it, other seats as plates on
top."""

from dataclasses import replace
from math import cos, pi, sin

from pitboss.felt.arcs import folded, shown
from pitboss.felt.areas import LOGO, RULE, Design, Inscription, design_of, inscriptions_of
from pitboss.felt.places import CARD_HEIGHT, CARD_WIDTH, Box, Cards, Felt, Line, Point, Thing
from pitboss.felt.position import Sizes, position_of, seats_of
from pitboss.games import NONBANKED, game
from pitboss.house import House

WIDTH, MIDDLE = 390.0, 195.0
EDGE = 8.0  # the rail
ROOM = WIDTH - 2 * EDGE - 10
SIZES = Sizes(label=12.5, circle=58, rect=42, spot=38, own=1.25, least=ROOM)
PLATE = (38.0, 7)  # the height of a plate, and how many fit in a row
SCALE = 0.95  # of the dealer's cards and the board


class _Column:
    """Stacks things from the top of the felt downwards."""

    def __init__(self) -> None:
        self.y = EDGE + 8

    def next(self, height: float, gap: float = 8) -> float:
        """Reserve room for the next thing. Returns the y of its centre."""
        middle = self.y + height / 2
        self.y += height + gap
        return round(middle, 1)


def tall(house: House, holder: str) -> Felt:
    """The tall felt of any chapter."""
    design, column = design_of(house), _Column()
    others = _plates(column, seats_of(house))
    dealer, hands = _dealer(design, column)
    community = _board(design, column)
    pots, things = _pots(house, column), _meter(house, column)
    lines = _lines(house, design, holder, column)
    position = position_of(house, SIZES)
    bets = column.next(44) if house.chapter.chapter in NONBANKED else 0.0
    you = position.put(0, Box(MIDDLE, column.next(position.h), position.w, position.h))
    you = replace(you, cards=you.own, name=replace(you.name, size=17))
    height = column.y + EDGE
    return Felt(
        house.chapter.chapter,
        house.chapter.game,
        "tall",
        (0, 0, WIDTH, height),
        _rounded(0, height, 24),
        _rounded(EDGE, height, 16),
        (replace(you, bet=Box(MIDDLE, bets, 90, 42), button=Box(MIDDLE + 75, bets, 32, 32)) if bets else you,),
        dealer,
        hands,
        community,
        pots,
        things,
        lines,
        others,
    )


def _rounded(inset: float, height: float, radius: float) -> tuple[Point, ...]:
    """The outline of a rectangle with rounded corners, clockwise from the top left."""
    corners = (
        (inset, inset, 1, 1),
        (WIDTH - inset, inset, -1, 1),
        (WIDTH - inset, height - inset, -1, -1),
        (inset, height - inset, 1, -1),
    )
    points: list[Point] = []
    for k, (x, y, dx, dy) in enumerate(corners):
        for step in range(9):
            angle = pi + pi / 2 * (k + step / 8)
            points.append((round(x + dx * radius + radius * cos(angle), 1), round(y + dy * radius + radius * sin(angle), 1)))
    return tuple(points)


def _plates(column: _Column, count: int) -> tuple[Box, ...]:
    """One plate for each seat, in as few rows as fit."""
    tall_, most = PLATE
    rows = -(-count // most)
    per_row = -(-count // rows)
    wide = min((ROOM - 4 * (per_row - 1)) / per_row, 84)
    plates = []
    for row in range(rows):
        y = column.next(tall_, 4 if row < rows - 1 else 10)
        here = min(per_row, count - row * per_row)
        first = MIDDLE - (here - 1) * (wide + 4) / 2
        plates += [Box(round(first + k * (wide + 4), 1), y, round(wide, 1), tall_) for k in range(here)]
    return tuple(plates)


def _dealer(design: Design, column: _Column) -> tuple[Cards | None, tuple[Cards, ...]]:
    if not design.dealer:
        return None, ()
    wide, high = CARD_WIDTH * SCALE, CARD_HEIGHT * SCALE
    y = column.next(high, 10)
    room = ROOM - 6
    if design.hands:
        whole = Cards(Box(MIDDLE, y, room, high), SCALE, round((room - wide) / 6, 2), 7, "", design.dealer_cite)
        five, two = wide + 4 * 36, wide + 40
        left = MIDDLE - (five + two + 14) / 2
        first = Cards(Box(left + five / 2, y, five, high), SCALE, 36, 5, "High", design.dealer_cite)
        second = Cards(Box(left + five + 14 + two / 2, y, two, high), SCALE, 40, 2, "Low", design.dealer_cite)
        return whole, (first, second)
    count = design.dealer
    step = min(66 * SCALE, (room - wide) / max(count - 1, 1))
    width = room if design.splits else wide + step * (count - 1)
    return Cards(Box(MIDDLE, y, width, high), SCALE, round(step, 2), count, "Dealer", design.dealer_cite), ()


def _board(design: Design, column: _Column) -> tuple[Cards, ...]:
    count = len(design.community)
    if not count:
        return ()
    y = column.next(CARD_HEIGHT * SCALE, 10)
    step = min(72.0, (ROOM - CARD_WIDTH * SCALE) / (count - 1))
    first = MIDDLE - step * (count - 1) / 2
    size = (CARD_WIDTH * SCALE, CARD_HEIGHT * SCALE)
    return tuple(
        Cards(Box(round(first + k * step, 1), y, *size), SCALE, 0, 1, name, design.community_cite)
        for k, name in enumerate(design.community)
    )


def _pots(house: House, column: _Column) -> tuple[Box, ...]:
    if house.chapter.chapter in NONBANKED:
        y = column.next(40, 10)
        return tuple(Box(MIDDLE + x, y, 68, 40) for x in (0, 72, -72, 144, -144))
    return (Box(MIDDLE, column.next(34), 70, 34),) if house.get("player_bank") else ()


def _meter(house: House, column: _Column) -> tuple[Thing, ...]:
    offered = game(house.chapter.chapter)
    if not house.get("progressive_meter") or not any(w.name == offered.progressive for w in offered.offered(house)):
        return ()
    return (Thing("meter", Box(MIDDLE, column.next(28), 150, 28)),)


def _lines(house: House, design: Design, holder: str, column: _Column) -> tuple[Line, ...]:
    words = inscriptions_of(house)
    if house.chapter.chapter in NONBANKED:
        words = [Inscription(f"{house['variant']} · {house['structure']}", f"{house.chapter.chapter}.9(a)", "note")]
    if holder:
        words.append(Inscription(holder, design.logo, LOGO))
    lines = []
    for line in words:
        size = 14.0 if line.role == RULE else 12.5
        for text in folded(shown(line), size, ROOM - 8):
            y = column.next(size * 1.25, 2) + size * 0.35
            across = tuple((EDGE + 4 + (ROOM + 2) * k / 4, round(y, 1)) for k in range(5))
            lines.append(Line(text, line.cite, line.role, size, across))
    column.y += 8
    return tuple(lines)
