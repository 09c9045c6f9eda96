"""What goes wrong at a Poker table, and its remedy (§§ 553.16, 553.17, § 637a.18)."""

from collections.abc import Callable

from pitboss.cards import Card
from pitboss.errors import NotAuthorized
from pitboss.games.nonbanked.betting import POT, fold
from pitboss.games.nonbanked.between import step_away
from pitboss.games.nonbanked.rake import give_back_rake
from pitboss.games.nonbanked.rules import Conduct, Play, play_of
from pitboss.games.nonbanked.variants import DRAW, STUD
from pitboss.table.irregularities import cards_named, seat_in, shuffling_trouble, undealt
from pitboss.table.preparation import Preparation, remove_deck
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import SHOE, UP, Ask, Incident, Procedure, Step, Void

ENOUGH = 2  # so many players with a bet of their own make some mistakes stand
# Words for what comes to the same.
ALIKE = {
    "failure to shuffle and cut": "cards not shuffled and cut",
    "hand discarded": "cards thrown away",
    "hand discarded at the showdown": "cards thrown away",
    "hand conceded": "cards thrown away",
    "up cards turned face down": "cards thrown away",
    "hand misstated": "hand called wrongly",
    "player leaves": "player leaves the table",
}


def incidents(c: Conduct) -> dict[str, str]:
    """The incidents a chapter knows, each with its paragraph."""
    known = {
        "cards not shuffled and cut": c.not_shuffled,
        "wrong starting position": c.wrong_start,
        "card face up": c.face_up,
        "eligible player not dealt in": c.not_dealt_in,
        "cards dealt to an ineligible player": c.ineligible,
        "additional card found": c.wrong_deck,
        "missing card found": c.wrong_deck,
        "stub count wrong": c.wrong_deck,
        "hole card face up": c.stud_hole_card,
        "card off the table": c.off_table,
        "unprotected hand collected": c.unprotected,
        "unprotected hand fouled": c.unprotected,
        "protected hand collected": c.refund,
        "protected hand fouled": c.reconstruct,
        "player leaves the table": c.walks_away,
        "cards thrown away": c.thrown_away,
        "hand called wrongly": c.cards_speak,
        "verbal statement": c.binding,
        "statement out of turn": c.binding,
        "announced amount differs": c.announced,
        "single larger chip": c.larger_chip,
        "bet increased afterwards": c.string_bet,
        "player communicates": c.communicates,
        "shuffler jam": c.shuffler_jam,
        "device out of order": c.out_of_order,
        "cut performed improperly": c.recut,
        "dispute": c.dispute,
        "cards out of view": c.in_view,
        "player touches the pot": c.pot_untouched,
        "player steps away": c.steps_away,
    }
    return known | {word: known[same] for word, same in ALIKE.items()}


