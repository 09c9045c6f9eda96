"""One position as its player sees it, before it is rotated and placed on the table: rows of areas, then cards, then the name.

All coordinates are relative to the centre of the position: x to the right, y towards the player. `Position.put` turns it into a
`Place` at a box.
"""

from dataclasses import dataclass, replace
from math import floor, hypot

from pitboss.felt.areas import CIRCLE, DIAMOND, GAP, RECT, Design, cite_of, design_of, label_of, made_here, rows_of
from pitboss.felt.places import CARD_HEIGHT, CARD_WIDTH, Area, Box, Cards, Label, Place, words_width
from pitboss.games import game
from pitboss.house import House
from pitboss.house.posted_payouts import in_force, stated_in_force
from pitboss.rulebook import Paytable

OTHERS = 0.72  # the scale of other players' cards, relative to one's own
BETWEEN = 4.0  # the space between two areas
NAME, NAME_WIDTH = 20.0, 260.0  # the line with the name
FOOT = 28.0  # the room below each of several hands, for its total and its chips
SPLIT_ROOM = 106.0  # the least height of several hands, including their feet
ACROSS, DOWN = 20.0, 24.0  # how much of a card must stay visible beside or above the next one, at full size
MOST_HANDS = 8  # hands of one player with separate places
LEAST_SCALE = 0.56  # of a card, however many hands there are
STEPS = {1: 0.0, 2: 34.0, 3: 30.0, 4: 26.0, 5: 24.0, 6: 22.0, 7: 19.0}  # by number of cards: from one to the next, full size
BONUSES = {"Ante Bonus": "Ante", "Additional fixed payout": "Spanish 21", "Bad Beat Bonus": "Odds"}  # paid with a wager
PAID_ON: dict[str, tuple[str, ...]] = {  # the wagers of pay tables that have other names
    **{bonus: (wager,) for bonus, wager in BONUSES.items()},
    "Blackjack": ("Blackjack", "Blackjack hand 2"),
    "Let It Ride Poker": ("Bet 1", "Bet 2", "Bet 3"),
    "Mississippi Stud": ("Ante", "3rd Street", "4th Street", "5th Street"),
}


@dataclass(frozen=True)
class Sizes:
    """The sizes of things in one form."""

    label: float = 11
    circle: float = 44
    rect: float = 32
    spot: float = 28
    own: float = 1
    least: float = 132  # the width of a position


WIDE = Sizes()


def title_of(house: House, wager: str) -> str:
    """A wager and its odds in force at this house, in one line, as a layout or a sign states them.

    >>> title_of(House.of("three-card-poker"), "Pair Plus")[:45]
    'Pair Plus Wager: Pair 1 to 1, Flush 3 to 1, S'
    >>> title_of(House.of("blackjack", {"decks": 8, "match_the_dealer": True}), "Match-the-Dealer")[-17:]
    'same suit 14 to 1'
    """
    paid = [t for t in (*stated_in_force(house), *in_force(house)) if wager in PAID_ON.get(t.wager, (t.wager,))]
    return f"{wager} Wager: " + "; ".join(map(_in_words, paid)) if paid else f"{wager} Wager"


def _in_words(table: Paytable) -> str:
    """The rows of a pay table, preceded by its name if it is a bonus, and by its condition if it is stated in a sentence."""
    heads = [table.wager if table.wager in BONUSES else "", table.condition if table.kind == "stated" else ""]
    return "".join(f"{head}: " for head in heads if head) + ", ".join(f"{hand} {payout}" for hand, payout in table.rows)


def _size(sizes: Sizes, shape: str, label: str) -> tuple[float, float]:
    """Width and height of an area, wide enough for its label."""
    if shape in (CIRCLE, DIAMOND):
        lines = label.split("|")
        widest, tall = max(words_width(line, sizes.label) for line in lines), sizes.label * (1.06 * len(lines) - 0.06)
        least = hypot(widest, tall) if shape == CIRCLE else widest + tall  # the whole label must fit inside
        side = max(sizes.circle if shape == CIRCLE else sizes.circle * 1.45, least + 4)
        return side, side
    if shape != RECT:
        return sizes.spot, sizes.spot
    lines = label.split("|")
    wide = max(words_width(line, sizes.label) for line in lines) + 7
    return max(wide, sizes.rect * 1.25), sizes.rect if len(lines) > 1 else sizes.label * 1.9


