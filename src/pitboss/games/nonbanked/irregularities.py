"""Irregularities at a Poker table, and their remedies (§§ 553.16, 553.17, § 637a.18).

An incident that cannot be true is refused before it has any effect.
"""

from collections.abc import Callable, Mapping

from pitboss.cards import Card, name
from pitboss.errors import NotAuthorized
from pitboss.games.nonbanked.betting import POT, fold, goes_all_in
from pitboss.games.nonbanked.between import step_away
from pitboss.games.nonbanked.hand import deal_by_mistake, discard_mistaken
from pitboss.games.nonbanked.rake import give_back_rake
from pitboss.games.nonbanked.rules import Conduct, Play, memory_of, play_of
from pitboss.games.nonbanked.seating import eligible
from pitboss.games.nonbanked.variants import DRAW, STUD
from pitboss.table.procedures.failures import BROKEN, REPAIRED
from pitboss.table.procedures.irregularities import cards_named, device_finds_wrong_number, seat_in, shuffling_trouble, undealt
from pitboss.table.procedures.preparation import Preparation, remove_deck
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DISCARDS, DOWN, SHOE, UP, Ask, Choice, Incident, Procedure, Step, Void
from pitboss.words import many

ENOUGH = 2  # once so many players have made voluntary bets, some mistakes stand
# Synonyms in reports.
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
    """The kinds of incidents that a chapter has, each with its paragraph."""
    known = {
        "cards not shuffled and cut": c.not_shuffled,
        "wrong starting position": c.wrong_start,
        "card face up": c.face_up,
        "eligible player not dealt in": c.not_dealt_in,
        "cards dealt to an ineligible player": c.ineligible,
        "additional card found": c.wrong_deck,
        "missing card found": c.wrong_deck,
        "stub count wrong": c.wrong_deck,
        "shuffler count wrong": c.wrong_count,
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
        BROKEN: c.out_of_order,
        REPAIRED: c.out_of_order,
        "cut performed improperly": c.recut,
        "dispute": c.dispute,
        "cards out of view": c.in_view,
        "player touches the pot": c.pot_untouched,
        "player steps away": c.steps_away,
    }
    return known | {word: known[same] for word, same in ALIKE.items()}


# The keys that the detail of an incident may have.
DETAILS: Mapping[str, tuple[str, ...]] = {
    "cards not shuffled and cut": (),
    "wrong starting position": (),
    "card face up": ("card", "cards"),
    "eligible player not dealt in": ("seat",),
    "cards dealt to an ineligible player": ("seat", "cards"),
    "additional card found": ("card", "stub"),
    "missing card found": ("card", "stub"),
    "stub count wrong": ("stub", "misdealt"),
    "shuffler count wrong": ("cards",),
    "hole card face up": ("seat", "card", "cards", "choice"),
    "card off the table": ("card", "cards"),
    "unprotected hand collected": ("seat",),
    "unprotected hand fouled": ("seat", "reconstructed", "contributed"),
    "protected hand collected": ("seat", "reconstructed", "contributed"),
    "protected hand fouled": ("seat", "reconstructed", "contributed"),
    "player leaves the table": ("seat", "protected"),
    "cards thrown away": ("seat", "said", "says"),
    "hand called wrongly": ("seat", "says"),
    "verbal statement": ("seat", "says", "does"),
    "statement out of turn": ("seat", "says"),
    "announced amount differs": ("seat", "announced", "placed"),
    "single larger chip": ("seat", "chip"),
    "bet increased afterwards": ("seat", "says", "by"),
    "player communicates": ("seat",),
    "shuffler jam": (),
    BROKEN: ("device",),
    REPAIRED: ("device",),
    "cut performed improperly": (),
    "dispute": ("seat", "ruling"),
    "cards out of view": ("seat",),
    "player touches the pot": ("seat",),
    "player steps away": ("seat",),
}
DETAILS = {**DETAILS, **{word: DETAILS[same] for word, same in ALIKE.items()}}
# Incidents about a player in the round with cards, and about any seated player.
WITH_A_HAND = (
    *("hand called wrongly", "verbal statement", "statement out of turn", "announced amount differs", "single larger chip"),
    *("bet increased afterwards", "cards out of view", "player leaves the table"),
)
AT_THE_SHOWDOWN = ("hand discarded at the showdown", "hand conceded")
AT_THE_TABLE = ("player communicates", "player touches the pot", "player steps away")


