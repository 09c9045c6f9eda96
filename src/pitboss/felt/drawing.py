"""Draws an empty felt as SVG, and a tiny one for lists of tables."""

from collections.abc import Callable
from html import escape
from textwrap import wrap

from pitboss.felt.arcs import spaced
from pitboss.felt.areas import CIRCLE, DIAMOND, LOGO, RULE, SPOT, design
from pitboss.felt.forms import felt_of
from pitboss.felt.pay import CONDITION, HAND, HEAD, LETTERS, ROW, TITLE
from pitboss.felt.places import Area, Box, Cards, Felt, Line, Panel, Place, Thing
from pitboss.felt.svg import DEEP, DIM, FELT, FONT, GOLD, ON_FELT, RAIL, XMLNS, number, path, plain, rect, tag, text, turned
from pitboss.games import NONBANKED
from pitboss.house import House

SERIF = "Georgia, 'Times New Roman', serif"
DASHES = {"fill": "none", "stroke": "#ffffff", "stroke_opacity": 0.28, "stroke_dasharray": "5 5", "stroke_width": 1.4}
TRAY_CHIPS = ("#c8202f", "#f3f4f1", "#14783f", "#1b1f24", "#6a3fb5", "#14783f", "#f3f4f1", "#c8202f")


def draw(felt: Felt, standalone: bool = False) -> str:
    """Draw the empty felt. A standalone picture has a namespace and no CSS variables, so that any viewer can show it."""
    return whole(felt, layers(felt), standalone)


def whole(felt: Felt, inside: str, standalone: bool) -> str:
    """The SVG element of a felt, with given contents."""
    view = " ".join(map(number, felt.view))
    words = escape(f"{felt.game}: the felt of the table")
    space = f"{XMLNS} " if standalone else ""
    svg = f'<svg {space}class="felt" data-chapter="{felt.chapter}" data-form="{felt.form}" viewBox="{view}" role="img" '
    svg += f'aria-label="{words}" font-family="{FONT}">{inside}</svg>'
    return plain(svg) if standalone else svg


def layers(felt: Felt) -> str:
    """Everything printed on the felt, the rail first."""
    parts = [
        _shades(felt.form),
        tag("path", d=path(felt.rail), class_="rail", fill=f"url(#rail-{felt.form})", stroke="#00000066"),
    ]
    parts.append(
        tag("path", d=path(felt.outline), class_="cloth", fill=f"url(#cloth-{felt.form})", stroke="#00000055", stroke_width=3)
    )
    parts.append(tag("g", "".join(map(_thing, felt.things)), class_="things"))
    parts.append(
        tag("g", "".join(_line(line, f"{felt.form}-line-{at}") for at, line in enumerate(felt.lines)), class_="inscriptions")
    )
    parts += [_panel(panel) for panel in felt.pays]
    parts.append(_middle(felt))
    parts += [_seat(seat, felt) for seat in felt.seats]
    parts += [_plate(box, number_) for number_, box in enumerate(felt.others, 1)]
    return "".join(part for part in parts if part)


def _shades(form: str) -> str:
    cloth = tag("stop", offset=0, stop_color="var(--felt-light, #14704f)") + tag("stop", offset=0.6, stop_color=FELT)
    cloth += tag("stop", offset=1, stop_color=DEEP)
    rail = (
        tag("stop", offset=0, stop_color="#5a3a28")
        + tag("stop", offset=0.5, stop_color=RAIL)
        + tag("stop", offset=1, stop_color="#25160e")
    )
    return tag(
        "defs",
        tag("radialGradient", cloth, id=f"cloth-{form}", cx=0.5, cy=0.2, r=0.9)
        + tag("linearGradient", rail, id=f"rail-{form}", x1=0, y1=0, x2=0, y2=1),
    )


