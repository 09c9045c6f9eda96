"""The layout of a table on a page, to scale: the same drawing as the pages of the floor show, with what each thing is for.

The chapters give no measures. A table is drawn as wide as it is said to be; unless somebody says otherwise, as the usual ones
are: 74 inches where a dealer stands before a half-moon, 96 inches for the oval of Poker.
"""

import re

from pitboss.errors import PitbossError
from pitboss.felt import Felt, felt_of
from pitboss.felt.areas import SPOT
from pitboss.felt.places import Pay
from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.printing.dimensions import dimensioned, inches_per_unit, with_margin
from pitboss.printing.dimensions import legend as sizes_legend
from pitboss.printing.filing import Filed
from pitboss.printing.press import Matter
from pitboss.printing.wagers import blocks

HALF_MOON, OVAL = 74.0, 96.0  # inches, with the rail
SHEETS = {
    "us-letter": (11.0, 8.5),
    "us-legal": (14.0, 8.5),
    "us-tabloid": (17.0, 11.0),
    "a4": (11.69, 8.27),
    "a3": (16.54, 11.69),
}
MARGIN = 0.55
ABOVE_AND_BELOW = 2.3  # inches on a page for its title and its legend
SCALES = (1, 2, 4, 5, 6, 8, 10, 12, 15, 20, 25)
FONT = re.compile(r"(font-family=)\"[^\"]*\"")
LEAST_WIDTH, MOST_WIDTH = 36, 240  # inches


def layout(filed: Filed, paper: str = "us-tabloid", scale: int | None = None, width: float | None = None) -> Matter:
    """The layout of a submission's table. Without a scale it is the largest that the paper holds; where the paper is too
    small for a scale, the page has a size of its own, which a plotter can print."""
    if paper not in SHEETS:
        raise PitbossError(f"paper is {', '.join(SHEETS)}, not {paper!r}")
    wide = table_width(filed, width)
    if scale is not None and scale < 1:
        raise PitbossError(f"a scale is a whole number: 5 is 1 to 5, not {scale}")
    felt = with_margin(felt_of(filed.house, holder=filed.holder or "pitboss", pays=pays_of(filed.house)))
    unit = inches_per_unit(felt, wide)
    whole, tall = (unit * felt.view[2], unit * felt.view[3])  # inches of the drawing at full size
    sheet = SHEETS[paper]
    room = (sheet[0] - 2 * MARGIN, sheet[1] - 2 * MARGIN - ABOVE_AND_BELOW)
    chosen = scale or next((each for each in SCALES if whole / each <= room[0] and tall / each <= room[1]), SCALES[-1])
    drawn = whole / chosen
    page = (max(sheet[0], drawn + 2 * MARGIN), max(sheet[1], tall / chosen + 2 * MARGIN + ABOVE_AND_BELOW))
    data = {
        "game": filed.book.game,
        "chapter": filed.book.chapter,
        "holder": filed.holder,
        "facility": filed.facility,
        "since": f"in force from {filed.since}" if filed.since else "",
        "page": page,
        "svg": picture(felt, wide),
        "alt": _alt(felt),
        "drawn": drawn,
        "scale": str(chosen),
        "seats": str(len(felt.seats)),
        "wide": f"{wide:g} in",
        "bars": [_bar(24, "24 inches", chosen), _bar(50 / 2.54, "50 centimetres", chosen)],
        "legend": f"{_legend(felt)}{_of_payouts(felt, filed.house)}. {sizes_legend(felt, wide)}",
    }
    return Matter("layout", f"{filed.book.game}: layout", data, filed.dated)


def table_width(filed: Filed, width: float | None = None) -> float:
    """How wide a table is with its rail, in inches: as it is said, or as the usual ones are."""
    if width is not None and not LEAST_WIDTH <= width <= MOST_WIDTH:
        raise PitbossError(f"a table is {LEAST_WIDTH} to {MOST_WIDTH} inches wide, not {width:g}")
    return width or (OVAL if filed.book.chapter in NONBANKED else HALF_MOON)


def picture(felt: Felt, wide: float) -> str:
    """The drawing with its dimensions, in the type of everything else that is printed."""
    return FONT.sub(r'\1"Libertinus Serif"', dimensioned(felt, wide))


def _bar(inches: float, label: str, scale: int) -> dict[str, object]:
    return {"length": round(inches / scale, 4), "label": label}


def areas(felt: Felt) -> list[tuple[str, str]]:
    """The printed betting areas of a position, each with its paragraph."""
    first = felt.seats[0].areas if felt.seats else ()
    return list(dict.fromkeys((area.wager, area.cite) for area in first if area.shape != SPOT))


def _legend(felt: Felt) -> str:
    """What the areas and the inscriptions are, each with its paragraph."""
    parts = [f"{name} § {cite}" for name, cite in areas(felt)]
    cards = dict.fromkeys(card.cite for card in (*felt.community, *felt.dealer_hands) if card.cite)
    parts += [f"cards § {cite}" for cite in cards]
    parts += [f"“{line.text}” § {line.cite}" for line in felt.lines]
    parts += [f"{thing.name} § {thing.cite}" for thing in felt.things if thing.cite]
    return " · ".join(parts)


def pays_of(house: House) -> tuple[Pay, ...]:
    """The pay tables that stand on the layout of this house; none where a sign has them.

    >>> three_card = "three-card-poker"
    >>> [pay.title for pay in pays_of(House.of(three_card))], pays_of(House.of(three_card, {"payouts_shown": "sign"}))
    (['Ante', 'Ante Bonus', 'Play', 'Pair Plus'], ())
    """
    if not _shown_on_layout(house):
        return ()
    return tuple(Pay(block.wager, block.cites[0], block.parts) for block in blocks(house) if block.parts)


def _shown_on_layout(house: House) -> str:
    """The option that has the payouts on the layout, "" where a sign has them."""
    return next((option for option in ("payouts_shown", "payout_notice") if house.get(option) == "layout"), "")


def _of_payouts(felt: Felt, house: House) -> str:
    """What the legend says of payouts that the house has on its layout."""
    option = _shown_on_layout(house)
    if not option:
        return ""
    said = "payouts" if felt.pays else "payouts, for which this layout has no room, are inscribed as the table sign lists them"
    return f" · {said} § {house.section(option)}"


def _alt(felt: Felt) -> str:
    named = ", ".join(name for name, _ in areas(felt)) or "places for players"
    words = "; ".join(line.text for line in felt.lines)
    paid = f" Payouts of {', '.join(panel.pay.title for panel in felt.pays)}." if felt.pays else ""
    return f"The felt of a table of {felt.game} with {len(felt.seats)} positions: {named}. Inscriptions: {words}.{paid}"
