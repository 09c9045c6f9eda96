"""The positions of everything on a felt, as frozen data: areas, cards, names, words. Lengths are in units of the view box.

A rotated thing is given by its centre and its rotation in degrees, clockwise as in SVG. `Felt.places` returns all of it as
plain data for a page; its docstring is the contract.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, hypot, radians, sin
from typing import Any

CARD_WIDTH, CARD_HEIGHT = 62, 88
Point = tuple[float, float]
Parts = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # the parts of a pay table: condition, rows


@dataclass(frozen=True)
class Box:
    """A rotated rectangle: its centre, its size, its rotation."""

    x: float
    y: float
    w: float
    h: float
    rotation: float = 0

    def at(self, dx: float, dy: float) -> Point:
        """A point given by its offset from the centre, in the box's own rotated coordinates.

        >>> Box(10, 10, 4, 2, 90).at(2, 0)
        (10.0, 12.0)
        """
        c, s = self.sides[0]
        return round(self.x + dx * c - dy * s, 2), round(self.y + dx * s + dy * c, 2)

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The four corners in order."""
        w, h, (c, s) = self.w / 2, self.h / 2, self.sides[0]
        around = ((-w, -h), (w, -h), (w, h), (-w, h))
        return tuple([(round(self.x + dx * c - dy * s, 2), round(self.y + dx * s + dy * c, 2)) for dx, dy in around])

    @cached_property
    def sides(self) -> tuple[Point, Point]:
        """The directions of its sides."""
        along, across = radians(self.rotation), radians(self.rotation + 90)
        return (cos(along), sin(along)), (cos(across), sin(across))

    def grown(self, by: float) -> "Box":
        """The box with a margin on every side."""
        return Box(self.x, self.y, self.w + 2 * by, self.h + 2 * by, self.rotation)


def apart(one: Box, other: Box) -> bool:
    """True if two rotated rectangles do not overlap (separating axis theorem).

    >>> apart(Box(0, 0, 10, 10), Box(11, 0, 10, 10)), apart(Box(0, 0, 10, 10), Box(11, 0, 10, 10, 45))
    (True, False)
    """
    reach = (hypot(one.w, one.h) + hypot(other.w, other.h)) / 2
    if hypot(one.x - other.x, one.y - other.y) > reach:
        return True
    for c, s in (*one.sides, *other.sides):
        here, there = [x * c + y * s for x, y in one.corners], [x * c + y * s for x, y in other.corners]
        if max(here) <= min(there) + 0.05 or max(there) <= min(here) + 0.05:
            return True
    return False


@dataclass(frozen=True)
class Area:
    """A betting area: a circle, a diamond (a square on its corner), a rect, or a spot, where nothing is printed."""

    wager: str
    label: str  # "|" breaks the line
    shape: str
    cite: str
    box: Box
    title: str = ""
    size: float = 11  # the letter size of the label

    @property
    def r(self) -> float:
        """How far chips may reach from the centre."""
        return min(self.box.w, self.box.h) / 2


@dataclass(frozen=True)
class Cards:
    """A place for cards in a box: each card `step` after the last, or closer if they would not fit. A row is centred; a column
    extends to the bottom of its box."""

    box: Box
    scale: float
    step: float
    most: int  # how many fit at full step
    label: str = ""
    cite: str = ""
    down: bool = False  # True for a column
    foot: float = 0  # the room below the box for the chips of this hand

    def card(self, at: int, of: int) -> Point:
        """The centre of card `at` (from 0) of `of` cards."""
        if self.down:
            free = self.box.h - CARD_HEIGHT * self.scale
            return self.box.at(0, free / 2 - (of - 1 - at) * min(self.step, free / max(of - 1, 1)))
        room = (self.box.w - CARD_WIDTH * self.scale) / max(of - 1, 1)
        return self.box.at((at - (of - 1) / 2) * min(self.step, room), 0)

    @property
    def chips(self) -> Point:
        """The centre of the chips of this hand, below its cards and their total."""
        return self.box.at(0, self.box.h / 2 + self.foot * 0.57)

    @property
    def whole(self) -> Box:
        """The box including the room for chips below it."""
        return Box(*self.box.at(0, self.foot / 2), self.box.w, self.box.h + self.foot, self.box.rotation)


