"""Irregularities at a table of 21, and their remedies (§ 633a.14, § 635a.13)."""

from pitboss import cards
from pitboss.errors import NotAuthorized
from pitboss.games.twenty_one.completion import draw_on_17
from pitboss.games.twenty_one.devices import fail, restore, shuffler_jam
from pitboss.games.twenty_one.points import ten_or_ace, total
from pitboss.games.twenty_one.rules import Rules, play_of
from pitboss.table.devices import READER
from pitboss.table.procedures.failures import BROKEN, REPAIRED
from pitboss.table.procedures.irregularities import DEALING, cards_named, seat_in, undealt
from pitboss.table.procedures.multideck import burn_next, cut, memory_of, refill
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, DOWN, IN_ERROR, SHOE, STUB, UP, Incident, Procedure, Step, Void, segregated_area

MOST_TENS = 1  # § 635a.13(b): more than one 10 found voids the round


# The details that each kind of incident may have.
DETAILS = {
    "card face up": ("card", "cards"),
    "card drawn in error": ("card", "exposed"),
    "dealer draws in error": (),
    "dealer misses own card": ("card",),
    "no cards dealt": ("seat", "to", "hand"),
    "one card dealt": ("seat", "to", "hand", "choice"),
    "wrong side of the double shoe": (),
    "10 in the shoe": ("card", "cards"),
    "insufficient cards": (),
    "requested card not dealt": ("seat", "to", "hand", "choice"),
    "hole card in reader": ("value_can_be_seen",),
    BROKEN: ("device",),
    REPAIRED: ("device",),
    "shuffler jam": (),
    "cut performed improperly": (),
    "floorperson orders a reshuffle": (),
    "new dealer": (),
}
OWN_CARDS = {"1": 1, "first": 1, "2": 2, "second": 2, "hole": 2}


def incidents(rules: Rules) -> dict[str, str]:
    """The kinds of incidents that a chapter has, each with its paragraph."""
    known = {
        "card face up": rules.face_up,
        "card drawn in error": rules.error_unseen,
        "dealer draws in error": rules.draws_on_17,
        "dealer misses own card": rules.misses_card,
        "no cards dealt": rules.no_cards,
        "one card dealt": rules.no_cards,
        "wrong side of the double shoe": rules.wrong_side,
        "10 in the shoe": rules.ten_found,
        "insufficient cards": rules.too_few,
        "requested card not dealt": rules.not_dealt,
        "hole card in reader": rules.reader_misused,
        BROKEN: rules.out_of_order,
        REPAIRED: rules.reader_fails,
        "shuffler jam": rules.shuffler_jam,
        "cut performed improperly": rules.recut,
        "floorperson orders a reshuffle": rules.reshuffle,
        "new dealer": rules.new_dealer,
    }
    return {kind: cite for kind, cite in known.items() if cite}


