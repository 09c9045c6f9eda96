"""Irregularities while a one-deck game is shuffled and dealt: the remedies that nearly every chapter prints alike.

A chapter lists its own paragraphs in an `Irregularities`. Its special rules (what survives a void round, until when an exposed
card matters) stay in its own module.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.cards import Card, name, parse
from pitboss.errors import NotAuthorized
from pitboss.rulebook import Chapter
from pitboss.table.devices import AUTOMATED_SHOE
from pitboss.table.money.progressive import return_progressive
from pitboss.table.procedures.dealing import Method, make_ready, method_in_use, wrong_count
from pitboss.table.procedures.failures import (
    BROKEN,
    COVERED,
    REPAIRED,
    before_first_card,
    device_named,
    fail,
    out_of_use,
    restore,
)
from pitboss.table.procedures.preparation import Preparation, counts_the_cards, cut, device_in_use, replace_deck, reshuffle
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, SHOE, UP, Incident, Stage, Void
from pitboss.words import many

PLAYER = "player"
DEALING: tuple[Stage, ...] = ("", "hands dealt")  # the stages at which cards are being dealt


def hand_sizes(book: Chapter, *places: str) -> dict[str, int]:
    """The number of cards for a player, and for the dealer or the community area if the chapter's misdeals concern them."""
    sizes = {PLAYER: book.limit("cards_per_hand")}
    printed = {limit.name for limit in book.limits}
    for place in places:
        sizes[place] = book.limit_named(f"{place}_cards") if f"{place}_cards" in printed else sizes[PLAYER]
    return sizes


@dataclass(frozen=True)
class Irregularities:
    """The chapter's paragraphs for the remedies below."""

    face_up: str
    drawn_in_error: str
    wrong_number: str
    leaves: str
    stub_count: str
    hands: Mapping[str, int]  # number of cards by place: PLAYER, and "dealer" and "community" if they get any
    dealer_exposed: str = ""
    shuffler_jam: str = ""
    shoe_jam: str = ""
    out_of_order: str = ""
    put_out_of_use: str = COVERED  # the treatment of a device that cannot be used
    shoe_deals_community: bool = False  # an automated shoe also deals the community cards, after the hands
    face_up_until_settled: bool = False  # a second card found face up voids the round even after the deal
    recut: str = ""
    device_count: str = ""  # the shuffling device finds a wrong number of cards
    communicates: str = ""
    community_exposed: str = ""

    def kinds(self) -> dict[str, str]:
        """The incidents in the words of the rule cases, each with the paragraph of its remedy."""
        paragraphs = {
            "player communicates": self.communicates,
            "dealer card exposed": self.dealer_exposed,
            "community card exposed": self.community_exposed,
            "shuffler count wrong": self.device_count,
            "card face up": self.face_up,
            "card drawn in error": self.drawn_in_error,
            "wrong number of cards": self.wrong_number,
            "shuffler jam": self.shuffler_jam,
            "automated shoe jam": self.shoe_jam,
            BROKEN: self.out_of_order,
            REPAIRED: self.out_of_order,
            "stub count wrong": self.stub_count,
            "player leaves": self.leaves,
            "cut performed improperly": self.recut,
        }
        return {kind: cite for kind, cite in paragraphs.items() if cite}


def irregularities_of(book: Chapter, *places: str) -> Irregularities:
    """A chapter's paragraphs on irregularities, as its file lists them; `places` get cards besides the players."""
    return book.procedure("irregularities", Irregularities, hands=hand_sizes(book, *places))


def shuffling_trouble(
    t: Round, incident: Incident, p: Preparation, *, jam: str, out_of_order: str, put_out_of_use: str, recut: str
) -> bool:
    """Remedies a device that fails or comes back, or an improper cut, by these paragraphs; False for any other incident."""
    match incident.kind:
        case "shuffler jam":
            if not device_in_use(t):
                raise NotAuthorized("no automated card shuffling device is in use at this table", jam)
            if t.stage or not len(t.stack):
                t.say(jam, "the cards in the device are reshuffled", SHOE)
            else:
                reshuffle(t, p, jam)
        case "device out of order":
            device = device_named(t, incident.detail, out_of_order)
            fail(t, device, out_of_order, out_of_use(device, put_out_of_use))
        case "device repaired or replaced":
            restore(t, device_named(t, incident.detail, out_of_order), out_of_order)
        case "cut performed improperly":
            if t.stage or t.hands or not t.cut_made:
                raise NotAuthorized("cards are recut only after a cut and before any card has been dealt", recut)
            t.say(recut, "the floorperson requires a recut")
            cut(t, p)
        case _:
            return False
    return True


