"""The table drawn: the dealer on top, community cards in the middle, the seats below with cards, chips and what is left.

Everything here is rows of pieces; nothing is printed. A drawing never is wider than it is told to be, but for a single word.
"""

from pitboss.games.nonbanked.rules import Play
from pitboss.money import dollars
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, DEALER, Ask, is_split, seat_name, seat_of, suffix_of
from pitboss.table.table import Table
from pitboss.terminal.felt import middle, seat_rows
from pitboss.terminal.pieces import Piece, Row, boxed, chips, signed, width_of, wrap
from pitboss.terminal.sight import Hand, Sight, layout

GAP = 3  # columns between two seats
WIDEST_HAND = 25  # six boxed cards; longer hands are written in plain rows


def picture(table: Table, round_: Round, sight: Sight, width: int, asked: Ask | None = None, over: bool = False) -> list[Row]:
    """The layout now, or once the round is over, with what each seat won or lost."""
    hands = layout(round_.steps, sight)
    rows: list[Row] = []
    for place, title in ((DEALER, "dealer"), (COMMUNITY, "community cards")):
        if place in hands and (over or not hands[place].gone):
            block = [[(title, "title")], *boxed(hands[place].cards, width)]
            if hands[place].label:
                block.append([(hands[place].label, "")])
            rows += [_centred(row, width) for row in block]
    play = round_.play if isinstance(round_.play, Play) else None
    if play is not None:
        rows += [_centred(row, width) for row in wrap(middle(play, round_), width)]
        blocks = [_player(table, round_, sight, play, hands, number, asked, over) for number in sorted(table.seats)]
    else:
        blocks = [_seat(table, round_, sight, hands, number, asked, over, width) for number in sorted(table.seats)]
    for line in _lines(blocks, width):
        rows += [[], *line]
    return rows


def _centred(row: Row, width: int) -> Row:
    return [(" " * max(0, (width - width_of(row)) // 2), ""), *row]


def _player(
    table: Table, round_: Round, sight: Sight, play: Play, hands: dict[str, Hand], number: int, asked: Ask | None, over: bool
) -> list[Row]:
    """One player of Poker: who he is, his cards, his bet, what he has left."""
    own = number in sight.own
    turn = asked is not None and asked.seat == number
    rows: list[Row] = [_named(table, number, own, turn)]
    if number in round_.seats:
        rows += seat_rows(play, round_, number, hands.get(seat_name(number)), hands.get(COMMUNITY), own)
    else:
        rows.append([("sits out", "quiet")])
    rows += _left(table, round_, number, over)
    if play.button == number:
        rows[-1].append((" · button", "title"))
    return rows


def _named(table: Table, number: int, own: bool, turn: bool) -> Row:
    style = "own" if own else ""
    return [("▶ " if turn else "", "alarm"), (f"seat {number}", style), (f" {table.seats[number].player}", style or "quiet")]


def _left(table: Table, round_: Round, number: int, over: bool) -> list[Row]:
    """What a seat has won or lost in the round, and what it has left."""
    net = round_.ledger.players.get(seat_name(number)) if over and round_.ledger else None
    return [*([[_result(net)]] if net is not None else []), [(f"has {dollars(table.chips(number))}", "quiet")]]


def _seat(
    table: Table, round_: Round, sight: Sight, hands: dict[str, Hand], number: int, asked: Ask | None, over: bool, width: int
) -> list[Row]:
    """One betting position: who sits there, his hands with their chips, what he has left."""
    turn = asked is not None and asked.seat == number
    rows: list[Row] = [_named(table, number, number in sight.own, turn)]
    mine = [hand for place, hand in hands.items() if seat_of(place) == number]
    wagers = dict(round_.wagers.get(number, {}))
    if not mine and number not in round_.seats:
        rows.append([("sits out", "quiet")])
    blocks = []
    for at, hand in enumerate(mine, 1):
        suffix = suffix_of(hand.place)
        block: list[Row] = []
        if len(mine) > 1:
            now = turn and asked is not None and asked.about == f"hand {at}"
            title = f"hand {at}" + (" (split)" if is_split(suffix) else "")
            block.append([("▶ " if now else "", "alarm"), (title, "title" if now else "quiet")])
        if not hand.gone or over:
            block += boxed(hand.cards, WIDEST_HAND)
        if hand.label or (hand.gone and not over):
            block.append([(hand.label or "out", "" if hand.label else "quiet")])
        for wager in [w for w in wagers if _suffix(w, mine) == suffix]:
            block.append(_chips(wager.removesuffix(suffix), wagers.pop(wager)))
        blocks.append(block or [[]])
    rows += [row for line in _packed(blocks, width, 2) for row in _beside(line, 0, 2)]
    rows += [_chips(wager, cents) for wager, cents in wagers.items()]
    return [*rows, *_left(table, round_, number, over)]


def _suffix(wager: str, hands: list[Hand]) -> str:
    """Which of a player's hands a wager belongs to: " split 1" of "Double Down split 1", "" for the first."""
    others = [suffix for hand in hands if (suffix := suffix_of(hand.place))]
    return max((s for s in others if wager.endswith(s)), key=len, default="")


def _chips(wager: str, cents: int) -> Row:
    return [*chips(cents), (" ", ""), (dollars(cents), "title"), (f" {wager}", "")]


def _result(net: int) -> Piece:
    amount, style = signed(net)
    return ("wins " if net > 0 else "loses " if net < 0 else "even ") + amount.lstrip("+-"), style


def _lines(blocks: list[list[Row]], width: int) -> list[list[Row]]:
    """The seats in lines, evenly many in each and in columns; where a split hand is too wide for that, as they fit."""
    widest = max(map(_wide, blocks))
    most = (width + GAP) // (widest + GAP)
    if most < 2:
        return [_beside(line, 0, GAP) for line in _packed(blocks, width, GAP)]
    number = -(-len(blocks) // -(-len(blocks) // most))
    gap = (width - widest * number) // (number + 1)
    lines = [blocks[at : at + number] for at in range(0, len(blocks), number)]
    return [[[(" " * gap, ""), *row] for row in _beside(line, widest, gap)] for line in lines]


def _packed(blocks: list[list[Row]], width: int, gap: int) -> list[list[list[Row]]]:
    """Blocks in lines, as many in each as fit."""
    lines: list[list[list[Row]]] = []
    for block in blocks:
        if not lines or sum(_wide(b) + gap for b in lines[-1]) + _wide(block) > width:
            lines.append([])
        lines[-1].append(block)
    return lines


def _beside(blocks: list[list[Row]], least: int, gap: int) -> list[Row]:
    """Blocks next to each other, each at least so wide, with a gap between."""
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
