"""Irregularities at a table of Pai Gow Poker, and their remedies (§ 561.14, § 645a.14)."""

from pitboss.cards import parse
from pitboss.errors import NotAuthorized
from pitboss.games.pai_gow.dealing import cut_cards, roll, starting_position
from pitboss.games.pai_gow.rules import WAGER, Play, Rules, play_of
from pitboss.table.incidents import DETAILS as ONE_DECK
from pitboss.table.money.progressive import return_progressive
from pitboss.table.procedures.dealing import method_in_use
from pitboss.table.procedures.failures import BROKEN, REPAIRED, before_first_card
from pitboss.table.procedures.irregularities import (
    Irregularities,
    cards_named,
    check_held,
    check_number,
    expose,
    misdealt_to,
    player_leaves,
    positions_of_player,
    remedy,
    seat_in,
)
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Choice, Incident, Procedure, Void

DETAILS = ONE_DECK | {
    "no roll": ("why",),
    "wrong starting position": (),
    "player card exposed": ("seat", "card", "cards", "choice"),
    "dealer sets hands wrong": ("low",),
    "stacks dealt wrong": (),
    "bank removes the lid": (),
}


def incidents(rules: Rules, i: Irregularities) -> dict[str, str]:
    """The kinds of incidents that a chapter has, each with its paragraph."""
    own = {
        "no roll": rules.not_flat,
        "wrong starting position": rules.wrong_position,
        "player card exposed": rules.player_exposed,
        "dealer sets hands wrong": rules.reset,
        "stacks dealt wrong": rules.stacks_wrong,
        "bank removes the lid": rules.lid,
    }
    return i.kinds() | {kind: cite for kind, cite in own.items() if cite}


def remedy_of(t: Round, incident: Incident, i: Irregularities) -> Procedure:
    """Apply the chapter's remedy for an incident."""
    play, detail = play_of(t), incident.detail
    rules = play.rules
    settling = t.stage == "settling" and incident.kind not in (BROKEN, REPAIRED, "shuffler jam")
    settling = settling and not voids_until_settled(play, incident.kind, i)
    if not play.begun or settling:
        when = "are being settled" if play.begun else "do not lie on the layout yet"
        raise NotAuthorized(f"the wagers {when}", t.table.game.incidents[incident.kind])
    match incident.kind:
        case "no roll":
            no_roll(t, str(detail.get("why", "")))
        case "bank removes the lid":
            if not play.bank or t.stage or play.started_by != "shaker":
                raise NotAuthorized("the lid concerns only a bank who is shaking the dice", rules.lid)
            t.say(rules.lid, "the shaker is covered and shaken again")
            roll(t, rules)
        case "wrong starting position":
            if play.started_by != "shaker" or t.stage == "revealed":
                raise NotAuthorized("no dice have been totaled wrongly", rules.wrong_position)
            raise Void(rules.wrong_position, "the first card went to the wrong position: all hands are void")
        case "player card exposed":
            yield from player_card_exposed(t, incident)
        case "dealer card exposed":
            dealer_card_exposed(t, incident)
        case "dealer sets hands wrong":
            dealer_sets_wrong(t, str(detail.get("low", "")))
        case "stacks dealt wrong":
            if not dealt_by_hand(t) or t.stage == "revealed":
                raise NotAuthorized("no stacks are being dealt by hand", rules.stacks_wrong)
            raise Void(rules.stacks_wrong, "the stacks were not dealt back and forth: all wagers are returned")
        case "wrong number of cards":
            to = misdealt_to(incident)
            if to != DEALER and not 1 <= seat_in(incident) <= play.positions:
                raise NotAuthorized(f"there is no position {to}", i.wrong_number)
            seven = rules.book.limit("cards_per_hand")
            check_number(to, detail.get("cards"), seven, i.wrong_number, len(t.table.game.deck(t.house)))
            raise Void(i.wrong_number, f"{to} has the wrong number of cards: all hands are void")
        case "player leaves" if play.bank:
            player_leaves_a_bank(t, i, incident)
        case "cut performed improperly":
            if t.stage or t.hands or not t.cut_made:
                raise NotAuthorized("cards are recut only after a cut and before any card has been dealt", i.recut)
            t.say(i.recut, "the floorperson requires a recut")
            yield from cut_cards(t, rules, again=True)
        case "device out of order" | "device repaired or replaced":
            remedy(t, incident, i, rules.preparation, rules.methods)
            if before_first_card(t) and t.house["starting_position"] != play.started_by:
                starting_position(t, rules)
        case _:
            remedy(t, incident, i, rules.preparation, rules.methods)