def remedy(t: Round, incident: Incident, i: Irregularities, p: Preparation, methods: Mapping[str, Method]) -> None:
    """The remedies that do not depend on the chapter's wagers; exposed cards are the chapter's own."""
    ready, cites = t.house["dealing"], {"jam": i.shuffler_jam, "out_of_order": i.out_of_order, "recut": i.recut}
    if shuffling_trouble(t, incident, p, put_out_of_use=i.put_out_of_use, **cites):
        if t.house["dealing"] != ready and before_first_card(t):
            make_ready(t, methods[t.house["dealing"]])
        if t.house["dealing"] != ready == t.dealt_by == AUTOMATED_SHOE and t.stage == "hands dealt" and i.shoe_deals_community:
            raise Void(i.shoe_jam, "the automated dealing shoe failed before its last stack: the round of play is void")
        return
    match incident.kind:
        case "card face up":
            if card_face_up(t, i.face_up, incident, until_settled=i.face_up_until_settled):
                raise Void(i.face_up, "more than one card was face up: all hands are void and the cards reshuffled")
        case "card drawn in error":
            if incident.detail.get("exposed"):
                raise NotAuthorized("the regulation states no remedy for a card drawn in error and exposed", i.drawn_in_error)
            t.say(i.drawn_in_error, "a card came out too early, unseen: it is used as the next card")
        case "wrong number of cards":
            to, number = wrong_number(t, i.wrong_number, i.hands, incident)
            raise Void(i.wrong_number, f"{to} has {'the wrong number of cards' if number is None else many(number, 'card')}")
        case "shuffler count wrong":
            device_finds_wrong_number(t, p, i.device_count, incident)
        case "automated shoe jam":
            if t.house["dealing"] != AUTOMATED_SHOE:
                raise NotAuthorized("no automated dealing shoe is in use at this table", i.shoe_jam)
            raise Void(i.shoe_jam, "the automated dealing shoe failed: the round of play is void")
        case "stub count wrong":
            stub = incident.detail.get("stub")
            check_number("the stub", stub, None, i.stub_count, len(t.table.game.deck(t.house)))
            t.miscount = (0 if stub is None else stub, bool(incident.detail.get("misdealt", False)))
            if not len(t.stack):  # otherwise it is resolved when the stub is counted
                wrong_count(t, method_in_use(t, methods))
        case "community card exposed":
            community_card_exposed(t, i.community_exposed, incident)
        case "player leaves":
            player_leaves(t, i.leaves, incident)
        case "player communicates":
            player_communicates(t, i.communicates, incident)
        case _:
            raise NotAuthorized(f"the regulation states no remedy for {incident.kind!r}")


def misdealt_to(incident: Incident) -> str:
    """The recipient of a wrong number of cards, as reported; the dealer if the report names none."""
    recipients = [incident.detail[word] for word in ("to", "hand", "seat") if word in incident.detail]
    return str(recipients[0]) if recipients else DEALER


def wrong_number(t: Round, cite: str, hands: Mapping[str, int], incident: Incident) -> tuple[str, int | None]:
    """The recipient of a wrong number of cards, and the number if reported; refuses reports that cannot be true."""
    to, number = misdealt_to(incident), incident.detail.get("cards")
    if to not in (DEALER, COMMUNITY):
        seat = seat_in(incident)
        if seat not in t.seats:
            raise NotAuthorized(f"{to} is not in the round", cite)
        to = SEATS[seat]
    place = to if to in (DEALER, COMMUNITY) else PLAYER
    if place not in hands:
        raise NotAuthorized(f"no cards are dealt to {place} in this game", cite)
    check_number(to, number, hands[place], cite, len(t.table.game.deck(t.house)))
    return to, number


def check_number(to: str, number: object, right: int | None, cite: str, most: int) -> None:
    """Checks that a reported number of cards is possible and not the right one for a place; raises NotAuthorized.

    The right number is None where it is known only later.
    """
    if number is None:
        return
    if type(number) is not int or not 0 <= number <= most:
        raise NotAuthorized(f"{number!r} is not a number of cards", cite)
    if number == right:
        raise NotAuthorized(f"{number} cards are the right number for {to}", cite)


def device_finds_wrong_number(t: Round, p: Preparation, cite: str, incident: Incident) -> None:
    """The device has counted the shuffled deck, and the count is wrong (section .5(b)). The deck is removed, and a fresh one
    comes."""
    size, number = len(t.table.game.deck(t.house)), incident.detail.get("cards")
    if not counts_the_cards(t):
        raise NotAuthorized("no shuffling device that counts the cards is in use at this table", cite)
    if t.stage or t.hands:
        raise NotAuthorized("the device counts the cards after the shuffle, before any is dealt", cite)
    check_number("the deck", number, size, cite, 2 * size)  # at most another deck was mixed in
    found = "a wrong number of cards" if number is None else many(number, "card")
    t.say(cite, f"the device finds {found}, where there should be {size}", SHOE)
    replace_deck(t, p, cite)


def card_face_up(t: Round, cite: str, incident: Incident, *, until_settled: bool = False) -> bool:
    """Moves a card found face up to the discard rack; True when it is not the first, which voids the round.

    This applies while cards are being dealt. A card found later, in the stub or in the discard rack, changes nothing, unless
    the chapter does not limit the rule to the deal (`until_settled`): then it counts until the first wager is settled.
    """
    found = undealt(t, cite, incident) or [None]
    if not len(t.stack):
        if until_settled:
            return found_after_deal(t, cite, found)
        t.say(cite, "a card is found face up after the deal, which changes nothing", SHOE)
        return False
    for card in found:
        t.face_up += 1
        t.burn(cite, card=card, face=UP, note="found face up: it may not be used in this round")
    return t.face_up > 1


