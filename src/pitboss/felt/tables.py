"""Draws a table in one picture, for documentation and print: the felt with the cards and chips of a layout."""

from pitboss.felt.cards import cards_svg
from pitboss.felt.chips import chips_svg, stack
from pitboss.felt.drawing import layers, whole
from pitboss.felt.places import CARD_HEIGHT, CARD_WIDTH, Box, Cards, Felt, Place
from pitboss.felt.svg import GOLD, ON_FELT, number, plain, rect, tag, text, turned
from pitboss.money import dollars
from pitboss.table.steps import COMMUNITY, DEALER
from pitboss.table.view.layout import Hand, Layout
from pitboss.table.view.viewers import HIDDEN

CHIP, LEAST_CHIP = 36.0, 24.0


def draw_table(felt: Felt, layout: Layout, own: int = 0) -> str:
    """Draw a table with the cards and chips of a layout, self-contained. The cards of seat `own` are larger, and a tall felt
    shows that seat only."""
    sprites = tag("defs", cards_svg() + chips_svg())
    seats = [(seat, seat.number or own) for seat in felt.seats]
    parts = [_seat(seat, at, layout, at == own) for seat, at in seats if at in layout.seats or layout.hands_of(at)]
    inside = (
        sprites
        + layers(felt)
        + _dealer(felt, layout)
        + _board(felt, layout)
        + "".join(parts)
        + _pots(felt, layout)
        + _meter(felt, layout)
    )
    return plain(whole(felt, inside, True))


def _card(name: str, x: float, y: float, rotation: float, scale: float) -> str:
    shown = "back" if name == HIDDEN else name
    w, h = CARD_WIDTH * scale, CARD_HEIGHT * scale
    card = tag("use", href=f"#{shown}", x=-w / 2, y=-h / 2, width=w, height=h)
    return turned(Box(x, y, w, h, rotation), card, class_="card")


def _hand(cards: Cards, names: list[str]) -> str:
    drawn = []
    for at, name in enumerate(names):
        x, y = cards.card(at, len(names))
        drawn.append(_card(name, x, y, cards.box.rotation, cards.scale))
    return "".join(drawn)


def _shown(hand: Hand) -> list[str]:
    return [] if hand.gone else hand.cards


def _set_apart(places: tuple[Cards, ...], hand: Hand) -> str:
    """A hand that has been set: the low cards in the low hand's place, the others in the high hand's."""
    high = [card for card in hand.cards if card not in hand.low] if HIDDEN not in hand.low else hand.cards[len(hand.low) :]
    return _hand(places[1], hand.low) + _hand(places[0], high)


def _chips(cents: int, x: float, y: float, rotation: float = 0, size: float = CHIP) -> str:
    """A stack with its amount."""
    chips = stack(cents)
    half = size / 2
    drawn = "".join(
        tag("use", href=f"#chip-{value}", x=-half, y=-half - 3.0 * at, width=size, height=size)
        for at, value in enumerate(chips)
    )
    words = dollars(cents)
    wide = 7.2 * len(words) + 8
    plate = tag("rect", x=-wide / 2, y=half - 9, width=wide, height=15.0, rx=7, fill="#000000", fill_opacity=0.72)
    label = plate + text(words, 0, half + 2.5, 11.5, fill=ON_FELT, font_weight=600)
    return tag("g", drawn + label, transform=f"translate({number(x)} {number(y)}) rotate({number(rotation)})", class_="chips")


def _seat(seat: Place, at: int, layout: Layout, own: bool) -> str:
    hands = [hand for hand in layout.hands_of(at).items() if not hand[1].gone]
    place = seat.own if own else seat.cards
    parts = []
    if len(hands) == 1 and hands[0][1].low and len(seat.hands) == 2:
        parts.append(_set_apart(seat.hands, hands[0][1]))
    elif len(hands) == 1:
        parts.append(_hand(place, _shown(hands[0][1])))
    else:
        parts += [_hand(place, _shown(hand)) for place, (_, hand) in zip(_split(seat, len(hands)), hands, strict=False)]
    parts_of = [name.removeprefix(f"seat_{at}") for name, _ in hands]
    at_stake = {**layout.placed.get(at, {}), **layout.wagers.get(at, {})}
    parts += [_wager(seat, wager, cents, parts_of) for wager, cents in at_stake.items()]
    if seat.bet and layout.bets.get(at):
        parts.append(_chips(layout.bets[at], seat.bet.x, seat.bet.y + 8))
    if seat.button and layout.button == at:
        parts.append(
            turned(seat.button, tag("circle", r=13, fill="#fdfcf8", stroke="#00000066") + text("D", 0, 5, 14, font_weight=700))
        )
    if player := layout.seats.get(at):
        parts.append(_name(seat, player.player, player.chips, own))
    return tag("g", "".join(parts), class_="seat")


def _split(seat: Place, count: int) -> tuple[Cards, ...]:
    """The places of `count` hands of one player."""
    if seat.splits and count > 1:
        return seat.splits[min(count - 2, len(seat.splits) - 1)]
    return (seat.cards,) * count


def _wager(seat: Place, wager: str, cents: int, hands: list[str]) -> str:
    """The chips of a wager, on its area. Those of a split hand lie below its cards; the name of its wager ends with the suffix
    of the hand, and the longest suffix counts."""
    matches = [
        (len(of), place) for of, place in zip(hands, _split(seat, len(hands)), strict=False) if of and wager.endswith(of)
    ]
    printed = {area.wager: area for area in seat.areas}
    if wager not in printed and matches:
        place = max(matches, key=lambda match: match[0])[1]
        x, y = Box(*place.chips, 0, 0, place.box.rotation).at(LEAST_CHIP * wager.startswith("Double Down"), 0)
        return _chips(cents, x, y, place.box.rotation, LEAST_CHIP)
    area = printed.get(wager) or next((a for a in seat.areas if wager.startswith(a.wager)), None)
    if area is None:
        return ""
    return _chips(cents, area.box.x, area.box.y, area.box.rotation, max(LEAST_CHIP, min(CHIP, 2 * area.r - 4)))


def _name(seat: Place, player: str, chips: int, own: bool) -> str:
    words = f"{player}  {dollars(chips)}"
    box = seat.name.box
    plate = rect(min(box.w, 8.4 * len(words) + 16), 20, 9, fill="#0a2a20")
    ink = {"fill": GOLD if own else ON_FELT, "font_weight": 700 if own else 600}
    return turned(box, plate + text(words, 0, 5, seat.name.size, **ink), class_="name")


def _dealer(felt: Felt, layout: Layout) -> str:
    hand = layout.hands.get(DEALER)
    if hand is None or hand.gone or felt.dealer is None:
        return ""
    return _set_apart(felt.dealer_hands, hand) if hand.low and felt.dealer_hands else _hand(felt.dealer, hand.cards)


def _board(felt: Felt, layout: Layout) -> str:
    hand = layout.hands.get(COMMUNITY)
    if hand is None or hand.gone:
        return ""
    return "".join(_hand(place, [card]) for place, card in zip(felt.community, hand.cards, strict=False))


def _pots(felt: Felt, layout: Layout) -> str:
    pots = [cents for cents in layout.pots or [layout.center] if cents]
    return "".join(_chips(cents, box.x, box.y - 4) for cents, box in zip(pots, felt.pots, strict=False))


def _meter(felt: Felt, layout: Layout) -> str:
    box = felt.thing("meter")
    shown = next(iter(layout.meters.values()), None)
    if box is None or shown is None:
        return ""
    return turned(box, text(dollars(shown), 0, 6, 17, fill=GOLD, font_weight=700), class_="reading")