def irregularity(c: Conduct, preparation: Preparation) -> Callable[[Round, Incident], Procedure]:
    """The remedies of a chapter."""

    def remedy(t: Round, incident: Incident) -> Procedure:
        yield from ()
        if shuffling_trouble(t, incident, preparation, c.shuffler_jam, c.out_of_order, c.recut):
            return
        play = play_of(t)
        kind = ALIKE.get(incident.kind, incident.kind)
        match kind:
            case "cards not shuffled and cut":
                raise Void(c.not_shuffled, "a misdeal: the cards were not shuffled and cut")
            case "wrong starting position":
                misdeal(t, c.wrong_start, "the deal began at the wrong position")
            case "eligible player not dealt in":
                if seat_in(incident) in play.players:
                    raise NotAuthorized(f"seat {seat_in(incident)} has been dealt in", c.not_dealt_in)
                misdeal(t, c.not_dealt_in, f"seat {seat_in(incident)} was passed over")
            case "card face up":
                card_face_up(t, c, incident)
            case "cards dealt to an ineligible player":
                if seat_in(incident) in play.players:
                    raise NotAuthorized(f"seat {seat_in(incident)} is entitled to cards", c.ineligible)
                t.say(c.ineligible, f"the cards dealt to seat {seat_in(incident)} are discarded; play goes on")
            case "additional card found" | "missing card found" | "stub count wrong":
                counted = incident.detail.get("stub")
                if counted is not None and (type(counted) is not int or counted == len(t.stack)):
                    raise NotAuthorized(f"the stub has {len(t.stack)} cards: {counted!r} is no wrong count", c.wrong_deck)
                remove_deck(t, c.wrong_deck)
                raise Void(c.wrong_deck, "the deck is not whole: the round is void and the deck is replaced")
            case "card off the table":
                for card in undealt(t, c.off_table, incident):
                    put_aside(t, c.off_table, card, "fell off the table: examined, and not used in this round")
            case "hole card face up":
                hole_card_up(t, c, incident)
            case "unprotected hand collected" | "unprotected hand fouled":
                unprotected(t, c, incident, fouled=kind.endswith("fouled"))
            case "protected hand collected" | "protected hand fouled":
                protected(t, c, incident)
            case "player leaves the table":
                if incident.detail.get("protected"):
                    t.say(c.walks_away, "walks away from a protected hand: it stays in play", SEATS[seat_in(incident)])
                else:
                    drop(t, c.walks_away, seat_in(incident), "walked away from an unprotected hand")
            case "cards thrown away":
                thrown_away(t, c, incident)
            case "verbal statement" | "announced amount differs" | "single larger chip" | "bet increased afterwards":
                seat, words = seat_in(incident), binding(incident)
                t.say(incidents(c)[kind], NOTES[kind], SHOE)
                if isinstance(t.table.request, Ask) and t.table.request.seat == seat:  # out of turn nothing binds
                    play.bound[seat] = words
            case "player steps away":
                step_away(t, play.rules.between, seat_in(incident))
            case "dispute":
                ruling = incident.detail.get("ruling", "the Poker shift supervisor rules, and that is final")
                t.say(c.dispute, str(ruling), "Poker shift supervisor")
            case _:
                t.say(incidents(c)[kind], NOTES[kind], SHOE)

    return remedy


NOTES = {
    "hand called wrongly": "the cards speak, whatever the player says of them",
    "verbal statement": "what a player in turn says aloud binds him, whatever he does",
    "statement out of turn": "what is said out of turn does not bind",
    "announced amount differs": "the bet is corrected to the amount announced",
    "single larger chip": "one larger chip without a spoken raise is a call",
    "bet increased afterwards": "a bet once made is not increased",
    "player communicates": "the player may be required to leave the game; the round goes on",
    "cards out of view": "the dealer has the cards kept in full view",
    "player touches the pot": "the dealer keeps every hand off the chips in the pot",
}


def binding(incident: Incident) -> str:
    """What a player's words or chips have already decided: a word, with an amount where one was announced."""
    if incident.kind == "single larger chip":
        return "call"
    if incident.kind == "announced amount differs":
        return f"raise {int(incident.detail['announced'])}"
    return str(incident.detail.get("says", "")).lower()


def misdeal(t: Round, cite: str, why: str) -> None:
    """Before two players have bet of their own will the cards go back (§ 553.16(e), § 637a.18(g)); then the deal stands."""
    if len(play_of(t).voluntary) < ENOUGH:
        raise Void(cite, f"a misdeal: {why}")
    t.say(cite, f"{why}, but two players have bet: the deal stands")


def card_face_up(t: Round, c: Conduct, incident: Incident) -> None:
    """One card found face up in the deck is not used; more than one make a misdeal."""
    for card in undealt(t, c.face_up, incident) or [None]:
        t.face_up += 1
        put_aside(t, c.face_up, card, "found face up: not used in this round")
    if t.face_up > 1:
        raise Void(c.two_face_up, "a misdeal: more than one card was face up in the deck")


def put_aside(t: Round, cite: str, card: Card | None, note: str) -> None:
    """A card out of the deck joins the discards."""
    if card is None and len(t.stack):
        card = t.stack.draw("discards")
    elif card is None or not t.stack.take(card):
        t.say(cite, note, SHOE)
        return
    t.hands.setdefault("discards", []).append(card)
    t.steps.append(Step(cite, "draw", "discards", (card,), UP, note=note))


