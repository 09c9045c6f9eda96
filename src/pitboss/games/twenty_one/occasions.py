"""When an irregularity can be declared at a table of 21, and for which seats (§ 633a.14, § 635a.13).

This uses only what all players at the table may see: the stage of the round, whose hands have been played, what was declared.
"""

from pitboss.games.twenty_one.points import total
from pitboss.games.twenty_one.rules import play_of
from pitboss.table.devices import READER
from pitboss.table.procedures.multideck import shuffler_of
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, IN_ERROR

DECIDED = ("decided", "revealed")


def occasion(t: Round, kind: str) -> list[int] | None:
    """The seats that a kind of irregularity can be about now, [] if it is about no seat, None if it cannot happen."""
    play = play_of(t)
    match kind:
        case "no cards dealt" | "one card dealt" if not t.stage:
            asked = [seat for seat in t.seats if seat not in play.no_cards and seat not in play.one_card]
            return [seat for seat in asked if kind == "one card dealt" or not t.hands.get(SEATS[seat])] or None
        case "requested card not dealt" if t.stage not in DECIDED:
            return [seat for seat in t.seats if seat not in play.served and seat not in play.no_cards] or None
        case "no cards dealt" | "one card dealt" | "requested card not dealt":
            return None
        case _:
            return [] if can_happen(t, kind) else None


def can_happen(t: Round, kind: str) -> bool:
    """True if an irregularity about no seat can happen now."""
    match kind:
        case "card drawn in error":
            return t.stage != "revealed" and len(t.stack) > 0 and not t.hands.get(IN_ERROR)
        case "dealer draws in error":
            return t.stage != "revealed" or total(t.hands[DEALER])[0] >= play_of(t).rules.stands_on
        case "dealer misses own card" | "new dealer":
            return not t.stage
        case "cut performed improperly":
            return t.cut_made and not t.stage
        case "wrong side of the double shoe":
            return bool(t.house["double_shoe"])
        case "insufficient cards":
            return t.stage != "revealed"
        case "hole card in reader":
            return t.stage != "revealed" and READER not in t.table.out_of_order
        case "shuffler jam":
            return shuffler_of(t.table) != "manual"
        case _:
            return True