def voids_until_settled(play: Play, kind: str, i: Irregularities) -> bool:
    """True if an incident voids the round even after players have been asked whether they surrender. Until the first wager is
    settled, these do: a jam of the shoe, a wrong number of cards, which the count of a surrendered hand may show (§ 561.13(e),
    § 645a.11(d)), and, by § 561.14(f), a second card found face up."""
    whenever = kind in ("automated shoe jam", "wrong number of cards") or (kind == "card face up" and i.face_up_until_settled)
    return whenever and not play.settled


def dealt_by_hand(t: Round) -> bool:
    """True if this round is dealt from the hand."""
    methods = play_of(t).rules.methods
    return method_in_use(t, methods) is methods["hand"]


def no_roll(t: Round, why: str) -> None:
    """Dice that do not lie flat, or fall out of the shaker, are shaken again."""
    rules = play_of(t).rules
    if t.stage or play_of(t).started_by != "shaker":
        raise NotAuthorized("no dice are being shaken", rules.not_flat)
    fallen = any(word in why for word in ("fall", "fell", "out of"))
    t.say(rules.fallen if fallen else rules.not_flat, "“no roll”")
    roll(t, rules)


def player_card_exposed(t: Round, incident: Incident) -> Procedure:
    """The player may void the hand without looking at the other cards. While stacks are dealt by hand, or if the hand is the
    bank's, the whole round is void."""
    play, seat = play_of(t), seat_in(incident)
    rules = play.rules
    cards_named(incident)
    if t.stage == "" and dealt_by_hand(t):
        raise Void(rules.exposed_by_hand, "a card was exposed while the stacks were dealt: all wagers are returned")
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} has no wager in this round", rules.player_exposed)
    if t.stage == "":
        t.deferred.append(incident)
        return
    if seat in play.low or seat in play.voided or seat in play.surrendered or seat in t.left or t.stage != "dealt":
        raise NotAuthorized(f"the hands of seat {seat} are set or out of play", rules.player_exposed)
    expose(t, rules.dealer_exposed if seat == play.bank else rules.player_exposed, SEATS[seat], incident)
    if seat == play.bank:
        raise Void(rules.dealer_exposed, "a card of the bank was exposed: all hands are void")
    choice = str(incident.detail.get("choice", ""))
    if choice not in ("void", "play"):
        choice = (yield from t.ask(seat, (Choice("play"), Choice("void")), rules.player_exposed)).word
    if choice == "void":
        void_hand(t, seat, play)


def void_hand(t: Round, seat: int, play: Play) -> None:
    """Void one hand: its wagers are returned, and the round continues."""
    cite = play.rules.player_exposed
    play.voided.add(seat)
    t.left.add(seat)  # the player is not asked anything more
    for wager in list(t.wagers.get(seat, ())):
        t.give_back(cite, seat, wager, note="the hand is void")
    return_progressive(t, cite, seat)
    t.discard(cite, SEATS[seat])


def dealer_card_exposed(t: Round, incident: Incident) -> None:
    """A card of the dealer that is seen too early voids all hands."""
    rules = play_of(t).rules
    cards_named(incident)
    if t.stage == "revealed":
        check_held(t, rules.dealer_exposed, DEALER, cards_named(incident))
        t.say(rules.dealer_exposed, "the dealer's cards lie face up already: play goes on")
    elif expose(t, rules.dealer_exposed, DEALER, incident):
        raise Void(rules.dealer_exposed, "a card of the dealer was exposed: all hands are void")


def dealer_sets_wrong(t: Round, words: str) -> None:
    """The dealer's hands are set again if they were not set by the Rules Submission. The report need not name the two low
    cards."""
    play = play_of(t)
    low = tuple(parse(words))
    if t.stage == "revealed" or (words and len(low) != 2):
        raise NotAuthorized("the dealer has not set two cards low by mistake", play.rules.reset)
    if t.hands.get(DEALER) and not set(low) <= set(t.hands[DEALER]):
        raise NotAuthorized(f"the dealer does not hold {words}", play.rules.reset)
    play.set_wrong, play.wrong_low = True, low


def player_leaves_a_bank(t: Round, i: Irregularities, incident: Incident) -> None:
    """A player who leaves loses the wager to the bank at the settlement. A bank must stay until all players are paid."""
    seat = seat_in(incident)
    if seat == play_of(t).bank:
        raise NotAuthorized("a player who banks stays until every wager is settled", i.leaves)
    owed = {}
    if t.house["abandoned_wagers_lose"]:
        mine = positions_of_player(t, i.leaves, seat)
        owed = {n: t.wagers[n].pop(WAGER) for n in mine if t.holds(n, WAGER)}
    player_leaves(t, i.leaves, incident)
    for n, cents in owed.items():
        t.wagers[n][WAGER] = cents