@dataclass(frozen=True)
class Position:
    """A position, centred on the origin."""

    w: float
    h: float
    areas: tuple[Area, ...]
    cards: Cards
    own: Cards
    hands: tuple[Cards, ...]
    splits: tuple[tuple[Cards, ...], ...]
    name: Label
    signs: tuple[Label, ...] = ()
    numbered: bool = False

    def put(self, number: int, box: Box) -> Place:
        """Place the position at a box, with the box's centre and rotation."""

        def moved(thing: Box) -> Box:
            x, y = box.at(thing.x, thing.y)
            return Box(x, y, thing.w, thing.h, round(box.rotation + thing.rotation, 2))

        def lay(cards: Cards) -> Cards:
            return replace(cards, box=moved(cards.box))

        def printed(label: str) -> str:
            return f"{label}|{number}" if self.numbered and number else label

        return Place(
            number,
            box,
            tuple(replace(area, box=moved(area.box), label=printed(area.label)) for area in self.areas),
            lay(self.cards),
            lay(self.own),
            tuple(map(lay, self.hands)),
            tuple(tuple(map(lay, hands)) for hands in self.splits),
            replace(self.name, box=moved(self.name.box)),
            tuple(replace(sign, box=moved(sign.box)) for sign in self.signs),
        )


def position_of(house: House, sizes: Sizes = WIDE) -> Position:
    """The layout of one position on this house's felt."""
    design = design_of(house)
    rows, width, height = _rows(house, sizes)
    cards_width, cards_height = _cards_size(design, sizes)
    w = max(width, cards_width, sizes.least)
    h = height + cards_height + NAME + 4
    top = -h / 2
    areas, signs = _areas(rows, top, design.anchors)
    middle = top + height + cards_height / 2 + 2
    own = _own(design, sizes, w, middle)
    others = replace(own, scale=round(own.scale * OTHERS, 3), step=round(own.step * OTHERS, 2))
    others = replace(others, box=Box(0, own.box.y, w, CARD_HEIGHT * others.scale))
    name = Label(Box(0, h / 2 - NAME / 2, min(w, NAME_WIDTH), NAME), 15)
    hands = _hands(design, sizes, w, middle, cards_height)
    splits = _splits(house, design, sizes, w, middle, cards_height)
    return Position(w, h, areas, others, own, hands, splits, name, signs, design.numbered)


@dataclass(frozen=True)
class Cell:
    """One thing in a row: an area, or a sign between two areas."""

    thing: Area | Label

    @property
    def w(self) -> float:
        """Its width."""
        return self.thing.box.w


Row = list[Cell]


def _rows(house: House, sizes: Sizes) -> tuple[list[Row], float, float]:
    """The cells of each row, and the width and height of all rows together."""
    made = {wager.name: wager for wager in made_here(house)}
    design = design_of(house)
    rows: list[Row] = []
    for names in rows_of(house):
        row: Row = []
        for name in names:
            if name == GAP:
                row.append(Cell(Label(Box(0, 0, 14, sizes.circle), 20, GAP)))
                continue
            label = label_of(house, made[name])
            shape, cite = design.areas[name].shape, cite_of(house, name)
            box = Box(0, 0, *_size(sizes, shape, label))
            row.append(Cell(Area(name, label, shape, cite, box, title_of(house, name), sizes.label)))
        rows.append(row)
    width = max((2 * max(abs(end) for end in _ends(row, design.anchors)) for row in rows), default=0)
    height = sum(max(cell.thing.box.h for cell in row) + BETWEEN for row in rows)
    return rows, width, height


def _ends(row: Row, anchors: tuple[str, ...]) -> tuple[float, float]:
    """The left and right ends of a row whose centre, or whose anchor's centre, is at 0."""
    width = sum(cell.w for cell in row) + BETWEEN * (len(row) - 1)
    x = 0.0
    for cell in row:
        if isinstance(cell.thing, Area) and cell.thing.wager in anchors:
            return -(x + cell.w / 2), width - (x + cell.w / 2)
        x += cell.w + BETWEEN
    return -width / 2, width / 2