def irregularity(t: Round, incident: Incident) -> Procedure:
    """Apply the chapter's remedy for an incident."""
    play, detail = play_of(t), incident.detail
    rules = play.rules
    match incident.kind:
        case "card face up":
            face_up(t, incident)
        case "card drawn in error":
            draw_in_error(t, incident)
        case "dealer draws in error":
            yield from dealer_draws_in_error(t)
        case "dealer misses own card":
            before_the_deal(t, incident)
            play.misses = own_card(t, incident)
            t.say(rules.misses_card, "misses his own card and takes it after the players have theirs")
        case "no cards dealt":
            before_the_deal(t, incident)
            seat = seat_in_round(t, incident)
            if t.hands.get(SEATS[seat]):
                raise NotAuthorized(f"seat {seat} has the determinant card already", rules.no_cards)
            told_once(t, seat)
            play.no_cards.add(seat)
        case "one card dealt":
            before_the_deal(t, incident)
            seat = seat_in_round(t, incident)
            told_once(t, seat)
            play.one_card[seat] = chosen(detail["choice"], rules.no_cards) if "choice" in detail else ""
        case "wrong side of the double shoe":
            if not t.house["double_shoe"]:
                raise NotAuthorized("no double shoe is in use at this table", rules.wrong_side)
            t.say(rules.wrong_side, "the round is treated as if drawn from the correct side", SHOE)
        case "10 in the shoe":
            ten_found(t, incident)
        case "insufficient cards":
            if t.stage == "revealed":
                raise NotAuthorized("all cards of the round have been dealt", rules.too_few)
            rest = t.stack.empty()
            t.rack.extend(rest)
            t.steps.append(Step(rules.too_few, "discard", STUB, tuple(rest), DOWN, note="the shoe does not hold enough"))
            yield from refill(t, play.shoe)
        case "requested card not dealt":
            seat = seat_in_round(t, incident)
            if seat in play.served or seat in play.no_cards or t.stage in ("decided", "revealed"):
                raise NotAuthorized(f"seat {seat} has received every card it asked for", rules.not_dealt)
            play.not_dealt[seat] = chosen(detail["choice"], rules.not_dealt) if "choice" in detail else ""
        case "hole card in reader":
            if READER in t.table.out_of_order:
                raise NotAuthorized("the card reader device is out of order", rules.reader_misused)
            if t.stage == "revealed":
                raise NotAuthorized("the hole card has been revealed already", rules.reader_misused)
            if t.stage in DEALING:
                t.deferred.append(incident)
            else:
                reader_misused(t, bool(detail.get("value_can_be_seen")))
        case "device out of order":
            fail(t, rules, detail)
        case "device repaired or replaced":
            restore(t, rules, detail)
        case "shuffler jam":
            yield from shuffler_jam(t, rules)
        case "cut performed improperly":
            before_the_deal(t, incident)
            if not t.cut_made:
                raise NotAuthorized("cards are recut only after a cut and before any card has been dealt", rules.recut)
            t.say(rules.recut, "the floorperson requires a recut")
            yield from cut(t, play.shoe, again=True)
        case "floorperson orders a reshuffle":
            memory_of(t.table).reshuffle.update(t.table.stacks)
            t.say(rules.reshuffle, "the cards are reshuffled after this round")
        case "new dealer":
            before_the_deal(t, incident)
            if t.side:
                t.say(rules.determinant_serves, "a new dealer burns no card: the determinant card takes its place")
            else:
                yield from burn_next(t, play.shoe, rules.new_dealer, "a new dealer burns one card")


def reader_misused(t: Round, shows: bool) -> None:
    """The hole card was put into the reader by mistake; hands are dead if a player could see it. If the up card is an ace or a
    ten-value card, the dealer must put it there (§ 633a.7(h), § 635a.7(g)), which is no error."""
    rules = play_of(t).rules
    if ten_or_ace(t.hands[DEALER][0]):
        t.say(rules.reader, "with this up card the hole card goes into the reader")
        return
    t.say(rules.reader_misused, "notifies a floorperson")
    if shows:
        raise Void(rules.reader_shows, "a player can see the hole card in this reader: all hands are dead")
    t.say(rules.reader_hides, "no player can see the hole card in this reader: play goes on")


def ten_found(t: Round, incident: Incident) -> None:
    """§ 635a.13(b): a 10 that was left in the decks is torn in half and boxed. A second one voids the round, and the decks are
    removed from play."""
    cite = play_of(t).rules.ten_found
    named = cards_named(incident)
    for card in named:
        if cards.rank(card) != cards.TEN:
            raise NotAuthorized(f"the {cards.name(card)} is not a 10 and belongs in the decks", cite)
    for found in [f"the {cards.name(card)}" for card in named] or ["a 10"]:
        play_of(t).tens += 1
        t.say(cite, f"{found} is found in the shoe: a floorperson tears it in half and puts it into the decks' box", SHOE)
    if play_of(t).tens > MOST_TENS and t.stage != "revealed":  # only while cards are dealt
        memory_of(t.table).decks_removed = True
        raise Void(cite, "more than one 10 was in the shoe: the round is void and the decks are removed from play")


def chosen(choice: object, cite: str) -> str:
    """The player's choice between the card and a dead hand."""
    words = str(choice).lower()
    if words in ("card", "deal", "take", "accept", "yes", "true"):
        return "card"
    if words in ("dead", "decline", "refuse", "void", "no", "false"):
        return "dead"
    raise NotAuthorized(f'the player may choose "card" or "dead", not {choice!r}', cite)