def found_after_deal(t: Round, cite: str, found: list[Card | None]) -> bool:
    """Counts cards found face up among those not dealt; True when the round has more than one. A card already found during the
    deal lies in the discard rack and is refused."""
    before = {card for step in t.steps if step.cite == cite for card in step.cards}
    for card in found:
        if card is not None and card in before:
            raise NotAuthorized(f"the {name(card)} was found face up before", cite)
    t.face_up += len(found)
    t.say(cite, f"{many(len(found), 'card')} found face up after the deal: not used in this round", SHOE)
    return t.face_up > 1


def undealt(t: Round, cite: str, incident: Incident) -> list[Card | None]:
    """The cards that an incident names, which must still be in the stack (or in the discard rack, once the stub is there)."""
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
    """One card, or several equal ones, in words."""
    return f"the {name(card)}" if number == 1 else f"{number} times the {name(card)}"


def player_leaves(t: Round, cite: str, incident: Incident) -> None:
    """A player who leaves during the round abandons the wagers at all their positions; the house may treat them as lost."""
    for seat in positions_of_player(t, cite, seat_in(incident)):
        abandon(t, cite, seat)


def positions_of_player(t: Round, cite: str, seat: int) -> list[int]:
    """The positions in the round that a seat's player still holds; raises NotAuthorized if the seat is not in it."""
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} is not in the round", cite)
    name = t.table.seats[seat].player
    return [n for n in t.seats if n == seat or (t.table.seats[n].player == name and n not in t.left)]


def abandon(t: Round, cite: str, seat: int) -> None:
    """Collects the wagers of an abandoned position, or returns them where the house does so. Wagers forfeited by folding are
    not returned, whatever the house does with abandoned wagers."""
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
    """A player who talks about their hand too early forfeits all wagers of the round and takes no further part."""
    seat = seat_in(incident)
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} is not in the round", cite)
    if t.stage == "revealed":
        t.say(cite, "talks after everything is revealed: no violation", SEATS[seat])
        return
    t.say(cite, "has communicated about the hand and forfeits all wagers", SEATS[seat])
    t.left.add(seat)
    lose_every_wager(t, cite, seat, "forfeited")
    t.discard(cite, SEATS[seat])


def lose_every_wager(t: Round, cite: str, seat: int, note: str) -> None:
    """Collects all wagers of a player for their conduct, not for their hand: a void round does not return them."""
    t.progressive.pop(seat, None)
    for lost in [key for key in t.collected if key[0] == seat]:
        del t.collected[lost]
    for wager in list(t.wagers.get(seat, ())):
        t.collect(cite, seat, wager, note=note)


def seat_in(incident: Incident) -> int:
    """The seat that an incident concerns."""
    named = incident.detail.get("seat", incident.detail.get("to", incident.detail.get("hand")))
    if named is None:
        raise NotAuthorized(f"{incident.kind!r} must name its seat")
    number = str(named).removeprefix("seat").strip(" _")
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        raise NotAuthorized(f"{named!r} is not a seat")
    return int(number)


def community_card_exposed(t: Round, cite: str, incident: Incident) -> None:
    """Voids all hands, after the deal, for a community card seen before its turn; after its turn nothing happens."""
    named = cards_named(incident)
    if t.stage in DEALING:
        t.deferred.append(incident)
        return
    check_held(t, cite, COMMUNITY, named)
    turned = {c for s in t.steps if s.act == "reveal" and s.who == COMMUNITY for c in s.cards}
    hidden = [c for c in t.hands.get(COMMUNITY, ()) if c not in turned]
    if not hidden or (named and turned.issuperset(named)):
        t.say(cite, "the community card has been turned up already: play goes on", COMMUNITY)
        return
    t.reveal(cite, COMMUNITY, [c for c in hidden if c in named] or hidden[:1], "exposed by accident")
    raise Void(cite, "a community card was exposed too early: all hands are void and the cards reshuffled")


def expose(t: Round, cite: str, place: str, incident: Incident) -> bool:
    """Shows cards that came face up by accident; returns False during the deal, when the incident waits for its end."""
    named = cards_named(incident)
    if t.stage in DEALING:
        t.deferred.append(incident)
        return False
    check_held(t, cite, place, named)
    t.reveal(cite, place, named or t.hands.get(place, [])[:1], "exposed by accident")
    return True


def check_held(t: Round, cite: str, place: str, named: list[Card]) -> None:
    """Checks that a place holds the cards that an incident names; raises NotAuthorized."""
    for card, number in (Counter(named) - Counter(t.hands.get(place, ()))).items():
        raise NotAuthorized(f"{place} does not hold {cards_text(number, card)}", cite)