def _areas(rows: list[Row], top: float, anchors: tuple[str, ...]) -> tuple[tuple[Area, ...], tuple[Label, ...]]:
    areas: list[Area] = []
    signs: list[Label] = []
    for row in rows:
        tall = max(cell.thing.box.h for cell in row)
        x, _ = _ends(row, anchors)
        for cell in row:
            box = Box(round(x + cell.w / 2, 2), round(top + tall / 2, 2), cell.w, cell.thing.box.h)
            if isinstance(cell.thing, Area):
                areas.append(replace(cell.thing, box=box))
            else:
                signs.append(replace(cell.thing, box=box))
            x += cell.w + BETWEEN
        top += tall + BETWEEN
    return tuple(areas), tuple(signs)


def _cards_size(design: Design, sizes: Sizes) -> tuple[float, float]:
    """The width and height of the room for a player's cards."""
    wide, tall = CARD_WIDTH * sizes.own, CARD_HEIGHT * sizes.own
    if design.hands:
        return wide + 6 * STEPS[7] * sizes.own, 2 * tall * 0.86
    if design.splits:
        return max(wide + 4 * 20 * sizes.own, 4 * 37 * sizes.own), max(tall * 1.02, SPLIT_ROOM)
    return wide + (design.cards - 1) * STEPS[design.cards] * sizes.own, tall


def _own(design: Design, sizes: Sizes, w: float, middle: float) -> Cards:
    tall = CARD_HEIGHT * sizes.own
    if design.splits:
        return Cards(Box(0, middle, w, tall), sizes.own, 34 * sizes.own, 3)
    room = (w - CARD_WIDTH * sizes.own) / max(design.cards - 1, 1)
    return Cards(Box(0, middle, w, tall), sizes.own, round(min(66 * sizes.own, room), 2), design.cards)


def _hands(design: Design, sizes: Sizes, w: float, middle: float, tall: float) -> tuple[Cards, ...]:
    """The places of the two hands at Pai Gow Poker."""
    if not design.hands:
        return ()
    one = CARD_HEIGHT * sizes.own
    high = Box(0, middle + (tall - one) / 2, w, one)
    low = Box(0, middle - (tall - one) / 2, w, one)
    step = (w - CARD_WIDTH * sizes.own) / 4
    return (
        Cards(high, sizes.own, round(min(step, 30 * sizes.own), 2), 5, design.hands[0], design.hands_cite),
        Cards(low, sizes.own, round(36 * sizes.own, 2), 2, design.hands[1], design.hands_cite),
    )


def _splits(house: House, design: Design, sizes: Sizes, w: float, middle: float, tall: float) -> tuple[tuple[Cards, ...], ...]:
    """The places of a player's two hands, of three, and so on. At Blackjack Switch each of two hands may be split."""
    if not design.splits:
        return ()
    most = min((2 + house["resplits"]) * (2 if house.get("blackjack_switch") else 1), MOST_HANDS)
    return tuple(_side_by_side(count, sizes, w, middle, tall) for count in range(2, most + 1))


def _side_by_side(count: int, sizes: Sizes, w: float, middle: float, tall: float) -> tuple[Cards, ...]:
    """The places of several hands side by side. A hand's cards lie in a row if it is wide enough for three, else in a column.
    Both keep each card recognisable, and leave room below for total and chips."""
    wide, high = w / count - 2, tall - FOOT
    usual = sizes.own * OTHERS
    across = min(usual, wide / (CARD_WIDTH + 2 * ACROSS), high / CARD_HEIGHT)
    downwards = min(usual, wide / CARD_WIDTH, high / (CARD_HEIGHT + 2 * DOWN))
    down = across < downwards
    scale = floor(max(across, downwards, LEAST_SCALE) * 1000) / 1000
    if not down:
        high = CARD_HEIGHT * scale
    wide = max(wide, CARD_WIDTH * scale)
    between = (w - wide) / (count - 1)
    room = (high - CARD_HEIGHT * scale if down else wide - CARD_WIDTH * scale) / 2
    step = round(min(room, (DOWN if down else 34) * scale), 2)
    y = middle - tall / 2 + high / 2
    return tuple(
        Cards(Box(round(wide / 2 - w / 2 + k * between, 2), y, wide, high), scale, step, 3, down=down, foot=FOOT)
        for k in range(count)
    )


def seats_of(house: House) -> int:
    """The number of positions at the table."""
    return game(house.chapter.chapter).seats(house)[0]