def before_the_deal(t: Round, incident: Incident) -> None:
    """Refuse an incident that can only happen before the first card is dealt."""
    if t.stage:
        raise NotAuthorized(f"{incident.kind!r} can only happen at the deal", t.table.game.incidents[incident.kind])


def seat_in_round(t: Round, incident: Incident) -> int:
    """The seat that an incident is about, which must be in the round."""
    seat = seat_in(incident)
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} has no wager in this round", t.table.game.incidents[incident.kind])
    return seat


def face_up(t: Round, incident: Incident) -> None:
    """A card found face up is not used in this round: it goes to the discard rack, or to the segregated area of a double shoe
    (§ 633a.14(a)). In Spanish 21 more than one voids the round (§ 635a.13(a))."""
    rules = play_of(t).rules
    note = "found face up: it may not be used in this round"
    for card in undealt(t, rules.face_up, incident) or [None]:
        t.face_up += 1
        if not len(t.stack):
            t.say(rules.face_up, note, SHOE)
        elif not t.side:
            t.burn(rules.face_up, card=card, face=UP, note=note)
        else:
            if card is None:
                card = t.stack.draw()
            else:
                t.stack.take(card)
            t.table.segregated[t.side].append(card)
            t.steps.append(Step(rules.face_up, "draw", segregated_area(t.side), (card,), UP, note=note))
    if rules.one_face_up_only and t.face_up > 1 and t.stage != "revealed":  # only while cards are dealt
        memory_of(t.table).reshuffle.update(t.table.stacks)
        raise Void(rules.face_up, "more than one card was face up in the shoe: the round is void and the cards reshuffled")


def own_card(t: Round, incident: Incident) -> int:
    """The card that the dealer is missing: its number, 1 or 2."""
    named = str(incident.detail.get("card", 2))
    if named in OWN_CARDS:
        return OWN_CARDS[named]
    if named.isdigit() or len(undealt(t, play_of(t).rules.misses_card, incident)) != 1:
        raise NotAuthorized(f"the dealer misses his first or his second card, not {named!r}", play_of(t).rules.misses_card)
    return 2


def told_once(t: Round, seat: int) -> None:
    """Refuse contradicting reports about one seat: that it got no card, and that it was not dealt a card."""
    play = play_of(t)
    if seat in play.no_cards or seat in play.one_card:
        raise NotAuthorized(f"what seat {seat} was dealt has been stated already", play.rules.no_cards)


def dealer_draws_in_error(t: Round) -> Procedure:
    """The dealer draws a card when required to stand: at once, or when the dealer comes to stand."""
    play = play_of(t)
    if t.stage != "revealed":
        play.draws_in_error = True
        return
    points = total(t.hands[DEALER])[0]
    if points < play.rules.stands_on:
        raise NotAuthorized(f"the dealer has {points}, on which he need not stand", play.rules.draws_on_17)
    yield from draw_on_17(t)


def draw_in_error(t: Round, incident: Incident) -> None:
    """A card drawn in error is out of the shoe, and is used as the next card."""
    rules, exposed = play_of(t).rules, bool(incident.detail.get("exposed"))
    named = undealt(t, rules.error_unseen, incident)
    seen = exposed and t.stage not in DEALING
    cite = rules.error_exposed if seen else rules.error_unseen
    if t.hands.get(IN_ERROR):
        raise NotAuthorized("a card drawn in error is lying on the table already", cite)
    if len(named) > 1:
        raise NotAuthorized("one card is drawn in error, not several", cite)
    if not len(t.stack):
        raise NotAuthorized("the shoe is empty", cite)
    if t.stage == "revealed":
        raise NotAuthorized("all cards of the round have been dealt", cite)
    card = named[0] if named else None
    if card is None:
        card = t.stack.draw(IN_ERROR)
    else:
        t.stack.take(card)
    play_of(t).exposed = seen
    t.hands[IN_ERROR] = [card]
    face = UP if exposed else DOWN
    t.steps.append(Step(cite, "draw", IN_ERROR, (card,), face, note="drawn in error: it is used as the next card"))
