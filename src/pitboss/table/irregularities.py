"""What goes wrong while a one-deck game is shuffled and dealt: the remedies nearly every chapter prints alike.

A chapter lists its own paragraphs in an `Irregularities` and keeps what is special to it (what survives a void round, until
when an exposed card matters) in its own module.
"""

from dataclasses import dataclass

from pitboss.cards import Card, parse
from pitboss.errors import NotAuthorized
from pitboss.table.dealing import Method, method_in_use, wrong_count
from pitboss.table.preparation import Preparation, cut, reshuffle
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import SHOE, UP, Incident, Void


@dataclass(frozen=True)
class Irregularities:
    """The chapter's paragraphs for the remedies below."""

    face_up: str
    drawn_in_error: str
    wrong_number: str
    dealer_exposed: str
    shuffler_jam: str
    shoe_jam: str
    out_of_order: str
    leaves: str
    recut: str
    stub_count: str

    def kinds(self) -> dict[str, str]:
        """The incidents in the words of the rule cases, each with the paragraph that remedies it."""
        return {
            "card face up": self.face_up,
            "card drawn in error": self.drawn_in_error,
            "wrong number of cards": self.wrong_number,
            "dealer card exposed": self.dealer_exposed,
            "shuffler jam": self.shuffler_jam,
            "automated shoe jam": self.shoe_jam,
            "device out of order": self.out_of_order,
            "stub count wrong": self.stub_count,
            "player leaves": self.leaves,
            "cut performed improperly": self.recut,
        }


def remedy(t: Round, incident: Incident, i: Irregularities, p: Preparation, methods: dict[str, Method]) -> None:
    """The remedies that do not depend on the chapter's wagers. `card face up` and exposed cards are the chapter's own."""
    match incident.kind:
        case "card drawn in error":
            if incident.detail.get("exposed"):
                raise NotAuthorized("no remedy is printed for a card drawn in error and exposed", i.drawn_in_error)
            t.say(i.drawn_in_error, "a card came out too early, unseen: it is used as the next card")
        case "wrong number of cards":
            to = incident.detail.get("to", incident.detail.get("hand", "a hand"))
            raise Void(i.wrong_number, f"{to} has {incident.detail.get('cards', 'the wrong number of')} cards")
        case "shuffler jam":
            if t.stage or not len(t.stack):
                t.say(i.shuffler_jam, "the cards in the device are reshuffled", SHOE)
            else:
                reshuffle(t, p, i.shuffler_jam)
        case "automated shoe jam":
            if t.house["dealing"] != "automated shoe":
                raise NotAuthorized("no automated dealing shoe is in use at this table", i.shoe_jam)
            if t.stage == "dealt" or t.stage == "revealed":
                t.say(i.shoe_jam, "the shoe had dealt all cards of the round: play goes on", SHOE)
            else:
                raise Void(i.shoe_jam, "the automated dealing shoe failed: the round of play is void")
        case "device out of order":
            shoe = "shoe" in str(incident.detail.get("device", ""))
            t.table.out_of_order.add("automated shoe" if shoe else "shuffler")
            device = "automated dealing shoe" if shoe else "automated card shuffling device"
            t.say(i.out_of_order, f"the {device} is out of order and put out of use before another way is used")
        case "stub count wrong":
            t.miscount = (int(incident.detail.get("stub", 0)), bool(incident.detail.get("misdealt", False)))
            if t.stage:
                wrong_count(t, method_in_use(t, methods))
        case "player leaves":
            player_leaves(t, i.leaves, incident)
        case "cut performed improperly":
            if t.stage or t.hands:
                raise NotAuthorized("the cards are recut only before any card has been dealt", i.recut)
            t.say(i.recut, "the floorperson requires a recut")
            cut(t, p)
        case _:
            raise NotAuthorized(f"no remedy is printed for {incident.kind!r}")


def card_face_up(t: Round, cite: str, incident: Incident) -> bool:
    """A card found face up goes to the discard rack; True when it is not the first, which voids the round."""
    named: list[Card | None] = [*parse(str(incident.detail.get("card", incident.detail.get("cards", ""))))]
    for card in named or [None]:
        t.face_up += 1
        note = "found face up: may not be used in this round"
        if card in t.stack.cards or (card is None and len(t.stack)):
            t.burn(cite, card=card, face=UP, note=note)
        else:  # the stub is in the discard rack already
            t.say(cite, note, SHOE)
    return t.face_up > 1


def player_leaves(t: Round, cite: str, incident: Incident) -> None:
    """A player who leaves during the round abandons his wagers, which the house may treat as lost."""
    seat = seat_in(incident)
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} is not in the round", cite)
    t.say(cite, "leaves the table and abandons the wagers", SEATS[seat])
    t.left.add(seat)
    if t.house.get("abandoned_wagers_lose", True):
        for wager in list(t.wagers.get(seat, ())):
            t.collect(cite, seat, wager, note="abandoned")
    else:
        for wager in list(t.wagers.get(seat, ())):
            t.give_back(cite, seat, wager, note="abandoned; this house gives it back")
    t.discard(cite, SEATS[seat])


def seat_in(incident: Incident) -> int:
    """The seat an incident is about."""
    return int(str(incident.detail.get("seat", incident.detail.get("to", 0))).removeprefix("seat_"))


def expose(t: Round, cite: str, place: str, incident: Incident) -> None:
    """Shows the cards that came face up by accident."""
    held = t.hands.get(place, [])
    cards = [c for c in parse(str(incident.detail.get("card", ""))) if c in held] or held[:1]
    t.reveal(cite, place, cards, "exposed by accident")