def _line(line: Line, name: str) -> str:
    """An inscription, along its path."""
    straight = len({y for _, y in line.path}) == 1
    loud = line.role in (RULE, LOGO)
    ink: dict[str, object] = {"fill": GOLD if loud else DIM, "font_size": line.size, "font_weight": 600 if loud else 500}
    if line.role == "game":
        ink |= {"fill": ON_FELT, "font_family": SERIF, "font_style": "italic", "font_weight": 600, "opacity": 0.9}
    apart = round(line.size * spaced(line.role), 1)
    spacing = {"letter_spacing": apart} if apart and not straight else {}
    named = {"class_": f"inscription {line.role}", "data_cite": line.cite}
    title = tag("title", f"§ {line.cite}")
    if straight:
        x, y = line.path[len(line.path) // 2]
        words = text(line.text, x, y, line.size, fill=ink["fill"], font_weight=ink["font_weight"])
        return tag("g", title + words, **named)
    along = tag("textPath", escape(line.text, quote=False), href=f"#{name}", startOffset="50%", text_anchor="middle")
    return tag("path", id=name, d=path(line.path, False), fill="none") + tag("text", title + along, **ink, **spacing, **named)


def _panel(panel: Panel) -> str:
    """A pay table: the wager in gold above a line, then each hand with its payout at the right."""
    size, left, right = panel.size, panel.box.x - panel.box.w / 2, panel.box.x + panel.box.w / 2
    inks: dict[str, dict[str, object]] = {
        HEAD: {"fill": GOLD, "font_weight": 700},
        CONDITION: {"fill": DIM, "font_style": "italic"},
        HAND: {"fill": ON_FELT},
    }
    parts, y = [], panel.box.y - panel.box.h / 2
    for entry in panel.entries:
        y += size * (TITLE if entry.kind == HEAD else ROW)
        base = y - size * (0.42 if entry.kind == HEAD else 0.28)
        words = text(entry.words, left, base, size * LETTERS[entry.kind], text_anchor="start", **inks[entry.kind])
        paid = text(entry.payout, right, base, size, text_anchor="end", fill=ON_FELT, font_weight=700) if entry.payout else ""
        parts.append(words + paid)
    under = panel.box.y - panel.box.h / 2 + size * TITLE * sum(entry.kind == HEAD for entry in panel.entries)
    line = tag("path", d=path([(left, under), (right, under)], False), stroke=GOLD, stroke_opacity=0.6, stroke_width=size / 12)
    return tag("g", line + "".join(parts), class_="payouts", data_wager=panel.pay.title, data_cite=panel.pay.cite)


def _middle(felt: Felt) -> str:
    """The places of the dealer's cards, the board and the pot."""
    parts = []
    if felt.dealer_hands:
        parts += [_marked(hand, "dealer") for hand in felt.dealer_hands]
    elif felt.dealer:
        parts += [_card_marks(felt.dealer, "dealer")]
    parts += [_marked(card, "community") for card in felt.community]
    for box in felt.pots[:1]:
        parts.append(turned(box, rect(box.w, box.h, box.h / 2, **DASHES) + text("Pot", 0, 4, 12, fill=DIM), class_="pot"))
    return "".join(parts)


def _card_marks(cards: Cards, kind: str) -> str:
    """A dashed outline for each card if they lie side by side, else one outline for all."""
    if cards.step < 60 * cards.scale:
        return _marked(cards, kind)
    size = (62 * cards.scale, 88 * cards.scale)
    marks = "".join(turned(Box(*cards.card(k, cards.most), *size), rect(*size, 7, **DASHES)) for k in range(cards.most))
    x, y = cards.card(0, cards.most)
    return tag("g", marks + text(cards.label, x, y + 4, 12, fill=DIM), class_=kind, data_cite=cards.cite or None)


def _marked(cards: Cards, kind: str) -> str:
    box = cards.box
    words = cards.label.split(" ") if box.w < 80 else [cards.label]
    lines = "".join(text(word, 0, 4 + 14 * (k - (len(words) - 1) / 2), 12, fill=DIM) for k, word in enumerate(words) if word)
    return turned(box, rect(box.w, box.h, 7, **DASHES) + lines, class_=kind, data_cite=cards.cite or None)


def _seat(seat: Place, felt: Felt) -> str:
    parts = [draw_area(area, seat.number) for area in seat.areas]
    parts += [turned(sign.box, text(sign.text, 0, 7, sign.size, fill=DIM)) for sign in seat.signs]
    if seat.hands and seat.hands[0].label:
        parts += [_hand(hand, seat) for hand in seat.hands]
    else:
        parts.append(_cards_area(seat.own, design(felt.chapter).cards_cite or None))
    if seat.number:
        name = seat.name
        parts.append(turned(name.box, text(f"Seat {seat.number}", 0, 5, 14, fill=DIM, opacity=0.75, class_="seat-number")))
    return tag("g", "".join(parts), class_="seat", data_seat=seat.number or "you")


def _cards_area(cards: Cards, cite: str | None) -> str:
    """The place of a player's cards: a clear outline if the text requires one, else a faint one."""
    wide = min(cards.box.w - 2, 62 * cards.scale + cards.step * (cards.most - 1)) + 2
    faint = {} if cite else {"stroke_opacity": 0.14}
    return turned(cards.box, rect(wide, cards.box.h, 8, **(DASHES | faint)), class_="cards", data_cite=cite)


def _hand(hand: Cards, seat: Place) -> str:
    """The place of a high or a low hand. The two overlap, so only the visible part is drawn."""
    first, second = seat.hands
    gap = ((first.box.x - second.box.x) ** 2 + (first.box.y - second.box.y) ** 2) ** 0.5
    shown = min(hand.box.h, gap - 3)
    label = text(hand.label, 0, 4, 12, fill=DIM)
    wide = min(hand.box.w, 62 * hand.scale + hand.step * (hand.most - 1)) + 2
    return turned(hand.box, rect(wide, shown, 7, **DASHES) + label, class_="cards", data_cite=hand.cite)


def draw_area(area: Area, seat: int) -> str:
    """A betting area with its label, and the odds as its tooltip."""
    if area.shape == SPOT:
        return ""
    ring = {
        "fill": "#000000",
        "fill_opacity": 0.12,
        "stroke": ON_FELT,
        "stroke_opacity": 0.55,
        "stroke_width": 1.6,
        "class_": "ring",
    }
    if area.shape == CIRCLE:
        shape = tag("circle", r=area.box.w / 2 - 1, **ring)
    elif area.shape == DIAMOND:
        side = area.box.w / 2**0.5 - 1.5
        shape = rect(side, side, 5, transform="rotate(45)", **ring)
    else:
        shape = rect(area.box.w - 1, area.box.h - 1, 7, **ring)
    lines = area.label.split("|")
    words = "".join(
        text(line, 0, area.size * (0.36 + 1.06 * (k - (len(lines) - 1) / 2)), area.size, fill=ON_FELT, class_="label")
        for k, line in enumerate(lines)
    )
    title = tag("title", escape(f"{area.title} (§ {area.cite})", quote=False))
    return turned(
        area.box, title + shape + words, class_="area", data_seat=seat or "you", data_wager=area.wager, data_cite=area.cite
    )


def _plate(box: Box, seat: int) -> str:
    """The plate that stands for another seat on a phone."""
    back = rect(box.w, box.h, 8, fill="#000000", fill_opacity=0.22, stroke="#ffffff", stroke_opacity=0.18)
    return turned(box, back + text(str(seat), 0, 5, 13, fill=DIM, class_="seat-number"), class_="plate", data_seat=seat)


def _thing(thing: Thing) -> str:
    draws: dict[str, Callable[[Box], str]] = {"tray": _tray, "shoe": _shoe, "discard": _rack, "meter": _meter}
    drawn = draws[thing.name](thing.box) if thing.name in draws else _named(thing.box, thing.name)
    return turned(thing.box, drawn, class_=thing.name, data_cite=thing.cite or None)


def _tray(box: Box) -> str:
    """The table inventory container."""
    wide = (box.w - 12) / len(TRAY_CHIPS)
    tubes = []
    for k, colour in enumerate(TRAY_CHIPS):
        x = -box.w / 2 + 6 + k * wide
        tubes.append(
            tag("rect", x=x + 1.5, y=-box.h / 2 + 5, width=wide - 3, height=box.h - 10, rx=3, fill=colour, opacity=0.85)
        )
        bars = " ".join(f"M{number(x + 1.5 + wide * j / 6)} {number(-box.h / 2 + 5)}v{number(box.h - 10)}" for j in range(1, 6))
        tubes.append(tag("path", d=bars, stroke="#00000055", stroke_width=1))
    return rect(box.w, box.h, 6, fill="#120c08", fill_opacity=0.75, stroke="#00000080") + "".join(tubes)


def _shoe(box: Box) -> str:
    body = rect(box.w, box.h, 5, fill="#16191d", stroke="#00000080")
    return body + tag(
        "rect", x=-box.w / 2 + 5, y=2.0, width=box.w - 10, height=box.h / 2 - 6, rx=2, fill="#fdfcf8", opacity=0.85
    )


def _rack(box: Box) -> str:
    glass = rect(box.w, box.h, 5, fill="#ffffff", fill_opacity=0.1, stroke="#ffffff", stroke_opacity=0.35)
    return glass + rect(box.w - 14, box.h - 10, 3, fill="#7d1f2b", opacity=0.75)


def _meter(box: Box) -> str:
    """An empty display. The page writes the amount."""
    return rect(box.w, box.h, 7, fill="#120c08", stroke=GOLD, stroke_width=1.5)


def _named(box: Box, name: str) -> str:
    return rect(box.w, box.h, 6, **DASHES) + text(name, 0, 4, 12, fill=DIM)


def small(house: House) -> str:
    """A tiny felt for lists of tables, 240 × 120: the outline, the areas of every position, the name of the game."""
    felt = felt_of(house, holder="")
    _, _, wide, tall = felt.view
    scale = min(232 / wide, 112 / tall)
    shapes = [tag("path", d=path(felt.rail), fill=RAIL), tag("path", d=path(felt.outline), fill=FELT)]
    for seat in felt.seats:
        shapes += [_dot(area) for area in seat.areas if area.shape != SPOT]
        if not seat.areas:
            shapes.append(
                tag(
                    "circle",
                    cx=seat.box.x,
                    cy=seat.box.y,
                    r=30,
                    fill="none",
                    stroke=ON_FELT,
                    stroke_opacity=0.7,
                    stroke_width=6,
                )
            )
    inner = tag(
        "g",
        "".join(shapes),
        transform=f"translate({number(120 - wide * scale / 2)} {number(60 - tall * scale / 2)}) scale({scale:.4f})",
    )
    svg = f'<svg class="felt small" viewBox="0 0 240 120" role="img" aria-label="{escape(felt.game)}" font-family="{FONT}">'
    return svg + inner + _small_name(felt) + "</svg>"


def _small_name(felt: Felt) -> str:
    """The name of the game, in short lines in the middle of a tiny felt."""
    lines = wrap(felt.game, 12 if len(felt.game) > 15 else 15)
    y = (65 if felt.chapter in NONBANKED else 44) - 6.5 * (len(lines) - 1)
    return "".join(text(line, 120, y + 13 * k, 12, fill=GOLD, font_weight=700) for k, line in enumerate(lines))


def _dot(area: Area) -> str:
    ring = {"fill": "none", "stroke": ON_FELT, "stroke_opacity": 0.7, "stroke_width": 6}
    return tag("circle", cx=area.box.x, cy=area.box.y, r=area.r - 3, **ring)
