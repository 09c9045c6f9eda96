"""Draws a table: the dealer at the top, community cards in the middle, the seats below with cards, wagers and chips.

All functions return rows of pieces; nothing is printed. A drawing never exceeds its width, except for single long words.
"""

from collections.abc import Iterable

from pitboss.games.nonbanked.variants import Variant
from pitboss.money import dollars
from pitboss.table.steps import COMMUNITY, DEALER, seat_name
from pitboss.table.view.layout import Hand, Layout
from pitboss.table.view.viewers import HIDDEN
from pitboss.telling.pieces import Piece, Row
from pitboss.terminal.felt import middle, seat_rows
from pitboss.terminal.pieces import boxed, chips, signed, width_of, wrap
from pitboss.terminal.sight import cards_of

GAP = 3  # columns between two seats
WIDEST_HAND = 25  # columns: six boxed cards; longer hands are written in plain rows
HIGH_AND_LOW = 32  # five boxed cards, two columns, two boxed cards


def picture(layout: Layout, own: frozenset[int], width: int, variant: Variant | None = None) -> list[Row]:
    """The layout as seen from the seats in `own`. When the round is over, it shows what each seat won or lost. `variant` is the
    variant of Poker."""
    rows: list[Row] = []
    for place, title in ((DEALER, "dealer"), (COMMUNITY, "community cards")):
        hand = layout.hands.get(place)
        if hand is not None and not (hand.gone and layout.in_progress):
            block = [[(title, "title")], *_hand(hand, width)]
            if hand.label:
                block.append([(hand.label, "")])
            rows += [_centred(row, width) for row in block]
    if variant is not None:
        rows += [_centred(row, width) for row in wrap(middle(layout), width)]
        blocks = [_player(layout, variant, number, number in own) for number in sorted(layout.seats)]
    else:
        blocks = [_seat(layout, number, number in own, width) for number in sorted(layout.seats)]
    for line in _lines(blocks, width):
        rows += [[], *line]
    return rows


