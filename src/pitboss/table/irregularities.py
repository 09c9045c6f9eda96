"""What goes wrong while a one-deck game is shuffled and dealt: the remedies nearly every chapter prints alike.

A chapter lists its own paragraphs in an `Irregularities` and keeps what is special to it (what survives a void round, until
when an exposed card matters) in its own module.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card, name, parse
from pitboss.errors import NotAuthorized
from pitboss.table.dealing import Method, method_in_use, wrong_count
from pitboss.table.preparation import Preparation, cut, reshuffle
from pitboss.table.progressive import return_progressive
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, SHOE, UP, Incident, Void


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
    communicates: str = ""
    community_exposed: str = ""

    def kinds(self) -> dict[str, str]:
        """The incidents in the words of the rule cases, each with the paragraph that remedies it."""
        talk = {"player communicates": self.communicates} if self.communicates else {}
        exposed = {"dealer card exposed": self.dealer_exposed} if self.dealer_exposed else {}
        community = {"community card exposed": self.community_exposed} if self.community_exposed else {}
        return (
            talk
            | exposed
            | community
            | {
                "card face up": self.face_up,
                "card drawn in error": self.drawn_in_error,
                "wrong number of cards": self.wrong_number,
                "shuffler jam": self.shuffler_jam,
                "automated shoe jam": self.shoe_jam,
                "device out of order": self.out_of_order,
                "stub count wrong": self.stub_count,
                "player leaves": self.leaves,
                "cut performed improperly": self.recut,
            }
        )


def shuffling_trouble(t: Round, incident: Incident, p: Preparation, jam: str, out_of_order: str, recut: str) -> bool:
    """A device that fails, or a cut that was not proper: the remedy, given their paragraphs; False if it is something else."""
    match incident.kind:
        case "shuffler jam":
            if not t.house["shuffler"]:
                raise NotAuthorized("no automated card shuffling device is in use at this table", jam)
            if t.stage or not len(t.stack):
                t.say(jam, "the cards in the device are reshuffled", SHOE)
            else:
                reshuffle(t, p, jam)
        case "device out of order":
            shoe = "shoe" in str(incident.detail.get("device", ""))
            t.table.out_of_order.add("automated shoe" if shoe else "shuffler")
            device = "automated dealing shoe" if shoe else "automated card shuffling device"
            t.say(out_of_order, f"the {device} is out of order and put out of use before another way is used")
        case "cut performed improperly":
            if t.stage or t.hands or not t.memory.get("cut"):
                raise NotAuthorized("cards are recut only after a cut and before any card has been dealt", recut)
            t.say(recut, "the floorperson requires a recut")
            cut(t, p)
        case _:
            return False
    return True


def remedy(t: Round, incident: Incident, i: Irregularities, p: Preparation, methods: Mapping[str, Method]) -> None:
    """The remedies that do not depend on the chapter's wagers; exposed cards are the chapter's own."""
    if shuffling_trouble(t, incident, p, i.shuffler_jam, i.out_of_order, i.recut):
        return
    match incident.kind:
        case "card face up":
            if card_face_up(t, i.face_up, incident):
                raise Void(i.face_up, "more than one card was face up: all hands are void and the cards reshuffled")
        case "card drawn in error":
            if incident.detail.get("exposed"):
                raise NotAuthorized("no remedy is printed for a card drawn in error and exposed", i.drawn_in_error)
            t.say(i.drawn_in_error, "a card came out too early, unseen: it is used as the next card")
        case "wrong number of cards":
            to = str(incident.detail.get("to", incident.detail.get("hand", DEALER)))
            if to not in (DEALER, COMMUNITY) and seat_in(incident) not in t.seats:
                raise NotAuthorized(f"{to} is not in the round", i.wrong_number)
            number = incident.detail.get("cards")
            raise Void(i.wrong_number, f"{to} has {number if type(number) is int else 'the wrong number of'} cards")
        case "automated shoe jam":
            if t.house["dealing"] != "automated shoe":
                raise NotAuthorized("no automated dealing shoe is in use at this table", i.shoe_jam)
            if t.stage == "revealed":
                t.say(i.shoe_jam, "the hands are decided: play goes on", SHOE)
            else:
                raise Void(i.shoe_jam, "the automated dealing shoe failed: the round of play is void")
        case "stub count wrong":
            t.miscount = (int(incident.detail.get("stub", 0)), bool(incident.detail.get("misdealt", False)))
            if t.stage and not len(t.stack):  # else it shows when the stub is counted
                wrong_count(t, method_in_use(t, methods))
        case "community card exposed":
            community_card_exposed(t, i.community_exposed, incident)
        case "player leaves":
            player_leaves(t, i.leaves, incident)
        case "player communicates":
            player_communicates(t, i.communicates, incident)
        case _:
            raise NotAuthorized(f"no remedy is printed for {incident.kind!r}")


def card_face_up(t: Round, cite: str, incident: Incident) -> bool:
    """A card found face up goes to the discard rack; True when it is not the first, which voids the round."""
    for card in undealt(t, cite, incident) or [None]:
        t.face_up += 1
        note = "found face up: may not be used in this round"
        if card in t.stack.cards or (card is None and len(t.stack)):
            t.burn(cite, card=card, face=UP, note=note)
        else:  # the stub is in the discard rack already
            t.say(cite, note, SHOE)
    return t.face_up > 1


def undealt(t: Round, cite: str, incident: Incident) -> list[Card | None]:
    """The cards an incident names, which must still be in the stack (or, once the stub is racked, in the discard rack)."""
    named = cards_named(incident)
    for card, number in (Counter(named) - Counter(t.stack.cards or t.rack)).items():
        raise NotAuthorized(f"{cards_text(number, card)} cannot be in the shoe or the deck any more", cite)
    return [*named]


def cards_named(incident: Incident) -> list[Card]:
    """The cards that an incident's detail names."""
    words = incident.detail.get("card", incident.detail.get("cards", ""))
    if not isinstance(words, str):
        raise NotAuthorized(f"{words!r} is not a card")
    return parse(words)