def irregularity(c: Conduct, preparation: Preparation) -> Callable[[Round, Incident], Procedure]:
    """The remedies of a chapter."""

    def remedy(t: Round, incident: Incident) -> Procedure:
        yield from ()
        kind = ALIKE.get(incident.kind, incident.kind)
        check_incident(t, incidents(c)[kind], kind, incident)
        cites = {"jam": c.shuffler_jam, "out_of_order": c.out_of_order, "recut": c.recut}
        if shuffling_trouble(t, incident, preparation, put_out_of_use=c.put_out_of_use, **cites):
            return
        play = play_of(t)
        match kind:
            case "cards not shuffled and cut":
                raise Void(c.not_shuffled, "a misdeal: the cards were not shuffled and cut")
            case "wrong starting position":
                misdeal(t, c.wrong_start, "the deal began at the wrong position")
            case "eligible player not dealt in":
                passed_over(t, c, seat_in(incident))
            case "card face up":
                card_face_up(t, c, incident)
            case "cards dealt to an ineligible player":
                dealt_by_mistake(t, c, incident)
            case "additional card found" | "missing card found" | "stub count wrong":
                deck_not_whole(t, c, kind, incident)
            case "shuffler count wrong":
                device_finds_wrong_number(t, preparation, c.wrong_count, incident)
            case "card off the table":
                if dealing_is_over(t):
                    raise NotAuthorized("no more cards are being dealt in this round", c.off_table)
                for card in undealt(t, c.off_table, incident) or [None]:
                    put_aside(t, c.off_table, card, "fell off the table: examined, and not used in this round")
            case "hole card face up":
                yield from hole_card_up(t, c, incident)
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
                if in_turn(t, seat) and play.owed is not None:  # statements out of turn do not bind
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
    "cards out of view": "the dealer makes sure that the cards stay in full view",
    "player touches the pot": "the dealer keeps every hand off the chips in the pot",
}


def binding(incident: Incident) -> str:
    """The decision that a player's words or chips have already made: a word, with an amount if one was announced."""
    if incident.kind == "single larger chip":
        return "call"
    if incident.kind == "announced amount differs":
        return f"raise {int(incident.detail['announced'])}"
    return str(incident.detail.get("says", "")).lower()


def check_incident(t: Round, cite: str, kind: str, incident: Incident) -> None:
    """Raise NotAuthorized if an incident cannot be true of its seat and its details."""
    detail = incident.detail
    if kind in WITH_A_HAND:
        has_a_hand(t, cite, seat_in(incident))
    if kind in AT_THE_TABLE and seat_in(incident) not in t.table.seats:
        raise NotAuthorized(f"nobody sits at seat {seat_in(incident)}", cite)
    if kind == "statement out of turn" and in_turn(t, seat_in(incident)):
        raise NotAuthorized(f"it is seat {seat_in(incident)}'s turn", cite)
    if incident.kind == "up cards turned face down" and play_of(t).variant.blinds:
        raise NotAuthorized(f"no up cards are dealt in {play_of(t).variant.name}", cite)
    if incident.kind in AT_THE_SHOWDOWN and t.stage != "decided":
        raise NotAuthorized("it has not come to a showdown", cite)
    if kind == "announced amount differs":
        if "announced" not in detail:
            raise NotAuthorized("a bet is corrected to the amount announced, which must be stated ('announced')", cite)
        if detail["announced"] == detail.get("placed"):
            raise NotAuthorized("the amount announced is the amount placed", cite)
    if kind in (BROKEN, REPAIRED):
        device = str(detail.get("device", "shuffler"))
        if not t.table.house["shuffler"] or "shuffl" not in device:
            raise NotAuthorized(f"no {device} is in use at this table", cite)


def in_turn(t: Round, seat: int) -> bool:
    """True if it is a seat's turn to act."""
    return isinstance(t.table.request, Ask) and t.table.request.seat == seat


def dealing_is_over(t: Round) -> bool:
    """True if no further card is dealt in this round."""
    return play_of(t).all_dealt or t.stage == "decided"


def passed_over(t: Round, c: Conduct, seat: int) -> None:
    """A player who is entitled to cards was not dealt in."""
    if seat in play_of(t).players:
        raise NotAuthorized(f"seat {seat} has been dealt in", c.not_dealt_in)
    if seat not in eligible(t.table):
        raise NotAuthorized(f"no eligible player sits at seat {seat}", c.not_dealt_in)
    misdeal(t, c.not_dealt_in, f"seat {seat} was passed over")


def dealt_by_mistake(t: Round, c: Conduct, incident: Incident) -> None:
    """Cards are dealt in turn to a seat that is not in the round, and are discarded. `cards` says how many; by default all of
    the first deal, or one later."""
    play, seat = play_of(t), seat_in(incident)
    t.table.check_seat(seat)
    if seat in play.players or seat in eligible(t.table):
        raise NotAuthorized(f"seat {seat} is entitled to cards", c.ineligible)
    most = len(play.variant.streets[0].cards)
    number = incident.detail.get("cards", 1 if t.stage else most)
    if type(number) is not int or not 1 <= number <= min(most, len(t.stack)) or seat in play.ineligible:
        raise NotAuthorized(f"{number!r} is not a number of cards that seat {seat} can have received", c.ineligible)
    play.ineligible[seat] = number
    if t.stage:
        deal_by_mistake(t, seat, number)
        discard_mistaken(t, seat)


