"""A table as text of several lines, for a terminal or a notebook."""

from pitboss.money import dollars
from pitboss.table.steps import seat_of
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer
from pitboss.table.view.views import layout_of


def text_of(table: Table) -> str:
    """The table as all its players together see it: the dealer's face-down cards stay hidden."""
    layout = layout_of(table, Viewer.at(*table.seats))
    lines = [f"{table.title}, {'round' if layout.in_progress else 'after round'} {layout.round}"]
    for place, hand in layout.hands.items():
        if not hand.gone and not seat_of(place):
            lines.append(f"{place:<10}{' '.join(hand.cards)}")
    for number, seat in layout.seats.items():
        hands = ", ".join(" ".join(hand.cards) for hand in layout.hands_of(number).values() if not hand.gone)
        lying = {**layout.placed.get(number, {}), **layout.wagers.get(number, {})}
        wagers = ", ".join(f"{wager} {dollars(cents)}" for wager, cents in lying.items())
        lines.append("  ".join(filter(None, (f"seat {number:<5}{seat.player} {dollars(seat.chips)}", hands, wagers))))
    lines += [f"seat {ask.seat} may {' or '.join(map(str, ask.choices))} (§ {ask.cite})" for ask in table.asks()]
    return "\n".join(lines)