def hole_card_up(t: Round, c: Conduct, incident: Incident) -> None:
    """A hole card turned up by accident: exchanged in Hold'em and Omaha; in Stud another card comes down instead, two void the
    hand, and the last one leaves the player a choice."""
    play, seat = play_of(t), seat_in(incident)
    if seat not in play.players or play.variant.family == DRAW:
        raise NotAuthorized(f"no remedy is printed for a card of seat {seat} turned up here", c.stud_hole_card)
    named = cards_named(incident)
    if play.variant.blinds:
        for card in undealt(t, c.exchange, incident):
            put_aside(t, c.exchange, card, f"turned up in the deal to seat {seat}: exchanged for the top card")
    elif t.stage == "":
        play.turned_up.setdefault(seat, []).extend(named)
    elif play.variant.family == STUD and len(t.hands.get(SEATS[seat], ())) >= 7:
        t.reveal(
            c.stud_hole_card, SEATS[seat], [card for card in named if card in t.hands[SEATS[seat]]], "turned up in the deal"
        )
        if incident.detail.get("choice") == "end":
            t.say(c.ends, "bets no more and contends for the pot as it is", SEATS[seat])
            play.all_in.add(seat)
            t.left.add(seat)  # who is asked nothing more
            betting = [s for s in play.contenders if s not in play.all_in]
            if len(betting) == 1 and not any(play.bets.values()):
                t.left.add(betting[0])  # he has nobody to bet against
        else:
            t.say(c.continues, "contends for the whole pot", SEATS[seat])
    else:
        raise NotAuthorized(f"no hole card is being dealt to seat {seat}", c.stud_hole_card)


def unprotected(t: Round, c: Conduct, incident: Incident, fouled: bool) -> None:
    """A hand that was not protected is lost without redress; hole cards in Stud count as protected against fouling."""
    seat = has_a_hand(t, c.unprotected, seat_in(incident))
    if fouled and not play_of(t).variant.blinds:
        t.say(c.stud_protected, "hole cards in Stud count as protected", SEATS[seat])
        give_back(t, c.refund, seat)
    drop(t, c.unprotected, seat, "the unprotected hand is dead")


def protected(t: Round, c: Conduct, incident: Incident) -> None:
    """A protected hand that was collected or fouled is reconstructed, or its player gets back what he put in, unless he
    contributed to the error."""
    seat = has_a_hand(t, c.refund, seat_in(incident))
    if incident.detail.get("reconstructed"):
        t.say(c.reconstruct, "the hand is put together again and play goes on", SEATS[seat])
        return
    if not incident.detail.get("contributed"):
        give_back(t, c.refund, seat)
    drop(t, c.refund, seat, "the hand cannot be played")


def give_back(t: Round, cite: str, seat: int) -> None:
    """A player gets back from the pot all that he put in."""
    play = play_of(t)
    give_back_rake(t)
    cents = play.put.pop(seat, 0) + play.dead.pop(seat, 0)
    play.bets.pop(seat, None)
    if cents:
        t.staked[seat] -= cents
        t.steps.append(Step(cite, "refund", SEATS[seat], wager=POT, cents=cents, note="what he had put into the pot"))


def thrown_away(t: Round, c: Conduct, incident: Incident) -> None:
    """Cards thrown away are a fold; a Blind Bet, a Forced Bet or a bet already spoken is owed all the same."""
    play, seat = play_of(t), seat_in(incident)
    if t.stage == "":
        play.throws.add(seat)  # he owes what he is obliged to post first
        return
    has_a_hand(t, c.thrown_away, seat)
    said = str(incident.detail.get("said", incident.detail.get("says", "")))
    if said == "call" and play.owed is not None:
        play.owed(seat)
    drop(t, c.still_owed if said else c.thrown_away, seat, "the cards are thrown away")


def has_a_hand(t: Round, cite: str, seat: int) -> int:
    """A seat that is still in the round; raises NotAuthorized if it is not, before anything has changed."""
    if seat not in play_of(t).contenders:
        raise NotAuthorized(f"seat {seat} has no hand in this round", cite)
    return seat


def drop(t: Round, cite: str, seat: int, note: str) -> None:
    """A hand is out of the round."""
    play: Play = play_of(t)
    has_a_hand(t, cite, seat)
    fold(t, cite, seat, note)
    t.left.add(seat)
    if len(play.contenders) < 2:
        t.left.update(play.players)  # nobody is asked anything more


def refund_all(t: Round, cite: str) -> None:
    """A void round: what is in the pot goes back to those who put it there."""
    for seat in sorted({*play_of(t).put, *play_of(t).dead}):
        give_back(t, cite, seat)