@dataclass(frozen=True)
class Label:
    """A place for words: the middle of their line, and their size."""

    box: Box
    size: float
    text: str = ""


@dataclass(frozen=True)
class Line:
    """An inscription, centred along a path that runs from left to right."""

    text: str
    cite: str
    role: str
    size: float
    path: tuple[Point, ...]


@dataclass(frozen=True)
class Place:
    """A position: its areas, its cards, its name. `cards` is the place of the cards for other viewers, `own` the larger one for
    its player."""

    number: int
    box: Box
    areas: tuple[Area, ...]
    cards: Cards
    own: Cards
    hands: tuple[Cards, ...] = ()  # the high hand and the low hand
    splits: tuple[tuple[Cards, ...], ...] = ()  # the places of two hands, then of three, and so on
    name: Label = Label(Box(0, 0, 0, 0), 15)
    signs: tuple[Label, ...] = ()
    bet: Box | None = None  # at Poker, the chips of this betting round
    button: Box | None = None


@dataclass(frozen=True)
class Thing:
    """A thing on the table: shoe, discard rack, table inventory container, meter, rake area."""

    name: str
    box: Box
    cite: str = ""


@dataclass(frozen=True)
class Pay:
    """The pay table of a wager: rows of hand and payout, in parts with a condition each, "" for none."""

    title: str
    cite: str
    parts: Parts


@dataclass(frozen=True)
class Entry:
    """One line of a pay table: words at the left and, on the last line of a row, the payout at the right."""

    kind: str
    words: str
    payout: str = ""


@dataclass(frozen=True)
class Panel:
    """A pay table with its place on the felt."""

    pay: Pay
    box: Box
    size: float
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Felt:
    """The felt of a table in one form."""

    chapter: str
    game: str
    form: str
    view: tuple[float, float, float, float]
    rail: tuple[Point, ...]
    outline: tuple[Point, ...]
    seats: tuple[Place, ...]
    dealer: Cards | None = None
    dealer_hands: tuple[Cards, ...] = ()
    community: tuple[Cards, ...] = ()
    pots: tuple[Box, ...] = ()
    things: tuple[Thing, ...] = ()
    lines: tuple[Line, ...] = ()
    others: tuple[Box, ...] = ()
    signs: tuple[Label, ...] = field(default=())
    pays: tuple[Panel, ...] = ()

    def thing(self, name: str) -> Box | None:
        """The box of a thing, None if it is not there."""
        return next((thing.box for thing in self.things if thing.name == name), None)

    def places(self) -> dict[str, Any]:
        """The felt as plain data, with absolute coordinates in the view box `view` = [x, y, width, height].

        Every place has its centre `x`, `y`, its `rotation` in degrees (clockwise) and its size `w`, `h`.

        - `seats`: by number as text. Seat 1 is at the dealer's left, which is the viewer's right. Each has `x`, `y`, `w`, `h`,
          `rotation` of the whole position, and
          - `areas`: by wager: `x`, `y`, `r` (how far chips may reach), `w`, `h`, `rotation`, `shape` ("circle", "diamond",
            "rect"; "spot" where nothing is printed), `label` (list of lines), `cite`, `title` (the wager and its odds, for a
            tooltip).
          - `cards` and `own`: `x`, `y`, `rotation`, `scale` (1 is 62 x 88), `step`, `most`, `w`, `h`. Card k of n has its
            centre at (k - (n - 1) / 2) * min(step, (w - 62 * scale) / (n - 1)) from `x`, `y` along the rotation. `own` is for
            the page's own player, `cards` for other viewers; both lie within the same place.
          - `hands`: at Pai Gow Poker the places of the high hand and the low hand, with `label`. Empty for other games.
          - `splits`: at Blackjack and Spanish 21, for a player with several hands: the places of two hands in their order, then
            those of three, and so on. Empty for other games. If `down` is true, card k of n has its centre below `y`, along
            the rotation, by (h - 88 * scale) / 2 - (n - 1 - k) * min(step, (h - 88 * scale) / (n - 1)). The chips of such a
            hand lie at its `chips`.
          - `name`: `x`, `y`, `rotation`, `w`, `size`: the place of the name and the amount of chips, anchored in the middle.
          - at Poker `bet` (the chips of this betting round) and `button`.
        - `dealer`: like `cards`, or null if the dealer has none; `dealer_hands`: at Pai Gow Poker the high and the low hand.
        - `community`: a list with a place for each card, with its `label`.
        - `pot`: a list of places in the middle, the main pot first; at Pai Gow Poker, the center when a player banks.
        - `shoe`, `discard`, `tray`, `meter`, `rake`, `jackpot`: `x`, `y`, `w`, `h`, or null if there is none.
        - `lines`: inscriptions with `text`, `cite`, `role`, `x`, `y` (the middle), `size`.
        - form "tall": `you` is the one position, of the same shape as a seat (with `cards` equal to `own`); `others` is a row
          of plates by seat number as text, one for every seat: `x`, `y`, `w`, `h`; `seats` is empty.
        """
        things = {name: _place(self.thing(name)) for name in ("shoe", "discard", "tray", "meter", "rake", "jackpot")}
        seats = {str(seat.number): _seat(seat) for seat in self.seats}
        tall = self.form == "tall"
        return {
            "chapter": self.chapter,
            "form": self.form,
            "view": list(self.view),
            "seats": {} if tall else seats,
            "dealer": _cards(self.dealer) if self.dealer else None,
            "dealer_hands": [_cards(hand) for hand in self.dealer_hands],
            "community": [_cards(card) for card in self.community],
            "pot": [_place(pot) for pot in self.pots],
            "lines": [_line(line) for line in self.lines],
            **things,
            **(
                {"you": _seat(self.seats[0]), "others": {str(n): _place(box) for n, box in enumerate(self.others, 1)}}
                if tall
                else {}
            ),
        }