def _centred(row: Row, width: int) -> Row:
    return [(" " * max(0, (width - width_of(row)) // 2), ""), *row]


def _player(layout: Layout, variant: Variant, number: int, own: bool) -> list[Row]:
    """One player of Poker: name, cards, bet, and chips."""
    rows: list[Row] = [_named(layout, number, own)]
    if number in layout.playing:
        rows += seat_rows(layout, variant, number, own)
    else:
        rows.append([("sits out", "quiet")])
    rows += _left(layout, number)
    if layout.button == number:
        rows[-1].append((" · button", "title"))
    return rows


def _turn(layout: Layout, number: int) -> bool:
    return any(asked.seat == number for asked in layout.asked)


def _named(layout: Layout, number: int, own: bool) -> Row:
    style, player = "own" if own else "", layout.seats[number].player
    turn = "▶ " if _turn(layout, number) else ""
    return [(turn, "alarm"), (f"seat {number}", style), (f" {player}", style or "quiet")]


def _left(layout: Layout, number: int) -> list[Row]:
    """A seat's result, once the round is over, and its chips."""
    gains = [result.back - result.placed for result in layout.results.get(number, {}).values()]
    outcome = [[_result(sum(gains))]] if gains and not layout.in_progress else []
    return [*outcome, [(f"has {dollars(layout.seats[number].chips)}", "quiet")]]


def _seat(layout: Layout, number: int, own: bool, width: int) -> list[Row]:
    """One betting position: the player's name, hands with their wagers, and chips."""
    rows: list[Row] = [_named(layout, number, own)]
    hands = layout.hands_of(number)
    wagers = dict(layout.wagers.get(number, {}))
    about = {asked.about for asked in layout.asked if asked.seat == number}
    if not hands and number not in layout.playing:
        rows.append([("sits out", "quiet")])
    blocks = []
    for at, (place, hand) in enumerate(hands.items(), 1):
        suffix = place.removeprefix(seat_name(number))
        block: list[Row] = []
        if len(hands) > 1:
            now = f"hand {at}" in about
            title = f"hand {at}" + (" (split)" if " split " in suffix else "")
            block.append([("▶ " if now else "", "alarm"), (title, "title" if now else "quiet")])
        if not hand.gone or not layout.in_progress:
            block += _hand(hand, WIDEST_HAND)
        if hand.label or (hand.gone and layout.in_progress):
            block += [[(part, "")] for part in hand.label.split("; ")] if hand.label else [[("out", "quiet")]]
        for wager in [w for w in wagers if _suffix(w, hands) == suffix]:
            block.append(_chips(wager.removesuffix(suffix), wagers.pop(wager)))
        blocks.append(block or [[]])
    rows += [row for line in _packed(blocks, width, 2) for row in _beside(line, 0, 2)]
    rows += [_chips(wager, cents) for wager, cents in wagers.items()]
    return [*rows, *_left(layout, number)]


def _hand(hand: Hand, width: int) -> list[Row]:
    """The cards of a hand; at Pai Gow Poker the high and the low hand side by side, once the viewer sees how they are set."""
    if not hand.low or HIDDEN in hand.low:
        return boxed(cards_of(hand), width)
    apart = Hand([card for card in hand.cards if card not in hand.low]), Hand(hand.low)
    blocks = [
        [[(title, "quiet")], *boxed(cards_of(part), 4 * len(part.cards) + 1)]
        for title, part in zip(("high hand", "low hand"), apart, strict=True)
    ]
    return [row for line in _packed(blocks, max(width, HIGH_AND_LOW), 2) for row in _beside(line, 0, 2)]


def _suffix(wager: str, places: Iterable[str]) -> str:
    """The suffix of the hand that a wager belongs to: " split 1" of "Double Down split 1", "" for the first hand."""
    others = [place[place.index(" ") :] for place in places if " " in place]
    return max((s for s in others if wager.endswith(s)), key=len, default="")


def _chips(wager: str, cents: int) -> Row:
    return [*chips(cents), (" ", ""), (dollars(cents), "title"), (f" {wager}", "")]


def _result(net: int) -> Piece:
    amount, style = signed(net)
    return ("wins " if net > 0 else "loses " if net < 0 else "even ") + amount.lstrip("+-"), style


def _lines(blocks: list[list[Row]], width: int) -> list[list[Row]]:
    """The seats in lines of equal length, aligned in columns; if a split hand is too wide for that, packed as they fit."""
    widest = max(map(_wide, blocks))
    most = (width + GAP) // (widest + GAP)
    if most < 2:
        return [_beside(line, 0, GAP) for line in _packed(blocks, width, GAP)]
    number = -(-len(blocks) // -(-len(blocks) // most))
    gap = (width - widest * number) // (number + 1)
    lines = [blocks[at : at + number] for at in range(0, len(blocks), number)]
    return [[[(" " * gap, ""), *row] for row in _beside(line, widest, gap)] for line in lines]


def _packed(blocks: list[list[Row]], width: int, gap: int) -> list[list[list[Row]]]:
    """Blocks in lines, as many in each line as fit."""
    lines: list[list[list[Row]]] = []
    for block in blocks:
        if not lines or sum(_wide(b) + gap for b in lines[-1]) + _wide(block) > width:
            lines.append([])
        lines[-1].append(block)
    return lines


def _beside(blocks: list[list[Row]], least: int, gap: int) -> list[Row]:
    """Blocks side by side, each at least `least` columns wide, with gaps between."""
    rows: list[Row] = []
    for at in range(max(map(len, blocks))):
        row: Row = []
        for block in blocks:
            inside = block[at] if at < len(block) else []
            row += [*inside, (" " * (max(_wide(block), least) + gap - width_of(inside)), "")]
        rows.append(row[:-1])
    return rows


def _wide(block: list[Row]) -> int:
    return max(map(width_of, block))
