"""The moments at which an irregularity can be declared at a table dealt from one deck, and the seats it can concern.

A table's list of irregularities offers these and no others. It depends only on what everyone at the table can see: the stage of
the round, the devices in use, the seats with a wager. What it offers is never refused merely because of the moment.
"""

from collections.abc import Callable

from pitboss.table.devices import AUTOMATED_SHOE
from pitboss.table.procedures.irregularities import DEALING, Irregularities
from pitboss.table.procedures.preparation import counts_the_cards, device_in_use
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY

Occasion = Callable[[Round, str], list[int] | None]

DECIDED = ("decided", "revealed")


def occasions(i: Irregularities) -> Occasion:
    """A function for a chapter with these paragraphs. It returns the seats that a kind of irregularity can concern now, [] for
    a kind that concerns no seat, and None if it cannot happen."""

    def occasion(t: Round, kind: str) -> list[int] | None:
        match kind:
            case "player leaves":
                return in_round(t)
            case "wrong number of cards":
                return [seat for seat in in_round(t) if not t.stage or t.hands.get(SEATS[seat])]
            case "player communicates":
                return in_round(t) if t.stage != "revealed" else None
            case _:
                return [] if can_happen(t, kind, i) else None

    return occasion


def in_round(t: Round) -> list[int]:
    """The seats in the round whose players have not left it."""
    return [seat for seat in t.seats if seat not in t.left]


def can_happen(t: Round, kind: str, i: Irregularities) -> bool:
    """True if an irregularity that concerns no seat can happen now."""
    match kind:
        case "cut performed improperly":
            return t.cut_made and not t.stage and not t.hands
        case "shuffler count wrong":
            return counts_the_cards(t) and not t.stage and not t.hands
        case "shuffler jam":
            return device_in_use(t)
        case "automated shoe jam":
            return bool(t.house["dealing"] == AUTOMATED_SHOE)
        case "card drawn in error":
            return len(t.stack) > 0
        case "card face up":
            return len(t.stack) > 0 or i.face_up_until_settled
        case "dealer card exposed":
            return t.stage != "revealed"
        case "hole card exposed":
            return t.stage not in DECIDED
        case "community card exposed":
            return t.stage in DEALING or hidden_community_cards(t)
        case _:
            return True


def hidden_community_cards(t: Round) -> bool:
    """True if a community card still lies face down."""
    turned = sum(len(step.cards) for step in t.steps if step.act == "reveal" and step.who == COMMUNITY)
    return len(t.hands.get(COMMUNITY, ())) > turned