def _place(box: Box | None) -> dict[str, Any] | None:
    if box is None:
        return None
    return {"x": box.x, "y": box.y, "w": round(box.w, 2), "h": round(box.h, 2), "rotation": round(box.rotation, 2)}


def _cards(cards: Cards) -> dict[str, Any]:
    whole = {**(_place(cards.box) or {}), "scale": cards.scale, "step": cards.step, "most": cards.most}
    return whole | {"label": cards.label, "cite": cards.cite}


def _split(hand: Cards) -> dict[str, Any]:
    chips = dict(zip(("x", "y"), hand.chips, strict=True))
    return {**(_place(hand.box) or {}), "scale": hand.scale, "step": hand.step, "down": hand.down, "chips": chips}


def _area(area: Area) -> dict[str, Any]:
    words = {"shape": area.shape, "label": area.label.split("|"), "cite": area.cite, "title": area.title, "size": area.size}
    return {**(_place(area.box) or {}), "r": round(area.r, 2), **words}


def _line(line: Line) -> dict[str, Any]:
    x, y = line.path[len(line.path) // 2]
    return {"text": line.text, "cite": line.cite, "role": line.role, "size": line.size, "x": x, "y": y}


def _seat(seat: Place) -> dict[str, Any]:
    return {
        **(_place(seat.box) or {}),
        "areas": {area.wager: _area(area) for area in seat.areas},
        "cards": _cards(seat.cards),
        "own": _cards(seat.own),
        "hands": [_cards(hand) for hand in seat.hands],
        "splits": [[_split(hand) for hand in hands] for hands in seat.splits],
        "name": {**(_place(seat.name.box) or {}), "size": seat.name.size},
        "bet": _place(seat.bet),
        "button": _place(seat.button),
    }


def words_width(words: str, size: float) -> float:
    """An estimate of the width of words in any plain sans-serif type, rather too wide than too narrow.

    >>> 20 < words_width("Ante", 11) < 30
    True
    """
    return size * sum(_width(letter) for letter in words)


def _width(letter: str) -> float:
    if letter in "il.,'|!:;·jtfrI() -":
        return 0.36
    if letter in "mwMW@%":
        return 0.92
    return 0.72 if letter.isupper() else 0.62 if letter.isdigit() else 0.59


def all_boxes(areas: Iterable[Area]) -> list[Box]:
    """The boxes of areas. A diamond's is its square, rotated by 45 degrees."""
    return [_corner_up(area.box) if area.shape == "diamond" else area.box for area in areas]


def _corner_up(box: Box) -> Box:
    side = box.w / 2**0.5
    return Box(box.x, box.y, side, side, box.rotation + 45)
