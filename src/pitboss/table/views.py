"""What a seat may see. A server shows players nothing but this: no undealt card, no face-down card of somebody else.

The truth is the list of steps; a view is the fold over the steps as that seat sees them.
"""

from typing import Any

from pitboss.cards import NAMES, Card
from pitboss.table.steps import UP, Ask, Cut, Step, seat_name
from pitboss.table.table import Table

HIDDEN = "??"


def seen_by(step: Step, seat: int | None, players_look: bool) -> Step:
    """The step as a seat sees it (None is a spectator): cards it may not see are left out.

    A card dealt face down is seen by the player it was dealt to, where the chapter lets players look at their cards; which of
    them he names in a decision is his own affair too.
    """
    if not step.cards or step.face == UP:
        return step
    own = seat is not None and players_look and step.act in ("deal", "decide") and step.who.split(" ")[0] == seat_name(seat)
    return step if own else step._replace(cards=())


def view(table: Table, seat: int | None) -> dict[str, Any]:
    """The table as a seat (or, with None, a spectator) sees it now, ready for JSON."""
    current = table.round or table.last
    steps = current.steps if current is not None else []
    wagers = table.round.wagers if table.round is not None else {}
    look = table.game.looks(table.house)
    seen = [seen_by(step, seat, look) for step in steps]
    request = table.request
    return {
        "chapter": table.game.chapter,
        "seat": seat,
        "round": table.rounds + (table.round is not None),
        "in_progress": table.round is not None,
        "hands": _hands(steps, seen) if table.round is not None else {},
        "wagers": {seat_name(n): dict(w) for n, w in wagers.items() if w},
        "chips": {seat_name(n): table.chips(n) for n in table.seats},
        "asked": _asked(request) if isinstance(request, Ask | Cut) else None,
        "steps": [[s.cite, s.act, s.who, [NAMES[c] for c in s.cards], s.face, s.wager, s.cents, s.note] for s in seen],
    }


def _asked(ask: Ask | Cut) -> dict[str, Any]:
    if isinstance(ask, Cut):
        return {"seat": ask.seat, "choices": [f"cut {ask.least} to {ask.most} cards deep", "refuse"], "cite": ask.cite}
    return {"seat": ask.seat, "choices": [str(c) for c in ask.choices], "cite": ask.cite, "about": ask.about}


def _hands(steps: list[Step], seen: list[Step]) -> dict[str, list[str]]:
    """The cards in front of each place, "??" for those the viewer may not see."""
    held: dict[str, list[tuple[Card, bool]]] = {}  # each card, and whether the viewer knows it
    for step, shown in zip(steps, seen, strict=True):
        who, known = step.who, bool(shown.cards)
        if step.act == "deal":
            held.setdefault(who, []).extend((card, known) for card in step.cards)
        elif step.act == "reveal":
            hand = held.setdefault(who, [])
            for card in step.cards:
                if (card, False) in hand:
                    hand[hand.index((card, False))] = (card, True)
        elif step.act == "move":  # a split: the card leaves the hand named in the note
            for card in step.cards:
                held[step.note].remove((card, True))
                held.setdefault(who, []).append((card, True))
        elif step.act == "discard":
            held.pop(who, None)
    return {who: [NAMES[card] if known else HIDDEN for card, known in hand] for who, hand in held.items() if hand}
