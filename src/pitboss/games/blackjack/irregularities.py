"""What goes wrong at a Blackjack table, and its remedy (§ 633a.14)."""

from pitboss import cards
from pitboss.errors import NotAuthorized
from pitboss.games.blackjack.play import IN_ERROR, play_of
from pitboss.games.blackjack.points import ten_or_ace
from pitboss.games.blackjack.table import PREPARATION
from pitboss.table.irregularities import seat_in, undealt
from pitboss.table.multideck import cut
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, DOWN, SHOE, UP, Incident, Procedure, Step, Void

INCIDENTS = {
    "card face up": "633a.14(a)",
    "card drawn in error": "633a.14(b)",
    "dealer draws in error": "633a.14(d)",
    "dealer misses own card": "633a.14(e)",
    "no cards dealt": "633a.14(g)",
    "one card dealt": "633a.14(g)",
    "wrong side of the double shoe": "633a.14(h)",
    "requested card not dealt": "633a.14(i)",
    "hole card in reader": "633a.14(j)",
    "device out of order": "633a.14(k)",
    "shuffler jam": "633a.14(l)",
    "cut performed improperly": "633a.5(e)",
    "floorperson orders a reshuffle": "633a.5(f)",
    "new dealer": "633a.7(c)",
}


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 633a.14."""
    play, detail = play_of(t), incident.detail
    match incident.kind:
        case "card face up":
            face_up(t, incident)
        case "card drawn in error":
            draw_in_error(t, detail.get("card"), bool(detail.get("exposed")))
        case "dealer draws in error":
            play.draws_in_error = True
        case "dealer misses own card":
            before_the_deal(t, incident)
            play.misses = 2 if str(detail.get("card", 2)) in ("2", "second", "hole") else 1
            t.say("633a.14(e)", "misses his own card and takes it after the players have theirs")
        case "no cards dealt":
            before_the_deal(t, incident)
            seat = seat_of(t, incident)
            if t.hands.get(SEATS[seat]):
                raise NotAuthorized(f"seat {seat} has the determinant card already", "633a.14(g)")
            play.no_cards.add(seat)
        case "one card dealt":
            before_the_deal(t, incident)
            seat = seat_of(t, incident)
            play.one_card[seat] = chosen(detail.get("choice", "card"), "633a.14(g)")
        case "wrong side of the double shoe":
            if not t.house["double_shoe"]:
                raise NotAuthorized("no double shoe is in use at this table", "633a.14(h)")
            t.say("633a.14(h)", "the round is treated as if drawn from the correct side", SHOE)
        case "requested card not dealt":
            seat = seat_of(t, incident)
            if seat in play.served or t.stage == "decided":
                raise NotAuthorized(f"seat {seat} has got every card it asked for", "633a.14(i)")
            play.not_dealt[seat] = chosen(detail["choice"], "633a.14(i)") if "choice" in detail else ""
        case "hole card in reader":
            if t.stage == "":
                t.deferred.append(incident)
            elif ten_or_ace(t.hands[DEALER][0]):
                t.say("633a.7(h)", "the hole card belongs into the reader under this up card")
            elif detail.get("value_can_be_seen"):
                t.say("633a.14(j)", "notifies a floorperson")
                raise Void("633a.14(j)(1)", "the reader can show a player the hole card: all hands are dead")
            else:
                t.say("633a.14(j)", "notifies a floorperson")
                t.say("633a.14(j)(2)", "no player can see the hole card in this reader: play goes on")
        case "device out of order":
            if "reader" in str(detail.get("device", "")):
                t.say("633a.14(k)", "no further dealing until the card reader device is repaired or replaced")
            else:
                t.table.out_of_order.add("shuffler")
                t.say("633a.14(m)", "the device is covered or signed out of order before another way of shuffling is used")
        case "shuffler jam":
            if t.house["shuffler"] == "manual":
                raise NotAuthorized("no automated card shuffling device is in use at this table", "633a.14(l)")
            t.say("633a.14(l)", "the cards in the device are reshuffled", SHOE)
        case "cut performed improperly":
            before_the_deal(t, incident)
            if not t.memory.get("cut"):
                raise NotAuthorized("cards are recut only after a cut and before any card has been dealt", "633a.5(e)")
            t.say("633a.5(e)", "the floorperson requires a recut")
            yield from cut(t, PREPARATION)
        case "floorperson orders a reshuffle":
            t.table.memory["reshuffle"].update(t.table.stacks)
            t.say("633a.5(f)", "the cards are reshuffled after this round")
        case "new dealer":
            before_the_deal(t, incident)
            t.burn("633a.7(c)", note="a new dealer burns one card")


def chosen(choice: object, cite: str) -> str:
    """The player's option: the card, or a dead hand."""
    words = str(choice).lower()
    if words in ("card", "take", "accept", "yes", "true"):
        return "card"
    if words in ("dead", "decline", "refuse", "void", "no", "false"):
        return "dead"
    raise NotAuthorized(f'the player may choose "card" or "dead", not {choice!r}', cite)


def before_the_deal(t: Round, incident: Incident) -> None:
    """Some things can only go wrong before the first card is dealt."""
    if t.stage:
        raise NotAuthorized(f"{incident.kind!r} can only happen at the deal", INCIDENTS[incident.kind])


def seat_of(t: Round, incident: Incident) -> int:
    """The seat an incident is about, which must be in the round."""
    seat = seat_in(incident)
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} has no wager in this round", INCIDENTS[incident.kind])
    return seat


def face_up(t: Round, incident: Incident) -> None:
    """§ 633a.14(a): not used in this round; to the discard rack, or to the segregated area of a double shoe."""
    note = "found face up: may not be used in this round"
    for card in undealt(t, "633a.14(a)", incident) or [None]:
        if not len(t.stack):
            t.say("633a.14(a)", note, SHOE)
        elif not t.side:
            t.burn("633a.14(a)", card=card, face=UP, note=note)
        else:
            if card is None:
                card = t.stack.draw()
            else:
                t.stack.take(card)
            t.table.segregated[t.side].append(card)
            t.steps.append(Step("633a.14(a)", "draw", f"segregated area, {t.side}", (card,), UP, note=note))


def draw_in_error(t: Round, named: object, exposed: bool) -> None:
    """§ 633a.14(b), (c): the card is out of the shoe and will be used as the next one."""
    cite = "633a.14(c)" if exposed and t.stage else "633a.14(b)"
    if t.hands.get(IN_ERROR):
        raise NotAuthorized("a card drawn in error is lying on the table already", cite)
    card = cards.parse(str(named))[0] if named else None
    if card is None and not len(t.stack):
        raise NotAuthorized("the shoe is empty", cite)
    if card is None:
        card = t.stack.draw(IN_ERROR)
    elif not t.stack.take(card):
        t.say(cite, "a card drawn in error is used as the next card", SHOE)
        return
    play_of(t).exposed = exposed and bool(t.stage)
    t.hands[IN_ERROR] = [card]
    face = UP if exposed else DOWN
    t.steps.append(Step(cite, "draw", IN_ERROR, (card,), face, note="drawn in error: it is used as the next card"))