def deck_not_whole(t: Round, c: Conduct, kind: str, incident: Incident) -> None:
    """Missing or additional cards void the round, and the deck is replaced."""
    counted, stub = incident.detail.get("stub"), len(t.stack)
    few, added = kind == "missing card found", kind == "additional card found"
    if counted is not None:
        possible = type(counted) is int and counted >= 0 and counted != stub
        if not possible or (few and counted > stub) or (added and counted < stub):
            raise NotAuthorized(f"the stub has {stub} cards: {counted!r} is not a wrong count of this kind", c.wrong_deck)
    on_table = [*t.hands.get(COMMUNITY, ()), *(card for seat in play_of(t).players for card in t.hands.get(SEATS[seat], ()))]
    for card in cards_named(incident) if few else ():
        if card in on_table:
            raise NotAuthorized(f"the {name(card)} has been dealt and is not missing", c.wrong_deck)
    remove_deck(t, c.wrong_deck)
    raise Void(c.wrong_deck, "the deck is not complete: the round is void and the deck is replaced")


def misdeal(t: Round, cite: str, why: str) -> None:
    """A misdeal: the cards are returned unless two players have made voluntary bets (§ 553.16(e), § 637a.18(g)); then the deal
    stands."""
    if len(play_of(t).voluntary) < ENOUGH:
        raise Void(cite, f"a misdeal: {why}")
    t.say(cite, f"{why}, but two players have bet: the deal stands")


def card_face_up(t: Round, c: Conduct, incident: Incident) -> None:
    """One card found face up in the deck is not used; several make a misdeal. Found in the stub after the last card has been
    dealt, they change nothing."""
    found = undealt(t, c.face_up, incident) or [None]
    if dealing_is_over(t):
        t.say(c.face_up, "found face up after the last card was dealt: it changes nothing", SHOE)
        return
    for card in found:
        t.face_up += 1
        put_aside(t, c.face_up, card, "found face up: not used in this round")
    if t.face_up > 1:
        raise Void(c.two_face_up, "a misdeal: more than one card was face up in the deck")


def put_aside(t: Round, cite: str, card: Card | None, note: str, face: str = UP) -> None:
    """Put a card of the deck with the discards. If it goes face down, the note names it, since all players have seen it."""
    if card is None and len(t.stack):
        card = t.stack.draw(DISCARDS)
    elif card is None or not t.stack.take(card):
        t.say(cite, note, SHOE)
        return
    t.hands.setdefault(DISCARDS, []).append(card)
    t.steps.append(Step(cite, "draw", DISCARDS, (card,), face, note=f"the {name(card)} {note}" if face == DOWN else note))


def hole_card_up(t: Round, c: Conduct, incident: Incident) -> Procedure:
    """A hole card turned up by accident is exchanged at Hold'em and Omaha. In Stud another card is dealt down instead, two such
    cards void the hand, and the last one leaves the player a choice."""
    play, seat = play_of(t), seat_in(incident)
    if seat not in play.contenders or play.variant.family == DRAW:
        raise NotAuthorized(f"the regulation states no remedy for a card of seat {seat} turned up here", c.stud_hole_card)
    if play.variant.blinds and t.stage == "":
        for card in undealt(t, c.exchange, incident) or [None]:
            note = f"was turned up in the deal to seat {seat}: exchanged for the top card and laid face down"
            put_aside(t, c.exchange, card, note, DOWN)
    elif not play.variant.blinds and t.stage == "":
        turn_up(t, c, seat, [card for card in undealt(t, c.stud_hole_card, incident) if card is not None])
    elif play.variant.family == STUD and len(t.hands.get(SEATS[seat], ())) == 7 and not play.bets.get(seat):
        yield from last_card_up(t, c, incident)
    else:
        raise NotAuthorized(
            f"no hole card is being dealt to seat {seat}", c.exchange if play.variant.blinds else c.stud_hole_card
        )


def turn_up(t: Round, c: Conduct, seat: int, named: list[Card]) -> None:
    """Hole cards of Stud are dealt face up: the named ones, or else the next one that the seat gets."""
    play = play_of(t)
    if named:
        play.turned_up.setdefault(seat, []).extend(named)
        return
    most = play.variant.streets[0].cards.count("d")
    if len(play.turned_up.get(seat, ())) + play.turns_up.get(seat, 0) >= most:
        raise NotAuthorized(f"seat {seat} gets no more than {many(most, 'hole card')} in the deal", c.stud_hole_card)
    play.turns_up[seat] = play.turns_up.get(seat, 0) + 1