def cards_text(number: int, card: Card) -> str:
    """A card, or several equal ones, in words."""
    return f"the {name(card)}" if number == 1 else f"{number} times the {name(card)}"


def player_leaves(t: Round, cite: str, incident: Incident) -> None:
    """A player who leaves during the round abandons his wagers, which the house may treat as lost.

    What he has forfeited by folding is not his to take along, whatever the house does with abandoned wagers.
    """
    seat = seat_in(incident)
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} is not in the round", cite)
    t.say(cite, "leaves the table and abandons the wagers", SEATS[seat])
    t.left.add(seat)
    t.collect_forfeited(seat)
    if t.house.get("abandoned_wagers_lose", True):
        lose_every_wager(t, cite, seat, "abandoned")
    else:
        for wager in list(t.wagers.get(seat, ())):
            t.give_back(cite, seat, wager, note="abandoned; this house gives it back")
        return_progressive(t, cite, seat)
    t.discard(cite, SEATS[seat])


def player_communicates(t: Round, cite: str, incident: Incident) -> None:
    """A player who talks about his hand too early forfeits all wagers of the round and takes no further part."""
    seat = seat_in(incident)
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} is not in the round", cite)
    if t.stage == "revealed":
        t.say(cite, "talks when everything is revealed: no violation", SEATS[seat])
        return
    t.say(cite, "has communicated about the hand and forfeits all wagers", SEATS[seat])
    t.left.add(seat)
    lose_every_wager(t, cite, seat, "forfeited")
    t.discard(cite, SEATS[seat])


def lose_every_wager(t: Round, cite: str, seat: int, note: str) -> None:
    """Collects all wagers of a player for what he did, not for his hand: a void round does not bring them back."""
    t.progressive.pop(seat, None)
    for lost in [key for key in t.collected if key[0] == seat]:
        del t.collected[lost]
    for wager in list(t.wagers.get(seat, ())):
        t.collect(cite, seat, wager, note=note)


def seat_in(incident: Incident) -> int:
    """The seat an incident is about."""
    named = incident.detail.get("seat", incident.detail.get("to", incident.detail.get("hand")))
    if named is None:
        raise NotAuthorized(f"{incident.kind!r} must name its seat")
    return int(str(named).removeprefix("seat").strip(" _"))


def community_card_exposed(t: Round, cite: str, incident: Incident) -> None:
    """A community card seen before its turn voids all hands, once everybody has his cards; after its turn nothing happens."""
    named = cards_named(incident)
    if t.stage in ("", "hands dealt"):
        t.deferred.append(incident)
        return
    turned = {c for s in t.steps if s.act == "reveal" and s.who == COMMUNITY for c in s.cards}
    hidden = [c for c in t.hands.get(COMMUNITY, ()) if c not in turned]
    if not hidden or (named and turned.issuperset(named)):
        t.say(cite, "the community card has been turned up already: play goes on", COMMUNITY)
        return
    t.reveal(cite, COMMUNITY, [c for c in hidden if c in named] or hidden[:1], "exposed by accident")
    raise Void(cite, "a community card was exposed too early: all hands are void and the cards reshuffled")


def expose(t: Round, cite: str, place: str, incident: Incident) -> None:
    """Shows the cards that came face up by accident."""
    held = t.hands.get(place, [])
    cards = [c for c in cards_named(incident) if c in held] or held[:1]
    t.reveal(cite, place, cards, "exposed by accident")