def last_card_up(t: Round, c: Conduct, incident: Incident) -> Procedure:
    """The third hole card of Seven-card Stud is turned up in the deal: the player is asked whether to stop betting and contend
    for the pot as it is, or to continue. `choice` is the answer, if it is known already."""
    play, seat = play_of(t), seat_in(incident)
    last, options = t.hands[SEATS[seat]][-1], (Choice("end"), Choice("continue"))
    for card in cards_named(incident):
        if card != last:
            raise NotAuthorized(f"the {name(card)} is not the third hole card of seat {seat}", c.stud_hole_card)
    choice = incident.detail.get("choice")
    if choice not in (None, "end", "continue"):
        raise NotAuthorized(f"the choice of seat {seat} is end or continue, not {choice!r}", c.stud_hole_card)
    t.reveal(c.stud_hole_card, SEATS[seat], [last], "turned up in the deal")
    if choice is None:
        choice = (yield from t.ask(seat, options, c.stud_hole_card)).word
    if choice == "continue":
        t.say(c.continues, "contends for the whole pot", SEATS[seat])
    elif choice == "end":
        t.say(c.ends, "bets no more and plays for the pot as it stands", SEATS[seat])
        goes_all_in(t, c.ends, seat)
        t.left.add(seat)  # the player is not asked anything more
        betting = [s for s in play.contenders if s not in play.all_in]
        if len(betting) == 1 and not any(play.bets.values()):
            t.left.add(betting[0])  # the player has no opponent left to bet against


def unprotected(t: Round, c: Conduct, incident: Incident, fouled: bool) -> None:
    """An unprotected hand is lost without redress. Against fouling, the hole cards of Stud count as protected."""
    seat = has_a_hand(t, c.unprotected, seat_in(incident))
    if fouled and not play_of(t).variant.blinds:
        t.say(c.stud_protected, "hole cards in Stud count as protected", SEATS[seat])
        protected(t, c, incident)
    else:
        drop(t, c.unprotected, seat, "the unprotected hand is dead")


def protected(t: Round, c: Conduct, incident: Incident) -> None:
    """A protected hand that was collected or fouled is restored if possible, and stays in play. Otherwise its player gets back
    all contributions to the pot, unless the player contributed to the error (§ 553.16(i)(2), § 553.16(i)(3), § 637a.18(k)(2),
    § 637a.18(k)(3))."""
    seat = has_a_hand(t, c.refund, seat_in(incident))
    if incident.detail.get("reconstructed"):
        t.say(c.reconstruct, "the hand is put together again and play goes on", SEATS[seat])
        return
    if not incident.detail.get("contributed"):
        give_back(t, c.refund, seat)
    drop(t, c.refund, seat, "the hand cannot be played")


def give_back(t: Round, cite: str, seat: int) -> None:
    """Return all of a player's contributions to the pot."""
    play = play_of(t)
    give_back_rake(t)
    cents = play.put.pop(seat, 0) + play.dead.pop(seat, 0)
    play.bets.pop(seat, None)
    if cents:
        t.staked[seat] -= cents
        t.steps.append(Step(cite, "refund", SEATS[seat], wager=POT, cents=cents, note="what he had put into the pot"))


def thrown_away(t: Round, c: Conduct, incident: Incident) -> None:
    """Throwing cards away is a fold. A Blind Bet, a Forced Bet or an announced bet is owed all the same."""
    play, seat = play_of(t), seat_in(incident)
    if seat not in play.contenders:
        raise NotAuthorized(f"seat {seat} has no hand in this round", c.thrown_away)
    if t.stage == "":
        play.throws.add(seat)  # the player still owes obligatory bets
        return
    said = str(incident.detail.get("said", incident.detail.get("says", play.bound.get(seat, "")))).lower()
    if said and play.owed is not None and in_turn(t, seat):
        play.owed(seat, said)
    drop(t, c.thrown_away, seat, "the cards are thrown away")


def has_a_hand(t: Round, cite: str, seat: int) -> int:
    """Raise NotAuthorized, before anything changes, unless a seat is still in the round with its cards."""
    if seat not in play_of(t).contenders or not t.hands.get(SEATS[seat]):
        raise NotAuthorized(f"seat {seat} has no hand in this round", cite)
    return seat


def drop(t: Round, cite: str, seat: int, note: str) -> None:
    """Take a hand out of the round."""
    play: Play = play_of(t)
    has_a_hand(t, cite, seat)
    fold(t, cite, seat, note)
    if len(play.contenders) < 2:
        t.left.update(play.players)  # no player is asked anything more


def refund_all(t: Round, cite: str) -> None:
    """Void the round: all contributions to the pot are returned, and deck and button stay."""
    memory_of(t.table).misdeal = cite
    for seat in sorted({*play_of(t).put, *play_of(t).dead}):
        give_back(t, cite, seat)
